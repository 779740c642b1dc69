/* test_reload.c: a world that is loaded anew from a snapshot before each step goes on as if it had
 * not been: no snapshot is refused, no step misses memory that a young world does not have yet, and
 * all bits are the same. Prints "N checks, N failed". */
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

int main(void) {
    check_scene(bowl, "a bowl");
    check_scene(stream, "a stream");
    check_scene(nets, "links");
    return tally();
}
