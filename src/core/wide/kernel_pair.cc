/* kernel_pair.cc: the kernels on what every machine of this kind has (SSE2, NEON, ...), eight lanes
 * as two vectors of four. The sources are the same C, read as C++ for its operators: see
 * lanes_pair.h. Where there is no C++ compiler kernel_base.c stands in, which is slower. */
extern "C" {
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/memory.h"
#include "data/bvh_layout.h"
#include "data/world.h"
#include "wide/joint_block.h"
}

#include "wide/lanes_pair.h"
#define CN_KERNELS cn_kernels_base
#include "wide/contact_kernel.h"
#define CN_JOINT_KERNELS cn_joint_kernels_base
#include "wide/joint_kernel.h"
