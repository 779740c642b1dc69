/* explosion.c: a blast that throws what is near.
 *
 * Each shape gets an impulse away from the centre: so much for each metre of the width that it
 * shows to it, at the point that is nearest. Beyond the radius that falls off to nothing. With
 * occlusion what stands behind static shapes is shielded: rays to points spread evenly over the
 * side that a shape shows tell how much of it is seen, and where. Shapes are served in the order of
 * their ids. Not here: which bodies are asleep (impulses wake). */
#include <math.h>

#include "bvh/bvh.h"
#include "data/body_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "geometry/minkowski.h"
#include "objects/shape.h"
#include "objects/shape_query.h"
#include "query/query.h"
#include "world/check.h"

/* count, over the width that a shape shows: more see finer gaps, and each costs a cast */
#define RAYS   16
#define INSIDE 1e-4f /* m: a point nearer to the centre than that has no direction away from it */
/* ratio to the largest coordinate by which floats are off: boxes reach further */
#define ROUNDING 1e-6f
/* m: what a ray meets so near to its end is what the shape leans on, and hides nothing */
#define GRAZE 0.005

cn_ExplosionDef cn_explosion_def(void) { return (cn_ExplosionDef){.mask = UINT64_MAX}; }

static cn_Result check(cn_Error *e, const cn_ExplosionDef *d) {
    static const cn_Member members[] = {CN_MEMBER(cn_ExplosionDef, x, COORDINATE),
                                        CN_MEMBER(cn_ExplosionDef, y, COORDINATE),
                                        CN_MEMBER(cn_ExplosionDef, radius, BLAST_RADIUS),
                                        CN_MEMBER(cn_ExplosionDef, falloff, BLAST_RADIUS),
                                        CN_MEMBER(cn_ExplosionDef, impulse, BLAST),
                                        {NULL, 0, 0, false}};
    cn_Result r = cn_check_members(e, d, members);
    if (r || d->radius + d->falloff > 0) return r;
    return cn_refuse(e, CN_RANGE, "radius", "radius and falloff must not both be 0");
}

/* ---- which shapes it reaches -------------------------------------------------------------- */

typedef struct Blast {
    cn_World *w;
    const cn_ExplosionDef *def;
    cn_ShapeId *reached;
    int count, reached_capacity;
    bool failed;
} Blast;

static bool list_shape(void *context, int proxy) {
    Blast *b = context;
    int shape = b->w->piece[proxy].shape, body = b->w->shape[shape].body;
    const cn_Traits *t = cn_shape_traits(b->w, shape);
    if (b->w->cold[body].type != CN_DYNAMIC || t->sensor) return true;
    if (!(b->def->mask >> t->layer & 1)) return true;
    b->failed = !CN_GROW(b->reached, b->count + 1);
    if (!b->failed) b->reached[b->count++] = cn_shape_id(b->w, shape);
    return !b->failed;
}

/* All shapes whose boxes are near, each once, in the order of their ids. */
static bool list_reached(Blast *b) {
    const cn_ExplosionDef *d = b->def;
    double most = d->radius + d->falloff, x = d->x, y = d->y;
    float more = ROUNDING * (float)CN_MAX_COORDINATE;
    cn_Box box = {(float)(x - most) - more, (float)(y - most) - more, (float)(x + most) + more,
                  (float)(y + most) + more};
    if (!cn_bvh_update(b->w->tree_static, NULL) || !cn_bvh_update(b->w->tree_moving, NULL))
        return false;
    cn_bvh_query(b->w->tree_moving, box, list_shape, b);
    if (b->failed) return false;
    cn_shape_sort(b->reached, b->count);
    int kept = 0;
    for (int i = 0; i < b->count; i++)
        if (i == 0 || b->reached[i].index != b->reached[i - 1].index)
            b->reached[kept++] = b->reached[i];
    b->count = kept;
    return true;
}

/* ---- what it shows ------------------------------------------------------------------------ */

/* A shape as seen from the centre. */
typedef struct View {
    cn_Vec to;        /* m, from the centre to its nearest point */
    float distance;   /* m, 0 when the centre is inside */
    cn_Vec direction; /* unit, away from the centre; zero when there is none */
    float low, high;  /* m, how far it reaches to both sides of that */
} View;

static cn_Vec from_centre(const cn_ExplosionDef *d, cn_Pos p) {
    return (cn_Vec){(float)(p.x - d->x), (float)(p.y - d->y)};
}

static void add_piece(const cn_World *w, const cn_ExplosionDef *d, int piece, View *v) {
    const cn_Piece *p = &w->piece[piece];
    const cn_Pose *pose = &w->pose[p->body];
    cn_Vec origin = from_centre(d, (cn_Pos){pose->x, pose->y}), across = cn_left(v->direction);
    for (int i = 0; i < p->vertex_count; i++) {
        cn_Vec at = cn_add(origin, cn_rotate(pose->q, w->vertices[p->first_vertex + i]));
        float side = cn_dot(at, across);
        v->low = cn_minf(v->low, side - p->radius);
        v->high = cn_maxf(v->high, side + p->radius);
    }
}

/* From inside everything is pushed away from the centre by its middle. */
static View look_at(const cn_World *w, const cn_ExplosionDef *d, cn_ShapeId shape) {
    const cn_Shape *s = &w->shape[shape.index];
    View v = {.to = from_centre(d, cn_shape_closest(w, shape, d->x, d->y)),
              .low = INFINITY,
              .high = -INFINITY};
    v.distance = cn_length(v.to);
    if (v.distance < INSIDE) {
        cn_Pos middle = cn_shape_moments(w, (int)shape.index).center;
        middle = cn_body_to_world(w, cn_body_id(w, s->body), middle.x, middle.y);
        v.to = from_centre(d, middle);
        v.distance = 0;
    }
    if (cn_length(v.to) >= INSIDE) v.direction = cn_normalize(v.to, NULL);
    for (int p = s->first_piece; p >= 0; p = w->piece[p].next) add_piece(w, d, p, &v);
    return v;
}

/* No further to the sides than the blast reaches, however long the shape is. */
static void narrow(const cn_ExplosionDef *d, View *v) {
    double most = d->radius + d->falloff, distance = (double)v->distance;
    float half = (float)sqrt(most > distance ? most * most - distance * distance : 0);
    v->low = cn_maxf(v->low, -half);
    v->high = cn_minf(v->high, half);
}

static double share_at(const cn_ExplosionDef *d, double distance) {
    if (distance <= d->radius) return 1;
    if (distance >= d->radius + d->falloff) return 0;
    return 1 - (distance - d->radius) / d->falloff;
}

/* ---- what stands before it ---------------------------------------------------------------- */

typedef struct Ray {
    const cn_World *w;
    cn_Probe from; /* the centre */
    cn_Pos way;
    bool stopped;
} Ray;

static float ray_met(void *context, int piece, float limit) {
    Ray *ray = context;
    const cn_World *w = ray->w;
    const cn_Piece *p = &w->piece[piece];
    cn_Nearest hit;
    if (w->cold[p->body].type != CN_STATIC || cn_shape_traits(w, p->shape)->sensor) return limit;
    cn_Geom geom = cn_piece_geom(w, piece);
    ray->stopped |= cn_probe_cast(&ray->from, &geom, &w->pose[p->body], ray->way, &hit);
    return ray->stopped ? -1 : limit;
}

/* Whether nothing static stands between the centre and a point of a surface. */
static bool is_seen(const cn_World *w, const cn_ExplosionDef *d, cn_Vec to) {
    double length = (double)cn_length(to), part = length > GRAZE ? 1 - GRAZE / length : 0;
    Ray ray = {.w = w, .way = {part * (double)to.x, part * (double)to.y}};
    if (part <= 0) return true;
    cn_probe_disc(&ray.from, d->x, d->y, 0);
    cn_query_sweep_static(w, &ray.from, ray.way, ray_met, &ray);
    return !ray.stopped;
}

/* How much of its side is seen; then v->to is the middle of that. Rays go side by side along the
 * direction from before the shape to where they meet it, and those points are looked at. */
static double seen_share(const cn_World *w, const cn_ExplosionDef *d, cn_ShapeId shape, View *v) {
    double c = (double)v->direction.x, s = (double)v->direction.y, sum_x = 0, sum_y = 0;
    double far = 2 * (double)w->motion[w->shape[shape.index].body].extent + (double)v->distance + 1;
    int met = 0, seen = 0;
    for (int i = 0; i < RAYS; i++) {
        double side = (double)v->low + (double)(v->high - v->low) * (i + 0.5) / RAYS;
        double near = (double)v->distance - far;
        cn_RayHit hit;
        if (!cn_shape_raycast(w, shape, d->x + near * c - side * s, d->y + near * s + side * c,
                              d->x + far * c - side * s, d->y + far * s + side * c, &hit))
            continue;
        met++;
        if (!is_seen(w, d, from_centre(d, (cn_Pos){hit.x, hit.y}))) continue;
        seen++;
        sum_x += hit.x - d->x, sum_y += hit.y - d->y;
    }
    if (seen == met) return 1;
    if (seen > 0) v->to = (cn_Vec){(float)(sum_x / seen), (float)(sum_y / seen)};
    return (double)seen / met;
}

/* ---- the blast ---------------------------------------------------------------------------- */

static void push(cn_World *w, const cn_ExplosionDef *d, cn_ShapeId shape) {
    View v = look_at(w, d, shape);
    double share = share_at(d, (double)v.distance);
    if (share <= 0 || (v.direction.x == 0 && v.direction.y == 0)) return;
    narrow(d, &v);
    float width = cn_maxf(v.high - v.low, 0);
    if (d->occlusion) share *= seen_share(w, d, shape, &v);
    if (share <= 0) return;
    cn_Vec away = cn_normalize(v.to, NULL);
    double j = d->impulse * (double)width * share;
    cn_body_apply_impulse_at(w, cn_body_id(w, w->shape[shape.index].body), j * (double)away.x,
                             j * (double)away.y, d->x + (double)v.to.x, d->y + (double)v.to.y);
}

cn_Result cn_world_explode(cn_World *w, const cn_ExplosionDef *def) {
    cn_Result r = cn_check_body(w, cn_world_ground(w));
    if (r || (r = check(&w->error, def))) return r;
    Blast b = {.w = w, .def = def};
    if (list_reached(&b))
        for (int i = 0; i < b.count; i++) push(w, def, b.reached[i]);
    else
        r = cn_refuse_memory(&w->error);
    CN_GROW_FREE(b.reached);
    return r;
}
