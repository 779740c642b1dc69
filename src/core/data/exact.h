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
    int last_double;
    cn_OrderCost cost;
    bool holds;      /* its joints, or the lanes do */
    bool needed;     /* in this step: it is to hold its joints */
    bool runs;       /* in this step: its bodies are not solved elsewhere */
    int root;        /* of a tree: row * CN_LINKAGE_LANES + lane in its linkage */
    bool loose;      /* goes through the lanes while they hold it: exact_strain.c */
    bool is_tree;    /* its bodies and links make no loop: it has lanes in a linkage */
    bool seated;     /* it has a place in a linkage */
    unsigned sort;   /* those of one sort are solved fastest side by side: linkage.c */
    bool geared;     /* in this step: couplings push at it */
    bool pulled;     /* in this step: links come together gently */
    bool alone;      /* in this step: see exact_energy.c */
    bool in_lanes;   /* its impulses are in those lanes, not in its links */
    bool touches;    /* has contacts */
    bool twice;      /* some of its links hold what others hold */
    bool welded;     /* may move as one body: it has a lane in a raft, and none in a linkage */
    bool rigid;      /* in this step: it still does (exact_rigid.c) */
    bool firm;       /* in this step: welded to what does not give way */
    bool quiet;      /* in this step: nothing acts on it but its links and forces */
    bool factored;   /* in this sub-step */
    bool struck;     /* in this sub-step: see exact_blow.c */
    bool in_slices;  /* in this sub-step: see exact_solve.c */
    int soft, again; /* sub-steps for which its links are springs; the last time it was that */
    double closing;  /* m/s, see exact.h */
    uint64_t key;    /* of its links: see exact_carry.c */
} cn_Articulation;

/* What one has gathered, and gets again when the same links are found: exact_carry.c. */
typedef struct cn_Carried {
    uint64_t key;
    int soft, again; /* as its own */
    bool holds;      /* the same, where the lanes may do that: looks ask what they look at */
    double most[2];  /* J that its bodies may have, and their masses then: exact_energy.c */
} cn_Carried;

/* Articulations that are solved side by side: linkage.c. */
typedef struct cn_LinkageRange {
    int first, count;              /* of the seats */
    int first_body_row, body_rows; /* 0 rows: it is no tree, and alone here */
    int first_link_row, link_rows;
    int halves;                          /* of rows, that are not empty */
    int raft, first_raft_row, raft_rows; /* 0 rows: they do not move as one body each */
    bool quiet; /* in this step: all are, and both stages of a sub-step are done at once */
} cn_LinkageRange;

typedef struct cn_Articulations {
    cn_Articulation *list;
    int count, list_capacity;
    struct cn_LinkBody *bodies;
    struct cn_Link *links;
    int *plan;     /* orders of elimination */
    double *space; /* to work in */
    int bodies_capacity, links_capacity, plan_capacity, space_capacity;
    int ints, doubles; /* used of plan and of space */
    int *seat; /* of the list, those that have places in linkages, one linkage after the other */
    cn_LinkageRange *linkages;
    struct cn_LinkageBodies *body_rows; /* of all linkages, each with one to spare */
    struct cn_LinkageLinks *link_rows;
    struct cn_Raft *rafts;
    struct cn_RaftBodies *raft_rows; /* of all rafts, each with one for places */
    int rows;                        /* in this step: of bodies, in linkages that run */
    int running; /* count of those that ran at the last look at how they stand */
    int seat_count, seat_capacity, linkage_count, linkages_capacity, body_rows_capacity,
        link_rows_capacity;
    int raft_count, rafts_capacity, raft_rows_capacity;
    cn_Carried *carried; /* ascending, while there is no list */
    int carried_count, carried_capacity;
    int *holder; /* by body: of the list the one that holds it, where that runs in this step */
    int holder_capacity;
    uint64_t signature; /* of the graph of joints that they were found in */
    bool off;           /* for tests: everything goes through the lanes */
} cn_Articulations;

#endif
