/* host_lua.h: the Lua state, and where the program and its files are. */
#ifndef HOST_LUA_H
#define HOST_LUA_H

#include "host.h"

#include <lua.h>

/* A state with the standard libraries, cairn and cairn.host in package.preload, and the Lua files
 * of this installation first on package.path. NULL when out of memory. */
lua_State *host_lua_open(const char *program, const host_Viewer *viewer);

/* The whole path of the running program; static. */
const char *host_lua_program(const char *program);
/* The folder that holds lua/ and scripts/; static, valid for the life of the process. */
const char *host_lua_home(const char *program);

#endif
