/* joint_impulses.h: brings what the lanes have found out about joints back into the joints, as late
 * as something reads it. */
#ifndef CN_JOINT_IMPULSES_H
#define CN_JOINT_IMPULSES_H

#include "data/world.h"

int cn_joint_coupled(const cn_World *w, const cn_Joint *j); /* other joints on bodies it moves */
/* Impulses of a joint that leaves its lane. */
void cn_joint_store_lane(cn_World *w, const cn_JointBatch *batch, int lane);
/* Impulses back from the blocks, where they stay until they are asked for. */
void cn_joint_flush(cn_World *w);
void cn_joint_keep_finite(cn_Joint *j); /* impulses that are not become 0 */
/* N s, N m s: to what it has done in the step. */
static inline void cn_joint_add_total(cn_Joint *j, double x, double y, double turn) {
    j->total = cn_add(j->total, (cn_Vec){(float)x, (float)y});
    j->total_turn += (float)turn;
    float sum = j->total.x + j->total.y + j->total_turn;
    if (!cn_is_finite((double)sum)) cn_joint_keep_finite(j);
}

/* A weld whose angle a spring holds: that is for the lanes also where the rest is held
 * elsewhere. */
bool cn_joint_turns_softly(const cn_Joint *j);

#endif
