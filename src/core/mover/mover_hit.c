/* mover_hit.c: what movers touch, and what they and others run into.
 *
 * A hit is told once: when a way ends at something that the mover did not touch before, and when
 * what moves has come into it in the step that ends. Those of moves between two steps wait for the
 * next one, as all events do. Not here: what is in the way (mover_planes.c). */
#include "data/body_access.h"
#include "data/mover.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "mover/mover.h"
#include "query/query.h"
#include "world/event_log.h"

#define RUN_INTO 1e-4 /* m of overlap: less is the rounding of who stands at a wall */

/* velocity: m/s, of the mover. */
cn_MoverContact cn_mover_contact(const cn_World *w, const cn_MoverPlane *p, cn_Pos velocity) {
    int other = cn_mover_of_plane(p);
    cn_MoverContact c = {.x = p->at.x, .y = p->at.y, .nx = p->n.x + 0.0, .ny = p->n.y + 0.0};
    cn_Pos v = {0, 0};
    if (other) {
        const cn_Mover *o = &w->mover[other];
        c.mover = (cn_MoverId){(uint32_t)other, w->movers.generation[other]};
        if (cn_shape_live(w, o->shape)) c.shape = o->shape;
        v = o->velocity;
    } else {
        const cn_Piece *piece = &w->piece[p->piece];
        cn_Vec at = cn_velocity_at(w, piece->body, p->at);
        c.shape = cn_shape_id(w, piece->shape);
        c.piece = piece->index;
        v = (cn_Pos){at.x, at.y};
    }
    c.speed = cn_pos_dot(p->n, v) - cn_pos_dot(p->n, velocity) + 0.0;
    return c;
}

static bool is_told(const cn_MoverHitEvent *list, int count, const cn_MoverHitEvent *e) {
    for (int i = 0; i < count; i++)
        if (list[i].mover.index == e->mover.index &&
            list[i].contact.shape.index == e->contact.shape.index &&
            list[i].contact.mover.index == e->contact.mover.index)
            return true;
    return false;
}

/* Once in a step of two that meet. */
static void tell(cn_World *w, const cn_Mover *m, const cn_MoverContact *c) {
    cn_EventBuffers *e = &w->events;
    uint32_t slot = (uint32_t)(m - w->mover);
    cn_MoverHitEvent event = {{slot, w->movers.generation[slot]}, *c};
    if (w->stepping) {
        if (is_told(e->mover_hits, e->mover_hit_count, &event)) return;
        if (CN_EVENT_ROOM(e->mover_hits, e->mover_hit_count))
            e->mover_hits[e->mover_hit_count++] = event;
        return;
    }
    if (is_told(e->late_mover_hits, e->late_mover_hit_count, &event)) return;
    if (CN_EVENT_ROOM(e->late_mover_hits, e->late_mover_hit_count))
        e->late_mover_hits[e->late_mover_hit_count++] = event;
}

void cn_mover_hit(const cn_MoverWalk *k, const cn_MoverPlane *p, cn_Pos velocity) {
    cn_MoverContact c = cn_mover_contact(k->world, p, velocity);
    if (c.speed > k->world->def.hit_speed) tell(k->world, k->mover, &c);
}

/* What has come into it by its own motion, and was not in it before that. A mover that is pushed
 * has the speed of what pushes it. */
void cn_mover_struck(const cn_MoverWalk *k) {
    for (int i = 0; i < k->plane_count; i++) {
        const cn_MoverPlane *p = &k->plane[i];
        if (p->distance > -RUN_INTO) continue;
        double away = cn_pos_dot(p->n, k->mover->velocity);
        cn_MoverContact c = cn_mover_contact(k->world, p, (cn_Pos){0, 0});
        if (away > 0) c.speed -= away;
        bool fresh = -p->distance <= c.speed * k->dt + CN_MOVER_SKIN;
        if (fresh && c.speed > k->world->def.hit_speed) tell(k->world, k->mover, &c);
    }
}
