/* driver.c: inputs of chance for a fuzzer, and what is said of them. See driver.h. */
#include "driver.h"

#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chance.h"

#define LONGEST 20     /* s of the processor's time, for one run under the sanitizers */
#define TOLD    100000 /* runs */
#define MOST    16384  /* bytes of an input of chance */
#define COUNTS  8

static bool tells;           /* every call */
static long run_number = -1; /* none: libFuzzer, or a file */
static struct {
    const char *name;
    long count;
} counts[COUNTS];

void fuzz_count(const char *name, long more) {
    for (int i = 0; i < COUNTS; i++) {
        if (!counts[i].name) counts[i].name = name;
        if (strcmp(counts[i].name, name) != 0) continue;
        counts[i].count += more;
        return;
    }
}

void fuzz_tell(const char *form, ...) {
    if (!tells) return;
    va_list values;
    va_start(values, form);
    vprintf(form, values);
    printf("\n");
    va_end(values);
}

void fuzz_fault(const char *form, ...) {
    va_list values;
    va_start(values, form);
    printf("FAULT in run %ld: ", run_number);
    vprintf(form, values);
    printf("\n");
    va_end(values);
    fflush(stdout);
    abort();
}

#ifndef CAIRN_FUZZER

/* Which run it was is said by whatever ends the process. */
static void last_words(int number) {
    char line[80];
    signal(SIGABRT, SIG_DFL);
    int n = snprintf(line, sizeof line, "run %ld: %s\n", run_number,
                     number == SIGPROF ? "a hang" : "the process ends");
    if (n > 0) (void)!write(STDOUT_FILENO, line, (size_t)n);
    _Exit(9);
}

static void play_chance(long seed, size_t most) {
    static uint8_t bytes[MOST];
    state = (uint64_t)seed << 40 ^ (uint64_t)run_number;
    size_t size = 16 + (size_t)(next() % (most - 15));
    for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)(next() >> 56);
    watch(LONGEST);
    LLVMFuzzerTestOneInput(bytes, size);
}

static bool play_file(const char *path) {
    static uint8_t bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return false;
    }
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    watch(LONGEST);
    LLVMFuzzerTestOneInput(bytes, size);
    return true;
}

static void tell(long runs) {
    printf("%ld runs", runs);
    for (int i = 0; i < COUNTS && counts[i].name; i++)
        printf(", %ld %s", counts[i].count, counts[i].name);
    printf("\n");
    fflush(stdout);
}

int main(int argc, char **argv) {
    long runs = 1000, from = 0, seed = 1, most = 8192, files = 0;
    signal(SIGPROF, last_words);
    signal(SIGABRT, last_words);
#ifndef __SANITIZE_ADDRESS__
    signal(SIGSEGV, last_words);
#endif
    for (int i = 1; i < argc; i++) {
        if (option(argc, argv, &i, "--runs", &runs) || option(argc, argv, &i, "--from", &from) ||
            option(argc, argv, &i, "--seed", &seed) || option(argc, argv, &i, "--size", &most))
            continue;
        if (strcmp(argv[i], "--tell") == 0) {
            tells = true;
            setvbuf(stdout, NULL, _IOLBF, 0);
            continue;
        }
        if (!play_file(argv[i])) return 2;
        files++;
    }
    if (files > 0) return 0;
    if (most < 16) most = 16;
    if (most > MOST) most = MOST;
    for (run_number = from; run_number < from + runs; run_number++) {
        play_chance(seed, (size_t)most);
        if ((run_number + 1) % TOLD == 0) tell(run_number + 1 - from);
    }
    watch(0);
    tell(runs);
    return 0;
}

#endif
