/* kernel_base.c: the kernels on what every machine of this kind has (SSE2, NEON, ...). */
#define CN_KERNELS cn_kernels_base
#include "wide/contact_kernel.h"
#define CN_JOINT_KERNELS cn_joint_kernels_base
#include "wide/joint_kernel.h"
