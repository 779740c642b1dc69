/* cast.c: questions about a shape that is in no world: what is in its way, what it overlaps;
 * and the shape nearest to a point.
 *
 * The table has the keys of the shape, its place and, for a cast, its way; which kind it is follows
 * from the keys. It may be used again and again: reading it makes no garbage, the points of a
 * polygon included. Not here: rays, boxes and circles (query.c, rays.c). */
#include "query/cast.h"

#include <limits.h>

#include "base/args.h"
#include "base/fields.h"
#include "define/def.h"
#include "define/layer.h"
#include "handle/handle.h"
#include "handle/iter.h"
#include "query/query.h"
#include "query/rays.h"

/* What a table says: sizes that are not given are NaN. */
typedef struct ProbeArgs {
    cn_ShapeDef def;
    double dx, dy;
    int kind; /* cn_ShapeKind, < 0 = not given */
    bool has_points;
    cn_QueryFilter filter;
    double points[2 * CN_MAX_POINTS];
} ProbeArgs;

#define NUMBER(member) BIND_NUMBER, offsetof(ProbeArgs, member), NULL, NULL
#define CUSTOM(reader) BIND_CUSTOM, 0, NULL, reader
#define END                                                                                        \
    { NULL, BIND_ANY, 0, NULL, NULL }

static const char *const probe_kinds[] = {"circle",  "box",     "capsule", "polygon",
                                          "ellipse", "segment", NULL};
_Static_assert(CN_SEGMENT == 5, "the kinds of probes come first");

static void read_filter(bind_Reader *r, void *target) {
    ((ProbeArgs *)target)->filter =
        bind_filter_field(r->L, r->world_index, r->arg, lua_gettop(r->L));
}

/* As those of a constructor (bind_read_points), but into room that is there. */
static void read_points(bind_Reader *r, void *target) {
    ProbeArgs *args = target;
    lua_State *L = r->L;
    if (!lua_istable(L, -1)) {
        bind_field_error(r, "table of numbers expected, got %s", bind_type_name(L, -1));
    }
    lua_Unsigned length = lua_rawlen(L, -1); /* of a table with holes it may be anything */
    int count = length > INT_MAX ? INT_MAX - 1 : (int)length;
    if (count % 2 != 0) bind_field_error(r, "x, y pairs expected, got %d numbers", count);
    if (count > 2 * CN_MAX_POINTS) {
        bind_field_error(r, "at most %d points, got %d", CN_MAX_POINTS, count / 2);
    }
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, -1, i + 1);
        args->points[i] = bind_point_number(r, i);
        lua_pop(L, 1);
    }
    args->def.point_count = count / 2;
    args->has_points = true;
}

static const bind_Field probe_fields[] = {
    {"kind", BIND_ENUM, offsetof(ProbeArgs, kind), probe_kinds, NULL},
    {"x", NUMBER(def.x)},
    {"y", NUMBER(def.y)},
    {"angle", NUMBER(def.angle)},
    {"radius", NUMBER(def.radius)},
    {"w", NUMBER(def.w)},
    {"h", NUMBER(def.h)},
    {"x1", NUMBER(def.x1)},
    {"y1", NUMBER(def.y1)},
    {"x2", NUMBER(def.x2)},
    {"y2", NUMBER(def.y2)},
    {"rx", NUMBER(def.rx)},
    {"ry", NUMBER(def.ry)},
    {"points", CUSTOM(read_points)},
    {"hull", BIND_BOOLEAN, offsetof(ProbeArgs, def.hull), NULL, NULL},
    {"filter", CUSTOM(read_filter)},
    END,
};
static const bind_Field way_fields[] = {{"dx", NUMBER(dx)}, {"dy", NUMBER(dy)}, END};
static const bind_Field no_fields[] = {END};

/* The kind that has the sizes that were given. */
static cn_ShapeKind kind_of(const ProbeArgs *a) {
    const cn_ShapeDef *d = &a->def;
    if (a->kind >= 0) return (cn_ShapeKind)a->kind;
    if (a->has_points) return CN_POLYGON;
    if (!isnan(d->w) || !isnan(d->h)) return CN_BOX;
    if (!isnan(d->rx) || !isnan(d->ry)) return CN_ELLIPSE;
    bool ends = !isnan(d->x1) || !isnan(d->y1) || !isnan(d->x2) || !isnan(d->y2);
    if (ends) return d->radius > 0.0 ? CN_CAPSULE : CN_SEGMENT;
    return CN_CIRCLE;
}

static void need(bind_Reader *r, const char *field, double value) {
    if (!isnan(value)) return;
    r->field = field;
    bind_field_error(r, "number expected, got nil");
}

static void needs(bind_Reader *r, const bind_Field *fields, int count, const ProbeArgs *args) {
    for (int i = 0; i < count; i++) {
        size_t offset = offsetof(ProbeArgs, def) + fields[i].offset;
        need(r, fields[i].name, *(const double *)((const char *)args + offset));
    }
}

/* Sizes that the kind has but need not be given. */
static void finish(bind_Reader *r, ProbeArgs *args) {
    cn_ShapeDef *d = &args->def;
    d->kind = kind_of(args);
    needs(r, bind_kind_fields(d->kind), bind_required_fields(d->kind), args);
    if (isnan(d->radius)) d->radius = 0.0;
    if (d->kind != CN_POLYGON) return;
    if (!args->has_points) {
        r->field = "points";
        bind_field_error(r, "table of numbers expected, got nil");
    }
    d->points = args->points;
}

/* The table at arg; way: with dx and dy, which must be there. */
static void read_probe(lua_State *L, int arg, bool way, ProbeArgs *args) {
    bind_Reader r = {.L = L, .arg = arg, .world = bind_world(L, 1), .world_index = 1};
    cn_ShapeDef *d = &args->def;
    *d = cn_shape_def(CN_CIRCLE);
    d->radius = d->w = d->h = d->rx = d->ry = NAN;
    d->x1 = d->y1 = d->x2 = d->y2 = args->dx = args->dy = NAN;
    args->kind = -1;
    args->has_points = false;
    args->filter = cn_query_filter();
    const bind_FieldSet sets[] = {{probe_fields, args}, {way ? way_fields : no_fields, args}};
    bind_read_table(&r, sets, 2);
    finish(&r, args);
    if (!way) return;
    need(&r, "dx", args->dx);
    need(&r, "dy", args->dy);
}

static void check(lua_State *L, int arg, cn_Result result) {
    const bind_World *w = bind_world(L, 1);
    if (result != CN_OK) bind_refuse_table(L, w, arg, cn_world_error(w->core));
}

/* world:shapecast{shape keys, x, y, angle, dx, dy, filter} -> as raycast, or nil */
static int l_world_shapecast(lua_State *L) {
    const bind_World *w = bind_world(L, 1);
    ProbeArgs args;
    cn_RayHit hit;
    bind_only_table(L, 2);
    read_probe(L, 2, true, &args);
    check(L, 2, cn_world_shapecast(w->core, &args.def, args.dx, args.dy, args.filter, &hit));
    bind_filter_done(L, 1);
    return bind_push_hit(L, 1, &hit);
}

/* Push an iterator with all hits of the table at arg. */
static void take_cast(lua_State *L, int arg) {
    ProbeArgs args;
    read_probe(L, arg, true, &args);
    bind_Iter *it = bind_iter_take(L, 1);
    for (;;) { /* again when there are more than fit */
        int capacity = (int)(it->bytes / sizeof(cn_RayHit));
        check(L, arg,
              cn_world_shapecast_all(it->world->core, &args.def, args.dx, args.dy, args.filter,
                                     it->buffer, capacity, &it->count));
        if (it->count <= capacity) break;
        bind_iter_reserve(L, -1, (size_t)it->count * sizeof(cn_RayHit));
    }
    bind_filter_done(L, 1);
}

/* world:shapecast_all{...} -> iterator near to far, values as raycast */
static int l_world_shapecast_all(lua_State *L) {
    bind_world(L, 1);
    bind_only_table(L, 2);
    lua_settop(L, 2);
    take_cast(L, 2);
    return bind_iter_return(L, bind_iter_next_hit);
}

/* world:shapecast_all_into(table, {...}) -> n hits, six values each, flat */
static int l_world_shapecast_all_into(lua_State *L) {
    bind_check_list(L);
    bind_only_table(L, 3);
    lua_settop(L, 3);
    take_cast(L, 3);
    return bind_fill_hits(L);
}

/* Push an iterator with the shapes that the table at arg overlaps. */
static void take_shape(lua_State *L, int arg) {
    ProbeArgs args;
    read_probe(L, arg, false, &args);
    bind_Iter *it = bind_iter_take(L, 1);
    for (;;) { /* again when there are more than fit */
        int capacity = (int)(it->bytes / sizeof(cn_ShapeId));
        check(L, arg,
              cn_world_query_shape(it->world->core, &args.def, args.filter, it->buffer, capacity,
                                   &it->count));
        if (it->count <= capacity) break;
        bind_iter_reserve(L, -1, (size_t)it->count * sizeof(cn_ShapeId));
    }
    bind_filter_done(L, 1);
}

/* world:query_shape{shape keys, x, y, angle, filter} -> iterator over shapes in id order */
static int l_world_query_shape(lua_State *L) {
    bind_world(L, 1);
    bind_only_table(L, 2);
    take_shape(L, 2);
    return bind_iter_return(L, bind_iter_next_shape);
}

/* world:query_shape_into(table, {...}) -> n */
static int l_world_query_shape_into(lua_State *L) {
    bind_check_list(L);
    bind_only_table(L, 3);
    take_shape(L, 3);
    return bind_fill_list(L);
}

/* world:closest(x, y, max_distance[, filter]) -> shape, x, y, distance, or nil */
static int l_world_closest(lua_State *L) {
    const bind_World *w = bind_world(L, 1);
    double x = bind_number(L, 2), y = bind_number(L, 3), most = bind_unlimited(L, 4), distance;
    if (most < 0.0) bind_arg_error(L, 4, "must be >= 0, got %s", bind_digits(L, most));
    cn_Pos at;
    cn_ShapeId shape = cn_world_closest(w->core, x, y, most, bind_filter(L, 1, 5), &at, &distance);
    bind_filter_done(L, 1);
    bind_push_shape(L, 1, shape);
    if (shape.generation == 0) return 1;
    lua_pushnumber(L, at.x);
    lua_pushnumber(L, at.y);
    lua_pushnumber(L, distance);
    return 4;
}

/* Push an iterator with what the table at 2 overlaps, deepest first. */
static int next_overlap(lua_State *L) {
    bind_Iter *it = bind_iter_check(L);
    if (!it || it->index >= it->count) return bind_iter_end(L);
    const cn_Overlap *found = &((const cn_Overlap *)it->buffer)[it->index++];
    lua_getiuservalue(L, 1, UV_ITER_WORLD);
    bind_push_shape(L, lua_gettop(L), found->shape);
    lua_pushnumber(L, found->nx);
    lua_pushnumber(L, found->ny);
    lua_pushnumber(L, found->depth);
    lua_pushinteger(L, found->piece + 1);
    return 5;
}

/* world:overlaps{shape keys, x, y, angle, filter} -> iterator over shape, nx, ny, depth, piece */
static int l_world_overlaps(lua_State *L) {
    ProbeArgs args;
    bind_world(L, 1);
    bind_only_table(L, 2);
    read_probe(L, 2, false, &args);
    bind_Iter *it = bind_iter_take(L, 1);
    for (;;) { /* again when there are more than fit */
        int capacity = (int)(it->bytes / sizeof(cn_Overlap));
        check(L, 2,
              cn_world_overlaps(it->world->core, &args.def, args.filter, it->buffer, capacity,
                                &it->count));
        if (it->count <= capacity) break;
        bind_iter_reserve(L, -1, (size_t)it->count * sizeof(cn_Overlap));
    }
    bind_filter_done(L, 1);
    return bind_iter_return(L, next_overlap);
}

/* ---- bodies of the world on their way -------------------------------------------------------- */

cn_BodyHit bind_cast_body(lua_State *L, int world_index, const bind_Handle *h, int arg) {
    cn_World *core = h->world->core;
    double dx = bind_number(L, arg), dy = bind_number(L, arg + 1);
    cn_QueryFilter filter = bind_filter(L, world_index, arg + 2);
    cn_BodyHit out;
    cn_Result r = cn_body_cast(core, bind_body_id(h), dx, dy, filter, &out);
    bind_filter_done(L, world_index);
    if (r != CN_OK) {
        const char *field = cn_world_error(core)->field;
        int blamed = *field ? arg + (field[1] == 'y') : arg - 1;
        bind_arg_error(L, blamed, "%s", cn_world_error(core)->message);
    }
    return out;
}

/* world:test_move(body, dx, dy[, filter]) -> how far it gets, dx and dy; and the shape in its way
 */
static int l_world_test_move(lua_State *L) {
    const bind_World *w = bind_world(L, 1);
    const bind_Handle *h = bind_other(L, 2, BIND_BODY, w);
    cn_BodyHit out = bind_cast_body(L, 1, h, 3);
    double part = out.hit.shape.generation ? out.hit.fraction : 1;
    lua_pushnumber(L, part * lua_tonumber(L, 3));
    lua_pushnumber(L, part * lua_tonumber(L, 4));
    bind_push_shape(L, 1, out.hit.shape);
    return 3;
}

const luaL_Reg bind_cast_methods[] = {
    {"raycasts", l_world_raycasts},
    {"overlaps", l_world_overlaps},
    {"test_move", l_world_test_move},
    {"shapecast", l_world_shapecast},
    {"shapecast_all", l_world_shapecast_all},
    {"shapecast_all_into", l_world_shapecast_all_into},
    {"query_shape", l_world_query_shape},
    {"query_shape_into", l_world_query_shape_into},
    {"closest", l_world_closest},
    {NULL, NULL},
};
