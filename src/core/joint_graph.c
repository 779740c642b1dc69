/* joint_graph.c: which joints act in this step, and which of them may be solved side by side.
 *
 * Joints are coloured as contacts are (graph.c): in the order of a hash of their ids, each takes
 * the first colour that neither of its bodies has; those that hang on what cannot move take colours
 * from the top and are solved last; what 64 colours cannot hold goes through further rounds, which
 * are solved before. Within a colour, joints of one kind and one set of rows make a group, in the
 * order of ids, which no result depends on.
 * All of it stays until joints, their kinds of rows, or who is awake change. */
#include <string.h>

#include "wide/joint_block.h"
#include "world.h"

#define COLORS    64
#define ELSEWHERE (UINT32_MAX - 1) /* solved directly */
#define NONE      UINT32_MAX

void cn_joint_free(cn_Scratch *s) {
    cn_JointStage *g = &s->joint_stage;
    cn_grow_free((void **)&g->blocks, &g->block_capacity, sizeof *g->blocks);
    cn_grow_free((void **)&g->axes, &g->axis_capacity, sizeof *g->axes);
    cn_grow_free((void **)&g->groups, &g->group_capacity, sizeof *g->groups);
    cn_grow_free((void **)&s->joints, &s->joints_capacity, sizeof *s->joints);
    cn_grow_free((void **)&s->joint_color, &s->joint_color_capacity, sizeof *s->joint_color);
}

size_t cn_joint_bytes(const cn_Scratch *s) {
    const cn_JointStage *g = &s->joint_stage;
    return (size_t)g->block_capacity * sizeof *g->blocks +
           (size_t)g->axis_capacity * sizeof *g->axes +
           (size_t)g->group_capacity * sizeof *g->groups +
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

static void give_up(cn_World *w) {
    w->scratch.joint_count = 0;
    w->out_of_memory = true;
}

void cn_joint_list(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    int live = w->joints.live, n = 0;
    if (!w->joint_graph_stale) return;
    if (!cn_grow((void **)&s->joints, &s->joints_capacity, live, sizeof *s->joints) ||
        !cn_grow((void **)&s->keyed, &s->keyed_capacity, 2 * live, sizeof *s->keyed)) {
        give_up(w);
        return;
    }
    for (int i = 1; i < w->joints.count; i++)
        if (takes_part(w, i)) s->keyed[n++] = (cn_Keyed){cn_pair_hash(i, i), i, 0};
    cn_sort_keyed(s->keyed, s->keyed + n, n);
    s->joint_count = n;
    s->breakable_count = 0;
    for (int i = 0; i < n; i++) {
        s->joints[i] = s->keyed[i].a;
        s->breakable_count += (w->joint[s->joints[i]].flags & CN_JOINT_BREAKS) != 0;
    }
}

/* ---- rows -------------------------------------------------------------------------------- */

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

/* ---- colours ------------------------------------------------------------------------------ */

static uint32_t color_of(const cn_World *w, uint64_t *taken, const cn_Joint *j) {
    bool a = moves(w, j->body_a), b = moves(w, j->body_b);
    uint64_t used = (a ? taken[j->body_a] : 0) | (b ? taken[j->body_b] : 0);
    if (used == UINT64_MAX) return NONE;
    int color = a && b ? __builtin_ctzll(~used) : 63 - __builtin_clzll(~used);
    uint64_t bit = (uint64_t)1 << color;
    if (a) taken[j->body_a] |= bit;
    if (b) taken[j->body_b] |= bit;
    return (uint32_t)color;
}

static int color_round(cn_World *w, int round) {
    cn_Scratch *s = &w->scratch;
    int left = 0;
    memset(s->body_colors, 0, (size_t)w->bodies.count * sizeof *s->body_colors);
    for (int i = 0; i < s->joint_count; i++) {
        const cn_Joint *j = &w->joint[s->joints[i]];
        if (round > 0 && s->joint_color[i] != NONE) continue;
        if (rows_of(j) == CN_ROW_HELD) {
            s->joint_color[i] = ELSEWHERE;
            continue;
        }
        uint32_t color = color_of(w, s->body_colors, j);
        s->joint_color[i] = color == NONE ? NONE : (uint32_t)round * COLORS + color;
        left += color == NONE;
    }
    return left;
}

static int color_all(cn_World *w) {
    for (int round = 0;; round++)
        if (color_round(w, round) == 0) return round + 1;
}

/* ---- blocks ------------------------------------------------------------------------------- */

/* Order of solution, kind and rows, joint: a group is a run of equal upper halves. */
static uint64_t key_of(const cn_World *w, int joint, uint32_t color, int rounds) {
    const cn_Joint *j = &w->joint[joint];
    uint64_t order = (uint64_t)(rounds - 1) * COLORS - color / COLORS * COLORS + color % COLORS;
    uint64_t sort = (uint64_t)j->kind * CN_ROW_SETS + (uint64_t)rows_of(j);
    return (order << 10 | sort) << 32 | (uint32_t)joint;
}

static int list_keys(cn_World *w, int rounds) {
    cn_Scratch *s = &w->scratch;
    int n = 0;
    for (int i = 0; i < s->joint_count; i++)
        if (s->joint_color[i] != ELSEWHERE)
            s->keyed[n++] =
                (cn_Keyed){key_of(w, s->joints[i], s->joint_color[i], rounds), s->joints[i], 0};
    cn_sort_keyed(s->keyed, s->keyed + n, n);
    return n;
}

static int end_of_group(const cn_Keyed *keyed, int count, int first) {
    int i = first;
    while (i < count && keyed[i].key >> 32 == keyed[first].key >> 32) i++;
    return i;
}

static bool add_group(cn_World *w, const cn_Keyed *keyed, int count) {
    cn_JointStage *g = &w->scratch.joint_stage;
    const cn_Joint *j = &w->joint[keyed[0].a];
    int rows = rows_of(j), blocks = (count + CN_LANES - 1) / CN_LANES;
    bool axis = j->kind != CN_REVOLUTE || rows != 0;
    if (!cn_grow((void **)&g->groups, &g->group_capacity, g->group_count + 1, sizeof *g->groups) ||
        !cn_grow((void **)&g->blocks, &g->block_capacity, g->block_count + blocks,
                 sizeof *g->blocks) ||
        !cn_grow((void **)&g->axes, &g->axis_capacity, g->axis_count + blocks, sizeof *g->axes))
        return false;
    g->groups[g->group_count++] =
        (cn_JointGroup){j->kind, rows, g->block_count, blocks, axis ? g->axis_count : -1};
    memset(g->blocks + g->block_count, 0, (size_t)blocks * sizeof *g->blocks);
    memset(g->axes + g->axis_count, 0, (size_t)blocks * sizeof *g->axes);
    for (int i = 0; i < blocks * CN_LANES; i++)
        g->blocks[g->block_count + i / CN_LANES].joint[i % CN_LANES] = i < count ? keyed[i].a : -1;
    g->block_count += blocks;
    g->axis_count += axis ? blocks : 0;
    return true;
}

static bool reserve(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    return cn_grow((void **)&s->joint_color, &s->joint_color_capacity, s->joint_count,
                   sizeof *s->joint_color) &&
           cn_grow((void **)&s->body_colors, &s->body_colors_capacity, w->bodies.count,
                   sizeof *s->body_colors);
}

void cn_joint_color(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    cn_JointStage *g = &s->joint_stage;
    if (!w->joint_graph_stale) return;
    cn_joint_flush(w);
    g->block_count = g->axis_count = g->group_count = 0;
    if (!reserve(w)) {
        give_up(w);
        return;
    }
    int rounds = color_all(w), count = list_keys(w, rounds);
    for (int first = 0, end; first < count; first = end) {
        end = end_of_group(s->keyed, count, first);
        if (!add_group(w, s->keyed + first, end - first)) {
            give_up(w);
            return;
        }
    }
    w->joint_graph_stale = false;
    w->joint_tuning_stale = true; /* blocks are empty */
}
