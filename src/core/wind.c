/* wind.c: air that moves, or stands still, past everything dynamic.
 *
 * The outline of each piece is gone through edge by edge and, where it is rounded, arc by arc. What
 * faces the air as seen from there takes, for each metre of the width it shows, drag |u|^2 along
 * the flow u, and lift |u|^2 times the sine of the angle by which it is turned from facing it
 * across: what a plate at an angle has and a circle has not. Arcs are summed in closed form, edges
 * with Gauss's two points, each with the velocity that it has there: so wind also stops what spins.
 * Each body by itself: threads share them out. What sleeps feels no wind until something wakes it;
 * another wind does. */
#include "load.h"

#define BODIES_EACH 64           /* for one thread at a time */
#define GAUSS       0.288675135f /* of an edge's length, from its middle: sqrt(1 / 12) */

cn_WindDef cn_wind_def(void) { return (cn_WindDef){.drag = 1, .mask = UINT64_MAX}; }

static cn_Result check(cn_Error *e, const cn_WindDef *d) {
    cn_Result r;
    if ((r = cn_check_range(e, "x", d->x, -1e4, 1e4)) ||
        (r = cn_check_range(e, "y", d->y, -1e4, 1e4)) ||
        (r = cn_check_range(e, "drag", d->drag, 0, 1e6)))
        return r;
    return cn_check_range(e, "lift", d->lift, 0, 1e6);
}

cn_Result cn_world_set_wind(cn_World *w, const cn_WindDef *def) {
    cn_Result r = cn_check_body(w, cn_world_ground(w));
    cn_WindDef none = {0};
    if (r || (def && (r = check(&w->error, def)))) return r;
    const cn_WindDef *to = def ? def : &none, old = w->wind;
    w->wind = *to;
    w->has_wind = (to->drag > 0 || to->lift > 0) && to->mask != 0;
    if (old.x == to->x && old.y == to->y && old.drag == to->drag && old.lift == to->lift &&
        old.mask == to->mask)
        return CN_OK;
    for (int i = 1; i < w->bodies.count; i++)
        if (cn_slots_live(&w->bodies, i) && w->cold[i].type == CN_DYNAMIC) cn_island_wake(w, i);
    return CN_OK;
}

bool cn_world_wind(const cn_World *w, cn_WindDef *out) {
    *out = w->wind;
    return w->has_wind;
}

/* ---- one body ----------------------------------------------------------------------------- */

typedef struct Gust {
    const cn_WindDef *wind;
    cn_Vec v; /* m/s, of the centre of mass */
    float w;  /* rad/s */
    cn_Load load;
} Gust;

/* The air as it comes by a point of the body: its speed and direction. */
typedef struct Flow {
    double speed;
    cn_Vec along, across; /* unit; across is along turned left */
} Flow;

static Flow flow_at(const Gust *g, cn_Vec at) {
    cn_Vec v = cn_add(g->v, cn_cross_sv(g->w, at));
    cn_Vec u = {(float)g->wind->x - v.x, (float)g->wind->y - v.y};
    float speed = 0;
    Flow flow = {.along = cn_normalize(u, &speed)};
    flow.speed = (double)speed;
    flow.across = cn_left(flow.along);
    return flow;
}

/* shown: m of width; leans: m, the same times the sine of the angle by which it is turned, counter-
 * clockwise, from facing the flow. */
static void blow(Gust *g, cn_Vec at, const Flow *f, double shown, double leans) {
    double pressure = f->speed * f->speed;
    double drag = g->wind->drag * pressure * shown, lift = g->wind->lift * pressure * leans;
    double fx = drag * (double)f->along.x + lift * (double)f->across.x;
    double fy = drag * (double)f->along.y + lift * (double)f->across.y;
    double rate = (g->wind->drag + g->wind->lift) * f->speed * shown;
    g->load.drag_x += fx;
    g->load.drag_y += fy;
    g->load.drag_turn += (double)at.x * fy - (double)at.y * fx;
    g->load.rate += rate;
    g->load.turn_rate += rate * (double)cn_length_sq(at);
}

static void blow_at_edge(Gust *g, cn_Vec a, cn_Vec b, cn_Vec n) {
    cn_Vec middle = cn_scale(0.5f, cn_add(a, b)), way = cn_sub(b, a);
    double half = 0.5 * (double)cn_length(way);
    for (int i = -1; i <= 1; i += 2) {
        cn_Vec at = cn_mul_add(middle, GAUSS * (float)i, way);
        Flow f = flow_at(g, at);
        double faces = -(double)cn_dot(n, f.along), side = -(double)cn_dot(n, f.across);
        if (faces > 0) blow(g, at, &f, half * faces, half * faces * side);
    }
}

/* An arc of radius r about a vertex, from the normal n to the normal m. With the angle phi to what
 * faces the flow, the width that it shows is the integral of cos phi, and how it leans that of
 * cos phi sin phi; only what faces counts. */
static void blow_at_arc(Gust *g, cn_Vec at, float r, cn_Vec n, cn_Vec m) {
    Flow f = flow_at(g, at);
    double from = -(double)cn_dot(n, f.across), to = -(double)cn_dot(m, f.across);
    bool first = cn_dot(n, f.along) < 0, last = cn_dot(m, f.along) < 0;
    if (!first && !last) return;
    if (!first) from = -1;
    if (!last) to = 1;
    if (to > from)
        blow(g, at, &f, (double)r * (to - from), 0.5 * (double)r * (to * to - from * from));
}

static void blow_at_circle(Gust *g, cn_Vec at, float r) {
    Flow f = flow_at(g, at);
    blow(g, at, &f, 2 * (double)r, 0);
}

static void blow_at_piece(Gust *g, const cn_World *w, int piece) {
    const cn_Piece *p = &w->piece[piece];
    const cn_Pose *pose = &w->pose[p->body];
    const cn_Vec *v = &w->vertices[p->first_vertex], *n = &w->normals[p->first_vertex];
    if (p->vertex_count == 1) {
        blow_at_circle(g, cn_rotate(pose->q, cn_sub(v[0], pose->center)), p->radius);
        return;
    }
    for (int i = 0; i < p->vertex_count; i++) {
        int j = i + 1 < p->vertex_count ? i + 1 : 0;
        cn_Vec a = cn_rotate(pose->q, cn_sub(v[i], pose->center));
        cn_Vec b = cn_rotate(pose->q, cn_sub(v[j], pose->center));
        cn_Vec normal = cn_rotate(pose->q, n[i]), next = cn_rotate(pose->q, n[j]);
        cn_Vec out = cn_scale(p->radius, normal);
        blow_at_edge(g, cn_add(a, out), cn_add(b, out), normal);
        if (p->radius > 0) blow_at_arc(g, b, p->radius, normal, next);
    }
}

static void blow_at_body(cn_World *w, int body, float dt) {
    const cn_Motion *m = &w->motion[body];
    Gust g = {.wind = &w->wind, .v = {m->vx, m->vy}, .w = m->w};
    for (int s = w->cold[body].first_shape; s >= 0; s = w->shape[s].next) {
        const cn_Traits *t = cn_shape_traits(w, s);
        if (t->sensor || !(w->wind.mask >> t->layer & 1)) continue;
        for (int p = w->shape[s].first_piece; p >= 0; p = w->piece[p].next) blow_at_piece(&g, w, p);
    }
    cn_load_take(w, body, &g.load, dt);
}

typedef struct Stage {
    cn_World *w;
    float dt;
} Stage;

static void blow_at_bodies(void *context, int first, int end, int worker) {
    const Stage *stage = context;
    const cn_World *w = stage->w;
    (void)worker;
    for (int i = first; i < end; i++) {
        int body = w->scratch.awake[i];
        if (w->cold[body].type == CN_DYNAMIC) blow_at_body(stage->w, body, stage->dt);
    }
}

void cn_wind_act(cn_World *w, float dt) {
    cn_jobs_run(w->jobs, blow_at_bodies, &(Stage){w, dt}, w->scratch.awake_count, BODIES_EACH);
}
