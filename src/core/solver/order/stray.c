/* stray.c: which contacts a thread can solve with those of its own homes, and which have to wait.
 *
 * Threads solve the contacts of their homes side by side (substep_schedule.c). A contact between
 * homes of two of them is a stray: it is solved when both are done. Then what comes after it at
 * either of its bodies has to wait, too, and what comes after that, and so on. Contacts come in the
 * order of their colours, so a body has strays from some colour on, and colours are few: what waits
 * is a strip along the border, however large the islands on both sides are. Each body still goes
 * through its contacts in the order in which one thread solves them: which contacts are strays
 * decides when each is solved, not what comes out. So homes may be made in any way, and depend on
 * how many threads there are.
 * Of the parts of large islands (domain.h) only those across the middle go on from strays: they are
 * where bodies that have come since the cut meet the island. */
#include "solver/order/stray.h"

#include <string.h>

#include "data/contact_access.h"
#include "data/world.h"

#define ON_LIST 128 /* bit of stray_from: the body is listed to go on from */
#define CHAINS  8   /* count of bodies gone through side by side: memory answers in some 8 links */

uint64_t cn_stray_crossing(const cn_StepMemory *s, int word) {
    uint64_t crossing = 0;
    for (uint64_t bits = s->order.solid_words[word].solid; bits; bits &= bits - 1) {
        const cn_Node *n = &s->order.node[cn_contact_at(word, bits)];
        if (n->a < 0 || n->b < 0) continue;
        if (cn_island_bin_share(s, n->a) != cn_island_bin_share(s, n->b)) crossing |= bits & -bits;
    }
    return crossing;
}

/* Bodies to go on from. */
typedef struct List {
    cn_StepMemory *s;
    const cn_BodyCold *cold;
    int *bodies, count;
} List;

static void note(List *l, int body, int rank) {
    uint8_t *from = &l->s->order.stray_from[body];
    int before = *from & ~ON_LIST, now = rank + 1;
    if (before > 0 && before <= now) return;
    if (!(*from & ON_LIST)) {
        cn_fetch(&l->cold[body].first_contact);
        l->bodies[l->count++] = body;
    }
    *from = (uint8_t)(now | ON_LIST);
}

/* After what lies between parts comes all that is across the middle. */
static void note_crossing(List *l, int contact) {
    const cn_Node *n = &l->s->order.node[contact];
    int rank = cn_stray_rank(cn_color_of(l->s, contact));
    if (rank < 0) rank = CN_RANK_MIDDLE;
    note(l, n->a, rank);
    note(l, n->b, rank);
}

/* Whether a body may have contacts after that rank: mostly its colours know that it has none. */
static bool has_later(cn_StepMemory *s, int body, int rank) {
    uint64_t across = s->order.domains_used ? cn_color_across(s, body) : 0;
    if (s->order.more_uncolored || rank == CN_RANK_LAST) return true;
    if (rank >= CN_RANK_MIDDLE) return across >> (rank - CN_RANK_MIDDLE) != 0;
    return across != 0 || (rank < CN_COLORS && s->order.body_colors[body] >> rank != 0);
}

/* The contacts of a body, from link on, of which those of the first rank or later wait. */
typedef struct Chain {
    int body, first, link;
} Chain;

static void fetch_link(const cn_World *w, int link) {
    if (link < 0) return;
    cn_fetch(&w->contact_cold[link >> 1].next);
    cn_fetch(&w->scratch.order.node[link >> 1]);
    cn_fetch(&w->scratch.order.color[link >> 1]);
}

/* Whether there is anything to go through. */
static bool start(const cn_World *w, List *l, int body, Chain *c) {
    uint8_t *from = &l->s->order.stray_from[body];
    *from &= (uint8_t)~ON_LIST;
    *c = (Chain){body, *from - 1, -1};
    if (!has_later(l->s, body, c->first)) return false;
    c->link = w->cold[body].first_contact;
    fetch_link(w, c->link);
    return c->link >= 0;
}

/* What comes after the strays of a body waits at its other bodies, too. Returns whether the chain
 * goes on. */
static bool go_on(const cn_World *w, List *l, Chain *c) {
    int contact = c->link >> 1;
    c->link = cn_contact_next(w, c->link);
    fetch_link(w, c->link);
    if (l->s->order.solid_words[contact >> 6].solid >> (contact & 63) & 1) {
        const cn_Node *n = &l->s->order.node[contact];
        int rank = cn_stray_rank(cn_color_of(l->s, contact));
        int other = n->a == c->body ? n->b : n->a;
        if (rank >= c->first && other >= 0) note(l, other, rank);
    }
    return c->link >= 0;
}

/* Links lie anywhere in memory, and each says where the next one is: of several bodies side by side
 * they have come when it is their turn. What is noted in the end is the same in any order. */
static void spread(const cn_World *w, List *l) {
    Chain chains[CHAINS];
    int count = 0;
    while (count + l->count > 0) {
        while (count < CHAINS && l->count > 0)
            count += start(w, l, l->bodies[--l->count], &chains[count]);
        for (int i = 0; i < count;)
            if (go_on(w, l, &chains[i]))
                i++;
            else
                chains[i] = chains[--count];
    }
}

bool cn_stray_spread(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int bodies = w->bodies.count, words = cn_contact_words(w);
    uint64_t any = 0;
    for (int i = 0; i < words; i++) any |= s->order.crossing[i];
    s->order.has_strays = any != 0;
    if (!any) return true;
    if (!CN_GROW(s->order.stray_from, bodies) || !CN_GROW(s->order.island_work, bodies))
        return false;
    memset(s->order.stray_from, 0, (size_t)bodies); /* old files have something else there */
    List l = {s, w->cold, s->order.island_work, 0};
    for (int i = 0; i < words; i++)
        for (uint64_t bits = s->order.crossing[i]; bits; bits &= bits - 1)
            note_crossing(&l, cn_contact_at(i, bits));
    spread(w, &l);
    return true;
}

void cn_stray_forget(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    if (s->order.has_strays) memset(s->order.stray_from, 0, (size_t)w->bodies.count);
    s->order.has_strays = false;
}
