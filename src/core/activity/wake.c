/* wake.c: bodies wake, and fall asleep by command, with all of their island.
 *
 * An island is a set of dynamic bodies joined by touching contacts, by areas that one of them
 * carries (effects/field_force.c) and by joints. Islands are not kept: the island of one body is
 * found by following both.
 * Not here: falling asleep by being slow (sleep.c). */
#include "activity/wake.h"

#include "activity/activity.h"
#include "activity/resting.h"
#include "data/body_access.h"
#include "data/contact_access.h"
#include "data/joint_access.h"
#include "data/world.h"
#include "world/body_state.h"
#include "world/event_log.h"
#include "world/field_entry.h"
#include "world/joint_state.h"

static void set_flag(cn_World *w, int body, bool awake) {
    uint64_t bit = (uint64_t)1 << (body & 63);
    w->awake[body >> 6] = awake ? w->awake[body >> 6] | bit : w->awake[body >> 6] & ~bit;
    w->body_flags[body] &= ~(uint32_t)CN_BODY_AWAKE;
    w->body_flags[body] |= awake ? CN_BODY_AWAKE : 0u;
    if (awake && w->body_flags[body] & CN_BODY_FRESH) w->fresh_velocities = true;
    w->scratch.activity.awake_listed = false;
    /* forces last one step: none waits until it wakes */
    if (!awake) w->drive[body].fx = w->drive[body].fy = w->drive[body].torque = 0;
    cn_rest_look(w, body);
}

void cn_activity_enter(cn_World *w, int body, bool awake) { set_flag(w, body, awake); }

void cn_activity_leave(cn_World *w, int body) {
    set_flag(w, body, false);
    if (cn_rest_island_of(w, body)) cn_rest_drop(w, cn_rest_island_of(w, body));
}

bool cn_island_field_joins(const cn_World *w, const cn_Contact *c) {
    return w->field_count > 0 &&
           (cn_field_of(w, cn_contact_shape_a(w, c)) || cn_field_of(w, cn_contact_shape_b(w, c)));
}

void cn_contacts_set_active(cn_World *w, int body) {
    for (int link = w->cold[body].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        const cn_Contact *c = &w->contact[link >> 1];
        cn_contact_mark_active(w, link >> 1, c->body_a, c->body_b);
    }
}

/* The body at the other end of a joint in body's list if the two belong together, else -1. */
int cn_island_joined_by(const cn_World *w, int link) {
    const cn_Joint *j = &w->joint[link >> 1];
    int other = link & 1 ? j->body_a : j->body_b;
    bool both = w->cold[j->body_a].type == CN_DYNAMIC && w->cold[j->body_b].type == CN_DYNAMIC;
    return both && cn_joint_acts(w, j) ? other : -1;
}

void cn_island_set_awake(cn_World *w, int body, bool awake) {
    uint32_t old = w->body_flags[body];
    w->sleep_time[body] = 0;
    if (((old & CN_BODY_AWAKE) != 0) == awake) return;
    if (old & CN_BODY_RESTING) cn_rest_drop(w, cn_rest_island_of(w, body)); /* it falls asleep */
    set_flag(w, body, awake);
    if (!awake) {
        w->motion[body].vx = w->motion[body].vy = w->motion[body].w = 0;
        cn_body_set_sync(w, body, (cn_Vec){0, 0}, 0);
        cn_body_keep_pose(w, body);
    }
    cn_contacts_set_active(w, body);
    w->joint_awake_stale |= w->cold[body].joint_count > 0;
    cn_event_wake(w, cn_body_id(w, body), awake);
}

static bool wakeable(const cn_World *w, int body) {
    return w->cold[body].type != CN_STATIC && w->body_flags[body] & CN_BODY_ENABLED;
}

/* Each once, so that there has been room since it was made: waking cannot fail half way. */
static void push(cn_World *w, int *count, int body) {
    w->scratch.activity.spread[(*count)++] = body;
}

static bool has_state(const cn_World *w, int body, bool awake) {
    return ((w->body_flags[body] & CN_BODY_AWAKE) != 0) == awake;
}

static void spread_by_joints(cn_World *w, int body, bool awake, int *count) {
    for (int link = w->cold[body].first_joint; link >= 0; link = cn_joint_next(w, link)) {
        int other = cn_island_joined_by(w, link);
        if (other < 0 || has_state(w, other, awake)) continue;
        cn_island_set_awake(w, other, awake);
        push(w, count, other);
    }
}

/* Give every body of the island the state; those that have it already end the search. */
static void spread(cn_World *w, int body, bool awake) {
    int count = 0;
    cn_island_set_awake(w, body, awake);
    push(w, &count, body);
    while (count > 0) {
        int b = w->scratch.activity.spread[--count];
        spread_by_joints(w, b, awake, &count);
        for (int link = w->cold[b].first_contact; link >= 0; link = cn_contact_next(w, link)) {
            const cn_Contact *c = &w->contact[link >> 1];
            int other = link & 1 ? c->body_a : c->body_b;
            if (has_state(w, other, awake) || !cn_island_joins(w, c) || !wakeable(w, other))
                continue;
            cn_island_set_awake(w, other, awake);
            push(w, &count, other);
        }
    }
}

/* A static body has no state, but what lies on it does. */
static void wake_neighbours(cn_World *w, int body) {
    for (int link = w->cold[body].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        const cn_Contact *c = &w->contact[link >> 1];
        int other = link & 1 ? c->body_a : c->body_b;
        bool asleep = !(w->body_flags[other] & CN_BODY_AWAKE);
        if (asleep && c->flags & CN_CONTACT_TOUCHING && wakeable(w, other)) spread(w, other, true);
    }
    for (int link = w->cold[body].first_joint; link >= 0; link = cn_joint_next(w, link)) {
        const cn_Joint *j = &w->joint[link >> 1];
        int other = link & 1 ? j->body_a : j->body_b;
        bool asleep = !(w->body_flags[other] & CN_BODY_AWAKE);
        if (asleep && cn_joint_acts(w, j) && wakeable(w, other)) spread(w, other, true);
    }
}

void cn_island_wake(cn_World *w, int body) {
    cn_rest_rouse(w, body);
    if (w->cold[body].type != CN_DYNAMIC) wake_neighbours(w, body);
    if (!wakeable(w, body)) return;
    if (w->body_flags[body] & CN_BODY_AWAKE)
        w->sleep_time[body] = 0;
    else
        spread(w, body, true);
}

void cn_island_sleep(cn_World *w, int body) {
    cn_rest_rouse(w, body);
    if (wakeable(w, body) && w->body_flags[body] & CN_BODY_AWAKE) spread(w, body, false);
}
