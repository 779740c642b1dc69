/* shape.c: the shape userdata: material, filters, identity, and questions about its place.
 *
 * Settings go the way of bodies': the core's definition is read, changed and given back. Kind,
 * layer and body are kept in the handle too, for the time after its end.
 * Not here: sizes and points (geometry.c), constructors (create.c). */
#include "body/shape.h"

#include "base/args.h"
#include "base/push.h"
#include "body/geometry.h"
#include "body/load.h"
#include "define/def.h"
#include "define/layer.h"
#include "event/manifold.h"
#include "handle/defer.h"
#include "handle/handle.h"
#include "handle/identity.h"
#include "handle/iter.h"
#include "query/effect.h"

static cn_ShapeDef settings(const bind_Handle *h) {
    return cn_shape_settings(h->world->core, bind_shape_id(h));
}

static void configure(lua_State *L, bind_Handle *h, const cn_ShapeDef *def) {
    bind_check(L, h->world, cn_shape_configure(h->world->core, bind_shape_id(h), def));
}

static int get_number(lua_State *L, size_t offset) {
    cn_ShapeDef def = settings(bind_shape(L, 1));
    return bind_push1(L, *(double *)((char *)&def + offset));
}

static int set_number(lua_State *L, size_t offset) {
    bind_Handle *h = bind_open_shape(L, 1);
    cn_ShapeDef def = settings(h);
    *(double *)((char *)&def + offset) = bind_number(L, 2);
    configure(L, h, &def);
    return 0;
}

static int get_boolean(lua_State *L, size_t offset) {
    cn_ShapeDef def = settings(bind_shape(L, 1));
    return bind_push_boolean(L, *(bool *)((char *)&def + offset));
}

static int set_boolean(lua_State *L, size_t offset) {
    bind_Handle *h = bind_open_shape(L, 1);
    cn_ShapeDef def = settings(h);
    *(bool *)((char *)&def + offset) = bind_boolean(L, 2);
    configure(L, h, &def);
    return 0;
}

static int get_mix(lua_State *L, size_t offset) {
    cn_ShapeDef def = settings(bind_shape(L, 1));
    lua_pushstring(L, bind_shape_mixes[*(cn_Mix *)((char *)&def + offset)]);
    return 1;
}

static int set_mix(lua_State *L, size_t offset, const char *what) {
    bind_Handle *h = bind_open_shape(L, 1);
    cn_ShapeDef def = settings(h);
    *(cn_Mix *)((char *)&def + offset) = (cn_Mix)bind_enum(L, 2, what, bind_shape_mixes);
    configure(L, h, &def);
    return 0;
}

/* ---- material and switches --------------------------------------------------------------------
 */

#define AT(member) offsetof(cn_ShapeDef, member)

/* shape:density() -> kg/m^2 */
static int l_shape_density(lua_State *L) { return get_number(L, AT(density)); }
/* shape:set_density(kg/m^2): the body's mass follows */
static int l_shape_set_density(lua_State *L) { return set_number(L, AT(density)); }
/* shape:friction() -> number */
static int l_shape_friction(lua_State *L) { return get_number(L, AT(material.friction)); }
/* shape:set_friction(number) */
static int l_shape_set_friction(lua_State *L) { return set_number(L, AT(material.friction)); }
/* shape:restitution() -> 0..1 */
static int l_shape_restitution(lua_State *L) { return get_number(L, AT(material.restitution)); }
/* shape:set_restitution(0..1) */
static int l_shape_set_restitution(lua_State *L) { return set_number(L, AT(material.restitution)); }
/* shape:friction_mix() -> "world", "geometric", ... */
static int l_shape_friction_mix(lua_State *L) { return get_mix(L, AT(friction_mix)); }
/* shape:set_friction_mix(name) */
static int l_shape_set_friction_mix(lua_State *L) {
    return set_mix(L, AT(friction_mix), "friction_mix");
}
/* shape:restitution_mix() -> "world", "max", ... */
static int l_shape_restitution_mix(lua_State *L) { return get_mix(L, AT(restitution_mix)); }
/* shape:set_restitution_mix(name) */
static int l_shape_set_restitution_mix(lua_State *L) {
    return set_mix(L, AT(restitution_mix), "restitution_mix");
}
/* shape:rolling() -> rolling resistance */
static int l_shape_rolling(lua_State *L) { return get_number(L, AT(material.rolling)); }
/* shape:set_rolling(number) */
static int l_shape_set_rolling(lua_State *L) { return set_number(L, AT(material.rolling)); }
/* shape:surface_speed() -> m/s */
static int l_shape_surface_speed(lua_State *L) { return get_number(L, AT(material.surface_speed)); }
/* shape:set_surface_speed(m/s): positive carries what lies on top towards +x */
static int l_shape_set_surface_speed(lua_State *L) {
    return set_number(L, AT(material.surface_speed));
}
/* What is no setting, since contacts end by it. */
static int set_switch(lua_State *L, cn_Result (*set)(cn_World *, cn_ShapeId, bool)) {
    bind_Handle *h = bind_open_shape(L, 1);
    bool on = bind_boolean(L, 2);
    bind_check(L, h->world, set(h->world->core, bind_shape_id(h), on));
    return 0;
}
/* shape:is_sensor() -> boolean */
static int l_shape_is_sensor(lua_State *L) { return get_boolean(L, AT(sensor)); }
/* shape:set_sensor(boolean): its contacts end, and begin anew as those of the other */
static int l_shape_set_sensor(lua_State *L) { return set_switch(L, cn_shape_set_sensor); }
/* shape:is_seen() -> boolean: whether other sensors see it, if it is one */
static int l_shape_is_seen(lua_State *L) { return get_boolean(L, AT(seen)); }
/* shape:set_seen(boolean) */
static int l_shape_set_seen(lua_State *L) { return set_boolean(L, AT(seen)); }
/* shape:is_enabled() -> boolean */
static int l_shape_is_enabled(lua_State *L) { return get_boolean(L, AT(enabled)); }
/* shape:set_enabled(boolean): false: nothing finds it, as if it were not there */
static int l_shape_set_enabled(lua_State *L) { return set_switch(L, cn_shape_set_enabled); }
/* shape:has_pre_solve() -> boolean */
static int l_shape_has_pre_solve(lua_State *L) { return get_boolean(L, AT(pre_solve)); }
/* the same, in other words: each has its own name in sentences */
static int l_shape_is_pre_solve(lua_State *L) { return l_shape_has_pre_solve(L); }
/* shape:set_pre_solve(boolean) */
static int l_shape_set_pre_solve(lua_State *L) { return set_boolean(L, AT(pre_solve)); }
/* shape:has_events() -> boolean */
static int l_shape_has_events(lua_State *L) { return get_boolean(L, AT(events)); }
/* the same, in other words: each has its own name in sentences */
static int l_shape_is_events(lua_State *L) { return l_shape_has_events(L); }
/* shape:set_events(boolean) */
static int l_shape_set_events(lua_State *L) { return set_boolean(L, AT(events)); }

/* shape:layer() -> name */
static int l_shape_layer(lua_State *L) {
    const bind_Handle *h = bind_known(L, 1, BIND_SHAPE);
    lua_getiuservalue(L, 1, UV_WORLD);
    bind_push_layer(L, lua_gettop(L), h->layer);
    return 1;
}

/* shape:set_layer(name) */
static int l_shape_set_layer(lua_State *L) {
    bind_Handle *h = bind_open_shape(L, 1);
    bind_string(L, 2);
    lua_settop(L, 2);
    lua_getiuservalue(L, 1, UV_WORLD);
    cn_ShapeDef def = settings(h);
    def.layer = bind_layer(L, 3, 2);
    configure(L, h, &def);
    h->layer = (uint8_t)def.layer;
    return 0;
}

/* shape:layer_mask() -> bits of the layers that it meets */
static int l_shape_layer_mask(lua_State *L) {
    bind_push_mask(L, settings(bind_shape(L, 1)).mask);
    return 1;
}

/* shape:set_layer_mask(layers): a name, a bit mask, a list of names, or (nil): all */
static int l_shape_set_layer_mask(lua_State *L) {
    bind_Handle *h = bind_open_shape(L, 1);
    lua_settop(L, 2);
    lua_getiuservalue(L, 1, UV_WORLD);
    cn_ShapeDef def = settings(h);
    def.mask = bind_mask(L, 3, 2);
    configure(L, h, &def);
    return 0;
}

/* shape:group() -> integer */
static int l_shape_group(lua_State *L) {
    return bind_push_integer(L, settings(bind_shape(L, 1)).group);
}

/* shape:set_group(integer): the same non-zero group decides before layers */
static int l_shape_set_group(lua_State *L) {
    bind_Handle *h = bind_open_shape(L, 1);
    lua_Integer group = bind_integer(L, 2);
    if (group > INT32_MAX || group < INT32_MIN) {
        return bind_arg_error(L, 2, "must be in 32 bits, got %s", bind_whole(L, group));
    }
    cn_ShapeDef def = settings(h);
    def.group = (int)group;
    configure(L, h, &def);
    return 0;
}

/* shape:one_way() -> nx, ny, or nil */
static int l_shape_one_way(lua_State *L) {
    cn_ShapeDef def = settings(bind_shape(L, 1));
    if (!def.has_one_way) {
        lua_pushnil(L);
        return 1;
    }
    return bind_push2(L, def.one_way_x, def.one_way_y);
}

/* shape:set_one_way(nx, ny), or (nil): solid only from that side, in the body's frame */
static int l_shape_set_one_way(lua_State *L) {
    bind_Handle *h = bind_open_shape(L, 1);
    cn_ShapeDef def = settings(h);
    def.has_one_way = !lua_isnoneornil(L, 2);
    if (def.has_one_way) {
        def.one_way_x = bind_number(L, 2);
        def.one_way_y = bind_number(L, 3);
    }
    cn_Result r = cn_shape_configure(h->world->core, bind_shape_id(h), &def);
    bind_check_named(L, h->world, r, "one_way[1] one_way[2]");
    return 0;
}

/* shape:color() -> 0xRRGGBB, alpha, or nil: the viewer's choice */
static int l_shape_color(lua_State *L) {
    cn_ShapeDef def = settings(bind_shape(L, 1));
    if (def.color == CN_NO_COLOR) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushinteger(L, def.color & 0xffffff);
    lua_pushnumber(L, (255 - (def.color >> 24)) / 255.0);
    return 2;
}

/* {r, g, b[, a]} at 2, as the key `color` takes it, becomes three or four arguments. */
static void spread_color(lua_State *L) {
    if (!lua_istable(L, 2)) return;
    int n = (int)lua_rawlen(L, 2);
    if (n != 3 && n != 4) bind_arg_error(L, 2, "{r, g, b[, a]} expected");
    lua_settop(L, 2);
    for (int i = 1; i <= n; i++) lua_rawgeti(L, 2, i);
    lua_remove(L, 2);
}

/* One channel of set_color(r, g, b, a). */
static uint32_t channel(lua_State *L, int arg) {
    double v = bind_number(L, arg);
    if (v < 0.0 || v > 1.0) bind_arg_error(L, arg, "must be in 0..1, got %s", bind_digits(L, v));
    return (uint32_t)(v * 255.0 + 0.5);
}

static uint32_t alpha(lua_State *L, int arg) {
    return lua_isnoneornil(L, arg) ? 255 : channel(L, arg);
}

/* The integer 0xRRGGBB at 2. */
static uint32_t whole_color(lua_State *L) {
    lua_Integer color = bind_integer(L, 2);
    if (color < 0 || color > 0xffffff)
        bind_arg_error(L, 2, "must be in 0..0xffffff, got %s", bind_whole(L, color));
    return (uint32_t)color;
}

/* shape:set_color(0xRRGGBB[, a]), (r, g, b[, a]) or {r, g, b[, a]} in 0..1, or (nil) */
static int l_shape_set_color(lua_State *L) {
    bind_Handle *h = bind_open_shape(L, 1);
    spread_color(L);
    cn_ShapeDef def = settings(h);
    int whole = 0;
    lua_tointegerx(L, 2, &whole);
    bool fraction = lua_type(L, 2) == LUA_TNUMBER && !whole;
    bool channels = fraction || !lua_isnoneornil(L, 4);
    if (lua_isnoneornil(L, 2) && lua_isnoneornil(L, 3) && !channels) {
        def.color = CN_NO_COLOR;
    } else if (channels) {
        uint32_t rgb = channel(L, 2) << 16 | channel(L, 3) << 8 | channel(L, 4);
        def.color = bind_color(rgb, alpha(L, 5));
    } else {
        def.color = bind_color(whole_color(L), alpha(L, 3));
    }
    configure(L, h, &def);
    return 0;
}

/* shape:refilter(): forget answers of filter and ignored manifolds */
static int l_shape_refilter(lua_State *L) {
    bind_Handle *h = bind_open_shape(L, 1);
    bind_check(L, h->world, cn_shape_refilter(h->world->core, bind_shape_id(h)));
    return 0;
}

/* ---- identity ---------------------------------------------------------------------------------
 */

/* shape:id() -> integer */
static int l_shape_id(lua_State *L) { return bind_get_id(L, BIND_SHAPE); }

/* shape:kind() -> "box", "circle", ... */
static int l_shape_kind(lua_State *L) {
    lua_pushstring(L, bind_shape_kinds[bind_known(L, 1, BIND_SHAPE)->kind]);
    return 1;
}

/* shape:body() -> Body */
static int l_shape_body(lua_State *L) {
    const bind_Handle *h = bind_known(L, 1, BIND_SHAPE);
    lua_getiuservalue(L, 1, UV_WORLD);
    bind_push_body(L, -1, h->body);
    return 1;
}

/* shape:world() -> World */
static int l_shape_world(lua_State *L) { return bind_get_world(L, BIND_SHAPE); }

/* shape:data() -> what set_data stored */
static int l_shape_data(lua_State *L) { return bind_get_data(L, BIND_SHAPE); }

/* shape:set_data(any) */
static int l_shape_set_data(lua_State *L) { return bind_take_data(L, BIND_SHAPE); }

/* shape:is_valid() -> boolean; never raises for a dead one */
static int l_shape_is_valid(lua_State *L) { return bind_get_valid(L, BIND_SHAPE); }

/* shape:destroy() -> true, or false when it already was */
static int l_shape_destroy(lua_State *L) {
    bind_Handle *h = bind_any(L, 1, BIND_SHAPE);
    bool live = bind_is_live(h);
    if (live) {
        if (h->world->reading) bind_read_only(L, h->world);
        if (bind_destroy_later(L, h->world)) return 1;
        bind_log_change(L, h->world);
        lua_getiuservalue(L, 1, UV_WORLD);
        bind_bury_shape(L, lua_gettop(L), bind_shape_id(h));
        bind_check(L, h->world, cn_shape_destroy(h->world->core, bind_shape_id(h)));
    }
    return bind_push_boolean(L, live);
}

static int l_shape_tostring(lua_State *L) {
    const bind_Handle *h = bind_any(L, 1, BIND_SHAPE);
    lua_pushfstring(L, "cairn.Shape #%d (%s)", (int)h->index,
                    bind_is_live(h) ? bind_shape_kinds[h->kind] : "destroyed");
    return 1;
}

/* ---- questions about its place ------------------------------------------------------------------
 */

/* shape:bounds() -> x1, y1, x2, y2 */
static int l_shape_bounds(lua_State *L) {
    const bind_Handle *h = bind_shape(L, 1);
    double box[4];
    cn_shape_bounds(h->world->core, bind_shape_id(h), box);
    bind_push2(L, box[0], box[1]);
    bind_push2(L, box[2], box[3]);
    return 4;
}

/* shape:contains(x, y) -> boolean */
static int l_shape_contains(lua_State *L) {
    const bind_Handle *h = bind_shape(L, 1);
    double x = bind_number(L, 2), y = bind_number(L, 3);
    return bind_push_boolean(L, cn_shape_contains(h->world->core, bind_shape_id(h), x, y));
}

/* The five values of a hit, but for its shape. */
static int push_meeting(lua_State *L, const cn_RayHit *hit) {
    bind_push2(L, hit->x, hit->y);
    bind_push2(L, hit->nx, hit->ny);
    lua_pushnumber(L, hit->fraction);
    return 5;
}

/* shape:raycast(x1, y1, x2, y2) -> x, y, nx, ny, fraction, or nil */
static int l_shape_raycast(lua_State *L) {
    const bind_Handle *h = bind_shape(L, 1);
    double x1 = bind_number(L, 2), y1 = bind_number(L, 3);
    double x2 = bind_number(L, 4), y2 = bind_number(L, 5);
    cn_RayHit hit;
    if (!cn_shape_raycast(h->world->core, bind_shape_id(h), x1, y1, x2, y2, &hit)) {
        lua_pushnil(L);
        return 1;
    }
    return push_meeting(L, &hit);
}

/* shape:closest(x, y) -> x, y of its nearest point; the point itself when inside */
static int l_shape_closest(lua_State *L) {
    const bind_Handle *h = bind_shape(L, 1);
    double x = bind_number(L, 2), y = bind_number(L, 3);
    cn_Pos p = cn_shape_closest(h->world->core, bind_shape_id(h), x, y);
    return bind_push2(L, p.x, p.y);
}

/* shape:distance(other) -> m, x1, y1, x2, y2: 0 when they overlap */
static int l_shape_distance(lua_State *L) {
    const bind_Handle *h = bind_shape(L, 1);
    const bind_Handle *other = bind_other(L, 2, BIND_SHAPE, h->world);
    cn_Pos a = {0, 0}, b = {0, 0};
    lua_pushnumber(
        L, cn_shape_distance(h->world->core, bind_shape_id(h), bind_shape_id(other), &a, &b));
    bind_push2(L, a.x, a.y);
    bind_push2(L, b.x, b.y);
    return 5;
}

/* shape:cast(dx, dy, other) -> x, y, nx, ny, fraction where it meets the other, or nil */
static int l_shape_cast(lua_State *L) {
    bind_Handle *h = bind_shape(L, 1);
    double dx = bind_number(L, 2), dy = bind_number(L, 3);
    const bind_Handle *other = bind_other(L, 4, BIND_SHAPE, h->world);
    cn_RayHit hit;
    cn_Result r =
        cn_shape_cast(h->world->core, bind_shape_id(h), dx, dy, bind_shape_id(other), &hit);
    if (r != CN_OK) bind_refuse_args(L, h->world, 1);
    if (hit.shape.generation == 0) {
        lua_pushnil(L);
        return 1;
    }
    return push_meeting(L, &hit);
}

/* shape:manifolds() -> iterator */
static int l_shape_manifolds(lua_State *L) {
    const bind_Handle *h = bind_shape(L, 1);
    lua_getiuservalue(L, 1, UV_WORLD);
    return bind_manifolds(L, lua_gettop(L), h);
}

/* shape:touching(other) -> boolean */
static int l_shape_touching(lua_State *L) {
    const bind_Handle *h = bind_shape(L, 1);
    const bind_Handle *other = bind_other(L, 2, BIND_SHAPE, h->world);
    return bind_push_boolean(
        L, cn_shape_touches(h->world->core, bind_shape_id(h), bind_shape_id(other)));
}

/* shape:time_of_impact(other[, dt]) -> s until they touch as they move now, or nil */
static int l_shape_time_of_impact(lua_State *L) {
    const bind_Handle *h = bind_shape(L, 1);
    const bind_Handle *other = bind_other(L, 2, BIND_SHAPE, h->world);
    double dt = bind_opt_number(L, 3, 1.0 / 60.0), time;
    cn_Result r =
        cn_shape_time_of_impact(h->world->core, bind_shape_id(h), bind_shape_id(other), dt, &time);
    if (r != CN_OK) return bind_arg_error(L, 3, "%s", cn_world_error(h->world->core)->message);
    if (time < 0)
        lua_pushnil(L);
    else
        lua_pushnumber(L, time);
    return 1;
}

/* shape:mass() -> kg */
static int l_shape_mass(lua_State *L) {
    const bind_Handle *h = bind_shape(L, 1);
    return bind_push1(L, cn_shape_mass(h->world->core, bind_shape_id(h)));
}

/* shape:inertia() -> kg m^2 about its own centre */
static int l_shape_inertia(lua_State *L) {
    const bind_Handle *h = bind_shape(L, 1);
    return bind_push1(L, cn_shape_inertia(h->world->core, bind_shape_id(h)));
}

/* shape:visitors() -> iterator over the shapes a sensor overlaps now, in id order */
static int l_shape_visitors(lua_State *L) {
    const bind_Handle *h = bind_shape(L, 1);
    const cn_World *core = h->world->core;
    lua_getiuservalue(L, 1, UV_WORLD);
    bind_Iter *it = bind_iter_take(L, lua_gettop(L));
    int capacity = (int)(it->bytes / sizeof(cn_ShapeId));
    it->count = cn_shape_visitors(core, bind_shape_id(h), it->buffer, capacity);
    if (it->count > capacity) {
        cn_ShapeId *buffer = bind_iter_reserve(L, -1, (size_t)it->count * sizeof *buffer);
        it->count = cn_shape_visitors(core, bind_shape_id(h), buffer, it->count);
    }
    return bind_iter_return(L, bind_iter_next_shape);
}

/* ---- registration ------------------------------------------------------------------------------
 */

/* shape:cut(x1, y1, x2, y2) -> list of bodies; nil where the line misses it; nil, message. The work
 * is done in Lua, by calls that a recording is told of. */
static int l_shape_cut(lua_State *L) {
    const bind_Handle *h = bind_shape(L, 1);
    int kind = cn_shape_kind(h->world->core, bind_shape_id(h));
    double line[4];
    if (h->world->reading) bind_read_only(L, h->world);
    if (kind != CN_BOX && kind != CN_POLYGON && kind != CN_CIRCLE)
        return bind_arg_error(L, 1, "a %s cannot be cut", bind_shape_kinds[kind]);
    for (int i = 0; i < 4; i++) line[i] = bind_number(L, i + 2);
    if (line[0] == line[2] && line[1] == line[3])
        return bind_arg_error(L, 2, "two different points expected");
    lua_settop(L, 5);
    bind_push_lua_function(L, "cairn.geometry.cut", "shape");
    lua_insert(L, 1);
    lua_call(L, 5, LUA_MULTRET);
    return lua_gettop(L);
}

static const luaL_Reg shape_methods[] = {
    {"density", l_shape_density},
    {"set_density", l_shape_set_density},
    {"friction", l_shape_friction},
    {"set_friction", l_shape_set_friction},
    {"restitution", l_shape_restitution},
    {"set_restitution", l_shape_set_restitution},
    {"friction_mix", l_shape_friction_mix},
    {"set_friction_mix", l_shape_set_friction_mix},
    {"restitution_mix", l_shape_restitution_mix},
    {"set_restitution_mix", l_shape_set_restitution_mix},
    {"rolling", l_shape_rolling},
    {"set_rolling", l_shape_set_rolling},
    {"surface_speed", l_shape_surface_speed},
    {"set_surface_speed", l_shape_set_surface_speed},
    {"is_sensor", l_shape_is_sensor},
    {"set_sensor", l_shape_set_sensor},
    {"is_seen", l_shape_is_seen},
    {"set_seen", l_shape_set_seen},
    {"is_enabled", l_shape_is_enabled},
    {"set_enabled", l_shape_set_enabled},
    {"has_pre_solve", l_shape_has_pre_solve},
    {"is_pre_solve", l_shape_is_pre_solve},
    {"set_pre_solve", l_shape_set_pre_solve},
    {"has_events", l_shape_has_events},
    {"is_events", l_shape_is_events},
    {"set_events", l_shape_set_events},
    {"layer", l_shape_layer},
    {"set_layer", l_shape_set_layer},
    {"layer_mask", l_shape_layer_mask},
    {"set_layer_mask", l_shape_set_layer_mask},
    {"group", l_shape_group},
    {"set_group", l_shape_set_group},
    {"one_way", l_shape_one_way},
    {"set_one_way", l_shape_set_one_way},
    {"color", l_shape_color},
    {"set_color", l_shape_set_color},
    {"refilter", l_shape_refilter},
    {"id", l_shape_id},
    {"kind", l_shape_kind},
    {"body", l_shape_body},
    {"world", l_shape_world},
    {"data", l_shape_data},
    {"set_data", l_shape_set_data},
    {"is_valid", l_shape_is_valid},
    {"destroy", l_shape_destroy},
    {"bounds", l_shape_bounds},
    {"contains", l_shape_contains},
    {"raycast", l_shape_raycast},
    {"closest", l_shape_closest},
    {"distance", l_shape_distance},
    {"cast", l_shape_cast},
    {"cut", l_shape_cut},
    {"manifolds", l_shape_manifolds},
    {"touching", l_shape_touching},
    {"time_of_impact", l_shape_time_of_impact},
    {"mass", l_shape_mass},
    {"inertia", l_shape_inertia},
    {"visitors", l_shape_visitors},
    {NULL, NULL},
};

static const luaL_Reg shape_metamethods[] = {
    {"__tostring", l_shape_tostring},
    {NULL, NULL},
};

void bind_shape_open(lua_State *L) {
    static const luaL_Reg *const methods[] = {shape_methods, bind_geometry_methods,
                                              bind_area_methods, bind_load_methods, NULL};
    bind_make_type(L, BIND_SHAPE_TYPE, shape_metamethods, methods);
}
