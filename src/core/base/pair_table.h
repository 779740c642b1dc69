/* pair_table.h: a hash table from unordered pairs of small integers to an integer.
 * Open addressing, never walked, so that its order can never reach a result. */
#ifndef CN_PAIR_TABLE_H
#define CN_PAIR_TABLE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct cn_TableEntry {
    uint32_t low, high; /* of the pair; both 0 = empty */
    int32_t value;
} cn_TableEntry;

typedef struct cn_PairTable {
    cn_TableEntry *entries;
    int capacity;
    int count;
} cn_PairTable;

/* A well mixed 64-bit hash of an unordered pair; also the order in which new pairs are taken. */
uint64_t cn_pair_hash(int a, int b);
int cn_pair_table_find(const cn_PairTable *t, int a, int b); /* -1 when absent */
bool cn_pair_table_reserve(cn_PairTable *t, int more);       /* so many puts do not fail then */
bool cn_pair_table_put(cn_PairTable *t, int a, int b, int value); /* false when out of memory */
void cn_pair_table_renumber(cn_PairTable *t, const int *to);      /* value v becomes to[v] */
void cn_pair_table_remove(cn_PairTable *t, int a, int b);
void cn_pair_table_fetch(const cn_PairTable *t, int a,
                         int b); /* into the cache: it will be wanted soon */
/* Into the cache, to be changed. */
void cn_pair_table_fetch_own(const cn_PairTable *t, int a, int b);
void cn_pair_table_trim(
    cn_PairTable *t); /* gives back room, where there is much more than needed */
void cn_pair_table_free(cn_PairTable *t);

#endif
