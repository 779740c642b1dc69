/* cholesky_order.c: in which order to eliminate, and which blocks that fills.
 *
 * Minimum degree on a quotient graph: what has been eliminated stands for the clique that it left
 * behind (an element), so that the graph never grows. Of equal degrees the one that came last is
 * taken, which follows the front of what was just eliminated. Nodes that nothing tells apart from
 * the one eliminated go with it, as one panel. Parts (dissection.c) are eliminated one after the
 * other, and no panel is of two.
 * Sources: George and Liu, "The Evolution of the Minimum Degree Ordering Algorithm", SIAM Review
 * 1989; Davis, "Direct Methods for Sparse Linear Systems", 2006, chapter 7. */
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "sparse/cholesky.h"
#include "wide/panel.h"

enum { VARIABLE, ELEMENT, ABSORBED, GONE };

typedef struct Order {
    int n;
    cn_OrderScratch *scratch;
    const uint8_t *part; /* of each variable; NULL: all are one part */
    int now;             /* the part that is eliminated now */
    const int *start;    /* slots of a variable: neighbours, then elements */
    int *slots;
    int *variables, *elements; /* how many of each a variable has */
    int *state;
    int *mark, *seen; /* stamps */
    int stamp, look;
    int *head, *next, *previous, *degree; /* lists of variables by degree */
    int *list_at, *list_length;           /* of an element, in the pool: those it joins */
    int pool_count;
    int *panel; /* of each node; and what was eliminated, in order */
    int *sequence;
    int sequence_count, panel_count;
    int *leader; /* element of each panel */
} Order;

/* count of arrays of n + 1 numbers in an Order */
#define ARRAYS 14

static bool reserve(Order *o, cn_Adjacency g, cn_OrderScratch *s) {
    int slots = g.start[g.count], n = g.count;
    if (!cn_grow((void **)&s->work, &s->work_capacity, ARRAYS * (n + 1) + slots, sizeof(int)))
        return false;
    int *at = s->work;
    int **arrays[ARRAYS] = {&o->variables,   &o->elements, &o->state,    &o->mark,   &o->seen,
                            &o->head,        &o->next,     &o->previous, &o->degree, &o->list_at,
                            &o->list_length, &o->panel,    &o->sequence, &o->leader};
    for (int i = 0; i < ARRAYS; i++, at += n + 1) *arrays[i] = at;
    o->slots = at;
    memcpy(o->slots, g.list, (size_t)slots * sizeof(int));
    return true;
}

/* Parts that come later wait outside the lists. */
static bool due(const Order *o, int v) { return !o->part || o->part[v] == o->now; }

static void enlist(Order *o, int v, int degree) {
    o->degree[v] = degree;
    if (!due(o, v)) return;
    int first = o->head[degree];
    o->next[v] = first;
    o->previous[v] = -1;
    if (first >= 0) o->previous[first] = v;
    o->head[degree] = v;
}

static void unlist(Order *o, int v) {
    if (!due(o, v)) return;
    int next = o->next[v], previous = o->previous[v];
    if (next >= 0) o->previous[next] = previous;
    if (previous >= 0)
        o->next[previous] = next;
    else
        o->head[o->degree[v]] = next;
}

static void begin(Order *o, cn_Adjacency g) {
    for (int i = 0; i <= g.count; i++) o->head[i] = -1;
    for (int i = g.count - 1; i >= 0; i--) {
        o->variables[i] = g.start[i + 1] - g.start[i];
        o->elements[i] = o->mark[i] = o->seen[i] = 0;
        o->state[i] = VARIABLE;
        o->degree[i] = o->variables[i];
    }
}

static int begin_part(Order *o, int part) {
    int count = 0;
    o->now = part;
    for (int i = o->n - 1; i >= 0; i--) {
        if (!due(o, i)) continue;
        enlist(o, i, o->degree[i]);
        count++;
    }
    return count;
}

static void add_to_list(Order *o, int v, int u) {
    if (o->state[u] != VARIABLE || o->mark[u] == o->stamp) return;
    o->mark[u] = o->stamp;
    o->scratch->pool[o->pool_count + o->list_length[v]++] = u;
}

/* The clique that v leaves behind. The elements that it had are part of it. */
static bool join(Order *o, int v) {
    int most = o->degree[v];
    if (!cn_grow((void **)&o->scratch->pool, &o->scratch->pool_capacity, o->pool_count + most + 1,
                 sizeof(int)))
        return false;
    o->stamp++;
    o->mark[v] = o->stamp;
    o->list_at[v] = o->pool_count;
    o->list_length[v] = 0;
    const int *slots = o->slots + o->start[v];
    for (int i = 0; i < o->variables[v]; i++) add_to_list(o, v, slots[i]);
    for (int i = 0; i < o->elements[v]; i++) {
        int e = slots[o->variables[v] + i];
        for (int k = 0; k < o->list_length[e]; k++)
            add_to_list(o, v, o->scratch->pool[o->list_at[e] + k]);
        o->state[e] = ABSORBED;
    }
    o->state[v] = ELEMENT;
    return true;
}

/* u keeps what the new element does not cover. There is always room for one more element: v itself
 * or an element of v stood here. */
static void prune(Order *o, int u, int v) {
    int *slots = o->slots + o->start[u];
    int variables = 0, count;
    for (int i = 0; i < o->variables[u]; i++)
        if (o->state[slots[i]] == VARIABLE && o->mark[slots[i]] != o->stamp)
            slots[variables++] = slots[i];
    count = variables;
    for (int i = o->variables[u], end = i + o->elements[u]; i < end; i++)
        if (o->state[slots[i]] == ELEMENT) slots[count++] = slots[i];
    slots[count++] = v;
    o->variables[u] = variables;
    o->elements[u] = count - variables;
}

static void eliminate(Order *o, int v, int panel) {
    o->panel[v] = panel;
    o->sequence[o->sequence_count++] = v;
}

/* Neighbours of u without those that v's element covers, which are counted as a whole. */
static int other_degree(Order *o, int u) {
    const int *slots = o->slots + o->start[u];
    int count = o->variables[u];
    o->look++;
    for (int i = 0; i < o->variables[u]; i++) o->seen[slots[i]] = o->look;
    for (int i = 0; i + 1 < o->elements[u]; i++) {
        int e = slots[o->variables[u] + i];
        const int *list = o->scratch->pool + o->list_at[e];
        for (int k = 0; k < o->list_length[e]; k++) {
            int w = list[k];
            if (o->state[w] != VARIABLE || o->mark[w] == o->stamp || o->seen[w] == o->look)
                continue;
            o->seen[w] = o->look;
            count++;
        }
    }
    return count;
}

static void eliminate_with(Order *o, int v) {
    int *list = o->scratch->pool + o->list_at[v];
    int panel = o->panel_count++, kept = 0;
    o->leader[panel] = v;
    eliminate(o, v, panel);
    for (int i = 0; i < o->list_length[v]; i++) {
        int u = list[i];
        unlist(o, u);
        prune(o, u, v);
        if (o->variables[u] == 0 && o->elements[u] == 1 && due(o, u)) {
            o->state[u] = GONE;
            eliminate(o, u, panel);
        } else {
            list[kept++] = u;
        }
    }
    o->list_length[v] = kept;
    o->pool_count += kept;
    for (int i = kept - 1; i >= 0; i--) enlist(o, list[i], other_degree(o, list[i]) + kept - 1);
}

static bool eliminate_part(Order *o, int part) {
    int least = 0, end = o->sequence_count + begin_part(o, part);
    while (o->sequence_count < end) {
        while (o->head[least] < 0) least++;
        int v = o->head[least];
        unlist(o, v);
        if (!join(o, v)) return false;
        eliminate_with(o, v);
        for (int i = 0; i < o->list_length[v]; i++) {
            int d = o->degree[o->scratch->pool[o->list_at[v] + i]];
            if (d < least) least = d;
        }
    }
    return true;
}

/* ---- from the order to panels ------------------------------------------------------------- */

bool cn_cholesky_lay_out(cn_Cholesky *f, int n, int panels, int parts, int rows) {
    size_t ints = 2 * ((size_t)n + (size_t)parts + 1) + 4 * ((size_t)panels + 1) + (size_t)rows + 1;
    f->memory_bytes = ints * sizeof(int);
    f->memory = cn_alloc(f->memory_bytes);
    if (!f->memory) return false;
    f->part_first = f->memory;
    f->part_panel = f->part_first + parts + 1;
    f->node = f->part_panel + parts + 1;
    f->panel_of = f->node + n;
    f->first = f->panel_of + n;
    f->inside = f->first + panels + 1;
    f->rows_at = f->inside + panels + 1;
    f->values_at = f->rows_at + panels + 1;
    f->rows = f->values_at + panels + 1;
    f->count = n;
    f->panel_count = panels;
    f->part_count = parts;
    return true;
}

/* Where each part begins, of positions and of panels. */
static void lay_out_parts(cn_Cholesky *f, const Order *o) {
    int part = 0;
    f->part_first[0] = f->part_panel[0] = 0;
    for (int i = 0; i < o->n; i++)
        while (o->part && part < o->part[f->node[i]]) {
            f->part_first[++part] = i;
            f->part_panel[part] = f->panel_of[i];
        }
    while (part < f->part_count) {
        f->part_first[++part] = o->n;
        f->part_panel[part] = f->panel_count;
    }
}

bool cn_cholesky_measure(cn_Cholesky *f) {
    int64_t values = 0;
    int part = 1; /* whose first panel is next */
    f->work = 0;
    f->widest = f->tallest = 0;
    for (int p = 0; p < f->panel_count; p++) {
        int columns = f->first[p + 1] - f->first[p], rows = f->rows_at[p + 1] - f->rows_at[p];
        if (columns > INT32_MAX / 8 || rows > INT32_MAX / 8) return false;
        int width = 3 * columns, height = width + 3 * rows;
        for (int i = f->first[p]; i < f->first[p + 1]; i++) f->panel_of[i] = p;
        int end = f->part_first[cn_cholesky_part(f, f->first[p]) + 1], inside = 0;
        while (inside < rows && f->rows[f->rows_at[p] + inside] < end) inside++;
        f->inside[p] = inside;
        for (; part < f->part_count && f->part_panel[part] == p; part++) values += CN_PANEL_BEYOND;
        f->values_at[p] = (int)values;
        values += (int64_t)cn_panel_stride(height) * width;
        f->work += (int64_t)width * height * height / 2;
        f->widest = width > f->widest ? width : f->widest;
        f->tallest = height > f->tallest ? height : f->tallest;
        if (values > INT32_MAX) return false;
    }
    values += (f->part_count - part) * CN_PANEL_BEYOND;
    f->values_at[f->panel_count] = (int)values;
    return values <= INT32_MAX;
}

static bool lay_out(cn_Cholesky *f, Order *o) {
    int rows = 0, column = 0, *place = o->mark;
    for (int i = 0; i < o->n; i++) {
        f->node[i] = o->sequence[i];
        place[o->sequence[i]] = i;
        f->panel_of[i] = o->panel[o->sequence[i]];
    }
    lay_out_parts(f, o);
    for (int p = 0; p < f->panel_count; p++) {
        int e = o->leader[p];
        f->first[p] = column;
        f->rows_at[p] = rows;
        for (int k = 0; k < o->list_length[e]; k++)
            f->rows[rows++] = place[o->scratch->pool[o->list_at[e] + k]];
        cn_sort_ints(f->rows + f->rows_at[p], rows - f->rows_at[p]);
        while (column < o->n && f->panel_of[column] == p) column++;
    }
    f->first[f->panel_count] = column;
    f->rows_at[f->panel_count] = rows;
    return cn_cholesky_measure(f);
}

bool cn_cholesky_order(cn_Cholesky *f, cn_Adjacency graph, cn_OrderScratch *scratch) {
    Order o = {.n = graph.count, .scratch = scratch, .start = graph.start, .part = graph.part};
    if (!reserve(&o, graph, scratch)) return false;
    begin(&o, graph);
    for (int part = 0; part < (o.part ? CN_CHOLESKY_PARTS : 1); part++)
        if (!eliminate_part(&o, part)) return false;
    int parts = o.part ? CN_CHOLESKY_PARTS : 1;
    if (!cn_cholesky_lay_out(f, o.n, o.panel_count, parts, o.pool_count)) return false;
    if (lay_out(f, &o)) return true;
    cn_cholesky_free(f);
    return false;
}

void cn_cholesky_free(cn_Cholesky *f) {
    cn_free(f->memory, f->memory_bytes);
    cn_free(f->values, f->value_bytes);
    *f = (cn_Cholesky){0};
}

void cn_order_free(cn_OrderScratch *s) {
    cn_grow_free((void **)&s->work, &s->work_capacity, sizeof(int));
    cn_grow_free((void **)&s->pool, &s->pool_capacity, sizeof(int));
}
