/* rest_order.c: memory to solve an island in, and the order in which its bodies are eliminated. */
#include <string.h>

#include "data/world.h"
#include "solver/rest/rest.h"
#include "sparse/cholesky.h"

/* As all vectors it is read with a body more, which does not move. */
bool cn_rest_reserve_going(cn_RestIsland *rest) {
    int n = 3 * rest->body_count;
    if (!CN_GROW(rest->going, n + 3)) return false;
    memset(rest->going + n, 0, 3 * sizeof *rest->going);
    return true;
}

bool cn_rest_reserve(cn_RestSolve *d, int contacts, int factor_room) {
    cn_RestRoom *room = d->room;
    /* a body more, which does not move, and a number that is read with it */
    size_t n = 3 * (size_t)d->body_count + 4;
    size_t all = 10 * n + (size_t)factor_room;
    if (all > INT32_MAX || !CN_GROW(room->contacts, contacts) || !CN_GROW(room->line, contacts) ||
        (d->rest->factor.part_count > 1 && !CN_GROW(room->crossing, contacts)) ||
        !CN_GROW(room->numbers, (int)all))
        return false;
    d->contacts = room->contacts;
    d->crossing = room->crossing;
    d->line = room->line;
    double *at = room->numbers;
    double **vectors[10] = {&d->mass, &d->reach, &d->free, &d->u, &d->gradient,
                            &d->d,    &d->r,     &d->p,    &d->q, &d->way};
    for (int i = 0; i < 10; i++) {
        *vectors[i] = at + (size_t)i * n;
        memset(at + (size_t)(i + 1) * n - 4, 0, 4 * sizeof *at);
    }
    d->factor = at + 10 * n;
    d->outer = d->factor + cn_cholesky_scratch(&d->rest->factor);
    return true;
}

bool cn_rest_reserve_ordered(cn_RestSolve *d, int contacts) {
    int64_t all = (int64_t)cn_cholesky_scratch(&d->rest->factor) + cn_rest_outer_room(d);
    return all < INT32_MAX && cn_rest_reserve(d, contacts, (int)all);
}

/* Which bodies touch, from the rows: each pair once for each side. NULL start: out of memory. */
static cn_Adjacency adjacency(cn_RestSolve *d) {
    cn_RestRoom *room = d->room;
    int n = d->body_count, pairs = 0;
    int size = n + 2 + 2 * (d->contact_count + d->weld_count);
    if (!CN_GROW(room->adjacency, size)) return (cn_Adjacency){0};
    int *start = room->adjacency, *list = start + n + 2;
    memset(start, 0, (size_t)(n + 2) * sizeof *start);
    for (int i = 0; i < d->contact_count; i++) {
        const cn_RestContact *k = &d->contacts[i];
        if (k->a < n && k->b < n) start[k->a + 2]++, start[k->b + 2]++;
    }
    for (int i = 0; i < d->weld_count; i++) start[d->welds[i].a + 2]++, start[d->welds[i].b + 2]++;
    for (int i = 2; i < n + 2; i++) start[i] += start[i - 1];
    for (int i = 0; i < d->contact_count; i++) {
        const cn_RestContact *k = &d->contacts[i];
        if (k->a == n || k->b == n) continue;
        list[start[k->a + 1]++] = k->b;
        list[start[k->b + 1]++] = k->a;
    }
    for (int i = 0; i < d->weld_count; i++) {
        const cn_RestWeld *k = &d->welds[i];
        list[start[k->a + 1]++] = k->b;
        list[start[k->b + 1]++] = k->a;
    }
    for (int i = 0; i < n; i++) { /* bodies of several shapes may touch more than once */
        int first = pairs;
        for (int k = start[i]; k < start[i + 1]; k++) {
            int j = first;
            while (j < pairs && list[j] != list[k]) j++;
            if (j == pairs) list[pairs++] = list[k];
        }
        start[i] = first;
    }
    start[n] = pairs;
    return (cn_Adjacency){.count = n, .start = start, .list = list};
}

/* Parts of a large island, for several threads; they are there on one thread as well. */
static bool cut(const cn_World *w, cn_RestSolve *d, cn_Adjacency *graph) {
    cn_RestRoom *room = d->room;
    if (d->body_count < CN_REST_MANY) return true;
    if (!CN_GROW(room->parts, d->body_count)) return false;
    for (int i = 0; i < d->body_count; i++) {
        const cn_Pose *pose = &w->pose[d->bodies[i]];
        d->p[i] = pose->x;
        d->q[i] = pose->y;
    }
    cn_cholesky_cut(*graph, d->p, d->q, room->parts);
    graph->part = room->parts;
    return true;
}

bool cn_rest_order(cn_World *w, cn_RestSolve *d) {
    cn_RestIsland *rest = d->rest;
    int n = d->body_count;
    cn_cholesky_free(&rest->factor);
    rest->matrix = 0;
    rest->factoring = false;
    rest->rounds = 0; /* bodies stand in another order */
    d->task = NULL;
    cn_Adjacency graph = adjacency(d);
    if (!graph.start || !cut(w, d, &graph)) return false;
    if (!cn_cholesky_order(&rest->factor, graph, &d->room->order)) return false;
    int *old = d->room->adjacency;
    memcpy(old, rest->bodies, (size_t)n * sizeof *old);
    for (int i = 0; i < n; i++) rest->bodies[i] = old[rest->factor.node[i]];
    int *from = cn_rest_from(rest);
    if (from) memcpy(old, from, (size_t)n * sizeof *old);
    for (int i = 0; from && i < n; i++) from[i] = old[rest->factor.node[i]];
    for (int i = 0; i < n; i++) w->scratch.rest.place[rest->bodies[i]] = i;
    return true;
}
