/* tree_ray.h: a ray as trees see it. */
#ifndef CN_TREE_RAY_H
#define CN_TREE_RAY_H

#include <float.h>
#include <math.h>

#include "cairn_math.h"

/* count of rays that go through a tree side by side, at most */
#define CN_TREE_RAYS 32

/* A ray as boxes are asked for it. Slabs are wider on both sides by what moves and by roundings,
 * which the two starts of each axis have in them: for the sides that are met first, and for the
 * others. A ray along an axis has a huge inverse there. near_x, near_y: where in a block the sides
 * that it meets first stand, in floats: 0 or 16, 8 or 24. */
typedef struct cn_TreeRay {
    float from_x1, from_x2, from_y1, from_y2, inverse_x, inverse_y;
    int near_x, near_y;
    float limit; /* of its way; negative: nothing is looked for */
} cn_TreeRay;

/* One axis: the starts for the sides that are met first and last, and the inverse. What does not go
 * along it, or less than can be inverted, is in the slab or further from it than any limit. Returns
 * whether it goes back. Which way rays go is not to be guessed: no branches. */
static inline int cn_tree_ray_axis(float start, float d, float half, float *first, float *last,
                                   float *inverse) {
    d += 0.0f; /* of a zero no sign */
    float reach = copysignf(half, d), length = fabsf(d);
    *inverse = copysignf(length >= FLT_MIN ? 1.0f / length : 1e30f, d);
    *first = start + reach;
    *last = start - reach;
    return d < 0.0f;
}

/* A box about p, half as wide as that, which moves along d: all of its way. */
static inline cn_TreeRay cn_tree_ray(cn_Vec p, cn_Vec d, cn_Vec half) {
    cn_TreeRay ray = {.limit = 1};
    int left = cn_tree_ray_axis(p.x, d.x, half.x, &ray.from_x1, &ray.from_x2, &ray.inverse_x);
    int down = cn_tree_ray_axis(p.y, d.y, half.y, &ray.from_y1, &ray.from_y2, &ray.inverse_y);
    ray.near_x = 16 * left;
    ray.near_y = 8 + 16 * down;
    return ray;
}

#endif
