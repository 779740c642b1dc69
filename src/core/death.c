/* death.c: contacts end, all those of a step at once.
 *
 * The table and the slots are one thread's, the lists of bodies another's: neither reads what the
 * other writes, and both go through the contacts in the order of their slots, asking for memory
 * ahead of use. Pairs whose boxes still overlap go back to those that wait (apart.c). Not here: a
 * single contact that ends between two steps (contact.c). */
#include "world.h"

#define FEW 64 /* contacts: handing over costs more than it saves */

typedef struct Death {
    cn_World *w;
    int words;
} Death;

static uint64_t ended_at(const Death *d, int word) {
    return word < d->words ? d->w->scratch.words[word].ended : 0;
}

/* Those of words to come are wanted in the cache, and then where they stand in the table. */
static void fetch_entries(const Death *d, int word) {
    const cn_World *w = d->w;
    for (uint64_t bits = ended_at(d, word + 2); bits; bits &= bits - 1)
        cn_contact_fetch(w, cn_contact_at(word + 2, bits));
    for (uint64_t bits = ended_at(d, word + 1); bits; bits &= bits - 1) {
        const cn_Contact *c = &w->contact[cn_contact_at(word + 1, bits)];
        cn_table_fetch_own(&w->contact_table, c->piece_a, c->piece_b);
        cn_fetch_own(&w->contacts.generation[c - w->contact]);
        cn_fetch_own(&w->contacts.next[c - w->contact]);
    }
}

static void leave_table(const Death *d) {
    for (int i = 0; i < d->words; i++) {
        uint64_t waits = d->w->scratch.words[i].waits;
        fetch_entries(d, i);
        for (uint64_t bits = ended_at(d, i); bits; bits &= bits - 1) {
            int contact = cn_contact_at(i, bits);
            if (waits & bits & -bits) cn_apart_wait(d->w, contact);
            cn_contact_strike(d->w, contact);
        }
    }
}

static void fetch_neighbour(const cn_World *w, int link) {
    if (link >= 0) cn_fetch_own(&w->contact_cold[link >> 1]);
}

/* First the contacts, then their bodies and who stands beside them in the lists. */
static void fetch_links(const Death *d, int word) {
    const cn_World *w = d->w;
    for (uint64_t bits = ended_at(d, word + 2); bits; bits &= bits - 1) {
        int contact = cn_contact_at(word + 2, bits);
        cn_fetch(&w->contact[contact]);
        cn_fetch(&w->contact_cold[contact]);
    }
    for (uint64_t bits = ended_at(d, word + 1); bits; bits &= bits - 1) {
        int contact = cn_contact_at(word + 1, bits);
        const cn_Contact *c = &w->contact[contact];
        const cn_ContactCold *cold = &w->contact_cold[contact];
        cn_fetch_own(&w->cold[c->body_a].first_contact);
        cn_fetch_own(&w->cold[c->body_b].first_contact);
        for (int side = 0; side < 2; side++) {
            fetch_neighbour(w, cold->next[side]);
            fetch_neighbour(w, cold->previous[side]);
        }
    }
}

static void leave_lists(const Death *d) {
    cn_World *w = d->w;
    for (int i = 0; i < d->words; i++) {
        uint64_t waits = w->scratch.words[i].waits;
        fetch_links(d, i);
        for (uint64_t bits = ended_at(d, i); bits; bits &= bits - 1) {
            int contact = cn_contact_at(i, bits), waiting = (waits & bits & -bits) != 0;
            w->cold[w->contact[contact].body_a].near_count += waiting;
            w->cold[w->contact[contact].body_b].near_count += waiting;
            cn_contact_unlink(w, contact);
        }
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

void cn_death_all(cn_World *w, int words) {
    int ended = 0, waiting = 0;
    for (int i = 0; i < words; i++) {
        ended += __builtin_popcountll(w->scratch.words[i].ended);
        waiting += __builtin_popcountll(w->scratch.words[i].waits);
    }
    if (!cn_apart_reserve(w, waiting)) {
        w->out_of_memory = true; /* and they stay contacts */
        return;
    }
    Death d = {w, words};
    if (ended > 0) cn_jobs_run(w->jobs, leave_range, &d, 2, ended < FEW ? 2 : 1);
}
