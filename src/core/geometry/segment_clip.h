/* segment_clip.h: a part of the surface of the ground, a point or some of a face, and how much of
 * it lies in other pieces. Frames are those of bodies; nothing here knows of contacts. */
#ifndef CN_SEGMENT_CLIP_H
#define CN_SEGMENT_CLIP_H

#include "cairn_math.h"
#include "geometry/geometry.h"

typedef struct cn_Segment {
    cn_Vec from, to;
    float most; /* m, as long as it can be: the shorter of the face and of what is over it */
} cn_Segment;

/* How much larger a piece is taken, m; and edges that look along the surface whose normal is up
 * (zero: none is known) by how much. */
typedef struct cn_Growth {
    float all, along;
    cn_Vec up;
} cn_Growth;

/* Which share of the part, from lo to hi, is in the piece? False: nothing of it. */
bool cn_segment_within(const cn_Geom *geom, const cn_Segment *part, const cn_Growth *growth,
                       float *lo, float *hi);

/* Is all of the part before one edge of a piece that is larger by so much? Then nothing of it is
 * within. */
static inline bool cn_segment_before(const cn_Geom *geom, const cn_Segment *part, float grow) {
    float reach = geom->radius + grow;
    for (int i = 0; i < geom->count && geom->count > 1; i++) {
        cn_Vec n = geom->normals[i], v = geom->vertices[i];
        if (cn_dot(n, cn_sub(part->from, v)) > reach && cn_dot(n, cn_sub(part->to, v)) > reach)
            return true;
    }
    return false;
}

/* What of an edge of a piece the other touches, or would if it came nearer by gap: b as seen from
 * a's body. False: nothing. */
bool cn_segment_touched(const cn_Geom *a, int edge, const cn_Geom *b, cn_Xf b_in_a, float gap,
                        cn_Segment *part);

/* Is there nothing of the piece above the plane through p, but for room m? */
bool cn_segment_below(const cn_Geom *geom, cn_Vec p, cn_Vec up, float room);

#endif
