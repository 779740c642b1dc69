/* query.c: what lies where: boxes, circles, points and any hull against all shapes, and the shape
 * that is nearest to a point. Results are exact shapes in id order; the trees only say where to
 * look. Not here: what moves (cast.c), one piece against one probe (minkowski.c). */
#include "query/query.h"

#include <math.h>

#include "bvh/bvh.h"
#include "data/body_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "geometry/minkowski.h"
#include "objects/shape_build.h"
#include "objects/shape_query.h"
#include "query/probe_def.h"

/* m, where the nearest shape is looked for first; then four times as far, so that a near one is
 * found in one look */
#define NEAR 0.5

cn_QueryFilter cn_query_filter(void) { return (cn_QueryFilter){.mask = UINT64_MAX}; }

bool cn_query_ready(const cn_World *w) {
    return cn_bvh_update(w->tree_static, NULL) && cn_bvh_update(w->tree_moving, NULL);
}

/* Wider by more than what rounding to float takes away. */
cn_Box cn_query_box(const double box[4]) {
    float b[4];
    for (int i = 0; i < 4; i++) {
        float v = (float)cn_query_tame(box[i]), more = 2e-7f * cn_absf(v) + 1e-30f;
        b[i] = i < 2 ? v - more : v + more;
    }
    return (cn_Box){b[0], b[1], b[2], b[3]};
}

/* A box with a side that is no number is nowhere, and meets nothing. */
static bool is_somewhere(const double box[4]) {
    bool all = true;
    for (int i = 0; i < 4; i++) all &= box[i] == box[i];
    return all;
}

void cn_query_pieces(const cn_World *w, const double box[4], bool (*fn)(void *context, int piece),
                     void *context) {
    if (!is_somewhere(box)) return;
    cn_Box where = cn_query_box(box);
    for (int i = 0; i < w->plane_count; i++) fn(context, w->planes[i]);
    cn_bvh_query(w->tree_static, where, fn, context);
    cn_bvh_query(w->tree_moving, where, fn, context);
}

static void sweep(const cn_World *w, const cn_Probe *probe, cn_Pos d, double margin, bool all,
                  float (*fn)(void *context, int piece, float limit), void *context) {
    double box[4];
    cn_probe_bounds(probe, box);
    if (!is_somewhere(box) || d.x + d.y != d.x + d.y) return;
    cn_Pos middle = {(box[0] + box[2]) / 2, (box[1] + box[3]) / 2};
    cn_TreeRay ray =
        cn_query_way(middle, box[2] - box[0] + 2 * margin, box[3] - box[1] + 2 * margin, d);
    for (int i = 0; i < w->plane_count; i++) ray.limit = fn(context, w->planes[i], ray.limit);
    cn_bvh_cast(w->tree_static, &ray, fn, context);
    if (all) cn_bvh_cast(w->tree_moving, &ray, fn, context);
}

void cn_query_sweep(const cn_World *w, const cn_Probe *probe, cn_Pos d, double margin,
                    float (*fn)(void *context, int piece, float limit), void *context) {
    sweep(w, probe, d, margin, true, fn, context);
}

void cn_query_sweep_static(const cn_World *w, const cn_Probe *probe, cn_Pos d,
                           float (*fn)(void *context, int piece, float limit), void *context) {
    sweep(w, probe, d, 0, false, fn, context);
}

static cn_Nearest nearest(const cn_World *w, const cn_Probe *probe, int piece) {
    cn_Geom geom = cn_piece_geom(w, piece);
    return cn_probe_nearest(probe, &geom, &w->pose[w->piece[piece].body]);
}

/* ---- overlaps ----------------------------------------------------------------------------- */

typedef struct Overlap {
    const cn_World *world;
    const cn_QueryFilter *filter;
    const cn_Probe *probe;
    cn_ShapeId *buffer;
    int count, capacity;
    bool several; /* probes: what one has found the next may find, too */
} Overlap;

static bool known(const Overlap *o, int shape) {
    for (int i = 0; i < o->count && i < o->capacity; i++)
        if (o->buffer[i].index == (uint32_t)shape) return true;
    return false;
}

static bool overlap_met(void *context, int piece) {
    Overlap *o = context;
    const cn_World *w = o->world;
    int shape = w->piece[piece].shape;
    if (!cn_query_wants(w, shape, o->filter)) return true;
    if (!(nearest(w, o->probe, piece).distance <= 0)) return true;
    if ((o->several || w->shape[shape].piece_count > 1) && known(o, shape)) return true;
    if (!cn_query_asks(w, shape, o->filter)) return true;
    if (o->count < o->capacity) o->buffer[o->count] = cn_shape_id(w, shape);
    o->count++;
    return true;
}

static void look(Overlap *o) {
    double box[4];
    cn_probe_bounds(o->probe, box);
    cn_query_pieces(o->world, box, overlap_met, o);
}

static int finish(const Overlap *o) {
    cn_shape_sort(o->buffer, o->count < o->capacity ? o->count : o->capacity);
    return o->count;
}

static int query(const cn_World *w, const cn_Probe *probe, const cn_QueryFilter *filter,
                 cn_ShapeId *buffer, int capacity) {
    Overlap o = {w, filter, probe, buffer, 0, capacity, false};
    if (!cn_query_ready(w)) return 0;
    look(&o);
    return finish(&o);
}

int cn_world_query_box(const cn_World *w, double x1, double y1, double x2, double y2,
                       cn_QueryFilter filter, cn_ShapeId *buffer, int capacity) {
    x1 = cn_query_tame(x1), y1 = cn_query_tame(y1), x2 = cn_query_tame(x2), y2 = cn_query_tame(y2);
    cn_Probe probe;
    cn_probe_box(&probe, (x1 + x2) / 2, (y1 + y2) / 2, fabs(x2 - x1) / 2, fabs(y2 - y1) / 2);
    return query(w, &probe, &filter, buffer, capacity);
}

int cn_world_query_circle(const cn_World *w, double x, double y, double radius,
                          cn_QueryFilter filter, cn_ShapeId *buffer, int capacity) {
    cn_Probe probe;
    cn_probe_disc(&probe, cn_query_tame(x), cn_query_tame(y), cn_query_tame(radius));
    return query(w, &probe, &filter, buffer, capacity);
}

cn_Result cn_world_query_shape(cn_World *w, const cn_ShapeDef *def, cn_QueryFilter filter,
                               cn_ShapeId *buffer, int capacity, int *count) {
    cn_ShapeBuild draft;
    *count = 0;
    cn_Result r = cn_probe_draft(def, &draft, &w->error);
    if (r || !cn_query_ready(w)) return r;
    Overlap o = {w, &filter, NULL, buffer, 0, capacity, draft.pieces > 1};
    for (int i = 0; i < draft.pieces; i++) {
        cn_Probe probe;
        cn_probe_of_draft(&probe, &draft, def, i);
        o.probe = &probe;
        look(&o);
    }
    *count = finish(&o);
    return CN_OK;
}

typedef struct Pick {
    const cn_World *world;
    double x, y;
    int best;
} Pick;

static bool pick_met(void *context, int piece) {
    Pick *p = context;
    int shape = p->world->piece[piece].shape;
    if (shape > p->best && !cn_shape_traits(p->world, shape)->sensor &&
        cn_shape_contains(p->world, cn_shape_id(p->world, shape), p->x, p->y))
        p->best = shape;
    return true;
}

cn_BodyId cn_world_pick(const cn_World *w, double x, double y) {
    Pick p = {w, cn_query_tame(x), cn_query_tame(y), 0};
    double box[4] = {p.x, p.y, p.x, p.y};
    if (!cn_query_ready(w)) return (cn_BodyId){0, 0};
    cn_query_pieces(w, box, pick_met, &p);
    return p.best ? cn_body_id(w, w->shape[p.best].body) : (cn_BodyId){0, 0};
}

/* ---- the nearest -------------------------------------------------------------------------- */

typedef struct Search {
    const cn_World *world;
    const cn_QueryFilter *filter;
    const cn_Probe *probe;
    double limit; /* m */
    cn_RayHit best;
} Search;

static bool search_met(void *context, int piece) {
    Search *s = context;
    const cn_World *w = s->world;
    int shape = w->piece[piece].shape;
    if (!cn_query_wants(w, shape, s->filter)) return true;
    cn_Nearest n = nearest(w, s->probe, piece);
    bool inside = n.distance <= 0;
    if (inside) n = (cn_Nearest){0, {0, 0}, {s->probe->x, s->probe->y}};
    if (!(n.distance <= s->limit)) return true;
    bool tie = n.distance == s->best.fraction && (uint32_t)shape < s->best.shape.index;
    if (s->best.shape.generation && !tie && n.distance >= s->best.fraction) return true;
    if (!cn_query_asks(w, shape, s->filter)) return true;
    s->best = (cn_RayHit){.shape = cn_shape_id(w, shape),
                          .x = n.at.x,
                          .y = n.at.y,
                          .nx = (float)n.normal.x,
                          .ny = (float)n.normal.y,
                          .fraction = n.distance,
                          .piece = w->piece[piece].index};
    return true;
}

cn_ShapeId cn_world_closest(const cn_World *w, double x, double y, double max_distance,
                            cn_QueryFilter filter, cn_Pos *at, double *distance) {
    cn_Probe probe;
    cn_probe_disc(&probe, cn_query_tame(x), cn_query_tame(y), 0);
    Search s = {.world = w, .filter = &filter, .probe = &probe, .limit = max_distance};
    *at = (cn_Pos){0, 0};
    *distance = 0;
    if (!(max_distance >= 0) || !cn_query_ready(w)) return s.best.shape;
    for (double reach = NEAR;; reach *= 4) {
        double r = reach < max_distance ? reach : max_distance;
        double box[4] = {probe.x - r, probe.y - r, probe.x + r, probe.y + r};
        cn_query_pieces(w, box, search_met, &s);
        bool found = s.best.shape.generation && s.best.fraction <= r;
        if (found || r >= max_distance || r >= CN_FAR) break;
    }
    *at = (cn_Pos){s.best.x, s.best.y};
    *distance = s.best.fraction;
    return s.best.shape;
}
