/* touch.c: contacts that begin or stop touching: flags, the events of it, and who wakes by it.
 *
 * Several contacts of the same two shapes are one touch: it begins with the first and ends with the
 * last of them. Not here: what touches (narrow_phase.c, sensor.c). */
#include "contact/touch.h"

#include "activity/activity.h"
#include "contact/contact.h"
#include "contact/contact_event.h"
#include "contact/contact_speed.h"
#include "data/contact_access.h"
#include "data/world.h"

bool cn_touch_list(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int n = 0, words = s->contact.busy_count;
    const int *busy = s->contact.busy;
    for (int i = 0; i < words; i++) n += __builtin_popcountll(s->contact.words[busy[i]].changed);
    if (!CN_GROW(s->contact.changed.slots, n)) return false;
    for (int i = 0; i < words; i++)
        for (uint64_t bits = s->contact.words[busy[i]].changed; bits; bits &= bits - 1)
            s->contact.changed.slots[s->contact.changed.count++] = cn_contact_at(busy[i], bits);
    return true;
}

/* What there is to do with a contact that began or stopped touching. */
typedef enum Transition { NOTHING, BEGUN, ENDED, OPEN } Transition;

static bool sleeps(const cn_World *w, int body) {
    return !(w->body_flags[body] & CN_BODY_AWAKE) && w->cold[body].type == CN_DYNAMIC;
}

/* Most contacts are told of by themselves, side by side. Left open: contacts that share the telling
 * with others of their two shapes, sensors, and those that wake a body. */
static int transition(cn_World *w, int contact) {
    cn_Contact *c = &w->contact[contact];
    bool tells = c->flags & CN_CONTACT_EVENTS;
    if (cn_contact_pair(w, contact) >= 0 || c->flags & CN_CONTACT_SENSOR || sleeps(w, c->body_a) ||
        sleeps(w, c->body_b))
        return OPEN;
    if (c->flags & CN_CONTACT_TOUCHING) {
        c->flags = (c->flags & ~(uint32_t)CN_CONTACT_TOUCHING) | CN_CONTACT_ENDED;
        return tells ? ENDED : NOTHING;
    }
    if (c->flags & CN_CONTACT_REFUSED) return NOTHING;
    c->flags |= CN_CONTACT_TOUCHING;
    return tells ? BEGUN : NOTHING;
}

/* Returns whether that has to be told. */
static bool begin(cn_World *w, cn_Contact *c, int contact) {
    c->flags |= CN_CONTACT_TOUCHING;
    int pair = cn_contact_pair(w, contact);
    bool first = pair < 0 || w->pair[pair].touching++ == 0;
    bool told = first && cn_event_begin(w, contact);
    if (c->flags & CN_CONTACT_SENSOR) return told;
    /* a touch carries the wake from one island to the other */
    if (sleeps(w, c->body_a)) cn_activity_disturb(w, c->body_a, CN_DISTURBED_STRUCK);
    if (sleeps(w, c->body_b)) cn_activity_disturb(w, c->body_b, CN_DISTURBED_STRUCK);
    cn_activity_settle(w);
    return told;
}

static void end(cn_World *w, cn_Contact *c, int contact) {
    c->flags &= ~(uint32_t)CN_CONTACT_TOUCHING;
    int pair = cn_contact_pair(w, contact);
    if (pair >= 0 && --w->pair[pair].touching > 0) return;
    if (pair >= 0) w->pair[pair].flags &= ~(uint32_t)CN_CONTACT_IGNORED;
    c->flags |= CN_CONTACT_ENDED;
    cn_event_end(w, contact);
}

/* Returns whether a begin has to be told. */
static bool transition_open(cn_World *w, int contact) {
    cn_Contact *c = &w->contact[contact];
    if (c->flags & CN_CONTACT_TOUCHING)
        end(w, c, contact);
    else if (!(c->flags & CN_CONTACT_REFUSED))
        return begin(w, c, contact);
    return false;
}

void cn_touch_update(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int begun = 0, count = s->contact.changed.count;
    /* else they are found again in the next step */
    if (!cn_had_memory(w, cn_event_reserve_ends(w, count) &&
                              cn_contact_sort(w, &s->contact.changed, transition)))
        return;
    for (int i = 0; i < count; i++) {
        const cn_Keyed *k = &s->contact.sorted[i];
        bool begins = k->b == BEGUN || (k->b == OPEN && transition_open(w, k->a));
        if (k->b == ENDED) cn_event_end_of(w, k->key);
        if (begins) s->contact.sorted[begun++] = *k;
    }
    cn_event_begins(w, s->contact.sorted, begun);
}

/* Those of sensors tell of themselves at once. */
void cn_touch_entered(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    s->contact.changed.count = 0;
    /* else they are found again in the next step */
    if (!cn_had_memory(w, cn_touch_list(w) && cn_contact_sort(w, &s->contact.changed, NULL)))
        return;
    for (int i = 0; i < s->contact.changed.count; i++)
        (void)transition_open(w, s->contact.sorted[i].a);
}

/* It left and came back within the step: for a listener it has touched all the time. Returns
 * whether its end had been told. */
static bool go_on(cn_World *w, cn_Contact *c, int contact) {
    c->flags |= CN_CONTACT_TOUCHING;
    int pair = cn_contact_pair(w, contact);
    return pair < 0 || w->pair[pair].touching++ == 0;
}

/* What was pushed has touched, if only between two looks, like a ball that bounced. Where it has
 * left again its end follows in the next step. */
void cn_touch_struck(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    cn_contact_told(w, &s->contact.changed, NULL);
    int begun = 0, back = 0, count = s->contact.changed.count;
    if (!cn_had_memory(w, cn_contact_sort(w, &s->contact.changed, NULL))) return;
    for (int i = 0; i < count; i++) {
        cn_Keyed k = s->contact.sorted[i];
        cn_Contact *c = &w->contact[k.a];
        if (c->flags & CN_CONTACT_ENDED) {
            if (go_on(w, c, k.a)) s->contact.changed.slots[back++] = k.a;
        } else if (begin(w, c, k.a)) {
            s->contact.sorted[begun++] = k;
        }
    }
    s->contact.changed.count = back;
    cn_event_begins(w, s->contact.sorted, begun);
    cn_event_take_back_ends(w, &s->contact.changed);
}
