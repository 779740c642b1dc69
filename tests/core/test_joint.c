/* test_joint.c: joints one kind at a time against what mechanics says, and their life.
 *
 * Angles, periods, speeds and loads have closed forms; each check names the bound it must meet.
 * Prints "N checks, N failed". */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cairn.h"

static int checks, failed;

static void check(bool ok, const char *what) {
    checks++;
    if (ok) return;
    failed++;
    printf("FAILED: %s\n", what);
}

static void near(double got, double want, double within, const char *what) {
    checks++;
    if (fabs(got - want) <= within) return;
    failed++;
    printf("FAILED: %s: %.9g, wanted %.9g +- %g\n", what, got, want, within);
}

/* ---- making things ------------------------------------------------------------------------ */

static cn_World *make_world(double gravity) {
    cn_WorldDef d = cn_world_def();
    cn_World *w = NULL;
    d.gravity_y = -gravity;
    cn_world_create(&d, &w, NULL);
    return w;
}

static cn_BodyId add_body(cn_World *w, cn_BodyType type, double x, double y) {
    cn_BodyDef d = cn_body_def();
    cn_BodyId id;
    d.type = type;
    d.x = x;
    d.y = y;
    cn_body_create(w, &d, &id);
    return id;
}

static cn_BodyId add_box(cn_World *w, double x, double y, double width, double height,
                         double density) {
    cn_BodyId id = add_body(w, CN_DYNAMIC, x, y);
    cn_ShapeDef s = cn_shape_def(CN_BOX);
    cn_ShapeId shape;
    s.w = width;
    s.h = height;
    s.density = density;
    cn_shape_create(w, id, &s, &shape);
    return id;
}

static cn_JointDef between(cn_JointKind kind, cn_BodyId a, cn_BodyId b, double x, double y) {
    cn_JointDef d = cn_joint_def(kind);
    d.a = a;
    d.b = b;
    d.from_x = d.to_x = x;
    d.from_y = d.to_y = y;
    return d;
}

static cn_JointId add(cn_World *w, const cn_JointDef *d) {
    cn_JointId id;
    check(cn_joint_create(w, d, &id) == CN_OK, "a joint is made");
    return id;
}

static void steps(cn_World *w, int count) {
    for (int i = 0; i < count; i++) cn_world_step(w, 1.0 / 60, NULL);
}

static const cn_BodyId NOBODY = {0, 0};

static void sound(cn_World *w) {
    const char *why = "";
    check(cn_world_validate(w, &why), why);
}

/* ---- life --------------------------------------------------------------------------------- */

static void refused(cn_World *w, const cn_JointDef *d, cn_Result result, const char *field) {
    cn_JointId id;
    cn_Result r = cn_joint_create(w, d, &id);
    bool ok = r == result && !strcmp(cn_world_error(w)->field, field) && id.generation == 0;
    check(ok, field);
    if (!ok) printf("    got %d, field \"%s\"\n", (int)r, cn_world_error(w)->field);
}

static void test_refusals(void) {
    cn_World *w = make_world(10);
    cn_BodyId a = add_box(w, 0, 0, 1, 1, 1), wall = add_body(w, CN_STATIC, 0, 5);
    cn_BodyId dead = add_body(w, CN_DYNAMIC, 0, 0);
    cn_body_destroy(w, dead);
    cn_JointDef d = between(CN_REVOLUTE, NOBODY, a, 0, 0);
    d.b = dead, refused(w, &d, CN_DEAD, "b");
    d.a = dead, d.b = a, refused(w, &d, CN_DEAD, "a");
    d.a = a, refused(w, &d, CN_RANGE, "b");
    d.a = wall, d.b = NOBODY, refused(w, &d, CN_RANGE, "b");
    d = between(CN_REVOLUTE, NOBODY, a, NAN, 0), refused(w, &d, CN_NOT_FINITE, "at");
    d.to_x = 0, refused(w, &d, CN_NOT_FINITE, "from");
    d = between(CN_REVOLUTE, NOBODY, a, 0, 0);
    d.has_limits = true, d.lower = 1, refused(w, &d, CN_RANGE, "limits");
    d.has_limits = false, d.has_motor = true;
    d.motor_max = -1, refused(w, &d, CN_RANGE, "motor.max");
    d.motor_max = INFINITY, d.motor_speed = INFINITY, refused(w, &d, CN_NOT_FINITE, "motor.speed");
    d.has_motor = false, d.has_spring = true;
    d.hertz = -1, refused(w, &d, CN_RANGE, "spring.hertz");
    d.hertz = 1, d.damping = NAN, refused(w, &d, CN_NOT_FINITE, "spring.damping");
    d = between(CN_PRISMATIC, NOBODY, a, 0, 0), d.axis_x = 0, refused(w, &d, CN_RANGE, "axis");
    d = between(CN_DISTANCE, NOBODY, a, 0, 0), refused(w, &d, CN_RANGE, "length");
    d.has_min = d.has_max = true, d.min = 2, d.max = 1, refused(w, &d, CN_RANGE, "min");
    d = between(CN_WELD, NOBODY, a, 0, 0), d.angular_hertz = -2;
    refused(w, &d, CN_RANGE, "angular.hertz");
    d.angular_hertz = 0, d.break_force = -1, refused(w, &d, CN_RANGE, "break_force");
    d = between(CN_MOUSE, NOBODY, a, 0, INFINITY), refused(w, &d, CN_NOT_FINITE, "y");
    d.to_y = 0, d.max_force = NAN, refused(w, &d, CN_NOT_FINITE, "max_force");
    check(cn_world_counts(w).joints == 0, "nothing was made");
    sound(w);
    cn_world_destroy(w);
}

static void test_life(void) {
    cn_World *w = make_world(10);
    cn_BodyId b[4];
    cn_JointId j[4];
    for (int i = 0; i < 4; i++) b[i] = add_box(w, i, 0, 1, 1, 1);
    for (int i = 0; i < 4; i++) {
        cn_JointDef d = between(CN_REVOLUTE, i ? b[i - 1] : NOBODY, b[i], i - 0.5, 0);
        j[i] = add(w, &d);
    }
    check(j[0].index == 1, "joints count from 1");
    check(cn_world_counts(w).joints == 4, "joints are counted");
    cn_JointId k = cn_body_next_joint(w, b[1], (cn_JointId){0, 0});
    check(k.index == j[1].index, "a body's first joint");
    k = cn_body_next_joint(w, b[1], k);
    check(k.index == j[2].index && !cn_body_next_joint(w, b[1], k).generation, "and its last");
    check(cn_joint_body_a(w, j[0]).index == 0 && cn_joint_body_b(w, j[0]).index == b[0].index,
          "no a means the ground");
    steps(w, 5);
    cn_body_destroy(w, b[2]);
    check(!cn_joint_is_valid(w, j[2]) && !cn_joint_is_valid(w, j[3]), "joints go with a body");
    check(cn_joint_is_valid(w, j[1]), "others stay");
    check(cn_joint_destroy(w, j[2]) == CN_DEAD, "a dead joint says so");
    check(cn_joint_angle(w, j[2]) == 0 && cn_joint_kind(w, j[2]) == CN_REVOLUTE, "reads as zero");
    sound(w);
    check(cn_joint_destroy(w, j[0]) == CN_OK, "destroyed");
    steps(w, 5);
    sound(w);
    cn_world_destroy(w);
}

static int contacts_of(cn_World *w, cn_BodyId b) { return cn_body_contacts(w, b, NULL, 0); }

static void test_collide(void) {
    cn_World *w = make_world(0);
    cn_BodyId a = add_box(w, 0, 0, 1, 1, 1), b = add_box(w, 0.98, 0, 1, 1, 1);
    steps(w, 2);
    check(contacts_of(w, a) == 1, "two boxes touch");
    cn_JointDef d = between(CN_WELD, a, b, 0.5, 0);
    cn_JointId j = add(w, &d);
    check(contacts_of(w, a) == 0, "a joint ends their contact");
    steps(w, 2);
    check(contacts_of(w, a) == 0, "and keeps them from another");
    d = cn_joint_settings(w, j);
    d.collide = true;
    cn_joint_configure(w, j, &d);
    steps(w, 2);
    check(contacts_of(w, a) == 1, "until it lets them collide");
    d.collide = false;
    cn_joint_configure(w, j, &d);
    check(contacts_of(w, a) == 0, "or not");
    cn_joint_destroy(w, j);
    steps(w, 2);
    check(contacts_of(w, a) == 1, "and without it they touch again");
    sound(w);
    cn_world_destroy(w);
}

static void test_waking(void) {
    cn_World *w = make_world(0);
    cn_BodyId a = add_box(w, 0, 0, 1, 1, 1), b = add_box(w, 3, 0, 1, 1, 1);
    cn_JointDef d = between(CN_REVOLUTE, a, b, 1.5, 0);
    cn_JointId j = add(w, &d);
    steps(w, 60);
    check(!cn_body_is_awake(w, a) && !cn_body_is_awake(w, b), "at rest both sleep");
    cn_body_set_awake(w, b, true);
    check(cn_body_is_awake(w, a), "waking one wakes the other");
    cn_body_set_awake(w, b, false);
    check(!cn_body_is_awake(w, a), "as does sleep");
    d = cn_joint_settings(w, j);
    cn_joint_configure(w, j, &d);
    check(!cn_body_is_awake(w, a), "no change wakes nobody");
    d.has_motor = true;
    d.motor_speed = 1;
    cn_joint_configure(w, j, &d);
    check(cn_body_is_awake(w, a) && cn_body_is_awake(w, b), "a change wakes both");
    cn_body_set_enabled(w, a, false);
    steps(w, 60);
    check(!cn_body_is_awake(w, b), "a joint to a disabled body does nothing");
    sound(w);
    cn_world_destroy(w);
}

/* ---- reading ------------------------------------------------------------------------------ */

static void test_angles(void) {
    cn_World *w = make_world(0);
    cn_BodyId a = add_box(w, 0, 0, 1, 1, 1);
    cn_JointDef d = between(CN_REVOLUTE, NOBODY, a, 0, 0);
    cn_JointId j = add(w, &d);
    near(cn_joint_angle(w, j), 0, 1e-9, "the angle begins at 0");
    cn_body_set_angular_velocity(w, a, 10);
    steps(w, 120);
    near(cn_joint_angle(w, j), 20, 1e-4, "the angle counts turns");
    near(cn_joint_speed(w, j), 10, 1e-4, "speed of turning");
    cn_body_set_angular_velocity(w, a, -300);
    steps(w, 60);
    near(cn_joint_angle(w, j), -280, 1e-2, "even of more than half a turn a step");
    d = between(CN_DISTANCE, NOBODY, a, 0, 0);
    d.from_x = 3, d.from_y = 4, d.enabled = false;
    cn_JointId rod = add(w, &d);
    near(cn_joint_length(w, rod), 5, 1e-6, "length");
    near(cn_joint_settings(w, rod).length, 5, 1e-9, "a rod's length is filled in");
    cn_world_destroy(w);
}

int main(void) {
    test_angles();
    test_refusals();
    test_life();
    test_collide();
    test_waking();
    printf("%d checks, %d failed\n", checks, failed);
    return failed > 0;
}
