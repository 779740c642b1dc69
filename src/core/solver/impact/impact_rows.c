/* impact_rows.c: what a blow does to the rows of its contact.
 * Not here: when there are blows (impact.c), the rows themselves (wide/contact_kernel.h). */
#include "data/body_access.h"
#include "data/world.h"
#include "solver/impact/impact.h"
#include "wide/contact_block.h"
#include "wide/motion.h"
#include "world/dominance_entry.h"

static void fill_point(cn_Block *k, int lane, int index, cn_Vec ra, cn_Vec n, cn_Vec d, float gap,
                       cn_Mass ma, cn_Mass mb) {
    cn_BlockPoint *q = &k->point[index];
    cn_Vec rb = cn_add(ra, d), t = cn_right(n);
    q->rx[lane] = ra.x;
    q->ry[lane] = ra.y;
    q->base[lane] = gap - cn_dot(d, n);
    q->normal_mass[lane] = cn_row_mass(ma, mb, cn_cross(ra, n), cn_cross(rb, n));
    k->late[index].tangent_mass[lane] = cn_row_mass(ma, mb, cn_cross(ra, t), cn_cross(rb, t));
}

static void forget(cn_World *w, int body, cn_Vec p, cn_Vec r, float inv_m, float inv_i) {
    if (inv_m == 0) return;
    cn_Station at = cn_station(w, body);
    at.block->given_x[at.lane] -= inv_m * p.x;
    at.block->given_y[at.lane] -= inv_m * p.y;
    at.block->given_w[at.lane] -= inv_i * cn_cross(r, p);
}

/* Else the warm start by body would push on after the rows have forgotten. In the first sub-step
 * nothing has been pushed yet: first says so. */
void cn_impact_retract(cn_World *w, const cn_Contact *c, bool first) {
    cn_Seat seat = cn_seat_of(w, c);
    cn_Block *k = seat.block;
    int lane = seat.lane;
    cn_Vec n = {k->nx[lane], k->ny[lane]}, d = {k->dx[lane], k->dy[lane]};
    for (int i = 0; i < 2; i++) {
        cn_BlockPoint *q = &k->point[i];
        float *normal = &q->normal_impulse[lane], *tangent = &k->late[i].tangent_impulse[lane];
        if (*normal == 0 && *tangent == 0) continue;
        cn_Vec p = cn_mul_add(cn_scale(*normal, n), *tangent, cn_right(n));
        cn_Vec ra = {q->rx[lane], q->ry[lane]};
        *normal = *tangent = 0;
        if (first) continue;
        forget(w, c->body_a, cn_neg(p), ra, k->inv_ma[lane], k->inv_ia[lane]);
        forget(w, c->body_b, p, cn_add(ra, d), k->inv_mb[lane], k->inv_ib[lane]);
    }
}

/* How far a core has turned away from where its arm says it is. */
static cn_Vec turned(cn_Rot dq, cn_Vec core) { return cn_sub(cn_rotate(dq, core), core); }

void cn_impact_refit(cn_World *w, const cn_Contact *c, const cn_ImpactManifold *manifold, cn_Xf a,
                     cn_Xf b) {
    cn_Seat seat = cn_seat_of(w, c);
    cn_Block *k = seat.block;
    int lane = seat.lane;
    cn_Vec n = manifold->normal, d = cn_sub(manifold->rb[0], manifold->ra[0]);
    float round_a = w->piece[c->piece_a].radius, round_b = w->piece[c->piece_b].radius;
    k->nx[lane] = n.x, k->ny[lane] = n.y;
    k->dx[lane] = d.x, k->dy[lane] = d.y;
    k->two |= manifold->count > 1;
    cn_Vec way = cn_sub(b.p, a.p);
    cn_Mass ma, mb;
    cn_contact_masses(w, c, &ma, &mb);
    for (int i = 0; i < 2; i++) {
        if (i >= manifold->count) {
            k->point[i].normal_mass[lane] = k->late[i].tangent_mass[lane] = 0;
            k->point[i].normal_impulse[lane] = k->late[i].tangent_impulse[lane] = 0;
            continue;
        }
        cn_Vec ra = manifold->ra[i];
        fill_point(k, lane, i, ra, n, d, manifold->gap[i] - round_a - round_b, ma, mb);
        cn_Vec core_a = cn_mul_add(ra, -round_a, n);
        cn_Vec core_b = cn_mul_add(cn_add(ra, d), round_b, n);
        cn_Vec come = cn_add(way, cn_sub(turned(b.q, core_b), turned(a.q, core_a)));
        k->point[i].base[lane] -= cn_dot(n, come);
    }
}

/* The stop may wait for the end of a sub-step, where the way is short against the bodies: then
 * eight rows at a time do what a blow does, and all of a crowd at once (Moreau, "Unilateral Contact
 * and Dry Friction in Finite Freedom Dynamics", 1988). They only have to know where the contact is
 * now, which they do not of what moves far in a step. */
void cn_impact_trail(cn_World *w, cn_Seat seat, bool first, const cn_ImpactManifold *manifold) {
    cn_StepMemory *s = &w->scratch;
    cn_Block *k = seat.block;
    int lane = seat.lane;
    uint8_t bit = (uint8_t)(1u << lane);
    const cn_Contact *c = &w->contact[k->rare->contact[lane]];
    if (manifold->count == 0) {
        k->muted |= bit;
        k->rare->bounce_gap[lane] = -CN_NEVER;
        return;
    }
    const cn_Motion *a = &s->order.step_motion[k->a[lane]], *b = &s->order.step_motion[k->b[lane]];
    if (!manifold->clear) cn_impact_retract(w, c, first);
    cn_impact_refit(w, c, manifold, (cn_Xf){{a->dx, a->dy}, a->dq}, (cn_Xf){{b->dx, b->dy}, b->dq});
    if (manifold->clear) return;
    if (k->rare->rebound[0][lane] > 0 || k->rare->rebound[1][lane] > 0) k->rebounding |= bit;
    if (CN_GROW(s->impact.stopped, s->impact.stopped_count + 1))
        s->impact.stopped[s->impact.stopped_count++] = s->order.lane[c - w->contact];
}

void cn_impact_part(cn_World *w, bool first) {
    cn_StepMemory *s = &w->scratch;
    for (int i = 0; i < s->impact.stopped_count; i++) {
        cn_Seat seat = cn_seat_at(w, s->impact.stopped[i]);
        cn_impact_retract(w, &w->contact[seat.block->rare->contact[seat.lane]], first);
    }
    s->impact.stopped_count = 0;
}

/* Rows see the gap along the normal of the step's beginning, and arms that turn from where they
 * were then, which is wrong for what passes a corner, or has turned far: a contact that the impact
 * phase has followed through a sub-step without a touch does not overlap, whatever its rows say. */
void cn_impact_vouch(cn_Seat seat, bool clear) {
    float *depth = &seat.block->rare->bounce_depth[seat.lane];
    if (clear)
        *depth = CN_NEVER;
    else if (*depth == CN_NEVER)
        *depth = CN_BOUNCE_DEPTH;
}

/* Too many blows: from now on the rows do what they do for any contact. */
void cn_impact_yield(cn_World *w, const cn_Contact *c) {
    cn_Seat seat = cn_seat_of(w, c);
    cn_Block *k = seat.block;
    int lane = seat.lane;
    k->rare->bounce_gap[lane] = k->rare->bounce_speed[lane] = INFINITY;
}
