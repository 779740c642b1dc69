/* wind.c: air that moves, or stands still, past everything dynamic.
 *
 * The outline of each piece is gone through edge by edge and, where it is rounded, arc by arc. What
 * faces the air as seen from there takes, for each metre of the width it shows, drag |u|^2 along
 * the flow u, and lift |u|^2 times the sine of the angle by which it is turned from facing it
 * across: what a plate at an angle has and a circle has not. Arcs are summed in closed form, edges
 * with Gauss's two points, each with the velocity that it has there: so wind also stops what spins.
 * Of a body of several pieces only what is outside counts: of each edge the parts along which no
 * other piece of it lies (cover), and arcs whose middle lies in none.
 * Each body by itself: threads share them out. What sleeps feels no wind until something wakes it;
 * another wind does. What rests (rest.c) is what it was. */
#include "effects/wind.h"

#include "activity/activity.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "effects/external_force.h"
#include "world/check.h"

/* count of bodies, a job of a thread: fewer balance better, more cost less */
#define BODIES_EACH 64
/* ratio to an edge's length, from its middle to Gauss's points: sqrt(1 / 12) */
#define GAUSS   0.288675135f
#define NEXT_TO 1e-4f /* m: a piece that begins so far outside of an edge covers it */
#define COVERS  16    /* count, of one edge: pieces beyond it do not shield the edge */

cn_WindDef cn_wind_def(void) { return (cn_WindDef){.drag = 1, .mask = UINT64_MAX}; }

static cn_Result check(cn_Error *e, const cn_WindDef *d) {
    static const cn_Member members[] = {CN_MEMBER(cn_WindDef, x, WIND),
                                        CN_MEMBER(cn_WindDef, y, WIND),
                                        CN_MEMBER(cn_WindDef, drag, DRAG),
                                        CN_MEMBER(cn_WindDef, lift, DRAG),
                                        {NULL, 0, 0, false}};
    return cn_check_members(e, d, members);
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
        if (cn_slots_live(&w->bodies, i) && w->cold[i].type == CN_DYNAMIC)
            cn_activity_disturb(w, i, CN_DISTURBED_CHANGED);
    return CN_OK;
}

bool cn_world_wind(const cn_World *w, cn_WindDef *out) {
    *out = w->wind;
    return w->has_wind;
}

/* ---- one body ----------------------------------------------------------------------------- */

typedef struct Gust {
    const cn_WindDef *wind;
    cn_Vec v;     /* m/s, of the centre of mass */
    float w;      /* rad/s */
    bool several; /* pieces, which may cover each other */
    cn_ExternalForce force;
} Gust;

static bool feels(const Gust *g, const cn_World *w, int shape) {
    const cn_Traits *t = cn_shape_traits(w, shape);
    return !t->sensor && !t->disabled && g->wind->mask >> t->layer & 1;
}

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
    g->force.drag_x += fx;
    g->force.drag_y += fy;
    g->force.drag_turn += (double)at.x * fy - (double)at.y * fx;
    g->force.rate += rate;
    g->force.turn_rate += rate * (double)cn_length_sq(at);
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

/* ---- what is inside ----------------------------------------------------------------------- */

/* Parts of an edge, 0 to 1, in the order of where they begin. */
typedef struct Cover {
    int count;
    float from[COVERS], to[COVERS];
} Cover;

/* Within what of 0 to 1 a + t way is on the inner side of a line. */
static void cut(cn_Vec a, cn_Vec way, cn_Vec n, float offset, float *from, float *to) {
    float rise = cn_dot(n, way), gap = offset - cn_dot(n, a);
    if (rise > 0)
        *to = cn_minf(*to, gap / rise);
    else if (rise < 0)
        *from = cn_maxf(*from, gap / rise);
    else if (gap < 0)
        *to = -1;
}

/* Along which part of a + t way it lies in a piece, all in the body's frame. */
static bool covers(const cn_World *w, const cn_Piece *p, cn_Vec a, cn_Vec way, float *from,
                   float *to) {
    const cn_Vec *v = &w->vertices[p->first_vertex], *n = &w->normals[p->first_vertex];
    *from = 0, *to = 1;
    if (p->vertex_count == 1) {
        cn_Vec m = cn_sub(a, v[0]);
        float along = cn_length_sq(way), half = cn_dot(m, way);
        float root = half * half - along * (cn_length_sq(m) - p->radius * p->radius);
        if (root <= 0 || along <= 0) return along <= 0 && cn_length_sq(m) < p->radius * p->radius;
        *from = cn_maxf(0, (-half - sqrtf(root)) / along);
        *to = cn_minf(1, (-half + sqrtf(root)) / along);
        return *to > *from;
    }
    for (int i = 0; i < p->vertex_count; i++)
        cut(a, way, n[i], cn_dot(n[i], v[i]) + p->radius, from, to);
    if (p->vertex_count > 2) return *to > *from;
    cn_Vec along = cn_normalize(cn_sub(v[1], v[0]), NULL); /* a capsule: and its ends */
    cut(a, way, along, cn_dot(along, v[1]) + p->radius, from, to);
    cut(a, way, cn_neg(along), -cn_dot(along, v[0]) + p->radius, from, to);
    return *to > *from;
}

static void insert(Cover *c, float from, float to) {
    if (c->count == COVERS) return;
    int i = c->count++;
    for (; i > 0 && c->from[i - 1] > from; i--)
        c->from[i] = c->from[i - 1], c->to[i] = c->to[i - 1];
    c->from[i] = from, c->to[i] = to;
}

/* By other pieces of the body that feel this wind. */
static Cover cover(const Gust *g, const cn_World *w, int piece, cn_Vec a, cn_Vec b) {
    Cover c = {.count = 0};
    for (int s = w->cold[w->piece[piece].body].first_shape; s >= 0; s = w->shape[s].next) {
        if (!feels(g, w, s)) continue;
        for (int p = w->shape[s].first_piece; p >= 0; p = w->piece[p].next) {
            float from, to;
            if (p == piece || !cn_box_overlaps(w->box[p], w->box[piece])) continue;
            if (covers(w, &w->piece[p], a, cn_sub(b, a), &from, &to)) insert(&c, from, to);
        }
    }
    return c;
}

/* In the world's orientation, from the centre of mass. */
static cn_Vec turned(const cn_Pose *pose, cn_Vec local) {
    return cn_rotate(pose->q, cn_sub(local, pose->center));
}

/* The parts of an edge that are outside; a and b in the body's frame. */
static void blow_outside(Gust *g, const cn_World *w, int piece, cn_Vec a, cn_Vec b, cn_Vec n) {
    const cn_Pose *pose = &w->pose[w->piece[piece].body];
    cn_Vec step = cn_scale(NEXT_TO, n), way = cn_sub(b, a), out = cn_rotate(pose->q, n);
    Cover c = {.count = 0};
    if (g->several) c = cover(g, w, piece, cn_add(a, step), cn_add(b, step));
    float from = 0;
    for (int i = 0; i <= c.count; i++) {
        float to = i < c.count ? c.from[i] : 1;
        bool all = from == 0 && to == 1;
        if (to > from)
            blow_at_edge(g, turned(pose, cn_mul_add(a, from, way)),
                         turned(pose, all ? b : cn_mul_add(a, to, way)), out);
        if (i < c.count) from = cn_maxf(from, c.to[i]);
    }
}

static bool is_inside(const Gust *g, const cn_World *w, int piece, cn_Vec at) {
    return g->several && cover(g, w, piece, at, at).count > 0;
}

/* A circle among others, by eighths of it. */
static void blow_at_eighths(Gust *g, const cn_World *w, int piece) {
    const cn_Piece *p = &w->piece[piece];
    const cn_Pose *pose = &w->pose[p->body];
    const cn_Rot eighth = {0.707106781f, 0.707106781f}, half = {0.923879533f, 0.382683432f};
    cn_Vec at = w->vertices[p->first_vertex], n = {1, 0};
    for (int i = 0; i < 8; i++) {
        cn_Vec next = cn_rotate(eighth, n);
        if (!is_inside(g, w, piece, cn_mul_add(at, p->radius, cn_rotate(half, n))))
            blow_at_arc(g, turned(pose, at), p->radius, cn_rotate(pose->q, n),
                        cn_rotate(pose->q, next));
        n = next;
    }
}

static void blow_at_piece(Gust *g, const cn_World *w, int piece) {
    const cn_Piece *p = &w->piece[piece];
    const cn_Pose *pose = &w->pose[p->body];
    const cn_Vec *v = &w->vertices[p->first_vertex], *n = &w->normals[p->first_vertex];
    float r = p->radius;
    if (p->vertex_count == 1) {
        if (g->several)
            blow_at_eighths(g, w, piece);
        else
            blow_at_circle(g, turned(pose, v[0]), r);
        return;
    }
    for (int i = 0; i < p->vertex_count; i++) {
        int j = i + 1 < p->vertex_count ? i + 1 : 0;
        cn_Vec out = cn_scale(r, n[i]), half = cn_left(n[i]);
        if (p->vertex_count > 2) half = cn_normalize(cn_add(n[i], n[j]), NULL);
        blow_outside(g, w, piece, cn_add(v[i], out), cn_add(v[j], out), n[i]);
        if (r > 0 && !is_inside(g, w, piece, cn_mul_add(v[j], r, half)))
            blow_at_arc(g, turned(pose, v[j]), r, cn_rotate(pose->q, n[i]),
                        cn_rotate(pose->q, n[j]));
    }
}

static void blow_at_body(cn_World *w, int body, float dt) {
    const cn_Motion *m = &w->motion[body];
    int first = w->cold[body].first_shape;
    Gust g = {.wind = &w->wind, .v = {m->vx, m->vy}, .w = m->w};
    g.several = first >= 0 && cn_shape_has_mates(w, first);
    for (int s = first; s >= 0; s = w->shape[s].next) {
        if (!feels(&g, w, s)) continue;
        for (int p = w->shape[s].first_piece; p >= 0; p = w->piece[p].next) blow_at_piece(&g, w, p);
    }
    cn_external_force_limit(w, body, &g.force, dt);
    cn_external_force_take(w, body, &g.force, true);
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
        int body = w->scratch.activity.awake[i];
        if (w->cold[body].type != CN_DYNAMIC || cn_activity_stays(w, body, stage->dt)) continue;
        blow_at_body(stage->w, body, stage->dt);
    }
}

void cn_wind_act(cn_World *w, float dt) {
    (void)cn_external_force_reserve(w); /* without it no body rests in wind */
    cn_jobs_run(w->jobs, blow_at_bodies, &(Stage){w, dt}, w->scratch.activity.awake_count,
                BODIES_EACH);
}
