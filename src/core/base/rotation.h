/* rotation.h: how far bodies turn within a step: small rotations, and turns that are counted. */
#ifndef CN_ROTATION_H
#define CN_ROTATION_H

#include "cairn_math.h"

/* cosine of a turn in a step: beyond 60 degrees the signs of the sines do not tell which way it
 * crossed half a turn, so the angles are added up */
#define CN_FAR_TURN 0.5f
/* count of whole turns: so that differences of differences fit an int, too */
#define CN_MOST_TURNS (1 << 28)

/* Cosine of an angle and sine divided by it, of its square q, by Taylor's series; `of` makes a
 * number what q is (wide/motion_kernel.h has lanes), so that both give the same bits. Below float
 * resolution up to CN_SMALL_ANGLE. */
#define CN_SMALL_COS(of, q)                                                                        \
    (of(1.0f) -                                                                                    \
     (q) * (of(0.5f) - (q) * (of(1.0f / 24) - (q) * (of(1.0f / 720) - (q)*of(1.0f / 40320)))))
#define CN_SMALL_SIN(of, q)                                                                        \
    (of(1.0f) - (q) * (of(1.0f / 6) - (q) * (of(1.0f / 120) - (q)*of(1.0f / 5040))))
#define CN_SMALL_ANGLE 0.5f /* rad */

/* Cosine and sine of a turn that is small, as a rule. */
static inline cn_Rot cn_small_rotation(float a) {
    if (cn_absf(a) > CN_SMALL_ANGLE) return cn_rot_from_angle((double)a);
    float q = a * a;
    return (cn_Rot){CN_SMALL_COS(, q), a * CN_SMALL_SIN(, q)};
}

/* The factor that gives a cosine and a sine that are nearly of length 1 that length. */
static inline double cn_rot_unit(double c, double s) { return 1.5 - 0.5 * (c * c + s * s); }

/* Counts the turns of a body that has gone from one rotation to another by about way radians. */
static inline int cn_turns_between(cn_Rot from, cn_Rot to, float way) {
    cn_Rot far = cn_rot_rel(from, to);
    int turns = 0;
    if (from.c < 0 && to.c < 0 && (from.s < 0) != (to.s < 0)) turns = from.s < 0 ? -1 : 1;
    if (far.c < CN_FAR_TURN) { /* what joints throw about may come over from anywhere */
        double over = cn_rot_angle(from) + cn_rot_angle(far) - cn_rot_angle(to);
        turns = over > CN_PI ? 1 : over < -CN_PI ? -1 : 0;
    }
    if (!(cn_absf(way) >= 2)) return turns; /* nor where it is not a number */
    double rest = ((double)way - cn_rot_angle(far)) / (2 * CN_PI);
    rest = rest > CN_MOST_TURNS ? CN_MOST_TURNS : rest < -CN_MOST_TURNS ? -CN_MOST_TURNS : rest;
    return turns + (int)(rest + (rest < 0 ? -0.5 : 0.5));
}

/* What has turned more often than that is not counted further. */
static inline int cn_turns_add(int turns, int more) {
    int sum = turns + more;
    return sum > CN_MOST_TURNS ? CN_MOST_TURNS : sum < -CN_MOST_TURNS ? -CN_MOST_TURNS : sum;
}

#endif
