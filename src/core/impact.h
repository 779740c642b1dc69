/* impact.h: the impact phase of a sub-step: see impact.c. */
#ifndef CN_IMPACT_H
#define CN_IMPACT_H

#include "wide/block.h"
#include "world.h"

#define CN_DULL 0.3f /* less restitution keeps less than a tenth of the energy */

/* Whether anybody may go another way at speed after a blow, so that more has to be looked at. */
static inline bool cn_impact_rebounds(const cn_World *w) {
    return w->bouncy_shapes > 0 && w->bounciest >= CN_DULL;
}

/* impact.c: everything that touches within the coming drift of h seconds fast enough to leave
 * faster than least_speed. */
void cn_impact_solve(cn_World *w, float h, float least_speed, bool first);

/* impact_list.c: for sub-steps of h seconds; and what may have impacts in those to come, of which
 * the rows take their hands. */
cn_BounceRule cn_impact_rule(const cn_World *w, float h, float least_speed);
void cn_impact_list(cn_World *w, const cn_BounceRule *rule);
/* m/s of approach beyond which a fast body's touch is an impact, whatever its restitution. */
float cn_impact_fast_speed(float h);
bool cn_impact_candidate(const cn_Contact *c);

/* impact_rows.c: forget what the rows of a contact were pushing, before the warm start. */
void cn_impact_retract(cn_World *w, const cn_Contact *c, bool first);
/* Rows for the manifold at some time of the step, when its bodies had come so far. */
void cn_impact_refit(cn_World *w, const cn_Contact *c, const cn_Touch *touch, cn_Motion way_a,
                     cn_Motion way_b);
/* After a blow its bodies may pass each other faster than was thought. */
void cn_impact_widen(cn_World *w, const cn_Contact *c, float dt);
void cn_impact_yield(cn_World *w, const cn_Contact *c); /* rows always, no impacts */

#endif
