/* solver.c: from forces to velocities to positions, in sub-steps.
 *
 * Contacts are found once a step and solved in each of its sub-steps: many small steps with one
 * iteration converge better than one step with many (Macklin et al., "Small Steps in Physics
 * Simulation", SCA 2019). Within a step a body's place is its pose at the beginning and how far
 * it has come since (dx, dq), so that float is enough anywhere in the world.
 * Not here: the arithmetic of bodies (wide/motion_kernel.h) and of contacts
 * (wide/contact_kernel.h), new poses (finalize.c). */
#include "solver/solver.h"

#include <string.h>

#include "data/world.h"
#include "solver/exact/exact.h"
#include "solver/exact/gear_solve.h"
#include "solver/impact/impact.h"
#include "solver/order/contact_blocks.h"
#include "solver/order/joint_color.h"
#include "solver/rows/contact_rows.h"
#include "solver/rows/joint_rows.h"
#include "solver/rows/substep_schedule.h"
#include "wide/contact_block.h"
#include "wide/motion.h"
#include "world/event_log.h"
#include "world/motion_step.h"

/* ---- what drives each body ---------------------------------------------------------------- */

/* Bodies asleep keep their warning for later. */
static void warn_massless(cn_World *w) {
    if (!w->massless_news) return;
    const cn_StepMemory *s = &w->scratch;
    w->massless_news = s->activity.awake_count < w->bodies.live - 1;
    for (int i = 0; i < s->activity.awake_count; i++) {
        uint32_t *flags = &w->body_flags[s->activity.awake[i]];
        if ((*flags & (CN_BODY_MASSLESS | CN_BODY_WARNED)) != CN_BODY_MASSLESS) continue;
        *flags |= CN_BODY_WARNED;
        cn_event_warn(w, CN_WARN_MASSLESS, s->activity.awake[i]);
    }
}

/* ---- the sub-steps ------------------------------------------------------------------------ */

static bool has_nets(const cn_World *w) { return w->scratch.order.joint_stage.nets; }

/* Before what contacts say: they have the last word. */
static void pass_nets(cn_SubSteps *stage, cn_JointPass pass, int times) {
    for (int i = 0; has_nets(stage->w) && i < times; i++)
        cn_substep_stint(stage, &(cn_SubstepStage){.joints = true, .joint_pass = pass});
}

static void sub_step(cn_SubSteps *stage, float bounce_speed) {
    const cn_Kernels *kernels = cn_wide();
    const cn_MotionKernels *bodies = &kernels->motion;
    cn_World *w = stage->w;
    cn_MotionStep *m = &stage->motion;
    bool bounces = w->scratch.impact.bounces, gives = bounces && !stage->first;
    m->warm = stage->first ? CN_WARM_NONE : bounces ? CN_WARM_LATER : CN_WARM_NOW;
    cn_substep_stint(stage, &(cn_SubstepStage){.motion = bodies->kick, .approaches = bounces});
    /* before the warm start: an impulse that has not been weighed against this sub-step yet
     * must not throw a body into its neighbour */
    if (bounces)
        cn_impact_solve(w, stage->jobs, &cn_exact_holder, m->h, bounce_speed, stage->first);
    if (stage->first)
        cn_substep_stint(stage, &(cn_SubstepStage){.joints = true,
                                                   .joint_pass = CN_JOINT_WARM_START,
                                                   .contacts = kernels->warm_start});
    if (stage->first) cn_gear_start(w);
    if (gives && w->articulations.count > 0) {
        cn_substep_stint(stage, &(cn_SubstepStage){.motion = bodies->give});
        gives = false;
    }
    cn_exact_begin(w, stage->jobs, m->h, stage->first);
    pass_nets(stage, CN_JOINT_NET_SOLVE, CN_JOINT_NET_SOLVES);
    cn_substep_stint(stage, &(cn_SubstepStage){.motion = gives ? bodies->give : NULL,
                                               .joints = true,
                                               .joint_pass = CN_JOINT_SOLVE,
                                               .contacts = kernels->solve});
    cn_gear_solve(w);
    cn_exact_solve(w, stage->jobs, m->h, stage->first);
    bool settles = cn_exact_settles(w), drifts = settles || has_nets(w);
    if (drifts) cn_substep_stint(stage, &(cn_SubstepStage){.motion = bodies->drift});
    if (settles) cn_exact_settle(w);
    pass_nets(stage, CN_JOINT_NET_RELAX, CN_JOINT_NET_RELAXES);
    cn_substep_stint(stage, &(cn_SubstepStage){.motion = drifts ? NULL : bodies->drift,
                                               .joints = true,
                                               .joint_pass = CN_JOINT_RELAX,
                                               .contacts = kernels->relax});
}

/* Whether nothing goes through the sub-steps, as where all rests or sleeps. */
static bool is_idle(const cn_World *w) {
    const cn_StepMemory *s = &w->scratch;
    return s->order.stepping == 0 && s->order.block_count == 0 && w->joints.live == 0;
}

static void sub_steps(cn_SubSteps *stage, float bounce_speed) {
    cn_World *w = stage->w;
    if (w->scratch.order.idle) return;
    cn_Jobs *jobs = stage->jobs = w->jobs;
    int substeps = w->def.substeps;
    if (!cn_solver_shares(w)) w->jobs = NULL;
    for (int i = 0; i < substeps; i++) {
        stage->first = i == 0;
        stage->motion.last = i + 1 == substeps;
        sub_step(stage, bounce_speed);
    }
    w->jobs = jobs;
}

void cn_solver_solve(cn_World *w, float dt) {
    const cn_MotionKernels *bodies = &cn_wide()->motion;
    float h = dt / (float)w->def.substeps;
    bool idle_before = w->scratch.order.idle;
    w->scratch.order.idle = false;
    if (!cn_body_order_assign(w)) { /* then everything stays where it is */
        cn_contact_blocks_forget(w);
        w->out_of_memory = true;
        return;
    }
    cn_SubSteps stage = {.w = w, .motion = cn_motion_step(w, dt)};
    warn_massless(w);
    stage.motion.octets = w->scratch.order.direct_octets;
    stage.motion.octet_count = w->scratch.order.direct_octet_count;
    cn_motion_run(w, bodies->let_be, &stage.motion);
    w->scratch.order.idle = is_idle(w);
    if (idle_before && w->scratch.order.idle) return; /* all lists are empty already */
    float bounce_speed = cn_bounce_speed(w, h);
    cn_BounceRule rule = cn_impact_rule(w, h, bounce_speed);
    cn_SubStep sub = cn_contact_substep(w, h);
    stage.sub = &sub;
    stage.motion.octet_count = w->scratch.order.stepping;
    cn_motion_run(w, bodies->prepare, &stage.motion);
    cn_exact_find(w);
    cn_joint_color(w);
    cn_contact_prepare(w, &rule, stage.motion.lonely);
    cn_impact_list(w, &rule);
    cn_joint_prepare(w, h);
    cn_gear_prepare(w, h);
    cn_substep_look(w);
    cn_joint_start(w, h);
    stage.motion.gives = w->scratch.impact.bounces;
    if (stage.motion.lonely) cn_motion_run(w, bodies->fly, &stage.motion);
    sub_steps(&stage, bounce_speed);
    cn_impact_part(w, true);
    cn_MotionStage reported = {bodies->report, &stage.motion};
    cn_Job report = cn_motion_job(&reported);
    cn_contact_store(w, &report);
    cn_joint_store(w, dt);
    cn_exact_report(w, dt);
    cn_gear_store(w, dt);
}
