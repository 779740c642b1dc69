/* kernel_base.c: the kernels on what every machine of this kind has (SSE2, NEON, ...), where there
 * is no C++ compiler for kernel_pair.cc. */
#define CN_KERNELS cn_kernels_base
#include "wide/contact_kernel.h"
#define CN_JOINT_KERNELS cn_joint_kernels_base
#include "wide/joint_kernel.h"
