/* joint.c: the joint userdata: identity, its bodies, and what it does now.
 *
 * A method that the kind does not have raises by name: 'length' is not available on a revolute
 * joint. Which kind it is stands in the handle, so that it is known after its end, too.
 * Not here: constructors (joint_create.c), where it is (joint_place.c), what can be set
 * (joint_settings.c). */
#include "joint/joint.h"

#include "base/args.h"
#include "base/push.h"
#include "define/def.h"
#include "handle/defer.h"
#include "handle/handle.h"
#include "handle/identity.h"
#include "joint/coupling.h"
#include "joint/joint_place.h"
#include "joint/joint_settings.h"

#define BIT BIND_JOINT_BIT

/* ---- identity ---------------------------------------------------------------------------------
 */

/* joint:type() -> "revolute", "distance", ... */
static int l_joint_type(lua_State *L) {
    lua_pushstring(L, bind_joint_kinds[bind_known(L, 1, BIND_JOINT)->kind]);
    return 1;
}

/* joint:id() -> integer */
static int l_joint_id(lua_State *L) { return bind_get_id(L, BIND_JOINT); }

/* joint:name() -> string or nil */
static int l_joint_name(lua_State *L) { return bind_get_name(L, BIND_JOINT); }

/* joint:set_name(string or nil) */
static int l_joint_set_name(lua_State *L) { return bind_take_name(L, BIND_JOINT); }

/* joint:data() -> what set_data stored */
static int l_joint_data(lua_State *L) { return bind_get_data(L, BIND_JOINT); }

/* joint:set_data(any) */
static int l_joint_set_data(lua_State *L) { return bind_take_data(L, BIND_JOINT); }

/* joint:world() -> World */
static int l_joint_world(lua_State *L) { return bind_get_world(L, BIND_JOINT); }

/* joint:is_valid() -> boolean; never raises for a dead one */
static int l_joint_is_valid(lua_State *L) { return bind_get_valid(L, BIND_JOINT); }

/* joint:destroy() -> true, or false when it already was */
static int l_joint_destroy(lua_State *L) {
    bind_Handle *h = bind_any(L, 1, BIND_JOINT);
    bool live = bind_is_live(h);
    if (live) {
        if (h->world->reading) bind_read_only(L, h->world);
        if (bind_destroy_later(L, h->world)) return 1;
        bind_log_change(L, h->world);
        lua_getiuservalue(L, 1, UV_WORLD);
        bind_bury_joint(L, lua_gettop(L), bind_joint_id(h));
        bind_check(L, h->world, cn_joint_destroy(h->world->core, bind_joint_id(h)));
    }
    return bind_push_boolean(L, live);
}

/* joint:bodies() -> Body a, Body b; the ground where none was given */
static int l_joint_bodies(lua_State *L) {
    const bind_Handle *h = bind_joint(L, 1);
    lua_getiuservalue(L, 1, UV_WORLD);
    int world = lua_gettop(L);
    bind_push_body(L, world, cn_joint_body_a(h->world->core, bind_joint_id(h)));
    bind_push_body(L, world, cn_joint_body_b(h->world->core, bind_joint_id(h)));
    return 2;
}

/* What the key a or b was: a body, of a gear a joint. */
static int push_end(lua_State *L, bool is_a) {
    const bind_Handle *h = bind_joint(L, 1);
    const cn_World *core = h->world->core;
    cn_JointId id = bind_joint_id(h);
    lua_getiuservalue(L, 1, UV_WORLD);
    int world = lua_gettop(L);
    if (h->kind == CN_GEAR) {
        cn_JointDef def = cn_joint_settings(core, id);
        bind_push_joint(L, world, is_a ? def.joint_a : def.joint_b);
    } else {
        bind_push_body(L, world, is_a ? cn_joint_body_a(core, id) : cn_joint_body_b(core, id));
    }
    return 1;
}

/* joint:a() -> Body, of a gear Joint; the ground where none was given */
static int l_joint_a(lua_State *L) { return push_end(L, true); }

/* joint:b() -> the same */
static int l_joint_b(lua_State *L) { return push_end(L, false); }

/* joint:body() -> Body that a mouse pulls */
static int l_joint_body(lua_State *L) {
    bind_check_joint_kind(L, bind_joint(L, 1), BIT(MOUSE), "body");
    return push_end(L, false);
}

static int l_joint_tostring(lua_State *L) {
    const bind_Handle *h = bind_any(L, 1, BIND_JOINT);
    const char *kind = bind_is_live(h) ? bind_joint_kinds[h->kind] : "destroyed";
    lua_getiuservalue(L, 1, UV_NAME);
    const char *name = bind_is_live(h) ? lua_tostring(L, -1) : NULL;
    if (name) {
        lua_pushfstring(L, "cairn.Joint #%d \"%s\" (%s)", (int)h->index, name, kind);
    } else {
        lua_pushfstring(L, "cairn.Joint #%d (%s)", (int)h->index, kind);
    }
    return 1;
}

/* ---- what it does now ---------------------------------------------------------------------------
 */

/* joint:force() -> fx, fy, torque on b in the last step */
static int l_joint_force(lua_State *L) {
    const bind_Handle *h = bind_joint(L, 1);
    double fx, fy, torque;
    cn_joint_force(h->world->core, bind_joint_id(h), &fx, &fy, &torque);
    bind_push2(L, fx, fy);
    lua_pushnumber(L, torque);
    return 3;
}

typedef double (*Measure)(const cn_World *, cn_JointId);

static int measure(lua_State *L, unsigned kinds, const char *what, Measure of) {
    const bind_Handle *h = bind_joint(L, 1);
    bind_check_joint_kind(L, h, kinds, what);
    return bind_push1(L, of(h->world->core, bind_joint_id(h)));
}

/* Kinds with a way that motor, spring and limits act on. */
#define WAY (BIT(REVOLUTE) | BIT(ROTARY) | BIT(PRISMATIC) | BIT(WHEEL) | BIT(DISTANCE))

/* joint:motor_force() -> N, or N m, that its motor did in the last sub-step: > 0 forwards */
static int l_joint_motor_force(lua_State *L) {
    return measure(L, WAY, "motor_force", cn_joint_motor_force);
}

/* joint:spring_force() -> the same of its spring */
static int l_joint_spring_force(lua_State *L) {
    return measure(L, WAY, "spring_force", cn_joint_spring_force);
}

/* joint:limit_force() -> the same of its limits: > 0 of the lower one */
static int l_joint_limit_force(lua_State *L) {
    return measure(L, WAY, "limit_force", cn_joint_limit_force);
}

/* joint:error() -> m, rad by which what it holds is violated now */
static int l_joint_error(lua_State *L) {
    const bind_Handle *h = bind_joint(L, 1);
    double linear, angular;
    cn_joint_error(h->world->core, bind_joint_id(h), &linear, &angular);
    return bind_push2(L, linear, angular);
}

/* joint:angle() -> rad of b minus that of a minus the reference, counting turns */
static int l_joint_angle(lua_State *L) {
    unsigned turns =
        BIT(REVOLUTE) | BIT(ROTARY) | BIT(WHEEL) | BIT(MOTOR) | BIT(FRICTION) | BIT(RATCHET);
    return measure(L, turns | BIT(PRISMATIC) | BIT(WELD), "angle", cn_joint_angle);
}

/* joint:speed() -> what the motor drives: rad/s of a revolute or wheel, m/s of a prismatic or
 * distance */
static int l_joint_speed(lua_State *L) {
    return measure(L, WAY | BIT(RATCHET), "speed", cn_joint_speed);
}

/* joint:translation() -> m of b along the axis of a prismatic or wheel, from where it was made */
static int l_joint_translation(lua_State *L) {
    return measure(L, BIT(PRISMATIC) | BIT(WHEEL), "translation", cn_joint_translation);
}

/* joint:length() -> m between the anchors of a distance now; of a pulley's rope */
static int l_joint_length(lua_State *L) {
    return measure(L, BIT(DISTANCE) | BIT(PULLEY), "length", cn_joint_length);
}

/* ---- registration ------------------------------------------------------------------------------
 */

static const luaL_Reg joint_methods[] = {
    {"type", l_joint_type},
    {"id", l_joint_id},
    {"name", l_joint_name},
    {"set_name", l_joint_set_name},
    {"data", l_joint_data},
    {"set_data", l_joint_set_data},
    {"world", l_joint_world},
    {"is_valid", l_joint_is_valid},
    {"destroy", l_joint_destroy},
    {"bodies", l_joint_bodies},
    {"a", l_joint_a},
    {"b", l_joint_b},
    {"body", l_joint_body},
    {"force", l_joint_force},
    {"motor_force", l_joint_motor_force},
    {"spring_force", l_joint_spring_force},
    {"limit_force", l_joint_limit_force},
    {"error", l_joint_error},
    {"angle", l_joint_angle},
    {"speed", l_joint_speed},
    {"translation", l_joint_translation},
    {"length", l_joint_length},
    {NULL, NULL},
};

static const luaL_Reg joint_metamethods[] = {
    {"__tostring", l_joint_tostring},
    {NULL, NULL},
};

void bind_joint_open(lua_State *L) {
    static const luaL_Reg *const methods[] = {joint_methods, bind_joint_setting_methods,
                                              bind_joint_place_methods, bind_coupling_methods,
                                              NULL};
    bind_make_type(L, BIND_JOINT_TYPE, joint_metamethods, methods);
}
