/* tell.c: shapes on which much has weighed for a while, and joints that bear too much.
 *
 * Both have two thresholds, so that a load which wavers about one is told once. */
#include "step/tell.h"

#include "data/joint_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "world/event_log.h"

#define CALM  0.8  /* ratio to what a joint bears before it says so, below which it does no more */
#define SLACK 1e-6 /* ratio to how long a load has to last, for what sums of steps round to */

static void press(cn_World *w, cn_Press *p, double dt) {
    cn_EventBuffers *e = &w->events;
    double fx, fy, load = cn_shape_load(w, cn_shape_id(w, p->shape), &fx, &fy);
    bool other = p->on ? load < p->release : load >= p->force;
    p->since = other ? p->since + dt : 0;
    if (!other || p->since < p->time * (1 - SLACK)) return;
    p->on = !p->on;
    p->since = 0;
    if (CN_EVENT_ROOM(e->pressed, e->pressed_count))
        e->pressed[e->pressed_count++] =
            (cn_PressEvent){cn_shape_id(w, p->shape), p->on != 0, load};
}

static void alarm_one(cn_World *w, const cn_Alarm *a) {
    cn_EventBuffers *e = &w->events;
    cn_Joint *j = &w->joint[a->joint];
    double fx, fy, torque, share = j->flags & CN_JOINT_ALARMED ? CALM : 1;
    cn_joint_force(w, cn_joint_id(w, a->joint), &fx, &fy, &torque);
    double most = share * a->force, force = fx * fx + fy * fy;
    bool on = force > most * most || torque * torque > share * a->torque * share * a->torque;
    if (on == ((j->flags & CN_JOINT_ALARMED) != 0)) return;
    j->flags ^= CN_JOINT_ALARMED;
    if (CN_EVENT_ROOM(e->alarms, e->alarm_count))
        e->alarms[e->alarm_count++] = (cn_AlarmEvent){cn_joint_id(w, a->joint), on};
}

void cn_tell_loads(cn_World *w, double dt) {
    for (int i = 0; i < w->press_count; i++) press(w, &w->press[i], dt);
    for (int i = 0; i < w->alarm_count; i++) alarm_one(w, &w->alarm[i]);
}
