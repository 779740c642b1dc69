/* linkage.h: trees of links side by side, eight bodies in the lanes of a row.
 *
 * The bodies of some trees stand in rows by their height: what hangs on a body stands before it, so
 * that all of a row can be worked on at once, of whatever tree a lane is. The links to the bodies
 * that hang on a row follow as rows of their own, in the lanes of that row: the first of each body,
 * then the second of each. Lanes without a link hold nothing, and have the spare body hang on them:
 * it stands after all rows, and does not move. A tree reads and writes nothing but its own lanes:
 * what comes out does not depend on which others there are. See solver/exact/linkage.c.
 * A kernel whose vectors hold four doubles takes a row in two halves: a pointer to the second is
 * one to the row, moved on by four lanes. So all that kernels find in a row is by lane, or in its
 * heads, which are as far apart as halves are. */
#ifndef CN_LINKAGE_H
#define CN_LINKAGE_H

#include <stdbool.h>
#include <stdint.h>

#define CN_LINKAGE_LANES  8 /* count of lanes */
#define CN_LINKAGE_HALF   4 /* count of lanes */
#define CN_LINKAGE_HALVES (CN_LINKAGE_LANES / CN_LINKAGE_HALF)
#define CN_LINKAGE_TREES  8 /* count, in one linkage */

typedef double cn_LinkageLane[CN_LINKAGE_LANES];
typedef int64_t cn_LinkageMask[CN_LINKAGE_LANES]; /* all ones or zeros in each lane */

/* Of both halves of a row the same, as long as half a row of doubles: first what bodies have, then
 * what links have. */
typedef struct cn_LinkageHead {
    int32_t first_link, link_count; /* rows that hang on it */
    int32_t first_byte;             /* of the first, in this half: from the first of all */
    bool all_quiet;
    bool three;     /* rows, else two */
    bool straight;  /* what hangs stands in the lanes of one row, as these do */
    bool a_hangs;   /* in some lane, and not b */
    uint32_t kinds; /* of links */
    bool twice;     /* some lane holds what others hold */
    uint8_t live;   /* in the first row: trees of which all rows say that they go on, a bit each */
    bool idle;      /* no lane of this half goes on */
    uint8_t shape;  /* of its rows, cn_LinkageShape */
    bool held;      /* some lane has a place hang on it that links cannot move */
    bool changes;   /* another limit should bear in some lane */
    /* Bits, of bodies in all lanes of the row, that run: trees; lanes in which links can move one;
     * and of these those of quiet bodies. */
    uint8_t trees, moving, quiet;
    bool vacant, all_vacant; /* nothing runs in this half, in both */
    uint8_t alike; /* each lane has the tree that it has so many rows before, 0 = in none near */
} cn_LinkageHead;

typedef cn_LinkageHead cn_LinkageHeads[CN_LINKAGE_HALVES];

typedef struct cn_LinkageBodies {
    cn_LinkageHeads head;
    cn_LinkageLane x, y, c, s;                         /* m, when the sub-step began */
    cn_LinkageLane px, py, pc, ps;                     /* when it will end */
    cn_LinkageLane v[3], given[3], pushed[3];          /* as in cn_LinkBody */
    cn_LinkageLane mass[3], inv[3];                    /* 0: no link moves it */
    cn_LinkageLane inv_turn;                           /* with geometric stiffness */
    cn_LinkageLane stiff, lent;                        /* kg m^2, as in cn_LinkBody */
    cn_LinkageLane links;                              /* count of its links */
    cn_LinkageLane start_x, start_y, start_c, start_s; /* when the step began */
    cn_LinkageLane mobility[6]; /* v for an impulse: xx, xy, xw, yy, yw, ww */
    cn_LinkageLane answer[3];   /* v, before what it hangs on answers */
    cn_LinkageLane push[4];     /* from what it hangs on, 3: stiffness */
    cn_LinkageLane mean[3];     /* velocity of the parts of a sub-step that have been */
    cn_LinkageLane own[4];      /* from what hangs on it; then 3: of both, what is too stiff */
    cn_LinkageLane worst,
        closing; /* of its links and those below: gap, speeds that were asked for */
    cn_LinkageLane turned, after, before, heavy, drive; /* of it and those below */
    cn_LinkageLane play;  /* ratio of what its links should close, that they let be; of a way */
    cn_LinkageMask live;  /* it goes on */
    cn_LinkageMask quiet; /* only its links and forces act on it */
    int32_t body[CN_LINKAGE_LANES];    /* of the world, 0 = none */
    int32_t station[CN_LINKAGE_LANES]; /* of the body in this step */
    int32_t step[CN_LINKAGE_LANES];    /* bytes from the first block of the step to its lane */
    int32_t member[CN_LINKAGE_LANES];  /* of its articulation */
    int32_t tree[CN_LINKAGE_LANES];    /* of the linkage, -1 = none */
    int32_t unused[CN_LINKAGE_LANES];  /* a row ends where a line of the cache does */
} cn_LinkageBodies;

/* What some lane of a row of links holds. */
enum {
    CN_LINKAGE_POINT = 1,  /* two anchors together */
    CN_LINKAGE_AXIS = 2,   /* across an axis of a */
    CN_LINKAGE_ROD = 4,    /* a length apart; where it is limited, no more or less than that */
    CN_LINKAGE_TURN = 8,   /* no turning */
    CN_LINKAGE_LIMIT = 16, /* has limits */
    CN_LINKAGE_GIVES = 32, /* gives in to what it bears, or may */
};

/* What rows there are in some lane, so that others are neither made nor read. A third row turns
 * both bodies and does nothing else, whatever the others are. */
typedef enum cn_LinkageShape {
    CN_LINKAGE_TWO_ROWS,
    CN_LINKAGE_THREE_ROWS,
    CN_LINKAGE_ONE_ROW,       /* rods, ropes and rails */
    CN_LINKAGE_HINGES,        /* two, along x and y */
    CN_LINKAGE_TURNING_HINGES /* and the third: limits that bear */
} cn_LinkageShape;

/* Of a row of links whose kinds are known. */
static inline void cn_linkage_set_three(cn_LinkageHead *head, bool three) {
    const uint32_t besides = CN_LINKAGE_LIMIT | CN_LINKAGE_GIVES;
    cn_LinkageShape shape = three ? CN_LINKAGE_THREE_ROWS : CN_LINKAGE_TWO_ROWS;
    if ((head->kinds & ~besides) == CN_LINKAGE_POINT)
        shape = three ? CN_LINKAGE_TURNING_HINGES : CN_LINKAGE_HINGES;
    else if (!three && !(head->kinds & CN_LINKAGE_POINT))
        shape = CN_LINKAGE_ONE_ROW;
    head->three = three;
    head->shape = (uint8_t)shape;
}

typedef struct cn_LinkageLinks {
    cn_LinkageHeads head;
    cn_LinkageLane ax, ay, bx, by, nx, ny, rc, rs, length; /* as in cn_Link */
    /* rows: (jx, jy, jc) of what hangs, (-jx, -jy, jp) */
    cn_LinkageLane jx[3], jy[3], jc[3], jp[3];
    cn_LinkageLane impulse[3], owed[3], given[3], owed_before[3], allowed[3], residual[3];
    cn_LinkageLane sum[3];                  /* impulses of the parts of a sub-step */
    cn_LinkageLane give[3];                 /* m/s or rad/s for each N s or N m s */
    cn_LinkageLane share[3];                /* that of links that hold the same, else 0 */
    cn_LinkageLane total[3];                /* N s and N m s on b in the step: x, y, turning */
    cn_LinkageLane inverse[6];              /* of its matrix: 00, 01, 02, 11, 12, 22 */
    cn_LinkageLane across[9];               /* what the body on which it hangs does to its rows */
    cn_LinkageLane answer[3];               /* impulse, before what comes later answers */
    cn_LinkageLane least;                   /* ratio that pivots must keep */
    cn_LinkageLane lower, upper, start;     /* of the free coordinate */
    cn_LinkageLane origin;                  /* m */
    cn_LinkageLane limit, limit_at, beyond; /* which limit bears: -1, 0, 1 */
    cn_LinkageLane next;                    /* which should bear */
    cn_LinkageMask point, axis, rod, turn, limited;
    cn_LinkageMask b_hangs;  /* else a: of what is held along an axis of a */
    cn_LinkageMask mirrored; /* it hangs by its first body, and is as if that were the second */
    cn_LinkageMask returns;  /* the limit that bears is being brought back */
    cn_LinkageMask child;    /* bytes from the first body's to its lane */
    int32_t link[CN_LINKAGE_LANES];  /* of the world's, -1 = none */
    int32_t joint[CN_LINKAGE_LANES]; /* its joint, in lanes that run */
} cn_LinkageLinks;

typedef struct cn_Linkage {
    cn_LinkageBodies *bodies; /* one more row than there are: the spare body; 64-byte aligned */
    cn_LinkageLinks *links;
    int body_rows, link_rows;
    int halves;                /* of rows, that are not empty */
    double h, push, tolerance; /* s, m, m */
    bool first;                /* sub-step of the step */
    bool soft;                 /* links are springs, in what is factored */
    struct cn_Motion *motion;  /* by station, or by body once the sub-steps are over: reported */
    struct cn_StepBlock *steps;
    bool reported;
    bool lanes[CN_LINKAGE_TREES]; /* the tree is in lanes in this stage */
} cn_Linkage;

typedef struct cn_LinkageKernels {
    void (*read)(const cn_Linkage *g); /* where bodies are and how fast */
    /* Between the two stages of a sub-step more than links may change velocities: they are written
     * and read again, but those of quiet bodies. */
    void (*enter)(const cn_Linkage *g);
    void (*leave)(const cn_Linkage *g);
    void (*finish)(const cn_Linkage *g); /* velocities of all, and impulses of the step */
    /* Which limits bear, directions, what may stay open, last impulses: exact_link.c. */
    void (*begin)(const cn_Linkage *g);
    void (*set_rows)(const cn_Linkage *g);
    void (*rates)(const cn_Linkage *g);
    /* Of live trees: rows in which none stands are left out. */
    void (*violations)(const cn_Linkage *g); /* where bodies will be */
    void (*factor)(const cn_Linkage *g);
    /* All residuals times scale are answered. */
    void (*answer)(const cn_Linkage *g, double scale);
    /* The farthest that links turn a body at once, in each; and sums of all that is not safe. */
    void (*find_turned)(const cn_Linkage *g);
    void (*sums)(const cn_Linkage *g);
    /* Which limits should bear, where bodies will be by then; and they do. */
    void (*judge)(const cn_Linkage *g);
    void (*change_limits)(const cn_Linkage *g);
    /* How stiff live trees are, from what their links did last: else as begin has found them. */
    void (*stiffen)(const cn_Linkage *g);
    /* Without what links did in the sub-step; residuals of springs. */
    void (*soften)(const cn_Linkage *g);
    /* Live trees before the first part of a sub-step: as if no link had acted in it; and after each
     * part, by its ratio to all: they are where they went. */
    void (*start_slices)(const cn_Linkage *g);
    void (*move_slice)(const cn_Linkage *g, double ratio);
    /* Links that may hold the same let be what the play of their tree is. */
    void (*let_be)(const cn_Linkage *g);
    /* What is open where bodies are, as residuals to be answered by ways instead of velocities;
     * and by so much of these, the play of their tree, live trees move. */
    void (*find_gaps)(const cn_Linkage *g);
    void (*shift)(const cn_Linkage *g);
} cn_LinkageKernels;

#endif
