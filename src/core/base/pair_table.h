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

typedef struct cn_Table {
    cn_TableEntry *entries;
    int capacity;
    int count;
} cn_Table;

/* A well mixed 64-bit hash of an unordered pair; also the order in which new pairs are taken. */
uint64_t cn_pair_hash(int a, int b);
int cn_table_find(const cn_Table *t, int a, int b);      /* -1 when absent */
bool cn_table_reserve(cn_Table *t, int more);            /* so many puts do not fail then */
bool cn_table_put(cn_Table *t, int a, int b, int value); /* false when out of memory */
void cn_table_renumber(cn_Table *t, const int *to);      /* value v becomes to[v] */
void cn_table_remove(cn_Table *t, int a, int b);
void cn_table_fetch(const cn_Table *t, int a, int b); /* into the cache: it will be wanted soon */
void cn_table_fetch_own(const cn_Table *t, int a, int b); /* ... to be changed */
void cn_table_trim(cn_Table *t); /* gives back room, where there is much more than needed */
void cn_table_free(cn_Table *t);

#endif
