/* mover_touch.c: what a mover touches, and what it meets on its way.
 *
 * It is asked about with its skin on: a probe that much rounder. What the skin touches is a plane
 * that takes away movement towards it and leaves all other; a convex piece lies behind its plane,
 * so nothing that moves along the plane can get into it. What is further away is cast at exactly.
 * One-way shapes are solid from their side, for whoever was not already deeper in them than a step
 * of theirs explains. */
#include "mover.h"
#include "query.h"

#include <math.h>

#define TOUCH   1e-5 /* m, beyond the skin, what counts as touched */
#define DEEP    1e-6 /* m into the skin, from where on it is moved out */
#define GRAZE   1e-9 /* of a way; less towards a plane is along it */
#define ONE_WAY 0.01 /* m, how deep in a one-way shape somebody may still be on its side */
#define FACING  0.5  /* cosine: what else is met on one is its side or its back */
#define TRIES   24

cn_MoverWalk cn_mover_walk(cn_World *w, cn_Mover *m) {
    cn_MoverWalk k = {.world = w, .mover = m, .filter = m->def.filter, .spared = -1};
    k.filter.mask &= w->collides[m->def.layer];
    k.filter.sensors = false;
    k.right = (cn_Pos){m->def.up_y, -m->def.up_x};
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

static bool seen(const cn_MoverWalk *k, int piece) {
    const cn_Piece *p = &k->world->piece[piece];
    return p->body != k->spared && cn_query_wants(k->world, p->shape, &k->filter);
}

/* Whether a piece that is met with that normal, so far away, is solid. */
static bool holds(const cn_MoverWalk *k, int piece, cn_Pos n, double distance) {
    const cn_World *w = k->world;
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

static cn_MoverPlane plane_of(const cn_MoverWalk *k, const cn_Probe *p, int piece) {
    const cn_World *w = k->world;
    cn_Geom geom = cn_piece_geom(w, piece);
    cn_Nearest n = cn_probe_nearest(p, &geom, &w->pose[w->piece[piece].body]);
    return (cn_MoverPlane){n.normal, n.distance, n.at, piece};
}

/* ---- touched ------------------------------------------------------------------------------ */

typedef struct Gather {
    cn_MoverWalk *walk;
    const cn_Probe *probe;
} Gather;

/* In the order of pieces; when there is no room the one that is least deep is left out. */
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

static bool gather_met(void *context, int piece) {
    Gather *g = context;
    if (!seen(g->walk, piece)) return true;
    cn_MoverPlane plane = plane_of(g->walk, g->probe, piece);
    if (plane.distance <= TOUCH && holds(g->walk, piece, plane.n, plane.distance))
        keep(g->walk, plane);
    return true;
}

void cn_mover_gather(cn_MoverWalk *k) {
    cn_Probe probe;
    double box[4];
    skinned(k->mover, &probe);
    cn_probe_bounds(&probe, box);
    for (int i = 0; i < 4; i++) box[i] += i < 2 ? -TOUCH : TOUCH;
    k->plane_count = 0;
    cn_query_pieces(k->world, box, gather_met, &(Gather){k, &probe});
}

static bool is_fixed(const cn_MoverWalk *k, int piece) {
    return k->world->cold[k->world->piece[piece].body].type == CN_STATIC;
}

void cn_mover_recover(cn_MoverWalk *k) {
    for (int i = 0; i < TRIES; i++) {
        cn_mover_gather(k);
        const cn_MoverPlane *deepest = NULL;
        for (int j = 0; j < k->plane_count; j++)
            if (k->plane[j].distance < (deepest ? deepest->distance : -DEEP))
                deepest = &k->plane[j];
        if (!deepest) return;
        cn_Pos out = {-deepest->distance * deepest->n.x, -deepest->distance * deepest->n.y};
        cn_MoverPlane hit;
        double t = cn_mover_cast(k, out, &hit) ? hit.distance : 1;
        /* Where two of a kind are in each other's way it goes half way into the other, and back: so
         * it finds out of a wedge. But nobody who moves presses it into a wall. */
        if (t < 1 && is_fixed(k, deepest->piece) == is_fixed(k, hit.piece)) t = fmax(t, 0.5);
        cn_mover_shift(k->mover, t, out);
        if (t == 0) return;
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
    const cn_World *w = c->walk->world;
    if (!seen(c->walk, piece)) return false;
    *out = plane_of(c->walk, c->probe, piece);
    double apart = out->distance;
    if (apart > TOUCH) {
        cn_Geom geom = cn_piece_geom(w, piece);
        cn_Nearest n;
        if (!cn_probe_cast(c->probe, &geom, &w->pose[w->piece[piece].body], c->d, &n)) return false;
        *out = (cn_MoverPlane){n.normal, n.distance, n.at, piece};
    }
    if (cn_pos_dot(out->n, c->d) >= -GRAZE * c->length) return false;
    if (!holds(c->walk, piece, out->n, apart)) return false;
    if (apart <= TOUCH) out->distance = 0;
    return true;
}

static float cast_met(void *context, int piece, float limit) {
    Cast *c = context;
    cn_MoverPlane p;
    if (!meets(c, piece, &p)) return limit;
    const cn_MoverPlane *b = &c->best;
    double bears = cn_pos_dot(p.n, c->up), bore = cn_pos_dot(b->n, c->up);
    bool tie = p.distance == b->distance && (bears > bore || (bears == bore && piece < b->piece));
    if (b->piece < 0 || p.distance < b->distance || tie) c->best = p;
    return cn_minf(limit, (float)c->best.distance * 1.000001f + 1e-7f);
}

static bool cast(Cast *c, cn_MoverPlane *out) {
    c->up = cn_mover_up(c->walk->mover);
    c->length = sqrt(cn_pos_dot(c->d, c->d));
    c->best = (cn_MoverPlane){{0, 0}, 1, {0, 0}, -1};
    *out = c->best;
    if (c->length == 0) return false;
    cn_query_sweep(c->walk->world, c->probe, c->d, TOUCH, cast_met, c);
    *out = c->best;
    return c->best.piece >= 0;
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
