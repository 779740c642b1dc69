/* remains.c: what a world keeps of objects that are destroyed: their handles, weakly, and with each
 * its data and where it was destroyed. See revive.c. */
#include "handle/remains.h"

/* Key in a grave, the table that a dead handle has for its data in worlds that are restored. */
static const char grave_key = 0;

void bind_remember(lua_State *L, int world_index, lua_Integer key) {
    lua_getiuservalue(L, world_index, UV_REMAINS);
    lua_pushvalue(L, -2);
    lua_rawseti(L, -2, key);
    lua_pop(L, 1);
}

void bind_push_grave(lua_State *L, int place_index, int data_index) {
    lua_createtable(L, 1, 1);
    lua_pushvalue(L, place_index);
    lua_rawseti(L, -2, 1);
    lua_pushvalue(L, data_index);
    lua_rawsetp(L, -2, &grave_key);
}

/* Data is what it was: at the handle on the top. */
void bind_open_grave(lua_State *L, int slot) {
    if (lua_getiuservalue(L, -1, slot) == LUA_TTABLE) {
        lua_rawgetp(L, -1, &grave_key);
        lua_setiuservalue(L, -3, slot);
    }
    lua_pop(L, 1);
}

void bind_empty_table(lua_State *L, int world_index, int which) {
    world_index = lua_absindex(L, world_index);
    lua_newtable(L);
    if (which == UV_REMAINS || which == UV_LOOPS) {
        lua_createtable(L, 0, 1);
        lua_pushstring(L, which == UV_REMAINS ? "v" : "k");
        lua_setfield(L, -2, "__mode");
        lua_setmetatable(L, -2);
    }
    lua_setiuservalue(L, world_index, which);
}
