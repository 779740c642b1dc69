/* joint_break.h: the stage in which joints that were loaded too much let go. */
#ifndef CN_JOINT_BREAK_H
#define CN_JOINT_BREAK_H

#include "data/world.h"

void cn_joint_break(cn_World *w); /* of all active joints, from their totals */

#endif
