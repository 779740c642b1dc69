/* joint_world.h: worlds of joints, for the tests of them. Of those that set lanes everything is
 * done twice, the second time without articulations: what they would take goes through the lanes,
 * too. */
#ifndef JOINT_WORLD_H
#define JOINT_WORLD_H

#include <math.h>

#include "check.h"
#include "data/world.h"

static bool lanes; /* no articulations */

static inline void check(bool ok, const char *what) {
    expect(ok, "%s%s", what, lanes ? " (lanes)" : "");
}

static inline void near(double got, double want, double within, const char *what) {
    expect(fabs(got - want) <= within, "%s%s: %.9g, wanted %.9g +- %g", what,
           lanes ? " (lanes)" : "", got, want, within);
}

static inline cn_World *make_world(double gravity) {
    cn_WorldDef d = cn_world_def();
    cn_World *w = NULL;
    d.gravity_y = -gravity;
    d.sleep = false;
    cn_world_create(&d, &w, NULL);
    w->articulations.off = lanes;
    return w;
}

static inline cn_BodyId add_body(cn_World *w, cn_BodyType type, double x, double y) {
    cn_BodyDef d = cn_body_def();
    cn_BodyId id;
    d.type = type;
    d.x = x;
    d.y = y;
    cn_body_create(w, &d, &id);
    return id;
}

static inline cn_BodyId add_box_of_group(cn_World *w, double x, double y, double width,
                                         double height, double density, int group) {
    cn_BodyId id = add_body(w, CN_DYNAMIC, x, y);
    cn_ShapeDef s = cn_shape_def(CN_BOX);
    cn_ShapeId shape;
    s.w = width;
    s.h = height;
    s.density = density;
    s.group = group;
    cn_shape_create(w, id, &s, &shape);
    return id;
}

static inline cn_BodyId add_box(cn_World *w, double x, double y, double width, double height,
                                double density) {
    return add_box_of_group(w, x, y, width, height, density, 0);
}

static inline cn_JointDef between(cn_JointKind kind, cn_BodyId a, cn_BodyId b, double x, double y) {
    cn_JointDef d = cn_joint_def(kind);
    d.a = a;
    d.b = b;
    d.from_x = d.to_x = x;
    d.from_y = d.to_y = y;
    return d;
}

static inline cn_JointId add(cn_World *w, const cn_JointDef *d) {
    cn_JointId id;
    check(cn_joint_create(w, d, &id) == CN_OK, "a joint is made");
    return id;
}

static inline void steps(cn_World *w, int count) {
    for (int i = 0; i < count; i++) cn_world_step(w, 1.0 / 60, NULL);
}

static const cn_BodyId NOBODY = {0, 0};

static inline void sound(cn_World *w) {
    const char *why = "";
    check(cn_world_validate(w, &why), why);
}

static inline double energy(const cn_World *w) {
    return cn_world_kinetic_energy(w) + cn_world_potential_energy(w);
}

#endif
