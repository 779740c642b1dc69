/* exact_factor.c: the matrix of an articulation, factored from its leaves.
 *
 * The KKT form is eliminated in the order of exact_order.c, so that a tree costs O(n)
 * (Baraff, "Linear-Time Dynamics using Lagrange Multipliers", SIGGRAPH 1996). */
#include <math.h>
#include <string.h>

#include "solver/exact/exact.h"
#include "solver/exact/exact_solve.h"
#include "wide/link_limits.h"

/* A row of a block: four lanes, whose products and sums have the bits that they have one by one.
 * The last one is spare. */
typedef double Row __attribute__((vector_size(32), aligned(8), may_alias));

static Row *row_of(double *p, int i) { return (Row *)(void *)(p + 4 * i); }

/* Each lane with its column of a block: the three rows times a, added up. */
#define ROWS_TIMES(a, block)                                                                       \
    ((a)[0] * *row_of(block, 0) + (a)[1] * *row_of(block, 1) + (a)[2] * *row_of(block, 2))

int cn_chain_doubles(int nodes, int entries) {
    int blocks = 2 * (nodes + entries), twelve = (int)(sizeof(cn_Block3) / sizeof(double));
    return twelve * blocks + (4 + 3) * nodes + 2;
}

static double inverse_of(double d) { return d > 0 ? 1 / d : 0; } /* 0: a row that is not used */

/* Inverse of a symmetric matrix, or of the negative of one, whose pivots are at least so much of
 * size: what is missing is added to them, and told in give. A row that others hold already is left
 * soft that way: a second pin, or the span of a bridge that is pulled straight, which no force
 * could hold. */
static void invert(const cn_Block3 m, double sign, const double size[3], double least,
                   double give[3], cn_Block3 out) {
    double p0 = sign * m[0], p3 = sign * m[4], p6 = sign * m[8], p7 = sign * m[9];
    give[0] = cn_larger(0, least * size[0] - p0);
    double i1 = inverse_of(p0 + give[0]), l21 = p3 * i1, l31 = p6 * i1;
    double d2 = sign * m[5] - l21 * p3, rest = p7 - l31 * p3;
    give[1] = cn_larger(0, least * size[1] - d2);
    double i2 = inverse_of(d2 + give[1]), l32 = rest * i2;
    double d3 = sign * m[10] - l31 * p6 - l32 * rest;
    give[2] = cn_larger(0, least * size[2] - d3);
    double i3 = inverse_of(d3 + give[2]), m31 = l21 * l32 - l31;
    out[0] = sign * (i1 + l21 * l21 * i2 + m31 * m31 * i3);
    out[1] = out[4] = sign * (-l21 * i2 - m31 * l32 * i3);
    out[2] = out[8] = sign * (m31 * i3);
    out[5] = sign * (i2 + l32 * l32 * i3);
    out[6] = out[9] = sign * (-l32 * i3);
    out[10] = sign * i3;
    out[3] = out[7] = out[11] = 0;
}

/* How far a soft link gives in to an impulse: a part of what its two bodies would. */
static void set_give(const cn_Chain *c, cn_Link *l) {
    for (int row = 0; row < 3; row++) {
        const double *ja = &l->ja[3 * row], *jb = &l->jb[3 * row];
        double sum = 0;
        for (int k = 0; k < 3; k++) {
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

static void set_diagonal(cn_Chain *c, int p, double x, double y, double z) {
    double *m = c->diagonal[p], *size = c->size[p];
    memset(m, 0, sizeof *c->diagonal);
    m[0] = x, m[5] = y, m[10] = z;
    size[0] = fabs(x), size[1] = fabs(y), size[2] = fabs(z);
}

static void set_side(const cn_Chain *c, int entry, const double j[9]) {
    double *m = c->block[entry >> 1];
    bool flipped = entry & 1;
    for (int r = 0; !flipped && r < 3; r++)
        m[4 * r] = j[3 * r], m[4 * r + 1] = j[3 * r + 1], m[4 * r + 2] = j[3 * r + 2];
    for (int r = 0; flipped && r < 3; r++)
        m[4 * r] = j[r], m[4 * r + 1] = j[3 + r], m[4 * r + 2] = j[6 + r];
}

static void assemble(cn_Chain *c, bool soft) {
    const int *place = c->e.place, *side = c->e.side;
    memset(c->block, 0, (size_t)c->e.entries * sizeof *c->block);
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        set_diagonal(c, place[i], b->mass[0], b->mass[1], b->mass[2] + b->stiff);
    }
    for (int i = 0; i < c->link_count; i++) {
        cn_Link *l = &c->links[i];
        if (soft)
            set_give(c, l);
        else if (c->twice)
            memcpy(l->give, l->share, sizeof l->give);
        else
            memset(l->give, 0, sizeof l->give);
        set_diagonal(c, place[c->free_count + i], -l->give[0], -l->give[1], -l->give[2]);
        if (side[2 * i] >= 0) set_side(c, side[2 * i], l->ja);
        if (side[2 * i + 1] >= 0) set_side(c, side[2 * i + 1], l->jb);
    }
}

static void transpose(const cn_Block3 m, cn_Block3 out) {
    double m01 = m[1], m02 = m[2], m12 = m[6];
    *row_of(out, 0) = (Row){m[0], m[4], m[8], 0};
    *row_of(out, 1) = (Row){m01, m[5], m[9], 0};
    *row_of(out, 2) = (Row){m02, m12, m[10], 0};
}

/* What position p leaves behind in the blocks of those that come later. */
static const int *eliminate(cn_Chain *c, int p, const int *target) {
    int first = c->e.first[p], last = c->e.first[p + 1];
    double *inverse = c->inverse[p];
    cn_Block3 *block = c->block, *across = c->across, w;
    for (int i = first; i < last; i++) {
        double *diagonal = c->diagonal[c->e.row[i]], *size = c->size[c->e.row[i]];
        double before[3] = {diagonal[0], diagonal[5], diagonal[10]};
        for (int k = 0; k < 3; k++) *row_of(w, k) = ROWS_TIMES(block[i] + 4 * k, inverse);
        transpose(block[i], across[i]);
        for (int j = first; j < i; j++, target++)
            for (int k = 0; k < 3; k++)
                *row_of(block[*target], k) -= ROWS_TIMES(w + 4 * k, across[j]);
        for (int k = 0; k < 3; k++) *row_of(diagonal, k) -= ROWS_TIMES(w + 4 * k, across[i]);
        for (int k = 0; k < 3; k++) size[k] += fabs(diagonal[5 * k] - before[k]);
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
        double give[3];
        invert(c->diagonal[p], link < 0 ? 1 : -1, c->size[p], link < 0 ? 0 : least, give,
               c->inverse[p]);
        for (int k = 0; link >= 0 && k < 3; k++) c->links[link].give[k] += give[k];
        target = eliminate(c, p, target);
    }
}

/* ---- substitution ------------------------------------------------------------------------- */

static inline void forward(cn_Chain *c, int p) {
    double(*x)[4] = c->x;
    *row_of(x[p], 0) = ROWS_TIMES(x[p], c->inverse[p]);
    for (int i = c->e.first[p]; i < c->e.first[p + 1]; i++)
        *row_of(x[c->e.row[i]], 0) -= ROWS_TIMES(x[p], c->across[i]);
}

static inline void back(cn_Chain *c, int p) {
    double(*x)[4] = c->x, sum[4] = {0, 0, 0, 0};
    for (int i = c->e.first[p]; i < c->e.first[p + 1]; i++)
        *row_of(sum, 0) += ROWS_TIMES(x[c->e.row[i]], c->block[i]);
    *row_of(x[p], 0) -= ROWS_TIMES(sum, c->inverse[p]);
}

/* What position p leaves something to, and all that these leave it to, is the way to the root of
 * the elimination tree, along the first row of each (Liu, "The Role of Elimination Trees in Sparse
 * Factorization", 1990). Its positions are told by the spare lane of x. Returns the first. */
static int mark_ways(cn_Chain *c, cn_Places from) {
    int least = c->e.nodes;
    for (int k = 0; k < from.count; k++) {
        int p = from.at[k];
        least = p < least ? p : least;
        while (!(c->x[p][3] > 0)) {
            c->x[p][3] = 1;
            if (c->e.first[p] == c->e.first[p + 1]) break;
            p = c->e.row[c->e.first[p]];
        }
    }
    return least;
}

static void go_forward(cn_Chain *c) {
    for (int p = 0; p < c->e.nodes; p++) forward(c, p);
}

static void go_back(cn_Chain *c) {
    for (int p = c->e.nodes - 1; p >= 0; p--) back(c, p);
}

void cn_chain_substitute(cn_Chain *c) {
    go_forward(c);
    go_back(c);
}

static void go_forward_from(cn_Chain *c, cn_Places given) {
    for (int p = mark_ways(c, given); p < c->e.nodes; p++)
        if (c->x[p][3] > 0) forward(c, p); /* which takes the mark away */
}

static void go_back_to(cn_Chain *c, cn_Places asked) {
    int least = mark_ways(c, asked);
    for (int p = c->e.nodes - 1; p >= least; p--)
        if (c->x[p][3] > 0) back(c, p);
}

void cn_chain_substitute_few(cn_Chain *c, cn_Places given, cn_Places asked) {
    go_forward_from(c, given);
    go_back_to(c, asked);
}

void cn_chain_substitute_given(cn_Chain *c, cn_Places given) {
    go_forward_from(c, given);
    go_back(c);
}

static void set_residuals(cn_Chain *c, double scale) {
    const int *place = c->e.place;
    double(*const all)[4] = c->x;
    int bodies = c->free_count, links = c->link_count;
    const cn_Link *link = c->links;
    for (int i = 0; i < bodies; i++) memset(all[place[i]], 0, sizeof *all);
    for (int i = 0; i < links; i++) {
        const double *open = link[i].residual;
        *row_of(all[place[bodies + i]], 0) =
            (Row){scale * open[0], scale * open[1], scale * open[2], 0};
    }
}

/* The change of velocities with which all residuals times scale are answered, in x. */
void cn_chain_answer(cn_Chain *c, double scale) {
    set_residuals(c, scale);
    cn_chain_substitute(c);
}

void cn_chain_answer_few(cn_Chain *c, double scale, cn_Places asked) {
    set_residuals(c, scale);
    go_forward(c);
    go_back_to(c, asked);
}
