/* tree_cast_kernel.h: the leaves of a tree that a ray meets, eight boxes at a time, near ones
 * first.
 *
 * Which sides of a box a ray comes to first is known from the signs. Included by contact_kernel.h;
 * the layout is in bvh_layout.h, and bvh_query.c makes the ray. */

/* ratio: a float product of three roundings is off by less; rays err towards meeting */
#define CAST_SLACK 5e-7f

/* Which of eight boxes the ray meets, and from where on, as a fraction of its way. */
INLINE unsigned boxes_met(const cn_BvhBlock *b, const cn_TreeRay *ray, float *entry) {
    const float *side = b->x1;
    vf zero = zeros(), x = splat(ray->inverse_x), y = splat(ray->inverse_y);
    vf near_x = (load(side + ray->near_x) - splat(ray->from_x1)) * x;
    vf near_y = (load(side + ray->near_y) - splat(ray->from_y1)) * y;
    vf far_x = (load(side + (16 - ray->near_x)) - splat(ray->from_x2)) * x;
    vf far_y = (load(side + (32 - ray->near_y)) - splat(ray->from_y2)) * y;
    vf enter = maxv(maxv(near_x, near_y), zero) * splat(1 - CAST_SLACK);
    vf leave = minv(minv(far_x, far_y) * splat(1 + CAST_SLACK), splat(ray->limit));
    store(entry, enter);
    return bits_of(enter <= leave);
}

/* The lane of the mask with the nearest entry. */
INLINE int nearest_lane(unsigned mask, const float *entry) {
    int best = cn_low_bit(mask);
    for (unsigned m = mask & (mask - 1); m; m &= m - 1) {
        int i = cn_low_bit(m);
        if (entry[i] < entry[best]) best = i;
    }
    return best;
}

static void tree_cast(const cn_Bvh *tree, cn_TreeRay *ray,
                      float (*fn)(void *context, int proxy, float limit), void *context) {
    cn_Lane entry[CN_BVH_LEVELS];
    unsigned left[CN_BVH_LEVELS];
    if (tree->leaf_count == 0) return;
    int k = tree->top, block = 0;
    left[k] = boxes_met(&tree->level[k][0], ray, entry[k]);
    for (;;) {
        while (!left[k]) {
            if (k == tree->top) return;
            k++;
            block >>= 3;
        }
        int lane = nearest_lane(left[k], entry[k]);
        left[k] &= ~(1u << lane);
        if (!(entry[k][lane] <= ray->limit)) continue;
        int child = block * 8 + lane;
        if (k == 0) {
            ray->limit = fn(context, tree->leaves.proxy[child], ray->limit);
            continue;
        }
        block = child;
        k--;
        left[k] = boxes_met(&tree->level[k][block], ray, entry[k]);
    }
}
