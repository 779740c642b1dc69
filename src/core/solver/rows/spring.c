/* spring.c: springs and dampers over one sub-step, exactly.
 *
 * With x the way from rest and v0 the speed in the sub-step before, the leapfrog of a damped
 * oscillator x'' = -w^2 x - 2 z w x' (w = 2 pi hertz, z the damping ratio, t = w h) that passes
 * through the exact solution at every sub-step is
 *     v1 - v0 = -(P / h) x - (1 - E) v0,
 *     E = exp(-2 z t),  P = 1 + E - 2 exp(-z t) cos(sqrt(1 - z^2) t)
 * (cosh beyond z = 1): the recurrence of its two exponentials. As an impulse that knows what else
 * changes the speed it is, for a unit of mass, with D = t^2 / P - 1,
 *     p = -(D (v1 - v0) + (t^2 / h) x + (1 + D) (1 - E) v0),
 * which is the same alone, keeps exact under a constant load, and sags by that load over w^2.
 * An undamped spring keeps its amplitude: nothing is implicit in the way it moves.
 *
 * D is t^2 / 12 for soft springs, which is nearly explicit: stable while the t^2 of springs that
 * pull at each other add up to less than 4, whatever else acts on their bodies. Beyond that
 *   - a spring alone takes the average acceleration of Newmark's method (J. Eng. Mech. Div. ASCE
 * 85, 1959; beta = 1/4): any stiffness, no damping, slow by t^2 / 12;
 *   - among others it is implicit (backward Euler) and no stiffer than t = 1.1 (42 Hz with four
 *     sub-steps of 60 steps). That damps; but one sweep a sub-step over a net of stiff springs
 * cannot keep their energy, and must not make any: a net of 8 x 8 bodies of 1:100 exploded at 30 Hz
 * with Newmark's method, and at 60 Hz still with this one. */
#include "solver/rows/spring.h"

#include <math.h>

#include "data/world.h"

/* ratio, sum of t^2 of springs at the same bodies: below it each is exact */
#define MOST_EXACT 3.5
#define MOST_ALONE 2.0  /* ratio, t^2 of a spring alone: above it Newmark's method */
#define MOST_AMONG 1.1  /* ratio, t of a spring among others at most */
#define TINY       1e-3 /* ratio, t: below it Newmark is exact to rounding and P is not */

/* exp(-x), x >= 0, by Taylor and squaring: C libraries differ in the last bit. */
static double exp_of_minus(double x) {
    if (x > 700) return 0;
    double y = -x / 1024, e = 1;
    for (int i = 8; i > 0; i--) e = 1 + y / i * e;
    for (int i = 0; i < 10; i++) e *= e;
    return e;
}

/* exp(-z t) cos(sqrt(1 - z^2) t) */
static double half_sum(double z, double t) {
    if (z < 1) return exp_of_minus(z * t) * cn_cos(sqrt(1 - z * z) * t);
    double s = sqrt(z * z - 1);
    return 0.5 * (exp_of_minus((z - s) * t) + exp_of_minus((z + s) * t));
}

cn_Spring cn_joint_spring(double hertz, double z, double h, int coupled) {
    double t = 2 * CN_PI * hertz * h, a = 2 * z * t;
    double e = exp_of_minus(a), give, damp;
    if (!(t > 0)) return (cn_Spring){0, 0, 0};
    bool alone = coupled == 0;
    if (t * t * (1 + coupled) > MOST_EXACT && !alone) {
        t = t < MOST_AMONG ? t : MOST_AMONG;
        give = t * t + 2 * z * t;
        return (cn_Spring){(float)give, (float)(t * t / h), 0};
    }
    if (t > TINY && (!alone || t * t <= MOST_ALONE)) {
        give = t * t / (1 + e - 2 * half_sum(z, t)) - 1;
        give = give > 0 ? give : 0;
        damp = (1 + give) * (1 - e);
    } else {
        /* the damper alone is exact: never turns v around, however strong */
        give = 0.25 * t * t + (a > 1e-3 ? a / (1 - e) - 1 : 0.5 * a);
        damp = a;
    }
    return (cn_Spring){(float)give, (float)(t * t / h), (float)(damp - give)};
}
