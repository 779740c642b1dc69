/* shape_query.c: what one shape can be asked: mass, box, containment, nearest points.
 * Not here: rays (cast.c). */
#include "objects/shape_query.h"

#include <float.h>
#include <math.h>

#include "contact/contact.h"
#include "data/body_access.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "geometry/distance.h"
#include "geometry/minkowski.h"
#include "objects/shape.h"
#include "objects/shape_build.h"

static const cn_Shape *get(const cn_World *w, cn_ShapeId shape) {
    return cn_shape_live(w, shape) ? &w->shape[shape.index] : NULL;
}

cn_ShapeKind cn_shape_kind(const cn_World *w, cn_ShapeId shape) {
    const cn_Shape *s = get(w, shape);
    return s ? (cn_ShapeKind)s->kind : CN_CIRCLE;
}

cn_BodyId cn_shape_body(const cn_World *w, cn_ShapeId shape) {
    const cn_Shape *s = get(w, shape);
    return s ? cn_body_id(w, s->body) : (cn_BodyId){0, 0};
}

int cn_shape_layer(const cn_World *w, cn_ShapeId shape) {
    const cn_Shape *s = get(w, shape);
    return s ? w->traits[s->traits].layer : 0;
}

double cn_shape_area(const cn_World *w, cn_ShapeId shape) {
    const cn_Shape *s = get(w, shape);
    return s ? cn_shape_moments(w, (int)shape.index).area : 0;
}

double cn_shape_mass(const cn_World *w, cn_ShapeId shape) {
    const cn_Shape *s = get(w, shape);
    return s ? cn_shape_moments(w, (int)shape.index).area * w->traits[s->traits].density : 0;
}

double cn_shape_inertia(const cn_World *w, cn_ShapeId shape) {
    const cn_Shape *s = get(w, shape);
    return s ? cn_shape_moments(w, (int)shape.index).inertia * w->traits[s->traits].density : 0;
}

void cn_shape_bounds(const cn_World *w, cn_ShapeId shape, double box[4]) {
    const cn_Shape *s = get(w, shape);
    box[0] = box[1] = box[2] = box[3] = 0;
    if (!s) return;
    const cn_Pose *pose = &w->pose[s->body];
    for (int p = s->first_piece; p >= 0; p = w->piece[p].next) {
        double b[4];
        cn_Geom geom = cn_piece_geom(w, p);
        cn_geom_box(&geom, pose->x, pose->y, pose->q, b);
        for (int i = 0; i < 4; i++) {
            double limit = CN_MAX_COORDINATE;
            double v = b[i] < -limit ? -limit : (b[i] > limit ? limit : b[i]);
            bool first = p == s->first_piece;
            if (first || (i < 2 ? v < box[i] : v > box[i])) box[i] = v;
        }
    }
}

/* The nearest of its pieces to a point. */
static cn_Nearest nearest_piece(const cn_World *w, const cn_Shape *s, double x, double y) {
    cn_Nearest best = {INFINITY, {0, 0}, {x, y}};
    cn_Probe point;
    cn_probe_disc(&point, cn_query_tame(x), cn_query_tame(y), 0);
    for (int p = s->first_piece; p >= 0; p = w->piece[p].next) {
        cn_Geom geom = cn_piece_geom(w, p);
        cn_Nearest n = cn_probe_nearest(&point, &geom, &w->pose[s->body]);
        if (n.distance < best.distance) best = n;
    }
    return best;
}

bool cn_shape_contains(const cn_World *w, cn_ShapeId shape, double x, double y) {
    const cn_Shape *s = get(w, shape);
    return s && nearest_piece(w, s, x, y).distance <= 0;
}

cn_Pos cn_shape_closest(const cn_World *w, cn_ShapeId shape, double x, double y) {
    const cn_Shape *s = get(w, shape);
    if (!s) return (cn_Pos){0, 0};
    cn_Nearest n = nearest_piece(w, s, x, y);
    return n.distance <= 0 ? (cn_Pos){x, y} : n.at;
}

/* Of pieces equally far the first: sums of the same numbers on every machine. */
bool cn_shape_support(const cn_World *w, cn_ShapeId shape, double dx, double dy, cn_Pos *out) {
    const cn_Shape *s = get(w, shape);
    double most = fmax(fabs(dx), fabs(dy)), best = -INFINITY;
    if (most > 1e100 && most <= DBL_MAX) dx /= most, dy /= most; /* whose square is none */
    if (most < 1e-100 && most > 0) dx *= 1e200, dy *= 1e200;
    double length = sqrt(dx * dx + dy * dy);
    *out = (cn_Pos){0, 0};
    if (!s || s->kind == CN_HALFSPACE || !(length > 0 && length <= DBL_MAX)) return false;
    const cn_Pose *pose = &w->pose[s->body];
    dx /= length, dy /= length;
    for (int p = s->first_piece; p >= 0; p = w->piece[p].next) {
        cn_Geom geom = cn_piece_geom(w, p);
        for (int i = 0; i < geom.count; i++) {
            cn_Pos at = cn_pose_global(pose, geom.vertices[i]);
            double radius = geom.radius;
            at.x += radius * dx, at.y += radius * dy;
            double way = (at.x - pose->x) * dx + (at.y - pose->y) * dy;
            if (way > best) best = way, *out = at;
        }
    }
    return true;
}

/* How two pieces are apart. One that overlaps has a common point at both. */
typedef struct Apart {
    double distance;
    cn_Pos on_a, on_b;
} Apart;

static Apart swapped(Apart a) { return (Apart){a.distance, a.on_b, a.on_a}; }

static Apart overlapping(const cn_Geom *a, const cn_Pose *pose_a, const cn_Geom *b,
                         const cn_Pose *pose_b) {
    cn_Pos at = cn_pose_global(pose_a, cn_distance(a, b, cn_relative(pose_a, pose_b)).on_a);
    return (Apart){0, at, at};
}

/* sine of the angle below which faces of two planes count as parallel, as in distance.c */
#define PARALLEL 1e-6f

/* Half planes overlap unless they turn their backs on each other. */
static Apart planes_apart(const cn_Geom *a, const cn_Pose *pose_a, const cn_Geom *b,
                          const cn_Pose *pose_b) {
    cn_Probe point;
    cn_Pos on_b = cn_pose_global(pose_b, b->vertices[0]);
    cn_Vec na = cn_rotate(pose_a->q, a->normals[0]), nb = cn_rotate(pose_b->q, b->normals[0]);
    cn_probe_disc(&point, on_b.x, on_b.y, 0);
    cn_Nearest n = cn_probe_nearest(&point, a, pose_a);
    bool parallel = cn_absf(cn_cross(na, nb)) <= PARALLEL && cn_dot(na, nb) < 0;
    if (!parallel || n.distance <= 0) return overlapping(a, pose_a, b, pose_b);
    return (Apart){n.distance, n.at, on_b};
}

static Apart apart(const cn_World *w, int piece_a, int piece_b) {
    cn_Geom a = cn_piece_geom(w, piece_a), b = cn_piece_geom(w, piece_b);
    const cn_Pose *pose_a = &w->pose[w->piece[piece_a].body];
    const cn_Pose *pose_b = &w->pose[w->piece[piece_b].body];
    if (a.kind == CN_GEOM_PLANE && b.kind == CN_GEOM_PLANE)
        return planes_apart(&a, pose_a, &b, pose_b);
    if (b.kind == CN_GEOM_PLANE) return swapped(apart(w, piece_b, piece_a));
    cn_Probe probe;
    cn_probe_of_geom(&probe, &b, pose_b);
    cn_Nearest n = cn_probe_nearest(&probe, &a, pose_a);
    if (n.distance <= 0) return overlapping(&a, pose_a, &b, pose_b);
    double d = n.distance;
    return (Apart){d, n.at, {n.at.x + d * n.normal.x, n.at.y + d * n.normal.y}};
}

/* The square of it, at least: what is in a tree lies within its box there. */
static double least_square(const cn_World *w, int p, int q) {
    const cn_Box *a = &w->box[p], *b = &w->box[q];
    double x = fmax(fmax((double)b->x1 - a->x2, (double)a->x1 - b->x2), 0);
    double y = fmax(fmax((double)b->y1 - a->y2, (double)a->y1 - b->y2), 0);
    return x * x + y * y;
}

static bool has_boxes(const cn_World *w, const cn_Shape *s) {
    return cn_shape_takes_part(w, (int)(s - w->shape)) && s->kind != CN_HALFSPACE;
}

double cn_shape_distance(const cn_World *w, cn_ShapeId a, cn_ShapeId b, cn_Pos *on_a,
                         cn_Pos *on_b) {
    const cn_Shape *sa = get(w, a), *sb = get(w, b);
    Apart best = {INFINITY, {0, 0}, {0, 0}};
    *on_a = *on_b = (cn_Pos){0, 0};
    if (!sa || !sb) return 0;
    bool boxes = has_boxes(w, sa) && has_boxes(w, sb);
    for (int p = sa->first_piece; p >= 0; p = w->piece[p].next)
        for (int q = sb->first_piece; q >= 0; q = w->piece[q].next) {
            if (boxes && least_square(w, p, q) > best.distance * best.distance) continue;
            Apart pair = apart(w, p, q);
            if (pair.distance < best.distance) best = pair;
        }
    *on_a = best.on_a, *on_b = best.on_b;
    return best.distance;
}

static bool shape_before(const void *context, const void *p, const void *q) {
    (void)context;
    return ((const cn_ShapeId *)p)->index < ((const cn_ShapeId *)q)->index;
}

void cn_shape_sort(cn_ShapeId *ids, int count) {
    cn_sort(ids, count, sizeof *ids, shape_before, NULL);
}

/* A shape of several pieces stands in several contacts: sorted, then told once. */
int cn_shape_visitors(const cn_World *w, cn_ShapeId sensor, cn_ShapeId *buffer, int capacity) {
    const cn_Shape *s = get(w, sensor);
    int count = 0;
    if (!s || !w->traits[s->traits].sensor) return 0;
    for (int link = w->cold[s->body].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        const cn_Contact *c = &w->contact[link >> 1];
        bool here = cn_contact_shape_a(w, c) == (int)sensor.index ||
                    cn_contact_shape_b(w, c) == (int)sensor.index;
        if (!here || !(c->flags & CN_CONTACT_TOUCHING)) continue;
        int other = cn_contact_shape_a(w, c) == (int)sensor.index ? cn_contact_shape_b(w, c)
                                                                  : cn_contact_shape_a(w, c);
        const cn_Traits *t = cn_shape_traits(w, other);
        bool known = t->sensor && !t->seen; /* it sees, and is not seen */
        for (int i = 0; i < count && i < capacity && !known; i++)
            known = buffer[i].index == (uint32_t)other;
        if (known) continue;
        if (count < capacity) buffer[count] = cn_shape_id(w, other);
        count++;
    }
    cn_shape_sort(buffer, count < capacity ? count : capacity);
    return count;
}

static bool is_solid(const cn_Contact *c) {
    return !(c->flags & (CN_CONTACT_SENSOR | CN_CONTACT_REFUSED));
}

static bool is_of(const cn_World *w, const cn_Contact *c, cn_ShapeId shape) {
    return cn_contact_shape_a(w, c) == (int)shape.index ||
           cn_contact_shape_b(w, c) == (int)shape.index;
}

int cn_shape_contacts(const cn_World *w, cn_ShapeId shape, cn_ContactId *buffer, int capacity) {
    const cn_Shape *s = get(w, shape);
    int count = 0;
    if (!s) return 0;
    for (int link = w->cold[s->body].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        const cn_Contact *c = &w->contact[link >> 1];
        if (c->count == 0 || !is_solid(c) || !is_of(w, c, shape)) continue;
        cn_contact_put_id(w, buffer, capacity, count++, link >> 1);
    }
    cn_contact_sort_ids(w, buffer, capacity, count);
    return count;
}

bool cn_shape_touches(const cn_World *w, cn_ShapeId a, cn_ShapeId b) {
    const cn_Shape *s = get(w, a);
    if (!s || !get(w, b) || a.index == b.index) return false;
    for (int link = w->cold[s->body].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        const cn_Contact *c = &w->contact[link >> 1];
        if (is_of(w, c, a) && is_of(w, c, b) && is_solid(c) && c->flags & CN_CONTACT_TOUCHING)
            return true;
    }
    return false;
}

static int put_point(double *points, int capacity, int at, cn_Pos p) {
    if (at < capacity) {
        points[2 * at] = p.x;
        points[2 * at + 1] = p.y;
    }
    return at + 1;
}

int cn_shape_piece_count(const cn_World *w, cn_ShapeId shape) {
    const cn_Shape *s = get(w, shape);
    return s ? s->piece_count : 0;
}

int cn_shape_piece(const cn_World *w, cn_ShapeId shape, int piece, double *points, int capacity) {
    const cn_Shape *s = get(w, shape);
    int p = s ? s->first_piece : -1;
    while (p >= 0 && w->piece[p].index != piece) p = w->piece[p].next;
    if (p < 0) return 0;
    const cn_Vec *v = &w->vertices[w->piece[p].first_vertex];
    for (int i = 0; i < w->piece[p].vertex_count; i++)
        put_point(points, capacity, i, cn_pose_global(&w->pose[s->body], v[i]));
    return w->piece[p].vertex_count;
}

/* Of one that is no list of its pieces' vertices. */
static int drawn_outline(const cn_World *w, cn_ShapeId shape, double *points, int capacity) {
    cn_Pos ring[CN_MAX_POINTS];
    cn_ShapeDef d = cn_shape_settings(w, shape);
    const cn_Pose *pose = &w->pose[w->shape[shape.index].body];
    int count = cn_shape_build_outline(&d, ring);
    for (int i = 0; i < count; i++)
        put_point(points, capacity, i,
                  cn_pose_global(pose, (cn_Vec){(float)ring[i].x, (float)ring[i].y}));
    return count;
}

int cn_shape_outline(const cn_World *w, cn_ShapeId shape, double *points, int capacity) {
    const cn_Shape *s = get(w, shape);
    int count = 0;
    if (!s) return 0;
    if (s->kind == CN_ELLIPSE || (s->kind == CN_POLYGON && s->designed))
        return drawn_outline(w, shape, points, capacity);
    const cn_Pose *pose = &w->pose[s->body];
    for (int p = s->first_piece; p >= 0; p = w->piece[p].next) {
        const cn_Piece *piece = &w->piece[p];
        const cn_Vec *v = &w->vertices[piece->first_vertex];
        /* a chain shares points: the end of one segment is the beginning of the next */
        int first = s->kind == CN_CHAIN && p != s->first_piece ? 1 : 0;
        for (int i = first; i < piece->vertex_count; i++)
            count = put_point(points, capacity, count, cn_pose_global(pose, v[i]));
        if (piece->kind != CN_GEOM_PLANE) continue;
        cn_Vec n = cn_rotate(pose->q, w->normals[piece->first_vertex]);
        count = put_point(points, capacity, count, (cn_Pos){n.x, n.y});
    }
    return count;
}
