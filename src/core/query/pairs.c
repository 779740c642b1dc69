/* pairs.c: the candidates of the broad phase, as pairs of shapes in the order of their ids; and its
 * trees, to be looked at. */
#include "base/sort.h"
#include "bvh/bvh.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"

static uint64_t key_of(const cn_PairOfShapes *pair) {
    return (uint64_t)pair->a.index << 32 | pair->b.index;
}

static bool comes_first(const void *context, const void *p, const void *q) {
    (void)context;
    return key_of(p) < key_of(q);
}

/* Several pieces of one shape meet several of another: what is sorted is told once. */
int cn_world_pairs(const cn_World *w, cn_PairOfShapes *buffer, int capacity) {
    int count = w->contacts.live, n = 0, kept = 0;
    if (count > capacity) return count;
    for (int i = 0; i < w->contacts.count; i++) {
        if (!cn_slots_live(&w->contacts, i)) continue;
        const cn_Contact *c = &w->contact[i];
        buffer[n++] = (cn_PairOfShapes){cn_shape_id(w, cn_contact_shape_a(w, c)),
                                        cn_shape_id(w, cn_contact_shape_b(w, c))};
    }
    cn_sort(buffer, n, sizeof *buffer, comes_first, NULL);
    for (int i = 0; i < n; i++)
        if (i == 0 || key_of(&buffer[i]) != key_of(&buffer[kept - 1])) buffer[kept++] = buffer[i];
    return kept;
}

int cn_world_tree(const cn_World *w, cn_TreeBox *buffer, int capacity) {
    int count = cn_bvh_boxes(w->tree_static, true, buffer, 0, capacity);
    return cn_bvh_boxes(w->tree_moving, false, buffer, count, capacity);
}
