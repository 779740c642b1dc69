/* mover_planes.c: what a mover touches, and what it meets on its way.
 *
 * It is asked about with its skin on: a probe that much rounder. What the skin touches is a plane
 * that takes away movement towards it and leaves all other; a convex piece lies behind its plane,
 * so nothing that moves along the plane can get into it. What is further away is cast at exactly.
 * One-way shapes are solid from their side, for a mover that was not already deeper in them than a
 * step of theirs explains. */
#include <math.h>

#include "data/mover.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "geometry/minkowski.h"
#include "mover/mover.h"
#include "query/query.h"

#define TOUCH   1e-5 /* m beyond the skin: what is nearer is touched */
#define DEEP    1e-6 /* m into the skin, from where on it is moved out */
#define GRAZE   1e-9 /* ratio to a way: less of it towards a plane is along it */
#define ONE_WAY 0.01 /* m, how deep in a one-way shape a mover may be and still be on its side */
#define GIVES   0.02 /* ratio to a way, as GRAZE, of what rests on its head */
/* ratio, cosine: a normal further off is of another side: of a one-way shape, or of the mover */
#define FACING   0.5
#define SOME_WAY 0.5 /* m beyond what it may go, in which other movers are listed */
/* ratio, and of the way: a cast goes on a little beyond what was met, to see what is as near */
#define FURTHER    1.000001f
#define AND_MORE   1e-7f /* ratio of a way */
#define TRIES      24    /* rounds of moving out of what it overlaps */
#define ROW        32    /* count of movers that push each other */
#define LEAST_GAIN 0.1   /* ratio of a way, along what is in its way: with less it is squeezed */

/* Where its middle is less than its reach outside of a box. */
static bool may_be_in(const cn_Mover *m, const double box[4]) {
    double r = m->reach, x = m->def.x, y = m->def.y;
    return x + r >= box[0] && y + r >= box[1] && x - r <= box[2] && y - r <= box[3];
}

static double distance_sq(const cn_Mover *a, const cn_Mover *b) {
    double x = a->def.x - b->def.x, y = a->def.y - b->def.y;
    return x * x + y * y;
}

/* In the order of slots; when there is no room the farthest is left out, of equals the later. */
static void note_near(cn_MoverWalk *k, int slot) {
    cn_World *w = k->world;
    if (k->near_count == CN_MOVER_NEAR) {
        double own = distance_sq(k->mover, &w->mover[slot]), most = -1;
        int farthest = 0;
        for (int i = 0; i < k->near_count; i++) {
            double d = distance_sq(k->mover, &w->mover[k->near[i]]);
            if (d >= most) most = d, farthest = i;
        }
        if (w->crowded_mover == 0) w->crowded_mover = (int)(k->mover - w->mover);
        k->crowded = true;
        if (own >= most) return;
        k->near_count--;
        for (int i = farthest; i < k->near_count; i++) k->near[i] = k->near[i + 1];
    }
    k->near[k->near_count++] = slot;
}

static void look_around(cn_MoverWalk *k, double far) {
    const cn_World *w = k->world;
    const cn_Mover *m = k->mover;
    double r = m->reach + m->def.step + m->def.snap + m->def.leg_length + far + SOME_WAY;
    double box[4] = {m->def.x - r, m->def.y - r, m->def.x + r, m->def.y + r};
    for (int i = 1; w->movers.live > 1 && i < w->movers.count; i++) {
        if (&w->mover[i] != m && may_be_in(&w->mover[i], box)) note_near(k, i);
    }
    for (int i = 0; i < 4; i++) k->within[i] = box[i];
}

cn_MoverWalk cn_mover_walk(cn_World *w, cn_Mover *m, double far) {
    cn_MoverWalk k = {.world = w, .mover = m, .filter = cn_mover_filter(m), .spared = -1};
    k.filter.mask &= w->collides[m->def.layer];
    k.right = (cn_Pos){m->def.up_y, -m->def.up_x};
    look_around(&k, far);
    return k;
}

void cn_mover_shape(const cn_Mover *m, cn_Probe *p) {
    const cn_MoverDef *d = &m->def;
    double half = d->h / 2, wide = d->w / 2;
    if (d->w <= 0) half = d->height / 2 - d->radius;
    cn_probe_box(p, d->x, d->y, wide, half > 0 ? half : 0);
    p->radius = d->radius;
    for (int i = 0; i < p->count; i++) /* its own y is up */
        p->v[i] = (cn_Pos){p->v[i].x * d->up_y + p->v[i].y * d->up_x,
                           p->v[i].y * d->up_y - p->v[i].x * d->up_x};
}

static void skinned(const cn_Mover *m, cn_Probe *p) {
    cn_mover_shape(m, p);
    p->radius += CN_MOVER_SKIN;
}

/* The bodies of movers are not seen: movers are, by themselves. */
static bool seen(const cn_MoverWalk *k, int piece) {
    const cn_World *w = k->world;
    const cn_Piece *p = &w->piece[piece];
    return p->body != k->spared && !(w->body_flags[p->body] & CN_BODY_MOVER) &&
           cn_query_wants(w, p->shape, &k->filter);
}

/* Whether a piece that is met with that normal, so far away, is solid. */
static bool holds(const cn_MoverWalk *k, int piece, cn_Pos n, double distance) {
    const cn_World *w = k->world;
    if (piece < 0) return true;
    const cn_Piece *p = &w->piece[piece];
    const cn_Traits *t = cn_shape_traits(w, p->shape);
    if (!t->has_one_way) return true;
    if (!k->mover->def.one_way) return false;
    cn_Vec side = cn_rotate(w->pose[p->body].q, t->one_way);
    const cn_Motion *v = &w->motion[p->body];
    double rises = (double)(v->vx * side.x + v->vy * side.y) * k->mover->last_dt;
    return n.x * (double)side.x + n.y * (double)side.y >= FACING &&
           distance >= -ONE_WAY - fmax(rises, 0);
}

/* What is held against a probe: a piece, or another mover as if it were one. */
typedef struct Target {
    cn_Geom geom;
    cn_Pose pose;
    cn_Vec vertices[4], normals[4]; /* of a mover */
} Target;

static void make_mover(const cn_Mover *m, Target *t) {
    const cn_MoverDef *d = &m->def;
    float half = (float)(d->w > 0 ? d->h / 2 : d->height / 2 - d->radius), wide = (float)d->w / 2;
    t->pose = (cn_Pose){d->x, d->y, {(float)d->up_y, (float)-d->up_x}, {0, 0}};
    int count = d->w > 0 ? 4 : half > 0 ? 2 : 1;
    t->vertices[0] = (cn_Vec){-wide, -half};
    t->vertices[1] = (cn_Vec){wide, d->w > 0 ? -half : half};
    t->vertices[2] = (cn_Vec){wide, half};
    t->vertices[3] = (cn_Vec){-wide, half};
    if (count > 1) cn_geom_normals(t->vertices, count, t->normals);
    t->geom = (cn_Geom){CN_GEOM_HULL, count, (float)d->radius, t->vertices, t->normals, NULL};
}

static void make_target(const cn_MoverWalk *k, int piece, Target *t) {
    const cn_World *w = k->world;
    int mover = cn_mover_of_plane(&(cn_MoverPlane){.piece = piece});
    if (mover > 0) {
        make_mover(&w->mover[mover], t);
        return;
    }
    t->geom = cn_piece_geom(w, piece);
    t->pose = w->pose[w->piece[piece].body];
}

static cn_MoverPlane plane_of(const Target *t, const cn_Probe *p, int piece) {
    cn_Nearest n = cn_probe_nearest(p, &t->geom, &t->pose);
    return (cn_MoverPlane){n.normal, n.distance, n.at, piece};
}

/* What rests on its head gives way a little, or crates that lean would hold it. */
bool cn_mover_against(const cn_MoverWalk *k, const cn_MoverPlane *p, cn_Pos d) {
    const cn_World *w = k->world;
    const cn_Mover *m = k->mover;
    double most = GRAZE;
    if (m->def.mass > 0 && cn_pos_dot(p->n, cn_mover_up(m)) < -FACING &&
        (p->piece < 0 || w->cold[w->piece[p->piece].body].type == CN_DYNAMIC))
        most = GIVES;
    return cn_pos_dot(p->n, d) < -most * sqrt(cn_pos_dot(d, d));
}

/* Whether it meets another mover, which may be in a box. */
static bool meets_mover(const cn_MoverWalk *k, int slot, const double box[4]) {
    const cn_World *w = k->world;
    const cn_Mover *m = &w->mover[slot];
    if (m == k->mover || slot == k->spared_mover || !cn_slots_live(&w->movers, slot)) return false;
    if (!may_be_in(m, box)) return false;
    cn_BodyId ignore = k->filter.ignore;
    bool ignored = ignore.generation && ignore.index == m->body.index &&
                   ignore.generation == m->body.generation;
    return k->filter.mask >> m->def.layer & 1 && !ignored;
}

/* All movers that it may meet in a box, in the order of slots. */
static void each_mover(const cn_MoverWalk *k, const double box[4],
                       void (*fn)(void *context, int piece), void *context) {
    const cn_World *w = k->world;
    const double *in = k->within;
    if (w->movers.live <= 1) return;
    bool inside =
        box[0] >= in[0] && box[1] >= in[1] && box[2] <= in[2] && box[3] <= in[3] && in[0] < in[2];
    bool near = k->crowded || inside;
    int count = near ? k->near_count : w->movers.count - 1;
    for (int i = 0; i < count; i++) {
        int slot = near ? k->near[i] : i + 1;
        if (meets_mover(k, slot, box)) fn(context, -2 - slot);
    }
}

/* ---- touched ------------------------------------------------------------------------------ */

typedef struct Gather {
    cn_MoverWalk *walk;
    const cn_Probe *probe;
} Gather;

/* In the order of pieces; when there is no room the plane that is least deep is left out. */
static void keep(cn_MoverWalk *k, cn_MoverPlane plane) {
    if (k->plane_count == CN_MOVER_PLANES) {
        int least = 0;
        for (int i = 1; i < k->plane_count; i++)
            if (k->plane[i].distance > k->plane[least].distance) least = i;
        if (k->plane[least].distance <= plane.distance) return;
        for (int i = least; i + 1 < k->plane_count; i++) k->plane[i] = k->plane[i + 1];
        k->plane_count--;
    }
    int i = k->plane_count++;
    for (; i > 0 && k->plane[i - 1].piece > plane.piece; i--) k->plane[i] = k->plane[i - 1];
    k->plane[i] = plane;
}

static void gather_one(void *context, int piece) {
    const Gather *g = context;
    Target target;
    make_target(g->walk, piece, &target);
    cn_MoverPlane plane = plane_of(&target, g->probe, piece);
    if (plane.distance <= TOUCH && holds(g->walk, piece, plane.n, plane.distance))
        keep(g->walk, plane);
}

static bool gather_met(void *context, int piece) {
    Gather *g = context;
    if (seen(g->walk, piece)) gather_one(g, piece);
    return true;
}

void cn_mover_gather(cn_MoverWalk *k) {
    cn_Probe probe;
    double box[4];
    skinned(k->mover, &probe);
    cn_probe_bounds(&probe, box);
    for (int i = 0; i < 4; i++) box[i] += i < 2 ? -TOUCH : TOUCH;
    k->plane_count = 0;
    Gather g = {k, &probe};
    cn_query_pieces(k->world, box, gather_met, &g);
    each_mover(k, box, gather_one, &g);
}

static bool is_fixed(const cn_MoverWalk *k, int piece) {
    return piece >= 0 && k->world->cold[k->world->piece[piece].body].type == CN_STATIC;
}

/* As far as there is room. */
static double shift_by(cn_MoverWalk *k, cn_Pos way, cn_MoverPlane *hit) {
    double t = cn_mover_cast(k, way, hit) ? hit->distance : 1;
    cn_mover_shift(k->mover, t, way);
    return t;
}

/* A mover goes on along what else is in its way: what leans a little pushes it along the floor, not
 * against it. Returns whether it got anywhere. */
static bool slide_out(cn_MoverWalk *k, cn_Pos rest, cn_Pos wall) {
    cn_MoverPlane hit;
    cn_Pos along = cn_pos_along(rest, -cn_pos_dot(rest, wall), wall);
    double whole = cn_pos_dot(rest, rest), gain = cn_pos_dot(along, rest) / whole;
    if (!(gain > LEAST_GAIN)) return false;
    return shift_by(k, (cn_Pos){along.x / gain, along.y / gain}, &hit) > 0;
}

/* A mover that is pushed pushes the mover in its way, and so on. */
static void shove(const cn_MoverWalk *k, const cn_MoverPlane *hit, cn_Pos way, int depth) {
    int other = cn_mover_of_plane(hit);
    if (other == 0 || depth == ROW) return;
    cn_MoverWalk own = cn_mover_walk(k->world, &k->world->mover[other], 0);
    cn_MoverPlane next;
    double t = shift_by(&own, way, &next);
    if (t == 1) return;
    cn_Pos rest = {(1 - t) * way.x, (1 - t) * way.y};
    shove(&own, &next, rest, depth + 1);
    if (shift_by(&own, rest, &next) == 0) (void)slide_out(&own, rest, next.n);
}

void cn_mover_recover(cn_MoverWalk *k) {
    for (int i = 0; i < TRIES; i++) {
        cn_mover_gather(k);
        if (i == 0 && k->dt > 0) cn_mover_struck(k);
        const cn_MoverPlane *deepest = NULL;
        for (int j = 0; j < k->plane_count; j++)
            if (k->plane[j].distance < (deepest ? deepest->distance : -DEEP))
                deepest = &k->plane[j];
        if (!deepest) return;
        cn_Pos out = {-deepest->distance * deepest->n.x, -deepest->distance * deepest->n.y};
        cn_MoverPlane hit;
        double t = cn_mover_cast(k, out, &hit) ? hit.distance : 1;
        if (t < 1 && deepest->piece >= 0 && cn_mover_of_plane(&hit)) {
            shove(k, &hit, (cn_Pos){(1 - t) * out.x, (1 - t) * out.y}, 0);
            t = cn_mover_cast(k, out, &hit) ? hit.distance : 1;
        }
        /* Where two of a kind are in each other's way it goes half way into the other, and back: so
         * it finds out of a wedge. But nothing that moves presses it into a wall. */
        bool alike = t < 1 && is_fixed(k, deepest->piece) == is_fixed(k, hit.piece);
        if (alike) t = fmax(t, 0.5);
        cn_mover_shift(k->mover, t, out);
        if (t == 1 || alike) continue;
        bool slid = slide_out(k, (cn_Pos){(1 - t) * out.x, (1 - t) * out.y}, hit.n);
        if (t == 0 && !slid) return;
    }
}

/* ---- met ---------------------------------------------------------------------------------- */

typedef struct Cast {
    const cn_MoverWalk *walk;
    const cn_Probe *probe;
    cn_Pos d, up;
    double length;
    cn_MoverPlane best;
} Cast;

/* What is touched already is at 0, and only if d goes towards it. */
static bool meets(const Cast *c, int piece, cn_MoverPlane *out) {
    Target target;
    make_target(c->walk, piece, &target);
    *out = plane_of(&target, c->probe, piece);
    double apart = out->distance;
    if (apart > TOUCH) {
        cn_Nearest n;
        if (!cn_probe_cast(c->probe, &target.geom, &target.pose, c->d, &n)) return false;
        *out = (cn_MoverPlane){n.normal, n.distance, n.at, piece};
    }
    if (!cn_mover_against(c->walk, out, c->d)) return false;
    if (!holds(c->walk, piece, out->n, apart)) return false;
    if (apart <= TOUCH) out->distance = 0;
    return true;
}

static void cast_one(void *context, int piece) {
    Cast *c = context;
    cn_MoverPlane p;
    if (!meets(c, piece, &p)) return;
    const cn_MoverPlane *b = &c->best;
    double bears = cn_pos_dot(p.n, c->up), bore = cn_pos_dot(b->n, c->up);
    bool tie = p.distance == b->distance && (bears > bore || (bears == bore && piece < b->piece));
    if (b->piece == CN_MOVER_NOTHING || p.distance < b->distance || tie) c->best = p;
}

static float cast_met(void *context, int piece, float limit) {
    Cast *c = context;
    if (!seen(c->walk, piece)) return limit;
    cast_one(c, piece);
    if (c->best.piece == CN_MOVER_NOTHING) return limit;
    return cn_minf(limit, (float)c->best.distance * FURTHER + AND_MORE);
}

static void cast_at_movers(Cast *c) {
    double box[4];
    cn_probe_bounds(c->probe, box);
    for (int i = 0; i < 2; i++) {
        double way = i ? c->d.y : c->d.x;
        box[i] += fmin(way, 0) - TOUCH;
        box[i + 2] += fmax(way, 0) + TOUCH;
    }
    each_mover(c->walk, box, cast_one, c);
}

static bool cast(Cast *c, cn_MoverPlane *out) {
    c->up = cn_mover_up(c->walk->mover);
    c->length = sqrt(cn_pos_dot(c->d, c->d));
    c->best = (cn_MoverPlane){{0, 0}, 1, {0, 0}, CN_MOVER_NOTHING};
    *out = c->best;
    if (c->length == 0) return false;
    if (c->walk->world->movers.live > 1) cast_at_movers(c);
    cn_query_sweep(c->walk->world, c->probe, c->d, TOUCH, cast_met, c);
    *out = c->best;
    return c->best.piece != CN_MOVER_NOTHING;
}

bool cn_mover_cast(const cn_MoverWalk *k, cn_Pos d, cn_MoverPlane *out) {
    cn_Probe probe;
    skinned(k->mover, &probe);
    return cast(&(Cast){.walk = k, .probe = &probe, .d = d}, out);
}

bool cn_mover_ray(const cn_MoverWalk *k, cn_Pos from, cn_Pos d, cn_MoverPlane *out) {
    cn_Probe point;
    cn_probe_disc(&point, from.x, from.y, 0);
    return cast(&(Cast){.walk = k, .probe = &point, .d = d}, out);
}
