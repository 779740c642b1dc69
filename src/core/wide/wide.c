/* wide.c: which set of kernels this machine runs; CAIRN_SIMD in the environment forces one.
 * All sets give the same bits: the choice is about speed alone. */
#include <stdlib.h>
#include <string.h>

#include "block.h"
#include "cairn.h"
#include "joint_block.h"

static const cn_Kernels *choose(void) {
#if defined(__x86_64__)
    const char *forced = getenv("CAIRN_SIMD");
    __builtin_cpu_init();
    bool avx2 = __builtin_cpu_supports("avx2");
    if (forced && (!strcmp(forced, "base") || !strcmp(forced, "sse2"))) avx2 = false;
    if (avx2) return &cn_kernels_avx2;
#endif
    return &cn_kernels_base;
}

const cn_Kernels *cn_wide(void) {
    static const cn_Kernels *chosen;
    const cn_Kernels *k = __atomic_load_n(&chosen, __ATOMIC_ACQUIRE);
    if (!k) {
        k = choose();
        __atomic_store_n(&chosen, k, __ATOMIC_RELEASE);
    }
    return k;
}

const cn_JointKernels *cn_wide_joints(void) {
#if defined(__x86_64__)
    if (cn_wide() == &cn_kernels_avx2) return &cn_joint_kernels_avx2;
#endif
    return &cn_joint_kernels_base;
}

const char *cn_simd(void) {
    if (cn_wide() != &cn_kernels_base) return "avx2";
#if defined(__x86_64__)
    return "sse2";
#elif defined(__aarch64__)
    return "neon";
#else
    return "scalar";
#endif
}
