/* solver_contact.c: contacts into blocks before the sub-steps, and impulses back after them.
 * The arithmetic of the sub-steps is in wide/kernel.h. */
#include "impact.h"
#include "wide/block.h"
#include "world.h"

/* A spring of a given frequency and damping ratio as three numbers for a velocity row.
 * Source: Catto, "Soft Constraints", GDC 2011; in this form from Solver2D, 2024. */
typedef struct Softness {
    float bias_rate, mass_scale, impulse_scale;
} Softness;

static Softness make_softness(float hertz, float damping_ratio, float h) {
    float omega = 2.0f * (float)CN_PI * hertz;
    float a1 = 2.0f * damping_ratio + h * omega;
    float a2 = h * omega * a1;
    float a3 = 1.0f / (1.0f + a2);
    return (Softness){omega / a1, a2 * a3, a3};
}

static float invert(float k) { return k > 0 ? 1.0f / k : 0; }

static void fill_point(cn_Block *k, int lane, int index, const cn_ContactPoint *p, cn_Vec n,
                       cn_Vec d, float radii, cn_Mass ma, cn_Mass mb) {
    cn_BlockPoint *q = &k->point[index];
    cn_Vec ra = p->r, rb = cn_add(p->r, d), t = cn_right(n);
    float na = cn_cross(ra, n), nb = cn_cross(rb, n), ta = cn_cross(ra, t), tb = cn_cross(rb, t);
    float inv_m = ma.inv_m + mb.inv_m;
    q->rx[lane] = ra.x;
    q->ry[lane] = ra.y;
    q->base[lane] = p->separation - cn_dot(d, n) - radii;
    q->normal_mass[lane] = invert(inv_m + ma.inv_i * na * na + mb.inv_i * nb * nb);
    q->tangent_mass[lane] = invert(inv_m + ma.inv_i * ta * ta + mb.inv_i * tb * tb);
    q->normal_impulse[lane] = p->normal_impulse;
    q->tangent_impulse[lane] = p->tangent_impulse;
}

#define NO_LIMIT   1e30f
#define BOUNCE_GAP 0.0005f /* m */

/* m/s, from which an approach is the impact phase's: see impact.c. */
typedef struct Bounce {
    float rebound, fast;
} Bounce;

static void fill_bounce(cn_Block *k, int lane, const cn_Contact *c, Bounce b) {
    float speed = c->flags & CN_CONTACT_FAST ? b.fast : NO_LIMIT;
    if (c->restitution > 0) speed = cn_minf(speed, b.rebound / c->restitution);
    bool bounces = c->flags & CN_CONTACT_BOUNCES;
    k->any_bounce |= bounces;
    k->bounce_speed[lane] = bounces ? speed : NO_LIMIT;
    k->bounce_gap[lane] = bounces ? BOUNCE_GAP : NO_LIMIT;
}

static void fill_lane(const cn_World *w, cn_Block *k, int lane, const Softness soft[2],
                      Bounce bounce) {
    const cn_Contact *c = &w->contact[k->contact[lane]];
    cn_Mass ma = w->mass[c->body_a], mb = w->mass[c->body_b];
    const Softness *s = &soft[ma.inv_m == 0 || mb.inv_m == 0];
    k->a[lane] = c->body_a;
    k->b[lane] = c->body_b;
    k->nx[lane] = c->normal.x;
    k->ny[lane] = c->normal.y;
    k->dx[lane] = c->d.x;
    k->dy[lane] = c->d.y;
    k->inv_ma[lane] = ma.inv_m;
    k->inv_ia[lane] = ma.inv_i;
    k->inv_mb[lane] = mb.inv_m;
    k->inv_ib[lane] = mb.inv_i;
    k->bias_rate[lane] = s->bias_rate;
    k->mass_scale[lane] = s->mass_scale;
    k->impulse_scale[lane] = s->impulse_scale;
    k->friction[lane] = c->friction;
    k->surface_speed[lane] = c->surface_speed;
    fill_bounce(k, lane, c, bounce);
    k->radius_a[lane] = c->radius_a;
    k->radius_b[lane] = c->radius_b;
    if (c->rolling > 0) {
        k->any_rolling = true;
        k->rolling[lane] = c->rolling;
        k->rolling_mass[lane] = invert(ma.inv_i + mb.inv_i);
        k->rolling_impulse[lane] = c->rolling_impulse;
    }
    for (int i = 0; i < c->count; i++)
        fill_point(k, lane, i, &c->points[i], c->normal, c->d, c->radius_a + c->radius_b, ma, mb);
}

/* After a blow the contact's rows have nothing to do until its manifold is made anew. */
void cn_contact_suspend(cn_World *w, const cn_Contact *c) {
    w->scratch.blocks[c->lane / CN_LANES].bounce_gap[c->lane % CN_LANES] = -NO_LIMIT;
}

/* Too many blows: from now on the rows do what they do for any contact. */
void cn_contact_yield(cn_World *w, const cn_Contact *c) {
    cn_Block *k = &w->scratch.blocks[c->lane / CN_LANES];
    k->bounce_gap[c->lane % CN_LANES] = k->bounce_speed[c->lane % CN_LANES] = NO_LIMIT;
}

void cn_contact_prepare(cn_World *w, float h, float bounce_speed) {
    cn_Scratch *s = &w->scratch;
    Bounce bounce = {bounce_speed, cn_impact_fast_speed(h)};
    float hertz = cn_minf(CN_CONTACT_HERTZ, 0.125f / h);
    Softness soft[2] = {make_softness(hertz, CN_CONTACT_DAMPING, h),
                        make_softness(2 * hertz, CN_CONTACT_DAMPING, h)};
    for (int i = 0; i < s->block_count; i++)
        for (int lane = 0; lane < CN_LANES; lane++)
            if (s->blocks[i].contact[lane] >= 0) fill_lane(w, &s->blocks[i], lane, soft, bounce);
}

void cn_contact_store(cn_World *w) {
    const cn_Scratch *s = &w->scratch;
    for (int i = 0; i < s->block_count; i++) {
        const cn_Block *k = &s->blocks[i];
        for (int lane = 0; lane < CN_LANES; lane++) {
            if (k->contact[lane] < 0) continue;
            cn_Contact *c = &w->contact[k->contact[lane]];
            c->rolling_impulse = k->rolling_impulse[lane];
            for (int j = 0; j < c->count; j++) {
                cn_ContactPoint *p = &c->points[j];
                p->normal_impulse = k->point[j].normal_impulse[lane];
                p->tangent_impulse = k->point[j].tangent_impulse[lane];
                p->normal_total = k->point[j].normal_total[lane] + p->impact;
                p->tangent_total = k->point[j].tangent_total[lane];
            }
        }
    }
}
