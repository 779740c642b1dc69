/* domain.c: large islands are cut into parts that threads can solve side by side.
 *
 * Threads that share out the contacts of a colour hand bodies to each other with each colour, and
 * moving a cache line between two cores costs more than solving the contact in it. So the bodies
 * of a large island are cut into eight domains, half by half, each time across the longer side,
 * so that both make as much work (recursive coordinate bisection: Berger and Bokhari, IEEE Trans.
 * Computers C-36(5), 1987). Contacts within a domain are a part of their own; so are those between
 * two domains of a pair, between two pairs, and the few across the middle. Parts of one level share
 * no body that moves. The order of solving follows from the parts, so these depend on
 * the island alone: neither on the number of threads nor on what else is in the world. */
#include "solver/order/domain.h"

#include <string.h>

#include "base/union_find.h"
#include "data/world.h"
#include "solver/order/island_bins.h"
#include "solver/order/joint_color.h"
#include "wide/joint_block.h"
#include "wide/motion.h"

#define LARGE  1000 /* count of bodies from which on an island is cut */
#define LEVELS 3    /* count of halvings: eight domains */
#define BINS   256  /* count of strips across which a middle is looked for */
/* ratio of bodies to contacts between domains: with fewer bodies the cut goes through space */
#define MANY_BORDERS 4

typedef struct Cut {
    cn_World *w;
    int *bodies, *room;
    int *work;      /* by body: what it is to solve it */
    uint8_t *parts; /* by body: the one that it comes into */
    int levels;     /* count of halvings */
    int first_part, parts_each;
} Cut;

/* ---- islands ------------------------------------------------------------------------------ */

/* Whether it connects two bodies that are solved in this step. */
static bool connects(const cn_World *w, const cn_JointNode *n) {
    return n->part && n->a >= 0 && n->b >= 0 &&
           w->body_flags[n->a] & w->body_flags[n->b] & CN_BODY_AWAKE;
}

/* By body, the lowest of its island. */
static void find_islands(const cn_World *w, int *parent) {
    const cn_StepMemory *s = &w->scratch;
    for (int i = 0; i < s->activity.awake_count; i++)
        parent[s->activity.awake[i]] = s->activity.awake[i];
    for (int i = 0; i < s->order.solid_count; i++) {
        const cn_Node *n = &s->order.node[s->order.solid[i]];
        if (n->a >= 0 && n->b >= 0) cn_union_find_join(parent, n->a, n->b);
    }
    for (int i = 0; i < s->order.joint_stage.node_count; i++) {
        const cn_JointNode *n = &s->order.joint_stage.nodes[i];
        if (connects(w, n)) cn_union_find_join(parent, n->a, n->b);
    }
    for (int i = 0; i < s->activity.awake_count; i++)
        parent[s->activity.awake[i]] = cn_union_find_root(parent, s->activity.awake[i]);
}

/* What each pass has to do for a body, in quarters of a contact. */
static void count_work(const cn_World *w, int *work) {
    const cn_StepMemory *s = &w->scratch;
    for (int i = 0; i < s->activity.awake_count; i++) work[s->activity.awake[i]] = 1;
    for (int i = 0; i < s->order.solid_count; i++) {
        const cn_Node *n = &s->order.node[s->order.solid[i]];
        int each = n->a >= 0 && n->b >= 0 ? 2 : 4;
        if (n->a >= 0) work[n->a] += each;
        if (n->b >= 0) work[n->b] += each;
    }
    for (int i = 0; i < s->order.joint_stage.node_count; i++) {
        const cn_JointNode *n = &s->order.joint_stage.nodes[i];
        int each = n->sort % CN_ROW_SETS != 0 ? 4 : 2; /* with limits, a motor, a spring */
        if (!connects(w, n)) continue;
        work[n->a] += each;
        work[n->b] += each;
    }
}

/* ---- cutting an island -------------------------------------------------------------------- */

typedef struct Extent {
    double x1, y1, x2, y2;
} Extent;

static Extent extent_of(const Cut *cut, int first, int count) {
    Extent e = {1e300, 1e300, -1e300, -1e300};
    for (int i = first; i < first + count; i++) {
        const cn_Pose *p = &cut->w->pose[cut->bodies[i]];
        e.x1 = p->x < e.x1 ? p->x : e.x1;
        e.x2 = p->x > e.x2 ? p->x : e.x2;
        e.y1 = p->y < e.y1 ? p->y : e.y1;
        e.y2 = p->y > e.y2 ? p->y : e.y2;
    }
    return e;
}

typedef struct Ruler {
    bool across; /* along y */
    double from, scale;
} Ruler;

static Ruler ruler_of(Extent e) {
    double width = e.x2 - e.x1, height = e.y2 - e.y1;
    bool across = height > width;
    double length = across ? height : width;
    return (Ruler){across, across ? e.y1 : e.x1, length > 0 ? (BINS - 1) / length : 0};
}

static int bin_of(const Cut *cut, const Ruler *r, int body) {
    const cn_Pose *p = &cut->w->pose[body];
    return (int)(((r->across ? p->y : p->x) - r->from) * r->scale);
}

/* The first bin of the second half. */
static int middle_of(const Cut *cut, const Ruler *r, int first, int count) {
    int64_t in_bin[BINS] = {0}, sum = 0, all = 0;
    int bin = 0;
    for (int i = first; i < first + count; i++) {
        int body = cut->bodies[i];
        in_bin[bin_of(cut, r, body)] += cut->work[body];
        all += cut->work[body];
    }
    while (bin < BINS && 2 * sum + in_bin[bin] < all) sum += in_bin[bin++];
    return bin;
}

static void cut_in_two(Cut *cut, int first, int count, int level, int code) {
    if (level == cut->levels) {
        for (int i = first; i < first + count; i++)
            cut->parts[cut->bodies[i]] = (uint8_t)(cut->first_part + code * cut->parts_each);
        return;
    }
    if (count == 0) return;
    Ruler r = ruler_of(extent_of(cut, first, count));
    int middle = middle_of(cut, &r, first, count), low = 0, high = 0;
    for (int i = first; i < first + count; i++) {
        int body = cut->bodies[i];
        if (bin_of(cut, &r, body) < middle)
            cut->bodies[first + low++] = body;
        else
            cut->room[high++] = body;
    }
    memcpy(cut->bodies + first + low, cut->room, (size_t)high * sizeof *cut->room);
    cut_in_two(cut, first, low, level + 1, 2 * code);
    cut_in_two(cut, first + low, high, level + 1, 2 * code + 1);
}

/* ---- or by slots -------------------------------------------------------------------------- */

/* Eight runs of slots, where groups of eight (a few cache lines) stay together: two cores that
 * work on neighbours in memory disturb each other, even on different lines, since they fetch
 * ahead. */
static void cut_by_slot(Cut *cut, int first, int count) {
    uint8_t *domain = cut->w->scratch.order.domain;
    int64_t all = 0, sum = 0;
    for (int i = 0; i < count; i++) all += cut->work[cut->bodies[first + i]];
    for (int i = 0; i < count; i++) {
        int body = cut->bodies[first + i];
        int before = i > 0 ? cut->bodies[first + i - 1] : -1;
        bool together = i > 0 && before / CN_LANES == body / CN_LANES;
        domain[body] = together ? domain[before] : (uint8_t)(sum * 8 / all + 1);
        sum += cut->work[body];
    }
}

/* Contacts and joints between domains, of an island. */
static int count_borders(const cn_World *w, const int *root, int island) {
    const cn_StepMemory *s = &w->scratch;
    int borders = 0;
    for (int i = 0; i < s->order.solid_count; i++) {
        const cn_Node *n = &s->order.node[s->order.solid[i]];
        if (n->a < 0 || n->b < 0 || root[n->a] != island) continue;
        borders += s->order.domain[n->a] != s->order.domain[n->b];
    }
    for (int i = 0; i < s->order.joint_stage.node_count; i++) {
        const cn_JointNode *n = &s->order.joint_stage.nodes[i];
        if (!connects(w, n) || root[n->a] != island) continue;
        borders += s->order.domain[n->a] != s->order.domain[n->b];
    }
    return borders;
}

/* Bodies are often made row by row; where they have not been mixed since, runs of slots have short
 * borders, and each has its memory for itself. */
static void cut_island(Cut *cut, const int *root, int first, int count) {
    cut_by_slot(cut, first, count);
    if (count_borders(cut->w, root, root[cut->bodies[first]]) > count / MANY_BORDERS)
        cut_in_two(cut, first, count, 0, 0);
}

/* ---- all ---------------------------------------------------------------------------------- */

/* Sorts the bodies of large islands together; first: where the next of an island goes. */
static void cut_islands(cn_World *w, const int *root, int *first, Cut *cut) {
    cn_StepMemory *s = &w->scratch;
    int sum = 0;
    for (int i = 0; i < s->activity.awake_count; i++) {
        int body = s->activity.awake[i], count = first[body];
        first[body] = count >= LARGE ? sum : -1;
        if (count >= LARGE) sum += count;
        s->order.domain[body] = 0;
    }
    s->order.domains_used = sum > 0;
    if (sum == 0) return;
    for (int i = 0; i < s->activity.awake_count; i++) {
        int body = s->activity.awake[i];
        if (first[root[body]] >= 0) cut->bodies[first[root[body]]++] = body;
    }
    for (int begin = 0; begin < sum;) {
        int end = first[root[cut->bodies[begin]]];
        cut_island(cut, root, begin, end - begin);
        begin = end;
    }
}

/* Where joints alone make islands, a cut is as good as it was until they change. */
static bool as_it_was(const cn_World *w) {
    const cn_StepMemory *s = &w->scratch;
    return s->order.domain_cut > 0 && s->order.solid_count == 0 && s->order.cut_solid == 0 &&
           !w->joint_graph_stale && !w->joint_awake_stale &&
           s->order.cut_changes == s->order.joint_stage.change_count;
}

bool cn_domain_update(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    if (w->steps % CN_DOMAINS_EVERY != 0 || as_it_was(w)) return true;
    s->order.domain_cut +=
        s->order.domains_used; /* whatever comes of it, joints look at their parts anew */
    s->order.domains_used = false;
    if (s->order.solid_count == 0 && w->joints.live == 0) return true;
    int n = w->bodies.count;
    if (!CN_GROW(s->order.island, n) || !CN_GROW(s->order.island_work, 4 * n) ||
        !cn_joint_look(w) || !cn_island_bin_reserve(w))
        return false;
    int *count = s->order.island_work;
    Cut cut = {w,
               s->order.island_work + n,
               s->order.island_work + 2 * n,
               s->order.island_work + 3 * n,
               s->order.domain,
               LEVELS,
               1,
               1};
    count_work(w, cut.work);
    find_islands(w, s->order.island);
    for (int i = 0; i < s->activity.awake_count; i++) count[s->activity.awake[i]] = 0;
    for (int i = 0; i < s->activity.awake_count; i++)
        count[s->order.island[s->activity.awake[i]]]++;
    cut_islands(w, s->order.island, count, &cut);
    cn_island_bin_make(w, s->order.island, cut.work);
    s->order.domain_cut++;
    s->order.cut_solid = s->order.solid_count;
    s->order.cut_changes = s->order.joint_stage.change_count;
    return true;
}

bool cn_domain_house(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int n = w->bodies.count, count = 0, shares = s->order.shares;
    if (!CN_GROW(s->order.island_work, 4 * n)) return false;
    Cut cut = {.w = w,
               .bodies = s->order.island_work + n,
               .room = s->order.island_work + 2 * n,
               .work = s->order.island_work + 3 * n,
               .parts = s->order.home_bin,
               .parts_each = CN_BINS / shares};
    while (1 << cut.levels < shares) cut.levels++;
    count_work(w, cut.work);
    for (int i = 0; i < s->activity.awake_count; i++) {
        int body = s->activity.awake[i];
        if (!s->order.domains_used || s->order.domain[body] == 0) cut.bodies[count++] = body;
    }
    cut_in_two(&cut, 0, count, 0, 0);
    s->order.bins = CN_BINS;
    s->order.stationed = false; /* homes are others */
    return true;
}

/* ---- parts -------------------------------------------------------------------------------- */

int cn_domain_part(const cn_StepMemory *s, const cn_Node *n) {
    if (!s->order.domains_used) return CN_PART_FREE;
    int a = n->a >= 0 ? s->order.domain[n->a] : s->order.domain[n->b];
    int b = n->b >= 0 ? s->order.domain[n->b] : a;
    if (a == b) return a;
    if (a == 0 || b == 0) return CN_PART_MIDDLE;
    int apart = (a - 1) ^ (b - 1);
    if (apart < 2) return CN_PART_PAIRS + ((a - 1) >> 1);
    return apart < 4 ? CN_PART_QUARTERS + ((a - 1) >> 2) : CN_PART_MIDDLE;
}
