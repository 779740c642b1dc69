/* rebound.c: which bodies a blow may send back at speed.
 *
 * In a step a body goes straight on, or, after a blow, anywhere: then its boxes have to reach to
 * all sides. Which it is depends on its own surfaces and contacts alone, not on the world: a body
 * is CN_BODY_LIVELY while one of these has a restitution of CN_DULL and more. What is dull goes
 * straight on until something lively comes into its way; in that step its boxes are made anew, and
 * pairs are found once more (broad_phase.c).
 * Bodies of a crowd go straight on whatever they are: what they had of lively contacts may stay
 * noted until the crowd has left. */
#include "contact/rebound.h"

#include "data/body_access.h"
#include "data/contact_access.h"
#include "data/shape_access.h"

static void set_lively(cn_World *w, int body, bool lively) {
    if (lively)
        w->body_flags[body] |= CN_BODY_LIVELY;
    else
        w->body_flags[body] &= ~(uint32_t)CN_BODY_LIVELY;
}

static bool has_lively_contact(const cn_World *w, int body) {
    for (int link = w->cold[body].first_contact; link >= 0; link = cn_contact_next(w, link))
        if (w->contact[link >> 1].flags & CN_CONTACT_LIVELY) return true;
    return false;
}

static bool is_lively_shape(const cn_World *w, int shape) {
    const cn_Shape *s = &w->shape[shape];
    if (cn_shape_traits(w, shape)->restitution >= CN_DULL) return true;
    for (int i = 0; i < cn_shape_material_count(s); i++)
        if ((float)w->materials[s->first_material + i].restitution >= CN_DULL) return true;
    return false;
}

static bool has_lively_shape(const cn_World *w, int body) {
    for (int s = w->cold[body].first_shape; s >= 0; s = w->shape[s].next)
        if (is_lively_shape(w, s)) return true;
    return false;
}

static bool is_lively(const cn_World *w, int body) {
    return has_lively_contact(w, body) || has_lively_shape(w, body);
}

void cn_rebound_note(cn_World *w, int body) {
    if (w->cold[body].type == CN_STATIC) return; /* it does not move */
    if (is_lively(w, body))
        set_lively(w, body, true);
    else
        cn_rebound_lose(w, body);
}

void cn_rebound_note_shape(cn_World *w, int shape) {
    int body = w->shape[shape].body;
    if (w->cold[body].type == CN_STATIC) return;
    if (is_lively_shape(w, shape))
        set_lively(w, body, true);
    else
        cn_rebound_lose(w, body);
}

void cn_rebound_lose(cn_World *w, int body) {
    bool known = w->body_flags[body] & CN_BODY_LIVELY && w->cold[body].type != CN_STATIC;
    if (known && w->cold[body].near_count <= CN_CROWD && !is_lively(w, body))
        set_lively(w, body, false);
}

void cn_rebound_lose_contact(cn_World *w, int body_a, int body_b) {
    cn_rebound_lose(w, body_a);
    cn_rebound_lose(w, body_b);
}

bool cn_rebound_strays(const cn_World *w, int body) {
    const uint32_t all = CN_BODY_REACH | CN_BODY_STRAIGHT | CN_BODY_LIVELY;
    return (w->body_flags[body] & (all | CN_BODY_CROWDED | CN_BODY_KINEMATIC)) == all;
}

static bool meets(cn_World *w, int body) {
    if (w->body_flags[body] & CN_BODY_LIVELY || w->cold[body].type == CN_STATIC) return false;
    set_lively(w, body, true);
    return cn_rebound_strays(w, body);
}

bool cn_rebound_meet(cn_World *w, int contact) {
    const cn_Contact *c = &w->contact[contact];
    if (!(c->flags & CN_CONTACT_LIVELY)) return false;
    bool a = meets(w, c->body_a), b = meets(w, c->body_b);
    return a || b;
}

void cn_rebound_note_all(cn_World *w) {
    for (int i = 0; i < w->bodies.count; i++)
        if (cn_slots_live(&w->bodies, i) && w->cold[i].type != CN_STATIC && is_lively(w, i))
            set_lively(w, i, true);
}
