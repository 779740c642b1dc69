/* ragdoll.h: the ragdoll of rain, as in scripts/bench/shared/ragdoll.lua. */
#ifndef CAIRN_BENCH_RAGDOLL_H
#define CAIRN_BENCH_RAGDOLL_H

enum { RAGDOLL_PARTS = 11 };
enum { RAGDOLL_GROUND = 1, RAGDOLL_LIMB = 2, RAGDOLL_FOOT = 4 }; /* layers */

typedef struct Ragdoll {
    int bodies[RAGDOLL_PARTS];
} Ragdoll;

/* Its parts do not meet each other, nor other ragdolls of the same number. */
void ragdoll_add(Ragdoll *doll, double x, double y, int number);
void ragdoll_destroy(Ragdoll *doll);

#endif
