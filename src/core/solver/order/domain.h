/* domain.h: cuts large islands into domains, whose contacts may be solved at the same time. */
#ifndef CN_DOMAIN_H
#define CN_DOMAIN_H

#include "data/world.h"

#define CN_DOMAINS_EVERY 32 /* steps: what moves over since makes borders longer, no more */

#define CN_HOMES_EVERY 8 /* steps: between two looks whether homes still fit */

/* Parts of large islands, in the order in which they are solved. */
enum {
    CN_PART_FREE = 0,      /* no large island */
    CN_PART_DOMAINS = 1,   /* within each of the eight */
    CN_PART_PAIRS = 9,     /* between the two of a pair */
    CN_PART_QUARTERS = 13, /* between two pairs */
    CN_PART_MIDDLE = 15    /* between two halves; or with a body that has come since */
};

/* What a contact to solve is to colouring, by slot. */
struct cn_Node {
    int a, b;       /* bodies; -1 = does not move: needs no colour */
    uint16_t place; /* where to stand within a colour */
    uint16_t generation;
};

/* From time to time, when scratch.order.solid and nodes are there: domains of all awake bodies.
 * False when out of memory; they stay as they are then. */
bool cn_domain_update(cn_World *w);
/* Between two such times: homes for bodies of no domain, by where these are, as many as there are
 * shares. False when out of memory; they stay as they are then. */
bool cn_domain_house(cn_World *w);
int cn_domain_part(const cn_StepMemory *s, const cn_Node *n);

#endif
