/* pen_fill.c: filled polygons of any simple outline, as convex ones.
 *
 * A convex outline is one polygon; another is cut up by ears (Meisters 1975), which is quadratic
 * and at most CN_MAX_POINTS corners long. One that crosses itself is filled somehow, and ends. */
#include <math.h>

#include "pen.h"
#include "pen_list.h"

static double cross(const double *a, const double *b, const double *c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static double area_of(const double *p, int count) {
    double area = 0.0;
    for (int i = 0, j = count - 1; i < count; j = i++) {
        area += p[2 * j] * p[2 * i + 1] - p[2 * i] * p[2 * j + 1];
    }
    return area;
}

static bool is_convex(const double *p, int count, double turn) {
    for (int i = 0; i < count; i++) {
        int k = (i + 1) % count, l = (i + 2) % count;
        if (turn * cross(p + 2 * i, p + 2 * k, p + 2 * l) < 0.0) return false;
    }
    return true;
}

/* Whether corner i of those that are left can be cut off. */
static bool is_ear(const double *p, const int *left, int count, int i, double turn) {
    int before = left[(i + count - 1) % count], at = left[i], after = left[(i + 1) % count];
    const double *a = p + 2 * before, *b = p + 2 * at, *c = p + 2 * after;
    if (turn * cross(a, b, c) <= 0.0) return false;
    for (int k = 0; k < count; k++) {
        const double *q = p + 2 * left[k];
        if (left[k] == before || left[k] == at || left[k] == after) continue;
        bool inside = turn * cross(a, b, q) >= 0.0 && turn * cross(b, c, q) >= 0.0 &&
                      turn * cross(c, a, q) >= 0.0;
        if (inside) return false;
    }
    return true;
}

void pen_fill(pen_List *list, pen_Color color, const double *points, int count) {
    if (!list || count < 3 || count > CN_MAX_POINTS) return;
    double turn = area_of(points, count) < 0.0 ? -1.0 : 1.0;
    if (is_convex(points, count, turn)) {
        pen_polygon(list, color, (pen_Color){0}, points, count, 0.0);
        return;
    }
    int left[CN_MAX_POINTS];
    for (int i = 0; i < count; i++) left[i] = i;
    for (int n = count, i = 0, tried = 0; n >= 3 && tried < 2 * n; i = (i + 1) % n) {
        if (n > 3 && tried < n && !is_ear(points, left, n, i, turn)) {
            tried++;
            continue;
        }
        const double *a = points + 2 * left[(i + n - 1) % n], *b = points + 2 * left[i];
        const double *c = points + 2 * left[(i + 1) % n];
        pen_polygon(list, color, (pen_Color){0}, (double[]){a[0], a[1], b[0], b[1], c[0], c[1]}, 3,
                    0.0);
        for (int k = i; k + 1 < n; k++) left[k] = left[k + 1];
        n--;
        tried = 0;
        if (n > 0) i = (i + n - 1) % n;
    }
}
