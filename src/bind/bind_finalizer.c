/* bind_finalizer.c: finalizers of scripts that run in the middle of a call.
 *
 * Lua may collect whenever something is allocated, so a script's __gc may run while a method of a
 * world has begun and not ended: it must not take away what that method works with. What it
 * destroys goes with the end of the next step, and a step from there raises. Not here: hooks, which
 * have their own rules (bind_hooks.c). */
#include "bind_private.h"

#include "bind_mover.h"

/* The world of what is on the top: a world, or an object of one; else NULL. */
static const bind_World *world_of(lua_State *L) {
    static const uint32_t sorts[] = {BIND_BODY, BIND_SHAPE, BIND_JOINT};
    const bind_World *w = bind_test_world(L, -1);
    for (size_t i = 0; i < sizeof sorts / sizeof *sorts && !w; i++) {
        const bind_Handle *h = bind_test_handle(L, -1, sorts[i]);
        if (h) w = h->world;
    }
    if (w) return w;
    const bind_MoverHandle *m = lua_touserdata(L, -1);
    bool mover = m && lua_rawlen(L, -1) == sizeof *m && m->magic == BIND_MOVER;
    return mover ? m->world : NULL;
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
