/* contact_destroy.c: contacts end, all those of a step at once.
 *
 * The thread that finds that a contact has ended, and has it in its cache, notes what others need
 * to know of it: the table and the slots are one thread's then, the lists of bodies another's.
 * Neither reads what the other writes, nor the contacts, and both go through them in the order of
 * their slots, asking for memory ahead of use. Pairs whose boxes still overlap go back to those
 * that wait (pair_defer.c).
 * Not here: a single contact that ends between two steps (contact.c). */
#include "contact/contact_destroy.h"

#include "activity/activity.h"
#include "contact/broad_phase.h"
#include "contact/contact.h"
#include "contact/pair_defer.h"
#include "contact/rebound.h"
#include "data/contact_access.h"
#include "data/world.h"

#define FEW 64 /* count of contacts, below which handing over costs more than it saves */
/* count of contacts whose memory is asked for before it is their turn: by then it has arrived */
#define AHEAD 8

bool cn_contact_destroy_count(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    s->contact.ending_count = 0;
    for (int i = 0; i < s->contact.busy_count; i++) {
        cn_ContactWord *word = &s->contact.words[s->contact.busy[i]];
        word->first_ended = s->contact.ending_count;
        s->contact.ending_count += __builtin_popcountll(word->ended);
    }
    if (CN_GROW(s->contact.endings, s->contact.ending_count)) return true;
    s->contact.ending_count = 0;
    return false;
}

void cn_contact_destroy_note(cn_World *w, int word) {
    const cn_ContactWord *of = &w->scratch.contact.words[word];
    cn_Ending *next = &w->scratch.contact.endings[of->first_ended];
    for (uint64_t bits = of->ended; bits; bits &= bits - 1) {
        int contact = cn_contact_at(word, bits);
        const cn_Contact *c = &w->contact[contact];
        *next++ = (cn_Ending){
            {c->piece_a, c->piece_b, c->body_a, c->body_b},
            contact,
            cn_broad_phase_overlap(w, c->piece_a, c->piece_b),
            c->flags & CN_CONTACT_TOUCHING || cn_contact_pair(w, contact) >= 0,
            c->count > 0,
            c->flags & CN_CONTACT_LIVELY,
        };
    }
}

static void fetch_entry(const cn_World *w, const cn_Ending *e) {
    cn_pair_table_fetch_own(&w->contact_table, e->pair.piece_a, e->pair.piece_b);
    cn_fetch_own(&w->contacts.generation[e->contact]);
    cn_fetch_own(&w->contacts.next[e->contact]);
}

static void leave_table(cn_World *w) {
    const cn_Ending *list = w->scratch.contact.endings;
    int count = w->scratch.contact.ending_count;
    for (int i = 0; i < count; i++) {
        const cn_Ending *e = &list[i];
        if (i + AHEAD < count) fetch_entry(w, &list[i + AHEAD]);
        if (e->waits) w->apart[w->apart_count++] = e->pair;
        if (e->told)
            cn_contact_strike(w, e->contact);
        else
            cn_contact_release(w, e->contact, e->pair.piece_a, e->pair.piece_b);
    }
}

static void fetch_neighbour(const cn_World *w, int link) {
    if (link >= 0) cn_fetch_own(&w->contact_cold[link >> 1]);
}

/* Its bodies, and the contacts beside it in their lists. */
static void fetch_links(const cn_World *w, const cn_Ending *e) {
    const cn_ContactCold *cold = &w->contact_cold[e->contact];
    cn_fetch_own(&w->cold[e->pair.body_a].first_contact);
    cn_fetch_own(&w->cold[e->pair.body_b].first_contact);
    for (int side = 0; side < 2; side++) {
        fetch_neighbour(w, cold->next[side]);
        fetch_neighbour(w, cold->previous[side]);
    }
}

static void leave_lists(cn_World *w) {
    const cn_Ending *list = w->scratch.contact.endings;
    int count = w->scratch.contact.ending_count;
    for (int i = 0; i < count; i++) {
        const cn_Ending *e = &list[i];
        int a = e->pair.body_a, b = e->pair.body_b;
        if (i + 2 * AHEAD < count) cn_fetch(&w->contact_cold[list[i + 2 * AHEAD].contact]);
        if (i + AHEAD < count) fetch_links(w, &list[i + AHEAD]);
        w->cold[a].near_count += e->waits;
        w->cold[b].near_count += e->waits;
        if (e->points) {
            cn_activity_disturb(w, a, CN_DISTURBED_FORCED);
            cn_activity_disturb(w, b, CN_DISTURBED_FORCED);
        }
        cn_contact_unlink(w, e->contact, a, b);
    }
}

static void leave_range(void *context, int first, int end, int worker) {
    (void)worker;
    for (int i = first; i < end; i++)
        if (i == 0)
            leave_table(context);
        else
            leave_lists(context);
}

void cn_contact_destroy_all(cn_World *w) {
    int count = w->scratch.contact.ending_count;
    if (!cn_had_memory(w, cn_pair_defer_reserve(w, count))) return; /* they stay contacts */
    if (count > 0) cn_jobs_run(w->jobs, leave_range, w, 2, count < FEW ? 2 : 1);
    for (int i = 0; i < count; i++) {
        const cn_Ending *e = &w->scratch.contact.endings[i];
        if (e->lively) cn_rebound_lose_contact(w, e->pair.body_a, e->pair.body_b);
    }
}
