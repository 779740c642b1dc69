/* mover_step.c: what the world does to movers at the end of a step, in the order of ids.
 *
 * The ground carries the mover that stands on it: by as much as the point below has moved, turning
 * included. What moved into it pushes it out. Legs are a spring between it and the ground. */
#include <math.h>

#include "data/body_access.h"
#include "data/mover.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "mover/mover.h"
#include "query/query.h"
#include "world/event_log.h"

/* times what the fastest body goes in a step: more is no motion of the ground */
#define FLUNG 1.5

/* Where the point of the ground is now that it stands on; *body is that of a shape, else -1. */
static bool find_held(const cn_World *w, const cn_Mover *m, int *body, cn_Pos *now) {
    if (!m->grounded) return false;
    if (cn_mover_live(w, m->below)) {
        const cn_MoverDef *d = &w->mover[m->below.index].def;
        *now = (cn_Pos){m->anchor.x + d->x, m->anchor.y + d->y};
        return true;
    }
    if (!cn_shape_live(w, m->ground)) return false;
    *body = w->shape[m->ground.index].body;
    *now = m->held;
    if (w->cold[*body].type != CN_STATIC)
        *now = cn_body_to_world(w, cn_body_id(w, *body), m->anchor.x, m->anchor.y);
    return true;
}

/* By how much the ground has moved below it. */
static cn_Pos carried(const cn_World *w, const cn_Mover *m, int *body, double dt) {
    cn_Pos none = {0, 0}, now;
    if (!find_held(w, m, body, &now)) return none;
    cn_Pos way = {now.x - m->held.x, now.y - m->held.y};
    double most = FLUNG * w->def.max_speed * dt;
    return cn_pos_dot(way, way) <= most * most ? way : none;
}

static void shift(cn_MoverWalk *k, cn_Pos way) {
    cn_MoverPlane hit;
    bool met = cn_mover_cast(k, way, &hit);
    cn_mover_shift(k->mover, met ? hit.distance : 1, way);
}

static void spare(cn_MoverWalk *k, int body, int mover) {
    k->spared = body;
    k->spared_mover = mover;
}

/* Ground that has turned comes up: along its normal it would push to the side. */
static void lift(cn_MoverWalk *k, int body, int below) {
    cn_Mover *m = k->mover;
    cn_Pos up = cn_mover_up(m);
    double height = 0;
    cn_mover_gather(k);
    for (int i = 0; i < k->plane_count; i++) {
        const cn_MoverPlane *p = &k->plane[i];
        double bears = cn_pos_dot(p->n, up);
        bool is = body < 0 ? cn_mover_of_plane(p) == below
                           : p->piece >= 0 && k->world->piece[p->piece].body == body;
        if (!is || bears < m->cosine) continue;
        height = fmax(height, -p->distance / bears);
    }
    spare(k, body, below);
    shift(k, (cn_Pos){height * up.x, height * up.y});
}

void cn_mover_carry(cn_MoverWalk *k, double dt) {
    cn_Mover *m = k->mover;
    int body = -1, below = (int)m->below.index;
    cn_Pos way = carried(k->world, m, &body, dt);
    m->drift = (cn_Pos){way.x / dt, way.y / dt};
    if (way.x == 0 && way.y == 0) return;
    spare(k, body, below);
    shift(k, way);
    spare(k, -1, 0);
    lift(k, body, below);
    spare(k, -1, 0);
}

/* What pushes it gives it its speed. */
static void drift(cn_MoverWalk *k) {
    cn_World *w = k->world;
    cn_Mover *m = k->mover;
    if (!cn_mover_has_body(w, m)) return;
    m->drift = cn_pos_along(m->drift, m->belt, (cn_Pos){m->normal.y, -m->normal.x});
    cn_mover_gather(k);
    for (int i = 0; i < k->plane_count; i++) {
        const cn_MoverPlane *p = &k->plane[i];
        if (p->piece < 0 || w->cold[w->piece[p->piece].body].type == CN_STATIC) continue;
        cn_BodyId body = cn_body_id(w, w->piece[p->piece].body);
        cn_Vec v = cn_body_velocity_at(w, body, p->at.x, p->at.y);
        double more = p->n.x * (double)v.x + p->n.y * (double)v.y - cn_pos_dot(p->n, m->drift);
        if (more > 0) m->drift = cn_pos_along(m->drift, more, p->n);
    }
}

/* The implicit spring (Catto, "Soft Constraints", 2011), of the height over the ground. m/s^2, by
 * which it is pushed off that. */
static double bear(cn_MoverWalk *k, double dt) {
    cn_Mover *m = k->mover;
    const cn_MoverDef *d = &m->def;
    cn_Pos up = cn_mover_up(m);
    cn_MoverPlane hit;
    double reach = d->leg_length + d->snap;
    if (!m->grounded || !cn_mover_cast(k, (cn_Pos){-reach * up.x, -reach * up.y}, &hit)) return 0;
    double x = reach * hit.distance - d->leg_length, omega = 2 * CN_PI * d->leg_hertz;
    double stiff = dt * omega * omega, damp = 2 * d->leg_damping * omega;
    double before = m->leg_speed;
    m->leg_speed = (m->leg_speed - stiff * x) / (1 + dt * (damp + stiff));
    double spring = (m->leg_speed - before) / dt;
    cn_Pos way = {m->leg_speed * dt * up.x, m->leg_speed * dt * up.y};
    bool met = cn_mover_cast(k, way, &hit);
    cn_mover_shift(m, met ? hit.distance : 1, way);
    if (met) m->leg_speed = 0;
    return spring;
}

/* Of those that have a body that is told (step/finalize.c). */
static void look_outside(cn_World *w, cn_Mover *m) {
    cn_EventBuffers *e = &w->events;
    double box[4];
    const double *b = w->def.bounds;
    bool was = m->outside;
    cn_Probe probe;
    m->outside = false;
    if (!w->def.has_bounds || cn_mover_has_body(w, m)) return;
    cn_mover_shape(m, &probe);
    cn_probe_bounds(&probe, box);
    m->outside = box[2] < b[0] || box[0] > b[2] || box[3] < b[1] || box[1] > b[3];
    if (!m->outside || was) return;
    uint32_t slot = (uint32_t)(m - w->mover);
    if (CN_EVENT_ROOM(e->left_movers, e->left_mover_count))
        e->left_movers[e->left_mover_count++] = (cn_MoverId){slot, w->movers.generation[slot]};
}

/* Its body is drawn where it is, also on the way that a script took it between the steps. */
static void show_body(cn_World *w, const cn_Mover *m) {
    if (!cn_mover_has_body(w, m)) return;
    cn_OldPose *old = &w->old_pose[m->body.index];
    old->dx = (float)(m->def.x - m->last.x), old->dy = (float)(m->def.y - m->last.y);
}

static void step(cn_World *w, cn_Mover *m, double dt) {
    cn_MoverWalk k = cn_mover_walk(w, m, 0);
    m->last_dt = dt;
    cn_mover_carry(&k, dt);
    k.dt = dt;
    cn_mover_recover(&k);
    if (m->grounded) cn_mover_settle(&k, m->def.snap);
    if (m->grounded && m->belt != 0) cn_mover_cross(&k, m->belt * dt);
    double spring = m->def.leg_length > 0 ? bear(&k, dt) : 0;
    drift(&k);
    cn_mover_follow(w, m);
    show_body(w, m);
    cn_mover_stand(w, m, spring);
    m->velocity = (cn_Pos){(m->def.x - m->last.x) / dt, (m->def.y - m->last.y) / dt};
    m->before = m->last;
    m->last = cn_mover_place(m);
    look_outside(w, m);
}

/* Told of where the mover is; it need not have a body. */
static void tell_crowd(cn_World *w) {
    if (w->crowded_mover == 0 || !cn_slots_live(&w->movers, w->crowded_mover)) return;
    const cn_Mover *m = &w->mover[w->crowded_mover];
    cn_event_warn_once(w, CN_WARN_MOVERS, (int)m->body.index, cn_mover_place(m));
}

void cn_mover_step(cn_World *w, double dt) {
    if (!cn_had_memory(w, cn_query_ready(w))) return;
    for (int i = 1; i < w->movers.count; i++)
        if (cn_slots_live(&w->movers, i)) step(w, &w->mover[i], dt);
    tell_crowd(w);
}
