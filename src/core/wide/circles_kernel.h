/* circles_kernel.h: new manifolds, eight at a time: what all kinds have in common, and pairs with a
 * circle in them. See collide.c, which does it for one pair of any two pieces.
 *
 * A pair is seen from the piece of more vertices, here called the first, whichever of the two is
 * the contact's a; only storing turns it back. Included by contact_kernel.h. */

/* A piece of up to eight vertices. What it has fewer of is its first once more: that never is the
 * farthest of all, where the first comes before it. */
typedef struct Hull {
    vf x[CN_MEET_VERTICES], y[CN_MEET_VERTICES];
    vf nx[CN_MEET_VERTICES], ny[CN_MEET_VERTICES]; /* normal of the face from each to the next */
    vf radius;
    vi count;
} Hull;

/* Eight contacts on their way. */
typedef struct Meeting {
    const char *row[CN_LANES];
    const char *cold[CN_LANES];
    vi turned; /* the first is b's */
    Ids body_first, body_second;
    vi flags, count; /* as before */
    vf margin;
    Ids piece_first, piece_second;
    Ids first, second; /* vertices */
    vf radius_first, radius_second;
    Poses pose; /* a is the first */
    vf c, s;    /* rotation of the second, as the first sees it */
    Vecs at;    /* origin of the second, as the first sees it */
} Meeting;

/* Points as they will stand in the contact. */
typedef struct Points {
    vf nx, ny; /* first to second, frame of the first */
    vf x[2], y[2], gap[2];
    vf clear[2]; /* m: before some face of the first, and of the second, there is so much room */
    vi feature[2], used[2];
    vi reference; /* 1 the first, 2 the second */
} Points;

INLINE void load_pieces(const cn_NarrowStep *s, const Ids *piece, Ids *vertex, vf *radius) {
    Columns c = GATHER(s->piece, piece, offsetof(cn_Piece, form));
    *vertex = ids_of((vi)c.y);
    *radius = c.z;
}

SHARED Meeting load_meeting(const cn_NarrowStep *s, const cn_MeetList *l, int at) {
    Meeting m = {.margin = load(l->margin + at)};
    contact_rows(s, l->contact + at, m.row);
    for (int i = 0; i < CN_LANES; i++) m.cold[i] = (const char *)&s->cold[l->contact[at + i]];
    Columns head = gather_rows(m.row, offsetof(cn_Contact, body_a));
    Columns tail = gather_rows(m.row, offsetof(cn_Contact, made));
    m.flags = (vi)head.z, m.count = (vi)head.w;
    m.turned = has(m.flags, CN_CONTACT_TURNED);
    Ids a = ids_of(either(m.turned, (vi)head.y, (vi)head.x));
    Ids b = ids_of(either(m.turned, (vi)head.x, (vi)head.y));
    m.piece_first = ids_of(either(m.turned, (vi)tail.w, (vi)tail.z));
    m.piece_second = ids_of(either(m.turned, (vi)tail.z, (vi)tail.w));
    load_pieces(s, &m.piece_first, &m.first, &m.radius_first);
    load_pieces(s, &m.piece_second, &m.second, &m.radius_second);
    m.body_first = a, m.body_second = b;
    m.pose = load_poses(s, &a, &b);
    vf ac = m.pose.a.x, as = m.pose.a.y;
    m.c = ac * m.pose.b.x + as * m.pose.b.y, m.s = ac * m.pose.b.y - as * m.pose.b.x;
    m.at = unrotated(ac, as, m.pose.apart.x, m.pose.apart.y);
    return m;
}

INLINE void load_outline(const cn_Vec *from, const Ids *at, int size, vi count, vf *x, vf *y) {
    Columns p = GATHER(from, at, 0); /* two vectors */
    x[0] = p.x, y[0] = p.y, x[1] = p.z, y[1] = p.w;
    if (size < 4) return;
    Columns q = GATHER(from, at, 2 * sizeof *from);
    vi four = count > 3;
    x[2] = q.x, y[2] = q.y;
    x[3] = choose(four, q.z, x[0]), y[3] = choose(four, q.w, y[0]);
}

INLINE vi load_counts(const cn_NarrowStep *s, const Ids *piece) {
    int32_t count[CN_LANES] __attribute__((aligned(32)));
    for (int i = 0; i < CN_LANES; i++) count[i] = s->piece[piece->at[i]].vertex_count;
    return load_ints(count);
}

/* size: 2, or 4 for those of three or four vertices. */
INLINE Hull load_hull(const cn_NarrowStep *s, const Ids *piece, const Ids *vertex, vf radius,
                      int size) {
    Hull h = {.radius = radius, .count = splat_int(size)};
    if (size == 4) h.count = load_counts(s, piece);
    load_outline(s->vertices, vertex, size, h.count, h.x, h.y);
    load_outline(s->normals, vertex, size, h.count, h.nx, h.ny);
    return h;
}

INLINE void load_long_outline(const cn_Vec *from, const Ids *at, int size, vi count, vf *x, vf *y) {
    for (int i = 0; i < size; i += 2) {
        Columns p = GATHER(from + i, at, 0);
        vi own = count > i, next = count > i + 1;
        x[i] = i > 0 ? choose(own, p.x, x[0]) : p.x, y[i] = i > 0 ? choose(own, p.y, y[0]) : p.y;
        x[i + 1] = choose(next, p.z, x[0]), y[i + 1] = choose(next, p.w, y[0]);
    }
}

/* The most vertices of eight pieces, and even, up to CN_MEET_VERTICES. */
INLINE int most_of(vi count) {
    int most = 2;
    while (most < CN_MEET_VERTICES && bits_of(count > splat_int(most))) most += 2;
    return most;
}

/* size: even, and no piece has more vertices. */
INLINE void load_long_hull(const cn_NarrowStep *s, const Ids *vertex, vf radius, vi count, int size,
                           Hull *h) {
    h->radius = radius, h->count = count;
    load_long_outline(s->vertices, vertex, size, count, h->x, h->y);
    load_long_outline(s->normals, vertex, size, count, h->nx, h->ny);
}

INLINE vi next_of(const Hull *h, vi i) { return (i + 1) & (i + 1 < h->count); }
INLINE vi before_of(const Hull *h, vi i) { return either(i > 0, i, h->count) - 1; }

INLINE vf pick(const vf *v, vi index, int size) {
    if (size > 4) {
        vf late = v[0];
        for (int i = 1; i < size; i++) late = choose(index == i, v[i], late);
        return late;
    }
    vf late = size == 4 ? choose(index == 2, v[2], v[3]) : v[1];
    if (size == 4) late = choose(index == 1, v[1], late);
    return choose(index == 0, v[0], late);
}

/* ---- storing ------------------------------------------------------------------------------ */

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

/* What the points had in the manifold before, by feature. */
INLINE Columns carried(Columns before, const vi same[2], const vi other[2]) {
    vf zero = splat(0);
    return (Columns){choose(same[0], before.x, choose(other[0], before.z, zero)),
                     choose(same[0], before.y, choose(other[0], before.w, zero)),
                     choose(same[1], before.x, choose(other[1], before.z, zero)),
                     choose(same[1], before.y, choose(other[1], before.w, zero))};
}

INLINE void carry_impulses(const Meeting *m, char *const *out, const Points *p) {
    Columns j = {splat(0), splat(0), splat(0), splat(0)}, t = j;
    if (bits_of(m->count > 0)) {
        Columns cold = gather_rows(m->cold, offsetof(cn_ContactCold, feature));
        vi had[2] = {m->count > 0, m->count > 1}, same[2], other[2];
        for (int i = 0; i < 2; i++) {
            same[i] = had[0] & ((vi)cold.x == p->feature[i]);
            other[i] = had[1] & ((vi)cold.y == p->feature[i]);
        }
        j = carried(gather_rows(m->row, offsetof(cn_Contact, impulse)), same, other);
        t = carried(gather_rows(m->row, offsetof(cn_Contact, total)), same, other);
    }
    scatter_rows(out, offsetof(cn_Contact, impulse), j);
    scatter_rows(out, offsetof(cn_Contact, total), t);
}

/* Normal and lever arms as they stand in the contact, from a's centre of mass. */
typedef struct Shape {
    Vecs n, r[2];
} Shape;

INLINE Shape shape_of(const Meeting *m, const Points *p) {
    vf ac = m->pose.a.x, as = m->pose.a.y, dx = m->pose.d.x, dy = m->pose.d.y, zero = splat(0);
    vf sign = choose(m->turned, splat(-1), splat(1));
    Shape h = {.n = rotated(ac, as, sign * p->nx, sign * p->ny)};
    for (int i = 0; i < 2; i++) {
        h.r[i] = rotated(ac, as, p->x[i] - m->pose.a.z, p->y[i] - m->pose.a.w);
        h.r[i].x -= choose(m->turned, dx, zero), h.r[i].y -= choose(m->turned, dy, zero);
    }
    return h;
}

INLINE void store_shape(char *const *out, const Points *p, const Shape *h) {
    scatter_pairs(out, offsetof(cn_Contact, normal), h->n.x, h->n.y);
    scatter_rows(out, offsetof(cn_Contact, r),
                 (Columns){h->r[0].x, h->r[0].y, h->r[1].x, h->r[1].y});
    scatter_pairs(out, offsetof(cn_Contact, separation), p->gap[0], p->gap[1]);
}

/* As cn_internal_edge_is_calm. */
INLINE vi calm(Columns v, vi body) {
    vi slow = v.x * v.x + v.y * v.y < splat(CN_CALM * CN_CALM);
    return (slow | has(body, CN_BODY_JOINTED)) & ~has(body, CN_BODY_REACH);
}

/* Of which contacts with points more has to be asked than that: see internal_edge_class.c. Speeds
 * are those of cn_contact_measure. */
INLINE void note_ground(const cn_NarrowStep *s, cn_MeetList *l, int at, unsigned solid,
                        const Meeting *m, const Points *p, const Shape *h, vi flags) {
    vi first = gather_flags(s, &m->body_first), second = gather_flags(s, &m->body_second);
    Columns v1 = GATHER(s->motion, &m->body_first, 0), v2 = GATHER(s->motion, &m->body_second, 0);
    vf sign = choose(m->turned, splat(-1), splat(1));
    vf dx = -sign * m->pose.d.x, dy = -sign * m->pose.d.y;
    vf ax = choose(m->turned, v2.x, v1.x), ay = choose(m->turned, v2.y, v1.y);
    vf bx = choose(m->turned, v1.x, v2.x), by = choose(m->turned, v1.y, v2.y);
    vf aw = choose(m->turned, v2.z, v1.z), bw = choose(m->turned, v1.z, v2.z);
    vf least = splat(CN_STRUCK);
    vi comes = {0}, slides = {0};
    for (int i = 0; i < 2; i++) {
        vf rx = h->r[i].x, ry = h->r[i].y;
        vf x = (bx - bw * (ry + dy)) - (ax - aw * ry), y = (by + bw * (rx + dx)) - (ay + aw * rx);
        comes |= p->used[i] & (-(x * h->n.x + y * h->n.y) > least);
        slides |= p->used[i] & (absolute(x * h->n.y - y * h->n.x) > least);
    }
    vi pieces = has(flags, CN_CONTACT_PIECES);
    vi ground = has(flags, CN_CONTACT_WALL) | (pieces & (comes | slides)) |
                (comes & (calm(v1, first) | calm(v2, second)));
    l->rests[at / CN_LANES] = (uint8_t)(bits_of(has(first | second, CN_BODY_RESTING)) & solid);
    l->ground[at / CN_LANES] = (uint8_t)(bits_of(ground) & solid);
    l->comes[at / CN_LANES] = (uint8_t)(bits_of(comes) & solid);
}

/* How the bodies stood to each other, and how far apart they were. */
INLINE void store_frame(const Meeting *m, char *const *out, const Points *p) {
    vf ac = m->pose.a.x, as = m->pose.a.y, bc = m->pose.b.x, bs = m->pose.b.y;
    vf sign = choose(m->turned, splat(-1), splat(1));
    Columns q = {choose(m->turned, bc, ac), choose(m->turned, bs, as), choose(m->turned, ac, bc),
                 choose(m->turned, as, bs)};
    vi solid = p->used[0];
    vf of_a = choose(m->turned, p->clear[1], p->clear[0]);
    vf of_b = choose(m->turned, p->clear[0], p->clear[1]);
    scatter_pairs(out, offsetof(cn_Contact, d), -sign * m->pose.d.x, -sign * m->pose.d.y);
    scatter_rows(out, offsetof(cn_Contact, qa), q);
    scatter_pairs(out, offsetof(cn_Contact, made), choose(solid, p->gap[0], of_a),
                  choose(solid, p->gap[1], of_b));
}

/* The margin is for a relative way in any direction. Along the normal two convex pieces come nearer
 * only by as much as they move against it: those that pass each other, or part, have no points
 * while nothing else can bring them together in the step. Walls keep theirs. */
INLINE void drop_passing(const cn_NarrowStep *s, const Meeting *m, Points *p) {
    vi far = p->used[0] & (p->gap[0] > splat(CN_SPECULATIVE)) & (m->margin > splat(CN_SPECULATIVE));
    far &= ~p->used[1] | (p->gap[1] > splat(CN_SPECULATIVE));
    if (!bits_of(far)) return;
    vi fa = gather_flags(s, &m->body_first), fb = gather_flags(s, &m->body_second);
    Columns va = GATHER(s->motion, &m->body_first, 0), vb = GATHER(s->motion, &m->body_second, 0);
    Vecs n = rotated(m->pose.a.x, m->pose.a.y, p->nx, p->ny);
    vf x = vb.x - va.x, y = vb.y - va.y, along = x * n.x + y * n.y;
    vf part = choose(rebounds_in(fa, fb), splat(0), splat(s->dt));
    vf needed = m->margin - part * (length_of(x, y) - maxv(-along, splat(0)));
    vf gap = choose(p->used[1], minv(p->gap[0], p->gap[1]), p->gap[0]);
    vi gone = far & has(fa & fb, CN_BODY_AWAKE) & (gap > needed);
    p->used[0] &= ~gone, p->used[1] &= ~gone;
}

/* Rows of contacts, or of nobody for lanes that are not among bits. */
INLINE void contacts_of(const cn_NarrowStep *s, const int32_t *id, unsigned bits,
                        cn_Contact *nobody, char **out) {
    for (int i = 0; i < CN_LANES; i++)
        out[i] = (char *)(bits >> i & 1 ? &s->contact[id[i]] : nobody);
}

INLINE void store_solid(const cn_NarrowStep *s, const int32_t *id, unsigned solid, const Meeting *m,
                        const Points *p, const Shape *h, vi flags) {
    cn_Contact nobody;
    cn_ContactCold nobody_cold;
    char *out[CN_LANES], *cold[CN_LANES];
    vi twice = either(m->turned, splat_int(3), splat_int(0));
    vi reference = either(p->reference != 0, (p->reference ^ twice), splat_int(0));
    vi count = -(p->used[0] + p->used[1]);
    contacts_of(s, id, solid, &nobody, out);
    for (int i = 0; i < CN_LANES; i++)
        cold[i] = (char *)(solid >> i & 1 ? &s->cold[id[i]] : &nobody_cold);
    carry_impulses(m, out, p);
    store_shape(out, p, h);
    scatter_pairs(out, offsetof(cn_Contact, flags), (vf)flags, (vf)count);
    scatter_pairs(cold, offsetof(cn_ContactCold, feature), (vf)p->feature[0], (vf)p->feature[1]);
    for (int i = 0; i < CN_LANES; i++)
        ((cn_ContactCold *)(void *)cold[i])->reference = (uint32_t)reference[i];
}

/* Contacts that had no point, and have none, get how far apart they are, if that is anything. */
SHARED void store_points(const cn_NarrowStep *s, cn_MeetList *l, int at, const Meeting *m,
                         Points *p) {
    const int32_t *id = l->contact + at;
    unsigned used = cn_lanes_used(l->count, at);
    drop_passing(s, m, p);
    vi solid = p->used[0], had = m->count > 0;
    vi touch = (touches(m->flags, p->gap[0], s->slop) & p->used[0]) |
               (touches(m->flags, p->gap[1], s->slop) & p->used[1]);
    l->solid[at / CN_LANES] = (uint8_t)(bits_of(solid) & used);
    l->changed[at / CN_LANES] =
        (uint8_t)(bits_of(touch ^ has(m->flags, CN_CONTACT_TOUCHING)) & used);
    vi keep = splat_int(~(CN_CONTACT_FACE | CN_CONTACT_CORNER | CN_CONTACT_END));
    vi flags = m->flags & keep & either(solid, splat_int(-1), splat_int(~CN_CONTACT_IGNORED));
    vi clear = maxv(p->clear[0], p->clear[1]) > splat(CN_SPECULATIVE);
    unsigned framed = bits_of(solid | had | clear) & used;
    if (framed) {
        cn_Contact nobody;
        char *out[CN_LANES];
        contacts_of(s, id, framed, &nobody, out);
        store_frame(m, out, p);
    }
    l->rests[at / CN_LANES] = l->ground[at / CN_LANES] = l->comes[at / CN_LANES] = 0;
    if (bits_of(solid) & used) {
        Shape h = shape_of(m, p);
        store_solid(s, id, bits_of(solid) & used, m, p, &h, flags);
        note_ground(s, l, at, bits_of(solid) & used, m, p, &h, flags);
    }
    unsigned leave = bits_of(~solid & (had | (flags != m->flags))) & used;
    for (; leave; leave &= leave - 1) {
        int i = __builtin_ctz(leave);
        s->contact[id[i]].flags = (uint32_t)flags[i];
        s->contact[id[i]].count = 0;
        if (id[i] < s->rare_count) s->rare[id[i]].rolling_impulse = 0;
    }
}

/* ---- circles ------------------------------------------------------------------------------ */

/* m: nearer than this the direction between two points is mostly rounding; as in collide.c */
#define MIN_DIRECTION 1.0e-6f

INLINE Vecs second_center(const cn_NarrowStep *s, const Meeting *m) {
    Columns v = GATHER(s->vertices, &m->second, 0);
    Vecs p = rotated(m->c, m->s, v.x, v.y);
    return (Vecs){p.x + m->at.x, p.y + m->at.y};
}

INLINE Points no_points(void) {
    vf zero = splat(0);
    vi none = {0};
    return (Points){zero,         zero,         {zero, zero}, {zero, zero}, {zero, zero},
                    {zero, zero}, {none, none}, {none, none}, none};
}

static void meet_circles(const cn_NarrowStep *s, cn_MeetList *l) {
    for (int at = 0; at < l->count; at += CN_LANES) {
        Meeting m = load_meeting(s, l, at);
        Columns v = GATHER(s->vertices, &m.first, 0);
        Vecs q = second_center(s, &m);
        vf dx = q.x - v.x, dy = q.y - v.y, length = length_of(dx, dy), half = splat(0.5f);
        vi tiny = length < splat(MIN_DIRECTION);
        Points p = no_points();
        p.nx = choose(tiny, splat(0), dx / length), p.ny = choose(tiny, splat(1), dy / length);
        vf middle = half * (length + m.radius_first - m.radius_second);
        p.x[0] = v.x + middle * p.nx, p.y[0] = v.y + middle * p.ny;
        p.gap[0] = length - (m.radius_first + m.radius_second);
        p.used[0] = p.gap[0] <= m.margin;
        store_points(s, l, at, &m, &p);
    }
}

/* Circle against hull: the Voronoi region of the farthest edge tells whether the edge or one of its
 * ends is nearest. */
INLINE Points hull_circle(const Hull *h, int size, Vecs c, const Meeting *m) {
    vi edge = {0}, none = {0};
    vf height = splat(0), r = m->radius_second, half = splat(0.5f);
    for (int i = 0; i < size; i++) {
        vf d = h->nx[i] * (c.x - h->x[i]) + h->ny[i] * (c.y - h->y[i]);
        vi more = d > height;
        if (i > 0) edge = either(more, splat_int(i), edge);
        height = i > 0 ? choose(more, d, height) : d;
    }
    vi next = next_of(h, edge);
    vf ex = pick(h->x, edge, size), ey = pick(h->y, edge, size);
    vf fx = pick(h->x, next, size), fy = pick(h->y, next, size);
    vf nx = pick(h->nx, edge, size), ny = pick(h->ny, edge, size);
    vf wx = fx - ex, wy = fy - ey;
    vi before = (c.x - ex) * wx + (c.y - ey) * wy <= splat(0);
    vi after = (c.x - fx) * wx + (c.y - fy) * wy >= splat(0);
    vi end = before | after;
    if (size > 2) end &= height > splat(0); /* a capsule has no inside */
    vf qx = choose(before, ex, fx), qy = choose(before, ey, fy);
    vf dx = c.x - qx, dy = c.y - qy, length = length_of(dx, dy);
    vi turn = end & ~(length < splat(MIN_DIRECTION));
    Points p = no_points();
    p.nx = choose(turn, dx / length, nx), p.ny = choose(turn, dy / length, ny);
    vf to_end = half * (length + h->radius - r), to_face = splat(-0.5f) * (height - h->radius + r);
    vf middle = choose(end, to_end, to_face);
    p.x[0] = choose(end, qx, c.x) + middle * p.nx, p.y[0] = choose(end, qy, c.y) + middle * p.ny;
    p.gap[0] = choose(end, length - h->radius - r, height - (h->radius + r));
    p.clear[0] = p.clear[1] = p.gap[0]; /* a distance, whoever is asked */
    vi of = either(end, either(before, edge, next), edge | 0x100); /* CN_FEATURE_EDGE */
    p.feature[0] = either(m->turned, of, of << 16);
    p.used[0] = (p.gap[0] <= m->margin) & (height - (h->radius + r) <= m->margin);
    p.reference = none;
    return p;
}

INLINE void meet_hull_circle(const cn_NarrowStep *s, cn_MeetList *l, int size) {
    for (int at = 0; at < l->count; at += CN_LANES) {
        Meeting m = load_meeting(s, l, at);
        Hull h = load_hull(s, &m.piece_first, &m.first, m.radius_first, size);
        Points p = hull_circle(&h, size, second_center(s, &m), &m);
        store_points(s, l, at, &m, &p);
    }
}

static void meet_capsule_circle(const cn_NarrowStep *s, cn_MeetList *l) {
    meet_hull_circle(s, l, 2);
}
static void meet_polygon_circle(const cn_NarrowStep *s, cn_MeetList *l) {
    meet_hull_circle(s, l, 4);
}

/* Of more vertices. */
static void meet_long_circle(const cn_NarrowStep *s, cn_MeetList *l) {
    for (int at = 0; at < l->count; at += CN_LANES) {
        Meeting m = load_meeting(s, l, at);
        vi count = load_counts(s, &m.piece_first);
        int size = most_of(count);
        Hull h;
        load_long_hull(s, &m.first, m.radius_first, count, size, &h);
        Points p = hull_circle(&h, size, second_center(s, &m), &m);
        store_points(s, l, at, &m, &p);
    }
}
