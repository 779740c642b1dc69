/* color.c: a colour for each contact to solve; contacts of one colour share no body that moves.
 *
 * Each contact takes the first colour that neither of its bodies has, and keeps it for as long as
 * it is solved: in most steps few come and few leave. Contacts that come in one step are served in
 * the order of a hash of the two pieces, so that nothing depends on slots, on threads, or on what
 * happens elsewhere in the world. Contacts with a static or kinematic partner take colours from the
 * top, so that they are solved last: what the floor says holds.
 * What 64 colours cannot hold (hub bodies, heaps at one point) goes through the same again in
 * further rounds of 64, anew in each step in which anything changes; those rounds are solved before
 * the first. Each part of a large island (domain.h) has colours of its own.
 * Not here: what there is to solve, and blocks (contact_blocks.c). */
#include "solver/order/color.h"

#include <string.h>

#include "data/contact_access.h"
#include "data/world.h"
#include "solver/order/domain.h"

#define LEVELS 4 /* count of levels of parts: a body has contacts in one part of each */

static int level_of(int part) {
    if (part < CN_PART_PAIRS) return 0;
    if (part < CN_PART_QUARTERS) return 1;
    return part < CN_PART_MIDDLE ? 2 : 3;
}

bool cn_color_reserve(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int bodies = w->bodies.count, words = cn_contact_words(w);
    bool deep = s->order.domains_used;
    return CN_GROW(s->order.color, words * 64) && CN_GROW(s->order.body_colors, bodies) &&
           (!deep || CN_GROW(s->order.border_colors, (LEVELS - 1) * bodies));
}

static void clear(void *array, int count, size_t size) {
    if (count > 0) memset(array, 0, (size_t)count * size);
}

void cn_color_forget(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    clear(s->order.color, s->order.color_capacity, sizeof *s->order.color);
    clear(s->order.body_colors, s->order.body_colors_capacity, sizeof *s->order.body_colors);
    clear(s->order.border_colors, s->order.border_colors_capacity, sizeof *s->order.border_colors);
}

/* ---- the first round ---------------------------------------------------------------------- */

/* Bits of the colours that a body has in a level. */
static uint64_t *taken(cn_StepMemory *s, int level, int body) {
    return level == 0 ? &s->order.body_colors[body]
                      : &s->order.border_colors[(LEVELS - 1) * body + level - 1];
}

uint64_t cn_color_across(cn_StepMemory *s, int body) { return *taken(s, LEVELS - 1, body); }

void cn_color_take_back(cn_World *w, int contact) {
    cn_StepMemory *s = &w->scratch;
    if (cn_color_kept(s, contact)) {
        const cn_Node *n = &s->order.node[contact];
        int color = cn_color_of(s, contact), level = level_of(color / CN_COLORS);
        uint64_t bit = (uint64_t)1 << (color % CN_COLORS);
        if (n->a >= 0) *taken(s, level, n->a) &= ~bit;
        if (n->b >= 0) *taken(s, level, n->b) &= ~bit;
    }
    s->order.color[contact] = 0;
}

static bool give_first(cn_World *w, int contact) {
    cn_StepMemory *s = &w->scratch;
    const cn_Node *n = &s->order.node[contact];
    int part = cn_domain_part(s, n), level = level_of(part);
    int color = cn_color_pick(n->a >= 0 ? taken(s, level, n->a) : NULL,
                              n->b >= 0 ? taken(s, level, n->b) : NULL);
    s->order.color[contact] = color < 0 ? 0 : (uint32_t)(part * CN_COLORS + color + 1);
    return color >= 0;
}

/* ---- further rounds ----------------------------------------------------------------------- */

static void clear_spare(cn_StepMemory *s, const cn_Keyed *left, int count) {
    for (int i = 0; i < count; i++) {
        const cn_Node *n = &s->order.node[left[i].a];
        for (int level = 0; level < LEVELS; level++) {
            if (n->a >= 0) s->order.spare_colors[LEVELS * n->a + level] = 0;
            if (n->b >= 0) s->order.spare_colors[LEVELS * n->b + level] = 0;
        }
    }
}

/* One round over the contacts that have no colour yet, which stand first again afterwards; returns
 * how many they are. */
static int give_round(cn_World *w, int round, cn_Keyed *left, int count) {
    cn_StepMemory *s = &w->scratch;
    int still = 0;
    clear_spare(s, left, count);
    for (int i = 0; i < count; i++) {
        int contact = left[i].a;
        const cn_Node *n = &s->order.node[contact];
        int part = cn_domain_part(s, n), level = level_of(part);
        int color = cn_color_pick(n->a >= 0 ? &s->order.spare_colors[LEVELS * n->a + level] : NULL,
                                  n->b >= 0 ? &s->order.spare_colors[LEVELS * n->b + level] : NULL);
        if (color < 0)
            left[still++] = left[i];
        else
            s->order.color[contact] = (uint32_t)(round * CN_ROUND + part * CN_COLORS + color + 1);
    }
    return still;
}

/* Each round colours at least one contact, so that it ends. */
static int give_further(cn_World *w, cn_Keyed *left, int count) {
    cn_StepMemory *s = &w->scratch;
    int rounds = 1;
    if (count > 0 && !CN_GROW(s->order.spare_colors, LEVELS * w->bodies.count)) return 0;
    for (; count > 0; rounds++) count = give_round(w, rounds, left, count);
    return rounds;
}

/* ---- all ---------------------------------------------------------------------------------- */

/* Contacts that have come, that have a colour of a further round, or that have lost theirs. */
static int list_uncolored(cn_World *w, cn_Keyed *list) {
    const cn_StepMemory *s = &w->scratch;
    int count = 0;
    for (int i = 0; i < cn_contact_words(w); i++) {
        const cn_SolidWord *word = &s->order.solid_words[i];
        uint64_t bits = s->order.more_uncolored ? word->solid : word->come;
        for (; bits; bits &= bits - 1) {
            int contact = cn_contact_at(i, bits);
            if (!cn_color_kept(s, contact))
                list[count++] = (cn_Keyed){cn_contact_hash(w, &w->contact[contact]), contact, 0};
        }
    }
    return count;
}

int cn_color_give(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int most = 0, left = 0;
    for (int i = 0; i < cn_contact_words(w); i++)
        most += __builtin_popcountll(s->order.more_uncolored ? s->order.solid_words[i].solid
                                                             : s->order.solid_words[i].come);
    if (!CN_GROW(s->order.sorted_contacts, 2 * most)) return 0;
    cn_Keyed *k = s->order.sorted_contacts;
    int count = list_uncolored(w, k);
    if (count > 0) cn_sort_keyed(k, k + count, count);
    for (int i = 0; i < count; i++)
        if (!give_first(w, k[i].a)) k[left++] = k[i];
    s->order.more_uncolored = left > 0;
    return give_further(w, k, left);
}
