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

/* impact_apart.c: surely no touch in the sub-step from t on, nor one that is left? A quick answer
 * for many; false may be either. */
bool cn_impact_stays_apart(const cn_ImpactPair *p, float t);

#endif
