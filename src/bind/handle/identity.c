/* identity.c: what bodies, shapes and joints answer alike: id, name, data, world and whether
 * they live. Each type's file names them for its methods.
 * magic: BIND_BODY, BIND_SHAPE or BIND_JOINT, the type of the object at stack index 1. */
#include "handle/identity.h"

#include "base/args.h"
#include "base/push.h"
#include "handle/handle.h"

static void check_live(lua_State *L, uint32_t magic) {
    const bind_Handle *h = bind_test_handle(L, 1, magic);
    if (!h || !bind_is_live(h)) bind_bad_handle(L, 1, magic);
}

int bind_get_id(lua_State *L, uint32_t magic) {
    return bind_push_integer(L, bind_known(L, 1, magic)->index);
}

/* Name and data: what only Lua knows of an object. */
static int get_value(lua_State *L, uint32_t magic, int slot) {
    bind_known(L, 1, magic);
    lua_getiuservalue(L, 1, slot);
    return 1;
}

int bind_get_name(lua_State *L, uint32_t magic) { return get_value(L, magic, UV_NAME); }
int bind_get_data(lua_State *L, uint32_t magic) { return get_value(L, magic, UV_DATA); }

int bind_take_name(lua_State *L, uint32_t magic) {
    check_live(L, magic);
    lua_settop(L, 2);
    if (!lua_isnil(L, 2)) bind_string(L, 2);
    bind_log_change(L, bind_any(L, 1, magic)->world);
    lua_getiuservalue(L, 1, UV_WORLD);
    lua_insert(L, 2);
    bind_set_name(L, 2, 1);
    return 0;
}

int bind_take_data(lua_State *L, uint32_t magic) {
    check_live(L, magic);
    lua_settop(L, 2);
    lua_setiuservalue(L, 1, UV_DATA);
    return 0;
}

int bind_get_world(lua_State *L, uint32_t magic) {
    check_live(L, magic);
    lua_getiuservalue(L, 1, UV_WORLD);
    return 1;
}

int bind_get_valid(lua_State *L, uint32_t magic) {
    return bind_push_boolean(L, bind_is_live(bind_any(L, 1, magic)));
}
