/* test_rest_kernel.c: contacts of islands at rest, four at a time (src/core/wide/rest_kernel.h),
 * against one after the other (src/core/solver/rest/rest_cone.h): the same bits, by every set of
 * kernels that this machine runs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "random.h"
#include "solver/rest/rest_cone.h"
#include "wide/contact_block.h"

#define BODIES   7  /* count */
#define CONTACTS 11 /* count: two fours, and three */
#define NUMBERS  (3 * BODIES + 4)
#define STIFF    50.0 /* kg */

static uint64_t random_state = 1;

static double random_signed(void) { return (double)random_of(&random_state) / 1073741824.0 - 1; }

/* Of few points, and with multipliers around zero, so that every pattern comes. */
static cn_RestContact random_contact(void) {
    cn_RestContact k = {.count = 1 + (int)(random_of(&random_state) % 2), .is = CN_REST_SLIPS};
    double turn = 3 * random_signed();
    k.a = (int)(random_of(&random_state) % BODIES);
    k.b = (k.a + 1 + (int)(random_of(&random_state) % BODIES)) % (BODIES + 1);
    k.nx = cos(turn), k.ny = sin(turn);
    k.friction = random_signed() < -0.8 ? 0 : fabs(random_signed());
    k.two = k.count > 1;
    for (int i = 0; i < k.count; i++) {
        k.na[i] = random_signed(), k.nb[i] = random_signed();
        k.bias[i] = random_signed() < 0 ? 0 : 0.1 * random_signed();
        k.normal[i] = random_signed() < -0.5 ? 0 : 30 * random_signed();
    }
    k.ta = random_signed(), k.tb = random_signed();
    k.tangent = 10 * random_signed();
    return k;
}

typedef struct Case {
    cn_RestContact contacts[CONTACTS];
    double u[NUMBERS], free[NUMBERS], mass[NUMBERS], gradient[NUMBERS];
    double merit;
} Case;

static void fill(Case *c, bool still) {
    memset(c, 0, sizeof *c);
    for (int i = 0; i < CONTACTS; i++) c->contacts[i] = random_contact();
    for (int i = 0; i < 3 * BODIES; i++) {
        c->u[i] = still ? 0 : random_signed();
        c->free[i] = random_signed();
        c->mass[i] = 1 + fabs(random_signed());
    }
}

/* One after the other. */
static void evaluate(Case *c, bool known) {
    for (int i = 0; i < 3 * BODIES; i++) {
        double off = c->u[i] - c->free[i];
        c->gradient[i] = c->mass[i] * off;
        c->merit += 0.5 * c->gradient[i] * off;
    }
    for (int i = 0; i < CONTACTS; i++) {
        cn_RestContact *k = &c->contacts[i];
        cn_RestRows v = cn_rest_rows_at(k, c->u), s;
        for (int j = 0; j < 2; j++) s.normal[j] = k->normal[j] - STIFF * (v.normal[j] + k->bias[j]);
        s.tangent = k->tangent - STIFF * (v.tangent + k->slide);
        cn_RestForce f = cn_rest_project(s, k->friction, k->count > 1, known);
        double n0 = f.rows.normal[0], n1 = f.rows.normal[1], t = f.rows.tangent, n = n0 + n1;
        k->force[0] = n0, k->force[1] = n1, k->pull = t;
        k->is = f.is.presses[0] * CN_REST_FIRST + f.is.presses[1] * CN_REST_SECOND +
                f.is.holds * CN_REST_HOLDS + (f.is.slips + 1) * CN_REST_SLIPS;
        c->merit += 0.5 / STIFF * (n0 * n0 + n1 * n1 + t * t);
        double *a = c->gradient + 3 * k->a, *b = c->gradient + 3 * k->b;
        double x = n * k->nx + t * k->ny, y = n * k->ny - t * k->nx;
        a[0] += x, a[1] += y, a[2] += n0 * k->na[0] + n1 * k->na[1] + t * k->ta;
        b[0] -= x, b[1] -= y, b[2] -= n0 * k->nb[0] + n1 * k->nb[1] + t * k->tb;
    }
}

static int patterns[4 * CN_REST_SLIPS]; /* how often each has come */

static void check_evaluate(const cn_Kernels *set, bool known, bool still) {
    Case one, four;
    fill(&one, still);
    four = one;
    evaluate(&one, known);
    cn_RestPlace at = {four.u, four.free, four.mass, STIFF, 0, BODIES, known};
    cn_RestEnds ends = {.own = four.gradient, .end = BODIES + 1};
    double merit = set->rest.evaluate(&at, four.contacts, CONTACTS, (cn_RestEnds){0});
    four.merit = set->rest.evaluate(&at, four.contacts, CONTACTS, ends);
    bool same = memcmp(&one, &four, sizeof one) == 0;
    expect(same && merit == four.merit, "%s: other bits, known %d", set->name, known);
    for (int i = 0; i < CONTACTS; i++) patterns[(int)one.contacts[i].is]++;
}

/* Rows of a contact, and how stiff each is. */
static int rows_of(const cn_RestContact *k, double rows[4][2][3], double *scale) {
    cn_RestPattern is = cn_rest_pattern(k->is, k->friction);
    int count = 0;
    double edge[2][3] = {{0}};
    for (int i = 0; i < 2; i++) {
        double row[2][3] = {{-k->nx, -k->ny, -k->na[i]}, {k->nx, k->ny, k->nb[i]}};
        if (!is.presses[i]) continue;
        for (int j = 0; j < 6; j++) edge[j / 3][j % 3] -= k->friction * row[j / 3][j % 3];
        scale[count] = STIFF;
        memcpy(rows[count++], row, sizeof row);
    }
    double row[2][3] = {{-k->ny, k->nx, -k->ta}, {k->ny, -k->nx, k->tb}};
    if (!is.holds && !is.slips) return count;
    scale[count] = STIFF;
    memcpy(rows[count++], row, sizeof row);
    if (!is.slips) return count;
    for (int j = 0; j < 6; j++) edge[j / 3][j % 3] += is.slips * row[j / 3][j % 3];
    scale[count] = -STIFF / is.parts;
    memcpy(rows[count++], edge, sizeof edge);
    return count;
}

/* What a contact adds to the block of two of its sides, row by row. */
static bool tile_is(const cn_RestContact *k, int down, int across, const double *tile) {
    double rows[4][2][3], scale[4];
    int count = rows_of(k, rows, scale);
    bool same = true;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double sum = 0;
            for (int r = 0; r < count; r++) sum += scale[r] * rows[r][down][i] * rows[r][across][j];
            if (down == across && j > i) continue; /* above the diagonal nothing is read */
            same &= tile[i + 4 * j] == sum;
        }
    return same;
}

static void check_assemble(const cn_Kernels *set) {
    Case c;
    double a[CONTACTS][12] = {{0}}, b[CONTACTS][12] = {{0}}, both[CONTACTS][12] = {{0}};
    cn_RestTiles tiles[CONTACTS];
    fill(&c, false);
    evaluate(&c, true);
    int count = 0;
    for (int i = 0; i < CONTACTS; i++)
        if (cn_rest_bears(&c.contacts[i])) {
            tiles[count] =
                (cn_RestTiles){&c.contacts[i], a[count], b[count], both[count], 4, 4, 4, i % 2};
            count++;
        }
    set->rest.assemble(tiles, count, STIFF);
    for (int i = 0; i < count; i++) {
        const cn_RestContact *k = tiles[i].of;
        bool swapped = tiles[i].swapped;
        CHECK(tile_is(k, 0, 0, a[i]));
        CHECK(tile_is(k, 1, 1, b[i]));
        CHECK(tile_is(k, !swapped, swapped, both[i]));
        CHECK(a[i][3] == 0 && b[i][7] == 0 && both[i][11] == 0);
    }
}

static void check_set(const cn_Kernels *set) {
    for (int i = 0; i < 300; i++) {
        check_evaluate(set, i % 2, i % 5 == 0);
        check_assemble(set);
    }
}

int main(void) {
    check_set(&cn_kernels_base);
    check_set(cn_wide());
    int seen = 0;
    for (int i = 0; i < 4 * CN_REST_SLIPS; i++) seen += patterns[i] > 0;
    expect(seen >= 13, "patterns: %d", seen); /* of nothing 1, of one point 8, of both 4 */
    return tally();
}
