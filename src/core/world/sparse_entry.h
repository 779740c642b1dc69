/* sparse_entry.h: finds what few shapes and joints have, in the world's lists of it. */
#ifndef CN_SPARSE_ENTRY_H
#define CN_SPARSE_ENTRY_H

#include "data/world.h"

/* Where the pair is, or would have to be: a < b. */
int cn_ignored_place(const cn_World *w, int a, int b);
/* Whether the two ignore each other; in either order. */
bool cn_ignored_has(const cn_World *w, int a, int b);
int cn_press_place(const cn_World *w, int shape);
int cn_alarm_place(const cn_World *w, int joint);
/* NULL: it has none. */
cn_Press *cn_press_of(const cn_World *w, int shape);
cn_Alarm *cn_alarm_of(const cn_World *w, int joint);

#endif
