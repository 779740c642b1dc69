/* internal_edge.h: what the files on internal edges share: what a contact is
 * (internal_edge_class.c), which piece goes on where one of the ground ends (internal_edge_find.c),
 * and what is done about it (internal_edge.c). The ground is an end of a contact: side 0 is a, 1 is
 * b. */
#ifndef CN_INTERNAL_EDGE_H
#define CN_INTERNAL_EDGE_H

#include "data/world.h"
#include "geometry/collide.h"
#include "geometry/segment_clip.h"

/* m: what is nearer than this to the neighbour is covered by it; three times the usual slop */
#define CN_INTERNAL_EDGE_COVERED 0.0015f
/* cosine: a normal nearer than this (0.8 degrees) to a face's is the face's */
#define CN_INTERNAL_EDGE_FACE 0.9999f
/* m along the surface: a gap that a body bridges */
#define CN_INTERNAL_EDGE_GAP  0.006f
#define CN_INTERNAL_EDGE_SUNK 0.015f /* m: what is deeper below a face is not upon it */
/* count of contacts of one body that are looked through: beyond it only the farthest of hundreds of
 * tiny pieces are left out */
#define CN_INTERNAL_EDGE_LISTED 256

/* The piece of the ground, and its edge that looks most towards the other. */
typedef struct cn_InternalEdgeFacing {
    cn_Geom geom;
    const cn_Pose *pose;
    int edge;       /* -1: a disc */
    float cos, sin; /* between its normal and the contact's */
} cn_InternalEdgeFacing;

/* What has been found out about a contact. */
typedef struct cn_InternalEdgeSearch {
    const cn_Contact *c;
    int side, ground, body;
    cn_Pos from, to; /* what it touches of the piece */
    cn_Pos ends[2];  /* of that, or of the whole face: they must be below what carries */
    bool carried;
    cn_Vec normal; /* of the face that carries */
    cn_Pos on;     /* a point of the face that carries */
    int count;     /* of other contacts of the body with the ground */
    int *link;
    bool loose; /* what can be pushed is ground, too */
    float room; /* m, nearer is covered, and by so much higher is level */
} cn_InternalEdgeSearch;

static inline int cn_internal_edge_body(const cn_Contact *c, int side) {
    return side == 0 ? c->body_a : c->body_b;
}
static inline int cn_internal_edge_piece(const cn_Contact *c, int side) {
    return side == 0 ? c->piece_a : c->piece_b;
}

/* From the ground to the other. */
static inline cn_Vec cn_internal_edge_outward(const cn_Contact *c, int side) {
    return side == 0 ? c->normal : cn_neg(c->normal);
}

static inline int cn_internal_edge_edges(const cn_Geom *geom) {
    return geom->kind == CN_GEOM_PLANE ? 1 : (geom->count > 1 ? geom->count : 0);
}

static inline int cn_internal_edge_nearest(const cn_Contact *c) {
    return c->count > 1 && c->separation[1] < c->separation[0];
}

static inline int cn_internal_edge_next(const cn_Geom *geom, int i) {
    return i + 1 < geom->count ? i + 1 : 0;
}

/* Discs and capsules make no floor where they lie in rows. */
static inline bool cn_internal_edge_is_flat(const cn_World *w, int piece) {
    return w->piece[piece].vertex_count > 2;
}

static inline cn_Vec cn_internal_edge_between(cn_Pos from, cn_Pos to) {
    return (cn_Vec){(float)(to.x - from.x), (float)(to.y - from.y)};
}

/* internal_edge_class.c */
/* Which end of the contact is ground for the other: 0 a, 1 b, -1 none. */
int cn_internal_edge_ground_side(const cn_World *w, const cn_Contact *c);
cn_InternalEdgeFacing cn_internal_edge_facing(const cn_World *w, const cn_Contact *c, int side);
cn_Vec cn_internal_edge_face_normal(const cn_InternalEdgeFacing *f);
/* Where point i of the contact is on the ground's surface: half the separation from the middle. */
cn_Pos cn_internal_edge_ground_point(const cn_World *w, const cn_Contact *c, int side, int i);
/* What the other touches of the face. */
bool cn_internal_edge_touched(const cn_World *w, const cn_Contact *c, int side,
                              const cn_InternalEdgeFacing *f, cn_Segment *part);
/* Faster than that, in m/s? */
bool cn_internal_edge_comes(const cn_World *w, const cn_Contact *c, float least);
/* What the contact is to one of its ends as ground: CN_CONTACT_FACE, _CORNER, _END. */
uint32_t cn_internal_edge_class(const cn_World *w, const cn_Contact *c, int side);
/* What can be pushed is ground where it is calm, or joints hold it: what flies about is none. */
bool cn_internal_edge_is_calm(const cn_World *w, int body);

/* internal_edge_find.c; link: room for CN_INTERNAL_EDGE_LISTED. False: there is nothing to find. */
bool cn_internal_edge_start(const cn_World *w, const cn_Contact *c, int side, bool loose, int *link,
                            cn_InternalEdgeSearch *s);
/* Contact i of those found, and which of its ends is ground. */
const cn_Contact *cn_internal_edge_listed(const cn_World *w, const cn_InternalEdgeSearch *s, int i,
                                          int *side);
/* As cn_internal_edge_class, or what the contact knows of it already. */
uint32_t cn_internal_edge_class_in(const cn_World *w, const cn_Contact *k, int side);
/* Which share of what is touched does the piece of k cover? */
bool cn_internal_edge_covers(const cn_World *w, const cn_InternalEdgeSearch *s, const cn_Contact *k,
                             int side, float *lo, float *hi);
/* Is all that is touched covered by others, be it by several? */
bool cn_internal_edge_is_hidden(const cn_World *w, const cn_InternalEdgeSearch *s);
/* False: is_hidden is, whichever face carries the body. */
bool cn_internal_edge_may_be_hidden(const cn_World *w, const cn_InternalEdgeSearch *s);
/* What is touched: the nearest point, or a part of the face. */
void cn_internal_edge_take_nearest(const cn_World *w, cn_InternalEdgeSearch *s);
void cn_internal_edge_take_touched(const cn_World *w, const cn_InternalEdgeFacing *f,
                                   cn_InternalEdgeSearch *s);
/* A face of the ground that the body lies on, and that nothing of the contact is above. */
void cn_internal_edge_find_carrier(const cn_World *w, cn_InternalEdgeSearch *s);
/* Of the edges of a piece whose faces go through p the one that looks most towards n; -1 = none. */
int cn_internal_edge_edge_at(const cn_Geom *geom, cn_Vec p, cn_Vec n, int except, float *cos);
/* Where what is touched comes to the surface: at an end of the face, unless that is far away. */
cn_Pos cn_internal_edge_surface(const cn_InternalEdgeSearch *s, int end);
/* Where no contact stands on the face that it should. */
bool cn_internal_edge_find_surface(const cn_World *w, cn_InternalEdgeSearch *s);

bool cn_internal_edge_decide(cn_World *w, int contact); /* whether there is anything to drop */
void cn_internal_edge_drop(cn_World *w, int contact);

#endif
