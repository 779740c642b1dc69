/* host_isolate.h: a process of its own for a script that is not trusted. */
#ifndef HOST_ISOLATE_H
#define HOST_ISOLATE_H

#include <lua.h>

/* Adds isolate and confine to the table on top. */
void host_isolate_register(lua_State *L);

#endif
