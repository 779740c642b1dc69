/* thrust_entry.h: finds the forces that act on a body in every step. */
#ifndef CN_THRUST_ENTRY_H
#define CN_THRUST_ENTRY_H

#include "data/world.h"

/* Where the entry of a body is, or would have to be. */
int cn_thrust_place(const cn_World *w, int body);
/* NULL: it has none. */
const cn_Thrust *cn_thrust_of(const cn_World *w, int body);

#endif
