/* joint_rows.c: joints into blocks before the sub-steps, and impulses back after them.
 *
 * What only settings and masses decide is written when they change; where the anchors are, each
 * step. The arithmetic of the sub-steps is in wide/joint_kernel.h.
 * Not here: which joint stands in which block (joint_color.c). */
#include "solver/rows/joint_rows.h"

#include <math.h>
#include <string.h>

#include "data/joint_access.h"
#include "data/world.h"
#include "objects/joint_measure.h"
#include "solver/order/domain.h"
#include "solver/order/island_bins.h"
#include "solver/order/joint_color.h"
#include "solver/rows/softness.h"
#include "solver/rows/spring.h"
#include "wide/joint_block.h"
#include "wide/motion.h"
#include "world/joint_impulses.h"

#define JOINT_HERTZ   60.0f /* Hz, stiffness of what a joint holds */
#define MOST_HERTZ    0.25f /* ratio to the sub-step rate, of that stiffness at most */
#define JOINT_DAMPING 1.0f  /* ratio of damping to critical */
/* ratio of frequencies: of what a net holds. It sags a third as far; at 2.5 nets swing up, in spite
 * of CN_JOINT_NET_SOLVES and CN_JOINT_NET_RELAXES. */
#define NET_HERTZ 1.8
/* ratio, of the impulse of the step before that a row goes on to bear: with 1 nothing sags at rest,
 * but what is dragged about builds up; with 3/4 a quarter of the sag remains */
#define KEEP            0.75f
#define NO_LIMIT        1e30f /* m, rad or their rates: beyond any limit, and finite */
#define MOST_INVERSE    1e15  /* 1/kg, the sum of inverse masses: its square is still a float */
#define SPARE           1.01  /* ratio to the reach of a joint, for rounding */
#define PULLED_TOGETHER 0.005 /* m or rad, error below which a joint pulls as always again */
/* count of blocks, a job of a thread: fewer balance better, more cost less */
#define BLOCKS_EACH 16
/* count of spans of blocks, a job of a thread: fewer balance better, more cost less */
#define SPANS_EACH 1

/* ---- what settings decide ----------------------------------------------------------------- */

static float bounded(double v) { return (float)(v > 1e30 ? 1e30 : (v < -1e30 ? -1e30 : v)); }

static void set_spring(cn_SpringLanes *q, int lane, cn_Spring s) {
    q->give[lane] = s.give;
    q->stiff[lane] = s.stiff;
    q->damp[lane] = s.damp;
    q->scale[lane] = 1 / (1 + s.give);
}

static void set_ends(cn_JointAxis *x, int lane, const cn_Joint *j) {
    const cn_JointTuning *t = &j->tuning;
    bool limits = j->flags & CN_JOINT_LIMITS, min = j->flags & CN_JOINT_MIN;
    bool max = j->flags & CN_JOINT_MAX;
    x->lower[lane] = limits ? bounded(t->lower) : (min ? bounded(t->min) : -NO_LIMIT);
    x->upper[lane] = limits ? bounded(t->upper) : (max ? bounded(t->max) : NO_LIMIT);
}

static void set_axis(const cn_World *w, cn_JointAxis *x, int lane, const cn_Joint *j, float h) {
    const cn_JointTuning *t = &j->tuning;
    int coupled = cn_joint_coupled(w, j);
    double hh = (double)h;
    set_ends(x, lane, j);
    x->motor_speed[lane] = bounded(t->motor_speed);
    x->motor_most[lane] = bounded(t->motor_max * hh);
    x->target[lane] = bounded(j->kind == CN_DISTANCE ? t->length : t->target);
    x->origin[lane] = bounded(j->origin);
    x->lnx[lane] = j->axis.x, x->lny[lane] = j->axis.y;
    x->reference[lane] = (float)j->reference;
    x->line_most[lane] = bounded(t->max_force * hh);
    if (cn_joint_drives(j->kind)) {
        x->lnx[lane] = (float)t->velocity_x, x->lny[lane] = (float)t->velocity_y;
        x->along_lx[lane] = j->flags & CN_JOINT_FREE_Y ? 1 : 0;
        x->along_ly[lane] = j->flags & CN_JOINT_FREE_X ? 1 : 0;
    }
    if (j->kind == CN_WELD || cn_joint_drives(j->kind)) {
        set_spring(&x->spring, lane,
                   cn_joint_spring(t->angular_hertz, t->angular_damping, hh, coupled));
        set_spring(&x->line, lane,
                   cn_joint_spring(t->linear_hertz, t->linear_damping, hh, coupled));
    } else {
        cn_Spring s = cn_joint_spring(t->hertz, t->damping, hh, coupled);
        set_spring(j->kind == CN_MOUSE ? &x->line : &x->spring, lane, s);
    }
}

/* m, at least the arms and the gap of a joint together, whichever way its bodies are turned. */
static double reach_of(const cn_World *w, const cn_Joint *j) {
    const cn_Pose *a = &w->pose[j->body_a], *b = &w->pose[j->body_b];
    cn_Pos la = cn_joint_local_a(j);
    double arms = fabs(la.x - (double)a->center.x) + fabs(la.y - (double)a->center.y) +
                  fabs(j->local_b.x - (double)b->center.x) +
                  fabs(j->local_b.y - (double)b->center.y);
    double ends = fabs(la.x) + fabs(la.y) + fabs(j->local_b.x) + fabs(j->local_b.y);
    return arms + ends + fabs(b->x - a->x) + fabs(b->y - a->y);
}

/* Kernels multiply two of these sums. Beyond what a float can hold the square of, all four inverse
 * masses are scaled down together, which changes impulses but no velocity. */
static double mass_scale(const cn_World *w, const cn_Joint *j, cn_Mass ma, cn_Mass mb) {
    double most = MOST_INVERSE, reach = SPARE * reach_of(w, j);
    double inv_m = (double)ma.inv_m + (double)mb.inv_m, inv_i = (double)ma.inv_i + (double)mb.inv_i;
    if (inv_m + inv_i * reach * reach <= most) return 1;
    cn_JointPose p = cn_joint_pose(w, j);
    double r = (double)cn_length(p.ra) + (double)cn_length(p.rb);
    r += (double)cn_length(p.gap);
    double sum = inv_m + inv_i * r * r;
    return sum > most ? most / sum : 1;
}

static void set_lane(const cn_World *w, cn_JointBlock *k, cn_JointAxis *x, int lane, float h) {
    const cn_Joint *j = &w->joint[k->joint[lane]];
    cn_Mass ma = w->mass[j->body_a], mb = w->mass[j->body_b];
    cn_Pos la = cn_joint_local_a(j);
    float scale = j->scale;
    k->body_a[lane] = j->body_a;
    k->body_b[lane] = j->body_b;
    k->keep[lane] = j->flags & CN_JOINT_KEEPS ? KEEP : 0;
    k->inv_ma[lane] = scale * ma.inv_m;
    k->inv_ia[lane] = scale * ma.inv_i;
    k->inv_mb[lane] = scale * mb.inv_m;
    k->inv_ib[lane] = scale * mb.inv_i;
    k->lax[lane] = (float)la.x, k->lay[lane] = (float)la.y;
    k->lbx[lane] = (float)j->local_b.x, k->lby[lane] = (float)j->local_b.y;
    if (x) set_axis(w, x, lane, j, h);
}

/* ---- where everything is ------------------------------------------------------------------ */

static void load_impulses(cn_JointAxis *x, int lane, const cn_Joint *j) {
    bool held = j->flags & CN_JOINT_EXACT;
    bool hard = held && cn_joint_has_hard_limits(j);
    x->spring_impulse[lane] = j->spring_impulse;
    x->motor_impulse[lane] = j->motor_impulse;
    x->lower_impulse[lane] = hard ? 0 : j->lower_impulse;
    x->upper_impulse[lane] = hard ? 0 : j->upper_impulse;
    x->hold_impulse[lane] = held ? 0 : j->hold_impulse;
    x->turn_impulse[lane] = held && !cn_joint_turns_softly(j) ? 0 : j->turn_impulse;
}

/* A joint whose ends were put elsewhere, or that has just begun to act, pulls no faster than
 * contacts push until its ends have met. */
static void pull(cn_World *w, cn_JointBlock *k, int lane, cn_Joint *j) {
    double linear, angular;
    k->push[lane] = NO_LIMIT;
    if (!(j->flags & CN_JOINT_PULL) || cn_joint_drives(j->kind)) return;
    cn_joint_error(w, cn_joint_id(w, k->joint[lane]), &linear, &angular);
    if (linear < PULLED_TOGETHER && angular < PULLED_TOGETHER) {
        j->flags &= ~(uint32_t)CN_JOINT_PULL;
        return;
    }
    k->push[lane] = (float)w->def.push_speed;
    k->any_pull = true;
}

/* Springs that were switched on close no faster than that either, until they are so short that they
 * would swing no faster by themselves. */
static void ease(const cn_World *w, cn_JointBlock *k, cn_JointAxis *x, int lane, cn_Joint *j) {
    x->ease[lane] = NO_LIMIT;
    if (!(j->flags & CN_JOINT_EASE)) return;
    if (cn_joint_swing(w, j) <= w->def.push_speed) {
        j->flags &= ~(uint32_t)CN_JOINT_EASE;
        return;
    }
    x->ease[lane] = (float)w->def.push_speed;
    k->any_ease = true;
}

/* rad/s, of what a joint holds */
static float stiffness(float h) { return 2 * (float)CN_PI * cn_minf(JOINT_HERTZ, MOST_HERTZ / h); }

double cn_joint_softness(float h, bool keeps) {
    double omega = (double)stiffness(h);
    return (keeps ? 1 - (double)KEEP : 1) / ((double)h * omega * omega);
}

static cn_JointSubStep sub_step(const cn_World *w, float h) {
    return (cn_JointSubStep){w->pose,
                             1 / h,
                             (float)w->def.push_speed,
                             cn_softness(stiffness(h), JOINT_DAMPING, h),
                             cn_softness(NET_HERTZ * stiffness(h), JOINT_DAMPING, h),
                             cn_joint_half(w),
                             true};
}

/* From the joint itself: what it pushed last, how far it has turned. */
static void load_lane(const cn_World *w, cn_JointBlock *k, cn_JointAxis *x, int lane) {
    const cn_Joint *j = &w->joint[k->joint[lane]];
    bool held = j->flags & CN_JOINT_EXACT && j->tuning.linear_hertz == 0;
    k->px[lane] = held ? 0 : j->impulse.x, k->py[lane] = held ? 0 : j->impulse.y;
    if (x) load_impulses(x, lane, j);
}

/* An anchor on what cannot move may be far from that body's origin: beyond what a float holds. */
static void place_fixed(const cn_World *w, cn_JointBlock *k, int lane) {
    cn_JointPose p = cn_joint_pose(w, &w->joint[k->joint[lane]]);
    k->rax[lane] = p.ra.x, k->ray[lane] = p.ra.y;
    k->rbx[lane] = p.rb.x, k->rby[lane] = p.rb.y;
    k->gap_x[lane] = p.gap.x, k->gap_y[lane] = p.gap.y;
}

typedef struct Prepare {
    cn_World *w;
    cn_JointSubStep sub;
    float h;
    bool settings, places, stations, keeps; /* have changed */
} Prepare;

static float is_fresh(const cn_World *w, int body) {
    return w->fresh_velocities && w->body_flags[body] & CN_BODY_FRESH ? 1 : 0;
}

static void refresh_lane(const Prepare *p, cn_JointBlock *k, cn_JointAxis *x, int lane) {
    cn_World *w = p->w;
    cn_Joint *j = &w->joint[k->joint[lane]];
    bool settings = p->settings || k->news >> lane & 1;
    /* as it was found, since lanes are given anew when that suits the threads */
    if (p->settings || j->scale == 0)
        j->scale = (float)mass_scale(w, j, w->mass[j->body_a], w->mass[j->body_b]);
    if (settings) {
        set_lane(w, k, x, lane, p->h);
        load_lane(w, k, x, lane);
    }
    pull(w, k, lane, j);
    if (!x) return;
    ease(w, k, x, lane, j);
    if (settings || p->places) x->start[lane] = (float)cn_joint_angle_now(w, j);
    x->fresh_a[lane] = is_fresh(w, j->body_a), x->fresh_b[lane] = is_fresh(w, j->body_b);
    x->begins[lane] = j->flags & CN_JOINT_BEGINS ? 1 : 0;
    k->any_begins |= x->fresh_a[lane] + x->fresh_b[lane] + x->begins[lane] > 0;
    j->flags &= ~(uint32_t)CN_JOINT_BEGINS;
}

/* Springs with a bound of their own; that of others is told by their kind. */
static bool is_capped(const cn_Joint *j) {
    return cn_joint_has_spring(j->kind) && j->flags & CN_JOINT_SPRING && j->tuning.max_force < 1e30;
}

static void note_lanes(const cn_World *w, cn_JointBlock *k) {
    k->any_fixed = k->any_keep = k->any_capped = k->any_stiff = false;
    for (int i = 0; i < CN_LANES && k->joint[i] >= 0; i++) {
        k->any_capped |= is_capped(&w->joint[k->joint[i]]);
        k->any_stiff |= (w->joint[k->joint[i]].flags & CN_JOINT_STIFF) != 0;
    }
    for (int i = 0; i < CN_LANES; i++) k->any_keep |= k->keep[i] > 0;
    for (int i = 0; i < CN_LANES; i++) k->any_fixed |= k->inv_ma[i] == 0 || k->inv_mb[i] == 0;
}

/* Lanes that have just been given are all that changes in most blocks, if anything does. */
static void refresh(const Prepare *p, cn_JointBlock *k, cn_JointAxis *x) {
    bool all =
        p->settings || p->places || (x && p->w->fresh_velocities) || k->any_pull || k->any_ease;
    if (!all && !k->news) return;
    if (all) k->any_pull = k->any_ease = false;
    if (x) { /* lanes that are not looked at now began, or were set, in an earlier step */
        memset(x->fresh_a, 0, sizeof x->fresh_a);
        memset(x->fresh_b, 0, sizeof x->fresh_b);
        memset(x->begins, 0, sizeof x->begins);
        k->any_begins = false;
    }
    for (int lane = 0; lane < CN_LANES && k->joint[lane] >= 0; lane++)
        if (all || k->news >> lane & 1) refresh_lane(p, k, x, lane);
    if (p->settings || k->news) note_lanes(p->w, k);
    k->news = 0;
}

/* A spring of so many N/m is one of other hertz where its bodies give way otherwise. */
static void stiffen(const Prepare *p, const cn_JointBlock *k, cn_JointAxis *x) {
    for (int lane = 0; lane < CN_LANES && k->joint[lane] >= 0; lane++) {
        cn_Joint *j = &p->w->joint[k->joint[lane]];
        if (!(j->flags & CN_JOINT_STIFF)) continue;
        cn_JointTuning *t = &j->tuning;
        t->hertz = cn_joint_stiff_hertz(p->w, j);
        set_spring(&x->spring, lane,
                   cn_joint_spring(t->hertz, t->damping, (double)p->h, cn_joint_coupled(p->w, j)));
    }
}

/* Where its bodies stand in this step. */
static void find_stations(const cn_World *w, cn_JointBlock *k) {
    const int *station = w->scratch.order.station;
    for (int i = 0; i < CN_LANES; i++) {
        k->a[i] = station[k->body_a[i]];
        k->b[i] = station[k->body_b[i]];
    }
}

static void note_keeps(const cn_World *w, cn_JointBlock *k) {
    k->any_keep = false;
    for (int lane = 0; lane < CN_LANES && k->joint[lane] >= 0; lane++) {
        k->keep[lane] = w->joint[k->joint[lane]].flags & CN_JOINT_KEEPS ? KEEP : 0;
        k->any_keep |= k->keep[lane] > 0;
    }
}

static void prepare_span(const Prepare *p, const cn_JointSpan *span) {
    const cn_JointStage *g = &p->w->scratch.order.joint_stage;
    const cn_JointBatch *batch = &g->batches[span->batch];
    for (int i = span->first; i < span->end; i++) {
        cn_JointBlock *k = &g->blocks[batch->first + i];
        bool find = p->stations || p->settings || k->news;
        refresh(p, k, batch->axis < 0 ? NULL : &g->axes[batch->axis + i]);
        if (k->any_stiff) stiffen(p, k, &g->axes[batch->axis + i]);
        if (p->keeps) note_keeps(p->w, k);
        k->any_push = k->any_pull;
        if (find) find_stations(p->w, k);
        if (!k->any_fixed) continue;
        for (int lane = 0; lane < CN_LANES && k->joint[lane] >= 0; lane++)
            if (k->inv_ma[lane] == 0 || k->inv_mb[lane] == 0) place_fixed(p->w, k, lane);
    }
    cn_wide_joints()->place(g, batch, span->first, span->end, p->w->scratch.order.step_motion,
                            &p->sub);
}

static void prepare_spans(void *context, int first, int last, int worker) {
    const Prepare *p = context;
    (void)worker;
    for (int i = first; i < last; i++) prepare_span(p, &p->w->scratch.order.joint_stage.spans[i]);
}

void cn_joint_prepare(cn_World *w, float h) {
    cn_JointStage *g = &w->scratch.order.joint_stage;
    bool settings = w->joint_tuning_stale || g->h != h;
    if (settings) cn_joint_flush(w);
    Prepare p = {w,
                 sub_step(w, h),
                 h,
                 settings,
                 w->joint_places_stale,
                 g->stationings != w->scratch.order.stationings,
                 w->joint_keeps_stale};
    cn_jobs_run(w->jobs, prepare_spans, &p, g->span_count, SPANS_EACH);
    g->h = h;
    g->stationings = w->scratch.order.stationings;
    w->joint_tuning_stale = w->joint_places_stale = w->joint_keeps_stale = false;
}

/* After everything else is prepared: motors and springs have their part in the velocities that
 * drift. */
void cn_joint_start(cn_World *w, float h) {
    if (w->scratch.order.joint_stage.motors) cn_joint_pass(w, CN_JOINT_SWITCH, h);
    if (!w->scratch.order.joint_stage.springs) {
        w->fresh_velocities = false;
        return;
    }
    if (w->fresh_velocities) cn_joint_pass(w, CN_JOINT_FRESHEN, h);
    w->fresh_velocities = false;
    cn_joint_pass(w, CN_JOINT_NOTE, h);
}

/* ---- passes ------------------------------------------------------------------------------- */

typedef struct Pass {
    const cn_World *w;
    cn_JointKernel kernel;
    cn_JointSubStep sub;
    const cn_JointBatch *batch;
    int parts[CN_JOINT_PARTS]; /* that have joints, of one level */
    bool nets;                 /* these alone */
} Pass;

static bool takes(const Pass *p, const cn_JointBatch *batch) {
    return !p->nets || batch->rows & CN_ROW_NET;
}

static void pass_part(const Pass *p, int part) {
    const cn_JointStage *g = &p->w->scratch.order.joint_stage;
    for (int i = g->part_batch[part]; i < g->part_batch[part + 1]; i++)
        if (takes(p, &g->batches[i]))
            p->kernel(g, &g->batches[i], 0, g->batches[i].count, p->w->scratch.order.step_motion,
                      &p->sub);
}

static void pass_parts(void *context, int first, int last, int worker) {
    const Pass *p = context;
    (void)worker;
    for (int i = first; i < last; i++) pass_part(p, p->parts[i]);
}

static void pass_blocks(void *context, int first, int last, int worker) {
    const Pass *p = context;
    (void)worker;
    p->kernel(&p->w->scratch.order.joint_stage, p->batch, first, last,
              p->w->scratch.order.step_motion, &p->sub);
}

static int add_part(const cn_JointStage *g, Pass *p, int count, int part) {
    p->parts[count] = part;
    return count + (g->part_batch[part] < g->part_batch[part + 1]);
}

/* Parts of one level share no body that moves: nor do bins and domains. */
static void pass_level(Pass *p, int first, int end) {
    const cn_JointStage *g = &p->w->scratch.order.joint_stage;
    int count = 0;
    for (int i = first; i < end; i++) {
        if (first == CN_JOINT_BINS) count = add_part(g, p, count, i - CN_JOINT_BINS);
        count = add_part(g, p, count, i);
    }
    cn_jobs_run(p->w->jobs, pass_parts, p, count, 1);
}

static void pass_middle(Pass *p) {
    const cn_JointStage *g = &p->w->scratch.order.joint_stage;
    for (int i = g->part_batch[CN_JOINT_MIDDLE]; i < g->part_batch[CN_JOINT_PARTS]; i++) {
        p->batch = &g->batches[i];
        if (!takes(p, p->batch)) continue;
        cn_jobs_run(p->w->jobs, pass_blocks, p, p->batch->count, BLOCKS_EACH);
    }
}

static Pass pass_of(const cn_World *w, cn_JointPass pass, float h) {
    const cn_JointKernels *kernels = cn_wide_joints();
    cn_JointKernel of_pass[] = {kernels->switch_on,  kernels->freshen, kernels->note,
                                kernels->warm_start, kernels->solve,   kernels->relax,
                                kernels->solve,      kernels->relax};
    Pass p = {.w = w, .kernel = of_pass[pass], .sub = sub_step(w, h)};
    p.nets = pass >= CN_JOINT_NET_SOLVE;
    p.sub.counts = !p.nets;
    return p;
}

void cn_joint_pass(cn_World *w, cn_JointPass pass, float h) {
    const cn_JointStage *g = &w->scratch.order.joint_stage;
    if (g->batch_count == 0) return;
    Pass p = pass_of(w, pass, h);
    if (!w->jobs) {
        for (int part = 0; part < CN_JOINT_PARTS; part++) pass_part(&p, part);
        return;
    }
    pass_level(&p, CN_JOINT_BINS, CN_JOINT_PAIRS);
    pass_level(&p, CN_JOINT_PAIRS, CN_JOINT_QUARTERS);
    pass_level(&p, CN_JOINT_QUARTERS, CN_JOINT_MIDDLE);
    pass_middle(&p);
}

static void pass_run(const Pass *p, int first, int end) {
    for (int part = first; part < end; part++) pass_part(p, part);
}

void cn_joint_pass_homes(const cn_World *w, cn_JointPass pass, float h, int first, int end) {
    int width = end - first;
    if (w->scratch.order.joint_stage.batch_count == 0) return;
    Pass p = pass_of(w, pass, h);
    pass_run(&p, first, end);
    pass_run(&p, CN_JOINT_BINS + first, CN_JOINT_BINS + end);
    if (width >= 2) pass_run(&p, CN_JOINT_PAIRS + first / 2, CN_JOINT_PAIRS + end / 2);
    if (width >= 4) pass_run(&p, CN_JOINT_QUARTERS + first / 4, CN_JOINT_QUARTERS + end / 4);
}

/* The first part between shares. */
static int first_between(int shares) {
    return CN_JOINT_PAIRS - CN_PART_PAIRS + cn_island_bin_first_between(shares);
}

bool cn_joint_between(const cn_World *w, int shares) {
    const cn_JointStage *g = &w->scratch.order.joint_stage;
    return g->batch_count > 0 &&
           g->part_batch[first_between(shares)] < g->part_batch[CN_JOINT_PARTS];
}

void cn_joint_pass_between(cn_World *w, cn_JointPass pass, float h, int shares) {
    Pass p = pass_of(w, pass, h);
    int first = first_between(shares);
    if (first == CN_JOINT_PAIRS) pass_level(&p, CN_JOINT_PAIRS, CN_JOINT_QUARTERS);
    if (first <= CN_JOINT_QUARTERS) pass_level(&p, CN_JOINT_QUARTERS, CN_JOINT_MIDDLE);
    pass_middle(&p);
}

/* ---- impulses back ------------------------------------------------------------------------ */

void cn_joint_store(cn_World *w, float dt) {
    w->scratch.order.joint_stage.dt = dt;
    w->scratch.order.joint_stage.news = true;
}
