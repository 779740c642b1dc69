/* module.c: the table that require "cairn" gives.
 *
 * busted opens the module anew for each spec file of one Lua state: metatables, the count of worlds
 * and the defaults of `strict` and `threads` live in the registry and are made only once. */
#include "bind.h"

#include <stdio.h>
#include <time.h>

#include "base/args.h"
#include "base/box.h"
#include "base/fields.h"
#include "base/push.h"
#include "body/body.h"
#include "body/shape.h"
#include "define/defaults.h"
#include "describe/to_lua.h"
#include "event/manifold.h"
#include "event/watch.h"
#include "handle/call_log.h"
#include "handle/iter.h"
#include "handle/unknown.h"
#include "joint/joint.h"
#include "module/pairs.h"
#include "module/vec.h"
#include "mover/mover.h"
#include "query/rays.h"
#include "world/life.h"
#include "world/snapshot.h"
#include "world/step.h"
#include "world/world.h"

/* cairn.version() -> major, minor, patch */
static int l_cairn_version(lua_State *L) {
    int v[3] = {0, 0, 0};
    sscanf(cn_version(), "%d.%d.%d", &v[0], &v[1], &v[2]);
    for (int i = 0; i < 3; i++) lua_pushinteger(L, v[i]);
    return 3;
}

/* cairn.now() -> s on a clock that never goes back; for measuring only */
static int l_cairn_now(lua_State *L) {
    struct timespec t;
#if defined(CLOCK_MONOTONIC)
    clock_gettime(CLOCK_MONOTONIC, &t);
#else
    timespec_get(&t, TIME_UTC);
#endif
    return bind_push1(L, (double)t.tv_sec + 1e-9 * (double)t.tv_nsec);
}

/* cairn.sin(rad), cairn.cos(rad), cairn.atan2(y, x): the step's own, the same bits everywhere */
static int l_cairn_sin(lua_State *L) { return bind_push1(L, cn_sin(bind_number(L, 1))); }
static int l_cairn_cos(lua_State *L) { return bind_push1(L, cn_cos(bind_number(L, 1))); }
static int l_cairn_atan2(lua_State *L) {
    double y = bind_number(L, 1), x = bind_number(L, 2);
    return bind_push1(L, cn_atan2(y, x));
}

/* cairn.hull(points[, out]) -> the corners of their convex hull, flat, counter-clockwise; and how
 * many */
static int l_cairn_hull(lua_State *L) {
    bind_Reader r = {.L = L, .arg = 1};
    if (!lua_istable(L, 1)) bind_type_error(L, 1, "table of numbers");
    lua_settop(L, 2);
    if (!lua_isnil(L, 2) && !lua_istable(L, 2)) bind_type_error(L, 2, "table");
    int given, count;
    double hull[2 * CN_MAX_POINTS];
    lua_pushvalue(L, 1);
    const double *points = bind_read_list(&r, &given);
    cn_Error error = {0};
    if (cn_convex_hull(points, given, hull, &count, &error) != CN_OK) {
        return bind_arg_error(L, 1, "%s", error.message);
    }
    if (lua_isnil(L, 2))
        lua_createtable(L, 2 * count, 0);
    else
        lua_pushvalue(L, 2);
    for (int i = 0; i < 2 * count; i++) {
        lua_pushnumber(L, hull[i]);
        lua_rawseti(L, -2, i + 1);
    }
    for (lua_Integer i = 2 * count + 1; lua_rawgeti(L, -1, i) != LUA_TNIL; i++) {
        lua_pop(L, 1);
        lua_pushnil(L);
        lua_rawseti(L, -2, i);
    }
    lua_pop(L, 1);
    lua_pushinteger(L, count);
    return 2;
}

/* cairn.checksum(text) -> integer, that of the files that Cairn writes */
static int l_cairn_checksum(lua_State *L) {
    const char *text = bind_string(L, 1);
    bind_push_bits(L, cn_checksum(text, lua_rawlen(L, 1)),
                   "a checksum has 64 bits, more than a number of this Lua holds");
    return 1;
}

/* cairn.replay(path[, options]) -> world, player, or nil and a message */
static int l_cairn_replay(lua_State *L) {
    if (bind_no_files()) return luaL_error(L, "%s", bind_no_files());
    bind_push_lua_function(L, "cairn.recording", "replay");
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

/* cairn.build: how this binary came to be */
static void push_build(lua_State *L) {
    lua_createtable(L, 0, 5);
    lua_pushstring(L, cn_simd());
    lua_setfield(L, -2, "simd");
#if defined(__clang__)
    lua_pushliteral(L, "clang " __clang_version__);
#elif defined(__GNUC__)
    lua_pushliteral(L, "gcc " __VERSION__);
#else
    lua_pushliteral(L, "unknown");
#endif
    lua_setfield(L, -2, "compiler");
    lua_pushinteger(L, 32);
    lua_setfield(L, -2, "float_bits");
    lua_pushinteger(L, 64);
    lua_setfield(L, -2, "position_bits");
    lua_pushliteral(L, LUA_RELEASE);
    lua_setfield(L, -2, "lua");
}

static const luaL_Reg module_functions[] = {
    {"world", l_world_new},
    {"load", l_world_load},
    {"pairs", l_cairn_pairs},
    {"sin", l_cairn_sin},
    {"cos", l_cairn_cos},
    {"atan2", l_cairn_atan2},
    {"hull", l_cairn_hull},
    {"rays", l_cairn_rays},
    {"checksum", l_cairn_checksum},
    {"replay", l_cairn_replay},
    {"to_lua", l_cairn_to_lua},
    {"now", l_cairn_now},
    {"version", l_cairn_version},
    {"set_strict", l_cairn_set_strict},
    {"set_threads", l_cairn_set_threads},
    {NULL, NULL},
};

int luaopen_cairn(lua_State *L) {
    const char *problem = cn_processor_problem();
    luaL_checkversion(L);
    if (problem) return luaL_error(L, "%s", problem);
    bind_note_names(L, module_functions, false);
    bind_iter_open(L);
    bind_manifold_open(L);
    bind_shape_open(L);
    bind_joint_open(L);
    bind_mover_open(L);
    bind_rays_open(L);
    bind_body_open(L);
    bind_world_open(L);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, "cairn.recording"); /* for Cairn's own Lua files */
    bind_call_log_register(L, bind_replay_step);
    bind_life_register(L);
    bind_watch_register(L);
    bind_rays_register(L);
    lua_pop(L, 1);
    luaL_newlib(L, module_functions);
    lua_pushfstring(L, "cairn %s", cn_version());
    lua_setfield(L, -2, "_VERSION");
    push_build(L);
    lua_setfield(L, -2, "build");
    bind_push_vec(L);
    lua_setfield(L, -2, "vec");
    bind_refuse_unknown_function(L);
    return 1;
}
