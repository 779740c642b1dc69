/* joint_break.c: joints that were loaded too much let go.
 *
 * A chain that is pulled too hard is overloaded in many of its joints at once, but once a joint has
 * let go the others hold nothing any more. So of each component of joints the joint that is
 * overloaded most breaks, and what is left of it shows its own loads in the next step. Of equals it
 * is the joint in the lowest slot. */
#include "solver/rows/joint_break.h"

#include <math.h>

#include "data/world.h"
#include "objects/joint.h"
#include "solver/order/joint_color.h"
#include "world/event_log.h"
#include "world/joint_impulses.h"

#define NONE (-1) /* index that is none */

static double over(double load, double most) {
    if (!(load > most)) return 0;
    return most > 0 ? load / most : (double)INFINITY;
}

/* How many times what it bears was asked of it in the last step; 0 = no more than that. */
static double overload(const cn_World *w, int joint) {
    const cn_Joint *j = &w->joint[joint];
    const cn_JointNode *n = &w->scratch.order.joint_stage.nodes[joint];
    double dt = (double)j->last_dt;
    if (!n->part || !n->breaks) return 0;
    double pull = over((double)cn_length(j->total), j->tuning.break_force * dt);
    double turn = over((double)cn_absf(j->total_turn), j->tuning.break_torque * dt);
    return pull > turn ? pull : turn;
}

static int first_overloaded(const cn_World *w) {
    int joints = w->scratch.order.joint_stage.node_count;
    for (int i = 0; i < joints; i++)
        if (overload(w, i) > 0) return i;
    return NONE;
}

/* By the root of each component: its joint that is overloaded most. */
static void find_worst(const cn_World *w, int first, int *worst) {
    const cn_JointStage *g = &w->scratch.order.joint_stage;
    for (int i = 0; i < w->bodies.count; i++) worst[i] = NONE;
    for (int i = first; i < g->node_count; i++) {
        double load = overload(w, i);
        int *most = &worst[g->nodes[i].root];
        if (load > 0 && (*most == NONE || load > overload(w, *most))) *most = i;
    }
}

static void let_go(cn_World *w, int joint) {
    cn_joint_release(w, joint);
    w->joint[joint].flags &= ~(uint32_t)CN_JOINT_ENABLED;
    w->joint_graph_stale = w->links_changed = true;
    cn_event_broken(w, joint);
}

void cn_joint_break(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    const cn_JointStage *g = &s->order.joint_stage;
    if (g->breakable_count == 0) return;
    cn_joint_flush(w);
    int first = first_overloaded(w);
    if (first == NONE) return;
    if (!cn_had_memory(w, cn_joint_find_components(w) && CN_GROW(s->rows.worst, w->bodies.count)))
        return;
    find_worst(w, first, s->rows.worst);
    for (int i = first; i < g->node_count; i++)
        if (g->nodes[i].part && s->rows.worst[g->nodes[i].root] == i) let_go(w, i);
}
