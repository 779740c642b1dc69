/* time_of_impact.c: when two bodies come together within a sub-step, and how.
 *
 * With half kick, drift, half kick the velocity within a sub-step is v + a (t - h/2), and the path
 * (v - a h/2) t + a t^2/2, where v is the velocity that the whole drift uses. All places are seen
 * from the centre of a: the float arithmetic of a look does not depend on where in the world it is.
 * Source of the advancement: Mirtich, "Impulse-based Dynamic Simulation", PhD thesis, Berkeley
 * 1996 (conservative advancement). */
#include "base/rotation.h"
#include "data/body_access.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "solver/impact/impact.h"
#include "solver/impact/impact_pair.h"
#include "wide/contact_block.h"
#include "wide/motion.h"

#define ADVANCES 12      /* rounds of one search, and twice as many where bodies turn */
#define HALVINGS 24      /* rounds of one search back, when it went too far */
#define TOO_DEEP 0.0005f /* m: what is found deeper has touched before */
#define CLOSE    1e-4f   /* m, between corners: so near their direction is noise */
#define MARGIN   0.02f   /* m, beyond the way of a sub-step, within which touches are found */
#define SHORTEST 1e-7f   /* s: a search back ends at times so close */
#define COINCIDE 1e-6f   /* m: discs with nearer centres have no direction apart */
#define GLIMPSE  0.2f    /* rad, by which two bodies turn against each other between two looks */
#define NEVER    CN_NEVER
#define ALWAYS   static inline __attribute__((always_inline))

/* ---- where a body is, and how fast, at time t of the sub-step ----------------------------- */

/* In place: it is as large as a line of memory. Not how the body has turned. */
ALWAYS void fill_way(cn_Course *c, const cn_ImpactStep *f, int body) {
    cn_Station at = cn_station(f->w, body);
    const cn_Motion *m = at.motion;
    c->way = (cn_Vec){m->dx, m->dy};
    c->v = (cn_Vec){m->vx, m->vy};
    c->kick = cn_impact_kick(at);
    c->center = f->w->pose[body].center;
    c->w = m->w;
    c->dq = m->dq;
}

ALWAYS void fill_course(cn_Course *c, const cn_ImpactStep *f, int body) {
    cn_Rot q = f->w->pose[body].q;
    fill_way(c, f, body);
    c->q = c->dq.s != 0 ? cn_rot_mul(c->dq, q) : q;
}

cn_Course cn_impact_course(const cn_ImpactStep *f, int body) {
    cn_Course c = {0};
    fill_way(&c, f, body);
    return c;
}

cn_Vec cn_course_velocity(const cn_Course *c, float t, float h) {
    return cn_mul_add(c->v, t / h - 0.5f, c->kick);
}

cn_Vec cn_course_way(const cn_Course *c, float t, float h) {
    if (t == 0) return c->way; /* as most first looks, and the same */
    return cn_mul_add(cn_mul_add(c->way, t, c->v), 0.5f * t * (t / h - 1), c->kick);
}

cn_Rot cn_course_turn(const cn_Course *c, float t) {
    return t * c->w != 0 ? cn_rot_mul(cn_small_rotation(t * c->w), c->dq) : c->dq;
}

static cn_Rot rotation_at(const cn_Course *c, float t) {
    return t * c->w != 0 ? cn_rot_mul(cn_small_rotation(t * c->w), c->q) : c->q;
}

/* ---- the two bodies of a contact ---------------------------------------------------------- */

typedef cn_ImpactPair Pair;

static cn_Vec centers_apart(const cn_World *w, const cn_Contact *c) {
    cn_Pos a = cn_pose_center(&w->pose[c->body_a]), b = cn_pose_center(&w->pose[c->body_b]);
    return (cn_Vec){(float)(b.x - a.x), (float)(b.y - a.y)};
}

static float blow_speed_of(const cn_ImpactStep *f, const cn_Contact *c) {
    cn_Seat at = cn_seat_of(f->w, c);
    return at.block->rare->blow_speed[at.lane];
}

static bool is_plane(const cn_Geom *g) { return g->kind == CN_GEOM_PLANE; }

/* Does not fill in from which speed on its approaches are blows. */
static void fill_pair(Pair *p, const cn_ImpactStep *f, const cn_Contact *c) {
    p->f = f, p->c = c;
    fill_course(&p->a, f, c->body_a);
    fill_course(&p->b, f, c->body_b);
    p->apart = centers_apart(f->w, c);
    p->ga = cn_piece_geom(f->w, c->piece_a);
    p->gb = cn_piece_geom(f->w, c->piece_b);
    p->discs = p->ga.count == 1 && p->gb.count == 1 && !is_plane(&p->ga) && !is_plane(&p->gb);
}

static cn_Vec apart_at(const Pair *p, float t) {
    float h = p->f->h;
    return cn_add(p->apart, cn_sub(cn_course_way(&p->b, t, h), cn_course_way(&p->a, t, h)));
}

/* Where a disc is, seen from the centre of its body. */
static cn_Vec disc_at(const cn_Course *c, const cn_Geom *g, float t) {
    cn_Vec arm = cn_sub(g->vertices[0], c->center);
    return arm.x != 0 || arm.y != 0 ? cn_rotate(rotation_at(c, t), arm) : arm;
}

ALWAYS void touch_discs(const Pair *p, float t, float margin, cn_ImpactManifold *manifold) {
    cn_Vec apart = apart_at(p, t), from = disc_at(&p->a, &p->ga, t);
    cn_Vec d = cn_sub(cn_add(apart, disc_at(&p->b, &p->gb, t)), from);
    float length, reach = p->ga.radius + p->gb.radius;
    *manifold = (cn_ImpactManifold){.normal = cn_normalize(d, &length)};
    if (length - reach > margin) return;
    if (length < COINCIDE) manifold->normal = (cn_Vec){0, 1}; /* one disc upon the other */
    manifold->count = 1;
    manifold->gap[0] = length - reach;
    float middle = 0.5f * (length + p->ga.radius - p->gb.radius);
    manifold->ra[0] = cn_mul_add(from, middle, manifold->normal);
    manifold->rb[0] = cn_sub(manifold->ra[0], apart);
}

/* The frame of b's body as seen from that of a. */
static cn_Xf frame_at(const Pair *p, cn_Rot qa, cn_Vec apart, float t) {
    cn_Rot q = cn_rot_rel(qa, rotation_at(&p->b, t));
    cn_Vec center = cn_add(cn_unrotate(qa, apart), p->a.center);
    return (cn_Xf){cn_sub(center, cn_rotate(q, p->b.center)), q};
}

ALWAYS void touch_hulls(const Pair *p, float t, float margin, cn_ImpactManifold *manifold) {
    cn_LocalManifold m;
    m.reference = cn_contact_cold(p->f->w, p->c)->reference;
    cn_Rot qa = rotation_at(&p->a, t);
    cn_Vec apart = apart_at(p, t);
    cn_collide(&p->ga, &p->gb, frame_at(p, qa, apart, t), margin, &m);
    *manifold = (cn_ImpactManifold){
        .count = m.count, .normal = cn_rotate(qa, m.normal), .reference = (uint8_t)m.reference};
    for (int i = 0; i < m.count; i++) {
        manifold->ra[i] = cn_rotate(qa, cn_sub(m.points[i].point, p->a.center));
        manifold->rb[i] = cn_sub(manifold->ra[i], apart);
        manifold->gap[i] = m.points[i].separation;
    }
}

static void touch_at(const Pair *p, float t, float margin, cn_ImpactManifold *manifold) {
    if (p->discs)
        touch_discs(p, t, margin, manifold);
    else
        touch_hulls(p, t, margin, manifold);
}

bool cn_impact_touch(const cn_ImpactStep *f, const cn_Contact *c, float t, float margin,
                     cn_ImpactManifold *manifold) {
    Pair p;
    fill_pair(&p, f, c);
    touch_at(&p, t, margin, manifold);
    return manifold->count > 0;
}

/* Only corners that pass each other? */
static bool grazes(const Pair *p, const cn_ImpactManifold *manifold, float t) {
    if (!cn_geom_may_graze(&p->ga) || !cn_geom_may_graze(&p->gb)) return false;
    cn_Rot qa = rotation_at(&p->a, t);
    cn_Xf b = frame_at(p, qa, apart_at(p, t), t);
    cn_Vec normal = cn_unrotate(qa, manifold->normal);
    return cn_collide_grazes(&p->ga, &p->gb, b, normal, CN_GRAZE * cn_touch_slop(p->f->w));
}

/* ---- when --------------------------------------------------------------------------------- */

/* Is an approach this fast a blow? */
static bool is_blow(const Pair *p, float speed) { return speed > p->blow_speed; }

/* What stands beyond is not filled in. */
static int points_of(const cn_Block *k) { return k->two ? 2 : 1; }

/* m/s: how fast the points of a lane come together, at most, or any corner that may come round. */
static float fastest_of(const cn_ImpactStep *f, cn_Seat at, const cn_Motion *a,
                        const cn_Motion *b) {
    const cn_Block *k = at.block;
    int i = at.lane;
    cn_Vec n = {k->nx[i], k->ny[i]}, d = {k->dx[i], k->dy[i]}, v = {b->vx - a->vx, b->vy - a->vy};
    float fastest = -NEVER;
    for (int j = 0; j < points_of(k); j++) {
        const cn_BlockPoint *p = &k->point[j];
        if (p->normal_mass[i] <= 0) continue;
        cn_Vec ra = {p->rx[i], p->ry[i]}, rb = cn_add(ra, d);
        cn_Vec spin = cn_sub(cn_cross_sv(b->w, rb), cn_cross_sv(a->w, ra));
        fastest = cn_maxf(fastest, -cn_dot(cn_add(v, spin), n));
    }
    float spin = cn_absf(a->w) * k->rare->extent_a[i] + cn_absf(b->w) * k->rare->extent_b[i];
    if (spin > f->fast && f->h * (spin + cn_length(v)) > k->rare->thin[i])
        fastest = cn_maxf(fastest, spin - cn_dot(v, n));
    return fastest;
}

/* What its rows say, without making a new manifold: is anything fast enough to bounce, and can it
 * arrive? As wide/impact_kernel.h says it for eight. Rows know the last blow, which the manifold of
 * the step does not. */
bool cn_impact_may_touch(const cn_ImpactStep *f, cn_Seat at) {
    const cn_Block *k = at.block;
    const cn_BlockRare *rare = k->rare;
    int i = at.lane;
    const cn_Motion *a = &f->w->scratch.order.step_motion[k->a[i]],
                    *b = &f->w->scratch.order.step_motion[k->b[i]];
    if (CN_HASTE * fastest_of(f, at, a, b) <= rare->blow_speed[i]) return false;
    float gap = NEVER, spin_a = cn_absf(a->w) * rare->extent_a[i],
          spin_b = cn_absf(b->w) * rare->extent_b[i];
    for (int j = 0; j < points_of(k); j++)
        if (k->point[j].normal_mass[i] > 0) gap = cn_minf(gap, k->point[j].base[i]);
    if (k->any_rounding) gap += rare->radius_a[i] + rare->radius_b[i];
    cn_Vec come = {k->dx[i] + (b->dx - a->dx) + f->h * (b->vx - a->vx),
                   k->dy[i] + (b->dy - a->dy) + f->h * (b->vy - a->vy)};
    float turn = cn_minf(cn_absf(a->dq.s) * rare->extent_a[i] + f->h * spin_a, rare->swing_a[i]) +
                 cn_minf(cn_absf(b->dq.s) * rare->extent_b[i] + f->h * spin_b, rare->swing_b[i]);
    return gap + (come.x * k->nx[i] + come.y * k->ny[i]) - turn < CN_ARRIVES;
}

/* m/s, at which a point comes nearer, when b's centre moves with v as seen from that of a. */
static float speed_of(const Pair *p, const cn_ImpactManifold *manifold, int i, cn_Vec v) {
    cn_Vec turn =
        cn_sub(cn_cross_sv(p->b.w, manifold->rb[i]), cn_cross_sv(p->a.w, manifold->ra[i]));
    return -cn_dot(cn_add(v, turn), manifold->normal);
}

/* How long until the first of its points that come fast enough arrives: 0 = now. */
static float time_to_blow(const Pair *p, const cn_ImpactManifold *manifold, float t) {
    float soonest = NEVER, h = p->f->h;
    cn_Vec v = cn_sub(cn_course_velocity(&p->b, t, h), cn_course_velocity(&p->a, t, h));
    for (int i = 0; i < manifold->count; i++) {
        float speed = speed_of(p, manifold, i, v);
        if (!is_blow(p, speed)) continue;
        soonest = cn_minf(soonest, manifold->gap[i] <= CN_TOUCH ? 0 : manifold->gap[i] / speed);
    }
    return soonest;
}

/* How near they are, along the normal. */
static float least_gap(const cn_ImpactManifold *manifold) {
    float least = NEVER;
    for (int i = 0; i < manifold->count; i++) least = cn_minf(least, manifold->gap[i]);
    return least;
}

/* From where the turning of two bodies is seen: from the air, or from one of them. What tumbles in
 * a drum hardly turns as seen from that, whose walls are fast. */
typedef struct View {
    float w;     /* rad/s, of the frame */
    float turn;  /* rad/s, of the bodies against each other, or both together */
    float speed; /* m/s, of the centre of one */
    float drift; /* m/s, by which that may change within the sub-step */
    float spin;  /* m/s, of the surfaces by turning, at most, and by that */
    int turning; /* body whose surface that is, -1: both */
} View;

/* A search for the time of touch. */
typedef struct Search {
    Pair pair;
    float margin;  /* m, that can be reached in the sub-step */
    View view;     /* where they turn */
    float glimpse; /* s, in which nothing new comes round unseen */
    bool turns;    /* by so much that another corner may come round, and be through */
} Search;

/* m/s of the surfaces by turning, at most. */
static float spin_of(const Pair *p, const cn_Contact *c) {
    return cn_absf(p->a.w) * cn_station(p->f->w, c->body_a).motion->extent +
           cn_absf(p->b.w) * cn_station(p->f->w, c->body_b).motion->extent;
}

/* m/s, of b's centre as seen from a's, in a frame that turns with w about it; so does b's frame see
 * a's, and against it. */
static cn_Vec seen_velocity(const Pair *p, float w, float t) {
    float h = p->f->h;
    cn_Vec v = cn_sub(cn_course_velocity(&p->b, t, h), cn_course_velocity(&p->a, t, h));
    return w != 0 ? cn_sub(v, cn_cross_sv(w, apart_at(p, t))) : v;
}

/* From the body that turns with w; the surface of the other has the extent. Both the place of that
 * and the frame's directions change within the sub-step. */
static View view_from(const Pair *p, float w, int turning, float speed) {
    float extent = cn_station(p->f->w, turning).motion->extent; /* 0: a wall that stands still */
    if (w == 0 || extent == 0) return (View){.spin = NEVER};
    float own = cn_length(seen_velocity(p, w, 0)), turn = cn_absf(p->b.w - p->a.w);
    float drift = cn_absf(w) * p->f->h * (speed + own);
    return (View){w, turn, own, drift, turn * extent + drift, turning};
}

/* That from which they turn and move least. */
static View best_view(const Pair *p, const cn_Contact *c, View air) {
    View a = view_from(p, p->a.w, c->body_b, air.speed),
         b = view_from(p, p->b.w, c->body_a, air.speed);
    View best = a.speed + a.spin < b.speed + b.spin ? a : b;
    return best.speed + best.spin < air.speed + air.spin ? best : air;
}

static float swing_of(const Search *s, const cn_Contact *c) {
    const cn_ImpactStep *f = s->pair.f;
    float turn = f->h * s->view.turn;
    if (s->view.turning >= 0) return cn_body_swing(f->w, s->view.turning, turn);
    return cn_body_swing(f->w, c->body_a, f->h * cn_absf(s->pair.a.w)) +
           cn_body_swing(f->w, c->body_b, f->h * cn_absf(s->pair.b.w));
}

static bool may_be_through(const View *v, const cn_ImpactStep *f, float thin) {
    return v->spin > f->fast && f->h * (v->speed + v->spin) > thin;
}

static void note_turning(Search *s, const cn_ImpactStep *f, const cn_Contact *c, float speed) {
    float turn = cn_absf(s->pair.a.w) + cn_absf(s->pair.b.w);
    s->view = (View){.turn = turn, .speed = speed, .spin = spin_of(&s->pair, c), .turning = -1};
    if (s->view.spin <= f->fast) return;
    float thin = cn_impact_thin(f->w, c->body_a, c->body_b);
    if (!may_be_through(&s->view, f, thin)) return;
    s->view = best_view(&s->pair, c, s->view);
    s->margin = MARGIN + f->h * (s->view.speed + s->view.drift) + swing_of(s, c);
    s->turns = may_be_through(&s->view, f, thin);
    if (!s->turns) return;
    float glimpse = cn_minf(GLIMPSE / s->view.turn, thin / (s->view.speed + s->view.spin));
    s->glimpse = cn_maxf(glimpse, f->h / ADVANCES);
}

/* When its pair is known. */
static void begin_search(Search *s) {
    const cn_ImpactStep *f = s->pair.f;
    const cn_Contact *c = s->pair.c;
    s->pair.blow_speed = blow_speed_of(f, c);
    float speed = cn_length(seen_velocity(&s->pair, 0, 0));
    s->margin = MARGIN + f->h * speed;
    s->turns = false;
    if (!(c->flags & CN_CONTACT_WHEELS)) note_turning(s, f, c, speed);
}

/* Overlaps, or is on the other side of something thin, since it was seen from normal. */
static bool is_past(const cn_ImpactManifold *manifold, cn_Vec normal, float gap) {
    return manifold->count > 0 &&
           (least_gap(manifold) < gap || cn_dot(manifold->normal, normal) < 0);
}

/* What turns may come round with another corner than those that were nearest. At t they were as
 * before says, at end they are past each other: the first time at which they touch anew. */
static float step_back(const Search *s, float t, float end, const cn_ImpactManifold *before,
                       cn_ImpactManifold *manifold) {
    float gap = least_gap(before) > CN_TOUCH ? CN_TOUCH : -0.5f * TOO_DEEP;
    for (int i = 0; i < HALVINGS && end - t > SHORTEST; i++) {
        float middle = 0.5f * (t + end);
        cn_ImpactManifold now;
        touch_at(&s->pair, middle, s->margin, &now);
        if (is_past(&now, before->normal, gap)) {
            end = middle;
            *manifold = now;
            if (!is_past(&now, before->normal, -TOO_DEEP)) break;
        } else {
            t = middle;
        }
    }
    return end;
}

/* Nothing comes fast enough now, but turning may change that: for how long it cannot. */
static float time_to_turn(const Search *s, const cn_ImpactManifold *manifold, float t) {
    float gap = least_gap(manifold);
    float speed = s->view.spin - cn_dot(seen_velocity(&s->pair, s->view.w, t), manifold->normal);
    if (manifold->count == 0 || speed <= s->pair.f->fast) return NEVER;
    return cn_maxf(gap / speed, s->glimpse);
}

/* Two corners that arrive at each other may look apart in any direction then: what was to touch now
 * touches, as it was seen before. */
static bool arrives(cn_ImpactManifold *manifold, const cn_ImpactManifold *before) {
    float gap = least_gap(before);
    if (before->count == 0 || least_gap(manifold) > CLOSE) return false;
    *manifold = *before;
    manifold->former = true;
    for (int i = 0; i < manifold->count; i++) manifold->gap[i] -= gap;
    return true;
}

/* What rebounds leaves the touch that it has just had. What does not may rest in a crowd that is
 * pushed by others within the sub-step: then only what is apart is clear, and discs, of which rows
 * know the way round, are theirs. */
static bool parts(const cn_Contact *c, const cn_ImpactManifold *manifold) {
    if (c->flags & CN_CONTACT_LIVELY) return least_gap(manifold) > -TOO_DEEP;
    return !(c->flags & CN_CONTACT_WHEELS) && least_gap(manifold) > CN_TOUCH;
}

/* ---- discs about the centres of their bodies ---------------------------------------------- */

typedef struct Roll {
    cn_Course course;
    cn_Vec arm; /* m, of the disc: a static body may have many */
    float radius;
} Roll;

typedef struct Rolls {
    Roll a, b;
    cn_Vec apart;     /* m, centre of b minus that of a when the step began */
    float blow_speed; /* m/s: slower approaches are no blows */
} Rolls;

static bool are_discs(const cn_Contact *c) {
    return (c->flags & (CN_CONTACT_WHEELS | CN_CONTACT_PLANE)) == CN_CONTACT_WHEELS;
}

static Roll roll_of(const cn_ImpactStep *f, int body, int piece) {
    const cn_World *w = f->w;
    const cn_Piece *p = &w->piece[piece];
    Roll r = {.course = cn_impact_course(f, body), .radius = p->radius};
    cn_Vec arm = cn_sub(w->vertices[p->first_vertex], r.course.center);
    if (arm.x != 0 || arm.y != 0) arm = cn_rotate(cn_rot_mul(r.course.dq, w->pose[body].q), arm);
    r.arm = arm;
    return r;
}

/* As touch_discs; a margin is not asked for. */
static void touch_rolls(const Rolls *r, float t, float h, cn_ImpactManifold *manifold) {
    cn_Vec apart = cn_add(
        r->apart, cn_sub(cn_course_way(&r->b.course, t, h), cn_course_way(&r->a.course, t, h)));
    cn_Vec d = cn_sub(cn_add(apart, r->b.arm), r->a.arm);
    float length;
    cn_Vec n = cn_normalize(d, &length);
    if (length < COINCIDE) n = (cn_Vec){0, 1}; /* one disc upon the other */
    manifold->count = 1, manifold->normal = n;
    manifold->gap[0] = length - (r->a.radius + r->b.radius);
    manifold->ra[0] = cn_mul_add(r->a.arm, 0.5f * (length + r->a.radius - r->b.radius), n);
    manifold->rb[0] = cn_sub(manifold->ra[0], apart);
}

static Rolls rolls_of(const cn_ImpactStep *f, const cn_Contact *c) {
    return (Rolls){roll_of(f, c->body_a, c->piece_a), roll_of(f, c->body_b, c->piece_b),
                   centers_apart(f->w, c), blow_speed_of(f, c)};
}

/* m/s, of the point at which they are nearest: v is that of b's centre as seen from a's. */
static float approach_of(cn_Vec v, float wa, float wb, const cn_ImpactManifold *manifold) {
    cn_Vec turn = cn_sub(cn_cross_sv(wb, manifold->rb[0]), cn_cross_sv(wa, manifold->ra[0]));
    return -cn_dot(cn_add(v, turn), manifold->normal);
}

static float rolls_approach(const Rolls *r, float t, float h, const cn_ImpactManifold *manifold) {
    cn_Vec v =
        cn_sub(cn_course_velocity(&r->b.course, t, h), cn_course_velocity(&r->a.course, t, h));
    return approach_of(v, r->a.course.w, r->b.course.w, manifold);
}

/* As cn_impact_time, where turning is of no account and the first look needs no geometry. */
static float time_of_discs(const cn_ImpactStep *f, const cn_Contact *c, float t,
                           cn_ImpactManifold *manifold) {
    Rolls r = rolls_of(f, c);
    cn_ImpactManifold before = {.count = 0};
    for (int i = 0; i < ADVANCES && t <= f->h; i++) {
        touch_rolls(&r, t, f->h, manifold);
        float gap = manifold->gap[0], speed = rolls_approach(&r, t, f->h, manifold);
        bool comes = speed > r.blow_speed;
        if (comes ? gap <= CN_TOUCH : arrives(manifold, &before)) return t;
        before = *manifold;
        t = comes ? t + gap / speed : NEVER;
    }
    manifold->clear = t > f->h && parts(c, manifold);
    return NEVER;
}

/* As cn_impact_glance, with the normal of the touch, or of where they come nearest. With that of
 * the sub-step's beginning a disc that was hit off centre left by half too fast, and another way.
 */
static void glance_discs(const cn_ImpactStep *f, const cn_Contact *c, cn_ImpactManifold *manifold,
                         float leaves[2]) {
    Rolls r = rolls_of(f, c);
    float t = 0, h = f->h, speed = 0;
    for (int i = 0; i < ADVANCES; i++) {
        touch_rolls(&r, t, h, manifold);
        speed = rolls_approach(&r, t, h, manifold);
        if (t >= h || speed <= 0 || manifold->gap[0] <= CN_TOUCH) break;
        t = cn_minf(t + manifold->gap[0] / speed, h);
    }
    float rebound = cn_contact_cold(f->w, c)->restitution * speed;
    manifold->clear = manifold->gap[0] > CN_ARRIVES;
    bool leave = !manifold->clear && speed > r.blow_speed && rebound > f->least_speed;
    leaves[0] = leave ? rebound : 0, leaves[1] = 0;
    /* along that normal, but as it is now */
    cn_Vec come = cn_sub(cn_sub(cn_course_way(&r.b.course, t, h), cn_course_way(&r.a.course, t, h)),
                         cn_sub(r.b.course.way, r.a.course.way));
    manifold->gap[0] -= cn_dot(come, manifold->normal);
}

static bool disc_left(const cn_ImpactStep *f, const cn_Contact *c, float t,
                      cn_ImpactManifold *manifold) {
    cn_Course a = cn_impact_course(f, c->body_a), b = cn_impact_course(f, c->body_b);
    cn_Vec v = cn_sub(cn_course_velocity(&b, t, f->h), cn_course_velocity(&a, t, f->h));
    if (manifold->count > 0 && approach_of(v, a.w, b.w, manifold) > blow_speed_of(f, c))
        return false;
    manifold->clear = parts(c, manifold);
    return true;
}

/* ---- any two ------------------------------------------------------------------------------ */

bool cn_impact_left(const cn_ImpactStep *f, const cn_Contact *c, float t,
                    cn_ImpactManifold *manifold) {
    if (are_discs(c)) return disc_left(f, c, t, manifold);
    Search s = {.pair.a = cn_impact_course(f, c->body_a), .pair.b = cn_impact_course(f, c->body_b)};
    s.pair.f = f, s.pair.c = c;
    s.pair.apart = centers_apart(f->w, c);
    s.pair.blow_speed = blow_speed_of(f, c);
    if (!(c->flags & CN_CONTACT_WHEELS))
        note_turning(&s, f, c, cn_length(seen_velocity(&s.pair, 0, 0)));
    if (s.turns || time_to_blow(&s.pair, manifold, t) < NEVER) return false;
    manifold->clear = parts(c, manifold);
    return true;
}

/* When the first of its points arrives within the sub-step, NEVER = none does; and how fast they
 * leave. */
static float look_ahead(const Pair *p, const cn_ImpactManifold *manifold, float restitution,
                        float leaves[2]) {
    float h = p->f->h, soonest = NEVER;
    cn_Vec v = cn_sub(cn_course_velocity(&p->b, 0, h), cn_course_velocity(&p->a, 0, h));
    leaves[0] = leaves[1] = 0;
    for (int i = 0; i < manifold->count; i++) {
        float gap = cn_maxf(manifold->gap[i], 0), speed = speed_of(p, manifold, i, v);
        if (gap - h * speed > CN_ARRIVES) continue;
        float t = speed > 0 ? cn_minf(gap / speed, h) : 0;
        cn_Vec then = cn_sub(cn_course_velocity(&p->b, t, h), cn_course_velocity(&p->a, t, h));
        float approach = speed_of(p, manifold, i, then), rebound = restitution * approach;
        if (is_blow(p, approach) && rebound > p->f->least_speed) leaves[i] = rebound;
        soonest = cn_minf(soonest, t);
    }
    return soonest;
}

/* Where its points will be at the time of touch: those of a corner stay where they are on its body,
 * and run along the face of the other. Both arms end at one place then, as they must for what a
 * blow takes from one body's turning to be what the other gets. */
static void run_on(cn_ImpactManifold *manifold, cn_Vec way) {
    float on_a = manifold->reference == 0 ? 0.5f : manifold->reference == 1 ? 1 : 0;
    for (int i = 0; i < manifold->count; i++) {
        manifold->ra[i] = cn_mul_add(manifold->ra[i], on_a, way);
        manifold->rb[i] = cn_mul_add(manifold->rb[i], on_a - 1, way);
    }
}

void cn_impact_glance(const cn_ImpactStep *f, const cn_Contact *c, cn_ImpactManifold *manifold,
                      float leaves[2]) {
    if (are_discs(c)) {
        glance_discs(f, c, manifold, leaves);
        return;
    }
    Pair p;
    fill_pair(&p, f, c);
    float dt = f->h * (float)f->w->def.substeps;
    cn_Vec v = cn_sub(p.b.v, p.a.v);
    p.blow_speed = blow_speed_of(f, c);
    touch_at(&p, 0, MARGIN + dt * (cn_length(v) + spin_of(&p, c)), manifold);
    float t = look_ahead(&p, manifold, cn_contact_cold(f->w, c)->restitution, leaves);
    manifold->clear = t == NEVER;
    if (manifold->clear) return;
    if (grazes(&p, manifold, 0)) manifold->count = 0;
    run_on(manifold, cn_scale(t, v));
}

float cn_impact_time(const cn_ImpactStep *f, const cn_Contact *c, float t,
                     cn_ImpactManifold *manifold) {
    if (are_discs(c)) return time_of_discs(f, c, t, manifold);
    Search s;
    fill_pair(&s.pair, f, c);
    manifold->clear = cn_impact_stays_apart(&s.pair, t);
    if (manifold->clear) return NEVER;
    begin_search(&s);
    float from = t, wait = NEVER;
    cn_ImpactManifold before = {.count = 0};
    for (int i = 0; i < (s.turns ? 2 * ADVANCES : ADVANCES) && t <= f->h; i++) {
        touch_at(&s.pair, t, s.margin, manifold);
        bool apart = s.turns && before.count > 0 && least_gap(&before) > -TOO_DEEP;
        if (apart && is_past(manifold, before.normal, -TOO_DEEP))
            t = step_back(&s, from, t, &before, manifold);
        bool came = wait < NEVER;
        wait = time_to_blow(&s.pair, manifold, t);
        if (wait == NEVER && came && !s.turns && arrives(manifold, &before)) wait = 0;
        if (wait == 0) return grazes(&s.pair, manifold, t) ? NEVER : t;
        from = t, before = *manifold;
        t += s.turns ? cn_minf(wait, time_to_turn(&s, manifold, t)) : wait;
    }
    manifold->clear = t > f->h && parts(c, manifold);
    return NEVER;
}
