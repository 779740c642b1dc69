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
    bool clear; /* no touch in the sub-step, and none missed */
} cn_ImpactManifold;

typedef struct cn_ImpactEvent {
    float time; /* s, within the sub-step */
    int contact;
    uint64_t hash; /* of the contact: the lower of two at one time comes first */
    int stamp;     /* blows on its bodies when the time was found */
    int manifold;  /* its manifold then */
} cn_ImpactEvent;

#endif
