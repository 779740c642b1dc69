/* raycasts.c: many rays at once, each with its nearest hit, to the bit what cast.c says of it
 * alone.
 *
 * One pass makes the trees ready; each ray is inverted once and walks both trees eight boxes at a
 * time (wide/tree_cast_kernel.h). Sharp polygons are only asked how far they are, and the one that
 * is nearest in the end where. */
#include <math.h>

#include "bvh/bvh.h"
#include "data/bvh_layout.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "geometry/minkowski.h"
#include "query/query.h"
#include "wide/contact_block.h"

/* 1/m, of a direction that is none along an axis: what is not in the slab is beyond any limit. */
#define ALONG_AXIS 1e30f

typedef struct Search {
    const cn_World *world;
    const cn_QueryFilter *filter;
    cn_Pos from, d;
    cn_RayHit best; /* of a polygon that was met: shape, piece and fraction alone */
    cn_PointWay seen;
    cn_PointCast met; /* how the nearest was met, where that is a polygon */
    int polygon;      /* its piece; -1: the nearest is something else, and known as a whole */
} Search;

/* Returns whether it is the nearest now. */
static bool offer(Search *s, const cn_RayHit *hit) {
    bool first = s->best.shape.generation == 0;
    bool tie = hit->fraction == s->best.fraction && cn_query_goes_before(hit, &s->best);
    if (!first && !tie && !(hit->fraction < s->best.fraction)) return false;
    if (!cn_query_asks(s->world, (int)hit->shape.index, s->filter)) return false;
    s->best = *hit;
    return true;
}

static void offer_whole(Search *s, int piece) {
    cn_Probe point;
    cn_RayHit hit;
    cn_probe_disc(&point, s->from.x, s->from.y, 0);
    if (cn_query_meets(s->world, piece, &point, s->d, &hit) && offer(s, &hit)) s->polygon = -1;
}

static void offer_polygon(Search *s, int piece, const cn_Geom *geom) {
    const cn_Piece *p = &s->world->piece[piece];
    cn_PointCast met;
    cn_PointWay seen = cn_point_way(s->from, &s->world->pose[p->body], s->d);
    if (!cn_point_cast(&seen, geom, &met)) return;
    cn_RayHit hit = {
        .shape = cn_shape_id(s->world, p->shape), .fraction = met.fraction, .piece = p->index};
    if (offer(s, &hit)) s->met = met, s->seen = seen, s->polygon = piece;
}

static float look(void *context, int piece, float limit) {
    Search *s = context;
    const cn_World *w = s->world;
    if (!cn_query_wants(w, w->piece[piece].shape, s->filter)) return limit;
    cn_Geom geom = cn_piece_geom(w, piece);
    if (cn_geom_is_sharp(&geom))
        offer_polygon(s, piece, &geom);
    else
        offer_whole(s, piece);
    if (s->best.shape.generation == 0) return limit;
    /* a little further, so that a tie is still seen */
    return cn_minf(limit, (float)s->best.fraction * 1.000001f + 1e-7f);
}

/* Of a polygon all that is not known yet. */
static void complete(Search *s) {
    const cn_World *w = s->world;
    if (s->best.shape.generation == 0 || s->polygon < 0) return;
    if (s->met.face < 0) {
        cn_Probe point;
        cn_probe_disc(&point, s->from.x, s->from.y, 0);
        cn_query_meets(w, s->polygon, &point, s->d, &s->best);
        return;
    }
    cn_Geom geom = cn_piece_geom(w, s->polygon);
    cn_Nearest n = cn_point_cast_hit(s->from, &geom, &s->seen, s->met);
    s->best.x = n.at.x, s->best.y = n.at.y;
    s->best.nx = (float)n.normal.x + 0.0f, s->best.ny = (float)n.normal.y + 0.0f;
}

/* One axis: the starts for the sides that are met first and last, and the inverse. */
static bool make_axis(double from, double way, float *first, float *last, float *inverse) {
    float start = (float)from, d = (float)way;
    float half = (float)(6e-7 * (fabs(from) + fabs(way)));
    bool back = d < 0;
    *inverse = cn_absf(d) >= FLT_MIN ? 1 / d : back ? -ALONG_AXIS : ALONG_AXIS;
    *first = back ? start - half : start + half;
    *last = back ? start + half : start - half;
    return back;
}

static void walk(Search *s) {
    const cn_World *w = s->world;
    cn_TreeRay ray = {.limit = 1};
    bool left = make_axis(s->from.x, s->d.x, &ray.from_x1, &ray.from_x2, &ray.inverse_x);
    bool down = make_axis(s->from.y, s->d.y, &ray.from_y1, &ray.from_y2, &ray.inverse_y);
    ray.near_x = left ? 16 : 0;
    ray.near_y = down ? 24 : 8;
    for (int i = 0; i < w->plane_count; i++) ray.limit = look(s, w->planes[i], ray.limit);
    cn_wide()->tree_cast(w->tree_static, &ray, look, s);
    cn_wide()->tree_cast(w->tree_moving, &ray, look, s);
}

/* Rays of no length, and those that begin or end where numbers are not good any more. */
static bool is_odd(const double *ray) {
    for (int i = 0; i < 4; i++)
        if (!(fabs(ray[i]) < CN_FAR / 2)) return true;
    return ray[0] == ray[2] && ray[1] == ray[3];
}

static bool nearest(const cn_World *w, const double ray[4], const cn_QueryFilter *filter,
                    cn_RayHit *out) {
    if (is_odd(ray)) return cn_query_raycast(w, ray, filter, out);
    Search s = {w, filter, {ray[0], ray[1]}, {ray[2] - ray[0], ray[3] - ray[1]}, .polygon = -1};
    walk(&s);
    complete(&s);
    *out = s.best;
    return s.best.shape.generation != 0;
}

bool cn_world_raycast(const cn_World *w, double x1, double y1, double x2, double y2,
                      cn_QueryFilter filter, cn_RayHit *out) {
    double ray[] = {x1, y1, x2, y2};
    *out = (cn_RayHit){.fraction = 0};
    return cn_query_ready(w) && nearest(w, ray, &filter, out);
}

int cn_world_raycasts(const cn_World *w, const double *rays, int count, cn_QueryFilter filter,
                      cn_RayHit *out) {
    bool ready = cn_query_ready(w);
    int found = 0;
    for (int i = 0; i < count; i++) {
        out[i] = (cn_RayHit){.fraction = 0};
        found += ready && nearest(w, rays + 4 * (size_t)i, &filter, &out[i]);
    }
    return found;
}
