/* block.h: eight contacts side by side, as the kernels see them.
 *
 * No two lanes of a block share a body that can move. A lane that is not used points at the ground
 * twice, with zero masses. One-point manifolds have zero masses at the second point. */
#ifndef CN_BLOCK_H
#define CN_BLOCK_H

#include "world.h"

#define CN_LANES 8

typedef float cn_Lane[CN_LANES];

typedef struct cn_BlockPoint {
    cn_Lane rx, ry; /* from the centre of a; from b it is r + d */
    cn_Lane base;   /* separation without the lever arms: see kernel */
    cn_Lane normal_mass, tangent_mass;
    cn_Lane normal_impulse, tangent_impulse; /* of this sub-step */
    cn_Lane normal_total, tangent_total;     /* of the step */
} cn_BlockPoint;

typedef struct cn_Block {
    int32_t a[CN_LANES], b[CN_LANES]; /* body slots */
    int32_t contact[CN_LANES];        /* -1 = not used */
    cn_Lane nx, ny, dx, dy;
    cn_Lane radius_a, radius_b; /* rounding: what turns is the core below it */
    cn_Lane inv_ma, inv_ia, inv_mb, inv_ib;
    cn_Lane bias_rate, mass_scale, impulse_scale; /* softness */
    cn_Lane friction, surface_speed;
    cn_Lane bounce_speed; /* m/s, faster approaches belong to the impact phase; huge = none */
    cn_Lane bounce_gap;   /* m, nothing to solve while further apart; huge = no such rule */
    cn_Lane rolling, rolling_mass, rolling_impulse;
    cn_BlockPoint point[2];
    bool any_bounce, any_rolling;
} __attribute__((aligned(64))) cn_Block;

/* What a sub-step needs besides. */
typedef struct cn_SubStep {
    float inv_h;
    float push_speed; /* m/s */
} cn_SubStep;

/* One set of kernels for each instruction set; chosen by cn_wide(). */
typedef struct cn_Kernels {
    const char *name;
    void (*warm_start)(cn_Block *blocks, int count, cn_Motion *motion);
    void (*solve)(cn_Block *blocks, int count, cn_Motion *motion, const cn_SubStep *s);
    void (*relax)(cn_Block *blocks, int count, cn_Motion *motion, const cn_SubStep *s);
} cn_Kernels;

const cn_Kernels *cn_wide(void);
extern const cn_Kernels cn_kernels_base;
extern const cn_Kernels cn_kernels_avx2;

#endif
