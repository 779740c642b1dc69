/* joint_state.h: tells whether a joint or gear acts, and whether a joint keeps shapes from
 * meeting. */
#ifndef CN_JOINT_STATE_H
#define CN_JOINT_STATE_H

#include "data/world.h"

/* Whether it acts at all: enabled, both bodies too, and one of them can be moved. */
bool cn_joint_acts(const cn_World *w, const cn_Joint *j);
/* Whether a joint between the two bodies keeps their shapes from meeting. */
bool cn_joint_separates(const cn_World *w, int body_a, int body_b);

/* A filter is there for nothing else, so that it does so only while it is on. */
bool cn_joint_kind_separates(cn_JointKind kind, uint32_t flags);

/* Where the record of a gear, pulley or ratchet stands, or would have to. */
int cn_gear_place(const cn_World *w, int joint);
const cn_Gear *cn_gear_of(const cn_World *w, int joint); /* NULL = has none */
/* Whether the joints that it couples are on, and one of its bodies can move. */
bool cn_gear_acts(const cn_World *w, const cn_Joint *gear);

#endif
