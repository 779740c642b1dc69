/* articulation_solve.c: one articulation in one sub-step.
 *
 * Velocities belong to the middle of a sub-step (leapfrog). Links push along their directions at
 * its beginning, by as much as closes all of them at its end: SHAKE (Ryckaert, Ciccotti and
 * Berendsen 1977), which keeps the energy of a pendulum for ever. The amounts are found by Newton's
 * method with the matrix of the beginning; its KKT form is eliminated from the leaves, so that a
 * tree costs O(n) (Baraff, "Linear-Time Dynamics using Lagrange Multipliers", SIGGRAPH 1996).
 * What pulls on a lever also resists its turning. Where that is too stiff for a sub-step (light
 * links that carry a heavy body) the excess is taken implicitly: geometric stiffness (Tournier,
 * Nesme, Gilles and Faure, "Stable Constrained Dynamics", SIGGRAPH 2015).
 * When Newton's method does not get there the sub-step is taken in parts; and when that does not
 * help (a bridge that is exactly as long as its span, more links than fit) links are springs for a
 * while, all of them solved at once. */
#include "articulation.h"

#include <math.h>
#include <string.h>

#define LEAST      1e-5 /* of what was added up to a pivot, that it must keep */
#define MOST_PARTS 16   /* of a sub-step in which that did not work */
#define PASSES     6    /* of Newton's method */
#define SLOWEST    0.3  /* a pass must shrink the residual to this part of it */
#define MOST_TURN  0.7  /* rad in a sub-step, by what links do */
#define GIVE       1e-4 /* of soft links, of what their bodies give in */
#define CLOSE      0.2  /* of their gaps, in a sub-step */
#define GENTLY     0.05 /* of a gap, in a sub-step */
#define AT_ONCE    10   /* times as fast as gently */
#define ROUNDS     3    /* of springs, until they know how stiff they are */
#define STIFFEST   1.0  /* (frequency * h)^2 up to which stiffness is left explicit */

/* fmax and fmin are calls where NaN must be minded. */
static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }
static double length(double x, double y) { return sqrt(x * x + y * y); }

/* ---- directions --------------------------------------------------------------------------- */

typedef struct Place {
    double x, y, c, s;
} Place;

static Place now(const cn_LinkBody *b) { return (Place){b->x, b->y, b->c, b->s}; }
static Place then(const cn_LinkBody *b) { return (Place){b->px, b->py, b->pc, b->ps}; }

/* Arms in the world, and the way from anchor to anchor. */
typedef struct Arms {
    double ax, ay, bx, by, dx, dy;
} Arms;

static Arms arms(const cn_Link *l, Place a, Place b) {
    Arms r = {a.c * l->ax - a.s * l->ay,
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

static void set_rows(cn_Link *l, Place a, Place b) {
    Arms r = arms(l, a, b);
    memset(l->ja, 0, sizeof l->ja);
    memset(l->jb, 0, sizeof l->jb);
    if (l->kind == CN_LINK_POINT || l->kind == CN_LINK_WELD) {
        set_force_row(l, 0, 1, 0, r.ax, r.ay, r.bx, r.by);
        set_force_row(l, 1, 0, 1, r.ax, r.ay, r.bx, r.by);
    } else if (l->kind == CN_LINK_SLIDE) {
        double nx = a.c * l->nx - a.s * l->ny, ny = a.s * l->nx + a.c * l->ny;
        set_force_row(l, 0, nx, ny, r.ax + r.dx, r.ay + r.dy, r.bx, r.by);
    } else if (l->kind == CN_LINK_ROD) {
        double d = length(r.dx, r.dy);
        double ux = d > 0 ? r.dx / d : 1, uy = d > 0 ? r.dy / d : 0;
        set_force_row(l, 0, ux, uy, r.ax, r.ay, r.bx, r.by);
    }
    if (l->kind == CN_LINK_WELD || l->kind == CN_LINK_TURN || l->kind == CN_LINK_SLIDE)
        set_turn_row(l, 2);
}

static void set_all_rows(cn_Chain *c, Place (*place)(const cn_LinkBody *)) {
    for (int i = 0; i < c->link_count; i++) {
        cn_Link *l = &c->links[i];
        set_rows(l, place(&c->bodies[l->a]), place(&c->bodies[l->b]));
    }
}

/* ---- violations --------------------------------------------------------------------------- */

/* Angle of b as seen from a, less the one that counts as none. */
static double turn(const cn_Link *l, Place a, Place b) {
    double c = a.c * b.c + a.s * b.s, s = a.c * b.s - a.s * b.c;
    double rc = c * l->rc + s * l->rs, rs = s * l->rc - c * l->rs;
    if (rc > 0 && fabs(rs) < 0.01) return rs * (1 + rs * rs * (1.0 / 6 + rs * rs * (3.0 / 40)));
    return cn_atan2(rs, rc);
}

static void violation(const cn_Link *l, Place a, Place b, double out[3]) {
    Arms r = arms(l, a, b);
    out[0] = out[1] = out[2] = 0;
    if (l->kind == CN_LINK_POINT || l->kind == CN_LINK_WELD) {
        out[0] = r.dx;
        out[1] = r.dy;
    } else if (l->kind == CN_LINK_SLIDE) {
        double nx = a.c * l->nx - a.s * l->ny, ny = a.s * l->nx + a.c * l->ny;
        out[0] = r.dx * nx + r.dy * ny;
    } else if (l->kind == CN_LINK_ROD) {
        out[0] = length(r.dx, r.dy) - l->length;
    }
    if (l->kind == CN_LINK_WELD || l->kind == CN_LINK_TURN || l->kind == CN_LINK_SLIDE)
        out[2] = turn(l, a, b);
}

/* What was put apart from outside, or by links that were springs, comes together gently; what a
 * blow has shifted within the sub-step, nearly at once. */
static double closing(const cn_Chain *c, double gap, bool gently) {
    double most = AT_ONCE * c->push;
    if (gently) most = smaller(c->push, GENTLY * fabs(gap) + 10 * c->tolerance);
    return larger(-most, smaller(most, gap));
}

static void set_allowed(cn_Chain *c, cn_Link *l) {
    double gap[3];
    bool gently = l->gently;
    violation(l, now(&c->bodies[l->a]), now(&c->bodies[l->b]), gap);
    l->gently = false;
    for (int r = 0; r < 3; r++) {
        double close = closing(c, gap[r], gently);
        l->allowed[r] = gap[r] - close;
        l->gently = l->gently || (gently && l->allowed[r] != 0);
        c->closing += fabs(close) / c->h;
    }
}

/* Fills the residuals of all links and tells the worst. */
static double violations(cn_Chain *c) {
    double worst = 0;
    for (int i = 0; i < c->link_count; i++) {
        cn_Link *l = &c->links[i];
        violation(l, then(&c->bodies[l->a]), then(&c->bodies[l->b]), l->residual);
        for (int r = 0; r < 3; r++) {
            l->residual[r] += c->h * l->give[r] * l->impulse[r] - l->allowed[r];
            double size = fabs(l->residual[r]);
            if (!(size <= worst)) worst = size;
        }
    }
    return worst;
}

/* ---- the matrix --------------------------------------------------------------------------- */

static double inverse_of(double d) { return d > 0 ? 1 / d : 0; } /* 0: a row that is not used */

/* Inverse of a symmetric matrix whose pivots are at least so much of size: what is missing is added
 * to them, and told in give. A row that others hold already is left soft that way: a second pin, or
 * the span of a bridge that is pulled straight, which no force could hold. */
static void invert(double p[9], const double size[3], double least, double give[3], double out[9]) {
    give[0] = larger(0, least * size[0] - p[0]);
    double i1 = inverse_of(p[0] + give[0]), l21 = p[3] * i1, l31 = p[6] * i1;
    double d2 = p[4] - l21 * p[3], rest = p[7] - l31 * p[3];
    give[1] = larger(0, least * size[1] - d2);
    double i2 = inverse_of(d2 + give[1]), l32 = rest * i2;
    double d3 = p[8] - l31 * p[6] - l32 * rest;
    give[2] = larger(0, least * size[2] - d3);
    double i3 = inverse_of(d3 + give[2]), m31 = l21 * l32 - l31;
    out[0] = i1 + l21 * l21 * i2 + m31 * m31 * i3;
    out[1] = out[3] = -l21 * i2 - m31 * l32 * i3;
    out[2] = out[6] = m31 * i3;
    out[4] = i2 + l32 * l32 * i3;
    out[5] = out[7] = -l32 * i3;
    out[8] = i3;
}

/* How far a soft link gives in to an impulse: a part of what its two bodies would. */
static void set_give(const cn_Chain *c, cn_Link *l, bool soft) {
    for (int row = 0; row < 3; row++) {
        const double *ja = &l->ja[3 * row], *jb = &l->jb[3 * row];
        double sum = 0;
        for (int k = 0; soft && k < 3; k++) {
            if (l->a < c->free_count) sum += ja[k] * ja[k] / c->bodies[l->a].mass[k];
            if (l->b < c->free_count) sum += jb[k] * jb[k] / c->bodies[l->b].mass[k];
        }
        l->give[row] = GIVE * sum;
    }
}

static void assemble(cn_Chain *c, bool soft) {
    const cn_Elimination *e = &c->e;
    memset(c->diagonal, 0, (size_t)e->nodes * sizeof *c->diagonal);
    memset(c->size, 0, (size_t)e->nodes * sizeof *c->size);
    memset(c->block, 0, (size_t)e->entries * sizeof *c->block);
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        double m[3] = {b->mass[0], b->mass[1], b->mass[2] + b->stiff};
        for (int k = 0; k < 3; k++)
            c->diagonal[e->place[i]][4 * k] = c->size[e->place[i]][k] = m[k];
    }
    for (int i = 0; i < c->link_count; i++) set_give(c, &c->links[i], soft);
    for (int i = 0; i < c->link_count; i++)
        for (int k = 0; k < 3; k++) {
            int p = e->place[c->free_count + i];
            c->diagonal[p][4 * k] = -c->links[i].give[k];
            c->size[p][k] = c->links[i].give[k];
        }
    for (int i = 0; i < 2 * c->link_count; i++) {
        const double *j = i & 1 ? c->links[i >> 1].jb : c->links[i >> 1].ja;
        if (e->side[i] < 0) continue;
        double *block = c->block[e->side[i] >> 1];
        bool flipped = e->side[i] & 1;
        for (int r = 0; r < 3; r++)
            for (int k = 0; k < 3; k++) block[flipped ? 3 * k + r : 3 * r + k] = j[3 * r + k];
    }
}

static void multiply(const double a[9], const double b[9], double out[9]) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
}

/* t -= w b^T */
static void subtract(double t[9], const double w[9], const double b[9]) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            t[3 * i + j] -=
                w[3 * i] * b[3 * j] + w[3 * i + 1] * b[3 * j + 1] + w[3 * i + 2] * b[3 * j + 2];
}

/* What position p leaves behind in the blocks of those that come later. */
static const int *eliminate(cn_Chain *c, int p, const int *target) {
    const cn_Elimination *e = &c->e;
    for (int i = e->first[p]; i < e->first[p + 1]; i++) {
        double w[9];
        multiply(c->block[i], c->inverse[p], w);
        for (int j = e->first[p]; j < i; j++) subtract(c->block[*target++], w, c->block[j]);
        double *diagonal = c->diagonal[e->row[i]], *size = c->size[e->row[i]];
        double before[3] = {diagonal[0], diagonal[4], diagonal[8]};
        subtract(diagonal, w, c->block[i]);
        for (int k = 0; k < 3; k++) size[k] += fabs(diagonal[4 * k] - before[k]);
    }
    return target;
}

/* Block LDL^T, right-looking (Duff, Erisman and Reid, "Direct Methods for Sparse Matrices"). A link
 * comes after one of its bodies, so that its pivot is negative definite when it is its turn. */
static void factor(cn_Chain *c, bool soft) {
    assemble(c, soft);
    const int *target = c->e.target;
    for (int p = 0; p < c->e.nodes; p++) {
        int link = c->e.node[p] - c->free_count;
        double sign = link < 0 ? 1 : -1, positive[9], give[3];
        for (int k = 0; k < 9; k++) positive[k] = sign * c->diagonal[p][k];
        invert(positive, c->size[p], link < 0 ? 0 : LEAST, give, c->inverse[p]);
        for (int k = 0; k < 9; k++) c->inverse[p][k] *= sign;
        for (int k = 0; link >= 0 && k < 3; k++) c->links[link].give[k] += give[k];
        target = eliminate(c, p, target);
    }
}

static void apply(const double m[9], double x[3]) {
    double a = x[0], b = x[1], d = x[2];
    for (int i = 0; i < 3; i++) x[i] = m[3 * i] * a + m[3 * i + 1] * b + m[3 * i + 2] * d;
}

static void substitute(cn_Chain *c) {
    const cn_Elimination *e = &c->e;
    for (int p = 0; p < e->nodes; p++) {
        apply(c->inverse[p], c->x[p]);
        const double *y = c->x[p];
        for (int i = e->first[p]; i < e->first[p + 1]; i++) {
            const double *m = c->block[i];
            double *x = c->x[e->row[i]];
            for (int k = 0; k < 3; k++)
                x[k] -= m[3 * k] * y[0] + m[3 * k + 1] * y[1] + m[3 * k + 2] * y[2];
        }
    }
    for (int p = e->nodes - 1; p >= 0; p--) {
        double sum[3] = {0, 0, 0};
        for (int i = e->first[p]; i < e->first[p + 1]; i++) {
            const double *m = c->block[i], *y = c->x[e->row[i]];
            for (int k = 0; k < 3; k++) sum[k] += m[k] * y[0] + m[3 + k] * y[1] + m[6 + k] * y[2];
        }
        apply(c->inverse[p], sum);
        for (int k = 0; k < 3; k++) c->x[p][k] -= sum[k];
    }
}

/* The change of velocities with which all residuals times scale are answered, in x. */
static void answer(cn_Chain *c, double scale) {
    const cn_Elimination *e = &c->e;
    for (int i = 0; i < c->free_count; i++) memset(c->x[e->place[i]], 0, sizeof *c->x);
    for (int i = 0; i < c->link_count; i++) {
        double *x = c->x[e->place[c->free_count + i]];
        for (int k = 0; k < 3; k++) x[k] = scale * c->links[i].residual[k];
    }
    substitute(c);
}

/* ---- motion ------------------------------------------------------------------------------- */

static Place rotated(Place p, double a) {
    double q = a * a;
    double c = 1 - q * (1.0 / 2 - q * (1.0 / 24 - q * (1.0 / 720 - q * (1.0 / 40320))));
    double s = a * (1 - q * (1.0 / 6 - q * (1.0 / 120 - q * (1.0 / 5040 - q * (1.0 / 362880)))));
    if (q > 0.09) {
        c = cn_cos(a);
        s = cn_sin(a);
    }
    return (Place){p.x, p.y, c * p.c - s * p.s, s * p.c + c * p.s};
}

static void predict(cn_Chain *c, int count) {
    for (int i = 0; i < count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        Place p = rotated(now(b), c->h * b->v[2]);
        b->px = b->x + c->h * b->v[0];
        b->py = b->y + c->h * b->v[1];
        b->pc = p.c;
        b->ps = p.s;
    }
}

static void take(cn_Chain *c, double scale) {
    const cn_Elimination *e = &c->e;
    for (int i = 0; i < c->free_count; i++)
        for (int k = 0; k < 3; k++) c->bodies[i].v[k] += scale * c->x[e->place[i]][k];
    for (int i = 0; i < c->link_count; i++)
        for (int k = 0; k < 3; k++)
            c->links[i].impulse[k] -= scale * c->x[e->place[c->free_count + i]][k];
}

/* A pull on an arm turns it back by pull * arm for each radian. */
static void stiffen(cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++) c->bodies[i].stiff = 0;
    for (int i = 0; i < c->link_count; i++) {
        const cn_Link *l = &c->links[i];
        double fx = l->impulse[0], fy = l->impulse[1];
        if (l->kind != CN_LINK_POINT && l->kind != CN_LINK_WELD) {
            fy = l->jb[1] * fx;
            fx = l->jb[0] * fx;
        }
        Arms r = arms(l, now(&c->bodies[l->a]), now(&c->bodies[l->b]));
        c->bodies[l->a].stiff -= c->h * (fx * r.ax + fy * r.ay);
        c->bodies[l->b].stiff += c->h * (fx * r.bx + fy * r.by);
    }
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        double excess = b->stiff - STIFFEST * b->mass[2];
        b->stiff = excess > 0 ? excess : 0;
        b->v[2] *= b->mass[2] / (b->mass[2] + b->stiff);
    }
}

/* Soft links start from nothing in each sub-step; but what they pulled says how stiff they are. */
static void restore_owed(cn_Chain *c) {
    for (int i = 0; i < c->link_count; i++)
        for (int k = 0; k < 3; k++) {
            c->links[i].impulse[k] += c->links[i].owed[k];
            c->links[i].owed[k] = 0;
        }
}

static void push(cn_LinkBody *b, const double j[9], const double impulse[3]) {
    double mass[3] = {b->mass[0], b->mass[1], b->mass[2] + b->stiff};
    for (int k = 0; k < 3; k++)
        b->v[k] += (j[k] * impulse[0] + j[3 + k] * impulse[1] + j[6 + k] * impulse[2]) / mass[k];
}

/* Velocities that were projected at the end of a step have had half of their impulse. */
static void warm_start(cn_Chain *c) {
    for (int i = 0; i < c->link_count; i++) {
        cn_Link *l = &c->links[i];
        for (int k = 0; k < 3; k++) {
            double had = c->first ? 0.5 * l->impulse[k] : 0;
            l->impulse[k] += l->owed[k] - had;
            l->owed[k] = had;
        }
        if (l->a < c->free_count) push(&c->bodies[l->a], l->ja, l->impulse);
        if (l->b < c->free_count) push(&c->bodies[l->b], l->jb, l->impulse);
    }
}

/* ---- a sub-step --------------------------------------------------------------------------- */

/* One pass of Newton's method with the matrix of the beginning. */
static void improve(cn_Chain *c) {
    if (!c->factored) factor(c, false);
    c->factored = true;
    answer(c, -1 / c->h);
    take(c, 1);
}

/* True when all links will be closed, or as near
 * to that as they get when more of them hold a body than it has freedom. */
static bool close_links(cn_Chain *c) {
    double last = INFINITY, rate = 1;
    for (int pass = 0; pass <= PASSES; pass++) {
        double worst = violations(c);
        if (worst < c->tolerance) return true;
        if (!(worst < SLOWEST * last)) return worst < 100 * c->tolerance;
        if (pass == PASSES) return worst < 10 * c->tolerance;
        if (pass > 0) rate = worst / last;
        last = worst;
        improve(c);
        predict(c, c->free_count);
        if (4 * rate * worst < c->tolerance) return true;
    }
    return false;
}

static void set_rates(cn_Chain *c) {
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

/* Squared speed of the anchor on a body that links cannot move. */
static double drive_of(const cn_Chain *c, const cn_Link *l) {
    double sum = 0;
    for (int side = 0; side < 2; side++) {
        const cn_LinkBody *b = &c->bodies[side ? l->b : l->a];
        if ((side ? l->b : l->a) < c->free_count) continue;
        double arm = side ? length(l->bx, l->by) : length(l->ax, l->ay);
        double speed = length(b->v[0], b->v[1]) + fabs(b->v[2]) * arm;
        sum = larger(sum, speed * speed);
    }
    return sum;
}

static double kinetic(const cn_LinkBody *b, const double v[3]) {
    return 0.5 * (b->mass[0] * v[0] * v[0] + b->mass[1] * v[1] * v[1] + b->mass[2] * v[2] * v[2]);
}

static double kinetic_before(const cn_Chain *c) {
    double sum = 0;
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        double v[3] = {b->given[0] - b->pushed[0], b->given[1] - b->pushed[1],
                       b->given[2] - b->pushed[2]};
        sum += kinetic(b, v);
    }
    return sum;
}

/* What the bodies that links cannot move, and links that are asked to come together, may add. */
static double may_add(const cn_Chain *c) {
    double mass = 0, driven = 0;
    for (int i = 0; i < c->free_count; i++)
        mass += smaller(c->bodies[i].mass[0], c->bodies[i].mass[1]);
    for (int i = 0; i < c->link_count; i++) driven = larger(driven, drive_of(c, &c->links[i]));
    return mass * (driven + c->closing * c->closing);
}

/* Links do no work but that; a little more is left to the change of directions within a sub-step.
 */
static bool passive(const cn_Chain *c) {
    double after = 0, mass = 0;
    for (int i = 0; i < c->free_count; i++) {
        after += kinetic(&c->bodies[i], c->bodies[i].v);
        mass += smaller(c->bodies[i].mass[0], c->bodies[i].mass[1]);
    }
    return after <= 1.5 * kinetic_before(c) + may_add(c) + 0.01 * mass;
}

/* No body is turned so far at once that the links' directions mean nothing. */
static bool calm(const cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        if (!(fabs(c->h * (b->v[2] - b->given[2])) < MOST_TURN)) return false;
    }
    return true;
}

static bool sound(const cn_Chain *c) { return calm(c) && passive(c); }

static void keep_given(cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++)
        memcpy(c->bodies[i].given, c->bodies[i].v, sizeof c->bodies[i].v);
    for (int i = 0; i < c->link_count; i++)
        memcpy(c->links[i].given, c->links[i].impulse, sizeof c->links[i].impulse);
}

static void back_to_given(cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++)
        memcpy(c->bodies[i].v, c->bodies[i].given, sizeof c->bodies[i].v);
    for (int i = 0; i < c->link_count; i++)
        memcpy(c->links[i].impulse, c->links[i].given, sizeof c->links[i].impulse);
}

/* As if no link had acted in this sub-step. */
static void back_to_unpushed(cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        for (int k = 0; k < 3; k++) b->v[k] = b->given[k] - b->pushed[k];
    }
}

static void forget_impulses(cn_Chain *c) {
    for (int i = 0; i < c->link_count; i++)
        memset(c->links[i].impulse, 0, sizeof c->links[i].impulse);
}

/* Velocities alone: takes energy, and makes none. */
static void project(cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++) c->bodies[i].stiff = 0;
    factor(c, false);
    set_rates(c);
    answer(c, -1);
    take(c, 1);
}

/* Neither exact nor soft. */
static void give_up(cn_Chain *c) {
    double sum = 0;
    back_to_unpushed(c);
    forget_impulses(c);
    project(c);
    for (int i = 0; i < c->free_count; i++)
        for (int k = 0; k < 3; k++) sum += c->bodies[i].v[k];
    if (!(fabs(sum) < 1e12)) back_to_unpushed(c);
}

/* What springs have to close, on top of the rates at which they open. */
static void add_springs(cn_Chain *c) {
    double gap[3];
    c->closing = 0;
    for (int i = 0; i < c->link_count; i++) {
        cn_Link *l = &c->links[i];
        violation(l, now(&c->bodies[l->a]), now(&c->bodies[l->b]), gap);
        l->gently = true;
        for (int r = 0; r < 3; r++) {
            double close = larger(-c->push, smaller(c->push, CLOSE * gap[r]));
            l->residual[r] += close / c->h;
            c->closing += fabs(close) / c->h;
        }
    }
}

/* Links as springs with dampers, all of them at once and implicitly: nothing is too stiff, and no
 * set of links asks for too much. How stiff they are against turning follows from the impulses
 * before; where those say nothing, from the ones just found. */
static void soften(cn_Chain *c) {
    for (int round = 0; round < ROUNDS; round++) {
        back_to_unpushed(c);
        stiffen(c);
        forget_impulses(c);
        factor(c, true);
        set_rates(c);
        add_springs(c);
        answer(c, -1);
        take(c, 1);
        if (sound(c)) return;
    }
    give_up(c);
}

void cn_chain_begin(cn_Chain *c, bool ahead) {
    set_all_rows(c, now);
    c->closing = 0;
    c->factored = false;
    for (int i = 0; i < c->link_count; i++) {
        memset(c->links[i].give, 0, sizeof c->links[i].give);
        set_allowed(c, &c->links[i]);
    }
    for (int i = 0; i < c->free_count; i++)
        memset(c->bodies[i].pushed, 0, sizeof c->bodies[i].pushed);
    keep_given(c);
    if (c->soft) {
        restore_owed(c);
        if (ahead) soften(c);
    } else {
        stiffen(c);
        warm_start(c);
        if (ahead) {
            predict(c, c->body_count);
            violations(c);
            improve(c);
        }
        if (!calm(c)) back_to_given(c);
    }
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        for (int k = 0; k < 3; k++) b->pushed[k] = b->v[k] - b->given[k];
    }
}

static void move(cn_Chain *c, int parts) {
    for (int i = 0; i < c->body_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        b->x = b->px;
        b->y = b->py;
        b->c = b->pc;
        b->s = b->ps;
        for (int k = 0; k < 3; k++) b->mean[k] += b->v[k] / parts;
    }
    for (int i = 0; i < c->link_count; i++)
        for (int k = 0; k < 3; k++) c->links[i].sum[k] += c->links[i].impulse[k];
}

/* Velocities of the middle of a sub-step stand in for those of its parts; what energy that makes is
 * taken out again. */
static double slow_down(const cn_Chain *c) {
    double after = 0, before = kinetic_before(c) + may_add(c);
    for (int i = 0; i < c->free_count; i++) after += kinetic(&c->bodies[i], c->bodies[i].v);
    return after > before ? sqrt(before / after) : 1;
}

/* The sub-step in parts, each from directions of its own: the crack of a whip. */
static bool close_in_parts(cn_Chain *c, int parts) {
    bool closed = true;
    for (int i = 0; i < c->link_count; i++) memset(c->links[i].sum, 0, sizeof c->links[i].sum);
    for (int i = 0; i < c->body_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        memcpy(b->from, (double[4]){b->x, b->y, b->c, b->s}, sizeof b->from);
        memset(b->mean, 0, sizeof b->mean);
        b->stiff = 0;
    }
    c->h /= parts;
    for (int part = 0; closed && part < parts; part++) {
        set_all_rows(c, now);
        c->factored = false;
        for (int i = 0; i < c->link_count; i++)
            memset(c->links[i].impulse, 0, sizeof c->links[i].impulse);
        predict(c, c->body_count);
        closed = close_links(c) && sound(c);
        predict(c, c->free_count);
        move(c, parts);
    }
    c->h *= parts;
    double slow = slow_down(c);
    for (int i = 0; i < c->body_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        b->x = b->from[0], b->y = b->from[1], b->c = b->from[2], b->s = b->from[3];
        for (int k = 0; k < 3; k++) b->kept[k] = slow * b->v[k];
        memcpy(b->v, b->mean, sizeof b->v);
    }
    for (int i = 0; i < c->link_count; i++)
        memcpy(c->links[i].impulse, c->links[i].sum, sizeof c->links[i].sum);
    return closed;
}

cn_ChainResult cn_chain_solve(cn_Chain *c) {
    keep_given(c);
    if (!c->soft) {
        predict(c, c->body_count);
        if (close_links(c) && sound(c)) return CN_CHAIN_CLOSED;
        for (int parts = 4; parts <= MOST_PARTS; parts *= 4) {
            back_to_unpushed(c);
            if (close_in_parts(c, parts)) return CN_CHAIN_IN_PARTS;
        }
        back_to_given(c);
        set_all_rows(c, now);
    }
    soften(c);
    return CN_CHAIN_SOFT;
}

double cn_chain_violation(const cn_Chain *c) {
    double worst = 0, gap[3];
    for (int i = 0; i < c->link_count; i++) {
        const cn_Link *l = &c->links[i];
        violation(l, now(&c->bodies[l->a]), now(&c->bodies[l->b]), gap);
        for (int r = 0; r < 3; r++) worst = larger(worst, fabs(gap[r]));
    }
    return worst;
}

/* Links that come together gently are not at rest while they do. */
static void add_closing(cn_Chain *c) {
    double gap[3];
    for (int i = 0; i < c->link_count; i++) {
        cn_Link *l = &c->links[i];
        if (!l->gently) continue;
        violation(l, now(&c->bodies[l->a]), now(&c->bodies[l->b]), gap);
        for (int r = 0; r < 3; r++) l->residual[r] += closing(c, gap[r], true) / c->h;
    }
}

void cn_chain_project(cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++) c->bodies[i].stiff = 0;
    set_all_rows(c, now);
    factor(c, false);
    set_rates(c);
    if (!c->soft) add_closing(c);
    answer(c, -1);
    take(c, 1);
}
