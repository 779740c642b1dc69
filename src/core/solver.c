/* solver.c: from forces to velocities to positions, in sub-steps.
 *
 * Contacts are found once a step and solved in each of its sub-steps: many small steps with one
 * iteration converge better than one step with many (Macklin et al., "Small Steps in Physics
 * Simulation", SCA 2019). Within a step a body's place is its pose at the beginning and how far
 * it has come since (dx, dq), so that float is enough anywhere in the world.
 * Not here: the rows of a contact (wide/kernel.h), new poses (finalize.c). */
#include "wide/block.h"
#include "world.h"

/* ---- what drives each body ---------------------------------------------------------------- */

/* Added to velocity in each sub-step, then multiplied; and velocity after that, from which what
 * the contacts did in the sub-step is worked out. */
typedef struct Drive {
    float dvx, dvy, dw;
    float kx, ky, kw;
    float vx, vy, w;
    float unused[3];
} Drive;

/* v' = -c v over h: the Pade form of exp(-c h) that never turns v around. */
static float decay(float c, float h) { return 1.0f / (1.0f + c * h + 0.5f * (c * h) * (c * h)); }

static void warn_massless(cn_World *w, int body) {
    uint32_t state = w->body_flags[body] & (CN_BODY_MASSLESS | CN_BODY_WARNED);
    if (state != CN_BODY_MASSLESS) return;
    w->body_flags[body] |= CN_BODY_WARNED;
    cn_event_warn(w, CN_WARN_MASSLESS, body);
}

static Drive drive_of(cn_World *w, int body, float h) {
    const cn_Drive *d = &w->drive[body];
    Drive r = {.kx = 1, .ky = 1, .kw = 1};
    if (w->cold[body].type != CN_DYNAMIC) return r;
    warn_massless(w, body);
    cn_Mass m = w->mass[body];
    float gx = (float)w->def.gravity_x * d->gravity_scale;
    float gy = (float)w->def.gravity_y * d->gravity_scale;
    r.dvx = h * (gx + d->fx * m.inv_m);
    r.dvy = h * (gy + d->fy * m.inv_m);
    r.dw = h * (d->torque * m.inv_i);
    r.kx = r.ky = decay(d->damping, h);
    r.kw = decay(d->angular_damping, h);
    if (w->body_flags[body] & CN_BODY_LOCK_X) r.kx = 0;
    if (w->body_flags[body] & CN_BODY_LOCK_Y) r.ky = 0;
    if (w->body_flags[body] & CN_BODY_LOCK_ROTATION) r.kw = 0;
    return r;
}

static bool prepare_bodies(cn_World *w, float h) {
    cn_Scratch *s = &w->scratch;
    if (!cn_grow((void **)&s->drive, &s->drive_capacity, 12 * (s->awake_count + 1),
                 sizeof *s->drive))
        return false;
    Drive *drive = (Drive *)(void *)s->drive;
    for (int i = 0; i < s->awake_count; i++) drive[i] = drive_of(w, s->awake[i], h);
    return true;
}

/* ---- a sub-step --------------------------------------------------------------------------- */

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

/* Forces, and from the second sub-step on the warm start: lever arms and normals stay as they are
 * within a step, so that applying last sub-step's impulses again is adding, body by body, the
 * change of velocity that they made. It saves three of four passes over all contacts. */
static void integrate_velocities(cn_World *w, float h, bool first) {
    const cn_Scratch *s = &w->scratch;
    Drive *drive = (Drive *)(void *)s->drive;
    for (int i = 0; i < s->awake_count; i++) {
        int body = s->awake[i];
        cn_Motion *m = &w->motion[body];
        Drive *d = &drive[i];
        if (w->mass[body].inv_m == 0) continue;
        cn_Motion old = *m;
        m->vx = (m->vx + d->dvx) * d->kx;
        m->vy = (m->vy + d->dvy) * d->ky;
        m->w = (m->w + d->dw) * d->kw;
        clamp(w, body, m, h);
        cn_Motion driven = *m;
        if (!first) {
            m->vx += old.vx - d->vx;
            m->vy += old.vy - d->vy;
            m->w += old.w - d->w;
        }
        d->vx = driven.vx;
        d->vy = driven.vy;
        d->w = driven.w;
    }
}

/* Cosine and sine of a small angle; Taylor terms below float resolution up to half a radian. */
static cn_Rot small_rotation(float a) {
    if (cn_absf(a) > 0.5f) return cn_rot_from_angle((double)a);
    float q = a * a;
    return (cn_Rot){1 - q * (0.5f - q * (1.0f / 24 - q * (1.0f / 720 - q * (1.0f / 40320)))),
                    a * (1 - q * (1.0f / 6 - q * (1.0f / 120 - q * (1.0f / 5040))))};
}

static void integrate_positions(cn_World *w, float h) {
    const cn_Scratch *s = &w->scratch;
    for (int i = 0; i < s->awake_count; i++) {
        cn_Motion *m = &w->motion[s->awake[i]];
        uint32_t flags = w->body_flags[s->awake[i]];
        if (flags & CN_BODY_LOCK_X) m->vx = 0;
        if (flags & CN_BODY_LOCK_Y) m->vy = 0;
        m->dx += h * m->vx;
        m->dy += h * m->vy;
        m->dq = cn_rot_mul(small_rotation(h * m->w), m->dq);
    }
}

/* ---- the stages --------------------------------------------------------------------------- */

void cn_solver_sweep(cn_World *w, float dt) {
    const cn_Scratch *s = &w->scratch;
    for (int i = 0; i < s->awake_count; i++) {
        int body = s->awake[i];
        const cn_Motion *m = &w->motion[body];
        const cn_BodyCold *cold = &w->cold[body];
        bool was = w->body_flags[body] & CN_BODY_SWEPT;
        float way = dt * (cn_length((cn_Vec){m->vx, m->vy}) + cn_absf(m->w) * cold->extent);
        float size =
            w->body_flags[body] & CN_BODY_BULLET ? 0.25f * cold->inner_radius : cold->inner_radius;
        bool swept = w->def.continuous && way > size && cold->type == CN_DYNAMIC;
        if (swept)
            w->body_flags[body] |= CN_BODY_SWEPT;
        else
            w->body_flags[body] &= ~(uint32_t)CN_BODY_SWEPT;
        if (swept || was) cn_broad_update(w, body, dt);
    }
}

/* Below the speed that gravity gives in three sub-steps a bounce is noise. */
static float restitution_speed(const cn_World *w, float h) {
    if (w->def.restitution_speed >= 0) return (float)w->def.restitution_speed;
    return 3 * h * cn_length((cn_Vec){(float)w->def.gravity_x, (float)w->def.gravity_y});
}

void cn_solver_solve(cn_World *w, float dt) {
    const cn_Kernels *kernels = cn_wide();
    cn_Scratch *s = &w->scratch;
    int substeps = w->def.substeps;
    float h = dt / (float)substeps;
    cn_SubStep sub = {1 / h, CN_PUSH_SPEED, restitution_speed(w, h)};
    if (!prepare_bodies(w, h)) {
        w->out_of_memory = true;
        return;
    }
    cn_contact_prepare(w, h);
    for (int i = 0; i < substeps; i++) {
        integrate_velocities(w, h, i == 0);
        if (i == 0) kernels->warm_start(s->blocks, s->block_count, w->motion);
        kernels->solve(s->blocks, s->block_count, w->motion, &sub);
        integrate_positions(w, h);
        kernels->relax(s->blocks, s->block_count, w->motion, &sub);
    }
    kernels->restitute(s->blocks, s->block_count, w->motion, &sub);
    cn_contact_store(w);
}
