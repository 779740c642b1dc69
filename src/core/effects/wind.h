/* wind.h: the stage in which moving or still air pushes and brakes dynamic bodies. */
#ifndef CN_WIND_H
#define CN_WIND_H

#include "data/world.h"

/* Stage: into the forces of the step. */
void cn_wind_act(cn_World *w, float dt);

#endif
