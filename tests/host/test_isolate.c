/* test_isolate.c: what ends a confined process: calls of the system that only a break-in makes.
 *
 * Each is made in a child of its own (host.isolate, host.confine) and by its number, as code would
 * that has taken over the interpreter. Prints "N checks, N failed". */
#define _GNU_SOURCE
#include <lauxlib.h>
#include <signal.h>
#include <string.h>

#include "check.h"
#include "host_isolate.h"

#ifdef __linux__
#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static int l_relay(lua_State *L) {
    (void)L;
    return 0;
}

enum { ENDED = 1000 }; /* and the signal */

/* The exit code of a child that is confined and calls try, or ENDED + n. */
static int outcome(int (*try)(void)) {
    lua_State *L = luaL_newstate();
    lua_newtable(L);
    host_isolate_register(L);
    lua_getfield(L, 1, "isolate");
    lua_pushcfunction(L, l_relay);
    lua_call(L, 1, 3);
    if (lua_isboolean(L, 2) && lua_toboolean(L, 2)) {
        lua_getfield(L, 1, "confine");
        lua_pushinteger(L, 0);
        lua_call(L, 1, 1);
        _exit(lua_toboolean(L, -1) ? try() : 99);
    }
    int signal = (int)lua_tointeger(L, 4);
    int code = signal ? ENDED + signal : (int)lua_tointeger(L, 3);
    lua_close(L);
    return code;
}

static int try_execve(void) { return (int)syscall(SYS_execve, "/bin/true", NULL, NULL); }
static int try_socket(void) { return (int)syscall(SYS_socket, 1, 1, 0); }
static int try_ptrace(void) { return (int)syscall(SYS_ptrace, 0, 0, 0, 0); }
static int try_mount(void) { return (int)syscall(SYS_mount, "a", "b", "c", 0, NULL); }

static int refused(long result) { return result == -1 && errno == EPERM ? 1 : 2; }
static int try_open(void) { return refused(syscall(SYS_openat, -100, "/etc/passwd", 0, 0)); }
static int try_code(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return refused(page == MAP_FAILED ? -1 : 0);
}
static int try_kill(void) { return refused(syscall(SYS_kill, getppid(), 0)); }
static int try_process(void) { return refused(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }
static int try_nothing(void) { return 7; }

int main(void) {
    static const struct {
        const char *name;
        int (*try)(void);
        int wanted;
    } cases[] = {
        {"nothing", try_nothing, 7},
        {"execve", try_execve, ENDED + SIGSYS},
        {"socket", try_socket, ENDED + SIGSYS},
        {"ptrace", try_ptrace, ENDED + SIGSYS},
        {"mount", try_mount, ENDED + SIGSYS},
        {"open", try_open, 1},
        {"memory to run", try_code, 1},
        {"a signal to the parent", try_kill, 1},
        {"a process", try_process, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int got = outcome(cases[i].try);
        expect(got == cases[i].wanted, "%s: got %d, wanted %d", cases[i].name, got,
               cases[i].wanted);
    }
    return tally();
}
#else
int main(void) { return tally(); }
#endif
