/* resting.h: the islands that rest, for the room that solves them (solver/rest) and for this one.
 *
 * What acts on one is said through cn_activity_disturb, and nowhere else. */
#ifndef CN_RESTING_H
#define CN_RESTING_H

#include "activity/activity.h"
#include "data/world.h"
#include "sparse/cholesky.h"

/* What carries an island, as a rigid motion: solver/rest/rest_frame.c. */
typedef struct cn_RestFrame {
    int carrier; /* slot of a body that is not dynamic; 0 = the world */
    bool moves;
    cn_Vec belt;            /* m/s, what its surface goes ahead of it */
    double x, y, vx, vy, w; /* its centre, and how that moves, belt and all */
} cn_RestFrame;

/* What is said of an island by following its contacts and joints. */
typedef struct cn_RestSeen {
    int ends;    /* of contacts: twice as many */
    int welds;   /* ends of them, and of hinges: twice as many as joints */
    float speed; /* m/s, of the fastest of its bodies */
    bool fit;
    bool held;   /* leans on something that does not move */
    bool round;  /* something in it can roll */
    bool missed; /* a body of it was looked at in vain */
} cn_RestSeen;

/* What the contacts of a body lead to. */
typedef struct cn_RestFound {
    const struct cn_RestIsland
        *kept; /* it is this one as it was, and the bodies' places are known; or NULL */
    const int *bodies;
    int count;
    cn_RestSeen seen;
    bool deep;              /* an overlap that may come out yet */
    bool driven;            /* it touches what moves, other than its frame */
    cn_RestFrame frame;     /* that speeds count from */
    float carried, passing; /* N s, loads on what moves with the frame, and on other walls */
    uint64_t until;         /* the step before which a body of it must not be looked at */
    int contacts[CN_CHOLESKY_PARTS]; /* of each part, of a large one that is kept */
} cn_RestFound;

/* An island that is solved directly, kept from step to step. */
typedef struct cn_RestIsland {
    int *bodies; /* slots, in the order of the unknowns; see cn_rest_from */
    int body_count, bodies_capacity;
    cn_Cholesky factor;
    uint64_t matrix; /* mark of the matrix in it; 0 = none */
    bool live;
    bool factoring;     /* the factor goes on in the next step */
    bool stale;         /* something acts on it that did not */
    bool stirred;       /* velocities of it were written */
    bool resting;       /* nothing changes any more: see rest.c */
    bool answered;      /* in the step before; set as each step begins */
    bool harder;        /* its springs may be: the step before was easy to solve */
    bool lies;          /* and is not lifted any more: its overlap stays */
    uint8_t lifting;    /* steps until lifting has to have got on: see rest_positions.c */
    uint8_t soft_steps; /* left with softer springs */
    uint8_t rounds;     /* that it took to get to where it goes on; 0 = it begins */
    uint8_t sways;      /* steps until loads are taken over within a step again */
    uint8_t ease;       /* doublings of the way that overlap may go out by */
    int calm;           /* steps in which next to nothing changed */
    int creep;          /* steps in which little changed */
    int carrier;        /* of its frame */
    cn_Vec belt;        /* of its frame */
    double least;       /* m/s, the slowest that it has been */
    double speed;       /* m/s, in the step before */
    double gap;         /* m, the largest when it was last solved */
    double stiffness;   /* of the springs in the factor */
    int rolling;        /* steps in which it rolled on as fast, since it was that slow */
    double lift;        /* J, that lifting all overlaps out took when that had got on last */
    double *going;      /* its bodies' velocities that Newton's method has come to, if it goes on */
    int going_capacity;
    int next_free;
    int room;         /* where it is followed */
    cn_RestSeen seen; /* in this step, of a small one */
    uint64_t step;    /* when it was last solved */
    double dt, gx, gy;
} cn_RestIsland;

static inline cn_RestIsland *cn_rest_island_of(const cn_World *w, int body) { /* NULL = none */
    int rest = w->cold[body].rest;
    return rest > 0 ? &w->rest[rest - 1] : NULL;
}
static inline bool cn_rest_same_step(const cn_World *w, const cn_RestIsland *r, float dt) {
    return r->dt == (double)dt && r->gx == w->def.gravity_x && r->gy == w->def.gravity_y;
}

void cn_rest_set_active(cn_World *w, const cn_RestIsland *rest); /* or not: its contacts */
void cn_rest_rouse_whole(cn_World *w, cn_RestIsland *rest);      /* its bodies are computed again */
void cn_rest_drop(cn_World *w, cn_RestIsland *rest);

/* Within this room. The island of body is computed again, and those of all that touches a body that
 * is not dynamic; body may be at rest sooner than it said. */
void cn_rest_rouse(cn_World *w, int body);
void cn_rest_look(cn_World *w, int body);

#endif
