/* bvh_move_kernel.h: leaves of a tree take the boxes that their proxies have now, eight at a time.
 * Included by contact_kernel.h; the layout is in bvh_layout.h, and bvh_move_many.c calls it. */

/* As cn_box_tame. */
INLINE Columns tame(Columns box) {
    vf most = splat(FLT_MAX), least = splat(-FLT_MAX);
    return (Columns){minv(choose(box.x >= least, box.x, least), most),
                     minv(choose(box.y >= least, box.y, least), most),
                     maxv(choose(box.z <= most, box.z, most), least),
                     maxv(choose(box.w <= most, box.w, most), least)};
}

/* One leaf block; a bit for each leaf whose box is another now. A slot without a proxy keeps its
 * empty box. */
INLINE unsigned follow_block(cn_BvhBlock *b, const int32_t *proxy, const cn_Box *boxes) {
    const char *row[CN_LANES];
    for (int i = 0; i < CN_LANES; i++) row[i] = (const char *)&boxes[proxy[i] < 0 ? 0 : proxy[i]];
    Columns to = tame(gather_rows(row, 0));
    vf x1 = load(b->x1), y1 = load(b->y1), x2 = load(b->x2), y2 = load(b->y2);
    vi other = (to.x != x1) | (to.y != y1) | (to.z != x2) | (to.w != y2);
    other &= load_ints(proxy) >= splat_int(0);
    unsigned moved = bits_of(other);
    if (!moved) return 0;
    store(b->x1, choose(other, to.x, x1));
    store(b->y1, choose(other, to.y, y1));
    store(b->x2, choose(other, to.z, x2));
    store(b->y2, choose(other, to.w, y2));
    return moved;
}

/* Blocks first to end - 1, eight at most: a byte of the answer for each. */
static uint64_t tree_follow(const cn_BvhLeaves *leaves, const cn_Box *boxes, int first, int end) {
    uint64_t moved = 0;
    for (int b = first; b < end; b++)
        moved |= (uint64_t)follow_block(&leaves->now[b], leaves->proxy + b * CN_LANES, boxes)
                 << 8 * (b - first);
    return moved;
}
