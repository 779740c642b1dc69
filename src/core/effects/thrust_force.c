/* thrust_force.c: forces that bodies have in every step become forces of this one.
 *
 * What goes along the body's own axes has their direction in the middle of the step, as it turns
 * now: an orbit that it drives neither grows nor shrinks by the length of steps. */
#include "effects/thrust_force.h"

#include "activity/activity.h"
#include "effects/external_force.h"

static void push(cn_World *w, const cn_Thrust *t, float dt) {
    cn_Midway m = cn_external_force_midway(w, t->body, dt);
    double along_x = t->along_x, along_y = t->along_y;
    cn_ExternalForce force = {.x = t->x + m.c * along_x - m.s * along_y,
                              .y = t->y + m.s * along_x + m.c * along_y,
                              .turn = t->torque};
    cn_external_force_take(w, t->body, &force, true);
}

void cn_thrust_act(cn_World *w, float dt) {
    (void)cn_external_force_reserve(w); /* without it no body rests under one */
    for (int i = 0; i < w->thrust_count; i++) {
        int body = w->thrust[i].body;
        bool acts = w->cold[body].type == CN_DYNAMIC && w->body_flags[body] & CN_BODY_AWAKE;
        if (acts && !cn_activity_stays(w, body, dt)) push(w, &w->thrust[i], dt);
    }
}
