/* defer.c: what waits for the end of a step: world:defer, and what finalizers destroy.
 *
 * Lua may collect whenever something is allocated, so a script's __gc may run while a method of a
 * world has begun and not ended: it must not take away what that method works with. What it
 * destroys goes with the end of the next step, and a step from there raises. Not here: hooks, which
 * have their own rules (event/hooks.c); running what waits (world/step.c). */
#include "handle/defer.h"

#include "base/args.h"
#include "handle/handle.h"

void bind_keep_deferred(lua_State *L, bind_World *w) {
    int n = lua_gettop(L) - 1;
    lua_createtable(L, n, 1);
    lua_insert(L, 2);
    for (int i = n; i >= 1; i--) lua_rawseti(L, 2, i);
    lua_pushinteger(L, n);
    lua_setfield(L, 2, "n");
    lua_getiuservalue(L, 1, UV_DEFERRED);
    lua_pushvalue(L, 2);
    lua_rawseti(L, -2, w->deferred_last + 1);
    w->deferred_last++;
}

/* world:defer(fn, ...): after the current step; at once when no step runs */
int bind_world_defer(lua_State *L) {
    bind_World *w = bind_world(L, 1);
    if (lua_isnoneornil(L, 2)) bind_type_error(L, 2, "function");
    if (lua_type(L, 2) != LUA_TFUNCTION) {
        if (luaL_getmetafield(L, 2, "__call") == LUA_TNIL) bind_type_error(L, 2, "function");
        lua_pop(L, 1);
    }
    if (!w->stepping) {
        lua_call(L, lua_gettop(L) - 2, 0);
        return 0;
    }
    bind_keep_deferred(L, w);
    return 0;
}

/* The world of what is on the top: a world, or an object of one; else NULL. */
static const bind_World *world_of(lua_State *L) {
    static const uint32_t sorts[] = {BIND_BODY, BIND_SHAPE, BIND_JOINT};
    const bind_World *w = bind_test_world(L, -1);
    for (size_t i = 0; i < sizeof sorts / sizeof *sorts && !w; i++) {
        const bind_Handle *h = bind_test_handle(L, -1, sorts[i]);
        if (h) w = h->world;
    }
    if (w) return w;
    const bind_MoverHandle *m = bind_test_mover(L, -1);
    return m ? m->world : NULL;
}

/* The collector does not run while a finalizer does. Where it does not, a script may also have
 * stopped it: then the stack tells, because no method but step and defer calls a script's own
 * function, and each has its object as the first value. */
bool bind_is_interrupted(lua_State *L, const bind_World *w) {
    lua_Debug ar;
    if (w->stepping || lua_gc(L, LUA_GCISRUNNING) > 0)
        return false; /* -1 in finalizers of 5.4.4 on */
    for (int level = 1; lua_getstack(L, level, &ar); level++) {
        lua_getinfo(L, "Sf", &ar);
        bool ours = *ar.what == 'C' && lua_tocfunction(L, -1) != bind_world_defer;
        lua_pop(L, 1);
        if (!ours || !lua_getlocal(L, &ar, 1)) continue;
        bool same = world_of(L) == w;
        lua_pop(L, 1);
        if (same) return true;
    }
    return false;
}

bool bind_destroy_later(lua_State *L, bind_World *w) {
    if (!bind_is_interrupted(L, w)) return false;
    lua_Debug ar;
    lua_settop(L, 1);
    lua_getstack(L, 0, &ar);
    lua_getinfo(L, "f", &ar);
    lua_insert(L, 1);
    lua_getiuservalue(L, 2, UV_WORLD);
    lua_insert(L, 1);
    bind_keep_deferred(L, w);
    lua_pushboolean(L, 1);
    return true;
}
