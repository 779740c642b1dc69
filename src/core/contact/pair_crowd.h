/* pair_crowd.h: see pair_crowd.c. */
#ifndef CN_PAIR_CROWD_H
#define CN_PAIR_CROWD_H

#include "data/world.h"

/* Of the first count pairs of the list, those that are to come and have no room go on waiting. */
void cn_pair_crowd_thin(cn_World *w, int count);

#endif
