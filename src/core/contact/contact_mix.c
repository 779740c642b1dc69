/* contact_mix.c: friction, restitution, rolling and surface speed of a contact, from the materials
 * of its two pieces, and what its shapes ask for of it.
 *
 * Two frictions become one by the rule of the world, or by that of a shape that has its own: of two
 * such the stronger. Mixed when a contact begins and when a material changes; `pre_solve` may set
 * others for a step. Not here: materials themselves (objects/material.c), the friction impulse
 * (wide/contact_kernel.h), when a restitution is a rebound (rebound.c). */
#include "contact/contact_mix.h"

#include <math.h>

#include "activity/activity.h"
#include "contact/rebound.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "world/dominance_entry.h"

static float mix(cn_Mix rule, float a, float b) {
    switch (rule) {
    case CN_MIX_MIN:
        return cn_minf(a, b);
    case CN_MIX_MAX:
        return cn_maxf(a, b);
    case CN_MIX_AVERAGE:
        return 0.5f * a + 0.5f * b;
    case CN_MIX_MULTIPLY:
        return a * b;
    default:
        return sqrtf(a * b);
    }
}

typedef struct Surface {
    float friction, restitution, rolling, speed;
    uint8_t friction_mix, restitution_mix; /* as cn_Traits has them */
} Surface;

static Surface surface_of(const cn_World *w, int piece) {
    const cn_Shape *s = &w->shape[w->piece[piece].shape];
    const cn_Traits *t = &w->traits[s->traits];
    if (!s->has_materials)
        return (Surface){t->friction,      t->restitution,  t->rolling,
                         t->surface_speed, t->friction_mix, t->restitution_mix};
    const cn_Material *m = &w->materials[s->first_material + w->piece[piece].index];
    return (Surface){(float)m->friction,      (float)m->restitution, (float)m->rolling,
                     (float)m->surface_speed, t->friction_mix,       t->restitution_mix};
}

/* What goes before what, where two shapes have rules of their own. */
static cn_Mix rule_of(cn_Mix usual, uint8_t a, uint8_t b) {
    static const uint8_t rank[] = {[0] = 0,
                                   [1 + CN_MIX_AVERAGE] = 1,
                                   [1 + CN_MIX_GEOMETRIC] = 2,
                                   [1 + CN_MIX_MIN] = 3,
                                   [1 + CN_MIX_MULTIPLY] = 4,
                                   [1 + CN_MIX_MAX] = 5};
    uint8_t own = rank[a] > rank[b] ? a : b;
    return own ? (cn_Mix)(own - 1) : usual;
}

static float restitution_of(const cn_World *w, Surface a, Surface b) {
    cn_Mix rule = rule_of(w->def.restitution_mix, a.restitution_mix, b.restitution_mix);
    return mix(rule, a.restitution, b.restitution);
}

float cn_contact_surface_speed(const cn_World *w, int piece) { return surface_of(w, piece).speed; }

float cn_contact_restitution(const cn_World *w, int piece_a, int piece_b) {
    return restitution_of(w, surface_of(w, piece_a), surface_of(w, piece_b));
}

bool cn_contact_reserve_rare(cn_World *w, int contact) {
    return CN_GROW(w->contact_rare, contact + 1);
}

void cn_contact_set_surface(cn_World *w, int contact, float rolling, float speed) {
    cn_Contact *c = &w->contact[contact];
    bool special = rolling > 0 || speed != 0 || cn_dominance_lead(w, c->body_a, c->body_b) != 0;
    if (special && !cn_contact_reserve_rare(w, contact)) {
        w->out_of_memory = true;
        special = false;
    }
    c->flags = (c->flags & ~(uint32_t)CN_CONTACT_SPECIAL) | (special ? CN_CONTACT_SPECIAL : 0u);
    if (contact >= w->contact_rare_capacity) return;
    cn_ContactRare *rare = &w->contact_rare[contact];
    rare->rolling = special ? rolling : 0;
    rare->surface_speed = special ? speed : 0;
    if (rare->rolling == 0) rare->rolling_impulse = 0;
}

void cn_contact_mix(cn_World *w, int contact) {
    cn_Contact *c = &w->contact[contact];
    uint32_t before = c->flags;
    cn_activity_disturb_both(w, c->body_a, c->body_b, CN_DISTURBED_FORCED);
    cn_contact_blend(w, contact);
    if (!((before ^ c->flags) & CN_CONTACT_LIVELY)) return;
    if (before & CN_CONTACT_LIVELY)
        cn_rebound_lose_contact(w, c->body_a, c->body_b);
    else
        (void)cn_rebound_meet(w, contact);
}

void cn_contact_blend(cn_World *w, int contact) {
    cn_Contact *c = &w->contact[contact];
    cn_ContactCold *cold = &w->contact_cold[contact];
    Surface a = surface_of(w, c->piece_a), b = surface_of(w, c->piece_b);
    float size = cn_maxf(w->piece[c->piece_a].radius, w->piece[c->piece_b].radius);
    cn_Mix rule = rule_of(w->def.friction_mix, a.friction_mix, b.friction_mix);
    c->friction = mix(rule, a.friction, b.friction);
    cold->restitution = restitution_of(w, a, b);
    /* The tangent is the normal turned right: a floor as A (normal up) moves its load along the
     * tangent, +x; as B (normal down) it moves A against the tangent's reverse: +x again. */
    cn_contact_set_surface(w, contact, cn_maxf(a.rolling, b.rolling) * size, a.speed + b.speed);
    const cn_Traits *sa = cn_shape_traits(w, cn_contact_shape_a(w, c));
    const cn_Traits *sb = cn_shape_traits(w, cn_contact_shape_b(w, c));
    uint32_t mask = CN_CONTACT_PRE_SOLVE | CN_CONTACT_EVENTS | CN_CONTACT_ONE_WAY |
                    CN_CONTACT_BOUNCY | CN_CONTACT_LIVELY;
    uint32_t on = (sa->pre_solve || sb->pre_solve ? CN_CONTACT_PRE_SOLVE : 0u) |
                  (sa->events && sb->events ? CN_CONTACT_EVENTS : 0u) |
                  (sa->has_one_way || sb->has_one_way ? CN_CONTACT_ONE_WAY : 0u) |
                  cn_contact_bounce(cold->restitution);
    c->flags = (c->flags & ~mask) | on;
}
