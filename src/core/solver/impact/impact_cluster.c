/* impact_cluster.c: a dull blow upon what stands on something.
 *
 * A hammer that falls on a crate drives it into the floor, and the floor gives the blow back. Taken
 * in turn, each pair of blows takes from the hammer only the share of the crate in their mass, and
 * rows, which are soft, sink under the rest. Where nothing rebounds all that touches gives way at
 * once: the impulses of all points together are those with which no point closes, none pulls, and
 * none pushes at a point that opens (a linear complementarity problem with a positive definite
 * matrix, solved by principal pivoting: Murty 1974; Judice and Pires 1994).
 * Not here: blows with rebound, which go from body to body (impact.c). */
#include <math.h>
#include <string.h>

#include "base/larger.h"
#include "data/constants.h"
#include "data/contact_access.h"
#include "data/world.h"
#include "solver/impact/impact.h"
#include "wide/motion.h"
#include "world/dominance_entry.h"

#define MOST_CONTACTS 8    /* count: beyond it the rows go on */
#define MOST_POINTS   16   /* count, two for each contact */
#define PIVOTS        32   /* count of changes of the active points, twice as many as points */
#define ROUNDS        8    /* count, in which normal impulses and friction are found in turn */
#define FIRM          1e-7 /* ratio to the diagonal: makes the matrix definite */
#define SETTLED       1e-6 /* ratio to the greatest impulse: smaller changes are none */
#define HELD          1e-6 /* m/s: a body that is changed by less stands as it did */
#define MOST_SEEN     24   /* count of bodies and of contacts that are looked at but once */
/* m at the end of a sub-step: a manifold that is as old as the step may be wrong by less */
#define DOUBT 0.002f

typedef struct Body {
    int body;
    double inv_m, inv_i;
    double from[3], v[3]; /* m/s, rad/s: before the blow, and now */
} Body;

/* A direction at a point, and its arms about both bodies, m. */
typedef struct Row {
    double x, y, on_a, on_b;
} Row;

typedef struct Point {
    int a, b; /* of bodies of the cluster */
    Row along, across;
    double slack;           /* m/s: so fast it may close, and does not touch in a sub-step */
    double friction, speed; /* speed: of the surface, m/s */
    double give;            /* 1/kg: what a unit across changes there */
    double normal, tangent; /* N s */
} Point;

/* A body at the time of the blow, whether it belongs to the cluster or not. */
typedef struct Going {
    int body;
    cn_Vec way;   /* m, since the step began */
    double v[3];  /* m/s of the centre, rad/s: before the blow, of a body of the cluster after it */
    float turned; /* rad since the step began, as a sine */
} Going;

/* A contact at the time of the blow. */
typedef struct Tried {
    int contact;
    bool touches;
    cn_ImpactManifold manifold;
} Tried;

typedef struct Cluster {
    const cn_ImpactStep *f;
    float t; /* s, of the sub-step */
    int seen_count, tried_count;
    Going seen[MOST_SEEN];
    Tried tried[MOST_SEEN];
    int body_count, contact_count, point_count;
    int filled; /* of the points those whose rows of the matrix are known */
    int contact[MOST_CONTACTS];
    Body body[CN_CLUSTER_BODIES];
    Point point[MOST_POINTS];
    double matrix[MOST_POINTS][MOST_POINTS]; /* between normal impulses, 1/kg */
    bool active[MOST_POINTS];                /* of points: those that push */
    int factored;                            /* count of active points in the factor, -1 = none */
    int at[MOST_POINTS];                     /* which they are */
    double factor[MOST_POINTS][MOST_POINTS]; /* of Cholesky, of their part of the matrix */
    double inverse[MOST_POINTS];             /* of its diagonal */
} Cluster;

/* ---- what belongs to it ------------------------------------------------------------------- */

static int find_body(const Cluster *k, int body) {
    for (int i = 0; i < k->body_count; i++)
        if (k->body[i].body == body) return i;
    return -1;
}

static Going look_at(const Cluster *k, int body) {
    cn_Course c = cn_impact_course(k->f, body);
    cn_Vec v = cn_course_velocity(&c, k->t, k->f->h);
    return (Going){body,
                   cn_course_way(&c, k->t, k->f->h),
                   {(double)v.x, (double)v.y, (double)c.w},
                   cn_course_turn(&c, k->t).s};
}

/* The same body comes again with each of its contacts, and each time the cluster has grown. */
static Going going(Cluster *k, int body) {
    int at = 0;
    while (at < k->seen_count && k->seen[at].body != body) at++;
    if (at < k->seen_count) return k->seen[at];
    Going g = look_at(k, body);
    if (at < MOST_SEEN) k->seen[k->seen_count++] = g;
    return g;
}

/* Index in the cluster, -1 = it is full. Walls are in it with no inverse mass. */
static int add_body(Cluster *k, int body) {
    const cn_World *w = k->f->w;
    int at = find_body(k, body);
    if (at >= 0 || k->body_count == CN_CLUSTER_BODIES) return at;
    Going g = going(k, body);
    bool steps = w->scratch.order.station[body] != 0;
    cn_Mass m = steps ? w->mass[body] : (cn_Mass){0};
    k->body[k->body_count] = (Body){.body = body,
                                    .inv_m = (double)m.inv_m,
                                    .inv_i = (double)m.inv_i,
                                    .from = {g.v[0], g.v[1], g.v[2]},
                                    .v = {g.v[0], g.v[1], g.v[2]}};
    return k->body_count++;
}

static bool has_contact(const Cluster *k, int contact) {
    for (int i = 0; i < k->contact_count; i++)
        if (k->contact[i] == contact) return true;
    return false;
}

static double cross(cn_Vec r, cn_Vec d) {
    return (double)r.x * (double)d.y - (double)r.y * (double)d.x;
}

static Row row_of(cn_Vec ra, cn_Vec rb, cn_Vec d) {
    return (Row){(double)d.x, (double)d.y, cross(ra, d), cross(rb, d)};
}

/* What a unit along one row changes along another, by a body that both share. */
static double shared(const Body *b, double straight, double arm, double other) {
    return b->inv_m * straight + b->inv_i * arm * other;
}

/* The same of two bodies, along one row. */
static double give_of(const Body *a, const Body *b, const Row *r) {
    double straight = r->x * r->x + r->y * r->y;
    return shared(a, straight, r->on_a, r->on_a) + shared(b, straight, r->on_b, r->on_b);
}

/* False: there was no room. */
static bool add_contact(Cluster *k, int contact, const cn_ImpactManifold *manifold) {
    const cn_World *w = k->f->w;
    const cn_Contact *c = &w->contact[contact];
    if (k->contact_count == MOST_CONTACTS) return false;
    int a = add_body(k, c->body_a), b = add_body(k, c->body_b);
    if (a < 0 || b < 0) return false;
    float speed = c->flags & CN_CONTACT_SPECIAL ? cn_contact_rare(w, contact).surface_speed : 0;
    for (int i = 0; i < manifold->count; i++) {
        cn_Vec ra = manifold->ra[i], rb = manifold->rb[i], n = manifold->normal;
        Row across = row_of(ra, rb, cn_right(n));
        k->point[k->point_count++] =
            (Point){.a = a,
                    .b = b,
                    .along = row_of(ra, rb, n),
                    .across = across,
                    .slack = (double)cn_maxf(manifold->gap[i], 0) / (double)k->f->h,
                    .friction = (double)c->friction,
                    .speed = (double)speed,
                    .give = give_of(&k->body[a], &k->body[b], &across)};
    }
    k->contact[k->contact_count++] = contact;
    return true;
}

/* Contacts that rebound pass a blow on by themselves; and where a body leads, it passes none on. */
static bool belongs(const cn_World *w, const cn_Contact *c) {
    return cn_contact_solid(c) && !(c->flags & CN_CONTACT_BOUNCY) &&
           cn_dominance_lead(w, c->body_a, c->body_b) == 0;
}

/* ---- its impulses ------------------------------------------------------------------------- */

/* m/s along a row of a point, of b against a. */
static double speed_along(const Cluster *k, const Point *p, const Row *r) {
    const Body *a = &k->body[p->a], *b = &k->body[p->b];
    double x = b->v[0] - a->v[0], y = b->v[1] - a->v[1];
    return x * r->x + y * r->y + b->v[2] * r->on_b - a->v[2] * r->on_a;
}

static void push_along(Cluster *k, const Point *p, const Row *r, double impulse) {
    Body *a = &k->body[p->a], *b = &k->body[p->b];
    a->v[0] -= impulse * a->inv_m * r->x;
    a->v[1] -= impulse * a->inv_m * r->y;
    a->v[2] -= impulse * a->inv_i * r->on_a;
    b->v[0] += impulse * b->inv_m * r->x;
    b->v[1] += impulse * b->inv_m * r->y;
    b->v[2] += impulse * b->inv_i * r->on_b;
}

/* What a unit at one point changes at another. */
static double between(const Cluster *k, const Point *p, const Point *q) {
    const Row *d = &p->along, *e = &q->along;
    double straight = d->x * e->x + d->y * e->y, sum = 0;
    if (p->a == q->a) sum += shared(&k->body[p->a], straight, d->on_a, e->on_a);
    if (p->b == q->b) sum += shared(&k->body[p->b], straight, d->on_b, e->on_b);
    if (p->a == q->b) sum -= shared(&k->body[p->a], straight, d->on_a, e->on_b);
    if (p->b == q->a) sum -= shared(&k->body[p->b], straight, d->on_b, e->on_a);
    return sum;
}

static void fill_matrix(Cluster *k) {
    for (int i = k->filled; i < k->point_count; i++) {
        for (int j = 0; j < i; j++)
            k->matrix[i][j] = k->matrix[j][i] = between(k, &k->point[i], &k->point[j]);
        k->matrix[i][i] = between(k, &k->point[i], &k->point[i]) * (1 + FIRM);
    }
    for (int i = k->filled; i < k->point_count; i++) k->active[i] = true; /* it closes */
    if (k->filled < k->point_count) k->factored = -1;
    k->filled = k->point_count;
}

/* False: not definite, as for bodies that cannot move. */
static bool factorize(Cluster *k) {
    int n = 0;
    for (int i = 0; i < k->point_count; i++)
        if (k->active[i]) k->at[n++] = i;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = k->matrix[k->at[i]][k->at[j]];
            for (int m = 0; m < j; m++) sum -= k->factor[i][m] * k->factor[j][m];
            if (j < i) {
                k->factor[i][j] = sum * k->inverse[j];
                continue;
            }
            if (!(sum > 0)) return false;
            k->inverse[i] = 1 / sqrt(sum);
        }
    }
    k->factored = n;
    return true;
}

/* Impulses x of the active points that leave them at rest; gap holds what closes without any. */
static void substitute(const Cluster *k, const double *gap, double *x) {
    int n = k->factored;
    for (int i = 0; i < k->point_count; i++) x[i] = 0;
    for (int i = 0; i < n; i++) {
        double sum = -gap[k->at[i]];
        for (int m = 0; m < i; m++) sum -= k->factor[i][m] * x[k->at[m]];
        x[k->at[i]] = sum * k->inverse[i];
    }
    for (int i = n - 1; i >= 0; i--) {
        double sum = x[k->at[i]];
        for (int m = i + 1; m < n; m++) sum -= k->factor[m][i] * x[k->at[m]];
        x[k->at[i]] = sum * k->inverse[i];
    }
}

/* Which points are wrong: active ones that pull, others that close. Returns how many; last is the
 * one with the greatest index. */
static int mark_wrong(const Cluster *k, const double *gap, const double *x, bool *wrong,
                      int *last) {
    double most = 0, fastest = 0;
    int count = 0;
    for (int i = 0; i < k->point_count; i++) {
        most = cn_larger(most, fabs(x[i]));
        fastest = cn_larger(fastest, fabs(gap[i]));
    }
    for (int i = 0; i < k->point_count; i++) {
        if (k->active[i]) {
            wrong[i] = x[i] < -SETTLED * most;
        } else {
            double speed = gap[i];
            for (int j = 0; j < k->factored; j++) speed += k->matrix[i][k->at[j]] * x[k->at[j]];
            wrong[i] = speed < -SETTLED * fastest;
        }
        if (wrong[i]) *last = i, count++;
    }
    return count;
}

/* All wrong points change sides while that makes them fewer, else the last alone, which ends. */
static bool find_normals(Cluster *k, const double *gap, double *x) {
    bool wrong[MOST_POINTS];
    int fewest = MOST_POINTS + 1, last = 0;
    for (int n = 0; n < PIVOTS; n++) {
        if (k->factored < 0 && !factorize(k)) return false;
        substitute(k, gap, x);
        int count = mark_wrong(k, gap, x, wrong, &last);
        if (count == 0) return true;
        bool all = count < fewest;
        if (all) fewest = count;
        for (int i = 0; i < k->point_count; i++)
            if (all ? wrong[i] : i == last) k->active[i] = !k->active[i];
        k->factored = -1;
    }
    return false;
}

/* Speeds at the points as they would be without the normal impulses, above those that they may
 * have. */
static void closing(const Cluster *k, double *gap) {
    for (int i = 0; i < k->point_count; i++) {
        gap[i] = speed_along(k, &k->point[i], &k->point[i].along) + k->point[i].slack;
        for (int j = 0; j < k->point_count; j++) gap[i] -= k->matrix[i][j] * k->point[j].normal;
    }
}

/* Friction within its cone, point by point. Returns the greatest change, N s. */
static double rub(Cluster *k) {
    double most = 0;
    for (int i = 0; i < k->point_count; i++) {
        Point *p = &k->point[i];
        double limit = p->friction * p->normal, was = p->tangent;
        if (!(p->give > 0) || (limit == 0 && was == 0)) continue;
        double now = was - (speed_along(k, p, &p->across) - p->speed) / p->give;
        p->tangent = cn_smaller(cn_larger(now, -limit), limit);
        push_along(k, p, &p->across, p->tangent - was);
        most = cn_larger(most, fabs(p->tangent - was));
    }
    return most;
}

/* Normal impulses and then friction, once. False: there are none that fit. */
static bool round_once(Cluster *k, bool *settled) {
    double gap[MOST_POINTS], x[MOST_POINTS], most = 0, largest = 0;
    closing(k, gap);
    if (!find_normals(k, gap, x)) return false;
    for (int i = 0; i < k->point_count; i++) {
        Point *p = &k->point[i];
        double now = cn_larger(x[i], 0);
        push_along(k, p, &p->along, now - p->normal);
        most = cn_larger(most, fabs(now - p->normal));
        largest = cn_larger(largest, now);
        p->normal = now;
    }
    most = cn_larger(most, rub(k));
    *settled = most <= SETTLED * largest;
    return true;
}

/* From the velocities before the blow to about those after it. */
static bool begin(Cluster *k, bool *settled) {
    for (int i = 0; i < k->body_count; i++)
        memcpy(k->body[i].v, k->body[i].from, sizeof(double[3]));
    for (int i = 0; i < k->point_count; i++) k->point[i].normal = k->point[i].tangent = 0;
    fill_matrix(k);
    return round_once(k, settled);
}

/* A blow without rebound makes no energy, unless a wall or its surface moves. */
static bool loses_energy(const Cluster *k) {
    double change = 0;
    for (int i = 0; i < k->body_count; i++) {
        const Body *b = &k->body[i];
        const double *u = b->from, *v = b->v;
        if (b->inv_m == 0 && (u[0] != 0 || u[1] != 0 || u[2] != 0)) return true;
        if (b->inv_m > 0)
            change += ((v[0] * v[0] + v[1] * v[1]) - (u[0] * u[0] + u[1] * u[1])) / b->inv_m;
        if (b->inv_i > 0) change += (v[2] * v[2] - u[2] * u[2]) / b->inv_i;
    }
    for (int i = 0; i < k->point_count; i++)
        if (k->point[i].speed != 0) return true;
    return change <= 0;
}

/* ---- what it runs into ------------------------------------------------------------------ */

/* After the blow, as far as it is known. */
static Going gone(Cluster *k, int body) {
    Going g = going(k, body);
    int at = find_body(k, body);
    if (at >= 0) memcpy(g.v, k->body[at].v, sizeof g.v);
    return g;
}

/* Would it overlap at the end of a sub-step, as far as the manifold of the step tells? */
static bool may_close(Cluster *k, const cn_Contact *c) {
    Going a = gone(k, c->body_a), b = gone(k, c->body_b);
    cn_Vec n = c->normal, come = cn_sub(b.way, a.way);
    cn_Vec v = {(float)(b.v[0] - a.v[0]), (float)(b.v[1] - a.v[1])};
    float h = k->f->h, wa = (float)a.v[2] * h + a.turned, wb = (float)b.v[2] * h + b.turned;
    for (int i = 0; i < c->count; i++) {
        cn_Vec ra = c->r[i], rb = cn_add(ra, c->d);
        float turn = wb * cn_cross(rb, n) - wa * cn_cross(ra, n);
        if (c->separation[i] + cn_dot(cn_mul_add(come, h, v), n) + turn < DOUBT) return true;
    }
    return false;
}

/* Do points of the last contact close that the blow must not let close? */
static bool closes(const Cluster *k, int first) {
    for (int i = first; i < k->point_count; i++) {
        const Point *p = &k->point[i];
        if (speed_along(k, p, &p->along) + p->slack < -HELD) return true;
    }
    return false;
}

/* The manifold of a contact at the time of the blow; false: there is none. */
static bool touch(Cluster *k, int contact, cn_ImpactManifold *manifold) {
    int at = 0;
    while (at < k->tried_count && k->tried[at].contact != contact) at++;
    if (at < k->tried_count) {
        *manifold = k->tried[at].manifold;
        return k->tried[at].touches;
    }
    const cn_Contact *c = &k->f->w->contact[contact];
    bool touches = cn_impact_touch(k->f, c, k->t, CN_SPECULATIVE, manifold);
    if (at < MOST_SEEN) k->tried[k->tried_count++] = (Tried){contact, touches, *manifold};
    return touches;
}

static void take_closing(Cluster *k, int contact) {
    const cn_Contact *c = &k->f->w->contact[contact];
    int bodies = k->body_count, points = k->point_count;
    cn_ImpactManifold manifold;
    if (!belongs(k->f->w, c) || has_contact(k, contact) || !may_close(k, c)) return;
    if (!touch(k, contact, &manifold)) return;
    if (!add_contact(k, contact, &manifold) || closes(k, points)) return;
    k->body_count = bodies, k->point_count = points; /* it parts, or stays as it is */
    k->contact_count--;
}

static void take_neighbours(Cluster *k, int body) {
    const cn_World *w = k->f->w;
    for (int link = w->cold[body].first_contact; link >= 0 && k->contact_count < MOST_CONTACTS;
         link = cn_contact_next(w, link)) {
        take_closing(k, link >> 1);
    }
}

/* What the bodies that the blow has moved run into. False: nothing else. */
static bool grow(Cluster *k) {
    int contacts = k->contact_count;
    for (int i = 0, bodies = k->body_count; i < bodies; i++) {
        const Body *b = &k->body[i];
        double change = fabs(b->v[0] - b->from[0]) + fabs(b->v[1] - b->from[1]);
        if (b->inv_m > 0 && change > HELD) take_neighbours(k, b->body);
    }
    return k->contact_count > contacts;
}

/* ---- the blow ----------------------------------------------------------------------------- */

/* Something heavy comes upon something light, which may have to give the blow on: else a few blows
 * in turn take most of it, and rows the rest. Returns the light one, -1 = it is not so. */
static int struck_by_hammer(const cn_World *w, const cn_Contact *c) {
    float a = w->mass[c->body_a].inv_m, b = w->mass[c->body_b].inv_m;
    int light = a > b ? c->body_a : c->body_b;
    return cn_impact_hammers(a, b) && w->cold[light].near_count > 1 ? light : -1;
}

bool cn_impact_spread(const cn_ImpactStep *f, int contact, float t, cn_ClusterPush *push) {
    Cluster k;
    cn_ImpactManifold manifold;
    const cn_Contact *c = &f->w->contact[contact];
    int light = struck_by_hammer(f->w, c);
    if (light < 0 || !belongs(f->w, c) || !cn_impact_touch(f, c, t, CN_SPECULATIVE, &manifold))
        return false;
    k.f = f, k.t = t;
    k.body_count = k.contact_count = k.point_count = k.filled = 0;
    k.seen_count = k.tried_count = 0;
    k.factored = -1;
    add_contact(&k, contact, &manifold);
    bool settled;
    do {
        if (!begin(&k, &settled)) return false;
    } while (grow(&k));
    if (k.contact_count == 1) return false;
    for (int n = 1; n < ROUNDS && !settled; n++)
        if (!round_once(&k, &settled)) return false;
    if (!loses_energy(&k)) return false;
    push->count = 0;
    for (int i = 0; i < k.body_count; i++) {
        const Body *b = &k.body[i];
        if (b->inv_m == 0) continue;
        push->body[push->count] = b->body;
        push->dv[push->count] =
            (cn_Vec){(float)(b->v[0] - b->from[0]), (float)(b->v[1] - b->from[1])};
        push->dw[push->count++] = (float)(b->v[2] - b->from[2]);
    }
    for (int i = 0; i < 2; i++) push->normal[i] = i < manifold.count ? (float)k.point[i].normal : 0;
    return true;
}
