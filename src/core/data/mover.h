/* data/mover.h: the state of a character mover; what it means is said in mover/mover.h. */
#ifndef CN_DATA_MOVER_H
#define CN_DATA_MOVER_H

#include "cairn.h"

typedef struct cn_Mover {
    cn_MoverDef def;  /* x, y: where it is now; up: of length 1 */
    cn_Pos last;      /* m, where it was when the last step ended */
    cn_Pos before;    /* m, where it was when the step before that ended, for drawing */
    cn_Pos velocity;  /* m/s, over that step */
    double foot;      /* m, from its place down to its lowest point */
    double reach;     /* m, to its farthest */
    double cosine;    /* of max_slope */
    double leg_speed; /* m/s upwards, of the spring */
    double last_dt;   /* s */
    bool grounded;
    bool outside;        /* of the world's bounds when the last step ended */
    cn_ShapeId ground;   /* generation 0: none, or destroyed since */
    cn_MoverId below;    /* or another mover, by whose body it may be */
    cn_Pos normal;       /* of the ground */
    cn_Pos anchor, held; /* a point of the ground, in the frame of its body; where it was then */
    cn_BodyId body;      /* by which the solver feels it; generation 0: none, or destroyed since */
    cn_ShapeId shape;    /* of that */
    cn_Pos drift;        /* m/s, of the ground, and of what pushes it */
    cn_Pos impact;       /* m/s, with that it lands in the next step */
    cn_ShapeId leaned;   /* on which its legs stood in the last step */
    double belt;         /* m/s, of the surface of the ground against its body */
} cn_Mover;

#endif
