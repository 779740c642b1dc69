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

#define MOST_TURN  1.0  /* rad in a sub-step: beyond it a chord is no longer what a body went */
#define MOST_SHIFT 10   /* times as far as what was put apart comes together in a sub-step */
#define ROUNDS     4    /* count, of Newton's method for the angle: each squares what it is off */
#define NEARLY     1e-6 /* rad: a step so small is the last, and turns as its tangent does */
#define SERIES     0.3  /* rad, whose cosine and sine end with the eighth and ninth power */
#define SMALL      0.01 /* sine of an angle whose series ends with the fifth power */

/* Where a shape is: its centre, or the place that it is welded to, and how it is turned. */
typedef struct Pose {
    double x, y, c, s;
} Pose;

static Pose unit(double angle) {
    double q = angle * angle;
    if (q > SERIES * SERIES) return (Pose){0, 0, cn_cos(angle), cn_sin(angle)};
    return (Pose){
        0, 0, 1 - q * (1.0 / 2 - q * (1.0 / 24 - q * (1.0 / 720 - q * (1.0 / 40320)))),
        angle * (1 - q * (1.0 / 6 - q * (1.0 / 120 - q * (1.0 / 5040 - q * (1.0 / 362880)))))};
}

static Pose turned(Pose p, Pose by) {
    return (Pose){p.x, p.y, by.c * p.c - by.s * p.s, by.s * p.c + by.c * p.s};
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

/* ---- where it is, and where it goes ------------------------------------------------------- */

typedef struct Rigid {
    Pose now;
    double mass, orbit,
        spin;     /* kg, kg m^2: of its bodies about its centre, and of each by itself */
    double worst; /* m or rad, that a body is off its place */
} Rigid;

/* Cosine and sine of how far a body is turned against the shape as it was made. */
static void turn_of(const cn_LinkBody *b, double *c, double *s) {
    *c = b->c * b->rest[2] + b->s * b->rest[3];
    *s = b->s * b->rest[2] - b->c * b->rest[3];
}

/* Of an articulation, from when a step begins, where links would have their matrix. */
static Rigid *rigid_of(const cn_Chain *c) { return (Rigid *)(void *)c->diagonal; }

static void weigh(cn_Chain *c) {
    Rigid r = {.mass = 0};
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        r.mass += b->mass[0], r.spin += b->mass[2];
        r.orbit += b->mass[0] * (b->rest[0] * b->rest[0] + b->rest[1] * b->rest[1]);
    }
    *rigid_of(c) = r;
}

/* As near to where its bodies are as it gets, each by its mass; or where its place is. */
static Pose fitting(cn_Chain *c, double mass) {
    double x = 0, y = 0, cos = 0, sin = 0;
    const cn_LinkBody *place = &c->bodies[c->free_count];
    for (int i = 0; i < c->body_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        turn_of(b, &b->part[0], &b->part[1]);
    }
    if (c->body_count > c->free_count)
        return (Pose){place->x, place->y, place->part[0], place->part[1]};
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        x += b->mass[0] * b->x, y += b->mass[0] * b->y;
        cos += b->mass[0] * (b->rest[0] * b->x + b->rest[1] * b->y) + b->mass[2] * b->part[0];
        sin += b->mass[0] * (b->rest[0] * b->y - b->rest[1] * b->x) + b->mass[2] * b->part[1];
    }
    double part = 1 / mass, size = sqrt(cos * cos + sin * sin);
    if (!(size > 0)) return (Pose){part * x, part * y, 1, 0};
    return (Pose){part * x, part * y, cos / size, sin / size};
}

/* m: of a body in the shape there, less where it is. */
static void way_to_place(const cn_LinkBody *b, Pose p, double *x, double *y) {
    *x = p.x + (p.c * b->rest[0] - p.s * b->rest[1]) - b->x;
    *y = p.y + (p.s * b->rest[0] + p.c * b->rest[1]) - b->y;
}

/* rad, the same of how it is turned. */
static double turn_to_place(const cn_LinkBody *b, Pose p) {
    double c = b->part[0], s = b->part[1];
    double cos = p.c * c + p.s * s, sin = p.s * c - p.c * s, q = sin * sin;
    bool small = cos > 0 && q < SMALL * SMALL;
    return small ? sin * (1 + q * (1.0 / 6 + q * (3.0 / 40))) : cn_atan2(sin, cos);
}

static void fit(cn_Chain *c, Rigid *r) {
    r->now = fitting(c, r->mass);
    r->worst = 0;
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        double x, y;
        way_to_place(b, r->now, &x, &y);
        b->part[2] = turn_to_place(b, r->now);
        r->worst = cn_larger(r->worst, cn_larger(fabs(b->part[2]), cn_larger(fabs(x), fabs(y))));
    }
}

/* By how much it turns, and cosine and sine of it. */
typedef struct Turn {
    double angle;
    Pose by;
} Turn;

/* With which it has the angular momentum that its bodies have together. */
static Turn turn_by_momentum(const cn_Chain *c, const Rigid *r) {
    double momentum = 0;
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        double x = b->x - r->now.x, y = b->y - r->now.y;
        momentum += b->mass[2] * b->v[2] + b->mass[0] * (x * b->v[1] - y * b->v[0]);
    }
    Turn t = {.angle = c->h * momentum / (r->orbit + r->spin)};
    for (int i = 0; i < ROUNDS && fabs(t.angle) < MOST_TURN; i++) {
        t.by = unit(t.angle);
        double off = t.by.s * r->orbit + t.angle * r->spin - c->h * momentum;
        double step = off / (t.by.c * r->orbit + r->spin);
        t.angle -= step;
        if (!(fabs(step) < NEARLY)) continue;
        t.by = turned(t.by, (Pose){0, 0, 1, -step});
        return t;
    }
    t.by = unit(t.angle);
    return t;
}

/* It goes where its momentum takes it, or its place. */
static Turn foresee(const cn_Chain *c, const Rigid *r, Pose *then) {
    double vx = 0, vy = 0;
    Turn t;
    if (c->body_count > c->free_count) {
        const cn_LinkBody *place = &c->bodies[c->free_count];
        vx = place->v[0], vy = place->v[1];
        t.angle = c->h * place->v[2];
        t.by = unit(t.angle);
    } else {
        for (int i = 0; i < c->free_count; i++) {
            const cn_LinkBody *b = &c->bodies[i];
            vx += b->mass[0] * b->v[0], vy += b->mass[0] * b->v[1];
        }
        vx /= r->mass, vy /= r->mass;
        t = turn_by_momentum(c, r);
    }
    *then = turned(r->now, t.by);
    then->x += c->h * vx, then->y += c->h * vy;
    return t;
}

/* Velocities that take all bodies to their places; in kept, what that has changed. False: that is
 * not for it. */
static bool move_rigidly(cn_Chain *c, const Rigid *r) {
    Pose then;
    Turn t = foresee(c, r, &then);
    double part = 1 / c->h;
    if (!(fabs(t.angle) < MOST_TURN)) return false;
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        double x, y;
        way_to_place(b, then, &x, &y);
        double v[3] = {part * x, part * y, part * (t.angle + b->part[2])};
        for (int k = 0; k < 3; k++) b->kept[k] = v[k] - b->v[k], b->v[k] = v[k];
    }
    return true;
}

/* What a blow within a sub-step has shifted one body by, all share (cn_chain_place). */
static void move_together(cn_Chain *c, const Rigid *r) {
    double most = MOST_SHIFT * c->push, part = r->worst > most ? most / r->worst : 1;
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        double x, y;
        way_to_place(b, r->now, &x, &y);
        Pose q = turned((Pose){0, 0, b->c, b->s}, unit(part * b->part[2]));
        b->x += part * x, b->y += part * y;
        b->c = q.c, b->s = q.s;
    }
}

/* ---- what its welds bear ------------------------------------------------------------------ */

/* What welds did in the step adds up in mean, as the world sees it, and in from, as the shape does:
 * a pull turns with the shape, and so does the arm that it has. */
static void add_change(const Rigid *r, cn_LinkBody *b) {
    double x = b->kept[0], y = b->kept[1];
    b->mean[0] += x, b->mean[1] += y;
    b->from[0] += r->now.c * x + r->now.s * y;
    b->from[1] += r->now.c * y - r->now.s * x;
    b->from[2] += b->kept[2];
}

/* Changes of velocities to momenta; those in the shape about its middle. */
static void set_momenta(cn_LinkBody *b) {
    for (int k = 0; k < 2; k++) b->mean[k] *= b->mass[k], b->from[k] *= b->mass[k];
    b->from[2] = b->mass[2] * b->from[2] + b->rest[0] * b->from[1] - b->rest[1] * b->from[0];
}

/* A place that holds them gives what they have together. */
static void set_place(cn_Chain *c) {
    cn_LinkBody *place = &c->bodies[c->free_count];
    if (c->body_count == c->free_count) return;
    memset(place->mean, 0, sizeof place->mean);
    memset(place->from, 0, sizeof place->from);
    for (int i = 0; i < c->free_count; i++)
        for (int k = 0; k < 3; k++) {
            place->mean[k] -= c->bodies[i].mean[k];
            place->from[k] -= c->bodies[i].from[k];
        }
}

/* From the leaves on: what hangs on a weld has what the weld gave it. */
static void set_impulses(cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++) set_momenta(&c->bodies[i]);
    set_place(c);
    for (int i = c->link_count - 1; i >= 0; i--) {
        cn_Link *l = &c->links[i];
        Joint j = joint_of(l);
        cn_LinkBody *on = &c->bodies[j.on];
        const cn_LinkBody *its = &c->bodies[j.hangs];
        double ax = on->rest[0] + (on->rest[2] * j.ox - on->rest[3] * j.oy);
        double ay = on->rest[1] + (on->rest[3] * j.ox + on->rest[2] * j.oy);
        double turn = its->from[2] - (ax * its->from[1] - ay * its->from[0]);
        double sign = j.b_hangs ? 1 : -1;
        l->impulse[0] = sign * its->mean[0], l->impulse[1] = sign * its->mean[1];
        l->impulse[2] = sign * turn;
        for (int k = 0; k < 3; k++) on->mean[k] += its->mean[k], on->from[k] += its->from[k];
    }
}

/* ---- the stages --------------------------------------------------------------------------- */

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
    weigh(c);
    for (int i = 0; i < c->free_count; i++) {
        memset(c->bodies[i].mean, 0, sizeof c->bodies[i].mean);
        memset(c->bodies[i].from, 0, sizeof c->bodies[i].from);
    }
}

bool cn_rigid_begin(const cn_World *w, const cn_Articulation *a, cn_Chain *c) {
    Rigid *r = rigid_of(c);
    fit(c, r);
    if (!(r->worst <= LINK_SHIFTED)) {
        move_together(c, r);
        cn_chain_write_poses(w, c);
        fit(c, r);
        if (!(r->worst <= LINK_SHIFTED)) return false;
    }
    if (a->quiet) return true;
    cn_chain_read_velocities(w, c);
    if (!move_rigidly(c, r)) return false;
    for (int i = 0; i < c->free_count; i++) add_change(r, &c->bodies[i]);
    cn_chain_write_velocities(w, c);
    return true;
}

bool cn_rigid_solve(const cn_World *w, cn_Chain *c) {
    const Rigid *r = rigid_of(c);
    cn_chain_read_velocities(w, c);
    if (!move_rigidly(c, r)) return false;
    for (int i = 0; i < c->free_count; i++) add_change(r, &c->bodies[i]);
    cn_chain_write_velocities(w, c);
    return true;
}

/* As its bodies move at the end of the step. */
static void move_at_once(cn_Chain *c, const Rigid *r) {
    bool held = c->body_count > c->free_count;
    const double *place = c->bodies[c->free_count - !held].v;
    double vx = 0, vy = 0, turn = 0;
    for (int i = 0; !held && i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        double x = b->mass[0] * b->v[0], y = b->mass[0] * b->v[1];
        vx += x / r->mass, vy += y / r->mass;
        turn += b->mass[2] * b->v[2] + ((b->x - r->now.x) * y - (b->y - r->now.y) * x);
    }
    if (held)
        vx = place[0], vy = place[1], turn = place[2];
    else
        turn /= r->orbit + r->spin;
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        double v[3] = {vx - turn * (b->y - r->now.y), vy + turn * (b->x - r->now.x), turn};
        for (int k = 0; k < 3; k++) b->kept[k] = v[k] - b->v[k], b->v[k] = v[k];
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

void cn_rigid_settle(const cn_World *w, cn_Chain *c) {
    set_impulses(c);
    add_totals(w, c);
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        memset(b->mean, 0, sizeof b->mean);
        memset(b->from, 0, sizeof b->from);
    }
}

void cn_rigid_report(const cn_World *w, const cn_Articulation *a, cn_Chain *c, int substeps) {
    Rigid *r = rigid_of(c);
    fit(c, r);
    if (a->firm) cn_chain_add_loads(w, c);
    move_at_once(c, r);
    for (int i = 0; i < c->free_count; i++) add_change(r, &c->bodies[i]);
    cn_chain_write_velocities(w, c);
    cn_rigid_settle(w, c);
    for (int i = 0; i < c->link_count; i++)
        for (int k = 0; k < 3; k++) c->links[i].impulse[k] /= substeps;
}
