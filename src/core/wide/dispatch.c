/* dispatch.c: which set of kernels this machine runs; CAIRN_SIMD in the environment forces one.
 * All sets give the same bits: the choice is about speed alone. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cairn.h"
#include "wide/contact_block.h"
#include "wide/joint_block.h"

typedef struct Set {
    const char *name;
    const cn_Kernels *kernels;
    const cn_JointKernels *joints;
} Set;

/* From the smallest to the best. */
static const Set sets[] = {
#if defined(CN_HAS_SCALAR)
    {"scalar", &cn_kernels_scalar, &cn_joint_kernels_scalar},
#endif
#if defined(__x86_64__)
    {"sse2", &cn_kernels_base, &cn_joint_kernels_base},
    {"avx2", &cn_kernels_avx2, &cn_joint_kernels_avx2},
#if defined(CN_HAS_AVX512)
    {"avx512", &cn_kernels_avx512, &cn_joint_kernels_avx512},
#endif
#elif defined(__aarch64__)
    {"neon", &cn_kernels_base, &cn_joint_kernels_base},
#elif defined(__wasm_simd128__)
    {"wasm", &cn_kernels_base, &cn_joint_kernels_base},
#else
    {"scalar", &cn_kernels_base, &cn_joint_kernels_base},
#endif
};

enum { SET_COUNT = sizeof sets / sizeof *sets };

/* The processor has it, and the system saves its registers: the compiler's runtime asks both. */
static bool runs(const Set *set) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (!strcmp(set->name, "avx2")) return __builtin_cpu_supports("avx2");
    if (!strcmp(set->name, "avx512"))
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
#endif
    (void)set;
    return true;
}

const char *cn_processor_problem(void) {
#if defined(CN_OWN_PROCESSOR)
    __builtin_cpu_init();
    if (!(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
          __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt")))
        return "this Cairn was built for processors with AVX2 and BMI2; build it with "
               "-DCAIRN_PORTABLE=ON";
#endif
    return NULL;
}

static const Set *choose(void) {
    const char *forced = getenv("CAIRN_SIMD");
    const Set *best = &sets[0];
    for (int i = 0; i < SET_COUNT; i++) {
        if (!runs(&sets[i])) continue;
        if (forced && !strcmp(forced, sets[i].name)) return &sets[i];
        best = &sets[i];
    }
    return best;
}

/* Kernels lie side by side: from the first that a table names to the last. */
static void widen(const void *table, size_t bytes, uintptr_t *first, uintptr_t *last) {
    for (size_t i = 0; i < bytes; i += sizeof(uintptr_t)) {
        uintptr_t at;
        memcpy(&at, (const char *)table + i, sizeof at);
        if (at == 0) continue; /* it does without */
        if (at < *first) *first = at;
        if (at > *last) *last = at;
    }
}

/* All at once: mapped as they are first called, they stop one step after the other. */
static void map_kernels(const Set *set) {
    uintptr_t first = UINTPTR_MAX, last = 0;
    size_t named = offsetof(cn_Kernels, prepare);
    widen((const char *)set->kernels + named, sizeof *set->kernels - named, &first, &last);
    widen(set->joints, sizeof *set->joints, &first, &last);
    cn_memory_map_code(first, last);
}

static const Set *chosen(void) {
    static const Set *set;
    const Set *s = __atomic_load_n(&set, __ATOMIC_ACQUIRE);
    if (!s) {
        s = choose();
        map_kernels(s);
        __atomic_store_n(&set, s, __ATOMIC_RELEASE);
    }
    return s;
}

const cn_Kernels *cn_wide(void) { return chosen()->kernels; }
const cn_JointKernels *cn_wide_joints(void) { return chosen()->joints; }
const char *cn_simd(void) { return chosen()->name; }

const char *cn_simd_set(int index) {
    for (int i = 0; i < SET_COUNT && index >= 0; i++)
        if (runs(&sets[i]) && index-- == 0) return sets[i].name;
    return NULL;
}
