/* thrust_force.h: lets the forces act that bodies have in every step. */
#ifndef CN_THRUST_FORCE_H
#define CN_THRUST_FORCE_H

#include "data/world.h"

void cn_thrust_act(cn_World *w, float dt); /* stage of the step, on what is awake */

#endif
