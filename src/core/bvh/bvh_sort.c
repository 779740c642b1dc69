/* bvh_sort.c: the order of the leaves, along a Hilbert curve through the centres of their boxes.
 *
 * Centres are quantised to 16 bits an axis within the bounds of all centres. Giants (a ground of
 * kilometres among boxes of metres) stand behind all others and do not count for the bounds: one
 * in a block would make the block as large as itself. Equal keys keep the order of the proxies. */
#include <float.h>
#include <string.h>

#include "base/memory.h"
#include "cairn_math.h"
#include "data/bvh_layout.h"

/* bits of a digit: three passes sort a key of 33 bits: giant, then 16 + 16 along the curve */
#define DIGIT_BITS 11
#define DIGITS     (1 << DIGIT_BITS)
/* bits of a slot in the low half of a key; the 33 bits of the place stand above */
#define SLOT_BITS 31

/* By state * 16 + two bits of x and y each, interleaved: four bits of the key, + 16 * next state.
 * The state says whether x and y are swapped (1) and complemented (2) in this part of the curve. */
static const uint8_t hilbert_step[64] = {
    0,  35, 17, 18, 20, 5,  55, 6,  62, 61, 15, 44, 24, 9,  59, 10, 16, 1,  51, 2,  46, 31,
    45, 60, 4,  39, 21, 22, 8,  43, 25, 26, 42, 27, 41, 56, 12, 47, 29, 30, 38, 23, 37, 52,
    50, 49, 3,  32, 58, 57, 11, 40, 54, 53, 7,  36, 28, 13, 63, 14, 34, 19, 33, 48,
};

/* The 16 bits of v to the even places of 32. */
static uint32_t interleave(uint32_t v) {
    v = (v | v << 8) & 0x00ff00ffu;
    v = (v | v << 4) & 0x0f0f0f0fu;
    v = (v | v << 2) & 0x33333333u;
    return (v | v << 1) & 0x55555555u;
}

static uint32_t hilbert(uint32_t x, uint32_t y) {
    uint32_t both = interleave(x) << 1 | interleave(y), key = 0, state = 0;
    for (int shift = 28; shift >= 0; shift -= 4) {
        uint32_t step = hilbert_step[(state & 0x30u) | (both >> shift & 15u)];
        key = key << 4 | (step & 15u);
        state = step;
    }
    return key;
}

/* What makes a key of a box. */
typedef struct Frame {
    float giant; /* width or height above which a leaf is one */
    double x, y, x_scale, y_scale;
} Frame;

/* Halves first: the sum of two coordinates may overflow. */
static cn_Vec centre(cn_Box b) {
    return (cn_Vec){0.5f * b.x1 + 0.5f * b.x2, 0.5f * b.y1 + 0.5f * b.y2};
}

static float size_of(cn_Box b) { return cn_maxf(cn_maxf(b.x2 - b.x1, b.y2 - b.y1), 0.0f); }

static uint32_t float_bits(float v) {
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* A giant is 16 to 32 times as large as what nine of ten leaves do not exceed. */
static float giant_size(const cn_Bvh *tree) {
    int histogram[256] = {0}; /* by binary exponent */
    for (int s = 0; s < tree->slot_count; s++)
        if (tree->leaves.proxy[s] >= 0)
            histogram[float_bits(size_of(cn_bvh_block_get(&tree->leaves.now[s >> 3], s & 7))) >>
                      23]++;
    int above = tree->leaf_count / 10, e = 255;
    while (e > 0 && (above -= histogram[e]) >= 0) e--;
    return ldexpf(1.0f, e - 127 + 5);
}

static Frame make_frame(const cn_Bvh *tree) {
    Frame f = {.giant = giant_size(tree)};
    cn_Box bounds = cn_box_empty();
    for (int s = 0; s < tree->slot_count; s++) {
        cn_Box box = cn_bvh_block_get(&tree->leaves.now[s >> 3], s & 7);
        if (tree->leaves.proxy[s] < 0 || size_of(box) > f.giant) continue;
        cn_Vec c = centre(box);
        bounds = cn_box_union((cn_Box){c.x, c.y, c.x, c.y}, bounds);
    }
    f.x = bounds.x1;
    f.y = bounds.y1;
    double w = (double)bounds.x2 - f.x, h = (double)bounds.y2 - f.y;
    /* One scale for both axes: cells are square, and so are the blocks that come out. */
    double side = w > h ? w : h;
    f.x_scale = f.y_scale = side > 0.0 ? 65535.0 / side : 0.0;
    return f;
}

static uint32_t quantise(double v) {
    return v > 0.0 ? (v < 65535.0 ? (uint32_t)v : 65535u) : 0u; /* 0 also for NaN */
}

static uint64_t make_key(const Frame *f, cn_Box box) {
    cn_Vec c = centre(box);
    uint64_t giant = size_of(box) > f->giant;
    return giant << 32 |
           hilbert(quantise((c.x - f->x) * f->x_scale), quantise((c.y - f->y) * f->y_scale));
}

/* One key a leaf, its slot in the low bits, in the order of the proxies. */
static void make_keys(const cn_Bvh *tree, uint64_t *key) {
    Frame frame = make_frame(tree);
    for (int p = 0; p < tree->proxy_capacity; p++) {
        int slot = tree->slot_of[p] - 1;
        if (slot < 0) continue;
        cn_Box box = cn_bvh_block_get(&tree->leaves.now[slot >> 3], slot & 7);
        *key++ = make_key(&frame, box) << SLOT_BITS | (uint64_t)slot;
    }
}

/* Stable, by one digit. */
static void sort_pass(const uint64_t *from, uint64_t *to, int n, int shift) {
    uint32_t start[DIGITS] = {0}, sum = 0;
    for (int i = 0; i < n; i++) start[from[i] >> shift & (DIGITS - 1)]++;
    for (int d = 0; d < DIGITS; d++) {
        uint32_t count = start[d];
        start[d] = sum;
        sum += count;
    }
    for (int i = 0; i < n; i++) to[start[from[i] >> shift & (DIGITS - 1)]++] = from[i];
}

/* Room is taken for the time of a sort: sorts are rare, and most trees rest. */
typedef struct Sort {
    cn_Bvh *tree;
    void *room;     /* for two keys a leaf, or a block for each at level 0 */
    int32_t *order; /* slots */
} Sort;

/* The slots in their new order. */
static void make_order(const Sort *s) {
    const cn_Bvh *tree = s->tree;
    uint64_t *keys = s->room, *other = keys + tree->leaf_count;
    int n = tree->leaf_count;
    make_keys(tree, keys);
    sort_pass(keys, other, n, SLOT_BITS);
    sort_pass(other, keys, n, SLOT_BITS + DIGIT_BITS);
    sort_pass(keys, other, n, SLOT_BITS + 2 * DIGIT_BITS);
    for (int i = 0; i < n; i++)
        s->order[i] = (int32_t)(other[i] & (((uint64_t)1 << SLOT_BITS) - 1));
}

/* One array after the other is put in order by way of the room. */

static void order_boxes(const Sort *s, cn_BvhBlock *blocks) {
    cn_BvhBlock *to = s->room;
    int n = s->tree->leaf_count;
    for (int i = 0; i < n; i++) {
        int from = s->order[i];
        cn_bvh_block_set(&to[i >> 3], i & 7, cn_bvh_block_get(&blocks[from >> 3], from & 7));
    }
    for (int i = n; i & 7; i++) cn_bvh_block_set(&to[i >> 3], i & 7, cn_box_empty());
    memcpy(blocks, to, (size_t)((n + 7) >> 3) * sizeof *to);
}

static void order_proxies(const Sort *s) {
    cn_Bvh *tree = s->tree;
    int32_t *to = s->room, *proxy = tree->leaves.proxy;
    int n = tree->leaf_count;
    for (int i = 0; i < n; i++) {
        to[i] = proxy[s->order[i]];
        tree->slot_of[to[i]] = i + 1;
    }
    for (int i = n; i & 7; i++) to[i] = -1;
    memcpy(proxy, to, (size_t)((n + 7) & ~7) * sizeof *to);
}

static void order_kinds(const Sort *s) {
    uint8_t *to = s->room, *kind = s->tree->leaves.kind;
    int n = s->tree->leaf_count;
    for (int i = 0; i < n; i++) to[i] = kind[s->order[i]];
    memcpy(kind, to, (size_t)n);
}

static void order_marks(const Sort *s) {
    uint8_t *to = s->room, *moved = s->tree->leaves.moved;
    int n = s->tree->leaf_count, blocks = (n + 7) >> 3;
    memset(to, 0, (size_t)blocks);
    for (int i = 0; i < n; i++) {
        int from = s->order[i];
        to[i >> 3] |= (uint8_t)((moved[from >> 3] >> (from & 7) & 1) << (i & 7));
    }
    memcpy(moved, to, (size_t)blocks);
}

static void sort_all(const Sort *s) {
    cn_Bvh *tree = s->tree;
    make_order(s);
    order_boxes(s, tree->leaves.now);
    order_boxes(s, tree->leaves.old);
    order_proxies(s);
    order_kinds(s);
    order_marks(s);
    tree->slot_count = tree->leaf_count;
    tree->out_of_line = 0;
    tree->moves = 0;
}

bool cn_bvh_sort(cn_Bvh *tree) {
    size_t blocks = ((size_t)tree->leaf_count >> 3) + 1;
    size_t room = blocks * sizeof(cn_BvhBlock), bytes = room + blocks * 8 * sizeof(int32_t);
    char *memory = cn_alloc(bytes);
    if (!memory) return false;
    sort_all(&(Sort){tree, memory, (int32_t *)(void *)(memory + room)});
    cn_free(memory, bytes);
    return true;
}
