/* body.h: making, reading and changing bodies: see body.c. */
#ifndef CN_BODY_H
#define CN_BODY_H

#include "data/world.h"

/* After a change of pose from outside a step: boxes, and whoever it touched wakes. */
void cn_body_moved(cn_World *w, int body);
void cn_body_remove(cn_World *w, int body);
void cn_body_disable(cn_World *w, int body);

#endif
