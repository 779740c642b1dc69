/* test_joint.c: the life of joints, hard cases, and the same bits of all kinds. What each kind
 * does: test_joint_kinds.c. Prints "N checks, N failed". */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "joint_world.h"

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
    cn_WorldDef def = cn_world_settings(w);
    def.sleep = true;
    cn_world_configure(w, &def);
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
    cn_JointDef stop = cn_joint_settings(w, j);
    stop.has_limits = true;
    stop.lower = -350;
    stop.upper = 0;
    cn_joint_configure(w, j, &stop);
    steps(w, 30);
    near(cn_joint_angle(w, j), -350, 0.05, "which its limits know");
    d = between(CN_DISTANCE, NOBODY, a, 0, 0);
    d.from_x = 3, d.from_y = 4, d.enabled = false;
    cn_JointId rod = add(w, &d);
    near(cn_joint_length(w, rod), 5, 1e-6, "length");
    near(cn_joint_settings(w, rod).length, 5, 1e-9, "a rod's length is filled in");
    cn_world_destroy(w);
}

/* ---- breaking, switching ------------------------------------------------------------------ */

static void test_break(void) {
    cn_World *w = make_world(10);
    cn_BodyId b = add_box(w, 0, -1, 1, 1, 1), c = add_box(w, 6, 0, 1, 1, 1);
    cn_JointDef d = between(CN_REVOLUTE, NOBODY, b, 0, 0);
    d.break_force = 10.5;
    cn_JointId j = add(w, &d);
    d = between(CN_WELD, NOBODY, c, 5, 0);
    d.break_torque = 30;
    cn_JointId k = add(w, &d);
    steps(w, 60);
    check(cn_world_events(w)->broken_count == 0, "what holds does not break");
    check(cn_joint_settings(w, j).enabled && cn_joint_settings(w, k).enabled, "it is on");
    cn_body_apply_force(w, b, 0, -5);
    cn_body_apply_force(w, c, 0, -25);
    steps(w, 1);
    const cn_Events *e = cn_world_events(w);
    check(e->broken_count == 2 && e->broken[0].index == j.index && e->broken[1].index == k.index,
          "what is overloaded breaks, and is told in order");
    check(!cn_joint_settings(w, j).enabled && !cn_joint_settings(w, k).enabled, "and is off");
    steps(w, 30);
    check(cn_world_events(w)->broken_count == 0, "it is told once");
    near(cn_body_velocity(w, b).y, -10 * 31 / 60.0, 0.3, "and the body falls");
    sound(w);
    cn_world_destroy(w);
}

static void test_switching_on(void) {
    cn_World *w = make_world(0);
    cn_BodyId b = add_box(w, 0, 0, 1, 1, 1);
    cn_JointDef d = between(CN_REVOLUTE, NOBODY, b, 0.5, 0);
    cn_JointId j = add(w, &d);
    d = cn_joint_settings(w, j);
    d.enabled = false;
    cn_joint_configure(w, j, &d);
    cn_body_set_position(w, b, 3, 2);
    d.enabled = true;
    cn_joint_configure(w, j, &d);
    double fastest = 0;
    for (int i = 0; i < 240; i++) {
        steps(w, 1);
        cn_Vec v = cn_body_velocity(w, b);
        fastest = fmax(fastest, (double)cn_length(v));
    }
    check(fastest < 7, "a joint pulls gently at what came apart");
    double linear, angular;
    cn_joint_error(w, j, &linear, &angular);
    near(linear, 0, 1e-3, "until it is together");
    sound(w);
    cn_world_destroy(w);
}

/* ---- hard cases --------------------------------------------------------------------------- */

static void test_heavy(void) {
    cn_World *w = make_world(10);
    cn_BodyId last = NOBODY;
    for (int i = 0; i < 10; i++) {
        cn_BodyId b = add_box(w, i + 0.5, 0, 1, 0.1, i == 9 ? 1e4 : 1);
        cn_JointDef d = between(i % 3 == 2 ? CN_WELD : CN_REVOLUTE, last, b, i, 0);
        add(w, &d);
        last = b;
    }
    cn_BodyId light = add_box(w, 10.5, 0, 0.1, 0.1, 0.01);
    cn_JointDef d = between(CN_PRISMATIC, last, light, 10, 0);
    d.has_limits = true;
    d.upper = 0.5;
    add(w, &d);
    double start = energy(w), most = start;
    for (int i = 0; i < 300; i++) {
        steps(w, 1);
        most = fmax(most, energy(w));
    }
    check(cn_is_finite(most), "heavy on light stays finite");
    /* in lanes the light links give way; then no more than the fall of the heavy one may return */
    check(most - start < (lanes ? 0.5 : 0.01) * 1000 * 10 * 10, "and makes no energy");
    sound(w);
    cn_world_destroy(w);
}

/* All kinds at once, some colliding, hubs among them; the hash after a second and a half. */
static uint64_t mixture(int threads) {
    cn_World *w = make_world(10);
    cn_WorldDef def = cn_world_settings(w);
    def.threads = threads;
    cn_world_configure(w, &def);
    cn_BodyId b[300], floor = add_body(w, CN_STATIC, 0, -12), hub = add_box(w, 0, 30, 4, 4, 1);
    cn_ShapeDef s = cn_shape_def(CN_BOX);
    cn_ShapeId shape;
    s.w = 80;
    s.h = 2;
    cn_shape_create(w, floor, &s, &shape);
    for (int i = 0; i < 300; i++) {
        double x = i % 30 - 15, y = i / 30 * 1.1;
        b[i] = add_box(w, x, y, 0.6, 0.4, 1 + i % 4);
        cn_JointDef d =
            between((cn_JointKind)(i % CN_GEAR), i % 30 ? b[i - 1] : NOBODY, b[i], x - 0.5, y);
        d.has_limits = i % 2, d.lower = -0.4, d.upper = 0.6;
        d.has_motor = i % 3 == 0, d.motor_speed = i % 5 - 2, d.motor_max = 20;
        d.has_spring = i % 7 < 3, d.hertz = 1 + i % 9, d.damping = 0.1 * (i % 4);
        d.angular_hertz = i % 4 ? 0 : 5;
        d.linear_hertz = i % 6 ? 0 : 4;
        d.length = 0.8;
        d.has_max = i % 4 == 1, d.max = 1.2;
        d.collide = i % 2;
        d.break_force = i % 11 ? INFINITY : 300;
        add(w, &d);
        if (i % 30 == 15) {
            d = between(CN_DISTANCE, hub, b[i], x, y);
            d.from_y = 30;
            add(w, &d);
        }
    }
    steps(w, 90);
    sound(w);
    uint64_t hash = cn_world_hash(w);
    cn_world_destroy(w);
    return hash;
}

static uint64_t mixture_of(const char *program, const char *simd) {
    char command[512], line[64] = "";
    snprintf(command, sizeof command, "CAIRN_SIMD=%s '%s' %s", simd, program,
             lanes ? "lanes" : "all");
    FILE *f = popen(command, "r");
    if (f && !fgets(line, sizeof line, f)) line[0] = 0;
    if (f) pclose(f);
    return strtoull(line, NULL, 16);
}

static void test_bits(const char *program) {
    uint64_t hash = mixture(1);
    check(hash == mixture(1), "the same calls give the same bits");
    check(hash == mixture(2), "on two threads");
    check(hash == mixture_of(program, "scalar"), "one float at a time");
    check(hash == mixture_of(program, "sse2"), "on SSE2");
    check(hash == mixture_of(program, "avx2"), "on AVX2");
    check(hash == mixture_of(program, "avx512"), "on AVX-512");
}

static void test_all(const char *program) {
    test_angles();
    test_refusals();
    test_life();
    test_collide();
    test_waking();
    test_break();
    test_switching_on();
    test_heavy();
    test_bits(program);
}

int main(int argc, char **argv) {
    lanes = argc > 1 && !strcmp(argv[1], "lanes");
    if (argc > 1) {
        printf("%016llx\n", (unsigned long long)mixture(1));
        return 0;
    }
    test_all(argv[0]);
    lanes = true;
    test_all(argv[0]);
    return tally();
}
