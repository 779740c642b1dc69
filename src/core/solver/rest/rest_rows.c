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
#include "wide/contact_block.h"

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
    k->slide = (double)(float)drift.tangent;
}

/* m: an overlap that is deeper has no direction, since the other side is as near. */
static float depth_of(const cn_World *w, const cn_Contact *c) {
    return w->cold[c->body_a].inner_radius + w->cold[c->body_b].inner_radius;
}

/* What may have no second point, or adds up. Number by number: gcc has a loop of the processor's
 * for the whole, which takes as long as all else. */
static void clear(cn_RestContact *k) {
    k->slide = k->ta = k->tb = k->tangent = k->pull = 0;
    for (int i = 0; i < 2; i++)
        k->na[i] = k->nb[i] = k->bias[i] = k->normal[i] = k->gap[i] = k->force[i] = 0;
}

void cn_rest_read(const cn_World *w, const cn_RestSolve *d, cn_RestContact *k, int contact) {
    const cn_Contact *c = &w->contact[contact];
    const int *place = w->scratch.rest.place;
    int nowhere = d->body_count;
    cn_Vec n = c->normal, t = cn_right(n);
    bool a_moves = w->cold[c->body_a].type == CN_DYNAMIC;
    bool b_moves = w->cold[c->body_b].type == CN_DYNAMIC;
    clear(k);
    k->contact = contact;
    k->count = c->count;
    k->a = a_moves ? place[c->body_a] : nowhere;
    k->b = b_moves ? place[c->body_b] : nowhere;
    k->nx = (double)n.x;
    k->ny = (double)n.y;
    k->friction = (double)c->friction;
    k->two = c->count > 1;
    k->is = k->ahead = CN_REST_SLIPS;
    k->thick = depth_of(w, c);
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
    const cn_Cholesky *f = &d->rest->factor;
    cn_RestPlace at = {.u = pass->x,
                       .free = d->free,
                       .mass = d->mass,
                       .stiffness = d->stiffness,
                       .first = f->part_first[part],
                       .end = f->part_first[part + 1],
                       .known = d->known};
    int first = d->part_contact[part], count = d->part_contact[part + 1] - first;
    cn_RestEnds ends = {0};
    if (pass->out) ends = cn_rest_ends(d, pass->out, part);
    pass->sum[part] = cn_wide()->rest.evaluate(&at, d->contacts + first, count, ends);
}

double cn_rest_evaluate(cn_RestSolve *d, const double *u, double *g) {
    cn_RestPass pass = {.d = d, .x = u, .out = g};
    cn_rest_run(&pass, evaluate_part);
    cn_rest_join(d, g);
    double merit = cn_rest_sum(&pass);
    return d->welded ? merit + cn_rest_weld_evaluate(d, u, g) : merit;
}

double cn_rest_merit(cn_RestSolve *d, const double *u) {
    cn_RestPass pass = {.d = d, .x = u};
    if (d->welded) return cn_rest_evaluate(d, u, d->gradient);
    cn_rest_run(&pass, evaluate_part);
    return cn_rest_sum(&pass);
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
        if (!cn_rest_bears(k)) continue;
        cn_RestPattern is = cn_rest_pattern(k->is, k->friction);
        cn_RestRows f = cn_rest_differential(&is, k->friction, cn_rest_rows_at(k, pass->x));
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
        if (!cn_rest_slips(k) || !(load > 0)) continue;
        double speed = fabs(cn_rest_rows_at(k, pass->x).tangent + k->slide);
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
        if (!cn_rest_bears(k)) k->is = k->ahead;
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
        if (cn_rest_presses(k, j) && k->gap[j] < BAND) f.normal[j] = -by * k->gap[j];
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
            if (k->gap[j] < -BAND && !cn_rest_slips(k) && !cn_rest_presses(k, j))
                k->is += j ? CN_REST_SECOND : CN_REST_FIRST;
    }
}

void cn_rest_press_overlaps(cn_RestSolve *d) {
    cn_RestPass pass = {.d = d};
    cn_rest_run(&pass, press_part);
}

/* bits of a mark, by which matrices without friction differ from those with it */
#define SMOOTH 0x9e3779b97f4a7c15u

static void only_push_part(void *context, int part) {
    const cn_RestPass *pass = context;
    const cn_RestSolve *d = pass->d;
    for (int i = d->part_contact[part]; i < d->part_contact[part + 1]; i++) {
        cn_RestContact *k = &d->contacts[i];
        k->friction = k->slide = k->tangent = 0;
        k->mark ^= SMOOTH;
        for (int j = 0; j < 2; j++) {
            k->normal[j] = 0;
            k->bias[j] = k->gap[j] < 0 ? pass->scale * k->gap[j] : k->gap[j];
        }
    }
}

void cn_rest_only_push(cn_RestSolve *d, double share) {
    cn_RestPass pass = {.d = d, .scale = share};
    cn_rest_run(&pass, only_push_part);
    d->known = true; /* a contact that neither overlaps nor is met does not press */
}

static void gap_part(void *context, int part) {
    cn_RestPass *pass = context;
    const cn_RestSolve *d = pass->d;
    double most = 0, overlap = 0;
    bool deep = false;
    for (int i = d->part_contact[part]; i < d->part_contact[part + 1]; i++) {
        const cn_RestContact *k = &d->contacts[i];
        for (int j = 0; j < k->count; j++) {
            if (cn_rest_presses(k, j) && k->gap[j] < BAND && fabs(k->gap[j]) > most)
                most = fabs(k->gap[j]);
            deep |= k->gap[j] < -(double)k->thick;
            overlap = cn_larger(-k->gap[j], overlap);
        }
    }
    pass->found[part] = deep;
    pass->sum[part] = most;
    pass->more[part] = overlap;
}

double cn_rest_largest_gap(cn_RestSolve *d, bool *deep) {
    cn_RestPass pass = {.d = d};
    cn_rest_run(&pass, gap_part);
    *deep = cn_rest_found(&pass);
    d->overlap = 0;
    for (int i = 0; i < d->rest->factor.part_count; i++)
        d->overlap = fmax(d->overlap, pass.more[i]);
    return d->welded ? fmax(cn_rest_most(&pass), cn_rest_weld_gap(d)) : cn_rest_most(&pass);
}

static void best_part(void *context, int part) {
    cn_RestPass *pass = context;
    const cn_RestSolve *d = pass->d;
    double closes = 0, ways = 0, gaps = 0, most = 0;
    for (int i = d->part_contact[part]; i < d->part_contact[part + 1]; i++) {
        const cn_RestContact *k = &d->contacts[i];
        cn_RestRows way = cn_rest_rows_at(k, pass->x);
        for (int j = 0; j < k->count; j++) {
            if (!cn_rest_presses(k, j) || k->gap[j] >= BAND) {
                most = cn_larger(-way.normal[j] / (cn_larger(k->gap[j], 0) + MEET), most);
                continue;
            }
            closes -= way.normal[j] * pass->scale * k->gap[j];
            ways += way.normal[j] * way.normal[j];
            gaps += pass->scale * k->gap[j] * pass->scale * k->gap[j];
        }
    }
    pass->sum[part] = closes;
    pass->more[part] = ways;
    pass->most[part] = most;
    pass->gaps[part] = gaps;
}

double cn_rest_best_part(cn_RestSolve *d, double by, const double *x, double *left) {
    cn_RestPass pass = {.d = d, .x = x, .scale = by};
    double ways = 0, gaps = 0, most = 1;
    cn_rest_run(&pass, best_part);
    double closes = cn_rest_sum(&pass);
    for (int i = 0; i < d->rest->factor.part_count; i++) {
        ways += pass.more[i];
        gaps += pass.gaps[i];
        most = fmax(most, pass.most[i]);
    }
    double part = closes < ways ? fmin(1 / most, fmax(closes / ways, 0)) : 1 / most;
    *left = gaps > 0 ? 1 - part * (2 * closes - part * ways) / gaps : 0;
    return part;
}

/* ---- the matrix --------------------------------------------------------------------------- */

static void mark_part(void *context, int part) {
    cn_RestPass *pass = context;
    const cn_RestSolve *d = pass->d;
    uint64_t h = 0;
    for (int i = d->part_contact[part]; i < d->part_contact[part + 1]; i++) {
        const cn_RestContact *k = &d->contacts[i];
        if (cn_rest_bears(k)) h = cn_hash_add(h, k->mark + (uint64_t)(int)k->is);
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

/* Contacts on their way into the matrix, of one part: blocks of bodies from `end` on are left out,
 * as are those of what does not move. */
typedef struct Into {
    const cn_Cholesky *f;
    double stiffness;
    int end, count;
    bool full;                /* the order has no room for one */
    cn_CholeskyColumn column; /* asked last */
    cn_RestTiles tiles[4];
    double nowhere[12];
} Into;

static void begin(Into *in, const cn_RestSolve *d, int end) {
    in->f = &d->rest->factor;
    in->stiffness = d->stiffness;
    in->end = end;
    in->count = 0;
    in->full = false;
    in->column.value = NULL;
    memset(in->nowhere, 0, sizeof in->nowhere);
}

static void send(Into *in) {
    cn_wide()->rest.assemble(in->tiles, in->count, in->stiffness);
    in->count = 0;
}

static void put(Into *in, cn_RestTiles t) {
    in->tiles[in->count++] = t;
    if (in->count == 4) send(in);
}

static const cn_CholeskyColumn *column_of(Into *in, int body) {
    if (!in->column.value || in->column.position != body)
        in->column = cn_cholesky_column(in->f, body);
    return &in->column;
}

/* Blocks of a contact, but that of the body of both that comes last if it is one of another part.
 */
static void add_contact(Into *in, const cn_RestContact *k) {
    int n = in->f->count, early = k->a < k->b ? k->a : k->b, late = k->a < k->b ? k->b : k->a;
    cn_RestTiles t = {.of = k, .swapped = k->a > k->b, .both = in->nowhere, .stride_both = 4};
    double *first = in->nowhere, *last = in->nowhere;
    int first_stride = 4, last_stride = 4;
    if (late < in->end) {
        cn_CholeskyColumn c = cn_cholesky_column(in->f, late);
        last = c.value, last_stride = c.stride;
    }
    if (early < in->end) {
        const cn_CholeskyColumn *c = column_of(in, early);
        first = c->value, first_stride = c->stride;
        if (late < n) t.both = cn_cholesky_below(c, late), t.stride_both = c->stride;
    }
    if (!t.both) in->full = true;
    if (!t.both) return;
    bool swapped = t.swapped;
    t.a = swapped ? last : first, t.stride_a = swapped ? last_stride : first_stride;
    t.b = swapped ? first : last, t.stride_b = swapped ? first_stride : last_stride;
    put(in, t);
}

static void assemble_part(void *context, int part) {
    cn_RestPass *pass = context;
    cn_RestSolve *d = pass->d;
    cn_Cholesky *f = &d->rest->factor;
    Into in;
    begin(&in, d, f->part_first[part + 1]);
    cn_cholesky_clear(f, part);
    for (int i = f->part_first[part]; i < f->part_first[part + 1]; i++) {
        cn_CholeskyColumn c = cn_cholesky_column(f, i);
        for (int j = 0; j < 3; j++) c.value[j + j * c.stride] = d->mass[3 * i + j];
    }
    for (int i = d->part_contact[part]; i < d->part_contact[part + 1]; i++)
        if (cn_rest_bears(&d->contacts[i])) add_contact(&in, &d->contacts[i]);
    send(&in); /* those that are left */
    pass->found[part] = in.full;
}

/* The blocks that parts leave to those above. */
static void assemble_between(cn_RestSolve *d, int part) {
    const cn_Cholesky *f = &d->rest->factor;
    Into in;
    begin(&in, d, 0);
    for (int i = 0; i < d->part_crossing[part]; i++) {
        const cn_RestContact *k = &d->contacts[d->crossing[d->part_contact[part] + i]];
        if (!cn_rest_bears(k)) continue;
        bool swapped = k->a > k->b;
        cn_CholeskyColumn c = cn_cholesky_column(f, swapped ? k->a : k->b);
        cn_RestTiles t = {.of = k, .swapped = swapped, .both = in.nowhere, .stride_both = 4};
        t.a = swapped ? c.value : in.nowhere, t.stride_a = swapped ? c.stride : 4;
        t.b = swapped ? in.nowhere : c.value, t.stride_b = swapped ? 4 : c.stride;
        put(&in, t);
    }
    send(&in); /* those that are left */
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
