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

#define MOST        1e9 /* of speeds, forces and frequencies: what a float can hold the square of */
#define LEAST_RATIO 1e-6
#define LEAST_STEP  1e-4 /* rad */

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
    };
}

/* Like a range from 0, but without an upper end. */
static cn_Result check_most(cn_Error *e, const char *field, double v) {
    if (v == (double)INFINITY) return CN_OK;
    return cn_check_range(e, field, v, 0, 1e30);
}

static cn_Result check_spring(cn_Error *e, const char *hertz, const char *damping, double h,
                              double d) {
    cn_Result r = cn_check_range(e, hertz, h, 0, 1e6);
    return r ? r : cn_check_range(e, damping, d, 0, 1e6);
}

static cn_Result check_limits(cn_Error *e, const cn_JointDef *d) {
    cn_Result r;
    if (!d->has_limits) return CN_OK;
    if ((r = cn_check_range(e, "limits", d->lower, -MOST, MOST))) return r;
    if ((r = cn_check_range(e, "limits", d->upper, -MOST, MOST))) return r;
    if (d->lower <= d->upper) return CN_OK;
    return cn_refuse(e, CN_RANGE, "limits", "must be {lo, hi} with lo <= hi, got {%g, %g}",
                     d->lower, d->upper);
}

static cn_Result check_motor(cn_Error *e, const cn_JointDef *d) {
    cn_Result r;
    if (!d->has_motor) return CN_OK;
    if ((r = cn_check_range(e, "motor.speed", d->motor_speed, -MOST, MOST))) return r;
    return check_most(e, "motor.max", d->motor_max);
}

static cn_Result check_distance(cn_Error *e, const cn_JointDef *d) {
    cn_Result r;
    if ((r = cn_check_range(e, "length", d->length, -MOST, CN_MAX_SIZE))) return r;
    if (d->has_min && (r = cn_check_range(e, "min", d->min, -MOST, CN_MAX_SIZE))) return r;
    if (d->has_max && d->max != (double)INFINITY &&
        (r = cn_check_range(e, "max", d->max, 0, CN_MAX_SIZE)))
        return r;
    if (d->has_min && d->has_max && d->min > d->max)
        return cn_refuse(e, CN_RANGE, "min", "must be <= max, got %g with max %g", d->min, d->max);
    return CN_OK;
}

static cn_Result check_linear(cn_Error *e, const cn_JointDef *d) {
    cn_Result r;
    if ((r = check_spring(e, "linear.hertz", "linear.damping", d->linear_hertz, d->linear_damping)))
        return r;
    if ((r = cn_check_coordinate(e, "linear.x", d->offset_x))) return r;
    if ((r = cn_check_coordinate(e, "linear.y", d->offset_y))) return r;
    if ((r = cn_check_range(e, "linear.vx", d->velocity_x, -MOST, MOST))) return r;
    if ((r = cn_check_range(e, "linear.vy", d->velocity_y, -MOST, MOST))) return r;
    return check_most(e, "linear.max", d->max_force);
}

static cn_Result check_angular(cn_Error *e, const cn_JointDef *d) {
    cn_Result r;
    if ((r = check_spring(e, "angular.hertz", "angular.damping", d->angular_hertz,
                          d->angular_damping)))
        return r;
    if ((r = cn_check_range(e, "angular.angle", d->target, -MOST, MOST))) return r;
    if ((r = cn_check_range(e, "angular.speed", d->motor_speed, -MOST, MOST))) return r;
    return check_most(e, "angular.max", d->max_torque);
}

/* From least to most in size, of either sign. */
static cn_Result check_signed(cn_Error *e, const char *field, double v, double least, double most) {
    cn_Result r = cn_check_range(e, field, v, -most, most);
    if (r || fabs(v) >= least) return r;
    if (v == 0) return cn_refuse(e, CN_RANGE, field, "must not be 0");
    return cn_refuse(e, CN_RANGE, field, "must be at least %g in size, got %g", least, v);
}

static cn_Result check_pulley(cn_Error *e, const cn_JointDef *d) {
    cn_Result r = cn_check_range(e, "ratio", d->ratio, LEAST_RATIO, 1 / LEAST_RATIO);
    return r ? r : cn_check_range(e, "length", d->length, -MOST, MOST);
}

static cn_Result check_ratchet(cn_Error *e, const cn_JointDef *d) {
    cn_Result r = check_signed(e, "step", d->step, LEAST_STEP, MOST);
    return r ? r : cn_check_range(e, "phase", d->phase, -MOST, MOST);
}

static cn_Result check_kind(cn_Error *e, const cn_JointDef *d) {
    cn_Result r = CN_OK;
    if (d->kind == CN_FILTER) return r;
    if (d->kind == CN_MOTOR) {
        r = check_linear(e, d);
        return r ? r : check_angular(e, d);
    }
    if (d->kind == CN_FRICTION) {
        r = check_most(e, "max_force", d->max_force);
        return r ? r : check_most(e, "max_torque", d->max_torque);
    }
    if (d->kind == CN_GEAR) return check_signed(e, "ratio", d->ratio, LEAST_RATIO, 1 / LEAST_RATIO);
    if (d->kind == CN_PULLEY) return check_pulley(e, d);
    if (d->kind == CN_RATCHET) return check_ratchet(e, d);
    if (d->kind == CN_MOUSE) {
        if ((r = check_spring(e, "hertz", "damping", d->hertz, d->damping))) return r;
        return check_most(e, "max_force", d->max_force);
    }
    if (d->kind == CN_WELD) {
        if ((r = check_spring(e, "linear.hertz", "linear.damping", d->linear_hertz,
                              d->linear_damping)))
            return r;
        return check_spring(e, "angular.hertz", "angular.damping", d->angular_hertz,
                            d->angular_damping);
    }
    if (d->kind == CN_DISTANCE)
        r = check_distance(e, d);
    else
        r = check_limits(e, d);
    if (r || (r = check_motor(e, d))) return r;
    if (d->has_spring &&
        (r = check_spring(e, "spring.hertz", "spring.damping", d->hertz, d->damping)))
        return r;
    return cn_check_range(e, "spring.target", d->target, -MOST, MOST);
}

cn_Result cn_joint_check_tuning(cn_Error *e, const cn_JointDef *d) {
    cn_Result r = check_kind(e, d);
    if (r || (r = check_most(e, "break_force", d->break_force))) return r;
    return check_most(e, "break_torque", d->break_torque);
}

static bool same(double a, double b) { return a == b || (a != a && b != b); }

static cn_Result check_point(cn_Error *e, const char *field, double x, double y) {
    cn_Result r = cn_check_coordinate(e, field, x);
    return r ? r : cn_check_coordinate(e, field, y);
}

cn_Result cn_joint_check_target(cn_Error *e, const cn_JointDef *d) {
    cn_Result r = cn_check_coordinate(e, "x", d->to_x);
    return r ? r : cn_check_coordinate(e, "y", d->to_y);
}

static cn_Result check_axis(cn_Error *e, const cn_JointDef *d) {
    cn_Result r = cn_check_range(e, "axis", d->axis_x, -MOST, MOST);
    if (r || (r = cn_check_range(e, "axis", d->axis_y, -MOST, MOST))) return r;
    if (fabs(d->axis_x) + fabs(d->axis_y) > 1e-9) return CN_OK;
    return cn_refuse(e, CN_RANGE, "axis", "must not be {0, 0}");
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
    if (cn_joint_slides(d->kind) && (r = check_axis(e, d))) return r;
    if (d->kind == CN_PULLEY &&
        (r = check_point(e, "ground_from", d->ground_from_x, d->ground_from_y)))
        return r;
    if (d->kind == CN_PULLEY && (r = check_point(e, "ground_to", d->ground_to_x, d->ground_to_y)))
        return r;
    if (d->kind == CN_REVOLUTE && d->has_reference &&
        (r = cn_check_range(e, "reference", d->reference, -MOST, MOST)))
        return r;
    return cn_joint_check_tuning(e, d);
}
