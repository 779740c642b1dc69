/* thrust_entry.c: on which bodies forces act in every step: a list by body, ascending. */
#include "world/thrust_entry.h"

#include "base/sort.h"
#include "data/world.h"

int cn_thrust_place(const cn_World *w, int body) {
    return cn_sort_place(w->thrust, sizeof *w->thrust, offsetof(cn_Thrust, body), w->thrust_count,
                         body);
}

const cn_Thrust *cn_thrust_of(const cn_World *w, int body) {
    return w->body_flags[body] & CN_BODY_THRUST ? &w->thrust[cn_thrust_place(w, body)] : NULL;
}
