/* contact.h: what a world keeps of each contact, and what the stages of a step note of contacts.
 *
 * One slot for each pair of pieces whose boxes overlap and that may meet, to the last such step. */
#ifndef CN_DATA_CONTACT_H
#define CN_DATA_CONTACT_H

#include "data/constants.h"
#include "geometry/collide.h"

/* Flags of a contact, by value. Set by the narrow phase unless something else is said. */
enum {
    CN_CONTACT_TOUCHING = 1 << 0,   /* its shapes touch: a begin was told */
    CN_CONTACT_SENSOR = 1 << 1,     /* one of its shapes is a sensor: it is never solved */
    CN_CONTACT_ASK_FILTER = 1 << 2, /* the filter hook has not been asked yet */
    CN_CONTACT_REFUSED = 1 << 3,    /* the filter hook said no */
    CN_CONTACT_IGNORED = 1 << 4,    /* no response until its shapes part (m:ignore()) */
    CN_CONTACT_SKIPPED = 1 << 5,    /* no response in this step: pre_solve said no */
    CN_CONTACT_PRE_SOLVE = 1 << 6,  /* a shape of it has pre_solve: read by callback.c */
    CN_CONTACT_EVENTS = 1 << 7,     /* both shapes tell events */
    CN_CONTACT_ONE_WAY = 1 << 8,    /* a shape of it is solid from one side only */
    CN_CONTACT_PIECES = 1 << 9,     /* a body of it has several pieces */
    CN_CONTACT_BOUNCES = 1 << 10,   /* belongs to the impact phase in this step */
    CN_CONTACT_FAST = 1 << 11,    /* of these: a body of it moves more than its size in the step */
    CN_CONTACT_END = 1 << 12,     /* touches a static face at one of its ends: internal_edge.c */
    CN_CONTACT_FACE = 1 << 13,    /* its static piece meets the other with a face */
    CN_CONTACT_CORNER = 1 << 14,  /* its static piece meets the other with a corner */
    CN_CONTACT_ENDED = 1 << 15,   /* its end was told in this step */
    CN_CONTACT_ROUND = 1 << 16,   /* a piece of it is rounded */
    CN_CONTACT_SPECIAL = 1 << 17, /* has rolling resistance, a surface that moves, or a
                                     body that leads the other */
    CN_CONTACT_BOUNCY = 1 << 18,  /* has restitution */
    CN_CONTACT_WHEELS = 1 << 19,  /* both pieces are discs about the centres of their bodies */
    CN_CONTACT_LIVELY = 1 << 20,  /* has so much restitution that a rebound matters in a crowd */
    CN_CONTACT_WALL_A = 1 << 21,  /* body a is not dynamic */
    CN_CONTACT_WALL_B = 1 << 22,  /* body b is not dynamic */
    CN_CONTACT_DEEP = 1 << 23,    /* its bodies are deep in each other: see depenetrate.c */
    CN_CONTACT_PLANE = 1 << 24,   /* one of its pieces is a halfspace */
    CN_CONTACT_TURNED = 1 << 25,  /* the piece of b has more vertices than that of a */
    CN_CONTACT_KIND = 15 << 26,   /* bits: the kinds of the two pieces, see wide/narrow_lists.h */
    CN_CONTACT_CURVED = 1 << 30,  /* its ground is an arc that goes from segment to segment */
};
#define CN_CONTACT_WALL       (CN_CONTACT_WALL_A | CN_CONTACT_WALL_B)
#define CN_CONTACT_AT_CORNER  (CN_CONTACT_CORNER | CN_CONTACT_END)
#define CN_CONTACT_KIND_SHIFT 26 /* bits to the right, of CN_CONTACT_KIND */

/* Something that a row of a point has along the normal and along the tangent. */
typedef struct cn_Row {
    float normal, tangent;
} cn_Row;

/* a is the piece of the shape with the lower id. Two cache lines: most stages read the first or
 * both, eight contacts at a time (wide/contact_rows_kernel.h names their columns). */
typedef struct cn_Contact {
    int body_a, body_b;
    uint32_t flags;
    int count;           /* of points */
    cn_Vec normal;       /* world, a to b, when the manifold was made */
    cn_Vec d;            /* centre of a minus centre of b then: r from b = r + d */
    cn_Vec r[2];         /* points, from the centre of mass of a, world orientation of then */
    float separation[2]; /* m, now */
    float friction;
    float reach; /* m, how far a radian moves the surface of the smaller body */

    cn_Row impulse[2]; /* N s, of the last sub-step: where the next one starts */
    cn_Row total[2];   /* N s, of the whole last step: what is reported */
    cn_Rot qa, qb;     /* rotations when the manifold was made */
    float made[2];     /* m, separations then; of one without points the gaps before a face of a and
                          of b, if more than 0: see stay_clear (wide/manifold_kernel.h); the second
                          of one point that is CURVED: the radius of the ground's arc, negative from
                          inside, 0 where it is straight */
    int piece_a, piece_b;
} __attribute__((aligned(64))) cn_Contact;

/* The rest of it, in the same slot of an array of its own. The two ends of the contact stand in the
 * lists of their bodies as link = contact * 2 + side. */
typedef struct cn_ContactCold {
    uint32_t feature[2]; /* of the points; these, and what stands first, as wide/manifold_kernel.h
                            reads them */
    uint32_t reference;  /* sticky reference face */
    float restitution;
    int next[2], previous[2];
} __attribute__((aligned(32))) cn_ContactCold;

/* What few contacts have, in the same slot of an array that ends with the last contact that has it:
 * whose slot lies beyond has zeros. */
typedef struct cn_ContactRare {
    int pair; /* record of the pair of shapes when one has several pieces, + 1 */
    float rolling, surface_speed;
    float rolling_impulse;
} cn_ContactRare;

/* Two pieces whose boxes in the trees overlap, without a contact yet: see pair_defer.c. */
typedef struct cn_DeferredPair {
    int piece_a, piece_b, body_a, body_b;
} cn_DeferredPair;

/* Two shapes of which one has several pieces: one begin and one end for all their contacts. */
typedef struct cn_ShapePair {
    int shape_a, shape_b;
    int contacts, touching;
    uint32_t flags; /* ASK_FILTER, REFUSED, IGNORED */
} cn_ShapePair;

typedef struct cn_ContactList {
    int *slots;
    int count, slots_capacity;
} cn_ContactList;

/* What the narrow phase found out about 64 contacts, a bit for each. */
typedef struct cn_ContactWord {
    uint64_t seen;
    uint64_t apart;   /* have no points */
    uint64_t ended;   /* their boxes have parted */
    uint64_t corners; /* meet a corner of a static piece */
    uint64_t tangled; /* deep, of a body of several pieces: see depenetrate.c */
    uint64_t changed; /* began or stopped touching */
    uint64_t sensors; /* overlap in the trees, and are looked at when the step is over */
    uint64_t walls;   /* with a body that is not dynamic */
    uint64_t strikes; /* one end may be asleep and about to be struck */
    int first_ended;  /* where they begin in the list of all */
} cn_ContactWord;

/* A contact without points whose two have to come nearer before it gets any: while their paths
 * together are less than that, nothing is asked of it. */
typedef struct cn_IdleContact {
    int contact : 31;
    unsigned wall : 1; /* is it with one? */
    int body_a, body_b;
    uint32_t until;
} cn_IdleContact;

/* A contact with a wall, and the place of the next of its body; -1 = none. */
typedef struct cn_WallLink {
    int contact, next;
} cn_WallLink;

/* A contact that has ended: see contact_destroy.c. */
typedef struct cn_Ending {
    cn_DeferredPair pair;
    int contact;
    bool waits;  /* its boxes in the trees overlap: the pair waits */
    bool told;   /* events or pairs of shapes have to know: it touches, or has several pieces */
    bool points; /* it has had some */
    bool lively; /* CN_CONTACT_LIVELY */
} cn_Ending;

/* What is to become of 64 pairs, a bit for each: see pair_defer.c. */
typedef struct cn_PairWord {
    uint64_t come;    /* get their contacts */
    uint64_t several; /* of these, where a shape has several pieces */
    uint64_t out;     /* wait no longer */
} cn_PairWord;

/* Of a body to which pairs come in a step: see pair_crowd.c. */
typedef struct cn_CrowdBody {
    int load; /* count of them */
    int room; /* count of further contacts that it may have */
} cn_CrowdBody;

/* What there is to solve of 64 contacts, a bit for each. */
typedef struct cn_SolidWord {
    uint64_t solid;                /* in the blocks */
    uint64_t direct;               /* solved directly */
    uint64_t two;                  /* in the blocks, with two points */
    uint64_t come;                 /* in the blocks, and were not; or have other bodies than then */
    uint64_t gone;                 /* the reverse */
    int first_solid, first_direct; /* where they begin in the lists of all */
} cn_SolidWord;

/* A contact in the order in which those of each colour stand in blocks. */
typedef struct cn_Placed {
    int contact, color;
} cn_Placed;

#endif
