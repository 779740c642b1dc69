/* joint_rows.h: fills the blocks of joints before the sub-steps, and takes impulses back. */
#ifndef CN_JOINT_ROWS_H
#define CN_JOINT_ROWS_H

#include "data/world.h"

/* m for each N s and 1/kg: how far a row in lanes gives under an impulse that
 * it bears in sub-steps of h, in s. */
double cn_joint_softness(float h, bool keeps);
void cn_joint_prepare(cn_World *w, float h);
void cn_joint_start(cn_World *w, float h);

typedef enum cn_JointPass {
    CN_JOINT_SWITCH,
    CN_JOINT_FRESHEN,
    CN_JOINT_NOTE,
    CN_JOINT_WARM_START,
    CN_JOINT_SOLVE,
    CN_JOINT_RELAX,
    CN_JOINT_NET_SOLVE, /* of nets alone */
    CN_JOINT_NET_RELAX
} cn_JointPass;

/* count of passes of a sub-step more for nets, in which what one joint does reaches others slowly
 */
#define CN_JOINT_NET_SOLVES  1
#define CN_JOINT_NET_RELAXES 2 /* count, as above */

void cn_joint_pass(cn_World *w, cn_JointPass pass, float h);
/* A pass in two: over the homes first to end - 1 (island_bins.h), by one thread; and, when all of
 * so many shares of homes are done, over what is between them, if there is something. */
void cn_joint_pass_homes(const cn_World *w, cn_JointPass pass, float h, int first, int end);
bool cn_joint_between(const cn_World *w, int shares);
void cn_joint_pass_between(cn_World *w, cn_JointPass pass, float h, int shares);
void cn_joint_store(cn_World *w, float dt); /* there are new impulses */

#endif
