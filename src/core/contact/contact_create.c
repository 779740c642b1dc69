/* contact_create.c: contacts come into being, all those of a step at once.
 *
 * One thread gives out the slots, in the order in which the pairs are given. All else then goes
 * side by side: one thread fills the table, another the lists of bodies, and what belongs to a
 * contact alone, its two pieces and their surfaces, any thread may fill. All three ask for memory
 * ahead of use. If one contact cannot be made, those before it stay.
 * Not here: which pairs get a contact (pair_defer.c), its end (contact_destroy.c), and what it is
 * between the two (contact.c). */
#include "contact/contact_create.h"

#include "activity/activity.h"
#include "contact/contact.h"
#include "contact/contact_mix.h"
#include "contact/manifold.h"
#include "contact/pair_defer.h"
#include "contact/rebound.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"

#define EACH 32 /* count of contacts, for one thread at a time */
#define FEW  16 /* count of contacts, below which handing over costs more than it saves */
/* count of contacts whose memory is asked for before it is their turn: by then it has arrived */
#define AHEAD 8

/* ---- slots -------------------------------------------------------------------------------- */

/* The record of two shapes of which one has several pieces; -2: out of memory. */
static int pair_of(cn_World *w, int shape_a, int shape_b) {
    int pair = cn_pair_table_find(&w->pair_table, shape_a, shape_b);
    if (pair >= 0) return pair;
    pair = cn_slots_reserve(&w->pairs);
    if (pair < 0 || !CN_GROW(w->pair, pair + 1) ||
        !cn_pair_table_put(&w->pair_table, shape_a, shape_b, pair))
        return -2;
    cn_slots_take(&w->pairs);
    w->pair[pair] =
        (cn_ShapePair){.shape_a = shape_a, .shape_b = shape_b, .flags = CN_CONTACT_ASK_FILTER};
    return pair;
}

/* Slots that have been in use before have all that they need. */
static bool reserve(cn_World *w, int slot) {
    if (slot >= 0 && slot < w->contacts.count) return true;
    return slot >= 0 && CN_GROW(w->contact, slot + 1) && CN_GROW(w->contact_cold, slot + 1) &&
           CN_GROW(w->active, (slot >> 6) + 1);
}

/* The slot of a new contact, or -1. */
static int take_slot(cn_World *w, const cn_DeferredPair *p, bool several) {
    int slot = cn_slots_reserve(&w->contacts), pair = -1;
    if (!reserve(w, slot)) return -1;
    if (several) pair = pair_of(w, w->piece[p->piece_a].shape, w->piece[p->piece_b].shape);
    if (pair == -2) return -1;
    if (pair >= 0) w->pair[pair].contacts++;
    if (pair >= 0 && !cn_contact_reserve_rare(w, slot)) {
        cn_contact_leave_pair(w, pair);
        return -1;
    }
    cn_slots_take(&w->contacts);
    cn_contact_stir(w, slot);
    w->contacts.generation[slot] = cn_contact_birth(w->public_events.stamp);
    if (slot < w->contact_rare_capacity) w->contact_rare[slot] = (cn_ContactRare){.pair = pair + 1};
    w->unasked[w->unasked_count++] = slot;
    return slot;
}

static void forget(cn_World *w, const cn_Keyed *item) {
    w->scratch.contact.pair_words[item->a >> 6].come &= ~((uint64_t)1 << (item->a & 63));
}

/* Returns how many have been seen to: all, if nothing is in the way. Those that get none, or have
 * theirs by an earlier item (a piece that moved twice), come no longer. */
static int take_slots(cn_World *w, cn_Keyed *list, int count) {
    for (int i = 0; i < count; i++) {
        const cn_DeferredPair *p = &w->apart[list[i].a];
        bool again = i > 0 && list[i].key == list[i - 1].key, several = list[i].b;
        list[i].b = -1;
        if (again) {
            forget(w, &list[i]);
        } else if (w->contacts.live >= w->def.max_contacts) {
            cn_contact_limit(w, p->body_a);
            return i;
        } else if ((list[i].b = take_slot(w, p, several)) < 0) {
            w->out_of_memory = true;
            return i;
        }
    }
    return count;
}

/* ---- what is shared ----------------------------------------------------------------------- */

typedef struct Birth {
    cn_World *w;
    cn_Keyed *list; /* by b: slots, -1 = none */
    int count, waiting, all;
    int links; /* which of the items of the job is that */
} Birth;

static void fetch_pair(const Birth *b, int i) {
    if (i < b->count) cn_fetch(&b->w->apart[b->list[i].a]);
}

static void enter_table(const Birth *b) {
    cn_World *w = b->w;
    for (int i = 0; i < b->count; i++) {
        fetch_pair(b, i + 2 * AHEAD);
        if (i + AHEAD < b->count) {
            const cn_DeferredPair *p = &w->apart[b->list[i + AHEAD].a];
            cn_pair_table_fetch_own(&w->contact_table, p->piece_a, p->piece_b);
        }
        const cn_DeferredPair *p = &w->apart[b->list[i].a];
        if (b->list[i].b >= 0)
            (void)cn_pair_table_put(&w->contact_table, p->piece_a, p->piece_b, b->list[i].b);
    }
}

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

/* First the bodies, then, when they are there, the first contacts of their lists. */
static void look_ahead(const Birth *b, int i) {
    const cn_World *w = b->w;
    fetch_pair(b, i + 3 * AHEAD);
    if (i + 2 * AHEAD < b->count) {
        const cn_DeferredPair *p = &w->apart[b->list[i + 2 * AHEAD].a];
        cn_fetch_own(&w->cold[p->body_a]);
        cn_fetch_own(&w->cold[p->body_b]);
    }
    if (i + AHEAD < b->count) {
        const cn_DeferredPair *p = &w->apart[b->list[i + AHEAD].a];
        int a_first = w->cold[p->body_a].first_contact, b_first = w->cold[p->body_b].first_contact;
        if (b->list[i + AHEAD].b >= 0) cn_fetch_own(&w->contact_cold[b->list[i + AHEAD].b]);
        if (a_first >= 0) cn_fetch_own(&w->contact_cold[a_first >> 1]);
        if (b_first >= 0) cn_fetch_own(&w->contact_cold[b_first >> 1]);
    }
}

/* What comes near a sensor is looked at, awake or not: see sensor.c. */
static void look_once(cn_World *w, int slot, const cn_DeferredPair *p) {
    bool a = cn_shape_traits(w, w->piece[p->piece_a].shape)->sensor;
    bool b = cn_shape_traits(w, w->piece[p->piece_b].shape)->sensor;
    if (a || b) w->active[slot >> 6] |= (uint64_t)1 << (slot & 63);
}

/* A contact of a pair that waited takes the pair's place: no body has more neighbours than
 * before. */
static void enter_lists(const Birth *b) {
    cn_World *w = b->w;
    for (int i = 0; i < b->count; i++) {
        const cn_DeferredPair *p = &w->apart[b->list[i].a];
        int slot = b->list[i].b, waited = b->list[i].a < b->waiting;
        look_ahead(b, i);
        if (slot < 0) continue;
        w->cold[p->body_a].near_count -= waited;
        w->cold[p->body_b].near_count -= waited;
        link_end(w, slot, 0, p->body_a);
        link_end(w, slot, 1, p->body_b);
        cn_contact_mark_active(w, slot, p->body_a, p->body_b);
        if (w->sensor_shapes > 0) look_once(w, slot, p);
        cn_activity_disturb(w, p->body_a, CN_DISTURBED_FORCED);
        cn_activity_disturb(w, p->body_b, CN_DISTURBED_FORCED);
    }
    cn_pair_defer_count(w, b->waiting, b->all);
}

/* ---- what is its own ---------------------------------------------------------------------- */

static void fill(cn_World *w, int slot, const cn_DeferredPair *p) {
    const cn_Piece *a = &w->piece[p->piece_a], *b = &w->piece[p->piece_b];
    bool sensor = cn_shape_traits(w, a->shape)->sensor || cn_shape_traits(w, b->shape)->sensor;
    bool round = a->radius > 0 || b->radius > 0;
    /* then seams of a body count, even if that is dynamic */
    uint32_t walls = (w->cold[p->body_a].type != CN_DYNAMIC ? CN_CONTACT_WALL_A : 0u) |
                     (w->cold[p->body_b].type != CN_DYNAMIC ? CN_CONTACT_WALL_B : 0u);
    bool pieces = cn_shape_has_mates(w, a->shape) || cn_shape_has_mates(w, b->shape);
    cn_ContactCold *cold = &w->contact_cold[slot];
    w->contact[slot] =
        (cn_Contact){.piece_a = p->piece_a,
                     .piece_b = p->piece_b,
                     .body_a = p->body_a,
                     .body_b = p->body_b,
                     .flags = CN_CONTACT_ASK_FILTER | (sensor ? CN_CONTACT_SENSOR : 0u) |
                              (round ? CN_CONTACT_ROUND : 0u) | (pieces ? CN_CONTACT_PIECES : 0u) |
                              walls | cn_manifold_kind(a, b)};
    cold->feature[0] = cold->feature[1] = cold->reference = 0; /* links are another's */
    cn_contact_blend(w, slot);
    cn_contact_set_reach(w, slot);
}

static void fetch_own(const Birth *b, int i) {
    const cn_World *w = b->w;
    const cn_DeferredPair *p = &w->apart[b->list[i].a];
    int slot = b->list[i].b < 0 ? 0 : b->list[i].b;
    cn_fetch_own(&w->contact[slot]);
    cn_fetch_own(&w->contact[slot].piece_a);
    cn_fetch(&w->cold[p->body_a].type);
    cn_fetch(&w->cold[p->body_b].type);
    cn_fetch(&w->motion[p->body_a]);
    cn_fetch(&w->motion[p->body_b]);
}

static void fill_some(const Birth *b, int first, int end) {
    end = end < b->count ? end : b->count;
    for (int i = first; i < first + 2 * AHEAD; i++) fetch_pair(b, i);
    for (int i = first; i < first + AHEAD && i < end; i++) fetch_own(b, i);
    for (int i = first; i < end; i++) {
        fetch_pair(b, i + 2 * AHEAD);
        if (i + AHEAD < end) fetch_own(b, i + AHEAD);
        if (b->list[i].b >= 0) fill(b->w, b->list[i].b, &b->w->apart[b->list[i].a]);
    }
}

/* The table is the first item, so that the caller has it; lists, where another thread begins. */
static void enter_range(void *context, int first, int end, int worker) {
    const Birth *b = context;
    (void)worker;
    for (int i = first; i < end; i++) {
        int fills = (i < b->links ? i - 1 : i - 2) * EACH;
        if (i == 0)
            enter_table(b);
        else if (i == b->links)
            enter_lists(b);
        else
            fill_some(b, fills, fills + EACH);
    }
}

/* When threads share it, no array may move any more. */
static bool reserve_shared(cn_World *w, int count) {
    if (w->special_surfaces && !cn_contact_reserve_rare(w, w->contacts.count + count)) return false;
    return CN_GROW(w->unasked, w->unasked_count + count) &&
           cn_pair_table_reserve(&w->contact_table, count);
}

bool cn_contact_create_all(cn_World *w, int count, int waiting, int all) {
    cn_Keyed *list = w->scratch.contact.sorted_pairs;
    bool reserved = reserve_shared(w, count);
    int taken = reserved ? take_slots(w, list, count) : 0;
    for (int i = taken; i < count; i++) forget(w, &list[i]);
    Birth b = {w, list, taken, waiting, taken == count ? all : waiting, 0};
    int items = 2 + (taken + EACH - 1) / EACH;
    b.links = items / 2;
    cn_jobs_run(w->jobs, enter_range, &b, items, taken < FEW ? items : 1);
    for (int i = 0; i < taken; i++)
        if (list[i].b >= 0 && cn_rebound_meet(w, list[i].b)) w->scratch.contact.strays = true;
    w->out_of_memory |= !reserved;
    return taken == count;
}
