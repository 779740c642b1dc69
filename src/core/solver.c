/* solver.c: from forces to velocities to positions, in sub-steps.
 *
 * Contacts are found once a step and solved in each of its sub-steps: many small steps with one
 * iteration converge better than one step with many (Macklin et al., "Small Steps in Physics
 * Simulation", SCA 2019). Within a step a body's place is its pose at the beginning and how far
 * it has come since (dx, dq), so that float is enough anywhere in the world.
 * Not here: the rows of a contact (wide/kernel.h), new poses (finalize.c). */
#include "impact.h"
#include "wide/block.h"
#include "world.h"

/* What a sub-step is about. Loops over bodies and blocks are shared out among threads: each writes
 * only to what belongs to its own bodies or blocks. */
typedef struct Stage {
    cn_World *w;
    const cn_SubStep *sub;
    float h;
    float blow; /* m/s, more than weight does in a sub-step */
    bool first; /* sub-step of the step */
} Stage;

#define BODIES_EACH 256 /* for one thread at a time */
#define BLOCKS_EACH 8

static void each_body(Stage *stage, cn_JobFn fn) {
    cn_jobs_run(stage->w->jobs, fn, stage, stage->w->scratch.stepped_count, BODIES_EACH);
}

/* ---- what drives each body ---------------------------------------------------------------- */

/* v' = -c v over h: the Pade form of exp(-c h) that never turns v around. */
static float decay(float c, float h) { return 1.0f / (1.0f + c * h + 0.5f * (c * h) * (c * h)); }

static void warn_massless(cn_World *w, int body) {
    if (w->cold[body].type != CN_DYNAMIC) return;
    uint32_t state = w->body_flags[body] & (CN_BODY_MASSLESS | CN_BODY_WARNED);
    if (state != CN_BODY_MASSLESS) return;
    w->body_flags[body] |= CN_BODY_WARNED;
    cn_event_warn(w, CN_WARN_MASSLESS, body);
}

/* What forces do to a body in h seconds. */
cn_BodyDrive cn_solver_drive(cn_World *w, int body, float h) {
    const cn_Drive *d = &w->drive[body];
    cn_BodyDrive r = {.kx = 1, .ky = 1, .kw = 1};
    if (w->cold[body].type != CN_DYNAMIC) return r;
    cn_Mass m = w->mass[body];
    float gx = (float)w->def.gravity_x * d->gravity_scale;
    float gy = (float)w->def.gravity_y * d->gravity_scale;
    r.dvx = h * (gx + d->fx * m.inv_m);
    r.dvy = h * (gy + d->fy * m.inv_m);
    r.dw = h * (d->torque * m.inv_i);
    r.kx = r.ky = decay(d->damping, h);
    r.kw = decay(d->angular_damping, h);
    if (w->body_flags[body] & CN_BODY_LOCK_X) r.kx = r.dvx = 0;
    if (w->body_flags[body] & CN_BODY_LOCK_Y) r.ky = r.dvy = 0;
    if (w->body_flags[body] & CN_BODY_LOCK_ROTATION) r.kw = 0;
    return r;
}

static void clamp(const cn_World *w, int body, cn_Motion *m, float h) {
    float limit = w->drive[body].max_speed < 0 ? (float)w->def.max_speed : w->drive[body].max_speed;
    float speed_sq = m->vx * m->vx + m->vy * m->vy;
    if (speed_sq > limit * limit) {
        float k = limit / cn_length((cn_Vec){m->vx, m->vy});
        m->vx *= k;
        m->vy *= k;
    }
    float turn = cn_absf(m->w) * h; /* beyond half a turn its direction is lost */
    if (turn > (float)CN_PI && !(w->body_flags[body] & CN_BODY_FAST_ROTATION))
        m->w *= (float)CN_PI / turn;
}

/* Half kick, drift, half kick (leapfrog): the velocity that drifts belongs to the middle of a
 * sub-step, the one that is reported to its end, half a kick later. Free flight is exact for
 * forces that are constant in a step, at the cost of one addition. The kick is what forces give in
 * a sub-step and what contacts gave in the last one (sync is half of that), unless that was more
 * than weight: a blow has happened, and is no force that goes on. */
static void leave_reported(cn_World *w, int body) {
    cn_BodyCold *cold = &w->cold[body];
    cn_Motion *m = &w->motion[body];
    const cn_BodyDrive *d = &w->scratch.drive[body];
    if (w->body_flags[body] & CN_BODY_FRESH) {
        cold->sync = (cn_Vec){0, 0};
        cold->sync_w = 0;
        w->body_flags[body] &= ~(uint32_t)CN_BODY_FRESH;
    }
    m->vx -= 0.5f * d->dvx + cold->sync.x;
    m->vy -= 0.5f * d->dvy + cold->sync.y;
    m->w -= 0.5f * d->dw + cold->sync_w;
}

static void enter_reported(cn_World *w, int body, float h, float limit) {
    cn_BodyCold *cold = &w->cold[body];
    cn_Motion *m = &w->motion[body];
    const cn_BodyDrive *d = &w->scratch.drive[body];
    cn_Vec contact = {m->vx - d->vx, m->vy - d->vy};
    float spin = (m->w - d->w) * cold->extent;
    float most = cn_maxf(cn_length_sq(contact), spin * spin);
    bool blow = most > 0 && most >= limit * limit;
    cold->sync.x = 0.5f * (blow ? -d->dvx : contact.x);
    cold->sync.y = 0.5f * (blow ? -d->dvy : contact.y);
    cold->sync_w = 0.5f * (blow ? -d->dw : m->w - d->w);
    m->vx += 0.5f * d->dvx + cold->sync.x;
    m->vy += 0.5f * d->dvy + cold->sync.y;
    m->w += 0.5f * d->dw + cold->sync_w;
    clamp(w, body, m, h);
    if (w->body_flags[body] & CN_BODY_LOCK_X) m->vx = cold->sync.x = 0;
    if (w->body_flags[body] & CN_BODY_LOCK_Y) m->vy = cold->sync.y = 0;
}

static bool list_stepped(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    if (!cn_grow((void **)&s->drive, &s->drive_capacity, w->bodies.count, sizeof *s->drive))
        return false;
    if (!cn_grow((void **)&s->stepped, &s->stepped_capacity, s->awake_count, sizeof *s->stepped))
        return false;
    s->stepped_count = 0;
    for (int i = 0; i < s->awake_count; i++) {
        warn_massless(w, s->awake[i]);
        if (!(w->body_flags[s->awake[i]] & CN_BODY_DIRECT))
            s->stepped[s->stepped_count++] = s->awake[i];
    }
    return true;
}

static void prepare_bodies(void *context, int begin, int end, int worker) {
    const Stage *stage = context;
    cn_World *w = stage->w;
    (void)worker;
    for (int i = begin; i < end; i++) {
        int body = w->scratch.stepped[i];
        w->scratch.drive[body] = cn_solver_drive(w, body, stage->h);
        if (w->mass[body].inv_m > 0) leave_reported(w, body);
    }
}

static void finish_bodies(void *context, int begin, int end, int worker) {
    const Stage *stage = context;
    cn_World *w = stage->w;
    (void)worker;
    for (int i = begin; i < end; i++) {
        int body = w->scratch.stepped[i];
        if (w->mass[body].inv_m > 0) enter_reported(w, body, stage->h, stage->blow);
    }
}

/* ---- a sub-step --------------------------------------------------------------------------- */

static void integrate_velocities(void *context, int begin, int end, int worker) {
    const Stage *stage = context;
    cn_World *w = stage->w;
    bool first = stage->first;
    (void)worker;
    for (int i = begin; i < end; i++) {
        int body = w->scratch.stepped[i];
        cn_Motion *m = &w->motion[body];
        cn_BodyDrive *d = &w->scratch.drive[body];
        if (w->mass[body].inv_m == 0) continue;
        d->cx = first ? 0 : m->vx - d->vx;
        d->cy = first ? 0 : m->vy - d->vy;
        d->cw = first ? 0 : m->w - d->w;
        m->vx = (m->vx + d->dvx) * d->kx;
        m->vy = (m->vy + d->dvy) * d->ky;
        m->w = (m->w + d->dw) * d->kw;
        clamp(w, body, m, stage->h);
        d->vx = m->vx;
        d->vy = m->vy;
        d->w = m->w;
    }
}

/* From the second sub-step on: lever arms and normals stay as they are within a step, so that
 * applying last sub-step's impulses again is adding, body by body, the change of velocity that
 * they made. It saves three of four passes over all contacts. */
static void warm_start_bodies(void *context, int begin, int end, int worker) {
    const cn_World *w = ((const Stage *)context)->w;
    (void)worker;
    for (int i = begin; i < end; i++) {
        int body = w->scratch.stepped[i];
        cn_Motion *m = &w->motion[body];
        const cn_BodyDrive *d = &w->scratch.drive[body];
        if (w->mass[body].inv_m == 0) continue;
        m->vx += d->cx;
        m->vy += d->cy;
        m->w += d->cw;
    }
}

static void integrate_positions(void *context, int begin, int end, int worker) {
    const Stage *stage = context;
    float h = stage->h;
    (void)worker;
    for (int i = begin; i < end; i++) {
        int body = stage->w->scratch.stepped[i];
        cn_Motion *m = &stage->w->motion[body];
        uint32_t flags = stage->w->body_flags[body];
        if (flags & CN_BODY_LOCK_X) m->vx = 0;
        if (flags & CN_BODY_LOCK_Y) m->vy = 0;
        m->dx += h * m->vx;
        m->dy += h * m->vy;
        m->dq = cn_rot_mul(cn_small_rotation(h * m->w), m->dq);
    }
}

/* ---- contacts ----------------------------------------------------------------------------- */

typedef void (*Kernel)(cn_Block *blocks, int count, cn_Motion *motion, const cn_SubStep *s);

typedef struct Pass {
    const Stage *stage;
    Kernel kernel;
    cn_Block *blocks; /* of a layer */
} Pass;

static void pass_part(void *context, int first, int last, int worker) {
    const Pass *p = context;
    (void)worker;
    p->kernel(p->blocks + first, last - first, p->stage->w->motion, p->stage->sub);
}

/* Layer by layer; only blocks within one may be solved at the same time. */
static void pass(const Stage *stage, Kernel kernel) {
    const cn_World *w = stage->w;
    const cn_Scratch *s = &w->scratch;
    if (!w->jobs) {
        kernel(s->blocks, s->block_count, w->motion, stage->sub);
        return;
    }
    for (int i = 0; i < s->layer_count; i++) {
        Pass p = {stage, kernel, s->blocks + s->layers[i]};
        cn_jobs_run(w->jobs, pass_part, &p, s->layers[i + 1] - s->layers[i], BLOCKS_EACH);
    }
}

/* ---- the stages --------------------------------------------------------------------------- */

/* Who moves further in this step than contacts see ahead: boxes and contacts must reach further. */
void cn_solver_sweep(cn_World *w, float dt) {
    const cn_Scratch *s = &w->scratch;
    for (int i = 0; i < s->awake_count; i++) {
        int body = s->awake[i];
        const cn_Motion *m = &w->motion[body];
        const cn_BodyCold *cold = &w->cold[body];
        bool was = w->body_flags[body] & CN_BODY_REACH;
        float way = dt * (cn_length((cn_Vec){m->vx, m->vy}) + cn_absf(m->w) * cold->extent);
        bool ahead = w->def.continuous || w->bouncy_shapes > 0;
        bool reach = ahead && way > CN_SPECULATIVE && cold->type != CN_STATIC;
        w->body_flags[body] &= ~(uint32_t)CN_BODY_REACH;
        w->body_flags[body] |= reach ? CN_BODY_REACH : 0u;
        if (reach || was) cn_broad_update(w, body, dt);
    }
}

static float gravity_length(const cn_World *w) {
    return cn_length((cn_Vec){(float)w->def.gravity_x, (float)w->def.gravity_y});
}

/* Below the speed that gravity gives in three sub-steps a bounce is noise. */
static float restitution_speed(const cn_World *w, float h) {
    if (w->def.restitution_speed >= 0) return (float)w->def.restitution_speed;
    return 3 * h * gravity_length(w);
}

double cn_world_restitution_speed(const cn_World *w) {
    return (double)restitution_speed(w, 1.0f / 60 / (float)w->def.substeps);
}

static void sub_step(Stage *stage, float bounce_speed) {
    const cn_Kernels *kernels = cn_wide();
    cn_World *w = stage->w;
    each_body(stage, integrate_velocities);
    /* before the warm start: an impulse that has not been weighed against this sub-step yet
     * must not throw a body into its neighbour */
    if (w->scratch.bouncing_count > 0) cn_impact_solve(w, stage->h, bounce_speed, stage->first);
    if (stage->first)
        pass(stage, kernels->warm_start);
    else
        each_body(stage, warm_start_bodies);
    pass(stage, kernels->solve);
    each_body(stage, integrate_positions);
    pass(stage, kernels->relax);
}

void cn_solver_solve(cn_World *w, float dt) {
    int substeps = w->def.substeps;
    float h = dt / (float)substeps;
    float bounce_speed = restitution_speed(w, h);
    cn_SubStep sub = cn_contact_substep(h);
    Stage stage = {.w = w, .sub = &sub, .h = h, .blow = 6 * h * gravity_length(w)};
    if (!list_stepped(w)) {
        w->out_of_memory = true;
        return;
    }
    each_body(&stage, prepare_bodies);
    cn_impact_list(w, h);
    cn_contact_prepare(w, h, bounce_speed);
    for (int i = 0; i < substeps; i++) {
        stage.first = i == 0;
        sub_step(&stage, bounce_speed);
    }
    cn_contact_store(w);
    each_body(&stage, finish_bodies);
}
