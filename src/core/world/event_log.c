/* event_log.c: what happened to bodies and joints, noted while the step goes on.
 *
 * Running out of memory drops events, never the world: it is reported.
 * Not here: events of contacts (contact/contact_event.c), publishing (step/event.c). */
#include "world/event_log.h"

#include "data/body_access.h"
#include "data/joint_access.h"
#include "data/world.h"

void cn_event_body(cn_World *w, cn_BodyId **list, int *count, int *capacity, int body) {
    if (cn_had_memory(w, cn_grow((void **)list, capacity, *count + 1, sizeof **list)))
        (*list)[(*count)++] = cn_body_id(w, body);
}

/* Between steps it waits with the others, so that what was published stays where it is. A body
 * destroyed meanwhile is told nevertheless: its id is stale, and says so. */
void cn_event_wake(cn_World *w, cn_BodyId body, bool awake) {
    cn_EventBuffers *e = &w->events;
    if (!w->stepping) {
        if (CN_EVENT_ROOM(e->late_wakes, e->late_wake_count))
            e->late_wakes[e->late_wake_count++] = (cn_LateWake){body, awake};
    } else if (awake) {
        if (CN_EVENT_ROOM(e->woke, e->woke_count)) e->woke[e->woke_count++] = body;
    } else if (CN_EVENT_ROOM(e->slept, e->slept_count)) {
        e->slept[e->slept_count++] = body;
    }
}

void cn_event_broken(cn_World *w, int joint) {
    cn_EventBuffers *e = &w->events;
    if (CN_EVENT_ROOM(e->broken, e->broken_count))
        e->broken[e->broken_count++] = cn_joint_id(w, joint);
}

static void warn_at(cn_World *w, cn_WarningKind kind, int body, cn_Pos at) {
    cn_EventBuffers *e = &w->events;
    if (CN_EVENT_ROOM(e->warnings, e->warning_count))
        e->warnings[e->warning_count++] =
            (cn_Warning){kind, cn_body_id(w, body), at.x, at.y, w->steps};
}

void cn_event_warn(cn_World *w, cn_WarningKind kind, int body) {
    warn_at(w, kind, body, (cn_Pos){w->pose[body].x, w->pose[body].y});
}

void cn_event_warn_once(cn_World *w, cn_WarningKind kind, int body, cn_Pos at) {
    if (w->warned >> kind & 1) return;
    warn_at(w, kind, body, at);
    w->warned |= 1u << kind;
}

const char *cn_warning_text(cn_WarningKind kind) {
    switch (kind) {
    case CN_WARN_MASSLESS:
        return "has no mass and counts as 1 kg";
    case CN_WARN_NOT_FINITE:
        return "became non-finite; it was put back and disabled";
    case CN_WARN_CROWD:
        return "overlaps more bodies than it can push: some of them wait until it has room";
    case CN_WARN_JAM:
        return "touches so many pieces that the seams between them are not smoothed";
    case CN_WARN_AREAS:
        return "is in so many areas that some of them do not act on it";
    case CN_WARN_MOVERS:
        return "is a mover among so many others that it does not look at all of them";
    }
    return "has an unknown problem";
}
