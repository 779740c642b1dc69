/* mover_handle.c: which userdata is a mover, and whether it lives.
 *
 * A mover is no body: its userdata answers for itself whether it lives. */
#include "mover/mover_handle.h"

#include "base/args.h"
#include "handle/handle.h"

typedef bind_MoverHandle Handle;

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
    if (!h->world->core) bind_arg_error(L, 1, "world has been destroyed");
    lua_getiuservalue(L, 1, UV_MOVER_DATA);
    const char *place = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    bind_arg_error(L, 1, "mover #%d has been destroyed%s%s", (int)h->id.index, *place ? " at " : "",
                   place);
    return NULL;
}

Handle *bind_open_mover(lua_State *L) {
    Handle *h = bind_mover(L);
    if (h->world->reading) bind_read_only(L, h->world);
    return h;
}
