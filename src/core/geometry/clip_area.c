/* clip_area.c: see clip_area.h.
 *
 * A convex outline is cut by one half-plane after the other: what is inside of each edge stays, and
 * a straight edge closes the gap between where the outline leaves and where it comes back. Whole
 * circles are two arcs, so that two points tell an arc. */
#include "geometry/clip_area.h"

#include "cairn_math.h"
#include "geometry/geometry.h"

/* m: what is so near to a half-plane's border counts as inside; far below a float's step, far above
 * a double's */
#define ON 1e-9
/* count of sides of a whole turn, where an arc has to do with sides: more are truer and take
 * longer */
#define ARC_SIDES 64

static cn_Pos minus(cn_Pos a, cn_Pos b) { return (cn_Pos){a.x - b.x, a.y - b.y}; }
static double dot(cn_Pos a, cn_Pos b) { return a.x * b.x + a.y * b.y; }
static double cross(cn_Pos a, cn_Pos b) { return a.x * b.y - a.y * b.x; }

static cn_Pos turned(const cn_Frame *at, cn_Vec v) {
    return (cn_Pos){at->c * (double)v.x - at->s * (double)v.y,
                    at->s * (double)v.x + at->c * (double)v.y};
}

static cn_Pos placed(const cn_Frame *at, cn_Vec v) {
    cn_Pos p = turned(at, v);
    return (cn_Pos){at->x + p.x, at->y + p.y};
}

static cn_Pos beside(cn_Pos p, cn_Pos n, double r) {
    return (cn_Pos){p.x + r * n.x, p.y + r * n.y};
}

static bool same(cn_Pos a, cn_Pos b) { return a.x == b.x && a.y == b.y; }

/* ---- an outline --------------------------------------------------------------------------- */

static void put(cn_Clip *c, cn_ClipEdge edge) {
    if (c->count < CN_CLIP_EDGES) c->edges[c->count++] = edge;
}

static void put_line(cn_Clip *c, cn_Pos from, cn_Pos to) {
    put(c, (cn_ClipEdge){.from = from, .to = to});
}

static void put_circle(cn_Clip *c, cn_Pos centre, double r) {
    cn_Pos right = {centre.x + r, centre.y}, left = {centre.x - r, centre.y};
    put(c, (cn_ClipEdge){right, left, centre, r});
    put(c, (cn_ClipEdge){left, right, centre, r});
}

void cn_clip_begin(cn_Clip *c, const cn_Geom *geom, const cn_Frame *at) {
    double r = (double)geom->radius;
    c->count = 0;
    if (geom->count == 1) {
        put_circle(c, placed(at, geom->vertices[0]), r);
        return;
    }
    for (int i = 0; i < geom->count; i++) {
        int j = i + 1 < geom->count ? i + 1 : 0;
        cn_Pos a = placed(at, geom->vertices[i]), b = placed(at, geom->vertices[j]);
        cn_Pos n = turned(at, geom->normals[i]), m = turned(at, geom->normals[j]);
        put_line(c, beside(a, n, r), beside(b, n, r));
        if (r > 0) put(c, (cn_ClipEdge){beside(b, n, r), beside(b, m, r), b, r});
    }
}

/* ---- cutting ------------------------------------------------------------------------------ */

static double height(const cn_ClipPlane *plane, cn_Pos p) {
    return dot(plane->normal, p) - plane->offset - ON;
}

/* What is left of an edge, joined to what is left of those before it. */
static void keep(cn_Clip *c, cn_ClipEdge edge) {
    if (c->count > 0 && !same(c->edges[c->count - 1].to, edge.from))
        put_line(c, c->edges[c->count - 1].to, edge.from);
    put(c, edge);
}

static void cut_line(cn_Clip *c, const cn_ClipEdge *e, double from, double to) {
    cn_ClipEdge left = *e;
    if (from > 0 && to > 0) return;
    double t = from / (from - to); /* used only where the signs differ */
    cn_Pos at = {e->from.x + t * (e->to.x - e->from.x), e->from.y + t * (e->to.y - e->from.y)};
    if (from > 0) left.from = at;
    if (to > 0) left.to = at;
    keep(c, left);
}

static bool on_arc(const cn_ClipEdge *e, cn_Pos p) {
    cn_Pos at = minus(p, e->centre);
    return cross(minus(e->from, e->centre), at) >= 0 && cross(at, minus(e->to, e->centre)) >= 0;
}

/* Both on the arc, one after the other. */
static bool in_order(const cn_ClipEdge *e, cn_Pos first, cn_Pos second) {
    return on_arc(e, first) && on_arc(e, second) &&
           cross(minus(first, e->centre), minus(second, e->centre)) >= 0;
}

/* Going around counter-clockwise the circle leaves the half-plane at one point of the line and
 * comes back at the other. */
static void cut_arc(cn_Clip *c, const cn_ClipPlane *plane, const cn_ClipEdge *e, double from,
                    double to) {
    double s = height(plane, e->centre), r = e->radius, k_sq = r * r - s * s;
    if (k_sq <= 0) { /* all on one side */
        if (s <= 0) keep(c, *e);
        return;
    }
    double k = sqrt(k_sq);
    cn_Pos n = plane->normal, foot = {e->centre.x - s * n.x, e->centre.y - s * n.y};
    cn_Pos leaves = {foot.x + k * n.y, foot.y - k * n.x};
    cn_Pos returns = {foot.x - k * n.y, foot.y + k * n.x};
    cn_ClipEdge first = *e, second = *e;
    first.to = leaves, second.from = returns;
    if (from <= 0 && to <= 0) {
        bool out = in_order(e, leaves, returns);
        keep(c, out ? first : *e);
        if (out) keep(c, second);
    } else if (from <= 0) {
        keep(c, first);
    } else if (to <= 0) {
        keep(c, second);
    } else if (in_order(e, returns, leaves)) {
        second.to = leaves;
        keep(c, second);
    }
}

/* Which side the outline is on: -1 all of it inside, 1 nothing, 0 it is cut. Arcs count whole. */
static int side_of(const cn_Clip *c, const cn_ClipPlane *plane) {
    bool any_in = false, any_out = false;
    for (int i = 0; i < c->count; i++) {
        const cn_ClipEdge *e = &c->edges[i];
        double low = height(plane, e->from), high = low;
        if (e->radius > 0) {
            double s = height(plane, e->centre);
            low = s - e->radius, high = s + e->radius;
        }
        any_in |= low<0, any_out |= high> 0;
    }
    return !any_out ? -1 : (any_in ? 0 : 1);
}

void cn_clip_cut(cn_Clip *c, const cn_ClipPlane *plane) {
    cn_ClipEdge old[CN_CLIP_EDGES];
    int count = c->count, side = side_of(c, plane);
    if (side < 0) return;
    c->count = 0;
    if (side > 0) return;
    for (int i = 0; i < count; i++) old[i] = c->edges[i];
    for (int i = 0; i < count; i++) {
        double from = height(plane, old[i].from), to = height(plane, old[i].to);
        if (old[i].radius > 0)
            cut_arc(c, plane, &old[i], from, to);
        else
            cut_line(c, &old[i], from, to);
    }
    if (c->count > 0 && !same(c->edges[c->count - 1].to, c->edges[0].from))
        put_line(c, c->edges[c->count - 1].to, c->edges[0].from);
}

/* ---- what is left ------------------------------------------------------------------------- */

typedef struct Sum {
    double area, x, y;
} Sum;

static void add_triangle(Sum *sum, cn_Pos a, cn_Pos b, cn_Pos c, double sign) {
    double area = 0.5 * sign * cross(minus(b, a), minus(c, a));
    sum->area += area;
    sum->x += area * (a.x + b.x + c.x) / 3;
    sum->y += area * (a.y + b.y + c.y) / 3;
}

/* The sector of the disc; the integral of the unit vectors between two is their difference turned
 * by -90 degrees. */
static void add_sector(Sum *sum, const cn_ClipEdge *e) {
    cn_Pos u = minus(e->from, e->centre), v = minus(e->to, e->centre);
    double r = e->radius, c = dot(u, v), theta = cn_atan2(cross(u, v), c);
    if (theta < 0)
        theta = c < 0 ? theta + 2 * CN_PI : 0; /* half a turn or none, but for rounding */
    double area = 0.5 * theta * r * r;
    sum->area += area;
    sum->x += area * e->centre.x + r * r / 3 * (v.y - u.y);
    sum->y += area * e->centre.y + r * r / 3 * (u.x - v.x);
}

double cn_clip_area(const cn_Clip *c, cn_Pos *centroid) {
    Sum sum = {0, 0, 0};
    *centroid = (cn_Pos){0, 0};
    if (c->count == 0) return 0;
    cn_Pos origin = c->edges[0].from;
    for (int i = 0; i < c->count; i++) {
        const cn_ClipEdge *e = &c->edges[i];
        add_triangle(&sum, origin, e->from, e->to, 1);
        if (e->radius <= 0) continue;
        add_sector(&sum, e);
        add_triangle(&sum, e->centre, e->from, e->to, -1);
    }
    if (!(sum.area > 0)) return 0;
    *centroid = (cn_Pos){sum.x / sum.area, sum.y / sum.area};
    return sum.area;
}

/* ---- half-planes of another --------------------------------------------------------------- */

static cn_ClipPlane plane_at(cn_Pos n, cn_Pos p, double beyond) {
    return (cn_ClipPlane){n, dot(n, p) + beyond};
}

/* Tangents of the arc about p from n on, both ends left out. */
static int corner(cn_Pos p, cn_Pos n, double r, double theta, cn_ClipPlane *planes) {
    int sides = (int)(theta * ARC_SIDES / (2 * CN_PI) + 0.999), count = 0;
    double step = sides > 0 ? theta / sides : 0, half = step / 2;
    for (int i = 1; i < sides; i++) {
        double c = cn_cos(step * i), s = cn_sin(step * i);
        double even = sqrt(half * cn_cos(half) / cn_sin(half));
        planes[count++] = plane_at((cn_Pos){c * n.x - s * n.y, s * n.x + c * n.y}, p, r * even);
    }
    return count;
}

/* So that the sides of a disc lie alike from wherever it is looked at. */
static cn_Pos towards_origin(cn_Pos p) {
    double length = sqrt(dot(p, p));
    return length > 0 ? (cn_Pos){-p.x / length, -p.y / length} : (cn_Pos){1, 0};
}

int cn_clip_planes(const cn_Geom *geom, const cn_Frame *at, cn_ClipPlane *planes) {
    double r = (double)geom->radius;
    int count = 0;
    if (geom->kind == CN_GEOM_PLANE) {
        planes[0] = plane_at(turned(at, geom->normals[0]), placed(at, geom->vertices[0]), 0);
        return 1;
    }
    if (geom->count == 1) {
        cn_Pos p = placed(at, geom->vertices[0]), n = towards_origin(p);
        count = corner(p, n, r, 2 * CN_PI, planes);
        double half = CN_PI / ARC_SIDES;
        planes[count++] = plane_at(n, p, r * sqrt(half * cn_cos(half) / cn_sin(half)));
        return count;
    }
    for (int i = 0; i < geom->count; i++) {
        int j = i + 1 < geom->count ? i + 1 : 0;
        cn_Pos p = placed(at, geom->vertices[j]);
        cn_Pos n = turned(at, geom->normals[i]), m = turned(at, geom->normals[j]);
        planes[count++] = plane_at(n, p, r);
        double theta = cn_atan2(cross(n, m), dot(n, m));
        if (theta < 0 && dot(n, m) < 0) theta += 2 * CN_PI;
        if (r > 0) count += corner(p, n, r, theta, planes + count);
    }
    return count;
}
