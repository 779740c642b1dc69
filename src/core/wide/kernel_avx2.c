/* kernel_avx2.c: the kernels on eight lanes of AVX2. */
#define CN_KERNELS cn_kernels_avx2
#include "kernel.h"
