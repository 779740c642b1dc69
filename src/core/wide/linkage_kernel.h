/* linkage_kernel.h: the arithmetic of trees of links, as many at a time as a vector holds.
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
INLINE dw worse(dw worst, dw size) {
    size = absolute_dw(size);
    return choose_dw(~(lw)(size > worst) & (lw)(size < splat_dw(INFINITY)), worst, size);
}

/* ---- a sub-step begins -------------------------------------------------------------------- */

/* Of a gap; of both parts of it no faster aslant than along an axis. Returns the worst. */
INLINE dw allow(const cn_Linkage *g, cn_LinkageLinks *l, const dw all[3], dw *closing) {
    lw stop = bears(l), axis = load_lw(l->axis), rope = stop & load_lw(l->rod);
    lw turns = stop & limits_turn(l);
    dw none = zero_dw(), most = splat_dw(LINK_AT_ONCE * g->push);
    dw gap[3] = {choose_dw(rope, none, all[0]), choose_dw(stop & axis, none, all[1]),
                 choose_dw(turns, none, all[2])};
    dw size = sqrt_dw(gap[0] * gap[0] + gap[1] * gap[1]);
    lw over = (lw)(size > most);
    dw part = any_lw(over) ? choose_dw(over, most / size, splat_dw(1)) : splat_dw(1);
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

/* To what hangs at once; own: to what it hangs on. 3: a pull on an arm turns it back by pull * arm
 * for each radian. */
INLINE void push_again(const cn_Linkage *g, cn_LinkageLinks *l, LinkArms r, dw own[4]) {
    dw fx = zero_dw(), fy = fx, wc = fx, wp = fx, lx = fx, ly = fx;
    if (are_hinges(l)) {
        LinkImpulse x = impulse_again(g, l, 0), y = impulse_again(g, l, 1);
        lx = x.last, ly = y.last, fx = x.now, fy = y.now;
        wc = load_dw(l->jc[0]) * fx + load_dw(l->jc[1]) * fy;
        wp = load_dw(l->jp[0]) * fx + load_dw(l->jp[1]) * fy;
        if (l->head->three) {
            LinkImpulse turn = impulse_again(g, l, 2);
            wc += load_dw(l->jc[2]) * turn.now, wp += load_dw(l->jp[2]) * turn.now;
        }
    } else {
        for (int k = 0; k < (l->head->three ? 3 : 2); k++) {
            LinkImpulse p = impulse_again(g, l, k);
            dw jx = load_dw(l->jx[k]), jy = load_dw(l->jy[k]);
            lx += jx * p.last, ly += jy * p.last;
            fx += jx * p.now, fy += jy * p.now;
            wc += load_dw(l->jc[k]) * p.now, wp += load_dw(l->jp[k]) * p.now;
        }
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
        dw gap[3], speed;
        if (l->head->kinds & CN_LINKAGE_LIMIT) find_limits(g, b, l, at, r);
        set_rows_of(l, at, r);
        gaps_of(l, at, r, gap);
        dw open = allow(g, l, gap, &speed);
        worst = max_dw(worst, max_dw(open, HANGING(worst)));
        closing += speed + HANGING(closing);
        for (int k = 0; (l->head->kinds & CN_LINKAGE_GIVES) && k < 3; k++)
            store_dw(l->give[k], l->head->twice ? load_dw(l->share[k]) : zero_dw());
        push_again(g, l, r, own);
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
    dw lent = zero_dw();
    for (int n = 0; n < b->head->link_count; n++, l++) {
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

/* ---- where it goes ------------------------------------------------------------------------ */

INLINE void predict_bodies(cn_LinkageBodies *b, dw h) {
    dw one = splat_dw(1);
    dw a = h * load_dw(b->v[2]), q = a * a, c0 = load_dw(b->c), s0 = load_dw(b->s);
    dw c = one -
           q * (splat_dw(1.0 / 2) -
                q * (splat_dw(1.0 / 24) - q * (splat_dw(1.0 / 720) - q * splat_dw(1.0 / 40320))));
    dw s = a * (one - q * (splat_dw(1.0 / 6) -
                           q * (splat_dw(1.0 / 120) -
                                q * (splat_dw(1.0 / 5040) - q * splat_dw(1.0 / 362880)))));
    lw wide = (lw)(q > splat_dw(0.09));
    if (any_lw(wide))
        for (int n = 0; n < DW_LANES; n++)
            if (wide[n]) c[n] = cn_cos(a[n]), s[n] = cn_sin(a[n]);
    store_dw(b->px, load_dw(b->x) + h * load_dw(b->v[0]));
    store_dw(b->py, load_dw(b->y) + h * load_dw(b->v[1]));
    store_dw(b->pc, c * c0 - s * s0);
    store_dw(b->ps, s * c0 + c * s0);
}

/* What hangs on a row stands before it: that is foreseen already. */
static void linkage_violations(const cn_Linkage *g) {
    dw h = splat_dw(g->h);
    EACH_PART_OF_BODIES(b) {
        if (is_idle(b)) continue;
        cn_LinkageLinks *l = links_of(g, b);
        predict_bodies(b, h);
        LinkPlaces on = places_then(b);
        dw worst = zero_dw(), gap[3];
        for (int n = 0; n < b->head->link_count; n++, l++) {
            LinkPairs at = pairs_of(l, on, hanging_then(g, l));
            gaps_of(l, at, arms_of(l, at.a, at.b), gap);
            worst = worse(worst, HANGING(worst));
            for (int k = 0; k < link_rows_of(l); k++) {
                dw size = gap[k]; /* what it gives is not read where there is none */
                if (l->head->kinds & CN_LINKAGE_GIVES)
                    size += h * load_dw(l->give[k]) * load_dw(l->impulse[k]);
                size -= load_dw(l->allowed[k]);
                store_dw(l->residual[k], size);
                worst = worse(worst, size);
            }
        }
        store_dw(b->worst, worst);
    }
}

static void linkage_rates(const cn_Linkage *g) {
    EACH_PART_OF_BODIES(b) {
        cn_LinkageLinks *l = links_of(g, b);
        dw vx = load_dw(b->v[0]), vy = load_dw(b->v[1]), w = load_dw(b->v[2]);
        for (int n = 0; n < b->head->link_count; n++, l++) {
            dw x = HANGING(v[0]) - vx, y = HANGING(v[1]) - vy, turn = HANGING(v[2]);
            bool hinges = are_hinges(l);
            for (int k = 0; k < link_rows_of(l); k++) {
                dw along = k == 0 ? x : k == 1 ? y : zero_dw();
                if (!hinges) along = load_dw(l->jx[k]) * x + load_dw(l->jy[k]) * y;
                store_dw(l->residual[k], along + load_dw(l->jc[k]) * turn + load_dw(l->jp[k]) * w);
            }
        }
    }
}

/* ---- whether it is sound ------------------------------------------------------------------ */

INLINE dw twice_kinetic(const cn_LinkageBodies *b, dw x, dw y, dw w) {
    return load_dw(b->mass[0]) * x * x + load_dw(b->mass[1]) * y * y + load_dw(b->mass[2]) * w * w;
}

/* Squared speed of the anchors of a row of links on what no link moves. */
INLINE dw driven_by(const cn_Linkage *g, const cn_LinkageLinks *l) {
    dw x = HANGING(v[0]), y = HANGING(v[1]), w = HANGING(v[2]);
    lw b_hangs = load_lw(l->b_hangs);
    dw ax = choose_dw(b_hangs, load_dw(l->bx), load_dw(l->ax));
    dw ay = choose_dw(b_hangs, load_dw(l->by), load_dw(l->ay));
    dw speed = sqrt_dw(x * x + y * y) + absolute_dw(w) * sqrt_dw(ax * ax + ay * ay);
    return choose_dw((lw)(HANGING(mass[0]) > zero_dw()), zero_dw(), speed * speed);
}

INLINE dw turned_by_links(const cn_Linkage *g, const cn_LinkageBodies *b) {
    return worse(zero_dw(), splat_dw(g->h) * (load_dw(b->v[2]) - load_dw(b->given[2])));
}

static void linkage_find_turned(const cn_Linkage *g) {
    EACH_PART_OF_BODIES(b) {
        const cn_LinkageLinks *l = links_of(g, b);
        if (is_idle(b)) continue;
        dw turned = turned_by_links(g, b);
        for (int n = 0; n < b->head->link_count; n++, l++) turned = worse(turned, HANGING(turned));
        store_dw(b->turned, turned);
    }
}

static void linkage_sums(const cn_Linkage *g) {
    EACH_PART_OF_BODIES(b) {
        const cn_LinkageLinks *l = links_of(g, b);
        if (is_idle(b)) continue;
        dw x = load_dw(b->v[0]), y = load_dw(b->v[1]), w = load_dw(b->v[2]);
        dw gx = load_dw(b->given[0]), gy = load_dw(b->given[1]), gw = load_dw(b->given[2]);
        dw turned = turned_by_links(g, b), after = twice_kinetic(b, x, y, w);
        dw before = twice_kinetic(b, gx - load_dw(b->pushed[0]), gy - load_dw(b->pushed[1]),
                                  gw - load_dw(b->pushed[2]));
        dw heavy = min_dw(load_dw(b->mass[0]), load_dw(b->mass[1])), drive = zero_dw();
        for (int n = 0; n < b->head->link_count; n++, l++) {
            turned = worse(turned, HANGING(turned));
            after += HANGING(after), before += HANGING(before), heavy += HANGING(heavy);
            if (l->head->held) drive = max_dw(drive, driven_by(g, l));
            drive = max_dw(drive, HANGING(drive));
        }
        store_dw(b->turned, turned), store_dw(b->after, after), store_dw(b->before, before);
        store_dw(b->heavy, heavy), store_dw(b->drive, drive);
    }
}

static void judge_links(const cn_Linkage *g, const cn_LinkageBodies *b, cn_LinkageLinks *l) {
    LinkPairs at = pairs_of(l, places_then(b), hanging_then(g, l));
    LinkTurns turning = turns_of(g, b, l, at);
    LinkArms r = arms_of(l, at.a, at.b);
    lw near = (near_limits(l, turning, r) | bears(l)) & load_lw(b->live);
    bool changes = false, known = false;
    dw now = zero_dw(), then = now;
    store_dw(l->next, load_dw(l->limit));
    if (any_lw(near)) then = coordinates_of(l, near, at.a, r, turning);
    for (int i = 0; any_lw(near) && i < DW_LANES; i++) {
        if (!near[i]) continue;
        if (l->limit[i] != 0) {
            if (lets_go(l, i)) l->next[i] = 0;
        } else if (!is_within(g, l, i, then[i])) {
            if (!known)
                now = coordinates_now(g, b, l, near, pairs_of(l, places_now(b), hanging_now(g, l)));
            known = true;
            l->next[i] = will_pass(g, l, i, now[i], then[i]);
        }
        changes |= l->next[i] != l->limit[i];
    }
    for (int i = 0; i < DW_LANES / CN_LINKAGE_HALF; i++) l->head[i].changes = changes;
}

static void linkage_judge(const cn_Linkage *g) {
    EACH_PART_OF_BODIES(b) {
        cn_LinkageLinks *l = links_of(g, b);
        if (is_idle(b)) continue;
        predict_bodies(b, splat_dw(g->h));
        for (int n = 0; n < b->head->link_count; n++, l++)
            if (l->head->kinds & CN_LINKAGE_LIMIT) judge_links(g, b, l);
    }
}

/* What the row of a limit has given is taken back, of what was given with it as well. */
static void take_limit_back(const cn_Linkage *g, cn_LinkageBodies *b, cn_LinkageLinks *l, int i) {
    int row = limit_row(l, i);
    double p = l->impulse[row][i], given = l->given[row][i];
    char *its = (char *)g->bodies + l->child[i];
    cn_LinkageBodies *hangs = (cn_LinkageBodies *)(void *)its; /* shifted to its lane */
    double own[3] = {-l->jx[row][i] * b->inv[0][i], -l->jy[row][i] * b->inv[1][i],
                     l->jp[row][i] * b->inv_turn[i]};
    double below[3] = {l->jx[row][i] * hangs->inv[0][0], l->jy[row][i] * hangs->inv[1][0],
                       l->jc[row][i] * hangs->inv_turn[0]};
    for (int k = 0; k < 3; k++) {
        b->v[k][i] -= p * own[k], hangs->v[k][0] -= p * below[k];
        b->given[k][i] -= given * own[k], hangs->given[k][0] -= given * below[k];
        b->pushed[k][i] -= given * own[k], hangs->pushed[k][0] -= given * below[k];
    }
    l->impulse[row][i] = l->given[row][i] = l->owed[row][i] = l->allowed[row][i] = 0;
}

INLINE void change_lane(const cn_Linkage *g, cn_LinkageBodies *b, cn_LinkageLinks *l, int i,
                        LinkPairs now, double at) {
    int row = limit_row(l, i), side = (int)l->next[i];
    if (l->limit[i] != 0) take_limit_back(g, b, l, i);
    l->limit[i] = 0;
    l->returns[i] = 0;
    if (side == 0) return;
    set_limit_lane(l, i, side, at, now);
    double beyond = side * (at - l->limit_at[i]), stays = limit_allowed(g, beyond);
    l->allowed[row][i] = side * stays;
    l->returns[i] = -(int64_t)(beyond > g->tolerance);
}

/* Limits bear as judge has found, in trees that are live: those are closed but for that. */
static void linkage_change_limits(const cn_Linkage *g) {
    EACH_PART_OF_BODIES(b) {
        cn_LinkageLinks *l = links_of(g, b);
        if (is_idle(b)) continue;
        for (int n = 0; n < b->head->link_count; n++, l++) {
            if (!(l->head->kinds & CN_LINKAGE_LIMIT)) continue;
            LinkPairs now = pairs_of(l, places_now(b), hanging_now(g, l));
            lw asked = load_lw(b->live) & load_lw(l->limited);
            dw at = coordinates_now(g, b, l, asked, now);
            for (int i = 0; i < DW_LANES; i++)
                if (asked[i] && l->next[i] != l->limit[i]) change_lane(g, b, l, i, now, at[i]);
            set_three(l, any_lw(bears(l) & ~load_lw(l->rod)));
            set_rows_of(l, now, arms_of(l, now.a, now.b));
        }
    }
}

/* ---- links as springs --------------------------------------------------------------------- */

/* What turns back a body that links pull at, from impulses that are forgotten then. */
INLINE void pull_links(const cn_Linkage *g, cn_LinkageBodies *b) {
    cn_LinkageLinks *l = links_of(g, b);
    dw own = zero_dw(), h = splat_dw(g->h);
    lw live = load_lw(b->live);
    for (int n = 0; n < b->head->link_count; n++, l++) {
        LinkPairs at = pairs_of(l, places_now(b), hanging_now(g, l));
        LinkArms r = arms_of(l, at.a, at.b);
        lw b_hangs = load_lw(l->b_hangs);
        dw x = zero_dw(), y = x;
        bool hinges = are_hinges(l);
        if (hinges) x = load_dw(l->impulse[0]), y = load_dw(l->impulse[1]);
        for (int k = 0; k < 3; k++) {
            dw p = load_dw(l->impulse[k]);
            if (!hinges) x += load_dw(l->jx[k]) * p, y += load_dw(l->jy[k]) * p;
            store_dw(l->impulse[k], choose_dw(live, zero_dw(), p));
        }
        HANG(push[3],
             h * (x * choose_dw(b_hangs, r.bx, r.ax) + y * choose_dw(b_hangs, r.by, r.ay)));
        own -= h * (x * choose_dw(b_hangs, r.ax, r.bx) + y * choose_dw(b_hangs, r.ay, r.by));
    }
    store_dw(b->own[3], own);
}

/* As if no link had acted in this sub-step. */
INLINE void back_to_unpushed(cn_LinkageBodies *b) {
    dw inv, v[3];
    lw live = load_lw(b->live);
    for (int k = 0; k < 3; k++) v[k] = load_dw(b->given[k]) - load_dw(b->pushed[k]);
    store_dw(b->stiff, choose_dw(live, stiffen(b, &inv, &v[2]), load_dw(b->stiff)));
    store_dw(b->inv_turn, choose_dw(live, inv, load_dw(b->inv_turn)));
    for (int k = 0; k < 3; k++) store_dw(b->v[k], choose_dw(live, v[k], load_dw(b->v[k])));
}

/* What springs have to close, on top of the rates at which they open. */
INLINE void add_springs(const cn_Linkage *g, cn_LinkageBodies *b) {
    cn_LinkageLinks *l = links_of(g, b);
    dw closing = zero_dw(), most = splat_dw(g->push), part = splat_dw(1 / g->h), gap[3];
    for (int n = 0; n < b->head->link_count; n++, l++) {
        LinkPairs at = pairs_of(l, places_now(b), hanging_now(g, l));
        gaps_of(l, at, arms_of(l, at.a, at.b), gap);
        closing += HANGING(closing);
        for (int k = 0; k < link_rows_of(l); k++) {
            dw close = max_dw(-most, min_dw(most, splat_dw(LINK_CLOSE) * gap[k])) * part;
            store_dw(l->residual[k], load_dw(l->residual[k]) + close);
            closing += absolute_dw(close);
        }
    }
    /* of those that are no springs it stays what it was before they began */
    store_dw(b->closing, choose_dw(load_lw(b->live), closing, load_dw(b->closing)));
}

static void linkage_soften(const cn_Linkage *g) {
    EACH_PART_OF_BODIES(b) pull_links(g, b);
    find_lent(g);
    EACH_PART_OF_BODIES(b) back_to_unpushed(b);
    linkage_rates(g);
    EACH_PART_OF_BODIES(b) add_springs(g, b);
}

/* ---- in parts ----------------------------------------------------------------------------- */

static void linkage_start_slices(const cn_Linkage *g) {
    EACH_PART_OF_BODIES(b) {
        cn_LinkageLinks *l = links_of(g, b);
        lw live = load_lw(b->live);
        for (int k = 0; !is_idle(b) && k < 3; k++) {
            dw free = load_dw(b->given[k]) - load_dw(b->pushed[k]);
            store_dw(b->v[k], choose_dw(live, free, load_dw(b->v[k])));
            store_dw(b->mean[k], zero_dw());
            for (int n = 0; n < b->head->link_count; n++) {
                dw none = choose_dw(live, zero_dw(), load_dw(l[n].impulse[k]));
                store_dw(l[n].impulse[k], none);
                store_dw(l[n].sum[k], zero_dw());
            }
        }
    }
}

INLINE void move_there(cn_LinkageBodies *b, lw live) {
    store_dw(b->x, choose_dw(live, load_dw(b->px), load_dw(b->x)));
    store_dw(b->y, choose_dw(live, load_dw(b->py), load_dw(b->y)));
    store_dw(b->c, choose_dw(live, load_dw(b->pc), load_dw(b->c)));
    store_dw(b->s, choose_dw(live, load_dw(b->ps), load_dw(b->s)));
}

INLINE void move_body(cn_LinkageBodies *b, lw live, dw h, dw ratio) {
    predict_bodies(b, h);
    move_there(b, live);
    for (int k = 0; k < 3; k++)
        store_dw(b->mean[k], load_dw(b->mean[k]) + ratio * load_dw(b->v[k]));
}

static void linkage_move_slice(const cn_Linkage *g, double ratio) {
    EACH_PART_OF_BODIES(b) {
        cn_LinkageLinks *l = links_of(g, b);
        lw live = load_lw(b->live);
        if (is_idle(b)) continue;
        move_body(b, live, splat_dw(g->h), splat_dw(ratio));
        for (int n = 0; n < b->head->link_count; n++, l++)
            for (int k = 0; k < 3; k++) {
                dw p = load_dw(l->impulse[k]);
                store_dw(l->sum[k], load_dw(l->sum[k]) + p);
                store_dw(l->impulse[k], choose_dw(live, zero_dw(), p));
            }
    }
}

/* ---- moved together ----------------------------------------------------------------------- */

/* Gaps as residuals, without limits; from here on velocities are ways. */
static void linkage_find_gaps(const cn_Linkage *g) {
    EACH_PART_OF_BODIES(b) {
        cn_LinkageLinks *l = links_of(g, b);
        dw worst = zero_dw(), gap[3];
        if (is_idle(b)) continue;
        for (int k = 0; k < 3; k++) store_dw(b->v[k], zero_dw());
        for (int n = 0; n < b->head->link_count; n++, l++) {
            LinkPairs at = pairs_of(l, places_now(b), hanging_now(g, l));
            lw stop = bears(l), axis = load_lw(l->axis);
            gaps_of(l, at, arms_of(l, at.a, at.b), gap);
            gap[0] = choose_dw(stop & load_lw(l->rod), zero_dw(), gap[0]);
            gap[1] = choose_dw(stop & axis, zero_dw(), gap[1]);
            gap[2] = choose_dw(stop & limits_turn(l), zero_dw(), gap[2]);
            worst = worse(worst, HANGING(worst));
            for (int k = 0; k < 3; k++) {
                store_dw(l->residual[k], gap[k]);
                worst = worse(worst, gap[k]);
            }
        }
        store_dw(b->worst, worst);
    }
}

/* As far along these as the play of each tree says. */
static void linkage_shift(const cn_Linkage *g) {
    EACH_PART_OF_BODIES(b) {
        if (is_idle(b)) continue;
        predict_bodies(b, load_dw(b->play));
        move_there(b, load_lw(b->live));
    }
}

#undef HANGING
#undef HANG
#undef EACH_PART_OF_BODIES
#define LINKAGE_KERNELS                                                                            \
    {                                                                                              \
        linkage_read, linkage_enter, linkage_leave, linkage_finish, linkage_begin,                 \
            linkage_set_rows, linkage_rates, linkage_violations, linkage_factor, linkage_answer,   \
            linkage_find_turned, linkage_sums, linkage_judge, linkage_change_limits,               \
            linkage_soften, linkage_start_slices, linkage_move_slice, linkage_let_be,              \
            linkage_find_gaps, linkage_shift                                                       \
    }
