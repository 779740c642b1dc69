/* field_force.h: what areas do in a step: see field_force.c. */
#ifndef CN_FIELD_FORCE_H
#define CN_FIELD_FORCE_H

#include "data/world.h"

void cn_field_act(cn_World *w, float dt); /* stage: into the forces of the step */

#endif
