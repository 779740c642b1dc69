/* bad_scene.h: a world that has some of everything, and good definitions, for the tests of bad
 * values. */
#ifndef BAD_SCENE_H
#define BAD_SCENE_H

#include "cairn.h"
#include "check.h"

#define KINDS_OF_MOVERS 3

typedef struct Scene {
    cn_World *w;
    cn_Snapshot moment;
    cn_BodyId body[2], kinematic, gone_body;
    cn_ShapeId shape[CN_SHAPE_KINDS + 1], gone_shape; /* the last is a sensor with an area */
    cn_JointId joint[CN_JOINT_KINDS], gone_joint;
    cn_MoverId mover[KINDS_OF_MOVERS], gone_mover;
    cn_ContactId contact;
    cn_Manifold manifold;
} Scene;

static double points[2 * (CN_MAX_POINTS + 8)];
static cn_Material materials[CN_MAX_POINTS + 8];

static void prepare_points(void) {
    for (int i = 0; i < CN_MAX_POINTS + 8; i++) {
        double turn = i * 2 * CN_PI / 5;
        points[2 * i] = 0.6 * cn_cos(turn) + 0.001 * (i / 5);
        points[2 * i + 1] = 0.6 * cn_sin(turn);
        materials[i] = cn_shape_def(CN_CHAIN).material;
    }
}

static cn_ShapeDef good_shape(int kind) {
    bool area = kind == CN_SHAPE_KINDS;
    cn_ShapeDef d = cn_shape_def(area ? CN_BOX : (cn_ShapeKind)kind);
    d.w = d.h = d.rx = d.x2 = d.nx = 1;
    d.ry = 0.7;
    d.radius = 0.4;
    d.points = points;
    d.point_count = 5;
    d.materials = d.kind == CN_CHAIN ? materials : NULL;
    d.material_count = d.kind == CN_CHAIN ? 4 : 0;
    d.has_one_way = !area;
    d.one_way_y = 1;
    d.sensor = d.has_area = area;
    d.area.drag = area ? 1 : 0;
    d.area.has_surface = area;
    d.press_force = 10, d.release_force = 5;
    return d;
}

static cn_JointDef good_joint(const Scene *s, int kind) {
    cn_JointDef d = cn_joint_def((cn_JointKind)kind);
    d.a = s->body[0], d.b = s->body[1];
    d.to_x = 2, d.to_y = 3;
    d.axis_x = 1;
    d.ground_from_y = d.ground_to_y = 9;
    d.step = 1;
    d.has_limits = d.has_motor = d.has_spring = d.has_min = d.has_max = d.has_linear =
        d.has_angular = true;
    d.has_reference = d.has_origin = true;
    d.lower = -1, d.upper = 1;
    d.hertz = 2;
    d.min = 0.5, d.max = 4;
    d.max_force = d.max_torque = 100;
    d.joint_a = s->joint[CN_REVOLUTE], d.joint_b = s->joint[CN_PRISMATIC];
    return d;
}

static cn_MoverDef good_mover(int kind) {
    cn_MoverDef d = cn_mover_def();
    d.x = -4 - 2 * kind, d.y = 2;
    d.radius = 0.3, d.height = 1;
    if (kind == 1) d.w = 0.5, d.h = 1, d.radius = 0.05, d.height = 0;
    if (kind == 2) d.mass = 60, d.leg_length = 0.3, d.leg_hertz = 4;
    return d;
}

static cn_BodyId add_body(cn_World *w, cn_BodyType type, double x, double y) {
    cn_BodyDef d = cn_body_def();
    cn_BodyId id;
    d.type = type, d.x = x, d.y = y;
    CHECK(cn_body_create(w, &d, &id) == CN_OK);
    return id;
}

static cn_ShapeId add_shape(cn_World *w, cn_BodyId body, int kind) {
    cn_ShapeDef d = good_shape(kind);
    cn_ShapeId id;
    d.has_one_way = false;
    CHECK(cn_shape_create(w, body, &d, &id) == CN_OK);
    return id;
}

static void add_stale(Scene *s) {
    cn_JointDef d = good_joint(s, CN_REVOLUTE);
    cn_MoverDef mover = good_mover(0);
    s->gone_body = add_body(s->w, CN_DYNAMIC, 30, 3);
    s->gone_shape = add_shape(s->w, s->gone_body, CN_BOX);
    d.b = s->gone_body;
    CHECK(cn_joint_create(s->w, &d, &s->gone_joint) == CN_OK);
    CHECK(cn_mover_create(s->w, &mover, &s->gone_mover) == CN_OK);
    CHECK(cn_body_destroy(s->w, s->gone_body) == CN_OK);
    CHECK(cn_mover_destroy(s->w, s->gone_mover) == CN_OK);
}

static Scene make(void) {
    Scene s = {0};
    cn_WorldDef def = cn_world_def();
    CHECK(cn_world_create(&def, &s.w, NULL) == CN_OK);
    for (int kind = 0; kind <= CN_SHAPE_KINDS; kind++) {
        bool still = kind == CN_CHAIN || kind == CN_HALFSPACE || kind == CN_SEGMENT;
        cn_BodyId body = add_body(s.w, still ? CN_STATIC : CN_DYNAMIC, 3.0 * kind, still ? -2 : 3);
        s.shape[kind] = add_shape(s.w, body, kind);
        if (kind < 2) s.body[kind] = body;
    }
    s.kinematic = add_body(s.w, CN_KINEMATIC, 0, -8);
    add_shape(s.w, s.kinematic, CN_BOX);
    for (int kind = 0; kind < CN_JOINT_KINDS; kind++) {
        cn_JointDef d = good_joint(&s, kind);
        CHECK(cn_joint_create(s.w, &d, &s.joint[kind]) == CN_OK);
    }
    for (int kind = 0; kind < KINDS_OF_MOVERS; kind++) {
        cn_MoverDef d = good_mover(kind);
        CHECK(cn_mover_create(s.w, &d, &s.mover[kind]) == CN_OK);
    }
    add_stale(&s);
    for (int i = 0; i < 60; i++) CHECK(cn_world_step(s.w, 1 / 60.0, NULL) == CN_OK);
    CHECK(cn_world_contacts(s.w, &s.contact, 1) > 0);
    CHECK(cn_contact_manifold(s.w, s.contact, &s.manifold));
    CHECK(cn_world_snapshot(s.w, NULL, 0, &s.moment) == CN_OK);
    return s;
}

#endif
