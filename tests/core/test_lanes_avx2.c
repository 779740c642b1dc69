/* test_lanes_avx2.c: as test_lanes.c, with the intrinsics of AVX2. */
#include "wide/lanes.h"

#include "lanes_check.h"

int main(void) {
#if defined(__AVX2__)
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2")) return tally();
#endif
    return check_lanes();
}
