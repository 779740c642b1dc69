/* driver.h: what every fuzzer here does alike.
 *
 * A fuzzer is LLVMFuzzerTestOneInput, as libFuzzer has it, with driver.c. Built by itself the
 * program plays inputs of chance, or the files that are named:
 *
 *   fuzz_... [--runs N] [--from N] [--seed N] [--size BYTES] [--tell] [FILE ...]
 *
 * Each run has random numbers of its own, so `--from N --runs 1` is the run that was told of, and
 * --tell names each call of it. With
 * -DCAIRN_FUZZER=ON and clang it is libFuzzer that makes the inputs, from what they reach. */
#ifndef FUZZ_DRIVER_H
#define FUZZ_DRIVER_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Something that must not be: told with the run, which ends the process. */
__attribute__((noreturn, format(printf, 1, 2))) void fuzz_fault(const char *form, ...);

/* With --tell: what is done. */
__attribute__((format(printf, 1, 2))) void fuzz_tell(const char *form, ...);

/* How much has been done, for the last line: what they are called, and how many more. */
void fuzz_count(const char *name, long more);

#endif
