/* impact.c: what bounces, bounces when it touches, and what is fast stops there.
 *
 * Contacts with restitution, and those of bodies that move further in a step than contacts see
 * ahead, are looked at in each sub-step before anything is solved: which of
 * them come together within it, and when. They are taken in the order of time; each gets its
 * impulse at the moment of touch, on the exact path of both bodies, and whoever it sends into a
 * neighbour makes the next impact at once: so a row of balls passes a blow on, ball by ball.
 * The rows of the solver leave fast approaches of such contacts to this file.
 * With half kick, drift, half kick the velocity within a sub-step is v + a (t - h/2), and the path
 * (v - a h/2) t + a t^2/2, where v is the velocity that the whole drift uses.
 * Source of the advancement: Mirtich, "Impulse-based Dynamic Simulation", PhD thesis, Berkeley
 * 1996 (conservative advancement). */
#include "impact.h"

#include <string.h>

#include "collide.h"
#include "domain.h"
#include "wide/block.h"
#include "wide/motion.h"

#define TOUCH      1e-5f /* m, nearer than this is touching */
#define ADVANCES   12    /* of one search */
#define ROUNDS     12    /* of Gauss-Seidel over two points with friction */
#define MOST_BLOWS 4     /* on one body in a sub-step: beyond it the rows stop what comes */
#define NEVER      1e30f

typedef struct Impact {
    const cn_World *w;
    float h;
    float least_speed; /* m/s, slower rebounds are noise */
    bool first;        /* sub-step of the step */
    float fast;        /* m/s, faster approaches of fast bodies are impacts even without rebound */
} Impact;

/* ---- where a body is, and how fast, at time t of the sub-step ----------------------------- */

static cn_Vec acceleration(const cn_World *w, int body) {
    uint32_t stepped = w->body_flags[body] & (CN_BODY_AWAKE | CN_BODY_DIRECT);
    if (stepped != CN_BODY_AWAKE) return (cn_Vec){0, 0};
    const cn_MotionBlock *k = &w->motion_block[body / CN_LANES];
    return (cn_Vec){k->kick_x[body % CN_LANES], k->kick_y[body % CN_LANES]}; /* times h */
}

static cn_Vec velocity_at(const Impact *f, int body, float t) {
    const cn_Motion *m = &f->w->motion[body];
    return cn_mul_add((cn_Vec){m->vx, m->vy}, t / f->h - 0.5f, acceleration(f->w, body));
}

/* How far it has come since the step began. */
static cn_Motion way_at(const Impact *f, int body, float t) {
    cn_Motion m = f->w->motion[body];
    cn_Vec ah = acceleration(f->w, body);
    float curve = 0.5f * t * (t / f->h - 1);
    m.dx += t * m.vx + curve * ah.x;
    m.dy += t * m.vy + curve * ah.y;
    if (m.w != 0) m.dq = cn_rot_mul(cn_small_rotation(t * m.w), m.dq);
    return m;
}

static cn_Pose pose_at(const Impact *f, int body, float t) {
    cn_Motion way = way_at(f, body, t);
    cn_Pose p = f->w->pose[body];
    cn_Pos c = cn_pose_center(&p);
    if (way.dq.s != 0) p.q = cn_rot_mul(way.dq, p.q);
    cn_Vec r = cn_rotate(p.q, p.center);
    p.x = c.x + ((double)way.dx - (double)r.x);
    p.y = c.y + ((double)way.dy - (double)r.y);
    return p;
}

/* ---- when two come together --------------------------------------------------------------- */

static cn_Touch touch_at(const Impact *f, const cn_Contact *c, float t, float margin) {
    cn_Pose a = pose_at(f, c->body_a, t), b = pose_at(f, c->body_b, t);
    cn_Geom ga = cn_piece_geom(f->w, c->piece_a), gb = cn_piece_geom(f->w, c->piece_b);
    cn_LocalManifold m = {.reference = cn_contact_cold(f->w, c)->reference};
    cn_Xf xf = cn_relative(&a, &b);
    cn_collide(&ga, &gb, xf, margin, &m);
    cn_Touch touch = {
        .count = m.count,
        .normal = cn_rotate(a.q, m.normal),
    };
    touch.grazes = cn_collide_grazes(&ga, &gb, xf, m.normal, CN_GRAZE * (float)f->w->def.slop);
    cn_Pos ca = cn_pose_center(&a), cb = cn_pose_center(&b);
    cn_Vec apart = {(float)(cb.x - ca.x), (float)(cb.y - ca.y)};
    for (int i = 0; i < m.count; i++) {
        touch.ra[i] = cn_rotate(a.q, cn_sub(m.points[i].point, a.center));
        touch.rb[i] = cn_sub(touch.ra[i], apart);
        touch.gap[i] = m.points[i].separation;
    }
    return touch;
}

static cn_Vec relative_velocity(const Impact *f, const cn_Contact *c, cn_Vec ra, cn_Vec rb,
                                float t) {
    cn_Vec va = cn_add(velocity_at(f, c->body_a, t), cn_cross_sv(f->w->motion[c->body_a].w, ra));
    cn_Vec vb = cn_add(velocity_at(f, c->body_b, t), cn_cross_sv(f->w->motion[c->body_b].w, rb));
    return cn_sub(vb, va);
}

/* Is an approach this fast a blow? */
static bool is_blow(const Impact *f, const cn_Contact *c, float speed) {
    bool fast = c->flags & CN_CONTACT_FAST && speed > f->fast;
    return fast || (c->flags & CN_CONTACT_BOUNCY &&
                    speed * cn_contact_cold(f->w, c)->restitution > f->least_speed);
}

/* What the manifold of the step says, without making a new one: is anything fast enough to bounce,
 * and can it arrive? Along one fixed normal the gap is a lower bound of the distance. For most
 * contacts this is all there is to find out. */
static bool may_touch(const Impact *f, const cn_Contact *c) {
    const cn_Motion *a = &f->w->motion[c->body_a], *b = &f->w->motion[c->body_b];
    cn_Vec v = cn_sub((cn_Vec){b->vx, b->vy}, (cn_Vec){a->vx, a->vy});
    cn_Vec come = cn_mul_add(cn_sub((cn_Vec){b->dx, b->dy}, (cn_Vec){a->dx, a->dy}), f->h, v);
    float fastest = -NEVER, gap = NEVER;
    for (int i = 0; i < c->count; i++) {
        cn_Vec ra = c->r[i], rb = cn_add(ra, c->d);
        cn_Vec spin = cn_sub(cn_cross_sv(b->w, rb), cn_cross_sv(a->w, ra));
        fastest = cn_maxf(fastest, -cn_dot(cn_add(v, spin), c->normal));
        gap = cn_minf(gap, c->separation[i]);
    }
    if (!is_blow(f, c, 1.25f * fastest)) return false;
    bool round = c->flags & CN_CONTACT_DISCS;
    float turn = cn_body_swing(f->w, c->body_a, cn_absf(a->dq.s) + f->h * cn_absf(a->w)) +
                 cn_body_swing(f->w, c->body_b, cn_absf(b->dq.s) + f->h * cn_absf(b->w));
    return gap + cn_dot(come, c->normal) - (round ? 0 : turn) < 0.001f;
}

/* How long until the first of its points that come fast enough arrives: 0 = now. */
static float time_to_blow(const Impact *f, const cn_Contact *c, const cn_Touch *touch, float t) {
    float soonest = NEVER;
    for (int i = 0; i < touch->count; i++) {
        cn_Vec v = relative_velocity(f, c, touch->ra[i], touch->rb[i], t);
        float speed = -cn_dot(v, touch->normal);
        if (!is_blow(f, c, speed)) continue;
        soonest = cn_minf(soonest, touch->gap[i] <= TOUCH ? 0 : touch->gap[i] / speed);
    }
    return soonest;
}

/* The time at which the contact next needs an impulse, from t on; NEVER if not in this sub-step. */
static float time_of(const Impact *f, const cn_Contact *c, float t, cn_Touch *touch) {
    if (c->count == 0 || !may_touch(f, c)) return NEVER;
    float margin = 0.02f + f->h * cn_length(cn_sub(velocity_at(f, c->body_a, 0),
                                                   velocity_at(f, c->body_b, 0)));
    for (int i = 0; i < ADVANCES && t <= f->h; i++) {
        *touch = touch_at(f, c, t, margin);
        float wait = time_to_blow(f, c, touch, t);
        if (wait == 0) return touch->grazes ? NEVER : t;
        t += wait;
    }
    return NEVER;
}

/* ---- the blow ----------------------------------------------------------------------------- */

typedef struct Blow {
    cn_Vec va, vb; /* velocities of the centres at the time */
    float wa, wb;
    cn_Mass ma, mb;
} Blow;

static void push(Blow *v, cn_Vec p, cn_Vec ra, cn_Vec rb) {
    v->va = cn_mul_add(v->va, -v->ma.inv_m, p);
    v->vb = cn_mul_add(v->vb, v->mb.inv_m, p);
    v->wa -= v->ma.inv_i * cn_cross(ra, p);
    v->wb += v->mb.inv_i * cn_cross(rb, p);
}

static cn_Vec slip(const Blow *v, cn_Vec ra, cn_Vec rb) {
    return cn_sub(cn_add(v->vb, cn_cross_sv(v->wb, rb)), cn_add(v->va, cn_cross_sv(v->wa, ra)));
}

static float mass_along(const Blow *v, cn_Vec ra, cn_Vec rb, cn_Vec n) {
    float a = cn_cross(ra, n), b = cn_cross(rb, n);
    float k = v->ma.inv_m + v->mb.inv_m + v->ma.inv_i * a * a + v->mb.inv_i * b * b;
    return k > 0 ? 1 / k : 0;
}

typedef struct Impulses {
    float normal[2], tangent[2];
} Impulses;

/* Gauss-Seidel over the points: leave with e times the speed of approach; friction within its
 * cone. One point converges in one round when there is no friction. */
static Impulses strike(const Impact *f, Blow *v, const cn_Contact *c, const cn_Touch *touch) {
    const cn_ContactCold *cold = cn_contact_cold(f->w, c);
    cn_Vec n = touch->normal, t = cn_right(n);
    Impulses j = {{0, 0}, {0, 0}};
    float target[2] = {0, 0};
    for (int i = 0; i < touch->count; i++) {
        float rebound = -cold->restitution * cn_dot(slip(v, touch->ra[i], touch->rb[i]), n);
        target[i] = rebound > f->least_speed ? rebound : 0;
    }
    int rounds = touch->count == 1 && c->friction == 0 ? 1 : ROUNDS;
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < touch->count; i++) {
            cn_Vec ra = touch->ra[i], rb = touch->rb[i];
            float vn = cn_dot(slip(v, ra, rb), n);
            float now = cn_maxf(0, j.normal[i] - mass_along(v, ra, rb, n) * (vn - target[i]));
            push(v, cn_scale(now - j.normal[i], n), ra, rb);
            j.normal[i] = now;
            float vt = cn_dot(slip(v, ra, rb), t) - cold->surface_speed;
            float limit = c->friction * now;
            float slide = j.tangent[i] - mass_along(v, ra, rb, t) * vt;
            slide = cn_clampf(slide, -limit, limit);
            push(v, cn_scale(slide - j.tangent[i], t), ra, rb);
            j.tangent[i] = slide;
        }
    return j;
}

/* Newton's rule at several points at once, or with friction, can make energy (Stronge, "Impact
 * Mechanics", 2000, chapter 3). The work of the impulses is a parabola in their common scale: where
 * it ends above zero they are scaled to where it is zero. */
static float lossless_scale(const Blow *before, const Blow *after, const cn_ContactCold *c,
                            const cn_Touch *touch, const Impulses *j) {
    double linear = 0, square = 0;
    if (c->surface_speed != 0) return 1; /* a conveyor may do work */
    for (int i = 0; i < touch->count; i++) {
        cn_Vec p = cn_mul_add(cn_scale(j->normal[i], touch->normal), j->tangent[i],
                              cn_right(touch->normal));
        cn_Vec u = slip(before, touch->ra[i], touch->rb[i]);
        cn_Vec du = cn_sub(slip(after, touch->ra[i], touch->rb[i]), u);
        linear += (double)cn_dot(p, u);
        square += 0.5 * (double)cn_dot(p, du);
    }
    return linear + square > 0 && linear < 0 ? (float)(-linear / square) : 1;
}

/* The body has moved until t with the old velocity: its way is put right with the new one. */
static void change(cn_World *w, int body, cn_Vec dv, float dw, float t) {
    if (w->mass[body].inv_m == 0) return;
    cn_Motion *m = &w->motion[body];
    cn_MotionBlock *k = &w->motion_block[body / CN_LANES];
    int lane = body % CN_LANES;
    if (w->body_flags[body] & CN_BODY_LOCK_X) dv.x = 0;
    if (w->body_flags[body] & CN_BODY_LOCK_Y) dv.y = 0;
    m->vx += dv.x;
    m->vy += dv.y;
    m->w += dw;
    m->dx -= t * dv.x;
    m->dy -= t * dv.y;
    if (dw != 0) m->dq = cn_rot_mul(cn_small_rotation(-t * dw), m->dq);
    k->vx[lane] += dv.x; /* not the rows' doing: they must not do it again */
    k->vy[lane] += dv.y;
    k->w[lane] += dw;
}

/* Points that are still apart have no part in the blow. */
static void keep_touching(cn_Touch *touch) {
    int kept = 0;
    for (int i = 0; i < touch->count; i++) {
        if (touch->gap[i] > TOUCH) continue;
        touch->ra[kept] = touch->ra[i];
        touch->rb[kept] = touch->rb[i];
        touch->gap[kept++] = touch->gap[i];
    }
    touch->count = kept;
}

static void blow(cn_World *w, const Impact *f, cn_Contact *c, cn_Touch *touch, float t) {
    int a = c->body_a, b = c->body_b, lane = w->scratch.lane[c - w->contact];
    uint8_t *blown = &w->scratch.blocks[lane / CN_LANES].blown,
            bit = (uint8_t)(1u << lane % CN_LANES);
    cn_ContactCold *cold = cn_contact_cold(w, c);
    if (!(*blown & bit)) cold->impact[0] = cold->impact[1] = 0;
    *blown |= bit;
    cn_impact_retract(w, c, f->first);
    Blow v = {velocity_at(f, a, t), velocity_at(f, b, t), w->motion[a].w,
              w->motion[b].w,       w->mass[a],           w->mass[b]};
    Blow before = v;
    cn_impact_refit(w, c, touch, way_at(f, a, t), way_at(f, b, t));
    keep_touching(touch);
    Impulses j = strike(f, &v, c, touch);
    float k = lossless_scale(&before, &v, cold, touch, &j);
    change(w, a, cn_scale(k, cn_sub(v.va, before.va)), k * (v.wa - before.wa), t);
    change(w, b, cn_scale(k, cn_sub(v.vb, before.vb)), k * (v.wb - before.wb), t);
    for (int i = 0; i < touch->count; i++)
        cold->impact[i < c->count ? i : c->count - 1] += k * j.normal[i];
}

/* ---- all of a sub-step, in order of time -------------------------------------------------- */

static bool sooner(const cn_ImpactEvent *p, const cn_ImpactEvent *q) {
    return p->time != q->time ? p->time < q->time : p->hash < q->hash;
}

/* Blows that its bodies have had in this sub-step: a time that was found before the last of them
 * is no longer true, and was looked for again then. */
static int stamp_of(const cn_World *w, const cn_Contact *c) {
    return w->scratch.blows[c->body_a] + w->scratch.blows[c->body_b];
}

static bool put(cn_World *w, float time, int contact) {
    cn_Scratch *s = &w->scratch;
    if (!cn_grow((void **)&s->impacts, &s->impact_capacity, s->impact_count + 1,
                 sizeof *s->impacts))
        return false; /* the rows will stop it instead */
    cn_ImpactEvent *heap = s->impacts, event = {time, contact, w->contact_cold[contact].hash,
                                                stamp_of(w, &w->contact[contact])};
    int i = s->impact_count++;
    for (; i > 0 && sooner(&event, &heap[(i - 1) / 2]); i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = event;
    return true;
}

static cn_ImpactEvent take(cn_Scratch *s) {
    cn_ImpactEvent *heap = s->impacts, first = heap[0], last = heap[--s->impact_count];
    int i = 0, n = s->impact_count;
    for (int child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && sooner(&heap[child + 1], &heap[child])) child++;
        if (!sooner(&heap[child], &last)) break;
        heap[i] = heap[child];
    }
    heap[i] = last;
    return first;
}

static void look(cn_World *w, const Impact *f, int contact, float from) {
    cn_Touch touch;
    const cn_Contact *c = &w->contact[contact];
    float t = time_of(f, c, from, &touch);
    if (t > f->h) return;
    const uint8_t *blows = w->scratch.blows;
    if (blows[c->body_a] < MOST_BLOWS && blows[c->body_b] < MOST_BLOWS)
        put(w, t, contact);
    else
        cn_impact_yield(w, c);
}

/* In a crowd where rebounds are dull nothing is lost by waiting for the next sub-step, unless the
 * body is so fast that it would be through somebody by then. */
static bool hurries(const cn_World *w, const Impact *f, int body) {
    const cn_Motion *m = &w->motion[body];
    float way = f->h * cn_length((cn_Vec){m->vx, m->vy});
    bool crowded = w->cold[body].near_count > CN_CROWD / 2;
    return !crowded || w->bounciest >= CN_DULL || way > w->cold[body].inner_radius;
}

/* Whoever the body touches may be next. */
static void look_around(cn_World *w, const Impact *f, int body, float from) {
    if (w->mass[body].inv_m == 0 || !hurries(w, f, body)) return;
    for (int link = w->cold[body].first_contact; link >= 0;) {
        const cn_Contact *c = &w->contact[link >> 1];
        if (cn_impact_candidate(c)) {
            if (c->flags & CN_CONTACT_ROUND) cn_impact_widen(w, c, f->h * (float)w->def.substeps);
            look(w, f, link >> 1, from);
        }
        link = cn_contact_next(w, link);
    }
}

/* A blow that hardly moves a body, like that of a pea on a drum, changes no other's time: neither
 * is it counted, nor are the neighbours looked at again. */
static void pass_on(cn_World *w, const Impact *f, int body, cn_Motion before, float from) {
    const cn_Motion *m = &w->motion[body];
    if (w->mass[body].inv_m == 0) return;
    float change = cn_length((cn_Vec){m->vx - before.vx, m->vy - before.vy}) +
                   cn_absf(m->w - before.w) * m->extent;
    if (change * f->h <= TOUCH) return;
    w->scratch.blows[body]++;
    look_around(w, f, body, from);
}

static void next_blow(cn_World *w, const Impact *f, cn_ImpactEvent next) {
    cn_Contact *c = &w->contact[next.contact];
    if (next.stamp != stamp_of(w, c)) {
        if (w->bounciest < CN_DULL) look(w, f, next.contact, next.time); /* nobody else has */
        return;
    }
    cn_Touch touch = touch_at(f, c, next.time, 0.02f);
    cn_Motion a = w->motion[c->body_a], b = w->motion[c->body_b];
    blow(w, f, c, &touch, next.time);
    pass_on(w, f, c->body_a, a, next.time);
    pass_on(w, f, c->body_b, b, next.time);
}

void cn_impact_solve(cn_World *w, float h, float least_speed, bool first) {
    cn_Scratch *s = &w->scratch;
    Impact f = {w, h, cn_maxf(least_speed, 0), first, cn_impact_fast_speed(h)};
    s->impact_count = 0;
    if (!cn_grow((void **)&s->blows, &s->blows_capacity, w->bodies.count, sizeof *s->blows)) return;
    memset(s->blows, 0, (size_t)w->bodies.count * sizeof *s->blows);
    cn_wide()->approach(s->blocks, s->block_count, w->motion, h);
    for (int i = 0; i < s->block_count; i++)
        for (unsigned bits = s->blocks[i].coming; bits; bits &= bits - 1)
            look(w, &f, s->blocks[i].rare->contact[__builtin_ctz(bits)], 0);
    while (s->impact_count > 0) next_blow(w, &f, take(s));
}
