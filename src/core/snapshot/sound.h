/* sound.h: what is asked of indices and numbers that somebody else may have written. */
#ifndef CN_SOUND_H
#define CN_SOUND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/slot.h"

/* Of an element of an array. */
static inline bool cn_sound_index(int index, int count) { return index >= 0 && index < count; }
/* The same, or -1: none. */
static inline bool cn_sound_link(int index, int count) { return index >= -1 && index < count; }
/* A slot that is in use. */
static inline bool cn_sound_slot(const cn_Slots *s, int index) {
    return cn_sound_index(index, s->count) && cn_slots_live(s, index);
}

/* Are all of them finite? The sums stay 0 unless some is not. */
static inline bool cn_sound_floats(const void *p, size_t bytes) {
    const float *v = p;
    float zero = 0;
    for (size_t i = 0; i < bytes / sizeof *v; i++) zero += v[i] * 0.0f;
    return zero == 0;
}

static inline bool cn_sound_doubles(const void *p, size_t bytes) {
    const double *v = p;
    double zero = 0;
    for (size_t i = 0; i < bytes / sizeof *v; i++) zero += v[i] * 0.0;
    return zero == 0;
}

/* Of a member, or an array of them. */
#define CN_SOUND_FLOATS(member)  cn_sound_floats(&(member), sizeof(member))
#define CN_SOUND_DOUBLES(member) cn_sound_doubles(&(member), sizeof(member))

#endif
