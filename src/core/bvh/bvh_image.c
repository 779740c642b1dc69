/* bvh_image.c: a tree as bytes, and back.
 *
 * Written are the leaves in their order, which the next sort depends on, and how far the order has
 * gone stale. All above the leaves is made anew, and so is where each proxy stands. Whether
 * something waits for the next update is kept: an update of a tree that is up to date does not
 * sort. Boxes of leaves are mostly those that the owner of the proxies has, and old ones the new:
 * then they take no room.
 */
#include <string.h>

#include "base/memory.h"
#include "bvh/bvh.h"
#include "data/bvh_layout.h"

static const cn_Column columns[] = {CN_COLUMN(cn_Bvh, slot_count),
                                    CN_COLUMN(cn_Bvh, leaf_count),
                                    CN_COLUMN(cn_Bvh, out_of_line),
                                    CN_COLUMN(cn_Bvh, moves),
                                    CN_COLUMN(cn_Bvh, spread),
                                    CN_COLUMN(cn_Bvh, has_spread),
                                    {NULL, 0, 0, 0}};

static bool same_box(cn_Box a, cn_Box b) {
    return a.x1 == b.x1 && a.y1 == b.y1 && a.x2 == b.x2 && a.y2 == b.y2;
}

static bool is_box(cn_Box b) {
    return b.x1 <= b.x2 && b.y1 <= b.y2 && b.x1 >= -FLT_MAX && b.y1 >= -FLT_MAX &&
           b.x2 <= FLT_MAX && b.y2 <= FLT_MAX;
}

static void clear_slot(cn_Bvh *tree, int slot) {
    cn_bvh_block_set(&tree->leaves.now[slot >> 3], slot & 7, cn_box_empty());
    cn_bvh_block_set(&tree->leaves.old[slot >> 3], slot & 7, cn_box_empty());
    tree->leaves.kind[slot] = 0;
}

/* Nothing of what memory had in it before, or of who has gone, gets into an image. */
static void clear_holes(cn_Bvh *tree) {
    for (int slot = cn_bvh_block_count(tree) * 8 - 1; slot >= 0; slot--)
        if (tree->leaves.proxy[slot] < 0) clear_slot(tree, slot);
}

/* The boxes of a block as those of its proxies are outside; of what has none, or one that there
 * cannot be, empty. */
static cn_BvhBlock expected(const int32_t *proxy, const cn_Box *boxes, int proxies) {
    cn_BvhBlock block;
    for (int i = 0; i < 8; i++) {
        bool known = proxy[i] >= 0 && proxy[i] < proxies;
        cn_bvh_block_set(&block, i, known ? boxes[proxy[i]] : cn_box_empty());
    }
    return block;
}

static void leaves(cn_Bvh *tree, cn_Image *im, const cn_Box *boxes, int proxies) {
    size_t blocks = (size_t)cn_bvh_block_count(tree);
    cn_image_bytes(im, tree->leaves.proxy, blocks * 8 * sizeof *tree->leaves.proxy);
    cn_image_bytes(im, tree->leaves.kind, blocks * 8);
    cn_image_bytes(im, tree->leaves.moved, blocks);
    for (size_t b = 0; b < blocks && im->result == CN_OK; b++) {
        cn_BvhBlock guess = expected(tree->leaves.proxy + b * 8, boxes, proxies);
        cn_image_row(im, &tree->leaves.now[b], &guess, sizeof guess);
        cn_image_row(im, &tree->leaves.old[b], &tree->leaves.now[b], sizeof guess);
    }
}

/* A leaf, or a hole; bytes of holes may be anything. */
static bool take_slot(cn_Bvh *tree, int slot, int proxies) {
    int b = slot >> 3, i = slot & 7, proxy = tree->leaves.proxy[slot];
    bool moved = tree->leaves.moved[b] >> i & 1;
    if (proxy == -1 || slot >= tree->slot_count) {
        if (moved || proxy != -1) return false;
        clear_slot(tree, slot);
        return true;
    }
    cn_Box now = cn_bvh_block_get(&tree->leaves.now[b], i);
    cn_Box old = cn_bvh_block_get(&tree->leaves.old[b], i);
    if (proxy < 0 || proxy >= proxies || tree->slot_of[proxy] != 0) return false;
    if (tree->leaves.kind[slot] >= 2 * CN_BVH_KINDS || !is_box(now)) return false;
    if (moved ? !is_box(old) && !same_box(old, cn_box_empty()) : !same_box(now, old)) return false;
    tree->slot_of[proxy] = slot + 1;
    return true;
}

static void take_leaves(cn_Bvh *tree, cn_Image *im, int proxies) {
    int live = 0, end = cn_bvh_block_count(tree) * 8;
    bool sound = true;
    for (int slot = 0; slot < end && sound; slot++) {
        sound = take_slot(tree, slot, proxies);
        live += tree->leaves.proxy[slot] >= 0;
    }
    cn_image_expect(im, sound && live == tree->leaf_count, "a tree", "has a leaf that is none");
}

static void read_tree(cn_Bvh *tree, cn_Image *im, const cn_Box *boxes, int proxies) {
    size_t left = (size_t)(im->end - im->at);
    int64_t worn = (int64_t)tree->out_of_line;
    bool sound = tree->slot_count >= 0 && (size_t)tree->slot_count <= left &&
                 tree->leaf_count >= 0 && tree->leaf_count <= tree->slot_count && worn >= 0 &&
                 tree->moves >= 0;
    if (!cn_image_expect(im, sound, "a tree", "has counts that are none")) return;
    int blocks = cn_bvh_block_count(tree);
    if (!cn_grow((void **)&tree->slot_of, &tree->proxy_capacity, proxies, sizeof *tree->slot_of) ||
        (blocks > 0 && !cn_bvh_lay_out(tree, blocks < 2 ? 2 : blocks))) {
        tree->slot_count = tree->leaf_count = 0;
        if (im->result == CN_OK) im->result = CN_MEMORY;
        return;
    }
    leaves(tree, im, boxes, proxies);
    if (im->result == CN_OK) take_leaves(tree, im, proxies);
}

void cn_bvh_image(cn_Bvh *tree, cn_Image *im, const cn_Box *boxes, int proxies) {
    uint8_t waits = !cn_image_reads(im) && tree->top > 0 && tree->dirty[tree->top][0];
    cn_image_struct(im, tree, columns);
    cn_image_bytes(im, &waits, sizeof waits);
    if (!cn_image_reads(im)) {
        clear_holes(tree);
        leaves(tree, im, boxes, proxies);
        return;
    }
    cn_image_expect(im, waits <= 1, "a tree", "has a flag that is none");
    if (im->result == CN_OK) read_tree(tree, im, boxes, proxies);
    if (im->result != CN_OK || tree->top == 0) return;
    cn_bvh_refit_whole(tree);
    if (waits) cn_bvh_mark(tree->dirty, 1, tree->top, 0);
}
