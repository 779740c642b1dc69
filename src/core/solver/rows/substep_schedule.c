/* substep_schedule.c: how threads share out a sub-step.
 *
 * A stage of a sub-step takes some microseconds, and to wait for each other after each takes as
 * long. So bodies, joints and contacts that have a home in common (island_bins.h) are one thread's:
 * it moves the bodies of its homes, then solves their joints, then their contacts, those between
 * its homes last, and waits for no other until then. Kinematic bodies, which all shares look at,
 * have been moved before; what lies between shares comes afterwards. Each body goes through the
 * same in the same order as with one thread, and so no result depends on how many there are.
 * Where new joints connect homes, or one bin has nearly everything, stages are shared out one by
 * one. */
#include "solver/rows/substep_schedule.h"

#include <stdatomic.h>

#include "data/world.h"
#include "solver/order/domain.h"
#include "solver/order/island_bins.h"
#include "solver/order/joint_color.h"
#include "solver/rows/joint_rows.h"
#include "wide/contact_block.h"
#include "wide/motion.h"

#define LARGE_LAYER 64 /* count of blocks in a layer from which on threads share it */
/* count of blocks, a job of a thread: fewer balance better, more cost less */
#define BLOCKS_EACH 8
#define JOINTS_EACH 256 /* count, as BLOCKS_EACH */

/* ---- contacts, pass by pass --------------------------------------------------------------- */

typedef struct Pass {
    const cn_SubSteps *stage;
    cn_ContactKernel kernel;
    int first; /* block of a layer, or lot */
} Pass;

static void pass_blocks(void *context, int first, int last, int worker) {
    const Pass *p = context;
    const cn_World *w = p->stage->w;
    (void)worker;
    p->kernel(w->scratch.order.blocks + p->first + first, last - first,
              w->scratch.order.step_motion, p->stage->sub);
}

static int blocks_of(const cn_StepMemory *s, int layer) {
    return s->order.layers[layer + 1] - s->order.layers[layer];
}

/* Layer by layer; only blocks within one may be solved at the same time. Small layers in a row are
 * one thread's: a job takes longer than what it would save. */
static void pass_layers(const cn_SubSteps *stage, cn_ContactKernel kernel, int first_lot,
                        int end_lot) {
    const cn_World *w = stage->w;
    const cn_StepMemory *s = &w->scratch;
    int end = s->order.lot_layer[end_lot];
    for (int i = s->order.lot_layer[first_lot], next; i < end; i = next) {
        Pass p = {stage, kernel, s->order.layers[i]};
        next = i + 1;
        if (blocks_of(s, i) >= LARGE_LAYER) {
            cn_jobs_run(w->jobs, pass_blocks, &p, blocks_of(s, i), BLOCKS_EACH);
            continue;
        }
        while (next < end && blocks_of(s, next) < LARGE_LAYER) next++;
        pass_blocks(&p, 0, s->order.layers[next] - s->order.layers[i], 0);
    }
}

static int first_block(const cn_StepMemory *s, int lot) {
    return s->order.layers[s->order.lot_layer[lot]];
}

static void pass_lots(void *context, int first, int last, int worker) {
    const Pass *p = context;
    const cn_StepMemory *s = &p->stage->w->scratch;
    int begin = first_block(s, p->first + first), end = first_block(s, p->first + last);
    (void)worker;
    if (begin < end)
        p->kernel(s->order.blocks + begin, end - begin, s->order.step_motion, p->stage->sub);
}

/* Bins and domains of one number: so each thread has as much of both in every pass. */
static void pass_homes(void *context, int first, int last, int worker) {
    for (int i = first; i < last; i++) {
        pass_lots(context, CN_LOT_BINS + i, CN_LOT_BINS + i + 1, worker);
        pass_lots(context, CN_LOT_DOMAINS + i, CN_LOT_DOMAINS + i + 1, worker);
    }
}

/* Lots that share no body that moves, one for each thread at a time. */
static void share_lots(const cn_SubSteps *stage, cn_ContactKernel kernel, int first, int end) {
    Pass p = {stage, kernel, first};
    cn_jobs_run(stage->w->jobs, pass_lots, &p, end - first, 1);
}

static void pass_islands(const cn_SubSteps *stage, cn_ContactKernel kernel) {
    const cn_World *w = stage->w;
    Pass p = {stage, kernel, 0};
    if (!w->scratch.order.lopsided) {
        cn_jobs_run(w->jobs, pass_homes, &p, CN_BINS, 1);
        pass_layers(stage, kernel, CN_LOT_STRAYS, CN_LOT_DOMAINS);
        return;
    }
    pass_layers(stage, kernel, CN_LOT_BINS, CN_LOT_DOMAINS);
    share_lots(stage, kernel, CN_LOT_DOMAINS, CN_LOT_PAIRS);
}

static void pass(const cn_SubSteps *stage, cn_ContactKernel kernel) {
    const cn_World *w = stage->w;
    const cn_StepMemory *s = &w->scratch;
    if (s->order.block_count == 0) return;
    if (!w->jobs) {
        kernel(s->order.blocks, s->order.block_count, s->order.step_motion, stage->sub);
        return;
    }
    pass_islands(stage, kernel);
    if (!s->order.domains_used) return;
    share_lots(stage, kernel, CN_LOT_PAIRS, CN_LOT_QUARTERS);
    share_lots(stage, kernel, CN_LOT_QUARTERS, CN_LOT_ENDS);
    share_lots(stage, kernel, CN_LOT_ENDS, CN_LOT_MIDDLE);
    pass_layers(stage, kernel, CN_LOT_MIDDLE, CN_LOTS);
}

/* ---- homes -------------------------------------------------------------------------------- */

/* Whether a joint is solved where its bodies are at home, or between homes. */
static bool is_home(const cn_World *w, const cn_JointNode *n) {
    const cn_StepMemory *s = &w->scratch;
    if (n->lane < 0) return true;
    int home = cn_joint_part(w, n);
    if (home >= CN_JOINT_BINS) return true;
    return (n->a < 0 || cn_island_bin_home(s, n->a) == home) &&
           (n->b < 0 || cn_island_bin_home(s, n->b) == home);
}

typedef struct Homes {
    const cn_World *w;
    atomic_bool away; /* some joint is */
} Homes;

static void look_home(void *context, int first, int end, int worker) {
    Homes *homes = context;
    const cn_JointNode *nodes = homes->w->scratch.order.joint_stage.nodes;
    (void)worker;
    if (atomic_load(&homes->away)) return;
    for (int i = first; i < end; i++)
        if (!is_home(homes->w, &nodes[i])) atomic_store(&homes->away, true);
}

static bool are_home(const cn_World *w) {
    Homes homes = {.w = w};
    cn_jobs_run(w->jobs, look_home, &homes, w->scratch.order.joint_stage.node_count, JOINTS_EACH);
    return !homes.away;
}

void cn_substep_look(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int changes = s->order.joint_stage.change_count;
    if (s->order.homes_cut != s->order.domain_cut || s->order.homes_changes != changes)
        s->order.joints_home = are_home(w);
    s->order.homes_cut = s->order.domain_cut;
    s->order.homes_changes = changes;
}

/* Into how many shares homes are put together, each of as many; 0 = stage by stage. */
static int shares_of(const cn_World *w) {
    const cn_StepMemory *s = &w->scratch;
    if (!w->jobs || s->order.bins == 1 || s->order.lopsided || !s->order.joints_home ||
        !s->order.stations_sorted)
        return 0;
    return s->order.shares;
}

/* ---- a turn ------------------------------------------------------------------------------- */

typedef struct Turn {
    const cn_SubSteps *stage;
    const cn_SubstepStage *stint;
    int shares;
    bool joints, contacts; /* of the turn, that are to be done in this job */
} Turn;

static void look_at(const cn_SubSteps *stage, int first, int end) {
    const cn_StepMemory *s = &stage->w->scratch;
    if (first < end)
        cn_wide()->approach(s->order.blocks + first, end - first, s->order.step_motion,
                            stage->motion.h, s->order.coming + first);
}

static void approach_blocks(void *context, int first, int end, int worker) {
    (void)worker;
    look_at(context, first, end);
}

static void run_lots(const Turn *t, int first, int end) {
    const cn_StepMemory *s = &t->stage->w->scratch;
    Pass p = {t->stage, t->stint->contacts, first};
    if (t->stint->contacts) pass_lots(&p, 0, end - first, 0);
    if (t->stint->approaches) look_at(t->stage, first_block(s, first), first_block(s, end));
}

/* Homes and what is between them, if they are all in one share. */
static void run_contacts(const Turn *t, int first, int end) {
    int width = CN_BINS / t->shares;
    if (t->stage->w->scratch.order.block_count == 0) return;
    run_lots(t, CN_LOT_BINS + first, CN_LOT_BINS + end);
    run_lots(t, CN_LOT_DOMAINS + first, CN_LOT_DOMAINS + end);
    if (width >= 2) run_lots(t, CN_LOT_PAIRS + first / 2, CN_LOT_PAIRS + end / 2);
    if (width >= 4) run_lots(t, CN_LOT_QUARTERS + first / 4, CN_LOT_QUARTERS + end / 4);
    run_lots(t, CN_LOT_ENDS + first, CN_LOT_ENDS + end);
}

static void run_motion(const Turn *t, int first, int end) {
    const int *block = t->stage->w->scratch.order.home_block;
    t->stint->motion(&t->stage->motion, block[first] - 1, block[end] - 1);
}

static void run_share(const Turn *t, int share) {
    const cn_SubstepStage *stint = t->stint;
    int width = CN_BINS / t->shares, first = share * width, end = first + width;
    if (t->joints && stint->motion) run_motion(t, first, end); /* with the first of the two */
    if (t->joints && stint->joints)
        cn_joint_pass_homes(t->stage->w, stint->joint_pass, t->stage->motion.h, first, end);
    if (t->contacts) run_contacts(t, first, end);
}

static void run_shares(void *context, int first, int end, int worker) {
    (void)worker;
    for (int i = first; i < end; i++) run_share(context, i);
}

/* Few, where bodies have not moved much since the cut. */
static void contacts_between(const cn_SubSteps *stage, const cn_SubstepStage *stint, int shares) {
    const cn_StepMemory *s = &stage->w->scratch;
    cn_ContactKernel kernel = stint->contacts;
    int lot = CN_BINS + cn_island_bin_first_between(shares);
    if (s->order.block_count == 0) return;
    if (kernel) {
        pass_layers(stage, kernel, CN_LOT_STRAYS, CN_LOT_DOMAINS);
        if (lot <= CN_LOT_PAIRS) share_lots(stage, kernel, CN_LOT_PAIRS, CN_LOT_QUARTERS);
        if (lot <= CN_LOT_QUARTERS) share_lots(stage, kernel, CN_LOT_QUARTERS, CN_LOT_ENDS);
        pass_layers(stage, kernel, CN_LOT_MIDDLE, CN_LOTS);
    }
    if (!stint->approaches) return;
    look_at(stage, first_block(s, CN_LOT_STRAYS), first_block(s, CN_LOT_DOMAINS));
    look_at(stage, first_block(s, lot), first_block(s, CN_LOT_ENDS));
    look_at(stage, first_block(s, CN_LOT_MIDDLE), s->order.block_count);
}

static void stint_by_shares(const cn_SubSteps *stage, const cn_SubstepStage *stint, int shares) {
    cn_World *w = stage->w;
    bool between = stint->joints && cn_joint_between(w, shares);
    Turn t = {stage, stint, shares, .joints = true, .contacts = !between};
    if (stint->motion) run_motion(&t, CN_HOME_OF_ALL, CN_HOMES);
    cn_jobs_run(w->jobs, run_shares, &t, shares, 1);
    if (between) {
        cn_joint_pass_between(w, stint->joint_pass, stage->motion.h, shares);
        t.joints = false;
        t.contacts = true;
        bool any = w->scratch.order.block_count > 0 && (stint->contacts || stint->approaches);
        if (any) cn_jobs_run(w->jobs, run_shares, &t, shares, 1);
    }
    contacts_between(stage, stint, shares);
}

static void stint_by_stages(const cn_SubSteps *stage, const cn_SubstepStage *stint) {
    cn_World *w = stage->w;
    if (stint->motion) cn_motion_run(w, stint->motion, &stage->motion);
    if (stint->joints) cn_joint_pass(w, stint->joint_pass, stage->motion.h);
    if (stint->contacts) pass(stage, stint->contacts);
    if (stint->approaches)
        cn_jobs_run(w->jobs, approach_blocks, (void *)stage, w->scratch.order.block_count,
                    4 * BLOCKS_EACH);
}

void cn_substep_stint(const cn_SubSteps *stage, const cn_SubstepStage *stint) {
    int shares = shares_of(stage->w);
    if (shares > 0)
        stint_by_shares(stage, stint, shares);
    else
        stint_by_stages(stage, stint);
}
