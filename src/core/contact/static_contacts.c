/* static_contacts.c: which contacts with walls, that is with what is not dynamic, each body has in
 * a step.
 *
 * In the thick of a pile a body has a dozen contacts of which one is with a wall: rules about walls
 * alone (internal_edge.c, impact_merge.c) would walk all of them, each a line or two of memory that
 * nothing else wants then. Made when all contacts of the step are known, from the words of the
 * narrow phase; in the order of their pieces, since slots depend on what else comes and goes in the
 * world. */
#include "contact/static_contacts.h"

#include <string.h>

#include "data/world.h"

static bool reserve(cn_StepMemory *s, int bodies, int count) {
    return CN_GROW(s->contact.wall_first, bodies) && CN_GROW(s->contact.walls, count);
}

static bool comes_before(const cn_World *w, int contact, int other) {
    const cn_Contact *p = &w->contact[contact], *q = &w->contact[other];
    return p->piece_a != q->piece_a ? p->piece_a < q->piece_a : p->piece_b < q->piece_b;
}

/* Slots are mostly in order, and the last comes first: most are put in front of the others. */
static void put(cn_World *w, int at, int contact) {
    cn_WallLink *walls = w->scratch.contact.walls;
    int *link = &w->scratch.contact.wall_first[cn_static_contact_body(&w->contact[contact])];
    while (*link >= 0 && comes_before(w, walls[*link].contact, contact)) link = &walls[*link].next;
    walls[at] = (cn_WallLink){contact, *link};
    *link = at;
}

bool cn_static_contacts_list(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int count = 0, words = s->contact.busy_count;
    const int *busy = s->contact.busy;
    s->contact.wall_bodies = 0;
    for (int i = 0; i < words; i++) count += __builtin_popcountll(s->contact.words[busy[i]].walls);
    if (count == 0) return true;
    if (!reserve(s, w->bodies.count, count)) return false;
    s->contact.wall_bodies = w->bodies.count;
    memset(s->contact.wall_first, 0xff, (size_t)w->bodies.count * sizeof *s->contact.wall_first);
    for (int i = words - 1, at = 0; i >= 0; i--)
        for (uint64_t bits = s->contact.words[busy[i]].walls; bits;) {
            int last = 63 - __builtin_clzll(bits);
            bits &= ~((uint64_t)1 << last);
            put(w, at++, busy[i] * 64 + last);
        }
    return true;
}
