/* gear_solve.h: gears, pulleys and ratchets in a step: see gear_solve.c. */
#ifndef CN_GEAR_SOLVE_H
#define CN_GEAR_SOLVE_H

#include "data/world.h"

/* What they do in a step */
void cn_gear_prepare(cn_World *w, float h);
void cn_gear_start(cn_World *w); /* with the impulses of the step before */
void cn_gear_solve(cn_World *w); /* ... after joints and contacts, before articulations */
void cn_gear_store(cn_World *w, float dt);
void cn_gear_free(cn_World *w);
size_t cn_gear_bytes(const cn_World *w);

#endif
