/* finalize.h: the stages that give bodies their new poses, boxes and sleep times, and look at the
 * bounds. */
#ifndef CN_FINALIZE_H
#define CN_FINALIZE_H

#include "data/world.h"

void cn_finalize(cn_World *w, float dt); /* new poses, boxes, sleep times */
void cn_finalize_bounds(cn_World *w);    /* which bodies have left the bounds */

#endif
