/* impact_apart.c: bodies that a line keeps apart through a sub-step.
 *
 * Most that may come together does not, and what tells so is one line between the two, that turns
 * with the body whose face it is: both are on their own side of it at both ends of the sub-step,
 * and by more than paths are bent in between.
 * Not here: when two come together (time_of_impact.c). */
#include "base/rotation.h"
#include "data/contact_access.h"
#include "data/world.h"
#include "solver/impact/impact_pair.h"

/* One of the two. */
typedef struct Side {
    const cn_Course *course;
    const cn_Geom *geom;
    float extent; /* m; 0: a wall that stands still */
} Side;

static float extent_of(const cn_ImpactPair *p, int body) {
    return cn_station(p->f->w, body).motion->extent;
}

/* m, from the centre of its body, by which it reaches along a direction; q: how it is turned. */
static inline float reach(const Side *s, cn_Rot q, cn_Vec along) {
    cn_Vec n = cn_unrotate(q, along);
    const cn_Vec *v = s->geom->vertices;
    float most = cn_dot(n, v[0]);
    for (int i = 1; i < s->geom->count; i++) most = cn_maxf(most, cn_dot(n, v[i]));
    return most - cn_dot(n, s->course->center) + s->geom->radius;
}

static inline cn_Rot turned(cn_Rot q, float angle) {
    return angle != 0 ? cn_rot_mul(cn_small_rotation(angle), q) : q;
}

/* How the other goes, as seen from the one whose face it is. */
typedef struct Going {
    cn_Vec apart; /* m, of the centres when the sub-step begins */
    cn_Vec v;     /* m/s, over the whole sub-step */
    cn_Vec kick;  /* m/s, what forces give in it */
} Going;

static inline Going going_of(const cn_ImpactPair *p, bool from_a) {
    cn_Vec apart = cn_add(p->apart, cn_sub(p->b.way, p->a.way));
    cn_Vec v = cn_sub(p->b.v, p->a.v), kick = cn_sub(p->b.kick, p->a.kick);
    return from_a ? (Going){apart, v, kick} : (Going){cn_neg(apart), cn_neg(v), cn_neg(kick)};
}

/* m, by which a path of time dt may be nearer than the chord: that of any point of the other, as
 * seen from the body that the line turns with. */
static inline float sag(const Side *own, const Side *other, const Going *g, float h, float dt) {
    float turn = other->course->w - own->course->w, w = cn_absf(own->course->w);
    float kick = cn_absf(g->kick.x) + cn_absf(g->kick.y);
    float speed = cn_absf(g->v.x) + cn_absf(g->v.y) + kick;
    float apart = cn_absf(g->apart.x) + cn_absf(g->apart.y) + h * speed;
    float bend = turn * turn * other->extent + w * (3 * w * apart + 2 * speed) + kick / h;
    return 0.125f * dt * dt * bend;
}

/* The direction that was n when the sub-step began, in the frame of own. */
static inline cn_Vec line_at(const Side *own, cn_Vec n, float t) {
    float turn = t * own->course->w;
    return turn != 0 ? cn_rotate(cn_small_rotation(turn), n) : n;
}

/* m, of the other over a line through the centre of own with direction n, at time t. */
static inline float height_of(const Side *other, cn_Vec apart, cn_Vec n, float t) {
    cn_Rot q = turned(other->course->q, t * other->course->w);
    return cn_dot(n, apart) - reach(other, q, cn_neg(n));
}

/* The direction in which the rows of the contact push, from own to the other, as own has turned
 * since. */
static inline cn_Vec pushed_along(const cn_ImpactPair *p, bool from_a, const Side *own) {
    cn_Seat seat = cn_seat_of(p->f->w, p->c);
    cn_Vec n = {seat.block->nx[seat.lane], seat.block->ny[seat.lane]};
    if (!from_a) n = cn_neg(n);
    return own->course->dq.s != 0 ? cn_rotate(own->course->dq, n) : n;
}

bool cn_impact_stays_apart(const cn_ImpactPair *p, float t) {
    const cn_Contact *c = p->c;
    if (c->flags & (CN_CONTACT_WHEELS | CN_CONTACT_PLANE)) return false;
    Side a = {&p->a, &p->ga, extent_of(p, c->body_a)}, b = {&p->b, &p->gb, extent_of(p, c->body_b)};
    bool from_a = a.extent == 0 || (b.extent > 0 && cn_contact_cold(p->f->w, c)->reference != 2);
    const Side *own = from_a ? &a : &b, *other = from_a ? &b : &a;
    Going g = going_of(p, from_a);
    cn_Vec n = pushed_along(p, from_a, own), apart = g.apart;
    float h = p->f->h, surface = reach(own, own->course->q, n);
    if (t != 0) apart = cn_mul_add(cn_mul_add(apart, t, g.v), 0.5f * t * (t / h - 1), g.kick);
    float gap = height_of(other, apart, line_at(own, n, t), t) - surface;
    float least = CN_TOUCH + sag(own, other, &g, h, h - t);
    if (!(gap > least)) return false;
    apart = cn_mul_add(g.apart, h, g.v);
    return height_of(other, apart, line_at(own, n, h), h) - surface > least;
}
