/* bvh_query.c: what overlaps a box, what a ray meets.
 *
 * Both walk with one mask of open entries a level, so they need no stack and skip nothing. The
 * tree must be up to date; the callbacks must not change it. */
#include "bvh/bvh.h"
#include "cairn_math.h"
#include "data/bvh_layout.h"

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

/* ratio: a float product of three roundings is off by less than this; rays err towards meeting. */
#define SLACK 5e-7f

typedef struct Axis {
    float start, inverse; /* of the direction; 0 when the ray is parallel to the slabs */
    float half;           /* of what moves along the ray: slabs are wider by that */
} Axis;

typedef struct Ray {
    Axis x, y;
    float limit;
} Ray;

/* Where the ray is inside a slab, from *enter to *leave; both only narrow. */
static inline void clip(Axis axis, cn_Four low, cn_Four high, cn_Four *enter, cn_Four *leave) {
    cn_Four start = cn_four(axis.start);
    low = low - cn_four(axis.half), high = high + cn_four(axis.half);
    if (axis.inverse == 0.0f) {
        cn_FourInt inside = (low <= start) & (start <= high);
        *leave = cn_four_select(inside, *leave, cn_four(-1.0f));
        return;
    }
    cn_Four a = (low - start) * cn_four(axis.inverse), b = (high - start) * cn_four(axis.inverse);
    *enter = cn_four_max(*enter, axis.inverse > 0.0f ? a : b);
    *leave = cn_four_min(*leave, axis.inverse > 0.0f ? b : a);
}

/* Which of the eight boxes the ray meets, and from where on. */
static unsigned meets(const cn_BvhBlock *b, const Ray *ray, float entry[8]) {
    unsigned mask = 0;
    for (int h = 0; h < 8; h += 4) {
        cn_Four enter = cn_four(0.0f), leave = cn_four(FLT_MAX);
        clip(ray->x, cn_four_load(b->x1 + h), cn_four_load(b->x2 + h), &enter, &leave);
        clip(ray->y, cn_four_load(b->y1 + h), cn_four_load(b->y2 + h), &enter, &leave);
        enter = enter * (1.0f - SLACK);
        leave = leave * (1.0f + SLACK);
        for (int i = 0; i < 4; i++) entry[h + i] = enter[i];
        mask |= cn_four_mask((enter <= leave) & (enter <= cn_four(ray->limit))) << h;
    }
    return mask;
}

/* Take the nearest entry out of the mask. */
static int take_nearest(unsigned *mask, const float entry[8]) {
    int best = cn_low_bit(*mask);
    for (unsigned m = *mask & (*mask - 1); m; m &= m - 1) {
        int i = cn_low_bit(m);
        if (entry[i] < entry[best]) best = i;
    }
    *mask &= ~(1u << best);
    return best;
}

/* Directions too short to invert count as parallel. */
static Axis make_axis(float start, float direction, float half) {
    return (Axis){start, cn_absf(direction) >= FLT_MIN ? 1.0f / direction : 0.0f, half};
}

/* The leaves of a block, nearest first; false when the callback wants no more. */
static bool cast_leaves(const cn_Bvh *tree, int block, Ray *ray,
                        float (*fn)(void *context, int proxy, float limit), void *context) {
    float entry[8];
    unsigned mask = meets(&tree->level[0][block], ray, entry);
    while (mask) {
        int lane = take_nearest(&mask, entry);
        if (!(entry[lane] <= ray->limit)) continue;
        ray->limit = fn(context, tree->leaves.proxy[block * 8 + lane], ray->limit);
        if (!(ray->limit >= 0.0f)) return false;
    }
    return true;
}

void cn_bvh_raycast(const cn_Bvh *tree, cn_Vec p, cn_Vec d, float limit,
                    float (*fn)(void *context, int proxy, float limit), void *context) {
    cn_bvh_cast(tree, p, d, (cn_Vec){0.0f, 0.0f}, limit, fn, context);
}

void cn_bvh_cast(const cn_Bvh *tree, cn_Vec p, cn_Vec d, cn_Vec half, float limit,
                 float (*fn)(void *context, int proxy, float limit), void *context) {
    if (tree->leaf_count == 0 || !(limit >= 0.0f)) return;
    Ray ray = {make_axis(p.x, d.x, half.x), make_axis(p.y, d.y, half.y), limit};
    unsigned left[CN_BVH_LEVELS];
    float entry[CN_BVH_LEVELS][8];
    int k = tree->top, block = 0;
    left[k] = meets(&tree->level[k][0], &ray, entry[k]);
    for (;;) {
        while (!left[k]) {
            if (k == tree->top) return;
            k++;
            block >>= 3;
        }
        int lane = take_nearest(&left[k], entry[k]), child = block * 8 + lane;
        if (!(entry[k][lane] <= ray.limit)) continue;
        if (k == 1) {
            if (!cast_leaves(tree, child, &ray, fn, context)) return;
        } else {
            block = child;
            k--;
            left[k] = meets(&tree->level[k][block], &ray, entry[k]);
        }
    }
}

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
