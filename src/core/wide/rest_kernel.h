/* rest_kernel.h: contacts of an island at rest, four at a time (solver/rest/rest_rows.c says what
 * they mean, and rest_cone.h says the same of one).
 *
 * Each lane does what is done for one contact alone, operation by operation; what contacts add to
 * bodies and to sums is added one contact after the other. So neither the number of lanes nor where
 * contacts stand among them changes a bit. */
#include "wide/lanes_double.h"
#include "wide/rest_contact.h"

/* Four contacts; where there are fewer the last stands in the lanes that are left. */
typedef struct RestFour {
    const cn_RestContact *of[4];
} RestFour;

/* Four numbers of each, by number. */
INLINE void rest_numbers(const RestFour *f, const double *first, d4 out[4]) {
    size_t at = (size_t)(first - &f->of[0]->nx);
    for (int i = 0; i < 4; i++) out[i] = load_d4(&f->of[i]->nx + at);
    transpose_d4(out);
}

/* Velocities x, y, w; the fourth means nothing. */
INLINE void rest_bodies(const double *u, int a, int b, int c, int d, d4 out[4]) {
    out[0] = load_d4(u + 3 * a);
    out[1] = load_d4(u + 3 * b);
    out[2] = load_d4(u + 3 * c);
    out[3] = load_d4(u + 3 * d);
    transpose_d4(out);
}

/* What does not change with velocities. */
typedef struct RestShape {
    d4 nx, ny, friction, slide, na[2], nb[2], ta, tb, bias[2];
} RestShape;

INLINE RestShape rest_shape(const RestFour *f) {
    d4 n[4], arms[4], rest[4];
    rest_numbers(f, &f->of[0]->nx, n);
    rest_numbers(f, f->of[0]->na, arms);
    rest_numbers(f, &f->of[0]->ta, rest);
    RestShape s = {n[0],
                   n[1],
                   n[2],
                   n[3],
                   {arms[0], arms[1]},
                   {arms[2], arms[3]},
                   rest[0],
                   rest[1],
                   {rest[2], rest[3]}};
    return s;
}

/* Of two normals and the tangent. */
typedef struct RestRows4 {
    d4 n0, n1, t;
} RestRows4;

INLINE RestRows4 rest_rows_at(const RestFour *f, const RestShape *s, const double *u) {
    d4 a[4], b[4];
    rest_bodies(u, f->of[0]->a, f->of[1]->a, f->of[2]->a, f->of[3]->a, a);
    rest_bodies(u, f->of[0]->b, f->of[1]->b, f->of[2]->b, f->of[3]->b, b);
    d4 x = b[0] - a[0], y = b[1] - a[1], along = s->nx * x + s->ny * y;
    RestRows4 v = {(along + s->nb[0] * b[2]) - s->na[0] * a[2],
                   (along + s->nb[1] * b[2]) - s->na[1] * a[2],
                   ((s->ny * x - s->nx * y) + s->tb * b[2]) - s->ta * a[2]};
    return v;
}

typedef struct RestForce4 {
    RestRows4 rows;
    d4 is;
} RestForce4;

/* What is outside of the cone and presses: the nearest place on its edge, for both points or for
 * the one that asks for more. */
INLINE RestForce4 rest_to_edge(RestRows4 s, d4 mu, l4 two) {
    d4 zero = splat_d4(0), one = splat_d4(1), size = absolute_d4(s.t);
    d4 out = (size - mu * (s.n0 + s.n1)) / (one + mu * mu * splat_d4(2));
    d4 n0 = s.n0 + mu * out, n1 = s.n1 + mu * out;
    l4 both = two & ~((l4)(n0 < zero) | (l4)(n1 < zero));
    l4 larger = two & (l4)(s.n1 > s.n0);
    d4 most = choose_d4(larger, s.n1, s.n0), off = (size - mu * most) / (one + mu * mu);
    d4 n = most + mu * off;
    l4 any = both | ~(l4)(n < zero), back = (l4)(s.t < zero);
    d4 load = choose_d4(any, n, zero);
    d4 pull = size - choose_d4(both, out, off);
    d4 is = choose_d4(both, splat_d4(CN_REST_FIRST + CN_REST_SECOND),
                      choose_d4(larger, splat_d4(CN_REST_SECOND), splat_d4(CN_REST_FIRST)));
    is = is + choose_d4(back, zero, splat_d4(2 * CN_REST_SLIPS));
    RestForce4 f = {{choose_d4(both, n0, choose_d4(larger, zero, load)),
                     choose_d4(both, n1, choose_d4(larger, load, zero)),
                     choose_d4(any, choose_d4(back, -pull, pull), zero)},
                    choose_d4(any, is, splat_d4(CN_REST_SLIPS))};
    return f;
}

INLINE RestRows4 rest_choose(l4 mask, RestRows4 a, RestRows4 b) {
    RestRows4 r = {choose_d4(mask, a.n0, b.n0), choose_d4(mask, a.n1, b.n1),
                   choose_d4(mask, a.t, b.t)};
    return r;
}

/* The nearest that contacts can bear. least: what asks for more presses. */
INLINE RestForce4 rest_project(RestRows4 s, d4 mu, l4 two, d4 least) {
    d4 zero = splat_d4(0), size = absolute_d4(s.t);
    l4 first = (l4)(s.n0 > least), second = two & (l4)(s.n1 > least);
    d4 n0 = choose_d4(first, s.n0, zero), n1 = choose_d4(second, s.n1, zero);
    l4 rough = (l4)(mu > zero);
    l4 holds = rough & (first | second) & ~(l4)(size > mu * (n0 + n1));
    l4 outside = rough & ~holds;
    d4 is = choose_d4(first, splat_d4(CN_REST_FIRST), zero) +
            choose_d4(second, splat_d4(CN_REST_SECOND), zero) +
            choose_d4(holds, splat_d4(CN_REST_HOLDS), zero) + splat_d4(CN_REST_SLIPS);
    RestForce4 f = {{n0, n1, choose_d4(holds, s.t, zero)}, is};
    if (!any_l4(outside)) return f;
    RestForce4 edge = rest_to_edge(s, mu, two);
    RestForce4 r = {rest_choose(outside, edge.rows, f.rows), choose_d4(outside, edge.is, f.is)};
    return r;
}

/* Impulses of contacts onto a, and against them on b. */
INLINE void rest_add(const RestFour *f, int count, const RestShape *s, RestRows4 v,
                     cn_RestEnds ends) {
    double x[4], y[4], wa[4], wb[4];
    d4 n = v.n0 + v.n1;
    store_d4(x, n * s->nx + v.t * s->ny);
    store_d4(y, n * s->ny - v.t * s->nx);
    store_d4(wa, (v.n0 * s->na[0] + v.n1 * s->na[1]) + v.t * s->ta);
    store_d4(wb, (v.n0 * s->nb[0] + v.n1 * s->nb[1]) + v.t * s->tb);
    for (int i = 0; i < count; i++) {
        double *a = cn_rest_end(ends, f->of[i]->a), *b = cn_rest_end(ends, f->of[i]->b);
        a[0] += x[i], a[1] += y[i], a[2] += wa[i];
        b[0] -= x[i], b[1] -= y[i], b[2] -= wb[i];
    }
}

/* The gradient of the energy of motion, and that energy. Of only the energy is asked, here and
 * below, where gradient is NULL. */
INLINE double evaluate_bodies(const cn_RestPlace *at, double *gradient) {
    double merit = 0, energy[4];
    int i = 3 * at->first, end = 3 * at->end;
    for (; i + 4 <= end; i += 4) {
        d4 off = load_d4(at->u + i) - load_d4(at->free + i), g = load_d4(at->mass + i) * off;
        if (gradient) store_d4(gradient + i, g);
        store_d4(energy, splat_d4(0.5) * g * off);
        for (int k = 0; k < 4; k++) merit += energy[k];
    }
    for (; i < end; i++) {
        double off = at->u[i] - at->free[i], g = at->mass[i] * off;
        if (gradient) gradient[i] = g;
        merit += 0.5 * g * off;
    }
    return merit;
}

static double evaluate_rest(const cn_RestPlace *at, cn_RestContact *contacts, int count,
                            cn_RestEnds gradient) {
    double merit = evaluate_bodies(at, gradient.own);
    d4 hard = splat_d4(at->stiffness), half = splat_d4(0.5 / at->stiffness);
    d4 least = splat_d4(at->known ? 0 : -0x1p-1074); /* N s, the least there is: all but zero */
    for (int i = 0; i < count; i += 4) {
        cn_RestContact *k = contacts + i;
        int left = count - i, in = left < 4 ? left : 4;
        RestFour f = {{k, k + (left > 1), k + (left > 2 ? 2 : left - 1), k + (in - 1)}};
        RestShape shape = rest_shape(&f);
        RestRows4 v = rest_rows_at(&f, &shape, at->u);
        d4 load[4];
        double energy[4];
        rest_numbers(&f, k->normal, load);
        RestRows4 s = {load[0] - hard * (v.n0 + shape.bias[0]),
                       load[1] - hard * (v.n1 + shape.bias[1]),
                       load[2] - hard * (v.t + shape.slide)};
        RestForce4 is = rest_project(s, shape.friction, (l4)(load[3] > splat_d4(0)), least);
        RestRows4 r = is.rows;
        store_d4(energy, half * ((r.n0 * r.n0 + r.n1 * r.n1) + r.t * r.t));
        for (int j = 0; j < in; j++) merit += energy[j];
        if (!gradient.own) continue;
        d4 out[4] = {r.n0, r.n1, r.t, is.is};
        transpose_d4(out);
        for (int j = 0; j < in; j++) store_d4(k[j].force, out[j]);
        rest_add(&f, in, &shape, r, gradient);
    }
    return merit;
}

/* ---- the matrix --------------------------------------------------------------------------- */

/* Springs of the rows of four contacts: how stiff, zero where there is none; how much of each
 * normal is in that of the cone's edge; and to which side they slip. */
typedef struct RestSprings {
    double scale[4][4]; /* of both normals, of the tangent, of the edge */
    double share[2][4], slips[4];
} RestSprings;

INLINE void rest_spring(const cn_RestContact *k, double stiffness, int i, RestSprings *s) {
    cn_RestPattern is = cn_rest_pattern(k->is, k->friction);
    for (int j = 0; j < 2; j++) {
        s->scale[j][i] = is.presses[j] ? stiffness : 0;
        s->share[j][i] = is.presses[j] ? k->friction : 0;
    }
    s->scale[2][i] = is.holds || is.slips ? stiffness : 0;
    s->scale[3][i] = is.slips ? -stiffness / is.parts : 0;
    s->slips[i] = is.slips;
}

/* One row: what it says of b, and of a, where x and y are the negative. */
typedef struct RestRow4 {
    d4 x, y, wa, wb;
} RestRow4;

/* Sums over rows of what they say of two coordinates of bodies. between: of the body with the rows
 * of the block of both and the other one, whose w is negative where a is the former. */
typedef struct RestSums {
    d4 xx, xy, yx, yy;         /* of b, and of a */
    d4 ax, ay, aa, bx, by, bb; /* w of a, and of b, with b's */
    d4 xw, yw, ww;             /* between */
} RestSums;

INLINE void rest_sum(RestSums *s, d4 scale, RestRow4 r, l4 swapped) {
    d4 x = scale * r.x, y = scale * r.y, a = scale * r.wa, b = scale * r.wb;
    d4 other = choose_d4(swapped, -r.wb, r.wa);
    s->xx += x * r.x, s->yx += y * r.x, s->xy += x * r.y, s->yy += y * r.y;
    s->ax += a * r.x, s->ay += a * r.y, s->aa += a * r.wa;
    s->bx += b * r.x, s->by += b * r.y, s->bb += b * r.wb;
    s->xw += x * other, s->yw += y * other;
    s->ww += choose_d4(swapped, a * r.wb, b * r.wa);
}

INLINE RestSums rest_sums(const RestFour *f, double stiffness, l4 swapped) {
    RestSprings k;
    for (int i = 0; i < 4; i++) rest_spring(f->of[i], stiffness, i, &k);
    RestShape h = rest_shape(f);
    d4 zero = splat_d4(0), slips = load_d4(k.slips);
    d4 m0 = load_d4(k.share[0]), m1 = load_d4(k.share[1]);
    RestRow4 n0 = {h.nx, h.ny, -h.na[0], h.nb[0]}, n1 = {h.nx, h.ny, -h.na[1], h.nb[1]};
    RestRow4 t = {h.ny, -h.nx, -h.ta, h.tb};
    RestSums s = {zero, zero, zero, zero, zero, zero, zero, zero, zero, zero, zero, zero, zero};
    rest_sum(&s, load_d4(k.scale[0]), n0, swapped);
    rest_sum(&s, load_d4(k.scale[1]), n1, swapped);
    rest_sum(&s, load_d4(k.scale[2]), t, swapped);
    if (!any_l4((l4)(load_d4(k.scale[3]) < zero))) return s;
    RestRow4 edge = {((zero - m0 * n0.x) - m1 * n1.x) + slips * t.x,
                     ((zero - m0 * n0.y) - m1 * n1.y) + slips * t.y,
                     ((zero - m0 * n0.wa) - m1 * n1.wa) + slips * t.wa,
                     ((zero - m0 * n0.wb) - m1 * n1.wb) + slips * t.wb};
    rest_sum(&s, load_d4(k.scale[3]), edge, swapped);
    return s;
}

INLINE void rest_column(double *to, d4 add) { store_d4(to, load_d4(to) + add); }

/* -0 leaves any number as it is. */
INLINE void add_tiles(const cn_RestTiles *t, int count, const RestSums *s, l4 swapped) {
    d4 none = splat_d4(-0.0);
    d4 ax[4] = {s->xx, s->yx, -s->ax, none}, ay[4] = {s->xy, s->yy, -s->ay, none};
    d4 bx[4] = {s->xx, s->yx, s->bx, none}, by[4] = {s->xy, s->yy, s->by, none};
    d4 x[4] = {-s->xx, -s->yx, choose_d4(swapped, s->ax, -s->bx), none};
    d4 y[4] = {-s->xy, -s->yy, choose_d4(swapped, s->ay, -s->by), none};
    d4 w[4] = {s->xw, s->yw, s->ww, none};
    double aa[4], bb[4];
    transpose_d4(ax), transpose_d4(ay), transpose_d4(bx), transpose_d4(by);
    transpose_d4(x), transpose_d4(y), transpose_d4(w);
    store_d4(aa, s->aa), store_d4(bb, s->bb);
    for (int i = 0; i < count; i++) {
        double *a = t[i].a, *b = t[i].b, *both = t[i].both;
        rest_column(a, ax[i]);
        rest_column(a + t[i].stride_a, ay[i]);
        a[2 * t[i].stride_a + 2] += aa[i];
        rest_column(b, bx[i]);
        rest_column(b + t[i].stride_b, by[i]);
        b[2 * t[i].stride_b + 2] += bb[i];
        rest_column(both, x[i]);
        rest_column(both + t[i].stride_both, y[i]);
        rest_column(both + 2 * t[i].stride_both, w[i]);
    }
}

static void assemble_rest(const cn_RestTiles *t, int count, double stiffness) {
    for (int i = 0; i < count; i += 4, t += 4) {
        int left = count - i, in = left < 4 ? left : 4;
        int second = left > 1, third = left > 2 ? 2 : left - 1, last = in - 1;
        RestFour f = {{t->of, t[second].of, t[third].of, t[last].of}};
        d4 side = make_d4(t->swapped, t[second].swapped, t[third].swapped, t[last].swapped);
        l4 swapped = (l4)(side > splat_d4(0));
        RestSums s = rest_sums(&f, stiffness, swapped);
        add_tiles(t, in, &s, swapped);
    }
}

#define REST_KERNELS                                                                               \
    { evaluate_rest, assemble_rest }
