/* island_bins.c: small islands are shared out among eight bins, and threads solve bins side by
 * side.
 *
 * A contact of a small island has the same colour, and an island is solved colour by colour,
 * whichever bin it is in: bins decide which thread works, not what comes out. So they may depend on
 * how many threads there are (with one there is one bin, whose blocks are fuller) and be made anew
 * at any time; that is done together with domains. They are runs of islands in the order of their
 * lowest body slots, each of as much work, so that most cache lines of bodies are used by one
 * thread. Islands that meet between two cuts are joined by union-find. When they were in different
 * bins, all of their contacts are strays until the next cut, solved when all bins are done; those
 * that part stay together. Joints have no need to follow: their components keep the bin that they
 * had at the cut.
 * Invariant: two bodies with a contact of CN_PART_FREE have the same bin, which is their home's if
 * they are no strays. */
#include "solver/order/island_bins.h"

#include <string.h>

#include "base/union_find.h"
#include "data/world.h"
#include "solver/order/domain.h"
#include "world/motion_step.h"

bool cn_island_bin_reserve(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int n = w->bodies.count;
    if (s->order.bins == 0) s->order.bins = 1;
    if (w->def.threads <= 1 && s->order.bins == 1) return true;
    if (!CN_GROW(s->order.bin_root, n) || !CN_GROW(s->order.bin, n) ||
        !CN_GROW(s->order.home_bin, n))
        return false;
    for (; s->order.bin_bodies < n; s->order.bin_bodies++)
        s->order.bin_root[s->order.bin_bodies] = s->order.bin_bodies;
    return true;
}

/* ---- all anew ----------------------------------------------------------------------------- */

/* Of what is solved at home: by home for large islands, by root for small islands. */
typedef struct Work {
    int64_t home[CN_BINS], bins;
    int *root;
} Work;

static void add_work(const cn_StepMemory *s, const int *work, Work *k) {
    memset(k->root, 0, (size_t)s->order.bin_bodies * sizeof *k->root);
    for (int i = 0; i < s->activity.awake_count; i++) {
        int body = s->activity.awake[i];
        if (s->order.domains_used && s->order.domain[body] > 0) {
            k->home[s->order.domain[body] - 1] += work[body];
        } else {
            k->root[s->order.bin_root[body]] += work[body];
            k->bins += work[body];
        }
    }
}

/* How much goes into each bin, so that homes have as much as each other in the end, as far as
 * large islands leave room for that. */
static void find_room(const Work *k, int64_t room[CN_BINS]) {
    int64_t level = 0;
    bool full[CN_BINS] = {false};
    for (bool changed = true; changed;) { /* the least bin is never full: the mean is no less */
        int64_t sum = k->bins;
        int open = 0;
        changed = false;
        for (int i = 0; i < CN_BINS; i++)
            if (!full[i]) sum += k->home[i], open++;
        level = sum / open;
        for (int i = 0; i < CN_BINS; i++)
            if (!full[i] && k->home[i] > level) full[i] = changed = true;
    }
    for (int i = 0; i < CN_BINS; i++) room[i] = full[i] ? 0 : level - k->home[i];
}

static void fill_bins(cn_StepMemory *s, const Work *k) {
    int64_t room[CN_BINS], sum = 0;
    int bin = 0;
    find_room(k, room);
    for (int i = 0; i < s->order.bin_bodies; i++) {
        if (s->order.bin_root[i] != i) {
            s->order.bin[i] = s->order.bin[s->order.bin_root[i]];
            continue;
        }
        while (bin + 1 < CN_BINS && 2 * sum + k->root[i] > 2 * room[bin]) sum -= room[bin++];
        s->order.bin[i] = (uint8_t)bin;
        sum += k->root[i];
    }
}

/* Needs scratch.order.island_work, which has room for all bodies then. */
void cn_island_bin_make(cn_World *w, const int *island, const int *work) {
    cn_StepMemory *s = &w->scratch;
    int before = s->order.bins;
    s->order.bins = w->def.threads > 1 && cn_solver_shares(w) ? CN_BINS : 1;
    if (s->order.bins == 1 && before == 1) return;
    for (int i = 0; i < s->order.bin_bodies; i++) s->order.bin_root[i] = i;
    for (int i = 0; i < s->activity.awake_count; i++)
        s->order.bin_root[s->activity.awake[i]] = island[s->activity.awake[i]];
    if (s->order.bins > 1) {
        Work k = {.root = s->order.island_work};
        add_work(s, work, &k);
        fill_bins(s, &k);
    } else {
        memset(s->order.bin, 0, (size_t)s->order.bin_bodies * sizeof *s->order.bin);
    }
    memcpy(s->order.home_bin, s->order.bin, (size_t)s->order.bin_bodies * sizeof *s->order.bin);
}

/* ---- until then --------------------------------------------------------------------------- */

void cn_island_bin_meet(cn_StepMemory *s, const cn_Node *n) {
    if (s->order.bins == 1 || n->a < 0 || n->b < 0 || cn_domain_part(s, n) != CN_PART_FREE) return;
    int a = cn_union_find_root(s->order.bin_root, n->a),
        b = cn_union_find_root(s->order.bin_root, n->b);
    if (a == b) return;
    cn_union_find_join(s->order.bin_root, a, b);
    if (s->order.bin[a] == s->order.bin[b]) return;
    s->order.bin[cn_union_find_root(s->order.bin_root, a)] = CN_BINS;
    s->order.bins_met = true;
}

void cn_island_bin_settle(cn_StepMemory *s) {
    if (!s->order.bins_met) return;
    s->order.bins_met = false;
    for (int i = 0; i < s->order.bin_bodies; i++)
        s->order.bin[i] = s->order.bin[cn_union_find_root(s->order.bin_root, i)];
}
