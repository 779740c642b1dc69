/* thrust.h: keeps the forces that act on a body in every step. */
#ifndef CN_THRUST_H
#define CN_THRUST_H

#include "data/world.h"

cn_Result cn_thrust_check(cn_Error *e, const cn_BodyDef *d);
/* Room for one more, if d has any. */
bool cn_thrust_reserve(cn_World *w, const cn_BodyDef *d);
/* As the definition says, for which there is room; none where all are 0. */
void cn_thrust_put(cn_World *w, int body, const cn_BodyDef *d);
void cn_thrust_drop(cn_World *w, int body);
/* Into the definition. */
void cn_thrust_tell(const cn_World *w, int body, cn_BodyDef *d);

#endif
