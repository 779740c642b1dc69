/* exact.h: joints that are solved exactly: see solver/exact/exact.c. */
#ifndef CN_DATA_EXACT_H
#define CN_DATA_EXACT_H

#include "cairn.h"

/* What an elimination takes: blocks below the diagonal, and how often one is changed. */
typedef struct cn_OrderCost {
    int entries, updates;
} cn_OrderCost;

/* Joints that are solved exactly, as ranges of the arrays below; see exact.c. */
typedef struct cn_Articulation {
    int first_body, body_count, free_count; /* bodies that links can move come first */
    int first_link, link_count;
    int first_int;    /* of its plan */
    int first_double; /* of the room it works in */
    cn_OrderCost cost;
    bool runs;       /* in this step */
    bool touches;    /* has contacts */
    bool factored;   /* in this sub-step */
    bool in_slices;  /* in this sub-step: see exact_solve.c */
    int soft, again; /* sub-steps for which its links are springs; the last time it was that */
    double closing;  /* m/s, see exact.h */
} cn_Articulation;

typedef struct cn_Articulations {
    cn_Articulation *list;
    int count, capacity;
    struct cn_LinkBody *bodies;
    struct cn_Link *links;
    int *plan;     /* orders of elimination */
    double *space; /* to work in */
    int body_capacity, link_capacity, plan_capacity, space_capacity;
    int ints, doubles;  /* used of plan and of space */
    int work;           /* blocks made or changed in a sub-step */
    uint64_t signature; /* of the graph of joints that they were found in */
    bool off;           /* for tests: everything goes through the lanes */
} cn_Articulations;

#endif
