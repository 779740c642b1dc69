/* revive.c: what becomes of handles when their world is restored.
 *
 * An object that is in the snapshot has the handle that it has now, or had when it was destroyed:
 * handles of the dead are remembered weakly for that. A handle whose object is not in it is lost:
 * the core may give its id out again, so it gets a generation that the core never comes to.
 * Invariant: after bind_revive each handle stands for an object alive, or is lost. */
#include "handle/revive.h"

#include "handle/handle.h"
#include "handle/remains.h"
#include "handle/rows.h"

/* m: the handle on the top, if it is a mover's. Asking each whether it is one takes longer than
 * restoring it. */
static bool lives(lua_State *L, const bind_MoverHandle *m) {
    if (m) return cn_mover_is_valid(m->world->core, m->id);
    return bind_is_live(lua_touserdata(L, -1));
}

/* The handle on the top stands for nothing any more. Generations count up from 1: no slot comes to
 * the last ones. */
static void lose(lua_State *L, bind_World *w) {
    bind_MoverHandle *m = bind_test_mover(L, -1);
    uint32_t never = UINT32_MAX - w->lost++;
    if (m)
        m->id.generation = never;
    else
        ((bind_Handle *)lua_touserdata(L, -1))->generation = never;
}

/* Those of a table of the living that still live. */
static void settle(lua_State *L, int world_index, int which, int place_index) {
    bind_World *w = lua_touserdata(L, world_index);
    lua_getiuservalue(L, world_index, which);
    int table = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
        const bind_MoverHandle *m = which == UV_MOVERS ? lua_touserdata(L, -1) : NULL;
        if (lives(L, m)) {
            /* of another kind, if its id was given out after another restore */
            if (which == UV_SHAPES) bind_remember_shape(lua_touserdata(L, -1));
            if (which == UV_JOINTS) bind_remember_joint(lua_touserdata(L, -1));
            continue;
        }
        if (!m) bind_clear_row(L, world_index, lua_touserdata(L, -1));
        lua_pushvalue(L, place_index);
        lua_setiuservalue(L, -2, UV_DATA); /* of movers the same slot */
        lose(L, w);
        lua_pushvalue(L, -2);
        lua_pushnil(L);
        lua_rawset(L, table);
    }
    lua_pop(L, 1);
}

/* The handle on the top lives again. */
static void enter(lua_State *L, int world_index) {
    const bind_MoverHandle *m = bind_test_mover(L, -1);
    if (!m) {
        bind_enter_again(L, world_index, lua_gettop(L));
        return;
    }
    lua_getiuservalue(L, world_index, UV_MOVERS);
    lua_pushvalue(L, -2);
    lua_rawseti(L, -2, m->id.index);
    lua_pop(L, 1);
}

/* Of the handle on the top, that is dead for good, where it was destroyed is all that is kept: that
 * stands in its grave, or in the table of those that died of late. */
static void close_grave(lua_State *L, int which, int table) {
    if (which == UV_REMAINS) {
        if (lua_getiuservalue(L, -1, UV_DATA) == LUA_TTABLE) lua_rawgeti(L, -1, 1);
    } else {
        lua_pushvalue(L, -1);
        lua_rawget(L, table);
    }
    if (lua_type(L, -1) == LUA_TSTRING) {
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, table + 2, UV_DATA); /* of movers the same slot */
    }
    lua_settop(L, table + 2);
}

/* Those of a table of the dead that live again, and the others for good. */
static void raise_dead(lua_State *L, int world_index, int which) {
    bind_World *w = lua_touserdata(L, world_index);
    lua_getiuservalue(L, world_index, which);
    int table = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
        if (lua_isuserdata(L, -2) || !lua_isuserdata(L, -1)) continue; /* handle -> place */
        if (lives(L, bind_test_mover(L, -1))) {
            if (which == UV_REMAINS) bind_open_grave(L, UV_DATA);
            enter(L, world_index);
        } else {
            close_grave(L, which, table);
            lose(L, w);
        }
    }
    lua_pop(L, 1);
    bind_empty_table(L, world_index, which);
}

void bind_revive(lua_State *L, int world_index) {
    static const int dead[] = {UV_REMAINS, UV_DEAD_OLD, UV_DEAD};
    bind_World *w = lua_touserdata(L, world_index);
    bind_push_caller(L);
    int place = lua_gettop(L);
    unsigned same = cn_world_same(w->core); /* mostly both, and of these there are thousands */
    if (!(same & CN_SAME_BODIES)) settle(L, world_index, UV_BODIES, place);
    if (!(same & CN_SAME_SHAPES)) settle(L, world_index, UV_SHAPES, place);
    settle(L, world_index, UV_JOINTS, place);
    settle(L, world_index, UV_MOVERS, place);
    for (int i = 0; i < 3; i++) raise_dead(L, world_index, dead[i]);
    w->dead_count = w->dead_old_count = 0;
    w->slept_count = w->woke_count = 0;
    w->cursor->valid = false;
    w->epoch++;
    lua_settop(L, place - 1);
}
