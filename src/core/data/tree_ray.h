/* tree_ray.h: a ray as trees see it. */
#ifndef CN_TREE_RAY_H
#define CN_TREE_RAY_H

#include <float.h>
#include <math.h>

#include "cairn_math.h"

/* Whether rays go through trees side by side: not in a page, which fetches each byte of it. The
 * bits are the same. */
#if !defined(__wasm__)
#define CN_RAYS_SIDE_BY_SIDE
#endif
/* count of rays that go through a tree side by side, at most */
#define CN_TREE_RAYS 32

/* ratio: a float product of four roundings is off by less; rays err towards meeting */
#define CN_TREE_SLACK 5e-7f

/* A ray as boxes are asked for it: for each axis the sides that it meets first, and the others. */
typedef struct cn_TreeSide {
    float from;    /* m: where it begins, further out by half of what moves and by roundings */
    float inverse; /* 1/m, of its way; huge for one along the other axis */
    int at;        /* where in a block these sides stand, in floats */
} cn_TreeSide;
typedef struct cn_TreeRay {
    cn_TreeSide near_x, near_y, far_x, far_y;
    float limit; /* of its way; negative: nothing is looked for */
} cn_TreeRay;

/* One axis, whose lower sides stand at that place. What does not go along it, or less than can be
 * inverted, is in the slab or further from it than any limit. Which way rays go is not to be
 * guessed: no branches. */
static inline void cn_tree_ray_axis(float start, float d, float half, int low, cn_TreeSide *near,
                                    cn_TreeSide *far) {
    d += 0.0f; /* of a zero no sign */
    float reach = copysignf(half, d), length = fabsf(d);
    float inverse = copysignf(length >= FLT_MIN ? 1.0f / length : 1e30f, d);
    int back = d < 0.0f ? 16 : 0;
    *near = (cn_TreeSide){start + reach, inverse * (1.0f - CN_TREE_SLACK), low + back};
    *far = (cn_TreeSide){start - reach, inverse * (1.0f + CN_TREE_SLACK), low + 16 - back};
}

/* A box about p, half as wide as that, which moves along d: all of its way. */
static inline cn_TreeRay cn_tree_ray(cn_Vec p, cn_Vec d, cn_Vec half) {
    cn_TreeRay ray;
    cn_tree_ray_axis(p.x, d.x, half.x, 0, &ray.near_x, &ray.far_x);
    cn_tree_ray_axis(p.y, d.y, half.y, 8, &ray.near_y, &ray.far_y);
    ray.limit = 1;
    return ray;
}

#endif
