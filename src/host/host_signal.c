/* host_signal.c: signals that ask the program to end, for commands that have something to finish.
 *
 * Once host.catch_signals has been called, the first SIGINT, SIGTERM or SIGHUP is only noted, and
 * the command ends at its next step, its recording whole; a script that does not let it come so far
 * is stopped (host_guard.c). The second one ends the program as ever.
 */
#include "host_signal.h"

#include <lauxlib.h>
#include <signal.h>
#include <time.h>

#include "host.h"

/* ms: a second signal this soon is the first one once more, as timeout(1) and some shells send it
 * to the program and to its group */
#define SAME 250

static volatile sig_atomic_t noted;

static long long milliseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
}

static void note(int number) {
    static long long first;
    if (!noted) {
        noted = number;
        first = milliseconds();
        host_interrupt(number);
        signal(number, note); /* where a handler serves once */
    } else if (milliseconds() - first < SAME) {
        signal(number, note);
    } else {
        signal(number, SIG_DFL);
        raise(number);
    }
}

/* A function rather than SIG_IGN, which programs that we start would inherit. */
static void overlook(int number) { (void)number; }

void host_signal_ignore(void) {
#ifdef SIGXFSZ
    signal(SIGXFSZ, overlook);
#endif
#ifdef SIGPIPE
    signal(SIGPIPE, overlook);
#endif
}

/* host.catch_signals() */
static int l_catch_signals(lua_State *L) {
    (void)L;
    noted = 0;
    signal(SIGINT, note);
    signal(SIGTERM, note);
#ifdef SIGHUP
    signal(SIGHUP, note);
#endif
    return 0;
}

/* host.interrupted() -> number of the signal that asked to end, or nil */
static int l_interrupted(lua_State *L) {
    if (!noted) return 0;
    lua_pushinteger(L, noted);
    return 1;
}

void host_signal_register(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"catch_signals", l_catch_signals},
        {"interrupted", l_interrupted},
        {NULL, NULL},
    };
    luaL_setfuncs(L, functions, 0);
}
