/* dominance.c: bodies that push others and are not pushed by them, as Rapier's dominance groups.
 *
 * Where two dynamic bodies meet, the one with the higher dominance counts as a wall: the other gets
 * the whole impulse, and momentum is conserved no more. Few bodies have one, so they stand in a
 * list beside the bodies, and a flag of the body says that it is in there. Their contacts are
 * special as belts are: what such a contact has the solver asks for by itself.
 * Not here: what it makes of masses (world/dominance_entry.c). */
#include "objects/dominance.h"

#include <string.h>

#include "base/memory.h"
#include "contact/contact_mix.h"
#include "data/contact_access.h"
#include "world/check.h"
#include "world/dominance_entry.h"

cn_Result cn_dominance_check(cn_Error *e, const cn_BodyDef *d) {
    if (d->dominance >= -CN_MAX_DOMINANCE && d->dominance <= CN_MAX_DOMINANCE) return CN_OK;
    return cn_refuse(e, CN_RANGE, "dominance", "must be an integer in %d..%d, got %d",
                     -CN_MAX_DOMINANCE, CN_MAX_DOMINANCE, d->dominance);
}

bool cn_dominance_reserve(cn_World *w, const cn_BodyDef *d) {
    if (d->dominance == 0) return true;
    return CN_GROW(w->dominance, w->dominance_count + 1) &&
           (w->contacts.count == 0 || cn_contact_reserve_rare(w, w->contacts.count - 1));
}

/* Its contacts learn of it. */
static void mix_contacts(cn_World *w, int body) {
    for (int link = w->cold[body].first_contact; link >= 0; link = cn_contact_next(w, link))
        cn_contact_mix(w, link >> 1);
}

static void take_out(cn_World *w, int body) {
    int at = cn_dominance_place(w, body);
    memmove(&w->dominance[at], &w->dominance[at + 1],
            (size_t)(--w->dominance_count - at) * sizeof *w->dominance);
    w->body_flags[body] &= ~(uint32_t)CN_BODY_DOMINANT;
}

void cn_dominance_put(cn_World *w, int body, const cn_BodyDef *d) {
    int old = cn_dominance_of(w, body);
    if (d->dominance == old) return;
    if (d->dominance == 0) {
        take_out(w, body);
    } else {
        int at = cn_dominance_place(w, body);
        if (old == 0)
            memmove(&w->dominance[at + 1], &w->dominance[at],
                    (size_t)(w->dominance_count++ - at) * sizeof *w->dominance);
        w->body_flags[body] |= CN_BODY_DOMINANT;
        w->dominance[at] = (cn_Dominance){body, d->dominance};
        w->special_surfaces = true;
    }
    mix_contacts(w, body);
}

void cn_dominance_drop(cn_World *w, int body) {
    if (w->body_flags[body] & CN_BODY_DOMINANT) take_out(w, body);
}
