/* joint_break.h: joints that were loaded too much let go: see joint_break.c. */
#ifndef CN_JOINT_BREAK_H
#define CN_JOINT_BREAK_H

#include "data/world.h"

void cn_joint_break(cn_World *w); /* joint_break.c: of all active, from their totals */

#endif
