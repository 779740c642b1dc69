/* test_rest.c: which piles are solved as one system, and for how long.
 *
 * One that comes to rest is until it rests; one in which a ball rolls on must not be for good, as
 * that costs more than the sub-steps. Prints "N checks, N failed". */
#include <stdio.h>

#include "activity/resting.h"
#include "check.h"
#include "data/world.h"

static void check(bool ok, const char *what, int got) { expect(ok, "%s: %d", what, got); }

static int add(cn_World *w, cn_BodyType type, double x, double y, cn_ShapeDef *shape) {
    cn_BodyDef d = cn_body_def();
    cn_BodyId id;
    cn_ShapeId shape_id;
    d.type = type;
    d.x = x;
    d.y = y;
    cn_body_create(w, &d, &id);
    cn_shape_create(w, id, shape, &shape_id);
    return (int)id.index;
}

static int add_box(cn_World *w, cn_BodyType type, double x, double y, double width, double height) {
    cn_ShapeDef s = cn_shape_def(CN_BOX);
    s.w = width;
    s.h = height;
    return add(w, type, x, y, &s);
}

/* Two planks on a floor and a ball on top that rolls at so many m/s; answers the lower plank. */
static cn_World *make_pile(double speed, int *plank) {
    cn_WorldDef d = cn_world_def();
    cn_ShapeDef ball = cn_shape_def(CN_CIRCLE);
    cn_World *w = NULL;
    d.gravity_y = -10;
    d.sleep = false;
    cn_world_create(&d, &w, NULL);
    add_box(w, CN_STATIC, 0, -0.5, 100, 1);
    *plank = add_box(w, CN_DYNAMIC, 0, 0.1, 20, 0.2);
    add_box(w, CN_DYNAMIC, 0, 0.3, 20, 0.2);
    ball.radius = 0.5;
    int body = add(w, CN_DYNAMIC, 0, 0.9, &ball);
    w->motion[body].vx = (float)speed;
    w->motion[body].w = (float)(-speed / ball.radius);
    return w;
}

/* Steps of so many in which the plank was solved directly, or rested. */
static int steps_directly(double speed, int steps, bool *rests) {
    int plank, count = 0;
    cn_World *w = make_pile(speed, &plank);
    const char *why = "";
    for (int i = 0; i < steps; i++) {
        cn_world_step(w, 1.0 / 60, NULL);
        count += (w->body_flags[plank] & CN_BODY_REST_SOLVED) != 0;
    }
    *rests = w->body_flags[plank] & CN_BODY_RESTING;
    check(cn_world_validate(w, &why), why, 0);
    cn_world_destroy(w);
    return count;
}

/* Steps in which the lowest of three boxes was solved, and in which it rested, until it slept. */
static void check_waits_for_sleep(void) {
    cn_WorldDef d = cn_world_def();
    cn_World *w = NULL;
    int solved = 0, rested = 0, box, live = 0;
    const char *why = "";
    cn_world_create(&d, &w, NULL);
    add_box(w, CN_STATIC, 0, -0.5, 100, 1);
    box = add_box(w, CN_DYNAMIC, 0, 0.5, 1, 1);
    for (int i = 1; i < 3; i++) add_box(w, CN_DYNAMIC, 0, 0.5 + i, 1, 1);
    for (int i = 0; i < 60 && w->body_flags[box] & CN_BODY_AWAKE; i++) {
        cn_world_step(w, 1.0 / 60, NULL);
        bool rests = w->body_flags[box] & CN_BODY_RESTING;
        rested += rests;
        solved += !rests;
    }
    check(solved < 12, "steps in which a pile is solved until it sleeps", solved);
    check(rested > 15, "steps in which a pile rests until it sleeps", rested);
    check(!(w->body_flags[box] & CN_BODY_AWAKE), "a pile that rests falls asleep", rested);
    for (int i = 0; i < w->rest_count; i++) live += w->rest[i].live;
    check(live == 0, "islands that rest among those asleep", live);
    check(cn_world_validate(w, &why), why, 0);
    cn_world_destroy(w);
}

/* Steps until a column of boxes comes to rest that stand a little above each other, askew by so
 * many m. */
static int steps_to_rest(int boxes, double pitch, double askew) {
    cn_WorldDef d = cn_world_def();
    cn_World *w = NULL;
    int lowest = 0, steps = 0;
    d.sleep = false;
    cn_world_create(&d, &w, NULL);
    add_box(w, CN_STATIC, 0, -0.5, 100, 1);
    for (int i = 0; i < boxes; i++) {
        int box = add_box(w, CN_DYNAMIC, askew * (i % 3), (i + 0.5) * pitch, 1, 1);
        if (i == 0) lowest = box;
    }
    for (; steps < 600 && !(w->body_flags[lowest] & CN_BODY_RESTING); steps++)
        cn_world_step(w, 1.0 / 60, NULL);
    cn_world_destroy(w);
    return steps;
}

/* A box lies on another with its centre so many m beyond the edge: whether it rests there. */
static bool rests_beyond_edge(double beyond) {
    cn_WorldDef d = cn_world_def();
    cn_World *w = NULL;
    d.sleep = false;
    cn_world_create(&d, &w, NULL);
    add_box(w, CN_STATIC, 0, -0.5, 100, 1);
    add_box(w, CN_DYNAMIC, 0, 0.5, 1, 1);
    int upper = add_box(w, CN_DYNAMIC, 0.5 + beyond, 1.5, 1, 1);
    for (int i = 0; i < 60; i++) cn_world_step(w, 1.0 / 60, NULL);
    bool rests = w->body_flags[upper] & CN_BODY_RESTING;
    cn_world_destroy(w);
    return rests;
}

int main(void) {
    bool rests;
    int straight = steps_to_rest(20, 1, 0);
    check(straight <= 2, "steps until a column that is built as it stands rests", straight);
    check(rests_beyond_edge(-0.002), "a box rests with its centre 2 mm within an edge", 0);
    check(!rests_beyond_edge(0.002), "a box does not rest with its centre 2 mm beyond an edge", 0);
    int sum = 0; /* each is asked by its own turn, up to eight steps later than others */
    for (int i = 0; i < 5; i++) {
        int steps = steps_to_rest(5, 1 + 0.0025 * i, 0.03);
        sum += steps;
        check(steps < 18, "steps until a column of five comes to rest", steps);
    }
    check(sum < 5 * 11, "steps of five such columns", sum);
    check_waits_for_sleep();
    int count = steps_directly(0, 400, &rests);
    check(rests, "a pile with a ball that lies rests", count);
    count = steps_directly(1e-3, 600, &rests);
    check(!rests, "a pile on which a ball rolls does not rest", count);
    check(count > 10 && count < 60, "steps in which it is solved directly", count);
    return tally();
}
