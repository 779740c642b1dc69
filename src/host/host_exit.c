/* host_exit.c: the display may go away under a window. Xlib then calls exit(1), which cannot be
 * refused; but handlers of exit still run, and may close what is being recorded. */
#include "host_exit.h"

#include <lauxlib.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { DISPLAY_LOST = 6 }; /* exit code of the command line */

static lua_State *guarded;
static int function = LUA_NOREF;

static void at_exit(void) {
    lua_State *L = guarded;
    if (!L) return;
    guarded = NULL;
    if (lua_checkstack(L, LUA_MINSTACK)) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, function);
        if (lua_pcall(L, 0, 0, 0) != LUA_OK) lua_pop(L, 1);
    }
    fputs("cairn: the display is gone\n", stderr);
    fflush(NULL);
    _exit(DISPLAY_LOST);
}

void host_exit_guard(lua_State *L) {
    static bool registered;
    if (!registered) registered = atexit(at_exit) == 0;
    function = luaL_ref(L, LUA_REGISTRYINDEX);
    guarded = L;
}

void host_exit_unguard(void) {
    if (guarded) luaL_unref(guarded, LUA_REGISTRYINDEX, function);
    guarded = NULL;
    function = LUA_NOREF;
}
