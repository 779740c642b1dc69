/* event.h: clears, completes and publishes what happened in a step. */
#ifndef CN_EVENT_H
#define CN_EVENT_H

#include "data/world.h"

void cn_event_clear(cn_World *w);
void cn_event_publish(cn_World *w);
void cn_event_solved(cn_World *w); /* stage: hits and post_solve manifolds */

#endif
