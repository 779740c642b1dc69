/* test_world_arrays.c: every allocation of a game fails, once or from then on, and the world stays
 * valid and usable. Prints "N checks, N failed". */
#include "random_game.h"

/* ---- memory that ends ---------------------------------------------------------------------- */

static long allocations, fail_at, live_bytes;
static bool fail_for_ever;

static void *failing_alloc(size_t bytes) {
    long n = ++allocations;
    if (fail_at && (n == fail_at || (fail_for_ever && n > fail_at))) return NULL;
    live_bytes += (long)bytes;
    return aligned_alloc(64, bytes);
}

static void counting_free(void *memory, size_t bytes) {
    live_bytes -= (long)bytes;
    free(memory);
}

/* ---- a world with something in every room -------------------------------------------------- */

static cn_BodyId put(Game *g, cn_ShapeKind kind, double x, double y, cn_BodyType type) {
    static const double star[] = {0, 0, 1, 0, 1, 1, 0.5, 0.2, 0, 1};
    static const double line[] = {-9, 1, -9, 0, 0, 0, 9, 0, 9, 1};
    static const cn_Material materials[4] = {{.friction = 0.5}, {.friction = 1}};
    cn_BodyId body = {0, 0};
    cn_ShapeId shape;
    cn_BodyDef b = cn_body_def();
    cn_ShapeDef s = cn_shape_def(kind);
    b.x = x, b.y = y, b.type = type;
    b.bullet = below(6) == 0, b.safety = below(6) ? 0.5 : 0.1;
    s.w = s.h = 0.4, s.rx = 0.3, s.ry = 0.2;
    s.x1 = -0.2, s.x2 = 0.2, s.ny = 1;
    s.radius = kind == CN_CIRCLE || kind == CN_CAPSULE ? 0.2 : 0;
    s.points = kind == CN_CHAIN ? line : star, s.point_count = 5;
    if (kind == CN_CHAIN) s.materials = materials, s.material_count = 4;
    s.pre_solve = below(3) == 0;
    s.material.restitution = below(4) ? 0 : 0.5;
    s.has_one_way = type == CN_STATIC && kind == CN_BOX, s.one_way_y = 1;
    if (cn_body_create(g->world, &b, &body) == CN_OK) cn_shape_create(g->world, body, &s, &shape);
    return body;
}

static cn_JointId tie(Game *g, cn_JointKind kind, cn_BodyId a, cn_BodyId b, int of) {
    cn_JointDef d = cn_joint_def(kind);
    cn_JointId joint = {0, 0};
    cn_Pos at = cn_body_position(g->world, b);
    d.a = a, d.b = b;
    d.from_x = d.to_x = at.x, d.from_y = d.to_y = at.y;
    d.axis_y = 1, d.step = 0.2, d.hertz = 5, d.damping = 1;
    d.has_linear = d.has_angular = true, d.linear_hertz = 3;
    d.joint_a = g->joints[of], d.joint_b = g->joints[of + 1];
    d.ground_from_x = at.x, d.ground_to_x = at.x + 1, d.ground_from_y = d.ground_to_y = at.y + 3;
    d.break_force = below(4) ? INFINITY : 200;
    cn_joint_create(g->world, &d, &joint);
    return joint;
}

/* Articulations, a net, gears on joints of their own, and one joint of each kind. */
static void furnish_joints(Game *g) {
    cn_BodyId rope = {0, 0}, none = {0, 0};
    for (int i = 0; i < 6; i++) {
        cn_BodyId link = put(g, CN_CAPSULE, 0.4 * i - 6, 5, CN_DYNAMIC);
        tie(g, i == 3 ? CN_WELD : CN_REVOLUTE, rope, link, 0);
        rope = link;
    }
    cn_BodyId net[16];
    for (int i = 0; i < 16; i++) net[i] = put(g, CN_CIRCLE, 0.5 * (i % 4), 4 + i / 4, CN_DYNAMIC);
    for (int i = 0; i < 16; i++) {
        if (i % 4) tie(g, CN_DISTANCE, net[i - 1], net[i], 0);
        if (i >= 4) tie(g, i & 1 ? CN_REVOLUTE : CN_DISTANCE, net[i - 4], net[i], 0);
    }
    for (int i = 0; i < 2; i++)
        g->joints[i] = tie(g, CN_REVOLUTE, none, put(g, CN_CIRCLE, 4 + i, 6, CN_DYNAMIC), 0);
    for (int kind = 0; kind < CN_JOINT_KINDS; kind++) {
        cn_BodyId a = put(g, CN_BOX, 0.6 * kind - 4, 8, CN_DYNAMIC);
        tie(g, (cn_JointKind)kind, a, put(g, CN_BOX, 0.6 * kind - 4, 8.5, CN_DYNAMIC), 0);
    }
}

/* Sensors with areas, wind, movers: what acts by itself. */
static void furnish_effects(Game *g) {
    cn_BodyDef b = cn_body_def();
    cn_ShapeDef s = cn_shape_def(CN_BOX);
    cn_WindDef wind = cn_wind_def();
    cn_MoverDef mover = cn_mover_def();
    cn_BodyId body;
    cn_ShapeId shape;
    cn_MoverId id;
    b.type = CN_STATIC, b.y = 1;
    s.w = 12, s.h = 2, s.sensor = s.has_area = true;
    s.area.density = 1, s.area.drag = 2, s.area.has_surface = true, s.area.surface = 1;
    if (cn_body_create(g->world, &b, &body) == CN_OK) cn_shape_create(g->world, body, &s, &shape);
    wind.x = 5, wind.lift = 1;
    cn_world_set_wind(g->world, &wind);
    for (int i = 0; i < 2; i++) {
        mover.x = 3 * i - 3, mover.y = 2;
        mover.radius = 0.3, mover.height = 1.2, mover.push = 50;
        mover.leg_length = 0.2 * i, mover.leg_hertz = 3;
        cn_mover_create(g->world, &mover, &id);
    }
}

static void furnish(Game *g) {
    put(g, CN_CHAIN, 0, 0, CN_STATIC);
    put(g, CN_HALFSPACE, 0, -1, CN_STATIC);
    put(g, CN_BOX, 6, 2, CN_STATIC);
    put(g, CN_BOX, -7, 1, CN_KINEMATIC);
    for (int i = 0; i < 12; i++)
        put(g, CN_BOX, 3 + 0.41 * (i % 3), 0.2 + 0.4 * (i / 3), CN_DYNAMIC);
    for (int i = 0; i < 6; i++) put(g, CN_POLYGON, i - 3, 1 + i, CN_DYNAMIC);
    for (int i = 0; i < 6; i++) put(g, CN_ELLIPSE, i - 3, 2 + i, CN_DYNAMIC);
    furnish_joints(g);
    furnish_effects(g);
}

/* Steps with questions and blasts between them. */
static void live(Game *g, int steps) {
    cn_Hooks hooks = {g, true, true, decide};
    cn_ExplosionDef blast = cn_explosion_def();
    blast.x = 3, blast.y = 1, blast.radius = 2, blast.impulse = 2, blast.occlusion = true;
    for (int i = 0; i < steps; i++) {
        cn_world_step(g->world, 1.0 / 60, i & 1 ? &hooks : NULL);
        if (i % 5 == 2) ask(g);
        if (i % 5 == 3) cn_world_explode(g->world, &blast);
    }
}

static void play_at_random(Game *g) {
    for (int i = 0; i < 150; i++) operate(g);
}

static void play_furnished(Game *g) {
    furnish(g);
    live(g, 10);
}

/* The same game over and over, with the nth allocation failing, until none fails. */
static void failing_memory(bool for_ever, void (*game)(Game *g)) {
    cn_set_allocator(failing_alloc, counting_free);
    fail_for_ever = for_ever;
    for (fail_at = 1; fail_at < 4000; fail_at++) {
        Game g;
        const char *why = "";
        state = 4242;
        allocations = live_bytes = 0;
        if (start(&g)) {
            game(&g);
            bool sound = cn_world_validate(g.world, &why);
            check(sound, why, (int)fail_at, 150);
            long at = fail_at;
            fail_at = 0; /* memory is back: the world must go on */
            for (int i = 0; i < 20; i++) cn_world_step(g.world, 1.0 / 60, NULL);
            fail_at = at;
            sound = cn_world_validate(g.world, &why);
            check(sound, why, (int)fail_at, 170);
            check(all_finite(g.world), "everything is finite", (int)fail_at, 170);
            cn_world_destroy(g.world);
        }
        check(live_bytes == 0, "nothing leaks", (int)fail_at, 0);
        if (allocations < fail_at) break;
    }
    check(fail_at < 4000, "each allocation has failed once", (int)fail_at, 0);
    fail_at = 0;
    cn_set_allocator(NULL, NULL);
}

int main(void) {
    failing_memory(false, play_at_random);
    failing_memory(true, play_at_random);
    failing_memory(false, play_furnished);
    failing_memory(true, play_furnished);
    return tally();
}
