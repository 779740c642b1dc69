/* activity.h: which bodies are awake, resting, still or asleep, and which contacts are active.
 *
 * Bodies sleep and wake by islands (wake.c, sleep.c). An island of them that is awake may rest: it
 * is solved exactly and kept (solver/rest), and not computed while nothing acts on it (resting.c).
 */
#ifndef CN_ACTIVITY_H
#define CN_ACTIVITY_H

#include "data/world.h"
#include "sparse/cholesky.h"

/* What the contacts of a body lead to. */
typedef struct cn_RestFound {
    const struct cn_RestIsland
        *kept; /* it is this one as it was, and the bodies' places are known; or NULL */
    const int *bodies;
    int count, ends; /* twice as many as contacts */
    bool fit;
    bool held;                       /* leans on something that does not move */
    bool round;                      /* something in it can roll */
    bool missed;                     /* a body of it was looked at in vain */
    float speed;                     /* m/s, of the fastest */
    uint64_t until;                  /* the step before which a body of it must not be looked at */
    int contacts[CN_CHOLESKY_PARTS]; /* of each part, of a large one that is kept */
} cn_RestFound;

/* An island that is solved directly, kept from step to step. */
typedef struct cn_RestIsland {
    bool live;
    bool resting;    /* nothing changes any more: see rest.c */
    bool stale;      /* something acts on it that did not */
    bool stirred;    /* velocities of it were written */
    bool factoring;  /* the factor goes on in the next step */
    bool sways;      /* taking loads over has not slowed it: it moves by itself */
    bool rough;      /* taking overlap out made it hard to solve: it stays as it is */
    float slow_time; /* s, that all of it has been slow, while it rests */
    int body_count, body_capacity;
    int *bodies; /* slots, in the order of the unknowns; see cn_rest_from */
    double dt, gx, gy;
    uint64_t step; /* when it was last solved */
    /* above, one cache line: looked at in each step while it rests; below, while it is solved */
    cn_Cholesky factor;
    uint64_t matrix;  /* mark of the matrix in it; 0 = none */
    double stiffness; /* of the springs in the factor */
    int creep;        /* steps in which little changed */
    int smooth;       /* steps in a row that were easy to solve */
    int steady;       /* steps in a row that were slow: overlap may go out ever faster */
    int rounds;       /* that it took to get to where it goes on; 0 = it begins */
    double *going;    /* velocities that Newton's method has come to, if it goes on */
    int going_capacity;
    int next_free;
    double least;       /* m/s, the slowest that it has been */
    double gap;         /* m, the largest when it was last solved */
    double gain;        /* J, that answers have gained since the first */
    int room;           /* where it is followed */
    cn_RestFound found; /* what following it said in this step, of a small one */
} cn_RestIsland;

static inline cn_RestIsland *cn_rest_island_of(const cn_World *w, int body) { /* NULL = none */
    int rest = w->cold[body].rest;
    return rest > 0 ? &w->rest[rest - 1] : NULL;
}
static inline bool cn_rest_same_step(const cn_World *w, const cn_RestIsland *r, float dt) {
    return r->dt == (double)dt && r->gx == w->def.gravity_x && r->gy == w->def.gravity_y;
}

/* rest.c, rest_cache.c: islands at rest. Within a stage touch says that something acts on this
 * body's island, and the next solution starts from there; rouse, from outside a step, lets its
 * contacts be looked at at once, and those of all that touches a body that is not dynamic. */
void cn_rest_touch(cn_World *w, int body);
void cn_rest_stir(cn_World *w, int body); /* its motion was written: it may rest no more */
void cn_rest_look(cn_World *w, int body); /* may be at rest sooner than it said */
bool cn_rest_stays(const cn_World *w, int body, float dt); /* rests on, if nothing acts on it */
void cn_rest_rouse(cn_World *w, int body);
void cn_rest_forget(cn_World *w, int body); /* about to be removed */
#define CN_REST_TIRED                                                                              \
    3600 /* steps through the sub-steps, at most, until a body is looked at again */
/* steps' worth of sub-steps that bodies begin with: see rest_effort.c */
#define CN_REST_SAVED 50
#define CN_REST_SAVES 10 /* steps, of which each saves one worth of sub-steps, at most */
int cn_rest_wait(const cn_World *w, int body); /* steps, until it may be looked at again */
void cn_rest_set_active(cn_World *w, const cn_RestIsland *rest); /* or not: its contacts */
void cn_rest_rouse_whole(cn_World *w, cn_RestIsland *rest);      /* its bodies are computed again */
void cn_rest_drop(cn_World *w, cn_RestIsland *rest);

/* sleep.c */
void cn_island_wake(cn_World *w, int body);
void cn_island_sleep(cn_World *w, int body); /* the island of body, by command */
void cn_island_rest(cn_World *w);            /* stage: islands long at rest fall asleep */
void cn_island_list_awake(cn_World *w);      /* into scratch.awake */
/* Whether a contact joins two bodies to an island; the body at the other end of a joint in body's
 * list if the two belong together, else -1. */
bool cn_island_joins(const cn_World *w, const cn_Contact *c);
int cn_island_joined_by(const cn_World *w, int link);
/* One body alone; its contacts follow, and an event. */
void cn_island_set_awake(cn_World *w, int body, bool awake);

void cn_body_set_awake_flag(cn_World *w, int body, bool awake); /* and drop its forces */
void cn_contact_set_active(cn_World *w, int contact);

#endif
