/* query.c: what is where: rays, boxes, circles, points.
 *
 * Queries collect first, into the buffer of a pooled iterator, and then hand out: shapes may be
 * created and destroyed while one walks. Filters are read by define/layer.c.
 * Not here: many rays at once (rays.c), queries and casts of shapes (cast.c). */
#include "query/query.h"

#include "base/args.h"
#include "base/push.h"
#include "define/layer.h"
#include "handle/handle.h"
#include "handle/iter.h"

typedef struct Box {
    double x1, y1, x2, y2;
} Box;

/* Two corners, whichever, from arg on. */
static Box read_box(lua_State *L, int arg) {
    double x1 = bind_number(L, arg), y1 = bind_number(L, arg + 1);
    double x2 = bind_number(L, arg + 2), y2 = bind_number(L, arg + 3);
    return (Box){x1 < x2 ? x1 : x2, y1 < y2 ? y1 : y2, x1 < x2 ? x2 : x1, y1 < y2 ? y2 : y1};
}

static double read_radius(lua_State *L, int arg) {
    double r = bind_number(L, arg);
    if (r < 0.0) bind_arg_error(L, arg, "must be >= 0, got %s", bind_digits(L, r));
    return r;
}

/* Fill the iterator on the top with the ids in the box; asks again when there are more than fit. */
static void collect_box(lua_State *L, bind_Iter *it, Box box, cn_QueryFilter filter) {
    const cn_World *core = it->world->core;
    int capacity = (int)(it->bytes / sizeof(cn_ShapeId));
    it->count =
        cn_world_query_box(core, box.x1, box.y1, box.x2, box.y2, filter, it->buffer, capacity);
    if (it->count <= capacity) return;
    cn_ShapeId *buffer = bind_iter_reserve(L, -1, (size_t)it->count * sizeof *buffer);
    it->count = cn_world_query_box(core, box.x1, box.y1, box.x2, box.y2, filter, buffer, it->count);
}

static void collect_circle(lua_State *L, bind_Iter *it, double x, double y, double r,
                           cn_QueryFilter filter) {
    const cn_World *core = it->world->core;
    int capacity = (int)(it->bytes / sizeof(cn_ShapeId));
    it->count = cn_world_query_circle(core, x, y, r, filter, it->buffer, capacity);
    if (it->count <= capacity) return;
    cn_ShapeId *buffer = bind_iter_reserve(L, -1, (size_t)it->count * sizeof *buffer);
    it->count = cn_world_query_circle(core, x, y, r, filter, buffer, it->count);
}

/* The forms of a query differ in where their numbers begin: 2, or 3 after the _into table. */
static void take_box(lua_State *L, int arg) {
    bind_world(L, 1);
    Box box = read_box(L, arg);
    cn_QueryFilter filter = bind_filter(L, 1, arg + 4);
    collect_box(L, bind_iter_take(L, 1), box, filter);
    bind_filter_done(L, 1);
}

static void take_circle(lua_State *L, int arg, bool point) {
    bind_world(L, 1);
    double x = bind_number(L, arg), y = bind_number(L, arg + 1);
    double r = point ? 0.0 : read_radius(L, arg + 2);
    cn_QueryFilter filter = bind_filter(L, 1, arg + (point ? 2 : 3));
    collect_circle(L, bind_iter_take(L, 1), x, y, r, filter);
    bind_filter_done(L, 1);
}

void bind_cut_list(lua_State *L, int index, lua_Integer n) {
    while (lua_rawgeti(L, index, n) != LUA_TNIL) {
        lua_pop(L, 1);
        lua_pushnil(L);
        lua_rawseti(L, index, n++);
    }
    lua_pop(L, 1);
}

/* Give the iterator on the top back to the pool. */
static void put_back(lua_State *L) {
    luaL_callmeta(L, -1, "__close");
    lua_pop(L, 1);
}

int bind_fill_list(lua_State *L) {
    bind_Iter *it = lua_touserdata(L, -1);
    int count = it->count;
    for (int i = 0; i < count; i++) {
        bind_push_shape(L, 1, ((cn_ShapeId *)it->buffer)[i]);
        lua_rawseti(L, 2, i + 1);
    }
    put_back(L);
    bind_cut_list(L, 2, count + 1);
    return bind_push_integer(L, count);
}

void bind_check_list(lua_State *L) {
    bind_world(L, 1);
    if (!lua_istable(L, 2)) bind_type_error(L, 2, "table");
}

/* world:query_box(x1, y1, x2, y2[, filter]) -> iterator over shapes in id order */
static int l_world_query_box(lua_State *L) {
    take_box(L, 2);
    return bind_iter_return(L, bind_iter_next_shape);
}

/* world:query_box_into(table, x1, y1, x2, y2[, filter]) -> n */
static int l_world_query_box_into(lua_State *L) {
    bind_check_list(L);
    take_box(L, 3);
    return bind_fill_list(L);
}

/* world:query_circle(x, y, r[, filter]) -> iterator over shapes in id order */
static int l_world_query_circle(lua_State *L) {
    take_circle(L, 2, false);
    return bind_iter_return(L, bind_iter_next_shape);
}

/* world:query_circle_into(table, x, y, r[, filter]) -> n */
static int l_world_query_circle_into(lua_State *L) {
    bind_check_list(L);
    take_circle(L, 3, false);
    return bind_fill_list(L);
}

/* world:query_point(x, y[, filter]) -> iterator over shapes in id order */
static int l_world_query_point(lua_State *L) {
    take_circle(L, 2, true);
    return bind_iter_return(L, bind_iter_next_shape);
}

/* world:query_point_into(table, x, y[, filter]) -> n */
static int l_world_query_point_into(lua_State *L) {
    bind_check_list(L);
    take_circle(L, 3, true);
    return bind_fill_list(L);
}

/* world:pick(x, y) -> Body or nil */
static int l_world_pick(lua_State *L) {
    const bind_World *w = bind_world(L, 1);
    double x = bind_number(L, 2), y = bind_number(L, 3);
    bind_push_body(L, 1, cn_world_pick(w->core, x, y));
    return 1;
}

/* ---- rays -------------------------------------------------------------------------------------
 */

typedef struct Ray {
    double x1, y1, x2, y2;
} Ray;

static Ray read_ray(lua_State *L, int arg) {
    double x1 = bind_number(L, arg), y1 = bind_number(L, arg + 1);
    double x2 = bind_number(L, arg + 2), y2 = bind_number(L, arg + 3);
    return (Ray){x1, y1, x2, y2};
}

int bind_push_hit(lua_State *L, int world_index, const cn_RayHit *hit) {
    if (hit->shape.generation == 0) {
        lua_pushnil(L);
        return 1;
    }
    bind_push_shape(L, world_index, hit->shape);
    lua_pushnumber(L, hit->x);
    lua_pushnumber(L, hit->y);
    lua_pushnumber(L, hit->nx);
    lua_pushnumber(L, hit->ny);
    lua_pushnumber(L, hit->fraction);
    lua_pushinteger(L, hit->piece + 1);
    return 7;
}

/* world:raycast(x1, y1, x2, y2[, filter]) -> shape, x, y, nx, ny, fraction, piece of the nearest,
 * or nil */
static int l_world_raycast(lua_State *L) {
    const bind_World *w = bind_world(L, 1);
    Ray r = read_ray(L, 2);
    cn_QueryFilter filter = bind_filter(L, 1, 6);
    cn_RayHit hit;
    cn_world_raycast(w->core, r.x1, r.y1, r.x2, r.y2, filter, &hit);
    bind_filter_done(L, 1);
    return bind_push_hit(L, 1, &hit);
}

static void take_ray(lua_State *L, int arg) {
    bind_world(L, 1);
    Ray r = read_ray(L, arg);
    cn_QueryFilter filter = bind_filter(L, 1, arg + 4);
    bind_Iter *it = bind_iter_take(L, 1);
    const cn_World *core = it->world->core;
    for (;;) { /* again when there are more than fit */
        int capacity = (int)(it->bytes / sizeof(cn_RayHit));
        it->count =
            cn_world_raycast_all(core, r.x1, r.y1, r.x2, r.y2, filter, it->buffer, capacity);
        if (it->count <= capacity) break;
        bind_iter_reserve(L, -1, (size_t)it->count * sizeof(cn_RayHit));
    }
    bind_filter_done(L, 1);
}

int bind_iter_next_hit(lua_State *L) {
    bind_Iter *it = bind_iter_check(L);
    if (!it || it->index >= it->count) return bind_iter_end(L);
    const cn_RayHit *hit = &((const cn_RayHit *)it->buffer)[it->index++];
    lua_getiuservalue(L, 1, UV_ITER_WORLD);
    return bind_push_hit(L, lua_gettop(L), hit);
}

/* world:raycast_all(x1, y1, x2, y2[, filter]) -> iterator near to far, values as raycast */
static int l_world_raycast_all(lua_State *L) {
    take_ray(L, 2);
    return bind_iter_return(L, bind_iter_next_hit);
}

int bind_fill_hits(lua_State *L) {
    bind_Iter *it = lua_touserdata(L, -1);
    int count = it->count, top = lua_gettop(L);
    for (int i = 0; i < count; i++) {
        bind_push_hit(L, 1, &((const cn_RayHit *)it->buffer)[i]);
        lua_pop(L, 1); /* the piece: six values a hit are what scripts count on */
        for (int k = 6; k >= 1; k--) lua_rawseti(L, 2, 6 * i + k);
    }
    lua_settop(L, top);
    put_back(L);
    bind_cut_list(L, 2, 6 * (lua_Integer)count + 1);
    return bind_push_integer(L, count);
}

/* world:raycast_all_into(table, x1, y1, x2, y2[, filter]) -> n hits, six values each, flat */
static int l_world_raycast_all_into(lua_State *L) {
    bind_check_list(L);
    take_ray(L, 3);
    return bind_fill_hits(L);
}

const luaL_Reg bind_query_methods[] = {
    {"raycast", l_world_raycast},
    {"raycast_all", l_world_raycast_all},
    {"raycast_all_into", l_world_raycast_all_into},
    {"pick", l_world_pick},
    {"query_box", l_world_query_box},
    {"query_box_into", l_world_query_box_into},
    {"query_circle", l_world_query_circle},
    {"query_circle_into", l_world_query_circle_into},
    {"query_point", l_world_query_point},
    {"query_point_into", l_world_query_point_into},
    {NULL, NULL},
};
