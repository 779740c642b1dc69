/* geometry.c: see geometry.h.
 *
 * A rounded hull is the hull, a strip of width radius along each edge and a sector of a disc at
 * each vertex; area, box, ray and closest point all follow from that one picture. Circles (no
 * edge, one full disc) and capsules (no area inside, two edges back to back) need no case of their
 * own in most of them. Sums are in double, because they are asked seldom and of any size.
 * Invariant: nothing here divides by a length that can be zero. */
#include "geometry/geometry.h"

#include <math.h>

#include "cairn_math.h"
#include "cairn_types.h"
#include "geometry/offset_area.h"

#define ALIKE 1e-5 /* ratio by which two sums of one area may differ */

static cn_Pos to_pos(cn_Vec v) { return (cn_Pos){v.x, v.y}; }
static cn_Pos minus(cn_Pos a, cn_Pos b) { return (cn_Pos){a.x - b.x, a.y - b.y}; }
static double dot(cn_Pos a, cn_Pos b) { return a.x * b.x + a.y * b.y; }
static double cross(cn_Pos a, cn_Pos b) { return a.x * b.y - a.y * b.x; }
static int edge_count(const cn_Geom *geom) { return geom->count == 1 ? 0 : geom->count; }
static int next(const cn_Geom *geom, int i) { return i + 1 < geom->count ? i + 1 : 0; }

static cn_Pos mean_vertex(const cn_Geom *geom) {
    cn_Pos sum = {0.0, 0.0};
    for (int i = 0; i < geom->count; i++) {
        sum.x += geom->vertices[i].x;
        sum.y += geom->vertices[i].y;
    }
    return (cn_Pos){sum.x / geom->count, sum.y / geom->count};
}

/* Triangle from the reference point to a and b; second moment from the polynomial integral
 * (e.g. Mirtich, "Fast and accurate computation of polyhedral mass properties", 1996). */
static void add_triangle(cn_Moments *m, cn_Pos a, cn_Pos b) {
    double area = 0.5 * cross(a, b);
    m->area += area;
    m->first.x += area * (a.x + b.x) / 3.0;
    m->first.y += area * (a.y + b.y) / 3.0;
    m->second += area * (dot(a, a) + dot(a, b) + dot(b, b)) / 6.0;
}

/* Rectangle of width r on the outer side, normal n, of the edge a, b. */
static void add_strip(cn_Moments *m, cn_Pos a, cn_Pos b, cn_Pos n, double r) {
    cn_Pos edge = minus(b, a);
    double length = sqrt(dot(edge, edge)), area = length * r;
    cn_Pos center = {0.5 * (a.x + b.x + r * n.x), 0.5 * (a.y + b.y + r * n.y)};
    m->area += area;
    m->first.x += area * center.x;
    m->first.y += area * center.y;
    m->second += area * ((length * length + r * r) / 12.0 + dot(center, center));
}

/* Sector of the disc of radius r around the vertex v, from the normal n1 to the normal n2. The
 * integral of the unit vectors between them is n2 - n1 turned by -90 degrees. */
static void add_sector(cn_Moments *m, cn_Pos v, cn_Pos n1, cn_Pos n2, double r) {
    double turn = dot(n1, n2), theta = cn_atan2(cross(n1, n2), turn);
    if (theta < 0.0 && turn < 0.0) theta += 2.0 * CN_PI; /* opposite, but for rounding */
    double area = 0.5 * theta * r * r, k = r * r * r / 3.0;
    cn_Pos local = {k * (n2.y - n1.y), k * (n1.x - n2.x)};
    m->area += area;
    m->first.x += area * v.x + local.x;
    m->first.y += area * v.y + local.y;
    m->second += 0.25 * theta * r * r * r * r + 2.0 * dot(v, local) + area * dot(v, v);
}

/* What two strips that meet at a dent have in common, taken away: a kite from v to where their
 * outer sides cross. Right as long as no edge there is shorter than that reaches: see dented_area.
 */
static void take_kite(cn_Moments *m, cn_Pos v, cn_Pos n1, cn_Pos n2, double r) {
    double k = r / (1.0 + dot(n1, n2));
    cn_Pos a = {v.x + r * n1.x, v.y + r * n1.y}, b = {v.x + r * n2.x, v.y + r * n2.y};
    cn_Pos far = {v.x + k * (n1.x + n2.x), v.y + k * (n1.y + n2.y)};
    const cn_Pos ring[] = {v, a, far, b, v};
    for (int i = 0; i < 4; i++) add_triangle(m, ring[i], ring[i + 1]);
}

static bool is_dent(const cn_Geom *geom, int i) {
    cn_Pos n1 = to_pos(geom->normals[i]), n2 = to_pos(geom->normals[next(geom, i)]);
    return geom->count > 2 && cross(n1, n2) < 0.0;
}

static cn_Moments hull_moments(const cn_Geom *geom, cn_Pos reference) {
    cn_Moments m = {0.0, {0.0, 0.0}, 0.0};
    double r = geom->radius;
    for (int i = 0; i < geom->count; i++) {
        int j = next(geom, i);
        cn_Pos a = minus(to_pos(geom->vertices[i]), reference);
        cn_Pos b = minus(to_pos(geom->vertices[j]), reference);
        if (geom->count > 2) add_triangle(&m, a, b);
        if (r <= 0.0) continue;
        add_strip(&m, a, b, to_pos(geom->normals[i]), r);
        if (is_dent(geom, i))
            take_kite(&m, b, to_pos(geom->normals[i]), to_pos(geom->normals[j]), r);
        else
            add_sector(&m, b, to_pos(geom->normals[i]), to_pos(geom->normals[j]), r);
    }
    return m;
}

static cn_Area area_of(cn_Moments m, cn_Pos reference) {
    cn_Area out = {0.0, reference, 0.0};
    if (!(m.area > 0.0)) return out;
    cn_Pos c = {m.first.x / m.area, m.first.y / m.area};
    out.area = m.area;
    out.center = (cn_Pos){reference.x + c.x, reference.y + c.y};
    out.inertia = m.second - m.area * dot(c, c);
    return out;
}

/* Strips that meet in a narrow gap, and kites that reach beyond their edges, are counted more than
 * once: then lines are counted instead, else the sum is exact. */
static cn_Area dented_area(const cn_Geom *geom, cn_Area sum, cn_Pos reference) {
    double r = (double)geom->radius;
    cn_Moments lines = cn_offset_moments(geom->vertices, geom->count, r, reference);
    cn_Area counted = area_of(lines, reference);
    bool alike = fabs(sum.area - counted.area) <= ALIKE * counted.area &&
                 fabs(sum.inertia - counted.inertia) <= ALIKE * counted.inertia;
    return alike ? sum : counted;
}

/* How much of the edges beside a vertex its kite takes, m. */
static double kite_takes(const cn_Geom *geom, int i) {
    cn_Pos n1 = to_pos(geom->normals[i]), n2 = to_pos(geom->normals[next(geom, i)]);
    return is_dent(geom, i) ? (double)geom->radius * -cross(n1, n2) / (1.0 + dot(n1, n2)) : 0.0;
}

static bool is_behind(const cn_Geom *geom, int edge, cn_Vec v) {
    return cn_dot(cn_sub(v, geom->vertices[edge]), geom->normals[edge]) <= 0;
}

/* Are two ranges, of a and b and of c and d, less than that apart? */
static bool is_near(float a, float b, float c, float d, float most) {
    return cn_minf(a, b) - cn_maxf(c, d) < most && cn_minf(c, d) - cn_maxf(a, b) < most;
}

/* Whether the strips along two edges that are no neighbours may meet. */
static bool may_meet(const cn_Geom *geom, int i, int k) {
    cn_Vec a = geom->vertices[i], b = geom->vertices[next(geom, i)];
    cn_Vec c = geom->vertices[k], d = geom->vertices[next(geom, k)];
    float most = 2 * geom->radius;
    if (!is_near(a.x, b.x, c.x, d.x, most) || !is_near(a.y, b.y, c.y, d.y, most)) return false;
    return !(is_behind(geom, i, c) && is_behind(geom, i, d) && is_behind(geom, k, a) &&
             is_behind(geom, k, b));
}

/* May its strips, sectors and kites cover a place twice? */
static bool may_overlap(const cn_Geom *geom) {
    for (int i = 0; i < geom->count; i++) {
        int j = next(geom, i);
        cn_Pos edge = minus(to_pos(geom->vertices[next(geom, j)]), to_pos(geom->vertices[j]));
        if (kite_takes(geom, i) + kite_takes(geom, j) > sqrt(dot(edge, edge))) return true;
        for (int k = i + 2; k < geom->count; k++)
            if (next(geom, k) != i && may_meet(geom, i, k)) return true;
    }
    return false;
}

static bool has_dents(const cn_Geom *geom) {
    for (int i = 0; i < geom->count; i++)
        if (is_dent(geom, i)) return true;
    return false;
}

cn_Area cn_geom_area(const cn_Geom *geom) {
    cn_Pos reference = mean_vertex(geom);
    cn_Area out = {0.0, reference, 0.0};
    if (geom->kind == CN_GEOM_PLANE) return out;
    if (geom->count == 1) {
        double r_sq = (double)geom->radius * (double)geom->radius;
        out.area = CN_PI * r_sq;
        out.inertia = 0.5 * out.area * r_sq;
        return out;
    }
    out = area_of(hull_moments(geom, reference), reference);
    bool dented = geom->radius > 0 && has_dents(geom);
    return dented && may_overlap(geom) ? dented_area(geom, out, reference) : out;
}

static void plane_box(const cn_Geom *plane, double x, double y, cn_Rot q, double box[4]) {
    cn_Vec n = cn_rotate(q, plane->normals[0]);
    double vx = plane->vertices[0].x, vy = plane->vertices[0].y;
    double face_x = x + (q.c * vx - q.s * vy), face_y = y + (q.s * vx + q.c * vy);
    box[0] = n.y == 0.0f && n.x < 0.0f ? face_x : -(double)INFINITY;
    box[1] = n.x == 0.0f && n.y < 0.0f ? face_y : -(double)INFINITY;
    box[2] = n.y == 0.0f && n.x > 0.0f ? face_x : (double)INFINITY;
    box[3] = n.x == 0.0f && n.y > 0.0f ? face_y : (double)INFINITY;
}

void cn_geom_box(const cn_Geom *geom, double x, double y, cn_Rot q, double box[4]) {
    if (geom->kind == CN_GEOM_PLANE) {
        plane_box(geom, x, y, q, box);
        return;
    }
    double x1 = INFINITY, y1 = INFINITY, x2 = -(double)INFINITY, y2 = -(double)INFINITY;
    double c = q.c, s = q.s, r = geom->radius;
    for (int i = 0; i < geom->count; i++) {
        double vx = geom->vertices[i].x, vy = geom->vertices[i].y;
        double wx = c * vx - s * vy, wy = s * vx + c * vy;
        x1 = wx < x1 ? wx : x1, x2 = wx > x2 ? wx : x2;
        y1 = wy < y1 ? wy : y1, y2 = wy > y2 ? wy : y2;
    }
    box[0] = x + x1 - r, box[1] = y + y1 - r;
    box[2] = x + x2 + r, box[3] = y + y2 + r;
}

float cn_geom_extent(const cn_Geom *geom, cn_Vec from) {
    if (geom->kind == CN_GEOM_PLANE) return 0.0f;
    float most = 0.0f;
    for (int i = 0; i < geom->count; i++) {
        most = cn_maxf(most, cn_length(cn_sub(geom->vertices[i], from)));
    }
    return most + geom->radius;
}

/* How far the hull reaches behind its edge i. */
static float thickness_behind(const cn_Geom *geom, int edge) {
    float most = 0.0f;
    for (int i = 0; i < geom->count; i++) {
        cn_Vec back = cn_sub(geom->vertices[edge], geom->vertices[i]);
        most = cn_maxf(most, cn_dot(geom->normals[edge], back));
    }
    return most;
}

float cn_geom_inner_radius(const cn_Geom *geom) {
    if (geom->kind == CN_GEOM_PLANE) return (float)CN_MAX_SIZE; /* nothing is behind it */
    if (geom->count < 3) return geom->radius;
    float least = INFINITY;
    for (int i = 0; i < geom->count; i++) least = cn_minf(least, thickness_behind(geom, i));
    return 0.5f * least + geom->radius;
}

/* The nearest point of the hull's outline or, for a point within a polygon, the point itself. */
static cn_Pos closest_on_core(const cn_Geom *geom, cn_Pos p) {
    cn_Pos best = to_pos(geom->vertices[0]);
    double best_sq = dot(minus(p, best), minus(p, best));
    bool inside = geom->count > 2;
    for (int i = 0; i < edge_count(geom); i++) {
        cn_Pos a = to_pos(geom->vertices[i]);
        cn_Pos e = minus(to_pos(geom->vertices[next(geom, i)]), a), d = minus(p, a);
        if (cross(e, d) < 0.0) inside = false;
        double t = dot(d, e), ee = dot(e, e);
        t = t <= 0.0 ? 0.0 : t >= ee ? 1.0 : t / ee;
        cn_Pos q = {a.x + t * e.x, a.y + t * e.y};
        double q_sq = dot(minus(p, q), minus(p, q));
        if (q_sq < best_sq) best_sq = q_sq, best = q;
    }
    return inside ? p : best;
}

/* Signed distance over the face of a plane. */
static double plane_height(const cn_Geom *plane, cn_Pos p) {
    return dot(to_pos(plane->normals[0]), minus(p, to_pos(plane->vertices[0])));
}

static bool is_within(cn_Pos d, float radius) {
    return dot(d, d) <= (double)radius * (double)radius;
}

static bool contains(const cn_Geom *geom, cn_Pos p) {
    if (geom->kind == CN_GEOM_PLANE) return plane_height(geom, p) <= 0.0;
    return is_within(minus(p, closest_on_core(geom, p)), geom->radius);
}

bool cn_geom_contains(const cn_Geom *geom, cn_Vec point) { return contains(geom, to_pos(point)); }

float cn_geom_least_reach(const cn_Geom *geom, cn_Vec center) {
    if (geom->kind == CN_GEOM_PLANE) return 0;
    if (geom->count < 3) {
        cn_Pos c = to_pos(center), d = minus(closest_on_core(geom, c), c);
        return cn_maxf(geom->radius - (float)sqrt(dot(d, d)), 0);
    }
    float least = INFINITY;
    for (int i = 0; i < geom->count; i++)
        least = cn_minf(least, cn_dot(geom->normals[i], cn_sub(geom->vertices[i], center)));
    return cn_maxf(least + geom->radius, 0);
}

cn_Vec cn_geom_closest(const cn_Geom *geom, cn_Vec point) {
    cn_Pos p = to_pos(point);
    if (geom->kind == CN_GEOM_PLANE) {
        double h = plane_height(geom, p);
        return h <= 0.0 ? point : cn_mul_add(point, (float)-h, geom->normals[0]);
    }
    cn_Pos q = closest_on_core(geom, p), d = minus(p, q);
    if (is_within(d, geom->radius)) return point;
    double k = geom->radius / sqrt(dot(d, d));
    return cn_vec((float)(q.x + k * d.x), (float)(q.y + k * d.y));
}

/* A ray in double, and the first hit so far. */
typedef struct Ray {
    cn_Pos p, d;
    double fraction;
    cn_Pos normal;
    bool hit;
} Ray;

static void ray_take(Ray *ray, double t, cn_Pos normal) {
    if (!(t >= 0.0 && t <= ray->fraction)) return;
    ray->fraction = t;
    ray->normal = normal;
    ray->hit = true;
}

/* The outer side of a segment with unit normal n, crossed from outside. */
static void ray_edge(Ray *ray, cn_Pos a, cn_Pos b, cn_Pos n) {
    double along = dot(n, ray->d);
    if (along >= 0.0) return;
    double t = dot(n, minus(a, ray->p)) / along;
    cn_Pos at = {ray->p.x + t * ray->d.x, ray->p.y + t * ray->d.y};
    cn_Pos e = minus(b, a);
    double u = dot(minus(at, a), e);
    if (u >= 0.0 && u <= dot(e, e)) ray_take(ray, t, n);
}

/* |p + t d - c| = r, written about the foot of the perpendicular from c: the usual discriminant
 * loses all its digits when the ray starts far away. */
static void ray_circle(Ray *ray, cn_Pos c, double r) {
    double dd = dot(ray->d, ray->d);
    if (!(dd > 0.0) || !(r > 0.0)) return;
    double foot = dot(minus(c, ray->p), ray->d) / dd;
    cn_Pos at = {ray->p.x + foot * ray->d.x, ray->p.y + foot * ray->d.y};
    double half_sq = r * r - dot(minus(at, c), minus(at, c));
    if (half_sq < 0.0) return;
    double t = foot - sqrt(half_sq / dd);
    cn_Pos hit = {ray->p.x + t * ray->d.x, ray->p.y + t * ray->d.y};
    ray_take(ray, t, (cn_Pos){(hit.x - c.x) / r, (hit.y - c.y) / r});
}

/* Cyrus and Beck, "Generalized two- and three-dimensional clipping", Computers & Graphics 3(1),
 * 1978: keep the part of the ray behind every edge. Unlike single edges it has no gap at a
 * vertex. */
static void ray_polygon(Ray *ray, const cn_Geom *geom) {
    double enter = -1.0, leave = ray->fraction;
    cn_Pos normal = {0.0, 0.0};
    for (int i = 0; i < geom->count; i++) {
        cn_Pos n = to_pos(geom->normals[i]);
        double height = dot(n, minus(ray->p, to_pos(geom->vertices[i]))), along = dot(n, ray->d);
        if (along >= 0.0 && height > 0.0) return;
        if (along < 0.0 && height > enter * -along) enter = height / -along, normal = n;
        if (along > 0.0 && -height < leave * along) leave = -height / along;
    }
    if (enter <= leave) ray_take(ray, enter, normal);
}

/* Strips and discs overlap only where they belong to the solid, so the first of all entries is
 * the entry into their union. */
static void ray_rounded(Ray *ray, const cn_Geom *geom) {
    double r = geom->radius;
    for (int i = 0; i < edge_count(geom); i++) {
        cn_Pos a = to_pos(geom->vertices[i]), b = to_pos(geom->vertices[next(geom, i)]);
        cn_Pos n = to_pos(geom->normals[i]), out = {r * n.x, r * n.y};
        ray_edge(ray, (cn_Pos){a.x + out.x, a.y + out.y}, (cn_Pos){b.x + out.x, b.y + out.y}, n);
    }
    for (int i = 0; i < geom->count; i++) ray_circle(ray, to_pos(geom->vertices[i]), r);
}

static void ray_plane(Ray *ray, const cn_Geom *plane) {
    cn_Pos n = to_pos(plane->normals[0]);
    double along = dot(n, ray->d);
    if (along < 0.0) ray_take(ray, plane_height(plane, ray->p) / -along, n);
}

bool cn_geom_raycast(const cn_Geom *geom, cn_Vec p, cn_Vec d, float *fraction, cn_Vec *normal) {
    Ray ray = {to_pos(p), to_pos(d), 1.0, {0.0, 0.0}, false};
    if (contains(geom, ray.p)) {
        ray.hit = true;
        ray.fraction = 0.0;
    } else if (geom->kind == CN_GEOM_PLANE) {
        ray_plane(&ray, geom);
    } else if (geom->count > 2 && geom->radius <= 0.0f) {
        ray_polygon(&ray, geom);
    } else {
        ray_rounded(&ray, geom);
    }
    if (!ray.hit) return false;
    *fraction = (float)ray.fraction;
    *normal = cn_vec((float)ray.normal.x, (float)ray.normal.y);
    return true;
}

void cn_geom_normals(const cn_Vec *vertices, int count, cn_Vec *normals) {
    if (count < 2) return;
    for (int i = 0; i < count; i++) {
        cn_Vec edge = cn_sub(vertices[i + 1 < count ? i + 1 : 0], vertices[i]);
        normals[i] = cn_normalize(cn_right(edge), NULL);
    }
}
