/* rest.h: the stage that solves islands at rest, each as one system, and what its files share. */
#ifndef CN_REST_H
#define CN_REST_H

#include "activity/resting.h"
#include "data/contact_access.h"
#include "data/world.h"
#include "sparse/cholesky.h"
#include "wide/rest_contact.h"

#define CN_REST_MANY   1000 /* count of bodies from which on threads share one island */
#define CN_REST_NOBODY (-1) /* index that is no body's */
/* m: what is no further apart may be reached within a step, however thin it is */
#define CN_REST_REACH 0.003f
/* Places of bodies that stand in no island to be solved: not looked at, or of none that is fit; of
 * none in a frame that moves, while it may still be one of the world's. */
enum { CN_REST_UNSEEN = -1, CN_REST_UNFIT = -2, CN_REST_PASSED_OVER = -3 };
#define CN_REST_LOCKS (CN_BODY_LOCK_X | CN_BODY_LOCK_Y | CN_BODY_LOCK_ROTATION)

/* One weld, or hinge: the place of the anchor of b less that of a, and of a weld the angle. */
typedef struct cn_RestWeld {
    int joint;
    int rows;            /* count: 3, or 2 of a hinge */
    int a, b;            /* places of the bodies in the island */
    double ra[2], rb[2]; /* m, arms */
    double scale[3];     /* of the stiffness: 1, 1, m^2 */
    double gap[3];       /* m, m, rad */
    double load[3];      /* N s, N s, N m s: multipliers */
    double force[3];     /* what they become at the velocities looked at */
} cn_RestWeld;

/* One contact along a line of velocities (rest_line.c). */
typedef struct cn_RestLineRow {
    double at[3], by[3]; /* what it asks for at the beginning, and how that changes */
    double friction;
    bool two;               /* points */
    uint8_t low, high, now; /* patterns: at both ends; at the place asked last */
} cn_RestLineRow;

/* The slope of one part along a line: of what is proportional; and the contacts that are not. */
typedef struct cn_RestLinePart {
    double at, by;
    int first, count;
} cn_RestLinePart;

/* Memory of one solution, kept by each thread for the next. */
typedef struct cn_RestRoom {
    cn_RestContact *contacts;
    cn_RestLineRow *line;
    cn_RestWeld *welds;
    int *crossing; /* of each part: contacts with a body of another, which comes later */
    double *numbers;
    int *adjacency; /* which bodies touch in it */
    uint8_t *parts; /* of each body, while it is ordered */
    int contacts_capacity, line_capacity, crossing_capacity, numbers_capacity, adjacency_capacity;
    int parts_capacity, welds_capacity;
    cn_OrderScratch order;
} cn_RestRoom;

/* An island to be solved in this step. */
typedef struct cn_RestTask {
    int rest; /* index */
    int contacts;
    float speed; /* m/s, of the fastest of its bodies before the step */
    cn_RestFrame frame;
    bool driven, welded; /* see cn_RestFound */
    bool known;          /* places of its bodies, and the contacts of each part */
    int part_contacts[CN_CHOLESKY_PARTS];
} cn_RestTask;

/* How fast what is no body of the island passes at a contact, m/s, as rows count. */
typedef struct cn_RestDrift {
    double normal[2], tangent;
} cn_RestDrift;

/* Where a frame goes in the step: its centre by x, y, and it turns by q; what is off its centre by
 * r goes there by less * r + sine * r turned left besides. */
typedef struct cn_RestTravel {
    double x, y, less, sine;
    cn_Rot q;
} cn_RestTravel;

/* What each part finds in one pass. */
typedef struct cn_RestSums {
    double sum[CN_CHOLESKY_PARTS], more[CN_CHOLESKY_PARTS], most[CN_CHOLESKY_PARTS];
    double gaps[CN_CHOLESKY_PARTS];
    uint64_t mark[CN_CHOLESKY_PARTS];
    bool found[CN_CHOLESKY_PARTS];
} cn_RestSums;

/* What one solution works on; its memory is a room. */
typedef struct cn_RestSolve {
    cn_RestIsland *rest;
    const int *bodies;
    int body_count;
    cn_RestRoom *room;
    cn_RestSums *sums;
    cn_Jobs *jobs; /* to share it with, or NULL */
    const cn_RestTask *task;
    cn_RestFrame frame;   /* velocities are relative to it */
    cn_RestTravel travel; /* if it moves */
    bool driven, welded;  /* see cn_RestFound */
    cn_RestWeld *welds;
    int weld_count;
    cn_RestContact *contacts;
    int *crossing; /* see cn_RestRoom */
    cn_RestLineRow *line;
    cn_RestLinePart line_part[CN_CHOLESKY_PARTS];
    int contact_count;
    int part_contact[CN_CHOLESKY_PARTS + 1]; /* where each part's contacts begin (rest_parts.c) */
    int part_crossing[CN_CHOLESKY_PARTS];    /* how many, from part_contact on */
    bool known;                              /* loads of the step before */
    bool round;                              /* something in it can roll */
    bool cut;                                /* the last step of Newton's was */
    bool changes;                            /* since a round before: too much for old factors */
    bool lies;                               /* most of it has been slow for long */
    bool closed;                             /* Newton's method has ended by itself */
    bool balanced;                           /* forces and velocities of the answer agree */
    bool disordered;        /* the order has no room for a pair of bodies that touch now */
    bool astray;            /* contacts join parts that the order holds apart */
    int rounds;             /* of Newton's method */
    double left;            /* J, twice what the last step of Newton's was to go down by */
    double lightest, total; /* kg */
    double smallest;        /* m, the least reach of a body */
    double thinnest;        /* m, the least inner radius of a body */
    double size;            /* ratio of that to what counts as small, at most 1 */
    double *mass, *reach;   /* diagonal; reach of each body, m */
    double *free;           /* velocities without contacts */
    double *u, *gradient;   /* the solution, and how far it is off */
    double *d, *r, *p, *q;  /* of conjugate gradients */
    double *way;            /* m, with which bodies are put apart */
    double *factor;         /* room for cn_cholesky_*; for rest_parts.c */
    double *outer;
    double stiffness, dt, gravity;
    double before;       /* m/s, the most of any surface before the step */
    int64_t *budget;     /* multiply-adds left in this step */
    double speed, moved; /* most of any surface: m/s; m by correction */
    double gap;          /* m, the largest gap or overlap of what presses */
    double overlap;      /* m, the largest of all */
} cn_RestSolve;

typedef enum cn_RestOutcome { CN_REST_DONE, CN_REST_LATER, CN_REST_FAILED } cn_RestOutcome;

/* One pass over an island's vectors or contacts, part by part. */
typedef struct cn_RestPass {
    cn_RestSolve *d;
    const double *x, *y;
    double *out;
    double scale;
    /* what each part has found, of passes that look for it: until the next pass */
    double *sum, *more, *most, *gaps;
    bool *found;
    uint64_t *mark;
} cn_RestPass;

/* m/s: not faster before a step and after it, and without a gap to close, an island is in
 * equilibrium, and nothing changes any more */
#define CN_REST_STILL 3e-6
/* ratio to what gravity gives in a step: where nothing can roll, forces that leave less are
 * balanced, since springs give in by as much while loads are found; a ball would roll away on such
 * a slope */
#define CN_REST_BALANCED 5e-4

static inline double cn_rest_slow(const cn_RestSolve *d) {
    double balanced = CN_REST_BALANCED * d->gravity * d->dt;
    return d->round || balanced < CN_REST_STILL ? CN_REST_STILL : balanced;
}

static inline bool cn_rest_dynamic(const cn_World *w, int body) {
    return w->cold[body].type == CN_DYNAMIC;
}

static inline bool cn_rest_moves(const cn_World *w, int body) {
    const cn_Motion *m = &w->motion[body];
    return m->vx != 0 || m->vy != 0 || m->w != 0;
}

/* By a force of this step. */
static inline bool cn_rest_pushed(const cn_World *w, int body) {
    const cn_Drive *d = &w->drive[body];
    return d->fx != 0 || d->fy != 0 || d->torque != 0;
}

static inline bool cn_rest_rolls_end(const cn_World *w, int body, int piece) {
    return w->piece[piece].radius > 0 && !(w->body_flags[body] & CN_BODY_LOCK_ROTATION);
}

/* Something round may roll at it. */
static inline bool cn_rest_rolls(const cn_World *w, const cn_Contact *c) {
    if (!(c->flags & CN_CONTACT_ROUND)) return false;
    uint32_t either = w->body_flags[c->body_a] | w->body_flags[c->body_b];
    return !(either & CN_BODY_LOCK_ROTATION) || cn_rest_rolls_end(w, c->body_a, c->piece_a) ||
           cn_rest_rolls_end(w, c->body_b, c->piece_b);
}

/* A dynamic body that is still asleep is not about to be reached (narrow_phase.c woke those). */
static inline bool cn_rest_acts(const cn_World *w, const cn_Contact *c, int other) {
    return cn_contact_solid(c) &&
           (!cn_rest_dynamic(w, other) || w->body_flags[other] & CN_BODY_AWAKE);
}

/* rest_find.c: the island of a body, whose bodies' places are marked in scratch.rest.place; a large
 * island remembers how it was found, which is asked of the last island that was not kept. */
void cn_rest_look_before(cn_World *w); /* at all that are kept, before the step looks at any */
cn_RestFound cn_rest_find(cn_World *w, int body, const cn_RestFrame *frame);
void cn_rest_pass_over(cn_World *w, const cn_RestFound *found); /* it is none in this frame */
void cn_rest_remember(cn_World *w, cn_RestIsland *rest);

/* rest_frame.c: the motion of a body, and the velocity of one relative to that. */
cn_RestFrame cn_rest_frame(const cn_World *w, int carrier, cn_Vec belt);
void cn_rest_relative(const cn_World *w, const cn_RestFrame *frame, int body, double v[3]);
void cn_rest_drift(const cn_World *w, const cn_RestFrame *frame, const cn_Contact *c,
                   cn_RestDrift *out);
/* Way of a frame through a step; and of a body in it that moves at u, and by way besides. */
cn_RestTravel cn_rest_travel(const cn_RestFrame *frame, float dt, int substeps);
void cn_rest_carry(const cn_RestSolve *island, cn_Pos center, const double *u, const double *way,
                   cn_Motion *m);

/* rest_cache.c */
void cn_rest_close_gaps(cn_World *w); /* of the list of islands; before the step looks at any */
/* The neighbour that each body was found from, in a large island; else NULL. */
static inline int *cn_rest_from(const cn_RestIsland *rest) {
    return rest->body_count >= CN_REST_MANY ? rest->bodies + rest->body_count : NULL;
}
/* The island that has these very bodies, or NULL; and a new island, NULL when out of memory: others
 * that have some of the bodies are dropped. */
cn_RestIsland *cn_rest_kept(const cn_World *w, const int *bodies, int count);
cn_RestIsland *cn_rest_begin_to_keep(cn_World *w, const int *bodies, int count);

/* rest_parts.c: work on an island, shared out. A pass is run for each part; fn casts its context
 * to it. */
void cn_rest_run(cn_RestPass *pass, cn_CholeskyFn fn);
double cn_rest_sum(const cn_RestPass *pass);
double cn_rest_most(const cn_RestPass *pass);
bool cn_rest_found(const cn_RestPass *pass); /* by any part */
/* Numbers that ends need; a part's ends, their outer ones zero; and what parts left for each other
 * added to out. */
int cn_rest_outer_room(const cn_RestSolve *island);
cn_RestEnds cn_rest_ends(const cn_RestSolve *island, double *out, int part);
void cn_rest_join(cn_RestSolve *island, double *out);
double cn_rest_dot(cn_RestSolve *island, const double *x, const double *y);

/* rest_order.c: memory for an island of so many contacts, without an order or with one; and an
 * order of elimination, which becomes that of the island's bodies: all that was read of them is to
 * be read again. */
bool cn_rest_reserve(cn_RestSolve *island, int contacts, int factor_room);
/* Room for velocities to go on from, those of the body that does not move at its end. */
bool cn_rest_reserve_going(cn_RestIsland *rest);
bool cn_rest_reserve_ordered(cn_RestSolve *island, int contacts);
bool cn_rest_order(cn_World *w, cn_RestSolve *island);

/* rest_gather.c */
void cn_rest_read_contacts(cn_World *w, cn_RestSolve *island);
void cn_rest_read_bodies(cn_World *w, cn_RestSolve *island);

/* rest_rows.c: contacts in and out, and what they say at given velocities. */
void cn_rest_read(const cn_World *w, const cn_RestSolve *island, cn_RestContact *k, int contact);
void cn_rest_write(cn_World *w, const cn_RestContact *k);
/* Forces, gradient and merit at velocities u. */
double cn_rest_evaluate(cn_RestSolve *island, const double *u, double *gradient);
/* The merit alone; forces are not to be read until the island is evaluated. */
double cn_rest_merit(cn_RestSolve *island, const double *u);
/* Part of all loads that is on contacts that slip faster than speed; the fastest of those under
 * load. */
double cn_rest_sliding(cn_RestSolve *island, const double *u, double speed, double *fastest);
/* Keep the pattern, at the end of a step that may be too long; and after it was cut short take from
 * there what would have closed, so that the next step knows of all of it and not of the first
 * alone. */
void cn_rest_look_ahead(cn_RestSolve *island);
void cn_rest_take_ahead(cn_RestSolve *island);
/* rest_weld.c: the same of welds, which are none of the rows above; what they bear, as multipliers;
 * the largest gap, m, and what by closes it. */
bool cn_rest_is_weld(const cn_World *w, const cn_Joint *j);
bool cn_rest_is_hinge(const cn_World *w, const cn_Joint *j); /* one that only holds */
bool cn_rest_read_welds(const cn_World *w, cn_RestSolve *island);
void cn_rest_write_welds(cn_World *w, const cn_RestSolve *island);
double cn_rest_weld_evaluate(cn_RestSolve *island, const double *u, double *gradient);
void cn_rest_weld_multiply(const cn_RestSolve *island, const double *u, double *out);
void cn_rest_weld_slope(const cn_RestSolve *island, const double *from, const double *direction,
                        double *at, double *by);
void cn_rest_weld_take(cn_RestSolve *island);
double cn_rest_weld_gap(const cn_RestSolve *island);
void cn_rest_weld_pull(const cn_RestSolve *island, double by, double *out);
bool cn_rest_weld_assemble(const cn_RestSolve *island);
uint64_t cn_rest_weld_mark(const cn_RestSolve *island);
/* rest_line.c: a line from `from`, along `direction`, to where the island was evaluated last; its
 * slope at from + alpha * direction; and that place as the new lower or higher end. */
void cn_rest_line_begin(cn_RestSolve *island, const double *from, const double *direction);
double cn_rest_line_slope(cn_RestSolve *island, double alpha);
void cn_rest_line_narrow(cn_RestSolve *island, double alpha, bool high);
/* From now on what overlaps by more than the band presses, under load or not. */
void cn_rest_press_overlaps(cn_RestSolve *island);
/* From now on contacts only push, without friction or loads: velocities are ways, m, by which a
 * share of each overlap goes out. */
void cn_rest_only_push(cn_RestSolve *island, double share);
/* Impulses that close gaps and overlaps of what presses; the largest of these, m, and whether
 * anything overlaps by more than half of what both bodies are thick. */
void cn_rest_pull_gaps(cn_RestSolve *island, double stiffness, double *out);
double cn_rest_largest_gap(cn_RestSolve *island, bool *deep);
/* The part of a correction x, meant to close so much of the gaps, that leaves the least of them:
 * all of it in a stack, little in a jam, where what closes one opens others; and that brings
 * nothing into another by more than the band. left: ratio of the squares of gaps, after it. */
double cn_rest_best_part(cn_RestSolve *island, double by, const double *x, double *left);
/* The matrix of what presses, holds and slips, times x. */
void cn_rest_multiply(cn_RestSolve *island, const double *x, double *out);
uint64_t cn_rest_matrix_mark(cn_RestSolve *island);
bool cn_rest_assemble(cn_RestSolve *island);

/* rest_newton.c: velocities that the contacts allow, and their multipliers. When it has failed
 * nothing outside the island's own memory was written. */
cn_RestOutcome cn_rest_velocities(cn_RestSolve *island);
/* From u on, where the island was evaluated, down to the least merit or until the budget is spent;
 * and how far off it is then, as the largest change of velocity, m/s. */
cn_RestOutcome cn_rest_descend(cn_RestSolve *island, double merit, double *off);
/* A factor to work with: that of this very matrix where it is cheap to have, or must be. */
cn_RestOutcome cn_rest_have_factor(cn_RestSolve *island, uint64_t mark, bool must);
/* Multiply-adds that one takes that is made anew; and none fits from here on. */
int64_t cn_rest_factor_work(const cn_RestSolve *island);
void cn_rest_drop_factor(cn_RestIsland *rest);
/* Of any surface, m/s. */
double cn_rest_largest_speed(cn_RestSolve *island, const double *u);
/* With the body that does not move. */
void cn_rest_clear(cn_RestSolve *island, double *out);
void cn_rest_scale(cn_RestSolve *island, const double *x, double by, double *out);

/* rest_positions.c: how far each body moves to take a part of what overlaps, and of what is open
 * within the band, out (in d). What contacts bear has been written: they may forget it here. */
void cn_rest_positions(cn_RestSolve *island);

/* rest_take.c: into the world; nothing is written but what belongs to the island: others are solved
 * at the same time. Without an answer its bodies may go on with the loads of the step before,
 * slower in each step; else they are left to the sub-steps. */
void cn_rest_take(cn_World *w, cn_RestSolve *island);
void cn_rest_coast(cn_World *w, cn_RestSolve *island);

/* rest.c: stage: solve what can be solved this way and mark its bodies CN_BODY_REST_SOLVED; the
 * rest of the step leaves them alone. */
void cn_rest_solve(cn_World *w, float dt);

#endif
