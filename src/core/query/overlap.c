/* overlap.c: what a probe overlaps, how deep, and which way out of it is the shortest.
 *
 * Of a shape of several pieces, and of a probe of several, the pair that is deepest tells. Not
 * here: only whether they overlap (query.c). */
#include "base/sort.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "geometry/minkowski.h"
#include "objects/shape_build.h"
#include "query/probe_def.h"
#include "query/query.h"

typedef struct Search {
    const cn_World *world;
    const cn_QueryFilter *filter;
    const cn_Probe *probe;
    cn_Overlap *buffer;
    int count, capacity;
} Search;

static bool overlap_met(void *context, int piece) {
    Search *s = context;
    const cn_World *w = s->world;
    const cn_Piece *p = &w->piece[piece];
    if (!cn_query_wants(w, p->shape, s->filter)) return true;
    cn_Geom geom = cn_piece_geom(w, piece);
    cn_Nearest n = cn_probe_nearest(s->probe, &geom, &w->pose[p->body]);
    if (!(n.distance <= 0) || !cn_query_asks(w, p->shape, s->filter)) return true;
    if (s->count < s->capacity)
        s->buffer[s->count] = (cn_Overlap){.shape = cn_shape_id(w, p->shape),
                                           .nx = (float)n.normal.x + 0.0f,
                                           .ny = (float)n.normal.y + 0.0f,
                                           .depth = 0 - n.distance,
                                           .piece = p->index};
    s->count++;
    return true;
}

static bool shape_first(const void *context, const void *p, const void *q) {
    const cn_Overlap *a = p, *b = q;
    (void)context;
    if (a->shape.index != b->shape.index) return a->shape.index < b->shape.index;
    if (a->depth != b->depth) return a->depth > b->depth;
    return a->piece < b->piece;
}

static bool depth_first(const void *context, const void *p, const void *q) {
    const cn_Overlap *a = p, *b = q;
    (void)context;
    if (a->depth != b->depth) return a->depth > b->depth;
    return a->shape.index < b->shape.index;
}

static int in_order(Search *s) {
    cn_Overlap *found = s->buffer;
    int count = 0;
    if (s->count > s->capacity) return s->count;
    cn_sort(found, s->count, sizeof *found, shape_first, NULL);
    for (int i = 0; i < s->count; i++)
        if (i == 0 || found[i].shape.index != found[count - 1].shape.index)
            found[count++] = found[i];
    cn_sort(found, count, sizeof *found, depth_first, NULL);
    return count;
}

cn_Result cn_world_overlaps(cn_World *w, const cn_ShapeDef *def, cn_QueryFilter filter,
                            cn_Overlap *buffer, int capacity, int *count) {
    cn_ShapeBuild draft;
    *count = 0;
    cn_Result r = cn_probe_draft(def, &draft, &w->error);
    if (r || !cn_query_ready(w)) return r;
    Search s = {w, &filter, NULL, buffer, 0, capacity};
    for (int i = 0; i < draft.pieces; i++) {
        cn_Probe probe;
        double box[4];
        cn_probe_of_draft(&probe, &draft, def, i);
        s.probe = &probe;
        cn_probe_bounds(&probe, box);
        cn_query_pieces(w, box, overlap_met, &s);
    }
    *count = in_order(&s);
    return CN_OK;
}
