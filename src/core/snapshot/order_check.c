/* order_check.c: is what the solver keeps of its order what the contacts say?
 *
 * Colours are kept twice: by contact, and as bits that each body has taken. Contacts of one colour
 * are solved side by side, so a body that two of them share would lose what one did; and a bit that
 * nobody has is never given out again. So both are compared. */
#include "snapshot/order_check.h"

#include "data/contact_access.h"
#include "data/world.h"
#include "snapshot/sound.h"
#include "solver/order/color.h"

#define PLACES 512 /* count of values of cn_Node.place */
/* count: a cut comes once in several steps, so no world that has run has had as many, and none
 * comes from there to where it wraps round */
#define MOST_CUTS (1 << 30)
/* count of levels of parts beyond the first, of which a body has colours each: color.c */
#define BORDERS 3

static bool node_is_sound(const cn_World *w, const cn_Node *n) {
    return cn_sound_link(n->a, w->bodies.count) && cn_sound_link(n->b, w->bodies.count) &&
           n->place < PLACES;
}

/* Bodies that have come since the last step have no bits yet, nor have their contacts a colour. */
static bool has_bits(const cn_OrderMemory *o, int part, int body) {
    if (part < CN_PART_PAIRS) return body < o->body_colors_capacity;
    return BORDERS * (body + 1) <= o->border_colors_capacity;
}

/* A colour of the first round is of a part that there is; those of others are given anew. Each
 * round gives at least one of so many contacts its colour. */
static bool color_is_sound(const cn_OrderMemory *o, const cn_Node *n, uint32_t color,
                           int contacts) {
    if (color == 0) return true;
    if (n->a < 0 && n->b < 0) return false;
    uint64_t most = (uint64_t)CN_ROUND * ((uint64_t)contacts + 1);
    if (color > CN_ROUND) return o->more_uncolored && color <= most;
    int part = (int)(color - 1) / CN_COLORS;
    if (part != CN_PART_FREE && !o->domains_used) return false;
    return has_bits(o, part, n->a) && has_bits(o, part, n->b);
}

/* What was to solve has a node, and a colour if it is not to get one in any case. Which come and
 * which go is found anew. */
static bool solid_is_sound(const cn_World *w) {
    const cn_OrderMemory *o = &w->scratch.order;
    for (int i = 0; i < cn_contact_words(w) && i < o->solid_words_capacity; i++)
        for (uint64_t bits = o->solid_words[i].solid; bits; bits &= bits - 1) {
            int contact = cn_contact_at(i, bits);
            if (contact >= o->node_capacity || contact >= o->color_capacity) return false;
            if (o->color[contact] == 0 && !o->more_uncolored) return false;
        }
    return true;
}

static bool colors_are_sound(const cn_World *w) {
    const cn_OrderMemory *o = &w->scratch.order;
    int colors = cn_contact_words(w) * 64;
    for (int i = 0; i < colors && i < o->node_capacity; i++) {
        if (!node_is_sound(w, &o->node[i])) return false;
        if (i < o->color_capacity && !color_is_sound(o, &o->node[i], o->color[i], colors))
            return false;
    }
    for (int i = o->node_capacity; i < colors && i < o->color_capacity; i++)
        if (o->color[i] != 0) return false;
    return solid_is_sound(w);
}

static bool bins_are_sound(const cn_World *w) {
    const cn_OrderMemory *o = &w->scratch.order;
    int n = o->bin_bodies;
    if ((o->bins > 1 && o->bins != CN_BINS) || o->bins < 0 || n < 0 || n > w->bodies.count)
        return false;
    if (o->domain_cut < 0 || o->domain_cut > MOST_CUTS) return false;
    if (o->bin_root_capacity < n || o->home_bin_capacity < n) return false;
    if (o->bins > 1 && n < w->bodies.count && n == 0) return false;
    for (int i = 0; i < n; i++) /* the root of each is the lowest: chains end */
        if (!cn_sound_index(o->bin_root[i], i + 1) || o->home_bin[i] >= CN_BINS) return false;
    for (int i = 0; i < w->bodies.count && i < o->domain_capacity; i++)
        if (o->domain[i] > 8) return false;
    return true;
}

/* ---- bits of colours ---------------------------------------------------------------------- */

/* Where the bits of a body stand for the colours of this part. */
static uint64_t *bits_of(cn_World *w, int part, int body) {
    cn_OrderMemory *o = &w->scratch.order;
    if (part < CN_PART_PAIRS) return &o->body_colors[body];
    int level = part < CN_PART_QUARTERS ? 0 : part < CN_PART_MIDDLE ? 1 : 2;
    return &o->border_colors[BORDERS * body + level];
}

/* Takes the bit away where it was, or the reverse; false if it was not so. */
static bool turn(uint64_t *bits, uint64_t bit, bool was) {
    bool sound = ((*bits & bit) != 0) == was;
    *bits ^= bit;
    return sound;
}

static bool turn_all(cn_World *w, bool was) {
    const cn_OrderMemory *o = &w->scratch.order;
    int colors = cn_contact_words(w) * 64;
    bool sound = true;
    for (int i = 0; i < colors && i < o->color_capacity && i < o->node_capacity && sound; i++) {
        if (!cn_color_kept(&w->scratch, i)) continue;
        const cn_Node *n = &o->node[i];
        int color = cn_color_of(&w->scratch, i), part = color / CN_COLORS;
        uint64_t bit = (uint64_t)1 << (color % CN_COLORS);
        sound = (n->a < 0 || turn(bits_of(w, part, n->a), bit, was)) &&
                (n->b < 0 || turn(bits_of(w, part, n->b), bit, was));
    }
    return sound;
}

/* With the bits of all contacts taken away nothing is left; then they are put back. */
static bool bits_are_those_of_contacts(cn_World *w) {
    const cn_OrderMemory *o = &w->scratch.order;
    uint64_t rest = 0;
    if (!turn_all(w, true)) return false;
    for (int i = 0; i < o->body_colors_capacity; i++) rest |= o->body_colors[i];
    for (int i = 0; i < o->border_colors_capacity; i++) rest |= o->border_colors[i];
    return rest == 0 && turn_all(w, false);
}

void cn_order_check(cn_World *w, cn_Image *im) {
    cn_image_expect(im, bins_are_sound(w) && colors_are_sound(w) && bits_are_those_of_contacts(w),
                    "the order of the solver", "has a value that is none");
}
