/* manifold_kernel.h: the narrow phase of what is common, eight contacts at a time: manifolds that
 * can be kept, and new ones of two quadrilaterals. Included by kernel.h.
 * The arithmetic is that of collide_hulls.c, face by face and in the same order; what is rare there
 * (corners of one that pass beside the face of the other) is left undone here. */

INLINE Columns rotations(const cn_ManifoldJob *job, bool of_a) {
    const char *row[CN_LANES];
    for (int i = 0; i < CN_LANES; i++) row[i] = (const char *)(of_a ? job->a[i] : job->b[i]);
    return gather_rows(row, offsetof(cn_Pose, q)); /* c, s, centre of mass */
}

typedef struct Vecs {
    vf x, y;
} Vecs;

INLINE Vecs rotated(vf c, vf s, vf x, vf y) { return (Vecs){c * x - s * y, s * x + c * y}; }
INLINE Vecs unrotated(vf c, vf s, vf x, vf y) { return (Vecs){c * x + s * y, c * y - s * x}; }

/* From origin to origin; the difference is taken in double. */
INLINE Vecs between_origins(const cn_ManifoldJob *job) {
    cn_Lane x, y;
    for (int i = 0; i < CN_LANES; i++) {
        v2d d = *(const v2d *)(const void *)job->b[i] - *(const v2d *)(const void *)job->a[i];
        v2f f = __builtin_convertvector(d, v2f);
        x[i] = f[0];
        y[i] = f[1];
    }
    return (Vecs){load(x), load(y)};
}

typedef struct Poses {
    Columns a, b;
    Vecs apart; /* from origin to origin */
    Vecs d;     /* from centre of mass to centre of mass */
} Poses;

INLINE Poses load_poses(const cn_ManifoldJob *job) {
    Poses p = {rotations(job, true), rotations(job, false), between_origins(job), {{0}, {0}}};
    Vecs ca = rotated(p.a.x, p.a.y, p.a.z, p.a.w), cb = rotated(p.b.x, p.b.y, p.b.z, p.b.w);
    p.d = (Vecs){p.apart.x + (cb.x - ca.x), p.apart.y + (cb.y - ca.y)};
    return p;
}

INLINE void contact_rows(const cn_ManifoldJob *job, const char **row) {
    for (int i = 0; i < CN_LANES; i++) row[i] = (const char *)job->contact[i];
}

/* ---- keeping ------------------------------------------------------------------------------ */

/* Rounding of both pieces; zero in most groups. */
INLINE void load_rounding(const cn_ManifoldJob *job, vi flags, vf *ra, vf *rb) {
    *ra = *rb = splat(0);
    if (!bits_of((flags & CN_CONTACT_ROUND) != 0)) return;
    cn_Lane a, b;
    for (int i = 0; i < CN_LANES; i++) {
        a[i] = job->piece[job->contact[i]->piece_a].radius;
        b[i] = job->piece[job->contact[i]->piece_b].radius;
    }
    *ra = load(a), *rb = load(b);
}

INLINE vi touches(vi flags, vf separation, float slop) {
    vi before = (flags & CN_CONTACT_TOUCHING) != 0;
    return separation <= choose(before, splat(CN_TOUCH_RELEASE * slop), splat(slop));
}

static cn_ManifoldBits keep_manifolds(const cn_ManifoldJob *job) {
    const char *row[CN_LANES];
    contact_rows(job, row);
    Poses p = load_poses(job);
    Columns head = gather_rows(row, offsetof(cn_Contact, body_a));
    Columns frame = gather_rows(row, offsetof(cn_Contact, normal));
    Columns arm = gather_rows(row, offsetof(cn_Contact, r));
    Columns gap = gather_rows(row, offsetof(cn_Contact, separation));
    Columns turn = gather_rows(row, offsetof(cn_Contact, qa));
    Columns made = gather_rows(row, offsetof(cn_Contact, made));
    vi flags = (vi)head.z, count = (vi)head.w, none = {0};
    /* rotations since the manifold was made */
    vf ac = turn.x * p.a.x + turn.y * p.a.y, as = turn.x * p.a.y - turn.y * p.a.x;
    vf bc = turn.z * p.b.x + turn.w * p.b.y, bs = turn.z * p.b.y - turn.w * p.b.x;
    vf mx = p.d.x + frame.z, my = p.d.y + frame.w; /* d was the negative of it */
    vf limit = splat(CN_RECYCLE_DISTANCE) - gap.w * absolute(bs * ac - bc * as);
    vi kept = (count > none) & (ac >= splat(CN_RECYCLE_COS)) & (bc >= splat(CN_RECYCLE_COS)) &
              (limit > splat(0)) & (mx * mx + my * my < limit * limit);
    unsigned done = bits_of(kept) & job->used;
    if (!done) return (cn_ManifoldBits){0, 0};
    /* Below a rounding it is the core whose points turn with the body: the surface of what rolls
     * stays where it is. */
    vf ra, rb, sep[2], x[2] = {arm.x, arm.z}, y[2] = {arm.y, arm.w}, old[2] = {made.x, made.y};
    load_rounding(job, flags, &ra, &rb);
    vi touch = none;
    for (int i = 0; i < 2; i++) {
        vf ax = x[i] - ra * frame.x, ay = y[i] - ra * frame.y;
        vf bx = x[i] + frame.z + rb * frame.x, by = y[i] + frame.w + rb * frame.y;
        Vecs va = rotated(ac, as, ax, ay), vb = rotated(bc, bs, bx, by);
        vf sx = mx + ((vb.x - bx) - (va.x - ax)), sy = my + ((vb.y - by) - (va.y - ay));
        sep[i] = old[i] + (frame.x * sx + frame.y * sy);
        touch |= touches(flags, sep[i], job->slop) & (count > none + i);
    }
    for (unsigned bits = done; bits; bits &= bits - 1) {
        int i = __builtin_ctz(bits);
        job->contact[i]->separation[0] = sep[0][i];
        job->contact[i]->separation[1] = sep[1][i];
    }
    return (cn_ManifoldBits){done, bits_of(touch) & done};
}

/* ---- quadrilaterals ----------------------------------------------------------------------- */

typedef struct Quad {
    vf x[4], y[4];   /* corners, frame of a */
    vf nx[4], ny[4]; /* normal of the face from each to the next */
} Quad;

INLINE void load_corners4(const cn_Vec *const *from, vf *x, vf *y) {
    const char *row[CN_LANES];
    for (int i = 0; i < CN_LANES; i++) row[i] = (const char *)from[i];
    Columns p = gather_rows(row, 0), q = gather_rows(row, 2 * sizeof(cn_Vec));
    x[0] = p.x, y[0] = p.y, x[1] = p.z, y[1] = p.w;
    x[2] = q.x, y[2] = q.y, x[3] = q.z, y[3] = q.w;
}

/* The face of h along which o is farthest away, and how far. */
typedef struct Faces {
    vf separation;
    vi edge;
} Faces;

INLINE Faces best_face(const Quad *h, const Quad *o) {
    Faces f = {splat(0), {0}};
    for (int i = 0; i < 4; i++) {
        vf least = splat(0);
        for (int j = 0; j < 4; j++) {
            vf d = h->nx[i] * (o->x[j] - h->x[i]) + h->ny[i] * (o->y[j] - h->y[i]);
            least = j == 0 ? d : minv(least, d);
        }
        vi better = least > f.separation + splat(1.0e-6f); /* as FACE_BIAS there */
        f.separation = i == 0 ? least : choose(better, least, f.separation);
        if (i > 0) f.edge = (better & i) | (~better & f.edge);
    }
    return f;
}

INLINE vf pick(const vf *v, vi index) {
    return choose(index == 0, v[0], choose(index == 1, v[1], choose(index == 2, v[2], v[3])));
}

INLINE vf edge_length_sq(const Quad *h, vi edge) {
    vi next = (edge + 1) & 3;
    vf x = pick(h->x, next) - pick(h->x, edge), y = pick(h->y, next) - pick(h->y, edge);
    return x * x + y * y;
}

/* Is b better than a by so much that the reference may change to it? */
INLINE vi clearly_better(vf gain, vf edge_sq) {
    vi much = gain > splat(0.003f); /* as STICKY_BIAS there */
    vi share = gain * gain > splat(0.05f * 0.05f) * edge_sq;
    return (gain > splat(0)) & (much | share);
}

/* Points as they will stand in the contact. */
typedef struct Points {
    vf nx, ny; /* a to b, frame of a */
    vf x[2], y[2], gap[2];
    vi feature[2], used[2];
    vi reference;
} Points;

INLINE vi either(vi mask, vi a, vi b) { return (a & mask) | (b & ~mask); }

INLINE vi feature_of(vi of_a, vi own, vi others) {
    return either(of_a, own << 16 | others, others << 16 | own);
}

/* Which of two points there are stand in front. */
INLINE void close_up(Points *p) {
    vi second = ~p->used[0] & p->used[1];
    p->x[0] = choose(second, p->x[1], p->x[0]);
    p->y[0] = choose(second, p->y[1], p->y[0]);
    p->gap[0] = choose(second, p->gap[1], p->gap[0]);
    p->feature[0] = either(second, p->feature[1], p->feature[0]);
    p->used[0] |= second;
    p->used[1] &= ~second;
}

typedef struct Incident {
    vf tx, ty, nx, ny, ox, oy, length;     /* frame of the face: tangent, normal, origin */
    vf lo_x, lo_y, hi_x, hi_y;             /* ends of the facing edge in it */
    vf next_x, next_y;                     /* end of the face */
    vf at_lo_x, at_lo_y, at_hi_x, at_hi_y; /* ends of the facing edge, frame of a */
    vi lo, hi, edge;
} Incident;

INLINE Incident incident_of(const Quad *h, const Quad *o, vi edge) {
    Incident in = {.edge = edge};
    vi next = (edge + 1) & 3, nearest = {0};
    in.nx = pick(h->nx, edge), in.ny = pick(h->ny, edge);
    in.ox = pick(h->x, edge), in.oy = pick(h->y, edge);
    in.next_x = pick(h->x, next), in.next_y = pick(h->y, next);
    vf most = splat(0), facing[4];
    for (int j = 0; j < 4; j++) {
        vf d = -(in.nx * o->x[j] + in.ny * o->y[j]);
        vi better = d > most;
        if (j > 0) nearest = (better & j) | (~better & nearest);
        most = j == 0 ? d : choose(better, d, most);
        facing[j] = o->nx[j] * in.nx + o->ny[j] * in.ny;
    }
    vi before = (nearest + 3) & 3;
    vi first = pick(facing, before) < pick(facing, nearest);
    in.hi = either(first, before, nearest);
    in.lo = (in.hi + 1) & 3;
    in.tx = -in.ny, in.ty = in.nx;
    in.length = (in.next_x - in.ox) * in.tx + (in.next_y - in.oy) * in.ty;
    in.at_lo_x = pick(o->x, in.lo), in.at_lo_y = pick(o->y, in.lo);
    in.at_hi_x = pick(o->x, in.hi), in.at_hi_y = pick(o->y, in.hi);
    vf lx = in.at_lo_x - in.ox, ly = in.at_lo_y - in.oy;
    vf hx = in.at_hi_x - in.ox, hy = in.at_hi_y - in.oy;
    in.lo_x = lx * in.tx + ly * in.ty, in.lo_y = lx * in.nx + ly * in.ny;
    in.hi_x = hx * in.tx + hy * in.ty, in.hi_y = hx * in.nx + hy * in.ny;
    return in;
}

/* Lanes whose hulls are nearest at a corner: the direction between the two corners is the normal.
 */
INLINE vi at_corner(const Incident *in, vi of_a, vf margin, Points *p) {
    vf bias = splat(1.0e-6f), zero = splat(0);
    vi at_start = in->hi_x + in->lo_x < in->length;
    vi lo_nearest = either(absolute(in->lo_y - in->hi_y) < bias, ~at_start, in->lo_y < in->hi_y);
    vf wx = choose(lo_nearest, in->lo_x, in->hi_x), wy = choose(lo_nearest, in->lo_y, in->hi_y);
    vf fx = choose(lo_nearest, in->hi_x, in->lo_x), fy = choose(lo_nearest, in->hi_y, in->lo_y);
    vi start = wx < zero;
    vf dx = choose(start, wx, wx - in->length);
    vi corner = ~((wx >= zero) & (wx <= in->length)) & ~(dx * (fx - wx) + wy * (fy - wy) < zero);
    vf px = choose(start, in->ox, in->next_x), py = choose(start, in->oy, in->next_y);
    vf qx = choose(lo_nearest, in->at_lo_x, in->at_hi_x);
    vf qy = choose(lo_nearest, in->at_lo_y, in->at_hi_y);
    vf x = qx - px, y = qy - py, length = sqrt_lane(x * x + y * y);
    vf nx = x / length, ny = y / length, half = splat(0.5f) * length;
    vf sign = choose(of_a, splat(1), splat(-1));
    vi own = either(start, in->edge, (in->edge + 1) & 3);
    p->nx = choose(corner, sign * nx, p->nx);
    p->ny = choose(corner, sign * ny, p->ny);
    p->x[0] = choose(corner, px + half * nx, p->x[0]);
    p->y[0] = choose(corner, py + half * ny, p->y[0]);
    p->gap[0] = choose(corner, length, p->gap[0]);
    p->feature[0] =
        either(corner, feature_of(of_a, own, either(lo_nearest, in->lo, in->hi)), p->feature[0]);
    p->used[0] = either(corner, length <= margin, p->used[0]);
    p->used[1] &= ~corner;
    return corner;
}

INLINE void clip_faces(const Incident *in, vi of_a, vf margin, Points *p) {
    vf zero = splat(0), along = in->hi_x - in->lo_x, rise = in->hi_y - in->lo_y;
    vf end[2] = {zero, in->length}, ex[2] = {in->lo_x, in->hi_x}, ey[2] = {in->lo_y, in->hi_y};
    vi out[2] = {in->lo_x<zero, in->hi_x> in->length};
    vi own[2] = {in->edge, (in->edge + 1) & 3}, others[2] = {in->lo, in->hi};
    vf sign = choose(of_a, splat(1), splat(-1));
    p->nx = sign * in->nx, p->ny = sign * in->ny;
    for (int i = 0; i < 2; i++) {
        vf t = (end[i] - in->lo_x) / along;
        vf x = choose(out[i], end[i], ex[i]), y = choose(out[i], in->lo_y + t * rise, ey[i]);
        vf half = splat(0.5f) * y;
        p->x[i] = (in->ox + x * in->tx) + half * in->nx;
        p->y[i] = (in->oy + x * in->ty) + half * in->ny;
        p->gap[i] = y;
        p->feature[i] = feature_of(of_a, own[i], others[i]);
        p->used[i] = y <= margin;
    }
}

/* The manifold; which lanes could be done is returned. */
INLINE vi collide_quads(const Quad *a, const Quad *b, vf margin, vi last, Points *p) {
    Faces fa = best_face(a, b), fb = best_face(b, a);
    vi apart = (fa.separation > margin) | (fb.separation > margin);
    vi best_a = fa.separation >= fb.separation;
    vf edge_sq = minv(edge_length_sq(a, fa.edge), edge_length_sq(b, fb.edge));
    vi leave_a = clearly_better(fb.separation - fa.separation, edge_sq);
    vi leave_b = clearly_better(fa.separation - fb.separation, edge_sq);
    vi of_a = either(last == 1, ~leave_a, either(last == 2, leave_b, best_a));
    Quad h, o;
    for (int i = 0; i < 4; i++) {
        h.x[i] = choose(of_a, a->x[i], b->x[i]), h.y[i] = choose(of_a, a->y[i], b->y[i]);
        h.nx[i] = choose(of_a, a->nx[i], b->nx[i]), h.ny[i] = choose(of_a, a->ny[i], b->ny[i]);
        o.x[i] = choose(of_a, b->x[i], a->x[i]), o.y[i] = choose(of_a, b->y[i], a->y[i]);
        o.nx[i] = choose(of_a, b->nx[i], a->nx[i]), o.ny[i] = choose(of_a, b->ny[i], a->ny[i]);
    }
    Incident in = incident_of(&h, &o, either(of_a, fa.edge, fb.edge));
    vf best = choose(best_a, fa.separation, fb.separation);
    vi open = best > splat(5.0e-5f); /* as APART there */
    vi sticks = of_a != best_a;      /* a corner is looked for at the best face */
    clip_faces(&in, of_a, margin, p);
    Points corner = *p;
    vi at = at_corner(&in, of_a, margin, &corner) & open & ~sticks;
    vi beside = (in.hi_x < splat(0)) | (in.lo_x > in.length);
    p->nx = choose(at, corner.nx, p->nx), p->ny = choose(at, corner.ny, p->ny);
    p->x[0] = choose(at, corner.x[0], p->x[0]), p->y[0] = choose(at, corner.y[0], p->y[0]);
    p->gap[0] = choose(at, corner.gap[0], p->gap[0]);
    p->feature[0] = either(at, corner.feature[0], p->feature[0]);
    p->used[0] = either(at, corner.used[0], p->used[0]) & ~apart;
    p->used[1] &= ~at & ~apart;
    p->reference = ~apart & ((of_a & 1) | (~of_a & 2));
    close_up(p);
    return apart | at | ~(beside | (open & sticks));
}

/* What the points had in the manifold before, by feature. */
INLINE Columns carried(Columns before, vi feature0, vi feature1, vi had0, vi had1,
                       const Points *p) {
    vf zero = splat(0);
    Columns c;
    vi same = had0 & (feature0 == p->feature[0]), other = had1 & (feature1 == p->feature[0]);
    c.x = choose(same, before.x, choose(other, before.z, zero));
    c.y = choose(same, before.y, choose(other, before.w, zero));
    same = had0 & (feature0 == p->feature[1]), other = had1 & (feature1 == p->feature[1]);
    c.z = choose(same, before.x, choose(other, before.z, zero));
    c.w = choose(same, before.y, choose(other, before.w, zero));
    return c;
}

static cn_ManifoldBits collide_blocks(const cn_ManifoldJob *job) {
    const char *row[CN_LANES];
    contact_rows(job, row);
    Poses pose = load_poses(job);
    Columns head = gather_rows(row, offsetof(cn_Contact, body_a));
    Columns impulse = gather_rows(row, offsetof(cn_Contact, impulse));
    Columns total = gather_rows(row, offsetof(cn_Contact, total));
    const char *cold[CN_LANES];
    for (int i = 0; i < CN_LANES; i++) cold[i] = (const char *)job->cold[i];
    Columns before = gather_rows(cold, offsetof(cn_ContactCold, feature));
    vi flags = (vi)head.z, count = (vi)head.w, none = {0}, last = (vi)before.z;
    /* b as seen from a */
    vf ac = pose.a.x, as = pose.a.y;
    vf c = ac * pose.b.x + as * pose.b.y, s = ac * pose.b.y - as * pose.b.x;
    Vecs at = unrotated(ac, as, pose.apart.x, pose.apart.y);
    Quad a, b;
    load_corners4(job->corners_a, a.x, a.y);
    load_corners4(job->normals_a, a.nx, a.ny);
    load_corners4(job->corners_b, b.x, b.y);
    load_corners4(job->normals_b, b.nx, b.ny);
    for (int i = 0; i < 4; i++) {
        Vecs v = rotated(c, s, b.x[i], b.y[i]), n = rotated(c, s, b.nx[i], b.ny[i]);
        b.x[i] = v.x + at.x, b.y[i] = v.y + at.y;
        b.nx[i] = n.x, b.ny[i] = n.y;
    }
    Points p;
    vi solved = collide_quads(&a, &b, load(job->margin), last, &p);
    unsigned done = bits_of(solved) & job->used;
    Columns j = carried(impulse, (vi)before.x, (vi)before.y, count > none, count > none + 1, &p);
    Columns t = carried(total, (vi)before.x, (vi)before.y, count > none, count > none + 1, &p);
    Vecs n = rotated(ac, as, p.nx, p.ny);
    Vecs r0 = rotated(ac, as, p.x[0] - pose.a.z, p.y[0] - pose.a.w);
    Vecs r1 = rotated(ac, as, p.x[1] - pose.a.z, p.y[1] - pose.a.w);
    vi touch = (touches(flags, p.gap[0], job->slop) & p.used[0]) |
               (touches(flags, p.gap[1], job->slop) & p.used[1]);
    cn_Contact dummy;
    char *out[CN_LANES];
    for (int i = 0; i < CN_LANES; i++) out[i] = (char *)(done >> i & 1 ? job->contact[i] : &dummy);
    scatter_rows(out, offsetof(cn_Contact, normal), (Columns){n.x, n.y, -pose.d.x, -pose.d.y});
    scatter_rows(out, offsetof(cn_Contact, r), (Columns){r0.x, r0.y, r1.x, r1.y});
    scatter_rows(out, offsetof(cn_Contact, impulse), j);
    scatter_rows(out, offsetof(cn_Contact, total), t);
    scatter_rows(out, offsetof(cn_Contact, qa), (Columns){ac, as, pose.b.x, pose.b.y});
    for (unsigned bits = done; bits; bits &= bits - 1) {
        int i = __builtin_ctz(bits);
        cn_Contact *k = job->contact[i];
        k->separation[0] = p.gap[0][i];
        k->separation[1] = p.gap[1][i];
        k->made[0] = p.gap[0][i];
        k->made[1] = p.gap[1][i];
        k->count = -(p.used[0][i] + p.used[1][i]);
        job->cold[i]->feature[0] = (uint32_t)p.feature[0][i];
        job->cold[i]->feature[1] = (uint32_t)p.feature[1][i];
        job->cold[i]->reference = (uint32_t)p.reference[i];
    }
    return (cn_ManifoldBits){done, bits_of(touch) & done};
}

#define MANIFOLD_KERNELS                                                                           \
    { keep_manifolds, collide_blocks }
