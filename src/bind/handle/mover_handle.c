/* mover_handle.c: which userdata is a mover, and whether it lives.
 *
 * A mover is no body: its userdata answers for itself whether it lives. */
#include "handle/mover_handle.h"

#include "base/args.h"
#include "handle/handle.h"
#include "handle/remains.h"

typedef bind_MoverHandle Handle;

Handle *bind_new_mover(lua_State *L, int world_index) {
    Handle *h = lua_newuserdatauv(L, sizeof *h, UV_MOVER_COUNT);
    *h = (Handle){.magic = BIND_MOVER, .world = lua_touserdata(L, world_index)};
    lua_pushvalue(L, world_index);
    lua_setiuservalue(L, -2, UV_MOVER_WORLD);
    luaL_setmetatable(L, BIND_MOVER_TYPE);
    return h;
}

/* Movers of a world that was loaded have no handle until they are asked for. */
void bind_push_mover(lua_State *L, int world_index, cn_MoverId id) {
    const bind_World *w = lua_touserdata(L, world_index);
    lua_getiuservalue(L, world_index, UV_MOVERS);
    lua_rawgeti(L, -1, id.generation ? id.index : 0);
    const Handle *h = lua_touserdata(L, -1);
    if (id.generation != 0 && (!h || h->id.generation != id.generation)) {
        lua_pop(L, 1);
        bind_new_mover(L, world_index)->id = id;
        if (cn_mover_is_valid(w->core, id)) { /* else it is told of after its end */
            lua_pushvalue(L, -1);
            lua_rawseti(L, -3, id.index);
        }
    }
    lua_remove(L, -2);
}

int bind_push_mover_hit(lua_State *L, int world_index, const cn_MoverHitEvent *hit) {
    const cn_MoverContact *c = &hit->contact;
    const double numbers[] = {c->x, c->y, c->nx, c->ny, c->speed};
    bind_push_mover(L, world_index, hit->mover);
    if (c->mover.generation)
        bind_push_mover(L, world_index, c->mover);
    else
        bind_push_shape(L, world_index, c->shape);
    for (int i = 0; i < 5; i++) lua_pushnumber(L, numbers[i]);
    lua_pushinteger(L, c->piece + 1);
    return 8;
}

Handle *bind_any_mover(lua_State *L) {
    Handle *h = bind_test_mover(L, 1);
    if (h) return h;
    bind_arg_error(L, 1, "%s expected, got %s; did you forget ':'?", BIND_MOVER_TYPE,
                   bind_type_name(L, 1));
    return NULL;
}

bool bind_mover_is_live(const Handle *h) {
    return h->world->core && cn_mover_is_valid(h->world->core, h->id);
}

Handle *bind_mover(lua_State *L) {
    Handle *h = bind_any_mover(L);
    if (bind_mover_is_live(h)) return h;
    if (!h->world->core) {
        lua_getiuservalue(L, 1, UV_MOVER_WORLD);
        bind_arg_error(L, 1, "%s", bind_describe_dead_world(L, lua_gettop(L)));
    }
    lua_getiuservalue(L, 1, UV_MOVER_DATA);
    if (lua_istable(L, -1)) lua_rawgeti(L, -1, 1); /* a grave */
    const char *place = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    bind_arg_error(L, 1, "mover #%d has been destroyed%s%s", (int)h->id.index, *place ? " at " : "",
                   place);
    return NULL;
}

Handle *bind_open_mover(lua_State *L) {
    Handle *h = bind_mover(L);
    if (h->world->reading) bind_read_only(L, h->world);
    bind_log_change(L, h->world);
    return h;
}

void bind_bury_mover(lua_State *L, int world_index, cn_MoverId id) {
    int top = lua_gettop(L);
    lua_getiuservalue(L, world_index, UV_MOVERS);
    if (lua_rawgeti(L, -1, id.index) == LUA_TUSERDATA) {
        const bind_World *w = lua_touserdata(L, world_index);
        int handle = lua_gettop(L);
        lua_pushvalue(L, handle);
        bind_remember(L, world_index,
                      (lua_Integer)((uint64_t)id.generation << 32 | 0xc0000000u | id.index));
        lua_settop(L, handle);
        bind_push_caller(L);
        if (w->remembers) {
            lua_getiuservalue(L, handle, UV_MOVER_DATA);
            bind_push_grave(L, handle + 1, handle + 2);
        }
        lua_setiuservalue(L, handle, UV_MOVER_DATA);
        lua_settop(L, handle);
        lua_pushnil(L);
        lua_rawseti(L, top + 1, id.index);
    }
    lua_settop(L, top);
}
