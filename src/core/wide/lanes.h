/* lanes.h: eight floats at a time, the same arithmetic on every instruction set.
 *
 * vf and vi are vector extensions of gcc and clang: the compiler splits them where the machine's
 * registers are narrower, gcc badly: there lanes_pair.h stands in, with the same names. Only what
 * the extensions cannot say well (selection, square root) has an intrinsic, and each of these is
 * exactly rounded, so that all builds give the same bits: no reciprocal estimates, no fused
 * multiply-add. What is added here is added in lanes_pair.h and lanes_scalar.h, and checked for all
 * in tests/core/lanes_check.h. */
#ifndef CN_LANES_H
#define CN_LANES_H

#include <stdint.h>

#include "wide/contact_block.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

typedef float vf __attribute__((vector_size(32), may_alias));
typedef int32_t vi __attribute__((vector_size(32), may_alias));
typedef float v4 __attribute__((vector_size(16), may_alias));
typedef float v4_anywhere __attribute__((vector_size(16), may_alias, aligned(4)));

#define INLINE static inline __attribute__((always_inline))
#define SHARED INLINE /* see lanes_pair.h */

INLINE vf splat(float v) { return (vf){v, v, v, v, v, v, v, v}; }
/* p: aligned to 32 bytes, as cn_Lane and the blocks are. What is not goes in rows. */
INLINE vf load(const float *p) { return *(const vf *)(const void *)p; }
INLINE void store(float *p, vf v) { *(vf *)(void *)p = v; }

/* where mask (all ones or zeros in each lane) a, else b */
INLINE vf choose(vi mask, vf a, vf b) {
#if defined(__AVX2__)
    return (vf)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)mask);
#else
    return (vf)(((vi)a & mask) | ((vi)b & ~mask));
#endif
}

/* Four doubles at a time, and between four floats and them. */
typedef double vd __attribute__((vector_size(32), may_alias));
typedef int64_t vl __attribute__((vector_size(32), may_alias));
INLINE vd four_doubles(double a, double b, double c, double d) { return (vd){a, b, c, d}; }
INLINE vd splat_double(double v) { return (vd){v, v, v, v}; }
INLINE vd widen(v4 v) {
#if defined(__AVX2__) /* one instruction, of which gcc makes two and what joins them */
    return (vd)_mm256_cvtps_pd((__m128)v);
#else
    return __builtin_convertvector(v, vd);
#endif
}
INLINE v4 narrow(vd v) { return __builtin_convertvector(v, v4); }
INLINE v4 load_four(const float *p) { return *(const v4_anywhere *)(const void *)p; }

INLINE vd choose_double(vl mask, vd a, vd b) {
#if defined(__AVX2__)
    return (vd)_mm256_blendv_pd((__m256d)b, (__m256d)a, (__m256d)mask);
#else
    return (vd)(((vl)a & mask) | ((vl)b & ~mask));
#endif
}

INLINE vi splat_int(int32_t v) { return (vi){v, v, v, v, v, v, v, v}; }
INLINE vf absolute(vf v) { return (vf)((vi)v & splat_int(INT32_MAX)); }

INLINE vf sqrt_lane(vf v) {
#if defined(__AVX2__)
    return (vf)_mm256_sqrt_ps((__m256)v);
#else
    for (int i = 0; i < 8; i++) v[i] = __builtin_sqrtf(v[i]);
    return v;
#endif
}

/* a if it is more (less), else b: so also where one of them is no number, or both are zero. */
INLINE vf maxv(vf a, vf b) {
#if defined(__AVX2__)
    return (vf)_mm256_max_ps((__m256)a, (__m256)b);
#else
    return choose(a > b, a, b);
#endif
}

INLINE vf minv(vf a, vf b) {
#if defined(__AVX2__)
    return (vf)_mm256_min_ps((__m256)a, (__m256)b);
#else
    return choose(a < b, a, b);
#endif
}

/* Eight rows of four floats, by index, turned into four columns of eight. */
typedef struct Columns {
    vf x, y, z, w;
} Columns;

#define PAIR(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7)
#define LOW(a, b)  __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define HIGH(a, b) __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#define EVEN(a, b) __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define ODD(a, b)  __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15)

/* offset: of the four floats within a row. A row may stand anywhere that a float may: what is read
 * or written for lanes that are not used is often a plain struct on the stack. */
INLINE Columns gather_rows(const char *const *row, size_t offset) {
#define ROW(i) (*(const v4_anywhere *)(const void *)(row[i] + offset))
    vf r0 = PAIR(ROW(0), ROW(4)), r1 = PAIR(ROW(1), ROW(5));
    vf r2 = PAIR(ROW(2), ROW(6)), r3 = PAIR(ROW(3), ROW(7));
#undef ROW
    vf xy01 = LOW(r0, r1), zw01 = HIGH(r0, r1), xy23 = LOW(r2, r3), zw23 = HIGH(r2, r3);
    return (Columns){EVEN(xy01, xy23), ODD(xy01, xy23), EVEN(zw01, zw23), ODD(zw01, zw23)};
}

/* The reverse. Lanes that share a row must carry the same values. */
INLINE void scatter_rows(char *const *row, size_t offset, Columns c) {
    vf xy01 = LOW(c.x, c.y), xy23 = HIGH(c.x, c.y), zw01 = LOW(c.z, c.w), zw23 = HIGH(c.z, c.w);
    vf r0 = EVEN(xy01, zw01), r1 = ODD(xy01, zw01), r2 = EVEN(xy23, zw23), r3 = ODD(xy23, zw23);
#define ROW(i)   (*(v4_anywhere *)(void *)(row[i] + offset))
#define FIRST(r) __builtin_shufflevector(r, r, 0, 1, 2, 3)
#if defined(__AVX2__) /* goes to memory by itself; what gcc makes of the other is put in order     \
                         first */
#define SECOND(r) (v4) _mm256_extractf128_ps((__m256)r, 1)
#else
#define SECOND(r) __builtin_shufflevector(r, r, 4, 5, 6, 7)
#endif
    ROW(0) = FIRST(r0);
    ROW(1) = FIRST(r1);
    ROW(2) = FIRST(r2);
    ROW(3) = FIRST(r3);
    ROW(4) = SECOND(r0);
    ROW(5) = SECOND(r1);
    ROW(6) = SECOND(r2);
    ROW(7) = SECOND(r3);
#undef ROW
#undef FIRST
#undef SECOND
}

/* Columns of two floats each into rows. */
INLINE void scatter_pairs(char *const *row, size_t offset, vf x, vf y) {
    typedef int64_t word __attribute__((may_alias, aligned(4)));
    vl low = (vl)LOW(x, y), high = (vl)HIGH(x, y); /* rows 0 1 4 5, rows 2 3 6 7 */
    for (int i = 0; i < 2; i++) {
        *(word *)(void *)(row[i] + offset) = low[i];
        *(word *)(void *)(row[i + 2] + offset) = high[i];
        *(word *)(void *)(row[i + 4] + offset) = low[i + 2];
        *(word *)(void *)(row[i + 6] + offset) = high[i + 2];
    }
}

/* The reverse. */
INLINE void gather_pairs(const char *const *row, size_t offset, vf *x, vf *y) {
    typedef int64_t word __attribute__((may_alias, aligned(4)));
#define ROW(i) (*(const word *)(const void *)(row[i] + offset))
    vf a = (vf)(vl){ROW(0), ROW(1), ROW(4), ROW(5)}, b = (vf)(vl){ROW(2), ROW(3), ROW(6), ROW(7)};
#undef ROW
    *x = __builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14);
    *y = __builtin_shufflevector(a, b, 1, 3, 9, 11, 5, 7, 13, 15);
}

/* Of eight pairs of floats, two to a vector, in order. */
INLINE void take_apart(const v4 *twos, vf *x, vf *y) {
    vf a = PAIR(twos[0], twos[2]), b = PAIR(twos[1], twos[3]);
    *x = __builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14);
    *y = __builtin_shufflevector(a, b, 1, 3, 9, 11, 5, 7, 13, 15);
}

/* Two doubles of one row, and two of another; and back. */
typedef double v2_row __attribute__((vector_size(16), may_alias, aligned(8)));
INLINE vd load_twos(const double *a, const double *b) {
    v2_row low = *(const v2_row *)(const void *)a, high = *(const v2_row *)(const void *)b;
    return __builtin_shufflevector(low, high, 0, 1, 2, 3);
}
INLINE void store_twos(double *a, double *b, vd v) {
    *(v2_row *)(void *)a = __builtin_shufflevector(v, v, 0, 1);
    *(v2_row *)(void *)b = __builtin_shufflevector(v, v, 2, 3);
}

/* Of eight pairs of floats, in order. */
INLINE vf firsts(vf a, vf b) { return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14); }
INLINE vf seconds(vf a, vf b) { return __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15); }

#if defined(__AVX2__)
#define CN_LEAST_OF
/* As in lanes_index.h, in three steps. */
INLINE int32_t least_of(vi v) {
    __m128i a =
        _mm_min_epi32(_mm256_castsi256_si128((__m256i)v), _mm256_extracti128_si256((__m256i)v, 1));
    a = _mm_min_epi32(a, _mm_shuffle_epi32(a, 0x4e));
    a = _mm_min_epi32(a, _mm_shuffle_epi32(a, 0xb1));
    return _mm_cvtsi128_si32(a);
}
#endif

#include "wide/lanes_index.h"

/* One bit a lane, to and from. */
INLINE vi lanes_of(unsigned mask) {
    return (splat_int((int32_t)mask) & (vi){1, 2, 4, 8, 16, 32, 64, 128}) != 0;
}

INLINE unsigned bits_of(vi mask) {
#if defined(__AVX2__)
    return (unsigned)_mm256_movemask_ps((__m256)mask);
#else
    vi b = mask & (vi){1, 2, 4, 8, 16, 32, 64, 128};
    return (unsigned)(((b[0] | b[1]) | (b[2] | b[3])) | ((b[4] | b[5]) | (b[6] | b[7])));
#endif
}

/* Where a lane has this bit, which is a constant. */
INLINE unsigned lanes_with(vi flags, uint32_t bit) {
#if defined(__AVX2__) /* as the sign it needs no comparison */
    return bits_of(flags << __builtin_clz(bit));
#else
    return bits_of((flags & splat_int((int32_t)bit)) != 0);
#endif
}

#endif
