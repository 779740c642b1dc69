/* chance.h: what programs that play at random share: numbers of chance, a watch against hangs,
 * options with a number. */
#ifndef FUZZ_CHANCE_H
#define FUZZ_CHANCE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

static uint64_t state; /* of the random numbers: SplitMix64, Steele, Lea, Flood 2014 */

static inline uint64_t next(void) {
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* SIGPROF after so much of the processor's time; 0: never. */
static inline void watch(int seconds) {
    struct itimerval timer = {.it_value = {.tv_sec = seconds}};
    setitimer(ITIMER_PROF, &timer, NULL);
}

static inline bool option(int argc, char **argv, int *i, const char *name, long *value) {
    if (strcmp(argv[*i], name) != 0 || *i + 1 >= argc) return false;
    *value = strtol(argv[++*i], NULL, 10);
    return true;
}

#endif
