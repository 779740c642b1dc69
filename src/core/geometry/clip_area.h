/* clip_area.h: the part of a rounded convex outline that lies within half-planes, exactly: its area
 * and where its middle is. Source: Green's theorem over straight edges and arcs. In double, about a
 * point near by that the caller chooses. */
#ifndef CN_CLIP_AREA_H
#define CN_CLIP_AREA_H

#include "geometry/geometry.h"

/* Counter-clockwise. An arc goes around its centre by at most half a turn. */
typedef struct cn_ClipEdge {
    cn_Pos from, to, centre;
    double radius; /* 0 = straight */
} cn_ClipEdge;

/* count of half-planes: one for each edge, and up to 65 sides of the arcs. Of edges: every
 * half-plane can add one, and cuts one in two at most. */
#define CN_CLIP_PLANES (CN_MAX_POINTS + 65)
#define CN_CLIP_EDGES  (2 * CN_MAX_POINTS + 2 * CN_CLIP_PLANES)

typedef struct cn_Clip {
    int count;
    cn_ClipEdge edges[CN_CLIP_EDGES];
} cn_Clip;

/* Where something is: its frame's origin, and the cosine and sine of its angle. */
typedef struct cn_Frame {
    double x, y, c, s;
} cn_Frame;

/* What lies at n.p <= offset. */
typedef struct cn_ClipPlane {
    cn_Pos normal; /* unit */
    double offset;
} cn_ClipPlane;

/* The outline of a hull. */
void cn_clip_begin(cn_Clip *clip, const cn_Geom *geom, const cn_Frame *at);
void cn_clip_cut(cn_Clip *clip, const cn_ClipPlane *plane);
/* Area (m^2) of what is left, and its centroid; zero where nothing is. */
double cn_clip_area(const cn_Clip *clip, cn_Pos *centroid);
/* The half-planes whose common part a hull or plane is; at most CN_CLIP_PLANES. Arcs become sides
 * of a sixty-fourth of a turn that enclose the same area; one side of a disc faces the frame's
 * origin. Returns how many. */
int cn_clip_planes(const cn_Geom *geom, const cn_Frame *at, cn_ClipPlane *planes);

#endif
