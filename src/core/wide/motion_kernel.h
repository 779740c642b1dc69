/* motion_kernel.h: bodies from forces to velocities, eight at a time; place_kernel.h goes on.
 *
 * Within a step a body's place is its pose at the beginning and how far it has come since (dx, dq),
 * so that float is enough anywhere in the world; only placing it at the end is done in double.
 * Half kick, drift, half kick (leapfrog): the velocity that drifts belongs to the middle of a
 * sub-step, the one that is reported to its end, half a kick later. Free flight is exact for
 * forces that are constant in a step, at the cost of one addition. The kick is what forces give in
 * a sub-step and what contacts and joints gave in the last one (sync is half of that), unless that
 * was more than weight and unlike the one before: a blow has happened, and is no force that goes
 * on. What is rare (too fast, turning by more than half a radian) leaves the lanes. Included by
 * contact_kernel.h; see motion.h. */
#include <math.h>
#include <string.h>

#include "base/rotation.h"
#include "wide/motion.h"

INLINE vf zeros(void) { return splat(0); }
INLINE vi load_ints(const void *p) { return *(const vi *)p; }

/* Eight rows of four floats, stride bytes apart, as columns; and back. */
INLINE Columns load_rows(const char *base, size_t stride) {
    const char *row[CN_LANES];
    for (size_t i = 0; i < CN_LANES; i++) row[i] = base + i * stride;
    return gather_rows(row, 0);
}

INLINE void store_rows(char *base, size_t stride, Columns c) {
    char *row[CN_LANES];
    for (size_t i = 0; i < CN_LANES; i++) row[i] = base + i * stride;
    scatter_rows(row, 0, c);
}

#define VELOCITY(s, g) ((char *)((s)->motion + (g)*CN_LANES))
#define WAY(s, g)      (VELOCITY(s, g) + offsetof(cn_Motion, dx))
#define PUSH(s, g)     ((char *)((s)->drive + (g)*CN_LANES))
/* of the stations of block n + 1 */
#define STEP_VELOCITY(s, n) ((char *)((s)->step_motion + ((n) + 1) * CN_LANES))
#define STEP_WAY(s, n)      (STEP_VELOCITY(s, n) + offsetof(cn_Motion, dx))

INLINE vi has(vi flags, int32_t bit) { return (flags & splat_int(bit)) != 0; }

/* Rows of the bodies at the stations of a block. A lane without a body has the ground, which is
 * read only: what is written there goes nowhere. */
typedef struct Rows {
    char *row[CN_LANES];
} Rows;

/* Whether the bodies of a block follow each other, as most do: then one place says where all of
 * them are (run). */
INLINE bool in_a_row(const int32_t *body) {
    vi next = splat_int(body[0]) + (vi){0, 1, 2, 3, 4, 5, 6, 7};
    return body[0] > 0 && bits_of(load_ints(body) == next) == 0xff;
}

INLINE Rows rows_of(const int32_t *body, void *array, size_t size, bool run) {
    Rows r;
    char *first = (char *)array + (size_t)body[0] * size;
    for (size_t i = 0; i < CN_LANES; i++)
        r.row[i] = run ? first + i * size : (char *)array + (size_t)body[i] * size;
    return r;
}

INLINE Columns from_rows(const Rows *r, size_t offset) {
    return gather_rows((const char *const *)r->row, offset);
}

/* Four floats of each row elsewhere, as they are. */
INLINE void copy_rows(const Rows *from, const Rows *to, size_t offset) {
    for (int i = 0; i < CN_LANES; i++)
        memcpy(to->row[i] + offset, from->row[i] + offset, 4 * sizeof(float));
}

/* Where the bodies of a step block stand. */
INLINE Rows step_rows(const cn_MotionStep *s, int n) {
    Rows r;
    for (int i = 0; i < CN_LANES; i++)
        r.row[i] = STEP_VELOCITY(s, n) + (size_t)i * sizeof(cn_Motion);
    return r;
}

INLINE Rows rows_to(const int32_t *body, void *array, size_t size, void *nowhere, bool run) {
    Rows r = rows_of(body, array, size, run);
    for (int i = 0; i < CN_LANES && !run; i++)
        if (body[i] == 0) r.row[i] = (char *)nowhere;
    return r;
}

/* Nothing is to be done for bodies that rest and were placed since. */
INLINE bool still(const cn_MotionStep *s, const cn_AwakeOctet *g) {
    vi flags = load_ints(s->flags + g->index * CN_LANES);
    return (g->mask & ~bits_of(has(flags, CN_BODY_STILL))) == 0;
}

/* ---- before the sub-steps ------------------------------------------------------------------ */

INLINE vi reaches(const cn_MotionStep *s, int g) {
    Columns v = load_rows(VELOCITY(s, g), sizeof(cn_Motion));
    vf turn = minv(splat(s->dt) * (absolute(v.z) * v.w), load(s->blocks[g].swing));
    vf left = splat(CN_SPECULATIVE) - turn;
    vf way_sq = (v.x * v.x + v.y * v.y) * splat(s->dt * s->dt);
    return (left < zeros()) | (way_sq > left * left);
}

/* Which bodies move further in this step than contacts see ahead. */
static void sweep(const cn_MotionStep *s, int first, int end) {
    vi sees = splat_int(s->continuous ? -1 : 0);
    for (int n = first; n < end; n++) {
        cn_AwakeOctet *g = &s->octets[n];
        uint32_t *at = s->flags + g->index * CN_LANES;
        vi flags = load_ints(at), awake = lanes_of(g->mask), bit = splat_int(CN_BODY_REACH);
        vi reach = splat_int(0), lively = has(flags, CN_BODY_LIVELY);
        if (!still(s, g)) reach = awake & reaches(s, g->index) & (lively | sees);
        for (unsigned bits = s->path ? bits_of(reach) : 0; bits; bits &= bits - 1)
            s->path[g->index * CN_LANES + __builtin_ctz(bits)] += CN_PATH_JUMP;
        g->boxes = (uint8_t)bits_of(reach | (awake & has(flags, CN_BODY_REACH)));
        vi line = splat_int(CN_BODY_STRAIGHT);
        vi straight = awake & (~lively | has(flags, CN_BODY_CROWDED | CN_BODY_KINEMATIC));
        *(vi *)(void *)at = (flags & ~(awake & (bit | line))) | (reach & bit) | (straight & line);
    }
}

/* What damping does in a sub-step: see motion_step.c. */
typedef struct Drag {
    vf keep, take, grow, share;
} Drag;

INLINE Drag drag(vf damping, float h) {
    vf one = splat(1), x = minv(damping * splat(h), splat(CN_MOST_DRAG));
    vf lead = splat(0.5f) + x * (splat(1.0f / 6) + x * splat(1.0f / 24));
    vf grow = one + x * lead, all = one + x * grow;
    return (Drag){one / all, grow / all, grow, lead * all / grow};
}

typedef struct Masses {
    vf inv_m, inv_i;
} Masses;

INLINE Masses load_masses(const cn_Mass *m) {
    const float *p = &m->inv_m;
    vf a = load(p), b = load(p + CN_LANES);
    return (Masses){firsts(a, b), seconds(a, b)};
}

typedef struct Tunings {
    vf damping, angular_damping, max_speed, sleep_speed, gravity_scale;
} Tunings;

/* Most groups are set alike; what is read is the same either way. */
INLINE Tunings load_tunings(const cn_MotionStep *s, vi at) {
    const cn_Tuning *t = &s->tuning[at[0]];
    if (bits_of(at == splat_int(at[0])) == 0xff)
        return (Tunings){splat(t->damping), splat(t->angular_damping), splat(t->max_speed),
                         splat(t->sleep_speed), splat(t->gravity_scale)};
    const char *row[CN_LANES];
    for (int i = 0; i < CN_LANES; i++) row[i] = (const char *)&s->tuning[at[i]];
    Columns c = gather_rows(row, 0), g = gather_rows(row, offsetof(cn_Tuning, gravity_scale));
    return (Tunings){c.x, c.y, c.z, c.w, g.x};
}

/* Of the bodies of a step block, once more: few are damped, and for those it is not kept. */
INLINE Tunings tunings_of(const cn_MotionStep *s, const cn_StepBlock *k) {
    Rows r = rows_of(k->body, s->drive, sizeof(cn_Drive), false);
    return load_tunings(s, (vi)from_rows(&r, 0).w);
}

/* What forces do in a sub-step. */
INLINE void prepare_kick(const cn_MotionStep *s, cn_StepBlock *k, Columns push, Masses m, vi moves,
                         vi flags) {
    Tunings t = load_tunings(s, (vi)push.w);
    vf zero = zeros(), one = splat(1), h = splat(s->h);
    vi x = moves & ~has(flags, CN_BODY_LOCK_X), y = moves & ~has(flags, CN_BODY_LOCK_Y);
    vf ax = splat(s->gravity_x) * t.gravity_scale + push.x * m.inv_m;
    vf ay = splat(s->gravity_y) * t.gravity_scale + push.y * m.inv_m;
    vf bx = h * ax, by = h * ay, bw = h * (push.z * m.inv_i);
    vf keep = one, turn = one;
    if (bits_of((t.damping != zero) | (t.angular_damping != zero))) {
        Drag slide = drag(t.damping, s->h), spin = drag(t.angular_damping, s->h);
        keep = slide.keep, turn = spin.keep;
        bx *= slide.take, by *= slide.take, bw *= spin.take;
    }
    store(k->kick_x, choose(x, bx, zero));
    store(k->kick_y, choose(y, by, zero));
    store(k->kick_w, choose(moves, bw, zero));
    store(k->keep_x, choose(moves, choose(x, keep, zero), one));
    store(k->keep_y, choose(moves, choose(y, keep, zero), one));
    vi locked = has(flags, CN_BODY_LOCK_ROTATION);
    store(k->keep_w, choose(moves, choose(locked, zero, turn), one));
    vf fastest = choose(t.max_speed < zero, splat(s->fastest), t.max_speed);
    store(k->fastest, choose(moves, minv(fastest, splat(1e30f)), splat(INFINITY)));
    vi free_turn = ~moves | has(flags, CN_BODY_FAST_ROTATION);
    vf most = choose(moves, splat((float)CN_MAX_SPIN * s->h), splat(INFINITY));
    store(k->most_turn, choose(free_turn, most, splat((float)CN_PI)));
    k->slowest = least_number(load(k->fastest));
    k->least_turn = least_number(load(k->most_turn));
    k->damped =
        bits_of((load(k->keep_x) != one) | (load(k->keep_y) != one) | (load(k->keep_w) != one));
}

/* The squared speed below which bodies rest. Kinematic ones do when nothing moves them at all. */
INLINE vf rest_speed_sq(const cn_MotionStep *s, int g) {
    vi flags = load_ints(s->flags + g * CN_LANES);
    vi dynamic = load_masses(s->mass + g * CN_LANES).inv_m > zeros();
    Columns push = load_rows(PUSH(s, g), sizeof(cn_Drive));
    vf slow = load_tunings(s, (vi)push.w).sleep_speed;
    vi may = has(flags, CN_BODY_CAN_SLEEP);
    return choose(may, choose(dynamic, slow * slow, splat(1e-30f)), splat(-1));
}

INLINE vi any_force(Columns push) { return ((vi)push.x | (vi)push.y | (vi)push.z) != 0; }

INLINE Columns without_forces(Columns push, vi used) {
    vi left = ~used;
    return (Columns){(vf)((vi)push.x & left), (vf)((vi)push.y & left), (vf)((vi)push.z & left),
                     push.w};
}

/* Those that do no sub-steps. Adding nothing gives zeros the sign that they have after a kick. */
static void let_be(const cn_MotionStep *s, int first, int end) {
    for (int n = first; n < end; n++) {
        const cn_AwakeOctet *g = &s->octets[n];
        if (still(s, g)) continue;
        vi here = lanes_of(g->mask & ~(unsigned)g->steps);
        Columns v = load_rows(VELOCITY(s, g->index), sizeof(cn_Motion));
        Columns push = load_rows(PUSH(s, g->index), sizeof(cn_Drive));
        char *sync = (char *)(s->sync + g->index * CN_LANES);
        Columns own = load_rows(sync, sizeof(cn_Sync));
        if (bits_of(here & any_force(push)))
            store_rows(PUSH(s, g->index), sizeof(cn_Drive), without_forces(push, here));
        v.x += zeros(), v.y += zeros(), v.z += zeros();
        store_rows(VELOCITY(s, g->index), sizeof(cn_Motion), v);
        own.w = choose(here, v.z, own.w);
        store_rows(sync, sizeof(cn_Sync), own);
    }
}

INLINE Masses prepare_masses(const cn_MotionStep *s, const cn_StepBlock *k, int n, bool run) {
    cn_Mass *own = s->step_mass + (n + 1) * CN_LANES;
    if (run)
        memcpy(own, s->mass + k->body[0], CN_LANES * sizeof *own);
    else
        for (int i = 0; i < CN_LANES; i++) own[i] = s->mass[k->body[i]];
    return load_masses(own);
}

INLINE vi prepare_flags(const cn_MotionStep *s, cn_StepBlock *k, bool run) {
    if (run)
        memcpy(k->flags, s->flags + k->body[0], sizeof k->flags);
    else
        for (int i = 0; i < CN_LANES; i++) k->flags[i] = (int32_t)s->flags[k->body[i]];
    return load_ints(k->flags);
}

/* count of groups that are asked for ahead, as contacts do: see contact_kernel.h. */
#define AHEAD_OCTETS 4
INLINE void fetch_block(const cn_MotionStep *s, int n, int end) {
    if (!s->far || n + AHEAD_OCTETS >= end) return;
    const char *step = (const char *)&s->steps[n + 1 + AHEAD_OCTETS];
    const char *motion = STEP_VELOCITY(s, n + AHEAD_OCTETS);
    for (size_t at = 0; at < sizeof *s->steps; at += 64) cn_fetch(step + at);
    for (size_t at = 0; at < CN_LANES * sizeof *s->step_motion; at += 64) cn_fetch(motion + at);
}

/* Forces are used up in this step. */
INLINE Columns take_forces(const cn_MotionStep *s, const cn_StepBlock *k, bool run) {
    cn_Drive nowhere;
    Rows r = rows_of(k->body, s->drive, sizeof(cn_Drive), run);
    Columns push = from_rows(&r, 0);
    if (!bits_of(any_force(push))) return push;
    r = rows_to(k->body, s->drive, sizeof(cn_Drive), &nowhere, run);
    scatter_rows(r.row, 0, without_forces(push, splat_int(-1)));
    return push;
}

/* From the velocity as reported to the one that drifts; a velocity that was set from outside has
 * no part of contacts in it. */
INLINE void leave_reported(const cn_MotionStep *s, cn_StepBlock *k, int n, vi moves, vi flags,
                           bool run) {
    Rows from = rows_of(k->body, s->motion, sizeof(cn_Motion), run);
    Rows own = rows_of(k->body, s->sync, sizeof(cn_Sync), run);
    Columns v = from_rows(&from, 0), sync = from_rows(&own, 0);
    vi keep = moves & ~has(flags, CN_BODY_FRESH);
    vf half = splat(0.5f), spin_half = half;
    store(k->began_w, v.z);
    if (k->damped) {
        Tunings t = tunings_of(s, k);
        Drag slide = drag(t.damping, s->h), spin = drag(t.angular_damping, s->h);
        half = slide.share, spin_half = spin.share;
        v.x *= choose(moves, slide.grow, splat(1));
        v.y *= choose(moves, slide.grow, splat(1));
        v.z *= choose(moves, spin.grow, splat(1));
    }
    v.x -= choose(moves, half * load(k->kick_x) + choose(keep, sync.x, zeros()), zeros());
    v.y -= choose(moves, half * load(k->kick_y) + choose(keep, sync.y, zeros()), zeros());
    v.z -= choose(moves, spin_half * load(k->kick_w) + choose(keep, sync.z, zeros()), zeros());
    store_rows(STEP_VELOCITY(s, n), sizeof(cn_Motion), v);
    Rows to = step_rows(s, n);
    copy_rows(&from, &to, offsetof(cn_Motion, dx));
}

static void brief_block(const cn_MotionStep *s, const cn_StepBlock *k, cn_StepBrief *own) {
    const cn_MotionBlock *blocks = s->blocks;
    const uint32_t *flags = s->flags;
    for (int i = 0; i < CN_LANES; i++) {
        unsigned body = (unsigned)k->body[i], lane = body % CN_LANES;
        const cn_MotionBlock *of = &blocks[body / CN_LANES];
        own[i] = (cn_StepBrief){flags[body], (int)body, of->inner[lane], of->swing[lane]};
    }
}

/* Joints hold whatever contacts do, and what they hold could swing for ever: as if it had none. */
INLINE void count_contacts(const cn_MotionStep *s, const cn_StepBlock *k, unsigned jointed, int n) {
    const uint64_t *colors = s->colors, *borders = s->borders;
    uint8_t contacts[CN_LANES] = {0};
    for (int i = 0; colors && i < CN_LANES; i++) {
        int body = k->body[i];
        if (body >= s->colored) continue;
        int count = __builtin_popcountll(colors[body]);
        for (int j = 0; borders && j < 3; j++) count += __builtin_popcountll(borders[3 * body + j]);
        contacts[i] = jointed >> i & 1 ? 0 : (uint8_t)(count < UINT8_MAX ? count : UINT8_MAX);
    }
    memcpy(s->contacts + (n + 1) * CN_LANES, contacts, sizeof contacts);
}

INLINE void prepare_block(const cn_MotionStep *s, int n, bool run) {
    cn_StepBlock *k = &s->steps[n + 1];
    vi flags = prepare_flags(s, k, run);
    Masses m = prepare_masses(s, k, n, run);
    vi moves = (load_ints(k->body) != 0) & (m.inv_m > zeros());
    uint8_t jointed = (uint8_t)bits_of(has(flags, CN_BODY_JOINTED));
    s->step_locks[n + 1] = (cn_StepLocks){(uint8_t)bits_of(has(flags, CN_BODY_LOCK_X)),
                                          (uint8_t)bits_of(has(flags, CN_BODY_LOCK_Y)), jointed,
                                          s->lonely && !jointed};
    count_contacts(s, k, jointed, n);
    prepare_kick(s, k, take_forces(s, k, run), m, moves, flags);
    leave_reported(s, k, n, moves, flags, run);
    if (s->step_brief) brief_block(s, k, s->step_brief + (n + 1) * CN_LANES);
}

static void prepare(const cn_MotionStep *s, int first, int end) {
    for (int n = first; n < end; n++) {
        fetch_block(s, n, end);
        if (in_a_row(s->steps[n + 1].body))
            prepare_block(s, n, true);
        else
            prepare_block(s, n, false);
    }
    if (first == 0) memset(s->contacts, 0, CN_LANES); /* of what does not step */
    if (s->step_brief && first == 0) brief_block(s, &s->steps[0], s->step_brief);
}

/* ---- a sub-step ---------------------------------------------------------------------------- */

/* m/s: of a faster velocity the square is infinite */
#define UNSQUARED 1e18f

/* Not faster than allowed; and beyond half a turn in a sub-step the direction of turning is lost.
 * Rare, and so one by one. */
static void slow_down(const cn_MotionStep *s, const cn_StepBlock *k, Columns *v, unsigned lanes) {
    for (; lanes; lanes &= lanes - 1) {
        int i = __builtin_ctz(lanes);
        cn_Vec u = {v->x[i], v->y[i]};
        float limit = k->fastest[i], turn = cn_absf(v->z[i]) * s->h;
        if (cn_maxf(cn_absf(u.x), cn_absf(u.y)) > UNSQUARED) {
            u = cn_scale(1 / UNSQUARED, u);
            v->x[i] = u.x, v->y[i] = u.y;
        }
        if (cn_length_sq(u) > limit * limit) {
            float scale = limit / cn_length(u);
            v->x[i] *= scale;
            v->y[i] *= scale;
        }
        if (turn > k->most_turn[i]) v->z[i] *= k->most_turn[i] / turn;
    }
}

INLINE void clamp(const cn_MotionStep *s, const cn_StepBlock *k, Columns *v, unsigned wanted) {
    vi over = (v->x * v->x + v->y * v->y) > splat(k->slowest * k->slowest);
    over |= (absolute(v->z) * splat(s->h)) > splat(k->least_turn);
    unsigned lanes = bits_of(over) & wanted;
    if (__builtin_expect(lanes != 0, 0)) slow_down(s, k, v, lanes);
}

/* Forces change velocities. Lever arms and normals stay as they are within a step, so that applying
 * the impulses of the last sub-step again is adding, body by body, the change of velocity that they
 * made (given): it saves three of four passes over all contacts, and over all joints, which make
 * good what their arms have turned since (joint_anchor.h). Added here, or by give after the
 * impacts. */
INLINE void kick_block(const cn_MotionStep *s, int n, cn_Warm warm, bool last) {
    cn_StepBlock *k = &s->steps[n + 1];
    Columns v = load_rows(STEP_VELOCITY(s, n), sizeof(cn_Motion));
    vf gx = zeros(), gy = zeros(), gw = zeros();
    if (warm != CN_WARM_NONE) gx = v.x - load(k->vx), gy = v.y - load(k->vy), gw = v.z - load(k->w);
    if (k->damped) {
        v.x *= load(k->keep_x);
        v.y *= load(k->keep_y);
        v.z *= load(k->keep_w);
    }
    v.x += load(k->kick_x);
    v.y += load(k->kick_y);
    v.z += load(k->kick_w);
    clamp(s, k, &v, ~0u);
    store(k->vx, v.x);
    store(k->vy, v.y);
    store(k->w, v.z);
    if (warm == CN_WARM_LATER || last) {
        store(k->given_x, gx);
        store(k->given_y, gy);
        store(k->given_w, gw);
    }
    if (warm == CN_WARM_NOW) v.x += gx, v.y += gy, v.z += gw;
    store_rows(STEP_VELOCITY(s, n), sizeof(cn_Motion), v);
}

INLINE bool alone(const cn_MotionStep *s, int n) { return s->step_locks[n + 1].alone; }

static void kick(const cn_MotionStep *s, int first, int end) {
    for (int n = first; n < end; n++) {
        if (alone(s, n)) continue;
        fetch_block(s, n, end);
        kick_block(s, n, s->warm, s->last);
    }
}

INLINE void give_block(const cn_MotionStep *s, int n) {
    const cn_StepBlock *k = &s->steps[n + 1];
    Columns v = load_rows(STEP_VELOCITY(s, n), sizeof(cn_Motion));
    v.x += load(k->given_x);
    v.y += load(k->given_y);
    v.z += load(k->given_w);
    store_rows(STEP_VELOCITY(s, n), sizeof(cn_Motion), v);
}

static void give(const cn_MotionStep *s, int first, int end) {
    for (int n = first; n < end; n++)
        if (!alone(s, n)) give_block(s, n);
}

typedef struct Turns {
    vf c, s;
} Turns;

/* As cn_small_rotation. */
INLINE Turns small_turns(vf a) {
    vf q = a * a;
    Turns t = {CN_SMALL_COS(splat, q), a * CN_SMALL_SIN(splat, q)};
    unsigned far = bits_of(absolute(a) > splat(CN_SMALL_ANGLE));
    for (; __builtin_expect(far != 0, 0); far &= far - 1) {
        int i = __builtin_ctz(far);
        cn_Rot r = cn_rot_from_angle((double)a[i]);
        t.c[i] = r.c;
        t.s[i] = r.s;
    }
    return t;
}

INLINE vf unless(vi locked, vf v) { return (vf)((vi)v & ~locked); }

INLINE void drift_block(const cn_MotionStep *s, int n) {
    char *velocity = STEP_VELOCITY(s, n), *way = STEP_WAY(s, n);
    cn_StepLocks lock = s->step_locks[n + 1];
    Columns v = load_rows(velocity, sizeof(cn_Motion)), d = load_rows(way, sizeof(cn_Motion));
    if (lock.jointed) { /* what joints gave may be more than a body's speed limit */
        clamp(s, &s->steps[n + 1], &v, lock.jointed);
        store_rows(velocity, sizeof(cn_Motion), v);
    }
    if (lock.x | lock.y) {
        v.x = unless(lanes_of(lock.x), v.x);
        v.y = unless(lanes_of(lock.y), v.y);
        store_rows(velocity, sizeof(cn_Motion), v);
    }
    vf h = splat(s->h);
    d.x += h * v.x;
    d.y += h * v.y;
    Turns t = small_turns(h * v.z);
    vf c = t.c * d.z - t.s * d.w, turned = t.s * d.z + t.c * d.w;
    d.z = c;
    d.w = turned;
    store_rows(way, sizeof(cn_Motion), d);
}

static void drift(const cn_MotionStep *s, int first, int end) {
    for (int n = first; n < end; n++)
        if (!alone(s, n)) drift_block(s, n);
}

/* ---- after the sub-steps ------------------------------------------------------------------- */

/* What joints do may be stronger than weight and go on all the same: then it is much like what they
 * did in the sub-step before. (What many contacts do differs a little each time, and a pile would
 * seem to move by that.) */
INLINE vi goes_on(const cn_StepBlock *k, vf size, vf x, vf y, vf w) {
    vf cx = x - load(k->given_x), cy = y - load(k->given_y);
    vf cw = (w - load(k->given_w)) * size, ww = w * size;
    return (cx * cx + cy * cy) + cw * cw < splat(0.25f) * ((x * x + y * y) + ww * ww);
}

/* Velocities, ways and what goes with them back to where the bodies are. */
INLINE void send_home(const cn_MotionStep *s, const cn_StepBlock *k, int n, Columns v,
                      Columns sync) {
    cn_Motion no_motion;
    cn_Sync no_sync;
    Rows from = step_rows(s, n);
    if (in_a_row(k->body)) {
        Rows to = rows_of(k->body, s->motion, sizeof(cn_Motion), true);
        scatter_rows(to.row, 0, v);
        copy_rows(&from, &to, offsetof(cn_Motion, dx));
        store_rows((char *)(s->sync + k->body[0]), sizeof(cn_Sync), sync);
        return;
    }
    Rows to = rows_to(k->body, s->motion, sizeof(cn_Motion), &no_motion, false);
    scatter_rows(to.row, 0, v);
    copy_rows(&from, &to, offsetof(cn_Motion, dx));
    to = rows_to(k->body, s->sync, sizeof(cn_Sync), &no_sync, false);
    scatter_rows(to.row, 0, sync);
}

INLINE void no_longer_fresh(const cn_MotionStep *s, const cn_StepBlock *k, unsigned lanes) {
    for (; lanes; lanes &= lanes - 1)
        s->flags[k->body[__builtin_ctz(lanes)]] &= ~(uint32_t)CN_BODY_FRESH;
}

/* From the velocity that drifts to the one that is reported. */
INLINE void report_block(const cn_MotionStep *s, int n) {
    vf half = splat(0.5f), spin_half = half, blow_sq = splat(s->blow * s->blow);
    const cn_StepBlock *k = &s->steps[n + 1];
    vi flags = load_ints(k->flags), moves = load(k->fastest) < splat(INFINITY);
    Columns v = load_rows(STEP_VELOCITY(s, n), sizeof(cn_Motion)), u = v;
    vf x = v.x - load(k->vx), y = v.y - load(k->vy), w = v.z - load(k->w);
    vf spin = w * v.w, most = maxv(x * x + y * y, spin * spin);
    vi blow = (most > zeros()) & (most >= blow_sq);
    blow &= ~(has(flags, CN_BODY_JOINTED) & goes_on(k, v.w, x, y, w));
    vf grow = splat(1), spin_grow = grow;
    if (k->damped) {
        Tunings t = tunings_of(s, k);
        Drag slide = drag(t.damping, s->h), turning = drag(t.angular_damping, s->h);
        half = slide.share, spin_half = turning.share;
        grow = slide.grow, spin_grow = turning.grow;
    }
    x = half * choose(blow, -load(k->kick_x), x);
    y = half * choose(blow, -load(k->kick_y), y);
    w = spin_half * choose(blow, -load(k->kick_w), w);
    u.x += half * load(k->kick_x) + x;
    u.y += half * load(k->kick_y) + y;
    u.z += spin_half * load(k->kick_w) + w;
    if (k->damped) u.x /= grow, u.y /= grow, u.z /= spin_grow;
    clamp(s, k, &u, ~0u);
    vi lock_x = has(flags, CN_BODY_LOCK_X), lock_y = has(flags, CN_BODY_LOCK_Y);
    u.x = unless(lock_x, u.x), x = unless(lock_x, x);
    u.y = unless(lock_y, u.y), y = unless(lock_y, y);
    v.x = choose(moves, u.x, v.x);
    v.y = choose(moves, u.y, v.y);
    v.z = choose(moves, u.z, v.z);
    Columns sync = {choose(moves, x, zeros()), choose(moves, y, zeros()), choose(moves, w, zeros()),
                    load(k->began_w)};
    send_home(s, k, n, v, sync);
    no_longer_fresh(s, k, bits_of(has(flags, CN_BODY_FRESH))); /* kinematic ones, too */
}

static void report(const cn_MotionStep *s, int first, int end) {
    for (int n = first; n < end; n++) {
        if (alone(s, n)) continue;
        fetch_block(s, n, end);
        report_block(s, n);
    }
}

/* A body that touches nothing goes through its sub-steps at once, while it is in the cache. */
static void fly(const cn_MotionStep *s, int first, int end) {
    for (int n = first; n < end; n++) {
        if (!alone(s, n)) continue;
        fetch_block(s, n, end);
        for (int i = 0; i < s->substeps; i++) {
            cn_Warm warm = i == 0 ? CN_WARM_NONE : s->gives ? CN_WARM_LATER : CN_WARM_NOW;
            kick_block(s, n, warm, i + 1 == s->substeps);
            if (i > 0 && s->gives) give_block(s, n);
            drift_block(s, n);
        }
        report_block(s, n);
    }
}

#include "wide/box_kernel.h"
#include "wide/place_kernel.h"

#define MOTION_KERNELS                                                                             \
    { sweep, let_be, place, boxes, prepare, kick, give, drift, report, fly, piece_boxes }
