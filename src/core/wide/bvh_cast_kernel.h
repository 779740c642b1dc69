/* bvh_cast_kernel.h: the leaves of a tree that a ray meets, eight boxes at a time, near ones
 * first; or those that each of many rays meets.
 *
 * Which sides of a box a ray comes to first is known from the signs. Included by contact_kernel.h;
 * the layout is in bvh_layout.h, and bvh_query.c makes the rays. */

/* How far along its way the ray meets the sides of eight boxes. */
INLINE vf at_sides(const cn_BvhBlock *b, const cn_TreeSide *s) {
    return (load(b->x1 + s->at) - splat(s->from)) * splat(s->inverse);
}

/* Which of eight boxes the ray meets, and from where on, as a fraction of its way. */
INLINE vi boxes_met(const cn_BvhBlock *b, const cn_TreeRay *ray, vf *entry) {
    vf enter = maxv(maxv(at_sides(b, &ray->near_x), at_sides(b, &ray->near_y)), zeros());
    vf leave = minv(at_sides(b, &ray->far_x), at_sides(b, &ray->far_y));
    *entry = enter;
    return enter <= minv(leave, splat(ray->limit));
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

#if defined(CN_RAYS_SIDE_BY_SIDE)
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

/* Where a ray stands in a tree: at a block of the level, and on each level from there up, what it
 * meets that it has not looked into. */
typedef struct TreeWalk {
    int32_t key[CN_BVH_LEVELS][CN_LANES] __attribute__((aligned(32)));
    int left[CN_BVH_LEVELS]; /* count of keys */
    int block[CN_BVH_LEVELS];
    unsigned open; /* a bit for each level with some left */
    int level;
} TreeWalk;

INLINE void look_into(const cn_Bvh *tree, TreeWalk *walk, const cn_TreeRay *ray) {
    static const int32_t lane[CN_LANES] __attribute__((aligned(32))) = {0, 1, 2, 3, 4, 5, 6, 7};
    int k = walk->level;
    vf enter;
    vi met = boxes_met(&tree->level[k][walk->block[k]], ray, &enter);
    vi key = ((vi)enter & splat_int(~KEY_LANE)) | load_ints(lane);
    store((float *)(void *)walk->key[k], choose(met, (vf)key, (vf)splat_int(KEY_NONE)));
    walk->left[k] = __builtin_popcount(bits_of(met));
    walk->open |= (unsigned)(walk->left[k] > 0) << k;
}

enum { WALK_ENDS = -1, WALK_GOES_ON = -2 };

/* To the nearest that is left on the lowest level: a leaf, whose proxy is returned, or a block to
 * look into. */
INLINE int walk_on(const cn_Bvh *tree, TreeWalk *walk, float limit) {
    for (unsigned open; (open = walk->open) != 0;) {
        int k = cn_low_bit(open);
        int32_t nearest = least_of(load_ints(walk->key[k]));
        if (nearest > last_key(limit)) { /* nor are the others near enough */
            walk->open = open & (open - 1);
            continue;
        }
        int lane = nearest & KEY_LANE, child = walk->block[k] * 8 + lane;
        walk->key[k][lane] = KEY_NONE;
        walk->open = open & (open - (--walk->left[k] == 0));
        if (k == 0) return tree->leaves.proxy[child];
        walk->block[k - 1] = child, walk->level = k - 1;
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
        walk->open = 0, walk->block[tree->top] = 0, walk->level = tree->top;
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
#endif
