/* events.c: the events of the last step as loops: for i, a, b in world:begins() do.
 *
 * The same events as the hooks', at the same zero garbage. They stay until the next step, and a
 * loop looks at the core's arrays anew each turn, so a step inside it only ends or changes it. The
 * hooks inside the step cannot read them: those of the step before are gone then, those of this one
 * are not complete.
 * Two layers select pairs and put their shapes in that order. */
#include "event/events.h"

#include "define/layer.h"
#include "handle/handle.h"
#include "handle/iter.h"
#include "handle/mover_handle.h"

/* Poses that a loop over moved bodies reads at once. */
#define MOST_AHEAD 64

static inline bind_Iter *turning(lua_State *L) {
    bind_Iter *it = lua_touserdata(L, BIND_LOOP_ITER);
    if (it->epoch != it->world->epoch) bind_loop_over(L);
    bind_iter_turn(L, it);
    return it;
}

/* A dead shape's layer is known to its handle alone. */
static int layer_of(lua_State *L, const cn_World *core, cn_ShapeId id) {
    if (cn_shape_is_valid(core, id)) return cn_shape_layer(core, id);
    bind_push_shape(L, BIND_LOOP_WORLD, id);
    const bind_Handle *h = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return h->layer;
}

/* Whether a pair is on the layers asked for: 1 as it stands, -1 the other way round, 0 not. */
static int order_by_layers(lua_State *L, const bind_Iter *it, cn_ShapeId a, cn_ShapeId b) {
    uint64_t on_a = (uint64_t)1 << layer_of(L, it->world->core, a);
    uint64_t on_b = (uint64_t)1 << layer_of(L, it->world->core, b);
    if ((it->mask_a & on_a) != 0 && (it->mask_b & on_b) != 0) return 1;
    if ((it->mask_a & on_b) != 0 && (it->mask_b & on_a) != 0) return -1;
    return 0;
}

/* Whether the handle is in the near block, provided that the loop has it. */
static inline bool is_near(const bind_Rows *rows, uint32_t index, uint32_t generation) {
    return index < rows->near_room && rows->generation[index] == generation;
}
static inline void push_near(lua_State *L, uint32_t index) {
    lua_getiuservalue(L, BIND_LOOP_NEAR, (int)index + 1);
}

/* Let the loop have the near block of today. */
static void take_near(lua_State *L, bind_Iter *it, const bind_Rows *rows) {
    if (it->near_room == rows->near_room) return;
    lua_pushvalue(rows->handles, BIND_NEAR_BLOCK);
    lua_xmove(rows->handles, L, 1);
    lua_replace(L, BIND_LOOP_NEAR);
    it->near_room = rows->near_room;
}

/* Push what is not near: by rows, else by tables. Kept out of the way of the usual turn, where each
 * jump is felt. */
BIND_COLD static void push_far_pair(lua_State *L, bind_Iter *it, const cn_ShapeId *a,
                                    const cn_ShapeId *b) {
    const bind_Rows *rows = &it->world->shape_rows;
    take_near(L, it, rows);
    if (bind_has_row(rows, a->index, a->generation) &&
        bind_has_row(rows, b->index, b->generation)) {
        bind_push_row(L, rows, a->index);
        bind_push_row(L, rows, b->index);
    } else {
        bind_push_shape(L, BIND_LOOP_WORLD, *a);
        bind_push_shape(L, BIND_LOOP_WORLD, *b);
    }
}
BIND_COLD static void push_far_body(lua_State *L, bind_Iter *it, cn_BodyId id) {
    const bind_Rows *rows = &it->world->body_rows;
    take_near(L, it, rows);
    if (bind_has_row(rows, id.index, id.generation)) {
        bind_push_row(L, rows, id.index);
    } else {
        bind_push_body(L, BIND_LOOP_WORLD, id);
    }
}

/* Push the number of the event and its shapes. */
static inline void push_pair(lua_State *L, bind_Iter *it, const cn_ShapeId *a,
                             const cn_ShapeId *b) {
    const bind_Rows *rows = &it->world->shape_rows;
    lua_pushinteger(L, it->index);
    if (it->near_room == rows->near_room && is_near(rows, a->index, a->generation) &&
        is_near(rows, b->index, b->generation)) {
        push_near(L, a->index);
        push_near(L, b->index);
    } else {
        push_far_pair(L, it, a, b);
    }
}

/* Push a pair that is asked for, in the order of the layers: 1 or -1, which it was; 0: it is not.
 */
static inline int push_asked(lua_State *L, bind_Iter *it, bool layered, const cn_ShapeId *a,
                             const cn_ShapeId *b) {
    int order = layered ? order_by_layers(L, it, *a, *b) : 1;
    if (order > 0) push_pair(L, it, a, b);
    if (order < 0) push_pair(L, it, b, a);
    return order;
}

/* ---- one turn of each loop ----------------------------------------------------------------------
 * Each is compiled twice, for all events and for those of two layers. */

static inline int next_begin(lua_State *L, bool layered) {
    bind_Iter *it = turning(L);
    const cn_Events *events = it->world->events;
    while (it->index < events->begin_count) {
        const cn_BeginEvent *e = &events->begins[it->index++];
        if (push_asked(L, it, layered, &e->a, &e->b) != 0) return 3;
    }
    return bind_iter_end(L);
}

static inline int next_end(lua_State *L, bool layered) {
    bind_Iter *it = turning(L);
    const cn_Events *events = it->world->events;
    while (it->index < events->end_count) {
        const cn_EndEvent *e = &events->ends[it->index++];
        if (push_asked(L, it, layered, &e->a, &e->b) != 0) return 3;
    }
    return bind_iter_end(L);
}

/* The normal points from the first shape named to the second. */
static inline int next_hit(lua_State *L, bool layered) {
    bind_Iter *it = turning(L);
    const cn_Events *events = it->world->events;
    while (it->index < events->hit_count) {
        const cn_HitEvent *e = &events->hits[it->index++];
        int order = push_asked(L, it, layered, &e->a, &e->b);
        if (order == 0) continue;
        lua_pushnumber(L, e->x);
        lua_pushnumber(L, e->y);
        lua_pushnumber(L, order > 0 ? e->nx : -e->nx);
        lua_pushnumber(L, order > 0 ? e->ny : -e->ny);
        lua_pushnumber(L, e->speed);
        lua_pushnumber(L, e->impulse);
        return 9;
    }
    return bind_iter_end(L);
}

/* Sensor and visitor keep their order: the layers are those of sensor and visitor. */
static inline int next_sensor(lua_State *L, bool layered) {
    bind_Iter *it = turning(L);
    const cn_Events *events = it->world->events;
    while (it->index < events->sensor_count) {
        const cn_SensorEvent *e = &events->sensors[it->index++];
        if (layered && order_by_layers(L, it, e->sensor, e->visitor) <= 0) continue;
        push_pair(L, it, &e->sensor, &e->visitor);
        lua_pushboolean(L, e->entered);
        return 4;
    }
    return bind_iter_end(L);
}

static int turn_begin(lua_State *L) { return next_begin(L, false); }
static int turn_end(lua_State *L) { return next_end(L, false); }
static int turn_hit(lua_State *L) { return next_hit(L, false); }
static int turn_sensor(lua_State *L) { return next_sensor(L, false); }
static int turn_layered_begin(lua_State *L) { return next_begin(L, true); }
static int turn_layered_end(lua_State *L) { return next_end(L, true); }
static int turn_layered_hit(lua_State *L) { return next_hit(L, true); }
static int turn_layered_sensor(lua_State *L) { return next_sensor(L, true); }

/* The poses of the events ahead, which are read in bulk: angles come cheaper by the dozen. A body
 * placed or destroyed in the loop makes them stale; then they are read one by one again at first.
 */
BIND_COLD static void read_ahead(bind_Iter *it, const cn_Events *events) {
    int most = events->stamp == it->stamp && it->count > 0 ? 2 * it->count : 1;
    it->first = it->index;
    it->stamp = events->stamp;
    it->count = cn_world_moved(it->world->core, it->first, it->buffer,
                               most < MOST_AHEAD ? most : MOST_AHEAD);
}

static int turn_moved(lua_State *L) {
    bind_Iter *it = turning(L);
    const cn_Events *events = it->world->events;
    while (it->index < events->moved_count) {
        if (it->index - it->first >= it->count || events->stamp != it->stamp) {
            read_ahead(it, events);
        }
        const cn_BodyPose *row = (const cn_BodyPose *)it->buffer + (it->index++ - it->first);
        const bind_Rows *rows = &it->world->body_rows;
        if (row->id.generation == 0) continue;
        lua_pushinteger(L, it->index);
        if (it->near_room == rows->near_room && is_near(rows, row->id.index, row->id.generation)) {
            push_near(L, row->id.index);
        } else {
            push_far_body(L, it, row->id);
        }
        lua_pushnumber(L, row->x);
        lua_pushnumber(L, row->y);
        lua_pushnumber(L, row->angle);
        return 5;
    }
    return bind_iter_end(L);
}

static int turn_broken(lua_State *L) {
    bind_Iter *it = turning(L);
    const cn_Events *events = it->world->events;
    if (it->index >= events->broken_count) return bind_iter_end(L);
    cn_JointId id = events->broken[it->index++];
    lua_pushinteger(L, it->index);
    bind_push_joint(L, BIND_LOOP_WORLD, id);
    return 2;
}

static int turn_pressed(lua_State *L) {
    bind_Iter *it = turning(L);
    const cn_Events *events = it->world->events;
    if (it->index >= events->pressed_count) return bind_iter_end(L);
    const cn_PressEvent *e = &events->pressed[it->index++];
    lua_pushinteger(L, it->index);
    bind_push_shape(L, BIND_LOOP_WORLD, e->shape);
    lua_pushboolean(L, e->on);
    lua_pushnumber(L, e->force);
    return 4;
}

static int turn_alarm(lua_State *L) {
    bind_Iter *it = turning(L);
    const cn_Events *events = it->world->events;
    if (it->index >= events->alarm_count) return bind_iter_end(L);
    const cn_AlarmEvent *e = &events->alarms[it->index++];
    lua_pushinteger(L, it->index);
    bind_push_joint(L, BIND_LOOP_WORLD, e->joint);
    lua_pushboolean(L, e->on);
    return 3;
}

static int turn_mover_hit(lua_State *L) {
    bind_Iter *it = turning(L);
    const cn_Events *events = it->world->events;
    if (it->index >= events->mover_hit_count) return bind_iter_end(L);
    const cn_MoverHitEvent *e = &events->mover_hits[it->index++];
    lua_pushinteger(L, it->index);
    return 1 + bind_push_mover_hit(L, BIND_LOOP_WORLD, e);
}

/* ---- methods ----------------------------------------------------------------------------------
 */

/* The world at 1, whose events may be read. */
static void check_told(lua_State *L) {
    const bind_World *w = bind_world(L, 1);
    if (!w->reading) return;
    luaL_error(L, "events of a step can be read after it, not inside %s; use world:defer(fn)",
               w->reading);
}

/* Start a loop over pairs: arguments 2 and 3 may name layers. */
static int pairs_loop(lua_State *L, lua_CFunction turn, lua_CFunction layered_turn) {
    check_told(L);
    lua_settop(L, 3);
    if (lua_isnil(L, 2) && lua_isnil(L, 3)) return bind_iter_loop(L, turn, 0, 0);
    uint64_t mask_a = bind_mask(L, 1, 2), mask_b = bind_mask(L, 1, 3);
    return bind_iter_loop(L, layered_turn, mask_a, mask_b);
}

static int whole_loop(lua_State *L, lua_CFunction turn) {
    check_told(L);
    return bind_iter_loop(L, turn, 0, 0);
}

/* world:begins([layer_a, layer_b]) -> iterator: i, a, b */
static int l_world_begins(lua_State *L) { return pairs_loop(L, turn_begin, turn_layered_begin); }
/* world:ends([layer_a, layer_b]) -> iterator: i, a, b */
static int l_world_ends(lua_State *L) { return pairs_loop(L, turn_end, turn_layered_end); }
/* world:hits([layer_a, layer_b]) -> iterator: i, a, b, x, y, nx, ny, speed, impulse */
static int l_world_hits(lua_State *L) { return pairs_loop(L, turn_hit, turn_layered_hit); }
/* world:sensors([layer_sensor, layer_visitor]) -> iterator: i, sensor, visitor, entered */
static int l_world_sensors(lua_State *L) { return pairs_loop(L, turn_sensor, turn_layered_sensor); }

/* world:moved() -> iterator: i, body, x, y, angle of every body awake in the last step */
static int l_world_moved(lua_State *L) {
    int values = whole_loop(L, turn_moved);
    bind_iter_reserve(L, -1, MOST_AHEAD * sizeof(cn_BodyPose));
    return values;
}

/* world:broken() -> iterator: i, joint of those that broke in the last step */
static int l_world_broken(lua_State *L) { return whole_loop(L, turn_broken); }

/* world:pressed() -> iterator: i, shape, on, N of those that were pressed or released */
static int l_world_pressed(lua_State *L) { return whole_loop(L, turn_pressed); }

/* world:alarms() -> iterator: i, joint, on of those that bear too much, or no more */
static int l_world_alarms(lua_State *L) { return whole_loop(L, turn_alarm); }

/* world:mover_hits() -> iterator: i, mover, shape or mover, x, y, nx, ny, speed, piece */
static int l_world_mover_hits(lua_State *L) { return whole_loop(L, turn_mover_hit); }

const luaL_Reg bind_event_methods[] = {
    {"mover_hits", l_world_mover_hits},
    {"begins", l_world_begins},
    {"ends", l_world_ends},
    {"hits", l_world_hits},
    {"sensors", l_world_sensors},
    {"moved", l_world_moved},
    {"broken", l_world_broken},
    {"pressed", l_world_pressed},
    {"alarms", l_world_alarms},
    {NULL, NULL},
};
