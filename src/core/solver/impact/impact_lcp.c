/* impact_lcp.c: the impulses of a blow that goes through several bodies at once.
 *
 * Those along the normals are such that no point closes, none pulls, and none pushes at a point
 * that opens: a linear complementarity problem with a positive definite matrix, solved by principal
 * pivoting (Murty 1974; Judice and Pires 1994). Friction is found in turn with them, from what it
 * leaves of the velocities: only its own part of them is kept from round to round.
 * The factor of the active points is kept as far as these are the same, so that a point that joins
 * costs one row. All that is long is done column by column, four lanes at a time. */
#include <math.h>
#include <string.h>

#include "base/larger.h"
#include "solver/impact/impact_cluster.h"

#define MOST    CN_CLUSTER_POINTS
#define PIVOTS  32   /* count of changes of the active points, twice as many as points */
#define FIRM    1e-7 /* ratio to the diagonal: makes the matrix definite */
#define SETTLED 1e-6 /* ratio to the greatest impulse: smaller changes are none */
#define LANES   4    /* count of doubles */

/* ---- rows ----------------------------------------------------------------------------------- */

cn_ClusterRow cn_impact_row(const cn_ClusterBody *a, const cn_ClusterBody *b, cn_Vec ra, cn_Vec rb,
                            cn_Vec direction) {
    double x = (double)direction.x, y = (double)direction.y;
    cn_ClusterRow r = {.on_a = {-x, -y, -cn_impact_arm(ra, direction)},
                       .on_b = {x, y, cn_impact_arm(rb, direction)}};
    r.gives_a = r.on_a * (cn_Twist){a->inv_m, a->inv_m, a->inv_i};
    r.gives_b = r.on_b * (cn_Twist){b->inv_m, b->inv_m, b->inv_i};
    return r;
}

/* What a unit at one point changes at another, by a body that both share. */
static double between(const cn_ClusterPoint *p, const cn_ClusterPoint *q) {
    const cn_ClusterRow *d = &p->along, *e = &q->along;
    cn_Twist sum = {0};
    if (p->a == q->a) sum += d->gives_a * e->on_a;
    if (p->b == q->b) sum += d->gives_b * e->on_b;
    if (p->a == q->b) sum += d->gives_a * e->on_b;
    if (p->b == q->a) sum += d->gives_b * e->on_a;
    return sum[0] + sum[1] + sum[2];
}

static void fill_matrix(cn_Cluster *k) {
    for (int i = k->filled; i < k->point_count; i++) {
        memset(k->matrix[i], 0, sizeof k->matrix[i]);
        for (int j = 0; j < i; j++)
            k->matrix[i][j] = k->matrix[j][i] = between(&k->point[i], &k->point[j]);
        k->matrix[i][i] = between(&k->point[i], &k->point[i]) * (1 + FIRM);
        k->active[i] = true; /* it closes */
        k->at[k->active_count++] = i;
    }
    k->filled = k->point_count;
}

/* ---- the factor of the active points -------------------------------------------------------- */

static inline void take_off_four(double *a, double b, const double *c) {
    *(cn_Twist *)(void *)a -= b * *(const cn_Twist *)(const void *)c;
}

/* a -= b * c, of n numbers, or of some more that are 0 or of no account: no loop to count. */
static inline void take_off(double *a, double b, const double *c, int n) {
    take_off_four(a, b, c);
    take_off_four(a + LANES, b, c + LANES);
    if (n <= 2 * LANES) return;
    take_off_four(a + 2 * LANES, b, c + 2 * LANES);
    take_off_four(a + 3 * LANES, b, c + 3 * LANES);
}

/* One more of the active points. False: not definite, as for bodies that cannot move. */
static bool add_row(cn_Cluster *k, int n) {
    double left[MOST] = {0};
    memset(k->row[n], 0, sizeof k->row[n]);
    memset(k->column[n], 0, sizeof k->column[n]);
    for (int i = 0; i <= n; i++) left[i] = k->matrix[k->at[n]][k->at[i]];
    for (int i = 0; i < n; i++) {
        double entry = left[i] * k->inverse[i];
        k->row[n][i] = k->column[i][n] = entry;
        take_off(left, entry, k->column[i], n + 1);
    }
    if (!(left[n] > 0)) return false;
    k->inverse[n] = 1 / sqrt(left[n]);
    return true;
}

static bool factorize(cn_Cluster *k) {
    for (; k->factored < k->active_count; k->factored++)
        if (!add_row(k, k->factored)) return false;
    return true;
}

/* Impulses x of the active points that leave them at rest; gap holds what closes without any. */
static void substitute(const cn_Cluster *k, const double *gap, double *x) {
    double left[MOST] = {0}, y[MOST] = {0};
    int n = k->active_count;
    for (int i = 0; i < n; i++) left[i] = -gap[k->at[i]];
    for (int i = 0; i < n; i++) {
        y[i] = left[i] * k->inverse[i];
        take_off(left, y[i], k->column[i], n);
    }
    for (int i = n - 1; i >= 0; i--) {
        x[i] = y[i] * k->inverse[i];
        take_off(y, x[i], k->row[i], i);
    }
}

/* It changes sides. */
static void flip(cn_Cluster *k, int point) {
    int i = 0, n = k->active_count;
    while (i < n && k->at[i] < point) i++;
    if (k->active[point]) {
        memmove(&k->at[i], &k->at[i + 1], sizeof k->at[0] * (size_t)(n - i - 1));
        k->active_count--;
    } else {
        memmove(&k->at[i + 1], &k->at[i], sizeof k->at[0] * (size_t)(n - i));
        k->at[i] = point;
        k->active_count++;
    }
    k->active[point] = !k->active[point];
    if (i < k->factored) k->factored = i;
}

/* ---- normal impulses ------------------------------------------------------------------------ */

static double greatest(const double *x, int n) {
    double most = 0;
    for (int i = 0; i < n; i++) most = cn_larger(most, fabs(x[i]));
    return most;
}

/* Active points that pull. */
static int list_pulling(const cn_Cluster *k, const double *x, int *wrong) {
    int count = 0, n = k->active_count;
    for (int i = 0; i < n; i++)
        if (x[i] < 0) wrong[count++] = i;
    if (count == 0) return 0;
    double least = -SETTLED * greatest(x, n);
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (x[wrong[i]] < least) wrong[kept++] = k->at[wrong[i]];
    return kept;
}

/* Others that close. */
static int list_closing(const cn_Cluster *k, const double *gap, const double *x, int *wrong) {
    int count = 0, n = k->active_count;
    double speed[MOST], least = 1;
    if (n == k->point_count) return 0;
    memcpy(speed, gap, sizeof speed);
    for (int i = 0; i < n; i++) take_off(speed, -x[i], k->matrix[k->at[i]], k->point_count);
    for (int i = 0; i < k->point_count; i++) {
        if (k->active[i] || !(speed[i] < 0)) continue;
        if (least > 0) least = -SETTLED * greatest(gap, k->point_count);
        if (speed[i] < least) wrong[count++] = i;
    }
    return count;
}

/* All wrong points change sides while that makes them fewer, else the last alone, which ends. */
static bool find_normals(cn_Cluster *k, const double *gap, double *x) {
    int wrong[MOST], fewest = MOST + 1;
    for (int n = 0; n < PIVOTS; n++) {
        if (!factorize(k)) return false;
        substitute(k, gap, x);
        int count = list_pulling(k, x, wrong), last = 0;
        count += list_closing(k, gap, x, wrong + count);
        if (count == 0) return true;
        for (int i = 0; i < count; i++) {
            if (count < fewest) flip(k, wrong[i]);
            if (wrong[i] > last) last = wrong[i];
        }
        if (count >= fewest) flip(k, last);
        if (count < fewest) fewest = count;
    }
    return false;
}

/* ---- a round -------------------------------------------------------------------------------- */

/* Friction within its cone, point by point. Returns the greatest change, N s. */
static double rub(cn_Cluster *k) {
    double most = 0;
    for (int i = 0; i < k->point_count; i++) {
        cn_ClusterPoint *p = &k->point[i];
        cn_ClusterBody *a = &k->body[p->a], *b = &k->body[p->b];
        double limit = p->friction * p->normal, was = p->tangent;
        if (!(p->give > 0) || (limit == 0 && was == 0)) continue;
        double now = was - (cn_impact_speed(&p->across, &a->v, &b->v) - p->speed) / p->give;
        p->tangent = cn_smaller(cn_larger(now, -limit), limit);
        double by = p->tangent - was;
        cn_Twist on_a = by * p->across.gives_a, on_b = by * p->across.gives_b;
        a->v += on_a, a->rubbed += on_a;
        b->v += on_b, b->rubbed += on_b;
        most = cn_larger(most, fabs(by));
    }
    return most;
}

/* Speeds at the points as they would be without the normal impulses, above those that they may
 * have. */
static void closing(const cn_Cluster *k, double *gap) {
    for (int i = 0; i < k->point_count; i++) {
        const cn_ClusterPoint *p = &k->point[i];
        const cn_ClusterBody *a = &k->body[p->a], *b = &k->body[p->b];
        gap[i] = cn_impact_speed(&p->along, &a->rubbed, &b->rubbed) + p->slack;
    }
}

/* The impulses of the active points, to the velocities that friction has left. Returns the greatest
 * change, N s; largest: of these impulses. */
static double push(cn_Cluster *k, const double *x, double *largest) {
    double most = 0;
    *largest = 0;
    for (int i = 0; i < k->body_count; i++) k->body[i].v = k->body[i].rubbed;
    for (int i = 0, n = 0; i < k->point_count; i++) {
        cn_ClusterPoint *p = &k->point[i];
        double was = p->normal;
        p->normal = k->active[i] ? cn_larger(x[n++], 0) : 0;
        most = cn_larger(most, fabs(p->normal - was));
        if (p->normal == 0) continue;
        k->body[p->a].v += p->normal * p->along.gives_a;
        k->body[p->b].v += p->normal * p->along.gives_b;
        *largest = cn_larger(*largest, p->normal);
    }
    return most;
}

bool cn_impact_next_round(cn_Cluster *k, bool *settled) {
    double gap[MOST] = {0}, x[MOST], largest;
    closing(k, gap);
    if (!find_normals(k, gap, x)) return false;
    double most = push(k, x, &largest);
    most = cn_larger(most, rub(k));
    *settled = most <= SETTLED * largest;
    return true;
}

bool cn_impact_first_round(cn_Cluster *k, bool *settled) {
    for (int i = 0; i < k->body_count; i++) k->body[i].rubbed = k->body[i].from;
    for (int i = 0; i < k->point_count; i++) k->point[i].normal = k->point[i].tangent = 0;
    fill_matrix(k);
    return cn_impact_next_round(k, settled);
}

bool cn_impact_loses_energy(const cn_Cluster *k) {
    double change = 0;
    for (int i = 0; i < k->body_count; i++) {
        const cn_ClusterBody *b = &k->body[i];
        cn_Twist u = b->from, v = b->v;
        if (b->inv_m == 0 && (u[0] != 0 || u[1] != 0 || u[2] != 0)) return true;
        cn_Twist by = v * v - u * u;
        if (b->inv_m > 0) change += (by[0] + by[1]) / b->inv_m;
        if (b->inv_i > 0) change += by[2] / b->inv_i;
    }
    for (int i = 0; i < k->point_count; i++)
        if (k->point[i].speed != 0) return true;
    return change <= 0;
}
