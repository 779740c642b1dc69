/* rest_contact.h: contacts of islands at rest (solver/rest/), and the loops over them that are
 * there once for each instruction set (rest_kernel.h). */
#ifndef CN_REST_CONTACT_H
#define CN_REST_CONTACT_H

#include <stdbool.h>
#include <stdint.h>

/* Which part of a contact's cone its spring is in, as a number, since it is written with the
 * forces: which points press, whether the tangent holds, and CN_REST_SLIPS times 1 + the side that
 * it slips to, 1 or -1; 0 = it does not. */
enum { CN_REST_FIRST = 1, CN_REST_SECOND = 2, CN_REST_HOLDS = 4, CN_REST_SLIPS = 8 };

/* A pattern, taken apart. */
typedef struct cn_RestPattern {
    bool presses[2], holds;
    int slips;    /* to which side: 1, -1; 0 = not */
    double parts; /* of the cone's edge: 1 + friction^2 for each point that presses */
} cn_RestPattern;

static inline cn_RestPattern cn_rest_pattern(double is, double friction) {
    int bits = (int)is;
    bool first = bits & CN_REST_FIRST, second = bits & CN_REST_SECOND;
    double parts = 1 + friction * friction * (first + second);
    cn_RestPattern p = {
        {first, second}, (bits & CN_REST_HOLDS) != 0, bits / CN_REST_SLIPS - 1, parts};
    return p;
}

/* One contact: a normal for each of its points, and one tangent. A body that does not move has
 * place body_count, whose velocity is zero. Numbers stand in fours, which are read as one row. */
typedef struct cn_RestContact {
    double nx, ny; /* the tangent is (ny, -nx) */
    double friction;
    double slide;        /* m/s along the tangent, as bias */
    double na[2], nb[2]; /* arms of the normals about both centres */
    double ta, tb;       /* of the tangent */
    double bias[2]; /* m/s that may be approached; and as fast as what is no body of it passes */
    double normal[2], tangent; /* N s, multipliers */
    double two;                /* 1 with two points, 0 with one */
    double force[2], pull;     /* what they become at the velocities looked at */
    double is;                 /* pattern: what a small change of velocity would change */
    double gap[2];             /* m, at the beginning of the step */
    double ahead;              /* pattern at the end of a step that was too long */
    uint64_t mark;             /* of all above that matrices are made of */
    int contact, count;
    int a, b;    /* places of the bodies in the island */
    float thick; /* m, deeper overlaps have no direction that can be trusted */
} cn_RestContact;

/* Where a part adds what concerns a body: itself up to end, others in a room of its own. */
typedef struct cn_RestEnds {
    double *own, *outer;
    int end, top;
} cn_RestEnds;

static inline double *cn_rest_end(cn_RestEnds e, int body) {
    return body < e.end ? e.own + 3 * body : e.outer + 3 * (body - e.top);
}

/* Bodies first to end - 1 of an island, three numbers each, and contacts between them. */
typedef struct cn_RestPlace {
    const double *u; /* velocities, read a number beyond their end */
    const double *free, *mass;
    double stiffness;
    int first, end;
    bool known; /* loads of the step before */
} cn_RestPlace;

/* Where a contact stands in the matrix: its blocks, of a, of b and of both, the rows of which
 * belong to b, or to a where that is swapped. A number after each column of three is written, and
 * remains as it is. */
typedef struct cn_RestTiles {
    const cn_RestContact *of;
    double *a, *b, *both;
    int stride_a, stride_b, stride_both;
    bool swapped;
} cn_RestTiles;

typedef struct cn_RestKernels {
    /* Forces and patterns of contacts at velocities u, and the gradient, of bodies and of contacts;
     * answers with the merit. Nothing but that where gradient.own is NULL. */
    double (*evaluate)(const cn_RestPlace *at, cn_RestContact *contacts, int count,
                       cn_RestEnds gradient);
    /* What contacts add to the matrix, each of which has a point that presses. */
    void (*assemble)(const cn_RestTiles *tiles, int count, double stiffness);
} cn_RestKernels;

#endif
