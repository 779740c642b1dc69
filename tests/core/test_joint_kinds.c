/* test_joint_kinds.c: revolute, distance, prismatic, weld and mouse joints against what mechanics
 * says.
 *
 * Periods, speeds and loads have closed forms; each check names the bound it must meet.
 * Prints "N checks, N failed". */
#include <math.h>

#include "joint_world.h"

/* ---- revolute ----------------------------------------------------------------------------- */

/* A box on a rigid arm of 2 m, let go at the horizontal: 4 K(sin 45 deg) sqrt(I / (m g l)). */
static void test_pendulum(void) {
    cn_World *w = make_world(10);
    cn_BodyId b = add_box(w, 2, 0, 0.4, 0.4, 1);
    cn_JointDef d = between(CN_REVOLUTE, NOBODY, b, 0, 0);
    cn_JointId j = add(w, &d);
    double m = 0.16, inertia = 4 * m + m * 0.32 / 12, before = 1, crossings[8], gap = 0, lowest = 0;
    double start = energy(w);
    int count = 0;
    for (int i = 0; i < 1800 && count < 7; i++) {
        double linear, angular;
        steps(w, 1);
        double x = cn_body_position(w, b).x;
        if (before < 0 && x >= 0) crossings[count++] = i - x / (x - before);
        before = x;
        cn_joint_error(w, j, &linear, &angular);
        gap = fmax(gap, linear);
        lowest = fmax(lowest, fabs(energy(w) / start - 1));
    }
    double period = 4 * sqrt(inertia / (m * 10 * 2)) * 1.8540746773;
    near((crossings[5] - crossings[0]) / 300, period, 1e-4 * period, "period of a pendulum");
    near(gap, 0, lanes ? 0.6e-3 : 1e-6, "its hinge stays together");
    near(energy(w) - start, 0, 0.005 * m * 20, "it loses no energy");
    sound(w);
    cn_world_destroy(w);
}

static void test_hanging(void) {
    cn_World *w = make_world(10);
    cn_BodyId b = add_box(w, 0, -1, 0.5, 0.5, 4);
    cn_JointDef d = between(CN_REVOLUTE, NOBODY, b, 0, 0);
    cn_JointId j = add(w, &d);
    double fx, fy, torque;
    steps(w, 120);
    cn_joint_force(w, j, &fx, &fy, &torque);
    near(fx, 0, 1e-3, "what hangs pulls straight");
    near(fy, 10, 1e-3, "with its weight");
    near(torque, 0, 1e-6, "without torque");
    near(cn_body_velocity(w, b).y, 0, 1e-6, "and does not move");
    cn_world_destroy(w);
}

static void test_limits(void) {
    cn_World *w = make_world(10);
    cn_BodyId b = add_box(w, 1, 0, 2, 0.2, 1);
    cn_JointDef d = between(CN_REVOLUTE, NOBODY, b, 0, 0);
    d.has_limits = true;
    d.lower = -0.5;
    d.upper = 0.25;
    cn_JointId j = add(w, &d);
    double most = 0;
    for (int i = 0; i < 180; i++) {
        steps(w, 1);
        most = fmin(most, cn_joint_angle(w, j));
    }
    near(cn_joint_angle(w, j), -0.5, 2e-3, "a limit holds");
    check(most > -0.53, "also against a fall");
    cn_body_set_angular_velocity(w, b, 20);
    most = 0;
    for (int i = 0; i < 60; i++) {
        steps(w, 1);
        most = fmax(most, cn_joint_angle(w, j));
    }
    check(most > 0.2 && most < 0.30, "so does the other");
    near(cn_joint_angle(w, j), -0.5, 5e-3, "and it falls back");
    sound(w);
    cn_world_destroy(w);
}

/* The axis is 0.5 m from the centre: about it the inertia is m (w^2 + h^2) / 12 + m / 4. */
static void test_motor(void) {
    cn_World *w = make_world(0);
    cn_BodyId b = add_box(w, 0.5, 0, 1, 1, 1);
    cn_JointDef d = between(CN_REVOLUTE, NOBODY, b, 0, 0);
    double inertia = 1.0 / 6 + 0.25, fx, fy, torque;
    d.has_motor = true;
    d.motor_speed = 4;
    d.motor_max = 2;
    cn_JointId j = add(w, &d);
    steps(w, 30);
    near(cn_joint_speed(w, j), 0.5 * 2 / inertia, 0.02 * 2.4, "a motor speeds up by its torque");
    cn_joint_force(w, j, &fx, &fy, &torque);
    near(torque, 2, 1e-3, "which it tells");
    steps(w, 60);
    near(cn_joint_speed(w, j), 4, 4e-3, "up to its speed");
    steps(w, 60);
    near(cn_joint_angle(w, j), 4 * 2.5 - 0.5 * 4 * 4 * inertia / 2, 0.05, "as far as it should");
    d = cn_joint_settings(w, j);
    d.motor_speed = -1;
    d.motor_max = INFINITY;
    cn_joint_configure(w, j, &d);
    steps(w, 60);
    near(cn_joint_speed(w, j), -1, 1e-3, "without a limit at once");
    sound(w);
    cn_world_destroy(w);
}

static void test_weak_motor(void) {
    cn_World *w = make_world(10);
    cn_BodyId b = add_box(w, 1, 0, 1, 1, 1);
    cn_JointDef d = between(CN_REVOLUTE, NOBODY, b, 0, 0);
    d.has_motor = true;
    d.motor_max = 10.1;
    cn_JointId j = add(w, &d);
    steps(w, 60);
    near(cn_joint_angle(w, j), 0, 2e-3, "a motor of no speed is a brake");
    d = cn_joint_settings(w, j);
    d.motor_max = 5;
    cn_joint_configure(w, j, &d);
    steps(w, 20);
    check(cn_joint_angle(w, j) < -0.15, "that slips when it is too weak");
    cn_world_destroy(w);
}

/* Half an oscillation in half a period, for springs about the centre of a body. */
static void test_torsion(double hertz) {
    cn_World *w = make_world(0);
    cn_BodyId b = add_box(w, 0, 0, 1, 1, 1);
    cn_JointDef d = between(CN_REVOLUTE, NOBODY, b, 0, 0);
    d.has_spring = true;
    d.hertz = hertz;
    d.target = 0.3;
    cn_JointId j = add(w, &d);
    double before = -1, crossing[2] = {0, 0}, most = 0;
    int count = 0;
    for (int i = 0; i < 600; i++) {
        steps(w, 1);
        double x = cn_joint_angle(w, j) - 0.3;
        if (before < 0 && x >= 0) crossing[count++ > 0] = i - x / (x - before);
        before = x;
        if (i > 540) most = fmax(most, x);
    }
    near(60 * (count - 1) / (crossing[1] - crossing[0]), hertz, 2e-4 * hertz, "a torsion spring's");
    near(most, 0.3, 1e-3, "and its amplitude");
    cn_world_destroy(w);
}

/* ---- distance ----------------------------------------------------------------------------- */

static void test_rod_and_rope(void) {
    cn_World *w = make_world(10);
    cn_BodyId rod = add_box(w, 3, 0, 0.5, 0.5, 1), rope = add_box(w, 9, 0, 0.5, 0.5, 1);
    cn_BodyId stop = add_box(w, 20, 3, 0.5, 0.5, 1);
    cn_JointDef d = between(CN_DISTANCE, NOBODY, rod, 3, 0);
    d.from_x = 0;
    cn_JointId j = add(w, &d);
    d = between(CN_DISTANCE, NOBODY, rope, 9, 0);
    d.from_x = 8, d.has_max = true, d.max = 2;
    cn_JointId k = add(w, &d);
    d = between(CN_DISTANCE, NOBODY, stop, 20, 3);
    d.from_x = 20.0001, d.from_y = 0, d.has_min = true, d.min = 1;
    cn_JointId l = add(w, &d);
    double rod_error = 0, longest = 0, shortest = 9;
    for (int i = 0; i < 300; i++) {
        steps(w, 1);
        rod_error = fmax(rod_error, fabs(cn_joint_length(w, j) - 3));
        longest = fmax(longest, cn_joint_length(w, k));
        shortest = fmin(shortest, cn_joint_length(w, l));
    }
    near(rod_error, 0, lanes ? 2e-3 : 1e-5, "a rod keeps its length");
    check(longest > 1.99 && longest < 2.01, "a rope is taut at its length");
    check(shortest > 0.98, "no nearer than min");
    sound(w);
    cn_world_destroy(w);
}

/* k = m (2 pi f)^2, so that it sags by g / (2 pi f)^2 and swings about that. */
static void test_spring(double hertz, double damping) {
    cn_World *w = make_world(10);
    cn_BodyId b = add_box(w, 0, -2, 0.5, 0.5, 3);
    cn_JointDef d = between(CN_DISTANCE, NOBODY, b, 0, -2);
    d.from_y = 0;
    d.has_spring = true;
    d.hertz = hertz;
    d.damping = damping;
    add(w, &d);
    double omega = 2 * CN_PI * hertz, sag = 10 / (omega * omega), worst = 0;
    double wd = omega * sqrt(1 - damping * damping);
    for (int i = 1; i <= 120; i++) {
        steps(w, 1);
        double t = i / 60.0, decay = exp(-damping * omega * t);
        double c = decay * (cos(wd * t) + damping * omega / wd * sin(wd * t));
        double exact = -2 - sag * (1 - c);
        worst = fmax(worst, fabs(cn_body_position(w, b).y - exact));
    }
    near(worst, 0, 0.012 * sag + 1e-6, "a spring moves as it must");
    cn_world_destroy(w);
}

static void test_any_stiffness(void) {
    double hertz[] = {60, 120, 240, 1000, 1e5};
    for (int i = 0; i < 5; i++) {
        cn_World *w = make_world(10);
        cn_BodyId b = add_box(w, 0, -2, 0.5, 0.5, 3);
        cn_JointDef d = between(CN_DISTANCE, NOBODY, b, 0, -2);
        d.from_y = 0;
        d.has_spring = true;
        d.hertz = hertz[i];
        d.length = 1.9;
        add(w, &d);
        double worst = 0;
        for (int n = 0; n < 300; n++) {
            steps(w, 1);
            worst = fmax(worst, fabs(cn_body_position(w, b).y + 1.9));
        }
        check(worst < 0.12, "a spring of any stiffness stays within its amplitude");
        cn_world_destroy(w);
    }
}

/* A net of springs without damping: energy must not grow, whatever it is coupled to. */
static void test_net(double hertz) {
    enum { N = 8 };
    cn_World *w = make_world(0);
    cn_BodyId b[N][N];
    for (int x = 0; x < N; x++)
        for (int y = 0; y < N; y++) {
            b[x][y] = add_box(w, x, y, 0.1, 0.1, 1 + 99 * ((x + y) & 1));
            cn_JointDef d = between(CN_DISTANCE, NOBODY, b[x][y], x, y);
            d.has_spring = true;
            d.hertz = hertz;
            if (x > 0) d.a = b[x - 1][y], d.from_x = x - 1, add(w, &d);
            d.from_x = x;
            if (y > 0) d.a = b[x][y - 1], d.from_y = y - 1, add(w, &d);
            d.from_y = y - 1;
            if (x > 0 && y > 0) d.a = b[x - 1][y - 1], d.from_x = x - 1, add(w, &d);
        }
    cn_body_set_velocity(w, b[3][3], 1, 0.5);
    double start = cn_world_kinetic_energy(w), most = 0;
    for (int i = 0; i < 600; i++) {
        steps(w, 1);
        most = fmax(most, cn_world_kinetic_energy(w));
    }
    check(most < 1.3 * start, "a net of springs makes no energy");
    sound(w);
    cn_world_destroy(w);
}

/* By N/m: what hangs on it sinks by its weight over that, whatever it weighs. */
static void test_newtons(void) {
    static const double density[] = {1, 4, 40};
    for (int i = 0; i < 3; i++) {
        cn_World *w = make_world(10);
        cn_BodyId box = add_box(w, 0, 3, 1, 1, density[i]);
        cn_JointDef d = between(CN_DISTANCE, NOBODY, box, 0, 3), told;
        d.from_y = 5;
        d.has_spring = true;
        d.stiffness = 500;
        d.damping = 1;
        cn_JointId joint = add(w, &d);
        near(cn_joint_settings(w, joint).hertz, sqrt(500 / density[i]) / (2 * CN_PI), 1e-5,
             "hertz of a spring by N/m");
        steps(w, 900);
        near(cn_body_position(w, box).y, 3 - density[i] * 10 / 500, 1e-4, "a spring by N/m sinks");
        told = cn_joint_settings(w, joint);
        told.stiffness = 0;
        told.hertz = 2;
        check(cn_joint_configure(w, joint, &told) == CN_OK, "back to hertz");
        near(cn_joint_settings(w, joint).hertz, 2, 0, "hertz that were given");
        told.stiffness = -1;
        check(cn_joint_configure(w, joint, &told) == CN_RANGE, "a stiffness below 0 is refused");
        cn_world_destroy(w);
    }
}

static void test_piston(void) {
    cn_World *w = make_world(0);
    cn_BodyId b = add_box(w, 2, 0, 0.5, 0.5, 4);
    cn_JointDef d = between(CN_DISTANCE, NOBODY, b, 2, 0);
    d.from_x = 0;
    d.has_motor = true;
    d.motor_speed = 1.5;
    d.motor_max = 100;
    d.has_max = true;
    d.max = 3;
    cn_JointId j = add(w, &d);
    steps(w, 30);
    near(cn_joint_speed(w, j), 1.5, 1e-3, "a motor lengthens a distance");
    steps(w, 60);
    near(cn_joint_length(w, j), 3, 0.01, "up to its end");
    cn_world_destroy(w);
}

/* ---- prismatic ---------------------------------------------------------------------------- */

static cn_JointDef slider(cn_BodyId b, double x, double y) {
    cn_JointDef d = between(CN_PRISMATIC, NOBODY, b, x, y);
    d.axis_x = 4;
    d.axis_y = -3;
    return d;
}

static void test_slide(void) {
    cn_World *w = make_world(10);
    cn_BodyId b = add_box(w, 0, 0, 1, 0.3, 1);
    cn_JointDef d = slider(b, 0.3, 0.1);
    cn_JointId j = add(w, &d);
    double linear, angular;
    steps(w, 60);
    near(cn_joint_translation(w, j), 0.5 * 6, 0.003, "it slides down its axis");
    near(cn_joint_speed(w, j), 6, 0.01, "as fast as gravity wants");
    cn_joint_error(w, j, &linear, &angular);
    near(linear, 0, lanes ? 1e-3 : 1e-5, "stays on it");
    near(angular, 0, lanes ? 2e-3 : 1e-5, "and does not turn");
    d = cn_joint_settings(w, j);
    d.has_limits = true;
    d.lower = -1;
    d.upper = 4;
    cn_joint_configure(w, j, &d);
    steps(w, 120);
    near(cn_joint_translation(w, j), 4, 2e-3, "down to a limit");
    double fx, fy, torque;
    cn_joint_force(w, j, &fx, &fy, &torque);
    near(fy, 3, 5e-3, "which carries it");
    near(fx, 0, 5e-3, "upright");
    sound(w);
    cn_world_destroy(w);
}

static void test_lift(void) {
    cn_World *w = make_world(10);
    cn_BodyId b = add_box(w, 0, 0, 1, 1, 1), c = add_box(w, 5, 0, 1, 1, 1);
    cn_JointDef d = between(CN_PRISMATIC, NOBODY, b, 0, 0);
    d.axis_x = 0;
    d.axis_y = 1;
    d.has_motor = true;
    d.motor_speed = 2;
    d.motor_max = 30;
    cn_JointId j = add(w, &d);
    d = between(CN_PRISMATIC, NOBODY, c, 5, 0);
    d.axis_x = 0;
    d.axis_y = 1;
    d.has_spring = true;
    d.hertz = 2;
    d.damping = 1;
    d.target = 0.5;
    cn_JointId k = add(w, &d);
    steps(w, 3);
    near(cn_joint_speed(w, j), 20 * 0.05, 0.1, "a lift speeds up by force less weight");
    steps(w, 177);
    near(cn_joint_speed(w, j), 2, 2e-3, "to its speed");
    near(cn_joint_translation(w, k), 0.5 - 10 / (16 * CN_PI * CN_PI), 1e-3, "a sprung one sags");
    cn_world_destroy(w);
}

/* ---- weld, mouse -------------------------------------------------------------------------- */

static void test_weld(void) {
    cn_World *w = make_world(10);
    cn_BodyId b = add_box(w, 0.5, 0, 1, 0.5, 1), c = add_box(w, 1.5, 0, 1, 0.5, 1);
    cn_JointDef d = between(CN_WELD, NOBODY, b, 0, 0);
    d.a = NOBODY;
    cn_JointId j = add(w, &d);
    d = between(CN_WELD, b, c, 1, 0);
    add(w, &d);
    double fx, fy, torque;
    steps(w, 240);
    near(cn_body_position(w, c).y, 0, lanes ? 0.03 : 1e-5, "welded bodies keep their place");
    cn_joint_force(w, j, &fx, &fy, &torque);
    near(fy, 10, 0.01, "carry both");
    near(torque, 0.5 * 5 + 1.5 * 5, 0.05, "and their torque");
    sound(w);
    cn_world_destroy(w);
}

/* k = I w^2 with the inertia about the joint, so that it swings at its frequency. */
static void test_soft_weld(void) {
    cn_World *w = make_world(10);
    cn_BodyId b = add_box(w, 1, 0, 0.5, 0.5, 4);
    cn_JointDef d = between(CN_WELD, NOBODY, b, 0, 0);
    d.angular_hertz = 1;
    d.angular_damping = 0.8;
    cn_JointId j = add(w, &d);
    steps(w, 600);
    double k = (1 + 0.5 / 12) * 4 * CN_PI * CN_PI, a = cn_joint_angle(w, j);
    near(a * k, -10 * cos(a), 0.01, "a soft weld bends by its load");
    cn_joint_destroy(w, j);
    d = between(CN_WELD, NOBODY, b, cn_body_position(w, b).x, cn_body_position(w, b).y);
    d.linear_hertz = 3;
    d.linear_damping = 0.7;
    cn_body_set_velocity(w, b, 0, 0);
    cn_body_set_angular_velocity(w, b, 0);
    double y = cn_body_position(w, b).y;
    add(w, &d);
    steps(w, 300);
    near(cn_body_position(w, b).y - y, -10 / (4 * CN_PI * CN_PI * 9), 1e-4, "or sags");
    cn_world_destroy(w);
}

static void test_mouse(void) {
    cn_World *w = make_world(10);
    cn_BodyId b = add_box(w, 0, 0, 1, 1, 1);
    cn_JointDef d = between(CN_MOUSE, NOBODY, b, 0.2, 0.3);
    cn_JointId j = add(w, &d);
    d = cn_joint_settings(w, j);
    d.to_x = 3;
    d.to_y = 4;
    cn_joint_configure(w, j, &d);
    steps(w, 300);
    cn_Pos a, at;
    cn_joint_anchors(w, j, &a, &at);
    near(a.x, 3, 1e-9, "the target is where it was put");
    near(at.x, 3, 0.01, "a mouse pulls a point there");
    near(at.y, 4, 0.02, "but for its weight");
    cn_joint_local_anchors(w, j, &a, &at);
    near(a.x, 3, 1e-9, "in the frame of the ground, too");
    near(at.x, 0.2, 1e-9, "it holds the body where it took hold");
    d = cn_joint_settings(w, j);
    near(d.to_y, 4, 1e-9, "the target can be read");
    d.max_force = 9;
    cn_joint_configure(w, j, &d);
    steps(w, 60);
    check(cn_body_position(w, b).y < 3.6, "no stronger than its force");
    sound(w);
    cn_world_destroy(w);
}

static void test_all(void) {
    test_pendulum();
    test_hanging();
    test_limits();
    test_motor();
    test_weak_motor();
    test_torsion(1);
    test_torsion(7.3);
    test_rod_and_rope();
    test_spring(0.7, 0);
    test_spring(3, 0);
    test_spring(3, 0.2);
    test_spring(11, 0.05);
    test_any_stiffness();
    test_net(5);
    test_net(30);
    test_net(200);
    test_newtons();
    test_piston();
    test_slide();
    test_lift();
    test_weld();
    test_soft_weld();
    test_mouse();
}

int main(void) {
    test_all();
    lanes = true;
    test_all();
    return tally();
}
