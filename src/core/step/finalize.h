/* finalize.h: after the sub-steps: new poses, boxes, sleep times (wide/motion_kernel.h), and who
 * has left the bounds: see finalize.c. */
#ifndef CN_FINALIZE_H
#define CN_FINALIZE_H

#include "data/world.h"

void cn_finalize(cn_World *w, float dt); /* new poses, boxes, sleep times */
void cn_finalize_bounds(cn_World *w);    /* who has left the bounds */

#endif
