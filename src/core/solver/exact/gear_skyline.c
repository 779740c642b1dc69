/* gear_skyline.c: couplings that share bodies, solved as one system.
 *
 * A train of gears is a chain: swept one by one, a push takes as many sweeps as it has gears,
 * squared. Its matrix is narrow, though: entry i, j is what a push of j does to row i, and is zero
 * unless the two share a body that moves, or an articulation. Rows are kept from their first entry
 * on (skyline) and factored as L D L^T in place, in the order of ids; a row that others hold
 * already has a pivot of nearly zero and takes no part. Source: Jennings, "A compact storage scheme
 * for the solution of symmetric linear simultaneous equations", Computer Journal 9, 1966. */
#include "data/world.h"
#include "solver/exact/gear_system.h"

/* count of doubles in the matrix of a component: a larger component is swept */
#define MOST_ENTRIES 32768
#define REDUNDANT    1e-9 /* ratio to a diagonal: with a smaller pivot others hold the row */

/* seen: by body, the first couple that has it, less than first = none has. */
static int first_mate(const cn_GearStage *g, int self, int first, int *seen) {
    const cn_GearRow *k = cn_couple_at(g, self);
    int mate = self;
    for (int i = 0; i < k->body_count; i++) {
        int *at = &seen[k->bodies[i].body];
        if (!cn_couple_moves(k, i)) continue;
        if (*at < first) *at = self;
        if (*at < mate) mate = *at;
        if (i >= k->own || k->train[i] < 0) continue;
        at = &seen[cn_train_head(g, k->train[i])];
        if (*at < first) *at = self;
        if (*at < mate) mate = *at;
    }
    return mate;
}

bool cn_skyline_plan(cn_World *w, int first, int end) {
    cn_GearStage *g = &w->scratch.exact.coupling_stage;
    int *seen = w->scratch.exact.seen, entries = g->entry_count;
    for (int i = first; i < end; i++) {
        const cn_GearRow *k = cn_couple_at(g, i);
        for (int n = 0; n < k->body_count; n++) {
            seen[k->bodies[n].body] = -1;
            if (n < k->own && k->train[n] >= 0) seen[cn_train_head(g, k->train[n])] = -1;
        }
    }
    for (int i = first; i < end; i++) {
        cn_GearRow *k = cn_couple_at(g, i);
        k->mate = first_mate(g, i, first, seen);
        k->entry = entries;
        entries += i - k->mate + 1;
        if (entries - g->entry_count > MOST_ENTRIES) return false;
    }
    if (!CN_GROW(g->matrix, entries)) return false;
    g->entry_count = entries;
    return true;
}

/* What a push of either does to the row of the other. */
static double entry(const cn_GearRow *a, const cn_GearRow *b) {
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

double *cn_skyline_entry(const cn_World *w, int i, int n) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    return g->matrix + cn_couple_at(g, i)->entry + (n - cn_couple_at(g, i)->mate);
}

/* One entry of the factor, from those before it. */
static double factor(const cn_World *w, int i, int n) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    const cn_GearRow *k = cn_couple_at(g, i), *other = cn_couple_at(g, n);
    bool both = k->active && other->active;
    double all = both ? *cn_skyline_entry(w, i, n) : 0, sum = all, pivot;
    for (int m = k->mate > other->mate ? k->mate : other->mate; m < n; m++)
        sum -= *cn_skyline_entry(w, i, m) * *cn_skyline_entry(w, n, m) * *cn_skyline_entry(w, m, m);
    if (n == i) return sum > REDUNDANT * all ? sum : 0;
    pivot = *cn_skyline_entry(w, n, n);
    return pivot > 0 ? sum / pivot : 0;
}

void cn_skyline_fill(const cn_World *w, int first, int end) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    for (int i = first; i < end; i++)
        for (int n = cn_couple_at(g, i)->mate; n <= i; n++)
            *cn_skyline_entry(w, i, n) = entry(cn_couple_at(g, i), cn_couple_at(g, n));
}

void cn_skyline_factor(const cn_World *w, int first, int end) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    for (int i = first; i < end; i++)
        for (int n = cn_couple_at(g, i)->mate; n <= i; n++)
            *cn_skyline_entry(w, i, n) = factor(w, i, n);
}

void cn_skyline_solve(const cn_World *w, int first, int end) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    for (int i = first; i < end; i++)
        for (int n = cn_couple_at(g, i)->mate; n < i; n++)
            cn_couple_at(g, i)->answer -= *cn_skyline_entry(w, i, n) * cn_couple_at(g, n)->answer;
    for (int i = first; i < end; i++) {
        double pivot = *cn_skyline_entry(w, i, i);
        cn_couple_at(g, i)->answer = pivot > 0 ? cn_couple_at(g, i)->answer / pivot : 0;
    }
    for (int i = end - 1; i >= first; i--)
        for (int n = cn_couple_at(g, i)->mate; n < i; n++)
            cn_couple_at(g, n)->answer -= *cn_skyline_entry(w, i, n) * cn_couple_at(g, i)->answer;
}
