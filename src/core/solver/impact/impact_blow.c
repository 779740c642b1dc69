/* impact_blow.c: what a blow does to the velocities of two bodies.
 *
 * Newton's rule of restitution along the normal and Coulomb's friction across it, at the one or two
 * points at which they touch.
 * Not here: when, and what else changes (impact.c); blows through several bodies
 * (impact_cluster.c). */
#include <math.h>

#include "data/body_access.h"
#include "data/contact_access.h"
#include "data/world.h"
#include "solver/impact/impact.h"

#define ROUNDS  12    /* rounds of Gauss-Seidel over two points with friction */
#define SETTLED 1e-5f /* ratio to an impulse: a round that changes less is the last */
#define ONE_WAY 1e-9  /* ratio of determinants: below it bodies give along one line alone */
#define FIRM    1e-6  /* ratio to what two free bodies give way: what links leave less of is firm */
#define ALIKE   1e-3f /* ratio of determinants: below it two points are too much one */

/* What an impulse on b, and against it on a, is to both, by their six coordinates. */
static void fill_impulse(cn_Vec p, cn_Vec ra, cn_Vec rb, double out[6]) {
    out[0] = -(double)p.x, out[1] = -(double)p.y, out[2] = -(double)cn_cross(ra, p);
    out[3] = (double)p.x, out[4] = (double)p.y, out[5] = (double)cn_cross(rb, p);
}

static void push_held(cn_Blow *v, cn_Vec p, cn_Vec ra, cn_Vec rb) {
    double impulse[6], dv[6] = {0};
    fill_impulse(p, ra, rb, impulse);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++) dv[k] += impulse[i] * v->held->give[i][k];
    v->va = cn_add(v->va, (cn_Vec){(float)dv[0], (float)dv[1]});
    v->vb = cn_add(v->vb, (cn_Vec){(float)dv[3], (float)dv[4]});
    v->wa += (float)dv[2], v->wb += (float)dv[5];
}

static inline void push(cn_Blow *v, cn_Vec p, cn_Vec ra, cn_Vec rb) {
    if (v->held) {
        push_held(v, p, ra, rb);
        return;
    }
    v->va = cn_mul_add(v->va, -v->ma.inv_m, p);
    v->vb = cn_mul_add(v->vb, v->mb.inv_m, p);
    v->wa -= v->ma.inv_i * cn_cross(ra, p);
    v->wb += v->mb.inv_i * cn_cross(rb, p);
}

static cn_Vec slip(const cn_Blow *v, cn_Vec ra, cn_Vec rb) {
    return cn_sub(cn_add(v->vb, cn_cross_sv(v->wb, rb)), cn_add(v->va, cn_cross_sv(v->wa, ra)));
}

/* What a unit along e at one point changes along d at another, 1/kg, where links hold them. */
static double held_give(const cn_Blow *v, cn_Vec ra, cn_Vec rb, cn_Vec d, cn_Vec sa, cn_Vec sb,
                        cn_Vec e) {
    double to[6], by[6], sum = 0;
    fill_impulse(d, ra, rb, to);
    fill_impulse(e, sa, sb, by);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++) sum += by[i] * v->held->give[i][k] * to[k];
    return sum;
}

/* The same at one point along one direction; 0 where links leave it nothing but rounding. */
static double held_along(const cn_Blow *v, cn_Vec ra, cn_Vec rb, cn_Vec n) {
    double give = held_give(v, ra, rb, n, ra, rb, n),
           mass = (double)cn_row_mass(v->ma, v->mb, cn_cross(ra, n), cn_cross(rb, n));
    return give * mass > FIRM ? give : 0;
}

static float mass_along(const cn_Blow *v, cn_Vec ra, cn_Vec rb, cn_Vec n) {
    if (v->held) {
        double give = held_along(v, ra, rb, n);
        return give > 0 ? (float)(1 / give) : 0;
    }
    return cn_row_mass(v->ma, v->mb, cn_cross(ra, n), cn_cross(rb, n));
}

typedef struct Struck {
    cn_Vec ra, rb;
    float normal_mass, tangent_mass;
    float target; /* m/s */
} Struck;

/* What the two are like where they meet. */
typedef struct Surface {
    float restitution, friction;
    float speed; /* m/s, of the surface itself */
} Surface;

/* m/s with which a point is to leave that has come with u. */
static float target_of(const cn_ImpactStep *f, const Surface *of, cn_Vec u, cn_Vec n) {
    float rebound = -of->restitution * cn_dot(u, n);
    return rebound > f->least_speed ? rebound : 0;
}

static Struck struck_at(const cn_ImpactStep *f, const cn_Blow *v, const cn_ImpactManifold *manifold,
                        int i, const Surface *of) {
    cn_Vec ra = manifold->ra[i], rb = manifold->rb[i], n = manifold->normal;
    return (Struck){ra, rb, mass_along(v, ra, rb, n), mass_along(v, ra, rb, cn_right(n)),
                    target_of(f, of, slip(v, ra, rb), n)};
}

/* Friction within its cone. */
static float slide(cn_Blow *v, const Struck *p, cn_Vec t, float surface_speed, float limit,
                   float old) {
    float vt = cn_dot(slip(v, p->ra, p->rb), t) - surface_speed;
    float now = cn_clampf(old - p->tangent_mass * vt, -limit, limit);
    push(v, cn_scale(now - old, t), p->ra, p->rb);
    return now;
}

static float surface_speed(const cn_World *w, const cn_Contact *c) {
    if (!(c->flags & CN_CONTACT_SPECIAL)) return 0;
    return cn_contact_rare(w, (int)(c - w->contact)).surface_speed;
}

static float approach(const cn_Blow *v, const Struck *p, cn_Vec n) {
    return cn_dot(slip(v, p->ra, p->rb), n) - p->target;
}

static void press(cn_Blow *v, const Struck *p, cn_Vec n, float more) {
    push(v, cn_scale(more, n), p->ra, p->rb);
}

/* What a unit of impulse at one point does to the approach at the other. */
static float between(const cn_Blow *v, const Struck *p, const Struck *q, cn_Vec n) {
    if (v->held) return (float)held_give(v, p->ra, p->rb, n, q->ra, q->rb, n);
    return v->ma.inv_m + v->mb.inv_m + v->ma.inv_i * cn_cross(p->ra, n) * cn_cross(q->ra, n) +
           v->mb.inv_i * cn_cross(p->rb, n) * cn_cross(q->rb, n);
}

/* Both normal impulses at once, so that what falls flat is not turned by the order of its points:
 * both push, or one does and the other parts faster than it has to, or none (a linear
 * complementarity problem of two; it has one answer since the matrix is positive definite). */
static bool press_both(cn_Blow *v, const Struck *p, cn_Vec n, float normal[2]) {
    float k11 = 1 / p[0].normal_mass, k22 = 1 / p[1].normal_mass;
    float k12 = between(v, &p[0], &p[1], n), det = k11 * k22 - k12 * k12;
    if (!(det > ALIKE * k11 * k22)) return false;
    float was1 = normal[0], was2 = normal[1];
    float b1 = approach(v, &p[0], n) - k11 * was1 - k12 * was2;
    float b2 = approach(v, &p[1], n) - k12 * was1 - k22 * was2;
    float j1 = (k12 * b2 - k22 * b1) / det, j2 = (k12 * b1 - k11 * b2) / det;
    if (j1 < 0 || j2 < 0) {
        j1 = cn_maxf(0, -b1 / k11), j2 = 0;
        if (b2 + k12 * j1 < 0) {
            j1 = 0, j2 = cn_maxf(0, -b2 / k22);
        }
    }
    press(v, &p[0], n, j1 - was1);
    press(v, &p[1], n, j2 - was2);
    normal[0] = j1, normal[1] = j2;
    return true;
}

static void press_each(cn_Blow *v, const Struck *p, cn_Vec n, float normal[2]) {
    for (int i = 0; i < 2; i++) {
        float now = cn_maxf(0, normal[i] - p[i].normal_mass * approach(v, &p[i], n));
        press(v, &p[i], n, now - normal[i]);
        normal[i] = now;
    }
}

/* How one point gives: what a unit of impulse changes there along and across the normal, and what
 * each of both changes of the other, 1/kg. */
typedef struct Give {
    double along, across, mixed;
} Give;

static Give give_of(const cn_Blow *v, cn_Vec ra, cn_Vec rb, cn_Vec n, cn_Vec t) {
    if (v->held)
        return (Give){held_along(v, ra, rb, n), held_along(v, ra, rb, t),
                      held_give(v, ra, rb, n, ra, rb, t)};
    double m = (double)v->ma.inv_m + (double)v->mb.inv_m;
    double ia = (double)v->ma.inv_i, ib = (double)v->mb.inv_i;
    double an = (double)cn_cross(ra, n), bn = (double)cn_cross(rb, n);
    double at = (double)cn_cross(ra, t), bt = (double)cn_cross(rb, t);
    return (Give){m + ia * an * an + ib * bn * bn, m + ia * at * at + ib * bt * bt,
                  ia * an * at + ib * bn * bt};
}

/* At one point impulses have a closed form: those that leave with e times the speed of approach and
 * stop all sliding, where they are within the cone of friction. Else those on its edge on the same
 * side: where nothing but the speed along the normal is right, the impulses are a line, which
 * leaves the cone once, and beyond that slides against the friction. */
static cn_Impulses strike_point(const cn_ImpactStep *f, cn_Blow *v,
                                const cn_ImpactManifold *manifold, const Surface *of) {
    cn_Impulses j = {{0, 0}, {0, 0}};
    cn_Vec n = manifold->normal, t = cn_right(n), ra = manifold->ra[0], rb = manifold->rb[0];
    cn_Vec u = slip(v, ra, rb);
    Give give = give_of(v, ra, rb, n, t);
    double close = (double)(target_of(f, of, u, n) - cn_dot(u, n));
    double slides = (double)(of->speed - cn_dot(u, t));
    if (!(close > 0) || !(give.along > 0)) return j;
    double normal = close / give.along, tangent = 0, edge = (double)of->friction;
    double square = give.along * give.across, det = square - give.mixed * give.mixed;
    if (edge > 0 && det > ONE_WAY * square) {
        normal = (give.across * close - give.mixed * slides) / det;
        tangent = (give.along * slides - give.mixed * close) / det;
        if (fabs(tangent) > edge * normal) {
            double side = tangent > 0 ? edge : -edge;
            normal = close / (give.along + side * give.mixed);
            tangent = side * normal;
        }
    }
    j.normal[0] = (float)normal, j.tangent[0] = (float)tangent;
    push(v, cn_mul_add(cn_scale(j.normal[0], n), j.tangent[0], t), ra, rb);
    return j;
}

/* Leave with e times the speed of approach: in turn both points along the normal, and friction. One
 * round is enough without friction, unless they are nearly one. */
static cn_Impulses strike_both(const cn_ImpactStep *f, cn_Blow *v,
                               const cn_ImpactManifold *manifold, const Surface *of) {
    cn_Vec n = manifold->normal, t = cn_right(n);
    cn_Impulses j = {{0, 0}, {0, 0}};
    Struck point[2];
    for (int i = 0; i < 2; i++) point[i] = struck_at(f, v, manifold, i, of);
    bool settled = false;
    for (int rounds = ROUNDS; rounds > 0 && !settled; rounds--) {
        cn_Impulses was = j;
        if (!press_both(v, point, n, j.normal)) press_each(v, point, n, j.normal);
        settled = true;
        for (int i = 0; i < 2; i++) {
            float limit = of->friction * j.normal[i];
            if (of->friction > 0)
                j.tangent[i] = slide(v, &point[i], t, of->speed, limit, j.tangent[i]);
            float change =
                cn_absf(j.normal[i] - was.normal[i]) + cn_absf(j.tangent[i] - was.tangent[i]);
            settled = settled && change <= SETTLED * j.normal[i];
        }
    }
    return j;
}

/* N s on b at one of the points. */
static cn_Vec impulse_at(const cn_ImpactManifold *manifold, const cn_Impulses *j, int i) {
    return cn_mul_add(cn_scale(j->normal[i], manifold->normal), j->tangent[i],
                      cn_right(manifold->normal));
}

/* The work of impulses is a parabola in their common scale, J. */
typedef struct Work {
    double linear, square;
} Work;

static Work work_of(const cn_Blow *before, const cn_Blow *after, const cn_ImpactManifold *manifold,
                    const cn_Impulses *j) {
    Work work = {0, 0};
    for (int i = 0; i < manifold->count; i++) {
        cn_Vec p = impulse_at(manifold, j, i);
        cn_Vec u = slip(before, manifold->ra[i], manifold->rb[i]);
        cn_Vec du = cn_sub(slip(after, manifold->ra[i], manifold->rb[i]), u);
        work.linear += (double)cn_dot(p, u);
        work.square += 0.5 * (double)cn_dot(p, du);
    }
    return work;
}

/* Newton's rule at several points at once, or with friction, can make energy (Stronge, "Impact
 * Mechanics", 2000, chapter 3): where their work ends above zero the impulses are scaled to where
 * it is zero. */
static float lossless_scale(Work work) {
    bool makes = work.linear + work.square > 0;
    return makes && work.linear < 0 ? (float)(-work.linear / work.square) : 1;
}

static bool is_made(Work work) { return work.linear >= 0 && work.linear + work.square > 0; }

/* The one of two points that comes faster. */
static int comes_first(const cn_Blow *before, const cn_ImpactManifold *manifold) {
    cn_Vec n = manifold->normal;
    float first = cn_dot(slip(before, manifold->ra[0], manifold->rb[0]), n);
    return cn_dot(slip(before, manifold->ra[1], manifold->rb[1]), n) < first;
}

/* One point alone, of two. */
static cn_Blow strike_one(const cn_ImpactStep *f, const cn_Contact *c,
                          const cn_ImpactManifold *manifold, const cn_Blow *before,
                          cn_Impulses *j) {
    int at = comes_first(before, manifold);
    cn_ImpactManifold alone = *manifold;
    alone.count = 1, alone.ra[0] = manifold->ra[at], alone.rb[0] = manifold->rb[at];
    cn_Blow by = cn_impact_strike(f, c, &alone, before, j);
    if (at == 1) {
        j->normal[1] = j->normal[0], j->tangent[1] = j->tangent[0];
        j->normal[0] = j->tangent[0] = 0;
    }
    return by;
}

cn_Blow cn_impact_strike(const cn_ImpactStep *f, const cn_Contact *c,
                         const cn_ImpactManifold *manifold, const cn_Blow *before,
                         cn_Impulses *impulses) {
    Surface of = {cn_contact_cold(f->w, c)->restitution, c->friction, surface_speed(f->w, c)};
    /* a conveyor may do work, and so may what gives back more than it was given */
    bool works = of.speed != 0 || of.restitution > 1;
    cn_Blow v = *before;
    cn_Impulses j = {{0, 0}, {0, 0}}; /* of points that do not touch after all */
    if (manifold->count == 1) j = strike_point(f, &v, manifold, &of);
    if (manifold->count == 2) j = strike_both(f, &v, manifold, &of);
    Work work = work_of(before, &v, manifold, &j);
    /* a point that parts, and is stopped by the other's blow, drives that on: in turn they do not
     */
    if (!works && manifold->count == 2 && is_made(work))
        return strike_one(f, c, manifold, before, impulses);
    float k = works ? 1 : lossless_scale(work);
    for (int i = 0; i < 2; i++) {
        impulses->normal[i] = k * j.normal[i];
        impulses->tangent[i] = k * j.tangent[i];
    }
    v.va = cn_scale(k, cn_sub(v.va, before->va)), v.vb = cn_scale(k, cn_sub(v.vb, before->vb));
    v.wa = k * (v.wa - before->wa), v.wb = k * (v.wb - before->wb);
    return v;
}

void cn_impact_add_up(const cn_ImpactManifold *manifold, const cn_Impulses *impulses,
                      double sum[6]) {
    double each[6];
    for (int k = 0; k < 6; k++) sum[k] = 0;
    for (int i = 0; i < manifold->count; i++) {
        fill_impulse(impulse_at(manifold, impulses, i), manifold->ra[i], manifold->rb[i], each);
        for (int k = 0; k < 6; k++) sum[k] += each[k];
    }
}
