/* linkage_kernel.h: the arithmetic of trees of links, as many at a time as a vector holds.
 *
 * A tree is solved from its leaves, by mobilities: the velocity that a body and all that hangs on
 * it answers an impulse with. A link takes out of that of the body on which it hangs what it
 * holds, so that what cannot move at all (a place in the world) is a leaf like any other, and any
 * body can be the root. Source: Featherstone, "Rigid Body Dynamics Algorithms", 2008, chapter 7;
 * Baraff, "Linear-Time Dynamics using Lagrange Multipliers", SIGGRAPH 1996.
 * What is meant by each stage is said in solver/exact/. */
#include "wide/linkage_begin_kernel.h"
#include "wide/linkage_factor_kernel.h"
#include "wide/linkage_motion_kernel.h"
#include "wide/linkage_rows_kernel.h"

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

INLINE void find_rates(const cn_Linkage *g, const cn_LinkageBodies *b) {
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

static void linkage_rates(const cn_Linkage *g) { EACH_PART_OF_BODIES(b) find_rates(g, b); }

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

/* What turns back a body that links pull at. Arms of hinges are what their rows turn. */
INLINE void pull_links(const cn_Linkage *g, cn_LinkageBodies *b) {
    cn_LinkageLinks *l = links_of(g, b);
    dw own = zero_dw(), h = splat_dw(g->h);
    for (int n = 0; n < b->head->link_count; n++, l++) {
        bool hinges = are_hinges(l);
        dw x = zero_dw(), y = x, its, ours;
        if (hinges) x = load_dw(l->impulse[0]), y = load_dw(l->impulse[1]);
        for (int k = 0; !hinges && k < 3; k++) {
            dw p = load_dw(l->impulse[k]);
            x += load_dw(l->jx[k]) * p, y += load_dw(l->jy[k]) * p;
        }
        if (hinges) {
            its = x * load_dw(l->jc[1]) - y * load_dw(l->jc[0]);
            ours = y * load_dw(l->jp[0]) - x * load_dw(l->jp[1]);
        } else {
            LinkPairs at = pairs_of(l, places_now(b), hanging_now(g, l));
            LinkArms r = arms_of(l, at.a, at.b);
            lw b_hangs = load_lw(l->b_hangs);
            its = x * choose_dw(b_hangs, r.bx, r.ax) + y * choose_dw(b_hangs, r.by, r.ay);
            ours = x * choose_dw(b_hangs, r.ax, r.bx) + y * choose_dw(b_hangs, r.ay, r.by);
        }
        HANG(push[3], h * its);
        own -= h * ours;
    }
    store_dw(b->own[3], own);
}

/* How stiff live trees are, from what their links did last. */
static void linkage_stiffen(const cn_Linkage *g) {
    EACH_PART_OF_BODIES(b) pull_links(g, b);
    find_lent(g);
    EACH_PART_OF_BODIES(b) {
        dw inv, w = zero_dw();
        lw live = load_lw(b->live);
        store_dw(b->stiff, choose_dw(live, stiffen(b, &inv, &w), load_dw(b->stiff)));
        store_dw(b->inv_turn, choose_dw(live, inv, load_dw(b->inv_turn)));
    }
}

/* As if no link had acted in this sub-step. */
INLINE void back_to_unpushed(cn_LinkageBodies *b) {
    dw v[3], inv = load_dw(b->inv_turn);
    lw live = load_lw(b->live), stiff = (lw)(load_dw(b->stiff) > zero_dw());
    for (int k = 0; k < 3; k++) v[k] = load_dw(b->given[k]) - load_dw(b->pushed[k]);
    if (any_lw(stiff)) v[2] = choose_dw(stiff, v[2] * (load_dw(b->mass[2]) * inv), v[2]);
    for (int k = 0; k < 3; k++) store_dw(b->v[k], choose_dw(live, v[k], load_dw(b->v[k])));
}

/* By what their rows turn. */
INLINE void gaps_of_hinges(const cn_Linkage *g, const cn_LinkageBodies *b, const cn_LinkageLinks *l,
                           dw gap[3]) {
    lw point = load_lw(l->point);
    dw x = (HANGING(x) - load_dw(b->x)) + (load_dw(l->jc[1]) + load_dw(l->jp[1]));
    dw y = (HANGING(y) - load_dw(b->y)) - (load_dw(l->jc[0]) + load_dw(l->jp[0]));
    gap[0] = choose_dw(point, x, zero_dw());
    gap[1] = choose_dw(point, y, zero_dw());
}

/* What springs have to close, on top of the rates at which they open. */
INLINE void add_springs(const cn_Linkage *g, cn_LinkageBodies *b) {
    cn_LinkageLinks *l = links_of(g, b);
    dw closing = zero_dw(), most = splat_dw(g->push), part = splat_dw(1 / g->h), gap[3];
    lw live = load_lw(b->live);
    for (int n = 0; n < b->head->link_count; n++, l++) {
        if (l->head->shape == CN_LINKAGE_HINGES) {
            gaps_of_hinges(g, b, l, gap);
        } else {
            LinkPairs at = pairs_of(l, places_now(b), hanging_now(g, l));
            gaps_of(l, at, arms_of(l, at.a, at.b), gap);
        }
        closing += HANGING(closing);
        for (int k = 0; k < link_rows_of(l); k++) {
            dw close = max_dw(-most, min_dw(most, splat_dw(LINK_CLOSE) * gap[k])) * part;
            store_dw(l->residual[k], load_dw(l->residual[k]) + close);
            closing += absolute_dw(close);
        }
        for (int k = 0; k < 3; k++)
            store_dw(l->impulse[k], choose_dw(live, zero_dw(), load_dw(l->impulse[k])));
    }
    /* of those that are no springs it stays what it was before they began */
    store_dw(b->closing, choose_dw(live, closing, load_dw(b->closing)));
}

static void linkage_soften(const cn_Linkage *g) {
    EACH_PART_OF_BODIES(b) {
        if (is_vacant(b)) continue;
        back_to_unpushed(b);
        find_rates(g, b);
        add_springs(g, b);
    }
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
            linkage_stiffen, linkage_soften, linkage_start_slices, linkage_move_slice,             \
            linkage_let_be, linkage_find_gaps, linkage_shift                                       \
    }
