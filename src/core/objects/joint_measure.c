/* joint_measure.c: what a joint measures: anchors, angle, way, length, speed, force, error.
 *
 * All from the poses as they are now; differences of places are taken in double. Where a and b are
 * far from the origin, or an anchor is far from its body, nothing is lost. */
#include "objects/joint_measure.h"

#include <math.h>

#include "data/body_access.h"
#include "data/joint_access.h"
#include "data/world.h"
#include "objects/gear.h"
#include "world/joint_impulses.h"
#include "world/joint_state.h"

typedef struct Anchors {
    cn_Pos a, b;
} Anchors;

static cn_Pos to_world(const cn_World *w, int body, cn_Pos local) {
    return cn_pose_to_world(&w->pose[body], local.x, local.y);
}

static Anchors anchors(const cn_World *w, const cn_Joint *j) {
    bool mouse = j->kind == CN_MOUSE;
    return (Anchors){mouse ? j->local_a : to_world(w, j->body_a, cn_joint_local_a(j)),
                     to_world(w, j->body_b, j->local_b)};
}

static cn_Vec arm(const cn_World *w, int body, cn_Pos at) {
    cn_Pos c = cn_pose_center(&w->pose[body]);
    return (cn_Vec){(float)(at.x - c.x), (float)(at.y - c.y)};
}

cn_JointPose cn_joint_pose(const cn_World *w, const cn_Joint *j) {
    Anchors at = anchors(w, j);
    return (cn_JointPose){arm(w, j->body_a, at.a),
                          arm(w, j->body_b, at.b),
                          {(float)(at.b.x - at.a.x), (float)(at.b.y - at.a.y)}};
}

cn_Vec cn_joint_axis(const cn_World *w, const cn_Joint *j) {
    return cn_rotate(w->pose[j->body_a].q, j->axis);
}

/* The difference of two angles in (-pi, pi] from one arc tangent: its sign against the signs of
 * both says where it has wrapped. */
double cn_joint_angle_now(const cn_World *w, const cn_Joint *j) {
    cn_Rot a = w->pose[j->body_a].q, b = w->pose[j->body_b].q, q = cn_rot_rel(a, b);
    double angle = cn_atan2(q.s, q.c);
    int turns = w->cold[j->body_b].turns - w->cold[j->body_a].turns - j->turns;
    if (b.s >= 0 && a.s < 0 && angle < 0) turns++;
    if (b.s < 0 && a.s >= 0 && angle > 0) turns--;
    return angle + 2 * CN_PI * turns - j->reference;
}

/* ---- getters ------------------------------------------------------------------------------ */

static const cn_Joint *get(const cn_World *w, cn_JointId joint) {
    return cn_joint_is_valid(w, joint) ? &w->joint[joint.index] : NULL;
}

cn_JointKind cn_joint_kind(const cn_World *w, cn_JointId joint) {
    const cn_Joint *j = get(w, joint);
    return j ? j->kind : CN_REVOLUTE;
}

cn_BodyId cn_joint_body_a(const cn_World *w, cn_JointId joint) {
    const cn_Joint *j = get(w, joint);
    return j ? cn_body_id(w, j->body_a) : (cn_BodyId){0, 0};
}

cn_BodyId cn_joint_body_b(const cn_World *w, cn_JointId joint) {
    const cn_Joint *j = get(w, joint);
    return j ? cn_body_id(w, j->body_b) : (cn_BodyId){0, 0};
}

void cn_joint_anchors(const cn_World *w, cn_JointId joint, cn_Pos *on_a, cn_Pos *on_b) {
    const cn_Joint *j = get(w, joint);
    Anchors at = j ? anchors(w, j) : (Anchors){{0, 0}, {0, 0}};
    *on_a = at.a;
    *on_b = at.b;
}

void cn_joint_local_anchors(const cn_World *w, cn_JointId joint, cn_Pos *on_a, cn_Pos *on_b) {
    const cn_Joint *j = get(w, joint);
    *on_a = j ? j->local_a : (cn_Pos){0, 0};
    *on_b = j ? j->local_b : (cn_Pos){0, 0};
}

cn_Vec cn_joint_local_axis(const cn_World *w, cn_JointId joint) {
    const cn_Joint *j = get(w, joint);
    return j ? j->axis : (cn_Vec){0, 0};
}

/* One that has broken still tells of what, until the next step. */
static bool has_just_broken(const cn_World *w, cn_JointId joint) {
    const cn_EventBuffers *e = &w->events;
    for (int i = 0; i < e->broken_count; i++)
        if (e->broken[i].index == joint.index && e->broken[i].generation == joint.generation)
            return true;
    return false;
}

void cn_joint_force(const cn_World *w, cn_JointId joint, double *fx, double *fy, double *torque) {
    cn_joint_flush((cn_World *)w); /* changes nothing that can be seen */
    const cn_Joint *j = get(w, joint);
    bool acted = j && j->last_dt > 0 && (cn_joint_acts(w, j) || has_just_broken(w, joint));
    *fx = acted ? j->total.x / (double)j->last_dt : 0;
    *fy = acted ? j->total.y / (double)j->last_dt : 0;
    *torque = acted ? j->total_turn / (double)j->last_dt : 0;
}

/* N or N m, of an impulse of the last sub-step. */
static double force_of(const cn_World *w, const cn_Joint *j, double impulse) {
    bool acted = j->last_dt > 0 && cn_joint_acts(w, j);
    return acted ? impulse * w->def.substeps / (double)j->last_dt : 0;
}

double cn_joint_motor_force(const cn_World *w, cn_JointId joint) {
    cn_joint_flush((cn_World *)w); /* changes nothing that can be seen */
    const cn_Joint *j = get(w, joint);
    return j && j->flags & CN_JOINT_MOTOR ? force_of(w, j, (double)j->motor_impulse) : 0;
}

double cn_joint_spring_force(const cn_World *w, cn_JointId joint) {
    cn_joint_flush((cn_World *)w);
    const cn_Joint *j = get(w, joint);
    bool way = j && (cn_joint_has_way(j->kind) || j->kind == CN_DISTANCE);
    return way && j->flags & CN_JOINT_SPRING ? force_of(w, j, (double)j->spring_impulse) : 0;
}

/* N or N m along or about the way, of all that the joint did in the last step. */
static double force_along(const cn_World *w, const cn_Joint *j) {
    cn_Vec n = cn_joint_axis(w, j);
    if (j->kind == CN_REVOLUTE) return (double)j->total_turn / (double)j->last_dt;
    if (j->kind == CN_DISTANCE) n = cn_normalize(cn_joint_pose(w, j).gap, NULL);
    return (double)cn_dot(j->total, n) / (double)j->last_dt;
}

/* m or rad, from a limit to where it holds: an articulation keeps it to rounding */
#define AT_LIMIT 1e-3

static bool is_at_limit(const cn_World *w, const cn_Joint *j, cn_JointId id) {
    const cn_JointTuning *t = &j->tuning;
    bool distance = j->kind == CN_DISTANCE;
    double at = distance ? cn_joint_length(w, id) : cn_joint_angle_now(w, j);
    if (cn_joint_slides(j->kind)) at = cn_joint_translation(w, id);
    double lower = distance ? t->min : t->lower, upper = distance ? t->max : t->upper;
    return at < lower + AT_LIMIT || at > upper - AT_LIMIT;
}

/* An articulation closes its links over and over in a sub-step and keeps no account of each row:
 * what its limits did is what is left of the whole. */
double cn_joint_limit_force(const cn_World *w, cn_JointId joint) {
    const uint32_t limits = CN_JOINT_LIMITS | CN_JOINT_MIN | CN_JOINT_MAX;
    cn_joint_flush((cn_World *)w);
    const cn_Joint *j = get(w, joint);
    if (!j || !(j->flags & limits) || !(j->last_dt > 0) || !cn_joint_acts(w, j)) return 0;
    if (!cn_joint_has_hard_limits(j))
        return force_of(w, j, (double)j->lower_impulse - (double)j->upper_impulse);
    if (!is_at_limit(w, j, joint)) return 0;
    return force_along(w, j) - cn_joint_motor_force(w, joint) - cn_joint_spring_force(w, joint);
}

double cn_joint_angle(const cn_World *w, cn_JointId joint) {
    const cn_Joint *j = get(w, joint);
    return j ? cn_joint_angle_now(w, j) : 0;
}

static double translation(const cn_World *w, const cn_Joint *j) {
    return cn_dot(cn_joint_pose(w, j).gap, cn_joint_axis(w, j)) - j->origin;
}

double cn_joint_translation(const cn_World *w, cn_JointId joint) {
    const cn_Joint *j = get(w, joint);
    return j && cn_joint_slides(j->kind) ? translation(w, j) : 0;
}

double cn_joint_length(const cn_World *w, cn_JointId joint) {
    const cn_Joint *j = get(w, joint);
    if (!j) return 0;
    if (j->kind == CN_PULLEY) return cn_gear_error(w, j) + j->tuning.length;
    Anchors at = anchors(w, j);
    double x = at.b.x - at.a.x, y = at.b.y - at.a.y;
    return sqrt(x * x + y * y);
}

/* Velocity of the anchor on b as seen from that on a. */
static cn_Vec anchor_speed(const cn_World *w, const cn_Joint *j, const cn_JointPose *p) {
    const cn_Motion *a = &w->motion[j->body_a], *b = &w->motion[j->body_b];
    cn_Vec va = cn_add((cn_Vec){a->vx, a->vy}, cn_cross_sv(a->w, p->ra));
    cn_Vec vb = cn_add((cn_Vec){b->vx, b->vy}, cn_cross_sv(b->w, p->rb));
    return cn_sub(vb, va);
}

double cn_joint_speed(const cn_World *w, cn_JointId joint) {
    const cn_Joint *j = get(w, joint);
    if (!j) return 0;
    cn_JointPose p = cn_joint_pose(w, j);
    cn_Vec v = anchor_speed(w, j, &p);
    float spin = w->motion[j->body_a].w;
    switch (j->kind) {
    case CN_REVOLUTE:
    case CN_ROTARY:
    case CN_WHEEL:
    case CN_RATCHET:
        return (double)(w->motion[j->body_b].w - spin);
    case CN_PRISMATIC: /* d/dt (gap . axis), the axis turns with a */
        return (double)cn_dot(cn_sub(v, cn_cross_sv(spin, p.gap)), cn_joint_axis(w, j));
    case CN_DISTANCE:
        return (double)cn_dot(v, cn_normalize(p.gap, NULL));
    default:
        return 0;
    }
}

/* ---- error -------------------------------------------------------------------------------- */

static double outside(double v, double lower, double upper) {
    return v < lower ? lower - v : (v > upper ? v - upper : 0);
}

static void slide_error(const cn_World *w, const cn_Joint *j, double *linear, double *angular) {
    cn_Vec gap = cn_joint_pose(w, j).gap, axis = cn_joint_axis(w, j);
    double across = fabs((double)cn_cross(axis, gap)), along = 0;
    if (j->flags & CN_JOINT_LIMITS)
        along = outside(translation(w, j), j->tuning.lower, j->tuning.upper);
    *linear = across > along ? across : along;
    if (j->kind == CN_PRISMATIC) *angular = fabs(cn_joint_angle_now(w, j));
}

/* From where the anchor belongs, as far as it is driven there. */
static double drive_gap(const cn_World *w, const cn_Joint *j) {
    cn_Vec gap = cn_unrotate(w->pose[j->body_a].q, cn_joint_pose(w, j).gap);
    if (j->flags & CN_JOINT_FREE_X) gap.x = 0;
    if (j->flags & CN_JOINT_FREE_Y) gap.y = 0;
    return (double)cn_length(gap);
}

/* How far it is from the pose that its springs pull to. */
static void motor_error(const cn_World *w, const cn_Joint *j, double *linear, double *angular) {
    const cn_JointTuning *t = &j->tuning;
    if (j->flags & CN_JOINT_DRIVES_ANCHOR && t->linear_hertz > 0) *linear = drive_gap(w, j);
    if (j->flags & CN_JOINT_DRIVES_ANGLE && t->angular_hertz > 0)
        *angular = fabs(cn_joint_angle_now(w, j) - t->target);
}

static void distance_error(const cn_Joint *j, double length, double *linear) {
    const cn_JointTuning *t = &j->tuning;
    if (cn_joint_is_rod(j))
        *linear = fabs(length - t->length);
    else
        *linear = outside(length, t->min, t->max);
}

static void coupling_error(const cn_World *w, const cn_Joint *j, double *linear, double *angular) {
    double error = cn_gear_error(w, j);
    bool slides = j->kind == CN_PULLEY;
    if (j->kind == CN_GEAR)
        slides = w->joint[cn_gear_of(w, (int)(j - w->joint))->of[0]].kind == CN_PRISMATIC;
    if (j->kind != CN_GEAR && error < 0) error = 0;
    *(slides ? linear : angular) = fabs(error);
}

void cn_joint_error(const cn_World *w, cn_JointId joint, double *linear, double *angular) {
    const cn_Joint *j = get(w, joint);
    *linear = *angular = 0;
    if (!j) return;
    double length = cn_joint_length(w, joint);
    if (j->kind == CN_DISTANCE) distance_error(j, length, linear);
    if (cn_joint_slides(j->kind)) slide_error(w, j, linear, angular);
    if (j->kind == CN_MOTOR) motor_error(w, j, linear, angular);
    if (cn_joint_couples(j)) coupling_error(w, j, linear, angular);
    if (j->kind == CN_REVOLUTE) *linear = length;
    if (cn_joint_hinges(j->kind) && j->flags & CN_JOINT_LIMITS)
        *angular = outside(cn_joint_angle_now(w, j), j->tuning.lower, j->tuning.upper);
    if (j->kind == CN_WELD && j->tuning.linear_hertz == 0) *linear = length;
    if (j->kind == CN_WELD && j->tuning.angular_hertz == 0)
        *angular = fabs(cn_joint_angle_now(w, j));
}

/* ---- springs ------------------------------------------------------------------------------ */

/* Inverse masses of both bodies, m and i their sums; 1/kg and 1/(kg m^2). */
typedef struct Give {
    double m, ia, ib, i;
} Give;

static double square(double v) { return v * v; }

/* About the joint, while its anchors stay together if it holds them: see turn_dof in joint_dof.h.
 */
static double turn_give(const Give *g, const cn_JointPose *p, bool anchored) {
    if (!anchored || !(g->m > 0)) return g->i;
    double ax = (double)p->ra.x, ay = (double)p->ra.y, bx = (double)p->rb.x, by = (double)p->rb.y;
    double whole = g->i * g->m + g->ia * g->ib * (square(bx - ax) + square(by - ay));
    double arms = g->ia * (ax * ax + ay * ay) + g->ib * (bx * bx + by * by);
    return whole * g->m / (g->m * (g->m + arms) + g->ia * g->ib * square(ax * by - ay * bx));
}

/* Along n, while it keeps to it and does not turn: see slide_dof and wheel_dof. */
static double slide_give(const Give *g, cn_Vec n, cn_Vec a, cn_Vec b, bool turns) {
    cn_Vec t = {-n.y, n.x};
    double sa = (double)cn_cross(a, n), sb = (double)cn_cross(b, n);
    double ta = (double)cn_cross(a, t), tb = (double)cn_cross(b, t), both = g->ia * g->ib;
    double arms = g->ia * (sa * sa + ta * ta) + g->ib * (sb * sb + tb * tb);
    if (turns)
        return (g->m * (g->m + arms) + both * square(sa * tb - sb * ta)) /
               (g->m + g->ia * ta * ta + g->ib * tb * tb);
    if (!(g->i > 0)) return g->m;
    double way = g->i * g->m + both * square(tb - ta);
    return g->m * (way + both * square(sb - sa)) / way;
}

/* 1/kg, or 1/(kg m^2) about an angle: how its two bodies give way to its spring, held as it holds
 * them. */
static double spring_give(const cn_World *w, const cn_Joint *j) {
    cn_Mass ma = w->mass[j->body_a], mb = w->mass[j->body_b];
    Give g = {(double)ma.inv_m + (double)mb.inv_m, (double)ma.inv_i, (double)mb.inv_i,
              (double)ma.inv_i + (double)mb.inv_i};
    cn_JointPose p = cn_joint_pose(w, j);
    if (cn_joint_hinges(j->kind)) return turn_give(&g, &p, j->kind == CN_REVOLUTE);
    if (cn_joint_slides(j->kind) && g.m > 0)
        return slide_give(&g, cn_joint_axis(w, j), cn_add(p.ra, p.gap), p.rb, j->kind == CN_WHEEL);
    cn_Vec n = cn_normalize(p.gap, NULL);
    return g.m + g.ia * square((double)cn_cross(p.ra, n)) +
           g.ib * square((double)cn_cross(p.rb, n));
}

double cn_joint_stiff_hertz(const cn_World *w, const cn_Joint *j) {
    double hertz = sqrt(j->tuning.stiffness * spring_give(w, j)) / (2 * CN_PI);
    return hertz < CN_MAX_HERTZ ? hertz : CN_MAX_HERTZ;
}

/* m/s or rad/s that a spring so far from rest swings with by itself. */
static double swing(double hertz, double way) { return 2 * CN_PI * hertz * fabs(way); }

double cn_joint_swing(const cn_World *w, const cn_Joint *j) {
    const cn_JointTuning *t = &j->tuning;
    double gap = (double)cn_length(cn_joint_pose(w, j).gap), angle = cn_joint_angle_now(w, j);
    if (j->kind == CN_WELD)
        return fmax(swing(t->linear_hertz, gap), swing(t->angular_hertz, angle));
    if (j->kind == CN_MOTOR)
        return fmax(
            swing(j->flags & CN_JOINT_DRIVES_ANCHOR ? t->linear_hertz : 0, drive_gap(w, j)),
            swing(j->flags & CN_JOINT_DRIVES_ANGLE ? t->angular_hertz : 0, angle - t->target));
    if (!(j->flags & CN_JOINT_SPRING)) return 0;
    if (j->kind == CN_DISTANCE) return swing(t->hertz, gap - t->length);
    if (cn_joint_slides(j->kind)) return swing(t->hertz, translation(w, j) - t->target);
    return swing(t->hertz, j->kind == CN_MOUSE ? gap : angle - t->target);
}
