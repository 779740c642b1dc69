/* mover_step.c: what the world does to movers at the end of a step, in the order of ids.
 *
 * The ground carries who stands on it: by as much as the point below has moved, turning included.
 * What moved into it pushes it out. Legs are a spring between it and the ground. */
#include "mover.h"
#include "query.h"

#include <math.h>

#define FLUNG                                                                                      \
    1.5 /* times what the fastest body goes in a step: more is no motion of the ground             \
         */

/* By how much the ground has moved below it. */
static cn_Pos carried(const cn_World *w, const cn_Mover *m, int *body, double dt) {
    cn_Pos none = {0, 0};
    if (!m->grounded || !cn_shape_live(w, m->ground)) return none;
    *body = w->shape[m->ground.index].body;
    if (w->cold[*body].type == CN_STATIC) return none;
    cn_Pos now = cn_body_to_world(w, cn_body_id(w, *body), m->anchor.x, m->anchor.y);
    cn_Pos way = {now.x - m->held.x, now.y - m->held.y};
    double most = FLUNG * w->def.max_speed * dt;
    return cn_pos_dot(way, way) <= most * most ? way : none;
}

static void shift(cn_MoverWalk *k, cn_Pos way) {
    cn_MoverPlane hit;
    bool met = cn_mover_cast(k, way, &hit);
    cn_mover_shift(k->mover, met ? hit.distance : 1, way);
}

/* Ground that has turned comes up: along its normal it would push to the side. */
static void lift(cn_MoverWalk *k, int body) {
    cn_Mover *m = k->mover;
    cn_Pos up = cn_mover_up(m);
    double height = 0;
    cn_mover_gather(k);
    for (int i = 0; i < k->plane_count; i++) {
        const cn_MoverPlane *p = &k->plane[i];
        double bears = cn_pos_dot(p->n, up);
        if (k->world->piece[p->piece].body != body || bears < m->cosine) continue;
        height = fmax(height, -p->distance / bears);
    }
    k->spared = body;
    shift(k, (cn_Pos){height * up.x, height * up.y});
}

static void carry(cn_MoverWalk *k, double dt) {
    int body = -1;
    cn_Pos way = carried(k->world, k->mover, &body, dt);
    if (way.x == 0 && way.y == 0) return;
    k->spared = body;
    shift(k, way);
    k->spared = -1;
    lift(k, body);
    k->spared = -1;
}

/* The implicit spring (Catto, "Soft Constraints", 2011), of the height over the ground. */
static void bear(cn_MoverWalk *k, double dt) {
    cn_Mover *m = k->mover;
    const cn_MoverDef *d = &m->def;
    cn_Pos up = cn_mover_up(m);
    cn_MoverPlane hit;
    double reach = d->leg_length + d->snap;
    if (!m->grounded || !cn_mover_cast(k, (cn_Pos){-reach * up.x, -reach * up.y}, &hit)) return;
    double x = reach * hit.distance - d->leg_length, omega = 2 * CN_PI * d->leg_hertz;
    double stiff = dt * omega * omega, damp = 2 * d->leg_damping * omega;
    m->leg_speed = (m->leg_speed - stiff * x) / (1 + dt * (damp + stiff));
    cn_Pos way = {m->leg_speed * dt * up.x, m->leg_speed * dt * up.y};
    bool met = cn_mover_cast(k, way, &hit);
    cn_mover_shift(m, met ? hit.distance : 1, way);
    if (met) m->leg_speed = 0;
}

static void step(cn_World *w, cn_Mover *m, double dt) {
    cn_MoverWalk k = cn_mover_walk(w, m);
    m->last_dt = dt;
    carry(&k, dt);
    cn_mover_recover(&k);
    if (m->grounded) cn_mover_settle(&k, m->def.snap);
    if (m->def.leg_length > 0) bear(&k, dt);
    m->velocity = (cn_Pos){(m->def.x - m->last.x) / dt, (m->def.y - m->last.y) / dt};
    m->before = m->last;
    m->last = cn_mover_place(m);
}

void cn_mover_step(cn_World *w, double dt) {
    if (!cn_query_ready(w)) {
        w->out_of_memory = true;
        return;
    }
    for (int i = 1; i < w->movers.count; i++)
        if (cn_slots_live(&w->movers, i)) step(w, &w->mover[i], dt);
}
