/* spring.h: the impulse of a spring and damper over one sub-step, exactly. */
#ifndef CN_SPRING_H
#define CN_SPRING_H

#include "data/world.h"

/* A spring and damper over a sub-step, for a unit of mass: the impulse is
 * -(give (v - v0) + stiff x + (damp + give) v0), v0 the speed before the sub-step. */
typedef struct cn_Spring {
    float give, stiff, damp;
} cn_Spring;

/* coupled: how many joints act on the two bodies besides this one */
cn_Spring cn_joint_spring(double hertz, double damping, double h, int coupled);

#endif
