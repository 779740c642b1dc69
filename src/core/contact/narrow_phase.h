/* narrow_phase.h: see narrow_phase.c. */
#ifndef CN_NARROW_PHASE_H
#define CN_NARROW_PHASE_H

#include "data/world.h"

void cn_narrow_phase_collide(cn_World *w, float dt); /* stage: manifolds of all active contacts */

#endif
