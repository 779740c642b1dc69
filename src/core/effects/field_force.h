/* field_force.h: the stage in which areas pull, carry and drag what is in them. */
#ifndef CN_FIELD_FORCE_H
#define CN_FIELD_FORCE_H

#include "data/world.h"

void cn_field_act(cn_World *w, float dt); /* stage: into the forces of the step */

#endif
