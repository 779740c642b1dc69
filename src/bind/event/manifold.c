/* manifold.c: what a script may know of two touching shapes, for one callback or loop turn.
 *
 * A manifold is a cursor: a copy of the core's data that is shown again and again. `valid` says
 * whether its moment lasts; inside pre_solve `decision` is where its answers go.
 * Not here: who moves the cursor (hooks.c, and the loops below). */
#include "event/manifold.h"

#include <string.h>

#include "base/args.h"
#include "base/fields.h"
#include "base/push.h"
#include "define/layer.h"
#include "handle/handle.h"
#include "handle/iter.h"

bind_Manifold *bind_new_manifold(lua_State *L, int world_index) {
    bind_Manifold *m = lua_newuserdatauv(L, sizeof *m, 1);
    memset(m, 0, sizeof *m);
    m->magic = BIND_MANIFOLD;
    m->world = lua_touserdata(L, world_index);
    lua_pushvalue(L, world_index);
    lua_setiuservalue(L, -2, UV_WORLD);
    luaL_setmetatable(L, BIND_MANIFOLD_TYPE);
    return m;
}

/* A kept cursor is found out for as many turns. With new ones each time it would be for ever, but
 * then no loop of a strict world, and every spec's world is one, were free of garbage. */
enum { STRICT_CURSORS = 256 };

static void new_strict_cursors(lua_State *L, int world_index) {
    lua_createtable(L, STRICT_CURSORS, 0);
    for (int i = 1; i <= STRICT_CURSORS; i++) {
        bind_new_manifold(L, world_index)->in_turns = true;
        lua_rawseti(L, -2, i);
    }
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, world_index, UV_STRICT);
}

bind_Manifold *bind_strict_cursor(lua_State *L, int world_index) {
    bind_World *w = lua_touserdata(L, world_index);
    if (lua_getiuservalue(L, world_index, UV_STRICT) == LUA_TNIL) {
        lua_pop(L, 1);
        new_strict_cursors(L, world_index);
    }
    for (int i = 0; i < STRICT_CURSORS; i++) {
        lua_rawgeti(L, -1, 1 + w->strict_next++ % STRICT_CURSORS);
        bind_Manifold *m = lua_touserdata(L, -1);
        if (!m->valid) {
            lua_remove(L, -2);
            return m;
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return bind_new_manifold(L, world_index);
}

static bind_Manifold *test_manifold(lua_State *L, int index) {
    bind_Manifold *m = lua_touserdata(L, index);
    return m && lua_rawlen(L, index) == sizeof *m && m->magic == BIND_MANIFOLD ? m : NULL;
}

static bind_Manifold *manifold(lua_State *L) {
    bind_Manifold *m = test_manifold(L, 1);
    if (!m) {
        bind_bad_handle(L, 1, BIND_MANIFOLD);
        return NULL;
    }
    if (!m->valid || !m->world->core) {
        luaL_error(L, "manifold is only valid inside its callback; use m:copy(t)");
    }
    return m;
}

/* ---- the two sides ----------------------------------------------------------------------------
 */

static void push_shapes(lua_State *L, const bind_Manifold *m) {
    lua_getiuservalue(L, 1, UV_WORLD);
    int world = lua_gettop(L);
    bind_push_shape(L, world, m->data.a);
    bind_push_shape(L, world, m->data.b);
    lua_remove(L, world);
}

static bool same(const bind_Handle *h, const bind_Manifold *m, cn_ShapeId id) {
    return h->world == m->world && h->index == id.index && h->generation == id.generation;
}

/* The shape at argument 2, dead or alive, of the manifold's world. */
static const bind_Handle *shape_at_2(lua_State *L, const bind_Manifold *m) {
    const bind_Handle *h = bind_any(L, 2, BIND_SHAPE);
    if (h->world != m->world) bind_arg_error(L, 2, "shape belongs to another world");
    return h;
}

/* m:shapes() -> a, b: a is the one with the lower id */
static int l_manifold_shapes(lua_State *L) {
    push_shapes(L, manifold(L));
    return 2;
}

/* m:bodies() -> body of a, body of b */
static int l_manifold_bodies(lua_State *L) {
    const bind_Manifold *m = manifold(L);
    lua_getiuservalue(L, 1, UV_WORLD);
    int world = lua_gettop(L);
    bind_push_body(L, world, m->data.body_a);
    bind_push_body(L, world, m->data.body_b);
    return 2;
}

/* m:between(layer_a, layer_b) -> the shape on layer_a, the one on layer_b; or nil */
static int l_manifold_between(lua_State *L) {
    const bind_Manifold *m = manifold(L);
    lua_settop(L, 3);
    lua_getiuservalue(L, 1, UV_WORLD);
    for (int arg = 2; arg <= 3; arg++) {
        if (lua_isnil(L, arg)) bind_type_error(L, arg, "layer name, bit mask or list of names");
    }
    uint64_t first = bind_mask(L, 4, 2), second = bind_mask(L, 4, 3);
    push_shapes(L, m);
    int a = ((bind_Handle *)lua_touserdata(L, -2))->layer;
    int b = ((bind_Handle *)lua_touserdata(L, -1))->layer;
    if ((first >> a & 1) && (second >> b & 1)) return 2;
    if ((first >> b & 1) && (second >> a & 1)) {
        lua_insert(L, -2);
        return 2;
    }
    lua_pushnil(L);
    return 1;
}

/* m:other(shape) -> the other one; nil when shape is neither */
static int l_manifold_other(lua_State *L) {
    const bind_Manifold *m = manifold(L);
    const bind_Handle *h = shape_at_2(L, m);
    push_shapes(L, m);
    if (same(h, m, m->data.b)) {
        lua_pop(L, 1);
    } else if (!same(h, m, m->data.a)) {
        lua_pushnil(L);
    }
    return 1;
}

/* m:pieces() -> i, j: which piece of each shape, from 1 */
static int l_manifold_pieces(lua_State *L) {
    const bind_Manifold *m = manifold(L);
    lua_pushinteger(L, m->data.piece_a + 1);
    lua_pushinteger(L, m->data.piece_b + 1);
    return 2;
}

/* ---- what the narrow phase knows ----------------------------------------------------------------
 */

/* m:count() -> 0, 1 or 2 points */
static int l_manifold_count(lua_State *L) { return bind_push_integer(L, manifold(L)->data.count); }

/* m:normal([from]) -> nx, ny: from a to b, or away from the shape given */
static int l_manifold_normal(lua_State *L) {
    const bind_Manifold *m = manifold(L);
    double sign = 1.0;
    if (!lua_isnoneornil(L, 2)) {
        const bind_Handle *h = shape_at_2(L, m);
        if (same(h, m, m->data.b)) {
            sign = -1.0;
        } else if (!same(h, m, m->data.a)) {
            return bind_arg_error(L, 2, "shape #%d is not in this manifold", (int)h->index);
        }
    }
    return bind_push2(L, sign * m->data.nx, sign * m->data.ny);
}

/* The point number at argument 2, NULL when there are fewer. */
static const cn_ManifoldPoint *point(lua_State *L, const bind_Manifold *m) {
    lua_Integer i = bind_integer(L, 2);
    return i >= 1 && i <= m->data.count ? &m->data.points[i - 1] : NULL;
}

static int push_nil(lua_State *L) {
    lua_pushnil(L);
    return 1;
}

/* m:point(i) -> x, y, separation (negative = overlap); nil when there are fewer points */
static int l_manifold_point(lua_State *L) {
    const cn_ManifoldPoint *p = point(L, manifold(L));
    if (!p) return push_nil(L);
    bind_push2(L, p->x, p->y);
    lua_pushnumber(L, p->separation);
    return 3;
}

/* m:penetration() -> m of its deepest overlap, >= 0 */
static int l_manifold_penetration(lua_State *L) {
    const bind_Manifold *m = manifold(L);
    double deepest = 0.0;
    for (int i = 0; i < m->data.count; i++) {
        double overlap = -(double)m->data.points[i].separation;
        if (overlap > deepest) deepest = overlap;
    }
    return bind_push1(L, deepest);
}

/* m:speed(i) -> normal (positive approaching, before solving), tangent; nil for no such point */
static int l_manifold_speed(lua_State *L) {
    const cn_ManifoldPoint *p = point(L, manifold(L));
    return p ? bind_push2(L, p->normal_speed, p->tangent_speed) : push_nil(L);
}

/* m:impulse(i) -> normal, tangent in N s; nil for no such point */
static int l_manifold_impulse(lua_State *L) {
    const cn_ManifoldPoint *p = point(L, manifold(L));
    return p ? bind_push2(L, p->normal_impulse, p->tangent_impulse) : push_nil(L);
}

/* m:id() -> integer, the same as long as its two pieces are near each other, and no other of that
 * time has it; integer, another one when they have been apart meanwhile */
static int l_manifold_id(lua_State *L) {
    const bind_Manifold *m = manifold(L);
    /* bits of a piece: 67 million pieces have no room in a machine that runs a Lua with doubles
     * only
     */
    enum { PIECE_BITS = BIND_HAS_INTEGERS ? 32 : 26 };
    lua_pushinteger(L,
                    (lua_Integer)((uint64_t)m->data.id.piece_a << PIECE_BITS | m->data.id.piece_b));
    lua_pushinteger(L, m->data.id.birth);
    return 2;
}

/* m:feature(i) -> integer: which corner meets which face, the same as long as that is so; nil */
static int l_manifold_feature(lua_State *L) {
    const cn_ManifoldPoint *p = point(L, manifold(L));
    if (!p) return push_nil(L);
    return bind_push_integer(L, p->feature);
}

/* m:force() -> N along the normal, N along the tangent, averaged over the last step */
static int l_manifold_force(lua_State *L) {
    const bind_Manifold *m = manifold(L);
    double normal, tangent;
    cn_contact_force(m->world->core, &m->data, &normal, &tangent);
    return bind_push2(L, normal, tangent);
}

/* m:friction() -> mixed */
static int l_manifold_friction(lua_State *L) { return bind_push1(L, manifold(L)->data.friction); }

/* m:restitution() -> mixed */
static int l_manifold_restitution(lua_State *L) {
    return bind_push1(L, manifold(L)->data.restitution);
}

/* m:surface_speed() -> mixed, m/s */
static int l_manifold_surface_speed(lua_State *L) {
    return bind_push1(L, manifold(L)->data.surface_speed);
}

/* ---- answers ------------------------------------------------------------------------------------
 */

static bind_Manifold *deciding(lua_State *L, const char *what) {
    bind_Manifold *m = manifold(L);
    if (!m->decision) luaL_error(L, "%s works only inside pre_solve", what);
    return m;
}

/* The core's sentences: of a number without natural upper end only the end that was passed. */
static double in_range(lua_State *L, double lo, double hi, bool whole) {
    double v = bind_number(L, 2);
    if (v >= lo && v <= hi) return v;
    const char *got = bind_digits(L, v), *least = bind_digits(L, lo), *most = bind_digits(L, hi);
    if (whole) return bind_arg_error(L, 2, "must be in %s..%s, got %s", least, most, got);
    return bind_arg_error(L, 2, "must be %s %s, got %s",
                          v < lo ? ">=" : "<=", v < lo ? least : most, got);
}

/* m:set_friction(number): in pre_solve, for this step */
static int l_manifold_set_friction(lua_State *L) {
    bind_Manifold *m = deciding(L, "set_friction");
    double v = in_range(L, 0.0, CN_MAX_FRICTION, false);
    m->data.friction = m->decision->friction = (float)v;
    return 0;
}

/* m:set_restitution(0..2): in pre_solve, for this step */
static int l_manifold_set_restitution(lua_State *L) {
    bind_Manifold *m = deciding(L, "set_restitution");
    double v = in_range(L, 0.0, 2.0, true);
    m->data.restitution = m->decision->restitution = (float)v;
    return 0;
}

/* m:set_surface_speed(m/s): in pre_solve, for this step */
static int l_manifold_set_surface_speed(lua_State *L) {
    bind_Manifold *m = deciding(L, "set_surface_speed");
    double v = in_range(L, -CN_MAX_SPEED, CN_MAX_SPEED, true);
    m->data.surface_speed = m->decision->surface_speed = (float)v;
    return 0;
}

/* m:ignore(): no response until the two part */
static int l_manifold_ignore(lua_State *L) {
    bind_Manifold *m = manifold(L);
    if (m->decision) {
        m->decision->ignore = true;
    } else if (cn_contact_is_valid(m->world->core, m->data.id)) {
        bind_log_change(L, m->world);
        bind_check(L, m->world, cn_contact_ignore(m->world->core, m->data.id));
    }
    m->data.ignored = true;
    return 0;
}

/* ---- copies -------------------------------------------------------------------------------------
 */

static void set_number(lua_State *L, const char *name, double v) {
    lua_pushnumber(L, v);
    bind_set_raw(L, 2, name);
}

static void set_integer(lua_State *L, const char *name, int v) {
    lua_pushinteger(L, v);
    bind_set_raw(L, 2, name);
}

/* x1, y1, separation1, ...: nil for a point that is not there, so that a table can be used again.
 */
static void copy_point(lua_State *L, const bind_Manifold *m, int i) {
    static const char *const names[2][7] = {
        {"x1", "y1", "separation1", "normal_speed1", "tangent_speed1", "normal_impulse1",
         "tangent_impulse1"},
        {"x2", "y2", "separation2", "normal_speed2", "tangent_speed2", "normal_impulse2",
         "tangent_impulse2"},
    };
    const cn_ManifoldPoint *p = &m->data.points[i];
    const double values[7] = {p->x,
                              p->y,
                              p->separation,
                              p->normal_speed,
                              p->tangent_speed,
                              p->normal_impulse,
                              p->tangent_impulse};
    for (int k = 0; k < 7; k++) {
        if (i < m->data.count) {
            set_number(L, names[i][k], values[k]);
        } else {
            lua_pushnil(L);
            bind_set_raw(L, 2, names[i][k]);
        }
    }
}

/* m:copy([table]) -> table with a, b, body_a, body_b, piece_a, piece_b, count, nx, ny, friction,
 * restitution, surface_speed, x1, y1, separation1, ... */
static int l_manifold_copy(lua_State *L) {
    const bind_Manifold *m = manifold(L);
    lua_settop(L, 2);
    if (lua_isnil(L, 2)) {
        lua_settop(L, 1);
        lua_newtable(L);
    } else if (!lua_istable(L, 2)) {
        bind_type_error(L, 2, "table");
    }
    push_shapes(L, m);
    bind_set_raw(L, 2, "b");
    bind_set_raw(L, 2, "a");
    lua_getiuservalue(L, 1, UV_WORLD);
    bind_push_body(L, 3, m->data.body_a);
    bind_set_raw(L, 2, "body_a");
    bind_push_body(L, 3, m->data.body_b);
    bind_set_raw(L, 2, "body_b");
    set_integer(L, "piece_a", m->data.piece_a + 1);
    set_integer(L, "piece_b", m->data.piece_b + 1);
    set_integer(L, "count", m->data.count);
    set_number(L, "nx", m->data.nx);
    set_number(L, "ny", m->data.ny);
    set_number(L, "friction", m->data.friction);
    set_number(L, "restitution", m->data.restitution);
    set_number(L, "surface_speed", m->data.surface_speed);
    copy_point(L, m, 0);
    copy_point(L, m, 1);
    lua_settop(L, 2);
    return 1;
}

/* m:is_valid() -> boolean: its moment lasts; never raises */
static int l_manifold_is_valid(lua_State *L) {
    const bind_Manifold *m = test_manifold(L, 1);
    if (!m) bind_bad_handle(L, 1, BIND_MANIFOLD);
    return bind_push_boolean(L, m && m->valid && m->world->core);
}

static int l_manifold_tostring(lua_State *L) {
    const bind_Manifold *m = test_manifold(L, 1);
    if (!m || !m->valid || !m->world->core) {
        lua_pushliteral(L, "cairn.Manifold (over)");
    } else {
        lua_pushfstring(L, "cairn.Manifold (shape #%d, shape #%d, %d points)", (int)m->data.a.index,
                        (int)m->data.b.index, m->data.count);
    }
    return 1;
}

/* ---- loops --------------------------------------------------------------------------------------
 */

/* Push the cursor of the iterator at 1; in a strict world another each turn. */
static bind_Manifold *push_cursor(lua_State *L, bind_Iter *it) {
    if (it->cursor) it->cursor->valid = false;
    if (it->cursor && !it->cursor->in_turns && !it->world->strict) {
        lua_getiuservalue(L, 1, UV_ITER_CURSOR);
        return it->cursor;
    }
    lua_getiuservalue(L, 1, UV_ITER_WORLD);
    int world = lua_gettop(L);
    it->cursor = it->world->strict ? bind_strict_cursor(L, world) : bind_new_manifold(L, world);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, 1, UV_ITER_CURSOR);
    return it->cursor;
}

static int next_manifold(lua_State *L) {
    bind_Iter *it = bind_iter_check(L);
    if (it && it->cursor) it->cursor->valid = false;
    while (it && it->index < it->count) {
        cn_ContactId id = ((cn_ContactId *)it->buffer)[it->index++];
        cn_Manifold data;
        if (!cn_contact_manifold(it->world->core, id, &data) || data.count == 0) continue;
        bind_Manifold *m = push_cursor(L, it);
        m->data = data;
        m->decision = NULL;
        m->valid = true;
        return 1;
    }
    return bind_iter_end(L);
}

static int list_contacts(const bind_Iter *it, const bind_Handle *of, int capacity) {
    cn_World *core = it->world->core;
    if (!of) return cn_world_contacts(core, it->buffer, capacity);
    return of->magic == BIND_BODY
               ? cn_body_contacts(core, bind_body_id(of), it->buffer, capacity)
               : cn_shape_contacts(core, bind_shape_id(of), it->buffer, capacity);
}

int bind_manifolds(lua_State *L, int world_index, const bind_Handle *of) {
    bind_Iter *it = bind_iter_take(L, world_index);
    int capacity = (int)(it->bytes / sizeof(cn_ContactId));
    it->count = list_contacts(it, of, capacity);
    if (it->count > capacity) {
        bind_iter_reserve(L, -1, (size_t)it->count * sizeof(cn_ContactId));
        it->count = list_contacts(it, of, it->count);
    }
    return bind_iter_return(L, next_manifold);
}

/* ---- registration ------------------------------------------------------------------------------
 */

static const luaL_Reg manifold_methods[] = {
    {"shapes", l_manifold_shapes},
    {"bodies", l_manifold_bodies},
    {"between", l_manifold_between},
    {"other", l_manifold_other},
    {"pieces", l_manifold_pieces},
    {"count", l_manifold_count},
    {"normal", l_manifold_normal},
    {"point", l_manifold_point},
    {"penetration", l_manifold_penetration},
    {"speed", l_manifold_speed},
    {"impulse", l_manifold_impulse},
    {"force", l_manifold_force},
    {"feature", l_manifold_feature},
    {"id", l_manifold_id},
    {"friction", l_manifold_friction},
    {"restitution", l_manifold_restitution},
    {"surface_speed", l_manifold_surface_speed},
    {"set_friction", l_manifold_set_friction},
    {"set_restitution", l_manifold_set_restitution},
    {"set_surface_speed", l_manifold_set_surface_speed},
    {"ignore", l_manifold_ignore},
    {"copy", l_manifold_copy},
    {"is_valid", l_manifold_is_valid},
    {NULL, NULL},
};

static const luaL_Reg manifold_metamethods[] = {
    {"__tostring", l_manifold_tostring},
    {NULL, NULL},
};

void bind_manifold_open(lua_State *L) {
    static const luaL_Reg *const methods[] = {manifold_methods, NULL};
    bind_make_type(L, BIND_MANIFOLD_TYPE, manifold_metamethods, methods);
}
