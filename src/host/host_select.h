/* host_select.h: the body a person looks at, over rebuilds of its world.
 *
 * Ids count anew in each world, so a number alone says nothing there. */
#ifndef HOST_SELECT_H
#define HOST_SELECT_H

#include "host_visit.h"

/* Another world has come, or none (NULL). */
void host_select_follow(host_Scene *scene, const cn_World *world);
/* The name of a body that lives, anchored; NULL when it has none. */
const char *host_select_name(const host_Scene *scene, cn_BodyId body);

#endif
