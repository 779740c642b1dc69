/* impact_pair.h: the two bodies of a contact within a sub-step, for those who look for its touch.
 */
#ifndef CN_IMPACT_PAIR_H
#define CN_IMPACT_PAIR_H

#include "geometry/geometry.h"
#include "solver/impact/impact.h"

typedef struct cn_ImpactPair {
    const cn_ImpactStep *f;
    const cn_Contact *c;
    cn_Course a, b;
    cn_Vec apart; /* centre of b minus that of a when the step began */
    cn_Geom ga, gb;
    float blow_speed; /* m/s: slower approaches are none; of those that may have impacts */
    bool discs;
} cn_ImpactPair;

/* impact_apart.c: m, by which the two may come nearer than they will in the sub-step from t on, and
 * surely do not touch, nor did. A quick answer for many; 0 says nothing. */
float cn_impact_spare(const cn_ImpactPair *p, float t);

#endif
