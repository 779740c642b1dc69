/* impact_queue.c: the touches that were found in a sub-step, in order of time.
 * Not here: what comes of them (impact.c). */
#include <string.h>

#include "data/contact_access.h"
#include "data/world.h"
#include "solver/impact/impact.h"

/* Of two times of one contact that are the same the later found is the true one. Where the heap has
 * each depends on all other events in the world. */
static bool sooner(const cn_ImpactEvent *p, const cn_ImpactEvent *q) {
    if (p->key != q->key) return p->key < q->key;
    return p->contact != q->contact ? p->contact < q->contact : p->manifold > q->manifold;
}

/* Times are not negative, so their bits are in their order. */
static uint64_t key_of(float time, uint64_t hash) {
    uint32_t bits;
    memcpy(&bits, &time, sizeof bits);
    return (uint64_t)bits << 32 | hash >> 32;
}

int cn_impact_stamp(const cn_World *w, const cn_Contact *c) {
    return w->scratch.impact.blows[c->body_a] + w->scratch.impact.blows[c->body_b];
}

void cn_impact_put(cn_World *w, float time, int contact, int manifold) {
    cn_StepMemory *s = &w->scratch;
    if (!CN_GROW(s->impact.impacts, s->impact.impact_count + 1)) return;
    const cn_Contact *c = &w->contact[contact];
    cn_ImpactEvent *heap = s->impact.impacts,
                   event = {time, contact, key_of(time, cn_contact_hash(w, c)),
                            cn_impact_stamp(w, c), manifold};
    int i = s->impact.impact_count++;
    for (; i > 0 && sooner(&event, &heap[(i - 1) / 2]); i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = event;
}

void cn_impact_put_found(cn_World *w, float time, int contact, const cn_ImpactManifold *manifold) {
    cn_StepMemory *s = &w->scratch;
    if (!CN_GROW(s->impact.manifolds, s->impact.manifold_count + 1)) return;
    s->impact.manifolds[s->impact.manifold_count] = *manifold;
    cn_impact_put(w, time, contact, s->impact.manifold_count++);
}

cn_ImpactEvent cn_impact_take(cn_StepMemory *s) {
    cn_ImpactEvent *heap = s->impact.impacts, first = heap[0],
                   last = heap[--s->impact.impact_count];
    int i = 0, n = s->impact.impact_count;
    for (int child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && sooner(&heap[child + 1], &heap[child])) child++;
        if (!sooner(&heap[child], &last)) break;
        heap[i] = heap[child];
    }
    heap[i] = last;
    return first;
}
