/* bin.c: small islands are shared out among eight bins, and threads solve bins side by side.
 *
 * A contact of a small island has the same colour, and an island is solved colour by colour,
 * whichever bin it is in: bins decide who works, not what comes out. So they may depend on how many
 * threads there are (with one there is one bin, whose blocks are fuller) and be made anew at any
 * time; that is done together with domains. They are runs of islands in the order of their lowest
 * body slots, each of as much work, so that most cache lines of bodies are used by one thread.
 * Invariant: two bodies with a contact of CN_PART_FREE are in one bin. Islands that meet between
 * two cuts are joined by union-find, and all of their contacts move to one bin; those that part
 * stay together. Joints have no need to follow: their components keep the bin that they had at the
 * cut. */
#include "bin.h"

#include <string.h>

#include "joint_graph.h"

static int find(int *parent, int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

bool cn_bin_reserve(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    int n = w->bodies.count;
    if (s->bins == 0) s->bins = 1;
    if (w->def.threads <= 1 && s->bins == 1) return true;
    if (!cn_grow((void **)&s->bin_root, &s->bin_root_capacity, n, sizeof *s->bin_root) ||
        !cn_grow((void **)&s->bin, &s->bin_capacity, n, sizeof *s->bin) ||
        !cn_grow((void **)&s->home_bin, &s->home_bin_capacity, n, sizeof *s->home_bin))
        return false;
    for (; s->bin_bodies < n; s->bin_bodies++) s->bin_root[s->bin_bodies] = s->bin_bodies;
    return true;
}

/* ---- all anew ----------------------------------------------------------------------------- */

/* By root, how many contacts and joints a small island has; returns how many there are. */
static int count_work(const cn_World *w, int *work) {
    const cn_Scratch *s = &w->scratch;
    int all = 0;
    memset(work, 0, (size_t)w->bodies.count * sizeof *work);
    for (int i = 0; i < s->solid_count; i++) {
        const cn_Node *n = &s->node[s->solid[i]];
        if (cn_domain_part(s, n) != CN_PART_FREE) continue;
        work[s->bin_root[n->a >= 0 ? n->a : n->b]]++;
        all++;
    }
    for (int i = 0; i < s->joint_stage.node_count; i++) {
        const cn_JointNode *n = &s->joint_stage.nodes[i];
        if (!n->part || n->color < 0 ||
            cn_domain_part(s, &(cn_Node){.a = n->a, .b = n->b}) != CN_PART_FREE)
            continue;
        work[s->bin_root[n->a >= 0 ? n->a : n->b]]++;
        all++;
    }
    return all;
}

static void fill_bins(cn_Scratch *s, const int *work, int64_t all) {
    int64_t sum = 0;
    int bin = 0;
    for (int i = 0; i < s->bin_bodies; i++) {
        if (s->bin_root[i] != i) {
            s->bin[i] = s->bin[s->bin_root[i]];
            continue;
        }
        while (bin + 1 < CN_BINS && (sum + work[i] / 2) * CN_BINS > (bin + 1) * all) bin++;
        s->bin[i] = (uint8_t)bin;
        sum += work[i];
    }
}

/* Needs scratch.stack, which has room for all bodies then. */
void cn_bin_make(cn_World *w, const int *island) {
    cn_Scratch *s = &w->scratch;
    int before = s->bins;
    s->bins = w->def.threads > 1 && cn_solver_shares(w) ? CN_BINS : 1;
    if (s->bins == 1 && before == 1) return;
    for (int i = 0; i < s->bin_bodies; i++) s->bin_root[i] = i;
    for (int i = 0; i < s->awake_count; i++) s->bin_root[s->awake[i]] = island[s->awake[i]];
    if (s->bins > 1)
        fill_bins(s, s->stack, count_work(w, s->stack));
    else
        memset(s->bin, 0, (size_t)s->bin_bodies * sizeof *s->bin);
    memcpy(s->home_bin, s->bin, (size_t)s->bin_bodies * sizeof *s->bin);
}

/* ---- until then --------------------------------------------------------------------------- */

void cn_bin_meet(cn_Scratch *s, const cn_Node *n) {
    if (s->bins == 1 || n->a < 0 || n->b < 0 || cn_domain_part(s, n) != CN_PART_FREE) return;
    int a = find(s->bin_root, n->a), b = find(s->bin_root, n->b);
    if (a == b) return;
    s->bin_root[a > b ? a : b] = a < b ? a : b;
    s->bins_met |= s->bin[a] != s->bin[b];
}

void cn_bin_settle(cn_Scratch *s) {
    if (!s->bins_met) return;
    s->bins_met = false;
    for (int i = 0; i < s->bin_bodies; i++) s->bin[i] = s->bin[find(s->bin_root, i)];
}
