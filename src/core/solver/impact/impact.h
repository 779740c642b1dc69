/* impact.h: blows within a sub-step: which contacts may have them, when, and what they do. */
#ifndef CN_IMPACT_H
#define CN_IMPACT_H

#include "base/jobs.h"
#include "data/contact_access.h"
#include "data/world.h"
#include "wide/contact_block.h"
#include "wide/motion.h"

#define CN_TOUCH   1e-5f  /* m: what is nearer touches */
#define CN_ARRIVES 0.001f /* m: what stays further apart on the way of a sub-step cannot touch */
#define CN_ELASTIC 0.8f   /* ratio: what rebounds with more of its speed keeps it for long */
/* ratio to half the thickness of what comes upon a wall: so deep it has not passed it */
#define CN_PIERCED 0.5f

typedef struct cn_Holder cn_Holder;

/* A sub-step, and what counts as a blow in it. */
typedef struct cn_ImpactStep {
    const cn_World *w;
    float h;
    float least_speed; /* m/s, slower rebounds are noise */
    float fast;        /* m/s, faster approaches of fast bodies are impacts even without rebound */
    bool first;        /* sub-step of the step */
    const cn_Holder *holder;
} cn_ImpactStep;

/* How a body goes through a sub-step. */
typedef struct cn_Course {
    cn_Vec way;  /* m, since the step began */
    cn_Vec v;    /* m/s, over the whole sub-step */
    cn_Vec kick; /* m/s, what forces give in it */
    cn_Vec center;
    float w;
    cn_Rot dq; /* since the step began */
    cn_Rot q;  /* all in all; time_of_impact.c alone fills it in */
} cn_Course;

/* m/s, that forces give in the sub-step. */
static inline cn_Vec cn_impact_kick(cn_Station at) {
    return (cn_Vec){at.block->kick_x[at.lane], at.block->kick_y[at.lane]};
}

/* time_of_impact.c: at time t of a sub-step of h seconds. */
cn_Course cn_impact_course(const cn_ImpactStep *f, int body);
cn_Vec cn_course_velocity(const cn_Course *c, float t, float h);
cn_Vec cn_course_way(const cn_Course *c, float t, float h);
cn_Rot cn_course_turn(const cn_Course *c, float t);
/* The manifold at time t, of points at most margin (m) apart; false: there is none. */
bool cn_impact_touch(const cn_ImpactStep *f, const cn_Contact *c, float t, float margin,
                     cn_ImpactManifold *manifold);
/* What can be said without a new manifold; false when there is nothing to look for. */
bool cn_impact_may_touch(const cn_ImpactStep *f, cn_Seat at);
/* The time at which the contact next needs an impulse, from t on, and its manifold then; CN_NEVER
 * if not in this sub-step. */
float cn_impact_time(const cn_ImpactStep *f, const cn_Contact *c, float t,
                     cn_ImpactManifold *manifold);

/* For rows that follow a contact through the sub-step: its manifold, none: they pass each other;
 * clear: it does not touch. And how fast its points leave, in m/s, 0 = they stay. */
void cn_impact_glance(const cn_ImpactStep *f, const cn_Contact *c, cn_ImpactManifold *manifold,
                      float leaves[2]);

/* After a blow at time t, where they touch as touch says: do they part, so that nothing has to be
 * looked for? Then touch->clear is known. */
bool cn_impact_left(const cn_ImpactStep *f, const cn_Contact *c, float t,
                    cn_ImpactManifold *manifold);

/* m, half of what the thinner of two bodies is thick: a body that passes by less in a sub-step is
 * still there at its end, for the rows. At a wall, be it as thin as a line, a corner of the other
 * body does it that far without being taken for a corner that came from behind. */
static inline float cn_impact_thinner(float a, float b, bool a_moves, bool b_moves) {
    float least = cn_minf(a, b);
    if (!a_moves) return cn_maxf(least, CN_PIERCED * b);
    return b_moves ? least : cn_maxf(least, CN_PIERCED * a);
}

static inline float cn_impact_thin(const cn_World *w, int a, int b) {
    return cn_impact_thinner(w->motion_block[a / CN_LANES].inner[a % CN_LANES],
                             w->motion_block[b / CN_LANES].inner[b % CN_LANES],
                             w->mass[a].inv_m > 0, w->mass[b].inv_m > 0);
}

/* impact.c: everything that touches within the coming drift of h seconds fast enough to leave
 * faster than least_speed. Blocks are looked at by w->jobs, what may come together by jobs: that
 * pays even where w->jobs is NULL, since handing blocks from core to core would not. */
void cn_impact_solve(cn_World *w, cn_Jobs *jobs, const cn_Holder *holder, float h,
                     float least_speed, bool first);

/* Two bodies at a blow of which links hold one or both, so that it moves others, too. Six numbers
 * are x, y and angular of the one, then of the other. */
typedef struct cn_Held {
    int by[2];         /* articulation that holds it, -1 = none does */
    int member[2];     /* its place there */
    int count[2];      /* of bodies there */
    bool elastic;      /* the blow gives back most of a speed */
    double give[6][6]; /* m/s and rad/s, for N s and N m s */
    double v[6];       /* m/s and rad/s, as links leave them */
} cn_Held;

static inline bool cn_impact_is_elastic(const cn_World *w, const cn_Contact *c) {
    return !(cn_contact_cold(w, c)->restitution < CN_ELASTIC);
}

/* What one blow does to one body. */
typedef struct cn_Push {
    int body;
    cn_Vec dv; /* m/s */
    float dw;  /* rad/s */
} cn_Push;

/* Who knows what links do at a blow: they stand behind impacts, so solver.c names them. */
struct cn_Holder {
    /* For a blow at time t; false: nothing holds them. */
    bool (*hold)(const cn_ImpactStep *f, const cn_Contact *c, float t, cn_Held *held);
    /* Impulses on the two go to all bodies of the articulation that holds one of them; what each of
     * these gets. */
    void (*push)(const cn_ImpactStep *f, const cn_Held *held, int side, float t,
                 const double impulse[6]);
    cn_Push (*pushed)(const cn_World *w, const cn_Held *held, int side, int index);
};

/* Two bodies at a blow. */
typedef struct cn_Blow {
    cn_Vec va, vb; /* m/s, of their centres */
    float wa, wb;  /* rad/s */
    cn_Mass ma, mb;
    const cn_Held *held; /* NULL: both are free */
} cn_Blow;

/* N s on b at each point, along the normal and across it. */
typedef struct cn_Impulses {
    float normal[2], tangent[2];
} cn_Impulses;

/* impact_blow.c: by how much it changes these velocities, where they touch as the manifold says,
 * and by which impulses. */
cn_Blow cn_impact_strike(const cn_ImpactStep *f, const cn_Contact *c,
                         const cn_ImpactManifold *manifold, const cn_Blow *before,
                         cn_Impulses *impulses);
/* What they are to both bodies, by their six coordinates. */
void cn_impact_add_up(const cn_ImpactManifold *manifold, const cn_Impulses *impulses,
                      double sum[6]);

/* impact_candidates.c: for sub-steps of h seconds; and what may have impacts in those to come, of
 * which the rows take their hands. */
cn_BounceRule cn_impact_rule(const cn_World *w, float h, float least_speed);
void cn_impact_list(cn_World *w, const cn_BounceRule *rule);
/* Before that, how many neighbours each body presses, or is pressed by: block by block, each block
 * by one worker. False: no memory, the rows will do. */
bool cn_impact_forget_presses(cn_World *w);
void cn_impact_count_presses(cn_World *w, const cn_Block *k, int worker);
/* m/s of approach beyond which a fast body's touch is an impact, whatever its restitution. */
float cn_impact_fast_speed(float h);
bool cn_impact_candidate(const cn_World *w, const cn_Contact *c);

/* impact_queue.c: blows that its bodies have had in this sub-step: a time that was found before the
 * last of them is no longer true, and was looked for again then. */
int cn_impact_stamp(const cn_World *w, const cn_Contact *c);
/* A touch at a time of the sub-step; manifold: its place in the list. Without memory the rows will
 * stop it instead. */
void cn_impact_put(cn_World *w, float time, int contact, int manifold);
void cn_impact_put_found(cn_World *w, float time, int contact, const cn_ImpactManifold *manifold);
/* The soonest; there is one. */
cn_ImpactEvent cn_impact_take(cn_StepMemory *s);

/* impact_near.c: what bodies may have impacts with in the sub-steps to come. False: no memory. */
bool cn_impact_gather_near(cn_World *w);
/* The rows of the contact are others now. */
void cn_impact_follow(cn_World *w, const cn_Contact *c);
/* After a blow the body may pass others faster than their rows know, within a step of dt seconds.
 */
void cn_impact_widen(cn_World *w, int station, float dt);

/* Is one of two bodies, of inverse masses a and b, so heavy that a blow of it goes through the
 * other to what lies below? */
#define CN_HAMMER 3.0f /* ratio of masses from which it does */
static inline bool cn_impact_hammers(float a, float b) {
    return cn_minf(a, b) > 0 && cn_maxf(a, b) >= CN_HAMMER * cn_minf(a, b);
}

/* impact_merge.c: the touch takes in those of other pieces of level ground at time t. */
void cn_impact_level(const cn_ImpactStep *f, const cn_Contact *c, float t,
                     cn_ImpactManifold *manifold);

#define CN_CLUSTER_BODIES 12 /* count: beyond it the rows go on */

/* What a blow changes that goes through several bodies at once. */
typedef struct cn_ClusterPush {
    int count; /* of bodies */
    int body[CN_CLUSTER_BODIES];
    cn_Vec dv[CN_CLUSTER_BODIES]; /* m/s */
    float dw[CN_CLUSTER_BODIES];  /* rad/s */
    float normal[2];              /* N s, at the points of the contact that was struck */
} cn_ClusterPush;

/* impact_cluster.c: a blow without rebound at time t, of something heavy upon something light that
 * touches others, with the manifold of its touch. False: it is not so, or not that simple; then it
 * is a blow between two. */
bool cn_impact_spread(const cn_ImpactStep *f, int contact, float t, const cn_ImpactManifold *found,
                      cn_ClusterPush *push);
/* Its points that are no further apart. */
static inline void cn_impact_keep_near(cn_ImpactManifold *manifold, float gap) {
    int kept = 0;
    for (int i = 0; i < manifold->count; i++) {
        if (manifold->gap[i] > gap) continue;
        manifold->ra[kept] = manifold->ra[i];
        manifold->rb[kept] = manifold->rb[i];
        manifold->gap[kept++] = manifold->gap[i];
    }
    manifold->count = kept;
}

/* impact_rows.c: forget what the rows of a contact were pushing, before the warm start. */
void cn_impact_retract(cn_World *w, const cn_Contact *c, bool first);
/* Rows for the manifold at some time of the step, when its bodies had come so far. */
void cn_impact_refit(cn_World *w, const cn_Contact *c, const cn_ImpactManifold *manifold, cn_Xf a,
                     cn_Xf b);
/* The contact's rows take it through the sub-step by that manifold. */
void cn_impact_trail(cn_World *w, cn_Seat seat, bool first, const cn_ImpactManifold *manifold);
/* What they stopped in the sub-step before is not pushed again. First: nothing has been yet. */
void cn_impact_part(cn_World *w, bool first);
/* Clear: it was followed through the sub-step, and does not touch. */
void cn_impact_vouch(cn_Seat seat, bool clear);
void cn_impact_yield(cn_World *w, const cn_Contact *c); /* rows always, no impacts */

#endif
