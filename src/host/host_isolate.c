/* host_isolate.c: a second process that can compute and write to two pipes, and nothing else.
 *
 * host.isolate forks before there are threads. The parent passes on what the child writes and
 * waits for it. The child goes on with the command, reads what it will need, and calls
 * host.confine: from then on a filter of system calls (seccomp) and limits of the system hold,
 * which nothing in the process can take back, whatever a script makes of the interpreter. No file
 * is opened, by any name; nothing is run, sent or mapped to be run. Linux alone has that; elsewhere
 * it is refused with a sentence. No rights are needed.
 *
 * The list says what is allowed. What only a break-in would ask for ends the process; the rest is
 * answered with an error. */
#define _GNU_SOURCE
#include "host_isolate.h"

#include <lauxlib.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __x86_64__
#define MACHINE AUDIT_ARCH_X86_64
#else
#define MACHINE AUDIT_ARCH_AARCH64
#endif

/* ---- the filter ----------------------------------------------------------------------------- */

static const int allowed[] = {
    SYS_read,
    SYS_write,
    SYS_readv,
    SYS_writev,
    SYS_close,
    SYS_lseek,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_brk,
    SYS_futex,
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_gettimeofday,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_restart_syscall,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_getpid,
    SYS_gettid,
    SYS_getrandom,
    SYS_getrusage,
    SYS_times,
    SYS_set_robust_list,
    SYS_set_tid_address,
    SYS_exit,
    SYS_exit_group,
#ifdef SYS_rseq
    SYS_rseq,
#endif
#ifdef SYS_poll
    SYS_poll,
#endif
    SYS_ppoll,
};

static const int deadly[] = {
    SYS_execve,
    SYS_execveat,
    SYS_socket,
    SYS_connect,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_mount,
    SYS_unshare,
    SYS_setns,
    SYS_process_vm_writev,
    SYS_bpf,
    SYS_keyctl,
    SYS_add_key,
    SYS_init_module,
    SYS_open_by_handle_at,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_kexec_load,
#ifdef SYS_fork
    SYS_fork,
    SYS_vfork,
#endif
#ifdef SYS_io_uring_setup
    SYS_io_uring_setup,
#endif
};

enum { MOST_LINES = 256 };

typedef struct Filter {
    struct sock_filter lines[MOST_LINES];
    unsigned short count;
} Filter;

static void add(Filter *f, struct sock_filter line) { f->lines[f->count++] = line; }

static void add_load(Filter *f, size_t offset) {
    add(f, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offset));
}

static void add_answer(Filter *f, unsigned answer) {
    add(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, answer));
}

/* This call gets the answer. */
static void add_call(Filter *f, int number, unsigned answer) {
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 1));
    add_answer(f, answer);
}

/* This call is allowed where the test of an argument's lower half holds, else it is refused. */
static void add_tested(Filter *f, int number, int argument, unsigned short test, unsigned value,
                       bool wanted) {
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 4));
    add_load(f, offsetof(struct seccomp_data, args) + (size_t)argument * 8); /* little-endian */
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | test | BPF_K, value, wanted ? 0 : 1,
                                        wanted ? 1 : 0));
    add_answer(f, SECCOMP_RET_ALLOW);
    add_answer(f, SECCOMP_RET_ERRNO | EPERM);
}

static void make_filter(Filter *f) {
    f->count = 0;
    add_load(f, offsetof(struct seccomp_data, arch));
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0));
    add_answer(f, SECCOMP_RET_KILL_PROCESS);
    add_load(f, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__ /* the same calls by other numbers */
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 0, 1));
    add_answer(f, SECCOMP_RET_KILL_PROCESS);
#endif
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        add_call(f, allowed[i], SECCOMP_RET_ALLOW);
    }
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) {
        add_call(f, deadly[i], SECCOMP_RET_KILL_PROCESS);
    }
    add_tested(f, SYS_clone, 0, BPF_JSET, CLONE_THREAD, true);
    add_tested(f, SYS_mmap, 2, BPF_JSET, PROT_EXEC, false);
    add_tested(f, SYS_mprotect, 2, BPF_JSET, PROT_EXEC, false);
    add_tested(f, SYS_tgkill, 0, BPF_JEQ, (unsigned)getpid(), true);
#ifdef SYS_clone3 /* its flags cannot be looked at; the C library then takes clone */
    add_call(f, SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS);
#endif
    add_answer(f, SECCOMP_RET_ERRNO | EPERM);
}

static void limit(__rlimit_resource_t resource, rlim_t most) {
    struct rlimit r = {most, most};
    setrlimit(resource, &r);
}

/* host.confine(bytes) -> true, or nil and why not; bytes: of address space, 0 for no end */
static int l_confine(lua_State *L) {
    lua_Integer bytes = luaL_checkinteger(L, 1);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NOFILE, 3);
    if (bytes > 0) limit(RLIMIT_AS, (rlim_t)bytes);
    Filter filter;
    make_filter(&filter);
    struct sock_fprog program = {filter.count, filter.lines};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0) {
        lua_pushboolean(L, 1);
        return 1;
    }
    lua_pushnil(L);
    lua_pushfstring(L, "the system has no filter of system calls (%s)", strerror(errno));
    return 2;
}

/* ---- two processes -------------------------------------------------------------------------- */

/* s: from the first signal that asks to end, longer than host_guard.c lets a stuck call have */
#define GRACE 2

static const int asking[] = {SIGINT, SIGTERM, SIGHUP};
enum { ASKING = sizeof asking / sizeof *asking };

static volatile sig_atomic_t asked; /* a signal has asked to end */
static volatile pid_t child;

/* The child takes a signal as any program of ours does. */
static void pass_on(int number) {
    kill(child, number);
    if (!asked) alarm(GRACE);
    asked = 1;
}

/* One that no longer answers is ended. */
static void put_down(int number) {
    (void)number;
    kill(child, SIGKILL);
}

static void become_child(int out, int err) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    for (int file = 3; file < 1024; file++) close(file);
}

/* Call the function at 1 with 1 or 2, for stdout or stderr, and what was read; false at the end. */
static bool relay(lua_State *L, int stream, int file) {
    static char bytes[1 << 14];
    ssize_t got = read(file, bytes, sizeof bytes);
    if (got < 0) return errno == EINTR;
    lua_pushvalue(L, 1);
    lua_pushinteger(L, stream);
    lua_pushlstring(L, bytes, (size_t)got);
    lua_call(L, 2, 0);
    return got > 0;
}

static void relay_all(lua_State *L, int out, int err) {
    struct pollfd files[] = {{out, POLLIN, 0}, {err, POLLIN, 0}};
    for (int open_files = 2; open_files > 0;) {
        if (poll(files, 2, -1) < 0 && errno != EINTR) break;
        for (int i = 0; i < 2; i++) {
            if (!files[i].revents || files[i].fd < 0) continue;
            files[i].revents = 0;
            if (relay(L, i + 1, files[i].fd)) continue;
            files[i].fd = -1;
            open_files--;
        }
    }
}

static int refuse(lua_State *L) {
    lua_pushnil(L);
    lua_pushstring(L, strerror(errno));
    return 2;
}

/* host.isolate(relay) -> in the child: true. In the parent, when the child is over: false, its exit
 * code, and the signal that ended it, if one did. Or nil and why not. relay(1 or 2, text): what the
 * child wrote to stdout or stderr, "" at its end. */
static int l_isolate(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    int out[2], err[2];
    if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) return refuse(L);
    fflush(NULL);
    sigset_t kept, before; /* until there is someone to pass them on to */
    sigemptyset(&kept);
    for (int i = 0; i < ASKING; i++) sigaddset(&kept, asking[i]);
    sigprocmask(SIG_BLOCK, &kept, &before);
    child = fork();
    if (child <= 0) sigprocmask(SIG_SETMASK, &before, NULL);
    if (child < 0) return refuse(L);
    if (child == 0) {
        become_child(out[1], err[1]);
        lua_pushboolean(L, 1);
        return 1;
    }
    close(out[1]);
    close(err[1]);
    asked = 0;
    for (int i = 0; i < ASKING; i++) signal(asking[i], pass_on);
    signal(SIGALRM, put_down);
    sigprocmask(SIG_SETMASK, &before, NULL);
    relay_all(L, out[0], err[0]);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    alarm(0);
    lua_pushboolean(L, 0);
    lua_pushinteger(L, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    if (!WIFSIGNALED(status)) return 2;
    lua_pushinteger(L, WTERMSIG(status));
    return 3;
}

#else

static int l_isolate(lua_State *L) {
    lua_pushnil(L);
    lua_pushliteral(L, "this system has no filter of system calls that Cairn knows");
    return 2;
}

static int l_confine(lua_State *L) { return l_isolate(L); }

#endif

void host_isolate_register(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"isolate", l_isolate}, {"confine", l_confine}, {NULL, NULL}};
    luaL_setfuncs(L, functions, 0);
}
