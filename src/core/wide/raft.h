/* raft.h: articulations that move as one body each, side by side: one a lane, their bodies in rows.
 *
 * Lanes with fewer bodies than there are rows have bodies without mass in the others. A lane reads
 * and writes nothing but its own. See solver/exact/exact_rigid.c. */
#ifndef CN_RAFT_H
#define CN_RAFT_H

#include "wide/linkage.h"

typedef struct cn_RaftBodies {
    cn_LinkageLane start_x, start_y, start_c, start_s; /* pose when the step began */
    cn_LinkageLane x, y, c, s;                         /* when the sub-step began */
    cn_LinkageLane v[3];                               /* m/s, rad/s */
    cn_LinkageLane mass, spin;                         /* kg, kg m^2 */
    cn_LinkageLane rest[4];                            /* x, y, c, s in the shape */
    cn_LinkageLane turn_c, turn_s;                     /* against the shape as it was made */
    cn_LinkageLane off;                                /* rad, to its place in the shape */
    cn_LinkageLane mean[2], from[3];                   /* as in cn_LinkBody, of welds in the step */
    int32_t body[CN_LINKAGE_LANES], station[CN_LINKAGE_LANES];
    int32_t step[CN_LINKAGE_LANES]; /* bytes: as in cn_LinkageBodies */
} cn_RaftBodies;

typedef struct cn_Raft {
    cn_LinkageLane x, y, c, s;        /* where its shape is */
    cn_LinkageLane mass, orbit, spin; /* kg, kg m^2: about its centre, and of each by itself */
    cn_LinkageLane worst;             /* m or rad, that a body is off its place */
    cn_LinkageMask held;              /* by a place */
    cn_LinkageMask asked;             /* to move */
    uint32_t runs, quiet;             /* one bit a lane */
    int count, first_row;             /* of rows; of all rafts' */
    cn_RaftBodies *rows, *place;      /* place: the last, and one more */
    double h;                         /* s */
    double most;                      /* m or rad that bodies are moved at once */
    struct cn_Motion *motion;         /* by station, or by body once sub-steps are over */
    struct cn_StepBlock *steps;
    bool reported;
} cn_Raft;

typedef struct cn_RaftKernels {
    void (*fit)(cn_Raft *g);           /* reads poses: how the shape lies nearest to its bodies */
    void (*fit_again)(cn_Raft *g);     /* where they have been moved since */
    void (*move_together)(cn_Raft *g); /* bodies nearer to their places */
    void (*read)(cn_Raft *g);          /* velocities */
    /* Velocities that take all to their places at the end of the sub-step, where that is asked for.
     * Lanes that have them, one bit each: others turn too far. */
    uint32_t (*move)(cn_Raft *g);
    void (*move_at_once)(cn_Raft *g); /* as they move at the end of the step */
    void (*write)(const cn_Raft *g, uint32_t lanes);
} cn_RaftKernels;

#endif
