/* event_log.c: what happened to bodies and joints, noted while the step goes on.
 *
 * Running out of memory drops events, never the world: it is reported.
 * Not here: events of contacts (contact/contact_event.c), publishing (step/event.c). */
#include "world/event_log.h"

#include "data/body_access.h"
#include "data/joint_access.h"
#include "data/world.h"

void cn_event_body(cn_World *w, cn_BodyId **list, int *count, int *capacity, int body) {
    if (CN_EVENT_ROOM(*list, *count, *capacity)) (*list)[(*count)++] = cn_body_id(w, body);
}

/* Between steps it waits with the others, so that what was published stays where it is. A body
 * destroyed meanwhile is told nevertheless: its id is stale, and says so. */
void cn_event_wake(cn_World *w, cn_BodyId body, bool awake) {
    cn_EventBuffers *e = &w->events;
    if (!w->stepping) {
        if (CN_EVENT_ROOM(e->late_wakes, e->late_wake_count, e->late_wake_capacity))
            e->late_wakes[e->late_wake_count++] = (cn_LateWake){body, awake};
    } else if (awake) {
        if (CN_EVENT_ROOM(e->woke, e->woke_count, e->woke_capacity))
            e->woke[e->woke_count++] = body;
    } else if (CN_EVENT_ROOM(e->slept, e->slept_count, e->slept_capacity)) {
        e->slept[e->slept_count++] = body;
    }
}

void cn_event_broken(cn_World *w, int joint) {
    cn_EventBuffers *e = &w->events;
    if (CN_EVENT_ROOM(e->broken, e->broken_count, e->broken_capacity))
        e->broken[e->broken_count++] = cn_joint_id(w, joint);
}

void cn_event_warn(cn_World *w, cn_WarningKind kind, int body) {
    cn_EventBuffers *e = &w->events;
    if (CN_EVENT_ROOM(e->warnings, e->warning_count, e->warning_capacity))
        e->warnings[e->warning_count++] = (cn_Warning){kind, cn_body_id(w, body), w->steps};
}
