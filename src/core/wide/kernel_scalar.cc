/* kernel_scalar.cc: the kernels one float at a time, with neither vectors nor intrinsics: the
 * reference for all other sets. The sources are the same C, read as C++ for its operators: lanes
 * are a class here (lanes_scalar.h). Slow, and only there where the machine has a C++ compiler. */
extern "C" {
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/memory.h"
#include "data/bvh_layout.h"
#include "data/world.h"
#include "wide/joint_block.h"
}

#include "wide/lanes_scalar.h"
#define CN_KERNELS cn_kernels_scalar
#include "wide/contact_kernel.h"
#define CN_JOINT_KERNELS cn_joint_kernels_scalar
#include "wide/joint_kernel.h"
