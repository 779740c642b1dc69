/* test_gaps.c: what lay in memory before is nowhere in a world: things that are set alike share
 * what they are set to, and two worlds that were made alike have snapshots of the same bytes,
 * whatever calls before have left on the stack. Prints "N checks, N failed". */
#include <string.h>

#include "cairn.h"
#include "check.h"
#include "data/world.h"

/* What calls after this one find on the stack. */
__attribute__((noinline)) static void litter(int value) {
    volatile unsigned char bytes[8192];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)value;
}

/* A world of everything that has settings, each kind twice, with other litter before each call. */
static cn_World *make_world(int value) {
    cn_WorldDef def = cn_world_def();
    cn_World *w = NULL;
    CHECK(cn_world_create(&def, &w, NULL) == CN_OK);
    cn_BodyId ids[2] = {{0}};
    for (int i = 0; i < 2; i++) {
        cn_BodyDef body = cn_body_def();
        cn_ShapeDef shape = cn_shape_def(CN_CIRCLE);
        cn_ShapeId unused;
        body.x = 2.0 * i;
        shape.radius = 0.5;
        litter(value + i);
        CHECK(cn_body_create(w, &body, &ids[i]) == CN_OK);
        litter(value + i);
        CHECK(cn_shape_create(w, ids[i], &shape, &unused) == CN_OK);
    }
    for (int i = 0; i < 2; i++) {
        cn_JointDef joint = cn_joint_def(CN_REVOLUTE);
        cn_JointId unused;
        joint.a = ids[0], joint.b = ids[1];
        litter(value + i);
        CHECK(cn_joint_create(w, &joint, &unused) == CN_OK);
    }
    for (int i = 0; i < 3; i++) {
        litter(value + i);
        CHECK(cn_world_step(w, 1.0 / 60.0, NULL) == CN_OK);
    }
    return w;
}

int main(void) {
    cn_World *w = make_world(0x00), *other = make_world(0xa5);
    cn_Snapshot a = {0}, b = {0};
    CHECK(w->traits_shared.slots.live == 1 && other->traits_shared.slots.live == 1);
    CHECK(w->tuning_shared.slots.live == 1 && other->tuning_shared.slots.live == 1);
    CHECK(w->forms.slots.live == 1 && other->forms.slots.live == 1);
    CHECK(cn_world_snapshot(w, NULL, 0, &a) == CN_OK);
    CHECK(cn_world_snapshot(other, NULL, 0, &b) == CN_OK);
    CHECK(a.size == b.size && memcmp(a.bytes, b.bytes, a.size) == 0);
    cn_snapshot_free(&a);
    cn_snapshot_free(&b);
    cn_world_destroy(w);
    cn_world_destroy(other);
    return tally();
}
