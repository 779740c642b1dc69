/* gear_solve.h: the places that gears, pulleys and ratchets have in a step, in this order. */
#ifndef CN_GEAR_SOLVE_H
#define CN_GEAR_SOLVE_H

#include "data/world.h"

/* Which act, their bodies and the joints that they hold. */
void cn_gear_prepare(cn_World *w, float h);
void cn_gear_start(cn_World *w); /* with the impulses of the step before */
void cn_gear_solve(cn_World *w); /* sub-step: after joints and contacts, before articulations */
void cn_gear_store(cn_World *w, float dt);

#endif
