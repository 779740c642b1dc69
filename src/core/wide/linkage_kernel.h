/* linkage_kernel.h: the arithmetic of trees of links, four at a time.
 *
 * A tree is solved from its leaves, by mobilities: the velocity that a body and all that hangs on
 * it answers an impulse with. A link takes out of that of the body on which it hangs what it
 * holds, so that what cannot move at all (a place in the world) is a leaf like any other, and any
 * body can be the root. Source: Featherstone, "Rigid Body Dynamics Algorithms", 2008, chapter 7;
 * Baraff, "Linear-Time Dynamics using Lagrange Multipliers", SIGGRAPH 1996.
 * What is meant by each stage is said in solver/exact/. */
#include "cairn_math.h"
#include "wide/lanes_double.h"
#include "wide/linkage.h"

/* times the tolerance that is closed besides, so that small gaps come to an end */
#define LINKAGE_AT_LEAST 10
/* times as fast as gently, for what a blow has shifted */
#define LINKAGE_AT_ONCE   10
#define LINKAGE_STOP_PART 0.2 /* ratio of the way back to a limit that is gone in a sub-step */
#define LINKAGE_STIFFEST  1.0 /* ratio, (frequency * h)^2 up to which stiffness is left explicit */
/* ratio of an angle to its sine, at most, within a quarter turn: above pi / 2 */
#define LINKAGE_ARC   1.6
#define LINKAGE_SMALL 0.1  /* ratio, sine of an angle whose series ends with the eleventh power */
#define LINKAGE_GIVE  1e-4 /* ratio of what its two bodies give in that a soft link gives in */
#define LINKAGE_CLOSE 0.2  /* ratio of their gaps that springs close in a sub-step */
#define LINKAGE_SLACK 1e-4 /* rad or m off a limit, within which one that bore goes on to bear */

typedef struct QuadPlaces {
    d4 x, y, c, s;
} QuadPlaces;

typedef struct QuadArms {
    d4 ax, ay, bx, by, dx, dy;
} QuadArms;

/* Of the bodies that hang on a row of links. */
INLINE d4 hanging(const cn_Linkage *g, const cn_LinkageLinks *l, size_t offset) {
    const char *base = (const char *)g->bodies + offset;
    return make_d4(*(const double *)(const void *)(base + l->child[0]),
                   *(const double *)(const void *)(base + l->child[1]),
                   *(const double *)(const void *)(base + l->child[2]),
                   *(const double *)(const void *)(base + l->child[3]));
}

INLINE void hang(const cn_Linkage *g, const cn_LinkageLinks *l, size_t offset, d4 v) {
    char *base = (char *)g->bodies + offset;
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
    return (l4)(absolute_d4(load_d4(l->stop)) > splat_d4(0));
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
INLINE l4 near_limits(const cn_LinkageLinks *l, QuadTurns t) {
    d4 start = load_d4(l->start);
    d4 most = splat_d4(LINKAGE_ARC) * absolute_d4(t.s) + splat_d4(LINKAGE_SLACK);
    l4 far = (l4)(t.c > splat_d4(0)) & (l4)(start - most > load_d4(l->lower)) &
             (l4)(start + most < load_d4(l->upper));
    return load_l4(l->limited) & (~far | load_l4(l->axis));
}

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
INLINE void set_stop_lane(cn_LinkageLinks *l, int i, int side, double at, QuadPairs p) {
    l->stop[i] = side;
    l->stop_at[i] = side < 0 ? l->lower[i] : l->upper[i];
    if (l->axis[i]) return;
    l->beyond[i] = at - l->stop_at[i];
    l->rc[i] = p.a.c[i] * p.b.c[i] + p.a.s[i] * p.b.s[i];
    l->rs[i] = p.a.c[i] * p.b.s[i] - p.a.s[i] * p.b.c[i];
}

INLINE void find_stop_lane(cn_LinkageLinks *l, int i, double at, QuadPairs p) {
    double before = l->impulse[l->axis[i] ? 1 : 2][i];
    if (at <= l->lower[i] + (before > 0 ? LINKAGE_SLACK : 0))
        set_stop_lane(l, i, -1, at, p);
    else if (at >= l->upper[i] - (before < 0 ? LINKAGE_SLACK : 0))
        set_stop_lane(l, i, 1, at, p);
}

/* A limit that is reached bears; others forget their impulses. */
INLINE void find_stops(const cn_Linkage *g, const cn_LinkageBodies *on, cn_LinkageLinks *l,
                       QuadPairs at, QuadArms r) {
    QuadTurns t = turns_of(g, on, l, at);
    l4 near = near_limits(l, t);
    store_d4(l->stop, splat_d4(0));
    for (int i = 0; any_l4(near) && i < CN_QUAD; i++)
        if (near[i]) find_stop_lane(l, i, coordinate_of(l, i, at.a, r, t), at);
    l4 bear = bears(l), limited = load_l4(l->limited), axis = load_l4(l->axis);
    for (int k = 1; k < 3; k++) {
        l4 row = k == 1 ? axis : ~axis, none = limited & ~bear & row;
        store_d4(l->impulse[k], choose_d4(none, splat_d4(0), load_d4(l->impulse[k])));
        store_d4(l->owed[k], choose_d4(none, splat_d4(0), load_d4(l->owed[k])));
    }
    l->three = l->kinds & CN_LINKAGE_TURN || any_l4(bear);
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
        d4 d = sqrt_d4(r.dx * r.dx + r.dy * r.dy);
        l4 some = (l4)(d > zero_d4());
        d4 ux = choose_d4(some, r.dx / d, one), uy = choose_d4(some, r.dy / d, zero_d4());
        row[0] = choose_row(load_l4(l->rod), force_row(ux, uy, r.ax, r.ay, r.bx, r.by), row[0]);
    }
    if (l->three) {
        l4 m = load_l4(l->turn) | (bears(l) & ~load_l4(l->axis));
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
        gap[1] = choose_d4(m & bears(l), way - load_d4(l->stop_at), gap[1]);
    }
    if (l->kinds & CN_LINKAGE_ROD) {
        d4 d = sqrt_d4(r.dx * r.dx + r.dy * r.dy);
        gap[0] = choose_d4(load_l4(l->rod), d - load_d4(l->length), gap[0]);
    }
    if (l->three) {
        l4 turn = load_l4(l->turn), stop = bears(l) & ~load_l4(l->axis);
        d4 angle = turn_between(l, at, turn | stop);
        gap[2] = choose_d4(stop, load_d4(l->beyond) + angle, choose_d4(turn, angle, none));
    }
}

/* ---- a sub-step begins -------------------------------------------------------------------- */

/* Of a gap; of both parts of it no faster aslant than along an axis. Returns the worst. */
INLINE d4 allow(const cn_Linkage *g, cn_LinkageLinks *l, const d4 all[3], d4 *closing) {
    l4 stop = bears(l), axis = load_l4(l->axis);
    d4 none = zero_d4(), most = splat_d4(LINKAGE_AT_ONCE * g->push);
    d4 gap[3] = {all[0], choose_d4(stop & axis, none, all[1]),
                 choose_d4(stop & ~axis, none, all[2])};
    d4 size = sqrt_d4(gap[0] * gap[0] + gap[1] * gap[1]);
    l4 over = (l4)(size > most);
    d4 part = any_l4(over) ? choose_d4(over, most / size, splat_d4(1)) : splat_d4(1);
    d4 close[3] = {part * gap[0], part * gap[1], max_d4(-most, min_d4(most, gap[2]))};
    d4 sum = absolute_d4(close[0]) + absolute_d4(close[1]) + absolute_d4(close[2]);
    d4 allowed[3] = {gap[0] - close[0], gap[1] - close[1], gap[2] - close[2]};
    if (any_l4(stop)) {
        d4 side = load_d4(l->stop), at = choose_d4(axis, all[1], all[2]), beyond = side * at;
        d4 back = min_d4(splat_d4(g->push), splat_d4(LINKAGE_STOP_PART) * beyond +
                                                splat_d4(LINKAGE_AT_LEAST * g->tolerance));
        l4 past = (l4)(beyond > none) & stop;
        store_l4(l->returns, (l4)(beyond > splat_d4(g->tolerance)) & stop);
        d4 stays = choose_d4(past, side * (beyond - back), none);
        sum += choose_d4(past, absolute_d4(at - stays), none);
        allowed[1] = choose_d4(stop & axis, stays, allowed[1]);
        allowed[2] = choose_d4(stop & ~axis, stays, allowed[2]);
    }
    for (int k = 0; k < 3; k++) store_d4(l->allowed[k], allowed[k]);
    *closing = sum * splat_d4(1 / g->h);
    return max_d4(max_d4(absolute_d4(gap[0]), absolute_d4(gap[1])), absolute_d4(gap[2]));
}

/* What a link did last, once more; velocities that were projected have had half of it. To what
 * hangs at once; own: to what it hangs on. 3: a pull on an arm turns it back by pull * arm for
 * each radian. */
INLINE void push_again(const cn_Linkage *g, cn_LinkageLinks *l, QuadArms r, d4 own[4]) {
    d4 fx = zero_d4(), fy = zero_d4(), wc = zero_d4(), wp = zero_d4();
    d4 lx = zero_d4(), ly = zero_d4(), half = splat_d4(g->first ? 0.5 : 0);
    for (int k = 0; k < (l->three ? 3 : 2); k++) {
        d4 last = load_d4(l->impulse[k]), jx = load_d4(l->jx[k]), jy = load_d4(l->jy[k]);
        d4 had = half * last, owed = load_d4(l->owed[k]), p = last + owed - had;
        store_d4(l->given[k], last);
        store_d4(l->owed_before[k], owed);
        store_d4(l->impulse[k], p);
        store_d4(l->owed[k], had);
        lx += jx * last, ly += jy * last;
        fx += jx * p, fy += jy * p;
        wc += load_d4(l->jc[k]) * p, wp += load_d4(l->jp[k]) * p;
    }
    l4 b_hangs = load_l4(l->b_hangs);
    d4 cx = choose_d4(b_hangs, r.bx, r.ax), cy = choose_d4(b_hangs, r.by, r.ay);
    d4 ox = choose_d4(b_hangs, r.ax, r.bx), oy = choose_d4(b_hangs, r.ay, r.by);
    HANG(push[0], fx), HANG(push[1], fy), HANG(push[2], wc);
    HANG(push[3], splat_d4(g->h) * (lx * cx + ly * cy));
    own[0] -= fx, own[1] -= fy, own[2] += wp;
    own[3] -= splat_d4(g->h) * (lx * ox + ly * oy);
}

INLINE void begin_links(const cn_Linkage *g, cn_LinkageBodies *b) {
    d4 own[4] = {zero_d4(), zero_d4(), zero_d4(), zero_d4()}, worst = own[0], closing = own[0];
    QuadPlaces on = places_now(b);
    cn_LinkageLinks *l = g->links + b->first_link;
    for (int n = 0; n < b->link_count; n++, l++) {
        QuadPairs at = pairs_of(l, on, hanging_now(g, l));
        QuadArms r = arms_of(l, at.a, at.b);
        d4 gap[3], speed;
        if (l->kinds & CN_LINKAGE_STOP) find_stops(g, b, l, at, r);
        set_rows_of(l, at, r);
        gaps_of(l, at, r, gap);
        d4 open = allow(g, l, gap, &speed);
        worst = max_d4(worst, max_d4(open, HANGING(worst)));
        closing += speed + HANGING(closing);
        for (int k = 0; k < 3; k++) store_d4(l->give[k], zero_d4());
        push_again(g, l, r, own);
    }
    store_d4(b->worst, worst);
    store_d4(b->closing, closing);
    for (int k = 0; k < 4; k++) store_d4(b->own[k], own[k]);
}

INLINE void take_pushes(cn_LinkageBodies *b) {
    d4 mass = load_d4(b->mass[2]), none = zero_d4(), inv = load_d4(b->inv[2]);
    d4 excess = load_d4(b->push[3]) + load_d4(b->own[3]) - splat_d4(LINKAGE_STIFFEST) * mass;
    l4 stiff = (l4)(excess > none) & (l4)(mass > none);
    d4 v[3];
    for (int k = 0; k < 3; k++) {
        v[k] = load_d4(b->v[k]);
        store_d4(b->given[k], v[k]);
    }
    store_d4(b->stiff, choose_d4(stiff, excess, none));
    if (any_l4(stiff)) {
        inv = choose_d4(stiff, splat_d4(1) / (mass + excess), inv);
        v[2] = choose_d4(stiff, v[2] * (mass * inv), v[2]);
    }
    store_d4(b->inv_turn, inv);
    store_d4(b->v[0], v[0] + (load_d4(b->push[0]) + load_d4(b->own[0])) * load_d4(b->inv[0]));
    store_d4(b->v[1], v[1] + (load_d4(b->push[1]) + load_d4(b->own[1])) * load_d4(b->inv[1]));
    store_d4(b->v[2], v[2] + (load_d4(b->push[2]) + load_d4(b->own[2])) * inv);
}

static void linkage_begin(const cn_Linkage *g) {
    for (int i = 0; i < g->body_rows; i++) begin_links(g, &g->bodies[i]);
    for (int i = 0; i < g->body_rows; i++) take_pushes(&g->bodies[i]);
}

static void linkage_set_rows(const cn_Linkage *g) {
    for (int i = 0; i < g->body_rows; i++) {
        cn_LinkageBodies *b = &g->bodies[i];
        cn_LinkageLinks *l = g->links + b->first_link;
        store_d4(b->inv_turn, load_d4(b->inv[2]));
        for (int n = 0; n < b->link_count; n++, l++) {
            QuadPairs at = pairs_of(l, places_now(b), hanging_now(g, l));
            set_rows_of(l, at, arms_of(l, at.a, at.b));
        }
    }
}

/* ---- where it goes ------------------------------------------------------------------------ */

static void linkage_predict(const cn_Linkage *g) {
    d4 h = splat_d4(g->h), one = splat_d4(1);
    for (int i = 0; i < g->body_rows; i++) {
        cn_LinkageBodies *b = &g->bodies[i];
        d4 a = h * load_d4(b->v[2]), q = a * a, c0 = load_d4(b->c), s0 = load_d4(b->s);
        d4 c =
            one -
            q * (splat_d4(1.0 / 2) -
                 q * (splat_d4(1.0 / 24) - q * (splat_d4(1.0 / 720) - q * splat_d4(1.0 / 40320))));
        d4 s = a * (one - q * (splat_d4(1.0 / 6) -
                               q * (splat_d4(1.0 / 120) -
                                    q * (splat_d4(1.0 / 5040) - q * splat_d4(1.0 / 362880)))));
        l4 wide = (l4)(q > splat_d4(0.09));
        if (any_l4(wide))
            for (int n = 0; n < CN_QUAD; n++)
                if (wide[n]) c[n] = cn_cos(a[n]), s[n] = cn_sin(a[n]);
        store_d4(b->px, load_d4(b->x) + h * load_d4(b->v[0]));
        store_d4(b->py, load_d4(b->y) + h * load_d4(b->v[1]));
        store_d4(b->pc, c * c0 - s * s0);
        store_d4(b->ps, s * c0 + c * s0);
    }
}

/* NaN counts as the worst. */
INLINE d4 worse(d4 worst, d4 size) {
    size = absolute_d4(size);
    return choose_d4(~(l4)(size > worst) & (l4)(size < splat_d4(INFINITY)), worst, size);
}

static void linkage_violations(const cn_Linkage *g) {
    d4 h = splat_d4(g->h);
    for (int i = 0; i < g->body_rows; i++) {
        cn_LinkageBodies *b = &g->bodies[i];
        cn_LinkageLinks *l = g->links + b->first_link;
        QuadPlaces on = places_then(b);
        d4 worst = zero_d4(), gap[3];
        for (int n = 0; n < b->link_count; n++, l++) {
            QuadPairs at = pairs_of(l, on, hanging_then(g, l));
            gaps_of(l, at, arms_of(l, at.a, at.b), gap);
            worst = worse(worst, HANGING(worst));
            for (int k = 0; k < (l->three ? 3 : 2); k++) {
                d4 size = gap[k] + h * load_d4(l->give[k]) * load_d4(l->impulse[k]) -
                          load_d4(l->allowed[k]);
                store_d4(l->residual[k], size);
                worst = worse(worst, size);
            }
        }
        store_d4(b->worst, worst);
    }
}

static void linkage_rates(const cn_Linkage *g) {
    for (int i = 0; i < g->body_rows; i++) {
        cn_LinkageBodies *b = &g->bodies[i];
        cn_LinkageLinks *l = g->links + b->first_link;
        d4 vx = load_d4(b->v[0]), vy = load_d4(b->v[1]), w = load_d4(b->v[2]);
        for (int n = 0; n < b->link_count; n++, l++) {
            d4 x = HANGING(v[0]) - vx, y = HANGING(v[1]) - vy, turn = HANGING(v[2]);
            for (int k = 0; k < (l->three ? 3 : 2); k++)
                store_d4(l->residual[k], load_d4(l->jx[k]) * x + load_d4(l->jy[k]) * y +
                                             load_d4(l->jc[k]) * turn + load_d4(l->jp[k]) * w);
        }
    }
}

/* ---- the matrix --------------------------------------------------------------------------- */

/* xx, xy, xw, yy, yw, ww */
typedef struct QuadMobilities {
    d4 xx, xy, xw, yy, yw, ww;
} QuadMobilities;

typedef struct QuadVectors {
    d4 x, y, w;
} QuadVectors;

INLINE QuadVectors times_mobility(d4 x, d4 y, d4 w, QuadMobilities m) {
    return (QuadVectors){x * m.xx + y * m.xy + w * m.xw, x * m.xy + y * m.yy + w * m.yw,
                         x * m.xw + y * m.yw + w * m.ww};
}

INLINE d4 pivot_inverse(d4 p) { return choose_d4((l4)(p > zero_d4()), splat_d4(1) / p, zero_d4()); }

/* A pivot that others have taken nearly all of is given a little softness: exact_factor.c. */
INLINE d4 softened(cn_LinkageLinks *l, int k, d4 size, d4 pivot) {
    d4 give = max_d4(zero_d4(), load_d4(l->least) * size - pivot);
    store_d4(l->give[k], give);
    return pivot + give;
}

/* Directions of a row on what hangs, and on what it hangs on; and what they do there. */
typedef struct QuadSides {
    d4 x, y, c, p;
    QuadVectors hangs, on;
} QuadSides;

INLINE d4 coupling(QuadSides i, QuadSides j) {
    return (i.hangs.x - i.on.x) * j.x + (i.hangs.y - i.on.y) * j.y + i.hangs.w * j.c + i.on.w * j.p;
}

/* What the row would have with its two bodies alone. */
INLINE d4 size_of_row(const cn_Linkage *g, const cn_LinkageBodies *b, const cn_LinkageLinks *l,
                      QuadSides r) {
    return r.x * r.x * (HANGING(inv[0]) + load_d4(b->inv[0])) +
           r.y * r.y * (HANGING(inv[1]) + load_d4(b->inv[1])) + r.c * r.c * HANGING(inv_turn) +
           r.p * r.p * load_d4(b->inv_turn);
}

INLINE void invert_two(const d4 m[6], d4 out[6]) {
    d4 i1 = pivot_inverse(m[0]), l21 = m[1] * i1;
    d4 i2 = pivot_inverse(m[3] - l21 * m[1]);
    out[0] = i1 + l21 * l21 * i2;
    out[1] = -l21 * i2;
    out[3] = i2;
    out[2] = out[4] = out[5] = zero_d4();
}

INLINE void invert_three(const d4 m[6], d4 out[6]) {
    d4 i1 = pivot_inverse(m[0]), l21 = m[1] * i1, l31 = m[2] * i1;
    d4 i2 = pivot_inverse(m[3] - l21 * m[1]), rest = m[4] - l31 * m[1], l32 = rest * i2;
    d4 i3 = pivot_inverse(m[5] - l31 * m[2] - l32 * rest), m31 = l21 * l32 - l31;
    out[0] = i1 + l21 * l21 * i2 + m31 * m31 * i3;
    out[1] = -l21 * i2 - m31 * l32 * i3;
    out[2] = m31 * i3;
    out[3] = i2 + l32 * l32 * i3;
    out[4] = -l32 * i3;
    out[5] = i3;
}

/* As invert_three, with softened pivots: for trees that hang on more than one fixed place. */
INLINE void invert_soft(const cn_Linkage *g, const cn_LinkageBodies *b, cn_LinkageLinks *l,
                        const QuadSides r[3], const d4 m[6], d4 out[6]) {
    d4 p1 = softened(l, 0, size_of_row(g, b, l, r[0]), m[0]);
    d4 i1 = pivot_inverse(p1), l21 = m[1] * i1, l31 = m[2] * i1;
    d4 p2 = softened(l, 1, size_of_row(g, b, l, r[1]), m[3] - l21 * m[1]);
    d4 i2 = pivot_inverse(p2), rest = m[4] - l31 * m[1], l32 = rest * i2;
    d4 p3 = softened(l, 2, size_of_row(g, b, l, r[2]), m[5] - l31 * m[2] - l32 * rest);
    d4 i3 = pivot_inverse(p3), m31 = l21 * l32 - l31;
    out[0] = i1 + l21 * l21 * i2 + m31 * m31 * i3;
    out[1] = -l21 * i2 - m31 * l32 * i3;
    out[2] = m31 * i3;
    out[3] = i2 + l32 * l32 * i3;
    out[4] = -l32 * i3;
    out[5] = i3;
}

/* Where links are springs. */
INLINE void give_in(const cn_Linkage *g, const cn_LinkageBodies *b, const cn_LinkageLinks *l,
                    const QuadSides r[3], d4 m[6]) {
    static const int diagonal[3] = {0, 3, 5};
    for (int k = 0; k < 3; k++)
        m[diagonal[k]] += splat_d4(LINKAGE_GIVE) * size_of_row(g, b, l, r[k]);
}

INLINE QuadSides side_of_row(const cn_LinkageLinks *l, int k, QuadMobilities below,
                             QuadMobilities own) {
    QuadSides r;
    r.x = load_d4(l->jx[k]), r.y = load_d4(l->jy[k]);
    r.c = load_d4(l->jc[k]), r.p = load_d4(l->jp[k]);
    r.hangs = times_mobility(r.x, r.y, r.c, below);
    r.on = times_mobility(-r.x, -r.y, r.p, own);
    return r;
}

/* own -= sum of Q^T S^-1 Q over rows. */
INLINE QuadMobilities held_back(QuadMobilities own, const QuadSides r[3], const d4 s[6], int rows) {
    static const int at[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    for (int i = 0; i < rows; i++) {
        d4 x = zero_d4(), y = x, w = x;
        for (int j = 0; j < rows; j++) {
            x += s[at[i][j]] * r[j].on.x;
            y += s[at[i][j]] * r[j].on.y;
            w += s[at[i][j]] * r[j].on.w;
        }
        own.xx -= r[i].on.x * x, own.xy -= r[i].on.x * y, own.xw -= r[i].on.x * w;
        own.yy -= r[i].on.y * y, own.yw -= r[i].on.y * w, own.ww -= r[i].on.w * w;
    }
    return own;
}

INLINE QuadMobilities factor_link(const cn_Linkage *g, const cn_LinkageBodies *b,
                                  cn_LinkageLinks *l, QuadMobilities own, int rows) {
    QuadMobilities below = {HANGING(mobility[0]), HANGING(mobility[1]), HANGING(mobility[2]),
                            HANGING(mobility[3]), HANGING(mobility[4]), HANGING(mobility[5])};
    const QuadVectors nothing = {zero_d4(), zero_d4(), zero_d4()};
    const QuadSides none = {zero_d4(), zero_d4(), zero_d4(), zero_d4(), nothing, nothing};
    QuadSides r[3] = {none, none, none};
    d4 m[6], s[6];
    m[2] = m[4] = m[5] = zero_d4();
    for (int k = 0; k < rows; k++) r[k] = side_of_row(l, k, below, own);
    m[0] = coupling(r[0], r[0]), m[1] = coupling(r[0], r[1]), m[3] = coupling(r[1], r[1]);
    if (rows == 3)
        m[2] = coupling(r[0], r[2]), m[4] = coupling(r[1], r[2]), m[5] = coupling(r[2], r[2]);
    if (g->soft) give_in(g, b, l, r, m);
    if (any_l4((l4)(load_d4(l->least) > zero_d4())))
        invert_soft(g, b, l, r, m, s);
    else if (rows == 3)
        invert_three(m, s);
    else
        invert_two(m, s);
    for (int k = 0; k < 6; k++) store_d4(l->inverse[k], s[k]);
    for (int k = 0; k < rows; k++) {
        store_d4(l->across[3 * k], r[k].on.x);
        store_d4(l->across[3 * k + 1], r[k].on.y);
        store_d4(l->across[3 * k + 2], r[k].on.w);
    }
    return held_back(own, r, s, rows);
}

static void linkage_factor(const cn_Linkage *g) {
    for (int i = 0; i < g->body_rows; i++) {
        cn_LinkageBodies *b = &g->bodies[i];
        cn_LinkageLinks *l = g->links + b->first_link;
        QuadMobilities own = {load_d4(b->inv[0]), zero_d4(), zero_d4(),
                              load_d4(b->inv[1]), zero_d4(), load_d4(b->inv_turn)};
        for (int n = 0; n < b->link_count; n++, l++)
            own = l->three ? factor_link(g, b, l, own, 3) : factor_link(g, b, l, own, 2);
        store_d4(b->mobility[0], own.xx), store_d4(b->mobility[1], own.xy);
        store_d4(b->mobility[2], own.xw), store_d4(b->mobility[3], own.yy);
        store_d4(b->mobility[4], own.yw), store_d4(b->mobility[5], own.ww);
    }
}

/* ---- what it solves ----------------------------------------------------------------------- */

INLINE QuadVectors times_inverse(const cn_LinkageLinks *l, QuadVectors r, int rows) {
    d4 s0 = load_d4(l->inverse[0]), s1 = load_d4(l->inverse[1]), s3 = load_d4(l->inverse[3]);
    QuadVectors p = {s0 * r.x + s1 * r.y, s1 * r.x + s3 * r.y, zero_d4()};
    if (rows == 2) return p;
    d4 s2 = load_d4(l->inverse[2]), s4 = load_d4(l->inverse[4]), s5 = load_d4(l->inverse[5]);
    p.x += s2 * r.w, p.y += s4 * r.w;
    p.w = s2 * r.x + s4 * r.y + s5 * r.w;
    return p;
}

INLINE d4 open_row(const cn_LinkageLinks *l, int k, d4 scale, QuadVectors below, QuadVectors own) {
    return scale * load_d4(l->residual[k]) - load_d4(l->jx[k]) * (below.x - own.x) -
           load_d4(l->jy[k]) * (below.y - own.y) - load_d4(l->jc[k]) * below.w -
           load_d4(l->jp[k]) * own.w;
}

INLINE QuadVectors answer_up(const cn_Linkage *g, cn_LinkageLinks *l, d4 scale, QuadVectors own,
                             int rows) {
    QuadVectors below = {HANGING(answer[0]), HANGING(answer[1]), HANGING(answer[2])};
    QuadVectors r = {open_row(l, 0, scale, below, own), open_row(l, 1, scale, below, own),
                     rows == 3 ? open_row(l, 2, scale, below, own) : zero_d4()};
    QuadVectors p = times_inverse(l, r, rows);
    store_d4(l->answer[0], p.x), store_d4(l->answer[1], p.y);
    own.x += load_d4(l->across[0]) * p.x + load_d4(l->across[3]) * p.y;
    own.y += load_d4(l->across[1]) * p.x + load_d4(l->across[4]) * p.y;
    own.w += load_d4(l->across[2]) * p.x + load_d4(l->across[5]) * p.y;
    if (rows == 2) return own;
    store_d4(l->answer[2], p.w);
    own.x += load_d4(l->across[6]) * p.w;
    own.y += load_d4(l->across[7]) * p.w;
    own.w += load_d4(l->across[8]) * p.w;
    return own;
}

INLINE d4 felt_by(const cn_LinkageLinks *l, int k, QuadVectors own) {
    return load_d4(l->across[3 * k]) * own.x + load_d4(l->across[3 * k + 1]) * own.y +
           load_d4(l->across[3 * k + 2]) * own.w;
}

/* own: impulse on what it hangs on, of all that comes later. */
INLINE QuadVectors answer_down(const cn_Linkage *g, cn_LinkageLinks *l, l4 live, QuadVectors own,
                               int rows) {
    QuadVectors r = {felt_by(l, 0, own), felt_by(l, 1, own),
                     rows == 3 ? felt_by(l, 2, own) : zero_d4()};
    QuadVectors back = times_inverse(l, r, rows);
    d4 p[3] = {load_d4(l->answer[0]) - back.x, load_d4(l->answer[1]) - back.y, zero_d4()};
    if (rows == 3) p[2] = load_d4(l->answer[2]) - back.w;
    d4 x = zero_d4(), y = x, c = x;
    for (int k = 0; k < rows; k++) {
        d4 before = load_d4(l->impulse[k]);
        x += load_d4(l->jx[k]) * p[k], y += load_d4(l->jy[k]) * p[k];
        c += load_d4(l->jc[k]) * p[k], own.w += load_d4(l->jp[k]) * p[k];
        store_d4(l->impulse[k], choose_d4(live, before + p[k], before));
    }
    HANG(push[0], x), HANG(push[1], y), HANG(push[2], c);
    own.x -= x, own.y -= y;
    return own;
}

static void linkage_answer(const cn_Linkage *g, double scale) {
    d4 factor = splat_d4(scale);
    for (int i = 0; i < g->body_rows; i++) {
        cn_LinkageBodies *b = &g->bodies[i];
        cn_LinkageLinks *l = g->links + b->first_link;
        QuadVectors own = {zero_d4(), zero_d4(), zero_d4()};
        for (int n = 0; n < b->link_count; n++, l++)
            own = l->three ? answer_up(g, l, factor, own, 3) : answer_up(g, l, factor, own, 2);
        store_d4(b->answer[0], own.x), store_d4(b->answer[1], own.y), store_d4(b->answer[2], own.w);
    }
    for (int i = g->body_rows - 1; i >= 0; i--) {
        cn_LinkageBodies *b = &g->bodies[i];
        cn_LinkageLinks *l = g->links + b->first_link + b->link_count - 1;
        l4 live = load_l4(b->live);
        QuadVectors own = {load_d4(b->push[0]), load_d4(b->push[1]), load_d4(b->push[2])};
        for (int n = 0; n < b->link_count; n++, l--)
            own = l->three ? answer_down(g, l, live, own, 3) : answer_down(g, l, live, own, 2);
        d4 x = load_d4(b->v[0]), y = load_d4(b->v[1]), w = load_d4(b->v[2]);
        store_d4(b->v[0], choose_d4(live, x + own.x * load_d4(b->inv[0]), x));
        store_d4(b->v[1], choose_d4(live, y + own.y * load_d4(b->inv[1]), y));
        store_d4(b->v[2], choose_d4(live, w + own.w * load_d4(b->inv_turn), w));
    }
}

/* ---- whether it is sound ------------------------------------------------------------------ */

INLINE d4 twice_kinetic(const cn_LinkageBodies *b, d4 x, d4 y, d4 w) {
    return load_d4(b->mass[0]) * x * x + load_d4(b->mass[1]) * y * y + load_d4(b->mass[2]) * w * w;
}

/* Squared speed of the anchors of a row of links on what no link moves. */
INLINE d4 driven_by(const cn_Linkage *g, const cn_LinkageLinks *l) {
    d4 x = HANGING(v[0]), y = HANGING(v[1]), w = HANGING(v[2]);
    l4 b_hangs = load_l4(l->b_hangs);
    d4 ax = choose_d4(b_hangs, load_d4(l->bx), load_d4(l->ax));
    d4 ay = choose_d4(b_hangs, load_d4(l->by), load_d4(l->ay));
    d4 speed = sqrt_d4(x * x + y * y) + absolute_d4(w) * sqrt_d4(ax * ax + ay * ay);
    return choose_d4((l4)(HANGING(mass[0]) > zero_d4()), zero_d4(), speed * speed);
}

static void linkage_sums(const cn_Linkage *g) {
    d4 h = splat_d4(g->h);
    for (int i = 0; i < g->body_rows; i++) {
        cn_LinkageBodies *b = &g->bodies[i];
        const cn_LinkageLinks *l = g->links + b->first_link;
        d4 x = load_d4(b->v[0]), y = load_d4(b->v[1]), w = load_d4(b->v[2]);
        d4 gx = load_d4(b->given[0]), gy = load_d4(b->given[1]), gw = load_d4(b->given[2]);
        d4 turned = worse(zero_d4(), h * (w - gw)), after = twice_kinetic(b, x, y, w);
        d4 before = twice_kinetic(b, gx - load_d4(b->pushed[0]), gy - load_d4(b->pushed[1]),
                                  gw - load_d4(b->pushed[2]));
        d4 heavy = min_d4(load_d4(b->mass[0]), load_d4(b->mass[1])), drive = zero_d4();
        for (int n = 0; n < b->link_count; n++, l++) {
            turned = worse(turned, HANGING(turned));
            after += HANGING(after), before += HANGING(before), heavy += HANGING(heavy);
            drive = max_d4(drive, max_d4(driven_by(g, l), HANGING(drive)));
        }
        store_d4(b->turned, turned), store_d4(b->after, after), store_d4(b->before, before);
        store_d4(b->heavy, heavy), store_d4(b->drive, drive);
    }
}

/* How far beyond a limit it may be then, that is so far beyond it now. */
INLINE double stop_allowed(const cn_Linkage *g, double beyond) {
    double back = LINKAGE_STOP_PART * beyond + LINKAGE_AT_LEAST * g->tolerance;
    if (!(beyond > 0)) return 0;
    return beyond - (back < g->push ? back : g->push);
}

/* A limit that is brought back from beyond would go on at the speed of that. */
INLINE bool lets_go(const cn_LinkageLinks *l, int i) {
    int row = l->axis[i] ? 1 : 2;
    return l->lower[i] < l->upper[i] && !l->returns[i] && l->stop[i] * l->impulse[row][i] > 0;
}

typedef struct QuadMoves {
    QuadPairs now, then;
    QuadTurns turned, turning;
} QuadMoves;

/* Which limit will be passed, farther than where it comes from allows. */
INLINE int will_pass(const cn_Linkage *g, const cn_LinkageLinks *l, int i, const QuadMoves *m) {
    double lower = l->lower[i], upper = l->upper[i];
    double then = coordinate_of(l, i, m->then.a, arms_of(l, m->then.a, m->then.b), m->turning);
    if (then >= lower - g->tolerance && then <= upper + g->tolerance) return 0;
    int side = then < lower ? -1 : 1;
    double limit = side < 0 ? lower : upper;
    double now = coordinate_of(l, i, m->now.a, arms_of(l, m->now.a, m->now.b), m->turned);
    return side * (then - limit) > stop_allowed(g, side * (now - limit)) + g->tolerance ? side : 0;
}

INLINE QuadMoves moves_of(const cn_Linkage *g, const cn_LinkageBodies *b,
                          const cn_LinkageLinks *l) {
    QuadMoves m;
    m.now = pairs_of(l, places_now(b), hanging_now(g, l));
    m.then = pairs_of(l, places_then(b), hanging_then(g, l));
    m.turned = turns_of(g, b, l, m.now);
    m.turning = turns_of(g, b, l, m.then);
    return m;
}

static void judge_links(const cn_Linkage *g, const cn_LinkageBodies *b, cn_LinkageLinks *l) {
    QuadMoves m = moves_of(g, b, l);
    l4 near = (near_limits(l, m.turning) | bears(l)) & load_l4(b->live);
    store_d4(l->next, load_d4(l->stop));
    for (int i = 0; any_l4(near) && i < CN_QUAD; i++) {
        if (!near[i]) continue;
        if (l->stop[i] == 0)
            l->next[i] = will_pass(g, l, i, &m);
        else if (lets_go(l, i))
            l->next[i] = 0;
    }
}

static void linkage_judge(const cn_Linkage *g) {
    for (int i = 0; i < g->body_rows; i++) {
        const cn_LinkageBodies *b = &g->bodies[i];
        cn_LinkageLinks *l = g->links + b->first_link;
        for (int n = 0; n < b->link_count; n++, l++)
            if (l->kinds & CN_LINKAGE_STOP) judge_links(g, b, l);
    }
}

/* What the row of a limit has given since the sub-step before is taken back. */
static void take_stop_back(const cn_Linkage *g, cn_LinkageBodies *b, cn_LinkageLinks *l, int i) {
    int row = l->axis[i] ? 1 : 2;
    double p = l->impulse[row][i];
    char *its = (char *)g->bodies + l->child[i];
    cn_LinkageBodies *hangs = (cn_LinkageBodies *)(void *)its; /* shifted to its lane */
    double own[3] = {-l->jx[row][i] * p * b->inv[0][i], -l->jy[row][i] * p * b->inv[1][i],
                     l->jp[row][i] * p * b->inv_turn[i]};
    double below[3] = {l->jx[row][i] * p * hangs->inv[0][0], l->jy[row][i] * p * hangs->inv[1][0],
                       l->jc[row][i] * p * hangs->inv_turn[0]};
    for (int k = 0; k < 3; k++) {
        b->v[k][i] -= own[k], b->pushed[k][i] -= own[k];
        hangs->v[k][0] -= below[k], hangs->pushed[k][0] -= below[k];
    }
    l->impulse[row][i] = l->owed[row][i] = l->allowed[row][i] = 0;
}

INLINE void change_lane(const cn_Linkage *g, cn_LinkageBodies *b, cn_LinkageLinks *l, int i,
                        const QuadMoves *m) {
    int row = l->axis[i] ? 1 : 2, side = (int)l->next[i];
    if (l->stop[i] != 0) take_stop_back(g, b, l, i);
    l->stop[i] = 0;
    l->returns[i] = 0;
    if (side == 0) return;
    double at = coordinate_of(l, i, m->now.a, arms_of(l, m->now.a, m->now.b), m->turned);
    set_stop_lane(l, i, side, at, m->now);
    double beyond = side * (at - l->stop_at[i]), stays = stop_allowed(g, beyond);
    l->allowed[row][i] = side * stays;
    l->returns[i] = -(int64_t)(beyond > g->tolerance);
}

/* Limits bear as judge has found, in trees that are live: those are as they were given. */
static void linkage_change_stops(const cn_Linkage *g) {
    for (int r = 0; r < g->body_rows; r++) {
        cn_LinkageBodies *b = &g->bodies[r];
        cn_LinkageLinks *l = g->links + b->first_link;
        for (int n = 0; n < b->link_count; n++, l++) {
            if (!(l->kinds & CN_LINKAGE_STOP)) continue;
            QuadMoves m = moves_of(g, b, l);
            for (int i = 0; i < CN_QUAD; i++)
                if (b->live[i] && l->limited[i] && l->next[i] != l->stop[i])
                    change_lane(g, b, l, i, &m);
            l->three = l->kinds & CN_LINKAGE_TURN || any_l4(bears(l));
            set_rows_of(l, m.now, arms_of(l, m.now.a, m.now.b));
        }
    }
}

/* ---- links as springs --------------------------------------------------------------------- */

/* What turns back a body that links pull at, from impulses that are forgotten then. */
INLINE void pull_links(const cn_Linkage *g, cn_LinkageBodies *b) {
    cn_LinkageLinks *l = g->links + b->first_link;
    d4 own = zero_d4(), h = splat_d4(g->h);
    l4 live = load_l4(b->live);
    for (int n = 0; n < b->link_count; n++, l++) {
        QuadPairs at = pairs_of(l, places_now(b), hanging_now(g, l));
        QuadArms r = arms_of(l, at.a, at.b);
        l4 b_hangs = load_l4(l->b_hangs);
        d4 x = zero_d4(), y = x;
        for (int k = 0; k < 3; k++) {
            d4 p = load_d4(l->impulse[k]);
            x += load_d4(l->jx[k]) * p, y += load_d4(l->jy[k]) * p;
            store_d4(l->impulse[k], choose_d4(live, zero_d4(), p));
        }
        HANG(push[3],
             h * (x * choose_d4(b_hangs, r.bx, r.ax) + y * choose_d4(b_hangs, r.by, r.ay)));
        own -= h * (x * choose_d4(b_hangs, r.ax, r.bx) + y * choose_d4(b_hangs, r.ay, r.by));
    }
    store_d4(b->own[3], own);
}

/* As if no link had acted in this sub-step. */
INLINE void back_to_unpushed(cn_LinkageBodies *b) {
    d4 mass = load_d4(b->mass[2]), none = zero_d4(), inv = load_d4(b->inv[2]), v[3];
    d4 excess = load_d4(b->push[3]) + load_d4(b->own[3]) - splat_d4(LINKAGE_STIFFEST) * mass;
    l4 live = load_l4(b->live), stiff = (l4)(excess > none) & (l4)(mass > none);
    for (int k = 0; k < 3; k++) v[k] = load_d4(b->given[k]) - load_d4(b->pushed[k]);
    if (any_l4(stiff)) {
        inv = choose_d4(stiff, splat_d4(1) / (mass + excess), inv);
        v[2] = choose_d4(stiff, v[2] * (mass * inv), v[2]);
    }
    store_d4(b->stiff, choose_d4(live, choose_d4(stiff, excess, none), load_d4(b->stiff)));
    store_d4(b->inv_turn, choose_d4(live, inv, load_d4(b->inv_turn)));
    for (int k = 0; k < 3; k++) store_d4(b->v[k], choose_d4(live, v[k], load_d4(b->v[k])));
}

/* What springs have to close, on top of the rates at which they open. */
INLINE void add_springs(const cn_Linkage *g, cn_LinkageBodies *b) {
    cn_LinkageLinks *l = g->links + b->first_link;
    d4 closing = zero_d4(), most = splat_d4(g->push), part = splat_d4(1 / g->h), gap[3];
    for (int n = 0; n < b->link_count; n++, l++) {
        QuadPairs at = pairs_of(l, places_now(b), hanging_now(g, l));
        gaps_of(l, at, arms_of(l, at.a, at.b), gap);
        closing += HANGING(closing);
        for (int k = 0; k < (l->three ? 3 : 2); k++) {
            d4 close = max_d4(-most, min_d4(most, splat_d4(LINKAGE_CLOSE) * gap[k])) * part;
            store_d4(l->residual[k], load_d4(l->residual[k]) + close);
            closing += absolute_d4(close);
        }
    }
    store_d4(b->closing, closing);
}

static void linkage_soften(const cn_Linkage *g) {
    for (int i = 0; i < g->body_rows; i++) pull_links(g, &g->bodies[i]);
    for (int i = 0; i < g->body_rows; i++) back_to_unpushed(&g->bodies[i]);
    linkage_rates(g);
    for (int i = 0; i < g->body_rows; i++) add_springs(g, &g->bodies[i]);
}

#undef HANGING
#undef HANG
#define LINKAGE_KERNELS                                                                            \
    {                                                                                              \
        linkage_begin, linkage_set_rows, linkage_predict, linkage_violations, linkage_rates,       \
            linkage_factor, linkage_answer, linkage_sums, linkage_judge, linkage_change_stops,     \
            linkage_soften                                                                         \
    }
