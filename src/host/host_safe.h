/* host_safe.h: functions of the standard libraries that a script cannot hide an endless loop in. */
#ifndef HOST_SAFE_H
#define HOST_SAFE_H

#include <lua.h>

/* Into the library tables of the state: coroutine.resume, wrap, close; string.find, match, gmatch,
 * gsub, rep; table.move, insert, remove. They do what those of Lua do. */
void host_safe_install(lua_State *L);
/* For the environment of a script alone: its xpcall and setmetatable, into the table on top. */
void host_safe_register(lua_State *L);

#endif
