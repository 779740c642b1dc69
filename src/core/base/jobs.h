/* jobs.h: worker threads of a world, which share out the items of a stage.
 *
 * The caller of cn_jobs_run works too and returns when all items are done. Which thread does which
 * items is left to chance, so a stage may not let its result depend on that: it writes to places
 * that belong to the item, or to lists that belong to a range and are joined in the order of
 * ranges. Workers spin during a step and a little after it, then park; a pool that rests costs
 * nothing. */
#ifndef CN_JOBS_H
#define CN_JOBS_H

#include <stdbool.h>

/* True where calls of chance are tested (tests/fuzz): everything is shared out, an item at a time,
 * however little it is. */
#ifndef CN_SHARE_ALL
#define CN_SHARE_ALL false
#endif

#define CN_MAX_THREADS 16 /* count, the caller's among them; asking for more has no effect */

typedef struct cn_Jobs cn_Jobs;

/* Items first to last - 1, as worker 0 (the caller) to threads - 1. Ranges begin at multiples of
 * the grain. */
typedef void (*cn_JobFn)(void *context, int first, int last, int worker);

/* threads counts the caller. The pool has fewer when the system gives fewer; NULL: no memory. */
cn_Jobs *cn_jobs_create(int threads);
void cn_jobs_destroy(cn_Jobs *jobs); /* waits for the workers to end */
/* All that follow take NULL for a pool of one. */
int cn_jobs_threads(const cn_Jobs *jobs);
/* A step begins: workers wake while the caller goes on. It ends: they park soon. */
void cn_jobs_begin(cn_Jobs *jobs);
void cn_jobs_end(cn_Jobs *jobs);
/* Whether a worker has found no memory since this was asked last. */
bool cn_jobs_starved(cn_Jobs *jobs);
void cn_jobs_share(cn_Jobs *jobs, cn_JobFn fn, void *context, int count, int grain);
/* Calls fn until each of count items has been in one range; not from within fn. With one thread,
 * or no more items than the grain, fn is called once, with all of them: here, so that a small world
 * jumps to no address that the processor has to guess. */
static inline void cn_jobs_run(cn_Jobs *jobs, cn_JobFn fn, void *context, int count, int grain) {
    if (count <= 0) return;
    if (CN_SHARE_ALL) grain = 1;
    if (!jobs || count <= grain)
        fn(context, 0, count, 0);
    else
        cn_jobs_share(jobs, fn, context, count, grain);
}
/* A job, to be run with another. */
typedef struct cn_Job {
    cn_JobFn fn;
    void *context;
    int count, grain;
} cn_Job;
/* Two that need nothing of each other: threads wait for each other once and not twice. Each has the
 * same share of both as it had of one. With one thread the first is done first. */
void cn_jobs_run_two(cn_Jobs *jobs, const cn_Job *a, const cn_Job *b);
/* The grain, or all items where there are fewer than that: what they touch stays with one thread,
 * and moving it to another would take longer than the work. */
static inline int cn_grain(int count, int least, int grain) {
    if (CN_SHARE_ALL) return 1;
    return count < least ? least : grain;
}

#endif
