/* kernel_avx2.c: the kernels on eight lanes of AVX2. */
#define CN_KERNELS cn_kernels_avx2
#include "wide/contact_kernel.h"
#define CN_JOINT_KERNELS cn_joint_kernels_avx2
#include "wide/joint_kernel.h"
