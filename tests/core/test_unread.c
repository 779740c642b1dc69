/* test_unread.c: what a definition's kind does not read, or what a flag of it switches off, may be
 * anything; and so may the ids from which a walk goes on. Prints "N checks, N failed". */
#include <math.h>
#include <string.h>

#include "bodies.h"
#include "cairn.h"
#include "check.h"

#define STEPS 30

static const double hostile[] = {NAN, INFINITY, -INFINITY, 3.3, -1, 1e300};
enum { HOSTILE = sizeof hostile / sizeof *hostile };

static cn_World *make_world(const cn_WorldDef *def) {
    cn_World *w = NULL;
    CHECK(cn_world_create(def, &w, NULL) == CN_OK);
    return w;
}

/* The world after some steps, and whether a snapshot of it is taken by another. */
static uint64_t end_of(cn_World *w) {
    for (int i = 0; i < STEPS; i++) CHECK(cn_world_step(w, 1.0 / 60, NULL) == CN_OK);
    uint64_t hash = cn_world_hash(w);
    cn_Snapshot s = {0};
    cn_World *copy = NULL;
    cn_Error e = {0};
    CHECK(cn_world_snapshot(w, NULL, 0, &s) == CN_OK);
    expect(cn_world_load(s.bytes, s.size, 1, &copy, &e) == CN_OK, "not loaded: %s", e.message);
    if (copy) {
        CHECK(cn_world_step(copy, 1.0 / 60, NULL) == CN_OK);
        CHECK(cn_world_step(w, 1.0 / 60, NULL) == CN_OK);
        CHECK(cn_world_hash(copy) == cn_world_hash(w));
        cn_world_destroy(copy);
    }
    cn_snapshot_free(&s);
    return hash;
}

/* ---- joints ------------------------------------------------------------------------------- */

static cn_JointDef joint_of(cn_JointKind kind, cn_BodyId a, cn_BodyId b) {
    cn_JointDef d = cn_joint_def(kind);
    d.a = a, d.b = b;
    d.from_x = -0.5, d.to_x = 0.5, d.from_y = d.to_y = 5;
    d.axis_y = 1;
    d.ground_from_x = -0.5, d.ground_to_x = 0.5, d.ground_from_y = d.ground_to_y = 9;
    d.step = kind == CN_RATCHET ? 0.3 : 0;
    d.has_linear = kind == CN_MOTOR;
    d.max_force = kind == CN_MOTOR || kind == CN_FRICTION ? 5 : (double)INFINITY;
    return d;
}

/* Every member that this kind does not read, or that is off as above. */
static void spoil(cn_JointDef *d, double v) {
    bool slides = d->kind == CN_REVOLUTE || d->kind == CN_PRISMATIC || d->kind == CN_WHEEL ||
                  d->kind == CN_ROTARY;
    bool driven = slides || d->kind == CN_DISTANCE;
    bool motor = d->kind == CN_MOTOR, soft = motor || d->kind == CN_WELD;
    d->lower = d->upper = d->motor_max = d->stiffness = v;
    if (d->kind != CN_MOUSE) d->hertz = d->damping = v;
    if (!motor) d->motor_speed = d->offset_x = d->offset_y = d->velocity_x = d->velocity_y = v;
    if (!driven && !motor) d->target = v;
    if (d->kind != CN_DISTANCE && d->kind != CN_PULLEY) d->length = v;
    if (d->kind != CN_DISTANCE) d->min = d->max = v, d->has_min = d->has_max = true;
    if (!soft) d->linear_hertz = d->linear_damping = d->angular_hertz = d->angular_damping = v;
    if (!driven && !motor && d->kind != CN_FRICTION && d->kind != CN_MOUSE) d->max_force = v;
    if (!motor && d->kind != CN_FRICTION) d->max_torque = v;
    if (d->kind != CN_GEAR && d->kind != CN_PULLEY) d->ratio = v;
    if (d->kind != CN_RATCHET) d->step = d->phase = v;
    if (!slides && d->kind != CN_MOTOR) d->has_limits = d->has_motor = d->has_spring = true;
    d->has_limits &= !driven, d->has_motor &= !driven, d->has_spring &= !driven;
}

static uint64_t world_with_joint(cn_JointKind kind, bool spoiled, double v, bool later) {
    cn_WorldDef def = cn_world_def();
    cn_World *w = make_world(&def);
    cn_ShapeDef box = box_of(1, 0.4);
    cn_BodyId a = add_moving(w, CN_DYNAMIC, -1, 5, 1, &box);
    cn_BodyId b = add_moving(w, CN_DYNAMIC, 1, 5, 0, &box);
    cn_JointDef d = joint_of(kind, a, b), plain = d;
    cn_JointId id;
    if (spoiled) spoil(&d, v);
    expect(cn_joint_create(w, later ? &plain : &d, &id) == CN_OK, "kind %d: %s %s", kind,
           cn_world_error(w)->field, cn_world_error(w)->message);
    if (later)
        expect(cn_joint_configure(w, id, &d) == CN_OK, "kind %d: %s %s", kind,
               cn_world_error(w)->field, cn_world_error(w)->message);
    uint64_t hash = end_of(w);
    cn_world_destroy(w);
    return hash;
}

static void joints(void) {
    for (int kind = 0; kind < CN_JOINT_KINDS; kind++) {
        if (kind == CN_GEAR) continue; /* it has joints in place of bodies */
        for (int later = 0; later < 2; later++) {
            uint64_t plain = world_with_joint((cn_JointKind)kind, false, 0, later);
            for (int i = 0; i < HOSTILE; i++)
                expect(world_with_joint((cn_JointKind)kind, true, hostile[i], later) == plain,
                       "a joint of kind %d reads what it should not: %g, later %d", kind,
                       hostile[i], later);
        }
    }
}

/* ---- worlds ------------------------------------------------------------------------------- */

static void worlds(void) {
    cn_WorldDef def = cn_world_def();
    cn_ShapeDef box = box_of(1, 1);
    cn_World *w = make_world(&def);
    add_moving(w, CN_DYNAMIC, 0, 5, 1, &box);
    uint64_t plain = end_of(w);
    cn_world_destroy(w);
    for (int i = 0; i < HOSTILE; i++) {
        for (int k = 0; k < 4; k++) def.bounds[k] = hostile[i];
        w = make_world(&def);
        add_moving(w, CN_DYNAMIC, 0, 5, 1, &box);
        expect(end_of(w) == plain, "bounds that there are not, of %g, are read", hostile[i]);
        CHECK(cn_world_configure(w, &def) == CN_OK);
        end_of(w);
        cn_world_destroy(w);
    }
}

/* ---- walks -------------------------------------------------------------------------------- */

static void walks(void) {
    static const uint32_t far[] = {99, 0x7ffffffe, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
    cn_WorldDef def = cn_world_def();
    cn_World *w = make_world(&def);
    cn_ShapeDef box = box_of(1, 1);
    cn_BodyId a = add_moving(w, CN_DYNAMIC, 0, 5, 0, &box);
    cn_BodyId b = add_moving(w, CN_DYNAMIC, 2, 5, 0, &box);
    cn_JointDef hinge = joint_of(CN_REVOLUTE, a, b);
    cn_JointId id;
    CHECK(cn_joint_create(w, &hinge, &id) == CN_OK);
    cn_BodyPose poses[4];
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        uint32_t at = far[i];
        CHECK(cn_world_next_body(w, (cn_BodyId){at, 1}).generation == 0);
        CHECK(cn_world_next_shape(w, (cn_ShapeId){at, 1}).generation == 0);
        CHECK(cn_world_next_joint(w, (cn_JointId){at, 1}).generation == 0);
        CHECK(cn_world_next_mover(w, (cn_MoverId){at, 1}).generation == 0);
        CHECK(cn_body_next_shape(w, a, (cn_ShapeId){at, 1}).generation == 0);
        CHECK(cn_body_next_joint(w, a, (cn_JointId){at, 1}).generation == 0);
        CHECK(cn_joint_next_gear(w, id, (cn_JointId){at, 1}).generation == 0);
        CHECK(cn_world_poses(w, (cn_BodyId){at, 1}, false, poses, 4) == 0);
    }
    CHECK(cn_world_poses(w, (cn_BodyId){0, 0}, false, poses, 4) == 2);
    cn_world_destroy(w);
}

int main(void) {
    joints();
    worlds();
    walks();
    return tally();
}
