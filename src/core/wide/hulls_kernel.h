/* hulls_kernel.h: new manifolds of two hulls of two to eight vertices, rounded or not, eight at a
 * time. The arithmetic is that of collide_hulls.c, face by face. Included by contact_kernel.h; see
 * circles_kernel.h. */

/* As in collide_hulls.c, which has the reasons; m, and STICKY_OF_LENGTH a ratio to the edge. */
#define FACE_BIAS        1.0e-6f
#define STICKY_BIAS      0.003f
#define STICKY_OF_LENGTH 0.05f
#define APART            5.0e-5f
#define SAME_END         2.0e-5f

/* The face of h along which o is farthest away, and how far. */
typedef struct Faces {
    vf separation;
    vi edge;
} Faces;

INLINE Faces best_face(const Hull *h, int size, const Hull *o, int others) {
    Faces f = {splat(0), {0}};
    for (int i = 0; i < size; i++) {
        vf least = splat(0);
        for (int j = 0; j < others; j++) {
            vf d = h->nx[i] * (o->x[j] - h->x[i]) + h->ny[i] * (o->y[j] - h->y[i]);
            least = j == 0 ? d : minv(least, d);
        }
        vi better = least > f.separation + splat(FACE_BIAS);
        f.separation = i == 0 ? least : choose(better, least, f.separation);
        if (i > 0) f.edge = either(better, splat_int(i), f.edge);
    }
    return f;
}

INLINE vf edge_length_sq(const Hull *h, int size, vi edge) {
    vi next = next_of(h, edge);
    vf x = pick(h->x, next, size) - pick(h->x, edge, size);
    vf y = pick(h->y, next, size) - pick(h->y, edge, size);
    return x * x + y * y;
}

/* Is b better than a by so much that the reference may change to it? */
INLINE vi clearly_better(vf gain, vf edge_sq) {
    vi much = gain > splat(STICKY_BIAS);
    vi share = gain * gain > splat(STICKY_OF_LENGTH * STICKY_OF_LENGTH) * edge_sq;
    return (gain > splat(0)) & (much | share);
}

INLINE vi feature_of(vi upper, vi own, vi others) {
    return either(upper, own << 16 | others, others << 16 | own);
}

typedef struct Incident {
    vf tx, ty, nx, ny, ox, oy, length;     /* frame of the face: tangent, normal, origin */
    vf lo_x, lo_y, hi_x, hi_y;             /* ends of the facing edge in it */
    vf next_x, next_y;                     /* end of the face */
    vf at_lo_x, at_lo_y, at_hi_x, at_hi_y; /* ends of the facing edge, frame of the first */
    vf own, others;                        /* rounding */
    vi lo, hi, edge, next;
} Incident;

INLINE Incident incident_of(const Hull *h, const Hull *o, vi edge, int size) {
    Incident in = {.own = h->radius, .others = o->radius, .edge = edge, .next = next_of(h, edge)};
    vi nearest = {0};
    in.nx = pick(h->nx, edge, size), in.ny = pick(h->ny, edge, size);
    in.ox = pick(h->x, edge, size), in.oy = pick(h->y, edge, size);
    in.next_x = pick(h->x, in.next, size), in.next_y = pick(h->y, in.next, size);
    vf most = splat(0), facing[CN_MEET_VERTICES];
    for (int j = 0; j < size; j++) {
        vf d = -(in.nx * o->x[j] + in.ny * o->y[j]);
        vi better = d > most;
        if (j > 0) nearest = either(better, splat_int(j), nearest);
        most = j == 0 ? d : choose(better, d, most);
        facing[j] = o->nx[j] * in.nx + o->ny[j] * in.ny;
    }
    vi before = before_of(o, nearest);
    vi first = pick(facing, before, size) < pick(facing, nearest, size);
    in.hi = either(first, before, nearest);
    in.lo = next_of(o, in.hi);
    in.tx = -in.ny, in.ty = in.nx;
    in.length = (in.next_x - in.ox) * in.tx + (in.next_y - in.oy) * in.ty;
    in.at_lo_x = pick(o->x, in.lo, size), in.at_lo_y = pick(o->y, in.lo, size);
    in.at_hi_x = pick(o->x, in.hi, size), in.at_hi_y = pick(o->y, in.hi, size);
    vf lx = in.at_lo_x - in.ox, ly = in.at_lo_y - in.oy;
    vf hx = in.at_hi_x - in.ox, hy = in.at_hi_y - in.oy;
    in.lo_x = lx * in.tx + ly * in.ty, in.lo_y = lx * in.nx + ly * in.ny;
    in.hi_x = hx * in.tx + hy * in.ty, in.hi_y = hx * in.nx + hy * in.ny;
    return in;
}

/* Of the lanes that want it, those whose hulls are nearest at a corner: the direction between the
 * two corners is the normal. */
INLINE void meet_at_corner(const Incident *in, vi of_first, vi want, const Meeting *m, Points *p) {
    vf bias = splat(FACE_BIAS), zero = splat(0), half = splat(0.5f);
    vi beside = (in->hi_x < zero) | (in->lo_x > in->length);
    vf same = unless(beside, splat(SAME_END));
    vi at_start = in->hi_x + in->lo_x < in->length;
    vi lo_nearest = either(absolute(in->lo_y - in->hi_y) < bias, ~at_start, in->lo_y < in->hi_y);
    vf wx = choose(lo_nearest, in->lo_x, in->hi_x), wy = choose(lo_nearest, in->lo_y, in->hi_y);
    vf fx = choose(lo_nearest, in->hi_x, in->lo_x), fy = choose(lo_nearest, in->hi_y, in->lo_y);
    vi start = wx < zero;
    vf dx = choose(start, wx, wx - in->length);
    vi corner = want & ~((wx >= -same) & (wx <= in->length + same)) &
                ~(dx * (fx - wx) + wy * (fy - wy) < zero);
    vf px = choose(start, in->ox, in->next_x), py = choose(start, in->oy, in->next_y);
    vf qx = choose(lo_nearest, in->at_lo_x, in->at_hi_x);
    vf qy = choose(lo_nearest, in->at_lo_y, in->at_hi_y);
    vf x = qx - px, y = qy - py, length = length_of(x, y);
    vi tiny = length < splat(MIN_DIRECTION);
    vf nx = choose(tiny, in->nx, x / length), ny = choose(tiny, in->ny, y / length);
    vf middle = half * (length + in->own - in->others), gap = length - in->own - in->others;
    vf sign = choose(of_first, splat(1), splat(-1));
    vi own = either(start, in->edge, in->next), others = either(lo_nearest, in->lo, in->hi);
    vi feature = feature_of(of_first ^ m->turned, own, others);
    p->nx = choose(corner, sign * nx, p->nx);
    p->ny = choose(corner, sign * ny, p->ny);
    p->x[0] = choose(corner, px + middle * nx, p->x[0]);
    p->y[0] = choose(corner, py + middle * ny, p->y[0]);
    p->gap[0] = choose(corner, gap, p->gap[0]);
    p->feature[0] = either(corner, feature, p->feature[0]);
    p->used[0] = either(corner, gap <= m->margin, p->used[0]);
    p->used[1] &= ~corner;
}

/* The facing edge, clipped to the face; where it passes beside the face, its deeper end. */
INLINE void clip_faces(const Incident *in, vi of_first, vi beside, const Meeting *m, Points *p) {
    vf along = in->hi_x - in->lo_x, rise = in->hi_y - in->lo_y;
    vf end[2] = {splat(0), in->length};
    vf ex[2] = {in->lo_x, in->hi_x}, ey[2] = {in->lo_y, in->hi_y};
    vf same = splat(SAME_END);
    vi out[2] = {(in->lo_x < -same) & ~beside, (in->hi_x > in->length + same) & ~beside};
    vi deeper = in->lo_y < in->hi_y, stays[2] = {~beside | deeper, ~(beside & deeper)};
    vi own[2] = {in->edge, in->next}, others[2] = {in->lo, in->hi};
    vf sign = choose(of_first, splat(1), splat(-1));
    p->nx = sign * in->nx, p->ny = sign * in->ny;
    for (int i = 0; i < 2; i++) {
        vf t = (end[i] - in->lo_x) / along;
        vf x = choose(out[i], end[i], ex[i]), y = choose(out[i], in->lo_y + t * rise, ey[i]);
        vf middle = splat(0.5f) * (y + in->own - in->others);
        p->x[i] = (in->ox + x * in->tx) + middle * in->nx;
        p->y[i] = (in->oy + x * in->ty) + middle * in->ny;
        p->gap[i] = y - in->own - in->others;
        p->feature[i] = feature_of(of_first ^ m->turned, own[i], others[i]);
        p->used[i] = stays[i] & (p->gap[i] <= m->margin);
    }
}

INLINE void fill_up_hull(Hull *h) {
    for (int i = 2; i < 4; i++) {
        h->x[i] = h->x[0], h->y[i] = h->y[0];
        h->nx[i] = h->nx[0], h->ny[i] = h->ny[0];
    }
}

INLINE Hull choose_hull(vi mask, const Hull *a, const Hull *b, int size) {
    Hull h;
    for (int i = 0; i < size; i++) {
        h.x[i] = choose(mask, a->x[i], b->x[i]), h.y[i] = choose(mask, a->y[i], b->y[i]);
        h.nx[i] = choose(mask, a->nx[i], b->nx[i]), h.ny[i] = choose(mask, a->ny[i], b->ny[i]);
    }
    h.radius = choose(mask, a->radius, b->radius);
    h.count = either(mask, a->count, b->count);
    return h;
}

/* The face that the last manifold stood on, unless the other is clearly better. */
INLINE vi choose_face(const Meeting *m, vf gain_first, vi best_first, vf edge_sq) {
    vi last = {0};
    if (!bits_of(m->count > 0)) return best_first;
    for (int i = 0; i < CN_LANES; i++)
        last[i] = (int32_t)((const cn_ContactCold *)(const void *)m->cold[i])->reference;
    vi had = m->count > 0;
    vi on_first = had & (last == either(m->turned, splat_int(2), splat_int(1)));
    vi on_second = had & (last == either(m->turned, splat_int(1), splat_int(2)));
    vi stays = ~clearly_better(-gain_first, edge_sq), comes = clearly_better(gain_first, edge_sq);
    return either(on_first, stays, either(on_second, comes, best_first));
}

/* a: the first; b: the second, in its frame and filled up to size. */
INLINE Points collide_hulls(const Hull *a, const Hull *b, int size, int others, const Meeting *m) {
    vf reach = a->radius + b->radius + m->margin;
    Faces fa = best_face(a, size, b, others), fb = best_face(b, others, a, size);
    vi near = (fa.separation <= reach) & (fb.separation <= reach);
    Points p = no_points();
    p.clear[0] = fa.separation - (a->radius + b->radius);
    p.clear[1] = fb.separation - (a->radius + b->radius);
    if (!bits_of(near)) return p;
    vi best_first = fa.separation >= fb.separation;
    vf edge_sq = minv(edge_length_sq(a, size, fa.edge), edge_length_sq(b, size, fb.edge));
    vi of_first = choose_face(m, fa.separation - fb.separation, best_first, edge_sq);
    Hull h = choose_hull(of_first, a, b, size), o = choose_hull(of_first, b, a, size);
    Incident in = incident_of(&h, &o, either(of_first, fa.edge, fb.edge), size);
    vf apart = splat(APART);
    vi open = choose(best_first, fa.separation, fb.separation) > apart;
    vi sticks = of_first ^ best_first; /* a corner is looked for at the best face */
    vi beside = (in.hi_x < splat(0)) | (in.lo_x > in.length);
    clip_faces(&in, of_first, beside, m, &p);
    vi passes = beside & (choose(of_first, fa.separation, fb.separation) >= -apart);
    meet_at_corner(&in, of_first, (open & ~sticks) | passes, m, &p);
    if (bits_of(open & sticks & near)) {
        Incident best = incident_of(&o, &h, either(of_first, fb.edge, fa.edge), size);
        meet_at_corner(&best, best_first, open & sticks, m, &p);
    }
    p.used[0] &= near, p.used[1] &= near;
    p.reference = either(of_first, splat_int(1), splat_int(2));
    close_up(&p);
    return p;
}

INLINE void turn_second(const Meeting *m, Hull *b, int count) {
    for (int i = 0; i < count; i++) {
        Vecs v = rotated(m->c, m->s, b->x[i], b->y[i]), n = rotated(m->c, m->s, b->nx[i], b->ny[i]);
        b->x[i] = v.x + m->at.x, b->y[i] = v.y + m->at.y;
        b->nx[i] = n.x, b->ny[i] = n.y;
    }
}

INLINE void meet_two(const cn_NarrowStep *s, cn_MeetList *l, int size, int others) {
    for (int at = 0; at < l->count; at += CN_LANES) {
        Meeting m = load_meeting(s, l, at);
        Hull a = load_hull(s, &m.piece_first, &m.first, m.radius_first, size);
        Hull b = load_hull(s, &m.piece_second, &m.second, m.radius_second, others);
        turn_second(&m, &b, others);
        if (others < size) fill_up_hull(&b);
        Points p = collide_hulls(&a, &b, size, others, &m);
        store_points(s, l, at, &m, &p);
    }
}

/* The first has more than four vertices; the second, two and more. As many are gone through as
 * any of the eight pairs has. */
static void meet_long(const cn_NarrowStep *s, cn_MeetList *l) {
    for (int at = 0; at < l->count; at += CN_LANES) {
        Meeting m = load_meeting(s, l, at);
        vi first = load_counts(s, &m.piece_first), second = load_counts(s, &m.piece_second);
        int others = most_of(second), size = most_of(first);
        if (size < others) size = others;
        Hull a, b;
        load_long_hull(s, &m.first, m.radius_first, first, size, &a);
        load_long_hull(s, &m.second, m.radius_second, second, size, &b);
        turn_second(&m, &b, size);
        Points p = collide_hulls(&a, &b, size, others, &m);
        store_points(s, l, at, &m, &p);
    }
}

static void meet_capsules(const cn_NarrowStep *s, cn_MeetList *l) { meet_two(s, l, 2, 2); }
static void meet_polygon_capsule(const cn_NarrowStep *s, cn_MeetList *l) { meet_two(s, l, 4, 2); }
static void meet_polygons(const cn_NarrowStep *s, cn_MeetList *l) { meet_two(s, l, 4, 4); }

#define MANIFOLD_KERNELS                                                                           \
    {                                                                                              \
        find_turns, sort_contacts, keep_manifolds, near_contacts, {                                \
            0, meet_circles, meet_capsule_circle, meet_polygon_circle, meet_capsules,              \
                meet_polygon_capsule, meet_polygons, meet_long_circle, meet_long                   \
        }                                                                                          \
    }
