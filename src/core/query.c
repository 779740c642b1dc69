/* query.c: what lies where: rays, points, boxes and circles against all shapes.
 * Results are exact shapes in id order; the trees only say where to look. */
#include "distance.h"
#include "world.h"

cn_QueryFilter cn_query_filter(void) { return (cn_QueryFilter){.mask = UINT64_MAX}; }

static bool wanted(const cn_World *w, int shape, const cn_QueryFilter *f) {
    const cn_Traits *t = cn_shape_traits(w, shape);
    if (t->sensor && !f->sensors) return false;
    if (!(f->mask >> t->layer & 1)) return false;
    return f->ignore.generation == 0 || w->shape[shape].body != (int)f->ignore.index;
}

static bool update_trees(const cn_World *w) {
    return cn_tree_update(w->tree_static, NULL) && cn_tree_update(w->tree_moving, NULL);
}

/* ---- rays --------------------------------------------------------------------------------- */

typedef struct Ray {
    const cn_World *world;
    const cn_QueryFilter *filter;
    double x1, y1, x2, y2;
    cn_RayHit hit;
} Ray;

/* Equal fractions go to the lower shape, so that the order of the tree cannot be seen. */
static void try_shape(Ray *ray, int shape) {
    cn_RayHit hit;
    const cn_World *w = ray->world;
    if (!wanted(w, shape, ray->filter)) return;
    if (!cn_shape_raycast(w, cn_shape_id(w, shape), ray->x1, ray->y1, ray->x2, ray->y2, &hit))
        return;
    bool first = ray->hit.shape.generation == 0;
    bool nearer = hit.fraction < ray->hit.fraction;
    bool tie = hit.fraction == ray->hit.fraction && hit.shape.index < ray->hit.shape.index;
    if (first || nearer || tie) ray->hit = hit;
}

static float ray_met(void *context, int proxy, float limit) {
    Ray *ray = context;
    try_shape(ray, ray->world->piece[proxy].shape);
    if (ray->hit.shape.generation == 0) return limit;
    /* a little further, so that a tie is still seen */
    return cn_minf(limit, (float)ray->hit.fraction * 1.000001f + 1e-7f);
}

bool cn_world_raycast(const cn_World *w, double x1, double y1, double x2, double y2,
                      cn_QueryFilter filter, cn_RayHit *out) {
    Ray ray = {w, &filter, x1, y1, x2, y2, {{0, 0}, 0, 0, 0, 0, 0}};
    *out = ray.hit;
    if ((x1 == x2 && y1 == y2) || !update_trees(w)) return false;
    cn_Vec p = {(float)x1, (float)y1}, d = {(float)(x2 - x1), (float)(y2 - y1)};
    for (int i = 0; i < w->plane_count; i++) try_shape(&ray, w->piece[w->planes[i]].shape);
    cn_tree_raycast(w->tree_static, p, d, 1, ray_met, &ray);
    cn_tree_raycast(w->tree_moving, p, d, 1, ray_met, &ray);
    *out = ray.hit;
    return ray.hit.shape.generation != 0;
}

/* ---- overlaps ----------------------------------------------------------------------------- */

typedef struct Overlap {
    const cn_World *world;
    const cn_QueryFilter *filter;
    cn_Geom probe;
    double x, y; /* of the probe's frame */
    cn_ShapeId *buffer;
    int count, capacity;
} Overlap;

static bool known(const Overlap *o, int shape) {
    for (int i = 0; i < o->count && i < o->capacity; i++)
        if (o->buffer[i].index == (uint32_t)shape) return true;
    return false;
}

static bool overlap_met(void *context, int proxy) {
    Overlap *o = context;
    const cn_World *w = o->world;
    const cn_Piece *piece = &w->piece[proxy];
    if (!wanted(w, piece->shape, o->filter)) return true;
    const cn_Pose *pose = &w->pose[piece->body];
    cn_Geom geom = cn_piece_geom(w, proxy);
    cn_Vec from = {(float)(pose->x - o->x), (float)(pose->y - o->y)};
    if (!cn_overlaps(&o->probe, &geom, (cn_Xf){from, pose->q})) return true;
    if (w->shape[piece->shape].piece_count > 1 && known(o, piece->shape)) return true;
    if (o->count < o->capacity) o->buffer[o->count] = cn_shape_id(w, piece->shape);
    o->count++;
    return true;
}

static int query(Overlap *o, double hx, double hy) {
    const cn_World *w = o->world;
    float grow = 1e-6f * (float)(CN_MAX_COORDINATE);
    cn_Box box = {(float)(o->x - hx) - grow, (float)(o->y - hy) - grow, (float)(o->x + hx) + grow,
                  (float)(o->y + hy) + grow};
    if (!update_trees(w)) return 0;
    for (int i = 0; i < w->plane_count; i++) overlap_met(o, w->planes[i]);
    cn_tree_query(w->tree_static, box, overlap_met, o);
    cn_tree_query(w->tree_moving, box, overlap_met, o);
    int written = o->count < o->capacity ? o->count : o->capacity;
    cn_shape_sort(o->buffer, written);
    return o->count;
}

int cn_world_query_box(const cn_World *w, double x1, double y1, double x2, double y2,
                       cn_QueryFilter filter, cn_ShapeId *buffer, int capacity) {
    double hx = (x2 < x1 ? x1 - x2 : x2 - x1) / 2, hy = (y2 < y1 ? y1 - y2 : y2 - y1) / 2;
    float fx = (float)hx, fy = (float)hy;
    cn_Vec v[4] = {{-fx, -fy}, {fx, -fy}, {fx, fy}, {-fx, fy}}, n[4];
    Overlap o = {w, &filter, {CN_GEOM_HULL, 4, 0, v, n}, (x1 + x2) / 2, (y1 + y2) / 2, buffer,
                 0, capacity};
    if (fx <= 0 || fy <= 0) { /* a line or a point */
        v[0] = (cn_Vec){-fx, -fy};
        v[1] = (cn_Vec){fx, fy};
        o.probe.count = fx > 0 || fy > 0 ? 2 : 1;
    }
    cn_geom_normals(v, o.probe.count, n);
    return query(&o, hx, hy);
}

int cn_world_query_circle(const cn_World *w, double x, double y, double radius,
                          cn_QueryFilter filter, cn_ShapeId *buffer, int capacity) {
    cn_Vec v[1] = {{0, 0}}, n[1] = {{0, 0}};
    Overlap o = {w, &filter, {CN_GEOM_HULL, 1, (float)radius, v, n}, x, y, buffer, 0, capacity};
    return query(&o, radius, radius);
}

typedef struct Pick {
    const cn_World *world;
    double x, y;
    int best;
} Pick;

static bool pick_met(void *context, int proxy) {
    Pick *p = context;
    int shape = p->world->piece[proxy].shape;
    if (shape > p->best && !cn_shape_traits(p->world, shape)->sensor &&
        cn_shape_contains(p->world, cn_shape_id(p->world, shape), p->x, p->y))
        p->best = shape;
    return true;
}

cn_BodyId cn_world_pick(const cn_World *w, double x, double y) {
    Pick p = {w, x, y, 0};
    float fx = (float)x, fy = (float)y, e = 1e-6f * cn_maxf(cn_absf(fx), cn_absf(fy));
    cn_Box box = {fx - e, fy - e, fx + e, fy + e};
    if (!update_trees(w)) return (cn_BodyId){0, 0};
    for (int i = 0; i < w->plane_count; i++) pick_met(&p, w->planes[i]);
    cn_tree_query(w->tree_static, box, pick_met, &p);
    cn_tree_query(w->tree_moving, box, pick_met, &p);
    return p.best ? cn_body_id(w, w->shape[p.best].body) : (cn_BodyId){0, 0};
}
