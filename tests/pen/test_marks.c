/* test_marks.c: what overlays are drawn from: the trees, islands, scales that suit what there is.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "pen_list.h"

enum { BOXES = 300, MOST = 4096 };

static cn_BodyId add_box(cn_World *world, double x, double y, cn_BodyType type) {
    cn_BodyDef body = cn_body_def();
    cn_ShapeDef shape = cn_shape_def(CN_BOX);
    body.type = type;
    body.x = x;
    body.y = y;
    shape.w = shape.h = 1.0;
    cn_BodyId id;
    cn_ShapeId made;
    CHECK(cn_body_create(world, &body, &id) == CN_OK);
    CHECK(cn_shape_create(world, id, &shape, &made) == CN_OK);
    return id;
}

/* Pairs of boxes, one on the other, on a floor of boxes. */
static cn_World *make(void) {
    cn_WorldDef def = cn_world_def();
    cn_World *world = NULL;
    CHECK(cn_world_create(&def, &world, NULL) == CN_OK);
    for (int i = 0; i < BOXES; i++) {
        add_box(world, 3.0 * i, -0.5, CN_STATIC);
        add_box(world, 3.0 * i, 0.5, CN_DYNAMIC);
        add_box(world, 3.0 * i, 1.5, CN_DYNAMIC);
    }
    for (int i = 0; i < 5; i++) cn_world_step(world, 1.0 / 60.0, NULL);
    return world;
}

static bool holds(const double outer[4], const double inner[4]) {
    const double slack = 1e-4; /* m, of single precision at 900 m */
    return outer[0] <= inner[0] + slack && outer[1] <= inner[1] + slack &&
           outer[2] >= inner[2] - slack && outer[3] >= inner[3] - slack;
}

static bool is_held(const cn_TreeBox *boxes, int count, const double box[4], int level,
                    bool is_static) {
    for (int i = 0; i < count; i++) {
        if (boxes[i].level == level && boxes[i].is_static == is_static && holds(boxes[i].box, box))
            return true;
    }
    return false;
}

static void test_tree(const cn_World *world) {
    static cn_TreeBox boxes[MOST];
    int count = cn_world_tree(world, boxes, MOST), top[2] = {0, 0};
    CHECK(count > 2 * BOXES / 8 && count < MOST);
    CHECK(cn_world_tree(world, NULL, 0) == count);
    for (int i = 0; i < count; i++) {
        int *high = &top[boxes[i].is_static];
        if (boxes[i].level > *high) *high = boxes[i].level;
    }
    CHECK(top[0] == 3 && top[1] == 2); /* 600 in 75 in 10 in 2, 300 in 38 in 5 */
    for (int i = 0; i < count; i++) {
        if (boxes[i].level == top[boxes[i].is_static]) continue;
        CHECK(is_held(boxes, count, boxes[i].box, boxes[i].level + 1, boxes[i].is_static));
    }
    cn_BodyId body = {0, 0};
    while ((body = cn_world_next_body(world, body)).generation) {
        double box[4];
        cn_shape_bounds(world, cn_body_next_shape(world, body, (cn_ShapeId){0, 0}), box);
        CHECK(is_held(boxes, count, box, 1, cn_body_type(world, body) == CN_STATIC));
    }
}

/* Body 3 i + 1 is a floor, the two after it lie on it. */
static void test_islands(cn_World *world) {
    int *islands = pen_islands(world);
    for (int i = 0; islands && i < BOXES; i++) {
        CHECK(islands[3 * i + 2] == 3 * i + 2);
        CHECK(islands[3 * i + 3] == 3 * i + 2);
    }
    free(islands);
    cn_JointDef def = cn_joint_def(CN_DISTANCE);
    cn_JointId joint;
    def.length = 3.0;
    def.a = cn_world_next_body(world, (cn_BodyId){1, 1});
    def.b = cn_world_next_body(world, (cn_BodyId){4, 1});
    if (!CHECK(cn_joint_create(world, &def, &joint) == CN_OK)) return;
    islands = pen_islands(world);
    CHECK(islands && islands[5] == 2 && islands[6] == 2);
    free(islands);
}

static void test_scales(const cn_World *world) {
    pen_List list = {0};
    pen_Scales scales = {0};
    pen_WorldOptions options = {.alpha = 1.0, .view = {-2.0, -2.0, 10.0, 6.0}, .px = 0.01};
    options.impulses = true;
    pen_world(&list, world, &options, &scales);
    CHECK(list.command_count > 10);
    double weight = 2.0 * 9.81 / 60.0 / 2.0; /* N s at each of the two points of 2 kg on a floor */
    CHECK(scales.impulse > 0.2 * weight && scales.impulse <= weight);
    double before = scales.impulse;
    pen_list_clear(&list);
    pen_world(&list, world, &options, &scales);
    CHECK(scales.impulse == before);
    CHECK(scales.velocity == 0.0 && scales.force == 0.0);
    pen_list_free(&list);
}

int main(void) {
    cn_World *world = make();
    test_tree(world);
    test_scales(world);
    test_islands(world);
    cn_world_destroy(world);
    return tally();
}
