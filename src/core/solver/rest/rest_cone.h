/* rest_cone.h: the rows of one contact of an island: what they say of velocities, and which of the
 * forces that its springs ask for the contact can bear. The forces that it can bear are a cone, and
 * each of the cone's faces is the nearest for a convex set of what is asked: between two places on
 * a line that have the same pattern there is no other. */
#ifndef CN_REST_CONE_H
#define CN_REST_CONE_H

#include <math.h>

#include "solver/rest/rest.h"

typedef struct cn_RestRows {
    double normal[2], tangent;
} cn_RestRows;

static inline bool cn_rest_presses(const cn_RestContact *k, int point) {
    return (int)k->is & (point ? CN_REST_SECOND : CN_REST_FIRST);
}

static inline bool cn_rest_bears(const cn_RestContact *k) {
    return (int)k->is & (CN_REST_FIRST | CN_REST_SECOND);
}

static inline bool cn_rest_slips(const cn_RestContact *k) {
    return (int)k->is / CN_REST_SLIPS != 1;
}

/* A place in the cone. */
typedef struct cn_RestForce {
    cn_RestRows rows;
    cn_RestPattern is;
} cn_RestForce;

/* What a contact's rows say of velocities. */
static inline cn_RestRows cn_rest_rows_at(const cn_RestContact *k, const double *u) {
    const double *a = u + 3 * k->a, *b = u + 3 * k->b;
    double x = b[0] - a[0], y = b[1] - a[1], along = k->nx * x + k->ny * y;
    return (cn_RestRows){
        {along + k->nb[0] * b[2] - k->na[0] * a[2], along + k->nb[1] * b[2] - k->na[1] * a[2]},
        k->ny * x - k->nx * y + k->tb * b[2] - k->ta * a[2]};
}

/* The place on the cone's edge that is nearest: normals grow and the tangent shrinks by shares of
 * how far it is outside. False when a normal there would pull. */
static inline bool cn_rest_to_edge(cn_RestForce *f, double mu, cn_RestRows s, bool first,
                                   bool second) {
    double size = fabs(s.tangent);
    double load = (first ? s.normal[0] : 0) + (second ? s.normal[1] : 0);
    double parts = 1 + mu * mu * (first + second);
    double out = (size - mu * load) / parts;
    double n0 = s.normal[0] + mu * out, n1 = s.normal[1] + mu * out;
    if ((first && n0 < 0) || (second && n1 < 0)) return false;
    f->is.presses[0] = first;
    f->is.presses[1] = second;
    f->rows.normal[0] = first ? n0 : 0;
    f->rows.normal[1] = second ? n1 : 0;
    f->is.slips = s.tangent < 0 ? -1 : 1;
    f->rows.tangent = f->is.slips * (size - out);
    f->is.parts = parts;
    return true;
}

/* The nearest that a contact of one or two points can bear. Before any load is known what touches
 * presses. */
static inline cn_RestForce cn_rest_project(cn_RestRows s, double mu, bool two, bool known) {
    cn_RestForce f = {0};
    f.is.presses[0] = s.normal[0] > 0 || (!known && s.normal[0] == 0);
    f.is.presses[1] = two && (s.normal[1] > 0 || (!known && s.normal[1] == 0));
    f.rows.normal[0] = f.is.presses[0] ? s.normal[0] : 0;
    f.rows.normal[1] = f.is.presses[1] ? s.normal[1] : 0;
    f.is.holds = mu > 0 && (f.is.presses[0] || f.is.presses[1]) &&
                 fabs(s.tangent) <= mu * (f.rows.normal[0] + f.rows.normal[1]);
    f.rows.tangent = f.is.holds ? s.tangent : 0;
    if (f.is.holds || mu == 0) return f;
    bool larger = two && s.normal[1] > s.normal[0];
    if (two && cn_rest_to_edge(&f, mu, s, true, true)) return f;
    if (cn_rest_to_edge(&f, mu, s, !larger, larger)) return f;
    return (cn_RestForce){0};
}

/* A small change of what is asked for, as a change of forces: on the cone's edge only what is along
 * the edge counts. */
static inline cn_RestRows cn_rest_differential(const cn_RestPattern *is, double mu, cn_RestRows v) {
    cn_RestRows f = {{is->presses[0] ? v.normal[0] : 0, is->presses[1] ? v.normal[1] : 0},
                     is->holds || is->slips ? v.tangent : 0};
    if (is->slips) {
        double out = (is->slips * f.tangent - mu * (f.normal[0] + f.normal[1])) / is->parts;
        f.tangent -= is->slips * out;
        if (is->presses[0]) f.normal[0] += mu * out;
        if (is->presses[1]) f.normal[1] += mu * out;
    }
    return f;
}

#endif
