/* chance_jobs.h: in place of base/jobs.c: items of a job are cut into ranges by chance, which are
 * done one after the other in an order of chance, each by a worker of chance. So what threads do
 * once in a while is done in every run, and the same again from the same chance_seed. For one file
 * of a program: it defines the functions of base/jobs.h. */
#ifndef CHANCE_JOBS_H
#define CHANCE_JOBS_H

#include <stdint.h>
#include <stdlib.h>

#include "base/jobs.h"
#include "random.h"

struct cn_Jobs {
    int threads;
};

static uint64_t chance_seed;
static int chance_shared; /* count of jobs that were shared out */

/* 0 to count - 1 */
static int chance(int count) { return random_below_of(&chance_seed, count); }

cn_Jobs *cn_jobs_create(int threads) {
    cn_Jobs *jobs = malloc(sizeof *jobs);
    if (jobs) jobs->threads = threads;
    return jobs;
}

void cn_jobs_destroy(cn_Jobs *jobs) { free(jobs); }
int cn_jobs_threads(const cn_Jobs *jobs) { return jobs ? jobs->threads : 1; }
void cn_jobs_begin(cn_Jobs *jobs) { (void)jobs; }
void cn_jobs_end(cn_Jobs *jobs) { (void)jobs; }

bool cn_jobs_starved(cn_Jobs *jobs) {
    (void)jobs;
    return false;
}

void cn_jobs_share(cn_Jobs *jobs, cn_JobFn fn, void *context, int count, int grain) {
    int grains = count / grain + (count % grain != 0), ranges = 0;
    int *first = malloc(2 * (size_t)grains * sizeof *first), *end = first + grains;
    if (!first) abort();
    for (int at = 0; at < grains; at = end[ranges++]) {
        first[ranges] = at;
        end[ranges] = at + 1 + chance(1 + chance(grains - at));
    }
    for (; ranges > 0; ranges--) {
        int i = chance(ranges), last = end[i] * grain;
        fn(context, first[i] * grain, last < count ? last : count, chance(jobs->threads));
        first[i] = first[ranges - 1];
        end[i] = end[ranges - 1];
    }
    free(first);
    chance_shared++;
}

#endif
