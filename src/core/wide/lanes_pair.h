/* lanes_pair.h: what lanes.h says, for registers of 16 bytes (SSE2, NEON, wasm): eight lanes are
 * two vectors of four.
 *
 * gcc takes vectors of 32 bytes apart on such a machine through memory, and comparisons, choices
 * and shuffles lane by lane: two to four times AVX2's time for a step. Here nothing is wider than a
 * register, and it is 1.2 times. C++, since in C only the compiler's own vectors have operators.
 * Included instead of lanes.h; true is -1 in a lane, false 0. */
#ifndef CN_LANES_H
#define CN_LANES_H

#include <stdint.h>

extern "C" {
#include "wide/contact_block.h"
}

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#define INLINE   static inline __attribute__((always_inline))
#define MEMBER   __attribute__((always_inline))
#define CN_PAIRS /* doubles come in pairs of two, too */

/* What several kernels do alike is in each of them; on a page, which has to be fetched, it is there
 * once. */
#ifdef __EMSCRIPTEN__
#define SHARED static __attribute__((noinline))
#else
#define SHARED INLINE
#endif

typedef float v4 __attribute__((vector_size(16), may_alias));
typedef int32_t v4i __attribute__((vector_size(16), may_alias));
typedef double v2 __attribute__((vector_size(16), may_alias));
typedef int64_t v2i __attribute__((vector_size(16), may_alias));
typedef float v4_anywhere __attribute__((vector_size(16), may_alias, aligned(4)));
typedef double v2_anywhere __attribute__((vector_size(16), may_alias, aligned(8)));

/* Other sets have types of these names, too: each keeps its members to itself. */
namespace {
#define HALVES(T, H, E, other)                                                                     \
    struct other;                                                                                  \
    struct T {                                                                                     \
        H lo, hi;                                                                                  \
        MEMBER E &operator[](int i) { return reinterpret_cast<E *>(this)[i]; }                     \
        MEMBER E operator[](int i) const { return reinterpret_cast<const E *>(this)[i]; }          \
        MEMBER explicit operator other() const;                                                    \
    }
HALVES(vf, v4, float, vi);
HALVES(vi, v4i, int32_t, vf);
HALVES(vd, v2, double, vl);
HALVES(vl, v2i, int64_t, vd);
#undef HALVES

/* The bits as they are. */
MEMBER inline vf::operator vi() const { return (vi){(v4i)lo, (v4i)hi}; }
MEMBER inline vi::operator vf() const { return (vf){(v4)lo, (v4)hi}; }
MEMBER inline vd::operator vl() const { return (vl){(v2i)lo, (v2i)hi}; }
MEMBER inline vl::operator vd() const { return (vd){(v2)lo, (v2)hi}; }
} // namespace

INLINE v4 splat_half(float s) { return (v4){s, s, s, s}; }
INLINE vf splat(float s) { return (vf){splat_half(s), splat_half(s)}; }
INLINE vd splat_double(double s) { return (vd){(v2){s, s}, (v2){s, s}}; }
INLINE vi splat_int(int32_t s) { return (vi){(v4i){s, s, s, s}, (v4i){s, s, s, s}}; }

#define OPERATION(T, op)                                                                           \
    INLINE T operator op(T a, T b) { return (T){a.lo op b.lo, a.hi op b.hi}; }                     \
    INLINE T &operator op##=(T &a, T b) { return a = a op b; }
OPERATION(vf, +)
OPERATION(vf, -)
OPERATION(vf, *)
OPERATION(vf, /)
OPERATION(vi, +)
OPERATION(vi, -)
OPERATION(vi, &)
OPERATION(vi, |)
OPERATION(vi, ^)
OPERATION(vd, +)
OPERATION(vd, -)
OPERATION(vd, *)
OPERATION(vd, /)
OPERATION(vl, &)
OPERATION(vl, |)
OPERATION(vl, ^)

#define COMPARISON(T, M, H, op)                                                                    \
    INLINE M operator op(T a, T b) { return (M){(H)(a.lo op b.lo), (H)(a.hi op b.hi)}; }
#define COMPARISONS(T, M, H)                                                                       \
    COMPARISON(T, M, H, <)                                                                         \
    COMPARISON(T, M, H, >)                                                                         \
    COMPARISON(T, M, H, <=)                                                                        \
    COMPARISON(T, M, H, >=)                                                                        \
    COMPARISON(T, M, H, ==)                                                                        \
    COMPARISON(T, M, H, !=)
COMPARISONS(vf, vi, v4i)
COMPARISONS(vi, vi, v4i)
COMPARISONS(vd, vl, v2i)

#include "wide/lanes_with_one.h"

#define WITH_ONE_DOUBLE(op)                                                                        \
    INLINE vd operator op(double a, vd b) { return splat_double(a) op b; }
WITH_ONE_DOUBLE(+)
WITH_ONE_DOUBLE(-)
WITH_ONE_DOUBLE(*)

INLINE vf operator-(vf a) { return (vf){-a.lo, -a.hi}; }
INLINE vi operator-(vi a) { return (vi){-a.lo, -a.hi}; }
INLINE vd operator-(vd a) { return (vd){-a.lo, -a.hi}; }
INLINE vi operator~(vi a) { return (vi){~a.lo, ~a.hi}; }
INLINE vl operator~(vl a) { return (vl){~a.lo, ~a.hi}; }
INLINE vi operator<<(vi a, int by) { return (vi){a.lo << by, a.hi << by}; }
INLINE vi operator>>(vi a, int by) { return (vi){a.lo >> by, a.hi >> by}; }

INLINE vf load(const float *p) { return *(const vf *)(const void *)p; }
INLINE void store(float *p, vf v) { *(vf *)(void *)p = v; }

/* where mask (all ones or zeros in each lane) a, else b */
INLINE v4 choose_half(v4i mask, v4 a, v4 b) { return (v4)(((v4i)a & mask) | ((v4i)b & ~mask)); }

INLINE vf choose(vi mask, vf a, vf b) {
    return (vf){choose_half(mask.lo, a.lo, b.lo), choose_half(mask.hi, a.hi, b.hi)};
}

INLINE vd four_doubles(double a, double b, double c, double d) {
    return (vd){(v2){a, b}, (v2){c, d}};
}

typedef float two_floats __attribute__((vector_size(8), may_alias));
INLINE vd widen(v4 v) {
    two_floats low = __builtin_shufflevector(v, v, 0, 1),
               high = __builtin_shufflevector(v, v, 2, 3);
    return (vd){__builtin_convertvector(low, v2), __builtin_convertvector(high, v2)};
}

INLINE v4 narrow(vd v) {
    two_floats low = __builtin_convertvector(v.lo, two_floats),
               high = __builtin_convertvector(v.hi, two_floats);
    return __builtin_shufflevector(low, high, 0, 1, 2, 3);
}

INLINE v4 load_four(const float *p) { return *(const v4_anywhere *)(const void *)p; }

INLINE vd choose_double(vl mask, vd a, vd b) { return (vd)(((vl)a & mask) | ((vl)b & ~mask)); }

INLINE vf absolute(vf v) { return (vf)((vi)v & splat_int(INT32_MAX)); }

INLINE v4 sqrt_half(v4 v) {
#if defined(__SSE2__)
    return (v4)_mm_sqrt_ps((__m128)v);
#elif defined(__aarch64__)
    return (v4)vsqrtq_f32((float32x4_t)v);
#elif defined(__wasm_simd128__)
    return (v4)wasm_f32x4_sqrt((v128_t)v);
#else
    return (v4){__builtin_sqrtf(v[0]), __builtin_sqrtf(v[1]), __builtin_sqrtf(v[2]),
                __builtin_sqrtf(v[3])};
#endif
}

INLINE vf sqrt_lane(vf v) { return (vf){sqrt_half(v.lo), sqrt_half(v.hi)}; }

/* As maxps and minps say it: b where one of them is no number, or both are zero. NEON's own do not,
 * wasm's "pseudo" ones do with both in the other order. */
INLINE v4 max_half(v4 a, v4 b) {
#if defined(__SSE2__)
    return (v4)_mm_max_ps((__m128)a, (__m128)b);
#elif defined(__wasm_simd128__)
    return (v4)wasm_f32x4_pmax((v128_t)b, (v128_t)a);
#else
    return choose_half((v4i)(a > b), a, b);
#endif
}

INLINE v4 min_half(v4 a, v4 b) {
#if defined(__SSE2__)
    return (v4)_mm_min_ps((__m128)a, (__m128)b);
#elif defined(__wasm_simd128__)
    return (v4)wasm_f32x4_pmin((v128_t)b, (v128_t)a);
#else
    return choose_half((v4i)(a < b), a, b);
#endif
}

INLINE vf maxv(vf a, vf b) { return (vf){max_half(a.lo, b.lo), max_half(a.hi, b.hi)}; }
INLINE vf minv(vf a, vf b) { return (vf){min_half(a.lo, b.lo), min_half(a.hi, b.hi)}; }

/* ---- rows and columns ----------------------------------------------------------------------- */

typedef struct Columns {
    vf x, y, z, w;
} Columns;

#define LOW(a, b)   __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define HIGH(a, b)  __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define FIRST(a, b) __builtin_shufflevector(a, b, 0, 1, 4, 5)
#define LAST(a, b)  __builtin_shufflevector(a, b, 2, 3, 6, 7)

/* Four rows of four as four columns; it is its own reverse. */
typedef struct Square {
    v4 x, y, z, w;
} Square;

INLINE Square transposed(v4 r0, v4 r1, v4 r2, v4 r3) {
    v4 xy01 = LOW(r0, r1), zw01 = HIGH(r0, r1), xy23 = LOW(r2, r3), zw23 = HIGH(r2, r3);
    return (Square){FIRST(xy01, xy23), LAST(xy01, xy23), FIRST(zw01, zw23), LAST(zw01, zw23)};
}

INLINE Square gather_half(const char *const *row, size_t offset) {
#define ROW(i) (*(const v4_anywhere *)(const void *)(row[i] + offset))
    return transposed(ROW(0), ROW(1), ROW(2), ROW(3));
#undef ROW
}

INLINE void scatter_half(char *const *row, size_t offset, v4 x, v4 y, v4 z, v4 w) {
    Square s = transposed(x, y, z, w);
#define ROW(i) (*(v4_anywhere *)(void *)(row[i] + offset))
    ROW(0) = s.x;
    ROW(1) = s.y;
    ROW(2) = s.z;
    ROW(3) = s.w;
#undef ROW
}

INLINE Columns gather_rows(const char *const *row, size_t offset) {
    Square a = gather_half(row, offset), b = gather_half(row + 4, offset);
    return (Columns){{a.x, b.x}, {a.y, b.y}, {a.z, b.z}, {a.w, b.w}};
}

INLINE void scatter_rows(char *const *row, size_t offset, Columns c) {
    scatter_half(row, offset, c.x.lo, c.y.lo, c.z.lo, c.w.lo);
    scatter_half(row + 4, offset, c.x.hi, c.y.hi, c.z.hi, c.w.hi);
}

INLINE void scatter_pairs_half(char *const *row, size_t offset, v4 x, v4 y) {
    typedef int64_t word __attribute__((may_alias, aligned(4)));
    v2i low = (v2i)LOW(x, y), high = (v2i)HIGH(x, y);
    *(word *)(void *)(row[0] + offset) = low[0];
    *(word *)(void *)(row[1] + offset) = low[1];
    *(word *)(void *)(row[2] + offset) = high[0];
    *(word *)(void *)(row[3] + offset) = high[1];
}

INLINE void scatter_pairs(char *const *row, size_t offset, vf x, vf y) {
    scatter_pairs_half(row, offset, x.lo, y.lo);
    scatter_pairs_half(row + 4, offset, x.hi, y.hi);
}

#define EVEN(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6)
#define ODD(a, b)  __builtin_shufflevector(a, b, 1, 3, 5, 7)
INLINE void gather_pairs_half(const char *const *row, size_t offset, v4 *x, v4 *y) {
    typedef int64_t word __attribute__((may_alias, aligned(4)));
#define ROW(i) (*(const word *)(const void *)(row[i] + offset))
    v4 a = (v4)(v2i){ROW(0), ROW(1)}, b = (v4)(v2i){ROW(2), ROW(3)};
#undef ROW
    *x = EVEN(a, b), *y = ODD(a, b);
}

/* Of eight pairs of floats, two to a vector, in order. */
INLINE void take_apart(const v4 *twos, vf *x, vf *y) {
    *x = (vf){EVEN(twos[0], twos[1]), EVEN(twos[2], twos[3])};
    *y = (vf){ODD(twos[0], twos[1]), ODD(twos[2], twos[3])};
}

INLINE vd load_twos(const double *a, const double *b) {
    return (vd){*(const v2_anywhere *)(const void *)a, *(const v2_anywhere *)(const void *)b};
}

INLINE void store_twos(double *a, double *b, vd v) {
    *(v2_anywhere *)(void *)a = v.lo;
    *(v2_anywhere *)(void *)b = v.hi;
}

INLINE void gather_pairs(const char *const *row, size_t offset, vf *x, vf *y) {
    gather_pairs_half(row, offset, &x->lo, &y->lo);
    gather_pairs_half(row + 4, offset, &x->hi, &y->hi);
}

INLINE vf firsts(vf a, vf b) { return (vf){EVEN(a.lo, a.hi), EVEN(b.lo, b.hi)}; }
INLINE vf seconds(vf a, vf b) { return (vf){ODD(a.lo, a.hi), ODD(b.lo, b.hi)}; }

#include "wide/lanes_index.h"

/* ---- one bit a lane ------------------------------------------------------------------------- */

INLINE vi lanes_of(unsigned mask) {
    return (splat_int((int32_t)mask) & (vi){(v4i){1, 2, 4, 8}, (v4i){16, 32, 64, 128}}) != 0;
}

INLINE unsigned bits_of(vi mask) {
#if defined(__SSE2__)
    return (unsigned)(_mm_movemask_ps((__m128)mask.lo) | _mm_movemask_ps((__m128)mask.hi) << 4);
#elif defined(__aarch64__)
    v4i b = (mask.lo & (v4i){1, 2, 4, 8}) | (mask.hi & (v4i){16, 32, 64, 128});
    return (unsigned)vaddvq_s32((int32x4_t)b);
#elif defined(__wasm_simd128__)
    return (unsigned)(wasm_i32x4_bitmask((v128_t)mask.lo) | wasm_i32x4_bitmask((v128_t)mask.hi)
                                                                << 4);
#else
    v4i b = (mask.lo & (v4i){1, 2, 4, 8}) | (mask.hi & (v4i){16, 32, 64, 128});
    return (unsigned)((b[0] | b[1]) | (b[2] | b[3]));
#endif
}

/* Where a lane has this bit, which is a constant. */
INLINE unsigned lanes_with(vi flags, uint32_t bit) {
#if defined(__SSE2__) /* as the sign it needs no comparison */
    return bits_of(flags << __builtin_clz(bit));
#else
    return bits_of((flags & splat_int((int32_t)bit)) != 0);
#endif
}

#undef OPERATION
#undef COMPARISON
#undef COMPARISONS
#undef WITH_ONE_DOUBLE
#undef MEMBER
#undef LOW
#undef HIGH
#undef FIRST
#undef LAST
#undef EVEN
#undef ODD

#endif
