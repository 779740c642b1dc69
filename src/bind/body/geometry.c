/* geometry.c: the sizes of a shape as the user gave them, and others in their place.
 *
 * A size that the kind does not have raises by name, as joints do. */
#include "body/geometry.h"

#include "base/args.h"
#include "base/fields.h"
#include "base/push.h"
#include "body/create.h"
#include "define/def.h"
#include "handle/handle.h"

/* Bits of the kinds that have something. */
#define KIND(name) (1u << CN_##name)
#define ENDS       (KIND(CAPSULE) | KIND(SEGMENT))
#define ROUNDED    (KIND(CIRCLE) | KIND(BOX) | KIND(POLYGON) | KIND(CHAIN) | ENDS)
#define ALL_KINDS  ((1u << CN_SHAPE_KINDS) - 1)

static cn_ShapeDef settings(lua_State *L, unsigned kinds, const char *what) {
    const bind_Handle *h = bind_shape(L, 1);
    if ((kinds >> h->kind & 1) == 0) {
        luaL_error(L, "'%s' is not available on a %s", what, bind_shape_kinds[h->kind]);
    }
    return cn_shape_settings(h->world->core, bind_shape_id(h));
}

static int get_number(lua_State *L, unsigned kinds, const char *what, size_t offset) {
    cn_ShapeDef def = settings(L, kinds, what);
    return bind_push1(L, *(double *)((char *)&def + offset));
}

#define GET(kinds, member) get_number(L, kinds, #member, offsetof(cn_ShapeDef, member))

/* shape:x() -> m, where it lies on its body */
static int l_shape_x(lua_State *L) { return GET(ALL_KINDS, x); }
/* shape:y() -> m */
static int l_shape_y(lua_State *L) { return GET(ALL_KINDS, y); }
/* shape:angle() -> rad */
static int l_shape_angle(lua_State *L) { return GET(ALL_KINDS, angle); }
/* shape:w() -> m, of a box */
static int l_shape_w(lua_State *L) { return GET(KIND(BOX), w); }
/* shape:h() -> m, of a box */
static int l_shape_h(lua_State *L) { return GET(KIND(BOX), h); }
/* shape:radius() -> m, of all but ellipse and halfspace */
static int l_shape_radius(lua_State *L) { return GET(ROUNDED, radius); }
/* shape:rx() -> m, of an ellipse */
static int l_shape_rx(lua_State *L) { return GET(KIND(ELLIPSE), rx); }
/* shape:ry() -> m, of an ellipse */
static int l_shape_ry(lua_State *L) { return GET(KIND(ELLIPSE), ry); }
/* shape:x1() -> m, of a capsule or segment */
static int l_shape_x1(lua_State *L) { return GET(ENDS, x1); }
/* shape:y1() -> m */
static int l_shape_y1(lua_State *L) { return GET(ENDS, y1); }
/* shape:x2() -> m */
static int l_shape_x2(lua_State *L) { return GET(ENDS, x2); }
/* shape:y2() -> m */
static int l_shape_y2(lua_State *L) { return GET(ENDS, y2); }
/* shape:nx() -> of a halfspace's normal */
static int l_shape_nx(lua_State *L) { return GET(KIND(HALFSPACE), nx); }
/* shape:ny() */
static int l_shape_ny(lua_State *L) { return GET(KIND(HALFSPACE), ny); }

/* shape:is_hull() -> boolean, of a polygon */
static int l_shape_is_hull(lua_State *L) {
    return bind_push_boolean(L, settings(L, KIND(POLYGON), "is_hull").hull);
}

/* shape:is_loop() -> boolean, of a chain */
static int l_shape_is_loop(lua_State *L) {
    return bind_push_boolean(L, settings(L, KIND(CHAIN), "is_loop").loop);
}

/* shape:materials() -> list with a table for each segment of a chain, or nil */
static int l_shape_materials(lua_State *L) {
    cn_ShapeDef def = settings(L, KIND(CHAIN), "materials");
    if (def.material_count == 0) {
        lua_pushnil(L);
        return 1;
    }
    lua_createtable(L, def.material_count, 0);
    for (int i = 0; i < def.material_count; i++) {
        lua_createtable(L, 0, 4);
        for (const bind_Field *f = bind_material_fields; f->name; f++) {
            lua_pushnumber(L, *(const double *)((const char *)&def.materials[i] + f->offset));
            lua_setfield(L, -2, f->name);
        }
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* The segment of a chain at arg, counted from 0. */
static int segment_at(lua_State *L, int arg, const cn_ShapeDef *def) {
    lua_Integer i = bind_integer(L, arg), count = def->point_count - (def->loop ? 0 : 1);
    if (i < 1 || i > count) {
        bind_arg_error(L, arg, "must be in 1..%d, got %s", (int)count, bind_whole(L, i));
    }
    return (int)i - 1;
}

static cn_Material material_of(const cn_ShapeDef *def, int segment) {
    return def->material_count ? def->materials[segment] : def->material;
}

/* shape:material(i) -> friction, restitution, rolling, surface_speed of a segment of a chain */
static int l_shape_material(lua_State *L) {
    cn_ShapeDef def = settings(L, KIND(CHAIN), "material");
    cn_Material m = material_of(&def, segment_at(L, 2, &def));
    lua_pushnumber(L, m.friction);
    lua_pushnumber(L, m.restitution);
    lua_pushnumber(L, m.rolling);
    lua_pushnumber(L, m.surface_speed);
    return 4;
}

/* shape:set_material(i, {friction=, ...}): of a segment of a chain; what is left out stays */
static int l_shape_set_material(lua_State *L) {
    const bind_Handle *h = bind_open_shape(L, 1);
    cn_ShapeDef def = settings(L, KIND(CHAIN), "set_material");
    int segment = segment_at(L, 2, &def);
    cn_Material m = material_of(&def, segment);
    bind_Reader r = {.L = L, .arg = 3, .world = h->world};
    const bind_FieldSet set = {bind_material_fields, &m};
    bind_only_table(L, 3);
    bind_read_table(&r, &set, 1);
    if (cn_shape_set_material(h->world->core, bind_shape_id(h), segment, &m) != CN_OK) {
        bind_refuse_table(L, h->world, 3, cn_world_error(h->world->core));
    }
    return 0;
}

/* ---- points -----------------------------------------------------------------------------------
 */

/* The i-th point of the table on the top: placed on the body as the shape is. */
static void put_point(lua_State *L, const cn_ShapeDef *def, int i, double x, double y) {
    double c = 1.0, s = 0.0;
    if (def->angle != 0.0) {
        c = cn_cos(def->angle);
        s = cn_sin(def->angle);
    }
    lua_pushnumber(L, def->x + c * x - s * y);
    lua_rawseti(L, -2, 2 * i + 1);
    lua_pushnumber(L, def->y + s * x + c * y);
    lua_rawseti(L, -2, 2 * i + 2);
}

static int put_box(lua_State *L, const cn_ShapeDef *def) {
    double x = 0.5 * def->w, y = 0.5 * def->h;
    put_point(L, def, 0, -x, -y);
    put_point(L, def, 1, x, -y);
    put_point(L, def, 2, x, y);
    put_point(L, def, 3, -x, y);
    return 4;
}

/* Fill the table on the top; returns how many points. */
static int put_points(lua_State *L, const cn_ShapeDef *def) {
    switch (def->kind) {
    case CN_BOX:
        return put_box(L, def);
    case CN_CAPSULE:
    case CN_SEGMENT:
        put_point(L, def, 0, def->x1, def->y1);
        put_point(L, def, 1, def->x2, def->y2);
        return 2;
    case CN_POLYGON:
    case CN_CHAIN:
        for (int i = 0; i < def->point_count; i++) {
            put_point(L, def, i, def->points[2 * i], def->points[2 * i + 1]);
        }
        return def->point_count;
    default:
        put_point(L, def, 0, 0.0, 0.0);
        return 1;
    }
}

/* shape:points([buffer]) -> table, n: its points on the body, flat, without the rounding */
static int l_shape_points(lua_State *L) {
    cn_ShapeDef def = settings(L, ALL_KINDS, "points");
    lua_settop(L, 2);
    if (lua_isnil(L, 2)) {
        lua_settop(L, 1);
        lua_createtable(L, 8, 0);
    } else if (!lua_istable(L, 2)) {
        bind_type_error(L, 2, "table");
    }
    int n = put_points(L, &def);
    for (lua_Integer i = 2 * n + 1; lua_rawgeti(L, 2, i) != LUA_TNIL; i++) {
        lua_pop(L, 1);
        lua_pushnil(L);
        lua_rawseti(L, 2, i);
    }
    lua_settop(L, 2);
    lua_pushinteger(L, n);
    return 2;
}

/* shape:piece_count() -> integer: the segments of a chain, the convex pieces of a polygon */
static int l_shape_piece_count(lua_State *L) {
    const bind_Handle *h = bind_shape(L, 1);
    return bind_push_integer(L, cn_shape_piece_count(h->world->core, bind_shape_id(h)));
}

/* shape:piece(i) -> table: the vertices of one, world coordinates, flat, without the rounding */
static int l_shape_piece(lua_State *L) {
    const bind_Handle *h = bind_shape(L, 1);
    const cn_World *core = h->world->core;
    lua_Integer i = bind_integer(L, 2);
    int pieces = cn_shape_piece_count(core, bind_shape_id(h));
    double points[2 * CN_MAX_POINTS];
    if (i < 1 || i > pieces) {
        return bind_arg_error(L, 2, "must be in 1..%d, got %s", pieces, bind_whole(L, i));
    }
    int n = cn_shape_piece(core, bind_shape_id(h), (int)i - 1, points, CN_MAX_POINTS);
    lua_createtable(L, 2 * n, 0);
    for (int k = 0; k < 2 * n; k++) {
        lua_pushnumber(L, points[k]);
        lua_rawseti(L, -2, k + 1);
    }
    return 1;
}

/* ---- another geometry --------------------------------------------------------------------------
 */

static int reshape(lua_State *L, bind_Handle *h, const cn_ShapeDef *def) {
    bind_check(L, h->world, cn_shape_reshape(h->world->core, bind_shape_id(h), def));
    return 0;
}

static int set_number(lua_State *L, unsigned kinds, const char *what, size_t offset) {
    bind_Handle *h = bind_open_shape(L, 1);
    cn_ShapeDef def = settings(L, kinds, what);
    *(double *)((char *)&def + offset) = bind_number(L, 2);
    return reshape(L, h, &def);
}

#define SET(kinds, member) set_number(L, kinds, "set_" #member, offsetof(cn_ShapeDef, member))

/* shape:set_x(m) and its like: its contacts end, and begin anew where it still touches */
static int l_shape_set_x(lua_State *L) { return SET(ALL_KINDS, x); }
static int l_shape_set_y(lua_State *L) { return SET(ALL_KINDS, y); }
static int l_shape_set_angle(lua_State *L) { return SET(ALL_KINDS, angle); }
static int l_shape_set_w(lua_State *L) { return SET(KIND(BOX), w); }
static int l_shape_set_h(lua_State *L) { return SET(KIND(BOX), h); }
static int l_shape_set_radius(lua_State *L) { return SET(ROUNDED, radius); }
static int l_shape_set_rx(lua_State *L) { return SET(KIND(ELLIPSE), rx); }
static int l_shape_set_ry(lua_State *L) { return SET(KIND(ELLIPSE), ry); }
static int l_shape_set_x1(lua_State *L) { return SET(ENDS, x1); }
static int l_shape_set_y1(lua_State *L) { return SET(ENDS, y1); }
static int l_shape_set_x2(lua_State *L) { return SET(ENDS, x2); }
static int l_shape_set_y2(lua_State *L) { return SET(ENDS, y2); }
static int l_shape_set_nx(lua_State *L) { return SET(KIND(HALFSPACE), nx); }
static int l_shape_set_ny(lua_State *L) { return SET(KIND(HALFSPACE), ny); }

/* shape:reshape{w=, h=, ...}: any keys of its geometry at once; what is left out stays */
static int l_shape_reshape(lua_State *L) {
    bind_Handle *h = bind_open_shape(L, 1);
    cn_ShapeDef def = settings(L, ALL_KINDS, "reshape");
    bind_Reader r = {.L = L, .arg = 2, .world = h->world};
    const bind_FieldSet sets[] = {{bind_kind_fields(def.kind), &def}, {bind_turn_fields, &def}};
    bind_only_table(L, 2);
    bind_read_table(&r, sets, 2);
    if (bind_has_field(L, 2, "points")) {
        def.points = bind_read_points(&r, "points", &def.point_count);
    }
    if (def.kind == CN_CHAIN) bind_read_materials(&r, &def);
    if (cn_shape_reshape(h->world->core, bind_shape_id(h), &def) != CN_OK) {
        bind_refuse_table(L, h->world, 2, cn_world_error(h->world->core));
    }
    return 0;
}

/* shape:set_points(list): of a polygon or a chain, flat */
static int l_shape_set_points(lua_State *L) {
    bind_Handle *h = bind_open_shape(L, 1);
    cn_ShapeDef def = settings(L, KIND(POLYGON) | KIND(CHAIN), "set_points");
    bind_Reader reader = {.L = L, .arg = 2, .world = h->world};
    if (!lua_istable(L, 2)) bind_type_error(L, 2, "table of numbers");
    lua_settop(L, 2);
    def.points = bind_read_list(&reader, &def.point_count);
    return reshape(L, h, &def);
}

/* shape:set_hull(boolean): of a polygon */
static int l_shape_set_hull(lua_State *L) {
    bind_Handle *h = bind_open_shape(L, 1);
    cn_ShapeDef def = settings(L, KIND(POLYGON), "set_hull");
    def.hull = bind_boolean(L, 2);
    return reshape(L, h, &def);
}

/* shape:set_loop(boolean): of a chain */
static int l_shape_set_loop(lua_State *L) {
    bind_Handle *h = bind_open_shape(L, 1);
    cn_ShapeDef def = settings(L, KIND(CHAIN), "set_loop");
    def.loop = bind_boolean(L, 2);
    return reshape(L, h, &def);
}

/* shape:support(dx, dy) -> x, y: its farthest point that way, in the world */
static int l_shape_support(lua_State *L) {
    const bind_Handle *h = bind_shape(L, 1);
    double dx = bind_number(L, 2), dy = bind_number(L, 3);
    settings(L, ALL_KINDS & ~KIND(HALFSPACE), "support");
    if (dx == 0 && dy == 0) return bind_arg_error(L, 2, "must not be {0, 0}");
    cn_Pos at;
    cn_shape_support(h->world->core, bind_shape_id(h), dx, dy, &at);
    return bind_push2(L, at.x, at.y);
}

const luaL_Reg bind_geometry_methods[] = {
    {"x", l_shape_x},
    {"y", l_shape_y},
    {"angle", l_shape_angle},
    {"w", l_shape_w},
    {"h", l_shape_h},
    {"radius", l_shape_radius},
    {"rx", l_shape_rx},
    {"ry", l_shape_ry},
    {"x1", l_shape_x1},
    {"y1", l_shape_y1},
    {"x2", l_shape_x2},
    {"y2", l_shape_y2},
    {"nx", l_shape_nx},
    {"ny", l_shape_ny},
    {"is_hull", l_shape_is_hull},
    {"is_loop", l_shape_is_loop},
    {"materials", l_shape_materials},
    {"material", l_shape_material},
    {"set_material", l_shape_set_material},
    {"points", l_shape_points},
    {"piece_count", l_shape_piece_count},
    {"set_x", l_shape_set_x},
    {"set_y", l_shape_set_y},
    {"set_angle", l_shape_set_angle},
    {"set_w", l_shape_set_w},
    {"set_h", l_shape_set_h},
    {"set_radius", l_shape_set_radius},
    {"set_rx", l_shape_set_rx},
    {"set_ry", l_shape_set_ry},
    {"set_x1", l_shape_set_x1},
    {"set_y1", l_shape_set_y1},
    {"set_x2", l_shape_set_x2},
    {"set_y2", l_shape_set_y2},
    {"set_nx", l_shape_set_nx},
    {"set_ny", l_shape_set_ny},
    {"reshape", l_shape_reshape},
    {"set_points", l_shape_set_points},
    {"set_hull", l_shape_set_hull},
    {"set_loop", l_shape_set_loop},
    {"piece", l_shape_piece},
    {"support", l_shape_support},
    {NULL, NULL},
};
