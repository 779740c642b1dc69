/* test_collide.c: distances and manifolds of two pieces.
 *
 * Known pairs first by hand, the rest random pairs against the slow separations of geom_cases.h:
 * depth, true normal when apart, the same answer from both sides and in any frame.
 * Run: ./test_collide [cases per test]. Not here: single pieces (test_geometry.c). */
#include "geom_cases.h"
#include "geometry/collide.h"
#include "geometry/distance.h"

/* ---- distance ------------------------------------------------------------------------------- */

static void test_distances(int cases) {
    for (int i = 0; i < cases; i++) {
        begin_case((uint64_t)i);
        Shape sa, sb;
        make_any(&sa);
        make_any(&sb);
        cn_Xf t = random_placement(whole(0, 1) ? 2.0 : 4.0), identity = {{0, 0}, {1, 0}};
        Core a = core_of(&sa.geom, identity), b = core_of(&sb.geom, t);
        double apart = slow_separation(&a, &b), want = fmax(0.0, apart - a.radius - b.radius);
        cn_Distance d = cn_distance(&sa.geom, &sb.geom, t);
        CLOSE(d.distance, want, 1e-6);
        CHECK(cn_overlaps(&sa.geom, &sb.geom, t) == (d.distance == 0.0f));
        CLOSE(surface_gap(&sa.geom, d.on_a), 0.0, 2e-6);
        CLOSE(surface_gap(&sb.geom, cn_xf_unpoint(t, d.on_b)), 0.0, 2e-6);
        CLOSE(cn_length(cn_sub(d.on_b, d.on_a)), d.distance, 2e-6);
        if (fabs(apart) > 1e-5) CLOSE(cn_length(d.normal), apart > 0.0 ? 1.0 : 0.0, 1e-6);
        cn_Vec off = cn_sub(cn_sub(d.on_b, d.on_a), cn_scale(d.distance, d.normal));
        CLOSE(cn_length(off), 0.0, 3e-6);
    }
}

static void test_plane_distances(int cases) {
    for (int i = 0; i < cases; i++) {
        begin_case((uint64_t)i);
        Shape plane, s;
        make_plane(&plane, random_vec(1.0), uniform(-3, 3));
        make_any(&s);
        cn_Xf t = random_placement(3.0);
        Core core = core_of(&s.geom, t);
        double least = INFINITY;
        for (int j = 0; j < core.count; j++) {
            least = fmin(least, plane.n[0].x * (core.v[j].x - plane.v[0].x) +
                                    plane.n[0].y * (core.v[j].y - plane.v[0].y));
        }
        cn_Distance d = cn_distance(&plane.geom, &s.geom, t);
        CLOSE(d.distance, fmax(0.0, least - core.radius), 1e-6);
        CLOSE(surface_gap(&plane.geom, d.on_a), 0.0, 2e-6);
        CLOSE(surface_gap(&s.geom, cn_xf_unpoint(t, d.on_b)), 0.0, 2e-6);
        cn_LocalManifold m = {0};
        cn_collide(&plane.geom, &s.geom, t, 100.0f, &m);
        if (plane.geom.kind == CN_GEOM_PLANE && s.geom.radius == 0 && s.geom.count < 3) continue;
        CHECK(m.count == (s.geom.count > 1 ? 2 : 1));
        float deepest = m.points[0].separation;
        if (m.count == 2) deepest = cn_minf(deepest, m.points[1].separation);
        CLOSE(deepest, least - core.radius, 2e-6);
    }
    Shape floor, roof;
    make_plane(&floor, cn_vec(0, 0), 0.5 * CN_PI);
    make_plane(&roof, cn_vec(0, 0), -0.5 * CN_PI);
    cn_Xf up = {{0, 2}, {1, 0}}, down = {{0, -2}, {1, 0}}, tilted = {{0, 2}, {0.8f, 0.6f}};
    CLOSE(cn_distance(&floor.geom, &roof.geom, up).distance, 2.0, 1e-6);
    CHECK(cn_overlaps(&floor.geom, &roof.geom, down) &&
          cn_overlaps(&floor.geom, &roof.geom, tilted));
}

/* ---- manifolds ------------------------------------------------------------------------------ */

static cn_LocalManifold collide(const Shape *a, const Shape *b, cn_Xf t, float margin,
                                uint32_t reference) {
    cn_LocalManifold m = {.reference = reference};
    cn_collide(&a->geom, &b->geom, t, margin, &m);
    return m;
}

static float deepest_of(const cn_LocalManifold *m) {
    float least = m->points[0].separation;
    for (int i = 1; i < m->count; i++) least = cn_minf(least, m->points[i].separation);
    return least;
}

static cn_Xf inverse(cn_Xf t) {
    cn_Rot q = {t.q.c, -t.q.s};
    return (cn_Xf){cn_neg(cn_rotate(q, t.p)), q};
}

static uint32_t swapped(uint32_t feature) { return feature << 16 | feature >> 16; }

/* The same two points whichever of the two is A. */
static void check_mirrored(const cn_LocalManifold *m, const cn_LocalManifold *w, cn_Xf t) {
    if (!CHECK(m->count == w->count)) return;
    CLOSE(cn_length(cn_add(m->normal, cn_rotate(t.q, w->normal))), 0.0, 1e-3);
    for (int i = 0; i < m->count; i++) {
        float nearest = INFINITY;
        for (int j = 0; j < w->count; j++) {
            cn_Vec p = cn_xf_point(t, w->points[j].point);
            float gap = cn_length(cn_sub(p, m->points[i].point));
            gap += cn_absf(w->points[j].separation - m->points[i].separation);
            if (swapped(w->points[j].feature) == m->points[i].feature) nearest = gap;
        }
        CLOSE(nearest, 0.0, 1e-3);
    }
}

static void check_points(const cn_LocalManifold *m, float margin) {
    CLOSE(cn_length(m->normal), 1.0, 1e-5);
    for (int i = 0; i < m->count; i++) {
        const cn_LocalPoint *p = &m->points[i];
        CHECK(cn_is_finite(p->point.x) && cn_is_finite(p->point.y) && p->separation <= margin);
    }
    if (m->count == 2) CHECK(m->points[0].feature != m->points[1].feature);
}

/* The deepest point lies half way between the surfaces of cores that are apart. */
static void check_middle(const cn_LocalManifold *m, const Core *a, const Core *b) {
    float deepest = deepest_of(m);
    for (int i = 0; i < m->count; i++) {
        if (m->points[i].separation > deepest) continue;
        Core point = {.count = 1, .v = {{m->points[i].point.x, m->points[i].point.y}}};
        double from_a = a->radius + 0.5 * deepest, from_b = b->radius + 0.5 * deepest;
        if (from_a > 1e-3) CLOSE(slow_separation(a, &point), from_a, 2e-6);
        if (from_b > 1e-3) CLOSE(slow_separation(b, &point), from_b, 2e-6);
    }
}

static void test_manifolds(int cases) {
    for (int i = 0; i < cases; i++) {
        begin_case((uint64_t)i);
        Shape sa, sb;
        make_any(&sa);
        make_any(&sb);
        cn_Xf t = random_placement(whole(0, 2)), identity = {{0, 0}, {1, 0}};
        Core a = core_of(&sa.geom, identity), b = core_of(&sb.geom, t);
        float margin = (float)uniform(0.0, 0.5);
        double apart = slow_separation(&a, &b), want = apart - a.radius - b.radius;
        cn_LocalManifold m = collide(&sa, &sb, t, margin, 0);
        if (want > margin + 1e-5) CHECK(m.count == 0);
        if (want > margin - 1e-5) continue;
        if (!CHECK(m.count > 0)) continue;
        check_points(&m, margin);
        CLOSE(deepest_of(&m), want, apart > 1e-4 ? 5e-6 : 3e-4);
        cn_LocalManifold w = collide(&sb, &sa, inverse(t), margin, 0);
        /* two equally good faces give two different but equally good answers; many-sided hulls
         * always have some */
        bool tie = fabs(slow_axis(&a, &b) - slow_axis(&b, &a)) < 1e-5 || a.count + b.count > 40;
        if (!tie && fabs(apart) > 1e-3) check_mirrored(&m, &w, t);
        if (apart <= 1e-3) continue;
        check_middle(&m, &a, &b);
        cn_Distance d = cn_distance(&sa.geom, &sb.geom, t); /* apart: the true normal */
        CLOSE(cn_length(cn_sub(d.normal, m.normal)), 0.0, 2e-3 + sqrt(4e-6 / apart));
    }
}

/* Turning the frame turns the manifold. */
static void test_turned_frames(int cases) {
    for (int i = 0; i < cases; i++) {
        begin_case((uint64_t)i);
        Shape sa, sb, turned;
        make_any(&sa);
        make_any(&sb);
        cn_Xf t = random_placement(1.5);
        cn_Rot q = cn_rot_from_angle(uniform(-3, 3));
        turned = sa;
        turned.geom.vertices = turned.v, turned.geom.normals = turned.n;
        for (int j = 0; j < sa.geom.count; j++) {
            turned.v[j] = cn_rotate(q, sa.v[j]), turned.n[j] = cn_rotate(q, sa.n[j]);
        }
        cn_LocalManifold m = collide(&sa, &sb, t, 0.1f, 1);
        cn_Xf turned_t = {cn_rotate(q, t.p), cn_rot_mul(q, t.q)};
        cn_LocalManifold w = collide(&turned, &sb, turned_t, 0.1f, 1);
        float least = m.count ? deepest_of(&m) : 0.1f;
        if (m.count != w.count || m.points[0].feature != w.points[0].feature) {
            /* a near tie fell the other way; the depth must not care */
            if (m.count && w.count) CLOSE(deepest_of(&w), least, 1e-4);
            continue;
        }
        CLOSE(cn_length(cn_sub(cn_rotate(q, m.normal), w.normal)), 0.0, 2e-3);
        if (m.count) CLOSE(deepest_of(&w), least, 1e-5);
    }
}

static void test_stacked_boxes(void) {
    Shape low, high;
    make_box(&low, 0.5f, 0.5f, 0.0f);
    make_box(&high, 0.5f, 0.5f, 0.0f);
    for (int i = 0; i < 200; i++) {
        begin_case((uint64_t)i);
        cn_Xf t = {cn_vec((float)uniform(-1e-4, 1e-4), 0.9995f),
                   cn_rot_from_angle(uniform(-1e-4, 1e-4))};
        cn_LocalManifold m = collide(&low, &high, t, 0.02f, 1);
        cn_LocalManifold w = collide(&low, &high, t, 0.02f, 2);
        CHECK(m.count == 2 && w.count == 2 && m.reference == 1 && w.reference == 2);
        CLOSE(m.normal.y, 1.0, 1e-6);
        CLOSE(deepest_of(&m), -0.0005, 1.1e-4);
        for (int k = 0; k < 2; k++) {
            bool found = m.points[k].feature == w.points[0].feature ||
                         m.points[k].feature == w.points[1].feature;
            CHECK(found); /* whichever gives the reference, whichever corner is clipped */
            CLOSE(fabs(m.points[k].point.x), 0.5, 1e-3);
            CLOSE(m.points[k].point.y, 0.49975, 2e-4);
        }
    }
    cn_Xf aside = {{0.002f, 0.9f}, {1, 0}}, tilted = {{0, 1.2f}, cn_rot_from_angle(0.25 * CN_PI)};
    CHECK(collide(&low, &high, aside, 0, 2).reference == 2);
    cn_LocalManifold corner = collide(&low, &high, tilted, 0.02f, 0);
    CHECK(corner.count == 1);
    CLOSE(deepest_of(&corner), 0.7 - sqrt(0.5), 1e-6);
}

static void test_special_pairs(void) {
    Shape a, b, plane;
    cn_Xf same = {{0, 0}, {1, 0}}, above = {{0, 0.1f}, {1, 0}}, below = {{0, -0.1f}, {1, 0}};
    make_circle(&a, cn_vec(0, 0), 0.5f);
    cn_LocalManifold m = collide(&a, &a, same, 0, 0);
    CHECK(m.count == 1 && m.normal.y == 1.0f && m.points[0].separation == -1.0f);
    make_line(&a, cn_vec(-1, 0), cn_vec(1, 0), 0.0f);
    make_circle(&b, cn_vec(0, 0), 0.2f);
    CHECK(collide(&a, &b, above, 0, 0).normal.y == 1.0f);
    CHECK(collide(&a, &b, below, 0, 0).normal.y == -1.0f);
    CHECK(collide(&a, &a, same, 1, 0).count == 0);
    make_plane(&plane, cn_vec(0, 0), 0.5 * CN_PI);
    CHECK(collide(&a, &plane, same, 1, 0).count == 2);
    CHECK(collide(&plane, &plane, same, 1, 0).count == 0);
    make_line(&b, cn_vec(-1, 0), cn_vec(1, 0), 0.25f);
    m = collide(&b, &b, above, 0, 0);
    CHECK(m.count == 2 && m.normal.y == 1.0f);
    CLOSE(deepest_of(&m), -0.4, 1e-6);
    CHECK(collide(&a, &b, above, 0, 0).count == 2);
    cn_Xf in_line = {{2.4f, 0}, {1, 0}}, across = {{0, 0}, {0, 1}};
    m = collide(&b, &b, in_line, 0, 0); /* one behind the other: the normal is along both */
    CHECK(m.count == 1);
    CLOSE(m.normal.x, 1.0, 1e-6);
    CLOSE(deepest_of(&m), -0.1, 1e-6);
    m = collide(&b, &b, across, 0, 0);
    CHECK(m.count >= 1);
    check_points(&m, 0.0f);
    m = collide(&b, &b, same, 0, 0);
    CHECK(m.count == 2);
    CLOSE(deepest_of(&m), -0.5, 1e-6);
    make_box(&a, 1, 1, 0);
    m = collide(&a, &a, same, 0, 0);
    CHECK(m.count == 2);
    CLOSE(deepest_of(&m), -2.0, 1e-6);
    make_box(&b, 0.4f, 0.4f, 0.1f); /* rounded corner against corner: a round normal */
    cn_Xf diagonal = {{1.45f, 1.45f}, {1, 0}};
    m = collide(&a, &b, diagonal, 0, 0);
    CHECK(m.count == 1);
    CLOSE(m.normal.x, m.normal.y, 1e-6);
    CLOSE(deepest_of(&m), 0.05 * sqrt(2.0) - 0.1, 1e-6);
}

int main(int argc, char **argv) {
    int cases = argc > 1 ? atoi(argv[1]) : 2000;
    test_distances(cases);
    test_plane_distances(cases);
    test_manifolds(cases);
    test_turned_frames(cases);
    test_stacked_boxes();
    test_special_pairs();
    return tally();
}
