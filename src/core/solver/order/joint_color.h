/* joint_color.h: which joints act, and in which colour, part and lane each is solved. */
#ifndef CN_JOINT_COLOR_H
#define CN_JOINT_COLOR_H

#include "solver/order/domain.h"
#include "wide/joint_block.h"

#define CN_JOINT_COLORS 64 /* count, of a round: bits of a word */

/* Parts, in the order in which they are solved: bins (island_bins.c), then those of large
 * islands (domain.h). */
enum {
    CN_JOINT_BINS = CN_BINS,
    CN_JOINT_PAIRS = CN_JOINT_BINS + CN_PART_PAIRS - CN_PART_DOMAINS,
    CN_JOINT_QUARTERS = CN_JOINT_BINS + CN_PART_QUARTERS - CN_PART_DOMAINS,
    CN_JOINT_MIDDLE = CN_JOINT_BINS + CN_PART_MIDDLE - CN_PART_DOMAINS,
    CN_JOINT_PARTS = CN_JOINT_MIDDLE + 1
};

/* What each joint is, where that may have changed since it was looked at. False: no memory. */
bool cn_joint_read_nodes(cn_World *w);
/* Reads nodes, and which joints act, before joints are coloured; what is stale stays stale. False:
 * no memory. */
bool cn_joint_look(cn_World *w);
/* The roots of all nodes that act. False: no memory. */
bool cn_joint_find_components(cn_World *w);
/* joint_blocks.c: where it is solved, when it is in lanes. */
int cn_joint_part(const cn_World *w, const cn_JointNode *n);
/* Gives each joint the lane that it should have, by its node. False: no memory, and
 * no lanes. */
bool cn_joint_give_lanes(cn_World *w);

/* Stages. What changes CN_JOINT_EXACT of a joint flushes, and sets joint_graph_stale. */

/* Joints that act into blocks, without what CN_JOINT_EXACT takes over. */
void cn_joint_color(cn_World *w);

#endif
