/* kernel_avx512.c: the kernels on eight lanes of AVX-512: twice the registers, and masks of their
 * own. Sixteen lanes would need blocks of sixteen contacts. */
#define CN_KERNELS cn_kernels_avx512
#include "wide/contact_kernel.h"
#define CN_JOINT_KERNELS cn_joint_kernels_avx512
#include "wide/joint_kernel.h"
