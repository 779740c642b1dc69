/* test_lifetime.c: what the core hands out points at memory that is there, for as long as it says:
 * events inside and after a step, definitions given back to the world that they come from. Means
 * most in a sanitized build. Prints "N checks, N failed". */
#include <math.h>
#include <string.h>

#include "cairn.h"
#include "check.h"

#define MANY 600

static cn_World *make_world(void) {
    cn_WorldDef def = cn_world_def();
    cn_World *w = NULL;
    CHECK(cn_world_create(&def, &w, NULL) == CN_OK);
    return w;
}

static cn_BodyId put(cn_World *w, cn_BodyType type, double x, double y, const cn_ShapeDef *shape) {
    cn_BodyDef def = cn_body_def();
    cn_BodyId id;
    cn_ShapeId unused;
    def.type = type, def.x = x, def.y = y;
    CHECK(cn_body_create(w, &def, &id) == CN_OK);
    CHECK(cn_shape_create(w, id, shape, &unused) == CN_OK);
    return id;
}

static cn_BodyId put_circle(cn_World *w, int i) {
    cn_ShapeDef d = cn_shape_def(CN_CIRCLE);
    d.radius = 0.4;
    return put(w, CN_DYNAMIC, i % 30 * 3 - 45, 5 + i / 30, &d);
}

/* ---- events inside the step --------------------------------------------------------------- */

typedef struct Seen {
    int calls, events, moved;
} Seen;

static void decide(void *context, cn_World *w, cn_Decision *batch, int count) {
    Seen *seen = context;
    const cn_Events *e = cn_world_events(w);
    cn_BodyPose rows[8];
    (void)batch, (void)count;
    seen->calls++;
    seen->moved += cn_world_moved(w, 0, rows, 8);
    seen->events += e->begin_count + e->end_count + e->solved_count + e->hit_count +
                    e->sensor_count + e->left_bounds_count + e->slept_count + e->woke_count +
                    e->moved_count + e->warning_count + e->broken_count;
    for (int i = 0; i < e->sensor_count; i++) CHECK(e->sensors[i].sensor.generation == 1);
    for (int i = 0; i < e->end_count; i++) CHECK(e->ends[i].a.generation > 0);
}

/* Six hundred enter and leave a sensor: the next step has to make room for as many ends. */
static void events_inside_a_step(void) {
    cn_World *w = make_world();
    cn_ShapeDef zone = cn_shape_def(CN_BOX);
    cn_BodyId circles[MANY];
    Seen seen = {0};
    zone.w = 200, zone.h = 200, zone.sensor = true;
    put(w, CN_STATIC, 0, 0, &zone);
    for (int i = 0; i < MANY; i++) {
        circles[i] = put_circle(w, i);
        if (i % 10 == 9) CHECK(cn_world_step(w, 1.0 / 60, NULL) == CN_OK);
    }
    for (int i = 0; i < MANY; i++) CHECK(cn_body_destroy(w, circles[i]) == CN_OK);
    put_circle(w, 0);
    cn_Hooks hooks = {.context = &seen, .filter = true, .decide = decide};
    uint64_t stamp = cn_world_events(w)->stamp;
    CHECK(cn_world_step(w, 1.0 / 60, &hooks) == CN_OK);
    CHECK(seen.calls == 1 && seen.events == 0 && seen.moved == 0);
    CHECK(cn_world_events(w)->sensor_count == MANY + 1);
    CHECK(cn_world_events(w)->stamp != stamp);
    cn_world_destroy(w);
}

/* ---- definitions given back --------------------------------------------------------------- */

/* Corners at irregular places, so that no two forms are one. */
static cn_ShapeDef star(double points[16], int i) {
    cn_ShapeDef d = cn_shape_def(CN_POLYGON);
    for (int k = 0; k < 8; k++) {
        double r = (k % 2 ? 1.0 : 0.4) + 0.001 * i, angle = k * CN_PI / 4;
        points[2 * k] = r * cos(angle), points[2 * k + 1] = r * sin(angle);
    }
    d.points = points, d.point_count = 8;
    return d;
}

static bool same_points(const cn_ShapeDef *a, const double *points, int count) {
    return a->point_count == count &&
           memcmp(a->points, points, 2 * sizeof *points * (size_t)count) == 0;
}

/* A copy of a shape is made of what the shape says, whose points the world keeps. */
static void shapes_made_of_shapes(void) {
    cn_World *w = make_world();
    cn_BodyDef body = cn_body_def();
    double points[16];
    cn_ShapeDef d = star(points, 0);
    cn_BodyId id;
    cn_ShapeId shape;
    CHECK(cn_body_create(w, &body, &id) == CN_OK);
    CHECK(cn_shape_create(w, id, &d, &shape) == CN_OK);
    for (int i = 1; i < 100; i++) {
        d = cn_shape_settings(w, shape);
        d.x = 3 * i;
        CHECK(cn_shape_create(w, id, &d, &shape) == CN_OK);
        d = cn_shape_settings(w, shape);
        CHECK(same_points(&d, points, 8));
        d.y = i;
        CHECK(cn_shape_reshape(w, shape, &d) == CN_OK);
        d = cn_shape_settings(w, shape);
        CHECK(same_points(&d, points, 8) && d.y == i && d.x == 3 * i);
    }
    CHECK(cn_world_validate(w, NULL));
    cn_world_destroy(w);
}

static void chains_made_of_chains(void) {
    cn_World *w = make_world();
    double points[] = {0, 0, 1, 0.5, 2, 0, 3, 0.5, 4, 0};
    cn_Material materials[4];
    for (int i = 0; i < 4; i++) materials[i] = (cn_Material){.friction = 0.1 * (i + 1)};
    cn_ShapeDef d = cn_shape_def(CN_CHAIN);
    cn_BodyDef body = cn_body_def();
    cn_BodyId id;
    cn_ShapeId shape;
    d.points = points, d.point_count = 5, d.materials = materials, d.material_count = 4;
    body.type = CN_STATIC;
    CHECK(cn_body_create(w, &body, &id) == CN_OK);
    CHECK(cn_shape_create(w, id, &d, &shape) == CN_OK);
    for (int i = 1; i < 100; i++) {
        d = cn_shape_settings(w, shape);
        CHECK(cn_shape_create(w, id, &d, &shape) == CN_OK);
        d = cn_shape_settings(w, shape);
        CHECK(same_points(&d, points, 5));
        CHECK(d.material_count == 4 && d.materials[3].friction == materials[3].friction);
        cn_ShapeId plain;
        d.material_count = 0, d.materials = NULL;
        CHECK(cn_shape_create(w, id, &d, &plain) == CN_OK);
        d = cn_shape_settings(w, shape);
        CHECK(cn_shape_set_material(w, plain, 2, &d.materials[3]) == CN_OK);
        d = cn_shape_settings(w, plain);
        CHECK(d.material_count == 4 && d.materials[2].friction == materials[3].friction);
        CHECK(fabs(d.materials[0].friction - 0.6) < 1e-6);
    }
    CHECK(cn_world_validate(w, NULL));
    cn_world_destroy(w);
}

int main(void) {
    events_inside_a_step();
    shapes_made_of_shapes();
    chains_made_of_chains();
    return tally();
}
