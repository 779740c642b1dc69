/* manifold.h: what the kernels of the narrow phase are given: up to eight contacts at a time.
 * Lanes that are not used point at a contact of nobody. */
#ifndef CN_MANIFOLD_H
#define CN_MANIFOLD_H

#include "motion.h"

typedef struct cn_ManifoldJob {
    cn_Contact *contact[CN_LANES];
    cn_ContactCold *cold[CN_LANES];
    const cn_Pose *a[CN_LANES], *b[CN_LANES];
    /* four corners and their normals, of both pieces: read by quads alone */
    const cn_Vec *corners_a[CN_LANES], *corners_b[CN_LANES];
    const cn_Vec *normals_a[CN_LANES], *normals_b[CN_LANES];
    cn_Lane margin;        /* m */
    const cn_Piece *piece; /* all of the world's */
    float slop;            /* m */
    unsigned used;         /* a bit each lane */
} cn_ManifoldJob;

/* Bits of lanes. */
typedef struct cn_ManifoldBits {
    unsigned done;  /* keep: manifolds that could be kept; quads: that could be made */
    unsigned touch; /* of these, whose surfaces touch now */
} cn_ManifoldBits;

typedef struct cn_ManifoldKernels {
    /* Where the bodies have hardly moved since the manifold was made, new separations. */
    cn_ManifoldBits (*keep)(const cn_ManifoldJob *job);
    /* New manifolds of two hulls with four corners and no rounding. */
    cn_ManifoldBits (*quads)(const cn_ManifoldJob *job);
} cn_ManifoldKernels;

#endif
