/* test_articulation.c: joints that are solved exactly, against closed forms.
 *
 * Pendulums keep their energy, chains and beams do not give under any load, loops with more joints
 * than they need hold, whatever is connected keeps its momentum, and what cannot be solved does not
 * explode. Prints "N checks, N failed". */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "joint_world.h"

static void below(double got, double most, const char *what) {
    expect(fabs(got) <= most, "%s: %.9g, at most %g", what, got, most);
}

/* ---- making things ------------------------------------------------------------------------ */

/* Of a given mass; group -1: boxes do not meet each other. */
static cn_BodyId add_part(cn_World *w, double x, double y, double width, double height,
                          double mass) {
    return add_box_of_group(w, x, y, width, height, mass / (width * height), -1);
}

static cn_JointId join(cn_World *w, cn_JointKind kind, cn_BodyId a, cn_BodyId b, double x,
                       double y) {
    cn_JointDef d = between(kind, a, b, x, y);
    d.axis_x = 1;
    return add(w, &d);
}

static cn_JointId rod(cn_World *w, cn_BodyId a, cn_BodyId b, double x1, double y1, double x2,
                      double y2) {
    cn_JointDef d = cn_joint_def(CN_DISTANCE);
    cn_JointId id;
    d.a = a;
    d.b = b;
    d.from_x = x1, d.from_y = y1;
    d.to_x = x2, d.to_y = y2;
    check(cn_joint_create(w, &d, &id) == CN_OK, "a rod is made");
    return id;
}

static double worst_error(const cn_World *w) {
    double worst = 0;
    for (cn_JointId j = cn_world_next_joint(w, (cn_JointId){0, 0}); j.generation;
         j = cn_world_next_joint(w, j)) {
        double linear, angular;
        cn_joint_error(w, j, &linear, &angular);
        worst = fmax(worst, fmax(linear, angular));
    }
    return worst;
}

/* The worst error of all joints over so many seconds. */
static double run(cn_World *w, double seconds) {
    double worst = 0;
    for (int i = 0; i < (int)(60 * seconds + 0.5); i++) {
        cn_world_step(w, 1.0 / 60, NULL);
        worst = fmax(worst, worst_error(w));
    }
    return worst;
}

static void direct(const cn_World *w) {
    for (int i = 1; i < w->joints.count; i++)
        check(w->joint[i].flags & CN_JOINT_EXACT, "a joint is solved directly");
}

static void end(cn_World *w) {
    sound(w);
    cn_world_destroy(w);
}

/* ---- energy ------------------------------------------------------------------------------- */

/* Half a minute of swings from level. What is reported has no velocity along the rod. */
static void test_pendulum(bool with_rod) {
    cn_World *w = make_world(10);
    cn_BodyId box = add_part(w, 2, 0, 0.4, 0.4, 1);
    if (with_rod)
        rod(w, NOBODY, box, 0, 0, 2, 0);
    else
        join(w, CN_REVOLUTE, NOBODY, box, 0, 0);
    double before = energy(w), worst = 0, along = 0;
    for (int i = 0; i < 1800; i++) {
        cn_world_step(w, 1.0 / 60, NULL);
        cn_Pos p = cn_body_position(w, box);
        cn_Vec v = cn_body_velocity(w, box);
        worst = fmax(worst, fabs(energy(w) - before));
        along = fmax(along, fabs(p.x * (double)v.x + p.y * (double)v.y) / 2);
    }
    direct(w);
    below(worst / 20, 2e-4, "a pendulum keeps its energy");
    below(along, 1e-4, "its velocity is across the rod");
    below(worst_error(w), 1e-6, "and its length");
    end(w);
}

/* ---- load --------------------------------------------------------------------------------- */

static void test_hanging_chain(int links, double ratio) {
    cn_World *w = make_world(10);
    cn_BodyId above = NOBODY;
    cn_JointId first = {0, 0};
    for (int i = 0; i < links; i++) {
        cn_BodyId link = add_part(w, 0, -0.25 - 0.5 * i, 0.1, 0.5, 0.5);
        cn_JointId j = join(w, CN_REVOLUTE, above, link, 0, -0.5 * i);
        if (i == 0) first = j;
        above = link;
    }
    cn_BodyId load = add_part(w, 0, -0.5 * links - 0.5, 1, 1, 0.5 * ratio);
    join(w, CN_REVOLUTE, above, load, 0, -0.5 * links);
    below(run(w, 5), 1e-6, "a hanging chain does not stretch");
    direct(w);
    double fx, fy, torque, weight = 10 * 0.5 * (links + ratio);
    cn_joint_force(w, first, &fx, &fy, &torque);
    below(fy / weight - 1, 1e-4, "its first joint carries its weight");
    below(fx / weight, 1e-4, "and nothing sideways");
    below((double)cn_length(cn_body_velocity(w, load)), 1e-4,
          "what hangs at rest reports no speed");
    end(w);
}

/* From level: falls, whips and swings. Links make no energy but in the crack of a short whip, where
 * they take more at other times. */
static void test_swinging_chain(int links, double ratio, double gain) {
    cn_World *w = make_world(10);
    cn_BodyId before = NOBODY;
    for (int i = 0; i < links; i++) {
        cn_BodyId link = add_part(w, 0.25 + 0.5 * i, 0, 0.5, 0.1, 0.5);
        join(w, CN_REVOLUTE, before, link, 0.5 * i, 0);
        before = link;
    }
    cn_BodyId load = add_part(w, 0.5 * links + 0.5, 0, 1, 1, 0.5 * ratio);
    join(w, CN_REVOLUTE, before, load, 0.5 * links, 0);
    double most = 0, scale = 10 * 0.5 * (links + ratio) * 0.5 * links;
    for (int i = 0; i < 600; i++) {
        below(run(w, 1.0 / 60), 2e-5, "a swinging chain keeps together");
        most = fmax(most, energy(w));
    }
    direct(w);
    below(fmax(most, 0) / scale, gain, "it gains no energy");
    end(w);
}

static void test_cantilever(void) {
    cn_World *w = make_world(10);
    cn_BodyId before = NOBODY, last = NOBODY;
    for (int i = 0; i < 20; i++) {
        last = add_part(w, 0.5 + i, 0, 1, 0.5, 0.5);
        join(w, CN_WELD, before, last, i, 0);
        before = last;
    }
    below(run(w, 5), 1e-6, "a welded beam does not open");
    below(cn_body_position(w, last).y, 1e-5, "nor bend");
    direct(w);
    end(w);
}

/* ---- loops -------------------------------------------------------------------------------- */

/* Two pins between the same bodies hold one coordinate twice. */
static void test_redundant(void) {
    cn_World *w = make_world(10);
    cn_BodyId arm = add_part(w, 1, 0, 2, 0.2, 1), tip = add_part(w, 3, 0, 2, 0.2, 1);
    join(w, CN_REVOLUTE, NOBODY, arm, 0, 0);
    join(w, CN_REVOLUTE, arm, tip, 2, -0.1);
    join(w, CN_REVOLUTE, arm, tip, 2, 0.1);
    double before = energy(w);
    below(run(w, 10), 1e-5, "two pins hold like a weld");
    below((energy(w) - before) / 40, 1e-3, "and swing like a rigid bar");
    direct(w);
    end(w);
}

/* Three cranks of one length: the third is redundant, in every position. */
static void test_parallelogram(void) {
    cn_World *w = make_world(10);
    cn_BodyId coupler = add_part(w, 1, -1, 3, 0.2, 1);
    for (int i = 0; i < 3; i++) {
        cn_BodyId crank = add_part(w, i, -0.5, 0.1, 1, 0.3);
        join(w, CN_REVOLUTE, NOBODY, crank, i, 0);
        join(w, CN_REVOLUTE, crank, coupler, i, -1);
    }
    cn_body_set_velocity(w, coupler, 3, 0);
    cn_world_step(w, 1.0 / 60, NULL);
    double before = energy(w);
    below(run(w, 10), 1e-5, "three equal cranks keep together");
    below(energy(w) - before, 0.02, "and go on swinging");
    direct(w);
    end(w);
}

static void test_welded_ring(void) {
    cn_World *w = make_world(0);
    cn_BodyId box[12], before = NOBODY;
    for (int i = 0; i <= 12; i++) {
        double a = 2 * CN_PI * i / 12, b = 2 * CN_PI * (i - 0.5) / 12;
        cn_BodyId now = i < 12 ? add_part(w, 3 * cos(a), 3 * sin(a), 0.5, 0.5, 1) : box[0];
        if (i < 12) box[i] = now;
        if (i > 0) join(w, CN_WELD, before, now, 3 * cos(b), 3 * sin(b));
        before = now;
    }
    cn_body_set_velocity(w, box[0], 0, 6);
    double px, py, l, qx, qy, m;
    cn_world_momentum(w, &px, &py, &l);
    below(run(w, 5), 1e-5, "a welded ring is rigid");
    cn_world_momentum(w, &qx, &qy, &m);
    below(hypot(qx - px, qy - py) / 6, 1e-5, "and keeps its momentum");
    below((m - l) / l, 1e-3, "and its spin");
    direct(w);
    end(w);
}

/* A truss of rods between points: rods meet at the centres of mass and hold more than is free. */
static void test_truss(void) {
    cn_World *w = make_world(10);
    cn_BodyId top = NOBODY, bottom = NOBODY;
    for (int i = 0; i <= 12; i++) {
        cn_BodyId t = add_part(w, i, 1, 0.2, 0.2, 1), b = add_part(w, i, 0, 0.2, 0.2, 1);
        rod(w, t, b, i, 1, i, 0);
        if (i > 0) {
            rod(w, top, t, i - 1, 1, i, 1);
            rod(w, bottom, b, i - 1, 0, i, 0);
            rod(w, top, b, i - 1, 1, i, 0);
            rod(w, bottom, t, i - 1, 0, i, 1);
        }
        if (i % 12 == 0) join(w, CN_REVOLUTE, NOBODY, b, i, 0);
        top = t;
        bottom = b;
    }
    below(run(w, 5), 1e-5, "a truss does not give");
    direct(w);
    end(w);
}

/* ---- what cannot be ----------------------------------------------------------------------- */

/* Links in a row between two pins, shorter than the span by a gap: 0 can hold no load at all. A
 * heavy box falls on them. Whatever happens, it makes no energy. */
static void test_bridge(double gap, double ratio) {
    cn_World *w = make_world(10);
    cn_BodyId before = NOBODY;
    for (int i = 0; i < 10; i++) {
        cn_BodyId link = add_part(w, 0.5 + i, 0, 1, 0.2, 1);
        join(w, CN_REVOLUTE, before, link, i, 0);
        before = link;
    }
    cn_JointDef d = cn_joint_def(CN_REVOLUTE);
    cn_JointId id;
    d.a = before;
    d.from_x = 10;
    d.to_x = 10 + gap;
    cn_joint_create(w, &d, &id);
    cn_BodyDef b = cn_body_def();
    cn_ShapeDef s = cn_shape_def(CN_BOX);
    cn_ShapeId shape;
    b.type = CN_DYNAMIC;
    b.x = 5;
    b.y = 3;
    s.w = s.h = 1;
    s.density = ratio;
    cn_body_create(w, &b, &before);
    cn_shape_create(w, before, &s, &shape);
    double start = energy(w), most = start;
    for (int i = 0; i < 600; i++) {
        cn_world_step(w, 1.0 / 60, NULL);
        most = fmax(most, energy(w));
    }
    below(most - start, 0.02 * ratio + 1 + 20 * gap, "a bridge makes no energy");
    below(worst_error(w), 1e-3 + gap, "and holds");
    check(cn_body_position(w, before).y > -3, "what falls on it");
    end(w);
}

/* A chain whose upper end jumps to and fro at 100 times gravity goes on hanging on it. */
static void test_shaken(void) {
    cn_World *w = make_world(10);
    cn_BodyId hand = add_body(w, CN_KINEMATIC, 0, 0), before = hand;
    for (int i = 0; i < 10; i++) {
        cn_BodyId link = add_part(w, 0, -0.25 - 0.5 * i, 0.1, 0.5, 0.5);
        join(w, i % 3 == 2 ? CN_WELD : CN_REVOLUTE, before, link, 0, -0.5 * i);
        before = link;
    }
    for (int i = 0; i < 300; i++) {
        cn_body_set_velocity(w, hand, i / 10 % 2 ? 20 : -20, 0);
        cn_world_step(w, 1.0 / 60, NULL);
    }
    cn_body_set_velocity(w, hand, 0, 0);
    run(w, 5);
    below(worst_error(w), 1e-5, "a shaken chain is whole again");
    end(w);
}

/* What is put elsewhere is pulled back without a blow. */
static void test_teleport(void) {
    cn_World *w = make_world(10);
    cn_BodyId before = NOBODY;
    for (int i = 0; i < 6; i++) {
        cn_BodyId link = add_part(w, 0, -0.25 - 0.5 * i, 0.1, 0.5, 0.5);
        join(w, CN_REVOLUTE, before, link, 0, -0.5 * i);
        before = link;
    }
    run(w, 1);
    cn_body_set_position(w, before, 3, 3);
    double fastest = 0;
    for (int i = 0; i < 600; i++) {
        cn_world_step(w, 1.0 / 60, NULL);
        fastest = fmax(fastest, (double)cn_length(cn_body_velocity(w, before)));
    }
    below(fastest, 12, "an end that was put elsewhere comes back no faster than it would fall");
    below(worst_error(w), 1e-5, "and has come back");
    end(w);
}

/* How each of so many equal pairs is solved does not depend on how many there are: those that hang
 * are exact, and those that float are what one of them alone is. */
static bool floats_exactly(void) {
    cn_World *w = make_world(10);
    cn_BodyId a = add_part(w, 0, 0, 1, 1, 1), b = add_part(w, 1, 0, 1, 1, 1);
    join(w, CN_REVOLUTE, a, b, 0.5, 0);
    cn_world_step(w, 1.0 / 60, NULL);
    bool exact = w->joint[1].flags & CN_JOINT_EXACT;
    end(w);
    return exact;
}

static void test_crowd(int pairs, bool hangs) {
    bool expected = hangs || floats_exactly();
    cn_World *w = make_world(10);
    for (int i = 0; i < pairs; i++) {
        cn_BodyId a = add_part(w, 5 * i, 0, 1, 1, 1), b = add_part(w, 5 * i + 1, 0, 1, 1, 1);
        join(w, CN_REVOLUTE, a, b, 5 * i + 0.5, 0);
        if (hangs) join(w, CN_REVOLUTE, NOBODY, a, 5 * i, 0);
    }
    cn_world_step(w, 1.0 / 60, NULL);
    for (int i = 1; i < w->joints.count; i++)
        check(!!(w->joint[i].flags & CN_JOINT_EXACT) == expected, "a crowd is treated as one");
    end(w);
}

int main(void) {
    test_truss();
    test_bridge(0, 1);
    test_bridge(0, 100);
    test_bridge(0.5, 10);
    test_shaken();
    test_teleport();
    test_crowd(200, true);
    test_crowd(5000, true);
    test_crowd(200, false);
    test_crowd(5000, false);
    test_pendulum(false);
    test_pendulum(true);
    test_hanging_chain(20, 1);
    test_hanging_chain(20, 10000);
    test_hanging_chain(200, 1000);
    test_swinging_chain(20, 100, 1e-3);
    test_swinging_chain(20, 1000, 1e-3);
    test_swinging_chain(7, 3, 0.03);
    test_swinging_chain(40, 100000, 1e-3);
    test_cantilever();
    test_redundant();
    test_parallelogram();
    test_welded_ring();
    return tally();
}
