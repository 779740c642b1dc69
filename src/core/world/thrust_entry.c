/* thrust_entry.c: on which bodies forces act in every step: a list by body, ascending. */
#include "world/thrust_entry.h"

#include "data/world.h"

int cn_thrust_place(const cn_World *w, int body) {
    int low = 0, high = w->thrust_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (w->thrust[middle].body < body)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const cn_Thrust *cn_thrust_of(const cn_World *w, int body) {
    return w->body_flags[body] & CN_BODY_THRUST ? &w->thrust[cn_thrust_place(w, body)] : NULL;
}
