/* world_memory.c: every growable array of a world, listed once with how many of its elements have
 * to outlive a step: to free them, to count their bytes, and to give back what lies idle.
 *
 * A world that falls needs more than a world that rests. So, from time to time, arrays are cut to
 * what is in use, and those that hold nothing between two steps are given back whole: what the next
 * step needs of them it takes anew. While most blocks of contacts are in use nothing is given back,
 * else a step of a moving world would take half as long again.
 * Not in the list, since they free and count themselves: trees, islands kept by rest.c,
 * articulations, joints in lanes. */
#include "step/world_memory.h"

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

#define ARRAY(name, keep)                                                                          \
    fn(context,                                                                                    \
       &(cn_ArrayRef){#name, (void **)&w->name, &w->name##_capacity, sizeof *w->name, keep})
#define AS(array, capacity, keep)                                                                  \
    fn(context, &(cn_ArrayRef){#array, (void **)&(array), &(capacity), sizeof *(array), keep})

static void each_of_bodies(cn_World *w, cn_ArrayFn *fn, void *context) {
    int bodies = w->bodies.count, pieces = w->pieces.count;
    ARRAY(motion, bodies);
    ARRAY(sync, bodies);
    ARRAY(pose, bodies);
    ARRAY(old_pose, bodies);
    ARRAY(mass, bodies);
    ARRAY(drive, bodies);
    ARRAY(tuning, w->tuning_shared.slots.count);
    ARRAY(body_flags, bodies);
    ARRAY(sleep_time, bodies);
    ARRAY(motion_block, bodies / CN_LANES + 1);
    ARRAY(awake, bodies / 64 + 1);
    ARRAY(touched, bodies / 64 + 1);
    ARRAY(cold, bodies);
    ARRAY(shape, w->shapes.count);
    ARRAY(piece, pieces);
    ARRAY(box, pieces);
    ARRAY(form, w->forms.slots.count);
    ARRAY(traits, w->traits_shared.slots.count);
    ARRAY(vertices, w->vertex_runs.count + CN_VERTICES_BEYOND);
    ARRAY(normals, w->vertex_runs.count + CN_VERTICES_BEYOND);
    ARRAY(inner, w->vertex_runs.count + CN_VERTICES_BEYOND);
    ARRAY(points, w->point_runs.count);
    ARRAY(materials, w->material_runs.count);
    ARRAY(planes, w->plane_count);
    ARRAY(moved, w->moved_count);
    ARRAY(settled, w->settled_count);
    ARRAY(apart, w->apart_count);
    ARRAY(renewed, pieces / 64 + 1);
    ARRAY(joint, w->joints.count);
    ARRAY(coupling, w->coupling_count);
    ARRAY(area, w->area_count);
    ARRAY(mover, w->movers.count);
}

/* Beyond the last contact that has something there. */
static int rare_end(const cn_World *w) {
    int end =
        w->contact_rare_capacity < w->contacts.count ? w->contact_rare_capacity : w->contacts.count;
    while (end > 0 && w->contact_rare[end - 1].pair == 0 &&
           !(w->contact[end - 1].flags & CN_CONTACT_SPECIAL))
        end--;
    return end;
}

static void each_of_contacts(cn_World *w, cn_ArrayFn *fn, void *context) {
    int words = cn_contact_words(w), rare = rare_end(w); /* read before contacts may be freed */
    ARRAY(contact, w->contacts.count);
    ARRAY(contact_cold, w->contacts.count);
    ARRAY(contact_rare, rare);
    ARRAY(active, words);
    ARRAY(unasked, w->unasked_count);
    ARRAY(waiting, words);
    ARRAY(pair, w->pairs.count);
}

static void each_of_events(cn_EventBuffers *e, cn_ArrayFn *fn, void *context) {
    AS(e->begins, e->begin_capacity, e->begin_count);
    AS(e->ends, e->end_capacity, e->end_count);
    AS(e->late_ends, e->late_end_capacity, e->late_end_count);
    AS(e->solved, e->solved_capacity, e->solved_count);
    AS(e->hits, e->hit_capacity, e->hit_count);
    AS(e->sensors, e->sensor_capacity, e->sensor_count);
    AS(e->late_sensors, e->late_sensor_capacity, e->late_sensor_count);
    AS(e->left_bounds, e->left_bounds_capacity, e->left_bounds_count);
    AS(e->slept, e->slept_capacity, e->slept_count);
    AS(e->woke, e->woke_capacity, e->woke_count);
    AS(e->late_wakes, e->late_wake_capacity, e->late_wake_count);
    AS(e->moved, e->moved_capacity, e->moved_count);
    AS(e->broken, e->broken_capacity, e->broken_count);
    AS(e->warnings, e->warning_capacity, e->warning_count);
}

static void each_of_scratch(cn_World *w, cn_ArrayFn *fn, void *context) {
    cn_StepMemory *s = &w->scratch;
    int bodies = w->bodies.count, words = cn_contact_words(w);
    int colors = s->has_colors ? 64 * words : 0, body_colors = s->has_colors ? bodies : 0;
    AS(s->blocks, s->block_capacity, 0);
    AS(s->block_rare, s->block_rare_capacity, 0);
    AS(s->tells, s->tells_capacity, 0);
    AS(s->coming, s->coming_capacity, 0);
    AS(s->layers, s->layers_capacity, 0);
    AS(s->domain, s->domain_capacity, bodies);
    AS(s->bin_root, s->bin_root_capacity, s->bin_bodies);
    AS(s->bin, s->bin_capacity, s->bin_bodies);
    AS(s->home_bin, s->home_bin_capacity, s->bin_bodies);
    AS(s->lane, s->lane_capacity, 0);
    AS(s->solid_words, s->solid_words_capacity, words);
    AS(s->solid, s->solid_capacity, 0);
    AS(s->node, s->node_capacity, colors);
    AS(s->color, s->color_capacity, colors);
    AS(s->direct_solved, s->direct_solved_capacity, 0);
    AS(s->cell, s->cell_capacity, bodies);
    AS(s->placed, s->placed_capacity, 0);
    AS(s->placing, s->placing_capacity, 0);
    AS(s->colored, s->colored_capacity, 0);
    AS(s->laid, s->laid_capacity, 0);
    AS(s->body_colors, s->body_colors_capacity, body_colors);
    AS(s->border_colors, s->border_colors_capacity, s->has_colors ? s->border_colors_capacity : 0);
    AS(s->spare_colors, s->spare_colors_capacity, 0);
    AS(s->words, s->words_capacity, 0);
    AS(s->turn, s->turn_capacity, 0);
    AS(s->wall_first, s->wall_first_capacity, 0);
    AS(s->walls, s->walls_capacity, 0);
    AS(s->endings, s->endings_capacity, 0);
    AS(s->changed.slots, s->changed.capacity, 0);
    AS(s->asked.slots, s->asked.capacity, 0);
    AS(s->island, s->island_capacity, bodies);
    AS(s->restless, s->restless_capacity, 0);
    AS(s->stack, s->stack_capacity, bodies); /* waking may not fail */
    AS(s->visits, s->visit_capacity, 0);
    AS(s->steady, s->steady_capacity, 0);
    AS(s->blows, s->blows_capacity, 0);
    AS(s->loads, s->loads_capacity, 0);
    AS(s->impacts, s->impact_capacity, 0);
    AS(s->touches, s->touch_capacity, 0);
    AS(s->awake, s->awake_capacity, 0);
    AS(s->groups, s->group_capacity, 0);
    AS(s->direct_groups, s->direct_group_capacity, 0);
    AS(s->step_blocks, s->step_blocks_capacity, 0);
    AS(s->step_motion, s->step_motion_capacity, 0);
    AS(s->step_mass, s->step_mass_capacity, 0);
    AS(s->step_brief, s->step_brief_capacity, 0);
    AS(s->step_locks, s->step_locks_capacity, 0);
    AS(s->station, s->station_capacity, 0);
    AS(s->steppers, s->steppers_capacity, 0);
    AS(s->guarded, s->guarded_capacity, 0);
    AS(s->direct_tasks, s->direct_tasks_capacity, 0);
    AS(s->look, s->look_capacity, bodies / 64 + 1);
    AS(s->pairs.pairs, s->pairs.capacity, 0);
    AS(s->pair_words, s->pair_words_capacity, 0);
    AS(s->crowd, s->crowd_capacity, 0);
    AS(s->area_loads, s->area_loads_capacity, 0);
    AS(s->keyed, s->keyed_capacity, 0);
    AS(s->decisions, s->decision_capacity, 0);
}

static void each_of_slots(cn_Slots *s, cn_ArrayFn *fn, void *context) {
    AS(s->generation, s->generation_capacity, s->count);
    AS(s->next, s->next_capacity, s->count);
}

static void each_of_shared(cn_Intern *s, cn_ArrayFn *fn, void *context) {
    each_of_slots(&s->slots, fn, context);
    AS(s->link, s->link_capacity, s->slots.count);
    AS(s->bucket, s->bucket_count, s->bucket_count);
}

void cn_world_memory_each(cn_World *w, cn_ArrayFn *fn, void *context) {
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
    AS(w->contact_table.entries, w->contact_table.capacity, w->contact_table.capacity);
    AS(w->pair_table.entries, w->pair_table.capacity, w->pair_table.capacity);
}

static void free_one(void *context, const cn_ArrayRef *r) {
    (void)context;
    cn_grow_free(r->array, r->capacity, r->size);
}

void cn_world_memory_free(cn_World *w) { cn_world_memory_each(w, free_one, NULL); }

static void count_one(void *context, const cn_ArrayRef *r) {
    *(size_t *)context += (size_t)*r->capacity * r->size;
}

size_t cn_world_memory_bytes(const cn_World *w) {
    size_t bytes = 0;
    cn_world_memory_each((cn_World *)w, count_one, &bytes); /* changes nothing */
    return bytes;
}

static void trim_one(void *context, const cn_ArrayRef *r) {
    (void)context;
    cn_grow_trim(r->array, r->capacity, r->keep, r->size);
}

void cn_world_memory_forget_step(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    s->prepared = s->blocks_made = s->awake_listed = s->stationed = false;
    s->block_count = s->layer_count = s->solid_count = s->direct_solved_count = 0;
    s->awake_count = s->group_count = 0;
}

void cn_world_memory_trim(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    if (w->steps % PACK_EVERY != 0) return;
    bool busy = s->block_count > s->block_capacity / 2;
    bool rests = s->stepping <= 0 && s->solid_count + s->direct_solved_count == 0;
    if (cn_contact_is_loose(w)) cn_contact_pack(w);
    if (busy || (!rests && w->steps % TRIM_EVERY != 0)) return;
    cn_world_memory_forget_step(w);
    cn_world_memory_each(w, trim_one, NULL);
    cn_rest_trim(w);
    cn_pair_table_trim(&w->contact_table);
    cn_pair_table_trim(&w->pair_table);
}
