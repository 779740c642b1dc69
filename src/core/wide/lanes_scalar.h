/* lanes_scalar.h: what lanes.h says, in the plainest words: each lane by itself, in a loop.
 *
 * C++, since in C only the compiler's own vectors have operators. Included instead of lanes.h; true
 * is -1 in a lane, false 0, as in vectors. */
#ifndef CN_LANES_H
#define CN_LANES_H

#include <stdint.h>

extern "C" {
#include "wide/contact_block.h"
}

#define INLINE        static inline
#define SHARED        INLINE /* see lanes_pair.h */
#define CN_ONE_BY_ONE        /* no doubles in lanes either */
#define EACH          for (int i = 0; i < CN_LANES; i++)

/* Other sets have types of these names, too: each keeps its members to itself. */
namespace {
struct vi;

struct alignas(32) vf {
    float v[CN_LANES];
    float &operator[](int i) { return v[i]; }
    float operator[](int i) const { return v[i]; }
    explicit operator vi() const;
};

struct alignas(32) vi {
    int32_t v[CN_LANES];
    int32_t &operator[](int i) { return v[i]; }
    int32_t operator[](int i) const { return v[i]; }
    explicit operator vf() const;
};

/* The bits as they are. */
inline vf::operator vi() const {
    vi r;
    memcpy(&r, this, sizeof r);
    return r;
}

inline vi::operator vf() const {
    vf r;
    memcpy(&r, this, sizeof r);
    return r;
}
} // namespace

INLINE vf splat(float s) {
    vf r;
    EACH r[i] = s;
    return r;
}

INLINE vi splat_int(int32_t s) {
    vi r;
    EACH r[i] = s;
    return r;
}

#define OPERATION(T, op)                                                                           \
    INLINE T operator op(T a, T b) {                                                               \
        EACH a[i] = a[i] op b[i];                                                                  \
        return a;                                                                                  \
    }                                                                                              \
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

#define COMPARISON(T, op)                                                                          \
    INLINE vi operator op(T a, T b) {                                                              \
        vi r;                                                                                      \
        EACH r[i] = a[i] op b[i] ? -1 : 0;                                                         \
        return r;                                                                                  \
    }
COMPARISON(vf, <)
COMPARISON(vf, >)
COMPARISON(vf, <=)
COMPARISON(vf, >=)
COMPARISON(vf, ==)
COMPARISON(vf, !=)
COMPARISON(vi, <)
COMPARISON(vi, >)
COMPARISON(vi, <=)
COMPARISON(vi, >=)
COMPARISON(vi, ==)
COMPARISON(vi, !=)

#include "wide/lanes_with_one.h"

INLINE vf operator-(vf a) {
    EACH a[i] = -a[i];
    return a;
}

INLINE vi operator-(vi a) {
    EACH a[i] = -a[i];
    return a;
}

INLINE vi operator~(vi a) {
    EACH a[i] = ~a[i];
    return a;
}

INLINE vi operator<<(vi a, int by) {
    EACH a[i] = (int32_t)((uint32_t)a[i] << by);
    return a;
}
INLINE vi operator>>(vi a, int by) {
    EACH a[i] = a[i] >> by;
    return a;
}

INLINE vf load(const float *p) {
    vf r;
    memcpy(&r, p, sizeof r);
    return r;
}

INLINE void store(float *p, vf v) { memcpy(p, &v, sizeof v); }

INLINE vf choose(vi mask, vf a, vf b) {
    EACH a[i] = mask[i] ? a[i] : b[i];
    return a;
}

INLINE vf absolute(vf v) {
    EACH v[i] = __builtin_fabsf(v[i]);
    return v;
}

INLINE vf sqrt_lane(vf v) {
    EACH v[i] = __builtin_sqrtf(v[i]);
    return v;
}

INLINE vf maxv(vf a, vf b) { return choose(a > b, a, b); }
INLINE vf minv(vf a, vf b) { return choose(a < b, a, b); }

/* Rows of four that are only moved. */
typedef float v4 __attribute__((vector_size(16), may_alias));

/* Of a single box, in double; one operation each. */
typedef double vd __attribute__((vector_size(32), may_alias));
INLINE v4 load_four(const float *p) { return (v4){p[0], p[1], p[2], p[3]}; }
INLINE vd four_doubles(double a, double b, double c, double d) { return (vd){a, b, c, d}; }
INLINE vd widen(v4 v) { return four_doubles(v[0], v[1], v[2], v[3]); }
INLINE v4 narrow(vd v) { return (v4){(float)v[0], (float)v[1], (float)v[2], (float)v[3]}; }

typedef struct Columns {
    vf x, y, z, w;
} Columns;

INLINE Columns gather_rows(const char *const *row, size_t offset) {
    Columns c;
    EACH {
        float f[4];
        memcpy(f, row[i] + offset, sizeof f);
        c.x[i] = f[0], c.y[i] = f[1], c.z[i] = f[2], c.w[i] = f[3];
    }
    return c;
}

INLINE void scatter_rows(char *const *row, size_t offset, Columns c) {
    EACH {
        float f[4] = {c.x[i], c.y[i], c.z[i], c.w[i]};
        memcpy(row[i] + offset, f, sizeof f);
    }
}

INLINE void scatter_pairs(char *const *row, size_t offset, vf x, vf y) {
    EACH {
        float f[2] = {x[i], y[i]};
        memcpy(row[i] + offset, f, sizeof f);
    }
}

INLINE void gather_pairs(const char *const *row, size_t offset, vf *x, vf *y) {
    EACH {
        float f[2];
        memcpy(f, row[i] + offset, sizeof f);
        (*x)[i] = f[0], (*y)[i] = f[1];
    }
}

INLINE void take_apart(const v4 *twos, vf *x, vf *y) {
    EACH(*x)[i] = twos[i / 2][i % 2 * 2], (*y)[i] = twos[i / 2][i % 2 * 2 + 1];
}

INLINE vd load_twos(const double *a, const double *b) {
    return four_doubles(a[0], a[1], b[0], b[1]);
}

INLINE void store_twos(double *a, double *b, vd v) {
    a[0] = v[0], a[1] = v[1];
    b[0] = v[2], b[1] = v[3];
}

INLINE vf every_other(vf a, vf b, int first) {
    vf r;
    EACH r[i] = i < CN_LANES / 2 ? a[2 * i + first] : b[2 * i + first - CN_LANES];
    return r;
}

INLINE vf firsts(vf a, vf b) { return every_other(a, b, 0); }
INLINE vf seconds(vf a, vf b) { return every_other(a, b, 1); }

#include "wide/lanes_index.h"

INLINE vi lanes_of(unsigned mask) {
    vi r;
    EACH r[i] = mask >> i & 1 ? -1 : 0;
    return r;
}

INLINE unsigned bits_of(vi mask) {
    unsigned r = 0;
    EACH r |= (unsigned)(mask[i] < 0) << i;
    return r;
}

INLINE unsigned lanes_with(vi flags, uint32_t bit) {
    return bits_of((flags & splat_int((int32_t)bit)) != 0);
}

#undef EACH
#undef OPERATION
#undef COMPARISON

#endif
