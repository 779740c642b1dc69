/* minkowski.c: see minkowski.h.
 *
 * A probe P and a hull Q overlap exactly when the origin lies in Q - P, all differences of their
 * points; so a question about two becomes one about a point and one hull. Both are convex, hence
 * Q - P is, and its edges are those of the two in the order of their directions (the Minkowski sum
 * of convex polygons; de Berg et al., "Computational Geometry", 13.3). Roundings add up.
 * Work is done in the frame of the piece's body, from the place of the probe. Each corner remembers
 * the corner of Q that it comes from: that is where the two meet. */
#include "geometry/minkowski.h"

#include <math.h>

#include "cairn_math.h"
#include "cairn_types.h"
#include "geometry/geometry.h"
#include "geometry/pose.h"

/* count: a sum of two hulls has as many corners as both together */
#define CORNERS (2 * CN_MAX_POINTS)
/* ratio: sine of the angle of two lines, below which they are parallel. Between two that nearly are
 * the sum is a sliver, whose tips rounding puts anywhere. */
#define PARALLEL 1e-9
/* m, below which the side of a face that something starts on is a matter of rounding. */
#define ON_FACE 1e-9

static cn_Pos plus(cn_Pos a, cn_Pos b) { return (cn_Pos){a.x + b.x, a.y + b.y}; }
static cn_Pos minus(cn_Pos a, cn_Pos b) { return (cn_Pos){a.x - b.x, a.y - b.y}; }
static cn_Pos along(cn_Pos a, double k, cn_Pos d) { return (cn_Pos){a.x + k * d.x, a.y + k * d.y}; }
static cn_Pos scaled(double k, cn_Pos a) { return (cn_Pos){k * a.x, k * a.y}; }
static double dot(cn_Pos a, cn_Pos b) { return a.x * b.x + a.y * b.y; }
static double cross(cn_Pos a, cn_Pos b) { return a.x * b.y - a.y * b.x; }
static double length(cn_Pos a) { return sqrt(dot(a, a)); }
static cn_Pos unit(cn_Pos a) { return scaled(1 / length(a), a); }
static cn_Pos to_pos(cn_Vec v) { return (cn_Pos){v.x, v.y}; }

/* ---- frames ------------------------------------------------------------------------------- */

/* A body's place, its rotation made unit in double: floats are not quite. */
typedef struct Frame {
    double x, y, c, s;
} Frame;

static Frame frame_of(const cn_Pose *pose) {
    double c = pose->q.c, s = pose->q.s, k = 1 / sqrt(c * c + s * s);
    return (Frame){pose->x, pose->y, k * c, k * s};
}
static cn_Pos turned(const Frame *f, cn_Pos v) {
    return (cn_Pos){f->c * v.x - f->s * v.y, f->s * v.x + f->c * v.y};
}
static cn_Pos unturned(const Frame *f, cn_Pos v) {
    return (cn_Pos){f->c * v.x + f->s * v.y, f->c * v.y - f->s * v.x};
}
static cn_Pos into(const Frame *f, double x, double y) {
    return unturned(f, (cn_Pos){x - f->x, y - f->y});
}
static cn_Pos out_of(const Frame *f, cn_Pos p) {
    cn_Pos r = turned(f, p);
    return (cn_Pos){f->x + r.x, f->y + r.y};
}

/* ---- probes ------------------------------------------------------------------------------- */

void cn_probe_disc(cn_Probe *p, double x, double y, double radius) {
    p->x = x, p->y = y;
    p->radius = radius;
    p->count = 1;
    p->v[0] = (cn_Pos){0, 0};
}

void cn_probe_box(cn_Probe *p, double x, double y, double half_w, double half_h) {
    cn_probe_disc(p, x, y, 0);
    p->v[0] = (cn_Pos){-half_w, -half_h};
    if (half_w <= 0 && half_h <= 0) return;
    p->v[p->count++] =
        half_w > 0 && half_h > 0 ? (cn_Pos){half_w, -half_h} : (cn_Pos){half_w, half_h};
    if (half_w <= 0 || half_h <= 0) return;
    p->v[p->count++] = (cn_Pos){half_w, half_h};
    p->v[p->count++] = (cn_Pos){-half_w, half_h};
}

void cn_probe_of_geom(cn_Probe *p, const cn_Geom *geom, const cn_Pose *pose) {
    Frame f = frame_of(pose);
    cn_Pos first = to_pos(geom->vertices[0]), at = out_of(&f, first);
    p->x = at.x, p->y = at.y;
    p->radius = geom->radius;
    p->count = geom->count;
    for (int i = 0; i < p->count; i++)
        p->v[i] = turned(&f, minus(to_pos(geom->vertices[i]), first));
}

void cn_probe_bounds(const cn_Probe *p, double box[4]) {
    cn_Pos low = p->v[0], high = p->v[0];
    for (int i = 1; i < p->count; i++) {
        cn_Pos v = p->v[i];
        low = (cn_Pos){fmin(low.x, v.x), fmin(low.y, v.y)};
        high = (cn_Pos){fmax(high.x, v.x), fmax(high.y, v.y)};
    }
    box[0] = p->x + low.x - p->radius, box[1] = p->y + low.y - p->radius;
    box[2] = p->x + high.x + p->radius, box[3] = p->y + high.y + p->radius;
}

/* ---- Q - P -------------------------------------------------------------------------------- */

typedef struct Sum {
    int count;
    double radius, solid; /* m, of both; of Q alone */
    cn_Pos v[CORNERS];
    cn_Pos on[CORNERS]; /* the corner of Q that it comes from */
} Sum;

static int next(const Sum *s, int i) { return i + 1 < s->count ? i + 1 : 0; }
static int edge_count(const Sum *s) { return s->count == 1 ? 0 : s->count; }

static int lowest(const cn_Pos *v, int count) {
    int best = 0;
    for (int i = 1; i < count; i++)
        if (v[i].y < v[best].y || (v[i].y == v[best].y && v[i].x < v[best].x)) best = i;
    return best;
}

/* Directions from 0 to below pi come before the others. */
static int half_of(cn_Pos e) { return e.y > 0 || (e.y == 0 && e.x > 0) ? 0 : 1; }

/* < 0: a turns less than b, > 0: more. */
static double compare(cn_Pos a, cn_Pos b) {
    int ha = half_of(a), hb = half_of(b);
    return ha != hb ? ha - hb : -cross(a, b);
}

/* Corners of one of the two, from the lowest on. */
typedef struct Walk {
    const cn_Pos *v;
    int count, edges, first, done;
} Walk;

static Walk walk_along(const cn_Pos *v, int count) {
    return (Walk){v, count, count > 1 ? count : 0, lowest(v, count), 0};
}
static cn_Pos corner(const Walk *w, int ahead) {
    return w->v[(w->first + w->done + ahead) % w->count];
}
static cn_Pos edge(const Walk *w) { return minus(corner(w, 1), corner(w, 0)); }

static void add_up(Sum *s, const cn_Pos *solid, int count, const cn_Pos *mirrored, int mirrors) {
    Walk q = walk_along(solid, count), p = walk_along(mirrored, mirrors);
    s->count = 0;
    do {
        s->on[s->count] = corner(&q, 0);
        s->v[s->count++] = plus(corner(&q, 0), corner(&p, 0));
        bool has_q = q.done < q.edges, has_p = p.done < p.edges;
        double order = has_q && has_p ? compare(edge(&q), edge(&p)) : has_q ? -1 : 1;
        if (has_q && !(order > 0)) q.done++; /* also where there is none: of no number */
        if (has_p && order >= 0) p.done++;
    } while (q.done < q.edges || p.done < p.edges);
}

/* Of two parallel lines: what is left is the line from the first corner along them to the last. */
static void flatten(Sum *s, cn_Pos way) {
    int low = 0, high = 0;
    for (int i = 1; i < s->count; i++) {
        if (dot(s->v[i], way) < dot(s->v[low], way)) low = i;
        if (dot(s->v[i], way) > dot(s->v[high], way)) high = i;
    }
    cn_Pos v[] = {s->v[low], s->v[high]}, on[] = {s->on[low], s->on[high]};
    for (int i = 0; i < 2; i++) s->v[i] = v[i], s->on[i] = on[i];
    s->count = 2;
}

static void make_sum(Sum *s, const cn_Probe *probe, const cn_Geom *geom, const Frame *f) {
    cn_Pos solid[CN_MAX_POINTS], mirrored[CN_MAX_POINTS];
    cn_Pos place = into(f, probe->x, probe->y);
    for (int i = 0; i < geom->count; i++) solid[i] = minus(to_pos(geom->vertices[i]), place);
    for (int i = 0; i < probe->count; i++) mirrored[i] = unturned(f, scaled(-1, probe->v[i]));
    s->solid = geom->radius;
    s->radius = s->solid + probe->radius;
    if (probe->count == 1) { /* its corner is its place */
        s->count = geom->count;
        for (int i = 0; i < geom->count; i++) s->on[i] = s->v[i] = solid[i];
        return;
    }
    add_up(s, solid, geom->count, mirrored, probe->count);
    if (geom->count != 2 || probe->count != 2) return;
    cn_Pos a = minus(solid[1], solid[0]), b = minus(mirrored[1], mirrored[0]);
    if (fabs(cross(a, b)) <= PARALLEL * length(a) * length(b)) flatten(s, a);
}

/* The outward unit normal of edge i, zero for one without length. */
static cn_Pos normal_of(const Sum *s, int i) {
    cn_Pos e = minus(s->v[next(s, i)], s->v[i]);
    double k = length(e);
    return k > 0 ? (cn_Pos){e.y / k, -e.x / k} : (cn_Pos){0, 0};
}

static cn_Pos between(cn_Pos a, cn_Pos b, double t) { return along(a, t, minus(b, a)); }

/* ---- how far is the origin ---------------------------------------------------------------- */

/* Of the core: roundings are not taken off yet. */
typedef struct Gap {
    double distance; /* negative inside */
    cn_Pos n, on;
} Gap;

/* The face that is nearest from inside. */
static Gap gap_inside(const Sum *s) {
    Gap best = {-(double)INFINITY, {0, 0}, {0, 0}};
    for (int i = 0; i < s->count; i++) {
        cn_Pos n = normal_of(s, i), e = minus(s->v[next(s, i)], s->v[i]);
        double height = -dot(n, s->v[i]);
        if (dot(e, e) == 0 || height <= best.distance) continue;
        double t = fmin(fmax(-dot(s->v[i], e) / dot(e, e), 0), 1);
        best = (Gap){height, n, between(s->on[i], s->on[next(s, i)], t)};
    }
    return best;
}

static Gap gap_of(const Sum *s) {
    cn_Pos nearest = s->v[0], on = s->on[0];
    double least = dot(nearest, nearest);
    bool inside = s->count > 2;
    int face = 0;
    for (int i = 0; i < edge_count(s); i++) {
        cn_Pos a = s->v[i], e = minus(s->v[next(s, i)], a);
        double t = -dot(a, e), ee = dot(e, e);
        if (cross(e, a) > 0) inside = false;
        t = t <= 0 ? 0 : t >= ee ? 1 : t / ee;
        cn_Pos at = along(a, t, e);
        double d = dot(at, at);
        if (d >= least) continue;
        least = d, nearest = at, face = i;
        on = between(s->on[i], s->on[next(s, i)], t);
    }
    if (inside) return gap_inside(s);
    double distance = sqrt(least);
    if (distance > 0) return (Gap){distance, scaled(-1 / distance, nearest), on};
    return (Gap){0, s->count > 1 ? normal_of(s, face) : (cn_Pos){0, 1}, on};
}

/* The corner of a probe that lies deepest behind a plane with the normal n of the world. */
static cn_Pos deepest(const cn_Probe *p, cn_Pos n, double *depth) {
    int best = 0;
    for (int i = 1; i < p->count; i++)
        if (dot(n, p->v[i]) < dot(n, p->v[best])) best = i;
    *depth = dot(n, p->v[best]) - p->radius;
    return along(p->v[best], -p->radius, n);
}

static cn_Nearest plane_nearest(const cn_Probe *p, const cn_Geom *plane, const Frame *f) {
    cn_Pos n = turned(f, unit(to_pos(plane->normals[0]))), face = to_pos(plane->vertices[0]);
    cn_Pos from = turned(f, minus(into(f, p->x, p->y), face));
    double depth, height = dot(n, from);
    cn_Pos corner_of = deepest(p, n, &depth);
    height += depth;
    cn_Pos at = along(corner_of, -height, n);
    return (cn_Nearest){height, n, {p->x + at.x, p->y + at.y}};
}

cn_Nearest cn_probe_nearest(const cn_Probe *p, const cn_Geom *geom, const cn_Pose *pose) {
    Frame f = frame_of(pose);
    if (geom->kind == CN_GEOM_PLANE) return plane_nearest(p, geom, &f);
    Sum s;
    make_sum(&s, p, geom, &f);
    Gap gap = gap_of(&s);
    cn_Pos on = turned(&f, along(gap.on, s.solid, gap.n));
    return (cn_Nearest){gap.distance - s.radius, turned(&f, gap.n), {p->x + on.x, p->y + on.y}};
}

/* ---- what the ray from the origin along d meets ------------------------------------------- */

typedef struct Ray {
    cn_Pos d;
    double fraction;
    cn_Pos n, on;
    bool hit;
} Ray;

/* slack: by how much it may lie behind the start, as a fraction */
static void take(Ray *ray, double t, double slack, cn_Pos n, cn_Pos on) {
    if (t < 0 && t >= -slack) t = 0;
    if (!(t >= 0 && t <= 1) || (ray->hit && t >= ray->fraction)) return;
    *ray = (Ray){ray->d, t, n, on, true};
}

/* The outer side of edge i. Whether the ray passes between its ends is a question of signs that the
 * edge beyond a shared corner answers with the same bits: nothing slips through. */
static void ray_edge(Ray *ray, const Sum *s, int i) {
    int j = next(s, i);
    cn_Pos n = normal_of(s, i), a = along(s->v[i], s->radius, n), b = along(s->v[j], s->radius, n);
    double closing = -dot(n, ray->d), at_a = cross(ray->d, a), at_b = cross(ray->d, b);
    if (closing <= 0 || !((at_a <= 0 && at_b >= 0) || (at_a >= 0 && at_b <= 0))) return;
    double t = at_a == at_b ? 0.5 : at_a / (at_a - at_b);
    take(ray, -dot(n, a) / closing, ON_FACE / closing, n, between(s->on[i], s->on[j], t));
}

/* |t d - c| = r, written about the foot of the perpendicular from c: the usual discriminant loses
 * all its digits when the ray starts far away. */
static void ray_corner(Ray *ray, const Sum *s, int i) {
    double dd = dot(ray->d, ray->d), r = s->radius;
    if (!(dd > 0) || r <= 0) return;
    double foot = dot(s->v[i], ray->d) / dd;
    cn_Pos off = along(scaled(-1, s->v[i]), foot, ray->d);
    double half_sq = r * r - dot(off, off);
    if (half_sq < 0 || foot < 0) return;
    double half = sqrt(half_sq / dd), t = foot - half;
    cn_Pos n = scaled(1 / r, along(off, -half, ray->d));
    take(ray, t, ON_FACE / sqrt(dd), n, s->on[i]);
}

/* Cyrus and Beck, "Generalized two- and three-dimensional clipping", Computers & Graphics 3(1),
 * 1978: keep the part of the ray behind every edge. Unlike single edges it has no gap at a corner.
 * Normals are as long as their edges. cn_point_cast has the same
 * bits. */
static void ray_sharp(Ray *ray, const Sum *s) {
    double enter = -(double)INFINITY, leave = 1;
    int face = -1;
    for (int i = 0; i < s->count; i++) {
        cn_Pos e = minus(s->v[next(s, i)], s->v[i]), n = {e.y, -e.x};
        double height = -dot(n, s->v[i]), closing = -dot(n, ray->d);
        if (closing <= 0 && height > 0) return;
        double t = height / closing;
        if (closing > 0 && t > enter) enter = t, face = i;
        if (closing < 0 && t < leave) leave = t;
    }
    if (face < 0 || enter > leave) return;
    if (!(enter > 0)) enter = 0;
    int j = next(s, face);
    cn_Pos at = scaled(enter, ray->d), e = minus(s->v[j], s->v[face]);
    double t = fmin(fmax(dot(minus(at, s->v[face]), e) / dot(e, e), 0), 1);
    take(ray, enter, 0, normal_of(s, face), between(s->on[face], s->on[j], t));
}

static bool has_origin(const Sum *s) {
    if (s->count < 3 || s->radius > 0) return gap_of(s).distance <= s->radius;
    for (int i = 0; i < s->count; i++) {
        cn_Pos e = minus(s->v[next(s, i)], s->v[i]);
        if (cross(e, s->v[i]) > 0) return false;
    }
    return true;
}

/* Along a line without thickness: its nearer end. */
static void ray_end_on(Ray *ray, const Sum *s) {
    double dd = dot(ray->d, ray->d);
    if (!(dd > 0) || cross(ray->d, s->v[0]) != 0 || cross(ray->d, s->v[1]) != 0) return;
    int near = dot(s->v[0], ray->d) < dot(s->v[1], ray->d) ? 0 : 1;
    take(ray, dot(s->v[near], ray->d) / dd, 0, scaled(-1 / sqrt(dd), ray->d), s->on[near]);
}

static void ray_sum(Ray *ray, const Sum *s) {
    if (s->count > 2 && s->radius <= 0) {
        ray_sharp(ray, s);
        return;
    }
    for (int i = 0; i < edge_count(s); i++) ray_edge(ray, s, i);
    for (int i = 0; i < s->count; i++) ray_corner(ray, s, i);
    if (s->count == 2 && s->radius <= 0) ray_end_on(ray, s);
}

static bool cast_at_plane(const cn_Probe *p, const cn_Geom *plane, const Frame *f, cn_Pos d,
                          cn_Nearest *out) {
    *out = plane_nearest(p, plane, f);
    double closing = -dot(out->normal, d);
    if (out->distance <= 0) {
        *out = (cn_Nearest){0, {0, 0}, {p->x, p->y}};
        return true;
    }
    if (closing <= 0 || out->distance > closing) return false;
    double height = out->distance, t = height / closing;
    out->distance = t;
    out->at = along(out->at, t, along(d, closing, out->normal)); /* slides along the face */
    return true;
}

bool cn_probe_cast(const cn_Probe *p, const cn_Geom *geom, const cn_Pose *pose, cn_Pos d,
                   cn_Nearest *out) {
    Frame f = frame_of(pose);
    if (geom->kind == CN_GEOM_PLANE) return cast_at_plane(p, geom, &f, d, out);
    Sum s;
    make_sum(&s, p, geom, &f);
    *out = (cn_Nearest){0, {0, 0}, {p->x, p->y}};
    if (has_origin(&s)) return true;
    Ray ray = {.d = unturned(&f, d), .fraction = 1};
    ray_sum(&ray, &s);
    if (!ray.hit) return false;
    cn_Pos on = turned(&f, along(ray.on, s.solid, ray.n));
    *out = (cn_Nearest){ray.fraction, turned(&f, ray.n), {p->x + on.x, p->y + on.y}};
    return true;
}

/* ---- a point against a sharp polygon ------------------------------------------------------- */

/* Two edges side by side. */
typedef double Two __attribute__((vector_size(16)));
typedef int64_t TwoInt __attribute__((vector_size(16)));
static Two both(double v) { return (Two){v, v}; }
static Two pick(TwoInt mask, Two a, Two b) {
    return (Two)(((TwoInt)a & mask) | ((TwoInt)b & ~mask));
}

/* As has_origin and ray_sharp, of edges as they come: nothing is copied, and nothing branches on
 * what no processor can guess. Where edges are odd in number the first comes twice. */
cn_PointCast cn_point_cast(const cn_PointAt *p) {
    const cn_Vec *v = p->vertices;
    Frame f = frame_of(p->pose);
    cn_Pos place = into(&f, p->from.x, p->from.y), way = unturned(&f, p->d);
    const Two x = both(place.x), y = both(place.y), none = both(0);
    const Two way_x = both(way.x), way_y = both(way.y);
    Two enter = both(-(double)INFINITY), leave = both(1);
    TwoInt face = {-1, -1}, outside = {0, 0}, misses = {0, 0};
    for (int i = 0; i < p->count; i += 2) {
        int j = i + 1 < p->count ? i + 1 : 0, k = j + 1 < p->count ? j + 1 : 0;
        Two ax = (Two){v[i].x, v[j].x} - x, ay = (Two){v[i].y, v[j].y} - y;
        Two bx = (Two){v[j].x, v[k].x} - x, by = (Two){v[j].y, v[k].y} - y;
        Two nx = by - ay, ny = -(bx - ax);
        Two height = -(nx * ax + ny * ay), closing = -(nx * way_x + ny * way_y);
        Two t = height / closing;
        TwoInt above = height > none, nears = closing > none, later = nears & (t > enter);
        outside |= above;
        misses |= above & ~nears;
        face = (later & (TwoInt){i, j}) | (~later & face);
        enter = pick(later, t, enter);
        leave = pick((closing < none) & (t < leave), t, leave);
    }
    int second = (enter[1] > enter[0]) | ((enter[1] == enter[0]) & (face[1] < face[0]));
    double from = enter[second], until = leave[1] < leave[0] ? leave[1] : leave[0];
    if (!(outside[0] | outside[1])) return (cn_PointCast){0, CN_POINT_INSIDE};
    bool missed = (misses[0] | misses[1]) || face[second] < 0 || from > until;
    return (cn_PointCast){from > 0 ? from : 0, missed ? CN_POINT_MISSES : (int)face[second]};
}

/* The nearest face of what the point is in, as gap_inside. */
static cn_Pos normal_inside(const cn_PointAt *p, cn_Pos place) {
    double best = -(double)INFINITY;
    cn_Pos normal = {0, 0}, first = minus(to_pos(p->vertices[0]), place), a = first;
    for (int i = 0; i < p->count; i++) {
        cn_Pos b = i + 1 < p->count ? minus(to_pos(p->vertices[i + 1]), place) : first;
        cn_Pos e = minus(b, a);
        double ee = dot(e, e), k = sqrt(ee);
        cn_Pos n = {e.y / k, -e.x / k};
        double height = -dot(n, a);
        if (ee > 0 && height > best) best = height, normal = n;
        a = b;
    }
    return normal;
}

cn_Nearest cn_point_cast_hit(const cn_PointAt *p, cn_PointCast met) {
    Frame f = frame_of(p->pose);
    cn_Pos place = into(&f, p->from.x, p->from.y), way = unturned(&f, p->d);
    if (met.face == CN_POINT_INSIDE)
        return (cn_Nearest){0, turned(&f, normal_inside(p, place)), p->from};
    int face = met.face, after = face + 1 < p->count ? face + 1 : 0;
    cn_Pos at = scaled(met.fraction, way);
    cn_Pos a = minus(to_pos(p->vertices[face]), place);
    cn_Pos b = minus(to_pos(p->vertices[after]), place), e = minus(b, a);
    double t = fmin(fmax(dot(minus(at, a), e) / dot(e, e), 0), 1), k = length(e);
    cn_Pos n = {e.y / k, -e.x / k}, on = turned(&f, between(a, b, t));
    return (cn_Nearest){met.fraction, turned(&f, n), {p->from.x + on.x, p->from.y + on.y}};
}
