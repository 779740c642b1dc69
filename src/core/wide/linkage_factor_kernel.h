/* linkage_factor_kernel.h: the matrix of a linkage, factored from its leaves, and what it solves.
 *
 * A body and all that hangs on it answers an impulse by its mobility. A link takes out of that of
 * the body on which it hangs what it holds: with J its rows and Y the mobilities on both sides,
 * S = J Y J^T of both, and Y -= Y J^T S^-1 J Y. Answers go up the tree by what is open still, and
 * come down as impulses. */
#include "wide/linkage_rows_kernel.h"

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
    for (int k = 0; k < 3; k++) m[diagonal[k]] += splat_d4(LINK_GIVE) * size_of_row(g, b, l, r[k]);
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
