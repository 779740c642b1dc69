/* sparse_entry.c: which shapes ignore each other, and which shapes and joints tell what they bear:
 * lists in ascending order, so that worlds without any have nothing to look through. */
#include "world/sparse_entry.h"

#include "base/sort.h"
#include "data/world.h"

int cn_ignored_place(const cn_World *w, int a, int b) {
    int low = 0, high = w->ignored_count;
    while (low < high) {
        int middle = (low + high) / 2;
        const cn_IgnoredPair *p = &w->ignored[middle];
        if (p->a != a ? p->a < a : p->b < b)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool cn_ignored_has(const cn_World *w, int a, int b) {
    int first = a < b ? a : b, second = a + b - first;
    int at = cn_ignored_place(w, first, second);
    return at < w->ignored_count && w->ignored[at].a == first && w->ignored[at].b == second;
}

int cn_press_place(const cn_World *w, int shape) {
    return cn_sort_place(w->press, sizeof *w->press, offsetof(cn_Press, shape), w->press_count,
                         shape);
}

int cn_alarm_place(const cn_World *w, int joint) {
    return cn_sort_place(w->alarm, sizeof *w->alarm, offsetof(cn_Alarm, joint), w->alarm_count,
                         joint);
}

cn_Press *cn_press_of(const cn_World *w, int shape) {
    int at = cn_press_place(w, shape);
    return at < w->press_count && w->press[at].shape == shape ? &w->press[at] : NULL;
}

cn_Alarm *cn_alarm_of(const cn_World *w, int joint) {
    return w->joint[joint].flags & CN_JOINT_ALARM ? &w->alarm[cn_alarm_place(w, joint)] : NULL;
}
