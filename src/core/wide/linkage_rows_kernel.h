/* linkage_rows_kernel.h: where links of a linkage point, how far they are from closed, and which of
 * their limits bear; as many at a time as a vector holds. What is meant is said in
 * solver/exact/exact_link.c and solver/exact/exact_limit.c. */
#ifndef CN_LINKAGE_ROWS_KERNEL_H
#define CN_LINKAGE_ROWS_KERNEL_H

#include "cairn_math.h"
#include "wide/lanes_double.h"
#include "wide/link_limits.h"
#include "wide/linkage.h"

#define LINKAGE_SMALL 0.1 /* ratio, sine of an angle whose series ends with the eleventh power */

typedef struct LinkPlaces {
    dw x, y, c, s;
} LinkPlaces;

typedef struct LinkArms {
    dw ax, ay, bx, by, dx, dy;
} LinkArms;

/* Rows and halves of rows, one or two of each, in order; linkage.h. Of few narrow trees the second
 * halves are empty. */
#define PARTS (DW_LANES == CN_LINKAGE_LANES ? 1 : g->halves)

INLINE cn_LinkageBodies *part_of_bodies(const cn_Linkage *g, int i) {
    int second = PARTS - 1;
    char *row = (char *)&g->bodies[i >> second];
    return (cn_LinkageBodies *)(void *)(row + (size_t)(i & second) * sizeof(dw));
}

/* Rows begin with lines of the cache: so far into one stands a second half. */
#define INTO_ROW(b) ((uintptr_t)(b) % sizeof(cn_LinkageHeads))

INLINE cn_LinkageBodies *part_behind(const cn_Linkage *g, cn_LinkageBodies *b) {
    size_t into = INTO_ROW(b), way = PARTS == 2 && into == 0 ? sizeof(dw) : sizeof *b - into;
    return (cn_LinkageBodies *)(void *)((char *)b + way);
}

INLINE cn_LinkageBodies *part_before(const cn_Linkage *g, cn_LinkageBodies *b) {
    size_t into = INTO_ROW(b), halves = (size_t)(PARTS - 1) * sizeof(dw);
    return (cn_LinkageBodies *)(void *)((char *)b - (into > 0 ? into : sizeof *b - halves));
}

INLINE cn_LinkageBodies *last_part(const cn_Linkage *g) {
    return part_of_bodies(g, PARTS * g->body_rows - 1);
}

#define EACH_PART_OF_BODIES(b)                                                                     \
    for (cn_LinkageBodies *b = g->bodies, *end = b + g->body_rows; b < end; b = part_behind(g, b))

/* What hangs on a row: the first of its rows of links. */
INLINE cn_LinkageLinks *links_of(const cn_Linkage *g, const cn_LinkageBodies *b) {
    return (cn_LinkageLinks *)(void *)((char *)g->links + b->head->first_byte);
}

/* No body of a row goes on: nobody asks what Newton's method would find for it. */
INLINE bool is_idle(const cn_LinkageBodies *b) {
    bool idle = true;
    for (int i = 0; i < DW_LANES / CN_LINKAGE_HALF; i++) idle &= b->head[i].idle;
    return idle;
}

/* No body of a row runs. */
INLINE bool is_vacant(const cn_LinkageBodies *b) {
    bool vacant = true;
    for (int i = 0; i < DW_LANES / CN_LINKAGE_HALF; i++) vacant &= b->head[i].vacant;
    return vacant;
}

INLINE void set_three(cn_LinkageLinks *l, bool limit_turns) {
    bool three = limit_turns || l->head->kinds & CN_LINKAGE_TURN;
    for (int i = 0; i < DW_LANES / CN_LINKAGE_HALF; i++) cn_linkage_set_three(&l->head[i], three);
}

/* Of the bodies that hang on a row of links. */
INLINE dw hanging(const cn_Linkage *g, const cn_LinkageLinks *l, size_t offset) {
    const char *base = (const char *)g->bodies + offset;
    if (l->head->straight) return load_dw((const double *)(const void *)(base + l->child[0]));
    return gather_dw(base, l->child);
}

INLINE void hang(const cn_Linkage *g, const cn_LinkageLinks *l, size_t offset, dw v) {
    char *base = (char *)g->bodies + offset;
    if (l->head->straight)
        store_dw((double *)(void *)(base + l->child[0]), v);
    else
        for (int i = 0; i < DW_LANES; i++) *(double *)(void *)(base + l->child[i]) = v[i];
}

#define HANGING(field)     hanging(g, l, offsetof(cn_LinkageBodies, field))
#define HANG(field, value) hang(g, l, offsetof(cn_LinkageBodies, field), value)

INLINE LinkPlaces choose_places(lw mask, LinkPlaces a, LinkPlaces b) {
    return (LinkPlaces){choose_dw(mask, a.x, b.x), choose_dw(mask, a.y, b.y),
                        choose_dw(mask, a.c, b.c), choose_dw(mask, a.s, b.s)};
}

INLINE LinkPlaces places_now(const cn_LinkageBodies *b) {
    return (LinkPlaces){load_dw(b->x), load_dw(b->y), load_dw(b->c), load_dw(b->s)};
}

INLINE LinkPlaces places_then(const cn_LinkageBodies *b) {
    return (LinkPlaces){load_dw(b->px), load_dw(b->py), load_dw(b->pc), load_dw(b->ps)};
}

INLINE LinkPlaces hanging_now(const cn_Linkage *g, const cn_LinkageLinks *l) {
    return (LinkPlaces){HANGING(x), HANGING(y), HANGING(c), HANGING(s)};
}

INLINE LinkPlaces hanging_then(const cn_Linkage *g, const cn_LinkageLinks *l) {
    return (LinkPlaces){HANGING(px), HANGING(py), HANGING(pc), HANGING(ps)};
}

INLINE LinkArms arms_of(const cn_LinkageLinks *l, LinkPlaces a, LinkPlaces b) {
    dw ax = load_dw(l->ax), ay = load_dw(l->ay), bx = load_dw(l->bx), by = load_dw(l->by);
    LinkArms r;
    r.ax = a.c * ax - a.s * ay;
    r.ay = a.s * ax + a.c * ay;
    r.bx = b.c * bx - b.s * by;
    r.by = b.s * bx + b.c * by;
    r.dx = (b.x - a.x) + (r.bx - r.ax);
    r.dy = (b.y - a.y) + (r.by - r.ay);
    return r;
}

INLINE lw bears(const cn_LinkageLinks *l) {
    return (lw)(absolute_dw(load_dw(l->limit)) > splat_dw(0));
}

INLINE dw length_dw(dw x, dw y) { return sqrt_dw(x * x + y * y); }

/* Rods, and ropes that bear. */
INLINE lw rods_that_hold(const cn_LinkageLinks *l) {
    return load_lw(l->rod) & (~load_lw(l->limited) | bears(l));
}

/* ---- limits ------------------------------------------------------------------------------- */

/* Of b against a, since the step began. */
typedef struct LinkTurns {
    dw c, s;
} LinkTurns;

INLINE LinkTurns turned_since(LinkPlaces a0, LinkPlaces b0, LinkPlaces a, LinkPlaces b) {
    dw c0 = a0.c * b0.c + a0.s * b0.s, s0 = a0.c * b0.s - a0.s * b0.c;
    dw c = a.c * b.c + a.s * b.s, s = a.c * b.s - a.s * b.c;
    return (LinkTurns){c0 * c + s0 * s, c0 * s - s0 * c};
}

/* Lanes whose coordinate must be looked at: not those of hinges that are far from both limits. */
INLINE lw near_limits(const cn_LinkageLinks *l, LinkTurns t, LinkArms r) {
    dw start = load_dw(l->start);
    dw most = splat_dw(LINK_ARC) * absolute_dw(t.s) + splat_dw(LINK_SLACK);
    lw far = (lw)(t.c > splat_dw(0)) & (lw)(start - most > load_dw(l->lower)) &
             (lw)(start + most < load_dw(l->upper));
    if (l->head->kinds & CN_LINKAGE_ROD) {
        dw slack = splat_dw(LINK_SLACK), d = length_dw(r.dx, r.dy);
        lw within = (lw)(d > load_dw(l->lower) + slack) & (lw)(d < load_dw(l->upper) - slack);
        far = (load_lw(l->rod) & within) | (~load_lw(l->rod) & far);
    }
    return load_lw(l->limited) & (~far | load_lw(l->axis));
}

/* The row that holds a limit. */
INLINE int limit_row(const cn_LinkageLinks *l, int i) {
    return l->rod[i] ? 0 : (l->axis[i] ? 1 : 2);
}

/* Lanes whose limit turns. */
INLINE lw limits_turn(const cn_LinkageLinks *l) { return ~(load_lw(l->axis) | load_lw(l->rod)); }

INLINE dw sliding_way(const cn_LinkageLinks *l, LinkPlaces a, LinkArms r) {
    dw nx = load_dw(l->nx), ny = load_dw(l->ny);
    dw ux = a.c * ny + a.s * nx, uy = a.s * ny - a.c * nx;
    return r.dx * ux + r.dy * uy - load_dw(l->origin);
}

/* Few hinges turn far in a step. */
INLINE dw turned_angle(LinkTurns t, lw asked) {
    dw q = t.s * t.s;
    dw angle = t.s * (splat_dw(1) +
                      q * (splat_dw(1.0 / 6) +
                           q * (splat_dw(3.0 / 40) +
                                q * (splat_dw(5.0 / 112) +
                                     q * (splat_dw(35.0 / 1152) + q * splat_dw(63.0 / 2816))))));
    lw near = (lw)(t.c > splat_dw(0)) & (lw)(q < splat_dw(LINKAGE_SMALL * LINKAGE_SMALL));
    lw far = asked & ~near;
    if (any_lw(far))
        for (int i = 0; i < DW_LANES; i++)
            if (far[i]) angle[i] = cn_atan2(t.s[i], t.c[i]);
    return angle;
}

/* In the lanes that ask; in others any number. */
INLINE dw coordinates_of(const cn_LinkageLinks *l, lw asked, LinkPlaces a, LinkArms r,
                         LinkTurns t) {
    lw axis = load_lw(l->axis), rod = load_lw(l->rod);
    dw at = load_dw(l->start) + turned_angle(t, asked & ~(axis | rod));
    if (l->head->kinds & CN_LINKAGE_ROD) at = choose_dw(rod, length_dw(r.dx, r.dy), at);
    if (l->head->kinds & CN_LINKAGE_AXIS) at = choose_dw(axis, sliding_way(l, a, r), at);
    return at;
}

/* Both bodies of a row of links, in the order of the joint. */
typedef struct LinkPairs {
    LinkPlaces a, b;
} LinkPairs;

INLINE LinkPairs pairs_of(const cn_LinkageLinks *l, LinkPlaces on, LinkPlaces hangs) {
    if (!l->head->a_hangs) return (LinkPairs){on, hangs};
    lw b_hangs = load_lw(l->b_hangs);
    return (LinkPairs){choose_places(b_hangs, on, hangs), choose_places(b_hangs, hangs, on)};
}

INLINE LinkTurns turns_of(const cn_Linkage *g, const cn_LinkageBodies *on, const cn_LinkageLinks *l,
                          LinkPairs at) {
    dw none = splat_dw(0);
    LinkPlaces own = {none, none, load_dw(on->start_c), load_dw(on->start_s)};
    LinkPlaces its = {none, none, HANGING(start_c), HANGING(start_s)};
    LinkPairs start = pairs_of(l, own, its);
    return turned_since(start.a, start.b, at.a, at.b);
}

/* A limit that bears from now on. A hinge may be whole turns beyond it: what is told is how far it
 * turns from here. */
INLINE void set_limit_lane(cn_LinkageLinks *l, int i, int side, double at, LinkPairs p) {
    l->limit[i] = side;
    l->limit_at[i] = side < 0 ? l->lower[i] : l->upper[i];
    if (l->axis[i] || l->rod[i]) return;
    l->beyond[i] = at - l->limit_at[i];
    l->rc[i] = p.a.c[i] * p.b.c[i] + p.a.s[i] * p.b.s[i];
    l->rs[i] = p.a.c[i] * p.b.s[i] - p.a.s[i] * p.b.c[i];
}

INLINE void find_limit_lane(cn_LinkageLinks *l, int i, double at, LinkPairs p) {
    double before = l->impulse[limit_row(l, i)][i];
    if (at <= l->lower[i] + (before > 0 ? LINK_SLACK : 0))
        set_limit_lane(l, i, -1, at, p);
    else if (at >= l->upper[i] - (before < 0 ? LINK_SLACK : 0))
        set_limit_lane(l, i, 1, at, p);
}

/* A limit that is reached bears; others forget their impulses. */
INLINE void find_limits(const cn_Linkage *g, const cn_LinkageBodies *on, cn_LinkageLinks *l,
                        LinkPairs at, LinkArms r) {
    LinkTurns t = turns_of(g, on, l, at);
    lw near = near_limits(l, t, r);
    store_dw(l->limit, splat_dw(0));
    if (any_lw(near)) {
        dw where = coordinates_of(l, near, at.a, r, t);
        for (int i = 0; i < DW_LANES; i++)
            if (near[i]) find_limit_lane(l, i, where[i], at);
    }
    lw bear = bears(l), idle = load_lw(l->limited) & ~bear;
    lw row[3] = {load_lw(l->rod), load_lw(l->axis), limits_turn(l)};
    for (int k = l->head->kinds & (CN_LINKAGE_ROD | CN_LINKAGE_AXIS) ? 0 : 2; k < 3; k++) {
        lw none = idle & row[k];
        store_dw(l->impulse[k], choose_dw(none, splat_dw(0), load_dw(l->impulse[k])));
        store_dw(l->owed[k], choose_dw(none, splat_dw(0), load_dw(l->owed[k])));
    }
    set_three(l, any_lw(bear & ~row[0]));
}

/* How far beyond a limit it may be then, that is so far beyond it now. */
INLINE double limit_allowed(const cn_Linkage *g, double beyond) {
    double back = LINK_LIMIT_SHARE * beyond + LINK_AT_LEAST * g->tolerance;
    if (!(beyond > 0)) return 0;
    return beyond - (back < g->push ? back : g->push);
}

/* A limit that is brought back from beyond would go on at the speed of that. */
INLINE bool lets_go(const cn_LinkageLinks *l, int i) {
    int row = limit_row(l, i);
    return l->lower[i] < l->upper[i] && !l->returns[i] && l->limit[i] * l->impulse[row][i] > 0;
}

INLINE bool is_within(const cn_Linkage *g, const cn_LinkageLinks *l, int i, double at) {
    return at >= l->lower[i] - g->tolerance && at <= l->upper[i] + g->tolerance;
}

/* Which limit will be passed, farther than where it comes from allows. */
INLINE int will_pass(const cn_Linkage *g, const cn_LinkageLinks *l, int i, double now,
                     double then) {
    int side = then < l->lower[i] ? -1 : 1;
    double limit = side < 0 ? l->lower[i] : l->upper[i];
    return side * (then - limit) > limit_allowed(g, side * (now - limit)) + g->tolerance ? side : 0;
}

/* Where the lanes that ask are now. */
INLINE dw coordinates_now(const cn_Linkage *g, const cn_LinkageBodies *b, const cn_LinkageLinks *l,
                          lw asked, LinkPairs now) {
    return coordinates_of(l, asked, now.a, arms_of(l, now.a, now.b), turns_of(g, b, l, now));
}

/* ---- directions and gaps ------------------------------------------------------------------ */

INLINE dw zero_dw(void) { return splat_dw(0); }

/* Rows as forces on b: along u, with the arms by which a and b are turned. */
typedef struct LinkRow {
    dw ux, uy, wa, wb;
} LinkRow;

INLINE LinkRow force_row(dw ux, dw uy, dw ax, dw ay, dw bx, dw by) {
    return (LinkRow){ux, uy, -(ax * uy - ay * ux), bx * uy - by * ux};
}

INLINE LinkRow choose_row(lw mask, LinkRow a, LinkRow b) {
    return (LinkRow){choose_dw(mask, a.ux, b.ux), choose_dw(mask, a.uy, b.uy),
                     choose_dw(mask, a.wa, b.wa), choose_dw(mask, a.wb, b.wb)};
}

INLINE void store_row(cn_LinkageLinks *l, int k, LinkRow r) {
    if (!l->head->a_hangs) {
        store_dw(l->jx[k], r.ux), store_dw(l->jy[k], r.uy);
        store_dw(l->jc[k], r.wb), store_dw(l->jp[k], r.wa);
        return;
    }
    lw b_hangs = load_lw(l->b_hangs);
    store_dw(l->jx[k], choose_dw(b_hangs, r.ux, -r.ux));
    store_dw(l->jy[k], choose_dw(b_hangs, r.uy, -r.uy));
    store_dw(l->jc[k], choose_dw(b_hangs, r.wb, r.wa));
    store_dw(l->jp[k], choose_dw(b_hangs, r.wa, r.wb));
}

/* All lanes are hinges, or nothing. Their rows are along x and y, but those of limits: only what
 * they turn is kept of them. */
INLINE bool are_hinges(const cn_LinkageLinks *l) { return l->head->shape >= CN_LINKAGE_HINGES; }

INLINE int link_rows_of(const cn_LinkageLinks *l) {
    return l->head->three ? 3 : l->head->shape == CN_LINKAGE_ONE_ROW ? 1 : 2;
}

INLINE void set_rows_of_hinges(cn_LinkageLinks *l, LinkArms r) {
    store_dw(l->jc[0], -r.by), store_dw(l->jc[1], r.bx);
    store_dw(l->jp[0], r.ay), store_dw(l->jp[1], -r.ax);
    if (!l->head->three) return;
    dw turns = choose_dw(bears(l), splat_dw(1), zero_dw());
    store_dw(l->jc[2], turns), store_dw(l->jp[2], -turns);
}

INLINE void set_rows_of(cn_LinkageLinks *l, LinkPairs at, LinkArms r) {
    if (are_hinges(l)) {
        set_rows_of_hinges(l, r);
        return;
    }
    const LinkRow none = {zero_dw(), zero_dw(), zero_dw(), zero_dw()};
    LinkRow row[3] = {none, none, none};
    dw one = splat_dw(1), nx = load_dw(l->nx), ny = load_dw(l->ny);
    if (l->head->kinds & CN_LINKAGE_POINT) {
        lw m = load_lw(l->point);
        row[0] = choose_row(m, (LinkRow){one, zero_dw(), r.ay, -r.by}, none);
        row[1] = choose_row(m, (LinkRow){zero_dw(), one, -r.ax, r.bx}, none);
    }
    if (l->head->kinds & CN_LINKAGE_AXIS) {
        dw ux = at.a.c * nx - at.a.s * ny, uy = at.a.s * nx + at.a.c * ny;
        dw vx = at.a.c * ny + at.a.s * nx, vy = at.a.s * ny - at.a.c * nx;
        lw m = load_lw(l->axis);
        row[0] = choose_row(m, force_row(ux, uy, r.ax + r.dx, r.ay + r.dy, r.bx, r.by), row[0]);
        row[1] = choose_row(m & bears(l), force_row(vx, vy, r.ax + r.dx, r.ay + r.dy, r.bx, r.by),
                            row[1]);
    }
    if (l->head->kinds & CN_LINKAGE_ROD) {
        dw d = length_dw(r.dx, r.dy);
        lw some = (lw)(d > zero_dw());
        dw ux = choose_dw(some, r.dx / d, one), uy = choose_dw(some, r.dy / d, zero_dw());
        row[0] = choose_row(rods_that_hold(l), force_row(ux, uy, r.ax, r.ay, r.bx, r.by), row[0]);
    }
    if (l->head->three) {
        lw m = load_lw(l->turn) | (bears(l) & limits_turn(l));
        row[2] = choose_row(m, (LinkRow){zero_dw(), zero_dw(), -one, one}, none);
        store_row(l, 2, row[2]);
    }
    store_row(l, 0, row[0]);
    store_row(l, 1, row[1]);
}

/* Angle of b as seen from a, less the angle that counts as none, in the lanes that ask. */
INLINE dw turn_between(const cn_LinkageLinks *l, LinkPairs at, lw asked) {
    dw c = at.a.c * at.b.c + at.a.s * at.b.s, s = at.a.c * at.b.s - at.a.s * at.b.c;
    dw rc = load_dw(l->rc), rs = load_dw(l->rs);
    dw cos = c * rc + s * rs, sin = s * rc - c * rs, q = sin * sin;
    dw small = sin * (splat_dw(1) + q * (splat_dw(1.0 / 6) + q * splat_dw(3.0 / 40)));
    lw far = asked & ~((lw)(cos > zero_dw()) & (lw)(absolute_dw(sin) < splat_dw(0.01)));
    if (any_lw(far))
        for (int i = 0; i < DW_LANES; i++)
            if (far[i]) small[i] = cn_atan2(sin[i], cos[i]);
    return small;
}

INLINE void gaps_of(const cn_LinkageLinks *l, LinkPairs at, LinkArms r, dw gap[3]) {
    dw none = zero_dw(), nx = load_dw(l->nx), ny = load_dw(l->ny);
    gap[0] = gap[1] = gap[2] = none;
    if (l->head->kinds & CN_LINKAGE_POINT) {
        gap[0] = choose_dw(load_lw(l->point), r.dx, none);
        gap[1] = choose_dw(load_lw(l->point), r.dy, none);
    }
    if (l->head->kinds & CN_LINKAGE_AXIS) {
        dw ux = at.a.c * nx - at.a.s * ny, uy = at.a.s * nx + at.a.c * ny;
        dw vx = at.a.c * ny + at.a.s * nx, vy = at.a.s * ny - at.a.c * nx;
        dw way = r.dx * vx + r.dy * vy - load_dw(l->origin);
        lw m = load_lw(l->axis);
        gap[0] = choose_dw(m, r.dx * ux + r.dy * uy, gap[0]);
        gap[1] = choose_dw(m & bears(l), way - load_dw(l->limit_at), gap[1]);
    }
    if (l->head->kinds & CN_LINKAGE_ROD) {
        dw held = choose_dw(load_lw(l->limited), load_dw(l->limit_at), load_dw(l->length));
        gap[0] = choose_dw(rods_that_hold(l), length_dw(r.dx, r.dy) - held, gap[0]);
    }
    if (l->head->three) {
        lw turn = load_lw(l->turn), stop = bears(l) & limits_turn(l);
        dw angle = turn_between(l, at, turn | stop);
        gap[2] = choose_dw(stop, load_dw(l->beyond) + angle, choose_dw(turn, angle, none));
    }
}

#endif
