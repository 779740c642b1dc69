/* events.h: the events of the last step as loops. */
#ifndef BIND_EVENT_EVENTS_H
#define BIND_EVENT_EVENTS_H

#include "base/types.h"

extern const luaL_Reg bind_event_methods[];

#endif
