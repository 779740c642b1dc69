/* host_select.h: the body a person looks at, over rebuilds of its world.
 *
 * Ids count anew in each world, so a number alone says nothing there. */
#ifndef HOST_SELECT_H
#define HOST_SELECT_H

#include "cairn.h"

typedef struct host_Selection {
    cn_BodyId body;    /* generation 0 = nothing selected */
    const char *name;  /* of the body when last seen, NULL when it has none; anchored */
    uint64_t likeness; /* of the world as it was loaded */
} host_Selection;

/* Which bodies there are, by id, type and the kinds of their shapes; not where. */
uint64_t host_select_likeness(const cn_World *world);

/* Another world has come, or none (NULL). */
struct host_Scene;
void host_select_follow(struct host_Scene *scene, const cn_World *world);

#endif
