/* impact_kernel.h: which contacts need a look by the impact phase, eight at a time.
 *
 * Before the sub-steps: what rebounds, or what comes fast, and does not carry weight. In each of
 * them: along one fixed normal the gap is a lower bound of the distance, less what turning adds:
 * what does not come fast enough to bounce, or not near enough within the sub-step, is left out
 * without a new manifold. Included by contact_kernel.h. */

/* ratio: what is dull leaves with less of the speed of now */
#define DULL_MOST (CN_HASTE * CN_DULL)

/* What bodies on both sides have said of themselves when the step began. */
typedef struct SideFlags {
    vi either, both;
} SideFlags;

INLINE SideFlags side_flags(const cn_Block *k, const cn_StepBrief *brief) {
    cn_Lane either, both;
    int32_t *e = (int32_t *)(void *)either, *b = (int32_t *)(void *)both;
    for (int i = 0; i < CN_LANES; i++) {
        uint32_t of_a = brief[k->a[i]].flags, of_b = brief[k->b[i]].flags;
        e[i] = (int32_t)(of_a | of_b), b[i] = (int32_t)(of_a & of_b);
    }
    return (SideFlags){*(const vi *)(const void *)e, *(const vi *)(const void *)b};
}

/* Two bodies in a crowd that hardly rebounds: every blow between them would be many, and the next
 * neighbour takes what is left of it. Rows let no body through; that they stop what would just have
 * passed makes no difference where it is stopped anyway. So they are no suspects; nor is what comes
 * fast, but reaches no further than contacts see ahead. */
INLINE void keep_suspects(cn_Block *k, const cn_Solved *of, vi flags, vi both, vi bouncy, vi fast) {
    SideFlags said = side_flags(k, of->brief);
    vi crowded = both & ((said.both & CN_BODY_CROWDED) != 0) & ((flags & CN_CONTACT_LIVELY) == 0);
    fast &= ((said.either & CN_BODY_REACH) != 0) & ~crowded;
    k->rushing = (uint8_t)bits_of(fast) & ~k->turning;
    k->suspect = (uint8_t)bits_of((bouncy & ~crowded) | fast) & ~k->turning;
}

static void suspect(cn_Block *blocks, int count, const cn_Solved *of) {
    vf zero = splat(0);
    for (int i = 0; i < count; i++) {
        cn_Block *k = &blocks[i];
        Bodies v = load_bodies(k, of->motion);
        vi flags = *(const vi *)(const void *)k->rare->flags,
           contact = *(const vi *)(const void *)k->rare->contact;
        vi both = (load(k->inv_ma) > zero) & (load(k->inv_mb) > zero);
        vf inv_m = load(k->inv_ma) + load(k->inv_mb);
        vf push = load(k->point[0].normal_impulse) + load(k->point[1].normal_impulse);
        vi loaded = (splat(of->rule.heavy) > zero) & (push * inv_m > splat(of->rule.heavy));
        vi rests = loaded | ((splat(of->rule.heavy) == zero) & (push > zero));
        vf x = v.b.x - v.a.x, y = v.b.y - v.a.y;
        vf spin = absolute(v.a.z) * v.a.w + absolute(v.b.z) * v.b.w;
        spin =
            choose((flags & CN_CONTACT_WHEELS) != 0, zero, spin); /* does not bring discs nearer */
        vf left = splat(of->rule.fast) - spin, seen = splat(of->rule.rebound / DULL_MOST) - spin;
        vf way = x * x + y * y;
        vi slow = (left > zero) & (way < left * left);
        vi unseen = ((flags & CN_CONTACT_LIVELY) == 0) & (seen > zero) & (way < seen * seen);
        vi may = (contact >= 0) & ~loaded & ((flags & CN_CONTACT_DEEP) == 0);
        vi bouncy = may & ((flags & CN_CONTACT_BOUNCY) != 0) & ~unseen, fast = may & ~slow;
        k->pressed = (uint8_t)bits_of(both & rests);
        if ((unsigned)bits_of(bouncy | fast) & ~(unsigned)k->turning)
            keep_suspects(k, of, flags, both, bouncy, fast);
    }
}

/* m: a contact that bounces is not solved by the rows while it is further apart than this */
#define BOUNCE_GAP 0.0005f
/* m: bodies of less rounding count as corners, which have no arc to pass along */
#define BOUNCE_ROUND 0.01f
/* m of surface in a sub-step: what turns by less brings no other corner round */
#define BOUNCE_SPIN 0.005f
/* ratio to the thinnest inner radius, less than 1 by more than rounding: below it no lane needs a
 * look */
#define BOUNCE_SLACK 0.99f
/* rad: of two discs that pass each other, by which the line of their middles turns in a step */
#define BOUNCE_TURN 0.02f
#define BOUNCE_GRAZE                                                                               \
    0.1f /* ratio of approach to speed: they only brush past each other below it                   \
          */
/* m: what comes nearer than this within the sub-step gets a new manifold */
#define BOUNCE_NEAR 0.001f

/* How far a round contact may seem to overlap along the normal of the step's beginning while its
 * bodies pass each other, or come from a bounce elsewhere: the height of the arc, and a
 * centimetre. There is no way round a face. */
INLINE vf passing_depth(const cn_Block *k, const Bodies *v, vi flags, float dt) {
    vf zero = splat(0), radius = zero;
    if (k->any_rounding) radius = load(k->rare->radius_a) + load(k->rare->radius_b);
    radius = choose((flags & CN_CONTACT_FACE) != 0, zero, radius);
    vf way = splat(dt) * (sqrt_lane(v->a.x * v->a.x + v->a.y * v->a.y) +
                          sqrt_lane(v->b.x * v->b.x + v->b.y * v->b.y));
    vf arc = way * way / (splat(2) * radius);
    return splat(CN_BOUNCE_DEPTH) + choose(radius > splat(BOUNCE_ROUND), arc, zero);
}

/* So that most blocks need no look at each lane: see approach. */
INLINE void note_sizes(cn_Block *k, vi bounces, vf extent_a, vf extent_b) {
    k->widest = most_number(maxv(extent_a, extent_b));
    k->thinnest = least_number(choose(bounces, load(k->rare->thin), splat(CN_NEVER)));
}

/* m/s from which a fast approach is a blow. Rows keep the line of middles with which the step
 * began: of discs that pass each other it turns, and what was grazed without rebound would leave
 * too fast.
 */
INLINE vf fast_speed(const cn_Block *k, const cn_Solved *of, const Bodies *v, vi flags, vi dull) {
    vf fast = splat(of->rule.fast);
    vi discs = dull & ((flags & CN_CONTACT_WHEELS) != 0) & ((flags & CN_CONTACT_PLANE) == 0);
    if (!k->any_rounding || !bits_of(discs)) return fast;
    vf x = v->b.x - v->a.x, y = v->b.y - v->a.y, speed = sqrt_lane(x * x + y * y);
    vf radius = load(k->rare->radius_a) + load(k->rare->radius_b);
    vi turns = discs & (speed * splat(of->rule.dt) > splat(BOUNCE_TURN) * radius);
    vf grazes = maxv(splat(BOUNCE_GRAZE) * speed, splat(of->rule.rebound));
    return choose(turns, minv(fast, grazes), fast);
}

/* From which speed on an approach is the impact phase's, and what the rows leave to it. */
static void leave(cn_Block *k, const cn_Solved *of) {
    Bodies own = load_bodies(k, of->motion), *v = &own;
    vi flags = *(const vi *)(const void *)k->rare->flags;
    vf zero = splat(0), never = splat(CN_NEVER);
    cn_Lane restitution, swing_a, swing_b;
    for (int i = 0; i < CN_LANES; i++) {
        restitution[i] = swing_a[i] = swing_b[i] = 0;
        if (!(k->rare->flags[i] & CN_CONTACT_BOUNCES)) continue;
        restitution[i] = of->cold[k->rare->contact[i]].restitution;
        swing_a[i] = of->brief[k->a[i]].swing;
        swing_b[i] = of->brief[k->b[i]].swing;
    }
    vi bounces = (flags & CN_CONTACT_BOUNCES) != 0, fast = (flags & CN_CONTACT_FAST) != 0;
    vf part = load(k->rare->thin) / splat(of->rule.dt); /* those that bounce have it */
    vf e = load(restitution);
    vf least = maxv(splat(of->rule.rebound), splat(CN_DULL_PART) * part);
    least = choose((flags & CN_CONTACT_LIVELY) != 0, splat(of->rule.rebound), least);
    vf speed = choose(fast, fast_speed(k, of, v, flags, fast & (e <= zero)), never);
    speed = choose(e > zero, minv(speed, least / e), speed);
    speed = choose(bounces, speed, never);
    vi blows = bounces & ~lanes_of(k->followed);
    /* whatever their speed: a contact is the same beside others that bounce */
    store(k->rare->bounce_speed, choose(blows, speed, splat(INFINITY)));
    store(k->rare->blow_speed, speed);
    store(k->rare->bounce_gap, choose(blows, splat(BOUNCE_GAP), splat(INFINITY)));
    store(k->rare->bounce_depth, choose(bounces, passing_depth(k, v, flags, of->rule.dt), zero));
    vi turns = bounces & ((flags & CN_CONTACT_WHEELS) == 0);
    vf extent_a = choose(turns, v->a.w, zero), extent_b = choose(turns, v->b.w, zero);
    store(k->rare->extent_a, extent_a);
    store(k->rare->extent_b, extent_b);
    store(k->rare->swing_a, choose(turns, load(swing_a), zero));
    store(k->rare->swing_b, choose(turns, load(swing_b), zero));
    note_sizes(k, bounces, extent_a, extent_b);
}

INLINE vf spin_of(const cn_Block *k, const Bodies *v) {
    return absolute(v->a.z) * load(k->rare->extent_a) + absolute(v->b.z) * load(k->rare->extent_b);
}

/* What turns so far in a sub-step that another corner may come round, and be through. */
INLINE vi may_be_through(const cn_Block *k, const Bodies *v, vf step) {
    vf vx = v->b.x - v->a.x, vy = v->b.y - v->a.y, spin = spin_of(k, v);
    vf way = step * (spin + sqrt_lane(vx * vx + vy * vy));
    return (way > load(k->rare->thin)) & (spin * step > splat(BOUNCE_SPIN));
}

/* Whatever corner comes round. */
INLINE vf fastest_corner(const cn_Block *k, const Bodies *v, vf fastest) {
    vf vx = v->b.x - v->a.x, vy = v->b.y - v->a.y;
    return maxv(fastest, spin_of(k, v) - (vx * load(k->nx) + vy * load(k->ny)));
}

/* sine: where both have turned by less in the step so far sines do for angles */
#define BOUNCE_LITTLE 0.3f

/* m of the gap at most, that turning takes away in the step so far and the sub-step, as each of two
 * that turn sees the other. X, y: by which the centres have come. */
INLINE vf turned(const cn_Block *k, const Bodies *v, const Columns *da, const Columns *db, vf step,
                 vf x, vf y) {
    vf ea = load(k->rare->extent_a), eb = load(k->rare->extent_b);
    vf dx = load(k->dx), dy = load(k->dy), across = load(k->nx) * dy - load(k->ny) * dx;
    vf by_a = da->w + step * v->a.z, by_b = db->w + step * v->b.z, by = absolute(by_b - by_a);
    vf come = absolute(x) + absolute(y), half = splat(0.5f) * (absolute(dx) + absolute(dy));
    vf of_a = minv(by * eb, load(k->rare->swing_b)) + by_a * across +
              absolute(by_a) * (come + absolute(by_a) * half);
    vf of_b = minv(by * ea, load(k->rare->swing_a)) + by_b * across +
              absolute(by_b) * (come + absolute(by_b) * half);
    return minv(of_a, of_b);
}

/* What was muted for a sub-step has its rows again. */
INLINE void speak(cn_Block *k) {
    store(k->rare->bounce_gap,
          choose(lanes_of(k->muted), splat(INFINITY), load(k->rare->bounce_gap)));
    k->muted = 0;
}

static void approach(cn_Block *blocks, int count, const cn_Motion *motion, float h,
                     uint8_t *coming) {
    vf step = splat(h), zero = splat(0), far = splat(1e30f);
    for (int i = 0; i < count; i++) {
        cn_Block *k = &blocks[i];
        coming[i] = 0;
        if (!k->any_bounce) continue;
        if (k->muted) speak(k);
        Bodies v = load_bodies(k, motion);
        vf nx = load(k->nx), ny = load(k->ny), gap = far, fastest = -far;
        for (int j = 0; j < points_of(k); j++) {
            const cn_BlockPoint *p = &k->point[j];
            vi used = load(p->normal_mass) > zero;
            Relative dv = relative(k, &v, load(p->rx), load(p->ry));
            gap = choose(used, minv(gap, load(p->base)), gap);
            fastest = choose(used, maxv(fastest, -(dv.x * nx + dv.y * ny)), fastest);
        }
        vf vx = v.b.x - v.a.x, vy = v.b.y - v.a.y;
        vf spin = splat(k->widest) * (absolute(v.a.z) + absolute(v.b.z)); /* of any lane, at most */
        if (bits_of(step * (spin + absolute(vx) + absolute(vy)) >
                    splat(BOUNCE_SLACK * k->thinnest)))
            fastest = choose(may_be_through(k, &v, step), fastest_corner(k, &v, fastest), fastest);
        vi fast = splat(CN_HASTE) * fastest > load(k->rare->blow_speed);
        if (!bits_of(fast)) continue;
        Columns da = load_delta(motion, k->a), db = load_delta(motion, k->b);
        vf ea = load(k->rare->extent_a), eb = load(k->rare->extent_b);
        vf spin_a = absolute(v.a.z) * ea, spin_b = absolute(v.b.z) * eb;
        if (k->any_rounding) gap += load(k->rare->radius_a) + load(k->rare->radius_b);
        vf x = db.x - da.x + step * vx, y = db.y - da.y + step * vy;
        gap += (load(k->dx) + x) * nx + (load(k->dy) + y) * ny; /* base is without d */
        vf turn = minv(absolute(da.w) * ea + step * spin_a, load(k->rare->swing_a)) +
                  minv(absolute(db.w) * eb + step * spin_b, load(k->rare->swing_b));
        vi near = fast & (gap - turn < splat(BOUNCE_NEAR)), both = (ea > zero) & (eb > zero);
        both &= maxv(absolute(da.w), absolute(db.w)) < splat(BOUNCE_LITTLE);
        if (bits_of(near & both))
            near &= ~both | (gap - turned(k, &v, &da, &db, step, x, y) < splat(BOUNCE_NEAR));
        coming[i] = (uint8_t)bits_of(near);
    }
}
