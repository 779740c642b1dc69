/* joint_color.h: what joint_color.c, joint_blocks.c and joint_break.c know of each joint. */
#ifndef CN_JOINT_COLOR_H
#define CN_JOINT_COLOR_H

#include "solver/order/domain.h"
#include "wide/joint_block.h"

#define CN_JOINT_COLORS 64 /* of a round */

/* Parts, in the order in which they are solved: bins (island_bins.c), then those of large
 * islands (domain.h). */
enum {
    CN_JOINT_BINS = CN_BINS,
    CN_JOINT_PAIRS = CN_JOINT_BINS + CN_PART_PAIRS - CN_PART_DOMAINS,
    CN_JOINT_QUARTERS = CN_JOINT_BINS + CN_PART_QUARTERS - CN_PART_DOMAINS,
    CN_JOINT_MIDDLE = CN_JOINT_BINS + CN_PART_MIDDLE - CN_PART_DOMAINS,
    CN_JOINT_PARTS = CN_JOINT_MIDDLE + 1
};

/* By slot. What stands first is read when the graph of joints changes. */
struct cn_JointNode {
    uint32_t generation; /* of the joint that this is about; 0 = none */
    int a, b;            /* bodies; -1 = does not move: needs no colour */
    int coupled;         /* other joints on its bodies: its springs depend on it */
    int color;           /* counted over rounds; -1 = nothing of it is solved in lanes */
    uint16_t sort;       /* kind and rows */
    int root;            /* the lowest body slot of its component; 0 = not looked for */
    bool acts, breaks;
    bool part;  /* it acts in this step */
    bool anew;  /* another joint than the one whose lane it has, or with other springs */
    int lane;   /* counted over all blocks, -1 = has none */
    int group;  /* of the lane */
    int wanted; /* the group where it should be, -1 = none */
};

/* What each joint is, where that may have changed since it was looked at. False: no memory. */
bool cn_joint_read_nodes(cn_World *w);
/* The same, and who acts, before joints are coloured; what is stale stays stale. False: no
 * memory. */
bool cn_joint_look(cn_World *w);
/* The roots of all nodes that act. False: no memory. */
bool cn_joint_find_components(cn_World *w);
/* joint_blocks.c: where it is solved, when it is in lanes. */
int cn_joint_part(const cn_World *w, const cn_JointNode *n);
/* Gives each joint the lane that it should have, by its node. False: no memory, and
 * no lanes. */
bool cn_joint_give_lanes(cn_World *w);

#endif
