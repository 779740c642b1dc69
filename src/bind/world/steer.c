/* steer.c: the hook steer, which says before a step at which velocity a body begins it.
 *
 * It is asked for bodies with `steered` that are awake and may move, in the order of their ids. As
 * in all hooks before and within the step the world is read-only there: what it answers is set by
 * body:set_velocity, so that a recording has it; a replay does not ask again. */
#include "world/steer.h"

#include "base/args.h"
#include "bind.h"
#include "handle/handle.h"

static bool is_asked_for(const cn_World *core, cn_BodyId id) {
    return cn_body_is_steered(core, id) && cn_body_is_awake(core, id) &&
           cn_body_type(core, id) != CN_STATIC;
}

/* The body is at this index: body:name(arguments), which are on the top. */
static void call_method(lua_State *L, int body, const char *name, int argc) {
    lua_getfield(L, body, name);
    lua_pushvalue(L, body);
    for (int i = 0; i < argc; i++) lua_pushvalue(L, -2 - argc);
    lua_call(L, argc + 1, 0);
    lua_pop(L, argc);
}

static bool is_number_or_nil(lua_State *L, int index) {
    return lua_type(L, index) == LUA_TNUMBER || lua_isnil(L, index);
}

/* What set_velocity would refuse is told here of the hook: a script knows of no call of that. */
static void check_number(lua_State *L, int body, int index, const char *name) {
    static const double most = 1e30;
    double v = lua_tonumber(L, index);
    if (lua_isnil(L, index) || (v >= -most && v <= most)) return;
    if (v - v == 0)
        luaL_error(L, "steer of %s: %s must be in -1e+30..1e+30, got %s", bind_describe(L, body),
                   name, bind_digits(L, v));
    luaL_error(L, "steer of %s: %s: finite number expected, got %s", bind_describe(L, body), name,
               bind_digits(L, v));
}

/* Velocity, or nothing of it: vx and vy, or w, or all three. */
static void check_answer(lua_State *L, int body) {
    static const char *const names[] = {"vx", "vy", "w"};
    int first = body + 1;
    bool numbers = is_number_or_nil(L, first) && is_number_or_nil(L, first + 1) &&
                   is_number_or_nil(L, first + 2);
    if (!numbers)
        luaL_error(L, "steer of %s: expected vx, vy, w as numbers or nil, got %s, %s, %s",
                   bind_describe(L, body), bind_type_name(L, first), bind_type_name(L, first + 1),
                   bind_type_name(L, first + 2));
    if (lua_isnil(L, first) != lua_isnil(L, first + 1))
        luaL_error(L, "steer of %s: vx and vy are given both or neither, got %s, %s",
                   bind_describe(L, body), bind_type_name(L, first), bind_type_name(L, first + 1));
    for (int i = 0; i < 3; i++) check_number(L, body, first + i, names[i]);
}

static void steer_body(lua_State *L, bind_World *w, cn_BodyId id, double dt) {
    cn_Vec v = cn_body_velocity(w->core, id);
    bind_push_body(L, 2, id);
    int body = lua_gettop(L);
    lua_pushvalue(L, 3);
    lua_pushvalue(L, body);
    lua_pushnumber(L, (double)v.x);
    lua_pushnumber(L, (double)v.y);
    lua_pushnumber(L, (double)cn_body_angular_velocity(w->core, id));
    lua_pushnumber(L, dt);
    w->reading = w->hook;
    lua_call(L, 5, 3);
    w->reading = NULL;
    check_answer(L, body);
    if (!lua_isnil(L, -1))
        call_method(L, body, "set_angular_velocity", 1);
    else
        lua_pop(L, 1);
    if (!lua_isnil(L, -1)) call_method(L, body, "set_velocity", 2);
    lua_settop(L, body - 1);
}

/* (step, world, hook, dt) */
static int steer_all(lua_State *L) {
    bind_Step *step = lua_touserdata(L, 1);
    bind_World *w = step->world;
    double dt = lua_tonumber(L, 4);
    luaL_checkstack(L, 16, NULL);
    for (cn_BodyId id = cn_world_next_body(w->core, (cn_BodyId){0, 0}); id.generation != 0;
         id = cn_world_next_body(w->core, id))
        if (is_asked_for(w->core, id)) steer_body(L, w, id, dt);
    return 0;
}

void bind_steer(bind_Step *step, double dt) {
    lua_State *L = step->L;
    step->hook = HOOK_STEER;
    step->world->hook = "steer";
    lua_pushcfunction(L, steer_all);
    lua_pushlightuserdata(L, step);
    lua_pushvalue(L, 1);
    lua_pushvalue(L, step->first_hook + HOOK_STEER);
    lua_pushnumber(L, dt);
    bind_protected(step, 4);
}
