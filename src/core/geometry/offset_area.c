/* offset_area.c: see offset_area.h.
 *
 * Line by line: where a level line meets the polygon and the capsules around its edges, and what of
 * it these cover together. Between the levels at which something begins or ends what is covered
 * changes smoothly, but like a square root at the top and the bottom of a disc; a change of
 * variable that stands still at both ends takes the root away, and Gauss's rule does the rest.
 * Source: Davis and Rabinowitz, "Methods of Numerical Integration", 1984, section 2.9 (variable
 * transformation). */
#include "geometry/offset_area.h"

#include <math.h>
#include <stdlib.h>

#include "cairn_types.h"

#define NODES       4                   /* count, of Gauss's rule in a slab between two levels */
#define MOST_LEVELS (7 * CN_MAX_POINTS) /* count of levels: seven of each edge */
#define MOST_SPANS  (2 * CN_MAX_POINTS) /* count on one line: the polygon's and the capsules' */
/* count of slabs, at least: none is thicker, since in one capsules begin to cover each other */
#define SLABS 256
/* parts of the height: levels that are nearer than that are one. An edge that is nearly level
 * counts as level then, and is half of that too high or too low. */
#define THIN 16384

typedef struct Span {
    double low, high;
} Span;

/* An edge of the polygon, and the capsule around it. */
typedef struct Edge {
    cn_Pos a, b;
    cn_Pos side;      /* m: from the edge to the capsule's straight side, the radius long */
    double low, high; /* m: the capsule's lowest and highest level */
} Edge;

typedef struct Offset {
    Edge edge[CN_MAX_POINTS];
    int count;
    double r;
    int near[CN_MAX_POINTS]; /* edges whose capsules the slab meets */
    int near_count;
} Offset;

static int by_number(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Few, and mostly in order. */
static void sort_spans(Span *s, int count) {
    for (int i = 1; i < count; i++) {
        Span now = s[i];
        int k = i;
        for (; k > 0 && s[k - 1].low > now.low; k--) s[k] = s[k - 1];
        s[k] = now;
    }
}

static Edge edge_of(cn_Pos a, cn_Pos b, double r) {
    double x = b.x - a.x, y = b.y - a.y, length = sqrt(x * x + y * y);
    double by = length > 0 ? r / length : 0;
    return (Edge){
        a, b, {by * y, -by * x}, (a.y < b.y ? a.y : b.y) - r, (a.y < b.y ? b.y : a.y) + r};
}

/* ---- one line ----------------------------------------------------------------------------- */

static void widen(Span *s, double low, double high) {
    if (low < s->low) s->low = low;
    if (high > s->high) s->high = high;
}

static void widen_by_disc(Span *s, cn_Pos c, double r, double y) {
    double d = y - c.y, left = r * r - d * d;
    if (left < 0) return;
    double half = sqrt(left);
    widen(s, c.x - half, c.x + half);
}

/* shift: 0 for the edge, 1 and -1 for the sides of its capsule. */
static void widen_by_segment(Span *s, const Edge *e, double shift, double y) {
    double low = e->a.y + shift * e->side.y, high = e->b.y + shift * e->side.y;
    if ((low > y) == (high > y)) return;
    double along = (y - low) / (high - low);
    double x = e->a.x + shift * e->side.x + (e->b.x - e->a.x) * along;
    widen(s, x, x);
}

/* What the line has of the capsule; low > high: nothing. */
static Span capsule_span(const Edge *e, double r, double y) {
    Span s = {INFINITY, -INFINITY};
    widen_by_disc(&s, e->a, r, y);
    widen_by_disc(&s, e->b, r, y);
    widen_by_segment(&s, e, 1, y);
    widen_by_segment(&s, e, -1, y);
    return s;
}

/* The polygon's own spans: its edges cross the line in pairs. */
static int polygon_spans(const Offset *o, double y, Span *out) {
    Span cross[CN_MAX_POINTS]; /* one place each */
    int count = 0;
    for (int i = 0; i < o->near_count; i++) {
        Span s = {INFINITY, -INFINITY};
        widen_by_segment(&s, &o->edge[o->near[i]], 0, y);
        if (s.low <= s.high) cross[count++] = s;
    }
    sort_spans(cross, count);
    for (int i = 0; i + 1 < count; i += 2) out[i / 2] = (Span){cross[i].low, cross[i + 1].low};
    return count / 2;
}

static void add_span(cn_Moments *m, Span s, double y, double weight) {
    double one = s.high - s.low, first = 0.5 * (s.high * s.high - s.low * s.low);
    double second = (s.high * s.high * s.high - s.low * s.low * s.low) / 3;
    m->area += weight * one;
    m->first.x += weight * first;
    m->first.y += weight * one * y;
    m->second += weight * (second + one * y * y);
}

static void add_line(const Offset *o, double y, double weight, cn_Moments *m) {
    Span spans[MOST_SPANS];
    int count = polygon_spans(o, y, spans);
    for (int i = 0; i < o->near_count; i++) {
        Span s = capsule_span(&o->edge[o->near[i]], o->r, y);
        if (s.low < s.high) spans[count++] = s;
    }
    if (count == 0) return;
    sort_spans(spans, count);
    Span now = spans[0];
    for (int i = 1; i < count; i++) {
        if (spans[i].low > now.high) {
            add_span(m, now, y, weight);
            now = spans[i];
        } else {
            widen(&now, spans[i].low, spans[i].high);
        }
    }
    add_span(m, now, y, weight);
}

/* ---- all lines ---------------------------------------------------------------------------- */

static int list_levels(const Offset *o, double *level) {
    int count = 0;
    for (int i = 0; i < o->count; i++) {
        const Edge *e = &o->edge[i];
        double a = e->a.y, b = e->b.y, side = e->side.y;
        const double levels[] = {a, a - o->r, a + o->r, a + side, a - side, b + side, b - side};
        for (size_t k = 0; k < sizeof levels / sizeof *levels; k++) level[count++] = levels[k];
    }
    qsort(level, (size_t)count, sizeof *level, by_number);
    double least = (level[count - 1] - level[0]) / THIN;
    int kept = 1;
    for (int i = 1; i < count - 1; i++)
        if (level[i] - level[kept - 1] > least) level[kept++] = level[i];
    level[kept++] = level[count - 1];
    return kept;
}

static void find_near(Offset *o, double low, double high) {
    o->near_count = 0;
    for (int i = 0; i < o->count; i++)
        if (o->edge[i].low < high && o->edge[i].high > low) o->near[o->near_count++] = i;
}

static void add_slab(const Offset *o, double low, double high, cn_Moments *m) {
    static const double node[NODES / 2] = {0.3399810435848563, 0.8611363115940526};
    static const double weight[NODES / 2] = {0.6521451548625461, 0.3478548451374538};
    double middle = 0.5 * (low + high), half = 0.5 * (high - low);
    for (int i = 0; i < NODES; i++) {
        double t = i % 2 ? node[i / 2] : -node[i / 2];
        double y = middle + half * 0.5 * (3 * t - t * t * t);
        add_line(o, y, weight[i / 2] * half * 1.5 * (1 - t * t), m);
    }
}

cn_Moments cn_offset_moments(const cn_Vec *vertices, int count, double radius, cn_Pos reference) {
    double level[MOST_LEVELS];
    Offset o = {.count = count, .r = radius};
    cn_Moments m = {0, {0, 0}, 0};
    for (int i = 0; i < count; i++) {
        cn_Vec a = vertices[i], b = vertices[i + 1 < count ? i + 1 : 0];
        o.edge[i] = edge_of((cn_Pos){(double)a.x - reference.x, (double)a.y - reference.y},
                            (cn_Pos){(double)b.x - reference.x, (double)b.y - reference.y}, radius);
    }
    int levels = list_levels(&o, level);
    double most = (level[levels - 1] - level[0]) / SLABS;
    for (int i = 0; i + 1 < levels; i++) {
        double high = level[i + 1] - level[i];
        if (!(high > 0)) continue;
        int parts = 1 + (int)(high / most);
        high /= parts;
        find_near(&o, level[i], level[i + 1]);
        for (int k = 0; k < parts; k++)
            add_slab(&o, level[i] + k * high, level[i] + (k + 1) * high, &m);
    }
    return m;
}
