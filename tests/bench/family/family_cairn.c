/* family_cairn.c: Cairn behind the table of family.h, by the public API of libcairn and with its
 * defaults. */
#include "family.h"

#include "cairn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Scene *scene;
static cn_World *world;
static cn_BodyId *bodies;
static int with_events;

static void check(cn_Result result, const char *what) {
    if (result == CN_OK) return;
    const cn_Error *e = cn_world_error(world);
    fprintf(stderr, "cairn: %s: %s %s\n", what, e->field, e->message);
    exit(1);
}

static const char *version(void) {
    static char text[64];
    snprintf(text, sizeof text, "%s %s", cn_version(), cn_simd());
    return text;
}

static void open_world(const Scene *s, int threads, int events) {
    scene = s;
    with_events = events;
    cn_WorldDef def = cn_world_def();
    def.gravity_x = s->gx;
    def.gravity_y = s->gy;
    def.sleep = s->sleep;
    def.substeps = s->substeps;
    def.threads = threads;
    cn_Error error;
    if (cn_world_create(&def, &world, &error) != CN_OK) {
        fprintf(stderr, "cairn: world: %s %s\n", error.field, error.message);
        exit(1);
    }
    bodies = family_alloc((size_t)s->body_count, sizeof *bodies);
}

static void close_world(void) {
    cn_world_destroy(world);
    free(bodies);
}

static void make_shape(cn_BodyId body, const Body *b, const Shape *shape) {
    static const cn_ShapeKind kinds[] = {CN_CIRCLE,  CN_CAPSULE, CN_BOX,
                                         CN_POLYGON, CN_SEGMENT, CN_CHAIN};
    cn_ShapeDef def = cn_shape_def(kinds[shape->kind]);
    def.density = shape->density;
    def.material.friction = shape->friction;
    def.material.restitution = shape->restitution;
    def.group = b->group;
    if (with_events >= 0) def.events = with_events > 0;
    const double *p = shape->points;
    def.radius = shape->radius;
    switch (shape->kind) {
    case CIRCLE:
        def.x = p[0];
        def.y = p[1];
        break;
    case CAPSULE:
    case SEGMENT:
        def.x1 = p[0];
        def.y1 = p[1];
        def.x2 = p[2];
        def.y2 = p[3];
        break;
    case BOX:
        def.x = shape->x;
        def.y = shape->y;
        def.angle = shape->angle;
        def.w = shape->w;
        def.h = shape->h;
        break;
    case POLYGON:
        def.points = p;
        def.point_count = shape->count;
        def.hull = true;
        break;
    case CHAIN:
        def.points = p;
        def.point_count = shape->count;
        def.loop = shape->loop;
        break;
    }
    cn_ShapeId id;
    check(cn_shape_create(world, body, &def, &id), "shape");
}

static void make_body(int index) {
    const Body *b = &scene->bodies[index];
    cn_BodyDef def = cn_body_def();
    def.type = b->type == STATIC ? CN_STATIC : b->type == KINEMATIC ? CN_KINEMATIC : CN_DYNAMIC;
    def.x = b->x;
    def.y = b->y;
    def.angle = b->angle;
    def.vx = b->vx;
    def.vy = b->vy;
    def.angular_velocity = b->w;
    def.damping = b->damping;
    def.angular_damping = b->angular_damping;
    def.gravity_scale = b->gravity_scale;
    def.lock_rotation = b->fixed_rotation;
    def.bullet = b->bullet;
    def.awake = !b->asleep;
    check(cn_body_create(world, &def, &bodies[index]), "body");
    for (int i = 0; i < b->shape_count; i++)
        make_shape(bodies[index], b, &scene->shapes[b->first_shape + i]);
    /* A velocity is that of the centre of mass, which the shapes have moved. */
    if (b->type == DYNAMIC && (b->vx != 0 || b->vy != 0))
        check(cn_body_set_velocity(world, bodies[index], b->vx, b->vy), "velocity");
    if (b->asleep) check(cn_body_set_awake(world, bodies[index], false), "awake");
}

static void kill_body(int index) { check(cn_body_destroy(world, bodies[index]), "destroy"); }

static void make_joint(int index) {
    static const cn_JointKind kinds[] = {CN_REVOLUTE, CN_DISTANCE, CN_WELD, CN_WHEEL, CN_PRISMATIC};
    const Joint *j = &scene->joints[index];
    cn_JointDef def = cn_joint_def(kinds[j->kind]);
    def.a = bodies[j->a];
    def.b = bodies[j->b];
    def.from_x = j->x1;
    def.from_y = j->y1;
    def.to_x = j->x2;
    def.to_y = j->y2;
    if (j->kind == WHEEL || j->kind == PRISMATIC) {
        def.axis_x = j->ax;
        def.axis_y = j->ay;
    }
    def.has_limits = j->limit;
    def.lower = j->lower;
    def.upper = j->upper;
    if (j->motor) {
        def.has_motor = true;
        def.motor_speed = j->speed;
        def.motor_max = j->strength;
    }
    if (j->spring && j->kind == WELD) {
        def.linear_hertz = def.angular_hertz = j->hertz;
        def.linear_damping = def.angular_damping = j->zeta;
    } else if (j->spring) {
        def.has_spring = true;
        def.hertz = j->hertz;
        def.damping = j->zeta;
    }
    if (j->kind == DISTANCE) {
        if (j->rope) {
            def.has_max = true;
            def.max = j->length;
        } else
            def.length = j->length;
    }
    cn_JointId id;
    check(cn_joint_create(world, &def, &id), "joint");
}

static void move_to(int body, double x, double y, double angle, double dt) {
    check(cn_body_move_to(world, bodies[body], x, y, angle, dt), "move_to");
}

static void set_velocity(int body, double vx, double vy) {
    cn_Vec v = cn_body_velocity(world, bodies[body]);
    check(cn_body_set_velocity(world, bodies[body], isnan(vx) ? v.x : vx, isnan(vy) ? v.y : vy),
          "velocity");
}

static const char *step(double dt) {
    static char text[160];
    cn_Result result = cn_world_step(world, dt, NULL);
    if (result != CN_OK) {
        const cn_Error *e = cn_world_error(world);
        snprintf(text, sizeof text, "step: %s %s", e->field, e->message);
        return text;
    }
    const cn_Events *events = cn_world_events(world);
    if (events->warning_count) {
        snprintf(text, sizeof text, "warning %d at body %u", (int)events->warnings[0].kind,
                 events->warnings[0].body.index);
        return text;
    }
    return "";
}

static void state(int body, State *out) {
    cn_BodyId id = bodies[body];
    cn_Pos p = cn_body_position(world, id);
    cn_Rot q = cn_body_rotation(world, id);
    cn_Vec v = cn_body_velocity(world, id);
    *out = (State){p.x,
                   p.y,
                   q.c,
                   q.s,
                   v.x,
                   v.y,
                   cn_body_angular_velocity(world, id),
                   cn_body_is_awake(world, id)};
}

static double mass(int body) { return cn_body_mass(world, bodies[body]); }
static double inertia(int body) { return cn_body_inertia(world, bodies[body]); }
static int awake(void) { return cn_world_counts(world).awake; }
static int contacts(void) { return cn_world_counts(world).contacts; }

static const char *const stages[] = {"step",  "pairs",    "collide", "hook",   "prepare",
                                     "solve", "finalize", "sleep",   "events", NULL};
static void profile(double *sums) {
    cn_Profile p = cn_world_profile(world);
    const double v[] = {p.step,  p.pairs,    p.collide, p.hook,  p.prepare,
                        p.solve, p.finalize, p.sleep,   p.events};
    for (int i = 0; stages[i]; i++) sums[i] += v[i];
}

static const Engine engine = {
    .name = "cairn",
    .version = version,
    .open = open_world,
    .close = close_world,
    .make_body = make_body,
    .kill_body = kill_body,
    .make_joint = make_joint,
    .move_to = move_to,
    .set_velocity = set_velocity,
    .step = step,
    .state = state,
    .mass = mass,
    .inertia = inertia,
    .awake = awake,
    .contacts = contacts,
    .profile = profile,
    .stages = stages,
};

const Engine *family_engine(void) { return &engine; }
