/* test_shortage_step.c: steps that do not get the memory that they ask for. Scenes of all kinds are
 * stepped once for each allocation of some step, and that one fails: the step says CN_MEMORY, or
 * the world is the same bit for bit, then and later; it is valid in any case, and goes on. Then the
 * same with that one and all after it. What is left at the end is nothing.
 * Prints "N checks, N failed". */
#include <math.h>

#include "cairn.h"
#include "shortage.h"

/* ---- scenes ------------------------------------------------------------------------------- */

static cn_World *make_world(int threads) {
    cn_WorldDef def = cn_world_def();
    cn_World *w = NULL;
    def.threads = threads;
    CHECK(cn_world_create(&def, &w, NULL) == CN_OK);
    return w;
}

static cn_BodyId put(cn_World *w, cn_BodyType type, double x, double y, const cn_ShapeDef *shape) {
    cn_BodyDef d = cn_body_def();
    cn_BodyId id;
    cn_ShapeId unused;
    d.type = type, d.x = x, d.y = y;
    CHECK(cn_body_create(w, &d, &id) == CN_OK);
    CHECK(cn_shape_create(w, id, shape, &unused) == CN_OK);
    return id;
}

static cn_ShapeDef box_def(double width, double height) {
    cn_ShapeDef d = cn_shape_def(CN_BOX);
    d.w = width, d.h = height;
    return d;
}

static cn_BodyId box(cn_World *w, cn_BodyType type, double x, double y, double width,
                     double height) {
    cn_ShapeDef d = box_def(width, height);
    return put(w, type, x, y, &d);
}

static cn_BodyId ball(cn_World *w, double x, double y, double radius, double bounce) {
    cn_ShapeDef d = cn_shape_def(CN_CIRCLE);
    d.radius = radius, d.material.restitution = bounce, d.material.rolling = 0.01;
    return put(w, CN_DYNAMIC, x, y, &d);
}

static cn_JointId join(cn_World *w, const cn_JointDef *def, cn_BodyId a, cn_BodyId b, double x,
                       double y) {
    cn_JointDef d = *def;
    cn_JointId id = {0, 0};
    d.a = a, d.b = b, d.from_x = d.to_x = x, d.from_y = d.to_y = y;
    CHECK(cn_joint_create(w, &d, &id) == CN_OK);
    return id;
}

static cn_JointId hinge(cn_World *w, cn_BodyId a, cn_BodyId b, double x, double y) {
    cn_JointDef d = cn_joint_def(CN_REVOLUTE);
    return join(w, &d, a, b, x, y);
}

/* Piles that come to rest: contacts, colours, islands, sleep. */
static cn_World *piles(int count, int threads) {
    cn_World *w = make_world(threads);
    box(w, CN_STATIC, 0, -0.5, 4 * count, 1);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 5; k++) box(w, CN_DYNAMIC, 2 * i - count, 0.5 + k, 1, 1);
    return w;
}
static cn_World *make_piles(void) { return piles(6, 1); }
static cn_World *make_large(void) { return piles(220, 2); }

/* A chain of links, a bridge with motors and springs on it, softly held. */
static cn_World *make_joints(void) {
    cn_World *w = make_world(1);
    cn_BodyId last = box(w, CN_STATIC, 0, 10, 1, 1);
    cn_JointDef weld = cn_joint_def(CN_WELD), wheel = cn_joint_def(CN_WHEEL);
    weld.linear_hertz = weld.angular_hertz = 4;
    wheel.axis_y = 1, wheel.has_spring = true, wheel.hertz = 3, wheel.damping = 0.7;
    wheel.has_motor = true, wheel.motor_speed = 4, wheel.motor_max = 20;
    for (int i = 0; i < 10; i++) {
        cn_BodyId link = box(w, CN_DYNAMIC, i + 1, 10, 0.8, 0.3);
        if (i % 4 == 3)
            join(w, &weld, last, link, i + 0.5, 10);
        else
            hinge(w, last, link, i + 0.5, 10);
        last = link;
    }
    cn_BodyId car = box(w, CN_DYNAMIC, 0, 1.2, 3, 0.5);
    box(w, CN_STATIC, 0, -0.5, 60, 1);
    join(w, &wheel, car, ball(w, -1, 0.5, 0.5, 0), -1, 0.5);
    join(w, &wheel, car, ball(w, 1, 0.5, 0.5, 0), 1, 0.5);
    return w;
}

/* Gears between hinges, a rope over two rollers. */
static cn_World *make_gears(void) {
    cn_World *w = make_world(1);
    cn_BodyId wall = box(w, CN_STATIC, 0, -5, 40, 1), wheels[4];
    cn_JointId hinges[4], id;
    for (int i = 0; i < 4; i++) {
        wheels[i] = ball(w, 3 * i, 5, 1, 0);
        hinges[i] = hinge(w, wall, wheels[i], 3 * i, 5);
    }
    for (int i = 0; i < 3; i++) {
        cn_JointDef d = cn_joint_def(CN_GEAR);
        d.joint_a = hinges[i], d.joint_b = hinges[i + 1], d.ratio = i + 1.5;
        CHECK(cn_joint_create(w, &d, &id) == CN_OK);
    }
    cn_JointDef pulley = cn_joint_def(CN_PULLEY);
    pulley.a = box(w, CN_DYNAMIC, -5, 0, 1, 1), pulley.b = box(w, CN_DYNAMIC, -9, 0, 1, 2);
    pulley.from_x = -5, pulley.to_x = -9, pulley.ground_from_x = -5, pulley.ground_to_x = -9;
    pulley.ground_from_y = pulley.ground_to_y = 10;
    CHECK(cn_joint_create(w, &pulley, &id) == CN_OK);
    hinge(w, wheels[1], box(w, CN_DYNAMIC, 3, 3, 0.3, 2), 3, 4);
    CHECK(cn_body_set_angular_velocity(w, wheels[0], 5) == CN_OK);
    return w;
}

/* Chains that are loaded beyond what they bear. */
static cn_World *make_breaks(void) {
    cn_World *w = make_world(1);
    for (int k = 0; k < 3; k++) {
        cn_BodyId last = box(w, CN_STATIC, 10 * k, 10, 1, 1);
        cn_JointDef d = cn_joint_def(CN_REVOLUTE);
        d.break_force = 40 + 10 * k;
        for (int i = 0; i < 6; i++) {
            cn_BodyId link = box(w, CN_DYNAMIC, 10 * k, 9 - i, 0.5, 0.8);
            join(w, &d, last, link, 10 * k, 9.5 - i);
            last = link;
        }
    }
    return w;
}

/* Figures that fall onto the floor, their limbs welded and hinged with limits. */
static cn_World *make_figures(void) {
    cn_World *w = make_world(1);
    cn_JointDef limited = cn_joint_def(CN_REVOLUTE);
    limited.has_limits = true, limited.lower = -0.5, limited.upper = 0.5;
    box(w, CN_STATIC, 0, -0.5, 60, 1);
    for (int k = 0; k < 3; k++) {
        double x = 4 * k;
        cn_BodyId trunk = box(w, CN_DYNAMIC, x, 2.5, 0.6, 1.2);
        for (int side = -1; side <= 1; side += 2) {
            cn_BodyId thigh = box(w, CN_DYNAMIC, x + 0.2 * side, 1.5, 0.25, 0.8);
            cn_BodyId shin = box(w, CN_DYNAMIC, x + 0.2 * side, 0.7, 0.2, 0.8);
            join(w, &limited, trunk, thigh, x + 0.2 * side, 1.9);
            join(w, &limited, thigh, shin, x + 0.2 * side, 1.1);
            hinge(w, trunk, box(w, CN_DYNAMIC, x + 0.7 * side, 2.9, 0.8, 0.2), x + 0.3 * side, 2.9);
        }
    }
    return w;
}

/* Balls that bounce off each other, and bullets that would go through a wall. */
static cn_World *make_impacts(void) {
    cn_World *w = make_world(1);
    cn_BodyDef d = cn_body_def();
    cn_ShapeDef round = cn_shape_def(CN_CIRCLE);
    box(w, CN_STATIC, 0, -0.5, 60, 1);
    box(w, CN_STATIC, 20, 5, 0.1, 10);
    for (int i = 0; i < 24; i++) ball(w, i % 6 * 0.9, 0.5 + i / 6, 0.4, 0.9);
    d.bullet = true, d.vx = 300, round.radius = 0.1;
    for (int i = 0; i < 6; i++) {
        cn_BodyId id;
        cn_ShapeId unused;
        d.x = -20 - i, d.y = 6 + 0.3 * i;
        CHECK(cn_body_create(w, &d, &id) == CN_OK);
        CHECK(cn_shape_create(w, id, &round, &unused) == CN_OK);
    }
    return w;
}

/* Zones with forces, wind, movers, a plane, a chain, a shape of many pieces. */
static cn_World *make_zones(void) {
    static const double corners[] = {1,  0, 0.3,  0.3,  0, 1,  -0.3, 0.3,
                                     -1, 0, -0.3, -0.3, 0, -1, 0.3,  -0.3};
    static const double hills[] = {-30, 0, -20, 1, -10, 0, 0, 1, 10, 0, 20, 1};
    cn_World *w = make_world(1);
    cn_ShapeDef zone = box_def(20, 10), plane = cn_shape_def(CN_HALFSPACE);
    cn_ShapeDef star = cn_shape_def(CN_POLYGON), chain = cn_shape_def(CN_CHAIN);
    cn_WindDef wind = cn_wind_def();
    zone.sensor = zone.has_area = true, zone.area = cn_area_def();
    zone.area.gravity_y = 12, zone.area.drag = 0.5;
    put(w, CN_STATIC, 0, 3, &zone);
    put(w, CN_STATIC, 0, -5, &plane);
    star.points = corners, star.point_count = 8;
    chain.points = hills, chain.point_count = 6;
    put(w, CN_STATIC, 0, 0, &chain);
    for (int i = 0; i < 6; i++) put(w, CN_DYNAMIC, 3 * i - 12, 3, &star);
    for (int i = 0; i < 6; i++) box(w, CN_DYNAMIC, 3 * i + 21, -4.4, 1, 1);
    wind.x = 5, wind.drag = 0.2;
    CHECK(cn_world_set_wind(w, &wind) == CN_OK);
    for (int i = 0; i < 3; i++) {
        cn_MoverDef d = cn_mover_def();
        cn_MoverId id;
        d.x = 6 * i - 15, d.y = 2, d.radius = 0.4, d.height = 1.8, d.mass = i * 40;
        CHECK(cn_mover_create(w, &d, &id) == CN_OK);
    }
    return w;
}

/* Everybody asks, and some are refused. */
static void decide(void *context, cn_World *w, cn_Decision *batch, int count) {
    (void)context, (void)w;
    for (int i = 0; i < count; i++) {
        if (batch[i].ask == CN_ASK_FILTER)
            batch[i].refuse = (batch[i].a.index + batch[i].b.index) % 5 == 0;
        else
            batch[i].surface_speed = 0.5f;
    }
}

static cn_World *make_asked(void) {
    cn_World *w = make_world(1);
    cn_ShapeDef d = box_def(1, 1);
    d.pre_solve = true;
    box(w, CN_STATIC, 0, -0.5, 60, 1);
    for (int i = 0; i < 20; i++) put(w, CN_DYNAMIC, i % 5 * 1.2, 0.5 + i / 5 * 1.02, &d);
    return w;
}

/* ---- steps -------------------------------------------------------------------------------- */

typedef struct Scene {
    const char *name;
    cn_World *(*make)(void);
    bool asks;
    int moments[4]; /* steps that come before; -1 ends */
} Scene;

static const Scene scenes[] = {
    {"piles", make_piles, false, {0, 1, 12, 70}},
    {"joints", make_joints, false, {0, 1, 20, 80}},
    {"gears", make_gears, false, {0, 1, 20, -1}},
    {"breaks", make_breaks, false, {0, 1, 2, 6}},
    {"figures", make_figures, false, {0, 1, 20, 60}},
    {"impacts", make_impacts, false, {0, 1, 4, 9}},
    {"zones", make_zones, false, {0, 1, 15, 60}},
    {"asked", make_asked, true, {0, 1, 10, -1}},
};
static const Scene large = {"large", make_large, false, {0, 1, 30, -1}};

static int steps_failed, steps_silent;

static cn_Result step(cn_World *w, bool asks) {
    cn_Hooks hooks = {.filter = true, .pre_solve = true, .decide = decide};
    return cn_world_step(w, DT, asks ? &hooks : NULL);
}

static cn_World *at_moment(const Scene *s, int steps) {
    cn_World *w = s->make();
    for (int i = 0; i < steps; i++) CHECK(step(w, s->asks) == CN_OK);
    cut_arrays(w);
    return w;
}

static uint64_t hash_later(const Scene *s, cn_World *w) {
    for (int i = 0; i < 4; i++) CHECK(step(w, s->asks) == CN_OK);
    return cn_world_hash(w);
}

/* Returns false when the step needs fewer allocations than that. */
static bool step_fails(const Scene *s, int steps, int k, uint64_t after, uint64_t later) {
    cn_World *w = at_moment(s, steps);
    const char *why = "";
    fail_at(k);
    cn_Result r = step(w, s->asks);
    bool failed = has_failed();
    if (failed) {
        steps_failed++;
        require(r == CN_OK || r == CN_MEMORY, s->name, k, "neither done nor out of memory");
        require(cn_world_validate(w, &why), s->name, k, why);
        bool same = cn_world_hash(w) == after;
        same = hash_later(s, w) == later && same;
        steps_silent += !same && r != CN_MEMORY;
        require(same || r == CN_MEMORY, s->name, k, "another answer without a word");
        require(cn_world_validate(w, &why), s->name, k, why);
    }
    cn_world_destroy(w);
    return failed;
}

/* Each k-th of the allocations of a step, stride apart. */
static void try_scene(const Scene *s, int stride) {
    for (int i = 0; i < 4 && s->moments[i] >= 0; i++) {
        cn_World *w = at_moment(s, s->moments[i]);
        CHECK(step(w, s->asks) == CN_OK);
        uint64_t after = cn_world_hash(w), later = hash_later(s, w);
        cn_world_destroy(w);
        for (int all = 0; all < 2; all++) {
            for_good = all;
            for (int k = 0; step_fails(s, s->moments[i], k, after, later); k += stride) {
            }
        }
        require(blocks == 0, s->name, -1, "memory is left");
    }
}

int main(void) {
    cn_set_allocator(failing_alloc, plain_free);
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) try_scene(&scenes[i], 1);
    try_scene(&large, 16);
    printf("steps: %d allocations failed, %d of them without a word\n", steps_failed, steps_silent);
    cn_set_allocator(NULL, NULL);
    return tally();
}
