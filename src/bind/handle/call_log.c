/* call_log.c: the calls that change a world, for a recording of it
 * (cairn.recording.world_recorder).
 *
 * Every method that may change a world first asks whether it may (bind_open_world and the like).
 * There a world that is recorded tells its recorder which function runs, and with which arguments;
 * a function is known by itself, so one that a script has kept in a local is told as well. A call
 * that is refused afterwards is refused again in the replay. Worlds that are not recorded pay for
 * one test. Not here: steps and what hooks decide in them (world/step.c, event/hooks.c). */
#include "handle/call_log.h"

#include "handle/handle.h"

static void let_go(lua_State *L, bind_World *w, int world_index) {
    w->recorded = false;
    lua_pushnil(L);
    lua_setiuservalue(L, world_index, UV_RECORDER);
}

void bind_tell_recorder(lua_State *L, int world_index, const char *kind, int argc) {
    bind_World *w = lua_touserdata(L, world_index);
    luaL_checkstack(L, argc + 4, NULL);
    int first = lua_gettop(L) - argc + 1;
    lua_getiuservalue(L, world_index, UV_RECORDER);
    lua_insert(L, first);
    lua_pushstring(L, kind);
    lua_insert(L, first + 1);
    lua_call(L, argc + 1, 1);
    if (!lua_toboolean(L, -1)) let_go(L, w, world_index); /* closed */
    lua_pop(L, 1);
}

void bind_log_call(lua_State *L, bind_World *w) {
    lua_Debug ar;
    int top = lua_gettop(L);
    if (!lua_getstack(L, 0, &ar)) return;
    luaL_checkstack(L, top + 6, NULL);
    if (bind_test_world(L, 1) == w)
        lua_pushvalue(L, 1);
    else
        lua_getiuservalue(L, 1, UV_WORLD); /* the same place in handles and movers */
    lua_getinfo(L, "f", &ar);
    for (int i = 1; i <= top; i++) lua_pushvalue(L, i);
    bind_tell_recorder(L, top + 1, "call", top + 1);
    lua_settop(L, top);
}

/* attach(world, recorder): it is called from now on, until it returns false. False when the world
 * is recorded already. */
static int l_attach(lua_State *L) {
    bind_World *w = bind_world(L, 1);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    lua_pushboolean(L, !w->recorded);
    if (w->recorded) return 1;
    w->recorded = true;
    lua_pushvalue(L, 2);
    lua_setiuservalue(L, 1, UV_RECORDER);
    return 1;
}

/* detach(world, recorder): it is called no more. */
static int l_detach(lua_State *L) {
    bind_World *w = bind_test_world(L, 1);
    lua_settop(L, 2);
    if (!w) return 0;
    lua_getiuservalue(L, 1, UV_RECORDER);
    if (lua_rawequal(L, 2, 3)) let_go(L, w, 1);
    return 0;
}

void bind_call_log_register(lua_State *L, lua_CFunction replay_step) {
    lua_pushcfunction(L, l_attach);
    lua_setfield(L, -2, "attach");
    lua_pushcfunction(L, l_detach);
    lua_setfield(L, -2, "detach");
    lua_pushcfunction(L, replay_step);
    lua_setfield(L, -2, "replay_step");
}
