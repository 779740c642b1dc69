/* linkage.h: trees of links side by side, four bodies in the lanes of a row.
 *
 * The bodies of some trees stand in rows by their height: what hangs on a body stands before it, so
 * that all of a row can be worked on at once, of whatever tree a lane is. The links to the bodies
 * that hang on a row follow as rows of their own, in the lanes of that row: the first of each body,
 * then the second of each. Lanes without a link hold nothing, and have the spare body hang on them:
 * it stands after all rows, and does not move. A tree reads and writes nothing but its own lanes:
 * what comes out does not depend on which others there are. See solver/exact/linkage.c. */
#ifndef CN_LINKAGE_H
#define CN_LINKAGE_H

#include <stdbool.h>
#include <stdint.h>

#define CN_QUAD          4 /* count of lanes */
#define CN_LINKAGE_TREES 4 /* count, in one linkage */

typedef double cn_Quad[CN_QUAD];
typedef int64_t cn_QuadMask[CN_QUAD]; /* all ones or zeros in each lane */

typedef struct cn_LinkageBodies {
    cn_Quad x, y, c, s;                         /* m, when the sub-step began */
    cn_Quad px, py, pc, ps;                     /* when it will end */
    cn_Quad v[3], given[3], pushed[3];          /* as in cn_LinkBody */
    cn_Quad mass[3], inv[3];                    /* 0: no link moves it */
    cn_Quad inv_turn;                           /* with geometric stiffness */
    cn_Quad stiff;                              /* kg m^2 */
    cn_Quad start_x, start_y, start_c, start_s; /* when the step began */
    cn_Quad mobility[6];                        /* v for an impulse: xx, xy, xw, yy, yw, ww */
    cn_Quad answer[3];                          /* v, before what it hangs on answers */
    cn_Quad push[4];                            /* from what it hangs on, 3: stiffness */
    cn_Quad own[4];                             /* from what hangs on it */
    cn_Quad worst, closing; /* of its links and those below: gap, speeds that were asked for */
    cn_Quad turned, after, before, heavy, drive; /* of it and those below */
    cn_QuadMask live;                            /* it goes on */
    cn_QuadMask quiet;                           /* only its links and forces act on it */
    bool all_quiet;
    int32_t body[CN_QUAD];          /* of the world, 0 = none */
    int32_t station[CN_QUAD];       /* of the body in this step */
    int32_t member[CN_QUAD];        /* of its articulation */
    int32_t tree[CN_QUAD];          /* of the linkage, -1 = none */
    int32_t first_link, link_count; /* rows */
} cn_LinkageBodies;

/* What some lane of a row of links holds. */
enum {
    CN_LINKAGE_POINT = 1,  /* two anchors together */
    CN_LINKAGE_AXIS = 2,   /* across an axis of a */
    CN_LINKAGE_ROD = 4,    /* a length apart; where it is limited, no more or less than that */
    CN_LINKAGE_TURN = 8,   /* no turning */
    CN_LINKAGE_LIMIT = 16, /* has limits */
};

typedef struct cn_LinkageLinks {
    cn_Quad ax, ay, bx, by, nx, ny, rc, rs, length; /* as in cn_Link */
    cn_Quad jx[3], jy[3], jc[3], jp[3]; /* rows: (jx, jy, jc) of what hangs, (-jx, -jy, jp) */
    cn_Quad impulse[3], owed[3], given[3], owed_before[3], allowed[3], residual[3], give[3];
    cn_Quad total[3];                /* N s and N m s on b in the step: x, y, turning */
    cn_Quad inverse[6];              /* of its matrix: 00, 01, 02, 11, 12, 22 */
    cn_Quad across[9];               /* what the body on which it hangs does to its rows */
    cn_Quad answer[3];               /* impulse, before what comes later answers */
    cn_Quad least;                   /* ratio that pivots must keep */
    cn_Quad lower, upper, start;     /* of the free coordinate */
    cn_Quad origin, reference;       /* m, rad */
    cn_Quad limit, limit_at, beyond; /* which limit bears: -1, 0, 1 */
    cn_Quad next;                    /* which should bear */
    cn_QuadMask point, axis, rod, turn, limited;
    cn_QuadMask b_hangs;    /* else a */
    cn_QuadMask returns;    /* the limit that bears is being brought back */
    int32_t child[CN_QUAD]; /* bytes from the first body's to its lane */
    int32_t link[CN_QUAD];  /* of the world's, -1 = none */
    uint32_t kinds;
    bool three;    /* rows, else two */
    bool straight; /* what hangs stands in the lanes of one row, as these do */
} cn_LinkageLinks;

typedef struct cn_Linkage {
    cn_LinkageBodies *bodies; /* one more row than there are: the spare body */
    cn_LinkageLinks *links;
    int body_rows, link_rows;
    double h, push, tolerance; /* s, m, m */
    bool first;                /* sub-step of the step */
    bool soft;                 /* links are springs, in what is factored */
    struct cn_Motion *motion;  /* by station, or by body once the sub-steps are over: reported */
    struct cn_StepBlock *steps;
    bool reported;
    bool lanes[CN_LINKAGE_TREES]; /* the tree is in lanes in this stage */
} cn_Linkage;

typedef struct cn_LinkageKernels {
    /* Where bodies are and how fast; again, where more than links may have changed it since. */
    void (*read)(const cn_Linkage *g);
    void (*read_again)(const cn_Linkage *g);
    /* Velocities, of all; of those that are read again. */
    void (*write)(const cn_Linkage *g);
    void (*write_again)(const cn_Linkage *g);
    void (*add_totals)(const cn_Linkage *g);
    void (*keep_given)(const cn_Linkage *g); /* velocities and impulses, as they are now */
    void (*set_pushed)(const cn_Linkage *g); /* what velocities have more than was given */
    /* Which limits bear, directions, what may stay open, last impulses: exact_link.c. */
    void (*begin)(const cn_Linkage *g);
    void (*set_rows)(const cn_Linkage *g);
    void (*predict)(const cn_Linkage *g);
    void (*violations)(const cn_Linkage *g); /* there; predicts first */
    void (*rates)(const cn_Linkage *g);
    void (*factor)(const cn_Linkage *g);
    /* All residuals times scale are answered, where bodies are live. */
    void (*answer)(const cn_Linkage *g, double scale);
    /* Sums of what is not safe, over the trees. */
    void (*sums)(const cn_Linkage *g);
    /* Which limits should bear, in live trees; and they do. */
    void (*judge)(const cn_Linkage *g);
    void (*change_limits)(const cn_Linkage *g);
    /* Live trees without what links did in the sub-step; residuals of springs. */
    void (*soften)(const cn_Linkage *g);
} cn_LinkageKernels;

#endif
