/* touch.h: see touch.c. */
#ifndef CN_CONTACT_TOUCH_H
#define CN_CONTACT_TOUCH_H

#include "data/world.h"

/* The contacts that are marked as changed in the words of the step, ascending. False: no memory;
 * they are found again in the next step. */
bool cn_touch_list(cn_World *w);
void cn_touch_update(cn_World *w);  /* stage: begin and end, of what is listed */
void cn_touch_struck(cn_World *w);  /* stage: what touched and left within the step */
void cn_touch_entered(cn_World *w); /* sensors, of what is marked */

#endif
