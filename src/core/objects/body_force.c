/* body_force.c: forces and impulses, and the shapes and contacts of a body.
 * Forces last one step; static and kinematic bodies ignore all of this. */
#include "activity/activity.h"
#include "contact/contact.h"
#include "data/body_access.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "objects/body.h"
#include "world/check.h"
#include "world/range.h"

static cn_Result check_push(cn_World *w, cn_BodyId body, double x, double y) {
    return cn_check_body_xy(w, body, x, y, CN_RANGE_PUSH);
}

static cn_Result check_turn(cn_World *w, cn_BodyId body, double turn) {
    cn_Result r = cn_check_body(w, body);
    return r ? r : cn_check(&w->error, "turn", turn, CN_RANGE_PUSH);
}

static cn_Result check_at(cn_World *w, cn_BodyId body, double x, double y, double px, double py) {
    cn_Result r = check_push(w, body, x, y);
    if (r || (r = cn_check(&w->error, "px", px, CN_RANGE_COORDINATE))) return r;
    return cn_check(&w->error, "py", py, CN_RANGE_COORDINATE);
}

static bool pushable(const cn_World *w, cn_BodyId body) {
    return w->cold[body.index].type == CN_DYNAMIC && w->body_flags[body.index] & CN_BODY_ENABLED;
}

/* Forces may add up to no more than one alone may be. */
static float bounded(double v) { return (float)cn_range_clamp(v, CN_RANGE_PUSH); }

static cn_Vec arm(const cn_World *w, cn_BodyId body, double px, double py) {
    cn_Pos c = cn_pose_center(&w->pose[body.index]);
    return (cn_Vec){(float)(px - c.x), (float)(py - c.y)};
}

static void add_force(cn_World *w, cn_BodyId body, double fx, double fy, double torque) {
    cn_Drive *d = &w->drive[body.index];
    d->fx = bounded((double)d->fx + fx);
    d->fy = bounded((double)d->fy + fy);
    d->torque = bounded((double)d->torque + torque);
    cn_activity_disturb(w, (int)body.index, CN_DISTURBED_PUSHED);
}

cn_Result cn_body_apply_force_at(cn_World *w, cn_BodyId body, double fx, double fy, double px,
                                 double py) {
    cn_Result r = check_at(w, body, fx, fy, px, py);
    if (r || !pushable(w, body)) return r;
    cn_Vec at = arm(w, body, px, py);
    add_force(w, body, fx, fy, (double)at.x * fy - (double)at.y * fx);
    return CN_OK;
}

cn_Result cn_body_apply_force(cn_World *w, cn_BodyId body, double fx, double fy) {
    cn_Result r = check_push(w, body, fx, fy);
    if (!r && pushable(w, body)) add_force(w, body, fx, fy, 0);
    return r;
}

cn_Result cn_body_apply_torque(cn_World *w, cn_BodyId body, double torque) {
    cn_Result r = check_turn(w, body, torque);
    if (!r && pushable(w, body)) add_force(w, body, 0, 0, torque);
    return r;
}

/* Within the ranges nothing overflows in double, so that nothing is refused half way. */
static void kick(cn_World *w, int body, double ix, double iy, double spin) {
    const cn_Motion *m = &w->motion[body];
    const cn_Mass *mass = &w->mass[body];
    double vx = m->vx + ix * mass->inv_m, vy = m->vy + iy * mass->inv_m;
    cn_body_kick(w, body, vx, vy, spin != 0, m->w + spin * mass->inv_i);
}

cn_Result cn_body_apply_impulse_at(cn_World *w, cn_BodyId body, double ix, double iy, double px,
                                   double py) {
    cn_Result r = check_at(w, body, ix, iy, px, py);
    if (r || !pushable(w, body)) return r;
    cn_Vec at = arm(w, body, px, py);
    kick(w, (int)body.index, ix, iy, (double)at.x * iy - (double)at.y * ix);
    return CN_OK;
}

cn_Result cn_body_apply_impulse(cn_World *w, cn_BodyId body, double ix, double iy) {
    cn_Result r = check_push(w, body, ix, iy);
    if (!r && pushable(w, body)) kick(w, (int)body.index, ix, iy, 0);
    return r;
}

cn_Result cn_body_apply_angular_impulse(cn_World *w, cn_BodyId body, double j) {
    cn_Result r = check_turn(w, body, j);
    if (!r && pushable(w, body)) kick(w, (int)body.index, 0, 0, j);
    return r;
}

cn_Result cn_body_clear_forces(cn_World *w, cn_BodyId body) {
    cn_Result r = cn_check_body(w, body);
    if (r) return r;
    cn_Drive *d = &w->drive[body.index];
    d->fx = d->fy = d->torque = 0;
    return CN_OK;
}

void cn_body_force(const cn_World *w, cn_BodyId body, double *fx, double *fy, double *torque) {
    bool live = cn_body_live(w, body);
    *fx = live ? w->drive[body.index].fx : 0;
    *fy = live ? w->drive[body.index].fy : 0;
    *torque = live ? w->drive[body.index].torque : 0;
}

/* A body's shapes stand in its list in order of creation; ids may have been reused, so the order
 * of ids is looked for: bodies have few shapes. */
cn_ShapeId cn_body_next_shape(const cn_World *w, cn_BodyId body, cn_ShapeId previous) {
    int best = -1, from = cn_slots_after(&w->shapes, previous.index);
    if (!cn_body_live(w, body)) return (cn_ShapeId){0, 0};
    for (int s = w->cold[body.index].first_shape; s >= 0; s = w->shape[s].next)
        if (s >= from && (best < 0 || s < best)) best = s;
    return best < 0 ? (cn_ShapeId){0, 0} : cn_shape_id(w, best);
}

int cn_body_contacts(const cn_World *w, cn_BodyId body, cn_ContactId *buffer, int capacity) {
    int count = 0;
    if (!cn_body_live(w, body)) return 0;
    for (int link = w->cold[body.index].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        const cn_Contact *c = &w->contact[link >> 1];
        if (c->count > 0 && !(c->flags & (CN_CONTACT_SENSOR | CN_CONTACT_REFUSED)))
            cn_contact_put_id(w, buffer, capacity, count++, link >> 1);
    }
    cn_contact_sort_ids(w, buffer, capacity, count);
    return count;
}

bool cn_body_touches(const cn_World *w, cn_BodyId a, cn_BodyId b) {
    if (!cn_body_live(w, a) || !cn_body_live(w, b)) return false;
    for (int link = w->cold[a.index].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        const cn_Contact *c = &w->contact[link >> 1];
        int other = link & 1 ? c->body_a : c->body_b;
        bool solid = !(c->flags & (CN_CONTACT_SENSOR | CN_CONTACT_REFUSED));
        if (other == (int)b.index && solid && c->flags & CN_CONTACT_TOUCHING) return true;
    }
    return false;
}
