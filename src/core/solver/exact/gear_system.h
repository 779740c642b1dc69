/* gear_system.h: what the files that solve couplings share: one row over a few bodies. */
#ifndef CN_GEAR_SYSTEM_H
#define CN_GEAR_SYSTEM_H

#include "objects/joint.h"
#include "solver/exact/exact_solve.h"

#define CN_COUPLE_BODIES 12   /* count, of a coupling, with what its joints hang on */
#define CN_COUPLE_LINKS  12   /* count of joints that are held meanwhile */
#define CN_COUPLE_OWN    4    /* count of bodies that its coordinates are about: the first */
#define CN_COUPLE_CLOSED 1e-9 /* rad or m, in a sub-step: what is off by no more is closed */

/* A coordinate: b against a, or a against a place in the world. */
typedef struct cn_Side {
    int a, b; /* bodies; pulley: b alone */
    bool slides;
    double factor;             /* of it in the sum */
    double start, angle;       /* rad when the step began; and in this sub-step */
    double before_c, before_s; /* b as seen from a when the step began */
    double ax, ay, bx, by; /* anchors from the centres of mass, body frames; pulley: place in a */
    double ux, uy, origin; /* slides: axis in the frame of a, way that counts as 0 */
} cn_Side;

/* What stands from bodies on is not cleared: as much of it counts as there are bodies and links. */
typedef struct cn_GearRow {
    int joint;
    cn_JointKind kind;
    int body_count, link_count, side_count;
    cn_Side side[2];
    bool one_sided, gently;
    double speed;          /* motor: wanted in this sub-step */
    double constant, step; /* of the sum of its coordinates; ratchet: from catch to catch */
    double now, allowed;   /* of what it holds: violated, and so it may stay */
    double mass;           /* 0 = nothing gives way */
    double impulse;        /* of the sub-step */
    double total_row[3];   /* impulses of the step on its second end as a joint */
    int mate, entry; /* the first couple with a body of it; where its row of the matrix begins */
    bool in_block;   /* the first of a component: all of it has a matrix */
    bool active;     /* takes part in that matrix now */
    bool in_train;   /* the first of a component: it may be closed with its articulations */
    int first_train; /* the first of a component: index of its first cn_GearTrain */
    double pushed;   /* impulse since the articulations were looked at */
    int own;         /* bodies */
    int train[CN_COUPLE_OWN], member[CN_COUPLE_OWN]; /* train and place of each, -1 = in none */
    double answer;
    cn_LinkBody bodies[CN_COUPLE_BODIES];
    cn_Link links[CN_COUPLE_LINKS];
    double inv[3 * CN_COUPLE_BODIES];  /* inverse masses, 0 for what does not give way */
    double row[3 * CN_COUPLE_BODIES];  /* its own directions */
    double push[3 * CN_COUPLE_BODIES]; /* velocities for an impulse of 1, joints held */
    double sent[3 * CN_COUPLE_BODIES]; /* velocities that the last sub-step gave, and that come
                                          again */
    double held[3 * CN_COUPLE_LINKS];  /* what joints bear of a push, by link and row */
    double borne[3 * CN_COUPLE_LINKS]; /* what they have borne in the step */
} cn_GearRow;

/* An articulation that couplings push at. */
typedef struct cn_GearTrain {
    cn_Chain chain;
    int articulation, next; /* of the same component, -1 = none */
    bool listed;
} cn_GearTrain;

/* A coupling that acts, in the order of components, and in these of ids. */
static inline cn_GearRow *cn_couple_at(const cn_GearStage *g, int i) {
    return &g->couples[g->order[i]];
}

/* A body that stands for all of an articulation. */
static inline int cn_train_head(const cn_GearStage *g, int train) {
    return g->trains[train].chain.bodies[0].body;
}

static inline bool cn_couple_moves(const cn_GearRow *k, int i) {
    return k->inv[3 * i] > 0 || k->inv[3 * i + 1] > 0 || k->inv[3 * i + 2] > 0;
}

/* A body that sleeps has no station, and does not give way. */
static inline bool cn_couple_yields(const cn_World *w, int body) {
    return w->cold[body].type == CN_DYNAMIC && w->scratch.order.station[body] > 0;
}

/* gear_prepare.c */
void cn_couple_start(cn_World *w, cn_GearRow *k, const cn_Gear *c);
int cn_couple_place(const cn_GearRow *k, int body); /* among its bodies, -1 = has it not */
cn_Chain cn_couple_chain(const cn_World *w, cn_GearRow *k,
                         float h); /* its bodies and the joints that it holds */

/* Starts the row of a motor without limit, at a joint that a gear couples. */
void cn_couple_start_motor(const cn_World *w, cn_GearRow *k, int joint);

/* gear_row.c: its row and what moves when it is pushed, where the bodies of the chain are */
void cn_couple_set_row(cn_GearRow *k, cn_Chain *c, bool holds);
/* How fast a motor should be at the end of the sub-step. What it drives may be blocked by what is
 * not known here, a contact or a limit of another joint: so it gains no more in one than that can
 * give way, beyond what it remembers. It slows down at once, and does not go past its own limits.
 */
void cn_couple_ask(const cn_World *w, cn_GearRow *k, float h);
/* Nor past the limits of what a gear moves with it. */
void cn_couple_bound(const cn_World *w, cn_GearRow *k, const cn_GearRow *gear, float h);
double cn_couple_rate(const cn_GearRow *k); /* of its coordinate, by the velocities of its bodies */
/* What it will be violated by at the end of the sub-step, when joints have been held, beyond what
 * is allowed; bodies have been predicted. */
double cn_couple_violation(const cn_GearRow *k, const cn_Chain *c);

/* gear_skyline.c: all of a component at once: couples first to end - 1 */
/* Whether its matrix is small enough; then there is room for it. False: no memory, or too large. */
bool cn_skyline_plan(cn_World *w, int first, int end);
double *cn_skyline_entry(const cn_World *w, int i, int n); /* n: from the mate of i to i */
/* What a push of each does to the rows of others, by push and row. */
void cn_skyline_fill(const cn_World *w, int first, int end);
/* Of the couplings that are active. */
void cn_skyline_factor(const cn_World *w, int first, int end);
/* The impulses that take from what they are violated by, at the end of a sub-step of 1 s, what
 * answer says; in answer. */
void cn_skyline_solve(const cn_World *w, int first, int end);

/* gear_solve.c */
double cn_couple_ahead(const cn_World *w, cn_GearRow *k, float h); /* violated at the end */
void cn_couple_begin(const cn_World *w, cn_GearRow *k, float h, bool holds);
double cn_couple_push(const cn_World *w, cn_GearRow *k, double p); /* what it takes of p */

/* gear_train.c: couplings and the articulations that they push at, closed together */
/* Which those are, of all that act; false: no memory. */
bool cn_train_find(cn_World *w);
void cn_train_plan(cn_World *w, int first, int end);
/* Whether articulations hold their links exactly now, those of the component that begins there. */
bool cn_train_is_exact(const cn_World *w, const cn_GearRow *first);
/* False: nothing has changed, since it did not work. */
bool cn_train_solve(const cn_World *w, int first, int end);

#endif
