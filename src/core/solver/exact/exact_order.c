/* exact_order.c: in which order bodies and links are eliminated, and what fills in.
 *
 * Minimum degree (Tinney and Walker 1967): of those that may go next, the node with the fewest
 * neighbours. Leaves of a tree have one, so that a tree fills in nothing; a loop fills in a little,
 * a wide mesh much, and is given up.
 * A body may always go. A link may when its pivot is sure to be right: after a body that had no
 * other neighbour left, which leaves it as many freedoms as it has rows; else when none of its
 * neighbours is a body: what is left among links is negative semidefinite, so that a pivot of zero
 * is a row that other links hold already.
 * Invariant: the order depends on the numbers of nodes alone, not on addresses. */
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "data/exact.h"
#include "solver/exact/exact.h"

/* count of neighbours more than at first, before a node is given up: it would fill in too much */
#define ROOM 24

/* A neighbour list for each node in one array, and lists of nodes by degree. */
typedef struct Graph {
    int nodes, bodies, degrees;
    int *start, *count, *room; /* by node */
    int *neighbour;
    int *head;            /* by degree, -1 = none */
    int *next, *previous; /* by node */
    bool *ready;
    size_t bytes;
    void *memory;
} Graph;

/* ---- degrees ------------------------------------------------------------------------------ */

static int degree(const Graph *g, int v) {
    return g->count[v] < g->degrees ? g->count[v] : g->degrees - 1;
}

static void enter(Graph *g, int v) {
    if (!g->ready[v]) return;
    int d = degree(g, v);
    g->previous[v] = -1;
    g->next[v] = g->head[d];
    if (g->head[d] >= 0) g->previous[g->head[d]] = v;
    g->head[d] = v;
}

static void leave(Graph *g, int v) {
    if (!g->ready[v]) return;
    if (g->previous[v] >= 0)
        g->next[g->previous[v]] = g->next[v];
    else
        g->head[degree(g, v)] = g->next[v];
    if (g->next[v] >= 0) g->previous[g->next[v]] = g->previous[v];
}

static int least(const Graph *g) {
    for (int d = 0; d < g->degrees; d++)
        if (g->head[d] >= 0) return g->head[d];
    return -1;
}

/* ---- neighbours --------------------------------------------------------------------------- */

static bool add(Graph *g, int v, int u) {
    int *list = &g->neighbour[g->start[v]];
    for (int i = 0; i < g->count[v]; i++)
        if (list[i] == u) return true;
    if (g->count[v] == g->room[v]) return false;
    list[g->count[v]++] = u;
    return true;
}

static void drop(Graph *g, int v, int u) {
    int *list = &g->neighbour[g->start[v]];
    for (int i = 0; i < g->count[v]; i++)
        if (list[i] == u) {
            list[i] = list[--g->count[v]];
            return;
        }
}

static int end_of(const int *ends, int link, int side) { return ends[2 * link + side]; }

static void set_rooms(Graph *g, int bodies, int links, const int *ends) {
    for (int i = 0; i < links; i++)
        for (int s = 0; s < 2; s++) {
            if (end_of(ends, i, s) < 0) continue;
            g->room[end_of(ends, i, s)]++;
            g->room[bodies + i]++;
        }
    for (int v = 0, at = 0; v < g->nodes; v++) {
        g->room[v] += ROOM;
        g->start[v] = at;
        at += g->room[v];
    }
}

static bool build(Graph *g, int bodies, int links, const int *ends) {
    size_t n = (size_t)(bodies + links), ints = 6 * n + (4 * (size_t)links + ROOM * n);
    *g = (Graph){.nodes = bodies + links, .bodies = bodies, .degrees = ROOM + 4};
    g->bytes = (ints + (size_t)g->degrees) * sizeof(int) + n;
    int *p = g->memory = cn_alloc(g->bytes);
    if (!p) return false;
    memset(p, 0, g->bytes);
    g->start = p;
    g->count = p + n;
    g->room = p + 2 * n;
    g->next = p + 3 * n;
    g->previous = p + 4 * n;
    g->head = p + 5 * n;
    g->neighbour = g->head + g->degrees;
    g->ready = (bool *)(g->neighbour + 4 * (size_t)links + ROOM * n);
    set_rooms(g, bodies, links, ends);
    for (int i = 0; i < links; i++)
        for (int s = 0; s < 2; s++) {
            if (end_of(ends, i, s) < 0) continue;
            add(g, bodies + i, end_of(ends, i, s));
            add(g, end_of(ends, i, s), bodies + i);
        }
    for (int d = 0; d < g->degrees; d++) g->head[d] = -1;
    for (int v = bodies - 1; v >= 0; v--) {
        g->ready[v] = true;
        enter(g, v);
    }
    return true;
}

static bool meets_no_body(const Graph *g, int link) {
    for (int i = 0; i < g->count[link]; i++)
        if (g->neighbour[g->start[link] + i] < g->bodies) return false;
    return true;
}

/* The nodes that v met meet each other now. False when a node has no room for that. */
static bool eliminate(Graph *g, int v) {
    const int *met = &g->neighbour[g->start[v]];
    int count = g->count[v];
    bool fits = true;
    leave(g, v);
    for (int i = 0; i < count; i++) leave(g, met[i]);
    for (int i = 0; i < count; i++) {
        drop(g, met[i], v);
        for (int j = 0; j < count; j++)
            if (i != j) fits = add(g, met[i], met[j]) && fits;
        bool leaf = v < g->bodies && count == 1;
        g->ready[met[i]] = g->ready[met[i]] || leaf || meets_no_body(g, met[i]);
        enter(g, met[i]);
    }
    return fits;
}

bool cn_order_find(int bodies, int links, const int *ends, int most, int *order,
                   cn_OrderCost *cost) {
    Graph g;
    bool cheap = build(&g, bodies, links, ends);
    *cost = (cn_OrderCost){0, 0};
    for (int p = 0; cheap && p < g.nodes; p++) {
        int v = least(&g), met = g.count[v];
        cost->entries += met;
        cost->updates += met * (met - 1) / 2;
        order[p] = v;
        cheap = eliminate(&g, v) && cost->entries + cost->updates <= most;
    }
    cn_free(g.memory, g.bytes);
    return cheap;
}

/* ---- the plan ----------------------------------------------------------------------------- */

size_t cn_order_ints(int bodies, int links, cn_OrderCost cost) {
    return 3 * (size_t)(bodies + links) + 1 + 2 * (size_t)links + (size_t)cost.entries +
           (size_t)cost.updates;
}

cn_Elimination cn_order_view(int *ints, int bodies, int links, cn_OrderCost cost) {
    int n = bodies + links;
    cn_Elimination e = {.nodes = n, .entries = cost.entries, .updates = cost.updates};
    e.place = ints;
    e.node = e.place + n;
    e.first = e.node + n;
    e.side = e.first + n + 1;
    e.row = e.side + 2 * links;
    e.target = e.row + cost.entries;
    return e;
}

static int find_entry(const cn_Elimination *e, int early, int late) {
    for (int i = e->first[early]; i < e->first[early + 1]; i++)
        if (e->row[i] == late) return i;
    return -1;
}

/* The graph is eliminated once more, in the order that was found, to write down what meets what. */
static void list_entries(cn_Elimination *e, Graph *g, const int *order) {
    int entries = 0;
    for (int p = 0; p < e->nodes; p++) {
        int v = order[p];
        e->first[p] = entries;
        for (int i = 0; i < g->count[v]; i++)
            e->row[entries++] = e->place[g->neighbour[g->start[v] + i]];
        cn_sort_ints(&e->row[e->first[p]], g->count[v]);
        eliminate(g, v);
    }
    e->first[e->nodes] = entries;
}

bool cn_order_plan(cn_Elimination *e, int bodies, int links, const int *ends, const int *order) {
    Graph g;
    if (!build(&g, bodies, links, ends)) return false;
    for (int p = 0; p < e->nodes; p++) {
        e->node[p] = order[p];
        e->place[order[p]] = p;
    }
    list_entries(e, &g, order);
    cn_free(g.memory, g.bytes);
    int *target = e->target;
    for (int p = 0; p < e->nodes; p++)
        for (int i = e->first[p]; i < e->first[p + 1]; i++)
            for (int j = e->first[p]; j < i; j++) *target++ = find_entry(e, e->row[j], e->row[i]);
    for (int i = 0; i < 2 * links; i++) {
        e->side[i] = -1;
        if (ends[i] < 0) continue;
        int body = e->place[ends[i]], link = e->place[bodies + i / 2];
        bool first = link < body;
        e->side[i] = 2 * find_entry(e, first ? link : body, first ? body : link) + first;
    }
    return true;
}
