/* host_call.h: protected calls from C into Lua.
 *
 * Every entry from C into Lua goes through host_lua_call: one pcall, with the traceback taken at
 * the point of error. Nothing of the host runs Lua unprotected. */
#ifndef HOST_CALL_H
#define HOST_CALL_H

#include <lauxlib.h>
#include <lua.h>

/* Call the function below nargs arguments, as lua_pcall; on failure the message with its traceback
 * is on the stack instead of the results. */
int host_lua_call(lua_State *L, int nargs, int nresults);

#endif
