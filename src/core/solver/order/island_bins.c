/* island_bins.c: small islands are shared out among eight bins, and threads solve bins side by
 * side.
 *
 * A contact of a small island has the same colour, and an island is solved colour by colour,
 * whichever bin it is in: bins decide which thread works, not what comes out. So they may depend on
 * how many threads there are (with one there is one bin, whose blocks are fuller) and be made anew
 * at any time. Together with domains they are runs of islands in the order of their lowest body
 * slots, each of as much work, so that most cache lines of bodies are used by one thread. Islands
 * that meet between two cuts stay where they are: contacts between two shares are strays then
 * (stray.c). Where these become many bins are made anew in between, straight through islands
 * (domain.c). Joints have no need to follow: their components keep the bin that they had at the
 * cut, and where there are any bins stay until the next one. */
#include "solver/order/island_bins.h"

#include <string.h>

#include "data/world.h"
#include "solver/order/domain.h"
#include "world/motion_step.h"

bool cn_island_bin_reserve(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int n = w->bodies.count;
    if (s->order.bins == 0) s->order.bins = 1;
    if (w->def.threads <= 1 && s->order.bins == 1) return true;
    if (!CN_GROW(s->order.bin_root, n) || !CN_GROW(s->order.home_bin, n)) return false;
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
            s->order.home_bin[i] = s->order.home_bin[s->order.bin_root[i]];
            continue;
        }
        while (bin + 1 < CN_BINS && 2 * sum + k->root[i] > 2 * room[bin]) sum -= room[bin++];
        s->order.home_bin[i] = (uint8_t)bin;
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
        memset(s->order.home_bin, 0, (size_t)s->order.bin_bodies);
    }
}

/* ---- until then --------------------------------------------------------------------------- */

int cn_island_bin_shares(const cn_World *w) {
    int shares = 2;
    while (shares < w->def.threads && shares < CN_BINS) shares *= 2;
    return shares;
}

/* ratio of blocks to those that one thread solves while others wait: to make bins anew costs as
 * much as an eighth of all */
#define MANY 8

static int blocks_in(const cn_StepMemory *s, int lot) {
    return s->order.layers[s->order.lot_layer[lot + 1]] - s->order.layers[s->order.lot_layer[lot]];
}

/* Where most bodies have met since the cut there is one share with nearly all of them. Bins can
 * make up for what shares differ by only where so much is in bins. */
void cn_island_bin_weigh(cn_StepMemory *s) {
    int most = 0, heaviest = 0, lightest = INT32_MAX, bins = 0, width = CN_BINS / s->order.shares;
    int all = s->order.layers[s->order.lot_layer[CN_LOT_PAIRS]];
    for (int first = 0; first < CN_BINS; first += width) {
        int own = 0, rest = 0;
        for (int i = first; i < first + width; i++) {
            own += blocks_in(s, CN_LOT_BINS + i);
            rest += blocks_in(s, CN_LOT_DOMAINS + i) + blocks_in(s, CN_LOT_ENDS + i);
        }
        bins += own;
        most = own > most ? own : most;
        heaviest = own + rest > heaviest ? own + rest : heaviest;
        lightest = own + rest < lightest ? own + rest : lightest;
    }
    int uneven = heaviest - lightest < bins ? heaviest - lightest : 0;
    s->order.lopsided = most > all / 4 * 3;
    s->order.strayed = blocks_in(s, CN_LOT_STRAYS) + uneven > all / MANY;
}

bool cn_island_bin_unfit(const cn_World *w) {
    const cn_OrderMemory *o = &w->scratch.order;
    if (w->joints.live > 0 || !w->jobs || !cn_solver_shares(w)) return false;
    return o->bins == 1 || o->lopsided || o->strayed;
}
