/* load.c: what contacts do to a shape: forces, averaged over the last step.
 *
 * Contacts that sleep keep what they bore when they were solved last. Where a pair of shapes has
 * stood still since, that is what it bears now. */
#include "contact/contact.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"

void cn_contact_force(const cn_World *w, const cn_Manifold *m, double *normal, double *tangent) {
    double dt = (double)w->scratch.dt;
    *normal = *tangent = 0;
    for (int i = 0; i < m->count && i < CN_MAX_MANIFOLD_POINTS && dt > 0; i++) {
        *normal += (double)m->points[i].normal_impulse / dt;
        *tangent += (double)m->points[i].tangent_impulse / dt;
    }
}

double cn_shape_load(const cn_World *w, cn_ShapeId shape, double *fx, double *fy) {
    double load = 0, dt = (double)w->scratch.dt;
    int slot = (int)shape.index;
    *fx = *fy = 0;
    if (!cn_shape_live(w, shape) || !(dt > 0)) return 0;
    for (int link = w->cold[w->shape[slot].body].first_contact; link >= 0;
         link = cn_contact_next(w, link)) {
        const cn_Contact *c = &w->contact[link >> 1];
        bool a = w->piece[c->piece_a].shape == slot, b = w->piece[c->piece_b].shape == slot;
        if ((!a && !b) || c->flags & CN_CONTACT_SENSOR) continue;
        cn_Vec n = c->normal, t = cn_right(n);
        double sign = a ? -1 : 1; /* impulses act on b */
        for (int i = 0; i < c->count; i++) {
            double p = (double)c->total[i].normal, q = (double)c->total[i].tangent;
            load += p;
            *fx += sign * (p * (double)n.x + q * (double)t.x);
            *fy += sign * (p * (double)n.y + q * (double)t.y);
        }
    }
    *fx /= dt, *fy /= dt;
    return load / dt;
}
