/* impact_cluster.h: bodies that a dull blow goes through at once, and the points where they touch.
 * impact_cluster.c finds what belongs to them, impact_lcp.c their impulses. */
#ifndef CN_IMPACT_CLUSTER_H
#define CN_IMPACT_CLUSTER_H

#include <stdbool.h>

#include "solver/impact/impact.h"

#define CN_CLUSTER_CONTACTS 8  /* count: beyond it the rows go on */
#define CN_CLUSTER_POINTS   16 /* count, two for each contact */

/* x, y and angular; the last lane is 0. Lanes have the bits that they have one by one. */
typedef double cn_Twist __attribute__((vector_size(32), aligned(8), may_alias));

typedef struct cn_ClusterBody {
    int body;
    int seen;            /* place among those that are seen */
    double inv_m, inv_i; /* 1/kg, 1/(kg m^2): of walls 0 */
    /* m/s, rad/s: before the blow, with its friction alone, and with all of it */
    cn_Twist from, rubbed, v;
} cn_ClusterBody;

/* A unit of impulse along a direction at a point: as it acts on the two bodies, its arms m, and by
 * how much it changes them, m/s and rad/s. */
typedef struct cn_ClusterRow {
    cn_Twist on_a, on_b, gives_a, gives_b;
} cn_ClusterRow;

typedef struct cn_ClusterPoint {
    int a, b; /* of bodies of the cluster */
    cn_ClusterRow along, across;
    double slack;           /* m/s: so fast it may close, and does not touch in a sub-step */
    double friction, speed; /* speed: of the surface, m/s */
    double give;            /* 1/kg: what a unit across changes there, 0 = nothing can */
    double normal, tangent; /* N s */
} cn_ClusterPoint;

typedef struct cn_Cluster {
    int body_count, point_count;
    int filled; /* of the points those whose rows of the matrix are known */
    cn_ClusterBody body[CN_CLUSTER_BODIES];
    cn_ClusterPoint point[CN_CLUSTER_POINTS];
    double matrix[CN_CLUSTER_POINTS][CN_CLUSTER_POINTS]; /* between normal impulses, 1/kg */
    bool active[CN_CLUSTER_POINTS];                      /* of points: those that push */
    int active_count;
    int at[CN_CLUSTER_POINTS]; /* which they are, in order */
    int factored;              /* count of the first of them that the factor has */
    /* Of Cholesky, of their part of the matrix: by rows and by columns, and its diagonal's inverse
     */
    double row[CN_CLUSTER_POINTS][CN_CLUSTER_POINTS];
    double column[CN_CLUSTER_POINTS][CN_CLUSTER_POINTS];
    double inverse[CN_CLUSTER_POINTS];
} cn_Cluster;

/* m, of a direction at r about a centre. */
static inline double cn_impact_arm(cn_Vec r, cn_Vec direction) {
    return (double)r.x * (double)direction.y - (double)r.y * (double)direction.x;
}
/* impact_lcp.c: the row of a direction at arms about both bodies of a point. */
cn_ClusterRow cn_impact_row(const cn_ClusterBody *a, const cn_ClusterBody *b, cn_Vec ra, cn_Vec rb,
                            cn_Vec direction);
/* m/s, of b against a, whose velocities these are. */
static inline double cn_impact_speed(const cn_ClusterRow *r, const cn_Twist *a, const cn_Twist *b) {
    cn_Twist sum = *a * r->on_a + *b * r->on_b;
    return sum[0] + sum[1] + sum[2];
}
/* From the velocities before the blow to about those after it. False: there are no impulses that
 * fit, as for bodies that cannot move; settled: another round would change nothing. */
bool cn_impact_first_round(cn_Cluster *k, bool *settled);
/* The normal impulses anew, and then friction. */
bool cn_impact_next_round(cn_Cluster *k, bool *settled);
/* A blow without rebound makes no energy, unless a wall or its surface moves. */
bool cn_impact_loses_energy(const cn_Cluster *k);

#endif
