/* angle_kernel.h: cn_rot_angle, four at a time and without a branch: which way many bodies lie is
 * no pattern. The bits of math.c. Included by contact_kernel.h, before the kernels of joints. */
#include "base/atan_poly.h"

#if defined(CN_ONE_BY_ONE)

static void angles(const cn_Rot *q, double *out, int count) {
    for (int i = 0; i < count; i++) out[i] = cn_rot_angle(q[i]);
}

INLINE void four_angles(const float *c, const float *s, float *out) {
    for (int i = 0; i < 4; i++) out[i] = (float)cn_rot_angle((cn_Rot){c[i], s[i]});
}

#else

INLINE vd exact_angle(vd c, vd s) {
    const vd zero = splat_double(0), pi = splat_double(CN_PI);
    const vl sign = (vl)splat_double(-0.0);
    vd x = (vd)((vl)c & ~sign), y = (vd)((vl)s & ~sign);
    vl up = y > x;
    vd low = choose_double(up, x, y), high = choose_double(up, y, x);
    vl steep = low > CN_TAN_EIGHTH * high;
    vd above = choose_double(steep, low - high, low),
       below = choose_double(steep, low + high, high);
    vd u = above / below, z = u * u;
    vd angle = CN_ATAN_EIGHTH(u, z) + (vd)(steep & (vl)(0.25 * pi));
    angle = choose_double(up, 0.5 * pi - angle, angle);
    angle = choose_double(c < zero, pi - angle, angle);
    angle = (vd)((vl)angle ^ ((s < zero) & sign));
    return choose_double(angle > -pi, angle, pi);
}

static void angles(const cn_Rot *q, double *out, int count) {
    for (int i = 0; i < count; i += 4) {
        v4 first = load_four(&q[i].c), second = load_four(&q[i + 2].c);
        v4 c = __builtin_shufflevector(first, second, 0, 2, 4, 6);
        v4 s = __builtin_shufflevector(first, second, 1, 3, 5, 7);
        *(vd *)(void *)&out[i] = exact_angle(widen(c), widen(s));
    }
}

INLINE void four_angles(const float *c, const float *s, float *out) {
    v4 angle = narrow(exact_angle(widen(load_four(c)), widen(load_four(s))));
    *(v4 *)(void *)out = angle;
}

#endif
