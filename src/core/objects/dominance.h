/* dominance.h: keeps which bodies lead others where they meet. */
#ifndef CN_DOMINANCE_H
#define CN_DOMINANCE_H

#include "data/world.h"

cn_Result cn_dominance_check(cn_Error *e, const cn_BodyDef *d);
/* Room for one more, and in contacts that there are, if d has any. */
bool cn_dominance_reserve(cn_World *w, const cn_BodyDef *d);
/* As the definition says, for which there is room; none where it is 0. */
void cn_dominance_put(cn_World *w, int body, const cn_BodyDef *d);
void cn_dominance_drop(cn_World *w, int body);

#endif
