/* gear_row.c: the row of a gear, pulley or ratchet: where it points, with joints held.
 *
 * Its own directions are those of its coordinates. Joints of its bodies bear what they can of a
 * push along them; what is left moves the bodies and disturbs none of these joints. That is block
 * elimination: with J the row, H those of the joints and M the masses, the push is
 * M^-1 (J - x H), x = (H M^-1 H^T)^-1 H M^-1 J. Where articulations do that (gear_train.c) it
 * is M^-1 J. */
#include <string.h>

#include "data/world.h"
#include "solver/exact/exact.h"
#include "solver/exact/exact_solve.h"
#include "solver/exact/gear_system.h"
#include "world/joint_state.h"

#define SHORTEST 1e-9                  /* m: a rope without that length has no direction */
#define ROWS     (3 * CN_COUPLE_LINKS) /* count of the rows of all joints held */
/* ratio of the speed that contacts push with, which a motor may gain in a sub-step */
#define GAIN 0.02
/* m/s or rad/s, by all that a motor remembers: beyond it it gains no more */
#define MOST_GAIN 1e5
/* ratio to a diagonal: when less is left of it others hold the same */
#define REDUNDANT 1e-9

/* ---- where it points ---------------------------------------------------------------------- */

/* Of a rope's end: direction away from where the rope turns, arm, and length. */
typedef struct Rope {
    double ux, uy, rx, ry, length;
} Rope;

static Rope rope_of(const cn_Side *d, cn_LinkPlace b) {
    Rope r = {.rx = b.c * d->bx - b.s * d->by, .ry = b.s * d->bx + b.c * d->by};
    double x = b.x + r.rx - d->ax, y = b.y + r.ry - d->ay;
    r.length = cn_distance_of(x, y);
    bool none = r.length < SHORTEST; /* it goes any way then */
    r.ux = none ? 1 : x / r.length;
    r.uy = none ? 0 : y / r.length;
    return r;
}

static double way_of(const cn_Side *d, cn_LinkPlace a, cn_LinkPlace b) {
    cn_Link l = {.ax = d->ax,
                 .ay = d->ay,
                 .bx = d->bx,
                 .by = d->by,
                 .nx = -d->uy,
                 .ny = d->ux,
                 .origin = d->origin};
    return cn_link_coordinate(&l, a, b);
}

/* Its angle now: of all that fit, the nearest to where it was expected. */
static double angle_of(const cn_Side *d, cn_LinkPlace a, cn_LinkPlace b) {
    double c = a.c * b.c + a.s * b.s, s = a.c * b.s - a.s * b.c;
    double since = cn_atan2(d->before_c * s - d->before_s * c, d->before_c * c + d->before_s * s);
    double turns = (d->angle - d->start - since) / (2 * CN_PI);
    return d->start + since + 2 * CN_PI * floor(turns + 0.5);
}

static void add_force(cn_GearRow *k, int body, double f, double ux, double uy, double rx,
                      double ry) {
    double *row = &k->row[3 * body];
    row[0] += f * ux;
    row[1] += f * uy;
    row[2] += f * (rx * uy - ry * ux);
}

static void add_slide(cn_GearRow *k, const cn_Side *d) {
    cn_LinkPlace a = cn_link_now(&k->bodies[d->a]), b = cn_link_now(&k->bodies[d->b]);
    cn_Link l = {.ax = d->ax, .ay = d->ay, .bx = d->bx, .by = d->by};
    cn_LinkArms r = cn_link_arms(&l, a, b);
    double ux = a.c * d->ux - a.s * d->uy, uy = a.s * d->ux + a.c * d->uy;
    add_force(k, d->a, -d->factor, ux, uy, r.ax + r.dx, r.ay + r.dy);
    add_force(k, d->b, d->factor, ux, uy, r.bx, r.by);
}

/* Directions of one side; returns where its coordinate is. */
static double set_side(cn_GearRow *k, cn_Side *d) {
    cn_LinkPlace b = cn_link_now(&k->bodies[d->b]);
    if (k->kind == CN_PULLEY) {
        Rope r = rope_of(d, b);
        add_force(k, d->b, d->factor, r.ux, r.uy, r.rx, r.ry);
        return r.length;
    }
    cn_LinkPlace a = cn_link_now(&k->bodies[d->a]);
    if (d->slides) {
        add_slide(k, d);
        return way_of(d, a, b);
    }
    k->row[3 * d->a + 2] -= d->factor;
    k->row[3 * d->b + 2] += d->factor;
    return d->angle = angle_of(d, a, b);
}

/* By how much what it holds is violated; a ratchet goes on to the next catch first. */
static void find_row(cn_GearRow *k) {
    double sum = 0;
    memset(k->row, 0, (size_t)(3 * k->body_count) * sizeof *k->row);
    for (int i = 0; i < k->side_count; i++) sum += k->side[i].factor * set_side(k, &k->side[i]);
    if (k->kind == CN_RATCHET && k->constant - sum >= k->step)
        k->constant -= k->step * floor((k->constant - sum) / k->step);
    k->now = sum - k->constant;
}

/* ---- with its joints held ----------------------------------------------------------------- */

/* The rows of the joints that are held, over all bodies, and their matrix. */
typedef struct Held {
    int count;
    int of[ROWS]; /* link * 3 + row */
    double row[ROWS][3 * CN_COUPLE_BODIES];
    double factor[ROWS][ROWS], pivot[ROWS]; /* L D L^T; pivot 0: others hold the same */
} Held;

static double product(const cn_GearRow *k, const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < 3 * k->body_count; i++) sum += a[i] * b[i] * k->inv[i];
    return sum;
}

static void list_rows(const cn_GearRow *k, Held *q) {
    q->count = 0;
    for (int i = 0; i < k->link_count; i++)
        for (int r = 0; r < 3; r++) {
            const cn_Link *l = &k->links[i];
            const double *ja = &l->ja[3 * r], *jb = &l->jb[3 * r];
            if (jb[0] == 0 && jb[1] == 0 && jb[2] == 0) continue;
            double *row = q->row[q->count];
            memset(row, 0, sizeof q->row[0]);
            for (int n = 0; n < 3; n++) row[3 * l->a + n] += ja[n], row[3 * l->b + n] += jb[n];
            q->of[q->count++] = 3 * i + r;
        }
}

static void factorize(const cn_GearRow *k, Held *q) {
    for (int i = 0; i < q->count; i++) {
        for (int n = 0; n <= i; n++) {
            double sum = product(k, q->row[i], q->row[n]), all = sum;
            for (int m = 0; m < n; m++) sum -= q->factor[i][m] * q->factor[n][m] * q->pivot[m];
            if (n < i)
                q->factor[i][n] = q->pivot[n] > 0 ? sum / q->pivot[n] : 0;
            else
                q->pivot[i] = sum > REDUNDANT * all ? sum : 0;
        }
    }
}

static void solve_held(const Held *q, double *x) {
    for (int i = 0; i < q->count; i++)
        for (int n = 0; n < i; n++) x[i] -= q->factor[i][n] * x[n];
    for (int i = 0; i < q->count; i++) x[i] = q->pivot[i] > 0 ? x[i] / q->pivot[i] : 0;
    for (int i = q->count - 1; i >= 0; i--)
        for (int n = i + 1; n < q->count; n++) x[i] -= q->factor[n][i] * x[n];
}

/* What is left of the row when its joints bear what they can: push, held and mass. */
static void set_push(cn_GearRow *k) {
    Held q;
    double x[ROWS], left[3 * CN_COUPLE_BODIES];
    list_rows(k, &q);
    factorize(k, &q);
    for (int i = 0; i < q.count; i++) x[i] = product(k, k->row, q.row[i]);
    solve_held(&q, x);
    memcpy(left, k->row, (size_t)(3 * k->body_count) * sizeof *left);
    memset(k->held, 0, sizeof k->held);
    for (int i = 0; i < q.count; i++) {
        k->held[q.of[i]] = -x[i];
        for (int n = 0; n < 3 * k->body_count; n++) left[n] -= x[i] * q.row[i][n];
    }
    double all = product(k, k->row, k->row), rest = product(k, left, left);
    k->mass = rest > REDUNDANT * all ? 1 / rest : 0;
    for (int n = 0; n < 3 * k->body_count; n++) k->push[n] = k->inv[n] * left[n];
}

void cn_couple_set_row(cn_GearRow *k, cn_Chain *c, bool holds) {
    find_row(k);
    if (holds) {
        cn_chain_set_rows(c);
        set_push(k);
        return;
    }
    memset(k->held, 0, sizeof k->held);
    for (int n = 0; n < 3 * k->body_count; n++) k->push[n] = k->inv[n] * k->row[n];
}

/* ---- how far from closed ------------------------------------------------------------------ */

/* Past the place where it turns a rope has no length, or the same push would act twice. */
static double rope_then(const cn_Side *d, const cn_LinkBody *b) {
    Rope now = rope_of(d, cn_link_now(b)), then = rope_of(d, cn_link_then(b));
    double along = now.ux * then.ux + now.uy * then.uy;
    return along < 0 ? along * then.length : then.length;
}

double cn_couple_rate(const cn_GearRow *k) {
    double sum = 0;
    for (int i = 0; i < k->own; i++)
        for (int n = 0; n < 3; n++) sum += k->row[3 * i + n] * k->bodies[i].v[n];
    return sum;
}

double cn_couple_violation(const cn_GearRow *k, const cn_Chain *c) {
    double sum = 0, speed = 0;
    if (k->kind == CN_MOTOR) sum = c->h * (cn_couple_rate(k) - k->speed);
    for (int i = 0; i < k->side_count && k->kind != CN_MOTOR; i++) {
        const cn_Side *d = &k->side[i];
        const cn_LinkBody *a = &k->bodies[d->a], *b = &k->bodies[d->b];
        double at = k->kind == CN_PULLEY ? rope_then(d, b)
                    : d->slides          ? way_of(d, cn_link_then(a), cn_link_then(b))
                                         : d->angle + c->h * (b->v[2] - a->v[2]);
        sum += d->factor * at;
    }
    for (int i = 0; i < k->link_count; i++)
        for (int r = 0; r < 3; r++) {
            const cn_Link *l = &k->links[i];
            double bears = k->held[3 * i + r];
            if (bears == 0) continue;
            for (int n = 0; n < 3; n++)
                speed += bears * (l->ja[3 * r + n] * c->bodies[l->a].v[n] +
                                  l->jb[3 * r + n] * c->bodies[l->b].v[n]);
        }
    return sum - k->constant + c->h * speed - k->allowed;
}

/* ---- motors ------------------------------------------------------------------------------- */

/* Between limits, of what would be there at the end of the sub-step. */
static double within(const cn_Joint *j, double x, double speed, double h) {
    double up = cn_larger(0, j->tuning.upper - x), down = cn_larger(0, x - j->tuning.lower);
    if (!(j->flags & CN_JOINT_LIMITS)) return speed;
    return cn_larger(-down / h, cn_smaller(up / h, speed));
}

void cn_couple_ask(const cn_World *w, cn_GearRow *k, float h) {
    const cn_JointTuning *t = &w->joint[k->joint].tuning;
    double rate = cn_couple_rate(k), more = t->motor_speed - rate, most = GAIN * w->def.push_speed;
    if (fabs(k->impulse) > MOST_GAIN * k->mass) most = 0;
    if (more * k->impulse >= 0) more = cn_larger(-most, cn_smaller(most, more));
    k->speed = within(&w->joint[k->joint], k->now, rate + more, (double)h);
}

void cn_couple_bound(const cn_World *w, cn_GearRow *k, const cn_GearRow *gear, float h) {
    const cn_Gear *c = cn_gear_of(w, gear->joint);
    for (int i = 0; gear->kind == CN_GEAR && i < 2; i++) {
        if (c->of[i] != k->joint) continue;
        const cn_Side *d = &gear->side[1 - i];
        double times = -gear->side[i].factor / d->factor, x = d->angle;
        if (d->slides)
            x = way_of(d, cn_link_now(&gear->bodies[d->a]), cn_link_now(&gear->bodies[d->b]));
        k->speed = within(&w->joint[c->of[1 - i]], x, times * k->speed, (double)h) / times;
    }
}
