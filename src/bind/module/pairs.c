/* pairs.c: cairn.pairs, a walk over any table in an order that does not change with the run.
 *
 * Numbers in ascending order, strings by bytes, false and true, then worlds, bodies, shapes,
 * joints and movers by world and id. Other keys (tables, functions) have no order that two runs
 * agree on and are refused. The keys are copied first, so the table may be changed while it is
 * walked; a key that has gone is passed over. */
#include "module/pairs.h"

#include <stdlib.h>
#include <string.h>

#include "base/args.h"
#include "handle/handle.h"

typedef enum Class { CLASS_NUMBER, CLASS_STRING, CLASS_BOOLEAN, CLASS_OBJECT } Class;

typedef struct Key {
    Class class;
    bool whole;
    lua_Integer integer; /* of a boolean 0 or 1; of an object its place in its world */
    lua_Number number;
    const char *string;
    size_t length;
    uint32_t serial; /* of an object's world */
    int at;          /* where it stands in the list of keys */
} Key;

static int compare(lua_Number a, lua_Number b) { return a < b ? -1 : a > b; }

static int compare_numbers(const Key *a, const Key *b) {
    if (a->whole && b->whole) return a->integer < b->integer ? -1 : a->integer > b->integer;
    return compare(a->number, b->number);
}

static int compare_strings(const Key *a, const Key *b) {
    size_t shorter = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->string, b->string, shorter);
    return order ? order : (a->length > b->length) - (a->length < b->length);
}

static int compare_keys(const void *left, const void *right) {
    const Key *a = left, *b = right;
    if (a->class != b->class) return a->class < b->class ? -1 : 1;
    if (a->class == CLASS_NUMBER) return compare_numbers(a, b);
    if (a->class == CLASS_STRING) return compare_strings(a, b);
    if (a->serial != b->serial) return a->serial < b->serial ? -1 : 1;
    return a->integer < b->integer ? -1 : a->integer > b->integer;
}

/* generations of one slot in their order; both halves stay below 2^31 in practice */
static lua_Integer place_of(int sort, uint32_t index, uint32_t generation) {
    return (lua_Integer)sort << 60 | (lua_Integer)index << 24 | (generation & 0xffffff);
}

static bool read_mover(lua_State *L, Key *key) {
    const bind_MoverHandle *h = bind_test_mover(L, -1);
    if (!h) return false;
    key->class = CLASS_OBJECT;
    key->serial = h->world->serial;
    key->integer = place_of(4, h->id.index, h->id.generation);
    return true;
}

/* The world itself, then its bodies, its shapes, its joints, its movers. */
static bool read_object(lua_State *L, Key *key) {
    const bind_World *w = bind_test_world(L, -1);
    const bind_Handle *h = bind_test_handle(L, -1, BIND_BODY);
    if (!h) h = bind_test_handle(L, -1, BIND_SHAPE);
    if (!h) h = bind_test_handle(L, -1, BIND_JOINT);
    if (!w && !h) return read_mover(L, key);
    key->class = CLASS_OBJECT;
    key->serial = w ? w->serial : h->world->serial;
    if (h) {
        int sort = h->magic == BIND_BODY ? 1 : h->magic == BIND_SHAPE ? 2 : 3;
        key->integer = place_of(sort, h->index, h->generation);
    }
    return true;
}

/* Describe the key on the top. */
static void read_key(lua_State *L, Key *key) {
    int whole = 0;
    switch (lua_type(L, -1)) {
    case LUA_TNUMBER:
        key->class = CLASS_NUMBER;
        key->number = lua_tonumber(L, -1);
        key->integer = lua_tointegerx(L, -1, &whole);
        key->whole = whole;
        return;
    case LUA_TSTRING:
        key->class = CLASS_STRING;
        key->string = lua_tolstring(L, -1, &key->length);
        return;
    case LUA_TBOOLEAN:
        key->class = CLASS_BOOLEAN;
        key->integer = lua_toboolean(L, -1);
        return;
    default:
        if (!read_object(L, key)) {
            bind_arg_error(L, 1, "a %s as key has no fixed order", bind_type_name(L, -1));
        }
    }
}

/* Upvalues: the table, its keys in order, how many have been visited. */
static int next_pair(lua_State *L) {
    lua_Integer i = lua_tointeger(L, lua_upvalueindex(3));
    while (lua_rawgeti(L, lua_upvalueindex(2), ++i) != LUA_TNIL) {
        lua_pushvalue(L, -1);
        if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) {
            lua_pushinteger(L, i);
            lua_replace(L, lua_upvalueindex(3));
            return 2;
        }
        lua_pop(L, 2);
    }
    return 1;
}

/* cairn.pairs(table) -> iterator: key, value */
int l_cairn_pairs(lua_State *L) {
    if (!lua_istable(L, 1)) bind_type_error(L, 1, "table");
    lua_settop(L, 1);
    lua_newtable(L);
    int count = 0;
    for (lua_pushnil(L); lua_next(L, 1); count++) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_rawseti(L, 2, count + 1);
    }
    Key *keys = lua_newuserdatauv(L, ((size_t)count + 1) * sizeof *keys, 0);
    memset(keys, 0, ((size_t)count + 1) * sizeof *keys);
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, 2, i + 1);
        read_key(L, &keys[i]);
        keys[i].at = i + 1;
        lua_pop(L, 1); /* the list still holds its string */
    }
    qsort(keys, (size_t)count, sizeof *keys, compare_keys);
    lua_pushvalue(L, 1);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, 2, keys[i].at);
        lua_rawseti(L, -2, i + 1);
    }
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, next_pair, 3);
    return 1;
}
