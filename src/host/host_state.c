/* host_state.c: states of a scene (cairn.scene.state) as the viewer holds them.
 *
 * A state is a table in the registry; here are only its reference and the two numbers that a ring
 * of states asks for. */
#include "host_visit.h"

#include <stdlib.h>

struct host_State {
    int table; /* registry reference */
    long tick;
    size_t bytes;
};

static void op_snapshot(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    host_State *state = argument;
    host_scene_method(L, "snapshot", 0, 1);
    if (!lua_istable(L, -1)) return;
    state->tick = (long)host_scene_number_field(L, -1, "tick", 0.0);
    state->bytes = (size_t)host_scene_number_field(L, -1, "bytes", 0.0);
    state->table = luaL_ref(L, LUA_REGISTRYINDEX);
}

host_State *host_scene_snapshot(host_Scene *scene) {
    host_State *state = malloc(sizeof *state);
    if (!state) return NULL;
    *state = (host_State){.table = LUA_NOREF};
    if (host_scene_try(scene, op_snapshot, state) && state->table != LUA_NOREF) return state;
    free(state);
    return NULL;
}

typedef struct Restore {
    int table;
    bool done;
} Restore;

static void op_restore(lua_State *L, host_Scene *scene, void *argument) {
    Restore *restore = argument;
    lua_rawgeti(L, LUA_REGISTRYINDEX, restore->table);
    host_scene_method(L, "restore", 1, 1);
    restore->done = lua_toboolean(L, -1);
    if (restore->done) scene->failure[0] = '\0';
}

bool host_scene_restore(host_Scene *scene, const host_State *state) {
    Restore restore = {state->table, false};
    return host_scene_try(scene, op_restore, &restore) && restore.done;
}

void host_state_free(host_Scene *scene, host_State *state) {
    if (!state) return;
    luaL_unref(scene->L, LUA_REGISTRYINDEX, state->table);
    free(state);
}

long host_state_tick(const host_State *state) { return state->tick; }
size_t host_state_bytes(const host_State *state) { return state->bytes; }

static void op_ticks(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    *(long *)argument = (long)host_scene_number_field(L, 1, "ticks", 0.0);
}

long host_scene_ticks(const host_Scene *scene) {
    long ticks = 0;
    host_scene_do(scene, op_ticks, &ticks);
    return ticks;
}
