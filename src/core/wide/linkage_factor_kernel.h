/* linkage_factor_kernel.h: the matrix of a linkage, factored from its leaves, and what it solves.
 *
 * A body and all that hangs on it answers an impulse by its mobility. A link takes out of that of
 * the body on which it hangs what it holds: with J its rows and Y the mobilities on both sides,
 * S = J Y J^T of both, and Y -= Y J^T S^-1 J Y. Answers go up the tree by what is open still, and
 * come down as impulses. */
#include "wide/linkage_rows_kernel.h"

/* ---- the matrix --------------------------------------------------------------------------- */

/* xx, xy, xw, yy, yw, ww */
typedef struct LinkMobilities {
    dw xx, xy, xw, yy, yw, ww;
} LinkMobilities;

typedef struct LinkVectors {
    dw x, y, w;
} LinkVectors;

INLINE LinkVectors times_mobility(dw x, dw y, dw w, LinkMobilities m) {
    return (LinkVectors){x * m.xx + y * m.xy + w * m.xw, x * m.xy + y * m.yy + w * m.yw,
                         x * m.xw + y * m.yw + w * m.ww};
}

INLINE dw pivot_inverse(dw p) { return choose_dw((lw)(p > zero_dw()), splat_dw(1) / p, zero_dw()); }

/* A pivot that others have taken nearly all of is given a little softness: exact_factor.c. */
INLINE dw softened(cn_LinkageLinks *l, int k, dw size, dw pivot) {
    dw give = max_dw(zero_dw(), load_dw(l->least) * size - pivot);
    store_dw(l->give[k], load_dw(l->share[k]) + give);
    return pivot + give;
}

/* Directions of a row on what hangs, and on what it hangs on; and what they do there. */
typedef struct LinkSides {
    dw x, y, c, p;
    LinkVectors hangs, on;
} LinkSides;

INLINE dw coupling(LinkSides i, LinkSides j) {
    return (i.hangs.x - i.on.x) * j.x + (i.hangs.y - i.on.y) * j.y + i.hangs.w * j.c + i.on.w * j.p;
}

/* With row j of a hinge, along x or y. */
INLINE dw hinge_coupling(LinkSides i, LinkSides j, int along) {
    dw there = along == 0 ? i.hangs.x - i.on.x : i.hangs.y - i.on.y;
    return there + i.hangs.w * j.c + i.on.w * j.p;
}

/* With the third row. */
INLINE dw turn_coupling(LinkSides i, LinkSides turn) {
    return i.hangs.w * turn.c + i.on.w * turn.p;
}

/* What row k would have with its two bodies alone. */
INLINE dw size_of_row(const cn_Linkage *g, const cn_LinkageBodies *b, const cn_LinkageLinks *l,
                      LinkSides r, int k, bool hinges) {
    dw turning = r.c * r.c * HANGING(inv_turn), own = r.p * r.p * load_dw(b->inv_turn);
    if (k == 2) return turning + own;
    if (hinges && k == 0) return HANGING(inv[0]) + load_dw(b->inv[0]) + turning + own;
    if (hinges) return HANGING(inv[1]) + load_dw(b->inv[1]) + turning + own;
    return r.x * r.x * (HANGING(inv[0]) + load_dw(b->inv[0])) +
           r.y * r.y * (HANGING(inv[1]) + load_dw(b->inv[1])) + turning + own;
}

INLINE void invert_one(const dw m[6], dw out[6]) {
    out[0] = pivot_inverse(m[0]);
    for (int k = 1; k < 6; k++) out[k] = zero_dw();
}

INLINE void invert_two(const dw m[6], dw out[6]) {
    dw i1 = pivot_inverse(m[0]), l21 = m[1] * i1;
    dw i2 = pivot_inverse(m[3] - l21 * m[1]);
    out[0] = i1 + l21 * l21 * i2;
    out[1] = -l21 * i2;
    out[3] = i2;
    out[2] = out[4] = out[5] = zero_dw();
}

INLINE void invert_three(const dw m[6], dw out[6]) {
    dw i1 = pivot_inverse(m[0]), l21 = m[1] * i1, l31 = m[2] * i1;
    dw i2 = pivot_inverse(m[3] - l21 * m[1]), rest = m[4] - l31 * m[1], l32 = rest * i2;
    dw i3 = pivot_inverse(m[5] - l31 * m[2] - l32 * rest), m31 = l21 * l32 - l31;
    out[0] = i1 + l21 * l21 * i2 + m31 * m31 * i3;
    out[1] = -l21 * i2 - m31 * l32 * i3;
    out[2] = m31 * i3;
    out[3] = i2 + l32 * l32 * i3;
    out[4] = -l32 * i3;
    out[5] = i3;
}

/* As the others, with softened pivots: for trees that hang on more than one fixed place. */
INLINE void invert_soft(cn_LinkageLinks *l, const dw size[3], const dw m[6], dw out[6], int rows) {
    dw p1 = softened(l, 0, size[0], m[0]);
    dw i1 = pivot_inverse(p1), l21 = m[1] * i1, l31 = m[2] * i1;
    out[0] = i1;
    for (int k = 1; k < 6; k++) out[k] = zero_dw();
    if (rows == 1) return;
    dw p2 = softened(l, 1, size[1], m[3] - l21 * m[1]);
    dw i2 = pivot_inverse(p2), rest = m[4] - l31 * m[1], l32 = rest * i2;
    out[0] = i1 + l21 * l21 * i2;
    out[1] = -l21 * i2;
    out[3] = i2;
    if (rows == 2) return;
    dw p3 = softened(l, 2, size[2], m[5] - l31 * m[2] - l32 * rest);
    dw i3 = pivot_inverse(p3), m31 = l21 * l32 - l31;
    out[0] += m31 * m31 * i3;
    out[1] -= m31 * l32 * i3;
    out[2] = m31 * i3;
    out[3] += l32 * l32 * i3;
    out[4] = -l32 * i3;
    out[5] = i3;
}

/* Where links are springs. */
INLINE void give_in(const dw size[3], dw m[6], int rows) {
    static const int diagonal[3] = {0, 3, 5};
    for (int k = 0; k < rows; k++) m[diagonal[k]] += splat_dw(LINK_GIVE) * size[k];
}

INLINE LinkSides side_of_hinge(const cn_LinkageLinks *l, int along, LinkMobilities below,
                               LinkMobilities own) {
    LinkSides r;
    dw c = load_dw(l->jc[along]), p = load_dw(l->jp[along]), one = splat_dw(1);
    r.x = along == 0 ? one : zero_dw(), r.y = along == 0 ? zero_dw() : one;
    r.c = c, r.p = p;
    dw bx = along == 0 ? below.xx : below.xy, by = along == 0 ? below.xy : below.yy;
    dw ox = along == 0 ? own.xx : own.xy, oy = along == 0 ? own.xy : own.yy;
    dw bw = along == 0 ? below.xw : below.yw, ow = along == 0 ? own.xw : own.yw;
    r.hangs = (LinkVectors){bx + c * below.xw, by + c * below.yw, bw + c * below.ww};
    r.on = (LinkVectors){p * own.xw - ox, p * own.yw - oy, p * own.ww - ow};
    return r;
}

INLINE LinkSides side_of_row(const cn_LinkageLinks *l, int k, LinkMobilities below,
                             LinkMobilities own) {
    LinkSides r;
    r.x = load_dw(l->jx[k]), r.y = load_dw(l->jy[k]);
    r.c = load_dw(l->jc[k]), r.p = load_dw(l->jp[k]);
    r.hangs = times_mobility(r.x, r.y, r.c, below);
    r.on = times_mobility(-r.x, -r.y, r.p, own);
    return r;
}

INLINE LinkSides side_of_turn(const cn_LinkageLinks *l, LinkMobilities below, LinkMobilities own) {
    LinkSides r;
    r.x = r.y = zero_dw();
    r.c = load_dw(l->jc[2]), r.p = load_dw(l->jp[2]);
    r.hangs = (LinkVectors){r.c * below.xw, r.c * below.yw, r.c * below.ww};
    r.on = (LinkVectors){r.p * own.xw, r.p * own.yw, r.p * own.ww};
    return r;
}

/* own -= sum of Q^T S^-1 Q over rows. */
INLINE LinkMobilities held_back(LinkMobilities own, const LinkSides r[3], const dw s[6], int rows) {
    static const int at[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    for (int i = 0; i < rows; i++) {
        dw x = zero_dw(), y = x, w = x;
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

/* J Y J^T of both sides. */
INLINE void couple(const LinkSides r[3], dw m[6], int rows, bool hinges) {
    m[1] = m[2] = m[3] = m[4] = m[5] = zero_dw();
    m[0] = hinges ? hinge_coupling(r[0], r[0], 0) : coupling(r[0], r[0]);
    if (rows == 1) return;
    m[1] = hinges ? hinge_coupling(r[0], r[1], 1) : coupling(r[0], r[1]);
    m[3] = hinges ? hinge_coupling(r[1], r[1], 1) : coupling(r[1], r[1]);
    if (rows == 2) return;
    m[2] = turn_coupling(r[0], r[2]);
    m[4] = turn_coupling(r[1], r[2]);
    m[5] = turn_coupling(r[2], r[2]);
}

/* Of a row of links, with so many rows of theirs. */
INLINE LinkMobilities factor_link(const cn_Linkage *g, const cn_LinkageBodies *b,
                                  cn_LinkageLinks *l, LinkMobilities own, int rows, bool hinges) {
    LinkMobilities below = {HANGING(mobility[0]), HANGING(mobility[1]), HANGING(mobility[2]),
                            HANGING(mobility[3]), HANGING(mobility[4]), HANGING(mobility[5])};
    LinkSides r[3];
    dw m[6], s[6], size[3] = {zero_dw(), zero_dw(), zero_dw()};
    for (int k = 0; k < rows && k < 2; k++)
        r[k] = hinges ? side_of_hinge(l, k, below, own) : side_of_row(l, k, below, own);
    if (rows == 3) r[2] = side_of_turn(l, below, own);
    couple(r, m, rows, hinges);
    bool gives = any_lw((lw)(load_dw(l->least) > zero_dw()));
    for (int k = 0; (g->soft || gives) && k < rows; k++)
        size[k] = size_of_row(g, b, l, r[k], k, hinges);
    if (g->soft)
        give_in(size, m, rows);
    else if (l->head->twice)
        m[0] += load_dw(l->share[0]), m[3] += load_dw(l->share[1]), m[5] += load_dw(l->share[2]);
    if (gives)
        invert_soft(l, size, m, s, rows);
    else if (rows == 3)
        invert_three(m, s);
    else if (rows == 2)
        invert_two(m, s);
    else
        invert_one(m, s);
    for (int k = 0; hinges && k < (rows == 3 ? 6 : 4);
         k++) /* nothing is held where there is none */
        s[k] = choose_dw(load_lw(l->point), s[k], zero_dw());
    for (int k = 0; k < 6; k++) store_dw(l->inverse[k], s[k]);
    for (int k = 0; k < rows; k++) {
        store_dw(l->across[3 * k], r[k].on.x);
        store_dw(l->across[3 * k + 1], r[k].on.y);
        store_dw(l->across[3 * k + 2], r[k].on.w);
    }
    return held_back(own, r, s, rows);
}

/* By the shape of a row of links: fn(..., own, rows, hinges). */
#define BY_SHAPE(fn, ...)                                                                          \
    switch (l->head->shape) {                                                                      \
    case CN_LINKAGE_HINGES:                                                                        \
        own = fn(__VA_ARGS__, own, 2, true);                                                       \
        break;                                                                                     \
    case CN_LINKAGE_TURNING_HINGES:                                                                \
        own = fn(__VA_ARGS__, own, 3, true);                                                       \
        break;                                                                                     \
    case CN_LINKAGE_ONE_ROW:                                                                       \
        own = fn(__VA_ARGS__, own, 1, false);                                                      \
        break;                                                                                     \
    case CN_LINKAGE_THREE_ROWS:                                                                    \
        own = fn(__VA_ARGS__, own, 3, false);                                                      \
        break;                                                                                     \
    default:                                                                                       \
        own = fn(__VA_ARGS__, own, 2, false);                                                      \
        break;                                                                                     \
    }

static void linkage_factor(const cn_Linkage *g) {
    EACH_PART_OF_BODIES(b) {
        if (is_idle(b)) continue;
        cn_LinkageLinks *l = links_of(g, b);
        LinkMobilities own = {load_dw(b->inv[0]), zero_dw(), zero_dw(),
                              load_dw(b->inv[1]), zero_dw(), load_dw(b->inv_turn)};
        for (int n = 0; n < b->head->link_count; n++, l++) BY_SHAPE(factor_link, g, b, l)
        store_dw(b->mobility[0], own.xx), store_dw(b->mobility[1], own.xy);
        store_dw(b->mobility[2], own.xw), store_dw(b->mobility[3], own.yy);
        store_dw(b->mobility[4], own.yw), store_dw(b->mobility[5], own.ww);
    }
}

/* ---- what it solves ----------------------------------------------------------------------- */

INLINE LinkVectors times_inverse(const cn_LinkageLinks *l, LinkVectors r, int rows) {
    dw s0 = load_dw(l->inverse[0]);
    if (rows == 1) return (LinkVectors){s0 * r.x, zero_dw(), zero_dw()};
    dw s1 = load_dw(l->inverse[1]), s3 = load_dw(l->inverse[3]);
    LinkVectors p = {s0 * r.x + s1 * r.y, s1 * r.x + s3 * r.y, zero_dw()};
    if (rows == 2) return p;
    dw s2 = load_dw(l->inverse[2]), s4 = load_dw(l->inverse[4]), s5 = load_dw(l->inverse[5]);
    p.x += s2 * r.w, p.y += s4 * r.w;
    p.w = s2 * r.x + s4 * r.y + s5 * r.w;
    return p;
}

INLINE dw open_hinge(const cn_LinkageLinks *l, int k, dw scale, LinkVectors below,
                     LinkVectors own) {
    dw along = k == 0 ? below.x - own.x : below.y - own.y;
    return scale * load_dw(l->residual[k]) - along - load_dw(l->jc[k]) * below.w -
           load_dw(l->jp[k]) * own.w;
}

INLINE dw open_row(const cn_LinkageLinks *l, int k, dw scale, LinkVectors below, LinkVectors own) {
    return scale * load_dw(l->residual[k]) - load_dw(l->jx[k]) * (below.x - own.x) -
           load_dw(l->jy[k]) * (below.y - own.y) - load_dw(l->jc[k]) * below.w -
           load_dw(l->jp[k]) * own.w;
}

INLINE dw open_turn(const cn_LinkageLinks *l, dw scale, LinkVectors below, LinkVectors own) {
    return scale * load_dw(l->residual[2]) - load_dw(l->jc[2]) * below.w -
           load_dw(l->jp[2]) * own.w;
}

/* What row k of a row of links does to what it hangs on. */
INLINE LinkVectors pushed_by(const cn_LinkageLinks *l, int k, dw p, LinkVectors own) {
    own.x += load_dw(l->across[3 * k]) * p;
    own.y += load_dw(l->across[3 * k + 1]) * p;
    own.w += load_dw(l->across[3 * k + 2]) * p;
    return own;
}

INLINE LinkVectors answer_up(const cn_Linkage *g, cn_LinkageLinks *l, dw scale, LinkVectors own,
                             int rows, bool hinges) {
    LinkVectors below = {HANGING(answer[0]), HANGING(answer[1]), HANGING(answer[2])};
    LinkVectors r = {zero_dw(), zero_dw(), zero_dw()};
    r.x = hinges ? open_hinge(l, 0, scale, below, own) : open_row(l, 0, scale, below, own);
    if (rows > 1)
        r.y = hinges ? open_hinge(l, 1, scale, below, own) : open_row(l, 1, scale, below, own);
    if (rows == 3) r.w = open_turn(l, scale, below, own);
    LinkVectors p = times_inverse(l, r, rows);
    store_dw(l->answer[0], p.x);
    if (rows == 1) return pushed_by(l, 0, p.x, own);
    store_dw(l->answer[1], p.y);
    own.x += load_dw(l->across[0]) * p.x + load_dw(l->across[3]) * p.y;
    own.y += load_dw(l->across[1]) * p.x + load_dw(l->across[4]) * p.y;
    own.w += load_dw(l->across[2]) * p.x + load_dw(l->across[5]) * p.y;
    if (rows == 2) return own;
    store_dw(l->answer[2], p.w);
    return pushed_by(l, 2, p.w, own);
}

INLINE dw felt_by(const cn_LinkageLinks *l, int k, LinkVectors own) {
    return load_dw(l->across[3 * k]) * own.x + load_dw(l->across[3 * k + 1]) * own.y +
           load_dw(l->across[3 * k + 2]) * own.w;
}

/* own: impulse on what it hangs on, of all that comes later. */
INLINE LinkVectors answer_down(const cn_Linkage *g, cn_LinkageLinks *l, lw live, LinkVectors own,
                               int rows, bool hinges) {
    LinkVectors r = {felt_by(l, 0, own), zero_dw(), zero_dw()};
    if (rows > 1) r.y = felt_by(l, 1, own);
    if (rows > 2) r.w = felt_by(l, 2, own);
    LinkVectors back = times_inverse(l, r, rows);
    dw p[3] = {load_dw(l->answer[0]) - back.x, zero_dw(), zero_dw()};
    if (rows > 1) p[1] = load_dw(l->answer[1]) - back.y;
    if (rows > 2) p[2] = load_dw(l->answer[2]) - back.w;
    dw x = zero_dw(), y = x, c = x;
    for (int k = 0; k < rows; k++) {
        dw before = load_dw(l->impulse[k]);
        if (!hinges && k < 2) x += load_dw(l->jx[k]) * p[k], y += load_dw(l->jy[k]) * p[k];
        c += load_dw(l->jc[k]) * p[k], own.w += load_dw(l->jp[k]) * p[k];
        store_dw(l->impulse[k], choose_dw(live, before + p[k], before));
    }
    if (hinges) x = p[0], y = p[1];
    HANG(push[0], x), HANG(push[1], y), HANG(push[2], c);
    own.x -= x, own.y -= y;
    return own;
}

static void linkage_answer(const cn_Linkage *g, double scale) {
    dw factor = splat_dw(scale);
    EACH_PART_OF_BODIES(b) {
        if (is_idle(b)) continue;
        cn_LinkageLinks *l = links_of(g, b);
        LinkVectors own = {zero_dw(), zero_dw(), zero_dw()};
        for (int n = 0; n < b->head->link_count; n++, l++) BY_SHAPE(answer_up, g, l, factor)
        store_dw(b->answer[0], own.x), store_dw(b->answer[1], own.y), store_dw(b->answer[2], own.w);
    }
    for (cn_LinkageBodies *b = last_part(g); b >= g->bodies; b = part_before(g, b)) {
        if (is_idle(b)) continue;
        cn_LinkageLinks *l = links_of(g, b) + b->head->link_count - 1;
        lw live = load_lw(b->live);
        LinkVectors own = {load_dw(b->push[0]), load_dw(b->push[1]), load_dw(b->push[2])};
        for (int n = 0; n < b->head->link_count; n++, l--) BY_SHAPE(answer_down, g, l, live)
        dw x = load_dw(b->v[0]), y = load_dw(b->v[1]), w = load_dw(b->v[2]);
        store_dw(b->v[0], choose_dw(live, x + own.x * load_dw(b->inv[0]), x));
        store_dw(b->v[1], choose_dw(live, y + own.y * load_dw(b->inv[1]), y));
        store_dw(b->v[2], choose_dw(live, w + own.w * load_dw(b->inv_turn), w));
    }
}
