/* note.c: the names of layers, bodies and joints as bytes, and back: what only Lua knows of a
 * world.
 *
 * One entry after the other: a letter (l, b, j), the bit or the index in four bytes, the length of
 * the name in four bytes, the name. Layers are in the order of their bits, all else in that of ids.
 */
#include "world/note.h"

#include <string.h>

#include "define/layer.h"
#include "handle/handle.h"
#include "handle/remains.h"

#define MOST_LAYERS 64 /* count */

typedef struct Entry {
    char sort; /* 'l', 'b', 'j' */
    uint32_t index, length;
    const char *name;
} Entry;

/* The name on the top, which is popped, if it is one. */
static void add_entry(lua_State *L, luaL_Buffer *b, char sort, uint32_t index, int at) {
    size_t size;
    const char *name = lua_tolstring(L, at, &size);
    if (!name) return;
    uint32_t length = (uint32_t)size;
    luaL_addchar(b, sort);
    luaL_addlstring(b, (const char *)&index, sizeof index);
    luaL_addlstring(b, (const char *)&length, sizeof length);
    luaL_addlstring(b, name, size);
}

/* Named handles stand in the world's tables: who has none has no name. table is that table, at
 * first and second are two places for values. */
static void add_name(lua_State *L, luaL_Buffer *b, char sort, uint32_t index, int table, int at) {
    if (lua_rawgeti(L, table, index) == LUA_TUSERDATA) {
        lua_replace(L, at);
        lua_getiuservalue(L, at, UV_NAME);
        lua_replace(L, at);
        add_entry(L, b, sort, index, at);
    } else {
        lua_pop(L, 1);
    }
}

/* Whether the table on the top, which stays, has something in it. */
static bool is_filled(lua_State *L) {
    lua_pushnil(L);
    bool some = lua_next(L, -2) != 0;
    if (some) lua_pop(L, 2);
    return some;
}

void bind_push_note(lua_State *L, int world_index) {
    const bind_World *w = lua_touserdata(L, world_index);
    luaL_Buffer b;
    lua_getiuservalue(L, world_index, UV_NAMES);
    bool names = is_filled(L) || w->twins; /* one that has died had the name, the other has it */
    lua_pop(L, 1);
    lua_getiuservalue(L, world_index, UV_BODIES);
    lua_getiuservalue(L, world_index, UV_JOINTS);
    lua_pushnil(L); /* a place for values, below the buffer's */
    int at = lua_gettop(L);
    luaL_buffinit(L, &b);
    for (int i = 1; i < w->layer_count; i++) {
        bind_push_layer(L, world_index, i);
        lua_replace(L, at);
        add_entry(L, &b, 'l', (uint32_t)i, at);
    }
    for (cn_BodyId id = {0, 0}; names && (id = cn_world_next_body(w->core, id)).generation != 0;)
        add_name(L, &b, 'b', id.index, at - 2, at);
    for (cn_JointId id = {0, 0}; names && (id = cn_world_next_joint(w->core, id)).generation != 0;)
        add_name(L, &b, 'j', id.index, at - 1, at);
    luaL_pushresult(&b);
    lua_replace(L, at - 2);
    lua_settop(L, at - 2);
}

static bool read_entry(const char **at, const char *end, Entry *e) {
    size_t head = 1 + sizeof e->index + sizeof e->length;
    if ((size_t)(end - *at) < head) return false;
    e->sort = **at;
    memcpy(&e->index, *at + 1, sizeof e->index);
    memcpy(&e->length, *at + 1 + sizeof e->index, sizeof e->length);
    *at += head;
    if ((size_t)(end - *at) < e->length) return false;
    e->name = *at;
    *at += e->length;
    return true;
}

/* A table of three: by layer bit, by body index, by joint index. */
bool bind_read_note(lua_State *L, const void *bytes, size_t size) {
    static const char sorts[] = "lbj";
    const char *at = bytes, *end = at + size;
    uint32_t layers = 1, last[3] = {0, 0, 0};
    Entry e;
    int top = lua_gettop(L);
    lua_createtable(L, 3, 0);
    for (int i = 1; i <= 3; i++) {
        lua_newtable(L);
        lua_rawseti(L, -2, i);
    }
    while (at < end) {
        const char *sort = read_entry(&at, end, &e) && e.sort ? strchr(sorts, e.sort) : NULL;
        int which = sort ? (int)(sort - sorts) : -1;
        bool sound = sort && e.index > last[which] && e.index < INT32_MAX;
        if (sound && which == 0) sound = e.index == layers++ && e.index < MOST_LAYERS;
        if (!sound) {
            lua_settop(L, top);
            return false;
        }
        last[which] = e.index;
        lua_rawgeti(L, top + 1, which + 1);
        lua_pushlstring(L, e.name, e.length);
        lua_rawseti(L, -2, e.index);
        lua_pop(L, 1);
    }
    return true;
}

static void take_layers(lua_State *L, int world_index, int note) {
    bind_World *w = lua_touserdata(L, world_index);
    bind_empty_table(L, world_index, UV_LAYERS);
    w->layer_count = 0;
    lua_pushliteral(L, "default");
    bind_add_layer(L, world_index, -1);
    lua_rawgeti(L, note, 1);
    for (int i = 1; lua_rawgeti(L, -1, i) == LUA_TSTRING; i++) {
        bind_add_layer(L, world_index, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 3);
}

/* No handle has a name any more. */
static void forget_names(lua_State *L, int world_index, int which) {
    lua_getiuservalue(L, world_index, which);
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        lua_pushnil(L);
        lua_setiuservalue(L, -2, UV_NAME);
    }
    lua_pop(L, 1);
}

void bind_take_note(lua_State *L, int world_index) {
    bind_World *w = lua_touserdata(L, world_index);
    int note = lua_gettop(L);
    take_layers(L, world_index, note);
    forget_names(L, world_index, UV_BODIES);
    forget_names(L, world_index, UV_JOINTS);
    bind_empty_table(L, world_index, UV_NAMES);
    w->twins = false;
    lua_rawgeti(L, note, 2);
    bool bodies = is_filled(L);
    lua_rawgeti(L, note, 3);
    bool joints = is_filled(L);
    for (cn_BodyId id = {0, 0}; bodies && (id = cn_world_next_body(w->core, id)).generation != 0;) {
        if (lua_rawgeti(L, note + 1, id.index) == LUA_TSTRING) {
            bind_push_body(L, world_index, id);
            lua_insert(L, -2);
            bind_set_name(L, world_index, lua_gettop(L) - 1);
        }
        lua_settop(L, note + 2);
    }
    for (cn_JointId id = {0, 0};
         joints && (id = cn_world_next_joint(w->core, id)).generation != 0;) {
        if (lua_rawgeti(L, note + 2, id.index) == LUA_TSTRING) {
            bind_push_joint(L, world_index, id);
            lua_insert(L, -2);
            bind_set_name(L, world_index, lua_gettop(L) - 1);
        }
        lua_settop(L, note + 2);
    }
    lua_settop(L, note - 1);
}
