/* joint_kernel.h: the passes of a step over blocks of joints: where everything is, the warm start,
 * solve and relax.
 * Not here: what a pass does to a joint (joint_kinds.h), its degrees of freedom (joint_dof.h); what
 * is solved exactly, as most hinges and ropes are (solver/exact/).
 * Included by one file for each instruction set, after contact_kernel.h. */
#include "wide/joint_kinds.h"

/* ---- passes ------------------------------------------------------------------------------- */

/* What a pass works on: a range of blocks of one group. */
typedef struct Range {
    const cn_JointStage *stage;
    const cn_JointBatch *batch;
    int first, last;
    cn_Motion *motion;
} Range;

INLINE Joint load_nth(const Range *r, int i) {
    int axis = r->batch->axis;
    cn_JointAxis *x = axis < 0 ? (cn_JointAxis *)0 : &r->stage->axes[axis + i];
    return load_joint(&r->stage->blocks[r->batch->first + i], x, r->motion);
}

/* A motor that drives its anchor along one axis alone. */
INLINE bool drives_along(const cn_JointBatch *q) {
    return q->kind == CN_MOTOR && q->rows & CN_ROW_ALONG;
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
        case CN_WHEEL:
            wheel(&j, &s, rows);
            break;
        case CN_ROTARY:
            rotary(&j, &s, rows);
            break;
        case CN_MOTOR:
            drive(&j, &s, rows);
            break;
        default:
            mouse(&j, &s);
        }
        store_joint(&j, r->motion);
    }
}

/* Kinds, and the plainest set of rows, are constants in the loops that they get. */
SHARED void pass_joints(const Range *r, Hardness s) {
    int rows = r->batch->rows & ~CN_ROW_NET;
    switch (r->batch->kind) {
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
    case CN_WHEEL:
        pass_range(r, s, CN_WHEEL, rows);
        break;
    case CN_ROTARY:
        pass_range(r, s, CN_ROTARY, rows);
        break;
    case CN_MOTOR:
    case CN_FRICTION:
        pass_range(r, s, CN_MOTOR, rows);
        break;
    default:
        pass_range(r, s, CN_MOUSE, rows);
    }
}

static void solve_joints(const cn_JointStage *stage, const cn_JointBatch *batch, int first,
                         int last, cn_Motion *motion, const cn_JointSubStep *s) {
    Range r = {stage, batch, first, last, motion};
    pass_joints(&r, hardness(batch, s, true));
}

static void relax_joints(const cn_JointStage *stage, const cn_JointBatch *batch, int first,
                         int last, cn_Motion *motion, const cn_JointSubStep *s) {
    Range r = {stage, batch, first, last, motion};
    pass_joints(&r, hardness(batch, s, false));
}

/* ---- where everything is ------------------------------------------------------------------ */

/* m, between anchors that belong together: what is further apart counts as torn, and is pulled back
 * no faster than MOST_BIAS allows */
#define TORN 0.25f

/* b's origin minus a's: the difference is taken in double, so that it is as good anywhere. */
INLINE void load_distances(const cn_JointBlock *k, const cn_Pose *pose, vf *x, vf *y) {
    float dx[CN_LANES] __attribute__((aligned(32))), dy[CN_LANES] __attribute__((aligned(32)));
    for (int i = 0; i < CN_LANES; i++) {
        const cn_Pose *a = &pose[k->body_a[i]], *b = &pose[k->body_b[i]];
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

/* The angle that is congruent to where the bodies are and nearest to where they were when the step
 * before began: of bodies that have turned further joints ask how often (finalize.c). What the
 * sub-steps have counted may be off by a turn where something has thrown them about. */
INLINE void place_angle(cn_JointAxis *x, Columns a, Columns b) {
    vf now = angle_of(a.x * b.x + a.y * b.y, a.x * b.y - a.y * b.x) - load(x->reference);
    now = unwrap(now, load(x->start));
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

INLINE void place_along(cn_JointAxis *x, Columns a) {
    vf lx = load(x->along_lx), ly = load(x->along_ly);
    store(x->along_x, a.x * lx - a.y * ly);
    store(x->along_y, a.y * lx + a.x * ly);
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

/* Anchors that have come apart under load come back no faster than that: asked for here, where it
 * costs nothing while none has (bias_of has it for what is one number). */
INLINE void bound_pull(cn_JointBlock *k, float push_speed) {
    vf most = splat(MOST_BIAS * push_speed), zero = splat(0);
    vi moves = (load(k->inv_ma) + load(k->inv_mb)) > zero;
    vi apart = moves & ((absolute(load(k->gap_x)) + absolute(load(k->gap_y))) > splat(TORN));
    if (!bits_of(apart)) return;
    vf push = k->any_push ? load(k->push) : splat(1e30f);
    store(k->push, choose(apart, minv(push, most), push));
    k->any_push = true;
}

INLINE void keep_impulses(cn_JointBlock *k, cn_JointAxis *x) {
    vf keep = load(k->keep);
    store(k->kept_x, keep * load(k->px));
    store(k->kept_y, keep * load(k->py));
    if (!x) return;
    store(x->kept_hold, keep * load(x->hold_impulse));
    store(x->kept_turn, keep * load(x->turn_impulse));
}

static void place_joints(const cn_JointStage *stage, const cn_JointBatch *batch, int first,
                         int last, cn_Motion *motion, const cn_JointSubStep *s) {
    (void)motion;
    for (int i = first; i < last; i++) {
        cn_JointBlock *k = &stage->blocks[batch->first + i];
        Columns a = gather_rotations(k->body_a, s->pose), b = gather_rotations(k->body_b, s->pose);
        place_points(k, s->pose, a, b);
        if (batch->kind == CN_REVOLUTE || batch->kind == CN_WELD) bound_pull(k, s->push_speed);
        store(k->total_x, splat(0));
        store(k->total_y, splat(0));
        cn_JointAxis *x = batch->axis < 0 ? NULL : &stage->axes[batch->axis + i];
        if (k->any_keep) keep_impulses(k, x);
        if (!x) continue;
        place_axis(x, batch->kind, a, load(k->gap_x), load(k->gap_y));
        if (drives_along(batch)) place_along(x, a);
        if (batch->kind != CN_DISTANCE && batch->kind != CN_MOUSE) place_angle(x, a, b);
    }
}

/* ---- before the first sub-step ------------------------------------------------------------ */

/* The way of a spring and how far it is from rest. */
INLINE Dof spring_dof(const Joint *j, const cn_JointBatch *q, vf *x) {
    if (q->kind == CN_DISTANCE) {
        Dof w = rod_dof(j, x);
        *x -= load(j->x->target);
        return w;
    }
    if (q->kind == CN_PRISMATIC || q->kind == CN_WHEEL) {
        Slide r = q->kind == CN_WHEEL ? wheel_of(j) : slide_of(j, q->rows);
        *x = r.way - load(j->x->target);
        return r.along;
    }
    *x = load(j->x->angle);
    if (q->kind != CN_WELD) *x -= load(j->x->target);
    bool anchored = q->kind != CN_MOTOR && q->kind != CN_ROTARY;
    return turn_dof(j, anchored && !(q->rows & CN_ROW_SOFT_LINE));
}

/* The way of a motor, and where it is on it. */
INLINE Dof motor_dof(const Joint *j, const cn_JointBatch *q, vf *x) {
    if (q->kind == CN_DISTANCE) return rod_dof(j, x);
    if (q->kind == CN_PRISMATIC) {
        Slide r = slide_of(j, q->rows);
        *x = r.way;
        return r.along;
    }
    *x = load(j->x->angle);
    if (q->kind == CN_REVOLUTE || q->kind == CN_ROTARY) return turn_dof(j, q->kind == CN_REVOLUTE);
    Slide r = wheel_of(j);
    return wheel_turn(j, &r.across);
}

INLINE Columns choose_speeds(vi mask, Columns p, Columns q) {
    p.x = choose(mask, p.x, q.x), p.y = choose(mask, p.y, q.y), p.z = choose(mask, p.z, q.z);
    return p;
}

/* Bodies whose velocity was set from outside go as in fresh, the others as in going. */
INLINE void tell_apart(Joint *j, const Joint *fresh, const Joint *going) {
    j->a = choose_speeds(load(j->x->fresh_a) > splat(0), fresh->a, going->a);
    j->b = choose_speeds(load(j->x->fresh_b) > splat(0), fresh->b, going->b);
}

/* A motor that was set since, and pushes as hard as it may, began to when the step did: half of
 * what is more in a sub-step is taken out of the velocities that drift (leapfrog), as with forces.
 * A velocity that was set from outside has no part in it of what was before. */
INLINE void switch_motor(Joint *j, const cn_JointBatch *q, const cn_JointSubStep *s) {
    Hardness soft = hardness(q, s, true);
    vf x, zero = splat(0), half = splat(s->half), most = load(j->x->motor_most);
    Dof w = motor_dof(j, q, &x);
    int ends = q->kind == CN_WHEEL ? 0 : q->rows;
    vf v = dof_speed(j, &w), p = w.mass * (motor_speed(j, &soft, ends, x) - v);
    vf wanted = w.mass * (load(j->x->motor_speed) - v); /* by itself, not by its limits */
    vi full = (absolute(p) > most) & (absolute(wanted) > most);
    vi begins = full & (load(j->x->begins) > zero);
    Joint fresh = *j, going = *j;
    p = clamp_lane(p, most);
    push_dof(&fresh, &w, choose(full, -(half * p), zero));
    push_dof(&going, &w, choose(begins, half * (load(j->x->motor_impulse) - p), zero));
    tell_apart(j, &fresh, &going);
}

INLINE bool is_drive(cn_JointKind kind) { return kind == CN_MOTOR || kind == CN_FRICTION; }

/* What pushes as hard as it may is a part of the kick, too. */
INLINE void take_back_drive(Joint *j, int rows, vf part, Pair u) {
    if (rows & CN_ROW_TURN && !(rows & CN_ROW_SOFT_TURN)) {
        Dof w = turn_dof(j, false);
        vf p = w.mass * (dof_speed(j, &w) - load(j->x->motor_speed));
        push_turn(j, -(part * clamp_lane(p, load(j->x->motor_most))));
    }
    if (rows & CN_ROW_LINE && !(rows & CN_ROW_SOFT_LINE)) {
        Pair v = {point_speed_x(j) - u.x, point_speed_y(j) - u.y};
        Pair p = shorten(drive_impulse(j, v, rows & CN_ROW_ALONG), load(j->x->line_most));
        push_points(j, -(part * p.x), -(part * p.y));
    }
}

/* A velocity that was set from outside belongs to now; the one that drifts lies half a kick before
 * it (leapfrog), and a spring is a part of that kick. */
INLINE void take_back_half(Joint *j, const cn_JointBatch *q, const cn_JointSubStep *s) {
    vf part = splat(-0.5f), turn = splat(0);
    if (j->k->any_ease) part = choose(load(j->x->ease) < splat(1e29f), splat(0), part);
    Pair u = {splat(0), splat(0)};
    if (is_drive(q->kind)) {
        reach_over(j);
        u = drive_speed(j), turn = load(j->x->motor_speed);
        take_back_drive(j, q->rows, part * splat(2 * s->half), u);
    }
    if (q->rows & (CN_ROW_SPRING | CN_ROW_SOFT_TURN)) {
        const cn_SpringLanes *g = &j->x->spring;
        vf x, drag = load(g->give) + load(g->damp);
        Dof w = spring_dof(j, q, &x);
        vf v = dof_speed(j, &w) - turn;
        vf p = w.mass * (load(g->stiff) * x + drag * v) * load(g->scale);
        if (is_drive(q->kind)) p = clamp_lane(p, load(j->x->motor_most));
        if (j->k->any_capped) p = clamp_lane(p, load(j->x->line_most));
        push_dof(j, &w, -(part * p));
    }
    if (q->rows & CN_ROW_SOFT_LINE) {
        const cn_SpringLanes *g = &j->x->line;
        vf stiff = load(g->stiff), drag = load(g->give) + load(g->damp);
        Pair v = {stiff * j->gx + drag * (point_speed_x(j) - u.x),
                  stiff * j->gy + drag * (point_speed_y(j) - u.y)};
        Pair p = drive_impulse(j, v, drives_along(q));
        if (q->kind != CN_WELD) p = shorten(p, load(j->x->line_most) / load(g->scale));
        vf k = -(part * load(g->scale));
        push_points(j, k * p.x, k * p.y);
    }
}

static void freshen_joints(const cn_JointStage *stage, const cn_JointBatch *batch, int first,
                           int last, cn_Motion *motion, const cn_JointSubStep *s) {
    Range r = {stage, batch, first, last, motion};
    if (!(batch->rows & CN_ROWS_OF_SPRINGS) && !is_drive(batch->kind)) return;
    for (int i = first; i < last; i++) {
        Joint j = load_nth(&r, i), going = j;
        take_back_half(&j, batch, s);
        tell_apart(&j, &j, &going);
        store_joint(&j, motion);
    }
}

/* What begins in motor and friction joints; take_back_half has it for fresh ones. */
INLINE void switch_drive(Joint *j, int rows, const cn_JointSubStep *s) {
    vf zero = splat(0), half = splat(s->half);
    vi begins = load(j->x->begins) > zero;
    if (rows & CN_ROW_TURN && !(rows & CN_ROW_SOFT_TURN)) {
        Dof w = turn_dof(j, false);
        vf most = load(j->x->motor_most);
        vf p = w.mass * (load(j->x->motor_speed) - dof_speed(j, &w));
        vf more = clamp_lane(p, most) - load(j->x->turn_impulse);
        push_turn(j, choose((absolute(p) > most) & begins, -(half * more), zero));
    }
    if (rows & CN_ROW_LINE && !(rows & CN_ROW_SOFT_LINE)) {
        Pair u = drive_speed(j);
        vf most = load(j->x->line_most);
        Pair v = {u.x - point_speed_x(j), u.y - point_speed_y(j)};
        Pair p = drive_impulse(j, v, rows & CN_ROW_ALONG);
        Pair now = shorten(p, most);
        vi full = ((p.x * p.x + p.y * p.y) > most * most) & begins;
        push_points(j, choose(full, -(half * (now.x - load(j->k->px))), zero),
                    choose(full, -(half * (now.y - load(j->k->py))), zero));
    }
}

static void switch_joints(const cn_JointStage *stage, const cn_JointBatch *batch, int first,
                          int last, cn_Motion *motion, const cn_JointSubStep *s) {
    Range r = {stage, batch, first, last, motion};
    bool drives = is_drive(batch->kind);
    if (!cn_joint_batch_pushes(batch->kind, batch->rows)) return;
    for (int i = first; i < last; i++) {
        cn_JointBlock *k = &stage->blocks[batch->first + i];
        if (!k->any_begins) continue;
        k->any_begins = false;
        Joint j = load_nth(&r, i);
        if (drives) {
            Joint fresh = j;
            reach_over(&j);
            switch_drive(&j, batch->rows, s);
            tell_apart(&j, &fresh, &j);
        } else {
            switch_motor(&j, batch, s);
        }
        store_joint(&j, motion);
    }
}

static void note_joints(const cn_JointStage *stage, const cn_JointBatch *batch, int first, int last,
                        cn_Motion *motion, const cn_JointSubStep *s) {
    Range r = {stage, batch, first, last, motion};
    (void)s;
    if (!(batch->rows & CN_ROWS_OF_SPRINGS)) return;
    for (int i = first; i < last; i++) {
        Joint j = load_nth(&r, i);
        vf x;
        if (batch->kind == CN_MOTOR) reach_over(&j);
        if (batch->kind == CN_WELD || batch->kind == CN_MOUSE || batch->kind == CN_MOTOR) {
            note_speeds(&j, batch->kind, batch->rows);
        } else {
            Dof w = spring_dof(&j, batch, &x);
            store(j.x->before, dof_speed(&j, &w));
        }
    }
}

INLINE void warm_dof(Joint *j, const cn_JointBatch *q, const Hardness *s) {
    bool slides = q->kind == CN_PRISMATIC || q->kind == CN_WHEEL;
    int line = q->kind == CN_WHEEL ? q->rows & ~CN_ROW_MOTOR : q->rows;
    vf p = dof_impulse(j, line);
    if (q->kind == CN_REVOLUTE || q->kind == CN_ROTARY) {
        push_turn(j, p);
        return;
    }
    vf nx = load(j->x->nx), ny = load(j->x->ny), ax = j->rax, ay = j->ray;
    if (slides) ax += j->gx, ay += j->gy;
    Dof w = line_dof(j, nx, ny, ax, ay), t = line_dof(j, -ny, nx, ax, ay);
    push_dof(j, &w, p);
    note_sent(j, s, both_dofs(&w, p, &t, load(j->k->px)));
    if (!slides) return;
    push_dof(j, &t, load(j->k->px));
    if (q->kind != CN_WHEEL)
        push_turn(j, load(j->x->turn_impulse));
    else if (q->rows & CN_ROW_MOTOR) /* else it is a gear that has its motor: gear_solve.c */
        push_turn(j, load(j->x->motor_impulse));
}

/* The impulses of the last sub-step of the step before; bodies have not moved yet. */
static void warm_start_joints(const cn_JointStage *stage, const cn_JointBatch *batch, int first,
                              int last, cn_Motion *motion, const cn_JointSubStep *s) {
    Range r = {stage, batch, first, last, motion};
    Hardness soft = hardness(batch, s, true);
    for (int i = first; i < last; i++) {
        Joint j = load_nth(&r, i);
        bool drives = is_drive(batch->kind);
        bool points = drives || batch->kind == CN_WELD || batch->kind == CN_MOUSE;
        if (drives) reach_over(&j);
        if (points || batch->kind == CN_REVOLUTE) {
            push_points(&j, load(j.k->px), load(j.k->py));
            note_sent_point(&j, &soft, load(j.k->px), load(j.k->py));
        }
        if (drives || batch->kind == CN_WELD) push_turn(&j, load(j.x->turn_impulse));
        if (!points && j.x) warm_dof(&j, batch, &soft);
        store_joint(&j, motion);
    }
}

const cn_JointKernels CN_JOINT_KERNELS = {place_joints, switch_joints,     freshen_joints,
                                          note_joints,  warm_start_joints, solve_joints,
                                          relax_joints};
