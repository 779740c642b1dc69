/* test_geometry.c: trigonometry, hulls of points, and what is asked of one piece alone.
 *
 * Analytic values where there are any, else random shapes against the references of geom_cases.h.
 * Run: ./test_geometry [cases per test]. Not here: pairs (test_collide.c). */
#include <string.h>

#include "geom_cases.h"

/* ---- trigonometry --------------------------------------------------------------------------- */

static void test_trigonometry(int cases) {
    for (int i = 0; i < cases * 10; i++) {
        begin_case((uint64_t)i);
        double a = uniform(-1, 1) * pow(10.0, uniform(-8, 5)), y = uniform(-1, 1) * 1e3, x = a;
        CLOSE(cn_sin(a), sin(a), 3e-16 * fmin(1.0, fabs(a)));
        CLOSE(cn_cos(a), cos(a), 3e-16);
        CLOSE(cn_atan2(y, x), atan2(y, x), 1e-15);
        cn_Rot q = cn_rot_from_angle(a);
        CLOSE(sqrt((double)q.c * q.c + (double)q.s * q.s), 1.0, 1e-7);
        CLOSE(remainder(cn_rot_angle(q) - a, 2 * CN_PI), 0.0, 1e-7);
        double huge = uniform(-1, 1) * pow(10.0, uniform(5, 308));
        CHECK(fabs(cn_sin(huge)) <= 1.0 && fabs(cn_cos(huge)) <= 1.0);
    }
    CHECK(cn_sin(0.0) == 0.0 && cn_cos(0.0) == 1.0 && cn_atan2(0.0, -1.0) == CN_PI);
    CHECK(cn_atan2(0.0, 0.0) == 0.0 && cn_atan2(1e-320, 1e300) >= 0.0);
    CHECK(cn_rot_from_angle(NAN).c == 1.0f && cn_sin(INFINITY) == 0.0);
    CHECK(cn_rot_angle((cn_Rot){-1.0f, -0.0f}) == CN_PI);
    CHECK(!cn_is_finite(NAN) && !cn_is_finite(-INFINITY) && cn_is_finite(-1e308));
    CLOSE(cn_sin(22.0 * 16384), sin(22.0 * 16384), 1e-18);
    CHECK(cn_length(cn_vec(3e30f, 4e30f)) == 5e30f && cn_length(cn_vec(3e-30f, 4e-30f)) == 5e-30f);
}

/* ---- hulls ---------------------------------------------------------------------------------- */

static void refuses(const double *points, int count, bool hull, const char *message) {
    cn_Ring ring;
    cn_Error error = {0};
    bool refused = cn_hull_from_points(points, count, hull, &ring, &error) != CN_OK;
    if (!CHECK(refused && strcmp(error.message, message) == 0)) {
        printf("    got '%s', want '%s'\n", error.message, message);
    }
}

static void accepts(const double *points, int count, bool hull, int want) {
    cn_Ring ring = {.count = -1};
    CHECK(cn_hull_from_points(points, count, hull, &ring, NULL) == CN_OK && ring.count == want);
    Core core = {.count = 0};
    int n = ring.count;
    for (int i = 0; i < n; i++) core.v[core.count++] = (cn_Pos){ring.v[i].x, ring.v[i].y};
    double area = 0.0;
    for (int i = 0; i < n; i++) {
        cn_Pos a = core.v[i], b = core.v[(i + 1) % n];
        area += a.x * b.y - a.y * b.x;
    }
    CHECK(area > 0.0);
}

static void test_hull_sentences(void) {
    double many[600] = {0}, dart[] = {0, 0, 2, 0, 2, 2, 1, 0.5};
    refuses(many, 2, false, "at least 3 points needed, got 2");
    refuses(many, 300, false, "at most 256 points, got 300");
    refuses((double[]){0, 0, 1, NAN, 1, 1}, 3, false, "point 2: finite number expected, got nan");
    refuses((double[]){0, 0, 1e30, 0, 1, 1}, 3, false, "point 2: 1e+30 is outside +-10000 m");
    refuses((double[]){0, 0, 0, 0, 1, 1}, 3, false, "points 1 and 2 are the same point");
    refuses((double[]){0, 0, 1, 1, 3, 3, 2, 2}, 4, false, "all 4 points lie on one line");
    refuses((double[]){1, 1, 1, 1, 1, 1}, 3, true, "all 3 points lie on one line");
    refuses((double[]){0, 0, 1, 1, 1, 0, 0, 1}, 4, false, "points cross between #1 and #3");
    accepts(dart, 4, false, 4);
    accepts(dart, 4, true, 3);
    accepts((double[]){0, 0, 0, 1, 1, 1, 1, 0}, 4, false, 4);
    accepts((double[]){0, 0, 1, 0, 2, 0, 2, 2, 1, 2.0000001, 0, 2}, 6, false, 4);
    double star[10];
    for (int i = 0; i < 5; i++) {
        star[2 * i] = cos(i * 0.8 * CN_PI), star[2 * i + 1] = sin(i * 0.8 * CN_PI);
    }
    refuses(star, 5, false, "points cross between #1 and #3");
    accepts(star, 5, true, 5);
}

static void test_regular_hulls(void) {
    for (int n = 3; n <= CN_MAX_POINTS; n++) {
        double p[2 * CN_MAX_POINTS];
        for (int i = 0; i < n; i++) {
            double a = (n & 1 ? -2 : 2) * CN_PI * i / n;
            p[2 * i] = 3.0 + 0.5 * cos(a), p[2 * i + 1] = 0.5 * sin(a);
        }
        accepts(p, n, false, n);
        accepts(p, n, true, n);
    }
}

static void test_random_hulls(int cases) {
    for (int i = 0; i < cases; i++) {
        begin_case((uint64_t)i);
        double p[2 * CN_MAX_POINTS];
        int points = whole(3, CN_MAX_POINTS), n = 0;
        bool coarse = whole(0, 1) == 0; /* many duplicates and points on one line */
        for (int j = 0; j < 2 * points; j++) p[j] = coarse ? whole(0, 7) : uniform(-5, 5);
        Shape s;
        cn_Ring ring;
        if (cn_hull_from_points(p, points, true, &ring, NULL) != CN_OK) continue;
        n = ring.count;
        memcpy(s.v, ring.v, (size_t)n * sizeof *s.v);
        finish(&s, n, 2e-5f);
        for (int j = 0; j < points; j++) {
            CHECK(cn_geom_contains(&s.geom, cn_vec((float)p[2 * j], (float)p[2 * j + 1])));
        }
        for (int j = 0; j < n; j++) CHECK(cn_cross(s.n[j], s.n[(j + 1) % n]) > 0.0f);
    }
}

/* ---- one piece ------------------------------------------------------------------------------ */

static void test_known_areas(void) {
    Shape s;
    make_circle(&s, cn_vec(1, 2), 0.5f);
    cn_Area area = cn_geom_area(&s.geom);
    CLOSE(area.area, CN_PI / 4, 1e-12);
    CLOSE(area.inertia, CN_PI / 32, 1e-12);
    CLOSE(area.center.y, 2.0, 0.0);
    make_box(&s, 0.5f, 1.0f, 0.0f);
    area = cn_geom_area(&s.geom);
    CLOSE(area.area, 2.0, 1e-12);
    CLOSE(area.inertia, 2.0 * (1.0 + 4.0) / 12.0, 1e-12);
    make_line(&s, cn_vec(-1, 0), cn_vec(1, 0), 0.5f);
    area = cn_geom_area(&s.geom);
    double half_disc = CN_PI / 8, d = 4 * 0.5 / (3 * CN_PI); /* its centroid off its centre */
    double ends = 2 * (CN_PI / 64 - half_disc * d * d + half_disc * (1 + d) * (1 + d));
    CLOSE(area.area, 2.0 + CN_PI / 4, 1e-7);
    CLOSE(area.inertia, 2.0 * (4.0 + 1.0) / 12.0 + ends, 1e-7);
    make_line(&s, cn_vec(-1, 0), cn_vec(3, 0), 0.0f);
    CHECK(cn_geom_area(&s.geom).area == 0.0 && cn_geom_area(&s.geom).center.x == 1.0);
    make_box(&s, 1.0f, 1.0f, 0.5f);
    CLOSE(cn_geom_area(&s.geom).area, 4.0 + 4.0 + CN_PI / 4, 1e-6);
    CLOSE(cn_geom_inner_radius(&s.geom), 1.5, 1e-6);
    CLOSE(cn_geom_extent(&s.geom, cn_vec(1, 1)), 2.0 * sqrt(2.0) + 0.5, 1e-6);
}

/* Area, centroid and inertia by counting the cells of a grid, and the box by their extremes. */
static void test_areas_by_counting(int cases) {
    enum { CELLS = 300 };
    for (int i = 0; i < cases / 20; i++) {
        begin_case((uint64_t)i);
        Shape s;
        make_any(&s);
        if (cn_geom_inner_radius(&s.geom) < 0.03f) continue; /* thinner than a few cells */
        double box[4], sum = 0, sx = 0, sy = 0, ss = 0;
        cn_geom_box(&s.geom, 0, 0, (cn_Rot){1, 0}, box);
        double dx = (box[2] - box[0]) / CELLS, dy = (box[3] - box[1]) / CELLS;
        for (int k = 0; k < CELLS * CELLS; k++) {
            double x = box[0] + dx * (k % CELLS + 0.5), y = box[1] + dy * (k / CELLS + 0.5);
            if (!cn_geom_contains(&s.geom, cn_vec((float)x, (float)y))) continue;
            sum += dx * dy, sx += x * dx * dy, sy += y * dx * dy;
            ss += (x * x + y * y + (dx * dx + dy * dy) / 12) * dx * dy;
        }
        cn_Area area = cn_geom_area(&s.geom);
        CLOSE(sum / area.area, 1.0, 0.03);
        CLOSE(sx / sum, area.center.x, 0.01);
        CLOSE(sy / sum, area.center.y, 0.01);
        double inertia = ss - (sx * sx + sy * sy) / sum;
        CLOSE(inertia / area.inertia, 1.0, 0.03);
    }
}

static void test_boxes(int cases) {
    for (int i = 0; i < cases; i++) {
        begin_case((uint64_t)i);
        Shape s;
        make_any(&s);
        cn_Xf t = random_placement(5.0);
        Core core = core_of(&s.geom, t);
        double box[4], x1 = INFINITY, y2 = -(double)INFINITY;
        cn_geom_box(&s.geom, t.p.x, t.p.y, t.q, box);
        for (int j = 0; j < core.count; j++) {
            x1 = fmin(x1, core.v[j].x - core.radius), y2 = fmax(y2, core.v[j].y + core.radius);
        }
        CLOSE(box[0], x1, 1e-12);
        CLOSE(box[3], y2, 1e-12);
    }
    Shape plane;
    double box[4];
    make_plane(&plane, cn_vec(0, 2), 0.5 * CN_PI);
    plane.n[0] = cn_vec(0, 1);
    cn_geom_box(&plane.geom, 0, 1, (cn_Rot){1, 0}, box);
    CHECK(isinf(box[0]) && isinf(box[1]) && isinf(box[2]) && box[3] == 3.0);
}

static void test_closest_and_contains(int cases) {
    cn_Xf identity = {{0, 0}, {1, 0}};
    for (int i = 0; i < cases; i++) {
        begin_case((uint64_t)i);
        Shape s;
        make_any(&s);
        cn_Vec p = random_vec(3.0);
        Shape dot;
        make_circle(&dot, p, 0.0f);
        Core core = core_of(&s.geom, identity), point = core_of(&dot.geom, identity);
        double apart = slow_separation(&core, &point) - core.radius;
        CLOSE(surface_gap(&s.geom, p), fmax(apart, 0.0), 2e-6);
        if (fabs(apart) > 1e-6) CHECK(cn_geom_contains(&s.geom, p) == (apart < 0.0));
    }
}

static void test_rays(int cases) {
    for (int i = 0; i < cases; i++) {
        begin_case((uint64_t)i);
        Shape s;
        make_any(&s);
        cn_Vec p = random_vec(3.0), d = random_vec(4.0), n = {0, 0};
        float fraction = 1.0f;
        bool hit = cn_geom_raycast(&s.geom, p, d, &fraction, &n), inside = false;
        for (int k = 0; k <= 100; k++) { /* nothing of the solid before the hit */
            double t = (double)fraction * k / 100.0 - (hit ? 1e-5 : 0.0);
            cn_Vec at = cn_mul_add(p, (float)t, d);
            if (t >= 0.0) inside |= cn_geom_contains(&s.geom, at) && surface_gap(&s.geom, at) <= 0;
        }
        if (fraction > 0.0f) CHECK(!inside);
        if (!hit) continue;
        CHECK(surface_gap(&s.geom, cn_mul_add(p, fraction, d)) < 3e-6);
        if (fraction == 0.0f) continue;
        CLOSE(cn_length(n), 1.0, 1e-5);
        CHECK(cn_dot(n, d) < 0.0f);
        cn_Vec out = cn_mul_add(cn_mul_add(p, fraction, d), 0.01f, n);
        CLOSE(surface_gap(&s.geom, out), 0.01, 5e-5);
    }
}

static void test_known_rays(void) {
    Shape s;
    cn_Vec n;
    float t;
    make_line(&s, cn_vec(-1, 0), cn_vec(1, 0), 0.0f);
    CHECK(cn_geom_raycast(&s.geom, cn_vec(0, 1), cn_vec(0, -2), &t, &n) && t == 0.5f && n.y == 1);
    CHECK(cn_geom_raycast(&s.geom, cn_vec(0, -1), cn_vec(0, 2), &t, &n) && t == 0.5f && n.y == -1);
    CHECK(!cn_geom_raycast(&s.geom, cn_vec(0, 1), cn_vec(0, -0.9f), &t, &n));
    make_box(&s, 1, 1, 0);
    CHECK(cn_geom_raycast(&s.geom, cn_vec(-2, 1), cn_vec(4, 0), &t, &n) && t == 0.25f);
    CHECK(cn_geom_raycast(&s.geom, cn_vec(0, 2), cn_vec(2, -2), &t, &n));
    CHECK(cn_geom_raycast(&s.geom, cn_vec(0, 0), cn_vec(2, 0), &t, &n) && t == 0 && n.x == 0);
    CHECK(!cn_geom_raycast(&s.geom, cn_vec(3, 0), cn_vec(0, 0), &t, &n));
    make_plane(&s, cn_vec(0, 1), 0.5 * CN_PI);
    CHECK(cn_geom_raycast(&s.geom, cn_vec(0, 3), cn_vec(1, -4), &t, &n) && t == 0.5f);
    CHECK(!cn_geom_raycast(&s.geom, cn_vec(0, 3), cn_vec(1, 4), &t, &n));
    CLOSE(cn_geom_closest(&s.geom, cn_vec(5, 3)).y, 1.0, 1e-6);
}

int main(int argc, char **argv) {
    int cases = argc > 1 ? atoi(argv[1]) : 2000;
    test_trigonometry(cases);
    test_hull_sentences();
    test_regular_hulls();
    test_random_hulls(cases / 20);
    test_known_areas();
    test_areas_by_counting(cases);
    test_boxes(cases);
    test_closest_and_contains(cases);
    test_rays(cases);
    test_known_rays();
    return tally();
}
