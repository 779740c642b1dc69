/* activity.h: which bodies are awake, resting, still or asleep, and which contacts are active.
 *
 * Bodies sleep and wake by islands (wake.c, sleep.c). An island of them that is awake may rest: it
 * is solved exactly and kept (solver/rest), and not computed while nothing acts on it (resting.c).
 *
 * Whatever acts on a body says so here, by cn_activity_disturb, and calls nothing else. That only
 * marks. Marks are worked off by cn_activity_settle when the next step begins, and before that
 *   - when a getter asks who is awake (is_awake, counts, poses, the hash);
 *   - before contacts, joints, types or areas change by which an island is found;
 *   - when an island is sent to sleep, since that and waking do not commute;
 *   - within a step, by the stage that has disturbed: what wakes takes part in this step.
 * Between these moments the order of marks does not matter: each wakes one island, and waking
 * commutes. */
#ifndef CN_ACTIVITY_H
#define CN_ACTIVITY_H

#include "data/world.h"

/* Why a body is disturbed. The first ones wake its island, or end its rest; on a body that is not
 * dynamic, the islands of those that touch it. */
typedef enum cn_DisturbReason {
    CN_DISTURBED_PUSHED,  /* it got a force, an impulse or a velocity other than 0 */
    CN_DISTURBED_PLACED,  /* it was put elsewhere, or into the world */
    CN_DISTURBED_CHANGED, /* numbers of it, its shapes, its joints or of the world are others */
    CN_DISTURBED_LEFT,    /* it, or contacts, joints or shapes of it, are about to go */
    CN_DISTURBED_STRUCK,  /* something awake meets it, or is about to, or lets go of it */
    CN_DISTURBED_FIELD,   /* an area in which it may be moves, or is another */
    CN_DISTURBED_WOKEN,   /* by command */
    /* Its island falls asleep, by command: to settle before and after, since here order matters. */
    CN_DISTURBED_SENT_TO_SLEEP,
    /* These wake nothing. Where the island of the body rests they are noted in it, for the moment
     * when it would be solved (solver/rest). */
    CN_DISTURBED_MOTION, /* its velocity, mass or outline was written, be it with what it was */
    CN_DISTURBED_FORCED, /* within the step: a force, a new manifold, one that is gone; several
                        threads may say so at once */
} cn_DisturbReason;

/* Marks; body is a slot. */
void cn_activity_disturb(cn_World *w, int body, cn_DisturbReason why);
/* Those ends of a contact or a joint that are dynamic: what it does to these, it does not do to all
 * that touches the ground which it stands on. */
static inline void cn_activity_disturb_both(cn_World *w, int body_a, int body_b,
                                            cn_DisturbReason why) {
    if (w->cold[body_a].type == CN_DYNAMIC) cn_activity_disturb(w, body_a, why);
    if (w->cold[body_b].type == CN_DYNAMIC) cn_activity_disturb(w, body_b, why);
}

/* Works off what is marked. Nothing that can be asked depends on when, so getters may. */
void cn_activity_work_off(cn_World *w);
static inline void cn_activity_settle(const cn_World *w) {
    if (w->disturbed_end > 0 || w->sent_to_sleep > 0) cn_activity_work_off((cn_World *)w);
}

/* From now on a body is awake or not: made, or of another type; alone, and without an event. */
void cn_activity_enter(cn_World *w, int body, bool awake);
/* It is about to be removed or disabled: it is neither awake nor in any island that is kept. */
void cn_activity_leave(cn_World *w, int body);

/* Rests on, if nothing acts on it in this step of dt s. */
bool cn_activity_stays(const cn_World *w, int body, float dt);
#define CN_REST_TIRED                                                                              \
    3600 /* steps through the sub-steps, at most, until a body is looked at again */
int cn_rest_wait(const cn_World *w, int body); /* steps, until it may be looked at again */

/* sleep.c: stages of the step. */
void cn_island_list_awake(cn_World *w);  /* into the step's memory */
void cn_island_fall_asleep(cn_World *w); /* those that have been slow for long enough */

/* wake.c: whether the touch of a sensor joins two dynamic bodies, by an area of one of them; the
 * body at the other end of a joint in body's list if the two belong together, else -1. */
bool cn_island_field_joins(const cn_World *w, const cn_Contact *c);
int cn_island_joined_by(const cn_World *w, int link);

/* Whether a contact joins two bodies to an island. */
static inline bool cn_island_joins(const cn_World *w, const cn_Contact *c) {
    uint32_t asked =
        CN_CONTACT_TOUCHING | CN_CONTACT_REFUSED | CN_CONTACT_IGNORED | CN_CONTACT_WALL;
    return (c->flags & asked) == CN_CONTACT_TOUCHING &&
           (!(c->flags & CN_CONTACT_SENSOR) || cn_island_field_joins(w, c));
}

#endif
