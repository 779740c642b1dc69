/* load.c: what a shape bears and tells of it, and which others it ignores. */
#include "body/load.h"

#include <math.h>

#include "base/args.h"
#include "base/push.h"
#include "handle/handle.h"

static cn_ShapeDef settings(const bind_Handle *h) {
    return cn_shape_settings(h->world->core, bind_shape_id(h));
}

static int configure(lua_State *L, const bind_Handle *h, const cn_ShapeDef *def,
                     const char *names) {
    cn_Result r = cn_shape_configure(h->world->core, bind_shape_id(h), def);
    bind_check_named(L, h->world, r, names);
    return 0;
}

/* ---- loads --------------------------------------------------------------------------------------
 */

/* shape:load() -> N that its contacts press it with, fx, fy of all they did, in the last step */
static int l_shape_load(lua_State *L) {
    const bind_Handle *h = bind_shape(L, 1);
    double fx, fy, load = cn_shape_load(h->world->core, bind_shape_id(h), &fx, &fy);
    lua_pushnumber(L, load);
    bind_push2(L, fx, fy);
    return 3;
}

/* shape:press_force() -> N from which on it is pressed, math.huge: never */
static int l_shape_press_force(lua_State *L) {
    return bind_push1(L, settings(bind_shape(L, 1)).press_force);
}

/* shape:release_force() -> N below which it is no more, math.huge: 0.8 of the other */
static int l_shape_release_force(lua_State *L) {
    return bind_push1(L, settings(bind_shape(L, 1)).release_force);
}

/* shape:press_time() -> s that either has to last */
static int l_shape_press_time(lua_State *L) {
    return bind_push1(L, settings(bind_shape(L, 1)).press_time);
}

/* shape:set_press(N[, release N[, s]]), or (nil): never; what is not given is as it was made */
static int l_shape_set_press(lua_State *L) {
    const bind_Handle *h = bind_open_shape(L, 1);
    cn_ShapeDef def = settings(h);
    def.press_force = lua_isnoneornil(L, 2) ? HUGE_VAL : bind_unlimited(L, 2);
    def.release_force = lua_isnoneornil(L, 3) ? HUGE_VAL : bind_unlimited(L, 3);
    def.press_time = bind_opt_number(L, 4, cn_shape_def(CN_BOX).press_time);
    return configure(L, h, &def, "press_force release_force press_time");
}

/* shape:is_pressed() -> boolean: what the hook told last */
static int l_shape_is_pressed(lua_State *L) {
    const bind_Handle *h = bind_shape(L, 1);
    return bind_push_boolean(L, cn_shape_is_pressed(h->world->core, bind_shape_id(h)));
}

/* shape:has_hits() -> boolean */
static int l_shape_has_hits(lua_State *L) {
    return bind_push_boolean(L, settings(bind_shape(L, 1)).hits);
}

/* shape:set_hits(boolean): false: no hit tells of it; begin_contact and the others do */
static int l_shape_set_hits(lua_State *L) {
    const bind_Handle *h = bind_open_shape(L, 1);
    cn_ShapeDef def = settings(h);
    def.hits = bind_boolean(L, 2);
    return configure(L, h, &def, "");
}

/* ---- who ignores whom ---------------------------------------------------------------------------
 */

/* shape:ignores(other) -> boolean */
static int l_shape_ignores(lua_State *L) {
    const bind_Handle *h = bind_shape(L, 1);
    const bind_Handle *other = bind_other(L, 2, BIND_SHAPE, h->world);
    return bind_push_boolean(
        L, cn_shape_ignores(h->world->core, bind_shape_id(h), bind_shape_id(other)));
}

/* shape:set_ignores(other, boolean): the two never meet, until they are told to again */
static int l_shape_set_ignores(lua_State *L) {
    const bind_Handle *h = bind_open_shape(L, 1);
    const bind_Handle *other = bind_other(L, 2, BIND_SHAPE, h->world);
    bool ignores = bind_boolean(L, 3);
    cn_World *core = h->world->core;
    cn_Result r = cn_shape_set_ignores(core, bind_shape_id(h), bind_shape_id(other), ignores);
    bind_check(L, h->world, r);
    return 0;
}

/* world:ignored() -> list of pairs of shapes that never meet, {a, b} */
static int l_world_ignored(lua_State *L) {
    const bind_World *w = bind_world(L, 1);
    int count = cn_world_ignored(w->core, NULL, 0);
    lua_settop(L, 1);
    cn_PairOfShapes *pairs = lua_newuserdatauv(L, (size_t)(count + 1) * sizeof *pairs, 0);
    count = cn_world_ignored(w->core, pairs, count);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_createtable(L, 2, 0);
        bind_push_shape(L, 1, pairs[i].a);
        lua_rawseti(L, -2, 1);
        bind_push_shape(L, 1, pairs[i].b);
        lua_rawseti(L, -2, 2);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

const luaL_Reg bind_ignored_methods[] = {
    {"ignored", l_world_ignored},
    {NULL, NULL},
};

const luaL_Reg bind_load_methods[] = {
    {"load", l_shape_load},
    {"press_force", l_shape_press_force},
    {"release_force", l_shape_release_force},
    {"press_time", l_shape_press_time},
    {"set_press", l_shape_set_press},
    {"is_pressed", l_shape_is_pressed},
    {"has_hits", l_shape_has_hits},
    {"set_hits", l_shape_set_hits},
    {"ignores", l_shape_ignores},
    {"set_ignores", l_shape_set_ignores},
    {NULL, NULL},
};
