/* thrust.c: forces and torques that act on a body in every step until they are changed.
 *
 * Few bodies have them, so they stand in a list beside the bodies, and a flag of the body says that
 * it is in there. They let bodies sleep: what is pressed against a wall rests.
 * Not here: what they do in a step (thrust_force.c). */
#include "objects/thrust.h"

#include <string.h>

#include "world/check.h"
#include "world/thrust_entry.h"

cn_Result cn_thrust_check(cn_Error *e, const cn_BodyDef *d) {
    static const cn_Member members[] = {
        CN_NAMED(cn_BodyDef, constant_force_x, "constant_force[1]", PUSH),
        CN_NAMED(cn_BodyDef, constant_force_y, "constant_force[2]", PUSH),
        CN_NAMED(cn_BodyDef, relative_force_x, "relative_force[1]", PUSH),
        CN_NAMED(cn_BodyDef, relative_force_y, "relative_force[2]", PUSH),
        CN_MEMBER(cn_BodyDef, constant_torque, PUSH),
        {NULL, 0, 0, false}};
    return cn_check_members(e, d, members);
}

static cn_Thrust thrust_of(int body, const cn_BodyDef *d) {
    return (cn_Thrust){.body = body,
                       .x = (float)d->constant_force_x,
                       .y = (float)d->constant_force_y,
                       .along_x = (float)d->relative_force_x,
                       .along_y = (float)d->relative_force_y,
                       .torque = (float)d->constant_torque};
}

static bool acts(const cn_Thrust *t) {
    return t->x != 0 || t->y != 0 || t->along_x != 0 || t->along_y != 0 || t->torque != 0;
}

bool cn_thrust_reserve(cn_World *w, const cn_BodyDef *d) {
    cn_Thrust t = thrust_of(0, d);
    return !acts(&t) || CN_GROW(w->thrust, w->thrust_count + 1);
}

void cn_thrust_put(cn_World *w, int body, const cn_BodyDef *d) {
    cn_Thrust t = thrust_of(body, d);
    if (!acts(&t)) {
        cn_thrust_drop(w, body);
        return;
    }
    int at = cn_thrust_place(w, body);
    if (!(w->body_flags[body] & CN_BODY_THRUST))
        memmove(&w->thrust[at + 1], &w->thrust[at],
                (size_t)(w->thrust_count++ - at) * sizeof *w->thrust);
    w->body_flags[body] |= CN_BODY_THRUST;
    w->thrust[at] = t;
}

void cn_thrust_drop(cn_World *w, int body) {
    if (!(w->body_flags[body] & CN_BODY_THRUST)) return;
    int at = cn_thrust_place(w, body);
    memmove(&w->thrust[at], &w->thrust[at + 1],
            (size_t)(--w->thrust_count - at) * sizeof *w->thrust);
    w->body_flags[body] &= ~(uint32_t)CN_BODY_THRUST;
}

void cn_thrust_tell(const cn_World *w, int body, cn_BodyDef *d) {
    const cn_Thrust *t = cn_thrust_of(w, body);
    if (!t) return;
    d->constant_force_x = t->x, d->constant_force_y = t->y;
    d->relative_force_x = t->along_x, d->relative_force_y = t->along_y;
    d->constant_torque = t->torque;
}
