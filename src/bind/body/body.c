/* body.c: the body userdata: pose, motion, forces, and what belongs to it.
 *
 * Every method is the same few lines: check self, read numbers, call the core, push. Getters touch
 * no table and make no garbage. Not here: constructors (create.c), damping, locks and other
 * tuning (tuning.c). */
#include "body/body.h"

#include "base/args.h"
#include "base/push.h"
#include "body/create.h"
#include "body/tuning.h"
#include "define/def.h"
#include "event/manifold.h"
#include "handle/defer.h"
#include "handle/handle.h"
#include "handle/identity.h"
#include "handle/iter.h"
#include "query/cast.h"
#include "query/query.h"

/* ---- pose -------------------------------------------------------------------------------------
 */

/* body:position() -> x, y of its origin */
static int l_body_position(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    cn_Pos p = cn_body_position(h->world->core, bind_body_id(h));
    return bind_push2(L, p.x, p.y);
}

/* body:x() -> m */
static int l_body_x(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    return bind_push1(L, cn_body_position(h->world->core, bind_body_id(h)).x);
}

/* body:y() -> m */
static int l_body_y(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    return bind_push1(L, cn_body_position(h->world->core, bind_body_id(h)).y);
}

/* body:set_position(x, y) */
static int l_body_set_position(lua_State *L) {
    bind_Handle *h = bind_open_body(L, 1);
    double x = bind_number(L, 2), y = bind_number(L, 3);
    cn_Result r = cn_body_set_position(h->world->core, bind_body_id(h), x, y);
    bind_check_named(L, h->world, r, "x y");
    return 0;
}

/* body:angle() -> rad in (-pi, pi] */
static int l_body_angle(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    return bind_push1(L, cn_body_angle(h->world->core, bind_body_id(h)));
}

/* body:set_angle(rad) */
static int l_body_set_angle(lua_State *L) {
    bind_Handle *h = bind_open_body(L, 1);
    double angle = bind_number(L, 2);
    bind_check(L, h->world, cn_body_set_angle(h->world->core, bind_body_id(h), angle));
    return 0;
}

/* body:set_transform(x, y, angle) */
static int l_body_set_transform(lua_State *L) {
    bind_Handle *h = bind_open_body(L, 1);
    double x = bind_number(L, 2), y = bind_number(L, 3), angle = bind_number(L, 4);
    cn_Result r = cn_body_set_transform(h->world->core, bind_body_id(h), x, y, angle);
    bind_check_named(L, h->world, r, "x y angle");
    return 0;
}

/* body:move_to(x, y, angle, dt): the velocity of a kinematic body that gets it there in dt */
static int l_body_move_to(lua_State *L) {
    bind_Handle *h = bind_open_body(L, 1);
    double x = bind_number(L, 2), y = bind_number(L, 3), angle = bind_number(L, 4);
    double dt = bind_number(L, 5);
    cn_BodyType type = cn_body_type(h->world->core, bind_body_id(h));
    if (type != CN_KINEMATIC) {
        return bind_arg_error(L, 1, "kinematic body expected, got a %s one", bind_body_types[type]);
    }
    cn_Result r = cn_body_move_to(h->world->core, bind_body_id(h), x, y, angle, dt);
    bind_check_named(L, h->world, r, "x y angle dt");
    return 0;
}

/* body:state() -> x, y, angle, vx, vy, angular velocity */
static int l_body_state(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    cn_BodyState s = cn_body_state(h->world->core, bind_body_id(h));
    bind_push2(L, s.x, s.y);
    lua_pushnumber(L, s.angle);
    bind_push2(L, s.vx, s.vy);
    lua_pushnumber(L, s.angular_velocity);
    return 6;
}

/* body:drawn() -> x, y, angle between the last two steps, as the frame needs it */
static int l_body_drawn(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    double x, y, angle;
    cn_body_drawn(h->world->core, bind_body_id(h), h->world->alpha, &x, &y, &angle);
    bind_push2(L, x, y);
    lua_pushnumber(L, angle);
    return 3;
}

/* body:center() -> x, y of its centre of mass in the world */
static int l_body_center(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    cn_Pos p = cn_body_center(h->world->core, bind_body_id(h));
    return bind_push2(L, p.x, p.y);
}

/* body:bounds() -> x1, y1, x2, y2 of all its shapes */
static int l_body_bounds(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    double box[4];
    cn_body_bounds(h->world->core, bind_body_id(h), box);
    bind_push2(L, box[0], box[1]);
    bind_push2(L, box[2], box[3]);
    return 4;
}

/* ---- motion -----------------------------------------------------------------------------------
 */

/* body:velocity() -> vx, vy of its centre of mass */
static int l_body_velocity(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    cn_Vec v = cn_body_velocity(h->world->core, bind_body_id(h));
    return bind_push2(L, v.x, v.y);
}

/* body:vx() -> m/s */
static int l_body_vx(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    return bind_push1(L, cn_body_velocity(h->world->core, bind_body_id(h)).x);
}

/* body:vy() -> m/s */
static int l_body_vy(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    return bind_push1(L, cn_body_velocity(h->world->core, bind_body_id(h)).y);
}

/* body:set_velocity(vx, vy) */
static int l_body_set_velocity(lua_State *L) {
    bind_Handle *h = bind_open_body(L, 1);
    double x = bind_number(L, 2), y = bind_number(L, 3);
    cn_Result r = cn_body_set_velocity(h->world->core, bind_body_id(h), x, y);
    bind_check_named(L, h->world, r, "vx vy");
    return 0;
}

/* body:angular_velocity() -> rad/s */
static int l_body_angular_velocity(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    return bind_push1(L, cn_body_angular_velocity(h->world->core, bind_body_id(h)));
}

/* body:set_angular_velocity(rad/s) */
static int l_body_set_angular_velocity(lua_State *L) {
    bind_Handle *h = bind_open_body(L, 1);
    double w = bind_number(L, 2);
    bind_check(L, h->world, cn_body_set_angular_velocity(h->world->core, bind_body_id(h), w));
    return 0;
}

/* body:velocity_at(px, py) -> vx, vy of the material point at a place in the world */
static int l_body_velocity_at(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    double x = bind_number(L, 2), y = bind_number(L, 3);
    cn_Vec v = cn_body_velocity_at(h->world->core, bind_body_id(h), x, y);
    return bind_push2(L, v.x, v.y);
}

/* body:to_world(x, y) -> x, y */
static int l_body_to_world(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    double x = bind_number(L, 2), y = bind_number(L, 3);
    cn_Pos p = cn_body_to_world(h->world->core, bind_body_id(h), x, y);
    return bind_push2(L, p.x, p.y);
}

/* body:to_local(x, y) -> x, y */
static int l_body_to_local(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    double x = bind_number(L, 2), y = bind_number(L, 3);
    cn_Pos p = cn_body_to_local(h->world->core, bind_body_id(h), x, y);
    return bind_push2(L, p.x, p.y);
}

/* So long that turning it overflows in double, it is taken to be shorter. */
static double direction(lua_State *L, int arg) {
    return fmin(fmax(bind_number(L, arg), -1e300), 1e300);
}

/* body:dir_to_world(x, y) -> x, y: turned, not moved */
static int l_body_dir_to_world(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    double x = direction(L, 2), y = direction(L, 3);
    cn_Rot q = cn_body_rotation(h->world->core, bind_body_id(h));
    return bind_push2(L, q.c * x - q.s * y, q.s * x + q.c * y);
}

/* body:dir_to_local(x, y) -> x, y */
static int l_body_dir_to_local(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    double x = direction(L, 2), y = direction(L, 3);
    cn_Rot q = cn_body_rotation(h->world->core, bind_body_id(h));
    return bind_push2(L, q.c * x + q.s * y, -q.s * x + q.c * y);
}

/* ---- forces -------------------------------------------------------------------------------------
 */

typedef cn_Result (*PushAt)(cn_World *, cn_BodyId, double, double, double, double);
typedef cn_Result (*Push)(cn_World *, cn_BodyId, double, double);

/* Box2D's last argument: true is what happens, false would be lost. */
static void refuse_not_to_wake(lua_State *L, int arg) {
    bool not_to = lua_isboolean(L, arg) && !lua_toboolean(L, arg);
    if (not_to) bind_no_more(L, arg, "; what is pushed wakes");
}

/* (x, y[, px, py]): through the centre, or at a point of the world. */
static int apply(lua_State *L, Push push, PushAt push_at) {
    bind_Handle *h = bind_open_body(L, 1);
    cn_World *core = h->world->core;
    double x = bind_number(L, 2), y = bind_number(L, 3);
    refuse_not_to_wake(L, 6);
    cn_Result r;
    if (lua_gettop(L) <= 3 || (lua_isnil(L, 4) && lua_isnoneornil(L, 5))) {
        r = push(core, bind_body_id(h), x, y);
    } else {
        double px = bind_number(L, 4), py = bind_number(L, 5);
        r = push_at(core, bind_body_id(h), x, y, px, py);
    }
    bind_check_named(L, h->world, r, "x y px py");
    return 0;
}

/* body:apply_force(fx, fy[, px, py]): N, for one step; wakes */
static int l_body_apply_force(lua_State *L) {
    return apply(L, cn_body_apply_force, cn_body_apply_force_at);
}

/* body:apply_impulse(ix, iy[, px, py]): N s; wakes */
static int l_body_apply_impulse(lua_State *L) {
    return apply(L, cn_body_apply_impulse, cn_body_apply_impulse_at);
}

/* body:apply_torque(N m): for one step; wakes */
static int l_body_apply_torque(lua_State *L) {
    bind_Handle *h = bind_open_body(L, 1);
    double t = bind_number(L, 2);
    refuse_not_to_wake(L, 3);
    bind_check(L, h->world, cn_body_apply_torque(h->world->core, bind_body_id(h), t));
    return 0;
}

/* body:apply_angular_impulse(N m s): wakes */
static int l_body_apply_angular_impulse(lua_State *L) {
    bind_Handle *h = bind_open_body(L, 1);
    double j = bind_number(L, 2);
    refuse_not_to_wake(L, 3);
    bind_check(L, h->world, cn_body_apply_angular_impulse(h->world->core, bind_body_id(h), j));
    return 0;
}

/* body:force() -> fx, fy, torque applied for the next step */
static int l_body_force(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    double fx, fy, torque;
    cn_body_force(h->world->core, bind_body_id(h), &fx, &fy, &torque);
    bind_push2(L, fx, fy);
    lua_pushnumber(L, torque);
    return 3;
}

/* body:clear_forces() */
static int l_body_clear_forces(lua_State *L) {
    bind_Handle *h = bind_open_body(L, 1);
    bind_check(L, h->world, cn_body_clear_forces(h->world->core, bind_body_id(h)));
    return 0;
}

/* ---- identity ---------------------------------------------------------------------------------
 */

/* body:id() -> integer */
static int l_body_id(lua_State *L) { return bind_get_id(L, BIND_BODY); }

/* body:name() -> string or nil */
static int l_body_name(lua_State *L) { return bind_get_name(L, BIND_BODY); }

/* body:set_name(string or nil) */
static int l_body_set_name(lua_State *L) { return bind_take_name(L, BIND_BODY); }

/* body:data() -> what set_data stored */
static int l_body_data(lua_State *L) { return bind_get_data(L, BIND_BODY); }

/* body:set_data(any) */
static int l_body_set_data(lua_State *L) { return bind_take_data(L, BIND_BODY); }

/* body:world() -> World */
static int l_body_world(lua_State *L) { return bind_get_world(L, BIND_BODY); }

/* body:is_valid() -> boolean; never raises for a dead one */
static int l_body_is_valid(lua_State *L) { return bind_get_valid(L, BIND_BODY); }

/* body:destroy() -> true, or false when it already was */
static int l_body_destroy(lua_State *L) {
    bind_Handle *h = bind_any(L, 1, BIND_BODY);
    if (!bind_is_live(h)) return bind_push_boolean(L, false);
    if (h->world->reading) bind_read_only(L, h->world);
    if (bind_destroy_later(L, h->world)) return 1;
    bind_log_change(L, h->world);
    if (h->index == cn_world_ground(h->world->core).index) {
        return bind_arg_error(L, 1, "the ground cannot be destroyed");
    }
    lua_getiuservalue(L, 1, UV_WORLD);
    bind_bury_body(L, lua_gettop(L), bind_body_id(h));
    bind_check(L, h->world, cn_body_destroy(h->world->core, bind_body_id(h)));
    return bind_push_boolean(L, true);
}

/* body:cast(dx, dy[, filter]) -> as raycast, and its own shape that meets it; nil: its way is free
 */
static int l_body_cast(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    bind_number(L, 2);
    bind_number(L, 3);
    lua_settop(L, 4);
    lua_getiuservalue(L, 1, UV_WORLD);
    cn_BodyHit found = bind_cast_body(L, 5, h, 2);
    if (bind_push_hit(L, 5, &found.hit) == 1) return 1;
    bind_push_shape(L, 5, found.own);
    return 8;
}

/* ---- its shapes and contacts --------------------------------------------------------------------
 */

/* body:shape() -> its first Shape or nil */
static int l_body_shape(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    lua_getiuservalue(L, 1, UV_WORLD);
    bind_push_shape(L, -1, cn_body_next_shape(h->world->core, bind_body_id(h), (cn_ShapeId){0, 0}));
    return 1;
}

/* State: the body; control: the shape before. */
static int next_shape(lua_State *L) {
    const bind_Handle *h = bind_test_handle(L, 1, BIND_BODY);
    const bind_Handle *previous = bind_test_handle(L, 2, BIND_SHAPE);
    if (h) bind_walk_check(L, h->world);
    if (!h || !bind_is_live(h)) return bind_iter_end(L);
    cn_ShapeId id = previous ? bind_shape_id(previous) : (cn_ShapeId){0, 0};
    lua_getiuservalue(L, 1, UV_WORLD);
    bind_push_shape(L, -1, cn_body_next_shape(h->world->core, bind_body_id(h), id));
    return 1;
}

/* body:shapes() -> iterator in id order */
static int l_body_shapes(lua_State *L) {
    return bind_walk(L, bind_body(L, 1)->world, next_shape, 1);
}

/* State: the body; control: the joint before. */
static int next_joint(lua_State *L) {
    const bind_Handle *h = bind_test_handle(L, 1, BIND_BODY);
    const bind_Handle *previous = bind_test_handle(L, 2, BIND_JOINT);
    if (h) bind_walk_check(L, h->world);
    if (!h || !bind_is_live(h)) return bind_iter_end(L);
    cn_JointId id = previous ? bind_joint_id(previous) : (cn_JointId){0, 0};
    lua_getiuservalue(L, 1, UV_WORLD);
    bind_push_joint(L, -1, cn_body_next_joint(h->world->core, bind_body_id(h), id));
    return 1;
}

/* body:joints() -> iterator in id order */
static int l_body_joints(lua_State *L) {
    return bind_walk(L, bind_body(L, 1)->world, next_joint, 1);
}

/* body:manifolds() -> iterator */
static int l_body_manifolds(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    lua_getiuservalue(L, 1, UV_WORLD);
    return bind_manifolds(L, lua_gettop(L), h);
}

/* body:touching(other) -> boolean */
static int l_body_touching(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    const bind_Handle *other = bind_other(L, 2, BIND_BODY, h->world);
    return bind_push_boolean(L,
                             cn_body_touches(h->world->core, bind_body_id(h), bind_body_id(other)));
}

static int l_body_tostring(lua_State *L) {
    const bind_Handle *h = bind_any(L, 1, BIND_BODY);
    if (!bind_is_live(h)) {
        lua_pushfstring(L, "cairn.Body #%d (destroyed)", (int)h->index);
        return 1;
    }
    const char *type = bind_body_types[cn_body_type(h->world->core, bind_body_id(h))];
    lua_getiuservalue(L, 1, UV_NAME);
    const char *name = lua_tostring(L, -1);
    if (name) {
        lua_pushfstring(L, "cairn.Body #%d \"%s\" (%s)", (int)h->index, name, type);
    } else {
        lua_pushfstring(L, "cairn.Body #%d (%s)", (int)h->index, type);
    }
    return 1;
}

/* ---- registration ------------------------------------------------------------------------------
 */

static const luaL_Reg body_methods[] = {
    {"position", l_body_position},
    {"set_position", l_body_set_position},
    {"x", l_body_x},
    {"y", l_body_y},
    {"angle", l_body_angle},
    {"set_angle", l_body_set_angle},
    {"set_transform", l_body_set_transform},
    {"move_to", l_body_move_to},
    {"state", l_body_state},
    {"drawn", l_body_drawn},
    {"center", l_body_center},
    {"bounds", l_body_bounds},
    {"velocity", l_body_velocity},
    {"set_velocity", l_body_set_velocity},
    {"vx", l_body_vx},
    {"vy", l_body_vy},
    {"angular_velocity", l_body_angular_velocity},
    {"set_angular_velocity", l_body_set_angular_velocity},
    {"velocity_at", l_body_velocity_at},
    {"to_world", l_body_to_world},
    {"to_local", l_body_to_local},
    {"dir_to_world", l_body_dir_to_world},
    {"dir_to_local", l_body_dir_to_local},
    {"apply_force", l_body_apply_force},
    {"apply_impulse", l_body_apply_impulse},
    {"apply_torque", l_body_apply_torque},
    {"apply_angular_impulse", l_body_apply_angular_impulse},
    {"force", l_body_force},
    {"clear_forces", l_body_clear_forces},
    {"id", l_body_id},
    {"name", l_body_name},
    {"set_name", l_body_set_name},
    {"data", l_body_data},
    {"set_data", l_body_set_data},
    {"world", l_body_world},
    {"is_valid", l_body_is_valid},
    {"destroy", l_body_destroy},
    {"shape", l_body_shape},
    {"shapes", l_body_shapes},
    {"joints", l_body_joints},
    {"manifolds", l_body_manifolds},
    {"touching", l_body_touching},
    {"cast", l_body_cast},
    {NULL, NULL},
};

static const luaL_Reg body_metamethods[] = {
    {"__tostring", l_body_tostring},
    {NULL, NULL},
};

void bind_body_open(lua_State *L) {
    static const luaL_Reg *const methods[] = {body_methods, bind_tuning_methods, bind_add_methods,
                                              NULL};
    bind_make_type(L, BIND_BODY_TYPE, body_metamethods, methods);
}
