/* family_chipmunk.c: Chipmunk 7.0.3 behind the table of family.h, by its public API and with its
 * defaults: 10 iterations, no sub-steps, one thread, an overlap of 0.1 m left alone. It sleeps
 * after half a second where the scene sleeps; its default is never.
 *
 * What it does not have, and what stands for it (told in "approximated" of the JSON):
 * - one-sided chains: segments that know their neighbours, solid on both sides;
 * - restitution as the larger one of two and friction as a geometric mean: it multiplies, so shapes
 *   get square roots, which is the same but for unequal restitutions;
 * - continuous collision: none, for bullets neither;
 * - damping of turning apart from that of moving: the latter is taken for both;
 * - sliders and wheels: a groove, a gear that keeps the angle, and a damped spring for the spring;
 * - soft distances of welds: only their angle is soft;
 * - joints between bodies that cannot move, which would stop the program: left out.
 * A motor of a slider has no counterpart: such a scene is refused. */
#include "family.h"

#include <chipmunk/chipmunk.h>
#include <math.h>
#include <stdlib.h>

#define PI           3.14159265358979323846
#define SLEEP_TIME   0.5    /* s */
#define GROOVE       1000.0 /* m: half of an unlimited slider's way, longer than any scene is wide */
#define SPRING_START 10.0   /* m before the lowest place, where a slider's spring is fixed */

static const Scene *scene;
static cpSpace *space;
static cpBody **bodies;

static const char *version(void) { return cpVersionString; }

/* ---- what it has not ---------------------------------------------------------------------- */

static const char *refuse(const Scene *s) {
    for (int i = 0; i < s->joint_count; i++)
        if (s->joints[i].kind == PRISMATIC && s->joints[i].motor) return "no motors of sliders";
    return "";
}

static bool is_fixed(const Scene *s, const Joint *j) {
    return s->bodies[j->a].type != DYNAMIC && s->bodies[j->b].type != DYNAMIC;
}

static const char *approximate(const Scene *s) {
    static Note note;
    int chains = 0, bullets = 0, dampings = 0, mixed = 0, sliders = 0, welds = 0, fixed = 0;
    for (int i = 0; i < s->shape_count; i++) {
        chains += s->shapes[i].kind == CHAIN;
        mixed += s->shapes[i].restitution != s->shapes[0].restitution;
    }
    for (int i = 0; i < s->body_count; i++) {
        bullets += s->bodies[i].bullet;
        dampings += s->bodies[i].damping != s->bodies[i].angular_damping;
    }
    for (int i = 0; i < s->joint_count; i++) {
        const Joint *j = &s->joints[i];
        fixed += is_fixed(s, j);
        sliders += j->kind == PRISMATIC || j->kind == WHEEL;
        welds += j->kind == WELD && j->spring;
    }
    note.text[0] = 0;
    family_note(&note, chains, "chains solid on both sides");
    family_note(&note, mixed, "shapes of another restitution, mixed as geometric means");
    family_note(&note, bullets, "bullets without continuous collision");
    family_note(&note, dampings, "bodies damped alike in moving and turning");
    family_note(&note, sliders, "sliders and wheels from grooves");
    family_note(&note, welds, "welds soft in their angle only");
    family_note(&note, fixed, "joints of bodies that cannot move left out");
    return note.text;
}

/* ---- shapes ------------------------------------------------------------------------------- */

static void add_shape(cpShape *shape, const Body *b, const Shape *from) {
    cpShapeSetDensity(shape, from->density);
    cpShapeSetFriction(shape, sqrt(from->friction));
    cpShapeSetElasticity(shape, sqrt(from->restitution));
    cpGroup group = b->group < 0 ? (cpGroup)-b->group : CP_NO_GROUP;
    cpShapeSetFilter(shape, cpShapeFilterNew(group, CP_ALL_CATEGORIES, CP_ALL_CATEGORIES));
    cpSpaceAddShape(space, shape);
}

static cpVect corner(const Shape *shape, int i) {
    return cpv(shape->points[2 * i], shape->points[2 * i + 1]);
}

/* Corner i of a chain; beyond the ends of an open one it goes on straight. */
static cpVect chain_corner(const Shape *shape, int i) {
    int n = shape->count;
    if (shape->loop) return corner(shape, (i + n) % n);
    if (i < 0) return cpvsub(cpvmult(corner(shape, 0), 2), corner(shape, 1));
    if (i >= n) return cpvsub(cpvmult(corner(shape, n - 1), 2), corner(shape, n - 2));
    return corner(shape, i);
}

static void add_chain(cpBody *body, const Body *b, const Shape *shape) {
    for (int i = 0; i < shape->count - !shape->loop; i++) {
        cpShape *segment =
            cpSegmentShapeNew(body, chain_corner(shape, i), chain_corner(shape, i + 1), 0);
        cpSegmentShapeSetNeighbors(segment, chain_corner(shape, i - 1), chain_corner(shape, i + 2));
        add_shape(segment, b, shape);
    }
}

static void add_polygon(cpBody *body, const Body *b, const Shape *shape) {
    cpVect corners[FAMILY_CORNERS];
    for (int i = 0; i < shape->count; i++) corners[i] = corner(shape, i);
    add_shape(cpPolyShapeNew(body, shape->count, corners, cpTransformIdentity, shape->radius), b,
              shape);
}

static void make_shape(cpBody *body, const Body *b, const Shape *shape) {
    switch (shape->kind) {
    case CIRCLE:
        add_shape(cpCircleShapeNew(body, shape->radius, corner(shape, 0)), b, shape);
        break;
    case CAPSULE:
    case SEGMENT:
        add_shape(cpSegmentShapeNew(body, corner(shape, 0), corner(shape, 1), shape->radius), b,
                  shape);
        break;
    case BOX:
    case POLYGON:
        add_polygon(body, b, shape);
        break;
    case CHAIN:
        add_chain(body, b, shape);
        break;
    }
}

/* ---- the world and its bodies ------------------------------------------------------------- */

/* Contact events are callbacks here, and there are none by default. */
static void open_world(const Scene *s, int threads, int events) {
    (void)threads, (void)events;
    scene = s;
    space = cpSpaceNew();
    cpSpaceSetGravity(space, cpv(s->gx, s->gy));
    if (s->sleep) cpSpaceSetSleepTimeThreshold(space, SLEEP_TIME);
    bodies = family_alloc((size_t)s->body_count, sizeof *bodies);
}

/* Bodies and shapes go with the program. */
static void close_world(void) {
    cpSpaceFree(space);
    free(bodies);
}

/* A body with damping or a gravity of its own; v' = -damping v, solved as exp. */
static void own_velocity(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt) {
    const Body *b = cpBodyGetUserData(body);
    cpBodyUpdateVelocity(body, cpvmult(gravity, b->gravity_scale), damping * exp(-b->damping * dt),
                         dt);
}

static void make_dynamic(cpBody *body, Body *b) {
    cpBodySetUserData(body, b);
    if (b->damping != 0 || b->gravity_scale != 1) cpBodySetVelocityUpdateFunc(body, own_velocity);
    if (b->fixed_rotation) cpBodySetMoment(body, INFINITY);
}

static void make_body(int index) {
    Body *b = &scene->bodies[index];
    /* mass and moment come with the shapes */
    cpBody *body = b->type == STATIC      ? cpBodyNewStatic()
                   : b->type == KINEMATIC ? cpBodyNewKinematic()
                                          : cpBodyNew(0, 0);
    bodies[index] = body;
    cpBodySetPosition(body, cpv(b->x, b->y));
    cpBodySetAngle(body, b->angle);
    cpSpaceAddBody(space, body);
    for (int i = 0; i < b->shape_count; i++)
        make_shape(body, b, &scene->shapes[b->first_shape + i]);
    if (b->type == STATIC) return;
    if (b->type == DYNAMIC) make_dynamic(body, b);
    cpBodySetVelocity(body, cpv(b->vx, b->vy));
    cpBodySetAngularVelocity(body, b->w);
    if (b->asleep && b->type == DYNAMIC && scene->sleep) cpBodySleep(body);
}

static void drop_shape(cpBody *body, cpShape *shape, void *data) {
    (void)body, (void)data;
    cpSpaceRemoveShape(space, shape);
    cpShapeFree(shape);
}

static void drop_constraint(cpBody *body, cpConstraint *constraint, void *data) {
    (void)body, (void)data;
    cpSpaceRemoveConstraint(space, constraint);
    cpConstraintFree(constraint);
}

static void kill_body(int index) {
    cpBody *body = bodies[index];
    cpBodyEachConstraint(body, drop_constraint, NULL);
    cpBodyEachShape(body, drop_shape, NULL);
    cpSpaceRemoveBody(space, body);
    cpBodyFree(body);
}

/* ---- joints ------------------------------------------------------------------------------- */

typedef struct {
    cpBody *a, *b;
    cpVect anchor_a, anchor_b; /* in the bodies' frames */
    double angle;              /* of b against a */
} Pair;

static cpConstraint *add(cpConstraint *constraint) {
    cpConstraintSetCollideBodies(constraint, cpFalse);
    return cpSpaceAddConstraint(space, constraint);
}

/* 1 / (1/a + 1/b) of masses or moments, of which one may be infinite. */
static double reduced(double a, double b) { return 1 / (1 / a + 1 / b); }

/* Stiffness and damping of the pair at so many hertz. */
static void spring_values(const Joint *j, double inertia, double *stiffness, double *damping) {
    double omega = 2 * PI * j->hertz;
    *stiffness = inertia * omega * omega;
    *damping = 2 * j->zeta * inertia * omega;
}

/* Its angles are those of a against b. */
static void add_angle_spring(const Joint *j, const Pair *p) {
    double stiffness, damping;
    spring_values(j, reduced(cpBodyGetMoment(p->a), cpBodyGetMoment(p->b)), &stiffness, &damping);
    add(cpDampedRotarySpringNew(p->a, p->b, -p->angle, stiffness, damping));
}

static void add_length_spring(const Joint *j, const Pair *p, cpVect from, double length) {
    double stiffness, damping;
    spring_values(j, reduced(cpBodyGetMass(p->a), cpBodyGetMass(p->b)), &stiffness, &damping);
    add(cpDampedSpringNew(p->a, p->b, from, p->anchor_b, length, stiffness, damping));
}

static void add_motor(const Joint *j, const Pair *p) {
    cpConstraintSetMaxForce(add(cpSimpleMotorNew(p->a, p->b, -j->speed)), j->strength);
}

static void make_revolute(const Joint *j, const Pair *p) {
    add(cpPivotJointNew2(p->a, p->b, p->anchor_a, p->anchor_b));
    if (j->limit) add(cpRotaryLimitJointNew(p->a, p->b, p->angle + j->lower, p->angle + j->upper));
    if (j->motor) add_motor(j, p);
    if (j->spring) add_angle_spring(j, p);
}

static void make_distance(const Joint *j, const Pair *p) {
    if (j->rope) add(cpSlideJointNew(p->a, p->b, p->anchor_a, p->anchor_b, 0, j->length));
    if (j->spring) add_length_spring(j, p, p->anchor_a, j->length);
    if (j->rope || j->spring) return;
    cpConstraint *pin = add(cpPinJointNew(p->a, p->b, p->anchor_a, p->anchor_b));
    cpPinJointSetDist(pin, j->length);
}

static void make_weld(const Joint *j, const Pair *p) {
    add(cpPivotJointNew2(p->a, p->b, p->anchor_a, p->anchor_b));
    if (j->spring)
        add_angle_spring(j, p);
    else
        add(cpGearJointNew(p->a, p->b, p->angle, 1));
}

/* A wheel, or with its angle kept a slider. The groove's ends are the limits; the spring starts so
 * far before them that its length never comes near 0, where it would turn round. */
static void make_slider(const Joint *j, const Pair *p, bool keeps_angle) {
    double lower = j->limit ? j->lower : -GROOVE, upper = j->limit ? j->upper : GROOVE;
    cpVect axis = cpvunrotate(cpv(j->ax, j->ay), cpBodyGetRotation(p->a));
    cpVect from = cpvadd(p->anchor_a, cpvmult(axis, lower));
    add(cpGrooveJointNew(p->a, p->b, from, cpvadd(p->anchor_a, cpvmult(axis, upper)), p->anchor_b));
    if (keeps_angle) add(cpGearJointNew(p->a, p->b, p->angle, 1));
    if (j->spring)
        add_length_spring(j, p, cpvsub(from, cpvmult(axis, SPRING_START)), SPRING_START - lower);
    if (j->motor && !keeps_angle) add_motor(j, p);
}

static void make_joint(int index) {
    const Joint *j = &scene->joints[index];
    if (is_fixed(scene, j)) return;
    cpBody *a = bodies[j->a], *b = bodies[j->b];
    Pair pair = {a, b, cpv(j->la[0], j->la[1]), cpv(j->lb[0], j->lb[1]),
                 cpBodyGetAngle(b) - cpBodyGetAngle(a)};
    switch (j->kind) {
    case REVOLUTE:
        make_revolute(j, &pair);
        break;
    case DISTANCE:
        make_distance(j, &pair);
        break;
    case WELD:
        make_weld(j, &pair);
        break;
    case WHEEL:
        make_slider(j, &pair, false);
        break;
    case PRISMATIC:
        make_slider(j, &pair, true);
        break;
    default:
        break;
    }
}

/* ---- steps -------------------------------------------------------------------------------- */

/* By the velocity that gets there in a step; angles count full turns on both sides. */
static void move_to(int index, double x, double y, double angle, double dt) {
    cpBody *body = bodies[index];
    cpVect at = cpBodyGetPosition(body);
    cpBodySetVelocity(body, cpv((x - at.x) / dt, (y - at.y) / dt));
    cpBodySetAngularVelocity(body, (angle - cpBodyGetAngle(body)) / dt);
}

static void set_velocity(int index, double vx, double vy) {
    cpVect v = cpBodyGetVelocity(bodies[index]);
    cpBodySetVelocity(bodies[index], cpv(isnan(vx) ? v.x : vx, isnan(vy) ? v.y : vy));
}

static const char *step(double dt) {
    cpSpaceStep(space, dt);
    return "";
}

static void state(int index, State *out) {
    cpBody *body = bodies[index];
    cpVect at = cpBodyGetPosition(body), v = cpBodyGetVelocity(body), q = cpBodyGetRotation(body);
    *out = (State){
        at.x, at.y, q.x, q.y, v.x, v.y, cpBodyGetAngularVelocity(body), !cpBodyIsSleeping(body)};
}

static double mass(int index) { return cpBodyGetMass(bodies[index]); }

/* Infinite where a body does not turn, so that it has no energy of turning either. */
static double inertia(int index) {
    double moment = cpBodyGetMoment(bodies[index]);
    return isinf(moment) ? 0 : moment;
}

static void count_awake(cpBody *body, void *data) {
    *(int *)data += cpBodyGetType(body) == CP_BODY_TYPE_DYNAMIC && !cpBodyIsSleeping(body);
}

static int awake(void) {
    int count = 0;
    cpSpaceEachBody(space, count_awake, &count);
    return count;
}

static void count_arbiter(cpBody *body, cpArbiter *arbiter, void *data) {
    CP_ARBITER_GET_BODIES(arbiter, a, b);
    /* one between two dynamic bodies is seen from both */
    *(int *)data += cpBodyGetType(a == body ? b : a) == CP_BODY_TYPE_DYNAMIC ? 1 : 2;
}

static void count_contacts(cpBody *body, void *data) {
    if (cpBodyGetType(body) == CP_BODY_TYPE_DYNAMIC) cpBodyEachArbiter(body, count_arbiter, data);
}

static int contacts(void) {
    int twice = 0;
    cpSpaceEachBody(space, count_contacts, &twice);
    return twice / 2;
}

/* It does not time its stages. */
static const char *const stages[] = {NULL};
static void profile(double *sums) { (void)sums; }

static const Engine engine = {
    .name = "chipmunk",
    .version = version,
    .refuse = refuse,
    .approximate = approximate,
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
    .most_threads = 1,
};

const Engine *family_engine(void) { return &engine; }
