/* busy_words.h: which words of 64 contacts have any that is active.
 *
 * In a world that sleeps few have: what is done in each step for every word costs more there than
 * the step itself. From the narrow phase on stages go through this list. */
#ifndef CN_BUSY_WORDS_H
#define CN_BUSY_WORDS_H

#include "data/contact_access.h"

/* Also while there is no list, or after it was made. */
static inline bool cn_busy_words_any(const cn_World *w) {
    for (int i = 0; i < cn_contact_words(w); i++)
        if (w->active[i] != 0) return true;
    return false;
}

/* Ascending. False: no memory, and there are none. */
static inline bool cn_busy_words_list(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int words = cn_contact_words(w), count = 0;
    s->contact.busy_count = 0;
    if (!CN_GROW(s->contact.busy, words)) return false;
    for (int i = 0; i < words; i++) {
        s->contact.busy[count] = i;
        count += w->active[i] != 0;
    }
    s->contact.busy_count = count;
    return true;
}

#endif
