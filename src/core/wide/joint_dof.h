/* joint_dof.h: eight joints at work, and what acts along one of their degrees of freedom.
 *
 * What a joint holds exactly is a soft constraint in `solve` and exact in `relax`, as with
 * contacts; its arms turn with the bodies, so that both passes see where the anchors are now.
 * Springs are solved in `solve` alone, from where the sub-step began: see spring.c.
 * Sources: Catto, "Soft Constraints", GDC 2011, and "Solver2D", 2024; the rows of each kind follow
 * from the time derivative of what it holds.
 * Included by joint_anchor.h, once for each instruction set. */
#include "wide/joint_block.h"

/* One block at work: what is loaded once a pass. */
typedef struct Joint {
    cn_JointBlock *k;
    cn_JointAxis *x;
    vf ma, ia, mb, ib;
    vf rax, ray, rbx, rby; /* now */
    vf gx, gy;             /* gap now */
    vf ca, sa, cb, sb;     /* how far both have turned in this step */
    Columns a, b;          /* velocities */
    vf lean_a, lean_b;     /* N m s, against the turning of a, and of b: of point springs */
} Joint;

/* How hard a pass works on errors. */
typedef struct Hardness {
    vf rate, mass, impulse, inv_h, h, push;
    bool soft;   /* else velocities alone: relax */
    bool counts; /* impulses are added up: in one relax pass of each sub-step */
} Hardness;

INLINE Hardness hardness(const cn_JointBatch *q, const cn_JointSubStep *s, bool soft) {
    const cn_Softness *rigid = q->rows & CN_ROW_NET ? &s->net : &s->rigid;
    Hardness r = {.inv_h = splat(s->inv_h), .h = splat(1 / s->inv_h), .soft = soft};
    r.rate = splat(soft ? rigid->bias_rate : 0);
    r.mass = splat(soft ? rigid->mass_scale : 1);
    r.impulse = splat(soft ? rigid->impulse_scale : 0);
    r.push = splat(soft ? s->push_speed : 0);
    r.counts = !soft && s->counts;
    return r;
}

INLINE Joint load_joint(cn_JointBlock *k, cn_JointAxis *x, const cn_Motion *motion) {
    Columns da = load_delta(motion, k->a), db = load_delta(motion, k->b);
    Joint j = {.k = k, .x = x};
    j.a = gather((const char *)motion, k->a);
    j.b = gather((const char *)motion, k->b);
    j.ma = load(k->inv_ma), j.ia = load(k->inv_ia);
    j.mb = load(k->inv_mb), j.ib = load(k->inv_ib);
    j.ca = da.z, j.sa = da.w, j.cb = db.z, j.sb = db.w;
    vf rax = load(k->rax), ray = load(k->ray), rbx = load(k->rbx), rby = load(k->rby);
    j.rax = da.z * rax - da.w * ray, j.ray = da.w * rax + da.z * ray;
    j.rbx = db.z * rbx - db.w * rby, j.rby = db.w * rbx + db.z * rby;
    j.gx = load(k->gap_x) + ((db.x - da.x) + ((j.rbx - rbx) - (j.rax - rax)));
    j.gy = load(k->gap_y) + ((db.y - da.y) + ((j.rby - rby) - (j.ray - ray)));
    return j;
}

INLINE void store_joint(const Joint *j, cn_Motion *motion) {
    if (j->k->any_fixed) {
        store_moving(j->k->a, j->k->inv_ma, motion, j->a);
        store_moving(j->k->b, j->k->inv_mb, motion, j->b);
    } else {
        scatter((char *)motion, j->k->a, j->a);
        scatter((char *)motion, j->k->b, j->b);
    }
}

/* ---- speeds and impulses ------------------------------------------------------------------ */

INLINE void push_points(Joint *j, vf px, vf py) {
    j->a.x -= j->ma * px, j->a.y -= j->ma * py;
    j->a.z -= j->ia * (j->rax * py - j->ray * px);
    j->b.x += j->mb * px, j->b.y += j->mb * py;
    j->b.z += j->ib * (j->rbx * py - j->rby * px);
}

INLINE void push_turn(Joint *j, vf p) {
    j->a.z -= j->ia * p;
    j->b.z += j->ib * p;
}

INLINE vf point_speed_x(const Joint *j) {
    return (j->b.x - j->b.z * j->rby) - (j->a.x - j->a.z * j->ray);
}

INLINE vf point_speed_y(const Joint *j) {
    return (j->b.y + j->b.z * j->rbx) - (j->a.y + j->a.z * j->rax);
}

/* ---- both anchors together ---------------------------------------------------------------- */

typedef struct Pair {
    vf x, y;
} Pair;

/* The impulse at both anchors that changes their speed by v. The determinant is written as a sum of
 * squares, so that long arms do not cancel: with m the sum of inverse masses,
 * det = m^2 + m (ia ra^2 + ib rb^2) + ia ib (ra x rb)^2. */
INLINE vf point_inverse(const Joint *j, vf m, vf xx_yy) {
    vf cross = j->rax * j->rby - j->ray * j->rbx;
    return inverse(m * (m + xx_yy) + j->ia * j->ib * (cross * cross));
}

INLINE Pair point_impulse(const Joint *j, Pair v) {
    vf m = j->ma + j->mb;
    vf ay = j->ia * j->ray, by = j->ib * j->rby, ax = j->ia * j->rax, bx = j->ib * j->rbx;
    vf yy = ay * j->ray + by * j->rby, xx = ax * j->rax + bx * j->rbx;
    vf xy = ax * j->ray + bx * j->rby;
    vf inv = point_inverse(j, m, xx + yy);
    return (Pair){inv * ((m + xx) * v.x + xy * v.y), inv * (xy * v.x + (m + yy) * v.y)};
}

/* ---- ways ---------------------------------------------------------------------------------- */

/* One degree of freedom of b against a: along n with arms sa, sb, or about the joint. What else the
 * joint holds gives way to nothing: a push along the way is answered by the rows that follow, and
 * with q what of their error counts against the speed, all of them together come out as if solved
 * at once (block elimination). mass: of the way with all that in place. */
typedef enum Held { HELD_NOTHING, HELD_POINT, HELD_SLIDE } Held;

typedef struct Dof {
    vf nx, ny, sa, sb;
    vf mass;
    bool turns;
    Held held;
    vf qx, qy;
    vf tx, ty, ta, tb; /* slide: the way across */
} Dof;

INLINE vf plain_speed(const Joint *j, const Dof *w) {
    if (w->turns) return j->b.z - j->a.z;
    return ((j->b.x - j->a.x) * w->nx + (j->b.y - j->a.y) * w->ny) +
           (w->sb * j->b.z - w->sa * j->a.z);
}

INLINE vf dof_speed(const Joint *j, const Dof *w) {
    vf v = plain_speed(j, w);
    if (w->held == HELD_POINT) v -= w->qx * point_speed_x(j) + w->qy * point_speed_y(j);
    if (w->held == HELD_SLIDE) {
        Dof t = {.nx = w->tx, .ny = w->ty, .sa = w->ta, .sb = w->tb};
        v -= w->qx * plain_speed(j, &t) + w->qy * (j->b.z - j->a.z);
    }
    return v;
}

/* The determinant of all three rows of b against a over the sum of inverse masses m, for arms that
 * differ by d: again a sum of squares. */
INLINE vf whole_inverse_mass(const Joint *j, vf dx, vf dy) {
    vf m = j->ma + j->mb;
    return (j->ia + j->ib) * m + j->ia * j->ib * (dx * dx + dy * dy);
}

/* About the joint. anchored: the anchors stay together meanwhile. */
INLINE Dof turn_dof(const Joint *j, bool anchored) {
    Dof w = {.mass = inverse(j->ia + j->ib), .turns = true};
    if (!anchored) return w;
    vf m = j->ma + j->mb;
    vf aa = j->rax * j->rax + j->ray * j->ray, bb = j->rbx * j->rbx + j->rby * j->rby;
    vf inv = point_inverse(j, m, j->ia * aa + j->ib * bb);
    vf whole = whole_inverse_mass(j, j->rbx - j->rax, j->rby - j->ray);
    Pair c = {-(j->ia * j->ray + j->ib * j->rby), j->ia * j->rax + j->ib * j->rbx};
    Pair q = point_impulse(j, c);
    w.held = HELD_POINT;
    w.qx = q.x, w.qy = q.y;
    w.mass = inverse(whole * (m * inv));
    return w;
}

INLINE Dof line_dof(const Joint *j, vf nx, vf ny, vf ax, vf ay) {
    Dof w = {.nx = nx, .ny = ny, .sa = ax * ny - ay * nx, .sb = j->rbx * ny - j->rby * nx};
    w.mass = inverse(j->ma + j->mb + j->ia * w.sa * w.sa + j->ib * w.sb * w.sb);
    return w;
}

INLINE void push_dof(Joint *j, const Dof *w, vf p) {
    if (w->turns) {
        push_turn(j, p);
        return;
    }
    vf px = p * w->nx, py = p * w->ny;
    j->a.x -= j->ma * px, j->a.y -= j->ma * py, j->a.z -= j->ia * (w->sa * p);
    j->b.x += j->mb * px, j->b.y += j->mb * py, j->b.z += j->ib * (w->sb * p);
}

INLINE vf clamp_lane(vf v, vf most) { return maxv(-most, minv(most, v)); }

/* times as fast as contacts push: what a joint has come apart under load comes back no faster. */
#define MOST_BIAS 10

INLINE vf bias_of(const Joint *j, const Hardness *s, vf error) {
    vf bias = clamp_lane(s->rate * error, splat(MOST_BIAS) * s->push);
    return j->k->any_push ? clamp_lane(bias, load(j->k->push)) : bias;
}

/* ---- rows along one way ------------------------------------------------------------------- */

/* What is left of the impulse of a spring at x that closes no faster than it may: the speed v
 * counts what the old one has done. */
INLINE vf ease_dof(const Joint *j, vf now, vf old, vf v, vf mass, vf x) {
    if (!j->k->any_ease) return now;
    vf zero = splat(0), most = mass * load(j->x->ease), without = mass * v - old;
    vf back = maxv(now, minv(zero, -most - without)), ahead = minv(now, maxv(zero, most - without));
    return choose(x > zero, back, ahead);
}

INLINE void spring_row(Joint *j, const Dof *w, const cn_SpringLanes *q, vf x, float *impulse) {
    vf old = load(impulse), v = dof_speed(j, w);
    vf wanted = load(q->give) * v + load(q->stiff) * x + load(q->damp) * load(j->x->before);
    vf p = -(w->mass * wanted + old) * load(q->scale);
    if (j->k->any_capped) {
        vf now = old + p, capped = clamp_lane(now, load(j->x->line_most));
        p = choose(capped == now, p, capped - old); /* as below */
    }
    if (j->k->any_ease) {
        vf now = old + p, eased = ease_dof(j, now, old, v, w->mass, x);
        p = choose(eased == now, p, eased - old); /* nothing changes for the lanes beside it */
    }
    store(impulse, old + p);
    push_dof(j, w, p);
}

/* What has passed an end comes back no faster than contacts push: a sweep does not take all of
 * that speed out again, and it would be made of nothing. */
INLINE vf speed_back(const Joint *j, const Hardness *s, vf room) {
    return maxv(bias_of(j, s, room), -s->push);
}

/* As fast as brings an end that is so far away just within reach; back, when it is passed. */
INLINE vf speed_to_end(const Joint *j, const Hardness *s, vf room) {
    return choose(room > splat(0), room * s->inv_h, speed_back(j, s, room));
}

/* A motor goes no further than the limits, or the two would push against each other without end. */
INLINE vf motor_speed(const Joint *j, const Hardness *s, int rows, vf x) {
    vf speed = load(j->x->motor_speed);
    if (!(rows & CN_ROW_LIMITS)) return speed;
    speed = minv(speed, speed_to_end(j, s, load(j->x->upper) - x));
    return maxv(speed, -speed_to_end(j, s, x - load(j->x->lower)));
}

INLINE void motor_row(Joint *j, const Dof *w, const Hardness *s, int rows, vf x) {
    vf old = load(j->x->motor_impulse), speed = motor_speed(j, s, rows, x);
    vf wanted = old - w->mass * (dof_speed(j, w) - speed);
    vf now = clamp_lane(wanted, load(j->x->motor_most));
    store(j->x->motor_impulse, now);
    push_dof(j, w, now - old);
}

/* room: how far away the end is; side +1 pushes forwards along the way, -1 backwards. */
INLINE void end_row(Joint *j, const Dof *w, const Hardness *s, vf room, vf side, float *impulse) {
    vf zero = splat(0), old = load(impulse), v = side * dof_speed(j, w);
    vi ahead = room > zero;
    vf bias = choose(ahead, room * s->inv_h, speed_back(j, s, room));
    vf mass = choose(ahead, splat(1), s->mass), soft = choose(ahead, zero, s->impulse);
    vf now = maxv(zero, old - (mass * w->mass * (v + bias) + soft * old));
    store(impulse, now);
    push_dof(j, w, side * (now - old));
}

/* What a soft row forgets of its impulse is what makes it soft: a load sags on it. A row that
 * keeps most of what it bore in the step before forgets the rest alone, and sags by as much less
 * (augmented Lagrangian: Hestenes, "Multiplier and Gradient Methods", 1969). */
INLINE vf leak(const Joint *j, const Hardness *s, vf impulse, const float *kept) {
    if (j->k->any_keep) impulse -= load(kept);
    return s->impulse * impulse;
}

INLINE void hold_row(Joint *j, const Dof *w, const Hardness *s, vf error, float *impulse,
                     const float *kept) {
    vf old = load(impulse);
    vf p = -(s->mass * w->mass * (dof_speed(j, w) + bias_of(j, s, error)) + leak(j, s, old, kept));
    store(impulse, old + p);
    push_dof(j, w, p);
}

/* All that acts along one way at x. */
INLINE void dof_rows(Joint *j, const Dof *w, const Hardness *s, int rows, vf x) {
    cn_JointAxis *q = j->x;
    if (rows & CN_ROW_SPRING && s->soft)
        spring_row(j, w, &q->spring, x - load(q->target), q->spring_impulse);
    if (rows & CN_ROW_MOTOR) motor_row(j, w, s, rows, x);
    if (rows & CN_ROW_HOLD) hold_row(j, w, s, x - load(q->target), q->hold_impulse, q->kept_hold);
    if (!(rows & CN_ROW_LIMITS) || rows & CN_ROW_HARD_LIMITS) return;
    end_row(j, w, s, x - load(q->lower), splat(1), q->lower_impulse);
    end_row(j, w, s, load(q->upper) - x, splat(-1), q->upper_impulse);
}

/* Along the way, without rods: signs as they act on b. */
INLINE vf dof_impulse(const Joint *j, int rows) {
    const cn_JointAxis *q = j->x;
    vf p = splat(0);
    if (rows & CN_ROW_SPRING) p += load(q->spring_impulse);
    if (rows & CN_ROW_MOTOR) p += load(q->motor_impulse);
    if (rows & CN_ROW_HOLD) p += load(q->hold_impulse);
    if (rows & CN_ROW_LIMITS) p += load(q->lower_impulse) - load(q->upper_impulse);
    return p;
}
