/* contact_event.c: contacts begin and end, and sensors are entered and left, noted while the step
 * goes on; between two steps, to be told by the next.
 *
 * Running out of memory drops events, never the world: it is reported. */
#include "contact/contact_event.h"

#include "contact/contact.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "world/event_log.h"

#define EVENTS_EACH 32 /* count of events, for one thread at a time */

/* Which of the two is a sensor that sees the other. */
static bool sees(const cn_World *w, int shape, int other) {
    const cn_Traits *t = cn_shape_traits(w, other);
    return cn_shape_traits(w, shape)->sensor && (!t->sensor || t->seen);
}

static void tell_sensor(cn_World *w, int shape, int other, bool entered) {
    cn_EventBuffers *e = &w->events;
    cn_SensorEvent event = {cn_shape_id(w, shape), cn_shape_id(w, other), entered};
    if (!w->stepping) {
        if (CN_EVENT_ROOM(e->late_sensors, e->late_sensor_count))
            e->late_sensors[e->late_sensor_count++] = event;
    } else if (CN_EVENT_ROOM(e->sensors, e->sensor_count)) {
        e->sensors[e->sensor_count++] = event;
    }
}

static void sensor(cn_World *w, const cn_Contact *c, bool entered) {
    int a = cn_contact_shape_a(w, c), b = cn_contact_shape_b(w, c);
    if (sees(w, a, b)) tell_sensor(w, a, b, entered);
    if (sees(w, b, a)) tell_sensor(w, b, a, entered);
}

bool cn_event_begin(cn_World *w, int contact) {
    const cn_Contact *c = &w->contact[contact];
    if (!(c->flags & CN_CONTACT_EVENTS)) return false;
    if (c->flags & CN_CONTACT_SENSOR) sensor(w, c, true);
    return !(c->flags & CN_CONTACT_SENSOR);
}

static uint64_t key_of_begin(const cn_BeginEvent *e) {
    return (uint64_t)e->a.index << 32 | e->b.index;
}

typedef struct Begins {
    cn_World *w;
    const cn_Keyed *begun;
} Begins;

static void fill_begins(void *context, int first, int last, int worker) {
    const Begins *b = context;
    (void)worker;
    for (int i = first; i < last; i++) {
        cn_BeginEvent *event = &b->w->events.begins[b->begun[i].b];
        cn_contact_tell(b->w, b->begun[i].a, &event->manifold);
        event->a = event->manifold.a;
        event->b = event->manifold.b;
    }
}

/* Both are sorted: merged from the end on, so that each event moves once and none is copied. */
void cn_event_begins(cn_World *w, cn_Keyed *begun, int count) {
    cn_EventBuffers *e = &w->events;
    int old = e->begin_count - 1, to = old + count;
    if (count == 0) return;
    if (!cn_had_memory(w, CN_GROW(e->begins, to + 1))) return;
    e->begin_count = to + 1;
    for (int i = count - 1; i >= 0; i--) {
        while (old >= 0 && key_of_begin(&e->begins[old]) > begun[i].key)
            e->begins[to--] = e->begins[old--];
        begun[i].b = to--;
    }
    cn_jobs_run(w->jobs, fill_begins, &(Begins){w, begun}, count, EVENTS_EACH);
}

bool cn_event_reserve_ends(cn_World *w, int more) {
    cn_EventBuffers *e = &w->events;
    return CN_GROW(e->ends, e->end_count + more);
}

void cn_event_end_of(cn_World *w, uint64_t key) {
    w->events.ends[w->events.end_count++] =
        (cn_EndEvent){cn_shape_id(w, (int)(key >> 32)), cn_shape_id(w, (int)(uint32_t)key)};
}

void cn_event_end(cn_World *w, int contact) {
    const cn_Contact *c = &w->contact[contact];
    cn_EventBuffers *e = &w->events;
    if (!(c->flags & CN_CONTACT_EVENTS)) return;
    if (c->flags & CN_CONTACT_SENSOR) {
        sensor(w, c, false);
        return;
    }
    cn_EndEvent event = {cn_shape_id(w, cn_contact_shape_a(w, c)),
                         cn_shape_id(w, cn_contact_shape_b(w, c))};
    if (!w->stepping) {
        if (CN_EVENT_ROOM(e->late_ends, e->late_end_count))
            e->late_ends[e->late_end_count++] = event;
    } else if (CN_EVENT_ROOM(e->ends, e->end_count)) {
        e->ends[e->end_count++] = event;
    }
}

/* Ends, sensors and wakes come from several stages: put them in order of ids. */
static bool end_before(const void *context, const void *p, const void *q) {
    (void)context;
    const cn_EndEvent *a = p, *b = q;
    return a->a.index != b->a.index ? a->a.index < b->a.index : a->b.index < b->b.index;
}

static uint64_t key_of_end(const cn_EndEvent *e) { return (uint64_t)e->a.index << 32 | e->b.index; }

/* Where several have the same indices they stay in the order in which they happened. */
void cn_event_sort_ends(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    cn_EndEvent *ends = w->events.ends;
    int n = w->events.end_count;
    if (n == 0) return;
    if (!CN_GROW(s->contact.sorted_ends, 2 * n)) {
        cn_sort(ends, n, sizeof *ends, end_before, NULL);
        return;
    }
    for (int i = 0; i < n; i++) {
        const cn_EndEvent *e = &ends[i];
        s->contact.sorted_ends[i] =
            (cn_Keyed){key_of_end(e), (int32_t)e->a.generation, (int32_t)e->b.generation};
    }
    cn_sort_keyed(s->contact.sorted_ends, s->contact.sorted_ends + n, n);
    for (int i = 0; i < n; i++) {
        const cn_Keyed *k = &s->contact.sorted_ends[i];
        ends[i] = (cn_EndEvent){{(uint32_t)(k->key >> 32), (uint32_t)k->a},
                                {(uint32_t)k->key, (uint32_t)k->b}};
    }
}

/* Both in the order of their shapes. Of two ends of one pair the last is that of this step. */
void cn_event_take_back_ends(cn_World *w, const cn_ContactList *list) {
    cn_EventBuffers *e = &w->events;
    int kept = 0, next = 0;
    if (list->count == 0) return;
    cn_event_sort_ends(w);
    for (int i = 0; i < e->end_count; i++) {
        uint64_t key = key_of_end(&e->ends[i]);
        while (next < list->count && cn_contact_key(w, list->slots[next]) < key) next++;
        bool last = i + 1 == e->end_count || key_of_end(&e->ends[i + 1]) != key;
        bool back = next < list->count && cn_contact_key(w, list->slots[next]) == key;
        if (!back || !last) e->ends[kept++] = e->ends[i];
    }
    e->end_count = kept;
}
