/* geometry.h: the collision geometry of one piece, and what can be asked of it alone.
 *
 * Everything but a plane is a rounded convex hull in the frame of its body: 1 vertex = circle,
 * 2 = capsule or segment, 3 and more = polygon, counter-clockwise; the surface lies radius outside
 * the hull. A plane is one vertex on its face and one outward normal, solid behind it.
 * A cn_Geom only points at memory that the world owns.
 * Not here: pairs (collide.h), distance between two (distance.h), hulls of points (polygon.h). */
#ifndef CN_GEOMETRY_H
#define CN_GEOMETRY_H

#include "cairn_types.h"

typedef enum cn_GeomKind { CN_GEOM_HULL, CN_GEOM_PLANE } cn_GeomKind;

typedef struct cn_Geom {
    cn_GeomKind kind;
    int count;              /* vertices: 1..256; a plane has 1 */
    float radius;           /* m, rounding */
    const cn_Vec *vertices; /* body frame */
    const cn_Vec *normals;  /* outward unit normal of the edge from vertex i to i + 1; for count 2
                               both sides; none for count 1 */
    const uint8_t *inner;   /* by edge: another piece of the shape goes on behind it; NULL: none */
} cn_Geom;

/* Mass properties for density 1, in the body frame. */
typedef struct cn_Area {
    double area;    /* m^2, 0 for segments without rounding and for planes */
    cn_Pos center;  /* centroid */
    double inertia; /* m^4, about the centroid */
} cn_Area;

/* Exact for circles, capsules and polygons with rounding (hull + edge strips + corner discs); of a
 * ring with dents, too, unless the rounding fills one: then right to about 1e-6. */
cn_Area cn_geom_area(const cn_Geom *geom);
/* The exact box at a placement; a plane gives +-inf on the open sides. */
void cn_geom_box(const cn_Geom *geom, double x, double y, cn_Rot q, double box[4]);
/* Largest distance of the surface from a point of the body frame; a plane gives 0. */
float cn_geom_extent(const cn_Geom *geom, cn_Vec from);
/* Half the smallest thickness: how far it may move before it can pass through something. */
float cn_geom_inner_radius(const cn_Geom *geom);
/* The least that the shape reaches from center in any direction, m; 0 when center is outside. */
float cn_geom_least_reach(const cn_Geom *geom, cn_Vec center);
bool cn_geom_contains(const cn_Geom *geom, cn_Vec point);
/* Ray from p to p + d in the body frame. False on a miss; fraction 0 and a zero normal when it
 * starts inside. Two-sided for segments. */
bool cn_geom_raycast(const cn_Geom *geom, cn_Vec p, cn_Vec d, float *fraction, cn_Vec *normal);
/* The nearest point of the solid to point (the point itself when inside). */
cn_Vec cn_geom_closest(const cn_Geom *geom, cn_Vec point);

/* Fill normals[count] from vertices[count], counter-clockwise. */
void cn_geom_normals(const cn_Vec *vertices, int count, cn_Vec *normals);

#endif
