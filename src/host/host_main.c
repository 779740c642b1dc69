/* host_main.c: from argv to an exit code: a Lua state, then the command line in Lua. */
#include "host_call.h"
#include "host_guard.h"
#include "host_lua.h"
#include "host_signal.h"

#include <stdio.h>

typedef struct Arguments {
    int argc;
    char **argv;
    int code;
} Arguments;

/* The global `arg` as lua5.4 sets it, and the same without index 0 for the command line. */
static int l_main(lua_State *L) {
    Arguments *arguments = lua_touserdata(L, 1);
    lua_createtable(L, arguments->argc, 1);
    for (int i = 0; i < arguments->argc; i++) {
        lua_pushstring(L, arguments->argv[i]);
        lua_rawseti(L, -2, i);
    }
    lua_pushvalue(L, -1);
    lua_setglobal(L, "arg");
    lua_getglobal(L, "require");
    lua_pushliteral(L, "cairn.cli");
    lua_call(L, 1, 1);
    lua_getfield(L, -1, "main");
    lua_pushvalue(L, -3);
    lua_call(L, 1, 1);
    arguments->code = (int)lua_tointeger(L, -1);
    return 0;
}

int host_main(int argc, char **argv, const host_Viewer *viewer) {
    lua_State *L = host_lua_open(argc > 0 ? argv[0] : "cairn", viewer);
    if (!L) {
        fprintf(stderr, "cairn: Lua could not be started\n");
        return 1;
    }
    host_signal_ignore();
    Arguments arguments = {argc, argv, 1};
    lua_pushcfunction(L, l_main);
    lua_pushlightuserdata(L, &arguments);
    if (host_lua_call(L, 1, 0) != LUA_OK) {
        const char *message = lua_tostring(L, -1);
        fprintf(stderr, "cairn: %s\n", message ? message : "unknown error");
        arguments.code = 1;
    }
    host_guard_close_state(L);
    return arguments.code;
}
