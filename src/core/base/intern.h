/* intern.h: things that are kept once for all that are alike, with a count of their users.
 *
 * The things themselves lie in an array of their owner, by slot, and only the owner can say whether
 * two are alike; here are their slots, and how they are found by a hash. Which slot is found
 * depends on nothing but its content, as long as no two are alike. */
#ifndef CN_INTERN_H
#define CN_INTERN_H

#include <stddef.h>

#include "base/slot.h"

typedef struct cn_SharedLink {
    uint64_t hash;
    int users;
    int next; /* next slot of its bucket, -1 = none */
} cn_SharedLink;

typedef struct cn_Intern {
    cn_Slots slots;
    cn_SharedLink *link; /* by slot */
    int *bucket;         /* by hash: the first, -1 = none */
    int link_capacity, bucket_count;
} cn_Intern;

void cn_intern_init(cn_Intern *s);
/* Room for so many more; false when out of memory. Arrays by slot need one for each slot below
 * slots.count + more. */
bool cn_intern_reserve(cn_Intern *s, int more);
/* The first, or the next after slot, that has this hash; -1 = none. */
int cn_intern_find(const cn_Intern *s, uint64_t hash, int slot);
/* A slot for something new, after making room for it. It has no user yet. */
int cn_intern_add(cn_Intern *s, uint64_t hash);
/* The slot in array of an item of size bytes, without gaps: that of an equal item, or a new one,
 * after making room for it. Has one user more. */
int cn_intern_take(cn_Intern *s, void *array, const void *item, size_t size);
/* One user less. True when that was the last and the slot is free again. */
bool cn_intern_give(cn_Intern *s, int slot);

/* The buckets anew, from slots and the hashes in links; false when out of memory. */
bool cn_intern_rebuild(cn_Intern *s);

static inline uint64_t cn_hash_add(uint64_t h, uint64_t v) {
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}
/* All of memory that has no gaps. */
uint64_t cn_hash_bytes(uint64_t h, const void *memory, size_t bytes);

#endif
