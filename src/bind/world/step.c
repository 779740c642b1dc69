/* step.c: world:step, from arguments to the raised error.
 *
 * One call down into the core, one batch of questions in the middle (bind_decide), one burst of
 * events after it (bind_deliver). Errors of hooks are kept: the step and the flush always come to
 * their end, then the first one is raised. What a hook deferred, the destruction of the world
 * included, happens after the flush. Not here: how hooks are called (event/hooks.c). */
#include "world/step.h"

#include "base/args.h"
#include "base/push.h"
#include "event/hooks.h"
#include "event/watch.h"
#include "handle/defer.h"
#include "handle/handle.h"
#include "world/life.h"
#include "world/steer.h"

/* Deferred calls lie in UV_DEFERRED from deferred_first to deferred_last, each a packed table. */
static void run_deferred(bind_Step *step) {
    lua_State *L = step->L;
    bind_World *w = step->world;
    while (w->deferred_first <= w->deferred_last) {
        lua_getiuservalue(L, 1, UV_DEFERRED);
        if (!lua_istable(L, -1)) { /* the world was destroyed meanwhile */
            w->deferred_first = w->deferred_last + 1;
            lua_pop(L, 1);
            return;
        }
        lua_rawgeti(L, -1, w->deferred_first);
        lua_pushnil(L);
        lua_rawseti(L, -3, w->deferred_first++);
        lua_remove(L, -2);
        int packed = lua_gettop(L);
        lua_getfield(L, packed, "n");
        int n = (int)lua_tointeger(L, -1);
        lua_pop(L, 1);
        if (!lua_checkstack(L, n + 10)) n = 1;
        for (int i = 1; i <= n; i++) lua_rawgeti(L, packed, i);
        w->hook = "deferred function";
        bind_protected(step, n - 1);
        lua_settop(L, packed - 1);
    }
    w->deferred_first = 1;
    w->deferred_last = 0;
}

/* Deferred calls of a step that is over outlive it only if the world does. */
static void finish(bind_Step *step) {
    bind_World *w = step->world;
    w->stepping = false;
    if (w->deferred_first <= w->deferred_last) run_deferred(step);
    if (w->doomed && !w->held) bind_end_world(step->L, 1);
}

/* Raise what the step has kept: an error of a hook first, then a refusal of the core. */
static void raise_kept(bind_Step *step, const cn_Error *error) {
    lua_State *L = step->L;
    if (step->failed) {
        lua_pushvalue(L, step->error);
        lua_error(L);
    }
    if (error->result != CN_OK) luaL_error(L, "%s", error->message);
}

/* The core's warnings go to Lua's own (off unless the host or "@on" asks). */
static void warn(lua_State *L, const cn_Warning *warning) {
    bind_push_body(L, 1, warning->body);
    int body = lua_gettop(L);
    lua_warning(L,
                lua_pushfstring(L, "cairn: %s at (%f, %f) %s", bind_describe(L, body), warning->x,
                                warning->y, cn_warning_text(warning->kind)),
                0);
    lua_settop(L, body - 1);
}

static int protected_begin(lua_State *L) {
    const bind_World *w = lua_touserdata(L, 1);
    const cn_Events *events = cn_world_events(w->core);
    bind_begin_flush(L, 1);
    bind_keep_bodies(L, 1);
    for (int i = 0; i < events->warning_count; i++) warn(L, &events->warnings[i]);
    return 0;
}

static int protected_end(lua_State *L) {
    bind_end_flush(L, 1);
    return 0;
}

/* Bookkeeping of the dead allocates hardly ever, but it may. */
static void keep_books(bind_Step *step, lua_CFunction function) {
    lua_pushcfunction(step->L, function);
    lua_pushvalue(step->L, 1);
    bind_protected(step, 1);
}

/* The kinds of questions that a step asks, as recordings hold them. */
enum { ASKS_FILTER = 1, ASKS_PRE_SOLVE = 2 };

/* (world, dt, asked): to the recorder, when the core has done the step. */
static int tell_step(lua_State *L) {
    lua_getiuservalue(L, 1, UV_DECISIONS);
    bind_tell_recorder(L, 1, "step", 3);
    lua_pushnil(L);
    lua_setiuservalue(L, 1, UV_DECISIONS);
    return 0;
}

/* (world): to the recorder, when all that belongs to the step is done. */
static int tell_tick(lua_State *L) {
    bind_tell_recorder(L, 1, "tick", 0);
    return 0;
}

static void record_step(bind_Step *step, double dt, const cn_Hooks *hooks) {
    lua_State *L = step->L;
    lua_pushcfunction(L, tell_step);
    lua_pushvalue(L, 1);
    lua_pushnumber(L, dt);
    lua_pushinteger(L, (hooks->filter ? ASKS_FILTER : 0) | (hooks->pre_solve ? ASKS_PRE_SOLVE : 0));
    bind_protected(step, 3);
}

/* world:step([dt=1/60]) -> number of events delivered */
static int l_world_step(lua_State *L) {
    bind_World *w = bind_world(L, 1);
    double dt = bind_opt_number(L, 2, 1.0 / 60.0);
    bind_no_more(L, 3, "; sub-steps are set by world:set_substeps(n)");
    if (w->stepping) {
        return luaL_error(L, "world:step may not be called inside a callback of the same world");
    }
    if (w->reading) bind_read_only(L, w); /* a filter's test */
    if (bind_is_interrupted(L, w)) {
        return luaL_error(L, "world:step may not be called by a finalizer inside another call");
    }
    if (dt < 0.0) return bind_arg_error(L, 2, "must be >= 0, got %s", bind_digits(L, dt));
    if (dt > CN_MAX_DT) /* before hooks are called, and the events of the step before again */
        return bind_arg_error(L, 2, "must be <= %s, got %s", bind_digits(L, CN_MAX_DT),
                              bind_digits(L, dt));
    if (cn_world_is_paused(w->core)) return bind_push_integer(L, 0);
    lua_settop(L, 1);
    if (w->held && w->recorded) bind_tell_recorder(L, 1, "before", 0);
    luaL_checkstack(L, HOOK_COUNT + 30, NULL);
    lua_pushnil(L);
    bind_Step step = {.L = L, .world = w, .error = 2, .first_hook = 3};
    bind_push_hooks(L, 1);
    bind_world(L, 1); /* an __index of the listener may have destroyed it */
    cn_Hooks hooks = {.context = &step,
                      .filter = !lua_isnil(L, step.first_hook + HOOK_FILTER),
                      .pre_solve = !lua_isnil(L, step.first_hook + HOOK_PRE_SOLVE),
                      .decide = bind_decide};
    if (w->decided) {
        hooks.filter = w->asked & ASKS_FILTER;
        hooks.pre_solve = w->asked & ASKS_PRE_SOLVE;
    }
    bool asks = hooks.filter || hooks.pre_solve;
    w->stepping = true;
    if (!w->decided && !lua_isnil(L, step.first_hook + HOOK_STEER)) bind_steer(&step, dt);
    bind_tell_core(true);
    cn_Result result = cn_world_step(w->core, dt, asks ? &hooks : NULL);
    bind_tell_core(false);
    cn_Error error = {0};
    if (result != CN_OK) error = *cn_world_error(w->core);
    if (w->recorded) record_step(&step, dt, &hooks);
    if (w->places) bind_keep_places(w);
    keep_books(&step, protected_begin);
    if (w->watched_speed > 0.0f && w->events->hit_count > 0) bind_tell_hit(&step);
    bind_deliver(&step);
    keep_books(&step, protected_end);
    finish(&step);
    if (w->recorded && w->core) keep_books(&step, tell_tick);
    raise_kept(&step, &error);
    return bind_push_integer(L, step.delivered);
}

/* replay_step(world, dt, asked, decisions): a step in which hooks decide as they once did */
int bind_replay_step(lua_State *L) {
    bind_World *w = bind_world(L, 1);
    bind_number(L, 2);
    w->asked = (int)luaL_checkinteger(L, 3);
    w->decided = luaL_optlstring(L, 4, "", &w->decided_size);
    lua_pushcfunction(L, l_world_step);
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 2);
    int status = lua_pcall(L, 2, 1, 0);
    w->decided = NULL;
    return status == LUA_OK ? 1 : lua_error(L);
}

/* world:is_stepping() -> boolean: inside step, its hooks included */
static int l_world_is_stepping(lua_State *L) {
    return bind_push_boolean(L, bind_world(L, 1)->stepping);
}

const luaL_Reg bind_step_methods[] = {
    {"step", l_world_step},
    {"is_stepping", l_world_is_stepping},
    {"defer", bind_world_defer},
    {NULL, NULL},
};
