/* wind.h: air that moves, or stands still, past everything dynamic: see wind.c. */
#ifndef CN_WIND_H
#define CN_WIND_H

#include "data/world.h"

/* Stage: the same */
void cn_wind_act(cn_World *w, float dt);

#endif
