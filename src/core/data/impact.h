/* impact.h: what the impact phase notes within a sub-step: see solver/impact/impact.c. */
#ifndef CN_DATA_IMPACT_H
#define CN_DATA_IMPACT_H

#include "cairn.h"

/* A manifold at some time within a step, with arms from both centres of mass. */
typedef struct cn_ImpactManifold {
    int count;
    cn_Vec normal;
    cn_Vec ra[2], rb[2];
    float gap[2];
    bool clear;        /* no touch in the sub-step, and none missed */
    bool former;       /* as it was at a look before */
    uint8_t reference; /* whose face it is: 1 a's, 2 b's, 0 none */
} cn_ImpactManifold;

typedef struct cn_ImpactEvent {
    float time; /* s, within the sub-step */
    int contact;
    uint64_t key; /* the bits of the time, then some of a hash of the contact: the lower of two
                     comes first */
    int stamp;    /* blows on its bodies when the time was found */
    int manifold; /* its manifold then */
} cn_ImpactEvent;

/* When a contact was last looked at in a sub-step. */
typedef struct cn_ImpactLook {
    int stamp;  /* blows of both bodies then */
    float from; /* s; CN_NEVER: it has no touch from some time on */
} cn_ImpactLook;

/* What a body may have an impact with, from its side. 32 bytes: two in a line of memory. */
typedef struct cn_ImpactNear {
    int seat; /* block and lane of the contact: see cn_seat_at */
    int contact;
    int station;      /* of the other body */
    uint32_t flags;   /* of the contact */
    float nx, ny;     /* normal, towards the other body */
    float gap;        /* m along it, without what bodies have come since the step began */
    float blow_speed; /* m/s, slower approaches are no impacts */
} cn_ImpactNear;

#endif
