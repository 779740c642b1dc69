/* host_lua.h: the Lua state and its protected calls.
 *
 * Every entry from C into Lua goes through host_lua_call: one pcall, with the traceback taken at
 * the point of error. Nothing of the host runs Lua unprotected. */
#ifndef HOST_LUA_H
#define HOST_LUA_H

#include "host.h"

#include <lauxlib.h>
#include <lua.h>

/* A state with the standard libraries, cairn and cairn.host in package.preload, and the Lua files
 * of this installation first on package.path. NULL when out of memory. */
lua_State *host_lua_open(const char *program, const host_Viewer *viewer);

/* The whole path of the running program; static. */
const char *host_lua_program(const char *program);
/* The folder that holds lua/ and scripts/; static, valid for the life of the process. */
const char *host_lua_home(const char *program);

/* Call the function below nargs arguments, as lua_pcall; on failure the message with its traceback
 * is on the stack instead of the results. */
int host_lua_call(lua_State *L, int nargs, int nresults);

#endif
