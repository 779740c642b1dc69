/* place_kernel.h: after the sub-steps, eight bodies at a time: new poses, how long each has been
 * slow, and which have to look at their boxes, at walls or at their whole turns.
 *
 * How far a body has come is float, its place double. Included by motion_kernel.h; finalize.c works
 * off what is noted. */

/* One step of Newton's iteration for 1 / sqrt: products of unit rotations are off by roundings. */
INLINE Turns normalized(vf c, vf s) {
    vf k = splat(1.5f) - splat(0.5f) * (c * c + s * s);
    return (Turns){c * k, s * k};
}

INLINE vi not_finite(vf v) { return (v - v) != zeros(); }

/* m: how far away a pose is lost, which is told; and what is certainly nearer in float, too. */
#define LOST       (10 * CN_MAX_COORDINATE)
#define NEVER_LOST (float)(9 * CN_MAX_COORDINATE)

/* All eight of a group at once, if none of them can be lost. False: nothing is written. */
INLINE bool shift_all(const cn_MotionStep *s, int g, Columns shift, Columns old) {
    cn_Pose *pose = s->pose + g * CN_LANES;
    vf x, y;
    vd at[CN_LANES / 2];
    v4 twos[CN_LANES / 2];
    cn_Vec shifts[CN_LANES] __attribute__((aligned(32)));
    char *row[CN_LANES];
    for (int i = 0; i < CN_LANES; i++) row[i] = (char *)&shifts[i];
    scatter_pairs(row, 0, shift.x, shift.y);
    for (int i = 0; i < CN_LANES; i += 2) {
        at[i / 2] = load_twos(&pose[i].x, &pose[i + 1].x) + widen(load_four(&shifts[i].x));
        twos[i / 2] = narrow(at[i / 2]);
    }
    take_apart(twos, &x, &y);
    if (bits_of(maxv(absolute(x), absolute(y)) < splat(NEVER_LOST)) != 0xff) return false;
    for (int i = 0; i < CN_LANES; i += 2) store_twos(&pose[i].x, &pose[i + 1].x, at[i / 2]);
    for (int i = 0; i < CN_LANES; i++) row[i] = (char *)&pose[i].q;
    scatter_pairs(row, 0, shift.z, shift.w);
    store_rows((char *)(s->old_pose + g * CN_LANES), sizeof(cn_OldPose),
               (Columns){shift.x, shift.y, old.x, old.y});
    return true;
}

/* Shifted poses of the lanes, from the old ones as columns; answers which of them went too far, and
 * those are not written. */
INLINE unsigned shift_poses(const cn_MotionStep *s, int g, unsigned lanes, Columns shift,
                            Columns old) {
    if (lanes == 0xff && shift_all(s, g, shift, old)) return 0;
    cn_Pose *poses = s->pose + g * CN_LANES;
    cn_OldPose *old_poses = s->old_pose + g * CN_LANES;
    cn_OldPose rows[CN_LANES]; /* with the new rotation */
    unsigned lost = 0;
    store_rows((char *)rows, sizeof *rows, shift);
    for (; lanes; lanes &= lanes - 1) {
        unsigned i = (unsigned)__builtin_ctz(lanes);
        cn_Pose *pose = &poses[i];
        double x = pose->x + (double)rows[i].dx, y = pose->y + (double)rows[i].dy;
        if (!(__builtin_fabs(x) < LOST && __builtin_fabs(y) < LOST)) {
            lost |= 1u << i;
            continue;
        }
        old_poses[i] = (cn_OldPose){rows[i].dx, rows[i].dy, pose->q};
        pose->x = x;
        pose->y = y;
        pose->q = rows[i].q;
    }
    return lost;
}

/* How long each has been slow. */
INLINE void rest(const cn_MotionStep *s, vf still_sq, int g, vi lanes, Columns v) {
    float *at = s->sleep_time + g * CN_LANES;
    vf spin = v.z * v.w, time = load(at);
    vf speed_sq = maxv(v.x * v.x + v.y * v.y, spin * spin);
    vf rested = unless(~(speed_sq < still_sq), time + splat(s->dt));
    store(at, choose(lanes, rested, time));
}

/* What is still does not move. */
INLINE void wait_for_sleep(const cn_MotionStep *s, const cn_AwakeOctet *g) {
    Columns none = {zeros(), zeros(), zeros(), zeros()};
    rest(s, rest_speed_sq(s, g->index), g->index, lanes_of(g->mask), none);
}

INLINE vf beyond(vf way, vf foreseen) {
    vf low = minv(foreseen, zeros()), high = maxv(foreseen, zeros());
    return maxv(maxv(low - way, way - high), zeros());
}

/* How far the surfaces have come, or, where boxes reach ahead, further than they do: joints, blows
 * and forces may have led a body elsewhere. */
INLINE vf way_out(const cn_MotionStep *s, int g, vi fast, Columns d, vf turn) {
    vf way = absolute(d.x) + absolute(d.y) + turn;
    if (!s->foreseen || !bits_of(fast)) return way;
    cn_Foreseen *f = &s->foreseen[g];
    vf further = maxv(beyond(d.x, load(f->x)), beyond(d.y, load(f->y))) + turn - load(f->by);
    *f = (cn_Foreseen){{0}, {0}, {0}};
    return choose(fast, maxv(further, zeros()), way);
}

/* The boxes have room for the margin in every direction: until the surface can have come that far
 * there is nothing to look at. */
INLINE unsigned wander(const cn_MotionStep *s, int g, vi lanes, Columns d, vf extent) {
    cn_MotionBlock *k = &s->blocks[g];
    vi fast = has(load_ints(s->flags + g * CN_LANES), CN_BODY_REACH);
    vf turn = absolute(d.w) + (splat(1) - d.z); /* at least the chord, at most 3 */
    vf way = way_out(s, g, fast, d, minv(turn * extent, load(k->swing)));
    vf far = load(k->wander) + choose(lanes, way, zeros());
    store(k->wander, far);
    return bits_of(lanes & (far >= load(k->margin)));
}

/* A float of that size has units for its last bits: to add it rounds to whole ones. */
#define WHOLE 8388608.0f

/* Turning as in wander, by CN_PATH_LEVER; every step counts a unit more, for what is rounded. */
INLINE void travel(uint32_t *path, vi lanes, Columns d, vf extent) {
    int32_t units[CN_LANES] __attribute__((aligned(32)));
    vf turn = absolute(d.w) + (splat(1) - d.z);
    vf far = sqrt_lane(d.x * d.x + d.y * d.y) + splat(CN_PATH_LEVER) * turn * extent;
    far = minv(maxv(far, zeros()), splat(2 * CN_PATH_MOST)) * splat(CN_PATH_UNIT) + splat(1);
    far = splat(WHOLE) + choose(lanes, far, zeros()); /* others hold anything */
    *(vi *)(void *)units = (vi)far - (vi)splat(WHOLE);
    for (int i = 0; i < CN_LANES; i++) path[i] += (uint32_t)units[i];
}

/* Which bodies rest, and of these the ones that this has not changed. */
INLINE void note_still(const cn_MotionStep *s, const cn_AwakeOctet *g, vi placed, Columns d,
                       Columns v) {
    uint32_t *at = s->flags + g->index * CN_LANES;
    vi flags = load_ints(at), zero = (d.x == zeros()) & (d.y == zeros()) & (d.w == zeros());
    zero &= (v.x == zeros()) & (v.y == zeros()) & (v.z == zeros());
    zero &= placed & has(flags, CN_BODY_RESTING) & ~has(flags, CN_BODY_REACH);
    zero &= ~lanes_of(g->boxes);
    *(vi *)(void *)at = flags | (zero & splat_int(CN_BODY_STILL));
}

/* Which bodies may have passed a wall: all that tunnel.c looks at, and perhaps others. */
INLINE vi went_far(const cn_MotionStep *s, const cn_MotionBlock *k, int g, vf x, vf y, Columns d,
                   vf extent, vf turn) {
    vi flags = load_ints(s->flags + g * CN_LANES);
    vf most = unless(has(flags, CN_BODY_WARY), splat(CN_GUARD_FAR) * load(k->inner));
    vf swing = (maxv(absolute(d.w) + (splat(1) - d.z), turn) + splat(1e-6f)) * extent;
    return (x * x + y * y > most * most) | (has(flags, CN_BODY_LONG) & (swing > most));
}

INLINE vf rounding_of(vf v) { return absolute(v) * splat(1e-6f); }

/* The bodies, of these, whose middle is certainly in the box in which it was looked for: where they
 * stand is rounded to float here, and what is as near to a side counts as outside. Of other lanes
 * nothing is read that may be gone. */
INLINE unsigned as_foreseen(const cn_MotionStep *s, const cn_MotionBlock *k, int g, unsigned lanes,
                            Columns q) {
    const cn_Pose *pose = s->pose + g * CN_LANES;
    unsigned known = lanes & bits_of(load_ints(k->first) >= splat_int(0));
    const char *box[CN_LANES];
    cn_Lane x, y;
    if (!known) return 0;
    for (int i = 0; i < CN_LANES; i++) {
        box[i] = (const char *)&s->boxes[known >> i & 1 ? k->first[i] : 0];
        x[i] = (float)pose[i].x, y[i] = (float)pose[i].y;
    }
    Columns b = gather_rows(box, 0);
    vf ox = load(x), ax = q.x * q.z - q.y * q.w, dx = rounding_of(ox) + rounding_of(ax);
    vf oy = load(y), ay = q.y * q.z + q.x * q.w, dy = rounding_of(oy) + rounding_of(ay);
    vf cx = ox + ax, cy = oy + ay;
    vi in = (cx - dx > b.x) & (cx + dx < b.z) & (cy - dy > b.y) & (cy + dy < b.w);
    return known & bits_of(in);
}

/* New poses, sleep times, and which bodies have to look at their boxes; a body that cannot be
 * placed is left as it is and marked lost. */
static void place(const cn_MotionStep *s, int first, int end) {
    for (int n = first; n < end; n++) {
        cn_AwakeOctet *g = &s->octets[n];
        g->still = still(s, g);
        if (g->still) { /* no boxes are asked for, and no body is lost or has turned */
            g->boxes = g->lost = g->turns = g->far = g->astray = 0;
            if (s->sleeps) wait_for_sleep(s, g);
            continue;
        }
        vi awake = lanes_of(g->mask);
        Columns v = load_rows(VELOCITY(s, g->index), sizeof(cn_Motion));
        Columns d = load_rows(WAY(s, g->index), sizeof(cn_Motion));
        char *pose = (char *)(s->pose + g->index * CN_LANES);
        Columns p = load_rows(pose + offsetof(cn_Pose, q), sizeof(cn_Pose));
        Turns q = normalized(d.z * p.x - d.w * p.y, d.w * p.x + d.z * p.y);
        vi turned = d.w != zeros();
        q.c = choose(turned, q.c, p.x);
        q.s = choose(turned, q.s, p.y);
        /* the origin goes round the centre of mass */
        vf x = d.x + ((p.x * p.z - p.y * p.w) - (q.c * p.z - q.s * p.w));
        vf y = d.y + ((p.y * p.z + p.x * p.w) - (q.s * p.z + q.c * p.w));
        vi bad = not_finite((x + y) + (q.c + q.s) + (v.x + v.y + v.z));
        unsigned lost = bits_of(awake & bad);
        lost |= shift_poses(s, g->index, g->mask & ~lost, (Columns){x, y, q.c, q.s}, p);
        vi placed = awake & ~lanes_of(lost);
        rest(s, rest_speed_sq(s, g->index), g->index, placed, v);
        g->boxes = (uint8_t)wander(s, g->index, placed, d, v.w);
        g->lost = (uint8_t)lost;
        if (s->path) travel(s->path + g->index * CN_LANES, placed, d, v.w);
        const cn_MotionBlock *k = &s->blocks[g->index];
        vf began = load_rows((char *)(s->sync + g->index * CN_LANES), sizeof(cn_Sync)).w;
        vf fast = absolute(v.z) + absolute(s->stepped ? began : v.z);
        vf turn = splat(0.5f) * fast * splat(s->dt);
        g->far = (uint8_t)bits_of(placed & went_far(s, k, g->index, x, y, d, v.w, turn));
        Columns center = {q.c, q.s, p.z, p.w};
        g->astray = g->far;
        if (g->far) g->astray &= (uint8_t)~as_foreseen(s, k, g->index, g->far, center);
        vi around = (p.x < zeros()) & (q.c < zeros()) & ((p.y < zeros()) ^ (q.s < zeros()));
        around |= (fast * splat(s->dt) >= splat(CN_WHIRLING)) | (d.z < splat(CN_FAR_TURN));
        g->turns = (uint8_t)bits_of(placed & around);
        note_still(s, g, placed, d, v);
        d.x = choose(placed, zeros(), d.x);
        d.y = choose(placed, zeros(), d.y);
        d.z = choose(placed, splat(1), d.z);
        d.w = choose(placed, zeros(), d.w);
        store_rows(WAY(s, g->index), sizeof(cn_Motion), d);
    }
}
