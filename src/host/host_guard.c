/* host_guard.c: see host_guard.h.
 *
 * The main thread writes what it does (serial, counting) and never reads a clock; the watching
 * thread asks for a verdict on that call, and the handler of its signal, in the main thread, gives
 * it if the call is still the same. It holds until the call has been left, and the hook stays armed
 * so long: a script that catches the error gets it again at its next instruction. */
#define _GNU_SOURCE
#include "host_guard.h"

#include <lauxlib.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bind.h"
#include "host.h"
#include "host_file.h"

#define LOOK_NS     10000000L          /* between two looks of the watching thread: 10 ms */
#define STUCK_NS    1000000000LL       /* beyond its budget a call is said to be stuck */
#define GRACE_NS    300000000LL        /* after a signal a call may take so long to end by itself */
#define LAST_NS     1200000000LL       /* a signal's error may take so long to end the program */
#define OUR_RESERVE ((size_t)64 << 20) /* bytes beyond the limit for the host's own work */
#define WAKE        SIGVTALRM          /* nobody here uses the timer that it belongs to */

enum { NAME_SIZE = 32, PLACE_SIZE = LUA_IDSIZE + 24 };

/* Between two looks at the clock, where there is no thread that does it: some milliseconds. */
enum { INSTRUCTIONS = 100000, CHECKS = 1000, RESUMES = 100 };

volatile int host_guard_verdict, host_guard_alert;

static struct Guard {
    lua_State *volatile running; /* the coroutine that Lua code runs in */
    int depth;                   /* calls of the script inside each other */
    bool aside;                  /* the core's step does not count */
    /* without a thread */
    bool by_clock;
    double began, left; /* s: the call, later by what does not count; and when the core took over */
    int until_look;     /* so many checks and resumes, each CHECKS / RESUMES checks */
    char home[4096];    /* the sources of our own files begin with this */
    /* what the main thread does, for the watching one */
    atomic_uint serial; /* changes with each call */
    atomic_bool active; /* there is one */
    atomic_bool counting;
    atomic_llong budget_ns; /* 0: no end */
    char name[NAME_SIZE];
    /* the watching thread */
    bool watched;
    atomic_bool begun;
    pthread_t main_thread;
    clockid_t main_clock;
    atomic_int asked;         /* a host_Verdict, on the call */
    atomic_uint asked_serial; /* of this number */
    atomic_bool wants_place;
    volatile sig_atomic_t has_place;
    char stuck_at[PLACE_SIZE];
    /* signals */
    volatile sig_atomic_t caught;
    /* memory */
    size_t used, limit;
    void *refused; /* the block that was to grow to so much, in vain */
    size_t refused_size;
    char place[PLACE_SIZE];        /* where the call was given up */
    char memory_place[PLACE_SIZE]; /* where memory was refused */
    char place_before[PLACE_SIZE]; /* the refusal before, should this one come to nothing */
} guard;

/* ---- raising ------------------------------------------------------------------------------ */

bool host_guard_is_ours(const char *source) {
    size_t length = strlen(guard.home);
    return length > 0 && strncmp(source, guard.home, length) == 0;
}

/* Whether the function of ar, with "S" and "l" asked for, is the script's to answer for. */
static bool is_script(const lua_Debug *ar) {
    size_t length = strlen(guard.home);
    if (ar->currentline <= 0) return false;
    return !host_guard_is_ours(ar->source) || (strncmp(ar->source + length, "scene", 5) != 0 &&
                                               strncmp(ar->source + length, "page", 4) != 0 &&
                                               strncmp(ar->source + length, "cli", 3) != 0);
}

static void name_place(char place[PLACE_SIZE], const lua_Debug *ar) {
    snprintf(place, PLACE_SIZE, "%s:%d: ", ar->short_src, ar->currentline);
    for (char *c = place; *c; c++) { /* a script names its chunks, and a terminal may obey */
        if ((unsigned char)*c < 32 || *c == 127) *c = '?';
    }
}

/* The innermost line of the script. Changes nothing in the state. */
static void find_place(lua_State *L, char place[PLACE_SIZE]) {
    lua_Debug ar;
    for (int level = 0; lua_getstack(L, level, &ar); level++) {
        lua_getinfo(L, "Sl", &ar);
        if (!is_script(&ar)) continue;
        name_place(place, &ar);
        return;
    }
}

static void give_verdict(int verdict) { host_guard_alert = host_guard_verdict = verdict; }

static int raise_verdict(lua_State *L) {
    char seconds[32];
    snprintf(seconds, sizeof seconds, "%g", 1e-9 * (double)atomic_load(&guard.budget_ns));
    if (host_guard_verdict == HOST_VERDICT_INTERRUPT) {
        lua_pushfstring(L, "%s%s was interrupted", guard.place, guard.name);
    } else {
        lua_pushfstring(L, "%s%s ran longer than %s s%s", guard.place, guard.name, seconds,
                        guard.by_clock ? "" : " (--budget)");
    }
    return lua_error(L);
}

static void on_count(lua_State *L, lua_Debug *ar);

/* Safe in a handler of signals, as are only these functions of Lua. Once is enough: it walks the
 * stack, and below 200,000 calls it would take all the time that there is between two signals. */
static void arm(lua_State *L) {
    if (lua_gethook(L) == on_count && lua_gethookcount(L) == 1) return;
    lua_sethook(L, on_count, LUA_MASKCOUNT, 1);
}

/* Where no thread looks: the hook comes by now and then, and does. */
static void arm_clock(lua_State *L) {
    if (lua_gethook(L) == on_count && lua_gethookcount(L) == INSTRUCTIONS) return;
    lua_sethook(L, on_count, LUA_MASKCOUNT, INSTRUCTIONS);
}

static void look_at_clock(void) {
    double budget = 1e-9 * (double)atomic_load(&guard.budget_ns);
    if (host_guard_verdict || guard.depth == 0 || budget <= 0.0) return;
    guard.until_look = CHECKS;
    if (host_now() - guard.began > budget) give_verdict(HOST_VERDICT_BUDGET);
}

/* Whether the call has been given up; by the clock at most when checks have used up what they had.
 */
static bool is_over(int checks) {
    if (!host_guard_verdict && guard.by_clock && (guard.until_look -= checks) <= 0) look_at_clock();
    return host_guard_verdict != HOST_VERDICT_NONE;
}

bool host_guard_is_over(void) { return is_over(CHECKS); }

/* Armed for each instruction while there is a verdict; coroutines made meanwhile inherit it and
 * drop it here. */
static void on_count(lua_State *L, lua_Debug *ar) {
    if (!is_over(CHECKS)) {
        if (guard.by_clock && guard.depth > 0)
            arm_clock(L);
        else
            lua_sethook(L, NULL, 0, 0);
        return;
    }
    arm(L);
    lua_getinfo(L, "Sl", ar);
    if (!is_script(ar)) return;
    if (!guard.place[0]) name_place(guard.place, ar);
    raise_verdict(L);
}

void host_guard_raise(lua_State *L) {
    lua_Debug ar;
    if (!is_over(1) || !lua_getstack(L, 1, &ar)) return;
    lua_getinfo(L, "Sl", &ar);
    if (!is_script(&ar)) return;
    if (!guard.place[0]) name_place(guard.place, &ar);
    raise_verdict(L);
}

void host_guard_raise_anywhere(lua_State *L) {
    if (!guard.place[0]) find_place(L, guard.place);
    raise_verdict(L);
}

lua_State *host_guard_run_in(lua_State *L) {
    lua_State *before = guard.running;
    guard.running = L;
    if (!L) return before;
    if (is_over(CHECKS / RESUMES))
        arm(L);
    else if (guard.by_clock && guard.depth > 0)
        arm_clock(L);
    return before;
}

void host_guard_use_clock(void) { guard.by_clock = guard.watched = true; }

#ifndef __EMSCRIPTEN__
/* ---- signals ------------------------------------------------------------------------------ */

/* In the main thread: the watching one found that a call must end, or wants to know where it is. A
 * call that an armed hook did not end in seconds sits in a function in C: its stack lies still. */
static void on_wake(int number) {
    (void)number;
    lua_State *L = guard.running;
    if (!L || !atomic_load(&guard.counting)) return;
    if (atomic_load(&guard.asked_serial) != atomic_load(&guard.serial)) return;
    if (!host_guard_verdict) give_verdict(atomic_load(&guard.asked));
    arm(L);
    if (!atomic_load(&guard.wants_place) || guard.has_place) return;
    find_place(L, guard.stuck_at);
    guard.has_place = 1;
}

void host_interrupt(int number) { guard.caught = number; }

/* ---- the watching thread -------------------------------------------------------------------- */

static long long nanoseconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

typedef struct Look {
    unsigned serial;
    long long cpu, wall; /* when looked at last, ns */
    long long used;      /* of the processor in this call so far */
    long long since;     /* the call began, on the clock of the wall */
    long long caught_at; /* a signal came; 0: none has */
    unsigned caught_in;  /* the call of that time */
    bool said;
} Look;

/* "cairn: stuck in update at scene.lua:31 for 5 s, in a function that cannot be interrupted" */
static void say_stuck(const Look *look, bool leaving) {
    char text[NAME_SIZE + PLACE_SIZE + 100];
    char at[PLACE_SIZE + 4] = "";
    if (guard.has_place && guard.stuck_at[0]) {
        snprintf(at, sizeof at, " at %s", guard.stuck_at);
        at[strlen(at) - 2] = '\0'; /* the ": " */
    }
    long long seconds = (look->wall - look->since) / 1000000000LL;
    int length =
        snprintf(text, sizeof text, "cairn: %s in %s%s for %lld s%s\n", leaving ? "ended" : "stuck",
                 guard.name, at, seconds, leaving ? "" : ": Ctrl-C ends the program");
    if (length > 0 && write(STDERR_FILENO, text, (size_t)length) < 0) return;
}

static void ask(const Look *look, host_Verdict verdict) {
    atomic_store(&guard.asked, (int)verdict);
    atomic_store(&guard.asked_serial, look->serial);
    pthread_kill(guard.main_thread, WAKE);
}

/* The call in which a signal came is ended; calls after it are part of leaving. If it cannot be
 * ended the program is. */
static void see_signal(Look *look, bool counting) {
    if (!guard.caught) return;
    if (!look->caught_at) {
        look->caught_at = look->wall;
        look->caught_in = look->serial;
    }
    if (look->serial != look->caught_in || !atomic_load(&guard.active)) return;
    if (look->wall - look->caught_at < GRACE_NS) return;
    atomic_store(&guard.wants_place, true);
    if (counting) ask(look, HOST_VERDICT_INTERRUPT);
    if (look->wall - look->caught_at < LAST_NS) return;
    say_stuck(look, true);
    _exit(128 + guard.caught);
}

static void see_budget(Look *look, bool counting) {
    long long budget = atomic_load(&guard.budget_ns);
    if (!counting || budget == 0 || look->used <= budget) return;
    ask(look, HOST_VERDICT_BUDGET);
    if (look->used < budget + STUCK_NS || look->said) return;
    atomic_store(&guard.wants_place, true);
    if (!guard.has_place) return;
    say_stuck(look, false);
    look->said = true;
}

static void look_once(Look *look) {
    bool counting = atomic_load(&guard.counting);
    unsigned serial = atomic_load(&guard.serial);
    long long cpu = nanoseconds(guard.main_clock);
    look->wall = nanoseconds(CLOCK_MONOTONIC);
    if (serial != look->serial) {
        look->serial = serial;
        look->used = 0;
        look->since = look->wall;
        look->said = false;
        atomic_store(&guard.wants_place, false);
        guard.has_place = 0;
    } else if (counting) {
        look->used += cpu - look->cpu;
    }
    look->cpu = cpu;
    see_signal(look, counting);
    see_budget(look, counting);
}

static void *watch(void *argument) {
    (void)argument;
    atomic_store(&guard.begun, true);
    Look look = {0};
    const struct timespec pause = {.tv_nsec = LOOK_NS};
    for (;;) {
        nanosleep(&pause, NULL);
        look_once(&look);
    }
    return NULL;
}

/* A child has none of its parent's threads. */
static void lose_thread(void) { guard.watched = false; }

/* Signals are for the main thread. Without a thread there are no budgets, and nothing else lacks.
 * The thread has begun when this returns: whoever forks while a thread begins may copy a lock that
 * the C library or a sanitizer holds for it, and nobody frees it in the child. */
static void start_watching(void) {
    static bool told;
    if (!told) told = pthread_atfork(NULL, NULL, lose_thread) == 0;
    guard.watched = true;
    atomic_store(&guard.begun, false);
    guard.main_thread = pthread_self();
    if (pthread_getcpuclockid(guard.main_thread, &guard.main_clock) != 0) return;
    struct sigaction action = {.sa_handler = on_wake, .sa_flags = SA_RESTART};
    sigaction(WAKE, &action, NULL);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    bool started = pthread_create(&thread, &attributes, watch, NULL) == 0;
    pthread_attr_destroy(&attributes);
    while (started && !atomic_load(&guard.begun)) sched_yield();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

#else
/* There are neither threads nor signals; a page uses the clock. */
static void start_watching(void) { guard.watched = true; }
void host_interrupt(int number) { guard.caught = number; }
#endif

/* ---- calls of the script -------------------------------------------------------------------- */

void host_guard_enter(lua_State *L, const char *name, double seconds, bool aside) {
    if (guard.depth++ > 0) return;
    if (!guard.watched) start_watching();
    guard.running = L;
    guard.aside = aside;
    guard.place[0] = guard.memory_place[0] = '\0';
    size_t length = strlen(name); /* each tick comes by: no printf */
    if (length >= sizeof guard.name) length = sizeof guard.name - 1;
    memcpy(guard.name, name, length);
    guard.name[length] = '\0';
    atomic_store_explicit(&guard.budget_ns, (long long)(seconds * 1e9), memory_order_relaxed);
    atomic_fetch_add_explicit(&guard.serial, 1, memory_order_relaxed);
    atomic_store_explicit(&guard.active, true, memory_order_release);
    atomic_store_explicit(&guard.counting, true, memory_order_release);
    if (!guard.by_clock) return;
    guard.began = host_now();
    guard.until_look = CHECKS;
    host_guard_alert = 1;
    arm_clock(L);
}

host_Verdict host_guard_leave(lua_State *L) {
    if (guard.depth == 0 || --guard.depth > 0) return HOST_VERDICT_NONE;
    atomic_store_explicit(&guard.counting, false, memory_order_release);
    atomic_store_explicit(&guard.active, false, memory_order_release);
    atomic_fetch_add_explicit(&guard.serial, 1, memory_order_relaxed);
    int verdict = host_guard_verdict;
    if (verdict || guard.by_clock) {
        give_verdict(HOST_VERDICT_NONE);
        lua_sethook(L, NULL, 0, 0);
    }
    if (!verdict && guard.memory_place[0]) verdict = HOST_VERDICT_MEMORY;
    return (host_Verdict)verdict;
}

bool host_guard_is_inside(void) { return guard.depth > 0; }

const char *host_guard_place(void) { return guard.memory_place; }

/* The core's step begins or ends (or its batch of questions, the other way round). */
static void on_core(bool inside) {
    if (guard.depth == 0 || !guard.aside) return;
    atomic_store_explicit(&guard.counting, !inside, memory_order_relaxed);
    if (!guard.by_clock) return;
    if (inside)
        guard.left = host_now();
    else
        guard.began += host_now() - guard.left;
}

/* ---- memory --------------------------------------------------------------------------------- */

/* Only a script is refused what the machine has; what shows its error still gets some. */
static bool is_refused(size_t more) {
    size_t limit = guard.limit;
    if (limit == 0) return false;
    if (guard.depth == 0) limit += OUR_RESERVE;
    return more > limit || guard.used > limit - more;
}

static void note_refusal(void *memory, size_t size) {
    guard.refused = memory;
    guard.refused_size = size;
    if (guard.depth == 0 || !guard.running) return;
    snprintf(guard.place_before, PLACE_SIZE, "%s", guard.memory_place);
    find_place(guard.running, guard.memory_place);
}

static void *allocate(void *ud, void *memory, size_t old_size, size_t size) {
    (void)ud;
    if (!memory) old_size = 0; /* it tells the kind of object then */
    if (size == 0) {
        free(memory);
        guard.used -= old_size;
        return NULL;
    }
    /* Lua collects garbage and asks again: only if that is in vain, too, it is an error */
    bool again = size > old_size && guard.refused == memory && guard.refused_size == size;
    if (size > old_size && is_refused(size - old_size)) {
        if (again)
            guard.refused_size = 0;
        else
            note_refusal(memory, size);
        return NULL;
    }
    void *fresh = realloc(memory, size);
    if (fresh) guard.used += size - old_size;
    if (again) {
        guard.refused_size = 0;
        snprintf(guard.memory_place, PLACE_SIZE, "%s", guard.place_before);
    }
    return fresh;
}

void host_guard_set_memory(size_t lua_bytes, size_t world_bytes) {
    guard.limit = lua_bytes;
    cn_set_memory_limit(world_bytes);
}

size_t host_guard_memory(void) { return guard.used; }

static int on_panic(lua_State *L) {
    const char *message = lua_tostring(L, -1);
    fprintf(stderr, "cairn: %s\n", message ? message : "error outside of a protected call");
    return 0;
}

void host_guard_set_home(const char *prefix) {
    snprintf(guard.home, sizeof guard.home, "%s", prefix);
}

lua_State *host_guard_new_state(void) {
    lua_State *L = lua_newstate(allocate, NULL);
    if (!L) return NULL;
    lua_atpanic(L, on_panic);
    guard.running = L;
    bind_on_core(on_core);
    return L;
}

/* Finalizers run now, all of them together no longer than one hook. */
void host_guard_close_state(lua_State *L) {
    host_guard_set_memory(0, 0);
    host_guard_enter(L, "a finalizer", 2.0, false);
    lua_close(L);
    give_verdict(HOST_VERDICT_NONE);
    atomic_store(&guard.counting, false);
    atomic_store(&guard.active, false);
    guard.depth = 0;
    guard.running = NULL;
}
