/* narrow_phase.h: the manifolds of all active contacts, once a step, and which of them began or
 * stopped touching. */
#ifndef CN_NARROW_PHASE_H
#define CN_NARROW_PHASE_H

#include "data/world.h"

void cn_narrow_phase_collide(cn_World *w, float dt); /* stage: manifolds of all active contacts */
void cn_narrow_phase_touches(cn_World *w);           /* stage: begin and end */
void cn_narrow_phase_struck(cn_World *w); /* stage: what touched and left within the step */
/* Stage: begin and end of the contacts of sensors that are marked as changed. */
void cn_narrow_phase_entered(cn_World *w, int words);

#endif
