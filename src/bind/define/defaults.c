/* defaults.c: what a Lua state keeps for the worlds to come: the defaults of `strict` and
 * `threads`, and the count of worlds. It lives in the registry. */
#include "define/defaults.h"

#include "base/args.h"

static const char STRICT_KEY = 0; /* registry keys: only the addresses count */
static const char SERIAL_KEY = 0;
static const char THREADS_KEY = 0;

bool bind_default_strict(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &STRICT_KEY);
    bool strict = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return strict;
}

int bind_default_threads(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &THREADS_KEY);
    int threads = lua_isinteger(L, -1) ? (int)lua_tointeger(L, -1) : cn_world_def().threads;
    lua_pop(L, 1);
    return threads;
}

uint32_t bind_next_serial(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &SERIAL_KEY);
    lua_Integer serial = lua_tointeger(L, -1) + 1;
    lua_pushinteger(L, serial);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &SERIAL_KEY);
    lua_pop(L, 1);
    return (uint32_t)serial;
}

/* cairn.set_strict(boolean): the default of `strict` for worlds made afterwards */
int l_cairn_set_strict(lua_State *L) {
    lua_pushboolean(L, bind_boolean(L, 1));
    lua_rawsetp(L, LUA_REGISTRYINDEX, &STRICT_KEY);
    return 0;
}

/* cairn.set_threads(n): the default of `threads` for worlds made afterwards */
int l_cairn_set_threads(lua_State *L) {
    lua_Integer n = bind_integer(L, 1);
    if (n < 1 || n > 256) {
        return bind_arg_error(L, 1, "must be an integer in 1..256, got %s", bind_whole(L, n));
    }
    lua_pushinteger(L, n);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &THREADS_KEY);
    return 0;
}
