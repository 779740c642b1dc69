/* solver.c: from forces to velocities to positions, in sub-steps.
 *
 * Contacts are found once a step and solved in each of its sub-steps: many small steps with one
 * iteration converge better than one step with many (Macklin et al., "Small Steps in Physics
 * Simulation", SCA 2019). Within a step a body's place is its pose at the beginning and how far
 * it has come since (dx, dq), so that float is enough anywhere in the world.
 * Not here: the arithmetic of bodies (wide/motion_kernel.h) and of contacts
 * (wide/contact_kernel.h), new poses (finalize.c). */
#include <string.h>

#include "data/world.h"
#include "solver/rows/substep_schedule.h"
#include "wide/contact_block.h"

#define GROUPS_EACH 16   /* for one thread at a time */
#define FAR         5000 /* step blocks: four megabytes */
/* contacts and joints: with fewer, handing bodies from core to core in each sub-step costs what
 * sharing saves */
#define MANY 2000

/* A stage over bodies. */
typedef struct Motion {
    cn_MotionKernel kernel;
    const cn_MotionStep *step;
} Motion;

static void run_groups(void *context, int first, int end, int worker) {
    const Motion *m = context;
    (void)worker;
    m->kernel(m->step, first, end);
}

void cn_motion_run(cn_World *w, cn_MotionKernel kernel, const cn_MotionStep *step) {
    Motion m = {kernel, step};
    cn_jobs_run(w->jobs, run_groups, &m, step->group_count, GROUPS_EACH);
}

/* ---- what drives each body ---------------------------------------------------------------- */

/* v' = -c v over h: the Pade form of exp(-c h) that never turns v around. */
static float decay(float c, float h) { return 1.0f / (1.0f + c * h + 0.5f * (c * h) * (c * h)); }

/* What forces do to a body in h seconds; the kernels have the same for eight. */
cn_BodyDrive cn_solver_drive(const cn_World *w, int body, float h) {
    const cn_Drive *d = &w->drive[body];
    const cn_Tuning *t = &w->tuning[d->tuning];
    cn_BodyDrive r = {.kx = 1, .ky = 1, .kw = 1};
    if (w->cold[body].type != CN_DYNAMIC) return r;
    cn_Mass m = w->mass[body];
    float gx = (float)w->def.gravity_x * t->gravity_scale;
    float gy = (float)w->def.gravity_y * t->gravity_scale;
    r.dvx = h * (gx + d->fx * m.inv_m);
    r.dvy = h * (gy + d->fy * m.inv_m);
    r.dw = h * (d->torque * m.inv_i);
    r.kx = r.ky = decay(t->damping, h);
    r.kw = decay(t->angular_damping, h);
    if (w->body_flags[body] & CN_BODY_LOCK_X) r.kx = r.dvx = 0;
    if (w->body_flags[body] & CN_BODY_LOCK_Y) r.ky = r.dvy = 0;
    if (w->body_flags[body] & CN_BODY_LOCK_ROTATION) r.kw = 0;
    return r;
}

/* Bodies asleep keep their warning for later. */
static void warn_massless(cn_World *w) {
    if (!w->massless_news) return;
    const cn_Scratch *s = &w->scratch;
    w->massless_news = s->awake_count < w->bodies.live - 1;
    for (int i = 0; i < s->awake_count; i++) {
        uint32_t *flags = &w->body_flags[s->awake[i]];
        if ((*flags & (CN_BODY_MASSLESS | CN_BODY_WARNED)) != CN_BODY_MASSLESS) continue;
        *flags |= CN_BODY_WARNED;
        cn_event_warn(w, CN_WARN_MASSLESS, s->awake[i]);
    }
}

/* ---- the stages --------------------------------------------------------------------------- */

static float gravity_length(const cn_World *w) {
    return cn_length((cn_Vec){(float)w->def.gravity_x, (float)w->def.gravity_y});
}

/* Fewer contacts than bodies: else it is not worth asking who has none. */
static bool lonely(const cn_World *w) {
    return w->scratch.solid_count < w->scratch.stepping * CN_LANES;
}

cn_MotionStep cn_motion_step(cn_World *w, float dt) {
    float h = dt / (float)w->def.substeps;
    bool far = w->def.continuous || w->bouncy_shapes > 0;
    return (cn_MotionStep){.motion = w->motion,
                           .pose = w->pose,
                           .old_pose = w->old_pose,
                           .mass = w->mass,
                           .drive = w->drive,
                           .tuning = w->tuning,
                           .flags = w->body_flags,
                           .sleep_time = w->sleep_time,
                           .blocks = w->motion_block,
                           .groups = w->scratch.groups,
                           .group_count = w->scratch.group_count,
                           .sync = w->sync,
                           .steps = w->scratch.step_blocks,
                           .step_motion = w->scratch.step_motion,
                           .step_mass = w->scratch.step_mass,
                           .step_brief = w->scratch.bounces ? w->scratch.step_brief : NULL,
                           .step_locks = w->scratch.step_locks,
                           .stepped = w->scratch.stepping >= 0,
                           .lonely = lonely(w),
                           .far = w->scratch.stepping > FAR,
                           .walls_move = w->kinematics,
                           .substeps = w->def.substeps,
                           .pieces = w->piece,
                           .vertices = w->vertices,
                           .boxes = w->box,
                           .h = h,
                           .dt = dt,
                           .gravity_x = (float)w->def.gravity_x,
                           .gravity_y = (float)w->def.gravity_y,
                           .fastest = (float)w->def.max_speed,
                           .blow = 6 * h * gravity_length(w),
                           .ahead = far ? CN_SPECULATIVE : 1e30f,
                           .sleep = w->def.sleep,
                           .bouncy = cn_impact_rebounds(w),
                           .bounciest = w->bounciest};
}

/* Who moves further in this step than contacts see ahead: boxes and contacts must reach further. */
void cn_solver_sweep(cn_World *w, float dt) {
    cn_MotionStep step = cn_motion_step(w, dt);
    cn_motion_run(w, cn_wide()->motion.sweep, &step);
    cn_broad_update_groups(w, dt);
}

/* Below the speed that gravity gives in three sub-steps a bounce is noise. */
static float restitution_speed(const cn_World *w, float h) {
    if (w->def.restitution_speed >= 0) return (float)w->def.restitution_speed;
    return 3 * h * gravity_length(w);
}

double cn_world_restitution_speed(const cn_World *w) {
    return (double)restitution_speed(w, 1.0f / 60 / (float)w->def.substeps);
}

/* ---- the sub-steps ------------------------------------------------------------------------ */

static void sub_step(cn_SubSteps *stage, float bounce_speed) {
    const cn_Kernels *kernels = cn_wide();
    const cn_MotionKernels *bodies = &kernels->motion;
    cn_World *w = stage->w;
    cn_MotionStep *m = &stage->motion;
    bool bounces = w->scratch.bounces, gives = bounces && !stage->first;
    m->warm = stage->first ? CN_WARM_NONE : bounces ? CN_WARM_LATER : CN_WARM_NOW;
    cn_share_turn(stage, &(cn_Turn){.motion = bodies->kick, .approaches = bounces});
    /* before the warm start: an impulse that has not been weighed against this sub-step yet
     * must not throw a body into its neighbour */
    if (bounces) cn_impact_solve(w, stage->jobs, m->h, bounce_speed, stage->first);
    if (stage->first)
        cn_share_turn(stage, &(cn_Turn){.joints = true,
                                        .joint_pass = CN_JOINT_WARM_START,
                                        .contacts = kernels->warm_start});
    if (stage->first) cn_coupling_start(w);
    if (gives && w->articulations.count > 0) {
        cn_share_turn(stage, &(cn_Turn){.motion = bodies->give});
        gives = false;
    }
    cn_articulation_begin(w, m->h, stage->first);
    cn_share_turn(stage, &(cn_Turn){.motion = gives ? bodies->give : NULL,
                                    .joints = true,
                                    .joint_pass = CN_JOINT_SOLVE,
                                    .contacts = kernels->solve});
    cn_coupling_solve(w);
    cn_articulation_solve(w, m->h);
    bool settles = cn_articulation_settles(w);
    if (settles) {
        cn_share_turn(stage, &(cn_Turn){.motion = bodies->drift});
        cn_articulation_settle(w);
    }
    cn_share_turn(stage, &(cn_Turn){.motion = settles ? NULL : bodies->drift,
                                    .joints = true,
                                    .joint_pass = CN_JOINT_RELAX,
                                    .contacts = kernels->relax});
}

/* What is few stays with one thread through all of them. */
bool cn_solver_shares(const cn_World *w) { return w->scratch.solid_count + w->joints.live >= MANY; }

static void sub_steps(cn_SubSteps *stage, float bounce_speed) {
    cn_World *w = stage->w;
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
    float bounce_speed = restitution_speed(w, h);
    cn_BounceRule rule = cn_impact_rule(w, h, bounce_speed);
    cn_SubStep sub = cn_contact_substep(w, h);
    if (!cn_station_assign(w)) { /* then everything stays where it is */
        cn_graph_forget(w);
        w->out_of_memory = true;
        return;
    }
    cn_SubSteps stage = {.w = w, .sub = &sub, .motion = cn_motion_step(w, dt)};
    warn_massless(w);
    stage.motion.groups = w->scratch.direct_groups;
    stage.motion.group_count = w->scratch.direct_group_count;
    cn_motion_run(w, bodies->let_be, &stage.motion);
    stage.motion.group_count = w->scratch.stepping;
    cn_motion_run(w, bodies->prepare, &stage.motion);
    cn_articulation_find(w);
    cn_joint_color(w);
    cn_contact_prepare(w, &rule, stage.motion.lonely);
    cn_impact_list(w, &rule);
    cn_joint_prepare(w, h);
    cn_coupling_prepare(w, h);
    cn_share_look(w);
    cn_joint_start(w, h);
    stage.motion.gives = w->scratch.bounces;
    if (stage.motion.lonely) cn_motion_run(w, bodies->fly, &stage.motion);
    sub_steps(&stage, bounce_speed);
    cn_contact_store(w);
    cn_joint_store(w, dt);
    cn_motion_run(w, bodies->report, &stage.motion);
    cn_articulation_report(w, dt);
    cn_coupling_store(w, dt);
}
