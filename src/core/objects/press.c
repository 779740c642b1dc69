/* press.c: shapes that tell what weighs on them, and joints that tell what they bear.
 *
 * Few have that, so each stands in a list of the world. Not here: when it is told (step/tell.c). */
#include "objects/press.h"

#include <math.h>
#include <string.h>

#include "data/shape_access.h"
#include "data/world.h"
#include "world/check.h"
#include "world/sparse_entry.h"

#define RELEASE 0.8 /* ratio to press_force, of a release_force that is not given */

/* ---- shapes ------------------------------------------------------------------------------- */

static bool is_given(const cn_ShapeDef *d) { return d->release_force < 1e30; }

cn_Result cn_press_check(cn_Error *e, const cn_ShapeDef *d) {
    cn_Result r = cn_check(e, "press_force", d->press_force, CN_RANGE_LIMIT);
    if (r || (r = cn_check(e, "press_time", d->press_time, CN_RANGE_WAIT))) return r;
    if ((r = cn_check(e, "release_force", d->release_force, CN_RANGE_LIMIT))) return r;
    if (!is_given(d) || d->release_force <= d->press_force) return CN_OK;
    return cn_refuse(e, CN_RANGE, "release_force", "must be <= press_force, got %g with %g",
                     d->release_force, d->press_force);
}

#define USUAL_TIME 0.1 /* s, of cn_shape_def */

bool cn_press_wanted(const cn_ShapeDef *d) {
    return d->press_force < 1e30 || is_given(d) || d->press_time != USUAL_TIME;
}

bool cn_press_reserve(cn_World *w, const cn_ShapeDef *d) {
    return !cn_press_wanted(d) || CN_GROW(w->press, w->press_count + 1);
}

void cn_press_drop(cn_World *w, int shape) {
    cn_Press *p = cn_press_of(w, shape);
    if (!p) return;
    size_t after = (size_t)(w->press + w->press_count - (p + 1));
    memmove(p, p + 1, after * sizeof *p);
    w->press_count--;
}

void cn_press_put(cn_World *w, int shape, const cn_ShapeDef *d) {
    if (!cn_press_wanted(d)) {
        cn_press_drop(w, shape);
        return;
    }
    cn_Press *p = cn_press_of(w, shape);
    cn_Press entry = {.shape = shape};
    if (p)
        entry = *p;
    else
        p = &w->press[cn_press_place(w, shape)];
    if (p == w->press + w->press_count || p->shape != shape)
        memmove(p + 1, p, (size_t)(w->press + w->press_count++ - p) * sizeof *p);
    entry.force = d->press_force;
    entry.release = is_given(d) ? d->release_force : RELEASE * d->press_force;
    entry.time = d->press_time;
    *p = entry;
}

void cn_press_tell(const cn_World *w, int shape, cn_ShapeDef *d) {
    const cn_Press *p = cn_press_of(w, shape);
    if (!p) return;
    d->press_force = p->force;
    d->release_force = p->release == RELEASE * p->force ? (double)INFINITY : p->release;
    d->press_time = p->time;
}

bool cn_shape_is_pressed(const cn_World *w, cn_ShapeId shape) {
    const cn_Press *p = cn_shape_live(w, shape) ? cn_press_of(w, (int)shape.index) : NULL;
    return p && p->on;
}

/* ---- joints ------------------------------------------------------------------------------- */

static bool alarms(const cn_JointDef *d) { return d->alarm_force < 1e30 || d->alarm_torque < 1e30; }

bool cn_alarm_reserve(cn_World *w, const cn_JointDef *d) {
    return !alarms(d) || CN_GROW(w->alarm, w->alarm_count + 1);
}

void cn_alarm_drop(cn_World *w, int joint) {
    cn_Joint *j = &w->joint[joint];
    if (!(j->flags & CN_JOINT_ALARM)) return;
    int at = cn_alarm_place(w, joint);
    memmove(&w->alarm[at], &w->alarm[at + 1], (size_t)(--w->alarm_count - at) * sizeof *w->alarm);
    j->flags &= ~(uint32_t)(CN_JOINT_ALARM | CN_JOINT_ALARMED);
}

void cn_alarm_put(cn_World *w, int joint, const cn_JointDef *d) {
    cn_Joint *j = &w->joint[joint];
    if (!alarms(d)) {
        cn_alarm_drop(w, joint);
        return;
    }
    int at = cn_alarm_place(w, joint);
    if (!(j->flags & CN_JOINT_ALARM))
        memmove(&w->alarm[at + 1], &w->alarm[at],
                (size_t)(w->alarm_count++ - at) * sizeof *w->alarm);
    j->flags |= CN_JOINT_ALARM;
    w->alarm[at] = (cn_Alarm){joint, 0, d->alarm_force, d->alarm_torque};
}

void cn_alarm_tell(const cn_World *w, int joint, cn_JointDef *d) {
    const cn_Alarm *a = cn_alarm_of(w, joint);
    if (a) d->alarm_force = a->force, d->alarm_torque = a->torque;
}

bool cn_joint_is_alarmed(const cn_World *w, cn_JointId joint) {
    return cn_joint_is_valid(w, joint) && w->joint[joint.index].flags & CN_JOINT_ALARMED;
}
