/* bvh_query.c: what overlaps a box, what a ray meets (the walk of the latter is a kernel,
 * wide/bvh_cast_kernel.h).
 *
 * Both walk with one mask of open entries a level, so they need no stack and skip nothing. The
 * tree must be up to date; the callbacks must not change it. */
#include "bvh/bvh.h"
#include "cairn_math.h"
#include "data/bvh_layout.h"
#include "wide/contact_block.h"

static bool report(const int32_t *proxy, unsigned mask, bool (*fn)(void *context, int proxy),
                   void *context) {
    for (; mask; mask &= mask - 1)
        if (!fn(context, proxy[cn_low_bit(mask)])) return false;
    return true;
}

void cn_bvh_query(const cn_Bvh *tree, cn_Box box, bool (*fn)(void *context, int proxy),
                  void *context) {
    if (tree->leaf_count == 0) return;
    unsigned left[CN_BVH_LEVELS];
    cn_FourBox four = cn_four_box(cn_box_tame(box));
    int k = tree->top, block = 0;
    left[k] = cn_bvh_block_overlaps(&tree->level[k][0], four);
    for (;;) {
        while (!left[k]) {
            if (k == tree->top) return;
            k++;
            block >>= 3;
        }
        int child = block * 8 + cn_low_bit(left[k]);
        left[k] &= left[k] - 1;
        if (k == 1) {
            unsigned mask = cn_bvh_block_overlaps(&tree->level[0][child], four);
            if (!report(tree->leaves.proxy + child * 8, mask, fn, context)) return;
        } else {
            block = child;
            k--;
            left[k] = cn_bvh_block_overlaps(&tree->level[k][block], four);
        }
    }
}

void cn_bvh_cast(const cn_Bvh *tree, cn_TreeRay *ray,
                 float (*fn)(void *context, int proxy, float limit), void *context) {
    if (tree->leaf_count > 0 && ray->limit >= 0.0f) cn_wide()->tree_cast(tree, ray, fn, context);
}

float cn_bvh_raycast(const cn_Bvh *tree, cn_Vec p, cn_Vec d, float limit,
                     float (*fn)(void *context, int proxy, float limit), void *context) {
    cn_TreeRay ray = cn_tree_ray(p, d, (cn_Vec){0.0f, 0.0f});
    ray.limit = limit;
    cn_bvh_cast(tree, &ray, fn, context);
    return ray.limit;
}

#if defined(CN_RAYS_SIDE_BY_SIDE)
void cn_bvh_casts(const cn_Bvh *tree, cn_TreeRay *rays, int count,
                  void (*fn)(void *context, const int32_t *ray, const int32_t *proxy, int count),
                  void *context) {
    if (tree->leaf_count > 0) cn_wide()->tree_casts(tree, rays, count, fn, context);
}
#endif

int cn_bvh_boxes(const cn_Bvh *tree, bool is_static, cn_TreeBox *buffer, int count, int capacity) {
    int entries = tree->leaf_count > 0 ? cn_bvh_block_count(tree) : 0;
    for (int k = 1; entries > 0 && k <= tree->top;
         k++, entries = entries > 1 ? (entries + 7) / 8 : 0) {
        for (int e = 0; e < entries; e++) {
            cn_Box b = cn_bvh_block_get(&tree->level[k][e >> 3], e & 7);
            if (!(b.x1 <= b.x2)) continue; /* holes alone */
            if (count < capacity)
                buffer[count] = (cn_TreeBox){{b.x1, b.y1, b.x2, b.y2}, k, is_static};
            count++;
        }
    }
    return count;
}
