/* contact_check.c: are contacts and pairs of shapes what pieces and bodies say?
 *
 * Where one of two shapes has several pieces their contacts share a record, which goes with the
 * last of them. A forged count would let it go while others still have it, or keep it for ever, so
 * contacts are counted. Not here: lists of contacts (world_check.c) and their colours
 * (order_check.c). */
#include "snapshot/contact_check.h"

#include <string.h>

#include "base/memory.h"
#include "contact/manifold.h"
#include "data/contact_access.h"
#include "snapshot/sound.h"

/* ---- contacts ----------------------------------------------------------------------------- */

/* bits: all that there are, CN_CONTACT_CURVED is the last of them */
#define CONTACT_FLAGS (((uint32_t)CN_CONTACT_CURVED << 1) - 1)

static bool contact_is_sound(const cn_World *w, int i) {
    const cn_Contact *c = &w->contact[i];
    const cn_ContactCold *cold = &w->contact_cold[i];
    int ends = 2 * w->contacts.count;
    if (!cn_sound_slot(&w->pieces, c->piece_a) || !cn_sound_slot(&w->pieces, c->piece_b) ||
        c->count < 0 || c->count > 2 || w->piece[c->piece_a].body != c->body_a ||
        w->piece[c->piece_b].body != c->body_b || c->body_a == c->body_b)
        return false;
    uint32_t kind = CN_CONTACT_KIND | CN_CONTACT_TURNED | CN_CONTACT_PLANE;
    if (c->flags & ~CONTACT_FLAGS) return false;
    if ((c->flags & kind) != cn_manifold_kind(&w->piece[c->piece_a], &w->piece[c->piece_b]))
        return false;
    for (int k = 0; k < 2; k++)
        if (!cn_sound_link(cold->next[k], ends) || !cn_sound_link(cold->previous[k], ends))
            return false;
    return cn_sound_floats(&c->normal,
                           offsetof(cn_Contact, piece_a) - offsetof(cn_Contact, normal)) &&
           CN_SOUND_FLOATS(cold->restitution) && c->friction >= 0;
}

static bool bits_are_sound(const cn_World *w, const uint64_t *words, int count) {
    for (int i = 0; i < count; i++)
        for (uint64_t bits = words[i]; bits; bits &= bits - 1) {
            if (!cn_sound_slot(&w->contacts, cn_contact_at(i, bits))) return false;
        }
    return true;
}

static bool contacts_are_sound(const cn_World *w) {
    int rare = w->contact_rare_capacity, words = cn_contact_words(w);
    for (int i = 0; i < w->contacts.count; i++)
        if (cn_slots_live(&w->contacts, i) && !contact_is_sound(w, i)) return false;
    for (int i = 0; i < rare && i < w->contacts.count; i++) {
        const cn_ContactRare *r = &w->contact_rare[i];
        if (!cn_slots_live(&w->contacts, i)) continue;
        if (r->pair < 0 || !CN_SOUND_FLOATS(r->rolling) || !CN_SOUND_FLOATS(r->surface_speed) ||
            !CN_SOUND_FLOATS(r->rolling_impulse))
            return false;
    }
    for (int i = 0; i < w->unasked_count; i++)
        if (!cn_sound_index(w->unasked[i], w->contacts.count)) return false;
    return bits_are_sound(w, w->active, words) && bits_are_sound(w, w->waiting, words);
}

/* ---- pairs of shapes ---------------------------------------------------------------------- */

/* What the contacts of a pair are counted to be. */
typedef struct Tally {
    int contacts, touching;
} Tally;

static bool count_contacts(const cn_World *w, Tally *tally) {
    memset(tally, 0, (size_t)w->pairs.count * sizeof *tally);
    for (int i = 0; i < w->contacts.count; i++) {
        int pair = cn_slots_live(&w->contacts, i) ? cn_contact_pair(w, i) : -1;
        const cn_Contact *c = &w->contact[i];
        if (pair == -1) continue;
        if (!cn_sound_slot(&w->pairs, pair) || w->pair[pair].shape_a != cn_contact_shape_a(w, c) ||
            w->pair[pair].shape_b != cn_contact_shape_b(w, c))
            return false;
        tally[pair].contacts++;
        tally[pair].touching += (c->flags & CN_CONTACT_TOUCHING) != 0;
    }
    return true;
}

static bool pairs_are_sound(const cn_World *w, Tally *tally) {
    if (!count_contacts(w, tally)) return false;
    for (int i = 0; i < w->pairs.count; i++) {
        const cn_ShapePair *p = &w->pair[i];
        if (cn_slots_live(&w->pairs, i) && (p->contacts == 0 || p->contacts != tally[i].contacts ||
                                            p->touching != tally[i].touching))
            return false;
    }
    return true;
}

static void check_pairs(cn_World *w, cn_Image *im) {
    size_t bytes = ((size_t)w->pairs.count + 1) * sizeof(Tally);
    Tally *tally = cn_alloc(bytes);
    if (!tally) {
        cn_image_starve(im);
        return;
    }
    cn_image_expect(im, pairs_are_sound(w, tally), "a pair of shapes", "miscounts its contacts");
    cn_free(tally, bytes);
}

/* ---- all ---------------------------------------------------------------------------------- */

void cn_contacts_check(cn_World *w, cn_Image *im) {
    if (cn_image_expect(im, contacts_are_sound(w), "a contact", "has a value that is none"))
        check_pairs(w, im);
}
