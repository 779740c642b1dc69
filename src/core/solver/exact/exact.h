/* exact.h: what the files of articulations share.
 *
 * An articulation is a connected component of joints that is solved exactly: its bodies and links
 * are the nodes of a sparse symmetric matrix of 3 x 3 blocks,
 *     | M  J^T |
 *     | J   0  |
 * eliminated in an order that was found once. All is double and relative to an origin near it. */
#ifndef CN_EXACT_H
#define CN_EXACT_H

#include "base/image.h"
#include "data/world.h"
#include "solver/impact/impact.h"

/* What a link holds; each kind has up to three rows. */
typedef enum cn_LinkKind {
    CN_LINK_POINT, /* two anchors together */
    CN_LINK_WELD,  /* two anchors together, and no turning */
    CN_LINK_ANGLE, /* no turning alone */
    CN_LINK_SLIDE, /* prismatic: across its axis, and no turning */
    CN_LINK_RAIL,  /* wheel: across its axis alone */
    CN_LINK_ROD,   /* anchors a length apart */
    CN_LINK_ROPE,  /* no farther apart than one length, no nearer than another: limits alone */
} cn_LinkKind;

/* What it holds, it holds from anchor to anchor. */
static inline bool cn_link_is_along(cn_LinkKind kind) {
    return kind == CN_LINK_ROD || kind == CN_LINK_ROPE;
}

/* Its first body has an axis that it holds across. */
static inline bool cn_link_has_axis(cn_LinkKind kind) {
    return kind == CN_LINK_SLIDE || kind == CN_LINK_RAIL;
}

/* Free bodies first, then those that no link can move. A locked coordinate is very heavy. */
typedef struct cn_LinkBody {
    int body;
    double start_x, start_y, start_c, start_s; /* pose when the step began */
    double x, y, c, s;                         /* when the sub-step began */
    double px, py, pc, ps;                     /* when it will end */
    double v[3];                               /* x, y, angular */
    double given[3];                           /* v before links were solved */
    double pushed[3];                          /* of it by links, when the sub-step began */
    double kept[3];                            /* v to go on with after a drift in parts */
    double mean[3], from[4];                   /* of the parts: velocity, pose before */
    double part[3];                            /* v when a part began */
    double mass[3];
    double stiff;   /* kg m^2, geometric stiffness as inertia */
    double lent;    /* kg m^2, that resists it besides its own inertia, where links pull hard */
    int links;      /* count of its links, where that is asked for */
    double rest[4]; /* x, y, c, s in the shape of all, of a rigid articulation */
} cn_LinkBody;

typedef struct cn_Link {
    int joint;
    cn_LinkKind kind;
    bool gently;           /* to be closed, since it was opened from outside */
    int a, b;              /* bodies of the articulation */
    double ax, ay, bx, by; /* anchors from the centres of mass, body frames */
    double nx, ny;         /* slide, rail: across the axis, frame of a */
    double rc, rs;         /* rotation of b as seen from a that counts as none */
    double length;
    double ja[9], jb[9]; /* Jacobians, row by row; unused rows are 0 */
    double impulse[3];   /* of this sub-step, on b */
    double owed[3];      /* what a whole sub-step would have more */
    double given[3];     /* impulse before links were solved */
    double sum[3];       /* of the parts */
    double allowed[3];   /* of its violation, that is not to be removed in this sub-step */
    double residual[3];
    double give[3];                    /* m/s or rad/s for each N s or N m s */
    double share[3];                   /* of that, all the step long, where others hold the same */
    bool returns;                      /* from beyond a limit */
    bool limited;                      /* hinge, slider or rope; see exact_limit.c */
    int limit, last_limit, next_limit; /* the limit that bears: -1 = lower, 1 = upper, 0 = none */
    double lower, upper;               /* rad or m */
    double start, limit_at;   /* rad when the step began; of the limit that bears, rad or m */
    double beyond;            /* rad, that as it began to bear in this sub-step */
    double reference, origin; /* rad, m, that count as none */
} cn_Link;

/* The force of an impulse by rows, on b. */
static inline void cn_link_force(const cn_Link *l, const double p[3], double *fx, double *fy) {
    *fx = l->jb[0] * p[0] + l->jb[3] * p[1];
    *fy = l->jb[1] * p[0] + l->jb[4] * p[1];
}

/* The order of elimination. Position p has entries first[p] .. first[p+1] for the later positions
 * that it shares a block with; target lists, for every two of these, which entry they change. */
typedef struct cn_Elimination {
    int nodes, entries, updates;
    int *place; /* node -> position; nodes are free bodies, then links */
    int *node;  /* position -> node */
    int *first;
    int *row; /* entry -> later position */
    int *target;
    int *side; /* link * 2 + side -> entry * 2 + (link comes before body), -1 = fixed */
} cn_Elimination;

/* A block of three rows that are as long as a vector: the last column is 0. */
typedef double cn_Block3[12];

/* One articulation with pointers into the world's arrays, made anew whenever it is used. */
typedef struct cn_Chain {
    int body_count, free_count, link_count;
    cn_LinkBody *bodies;
    cn_Link *links;
    cn_Elimination e;
    cn_Block3 *diagonal, *inverse; /* by position */
    cn_Block3 *block, *across;     /* by entry; across: of what is eliminated, transposed */
    double (*size)[3]; /* what was added up on the diagonal: below its rounding is nothing */
    double (*x)[4];    /* right-hand side, then the solution, by position */
    double h, push;    /* s; m, gently in a sub-step */
    double *most;      /* J that its bodies may have; and their masses then, 0 = not known */
    double tolerance;  /* m or rad */
    double enough;     /* m or rad: open by less they are closed */
    double closing;    /* m/s or rad/s, fastest that links are asked to come together */
    bool first;        /* sub-step of the step */
    bool reported;     /* the sub-steps are over */
    bool factored;     /* the matrix, for where the bodies are */
    bool soft;         /* links give in */
    bool tried;        /* as a whole sub-step, in vain */
    bool sliced;       /* and in parts */
    bool doubted;      /* it was springs not long ago, or hangs on several places */
    bool twice;        /* some of its links hold the same */
    bool quiet;        /* only its links and forces act on it */
} cn_Chain;

/* exact_order.c: the order of elimination. ends: two free bodies for each link, -1 = fixed. */
/* Fills order with nodes by position and tells how much the elimination takes; false when that is
 * more than most blocks, or out of memory. */
bool cn_order_find(int bodies, int links, const int *ends, int most, int *order,
                   cn_OrderCost *cost);
/* A plan lies in so many ints; the plan in them; what it says, from an order. */
size_t cn_order_ints(int bodies, int links, cn_OrderCost cost);
int cn_chain_doubles(int nodes, int entries); /* it works in; two more at their end are most */
cn_Elimination cn_order_view(int *ints, int bodies, int links, cn_OrderCost cost);
bool cn_order_plan(cn_Elimination *e, int bodies, int links, const int *ends, const int *order);

/* exact.c: a stage of one articulation by itself; what its links did into its joints */
void cn_exact_begin_alone(cn_World *w, cn_Articulation *a, float h, bool first);
typedef enum cn_ExactFrom {
    CN_EXACT_READ,   /* its velocities have to be read */
    CN_EXACT_TRIED,  /* it has them, from lanes that did not close it */
    CN_EXACT_SLICED, /* nor did they in parts of the sub-step */
} cn_ExactFrom;
void cn_exact_solve_alone(cn_World *w, cn_Articulation *a, float h, cn_ExactFrom from);
/* It was closed in parts, in lanes: the last velocities, their mean, sums of impulses. */
void cn_exact_take_slices(cn_World *w, cn_Articulation *a, float h);
/* It was springs not long ago, or hangs on several places: it may have no solution. */
bool cn_exact_is_doubted(const cn_Articulation *a);
void cn_exact_report_alone(cn_World *w, const cn_Articulation *a, float dt);
void cn_exact_store(cn_World *w, const cn_Articulation *a, float dt);
/* sub-steps for which links stay springs, that are violated by so much (m or rad) */
int cn_exact_count_down(int soft, double violation);
/* What a rope bore in an articulation, for the rows that it has in the lanes. */
void cn_exact_give_back(cn_Joint *rope);
/* its joints go through the lanes */
void cn_exact_stop(cn_World *w, cn_Articulation *a);
/* it holds them, as it did when it was found before */
void cn_exact_go_on(cn_World *w, cn_Articulation *a);
/* An articulation that runs, with the room that it works in. */
cn_Chain cn_exact_chain(const cn_World *w, const cn_Articulation *a);
void cn_chain_write_velocities(const cn_World *w, const cn_Chain *c);
void cn_chain_write_poses(const cn_World *w, const cn_Chain *c);

/* For links that are made elsewhere (gear_prepare.c): a body whose place is told from that origin;
 * a link between bodies that have started; where they are in this sub-step, and how fast. */
void cn_link_start_body(const cn_World *w, cn_LinkBody *b, cn_Pos origin, bool free);
void cn_link_start(const cn_World *w, const cn_Chain *c, cn_Link *l);
/* Finds what it gives in, where some of the links hold the same. */
void cn_link_share(const cn_Chain *c, cn_Link *l);
void cn_link_start_limit(const cn_World *w, cn_Link *l);
void cn_chain_read_poses(const cn_World *w, cn_Chain *c);
void cn_chain_read_velocities(const cn_World *w, cn_Chain *c);

/* exact_select.c: what a joint holds rigidly; false when it holds nothing */
bool cn_link_kind_of(const cn_World *w, const cn_Joint *j, cn_LinkKind *kind);
/* which articulations there are, if that can have changed */
void cn_exact_update(cn_World *w);

/* For a world that is read: the articulations that a graph of joints with this signature has, if it
 * is that of its joints now. */
typedef enum cn_ExactFound { CN_EXACT_SAME, CN_EXACT_CHANGED, CN_EXACT_STARVED } cn_ExactFound;
cn_ExactFound cn_exact_find_again(cn_World *w, uint64_t signature);
/* exact_carry.c: the key of an articulation that has just been found; what all have gathered,
 * before they are found anew; and to those that are the same. In a snapshot. */
uint64_t cn_exact_key(const cn_World *w, const cn_Articulation *a);
bool cn_exact_take_down(cn_World *w); /* false: no memory for all of it */
void cn_exact_carry_over(cn_World *w);
void cn_exact_carry_image(cn_World *w, cn_Image *im);
/* exact_image.c: writes what they keep from step to step, or reads it into a world that has none,
 * but all its joints and bodies. */
void cn_exact_image(cn_World *w, cn_Image *im);
/* exact_strain.c: whether the lanes are good enough for it, in this step */
bool cn_exact_may_be_loose(const cn_World *w, const cn_Articulation *a); /* by its graph */
bool cn_exact_is_needed(cn_World *w, const cn_Articulation *a);
void cn_exact_count_crowds(cn_World *w); /* before that is asked */

/* of a firm one, after the sub-steps: velocities that its contacts would have given it in them */
void cn_chain_add_loads(const cn_World *w, cn_Chain *c);

/* exact_rigid.c: whether all bodies may move as one, by its graph; whether they do in this step */
bool cn_rigid_may_be(const cn_World *w, const cn_Articulation *a);
bool cn_rigid_is(const cn_World *w, const cn_Articulation *a, const cn_Chain *c);
/* Those side by side, each with a lane; false: no memory. What links have to hold meanwhile is
 * solved by itself. */
bool cn_raft_plan(cn_World *w, cn_LinkageRange *r);
void cn_raft_fill(const cn_World *w, const cn_LinkageRange *r); /* when a step begins */
void cn_raft_begin(cn_World *w, const cn_LinkageRange *r, float h, bool first);
void cn_raft_solve(cn_World *w, const cn_LinkageRange *r, float h);
void cn_raft_report(cn_World *w, const cn_LinkageRange *r, float dt);

/* exact_energy.c: no more than its bodies can have, after it was solved in a sub-step */
void cn_chain_admit_energy(const cn_World *w, cn_Chain *c);
void cn_chain_bound_energy(const cn_World *w, const cn_Articulation *a, cn_Chain *c);
/* What else than links and forces acts on its bodies, contacts aside: motors, springs, couplings;
 * joints that are not its links; and whether any joint has limits. */
typedef struct cn_ChainActs {
    bool driven, others, ends;
} cn_ChainActs;
cn_ChainActs cn_chain_acts(const cn_World *w, const cn_Chain *c);
/* Whether that is looked at: as long as the step lasts. */
bool cn_chain_is_alone(const cn_World *w, const cn_Chain *c, cn_ChainActs acts, bool near);
/* From now J to most, or as near as momentum allows; overwrites mean[]. */
void cn_chain_slow(cn_Chain *c, double now, double most);

/* exact_solve.c */
void cn_chain_predict(cn_Chain *c, int count); /* where bodies will be, from their velocities */
/* A blow within a sub-step has put one body where it would be without its links (impact.c): they
 * share that way as they share its velocity. Closed by velocities, it would stay with them. True
 * when bodies are elsewhere now. */
bool cn_chain_place(cn_Chain *c);
/* The impulses of the sub-step before, along where the links point now; and, when ahead, what they
 * should be once more, so that contacts see velocities that links allow. */
void cn_chain_begin(cn_Chain *c, bool ahead);
typedef enum cn_ChainResult {
    CN_CHAIN_CLOSED,    /* no link will be violated at the end of the sub-step */
    CN_CHAIN_IN_SLICES, /* nor then, but kept is the velocity to go on with after the drift */
    CN_CHAIN_SOFT,      /* that was not looked for or not found: links are springs */
} cn_ChainResult;
cn_ChainResult cn_chain_solve(cn_Chain *c);
bool cn_chain_has_limits(const cn_Chain *c);
/* Of a sub-step in parts: the way of the parts is the velocity to drift with, that of the last one
 * is kept to go on with. */
void cn_chain_keep_last(cn_Chain *c);
double cn_chain_violation(const cn_Chain *c); /* the worst, where bodies are now */
/* Takes out of the velocities what the links forbid where the bodies are now. */
void cn_chain_project(cn_Chain *c);

/* Joints that are solved exactly */
void cn_exact_find(cn_World *w); /* stage: which, in this step */
/* In a sub-step: their warm start; after contacts, before the drift. By these jobs where there is
 * much of it, even if the rest of the sub-step is for one thread. */
void cn_exact_begin(cn_World *w, cn_Jobs *jobs, float h, bool first);
void cn_exact_solve(cn_World *w, cn_Jobs *jobs, float h, bool first);
bool cn_exact_settles(const cn_World *w);    /* whether any articulation has to settle */
void cn_exact_settle(cn_World *w);           /* sub-step: after the drift, if any has to */
void cn_exact_report(cn_World *w, float dt); /* velocities of the end of the step */
/* exact_blow.c */
extern const cn_Holder cn_exact_holder;

#endif
