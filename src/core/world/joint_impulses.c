/* joint_impulses.c: what the lanes have found out about joints, back into the joints: it stays in
 * the blocks (wide/joint_block.h) until it is asked for. */
#include "world/joint_impulses.h"

#include "data/world.h"
#include "wide/joint_block.h"
#include "wide/motion.h"

/* count of spans of blocks, for one thread at a time */
#define SPANS_EACH 1

int cn_joint_coupled(const cn_World *w, const cn_Joint *j) {
    int a = w->cold[j->body_a].joint_count, b = w->cold[j->body_b].joint_count;
    bool moves_a = w->cold[j->body_a].type == CN_DYNAMIC;
    bool moves_b = w->cold[j->body_b].type == CN_DYNAMIC;
    return (moves_a ? a - 1 : 0) + (moves_b ? b - 1 : 0);
}

/* A weld whose angle a spring holds: that is for the lanes also where the rest is held
 * elsewhere. */
bool cn_joint_turns_softly(const cn_Joint *j) {
    return j->kind == CN_WELD && j->tuning.angular_hertz > 0;
}

static void store_axis(cn_Joint *j, const cn_JointAxis *x, int lane) {
    bool held = j->flags & CN_JOINT_EXACT;
    j->spring_impulse = x->spring_impulse[lane];
    j->motor_impulse = x->motor_impulse[lane];
    j->lower_impulse = x->lower_impulse[lane];
    j->upper_impulse = x->upper_impulse[lane];
    if (!held) j->hold_impulse = x->hold_impulse[lane];
    if (!held || cn_joint_turns_softly(j)) j->turn_impulse = x->turn_impulse[lane];
    j->total_turn += x->total_turn[lane];
}

/* What an articulation holds of it has been added to its totals there. */
static void store_lane(cn_Joint *j, const cn_JointBlock *k, const cn_JointAxis *x, int lane) {
    bool held = j->flags & CN_JOINT_EXACT;
    cn_Vec total = {k->total_x[lane], k->total_y[lane]};
    if (!held || j->tuning.linear_hertz > 0) j->impulse = (cn_Vec){k->px[lane], k->py[lane]};
    j->total = held ? cn_add(j->total, total) : total;
    if (!held) j->total_turn = 0;
    if (x) store_axis(j, x, lane);
}

/* Its bodies are put back and disabled (finalize.c); nothing of it may be left here. */
void cn_joint_keep_finite(cn_Joint *j) {
    float sum = j->impulse.x + j->impulse.y + j->spring_impulse + j->motor_impulse;
    sum += j->lower_impulse + j->upper_impulse + j->hold_impulse + j->turn_impulse;
    if (cn_is_finite((double)(sum + j->total.x + j->total.y + j->total_turn))) return;
    j->impulse = j->total = (cn_Vec){0, 0};
    j->spring_impulse = j->motor_impulse = j->lower_impulse = j->upper_impulse = 0;
    j->hold_impulse = j->turn_impulse = j->total_turn = 0;
}

/* What a lane has not been filled with yet has nothing to tell. */
static void store_block(cn_World *w, const cn_JointBatch *batch, int i, int first, int end) {
    const cn_JointStage *g = &w->scratch.order.joint_stage;
    const cn_JointBlock *k = &g->blocks[batch->first + i];
    const cn_JointAxis *x = batch->axis < 0 ? NULL : &g->axes[batch->axis + i];
    for (int lane = first; lane < end && k->joint[lane] >= 0; lane++) {
        cn_Joint *j = &w->joint[k->joint[lane]];
        if (k->news >> lane & 1) continue;
        store_lane(j, k, x, lane);
        j->last_dt = g->dt;
        cn_joint_keep_finite(j);
    }
}

void cn_joint_store_lane(cn_World *w, const cn_JointBatch *batch, int lane) {
    int i = lane % CN_LANES;
    if (w->scratch.order.joint_stage.news)
        store_block(w, batch, lane / CN_LANES - batch->first, i, i + 1);
}

static void store_spans(void *context, int first, int last, int worker) {
    cn_World *w = context;
    const cn_JointStage *g = &w->scratch.order.joint_stage;
    (void)worker;
    for (int i = first; i < last; i++)
        for (int k = g->spans[i].first; k < g->spans[i].end; k++)
            store_block(w, &g->batches[g->spans[i].batch], k, 0, CN_LANES);
}

void cn_joint_flush(cn_World *w) {
    cn_JointStage *g = &w->scratch.order.joint_stage;
    if (!g->news) return;
    g->news = false;
    cn_jobs_run(w->stepping ? w->jobs : NULL, store_spans, w, g->span_count, SPANS_EACH);
}
