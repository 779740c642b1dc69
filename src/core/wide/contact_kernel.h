/* contact_kernel.h: sequential impulses for contacts, eight at a time.
 *
 * Soft constraints over sub-steps: each sub-step applies the impulses of the last one again, moves
 * velocities towards n.v >= -bias with a spring's stiffness (solve), lets positions move, and then
 * takes out what the bias put in (relax), where friction is solved too.
 * Sources: Catto, "Soft Constraints", GDC 2011; Macklin et al., "Small Steps in Physics
 * Simulation", SCA 2019; Catto, "Solver2D", 2024.
 * Included by one file for each instruction set, which names the set in CN_KERNELS. */
#include "wide/lanes.h"

typedef struct Bodies {
    Columns a, b; /* velocity x, y, angular; w is carried along */
} Bodies;

INLINE Bodies load_bodies(const cn_Block *k, const cn_Motion *motion) {
    return (Bodies){gather((const char *)motion, k->a), gather((const char *)motion, k->b)};
}

/* What cannot move may stand in blocks of several threads: it is read, never written. Without
 * branches, since which lanes these are is different in each block. */
INLINE void store_moving(const int32_t *body, const float *inv_m, cn_Motion *motion, Columns v) {
    cn_Motion nowhere;
    char *row[CN_LANES];
    for (int i = 0; i < CN_LANES; i++)
        row[i] = (char *)(inv_m[i] > 0 ? &motion[body[i]] : &nowhere);
    scatter_rows(row, 0, v);
}

INLINE void store_bodies(const cn_Block *k, cn_Motion *motion, Bodies v) {
    if (k->any_fixed) {
        store_moving(k->a, k->inv_ma, motion, v.a);
        store_moving(k->b, k->inv_mb, motion, v.b);
    } else {
        scatter((char *)motion, k->a, v.a);
        scatter((char *)motion, k->b, v.b);
    }
}

/* The impulse (px, py), on b at r + d and against it on a at r. */
INLINE void push(const cn_Block *k, Bodies *v, vf px, vf py, vf rx, vf ry) {
    vf rbx = rx + load(k->dx), rby = ry + load(k->dy);
    vf ma = load(k->inv_ma), mb = load(k->inv_mb);
    v->a.x -= ma * px;
    v->a.y -= ma * py;
    v->a.z -= load(k->inv_ia) * (rx * py - ry * px);
    v->b.x += mb * px;
    v->b.y += mb * py;
    v->b.z += load(k->inv_ib) * (rbx * py - rby * px);
}

typedef struct Relative {
    vf x, y;
} Relative;

/* Velocity of b's material point as seen from a's. */
INLINE Relative relative(const cn_Block *k, const Bodies *v, vf rx, vf ry) {
    vf rbx = rx + load(k->dx), rby = ry + load(k->dy);
    return (Relative){(v->b.x - v->b.z * rby) - (v->a.x - v->a.z * ry),
                      (v->b.y + v->b.z * rbx) - (v->a.y + v->a.z * rx)};
}

/* Blocks of a large world come from memory, each pass anew, and processors see that coming only up
 * to the end of a page: asked for ahead (count of blocks), a pass over 650,000 contacts takes a
 * fifth less. Their bodies are asked for when the block itself has arrived. */
#define AHEAD_BLOCKS 6
#define AHEAD_BODIES 3

INLINE void fetch_lines(const void *from, const void *to) {
    for (const char *line = (const char *)from; line < (const char *)to; line += 64) cn_fetch(line);
}

/* late: the rest of the block is wanted, too. Whether it has second points is guessed from one that
 * has arrived: those that have some stand together. */
INLINE void fetch_ahead(const cn_Block *blocks, int i, int count, const cn_Motion *motion,
                        const cn_SubStep *s, bool late) {
    if (!s->far || i + AHEAD_BLOCKS >= count) return;
    const cn_Block *next = &blocks[i + AHEAD_BODIES], *k = &blocks[i + AHEAD_BLOCKS];
    fetch_lines(k, &k->point[1]);
    if (next->two) fetch_lines(&k->point[1].ry, &k->late[0]);
    if (late) fetch_lines(&k->late[0], &k->late[1]);
    if (late && next->two) fetch_lines(&k->late[1], k + 1);
    for (int lane = 0; lane < CN_LANES; lane++) {
        cn_fetch(&motion[next->a[lane]]);
        cn_fetch(&motion[next->b[lane]]);
    }
}

/* One-point contacts stand together within a colour: most blocks have one kind. */
INLINE int points_of(const cn_Block *k) { return k->two ? 2 : 1; }

static void warm_start(cn_Block *blocks, int count, cn_Motion *motion, const cn_SubStep *s) {
    for (int i = 0; i < count; i++) {
        cn_Block *k = &blocks[i];
        fetch_ahead(blocks, i, count, motion, s, true);
        Bodies v = load_bodies(k, motion);
        vf nx = load(k->nx), ny = load(k->ny);
        for (int j = 0; j < points_of(k); j++) {
            cn_BlockPoint *p = &k->point[j];
            vf jn = load(p->normal_impulse), jt = load(k->late[j].tangent_impulse);
            push(k, &v, jn * nx + jt * ny, jn * ny - jt * nx, load(p->rx), load(p->ry));
        }
        if (k->any_rolling) {
            vf jr = load(k->rare->rolling_impulse);
            v.a.z -= load(k->inv_ia) * jr;
            v.b.z += load(k->inv_ib) * jr;
        }
        store_bodies(k, motion, v);
    }
}

/* Separation now. The lever arms turn with the bodies here, though not in the Jacobian; and only
 * as far as the core of a rounded shape: what rolls keeps its surface where it is. */
INLINE vf separation(const cn_Block *k, const cn_BlockPoint *p, const Columns *da,
                     const Columns *db) {
    vf nx = load(k->nx), ny = load(k->ny), rx = load(p->rx), ry = load(p->ry);
    vf rbx = rx + load(k->dx), rby = ry + load(k->dy);
    if (k->any_rounding) {
        vf ra = load(k->rare->radius_a), rb = load(k->rare->radius_b);
        rx -= ra * nx, ry -= ra * ny;
        rbx += rb * nx, rby += rb * ny;
    }
    vf ax = da->z * rx - da->w * ry, ay = da->w * rx + da->z * ry;
    vf bx = db->z * rbx - db->w * rby, by = db->w * rbx + db->z * rby;
    vf sx = (db->x - da->x) + (bx - ax), sy = (db->y - da->y) + (by - ay);
    return load(p->base) + (sx * nx + sy * ny);
}

INLINE Columns load_delta(const cn_Motion *motion, const int32_t *index) {
    return gather((const char *)motion + offsetof(cn_Motion, dx), index);
}

/* Lanes of contacts that bounce: open gaps, and fast approaches, are left to the impact phase, so
 * that what comes in at full speed is still at full speed when it touches. The gap here is taken
 * along the normal of the step's beginning, which is wrong for bodies that pass each other at an
 * angle; what seems to overlap by more than that explains is the rows' business. */
INLINE vi left_to_impacts(const cn_Block *k, vf vn, vf sep) {
    return (sep > load(k->rare->bounce_gap)) |
           ((vn < -load(k->rare->bounce_speed)) & (sep > -load(k->rare->bounce_depth)));
}

/* Most contacts of what flies about do not touch: a block of them says so, and is not pushed. Not
 * asked where nothing bounces, as in piles, since there nearly all do. */
INLINE bool does_nothing(const cn_Block *k, vi acts) { return k->any_bounce && !bits_of(acts); }

/* One normal row. bias: velocity wanted; m, i: scales of mass and of the impulse so far. Returns
 * whether velocities may be others now. */
INLINE bool normal_row(const cn_Block *k, cn_BlockPoint *p, Bodies *v, vf sep, vf bias, vf m,
                       vf i) {
    vf rx = load(p->rx), ry = load(p->ry), nx = load(k->nx), ny = load(k->ny);
    Relative dv = relative(k, v, rx, ry);
    vf vn = dv.x * nx + dv.y * ny;
    vf old = load(p->normal_impulse);
    vf wanted = old - (load(p->normal_mass) * (m * (vn + bias)) + i * old);
    if (k->any_bounce) wanted = choose(left_to_impacts(k, vn, sep), splat(0), wanted);
    vf now = maxv(wanted, splat(0));
    store(p->normal_impulse, now);
    vf j = now - old;
    if (does_nothing(k, j != splat(0))) return false;
    push(k, v, j * nx, j * ny, rx, ry);
    return true;
}

/* ---- normals that turn -------------------------------------------------------------------- */

/* Where a normal goes from a point of one body to a point of the other, as between two discs or
 * within an arc, its direction of now is known at any time. Held for a step while the bodies move
 * along each other by s, it would put them apart by s^2 / 2R, which they fall or are lifted for. */
typedef struct Turn {
    vf ax, ay, bx, by; /* the cores, from the centres of their bodies */
    vf x, y, length;   /* from core to core */
    vf side;           /* -1: one is within the other */
    vf gap;
} Turn;

INLINE Turn turn_of(const cn_Block *k, const Columns *da, const Columns *db) {
    const cn_BlockRare *r = k->rare;
    Turn t;
    vf ax = load(r->core_ax), ay = load(r->core_ay), bx = load(r->core_bx), by = load(r->core_by);
    t.ax = da->z * ax - da->w * ay, t.ay = da->w * ax + da->z * ay;
    t.bx = db->z * bx - db->w * by, t.by = db->w * bx + db->z * by;
    vf x = load(r->apart_x), y = load(r->apart_y);
    vf dx = (db->x - da->x) + ((t.bx - bx) - (t.ax - ax));
    vf dy = (db->y - da->y) + ((t.by - by) - (t.ay - ay));
    t.x = x + dx, t.y = y + dy;
    t.length = sqrt_lane(t.x * t.x + t.y * t.y);
    vf sum = t.length + sqrt_lane(x * x + y * y);
    t.side = choose(load(r->radius_a) + load(r->radius_b) < splat(0), splat(-1), splat(1));
    /* without the difference of two long lengths */
    t.gap = load(r->gap) + t.side * ((dx * (x + t.x) + dy * (y + t.y)) / sum);
    return t;
}

/* Speed at which a straight way along each other takes them apart in a sub-step. */
INLINE vf parting(const cn_Block *k, const Bodies *v, const Turn *t, const cn_SubStep *s) {
    vf ux = (v->b.x - v->b.z * t->by) - (v->a.x - v->a.z * t->ay);
    vf uy = (v->b.y + v->b.z * t->bx) - (v->a.y + v->a.z * t->ax);
    vf way = splat(s->h) * (ux * load(k->ny) - uy * load(k->nx));
    vf later = sqrt_lane(t->length * t->length + way * way);
    return t->side * (way * way / (later + t->length)) * splat(s->inv_h);
}

/* The impulses so far, times sign. */
INLINE void push_all(const cn_Block *k, Bodies *v, vf sign) {
    vf nx = load(k->nx), ny = load(k->ny);
    vf jn = sign * load(k->point[0].normal_impulse), jt = sign * load(k->late[0].tangent_impulse);
    push(k, v, jn * nx + jt * ny, jn * ny - jt * nx, load(k->point[0].rx), load(k->point[0].ry));
}

INLINE void choose_lane(float *lane, vi mask, vf value) {
    store(lane, choose(mask, value, load(lane)));
}

/* The impulses of the sub-step before came back along the normals of then: they turn as well. */
/* What a row has to know of its contact: the gap now, and how fast it opens by itself. */
typedef struct Opening {
    vf gap, part;
} Opening;

INLINE Opening opening_of(const cn_Block *k, const Bodies *v, const Turn *t, vf gap,
                          const cn_SubStep *s) {
    vi turning = lanes_of(k->turning);
    return (Opening){choose(turning, t->gap, gap), choose(turning, parting(k, v, t, s), splat(0))};
}

/* The impulses of the sub-step before came back along the normals of then: they turn as well. */
INLINE void turn_normals(cn_Block *k, Bodies *v, const Turn *t) {
    vi turning = lanes_of(k->turning);
    push_all(k, v, choose(turning, splat(-1), splat(0)));
    vf nx = t->side * t->x / t->length, ny = t->side * t->y / t->length;
    vf half = splat(0.5f) * t->gap;
    vf ra = load(k->rare->radius_a) + half, rb = load(k->rare->radius_b) + half;
    vf rx = t->ax + ra * nx, ry = t->ay + ra * ny;
    choose_lane(k->nx, turning, nx), choose_lane(k->ny, turning, ny);
    choose_lane(k->point[0].rx, turning, rx), choose_lane(k->point[0].ry, turning, ry);
    choose_lane(k->dx, turning, (t->bx - rb * nx) - rx);
    choose_lane(k->dy, turning, (t->by - rb * ny) - ry);
    push_all(k, v, choose(turning, splat(1), splat(0)));
}

/* ---- solve -------------------------------------------------------------------------------- */

/* m/s by which contacts among many may push out faster than others would. */
INLINE vf crowd_push(const cn_Block *k) {
    vf never = splat(CN_NEVER);
    return k->crowded ? choose(lanes_of(k->crowded), load(k->rare->crowd_push), never) : never;
}

/* Few blocks turn: the others must not carry their numbers about. */
INLINE void solve_block(cn_Block *k, cn_Motion *motion, const cn_SubStep *s, bool turns) {
    vf zero = splat(0), one = splat(1), inv_h = splat(s->inv_h), push_out = splat(-s->push_speed);
    const cn_Softness *two = &s->dynamic, *single = &s->one_sided, *many = &s->crowded;
    bool tolerant = s->allowed > 0; /* few worlds are: the others pay a branch */
    vi fixed = (load(k->inv_ma) == zero) | (load(k->inv_mb) == zero);
    vf rate = choose(fixed, splat(single->bias_rate), splat(two->bias_rate));
    vf mass_scale = choose(fixed, splat(single->mass_scale), splat(two->mass_scale));
    vf impulse_scale = choose(fixed, splat(single->impulse_scale), splat(two->impulse_scale));
    vi crowded = lanes_of(k->crowded);
    rate = choose(crowded, splat(many->bias_rate), rate);
    mass_scale = choose(crowded, splat(many->mass_scale), mass_scale);
    impulse_scale = choose(crowded, splat(many->impulse_scale), impulse_scale);
    vf usual = splat(two->bias_rate), more = crowd_push(k);
    Bodies v = load_bodies(k, motion);
    Columns da = load_delta(motion, k->a), db = load_delta(motion, k->b);
    bool pushed = turns;
    for (int j = 0; j < points_of(k); j++) {
        cn_BlockPoint *p = &k->point[j];
        Opening o = {separation(k, p, &da, &db), zero};
        if (turns && j == 0) {
            Turn t = turn_of(k, &da, &db);
            turn_normals(k, &v, &t);
            o = opening_of(k, &v, &t, o.gap, s);
        }
        vf over = o.gap, gap = o.gap;
        if (tolerant) over = o.gap + splat(s->allowed), gap = maxv(o.gap, zero);
        vi ahead = over > zero; /* not there yet: may close the gap, no more */
        vf soft = maxv(maxv(rate * over, usual * over - more), push_out);
        vf bias = choose(ahead, gap * inv_h, soft);
        if (turns) bias += o.part;
        pushed |= normal_row(k, p, &v, o.gap, bias, choose(ahead, one, mass_scale),
                             choose(ahead, zero, impulse_scale));
    }
    if (pushed) store_bodies(k, motion, v);
}

static __attribute__((noinline)) void solve_turning(cn_Block *k, cn_Motion *motion,
                                                    const cn_SubStep *s) {
    solve_block(k, motion, s, true);
}

static void solve(cn_Block *blocks, int count, cn_Motion *motion, const cn_SubStep *s) {
    for (int i = 0; i < count; i++) {
        fetch_ahead(blocks, i, count, motion, s, false);
        if (__builtin_expect(blocks[i].turning != 0, 0))
            solve_turning(&blocks[i], motion, s);
        else
            solve_block(&blocks[i], motion, s, false);
    }
}

/* From -limit to limit. A lane without a point has no mass; where its bodies are so fast that its
 * speed has no number either, it is 0 even so, as if the other lanes had no second point.
 * (clamp_lane, of joints, leaves what is no number: that body is lost, and is told.) */
INLINE vf within(vf limit, vf wanted) { return maxv(-limit, minv(wanted, limit)); }

/* Returns as normal_row does. */
INLINE bool friction_row(cn_Block *k, int point, Bodies *v) {
    const cn_BlockPoint *p = &k->point[point];
    cn_BlockLate *q = &k->late[point];
    vf old = load(q->tangent_impulse);
    vf limit = load(k->friction) * load(p->normal_impulse);
    if (does_nothing(k, (limit != splat(0)) | (old != splat(0)))) return false;
    vf rx = load(p->rx), ry = load(p->ry), tx = load(k->ny), ty = -load(k->nx);
    Relative dv = relative(k, v, rx, ry);
    vf vt = dv.x * tx + dv.y * ty;
    if (k->any_surface_speed) vt -= load(k->rare->surface_speed);
    vf now = within(limit, old - load(q->tangent_mass) * vt);
    store(q->tangent_impulse, now);
    vf j = now - old;
    push(k, v, j * tx, j * ty, rx, ry);
    return true;
}

INLINE void rolling_row(cn_Block *k, Bodies *v) {
    vf old = load(k->rare->rolling_impulse);
    vf limit = load(k->rare->rolling) *
               (load(k->point[0].normal_impulse) + load(k->point[1].normal_impulse));
    vf wanted = old - load(k->rare->rolling_mass) * (v->b.z - v->a.z);
    vf now = within(limit, wanted);
    store(k->rare->rolling_impulse, now);
    v->a.z -= load(k->inv_ia) * (now - old);
    v->b.z += load(k->inv_ib) * (now - old);
}

INLINE void add_totals(cn_BlockPoint *p, cn_BlockLate *q) {
    store(q->normal_total, load(q->normal_total) + load(p->normal_impulse));
    store(q->tangent_total, load(q->tangent_total) + load(q->tangent_impulse));
}

/* One block at work. */
typedef struct Work {
    cn_Block *k;
    Bodies v;
    Columns da, db;
    bool pushed; /* v is another than that of its bodies */
} Work;

/* The velocity wanted of contacts that rows follow: what the sub-step has stopped may rebound, and
 * what comes as fast but is not there yet must not be slowed down before. */
INLINE vf follow(const cn_Block *k, int point, const Bodies *v, vf bias) {
    const cn_BlockPoint *p = &k->point[point];
    vf zero = splat(0), speed = load(k->rare->rebound[point]);
    Relative dv = relative(k, v, load(p->rx), load(p->ry));
    vi comes = -(dv.x * load(k->nx) + dv.y * load(k->ny)) > load(k->rare->blow_speed);
    vi stopped = load(p->normal_impulse) > zero, followed = lanes_of(k->followed);
    bias = choose(followed & comes & ~stopped, splat(CN_NEVER), bias);
    return choose(lanes_of(k->rebounding) & stopped & (speed > zero), -speed, bias);
}

INLINE void relax_row(Work *w, int point, const cn_SubStep *s, bool turns) {
    cn_BlockPoint *p = &w->k->point[point];
    Opening o = {separation(w->k, p, &w->da, &w->db), splat(0)};
    if (turns && point == 0) {
        Turn t = turn_of(w->k, &w->da, &w->db);
        o = opening_of(w->k, &w->v, &t, o.gap, s);
    }
    vf bias = maxv(o.gap, splat(0)) * splat(s->inv_h);
    if (turns) bias += o.part;
    if (w->k->followed) bias = follow(w->k, point, &w->v, bias);
    w->pushed |= normal_row(w->k, p, &w->v, o.gap, bias, splat(1), splat(0));
}

/* count of blocks at work at once. The four rows of a block wait for each other; those of another
 * block of its colour do not: taken in turns, a processor works on both at once (relax -20 % while
 * the blocks are in the second cache; solve is too short to gain). */
#define TOGETHER 2

INLINE void relax_rows(Work *w, int count, const cn_SubStep *s, bool turns) {
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < count; i++)
            if (j < points_of(w[i].k)) relax_row(&w[i], j, s, turns);
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < count; i++)
            if (j < points_of(w[i].k)) w[i].pushed |= friction_row(w[i].k, j, &w[i].v);
}

/* count of rounds for contacts that begin without impulses: see contact_rows_kernel.h */
#define COLD_ROUNDS 4

INLINE Columns choose_columns(vi mask, Columns a, Columns b) {
    return (Columns){choose(mask, a.x, b.x), choose(mask, a.y, b.y), choose(mask, a.z, b.z),
                     choose(mask, a.w, b.w)};
}

/* Once more, for the lanes that are marked: the other contacts of the block must not notice. */
static void relax_cold(Work *w, const cn_SubStep *s, bool turns) {
    cn_Block *k = w->k;
    vi cold = lanes_of(k->cold);
    Bodies before = w->v;
    vf normal[2], tangent[2];
    for (int j = 0; j < 2; j++) {
        normal[j] = load(k->point[j].normal_impulse);
        tangent[j] = load(k->late[j].tangent_impulse);
    }
    relax_rows(w, 1, s, turns);
    w->v.a = choose_columns(cold, w->v.a, before.a);
    w->v.b = choose_columns(cold, w->v.b, before.b);
    for (int j = 0; j < 2; j++) {
        cn_BlockPoint *p = &k->point[j];
        cn_BlockLate *q = &k->late[j];
        store(p->normal_impulse, choose(cold, load(p->normal_impulse), normal[j]));
        store(q->tangent_impulse, choose(cold, load(q->tangent_impulse), tangent[j]));
    }
}

INLINE void relax_together(cn_Block *k, int count, cn_Motion *motion, const cn_SubStep *s,
                           bool turns) {
    Work w[TOGETHER];
    for (int i = 0; i < count; i++)
        w[i] = (Work){&k[i], load_bodies(&k[i], motion), load_delta(motion, k[i].a),
                      load_delta(motion, k[i].b), k[i].any_rolling};
    relax_rows(w, count, s, turns);
    for (int i = 0; i < count; i++) {
        for (int round = 1; k[i].cold && round < COLD_ROUNDS; round++) relax_cold(&w[i], s, turns);
        k[i].cold = k[i].rebounding = 0;
        if (k[i].any_rolling) rolling_row(&k[i], &w[i].v);
        for (int j = 0; j < points_of(&k[i]); j++) add_totals(&k[i].point[j], &k[i].late[j]);
        if (w[i].pushed) store_bodies(&k[i], motion, w[i].v);
    }
}

static __attribute__((noinline)) void relax_turning(cn_Block *k, cn_Motion *motion,
                                                    const cn_SubStep *s) {
    relax_together(k, 1, motion, s, true);
}

static void relax(cn_Block *blocks, int count, cn_Motion *motion, const cn_SubStep *s) {
    for (int i = 0; i < count;) {
        fetch_ahead(blocks, i, count, motion, s, true);
        if (__builtin_expect(blocks[i].turning != 0, 0)) {
            relax_turning(&blocks[i++], motion, s);
        } else if (i + 1 < count && !blocks[i].last && !blocks[i + 1].turning) {
            fetch_ahead(blocks, i + 1, count, motion, s, true);
            relax_together(&blocks[i], TOGETHER, motion, s, false);
            i += TOGETHER;
        } else {
            relax_together(&blocks[i++], 1, motion, s, false);
        }
    }
}

#include "wide/impact_kernel.h"
#include "wide/motion_kernel.h"
/* after it: */
#include "wide/manifold_kernel.h"
/* after it: */
#include "wide/pair_defer_kernel.h"
/* after it: */
#include "wide/contact_list_kernel.h"
/* after it: */
#include "wide/circles_kernel.h"
/* after it: */
#include "wide/hulls_kernel.h"

#include "wide/contact_rows_kernel.h"

#include "wide/pairs_kernel.h"

#include "wide/bvh_move_kernel.h"

#include "wide/bvh_cast_kernel.h"

#include "wide/angle_kernel.h"

#include "wide/panel_kernel.h"

#include "wide/linkage_kernel.h"
#include "wide/raft_kernel.h"
#include "wide/rest_kernel.h"

#if defined(CN_RAYS_SIDE_BY_SIDE)
#include "wide/point_cast_kernel.h"
#else
#define tree_casts  NULL
#define point_casts NULL
#endif

#define STRING_OF(x) #x
#define NAME_OF(x)   STRING_OF(x)
const cn_Kernels CN_KERNELS = {NAME_OF(CN_KERNELS),
                               prepare_contacts,
                               store_contacts,
                               list_solid,
                               suspect,
                               leave,
                               approach,
                               warm_start,
                               solve,
                               relax,
                               MOTION_KERNELS,
                               MANIFOLD_KERNELS,
                               tree_walk,
                               tree_follow,
                               tree_cast,
                               tree_casts,
                               point_casts,
                               apart_pairs,
                               angles,
                               FACTOR_KERNELS,
                               LINKAGE_KERNELS,
                               RAFT_KERNELS,
                               REST_KERNELS};
