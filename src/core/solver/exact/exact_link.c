/* exact_link.c: where links point, and how far they are from closed. */
#include <math.h>
#include <string.h>

#include "cairn_math.h"
#include "solver/exact/exact.h"
#include "solver/exact/exact_solve.h"
#include "wide/link_limits.h"

/* ratio of a gap that is closed in a sub-step: more leaves links with more speed */
#define GENTLY 0.05

/* ---- directions --------------------------------------------------------------------------- */

cn_LinkArms cn_link_arms(const cn_Link *l, cn_LinkPlace a, cn_LinkPlace b) {
    cn_LinkArms r = {a.c * l->ax - a.s * l->ay,
                     a.s * l->ax + a.c * l->ay,
                     b.c * l->bx - b.s * l->by,
                     b.s * l->bx + b.c * l->by,
                     0,
                     0};
    r.dx = (b.x - a.x) + (r.bx - r.ax);
    r.dy = (b.y - a.y) + (r.by - r.ay);
    return r;
}

/* The row of a force along (ux, uy) on b at its anchor, and against it on a. */
static void set_force_row(cn_Link *l, int row, double ux, double uy, double ax, double ay,
                          double bx, double by) {
    double *ja = &l->ja[3 * row], *jb = &l->jb[3 * row];
    ja[0] = -ux;
    ja[1] = -uy;
    ja[2] = -(ax * uy - ay * ux);
    jb[0] = ux;
    jb[1] = uy;
    jb[2] = bx * uy - by * ux;
}

static void set_turn_row(cn_Link *l, int row) {
    l->ja[3 * row + 2] = -1;
    l->jb[3 * row + 2] = 1;
}

/* Axis of a slider, in the world. */
static cn_Pos axis_of(const cn_Link *l, cn_LinkPlace a) {
    return (cn_Pos){a.c * l->ny + a.s * l->nx, a.s * l->ny - a.c * l->nx};
}

/* From anchor to anchor. */
static void set_rod_row(cn_Link *l, const cn_LinkArms *r) {
    double d = cn_distance_of(r->dx, r->dy);
    double ux = d > 0 ? r->dx / d : 1, uy = d > 0 ? r->dy / d : 0;
    set_force_row(l, 0, ux, uy, r->ax, r->ay, r->bx, r->by);
}

/* The row that a limit holds. */
static void set_limit_row(cn_Link *l, cn_LinkPlace a, const cn_LinkArms *r) {
    if (l->kind == CN_LINK_ROPE) {
        set_rod_row(l, r);
    } else if (l->kind == CN_LINK_SLIDE) {
        cn_Pos u = axis_of(l, a);
        set_force_row(l, 1, u.x, u.y, r->ax + r->dx, r->ay + r->dy, r->bx, r->by);
    } else {
        set_turn_row(l, 2);
    }
}

static void set_rows(cn_Link *l, cn_LinkPlace a, cn_LinkPlace b) {
    cn_LinkArms r = cn_link_arms(l, a, b);
    memset(l->ja, 0, sizeof l->ja);
    memset(l->jb, 0, sizeof l->jb);
    if (l->kind == CN_LINK_POINT || l->kind == CN_LINK_WELD) {
        set_force_row(l, 0, 1, 0, r.ax, r.ay, r.bx, r.by);
        set_force_row(l, 1, 0, 1, r.ax, r.ay, r.bx, r.by);
    } else if (l->kind == CN_LINK_SLIDE || l->kind == CN_LINK_RAIL) {
        double nx = a.c * l->nx - a.s * l->ny, ny = a.s * l->nx + a.c * l->ny;
        set_force_row(l, 0, nx, ny, r.ax + r.dx, r.ay + r.dy, r.bx, r.by);
    } else if (l->kind == CN_LINK_ROD) {
        set_rod_row(l, &r);
    }
    if (l->kind == CN_LINK_WELD || l->kind == CN_LINK_ANGLE || l->kind == CN_LINK_SLIDE)
        set_turn_row(l, 2);
}

void cn_chain_set_held_rows(cn_Chain *c, bool then) {
    for (int i = 0; i < c->link_count; i++) {
        cn_Link *l = &c->links[i];
        const cn_LinkBody *a = &c->bodies[l->a], *b = &c->bodies[l->b];
        if (then)
            set_rows(l, cn_link_then(a), cn_link_then(b));
        else
            set_rows(l, cn_link_now(a), cn_link_now(b));
    }
}

void cn_chain_set_rows(cn_Chain *c) {
    for (int i = 0; i < c->link_count; i++) {
        cn_Link *l = &c->links[i];
        cn_LinkPlace a = cn_link_now(&c->bodies[l->a]), b = cn_link_now(&c->bodies[l->b]);
        set_rows(l, a, b);
        if (l->limit == 0) continue;
        cn_LinkArms r = cn_link_arms(l, a, b);
        set_limit_row(l, a, &r);
    }
}

/* Fills the residuals of all links with the speeds at which they open. */
void cn_chain_set_rates(cn_Chain *c) {
    for (int i = 0; i < c->link_count; i++) {
        cn_Link *l = &c->links[i];
        const double *a = c->bodies[l->a].v, *b = c->bodies[l->b].v;
        for (int r = 0; r < 3; r++) {
            const double *ja = &l->ja[3 * r], *jb = &l->jb[3 * r];
            l->residual[r] = ja[0] * a[0] + ja[1] * a[1] + ja[2] * a[2] + jb[0] * b[0] +
                             jb[1] * b[1] + jb[2] * b[2];
        }
    }
}

/* ---- violations --------------------------------------------------------------------------- */

/* Angle of b as seen from a, less the angle that counts as none. */
static double turn(const cn_Link *l, cn_LinkPlace a, cn_LinkPlace b) {
    double c = a.c * b.c + a.s * b.s, s = a.c * b.s - a.s * b.c;
    double rc = c * l->rc + s * l->rs, rs = s * l->rc - c * l->rs;
    if (rc > 0 && fabs(rs) < 0.01) return rs * (1 + rs * rs * (1.0 / 6 + rs * rs * (3.0 / 40)));
    return cn_atan2(rs, rc);
}

double cn_link_coordinate(const cn_Link *l, cn_LinkPlace a, cn_LinkPlace b) {
    cn_LinkArms r = cn_link_arms(l, a, b);
    if (l->kind == CN_LINK_ROPE) return cn_distance_of(r.dx, r.dy);
    cn_Pos u = axis_of(l, a);
    return r.dx * u.x + r.dy * u.y - l->origin;
}

void cn_link_violation(const cn_Link *l, cn_LinkPlace a, cn_LinkPlace b, double out[3]) {
    cn_LinkArms r = cn_link_arms(l, a, b);
    out[0] = out[1] = out[2] = 0;
    if (l->kind == CN_LINK_POINT || l->kind == CN_LINK_WELD) {
        out[0] = r.dx;
        out[1] = r.dy;
    } else if (l->kind == CN_LINK_SLIDE || l->kind == CN_LINK_RAIL) {
        double nx = a.c * l->nx - a.s * l->ny, ny = a.s * l->nx + a.c * l->ny;
        out[0] = r.dx * nx + r.dy * ny;
    } else if (l->kind == CN_LINK_ROD) {
        out[0] = cn_distance_of(r.dx, r.dy) - l->length;
    }
    if (l->kind == CN_LINK_WELD || l->kind == CN_LINK_ANGLE || l->kind == CN_LINK_SLIDE)
        out[2] = turn(l, a, b);
    if (l->limit == 0) return;
    if (l->kind == CN_LINK_SLIDE || l->kind == CN_LINK_ROPE)
        out[cn_link_limit_row(l)] = cn_link_coordinate(l, a, b) - l->limit_at;
    else
        out[2] = l->beyond + turn(l, a, b);
}

/* What was put apart from outside, or by links that were springs, comes together gently; what a
 * blow has shifted within the sub-step, nearly at once. */
double cn_link_closing(const cn_Chain *c, double gap, bool gently) {
    double most = LINK_AT_ONCE * c->push;
    if (gently) most = cn_smaller(c->push, GENTLY * fabs(gap) + LINK_AT_LEAST * c->tolerance);
    return cn_larger(-most, cn_smaller(most, gap));
}

/* How much of both parts of a gap is closed, as of all of it: no faster aslant than along an axis.
 */
static double closing_part(const cn_Chain *c, const double gap[3], bool gently) {
    double size = cn_distance_of(gap[0], gap[1]);
    return size > 0 ? cn_link_closing(c, size, gently) / size : 1;
}

/* What is beyond a limit comes back gently, once the link itself has closed; what is not there yet
 * may get there. */
double cn_link_limit_allowed(const cn_Chain *c, const cn_Link *l, double beyond) {
    if (beyond <= 0) return 0;
    if (l->gently) return beyond;
    return beyond - cn_smaller(c->push, LINK_LIMIT_SHARE * beyond + LINK_AT_LEAST * c->tolerance);
}

void cn_link_allow_limit(cn_Chain *c, cn_Link *l) {
    int row = cn_link_limit_row(l);
    double gap[3];
    cn_link_violation(l, cn_link_now(&c->bodies[l->a]), cn_link_now(&c->bodies[l->b]), gap);
    double beyond = l->limit * gap[row];
    l->allowed[row] = l->limit * cn_link_limit_allowed(c, l, beyond);
    l->returns = beyond > c->tolerance;
    if (beyond > 0) c->closing += fabs(gap[row] - l->allowed[row]) / c->h;
}

void cn_link_set_allowed(cn_Chain *c, cn_Link *l) {
    double gap[3];
    bool gently = l->gently;
    cn_link_violation(l, cn_link_now(&c->bodies[l->a]), cn_link_now(&c->bodies[l->b]), gap);
    if (l->limit != 0) gap[cn_link_limit_row(l)] = 0;
    for (int r = 0; r < 3 && gently; r++) /* what it gives in to what it bears is not open */
        gap[r] += c->h * l->give[r] * (l->impulse[r] + l->owed[r]);
    double part = closing_part(c, gap, gently);
    l->gently = false;
    for (int r = 0; r < 3; r++) {
        double close = r < 2 ? part * gap[r] : cn_link_closing(c, gap[r], gently);
        l->allowed[r] = gap[r] - close;
        l->residual[r] = close;
        l->gently = l->gently || (gently && l->allowed[r] != 0);
        c->closing += fabs(close) / c->h;
    }
    if (l->limit != 0) cn_link_allow_limit(c, l);
}

void cn_chain_let_be(cn_Chain *c) {
    double worst = 0;
    for (int i = 0; i < 3 * c->link_count; i++) {
        const cn_Link *l = &c->links[i / 3];
        if (l->residual[i % 3] != 0)
            worst = cn_larger(worst, fabs(l->allowed[i % 3] + l->residual[i % 3]));
    }
    double part = link_play(worst);
    for (int i = 0; i < 3 * c->link_count; i++) {
        cn_Link *l = &c->links[i / 3];
        l->allowed[i % 3] += part * l->residual[i % 3];
    }
}

/* Fills the residuals of all links and tells the worst. */
double cn_chain_violations(cn_Chain *c) {
    double worst = 0;
    for (int i = 0; i < c->link_count; i++) {
        cn_Link *l = &c->links[i];
        cn_link_violation(l, cn_link_then(&c->bodies[l->a]), cn_link_then(&c->bodies[l->b]),
                          l->residual);
        for (int r = 0; r < 3; r++) {
            l->residual[r] += c->h * l->give[r] * l->impulse[r] - l->allowed[r];
            double size = fabs(l->residual[r]);
            if (!(size <= worst)) worst = size;
        }
    }
    return worst;
}

/* ---- what they did last ------------------------------------------------------------------ */

/* By how much the force at the end of an arm turns its body. */
static double turned_by(const cn_Chain *c, int body, double x, double y) {
    return body < c->free_count ? (x * x + y * y) / c->bodies[body].mass[2] : 0;
}

static void turn_by(double k, double t, double p[3]) {
    double x = p[0], y = p[1];
    p[0] = (k - 1) * x - k * t * y;
    p[1] = k * t * x + (k - 1) * y;
}

/* What a hinge does has turned with its bodies; wide/linkage_begin_kernel.h. */
void cn_chain_turn_forces(cn_Chain *c) {
    for (int i = 0; c->quiet && i < c->link_count; i++) {
        cn_Link *l = &c->links[i];
        if (l->kind != CN_LINK_POINT && l->kind != CN_LINK_WELD) continue;
        double a = turned_by(c, l->a, l->ja[2], l->ja[5]);
        double b = turned_by(c, l->b, l->jb[2], l->jb[5]);
        double w = a * c->bodies[l->a].v[2] + b * c->bodies[l->b].v[2];
        if (!(a + b > 0)) continue;
        double t = 0.5 * c->h * w / (a + b), k = 2 / (1 + t * t);
        turn_by(k, t, l->impulse);
        turn_by(k, t, l->owed);
    }
}
