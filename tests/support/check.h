/* check.h: what each test in C counts, prints and returns.
 *
 * A test is one file with one main, so everything here is static. main ends with
 * `return tally();`, which prints "N checks, N failed". */
#ifndef CHECK_H
#define CHECK_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

#define FAILURES_SHOWN 20 /* one fault fails many checks; the first lines say which */

static int checks, failures;

/* One check: where it fails, prints what the rest says, in the form of printf. Returns ok. */
__attribute__((format(printf, 2, 3))) static inline bool expect(bool ok, const char *form, ...) {
    checks++;
    if (ok || failures++ >= FAILURES_SHOWN) return ok;
    va_list values;
    va_start(values, form);
    printf("FAILED: ");
    vprintf(form, values);
    printf("\n");
    va_end(values);
    return false;
}

/* A check that speaks for itself. */
#define CHECK(condition) expect(condition, "%s:%d: %s", __FILE__, __LINE__, #condition)

/* Prints the last line; the exit code of the test. */
static inline int tally(void) {
    printf("%d checks, %d failed\n", checks, failures);
    return failures > 0;
}

#endif
