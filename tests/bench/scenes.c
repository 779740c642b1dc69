/* scenes.c: each scene as a recipe, in the order of the files in scripts/bench/. */
#include "scenes.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "peer.h"
#include "ragdoll.h"

#define PI 3.14159265358979323846

static const peer_Material PLAIN = {.density = 1.0, .friction = 0.6};

static int static_body(double x, double y) {
    return peer_body(&(peer_Body){.kind = PEER_STATIC, .x = x, .y = y});
}

static int dynamic_body(double x, double y) {
    return peer_body(&(peer_Body){.kind = PEER_DYNAMIC, .x = x, .y = y});
}

static void add_box(double x, double y, double size) {
    peer_box(dynamic_body(x, y), 0.0, 0.0, size, size, 0.0, &PLAIN);
}

/* ---- stacks ------------------------------------------------------------------------------- */

static void heap(void) {
    peer_open(-10.0, false);
    int n = scene_param("n", 1000), k = (int)ceil(sqrt((double)n)), ground = static_body(0.0, 0.0);
    peer_box(ground, 0.0, -0.5, 0.6 * k + 2.0, 1.0, 0.0, &PLAIN);
    for (int side = -1; side <= 1; side += 2) {
        peer_box(ground, side * (0.3 * k + 1.0), 0.6 * k, 1.0, 1.2 * k, 0.0, &PLAIN);
    }
    for (int i = 0; i < n; i++) {
        int row = i / k;
        add_box(-0.3 * (k - 1) + 0.6 * (i % k) + 0.02 * (row % 3), 1.0 + 0.6 * row, 0.5);
    }
}

static void pyramid(int rows, double center_x, double base_y) {
    for (int i = 0; i < rows; i++) {
        for (int j = i; j < rows; j++) {
            add_box(0.5 * (i + 1) + (j - i) + center_x, i + 0.5 + base_y, 1.0);
        }
    }
}

static void large_pyramid(void) {
    peer_open(-10.0, false);
    int rows = scene_param("rows", 100);
    peer_box(static_body(0.0, -1.0), 0.0, 0.0, 200.0, 2.0, 0.0, &PLAIN);
    pyramid(rows, -0.5 * rows, 0.0);
}

static void many_pyramids(void) {
    peer_open(-10.0, false);
    int rows = scene_param("rows", 20), columns = scene_param("columns", 20);
    int ground = static_body(0.0, 0.0);
    double width = 11.0 * columns;
    for (int row = 0; row < rows; row++) {
        peer_segment(ground, -0.5 * width, 11.0 * row, 0.5 * width, 11.0 * row, &PLAIN);
    }
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            pyramid(10, -0.5 * width + 11.0 * column + 0.5, 11.0 * row);
        }
    }
}

/* ---- joints ------------------------------------------------------------------------------- */

static void pin(int a, int b, double x, double y) {
    peer_revolute(&(peer_Revolute){.a = a, .b = b, .x = x, .y = y});
}

static void joint_grid(void) {
    enum { MOST = 300 };
    static int left[MOST], column[MOST];
    peer_open(-10.0, false);
    int n = scene_param("n", 100);
    n = n < MOST ? n : MOST;
    peer_Material cloth = PLAIN;
    cloth.layer = 2, cloth.mask = 1;
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < n; i++) {
            bool held = i == 0 && k >= n / 2 - 3 && k <= n / 2 + 3;
            int disc = held ? static_body(k, -i) : dynamic_body(k, -i);
            peer_circle(disc, 0.4, &cloth);
            if (i > 0) pin(column[i - 1], disc, k, 0.5 - i);
            if (k > 0) pin(left[i], disc, k - 0.5, -i);
            column[i] = disc;
        }
        memcpy(left, column, sizeof left);
    }
}

static void tumbler(void) {
    static const double walls[4][4] = {
        {10, 0, 1, 20}, {-10, 0, 1, 20}, {0, 10, 20, 1}, {0, -10, 20, 1}};
    peer_open(-10.0, true);
    int n = scene_param("n", 45), ground = static_body(0.0, 0.0), drum = dynamic_body(0.0, 10.0);
    peer_Material heavy = PLAIN;
    heavy.density = 50.0;
    for (int i = 0; i < 4; i++) {
        const double *w = walls[i];
        peer_box(drum, w[0], w[1], w[2], w[3], 0.0, &heavy);
    }
    peer_revolute(&(peer_Revolute){.a = ground,
                                   .b = drum,
                                   .y = 10.0,
                                   .has_motor = true,
                                   .speed = 25.0 * PI / 180.0,
                                   .torque = 1e8});
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) add_box(0.4 * j - 0.2 * n, 0.4 * i + 10.0 - 0.2 * n, 0.25);
    }
}

/* ---- much that moves ---------------------------------------------------------------------- */

static void smash(void) {
    peer_open(0.0, true);
    int columns = scene_param("columns", 120), rows = scene_param("rows", 80);
    peer_Material heavy = PLAIN;
    heavy.density = 8.0;
    int hammer = peer_body(&(peer_Body){.kind = PEER_DYNAMIC, .x = -20.0, .vx = 40.0});
    peer_box(hammer, 0.0, 0.0, 8.0, 8.0, 0.0, &heavy);
    for (int i = 0; i < columns; i++) {
        for (int j = 0; j < rows; j++) {
            int body = peer_body(&(peer_Body){.kind = PEER_DYNAMIC,
                                              .x = 0.4 * i + 30.0,
                                              .y = 0.4 * (j - 0.5 * rows),
                                              .asleep = true});
            peer_box(body, 0.0, 0.0, 0.4, 0.4, 0.0, &PLAIN);
        }
    }
}

static void add_ring(int ground) {
    enum { POINTS = 360 };
    double points[2 * POINTS];
    for (int i = 0; i < POINTS; i++) {
        double angle = -2.0 * PI * i / POINTS;
        points[2 * i] = 40.0 * cos(angle);
        points[2 * i + 1] = 40.0 * sin(angle) + 32.0;
    }
    peer_loop(ground, points, POINTS, &(peer_Material){.density = 1.0, .friction = 0.1});
}

static void spinner(void) {
    peer_open(-10.0, true);
    int n = scene_param("n", 6076), ground = static_body(0.0, 0.0);
    add_ring(ground);
    int blade = peer_body(&(peer_Body){.kind = PEER_DYNAMIC, .y = 12.0, .never_sleeps = true});
    peer_box(blade, 0.0, 0.0, 0.8, 40.0, 0.2, &(peer_Material){.density = 1.0});
    peer_revolute(&(peer_Revolute){
        .a = ground, .b = blade, .y = 12.0, .has_motor = true, .speed = 5.0, .torque = HUGE_VAL});
    peer_Material light = {.density = 0.25, .friction = 0.1, .restitution = 0.1};
    for (int i = 0; i < n; i++) {
        int body = dynamic_body(-23.0 + 0.5 * (i % 92), 2.0 + 0.5 * (i / 92));
        if (i % 3 == 0) peer_capsule(body, -0.25, 0.0, 0.25, 0.0, 0.25, &light);
        if (i % 3 == 1) peer_circle(body, 0.35, &light);
        if (i % 3 == 2) peer_box(body, 0.0, 0.0, 0.7, 0.7, 0.0, &light);
    }
}

/* ---- rain --------------------------------------------------------------------------------- */

enum { ROWS = 5, COLUMNS = 40, CROWD = 5 };

static Ragdoll dolls[COLUMNS][ROWS][CROWD];
static int made; /* columns, ever */

static void rain(void) {
    peer_open(-10.0, true);
    int rows = scene_param("rows", ROWS), ground = static_body(0.0, 0.0);
    peer_Material floor = PLAIN;
    floor.layer = RAGDOLL_GROUND, floor.mask = ~0u;
    for (int row = 0; row < rows; row++) {
        for (int i = 0; i < 501; i++) {
            peer_box(ground, -125.0 + 0.5 * i, 45.0 * row, 0.5, 0.5, 0.0, &floor);
        }
    }
    made = 0;
}

static void rain_update(int step) {
    if (step % scene_param("every", 8) != 0) return;
    int rows = scene_param("rows", ROWS), columns = scene_param("columns", COLUMNS);
    int column = made % columns;
    for (int row = 0; row < rows; row++) {
        for (int n = 0; n < CROWD; n++) {
            Ragdoll *doll = &dolls[column][row][n];
            if (made >= columns) ragdoll_destroy(doll);
        }
        for (int n = 0; n < CROWD; n++) {
            double x = -125.0 + 6.25 * (column + 0.5) + 0.5 * n;
            ragdoll_add(&dolls[column][row][n], x, 40.0 + 45.0 * row, n + 1);
        }
    }
    made++;
}

/* ---- small worlds ------------------------------------------------------------------------- */

static void small(int n) {
    peer_open(-10.0, false);
    int ground = static_body(0.0, 0.0);
    peer_box(ground, 0.0, -0.5, 40.0, 1.0, 0.0, &PLAIN);
    peer_box(ground, -20.0, 0.0, 1.0, 40.0, 0.0, &PLAIN);
    peer_box(ground, 20.0, 0.0, 1.0, 40.0, 0.0, &PLAIN);
    peer_Material bouncy = PLAIN;
    bouncy.restitution = 0.2;
    for (int i = 0; i < n; i++) {
        int body = dynamic_body(-8.0 + 1.7 * (i % 10), 1.0 + 1.1 * (i / 10));
        if (i % 3 == 0) peer_box(body, 0.0, 0.0, 0.8, 0.8, 0.0, &bouncy);
        if (i % 3 == 1) peer_circle(body, 0.4, &bouncy);
        if (i % 3 == 2) peer_capsule(body, -0.25, 0.0, 0.25, 0.0, 0.3, &bouncy);
    }
}

static void small_20(void) { small(20); }
static void small_100(void) { small(100); }
static void small_500(void) { small(500); }

/* ---- the table ---------------------------------------------------------------------------- */

static const bench_Scene scenes[] = {
    {"heap", heap, NULL},
    {"joint_grid", joint_grid, NULL},
    {"large_pyramid", large_pyramid, NULL},
    {"many_pyramids", many_pyramids, NULL},
    {"rain", rain, rain_update},
    {"small_100", small_100, NULL},
    {"small_20", small_20, NULL},
    {"small_500", small_500, NULL},
    {"smash", smash, NULL},
    {"spinner", spinner, NULL},
    {"tumbler", tumbler, NULL},
};

const bench_Scene *scene_at(int i) {
    return i >= 0 && i < (int)(sizeof scenes / sizeof *scenes) ? &scenes[i] : NULL;
}

const bench_Scene *scene_find(const char *name) {
    for (int i = 0; scene_at(i); i++) {
        if (strcmp(scenes[i].name, name) == 0) return &scenes[i];
    }
    return NULL;
}
