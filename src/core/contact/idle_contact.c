/* idle_contact.c: contacts without points that need not be looked at yet.
 *
 * Of many pairs the boxes overlap and the pieces do not, step by step: in a pile that settles those
 * are a third of all contacts. The narrow phase finds by how much more than it looks ahead two are
 * apart (wide/manifold_kernel.h). Each body adds up its path, that is how far any point of it has
 * come at most; until the paths of both are more than that room the contact is not read at all.
 * What that does not tell of makes a path jump: a new box in the tree, a way that reaches ahead,
 * the guard that puts a body back. Whatever comes between two steps stirs the contacts of its body.
 * So what is found is the same as if all were looked at. */
#include "contact/idle_contact.h"

#include <string.h>

#include "data/contact_access.h"
#include "wide/motion.h"

/* What is not known any more is forgotten. */
static void forget(cn_StepMemory *s, int kept, int words) {
    if (kept == 0) s->contact.idle_count = 0;
    if (kept < words)
        memset(s->contact.idle_words + kept, 0,
               (size_t)(words - kept) * sizeof *s->contact.idle_words);
    s->contact.idle_known = words;
}

bool cn_idle_reserve(cn_World *w, int words) {
    cn_StepMemory *s = &w->scratch;
    int bodies = w->bodies.count + CN_LANES;         /* whole groups are written */
    bool known = s->contact.path_capacity >= bodies; /* else no paths have been added up */
    int kept = known ? s->contact.idle_known : 0, most = s->contact.idle_count;
    for (int i = 0; i < s->contact.busy_count; i++)
        most += __builtin_popcountll(w->active[s->contact.busy[i]]);
    s->contact.idle_known = 0;
    if (!CN_GROW(s->contact.path, bodies) || !CN_GROW(s->contact.idle, most) ||
        !CN_GROW(s->contact.idle_words, words))
        return false;
    forget(s, kept, words);
    return true;
}

void cn_idle_let(cn_World *w, const cn_IdleContact *list, int count) {
    cn_StepMemory *s = &w->scratch;
    if (count == 0) return;
    /* In whatever order; for contacts of what was struck there may be no room. */
    int at = __atomic_fetch_add(&s->contact.idle_count, count, __ATOMIC_RELAXED);
    for (int i = 0; i < count && at + i < s->contact.idle_capacity; i++) {
        const cn_IdleContact *c = &list[i];
        uint32_t path = s->contact.path[c->body_a] + s->contact.path[c->body_b];
        s->contact.idle[at + i] = *c;
        s->contact.idle[at + i].until += path;
        s->contact.idle_words[c->contact >> 6] |= (uint64_t)1 << (c->contact & 63);
    }
}

void cn_idle_end(cn_World *w, int contact) {
    w->scratch.contact.idle_words[contact >> 6] &= ~((uint64_t)1 << (contact & 63));
}

void cn_idle_pass(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int kept = 0, count = s->contact.idle_count < s->contact.idle_capacity
                              ? s->contact.idle_count
                              : s->contact.idle_capacity;
    for (int i = 0; i < count; i++) {
        cn_IdleContact c = s->contact.idle[i];
        int word = c.contact >> 6;
        uint64_t bit = (uint64_t)1 << (c.contact & 63);
        uint32_t left = c.until - (s->contact.path[c.body_a] + s->contact.path[c.body_b]);
        if (!(s->contact.idle_words[word] & bit)) continue;
        /* what is not active is looked at when it becomes so */
        if ((int32_t)left <= 0 || !(w->active[word] & bit)) {
            s->contact.idle_words[word] &= ~bit;
            continue;
        }
        s->contact.idle[kept++] = c;
        s->contact.words[word].seen |= bit;
        s->contact.words[word].apart |= bit;
        if (c.wall) s->contact.words[word].walls |= bit;
    }
    s->contact.idle_count = kept;
}
