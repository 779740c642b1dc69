/* body_mass.c: mass, its centre and inertia, and how far a body reaches from its centre.
 *
 * They come from the shapes unless they are given. What follows from the centre (contact points,
 * the velocity of the centre, extents) follows in the same call. */
#include "objects/body_mass.h"

#include <float.h>

#include "activity/activity.h"
#include "contact/broad_phase.h"
#include "contact/contact.h"
#include "data/body_access.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "objects/settings_cache.h"
#include "objects/shape.h"
#include "wide/motion.h"
#include "world/check.h"
#include "world/range.h"
#include "world/thrust_entry.h"

/* times its inner radius, from its centre on: a longer body may pass a wall by turning, so its
 * turning is looked at */
#define LONG 4

/* ---- from shapes -------------------------------------------------------------------------- */

typedef struct Sum {
    double mass, x, y, inertia;
} Sum;

/* Of shapes that lie far from the origin the inertia about it is all rounding: so the centre comes
 * first, and then what is about the centre. */
static Sum sum_shapes(const cn_World *w, int body) {
    Sum sum = {0};
    for (int s = w->cold[body].first_shape; s >= 0; s = w->shape[s].next) {
        cn_Area area = cn_shape_moments(w, s);
        double m = area.area * cn_shape_traits(w, s)->density;
        if (m <= 0) continue;
        sum.mass += m;
        sum.x += m * area.center.x;
        sum.y += m * area.center.y;
    }
    if (sum.mass <= 0) return sum;
    sum.x /= sum.mass;
    sum.y /= sum.mass;
    for (int s = w->cold[body].first_shape; s >= 0; s = w->shape[s].next) {
        cn_Area area = cn_shape_moments(w, s);
        double density = cn_shape_traits(w, s)->density, m = area.area * density;
        if (m <= 0) continue;
        double x = area.center.x - sum.x, y = area.center.y - sum.y;
        sum.inertia += area.inertia * density + m * (x * x + y * y);
    }
    return sum;
}

static void widen(cn_World *w, int body, int shape) {
    float *extent = &w->motion[body].extent, *inner = &w->cold[body].inner_radius;
    for (int p = w->shape[shape].first_piece; p >= 0; p = w->piece[p].next) {
        cn_Geom geom = cn_piece_geom(w, p);
        *extent = cn_maxf(*extent, cn_geom_extent(&geom, w->pose[body].center));
        *inner = cn_minf(*inner, w->form[w->piece[p].form].inner_radius);
        float least = cn_geom_least_reach(&geom, w->pose[body].center);
        w->cold[body].least_reach = cn_maxf(w->cold[body].least_reach, least);
    }
}

static void note_extent(cn_World *w, int body) {
    const cn_BodyCold *cold = &w->cold[body];
    cn_MotionBlock *k = &w->motion_block[body / CN_LANES];
    k->margin[body % CN_LANES] = cold->first_shape < 0 ? 1e30f : cn_broad_phase_margin(w, body);
    k->piece[body % CN_LANES] = cn_broad_phase_plain_piece(w, body);
    k->first[body % CN_LANES] =
        cold->first_shape < 0 ? -1 : w->shape[cold->first_shape].first_piece;
    k->swing[body % CN_LANES] = cn_body_swing(w, body, 1e30f);
    k->inner[body % CN_LANES] = cold->inner_radius;
    k->wander[body % CN_LANES] = 1e30f; /* the margin follows the extent: look again */
    cn_activity_disturb(w, body, CN_DISTURBED_MOTION);
}

static void note_length(cn_World *w, int body) {
    bool is = w->motion[body].extent > LONG * w->cold[body].inner_radius;
    w->body_flags[body] &= ~(uint32_t)CN_BODY_LONG;
    w->body_flags[body] |= is ? CN_BODY_LONG : 0u;
}

static void update_extent(cn_World *w, int body) {
    cn_BodyCold *cold = &w->cold[body];
    w->motion[body].extent = 0;
    cold->inner_radius = 1e30f;
    cold->least_reach = 0;
    for (int s = cold->first_shape; s >= 0; s = w->shape[s].next) widen(w, body, s);
    for (int link = cold->first_contact; link >= 0; link = cn_contact_next(w, link))
        cn_contact_set_reach(w, link >> 1);
    note_extent(w, body);
    note_length(w, body);
}

cn_Mass cn_body_solver_mass(const cn_World *w, int i) {
    const cn_BodyCold *cold = &w->cold[i];
    if (cold->type != CN_DYNAMIC) return (cn_Mass){0, 0};
    bool turns = cold->inertia > 0 && !(w->body_flags[i] & CN_BODY_LOCK_ROTATION);
    return (cn_Mass){(float)(1 / cold->mass), turns ? (float)(1 / cold->inertia) : 0};
}

/* A body with shapes but without mass counts as 1 kg, spread like its shapes' extent. */
static void use_mass(cn_World *w, int i, Sum sum) {
    cn_BodyCold *cold = &w->cold[i];
    double mass = w->body_flags[i] & CN_BODY_SET_MASS ? cold->mass : sum.mass;
    bool massless = mass <= 0;
    mass = massless ? 1 : cn_range_clamp(mass, CN_RANGE_MASS);
    w->massless_news |= massless;
    w->body_flags[i] =
        (w->body_flags[i] & ~(uint32_t)CN_BODY_MASSLESS) | (massless ? CN_BODY_MASSLESS : 0u);
    double extent = w->motion[i].extent;
    bool spread = sum.mass >= DBL_MIN; /* below, the quotient is beyond all numbers */
    double inertia = spread ? sum.inertia * (mass / sum.mass) : 0.5 * mass * extent * extent;
    if (inertia > 0) inertia = cn_range_clamp(inertia, CN_RANGE_INERTIA);
    if (w->body_flags[i] & CN_BODY_SET_INERTIA) inertia = cold->inertia;
    cold->mass = mass;
    cold->inertia = inertia;
    if (w->body_flags[i] & CN_BODY_LOCK_ROTATION) w->motion[i].w = 0;
}

/* The points of its contacts are seen from a centre that has moved. */
static void carry_contacts(cn_World *w, int body, cn_Vec move) {
    if (move.x == 0 && move.y == 0) return;
    for (int link = w->cold[body].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        cn_Contact *c = &w->contact[link >> 1];
        bool is_b = link & 1;
        cn_Vec d = cn_rotate(is_b ? c->qb : c->qa, move);
        c->d = is_b ? cn_sub(c->d, d) : cn_add(c->d, d);
        for (int k = 0; k < c->count && !is_b; k++) c->r[k] = cn_sub(c->r[k], d);
    }
}

/* The velocity of the material at the new centre. Far out it is beyond what bodies may have, and
 * nothing brakes what has no mass. */
static void take_speed_at(cn_World *w, int body, cn_Vec move) {
    cn_Motion *m = &w->motion[body];
    cn_Vec dv = cn_cross_sv(m->w, cn_rotate(w->pose[body].q, move));
    cn_Vec v = {m->vx + dv.x, m->vy + dv.y};
    float most = (float)CN_MAX_SPEED, speed = cn_length(v);
    if (speed > most) v = cn_scale(most / speed, v);
    m->vx = v.x;
    m->vy = v.y;
}

void cn_body_update_mass(cn_World *w, int i) {
    cn_BodyCold *cold = &w->cold[i];
    bool dynamic = cold->type == CN_DYNAMIC;
    Sum sum = dynamic ? sum_shapes(w, i) : (Sum){0};
    cn_Vec old = w->pose[i].center;
    cn_Vec center = {(float)sum.x, (float)sum.y};
    if (dynamic && w->body_flags[i] & CN_BODY_SET_CENTER) center = cn_body_tuning(w, i)->center;
    take_speed_at(w, i, cn_sub(center, old));
    w->pose[i].center = center;
    carry_contacts(w, i, cn_sub(center, old));
    cn_contact_stir_all(w, i);
    update_extent(w, i);
    w->joint_tuning_stale |= cold->joint_count > 0;
    if (!(w->body_flags[i] & CN_BODY_SET_MASS)) cold->mass = 0;
    if (!(w->body_flags[i] & CN_BODY_SET_INERTIA)) cold->inertia = 0;
    if (dynamic) use_mass(w, i, sum);
    w->mass[i] = cn_body_solver_mass(w, i);
    if (!(w->mass[i].inv_m > 0))
        w->scratch.order.stationed = false; /* its home is another: island_bins.h */
}

/* What has no mass only grows: a ground of a thousand shapes need not be gone through for each. */
void cn_body_add_shape(cn_World *w, int i, int shape) {
    if (w->cold[i].type == CN_DYNAMIC) {
        cn_body_update_mass(w, i);
        return;
    }
    widen(w, i, shape);
    note_extent(w, i);
}

/* ---- read and given ------------------------------------------------------------------------- */

double cn_body_mass(const cn_World *w, cn_BodyId body) {
    return cn_body_type(w, body) == CN_DYNAMIC ? w->cold[body.index].mass : 0;
}

double cn_body_inertia(const cn_World *w, cn_BodyId body) {
    return cn_body_type(w, body) == CN_DYNAMIC ? w->cold[body.index].inertia : 0;
}

double cn_body_inverse_mass(const cn_World *w, cn_BodyId body) {
    double mass = cn_body_mass(w, body);
    return mass > 0 ? 1 / mass : 0;
}

double cn_body_inverse_inertia(const cn_World *w, cn_BodyId body) {
    double inertia = cn_body_inertia(w, body);
    bool turns = inertia > 0 && !(w->body_flags[body.index] & CN_BODY_LOCK_ROTATION);
    return turns ? 1 / inertia : 0;
}

double cn_body_kinetic_energy(const cn_World *w, cn_BodyId body) {
    if (cn_body_type(w, body) != CN_DYNAMIC) return 0;
    const cn_Motion *m = &w->motion[body.index];
    double vx = m->vx, vy = m->vy, spin = m->w;
    return 0.5 *
           (cn_body_mass(w, body) * (vx * vx + vy * vy) + cn_body_inertia(w, body) * spin * spin);
}

void cn_body_acceleration(const cn_World *w, cn_BodyId body, double *ax, double *ay,
                          double *angular) {
    *ax = *ay = *angular = 0;
    bool acts = cn_body_type(w, body) == CN_DYNAMIC && w->body_flags[body.index] & CN_BODY_ENABLED;
    if (!acts) return;
    const cn_Drive *d = &w->drive[body.index];
    uint32_t flags = w->body_flags[body.index];
    double scale = (double)cn_body_tuning(w, (int)body.index)->gravity_scale;
    double inv_m = cn_body_inverse_mass(w, body);
    double fx = d->fx, fy = d->fy, torque = d->torque;
    const cn_Thrust *t = cn_thrust_of(w, (int)body.index);
    if (t) {
        cn_Vec along = cn_rotate(w->pose[body.index].q, (cn_Vec){t->along_x, t->along_y});
        fx += (double)t->x + (double)along.x, fy += (double)t->y + (double)along.y;
        torque += (double)t->torque;
    }
    if (!(flags & CN_BODY_LOCK_X)) *ax = w->def.gravity_x * scale + fx * inv_m;
    if (!(flags & CN_BODY_LOCK_Y)) *ay = w->def.gravity_y * scale + fy * inv_m;
    *angular = torque * cn_body_inverse_inertia(w, body);
}

cn_Vec cn_body_mass_center(const cn_World *w, cn_BodyId body) {
    return cn_body_live(w, body) ? w->pose[body.index].center : (cn_Vec){0, 0};
}

static cn_Result check_override(cn_Error *e, double v, cn_Range range) {
    return v < 0 ? cn_check_finite(e, "", v) : cn_check(e, "", v, range);
}

/* Less than 0: none any more. The bodies that hold it up have to know. */
static cn_Result take_override(cn_World *w, cn_BodyId body, uint32_t flag, double value) {
    int i = (int)body.index;
    w->body_flags[i] = value < 0 ? w->body_flags[i] & ~flag : w->body_flags[i] | flag;
    cn_body_update_mass(w, i);
    cn_activity_disturb(w, i, CN_DISTURBED_CHANGED);
    return CN_OK;
}

cn_Result cn_body_set_mass(cn_World *w, cn_BodyId body, double mass) {
    cn_Result r = cn_check_body(w, body);
    if (r || (r = check_override(&w->error, mass, CN_RANGE_MASS))) return r;
    w->cold[body.index].mass = mass;
    return take_override(w, body, CN_BODY_SET_MASS, mass);
}

cn_Result cn_body_set_inertia(cn_World *w, cn_BodyId body, double inertia) {
    cn_Result r = cn_check_body(w, body);
    if (r || (r = check_override(&w->error, inertia, CN_RANGE_INERTIA))) return r;
    w->cold[body.index].inertia = inertia;
    return take_override(w, body, CN_BODY_SET_INERTIA, inertia);
}

cn_Result cn_body_check_center(cn_Error *e, double x, double y) {
    cn_Result r = cn_check(e, "mass_center[1]", x, CN_RANGE_PLACE);
    return r ? r : cn_check(e, "mass_center[2]", y, CN_RANGE_PLACE);
}

/* Kept with what bodies share: few have one. */
cn_Result cn_body_set_mass_center(cn_World *w, cn_BodyId body, const cn_Pos *center) {
    cn_Result r = cn_check_body(w, body);
    if (r || (center && (r = cn_body_check_center(&w->error, center->x, center->y)))) return r;
    if (!cn_body_tuning_reserve(w)) return cn_refuse_memory(&w->error);
    int i = (int)body.index, given = w->drive[i].tuning;
    cn_Tuning tuning = w->tuning[given];
    tuning.center = center ? (cn_Vec){(float)center->x, (float)center->y} : (cn_Vec){0, 0};
    w->drive[i].tuning = cn_body_tuning_take(w, &tuning);
    cn_body_tuning_give(w, given);
    return take_override(w, body, CN_BODY_SET_CENTER, center ? 1 : -1);
}
