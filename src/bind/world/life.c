/* life.c: how a world begins and ends.
 *
 * The userdata is the world's block: handles point at it and keep it alive. It is valid and empty
 * before the core's world is made, and empty again when that is destroyed, by a script, by <close>
 * or by the collector; all three come to bind_end_world. */
#include "world/life.h"

#include <string.h>

#include "base/args.h"
#include "base/box.h"
#include "base/fields.h"
#include "define/def.h"
#include "define/defaults.h"
#include "define/layer.h"
#include "describe/build.h"
#include "event/hooks.h"
#include "event/manifold.h"
#include "handle/defer.h"
#include "handle/handle.h"
#include "handle/remains.h"

/* bytes: less is not worth walking over all of Lua's */
#define LEAST_COLLECTED ((size_t)64 << 20)

static const cn_Events no_events; /* of a world that is destroyed */

static void new_tables(lua_State *L, int index) {
    static const int tables[] = {UV_BODIES,   UV_SHAPES, UV_JOINTS, UV_DEAD,
                                 UV_DEAD_OLD, UV_NAMES,  UV_LAYERS, UV_POOL,
                                 UV_DEFERRED, UV_MOVERS, UV_REMAINS};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        bind_empty_table(L, index, tables[i]);
    }
}

/* Lua's collector sees a world as a few bytes and would let a thousand lie that nobody holds. So
 * once all of them hold twice what was left by the last collection, it collects. */
static void collect_worlds(lua_State *L) {
    static size_t due = LEAST_COLLECTED;
    if (cn_memory_used() < due) return;
    lua_gc(L, LUA_GCCOLLECT);
    due = 2 * cn_memory_used();
    if (due < LEAST_COLLECTED) due = LEAST_COLLECTED;
}

bind_World *bind_empty_world(lua_State *L) {
    collect_worlds(L);
    bind_check_worlds(L);
    bind_World *w = lua_newuserdatauv(L, sizeof *w, UV_WORLD_COUNT);
    memset(w, 0, sizeof *w);
    w->magic = BIND_WORLD;
    w->serial = bind_next_serial(L);
    w->alpha = 1.0;
    w->events = &no_events;
    w->deferred_first = 1;
    luaL_setmetatable(L, BIND_WORLD_TYPE);
    int index = lua_gettop(L);
    new_tables(L, index);
    luaL_getmetatable(L, BIND_BODY_TYPE);
    lua_setiuservalue(L, index, UV_BODY_TYPE);
    luaL_getmetatable(L, BIND_SHAPE_TYPE);
    lua_setiuservalue(L, index, UV_SHAPE_TYPE);
    bind_push_handler(L, w);
    lua_setiuservalue(L, index, UV_HANDLER);
    w->cursor = bind_new_manifold(L, index);
    lua_setiuservalue(L, index, UV_CURSOR);
    lua_pushliteral(L, "default");
    bind_add_layer(L, index, -1);
    lua_pop(L, 1);
    return w;
}

/* Declare the names in field `layers` of the reader's table. */
static void read_layers(bind_Reader *r, int world_index) {
    lua_State *L = r->L;
    r->field = "layers";
    if (bind_get_raw(L, r->table, "layers") != LUA_TNIL) {
        if (!lua_istable(L, -1)) {
            bind_field_error(r, "list of names expected, got %s", bind_type_name(L, -1));
        }
        int count = (int)lua_rawlen(L, -1);
        for (int i = 1; i <= count; i++) {
            if (lua_rawgeti(L, -1, i) != LUA_TSTRING) {
                bind_field_error(r, "name expected, got %s", bind_type_name(L, -1));
            }
            bool known = bind_find_layer(L, world_index, -1) >= 0;
            if (!known && bind_add_layer(L, world_index, -1) < 0) {
                bind_field_error(r, "at most 64 layers");
            }
            lua_pop(L, 1);
        }
    }
    lua_pop(L, 1);
}

/* Raise what is on the top against something that the table says is in the world. */
static void refuse_contents(lua_State *L, int world) {
    bind_end_world(L, world);
    if (lua_type(L, -1) != LUA_TSTRING) lua_error(L); /* memory */
    bind_arg_error(L, 1, "%s", lua_tostring(L, -1));
}

/* Where it is and what it is called, before anything is tied to it. */
static void place_ground(lua_State *L, const cn_BodyDef *def) {
    if (!bind_has_field(L, 1, "ground")) return;
    cn_World *core = bind_world(L, 2)->core;
    cn_BodyId ground = cn_world_ground(core);
    if (cn_body_set_transform(core, ground, def->x, def->y, def->angle) != CN_OK) {
        cn_Error error = *cn_world_error(core);
        bind_end_world(L, 2);
        bind_arg_error(L, 1, "field 'ground.%s': %s", error.field, error.message);
    }
    cn_body_set_enabled(core, ground, def->enabled);
    bind_get_raw(L, 1, "ground");
    bind_push_body(L, 2, ground);
    bind_get_raw(L, 3, "data");
    lua_setiuservalue(L, 4, UV_DATA);
    bind_get_raw(L, 3, "name");
    bind_set_name(L, 2, 4);
    lua_settop(L, 2);
}

/* cairn.world{gravity=, substeps=, ..., bodies=, joints=, ...} -> World */
int l_world_new(lua_State *L) {
    bind_Reader r = {.L = L, .arg = 1};
    bind_WorldArgs args = {
        .def = cn_world_def(), .ground = cn_body_def(), .strict = bind_default_strict(L)};
    const bind_FieldSet set = {bind_world_fields, &args};
    args.def.threads = bind_default_threads(L);
    if (lua_isnoneornil(L, 1)) {
        lua_settop(L, 0);
        lua_newtable(L);
    }
    bind_only_table(L, 1);
    bind_read_table(&r, &set, 1);
    args.def.has_bounds = bind_has_field(L, r.table, "bounds");
    if (args.def.restitution_speed < 0.0 && bind_has_field(L, r.table, "restitution_speed")) {
        r.field = "restitution_speed";
        bind_field_error(&r, "must be >= 0, got %s", bind_digits(L, args.def.restitution_speed));
    }
    if (args.def.push_share < 0.0 && bind_has_field(L, r.table, "push_share")) {
        r.field = "push_share";
        bind_field_error(&r, "must be in 0.01..1, got %s", bind_digits(L, args.def.push_share));
    }
    bind_World *w = bind_empty_world(L);
    w->strict = args.strict;
    read_layers(&r, 2);
    cn_Error error = {0};
    if (cn_world_create(&args.def, &w->core, &error) != CN_OK) {
        w->core = NULL;
        bind_refuse_table(L, NULL, 1, &error);
    }
    bind_count_world(1);
    w->events = cn_world_events(w->core);
    bind_get_raw(L, 1, "data");
    lua_setiuservalue(L, 2, UV_WORLD_DATA);
    place_ground(L, &args.ground);
    if (!bind_build(L, 2, 1)) refuse_contents(L, 2);
    return 1;
}

void bind_end_world(lua_State *L, int index) {
    bind_World *w = lua_touserdata(L, index);
    cn_World *core = w->core;
    if (!core) return;
    w->core = NULL;
    w->events = &no_events;
    w->doomed = false;
    w->cursor->valid = false;
    cn_world_destroy(core);
    bind_count_world(-1);
    static const int values[] = {UV_BYTES,    UV_BODIES,    UV_SHAPES,     UV_JOINTS,     UV_DEAD,
                                 UV_DEAD_OLD, UV_LISTENER,  UV_NAMES,      UV_DEFERRED,   UV_POOL,
                                 UV_LOG,      UV_BODY_ROWS, UV_SHAPE_ROWS, UV_JOINT_ROWS, UV_MOVERS,
                                 UV_STRICT,   UV_REMAINS,   UV_LOOPS};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        lua_pushnil(L);
        lua_setiuservalue(L, index, values[i]);
    }
    w->dead_count = w->dead_old_count = w->pool_count = 0;
    w->body_rows = w->shape_rows = w->joint_rows = (bind_Rows){0};
}

bool bind_destroy_world(lua_State *L, int index) {
    bind_World *w = lua_touserdata(L, index);
    if (!w->core) return false;
    if (w->reading && !w->stepping) bind_read_only(L, w); /* a filter's test */
    bool first = !w->doomed;
    if (w->stepping || w->held || bind_is_interrupted(L, w)) {
        w->doomed = true;
    } else {
        bind_end_world(L, index);
    }
    return first;
}

/* ---- a world that may be given back ------------------------------------------------------- */

/* hold(world): from now on world:destroy() only takes note. */
static int l_hold(lua_State *L) {
    bind_world(L, 1)->held = true;
    return 0;
}

/* let_go(world, keep): it is destroyed as was said meanwhile, or else lives on. */
static int l_let_go(lua_State *L) {
    bind_World *w = bind_test_world(L, 1);
    if (!w) bind_bad_handle(L, 1, BIND_WORLD);
    bool keep = lua_toboolean(L, 2);
    w->held = false;
    if (keep && w->doomed) {
        w->doomed = false;
        lua_pushnil(L);
        lua_setiuservalue(L, 1, UV_END);
    } else if (w->doomed && !w->stepping)
        bind_end_world(L, 1);
    return 0;
}

/* dismiss(world): destroyed by who runs the script, so that no line of the script is named. */
static int l_dismiss(lua_State *L) {
    if (!bind_test_world(L, 1)) bind_bad_handle(L, 1, BIND_WORLD);
    bind_destroy_world(L, 1);
    return 0;
}

void bind_life_register(lua_State *L) {
    lua_pushcfunction(L, l_dismiss);
    lua_setfield(L, -2, "dismiss");
    lua_pushcfunction(L, l_hold);
    lua_setfield(L, -2, "hold");
    lua_pushcfunction(L, l_let_go);
    lua_setfield(L, -2, "let_go");
}
