/* call_log.h: a world that is recorded tells its recorder of every call that changes it. */
#ifndef BIND_HANDLE_CALL_LOG_H
#define BIND_HANDLE_CALL_LOG_H

#include "base/types.h"

/* Call the recorder of the world at world_index, (kind, the argc values on the top), and pop them.
 * One that has been closed is let go. Raises what it raises. */
void bind_tell_recorder(lua_State *L, int world_index, const char *kind, int argc);
/* The running method, whose arguments are the stack, is about to change the recorded world w. */
BIND_COLD void bind_log_call(lua_State *L, bind_World *w);
/* For methods that check by themselves whether they may. */
static inline void bind_log_change(lua_State *L, bind_World *w) {
    if (w->recorded) bind_log_call(L, w);
}
/* Into the table on the top: attach(world, fn(kind, ...)), replay_step(world, dt, decisions). */
void bind_call_log_register(lua_State *L, lua_CFunction replay_step);

#endif
