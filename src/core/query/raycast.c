/* raycast.c: the nearest hit of a ray, or of each of many.
 *
 * Sharp polygons are only asked how far they are, and the one that is nearest in the end how it is
 * met. Many rays go through the trees side by side, and so they ask the polygons. Not here: all
 * hits, hulls that move, and rays that numbers are not good for (cast.c). */
#include <math.h>

#include "data/shape_access.h"
#include "data/world.h"
#include "geometry/minkowski.h"
#include "query/query.h"
#include "wide/contact_block.h"

typedef struct Search {
    cn_Pos from, d;
    cn_RayHit best;   /* of a polygon that was met: shape, piece and fraction alone */
    cn_PointCast met; /* how the nearest was met, where that is a polygon */
    int polygon;      /* its piece; -1: the nearest is something else, and known as a whole */
} Search;

/* Rays that go one way through the trees. */
typedef struct Looks {
    const cn_World *world;
    const cn_QueryFilter *filter;
    Search *of;       /* by ray */
    cn_TreeRay *tree; /* by ray: how far there is still to look */
} Looks;

static cn_PointAt point_at(const cn_World *w, const Search *s, int piece) {
    const cn_Piece *p = &w->piece[piece];
    return (cn_PointAt){s->from, s->d, &w->pose[p->body], &w->vertices[p->first_vertex],
                        p->vertex_count};
}

static void offer(const Looks *l, int ray, const cn_RayHit *hit, int polygon, cn_PointCast met) {
    Search *s = &l->of[ray];
    if (!cn_query_take(l->world, l->filter, hit, &s->best)) return;
    s->met = met, s->polygon = polygon;
    l->tree[ray].limit = cn_query_limit(l->tree[ray].limit, hit->fraction);
}

static void offer_polygon(const Looks *l, int ray, int piece, cn_PointCast met) {
    const cn_Piece *p = &l->world->piece[piece];
    if (met.face == CN_POINT_MISSES) return;
    cn_RayHit hit = {
        .shape = cn_shape_id(l->world, p->shape), .fraction = met.fraction, .piece = p->index};
    offer(l, ray, &hit, piece, met);
}

static void offer_whole(const Looks *l, int ray, int piece) {
    const Search *s = &l->of[ray];
    cn_Probe point;
    cn_RayHit hit;
    cn_probe_disc(&point, s->from.x, s->from.y, 0);
    if (cn_query_meets(l->world, piece, &point, s->d, &hit))
        offer(l, ray, &hit, -1, (cn_PointCast){0, 0});
}

static bool is_sharp(const cn_World *w, int piece) {
    cn_Geom geom = cn_piece_geom(w, piece);
    return cn_geom_is_sharp(&geom);
}

static float look(void *context, int piece, float limit) {
    const Looks *l = context;
    const cn_World *w = l->world;
    if (!cn_query_wants(w, w->piece[piece].shape, l->filter)) return limit;
    if (is_sharp(w, piece)) {
        cn_PointAt point = point_at(w, l->of, piece);
        offer_polygon(l, 0, piece, cn_point_cast(&point));
    } else {
        offer_whole(l, 0, piece);
    }
    return l->tree->limit;
}

/* Of a polygon all that is not known yet. */
static void complete(const cn_World *w, Search *s) {
    if (s->best.shape.generation == 0 || s->polygon < 0) return;
    cn_PointAt point = point_at(w, s, s->polygon);
    cn_Nearest n = cn_point_cast_hit(&point, s->met);
    s->best.x = n.at.x, s->best.y = n.at.y;
    s->best.nx = (float)n.normal.x + 0.0f, s->best.ny = (float)n.normal.y + 0.0f;
}

/* Rays of no length, and those that begin or end where numbers are not good any more. */
static bool is_odd(const double *ray) {
    for (int i = 0; i < 4; i++)
        if (!(fabs(ray[i]) < CN_FAR / 2)) return true;
    return ray[0] == ray[2] && ray[1] == ray[3];
}

static void begin(const double *ray, Search *s, cn_TreeRay *tree) {
    s->from = (cn_Pos){ray[0], ray[1]};
    s->d = (cn_Pos){ray[2] - ray[0], ray[3] - ray[1]};
    s->best.shape.generation = 0;
    *tree = cn_query_way(s->from, 0, 0, s->d);
}

static bool nearest(const cn_World *w, const double *ray, const cn_QueryFilter *filter,
                    cn_RayHit *out) {
    if (is_odd(ray)) return cn_query_raycast(w, ray, filter, out);
    Search s;
    cn_TreeRay tree;
    Looks looks = {w, filter, &s, &tree};
    begin(ray, &s, &tree);
    for (int i = 0; i < w->plane_count; i++) look(&looks, w->planes[i], 1);
    cn_bvh_cast(w->tree_static, &tree, look, &looks);
    cn_bvh_cast(w->tree_moving, &tree, look, &looks);
    complete(w, &s);
    if (s.best.shape.generation != 0) *out = s.best;
    return s.best.shape.generation != 0;
}

bool cn_world_raycast(const cn_World *w, double x1, double y1, double x2, double y2,
                      cn_QueryFilter filter, cn_RayHit *out) {
    double ray[] = {x1, y1, x2, y2};
    *out = (cn_RayHit){.fraction = 0};
    return cn_query_ready(w) && nearest(w, ray, &filter, out);
}

/* ---- many ---------------------------------------------------------------------------------- */

#if defined(CN_RAYS_SIDE_BY_SIDE)
static void look_each(void *context, const int32_t *ray, const int32_t *piece, int count) {
    const Looks *l = context;
    const cn_World *w = l->world;
    cn_PointAt points[CN_TREE_RAYS];
    cn_PointCast met[CN_TREE_RAYS];
    int asked[CN_TREE_RAYS], n = 0;
    for (int i = 0; i < count; i++) {
        if (!cn_query_wants(w, w->piece[piece[i]].shape, l->filter)) continue;
        if (is_sharp(w, piece[i])) {
            points[n] = point_at(w, &l->of[ray[i]], piece[i]);
            asked[n++] = i;
        } else {
            offer_whole(l, ray[i], piece[i]);
        }
    }
    cn_wide()->point_casts(points, n, met);
    for (int i = 0; i < n; i++) offer_polygon(l, ray[asked[i]], piece[asked[i]], met[i]);
}

static int nearest_of_each(const cn_World *w, const double *rays, int count,
                           const cn_QueryFilter *filter, cn_RayHit *out) {
    Search of[CN_TREE_RAYS];
    cn_TreeRay tree[CN_TREE_RAYS];
    Looks looks = {w, filter, of, tree};
    int32_t place[CN_TREE_RAYS], plane[CN_TREE_RAYS], every[CN_TREE_RAYS];
    int n = 0, found = 0;
    for (int i = 0; i < count; i++) {
        const double *ray = rays + 4 * (size_t)i;
        if (is_odd(ray)) { /* which tells nothing else where nothing is met */
            found += cn_query_raycast(w, ray, filter, &out[i]);
            continue;
        }
        begin(ray, &of[n], &tree[n]);
        every[n] = n;
        place[n++] = i;
    }
    for (int i = 0; i < w->plane_count; i++) {
        for (int k = 0; k < n; k++) plane[k] = w->planes[i];
        look_each(&looks, every, plane, n);
    }
    cn_bvh_casts(w->tree_static, tree, n, look_each, &looks);
    cn_bvh_casts(w->tree_moving, tree, n, look_each, &looks);
    for (int i = 0; i < n; i++) {
        bool met = of[i].best.shape.generation != 0;
        complete(w, &of[i]);
        out[place[i]] = met ? of[i].best : (cn_RayHit){.fraction = 0};
        found += met;
    }
    return found;
}
#else
static int nearest_of_each(const cn_World *w, const double *rays, int count,
                           const cn_QueryFilter *filter, cn_RayHit *out) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        out[i] = (cn_RayHit){.fraction = 0};
        found += nearest(w, rays + 4 * (size_t)i, filter, &out[i]);
    }
    return found;
}
#endif

int cn_world_raycasts(const cn_World *w, const double *rays, int count, cn_QueryFilter filter,
                      cn_RayHit *out) {
    int found = 0;
    if (!cn_query_ready(w)) {
        for (int i = 0; i < count; i++) out[i] = (cn_RayHit){.fraction = 0};
        return 0;
    }
    for (int i = 0; i < count; i += CN_TREE_RAYS) {
        int some = count - i < CN_TREE_RAYS ? count - i : CN_TREE_RAYS;
        found += nearest_of_each(w, rays + 4 * (size_t)i, some, &filter, out + i);
    }
    return found;
}
