/* body_cast.c: what is in the way of a body of the world, and when two shapes that move touch.
 *
 * A body is cast shape by shape, piece by piece; the first of all hits counts. A time of impact is
 * found by going on by what the two cannot have closed: the distance, by the fastest that any of
 * their points approach along it (conservative advancement; Mirtich, "Impulse-based Dynamic
 * Simulation of Rigid Body Systems", 1996). Not here: rays and casts of what is in no world. */
#include <math.h>

#include "contact/contact.h"
#include "data/body_access.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "geometry/minkowski.h"
#include "query/query.h"
#include "world/check.h"

#define TOUCH  1e-6 /* m: so near they touch */
#define ROUNDS 256  /* count; each goes on by what the gap, at the fastest, allows */

/* ---- a body's way ------------------------------------------------------------------------- */

typedef struct Way {
    const cn_World *world;
    const cn_QueryFilter *filter;
    const cn_Probe *probe;
    cn_Pos d;
    int shape, body;
    cn_BodyHit best;
} Way;

static bool goes_before(const Way *way, const cn_RayHit *hit) {
    const cn_BodyHit *best = &way->best;
    if (best->hit.shape.generation == 0) return true;
    if (hit->fraction != best->hit.fraction) return hit->fraction < best->hit.fraction;
    if (hit->shape.index != best->hit.shape.index) return hit->shape.index < best->hit.shape.index;
    if (best->own.index != (uint32_t)way->shape) return (uint32_t)way->shape < best->own.index;
    return hit->piece < best->hit.piece;
}

/* What it touches or overlaps already is in its way only where it would go deeper: what lies on a
 * floor may slide on it, and rise. On a way of no length all that it is in counts. */
static bool goes_in(const Way *way, const cn_RayHit *hit) {
    double deeper = -(way->d.x * (double)hit->nx + way->d.y * (double)hit->ny);
    if (hit->fraction > 0 || (way->d.x == 0 && way->d.y == 0)) return true;
    return deeper > (double)cn_touch_slop(way->world);
}

static float met(void *context, int piece, float limit) {
    Way *way = context;
    const cn_World *w = way->world;
    const cn_Piece *p = &w->piece[piece];
    if (p->body == way->body || cn_shape_traits(w, p->shape)->sensor) return limit;
    if (!cn_query_wants(w, p->shape, way->filter)) return limit;
    if (!cn_contact_allowed(w, way->shape, p->shape)) return limit;
    cn_RayHit hit;
    if (!cn_query_meets(w, piece, way->probe, way->d, &hit) || !goes_in(way, &hit)) return limit;
    if (goes_before(way, &hit) && cn_query_asks(w, p->shape, way->filter))
        way->best = (cn_BodyHit){hit, cn_shape_id(w, way->shape)};
    if (way->best.hit.shape.generation == 0) return limit;
    /* a little further, so that a tie is still seen */
    return cn_minf(limit, (float)way->best.hit.fraction * 1.000001f + 1e-7f);
}

static cn_Result check_way(cn_World *w, cn_BodyId body, double dx, double dy) {
    if (!cn_body_live(w, body)) /* hooks may ask */
        return cn_refuse(&w->error, CN_DEAD, "", "body has been destroyed");
    cn_Result r = cn_check(&w->error, "dx", dx, CN_RANGE_COORDINATE);
    if (r || (r = cn_check(&w->error, "dy", dy, CN_RANGE_COORDINATE))) return r;
    for (int s = w->cold[body.index].first_shape; s >= 0; s = w->shape[s].next)
        if (w->shape[s].kind == CN_HALFSPACE)
            return cn_refuse(&w->error, CN_RANGE, "", "a halfspace does not move");
    return CN_OK;
}

static void cast_shape(Way *way) {
    const cn_World *w = way->world;
    for (int p = w->shape[way->shape].first_piece; p >= 0; p = w->piece[p].next) {
        cn_Probe probe;
        cn_Geom geom = cn_piece_geom(w, p);
        cn_probe_of_geom(&probe, &geom, &w->pose[way->body]);
        way->probe = &probe;
        cn_query_sweep(w, &probe, way->d, 0, met, way);
    }
}

cn_Result cn_body_cast(cn_World *w, cn_BodyId body, double dx, double dy, cn_QueryFilter filter,
                       cn_BodyHit *out) {
    *out = (cn_BodyHit){.own = {0, 0}};
    cn_Result r = check_way(w, body, dx, dy);
    if (r || !cn_query_ready(w)) return r;
    Way way = {.world = w, .filter = &filter, .d = {dx, dy}, .body = (int)body.index};
    for (int s = w->cold[body.index].first_shape; s >= 0; s = w->shape[s].next) {
        way.shape = s;
        const cn_Traits *t = cn_shape_traits(w, s);
        if (!t->sensor && !t->disabled) cast_shape(&way);
    }
    *out = way.best;
    return CN_OK;
}

/* ---- when two shapes touch ---------------------------------------------------------------- */

/* A body that goes on as it moves. */
typedef struct Course {
    cn_Pose pose;
    cn_Pos center;
    double vx, vy, spin, extent, angle;
} Course;

static Course course_of(const cn_World *w, int body) {
    const cn_Motion *m = &w->motion[body];
    bool moves = w->cold[body].type != CN_STATIC;
    Course c = {.pose = w->pose[body], .center = cn_pose_center(&w->pose[body])};
    c.angle = cn_rot_angle(c.pose.q);
    c.extent = (double)m->extent;
    if (moves) c.vx = m->vx, c.vy = m->vy, c.spin = m->w;
    return c;
}

static cn_Pose pose_at(const Course *c, double t) {
    cn_Pose pose = c->pose;
    if (c->spin != 0) pose.q = cn_rot_from_angle(c->angle + c->spin * t);
    cn_Vec arm = cn_rotate(pose.q, pose.center);
    pose.x = c->center.x + c->vx * t - (double)arm.x;
    pose.y = c->center.y + c->vy * t - (double)arm.y;
    return pose;
}

/* Two pieces; b is no plane. */
static double piece_time(const cn_Geom *ga, const cn_Geom *gb, const Course *a, const Course *b,
                         double dt) {
    double spin = fabs(a->spin) * a->extent + fabs(b->spin) * b->extent, t = 0;
    for (int i = 0; i < ROUNDS; i++) {
        cn_Pose pa = pose_at(a, t), pb = pose_at(b, t);
        cn_Probe probe;
        cn_probe_of_geom(&probe, gb, &pb);
        cn_Nearest n = cn_probe_nearest(&probe, ga, &pa);
        if (n.distance <= TOUCH) return t;
        double closing = n.normal.x * (a->vx - b->vx) + n.normal.y * (a->vy - b->vy) + spin;
        if (!(closing > 0)) return -1;
        t += n.distance / closing;
        if (t > dt) return -1;
    }
    return t;
}

cn_Result cn_shape_time_of_impact(cn_World *w, cn_ShapeId a, cn_ShapeId b, double dt,
                                  double *time) {
    *time = -1;
    if (!cn_shape_live(w, a) || !cn_shape_live(w, b)) /* hooks may ask */
        return cn_refuse(&w->error, CN_DEAD, "", "shape has been destroyed");
    cn_Result r = cn_check(&w->error, "dt", dt, CN_RANGE_DT);
    if (r) return r;
    if (w->shape[b.index].kind == CN_HALFSPACE) {
        cn_ShapeId other = a;
        a = b, b = other;
    }
    const cn_Shape *sa = &w->shape[a.index], *sb = &w->shape[b.index];
    if (sb->kind == CN_HALFSPACE) return CN_OK; /* two that never move */
    Course of_a = course_of(w, sa->body), of_b = course_of(w, sb->body);
    for (int p = sa->first_piece; p >= 0; p = w->piece[p].next)
        for (int q = sb->first_piece; q >= 0; q = w->piece[q].next) {
            cn_Geom ga = cn_piece_geom(w, p), gb = cn_piece_geom(w, q);
            double t = piece_time(&ga, &gb, &of_a, &of_b, *time < 0 ? dt : *time);
            if (t >= 0 && (*time < 0 || t < *time)) *time = t;
        }
    return CN_OK;
}
