/* rest_rows.c: what the contacts of an island say at given velocities.
 *
 * Each contact is a stiff spring around its multipliers, of which only the part counts that the
 * contact can bear: normals that push, and a tangent within the cone of friction. The energies of
 * these springs and that of the bodies' deviation from free motion add up to one convex function of
 * the velocities, the merit; its minimum is the answer. Nothing in it depends on the loads that are
 * to be found, so that a wedge or a house of cards has one answer too.
 * In a cone what slides also lifts, by friction times its speed: no answer for what really slides.
 * One tangent for both points of a contact: how the load is shared between them is not known well
 * enough to give each a cone of its own.
 * Sources: Nocedal and Wright, "Numerical Optimization", 2006, chapter 17 (augmented Lagrangian);
 * Anitescu, "Optimization-based simulation of nonsmooth rigid multibody dynamics", 2006; Acary et
 * al., "A formulation of the linear discrete Coulomb friction problem via convex optimization",
 * 2011. */
#include <math.h>
#include <string.h>

#include "base/intern.h"
#include "base/larger.h"
#include "data/contact_access.h"
#include "data/world.h"
#include "solver/rest/rest.h"
#include "solver/rest/rest_cone.h"
#include "sparse/cholesky.h"

/* m: a smaller gap is a touch, a larger one may be approached within the step */
#define BAND 0.0005
/* m: a correction brings nothing into each other by more, that it was not to take apart */
#define MEET 0.001

static uint64_t mix(uint64_t h, double v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return cn_hash_add(h, bits);
}

/* ---- from and to the world ---------------------------------------------------------------- */

static uint64_t mark_of(const cn_RestContact *k) {
    uint64_t h = cn_hash_add(0, (uint64_t)k->a << 32 | (uint64_t)k->b);
    h = mix(mix(h, k->nx), k->ny);
    h = mix(mix(h, k->na[0]), k->nb[0]);
    return mix(mix(mix(h, k->na[1]), k->ta), k->friction);
}

/* m: overlap that is allowed is none. */
static double gap_of(float separation, float allowed) {
    return separation < 0 ? (double)cn_minf(separation + allowed, 0) : (double)separation;
}

/* What moves at the other end, and does not move along. */
static void read_drift(const cn_World *w, const cn_RestSolve *d, const cn_Contact *c,
                       cn_RestContact *k) {
    cn_RestDrift drift;
    cn_rest_drift(w, &d->frame, c, &drift);
    k->bias[0] += drift.normal[0];
    k->bias[1] += drift.normal[1];
    k->slide = (float)drift.tangent;
}

/* m: an overlap that is deeper has no direction, since the other side is as near. */
static float depth_of(const cn_World *w, const cn_Contact *c) {
    return w->cold[c->body_a].inner_radius + w->cold[c->body_b].inner_radius;
}

void cn_rest_read(const cn_World *w, const cn_RestSolve *d, cn_RestContact *k, int contact) {
    const cn_Contact *c = &w->contact[contact];
    const int *place = w->scratch.rest.place;
    int nowhere = d->body_count;
    cn_Vec n = c->normal, t = cn_right(n);
    bool a_moves = w->cold[c->body_a].type == CN_DYNAMIC;
    bool b_moves = w->cold[c->body_b].type == CN_DYNAMIC;
    *k = (cn_RestContact){.contact = contact,
                          .count = c->count,
                          .a = a_moves ? place[c->body_a] : nowhere,
                          .b = b_moves ? place[c->body_b] : nowhere,
                          .nx = (double)n.x,
                          .ny = (double)n.y,
                          .friction = (double)c->friction,
                          .thick = depth_of(w, c)};
    double substeps = w->def.substeps, share = 1.0 / c->count;
    for (int i = 0; i < c->count; i++) {
        cn_Vec ra = c->r[i], rb = cn_add(ra, c->d);
        k->na[i] = (double)cn_cross(ra, n);
        k->nb[i] = (double)cn_cross(rb, n);
        k->ta += share * (double)cn_cross(ra, t);
        k->tb += share * (double)cn_cross(rb, t);
        k->gap[i] = gap_of(c->separation[i], cn_allowed_overlap(w));
        k->bias[i] = k->gap[i] > BAND ? k->gap[i] / d->dt : 0;
        k->normal[i] = (double)c->impulse[i].normal * substeps;
        k->tangent += (double)c->impulse[i].tangent * substeps;
    }
    if (d->frame.moves || d->driven) read_drift(w, d, c, k);
    k->mark = mark_of(k);
}

void cn_rest_write(cn_World *w, const cn_RestContact *k) {
    cn_Contact *c = &w->contact[k->contact];
    double sum = k->normal[0] + k->normal[1];
    float substeps = (float)w->def.substeps;
    for (int i = 0; i < k->count; i++) {
        double share = sum > 0 ? k->normal[i] / sum : 1.0 / k->count;
        cn_Row total = {(float)k->normal[i], (float)(k->tangent * share)};
        c->total[i] = total;
        c->impulse[i] = (cn_Row){total.normal / substeps, total.tangent / substeps};
    }
}

/* ---- at given velocities ------------------------------------------------------------------ */

/* Impulses of a contact's rows onto its bodies. */
static inline void add_impulse(const cn_RestContact *k, cn_RestRows f, cn_RestEnds ends) {
    double n = f.normal[0] + f.normal[1], t = f.tangent;
    double px = n * k->nx + t * k->ny, py = n * k->ny - t * k->nx;
    double *a = cn_rest_end(ends, k->a), *b = cn_rest_end(ends, k->b);
    a[0] -= px;
    a[1] -= py;
    a[2] -= f.normal[0] * k->na[0] + f.normal[1] * k->na[1] + t * k->ta;
    b[0] += px;
    b[1] += py;
    b[2] += f.normal[0] * k->nb[0] + f.normal[1] * k->nb[1] + t * k->tb;
}

static void evaluate_part(void *context, int part) {
    cn_RestPass *pass = context;
    cn_RestSolve *d = pass->d;
    const cn_Cholesky *factor = &d->rest->factor;
    const double *u = pass->x;
    double *g = pass->out, merit = 0, stiffness = d->stiffness, half = 0.5 / stiffness;
    for (int i = 3 * factor->part_first[part]; i < 3 * factor->part_first[part + 1]; i++) {
        double off = u[i] - d->free[i];
        g[i] = d->mass[i] * off;
        merit += 0.5 * g[i] * off;
    }
    cn_RestEnds ends = cn_rest_ends(d, g, part);
    for (int i = d->part_contact[part]; i < d->part_contact[part + 1]; i++) {
        cn_RestContact *k = &d->contacts[i];
        cn_RestRows v = cn_rest_rows_at(k, u), s;
        for (int j = 0; j < 2; j++)
            s.normal[j] = k->normal[j] - stiffness * (v.normal[j] + k->bias[j]);
        s.tangent = k->tangent - stiffness * (v.tangent + (double)k->slide);
        cn_RestForce f = cn_rest_project(s, k->friction, k->count > 1, d->known);
        k->is = f.is;
        double n0 = k->force[0] = f.rows.normal[0], n1 = k->force[1] = f.rows.normal[1];
        double t = k->pull = f.rows.tangent;
        merit += half * (n0 * n0 + n1 * n1 + t * t);
        add_impulse(k, (cn_RestRows){{-n0, -n1}, -t}, ends);
    }
    pass->sum[part] = merit;
}

double cn_rest_evaluate(cn_RestSolve *d, const double *u, double *g) {
    cn_RestPass pass = {.d = d, .x = u, .out = g};
    cn_rest_run(&pass, evaluate_part);
    cn_rest_join(d, g);
    double merit = cn_rest_sum(&pass);
    return d->welded ? merit + cn_rest_weld_evaluate(d, u, g) : merit;
}

static void multiply_part(void *context, int part) {
    cn_RestPass *pass = context;
    cn_RestSolve *d = pass->d;
    const cn_Cholesky *factor = &d->rest->factor;
    double stiffness = d->stiffness, *out = pass->out;
    for (int i = 3 * factor->part_first[part]; i < 3 * factor->part_first[part + 1]; i++)
        out[i] = d->mass[i] * pass->x[i];
    cn_RestEnds ends = cn_rest_ends(d, out, part);
    for (int i = d->part_contact[part]; i < d->part_contact[part + 1]; i++) {
        const cn_RestContact *k = &d->contacts[i];
        if (!k->is.presses[0] && !k->is.presses[1]) continue;
        cn_RestRows f = cn_rest_differential(&k->is, k->friction, cn_rest_rows_at(k, pass->x));
        f.normal[0] *= stiffness;
        f.normal[1] *= stiffness;
        f.tangent *= stiffness;
        add_impulse(k, f, ends);
    }
}

void cn_rest_multiply(cn_RestSolve *d, const double *u, double *out) {
    cn_RestPass pass = {.d = d, .x = u, .out = out};
    cn_rest_run(&pass, multiply_part);
    cn_rest_join(d, out);
    if (d->welded) cn_rest_weld_multiply(d, u, out);
}

static void slide_part(void *context, int part) {
    cn_RestPass *pass = context;
    const cn_RestSolve *d = pass->d;
    double all = 0, sliding = 0, fastest = 0;
    for (int i = d->part_contact[part]; i < d->part_contact[part + 1]; i++) {
        const cn_RestContact *k = &d->contacts[i];
        double load = k->force[0] + k->force[1];
        all += load;
        if (!k->is.slips || !(load > 0)) continue;
        double speed = fabs(cn_rest_rows_at(k, pass->x).tangent + (double)k->slide);
        if (speed > pass->scale) sliding += load;
        if (speed > fastest) fastest = speed;
    }
    pass->sum[part] = all;
    pass->more[part] = sliding;
    pass->most[part] = fastest;
}

double cn_rest_sliding(cn_RestSolve *d, const double *u, double speed, double *fastest) {
    cn_RestPass pass = {.d = d, .x = u, .scale = speed};
    double all, sliding = 0;
    cn_rest_run(&pass, slide_part);
    all = cn_rest_sum(&pass);
    *fastest = 0;
    for (int i = 0; i < d->rest->factor.part_count; i++) {
        sliding += pass.more[i];
        *fastest = fmax(*fastest, pass.most[i]);
    }
    return all > 0 ? sliding / all : 0;
}

static void look_ahead_part(void *context, int part) {
    const cn_RestSolve *d = ((cn_RestPass *)context)->d;
    for (int i = d->part_contact[part]; i < d->part_contact[part + 1]; i++)
        d->contacts[i].ahead = d->contacts[i].is;
}

void cn_rest_look_ahead(cn_RestSolve *d) {
    cn_RestPass pass = {.d = d};
    cn_rest_run(&pass, look_ahead_part);
}

static void take_ahead_part(void *context, int part) {
    const cn_RestSolve *d = ((cn_RestPass *)context)->d;
    for (int i = d->part_contact[part]; i < d->part_contact[part + 1]; i++) {
        cn_RestContact *k = &d->contacts[i];
        if (!k->is.presses[0] && !k->is.presses[1]) k->is = k->ahead;
    }
}

void cn_rest_take_ahead(cn_RestSolve *d) {
    cn_RestPass pass = {.d = d};
    cn_rest_run(&pass, take_ahead_part);
}

/* ---- gaps --------------------------------------------------------------------------------- */

static void pull_gap(const cn_RestContact *k, double by, cn_RestEnds ends) {
    cn_RestRows f = {{0, 0}, 0};
    for (int j = 0; j < k->count; j++)
        if (k->is.presses[j] && k->gap[j] < BAND) f.normal[j] = -by * k->gap[j];
    add_impulse(k, f, ends);
}

/* Onto the bodies of one of the lowest parts, or of the only part; what goes to others is left
 * out. */
static void pull_part(void *context, int part) {
    cn_RestPass *pass = context;
    const cn_RestSolve *d = pass->d;
    if (part >= CN_CHOLESKY_LEAVES) return;
    cn_RestEnds ends = cn_rest_ends(d, pass->out, part);
    for (int i = d->part_contact[part]; i < d->part_contact[part + 1]; i++)
        pull_gap(&d->contacts[i], pass->scale, ends);
}

/* Onto the bodies of the parts above, which are few: contact by contact, in their order. */
static void pull_above(const cn_RestSolve *d, double by, double *out) {
    cn_RestEnds ends = {.own = out, .end = INT32_MAX};
    for (int part = 0; part < CN_CHOLESKY_PARTS; part++) {
        bool leaf = part < CN_CHOLESKY_LEAVES;
        int first = d->part_contact[part];
        int count = leaf ? d->part_crossing[part] : d->part_contact[part + 1] - first;
        for (int i = 0; i < count; i++) {
            const cn_RestContact *k = &d->contacts[leaf ? d->crossing[first + i] : first + i];
            double kept[3], *below = out + 3 * (k->a < k->b ? k->a : k->b);
            memcpy(kept, below, sizeof kept); /* the end in the leaf has had its part */
            pull_gap(k, by, ends);
            if (leaf) memcpy(below, kept, sizeof kept);
        }
    }
}

void cn_rest_pull_gaps(cn_RestSolve *d, double by, double *out) {
    cn_RestPass pass = {.d = d, .out = out, .scale = by};
    cn_rest_run(&pass, pull_part);
    if (d->rest->factor.part_count > 1) pull_above(d, by, out);
    if (d->welded) cn_rest_weld_pull(d, by, out);
}

static void press_part(void *context, int part) {
    const cn_RestSolve *d = ((cn_RestPass *)context)->d;
    for (int i = d->part_contact[part]; i < d->part_contact[part + 1]; i++) {
        cn_RestContact *k = &d->contacts[i];
        for (int j = 0; j < k->count; j++)
            if (k->gap[j] < -BAND && !k->is.slips) k->is.presses[j] = true;
    }
}

void cn_rest_press_overlaps(cn_RestSolve *d) {
    cn_RestPass pass = {.d = d};
    cn_rest_run(&pass, press_part);
}

static void gap_part(void *context, int part) {
    cn_RestPass *pass = context;
    const cn_RestSolve *d = pass->d;
    double most = 0;
    bool deep = false;
    for (int i = d->part_contact[part]; i < d->part_contact[part + 1]; i++) {
        const cn_RestContact *k = &d->contacts[i];
        for (int j = 0; j < k->count; j++) {
            if (k->is.presses[j] && k->gap[j] < BAND && fabs(k->gap[j]) > most)
                most = fabs(k->gap[j]);
            deep |= k->gap[j] < -(double)k->thick;
        }
    }
    pass->found[part] = deep;
    pass->sum[part] = most;
}

double cn_rest_largest_gap(cn_RestSolve *d, bool *deep) {
    cn_RestPass pass = {.d = d};
    cn_rest_run(&pass, gap_part);
    *deep = cn_rest_found(&pass);
    return d->welded ? fmax(cn_rest_most(&pass), cn_rest_weld_gap(d)) : cn_rest_most(&pass);
}

static void best_part(void *context, int part) {
    cn_RestPass *pass = context;
    const cn_RestSolve *d = pass->d;
    double closes = 0, ways = 0, most = 0;
    for (int i = d->part_contact[part]; i < d->part_contact[part + 1]; i++) {
        const cn_RestContact *k = &d->contacts[i];
        cn_RestRows way = cn_rest_rows_at(k, pass->x);
        for (int j = 0; j < k->count; j++) {
            if (!k->is.presses[j] || k->gap[j] >= BAND) {
                most = cn_larger(-way.normal[j] / (cn_larger(k->gap[j], 0) + MEET), most);
                continue;
            }
            closes -= way.normal[j] * pass->scale * k->gap[j];
            ways += way.normal[j] * way.normal[j];
        }
    }
    pass->sum[part] = closes;
    pass->more[part] = ways;
    pass->most[part] = most;
}

double cn_rest_best_part(cn_RestSolve *d, double by, const double *x) {
    cn_RestPass pass = {.d = d, .x = x, .scale = by};
    double ways = 0, most = 1;
    cn_rest_run(&pass, best_part);
    double closes = cn_rest_sum(&pass);
    for (int i = 0; i < d->rest->factor.part_count; i++) {
        ways += pass.more[i];
        most = fmax(most, pass.most[i]);
    }
    return closes < ways ? fmin(1 / most, fmax(closes / ways, 0)) : 1 / most;
}

/* ---- the matrix --------------------------------------------------------------------------- */

static void mark_part(void *context, int part) {
    cn_RestPass *pass = context;
    const cn_RestSolve *d = pass->d;
    uint64_t h = 0;
    for (int i = d->part_contact[part]; i < d->part_contact[part + 1]; i++) {
        const cn_RestContact *k = &d->contacts[i];
        int pattern =
            k->is.presses[0] + 2 * k->is.presses[1] + 4 * k->is.holds + 8 * (k->is.slips + 1);
        if (k->is.presses[0] || k->is.presses[1]) h = cn_hash_add(h, k->mark + (uint64_t)pattern);
    }
    pass->mark[part] = h;
}

/* Two matrices of the same island with the same mark are the same. */
uint64_t cn_rest_matrix_mark(cn_RestSolve *d) {
    cn_RestPass pass = {.d = d};
    uint64_t h = mix(0, d->stiffness);
    cn_rest_run(&pass, mark_part);
    for (int i = 0; i < d->rest->factor.part_count; i++) h = cn_hash_add(h, pass.mark[i]);
    if (d->welded) h = cn_hash_add(h, cn_rest_weld_mark(d));
    return h ? h : 1;
}

typedef struct Row {
    double scale;
    double side[2][3]; /* of a, of b */
} Row;

static int rows_of(const cn_RestContact *k, double stiffness, Row *rows) {
    int count = 0;
    Row edge = {.scale = -stiffness / k->is.parts};
    for (int i = 0; i < 2; i++) {
        if (!k->is.presses[i]) continue;
        Row r = {stiffness, {{-k->nx, -k->ny, -k->na[i]}, {k->nx, k->ny, k->nb[i]}}};
        for (int j = 0; j < 3; j++) {
            edge.side[0][j] -= k->friction * r.side[0][j];
            edge.side[1][j] -= k->friction * r.side[1][j];
        }
        rows[count++] = r;
    }
    if (count == 0 || (!k->is.holds && !k->is.slips)) return count;
    Row t = {stiffness, {{-k->ny, k->nx, -k->ta}, {k->ny, -k->nx, k->tb}}};
    rows[count++] = t;
    if (!k->is.slips) return count;
    for (int j = 0; j < 3; j++) {
        edge.side[0][j] += k->is.slips * t.side[0][j];
        edge.side[1][j] += k->is.slips * t.side[1][j];
    }
    rows[count++] = edge;
    return count;
}

/* What all rows of a contact say of two of its bodies; side 0 is a. */
static void add_rows(cn_CholeskyTile block, const Row *rows, int count, int down, int across) {
    double sum[9] = {0};
    for (int k = 0; k < count; k++) {
        const double *x = rows[k].side[down], *y = rows[k].side[across];
        double scale = rows[k].scale;
        for (int i = 0; i < 9; i++) sum[i] += scale * x[i % 3] * y[i / 3];
    }
    for (int i = 0; i < 9; i++) block.value[i % 3 + i / 3 * block.stride] += sum[i];
}

/* A contact into its own part: all but the block of a last body that belongs to another part.
 * False: the order has no room for it. */
static bool add_contact(const cn_Cholesky *f, const cn_RestContact *k, const Row *rows, int count,
                        int end) {
    if (k->a < end) add_rows(cn_cholesky_tile(f, k->a, k->a), rows, count, 0, 0);
    if (k->b < end) add_rows(cn_cholesky_tile(f, k->b, k->b), rows, count, 1, 1);
    if (k->a == f->count || k->b == f->count) return true;
    cn_CholeskyTile block = cn_cholesky_tile(f, k->a, k->b);
    if (!block.value) return false;
    add_rows(block, rows, count, !block.swapped, block.swapped);
    return true;
}

static void assemble_part(void *context, int part) {
    cn_RestPass *pass = context;
    cn_RestSolve *d = pass->d;
    cn_Cholesky *f = &d->rest->factor;
    cn_cholesky_clear(f, part);
    pass->found[part] = false;
    for (int i = f->part_first[part]; i < f->part_first[part + 1]; i++) {
        cn_CholeskyTile block = cn_cholesky_tile(f, i, i);
        for (int j = 0; j < 3; j++) block.value[j + j * block.stride] = d->mass[3 * i + j];
    }
    for (int i = d->part_contact[part]; i < d->part_contact[part + 1]; i++) {
        Row rows[4];
        int count = rows_of(&d->contacts[i], d->stiffness, rows);
        if (count == 0) continue;
        if (!add_contact(f, &d->contacts[i], rows, count, f->part_first[part + 1]))
            pass->found[part] = true;
    }
}

/* The blocks that parts leave to those above. */
static void assemble_between(cn_RestSolve *d, int part) {
    const cn_Cholesky *f = &d->rest->factor;
    for (int i = 0; i < d->part_crossing[part]; i++) {
        const cn_RestContact *k = &d->contacts[d->crossing[d->part_contact[part] + i]];
        int last = k->a > k->b ? k->a : k->b;
        Row rows[4];
        int count = rows_of(k, d->stiffness, rows);
        int side = last == k->b;
        add_rows(cn_cholesky_tile(f, last, last), rows, count, side, side);
    }
}

/* False when the order has no room for it, or no memory. */
bool cn_rest_assemble(cn_RestSolve *d) {
    cn_Cholesky *f = &d->rest->factor;
    cn_RestPass pass = {.d = d};
    if (!cn_cholesky_reserve(f)) return false;
    cn_rest_run(&pass, assemble_part);
    d->disordered = cn_rest_found(&pass) || (d->welded && !cn_rest_weld_assemble(d));
    if (d->disordered) return false;
    for (int part = 0; part + 1 < f->part_count; part++) assemble_between(d, part);
    return true;
}
