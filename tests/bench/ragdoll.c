/* ragdoll.c: 11 bodies, 13 shapes, 10 joints with limits, friction and a spring. */
#include "ragdoll.h"

#include "peer.h"

#define PI              3.14159265358979323846
#define FRICTION_TORQUE 0.05 /* N m, times the factor of the joint */

/* y and pivot above the origin, low and high the capsule's ends above y; limits and reference in
 * units of pi. In the order of creation. */
typedef struct Part {
    double y, low, high, radius, damping;
    int parent;
    double pivot, limit_low, limit_high, factor, reference;
    bool foot;
} Part;

#define HIP                                                                                        \
    { 0.95, -0.02, 0.02, 0.095, 0, -1, 0, 0, 0, 0, 0, false }
#define TORSO                                                                                      \
    { 1.2, -0.135, 0.135, 0.09, 0, 0, 1.0, -0.25, 0, 0.5, 0, false }
#define HEAD                                                                                       \
    { 1.475, -0.038, 0.039, 0.075, 0.1, 1, 1.4, -0.3, 0.1, 0.25, 0, false }
#define UPPER_LEG                                                                                  \
    { 0.775, -0.125, 0.125, 0.06, 0, 0, 0.9, -0.05, 0.4, 1, 0, false }
#define LOWER_LEG(p)                                                                               \
    { 0.475, -0.155, 0.125, 0.045, 0, p, 0.625, -0.5, -0.02, 0.5, 0, true }
#define UPPER_ARM                                                                                  \
    { 1.225, -0.125, 0.125, 0.035, 0, 1, 1.35, -0.1, 0.8, 0.5, 0, false }
#define LOWER_ARM(p)                                                                               \
    { 0.975, -0.125, 0.125, 0.03, 0.1, p, 1.1, -0.2, 0.3, 0.1, 0.25, false }

static const Part parts[RAGDOLL_PARTS] = {
    HIP,          TORSO,     HEAD,         UPPER_LEG, LOWER_LEG(3), UPPER_LEG,
    LOWER_LEG(5), UPPER_ARM, LOWER_ARM(7), UPPER_ARM, LOWER_ARM(9),
};

static const double foot_points[] = {-0.03, -0.185, 0.11, -0.185, 0.11, -0.16, -0.03, -0.14};

static void add_shapes(int body, const Part *part, int number) {
    peer_Material skin = {.density = 1.0,
                          .friction = 0.2,
                          .group = number,
                          .layer = RAGDOLL_LIMB,
                          .mask = RAGDOLL_GROUND | RAGDOLL_LIMB};
    peer_capsule(body, 0.0, part->low, 0.0, part->high, part->radius, &skin);
    if (!part->foot) return;
    skin.friction = 0.05;
    skin.layer = RAGDOLL_FOOT, skin.mask = RAGDOLL_GROUND;
    peer_polygon(body, foot_points, 4, 0.015, &skin);
}

static void add_joint(const Ragdoll *doll, int i, double x, double y) {
    const Part *part = &parts[i];
    if (part->parent < 0) return;
    peer_revolute(&(peer_Revolute){.a = doll->bodies[part->parent],
                                   .b = doll->bodies[i],
                                   .x = x,
                                   .y = y + part->pivot,
                                   .has_limits = true,
                                   .low = part->limit_low * PI,
                                   .high = part->limit_high * PI,
                                   .reference = part->reference * PI,
                                   .has_motor = true,
                                   .torque = FRICTION_TORQUE * part->factor,
                                   .spring_hertz = 5.0,
                                   .damping = 0.5});
}

void ragdoll_add(Ragdoll *doll, double x, double y, int number) {
    for (int i = 0; i < RAGDOLL_PARTS; i++) {
        const Part *part = &parts[i];
        doll->bodies[i] = peer_body(
            &(peer_Body){.kind = PEER_DYNAMIC, .x = x, .y = y + part->y, .damping = part->damping});
        add_shapes(doll->bodies[i], part, number);
        add_joint(doll, i, x, y);
    }
}

void ragdoll_destroy(Ragdoll *doll) {
    for (int i = 0; i < RAGDOLL_PARTS; i++) peer_destroy(doll->bodies[i]);
}
