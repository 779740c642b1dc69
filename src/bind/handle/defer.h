/* defer.h: calls that wait for the end of a step, and destroys by finalizers in the middle of a
 * call. */
#ifndef BIND_HANDLE_DEFER_H
#define BIND_HANDLE_DEFER_H

#include "base/types.h"

/* The function and its arguments, all that lies above the world at 1, wait for the end of the step.
 */
void bind_keep_deferred(lua_State *L, bind_World *w);
/* world:defer(fn, ...), as a Lua function. */
int bind_world_defer(lua_State *L);
/* True inside a finalizer that runs in the middle of a call of this world. */
bool bind_is_interrupted(lua_State *L, const bind_World *w);
/* True there for a destroy of the object at 1: it is done after the next step; pushes true. */
bool bind_destroy_later(lua_State *L, bind_World *w);

#endif
