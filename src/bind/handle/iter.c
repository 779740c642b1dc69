/* iter.c: iterators that make no garbage.
 *
 * What cannot be walked by id alone (manifolds, hits of a query, events of two layers) is collected
 * into the buffer of an iterator userdata first; the world keeps those at rest in a pool. The
 * generic for closes it when the loop ends, breaks or raises, and __close puts it back; one that is
 * never closed is simply collected by Lua. Loops nest because each takes an iterator of its own.
 * Where for closes nothing (LuaJIT), the last turn does it, and what break has left is found by who
 * needs one next: it is no longer on the stack. Walks by id (bodies, shapes) need none: their
 * control value is the handle itself. Loops over events are the ones that must be fast: their
 * function is a closure over the iterator, made once for it, which serves such loops alone from
 * then on. */
#include "handle/iter.h"

#include <limits.h>
#include <string.h>

#include "handle/handle.h"
#include "handle/remains.h"

static bind_Iter *test_iter(lua_State *L, int index) {
    bind_Iter *it = lua_touserdata(L, index);
    return it && lua_rawlen(L, index) == sizeof *it && it->magic == BIND_ITER ? it : NULL;
}

static void new_iter(lua_State *L, int world_index) {
    bind_Iter *it = lua_newuserdatauv(L, sizeof *it, UV_ITER_COUNT);
    memset(it, 0, sizeof *it);
    it->magic = BIND_ITER;
    it->world = lua_touserdata(L, world_index);
    lua_pushvalue(L, world_index);
    lua_setiuservalue(L, -2, UV_ITER_WORLD);
    luaL_setmetatable(L, BIND_ITER_TYPE);
}

/* Push one of that turn out of the pool; the last one takes its place. False, nothing: none. */
static bool push_pooled(lua_State *L, int world_index, lua_CFunction turn) {
    bind_World *w = lua_touserdata(L, world_index);
    lua_getiuservalue(L, world_index, UV_POOL);
    for (int i = w->pool_count; i > 0; i--) {
        lua_rawgeti(L, -1, i);
        const bind_Iter *it = lua_touserdata(L, -1);
        if (it->turn == turn) {
            lua_rawgeti(L, -2, w->pool_count--);
            lua_rawseti(L, -3, i);
            lua_remove(L, -2);
            return true;
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return false;
}

/* ---- where for closes nothing -------------------------------------------------------------- */

/* The iterator at index, whose loop begins or ends, in the table of those that run. */
static void list_loop(lua_State *L, int index, bool runs) {
    index = lua_absindex(L, index);
    lua_getiuservalue(L, index, UV_ITER_WORLD);
    if (lua_getiuservalue(L, -1, UV_LOOPS) == LUA_TNIL) {
        lua_pop(L, 1);
        bind_empty_table(L, -1, UV_LOOPS);
        lua_getiuservalue(L, -1, UV_LOOPS);
    }
    lua_pushvalue(L, index);
    if (runs)
        lua_pushboolean(L, true);
    else
        lua_pushnil(L);
    lua_rawset(L, -3);
    lua_pop(L, 2);
}

/* The end of a for loop, however it came: the iterator at index goes back into the pool.
 * Idempotent. */
static void close_iter(lua_State *L, int index) {
    bind_Iter *it = test_iter(L, index);
    if (!it || !it->open) return;
    it->open = false;
    it->index = INT_MAX;
    if (it->cursor) it->cursor->valid = false;
    if (it->cursor && it->cursor->in_turns) it->cursor = NULL;
    bind_World *w = it->world;
    if (!w->core) return;
    lua_pushvalue(L, index);
    lua_getiuservalue(L, -1, UV_ITER_WORLD);
    lua_getiuservalue(L, -1, UV_POOL);
    lua_pushvalue(L, -3);
    lua_rawseti(L, -2, w->pool_count + 1);
    lua_pop(L, 2);
    w->pool_count++;
    if (!BIND_FOR_CLOSES) list_loop(L, -1, false);
    lua_pop(L, 1);
}

/* Who calls its first turn: only for keeps its function in such a place, and lets it go when the
 * loop is left. Who calls a turn in another way may hold it anywhere. */
void bind_iter_begin(lua_State *L, bind_Iter *it) {
    lua_Debug ar;
    it->begun = true;
    it->taker = L;
    it->in_for = lua_getstack(L, 0, &ar) && lua_getinfo(L, "n", &ar) && ar.name &&
                 strcmp(ar.name, "(for generator)") == 0;
}

/* The iterator at the top, or that of the loop whose function is there. */
static bind_Iter *loop_of(lua_State *L) {
    bind_Iter *it = test_iter(L, -1);
    if (it || !lua_iscfunction(L, -1) || !lua_getupvalue(L, -1, 3)) return it;
    it = test_iter(L, -1);
    lua_pop(L, 1);
    return it;
}

/* Those that the running functions of this thread hold. */
static void mark_held(lua_State *L) {
    lua_Debug ar;
    for (int level = 0; lua_getstack(L, level, &ar); level++) {
        for (int n = 1; lua_getlocal(L, &ar, n); n++) {
            bind_Iter *it = loop_of(L);
            if (it) it->held = true;
            lua_pop(L, 1);
        }
    }
}

/* As push_pooled, of those whose loops were left by break or an error. */
static bool push_left(lua_State *L, int world_index, lua_CFunction turn) {
    if (BIND_FOR_CLOSES || lua_getiuservalue(L, world_index, UV_LOOPS) == LUA_TNIL) return false;
    int loops = lua_gettop(L);
    luaL_checkstack(L, 10, NULL);
    for (lua_pushnil(L); lua_next(L, loops); lua_pop(L, 1))
        ((bind_Iter *)lua_touserdata(L, -2))->held = false;
    mark_held(L);
    for (lua_pushnil(L); lua_next(L, loops); lua_pop(L, 1)) {
        const bind_Iter *it = lua_touserdata(L, -2);
        if (it->in_for && it->taker == L && !it->held) close_iter(L, lua_gettop(L) - 1);
    }
    lua_pop(L, 1);
    return push_pooled(L, world_index, turn);
}

static bind_Iter *take(lua_State *L, int world_index, lua_CFunction turn) {
    if (!push_pooled(L, world_index, turn) && !push_left(L, world_index, turn))
        new_iter(L, world_index);
    bind_Iter *it = lua_touserdata(L, -1);
    it->open = true;
    it->index = it->first = it->count = 0;
    it->mask_a = it->mask_b = UINT64_MAX;
    it->turn = turn;
    it->epoch = it->world->epoch;
    it->begun = it->in_for = false;
    if (!BIND_FOR_CLOSES) list_loop(L, -1, true);
    return it;
}

bind_Iter *bind_iter_take(lua_State *L, int world_index) { return take(L, world_index, NULL); }

void *bind_iter_reserve(lua_State *L, int index, size_t bytes) {
    bind_Iter *it = lua_touserdata(L, index);
    if (it->bytes < bytes) {
        index = lua_absindex(L, index);
        size_t room = bytes + bytes / 2 + 256;
        it->buffer = lua_newuserdatauv(L, room, 0);
        it->bytes = room;
        lua_setiuservalue(L, index, UV_ITER_BUFFER);
    }
    return it->buffer;
}

int bind_iter_return(lua_State *L, lua_CFunction next) {
    lua_pushcfunction(L, next);
    lua_insert(L, -2);
    lua_pushnil(L);
    lua_pushvalue(L, -2);
    return 4;
}

int bind_iter_loop(lua_State *L, lua_CFunction turn, uint64_t mask_a, uint64_t mask_b) {
    bind_Iter *it = take(L, 1, turn);
    int iter = lua_gettop(L);
    it->mask_a = mask_a;
    it->mask_b = mask_b;
    if (lua_getiuservalue(L, iter, UV_ITER_LOOP) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_pushlightuserdata(L, it);
        lua_pushvalue(L, 1);
        lua_pushvalue(L, iter);
        lua_pushnil(L);
        it->near_room = 0;
        lua_pushcclosure(L, turn, 4);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, iter, UV_ITER_LOOP);
    }
    lua_pushnil(L);
    lua_pushnil(L);
    lua_pushvalue(L, iter);
    return 4;
}

bind_Iter *bind_iter_check(lua_State *L) {
    bind_Iter *it = test_iter(L, 1);
    if (!it) {
        luaL_argerror(L, 1, "cairn.Iterator expected");
        return NULL;
    }
    if (!it->open || !it->world->core) return NULL;
    bind_iter_turn(L, it);
    if (it->epoch != it->world->epoch) bind_loop_over(L);
    return it;
}

void bind_loop_over(lua_State *L) {
    luaL_error(L, "the world was restored inside this loop over it");
}

/* A walk has no memory but its function: in worlds that were restored that knows when it began. */
int bind_walk(lua_State *L, const bind_World *w, lua_CFunction next, int index) {
    if (w->epoch != 0) {
        lua_pushinteger(L, w->epoch);
        lua_pushcclosure(L, next, 1);
    } else {
        lua_pushcfunction(L, next);
    }
    lua_pushvalue(L, index);
    return 2;
}

void bind_walk_over(lua_State *L, const bind_World *w) {
    if (lua_tointeger(L, lua_upvalueindex(1)) != w->epoch) bind_loop_over(L);
}

int bind_iter_next_shape(lua_State *L) {
    bind_Iter *it = bind_iter_check(L);
    if (!it || it->index >= it->count) return bind_iter_end(L);
    cn_ShapeId id = ((cn_ShapeId *)it->buffer)[it->index++];
    lua_getiuservalue(L, 1, UV_ITER_WORLD);
    bind_push_shape(L, lua_gettop(L), id);
    return 1;
}

static int l_iter_close(lua_State *L) {
    close_iter(L, 1);
    return 0;
}

int bind_iter_end(lua_State *L) {
    if (!BIND_FOR_CLOSES) close_iter(L, lua_isnil(L, 1) ? BIND_LOOP_KEPT : 1);
    lua_pushnil(L);
    return 1;
}

static const luaL_Reg iter_metamethods[] = {
    {"__close", l_iter_close},
    {NULL, NULL},
};

void bind_iter_open(lua_State *L) {
    static const luaL_Reg *const methods[] = {NULL};
    bind_make_type(L, BIND_ITER_TYPE, iter_metamethods, methods);
}
