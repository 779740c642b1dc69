/* test_direct.c: sparse factors against dense ones (src/core/sparse/). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check.h"
#include "random.h"
#include "sparse/cholesky.h"

static uint64_t random_state = 1;

static double random_unit(void) { return (double)random_of(&random_state) / 2147483648.0; }

/* A graph of `count` nodes as a matrix of booleans, and the same as lists. */
typedef struct Graph {
    int count;
    bool *linked;
    int *start, *list;
} Graph;

static Graph graph_new(int count) {
    Graph g = {.count = count};
    g.linked = calloc((size_t)(count * count), sizeof *g.linked);
    g.start = malloc((size_t)(count + 1) * sizeof *g.start);
    g.list = malloc((size_t)(count * count + 1) * sizeof *g.list);
    return g;
}

static void link_nodes(Graph *g, int a, int b) {
    if (a != b) g->linked[a * g->count + b] = g->linked[b * g->count + a] = true;
}

static cn_Adjacency lists_of(Graph *g) {
    int k = 0;
    for (int i = 0; i < g->count; i++) {
        g->start[i] = k;
        for (int j = 0; j < g->count; j++)
            if (g->linked[i * g->count + j]) g->list[k++] = j;
    }
    g->start[g->count] = k;
    return (cn_Adjacency){.count = g->count, .start = g->start, .list = g->list};
}

static void graph_free(Graph *g) {
    free(g->linked);
    free(g->start);
    free(g->list);
}

/* A random matrix with blocks where nodes are linked, made definite by its diagonal. */
static double *random_matrix(const Graph *g) {
    int n = 3 * g->count;
    double *m = calloc((size_t)(n * n), sizeof *m);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            if (i / 3 != j / 3 && !g->linked[i / 3 * g->count + j / 3]) continue;
            double v = i == j ? 3.0 * n : random_unit() - 0.5;
            m[i * n + j] = m[j * n + i] = v;
        }
    return m;
}

static void clear(cn_Cholesky *f) {
    CHECK(cn_cholesky_reserve(f));
    for (int i = 0; i < f->part_count; i++) cn_cholesky_clear(f, i);
}

static void fill(cn_Cholesky *f, const double *m) {
    int n = 3 * f->count;
    for (int a = 0; a < f->count; a++)
        for (int b = 0; b <= a; b++) {
            cn_CholeskyTile block = cn_cholesky_tile(f, a, b);
            if (!block.value) continue;
            int row = f->node[block.swapped ? a : b], column = f->node[block.swapped ? b : a];
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    block.value[i + j * block.stride] = m[(3 * row + i) * n + 3 * column + j];
        }
}

static double residual(const double *m, const double *x, const double *b, int n) {
    double worst = 0;
    for (int i = 0; i < n; i++) {
        double sum = -b[i];
        for (int j = 0; j < n; j++) sum += m[i * n + j] * x[j];
        worst = fmax(worst, fabs(sum));
    }
    return worst;
}

/* Returns a sum of the solution, by which two can be compared. */
static double check_solves(Graph *g, const uint8_t *part, cn_Jobs *jobs) {
    cn_Cholesky f = {0};
    cn_OrderScratch order = {0};
    int n = 3 * g->count;
    double *m = random_matrix(g);
    cn_Adjacency lists = lists_of(g);
    lists.part = part;
    CHECK(cn_cholesky_order(&f, lists, &order));
    clear(&f);
    for (int a = 0; a < g->count; a++)
        for (int b = 0; b < a; b++)
            if (g->linked[f.node[a] * g->count + f.node[b]])
                CHECK(cn_cholesky_tile(&f, a, b).value != NULL);
    fill(&f, m);
    double *scratch = malloc((size_t)cn_cholesky_scratch(&f) * sizeof *scratch);
    double *b = malloc((size_t)n * sizeof *b), *x = malloc((size_t)n * sizeof *x);
    double *y = malloc((size_t)n * sizeof *y);
    cn_CholeskyState state = CN_CHOLESKY_GOING_ON;
    int pieces = 0;
    for (; state == CN_CHOLESKY_GOING_ON; pieces++) {
        int64_t budget = 500;
        state = cn_cholesky_run(&f, scratch, &budget, jobs);
    }
    CHECK(state == CN_CHOLESKY_READY);
    CHECK(pieces > 1 || f.work <= 1000);
    for (int i = 0; i < n; i++) b[i] = random_unit() - 0.5;
    for (int i = 0; i < n; i++) y[i] = b[3 * f.node[i / 3] + i % 3];
    cn_cholesky_solve(&f, y, scratch, jobs);
    for (int i = 0; i < n; i++) x[3 * f.node[i / 3] + i % 3] = y[i];
    CHECK(residual(m, x, b, n) < 1e-12);
    double sum = 0;
    for (int i = 0; i < n; i++) sum += (i % 7 + 1) * y[i];
    free(m), free(scratch), free(b), free(x), free(y);
    cn_cholesky_free(&f);
    cn_order_free(&order);
    return sum;
}

static void test_random_graphs(void) {
    for (int round = 0; round < 60; round++) {
        Graph g = graph_new(1 + round % 40);
        int links = round * g.count / 20;
        for (int i = 0; i < links; i++)
            link_nodes(&g, (int)(random_unit() * g.count), (int)(random_unit() * g.count));
        check_solves(&g, NULL, NULL);
        graph_free(&g);
    }
}

/* A pyramid: two below each, as boxes stand. */
static Graph pyramid(int base) {
    Graph g = graph_new(base * (base + 1) / 2);
    int at = 0;
    for (int row = 0; row + 1 < base; row++)
        for (int i = 0; i < base - row; i++, at++) {
            int above = at + base - row;
            if (i > 0) link_nodes(&g, at, above - 1);
            if (i + 1 < base - row) link_nodes(&g, at, above);
        }
    return g;
}

static void test_fill(void) {
    Graph g = pyramid(20);
    check_solves(&g, NULL, NULL);
    cn_Cholesky f = {0};
    cn_OrderScratch order = {0};
    CHECK(cn_cholesky_order(&f, lists_of(&g), &order));
    /* as a band it would take 210 * 9 * 20 numbers and half that times 60 to factor */
    CHECK(f.values_at[f.panel_count] < 210 * 9 * 11);
    CHECK(f.work < 210 * 9 * 20 * 30 / 3);
    cn_cholesky_free(&f);
    cn_order_free(&order);
    graph_free(&g);
}

/* Cut into parts, on one thread and on three. */
static void test_parts(void) {
    for (int base = 3; base < 30; base += 13) {
        Graph g = pyramid(base);
        double *x = malloc((size_t)g.count * sizeof *x), *y = malloc((size_t)g.count * sizeof *y);
        uint8_t *part = malloc((size_t)g.count);
        int at = 0, sizes[CN_CHOLESKY_PARTS] = {0};
        for (int row = 0; row < base; row++)
            for (int i = 0; i < base - row; i++, at++) {
                x[at] = i + 0.5 * row;
                y[at] = row;
            }
        cn_cholesky_cut(lists_of(&g), x, y, part);
        for (int a = 0; a < g.count; a++) {
            sizes[part[a]]++;
            for (int b = 0; b < a; b++) {
                int low = part[a] < part[b] ? part[a] : part[b];
                int high = part[a] < part[b] ? part[b] : part[a];
                if (g.linked[a * g.count + b]) CHECK(cn_cholesky_meets(low, high));
            }
        }
        for (int i = 0; i < CN_CHOLESKY_LEAVES && base > 20; i++)
            CHECK(sizes[i] > g.count / 16 && sizes[i] < g.count / 7);
        uint64_t state = random_state;
        double alone = check_solves(&g, part, NULL);
        cn_Jobs *jobs = cn_jobs_create(3);
        cn_jobs_begin(jobs);
        random_state = state;
        CHECK(check_solves(&g, part, jobs) == alone);
        cn_jobs_end(jobs);
        cn_jobs_destroy(jobs);
        free(x), free(y), free(part);
        graph_free(&g);
    }
}

static int position_of(const cn_Cholesky *f, int node) {
    int at = 0;
    while (f->node[at] != node) at++;
    return at;
}

static void test_refuses(void) {
    Graph g = pyramid(3);
    cn_Cholesky f = {0};
    cn_OrderScratch order = {0};
    double scratch[200];
    int64_t budget = 1000000;
    CHECK(cn_cholesky_order(&f, lists_of(&g), &order));
    clear(&f); /* all zeros: not definite */
    CHECK(cn_cholesky_scratch(&f) <= 200);
    CHECK(cn_cholesky_run(&f, scratch, &budget, NULL) == CN_CHOLESKY_FAILED);
    CHECK(cn_cholesky_tile(&f, position_of(&f, 0), position_of(&f, 5)).value == NULL);
    cn_cholesky_free(&f);
    cn_order_free(&order);
    graph_free(&g);
}

int main(void) {
    test_random_graphs();
    test_fill();
    test_parts();
    test_refuses();
    return tally();
}
