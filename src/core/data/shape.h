/* shape.h: what a world keeps of each shape.
 *
 * One slot each; a shape is a list of pieces (a chain has one for each segment), and a piece is
 * what the tree and the narrow phase see. */
#ifndef CN_DATA_SHAPE_H
#define CN_DATA_SHAPE_H

#include "cairn.h"
#include "geometry/geometry.h"

/* What a user gave for a shape, for the getters: the numbers of the definition that are not zero,
 * in their order, then points. A form has it; of a chain or a concave polygon, which have many, the
 * shape. */
#define CN_NUMBERS 10 /* count of numbers that a definition has at most */
typedef struct cn_Design {
    uint8_t kind; /* cn_ShapeKind */
    bool hull;
    uint16_t mask; /* a bit for each number */
    int number_count, point_count;
    double numbers[CN_NUMBERS];
    const double *points;
} cn_Design;

/* What pieces of one geometry share: see geometry_cache.c. */
typedef struct cn_CachedGeometry {
    int first_vertex, vertex_count;
    float radius;
    float inner_radius; /* m, half its smallest thickness */
    cn_Area area;
    int first_number, point_count; /* of its design, in points */
    uint16_t mask;
    uint8_t design; /* kind */
    bool hull;
    uint8_t kind; /* cn_GeomKind */
} cn_CachedGeometry;

/* What shapes that are set alike share: see settings_cache.c. Without gaps: compared as bytes. */
typedef struct cn_Traits {
    double density;
    float friction, restitution, rolling, surface_speed;
    cn_Vec one_way; /* body's frame */
    int group;
    uint8_t layer;
    bool sensor, seen, pre_solve, events, has_one_way;
    bool disabled; /* in no tree and without contacts: as if it were not there, but for its mass */
    uint8_t friction_mix, restitution_mix; /* cn_Mix + 1; 0 = the world's */
    bool no_hits;                          /* tells no hit */
    bool ignores;   /* may stand in a pair of the world's list of shapes that ignore each other */
    bool presses;   /* has an entry in the world's list of those that tell what weighs on them */
    uint64_t shuns; /* bits of the layers that it does not meet, whatever the world says */
} cn_Traits;

/* Two shapes that never meet, a < b: see shape_ignore.c. */
typedef struct cn_IgnoredPair {
    int a, b;
} cn_IgnoredPair;

/* A shape that tells when much has weighed on it for a while: see press.c. */
typedef struct cn_Press {
    int shape;
    int on;                /* 1 = pressed: told so last */
    double force, release; /* N, from which on it is, and below which it is no more */
    double time;           /* s, how long that has to last */
    double since;          /* s, how long it has lasted */
} cn_Press;

/* count of vertices: kernels read eight from the first of a piece on, however few it has */
#define CN_VERTICES_BEYOND 7

typedef struct cn_Piece {
    int body, shape;
    int index; /* within its shape */
    int next;  /* piece of the same shape, -1 = last */
    int form;
    int first_vertex; /* this and what follows are the form's */
    float radius;
    uint16_t vertex_count;
    uint8_t kind;   /* cn_GeomKind */
    bool swept : 1; /* its box in the tree was stretched along the motion */
    bool inner : 1; /* some of its edges are inside of its shape */
    /* of a segment of a chain: how much of its first and last half its corners take as arcs
     * (curve.c), in sevenths, rounded up; derived from the chain when it is made, or read from a
     * snapshot */
    uint8_t first_arc : 3, last_arc : 3;
} cn_Piece;

typedef struct cn_Shape {
    int body;
    int next, previous; /* shape of the same body, -1 = none */
    int first_piece, piece_count;
    int traits;
    uint32_t color;
    int first_number, point_count; /* where it has the design, and not its form: in points */
    int first_material;            /* of a chain, one each segment */
    uint16_t mask;                 /* of that design */
    uint8_t kind;                  /* cn_ShapeKind */
    bool loop : 1, has_materials : 1, designed : 1;
} cn_Shape;

#endif
