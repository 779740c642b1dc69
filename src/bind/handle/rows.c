/* rows.c: the handles of a world once more, where loops reach them quicker (bind_Rows).
 *
 * What stands in a row also stands in the world's table, never the other way round only. */
#include "handle/rows.h"

#include <limits.h>
#include <string.h>

/* Push a near block with what stands in the rows. */
static void new_near_block(lua_State *L, const bind_Rows *rows, uint32_t room) {
    lua_newuserdatauv(L, 0, (int)room);
    for (uint32_t i = 0; i < rows->near_room; i++) {
        bind_push_row(L, rows, i);
        lua_setiuservalue(L, -2, (int)i + 1);
    }
}

/* Make room for at least that index; false where Lua's stack ends. */
static bool grow_rows(lua_State *L, int world_index, uint32_t magic, uint32_t index) {
    bind_Rows *rows = bind_rows_of(lua_touserdata(L, world_index), magic);
    if (!rows->handles) {
        rows->handles = lua_newthread(L);
        lua_setiuservalue(L, world_index,
                          magic == BIND_BODY    ? UV_BODY_ROWS
                          : magic == BIND_SHAPE ? UV_SHAPE_ROWS
                                                : UV_JOINT_ROWS);
    }
    if (index > INT_MAX / 4) return false;
    uint32_t room = 2 * index + 64;
    int values = (int)room + LUA_MINSTACK - lua_gettop(rows->handles);
    if (!lua_checkstack(rows->handles, values)) return false;
    uint32_t *grown = lua_newuserdatauv(L, room * sizeof *grown, 0);
    if (rows->room > 0) memcpy(grown, rows->generation, rows->room * sizeof *grown);
    memset(grown + rows->room, 0, (room - rows->room) * sizeof *grown);
    uint32_t near_room = room < BIND_MOST_NEAR ? room : BIND_MOST_NEAR;
    if (rows->near_room < near_room) {
        new_near_block(L, rows, near_room);
    } else {
        lua_pushvalue(rows->handles, BIND_NEAR_BLOCK);
        lua_xmove(rows->handles, L, 1);
    }
    lua_settop(rows->handles, (int)room + BIND_FIRST_ROW - 1);
    lua_xmove(L, rows->handles, 2);
    lua_replace(rows->handles, BIND_NEAR_BLOCK);
    lua_replace(rows->handles, 1);
    rows->generation = grown;
    rows->room = room;
    rows->near_room = near_room;
    return true;
}

void bind_set_row(lua_State *L, int world_index, uint32_t magic, uint32_t index,
                  uint32_t generation) {
    bind_Rows *rows = bind_rows_of(lua_touserdata(L, world_index), magic);
    if (index >= rows->room && !(generation != 0 && grow_rows(L, world_index, magic, index))) {
        lua_pop(L, 1);
        return;
    }
    lua_xmove(L, rows->handles, 1);
    if (index < rows->near_room) {
        lua_pushvalue(rows->handles, -1);
        lua_setiuservalue(rows->handles, BIND_NEAR_BLOCK, (int)index + 1);
    }
    lua_replace(rows->handles, (int)index + BIND_FIRST_ROW);
    rows->generation[index] = generation;
}

void bind_clear_row(lua_State *L, int world_index, const bind_Handle *h) {
    lua_pushnil(L);
    bind_set_row(L, world_index, h->magic, h->index, 0);
}
