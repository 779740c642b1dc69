/* direct.h: islands at rest, solved as one linear system: see direct.c. */
#ifndef CN_DIRECT_H
#define CN_DIRECT_H

#include "world.h"

/* One point of one contact as two rows: normal and tangent. */
typedef struct cn_DirectRow {
    int contact, point;
    int a, b;               /* place of the body in the island, -1 = does not move */
    double n[6], t[6];      /* Jacobian: a's x, y, angle, then b's */
    double gap;             /* m, at the beginning of the step */
    double bias;            /* m/s that may be approached */
    double normal, tangent; /* N s, multipliers */
    bool active, sticks;
    double normal_trial, tangent_trial; /* by the last solution */
    double slip;                        /* tangent impulse while it slides */
} cn_DirectRow;

typedef struct cn_DirectIsland {
    const int *bodies; /* slots, in the order of the unknowns */
    int body_count;
    cn_DirectRow *rows;
    int row_count;
    int band;       /* off-diagonals kept, in unknowns */
    double *matrix; /* (band + 1) a column */
    double *free;   /* velocities without contacts */
    double *u;      /* the solution */
    double *mass;   /* diagonal */
    double stiffness;
    double dt, gravity;
} cn_DirectIsland;

/* Velocities that the contacts of the island allow, and their multipliers. False when the answer
 * cannot be trusted; nothing outside the island's own memory is written. */
bool cn_direct_velocities(const cn_World *w, cn_DirectIsland *island);
/* With the matrix of the last solve: how far each body moves to take a part of what overlaps, and
 * of what is open within the band, out; in u. */
void cn_direct_positions(const cn_World *w, cn_DirectIsland *island);

/* Stage: solve what can be solved this way and mark its bodies CN_BODY_DIRECT; the rest of the
 * step leaves them alone. */
void cn_direct_solve(cn_World *w, float dt);

#endif
