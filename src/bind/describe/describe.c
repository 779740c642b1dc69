/* describe.c: world:describe(), a world as the table that cairn.world makes it from.
 *
 * Only what differs from the defaults is told, each by the key of its constructor; the lists of
 * define/def.c say which there are. Numbers are as short as they can be and still be kept as the
 * same bits. Not here: joints (describe_joint.c), the way back (build.c). */
#include "describe/describe.h"

#include <math.h>

#include "base/args.h"
#include "define/def.h"
#include "define/defaults.h"
#include "define/layer.h"
#include "describe/write.h"
#include "handle/handle.h"
#include "handle/mover_handle.h"
#include "mover/mover.h"
#include "query/effect.h"

/* ---- directions and angles ----------------------------------------------------------------------
 */

static bool same_rotation(const void *context, const double *angle) {
    const cn_Rot *q = context;
    cn_Rot r = cn_rot_from_angle(*angle);
    return r.c == q->c && r.s == q->s;
}

static bool same_direction(const void *context, const double *p) {
    const float *now = context;
    cn_Vec v = cn_normalize((cn_Vec){(float)p[0], (float)p[1]}, NULL);
    return v.x == now[0] && v.y == now[1];
}

/* ---- shapes -------------------------------------------------------------------------------------
 */

static void write_color(lua_State *L, int out, uint32_t color) {
    uint32_t alpha = 255 - (color >> 24);
    if (color == CN_NO_COLOR) return;
    if (alpha == 255) {
        lua_pushinteger(L, color & 0xffffff);
        bind_set_raw(L, out, "color");
        return;
    }
    double list[4] = {(color >> 16 & 255) / 255.0, (color >> 8 & 255) / 255.0,
                      (color & 255) / 255.0, alpha / 255.0};
    bind_write_numbers(L, out, "color", list, 4);
}

static void write_layer(const bind_Description *d, int out, int layer) {
    if (layer == 0) return;
    bind_push_layer(d->L, d->world, layer);
    bind_set_raw(d->L, out, "layer");
}

static void write_mask(lua_State *L, int out, uint64_t mask) {
    if (mask == UINT64_MAX) return;
    bind_push_mask(L, mask);
    bind_set_raw(L, out, "layer_mask");
}

static void write_materials(lua_State *L, int out, const cn_ShapeDef *def) {
    if (def->material_count == 0) return;
    lua_createtable(L, def->material_count, 0);
    for (int i = 0; i < def->material_count; i++) {
        lua_newtable(L);
        bind_write_fields(L, -1, bind_material_fields, &def->materials[i], &def->material);
        lua_rawseti(L, -2, i + 1);
    }
    bind_set_raw(L, out, "materials");
}

static void shorten_shape(cn_ShapeDef *def) {
    double *floats[] = {&def->material.friction, &def->material.restitution, &def->material.rolling,
                        &def->material.surface_speed};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        *floats[i] = bind_short_float(*floats[i]);
    const float way[2] = {(float)def->one_way_x, (float)def->one_way_y};
    if (def->has_one_way && !bind_shorten(&def->one_way_x, 2, same_direction, way))
        bind_turn(&def->one_way_x, same_direction, way);
}

/* Push the table of a shape. */
static void push_shape(const bind_Description *d, cn_ShapeId id) {
    lua_State *L = d->L;
    cn_ShapeDef def = cn_shape_settings(d->w->core, id), usual = cn_shape_def(def.kind);
    const bind_Field *kind = bind_kind_fields(def.kind);
    shorten_shape(&def);
    for (int i = 0; i < bind_required_fields(def.kind); i++)
        *(double *)((char *)&usual + kind[i].offset) = NAN;
    if (def.has_one_way) usual.one_way_x = NAN;
    if (def.kind == CN_HALFSPACE && (def.nx != 0 || def.ny != 1))
        usual.nx = usual.ny = 0; /* as where one of them is given */
    lua_newtable(L);
    int out = lua_gettop(L);
    lua_pushstring(L, bind_shape_kinds[def.kind]);
    bind_set_raw(L, out, "kind");
    bind_write_fields(L, out, kind, &def, &usual);
    bind_write_fields(L, out, bind_turn_fields, &def, &usual);
    bind_write_fields(L, out, bind_shape_fields, &def, &usual);
    bool points = def.kind == CN_POLYGON || def.kind == CN_CHAIN;
    if (points) bind_write_numbers(L, out, "points", def.points, 2 * def.point_count);
    write_materials(L, out, &def);
    write_layer(d, out, def.layer);
    write_mask(L, out, def.mask);
    if (!def.enabled) {
        lua_pushboolean(L, false);
        bind_set_raw(L, out, "enabled");
    }
    write_color(L, out, def.color);
    if (def.has_area) {
        cn_AreaDef none = cn_area_def();
        if (def.area.has_surface) none.surface = NAN;
        bind_write_nested(L, out, "area", bind_area_fields, &def.area, &none);
    }
    bind_push_shape(L, d->world, id);
    bind_write_value(L, out, "data", lua_gettop(L), UV_DATA);
    lua_pop(L, 1);
}

/* Whether shapes have been made body by body: then they need not say in which order. */
static bool is_in_order(const cn_World *core) {
    uint32_t last = 0;
    cn_BodyId body = cn_world_ground(core);
    do {
        cn_ShapeId shape = {0, 0};
        while ((shape = cn_body_next_shape(core, body, shape)).generation != 0) {
            if (shape.index < last) return false;
            last = shape.index;
        }
        body = cn_world_next_body(core, body);
    } while (body.generation != 0);
    return true;
}

static void write_turn(lua_State *L, int out, cn_ShapeId shape) {
    lua_pushinteger(L, shape.index);
    bind_set_raw(L, out, "id");
}

static void write_shapes(const bind_Description *d, int out, cn_BodyId body, bool in_order) {
    lua_State *L = d->L;
    const cn_World *core = d->w->core;
    cn_ShapeId shape = cn_body_next_shape(core, body, (cn_ShapeId){0, 0});
    if (shape.generation == 0) return;
    lua_newtable(L);
    for (int n = 1; shape.generation != 0; n++) {
        push_shape(d, shape);
        if (!in_order) write_turn(L, lua_gettop(L), shape);
        lua_rawseti(L, -2, n);
        shape = cn_body_next_shape(core, body, shape);
    }
    bind_set_raw(L, out, "shapes");
}

/* ---- bodies -------------------------------------------------------------------------------------
 */

static void shorten_body(const cn_World *core, cn_BodyId id, cn_BodyDef *def) {
    double *floats[] = {&def->vx,
                        &def->vy,
                        &def->angular_velocity,
                        &def->damping,
                        &def->angular_damping,
                        &def->gravity_scale,
                        &def->safety,
                        &def->max_speed,
                        &def->sleep_speed,
                        &def->mass_center_x,
                        &def->mass_center_y,
                        &def->constant_force_x,
                        &def->constant_force_y,
                        &def->relative_force_x,
                        &def->relative_force_y,
                        &def->constant_torque};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        *floats[i] = bind_short_float(*floats[i]);
    cn_Rot q = cn_body_rotation(core, id);
    if (!bind_shorten(&def->angle, 1, same_rotation, &q))
        bind_turn_angle(&def->angle, same_rotation, &q);
}

static void write_body(const bind_Description *d, int out, cn_BodyId id) {
    lua_State *L = d->L;
    cn_BodyDef def = cn_body_settings(d->w->core, id), usual = cn_body_def();
    bool locked = def.lock_x || def.lock_y;
    shorten_body(d->w->core, id, &def);
    /* of these nothing is awake, whatever its key said */
    if (def.type == CN_STATIC || !def.enabled) def.awake = true;
    if (locked) {
        def.fixed_rotation = false;
        bind_write_nested(L, out, "locks", bind_lock_fields, &def, &usual);
    }
    if (def.has_mass_center) usual.mass_center_x = NAN;
    bind_write_fields(L, out, bind_body_fields, &def, &usual);
    bind_push_body(L, d->world, id);
    bind_write_value(L, out, "name", lua_gettop(L), UV_NAME);
    bind_write_value(L, out, "data", lua_gettop(L), UV_DATA);
    lua_pop(L, 1);
}

static void write_ground(const bind_Description *d) {
    lua_State *L = d->L;
    cn_BodyId id = cn_world_ground(d->w->core);
    cn_BodyDef def = cn_body_settings(d->w->core, id), usual = cn_body_def();
    shorten_body(d->w->core, id, &def);
    lua_newtable(L);
    int out = lua_gettop(L);
    bind_write_fields(L, out, bind_ground_fields, &def, &usual);
    bind_push_body(L, d->world, id);
    bind_write_value(L, out, "name", out + 1, UV_NAME);
    bind_write_value(L, out, "data", out + 1, UV_DATA);
    lua_settop(L, out);
    lua_pushnil(L);
    if (lua_next(L, out)) {
        lua_settop(L, out);
        bind_set_raw(L, d->out, "ground");
    }
    lua_settop(L, out - 1);
}

/* The bodies in the order of their ids; in place of one that follows a mover its number. */
static void write_bodies(const bind_Description *d) {
    lua_State *L = d->L;
    const cn_World *core = d->w->core;
    bool in_order = is_in_order(core);
    cn_BodyId id = {0, 0};
    lua_newtable(L);
    for (int n = 1; (id = cn_world_next_body(core, id)).generation != 0; n++) {
        lua_newtable(L);
        int out = lua_gettop(L);
        if (lua_rawgeti(L, d->proxies, id.index) != LUA_TNIL) {
            bind_set_raw(L, out, "mover");
            if (!in_order) write_turn(L, out, cn_body_next_shape(core, id, (cn_ShapeId){0, 0}));
        } else {
            lua_pop(L, 1);
            write_body(d, out, id);
            write_shapes(d, out, id, in_order);
        }
        lua_rawseti(L, -2, n);
    }
    if (lua_rawlen(L, -1) > 0)
        bind_set_raw(L, d->out, "bodies");
    else
        lua_pop(L, 1);
    write_shapes(d, d->out, cn_world_ground(core), in_order);
}

/* ---- movers -------------------------------------------------------------------------------------
 */

/* A filter may name a body: the copy names it as the table does. */
static void write_filter(const bind_Description *d, int out, int mover) {
    lua_State *L = d->L;
    if (lua_getiuservalue(L, mover, UV_MOVER_FILTER) == LUA_TNIL) {
        lua_pop(L, 1);
        return;
    }
    if (lua_istable(L, -1)) {
        int filter = lua_gettop(L);
        lua_newtable(L);
        for (lua_pushnil(L); lua_next(L, filter); lua_pop(L, 1)) {
            const bind_Handle *h = bind_test_handle(L, -1, BIND_BODY);
            lua_pushvalue(L, -2);
            if (h)
                lua_rawgeti(L, d->bodies, h->index);
            else
                lua_pushvalue(L, -2);
            lua_rawset(L, filter + 1);
        }
        lua_remove(L, filter);
    }
    bind_set_raw(L, out, "filter");
}

static void push_mover(const bind_Description *d, cn_MoverId id) {
    lua_State *L = d->L;
    cn_MoverDef def = cn_mover_settings(d->w->core, id), usual = cn_mover_def();
    bool box = def.w > 0;
    usual.x = usual.y = 0;
    usual.radius = usual.height = usual.w = usual.h = 0;
    if (def.snap == def.step) usual.snap = def.snap;
    lua_newtable(L);
    int out = lua_gettop(L);
    if (box) def.height = 0;
    bind_write_fields(L, out, bind_mover_fields, &def, &usual);
    write_layer(d, out, def.layer);
    if (def.leg_length > 0) {
        usual.leg_length = usual.leg_hertz = NAN;
        bind_write_nested(L, out, "legs", bind_leg_fields, &def, &usual);
    }
    lua_getiuservalue(L, d->world, UV_MOVERS);
    lua_rawgeti(L, -1, id.index);
    int mover = lua_gettop(L);
    write_filter(d, out, mover);
    bind_write_value(L, out, "data", mover, UV_MOVER_DATA);
    lua_settop(L, out);
}

static void write_movers(const bind_Description *d) {
    lua_State *L = d->L;
    cn_MoverId id = cn_world_next_mover(d->w->core, (cn_MoverId){0, 0});
    if (id.generation == 0) return;
    lua_newtable(L);
    for (int n = 1; id.generation != 0; n++) {
        push_mover(d, id);
        lua_rawseti(L, -2, n);
        id = cn_world_next_mover(d->w->core, id);
    }
    bind_set_raw(L, d->out, "movers");
}

/* ---- the world ----------------------------------------------------------------------------------
 */

static void write_apart(const bind_Description *d) {
    lua_State *L = d->L;
    bind_push_apart(L, d->world);
    if (lua_rawlen(L, -1) > 0)
        bind_set_raw(L, d->out, "apart");
    else
        lua_pop(L, 1);
}

/* Pairs of shapes by their places in the order of ids. */
static void write_ignored(const bind_Description *d) {
    lua_State *L = d->L;
    const cn_World *core = d->w->core;
    int count = cn_world_ignored(core, NULL, 0), number = 0;
    if (count == 0) return;
    cn_PairOfShapes *pairs = lua_newuserdatauv(L, (size_t)count * sizeof *pairs, 0);
    cn_world_ignored(core, pairs, count);
    lua_newtable(L);
    int places = lua_gettop(L);
    for (cn_ShapeId id = {0, 0}; (id = cn_world_next_shape(core, id)).generation != 0;) {
        lua_pushinteger(L, ++number);
        lua_rawseti(L, places, id.index);
    }
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_createtable(L, 2, 0);
        lua_rawgeti(L, places, pairs[i].a.index);
        lua_rawseti(L, -2, 1);
        lua_rawgeti(L, places, pairs[i].b.index);
        lua_rawseti(L, -2, 2);
        lua_rawseti(L, -2, i + 1);
    }
    bind_set_raw(L, d->out, "ignored");
    lua_settop(L, places - 2);
}

static void write_layers(const bind_Description *d) {
    lua_State *L = d->L;
    if (d->w->layer_count > 1) {
        lua_newtable(L);
        for (int i = 1; i < d->w->layer_count; i++) {
            bind_push_layer(L, d->world, i);
            lua_rawseti(L, -2, i);
        }
        bind_set_raw(L, d->out, "layers");
    }
    write_apart(d);
}

static void write_wind(const bind_Description *d) {
    lua_State *L = d->L;
    cn_WindDef now, usual = cn_wind_def();
    if (!cn_world_wind(d->w->core, &now)) return;
    bind_write_nested(L, d->out, "wind", bind_wind_fields, &now, &usual);
    if (now.mask == usual.mask) return;
    bind_get_raw(L, d->out, "wind");
    bind_push_mask(L, now.mask);
    bind_set_raw(L, -2, "layers");
    lua_pop(L, 1);
}

static void write_settings(const bind_Description *d) {
    lua_State *L = d->L;
    bind_WorldArgs now = {.def = cn_world_settings(d->w->core), .strict = d->w->strict};
    bind_WorldArgs usual = {.def = cn_world_def(), .strict = bind_default_strict(L)};
    usual.def.threads = bind_default_threads(L);
    if (now.def.has_bounds)
        usual.def.bounds[0] = NAN;
    else
        for (int i = 0; i < 4; i++) now.def.bounds[i] = usual.def.bounds[i];
    bind_write_fields(L, d->out, bind_world_fields, &now, &usual);
    lua_getiuservalue(L, d->world, UV_WORLD_DATA);
    bind_set_raw(L, d->out, "data");
}

/* ---- names --------------------------------------------------------------------------------------
 */

/* Count how often the handle's name, if it has one, was given, in the table at `names`. */
static void count_name(lua_State *L, int names, int handle) {
    if (lua_getiuservalue(L, handle, UV_NAME) == LUA_TSTRING) {
        lua_pushvalue(L, -1);
        lua_rawget(L, names);
        lua_pushinteger(L, lua_tointeger(L, -1) + 1);
        lua_remove(L, -2);
        lua_rawset(L, names);
    } else {
        lua_pop(L, 1);
    }
}

/* Push the handle's name where it has it alone, else the number. */
static void push_call(lua_State *L, int names, int handle, int number) {
    if (lua_getiuservalue(L, handle, UV_NAME) == LUA_TSTRING) {
        lua_pushvalue(L, -1);
        lua_rawget(L, names);
        bool alone = lua_tointeger(L, -1) == 1;
        lua_pop(L, 1);
        if (alone) return;
    }
    lua_pop(L, 1);
    lua_pushinteger(L, number);
}

static void call_bodies(const bind_Description *d) {
    lua_State *L = d->L;
    const cn_World *core = d->w->core;
    lua_newtable(L);
    int names = lua_gettop(L);
    for (int pass = 0; pass < 2; pass++) {
        cn_BodyId id = {0, 0};
        for (int n = 1; (id = cn_world_next_body(core, id)).generation != 0; n++) {
            bind_push_body(L, d->world, id);
            if (pass == 0) {
                count_name(L, names, names + 1);
            } else {
                push_call(L, names, names + 1, n);
                lua_rawseti(L, d->bodies, id.index);
            }
            lua_settop(L, names);
        }
    }
    lua_settop(L, names - 1);
}

static void call_joints(const bind_Description *d) {
    lua_State *L = d->L;
    const cn_World *core = d->w->core;
    lua_newtable(L);
    int names = lua_gettop(L);
    for (int pass = 0; pass < 2; pass++) {
        cn_JointId id = {0, 0};
        for (int n = 1; (id = cn_world_next_joint(core, id)).generation != 0; n++) {
            bind_push_joint(L, d->world, id);
            if (pass == 0) {
                count_name(L, names, names + 1);
            } else {
                push_call(L, names, names + 1, n);
                lua_rawseti(L, d->joints, id.index);
            }
            lua_settop(L, names);
        }
    }
    lua_settop(L, names - 1);
}

static void note_proxies(const bind_Description *d) {
    cn_MoverId id = {0, 0};
    for (int n = 1; (id = cn_world_next_mover(d->w->core, id)).generation != 0; n++) {
        cn_BodyId body = cn_mover_body(d->w->core, id);
        if (body.generation == 0) continue;
        lua_pushinteger(d->L, n);
        lua_rawseti(d->L, d->proxies, body.index);
    }
}

/* world:describe() -> table of constructor keys, from which cairn.world makes the same world */
static int l_world_describe(lua_State *L) {
    bind_Description d = {.L = L, .w = bind_world(L, 1), .world = 1};
    lua_settop(L, 1);
    luaL_checkstack(L, 40, NULL);
    for (int i = 0; i < 4; i++) lua_newtable(L);
    d.out = 2, d.bodies = 3, d.joints = 4, d.proxies = 5;
    call_bodies(&d);
    call_joints(&d);
    note_proxies(&d);
    write_settings(&d);
    write_layers(&d);
    write_wind(&d);
    write_ground(&d);
    write_bodies(&d);
    bind_describe_joints(&d);
    write_movers(&d);
    write_ignored(&d);
    lua_settop(L, d.out);
    return 1;
}

const luaL_Reg bind_describe_methods[] = {
    {"describe", l_world_describe},
    {NULL, NULL},
};
