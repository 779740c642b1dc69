/* coupling_block.c: couplings that share bodies, solved as one system.
 *
 * A train of gears is a chain: swept one by one, a push takes as many sweeps as it has gears,
 * squared. Its matrix is narrow, though: entry i, j is what a push of j does to row i, and is zero
 * unless the two share a body that moves. Rows are kept from their first entry on (skyline) and
 * factored as L D L^T in place, in the order of ids; a row that others hold already has a pivot of
 * nearly zero and takes no part. Source: Jennings, "A compact storage scheme for the solution of
 * symmetric linear simultaneous equations", Computer Journal 9, 1966. */
#include "coupling.h"

#define MOST_ENTRIES 32768
#define REDUNDANT    1e-9 /* of a diagonal */

/* seen: by body, the first couple that has it, less than first = none has. */
static int first_mate(const cn_Couple *k, int self, int first, int *seen) {
    int mate = self;
    for (int i = 0; i < k->body_count; i++) {
        int *at = &seen[k->bodies[i].body];
        if (!cn_couple_moves(k, i)) continue;
        if (*at < first) *at = self;
        if (*at < mate) mate = *at;
    }
    return mate;
}

bool cn_block_plan(cn_World *w, int first, int end) {
    cn_CouplingStage *g = &w->scratch.coupling_stage;
    int *seen = w->scratch.island, entries = g->entry_count;
    for (int i = first; i < end; i++)
        for (int n = 0; n < cn_couple_at(g, i)->body_count; n++)
            seen[cn_couple_at(g, i)->bodies[n].body] = -1;
    for (int i = first; i < end; i++) {
        cn_Couple *k = cn_couple_at(g, i);
        k->mate = first_mate(k, i, first, seen);
        k->entry = entries;
        entries += i - k->mate + 1;
        if (entries - g->entry_count > MOST_ENTRIES) return false;
    }
    if (!cn_grow((void **)&g->matrix, &g->matrix_capacity, entries, sizeof *g->matrix))
        return false;
    g->entry_count = entries;
    return true;
}

/* What a push of the one does to the row of the other. */
static double entry(const cn_Couple *a, const cn_Couple *b) {
    double sum = 0;
    for (int i = 0; i < a->body_count; i++) {
        int n = cn_couple_moves(a, i) ? cn_couple_place(b, a->bodies[i].body) : -1;
        for (int r = 0; r < 3 && n >= 0; r++) {
            double inv = a->inv[3 * i + r];
            if (inv > 0) sum += a->push[3 * i + r] * b->push[3 * n + r] / inv;
        }
    }
    return sum;
}

static double *cell(const cn_World *w, int i, int n) {
    const cn_CouplingStage *g = &w->scratch.coupling_stage;
    return g->matrix + cn_couple_at(g, i)->entry + (n - cn_couple_at(g, i)->mate);
}

/* One entry of the factor, from those before it. */
static double factor(const cn_World *w, int i, int n) {
    const cn_CouplingStage *g = &w->scratch.coupling_stage;
    const cn_Couple *k = cn_couple_at(g, i), *other = cn_couple_at(g, n);
    bool both = k->active && other->active;
    double all = both ? entry(k, other) : 0, sum = all, pivot;
    for (int m = k->mate > other->mate ? k->mate : other->mate; m < n; m++)
        sum -= *cell(w, i, m) * *cell(w, n, m) * *cell(w, m, m);
    if (n == i) return sum > REDUNDANT * all ? sum : 0;
    pivot = *cell(w, n, n);
    return pivot > 0 ? sum / pivot : 0;
}

void cn_block_factor(const cn_World *w, int first, int end) {
    const cn_CouplingStage *g = &w->scratch.coupling_stage;
    for (int i = first; i < end; i++)
        for (int n = cn_couple_at(g, i)->mate; n <= i; n++) *cell(w, i, n) = factor(w, i, n);
}

void cn_block_solve(const cn_World *w, int first, int end) {
    const cn_CouplingStage *g = &w->scratch.coupling_stage;
    for (int i = first; i < end; i++)
        for (int n = cn_couple_at(g, i)->mate; n < i; n++)
            cn_couple_at(g, i)->answer -= *cell(w, i, n) * cn_couple_at(g, n)->answer;
    for (int i = first; i < end; i++) {
        double pivot = *cell(w, i, i);
        cn_couple_at(g, i)->answer = pivot > 0 ? cn_couple_at(g, i)->answer / pivot : 0;
    }
    for (int i = end - 1; i >= first; i--)
        for (int n = cn_couple_at(g, i)->mate; n < i; n++)
            cn_couple_at(g, n)->answer -= *cell(w, i, n) * cn_couple_at(g, i)->answer;
}
