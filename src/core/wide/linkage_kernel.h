/* linkage_kernel.h: the arithmetic of trees of links, four at a time.
 *
 * A tree is solved from its leaves, by mobilities: the velocity that a body and all that hangs on
 * it answers an impulse with. A link takes out of that of the body on which it hangs what it
 * holds, so that what cannot move at all (a place in the world) is a leaf like any other, and any
 * body can be the root. Source: Featherstone, "Rigid Body Dynamics Algorithms", 2008, chapter 7;
 * Baraff, "Linear-Time Dynamics using Lagrange Multipliers", SIGGRAPH 1996.
 * What is meant by each stage is said in solver/exact/. */
#include "wide/linkage_factor_kernel.h"
#include "wide/linkage_motion_kernel.h"
#include "wide/linkage_rows_kernel.h"

/* NaN counts as the worst. */
INLINE d4 worse(d4 worst, d4 size) {
    size = absolute_d4(size);
    return choose_d4(~(l4)(size > worst) & (l4)(size < splat_d4(INFINITY)), worst, size);
}

/* ---- a sub-step begins -------------------------------------------------------------------- */

/* Of a gap; of both parts of it no faster aslant than along an axis. Returns the worst. */
INLINE d4 allow(const cn_Linkage *g, cn_LinkageLinks *l, const d4 all[3], d4 *closing) {
    l4 stop = bears(l), axis = load_l4(l->axis), rope = stop & load_l4(l->rod);
    l4 turns = stop & limits_turn(l);
    d4 none = zero_d4(), most = splat_d4(LINK_AT_ONCE * g->push);
    d4 gap[3] = {choose_d4(rope, none, all[0]), choose_d4(stop & axis, none, all[1]),
                 choose_d4(turns, none, all[2])};
    d4 size = sqrt_d4(gap[0] * gap[0] + gap[1] * gap[1]);
    l4 over = (l4)(size > most);
    d4 part = any_l4(over) ? choose_d4(over, most / size, splat_d4(1)) : splat_d4(1);
    d4 close[3] = {part * gap[0], part * gap[1], max_d4(-most, min_d4(most, gap[2]))};
    d4 sum = absolute_d4(close[0]) + absolute_d4(close[1]) + absolute_d4(close[2]);
    d4 allowed[3] = {gap[0] - close[0], gap[1] - close[1], gap[2] - close[2]};
    if (any_l4(stop)) {
        d4 side = load_d4(l->limit), at = choose_d4(axis, all[1], choose_d4(rope, all[0], all[2]));
        d4 beyond = side * at;
        d4 back = min_d4(splat_d4(g->push), splat_d4(LINK_LIMIT_SHARE) * beyond +
                                                splat_d4(LINK_AT_LEAST * g->tolerance));
        l4 past = (l4)(beyond > none) & stop;
        store_l4(l->returns, (l4)(beyond > splat_d4(g->tolerance)) & stop);
        d4 stays = choose_d4(past, side * (beyond - back), none);
        sum += choose_d4(past, absolute_d4(at - stays), none);
        allowed[0] = choose_d4(rope, stays, allowed[0]);
        allowed[1] = choose_d4(stop & axis, stays, allowed[1]);
        allowed[2] = choose_d4(turns, stays, allowed[2]);
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
        if (l->kinds & CN_LINKAGE_LIMIT) find_limits(g, b, l, at, r);
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

INLINE void take_pushes(const cn_Linkage *g, cn_LinkageBodies *b) {
    d4 mass = load_d4(b->mass[2]), none = zero_d4(), inv = load_d4(b->inv[2]);
    d4 excess = load_d4(b->push[3]) + load_d4(b->own[3]) - splat_d4(LINK_STIFFEST) * mass;
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
    d4 w = v[2] + (load_d4(b->push[2]) + load_d4(b->own[2])) * inv;
    store_d4(b->v[2], w);
    d4 turned = worse(none, splat_d4(g->h) * (w - load_d4(b->given[2])));
    const cn_LinkageLinks *l = g->links + b->first_link;
    for (int n = 0; n < b->link_count; n++, l++) turned = worse(turned, HANGING(turned));
    store_d4(b->turned, turned);
}

static void linkage_begin(const cn_Linkage *g) {
    for (int i = 0; i < g->body_rows; i++) begin_links(g, &g->bodies[i]);
    for (int i = 0; i < g->body_rows; i++) take_pushes(g, &g->bodies[i]);
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

INLINE void predict_bodies(const cn_Linkage *g, cn_LinkageBodies *b) {
    d4 h = splat_d4(g->h), one = splat_d4(1);
    d4 a = h * load_d4(b->v[2]), q = a * a, c0 = load_d4(b->c), s0 = load_d4(b->s);
    d4 c = one -
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

static void linkage_predict(const cn_Linkage *g) {
    for (int i = 0; i < g->body_rows; i++) predict_bodies(g, &g->bodies[i]);
}

/* What hangs on a row stands before it: that is foreseen already. */
static void linkage_violations(const cn_Linkage *g) {
    d4 h = splat_d4(g->h);
    for (int i = 0; i < g->body_rows; i++) {
        cn_LinkageBodies *b = &g->bodies[i];
        cn_LinkageLinks *l = g->links + b->first_link;
        predict_bodies(g, b);
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
    return side * (then - limit) > limit_allowed(g, side * (now - limit)) + g->tolerance ? side : 0;
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
    QuadArms r = arms_of(l, m.then.a, m.then.b);
    l4 near = (near_limits(l, m.turning, r) | bears(l)) & load_l4(b->live);
    store_d4(l->next, load_d4(l->limit));
    for (int i = 0; any_l4(near) && i < CN_QUAD; i++) {
        if (!near[i]) continue;
        if (l->limit[i] == 0)
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
            if (l->kinds & CN_LINKAGE_LIMIT) judge_links(g, b, l);
    }
}

/* What the row of a limit has given since the sub-step before is taken back. */
static void take_limit_back(const cn_Linkage *g, cn_LinkageBodies *b, cn_LinkageLinks *l, int i) {
    int row = limit_row(l, i);
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
    int row = limit_row(l, i), side = (int)l->next[i];
    if (l->limit[i] != 0) take_limit_back(g, b, l, i);
    l->limit[i] = 0;
    l->returns[i] = 0;
    if (side == 0) return;
    double at = coordinate_of(l, i, m->now.a, arms_of(l, m->now.a, m->now.b), m->turned);
    set_limit_lane(l, i, side, at, m->now);
    double beyond = side * (at - l->limit_at[i]), stays = limit_allowed(g, beyond);
    l->allowed[row][i] = side * stays;
    l->returns[i] = -(int64_t)(beyond > g->tolerance);
}

/* Limits bear as judge has found, in trees that are live: those are as they were given. */
static void linkage_change_limits(const cn_Linkage *g) {
    for (int r = 0; r < g->body_rows; r++) {
        cn_LinkageBodies *b = &g->bodies[r];
        cn_LinkageLinks *l = g->links + b->first_link;
        for (int n = 0; n < b->link_count; n++, l++) {
            if (!(l->kinds & CN_LINKAGE_LIMIT)) continue;
            QuadMoves m = moves_of(g, b, l);
            for (int i = 0; i < CN_QUAD; i++)
                if (b->live[i] && l->limited[i] && l->next[i] != l->limit[i])
                    change_lane(g, b, l, i, &m);
            l->three = l->kinds & CN_LINKAGE_TURN || any_l4(bears(l) & ~load_l4(l->rod));
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
    d4 excess = load_d4(b->push[3]) + load_d4(b->own[3]) - splat_d4(LINK_STIFFEST) * mass;
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
            d4 close = max_d4(-most, min_d4(most, splat_d4(LINK_CLOSE) * gap[k])) * part;
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
        linkage_read, linkage_read_again, linkage_write, linkage_write_again, linkage_add_totals,  \
            linkage_keep_given, linkage_set_pushed, linkage_begin, linkage_set_rows,               \
            linkage_predict, linkage_violations, linkage_rates, linkage_factor, linkage_answer,    \
            linkage_sums, linkage_judge, linkage_change_limits, linkage_soften                     \
    }
