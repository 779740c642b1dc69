/* tree_cast_kernel.h: the leaves of a tree that a ray meets, eight boxes at a time, near ones
 * first; or those that each of many rays meets.
 *
 * Which sides of a box a ray comes to first is known from the signs. Included by contact_kernel.h;
 * the layout is in bvh_layout.h, and bvh_query.c makes the rays. */

/* ratio: a float product of three roundings is off by less; rays err towards meeting */
#define CAST_SLACK 5e-7f

/* Which of eight boxes the ray meets, and from where on, as a fraction of its way. */
INLINE vi boxes_met(const cn_BvhBlock *b, const cn_TreeRay *ray, vf *entry) {
    const float *side = b->x1;
    vf zero = zeros(), x = splat(ray->inverse_x), y = splat(ray->inverse_y);
    vf near_x = (load(side + ray->near_x) - splat(ray->from_x1)) * x;
    vf near_y = (load(side + ray->near_y) - splat(ray->from_y1)) * y;
    vf far_x = (load(side + (16 - ray->near_x)) - splat(ray->from_x2)) * x;
    vf far_y = (load(side + (32 - ray->near_y)) - splat(ray->from_y2)) * y;
    vf enter = maxv(maxv(near_x, near_y), zero) * splat(1 - CAST_SLACK);
    vf leave = minv(minv(far_x, far_y) * splat(1 + CAST_SLACK), splat(ray->limit));
    *entry = enter;
    return enter <= leave;
}

/* ---- one ----------------------------------------------------------------------------------- */

INLINE unsigned open_block(const cn_BvhBlock *b, const cn_TreeRay *ray, float *entry) {
    vf enter;
    vi met = boxes_met(b, ray, &enter);
    store(entry, enter);
    return bits_of(met);
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
    left[k] = open_block(&tree->level[k][0], ray, entry[k]);
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
        left[k] = open_block(&tree->level[k][block], ray, entry[k]);
    }
}

/* ---- many ----------------------------------------------------------------------------------
 *
 * A ray alone waits: what it looks at next follows from what it has seen. Here all of them look,
 * and then all of them choose, and none waits for its own. Nor do they branch on what no processor
 * can guess: which box is the nearest, and how many levels to go up. */

/* By which the nearest box is found: where the ray enters it, a float without sign, so that the
 * bits are in its order, with the lane in the last of them. */
#define KEY_LANE 7
#define KEY_NONE INT32_MAX

INLINE int32_t last_key(float limit) {
    int32_t bits;
    memcpy(&bits, &limit, sizeof bits);
    return bits | KEY_LANE;
}

INLINE void store_keys(int32_t *key, vi keys) { store((float *)(void *)key, (vf)keys); }

/* Where a ray stands in a tree: at a block, and on each level from there up, what it meets that it
 * has not looked into. */
typedef struct TreeWalk {
    int32_t key[CN_BVH_LEVELS][CN_LANES] __attribute__((aligned(32)));
    int left[CN_BVH_LEVELS]; /* count of keys */
    unsigned open;           /* a bit for each level with some left */
    int level, block;
} TreeWalk;

INLINE void look_into(const cn_Bvh *tree, TreeWalk *walk, const cn_TreeRay *ray) {
    static const int32_t lane[CN_LANES] __attribute__((aligned(32))) = {0, 1, 2, 3, 4, 5, 6, 7};
    int k = walk->level;
    vf enter;
    vi met = boxes_met(&tree->level[k][walk->block], ray, &enter), none = splat_int(KEY_NONE);
    vi key = ((vi)enter & splat_int(~KEY_LANE)) | load_ints(lane);
    store_keys(walk->key[k], (key & met) | (none & ~met));
    walk->left[k] = __builtin_popcount(bits_of(met));
    walk->open |= (unsigned)(walk->left[k] > 0) << k;
}

enum { WALK_ENDS = -1, WALK_GOES_ON = -2 };

/* To the nearest that is left on the lowest level: a leaf, whose proxy is returned, or a block to
 * look into. */
INLINE int walk_on(const cn_Bvh *tree, TreeWalk *walk, float limit) {
    while (walk->open) {
        int k = cn_low_bit(walk->open);
        vi keys = load_ints(walk->key[k]);
        int32_t nearest = least_of(keys);
        int child = (walk->block >> 3 * (k - walk->level)) * 8 + (nearest & KEY_LANE);
        store_keys(walk->key[k], keys | ((keys == splat_int(nearest)) & splat_int(KEY_NONE)));
        walk->open -= (unsigned)(--walk->left[k] == 0) << k;
        walk->block = child >> 3, walk->level = k;
        if (nearest > last_key(limit)) { /* nor are the others near enough */
            walk->open &= ~(1u << k);
            continue;
        }
        if (k == 0) return tree->leaves.proxy[child];
        walk->block = child, walk->level = k - 1;
        return WALK_GOES_ON;
    }
    return WALK_ENDS;
}

static void tree_casts(const cn_Bvh *tree, cn_TreeRay *rays, int count,
                       void (*fn)(void *context, const int32_t *ray, const int32_t *proxy,
                                  int count),
                       void *context) {
    TreeWalk walks[CN_TREE_RAYS];
    int32_t going[CN_TREE_RAYS], ray[CN_TREE_RAYS], proxy[CN_TREE_RAYS];
    int looking = 0, found = 0;
    for (int i = 0; i < count; i++) {
        TreeWalk *walk = &walks[i];
        walk->open = 0, walk->block = 0, walk->level = tree->top;
        look_into(tree, walk, &rays[i]);
        going[i] = i;
    }
    for (; count > 0; count = looking ? looking : found) {
        looking = 0;
        for (int i = 0; i < count; i++) {
            int r = going[i], to = walk_on(tree, &walks[r], rays[r].limit);
            going[looking] = r;
            looking += to == WALK_GOES_ON;
            if (to < 0) continue;
            ray[found] = r, proxy[found] = to;
            found++;
        }
        for (int i = 0; i < looking; i++) look_into(tree, &walks[going[i]], &rays[going[i]]);
        if (looking > 0 || found == 0) continue;
        fn(context, ray, proxy, found);
        for (int i = 0; i < found; i++) going[i] = ray[i];
        looking = found, found = 0;
    }
}
