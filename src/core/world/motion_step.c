/* motion_step.c: stages over bodies: what the kernels of wide/motion_kernel.h work on, and how the
 * threads share it out. */
#include "world/motion_step.h"

#include "data/world.h"
#include "wide/motion.h"

#define OCTETS_EACH 16 /* count of groups of eight bodies, for one thread at a time */
/* count of step blocks, four megabytes: more than a cache holds, so blocks are fetched ahead */
#define FAR 5000
/* count of contacts and joints: with fewer, handing bodies from core to core in each sub-step costs
 * what sharing saves */
#define MANY 2000
/* times what gravity gives in a sub-step: a larger change of velocity by contacts is a blow, which
 * does not go on as weight does */
#define BLOW 6
/* times what gravity gives in a sub-step: a slower approach is noise, and does not bounce */
#define NOISE 3

/* What damping does in some time: of a velocity it keeps so much, of a kick it takes so much over,
 * of which so much is in the velocity at the end. */
typedef struct Drag {
    float keep, take, share;
} Drag;

static void run_octets(void *context, int first, int end, int worker) {
    const cn_MotionStage *m = context;
    (void)worker;
    m->kernel(m->step, first, end);
}

void cn_motion_run(cn_World *w, cn_MotionKernel kernel, const cn_MotionStep *step) {
    cn_MotionStage m = {kernel, step};
    cn_jobs_run(w->jobs, run_octets, &m, step->octet_count, OCTETS_EACH);
}

cn_Job cn_motion_job(cn_MotionStage *stage) {
    return (cn_Job){run_octets, stage, stage->step->octet_count, OCTETS_EACH};
}

/* Damping, v' = -c v + a, over a sub-step of h seconds, with x = c h. A body drifts with the mean
 * velocity u of a sub-step, and what is reported is the velocity v at its end. With E = 1 + x P,
 * D = 1 + x E and P = 1/2 + x/6 + x^2/24, so that D is exp(x) up to x^5,
 *     u' = u / D + a h E / D        from one sub-step to the next,
 *     v  = (u + a h P) / E          at the end of one,
 *     u  = v E - a h P              before the kick of the next.
 * Whatever x is, what was reported is where the next step begins, a glide is v / c long, and a
 * fall ends at a / c. Without damping this is half a kick, drift, half a kick. The kick is kept as
 * a h E / D, of which P D / E is the share in v. */
static Drag drag(float damping, float h) {
    float x = cn_minf(damping * h, CN_MOST_DRAG);
    float lead = 0.5f + x * (1.0f / 6 + x * (1.0f / 24));
    float grow = 1 + x * lead, all = 1 + x * grow;
    return (Drag){1 / all, grow / all, lead * all / grow};
}

/* What forces do to a body in h seconds; the kernels do it for eight. */
cn_BodyDrive cn_solver_drive(const cn_World *w, int body, float h) {
    const cn_Drive *d = &w->drive[body];
    const cn_Tuning *t = &w->tuning[d->tuning];
    cn_BodyDrive r = {.kx = 1, .ky = 1, .kw = 1, .share = 0.5f, .spin_share = 0.5f};
    if (w->cold[body].type != CN_DYNAMIC) return r;
    cn_Mass m = w->mass[body];
    float gx = (float)w->def.gravity_x * t->gravity_scale;
    float gy = (float)w->def.gravity_y * t->gravity_scale;
    Drag slide = drag(t->damping, h), spin = drag(t->angular_damping, h);
    r.dvx = h * (gx + d->fx * m.inv_m) * slide.take;
    r.dvy = h * (gy + d->fy * m.inv_m) * slide.take;
    r.dw = h * (d->torque * m.inv_i) * spin.take;
    r.kx = r.ky = slide.keep;
    r.kw = spin.keep;
    r.share = slide.share;
    r.spin_share = spin.share;
    if (w->body_flags[body] & CN_BODY_LOCK_X) r.kx = r.dvx = 0;
    if (w->body_flags[body] & CN_BODY_LOCK_Y) r.ky = r.dvy = 0;
    if (w->body_flags[body] & CN_BODY_LOCK_ROTATION) r.kw = 0;
    return r;
}

static float gravity_length(const cn_World *w) {
    return cn_length((cn_Vec){(float)w->def.gravity_x, (float)w->def.gravity_y});
}

/* Fewer contacts than bodies: else it is not worth asking which bodies have none. */
static bool lonely(const cn_World *w) {
    return w->scratch.order.solid_count < w->scratch.order.stepping * CN_LANES;
}

/* Where there are no contacts to solve there may be no memory for their colours. */
static const uint64_t *colors_of(const cn_StepMemory *s) {
    return s->order.solid_count > 0 ? s->order.body_colors : NULL;
}

/* Colours are kept while no contact comes or goes: there may be bodies that are newer. */
static int colored_bodies(const cn_World *w) {
    const cn_OrderMemory *order = &w->scratch.order;
    int room = order->body_colors_capacity;
    if (order->domains_used && order->border_colors_capacity / 3 < room)
        room = order->border_colors_capacity / 3;
    return room < w->bodies.count ? room : w->bodies.count;
}

static const uint64_t *borders_of(const cn_StepMemory *s) {
    return s->order.domains_used ? s->order.border_colors : NULL;
}

cn_MotionStep cn_motion_step(cn_World *w, float dt) {
    float h = dt / (float)w->def.substeps;
    bool foreseen = w->scratch.contact.foreseen_capacity * CN_LANES >= w->bodies.count;
    bool known = w->scratch.contact.path_capacity >= w->bodies.count + CN_LANES;
    return (cn_MotionStep){.motion = w->motion,
                           .pose = w->pose,
                           .old_pose = w->old_pose,
                           .mass = w->mass,
                           .drive = w->drive,
                           .tuning = w->tuning,
                           .flags = w->body_flags,
                           .sleep_time = w->sleep_time,
                           .blocks = w->motion_block,
                           .foreseen = foreseen ? w->scratch.contact.foreseen : NULL,
                           .octets = w->scratch.activity.octets,
                           .octet_count = w->scratch.activity.octet_count,
                           .sync = w->sync,
                           .steps = w->scratch.order.step_blocks,
                           .step_motion = w->scratch.order.step_motion,
                           .step_mass = w->scratch.order.step_mass,
                           .step_brief =
                               w->scratch.impact.bounces ? w->scratch.order.step_brief : NULL,
                           .step_locks = w->scratch.order.step_locks,
                           .contacts = w->scratch.order.contacts,
                           .colors = colors_of(&w->scratch),
                           .colored = colored_bodies(w),
                           .borders = borders_of(&w->scratch),
                           .sleeps = w->def.sleep,
                           .stepped = w->scratch.order.stepping >= 0,
                           .lonely = lonely(w),
                           .far = w->scratch.order.stepping > FAR,
                           .substeps = w->def.substeps,
                           .pieces = w->piece,
                           .vertices = w->vertices,
                           .boxes = w->box,
                           .path = known ? w->scratch.contact.path : NULL,
                           .h = h,
                           .dt = dt,
                           .gravity_x = (float)w->def.gravity_x,
                           .gravity_y = (float)w->def.gravity_y,
                           .fastest = (float)w->def.max_speed,
                           .blow = BLOW * h * gravity_length(w),
                           .continuous = w->def.continuous};
}

/* An approach below the speed that gravity gives in three sub-steps is noise, and does not
 * bounce. */
float cn_bounce_speed(const cn_World *w, float h) {
    if (w->def.restitution_speed >= 0) return (float)w->def.restitution_speed;
    return NOISE * h * gravity_length(w);
}

double cn_world_restitution_speed(const cn_World *w) {
    return (double)cn_bounce_speed(w, 1.0f / 60 / (float)w->def.substeps);
}

/* What is few stays with one thread through all of them. */
bool cn_solver_shares(const cn_World *w) {
    return w->scratch.order.solid_count + w->joints.live >= MANY || CN_SHARE_ALL;
}
