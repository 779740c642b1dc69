/* impact_merge.c: a blow upon level ground of several pieces is one blow.
 *
 * What falls flat over the seam of two tiles meets both at once. Struck one after the other, each
 * at its own end of the body, they would set it spinning and throw it up. So the touch of the first
 * takes in those of the others that come in the same direction at the same time: their outermost
 * points are all that one floor would have. */
#include "contact/static_contacts.h"
#include "data/world.h"
#include "solver/impact/impact.h"

#define SAME  0.9999f /* ratio, cosine of the angle between normals: what is closer is level */
#define APART 0.001f  /* m: nearer points are one, as the vertex that two segments share */

/* Arms of point i, from the centres of the body that moves and of the ground. */
typedef struct Arms {
    cn_Vec body, ground;
    float gap;
} Arms;

static Arms arms_of(const cn_ImpactManifold *t, int i, bool ground_is_a) {
    return ground_is_a ? (Arms){t->rb[i], t->ra[i], t->gap[i]}
                       : (Arms){t->ra[i], t->rb[i], t->gap[i]};
}

static void put_arms(cn_ImpactManifold *t, int i, bool ground_is_a, Arms arms) {
    t->ra[i] = ground_is_a ? arms.ground : arms.body;
    t->rb[i] = ground_is_a ? arms.body : arms.ground;
    t->gap[i] = arms.gap;
}

/* The outermost two along the surface, of those that there are and one more. */
static void take_in(cn_ImpactManifold *t, bool ground_is_a, Arms more) {
    cn_Vec along = cn_right(t->normal);
    Arms low = arms_of(t, 0, ground_is_a), high = arms_of(t, t->count - 1, ground_is_a);
    if (cn_dot(low.body, along) > cn_dot(high.body, along)) {
        Arms swap = low;
        low = high, high = swap;
    }
    float at = cn_dot(more.body, along);
    if (at < cn_dot(low.body, along) - APART)
        low = more;
    else if (at > cn_dot(high.body, along) + APART)
        high = more;
    else
        return;
    put_arms(t, 0, ground_is_a, low);
    put_arms(t, 1, ground_is_a, high);
    t->count = 2;
}

/* The other ground is the same, or at rest like it: what it does at a point does not depend on
 * which of the two is there. */
static bool level_with(const cn_World *w, int ground, int other) {
    if (other == ground) return true;
    return w->cold[other].type == CN_STATIC && w->cold[ground].type == CN_STATIC;
}

static void join(const cn_ImpactStep *f, const cn_Contact *k, bool a_too, bool ground_is_a, float t,
                 cn_ImpactManifold *manifold) {
    cn_ImpactManifold more;
    float sign = a_too == ground_is_a ? 1 : -1;
    if (sign * cn_dot(k->normal, manifold->normal) < SAME) return;
    if (cn_impact_time(f, k, t, &more) != t) return;
    if (sign * cn_dot(more.normal, manifold->normal) < SAME) return;
    for (int i = 0; i < more.count; i++)
        if (more.gap[i] <= CN_TOUCH) take_in(manifold, ground_is_a, arms_of(&more, i, a_too));
}

void cn_impact_level(const cn_ImpactStep *f, const cn_Contact *c, float t,
                     cn_ImpactManifold *manifold) {
    const cn_World *w = f->w;
    bool ground_is_a = c->flags & CN_CONTACT_WALL_A;
    if (manifold->count == 0 || !(c->flags & CN_CONTACT_WALL)) return;
    int ground = ground_is_a ? c->body_a : c->body_b, body = ground_is_a ? c->body_b : c->body_a;
    for (int i = cn_static_contacts_first(w, body); i >= 0; i = w->scratch.contact.walls[i].next) {
        const cn_Contact *k = &w->contact[w->scratch.contact.walls[i].contact];
        bool a_too = k->flags & CN_CONTACT_WALL_A;
        if (k == c || k->count == 0 || !cn_impact_candidate(w, k)) continue;
        if (!level_with(w, ground, a_too ? k->body_a : k->body_b)) continue;
        join(f, k, a_too, ground_is_a, t, manifold);
    }
}
