/* exact_factor.c: the matrix of an articulation, factored from its leaves.
 *
 * The KKT form is eliminated in the order of exact_order.c, so that a tree costs O(n)
 * (Baraff, "Linear-Time Dynamics using Lagrange Multipliers", SIGGRAPH 1996). */
#include <math.h>
#include <string.h>

#include "solver/exact/exact.h"
#include "solver/exact/exact_solve.h"
#include "wide/link_limits.h"

static double inverse_of(double d) { return d > 0 ? 1 / d : 0; } /* 0: a row that is not used */

/* Inverse of a symmetric matrix whose pivots are at least so much of size: what is missing is added
 * to them, and told in give. A row that others hold already is left soft that way: a second pin, or
 * the span of a bridge that is pulled straight, which no force could hold. */
static void invert(double p[9], const double size[3], double least, double give[3], double out[9]) {
    give[0] = cn_larger(0, least * size[0] - p[0]);
    double i1 = inverse_of(p[0] + give[0]), l21 = p[3] * i1, l31 = p[6] * i1;
    double d2 = p[4] - l21 * p[3], rest = p[7] - l31 * p[3];
    give[1] = cn_larger(0, least * size[1] - d2);
    double i2 = inverse_of(d2 + give[1]), l32 = rest * i2;
    double d3 = p[8] - l31 * p[6] - l32 * rest;
    give[2] = cn_larger(0, least * size[2] - d3);
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
        l->give[row] = LINK_GIVE * sum;
    }
}

/* A part of what its two bodies would give in at most, whichever way they are turned: what a body
 * of two hinges carries does not depend on that either. */
static void add_share(const cn_LinkBody *b, double ax, double ay, double share[3]) {
    double turn = LINK_SHARED / b->mass[2], arm = (ax * ax + ay * ay) * turn;
    share[0] += LINK_SHARED / b->mass[0] + arm;
    share[1] += LINK_SHARED / b->mass[1] + arm;
    share[2] += turn;
}

void cn_link_share(const cn_Chain *c, cn_Link *l) {
    if (l->a < c->free_count) add_share(&c->bodies[l->a], l->ax, l->ay, l->share);
    if (l->b < c->free_count) add_share(&c->bodies[l->b], l->bx, l->by, l->share);
    if (l->kind == CN_LINK_POINT || l->kind == CN_LINK_WELD) return;
    l->share[0] = l->share[1] = cn_larger(l->share[0], l->share[1]); /* along neither x nor y */
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
    for (int i = 0; i < c->link_count; i++) {
        if (c->twice && !soft)
            memcpy(c->links[i].give, c->links[i].share, sizeof c->links[i].give);
        else
            set_give(c, &c->links[i], soft);
    }
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
void cn_chain_factor(cn_Chain *c, bool soft) {
    assemble(c, soft);
    const int *target = c->e.target;
    double least = c->twice ? 0 : LINK_LEAST; /* else all of them give in alike */
    for (int p = 0; p < c->e.nodes; p++) {
        int link = c->e.node[p] - c->free_count;
        double sign = link < 0 ? 1 : -1, positive[9], give[3];
        for (int k = 0; k < 9; k++) positive[k] = sign * c->diagonal[p][k];
        invert(positive, c->size[p], link < 0 ? 0 : least, give, c->inverse[p]);
        for (int k = 0; k < 9; k++) c->inverse[p][k] *= sign;
        for (int k = 0; link >= 0 && k < 3; k++) c->links[link].give[k] += give[k];
        target = eliminate(c, p, target);
    }
}

static void apply(const double m[9], double x[3]) {
    double a = x[0], b = x[1], d = x[2];
    for (int i = 0; i < 3; i++) x[i] = m[3 * i] * a + m[3 * i + 1] * b + m[3 * i + 2] * d;
}

void cn_chain_substitute(cn_Chain *c) {
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
void cn_chain_answer(cn_Chain *c, double scale) {
    const cn_Elimination *e = &c->e;
    for (int i = 0; i < c->free_count; i++) memset(c->x[e->place[i]], 0, sizeof *c->x);
    for (int i = 0; i < c->link_count; i++) {
        double *x = c->x[e->place[c->free_count + i]];
        for (int k = 0; k < 3; k++) x[k] = scale * c->links[i].residual[k];
    }
    cn_chain_substitute(c);
}
