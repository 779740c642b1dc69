/* rest_weld.c: welds and hinges within an island: three rows, or two, that bear what there is, to
 * either side.
 *
 * They are springs around multipliers as the rows of contacts are (rest_rows.c), without a cone. So
 * they are the same at every place, and along a line they change in proportion. An articulation
 * whose bodies are solved here does nothing in that step (solver/exact). Large islands, which are
 * cut into parts, have none. What swings must not lose energy: an island that has a hinge of which
 * something moves, or hangs free, or another joint, goes through the sub-steps. */
#include <math.h>
#include <string.h>

#include "data/joint_access.h"
#include "data/world.h"
#include "objects/joint_measure.h"
#include "solver/rest/rest.h"
#include "sparse/cholesky.h"
#include "world/joint_state.h"

#define ROWS 3 /* count: along x, along y, and turning */

/* Solved exactly, between two bodies that move, and with nothing else to do than to hold. */
static bool holds(const cn_World *w, const cn_Joint *j) {
    const uint32_t other = CN_JOINT_BREAKS | CN_JOINT_PULL | CN_JOINT_EASE | CN_JOINT_GEARED |
                           CN_JOINT_LIMITS | CN_JOINT_MOTOR | CN_JOINT_SPRING;
    return (j->flags & (CN_JOINT_EXACT | other)) == CN_JOINT_EXACT &&
           cn_rest_dynamic(w, j->body_a) && cn_rest_dynamic(w, j->body_b);
}

bool cn_rest_is_weld(const cn_World *w, const cn_Joint *j) {
    return j->kind == CN_WELD && holds(w, j) && j->tuning.linear_hertz == 0 &&
           j->tuning.angular_hertz == 0;
}

bool cn_rest_is_hinge(const cn_World *w, const cn_Joint *j) {
    return j->kind == CN_REVOLUTE && holds(w, j);
}

/* ---- from and to the world ---------------------------------------------------------------- */

static void read(const cn_World *w, cn_RestWeld *k, int joint) {
    const cn_Joint *j = &w->joint[joint];
    const int *place = w->scratch.rest.place;
    cn_JointPose at = cn_joint_pose(w, j);
    double size = (double)w->motion[j->body_a].extent * (double)w->motion[j->body_b].extent;
    double substeps = w->def.substeps;
    bool weld = j->kind == CN_WELD;
    *k = (cn_RestWeld){
        .joint = joint,
        .rows = weld ? ROWS : ROWS - 1,
        .a = place[j->body_a],
        .b = place[j->body_b],
        .ra = {(double)at.ra.x, (double)at.ra.y},
        .rb = {(double)at.rb.x, (double)at.rb.y},
        .scale = {1, 1, size},
        .gap = {(double)at.gap.x, (double)at.gap.y, weld ? cn_joint_angle_now(w, j) : 0},
        .load = {substeps * (double)j->impulse.x, substeps * (double)j->impulse.y,
                 weld ? substeps * (double)j->turn_impulse : 0}};
}

bool cn_rest_read_welds(const cn_World *w, cn_RestSolve *d) {
    cn_RestRoom *room = d->room;
    d->weld_count = 0;
    for (int i = 0; d->welded && i < d->body_count; i++)
        for (int link = w->cold[d->bodies[i]].first_joint; link >= 0;
             link = cn_joint_next(w, link)) {
            const cn_Joint *j = &w->joint[link >> 1];
            int joint = link >> 1, side = link & 1;
            if (side || !cn_joint_acts(w, j)) continue;
            if (!CN_GROW(room->welds, d->weld_count + 1)) return false;
            read(w, &room->welds[d->weld_count++], joint);
        }
    d->welds = room->welds;
    return true;
}

void cn_rest_write_welds(cn_World *w, const cn_RestSolve *d) {
    float substeps = (float)w->def.substeps;
    for (int i = 0; i < d->weld_count; i++) {
        const cn_RestWeld *k = &d->welds[i];
        cn_Joint *j = &w->joint[k->joint];
        j->total = (cn_Vec){(float)k->load[0], (float)k->load[1]};
        j->total_turn = (float)k->load[2];
        j->impulse = (cn_Vec){j->total.x / substeps, j->total.y / substeps};
        if (k->rows == ROWS) j->turn_impulse = j->total_turn / substeps;
        j->last_dt = (float)d->dt;
    }
}

/* ---- at given velocities ------------------------------------------------------------------ */

/* What its rows say of velocities; and of impulses, what they do to the bodies. */
static void rows_at(const cn_RestWeld *k, const double *u, double out[ROWS]) {
    const double *a = u + 3 * k->a, *b = u + 3 * k->b;
    out[0] = (b[0] - b[2] * k->rb[1]) - (a[0] - a[2] * k->ra[1]);
    out[1] = (b[1] + b[2] * k->rb[0]) - (a[1] + a[2] * k->ra[0]);
    out[2] = b[2] - a[2];
}

static void push(const cn_RestWeld *k, const double f[ROWS], double by, double *out) {
    double *a = out + 3 * k->a, *b = out + 3 * k->b;
    for (int i = 0; i < 2; i++) {
        a[i] -= by * f[i];
        b[i] += by * f[i];
    }
    a[2] -= by * (k->ra[0] * f[1] - k->ra[1] * f[0] + f[2]);
    b[2] += by * (k->rb[0] * f[1] - k->rb[1] * f[0] + f[2]);
}

double cn_rest_weld_evaluate(cn_RestSolve *d, const double *u, double *gradient) {
    double merit = 0;
    for (int i = 0; i < d->weld_count; i++) {
        cn_RestWeld *k = &d->welds[i];
        double v[ROWS];
        rows_at(k, u, v);
        for (int j = 0; j < k->rows; j++) {
            double stiffness = d->stiffness * k->scale[j];
            k->force[j] = k->load[j] - stiffness * v[j];
            merit += 0.5 * k->force[j] * k->force[j] / stiffness;
        }
        push(k, k->force, -1, gradient);
    }
    return merit;
}

void cn_rest_weld_multiply(const cn_RestSolve *d, const double *u, double *out) {
    for (int i = 0; i < d->weld_count; i++) {
        const cn_RestWeld *k = &d->welds[i];
        double v[ROWS];
        rows_at(k, u, v);
        for (int j = 0; j < k->rows; j++) v[j] *= d->stiffness * k->scale[j];
        if (k->rows < ROWS) v[ROWS - 1] = 0;
        push(k, v, 1, out);
    }
}

void cn_rest_weld_slope(const cn_RestSolve *d, const double *from, const double *direction,
                        double *at, double *by) {
    for (int i = 0; i < d->weld_count; i++) {
        const cn_RestWeld *k = &d->welds[i];
        double v[ROWS], change[ROWS];
        rows_at(k, from, v);
        rows_at(k, direction, change);
        for (int j = 0; j < k->rows; j++) {
            double stiffness = d->stiffness * k->scale[j];
            *at -= (k->load[j] - stiffness * v[j]) * change[j];
            *by += stiffness * change[j] * change[j];
        }
    }
}

void cn_rest_weld_take(cn_RestSolve *d) {
    for (int i = 0; i < d->weld_count; i++)
        memcpy(d->welds[i].load, d->welds[i].force, sizeof d->welds[i].load);
}

double cn_rest_weld_gap(const cn_RestSolve *d) {
    double most = 0;
    for (int i = 0; i < d->weld_count; i++)
        for (int j = 0; j < d->welds[i].rows; j++)
            most = fmax(most, fabs(d->welds[i].gap[j]) * sqrt(d->welds[i].scale[j]));
    return most;
}

/* ---- gaps, and the matrix ----------------------------------------------------------------- */

void cn_rest_weld_pull(const cn_RestSolve *d, double by, double *out) {
    for (int i = 0; i < d->weld_count; i++) {
        const cn_RestWeld *k = &d->welds[i];
        double f[ROWS] = {0};
        for (int j = 0; j < k->rows; j++) f[j] = -by * k->scale[j] * k->gap[j];
        push(k, f, 1, out);
    }
}

/* Columns of its rows for a body: those of b, or of a. */
static void side_of(const cn_RestWeld *k, bool is_b, double side[ROWS][3]) {
    const double *r = is_b ? k->rb : k->ra, sign = is_b ? 1 : -1;
    double turns = k->rows == ROWS ? sign : 0;
    const double rows[ROWS][3] = {{sign, 0, -sign * r[1]}, {0, sign, sign * r[0]}, {0, 0, turns}};
    memcpy(side, rows, sizeof rows);
}

static void add_block(cn_CholeskyTile block, const cn_RestSolve *d, const cn_RestWeld *k,
                      double down[ROWS][3], double across[ROWS][3]) {
    for (int i = 0; i < 9; i++) {
        double sum = 0;
        for (int j = 0; j < k->rows; j++)
            sum += d->stiffness * k->scale[j] * down[j][i % 3] * across[j][i / 3];
        block.value[i % 3 + i / 3 * block.stride] += sum;
    }
}

bool cn_rest_weld_assemble(const cn_RestSolve *d) {
    const cn_Cholesky *f = &d->rest->factor;
    for (int i = 0; i < d->weld_count; i++) {
        const cn_RestWeld *k = &d->welds[i];
        double a[ROWS][3], b[ROWS][3];
        side_of(k, false, a);
        side_of(k, true, b);
        add_block(cn_cholesky_tile(f, k->a, k->a), d, k, a, a);
        add_block(cn_cholesky_tile(f, k->b, k->b), d, k, b, b);
        cn_CholeskyTile between = cn_cholesky_tile(f, k->a, k->b);
        if (!between.value) return false;
        add_block(between, d, k, between.swapped ? a : b, between.swapped ? b : a);
    }
    return true;
}

/* Arms, which turn with the bodies. */
uint64_t cn_rest_weld_mark(const cn_RestSolve *d) {
    uint64_t h = 0;
    for (int i = 0; i < d->weld_count; i++) {
        const cn_RestWeld *k = &d->welds[i];
        const double arms[4] = {k->ra[0], k->ra[1], k->rb[0], k->rb[1]};
        uint64_t bits[4];
        memcpy(bits, arms, sizeof bits);
        for (int j = 0; j < 4; j++) h = (h ^ bits[j]) * 0x9e3779b97f4a7c15u + (uint64_t)k->a;
    }
    return h;
}
