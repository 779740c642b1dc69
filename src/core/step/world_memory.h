/* world_memory.h: every growable array of a world, listed once with how many of its elements have
 * to outlive a step: to free them, to count their bytes, and to give back what lies idle: see
 * world_memory.c. */
#ifndef CN_WORLD_MEMORY_H
#define CN_WORLD_MEMORY_H

#include "data/world.h"

/* Every growable array of a world, trees and what lies in lists of its own aside.
 */
typedef struct cn_ArrayRef {
    const char *name;
    void **array;
    int *capacity;
    size_t size; /* bytes of an element */
    int keep;    /* elements that have to outlive a step */
} cn_ArrayRef;

typedef void cn_ArrayFn(void *context, const cn_ArrayRef *array);

void cn_world_memory_each(cn_World *w, cn_ArrayFn *fn, void *context);
void cn_world_memory_free(cn_World *w);
size_t cn_world_memory_bytes(const cn_World *w);
void cn_world_memory_forget_step(cn_World *w); /* that is over: blocks are made anew in the next */
void cn_world_memory_trim(cn_World *w); /* at the beginning of a step: gives back what lies idle */

#endif
