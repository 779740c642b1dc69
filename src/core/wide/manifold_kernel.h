/* manifold_kernel.h: which contacts can keep their manifolds, and which of the others are near
 * enough to be worth a new one; eight at a time. Included by contact_kernel.h.
 * Not here: new manifolds (circles_kernel.h, hulls_kernel.h). */

typedef struct Vecs {
    vf x, y;
} Vecs;

INLINE Vecs rotated(vf c, vf s, vf x, vf y) { return (Vecs){c * x - s * y, s * x + c * y}; }
INLINE Vecs unrotated(vf c, vf s, vf x, vf y) { return (Vecs){c * x + s * y, c * y - s * x}; }

INLINE vi either(vi mask, vi a, vi b) { return (a & mask) | (b & ~mask); }

INLINE void contact_rows(const cn_NarrowStep *s, const int32_t *contact, const char **row) {
    for (int i = 0; i < CN_LANES; i++) row[i] = (const char *)&s->contact[contact[i]];
}

/* Of those among bits; nobody for the other lanes. */
INLINE Rows rows_among(const char *const *row, unsigned bits, void *nobody) {
    Rows r;
    for (int i = 0; i < CN_LANES; i++)
        r.row[i] = (char *)(uintptr_t)(bits >> i & 1 ? row[i] : (const char *)nobody);
    return r;
}

/* Of eight: read one by one, they are faster in memory than in lanes. */
typedef struct Ids {
    int32_t at[CN_LANES] __attribute__((aligned(32)));
} Ids;

INLINE Ids ids_of(vi v) {
    Ids ids;
    *(vi *)(void *)ids.at = v;
    __asm__("" : "+m"(ids)); /* else compilers take them out of the lanes after all */
    return ids;
}

/* The first four floats of each row of an array. */
#define GATHER(base, ids, offset) gather_array((const char *)(base), sizeof *(base), ids, offset)
INLINE Columns gather_array(const char *base, size_t size, const Ids *ids, size_t offset) {
    const char *row[CN_LANES];
    for (int i = 0; i < CN_LANES; i++) row[i] = base + (size_t)ids->at[i] * size;
    return gather_rows(row, offset);
}

/* From origin to origin; the difference is taken in double. */
INLINE Vecs between_origins(const cn_NarrowStep *s, const Ids *a, const Ids *b) {
    Vecs between;
    v4 twos[CN_LANES / 2];
    for (int i = 0; i < CN_LANES; i += 2) {
        vd pa = load_twos(&s->pose[a->at[i]].x, &s->pose[a->at[i + 1]].x);
        vd pb = load_twos(&s->pose[b->at[i]].x, &s->pose[b->at[i + 1]].x);
        twos[i / 2] = narrow(pb - pa);
    }
    take_apart(twos, &between.x, &between.y);
    return between;
}

typedef struct Poses {
    Columns a, b;
    Vecs apart; /* from origin to origin */
    Vecs d;     /* from centre of mass to centre of mass */
} Poses;

INLINE Poses load_poses(const cn_NarrowStep *s, const Ids *a, const Ids *b) {
    /* c, s, centre of mass */
    Poses p = {GATHER(s->pose, a, offsetof(cn_Pose, q)),
               GATHER(s->pose, b, offsetof(cn_Pose, q)),
               between_origins(s, a, b),
               {{0}, {0}}};
    Vecs ca = rotated(p.a.x, p.a.y, p.a.z, p.a.w), cb = rotated(p.b.x, p.b.y, p.b.z, p.b.w);
    p.d = (Vecs){p.apart.x + (cb.x - ca.x), p.apart.y + (cb.y - ca.y)};
    return p;
}

INLINE vi touches(vi flags, vf separation, float slop) {
    vi before = has(flags, CN_CONTACT_TOUCHING);
    return separation <= choose(before, splat(CN_TOUCH_RELEASE * slop), splat(slop));
}

/* ---- keeping ------------------------------------------------------------------------------ */

/* Rounding of both pieces of each contact. */
INLINE void radii_of(const cn_Piece *piece, const char *const *row, vf *ra, vf *rb) {
    cn_Lane a, b;
    for (int i = 0; i < CN_LANES; i++) {
        const cn_Contact *c = (const cn_Contact *)(const void *)row[i];
        a[i] = piece[c->piece_a].radius;
        b[i] = piece[c->piece_b].radius;
    }
    *ra = load(a), *rb = load(b);
}

INLINE void keep_eight(const cn_NarrowStep *s, cn_NearList *l, int at) {
    const char *row[CN_LANES];
    const int32_t *contact = l->contact + at;
    contact_rows(s, contact, row);
    Columns head = gather_rows(row, offsetof(cn_Contact, body_a));
    Columns frame = gather_rows(row, offsetof(cn_Contact, normal));
    Columns gap = gather_rows(row, offsetof(cn_Contact, separation));
    Columns turn = gather_rows(row, offsetof(cn_Contact, qa));
    vi flags = (vi)head.z, count = (vi)head.w, none = {0};
    Ids a = ids_of((vi)head.x), b = ids_of((vi)head.y);
    Poses p = load_poses(s, &a, &b);
    /* rotations since the manifold was made */
    vf ac = turn.x * p.a.x + turn.y * p.a.y, as = turn.x * p.a.y - turn.y * p.a.x;
    vf bc = turn.z * p.b.x + turn.w * p.b.y, bs = turn.z * p.b.y - turn.w * p.b.x;
    vf mx = p.d.x + frame.z, my = p.d.y + frame.w; /* d was the negative of it */
    vf limit = splat(CN_RECYCLE_DISTANCE) - gap.w * absolute(bs * ac - bc * as);
    vi kept = (count > none) & (ac >= splat(CN_RECYCLE_COS)) & (bc >= splat(CN_RECYCLE_COS)) &
              (limit > splat(0)) & (mx * mx + my * my < limit * limit);
    unsigned done = bits_of(kept) & cn_lanes_used(l->count, at);
    l->done[at / CN_LANES] = (uint8_t)done;
    l->changed[at / CN_LANES] = 0;
    if (!done) return;
    /* Below a rounding it is the core whose points turn with the body: the surface of what rolls
     * stays where it is. */
    Columns arm = gather_rows(row, offsetof(cn_Contact, r));
    vf ra = splat(0), rb = ra, sep[2], x[2] = {arm.x, arm.z}, y[2] = {arm.y, arm.w}, old[2];
    gather_pairs(row, offsetof(cn_Contact, made), &old[0], &old[1]);
    if (bits_of(has(flags, CN_CONTACT_ROUND))) radii_of(s->piece, row, &ra, &rb);
    vi touch = none;
    for (int i = 0; i < 2; i++) {
        vf ax = x[i] - ra * frame.x, ay = y[i] - ra * frame.y;
        vf bx = x[i] + frame.z + rb * frame.x, by = y[i] + frame.w + rb * frame.y;
        Vecs va = rotated(ac, as, ax, ay), vb = rotated(bc, bs, bx, by);
        vf sx = mx + ((vb.x - bx) - (va.x - ax)), sy = my + ((vb.y - by) - (va.y - ay));
        sep[i] = old[i] + (frame.x * sx + frame.y * sy);
        touch |= touches(flags, sep[i], s->slop) & (count > none + i);
    }
    cn_Contact nobody;
    Rows out = rows_among(row, done, &nobody);
    scatter_pairs(out.row, offsetof(cn_Contact, separation), sep[0], sep[1]);
    unsigned changed = bits_of(touch ^ has(flags, CN_CONTACT_TOUCHING)) & done;
    l->changed[at / CN_LANES] = (uint8_t)changed;
}

static void keep_manifolds(const cn_NarrowStep *s, cn_NearList *l) {
    for (int at = 0; at < l->count; at += CN_LANES) keep_eight(s, l, at);
}

/* ---- which are near ----------------------------------------------------------------------- */

INLINE vi gather_flags(const cn_NarrowStep *s, const Ids *body) {
    int32_t flags[CN_LANES] __attribute__((aligned(32)));
    for (int i = 0; i < CN_LANES; i++) flags[i] = (int32_t)s->flags[body->at[i]];
    return load_ints(flags);
}

INLINE vf gather_turns(const cn_NarrowStep *s, const Ids *body, vi flags) {
    cn_Lane turn;
    for (int i = 0; i < CN_LANES; i++) turn[i] = s->turn[body->at[i]];
    return choose(has(flags, CN_BODY_AWAKE), load(turn), zeros());
}

/* As cn_body_swing, without cold. */
static void find_turns(const cn_NarrowStep *s, int first, int end) {
    for (int i = first; i < end; i++) {
        const char *row = (const char *)&s->motion[i * CN_LANES], *rows[CN_LANES];
        for (int k = 0; k < CN_LANES; k++) rows[k] = row + (size_t)k * sizeof(cn_Motion);
        Columns m = gather_rows(rows, 0);
        vf turn = splat(s->dt) * absolute(m.z) * m.w;
        store(s->turn + i * CN_LANES, minv(turn, load(s->blocks[i].swing)));
    }
}

INLINE vf length_of(vf x, vf y) { return sqrt_lane(x * x + y * y); }

/* Of contacts between bodies of these flags: where may one of them come from anywhere, after a blow
 * elsewhere? */
INLINE vi rebounds_in(vi fa, vi fb) {
    return has(fa | fb, CN_BODY_LIVELY) & ~has(fa & fb, CN_BODY_CROWDED);
}

/* How far the two may come together in the step, apart from turning. */
INLINE vf way_of(const cn_NarrowStep *s, Columns va, Columns vb, vi bounces) {
    vf way = length_of(vb.x - va.x, vb.y - va.y);
    vf back = length_of(va.x, va.y) + length_of(vb.x, vb.y);
    return splat(s->dt) * choose(bounces, back, way);
}

/* Along one axis, as far as left goes the boxes were swept: do they stay apart as they stand when
 * the step begins, one of them drawn out along the relative way? Gaps come first: they are small
 * and so exact. */
INLINE vi passes(vf a1, vf a2, vf b1, vf b2, vf way_a, vf way_b, vi swept_a, vi swept_b) {
    vf zero = zeros(), d = way_b - way_a;
    vf left_a = choose(swept_a, way_a, zero), left_b = choose(swept_b, way_b, zero);
    vf below = (minv(left_a, zero) - maxv(left_b, zero)) + maxv(d, zero);
    vf above = (minv(left_b, zero) - maxv(left_a, zero)) - minv(d, zero);
    return (a1 - b2 > below) | (b1 - a2 > above);
}

/* Whether two pieces cannot meet in the step that their boxes were swept for, as pair_defer.c says.
 * A box was swept by all of the step's way, or reaches as far to all sides. Each has half of what
 * contacts see ahead, room for turning and rebounds, and a little more. */
INLINE vi stay_apart(const cn_NarrowStep *s, Columns a, Columns b, Columns va, Columns vb, vi fa,
                     vi fb) {
    vf dt = splat(s->dt), ta = choose(has(fa, CN_BODY_STRAIGHT), dt, zeros()),
       tb = choose(has(fb, CN_BODY_STRAIGHT), dt, zeros());
    vi ra = has(fa, CN_BODY_REACH), rb = has(fb, CN_BODY_REACH);
    return passes(a.x, a.z, b.x, b.z, va.x * ta, vb.x * tb, ra, rb) |
           passes(a.y, a.w, b.y, b.w, va.y * ta, vb.y * tb, ra, rb);
}

/* Flags of a contact without points that meeting would change, or that somebody waits for. */
#define LASTING                                                                                    \
    (CN_CONTACT_TOUCHING | CN_CONTACT_IGNORED | CN_CONTACT_FACE | CN_CONTACT_AT_CORNER |           \
     CN_CONTACT_DEEP)

/* m, and ratio to what they are computed from: more than rounding may make of a gap or a way */
#define CLEAR_SURE     1e-4f
#define CLEAR_ROUNDING 1e-6f

/* How far any point of the other may have come nearer, as seen from a body that has turned by c, s:
 * from `then` to `now` is the way between the centres; chord: how far a point at a metre from the
 * centre of the other has turned. */
INLINE vf way_seen(vf c, vf s, Vecs then, Vecs now, vf chord, vf extent) {
    Vecs old = rotated(c, s, then.x, then.y);
    return length_of(now.x - old.x, now.y - old.y) + chord * extent;
}

/* Of those without a point that were kept apart by a face when they last met: by how much more than
 * the margin are they yet? The face stands still as seen from its body, so the gap has become less
 * by no more than the way of the other. While there is more, meet would find nothing.
 * As seen from a body that turns, the other goes round it: no point of that is further out than the
 * lever. Paths count CN_PATH_LEVER times the extent, which is enough of a body that is not much
 * smaller than the other; else they are worth so much less. */
INLINE vf clear_by(const char *const *row, const Poses *p, Columns made, vf extent_a, vf extent_b,
                   vf margin, vf *slack) {
    Columns frame = gather_rows(row, offsetof(cn_Contact, normal));
    Columns turn = gather_rows(row, offsetof(cn_Contact, qa));
    vf ac = turn.x * p->a.x + turn.y * p->a.y, as = turn.x * p->a.y - turn.y * p->a.x;
    vf bc = turn.z * p->b.x + turn.w * p->b.y, bs = turn.z * p->b.y - turn.w * p->b.x;
    vf chord = absolute(ac * bs - as * bc) + absolute(splat(1) - (ac * bc + as * bs));
    Vecs then = {-frame.z, -frame.w};
    vf size = extent_a + extent_b + absolute(p->d.x) + absolute(p->d.y);
    vf need = margin + (splat(CLEAR_SURE) + splat(CLEAR_ROUNDING) * size);
    vf of_a = made.x - way_seen(ac, as, then, p->d, chord, extent_b) - need;
    vf of_b = made.y - way_seen(bc, bs, then, p->d, chord, extent_a) - need;
    vf lever = size + splat(CN_PATH_MOST), a = splat(CN_PATH_LEVER) * extent_a,
       b = splat(CN_PATH_LEVER) * extent_b;
    *slack = maxv(of_a * minv(a / lever, splat(1)), of_b * minv(b / lever, splat(1)));
    return maxv(of_a, of_b);
}

/* m: with less to go a contact is looked at soon anyway */
#define WORTH 0.001f

/* Is there room for two steps more as the bodies go now? */
INLINE vi lasts(const cn_NarrowStep *s, vf room, Columns va, Columns vb, vf turn) {
    vf speed = absolute(va.x) + absolute(va.y) + absolute(vb.x) + absolute(vb.y);
    return room > splat(WORTH) + splat(2) * (splat(s->dt) * speed + splat(CN_PATH_LEVER) * turn);
}

INLINE void near_eight(const cn_NarrowStep *s, cn_NearList *l, int at) {
    const char *row[CN_LANES];
    contact_rows(s, l->contact + at, row);
    Columns head = gather_rows(row, offsetof(cn_Contact, body_a));
    Columns tail = gather_rows(row, offsetof(cn_Contact, made));
    vi flags = (vi)head.z, far = {0}, count = (vi)head.w;
    Ids a = ids_of((vi)head.x), b = ids_of((vi)head.y);
    Ids piece_a = ids_of((vi)tail.z), piece_b = ids_of((vi)tail.w);
    Columns box_a = GATHER(s->boxes, &piece_a, 0), box_b = GATHER(s->boxes, &piece_b, 0);
    vi plane = has(flags, CN_CONTACT_PLANE); /* it has no box, and no size */
    vi overlap = plane | ((box_a.x <= box_b.z) & (box_b.x <= box_a.z) & (box_a.y <= box_b.w) &
                          (box_b.y <= box_a.w));
    vi fa = gather_flags(s, &a), fb = gather_flags(s, &b);
    vi reach = has(fa | fb, CN_BODY_REACH) & overlap, waits = {0};
    vi plain = ~has(flags, CN_CONTACT_REFUSED | CN_CONTACT_ONE_WAY);
    vi kind = (flags & CN_CONTACT_KIND & plain) >> CN_CONTACT_KIND_SHIFT;
    vi clear = overlap & (count == splat_int(0)) & (kind > splat_int(CN_MEET_CIRCLES)) &
               ~has(flags, LASTING) & (maxv(tail.x, tail.y) > splat(CN_SPECULATIVE));
    vf margin = splat(CN_SPECULATIVE), slack = zeros();
    if (bits_of(reach | clear)) {
        Columns va = GATHER(s->motion, &a, 0), vb = GATHER(s->motion, &b, 0);
        vf turn = gather_turns(s, &a, fa) + gather_turns(s, &b, fb);
        margin += choose(reach, way_of(s, va, vb, rebounds_in(fa, fb)) + turn, splat(0));
        /* boxes that reach ahead overlap long before their bodies meet */
        Poses p = load_poses(s, &a, &b);
        vf most = (va.w + vb.w) + margin;
        far = reach & ~plane & (p.d.x * p.d.x + p.d.y * p.d.y > most * most);
        waits = reach & ~plane & ~has(fa | fb, CN_BODY_KINEMATIC);
        waits &= stay_apart(s, box_a, box_b, va, vb, fa, fb);
        clear &= ~far & (maxv(tail.x, tail.y) > margin);
        if (bits_of(clear)) {
            vf more = clear_by(row, &p, tail, va.w, vb.w, margin, &slack);
            slack = choose(clear & ~reach & lasts(s, slack, va, vb, turn), slack, zeros());
            far |= clear & (more > zeros());
        }
    }
    store(l->slack + at, slack);
    store(l->margin + at, margin);
    *(vi *)(void *)(l->kind + at) = kind;
    unsigned used = cn_lanes_used(l->count, at);
    vi held = (count > splat_int(0)) |
              has(flags, CN_CONTACT_TOUCHING | CN_CONTACT_IGNORED | CN_CONTACT_CORNER);
    vi empty = (count == splat_int(0)) & ~has(flags, CN_CONTACT_TOUCHING | CN_CONTACT_REFUSED);
    vi ended = ~overlap | (waits & empty);
    far &= ~ended;
    l->ended[at / CN_LANES] = (uint8_t)(bits_of(ended) & used);
    l->far[at / CN_LANES] = (uint8_t)(bits_of(far) & used);
    l->leaves[at / CN_LANES] = (uint8_t)(bits_of(far & held) & used);
    l->empty[at / CN_LANES] = (uint8_t)bits_of(count == splat_int(0));
}

static void near_contacts(const cn_NarrowStep *s, cn_NearList *l) {
    for (int at = 0; at < l->count; at += CN_LANES) near_eight(s, l, at);
}
