/* world_arrays.c: every growable array of a world, listed once with how many of its elements have
 * to outlive a step: to save them in snapshots, to free them, to count their bytes, and to give
 * back what lies idle.
 *
 * A world that falls needs more than a world that rests. So, from time to time, arrays are cut to
 * what is in use, and those that hold nothing between two steps are given back whole: what the next
 * step needs of them it takes anew. While a moving world has more than a few of its blocks of
 * contacts in use nothing is given back, else one of its steps would take twice as long.
 * What is solved of joints has its own list: it lasts as long as the joints, and is neither trimmed
 * nor saved. In no list, since they free and count themselves: trees, islands kept by rest.c. */
#include "step/world_arrays.h"

#include <limits.h>
#include <string.h>

#include "data/contact_access.h"
#include "data/mover.h"
#include "data/world.h"
#include "solver/exact/exact.h"
#include "solver/exact/gear_system.h"
#include "solver/order/domain.h"
#include "solver/order/joint_color.h"
#include "solver/rest/rest.h"
#include "solver/rest/rest_cache.h"
#include "step/contact_compact.h"
#include "wide/contact_block.h"
#include "wide/joint_block.h"
#include "wide/linkage.h"
#include "wide/motion.h"
#include "wide/raft.h"

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
#define EACH(array, keep, count, how) EACH_OF(array, array##_capacity, keep, count, how)
#define EACH_OF(array, capacity, keep, count, how)                                                 \
    fn(context,                                                                                    \
       &(cn_ArrayRef){#array, (void **)&(array), &(capacity), sizeof *(array), keep, count, how})
/* State, by slot; with a count of its own; where fewer may be there; and where how many is not
 * known before. */
#define ARRAY(array, keep)   EACH(array, keep, NULL, CN_ARRAY_STATE)
#define LIST(array, counter) EACH(array, counter, &(counter), CN_ARRAY_STATE)
#define SOME(array, keep)    EACH(array, keep, NULL, CN_ARRAY_SOME)
#define ANY(array, keep)     EACH(array, keep, NULL, CN_ARRAY_ANY)
/* Made anew after a restore, or told by its owner; of the step; and room that has to be there. */
#define DERIVED(array, keep) EACH(array, keep, NULL, CN_ARRAY_DERIVED)
#define WHOLE(array, count)  EACH_OF(array, count, count, NULL, CN_ARRAY_DERIVED)
#define STEP(array)          EACH(array, 0, NULL, CN_ARRAY_STEP)
#define ROOM(array, keep)    EACH(array, keep, NULL, CN_ARRAY_ROOM)

static void each_of_bodies(cn_World *w, cn_ArrayFn *fn, void *context) {
    int bodies = w->bodies.count, pieces = w->pieces.count;
    int vertices = w->vertex_runs.count > 0 ? w->vertex_runs.count + CN_VERTICES_BEYOND : 0;
    ARRAY(w->motion, bodies);
    ARRAY(w->sync, bodies);
    ARRAY(w->pose, bodies);
    ARRAY(w->old_pose, bodies);
    ARRAY(w->mass, bodies);
    ARRAY(w->drive, bodies);
    ARRAY(w->tuning, w->tuning_shared.slots.count);
    ARRAY(w->body_flags, bodies);
    ARRAY(w->sleep_time, bodies);
    ARRAY(w->motion_block, (bodies + CN_LANES - 1) / CN_LANES);
    ARRAY(w->awake, (bodies + 63) / 64);
    ARRAY(w->disturbed, (bodies + 63) / 64);
    ARRAY(w->cold, bodies);
    SOME(w->shape, w->shapes.count);
    ARRAY(w->piece, pieces);
    ARRAY(w->box, pieces);
    ARRAY(w->form, w->forms.slots.count);
    ARRAY(w->traits, w->traits_shared.slots.count);
    ARRAY(w->vertices, vertices);
    ARRAY(w->normals, vertices);
    ARRAY(w->inner, vertices);
    ARRAY(w->points, w->point_runs.count);
    ARRAY(w->materials, w->material_runs.count);
    LIST(w->planes, w->plane_count);
    LIST(w->moved, w->moved_count);
    LIST(w->settled, w->settled_count);
    LIST(w->apart, w->apart_count);
    ARRAY(w->renewed, (pieces + 63) / 64);
    SOME(w->joint, w->joints.count);
    LIST(w->coupling, w->coupling_count);
    LIST(w->field, w->field_count);
    DERIVED(w->thrust, w->thrust_count);
    DERIVED(w->dominance, w->dominance_count);
    DERIVED(w->ignored, w->ignored_count);
    DERIVED(w->press, w->press_count);
    DERIVED(w->alarm, w->alarm_count);
    SOME(w->mover, w->movers.count);
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
    ARRAY(w->contact, w->contacts.count);
    ARRAY(w->contact_cold, w->contacts.count);
    ANY(w->contact_rare, rare);
    ARRAY(w->active, words);
    LIST(w->unasked, w->unasked_count);
    ARRAY(w->waiting, words);
    ARRAY(w->pair, w->pairs.count);
}

static void each_of_events(cn_EventBuffers *e, cn_ArrayFn *fn, void *context) {
    DERIVED(e->begins, e->begin_count);
    DERIVED(e->ends, e->end_count);
    LIST(e->late_ends, e->late_end_count);
    DERIVED(e->solved, e->solved_count);
    DERIVED(e->hits, e->hit_count);
    DERIVED(e->sensors, e->sensor_count);
    LIST(e->late_sensors, e->late_sensor_count);
    DERIVED(e->left_bounds, e->left_bounds_count);
    DERIVED(e->slept, e->slept_count);
    DERIVED(e->woke, e->woke_count);
    LIST(e->late_wakes, e->late_wake_count);
    DERIVED(e->moved, e->moved_count);
    DERIVED(e->broken, e->broken_count);
    DERIVED(e->pressed, e->pressed_count);
    DERIVED(e->alarms, e->alarm_count);
    DERIVED(e->warnings, e->warning_count);
    DERIVED(e->mover_hits, e->mover_hit_count);
    DERIVED(e->late_mover_hits, e->late_mover_hit_count);
    DERIVED(e->left_movers, e->left_mover_count);
}

static void each_of_colors(cn_World *w, cn_ArrayFn *fn, void *context) {
    cn_StepMemory *s = &w->scratch;
    int bodies = w->bodies.count;
    int words = cn_contact_words(w);
    int colors = s->order.has_colors ? 64 * words : 0;
    int body_colors = s->order.has_colors ? bodies : 0;
    STEP(s->order.lane);
    SOME(s->order.solid_words, words);
    STEP(s->order.solid);
    SOME(s->order.node, colors);
    SOME(s->order.color, colors);
    STEP(s->order.direct_solved);
    SOME(s->order.cell, bodies);
    STEP(s->order.placed);
    STEP(s->order.crossing);
    STEP(s->order.placing);
    STEP(s->order.colored);
    STEP(s->order.laid);
    SOME(s->order.body_colors, body_colors);
    ANY(s->order.border_colors, s->order.has_colors ? s->order.border_colors_capacity : 0);
    STEP(s->order.spare_colors);
}

static void each_of_order(cn_World *w, cn_ArrayFn *fn, void *context) {
    cn_StepMemory *s = &w->scratch;
    int bodies = w->bodies.count;
    STEP(s->order.blocks);
    STEP(s->order.block_rare);
    STEP(s->order.tells);
    STEP(s->order.coming);
    STEP(s->order.layers);
    SOME(s->order.domain, bodies);
    SOME(s->order.bin_root, s->order.bin_bodies);
    SOME(s->order.stray_from, s->order.bin_bodies);
    SOME(s->order.home_bin, s->order.bin_bodies);
    STEP(s->order.direct_octets);
    STEP(s->order.step_blocks);
    STEP(s->order.step_motion);
    STEP(s->order.step_mass);
    STEP(s->order.step_brief);
    STEP(s->order.step_locks);
    STEP(s->order.contacts);
    STEP(s->order.station);
    STEP(s->order.steppers);
    STEP(s->order.island);
    STEP(s->order.island_work);
    STEP(s->order.component);
    STEP(s->order.sorted_contacts);
    STEP(s->order.sorted_joints);
}

static void each_of_contact_stage(cn_World *w, cn_ArrayFn *fn, void *context) {
    cn_StepMemory *s = &w->scratch;
    STEP(s->contact.words);
    STEP(s->contact.busy);
    STEP(s->contact.turn);
    STEP(s->contact.foreseen);
    STEP(s->contact.idle);
    STEP(s->contact.idle_words);
    STEP(s->contact.path);
    STEP(s->contact.wall_first);
    STEP(s->contact.walls);
    STEP(s->contact.endings);
    STEP(s->contact.changed.slots);
    STEP(s->contact.pairs.pairs);
    STEP(s->contact.pair_words);
    STEP(s->contact.sorted);
    STEP(s->contact.sorted_ends);
    STEP(s->contact.sorted_pairs);
    STEP(s->callback.asked.slots);
    STEP(s->callback.decisions);
    STEP(s->callback.sorted);
}

static void each_of_solvers(cn_World *w, cn_ArrayFn *fn, void *context) {
    cn_StepMemory *s = &w->scratch;
    int bodies = w->bodies.count;
    STEP(s->impact.blows);
    STEP(s->impact.blown);
    STEP(s->impact.looks);
    STEP(s->impact.looked);
    STEP(s->impact.struck);
    STEP(s->impact.presses);
    STEP(s->impact.impacts);
    STEP(s->impact.manifolds);
    STEP(s->impact.stopped);
    STEP(s->impact.near);
    STEP(s->impact.near_first);
    STEP(s->impact.known_speed);
    STEP(s->rows.worst);
    STEP(s->rest.direct_tasks);
    SOME(s->rest.look, bodies / 64 + 1);
    STEP(s->rest.place);
    STEP(s->rest.search);
    STEP(s->exact.component);
    STEP(s->exact.component_work);
    STEP(s->exact.sorted_components);
    STEP(s->exact.train_members);
    STEP(s->exact.gear_component);
    STEP(s->exact.seen);
    STEP(s->exact.sorted_gears);
    STEP(s->ccd.guarded);
    STEP(s->ccd.pressed);
}

static void each_of_bodies_awake(cn_World *w, cn_ArrayFn *fn, void *context) {
    cn_StepMemory *s = &w->scratch;
    int bodies = w->bodies.count;
    STEP(s->activity.restless);
    STEP(s->activity.awake);
    STEP(s->activity.octets);
    ROOM(s->activity.spread, bodies); /* waking may not fail */
    STEP(s->activity.parent);
    ROOM(s->objects.released, bodies); /* nor may letting go */
    STEP(s->contact.crowd);
    STEP(s->effects.visits);
    STEP(s->effects.steady);
    STEP(s->effects.sorted);
    STEP(s->effects.counts);
    STEP(s->effects.middles);
}

static void each_of_scratch(cn_World *w, cn_ArrayFn *fn, void *context) {
    each_of_colors(w, fn, context);
    each_of_order(w, fn, context);
    each_of_contact_stage(w, fn, context);
    each_of_solvers(w, fn, context);
    each_of_bodies_awake(w, fn, context);
}

static void each_of_slots(cn_Slots *s, cn_ArrayFn *fn, void *context) {
    DERIVED(s->generation, s->count);
    DERIVED(s->next, s->count);
}

static void each_of_shared(cn_Intern *s, cn_ArrayFn *fn, void *context) {
    each_of_slots(&s->slots, fn, context);
    DERIVED(s->link, s->slots.count);
    WHOLE(s->bucket, s->bucket_count);
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
    WHOLE(w->contact_table.entries, w->contact_table.capacity);
    WHOLE(w->pair_table.entries, w->pair_table.capacity);
}

/* Of articulations, joints in lanes, gears. */
static void each_of_joints(cn_World *w, cn_ArrayFn *fn, void *context) {
    cn_Articulations *all = &w->articulations;
    cn_JointStage *joints = &w->scratch.order.joint_stage;
    cn_GearStage *gears = &w->scratch.exact.coupling_stage;
    STEP(all->list);
    STEP(all->bodies);
    STEP(all->links);
    STEP(all->plan);
    STEP(all->space);
    STEP(all->carried);
    STEP(all->holder);
    STEP(all->seat);
    STEP(all->linkages);
    STEP(all->body_rows);
    STEP(all->link_rows);
    STEP(all->rafts);
    STEP(all->raft_rows);
    STEP(joints->blocks);
    STEP(joints->axes);
    STEP(joints->batches);
    STEP(joints->spans);
    STEP(joints->order);
    STEP(joints->nodes);
    STEP(joints->buckets);
    STEP(joints->sort_of);
    STEP(gears->couples);
    STEP(gears->order);
    STEP(gears->first);
    STEP(gears->trains);
    STEP(gears->matrix);
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
void cn_world_arrays_free_joints(cn_World *w) { each_of_joints(w, free_one, NULL); }

static void count_one(void *context, const cn_ArrayRef *r) {
    *(size_t *)context += (size_t)*r->capacity * r->size;
}

size_t cn_world_arrays_bytes(const cn_World *w) {
    size_t bytes = 0;
    cn_world_arrays_each((cn_World *)w, count_one, &bytes); /* changes nothing */
    each_of_joints((cn_World *)w, count_one, &bytes);
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

/* What contacts will need comes before the first of them, and not where steps wait for it. When a
 * world has grown more comes, a page in each step: a system may take milliseconds for one. */
static void expect(cn_World *w) {
    int64_t bytes = (int64_t)w->bodies.count * BODY_BYTES + (int64_t)w->joints.count * JOINT_BYTES;
    int64_t known = w->scratch.expected;
    if (bytes > MOST_BYTES) bytes = MOST_BYTES;
    if (bytes <= known + known / 4) return;
    int pages = known == 0 ? INT_MAX : 1;
    if (cn_memory_expect((size_t)(bytes - known), pages)) w->scratch.expected = bytes;
}

void cn_world_arrays_trim(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    expect(w);
    if (w->steps % PACK_EVERY != 0) return;
    bool rests = s->order.stepping <= 0 && s->order.solid_count + s->order.direct_solved_count == 0;
    bool busy = s->order.block_count > s->order.blocks_capacity / (rests ? 2 : MOSTLY_IDLE);
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
