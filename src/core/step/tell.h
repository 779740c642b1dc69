/* tell.h: tells of shapes and joints that bear much. */
#ifndef CN_STEP_TELL_H
#define CN_STEP_TELL_H

#include "data/world.h"

void cn_tell_loads(cn_World *w, double dt); /* stage of the step */

#endif
