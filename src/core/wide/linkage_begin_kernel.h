/* linkage_begin_kernel.h: a sub-step of a linkage begins: which limits bear, what may stay open,
 * what links did last once more, and what of it turns bodies back too stiffly to be left explicit.
 * What is meant is said in solver/exact/exact_link.c and solver/exact/exact_solve.c. */
#ifndef CN_LINKAGE_BEGIN_KERNEL_H
#define CN_LINKAGE_BEGIN_KERNEL_H

#include "wide/linkage_rows_kernel.h"

/* NaN counts as the worst. */
INLINE dw worse(dw worst, dw size) {
    size = absolute_dw(size);
    return choose_dw(~(lw)(size > worst) & (lw)(size < splat_dw(INFINITY)), worst, size);
}

/* Of a gap, no faster aslant than along an axis. */
INLINE dw part_to_close(dw x, dw y, dw most) {
    dw size = length_dw(x, y), all = splat_dw(1);
    lw over = (lw)(size > most);
    return any_lw(over) ? choose_dw(over, most / size, all) : all;
}

/* Where no limit bears in any lane. */
INLINE dw allow_hinges(const cn_Linkage *g, cn_LinkageLinks *l, dw x, dw y, dw *closing) {
    dw part = part_to_close(x, y, splat_dw(LINK_AT_ONCE * g->push)), none = zero_dw();
    dw close_x = part * x, close_y = part * y;
    if (l->head->twice)
        store_dw(l->residual[0], close_x), store_dw(l->residual[1], close_y),
            store_dw(l->residual[2], none);
    store_dw(l->allowed[0], x - close_x);
    store_dw(l->allowed[1], y - close_y);
    store_dw(l->allowed[2], none);
    *closing = (absolute_dw(close_x) + absolute_dw(close_y)) * splat_dw(1 / g->h);
    return max_dw(absolute_dw(x), absolute_dw(y));
}

/* Of what is open. Returns the worst of it. */
INLINE dw allow(const cn_Linkage *g, cn_LinkageLinks *l, const dw all[3], dw *closing) {
    lw stop = bears(l), axis = load_lw(l->axis), rope = stop & load_lw(l->rod);
    lw turns = stop & limits_turn(l);
    dw none = zero_dw(), most = splat_dw(LINK_AT_ONCE * g->push);
    dw gap[3] = {choose_dw(rope, none, all[0]), choose_dw(stop & axis, none, all[1]),
                 choose_dw(turns, none, all[2])};
    dw part = part_to_close(gap[0], gap[1], most);
    dw close[3] = {part * gap[0], part * gap[1], max_dw(-most, min_dw(most, gap[2]))};
    dw sum = absolute_dw(close[0]) + absolute_dw(close[1]) + absolute_dw(close[2]);
    dw allowed[3] = {gap[0] - close[0], gap[1] - close[1], gap[2] - close[2]};
    for (int k = 0; l->head->twice && k < 3; k++) store_dw(l->residual[k], close[k]);
    if (any_lw(stop)) {
        dw side = load_dw(l->limit), at = choose_dw(axis, all[1], choose_dw(rope, all[0], all[2]));
        dw beyond = side * at;
        dw back = min_dw(splat_dw(g->push), splat_dw(LINK_LIMIT_SHARE) * beyond +
                                                splat_dw(LINK_AT_LEAST * g->tolerance));
        lw past = (lw)(beyond > none) & stop;
        store_lw(l->returns, (lw)(beyond > splat_dw(g->tolerance)) & stop);
        dw stays = choose_dw(past, side * (beyond - back), none);
        sum += choose_dw(past, absolute_dw(at - stays), none);
        allowed[0] = choose_dw(rope, stays, allowed[0]);
        allowed[1] = choose_dw(stop & axis, stays, allowed[1]);
        allowed[2] = choose_dw(turns, stays, allowed[2]);
    }
    for (int k = 0; k < 3; k++) store_dw(l->allowed[k], allowed[k]);
    *closing = sum * splat_dw(1 / g->h);
    return max_dw(max_dw(absolute_dw(gap[0]), absolute_dw(gap[1])), absolute_dw(gap[2]));
}

/* An impulse of the last sub-step, and the one that is to be again. */
typedef struct LinkImpulse {
    dw last, now;
} LinkImpulse;

/* What a row did last, once more; velocities that were projected have had half of it. */
INLINE LinkImpulse impulse_again(const cn_Linkage *g, cn_LinkageLinks *l, int k) {
    dw last = load_dw(l->impulse[k]), owed = load_dw(l->owed[k]);
    dw had = splat_dw(g->first ? 0.5 : 0) * last, p = last + owed - had;
    store_dw(l->given[k], last);
    store_dw(l->owed_before[k], owed);
    store_dw(l->impulse[k], p);
    store_dw(l->owed[k], had);
    return (LinkImpulse){last, p};
}

/* How far what a hinge does has turned since: as far as that of its bodies which the force turns
 * more easily, as the link of a chain does that swings. Left where it was it pulls askew, and what
 * a swing makes of that was most of what there was to close. What contacts push at follows these.
 */
INLINE LinkTurns turned_with(const cn_Linkage *g, const cn_LinkageBodies *b,
                             const cn_LinkageLinks *l) {
    dw cx = load_dw(l->jc[0]), cy = load_dw(l->jc[1]);
    dw px = load_dw(l->jp[0]), py = load_dw(l->jp[1]), one = splat_dw(1), two = splat_dw(2);
    dw its = (cx * cx + cy * cy) * HANGING(inv[2]), ours = (px * px + py * py) * load_dw(b->inv[2]);
    dw both = its + ours, w = its * HANGING(v[2]) + ours * load_dw(b->v[2]);
    lw some = (lw)(both > zero_dw()) & load_lw(l->point) & load_lw(b->quiet);
    dw t = choose_dw(some, splat_dw(0.5 * g->h) * w / both, zero_dw());
    dw k = two / (one + t * t); /* by twice the angle whose tangent that is: always a rotation */
    return (LinkTurns){k - one, k * t};
}

INLINE dw turned_x(LinkTurns t, dw x, dw y) { return t.c * x - t.s * y; }
INLINE dw turned_y(LinkTurns t, dw x, dw y) { return t.s * x + t.c * y; }

/* Both rows of a hinge, turned in quiet lanes that have one; what it did last stays as it did it:
 * that says how stiff it is. */
INLINE void hinge_again(const cn_Linkage *g, const cn_LinkageBodies *b, cn_LinkageLinks *l,
                        LinkImpulse out[2]) {
    LinkImpulse x = impulse_again(g, l, 0), y = impulse_again(g, l, 1);
    LinkTurns t = turned_with(g, b, l);
    out[0] = (LinkImpulse){x.last, turned_x(t, x.now, y.now)};
    out[1] = (LinkImpulse){y.last, turned_y(t, x.now, y.now)};
    for (int k = 0; k < 2; k++) {
        store_dw(l->impulse[k], out[k].now);
    }
    if (!g->first) return;
    dw half = splat_dw(0.5);
    store_dw(l->owed[0], half * turned_x(t, x.last, y.last));
    store_dw(l->owed[1], half * turned_y(t, x.last, y.last));
}

/* To what hangs at once; own: to what it hangs on. 3: a pull on an arm turns it back by pull * arm
 * for each radian. */
INLINE void push_again(const cn_Linkage *g, const cn_LinkageBodies *b, cn_LinkageLinks *l,
                       LinkArms r, dw own[4]) {
    dw fx = zero_dw(), fy = fx, wc = fx, wp = fx, lx = fx, ly = fx;
    LinkImpulse all[3];
    int rows = l->head->three ? 3 : 2;
    if (l->head->kinds & CN_LINKAGE_POINT && b->head->quiet)
        hinge_again(g, b, l, all);
    else
        all[0] = impulse_again(g, l, 0), all[1] = impulse_again(g, l, 1);
    if (rows == 3) all[2] = impulse_again(g, l, 2);
    bool hinges = are_hinges(l);
    if (hinges) lx = all[0].last, ly = all[1].last, fx = all[0].now, fy = all[1].now;
    for (int k = 0; k < rows; k++) {
        wc += load_dw(l->jc[k]) * all[k].now, wp += load_dw(l->jp[k]) * all[k].now;
        if (hinges) continue;
        dw jx = load_dw(l->jx[k]), jy = load_dw(l->jy[k]);
        lx += jx * all[k].last, ly += jy * all[k].last;
        fx += jx * all[k].now, fy += jy * all[k].now;
    }
    lw b_hangs = load_lw(l->b_hangs);
    dw cx = choose_dw(b_hangs, r.bx, r.ax), cy = choose_dw(b_hangs, r.by, r.ay);
    dw ox = choose_dw(b_hangs, r.ax, r.bx), oy = choose_dw(b_hangs, r.ay, r.by);
    HANG(push[0], fx), HANG(push[1], fy), HANG(push[2], wc);
    HANG(push[3], splat_dw(g->h) * (lx * cx + ly * cy));
    own[0] -= fx, own[1] -= fy, own[2] += wp;
    own[3] -= splat_dw(g->h) * (lx * ox + ly * oy);
}

INLINE void begin_links(const cn_Linkage *g, cn_LinkageBodies *b) {
    if (is_vacant(b)) return;
    dw own[4] = {zero_dw(), zero_dw(), zero_dw(), zero_dw()}, worst = own[0], closing = own[0];
    LinkPlaces on = places_now(b);
    cn_LinkageLinks *l = links_of(g, b);
    for (int n = 0; n < b->head->link_count; n++, l++) {
        LinkPairs at = pairs_of(l, on, hanging_now(g, l));
        LinkArms r = arms_of(l, at.a, at.b);
        dw gap[3], open, speed;
        if (l->head->kinds & CN_LINKAGE_LIMIT) find_limits(g, b, l, at, r);
        set_rows_of(l, at, r);
        gaps_of(l, at, r, gap);
        if (l->head->shape == CN_LINKAGE_HINGES)
            open = allow_hinges(g, l, gap[0], gap[1], &speed);
        else
            open = allow(g, l, gap, &speed);
        worst = max_dw(worst, max_dw(open, HANGING(worst)));
        closing += speed + HANGING(closing);
        for (int k = 0; (l->head->kinds & CN_LINKAGE_GIVES) && k < 3; k++)
            store_dw(l->give[k], l->head->twice ? load_dw(l->share[k]) : zero_dw());
        push_again(g, b, l, r, own);
    }
    store_dw(b->worst, worst);
    store_dw(b->closing, closing);
    for (int k = 0; k < 4; k++) store_dw(b->own[k], own[k]);
}

/* What turns a body back, beyond what is left explicit for its own inertia, of all that does: into
 * own[3]. Whether there is any. */
INLINE bool find_excess(cn_LinkageBodies *b) {
    if (is_vacant(b)) return false;
    dw mass = load_dw(b->mass[2]), none = zero_dw();
    dw excess = load_dw(b->push[3]) + load_dw(b->own[3]) - splat_dw(LINK_STIFFEST) * mass;
    excess = choose_dw((lw)(mass > none), max_dw(none, excess), none);
    store_dw(b->own[3], excess);
    return any_lw((lw)(excess > none));
}

/* A body as a link sees it: what it gives in by, how fast its turning moves the anchor. */
typedef struct LinkEnd {
    dw x, y, w, ux, uy;
} LinkEnd;

/* To a, by b that has so many links; exact_solve.c. */
INLINE dw lent_to(LinkEnd a, LinkEnd b, dw links) {
    dw xx = a.ux * a.ux, yy = a.uy * a.uy, along = a.ux * b.ux + a.uy * b.uy;
    dw give = xx * (a.x + links * b.x) + yy * (a.y + links * b.y) + along * along * (links * b.w);
    dw size = xx + yy, some = zero_dw();
    return choose_dw((lw)(give > some), size * size / give, some);
}

INLINE void lend(const cn_Linkage *g, cn_LinkageBodies *b) {
    cn_LinkageLinks *l = links_of(g, b);
    dw lent = zero_dw(), excess = load_dw(b->own[3]);
    for (int n = 0; n < b->head->link_count; n++, l++) {
        if (!any_lw((lw)(max_dw(excess, HANGING(own[3])) > zero_dw()))) continue;
        lw point = load_lw(l->point);
        LinkEnd hangs = {HANGING(inv[0]), HANGING(inv[1]), HANGING(inv[2]), load_dw(l->jc[0]),
                         load_dw(l->jc[1])};
        LinkEnd on = {load_dw(b->inv[0]), load_dw(b->inv[1]), load_dw(b->inv[2]),
                      -load_dw(l->jp[0]), -load_dw(l->jp[1])};
        dw down = choose_dw(point, lent_to(hangs, on, load_dw(b->links)), zero_dw());
        dw up = choose_dw(point, lent_to(on, hangs, HANGING(links)), zero_dw());
        HANG(lent, max_dw(HANGING(lent), down));
        lent = max_dw(lent, up);
    }
    store_dw(b->lent, lent);
}

/* Bodies lend inertia where links pull hard at some body alone. */
INLINE void find_lent(const cn_Linkage *g) {
    bool any = false;
    EACH_PART_OF_BODIES(b) any |= find_excess(b);
    if (!any) return;
    EACH_PART_OF_BODIES(b) lend(g, b);
}

/* That of the excess which is taken implicitly: it resists turning at w, too. */
INLINE dw stiffen(const cn_LinkageBodies *b, dw *inv, dw *w) {
    dw excess = load_dw(b->own[3]), mass = load_dw(b->mass[2]), none = zero_dw();
    *inv = load_dw(b->inv[2]);
    if (!any_lw((lw)(excess > none))) return none;
    dw rest = min_dw(excess, splat_dw(2) * (excess - splat_dw(LINK_SLOW) * load_dw(b->lent)));
    excess = choose_dw((lw)(excess > none), max_dw(none, rest), none);
    lw stiff = (lw)(excess > none);
    *inv = choose_dw(stiff, splat_dw(1) / (mass + excess), *inv);
    *w = choose_dw(stiff, *w * (mass * *inv), *w);
    return excess;
}

INLINE void take_pushes(const cn_Linkage *g, cn_LinkageBodies *b) {
    if (is_vacant(b)) return;
    dw none = zero_dw(), inv, v[3];
    for (int k = 0; k < 3; k++) {
        v[k] = load_dw(b->v[k]);
        store_dw(b->given[k], v[k]);
    }
    store_dw(b->stiff, stiffen(b, &inv, &v[2]));
    store_dw(b->inv_turn, inv);
    store_dw(b->v[0], v[0] + (load_dw(b->push[0]) + load_dw(b->own[0])) * load_dw(b->inv[0]));
    store_dw(b->v[1], v[1] + (load_dw(b->push[1]) + load_dw(b->own[1])) * load_dw(b->inv[1]));
    dw w = v[2] + (load_dw(b->push[2]) + load_dw(b->own[2])) * inv;
    store_dw(b->v[2], w);
    dw turned = worse(none, splat_dw(g->h) * (w - load_dw(b->given[2])));
    const cn_LinkageLinks *l = links_of(g, b);
    for (int n = 0; n < b->head->link_count; n++, l++) turned = worse(turned, HANGING(turned));
    store_dw(b->turned, turned);
}

static void linkage_begin(const cn_Linkage *g) {
    EACH_PART_OF_BODIES(b) begin_links(g, b);
    find_lent(g);
    EACH_PART_OF_BODIES(b) take_pushes(g, b);
}

/* Of what links were asked to close, a part of their tree's stays open after all. */
static void linkage_let_be(const cn_Linkage *g) {
    EACH_PART_OF_BODIES(b) {
        cn_LinkageLinks *l = links_of(g, b);
        dw part = load_dw(b->play);
        for (int n = 0; n < b->head->link_count; n++, l++)
            for (int k = 0; l->head->twice && k < 3; k++)
                store_dw(l->allowed[k], load_dw(l->allowed[k]) + part * load_dw(l->residual[k]));
    }
}

static void linkage_set_rows(const cn_Linkage *g) {
    EACH_PART_OF_BODIES(b) {
        cn_LinkageLinks *l = links_of(g, b);
        if (is_idle(b)) continue;
        store_dw(b->inv_turn, load_dw(b->inv[2]));
        for (int n = 0; n < b->head->link_count; n++, l++) {
            LinkPairs at = pairs_of(l, places_now(b), hanging_now(g, l));
            set_rows_of(l, at, arms_of(l, at.a, at.b));
        }
    }
}

#endif
