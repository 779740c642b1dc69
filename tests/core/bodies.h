/* bodies.h: bodies of one shape, for tests that build worlds. */
#ifndef CN_TEST_BODIES_H
#define CN_TEST_BODIES_H

#include "cairn.h"

static inline cn_BodyId add_moving(cn_World *w, cn_BodyType type, double x, double y, double vx,
                                   const cn_ShapeDef *shape) {
    cn_BodyDef d = cn_body_def();
    cn_BodyId id = {0};
    cn_ShapeId shape_id;
    d.type = type;
    d.x = x;
    d.y = y;
    d.vx = vx;
    cn_body_create(w, &d, &id);
    cn_shape_create(w, id, shape, &shape_id);
    return id;
}

static inline cn_ShapeDef box_of(double width, double height) {
    cn_ShapeDef s = cn_shape_def(CN_BOX);
    s.w = width;
    s.h = height;
    return s;
}

#endif
