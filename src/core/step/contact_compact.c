/* contact_compact.c: contacts into the first slots again, in the order of their pieces.
 *
 * Contacts come and go, and slots are given out again as they become free: what was made together
 * comes to lie far apart, between slots that no contact uses since the world came to rest. So, from
 * time to time, all contacts move: those of a body stand side by side again, and what is behind the
 * last is given back. They move in place, along the cycles of the permutation, so that each is read
 * and written once and hardly any memory is needed.
 * Slots are bookkeeping: no result depends on them, and ids do not tell them. What is told by slot
 * of the last step, blocks above all, is void then. Out of memory, nothing moves. */
#include "step/contact_compact.h"

#include <string.h>

#include "contact/busy_words.h"
#include "data/contact_access.h"
#include "data/world.h"
#include "solver/order/color.h"
#include "solver/order/domain.h"
#include "step/world_arrays.h"

/* ratio: with one of so many slots idle, or out of order, contacts are packed */
#define MANY 4
/* count of slots: fewer lie in the nearest caches, and to move them costs more than it brings */
#define FEW 2048
/* count of contacts: fewer lie in the cache, and their order matters less */
#define FAR    (1 << 15)
#define SELDOM 128 /* steps between two looks at the order of fewer */
#define RUN    64  /* count of slots that are looked at one after the other */
#define EACH   8   /* of so many runs one is looked at */

typedef struct Pack {
    cn_World *w;
    int count, used; /* contacts; slots up to the last */
    int *from, *to;  /* old slot by new one, and the reverse */
    uint64_t *bits;  /* room for a bit for each */
} Pack;

/* All that is kept of a contact by its slot. */
typedef struct Item {
    cn_Contact contact;
    cn_ContactCold cold;
    cn_ContactRare rare;
    cn_Node node;
    uint32_t color, birth;
} Item;

static uint64_t key_of(const cn_Contact *c) {
    uint64_t a = (uint64_t)c->piece_a, b = (uint64_t)c->piece_b;
    return a < b ? a << 32 | b : b << 32 | a;
}

/* A sample tells: to read all contacts of a large world would be its slowest step. */
static bool is_out_of_order(const cn_World *w) {
    int seen = 0, descents = 0, count = w->contacts.count;
    for (int first = 0; first < count; first += EACH * RUN) {
        uint64_t last = 0;
        for (int i = first; i < first + RUN && i < count; i++) {
            if (!cn_slots_live(&w->contacts, i)) continue;
            uint64_t key = key_of(&w->contact[i]);
            descents += key < last;
            last = key;
            seen++;
        }
    }
    return descents > seen / MANY;
}

/* Of state alone: a world that was put back packs in the same step. */
bool cn_contact_is_loose(const cn_World *w) {
    int live = w->contacts.live, count = w->contacts.count;
    if (count < FEW && cn_busy_words_any(w)) return false;
    if (count - live > count / MANY) return true;
    return (live >= FAR || w->steps % SELDOM == 0) && is_out_of_order(w);
}

/* ---- where to ----------------------------------------------------------------------------- */

static bool reserve(Pack *k) {
    cn_World *w = k->w;
    cn_StepMemory *s = &w->scratch;
    int words = cn_contact_words(w), rare = w->contact_rare_capacity ? k->used : 0;
    return CN_GROW(w->contact_rare, rare) && CN_GROW(s->callback.sorted, 2 * k->count) &&
           CN_GROW(s->order.lane, 64 * words) && CN_GROW(s->order.solid, 64 * words) &&
           CN_GROW(s->contact.words, words) && CN_GROW(s->order.node, 64 * words) &&
           CN_GROW(s->order.color, 64 * words) && CN_GROW(s->order.solid_words, words) &&
           CN_GROW(w->waiting, words);
}

/* Slots that no contact uses come last. */
static void find_order(Pack *k) {
    cn_World *w = k->w;
    cn_Keyed *keyed = w->scratch.callback.sorted;
    int n = 0, idle = k->count;
    for (int i = 0; i < k->used; i++)
        if (cn_slots_live(&w->contacts, i))
            keyed[n++] = (cn_Keyed){key_of(&w->contact[i]), i, 0};
        else
            k->from[idle++] = i;
    cn_sort_keyed(keyed, keyed + n, n);
    for (int i = 0; i < n; i++) k->from[i] = keyed[i].a;
    for (int i = 0; i < k->used; i++) k->to[k->from[i]] = i;
}

/* ---- moving ------------------------------------------------------------------------------- */

/* Colours of contacts that have gone since they were given. */
static void take_back_colors(const Pack *k) {
    cn_StepMemory *s = &k->w->scratch;
    const cn_Slots *slots = &k->w->contacts;
    for (int i = 0; i < cn_contact_words(k->w); i++)
        for (uint64_t bits = s->order.solid_words[i].solid; bits; bits &= bits - 1) {
            int contact = cn_contact_at(i, bits);
            bool same = cn_slots_live(slots, contact) &&
                        s->order.node[contact].generation == (uint16_t)slots->generation[contact];
            if (same) continue;
            cn_color_take_back(k->w, contact);
            s->order.solid_words[i].solid &= ~(bits & -bits);
        }
}

static int link_to(const Pack *k, int link) {
    return link < 0 ? -1 : 2 * k->to[link >> 1] + (link & 1);
}

static Item item_at(const cn_World *w, int slot) {
    const cn_StepMemory *s = &w->scratch;
    return (Item){w->contact[slot],    w->contact_cold[slot], cn_contact_rare(w, slot),
                  s->order.node[slot], s->order.color[slot],  w->contacts.generation[slot]};
}

static void put(cn_World *w, int slot, const Item *item) {
    cn_StepMemory *s = &w->scratch;
    w->contact[slot] = item->contact;
    w->contact_cold[slot] = item->cold;
    if (slot < w->contact_rare_capacity) w->contact_rare[slot] = item->rare;
    s->order.node[slot] = item->node;
    s->order.color[slot] = item->color;
    w->contacts.generation[slot] = item->birth;
}

static void move(cn_World *w, int slot, int from) {
    Item item = item_at(w, from);
    put(w, slot, &item);
}

static void move_all(Pack *k) {
    for (int i = 0; i < k->used; i++) {
        if (k->from[i] == i) continue;
        Item first = item_at(k->w, i);
        int slot = i;
        for (int from; (from = k->from[slot]) != i; slot = from) {
            move(k->w, slot, from);
            k->from[slot] = slot;
        }
        put(k->w, slot, &first);
        k->from[slot] = slot;
    }
}

/* The bits of bits[i * stride], i counted in words. */
static void move_bits(const Pack *k, uint64_t *bits, int stride) {
    int words = cn_contact_words(k->w);
    memset(k->bits, 0, (size_t)words * sizeof *k->bits);
    for (int i = 0; i < words; i++)
        for (uint64_t left = bits[i * stride]; left; left &= left - 1) {
            int slot = k->to[cn_contact_at(i, left)];
            k->bits[slot >> 6] |= (uint64_t)1 << (slot & 63);
        }
    for (int i = 0; i < words; i++) bits[i * stride] = k->bits[i];
}

static void move_links(const Pack *k) {
    cn_World *w = k->w;
    for (int i = 0; i < k->count; i++)
        for (int side = 0; side < 2; side++) {
            cn_ContactCold *cold = &w->contact_cold[i];
            cold->next[side] = link_to(k, cold->next[side]);
            cold->previous[side] = link_to(k, cold->previous[side]);
        }
    for (int i = 0; i < w->bodies.count; i++)
        if (cn_slots_live(&w->bodies, i))
            w->cold[i].first_contact = link_to(k, w->cold[i].first_contact);
}

static void move_unasked(const Pack *k) {
    cn_World *w = k->w;
    int kept = 0;
    for (int i = 0; i < w->unasked_count; i++)
        if (cn_slots_live(&w->contacts, w->unasked[i])) w->unasked[kept++] = k->to[w->unasked[i]];
    w->unasked_count = kept;
}

/* Of what is much more than is in use: else the next contacts would take it anew. */
static void give_back(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int count = w->contacts.count, room = 64 * cn_contact_words(w);
    if (count > w->contact_capacity / 2) return;
    CN_GROW_TRIM(w->contact, count);
    CN_GROW_TRIM(w->contact_cold, count);
    CN_GROW_TRIM(s->order.node, room);
    CN_GROW_TRIM(s->order.color, room);
}

void cn_contact_pack(cn_World *w) {
    Pack k = {.w = w, .count = w->contacts.live, .used = w->contacts.count};
    if (k.used == 0 || !reserve(&k)) return;
    cn_world_arrays_forget_step(w);
    k.from = w->scratch.order.solid;
    k.to = w->scratch.order.lane;
    k.bits = (uint64_t *)w->scratch.contact.words;
    take_back_colors(&k);
    find_order(&k);
    move_unasked(&k);
    move_bits(&k, w->active, 1);
    move_bits(&k, w->waiting, 1);
    move_bits(&k, &w->scratch.order.solid_words->solid, sizeof(cn_SolidWord) / sizeof(uint64_t));
    cn_pair_table_renumber(&w->contact_table, k.to);
    move_all(&k);
    move_links(&k);
    cn_slots_close_up(&w->contacts);
    give_back(w);
}
