/* box_kernel.h: the boxes in the tree of pieces of at most eight vertices.
 *
 * The box must contain the piece, grown by what contacts see ahead and, when the body goes further
 * than that in this step, by its way. While the fat box of some earlier look still does, only what
 * is left of its margin is noted. Corners are turned in lanes, in float, about the origin of the
 * body; the box is placed in double, body by body.
 * Included by contact_kernel.h; broad_phase.c has the same for every other shape. */

/* Corners of eight pieces: one row of two vertices each. Runs of fewer are read beyond their end,
 * and what is found there is not used. */
INLINE Columns load_corners(const cn_Vec *vertices, const int32_t *at) {
    const char *row[CN_LANES];
    for (int i = 0; i < CN_LANES; i++) row[i] = (const char *)(vertices + at[i]);
    return gather_rows(row, 0);
}

/* Lower and upper ends about the origin. */
typedef struct Extents {
    vf x1, y1, x2, y2;
} Extents;

INLINE void add_corner(Extents *e, vf c, vf s, vf vx, vf vy, vi counts) {
    vf x = c * vx - s * vy, y = s * vx + c * vy;
    e->x1 = choose(counts & (x < e->x1), x, e->x1);
    e->y1 = choose(counts & (y < e->y1), y, e->y1);
    e->x2 = choose(counts & (x > e->x2), x, e->x2);
    e->y2 = choose(counts & (y > e->y2), y, e->y2);
}

typedef struct Pieces {
    int32_t vertex[CN_LANES] __attribute__((aligned(32)));
    int32_t count[CN_LANES] __attribute__((aligned(32)));
    cn_Lane radius;
    int most; /* vertices of any */
} Pieces;

/* Lanes that are not wanted read the first vertex of all, which is there while any is. */
INLINE void find_pieces(const cn_MotionStep *s, const int32_t *pieces, unsigned lanes, Pieces *p) {
    *(vi *)(void *)p->vertex = *(vi *)(void *)p->count = splat_int(0);
    store(p->radius, zeros());
    p->most = 0;
    for (; lanes; lanes &= lanes - 1) {
        int i = __builtin_ctz(lanes);
        const cn_Piece *piece = &s->pieces[pieces[i]];
        p->vertex[i] = piece->first_vertex;
        p->count[i] = piece->vertex_count;
        p->radius[i] = piece->radius;
        if (piece->vertex_count > p->most) p->most = piece->vertex_count;
    }
}

INLINE Extents find_extents(const cn_MotionStep *s, const Pieces *p, vf c, vf n) {
    vi count = load_ints(p->count);
    Columns v = load_corners(s->vertices, p->vertex);
    vf x = c * v.x - n * v.y, y = n * v.x + c * v.y;
    Extents e = {x, y, x, y};
    if (p->most > 1) add_corner(&e, c, n, v.z, v.w, count > splat_int(1));
    for (int i = 2; i < p->most; i += 2) {
        int32_t next[CN_LANES] __attribute__((aligned(32)));
        *(vi *)(void *)next = load_ints(p->vertex) + ((count > splat_int(i)) & splat_int(i));
        __asm__("" : "+m"(next)); /* read one by one, as Ids are */
        v = load_corners(s->vertices, next);
        add_corner(&e, c, n, v.x, v.y, count > splat_int(i));
        add_corner(&e, c, n, v.z, v.w, count > splat_int(i + 1));
    }
    return e;
}

/* How eight bodies move. */
typedef struct Mover {
    vi flags;
    Columns v; /* velocity x, y, angular; extent */
    vf swing;
} Mover;

/* Where bodies that are fast may get in a step: so far along x and y, and by so much around. 0 for
 * others. As needed_box in broad_phase.c says. */
typedef struct Ahead {
    vf x, y, by;
} Ahead;
INLINE Ahead ahead(const cn_MotionStep *s, const Mover *m) {
    Columns v = m->v;
    vf dt = choose(has(m->flags, CN_BODY_REACH), splat(s->dt), zeros());
    vf by = minv(absolute(v.z) * v.w * dt, m->swing);
    vi straight = has(m->flags, CN_BODY_STRAIGHT);
    by += choose(straight, zeros(), dt * sqrt_lane(v.x * v.x + v.y * v.y));
    vf on = choose(straight, dt, zeros());
    return (Ahead){v.x * on, v.y * on, by};
}

/* By as much as may happen until the next look. */
INLINE void grow(const cn_MotionStep *s, Extents *e, vf radius, const Mover *m) {
    vf by = radius + splat(0.5f * CN_SPECULATIVE), zero = zeros();
    if (s->sweeping) {
        Ahead a = ahead(s, m);
        by += a.by;
        e->x1 += minv(a.x, zero), e->x2 += maxv(a.x, zero);
        e->y1 += minv(a.y, zero), e->y2 += maxv(a.y, zero);
    }
    e->x1 -= by, e->y1 -= by;
    e->x2 += by, e->y2 += by;
}

/* As cn_broad_phase_margin. */
INLINE vf margins(const Mover *m) {
    Columns v = m->v;
    vf extent = v.w, least = splat(CN_FAT_LEAST);
    vf speed = absolute(v.x) + absolute(v.y) + absolute(v.z) * extent;
    vf room = maxv(least, splat(CN_FAT_TIME) * speed);
    room = choose(has(m->flags, CN_BODY_REACH), least, room);
    return minv(room, minv(splat(CN_FAT_MOST), extent * splat(0.125f)));
}

typedef int32_t vi4 __attribute__((vector_size(16), may_alias));

/* Lower ends down, upper ends up; the first two lanes are lower ends. */
INLINE v4 round_outwards(vd v) {
    const v4 out = {-1, -1, 1, 1};
    v4 f = narrow(v);
    v4 size = (v4)((vi4)f & (vi4){INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX});
    return f + out * (size * 1.2e-7f + 1e-30f);
}

/* How far the box is from the one needed, m; negative when it does not contain it. */
INLINE float room_in(v4 box, vd need) {
    vd d = need - widen(box);
    double x = d[0] < -d[2] ? d[0] : -d[2], y = d[1] < -d[3] ? d[1] : -d[3];
    return (float)(x < y ? x : y);
}

/* Whether the box in the tree has to be another, for what it does not contain, or would shrink:
 * then it is. row: what it has to contain, about the origin. */
INLINE bool renew_box(cn_Box *at, const cn_Pose *pose, v4 row, float margin, bool shrink,
                      float *room) {
    v4 *box = (v4 *)(void *)at;
    double x = pose->x, y = pose->y, m = margin;
    vd need = four_doubles(x, y, x, y) + widen(row);
    *room = room_in(*box, need);
    if (*room >= 0 && !shrink) return false;
    *box = round_outwards(need + four_doubles(-m, -m, m, m));
    return true;
}

/* How far the boxes of those that are fast reach: place_kernel.h asks whether they were left. */
INLINE void foresee(const cn_MotionStep *s, int g, const Mover *m) {
    Ahead a = ahead(s, m);
    store(s->foreseen[g].x, a.x);
    store(s->foreseen[g].y, a.y);
    store(s->foreseen[g].by, a.by);
}

static void boxes(const cn_MotionStep *s, int first, int end) {
    for (int n = first; n < end; n++) {
        cn_AwakeOctet *g = &s->octets[n];
        cn_MotionBlock *k = &s->blocks[g->index];
        g->moved = 0;
        if (!g->boxes) continue;
        Mover m = {load_ints(s->flags + g->index * CN_LANES),
                   load_rows(VELOCITY(s, g->index), sizeof(cn_Motion)), load(k->swing)};
        if (s->sweeping && s->foreseen) foresee(s, g->index, &m);
        unsigned plain = g->boxes & bits_of(load_ints(k->piece) >= splat_int(0));
        unsigned shrink = s->sweeping ? ~bits_of(has(m.flags, CN_BODY_REACH)) : 0;
        g->boxes &= (uint8_t)~plain;
        if (!plain) continue;
        Pieces p;
        find_pieces(s, k->piece, plain, &p);
        const cn_Pose *pose = s->pose + g->index * CN_LANES;
        Columns q = load_rows((const char *)&pose->q, sizeof *pose);
        Extents e = find_extents(s, &p, q.x, q.y);
        grow(s, &e, load(p.radius), &m);
        v4 rows[CN_LANES];
        cn_Lane margin;
        store(margin, margins(&m));
        store_rows((char *)rows, sizeof *rows, (Columns){e.x1, e.y1, e.x2, e.y2});
        for (unsigned left = plain; left; left &= left - 1) {
            int i = __builtin_ctz(left);
            float room;
            bool renewed = renew_box(&s->boxes[k->piece[i]], &pose[i], rows[i], margin[i],
                                     shrink >> i & 1, &room);
            k->wander[i] = k->margin[i] - room;
            if (!renewed) continue;
            k->wander[i] = 0;
            k->margin[i] = margin[i];
            if (s->path) s->path[g->index * CN_LANES + i] += CN_PATH_JUMP;
            g->moved |= (uint8_t)(1u << i);
        }
    }
}

INLINE Mover mover_of(const cn_MotionStep *s, const int32_t *body) {
    const char *row[CN_LANES];
    int32_t flags[CN_LANES] __attribute__((aligned(32)));
    cn_Lane swing;
    for (int i = 0; i < CN_LANES; i++) {
        row[i] = (const char *)&s->motion[body[i]];
        flags[i] = (int32_t)s->flags[body[i]];
        swing[i] = s->blocks[body[i] / CN_LANES].swing[body[i] % CN_LANES];
    }
    return (Mover){load_ints(flags), gather_rows(row, 0), load(swing)};
}

/* The list is filled up by its last piece once more. */
static void piece_boxes(const cn_MotionStep *s, cn_BoxList *l) {
    for (int i = l->count; i % CN_LANES; i++)
        l->piece[i] = l->piece[i - 1], l->body[i] = l->body[i - 1];
    for (int at = 0; at < l->count; at += CN_LANES) {
        const char *row[CN_LANES];
        for (int i = 0; i < CN_LANES; i++) row[i] = (const char *)&s->pose[l->body[at + i]].q;
        Mover m = mover_of(s, l->body + at);
        unsigned shrink = s->sweeping ? ~bits_of(has(m.flags, CN_BODY_REACH)) : 0;
        Pieces p;
        find_pieces(s, l->piece + at, 0xffu, &p);
        Columns q = gather_rows(row, 0);
        Extents e = find_extents(s, &p, q.x, q.y);
        grow(s, &e, load(p.radius), &m);
        v4 rows[CN_LANES];
        store(l->margin + at, margins(&m));
        store_rows((char *)rows, sizeof *rows, (Columns){e.x1, e.y1, e.x2, e.y2});
        for (int i = at; i < at + CN_LANES && i < l->count; i++)
            l->moved[i] = renew_box(&s->boxes[l->piece[i]], &s->pose[l->body[i]], rows[i - at],
                                    l->margin[i], shrink >> (i - at) & 1, &l->room[i]);
    }
}
