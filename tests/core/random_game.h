/* random_game.h: one random call after the other on a world, with stale ids and bad values among
 * them, for tests that play such games. */
#ifndef RANDOM_GAME_H
#define RANDOM_GAME_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cairn.h"
#include "check.h"

static inline void check(bool ok, const char *what, int seed, int step) {
    expect(ok, "%s (seed %d, operation %d)", what, seed, step);
}

/* ---- random numbers ----------------------------------------------------------------------- */

static uint32_t state;
static inline uint32_t next(void) { return state = state * 1664525u + 1013904223u, state >> 8; }
static inline int below(int n) { return (int)(next() % (uint32_t)n); }
static inline double uniform(double lo, double hi) { return lo + (hi - lo) * next() / 16777216.0; }

/* One number in ten is not what anybody should pass. */
static inline double hostile(double v) {
    static const double bad[] = {NAN, INFINITY, -INFINITY, 0, -1, 1e30, -1e30, 1e-30, 1e6};
    return below(10) ? v : bad[below((int)(sizeof bad / sizeof *bad))];
}

/* ---- one random operation ----------------------------------------------------------------- */

#define IDS 64
typedef struct Game {
    cn_World *world;
    cn_BodyId bodies[IDS];
    cn_ShapeId shapes[IDS];
    cn_JointId joints[IDS];
} Game;

static inline cn_BodyId any_body(const Game *g) { return g->bodies[below(IDS)]; }
static inline cn_JointId any_joint(const Game *g) { return g->joints[below(IDS)]; }
static inline cn_ShapeId any_shape(const Game *g) { return g->shapes[below(IDS)]; }

static inline void make_body(Game *g) {
    cn_BodyDef d = cn_body_def();
    d.type = (cn_BodyType)(below(8) ? CN_DYNAMIC : below(3));
    d.x = hostile(uniform(-8, 8));
    d.y = hostile(uniform(0, 10));
    d.angle = hostile(uniform(-4, 4));
    d.vx = hostile(uniform(-20, 20));
    d.angular_velocity = hostile(uniform(-9, 9));
    d.bullet = below(8) == 0;
    d.lock_x = below(16) == 0;
    d.enabled = below(16) != 0;
    d.awake = below(8) != 0;
    cn_body_create(g->world, &d, &g->bodies[below(IDS)]);
}

static inline void random_geometry(cn_ShapeDef *d, double *points) {
    d->w = hostile(uniform(0.1, 2));
    d->h = hostile(uniform(0.1, 2));
    d->rx = hostile(uniform(0.1, 1));
    d->ry = hostile(uniform(0.1, 1));
    d->radius =
        d->kind == CN_CIRCLE || d->kind == CN_CAPSULE || below(2) ? hostile(uniform(0.05, 0.6)) : 0;
    d->x1 = hostile(uniform(-1, 0));
    d->x2 = hostile(uniform(0.1, 1));
    d->nx = hostile(uniform(-1, 1));
    d->points = points;
    d->point_count = below(12);
    for (int i = 0; i < 24; i++) points[i] = hostile(uniform(-1, 1));
    d->hull = below(4) != 0;
    d->loop = below(2);
    if (d->kind != CN_POLYGON || below(2)) return;
    d->point_count = 4 + below(9); /* a star, which is mostly concave */
    for (int i = 0; i < d->point_count; i++) {
        double a = 2 * CN_PI * i / d->point_count, r = uniform(0.1, 1);
        points[2 * i] = r * cn_cos(a), points[2 * i + 1] = r * cn_sin(a);
    }
    d->hull = false;
}

static inline cn_AreaDef random_area(void) {
    cn_AreaDef d = cn_area_def();
    d.gravity_x = hostile(uniform(-9, 9));
    d.pull = below(2) ? 0 : hostile(uniform(-9, 9));
    d.pull_distance = below(2) ? 0 : hostile(uniform(0, 3));
    d.replace = below(2);
    d.drag = below(2) ? 0 : hostile(uniform(0, 50));
    d.angular_drag = below(2) ? 0 : hostile(uniform(0, 50));
    d.density = below(2) ? 0 : hostile(uniform(0, 9));
    d.has_surface = below(2);
    d.surface = hostile(uniform(-1, 3));
    d.flow_x = d.drag > 0 ? hostile(uniform(-9, 9)) : 0;
    return d;
}

static inline void make_shape(Game *g) {
    double points[24];
    cn_ShapeDef d = cn_shape_def((cn_ShapeKind)below(CN_SHAPE_KINDS));
    random_geometry(&d, points);
    d.material.friction = hostile(uniform(0, 1));
    d.material.restitution = hostile(uniform(0, 1));
    d.material.rolling = below(4) ? 0 : hostile(0.1);
    d.material.surface_speed = below(4) ? 0 : hostile(2);
    d.density = hostile(uniform(0, 3));
    d.sensor = below(8) == 0;
    d.has_area = d.sensor && below(2);
    d.area = random_area();
    d.pre_solve = below(4) == 0;
    d.has_one_way = below(8) == 0;
    d.one_way_y = 1;
    d.layer = below(4);
    d.group = below(3) - 1;
    cn_shape_create(g->world, any_body(g), &d, &g->shapes[below(IDS)]);
}

static inline void change_body(Game *g) {
    cn_World *w = g->world;
    cn_BodyId b = any_body(g);
    switch (below(12)) {
    case 0:
        cn_body_destroy(w, b);
        break;
    case 1:
        cn_body_set_transform(w, b, hostile(uniform(-8, 8)), hostile(1), hostile(1));
        break;
    case 2:
        cn_body_set_velocity(w, b, hostile(uniform(-9, 9)), hostile(1));
        break;
    case 3:
        cn_body_set_angular_velocity(w, b, hostile(uniform(-9, 9)));
        break;
    case 4:
        cn_body_set_type(w, b, (cn_BodyType)below(3));
        break;
    case 5:
        cn_body_set_enabled(w, b, below(2));
        break;
    case 6:
        cn_body_set_awake(w, b, below(2));
        break;
    case 7:
        cn_body_set_mass(w, b, hostile(uniform(0.1, 100)));
        break;
    case 8:
        cn_body_apply_force_at(w, b, hostile(1e3), hostile(9), hostile(1), hostile(2));
        break;
    case 9:
        cn_body_apply_impulse_at(w, b, hostile(1), hostile(9), hostile(1), hostile(2));
        break;
    case 10:
        cn_body_move_to(w, b, hostile(1), hostile(2), hostile(0), hostile(0.1));
        break;
    default: {
        cn_BodyDef d = cn_body_settings(w, b);
        d.damping = hostile(1);
        d.bullet = below(2), d.fast_rotation = below(2);
        d.safety = hostile(uniform(0.01, 0.5));
        d.max_speed = below(2) ? -1 : hostile(100);
        d.sleep_speed = hostile(uniform(0, 1));
        d.gravity_scale = hostile(2);
        d.fixed_rotation = d.lock_rotation = below(2);
        cn_body_configure(w, b, &d);
    }
    }
}

static inline void change_shape(Game *g) {
    cn_World *w = g->world;
    cn_ShapeId s = any_shape(g);
    cn_ShapeDef d = cn_shape_settings(w, s);
    double points[24];
    switch (below(6)) {
    case 0:
        cn_shape_destroy(w, s);
        break;
    case 1:
        cn_shape_refilter(w, s);
        break;
    case 2:
        d.x = hostile(0.1); /* with the points that the world itself keeps */
        cn_shape_reshape(w, s, &d);
        break;
    case 3:
        random_geometry(&d, points);
        cn_shape_reshape(w, s, &d);
        break;
    default:
        d.layer = below(4);
        d.density = hostile(2);
        d.material.friction = hostile(0.5);
        d.material.rolling = below(4) ? 0 : hostile(0.1);
        d.has_one_way = below(4) == 0;
        d.one_way_x = hostile(0), d.one_way_y = hostile(1);
        d.events = below(4) != 0;
        d.pre_solve = below(2);
        cn_shape_configure(w, s, &d);
    }
}

static inline void change_world(Game *g) {
    cn_WorldDef d = cn_world_settings(g->world);
    d.gravity_y = hostile(-10);
    d.substeps = 1 + below(8);
    d.threads = 1 + below(4);
    d.sleep = below(4) != 0;
    d.continuous = below(4) != 0;
    d.max_speed = hostile(uniform(10, 2000));
    d.slop = hostile(0.0004);
    d.restitution_speed = below(2) ? -1 : hostile(0.5);
    d.push_speed = hostile(uniform(0.5, 10));
    d.contact_hertz = hostile(uniform(5, 100));
    d.friction_mix = (cn_Mix)below(5), d.restitution_mix = (cn_Mix)below(5);
    d.has_bounds = below(2);
    d.outside = (cn_Outside)below(3);
    cn_world_configure(g->world, &d);
    cn_world_set_collides(g->world, below(4), below(4), below(4) != 0);
}

/* What acts on many at once. */
static inline void disturb(Game *g) {
    cn_World *w = g->world;
    cn_ExplosionDef blast = cn_explosion_def();
    cn_WindDef wind = cn_wind_def();
    cn_AreaDef area = random_area();
    cn_Material material = {hostile(0.5), hostile(0.5), hostile(0.1), hostile(1)};
    double box[4];
    switch (below(5)) {
    case 0:
        blast.x = hostile(uniform(-8, 8));
        blast.y = hostile(uniform(0, 9));
        blast.radius = hostile(uniform(0, 5));
        blast.falloff = hostile(uniform(0, 5));
        blast.impulse = hostile(uniform(-20, 20));
        blast.occlusion = below(2);
        cn_world_explode(w, &blast);
        break;
    case 1:
        wind.x = hostile(uniform(-30, 30));
        wind.drag = hostile(uniform(0, 2));
        wind.lift = hostile(uniform(0, 2));
        cn_world_set_wind(w, below(3) ? &wind : NULL);
        break;
    case 2:
        cn_shape_set_area(w, any_shape(g), below(3) ? &area : NULL);
        break;
    case 3:
        change_world(g);
        break;
    default:
        cn_shape_set_material(w, any_shape(g), below(9) - 1, &material);
    }
    cn_world_extent(w, box);
}

static inline void random_tuning(cn_JointDef *d) {
    d->has_limits = below(3) == 0;
    d->lower = hostile(uniform(-1, 0));
    d->upper = hostile(uniform(0, 1));
    d->has_motor = below(4) == 0;
    d->motor_speed = hostile(uniform(-5, 5));
    d->motor_max = hostile(100);
    d->has_spring = below(3) == 0;
    d->hertz = d->linear_hertz = d->angular_hertz = below(2) ? 0 : hostile(uniform(0, 60));
    d->damping = d->linear_damping = d->angular_damping = hostile(uniform(0, 2));
    d->target = hostile(uniform(-1, 1));
    d->length = hostile(uniform(0, 2));
    d->has_min = below(3) == 0;
    d->has_max = below(3) == 0;
    d->min = hostile(uniform(0, 1));
    d->max = hostile(uniform(1, 3));
    d->max_force = hostile(1000);
    d->collide = below(2);
    d->enabled = below(8) != 0;
    d->break_force = below(4) ? 1e300 * 1e300 : hostile(500);
    d->break_torque = below(4) ? 1e300 * 1e300 : hostile(500);
    d->ratio = hostile(uniform(-3, 3));
    d->step = hostile(uniform(-1, 1));
    d->phase = hostile(uniform(-1, 1));
}

static inline void make_joint(Game *g) {
    cn_JointDef d = cn_joint_def((cn_JointKind)below(CN_JOINT_KINDS));
    d.a = below(4) ? any_body(g) : (cn_BodyId){0, 0};
    d.b = any_body(g);
    cn_Pos at = cn_body_position(g->world, d.b);
    d.from_x = d.to_x = hostile(at.x + uniform(-1, 1));
    d.from_y = d.to_y = hostile(at.y + uniform(-1, 1));
    if (below(3) == 0) d.from_x = hostile(uniform(-8, 8));
    d.axis_x = hostile(uniform(-1, 1));
    d.joint_a = any_joint(g);
    d.joint_b = any_joint(g);
    d.ground_from_x = hostile(at.x + uniform(-1, 1));
    d.ground_from_y = d.ground_to_y = hostile(at.y + uniform(1, 4));
    random_tuning(&d);
    cn_joint_create(g->world, &d, &g->joints[below(IDS)]);
}

static inline void change_joint(Game *g) {
    cn_World *w = g->world;
    cn_JointId j = any_joint(g);
    cn_JointDef d = cn_joint_settings(w, j);
    if (below(4) == 0) {
        cn_joint_destroy(w, j);
        return;
    }
    random_tuning(&d);
    d.to_x = hostile(uniform(-8, 8));
    cn_joint_configure(w, j, &d);
}

static inline void ask_joint(Game *g) {
    cn_World *w = g->world;
    cn_JointId j = any_joint(g);
    cn_Pos a, b;
    double v[5];
    cn_joint_anchors(w, j, &a, &b);
    check(cn_is_finite(a.x + a.y + b.x + b.y), "anchors are finite", 0, 0);
    cn_joint_local_anchors(w, j, &a, &b);
    check(cn_is_finite(a.x + a.y + b.x + b.y), "local anchors are finite", 0, 0);
    cn_joint_force(w, j, &v[0], &v[1], &v[2]);
    cn_joint_error(w, j, &v[3], &v[4]);
    double sum = cn_joint_angle(w, j) + cn_joint_speed(w, j) + cn_joint_translation(w, j) +
                 cn_joint_length(w, j);
    check(cn_is_finite(sum + v[0] + v[1] + v[2] + v[3] + v[4]), "joints are finite", 0, 0);
}

static inline void decide(void *context, cn_World *w, cn_Decision *batch, int count) {
    Game *g = context;
    cn_BodyId made;
    cn_BodyDef d = cn_body_def();
    for (int i = 0; i < count; i++) {
        cn_Manifold m;
        cn_contact_manifold(w, batch[i].contact, &m);
        batch[i].refuse = below(8) == 0;
        batch[i].skip = below(8) == 0;
        batch[i].ignore = below(16) == 0;
        batch[i].friction = (float)hostile(0.3);
    }
    check(cn_body_create(w, &d, &made) == CN_LOCKED, "creating in the hook is refused", 0, 0);
    check(cn_body_destroy(w, any_body(g)) == CN_LOCKED, "destroying in the hook is refused", 0, 0);
}

/* Some are made and stay, some go; all are moved, some further than is allowed. */
static inline void use_movers(Game *g) {
    cn_World *w = g->world;
    cn_MoverDef d = cn_mover_def();
    cn_MoverId m;
    d.x = hostile(uniform(-8, 8)), d.y = hostile(uniform(0, 8));
    d.radius = hostile(uniform(0.1, 0.5)), d.height = hostile(uniform(0.5, 2));
    if (below(3) == 0) d.w = 0.6, d.h = hostile(1);
    d.push = hostile(100);
    d.leg_length = below(2) ? 0 : hostile(0.4);
    d.leg_hertz = hostile(3);
    d.mass = below(2) ? 0 : hostile(uniform(1, 200));
    if (cn_mover_create(w, &d, &m) == CN_OK && below(2)) cn_mover_set_position(w, m, hostile(0), 2);
    for (m = cn_world_next_mover(w, (cn_MoverId){0, 0}); m.generation;
         m = cn_world_next_mover(w, m)) {
        double mx, my;
        for (int i = 0; i < 6; i++)
            cn_mover_move(w, m, hostile(uniform(-1, 1)), hostile(uniform(-1, 0.5)), &mx, &my);
        const cn_Events *events = cn_world_events(w);
        for (int i = 0; i < events->mover_hit_count; i++) {
            const cn_MoverContact *c = &events->mover_hits[i].contact;
            check(c->speed > cn_world_settings(w).hit_speed, "movers hit fast", 0, 0);
            check(fabs(c->nx * c->nx + c->ny * c->ny - 1) < 1e-6, "a hit has a normal", 0, 0);
        }
        cn_MoverState at = cn_mover_state(w, m);
        check(cn_is_finite(at.x + at.y + at.vx + at.vy + at.nx + at.ny), "movers are finite", 0, 0);
        d = cn_mover_settings(w, m);
        d.mass = below(2) ? 0 : hostile(uniform(1, 200));
        d.height = hostile(d.height), d.layer = below(3), d.one_way = below(2);
        if (below(3) == 0) cn_mover_configure(w, m, &d);
        if (below(8) == 0) cn_body_destroy(w, cn_mover_body(w, m));
        if (below(4) == 0) cn_mover_destroy(w, m);
    }
}

static inline void ask(Game *g) {
    cn_World *w = g->world;
    cn_RayHit hit;
    cn_ShapeId found[8];
    cn_ContactId contacts[8];
    cn_Pos a, b;
    double outline[64];
    cn_world_raycast(w, uniform(-9, 9), 9, uniform(-9, 9), -9, cn_query_filter(), &hit);
    cn_world_query_box(w, -1, -1, uniform(0, 4), 3, cn_query_filter(), found, 8);
    cn_world_query_circle(w, 0, 1, uniform(0, 2), cn_query_filter(), found, 8);
    cn_world_pick(w, uniform(-4, 4), uniform(0, 4));
    cn_RayHit hits[4];
    double distance;
    int count;
    cn_ShapeDef probe = cn_shape_def(CN_BOX);
    probe.w = uniform(-0.1, 2), probe.h = 1, probe.x = uniform(-4, 4);
    cn_world_raycast_all(w, uniform(-9, 9), 9, uniform(-9, 9), -9, cn_query_filter(), hits, 4);
    cn_world_shapecast(w, &probe, uniform(-9, 9), uniform(-9, 9), cn_query_filter(), &hit);
    cn_world_query_shape(w, &probe, cn_query_filter(), found, 8, &count);
    cn_world_closest(w, uniform(-9, 9), 2, uniform(-1, 9), cn_query_filter(), &a, &distance);
    cn_shape_distance(w, any_shape(g), any_shape(g), &a, &b);
    cn_shape_closest(w, any_shape(g), uniform(-4, 4), 0);
    cn_shape_visitors(w, any_shape(g), found, 8);
    cn_shape_outline(w, any_shape(g), outline, 32);
    cn_body_contacts(w, any_body(g), contacts, 8);
    cn_body_touches(w, any_body(g), any_body(g));
    use_movers(g);
    cn_world_hash(w);
}

static inline void operate(Game *g) {
    cn_Hooks hooks = {g, below(2), below(2), decide};
    int choice = below(100);
    if (choice < 20)
        make_body(g);
    else if (choice < 40)
        make_shape(g);
    else if (choice < 50)
        make_joint(g);
    else if (choice < 53)
        change_joint(g);
    else if (choice < 65)
        change_body(g);
    else if (choice < 75)
        change_shape(g);
    else if (choice < 80)
        below(2) ? ask(g) : ask_joint(g);
    else if (choice < 84)
        disturb(g);
    else
        cn_world_step(g->world, hostile(1.0 / 60), below(2) ? &hooks : NULL);
}

static inline bool start(Game *g) {
    cn_WorldDef d = cn_world_def();
    memset(g, 0, sizeof *g);
    d.has_bounds = below(2);
    d.bounds[0] = d.bounds[1] = -50;
    d.bounds[2] = d.bounds[3] = 50;
    d.outside = (cn_Outside)below(3);
    return cn_world_create(&d, &g->world, NULL) == CN_OK;
}

static inline bool all_finite(const cn_World *w) {
    for (cn_BodyId b = cn_world_next_body(w, (cn_BodyId){0, 0}); b.generation;
         b = cn_world_next_body(w, b)) {
        cn_BodyState s = cn_body_state(w, b);
        if (!cn_is_finite(s.x + s.y + s.angle + (double)s.vx + (double)s.vy)) return false;
    }
    return cn_is_finite(cn_world_kinetic_energy(w));
}

#endif
