/* shape_query.c: what one shape can be asked: mass, box, containment, rays, nearest points. */
#include <math.h>

#include "distance.h"
#include "sort.h"
#include "world.h"

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

/* A world point in the frame of the shape's body. */
static cn_Vec local(const cn_Pose *pose, double x, double y) {
    return cn_unrotate(pose->q, (cn_Vec){(float)(x - pose->x), (float)(y - pose->y)});
}

static cn_Pos global(const cn_Pose *pose, cn_Vec p) {
    cn_Vec r = cn_rotate(pose->q, p);
    return (cn_Pos){pose->x + (double)r.x, pose->y + (double)r.y};
}

bool cn_shape_contains(const cn_World *w, cn_ShapeId shape, double x, double y) {
    const cn_Shape *s = get(w, shape);
    if (!s) return false;
    cn_Vec point = local(&w->pose[s->body], x, y);
    for (int p = s->first_piece; p >= 0; p = w->piece[p].next) {
        cn_Geom geom = cn_piece_geom(w, p);
        if (cn_geom_contains(&geom, point)) return true;
    }
    return false;
}

bool cn_shape_raycast(const cn_World *w, cn_ShapeId shape, double x1, double y1, double x2,
                      double y2, cn_RayHit *out) {
    const cn_Shape *s = get(w, shape);
    *out = (cn_RayHit){0};
    if (!s) return false;
    const cn_Pose *pose = &w->pose[s->body];
    cn_Vec start = local(pose, x1, y1), way = cn_sub(local(pose, x2, y2), start);
    float best = 2;
    for (int p = s->first_piece; p >= 0; p = w->piece[p].next) {
        float fraction;
        cn_Vec normal;
        cn_Geom geom = cn_piece_geom(w, p);
        if (!cn_geom_raycast(&geom, start, way, &fraction, &normal) || fraction >= best) continue;
        best = fraction;
        normal = cn_rotate(pose->q, normal);
        double t = (double)fraction;
        *out = (cn_RayHit){shape, x1 + t * (x2 - x1), y1 + t * (y2 - y1), normal.x, normal.y, t};
    }
    return best <= 1;
}

cn_Pos cn_shape_closest(const cn_World *w, cn_ShapeId shape, double x, double y) {
    const cn_Shape *s = get(w, shape);
    if (!s) return (cn_Pos){0, 0};
    const cn_Pose *pose = &w->pose[s->body];
    cn_Vec point = local(pose, x, y), best = point;
    float least = INFINITY;
    for (int p = s->first_piece; p >= 0; p = w->piece[p].next) {
        cn_Geom geom = cn_piece_geom(w, p);
        cn_Vec q = cn_geom_closest(&geom, point);
        float d = cn_length_sq(cn_sub(q, point));
        if (d < least) least = d, best = q;
    }
    return least == 0 ? (cn_Pos){x, y} : global(pose, best);
}

double cn_shape_distance(const cn_World *w, cn_ShapeId a, cn_ShapeId b, cn_Pos *on_a,
                         cn_Pos *on_b) {
    const cn_Shape *sa = get(w, a), *sb = get(w, b);
    *on_a = *on_b = (cn_Pos){0, 0};
    if (!sa || !sb) return 0;
    const cn_Pose *pa = &w->pose[sa->body];
    cn_Xf xf = cn_relative(pa, &w->pose[sb->body]);
    double least = INFINITY;
    for (int p = sa->first_piece; p >= 0; p = w->piece[p].next)
        for (int q = sb->first_piece; q >= 0; q = w->piece[q].next) {
            cn_Geom ga = cn_piece_geom(w, p), gb = cn_piece_geom(w, q);
            cn_Distance d = cn_distance(&ga, &gb, xf);
            if ((double)d.distance >= least) continue;
            least = (double)d.distance;
            *on_a = global(pa, d.on_a);
            *on_b = global(pa, d.on_b);
        }
    return least;
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
    for (int link = w->cold[s->body].first_contact; link >= 0;) {
        const cn_Contact *c = &w->contact[link >> 1];
        link = cn_contact_next(w, link);
        bool here = cn_contact_shape_a(w, c) == (int)sensor.index ||
                    cn_contact_shape_b(w, c) == (int)sensor.index;
        if (!here || !(c->flags & CN_CONTACT_TOUCHING)) continue;
        int other = cn_contact_shape_a(w, c) == (int)sensor.index ? cn_contact_shape_b(w, c)
                                                                  : cn_contact_shape_a(w, c);
        bool known = false;
        for (int i = 0; i < count && i < capacity && !known; i++)
            known = buffer[i].index == (uint32_t)other;
        if (known) continue;
        if (count < capacity) buffer[count] = cn_shape_id(w, other);
        count++;
    }
    cn_shape_sort(buffer, count < capacity ? count : capacity);
    return count;
}

static int put_point(double *points, int capacity, int at, cn_Pos p) {
    if (at < capacity) {
        points[2 * at] = p.x;
        points[2 * at + 1] = p.y;
    }
    return at + 1;
}

int cn_shape_outline(const cn_World *w, cn_ShapeId shape, double *points, int capacity) {
    const cn_Shape *s = get(w, shape);
    int count = 0;
    if (!s) return 0;
    const cn_Pose *pose = &w->pose[s->body];
    for (int p = s->first_piece; p >= 0; p = w->piece[p].next) {
        const cn_Piece *piece = &w->piece[p];
        const cn_Vec *v = &w->vertices[piece->first_vertex];
        /* a chain shares points: the end of one segment is the beginning of the next */
        int first = s->kind == CN_CHAIN && p != s->first_piece ? 1 : 0;
        for (int i = first; i < piece->vertex_count; i++)
            count = put_point(points, capacity, count, global(pose, v[i]));
        if (piece->kind != CN_GEOM_PLANE) continue;
        cn_Vec n = cn_rotate(pose->q, w->normals[piece->first_vertex]);
        count = put_point(points, capacity, count, (cn_Pos){n.x, n.y});
    }
    return count;
}
