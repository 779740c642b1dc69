/* joint_kernel.h: sequential impulses for joints, eight at a time.
 *
 * What a joint holds exactly is a soft constraint in `solve` and exact in `relax`, as with
 * contacts; its arms turn with the bodies, so that both passes see where the anchors are now.
 * Springs are solved in `solve` alone, from where the sub-step began: see joint_spring.c.
 * Sources: Catto, "Soft Constraints", GDC 2011, and "Solver2D", 2024; the rows of each kind follow
 * from the time derivative of what it holds.
 * Included by one file for each instruction set, after kernel.h. */
#include "joint_block.h"

/* One block at work: what is loaded once a pass. */
typedef struct Joint {
    cn_JointBlock *k;
    cn_JointAxis *x;
    vf ma, ia, mb, ib;
    vf rax, ray, rbx, rby; /* now */
    vf gx, gy;             /* gap now */
    vf ca, sa, cb, sb;     /* how far both have turned in this step */
    Columns a, b;          /* velocities */
} Joint;

/* How hard a pass works on errors. */
typedef struct Hardness {
    vf rate, mass, impulse, inv_h, h;
    bool soft; /* else velocities alone: relax */
} Hardness;

INLINE Hardness hardness(const cn_JointSubStep *s, bool soft) {
    vf h = splat(1 / s->inv_h);
    if (!soft) return (Hardness){splat(0), splat(1), splat(0), splat(s->inv_h), h, false};
    return (Hardness){splat(s->rigid.bias_rate),
                      splat(s->rigid.mass_scale),
                      splat(s->rigid.impulse_scale),
                      splat(s->inv_h),
                      h,
                      true};
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

typedef struct Way {
    vf nx, ny, sa, sb;
    vf mass;
    bool turns;
    Held held;
    vf qx, qy;
    vf tx, ty, ta, tb; /* slide: the way across */
} Way;

INLINE vf plain_speed(const Joint *j, const Way *w) {
    if (w->turns) return j->b.z - j->a.z;
    return ((j->b.x - j->a.x) * w->nx + (j->b.y - j->a.y) * w->ny) +
           (w->sb * j->b.z - w->sa * j->a.z);
}

INLINE vf way_speed(const Joint *j, const Way *w) {
    vf v = plain_speed(j, w);
    if (w->held == HELD_POINT) v -= w->qx * point_speed_x(j) + w->qy * point_speed_y(j);
    if (w->held == HELD_SLIDE) {
        Way t = {.nx = w->tx, .ny = w->ty, .sa = w->ta, .sb = w->tb};
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
INLINE Way turn_way(const Joint *j, bool anchored) {
    Way w = {.mass = inverse(j->ia + j->ib), .turns = true};
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

INLINE Way line_way(const Joint *j, vf nx, vf ny, vf ax, vf ay) {
    Way w = {.nx = nx, .ny = ny, .sa = ax * ny - ay * nx, .sb = j->rbx * ny - j->rby * nx};
    w.mass = inverse(j->ma + j->mb + j->ia * w.sa * w.sa + j->ib * w.sb * w.sb);
    return w;
}

INLINE void push_way(Joint *j, const Way *w, vf p) {
    if (w->turns) {
        push_turn(j, p);
        return;
    }
    vf px = p * w->nx, py = p * w->ny;
    j->a.x -= j->ma * px, j->a.y -= j->ma * py, j->a.z -= j->ia * (w->sa * p);
    j->b.x += j->mb * px, j->b.y += j->mb * py, j->b.z += j->ib * (w->sb * p);
}

INLINE vf clamp_lane(vf v, vf most) { return maxv(-most, minv(most, v)); }

INLINE vf bias_of(const Joint *j, const Hardness *s, vf error) {
    vf bias = s->rate * error;
    return j->k->any_push ? clamp_lane(bias, load(j->k->push)) : bias;
}

/* ---- rows along one way ------------------------------------------------------------------- */

INLINE void spring_row(Joint *j, const Way *w, const cn_SpringLanes *q, vf x, float *impulse) {
    vf old = load(impulse), v = way_speed(j, w);
    vf wanted = load(q->give) * v + load(q->stiff) * x + load(q->damp) * load(j->x->before);
    vf p = -(w->mass * wanted + old) * load(q->scale);
    store(impulse, old + p);
    push_way(j, w, p);
}

/* As fast as brings an end that is so far away just within reach; back, when it is passed. */
INLINE vf speed_to_end(const Joint *j, const Hardness *s, vf room) {
    return choose(room > splat(0), room * s->inv_h, bias_of(j, s, room));
}

/* A motor goes no further than the limits, or the two would push against each other without end. */
INLINE void motor_row(Joint *j, const Way *w, const Hardness *s, int rows, vf x) {
    vf old = load(j->x->motor_impulse), speed = load(j->x->motor_speed);
    if (rows & CN_ROW_LIMITS) {
        speed = minv(speed, speed_to_end(j, s, load(j->x->upper) - x));
        speed = maxv(speed, -speed_to_end(j, s, x - load(j->x->lower)));
    }
    vf wanted = old - w->mass * (way_speed(j, w) - speed);
    vf now = clamp_lane(wanted, load(j->x->motor_most));
    store(j->x->motor_impulse, now);
    push_way(j, w, now - old);
}

/* room: how far away the end is; side +1 pushes forwards along the way, -1 backwards. */
INLINE void end_row(Joint *j, const Way *w, const Hardness *s, vf room, vf side, float *impulse) {
    vf zero = splat(0), old = load(impulse), v = side * way_speed(j, w);
    vi ahead = room > zero;
    vf bias = choose(ahead, room * s->inv_h, bias_of(j, s, room));
    vf mass = choose(ahead, splat(1), s->mass), leak = choose(ahead, zero, s->impulse);
    vf now = maxv(zero, old - (mass * w->mass * (v + bias) + leak * old));
    store(impulse, now);
    push_way(j, w, side * (now - old));
}

INLINE void hold_row(Joint *j, const Way *w, const Hardness *s, vf error, float *impulse) {
    vf old = load(impulse);
    vf p = -(s->mass * w->mass * (way_speed(j, w) + bias_of(j, s, error)) + s->impulse * old);
    store(impulse, old + p);
    push_way(j, w, p);
}

/* All that acts along one way at x. */
INLINE void way_rows(Joint *j, const Way *w, const Hardness *s, int rows, vf x) {
    cn_JointAxis *q = j->x;
    if (rows & CN_ROW_SPRING && s->soft)
        spring_row(j, w, &q->spring, x - load(q->target), q->spring_impulse);
    if (rows & CN_ROW_MOTOR) motor_row(j, w, s, rows, x);
    if (rows & CN_ROW_HOLD) hold_row(j, w, s, x - load(q->target), q->hold_impulse);
    if (!(rows & CN_ROW_LIMITS)) return;
    end_row(j, w, s, x - load(q->lower), splat(1), q->lower_impulse);
    end_row(j, w, s, load(q->upper) - x, splat(-1), q->upper_impulse);
}

/* Along the way, without rods: signs as they act on b. */
INLINE vf way_impulse(const Joint *j, int rows) {
    const cn_JointAxis *q = j->x;
    vf p = splat(0);
    if (rows & CN_ROW_SPRING) p += load(q->spring_impulse);
    if (rows & CN_ROW_MOTOR) p += load(q->motor_impulse);
    if (rows & CN_ROW_HOLD) p += load(q->hold_impulse);
    if (rows & CN_ROW_LIMITS) p += load(q->lower_impulse) - load(q->upper_impulse);
    return p;
}

/* ---- angles ------------------------------------------------------------------------------- */

/* Arc tangent on [0, 1] to 2e-8: Abramowitz and Stegun, 4.4.49. */
INLINE vf atan_lane(vf t) {
    vf z = t * t, p = splat(0.0028662257f);
    p = p * z - splat(0.0161657367f);
    p = p * z + splat(0.0429096138f);
    p = p * z - splat(0.0752896400f);
    p = p * z + splat(0.1065626393f);
    p = p * z - splat(0.1420889944f);
    p = p * z + splat(0.1999355085f);
    p = p * z - splat(0.3333314528f);
    return t + t * (z * p);
}

INLINE vf angle_of(vf c, vf s) {
    vf ac = absolute(c), as = absolute(s);
    vi steep = as > ac;
    vf t = atan_lane(choose(steep, ac, as) / maxv(choose(steep, as, ac), splat(1e-30f)));
    t = choose(steep, splat(1.57079633f) - t, t);
    t = choose(c < splat(0), splat(3.14159265f) - t, t);
    return choose(s < splat(0), -t, t);
}

/* How far b has turned against a since the step began, in (-pi, pi]. */
INLINE vf turn_since(const Joint *j) {
    return angle_of(j->ca * j->cb + j->sa * j->sb, j->ca * j->sb - j->sa * j->cb);
}

INLINE vf nearest_whole(vf v) { return (v + splat(12582912.0f)) - splat(12582912.0f); }

/* Of all angles congruent to this one, the nearest to where it should be. */
INLINE vf unwrap(vf angle, vf expected) {
    vf turn = splat(6.28318531f);
    return angle + turn * nearest_whole((expected - angle) / turn);
}

/* Solve sees the angle that relax of the sub-step before has left. */
INLINE vf angle_now(Joint *j, const Hardness *s) {
    vf before = load(j->x->angle);
    if (s->soft) return before;
    vf expected = before + s->h * (j->b.z - j->a.z);
    vf angle = unwrap(load(j->x->start) + turn_since(j), expected);
    store(j->x->angle, angle);
    return angle;
}

/* ---- rows of both anchors ----------------------------------------------------------------- */

INLINE Pair point_bias(const Joint *j, const Hardness *s) {
    Pair bias = {s->rate * j->gx, s->rate * j->gy};
    if (!j->k->any_push) return bias;
    vf most = load(j->k->push), size = absolute(bias.x) + absolute(bias.y);
    vf scale = choose(size > most, most / maxv(size, splat(1e-30f)), splat(1));
    return (Pair){scale * bias.x, scale * bias.y};
}

INLINE void point_rows(Joint *j, const Hardness *s) {
    vf px = load(j->k->px), py = load(j->k->py);
    Pair v = {point_speed_x(j), point_speed_y(j)};
    if (s->soft) {
        Pair bias = point_bias(j, s);
        v.x += bias.x, v.y += bias.y;
    }
    Pair p = point_impulse(j, v);
    if (s->soft) {
        p.x = -(s->mass * p.x + s->impulse * px);
        p.y = -(s->mass * p.y + s->impulse * py);
    } else {
        p.x = -p.x, p.y = -p.y;
    }
    store(j->k->px, px + p.x);
    store(j->k->py, py + p.y);
    push_points(j, p.x, p.y);
}

/* The same with a spring instead; most bounds what it may push with. */
INLINE void point_spring(Joint *j, bool bounded) {
    const cn_SpringLanes *q = &j->x->line;
    vf give = load(q->give), stiff = load(q->stiff), damp = load(q->damp), scale = load(q->scale);
    vf px = load(j->k->px), py = load(j->k->py);
    Pair wanted = {
        give * point_speed_x(j) + stiff * j->gx + damp * load(j->x->before_x),
        give * point_speed_y(j) + stiff * j->gy + damp * load(j->x->before_y),
    };
    Pair p = point_impulse(j, wanted);
    vf nx = px - (p.x + px) * scale, ny = py - (p.y + py) * scale;
    if (bounded) {
        vf most = load(j->x->line_most), size = sqrt_lane(nx * nx + ny * ny);
        vf k = choose(size > most, most / maxv(size, splat(1e-30f)), splat(1));
        nx *= k, ny *= k;
    }
    store(j->k->px, nx);
    store(j->k->py, ny);
    push_points(j, nx - px, ny - py);
}

INLINE void add_total(Joint *j, vf px, vf py) {
    store(j->k->total_x, load(j->k->total_x) + px);
    store(j->k->total_y, load(j->k->total_y) + py);
}

INLINE void add_total_turn(Joint *j, vf p) { store(j->x->total_turn, load(j->x->total_turn) + p); }

/* ---- what is sent again by body ----------------------------------------------------------- */

/* From the second sub-step on the impulses of the last one are applied again body by body, as they
 * were (solver.c). Since then arms and axes have turned: solve makes the difference good first. To
 * know it, what each pass did is added up. */
INLINE void resend_point(Joint *j) {
    vf px = load(j->k->px), py = load(j->k->py);
    j->a.z -= j->ia * ((j->rax * py - j->ray * px) - load(j->k->sent_a));
    j->b.z += j->ib * ((j->rbx * py - j->rby * px) - load(j->k->sent_b));
}

/* What to note: all of an impulse after solve, in relax what was added. */
INLINE vf to_note(const Hardness *s, vf now, vf before) {
    if (s->soft) return now;
    return now - before;
}

INLINE void note_sent_point(Joint *j, const Hardness *s, vf px, vf py) {
    vf a = j->rax * py - j->ray * px, b = j->rbx * py - j->rby * px;
    if (!s->soft) a += load(j->k->sent_a), b += load(j->k->sent_b);
    store(j->k->sent_a, a);
    store(j->k->sent_b, b);
}

/* The same along a way, and perhaps across it. */
typedef struct Sent {
    vf x, y, a, b;
} Sent;

INLINE Sent along_way(const Way *w, vf p) {
    return (Sent){p * w->nx, p * w->ny, p * w->sa, p * w->sb};
}

INLINE Sent both_ways(const Way *w, vf p, const Way *t, vf q) {
    Sent s = along_way(w, p), r = along_way(t, q);
    return (Sent){s.x + r.x, s.y + r.y, s.a + r.a, s.b + r.b};
}

INLINE void resend(Joint *j, Sent now) {
    vf px = now.x - load(j->x->sent_x), py = now.y - load(j->x->sent_y);
    j->a.x -= j->ma * px, j->a.y -= j->ma * py, j->a.z -= j->ia * (now.a - load(j->k->sent_a));
    j->b.x += j->mb * px, j->b.y += j->mb * py, j->b.z += j->ib * (now.b - load(j->k->sent_b));
}

INLINE void note_sent(Joint *j, const Hardness *s, Sent n) {
    if (!s->soft) {
        n.x += load(j->x->sent_x), n.y += load(j->x->sent_y);
        n.a += load(j->k->sent_a), n.b += load(j->k->sent_b);
    }
    store(j->x->sent_x, n.x), store(j->x->sent_y, n.y);
    store(j->k->sent_a, n.a), store(j->k->sent_b, n.b);
}

/* ---- kinds -------------------------------------------------------------------------------- */

INLINE void revolute(Joint *j, const Hardness *s, int rows) {
    Way w = {.turns = true};
    if (rows) w = turn_way(j, true);
    bool point = !(rows & CN_ROW_HELD);
    vf px = load(j->k->px), py = load(j->k->py);
    if (s->soft && point) resend_point(j);
    if (rows) {
        bool needs = rows & (CN_ROW_LIMITS | CN_ROW_SPRING);
        way_rows(j, &w, s, rows, needs ? angle_now(j, s) : splat(0));
    }
    if (point) {
        point_rows(j, s);
        vf qx = load(j->k->px), qy = load(j->k->py);
        note_sent_point(j, s, to_note(s, qx, px), to_note(s, qy, py));
        if (!s->soft) add_total(j, qx, qy);
    }
    if (s->soft || !rows) return;
    add_total_turn(j, way_impulse(j, rows));
    if (rows & CN_ROW_SPRING) store(j->x->before, way_speed(j, &w));
}

/* From anchor to anchor; when they meet, any way will do. */
INLINE Way rod_way(const Joint *j, vf *length) {
    *length = sqrt_lane(j->gx * j->gx + j->gy * j->gy);
    vi none = *length < splat(1e-9f);
    vf inv = splat(1) / choose(none, splat(1), *length);
    vf nx = choose(none, splat(1), j->gx * inv), ny = choose(none, splat(0), j->gy * inv);
    return line_way(j, nx, ny, j->rax, j->ray);
}

INLINE void distance(Joint *j, const Hardness *s, int rows) {
    vf length;
    Way w = rod_way(j, &length);
    vf old = way_impulse(j, rows);
    if (s->soft) resend(j, along_way(&w, old));
    way_rows(j, &w, s, rows, length);
    vf p = way_impulse(j, rows);
    note_sent(j, s, along_way(&w, to_note(s, p, old)));
    if (s->soft) return;
    add_total(j, p * w.nx, p * w.ny);
    if (rows & CN_ROW_SPRING) store(j->x->before, way_speed(j, &w));
}

/* Across the axis and about it at once: two rows, two unknowns. */
INLINE vf slide_inverse(const Joint *j, const Way *t) {
    vf m = j->ma + j->mb, i = j->ia + j->ib, d = t->sb - t->sa;
    vf plain = m + j->ia * t->sa * t->sa + j->ib * t->sb * t->sb; /* where nobody can turn */
    return inverse(choose(i > splat(0), m * i + j->ia * j->ib * (d * d), plain));
}

INLINE Pair slide_impulse(const Joint *j, const Way *t, Pair v) {
    vf k11 = j->ma + j->mb + j->ia * t->sa * t->sa + j->ib * t->sb * t->sb;
    vf k12 = j->ia * t->sa + j->ib * t->sb, k22 = j->ia + j->ib;
    vf inv = slide_inverse(j, t);
    k22 = choose(k22 > splat(0), k22, splat(1));
    return (Pair){inv * (k22 * v.x - k12 * v.y), inv * (k11 * v.y - k12 * v.x)};
}

/* Along the axis while b keeps to it and does not turn. */
INLINE Way slide_way(const Joint *j, vf nx, vf ny, vf ax, vf ay, const Way *t) {
    Way w = line_way(j, nx, ny, ax, ay);
    Pair c = {j->ia * w.sa * t->sa + j->ib * w.sb * t->sb, j->ia * w.sa + j->ib * w.sb};
    Pair q = slide_impulse(j, t, c);
    vf m = j->ma + j->mb, whole = whole_inverse_mass(j, j->rbx - ax, j->rby - ay);
    vf k = whole * (m * slide_inverse(j, t));
    w.held = HELD_SLIDE;
    w.qx = q.x, w.qy = q.y;
    w.tx = t->nx, w.ty = t->ny, w.ta = t->sa, w.tb = t->sb;
    w.mass = inverse(choose(j->ia + j->ib > splat(0), k, m));
    return w;
}

INLINE void slide_rows(Joint *j, const Hardness *s, const Way *t, vf across, vf angle) {
    Pair v = {plain_speed(j, t) + bias_of(j, s, across), j->b.z - j->a.z + bias_of(j, s, angle)};
    Pair p = slide_impulse(j, t, v);
    vf old = load(j->k->px), turn = load(j->x->turn_impulse);
    p.x = -(s->mass * p.x + s->impulse * old);
    p.y = -(s->mass * p.y + s->impulse * turn);
    store(j->k->px, old + p.x);
    store(j->x->turn_impulse, turn + p.y);
    push_way(j, t, p.x);
    push_turn(j, p.y);
}

typedef struct Slide {
    Way along, across;
    vf way, off; /* m, how far along and across */
} Slide;

INLINE Slide slide_of(const Joint *j, int rows) {
    Slide r;
    vf x0 = load(j->x->nx), y0 = load(j->x->ny);
    vf nx = j->ca * x0 - j->sa * y0, ny = j->sa * x0 + j->ca * y0;
    vf ax = j->gx + j->rax, ay = j->gy + j->ray;
    r.across = line_way(j, -ny, nx, ax, ay);
    r.along = rows & (CN_ROW_LIMITS | CN_ROW_MOTOR | CN_ROW_SPRING)
                  ? slide_way(j, nx, ny, ax, ay, &r.across)
                  : line_way(j, nx, ny, ax, ay);
    r.way = (j->gx * nx + j->gy * ny) - load(j->x->origin);
    r.off = j->gy * nx - j->gx * ny;
    return r;
}

INLINE void prismatic(Joint *j, const Hardness *s, int rows) {
    Slide r = slide_of(j, rows);
    Way along = r.along, across = r.across;
    vf p = way_impulse(j, rows), q = load(j->k->px);
    if (s->soft) resend(j, both_ways(&along, p, &across, q));
    way_rows(j, &along, s, rows, r.way);
    if (!(rows & CN_ROW_HELD)) slide_rows(j, s, &across, r.off, angle_now(j, s));
    vf old_p = p, old_q = q;
    p = way_impulse(j, rows), q = load(j->k->px);
    note_sent(j, s, both_ways(&along, to_note(s, p, old_p), &across, to_note(s, q, old_q)));
    if (s->soft) return;
    add_total(j, p * along.nx + q * across.nx, p * along.ny + q * across.ny);
    add_total_turn(j, load(j->x->turn_impulse));
    if (rows & CN_ROW_SPRING) store(j->x->before, way_speed(j, &along));
}

/* Anchors and angle at once. Eliminating the angle leaves, with u the reduced inverse inertia and
 * d = rb - ra, the matrix m + u (d^2 - d d^T) for the anchors, whose inverse is plain. */
INLINE void weld_rows(Joint *j, const Hardness *s, vf angle) {
    vf m = j->ma + j->mb, k33 = j->ia + j->ib, inv_k33 = inverse(k33);
    vf k13 = -(j->ia * j->ray + j->ib * j->rby), k23 = j->ia * j->rax + j->ib * j->rbx;
    vf u = j->ia * j->ib * inv_k33, dx = j->rbx - j->rax, dy = j->rby - j->ray;
    Pair v = {point_speed_x(j), point_speed_y(j)};
    vf v3 = j->b.z - j->a.z + bias_of(j, s, angle);
    if (s->soft) {
        Pair bias = point_bias(j, s);
        v.x += bias.x, v.y += bias.y;
    }
    vf x = v.x - k13 * inv_k33 * v3, y = v.y - k23 * inv_k33 * v3;
    vf inv = inverse(m * (m + u * (dx * dx + dy * dy)));
    vf p1 = inv * ((m + u * dx * dx) * x + u * dx * dy * y);
    vf p2 = inv * (u * dx * dy * x + (m + u * dy * dy) * y);
    vf p3 = inv_k33 * (v3 - (k13 * p1 + k23 * p2));
    vf px = load(j->k->px), py = load(j->k->py), turn = load(j->x->turn_impulse);
    p1 = -(s->mass * p1 + s->impulse * px);
    p2 = -(s->mass * p2 + s->impulse * py);
    p3 = -(s->mass * p3 + s->impulse * turn);
    store(j->k->px, px + p1), store(j->k->py, py + p2), store(j->x->turn_impulse, turn + p3);
    push_points(j, p1, p2);
    push_turn(j, p3);
}

/* What springs have to know when the next sub-step begins. */
INLINE void note_speeds(Joint *j, cn_JointKind kind, int rows) {
    if (kind == CN_WELD || kind == CN_MOUSE) {
        store(j->x->before_x, point_speed_x(j));
        store(j->x->before_y, point_speed_y(j));
    }
    if (kind == CN_MOUSE) return;
    Way w = turn_way(j, !(rows & CN_ROW_SOFT_LINE));
    store(j->x->before, way_speed(j, &w));
}

INLINE void soft_weld_rows(Joint *j, const Hardness *s, int rows, vf angle) {
    Way w = turn_way(j, !(rows & CN_ROW_SOFT_LINE));
    bool held = rows & CN_ROW_HELD;
    if (!(rows & CN_ROW_SOFT_TURN) && !held)
        hold_row(j, &w, s, angle, j->x->turn_impulse);
    else if (rows & CN_ROW_SOFT_TURN && s->soft)
        spring_row(j, &w, &j->x->spring, angle, j->x->turn_impulse);
    if (!(rows & CN_ROW_SOFT_LINE) && !held)
        point_rows(j, s);
    else if (rows & CN_ROW_SOFT_LINE && s->soft)
        point_spring(j, false);
}

INLINE void weld(Joint *j, const Hardness *s, int rows) {
    vf angle = angle_now(j, s), px = load(j->k->px), py = load(j->k->py);
    if (s->soft) resend_point(j);
    if (rows)
        soft_weld_rows(j, s, rows, angle);
    else
        weld_rows(j, s, angle);
    vf qx = load(j->k->px), qy = load(j->k->py);
    note_sent_point(j, s, to_note(s, qx, px), to_note(s, qy, py));
    if (s->soft) return;
    add_total(j, qx, qy);
    add_total_turn(j, load(j->x->turn_impulse));
    if (rows) note_speeds(j, CN_WELD, rows);
}

INLINE void mouse(Joint *j, const Hardness *s) {
    if (s->soft) {
        resend_point(j);
        point_spring(j, true);
        note_sent_point(j, s, load(j->k->px), load(j->k->py));
        return;
    }
    add_total(j, load(j->k->px), load(j->k->py));
    note_speeds(j, CN_MOUSE, 0);
}

/* ---- passes ------------------------------------------------------------------------------- */

/* What a pass works on: a range of blocks of one group. */
typedef struct Range {
    const cn_JointStage *stage;
    const cn_JointGroup *group;
    int first, last;
    cn_Motion *motion;
} Range;

INLINE Joint load_nth(const Range *r, int i) {
    int axis = r->group->axis;
    cn_JointAxis *x = axis < 0 ? (cn_JointAxis *)0 : &r->stage->axes[axis + i];
    return load_joint(&r->stage->blocks[r->group->first + i], x, r->motion);
}

INLINE void pass_range(const Range *r, Hardness s, cn_JointKind kind, int rows) {
    for (int i = r->first; i < r->last; i++) {
        Joint j = load_nth(r, i);
        switch (kind) {
        case CN_REVOLUTE:
            revolute(&j, &s, rows);
            break;
        case CN_DISTANCE:
            distance(&j, &s, rows);
            break;
        case CN_PRISMATIC:
            prismatic(&j, &s, rows);
            break;
        case CN_WELD:
            weld(&j, &s, rows);
            break;
        default:
            mouse(&j, &s);
        }
        store_joint(&j, r->motion);
    }
}

/* Kinds, and the plainest set of rows, are constants in the loops that they get. */
INLINE void pass_joints(const Range *r, Hardness s) {
    int rows = r->group->rows;
    switch (r->group->kind) {
    case CN_REVOLUTE:
        if (rows == 0)
            pass_range(r, s, CN_REVOLUTE, 0);
        else
            pass_range(r, s, CN_REVOLUTE, rows);
        break;
    case CN_DISTANCE:
        pass_range(r, s, CN_DISTANCE, rows);
        break;
    case CN_PRISMATIC:
        pass_range(r, s, CN_PRISMATIC, rows);
        break;
    case CN_WELD:
        pass_range(r, s, CN_WELD, rows);
        break;
    default:
        pass_range(r, s, CN_MOUSE, rows);
    }
}

static void solve_joints(const cn_JointStage *stage, const cn_JointGroup *group, int first,
                         int last, cn_Motion *motion, const cn_JointSubStep *s) {
    Range r = {stage, group, first, last, motion};
    pass_joints(&r, hardness(s, true));
}

static void relax_joints(const cn_JointStage *stage, const cn_JointGroup *group, int first,
                         int last, cn_Motion *motion, const cn_JointSubStep *s) {
    Range r = {stage, group, first, last, motion};
    pass_joints(&r, hardness(s, false));
}

/* ---- where everything is ------------------------------------------------------------------ */

/* b's origin minus a's: the difference is taken in double, so that it is as good anywhere. */
INLINE void load_distances(const cn_JointBlock *k, const cn_Pose *pose, vf *x, vf *y) {
    float dx[CN_LANES] __attribute__((aligned(32))), dy[CN_LANES] __attribute__((aligned(32)));
    for (int i = 0; i < CN_LANES; i++) {
        const cn_Pose *a = &pose[k->a[i]], *b = &pose[k->b[i]];
        dx[i] = (float)(b->x - a->x);
        dy[i] = (float)(b->y - a->y);
    }
    *x = load(dx), *y = load(dy);
}

INLINE Columns gather_rotations(const int32_t *body, const cn_Pose *pose) {
    const char *row[CN_LANES];
    for (int i = 0; i < CN_LANES; i++) row[i] = (const char *)&pose[body[i]];
    return gather_rows(row, offsetof(cn_Pose, q)); /* cosine, sine, centre of mass */
}

/* The angle that is congruent to where the bodies are and nearest to where they were. */
INLINE void place_angle(cn_JointAxis *x, Columns a, Columns b) {
    vf now = angle_of(a.x * b.x + a.y * b.y, a.x * b.y - a.y * b.x) - load(x->reference);
    now = unwrap(now, load(x->angle));
    store(x->start, now);
    store(x->angle, now);
}

INLINE void place_axis(cn_JointAxis *x, cn_JointKind kind, Columns a, vf gx, vf gy) {
    vf nx = a.x * load(x->lnx) - a.y * load(x->lny), ny = a.y * load(x->lnx) + a.x * load(x->lny);
    if (kind == CN_DISTANCE) {
        vf length = sqrt_lane(gx * gx + gy * gy);
        vi none = length < splat(1e-9f);
        vf inv = splat(1) / choose(none, splat(1), length);
        nx = choose(none, splat(1), gx * inv), ny = choose(none, splat(0), gy * inv);
    }
    store(x->nx, nx);
    store(x->ny, ny);
    store(x->total_turn, splat(0));
}

/* Arms and gap of lanes between two bodies that can move; the others have been written already. */
INLINE void place_points(cn_JointBlock *k, const cn_Pose *pose, Columns a, Columns b) {
    vf dx, dy, lax = load(k->lax), lay = load(k->lay), lbx = load(k->lbx), lby = load(k->lby);
    load_distances(k, pose, &dx, &dy);
    vi keep = (load(k->inv_ma) == splat(0)) | (load(k->inv_mb) == splat(0));
    vf ax = a.x * lax - a.y * lay, ay = a.y * lax + a.x * lay;
    vf bx = b.x * lbx - b.y * lby, by = b.y * lbx + b.x * lby;
    store(k->gap_x, choose(keep, load(k->gap_x), dx + (bx - ax)));
    store(k->gap_y, choose(keep, load(k->gap_y), dy + (by - ay)));
    store(k->rax, choose(keep, load(k->rax), ax - (a.x * a.z - a.y * a.w)));
    store(k->ray, choose(keep, load(k->ray), ay - (a.y * a.z + a.x * a.w)));
    store(k->rbx, choose(keep, load(k->rbx), bx - (b.x * b.z - b.y * b.w)));
    store(k->rby, choose(keep, load(k->rby), by - (b.y * b.z + b.x * b.w)));
}

static void place_joints(const cn_JointStage *stage, const cn_JointGroup *group, int first,
                         int last, cn_Motion *motion, const cn_JointSubStep *s) {
    (void)motion;
    for (int i = first; i < last; i++) {
        cn_JointBlock *k = &stage->blocks[group->first + i];
        Columns a = gather_rotations(k->a, s->pose), b = gather_rotations(k->b, s->pose);
        place_points(k, s->pose, a, b);
        store(k->total_x, splat(0));
        store(k->total_y, splat(0));
        if (group->axis < 0) continue;
        cn_JointAxis *x = &stage->axes[group->axis + i];
        place_axis(x, group->kind, a, load(k->gap_x), load(k->gap_y));
        if (group->kind != CN_DISTANCE && group->kind != CN_MOUSE) place_angle(x, a, b);
    }
}

/* ---- before the first sub-step ------------------------------------------------------------ */

/* The way of a spring and how far it is from rest. */
INLINE Way spring_way(const Joint *j, const cn_JointGroup *q, vf *x) {
    if (q->kind == CN_DISTANCE) {
        Way w = rod_way(j, x);
        *x -= load(j->x->target);
        return w;
    }
    if (q->kind == CN_PRISMATIC) {
        Slide r = slide_of(j, q->rows);
        *x = r.way - load(j->x->target);
        return r.along;
    }
    *x = load(j->x->angle);
    if (q->kind == CN_REVOLUTE) *x -= load(j->x->target);
    return turn_way(j, !(q->rows & CN_ROW_SOFT_LINE));
}

/* A velocity that was set from outside belongs to now; the one that drifts lies half a kick before
 * it (leapfrog), and a spring is a part of that kick. */
INLINE void take_back_half(Joint *j, const cn_JointGroup *q) {
    vf part = splat(-0.5f) * load(j->x->fresh);
    if (q->rows & (CN_ROW_SPRING | CN_ROW_SOFT_TURN)) {
        const cn_SpringLanes *g = &j->x->spring;
        vf x, drag = load(g->give) + load(g->damp);
        Way w = spring_way(j, q, &x);
        vf p = w.mass * (load(g->stiff) * x + drag * way_speed(j, &w)) * load(g->scale);
        push_way(j, &w, -(part * p));
    }
    if (q->rows & CN_ROW_SOFT_LINE) {
        const cn_SpringLanes *g = &j->x->line;
        vf stiff = load(g->stiff), drag = load(g->give) + load(g->damp);
        Pair v = {stiff * j->gx + drag * point_speed_x(j), stiff * j->gy + drag * point_speed_y(j)};
        Pair p = point_impulse(j, v);
        vf k = -(part * load(g->scale));
        push_points(j, k * p.x, k * p.y);
    }
}

static void freshen_joints(const cn_JointStage *stage, const cn_JointGroup *group, int first,
                           int last, cn_Motion *motion, const cn_JointSubStep *s) {
    Range r = {stage, group, first, last, motion};
    (void)s;
    if (!(group->rows & CN_ROWS_OF_SPRINGS)) return;
    for (int i = first; i < last; i++) {
        Joint j = load_nth(&r, i);
        take_back_half(&j, group);
        store_joint(&j, motion);
    }
}

static void note_joints(const cn_JointStage *stage, const cn_JointGroup *group, int first, int last,
                        cn_Motion *motion, const cn_JointSubStep *s) {
    Range r = {stage, group, first, last, motion};
    (void)s;
    if (!(group->rows & CN_ROWS_OF_SPRINGS)) return;
    for (int i = first; i < last; i++) {
        Joint j = load_nth(&r, i);
        vf x;
        if (group->kind == CN_WELD || group->kind == CN_MOUSE) {
            note_speeds(&j, group->kind, group->rows);
        } else {
            Way w = spring_way(&j, group, &x);
            store(j.x->before, way_speed(&j, &w));
        }
    }
}

INLINE void warm_way(Joint *j, const cn_JointGroup *q, const Hardness *s) {
    vf p = way_impulse(j, q->rows);
    if (q->kind == CN_REVOLUTE) {
        push_turn(j, p);
        return;
    }
    vf nx = load(j->x->nx), ny = load(j->x->ny), ax = j->rax, ay = j->ray;
    if (q->kind == CN_PRISMATIC) ax += j->gx, ay += j->gy;
    Way w = line_way(j, nx, ny, ax, ay), t = line_way(j, -ny, nx, ax, ay);
    push_way(j, &w, p);
    note_sent(j, s, both_ways(&w, p, &t, load(j->k->px)));
    if (q->kind != CN_PRISMATIC) return;
    push_way(j, &t, load(j->k->px));
    push_turn(j, load(j->x->turn_impulse));
}

/* The impulses of the last sub-step of the step before; bodies have not moved yet. */
static void warm_start_joints(const cn_JointStage *stage, const cn_JointGroup *group, int first,
                              int last, cn_Motion *motion, const cn_JointSubStep *s) {
    Range r = {stage, group, first, last, motion};
    Hardness soft = hardness(s, true);
    for (int i = first; i < last; i++) {
        Joint j = load_nth(&r, i);
        bool point = group->kind == CN_REVOLUTE || group->kind == CN_WELD;
        if (point || group->kind == CN_MOUSE) {
            push_points(&j, load(j.k->px), load(j.k->py));
            note_sent_point(&j, &soft, load(j.k->px), load(j.k->py));
        }
        if (group->kind == CN_WELD) push_turn(&j, load(j.x->turn_impulse));
        if (group->kind != CN_WELD && group->kind != CN_MOUSE && j.x) warm_way(&j, group, &soft);
        store_joint(&j, motion);
    }
}

const cn_JointKernels CN_JOINT_KERNELS = {place_joints,      freshen_joints, note_joints,
                                          warm_start_joints, solve_joints,   relax_joints};
