/* mover_move.c: how a mover goes where it is told.
 *
 * In the air it slides: the way is clipped by the planes that it touches, what is left is cast, and
 * so on at the next contact. On the ground it walks: the way across follows the slope that it
 * stands on and loses nothing of its width, the way down is the ground's business; what is too
 * steep stops it, unless it can go up, over and down again within `step`; after each piece of its
 * way it settles on what lies within `snap` below. Every way is cast, so no wall is too thin.
 * Slopes above max_slope are walls to a mover that walks, and slides to a mover that falls; they
 * lift neither. */
#include <math.h>

#include "contact/contact_mix.h"
#include "data/body_access.h"
#include "data/mover.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "mover/mover.h"
#include "query/query.h"

#define ROUNDS   24         /* count of contacts in one way */
#define PIECES   256        /* count of pieces of a way on the ground, between which it settles */
#define LANDINGS 8          /* times in one call; from then on it only slides */
#define EPS      1e-9       /* m: shorter ways are none */
#define NUDGE    1e-6       /* m: less is no step forward */
#define SHORTEST (1.0 / 64) /* ratio of a piece: shorter pieces are not tried to get up a step */
#define PEEK     0.01       /* m beyond an edge, where it is looked what the edge belongs to */

static cn_Pos scaled(double k, cn_Pos a) { return (cn_Pos){k * a.x, k * a.y}; }
static cn_Pos plus(cn_Pos a, cn_Pos b) { return (cn_Pos){a.x + b.x, a.y + b.y}; }
static double length(cn_Pos a) { return sqrt(cn_pos_dot(a, a)); }

static double rise(const cn_MoverWalk *k, cn_Pos a) { return cn_pos_dot(a, cn_mover_up(k->mover)); }
static bool bears(const cn_MoverWalk *k, cn_Pos n) { return rise(k, n) >= k->mover->cosine; }
static bool has_legs(const cn_Mover *m) { return m->def.leg_length > 0; }

/* ---- pushing ------------------------------------------------------------------------------ */

/* A body that it wants to go into gives way to a force, once a call. */
static void push(cn_MoverWalk *k, const cn_MoverPlane *p) {
    cn_World *w = k->world;
    double force = k->mover->def.push;
    if (force <= 0 || p->piece < 0 || w->stepping) return;
    int body = w->piece[p->piece].body;
    if (w->cold[body].type != CN_DYNAMIC) return;
    for (int i = 0; i < k->pushed_count; i++)
        if (k->pushed[i] == body) return;
    if (k->pushed_count == CN_MOVER_PLANES) return;
    k->pushed[k->pushed_count++] = body;
    cn_body_apply_force_at(w, cn_body_id(w, body), -force * p->n.x, -force * p->n.y, p->at.x,
                           p->at.y);
    cn_mover_lean(w, k->mover, force * p->n.x, force * p->n.y);
}

static void push_all(cn_MoverWalk *k, cn_Pos d) {
    for (int i = 0; i < k->plane_count; i++)
        if (cn_mover_against(k, &k->plane[i], d) && !(bears(k, k->plane[i].n) && rise(k, d) <= 0))
            push(k, &k->plane[i]);
}

/* ---- ground ------------------------------------------------------------------------------- */

/* The point of the ground right below, as its body has it. */
void cn_mover_hold(cn_MoverWalk *k, const cn_MoverPlane *ground, cn_Pos normal) {
    cn_Mover *m = k->mover;
    cn_World *w = k->world;
    int other = cn_mover_of_plane(ground);
    m->grounded = true;
    m->normal = normal;
    cn_Pos place = cn_mover_place(m), way = {ground->at.x - place.x, ground->at.y - place.y};
    double level = cn_pos_dot(normal, way) / rise(k, normal);
    cn_Pos at = cn_pos_along(place, level, cn_mover_up(m));
    if (other) {
        const cn_Mover *o = &w->mover[other];
        m->below = (cn_MoverId){(uint32_t)other, w->movers.generation[other]};
        m->belt = 0;
        m->ground = o->shape;
        m->anchor = (cn_Pos){at.x - o->def.x, at.y - o->def.y};
        m->held = (cn_Pos){m->anchor.x + o->def.x, m->anchor.y + o->def.y};
        return;
    }
    const cn_Piece *piece = &w->piece[ground->piece];
    m->below = (cn_MoverId){0, 0};
    m->belt = (double)cn_contact_surface_speed(w, ground->piece);
    m->ground = cn_shape_id(w, piece->shape);
    cn_BodyId body = cn_body_id(w, piece->body);
    m->anchor = cn_body_to_local(w, body, at.x, at.y);
    m->held =
        cn_body_to_world(w, body, m->anchor.x, m->anchor.y); /* there and back is not quite at */
}

static void let_go(cn_Mover *m) {
    m->grounded = false;
    m->ground = (cn_ShapeId){0, 0};
    m->below = (cn_MoverId){0, 0};
    m->normal = (cn_Pos){0, 0};
    m->belt = 0;
}

/* A steep contact on the edge of something flat bears, if it is no higher than a step above what
 * lies below: then it is a step that is climbed, else a cliff from which it slides. */
static bool edge_bears(const cn_MoverWalk *k, const cn_MoverPlane *p, cn_Pos *normal) {
    const cn_Mover *m = k->mover;
    cn_Pos up = cn_mover_up(m), place = cn_mover_place(m);
    if (rise(k, p->n) <= 0) return false;
    double above = rise(k, (cn_Pos){p->at.x - place.x, p->at.y - place.y}) + m->foot;
    if (above > m->def.step) return false;
    double side = cn_pos_dot(p->n, k->right) > 0 ? -PEEK : PEEK;
    cn_Pos from = cn_pos_along(cn_pos_along(p->at, side, k->right), PEEK, up);
    cn_MoverPlane top, below;
    if (!cn_mover_ray(k, from, scaled(-2 * PEEK, up), &top) || !bears(k, top.n)) return false;
    double reach = m->foot + m->def.leg_length + m->def.step + 2 * CN_MOVER_SKIN;
    if (!cn_mover_ray(k, place, scaled(-reach, up), &below)) return false;
    *normal = top.n;
    return true;
}

static bool is_ground(const cn_MoverWalk *k, const cn_MoverPlane *p, cn_Pos *normal) {
    *normal = p->n;
    return bears(k, p->n) || edge_bears(k, p, normal);
}

/* Between two slopes that are both too steep there is nowhere to slide. */
static bool is_wedged(cn_MoverWalk *k) {
    const cn_MoverPlane *left = NULL, *right = NULL;
    cn_mover_gather(k);
    for (int i = 0; i < k->plane_count; i++) {
        const cn_MoverPlane *p = &k->plane[i];
        if (rise(k, p->n) <= EPS) continue;
        if (cn_pos_dot(p->n, k->right) > 0)
            left = p;
        else
            right = p;
    }
    if (left && right) cn_mover_hold(k, left, cn_mover_up(k->mover));
    return left && right;
}

bool cn_mover_settle(cn_MoverWalk *k, double reach) {
    cn_Mover *m = k->mover;
    cn_MoverPlane hit;
    cn_Pos normal, down = scaled(-(fmax(reach, CN_MOVER_SKIN) + m->def.leg_length), cn_mover_up(m));
    let_go(m);
    if (!cn_mover_cast(k, down, &hit)) return false;
    if (!is_ground(k, &hit, &normal)) return hit.distance == 0 && is_wedged(k);
    if (!has_legs(m)) cn_mover_shift(m, hit.distance, down);
    cn_mover_hold(k, &hit, normal);
    return true;
}

/* ---- in the air --------------------------------------------------------------------------- */

/* What is left of d along one plane. A steep one does not turn it upwards. */
static cn_Pos clipped(const cn_MoverWalk *k, cn_Pos d, cn_Pos n) {
    cn_Pos c = cn_pos_along(d, -cn_pos_dot(n, d), n);
    bool steep = rise(k, n) > 0 && !bears(k, n);
    if (!steep || rise(k, c) <= fmax(rise(k, d), 0)) return c;
    double across = cn_pos_dot(d, k->right);
    if (across * cn_pos_dot(n, k->right) < 0) d = cn_pos_along(d, -across, k->right);
    double into = cn_pos_dot(n, d);
    return into < 0 ? cn_pos_along(d, -into, n) : d;
}

/* The longest way along any of the planes that is against none. */
static cn_Pos clip_all(const cn_MoverWalk *k, cn_Pos d) {
    cn_Pos best = d;
    bool free = true;
    for (int i = 0; i < k->plane_count; i++) free = free && !cn_mover_against(k, &k->plane[i], d);
    if (free) return d;
    best = (cn_Pos){0, 0};
    for (int i = 0; i < k->plane_count; i++) {
        if (!cn_mover_against(k, &k->plane[i], d)) continue;
        cn_Pos c = clipped(k, d, k->plane[i].n);
        bool fits = true;
        for (int j = 0; j < k->plane_count && fits; j++)
            fits = !cn_mover_against(k, &k->plane[j], c);
        if (fits && cn_pos_dot(c, c) > cn_pos_dot(best, best)) best = c;
    }
    return best;
}

/* The plane that bears best of those that d goes against; NULL: none does. */
static const cn_MoverPlane *best_floor(const cn_MoverWalk *k, cn_Pos d, double least) {
    const cn_MoverPlane *best = NULL;
    for (int i = 0; i < k->plane_count; i++) {
        const cn_MoverPlane *p = &k->plane[i];
        if (!cn_mover_against(k, p, d) || rise(k, p->n) < least) continue;
        if (!best || rise(k, p->n) > rise(k, best->n)) best = p;
    }
    return best;
}

/* m/s: so much of a wanted way as goes that way. */
static cn_Pos told(const cn_MoverWalk *k, cn_Pos way, cn_Pos wanted) {
    double dt = k->mover->last_dt > 0 ? k->mover->last_dt : CN_MOVER_USUAL_DT;
    return scaled(cn_pos_dot(way, wanted) / (cn_pos_dot(way, way) * dt), way);
}

static void walk(cn_MoverWalk *k, double across, double down);

static void fall(cn_MoverWalk *k, cn_Pos d) {
    cn_Mover *m = k->mover;
    for (int i = 0; i < ROUNDS && length(d) > EPS; i++) {
        cn_mover_gather(k);
        const cn_MoverPlane *floor = rise(k, d) <= 0 ? best_floor(k, d, m->cosine) : NULL;
        if (floor && k->landings++ < LANDINGS) {
            cn_mover_hold(k, floor, floor->n);
            if (!k->landed) cn_mover_land(k->world, m, floor->n, k->wanted);
            k->landed = true;
            walk(k, cn_pos_dot(d, k->right), 0);
            return;
        }
        push_all(k, d);
        cn_Pos way = clip_all(k, d);
        if (length(way) <= EPS) { /* in a corner */
            if (rise(k, d) <= 0) is_wedged(k);
            return;
        }
        cn_MoverPlane hit;
        bool met = cn_mover_cast(k, way, &hit);
        cn_mover_shift(m, met ? hit.distance : 1, way);
        if (!met) return;
        cn_mover_hit(k, &hit, told(k, way, k->wanted));
        d = scaled(1 - hit.distance, way);
    }
}

/* ---- on the ground ------------------------------------------------------------------------ */

/* So far across, along a slope. */
static cn_Pos along_slope(const cn_MoverWalk *k, cn_Pos n, double across) {
    double climbs = -cn_pos_dot(n, k->right) / rise(k, n);
    return scaled(across, cn_pos_along(k->right, climbs, cn_mover_up(k->mover)));
}

static bool blocked(const cn_MoverWalk *k, cn_Pos d) {
    for (int i = 0; i < k->plane_count; i++)
        if (cn_mover_against(k, &k->plane[i], d)) return true;
    return false;
}

typedef enum Stepped { STEPPED, TOO_HIGH, NO_WAY_OVER } Stepped;

/* Up, over and down again, or not at all; *over is how far over it got. */
static Stepped try_step(cn_MoverWalk *k, double *over) {
    cn_Mover *m = k->mover;
    cn_Pos up = cn_mover_up(m), start = cn_mover_place(m), normal;
    cn_MoverPlane hit;
    double lift = m->def.step + CN_MOVER_SKIN;
    if (cn_mover_cast(k, scaled(lift, up), &hit)) lift *= hit.distance;
    cn_mover_shift(m, lift, up);
    if (cn_mover_cast(k, scaled(*over, k->right), &hit)) *over *= hit.distance;
    cn_mover_shift(m, *over, k->right);
    cn_Pos down = scaled(-(lift + CN_MOVER_SKIN), up);
    bool gets_over = fabs(*over) > NUDGE, lands = gets_over && cn_mover_cast(k, down, &hit);
    if (lands) {
        double height = rise(k, (cn_Pos){hit.at.x - start.x, hit.at.y - start.y}) + m->foot;
        cn_mover_shift(m, hit.distance, down);
        lands = height <= m->def.step + 2 * CN_MOVER_SKIN && is_ground(k, &hit, &normal);
    }
    if (lands) {
        cn_mover_hold(k, &hit, normal);
        return STEPPED;
    }
    m->def.x = start.x, m->def.y = start.y;
    return gets_over ? TOO_HIGH : NO_WAY_OVER;
}

/* *across is what is left of the way then. What is too high where it gets to in one go may begin
 * with a step. */
static bool step_over(cn_MoverWalk *k, double *across) {
    if (k->mover->def.step <= 0 || has_legs(k->mover)) return false;
    for (double part = 1; part >= SHORTEST; part /= 4) {
        double over = part * *across;
        Stepped is = try_step(k, &over);
        if (is == NO_WAY_OVER) return false;
        if (is == TOO_HIGH) continue;
        *across -= over;
        return true;
    }
    return false;
}

/* One piece of a way; returns what could not be gone. */
static double go_across(cn_MoverWalk *k, double across) {
    cn_Mover *m = k->mover;
    cn_MoverPlane hit = {.piece = CN_MOVER_NOTHING};
    for (int i = 0; i < ROUNDS && fabs(across) > EPS; i++) {
        cn_mover_gather(k);
        cn_Pos d = along_slope(k, m->normal, across);
        const cn_MoverPlane *slope = best_floor(k, d, m->cosine);
        if (slope) d = along_slope(k, slope->n, across);
        if (blocked(k, d)) {
            if (step_over(k, &across)) continue;
            cn_Pos level = scaled(cn_pos_dot(k->wanted, k->right), k->right);
            if (hit.piece != CN_MOVER_NOTHING && cn_mover_against(k, &hit, d))
                cn_mover_hit(k, &hit, told(k, scaled(cn_pos_dot(d, k->right), k->right), level));
            push_all(k, d);
            return across;
        }
        bool met = cn_mover_cast(k, d, &hit);
        cn_mover_shift(m, met ? hit.distance : 1, d);
        if (!met) return 0;
        across *= 1 - hit.distance;
    }
    return across;
}

/* It stands on something; what is left of the way where that ends is fallen. */
static void walk(cn_MoverWalk *k, double across, double down) {
    cn_Mover *m = k->mover;
    double wide = m->def.w > 0 ? m->def.w / 2 + m->def.radius : m->def.radius;
    double piece = fmax(fmin(m->foot, wide), fabs(across) / PIECES);
    while (fabs(across) > EPS) {
        double part = across > piece ? piece : across < -piece ? -piece : across;
        double left = go_across(k, part);
        across -= part;
        if (!cn_mover_settle(k, m->def.snap)) {
            fall(k, plus(scaled(across + left, k->right), scaled(down, cn_mover_up(m))));
            return;
        }
        if (fabs(left) > EPS) return;
    }
    if (!cn_mover_settle(k, m->def.snap)) fall(k, scaled(down, cn_mover_up(m)));
}

void cn_mover_cross(cn_MoverWalk *k, double way) { walk(k, way * rise(k, k->mover->normal), 0); }

void cn_mover_go(cn_World *w, cn_Mover *m, double dx, double dy) {
    cn_Pos d = {dx, dy};
    cn_MoverWalk k = cn_mover_walk(w, m, 2 * length(d));
    double up = rise(&k, d);
    if (!cn_query_ready(w)) return;
    if (m->below.generation) cn_mover_carry(&k, m->last_dt > 0 ? m->last_dt : CN_MOVER_USUAL_DT);
    cn_mover_recover(&k);
    k.wanted = d;
    if (m->grounded && up > 0) cn_mover_jump(w, m, up);
    bool stands = m->grounded && up <= 0 && cn_mover_settle(&k, m->def.snap);
    if (stands) {
        walk(&k, cn_pos_dot(d, k.right), up);
    } else {
        let_go(m);
        fall(&k, d);
    }
    if (!m->grounded && up <= 0) cn_mover_settle(&k, CN_MOVER_SKIN);
    if (m->grounded && !stands) m->leg_speed = fmin(rise(&k, m->velocity), 0);
    cn_mover_follow(w, m);
}
