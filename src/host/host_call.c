/* host_call.c: protected calls from C into Lua. */
#include "host_call.h"

static int l_traceback(lua_State *L) {
    luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
    return 1;
}

int host_lua_call(lua_State *L, int nargs, int nresults) {
    int handler = lua_gettop(L) - nargs;
    lua_pushcfunction(L, l_traceback);
    lua_insert(L, handler);
    int status = lua_pcall(L, nargs, nresults, handler);
    lua_remove(L, handler);
    return status;
}
