/* jobs.c: see jobs.h.
 *
 * A job's items are cut into chunks, and each thread gets a run of them, always the same run in
 * jobs of equal size: what it wrote in the last job it finds in its own cache. A thread takes its
 * own chunks from the front, then those of other threads from the back: an eighth of what is left
 * at a time, since each taking waits until all that was written before has arrived, and lines that
 * come from another core take long. A thread without a chunk in hand is not waited for, so that a
 * worker which sleeps, or has lost its core, delays no other.
 * Invariant: a run carries the number of its job, and taking from it is one compare-and-swap. So a
 * late thread takes nothing, and what a job consists of is read only by threads that hold a chunk
 * of it, while the caller cannot have left it. */
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "base/jobs.h"

#include <fenv.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"

/* count of pauses before a waiting thread lets others have its core, some 20 us: more of them
 * answer faster and waste more of a busy machine */
#define PATIENCE    1000
#define LINGER_US   100   /* us, awake after a step: the next one may come at once */
#define IDLE_US     2000  /* us, awake within a step, where one thread works long */
#define MOST_CHUNKS 65535 /* count of chunks of one job: their numbers are kept in 16 bits */

/* Chunks next to end - 1 of job number job. */
typedef struct Run {
    uint32_t job;
    uint16_t next, end;
} Run;

typedef struct Line {
    _Atomic uint64_t run;
    char alone[56]; /* a cache line to itself */
} Line;

typedef struct Worker {
    cn_Jobs *jobs;
    int index;
    uint32_t environment_number;
    pthread_t thread;
} Worker;

struct cn_Jobs {
    /* written by the caller, read by all */
    _Atomic uint32_t signal; /* number of the last job; also counted up to wake workers */
    atomic_bool stepping, stop, starved;
    cn_JobFn fn;
    void *context;
    int count, chunk_size;
    char alone[64];
    _Atomic int done; /* chunks */
    char alone_too[60];
    Line lines[CN_MAX_THREADS];
    Worker workers[CN_MAX_THREADS]; /* 0 is the caller */
    int threads;
    int patience;       /* pauses */
    fenv_t environment; /* of the caller: rounding and tiny numbers count the same on all threads */
    uint32_t environment_number;
    _Atomic int parked;
    pthread_mutex_t mutex;
    pthread_cond_t condition;
};

/* ---- chunks ------------------------------------------------------------------------------- */

static uint64_t pack(Run r) { return (uint64_t)r.job << 32 | (uint64_t)r.end << 16 | r.next; }

static Run unpack(uint64_t bits) {
    return (Run){(uint32_t)(bits >> 32), (uint16_t)bits, (uint16_t)(bits >> 16)};
}

/* Some chunks of the run; none when it has none left or belongs to another job. */
static Run take(Line *line, uint32_t job, bool own) {
    uint64_t bits = atomic_load_explicit(&line->run, memory_order_acquire);
    for (;;) {
        Run left = unpack(bits), taken = left;
        if (left.job != job || left.next >= left.end) return (Run){0};
        int count = (left.end - left.next + 7) / 8;
        if (own)
            left.next = taken.end = (uint16_t)(left.next + count);
        else
            left.end = taken.next = (uint16_t)(left.end - count);
        if (atomic_compare_exchange_weak_explicit(&line->run, &bits, pack(left),
                                                  memory_order_acq_rel, memory_order_acquire))
            return taken;
    }
}

static void enter_environment(cn_Jobs *jobs, int worker) {
    uint32_t *number = &jobs->workers[worker].environment_number;
    if (worker == 0 || *number == jobs->environment_number) return;
    *number = jobs->environment_number;
    fesetenv(&jobs->environment);
}

static void work_on(cn_Jobs *jobs, Run run, int worker) {
    enter_environment(jobs, worker);
    int first = run.next * jobs->chunk_size, left = jobs->count - first;
    int count = (run.end - run.next) * jobs->chunk_size;
    jobs->fn(jobs->context, first, first + (left < count ? left : count), worker);
}

static void help(cn_Jobs *jobs, uint32_t job, int worker) {
    unsigned failures = cn_alloc_failures();
    int done = 0;
    for (int i = 0; i < jobs->threads; i++) {
        int owner = (worker + i) % jobs->threads;
        for (;;) {
            Run run = take(&jobs->lines[owner], job, i == 0);
            if (run.next == run.end) break;
            work_on(jobs, run, worker);
            done += run.end - run.next;
        }
    }
    if (cn_alloc_failures() != failures) atomic_store(&jobs->starved, true);
    if (done > 0) atomic_fetch_add_explicit(&jobs->done, done, memory_order_release);
}

/* ---- waiting ------------------------------------------------------------------------------ */

static void pause_core(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static int64_t now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* Cores that this process may use. */
static int core_count(void) {
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (int)n : 1;
}

static void park(cn_Jobs *jobs, uint32_t seen) {
    pthread_mutex_lock(&jobs->mutex);
    atomic_fetch_add(&jobs->parked, 1);
    while (atomic_load(&jobs->signal) == seen && !atomic_load(&jobs->stop))
        pthread_cond_wait(&jobs->condition, &jobs->mutex);
    atomic_fetch_sub(&jobs->parked, 1);
    pthread_mutex_unlock(&jobs->mutex);
}

static void wake(cn_Jobs *jobs) {
    if (atomic_load(&jobs->parked) == 0) return;
    pthread_mutex_lock(&jobs->mutex);
    pthread_cond_broadcast(&jobs->condition);
    pthread_mutex_unlock(&jobs->mutex);
}

/* Until there is something new: spinning first, then letting others have the core, then asleep. */
static void wait_for_signal(cn_Jobs *jobs, uint32_t seen) {
    int64_t since = 0;
    for (int spins = 0;; spins++) {
        if (atomic_load_explicit(&jobs->signal, memory_order_acquire) != seen) return;
        if (atomic_load_explicit(&jobs->stop, memory_order_relaxed)) return;
        pause_core();
        if (spins < jobs->patience || spins % 16 != 0) continue;
        if (since == 0) since = now_us();
        bool stepping = atomic_load_explicit(&jobs->stepping, memory_order_relaxed);
        if (now_us() - since > (stepping ? IDLE_US : LINGER_US)) break;
        sched_yield();
    }
    park(jobs, seen);
}

static void *worker_main(void *argument) {
    Worker *self = argument;
    cn_Jobs *jobs = self->jobs;
    uint32_t seen = 0;
    cn_memory_reach_stack();
    for (;;) {
        wait_for_signal(jobs, seen);
        if (atomic_load(&jobs->stop)) return NULL;
        seen = atomic_load_explicit(&jobs->signal, memory_order_acquire);
        help(jobs, seen, self->index);
    }
}

/* ---- the pool ----------------------------------------------------------------------------- */

/* Signals are for the threads of the program. */
static void start_workers(cn_Jobs *jobs, int threads) {
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    jobs->threads = 1;
    for (int i = 1; i < threads; i++) {
        Worker *w = &jobs->workers[i];
        *w = (Worker){.jobs = jobs, .index = i};
        if (pthread_create(&w->thread, NULL, worker_main, w) != 0) break;
        jobs->threads++;
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

cn_Jobs *cn_jobs_create(int threads) {
    cn_Jobs *jobs = cn_alloc(sizeof *jobs);
    if (!jobs) return NULL;
    memset(jobs, 0, sizeof *jobs);
    if (pthread_mutex_init(&jobs->mutex, NULL) != 0 ||
        pthread_cond_init(&jobs->condition, NULL) != 0) {
        cn_free(jobs, sizeof *jobs);
        return NULL;
    }
    threads = threads < CN_MAX_THREADS ? threads : CN_MAX_THREADS;
    jobs->patience = threads <= core_count() ? PATIENCE : 0;
    start_workers(jobs, threads);
    return jobs;
}

void cn_jobs_destroy(cn_Jobs *jobs) {
    if (!jobs) return;
    pthread_mutex_lock(&jobs->mutex);
    atomic_store(&jobs->stop, true);
    pthread_cond_broadcast(&jobs->condition);
    pthread_mutex_unlock(&jobs->mutex);
    for (int i = 1; i < jobs->threads; i++) pthread_join(jobs->workers[i].thread, NULL);
    pthread_cond_destroy(&jobs->condition);
    pthread_mutex_destroy(&jobs->mutex);
    cn_free(jobs, sizeof *jobs);
}

int cn_jobs_threads(const cn_Jobs *jobs) { return jobs ? jobs->threads : 1; }

/* ---- jobs --------------------------------------------------------------------------------- */

void cn_jobs_begin(cn_Jobs *jobs) {
    if (cn_jobs_threads(jobs) == 1) return;
    fegetenv(&jobs->environment);
    jobs->environment_number++;
    atomic_store_explicit(&jobs->stepping, true, memory_order_relaxed);
    atomic_fetch_add(&jobs->signal, 1);
    wake(jobs);
}

void cn_jobs_end(cn_Jobs *jobs) {
    if (jobs) atomic_store_explicit(&jobs->stepping, false, memory_order_relaxed);
}

bool cn_jobs_starved(cn_Jobs *jobs) { return jobs && atomic_exchange(&jobs->starved, false); }

static void wait_for_others(cn_Jobs *jobs, int chunks) {
    for (int spins = 0; atomic_load_explicit(&jobs->done, memory_order_acquire) < chunks; spins++) {
        pause_core();
        if (spins >= jobs->patience) sched_yield();
    }
}

void cn_jobs_share(cn_Jobs *jobs, cn_JobFn fn, void *context, int count, int grain) {
    int threads = jobs->threads;
    if (threads == 1) {
        fn(context, 0, count, 0);
        return;
    }
    int grains = count / grain + (count % grain != 0);
    int chunk_size = grain * (grains / MOST_CHUNKS + 1);
    int chunks = count / chunk_size + (count % chunk_size != 0);
    jobs->fn = fn;
    jobs->context = context;
    jobs->count = count;
    jobs->chunk_size = chunk_size;
    atomic_store_explicit(&jobs->done, 0, memory_order_relaxed);
    uint32_t job = atomic_load_explicit(&jobs->signal, memory_order_relaxed) + 1;
    for (int i = 0; i < threads; i++) {
        Run r = {job, (uint16_t)(chunks * i / threads), (uint16_t)(chunks * (i + 1) / threads)};
        atomic_store_explicit(&jobs->lines[i].run, pack(r), memory_order_release);
    }
    atomic_store(&jobs->signal, job);
    wake(jobs);
    help(jobs, job, 0);
    wait_for_others(jobs, chunks);
}
