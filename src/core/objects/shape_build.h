/* shape_build.h: the vertices of a shape in its body's frame, before it has a place in the
 * world. */
#ifndef CN_SHAPE_BUILD_H
#define CN_SHAPE_BUILD_H

#include "geometry/decompose.h"
#include "geometry/geometry.h"

/* What one piece is made of. */
typedef struct cn_PieceBuild {
    cn_GeomKind kind;
    int count;
    float radius;
    cn_Vec normal; /* of a plane */
    cn_Vec v[CN_MAX_POINTS];
    bool cut;                     /* some of its edges are inside of the polygon */
    uint8_t inner[CN_MAX_POINTS]; /* whether the edge from v[i] to the next is */
} cn_PieceBuild;

typedef struct cn_ShapeBuild {
    int pieces, most; /* pieces, and the most vertices of one */
    bool several;     /* a chain or a concave polygon, if only of one piece */
    cn_PieceBuild whole;
    cn_Pieces cut; /* of a concave polygon */
} cn_ShapeBuild;

/* Of a definition whose numbers have been checked, a chain's points too. */
cn_Result cn_shape_build_make(cn_Error *e, const cn_ShapeDef *d, cn_ShapeBuild *out);
void cn_shape_build_piece(const cn_ShapeBuild *draft, const cn_ShapeDef *d, int index,
                          cn_PieceBuild *out);
/* Of an ellipse or a polygon as the user drew it, whatever its pieces are. */
cn_Area cn_shape_build_area(const cn_ShapeDef *d);
/* The outline of those in the body's frame, at most CN_MAX_POINTS; returns how many. */
int cn_shape_build_outline(const cn_ShapeDef *d, cn_Pos *out);

#endif
