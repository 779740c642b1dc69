/* world.c: the world userdata: its counts, measures and walks.
 *
 * Not here: how it begins and ends (life.c), settings (settings.c), the step (step.c), constructors
 * (body/create.c), events, queries, layers. */
#include "world/world.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/args.h"
#include "base/fields.h"
#include "base/push.h"
#include "body/create.h"
#include "body/load.h"
#include "define/def.h"
#include "define/layer.h"
#include "describe/describe.h"
#include "event/events.h"
#include "event/hooks.h"
#include "event/manifold.h"
#include "handle/defer.h"
#include "handle/handle.h"
#include "handle/iter.h"
#include "joint/joint_create.h"
#include "mover/mover.h"
#include "query/cast.h"
#include "query/effect.h"
#include "query/query.h"
#include "world/life.h"
#include "world/population.h"
#include "world/record.h"
#include "world/settings.h"
#include "world/snapshot.h"
#include "world/step.h"

/* world:destroy() -> true, or false when it already was; inside a hook it takes effect after */
static int l_world_destroy(lua_State *L) {
    bind_World *w = bind_test_world(L, 1);
    if (!w) bind_bad_handle(L, 1, BIND_WORLD);
    if (lua_gettop(L) > 1) { /* nil stands for something, too */
        return bind_arg_error(L, 2,
                              "no value expected, got %s; a body is destroyed by body:destroy()",
                              bind_type_name(L, 2));
    }
    bool first = bind_destroy_world(L, 1);
    if (first) {
        bind_push_caller(L);
        lua_setiuservalue(L, 1, UV_END);
    }
    return bind_push_boolean(L, first);
}

/* world:is_valid() -> boolean; never raises for a dead one */
static int l_world_is_valid(lua_State *L) {
    bind_World *w = bind_test_world(L, 1);
    if (!w) bind_bad_handle(L, 1, BIND_WORLD);
    return bind_push_boolean(L, w->core && !w->doomed);
}

static int l_world_gc(lua_State *L) {
    bind_World *w = bind_test_world(L, 1);
    if (w && w->core && !w->stepping) bind_end_world(L, 1);
    return 0;
}

/* __close: as destroy */
static int l_world_close(lua_State *L) {
    lua_settop(L, 1);
    return l_world_destroy(L);
}

static int l_world_tostring(lua_State *L) {
    bind_World *w = bind_test_world(L, 1);
    if (!w) bind_bad_handle(L, 1, BIND_WORLD);
    if (w->core) {
        lua_pushfstring(L, "cairn.World (%d bodies)", cn_world_counts(w->core).bodies);
    } else {
        lua_pushliteral(L, "cairn.World (destroyed)");
    }
    return 1;
}

cn_World *bind_to_world(lua_State *L, int index) {
    bind_World *w = bind_test_world(L, index);
    return w ? w->core : NULL;
}

void bind_set_alpha(lua_State *L, int world_index, double alpha) {
    bind_World *w = bind_test_world(L, world_index);
    if (w) w->alpha = alpha;
}

/* world:alpha() -> what body:drawn() blends with: 0 the pose before the last step, 1 the one after
 */
static int l_world_alpha(lua_State *L) { return bind_push1(L, bind_world(L, 1)->alpha); }

/* world:set_alpha(alpha): changes nothing in the simulation */
static int l_world_set_alpha(lua_State *L) {
    bind_World *w = bind_world(L, 1);
    double alpha = bind_number(L, 2);
    if (alpha < 0.0 || alpha > 1.0)
        return bind_arg_error(L, 2, "must be in 0..1, got %s", bind_digits(L, alpha));
    w->alpha = alpha;
    return 0;
}

/* ---- walks ---------------------------------------------------------------------------------- */

/* The walks by id: the control value is the handle before, dead or alive, or nil at the start. */
static cn_BodyId previous_body(lua_State *L) {
    bind_Handle *h = bind_test_handle(L, 2, BIND_BODY);
    return h ? bind_body_id(h) : (cn_BodyId){0, 0};
}

static int next_body(lua_State *L, int type) {
    bind_World *w = bind_test_world(L, 1);
    if (!w || !w->core) return 0;
    bind_walk_check(L, w);
    cn_BodyId id = cn_world_next_body(w->core, previous_body(L));
    while (type >= 0 && id.generation != 0 && (int)cn_body_type(w->core, id) != type) {
        id = cn_world_next_body(w->core, id);
    }
    bind_push_body(L, 1, id);
    return 1;
}

static int next_any_body(lua_State *L) { return next_body(L, -1); }
static int next_static_body(lua_State *L) { return next_body(L, CN_STATIC); }
static int next_kinematic_body(lua_State *L) { return next_body(L, CN_KINEMATIC); }
static int next_dynamic_body(lua_State *L) { return next_body(L, CN_DYNAMIC); }

/* world:bodies([type]) -> iterator in id order */
static int l_world_bodies(lua_State *L) {
    static const lua_CFunction next[] = {next_static_body, next_kinematic_body, next_dynamic_body};
    const bind_World *w = bind_world(L, 1);
    bool all = lua_isnoneornil(L, 2);
    int type = all ? 0 : bind_enum(L, 2, "type", bind_body_types);
    return bind_walk(L, w, all ? next_any_body : next[type], 1);
}

static int next_shape(lua_State *L) {
    bind_World *w = bind_test_world(L, 1);
    if (!w || !w->core) return 0;
    bind_walk_check(L, w);
    bind_Handle *h = bind_test_handle(L, 2, BIND_SHAPE);
    cn_ShapeId previous = h ? bind_shape_id(h) : (cn_ShapeId){0, 0};
    bind_push_shape(L, 1, cn_world_next_shape(w->core, previous));
    return 1;
}

/* world:shapes() -> iterator in id order */
static int l_world_shapes(lua_State *L) { return bind_walk(L, bind_world(L, 1), next_shape, 1); }

static int next_joint(lua_State *L) {
    bind_World *w = bind_test_world(L, 1);
    if (!w || !w->core) return 0;
    bind_walk_check(L, w);
    bind_Handle *h = bind_test_handle(L, 2, BIND_JOINT);
    cn_JointId previous = h ? bind_joint_id(h) : (cn_JointId){0, 0};
    bind_push_joint(L, 1, cn_world_next_joint(w->core, previous));
    return 1;
}

/* world:joints() -> iterator in id order */
static int l_world_joints(lua_State *L) { return bind_walk(L, bind_world(L, 1), next_joint, 1); }

/* world:manifolds() -> iterator over manifolds with at least one point */
static int l_world_manifolds(lua_State *L) {
    bind_world(L, 1);
    return bind_manifolds(L, 1, NULL);
}

/* world:ground() -> Body */
static int l_world_ground(lua_State *L) {
    bind_World *w = bind_world(L, 1);
    bind_push_body(L, 1, cn_world_ground(w->core));
    return 1;
}

/* The id at 2, of no object when it is too large for one. */
static uint32_t read_id(lua_State *L) {
    lua_Integer id = bind_integer(L, 2);
    if (id < 0) bind_arg_error(L, 2, "must be >= 0, got %s", bind_whole(L, id));
    return id < INT32_MAX ? (uint32_t)id : INT32_MAX;
}

/* world:body{type=, x=, y=, angle=, ...} -> Body without shape; world:body(id) -> Body or nil */
static int l_world_body(lua_State *L) {
    if (lua_type(L, 2) != LUA_TNUMBER) return bind_create_body(L);
    const bind_World *w = bind_world(L, 1);
    uint32_t id = read_id(L);
    cn_BodyId found = cn_world_ground(w->core);
    if (id > 0) found = cn_world_next_body(w->core, (cn_BodyId){id - 1, 1});
    bind_push_body(L, 1, found.index == id ? found : (cn_BodyId){0, 0});
    return 1;
}

/* world:shape(id) -> Shape or nil */
static int l_world_shape(lua_State *L) {
    const bind_World *w = bind_world(L, 1);
    uint32_t id = read_id(L);
    cn_ShapeId found = {0, 0};
    if (id > 0) found = cn_world_next_shape(w->core, (cn_ShapeId){id - 1, 1});
    bind_push_shape(L, 1, found.index == id ? found : (cn_ShapeId){0, 0});
    return 1;
}

/* world:joint(id) -> Joint or nil */
static int l_world_joint(lua_State *L) {
    const bind_World *w = bind_world(L, 1);
    uint32_t id = read_id(L);
    cn_JointId found = {0, 0};
    if (id > 0) found = cn_world_next_joint(w->core, (cn_JointId){id - 1, 1});
    bind_push_joint(L, 1, found.index == id ? found : (cn_JointId){0, 0});
    return 1;
}

/* world:data() -> what set_data stored */
static int l_world_data(lua_State *L) {
    bind_world(L, 1);
    lua_getiuservalue(L, 1, UV_WORLD_DATA);
    return 1;
}

/* world:set_data(any) */
static int l_world_set_data(lua_State *L) {
    bind_world(L, 1);
    lua_settop(L, 2);
    lua_setiuservalue(L, 1, UV_WORLD_DATA);
    return 0;
}

/* Whether the handle on the top has the name at index 2; one that has not is popped. */
static bool keep_named(lua_State *L) {
    lua_getiuservalue(L, -1, UV_NAME);
    bool same = lua_rawequal(L, -1, 2);
    lua_pop(L, same ? 1 : 2);
    return same;
}

/* The body, else the joint, with the lowest id among all that have the name at index 2. */
static void find_twin(lua_State *L, const bind_World *w) {
    cn_BodyId body = {0, 0};
    while ((body = cn_world_next_body(w->core, body)).generation != 0) {
        bind_push_body(L, 1, body);
        if (keep_named(L)) return;
    }
    cn_JointId joint = {0, 0};
    while ((joint = cn_world_next_joint(w->core, joint)).generation != 0) {
        bind_push_joint(L, 1, joint);
        if (keep_named(L)) return;
    }
    lua_pushnil(L);
}

/* world:find(name) -> Body or Joint, or nil */
static int l_world_find(lua_State *L) {
    bind_World *w = bind_world(L, 1);
    bind_string(L, 2);
    lua_settop(L, 2);
    lua_getiuservalue(L, 1, UV_NAMES);
    lua_pushvalue(L, 2);
    lua_rawget(L, 3);
    bind_Handle *h = lua_touserdata(L, -1);
    if (h && bind_is_live(h)) return 1;
    lua_pop(L, 1);
    if (!w->twins) {
        lua_pushnil(L);
        return 1;
    }
    find_twin(L, w);
    if (!lua_isnil(L, -1)) { /* the next time it need not be looked for */
        lua_pushvalue(L, 2);
        lua_pushvalue(L, -2);
        lua_rawset(L, 3);
    }
    return 1;
}

/* ---- counts and measures ----------------------------------------------------------------------
 */

static cn_Counts counts(lua_State *L) { return cn_world_counts(bind_world(L, 1)->core); }

/* world:body_count() -> integer, without the ground */
static int l_world_body_count(lua_State *L) { return bind_push_integer(L, counts(L).bodies); }
/* world:shape_count() -> integer */
static int l_world_shape_count(lua_State *L) { return bind_push_integer(L, counts(L).shapes); }
/* world:manifold_count() -> integer: what manifolds() walks */
static int l_world_manifold_count(lua_State *L) { return bind_push_integer(L, counts(L).contacts); }
/* world:awake_count() -> integer: bodies */
static int l_world_awake_count(lua_State *L) { return bind_push_integer(L, counts(L).awake); }
/* world:pair_count() -> integer: pairs of shapes whose boxes overlap */
static int l_world_pair_count(lua_State *L) { return bind_push_integer(L, counts(L).pairs); }
/* world:touching_count() -> integer: manifolds within slop, sensors not counted */
static int l_world_touching_count(lua_State *L) { return bind_push_integer(L, counts(L).touching); }
/* world:island_count() -> integer: as last looked at */
static int l_world_island_count(lua_State *L) { return bind_push_integer(L, counts(L).islands); }
/* world:color_count() -> integer: of the contact graph in the last step */
static int l_world_color_count(lua_State *L) { return bind_push_integer(L, counts(L).colors); }
/* world:bytes() -> integer: all memory of the core's world */
static int l_world_bytes(lua_State *L) {
    return bind_push_integer(L, (lua_Integer)counts(L).bytes);
}
/* world:joint_count() -> integer */
static int l_world_joint_count(lua_State *L) { return bind_push_integer(L, counts(L).joints); }
/* world:steps() -> integer */
static int l_world_steps(lua_State *L) {
    return bind_push_integer(L, (lua_Integer)cn_world_steps(bind_world(L, 1)->core));
}
static uint64_t hash_of(lua_State *L) {
    static const char *const choices[] = {"poses", NULL};
    const bind_World *w = bind_world(L, 1);
    bool poses = !lua_isnoneornil(L, 2) && bind_enum(L, 2, "choice", choices) == 0;
    return (poses ? cn_world_pose_hash : cn_world_hash)(w->core);
}
/* world:hash(["poses"]) -> integer, 64 bits */
static int l_world_hash(lua_State *L) {
    bind_push_bits(L, hash_of(L),
                   "a hash has 64 bits, more than a number of this Lua holds; use "
                   "world:hash_text()");
    return 1;
}
/* world:hash_text(["poses"]) -> string, the same as 16 hexadecimal digits */
static int l_world_hash_text(lua_State *L) {
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, hash_of(L));
    lua_pushstring(L, text);
    return 1;
}

/* world:time() -> s */
static int l_world_time(lua_State *L) {
    return bind_push1(L, cn_world_time(bind_world(L, 1)->core));
}
/* world:kinetic_energy() -> J */
static int l_world_kinetic_energy(lua_State *L) {
    return bind_push1(L, cn_world_kinetic_energy(bind_world(L, 1)->core));
}
/* world:potential_energy() -> J, zero at the origin */
static int l_world_potential_energy(lua_State *L) {
    return bind_push1(L, cn_world_potential_energy(bind_world(L, 1)->core));
}
/* world:max_penetration() -> m, >= 0 */
static int l_world_max_penetration(lua_State *L) {
    return bind_push1(L, cn_world_max_penetration(bind_world(L, 1)->core));
}

/* world:momentum() -> px, py, L about the origin */
static int l_world_momentum(lua_State *L) {
    double px, py, l;
    cn_world_momentum(bind_world(L, 1)->core, &px, &py, &l);
    return bind_push3(L, px, py, l);
}

/* world:extent() -> x1, y1, x2, y2: the box of all shapes but halfspaces, or nil */
static int l_world_extent(lua_State *L) {
    double box[4];
    if (!cn_world_extent(bind_world(L, 1)->core, box)) {
        lua_pushnil(L);
        return 1;
    }
    for (int i = 0; i < 4; i++) lua_pushnumber(L, box[i]);
    return 4;
}

/* world:validate() -> true, or false and the first fault of the core's links; for tests */
static int l_world_validate(lua_State *L) {
    const char *why = NULL;
    lua_pushboolean(L, cn_world_validate(bind_world(L, 1)->core, &why));
    if (lua_toboolean(L, -1)) return 1;
    lua_pushstring(L, why);
    return 2;
}

/* world:profile([table]) -> table of milliseconds of the last step by stage */
static int l_world_profile(lua_State *L) {
    cn_Profile p = cn_world_profile(bind_world(L, 1)->core);
    const struct {
        const char *name;
        double ms;
    } stages[] = {{"step", p.step},         {"pairs", p.pairs},     {"collide", p.collide},
                  {"hook", p.hook},         {"prepare", p.prepare}, {"solve", p.solve},
                  {"finalize", p.finalize}, {"sleep", p.sleep},     {"events", p.events}};
    lua_settop(L, 2);
    if (lua_isnil(L, 2)) {
        lua_settop(L, 1);
        lua_createtable(L, 0, 9);
    } else if (!lua_istable(L, 2)) {
        bind_type_error(L, 2, "table");
    }
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        lua_pushnumber(L, stages[i].ms);
        bind_set_raw(L, 2, stages[i].name);
    }
    return 1;
}

/* Leftovers of a longer list from n on. */
static void cut_list(lua_State *L, int index, lua_Integer n) {
    for (;; n++) {
        bool end = lua_rawgeti(L, index, n) == LUA_TNIL;
        lua_pop(L, 1);
        if (end) return;
        lua_pushnil(L);
        lua_rawseti(L, index, n);
    }
}

enum { POSE_ROWS = 4 }; /* read at a time: while one is written the next ones are computed */

/* Write rows to the table on the top from place `at` on. lua_seti takes half the time of
 * lua_rawseti where the place is taken, and differs for tables with metamethods only. */
static void put_poses(lua_State *L, const cn_BodyPose *rows, int count, lua_Integer at, bool raw) {
    void (*set)(lua_State *, int, lua_Integer) = raw ? lua_rawseti : lua_seti;
    for (int i = 0; i < count; i++, at += 4) {
        lua_pushinteger(L, rows[i].id.index);
        set(L, -2, at);
        lua_pushnumber(L, rows[i].x);
        set(L, -2, at + 1);
        lua_pushnumber(L, rows[i].y);
        set(L, -2, at + 2);
        lua_pushnumber(L, rows[i].angle);
        set(L, -2, at + 3);
    }
}

/* world:poses(buffer[, "awake"]) -> n bodies; the buffer holds id, x, y, angle of each, flat */
static int l_world_poses(lua_State *L) {
    static const char *const choices[] = {"awake", NULL};
    const bind_World *w = bind_world(L, 1);
    if (!lua_istable(L, 2)) bind_type_error(L, 2, "table");
    bool awake = !lua_isnoneornil(L, 3) && bind_enum(L, 3, "choice", choices) == 0;
    lua_settop(L, 2);
    bool raw = lua_getmetatable(L, 2) != 0;
    lua_settop(L, 2);
    cn_BodyPose rows[POSE_ROWS];
    cn_BodyId last = {0, 0};
    lua_Integer n = 0;
    for (int count = POSE_ROWS; count == POSE_ROWS; n += count) {
        count = cn_world_poses(w->core, last, awake, rows, POSE_ROWS);
        put_poses(L, rows, count, 4 * n + 1, raw);
        if (count > 0) last = rows[count - 1].id;
    }
    cut_list(L, 2, 4 * n + 1);
    return bind_push_integer(L, n);
}

/* ---- registration ------------------------------------------------------------------------------
 */

static const luaL_Reg world_methods[] = {
    {"destroy", l_world_destroy},
    {"is_valid", l_world_is_valid},
    {"bodies", l_world_bodies},
    {"shapes", l_world_shapes},
    {"joints", l_world_joints},
    {"manifolds", l_world_manifolds},
    {"ground", l_world_ground},
    {"find", l_world_find},
    {"body", l_world_body},
    {"shape", l_world_shape},
    {"joint", l_world_joint},
    {"data", l_world_data},
    {"set_data", l_world_set_data},
    {"body_count", l_world_body_count},
    {"shape_count", l_world_shape_count},
    {"joint_count", l_world_joint_count},
    {"manifold_count", l_world_manifold_count},
    {"touching_count", l_world_touching_count},
    {"awake_count", l_world_awake_count},
    {"pair_count", l_world_pair_count},
    {"island_count", l_world_island_count},
    {"color_count", l_world_color_count},
    {"bytes", l_world_bytes},
    {"time", l_world_time},
    {"steps", l_world_steps},
    {"alpha", l_world_alpha},
    {"set_alpha", l_world_set_alpha},
    {"hash", l_world_hash},
    {"hash_text", l_world_hash_text},
    {"kinetic_energy", l_world_kinetic_energy},
    {"potential_energy", l_world_potential_energy},
    {"momentum", l_world_momentum},
    {"max_penetration", l_world_max_penetration},
    {"extent", l_world_extent},
    {"profile", l_world_profile},
    {"poses", l_world_poses},
    {"validate", l_world_validate},
    {NULL, NULL},
};

static const luaL_Reg world_metamethods[] = {
    {"__gc", l_world_gc},
    {"__close", l_world_close},
    {"__tostring", l_world_tostring},
    {NULL, NULL},
};

void bind_world_open(lua_State *L) {
    static const luaL_Reg *const methods[] = {
        world_methods,        bind_population_methods, bind_setting_methods,
        bind_layer_methods,   bind_create_methods,     bind_join_methods,
        bind_step_methods,    bind_hook_methods,       bind_event_methods,
        bind_ignored_methods, bind_query_methods,      bind_cast_methods,
        bind_effect_methods,  bind_mover_makers,       bind_snapshot_methods,
        bind_record_methods,  bind_describe_methods,   NULL};
    bind_snapshot_open(L);
    bind_make_type(L, BIND_WORLD_TYPE, world_metamethods, methods);
}
