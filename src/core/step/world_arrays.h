/* world_arrays.h: visits, frees, counts and trims every growable array of a world; snapshots
 * save those of them that are state. */
#ifndef CN_WORLD_ARRAYS_H
#define CN_WORLD_ARRAYS_H

#include "data/world.h"

/* What a snapshot has of an array. */
typedef enum cn_ArrayHow {
    CN_ARRAY_STATE,   /* all elements that are kept */
    CN_ARRAY_SOME,    /* of these as many as there are: it grows when it is needed */
    CN_ARRAY_ANY,     /* the same, and what is kept follows from it alone */
    CN_ARRAY_DERIVED, /* nothing: it is made anew, or its owner tells of it (snapshot/) */
    CN_ARRAY_STEP,    /* nothing: it means nothing between two steps */
    CN_ARRAY_ROOM,    /* nothing, but there has to be room for what is kept */
} cn_ArrayHow;

/* A growable array of a world. Trees, and what lies in lists of its own, have none. */
typedef struct cn_ArrayRef {
    const char *name;
    void **array;
    int *capacity;
    size_t size; /* bytes of an element */
    int keep;    /* elements that have to outlive a step */
    int *count;  /* where that is kept for this array alone, else NULL */
    cn_ArrayHow how;
} cn_ArrayRef;

typedef void cn_ArrayFn(void *context, const cn_ArrayRef *array);

void cn_world_arrays_each(cn_World *w, cn_ArrayFn *fn, void *context);
void cn_world_arrays_free(cn_World *w);
void cn_world_arrays_free_joints(cn_World *w); /* before, or before they are kept */
void cn_world_arrays_keep(
    cn_World *w);                 /* the world is all zeros, and has these arrays as they are */
void cn_world_empty(cn_World *w); /* world.c: the same, with all else that it had given back */
/* world.c: whether a world may be made with these settings. */
cn_Result cn_world_check_def(cn_Error *error, const cn_WorldDef *def);
size_t cn_world_arrays_bytes(const cn_World *w);
void cn_world_arrays_forget_step(cn_World *w); /* that is over: blocks are made anew in the next */
void cn_world_arrays_trim(cn_World *w); /* at the beginning of a step: gives back what lies idle */

#endif
