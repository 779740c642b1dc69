/* random.h: numbers of chance for tests, the same on every machine (Knuth, "The Art of Computer
 * Programming", volume 2, 1997, 3.3.4: a linear congruential generator; its upper bits). */
#ifndef CN_TEST_RANDOM_H
#define CN_TEST_RANDOM_H

#include <stdint.h>

/* All 64 bits; the lower ones repeat soon. */
static inline uint64_t random_step(uint64_t *state) {
    return *state = *state * 6364136223846793005u + 1442695040888963407u;
}

static inline uint32_t random_of(uint64_t *state) { return (uint32_t)(random_step(state) >> 33); }

/* 0 to count - 1 */
static inline int random_below_of(uint64_t *state, int count) {
    return (int)(random_of(state) % (uint32_t)count);
}

#endif
