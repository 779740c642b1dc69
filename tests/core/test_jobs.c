/* test_jobs.c: each item of a job is done once, whoever is late (src/core/jobs.h).
 *
 * Also run on one core (taskset -c 0) and under the thread sanitizer. */
#include <fenv.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/jobs.h"
#include "cairn.h"
#include "check.h"

#define MOST 200000

typedef struct Work {
    int done[MOST]; /* plain: two workers at one item are a race for the sanitizer to see */
    int sum_of[MOST];
    int grain, threads, spin;
    atomic_int bad_ranges, calls;
    atomic_int seen[CN_MAX_THREADS];
} Work;

static Work work;

static void do_items(void *context, int first, int last, int worker) {
    Work *w = context;
    bool bad = first % w->grain != 0 || first >= last || worker < 0 || worker >= w->threads;
    if (bad) atomic_fetch_add(&w->bad_ranges, 1);
    atomic_fetch_add(&w->calls, 1);
    atomic_fetch_add(&w->seen[worker], 1);
    for (int i = first; i < last; i++) {
        w->done[i]++;
        for (int k = 0; k < w->spin; k++) w->sum_of[i] += k;
    }
}

static bool all_done(int count, int times) {
    for (int i = 0; i < count; i++)
        if (work.done[i] != times) return false;
    return true;
}

static void forget(void) {
    for (int i = 0; i < MOST; i++) work.done[i] = 0;
}

/* Jobs of all sizes, one right after the other. */
static void test_each_item_once(int threads) {
    static const int counts[] = {0, 1, 7, 63, 64, 65, 1000, 70001, MOST};
    static const int grains[] = {1, 3, 64, 5000};
    cn_Jobs *jobs = cn_jobs_create(threads);
    CHECK(jobs != NULL);
    work.threads = cn_jobs_threads(jobs);
    CHECK(work.threads >= 1 && work.threads <= threads && work.threads <= CN_MAX_THREADS);
    cn_jobs_begin(jobs);
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
        for (size_t g = 0; g < sizeof grains / sizeof *grains; g++) {
            forget();
            work.grain = grains[g];
            cn_jobs_run(jobs, do_items, &work, counts[c], grains[g]);
            CHECK(all_done(counts[c], 1));
            CHECK(counts[c] == MOST || work.done[counts[c]] == 0);
        }
    cn_jobs_end(jobs);
    CHECK(work.bad_ranges == 0);
    cn_jobs_destroy(jobs);
}

/* Two at once: of each every item once, in ranges that begin at multiples of its grain. */
static Work other;

static void do_others(void *context, int first, int last, int worker) {
    Work *w = context;
    if (first % w->grain != 0 || first >= last || worker < 0) atomic_fetch_add(&w->bad_ranges, 1);
    for (int i = first; i < last; i++) w->done[i]++;
}

static void test_two(int threads) {
    static const int counts[][2] = {{0, 0}, {0, 5}, {7, 0}, {1, 1}, {1000, 3}, {64, 70001}};
    cn_Jobs *jobs = threads > 1 ? cn_jobs_create(threads) : NULL;
    work.threads = cn_jobs_threads(jobs);
    work.grain = 3, other.grain = 16;
    cn_jobs_begin(jobs);
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        cn_Job a = {do_items, &work, counts[c][0], 3}, b = {do_others, &other, counts[c][1], 16};
        forget();
        for (int i = 0; i < MOST; i++) other.done[i] = 0;
        cn_jobs_run_two(jobs, &a, &b);
        CHECK(all_done(counts[c][0], 1) && work.done[counts[c][0]] == 0);
        int done = 0;
        for (int i = 0; i < counts[c][1]; i++) done += other.done[i] == 1;
        CHECK(done == counts[c][1] && other.done[counts[c][1]] == 0);
    }
    cn_jobs_end(jobs);
    CHECK(work.bad_ranges == 0 && other.bad_ranges == 0);
    cn_jobs_destroy(jobs);
}

/* Thousands of tiny jobs: late workers meet the next one, and take nothing of it twice. */
static void test_many_small_jobs(int threads, int times) {
    cn_Jobs *jobs = cn_jobs_create(threads);
    work.threads = cn_jobs_threads(jobs);
    work.grain = 4;
    forget();
    cn_jobs_begin(jobs);
    for (int i = 0; i < times; i++) cn_jobs_run(jobs, do_items, &work, 10 + i % 50, 4);
    cn_jobs_end(jobs);
    CHECK(all_done(10, times));
    CHECK(work.done[58] == times / 50 && work.bad_ranges == 0);
    cn_jobs_destroy(jobs);
}

static void sleep_ms(long ms) {
    struct timespec t = {0, ms * 1000000};
    nanosleep(&t, NULL);
}

/* Workers park between steps, within long ones, and come back. */
static void test_parking(void) {
    cn_Jobs *jobs = cn_jobs_create(4);
    work.threads = cn_jobs_threads(jobs);
    work.grain = 16;
    forget();
    for (int step = 0; step < 20; step++) {
        cn_jobs_begin(jobs);
        if (step % 3 == 0) sleep_ms(5);
        cn_jobs_run(jobs, do_items, &work, 5000, 16);
        cn_jobs_end(jobs);
        if (step % 2 == 0) sleep_ms(2);
    }
    CHECK(all_done(5000, 20));
    cn_jobs_destroy(jobs);
}

/* What one job wrote the next one reads. */
typedef struct Chain {
    int *from, *to, count;
} Chain;

static void add_neighbours(void *context, int first, int last, int worker) {
    const Chain *c = context;
    (void)worker;
    for (int i = first; i < last; i++)
        c->to[i] = c->from[i] + c->from[(i + 1) % c->count] * 3 + c->from[(i + 501) % c->count];
}

static int chained(int threads) {
    static int room[2][1000];
    cn_Jobs *jobs = threads > 1 ? cn_jobs_create(threads) : NULL;
    for (int i = 0; i < 1000; i++) room[0][i] = i & 7;
    cn_jobs_begin(jobs);
    for (int round = 0; round < 400; round++) {
        Chain c = {room[round & 1], room[!(round & 1)], 1000};
        cn_jobs_run(jobs, add_neighbours, &c, 1000, 10);
        for (int i = 0; i < 1000; i++) c.to[i] &= 0xffff;
    }
    cn_jobs_end(jobs);
    cn_jobs_destroy(jobs);
    return room[0][0] ^ room[0][333] * 7 ^ room[0][999] * 31;
}

static void read_rounding(void *context, int first, int last, int worker) {
    atomic_int *wrong = context;
    (void)first, (void)last, (void)worker;
    if (fegetround() != FE_UPWARD) atomic_fetch_add(wrong, 1);
}

/* Each thread computes as the caller does. */
static void test_rounding(void) {
    cn_Jobs *jobs = cn_jobs_create(4);
    atomic_int wrong = 0;
    int before = fegetround();
    fesetround(FE_UPWARD);
    for (int i = 0; i < 50; i++) {
        cn_jobs_begin(jobs);
        cn_jobs_run(jobs, read_rounding, &wrong, 1000, 1);
        cn_jobs_end(jobs);
    }
    fesetround(before);
    CHECK(wrong == 0);
    cn_jobs_destroy(jobs);
}

/* ---- no memory ---- */

static bool refuse;

static void *stingy(size_t bytes) { return refuse ? NULL : aligned_alloc(64, bytes); }
static void give_back(void *memory, size_t bytes) {
    (void)bytes;
    free(memory);
}

static void test_no_memory(void) {
    cn_set_allocator(stingy, give_back);
    refuse = true;
    cn_Jobs *jobs = cn_jobs_create(4);
    refuse = false;
    cn_set_allocator(NULL, NULL);
    CHECK(jobs == NULL && cn_jobs_threads(jobs) == 1);
    forget();
    work.grain = 1, work.threads = 1;
    cn_jobs_begin(jobs);
    cn_jobs_run(jobs, do_items, &work, 100, 1);
    cn_jobs_end(jobs);
    cn_jobs_destroy(jobs);
    CHECK(all_done(100, 1) && work.bad_ranges == 0);
}

int main(void) {
    static const int threads[] = {1, 2, 3, 8, 16, 200};
    work.spin = 3;
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) test_each_item_once(threads[i]);
    for (int i = 1; i <= 8; i++) test_two(i);
    test_many_small_jobs(2, 20000);
    test_many_small_jobs(8, 2000);
    test_parking();
    CHECK(chained(1) == chained(2) && chained(1) == chained(8));
    test_rounding();
    test_no_memory();
    for (int i = 0; i < 50; i++) cn_jobs_destroy(cn_jobs_create(1 + i % 8));
    return tally();
}
