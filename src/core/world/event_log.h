/* event_log.h: notes what happened to bodies and joints (woken, moved, broken) while the step goes
 * on; step/event.c publishes it. */
#ifndef CN_EVENT_LOG_H
#define CN_EVENT_LOG_H

#include "data/world.h"

/* Room for one event more; false when out of memory, which is noted. */
#define CN_EVENT_ROOM(array, count) cn_had_memory(w, CN_GROW(array, (count) + 1))
void cn_event_body(cn_World *w, cn_BodyId **list, int *count, int *capacity, int body);
void cn_event_wake(cn_World *w, cn_BodyId body, bool awake);
void cn_event_broken(cn_World *w, int joint);
void cn_event_warn(cn_World *w, cn_WarningKind kind, int body);
/* The first time only that the world has to be warned of this; at: m, where that is. */
void cn_event_warn_once(cn_World *w, cn_WarningKind kind, int body, cn_Pos at);

#endif
