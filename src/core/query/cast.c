/* cast.c: what is in the way: rays, and hulls that move along a line, against all shapes.
 *
 * The nearest is the one of the least fraction, of equal ones that of the lower id; so neither the
 * order of the trees nor threads can be seen. The trees follow the box of the probe along its way.
 * Not here: one piece against one probe (minkowski.c), the nearest hit of a ray (raycast.c). */
#include <math.h>

#include "data/shape_access.h"
#include "data/world.h"
#include "geometry/minkowski.h"
#include "objects/shape_build.h"
#include "query/probe_def.h"
#include "query/query.h"
#include "world/check.h"

typedef struct Cast {
    const cn_World *world;
    const cn_QueryFilter *filter;
    const cn_Probe *probe;
    cn_Pos d;
    double stretch; /* of d, where the way that was asked for is longer than numbers are good for */
    cn_RayHit best;
    cn_RayHit *buffer; /* of all hits, NULL = only the best is wanted */
    int count, capacity;
} Cast;

bool cn_query_meets(const cn_World *w, int piece, const cn_Probe *probe, cn_Pos d, cn_RayHit *hit) {
    cn_Geom geom = cn_piece_geom(w, piece);
    cn_Nearest n;
    const cn_Pose *pose = &w->pose[w->piece[piece].body];
    if (!cn_probe_cast(probe, &geom, pose, d, &n)) return false;
    bool inside = n.normal.x == 0 && n.normal.y == 0;
    cn_Pos normal = inside ? cn_probe_nearest(probe, &geom, pose).normal : n.normal;
    /* + 0: of a zero no sign is told */
    *hit = (cn_RayHit){.shape = cn_shape_id(w, w->piece[piece].shape),
                       .x = n.at.x,
                       .y = n.at.y,
                       .nx = (float)normal.x + 0.0f,
                       .ny = (float)normal.y + 0.0f,
                       .fraction = n.distance,
                       .piece = w->piece[piece].index};
    return true;
}

static bool meets(const Cast *c, int piece, cn_RayHit *hit) {
    if (!cn_query_wants(c->world, c->world->piece[piece].shape, c->filter)) return false;
    if (!cn_query_meets(c->world, piece, c->probe, c->d, hit)) return false;
    hit->fraction *= c->stretch;
    return true;
}

static bool goes_before(const cn_RayHit *a, const cn_RayHit *b) {
    if (a->shape.index != b->shape.index) return a->shape.index < b->shape.index;
    return a->piece < b->piece;
}

bool cn_query_take(const cn_World *w, const cn_QueryFilter *filter, const cn_RayHit *hit,
                   cn_RayHit *best) {
    bool first = best->shape.generation == 0;
    bool tie = hit->fraction == best->fraction && goes_before(hit, best);
    if (!first && !tie && !(hit->fraction < best->fraction)) return false;
    if (!cn_query_asks(w, (int)hit->shape.index, filter)) return false;
    *best = *hit;
    return true;
}

static float met(void *context, int piece, float limit) {
    Cast *c = context;
    cn_RayHit hit;
    if (!meets(c, piece, &hit)) return limit;
    if (c->buffer) {
        if (!cn_query_asks(c->world, (int)hit.shape.index, c->filter)) return limit;
        if (c->count < c->capacity) c->buffer[c->count] = hit;
        c->count++;
        return limit;
    }
    cn_query_take(c->world, c->filter, &hit, &c->best);
    if (c->best.shape.generation == 0) return limit;
    return cn_query_limit(limit, c->best.fraction / c->stretch);
}

static void cast(Cast *c) {
    if (cn_query_ready(c->world)) cn_query_sweep(c->world, c->probe, c->d, 0, met, c);
}

/* A way of any length, as d and how much of it that is. */
static Cast make_cast(const cn_World *w, const cn_QueryFilter *filter, const cn_Probe *probe,
                      double dx, double dy) {
    Cast c = {.world = w, .filter = filter, .probe = probe, .d = {dx, dy}, .stretch = 1};
    double most = fmax(fabs(dx), fabs(dy));
    if (most > CN_FAR) {
        c.stretch = CN_FAR / most;
        c.d = (cn_Pos){dx * c.stretch, dy * c.stretch};
    }
    return c;
}

static Cast make_ray(const cn_World *w, const cn_QueryFilter *filter, cn_Probe *point, double x1,
                     double y1, double x2, double y2) {
    bool still = x1 == x2 && y1 == y2; /* the point alone, however far it had to be moved */
    cn_probe_disc(point, cn_query_tame(x1), cn_query_tame(y1), 0);
    return make_cast(w, filter, point, still ? 0 : x2 - point->x, still ? 0 : y2 - point->y);
}

bool cn_query_raycast(const cn_World *w, const double ray[4], const cn_QueryFilter *filter,
                      cn_RayHit *out) {
    cn_Probe point;
    Cast c = make_ray(w, filter, &point, ray[0], ray[1], ray[2], ray[3]);
    cast(&c);
    *out = c.best;
    return c.best.shape.generation != 0;
}

static cn_Result check_way(cn_World *w, double dx, double dy) {
    cn_Result r = cn_check_finite(&w->error, "dx", dx);
    return r ? r : cn_check_finite(&w->error, "dy", dy);
}

/* The best of all its pieces, or all hits of them. */
static void cast_draft(Cast *c, const cn_ShapeBuild *draft, const cn_ShapeDef *def) {
    for (int i = 0; i < draft->pieces; i++) {
        cn_Probe probe;
        cn_probe_of_draft(&probe, draft, def, i);
        c->probe = &probe;
        cast(c);
    }
}

cn_Result cn_world_shapecast(cn_World *w, const cn_ShapeDef *def, double dx, double dy,
                             cn_QueryFilter filter, cn_RayHit *out) {
    cn_ShapeBuild draft;
    *out = (cn_RayHit){.fraction = 0};
    cn_Result r = check_way(w, dx, dy);
    if (r || (r = cn_probe_draft(def, &draft, &w->error))) return r;
    Cast c = make_cast(w, &filter, NULL, dx, dy);
    cast_draft(&c, &draft, def);
    *out = c.best;
    return CN_OK;
}

/* Of one shape against one: its pieces against all of the other. */
cn_Result cn_shape_cast(cn_World *w, cn_ShapeId shape, double dx, double dy, cn_ShapeId other,
                        cn_RayHit *out) {
    cn_QueryFilter all = cn_query_filter();
    all.sensors = true;
    *out = (cn_RayHit){.fraction = 0};
    if (!cn_shape_live(w, shape) || !cn_shape_live(w, other)) /* hooks may ask */
        return cn_refuse(&w->error, CN_DEAD, "", "shape has been destroyed");
    cn_Result r = check_way(w, dx, dy);
    if (r) return r;
    if (w->shape[shape.index].kind == CN_HALFSPACE)
        return cn_refuse(&w->error, CN_RANGE, "", "a halfspace does not move");
    Cast c = make_cast(w, &all, NULL, dx, dy);
    for (int p = w->shape[shape.index].first_piece; p >= 0; p = w->piece[p].next) {
        cn_Probe probe;
        cn_Geom geom = cn_piece_geom(w, p);
        cn_probe_of_geom(&probe, &geom, &w->pose[w->piece[p].body]);
        c.probe = &probe;
        for (int q = w->shape[other.index].first_piece; q >= 0; q = w->piece[q].next) met(&c, q, 1);
    }
    *out = c.best;
    return CN_OK;
}

/* ---- all hits ----------------------------------------------------------------------------- */

static bool shape_before(const void *context, const void *p, const void *q) {
    const cn_RayHit *a = p, *b = q;
    (void)context;
    if (a->shape.index != b->shape.index) return a->shape.index < b->shape.index;
    if (a->fraction != b->fraction) return a->fraction < b->fraction;
    return a->piece < b->piece;
}

static bool hit_before(const void *context, const void *p, const void *q) {
    const cn_RayHit *a = p, *b = q;
    (void)context;
    if (a->fraction != b->fraction) return a->fraction < b->fraction;
    return a->shape.index < b->shape.index;
}

/* Near to far, each shape once; more than fit: how many they may be. */
static int in_order(Cast *c) {
    cn_RayHit *hits = c->buffer;
    int count = 0;
    if (c->count > c->capacity) return c->count;
    cn_sort(hits, c->count, sizeof *hits, shape_before, NULL);
    for (int i = 0; i < c->count; i++) /* of several pieces the first that is met */
        if (i == 0 || hits[i].shape.index != hits[i - 1].shape.index) hits[count++] = hits[i];
    cn_sort(hits, count, sizeof *hits, hit_before, NULL);
    return count;
}

int cn_world_raycast_all(const cn_World *w, double x1, double y1, double x2, double y2,
                         cn_QueryFilter filter, cn_RayHit *buffer, int capacity) {
    cn_Probe point;
    cn_RayHit none;
    Cast c = make_ray(w, &filter, &point, x1, y1, x2, y2);
    c.buffer = buffer ? buffer : &none;
    c.capacity = buffer ? capacity : 0;
    cast(&c);
    return in_order(&c);
}

cn_Result cn_world_shapecast_all(cn_World *w, const cn_ShapeDef *def, double dx, double dy,
                                 cn_QueryFilter filter, cn_RayHit *buffer, int capacity,
                                 int *count) {
    cn_RayHit none;
    cn_ShapeBuild draft;
    *count = 0;
    cn_Result r = check_way(w, dx, dy);
    if (r || (r = cn_probe_draft(def, &draft, &w->error))) return r;
    Cast c = make_cast(w, &filter, NULL, dx, dy);
    c.buffer = buffer ? buffer : &none;
    c.capacity = buffer ? capacity : 0;
    cast_draft(&c, &draft, def);
    *count = in_order(&c);
    return CN_OK;
}

/* ---- one shape ---------------------------------------------------------------------------- */

bool cn_shape_raycast(const cn_World *w, cn_ShapeId shape, double x1, double y1, double x2,
                      double y2, cn_RayHit *out) {
    cn_Probe point;
    cn_QueryFilter all = cn_query_filter();
    all.sensors = true;
    *out = (cn_RayHit){.fraction = 0};
    if (!cn_shape_live(w, shape)) return false;
    Cast c = make_ray(w, &all, &point, x1, y1, x2, y2);
    for (int p = w->shape[shape.index].first_piece; p >= 0; p = w->piece[p].next) met(&c, p, 1);
    *out = c.best;
    return c.best.shape.generation != 0;
}
