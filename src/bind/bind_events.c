/* bind_events.c: the events of the last step as loops: for i, a, b in world:begins() do.
 *
 * The same events as the hooks', at the same zero garbage. They stay until the next step, and a
 * loop looks at the core's arrays anew each turn, so a step inside it only ends or changes it.
 * Two layers select pairs and put their shapes in that order. */
#include "bind_private.h"

static bool in_mask(const cn_World *core, cn_ShapeId id, const bind_Handle *h, uint64_t mask) {
    /* a dead shape's layer is known to its handle alone */
    int layer = cn_shape_is_valid(core, id) ? cn_shape_layer(core, id) : h->layer;
    return (mask >> layer & 1) != 0;
}

/* What the turns push, from the tables in the loop's upvalues. */
static inline void push_shape(lua_State *L, const bind_Iter *it, cn_ShapeId id) {
    if (bind_has_row(&it->world->shape_rows, id.index, id.generation)) {
        lua_geti(L, BIND_LOOP_SHAPES, id.index);
    } else {
        bind_push_shape(L, BIND_LOOP_WORLD, id);
    }
}

static inline void push_body(lua_State *L, const bind_Iter *it, cn_BodyId id) {
    if (bind_has_row(&it->world->body_rows, id.index, id.generation)) {
        lua_geti(L, BIND_LOOP_BODIES, id.index);
    } else {
        bind_push_body(L, BIND_LOOP_WORLD, id);
    }
}

/* Whether the pair on the top is asked for; puts it in the order of the layers. */
static bool select_pair(lua_State *L, const bind_Iter *it, cn_ShapeId a, cn_ShapeId b,
                        bool *swapped) {
    const cn_World *core = it->world->core;
    const bind_Handle *ha = lua_touserdata(L, -2), *hb = lua_touserdata(L, -1);
    if (in_mask(core, a, ha, it->mask_a) && in_mask(core, b, hb, it->mask_b)) return true;
    if (in_mask(core, b, hb, it->mask_a) && in_mask(core, a, ha, it->mask_b)) {
        lua_insert(L, -2);
        *swapped = true;
        return true;
    }
    lua_settop(L, 0);
    return false;
}

/* Push the number of the event and a and b as the iterator asks for them; false (and nothing) when
 * they are not asked for. */
static inline bool push_pair(lua_State *L, const bind_Iter *it, cn_ShapeId a, cn_ShapeId b,
                             bool *swapped) {
    *swapped = false;
    lua_pushinteger(L, it->index);
    push_shape(L, it, a);
    push_shape(L, it, b);
    return (it->mask_a & it->mask_b) == UINT64_MAX || select_pair(L, it, a, b, swapped);
}

/* ---- one turn of each loop ----------------------------------------------------------------------
 */

static int turn_begin(lua_State *L) {
    bind_Iter *it = bind_iter_turn(L);
    if (!it) return bind_iter_end(L);
    const cn_Events *events = cn_world_events(it->world->core);
    bool swapped;
    while (it->index < events->begin_count) {
        const cn_BeginEvent *e = &events->begins[it->index++];
        if (push_pair(L, it, e->a, e->b, &swapped)) return 3;
    }
    return bind_iter_end(L);
}

static int turn_end(lua_State *L) {
    bind_Iter *it = bind_iter_turn(L);
    if (!it) return bind_iter_end(L);
    const cn_Events *events = cn_world_events(it->world->core);
    bool swapped;
    while (it->index < events->end_count) {
        const cn_EndEvent *e = &events->ends[it->index++];
        if (push_pair(L, it, e->a, e->b, &swapped)) return 3;
    }
    return bind_iter_end(L);
}

/* The normal points from the first shape named to the second. */
static int push_hit(lua_State *L, const cn_HitEvent *e, bool swapped) {
    double sign = swapped ? -1.0 : 1.0;
    lua_pushnumber(L, e->x);
    lua_pushnumber(L, e->y);
    lua_pushnumber(L, sign * e->nx);
    lua_pushnumber(L, sign * e->ny);
    lua_pushnumber(L, e->speed);
    lua_pushnumber(L, e->impulse);
    return 9;
}

static int turn_hit(lua_State *L) {
    bind_Iter *it = bind_iter_turn(L);
    if (!it) return bind_iter_end(L);
    const cn_Events *events = cn_world_events(it->world->core);
    bool swapped;
    while (it->index < events->hit_count) {
        const cn_HitEvent *e = &events->hits[it->index++];
        if (push_pair(L, it, e->a, e->b, &swapped)) return push_hit(L, e, swapped);
    }
    return bind_iter_end(L);
}

/* Sensor and visitor keep their order: the layers are those of sensor and visitor. */
static int turn_sensor(lua_State *L) {
    bind_Iter *it = bind_iter_turn(L);
    if (!it) return bind_iter_end(L);
    const cn_Events *events = cn_world_events(it->world->core);
    bool swapped;
    while (it->index < events->sensor_count) {
        const cn_SensorEvent *e = &events->sensors[it->index++];
        if (push_pair(L, it, e->sensor, e->visitor, &swapped) && !swapped) {
            lua_pushboolean(L, e->entered);
            return 4;
        }
        lua_settop(L, 0);
    }
    return bind_iter_end(L);
}

static int turn_moved(lua_State *L) {
    bind_Iter *it = bind_iter_turn(L);
    if (!it) return bind_iter_end(L);
    const cn_World *core = it->world->core;
    const cn_Events *events = cn_world_events(core);
    cn_BodyPose pose;
    while (it->index < events->moved_count) {
        if (!cn_body_pose(core, events->moved[it->index++], &pose)) continue;
        lua_pushinteger(L, it->index);
        push_body(L, it, pose.id);
        lua_pushnumber(L, pose.x);
        lua_pushnumber(L, pose.y);
        lua_pushnumber(L, pose.angle);
        return 5;
    }
    return bind_iter_end(L);
}

static int turn_broken(lua_State *L) {
    bind_Iter *it = bind_iter_turn(L);
    if (!it) return bind_iter_end(L);
    const cn_Events *events = cn_world_events(it->world->core);
    if (it->index >= events->broken_count) return bind_iter_end(L);
    cn_JointId id = events->broken[it->index++];
    lua_pushinteger(L, it->index);
    bind_push_joint(L, BIND_LOOP_WORLD, id);
    return 2;
}

/* ---- methods ----------------------------------------------------------------------------------
 */

/* Start a loop over pairs: arguments 2 and 3 may name layers. */
static int pairs_loop(lua_State *L, lua_CFunction turn) {
    bind_world(L, 1);
    lua_settop(L, 3);
    bool all = lua_isnil(L, 2) && lua_isnil(L, 3);
    uint64_t mask_a = all ? UINT64_MAX : bind_mask(L, 1, 2);
    uint64_t mask_b = all ? UINT64_MAX : bind_mask(L, 1, 3);
    return bind_iter_loop(L, turn, mask_a, mask_b);
}

static int whole_loop(lua_State *L, lua_CFunction turn) {
    bind_world(L, 1);
    return bind_iter_loop(L, turn, UINT64_MAX, UINT64_MAX);
}

/* world:begins([layer_a, layer_b]) -> iterator: i, a, b */
static int l_world_begins(lua_State *L) { return pairs_loop(L, turn_begin); }
/* world:ends([layer_a, layer_b]) -> iterator: i, a, b */
static int l_world_ends(lua_State *L) { return pairs_loop(L, turn_end); }
/* world:hits([layer_a, layer_b]) -> iterator: i, a, b, x, y, nx, ny, speed, impulse */
static int l_world_hits(lua_State *L) { return pairs_loop(L, turn_hit); }
/* world:sensors([layer_sensor, layer_visitor]) -> iterator: i, sensor, visitor, entered */
static int l_world_sensors(lua_State *L) { return pairs_loop(L, turn_sensor); }

/* world:moved() -> iterator: i, body, x, y, angle of every body awake in the last step */
static int l_world_moved(lua_State *L) { return whole_loop(L, turn_moved); }

/* world:broken() -> iterator: i, joint of those that broke in the last step */
static int l_world_broken(lua_State *L) { return whole_loop(L, turn_broken); }

const luaL_Reg bind_event_methods[] = {
    {"begins", l_world_begins},
    {"ends", l_world_ends},
    {"hits", l_world_hits},
    {"sensors", l_world_sensors},
    {"moved", l_world_moved},
    {"broken", l_world_broken},
    {NULL, NULL},
};
