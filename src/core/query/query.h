/* query.h: what the questions to a world have in common: trees ready to be asked, and the pieces in
 * a box or along a way. */
#ifndef CN_QUERY_H
#define CN_QUERY_H

#include "bvh/bvh.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "geometry/minkowski.h"

/* All of the filter but its test, which may be slow: that is asked about what has been found. */
static inline bool cn_query_wants(const cn_World *w, int shape, const cn_QueryFilter *f) {
    const cn_Traits *t = cn_shape_traits(w, shape);
    if (t->sensor && !f->sensors) return false;
    if (!(f->mask >> t->layer & 1)) return false;
    int body = w->shape[shape].body;
    if (f->ignore.generation != 0 && body == (int)f->ignore.index) return false;
    if (f->types && !(f->types >> w->cold[body].type & 1)) return false;
    for (int i = 0; i < f->other_count; i++)
        if (body == (int)f->others[i].index) return false;
    return true;
}
static inline bool cn_query_asks(const cn_World *w, int shape, const cn_QueryFilter *f) {
    return !f->test || f->test(f->context, cn_shape_id(w, shape));
}
/* Trees as they must be to be asked. False: no memory. */
bool cn_query_ready(const cn_World *w);
/* Pieces that may overlap x1, y1, x2, y2, halfspaces first; fn returns false to stop a tree. */
void cn_query_pieces(const cn_World *w, const double box[4], bool (*fn)(void *context, int piece),
                     void *context);
/* Half a box, and what rounding takes away from its way. */
static inline float cn_query_half(double size, double from, double way) {
    return (float)(size / 2 + 4e-7 * (fabs(from) + fabs(way)));
}
/* A box of that size as the trees see it when it moves along d. */
static inline cn_TreeRay cn_query_way(cn_Pos middle, double width, double height, cn_Pos d) {
    cn_Vec half = {cn_query_half(width, middle.x, d.x), cn_query_half(height, middle.y, d.y)};
    return cn_tree_ray((cn_Vec){(float)middle.x, (float)middle.y}, (cn_Vec){(float)d.x, (float)d.y},
                       half);
}
/* Pieces that the box of the probe, wider by margin to each side, may meet along d; halfspaces
 * first. fn is told how much of the way is asked for, and returns how much still is. */
void cn_query_sweep(const cn_World *w, const cn_Probe *probe, cn_Pos d, double margin,
                    float (*fn)(void *context, int piece, float limit), void *context);
/* The same of pieces of static bodies, and of planes. */
void cn_query_sweep_static(const cn_World *w, const cn_Probe *probe, cn_Pos d,
                           float (*fn)(void *context, int piece, float limit), void *context);
/* Whether the probe, moved along d, meets the piece, and how; fraction is of d. What it is in from
 * the start has the normal of the nearest face. */
bool cn_query_meets(const cn_World *w, int piece, const cn_Probe *probe, cn_Pos d, cn_RayHit *hit);
/* Whether the hit becomes the best: it is nearer, or of equal fractions the one of the lower id,
 * then of the lower piece; and the test of the filter, asked then alone, agrees. */
bool cn_query_take(const cn_World *w, const cn_QueryFilter *filter, const cn_RayHit *hit,
                   cn_RayHit *best);
/* How far there is still to look: a little further than that, so that a tie is still seen. */
static inline float cn_query_limit(float limit, double fraction) {
    return cn_minf(limit, (float)fraction * 1.000001f + 1e-7f);
}
/* The nearest hit of a ray x1, y1, x2, y2 that may be of no length or end anywhere (cast.c). */
bool cn_query_raycast(const cn_World *w, const double ray[4], const cn_QueryFilter *filter,
                      cn_RayHit *out);
/* A box that contains that one, as trees have them. */
cn_Box cn_query_box(const double box[4]);

#endif
