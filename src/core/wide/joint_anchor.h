/* joint_anchor.h: angles, the rows that keep both anchors together, and what of all impulses comes
 * back body by body. Included by joint_kinds.h, once for each instruction set. */
#include "wide/joint_dof.h"

/* ---- angles ------------------------------------------------------------------------------- */

/* rad, in (-pi, pi]; of a lane without a joint, where cosine and sine may be 0, some angle. */
INLINE vf angle_of(vf c, vf s) {
    float cosine[CN_LANES] __attribute__((aligned(32))),
        sine[CN_LANES] __attribute__((aligned(32)));
    float angle[CN_LANES] __attribute__((aligned(32)));
    store(cosine, choose(absolute(c) + absolute(s) > splat(0), c, splat(1)));
    store(sine, s);
    for (int i = 0; i < CN_LANES; i += 4) four_angles(cosine + i, sine + i, angle + i);
    return load(angle);
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
        p.x = -(s->mass * p.x + leak(j, s, px, j->k->kept_x));
        p.y = -(s->mass * p.y + leak(j, s, py, j->k->kept_y));
    } else {
        p.x = -p.x, p.y = -p.y;
    }
    store(j->k->px, px + p.x);
    store(j->k->py, py + p.y);
    push_points(j, p.x, p.y);
}

INLINE Pair shorten(Pair p, vf most) {
    vf size = sqrt_lane(p.x * p.x + p.y * p.y);
    vf k = choose(size > most, most / maxv(size, splat(1e-30f)), splat(1));
    return (Pair){k * p.x, k * p.y};
}

/* What changes of the speed of the anchors with an impulse on them. */
INLINE Pair point_change(const Joint *j, Pair p) {
    vf a = j->ia * (j->rax * p.y - j->ray * p.x), b = j->ib * (j->rbx * p.y - j->rby * p.x);
    vf m = j->ma + j->mb;
    return (Pair){m * p.x - (b * j->rby + a * j->ray), m * p.y + (b * j->rbx + a * j->rax)};
}

/* As ease_way, along the gap. */
INLINE Pair ease_point(const Joint *j, Pair now, Pair old) {
    vf zero = splat(0), size = sqrt_lane(j->gx * j->gx + j->gy * j->gy);
    vf inv = splat(1) / maxv(size, splat(1e-9f)), nx = j->gx * inv, ny = j->gy * inv;
    Pair was = point_change(j, old), is = point_change(j, now);
    vf without = (point_speed_x(j) - was.x) * nx + (point_speed_y(j) - was.y) * ny;
    vf gains = is.x * nx + is.y * ny, most = minv(zero, -load(j->x->ease) - without);
    vf k = choose(gains < most, most / minv(gains, splat(-1e-30f)), splat(1));
    return (Pair){k * now.x, k * now.y};
}

/* ---- along one axis alone ----------------------------------------------------------------- */

/* The axis of a joint that drives its anchor along one alone, now. */
INLINE Dof drive_axis(const Joint *j) {
    vf x = load(j->x->along_x), y = load(j->x->along_y);
    return line_dof(j, j->ca * x - j->sa * y, j->sa * x + j->ca * y, j->rax, j->ray);
}

/* The impulse that changes the speed of the anchors by v, as far as it is driven. */
INLINE Pair drive_impulse(const Joint *j, Pair v, bool along) {
    if (!along) return point_impulse(j, v);
    Dof w = drive_axis(j);
    vf p = w.mass * (v.x * w.nx + v.y * w.ny);
    return (Pair){p * w.nx, p * w.ny};
}

/* Of the gap and of what the joint did last, what lies along the axis, which has turned since. */
INLINE void keep_along(Joint *j) {
    Dof w = drive_axis(j);
    vf px = load(j->k->px), py = load(j->k->py);
    vf p = px * w.nx + py * w.ny, gap = j->gx * w.nx + j->gy * w.ny;
    j->gx = gap * w.nx, j->gy = gap * w.ny;
    push_points(j, p * w.nx - px, p * w.ny - py);
    store(j->k->px, p * w.nx);
    store(j->k->py, p * w.ny);
}

/* As the rows of both anchors, with a spring instead, whose damper brings the speed to u; most
 * bounds what it may push with. */
INLINE void point_spring(Joint *j, Pair u, bool bounded, bool along) {
    const cn_SpringLanes *q = &j->x->line;
    vf give = load(q->give), stiff = load(q->stiff), damp = load(q->damp), scale = load(q->scale);
    vf px = load(j->k->px), py = load(j->k->py);
    Pair wanted = {
        give * (point_speed_x(j) - u.x) + stiff * j->gx + damp * (load(j->x->before_x) - u.x),
        give * (point_speed_y(j) - u.y) + stiff * j->gy + damp * (load(j->x->before_y) - u.y),
    };
    Pair p = drive_impulse(j, wanted, along);
    Pair now = {px - (p.x + px) * scale, py - (p.y + py) * scale};
    if (j->k->any_ease) now = ease_point(j, now, (Pair){px, py});
    if (bounded) now = shorten(now, load(j->x->line_most));
    store(j->k->px, now.x);
    store(j->k->py, now.y);
    push_points(j, now.x - px, now.y - py);
}

/* The energy of a spring with a mass matrix M(q) is w^2 / 2 g^T M g, and M turns with the arms. Its
 * force alone, -w^2 M g, is not the gradient of that: bodies that swing far around each other on it
 * gained 30 times what they had. What is missing is a torque on each body: with u = M g, of the
 * inverse inertia i and the arm r, -w^2 i (u x r) (u . r). */
INLINE void lean_rows(Joint *j) {
    const cn_SpringLanes *q = &j->x->line;
    vf f = load(q->stiff) * load(q->scale);
    Pair u = point_impulse(j, (Pair){j->gx, j->gy});
    vf a = f * j->ia * ((u.y * j->rax - u.x * j->ray) * (u.x * j->rax + u.y * j->ray));
    vf b = f * j->ib * ((u.y * j->rbx - u.x * j->rby) * (u.x * j->rbx + u.y * j->rby));
    if (j->k->any_ease) {
        vi eased = load(j->x->ease) < splat(1e29f);
        a = choose(eased, splat(0), a), b = choose(eased, splat(0), b);
    }
    j->a.z -= j->ia * a;
    j->b.z -= j->ib * b;
    j->lean_a = -a;
    j->lean_b = b;
}

/* What a sub-step has done in all, once in each: for those who ask what a joint bears. */
INLINE void add_total(Joint *j, const Hardness *s, vf px, vf py) {
    if (!s->counts) return;
    store(j->k->total_x, load(j->k->total_x) + px);
    store(j->k->total_y, load(j->k->total_y) + py);
}

INLINE void add_total_turn(Joint *j, const Hardness *s, vf p) {
    if (s->counts) store(j->x->total_turn, load(j->x->total_turn) + p);
}

/* ---- what is sent again by body ----------------------------------------------------------- */

/* From the second sub-step on the impulses of the last one are applied again body by body, as they
 * were (motion_kernel.h). Since then arms and axes have turned: solve makes the difference good
 * first. To know it, what each pass did is added up. */
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
    vf a = (j->rax * py - j->ray * px) - j->lean_a, b = (j->rbx * py - j->rby * px) - j->lean_b;
    if (!s->soft) a += load(j->k->sent_a), b += load(j->k->sent_b);
    store(j->k->sent_a, a);
    store(j->k->sent_b, b);
}

/* What was sent along a way, and perhaps across it. */
typedef struct Sent {
    vf x, y, a, b;
} Sent;

INLINE Sent along_dof(const Dof *w, vf p) {
    return (Sent){p * w->nx, p * w->ny, p * w->sa, p * w->sb};
}

INLINE Sent both_dofs(const Dof *w, vf p, const Dof *t, vf q) {
    Sent s = along_dof(w, p), r = along_dof(t, q);
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
