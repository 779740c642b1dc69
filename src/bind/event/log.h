/* log.h: the debug log. */
#ifndef BIND_EVENT_LOG_H
#define BIND_EVENT_LOG_H

#include "base/types.h"

/* A line for each collision that began or ended, to the function at an index. */
int bind_log_events(lua_State *L, int world_index, int function_index);

#endif
