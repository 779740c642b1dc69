/* impact_cluster.c: a dull blow upon what stands on something.
 *
 * A hammer that falls on a crate drives it into the floor, and the floor gives the blow back. Taken
 * in turn, each pair of blows takes from the hammer only the share of the crate in their mass, and
 * rows, which are soft, sink under the rest. Where nothing rebounds all that touches gives way at
 * once. What that is grows from the blow: with the impulses found so far, which contacts close?
 * Not here: these impulses (impact_lcp.c); blows with rebound, which go from body to body
 * (impact.c). */
#include <math.h>
#include <string.h>

#include "data/constants.h"
#include "data/contact_access.h"
#include "data/world.h"
#include "solver/impact/impact.h"
#include "solver/impact/impact_cluster.h"
#include "wide/motion.h"
#include "world/dominance_entry.h"

#define ROUNDS      8    /* count, in which normal impulses and friction are found in turn */
#define HELD        1e-6 /* m/s: a body that is changed by less stands as it did */
#define MOST_LISTED 128  /* count of contacts that are asked; those beyond it are the rows' */
#define MOST_SEEN   (2 + MOST_LISTED) /* count of bodies: each contact brings one, but the first */
#define PLACES      512 /* count, a power of two, more than twice MOST_SEEN: few share one */
/* m at the end of a sub-step: a manifold that is as old as the step may be wrong by less */
#define DOUBT 0.002f

/* A body, whether it belongs to the cluster or not. */
typedef struct Seen {
    int body;
    int at;       /* place in the cluster, -1 = it is not in it */
    bool moved;   /* by the blow */
    bool listed;  /* are its contacts? */
    float turned; /* rad since the step began, as a sine */
    cn_Vec way;   /* m, since the step began, until the blow */
    cn_Twist v;   /* m/s, rad/s: before the blow, of what belongs to the cluster after it */
} Seen;

/* A contact that may belong to the cluster. */
typedef struct Listed {
    int contact;
    int a, b;   /* of the bodies that are seen */
    bool known; /* is its manifold, at the time of the blow? No points: there is none */
    bool taken;
    cn_ImpactManifold manifold;
} Listed;

typedef struct Growth {
    const cn_ImpactStep *f;
    float t; /* s, of the sub-step */
    int seen_count, listed_count, taken_count;
    Seen seen[MOST_SEEN];
    Listed listed[MOST_LISTED]; /* the first is the blow itself */
    uint8_t place[PLACES];      /* by body: 1 + where it is seen, 0 = nowhere; or a place further */
    cn_Cluster k;
} Growth;

/* ---- what belongs to it ------------------------------------------------------------------- */

static void look_at(const Growth *g, int body, Seen *s) {
    cn_Course c = cn_impact_course(g->f, body);
    cn_Vec v = cn_course_velocity(&c, g->t, g->f->h);
    s->body = body, s->at = -1;
    s->moved = s->listed = false;
    s->turned = cn_course_turn(&c, g->t).s;
    s->way = cn_course_way(&c, g->t, g->f->h);
    s->v = (cn_Twist){(double)v.x, (double)v.y, (double)c.w};
}

/* Its place among those that are seen. The same body comes again with each of its contacts. */
static int see(Growth *g, int body) {
    unsigned i = (unsigned)body % PLACES;
    for (; g->place[i] > 0; i = (i + 1) % PLACES)
        if (g->seen[g->place[i] - 1].body == body) return g->place[i] - 1;
    look_at(g, body, &g->seen[g->seen_count]);
    g->place[i] = (uint8_t)++g->seen_count;
    return g->seen_count - 1;
}

/* Index in the cluster, -1 = it is full. Walls are in it with no inverse mass. */
static int add_body(Growth *g, int seen) {
    const cn_World *w = g->f->w;
    cn_Cluster *k = &g->k;
    Seen *s = &g->seen[seen];
    if (s->at >= 0 || k->body_count == CN_CLUSTER_BODIES) return s->at;
    bool steps = w->scratch.order.station[s->body] != 0;
    cn_Mass m = steps ? w->mass[s->body] : (cn_Mass){0};
    k->body[k->body_count] = (cn_ClusterBody){.body = s->body,
                                              .seen = seen,
                                              .inv_m = (double)m.inv_m,
                                              .inv_i = (double)m.inv_i,
                                              .from = s->v,
                                              .v = s->v};
    return s->at = k->body_count++;
}

/* m/s: so fast a point of it may close, and does not touch in a sub-step. */
static double slack_of(const Growth *g, const cn_ImpactManifold *manifold, int i) {
    return (double)cn_maxf(manifold->gap[i], 0) / (double)g->f->h;
}

static void add_points(Growth *g, const Listed *l, int a, int b) {
    const cn_World *w = g->f->w;
    const cn_Contact *c = &w->contact[l->contact];
    const cn_ImpactManifold *m = &l->manifold;
    const cn_ClusterBody *body_a = &g->k.body[a], *body_b = &g->k.body[b];
    float speed = c->flags & CN_CONTACT_SPECIAL ? cn_contact_rare(w, l->contact).surface_speed : 0;
    for (int i = 0; i < m->count; i++) {
        cn_ClusterPoint *p = &g->k.point[g->k.point_count++];
        p->a = a, p->b = b;
        p->along = cn_impact_row(body_a, body_b, m->ra[i], m->rb[i], m->normal);
        p->across = cn_impact_row(body_a, body_b, m->ra[i], m->rb[i], cn_right(m->normal));
        p->slack = slack_of(g, m, i);
        p->friction = (double)c->friction, p->speed = (double)speed;
        p->give = cn_impact_speed(&p->across, &p->across.gives_a, &p->across.gives_b);
    }
}

/* Where there is room. */
static void take(Growth *g, Listed *l) {
    int a = add_body(g, l->a), b = add_body(g, l->b);
    if (a < 0 || b < 0) return;
    add_points(g, l, a, b);
    l->taken = true;
    g->taken_count++;
}

/* Contacts that rebound pass a blow on by themselves. */
static bool passes_on(const cn_Contact *c) {
    return cn_contact_solid(c) && !(c->flags & CN_CONTACT_BOUNCY);
}

/* Where a body leads, it passes none on. */
static bool is_led(const cn_World *w, const cn_Contact *c) {
    return cn_dominance_lead(w, c->body_a, c->body_b) != 0;
}

/* ---- what it runs into -------------------------------------------------------------------- */

/* Would it overlap at the end of a sub-step, as far as the manifold of the step tells? */
static bool may_close(const Growth *g, const Listed *l) {
    const cn_Contact *c = &g->f->w->contact[l->contact];
    const Seen *a = &g->seen[l->a], *b = &g->seen[l->b];
    cn_Vec n = c->normal, come = cn_sub(b->way, a->way);
    cn_Vec v = {(float)(b->v[0] - a->v[0]), (float)(b->v[1] - a->v[1])};
    float h = g->f->h, wa = (float)a->v[2] * h + a->turned, wb = (float)b->v[2] * h + b->turned;
    for (int i = 0; i < c->count; i++) {
        cn_Vec ra = c->r[i], rb = cn_add(ra, c->d);
        float turn = wb * cn_cross(rb, n) - wa * cn_cross(ra, n);
        if (c->separation[i] + cn_dot(cn_mul_add(come, h, v), n) + turn < DOUBT) return true;
    }
    return false;
}

/* Does a point of it close that the blow must not let close? */
static bool closes(const Growth *g, const Listed *l) {
    const cn_ImpactManifold *m = &l->manifold;
    const Seen *a = &g->seen[l->a], *b = &g->seen[l->b];
    double x = b->v[0] - a->v[0], y = b->v[1] - a->v[1];
    for (int i = 0; i < m->count; i++) {
        double on_a = cn_impact_arm(m->ra[i], m->normal);
        double on_b = cn_impact_arm(m->rb[i], m->normal);
        double speed =
            x * (double)m->normal.x + y * (double)m->normal.y + b->v[2] * on_b - a->v[2] * on_a;
        if (speed + slack_of(g, m, i) < -HELD) return true;
    }
    return false;
}

/* The manifold at the time of the blow. */
static void touch(const Growth *g, Listed *l) {
    const cn_Contact *c = &g->f->w->contact[l->contact];
    l->known = true, l->manifold.count = 0;
    if (!is_led(g->f->w, c)) cn_impact_touch(g->f, c, g->t, CN_SPECULATIVE, &l->manifold);
}

static bool is_full(const Growth *g) { return g->taken_count == CN_CLUSTER_CONTACTS; }

/* Those of the list, from one on, that close. */
static void take_closing(Growth *g, int first) {
    for (int i = first; i < g->listed_count && !is_full(g); i++) {
        Listed *l = &g->listed[i];
        if (l->taken || !(g->seen[l->a].moved || g->seen[l->b].moved)) continue;
        if (!may_close(g, l)) continue;
        if (!l->known) touch(g, l);
        if (closes(g, l)) take(g, l);
    }
}

/* Side: of the body whose contact it is, 1 = b. */
static void list(Growth *g, int contact, int side, int seen, int other) {
    Listed *l = &g->listed[g->listed_count++];
    l->contact = contact;
    l->known = l->taken = false;
    l->a = side ? other : seen, l->b = side ? seen : other;
}

/* The contacts of a body, which are asked again each time the cluster has grown, but for those that
 * are in the list with the other body. */
static void list_contacts(Growth *g, int seen) {
    const cn_World *w = g->f->w;
    for (int link = w->cold[g->seen[seen].body].first_contact;
         link >= 0 && g->listed_count < MOST_LISTED; link = cn_contact_next(w, link)) {
        const cn_Contact *c = &w->contact[link >> 1];
        if (!passes_on(c) || link >> 1 == g->listed[0].contact) continue;
        int other = see(g, link & 1 ? c->body_a : c->body_b);
        if (!g->seen[other].listed) list(g, link >> 1, link & 1, seen, other);
    }
    g->seen[seen].listed = true;
}

/* How the bodies of the cluster go on with what is known of the blow. */
static void note_moves(Growth *g) {
    for (int i = 0; i < g->k.body_count; i++) {
        const cn_ClusterBody *b = &g->k.body[i];
        Seen *s = &g->seen[b->seen];
        cn_Twist by = b->v - b->from;
        s->v = b->v;
        s->moved = b->inv_m > 0 && fabs(by[0]) + fabs(by[1]) > HELD;
    }
}

/* What the bodies that the blow has moved run into. False: nothing else. */
static bool grow(Growth *g) {
    int taken = g->taken_count, bodies = g->k.body_count;
    note_moves(g);
    take_closing(g, 1);
    for (int i = 0; i < bodies && !is_full(g); i++) {
        int seen = g->k.body[i].seen, first = g->listed_count;
        if (!g->seen[seen].moved || g->seen[seen].listed) continue;
        list_contacts(g, seen);
        take_closing(g, first);
    }
    return g->taken_count > taken;
}

/* ---- the blow ----------------------------------------------------------------------------- */

/* Something heavy comes upon something light, which may have to give the blow on: else a few blows
 * in turn take most of it, and rows the rest. */
static bool struck_by_hammer(const cn_World *w, const cn_Contact *c) {
    float a = w->mass[c->body_a].inv_m, b = w->mass[c->body_b].inv_m;
    int light = a > b ? c->body_a : c->body_b;
    return cn_impact_hammers(a, b) && w->cold[light].near_count > 1;
}

/* The blow alone, with those of its points that are near. */
static void begin(Growth *g, int contact, const cn_ImpactManifold *found) {
    cn_Cluster *k = &g->k;
    Listed *struck = &g->listed[0];
    const cn_Contact *c = &g->f->w->contact[contact];
    g->seen_count = g->listed_count = g->taken_count = 0;
    memset(g->place, 0, sizeof g->place);
    k->body_count = k->point_count = k->filled = k->active_count = k->factored = 0;
    list(g, contact, 0, see(g, c->body_a), see(g, c->body_b));
    struck->manifold = *found;
    cn_impact_keep_near(&struck->manifold, CN_SPECULATIVE);
    take(g, struck);
}

static void tell(const cn_Cluster *k, int points, cn_ClusterPush *push) {
    push->count = 0;
    for (int i = 0; i < k->body_count; i++) {
        const cn_ClusterBody *b = &k->body[i];
        if (b->inv_m == 0) continue;
        push->body[push->count] = b->body;
        push->dv[push->count] =
            (cn_Vec){(float)(b->v[0] - b->from[0]), (float)(b->v[1] - b->from[1])};
        push->dw[push->count++] = (float)(b->v[2] - b->from[2]);
    }
    for (int i = 0; i < 2; i++) push->normal[i] = i < points ? (float)k->point[i].normal : 0;
}

bool cn_impact_spread(const cn_ImpactStep *f, int contact, float t, const cn_ImpactManifold *found,
                      cn_ClusterPush *push) {
    Growth g;
    g.f = f, g.t = t;
    const cn_Contact *c = &f->w->contact[contact];
    if (!struck_by_hammer(f->w, c) || !passes_on(c) || is_led(f->w, c)) return false;
    begin(&g, contact, found);
    bool settled;
    do {
        if (!cn_impact_first_round(&g.k, &settled)) return false;
    } while (grow(&g));
    if (g.taken_count == 1) return false;
    for (int n = 1; n < ROUNDS && !settled; n++)
        if (!cn_impact_next_round(&g.k, &settled)) return false;
    if (!cn_impact_loses_energy(&g.k)) return false;
    tell(&g.k, g.listed[0].manifold.count, push);
    return true;
}
