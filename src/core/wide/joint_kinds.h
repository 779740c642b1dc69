/* joint_kinds.h: all rows of each kind of joint, in the order in which a pass goes through them, as
 * springs in lanes. Most joints go another way: hinges, rods, ropes, sliders and welds are links of
 * an articulation where that can bear them (solver/exact/). Included by joint_kernel.h, once for
 * each instruction set. */
#include "wide/joint_anchor.h"

INLINE void revolute(Joint *j, const Hardness *s, int rows) {
    Dof w = {.turns = true};
    if (rows) w = turn_dof(j, true);
    bool point = !(rows & CN_ROW_HELD);
    vf px = load(j->k->px), py = load(j->k->py);
    if (s->soft && point) resend_point(j);
    if (rows) {
        bool needs = rows & (CN_ROW_LIMITS | CN_ROW_SPRING);
        dof_rows(j, &w, s, rows, needs ? angle_now(j, s) : splat(0));
    }
    if (point) {
        point_rows(j, s);
        vf qx = load(j->k->px), qy = load(j->k->py);
        note_sent_point(j, s, to_note(s, qx, px), to_note(s, qy, py));
        add_total(j, s, qx, qy);
    }
    if (s->soft || !rows) return;
    add_total_turn(j, s, dof_impulse(j, rows));
    if (rows & CN_ROW_SPRING) store(j->x->before, dof_speed(j, &w));
}

/* As a revolute whose anchors need not stay together. */
INLINE void rotary(Joint *j, const Hardness *s, int rows) {
    Dof w = turn_dof(j, false);
    dof_rows(j, &w, s, rows, angle_now(j, s));
    if (s->soft) return;
    add_total_turn(j, s, dof_impulse(j, rows));
    if (rows & CN_ROW_SPRING) store(j->x->before, dof_speed(j, &w));
}

/* From anchor to anchor; when they meet, any way will do. */
INLINE Dof rod_dof(const Joint *j, vf *length) {
    *length = sqrt_lane(j->gx * j->gx + j->gy * j->gy);
    vi none = *length < splat(1e-9f);
    vf inv = splat(1) / choose(none, splat(1), *length);
    vf nx = choose(none, splat(1), j->gx * inv), ny = choose(none, splat(0), j->gy * inv);
    return line_dof(j, nx, ny, j->rax, j->ray);
}

INLINE void distance(Joint *j, const Hardness *s, int rows) {
    vf length;
    Dof w = rod_dof(j, &length);
    vf old = dof_impulse(j, rows);
    if (s->soft) resend(j, along_dof(&w, old));
    dof_rows(j, &w, s, rows, length);
    vf p = dof_impulse(j, rows);
    note_sent(j, s, along_dof(&w, to_note(s, p, old)));
    if (s->soft) return;
    add_total(j, s, p * w.nx, p * w.ny);
    if (rows & CN_ROW_SPRING) store(j->x->before, dof_speed(j, &w));
}

/* Across the axis and about it at once: two rows, two unknowns. */
INLINE vf slide_inverse(const Joint *j, const Dof *t) {
    vf m = j->ma + j->mb, i = j->ia + j->ib, d = t->sb - t->sa;
    vf plain = m + j->ia * t->sa * t->sa + j->ib * t->sb * t->sb; /* where no body can turn */
    return inverse(choose(i > splat(0), m * i + j->ia * j->ib * (d * d), plain));
}

INLINE Pair slide_impulse(const Joint *j, const Dof *t, Pair v) {
    vf k11 = j->ma + j->mb + j->ia * t->sa * t->sa + j->ib * t->sb * t->sb;
    vf k12 = j->ia * t->sa + j->ib * t->sb, k22 = j->ia + j->ib;
    vf inv = slide_inverse(j, t);
    k22 = choose(k22 > splat(0), k22, splat(1));
    return (Pair){inv * (k22 * v.x - k12 * v.y), inv * (k11 * v.y - k12 * v.x)};
}

/* Along the axis while b keeps to it and does not turn. */
INLINE Dof slide_dof(const Joint *j, vf nx, vf ny, vf ax, vf ay, const Dof *t) {
    Dof w = line_dof(j, nx, ny, ax, ay);
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

INLINE void slide_rows(Joint *j, const Hardness *s, const Dof *t, vf across, vf angle) {
    Pair v = {plain_speed(j, t) + bias_of(j, s, across), j->b.z - j->a.z + bias_of(j, s, angle)};
    Pair p = slide_impulse(j, t, v);
    vf old = load(j->k->px), turn = load(j->x->turn_impulse);
    p.x = -(s->mass * p.x + leak(j, s, old, j->k->kept_x));
    p.y = -(s->mass * p.y + leak(j, s, turn, j->x->kept_turn));
    store(j->k->px, old + p.x);
    store(j->x->turn_impulse, turn + p.y);
    push_dof(j, t, p.x);
    push_turn(j, p.y);
}

typedef struct Slide {
    Dof along, across;
    vf way, off; /* m, how far along and across */
} Slide;

INLINE Slide slide_of(const Joint *j, int rows) {
    Slide r;
    vf x0 = load(j->x->nx), y0 = load(j->x->ny);
    vf nx = j->ca * x0 - j->sa * y0, ny = j->sa * x0 + j->ca * y0;
    vf ax = j->gx + j->rax, ay = j->gy + j->ray;
    r.across = line_dof(j, -ny, nx, ax, ay);
    r.along = rows & (CN_ROW_LIMITS | CN_ROW_MOTOR | CN_ROW_SPRING)
                  ? slide_dof(j, nx, ny, ax, ay, &r.across)
                  : line_dof(j, nx, ny, ax, ay);
    r.way = (j->gx * nx + j->gy * ny) - load(j->x->origin);
    r.off = j->gy * nx - j->gx * ny;
    return r;
}

INLINE void prismatic(Joint *j, const Hardness *s, int rows) {
    Slide r = slide_of(j, rows);
    Dof along = r.along, across = r.across;
    vf p = dof_impulse(j, rows), q = load(j->k->px);
    if (s->soft) resend(j, both_dofs(&along, p, &across, q));
    dof_rows(j, &along, s, rows, r.way);
    if (!(rows & CN_ROW_HELD)) slide_rows(j, s, &across, r.off, angle_now(j, s));
    vf old_p = p, old_q = q;
    p = dof_impulse(j, rows), q = load(j->k->px);
    note_sent(j, s, both_dofs(&along, to_note(s, p, old_p), &across, to_note(s, q, old_q)));
    if (s->soft) return;
    add_total(j, s, p * along.nx + q * across.nx, p * along.ny + q * across.ny);
    add_total_turn(j, s, load(j->x->turn_impulse));
    if (rows & CN_ROW_SPRING) store(j->x->before, dof_speed(j, &along));
}

/* Along the suspension, or about the wheel, while b keeps to the axis: the one row across is
 * eliminated. The determinant of both rows is written as a sum of squares, as that of points. */
INLINE Dof wheel_dof(const Joint *j, vf nx, vf ny, vf ax, vf ay, const Dof *t) {
    Dof w = line_dof(j, nx, ny, ax, ay);
    vf m = j->ma + j->mb, twist = w.sa * t->sb - w.sb * t->sa;
    vf arms = j->ia * (w.sa * w.sa + t->sa * t->sa) + j->ib * (w.sb * w.sb + t->sb * t->sb);
    vf across = inverse(t->mass);
    w.held = HELD_SLIDE;
    w.qx = t->mass * (j->ia * w.sa * t->sa + j->ib * w.sb * t->sb), w.qy = splat(0);
    w.tx = t->nx, w.ty = t->ny, w.ta = t->sa, w.tb = t->sb;
    w.mass = across * inverse(m * (m + arms) + j->ia * j->ib * (twist * twist));
    return w;
}

INLINE Dof wheel_turn(const Joint *j, const Dof *t) {
    Dof w = {.turns = true, .held = HELD_SLIDE, .qy = splat(0)};
    vf i = j->ia + j->ib, d = t->sb - t->sa;
    w.qx = t->mass * (j->ia * t->sa + j->ib * t->sb);
    w.tx = t->nx, w.ty = t->ny, w.ta = t->sa, w.tb = t->sb;
    w.mass = inverse(t->mass) * inverse(i * (j->ma + j->mb) + j->ia * j->ib * (d * d));
    return w;
}

INLINE Slide wheel_of(const Joint *j) {
    Slide r;
    vf x0 = load(j->x->nx), y0 = load(j->x->ny);
    vf nx = j->ca * x0 - j->sa * y0, ny = j->sa * x0 + j->ca * y0;
    vf ax = j->gx + j->rax, ay = j->gy + j->ray;
    r.across = line_dof(j, -ny, nx, ax, ay);
    r.along = wheel_dof(j, nx, ny, ax, ay, &r.across);
    r.way = (j->gx * nx + j->gy * ny) - load(j->x->origin);
    r.off = j->gy * nx - j->gx * ny;
    return r;
}

/* The motor acts about b, everything else along the axis. */
INLINE void wheel(Joint *j, const Hardness *s, int rows) {
    int line = rows & (CN_ROW_LIMITS | CN_ROW_SPRING);
    Slide r = wheel_of(j);
    vf p = dof_impulse(j, line), q = load(j->k->px);
    if (s->soft) resend(j, both_dofs(&r.along, p, &r.across, q));
    dof_rows(j, &r.along, s, line, r.way);
    if (rows & CN_ROW_MOTOR) {
        Dof turn = wheel_turn(j, &r.across);
        motor_row(j, &turn, s, 0, splat(0));
    }
    if (!(rows & CN_ROW_HELD)) hold_row(j, &r.across, s, r.off, j->k->px, j->k->kept_x);
    vf old_p = p, old_q = q;
    p = dof_impulse(j, line), q = load(j->k->px);
    note_sent(j, s, both_dofs(&r.along, to_note(s, p, old_p), &r.across, to_note(s, q, old_q)));
    if (s->soft) return;
    add_total(j, s, p * r.along.nx + q * r.across.nx, p * r.along.ny + q * r.across.ny);
    if (rows & CN_ROW_MOTOR) add_total_turn(j, s, load(j->x->motor_impulse));
    if (rows & CN_ROW_SPRING) store(j->x->before, dof_speed(j, &r.along));
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
    p1 = -(s->mass * p1 + leak(j, s, px, j->k->kept_x));
    p2 = -(s->mass * p2 + leak(j, s, py, j->k->kept_y));
    p3 = -(s->mass * p3 + leak(j, s, turn, j->x->kept_turn));
    store(j->k->px, px + p1), store(j->k->py, py + p2), store(j->x->turn_impulse, turn + p3);
    push_points(j, p1, p2);
    push_turn(j, p3);
}

/* What springs have to know when the next sub-step begins. */
INLINE void note_speeds(Joint *j, cn_JointKind kind, int rows) {
    if (kind == CN_WELD || kind == CN_MOUSE || rows & CN_ROW_SOFT_LINE) {
        store(j->x->before_x, point_speed_x(j));
        store(j->x->before_y, point_speed_y(j));
    }
    if (kind == CN_MOUSE || (kind == CN_MOTOR && !(rows & CN_ROW_SOFT_TURN))) return;
    Dof w = turn_dof(j, kind == CN_WELD && !(rows & CN_ROW_SOFT_LINE));
    store(j->x->before, dof_speed(j, &w));
}

INLINE void soft_weld_rows(Joint *j, const Hardness *s, int rows, vf angle) {
    Dof w = turn_dof(j, !(rows & CN_ROW_SOFT_LINE));
    bool held = rows & CN_ROW_HELD;
    if (!(rows & CN_ROW_SOFT_TURN) && !held)
        hold_row(j, &w, s, angle, j->x->turn_impulse, j->x->kept_turn);
    else if (rows & CN_ROW_SOFT_TURN && s->soft)
        spring_row(j, &w, &j->x->spring, angle, j->x->turn_impulse);
    if (!(rows & CN_ROW_SOFT_LINE) && !held)
        point_rows(j, s);
    else if (rows & CN_ROW_SOFT_LINE && s->soft) {
        point_spring(j, (Pair){splat(0), splat(0)}, false, false);
        if (!(rows & CN_ROW_SOFT_TURN)) lean_rows(j);
    }
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
    add_total(j, s, qx, qy);
    add_total_turn(j, s, load(j->x->turn_impulse));
    if (rows) note_speeds(j, CN_WELD, rows);
}

/* ---- motor and friction ------------------------------------------------------------------- */

/* Forces act on both bodies where b's anchor is, so that they turn nothing that they do not pull:
 * the gap is the way from where the anchor belongs, and a's arm reaches over it. */
INLINE void reach_over(Joint *j) { j->rax += j->gx, j->ray += j->gy; }

/* What is wanted, as a has turned. */
INLINE Pair drive_speed(const Joint *j) {
    vf x = load(j->x->nx), y = load(j->x->ny);
    return (Pair){j->ca * x - j->sa * y, j->sa * x + j->ca * y};
}

INLINE void drive_line(Joint *j, const Hardness *s, int rows) {
    Pair u = drive_speed(j);
    if (rows & CN_ROW_SOFT_LINE) {
        if (s->soft) point_spring(j, u, true, rows & CN_ROW_ALONG);
        return;
    }
    vf px = load(j->k->px), py = load(j->k->py);
    Pair v = {point_speed_x(j) - u.x, point_speed_y(j) - u.y};
    Pair p = drive_impulse(j, v, rows & CN_ROW_ALONG);
    Pair now = shorten((Pair){px - p.x, py - p.y}, load(j->x->line_most));
    store(j->k->px, now.x);
    store(j->k->py, now.y);
    push_points(j, now.x - px, now.y - py);
}

INLINE void drive_turn(Joint *j, const Hardness *s, int rows, vf angle) {
    Dof w = turn_dof(j, false);
    vf old = load(j->x->turn_impulse), u = load(j->x->motor_speed), now;
    vf v = dof_speed(j, &w) - u;
    if (rows & CN_ROW_SOFT_TURN) {
        const cn_SpringLanes *q = &j->x->spring;
        if (!s->soft) return;
        vf wanted = load(q->give) * v + load(q->stiff) * (angle - load(j->x->target)) +
                    load(q->damp) * (load(j->x->before) - u);
        now = old - (w.mass * wanted + old) * load(q->scale);
        now = ease_dof(j, now, old, v + u, w.mass, angle - load(j->x->target));
    } else {
        now = old - w.mass * v;
    }
    now = clamp_lane(now, load(j->x->motor_most));
    store(j->x->turn_impulse, now);
    push_turn(j, now - old);
}

INLINE void drive(Joint *j, const Hardness *s, int rows) {
    vf angle = rows & CN_ROW_SOFT_TURN ? angle_now(j, s) : splat(0);
    vf px = load(j->k->px), py = load(j->k->py);
    reach_over(j);
    if (s->soft) resend_point(j);
    if (rows & CN_ROW_ALONG) keep_along(j);
    if (rows & CN_ROW_TURN) drive_turn(j, s, rows, angle);
    if (rows & CN_ROW_LINE) drive_line(j, s, rows);
    vf qx = load(j->k->px), qy = load(j->k->py);
    note_sent_point(j, s, to_note(s, qx, px), to_note(s, qy, py));
    if (s->soft) return;
    add_total(j, s, qx, qy);
    if (rows & CN_ROW_TURN) add_total_turn(j, s, load(j->x->turn_impulse));
    note_speeds(j, CN_MOTOR, rows);
}

INLINE void mouse(Joint *j, const Hardness *s) {
    if (s->soft) {
        resend_point(j);
        point_spring(j, (Pair){splat(0), splat(0)}, true, false);
        note_sent_point(j, s, load(j->k->px), load(j->k->py));
        return;
    }
    add_total(j, s, load(j->k->px), load(j->k->py));
    note_speeds(j, CN_MOUSE, 0);
}
