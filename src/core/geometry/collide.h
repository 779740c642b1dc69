/* collide.h: two pieces to a manifold.
 *
 * Works in the frame of body A with float numbers: the caller passes where B is as seen from A, so
 * precision does not depend on the distance from the world's origin. */
#ifndef CN_COLLIDE_H
#define CN_COLLIDE_H

#include "geometry/geometry.h"

typedef struct cn_LocalPoint {
    cn_Vec point;     /* A's frame, half way between the two surfaces */
    float separation; /* m, negative = overlap */
    uint32_t feature; /* which vertex of which shape against which edge; does not depend on which
                         of the two gave the reference face */
} cn_LocalPoint;

typedef struct cn_LocalManifold {
    int count;     /* 0..2 */
    cn_Vec normal; /* unit, A's frame, from A to B */
    cn_LocalPoint points[CN_MAX_MANIFOLD_POINTS];
    uint32_t reference; /* 0 none, 1 face of A, 2 face of B: pass the last one in again and the
                           choice sticks unless the other is clearly better (3 mm) */
} cn_LocalManifold;

/* Points nearer than margin (m >= 0) are kept as speculative contacts. out->reference is read as
 * the last choice and written. Two planes, and two segments without thickness never collide. Never
 * yields NaN for finite input. */
void cn_collide(const cn_Geom *a, const cn_Geom *b, cn_Xf b_in_a, float margin,
                cn_LocalManifold *out);

/* Ends of a face beyond which its line counts as well. */
enum { CN_OPEN_START = 1, CN_OPEN_END = 2 };

/* As cn_collide, but with an edge of a as the reference, whatever is nearer. No points where b is
 * beside that face, and where one of them is no hull. */
void cn_collide_face(const cn_Geom *a, const cn_Geom *b, cn_Xf b_in_a, int edge, unsigned open,
                     float margin, cn_LocalManifold *out);

/* Has it corners that may graze another's? */
static inline bool cn_geom_may_graze(const cn_Geom *geom) {
    return geom->kind == CN_GEOM_HULL && geom->count > 1 && !(geom->radius > 0);
}

/* Do the two meet only at corners that pass each other? True when, seen along the normal, they
 * overlap by less than width, and by less than a twentieth of the smaller of them: a box that
 * slides over the seam of two tiles, a touch below its sag, would otherwise be stopped by the side
 * of the second tile. Round shapes never do. */
bool cn_collide_grazes(const cn_Geom *a, const cn_Geom *b, cn_Xf b_in_a, cn_Vec normal,
                       float width);

#endif
