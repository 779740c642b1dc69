/* exact_rigid.c: bodies that are welded to each other, and by nothing else, as one rigid body.
 *
 * Where all links of a tree are welds there is nothing to be found by Newton's method: its bodies
 * move as one. In a sub-step it keeps the momentum and the angular momentum that its bodies have
 * together; each is given the velocity that takes it to its place in the shape at the end, along a
 * chord. What a weld bears is what those on one side of it were given, from the leaves on. With one
 * end at a place, it is where that place is. What is deformed (by a blow, or where it was put
 * together so) closes as gently as links do, by those: exact_solve.c. */
#include <math.h>
#include <string.h>

#include "cairn_math.h"
#include "data/world.h"
#include "solver/exact/exact.h"
#include "solver/exact/exact_solve.h"
#include "wide/link_limits.h"

#define MOST_TURN  1.0 /* rad in a sub-step: beyond it a chord is no longer what a body went */
#define MOST_SHIFT 10  /* times as far as what was put apart comes together in a sub-step */
#define ROUNDS     4     /* of Newton's method, for the angle: each squares what it is off */
#define EXACT      1e-12 /* rad, that it may be off */
#define SMALL      0.01  /* sine of an angle whose series ends with the fifth power */

/* Where a shape is: its centre, or the place that it is welded to, and how it is turned. */
typedef struct Pose {
    double x, y, c, s;
} Pose;

static Pose turned(Pose p, double angle) {
    double c = cn_cos(angle), s = cn_sin(angle);
    return (Pose){p.x, p.y, c * p.c - s * p.s, s * p.c + c * p.s};
}

/* A weld as seen from the end that was found first: list_links() of exact_select.c. */
typedef struct Joint {
    int on, hangs;
    double ox, oy, hx, hy; /* anchors on both, in their frames */
    bool b_hangs;
} Joint;

static Joint joint_of(const cn_Link *l) {
    if (l->b > l->a) return (Joint){l->a, l->b, l->ax, l->ay, l->bx, l->by, true};
    return (Joint){l->b, l->a, l->bx, l->by, l->ax, l->ay, false};
}

/* ---- the shape ---------------------------------------------------------------------------- */

bool cn_chain_is_rigid(const cn_World *w, const cn_Articulation *a, const cn_Chain *c) {
    const uint32_t locks = CN_BODY_LOCK_X | CN_BODY_LOCK_Y | CN_BODY_LOCK_ROTATION;
    if (!a->is_tree || a->soft > 0 || a->pulled || a->body_count > a->free_count + 1) return false;
    for (int i = 0; i < c->link_count; i++)
        if (c->links[i].kind != CN_LINK_WELD) return false;
    for (int i = 0; i < c->free_count; i++) {
        cn_Mass m = w->mass[c->bodies[i].body];
        if (!(m.inv_m > 0 && m.inv_i > 0) || w->body_flags[c->bodies[i].body] & locks) return false;
    }
    return true;
}

/* About the place that it is welded to, or its centre of mass. */
static void center_rest(cn_Chain *c) {
    double m = 0, x = 0, y = 0;
    const cn_LinkBody *place = &c->bodies[c->free_count];
    if (c->body_count > c->free_count) {
        x = place->rest[0], y = place->rest[1];
    } else {
        for (int i = 0; i < c->free_count; i++) {
            const cn_LinkBody *b = &c->bodies[i];
            m += b->mass[0], x += b->mass[0] * b->rest[0], y += b->mass[0] * b->rest[1];
        }
        x /= m, y /= m;
    }
    for (int i = 0; i < c->body_count; i++) c->bodies[i].rest[0] -= x, c->bodies[i].rest[1] -= y;
}

void cn_rigid_start(cn_Chain *c) {
    cn_LinkBody *first = &c->bodies[0];
    first->rest[0] = first->rest[1] = first->rest[3] = 0;
    first->rest[2] = 1;
    for (int i = 0; i < c->link_count; i++) {
        const cn_Link *l = &c->links[i];
        Joint j = joint_of(l);
        const double *p = c->bodies[j.on].rest;
        double *q = c->bodies[j.hangs].rest, rs = j.b_hangs ? l->rs : -l->rs;
        q[2] = p[2] * l->rc - p[3] * rs;
        q[3] = p[3] * l->rc + p[2] * rs;
        q[0] = p[0] + (p[2] * j.ox - p[3] * j.oy) - (q[2] * j.hx - q[3] * j.hy);
        q[1] = p[1] + (p[3] * j.ox + p[2] * j.oy) - (q[3] * j.hx + q[2] * j.hy);
    }
    center_rest(c);
}

/* ---- where it is, and where it goes ------------------------------------------------------- */

typedef struct Rigid {
    Pose now, then;
    double mass, orbit, spin; /* kg, kg m^2: of its bodies about its centre, and of each by itself */
    double worst;             /* m or rad, that a body is off its place */
} Rigid;

/* Cosine and sine of how far a body is turned against the shape as it was made. */
static void turn_of(const cn_LinkBody *b, double *c, double *s) {
    *c = b->c * b->rest[2] + b->s * b->rest[3];
    *s = b->s * b->rest[2] - b->c * b->rest[3];
}

static void fit_to_place(const cn_Chain *c, Rigid *r) {
    const cn_LinkBody *b = &c->bodies[c->free_count];
    r->now = (Pose){b->x, b->y, 0, 0};
    turn_of(b, &r->now.c, &r->now.s);
}

/* As near to where its bodies are as it gets, each by its mass. */
static void fit_to_bodies(const cn_Chain *c, Rigid *r) {
    double x = 0, y = 0, cos = 0, sin = 0;
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        r->mass += b->mass[0];
        x += b->mass[0] * b->x, y += b->mass[0] * b->y;
    }
    x /= r->mass, y /= r->mass;
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        double dx = b->x - x, dy = b->y - y, tc, ts;
        turn_of(b, &tc, &ts);
        cos += b->mass[0] * (b->rest[0] * dx + b->rest[1] * dy) + b->mass[2] * tc;
        sin += b->mass[0] * (b->rest[0] * dy - b->rest[1] * dx) + b->mass[2] * ts;
        r->orbit += b->mass[0] * (dx * dx + dy * dy);
        r->spin += b->mass[2];
    }
    double size = sqrt(cos * cos + sin * sin);
    r->now = size > 0 ? (Pose){x, y, cos / size, sin / size} : (Pose){x, y, 1, 0};
}

/* m: of a body in the shape there, less where it is. */
static void way_to_place(const cn_LinkBody *b, Pose p, double *x, double *y) {
    *x = p.x + (p.c * b->rest[0] - p.s * b->rest[1]) - b->x;
    *y = p.y + (p.s * b->rest[0] + p.c * b->rest[1]) - b->y;
}

/* rad, the same of how it is turned. */
static double turn_to_place(const cn_LinkBody *b, Pose p) {
    double c, s;
    turn_of(b, &c, &s);
    double cos = p.c * c + p.s * s, sin = p.s * c - p.c * s, q = sin * sin;
    bool small = cos > 0 && q < SMALL * SMALL;
    return small ? sin * (1 + q * (1.0 / 6 + q * (3.0 / 40))) : cn_atan2(sin, cos);
}

static Rigid fit(cn_Chain *c) {
    Rigid r = {.mass = 0};
    if (c->body_count > c->free_count)
        fit_to_place(c, &r);
    else
        fit_to_bodies(c, &r);
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        double x, y;
        way_to_place(b, r.now, &x, &y);
        b->part[2] = turn_to_place(b, r.now);
        r.worst = cn_larger(r.worst, cn_larger(fabs(b->part[2]), cn_larger(fabs(x), fabs(y))));
    }
    return r;
}

/* rad in a sub-step, with which it has the angular momentum that its bodies have together. */
static double angle_of(const cn_Chain *c, const Rigid *r) {
    double momentum = 0;
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        double x = b->x - r->now.x, y = b->y - r->now.y;
        momentum += b->mass[2] * b->v[2] + b->mass[0] * (x * b->v[1] - y * b->v[0]);
    }
    double angle = c->h * momentum / (r->orbit + r->spin);
    for (int i = 0; i < ROUNDS && fabs(angle) < MOST_TURN; i++) {
        double off = cn_sin(angle) * r->orbit + angle * r->spin - c->h * momentum;
        double step = off / (cn_cos(angle) * r->orbit + r->spin);
        angle -= step;
        if (fabs(step) < EXACT) break;
    }
    return angle;
}

/* How far it turns; it goes where its momentum takes it, or its place. */
static double foresee(const cn_Chain *c, Rigid *r) {
    double vx = 0, vy = 0, angle;
    if (c->body_count > c->free_count) {
        const cn_LinkBody *place = &c->bodies[c->free_count];
        vx = place->v[0], vy = place->v[1], angle = c->h * place->v[2];
    } else {
        for (int i = 0; i < c->free_count; i++) {
            const cn_LinkBody *b = &c->bodies[i];
            vx += b->mass[0] * b->v[0], vy += b->mass[0] * b->v[1];
        }
        vx /= r->mass, vy /= r->mass;
        angle = angle_of(c, r);
    }
    r->then = turned(r->now, angle);
    r->then.x += c->h * vx, r->then.y += c->h * vy;
    return angle;
}

/* Velocities that take all bodies to their places. False: that is not for it. */
static bool move_rigidly(cn_Chain *c) {
    Rigid r = fit(c);
    if (!(r.worst <= LINK_SHIFTED)) return false;
    double angle = foresee(c, &r);
    if (!(fabs(angle) < MOST_TURN)) return false;
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        double x, y;
        way_to_place(b, r.then, &x, &y);
        b->v[0] = x / c->h, b->v[1] = y / c->h;
        b->v[2] = (angle + b->part[2]) / c->h;
    }
    return true;
}

/* What a blow within a sub-step has shifted one body by, all share (cn_chain_place). */
static bool move_together(cn_Chain *c) {
    Rigid r = fit(c);
    if (r.worst <= LINK_SHIFTED) return false;
    double most = MOST_SHIFT * c->push, part = r.worst > most ? most / r.worst : 1;
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        double x, y;
        way_to_place(b, r.now, &x, &y);
        Pose q = turned((Pose){0, 0, b->c, b->s}, part * b->part[2]);
        b->x += part * x, b->y += part * y;
        b->c = q.c, b->s = q.s;
    }
    return true;
}

/* ---- what its welds bear ------------------------------------------------------------------ */

/* Momentum of a body by what welds did; the last about a point that all have in common. */
static void note_change(const cn_Chain *c, cn_LinkBody *b) {
    const cn_LinkBody *o = &c->bodies[0];
    double x = b->mass[0] * b->kept[0], y = b->mass[0] * b->kept[1];
    b->kept[0] = x, b->kept[1] = y;
    b->kept[2] = b->mass[2] * b->kept[2] + (b->x - o->x) * y - (b->y - o->y) * x;
}

/* From changes of velocities, in kept: which are momenta of all that hangs on a body then. */
static void set_impulses(cn_Chain *c) {
    cn_LinkBody *o = &c->bodies[0], *place = &c->bodies[c->free_count];
    for (int i = 0; i < c->free_count; i++) note_change(c, &c->bodies[i]);
    for (int k = 0; c->body_count > c->free_count && k < 3; k++) {
        place->kept[k] = 0;
        for (int i = 0; i < c->free_count; i++) place->kept[k] -= c->bodies[i].kept[k];
    }
    for (int i = c->link_count - 1; i >= 0; i--) {
        cn_Link *l = &c->links[i];
        Joint j = joint_of(l);
        cn_LinkBody *on = &c->bodies[j.on];
        const double *p = c->bodies[j.hangs].kept;
        double ax = on->x - o->x + (on->c * j.ox - on->s * j.oy);
        double ay = on->y - o->y + (on->s * j.ox + on->c * j.oy);
        double turn = p[2] - (ax * p[1] - ay * p[0]), sign = j.b_hangs ? 1 : -1;
        l->impulse[0] = sign * p[0], l->impulse[1] = sign * p[1], l->impulse[2] = sign * turn;
        for (int k = 0; k < 3; k++) on->kept[k] += p[k];
    }
}

static void add_totals(const cn_World *w, const cn_Chain *c) {
    for (int i = 0; i < c->link_count; i++) {
        const cn_Link *l = &c->links[i];
        cn_Joint *j = &w->joint[l->joint];
        j->total = cn_add(j->total, (cn_Vec){(float)l->impulse[0], (float)l->impulse[1]});
        j->total_turn += (float)l->impulse[2];
    }
}

/* ---- the stages --------------------------------------------------------------------------- */

bool cn_rigid_begin(const cn_World *w, const cn_Articulation *a, cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++) memset(c->bodies[i].pushed, 0, sizeof c->bodies->pushed);
    if (move_together(c)) cn_chain_write_poses(w, c);
    if (a->quiet) return true;
    cn_chain_read_velocities(w, c);
    for (int i = 0; i < c->free_count; i++)
        memcpy(c->bodies[i].given, c->bodies[i].v, sizeof c->bodies->given);
    if (!move_rigidly(c)) return false;
    for (int i = 0; i < c->free_count; i++)
        for (int k = 0; k < 3; k++)
            c->bodies[i].pushed[k] = c->bodies[i].v[k] - c->bodies[i].given[k];
    cn_chain_write_velocities(w, c);
    return true;
}

bool cn_rigid_solve(const cn_World *w, cn_Chain *c) {
    cn_chain_read_velocities(w, c);
    for (int i = 0; i < c->free_count; i++)
        memcpy(c->bodies[i].given, c->bodies[i].v, sizeof c->bodies->given);
    if (!move_rigidly(c)) return false;
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        for (int k = 0; k < 3; k++) b->kept[k] = b->pushed[k] + (b->v[k] - b->given[k]);
    }
    set_impulses(c);
    cn_chain_write_velocities(w, c);
    add_totals(w, c);
    return true;
}

/* As its bodies move at the end of the step. */
static void move_at_once(cn_Chain *c) {
    Rigid r = fit(c);
    double vx = 0, vy = 0, turn = 0;
    if (c->body_count > c->free_count) {
        const cn_LinkBody *place = &c->bodies[c->free_count];
        vx = place->v[0], vy = place->v[1], turn = place->v[2];
    }
    for (int i = 0; c->body_count == c->free_count && i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        double x = b->mass[0] * b->v[0], y = b->mass[0] * b->v[1];
        vx += x / r.mass, vy += y / r.mass;
        turn += b->mass[2] * b->v[2] + ((b->x - r.now.x) * y - (b->y - r.now.y) * x);
    }
    if (c->body_count == c->free_count) turn /= r.orbit + r.spin;
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        double v[3] = {vx - turn * (b->y - r.now.y), vy + turn * (b->x - r.now.x), turn};
        for (int k = 0; k < 3; k++) b->kept[k] = v[k] - b->v[k], b->v[k] = v[k];
    }
}

void cn_rigid_report(const cn_World *w, const cn_Articulation *a, cn_Chain *c) {
    if (a->firm) cn_chain_add_loads(w, c);
    move_at_once(c);
    set_impulses(c);
    cn_chain_write_velocities(w, c);
    add_totals(w, c);
    for (int i = 0; i < c->link_count; i++)
        memset(c->links[i].impulse, 0, sizeof c->links[i].impulse);
}
