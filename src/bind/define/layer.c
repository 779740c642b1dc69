/* layer.c: named layers, and the filters of queries.
 *
 * The core knows bits 0..63; names live in one table of the world, name -> bit number and back.
 * Bit 0 is "default". To a script a layer is its name, or a mask with one bit (world:layer).
 * Not here: what a shape's layer is (body/shape.c). */
#include "define/layer.h"

#include <string.h>

#include "base/args.h"
#include "base/fields.h"
#include "base/push.h"
#include "base/words.h"
#include "handle/handle.h"

#define MAX_LAYERS 64

/* Where a number is a double: a mask beyond them would lose its first layers, and not say so. */
static const char too_many_layers[] =
    "a number of this Lua is a mask of at most 53 layers; use their names";

void bind_push_mask(lua_State *L, uint64_t mask) { bind_push_bits(L, mask, too_many_layers); }

int bind_find_layer(lua_State *L, int world_index, int index) {
    lua_pushvalue(L, index);
    lua_getiuservalue(L, world_index, UV_LAYERS);
    lua_insert(L, -2);
    int type = lua_rawget(L, -2);
    int layer = type == LUA_TNUMBER ? (int)lua_tointeger(L, -1) : -1;
    lua_pop(L, 2);
    return layer;
}

int bind_add_layer(lua_State *L, int world_index, int index) {
    bind_World *w = lua_touserdata(L, world_index);
    if (w->layer_count == MAX_LAYERS) return -1;
    index = lua_absindex(L, index);
    int layer = w->layer_count;
    lua_getiuservalue(L, world_index, UV_LAYERS);
    lua_pushvalue(L, index);
    lua_rawseti(L, -2, layer);
    lua_pushvalue(L, index);
    lua_pushinteger(L, layer);
    lua_rawset(L, -3);
    lua_pop(L, 1);
    w->layer_count++;
    return layer;
}

void bind_push_layer(lua_State *L, int world_index, int layer) {
    lua_getiuservalue(L, world_index, UV_LAYERS);
    lua_rawgeti(L, -1, layer);
    lua_remove(L, -2);
}

const char *bind_unknown_layer(lua_State *L, int world_index, const char *word) {
    const bind_World *w = lua_touserdata(L, world_index);
    const char *names[MAX_LAYERS];
    luaL_checkstack(L, 20, NULL);
    for (int i = 0; i < w->layer_count; i++) {
        bind_push_layer(L, world_index, i);
        names[i] = lua_tostring(L, -1); /* the world's table holds it */
        lua_pop(L, 1);
    }
    const char *near = bind_nearest(word, names, w->layer_count);
    if (near) return lua_pushfstring(L, "unknown layer '%s', did you mean '%s'?", word, near);
    return lua_pushfstring(L, "unknown layer '%s'; declare it with world:layer(name)", word);
}

int bind_layer(lua_State *L, int world_index, int arg) {
    bind_string(L, arg);
    int layer = bind_find_layer(L, world_index, arg);
    if (layer >= 0) return layer;
    return bind_arg_error(L, arg, "%s", bind_unknown_layer(L, world_index, lua_tostring(L, arg)));
}

int bind_layer_field(bind_Reader *r) {
    lua_State *L = r->L;
    if (lua_type(L, -1) != LUA_TSTRING) {
        bind_field_error(r, "string expected, got %s", bind_type_name(L, -1));
    }
    int layer = bind_find_layer(L, r->world_index, -1);
    if (layer >= 0) return layer;
    const char *word = lua_tostring(L, -1);
    return bind_field_error(r, "%s", bind_unknown_layer(L, r->world_index, word));
}

/* ---- masks and filters ---------------------------------------------------------------------- */

/* Whom to blame: an argument, and in it a field, or NULL. */
typedef struct Blame {
    int arg;
    const char *field;
} Blame;

static void blame(lua_State *L, Blame at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const char *message = lua_pushvfstring(L, format, args);
    va_end(args);
    if (at.field) message = lua_pushfstring(L, "field '%s': %s", at.field, message);
    bind_arg_error(L, at.arg, "%s", message);
}

static void blame_undeclared(lua_State *L, int world_index, Blame at, int index) {
    blame(L, at, "%s", bind_unknown_layer(L, world_index, lua_tostring(L, index)));
}

/* The list of names at index. */
static uint64_t mask_of_list(lua_State *L, int world_index, Blame at, int index) {
    uint64_t mask = 0;
    int count = (int)lua_rawlen(L, index);
    for (int i = 1; i <= count; i++) {
        if (lua_rawgeti(L, index, i) != LUA_TSTRING) {
            blame(L, at, "layer %d: string expected, got %s", i, bind_type_name(L, -1));
        }
        int layer = bind_find_layer(L, world_index, lua_gettop(L));
        if (layer < 0) blame_undeclared(L, world_index, at, lua_gettop(L));
        mask |= (uint64_t)1 << layer;
        lua_pop(L, 1);
    }
    return mask;
}

static uint64_t mask_of_number(lua_State *L, Blame at, int index) {
    int whole;
    lua_Integer mask = lua_tointegerx(L, index, &whole);
    if (!whole) blame(L, at, "bit mask expected, got %s", bind_digits(L, lua_tonumber(L, index)));
    if (!lua_isinteger(L, index) && !BIND_HAS_INTEGERS) blame(L, at, "%s", too_many_layers);
    return (uint64_t)mask;
}

/* The layers at index, in any of their forms. */
static uint64_t read_mask(lua_State *L, int world_index, Blame at, int index) {
    switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TNONE:
        return UINT64_MAX;
    case LUA_TNUMBER:
        return mask_of_number(L, at, index);
    case LUA_TSTRING: {
        int layer = bind_find_layer(L, world_index, index);
        if (layer < 0) blame_undeclared(L, world_index, at, index);
        return (uint64_t)1 << layer;
    }
    case LUA_TTABLE:
        return mask_of_list(L, world_index, at, index);
    default:
        blame(L, at, "layer name, bit mask or list of names expected, got %s",
              bind_type_name(L, index));
        return 0;
    }
}

uint64_t bind_mask(lua_State *L, int world_index, int arg) {
    return read_mask(L, world_index, (Blame){arg, NULL}, arg);
}

uint64_t bind_mask_in(lua_State *L, int world_index, int arg, const char *field, int index) {
    return read_mask(L, world_index, (Blame){arg, field}, index);
}

uint64_t bind_mask_field(bind_Reader *r) {
    return read_mask(r->L, r->world_index, (Blame){r->arg, r->field}, lua_gettop(r->L));
}

/* Only list items and these keys may be in a filter. */
static void check_filter_keys(lua_State *L, Blame at, int index) {
    static const char *const keys[] = {"layers", "ignore", "sensors", "types", "test"};
    const int count = (int)(sizeof keys / sizeof *keys);
    lua_pushnil(L);
    while (lua_next(L, index)) {
        lua_pop(L, 1);
        if (lua_type(L, -1) == LUA_TNUMBER) continue;
        const char *key = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "?";
        bool known = false;
        for (int i = 0; i < count; i++) known = known || strcmp(key, keys[i]) == 0;
        if (known) continue;
        const char *near = bind_nearest(key, keys, count);
        if (near) {
            blame(L, at, "unknown field '%s', did you mean '%s'?", key, near);
        } else {
            blame(L, at, "unknown field '%s'", key);
        }
    }
}

/* A body in field `ignore`, on the top; item: in its list, else 0. */
static cn_BodyId read_body(lua_State *L, int world_index, Blame at, int item) {
    const bind_Handle *h = bind_test_handle(L, -1, BIND_BODY);
    if (!h && item > 0) {
        blame(L, at, "body %d: cairn.Body expected, got %s", item, bind_type_name(L, -1));
        return (cn_BodyId){0, 0};
    }
    if (!h) {
        blame(L, at, "cairn.Body expected, got %s", bind_type_name(L, -1));
        return (cn_BodyId){0, 0};
    }
    if (h->world != lua_touserdata(L, world_index)) {
        blame(L, at, "body belongs to another world");
    }
    if (!bind_is_live(h)) blame(L, at, "%s", bind_describe_dead(L, lua_gettop(L)));
    return bind_body_id(h);
}

/* The body in field `ignore`, on the top, or the list of them: its first in the filter itself. */
static void read_ignore(lua_State *L, int world_index, Blame at, cn_QueryFilter *filter) {
    bind_World *w = lua_touserdata(L, world_index);
    if (!lua_istable(L, -1)) {
        filter->ignore = read_body(L, world_index, at, 0);
        return;
    }
    cn_BodyId *list = w->ignored[w->testing ? 1 : 0];
    int count = (int)lua_rawlen(L, -1);
    if (count > BIND_MOST_IGNORED)
        blame(L, at, "at most %d bodies, got %d", BIND_MOST_IGNORED, count);
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, -1, i + 1);
        list[i] = read_body(L, world_index, at, i + 1);
        lua_pop(L, 1);
    }
    filter->others = list;
    filter->other_count = count;
}

/* A name of a type, or a list of them, on the top. */
static uint8_t read_types(lua_State *L, Blame at) {
    static const char *const names[] = {"static", "kinematic", "dynamic"};
    uint8_t types = 0;
    bool list = lua_istable(L, -1);
    int count = list ? (int)lua_rawlen(L, -1) : 1;
    if (list && count == 0) blame(L, at, "at least one type expected");
    for (int i = 1; i <= count; i++) {
        if (list) lua_rawgeti(L, -1, i);
        if (lua_type(L, -1) != LUA_TSTRING)
            blame(L, at, "name or list of names expected, got %s", bind_type_name(L, -1));
        const char *word = lua_tostring(L, -1);
        int type = 0;
        while (type < 3 && strcmp(word, names[type]) != 0) type++;
        if (type == 3)
            blame(L, at, "invalid type '%s', expected static, kinematic or dynamic", word);
        types |= (uint8_t)(1u << type);
        if (list) lua_pop(L, 1);
    }
    return types;
}

/* ---- a filter's own function ------------------------------------------------------------------
 */

/* Asked in the middle of the core's walk, over which no error may jump: it is kept until the query
 * is over, and nothing more is asked. */
static bool ask(void *context, cn_ShapeId shape) {
    bind_World *w = context;
    lua_State *L = w->asker;
    int world = w->asker_index;
    const char *reading = w->reading;
    if (w->test_failed) return false;
    luaL_checkstack(L, 4, NULL);
    lua_getiuservalue(L, world, UV_TEST);
    bind_push_shape(L, world, shape);
    w->reading = "test";
    w->testing = true;
    bool failed = lua_pcall(L, 1, 1, 0) != LUA_OK;
    w->reading = reading;
    w->testing = false;
    bool wanted = !failed && !(lua_isboolean(L, -1) && !lua_toboolean(L, -1));
    if (failed) {
        w->test_failed = true;
        lua_setiuservalue(L, world, UV_TEST_ERROR);
    } else {
        lua_pop(L, 1);
    }
    return wanted;
}

/* The function on the top. */
static void read_test(lua_State *L, int world_index, Blame at, cn_QueryFilter *filter) {
    bind_World *w = lua_touserdata(L, world_index);
    if (!lua_isfunction(L, -1)) blame(L, at, "function expected, got %s", bind_type_name(L, -1));
    if (w->testing) blame(L, at, "a test may not ask with a test of its own");
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, world_index, UV_TEST);
    w->asker = L;
    w->asker_index = world_index;
    w->test_failed = false;
    filter->test = ask;
    filter->context = w;
}

void bind_filter_raise(lua_State *L, int world_index) {
    bind_World *w = lua_touserdata(L, world_index);
    bool failed = w->test_failed;
    if (w->testing) return; /* a query within the test: that of the test goes on */
    w->asker = NULL;
    w->test_failed = false;
    lua_pushnil(L);
    lua_setiuservalue(L, world_index, UV_TEST);
    if (!failed) return;
    lua_getiuservalue(L, world_index, UV_TEST_ERROR);
    lua_pushnil(L);
    lua_setiuservalue(L, world_index, UV_TEST_ERROR);
    lua_error(L);
}

/* The same place, one field further in: the names of the filter's fields, alone or within it. */
static Blame inside(Blame at, const char *alone, const char *within) {
    return (Blame){at.arg, at.field ? within : alone};
}

static cn_QueryFilter read_filter(lua_State *L, int world_index, Blame at, int index) {
    cn_QueryFilter filter = cn_query_filter();
    if (lua_isnoneornil(L, index)) return filter;
    if (!lua_istable(L, index)) {
        filter.mask = read_mask(L, world_index, at, index);
        return filter;
    }
    check_filter_keys(L, at, index);
    if (lua_rawlen(L, index) > 0) filter.mask = mask_of_list(L, world_index, at, index);
    Blame layers = inside(at, "layers", "filter.layers");
    bind_get_raw(L, index, "layers");
    if (!lua_isnil(L, -1)) filter.mask = read_mask(L, world_index, layers, lua_gettop(L));
    bind_get_raw(L, index, "ignore");
    if (!lua_isnil(L, -1))
        read_ignore(L, world_index, inside(at, "ignore", "filter.ignore"), &filter);
    bind_get_raw(L, index, "sensors");
    if (!lua_isnil(L, -1) && !lua_isboolean(L, -1)) {
        blame(L, inside(at, "sensors", "filter.sensors"), "boolean expected, got %s",
              bind_type_name(L, -1));
    }
    filter.sensors = lua_toboolean(L, -1);
    bind_get_raw(L, index, "types");
    if (!lua_isnil(L, -1)) filter.types = read_types(L, inside(at, "types", "filter.types"));
    bind_get_raw(L, index, "test"); /* last: from here on nothing is refused */
    if (!lua_isnil(L, -1)) read_test(L, world_index, inside(at, "test", "filter.test"), &filter);
    lua_pop(L, 5);
    return filter;
}

cn_QueryFilter bind_filter_field(lua_State *L, int world_index, int arg, int index) {
    return read_filter(L, world_index, (Blame){arg, "filter"}, index);
}

cn_QueryFilter bind_filter(lua_State *L, int world_index, int arg) {
    return read_filter(L, world_index, (Blame){arg, NULL}, arg);
}

/* ---- methods of worlds ---------------------------------------------------------------------- */

/* world:layer(name) -> bit mask with the layer's one bit; declares it */
static int l_world_layer(lua_State *L) {
    bind_world(L, 1);
    bind_string(L, 2);
    int layer = bind_find_layer(L, 1, 2), next = ((bind_World *)lua_touserdata(L, 1))->layer_count;
    if (layer < 0 && next == MAX_LAYERS)
        return bind_arg_error(L, 2, "at most %d layers", MAX_LAYERS);
    bind_push_mask(L, (uint64_t)1 << (layer < 0 ? next : layer));
    if (layer < 0) {
        bind_log_change(L, lua_touserdata(L, 1));
        bind_add_layer(L, 1, 2);
    }
    return 1;
}

/* world:layers([list]) -> list of names, "default" first */
static int l_world_layers(lua_State *L) {
    const bind_World *w = bind_world(L, 1);
    if (lua_isnoneornil(L, 2)) {
        lua_settop(L, 1);
        lua_createtable(L, w->layer_count, 0);
    } else if (!lua_istable(L, 2)) {
        bind_type_error(L, 2, "table");
    }
    for (int i = 0; i < w->layer_count; i++) {
        bind_push_layer(L, 1, i);
        lua_rawseti(L, 2, i + 1);
    }
    /* what a longer list held before */
    for (int i = w->layer_count + 1; lua_rawgeti(L, 2, i) != LUA_TNIL; i++) {
        lua_pushnil(L);
        lua_rawseti(L, 2, i);
        lua_pop(L, 1);
    }
    lua_settop(L, 2);
    return 1;
}

/* world:set_collides(a, b, boolean): two names of layers */
static int l_world_set_collides(lua_State *L) {
    bind_World *w = bind_open_world(L, 1);
    int a = bind_layer(L, 1, 2), b = bind_layer(L, 1, 3);
    bool collides = bind_boolean(L, 4);
    bind_check(L, w, cn_world_set_collides(w->core, a, b, collides));
    return 0;
}

/* world:collides(a, b) -> boolean */
static int l_world_collides(lua_State *L) {
    bind_World *w = bind_world(L, 1);
    int a = bind_layer(L, 1, 2), b = bind_layer(L, 1, 3);
    return bind_push_boolean(L, cn_world_collides(w->core, a, b));
}

void bind_push_apart(lua_State *L, int world_index) {
    const bind_World *w = lua_touserdata(L, world_index);
    int count = 0;
    lua_newtable(L);
    for (int a = 0; a < w->layer_count; a++) {
        for (int b = a; b < w->layer_count; b++) {
            if (cn_world_collides(w->core, a, b)) continue;
            lua_createtable(L, 2, 0);
            bind_push_layer(L, world_index, a);
            lua_rawseti(L, -2, 1);
            bind_push_layer(L, world_index, b);
            lua_rawseti(L, -2, 2);
            lua_rawseti(L, -2, ++count);
        }
    }
}

/* world:apart() -> list of {name, name}: the pairs of layers that do not collide */
static int l_world_apart(lua_State *L) {
    bind_world(L, 1);
    bind_push_apart(L, 1);
    return 1;
}

const luaL_Reg bind_layer_methods[] = {
    {"layer", l_world_layer},
    {"layers", l_world_layers},
    {"set_collides", l_world_set_collides},
    {"collides", l_world_collides},
    {"apart", l_world_apart},
    {NULL, NULL},
};
