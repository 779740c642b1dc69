/* rest_frame.c: what carries an island, and motion relative to it.
 *
 * Rest is relative: a stack on a platform or a belt is at rest when it moves along. So what carries
 * an island is its frame, a rigid motion: that of a body that is not dynamic, with the speed of its
 * surface. Velocities that are looked for, and all by which an island is judged (how fast it is,
 * its energy), count from there. What the bodies of an island say to each other is the same in
 * every frame; of what does not move along, contacts know how fast it passes (cn_rest_drift). On
 * its way through the step the frame goes as the sub-steps let a body go, so that nothing creeps on
 * it. */
#include <math.h>

#include "base/rotation.h"
#include "data/contact_access.h"
#include "data/world.h"
#include "solver/rest/rest.h"

cn_RestFrame cn_rest_frame(const cn_World *w, int carrier, cn_Vec belt) {
    const cn_Motion *m = &w->motion[carrier];
    cn_Pos center = cn_pose_center(&w->pose[carrier]);
    cn_RestFrame f = {.carrier = carrier,
                      .belt = belt,
                      .x = center.x,
                      .y = center.y,
                      .vx = (double)m->vx + (double)belt.x,
                      .vy = (double)m->vy + (double)belt.y,
                      .w = (double)m->w};
    f.moves = f.vx != 0 || f.vy != 0 || f.w != 0;
    return f;
}

void cn_rest_relative(const cn_World *w, const cn_RestFrame *f, int body, double v[3]) {
    const cn_Motion *m = &w->motion[body];
    cn_Pos p = cn_pose_center(&w->pose[body]);
    v[0] = (double)m->vx - (f->vx - f->w * (p.y - f->y));
    v[1] = (double)m->vy - (f->vy + f->w * (p.x - f->x));
    v[2] = (double)m->w - f->w;
}

void cn_rest_drift(const cn_World *w, const cn_RestFrame *f, const cn_Contact *c,
                   cn_RestDrift *out) {
    bool a = cn_rest_dynamic(w, c->body_a), b = cn_rest_dynamic(w, c->body_b);
    bool works = c->flags & CN_CONTACT_SPECIAL;
    float speed = works ? cn_contact_rare(w, (int)(c - w->contact)).surface_speed : 0;
    *out = (cn_RestDrift){.tangent = -(double)speed};
    if (a && b) return;
    double v[3], sign = a ? 1 : -1, nx = (double)c->normal.x, ny = (double)c->normal.y;
    cn_rest_relative(w, f, a ? c->body_b : c->body_a, v);
    for (int i = 0; i < c->count; i++) {
        cn_Vec r = a ? cn_add(c->r[i], c->d) : c->r[i];
        double x = v[0] - v[2] * (double)r.y, y = v[1] + v[2] * (double)r.x;
        out->normal[i] = sign * (nx * x + ny * y);
        out->tangent += sign * (ny * x - nx * y) / c->count;
    }
}

cn_RestTravel cn_rest_travel(const cn_RestFrame *f, float dt, int substeps) {
    float h = dt / (float)substeps, x = 0, y = 0;
    double angle = (double)dt * f->w, half = cn_sin(0.5 * angle);
    cn_RestTravel t = {.less = -2 * half * half, .sine = cn_sin(angle), .q = {1, 0}};
    for (int i = 0; i < substeps; i++) {
        x += h * (float)f->vx;
        y += h * (float)f->vy;
        t.q = cn_rot_mul(cn_small_rotation(h * (float)f->w), t.q);
    }
    t.x = (double)x;
    t.y = (double)y;
    return t;
}

void cn_rest_carry(const cn_RestSolve *d, cn_Pos center, const double *u, const double *way,
                   cn_Motion *m) {
    const cn_RestFrame *f = &d->frame;
    const cn_RestTravel *t = &d->travel;
    double x = center.x - f->x, y = center.y - f->y;
    double goes_x = t->less * x - t->sine * y, goes_y = t->sine * x + t->less * y;
    m->vx = (float)(f->vx - f->w * (y + goes_y) + u[0]);
    m->vy = (float)(f->vy + f->w * (x + goes_x) + u[1]);
    m->w = (float)(f->w + u[2]);
    m->dx = (float)(t->x + goes_x + d->dt * u[0] + way[0]);
    m->dy = (float)(t->y + goes_y + d->dt * u[1] + way[1]);
    m->dq = cn_rot_mul(t->q, cn_small_rotation((float)(d->dt * u[2] + way[2])));
}
