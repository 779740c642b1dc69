/* cholesky.c: numbers into a factor, and what it solves.
 *
 * Each panel is factored as a dense matrix and then subtracts its share from the panels of its
 * rows (right-looking), so that work can stop after any panel. Where there are parts that is done
 * within each, and work can stop after any part; a part first takes what those below it have to
 * subtract, in their order. The inner loops stand in wide/panel_kernel.h.
 * Source: Golub and Van Loan, "Matrix Computations", 4.2; Ng and Peyton, "Block Sparse Cholesky
 * Algorithms on Advanced Uniprocessor Computers", 1993. */
#include "sparse/cholesky.h"

#include <string.h>

#include "base/jobs.h"
#include "base/memory.h"
#include "wide/contact_block.h"
#include "wide/panel.h"

/* ---- parts -------------------------------------------------------------------------------- */

int cn_cholesky_part(const cn_Cholesky *f, int position) {
    int part = 0;
    while (position >= f->part_first[part + 1]) part++;
    return part;
}

bool cn_cholesky_meets(int part, int above) {
    while (part < above) part = CN_CHOLESKY_LEAVES + part / 2;
    return part == above;
}

typedef struct Level {
    cn_CholeskyFn fn;
    void *context;
    int first, stride; /* items are that far apart */
    int end;
    int threads; /* that go through their parts backwards; 0 = forwards */
} Level;

/* Down the parts are gone through in the order in which up they were left: the last is still in the
 * cache. Threads begin with their own ones either way (jobs.c). */
static int turned(const Level *level, int i) {
    int n = level->end - level->first, t = 0;
    if (level->threads == 0) return i;
    while (i >= n * (t + 1) / level->threads) t++;
    return n * t / level->threads + n * (t + 1) / level->threads - 1 - i;
}

static void run_items(void *context, int first, int last, int worker) {
    const Level *level = context;
    (void)worker;
    for (int i = first; i < last; i++)
        for (int part = level->first + turned(level, i); part < level->end; part += level->stride)
            level->fn(level->context, part);
}

void cn_cholesky_parts(int part_count, cn_CholeskyDirection way, cn_CholeskyFn fn, void *context,
                       cn_Jobs *jobs) {
    if (part_count == 1) {
        fn(context, 0);
        return;
    }
    Level level = {.fn = fn, .context = context, .stride = CN_CHOLESKY_PARTS};
    if (way == CN_CHOLESKY_AT_ONCE) { /* upper parts are small: each goes with a leaf */
        level.stride = CN_CHOLESKY_LEAVES;
        level.end = CN_CHOLESKY_PARTS;
        cn_jobs_run(jobs, run_items, &level, CN_CHOLESKY_LEAVES, 1);
        return;
    }
    bool up = way == CN_CHOLESKY_UP;
    level.threads = up ? 0 : cn_jobs_threads(jobs);
    for (int n = up ? CN_CHOLESKY_LEAVES : 1; n >= 1 && n <= CN_CHOLESKY_LEAVES;
         n = up ? n / 2 : 2 * n) {
        level.first = CN_CHOLESKY_PARTS - 2 * n + 1;
        level.end = level.first + n;
        cn_jobs_run(jobs, run_items, &level, n, 1);
    }
}

/* ---- panels ------------------------------------------------------------------------------- */

/* From where on a position belongs to parts that others meet. */
static int top_of(const cn_Cholesky *f) {
    return f->part_count > 1 ? f->part_first[CN_CHOLESKY_LEAVES] : f->count;
}

int cn_cholesky_value_count(const cn_Cholesky *f) {
    return f->values_at[f->panel_count] - (f->part_count - 1) * CN_PANEL_BEYOND;
}

static cn_Panels panels_of(const cn_Cholesky *f) {
    return (cn_Panels){.values = f->values,
                       .values_at = f->values_at,
                       .first = f->first,
                       .rows_at = f->rows_at,
                       .rows = f->rows,
                       .inside = f->inside,
                       .top = top_of(f)};
}

static cn_Panel panel(const cn_Cholesky *f, int p) {
    cn_Panels all = panels_of(f);
    return cn_panel_at(&all, p);
}

int cn_cholesky_panel_size(const cn_Cholesky *f, int p) {
    cn_Panel of = panel(f, p);
    return of.stride * of.width;
}

bool cn_cholesky_reserve(cn_Cholesky *f) {
    size_t bytes = ((size_t)f->values_at[f->panel_count] + CN_PANEL_BEYOND) * sizeof(double);
    if (!f->values) {
        f->values = cn_alloc(bytes);
        if (!f->values) return false;
        f->value_bytes = bytes;
    }
    f->done = 0;
    return true;
}

void cn_cholesky_clear(cn_Cholesky *f, int part) {
    size_t begin = (size_t)f->values_at[f->part_panel[part]];
    size_t end = (size_t)f->values_at[f->part_panel[part + 1]];
    if (part + 1 == f->part_count) end += CN_PANEL_BEYOND;
    memset(f->values + begin, 0, (end - begin) * sizeof *f->values);
}

/* The first of rows that is not before a position. */
static int first_from(const int *rows, int count, int position) {
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (rows[middle] < position)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int row_from(const cn_Panel *p, int position) {
    return first_from(p->rows, p->row_count, position);
}

cn_CholeskyColumn cn_cholesky_column(const cn_Cholesky *f, int position) {
    int p = f->panel_of[position], first = f->first[p], end = f->first[p + 1];
    int rows = f->rows_at[p + 1] - f->rows_at[p], own = 3 * (position - first);
    int stride = cn_panel_stride(3 * (end - first + rows));
    return (cn_CholeskyColumn){
        .value = f->values + f->values_at[p] + (size_t)own * (size_t)stride + own,
        .rows = f->rows + f->rows_at[p],
        .position = position,
        .stride = stride,
        .own_end = end,
        .row_count = rows,
    };
}

double *cn_cholesky_below(const cn_CholeskyColumn *c, int position) {
    if (position < c->own_end) return c->value + 3 * (position - c->position);
    int low = first_from(c->rows, c->row_count, position);
    if (low == c->row_count || c->rows[low] != position) return NULL;
    return c->value + 3 * (c->own_end - c->position + low);
}

cn_CholeskyTile cn_cholesky_tile(const cn_Cholesky *f, int a, int b) {
    bool swapped = a > b;
    cn_CholeskyColumn c = cn_cholesky_column(f, swapped ? b : a);
    double *value = cn_cholesky_below(&c, swapped ? a : b);
    return value ? (cn_CholeskyTile){value, c.stride, swapped} : (cn_CholeskyTile){0};
}

/* ---- factoring ---------------------------------------------------------------------------- */

/* Where p's block rows from `from` on stand in q. Both lists ascend. */
static void match(const cn_Panel *p, int from, const cn_Panel *q, int *where) {
    int own = q->width / 3, k = 0;
    for (int i = from; i < p->row_count; i++) {
        int position = p->rows[i];
        if (position - q->first < own) {
            where[i] = 3 * (position - q->first);
            continue;
        }
        while (q->rows[k] < position) k++;
        where[i] = q->width + 3 * k;
    }
}

/* What p subtracts from panels of its rows from..to - 1. */
static void update_others(const cn_Cholesky *f, const cn_Panel *p, int from, int to,
                          double *scratch) {
    const cn_CholeskyKernels *kernels = &cn_wide()->factor;
    int stride = f->tallest + 4;
    int *where = (int *)(void *)(scratch + 3 * (size_t)stride + 16);
    int last = -1;
    cn_Panel q = {0};
    for (int i = from; i < to; i++) {
        int target = f->panel_of[p->rows[i]];
        if (target != last) {
            q = panel(f, target);
            match(p, i, &q, where);
            last = target;
        }
        double *columns = q.values + (size_t)where[i] * (size_t)q.stride;
        if (p->width == 3) {
            kernels->update(p, i, where, columns, q.stride);
            continue;
        }
        kernels->multiply(p, 3 * i, 3 * (p->row_count - i), scratch, stride);
        kernels->subtract(p, i, scratch, stride, where, columns, q.stride);
    }
}

/* Numbers that one part needs while it is factored. */
static size_t run_room(const cn_Cholesky *f) {
    return 3 * ((size_t)f->tallest + 4) + 16 + (size_t)f->tallest / 6 + 2;
}

static int64_t work_of(const cn_Panel *p) { return (int64_t)p->width * p->height * p->height / 2; }

static void pull(const cn_Cholesky *f, int part, double *scratch) {
    int begin = f->part_first[part], end = f->part_first[part + 1];
    for (int below = 0; below < part; below++) {
        if (!cn_cholesky_meets(below, part)) continue;
        for (int i = f->part_panel[below]; i < f->part_panel[below + 1]; i++) {
            cn_Panel p = panel(f, i);
            int from = row_from(&p, begin), to = row_from(&p, end);
            if (from < to) update_others(f, &p, from, to, scratch);
        }
    }
}

typedef struct Run {
    cn_Cholesky *f;
    double *scratch;
    int first; /* part that is next */
    bool failed[CN_CHOLESKY_PARTS];
} Run;

static void factor_part(void *context, int part) {
    Run *run = context;
    const cn_Cholesky *f = run->f;
    double *scratch = run->scratch + (size_t)(part % CN_CHOLESKY_LEAVES) * run_room(f);
    pull(f, part, scratch);
    for (int i = f->part_panel[part]; i < f->part_panel[part + 1] && !run->failed[part]; i++) {
        cn_Panel p = panel(f, i);
        run->failed[part] = !cn_wide()->factor.dense(&p);
        if (!run->failed[part]) update_others(f, &p, 0, p.inside, scratch);
    }
}

static void factor_parts(void *context, int first, int last, int worker) {
    Run *run = context;
    (void)worker;
    for (int i = first; i < last; i++) factor_part(run, run->first + i);
}

static int64_t work_of_part(const cn_Cholesky *f, int part) {
    int64_t work = 0;
    for (int i = f->part_panel[part]; i < f->part_panel[part + 1]; i++) {
        cn_Panel p = panel(f, i);
        work += work_of(&p);
    }
    return work;
}

/* Where the level of a part ends: those before that share no block. */
static int level_end(int part) {
    int end = CN_CHOLESKY_LEAVES, n = CN_CHOLESKY_LEAVES;
    while (end <= part) end += n /= 2;
    return end;
}

/* As many parts as the budget reaches for, those of a level side by side. */
static cn_CholeskyState run_parts(cn_Cholesky *f, double *scratch, int64_t *budget, cn_Jobs *jobs) {
    Run run = {.f = f, .scratch = scratch};
    while (f->part_panel[run.first + 1] <= f->done) run.first++;
    while (run.first < CN_CHOLESKY_PARTS) {
        int next = run.first, end = level_end(next);
        while (next<end && * budget> 0) *budget -= work_of_part(f, next++);
        if (next == run.first) return CN_CHOLESKY_GOING_ON;
        cn_jobs_run(jobs, factor_parts, &run, next - run.first, 1);
        for (; run.first < next; run.first++)
            if (run.failed[run.first]) return CN_CHOLESKY_FAILED;
        f->done = f->part_panel[next];
    }
    return CN_CHOLESKY_READY;
}

cn_CholeskyState cn_cholesky_run(cn_Cholesky *f, double *scratch, int64_t *budget, cn_Jobs *jobs) {
    if (f->part_count > 1 && f->done < f->panel_count) return run_parts(f, scratch, budget, jobs);
    while (f->done < f->panel_count) {
        if (*budget <= 0) return CN_CHOLESKY_GOING_ON;
        cn_Panel p = panel(f, f->done);
        if (!cn_wide()->factor.dense(&p)) return CN_CHOLESKY_FAILED;
        update_others(f, &p, 0, p.row_count, scratch);
        *budget -= work_of(&p);
        f->done++;
    }
    return CN_CHOLESKY_READY;
}

/* ---- solving ------------------------------------------------------------------------------ */

static size_t outer_length(const cn_Cholesky *f) { return 3 * (size_t)(f->count - top_of(f)); }

static size_t solve_room(const cn_Cholesky *f) { return (size_t)f->tallest + 8; }

int cn_cholesky_scratch(const cn_Cholesky *f) {
    int side_by_side = f->part_count > 1 ? CN_CHOLESKY_LEAVES : 1;
    size_t solve = (size_t)side_by_side * solve_room(f) + CN_CHOLESKY_PARTS * outer_length(f);
    size_t run = (size_t)side_by_side * run_room(f);
    size_t most = solve > run ? solve : run;
    return most < INT32_MAX ? (int)most : INT32_MAX;
}

typedef struct Solve {
    const cn_Cholesky *f;
    double *x, *scratch;
} Solve;

static double *outer_of(const Solve *s, int part) {
    return s->scratch + CN_CHOLESKY_LEAVES * solve_room(s->f) + (size_t)part * outer_length(s->f);
}

/* What the parts below have left for this one, in their order. */
static void gather(const Solve *s, int part) {
    const cn_Cholesky *f = s->f;
    size_t top = 3 * (size_t)top_of(f), begin = 3 * (size_t)f->part_first[part];
    size_t end = 3 * (size_t)f->part_first[part + 1];
    for (int below = 0; below < part; below++) {
        if (!cn_cholesky_meets(below, part)) continue;
        const double *outer = outer_of(s, below);
        for (size_t i = begin; i < end; i++) s->x[i] += outer[i - top];
    }
}

static void forward_part(void *context, int part) {
    const Solve *s = context;
    const cn_Cholesky *f = s->f;
    double *room = s->scratch + (size_t)(part % CN_CHOLESKY_LEAVES) * solve_room(f), *outer = NULL;
    if (f->part_count > 1) {
        outer = outer_of(s, part);
        memset(outer, 0, outer_length(f) * sizeof *outer);
        gather(s, part);
    }
    cn_Panels all = panels_of(f);
    int first = f->part_panel[part], end = f->part_panel[part + 1];
    cn_wide()->factor.forward(&all, first, end, s->x, outer, room);
}

static void backward_part(void *context, int part) {
    const Solve *s = context;
    const cn_Cholesky *f = s->f;
    double *room = s->scratch + (size_t)(part % CN_CHOLESKY_LEAVES) * solve_room(f);
    cn_Panels all = panels_of(f);
    cn_wide()->factor.backward(&all, f->part_panel[part], f->part_panel[part + 1], s->x, room);
}

void cn_cholesky_solve(const cn_Cholesky *f, double *x, double *scratch, cn_Jobs *jobs) {
    Solve s = {f, x, scratch};
    cn_cholesky_parts(f->part_count, CN_CHOLESKY_UP, forward_part, &s, jobs);
    cn_cholesky_parts(f->part_count, CN_CHOLESKY_DOWN, backward_part, &s, jobs);
}
