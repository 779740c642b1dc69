/* event.c: what happened in a step, as arrays that stay until the next.
 *
 * Ends that come from destroying things between two steps wait in arrays of their own and are
 * told by the next step. Running out of memory drops events, never the world: it is reported.
 * Invariant: what is published points at arrays that stay where they are. While a step writes them
 * nothing is published, so that a hook which looks finds no events rather than freed memory. */
#include "step/event.h"

#include <math.h>
#include <string.h>

#include "contact/contact.h"
#include "contact/contact_event.h"
#include "contact/contact_speed.h"
#include "data/body_access.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "solver/order/contact_blocks.h"
#include "world/dominance_entry.h"
#include "world/event_log.h"

/* count of events, a job of a thread: fewer balance better, more cost less */
#define EVENTS_EACH 32
#define AHEAD       4 /* count of contacts between asking for memory and using it */

void cn_event_clear(cn_World *w) {
    cn_EventBuffers *e = &w->events;
    w->public_events = (cn_Events){.stamp = w->public_events.stamp};
    e->begin_count = e->end_count = e->solved_count = e->hit_count = e->sensor_count = 0;
    e->left_bounds_count = e->moved_count = e->woke_count = e->slept_count = e->warning_count = 0;
    e->broken_count = e->pressed_count = e->alarm_count = 0;
    e->mover_hit_count = e->left_mover_count = 0;
    for (int i = 0; i < e->late_mover_hit_count; i++)
        if (CN_EVENT_ROOM(e->mover_hits, e->mover_hit_count))
            e->mover_hits[e->mover_hit_count++] = e->late_mover_hits[i];
    e->late_mover_hit_count = 0;
    for (int i = 0; i < e->late_end_count; i++)
        if (CN_EVENT_ROOM(e->ends, e->end_count)) e->ends[e->end_count++] = e->late_ends[i];
    for (int i = 0; i < e->late_sensor_count; i++)
        if (CN_EVENT_ROOM(e->sensors, e->sensor_count))
            e->sensors[e->sensor_count++] = e->late_sensors[i];
    for (int i = 0; i < e->late_wake_count; i++)
        cn_event_wake(w, e->late_wakes[i].body, e->late_wakes[i].awake);
    e->late_end_count = e->late_sensor_count = e->late_wake_count = 0;
}

/* ---- after the solver --------------------------------------------------------------------- */

/* m/s^2, by which weight alone changes the speed of approach. */
static float weight_of_approach(const cn_World *w, const cn_Contact *c) {
    bool fixed_a = c->flags & CN_CONTACT_WALL_A, fixed_b = c->flags & CN_CONTACT_WALL_B;
    float a = fixed_a ? 0 : cn_body_tuning(w, c->body_a)->gravity_scale;
    float b = fixed_b ? 0 : cn_body_tuning(w, c->body_b)->gravity_scale;
    cn_Vec g = {(float)w->def.gravity_x, (float)w->def.gravity_y};
    return (a - b) * cn_dot(g, c->normal);
}

/* The speeds are those of the middle of half a sub-step before the step: what falls is faster by
 * the time it touches. */
static void speeds_at_touch(const cn_World *w, const cn_Contact *c, cn_Row speed[2]) {
    float a = weight_of_approach(w, c), h = w->scratch.dt / (float)w->def.substeps;
    if (a == 0) return;
    for (int i = 0; i < c->count; i++) {
        if (speed[i].normal <= 0) continue;
        float v = speed[i].normal + 0.5f * a * h, gap = cn_maxf(c->separation[i], 0);
        float at_touch = sqrtf(cn_maxf(v * v + 2 * a * gap, 0));
        speed[i].normal = cn_minf(at_touch, v + w->scratch.dt * cn_absf(a));
    }
}

/* The point that was struck hardest, -1 = none fast enough. */
static int struck_point(const cn_World *w, const cn_Contact *c, const cn_Row speed[2]) {
    int best = -1;
    for (int i = 0; i < c->count; i++) {
        bool counts = c->total[i].normal > 0 && speed[i].normal > (float)w->def.hit_speed;
        if (counts && (best < 0 || speed[i].normal > speed[best].normal)) best = i;
    }
    return best;
}

/* From the centre that a had when the step began: where the two were when the gap had closed. Each
 * body is taken to have come evenly to where it is now. What the blow did to its way makes that
 * wrong by as much as it is light: along the normal the heavier one is believed the more, so that
 * the errors of both cancel as momentum is conserved; across, the lighter one, which brings its
 * point along. How they turned meanwhile is left out. */
static cn_Vec struck_place(const cn_World *w, const cn_Contact *c, int point, float speed) {
    const cn_Motion *a = &w->motion[c->body_a], *b = &w->motion[c->body_b];
    float gap = cn_maxf(c->separation[point], 0), way = speed * w->scratch.dt;
    float share = gap < way ? gap / way : 1; /* of the step, until they met */
    cn_Vec n = c->normal, t = cn_right(n), on_a = c->r[point];
    on_a = cn_mul_add(on_a, -0.5f * c->separation[point], n);
    on_a = cn_mul_add(on_a, share, (cn_Vec){a->dx, a->dy});
    cn_Vec apart = cn_scale(share, (cn_Vec){b->dx - a->dx, b->dy - a->dy});
    apart = cn_mul_add(apart, c->separation[point], n);
    cn_Mass mass_a, mass_b;
    cn_contact_masses(w, c, &mass_a, &mass_b);
    float inv_a = mass_a.inv_m, inv_b = mass_b.inv_m;
    float light_a = inv_a + inv_b > 0 ? inv_a / (inv_a + inv_b) : 0.5f;
    on_a = cn_mul_add(on_a, light_a * cn_dot(apart, n), n);
    return cn_mul_add(on_a, (1 - light_a) * cn_dot(apart, t), t);
}

/* Numbers at the ends of their ranges, all at once, may ask for more than float holds. */
static bool is_finite(const cn_HitEvent *hit) {
    return cn_is_finite(hit->x) && cn_is_finite(hit->y) &&
           cn_is_finite((double)hit->speed + (double)hit->impulse);
}

static bool is_silent(const cn_World *w, const cn_Contact *c) {
    return cn_shape_traits(w, cn_contact_shape_a(w, c))->no_hits ||
           cn_shape_traits(w, cn_contact_shape_b(w, c))->no_hits;
}

/* The point of the contact that was hit, -1 = none to tell of; and its speeds. */
static int hit_point(const cn_World *w, int contact, cn_Row speed[2]) {
    const cn_Contact *c = &w->contact[contact];
    if (!(c->flags & CN_CONTACT_EVENTS)) return -1;
    cn_contact_speeds(w, contact, speed);
    speeds_at_touch(w, c, speed);
    int best = struck_point(w, c, speed);
    return best < 0 || is_silent(w, c) ? -1 : best;
}

/* Of what was struck most was too slow: so it is looked at before it is sorted, which one thread
 * does alone, and what remains a second time. */
static bool tells(const cn_World *w, int contact) {
    cn_Row speed[2];
    return w->contact[contact].flags & CN_CONTACT_PRE_SOLVE || hit_point(w, contact, speed) >= 0;
}

/* All zero where there is none to tell. */
static cn_HitEvent hit_of(const cn_World *w, int contact) {
    const cn_Contact *c = &w->contact[contact];
    cn_Row speed[2];
    int best = hit_point(w, contact, speed);
    if (best < 0) return (cn_HitEvent){0};
    cn_Pos center = cn_pose_center(&w->pose[c->body_a]);
    cn_Vec place = struck_place(w, c, best, speed[best].normal);
    float impulse = 0;
    for (int i = 0; i < c->count; i++) impulse += c->total[i].normal;
    cn_HitEvent hit = {.a = cn_shape_id(w, cn_contact_shape_a(w, c)),
                       .b = cn_shape_id(w, cn_contact_shape_b(w, c)),
                       .x = center.x + (double)place.x,
                       .y = center.y + (double)place.y,
                       .nx = c->normal.x,
                       .ny = c->normal.y,
                       .speed = speed[best].normal,
                       .impulse = impulse};
    return is_finite(&hit) ? hit : (cn_HitEvent){0};
}

static void make_hits(void *context, int first, int last, int worker) {
    cn_World *w = context;
    (void)worker;
    const int *slots = w->scratch.contact.changed.slots;
    for (int i = first; i < last; i++) {
        if (i + 2 * AHEAD < last) {
            cn_contact_fetch(w, slots[i + 2 * AHEAD]);
            if (w->scratch.order.lane) cn_fetch(&w->scratch.order.lane[slots[i + 2 * AHEAD]]);
        }
        if (i + AHEAD < last) cn_contact_fetch_speeds(w, slots[i + AHEAD]);
        w->events.hits[i] = hit_of(w, slots[i]);
    }
}

/* Takes out hits that are none. Pieces of one pair of shapes strike as one: where the hardest blow
 * was, and all that they weighed. */
static void join_hits(cn_EventBuffers *e, int count) {
    cn_HitEvent *last = NULL;
    float hardest = 0;
    for (int i = 0; i < count; i++) {
        cn_HitEvent hit = e->hits[i];
        if (hit.a.generation == 0) continue;
        if (!last || last->a.index != hit.a.index || last->b.index != hit.b.index) {
            last = &e->hits[e->hit_count++];
            *last = hit;
            hardest = hit.impulse;
            continue;
        }
        float impulse = last->impulse + hit.impulse, speed = cn_maxf(last->speed, hit.speed);
        if (hit.impulse > hardest) *last = hit, hardest = hit.impulse;
        last->impulse = impulse;
        last->speed = speed;
    }
}

static void list_hits(cn_World *w, const cn_ContactList *list) {
    cn_EventBuffers *e = &w->events;
    if (!cn_had_memory(w, CN_GROW(e->hits, list->count))) return;
    cn_jobs_run(w->jobs, make_hits, w, list->count, EVENTS_EACH);
    join_hits(e, list->count);
}

static void solved(cn_World *w, int contact) {
    cn_EventBuffers *e = &w->events;
    if (!CN_EVENT_ROOM(e->solved, e->solved_count)) return;
    cn_contact_manifold(w, cn_contact_id(w, contact), &e->solved[e->solved_count++]);
}

/* A begin is noted before solving: what the touch then weighed is added to its manifold. */
static void add_impulses(void *context, int first, int last, int worker) {
    cn_World *w = context;
    (void)worker;
    for (int i = first; i < last; i++) {
        cn_Manifold *m = &w->events.begins[i].manifold;
        int slot = cn_contact_slot(w, m->id);
        const cn_Contact *c = &w->contact[slot < 0 ? 0 : slot];
        if (slot < 0 || c->count != m->count) continue;
        for (int k = 0; k < m->count; k++) {
            m->points[k].normal_impulse = c->total[k].normal;
            m->points[k].tangent_impulse = c->total[k].tangent;
        }
    }
}

/* Contacts that were solved and have something to tell, sorted; scratch.contact.changed is free
 * now. */
void cn_event_solved(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    cn_jobs_run(w->jobs, add_impulses, w, w->events.begin_count, EVENTS_EACH);
    cn_contact_told(w, &s->contact.changed, tells);
    cn_contact_blocks_told(w, &s->contact.changed);
    cn_contact_sort_list(w, &w->scratch.contact.changed);
    list_hits(w, &s->contact.changed);
    for (int i = 0; i < s->contact.changed.count; i++) {
        int contact = s->contact.changed.slots[i];
        if (w->contact[contact].flags & CN_CONTACT_PRE_SOLVE) solved(w, contact);
    }
}

/* One pair can leave (destroyed between steps) and enter again in one step: leaving comes first. */
static bool sensor_before(const void *context, const void *p, const void *q) {
    (void)context;
    const cn_SensorEvent *a = p, *b = q;
    if (a->sensor.index != b->sensor.index) return a->sensor.index < b->sensor.index;
    if (a->visitor.index != b->visitor.index) return a->visitor.index < b->visitor.index;
    return a->entered < b->entered;
}

static bool are_sorted(const cn_SensorEvent *list, int count) {
    for (int i = 1; i < count; i++)
        if (sensor_before(NULL, &list[i], &list[i - 1])) return false;
    return true;
}

/* Item i becomes that which the key says; a key that has been followed says so. */
static void put_in_order(cn_SensorEvent *list, cn_Keyed *keyed, int count) {
    for (int i = 0; i < count; i++) {
        cn_SensorEvent first = list[i];
        for (int at = i; keyed[at].a >= 0;) {
            int from = keyed[at].a;
            keyed[at].a = -1;
            list[at] = from == i ? first : list[from];
            at = from;
        }
    }
}

/* A crowd in a sensor comes all at once, and long lists are sorted by whole keys. */
static void sort_sensors(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    cn_SensorEvent *list = w->events.sensors;
    int n = w->events.sensor_count;
    if (are_sorted(list, n)) return;
    if (!CN_GROW(s->callback.sorted, 2 * n)) {
        cn_sort(list, n, sizeof *list, sensor_before, NULL);
        return;
    }
    for (int i = 0; i < n; i++) {
        uint64_t sensor = list[i].sensor.index, visitor = list[i].visitor.index;
        s->callback.sorted[i] = (cn_Keyed){sensor << 33 | visitor << 1 | list[i].entered, i, 0};
    }
    cn_sort_keyed(s->callback.sorted, s->callback.sorted + n, n);
    put_in_order(list, s->callback.sorted, n);
}

static bool joint_before(const void *context, const void *p, const void *q) {
    (void)context;
    return ((const cn_JointId *)p)->index < ((const cn_JointId *)q)->index;
}

static bool body_before(const void *context, const void *p, const void *q) {
    (void)context;
    return ((const cn_BodyId *)p)->index < ((const cn_BodyId *)q)->index;
}

void cn_event_publish(cn_World *w) {
    cn_EventBuffers *e = &w->events;
    cn_event_sort_ends(w);
    sort_sensors(w);
    cn_sort(e->woke, e->woke_count, sizeof *e->woke, body_before, NULL);
    cn_sort(e->slept, e->slept_count, sizeof *e->slept, body_before, NULL);
    cn_sort(e->broken, e->broken_count, sizeof *e->broken, joint_before, NULL);
    w->public_events = (cn_Events){
        .begins = e->begins,
        .ends = e->ends,
        .solved = e->solved,
        .hits = e->hits,
        .sensors = e->sensors,
        .left_bounds = e->left_bounds,
        .slept = e->slept,
        .woke = e->woke,
        .moved = e->moved,
        .warnings = e->warnings,
        .broken = e->broken,
        .broken_count = e->broken_count,
        .pressed = e->pressed,
        .alarms = e->alarms,
        .pressed_count = e->pressed_count,
        .alarm_count = e->alarm_count,
        .mover_hits = e->mover_hits,
        .left_movers = e->left_movers,
        .mover_hit_count = e->mover_hit_count,
        .left_mover_count = e->left_mover_count,
        .begin_count = e->begin_count,
        .end_count = e->end_count,
        .solved_count = e->solved_count,
        .hit_count = e->hit_count,
        .sensor_count = e->sensor_count,
        .left_bounds_count = e->left_bounds_count,
        .slept_count = e->slept_count,
        .woke_count = e->woke_count,
        .moved_count = e->moved_count,
        .warning_count = e->warning_count,
        .stamp = w->public_events.stamp + 1,
    };
}

const cn_Events *cn_world_events(const cn_World *w) { return &w->public_events; }
