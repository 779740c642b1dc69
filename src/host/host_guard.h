/* host_guard.h: what a script may take: time, memory, and the answer to Ctrl-C.
 *
 * A call of the script stands between host_guard_enter and host_guard_leave. Nothing is counted
 * meanwhile: a thread of its own looks a hundred times a second how long the call has computed.
 * When that is too long, it sends the main thread a signal, whose handler arms a hook of Lua, as
 * lua.c does for Ctrl-C; the hook raises the error at the line that runs. Code of ours in the
 * scripts' way (lua/cairn/scene, lua/cairn/cli) is never interrupted.
 *
 * Hooks do not reach into functions in C: those that can take for ever ask host_guard_check by
 * themselves (host_pattern.c, host_safe.c). What still cannot be ended is named on stderr.
 *
 * A page in a browser has neither threads nor signals (host_guard_use_clock): there the hook is
 * armed in every call, and it and the checks look at the clock of the wall now and then.
 *
 * One for the process, since signals are: the state that was opened last is guarded. */
#ifndef HOST_GUARD_H
#define HOST_GUARD_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum host_Verdict {
    HOST_VERDICT_NONE,
    HOST_VERDICT_BUDGET,    /* computed for longer than it may */
    HOST_VERDICT_MEMORY,    /* asked for more than it may */
    HOST_VERDICT_INTERRUPT, /* a signal that ends the program */
} host_Verdict;

/* A state whose memory is counted, with no limits yet; NULL when out of memory. */
lua_State *host_guard_new_state(void);
/* What the sources of our own Lua files begin with: "@.../lua/cairn/". */
void host_guard_set_home(const char *prefix);
/* Whether a chunk's name is one of those. */
bool host_guard_is_ours(const char *source);
void host_guard_close_state(lua_State *L);

/* Bytes that Lua may hold, and all worlds beside it; 0: all there is. */
void host_guard_set_memory(size_t lua_bytes, size_t world_bytes);
size_t host_guard_memory(void); /* bytes that Lua holds */
/* A call of the script begins: name for messages, seconds of the processor it may take, 0 for all.
 * With aside, time inside the core's step does not count. A call inside another is part of it. */
void host_guard_enter(lua_State *L, const char *name, double seconds, bool aside);
/* It has ended. Why it was stopped, if it was. */
host_Verdict host_guard_leave(lua_State *L);
/* Whether a call is under way. */
bool host_guard_is_inside(void);
/* "file:line: " where memory was refused last, or "". */
const char *host_guard_place(void);

/* From now on no thread watches: calls look at the clock themselves. */
void host_guard_use_clock(void);

/* Raise if the call that runs has been given up; for loops in C. */
extern volatile int host_guard_verdict;
extern volatile int host_guard_alert; /* there is a verdict, or nobody else looks for one */
void host_guard_raise(lua_State *L);
static inline void host_guard_check(lua_State *L) {
    if (host_guard_alert) host_guard_raise(L);
}
/* Whether it has been given up, for code that must end by itself. */
bool host_guard_is_over(void);

/* The same whoever runs, our own code too: for what takes for ever on the script's behalf. */
void host_guard_raise_anywhere(lua_State *L);

/* The coroutine that Lua code runs in from now on; returns the one before. */
lua_State *host_guard_run_in(lua_State *L);

#endif
