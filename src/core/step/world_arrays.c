/* world_arrays.c: every growable array of a world, listed once with how many of its elements have
 * to outlive a step: to save them in snapshots, to free them, to count their bytes, and to give
 * back what lies idle.
 *
 * A world that falls needs more than a world that rests. So, from time to time, arrays are cut to
 * what is in use, and those that hold nothing between two steps are given back whole: what the next
 * step needs of them it takes anew. While a moving world has more than a few of its blocks of
 * contacts in use nothing is given back, else one of its steps would take twice as long.
 * Not in the list, since they free and count themselves: trees, islands kept by rest.c,
 * articulations, joints in lanes. */
#include "step/world_arrays.h"

#include <string.h>

#include "data/contact_access.h"
#include "data/mover.h"
#include "data/world.h"
#include "solver/order/domain.h"
#include "solver/order/joint_color.h"
#include "solver/rest/rest.h"
#include "solver/rest/rest_cache.h"
#include "step/contact_compact.h"
#include "wide/contact_block.h"
#include "wide/joint_block.h"
#include "wide/motion.h"

/* steps between two looks at what lies loosely or idle: each costs a pass over arrays */
#define PACK_EVERY 32
/* steps between two trims of a world that moves, which takes all anew after one */
#define TRIM_EVERY 128
/* ratio of blocks of contacts to those in use, from which on a world that moves is trimmed: taking
 * all anew costs as much as its step */
#define MOSTLY_IDLE 8
/* bytes of a step's memory for each body of a pile and for each joint, with what blocks of powers
 * of two leave idle, and of all that is asked for before */
#define BODY_BYTES  9000
#define JOINT_BYTES 2000
#define MOST_BYTES  ((int64_t)64 << 20)

/* How a snapshot takes each: see cn_ArrayHow. */
#define EACH(array, capacity, keep, count, how)                                                    \
    fn(context,                                                                                    \
       &(cn_ArrayRef){#array, (void **)&(array), &(capacity), sizeof *(array), keep, count, how})
/* State, in the world itself: by slot; and with a count of its own. */
#define ARRAY(name, keep) EACH(w->name, w->name##_capacity, keep, NULL, CN_ARRAY_STATE)
#define LIST(name, counter)                                                                        \
    EACH(w->name, w->name##_capacity, w->counter, &w->counter, CN_ARRAY_STATE)
/* The same elsewhere; where fewer may be there; and where how many is not known before. */
#define LATE(array, capacity, count) EACH(array, capacity, count, &(count), CN_ARRAY_STATE)
#define SOME(array, capacity, keep)  EACH(array, capacity, keep, NULL, CN_ARRAY_SOME)
#define ANY(array, capacity, keep)   EACH(array, capacity, keep, NULL, CN_ARRAY_ANY)
/* Made anew after a restore, or told by its owner; of the step; and room that has to be there. */
#define DERIVED(array, capacity, keep) EACH(array, capacity, keep, NULL, CN_ARRAY_DERIVED)
#define STEP(array, capacity)          EACH(array, capacity, 0, NULL, CN_ARRAY_STEP)
#define ROOM(array, capacity, keep)    EACH(array, capacity, keep, NULL, CN_ARRAY_ROOM)

static void each_of_bodies(cn_World *w, cn_ArrayFn *fn, void *context) {
    int bodies = w->bodies.count, pieces = w->pieces.count;
    int vertices = w->vertex_runs.count > 0 ? w->vertex_runs.count + CN_VERTICES_BEYOND : 0;
    ARRAY(motion, bodies);
    ARRAY(sync, bodies);
    ARRAY(pose, bodies);
    ARRAY(old_pose, bodies);
    ARRAY(mass, bodies);
    ARRAY(drive, bodies);
    ARRAY(tuning, w->tuning_shared.slots.count);
    ARRAY(body_flags, bodies);
    ARRAY(sleep_time, bodies);
    ARRAY(motion_block, (bodies + CN_LANES - 1) / CN_LANES);
    ARRAY(awake, (bodies + 63) / 64);
    ARRAY(disturbed, (bodies + 63) / 64);
    ARRAY(cold, bodies);
    SOME(w->shape, w->shape_capacity, w->shapes.count);
    ARRAY(piece, pieces);
    ARRAY(box, pieces);
    ARRAY(form, w->forms.slots.count);
    ARRAY(traits, w->traits_shared.slots.count);
    ARRAY(vertices, vertices);
    ARRAY(normals, vertices);
    ARRAY(inner, vertices);
    ARRAY(points, w->point_runs.count);
    ARRAY(materials, w->material_runs.count);
    LIST(planes, plane_count);
    LIST(moved, moved_count);
    LIST(settled, settled_count);
    LIST(apart, apart_count);
    ARRAY(renewed, (pieces + 63) / 64);
    SOME(w->joint, w->joint_capacity, w->joints.count);
    LIST(coupling, coupling_count);
    LIST(field, field_count);
    DERIVED(w->thrust, w->thrust_capacity, w->thrust_count);
    DERIVED(w->dominance, w->dominance_capacity, w->dominance_count);
    DERIVED(w->ignored, w->ignored_capacity, w->ignored_count);
    DERIVED(w->press, w->press_capacity, w->press_count);
    DERIVED(w->alarm, w->alarm_capacity, w->alarm_count);
    SOME(w->mover, w->mover_capacity, w->movers.count);
}

/* Beyond the last contact that has something there. Where an image is read, contacts are counted
 * before there is room for them. */
static int rare_end(const cn_World *w) {
    int end = w->contacts.count;
    if (end > w->contact_rare_capacity) end = w->contact_rare_capacity;
    if (end > w->contact_capacity) end = w->contact_capacity;
    while (end > 0 && w->contact_rare[end - 1].pair == 0 &&
           !(w->contact[end - 1].flags & CN_CONTACT_SPECIAL))
        end--;
    return end;
}

static void each_of_contacts(cn_World *w, cn_ArrayFn *fn, void *context) {
    int words = cn_contact_words(w), rare = rare_end(w); /* read before contacts may be freed */
    ARRAY(contact, w->contacts.count);
    ARRAY(contact_cold, w->contacts.count);
    ANY(w->contact_rare, w->contact_rare_capacity, rare);
    ARRAY(active, words);
    LIST(unasked, unasked_count);
    ARRAY(waiting, words);
    ARRAY(pair, w->pairs.count);
}

static void each_of_events(cn_EventBuffers *e, cn_ArrayFn *fn, void *context) {
    DERIVED(e->begins, e->begin_capacity, e->begin_count);
    DERIVED(e->ends, e->end_capacity, e->end_count);
    LATE(e->late_ends, e->late_end_capacity, e->late_end_count);
    DERIVED(e->solved, e->solved_capacity, e->solved_count);
    DERIVED(e->hits, e->hit_capacity, e->hit_count);
    DERIVED(e->sensors, e->sensor_capacity, e->sensor_count);
    LATE(e->late_sensors, e->late_sensor_capacity, e->late_sensor_count);
    DERIVED(e->left_bounds, e->left_bounds_capacity, e->left_bounds_count);
    DERIVED(e->slept, e->slept_capacity, e->slept_count);
    DERIVED(e->woke, e->woke_capacity, e->woke_count);
    LATE(e->late_wakes, e->late_wake_capacity, e->late_wake_count);
    DERIVED(e->moved, e->moved_capacity, e->moved_count);
    DERIVED(e->broken, e->broken_capacity, e->broken_count);
    DERIVED(e->pressed, e->pressed_capacity, e->pressed_count);
    DERIVED(e->alarms, e->alarm_capacity, e->alarm_count);
    DERIVED(e->warnings, e->warning_capacity, e->warning_count);
    DERIVED(e->mover_hits, e->mover_hit_capacity, e->mover_hit_count);
    DERIVED(e->late_mover_hits, e->late_mover_hit_capacity, e->late_mover_hit_count);
    DERIVED(e->left_movers, e->left_mover_capacity, e->left_mover_count);
}

static void each_of_colors(cn_World *w, cn_ArrayFn *fn, void *context) {
    cn_StepMemory *s = &w->scratch;
    int bodies = w->bodies.count;
    int words = cn_contact_words(w);
    int colors = s->order.has_colors ? 64 * words : 0;
    int body_colors = s->order.has_colors ? bodies : 0;
    STEP(s->order.lane, s->order.lane_capacity);
    SOME(s->order.solid_words, s->order.solid_words_capacity, words);
    STEP(s->order.solid, s->order.solid_capacity);
    SOME(s->order.node, s->order.node_capacity, colors);
    SOME(s->order.color, s->order.color_capacity, colors);
    STEP(s->order.direct_solved, s->order.direct_solved_capacity);
    SOME(s->order.cell, s->order.cell_capacity, bodies);
    STEP(s->order.placed, s->order.placed_capacity);
    STEP(s->order.placing, s->order.placing_capacity);
    STEP(s->order.colored, s->order.colored_capacity);
    STEP(s->order.laid, s->order.laid_capacity);
    SOME(s->order.body_colors, s->order.body_colors_capacity, body_colors);
    ANY(s->order.border_colors, s->order.border_colors_capacity,
        s->order.has_colors ? s->order.border_colors_capacity : 0);
    STEP(s->order.spare_colors, s->order.spare_colors_capacity);
}

static void each_of_order(cn_World *w, cn_ArrayFn *fn, void *context) {
    cn_StepMemory *s = &w->scratch;
    int bodies = w->bodies.count;
    STEP(s->order.blocks, s->order.block_capacity);
    STEP(s->order.block_rare, s->order.block_rare_capacity);
    STEP(s->order.tells, s->order.tells_capacity);
    STEP(s->order.coming, s->order.coming_capacity);
    STEP(s->order.layers, s->order.layers_capacity);
    SOME(s->order.domain, s->order.domain_capacity, bodies);
    SOME(s->order.bin_root, s->order.bin_root_capacity, s->order.bin_bodies);
    SOME(s->order.bin, s->order.bin_capacity, s->order.bin_bodies);
    SOME(s->order.home_bin, s->order.home_bin_capacity, s->order.bin_bodies);
    STEP(s->order.direct_octets, s->order.direct_octet_capacity);
    STEP(s->order.step_blocks, s->order.step_blocks_capacity);
    STEP(s->order.step_motion, s->order.step_motion_capacity);
    STEP(s->order.step_mass, s->order.step_mass_capacity);
    STEP(s->order.step_brief, s->order.step_brief_capacity);
    STEP(s->order.step_locks, s->order.step_locks_capacity);
    STEP(s->order.contacts, s->order.contacts_capacity);
    STEP(s->order.station, s->order.station_capacity);
    STEP(s->order.steppers, s->order.steppers_capacity);
    STEP(s->order.island, s->order.island_capacity);
    STEP(s->order.island_work, s->order.island_work_capacity);
    STEP(s->order.component, s->order.component_capacity);
    STEP(s->order.sorted_contacts, s->order.sorted_contacts_capacity);
    STEP(s->order.sorted_joints, s->order.sorted_joints_capacity);
}

static void each_of_contact_stage(cn_World *w, cn_ArrayFn *fn, void *context) {
    cn_StepMemory *s = &w->scratch;
    STEP(s->contact.words, s->contact.words_capacity);
    STEP(s->contact.busy, s->contact.busy_capacity);
    STEP(s->contact.turn, s->contact.turn_capacity);
    STEP(s->contact.foreseen, s->contact.foreseen_capacity);
    STEP(s->contact.idle, s->contact.idle_capacity);
    STEP(s->contact.idle_words, s->contact.idle_words_capacity);
    STEP(s->contact.path, s->contact.path_capacity);
    STEP(s->contact.wall_first, s->contact.wall_first_capacity);
    STEP(s->contact.walls, s->contact.walls_capacity);
    STEP(s->contact.endings, s->contact.endings_capacity);
    STEP(s->contact.changed.slots, s->contact.changed.capacity);
    STEP(s->contact.pairs.pairs, s->contact.pairs.capacity);
    STEP(s->contact.pair_words, s->contact.pair_words_capacity);
    STEP(s->contact.sorted, s->contact.sorted_capacity);
    STEP(s->contact.sorted_ends, s->contact.sorted_ends_capacity);
    STEP(s->contact.sorted_pairs, s->contact.sorted_pairs_capacity);
    STEP(s->callback.asked.slots, s->callback.asked.capacity);
    STEP(s->callback.decisions, s->callback.decision_capacity);
    STEP(s->callback.sorted, s->callback.sorted_capacity);
}

static void each_of_solvers(cn_World *w, cn_ArrayFn *fn, void *context) {
    cn_StepMemory *s = &w->scratch;
    int bodies = w->bodies.count;
    STEP(s->impact.blows, s->impact.blows_capacity);
    STEP(s->impact.presses, s->impact.presses_capacity);
    STEP(s->impact.impacts, s->impact.impact_capacity);
    STEP(s->impact.manifolds, s->impact.manifold_capacity);
    STEP(s->impact.stopped, s->impact.stopped_capacity);
    STEP(s->impact.near, s->impact.near_capacity);
    STEP(s->impact.near_first, s->impact.near_first_capacity);
    STEP(s->impact.known_speed, s->impact.known_speed_capacity);
    STEP(s->rows.worst, s->rows.worst_capacity);
    STEP(s->rest.direct_tasks, s->rest.direct_tasks_capacity);
    SOME(s->rest.look, s->rest.look_capacity, bodies / 64 + 1);
    STEP(s->rest.place, s->rest.place_capacity);
    STEP(s->rest.search, s->rest.search_capacity);
    STEP(s->exact.component, s->exact.component_capacity);
    STEP(s->exact.component_work, s->exact.component_work_capacity);
    STEP(s->exact.sorted_components, s->exact.sorted_components_capacity);
    STEP(s->exact.train_members, s->exact.train_members_capacity);
    STEP(s->exact.gear_component, s->exact.gear_component_capacity);
    STEP(s->exact.seen, s->exact.seen_capacity);
    STEP(s->exact.sorted_gears, s->exact.sorted_gears_capacity);
    STEP(s->ccd.guarded, s->ccd.guarded_capacity);
    STEP(s->ccd.pressed, s->ccd.pressed_capacity);
}

static void each_of_bodies_awake(cn_World *w, cn_ArrayFn *fn, void *context) {
    cn_StepMemory *s = &w->scratch;
    int bodies = w->bodies.count;
    STEP(s->activity.restless, s->activity.restless_capacity);
    STEP(s->activity.awake, s->activity.awake_capacity);
    STEP(s->activity.octets, s->activity.octet_capacity);
    ROOM(s->activity.spread, s->activity.spread_capacity, bodies); /* waking may not fail */
    STEP(s->activity.parent, s->activity.parent_capacity);
    ROOM(s->objects.released, s->objects.released_capacity, bodies); /* nor may letting go */
    STEP(s->contact.crowd, s->contact.crowd_capacity);
    STEP(s->effects.visits, s->effects.visit_capacity);
    STEP(s->effects.steady, s->effects.steady_capacity);
    STEP(s->effects.sorted, s->effects.sorted_capacity);
    STEP(s->effects.counts, s->effects.counts_capacity);
    STEP(s->effects.middles, s->effects.middles_capacity);
}

static void each_of_scratch(cn_World *w, cn_ArrayFn *fn, void *context) {
    each_of_colors(w, fn, context);
    each_of_order(w, fn, context);
    each_of_contact_stage(w, fn, context);
    each_of_solvers(w, fn, context);
    each_of_bodies_awake(w, fn, context);
}

static void each_of_slots(cn_Slots *s, cn_ArrayFn *fn, void *context) {
    DERIVED(s->generation, s->generation_capacity, s->count);
    DERIVED(s->next, s->next_capacity, s->count);
}

static void each_of_shared(cn_Intern *s, cn_ArrayFn *fn, void *context) {
    each_of_slots(&s->slots, fn, context);
    DERIVED(s->link, s->link_capacity, s->slots.count);
    DERIVED(s->bucket, s->bucket_count, s->bucket_count);
}

void cn_world_arrays_each(cn_World *w, cn_ArrayFn *fn, void *context) {
    cn_Slots *slots[] = {&w->bodies, &w->shapes, &w->pieces, &w->contacts,
                         &w->pairs,  &w->joints, &w->movers};
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++) each_of_slots(slots[i], fn, context);
    each_of_bodies(w, fn, context);
    each_of_contacts(w, fn, context);
    each_of_events(&w->events, fn, context);
    each_of_scratch(w, fn, context);
    each_of_shared(&w->forms, fn, context);
    each_of_shared(&w->traits_shared, fn, context);
    each_of_shared(&w->tuning_shared, fn, context);
    DERIVED(w->contact_table.entries, w->contact_table.capacity, w->contact_table.capacity);
    DERIVED(w->pair_table.entries, w->pair_table.capacity, w->pair_table.capacity);
}

static void free_one(void *context, const cn_ArrayRef *r) {
    (void)context;
    cn_grow_free(r->array, r->capacity, r->size);
}

typedef struct Kept {
    cn_World *w;
    const cn_World *old;
} Kept;

/* Arrays are members of the world: each stands at the same place in the copy. */
static void keep_one(void *context, const cn_ArrayRef *r) {
    const Kept *kept = context;
    size_t array = (size_t)((const char *)r->array - (const char *)kept->old);
    size_t capacity = (size_t)((const char *)r->capacity - (const char *)kept->old);
    memcpy((char *)kept->w + array, r->array, sizeof *r->array);
    memcpy((char *)kept->w + capacity, r->capacity, sizeof *r->capacity);
}

void cn_world_arrays_keep(cn_World *w) {
    cn_World old = *w;
    memset(w, 0, sizeof *w);
    Kept kept = {w, &old};
    cn_world_arrays_each(&old, keep_one, &kept);
}

void cn_world_arrays_free(cn_World *w) { cn_world_arrays_each(w, free_one, NULL); }

static void count_one(void *context, const cn_ArrayRef *r) {
    *(size_t *)context += (size_t)*r->capacity * r->size;
}

size_t cn_world_arrays_bytes(const cn_World *w) {
    size_t bytes = 0;
    cn_world_arrays_each((cn_World *)w, count_one, &bytes); /* changes nothing */
    return bytes;
}

static void trim_one(void *context, const cn_ArrayRef *r) {
    (void)context;
    cn_grow_trim(r->array, r->capacity, r->keep, r->size);
}

void cn_world_arrays_forget_step(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    s->order.prepared = s->order.blocks_made = s->activity.awake_listed = s->order.stationed =
        false;
    s->order.block_count = s->order.layer_count = s->order.solid_count =
        s->order.direct_solved_count = 0;
    s->activity.awake_count = s->activity.octet_count = s->contact.idle_known = 0;
}

/* What contacts will need comes before the first of them, and not where steps wait for it; again
 * when a world has grown. */
static void expect(cn_World *w) {
    int64_t bytes = (int64_t)w->bodies.count * BODY_BYTES + (int64_t)w->joints.count * JOINT_BYTES;
    int64_t known = w->scratch.expected;
    if (bytes > MOST_BYTES) bytes = MOST_BYTES;
    if (bytes <= known + known / 4) return;
    cn_memory_expect((size_t)(bytes - known));
    w->scratch.expected = bytes;
}

void cn_world_arrays_trim(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    if (w->steps % PACK_EVERY != 0) return;
    expect(w);
    bool rests = s->order.stepping <= 0 && s->order.solid_count + s->order.direct_solved_count == 0;
    bool busy = s->order.block_count > s->order.block_capacity / (rests ? 2 : MOSTLY_IDLE);
    if (cn_contact_is_loose(w)) cn_contact_pack(w);
    bool trimmed = s->order.idle && s->trimmed; /* and hardly anything was taken since */
    if (busy || ((!rests || trimmed) && w->steps % TRIM_EVERY != 0)) return;
    s->trimmed = s->order.idle;
    cn_world_arrays_forget_step(w);
    cn_world_arrays_each(w, trim_one, NULL);
    cn_rest_trim(w);
    cn_pair_table_trim(&w->contact_table);
    cn_pair_table_trim(&w->pair_table);
}
