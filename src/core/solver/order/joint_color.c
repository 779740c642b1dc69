/* joint_color.c: which joints act in this step, and which of them may be solved side by side.
 *
 * Joints are coloured as contacts are (color.h): in the order of a hash of their ids, each
 * takes the first colour that neither of its bodies has; those that hang on what cannot move take
 * colours from the top and are solved last; what 64 colours cannot hold goes through further
 * rounds, which are solved before. Bodies that joints connect sleep and wake together, so that
 * colours depend on the graph of joints alone, and are given anew only when that changes. Joints of
 * one component are in one bin (island_bins.c), and threads solve bins side by side. Not here:
 * where each joint stands in memory (joint_blocks.c). */
#include "solver/order/joint_color.h"

#include <stdatomic.h>
#include <string.h>

#include "base/union_find.h"
#include "data/joint_access.h"
#include "data/world.h"
#include "solver/order/color.h"
#include "wide/joint_block.h"
#include "world/joint_impulses.h"
#include "world/joint_state.h"

#define NONE (-1) /* index that is none */
#define EACH 256  /* count of joints, a job of a thread: fewer balance better, more cost less */

/* ---- what each joint is ------------------------------------------------------------------- */

static bool moves(const cn_World *w, int body) { return w->cold[body].type == CN_DYNAMIC; }

static int rows_of(const cn_Joint *j) {
    uint32_t f = j->flags;
    bool ends = f & (CN_JOINT_LIMITS | CN_JOINT_MIN | CN_JOINT_MAX);
    int held = f & CN_JOINT_EXACT ? CN_ROW_HELD : 0;
    if (cn_joint_couples(j)) return CN_ROW_HELD; /* elsewhere: gear_solve.c */
    if (j->kind == CN_MOUSE) return CN_ROW_SOFT_LINE;
    if (cn_joint_drives(j->kind))
        return (f & CN_JOINT_DRIVES_ANCHOR ? CN_ROW_LINE : 0) |
               (f & CN_JOINT_DRIVES_ANGLE ? CN_ROW_TURN : 0) |
               (f & (CN_JOINT_FREE_X | CN_JOINT_FREE_Y) ? CN_ROW_ALONG : 0) |
               (f & CN_JOINT_DRIVES_ANCHOR && j->tuning.linear_hertz > 0 ? CN_ROW_SOFT_LINE : 0) |
               (f & CN_JOINT_DRIVES_ANGLE && j->tuning.angular_hertz > 0 ? CN_ROW_SOFT_TURN : 0);
    if (j->kind == CN_WELD)
        return held | (j->tuning.linear_hertz > 0 ? CN_ROW_SOFT_LINE : 0) |
               (j->tuning.angular_hertz > 0 ? CN_ROW_SOFT_TURN : 0);
    bool motor = f & CN_JOINT_MOTOR && !cn_joint_drives_gear(j);
    if (held && cn_joint_has_hard_limits(j)) {
        held |= motor ? CN_ROW_HARD_LIMITS : 0;
        ends &= motor; /* nothing but a motor asks how far they are */
    }
    return held | (ends ? CN_ROW_LIMITS : 0) | (motor ? CN_ROW_MOTOR : 0) |
           (f & CN_JOINT_SPRING ? CN_ROW_SPRING : 0) |
           (cn_joint_is_rod(j) && !held ? CN_ROW_HOLD : 0);
}

static int net_of(const cn_Joint *j) {
    return (j->flags & (CN_JOINT_NET | CN_JOINT_EXACT)) == CN_JOINT_NET ? CN_ROW_NET : 0;
}

/* Whether it connects other bodies than before. */
static bool read_joint(const cn_World *w, int i, cn_JointNode *node) {
    uint32_t generation = w->joints.generation[i];
    const cn_JointNode before = *node;
    node->acts = cn_slots_live(&w->joints, i) && cn_joint_acts(w, &w->joint[i]);
    if (!node->acts) return before.acts;
    const cn_Joint *j = &w->joint[i];
    bool a = moves(w, j->body_a), b = moves(w, j->body_b);
    int coupled = cn_joint_coupled(w, j);
    node->anew = node->anew || node->generation != generation || node->coupled != coupled;
    node->generation = generation;
    node->a = a ? j->body_a : NONE;
    node->b = b ? j->body_b : NONE;
    node->coupled = coupled;
    node->sort = (uint16_t)((int)j->kind * CN_ROW_SETS + (rows_of(j) | net_of(j)));
    node->breaks = j->flags & CN_JOINT_BREAKS;
    return !before.acts || before.a != node->a || before.b != node->b;
}

typedef struct Reading {
    const cn_World *w;
    cn_JointNode *nodes;
    atomic_bool changed; /* which bodies they connect */
} Reading;

static void read_joints(void *context, int first, int end, int worker) {
    Reading *r = context;
    bool changed = false;
    (void)worker;
    for (int i = first; i < end; i++) changed |= read_joint(r->w, i, &r->nodes[i]);
    if (changed) atomic_store(&r->changed, true);
}

/* All slots that there have been, in the order of their hash. */
static bool update_order(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    cn_JointStage *g = &s->order.joint_stage;
    int n = w->joints.count;
    if (g->order_count == n) return true;
    if (!CN_GROW(g->order, n) || !CN_GROW(s->order.sorted_joints, 2 * n)) return false;
    for (int i = 0; i < n; i++) s->order.sorted_joints[i] = (cn_Keyed){cn_pair_hash(i, i), i, 0};
    cn_sort_keyed(s->order.sorted_joints, s->order.sorted_joints + n, n);
    for (int i = 0; i < n; i++) g->order[i] = s->order.sorted_joints[i].a;
    g->order_count = n;
    return true;
}

static bool reserve(cn_World *w) {
    cn_JointStage *g = &w->scratch.order.joint_stage;
    int n = w->joints.count;
    if (!CN_GROW(g->nodes, n) || !update_order(w)) return false;
    for (; g->node_count < n; g->node_count++)
        g->nodes[g->node_count] = (cn_JointNode){.lane = NONE, .batch = NONE};
    return true;
}

/* ---- colours ------------------------------------------------------------------------------ */

static int color_round(cn_World *w, int round) {
    cn_StepMemory *s = &w->scratch;
    const cn_JointStage *g = &s->order.joint_stage;
    int left = 0;
    memset(s->order.spare_colors, 0, (size_t)w->bodies.count * sizeof *s->order.spare_colors);
    for (int i = 0; i < g->node_count; i++) {
        cn_JointNode *node = &g->nodes[g->order[i]];
        if (round > 0 && node->color != NONE) continue;
        node->color = NONE;
        if (!node->acts || node->sort % CN_ROW_SETS == CN_ROW_HELD) continue;
        uint64_t *taken = s->order.spare_colors;
        int color = cn_color_pick(node->a >= 0 ? &taken[node->a] : NULL,
                                  node->b >= 0 ? &taken[node->b] : NULL);
        if (color == NONE)
            left++;
        else
            node->color = round * CN_JOINT_COLORS + color;
    }
    return left;
}

static int color_all(cn_World *w) {
    for (int round = 0;; round++)
        if (color_round(w, round) == 0) return round + 1;
}

/* ---- components --------------------------------------------------------------------------- */

bool cn_joint_find_components(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    cn_JointStage *g = &s->order.joint_stage;
    if (!CN_GROW(s->order.component, w->bodies.count)) return false;
    int *parent = s->order.component;
    for (int i = 0; i < w->bodies.count; i++) parent[i] = i;
    for (int i = 0; i < g->node_count; i++) {
        const cn_JointNode *n = &g->nodes[i];
        if (!n->acts || n->a < 0 || n->b < 0) continue;
        cn_union_find_join(parent, n->a, n->b);
    }
    for (int i = 0; i < g->node_count; i++) {
        cn_JointNode *n = &g->nodes[i];
        if (n->acts) n->root = cn_union_find_root(parent, n->a >= 0 ? n->a : n->b);
    }
    g->rooted = true;
    return true;
}

/* ---- all ---------------------------------------------------------------------------------- */

/* Once a step, since joints are far apart in memory; also before the step gives back what memory
 * lies idle (world_arrays.c). */
bool cn_joint_read_nodes(cn_World *w) {
    cn_JointStage *g = &w->scratch.order.joint_stage;
    if (!w->joint_graph_stale || g->read_in == w->steps + 1) return true;
    if (!reserve(w)) return false;
    Reading r = {.w = w, .nodes = g->nodes};
    cn_jobs_run(w->jobs, read_joints, &r, g->node_count, EACH);
    g->rooted = g->rooted && !r.changed;
    g->read_in = w->steps + 1;
    return true;
}

static bool update_graph(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    cn_JointStage *g = &s->order.joint_stage;
    if (!cn_joint_read_nodes(w) || !CN_GROW(s->order.spare_colors, w->bodies.count)) return false;
    g->rounds = color_all(w);
    bool bins = w->def.threads > 1 || w->scratch.order.bins > 1;
    return !bins || g->rooted || cn_joint_find_components(w);
}

typedef struct Parts {
    cn_World *w;
    atomic_int breakable;
} Parts;

static void update_range(void *context, int first, int end, int worker) {
    Parts *p = context;
    int breakable = 0;
    (void)worker;
    for (int i = first; i < end; i++) {
        cn_JointNode *n = &p->w->scratch.order.joint_stage.nodes[i];
        n->part = n->acts && p->w->body_flags[n->a >= 0 ? n->a : n->b] & CN_BODY_AWAKE;
        breakable += n->part && n->breaks;
    }
    if (breakable > 0) atomic_fetch_add(&p->breakable, breakable);
}

/* Which of the joints act in this step. */
static void update_parts(cn_World *w) {
    cn_JointStage *g = &w->scratch.order.joint_stage;
    Parts p = {.w = w};
    cn_jobs_run(w->jobs, update_range, &p, g->node_count, EACH);
    g->breakable_count = p.breakable;
}

bool cn_joint_look(cn_World *w) {
    if (!w->joint_graph_stale && !w->joint_awake_stale) return true;
    if (!cn_joint_read_nodes(w)) return false;
    update_parts(w);
    return true;
}

void cn_joint_color(cn_World *w) {
    cn_JointStage *g = &w->scratch.order.joint_stage;
    bool cut = g->domain_cut != w->scratch.order.domain_cut;
    if (!w->joint_graph_stale && !w->joint_awake_stale && !cut) return;
    g->change_count += w->joint_graph_stale || w->joint_awake_stale;
    bool known = !w->joint_graph_stale || update_graph(w);
    if (known) update_parts(w);
    if (!known || !cn_joint_give_lanes(w)) {
        g->breakable_count = g->batch_count = 0;
        w->joint_graph_stale = w->out_of_memory = true;
        return;
    }
    g->domain_cut = w->scratch.order.domain_cut;
    w->joint_graph_stale = w->joint_awake_stale = false;
}
