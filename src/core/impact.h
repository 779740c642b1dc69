/* impact.h: the impact phase of a sub-step: see impact.c. */
#ifndef CN_IMPACT_H
#define CN_IMPACT_H

#include "world.h"

/* Which of the contacts to solve may bounce in the sub-steps of h seconds to come. */
void cn_impact_list(cn_World *w, float h);
/* m/s of approach beyond which a fast body's touch is an impact, whatever its restitution. */
float cn_impact_fast_speed(float h);
bool cn_impact_candidate(const cn_Contact *c);
/* Everything that touches within the coming drift of h seconds fast enough to leave faster than
 * least_speed. */
void cn_impact_solve(cn_World *w, float h, float least_speed, bool first);

#endif
