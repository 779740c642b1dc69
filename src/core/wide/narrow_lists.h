/* narrow_lists.h: the narrow phase in lanes: contacts by slot, in lists of some hundred, eight at a
 * time. Which contacts share a list changes no bit of any of them.
 * Lists are filled up to whole groups of eight by their last contact once more. */
#ifndef CN_NARROW_LISTS_H
#define CN_NARROW_LISTS_H

#include "wide/motion.h"

/* Arrays of the world, by slot. */
typedef struct cn_NarrowStep {
    cn_Contact *contact;
    cn_ContactCold *cold;
    cn_ContactRare *rare;
    int rare_count;
    const cn_Pose *pose;
    const cn_Motion *motion;
    float *turn; /* m, by body: how far turning brings its surface in this step; of those awake */
    const cn_MotionBlock *blocks; /* by eight bodies */
    const uint32_t *flags;        /* of bodies */
    const cn_Box *boxes;
    const cn_Piece *piece;
    const cn_Vec *vertices, *normals;
    float dt;
    float slop; /* m */
    bool far;   /* contacts are more than a cache holds */
} cn_NarrowStep;

/* Of 64 contacts, a bit for each. */
typedef struct cn_LookBits {
    uint64_t sensors; /* one of the two is one: of these nothing else is said */
    uint64_t walls;   /* with a body that is not dynamic */
    uint64_t look;    /* have to be looked at */
    uint64_t asks;    /* whether they have to is another question, as what flags say tells */
    uint64_t late;    /* one of the two may be asleep */
} cn_LookBits;

/* Flags that a contact has for a step. */
#define CN_CONTACT_OF_A_STEP                                                                       \
    (CN_CONTACT_SKIPPED | CN_CONTACT_ENDED | CN_CONTACT_BOUNCES | CN_CONTACT_FAST)

/* count of contacts in a list: enough that groups are mostly full, few enough that all their data
 * stays in the cache. */
#define CN_NEAR_LIST 256

/* A bit for each contact of a list. */
typedef uint8_t cn_NearBits[CN_NEAR_LIST / CN_LANES];

typedef struct cn_NearList {
    int count;
    int32_t contact[CN_NEAR_LIST + CN_LANES];
    float margin[CN_NEAR_LIST + CN_LANES] __attribute__((aligned(32))); /* m: how far to look */
    int32_t kind[CN_NEAR_LIST + CN_LANES] __attribute__((aligned(32))); /* cn_MeetKind */
    float slack[CN_NEAR_LIST + CN_LANES]
        __attribute__((aligned(32))); /* m, > 0: the paths of both until it has to be looked at */
    cn_NearBits done;                 /* the old manifold is good enough */
    cn_NearBits changed;              /* of these, which began or stopped touching */
    cn_NearBits ended;  /* the boxes have parted, or nothing is there and they cannot meet */
    cn_NearBits far;    /* no point within the margin */
    cn_NearBits leaves; /* no point within the margin, where there was something before */
    cn_NearBits empty;  /* no point before */
} cn_NearList;

/* count of vertices of a piece: those of more are not for lanes */
#define CN_MEET_VERTICES 8

/* Pairs of pieces by their numbers of vertices: 1, 2, 3 to 4, or up to CN_MEET_VERTICES, which are
 * long. Any others are not for lanes. */
typedef enum cn_MeetKind {
    CN_MEET_OTHERS,
    CN_MEET_CIRCLES,
    CN_MEET_CAPSULE_CIRCLE,
    CN_MEET_HULL_CIRCLE,
    CN_MEET_CAPSULES,
    CN_MEET_HULL_CAPSULE,
    CN_MEET_HULLS,
    CN_MEET_LONG_CIRCLE,
    CN_MEET_LONG, /* the other has two vertices and more */
    CN_MEET_KINDS
} cn_MeetKind;

/* count of contacts of one kind: flushed when full, carried on between words. */
#define CN_MEET_LIST 64

/* m/s: what is slower on what can be pushed is at no seam of it; and ground that can be pushed is
 * calm below it */
#define CN_STRUCK 0.02f
#define CN_CALM   0.25f

/* Contacts of one kind. */
typedef struct cn_MeetList {
    int count;
    int32_t contact[CN_MEET_LIST + CN_LANES];
    float margin[CN_MEET_LIST + CN_LANES] __attribute__((aligned(32)));
    uint8_t solid[CN_MEET_LIST / CN_LANES];   /* have points */
    uint8_t changed[CN_MEET_LIST / CN_LANES]; /* began or stopped touching */
    uint8_t rests[CN_MEET_LIST / CN_LANES];   /* of those with points: a body of it rests */
    uint8_t ground[CN_MEET_LIST / CN_LANES];  /* the same: one may be ground for the other */
    uint8_t comes[CN_MEET_LIST / CN_LANES];   /* of these, those that approach */
} cn_MeetList;

/* Lanes of eight from at on that are not filled up. */
static inline unsigned cn_lanes_used(int count, int at) {
    return count - at < CN_LANES ? (1u << (count - at)) - 1 : 0xffu;
}

typedef struct cn_ManifoldKernels {
    /* How far turning brings the surfaces of bodies, of motion blocks first to end - 1. */
    void (*turns)(const cn_NarrowStep *s, int first, int end);
    /* What there is to do with these of 64 contacts, which lose their flags of a step. */
    void (*sort)(const cn_NarrowStep *s, int word, uint64_t contacts, cn_LookBits *out);
    /* Where the bodies have hardly moved since the manifold was made, new separations. */
    void (*keep)(const cn_NarrowStep *s, cn_NearList *list);
    /* Which are near enough for a new manifold, and how far it has to look. */
    void (*near)(const cn_NarrowStep *s, cn_NearList *list);
    /* New manifolds; those of others are left out. */
    void (*meet[CN_MEET_KINDS])(const cn_NarrowStep *s, cn_MeetList *list);
} cn_ManifoldKernels;

#endif
