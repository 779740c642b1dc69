/* bvh_layout.h: how a tree lies in memory, for bvh and its kernels only.
 *
 * A level is an array of blocks of eight boxes. Level 0 holds the leaves ("slots"); entry e of
 * level k + 1 is the union of block e of level k, so parent and child are found by shifting.
 * Invariants: a slot without a proxy has an empty box; so has everything behind the last slot;
 * a leaf that has not moved has equal boxes now and old; a mark is set at a level iff one is set
 * below it (a zero mask means that nothing below needs a look; pairs rely on the "iff").
 * Every array is reserved when proxies are added: refitting cannot fail, and without room to sort
 * leaves stay in the order that they have. */
#ifndef CN_BVH_LAYOUT_H
#define CN_BVH_LAYOUT_H

#include <float.h>
#include <math.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/jobs.h"
#include "base/pair_list.h"
#include "cairn_types.h"
#include "data/tree_ray.h"

typedef struct cn_Bvh cn_Bvh;

/* count of levels, the leaves included: slots are positive ints, and 2^31 = 8^10.3. */
#define CN_BVH_LEVELS 11

/* Four lanes: the widest vector that every target passes in registers. */
typedef float cn_Four __attribute__((vector_size(16)));
typedef int32_t cn_FourInt __attribute__((vector_size(16)));

typedef struct cn_BvhBlock {
    float x1[8], y1[8], x2[8], y2[8];
} cn_BvhBlock;

/* One box in all lanes. */
typedef struct cn_FourBox {
    cn_Four x1, y1, x2, y2;
} cn_FourBox;

/* What the leaves below an entry are, and what they meet; perhaps more, until the next sort. */
typedef struct cn_BvhClass {
    uint64_t kinds, meets;
} cn_BvhClass;

/* The arrays that sorting puts in order. */
typedef struct cn_BvhLeaves {
    cn_BvhBlock *now, *old; /* old: as of the last commit */
    int32_t *proxy;         /* by slot; -1 where there is none */
    uint8_t *moved;         /* by block: which leaves moved since the last commit */
    uint8_t *kind;          /* by slot */
} cn_BvhLeaves;

struct cn_Bvh {
    cn_BvhLeaves leaves;
    cn_BvhBlock *level[CN_BVH_LEVELS];   /* level[0] is leaves.now */
    uint8_t *moved[CN_BVH_LEVELS];       /* moved[0] is leaves.moved */
    uint8_t *dirty[CN_BVH_LEVELS];       /* entries to be refitted; none at level 0 */
    cn_BvhClass *classes[CN_BVH_LEVELS]; /* by entry; none at level 0 */
    const uint64_t *meets;               /* see cn_bvh_set_meets */
    bool classes_stale;
    int top;      /* the level of a single block, at least 1 */
    void *memory; /* all of the above */
    size_t memory_bytes;
    int block_capacity; /* at level 0 */

    int32_t *slot_of; /* by proxy: slot + 1, or 0 */
    int proxy_capacity;

    int slot_count;  /* in use, holes included */
    int leaf_count;  /* without holes */
    int out_of_line; /* leaves appended and holes made since the last sort */
    int64_t moves;   /* leaves that moved, counted once a commit, since the last sort */
    double spread;   /* of the blocks of leaves (see bvh.c), just after the last sort */
    bool has_spread; /* by so much since that the next update should sort */

    cn_PairList found[CN_MAX_THREADS]; /* by each worker: see bvh_pairs.c */
};

/* Which leaf blocks of the other tree, or of the same, a block is the one to look for pairs with.
 */
typedef enum cn_BvhWant {
    CN_WANT_ALL,
    CN_WANT_LATER,
    CN_WANT_LATER_OR_STILL,
    CN_WANT_STILL
} cn_BvhWant;

/* A search for pairs, whose groups of eight blocks of a may be shared out. */
typedef struct cn_BvhWalk {
    const cn_Bvh *a, *b;
    cn_BvhWant want;
    bool inside;    /* pairs within blocks of a, too */
    bool strangers; /* see cn_bvh_has_strangers */
} cn_BvhWalk;

/* bvh.c: for a tree that is read (bvh_image.c). Room for so many blocks of leaves, all of them
 * holes, in a tree that has none; false when out of memory: it is not to be used then. And all
 * above the leaves anew. */
bool cn_bvh_lay_out(cn_Bvh *tree, int blocks);
void cn_bvh_refit_whole(cn_Bvh *tree);

/* bvh_filter.c */
void cn_bvh_classify(cn_Bvh *tree);        /* all entries anew */
void cn_bvh_widen(cn_Bvh *tree, int slot); /* the entries above a leaf that is new or other */
/* Of all leaves. */
cn_BvhClass cn_bvh_class(const cn_Bvh *tree);
/* Whether there are kinds among these that do not meet. */
bool cn_bvh_has_strangers(const cn_Bvh *a, const cn_Bvh *b);
static inline bool cn_classes_meet(cn_BvhClass a, cn_BvhClass b) {
    return (a.kinds & b.meets) != 0;
}

/* bvh_sort.c: put the leaves in order along the curve and close the holes. False when out of
 * memory: then they stay as they are. */
bool cn_bvh_sort(cn_Bvh *tree);

/* A mark for a slot, from a level on up to the first that has it. */
static inline void cn_bvh_mark(uint8_t *masks[], int first_level, int top, int slot) {
    for (int k = first_level; k <= top; k++) {
        int entry = slot >> (3 * k);
        uint8_t bit = (uint8_t)(1u << (entry & 7));
        if (masks[k][entry >> 3] & bit) return;
        masks[k][entry >> 3] |= bit;
    }
}

static inline int cn_bvh_block_count(const cn_Bvh *tree) { return (tree->slot_count + 7) >> 3; }

static inline cn_Box cn_bvh_block_get(const cn_BvhBlock *b, int i) {
    return (cn_Box){b->x1[i], b->y1[i], b->x2[i], b->y2[i]};
}

static inline void cn_bvh_block_set(cn_BvhBlock *b, int i, cn_Box box) {
    b->x1[i] = box.x1;
    b->y1[i] = box.y1;
    b->x2[i] = box.x2;
    b->y2[i] = box.y2;
}

/* Overlaps nothing finite, and is neutral in a union. */
static inline cn_Box cn_box_empty(void) {
    return (cn_Box){INFINITY, INFINITY, -INFINITY, -INFINITY};
}

/* Finite whatever comes, so that an empty box overlaps none of them. */
static inline cn_Box cn_box_tame(cn_Box b) {
    return (cn_Box){
        cn_minf(b.x1 >= -FLT_MAX ? b.x1 : -FLT_MAX, FLT_MAX),
        cn_minf(b.y1 >= -FLT_MAX ? b.y1 : -FLT_MAX, FLT_MAX),
        cn_maxf(b.x2 <= FLT_MAX ? b.x2 : FLT_MAX, -FLT_MAX),
        cn_maxf(b.y2 <= FLT_MAX ? b.y2 : FLT_MAX, -FLT_MAX),
    };
}

static inline int cn_low_bit(unsigned mask) { return __builtin_ctz(mask); }

/* One bit for each lane that is true (all ones). */
static inline unsigned cn_four_mask(cn_FourInt m) {
#ifdef __SSE2__
    return (unsigned)_mm_movemask_ps((__m128)m);
#else
    return (unsigned)((m[0] & 1) | (m[1] & 2) | (m[2] & 4) | (m[3] & 8));
#endif
}

static inline cn_Four cn_four(float v) { return (cn_Four){v, v, v, v}; }
static inline cn_Four cn_four_load(const float *p) { return *(const cn_Four *)(const void *)p; }
static inline cn_Four cn_four_select(cn_FourInt m, cn_Four a, cn_Four b) {
    return (cn_Four)((m & (cn_FourInt)a) | (~m & (cn_FourInt)b));
}
static inline cn_Four cn_four_min(cn_Four a, cn_Four b) { return cn_four_select(a < b, a, b); }
static inline cn_Four cn_four_max(cn_Four a, cn_Four b) { return cn_four_select(a > b, a, b); }

static inline cn_FourBox cn_four_box(cn_Box b) {
    return (cn_FourBox){cn_four(b.x1), cn_four(b.y1), cn_four(b.x2), cn_four(b.y2)};
}

/* Which of the four boxes from lane h on overlap the one, touching included. */
static inline cn_FourInt cn_four_overlaps(const cn_BvhBlock *b, int h, cn_FourBox box) {
    return (cn_four_load(b->x1 + h) <= box.x2) & (box.x1 <= cn_four_load(b->x2 + h)) &
           (cn_four_load(b->y1 + h) <= box.y2) & (box.y1 <= cn_four_load(b->y2 + h));
}

static inline unsigned cn_bvh_block_overlaps(const cn_BvhBlock *b, cn_FourBox box) {
    return cn_four_mask(cn_four_overlaps(b, 0, box)) | cn_four_mask(cn_four_overlaps(b, 4, box))
                                                           << 4;
}

#endif
