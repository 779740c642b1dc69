/* hooks.h: the hooks of a listener, in the order of their batches. */
#ifndef BIND_EVENT_HOOKS_H
#define BIND_EVENT_HOOKS_H

#include "base/types.h"

typedef enum bind_Hook {
    HOOK_STEER,
    HOOK_FILTER,
    HOOK_PRE_SOLVE,
    HOOK_BEGIN_CONTACT,
    HOOK_END_CONTACT,
    HOOK_POST_SOLVE,
    HOOK_HIT,
    HOOK_MOVER_HIT,
    HOOK_SENSOR,
    HOOK_PRESSED,
    HOOK_JOINT_ALARM,
    HOOK_JOINT_BROKEN,
    HOOK_LEFT_BOUNDS,
    HOOK_SLEPT,
    HOOK_WOKE,
    HOOK_COUNT
} bind_Hook;
/* One step as the hooks see it. The world is at stack index 1 of L, the hooks of the listener (or
 * nil) from first_hook on, the first error (or nil) at error. */
typedef struct bind_Step {
    lua_State *L;
    bind_World *world;
    int first_hook, error;
    bool failed;
    bind_Hook hook; /* the batch that runs */
    bool anew;      /* which ends it tells: of pairs that touch again, or of all others */
    cn_Decision *batch;
    int batch_count;
    lua_Integer delivered;
} bind_Step;
/* Push the listener's hooks, HOOK_COUNT values. */
void bind_push_hooks(lua_State *L, int world_index);
/* What the core calls inside its step; context is the bind_Step. */
void bind_decide(void *context, cn_World *core, cn_Decision *batch, int count);
/* The core begins or ends to compute: see bind_on_core. */
void bind_tell_core(bool inside);
/* Deliver the events of the step, batch by batch. Never raises. */
void bind_deliver(bind_Step *step);
/* Copy what the hooks of a flush would change under its feet. */
void bind_keep_bodies(lua_State *L, int world_index);
/* Push the message handler of protected calls for a new world. */
void bind_push_handler(lua_State *L, bind_World *w);
/* Call the function below the argc arguments on the top, protected; an error is kept. */
void bind_protected(bind_Step *step, int argc);
extern const luaL_Reg bind_hook_methods[];

#endif
