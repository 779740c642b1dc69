/* collide_private.h: what the files of the narrow phase share: outlines in one frame, feature ids,
 * and the pair functions; included by collide.c and collide_hulls.c alone. */
#ifndef CN_COLLIDE_PRIVATE_H
#define CN_COLLIDE_PRIVATE_H

#include "geometry/collide.h"

/* A piece in the frame that the pair is handled in. */
typedef struct cn_Outline {
    const cn_Vec *v, *n;
    int count;
    float radius;
    const uint8_t *inner; /* by edge; NULL: none is */
} cn_Outline;

/* Behind an inner edge another piece of its shape goes on. What is before it is apart from this
 * piece, but nothing is ever pushed out across it: that would be into the neighbour, which pushes
 * back. */
static inline bool cn_pair_is_inner(const cn_Outline *hull, int edge) {
    return hull->inner && hull->inner[edge];
}

/* A feature id is what of A (upper half) met what of B (lower half): a vertex, or where there is no
 * telling the vertex an edge, marked by a bit above the 8 of an index. Two crossing edges are named
 * by the pair of ends at either side, so the id does not depend on which of the two is clipped
 * against the other. */
#define CN_FEATURE_EDGE 0x100u
static inline uint32_t cn_pair_feature(uint32_t of_a, uint32_t of_b) { return of_a << 16 | of_b; }

void cn_pair_add(cn_LocalManifold *out, cn_Vec point, float separation, uint32_t feature);
/* The vertex farthest along direction. */
int cn_pair_support(const cn_Outline *hull, cn_Vec direction);
/* Two hulls with at least 2 vertices each (collide_hulls.c). */
void cn_pair_hulls(const cn_Outline *a, const cn_Outline *b, float margin, cn_LocalManifold *out);
/* Only what of b is over the given edge of a, or over its line where that is open. */
void cn_pair_face(const cn_Outline *a, const cn_Outline *b, int edge, unsigned open, float margin,
                  cn_LocalManifold *out);

#endif
