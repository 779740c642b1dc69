/* peer_chipmunk.c: Chipmunk 7.0.3 as a peer: 10 iterations, no sub-steps.
 *
 * It does not sleep unless told how soon: half a second here where the scene sleeps. Its slop is
 * its default, 0.1 length units, however small the shapes. A revolute joint is a pivot, and for
 * limits, motor and spring a constraint each. Segments do not know their neighbours in a loop. */
#include <math.h>
#include <stdlib.h>

#include <chipmunk/chipmunk.h>

#include "peer.h"

#define PI         3.14159265358979323846
#define SLEEP_TIME 0.5 /* s */

const char *const peer_name = "Chipmunk 7.0.3";

static cpSpace *space;
static cpBody **bodies;
static int *free_numbers;
static int body_count, capacity, free_count, joint_count;

void peer_open(double gravity, bool sleep) {
    space = cpSpaceNew();
    cpSpaceSetGravity(space, cpv(0.0, gravity));
    if (sleep) cpSpaceSetSleepTimeThreshold(space, SLEEP_TIME);
}

/* Bodies and shapes go with the program. */
void peer_close(void) {
    cpSpaceFree(space);
    free(bodies);
    free(free_numbers);
}

/* ---- bodies ------------------------------------------------------------------------------- */

static void *resized(void *memory, size_t size) {
    void *moved = realloc(memory, (size_t)capacity * size);
    if (!moved) abort();
    return moved;
}

static int new_number(void) {
    if (free_count > 0) return free_numbers[--free_count];
    if (body_count == capacity) {
        capacity = capacity ? 2 * capacity : 1024;
        bodies = resized(bodies, sizeof *bodies);
        free_numbers = resized(free_numbers, sizeof *free_numbers);
    }
    return body_count++;
}

int peer_body(const peer_Body *def) {
    int number = new_number();
    /* mass and moment come with the shapes */
    cpBody *body = def->kind == PEER_STATIC ? cpBodyNewStatic() : cpBodyNew(0.0, 0.0);
    cpBodySetPosition(body, cpv(def->x, def->y));
    if (def->kind == PEER_DYNAMIC) cpBodySetVelocity(body, cpv(def->vx, def->vy));
    cpBodySetUserData(body, (cpDataPointer)(size_t)(def->asleep ? 1 : 0));
    cpSpaceAddBody(space, body);
    bodies[number] = body;
    return number;
}

static void drop_shape(cpBody *body, cpShape *shape, void *data) {
    (void)body, (void)data;
    cpSpaceRemoveShape(space, shape);
    cpShapeFree(shape);
}

static void drop_constraint(cpBody *body, cpConstraint *constraint, void *data) {
    (void)body, (void)data;
    if (cpConstraintIsPivotJoint(constraint)) joint_count--;
    cpSpaceRemoveConstraint(space, constraint);
    cpConstraintFree(constraint);
}

void peer_destroy(int number) {
    cpBody *body = bodies[number];
    cpBodyEachConstraint(body, drop_constraint, NULL);
    cpBodyEachShape(body, drop_shape, NULL);
    cpSpaceRemoveBody(space, body);
    cpBodyFree(body);
    free_numbers[free_count++] = number;
}

/* ---- shapes ------------------------------------------------------------------------------- */

static void add_shape(int number, cpShape *shape, const peer_Material *material) {
    cpBody *body = bodies[number];
    cpShapeSetDensity(shape, material->density);
    cpShapeSetFriction(shape, material->friction);
    cpShapeSetElasticity(shape, material->restitution);
    cpShapeSetFilter(shape, cpShapeFilterNew((cpGroup)material->group,
                                             material->layer ? material->layer : CP_ALL_CATEGORIES,
                                             material->mask ? material->mask : CP_ALL_CATEGORIES));
    cpSpaceAddShape(space, shape);
    if (cpBodyGetUserData(body)) cpBodySleep(body);
}

void peer_box(int body, double x, double y, double w, double h, double radius,
              const peer_Material *material) {
    cpBB box = cpBBNewForExtents(cpv(x, y), 0.5 * w, 0.5 * h);
    add_shape(body, cpBoxShapeNew2(bodies[body], box, radius), material);
}

void peer_circle(int body, double radius, const peer_Material *material) {
    add_shape(body, cpCircleShapeNew(bodies[body], radius, cpvzero), material);
}

void peer_capsule(int body, double x1, double y1, double x2, double y2, double radius,
                  const peer_Material *material) {
    cpShape *shape = cpSegmentShapeNew(bodies[body], cpv(x1, y1), cpv(x2, y2), radius);
    add_shape(body, shape, material);
}

void peer_polygon(int body, const double *points, int count, double radius,
                  const peer_Material *material) {
    cpVect corners[8];
    for (int i = 0; i < count && i < 8; i++) corners[i] = cpv(points[2 * i], points[2 * i + 1]);
    cpShape *shape = cpPolyShapeNew(bodies[body], count, corners, cpTransformIdentity, radius);
    add_shape(body, shape, material);
}

void peer_segment(int body, double x1, double y1, double x2, double y2,
                  const peer_Material *material) {
    peer_capsule(body, x1, y1, x2, y2, 0.0, material);
}

void peer_loop(int body, const double *points, int count, const peer_Material *material) {
    for (int i = 0; i < count; i++) {
        const double *a = points + 2 * i, *b = points + 2 * ((i + 1) % count);
        peer_segment(body, a[0], a[1], b[0], b[1], material);
    }
}

/* ---- joints ------------------------------------------------------------------------------- */

static void add_constraint(cpConstraint *constraint) {
    cpConstraintSetCollideBodies(constraint, cpFalse);
    cpSpaceAddConstraint(space, constraint);
}

/* A torsion spring has stiffness and damping of its own; ours are those of the pair at hertz. */
static cpConstraint *spring(cpBody *a, cpBody *b, const peer_Revolute *def) {
    double inertia = 1.0 / (1.0 / cpBodyGetMoment(a) + 1.0 / cpBodyGetMoment(b));
    double omega = 2.0 * PI * def->spring_hertz;
    /* rest: angle of a minus that of b */
    return cpDampedRotarySpringNew(a, b, -def->reference, inertia * omega * omega,
                                   2.0 * def->damping * inertia * omega);
}

void peer_revolute(const peer_Revolute *def) {
    cpBody *a = bodies[def->a], *b = bodies[def->b];
    /* between two bodies that cannot move it would stop the program */
    if (cpBodyGetType(a) == CP_BODY_TYPE_STATIC && cpBodyGetType(b) == CP_BODY_TYPE_STATIC) return;
    add_constraint(cpPivotJointNew(a, b, cpv(def->x, def->y)));
    joint_count++;
    if (def->has_limits) {
        add_constraint(
            cpRotaryLimitJointNew(a, b, def->reference + def->low, def->reference + def->high));
    }
    if (def->has_motor) {
        cpConstraint *motor = cpSimpleMotorNew(a, b, -def->speed);
        cpConstraintSetMaxForce(motor, def->torque);
        add_constraint(motor);
    }
    if (def->spring_hertz > 0.0) add_constraint(spring(a, b, def));
}

/* ---- the step ----------------------------------------------------------------------------- */

void peer_step(double dt) { cpSpaceStep(space, dt); }

static void count_arbiter(cpBody *body, cpArbiter *arbiter, void *data) {
    CP_ARBITER_GET_BODIES(arbiter, a, b);
    cpBody *other = a == body ? b : a;
    /* one between two dynamic bodies is seen from both */
    *(double *)data += cpBodyGetType(other) == CP_BODY_TYPE_DYNAMIC ? 0.5 : 1.0;
}

static void count_body(cpBody *body, void *data) {
    peer_Counts *counts = data;
    double contacts = 0.0;
    counts->bodies++;
    if (cpBodyGetType(body) != CP_BODY_TYPE_DYNAMIC) return;
    cpBodyEachArbiter(body, count_arbiter, &contacts);
    counts->contacts += (int)(2.0 * contacts);
}

peer_Counts peer_counts(void) {
    peer_Counts counts = {.joints = joint_count};
    cpSpaceEachBody(space, count_body, &counts);
    counts.contacts /= 2;
    return counts;
}
