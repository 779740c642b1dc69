/* birth.c: contacts come into being, all those of a step at once.
 *
 * What they share with others (slots, the table, the lists of bodies, pairs of shapes) is done by
 * one thread, in the order in which they are given, and touches as few lines of memory as it can,
 * asked for ahead of use. What belongs to each alone, its two pieces and their surfaces, is done
 * after that, side by side. If one cannot be made, those before it stay. Not here: who gets a
 * contact (apart.c), and its end (contact.c). */
#include "world.h"

#define EACH  32 /* contacts, for one thread at a time */
#define AHEAD 8  /* contacts, whose memory is asked for before it is their turn */

/* ---- what is shared ----------------------------------------------------------------------- */

static void link_end(cn_World *w, int contact, int side, int body) {
    cn_ContactCold *c = &w->contact_cold[contact];
    cn_BodyCold *cold = &w->cold[body];
    int link = contact * 2 + side;
    c->previous[side] = -1;
    c->next[side] = cold->first_contact;
    if (cold->first_contact >= 0)
        w->contact_cold[cold->first_contact >> 1].previous[cold->first_contact & 1] = link;
    cold->first_contact = link;
    cn_contact_near(w, body);
}

/* The record of two shapes of which one has several pieces; -2: out of memory. */
static int pair_of(cn_World *w, int shape_a, int shape_b) {
    int pair = cn_table_find(&w->pair_table, shape_a, shape_b);
    if (pair >= 0) return pair;
    pair = cn_slots_reserve(&w->pairs);
    if (pair < 0 || !cn_grow((void **)&w->pair, &w->pair_capacity, pair + 1, sizeof *w->pair) ||
        !cn_table_put(&w->pair_table, shape_a, shape_b, pair))
        return -2;
    cn_slots_take(&w->pairs);
    w->pair[pair] =
        (cn_ShapePair){.shape_a = shape_a, .shape_b = shape_b, .flags = CN_CONTACT_ASK_FILTER};
    return pair;
}

static bool reserve(cn_World *w, int slot) {
    return slot >= 0 &&
           cn_grow((void **)&w->contact, &w->contact_capacity, slot + 1, sizeof *w->contact) &&
           cn_grow((void **)&w->contact_cold, &w->contact_cold_capacity, slot + 1,
                   sizeof *w->contact_cold) &&
           cn_grow((void **)&w->active, &w->active_capacity, (slot >> 6) + 1, sizeof *w->active) &&
           cn_grow((void **)&w->unasked, &w->unasked_capacity, w->unasked_count + 1,
                   sizeof *w->unasked);
}

/* Never 0, and room for one more: slots are never used up. */
static uint32_t birth_now(const cn_World *w) {
    return (uint32_t)(w->public_events.stamp % (UINT32_MAX - 1)) + 1;
}

/* The slot of a new contact, which is in the table, or -1. */
static int take_slot(cn_World *w, const cn_Apart *p, bool several, int *pair) {
    int slot = cn_slots_reserve(&w->contacts);
    *pair = !reserve(w, slot) ? -2
            : several         ? pair_of(w, w->piece[p->piece_a].shape, w->piece[p->piece_b].shape)
                              : -1;
    if (*pair == -2) return -1;
    if (*pair >= 0) w->pair[*pair].contacts++;
    if ((*pair >= 0 && !cn_contact_reserve_rare(w, slot)) ||
        !cn_table_put(&w->contact_table, p->piece_a, p->piece_b, slot)) {
        cn_contact_leave_pair(w, *pair);
        return -1;
    }
    cn_slots_take(&w->contacts);
    w->contacts.generation[slot] = birth_now(w);
    return slot;
}

/* waited: it takes the place of the pair, and nobody has more neighbours than before. */
static int enter(cn_World *w, const cn_Apart *p, bool several, bool waited) {
    int pair, slot;
    if (w->contacts.live >= w->def.max_contacts) {
        cn_contact_limit(w, p->body_a);
        return -1;
    }
    if ((slot = take_slot(w, p, several, &pair)) < 0) {
        w->out_of_memory = true;
        return -1;
    }
    if (w->contacts.free >= 0) __builtin_prefetch(&w->contact_cold[w->contacts.free], 1);
    if (slot < w->contact_rare_capacity)
        w->contact_rare[slot] = (cn_ContactRare){pair + 1, 0, 0, 0};
    w->unasked[w->unasked_count++] = slot;
    w->cold[p->body_a].near_count -= waited;
    w->cold[p->body_b].near_count -= waited;
    link_end(w, slot, 0, p->body_a);
    link_end(w, slot, 1, p->body_b);
    cn_contact_mark_active(w, slot, p->body_a, p->body_b);
    return slot;
}

/* First the bodies and the table, then, when the bodies are there, who is first in their lists. */
static void look_ahead(const cn_World *w, const cn_Keyed *list, int i, int count) {
    if (i + 2 * AHEAD < count) {
        const cn_Apart *p = &w->apart[list[i + 2 * AHEAD].a];
        __builtin_prefetch(&w->cold[p->body_a], 1);
        __builtin_prefetch(&w->cold[p->body_b], 1);
        cn_table_fetch(&w->contact_table, p->piece_a, p->piece_b);
    }
    if (i + AHEAD < count) {
        const cn_Apart *p = &w->apart[list[i + AHEAD].a];
        int a = w->cold[p->body_a].first_contact, b = w->cold[p->body_b].first_contact;
        if (a >= 0) __builtin_prefetch(&w->contact_cold[a >> 1], 1);
        if (b >= 0) __builtin_prefetch(&w->contact_cold[b >> 1], 1);
    }
}

/* ---- what is its own ---------------------------------------------------------------------- */

static void fill(cn_World *w, int slot, const cn_Apart *p) {
    const cn_Piece *a = &w->piece[p->piece_a], *b = &w->piece[p->piece_b];
    bool sensor = cn_shape_traits(w, a->shape)->sensor || cn_shape_traits(w, b->shape)->sensor;
    bool discs = a->vertex_count == 1 && b->vertex_count == 1;
    bool round = a->radius > 0 || b->radius > 0;
    cn_ContactCold *cold = &w->contact_cold[slot];
    w->contact[slot] =
        (cn_Contact){.piece_a = p->piece_a,
                     .piece_b = p->piece_b,
                     .body_a = p->body_a,
                     .body_b = p->body_b,
                     .flags = CN_CONTACT_ASK_FILTER | (sensor ? CN_CONTACT_SENSOR : 0u) |
                              (round ? CN_CONTACT_ROUND : 0u) | (discs ? CN_CONTACT_DISCS : 0u) |
                              cn_manifold_kind(a, b)};
    *cold = (cn_ContactCold){.next = {cold->next[0], cold->next[1]},
                             .previous = {cold->previous[0], cold->previous[1]}};
    cn_contact_mix(w, slot);
    cn_contact_set_reach(w, slot);
}

static void fill_range(void *context, int first, int end, int worker) {
    cn_World *w = context;
    const cn_Keyed *list = w->scratch.keyed;
    (void)worker;
    for (int i = first; i < end; i++) {
        cn_Apart *p = &w->apart[list[i].a];
        if (list[i].b < 0) continue;
        fill(w, list[i].b, p);
        p->piece_a = -1;
    }
}

bool cn_birth_all(cn_World *w, int count, int waiting) {
    cn_Keyed *list = w->scratch.keyed;
    bool ok = true;
    int i = 0;
    /* when they are filled in, side by side, no array may move any more */
    if (w->special_surfaces && !cn_contact_reserve_rare(w, w->contacts.count + count)) {
        w->out_of_memory = true;
        return false;
    }
    for (; i < count && ok; i++) {
        bool again = i > 0 && list[i].key == list[i - 1].key; /* a piece that moved twice */
        bool several = list[i].b;
        look_ahead(w, list, i, count);
        list[i].b = again ? -1 : enter(w, &w->apart[list[i].a], several, list[i].a < waiting);
        ok = again || list[i].b >= 0;
    }
    cn_jobs_run(w->jobs, fill_range, w, i, EACH);
    return ok;
}
