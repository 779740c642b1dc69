/* lanes_double.h: four doubles at a time, or eight, the same arithmetic on every instruction set.
 *
 * Included after lanes.h or lanes_scalar.h, whose words these are; see there. A mask is all ones
 * or zeros in each lane. Arrays need no more alignment than a double has. */
#ifndef CN_LANES_DOUBLE_H
#define CN_LANES_DOUBLE_H

#if defined(CN_ONE_BY_ONE)

#define EACH4 for (int i = 0; i < 4; i++)

struct l4 {
    int64_t v[4];
    int64_t operator[](int i) const { return v[i]; }
    int64_t &operator[](int i) { return v[i]; }
};

struct d4 {
    double v[4];
    double operator[](int i) const { return v[i]; }
    double &operator[](int i) { return v[i]; }
};

INLINE d4 load_d4(const double *p) { return (d4){{p[0], p[1], p[2], p[3]}}; }
INLINE void store_d4(double *p, d4 a) { memcpy(p, a.v, sizeof a.v); }
INLINE l4 load_l4(const int64_t *p) { return (l4){{p[0], p[1], p[2], p[3]}}; }
INLINE void store_l4(int64_t *p, l4 a) { memcpy(p, a.v, sizeof a.v); }
INLINE d4 splat_d4(double a) { return (d4){{a, a, a, a}}; }

#define ARITHMETIC(op)                                                                             \
    INLINE d4 operator op(d4 a, d4 b) {                                                            \
        EACH4 a.v[i] = a.v[i] op b.v[i];                                                           \
        return a;                                                                                  \
    }                                                                                              \
    INLINE void operator op##=(d4 &a, d4 b) { a = a op b; }
ARITHMETIC(+)
ARITHMETIC(-)
ARITHMETIC(*)
ARITHMETIC(/)
#undef ARITHMETIC

#define COMPARING(op)                                                                              \
    INLINE l4 operator op(d4 a, d4 b) {                                                            \
        l4 r;                                                                                      \
        EACH4 r.v[i] = a.v[i] op b.v[i] ? -1 : 0;                                                  \
        return r;                                                                                  \
    }
COMPARING(<)
COMPARING(>)
#undef COMPARING

INLINE l4 operator&(l4 a, l4 b) {
    EACH4 a.v[i] &= b.v[i];
    return a;
}
INLINE l4 operator|(l4 a, l4 b) {
    EACH4 a.v[i] |= b.v[i];
    return a;
}
INLINE l4 operator~(l4 a) {
    EACH4 a.v[i] = ~a.v[i];
    return a;
}
INLINE d4 operator-(d4 a) {
    EACH4 a.v[i] = -a.v[i];
    return a;
}
INLINE d4 choose_d4(l4 mask, d4 a, d4 b) {
    EACH4 a.v[i] = mask.v[i] ? a.v[i] : b.v[i];
    return a;
}
INLINE d4 absolute_d4(d4 a) {
    EACH4 a.v[i] = __builtin_fabs(a.v[i]);
    return a;
}
INLINE d4 sqrt_d4(d4 a) {
    EACH4 a.v[i] = __builtin_sqrt(a.v[i]);
    return a;
}
INLINE d4 make_d4(double a, double b, double c, double d) { return (d4){{a, b, c, d}}; }
INLINE void transpose_d4(d4 r[4]) {
    d4 c[4];
    for (int k = 0; k < 4; k++) EACH4 c[k].v[i] = r[i].v[k];
    memcpy(r, c, sizeof c);
}
INLINE d4 three_d4(d4 v) {
    v.v[3] = 0;
    return v;
}
#undef EACH4

#elif defined(CN_PAIRS)

typedef vd d4;
typedef vl l4;

INLINE d4 load_d4(const double *p) {
    return (d4){*(const v2_anywhere *)(const void *)p, *(const v2_anywhere *)(const void *)(p + 2)};
}
INLINE void store_d4(double *p, d4 a) {
    *(v2_anywhere *)(void *)p = a.lo;
    *(v2_anywhere *)(void *)(p + 2) = a.hi;
}
typedef int64_t v2i_anywhere __attribute__((vector_size(16), may_alias, aligned(8)));
INLINE l4 load_l4(const int64_t *p) {
    return (l4){*(const v2i_anywhere *)(const void *)p,
                *(const v2i_anywhere *)(const void *)(p + 2)};
}
INLINE void store_l4(int64_t *p, l4 a) {
    *(v2i_anywhere *)(void *)p = a.lo;
    *(v2i_anywhere *)(void *)(p + 2) = a.hi;
}
INLINE d4 splat_d4(double a) { return splat_double(a); }
INLINE d4 make_d4(double a, double b, double c, double d) { return four_doubles(a, b, c, d); }
INLINE d4 choose_d4(l4 mask, d4 a, d4 b) { return choose_double(mask, a, b); }

INLINE d4 absolute_d4(d4 v) {
    const v2i most = {INT64_MAX, INT64_MAX};
    return (d4){(v2)((v2i)v.lo & most), (v2)((v2i)v.hi & most)};
}

INLINE v2 sqrt_half_d4(v2 v) {
#if defined(__SSE2__)
    return (v2)_mm_sqrt_pd((__m128d)v);
#else
    return (v2){__builtin_sqrt(v[0]), __builtin_sqrt(v[1])};
#endif
}
INLINE d4 sqrt_d4(d4 v) { return (d4){sqrt_half_d4(v.lo), sqrt_half_d4(v.hi)}; }

INLINE v2 firsts_d4(v2 a, v2 b) { return __builtin_shufflevector(a, b, 0, 2); }
INLINE v2 seconds_d4(v2 a, v2 b) { return __builtin_shufflevector(a, b, 1, 3); }
INLINE void transpose_d4(d4 r[4]) {
    d4 a = {firsts_d4(r[0].lo, r[1].lo), firsts_d4(r[2].lo, r[3].lo)};
    d4 b = {seconds_d4(r[0].lo, r[1].lo), seconds_d4(r[2].lo, r[3].lo)};
    d4 c = {firsts_d4(r[0].hi, r[1].hi), firsts_d4(r[2].hi, r[3].hi)};
    d4 d = {seconds_d4(r[0].hi, r[1].hi), seconds_d4(r[2].hi, r[3].hi)};
    r[0] = a, r[1] = b, r[2] = c, r[3] = d;
}
INLINE d4 three_d4(d4 v) {
    const v2 zero = {0, 0};
    return (d4){v.lo, firsts_d4(v.hi, zero)};
}

#else

typedef double d4 __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t l4 __attribute__((vector_size(32), aligned(8), may_alias));

INLINE d4 load_d4(const double *p) { return *(const d4 *)(const void *)p; }
INLINE void store_d4(double *p, d4 v) { *(d4 *)(void *)p = v; }
INLINE l4 load_l4(const int64_t *p) { return *(const l4 *)(const void *)p; }
INLINE void store_l4(int64_t *p, l4 v) { *(l4 *)(void *)p = v; }
INLINE d4 splat_d4(double v) { return (d4){v, v, v, v}; }
INLINE d4 make_d4(double a, double b, double c, double d) { return (d4){a, b, c, d}; }

INLINE d4 choose_d4(l4 mask, d4 a, d4 b) {
#if defined(__AVX2__)
    return (d4)_mm256_blendv_pd((__m256d)b, (__m256d)a, (__m256d)mask);
#else
    return (d4)(((l4)a & mask) | ((l4)b & ~mask));
#endif
}

INLINE d4 absolute_d4(d4 v) {
    return (d4)((l4)v & (l4){INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX});
}

INLINE d4 sqrt_d4(d4 v) {
#if defined(__AVX2__)
    return (d4)_mm256_sqrt_pd((__m256d)v);
#else
    for (int i = 0; i < 4; i++) v[i] = __builtin_sqrt(v[i]);
    return v;
#endif
}

/* Rows become columns. */
INLINE void transpose_d4(d4 r[4]) {
    d4 a = __builtin_shufflevector(r[0], r[1], 0, 4, 2, 6);
    d4 b = __builtin_shufflevector(r[0], r[1], 1, 5, 3, 7);
    d4 c = __builtin_shufflevector(r[2], r[3], 0, 4, 2, 6);
    d4 d = __builtin_shufflevector(r[2], r[3], 1, 5, 3, 7);
    r[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
    r[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
    r[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
    r[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

/* The first three, then zero. */
INLINE d4 three_d4(d4 v) { return __builtin_shufflevector(v, splat_d4(0), 0, 1, 2, 7); }

#endif

INLINE d4 max_d4(d4 a, d4 b) {
#if defined(__AVX2__)
    return (d4)_mm256_max_pd((__m256d)a, (__m256d)b);
#else
    return choose_d4((l4)(a > b), a, b);
#endif
}

INLINE d4 min_d4(d4 a, d4 b) {
#if defined(__AVX2__)
    return (d4)_mm256_min_pd((__m256d)a, (__m256d)b);
#else
    return choose_d4((l4)(a < b), a, b);
#endif
}

INLINE bool any_l4(l4 m) {
#if defined(__AVX2__)
    return _mm256_movemask_pd((__m256d)m) != 0;
#else
    return ((m[0] | m[1]) | (m[2] | m[3])) != 0;
#endif
}

/* As many as the machine has in a vector that is worth its while: four, or eight. */
#if defined(__AVX512F__) && defined(__AVX512DQ__)

#define DW_LANES 8 /* count */
typedef double dw __attribute__((vector_size(64), aligned(8), may_alias));
typedef int64_t lw __attribute__((vector_size(64), aligned(8), may_alias));

INLINE dw load_dw(const double *p) { return *(const dw *)(const void *)p; }
INLINE void store_dw(double *p, dw v) { *(dw *)(void *)p = v; }
INLINE lw load_lw(const int64_t *p) { return *(const lw *)(const void *)p; }
INLINE void store_lw(int64_t *p, lw v) { *(lw *)(void *)p = v; }
INLINE dw splat_dw(double v) { return (dw){v, v, v, v, v, v, v, v}; }
INLINE dw choose_dw(lw mask, dw a, dw b) {
    return (dw)_mm512_ternarylogic_epi64((__m512i)mask, (__m512i)a, (__m512i)b, 0xca);
}
INLINE dw absolute_dw(dw v) { return (dw)_mm512_abs_pd((__m512d)v); }
INLINE dw sqrt_dw(dw v) { return (dw)_mm512_sqrt_pd((__m512d)v); }
/* The second where one is no number, or both are zero: as choose_d4 below. */
INLINE dw max_dw(dw a, dw b) { return (dw)_mm512_max_pd((__m512d)a, (__m512d)b); }
INLINE dw min_dw(dw a, dw b) { return (dw)_mm512_min_pd((__m512d)a, (__m512d)b); }
INLINE bool any_lw(lw m) { return _mm512_movepi64_mask((__m512i)m) != 0; }

/* base: of bytes; offsets are counted in them. */
INLINE dw gather_dw(const char *base, const int64_t *offset) {
#define AT(i) (*(const double *)(const void *)(base + offset[i]))
    return (dw){AT(0), AT(1), AT(2), AT(3), AT(4), AT(5), AT(6), AT(7)};
#undef AT
}

#else

#define DW_LANES    4 /* count */
#define load_dw     load_d4
#define store_dw    store_d4
#define load_lw     load_l4
#define store_lw    store_l4
#define splat_dw    splat_d4
#define choose_dw   choose_d4
#define absolute_dw absolute_d4
#define sqrt_dw     sqrt_d4
#define max_dw      max_d4
#define min_dw      min_d4
#define any_lw      any_l4
typedef d4 dw;
typedef l4 lw;

INLINE dw gather_dw(const char *base, const int64_t *offset) {
    return make_d4(*(const double *)(const void *)(base + offset[0]),
                   *(const double *)(const void *)(base + offset[1]),
                   *(const double *)(const void *)(base + offset[2]),
                   *(const double *)(const void *)(base + offset[3]));
}

#endif

#endif
