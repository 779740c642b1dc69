/* iter.c: iterators that make no garbage.
 *
 * What cannot be walked by id alone (manifolds, hits of a query, events of two layers) is collected
 * into the buffer of an iterator userdata first; the world keeps those at rest in a pool. The
 * generic for closes it when the loop ends, breaks or raises, and __close puts it back; one that is
 * never closed is simply collected by Lua. Where for closes nothing (LuaJIT), the last turn does it,
 * and the collector for what break has left. Loops nest because each takes an iterator of its own.
 * Walks by id (bodies, shapes) need none: their control value is the handle itself. Loops over
 * events are the ones that must be fast: their function is a closure over the iterator, made once
 * for it, which serves such loops alone from then on. */
#include "handle/iter.h"

#include <limits.h>
#include <string.h>

#include "handle/handle.h"

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

static bind_Iter *take(lua_State *L, int world_index, lua_CFunction turn) {
    if (!push_pooled(L, world_index, turn))
        new_iter(L, world_index);
    else if (!BIND_FOR_CLOSES)
        luaL_setmetatable(L, BIND_ITER_TYPE); /* see l_iter_gc */
    bind_Iter *it = lua_touserdata(L, -1);
    it->open = true;
    it->index = it->first = it->count = 0;
    it->mask_a = it->mask_b = UINT64_MAX;
    it->turn = turn;
    it->epoch = it->world->epoch;
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
    if (it->epoch != it->world->epoch) bind_loop_over(L);
    return it;
}

void bind_loop_over(lua_State *L) {
    luaL_error(L, "the world was restored inside this loop over it");
}

/* A walk has no memory but its function: in worlds that were restored that knows when it began. */
int bind_walk(lua_State *L, const bind_World *w, lua_CFunction next, int index) {
    if (w->epoch != 0) lua_pushinteger(L, w->epoch);
    lua_pushcclosure(L, next, w->epoch != 0);
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
    lua_pop(L, 3);
    w->pool_count++;
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

/* Of a loop that was left by break, where nothing closes it: a new iterator takes over what it has,
 * for Lua 5.1 finalizes a userdata once. */
static int l_iter_gc(lua_State *L) {
    bind_Iter *it = test_iter(L, 1);
    if (!it || !it->open || !it->world->core) return 0;
    lua_getiuservalue(L, 1, UV_ITER_WORLD);
    new_iter(L, 2);
    bind_Iter *heir = lua_touserdata(L, 3);
    for (int slot = UV_ITER_BUFFER; slot <= UV_ITER_CURSOR; slot++) {
        lua_getiuservalue(L, 1, slot);
        lua_setiuservalue(L, 3, slot);
    }
    heir->buffer = it->buffer;
    heir->bytes = it->bytes;
    heir->cursor = it->cursor;
    heir->turn = it->turn;
    heir->open = true;
    close_iter(L, 3);
    lua_pushnil(L); /* until it is taken: a finalizer that comes while the state ends is not called,
                     * this module may be gone by then */
    lua_setmetatable(L, 3);
    return 0;
}

static const luaL_Reg iter_metamethods[] = {
    {"__close", l_iter_close},
    {BIND_FOR_CLOSES ? NULL : "__gc", l_iter_gc},
    {NULL, NULL},
};

void bind_iter_open(lua_State *L) {
    static const luaL_Reg *const methods[] = {NULL};
    bind_make_type(L, BIND_ITER_TYPE, iter_metamethods, methods);
}
