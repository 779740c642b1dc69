/* softness.h: a spring as numbers for a velocity row, of contacts and of what joints hold. */
#ifndef CN_SOFTNESS_H
#define CN_SOFTNESS_H

#include "wide/contact_block.h"

/* Of frequency omega, rad/s, and so damped (1 = critically), in a sub-step of h, s.
 * Source: Catto, "Soft Constraints", GDC 2011; in this form from Solver2D, 2024. */
static inline cn_Softness cn_softness(float omega, float damping, float h) {
    float a1 = 2 * damping + h * omega, a2 = h * omega * a1, a3 = 1 / (1 + a2);
    return (cn_Softness){omega / a1, a2 * a3, a3};
}

#endif
