/* finalize.c: after the sub-steps: new poses, boxes, sleep times, and who has left the bounds.
 *
 * Guarantee: no pose ever becomes non-finite. A body whose new state is not finite stays where it
 * was, is disabled and reported; nobody else learns of it. */
#include "world.h"

static bool sound(const cn_World *w, int body, double x, double y, cn_Rot q) {
    const cn_Motion *m = &w->motion[body];
    double sum = x + y + (double)q.c + (double)q.s + (double)m->vx + (double)m->vy + (double)m->w;
    double far = 10 * CN_MAX_COORDINATE;
    return cn_is_finite(sum) && x > -far && x < far && y > -far && y < far;
}

static void freeze(cn_World *w, int body) {
    w->motion[body] = (cn_Motion){.dq = {1, 0}};
    cn_event_warn(w, CN_WARN_NOT_FINITE, body);
    cn_body_disable(w, body);
}

static cn_Rot normalized(cn_Rot q) {
    cn_Vec v = cn_normalize((cn_Vec){q.c, q.s}, NULL);
    return (cn_Rot){v.x, v.y};
}

static bool move(cn_World *w, int body, float dt) {
    cn_Pose *pose = &w->pose[body];
    cn_Motion *m = &w->motion[body];
    cn_BodyCold *cold = &w->cold[body];
    cn_Rot q = normalized(cn_rot_mul(m->dq, pose->q));
    cn_Vec before = cn_rotate(pose->q, pose->center), after = cn_rotate(q, pose->center);
    double x = pose->x + ((double)m->dx + ((double)before.x - (double)after.x));
    double y = pose->y + ((double)m->dy + ((double)before.y - (double)after.y));
    if (!sound(w, body, x, y, q)) return false;
    cold->old_x = pose->x;
    cold->old_y = pose->y;
    cold->old_q = pose->q;
    pose->x = x;
    pose->y = y;
    if (m->w != 0) {
        cold->turns += cn_turns_between(pose->q, q, m->w * dt);
        pose->q = q;
    }
    m->dx = m->dy = 0;
    m->dq = (cn_Rot){1, 0};
    return true;
}

static void rest(cn_World *w, int body, float dt) {
    const cn_Motion *m = &w->motion[body];
    float spin = cn_absf(m->w) * w->cold[body].extent;
    float speed = cn_maxf(cn_length((cn_Vec){m->vx, m->vy}), spin);
    bool may = w->def.sleep && w->body_flags[body] & CN_BODY_CAN_SLEEP;
    bool still = w->cold[body].type == CN_KINEMATIC ? m->vx == 0 && m->vy == 0 && m->w == 0
                                                    : speed < w->drive[body].sleep_speed;
    w->sleep_time[body] = may && still ? w->sleep_time[body] + dt : 0;
}

/* The boxes have room for the margin in every direction: until the surface can have come that far
 * there is nothing to look at. */
static void update_boxes(cn_World *w, int body, float way) {
    cn_BodyCold *cold = &w->cold[body];
    cold->wander += way;
    if (cold->wander < cn_broad_margin(w, body) || w->body_flags[body] & CN_BODY_REACH) return;
    cn_broad_update(w, body, 0);
}

void cn_finalize(cn_World *w, float dt) {
    const cn_Scratch *s = &w->scratch;
    for (int i = 0; i < s->awake_count; i++) {
        int body = s->awake[i];
        cn_Drive *d = &w->drive[body];
        d->fx = d->fy = d->torque = 0;
        const cn_Motion *m = &w->motion[body];
        float turn = cn_absf(m->dq.s) + (1 - m->dq.c); /* at least the chord, at most 3 */
        float way = cn_absf(m->dx) + cn_absf(m->dy) + turn * w->cold[body].extent;
        if (!move(w, body, dt)) {
            freeze(w, body);
            continue;
        }
        rest(w, body, dt);
        update_boxes(w, body, way);
        cn_EventBuffers *e = &w->events;
        cn_event_body(w, &e->moved, &e->moved_count, &e->moved_capacity, body);
    }
}

static bool is_outside(const cn_World *w, int body) {
    double box[4];
    const double *b = w->def.bounds;
    cn_body_bounds(w, cn_body_id(w, body), box);
    return box[2] < b[0] || box[0] > b[2] || box[3] < b[1] || box[1] > b[3];
}

static void leave(cn_World *w, int body) {
    cn_EventBuffers *e = &w->events;
    w->body_flags[body] |= CN_BODY_OUTSIDE;
    cn_event_body(w, &e->left_bounds, &e->left_bounds_count, &e->left_bounds_capacity, body);
    if (w->def.outside == CN_OUTSIDE_DISABLE) cn_body_disable(w, body);
    if (w->def.outside == CN_OUTSIDE_DESTROY) cn_body_remove(w, body);
}

void cn_finalize_bounds(cn_World *w) {
    const cn_Scratch *s = &w->scratch;
    if (!w->def.has_bounds) return;
    for (int i = 0; i < s->awake_count; i++) {
        int body = s->awake[i];
        if (!(w->body_flags[body] & CN_BODY_ENABLED)) continue;
        bool outside = is_outside(w, body);
        if (!outside)
            w->body_flags[body] &= ~(uint32_t)CN_BODY_OUTSIDE;
        else if (!(w->body_flags[body] & CN_BODY_OUTSIDE))
            leave(w, body);
    }
}
