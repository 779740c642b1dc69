/* cairn_math.h: the small vector algebra of the engine.
 *
 * Positions are double (a world may be 100 km wide), everything else is float. Rotations are unit
 * (cos, sin) pairs, so that composing them needs no trigonometry. cn_sin, cn_cos and cn_atan2 are
 * our own polynomials: the C library's differ between machines, and the step must not.
 * Not here: matrices (nothing needs them), boxes (cn_Box below is all there is). */
#ifndef CAIRN_MATH_H
#define CAIRN_MATH_H

#include <math.h>
#include <stdbool.h>

#define CN_PI 3.14159265358979323846 /* ratio: half a turn in radians */

/* A direction, velocity or relative position; metres or metres per second. */
typedef struct cn_Vec {
    float x, y;
} cn_Vec;

/* A place in the world, metres. */
typedef struct cn_Pos {
    double x, y;
} cn_Pos;

/* A rotation as the cosine and sine of its angle. */
typedef struct cn_Rot {
    float c, s;
} cn_Rot;

/* A rigid placement within a float-sized neighbourhood: rotate by q, then shift by p. */
typedef struct cn_Xf {
    cn_Vec p;
    cn_Rot q;
} cn_Xf;

/* An axis-aligned box in float, rounded outwards from the exact one. */
typedef struct cn_Box {
    float x1, y1, x2, y2;
} cn_Box;

/* Sine and cosine of any finite angle (radians), exact to 2 float ulp for |a| <= 1e4. */
cn_Rot cn_rot_from_angle(double angle);
/* The angle of q in (-pi, pi]. */
double cn_rot_angle(cn_Rot q);
/* Our own sin, cos and atan2 in double: polynomials, the same bits on every machine. */
double cn_sin(double a);
double cn_cos(double a);
double cn_atan2(double y, double x);
/* NaN and infinities are not finite; independent of compiler flags. */
bool cn_is_finite(double v);

static inline cn_Vec cn_vec(float x, float y) { return (cn_Vec){x, y}; }
static inline cn_Vec cn_add(cn_Vec a, cn_Vec b) { return (cn_Vec){a.x + b.x, a.y + b.y}; }
static inline cn_Vec cn_sub(cn_Vec a, cn_Vec b) { return (cn_Vec){a.x - b.x, a.y - b.y}; }
static inline cn_Vec cn_neg(cn_Vec a) { return (cn_Vec){-a.x, -a.y}; }
static inline cn_Vec cn_scale(float k, cn_Vec a) { return (cn_Vec){k * a.x, k * a.y}; }
/* a + k b */
static inline cn_Vec cn_mul_add(cn_Vec a, float k, cn_Vec b) {
    return (cn_Vec){a.x + k * b.x, a.y + k * b.y};
}
static inline float cn_dot(cn_Vec a, cn_Vec b) { return a.x * b.x + a.y * b.y; }
static inline float cn_cross(cn_Vec a, cn_Vec b) { return a.x * b.y - a.y * b.x; }
/* w x a, the velocity of the point a under the spin w */
static inline cn_Vec cn_cross_sv(float w, cn_Vec a) { return (cn_Vec){-w * a.y, w * a.x}; }
/* a turned by +90 degrees; by -90 degrees */
static inline cn_Vec cn_left(cn_Vec a) { return (cn_Vec){-a.y, a.x}; }
static inline cn_Vec cn_right(cn_Vec a) { return (cn_Vec){a.y, -a.x}; }
static inline float cn_length_sq(cn_Vec a) { return a.x * a.x + a.y * a.y; }
/* In double, so that neither a tiny nor a huge vector loses its length on the way. */
static inline float cn_length(cn_Vec a) {
    return (float)sqrt((double)a.x * (double)a.x + (double)a.y * (double)a.y);
}
/* The unit vector along a, and its length in *length (may be NULL); zero stays zero. */
cn_Vec cn_normalize(cn_Vec a, float *length);

static inline float cn_minf(float a, float b) { return a < b ? a : b; }
static inline float cn_maxf(float a, float b) { return a > b ? a : b; }
static inline float cn_absf(float a) { return a < 0.0f ? -a : a; }
static inline float cn_clampf(float v, float lo, float hi) {
    return v < lo ? lo : (v > hi ? hi : v);
}

static inline cn_Vec cn_rotate(cn_Rot q, cn_Vec v) {
    return (cn_Vec){q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y};
}
static inline cn_Vec cn_unrotate(cn_Rot q, cn_Vec v) {
    return (cn_Vec){q.c * v.x + q.s * v.y, -q.s * v.x + q.c * v.y};
}
/* first r, then q */
static inline cn_Rot cn_rot_mul(cn_Rot q, cn_Rot r) {
    return (cn_Rot){q.c * r.c - q.s * r.s, q.s * r.c + q.c * r.s};
}
/* r as seen from q: q^-1 r */
static inline cn_Rot cn_rot_rel(cn_Rot q, cn_Rot r) {
    return (cn_Rot){q.c * r.c + q.s * r.s, q.c * r.s - q.s * r.c};
}
static inline cn_Vec cn_xf_point(cn_Xf t, cn_Vec v) { return cn_add(cn_rotate(t.q, v), t.p); }
static inline cn_Vec cn_xf_unpoint(cn_Xf t, cn_Vec v) { return cn_unrotate(t.q, cn_sub(v, t.p)); }

static inline bool cn_box_overlaps(cn_Box a, cn_Box b) {
    return a.x1 <= b.x2 && b.x1 <= a.x2 && a.y1 <= b.y2 && b.y1 <= a.y2;
}
static inline cn_Box cn_box_union(cn_Box a, cn_Box b) {
    return (cn_Box){cn_minf(a.x1, b.x1), cn_minf(a.y1, b.y1), cn_maxf(a.x2, b.x2),
                    cn_maxf(a.y2, b.y2)};
}

#endif
