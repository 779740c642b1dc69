/* joint_place.c: anchors, axis and zero of a joint that exists, elsewhere.
 *
 * Nothing is kicked by that: what is apart from now on is pulled together gently, as when bodies
 * are put elsewhere, and what a joint counts (the way of a slider, the slack of a rope, the sum of
 * a gear) stays what it was.
 * Not here: what else can be set on a joint (joint.c). */
#include <math.h>

#include "activity/activity.h"
#include "data/body_access.h"
#include "data/joint_access.h"
#include "data/world.h"
#include "objects/gear.h"
#include "objects/joint.h"
#include "objects/joint_measure.h"
#include "world/check.h"
#include "world/joint_impulses.h"

/* Open, alive, and of a kind that has what is set. */
static cn_Result check(cn_World *w, cn_JointId joint, bool (*has)(cn_JointKind kind),
                       const char *what) {
    cn_Result r = cn_check_joint(w, joint);
    if (r || has(w->joint[joint.index].kind)) return r;
    return cn_refuse(&w->error, CN_RANGE, "", "a joint of this kind has no %s", what);
}

static bool has_anchors(cn_JointKind kind) {
    return kind != CN_FILTER && kind != CN_ROTARY && kind != CN_GEAR && kind != CN_RATCHET;
}

static bool has_both(cn_JointKind kind) { return has_anchors(kind) && kind != CN_MOUSE; }

static void catch_anew(cn_World *w, cn_Joint *j) {
    j->flags &= ~(uint32_t)CN_JOINT_MESHED;
    j->hold_impulse = 0;
    cn_gear_mesh(w, j);
}

/* Of a joint whose zero is another: it, where it is a ratchet, and its gears. */
static void catch_all(cn_World *w, cn_JointId joint) {
    cn_Joint *j = &w->joint[joint.index];
    if (j->kind == CN_RATCHET) catch_anew(w, j);
    cn_JointId gear = cn_joint_next_gear(w, joint, (cn_JointId){0, 0});
    for (; gear.generation; gear = cn_joint_next_gear(w, joint, gear))
        catch_anew(w, &w->joint[gear.index]);
}

static void begin(cn_World *w) {
    cn_joint_flush(w);
    cn_activity_settle(w);
}

static void end(cn_World *w, cn_Joint *j) {
    j->flags |= CN_JOINT_PULL | CN_JOINT_EASE;
    w->joint_places_stale = w->joint_tuning_stale = true;
    cn_activity_disturb_both(w, j->body_a, j->body_b, CN_DISTURBED_CHANGED);
}

static void move(cn_World *w, cn_JointId joint, cn_Pos on_a, cn_Pos on_b) {
    cn_Joint *j = &w->joint[joint.index];
    begin(w);
    double way = cn_joint_translation(w, joint);
    double slack = j->kind == CN_PULLEY ? cn_gear_error(w, j) : 0;
    j->local_a = on_a;
    j->local_b = on_b;
    j->origin += cn_joint_translation(w, joint) - way; /* 0 where there is no way */
    if (j->kind == CN_PULLEY) j->tuning.length += cn_gear_error(w, j) - slack;
    end(w, j);
}

static cn_Result check_point(cn_World *w, const char *x, const char *y, cn_Pos p) {
    cn_Result r = cn_check(&w->error, x, p.x, CN_RANGE_COORDINATE);
    return r ? r : cn_check(&w->error, y, p.y, CN_RANGE_COORDINATE);
}

cn_Result cn_joint_set_anchors(cn_World *w, cn_JointId joint, const cn_Pos *on_a,
                               const cn_Pos *on_b) {
    cn_Result r = check(w, joint, has_anchors, "anchors");
    if (r || (on_a && (r = check_point(w, "x", "y", *on_a)))) return r;
    if (on_b && (r = check_point(w, "x", "y", *on_b))) return r;
    const cn_Joint *j = &w->joint[joint.index];
    cn_Pos a = j->local_a, b = j->local_b;
    bool target = j->kind == CN_MOUSE; /* on_a is where it pulls: set by cn_joint_configure */
    if (on_a && !target) a = cn_body_to_local(w, cn_body_id(w, j->body_a), on_a->x, on_a->y);
    if (on_b) b = cn_body_to_local(w, cn_body_id(w, j->body_b), on_b->x, on_b->y);
    move(w, joint, a, b);
    return CN_OK;
}

cn_Result cn_joint_set_local_anchors(cn_World *w, cn_JointId joint, cn_Pos on_a, cn_Pos on_b) {
    cn_Result r = check(w, joint, has_both, "anchors on both bodies");
    if (r || (r = check_point(w, "x1", "y1", on_a)) || (r = check_point(w, "x2", "y2", on_b)))
        return r;
    move(w, joint, on_a, on_b);
    return CN_OK;
}

cn_Result cn_joint_set_axis(cn_World *w, cn_JointId joint, double x, double y) {
    cn_Result r = check(w, joint, cn_joint_slides, "axis");
    if (r || (r = cn_check_direction(&w->error, "x", "y", "axis", x, y))) return r;
    cn_Joint *j = &w->joint[joint.index];
    double scale = sqrt(x * x + y * y);
    begin(w);
    double way = cn_joint_translation(w, joint);
    cn_Vec axis = {(float)(x / scale), (float)(y / scale)};
    j->axis = cn_unrotate(w->pose[j->body_a].q, axis);
    j->origin += cn_joint_translation(w, joint) - way;
    end(w, j);
    return CN_OK;
}

/* Where it counts from. */
static cn_Result set_zero(cn_World *w, cn_JointId joint, double *zero, double value) {
    begin(w);
    *zero = value;
    catch_all(w, joint);
    end(w, &w->joint[joint.index]);
    return CN_OK;
}

cn_Result cn_joint_set_reference(cn_World *w, cn_JointId joint, double reference) {
    cn_Result r = check(w, joint, cn_joint_has_angle, "reference");
    if (r || (r = cn_check(&w->error, "reference", reference, CN_RANGE_DRIVE))) return r;
    return set_zero(w, joint, &w->joint[joint.index].reference, reference);
}

cn_Result cn_joint_set_origin(cn_World *w, cn_JointId joint, double origin) {
    cn_Result r = check(w, joint, cn_joint_slides, "origin");
    if (r || (r = cn_check(&w->error, "origin", origin, CN_RANGE_COORDINATE))) return r;
    return set_zero(w, joint, &w->joint[joint.index].origin, origin);
}
