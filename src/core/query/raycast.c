/* raycast.c: the nearest hit of a ray, or of each of many.
 *
 * Sharp polygons are only asked how far they are, and the one that is nearest in the end how it is
 * met. Not here: all hits, hulls that move, and rays that numbers are not good for (cast.c). */
#include <math.h>

#include "data/shape_access.h"
#include "data/world.h"
#include "geometry/minkowski.h"
#include "query/query.h"

typedef struct Search {
    const cn_World *world;
    const cn_QueryFilter *filter;
    cn_Probe point;
    cn_Pos from, d;
    cn_RayHit best; /* of a polygon that was met: shape, piece and fraction alone */
    cn_PointWay seen;
    cn_PointCast met; /* how the nearest was met, where that is a polygon */
    int polygon;      /* its piece; -1: the nearest is something else, and known as a whole */
} Search;

static bool offer(Search *s, const cn_RayHit *hit) {
    return cn_query_take(s->world, s->filter, hit, &s->best);
}

static void offer_whole(Search *s, int piece) {
    cn_RayHit hit;
    if (cn_query_meets(s->world, piece, &s->point, s->d, &hit) && offer(s, &hit)) s->polygon = -1;
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
    return cn_query_limit(limit, s->best.fraction);
}

/* Of a polygon all that is not known yet. */
static void complete(Search *s) {
    const cn_World *w = s->world;
    if (s->best.shape.generation == 0 || s->polygon < 0) return;
    if (s->met.face < 0) {
        cn_query_meets(w, s->polygon, &s->point, s->d, &s->best);
        return;
    }
    cn_Geom geom = cn_piece_geom(w, s->polygon);
    cn_Nearest n = cn_point_cast_hit(s->from, &geom, &s->seen, s->met);
    s->best.x = n.at.x, s->best.y = n.at.y;
    s->best.nx = (float)n.normal.x + 0.0f, s->best.ny = (float)n.normal.y + 0.0f;
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
    Search s; /* not cleared: the probe has room for many corners */
    s.world = w, s.filter = filter, s.polygon = -1;
    s.from = (cn_Pos){ray[0], ray[1]};
    s.d = (cn_Pos){ray[2] - ray[0], ray[3] - ray[1]};
    s.best = (cn_RayHit){.fraction = 0};
    cn_probe_disc(&s.point, s.from.x, s.from.y, 0);
    cn_query_sweep(w, &s.point, s.d, 0, look, &s);
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
