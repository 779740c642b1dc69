/* joint_settings.c: what can be set on a joint: limits, motor, springs, strength.
 *
 * The core's definition is read, changed and given back as a whole. Something that is not there (no
 * limits, no motor, no spring) reads as nil and is taken away by nil. Each function says which
 * kinds have it; the others raise. Not here: anchors, axis and zero (joint_place.c), and bodies,
 * which never change. */
#include "joint/joint_settings.h"

#include <math.h>

#include "base/args.h"
#include "base/push.h"
#include "define/def.h"
#include "handle/handle.h"

#define BIT    BIND_JOINT_BIT
#define SLIDES (BIT(REVOLUTE) | BIT(ROTARY) | BIT(PRISMATIC) | BIT(WHEEL))
#define MOVES  (SLIDES | BIT(DISTANCE))
#define EVERY  ((1u << CN_JOINT_KINDS) - 1)

#define AT(member) offsetof(cn_JointDef, member)

void bind_check_joint_kind(lua_State *L, const bind_Handle *h, unsigned kinds, const char *what) {
    if ((kinds >> h->kind & 1) != 0) return;
    luaL_error(L, "'%s' is not available on a %s joint", what, bind_joint_kinds[h->kind]);
}

/* ---- reading and giving back --------------------------------------------------------------------
 */

cn_JointDef bind_read_joint(lua_State *L, unsigned kinds, const char *what) {
    const bind_Handle *h = bind_joint(L, 1);
    bind_check_joint_kind(L, h, kinds, what);
    return cn_joint_settings(h->world->core, bind_joint_id(h));
}

cn_JointDef bind_change_joint(lua_State *L, unsigned kinds, const char *what) {
    bind_open_joint(L, 1);
    return bind_read_joint(L, kinds, what);
}

/* names: what the core calls the arguments. */
static int give_back(lua_State *L, const cn_JointDef *def, const char *names) {
    const bind_Handle *h = lua_touserdata(L, 1);
    cn_Result r = cn_joint_configure(h->world->core, bind_joint_id(h), def);
    bind_check_named(L, h->world, r, names);
    return 0;
}

int bind_give_joint_back(lua_State *L, const cn_JointDef *def) { return give_back(L, def, ""); }

static int push_nil(lua_State *L) {
    lua_pushnil(L);
    return 1;
}

static int get_number(lua_State *L, unsigned kinds, const char *what, size_t offset) {
    cn_JointDef def = bind_read_joint(L, kinds, what);
    return bind_push1(L, *(double *)((char *)&def + offset));
}

static int set_number(lua_State *L, unsigned kinds, const char *what, size_t offset) {
    cn_JointDef def = bind_change_joint(L, kinds, what);
    *(double *)((char *)&def + offset) = bind_number(L, 2);
    return give_back(L, &def, "");
}

/* math.huge, or nothing: without limit. */
static int set_limit(lua_State *L, unsigned kinds, const char *what, size_t offset) {
    cn_JointDef def = bind_change_joint(L, kinds, what);
    *(double *)((char *)&def + offset) = lua_isnoneornil(L, 2) ? HUGE_VAL : bind_unlimited(L, 2);
    return give_back(L, &def, "");
}

/* ---- limits, motor, spring ----------------------------------------------------------------------
 */

/* joint:limits() -> lower, upper (rad or m; a distance's min, max), or nil */
static int l_joint_limits(lua_State *L) {
    cn_JointDef def = bind_read_joint(L, MOVES, "limits");
    if (def.kind == CN_DISTANCE) {
        return def.has_min || def.has_max ? bind_push2(L, def.min, def.max) : push_nil(L);
    }
    if (!def.has_limits) return push_nil(L);
    return bind_push2(L, bind_range_told(def.lower), bind_range_told(def.upper));
}

/* A distance's limits are its min and max, and the upper one may be math.huge. */
static int set_reach(lua_State *L, cn_JointDef *def, bool given) {
    def->has_min = def->has_max = given;
    if (given) {
        def->min = bind_number(L, 2);
        def->max = bind_unlimited(L, 3);
        if (def->min < 0.0) bind_arg_error(L, 2, "must be >= 0, got %s", bind_digits(L, def->min));
    }
    return give_back(L, def, "min max");
}

/* joint:set_limits(lower, upper), or (nil): none; an end may be without limit, math.huge */
static int l_joint_set_limits(lua_State *L) {
    cn_JointDef def = bind_change_joint(L, MOVES, "set_limits");
    bool given = !lua_isnoneornil(L, 2);
    if (def.kind == CN_DISTANCE) return set_reach(L, &def, given);
    def.has_limits = given;
    if (given) {
        bool below = lua_type(L, 2) == LUA_TNUMBER && lua_tonumber(L, 2) == -HUGE_VAL;
        def.lower = below ? -CN_MAX_DRIVE : bind_number(L, 2);
        def.upper = bind_range_end(bind_unlimited(L, 3), CN_MAX_DRIVE);
    }
    return give_back(L, &def, "limits[1] limits[2]");
}

/* joint:motor() -> speed, max (rad/s, N m; or m/s, N), or nil */
static int l_joint_motor(lua_State *L) {
    cn_JointDef def = bind_read_joint(L, MOVES, "motor");
    return def.has_motor ? bind_push2(L, def.motor_speed, def.motor_max) : push_nil(L);
}

/* joint:set_motor(speed[, max]), or (nil): off; a max that is not given stays, at first unlimited
 */
static int l_joint_set_motor(lua_State *L) {
    cn_JointDef def = bind_change_joint(L, MOVES, "set_motor");
    bool had = def.has_motor;
    def.has_motor = !lua_isnoneornil(L, 2);
    if (def.has_motor) {
        def.motor_speed = bind_number(L, 2);
        if (!had) def.motor_max = HUGE_VAL;
        if (!lua_isnoneornil(L, 3)) def.motor_max = bind_unlimited(L, 3);
    }
    return give_back(L, &def, "motor.speed motor.max");
}

/* joint:spring() -> hertz, damping ratio, or nil */
static int l_joint_spring(lua_State *L) {
    cn_JointDef def = bind_read_joint(L, MOVES | BIT(MOUSE), "spring");
    bool there = def.has_spring || def.kind == CN_MOUSE;
    return there ? bind_push2(L, def.hertz, def.damping) : push_nil(L);
}

/* joint:set_spring(hertz[, damping]), or (nil): none; a mouse cannot be without */
static int l_joint_set_spring(lua_State *L) {
    cn_JointDef def = bind_change_joint(L, MOVES | BIT(MOUSE), "set_spring");
    def.has_spring = def.kind == CN_MOUSE || !lua_isnoneornil(L, 2);
    if (def.has_spring) {
        def.hertz = bind_number(L, 2);
        def.stiffness = 0.0;
        def.damping = bind_opt_number(L, 3, def.damping);
    }
    bind_no_more(L, 4, "; where it rests is set by set_target");
    return give_back(L, &def,
                     def.kind == CN_MOUSE ? "hertz damping" : "spring.hertz spring.damping");
}

/* joint:stiffness() -> N/m, or N m/rad, of a spring that was given by it, or nil */
static int l_joint_stiffness(lua_State *L) {
    cn_JointDef def = bind_read_joint(L, MOVES, "stiffness");
    return def.has_spring && def.stiffness > 0.0 ? bind_push1(L, def.stiffness) : push_nil(L);
}

/* joint:set_stiffness(N/m or N m/rad[, damping ratio]) */
static int l_joint_set_stiffness(lua_State *L) {
    cn_JointDef def = bind_change_joint(L, MOVES, "set_stiffness");
    def.has_spring = true;
    def.stiffness = bind_number(L, 2);
    def.damping = bind_opt_number(L, 3, def.damping);
    if (def.stiffness == 0.0) def.hertz = 0.0;
    return give_back(L, &def, "spring.stiffness spring.damping");
}

/* joint:spring_max() -> N, or N m, that its spring does at most; math.huge without limit */
static int l_joint_spring_max(lua_State *L) {
    return get_number(L, MOVES, "spring_max", AT(max_force));
}

/* joint:set_spring_max(N or N m) */
static int l_joint_set_spring_max(lua_State *L) {
    return set_limit(L, MOVES, "set_spring_max", AT(max_force));
}

/* joint:target() -> rad or m where the spring rests; x, y of a mouse; x, y, angle of a motor */
static int l_joint_target(lua_State *L) {
    cn_JointDef def = bind_read_joint(L, SLIDES | BIT(MOUSE) | BIT(MOTOR), "target");
    if (def.kind == CN_MOTOR) return bind_push3(L, def.offset_x, def.offset_y, def.target);
    return def.kind == CN_MOUSE ? bind_push2(L, def.to_x, def.to_y) : bind_push1(L, def.target);
}

/* joint:set_target(rad or m), of a mouse (x, y), of a motor (x, y[, angle]) */
static int l_joint_set_target(lua_State *L) {
    cn_JointDef def = bind_change_joint(L, SLIDES | BIT(MOUSE) | BIT(MOTOR), "set_target");
    if (def.kind == CN_MOTOR) {
        def.offset_x = bind_number(L, 2);
        def.offset_y = bind_number(L, 3);
        def.target = bind_opt_number(L, 4, def.target);
        return give_back(L, &def, "linear.x linear.y angular.angle");
    }
    if (def.kind != CN_MOUSE) {
        def.target = bind_number(L, 2);
        bind_no_more(L, 3, "; it is an angle or a length");
        return give_back(L, &def, "");
    }
    def.to_x = bind_number(L, 2);
    def.to_y = bind_number(L, 3);
    return give_back(L, &def, "x y");
}

/* ---- the two parts of a weld or motor -----------------------------------------------------------
 */

/* Of a weld hertz 0 is rigid, which reads as nil; a motor without the part does. */
static int get_part(lua_State *L, const cn_JointDef *def, bool linear) {
    double hertz = linear ? def->linear_hertz : def->angular_hertz;
    double damping = linear ? def->linear_damping : def->angular_damping;
    if (def->kind == CN_WELD) return hertz > 0.0 ? bind_push2(L, hertz, damping) : push_nil(L);
    if (!(linear ? def->has_linear : def->has_angular)) return push_nil(L);
    return bind_push3(L, hertz, damping, linear ? def->max_force : def->max_torque);
}

/* joint:linear() -> hertz, damping ratio of a weld, or nil: rigid; of a motor hertz (0: the speed
 * alone), damping ratio and N, or nil: none */
static int l_joint_linear(lua_State *L) {
    cn_JointDef def = bind_read_joint(L, BIT(WELD) | BIT(MOTOR), "linear");
    return get_part(L, &def, true);
}

/* What is not given stays. */
static double opt_limit(lua_State *L, int arg, double before) {
    return lua_isnoneornil(L, arg) ? before : bind_unlimited(L, arg);
}

/* joint:set_linear(hertz[, damping[, max]]), or (nil): rigid; of a motor none. Only that has max */
static int l_joint_set_linear(lua_State *L) {
    cn_JointDef def = bind_change_joint(L, BIT(WELD) | BIT(MOTOR), "set_linear");
    def.has_linear = !lua_isnoneornil(L, 2);
    def.linear_hertz = bind_opt_number(L, 2, 0.0);
    def.linear_damping = bind_opt_number(L, 3, def.linear_damping);
    if (def.kind == CN_MOTOR)
        def.max_force = opt_limit(L, 4, def.max_force);
    else
        bind_no_more(L, 4, "; a weld has no max");
    return give_back(L, &def, "linear.hertz linear.damping linear.max");
}

/* joint:angular() -> the same about the anchor; N m */
static int l_joint_angular(lua_State *L) {
    cn_JointDef def = bind_read_joint(L, BIT(WELD) | BIT(MOTOR), "angular");
    return get_part(L, &def, false);
}

/* joint:set_angular(hertz[, damping[, max]]), or (nil) */
static int l_joint_set_angular(lua_State *L) {
    cn_JointDef def = bind_change_joint(L, BIT(WELD) | BIT(MOTOR), "set_angular");
    def.has_angular = !lua_isnoneornil(L, 2);
    def.angular_hertz = bind_opt_number(L, 2, 0.0);
    def.angular_damping = bind_opt_number(L, 3, def.angular_damping);
    if (def.kind == CN_MOTOR)
        def.max_torque = opt_limit(L, 4, def.max_torque);
    else
        bind_no_more(L, 4, "; a weld has no max");
    return give_back(L, &def, "angular.hertz angular.damping angular.max");
}

/* joint:velocity() -> vx, vy, rad/s that a motor drives to, in the frame of a; nil for an axis that
 * it leaves alone */
static int l_joint_velocity(lua_State *L) {
    cn_JointDef def = bind_read_joint(L, BIT(MOTOR), "velocity");
    bind_push3(L, def.velocity_x, def.velocity_y, def.motor_speed);
    if (def.free_x) lua_pushnil(L), lua_replace(L, -4);
    if (def.free_y) lua_pushnil(L), lua_replace(L, -3);
    return 3;
}

/* joint:set_velocity(vx, vy[, rad/s]): nil leaves that axis alone */
static int l_joint_set_velocity(lua_State *L) {
    cn_JointDef def = bind_change_joint(L, BIT(MOTOR), "set_velocity");
    def.free_x = lua_isnil(L, 2);
    def.free_y = lua_isnil(L, 3);
    def.velocity_x = def.free_x && !def.free_y ? 0.0 : bind_number(L, 2);
    def.velocity_y = def.free_y ? 0.0 : bind_number(L, 3);
    def.motor_speed = bind_opt_number(L, 4, def.motor_speed);
    return give_back(L, &def, "linear.vx linear.vy angular.speed");
}

/* ---- a distance's lengths -----------------------------------------------------------------------
 */

/* joint:rest_length() -> m, the key `length` of a distance or pulley; length() is what it is now */
static int l_joint_rest_length(lua_State *L) {
    return get_number(L, BIT(DISTANCE) | BIT(PULLEY), "rest_length", AT(length));
}

/* Less than none means "not given" to the core. */
static void check_not_negative(lua_State *L) {
    double v = bind_number(L, 2);
    if (v < 0.0) bind_arg_error(L, 2, "must be >= 0, got %s", bind_digits(L, v));
}

/* joint:set_length(m): at rest */
static int l_joint_set_length(lua_State *L) {
    cn_JointDef def = bind_change_joint(L, BIT(DISTANCE) | BIT(PULLEY), "set_length");
    check_not_negative(L);
    def.length = lua_tonumber(L, 2);
    return give_back(L, &def, "");
}

/* joint:min() -> m, or nil */
static int l_joint_min(lua_State *L) {
    cn_JointDef def = bind_read_joint(L, BIT(DISTANCE), "min");
    return def.has_min ? bind_push1(L, def.min) : push_nil(L);
}

/* joint:set_min(m), or (nil): none */
static int l_joint_set_min(lua_State *L) {
    cn_JointDef def = bind_change_joint(L, BIT(DISTANCE), "set_min");
    def.has_min = !lua_isnoneornil(L, 2);
    if (def.has_min) {
        check_not_negative(L);
        def.min = lua_tonumber(L, 2);
    }
    return give_back(L, &def, "");
}

/* joint:max() -> m, or nil */
static int l_joint_max(lua_State *L) {
    cn_JointDef def = bind_read_joint(L, BIT(DISTANCE), "max");
    return def.has_max ? bind_push1(L, def.max) : push_nil(L);
}

/* joint:set_max(m), or (nil): none */
static int l_joint_set_max(lua_State *L) {
    cn_JointDef def = bind_change_joint(L, BIT(DISTANCE), "set_max");
    def.has_max = !lua_isnoneornil(L, 2);
    if (def.has_max) def.max = bind_unlimited(L, 2);
    if (def.has_max && def.has_min && def.max >= 0.0 && def.max < def.min)
        bind_arg_error(L, 2, "must be >= min, got %s with min %s", bind_digits(L, def.max),
                       bind_digits(L, def.min)); /* the core names the other one */
    return give_back(L, &def, "");
}

/* ---- what pulls or brakes
 * ------------------------------------------------------------------------------
 */

/* joint:x() -> m, of a mouse's target */
static int l_joint_x(lua_State *L) { return get_number(L, BIT(MOUSE), "x", AT(to_x)); }
/* joint:y() -> m */
static int l_joint_y(lua_State *L) { return get_number(L, BIT(MOUSE), "y", AT(to_y)); }
/* joint:hertz() -> of a mouse; others have spring() */
static int l_joint_hertz(lua_State *L) { return get_number(L, BIT(MOUSE), "hertz", AT(hertz)); }
/* joint:set_hertz(number) */
static int l_joint_set_hertz(lua_State *L) {
    return set_number(L, BIT(MOUSE), "set_hertz", AT(hertz));
}
/* joint:damping() -> ratio, of a mouse */
static int l_joint_damping(lua_State *L) {
    return get_number(L, BIT(MOUSE), "damping", AT(damping));
}
/* joint:set_damping(ratio) */
static int l_joint_set_damping(lua_State *L) {
    return set_number(L, BIT(MOUSE), "set_damping", AT(damping));
}
/* joint:max_force() -> N of a mouse or friction, math.huge when without limit */
static int l_joint_max_force(lua_State *L) {
    return get_number(L, BIT(MOUSE) | BIT(FRICTION), "max_force", AT(max_force));
}
/* joint:set_max_force(N) */
static int l_joint_set_max_force(lua_State *L) {
    return set_limit(L, BIT(MOUSE) | BIT(FRICTION), "set_max_force", AT(max_force));
}
/* joint:max_torque() -> N m of a friction, math.huge when without limit */
static int l_joint_max_torque(lua_State *L) {
    return get_number(L, BIT(FRICTION), "max_torque", AT(max_torque));
}
/* joint:set_max_torque(N m) */
static int l_joint_set_max_torque(lua_State *L) {
    return set_limit(L, BIT(FRICTION), "set_max_torque", AT(max_torque));
}

/* ---- every joint --------------------------------------------------------------------------------
 */

/* joint:break_force() -> N, math.huge when it never breaks */
static int l_joint_break_force(lua_State *L) {
    return get_number(L, EVERY, "break_force", AT(break_force));
}
/* joint:set_break_force(N) */
static int l_joint_set_break_force(lua_State *L) {
    return set_limit(L, EVERY, "set_break_force", AT(break_force));
}
/* joint:break_torque() -> N m, math.huge when it never breaks */
static int l_joint_break_torque(lua_State *L) {
    return get_number(L, EVERY, "break_torque", AT(break_torque));
}
/* joint:set_break_torque(N m) */
static int l_joint_set_break_torque(lua_State *L) {
    return set_limit(L, EVERY, "set_break_torque", AT(break_torque));
}

/* joint:alarm_force() -> N, math.huge: no hook tells */
static int l_joint_alarm_force(lua_State *L) {
    return get_number(L, EVERY, "alarm_force", AT(alarm_force));
}
/* joint:set_alarm_force(N) */
static int l_joint_set_alarm_force(lua_State *L) {
    return set_limit(L, EVERY, "set_alarm_force", AT(alarm_force));
}
/* joint:alarm_torque() -> N m */
static int l_joint_alarm_torque(lua_State *L) {
    return get_number(L, EVERY, "alarm_torque", AT(alarm_torque));
}
/* joint:set_alarm_torque(N m) */
static int l_joint_set_alarm_torque(lua_State *L) {
    return set_limit(L, EVERY, "set_alarm_torque", AT(alarm_torque));
}
/* joint:is_alarmed() -> boolean: what the hook told last */
static int l_joint_is_alarmed(lua_State *L) {
    const bind_Handle *h = bind_joint(L, 1);
    return bind_push_boolean(L, cn_joint_is_alarmed(h->world->core, bind_joint_id(h)));
}

/* joint:is_collide() -> boolean: whether its bodies meet each other */
static int l_joint_is_collide(lua_State *L) {
    return bind_push_boolean(L, bind_read_joint(L, EVERY, "is_collide").collide);
}
/* joint:set_collide(boolean) */
static int l_joint_set_collide(lua_State *L) {
    cn_JointDef def = bind_change_joint(L, EVERY, "set_collide");
    def.collide = bind_boolean(L, 2);
    return give_back(L, &def, "");
}
/* joint:is_hidden() -> boolean: whether it is not drawn */
static int l_joint_is_hidden(lua_State *L) {
    return bind_push_boolean(L, bind_read_joint(L, EVERY, "is_hidden").hidden);
}
/* joint:set_hidden(boolean) */
static int l_joint_set_hidden(lua_State *L) {
    cn_JointDef def = bind_change_joint(L, EVERY, "set_hidden");
    def.hidden = bind_boolean(L, 2);
    return give_back(L, &def, "");
}
/* joint:is_enabled() -> boolean; false once it has broken */
static int l_joint_is_enabled(lua_State *L) {
    return bind_push_boolean(L, bind_read_joint(L, EVERY, "is_enabled").enabled);
}
/* joint:set_enabled(boolean) */
static int l_joint_set_enabled(lua_State *L) {
    cn_JointDef def = bind_change_joint(L, EVERY, "set_enabled");
    def.enabled = bind_boolean(L, 2);
    return give_back(L, &def, "");
}

const luaL_Reg bind_joint_setting_methods[] = {
    {"limits", l_joint_limits},
    {"set_limits", l_joint_set_limits},
    {"motor", l_joint_motor},
    {"set_motor", l_joint_set_motor},
    {"spring", l_joint_spring},
    {"set_spring", l_joint_set_spring},
    {"stiffness", l_joint_stiffness},
    {"set_stiffness", l_joint_set_stiffness},
    {"spring_max", l_joint_spring_max},
    {"set_spring_max", l_joint_set_spring_max},
    {"target", l_joint_target},
    {"set_target", l_joint_set_target},
    {"linear", l_joint_linear},
    {"set_linear", l_joint_set_linear},
    {"angular", l_joint_angular},
    {"set_angular", l_joint_set_angular},
    {"rest_length", l_joint_rest_length},
    {"set_length", l_joint_set_length},
    {"min", l_joint_min},
    {"set_min", l_joint_set_min},
    {"max", l_joint_max},
    {"set_max", l_joint_set_max},
    {"x", l_joint_x},
    {"y", l_joint_y},
    {"hertz", l_joint_hertz},
    {"set_hertz", l_joint_set_hertz},
    {"damping", l_joint_damping},
    {"set_damping", l_joint_set_damping},
    {"max_force", l_joint_max_force},
    {"set_max_force", l_joint_set_max_force},
    {"max_torque", l_joint_max_torque},
    {"set_max_torque", l_joint_set_max_torque},
    {"velocity", l_joint_velocity},
    {"set_velocity", l_joint_set_velocity},
    {"break_force", l_joint_break_force},
    {"set_break_force", l_joint_set_break_force},
    {"break_torque", l_joint_break_torque},
    {"set_break_torque", l_joint_set_break_torque},
    {"alarm_force", l_joint_alarm_force},
    {"set_alarm_force", l_joint_set_alarm_force},
    {"alarm_torque", l_joint_alarm_torque},
    {"set_alarm_torque", l_joint_set_alarm_torque},
    {"is_alarmed", l_joint_is_alarmed},
    {"is_hidden", l_joint_is_hidden},
    {"set_hidden", l_joint_set_hidden},
    {"is_collide", l_joint_is_collide},
    {"set_collide", l_joint_set_collide},
    {"is_enabled", l_joint_is_enabled},
    {"set_enabled", l_joint_set_enabled},
    {NULL, NULL},
};
