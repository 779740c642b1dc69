/* joint_check.c: what a definition of a joint may be.
 *
 * Fields are named as scripts name them: "at" where both anchors are one point, "spring.hertz" for
 * a key of a table. Not here: the bodies (joint.c). */
#include <math.h>

#include "cairn.h"
#include "cairn_types.h"
#include "data/joint_access.h"
#include "objects/joint.h"
#include "world/check.h"

cn_JointDef cn_joint_def(cn_JointKind kind) {
    bool mouse = kind == CN_MOUSE;
    return (cn_JointDef){
        .kind = kind,
        .axis_x = 1,
        .motor_max = INFINITY,
        .hertz = mouse ? 5 : 0,
        .damping = mouse ? 0.7 : 0,
        .length = -1,
        .ratio = 1,
        .min = -1,
        .max = INFINITY,
        .max_force = INFINITY,
        .max_torque = INFINITY,
        .enabled = true,
        .break_force = INFINITY,
        .break_torque = INFINITY,
        .alarm_force = INFINITY,
        .alarm_torque = INFINITY,
    };
}

#define MEMBER(member, name, range) CN_NAMED(cn_JointDef, member, name, range)
#define OR_NONE(name, range)        CN_OR_NONE(cn_JointDef, name, range)
#define END                                                                                        \
    { NULL, 0, 0, false }

static cn_Result check_limits(cn_Error *e, const cn_JointDef *d) {
    static const cn_Member members[] = {MEMBER(lower, "limits[1]", DRIVE),
                                        MEMBER(upper, "limits[2]", DRIVE), END};
    if (!d->has_limits) return CN_OK;
    cn_Result r = cn_check_members(e, d, members);
    if (r || d->lower <= d->upper) return r;
    return cn_refuse(e, CN_RANGE, "limits", "must be {lo, hi} with lo <= hi, got {%g, %g}",
                     d->lower, d->upper);
}

static cn_Result check_motor(cn_Error *e, const cn_JointDef *d) {
    static const cn_Member members[] = {MEMBER(motor_speed, "motor.speed", DRIVE),
                                        MEMBER(motor_max, "motor.max", LIMIT), END};
    return d->has_motor ? cn_check_members(e, d, members) : CN_OK;
}

static cn_Result check_distance(cn_Error *e, const cn_JointDef *d) {
    static const cn_Member length[] = {OR_NONE(length, DISTANCE), END};
    static const cn_Member min[] = {OR_NONE(min, DISTANCE), END};
    static const cn_Member max[] = {MEMBER(max, "max", REACH), END};
    cn_Result r = cn_check_members(e, d, length);
    if (r || (d->has_min && (r = cn_check_members(e, d, min)))) return r;
    if (d->has_max && (r = cn_check_members(e, d, max))) return r;
    if (d->has_min && d->has_max && d->min > d->max)
        return cn_refuse(e, CN_RANGE, "min", "must be <= max, got %g with max %g", d->min, d->max);
    return CN_OK;
}

/* What the kinds read, each for itself. */
static const cn_Member members[CN_JOINT_KINDS][12] = {
    [CN_MOTOR] = {MEMBER(linear_hertz, "linear.hertz", HERTZ),
                  MEMBER(linear_damping, "linear.damping", DAMPING_RATIO),
                  MEMBER(offset_x, "linear.x", COORDINATE),
                  MEMBER(offset_y, "linear.y", COORDINATE), MEMBER(velocity_x, "linear.vx", DRIVE),
                  MEMBER(velocity_y, "linear.vy", DRIVE), MEMBER(max_force, "linear.max", LIMIT),
                  MEMBER(angular_hertz, "angular.hertz", HERTZ),
                  MEMBER(angular_damping, "angular.damping", DAMPING_RATIO),
                  MEMBER(target, "angular.angle", DRIVE),
                  MEMBER(motor_speed, "angular.speed", DRIVE), END},
    [CN_FRICTION] = {MEMBER(max_force, "max_force", LIMIT), MEMBER(max_torque, "max_torque", LIMIT),
                     END},
    [CN_GEAR] = {MEMBER(ratio, "ratio", SIGNED_RATIO), END},
    [CN_PULLEY] = {MEMBER(ratio, "ratio", RATIO), OR_NONE(length, ROPE), END},
    [CN_RATCHET] = {MEMBER(step, "step", CATCH), MEMBER(phase, "phase", DRIVE), END},
    [CN_MOUSE] = {MEMBER(hertz, "hertz", HERTZ), MEMBER(damping, "damping", DAMPING_RATIO),
                  MEMBER(max_force, "max_force", LIMIT), END},
    [CN_WELD] = {MEMBER(linear_hertz, "linear.hertz", HERTZ),
                 MEMBER(linear_damping, "linear.damping", DAMPING_RATIO),
                 MEMBER(angular_hertz, "angular.hertz", HERTZ),
                 MEMBER(angular_damping, "angular.damping", DAMPING_RATIO), END},
};

static cn_Result check_kind(cn_Error *e, const cn_JointDef *d) {
    static const cn_Member spring[] = {MEMBER(hertz, "spring.hertz", HERTZ),
                                       MEMBER(damping, "spring.damping", DAMPING_RATIO),
                                       MEMBER(stiffness, "spring.stiffness", STIFFNESS), END};
    cn_Result r = cn_check_members(e, d, members[d->kind]);
    if (!r && d->kind == CN_MOTOR) r = cn_check(e, "angular.max", d->max_torque, CN_RANGE_LIMIT);
    bool slides = cn_joint_has_way(d->kind);
    if (!r && d->kind == CN_MOTOR && d->has_linear && d->free_x && d->free_y)
        r = cn_refuse(e, CN_RANGE, "linear", "must drive x or y");
    if (r || !(slides || d->kind == CN_DISTANCE)) return r;
    r = slides ? check_limits(e, d) : check_distance(e, d);
    if (r || (r = check_motor(e, d))) return r;
    if (d->has_spring && (r = cn_check_members(e, d, spring))) return r;
    if ((r = cn_check(e, "spring.max", d->max_force, CN_RANGE_LIMIT))) return r;
    return cn_check(e, "spring.target", d->target, CN_RANGE_DRIVE);
}

cn_Result cn_joint_check_tuning(cn_Error *e, const cn_JointDef *d) {
    static const cn_Member strength[] = {MEMBER(break_force, "break_force", LIMIT),
                                         MEMBER(break_torque, "break_torque", LIMIT),
                                         MEMBER(alarm_force, "alarm_force", LIMIT),
                                         MEMBER(alarm_torque, "alarm_torque", LIMIT), END};
    cn_Result r = check_kind(e, d);
    return r ? r : cn_check_members(e, d, strength);
}

cn_JointDef cn_joint_read_part(const cn_JointDef *d) {
    cn_JointDef own = *d, none = cn_joint_def(d->kind);
    bool slides = cn_joint_has_way(d->kind), driven = slides || d->kind == CN_DISTANCE;
    bool motor = d->kind == CN_MOTOR, soft = motor || d->kind == CN_WELD;
    bool turned = driven && d->has_motor, sprung = driven && d->has_spring;
    if (!slides || !d->has_limits) own.lower = none.lower, own.upper = none.upper;
    if (!turned && !motor) own.motor_speed = none.motor_speed;
    if (!turned) own.motor_max = none.motor_max;
    if (!sprung && d->kind != CN_MOUSE) own.hertz = none.hertz, own.damping = none.damping;
    if (!sprung) own.stiffness = none.stiffness;
    if (!driven && !motor) own.target = none.target;
    if (d->kind != CN_DISTANCE && d->kind != CN_PULLEY) own.length = 0;
    if (d->kind != CN_DISTANCE) own.has_min = own.has_max = false;
    if (!soft) {
        own.linear_hertz = none.linear_hertz, own.linear_damping = none.linear_damping;
        own.angular_hertz = none.angular_hertz, own.angular_damping = none.angular_damping;
    }
    if (!driven && !cn_joint_drives(d->kind) && d->kind != CN_MOUSE) own.max_force = none.max_force;
    if (!cn_joint_drives(d->kind)) own.max_torque = none.max_torque;
    if (!motor) {
        own.velocity_x = none.velocity_x, own.velocity_y = none.velocity_y;
        own.offset_x = none.offset_x, own.offset_y = none.offset_y;
    }
    if (d->kind != CN_GEAR && d->kind != CN_PULLEY) own.ratio = none.ratio;
    if (d->kind != CN_RATCHET) own.step = none.step, own.phase = none.phase;
    return own;
}

static bool same(double a, double b) { return a == b || (a != a && b != b); }

static cn_Result check_point(cn_Error *e, const char *field, double x, double y) {
    cn_Result r = cn_check(e, field, x, CN_RANGE_COORDINATE);
    return r ? r : cn_check(e, field, y, CN_RANGE_COORDINATE);
}

cn_Result cn_joint_check_target(cn_Error *e, const cn_JointDef *d) {
    cn_Result r = cn_check(e, "x", d->to_x, CN_RANGE_COORDINATE);
    return r ? r : cn_check(e, "y", d->to_y, CN_RANGE_COORDINATE);
}

cn_Result cn_joint_check_def(cn_Error *e, const cn_JointDef *d) {
    cn_Result r;
    if (d->kind < CN_REVOLUTE || d->kind >= CN_JOINT_KINDS)
        return cn_refuse(e, CN_RANGE, "kind", "must be one of cn_JointKind");
    if (d->kind == CN_GEAR) return cn_joint_check_tuning(e, d);
    if (d->kind == CN_MOUSE) {
        if ((r = cn_joint_check_target(e, d))) return r;
        return cn_joint_check_tuning(e, d);
    }
    bool one = same(d->from_x, d->to_x) && same(d->from_y, d->to_y);
    if ((r = check_point(e, one ? "at" : "from", d->from_x, d->from_y))) return r;
    if ((r = check_point(e, "to", d->to_x, d->to_y))) return r;
    if (cn_joint_slides(d->kind) &&
        (r = cn_check_direction(e, "axis", "axis", "axis", d->axis_x, d->axis_y)))
        return r;
    if (d->kind == CN_PULLEY &&
        (r = check_point(e, "ground_from", d->ground_from_x, d->ground_from_y)))
        return r;
    if (d->kind == CN_PULLEY && (r = check_point(e, "ground_to", d->ground_to_x, d->ground_to_y)))
        return r;
    if (cn_joint_has_angle(d->kind) && d->has_reference &&
        (r = cn_check(e, "reference", d->reference, CN_RANGE_DRIVE)))
        return r;
    if (cn_joint_slides(d->kind) && d->has_origin &&
        (r = cn_check(e, "origin", d->origin, CN_RANGE_COORDINATE)))
        return r;
    return cn_joint_check_tuning(e, d);
}
