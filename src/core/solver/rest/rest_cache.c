/* rest_cache.c: islands that are solved directly, kept from step to step with their factors.
 *
 * A body belongs to one of them at most (cn_BodyCold.rest). An island that rests is not computed:
 * when something acts on it during a step that is noted, and from outside a step it is roused at
 * once. Memory of solutions, which threads share out, is counted and freed here, too. */
#include "solver/rest/rest_cache.h"

#include <math.h>
#include <string.h>

#include "data/world.h"
#include "solver/rest/rest.h"
#include "sparse/cholesky.h"

static cn_RestIsland *take_rest(cn_World *w) {
    int slot = w->rest_free - 1;
    if (slot < 0) {
        if (!CN_GROW(w->rest, w->rest_count + 1)) return NULL;
        slot = w->rest_count++;
    } else {
        w->rest_free = w->rest[slot].next_free;
    }
    w->rest[slot] = (cn_RestIsland){.live = true, .least = INFINITY};
    return &w->rest[slot];
}

static cn_RestIsland *keep(cn_World *w, const int *bodies, int count) {
    cn_RestIsland *rest = take_rest(w);
    if (!rest) return NULL;
    int size = count < CN_REST_MANY ? count : 2 * count;
    if (!CN_GROW(rest->bodies, size)) {
        cn_rest_drop(w, rest);
        return NULL;
    }
    memcpy(rest->bodies, bodies, (size_t)count * sizeof *bodies);
    cn_sort_ints(rest->bodies, count); /* bodies made one after the other are often neighbours */
    rest->body_count = count;
    for (int i = 0; i < count; i++) w->cold[bodies[i]].rest = (int)(rest - w->rest) + 1;
    return rest;
}

cn_RestIsland *cn_rest_kept(const cn_World *w, const int *bodies, int count) {
    cn_RestIsland *first = cn_rest_island_of(w, bodies[0]);
    bool same = first && first->body_count == count;
    for (int i = 0; same && i < count; i++) same = cn_rest_island_of(w, bodies[i]) == first;
    return same ? first : NULL;
}

cn_RestIsland *cn_rest_begin_to_keep(cn_World *w, const int *bodies, int count) {
    int lifting = 0;
    for (int i = 0; i < count; i++) {
        cn_RestIsland *old = cn_rest_island_of(w, bodies[i]);
        if (!old) continue;
        lifting = old->lifting > lifting ? old->lifting : lifting;
        cn_rest_drop(w, old);
    }
    cn_RestIsland *rest = keep(w, bodies, count);
    if (rest) rest->lifting = lifting;
    return rest;
}

/* The last islands go where others were, until there are no gaps: those that have fallen asleep are
 * not to be passed in every step. */
void cn_rest_close_gaps(cn_World *w) {
    int gap = 0;
    if (w->rest_free == 0) return;
    for (;;) {
        while (w->rest_count > 0 && !w->rest[w->rest_count - 1].live) w->rest_count--;
        while (gap < w->rest_count && w->rest[gap].live) gap++;
        if (gap >= w->rest_count) break;
        cn_RestIsland *rest = &w->rest[gap];
        *rest = w->rest[--w->rest_count];
        for (int i = 0; i < rest->body_count; i++) w->cold[rest->bodies[i]].rest = gap + 1;
    }
    w->rest_free = 0;
}

void cn_rest_free(cn_World *w) {
    for (int i = 0; i < w->rest_count; i++) {
        cn_RestIsland *r = &w->rest[i];
        CN_GROW_FREE(r->bodies);
        cn_cholesky_free(&r->factor);
        CN_GROW_FREE(r->going);
    }
    CN_GROW_FREE(w->rest);
    cn_rest_trim(w);
    CN_GROW_FREE(w->scratch.rest.rooms);
}

void cn_rest_trim(cn_World *w) {
    for (int i = 0; i < w->scratch.rest.rooms_capacity; i++) {
        cn_RestRoom *r = &w->scratch.rest.rooms[i];
        CN_GROW_FREE(r->contacts);
        CN_GROW_FREE(r->line);
        CN_GROW_FREE(r->crossing);
        CN_GROW_FREE(r->numbers);
        CN_GROW_FREE(r->adjacency);
        CN_GROW_FREE(r->parts);
        CN_GROW_FREE(r->welds);
        cn_order_free(&r->order);
    }
}

size_t cn_rest_bytes(const cn_World *w) {
    size_t bytes = CN_GROW_BYTES(w->rest) + CN_GROW_BYTES(w->scratch.rest.rooms);
    for (int i = 0; i < w->scratch.rest.rooms_capacity; i++) {
        const cn_RestRoom *r = &w->scratch.rest.rooms[i];
        int ints = r->adjacency_capacity + r->crossing_capacity + r->order.work_capacity +
                   r->order.pool_capacity;
        bytes += CN_GROW_BYTES(r->contacts) + CN_GROW_BYTES(r->line) + CN_GROW_BYTES(r->numbers) +
                 (size_t)ints * sizeof(int) + CN_GROW_BYTES(r->parts) + CN_GROW_BYTES(r->welds);
    }
    for (int i = 0; i < w->rest_count; i++) {
        const cn_RestIsland *r = &w->rest[i];
        bytes += CN_GROW_BYTES(r->bodies) + CN_GROW_BYTES(r->going) + r->factor.memory_bytes +
                 r->factor.value_bytes;
    }
    return bytes;
}
