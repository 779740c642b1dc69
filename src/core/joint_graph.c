/* joint_graph.c: which joints act in this step, and which of them may be solved side by side.
 *
 * Joints are coloured as contacts are (graph.c): in the order of a hash of their ids, each takes
 * the first colour that neither of its bodies has; those that hang on what cannot move take colours
 * from the top and are solved last; what 64 colours cannot hold goes through further rounds, which
 * are solved before. Within a colour, joints of one kind and one set of rows make a group, in the
 * order of ids, which no result depends on.
 * All of it stays until joints, their kinds of rows, or who is awake change. A crowd that falls
 * asleep one by one changes in every step: so joints themselves are read once, by all threads, and
 * nothing is sorted but slots that have not been there before. */
#include <string.h>

#include "wide/joint_block.h"
#include "world.h"

#define COLORS    64
#define ELSEWHERE (UINT32_MAX - 1) /* solved directly */
#define NONE      UINT32_MAX
#define SORTS     1024 /* kinds times sets of rows */
#define EACH      256  /* joints, for one thread at a time */

/* What colouring has to know of a joint, by slot. */
struct cn_JointNode {
    int a, b;      /* bodies; -1 = does not move: needs no colour */
    uint16_t sort; /* kind and rows */
    bool part;     /* it acts in this step */
    bool breaks;
};

void cn_joint_free(cn_Scratch *s) {
    cn_JointStage *g = &s->joint_stage;
    cn_grow_free((void **)&g->blocks, &g->block_capacity, sizeof *g->blocks);
    cn_grow_free((void **)&g->axes, &g->axis_capacity, sizeof *g->axes);
    cn_grow_free((void **)&g->groups, &g->group_capacity, sizeof *g->groups);
    cn_grow_free((void **)&g->order, &g->order_capacity, sizeof *g->order);
    cn_grow_free((void **)&g->nodes, &g->node_capacity, sizeof *g->nodes);
    cn_grow_free((void **)&g->buckets, &g->bucket_capacity, sizeof *g->buckets);
    cn_grow_free((void **)&s->joints, &s->joints_capacity, sizeof *s->joints);
    cn_grow_free((void **)&s->joint_color, &s->joint_color_capacity, sizeof *s->joint_color);
}

size_t cn_joint_bytes(const cn_Scratch *s) {
    const cn_JointStage *g = &s->joint_stage;
    return (size_t)g->block_capacity * sizeof *g->blocks +
           (size_t)g->axis_capacity * sizeof *g->axes +
           (size_t)g->group_capacity * sizeof *g->groups +
           (size_t)g->order_capacity * sizeof *g->order +
           (size_t)g->node_capacity * sizeof *g->nodes +
           (size_t)g->bucket_capacity * sizeof *g->buckets +
           (size_t)s->joints_capacity * sizeof *s->joints +
           (size_t)s->joint_color_capacity * sizeof *s->joint_color;
}

static bool moves(const cn_World *w, int body) { return w->cold[body].type == CN_DYNAMIC; }

static bool takes_part(const cn_World *w, int joint) {
    const cn_Joint *j = &w->joint[joint];
    if (!cn_slots_live(&w->joints, joint) || !cn_joint_acts(w, j)) return false;
    int body = moves(w, j->body_a) ? j->body_a : j->body_b;
    return w->body_flags[body] & CN_BODY_AWAKE;
}

static int rows_of(const cn_Joint *j) {
    uint32_t f = j->flags;
    bool ends = f & (CN_JOINT_LIMITS | CN_JOINT_MIN | CN_JOINT_MAX);
    int held = f & CN_JOINT_DIRECT ? CN_ROW_HELD : 0;
    if (j->kind == CN_MOUSE) return CN_ROW_SOFT_LINE;
    if (j->kind == CN_WELD)
        return held | (j->tuning.linear_hertz > 0 ? CN_ROW_SOFT_LINE : 0) |
               (j->tuning.angular_hertz > 0 ? CN_ROW_SOFT_TURN : 0);
    return held | (ends ? CN_ROW_LIMITS : 0) | (f & CN_JOINT_MOTOR ? CN_ROW_MOTOR : 0) |
           (f & CN_JOINT_SPRING ? CN_ROW_SPRING : 0) |
           (cn_joint_is_rod(j) && !held ? CN_ROW_HOLD : 0);
}

static void read_joints(void *context, int first, int end, int worker) {
    cn_World *w = context;
    (void)worker;
    for (int i = first; i < end; i++) {
        const cn_Joint *j = &w->joint[i];
        cn_JointNode *node = &w->scratch.joint_stage.nodes[i];
        node->part = takes_part(w, i);
        if (!node->part) continue;
        node->a = moves(w, j->body_a) ? j->body_a : -1;
        node->b = moves(w, j->body_b) ? j->body_b : -1;
        node->sort = (uint16_t)((int)j->kind * CN_ROW_SETS + rows_of(j));
        node->breaks = j->flags & CN_JOINT_BREAKS;
    }
}

/* All slots that there have been, in the order of their hash. */
static bool update_order(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    cn_JointStage *g = &s->joint_stage;
    int n = w->joints.count;
    if (g->order_count == n) return true;
    if (!cn_grow((void **)&g->order, &g->order_capacity, n, sizeof *g->order) ||
        !cn_grow((void **)&s->keyed, &s->keyed_capacity, 2 * n, sizeof *s->keyed))
        return false;
    for (int i = 0; i < n; i++) s->keyed[i] = (cn_Keyed){cn_pair_hash(i, i), i, 0};
    cn_sort_keyed(s->keyed, s->keyed + n, n);
    for (int i = 0; i < n; i++) g->order[i] = s->keyed[i].a;
    g->order_count = n;
    return true;
}

static bool list_joints(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    cn_JointStage *g = &s->joint_stage;
    int n = w->joints.count;
    if (!cn_grow((void **)&s->joints, &s->joints_capacity, w->joints.live, sizeof *s->joints) ||
        !cn_grow((void **)&g->nodes, &g->node_capacity, n, sizeof *g->nodes) || !update_order(w))
        return false;
    cn_jobs_run(w->jobs, read_joints, w, n, EACH);
    s->joint_count = s->breakable_count = 0;
    for (int i = 0; i < n; i++) {
        int joint = g->order[i];
        if (!g->nodes[joint].part) continue;
        s->joints[s->joint_count++] = joint;
        s->breakable_count += g->nodes[joint].breaks;
    }
    return true;
}

/* ---- colours ------------------------------------------------------------------------------ */

static uint32_t color_of(uint64_t *taken, const cn_JointNode *n) {
    uint64_t used = (n->a >= 0 ? taken[n->a] : 0) | (n->b >= 0 ? taken[n->b] : 0);
    if (used == UINT64_MAX) return NONE;
    bool both = n->a >= 0 && n->b >= 0;
    int color = both ? __builtin_ctzll(~used) : 63 - __builtin_clzll(~used);
    uint64_t bit = (uint64_t)1 << color;
    if (n->a >= 0) taken[n->a] |= bit;
    if (n->b >= 0) taken[n->b] |= bit;
    return (uint32_t)color;
}

static int color_round(cn_World *w, int round) {
    cn_Scratch *s = &w->scratch;
    int left = 0;
    memset(s->spare_colors, 0, (size_t)w->bodies.count * sizeof *s->spare_colors);
    for (int i = 0; i < s->joint_count; i++) {
        int joint = s->joints[i];
        const cn_JointNode *node = &s->joint_stage.nodes[joint];
        if (round > 0 && s->joint_color[joint] != NONE) continue;
        if (node->sort % CN_ROW_SETS == CN_ROW_HELD) {
            s->joint_color[joint] = ELSEWHERE;
            continue;
        }
        uint32_t color = color_of(s->spare_colors, node);
        s->joint_color[joint] = color == NONE ? NONE : (uint32_t)round * COLORS + color;
        left += color == NONE;
    }
    return left;
}

static int color_all(cn_World *w) {
    for (int round = 0;; round++)
        if (color_round(w, round) == 0) return round + 1;
}

/* ---- blocks ------------------------------------------------------------------------------- */

/* A bucket for each colour, in the order of solution, and each sort that there is. */
typedef struct Buckets {
    int rounds, sorts;
    int16_t index[SORTS]; /* sort -> which of those that there are, -1 = none */
    uint16_t sort[SORTS]; /* and back */
} Buckets;

static void find_sorts(const cn_Scratch *s, Buckets *b) {
    b->sorts = 0;
    for (int i = 0; i < SORTS; i++) b->index[i] = -1;
    for (int i = 0; i < s->joint_count; i++)
        if (s->joint_color[s->joints[i]] != ELSEWHERE)
            b->index[s->joint_stage.nodes[s->joints[i]].sort] = 0;
    for (int i = 0; i < SORTS; i++) {
        if (b->index[i] < 0) continue;
        b->sort[b->sorts] = (uint16_t)i;
        b->index[i] = (int16_t)b->sorts++;
    }
}

static int bucket_of(const Buckets *b, const cn_Scratch *s, int joint) {
    int color = (int)s->joint_color[joint], round = color / COLORS;
    int order = (b->rounds - 1 - round) * COLORS + color % COLORS;
    return order * b->sorts + b->index[s->joint_stage.nodes[joint].sort];
}

/* Makes room for so many joints; returns the lane of the first, -1 without memory. */
static int add_group(cn_JointStage *g, int sort, int count) {
    cn_JointKind kind = (cn_JointKind)(sort / CN_ROW_SETS);
    int rows = sort % CN_ROW_SETS, blocks = (count + CN_LANES - 1) / CN_LANES;
    bool axis = kind != CN_REVOLUTE || rows != 0;
    if (!cn_grow((void **)&g->groups, &g->group_capacity, g->group_count + 1, sizeof *g->groups) ||
        !cn_grow((void **)&g->blocks, &g->block_capacity, g->block_count + blocks,
                 sizeof *g->blocks) ||
        !cn_grow((void **)&g->axes, &g->axis_capacity, g->axis_count + blocks, sizeof *g->axes))
        return -1;
    g->groups[g->group_count++] =
        (cn_JointGroup){kind, rows, g->block_count, blocks, axis ? g->axis_count : -1};
    memset(g->blocks + g->block_count, 0, (size_t)blocks * sizeof *g->blocks);
    memset(g->axes + g->axis_count, 0, (size_t)blocks * sizeof *g->axes);
    for (int i = 0; i < blocks; i++)
        memset(g->blocks[g->block_count + i].joint, 0xff, sizeof g->blocks->joint);
    int lane = g->block_count * CN_LANES;
    g->block_count += blocks;
    g->axis_count += axis ? blocks : 0;
    return lane;
}

/* From how many joints a bucket has to the lane of its first. */
static bool lay_out(cn_JointStage *g, const Buckets *b) {
    for (int i = 0; i < b->rounds * COLORS * b->sorts; i++) {
        if (g->buckets[i] == 0) continue;
        g->buckets[i] = add_group(g, b->sort[i % b->sorts], g->buckets[i]);
        if (g->buckets[i] < 0) return false;
    }
    return true;
}

static bool make_blocks(cn_World *w, int rounds) {
    cn_Scratch *s = &w->scratch;
    cn_JointStage *g = &s->joint_stage;
    Buckets b = {.rounds = rounds};
    find_sorts(s, &b);
    int count = rounds * COLORS * b.sorts;
    if (!cn_grow((void **)&g->buckets, &g->bucket_capacity, count + 1, sizeof *g->buckets))
        return false;
    memset(g->buckets, 0, (size_t)count * sizeof *g->buckets);
    for (int i = 0; i < s->joint_count; i++)
        if (s->joint_color[s->joints[i]] != ELSEWHERE) g->buckets[bucket_of(&b, s, s->joints[i])]++;
    if (!lay_out(g, &b)) return false;
    for (int i = 1; i < w->joints.count; i++) {
        if (!g->nodes[i].part || s->joint_color[i] == ELSEWHERE) continue;
        int lane = g->buckets[bucket_of(&b, s, i)]++;
        g->blocks[lane / CN_LANES].joint[lane % CN_LANES] = i;
    }
    return true;
}

static bool reserve(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    return cn_grow((void **)&s->joint_color, &s->joint_color_capacity, w->joints.count,
                   sizeof *s->joint_color) &&
           cn_grow((void **)&s->spare_colors, &s->spare_colors_capacity, w->bodies.count,
                   sizeof *s->spare_colors);
}

void cn_joint_color(cn_World *w) {
    cn_JointStage *g = &w->scratch.joint_stage;
    if (!w->joint_graph_stale && !w->joint_awake_stale) return;
    cn_joint_flush(w);
    g->block_count = g->axis_count = g->group_count = 0;
    if (!list_joints(w) || !reserve(w) || !make_blocks(w, color_all(w))) {
        w->scratch.joint_count = g->group_count = 0;
        w->out_of_memory = true;
        return;
    }
    w->joint_graph_stale = w->joint_awake_stale = false;
    w->joint_tuning_stale = true; /* blocks are empty */
}
