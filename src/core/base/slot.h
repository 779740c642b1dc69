/* slot.h: ids with generations over dense slots.
 *
 * A slot is live, or stands in a last-in-first-out free list; freeing it raises its generation,
 * so that every id given out for it before is stale for good. Generation 0 never occurs. */
#ifndef CN_SLOT_H
#define CN_SLOT_H

#include <stdbool.h>
#include <stdint.h>

/* In place of the index of the next free slot: the slot is live; the list ends here. */
#define CN_SLOT_LIVE (-2)
#define CN_SLOT_END  (-1)

typedef struct cn_Slots {
    uint32_t *generation;
    int32_t *next; /* CN_SLOT_LIVE, or the next free slot, or CN_SLOT_END */
    int generation_capacity, next_capacity;
    int count; /* slots ever used: live ones lie below */
    int live;
    int32_t free;
} cn_Slots;

void cn_slots_init(cn_Slots *s);
/* The slot that cn_slots_take will give, after making room for it; -1 when out of memory. */
int cn_slots_reserve(cn_Slots *s);
/* Takes the reserved slot; cannot fail after cn_slots_reserve. */
int cn_slots_take(cn_Slots *s);
void cn_slots_release(cn_Slots *s, int slot);
/* All that live stand in the first slots now, where the caller has put them. */
void cn_slots_close_up(cn_Slots *s);
/* Use up slot 0 for nothing, so that ids count from 1. False when out of memory. */
bool cn_slots_skip_first(cn_Slots *s);

static inline bool cn_slots_live(const cn_Slots *s, int slot) {
    return s->next[slot] == CN_SLOT_LIVE;
}
static inline bool cn_slots_has(const cn_Slots *s, uint32_t slot, uint32_t generation) {
    return generation != 0 && slot < (uint32_t)s->count && s->generation[slot] == generation &&
           s->next[slot] == CN_SLOT_LIVE;
}

/* Where a walk goes on after the slot of an id, which comes from the caller and may be any. */
static inline int cn_slots_after(const cn_Slots *s, uint32_t slot) {
    return slot < (uint32_t)s->count ? (int)slot + 1 : s->count;
}

#endif
