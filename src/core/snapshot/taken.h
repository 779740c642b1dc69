/* taken.h: which snapshots a world has taken itself. */
#ifndef CN_SNAPSHOT_TAKEN_H
#define CN_SNAPSHOT_TAKEN_H

#include "data/world.h"

/* From now on these bytes are known; of many the last CN_TAKEN. */
void cn_taken_note(cn_Taken *t, const void *bytes, size_t size);
/* Are these bytes, all of them, some that were noted? */
bool cn_taken_knows(const cn_Taken *t, const void *bytes, size_t size);

#endif
