/* host_visit.c: visits to the Lua object that require("cairn.scene").load returns.
 *
 * cairn.scene catches what scripts do wrong and keeps it in its fields; what still comes through is
 * a bug of ours, kept in `failure` and shown like a script error. */
#include "host_visit.h"

#include "host_call.h"

#include <stdio.h>

typedef struct Visit {
    host_Scene *scene;
    host_Op *op;
    void *argument;
} Visit;

static int l_visit(lua_State *L) {
    Visit *visit = lua_touserdata(L, 1);
    lua_settop(L, 0);
    lua_rawgeti(L, LUA_REGISTRYINDEX, visit->scene->object);
    visit->op(L, visit->scene, visit->argument);
    return 0;
}

/* Like pcall: on failure the message is on the stack. */
static bool visit_scene(host_Scene *scene, host_Op *op, void *argument) {
    lua_State *L = scene->L;
    luaL_checkstack(L, 8, "too many nested calls of the host");
    Visit visit = {scene, op, argument};
    lua_pushcfunction(L, l_visit);
    lua_pushlightuserdata(L, &visit);
    return host_lua_call(L, 1, 0) == LUA_OK;
}

bool host_scene_do(const host_Scene *shared, host_Op *op, void *argument) {
    host_Scene *scene = (host_Scene *)shared; /* a getter fills anchors, nothing one can see */
    if (visit_scene(scene, op, argument)) return true;
    const char *message = lua_tostring(scene->L, -1);
    snprintf(scene->failure, sizeof scene->failure, "%s", message ? message : "unknown error");
    lua_pop(scene->L, 1);
    return false;
}

bool host_scene_try(host_Scene *scene, host_Op *op, void *argument) {
    if (visit_scene(scene, op, argument)) return true;
    lua_pop(scene->L, 1);
    return false;
}

void host_scene_method(lua_State *L, const char *name, int nargs, int nresults) {
    int first = lua_gettop(L) - nargs + 1;
    lua_getfield(L, 1, name);
    lua_insert(L, first);
    lua_pushvalue(L, 1);
    lua_insert(L, first + 1);
    lua_call(L, nargs + 1, nresults);
}

const char *host_scene_anchor(lua_State *L, host_Scene *scene, int slot) {
    if (lua_type(L, -1) != LUA_TSTRING) {
        lua_pop(L, 1);
        return NULL;
    }
    const char *text = lua_tostring(L, -1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scene->anchors);
    lua_insert(L, -2);
    lua_rawseti(L, -2, slot);
    lua_pop(L, 1);
    return text;
}

double host_scene_number_field(lua_State *L, int index, const char *name, double otherwise) {
    lua_getfield(L, index, name);
    double value = otherwise;
    if (lua_isboolean(L, -1)) value = lua_toboolean(L, -1);
    if (lua_type(L, -1) == LUA_TNUMBER) value = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return value;
}

const char *host_scene_text_field(lua_State *L, host_Scene *scene, int index, const char *name,
                                  int slot) {
    lua_getfield(L, index, name);
    return host_scene_anchor(L, scene, slot);
}
