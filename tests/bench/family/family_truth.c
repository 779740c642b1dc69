/* family_truth.c: how true a state is, from poses and the geometry in the file alone: how deep
 * bodies are in each other, how far joints are apart, what energy there is, who has escaped. */
#include "family.h"

#include <math.h>
#include <stdlib.h>

#define NEAR 0.005 /* m: who is nearer counts as touching */

/* A rounded convex hull in the world. */
typedef struct {
    const double *p;
    int n, body;
    double r, x1, y1, x2, y2;
} Piece;

/* The largest distance of b from an edge of a; negative when no edge parts them. */
static double part(const double *a, int n, const double *b, int m) {
    double best = -INFINITY;
    if (n < 2) return best;
    for (int i = 0; i < n; i++) {
        int k = (i + 1) % n;
        double ex = a[2 * k] - a[2 * i], ey = a[2 * k + 1] - a[2 * i + 1], l = hypot(ex, ey);
        if (l < 1e-12) continue;
        double nx = ey / l, ny = -ex / l, low = INFINITY;
        for (int j = 0; j < m; j++) {
            double d = nx * (b[2 * j] - a[2 * i]) + ny * (b[2 * j + 1] - a[2 * i + 1]);
            if (d < low) low = d;
        }
        if (low > best) best = low;
    }
    return best;
}

static double point_segment(double px, double py, const double *a, const double *b) {
    double ex = b[0] - a[0], ey = b[1] - a[1], l = ex * ex + ey * ey;
    double t = l > 0 ? ((px - a[0]) * ex + (py - a[1]) * ey) / l : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(px - a[0] - t * ex, py - a[1] - t * ey);
}

static double nearest(const double *a, int n, const double *b, int m) {
    double best = INFINITY;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double d = point_segment(a[2 * i], a[2 * i + 1], b + 2 * j, b + 2 * ((j + 1) % m));
            if (d < best) best = d;
        }
    return best;
}

/* How far apart two pieces are; negative: how deep. */
static double separation(const Piece *a, const Piece *b) {
    double s = part(a->p, a->n, b->p, b->n), t = part(b->p, b->n, a->p, a->n);
    if (t > s) s = t;
    if (s > a->r + b->r + NEAR) return INFINITY;
    if (s > 0 || (a->n == 1 && b->n == 1)) {
        s = nearest(a->p, a->n, b->p, b->n);
        t = nearest(b->p, b->n, a->p, a->n);
        if (t < s) s = t;
    }
    return s - a->r - b->r;
}

static int by_left(const void *a, const void *b) {
    const Piece *p = a, *q = b;
    return p->x1 < q->x1 ? -1 : p->x1 > q->x1;
}

static int by_key(const void *a, const void *b) {
    long long p = *(const long long *)a, q = *(const long long *)b;
    return p < q ? -1 : p > q;
}

static long long key(int a, int b) {
    return a < b ? ((long long)a << 32) | (unsigned)b : ((long long)b << 32) | (unsigned)a;
}

static long long *joined; /* pairs of bodies that a joint keeps from colliding */

void family_truth_open(const Scene *s) {
    joined = family_alloc((size_t)s->joint_count, sizeof *joined);
    for (int i = 0; i < s->joint_count; i++) joined[i] = key(s->joints[i].a, s->joints[i].b);
    qsort(joined, (size_t)s->joint_count, sizeof *joined, by_key);
}

static bool may_meet(const Scene *s, int a, int b) {
    const Body *p = &s->bodies[a], *q = &s->bodies[b];
    if (a == b || (p->type != DYNAMIC && q->type != DYNAMIC)) return false;
    if (p->group && p->group == q->group && p->group < 0) return false;
    long long k = key(a, b);
    return !bsearch(&k, joined, (size_t)s->joint_count, sizeof k, by_key);
}

static void add_piece(Piece *out, const double *p, int n, double r, int body) {
    *out = (Piece){p, n, body, r, INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < n; i++) {
        out->x1 = fmin(out->x1, p[2 * i] - r);
        out->y1 = fmin(out->y1, p[2 * i + 1] - r);
        out->x2 = fmax(out->x2, p[2 * i] + r);
        out->y2 = fmax(out->y2, p[2 * i + 1] + r);
    }
}

/* ---- overlaps ----------------------------------------------------------------------------- */

static Piece *pieces;
static double *points;

/* Room for the pieces of all bodies at once. */
static void make_room(const Scene *s) {
    if (pieces) return;
    size_t piece_room = 0, point_room = 0;
    for (int i = 0; i < s->shape_count; i++) {
        piece_room += s->shapes[i].kind == CHAIN ? (size_t)s->shapes[i].count : 1;
        point_room += 2 * ((size_t)s->shapes[i].count + 1);
    }
    pieces = family_alloc(piece_room, sizeof *pieces);
    points = family_alloc(point_room, sizeof *points);
}

/* The pieces of a shape in the world, from `count` on, with their points at `to`. Returns the
 * points' end. */
static double *add_shape(const Shape *shape, int body, const State *at, double *to, int *count) {
    const double *first = to;
    int n = shape->count + (shape->kind == CHAIN && shape->loop);
    for (int v = 0; v < n; v++) {
        const double *p = shape->points + 2 * (v % shape->count);
        *to++ = at->x + at->c * p[0] - at->s * p[1];
        *to++ = at->y + at->s * p[0] + at->c * p[1];
    }
    if (shape->kind != CHAIN) {
        add_piece(&pieces[(*count)++], first, n, shape->radius, body);
        return to;
    }
    for (int v = 0; v + 1 < n; v++) add_piece(&pieces[(*count)++], first + 2 * v, 2, 0, body);
    return to;
}

static int gather(const Scene *s, const Engine *engine) {
    int count = 0;
    double *to = points;
    for (int i = 0; i < s->body_count; i++) {
        const Body *b = &s->bodies[i];
        if (!b->alive) continue;
        State at;
        engine->state(i, &at);
        for (int k = 0; k < b->shape_count; k++)
            to = add_shape(&s->shapes[b->first_shape + k], i, &at, to, &count);
    }
    qsort(pieces, (size_t)count, sizeof *pieces, by_left);
    return count;
}

void family_look_overlaps(const Scene *s, const Engine *engine, Overlaps *out) {
    make_room(s);
    int count = gather(s, engine);
    for (int i = 0; i < count; i++) {
        const Piece *a = &pieces[i];
        for (int j = i + 1; j < count && pieces[j].x1 <= a->x2 + NEAR; j++) {
            const Piece *b = &pieces[j];
            if (b->y1 > a->y2 + NEAR || a->y1 > b->y2 + NEAR) continue;
            if (!may_meet(s, a->body, b->body)) continue;
            double d = separation(a, b);
            if (d > NEAR) continue;
            out->touching++;
            if (d < 0) out->sum -= d;
            if (-d > out->max) out->max = -d;
        }
    }
}

/* ---- joints and energy -------------------------------------------------------------------- */

void family_look_joints(const Scene *s, const Engine *engine, Overlaps *out) {
    for (int i = 0; i < s->joint_count; i++) {
        const Joint *j = &s->joints[i];
        if (!j->alive || !s->bodies[j->a].alive || !s->bodies[j->b].alive) continue;
        if (j->kind == WHEEL || j->kind == PRISMATIC || (j->spring && j->kind != REVOLUTE))
            continue;
        State a, b;
        engine->state(j->a, &a);
        engine->state(j->b, &b);
        double dx = b.x + b.c * j->lb[0] - b.s * j->lb[1] - a.x - a.c * j->la[0] + a.s * j->la[1];
        double dy = b.y + b.s * j->lb[0] + b.c * j->lb[1] - a.y - a.s * j->la[0] - a.c * j->la[1];
        double e = hypot(dx, dy);
        if (j->kind == DISTANCE) e = j->rope ? fmax(0, e - j->length) : fabs(e - j->length);
        out->touching++;
        out->sum += e;
        if (e > out->max) out->max = e;
    }
}

static bool escaped(const Scene *s, const State *at) {
    if (s->has_box &&
        (at->x < s->box[0] || at->y < s->box[1] || at->x > s->box[2] || at->y > s->box[3]))
        return true;
    return s->has_ring && hypot(at->x - s->ring[0], at->y - s->ring[1]) > s->ring[2];
}

Energy family_look_energy(const Scene *s, const Engine *engine) {
    Energy e = {0};
    for (int i = 0; i < s->body_count; i++) {
        const Body *b = &s->bodies[i];
        if (!b->alive) continue;
        e.alive++;
        if (b->type != DYNAMIC) continue;
        e.dynamic++;
        State at;
        engine->state(i, &at);
        if (!isfinite(at.x + at.y + at.vx + at.vy + at.w)) {
            e.bad++;
            continue;
        }
        double m = engine->mass(i), v = at.vx * at.vx + at.vy * at.vy;
        e.kinetic += 0.5 * m * v + 0.5 * engine->inertia(i) * at.w * at.w;
        e.potential -= m * (s->gx * at.x + s->gy * at.y) * b->gravity_scale;
        e.fastest = fmax(e.fastest, sqrt(v));
        e.escaped += escaped(s, &at);
    }
    return e;
}
