/* kernel_base.c: the kernels on what every machine of this kind has (SSE2, NEON, ...). */
#define CN_KERNELS cn_kernels_base
#include "kernel.h"
