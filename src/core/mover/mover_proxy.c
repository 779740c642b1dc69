/* mover_proxy.c: the body of a mover that has a mass: how the solver feels it.
 *
 * A dynamic body that does not turn stands where the mover is, a little larger than its skin, so
 * that what rests on it does not press on the mover. It collides as any body does: it is in the way
 * of others, gives way to what is heavier, and presses on the ground. But where it goes is the
 * mover's business: what leads it away is undone after each step, and its velocity is that of the
 * ground and of what pushes the mover. So walking is no blow: what a mover walks into feels `push`.
 * It has weight while it stands on something. Landing is a blow, with the speed that it lost; a
 * jump pushes the ground away as if the two parted after a dull collision. With legs it stands on
 * nothing: then its weight is a force on the ground below. */
#include "activity/activity.h"
#include "data/body_access.h"
#include "data/mover.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "mover/mover.h"
#include "objects/body.h"

#define INFLATED (2 * CN_MOVER_SKIN) /* m: what rests on the body presses in by half of that */
#define NEAR     (2 * CN_MOVER_SKIN) /* m: so far away the body is still where the mover is */
#define TURNED   1e-6f               /* ratio, of cosine and sine: less is rounding */
#define SAGGED   0.02                /* m: so deep the body may be in its ground under a load */
#define FRICTION 1.0                 /* ratio, of the body to what it touches */

bool cn_mover_has_body(const cn_World *w, const cn_Mover *m) {
    return cn_body_live(w, m->body) && w->body_flags[m->body.index] & CN_BODY_ENABLED;
}

/* ---- making ------------------------------------------------------------------------------- */

static cn_Rot turn_of(const cn_Mover *m) {
    return (cn_Rot){(float)m->def.up_y, (float)-m->def.up_x};
}

static cn_ShapeDef shape_of(const cn_MoverDef *d) {
    bool box = d->w > 0, disc = d->height - 2 * d->radius < CN_MIN_SIZE;
    cn_ShapeDef s = cn_shape_def(box ? CN_BOX : disc ? CN_CIRCLE : CN_CAPSULE);
    s.w = d->w, s.h = d->h;
    s.radius = fmin(d->radius + INFLATED, CN_MAX_SIZE);
    s.y2 = box || disc ? 0 : d->height / 2 - d->radius;
    s.y1 = -s.y2;
    s.layer = d->layer;
    s.material.friction = FRICTION;
    return s;
}

/* As if the body had never been: no script has seen its id. */
static void unmake(cn_World *w, cn_BodyId body) {
    uint64_t stamp = w->public_events.stamp;
    cn_body_remove(w, (int)body.index);
    w->public_events.stamp = stamp;
    w->bodies.generation[body.index] = body.generation;
}

cn_Result cn_mover_embody(cn_World *w, cn_Mover *m) {
    cn_BodyDef body = cn_body_def();
    cn_ShapeDef shape = shape_of(&m->def);
    cn_Result r;
    m->body = (cn_BodyId){0, 0};
    m->shape = (cn_ShapeId){0, 0};
    if (m->def.mass <= 0) return CN_OK;
    body.x = m->def.x, body.y = m->def.y;
    body.angle = cn_rot_angle(turn_of(m));
    body.mass = m->def.mass;
    body.lock_rotation = true;
    body.gravity_scale = 0;
    if ((r = cn_body_create(w, &body, &m->body))) return r;
    if ((r = cn_shape_create(w, m->body, &shape, &m->shape))) {
        unmake(w, m->body);
        m->body = (cn_BodyId){0, 0};
        return r;
    }
    w->body_flags[m->body.index] |= CN_BODY_MOVER;
    return CN_OK;
}

static bool same_size(const cn_MoverDef *a, const cn_MoverDef *b) {
    return a->w == b->w && a->h == b->h && a->radius == b->radius && a->height == b->height;
}

static bool same_filter(const cn_MoverDef *a, const cn_MoverDef *b) {
    cn_BodyId i = a->filter.ignore, j = b->filter.ignore;
    return a->filter.mask == b->filter.mask && a->one_way == b->one_way && i.index == j.index &&
           i.generation == j.generation;
}

static cn_Result set_layer(cn_World *w, const cn_Mover *m) {
    cn_ShapeDef shape = cn_shape_settings(w, m->shape);
    shape.layer = m->def.layer;
    return cn_shape_configure(w, m->shape, &shape);
}

/* What its legs stand on. */
static void rouse(cn_World *w, const cn_Mover *m) {
    if (cn_shape_live(w, m->leaned))
        cn_activity_disturb(w, w->shape[m->leaned.index].body, CN_DISTURBED_STRUCK);
}

void cn_mover_disembody(cn_World *w, const cn_Mover *m) {
    rouse(w, m);
    if (cn_body_live(w, m->body)) cn_body_remove(w, (int)m->body.index);
}

/* A body that a script has destroyed stays away until something of the mover is set. */
cn_Result cn_mover_reconfigure_body(cn_World *w, cn_Mover *m, const cn_MoverDef *old) {
    const cn_MoverDef *d = &m->def;
    bool live = cn_body_live(w, m->body), wanted = d->mass > 0;
    bool renew = (old->mass > 0) != wanted || (wanted && (!live || !same_size(old, d)));
    cn_Result r = CN_OK;
    if (renew) {
        cn_Mover before = *m;
        if ((r = cn_mover_embody(w, m))) {
            m->body = before.body, m->shape = before.shape;
            return r;
        }
        cn_mover_disembody(w, &before);
    } else if (live) {
        if (cn_shape_live(w, m->shape)) { /* first what may need memory */
            if (old->layer != d->layer)
                r = set_layer(w, m);
            else if (!same_filter(old, d))
                r = cn_shape_refilter(w, m->shape);
        }
        if (!r && old->mass != d->mass) r = cn_body_set_mass(w, m->body, d->mass);
    }
    rouse(w, m);
    if (!r) cn_mover_follow(w, m);
    return r;
}

/* ---- where it is -------------------------------------------------------------------------- */

/* From where the body is to where it belongs. How deep it is pressed into its ground is left to the
 * solver: put back in each step it would weigh less. */
static cn_Pos astray(const cn_World *w, const cn_Mover *m) {
    const cn_Pose *pose = &w->pose[m->body.index];
    cn_Pos way = {m->def.x - pose->x, m->def.y - pose->y};
    double pressed = cn_pos_dot(way, m->normal);
    if (!m->grounded || pressed < -NEAR || pressed > SAGGED) return way;
    return cn_pos_along(way, -pressed, m->normal);
}

static void place(cn_World *w, const cn_Mover *m) {
    int i = (int)m->body.index;
    cn_Pose *pose = &w->pose[i];
    cn_OldPose old = w->old_pose[i];
    cn_Pos way = astray(w, m);
    cn_Rot q = turn_of(m);
    bool turned = cn_absf(q.c - pose->q.c) + cn_absf(q.s - pose->q.s) > TURNED;
    if (cn_pos_dot(way, way) <= NEAR * NEAR && !turned) return;
    if (turned) cn_body_turn_to(w, i, q);
    pose->x += way.x, pose->y += way.y;
    cn_body_moved(w, i);
    w->old_pose[i].dx = old.dx, w->old_pose[i].dy = old.dy; /* it is drawn as the mover is */
    cn_body_set_velocity(w, m->body, m->drift.x, m->drift.y);
}

static void weigh(cn_World *w, const cn_Mover *m) {
    bool stands = m->grounded && m->def.leg_length <= 0;
    float scale = stands ? 1 : 0;
    if (cn_body_tuning(w, (int)m->body.index)->gravity_scale == scale) return;
    cn_BodyDef d = cn_body_settings(w, m->body);
    d.gravity_scale = (double)scale;
    if (cn_body_configure(w, m->body, &d)) w->out_of_memory = true;
}

void cn_mover_follow(cn_World *w, cn_Mover *m) {
    if (!cn_mover_has_body(w, m)) return;
    place(w, m);
    weigh(w, m);
    if (m->impact.x == 0 && m->impact.y == 0) return;
    cn_body_set_velocity(w, m->body, m->drift.x + m->impact.x, m->drift.y + m->impact.y);
    m->impact = (cn_Pos){0, 0};
}

/* ---- its ground --------------------------------------------------------------------------- */

/* The body that it stands on and can move, -1 = none. */
static int ground_of(const cn_World *w, const cn_Mover *m) {
    if (!cn_mover_has_body(w, m) || !m->grounded || !cn_shape_live(w, m->ground)) return -1;
    int body = w->shape[m->ground.index].body;
    return w->cold[body].type == CN_DYNAMIC ? body : -1;
}

void cn_mover_land(cn_World *w, cn_Mover *m, cn_Pos n, cn_Pos d) {
    double into = cn_pos_dot(n, d) / (m->last_dt > 0 ? m->last_dt : CN_MOVER_USUAL_DT);
    if (!cn_mover_has_body(w, m) || m->def.leg_length > 0 || into >= 0) return;
    m->impact = (cn_Pos){into * n.x, into * n.y};
}

/* kg, that comes between it and the body below where they part upwards. */
static double reduced_mass(const cn_World *w, const cn_Mover *m, int body) {
    cn_Pos up = cn_mover_up(m), center = cn_pose_center(&w->pose[body]);
    double arm = (m->held.x - center.x) * up.y - (m->held.y - center.y) * up.x;
    const cn_Mass *mass = &w->mass[body];
    return 1 / (1 / m->def.mass + (double)mass->inv_m + arm * arm * (double)mass->inv_i);
}

void cn_mover_jump(cn_World *w, const cn_Mover *m, double way) {
    int body = ground_of(w, m);
    if (body < 0) return;
    cn_Pos up = cn_mover_up(m);
    double j = way / (m->last_dt > 0 ? m->last_dt : CN_MOVER_USUAL_DT) * reduced_mass(w, m, body);
    cn_body_apply_impulse_at(w, cn_body_id(w, body), -j * up.x, -j * up.y, m->held.x, m->held.y);
}

void cn_mover_lean(cn_World *w, const cn_Mover *m, double fx, double fy) {
    int body = ground_of(w, m);
    if (body < 0) return;
    cn_body_apply_force_at(w, cn_body_id(w, body), fx, fy, m->held.x, m->held.y);
}

/* N, on what its legs stand on. The spring arrests the way of the mover against its ground, so it
 * is the reduced mass of both that comes to rest. */
static cn_Pos load_of(const cn_World *w, const cn_Mover *m, int body, double spring) {
    cn_Pos weight = {m->def.mass * w->def.gravity_x, m->def.mass * w->def.gravity_y};
    return cn_pos_along(weight, -spring * reduced_mass(w, m, body), cn_mover_up(m));
}

/* What sleeps under it goes on to carry it. */
void cn_mover_stand(cn_World *w, cn_Mover *m, double spring) {
    int body = m->def.leg_length > 0 ? ground_of(w, m) : -1;
    cn_ShapeId ground = body < 0 ? (cn_ShapeId){0, 0} : m->ground;
    bool same = m->leaned.index == ground.index && m->leaned.generation == ground.generation;
    if (!same) rouse(w, m);
    if (!same && body >= 0) cn_activity_disturb(w, body, CN_DISTURBED_STRUCK);
    cn_activity_settle(w);
    m->leaned = ground;
    if (body < 0 || !(w->body_flags[body] & CN_BODY_AWAKE)) return;
    cn_Pos c = cn_pose_center(&w->pose[body]);
    cn_Drive *drive = &w->drive[body];
    cn_Pos f = load_of(w, m, body, spring);
    drive->fx += (float)f.x;
    drive->fy += (float)f.y;
    drive->torque += (float)((m->held.x - c.x) * f.y - (m->held.y - c.y) * f.x);
    cn_activity_disturb(w, body, CN_DISTURBED_FORCED);
}
