/* jobs_two.c: two jobs as one: see cn_jobs_run_two. */
#include <stdint.h>

#include "base/jobs.h"

typedef struct Two {
    const cn_Job *job[2];
    int grains; /* of the one that has more */
} Two;

static int grains_of(const cn_Job *j) { return j->count / j->grain + (j->count % j->grain != 0); }

/* Of each job as large a part as the range is of all. */
static void run_both(void *context, int first, int last, int worker) {
    const Two *t = context;
    for (int i = 0; i < 2; i++) {
        const cn_Job *j = t->job[i];
        int64_t grains = grains_of(j);
        int from = (int)(grains * first / t->grains) * j->grain;
        int64_t to = grains * last / t->grains * j->grain;
        if (to > j->count) to = j->count;
        if (from < to) j->fn(j->context, from, (int)to, worker);
    }
}

void cn_jobs_run_two(cn_Jobs *jobs, const cn_Job *a, const cn_Job *b) {
    int of_a = grains_of(a), of_b = grains_of(b);
    Two t = {{a, b}, of_a > of_b ? of_a : of_b};
    cn_jobs_run(jobs, run_both, &t, t.grains, 1);
}
