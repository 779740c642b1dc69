/* check.h: for tests whose checks speak for themselves: counts them, prints where one fails. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static int checks, failures;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        checks++;                                                                                  \
        if (!(condition)) {                                                                        \
            failures++;                                                                            \
            if (failures < 20) printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);              \
        }                                                                                          \
    } while (0)

#endif
