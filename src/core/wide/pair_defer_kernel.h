/* pair_defer_kernel.h: which pairs of pieces may meet in this step, and whose boxes have parted,
 * eight at a time. Included by contact_kernel.h after manifold_kernel.h; what it is for is in
 * pair_defer.c. */

/* The last pair stands in for those that are missing. */
INLINE void pair_rows(const cn_DeferredPair *pairs, int count, const char **row) {
    for (int i = 0; i < CN_LANES; i++) row[i] = (const char *)&pairs[i < count ? i : count - 1];
}

/* Of pairs to come: their boxes, and how their bodies move. */
INLINE void fetch_pairs(const cn_NarrowStep *s, const cn_DeferredPair *pairs, int count) {
    for (int i = 0; i < CN_LANES && i < count; i++) {
        cn_fetch(&s->boxes[pairs[i].piece_a]);
        cn_fetch(&s->boxes[pairs[i].piece_b]);
        cn_fetch(&s->motion[pairs[i].body_a]);
        cn_fetch(&s->motion[pairs[i].body_b]);
    }
}

static void apart_pairs(const cn_NarrowStep *s, const cn_DeferredPair *pairs, int count,
                        uint64_t *meet, uint64_t *parted) {
    *meet = *parted = 0;
    for (int at = 0; at < count; at += CN_LANES) {
        const char *row[CN_LANES];
        fetch_pairs(s, pairs + at + CN_LANES, count - at - CN_LANES);
        pair_rows(pairs + at, count - at, row);
        Columns pair = gather_rows(row, 0);
        Ids piece_a = ids_of((vi)pair.x), piece_b = ids_of((vi)pair.y);
        Ids a = ids_of((vi)pair.z), b = ids_of((vi)pair.w);
        Columns p = GATHER(s->boxes, &piece_a, 0), q = GATHER(s->boxes, &piece_b, 0);
        vi overlap = (p.x <= q.z) & (q.x <= p.z) & (p.y <= q.w) & (q.y <= p.w);
        vi fa = gather_flags(s, &a), fb = gather_flags(s, &b);
        /* a wall that moves is always a contact: the guard (ccd) looks at nothing else */
        vi waits = has(fa | fb, CN_BODY_REACH) & ~has(fa | fb, CN_BODY_KINEMATIC);
        if (bits_of(waits)) {
            Columns va = GATHER(s->motion, &a, 0), vb = GATHER(s->motion, &b, 0);
            waits &= stay_apart(s, p, q, va, vb, fa, fb);
        }
        unsigned used = cn_lanes_used(count, at);
        *meet |= (uint64_t)(~bits_of(waits) & used) << at;
        *parted |= (uint64_t)(~bits_of(overlap) & used) << at;
    }
}
