/* rest.h: islands at rest, solved as one system each: see rest.c. */
#ifndef CN_REST_H
#define CN_REST_H

#include "activity/activity.h"
#include "data/contact_access.h"
#include "data/world.h"
#include "sparse/cholesky.h"

#define CN_DIRECT_MANY   1000 /* bodies, from which on threads share one island */
#define CN_DIRECT_NOBODY (-1)

/* Which part of a contact's cone its spring is in. */
typedef struct cn_DirectPattern {
    bool presses[2], holds;
    int slips;    /* to which side: 1, -1; 0 = not */
    double parts; /* of the cone's edge: 1 + friction^2 for each point that presses */
} cn_DirectPattern;

/* One contact: a normal for each of its points, and one tangent. A body that does not move has
 * place body_count, whose velocity is zero. */
typedef struct cn_DirectContact {
    int contact, count;
    int a, b;            /* places of the bodies in the island */
    double nx, ny;       /* the tangent is (ny, -nx) */
    double na[2], nb[2]; /* arms of the normals about both centres */
    double ta, tb;       /* of the tangent */
    double gap[2];       /* m, at the beginning of the step */
    double bias[2];      /* m/s that may be approached */
    double friction;
    double thick;              /* m, deeper overlaps have no direction that can be trusted */
    double normal[2], tangent; /* N s, multipliers */
    double force[2], pull;     /* what they become at the velocities looked at */
    uint64_t mark;             /* of all above that matrices are made of */
    cn_DirectPattern is;       /* what a small change of velocity would change */
    cn_DirectPattern ahead;    /* ... at the end of a step that was too long */
} cn_DirectContact;

/* Memory of one solution, kept by each thread for the next. */
typedef struct cn_DirectRoom {
    cn_DirectContact *contacts;
    int *crossing; /* of each part: contacts with a body of another, which comes later */
    double *numbers;
    int *adjacency; /* who touches whom in it */
    uint8_t *parts; /* of each body, while it is ordered */
    int contacts_capacity, crossing_capacity, numbers_capacity, adjacency_capacity, parts_capacity;
    cn_OrderScratch order;
} cn_DirectRoom;

/* An island to be solved in this step. */
typedef struct cn_DirectTask {
    int rest; /* index */
    int contacts;
    bool known; /* places of its bodies, and the contacts of each part */
    int part_contacts[CN_FACTOR_PARTS];
} cn_DirectTask;

/* What one solution works on; its memory is a room. */
typedef struct cn_DirectIsland {
    cn_Rest *rest;
    const int *bodies;
    int body_count;
    cn_DirectRoom *room;
    cn_Jobs *jobs; /* to share it with, or NULL */
    const cn_DirectTask *task;
    cn_DirectContact *contacts;
    int *crossing; /* see cn_DirectRoom */
    int contact_count;
    int part_contact[CN_FACTOR_PARTS + 1]; /* where those of each part begin: see rest_parts.c */
    int part_crossing[CN_FACTOR_PARTS];    /* how many, from part_contact on */
    bool known;                            /* loads of the step before */
    bool round;                            /* something in it can roll */
    bool cut;                              /* the last step of Newton's was */
    bool disordered;                       /* the order has no room for who touches whom now */
    bool astray;                           /* ... and its parts are not what it is held apart by */
    int rounds;                            /* of Newton's method */
    double left;            /* J, twice what the last step of Newton's was to go down by */
    double lightest, total; /* kg */
    double *mass, *reach;   /* diagonal; reach of each body, m */
    double *free;           /* velocities without contacts */
    double *u, *gradient;   /* the solution, and how far it is off */
    double *d, *r, *p, *q;  /* of conjugate gradients */
    double *factor;         /* room for cn_factor_*; for rest_parts.c */
    double *outer;
    double stiffness, dt, gravity;
    int64_t *budget;     /* multiply-adds left for factors in this step */
    double speed, moved; /* most of any surface: m/s; m by correction */
    double gap;          /* m, the largest gap or overlap of what presses */
} cn_DirectIsland;

typedef enum cn_DirectOutcome {
    CN_DIRECT_DONE,
    CN_DIRECT_LATER,
    CN_DIRECT_FAILED
} cn_DirectOutcome;

/* One pass over an island's vectors or contacts, part by part. */
typedef struct cn_DirectPass {
    cn_DirectIsland *d;
    const double *x, *y;
    double *out;
    double scale;
    double sum[CN_FACTOR_PARTS];
    double more[CN_FACTOR_PARTS], most[CN_FACTOR_PARTS];
    bool found[CN_FACTOR_PARTS];
    uint64_t mark[CN_FACTOR_PARTS];
} cn_DirectPass;

/* Where a part adds what concerns a body: itself up to end, others in a room of its own. */
typedef struct cn_DirectEnds {
    double *own, *outer;
    int end, top;
} cn_DirectEnds;

static inline double *cn_direct_end(cn_DirectEnds e, int body) {
    return body < e.end ? e.own + 3 * body : e.outer + 3 * (body - e.top);
}

static inline bool cn_direct_dynamic(const cn_World *w, int body) {
    return w->cold[body].type == CN_DYNAMIC;
}

static inline bool cn_direct_moves(const cn_World *w, int body) {
    const cn_Motion *m = &w->motion[body];
    return m->vx != 0 || m->vy != 0 || m->w != 0;
}

/* A dynamic body that is still asleep is not about to be reached (narrow_phase.c woke those). */
static inline bool cn_direct_acts(const cn_World *w, const cn_Contact *c, int other) {
    return cn_contact_solid(c) &&
           (!cn_direct_dynamic(w, other) || w->body_flags[other] & CN_BODY_AWAKE);
}

/* rest_find.c: the island of a body, whose bodies' places are marked in scratch.island; a large
 * one remembers how it was found, which is asked of the last one that was not kept. */
void cn_direct_look_before(cn_World *w); /* at all that are kept, once the step looks at any */
cn_DirectFound cn_direct_find(cn_World *w, int body);
void cn_direct_remember(cn_World *w, cn_Rest *rest);

/* rest_cache.c */
/* The neighbour that each body was found from, in a large island; else NULL. */
static inline int *cn_direct_from(const cn_Rest *rest) {
    return rest->body_count >= CN_DIRECT_MANY ? rest->bodies + rest->body_count : NULL;
}
/* The one that has these very bodies, or NULL; and a new one, NULL when out of memory: others that
 * have some of them are dropped. */
cn_Rest *cn_direct_kept(const cn_World *w, const int *bodies, int count);
cn_Rest *cn_direct_begin_to_keep(cn_World *w, const int *bodies, int count);

/* rest_parts.c: work on an island, shared out. A pass is run for each part; fn casts its context
 * to it. */
void cn_direct_run(cn_DirectPass *pass, cn_FactorFn fn);
double cn_direct_sum(const cn_DirectPass *pass);
double cn_direct_most(const cn_DirectPass *pass);
bool cn_direct_found(const cn_DirectPass *pass); /* by any part */
/* Numbers that ends need; a part's ends, their outer ones zero; and what parts left for each other
 * added to out. */
int cn_direct_outer_room(const cn_DirectIsland *island);
cn_DirectEnds cn_direct_ends(const cn_DirectIsland *island, double *out, int part);
void cn_direct_join(cn_DirectIsland *island, double *out);
double cn_direct_dot(cn_DirectIsland *island, const double *x, const double *y);

/* rest_gather.c */
void cn_direct_read_contacts(cn_World *w, cn_DirectIsland *island);
void cn_direct_read_bodies(cn_World *w, cn_DirectIsland *island);

/* rest_rows.c: contacts in and out, and what they say at given velocities. */
void cn_direct_read(const cn_World *w, cn_DirectContact *k, int contact, const int *place,
                    double dt, int nowhere);
void cn_direct_write(cn_World *w, const cn_DirectContact *k);
/* Forces, gradient and merit at velocities u. */
double cn_direct_evaluate(cn_DirectIsland *island, const double *u, double *gradient);
/* Part of all loads that is on contacts that slip faster than speed; the fastest of those under
 * load. */
double cn_direct_sliding(cn_DirectIsland *island, const double *u, double speed, double *fastest);
/* Keep the pattern, at the end of a step that may be too long; and after it was cut short take from
 * there what would have closed, so that the next step knows of all of it and not of the first
 * alone. */
void cn_direct_look_ahead(cn_DirectIsland *island);
void cn_direct_take_ahead(cn_DirectIsland *island);
/* Impulses that close gaps and overlaps of what presses; the largest of these, and whether
 * something overlaps by more than it is thick. */
void cn_direct_pull_gaps(cn_DirectIsland *island, double stiffness, double *out);
double cn_direct_largest_gap(cn_DirectIsland *island, bool *deep);
/* The matrix of what presses, holds and slips, times x. */
void cn_direct_multiply(cn_DirectIsland *island, const double *x, double *out);
uint64_t cn_direct_matrix_mark(cn_DirectIsland *island);
bool cn_direct_assemble(cn_DirectIsland *island);

/* rest_newton.c: velocities that the contacts allow, and their multipliers; then how far each body
 * moves to take a part of what overlaps, and of what is open within the band, out (in d). When it
 * has failed nothing outside the island's own memory was written. */
cn_DirectOutcome cn_direct_velocities(cn_DirectIsland *island);
void cn_direct_positions(cn_DirectIsland *island);

/* rest.c: stage: solve what can be solved this way and mark its bodies CN_BODY_DIRECT; the rest
 * of the step leaves them alone. */
void cn_direct_solve(cn_World *w, float dt);

#endif
