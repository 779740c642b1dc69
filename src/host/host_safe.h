/* host_safe.h: functions of the standard libraries that a script cannot hide an endless loop in. */
#ifndef HOST_SAFE_H
#define HOST_SAFE_H

#include <lua.h>
#include <stdbool.h>

/* Into the library tables of the state: coroutine.resume, wrap, close; string.find, match, gmatch,
 * gsub, rep; table.move, insert, remove. They do what those of Lua do. */
void host_safe_install(lua_State *L);
/* For the environment of a script alone: its xpcall and setmetatable, and what makes its load, into
 * the table on top. */
void host_safe_register(lua_State *L);
/* load(chunk[, name[, mode[, env]]]) for text alone, which ends when the guard says so: the
 * compiler can be kept busy for hours by a megabyte. Upvalue 1: the environment where none is
 * given, or none for the globals; upvalue 2: bytes that a chunk may have, or none. */
int host_safe_load(lua_State *L);
/* The table below the top gets the metatable, or nil, on top, which is popped. Its __gc is taken
 * away meanwhile: the collector must never call it. True when there was one. */
bool host_safe_set_metatable(lua_State *L);
/* The arguments of setmetatable, which raise unless they fit it; just two are left. */
void host_safe_check_metatable(lua_State *L);
/* Push the table that the registry has under the key, weak by its keys; made at its first use. */
void host_safe_push_weak(lua_State *L, const void *key);

#endif
