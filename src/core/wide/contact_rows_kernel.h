/* contact_rows_kernel.h: contacts into blocks before the sub-steps, and impulses back after them,
 * eight at a time: rows of cn_Contact become columns of a block. Included by contact_kernel.h. */

/* Lanes without a contact read this. */
static const cn_Contact no_contact = {0};

INLINE vf inverse(vf k) { return choose(k > splat(0), splat(1) / k, splat(0)); }

/* Rows of the contacts of a block. They go through memory: else compilers take what follows apart
 * into a branch for each lane. */
INLINE Rows solved_rows(const cn_Solved *of, const cn_BlockRare *rare) {
    Rows r;
    for (int i = 0; i < CN_LANES; i++) {
        int contact = rare->contact[i];
        const cn_Contact *c = contact >= 0 ? &of->contact[contact] : &no_contact;
        r.row[i] = (char *)(uintptr_t)c;
    }
    __asm__("" : "+m"(r));
    return r;
}

INLINE void find_stations(const int *station, const Ids *body, int32_t *at) {
    int32_t found[CN_LANES] __attribute__((aligned(32)));
    for (int i = 0; i < CN_LANES; i++) found[i] = station[body->at[i]];
    *(vi *)(void *)at = load_ints(found);
}

INLINE Masses masses_at(const cn_Mass *mass, const int32_t *station) {
    const char *row[CN_LANES];
    Masses m;
    for (int i = 0; i < CN_LANES; i++) row[i] = (const char *)&mass[station[i]];
    gather_pairs(row, 0, &m.inv_m, &m.inv_i);
    return m;
}

typedef struct Frame {
    vf nx, ny, dx, dy, inv_m, inv_ia, inv_ib;
    vi fixed; /* one of the bodies cannot move */
} Frame;

/* One point of all lanes; used: whether there is one. */
INLINE void prepare_point(cn_Block *k, int j, const Frame *f, vf rx, vf ry, vf gap, vi used) {
    cn_BlockPoint *p = &k->point[j];
    cn_BlockLate *q = &k->late[j];
    vf zero = splat(0), rbx = rx + f->dx, rby = ry + f->dy;
    vf tx = f->ny, ty = -f->nx;
    vf na = rx * f->ny - ry * f->nx, nb = rbx * f->ny - rby * f->nx;
    vf ta = rx * ty - ry * tx, tb = rbx * ty - rby * tx;
    vf kn = f->inv_m + f->inv_ia * na * na + f->inv_ib * nb * nb;
    vf kt = f->inv_m + f->inv_ia * ta * ta + f->inv_ib * tb * tb;
    store(p->rx, choose(used, rx, zero));
    store(p->ry, choose(used, ry, zero));
    store(p->base, choose(used, gap - (f->dx * f->nx + f->dy * f->ny), zero));
    store(p->normal_mass, choose(used, inverse(kn), zero));
    store(q->tangent_mass, choose(used, inverse(kt), zero));
    store(q->normal_total, zero);
    store(q->tangent_total, zero);
}

/* Of no lane: as above with none used. */
INLINE void clear_point(cn_Block *k, int j) {
    cn_BlockPoint *p = &k->point[j];
    cn_BlockLate *q = &k->late[j];
    vf zero = splat(0);
    store(p->rx, zero), store(p->ry, zero), store(p->base, zero);
    store(p->normal_mass, zero), store(q->tangent_mass, zero);
    store(q->normal_total, zero), store(q->tangent_total, zero);
}

/* Of the lanes whose ground is an arc. */
INLINE void take_arcs(cn_BlockRare *rare, const Rows *rows, unsigned arcs) {
    for (; arcs; arcs &= arcs - 1) {
        int i = __builtin_ctz(arcs);
        const cn_Contact *c = (const cn_Contact *)(const void *)rows->row[i];
        float *ground = c->flags & CN_CONTACT_WALL_A ? rare->radius_a : rare->radius_b;
        ground[i] = c->count == 1 ? c->made[1] : 0;
    }
}

/* Rounding of both pieces together; most blocks have none. */
INLINE vf load_radii(cn_Block *k, const cn_Solved *of, const Rows *rows, vi flags) {
    if (!k->any_rounding) return splat(0);
    vi used = load_ints(k->rare->contact) >= splat_int(0);
    vf a, b;
    radii_of(of->piece, (const char *const *)rows->row, &a, &b);
    store(k->rare->radius_a, choose(used, a, splat(0)));
    store(k->rare->radius_b, choose(used, b, splat(0)));
    take_arcs(k->rare, rows, bits_of(has(flags, CN_CONTACT_CURVED)));
    return load(k->rare->radius_a) + load(k->rare->radius_b);
}

/* m: what turns in a step by less than shows as such a gap keeps its normal */
#define TURN_GAP 3e-5f
#define BEND_GAP 1e-7f /* m, the same of arcs, on which energy is to last */

/* Which lanes' normals follow their bodies: discs on discs that roll along each other under load,
 * and arcs of the ground. Of two discs in a pile that rub on each other friction takes more than
 * that would keep. */
INLINE vi turning_lanes(const cn_Block *k, const cn_Solved *of, const Bodies *v, vi flags, vi one) {
    if (!bits_of(one & ((flags & (CN_CONTACT_WHEELS | CN_CONTACT_CURVED)) != 0))) return one ^ one;
    vf ra = load(k->rare->radius_a), rb = load(k->rare->radius_b), zero = splat(0);
    vi discs = one & ((flags & (CN_CONTACT_WHEELS | CN_CONTACT_PLANE)) == CN_CONTACT_WHEELS);
    vi arcs = one & ((flags & CN_CONTACT_CURVED) != 0) & (ra != zero) & (rb != zero);
    vf way =
        splat(of->rule.dt) * ((v->b.x - v->a.x) * load(k->ny) - (v->b.y - v->a.y) * load(k->nx));
    vf rise = way * way / (splat(2) * absolute(ra + rb));
    vi lasting =
        (load(k->inv_ma) == zero) | (load(k->inv_mb) == zero) | (load(k->friction) == zero);
    discs &= lasting & (rise > splat(TURN_GAP)) & (load(k->point[0].normal_impulse) > zero);
    return discs | (arcs & (rise > splat(BEND_GAP)));
}

/* Where the cores of these are. */
INLINE void find_cores(cn_Block *k, vf gap) {
    vf nx = load(k->nx), ny = load(k->ny), rx = load(k->point[0].rx), ry = load(k->point[0].ry);
    vf ra = load(k->rare->radius_a), rb = load(k->rare->radius_b), half = splat(0.5f) * gap;
    vf apart = ra + rb + gap;
    store(k->rare->core_ax, rx - (ra + half) * nx);
    store(k->rare->core_ay, ry - (ra + half) * ny);
    store(k->rare->core_bx, rx + load(k->dx) + (rb + half) * nx);
    store(k->rare->core_by, ry + load(k->dy) + (rb + half) * ny);
    store(k->rare->gap, gap);
    store(k->rare->apart_x, apart * nx), store(k->rare->apart_y, apart * ny);
}

/* Speed of approach and of sliding, before anything is solved. */
INLINE void measure(cn_Block *k, const Bodies *v, vi one, vi two) {
    vf nx = load(k->nx), ny = load(k->ny), zero = splat(0);
    for (int j = 0; j < points_of(k); j++) {
        Relative dv = relative(k, v, load(k->point[j].rx), load(k->point[j].ry));
        vi used = j == 0 ? one : two;
        store(k->rare->approach[j], choose(used, -(dv.x * nx + dv.y * ny), zero));
        store(k->rare->slide[j], choose(used, dv.x * ny - dv.y * nx, zero));
    }
    if (!k->two) store(k->rare->approach[1], zero);
}

/* Which lanes have two bodies that touch on several sides, one of them round there. A column, which
 * has one contact below each body and one above, bends and sways where its contacts are harder. And
 * a heap that has nothing round comes to rest later, and is lifted then (solver/rest/). */
INLINE uint8_t crowded_lanes(const cn_Solved *of, const cn_Block *k, unsigned round) {
    const uint8_t *contacts = of->contacts;
    int32_t fewest[CN_LANES] __attribute__((aligned(32)));
    for (int i = 0; i < CN_LANES; i++) {
        int32_t a = contacts[k->a[i]], b = contacts[k->b[i]];
        fewest[i] = a < b ? a : b;
    }
    return (uint8_t)(bits_of(load_ints(fewest) > splat_int(2)) & round);
}

/* By how much faster than others such contacts may push out: m/s where all lies, and the ratio of
 * what comes to that to the speed of the faster body. What lifts a layer stays in the layers above
 * as speed, since one round of rows does not take it out of all of them: a heap of sticks rose by
 * 20 mm and fell again, once a second, for good. */
#define CROWD_PUSH  0.04f
#define CROWD_HASTE 0.3f

INLINE void bound_crowd(cn_Block *k, const Bodies *v) {
    vf a = v->a.x * v->a.x + v->a.y * v->a.y, b = v->b.x * v->b.x + v->b.y * v->b.y;
    store(k->rare->crowd_push, splat(CROWD_PUSH) + splat(CROWD_HASTE) * sqrt_lane(maxv(a, b)));
}

/* m, about what weight closes in a step: a contact that is nearer carries at once */
#define NEAR 0.001f

/* A contact without impulses, as of what is set down in its place, finds all of them in one
 * sub-step. Friction and the two normal rows turn the body against each other, and in one round
 * friction gets only a part of its due: a block on a slope was 1 mm/s too fast, for good. So it is
 * marked, for relax to take more rounds of it; on what does not move, where speeds last. */
INLINE uint8_t cold_lanes(Columns gap, Columns impulse, vi fixed, vi one) {
    vi cold = one & fixed & (gap.x < splat(NEAR)) & (impulse.x == splat(0));
    return (uint8_t)bits_of(cold & (impulse.z == splat(0)));
}

/* What is known of two bodies: answers the rows' common part. */
INLINE Frame prepare_bodies(cn_Block *k, const cn_Solved *of, const Ids *a, const Ids *b,
                            Columns frame) {
    find_stations(of->station, a, k->a);
    find_stations(of->station, b, k->b);
    Masses ma = masses_at(of->mass, k->a), mb = masses_at(of->mass, k->b);
    store(k->inv_ma, ma.inv_m), store(k->inv_ia, ma.inv_i);
    store(k->inv_mb, mb.inv_m), store(k->inv_ib, mb.inv_i);
    store(k->nx, frame.x), store(k->ny, frame.y);
    store(k->dx, frame.z), store(k->dy, frame.w);
    return (Frame){frame.x,
                   frame.y,
                   frame.z,
                   frame.w,
                   ma.inv_m + mb.inv_m,
                   ma.inv_i,
                   mb.inv_i,
                   (ma.inv_m == splat(0)) | (mb.inv_m == splat(0))};
}

/* Which lanes the passes treat in a way of their own. */
INLINE void mark(cn_Block *k, const cn_Solved *of, vi flags, vi fixed, vi two) {
    vi none = {0};
    *(vi *)(void *)k->rare->flags = flags;
    k->two = bits_of(two) != 0;
    k->any_fixed = bits_of(fixed) != 0;
    unsigned round = bits_of((flags & CN_CONTACT_ROUND) != none);
    k->any_rounding = round != 0;
    k->crowded = round ? crowded_lanes(of, k, round) : 0;
    k->any_rolling = k->any_surface_speed = bits_of((flags & CN_CONTACT_SPECIAL) != none) != 0;
    k->any_bounce = false; /* until the impact phase says so */
}

INLINE void prepare_rows(cn_Block *k, const cn_Solved *of) {
    Rows rows = solved_rows(of, k->rare);
    const char *const *row = (const char *const *)rows.row;
    Columns head = gather_rows(row, offsetof(cn_Contact, body_a));
    Columns frame = gather_rows(row, offsetof(cn_Contact, normal));
    Ids a = ids_of((vi)head.x), b = ids_of((vi)head.y);
    vi points = (vi)head.w, flags = (vi)head.z, none = {0};
    vi one = points > none, two = points > none + 1;
    Frame f = prepare_bodies(k, of, &a, &b, frame);
    mark(k, of, flags, f.fixed, two);
    Columns gap = gather_rows(row, offsetof(cn_Contact, separation));
    Columns impulse = gather_rows(row, offsetof(cn_Contact, impulse));
    store(k->friction, gap.z);
    vf allowed = splat(-of->slop);
    vi deep = (one & (gap.x < allowed)) | (two & (gap.y < allowed));
    k->deep = (uint8_t)bits_of(deep & f.fixed);
    k->cold = cold_lanes(gap, impulse, f.fixed, one);
    store(k->point[0].normal_impulse, choose(one, impulse.x, splat(0)));
    store(k->late[0].tangent_impulse, choose(one, impulse.y, splat(0)));
    store(k->point[1].normal_impulse, choose(two, impulse.z, splat(0)));
    store(k->late[1].tangent_impulse, choose(two, impulse.w, splat(0)));
    vf radii = load_radii(k, of, &rows, flags);
    Columns arm = gather_rows(row, offsetof(cn_Contact, r));
    prepare_point(k, 0, &f, arm.x, arm.y, gap.x - radii, one);
    if (k->two)
        prepare_point(k, 1, &f, arm.z, arm.w, gap.y - radii, two);
    else
        clear_point(k, 1);
    Bodies v = load_bodies(k, of->motion);
    measure(k, &v, one, two);
    if (k->crowded) bound_crowd(k, &v);
    k->turning = 0;
    if (k->any_rounding) k->turning = (uint8_t)bits_of(turning_lanes(k, of, &v, flags, one));
    if (k->turning) find_cores(k, gap.x);
    k->blown = k->rebounding = 0;
    k->pressed = k->suspect = k->rushing = k->followed = k->muted = 0;
}

static void prepare_contacts(cn_Block *blocks, int count, const cn_Solved *of) {
    for (int i = 0; i < count; i++) prepare_rows(&blocks[i], of);
}

/* Which lanes have pushed without having touched before, and which have something to tell. */
INLINE void note(cn_Block *k, const cn_Solved *of) {
    vi flags = *(const vi *)(const void *)k->rare->flags, none = {0};
    vf zero = splat(0), fast = splat(of->hit_speed);
    vi pushed = (load(k->late[0].normal_total) > zero) | (load(k->late[1].normal_total) > zero);
    vi first = (flags & CN_CONTACT_TOUCHING) == none;
    vi hit = (load(k->rare->approach[0]) > fast) | (load(k->rare->approach[1]) > fast);
    vi heard = (flags & CN_CONTACT_EVENTS) != none, asked = (flags & CN_CONTACT_PRE_SOLVE) != none;
    k->struck = (uint8_t)bits_of(pushed & first);
    k->solved = (uint8_t)bits_of(asked | (hit & heard));
}

static void store_contacts(cn_Block *blocks, int count, const cn_Solved *of) {
    cn_Contact dummy;
    for (int i = 0; i < count; i++) {
        cn_Block *k = &blocks[i];
        char *row[CN_LANES];
        for (int j = 0; j < CN_LANES; j++)
            row[j] =
                (char *)(k->rare->contact[j] >= 0 ? &of->contact[k->rare->contact[j]] : &dummy);
        const cn_BlockPoint *p = k->point;
        const cn_BlockLate *q = k->late;
        scatter_rows(row, offsetof(cn_Contact, impulse),
                     (Columns){load(p[0].normal_impulse), load(q[0].tangent_impulse),
                               load(p[1].normal_impulse), load(q[1].tangent_impulse)});
        scatter_rows(row, offsetof(cn_Contact, total),
                     (Columns){load(q[0].normal_total), load(q[0].tangent_total),
                               load(q[1].normal_total), load(q[1].tangent_total)});
        note(k, of);
    }
}
