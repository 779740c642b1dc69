/* joint_blocks.c: where each joint that acts stands among the lanes of the solver.
 *
 * A group is a run of blocks of one part, one colour and one kind of rows, in the order of
 * solution; its joints fill its lanes from the first on, in an order that no result depends on. In
 * a crowd of bodies that fall asleep one by one, joints come or leave in each step. So a joint
 * keeps its lane: of those that leave, impulses go back to the joint and the last of the group
 * takes the lane; those that come stand at the end. Groups have room for the joints that sleep.
 * When a joint finds no room, or the graph has changed much, all are laid out anew, in the order of
 * slots. Not here: what is in a lane (joint_rows.c). */
#include <stdatomic.h>
#include <string.h>

#include "data/joint_access.h"
#include "data/world.h"
#include "solver/order/domain.h"
#include "solver/order/joint_color.h"
#include "wide/joint_block.h"
#include "wide/motion.h"
#include "world/joint_impulses.h"

#define NONE  (-1) /* index that is none */
#define SORTS 3328 /* count of kinds of joint times sets of rows */
#define SPAN  16   /* count of blocks for one thread at a time */
/* count of joints, a job of a thread: fewer balance better, more cost less */
#define EACH      256
#define LANE_SIZE (CN_LANES * sizeof(float)) /* bytes of a row of lanes */

_Static_assert(CN_JOINT_PARTS < sizeof((cn_JointStage){0}.part_batch) / sizeof(int),
               "a first group for each part, and an end");
_Static_assert(SORTS == sizeof((cn_JointStage){0}.sort_index) / sizeof(int16_t), "one for each");
_Static_assert((int)CN_JOINT_KINDS *(int)CN_ROW_SETS == SORTS, "all that there can be");

/* ---- parts -------------------------------------------------------------------------------- */

int cn_joint_part(const cn_World *w, const cn_JointNode *n) {
    const cn_StepMemory *s = &w->scratch;
    int part = CN_PART_FREE;
    if (s->order.domains_used && s->order.domain_capacity >= w->bodies.count)
        part = cn_domain_part(s, &(cn_Node){.a = n->a, .b = n->b});
    if (part == CN_PART_FREE) return n->root < s->order.bin_bodies ? s->order.home_bin[n->root] : 0;
    return CN_JOINT_BINS + part - CN_PART_DOMAINS;
}

/* ---- groups ------------------------------------------------------------------------------- */

static int order_of(const cn_JointStage *g, int color) {
    int round = color / CN_JOINT_COLORS;
    return (g->laid_rounds - 1 - round) * CN_JOINT_COLORS + color % CN_JOINT_COLORS;
}

/* The bucket of a joint that is solved in lanes; NONE when it is not. */
static int bucket_of(const cn_World *w, const cn_JointNode *n) {
    const cn_JointStage *g = &w->scratch.order.joint_stage;
    int sort = g->sort_index[n->sort];
    if (sort < 0 || n->color >= g->laid_rounds * CN_JOINT_COLORS) return NONE;
    int orders = g->laid_rounds * CN_JOINT_COLORS;
    return (cn_joint_part(w, n) * orders + order_of(g, n->color)) * g->sorts + sort;
}

static bool in_lanes(const cn_JointNode *n) { return n->part && n->color != NONE; }

static bool find_sorts(cn_JointStage *g) {
    g->sorts = 0;
    for (int i = 0; i < SORTS; i++) g->sort_index[i] = NONE;
    for (int i = 0; i < g->node_count; i++)
        if (g->nodes[i].acts && g->nodes[i].color != NONE) g->sort_index[g->nodes[i].sort] = 0;
    for (int i = 0; i < SORTS; i++) {
        if (g->sort_index[i] == NONE) continue;
        if (!CN_GROW(g->sort_of, g->sorts + 1)) return false;
        g->sort_of[g->sorts] = (uint16_t)i;
        g->sort_index[i] = (int16_t)g->sorts++;
    }
    return true;
}

static bool add_batch(cn_JointStage *g, int sort, int lanes) {
    cn_JointKind kind = (cn_JointKind)(sort / CN_ROW_SETS);
    int rows = sort % CN_ROW_SETS, blocks = (lanes + CN_LANES - 1) / CN_LANES;
    bool axis = kind != CN_REVOLUTE || (rows & ~CN_ROW_NET) != 0;
    if (!CN_GROW(g->batches, g->batch_count + 1) || !CN_GROW(g->blocks, g->block_count + blocks) ||
        (axis && !CN_GROW(g->axes, g->axis_count + blocks)))
        return false;
    g->batches[g->batch_count++] = (cn_JointBatch){.kind = kind,
                                                   .rows = rows,
                                                   .first = g->block_count,
                                                   .axis = axis ? g->axis_count : NONE,
                                                   .room = blocks};
    g->springs = g->springs || rows & CN_ROWS_OF_SPRINGS || cn_joint_drives(kind);
    g->motors = g->motors || cn_joint_batch_pushes(kind, rows);
    g->nets = g->nets || rows & CN_ROW_NET;
    g->block_count += blocks;
    g->axis_count += axis ? blocks : 0;
    return true;
}

/* From how many joints a bucket may have to its group. Where joints come and go there is room for
 * more. */
static bool lay_out(cn_JointStage *g) {
    int each = g->laid_rounds * CN_JOINT_COLORS * g->sorts;
    for (int part = 0; part < CN_JOINT_PARTS; part++) {
        g->part_batch[part] = g->batch_count;
        for (int i = part * each; i < (part + 1) * each; i++) {
            int count = g->buckets[i];
            g->buckets[i] = count > 0 ? g->batch_count : NONE;
            if (count > 0 &&
                !add_batch(g, g->sort_of[i % g->sorts], g->crowded ? count + count / 2 : count))
                return false;
        }
    }
    g->part_batch[CN_JOINT_PARTS] = g->batch_count;
    return true;
}

static void find_buckets(void *context, int first, int end, int worker) {
    const cn_World *w = context;
    const cn_JointStage *g = &w->scratch.order.joint_stage;
    (void)worker;
    for (int i = first; i < end; i++) {
        cn_JointNode *n = &g->nodes[i];
        n->wanted = n->acts && n->color != NONE ? bucket_of(w, n) : NONE;
    }
}

/* Parts of joints asleep are not known, but most come back to where they were. */
static bool make_batchs(cn_World *w) {
    cn_JointStage *g = &w->scratch.order.joint_stage;
    g->block_count = g->axis_count = g->batch_count = 0;
    g->springs = g->motors = g->nets = false;
    g->laid_rounds = g->rounds;
    if (!find_sorts(g)) return false;
    int count = CN_JOINT_PARTS * g->laid_rounds * CN_JOINT_COLORS * g->sorts;
    if (!CN_GROW(g->buckets, count + 1)) return false;
    memset(g->buckets, 0, (size_t)count * sizeof *g->buckets);
    cn_jobs_run(w->jobs, find_buckets, w, g->node_count, EACH);
    for (int i = 0; i < g->node_count; i++)
        if (g->nodes[i].wanted != NONE) g->buckets[g->nodes[i].wanted]++;
    return lay_out(g);
}

/* ---- lanes -------------------------------------------------------------------------------- */

static cn_JointBlock *block_of(const cn_JointStage *g, int lane) {
    return &g->blocks[lane / CN_LANES];
}

static cn_JointAxis *axis_of(const cn_JointStage *g, const cn_JointBatch *batch, int lane) {
    return batch->axis < 0 ? NULL : &g->axes[batch->axis + lane / CN_LANES - batch->first];
}

/* Structs of lanes: one column of each row. */
static void copy_column(void *to, int to_lane, const void *from, int from_lane, size_t bytes) {
    float *t = (float *)to + to_lane;
    const float *f = (const float *)from + from_lane;
    for (size_t row = 0; row < bytes / LANE_SIZE; row++) t[row * CN_LANES] = f[row * CN_LANES];
}

static void clear_column(void *of, int lane, size_t bytes) {
    float *t = (float *)of + lane;
    for (size_t row = 0; row < bytes / LANE_SIZE; row++) t[row * CN_LANES] = 0;
}

static void move_lane(cn_JointStage *g, const cn_JointBatch *batch, int to, int from) {
    cn_JointBlock *t = block_of(g, to), *f = block_of(g, from);
    int i = to % CN_LANES, k = from % CN_LANES;
    copy_column(t, i, f, k, offsetof(cn_JointBlock, any_push));
    t->news = (uint8_t)((t->news & ~(1 << i)) | (f->news >> k & 1) << i);
    t->any_pull |= f->any_pull;
    t->any_ease |= f->any_ease;
    t->any_keep |= f->any_keep;
    t->any_capped |= f->any_capped;
    t->any_stiff |= f->any_stiff;
    if (batch->axis >= 0)
        copy_column(axis_of(g, batch, to), i, axis_of(g, batch, from), k, sizeof(cn_JointAxis));
    g->nodes[t->joint[i]].lane = to;
}

static void clear_lane(cn_JointStage *g, const cn_JointBatch *batch, int lane) {
    cn_JointBlock *k = block_of(g, lane);
    int i = lane % CN_LANES;
    clear_column(k, i, offsetof(cn_JointBlock, any_push));
    if (batch->axis >= 0) clear_column(axis_of(g, batch, lane), i, sizeof(cn_JointAxis));
    k->joint[i] = NONE;
    k->news &= (uint8_t) ~(1 << i);
}

static void note_fixed(cn_JointBlock *k) {
    k->any_fixed = false;
    for (int i = 0; i < CN_LANES; i++) k->any_fixed |= k->inv_ma[i] == 0 || k->inv_mb[i] == 0;
}

static void leave(cn_World *w, int joint) {
    cn_JointStage *g = &w->scratch.order.joint_stage;
    cn_JointNode *n = &g->nodes[joint];
    cn_JointBatch *batch = &g->batches[n->batch];
    int lane = n->lane, last = batch->first * CN_LANES + --batch->lanes;
    cn_joint_store_lane(w, batch, lane);
    if (lane != last) move_lane(g, batch, lane, last);
    clear_lane(g, batch, last);
    note_fixed(block_of(g, lane));
    note_fixed(block_of(g, last));
    n->lane = n->batch = NONE;
}

static bool enter(cn_JointStage *g, int joint, int wanted) {
    cn_JointNode *n = &g->nodes[joint];
    cn_JointBatch *batch = &g->batches[wanted];
    if (batch->lanes == batch->room * CN_LANES) return false;
    int lane = batch->first * CN_LANES + batch->lanes++;
    cn_JointBlock *k = block_of(g, lane);
    if (lane % CN_LANES == 0) {
        memset(k, 0, sizeof *k);
        memset(k->joint, 0xff, sizeof k->joint);
        if (batch->axis >= 0) memset(axis_of(g, batch, lane), 0, sizeof(cn_JointAxis));
    }
    k->joint[lane % CN_LANES] = joint;
    k->news |= (uint8_t)(1 << lane % CN_LANES);
    n->lane = lane;
    n->batch = wanted;
    n->anew = false;
    return true;
}

/* ---- all ---------------------------------------------------------------------------------- */

/* Stages that share no bodies go over all blocks at once. */
static bool list_spans(cn_JointStage *g) {
    g->span_count = 0;
    for (int i = 0; i < g->batch_count; i++) {
        cn_JointBatch *batch = &g->batches[i];
        batch->count = (batch->lanes + CN_LANES - 1) / CN_LANES;
        int spans = (batch->count + SPAN - 1) / SPAN;
        if (!CN_GROW(g->spans, g->span_count + spans)) return false;
        for (int k = 0; k < batch->count; k += SPAN)
            g->spans[g->span_count++] =
                (cn_JointSpan){i, k, k + SPAN < batch->count ? k + SPAN : batch->count};
    }
    return true;
}

typedef struct Wanted {
    cn_World *w;
    atomic_int changes;
    atomic_bool lost; /* a joint should be where there is no place */
} Wanted;

static void find_wanted(void *context, int first, int end, int worker) {
    Wanted *wanted = context;
    const cn_World *w = wanted->w;
    const cn_JointStage *g = &w->scratch.order.joint_stage;
    int changes = 0;
    bool lost = false;
    (void)worker;
    for (int i = first; i < end; i++) {
        cn_JointNode *n = &g->nodes[i];
        int bucket = in_lanes(n) ? bucket_of(w, n) : NONE;
        n->wanted = bucket == NONE ? NONE : g->buckets[bucket];
        lost = lost || (in_lanes(n) && n->wanted == NONE);
        changes += n->wanted != n->batch || (n->anew && n->lane >= 0);
    }
    if (changes > 0) atomic_fetch_add(&wanted->changes, changes);
    if (lost) atomic_store(&wanted->lost, true);
}

static bool change_lanes(cn_World *w) {
    cn_JointStage *g = &w->scratch.order.joint_stage;
    Wanted wanted = {.w = w};
    if (g->batch_count == 0) return false;
    cn_jobs_run(w->jobs, find_wanted, &wanted, g->node_count, EACH);
    g->changes += wanted.changes;
    if (wanted.lost || g->changes > g->node_count) return false;
    if (wanted.changes == 0) return true;
    for (int i = 0; i < g->node_count; i++) {
        const cn_JointNode *n = &g->nodes[i];
        if (n->lane >= 0 && (n->wanted != n->batch || n->anew)) leave(w, i);
    }
    for (int i = 0; i < g->node_count; i++)
        if (g->nodes[i].wanted != NONE && g->nodes[i].lane == NONE &&
            !enter(g, i, g->nodes[i].wanted)) {
            g->crowded = true;
            return false;
        }
    return true;
}

static bool lay_out_anew(cn_World *w) {
    cn_JointStage *g = &w->scratch.order.joint_stage;
    cn_joint_flush(w);
    for (int i = 0; i < g->node_count; i++) g->nodes[i].lane = g->nodes[i].batch = NONE;
    g->changes = g->span_count = 0;
    if (!make_batchs(w)) return false;
    for (int i = 0; i < g->node_count; i++)
        if (in_lanes(&g->nodes[i])) enter(g, i, g->buckets[g->nodes[i].wanted]);
    return true;
}

bool cn_joint_give_lanes(cn_World *w) {
    cn_JointStage *g = &w->scratch.order.joint_stage;
    if (g->node_count == 0 && g->batch_count == 0) return true;
    if ((change_lanes(w) || lay_out_anew(w)) && list_spans(g)) return true;
    for (int i = 0; i < g->node_count; i++) g->nodes[i].lane = g->nodes[i].batch = NONE;
    g->batch_count = g->span_count = 0;
    return false;
}
