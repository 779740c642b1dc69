/* watch.h: what a timeline is told of the steps. */
#ifndef BIND_EVENT_WATCH_H
#define BIND_EVENT_WATCH_H

#include "event/hooks.h"

/* The world is watched: tell of the hardest hit of the step, if it is hard enough. */
void bind_tell_hit(bind_Step *step);
/* Places of bodies are wanted, and a step has ended. */
void bind_keep_places(bind_World *w);
/* Into the table on the top: watch_hits(world, speed, fn), keep_places(world), take_places(world),
 * packed_poses(world, awake). */
void bind_watch_register(lua_State *L);

#endif
