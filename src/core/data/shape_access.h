/* shape_access.h: what hangs together in the state of a shape and its pieces. */
#ifndef CN_DATA_SHAPE_ACCESS_H
#define CN_DATA_SHAPE_ACCESS_H

#include "data/body.h"
#include "data/world.h"

static inline bool cn_shape_live(const cn_World *w, cn_ShapeId id) {
    return cn_slots_has(&w->shapes, id.index, id.generation);
}

static inline cn_ShapeId cn_shape_id(const cn_World *w, int slot) {
    return (cn_ShapeId){(uint32_t)slot, w->shapes.generation[slot]};
}

static inline cn_Geom cn_piece_geom(const cn_World *w, int piece) {
    const cn_Piece *p = &w->piece[piece];
    return (cn_Geom){(cn_GeomKind)p->kind,
                     p->vertex_count,
                     p->radius,
                     &w->vertices[p->first_vertex],
                     &w->normals[p->first_vertex],
                     p->inner ? &w->inner[p->first_vertex] : NULL};
}

/* Whether the body of a shape consists of more than one piece. */
static inline bool cn_shape_has_mates(const cn_World *w, int shape) {
    const cn_Shape *s = &w->shape[shape];
    /* no branches: in a pile of both it cannot be told ahead */
    return (s->next >= 0) | (s->previous >= 0) | (s->piece_count > 1);
}

static inline const cn_Traits *cn_shape_traits(const cn_World *w, int shape) {
    return &w->traits[w->shape[shape].traits];
}

/* Whether a shape is in the trees: its body is enabled, and so is it itself. */
static inline bool cn_shape_takes_part(const cn_World *w, int shape) {
    return w->body_flags[w->shape[shape].body] & CN_BODY_ENABLED &&
           !cn_shape_traits(w, shape)->disabled;
}

static inline int cn_shape_material_count(const cn_Shape *s) {
    return s->has_materials ? s->piece_count : 0;
}

#endif
