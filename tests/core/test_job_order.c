/* test_job_order.c: no result depends on which thread does what, or on what ends first, in worlds
 * that are large enough for threads: jobs are those of chance_jobs.h. (Small ones: fuzz_api.)
 * Prints "N checks, N failed". */
#include <stdint.h>
#include <string.h>

#include "cairn.h"
#include "chance_jobs.h"
#include "check.h"

#define STEPS 60
#define BODIES                                                                                     \
    1400 /* count: more than from which on threads share a step, and an island at rest             \
          */
#define THREADS 3

/* ---- worlds -------------------------------------------------------------------------------- */

static cn_BodyId add(cn_World *w, cn_BodyDef d, const cn_ShapeDef *shape) {
    cn_BodyId id = {0};
    cn_ShapeId shape_id;
    cn_body_create(w, &d, &id);
    cn_shape_create(w, id, shape, &shape_id);
    return id;
}

/* Rows of boxes and discs that fall a little and jostle; some bounce, some are linked. */
static void heap(cn_World *w, int wide, bool mixed) {
    cn_ShapeDef box = cn_shape_def(CN_BOX), disc = cn_shape_def(CN_CIRCLE);
    cn_BodyId before = {0};
    box.w = box.h = 0.5;
    disc.radius = 0.25;
    for (int i = 0; i < BODIES; i++) {
        cn_BodyDef d = cn_body_def();
        d.x = (i % wide - wide / 2) * 0.52;
        d.y = 0.3 + i / wide * 0.51;
        d.vx = i % 7 - 3;
        box.material.restitution = disc.material.restitution = mixed && i % 11 == 0 ? 0.5 : 0;
        cn_BodyId body = add(w, d, mixed && i % 3 == 0 ? &disc : &box);
        if (mixed && i % 5 == 1) {
            cn_JointDef joint = cn_joint_def(i % 2 ? CN_REVOLUTE : CN_WELD);
            cn_JointId id;
            joint.a = before;
            joint.b = body;
            joint.from_x = joint.to_x = d.x - 0.26;
            joint.from_y = joint.to_y = d.y;
            if (i % wide > 0) cn_joint_create(w, &joint, &id);
        }
        before = body;
    }
}

/* Discs that fly at each other: islands meet in nearly every step, and homes are made anew between
 * two cuts. Some bodies cannot be pushed, and lie in the way of several threads. */
static void rain(cn_World *w, int wide) {
    cn_ShapeDef disc = cn_shape_def(CN_CIRCLE);
    disc.radius = 0.25;
    for (int i = 0; i < BODIES; i++) {
        cn_BodyDef d = cn_body_def();
        d.x = (i % wide - wide / 2) * 0.6;
        d.y = 0.3 + i / wide * 0.6;
        d.vx = i * 7 % 11 - 5;
        d.vy = i * 5 % 9 - 6;
        d.lock_x = d.lock_y = d.lock_rotation = i % 97 == 50;
        add(w, d, &disc);
    }
}

static cn_JointId tie(cn_World *w, cn_JointKind kind, cn_BodyId a, cn_BodyId b, double x,
                      double y) {
    cn_JointDef d = cn_joint_def(kind);
    cn_JointId id = {0};
    d.a = a, d.b = b;
    d.from_x = d.to_x = x;
    d.from_y = d.to_y = y;
    d.step = 0.1;
    d.ground_from_x = x - 1, d.ground_to_x = x + 1;
    d.ground_from_y = d.ground_to_y = y + 3;
    cn_joint_create(w, &d, &id);
    return id;
}

/* A body that cannot move, in an articulation with one that can; and two couplings at it. */
static void machine(cn_World *w, double x, double y) {
    cn_BodyDef d = cn_body_def();
    cn_ShapeDef box = cn_shape_def(CN_BOX);
    cn_BodyId body[4];
    box.w = box.h = 0.5;
    for (int i = 0; i < 4; i++) {
        d.x = x + i;
        d.y = y;
        d.angular_velocity = 3;
        d.lock_x = d.lock_y = d.lock_rotation = i == 0;
        body[i] = add(w, d, &box);
    }
    tie(w, CN_REVOLUTE, body[0], body[1], x + 0.5, y);
    tie(w, CN_RATCHET, body[0], body[2], x, y);
    tie(w, CN_PULLEY, body[3], body[0], x, y);
    tie(w, CN_DISTANCE, body[1], body[3], x + 1, y);
}

/* As it is: whatever steps keep beside its state, as who is solved where, is found anew. */
static void put_back(cn_World *w) {
    cn_Snapshot image = {0};
    expect(cn_world_snapshot(w, NULL, 0, &image) == CN_OK &&
               cn_world_restore(w, image.bytes, image.size) == CN_OK,
           "%s", cn_world_error(w)->message);
    cn_snapshot_free(&image);
}

typedef enum Kind { PLAIN, MIXED, RAIN } Kind;

static void run(int wide, Kind kind, int threads, uint64_t *hashes) {
    cn_WorldDef d = cn_world_def();
    cn_BodyDef ground = cn_body_def();
    cn_ShapeDef floor = cn_shape_def(CN_BOX);
    cn_World *w = NULL;
    d.threads = threads;
    d.sleep = kind == MIXED;
    if (cn_world_create(&d, &w, NULL) != CN_OK) return;
    floor.w = 200;
    ground.type = CN_STATIC;
    ground.y = -0.5;
    add(w, ground, &floor);
    if (kind == RAIN)
        rain(w, wide);
    else
        heap(w, wide, kind == MIXED);
    for (int i = 0; i < 12 && kind != RAIN; i++) machine(w, 5.0 * i - 30, 40);
    for (int i = 0; i < STEPS; i++) {
        if (threads > 1 && i % 7 == 5) put_back(w);
        cn_world_step(w, 1.0 / 60, NULL);
        hashes[i] = cn_world_hash(w);
    }
    cn_world_destroy(w);
}

static void check_heap(int wide, Kind kind) {
    uint64_t expected[STEPS], got[STEPS];
    run(wide, kind, 1, expected);
    for (int i = 1; i <= 4; i++) {
        int same = 0;
        chance_seed = (uint64_t)i;
        chance_shared = 0;
        memset(got, 0, sizeof got);
        run(wide, kind, THREADS, got);
        while (same < STEPS && got[same] == expected[same]) same++;
        expect(same == STEPS, "a heap %d wide, order %d: other bits from step %d on", wide, i,
               same + 1);
        expect(chance_shared > 0, "jobs that were shared: %d", chance_shared);
    }
}

int main(void) {
    check_heap(70, PLAIN);
    check_heap(40, MIXED);
    check_heap(50, RAIN);
    return tally();
}
