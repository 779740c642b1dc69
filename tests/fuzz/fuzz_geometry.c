/* fuzz_geometry.c: hulls, decompositions, distances, rays and casts of shapes of chance, against
 * what must hold of them. Two shapes on two bodies that are placed and turned at random; sizes from
 * 5 cm to some metres. How to run it: driver.h. */
#include <stdio.h>
#include <stdlib.h>

#include "cairn.h"
#include "driver.h"
#include "input.h"

#define MOST   60   /* points */
#define NEAR   1e-4 /* m, what a place on a surface may be off it: floats, and the skin of casts */
#define COARSE 1e-3 /* ratio, of areas added up from pieces in float */
#define LEAST  1e-6 /* m^2, of what is a few millimetres wide */
#define REACH  4.0  /* m, how far apart the bodies are put */

typedef struct Pair {
    Input in;
    cn_World *world;
    cn_BodyId body[2];
    cn_ShapeId shape[2];
    cn_ShapeDef def[2];
    double points[2][2 * MOST];
} Pair;

static double shoelace(const double *p, int count) {
    double sum = 0;
    for (int i = 0, k = count - 1; i < count; k = i++)
        sum += p[2 * k] * p[2 * i + 1] - p[2 * i] * p[2 * k + 1];
    return sum / 2;
}

static double apart(cn_Pos a, cn_Pos b) { return hypot(a.x - b.x, a.y - b.y); }

/* ---- hulls -------------------------------------------------------------------------------- */

/* Left of it, m; < 0 = right. */
static double beside(const double *a, const double *b, const double *p) {
    double dx = b[0] - a[0], dy = b[1] - a[1], length = hypot(dx, dy);
    return (dx * (p[1] - a[1]) - dy * (p[0] - a[0])) / length;
}

static void check_hull(const double *points, int count) {
    double hull[2 * MOST];
    int n = 0;
    cn_Error error = {0};
    if (cn_convex_hull(points, count, hull, &n, &error) != CN_OK) {
        if (error.message[0] == '\0') fuzz_fault("a hull was refused without a sentence");
        return;
    }
    if (n < 3 || n > count) fuzz_fault("a hull of %d points has %d", count, n);
    for (int i = 0, k = n - 1; i < n; k = i++) {
        const double *a = hull + 2 * k, *b = hull + 2 * i, *c = hull + 2 * ((i + 1) % n);
        if (beside(a, b, c) < 0) fuzz_fault("a hull turns back at its point %d", i);
        for (int j = 0; j < count; j++)
            if (beside(a, b, points + 2 * j) < -NEAR)
                fuzz_fault("point %d is %g m outside of its hull", j, beside(a, b, points + 2 * j));
    }
    fuzz_count("hulls", 1);
}

/* ---- shapes ------------------------------------------------------------------------------- */

static void make_def(Pair *p, int i) {
    static const cn_ShapeKind kinds[] = {CN_CIRCLE,  CN_BOX,     CN_CAPSULE, CN_POLYGON,
                                         CN_POLYGON, CN_ELLIPSE, CN_SEGMENT, CN_CHAIN};
    Input *in = &p->in;
    cn_ShapeDef *d = &p->def[i];
    *d = cn_shape_def(kinds[below(in, 8)]);
    double size = exp(number(in, -3, 1));
    d->w = size, d->h = size * number(in, 0.1, 1);
    bool round_kind = d->kind == CN_CIRCLE || d->kind == CN_CAPSULE;
    d->radius = round_kind ? size * number(in, 0.2, 1) : 0;
    d->x1 = -size, d->x2 = size, d->y2 = size * number(in, -1, 1);
    d->rx = size, d->ry = size * number(in, 0.2, 1);
    d->point_count = whole(in, 3, once_in(in, 4) ? MOST : 9);
    d->points = p->points[i];
    d->hull = once_in(in, 3);
    d->loop = once_in(in, 2);
    fill_points(in, p->points[i], d->point_count, size);
    if (once_in(in, 3)) d->x = number(in, -1, 1), d->angle = number(in, -4, 4);
}

static bool make_shape(Pair *p, int i) {
    cn_BodyDef body = cn_body_def();
    body.x = number(&p->in, -REACH, REACH), body.y = number(&p->in, -REACH, REACH);
    body.angle = number(&p->in, -4, 4);
    make_def(p, i);
    if (cn_body_create(p->world, &body, &p->body[i]) != CN_OK) fuzz_fault("no body");
    if (p->def[i].kind == CN_POLYGON || p->def[i].kind == CN_CHAIN)
        check_hull(p->points[i], p->def[i].point_count);
    if (cn_shape_create(p->world, p->body[i], &p->def[i], &p->shape[i]) == CN_OK) return true;
    if (cn_world_error(p->world)->message[0] == '\0') fuzz_fault("refused without a sentence");
    return false;
}

/* The pieces of a concave polygon cover it, and no more; each is convex. */
static void check_pieces(const Pair *p, int i) {
    const cn_ShapeDef *d = &p->def[i];
    cn_ShapeId s = p->shape[i];
    double piece[2 * CN_MAX_POINTS], sum = 0, area = cn_shape_area(p->world, s);
    if (d->kind != CN_POLYGON) return;
    for (int k = 0; k < cn_shape_piece_count(p->world, s); k++) {
        int n = cn_shape_piece(p->world, s, k, piece, CN_MAX_POINTS);
        if (n < 3) fuzz_fault("piece %d has %d points", k, n);
        double part = shoelace(piece, n);
        if (!(part > 0)) fuzz_fault("piece %d has the area %g", k, part);
        sum += part;
    }
    double whole_area = fabs(shoelace(p->points[i], d->point_count));
    if (fabs(sum - area) > COARSE * area + LEAST) fuzz_fault("pieces have %g m^2 of %g", sum, area);
    if (!d->hull && fabs(area - whole_area) > COARSE * area + 100 * LEAST)
        fuzz_fault("a polygon of %g m^2 has %g", whole_area, area);
    if (!(cn_shape_inertia(p->world, s) > 0)) fuzz_fault("a polygon without inertia");
    fuzz_count("polygons", 1);
}

/* Green's theorem on its own points: area, centre and inertia of a polygon of density 1. */
static void check_mass(const Pair *p, int i) {
    const cn_ShapeDef *d = &p->def[i];
    const double *v = p->points[i];
    double twice = 0, x = 0, y = 0, second = 0;
    if (d->kind != CN_POLYGON || d->hull) return;
    for (int k = 0, j = d->point_count - 1; k < d->point_count; j = k++) {
        double ax = v[2 * j], ay = v[2 * j + 1], bx = v[2 * k], by = v[2 * k + 1];
        double cross = ax * by - ay * bx;
        twice += cross;
        x += cross * (ax + bx), y += cross * (ay + by);
        second += cross * (ax * ax + ax * bx + bx * bx + ay * ay + ay * by + by * by);
    }
    double area = fabs(twice) / 2, sign = twice < 0 ? -1 : 1;
    x /= 3 * twice, y /= 3 * twice;
    double inertia = sign * second / 12 - area * (x * x + y * y), size = sqrt(area);
    if (area < 1e-3) return; /* slivers: what floats make of them is something else */
    double told = cn_shape_inertia(p->world, p->shape[i]);
    if (fabs(told - inertia) > 10 * COARSE * (inertia + area * size * NEAR))
        fuzz_fault("a polygon of %g kg m^2 has %g", inertia, told);
    double c = cos(d->angle), s = sin(d->angle);
    cn_Pos at = {d->x + c * x - s * y, d->y + s * x + c * y};
    cn_Vec center = cn_body_mass_center(p->world, p->body[i]);
    double off = apart(at, (cn_Pos){(double)center.x, (double)center.y});
    if (off > 10 * NEAR * (1 + size)) fuzz_fault("a centre of mass is %g m off", off);
    fuzz_count("masses", 1);
}

/* With a rounding there is no less of it, and no more than strips and discs all around would add,
 * and where it fills its own dents nothing is counted twice, or taken away. */
static void check_rounding(Pair *p, int i) {
    cn_ShapeDef d = p->def[i];
    const double *v = p->points[i];
    double around = 0, area = cn_shape_area(p->world, p->shape[i]), far = 0;
    if (d.kind != CN_POLYGON || d.hull || area < 1e-3) return;
    d.radius = number(&p->in, 0.01, 0.7) * sqrt(area);
    for (int k = 0, j = d.point_count - 1; k < d.point_count; j = k++) {
        cn_Pos a = {v[2 * j], v[2 * j + 1]}, b = {v[2 * k], v[2 * k + 1]};
        around += apart(a, b);
        far = fmax(far, apart(a, (cn_Pos){v[0], v[1]}));
    }
    cn_BodyDef body = cn_body_def();
    cn_BodyId id;
    cn_ShapeId s;
    if (cn_body_create(p->world, &body, &id) != CN_OK) fuzz_fault("no body");
    if (cn_shape_create(p->world, id, &d, &s) == CN_OK) {
        double now = cn_shape_area(p->world, s), inertia = cn_shape_inertia(p->world, s);
        double most = area + around * d.radius + M_PI * d.radius * d.radius;
        if (now < area * (1 - COARSE) || now > most * (1 + COARSE))
            fuzz_fault("rounded by %g, %g m^2 become %g of at most %g", d.radius, area, now, most);
        double reach = far + 2 * d.radius;
        if (!(inertia > 0) || inertia > now * reach * reach)
            fuzz_fault("%g m^2 have an inertia of %g", now, inertia);
        fuzz_count("roundings", 1);
    }
    cn_body_destroy(p->world, id);
}

/* ---- distances, rays, casts --------------------------------------------------------------- */

static void check_distance(const Pair *p) {
    cn_World *w = p->world;
    cn_Pos a, b, c, d;
    double there = cn_shape_distance(w, p->shape[0], p->shape[1], &a, &b);
    double back = cn_shape_distance(w, p->shape[1], p->shape[0], &c, &d);
    if (!(there >= 0) || fabs(there - back) > NEAR)
        fuzz_fault("there it is %g m, and back %g", there, back);
    if (there > 0 && fabs(apart(a, b) - there) > NEAR)
        fuzz_fault("%g m, and the points are %g apart", there, apart(a, b));
    if (there > 0 && apart(cn_shape_closest(w, p->shape[0], a.x, a.y), a) > NEAR)
        fuzz_fault("the nearest point is %g m off its shape",
                   apart(cn_shape_closest(w, p->shape[0], a.x, a.y), a));
    /* no point of the other one is nearer than that */
    cn_Pos of = cn_shape_closest(w, p->shape[1], a.x, a.y);
    if (there > 0 && apart(of, a) < there - NEAR)
        fuzz_fault("%g m apart, and a point %g", there, apart(of, a));
    fuzz_count("distances", 1);
}

static void check_point(Pair *p) {
    cn_World *w = p->world;
    cn_Pos at = {number(&p->in, -REACH, REACH), number(&p->in, -REACH, REACH)};
    for (int i = 0; i < 2; i++) {
        cn_Pos near = cn_shape_closest(w, p->shape[i], at.x, at.y);
        bool inside = cn_shape_contains(w, p->shape[i], at.x, at.y);
        if (inside && apart(near, at) > NEAR)
            fuzz_fault("inside, and the nearest point is %g m away", apart(near, at));
        if (!inside && p->def[i].kind != CN_CHAIN && apart(near, at) == 0 &&
            p->def[i].kind != CN_SEGMENT)
            fuzz_fault("outside, and nearest to itself");
    }
}

static void check_ray(Pair *p) {
    cn_World *w = p->world;
    cn_Pos a = {number(&p->in, -REACH, REACH), number(&p->in, -REACH, REACH)};
    cn_Pos b = {number(&p->in, -REACH, REACH), number(&p->in, -REACH, REACH)};
    for (int i = 0; i < 2; i++) {
        cn_RayHit hit;
        cn_ShapeId s = p->shape[i];
        bool met = cn_shape_raycast(w, s, a.x, a.y, b.x, b.y, &hit);
        if (!met) {
            if (cn_shape_contains(w, s, a.x, a.y)) fuzz_fault("a ray misses what it begins in");
            if (cn_shape_contains(w, s, b.x, b.y) && p->def[i].kind != CN_SEGMENT &&
                p->def[i].kind != CN_CHAIN && apart(cn_shape_closest(w, s, a.x, a.y), a) > NEAR)
                fuzz_fault("a ray misses what it ends in");
            continue;
        }
        cn_Pos at = {hit.x, hit.y}, near = cn_shape_closest(w, s, at.x, at.y);
        if (apart(near, at) > NEAR) fuzz_fault("a ray is met %g m off", apart(near, at));
        double length = hypot((double)hit.nx, (double)hit.ny);
        if (fabs(length - 1) > 1e-3) fuzz_fault("a normal of length %g", length);
        double way = (b.x - a.x) * (double)hit.nx + (b.y - a.y) * (double)hit.ny;
        if (hit.fraction > 0 && way > NEAR) fuzz_fault("a ray is met from behind: %g", way);
        fuzz_count("rays", 1);
    }
}

/* Moved as far as it says the two just touch; less far they do not. */
static void check_cast(Pair *p) {
    cn_World *w = p->world;
    double dx = number(&p->in, -REACH, REACH), dy = number(&p->in, -REACH, REACH);
    cn_Pos a, b, from = cn_body_position(w, p->body[0]);
    double apart_first = cn_shape_distance(w, p->shape[0], p->shape[1], &a, &b);
    cn_RayHit hit;
    if (cn_shape_cast(w, p->shape[0], dx, dy, p->shape[1], &hit) != CN_OK) return; /* a chain */
    double f = hit.shape.generation ? hit.fraction : 1;
    if (hit.shape.generation && f > 0) {
        cn_body_set_position(w, p->body[0], from.x + f * dx, from.y + f * dy);
        double there = cn_shape_distance(w, p->shape[0], p->shape[1], &a, &b);
        if (there > NEAR) fuzz_fault("a cast stops %g m early", there);
    }
    for (int i = 1; i < 4 && apart_first > NEAR; i++) {
        double part = f * (hit.shape.generation ? 0.99 : 1) * i / 4;
        cn_body_set_position(w, p->body[0], from.x + part * dx, from.y + part * dy);
        double there = cn_shape_distance(w, p->shape[0], p->shape[1], &a, &b);
        if (there == 0 && f - part > NEAR / (hypot(dx, dy) + NEAR))
            fuzz_fault("a cast of %g passes through at %g", f, part);
    }
    cn_body_set_position(w, p->body[0], from.x, from.y);
    fuzz_count("casts", 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static Pair p;
    p = (Pair){.in = {bytes, size, 0, false}};
    cn_WorldDef def = cn_world_def();
    if (cn_world_create(&def, &p.world, NULL) != CN_OK) fuzz_fault("no world");
    while (!has_ended(&p.in)) {
        bool first = make_shape(&p, 0), second = make_shape(&p, 1);
        if (first) check_pieces(&p, 0), check_mass(&p, 0), check_rounding(&p, 0);
        if (second) check_pieces(&p, 1), check_mass(&p, 1), check_rounding(&p, 1);
        for (int i = 0; first && second && i < 3; i++) {
            check_distance(&p);
            check_point(&p);
            check_ray(&p);
            check_cast(&p);
        }
        const char *why = "";
        if (!cn_world_validate(p.world, &why)) fuzz_fault("%s", why);
        cn_body_destroy(p.world, p.body[0]);
        cn_body_destroy(p.world, p.body[1]);
        fuzz_count("pairs", 1);
    }
    cn_world_destroy(p.world);
    if (cn_memory_used() != 0) fuzz_fault("%zu bytes are left", cn_memory_used());
    return 0;
}
