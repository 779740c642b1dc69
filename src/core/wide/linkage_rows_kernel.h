/* linkage_rows_kernel.h: where links of a linkage point, how far they are from closed, and which of
 * their limits bear; four at a time. What is meant is said in solver/exact/exact_link.c and
 * solver/exact/exact_limit.c. */
#ifndef CN_LINKAGE_ROWS_KERNEL_H
#define CN_LINKAGE_ROWS_KERNEL_H

#include "cairn_math.h"
#include "wide/lanes_double.h"
#include "wide/link_limits.h"
#include "wide/linkage.h"

#define LINKAGE_SMALL 0.1 /* ratio, sine of an angle whose series ends with the eleventh power */

typedef struct QuadPlaces {
    d4 x, y, c, s;
} QuadPlaces;

typedef struct QuadArms {
    d4 ax, ay, bx, by, dx, dy;
} QuadArms;

/* Of the bodies that hang on a row of links. */
INLINE d4 hanging(const cn_Linkage *g, const cn_LinkageLinks *l, size_t offset) {
    const char *base = (const char *)g->bodies + offset;
    if (l->straight) return load_d4((const double *)(const void *)(base + l->child[0]));
    return make_d4(*(const double *)(const void *)(base + l->child[0]),
                   *(const double *)(const void *)(base + l->child[1]),
                   *(const double *)(const void *)(base + l->child[2]),
                   *(const double *)(const void *)(base + l->child[3]));
}

INLINE void hang(const cn_Linkage *g, const cn_LinkageLinks *l, size_t offset, d4 v) {
    char *base = (char *)g->bodies + offset;
    if (l->straight)
        store_d4((double *)(void *)(base + l->child[0]), v);
    else
        for (int i = 0; i < CN_QUAD; i++) *(double *)(void *)(base + l->child[i]) = v[i];
}

#define HANGING(field)     hanging(g, l, offsetof(cn_LinkageBodies, field))
#define HANG(field, value) hang(g, l, offsetof(cn_LinkageBodies, field), value)

INLINE QuadPlaces choose_places(l4 mask, QuadPlaces a, QuadPlaces b) {
    return (QuadPlaces){choose_d4(mask, a.x, b.x), choose_d4(mask, a.y, b.y),
                        choose_d4(mask, a.c, b.c), choose_d4(mask, a.s, b.s)};
}

INLINE QuadPlaces places_now(const cn_LinkageBodies *b) {
    return (QuadPlaces){load_d4(b->x), load_d4(b->y), load_d4(b->c), load_d4(b->s)};
}

INLINE QuadPlaces places_then(const cn_LinkageBodies *b) {
    return (QuadPlaces){load_d4(b->px), load_d4(b->py), load_d4(b->pc), load_d4(b->ps)};
}

INLINE QuadPlaces hanging_now(const cn_Linkage *g, const cn_LinkageLinks *l) {
    return (QuadPlaces){HANGING(x), HANGING(y), HANGING(c), HANGING(s)};
}

INLINE QuadPlaces hanging_then(const cn_Linkage *g, const cn_LinkageLinks *l) {
    return (QuadPlaces){HANGING(px), HANGING(py), HANGING(pc), HANGING(ps)};
}

INLINE QuadArms arms_of(const cn_LinkageLinks *l, QuadPlaces a, QuadPlaces b) {
    d4 ax = load_d4(l->ax), ay = load_d4(l->ay), bx = load_d4(l->bx), by = load_d4(l->by);
    QuadArms r;
    r.ax = a.c * ax - a.s * ay;
    r.ay = a.s * ax + a.c * ay;
    r.bx = b.c * bx - b.s * by;
    r.by = b.s * bx + b.c * by;
    r.dx = (b.x - a.x) + (r.bx - r.ax);
    r.dy = (b.y - a.y) + (r.by - r.ay);
    return r;
}

INLINE l4 bears(const cn_LinkageLinks *l) {
    return (l4)(absolute_d4(load_d4(l->limit)) > splat_d4(0));
}

INLINE d4 length_d4(d4 x, d4 y) { return sqrt_d4(x * x + y * y); }

/* Rods, and ropes that bear. */
INLINE l4 rods_that_hold(const cn_LinkageLinks *l) {
    return load_l4(l->rod) & (~load_l4(l->limited) | bears(l));
}

/* ---- limits ------------------------------------------------------------------------------- */

/* Of b against a, since the step began. */
typedef struct QuadTurns {
    d4 c, s;
} QuadTurns;

INLINE QuadTurns turned_since(QuadPlaces a0, QuadPlaces b0, QuadPlaces a, QuadPlaces b) {
    d4 c0 = a0.c * b0.c + a0.s * b0.s, s0 = a0.c * b0.s - a0.s * b0.c;
    d4 c = a.c * b.c + a.s * b.s, s = a.c * b.s - a.s * b.c;
    return (QuadTurns){c0 * c + s0 * s, c0 * s - s0 * c};
}

/* Lanes whose coordinate must be looked at: not those of hinges that are far from both limits. */
INLINE l4 near_limits(const cn_LinkageLinks *l, QuadTurns t, QuadArms r) {
    d4 start = load_d4(l->start);
    d4 most = splat_d4(LINK_ARC) * absolute_d4(t.s) + splat_d4(LINK_SLACK);
    l4 far = (l4)(t.c > splat_d4(0)) & (l4)(start - most > load_d4(l->lower)) &
             (l4)(start + most < load_d4(l->upper));
    if (l->kinds & CN_LINKAGE_ROD) {
        d4 slack = splat_d4(LINK_SLACK), d = length_d4(r.dx, r.dy);
        l4 within = (l4)(d > load_d4(l->lower) + slack) & (l4)(d < load_d4(l->upper) - slack);
        far = (load_l4(l->rod) & within) | (~load_l4(l->rod) & far);
    }
    return load_l4(l->limited) & (~far | load_l4(l->axis));
}

/* The row that holds a limit. */
INLINE int limit_row(const cn_LinkageLinks *l, int i) {
    return l->rod[i] ? 0 : (l->axis[i] ? 1 : 2);
}

/* Lanes whose limit turns. */
INLINE l4 limits_turn(const cn_LinkageLinks *l) { return ~(load_l4(l->axis) | load_l4(l->rod)); }

INLINE double sliding_way(const cn_LinkageLinks *l, int i, QuadPlaces a, QuadArms r) {
    double ux = a.c[i] * l->ny[i] + a.s[i] * l->nx[i], uy = a.s[i] * l->ny[i] - a.c[i] * l->nx[i];
    return r.dx[i] * ux + r.dy[i] * uy - l->origin[i];
}

/* Few hinges turn far in a step. */
INLINE double turned_angle(double c, double s) {
    double q = s * s;
    if (!(c > 0 && q < LINKAGE_SMALL * LINKAGE_SMALL)) return cn_atan2(s, c);
    return s * (1 + q * (1.0 / 6 +
                         q * (3.0 / 40 + q * (5.0 / 112 + q * (35.0 / 1152 + q * (63.0 / 2816))))));
}

INLINE double coordinate_of(const cn_LinkageLinks *l, int i, QuadPlaces a, QuadArms r,
                            QuadTurns t) {
    if (l->axis[i]) return sliding_way(l, i, a, r);
    if (l->rod[i]) {
        d4 d = length_d4(r.dx, r.dy);
        return d[i];
    }
    return l->start[i] + turned_angle(t.c[i], t.s[i]);
}

/* Both bodies of a row of links, in the order of the joint. */
typedef struct QuadPairs {
    QuadPlaces a, b;
} QuadPairs;

INLINE QuadPairs pairs_of(const cn_LinkageLinks *l, QuadPlaces on, QuadPlaces hangs) {
    l4 b_hangs = load_l4(l->b_hangs);
    return (QuadPairs){choose_places(b_hangs, on, hangs), choose_places(b_hangs, hangs, on)};
}

INLINE QuadTurns turns_of(const cn_Linkage *g, const cn_LinkageBodies *on, const cn_LinkageLinks *l,
                          QuadPairs at) {
    d4 none = splat_d4(0);
    QuadPlaces own = {none, none, load_d4(on->start_c), load_d4(on->start_s)};
    QuadPlaces its = {none, none, HANGING(start_c), HANGING(start_s)};
    QuadPairs start = pairs_of(l, own, its);
    return turned_since(start.a, start.b, at.a, at.b);
}

/* A limit that bears from now on. A hinge may be whole turns beyond it: what is told is how far it
 * turns from here. */
INLINE void set_limit_lane(cn_LinkageLinks *l, int i, int side, double at, QuadPairs p) {
    l->limit[i] = side;
    l->limit_at[i] = side < 0 ? l->lower[i] : l->upper[i];
    if (l->axis[i] || l->rod[i]) return;
    l->beyond[i] = at - l->limit_at[i];
    l->rc[i] = p.a.c[i] * p.b.c[i] + p.a.s[i] * p.b.s[i];
    l->rs[i] = p.a.c[i] * p.b.s[i] - p.a.s[i] * p.b.c[i];
}

INLINE void find_limit_lane(cn_LinkageLinks *l, int i, double at, QuadPairs p) {
    double before = l->impulse[limit_row(l, i)][i];
    if (at <= l->lower[i] + (before > 0 ? LINK_SLACK : 0))
        set_limit_lane(l, i, -1, at, p);
    else if (at >= l->upper[i] - (before < 0 ? LINK_SLACK : 0))
        set_limit_lane(l, i, 1, at, p);
}

/* A limit that is reached bears; others forget their impulses. */
INLINE void find_limits(const cn_Linkage *g, const cn_LinkageBodies *on, cn_LinkageLinks *l,
                        QuadPairs at, QuadArms r) {
    QuadTurns t = turns_of(g, on, l, at);
    l4 near = near_limits(l, t, r);
    store_d4(l->limit, splat_d4(0));
    for (int i = 0; any_l4(near) && i < CN_QUAD; i++)
        if (near[i]) find_limit_lane(l, i, coordinate_of(l, i, at.a, r, t), at);
    l4 bear = bears(l), idle = load_l4(l->limited) & ~bear;
    l4 row[3] = {load_l4(l->rod), load_l4(l->axis), limits_turn(l)};
    for (int k = 0; k < 3; k++) {
        l4 none = idle & row[k];
        store_d4(l->impulse[k], choose_d4(none, splat_d4(0), load_d4(l->impulse[k])));
        store_d4(l->owed[k], choose_d4(none, splat_d4(0), load_d4(l->owed[k])));
    }
    l->three = l->kinds & CN_LINKAGE_TURN || any_l4(bear & ~row[0]);
}

/* ---- directions and gaps ------------------------------------------------------------------ */

INLINE d4 zero_d4(void) { return splat_d4(0); }

/* Rows as forces on b: along u, with the arms by which a and b are turned. */
typedef struct QuadRow {
    d4 ux, uy, wa, wb;
} QuadRow;

INLINE QuadRow force_row(d4 ux, d4 uy, d4 ax, d4 ay, d4 bx, d4 by) {
    return (QuadRow){ux, uy, -(ax * uy - ay * ux), bx * uy - by * ux};
}

INLINE QuadRow choose_row(l4 mask, QuadRow a, QuadRow b) {
    return (QuadRow){choose_d4(mask, a.ux, b.ux), choose_d4(mask, a.uy, b.uy),
                     choose_d4(mask, a.wa, b.wa), choose_d4(mask, a.wb, b.wb)};
}

INLINE void store_row(cn_LinkageLinks *l, int k, QuadRow r) {
    l4 b_hangs = load_l4(l->b_hangs);
    store_d4(l->jx[k], choose_d4(b_hangs, r.ux, -r.ux));
    store_d4(l->jy[k], choose_d4(b_hangs, r.uy, -r.uy));
    store_d4(l->jc[k], choose_d4(b_hangs, r.wb, r.wa));
    store_d4(l->jp[k], choose_d4(b_hangs, r.wa, r.wb));
}

INLINE void set_rows_of(cn_LinkageLinks *l, QuadPairs at, QuadArms r) {
    const QuadRow none = {zero_d4(), zero_d4(), zero_d4(), zero_d4()};
    QuadRow row[3] = {none, none, none};
    d4 one = splat_d4(1), nx = load_d4(l->nx), ny = load_d4(l->ny);
    if (l->kinds & CN_LINKAGE_POINT) {
        l4 m = load_l4(l->point);
        row[0] = choose_row(m, (QuadRow){one, zero_d4(), r.ay, -r.by}, none);
        row[1] = choose_row(m, (QuadRow){zero_d4(), one, -r.ax, r.bx}, none);
    }
    if (l->kinds & CN_LINKAGE_AXIS) {
        d4 ux = at.a.c * nx - at.a.s * ny, uy = at.a.s * nx + at.a.c * ny;
        d4 vx = at.a.c * ny + at.a.s * nx, vy = at.a.s * ny - at.a.c * nx;
        l4 m = load_l4(l->axis);
        row[0] = choose_row(m, force_row(ux, uy, r.ax + r.dx, r.ay + r.dy, r.bx, r.by), row[0]);
        row[1] = choose_row(m & bears(l), force_row(vx, vy, r.ax + r.dx, r.ay + r.dy, r.bx, r.by),
                            row[1]);
    }
    if (l->kinds & CN_LINKAGE_ROD) {
        d4 d = length_d4(r.dx, r.dy);
        l4 some = (l4)(d > zero_d4());
        d4 ux = choose_d4(some, r.dx / d, one), uy = choose_d4(some, r.dy / d, zero_d4());
        row[0] = choose_row(rods_that_hold(l), force_row(ux, uy, r.ax, r.ay, r.bx, r.by), row[0]);
    }
    if (l->three) {
        l4 m = load_l4(l->turn) | (bears(l) & limits_turn(l));
        row[2] = choose_row(m, (QuadRow){zero_d4(), zero_d4(), -one, one}, none);
        store_row(l, 2, row[2]);
    }
    store_row(l, 0, row[0]);
    store_row(l, 1, row[1]);
}

/* Angle of b as seen from a, less the angle that counts as none, in the lanes that ask. */
INLINE d4 turn_between(const cn_LinkageLinks *l, QuadPairs at, l4 asked) {
    d4 c = at.a.c * at.b.c + at.a.s * at.b.s, s = at.a.c * at.b.s - at.a.s * at.b.c;
    d4 rc = load_d4(l->rc), rs = load_d4(l->rs);
    d4 cos = c * rc + s * rs, sin = s * rc - c * rs, q = sin * sin;
    d4 small = sin * (splat_d4(1) + q * (splat_d4(1.0 / 6) + q * splat_d4(3.0 / 40)));
    l4 far = asked & ~((l4)(cos > zero_d4()) & (l4)(absolute_d4(sin) < splat_d4(0.01)));
    if (any_l4(far))
        for (int i = 0; i < CN_QUAD; i++)
            if (far[i]) small[i] = cn_atan2(sin[i], cos[i]);
    return small;
}

INLINE void gaps_of(const cn_LinkageLinks *l, QuadPairs at, QuadArms r, d4 gap[3]) {
    d4 none = zero_d4(), nx = load_d4(l->nx), ny = load_d4(l->ny);
    gap[0] = gap[1] = gap[2] = none;
    if (l->kinds & CN_LINKAGE_POINT) {
        gap[0] = choose_d4(load_l4(l->point), r.dx, none);
        gap[1] = choose_d4(load_l4(l->point), r.dy, none);
    }
    if (l->kinds & CN_LINKAGE_AXIS) {
        d4 ux = at.a.c * nx - at.a.s * ny, uy = at.a.s * nx + at.a.c * ny;
        d4 vx = at.a.c * ny + at.a.s * nx, vy = at.a.s * ny - at.a.c * nx;
        d4 way = r.dx * vx + r.dy * vy - load_d4(l->origin);
        l4 m = load_l4(l->axis);
        gap[0] = choose_d4(m, r.dx * ux + r.dy * uy, gap[0]);
        gap[1] = choose_d4(m & bears(l), way - load_d4(l->limit_at), gap[1]);
    }
    if (l->kinds & CN_LINKAGE_ROD) {
        d4 held = choose_d4(load_l4(l->limited), load_d4(l->limit_at), load_d4(l->length));
        gap[0] = choose_d4(rods_that_hold(l), length_d4(r.dx, r.dy) - held, gap[0]);
    }
    if (l->three) {
        l4 turn = load_l4(l->turn), stop = bears(l) & limits_turn(l);
        d4 angle = turn_between(l, at, turn | stop);
        gap[2] = choose_d4(stop, load_d4(l->beyond) + angle, choose_d4(turn, angle, none));
    }
}

#endif
