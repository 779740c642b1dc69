/* test_reload.c: a world that is loaded anew from a snapshot before each step goes on as if it had
 * not been: no snapshot is refused, no step misses memory that a young world does not have yet, and
 * all bits are the same. Nor is one refused for what no kind of shape, joint or mover looks at.
 * Prints "N checks, N failed". */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "bodies.h"
#include "cairn.h"
#include "check.h"

#define STEPS 70 /* count: memory that lies idle is given back in steps 32 and 64 */

static cn_BodyId add(cn_World *w, cn_BodyType type, double x, double y, const cn_ShapeDef *shape) {
    return add_moving(w, type, x, y, 0, shape);
}

static cn_ShapeDef disc_of(double radius) {
    cn_ShapeDef s = cn_shape_def(CN_CIRCLE);
    s.radius = radius;
    return s;
}

static void add_floor(cn_World *w) {
    cn_ShapeDef floor = box_of(200, 1);
    add(w, CN_STATIC, 0, -0.5, &floor);
}

/* ---- worlds -------------------------------------------------------------------------------- */

/* Discs in a bowl of short segments, which they meet as an arc. */
static void bowl(cn_World *w, int step) {
    enum { POINTS = 121 };
    double points[2 * POINTS];
    cn_ShapeDef arc = cn_shape_def(CN_CHAIN), disc = disc_of(0.2);
    if (step > 0) return;
    for (int i = 0; i < POINTS; i++) {
        double angle = 3.14159265358979 * i / (POINTS - 1);
        points[2 * i] = 4 * cos(angle);
        points[2 * i + 1] = -4 * sin(angle);
    }
    arc.points = points;
    arc.point_count = POINTS;
    add(w, CN_STATIC, 0, 0, &arc);
    for (int i = 0; i < 12; i++) add(w, CN_DYNAMIC, 0.5 * (i % 6) - 1.2, -3 + 0.5 * (i / 6), &disc);
}

/* Bodies come between steps, some of which touch others at once. */
static void stream(cn_World *w, int step) {
    cn_ShapeDef box = box_of(0.5, 0.5);
    if (step == 0) add_floor(w);
    for (int i = 0; i < 6 && step % 2 == 0; i++)
        add(w, CN_DYNAMIC, 0.6 * i - 1.5 + 0.01 * (step % 5), 0.3 + 0.25 * step, &box);
}

/* So many links that memory for their colours is worth giving back. */
static void nets(cn_World *w, int step) {
    enum { LINKS = 320 };
    cn_ShapeDef link = disc_of(0.1);
    cn_BodyId before = {0};
    if (step > 0) return;
    add_floor(w);
    for (int i = 0; i < LINKS; i++) {
        cn_JointDef joint = cn_joint_def(i % 3 ? CN_REVOLUTE : CN_DISTANCE);
        cn_JointId id;
        cn_BodyId body = add(w, CN_DYNAMIC, 0.25 * (i % 20), 1 + 0.4 * (i / 20), &link);
        joint.a = before;
        joint.b = body;
        joint.from_x = 0.25 * (i % 20) - 0.25;
        joint.from_y = joint.to_y = 1 + 0.4 * (i / 20);
        joint.to_x = 0.25 * (i % 20);
        if (i % 3) joint.from_x = joint.to_x = 0.25 * (i % 20) - 0.125;
        joint.has_spring = i % 3 == 0;
        joint.hertz = 4;
        if (i % 20 > 0) cn_joint_create(w, &joint, &id);
        before = body;
    }
}

/* More pairs than the limit lets be found: most of them do not meet, which the tree notices when it
 * is made anew after the last one has gone that they would meet. */
static void limit(cn_World *w, int step) {
    static cn_BodyId guest;
    cn_ShapeDef disc = disc_of(0.3);
    if (step == 2) cn_body_destroy(w, guest);
    if (step > 0) return;
    cn_WorldDef d = cn_world_settings(w);
    d.max_contacts = 1;
    CHECK(cn_world_configure(w, &d) == CN_OK);
    CHECK(cn_world_set_collides(w, 1, 1, false) == CN_OK);
    guest = add(w, CN_DYNAMIC, 0, 0, &disc);
    disc.layer = 1;
    for (int i = 0; i < 7; i++)
        add(w, CN_DYNAMIC, 0.01 * i, 0, &disc); /* a block of eight leaves */
    disc.layer = 0;
    for (int i = 0; i < 2; i++) add(w, CN_DYNAMIC, 50 + 0.4 * i, 0, &disc);
}

/* ---- steps --------------------------------------------------------------------------------- */

typedef void Scene(cn_World *w, int step);

/* The world as a new one, for one thread or two in turn. */
static bool reload(cn_World **w, int step, const char *what) {
    cn_Snapshot snapshot = {0};
    cn_World *fresh = NULL;
    cn_Error error = {0};
    if (cn_world_snapshot(*w, NULL, 0, &snapshot) == CN_OK)
        cn_world_load(snapshot.bytes, snapshot.size, 1 + step % 2, &fresh, &error);
    cn_snapshot_free(&snapshot);
    if (!expect(fresh != NULL, "%s is loaded in step %d: %s", what, step + 1, error.message))
        return false;
    cn_world_destroy(*w);
    *w = fresh;
    return true;
}

static void run(Scene *scene, const char *what, bool anew, uint64_t *hashes) {
    cn_WorldDef d = cn_world_def();
    cn_World *w = NULL;
    if (cn_world_create(&d, &w, NULL) != CN_OK) return;
    for (int i = 0; i < STEPS; i++) {
        scene(w, i);
        if (anew && !reload(&w, i, what)) break;
        cn_world_step(w, 1.0 / 60, NULL);
        hashes[i] = cn_world_hash(w);
    }
    cn_world_destroy(w);
}

static void check_scene(Scene *scene, const char *what) {
    uint64_t expected[STEPS], got[STEPS] = {0};
    int same = 0;
    run(scene, what, false, expected);
    run(scene, what, true, got);
    while (same < STEPS && got[same] == expected[same]) same++;
    expect(same == STEPS, "%s: other bits from step %d on", what, same + 1);
}

/* ---- what nobody looks at ------------------------------------------------------------------ */

/* What a kind of shape, joint or mover does not have may be anything: a snapshot has nothing of it.
 */
static void unused_of_shapes(cn_World *w) {
    const double points[] = {0, 0, 1, 0, 0, 1};
    for (int kind = 0; kind < CN_SHAPE_KINDS; kind++) {
        cn_ShapeDef d = cn_shape_def((cn_ShapeKind)kind);
        cn_BodyDef body = cn_body_def();
        cn_BodyId id;
        cn_ShapeId shape;
        bool plane = kind == CN_HALFSPACE, ends = kind == CN_CAPSULE || kind == CN_SEGMENT;
        d.w = d.h = kind == CN_BOX ? 1 : NAN;
        d.rx = d.ry = kind == CN_ELLIPSE ? 1 : NAN;
        d.radius = kind == CN_ELLIPSE || plane ? -INFINITY : 0.5;
        d.x1 = d.y1 = d.y2 = ends ? 0 : INFINITY;
        d.x2 = ends ? 1 : -INFINITY;
        d.nx = plane ? 0 : NAN, d.ny = plane ? 1 : 1e300;
        d.one_way_x = 1e300, d.one_way_y = NAN;
        d.points = points, d.point_count = 3;
        body.type = plane ? CN_STATIC : CN_DYNAMIC;
        body.x = 5 * kind;
        body.max_speed = -1e300;
        CHECK(cn_body_create(w, &body, &id) == CN_OK);
        if (!expect(cn_shape_create(w, id, &d, &shape) == CN_OK, "shape %d: %s", kind,
                    cn_world_error(w)->message))
            continue;
        cn_ShapeDef kept = cn_shape_settings(w, shape);
        CHECK(kept.one_way_x == 0 && kept.one_way_y == 0);
    }
}

static void unused_of_others(cn_World *w) {
    cn_ShapeDef sensor = box_of(1, 1);
    cn_BodyId id = add(w, CN_STATIC, 0, 50, &sensor), other = add(w, CN_DYNAMIC, 3, 50, &sensor);
    cn_ShapeId shape;
    cn_MoverId mover;
    cn_JointId joint;
    cn_AreaDef area = cn_area_def();
    cn_MoverDef box = cn_mover_def();
    cn_JointDef ratchet = cn_joint_def(CN_RATCHET);
    sensor.sensor = true;
    CHECK(cn_shape_create(w, id, &sensor, &shape) == CN_OK);
    area.drag = 1;
    area.surface = NAN;
    CHECK(cn_shape_set_area(w, shape, &area) == CN_OK);
    box.w = box.h = 1;
    box.snap = -1e300;
    box.height = box.leg_hertz = box.leg_damping = NAN;
    CHECK(cn_mover_create(w, &box, &mover) == CN_OK);
    ratchet.a = id, ratchet.b = other;
    ratchet.step = 1;
    ratchet.ground_from_x = NAN, ratchet.ground_to_y = -INFINITY;
    expect(cn_joint_create(w, &ratchet, &joint) == CN_OK, "ratchet: %s",
           cn_world_error(w)->message);
}

static void check_unused(void) {
    cn_WorldDef d = cn_world_def();
    cn_World *w = NULL;
    if (!expect(cn_world_create(&d, &w, NULL) == CN_OK, "a world")) return;
    unused_of_shapes(w);
    unused_of_others(w);
    for (int step = 0; step < 3; step++) {
        uint64_t before = cn_world_hash(w);
        if (!reload(&w, step, "what nobody looks at")) break;
        CHECK(cn_world_hash(w) == before);
        cn_world_step(w, 1.0 / 60, NULL);
    }
    cn_world_destroy(w);
}

/* No mass, no speed limit: a centre that moves far has the speed of the material there. */
static void check_fast_centre(void) {
    cn_WorldDef d = cn_world_def();
    cn_World *w = NULL;
    cn_BodyDef body = cn_body_def();
    cn_BodyId id;
    cn_ShapeId shape;
    cn_ShapeDef far = box_of(1, 1);
    cn_world_create(&d, &w, NULL);
    body.type = CN_DYNAMIC;
    body.angular_velocity = 700;
    CHECK(cn_body_create(w, &body, &id) == CN_OK);
    far.x = 9e5;
    CHECK(cn_shape_create(w, id, &far, &shape) == CN_OK);
    CHECK(cn_body_set_type(w, id, CN_KINEMATIC) == CN_OK);
    cn_BodyState s = cn_body_state(w, id);
    CHECK(hypot((double)s.vx, (double)s.vy) <= 1.0001 * CN_MAX_SPEED);
    reload(&w, 0, "a fast centre");
    cn_world_destroy(w);
}

int main(void) {
    check_unused();
    check_fast_centre();
    check_scene(bowl, "a bowl");
    check_scene(stream, "a stream");
    check_scene(nets, "links");
    check_scene(limit, "a limit");
    return tally();
}
