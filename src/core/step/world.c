/* world.c: making, configuring and counting a world.
 *
 * Slot 0 of the bodies is the ground: static, without shape, never destroyed, not counted.
 * Not here: the step (step.c), events (event.c), energies and the hash (measure.c, hash.c). */
#include <string.h>

#include "activity/activity.h"
#include "bvh/bvh.h"
#include "contact/contact.h"
#include "contact/contact_mix.h"
#include "data/body_access.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "solver/rest/rest_cache.h"
#include "step/world_arrays.h"
#include "wide/contact_block.h"
#include "world/check.h"

const char *cn_version(void) { return "0.1.0"; }

static cn_Result check_bounds(cn_Error *e, const cn_WorldDef *def) {
    static const char *const names[] = {"bounds[1]", "bounds[2]", "bounds[3]", "bounds[4]"};
    if (!def->has_bounds) return CN_OK;
    cn_Result r = CN_OK;
    for (int i = 0; i < 4 && !r; i++) r = cn_check(e, names[i], def->bounds[i], CN_RANGE_BOUNDS);
    if (r) return r;
    bool x_wrong = def->bounds[0] >= def->bounds[2];
    if (x_wrong || def->bounds[1] >= def->bounds[3])
        return cn_refuse(e, CN_RANGE, x_wrong ? "bounds[3]" : "bounds[4]",
                         "must be {x1, y1, x2, y2} with x1 < x2, y1 < y2");
    return CN_OK;
}

static cn_Result check_integer(cn_Error *e, const char *field, int v, int lo, int hi) {
    if (v >= lo && v <= hi) return CN_OK;
    return cn_refuse(e, CN_RANGE, field, "must be an integer in %d..%d, got %d", lo, hi, v);
}

static cn_Result check_mix(cn_Error *e, const char *field, cn_Mix mix) {
    return check_integer(e, field, (int)mix, CN_MIX_MIN, CN_MIX_GEOMETRIC);
}

#define MEMBER(name, range) CN_MEMBER(cn_WorldDef, name, range)

static const cn_Member gravity[] = {CN_NAMED(cn_WorldDef, gravity_x, "gravity[1]", GRAVITY),
                                    CN_NAMED(cn_WorldDef, gravity_y, "gravity[2]", GRAVITY),
                                    {NULL, 0, 0, false}};

cn_Result cn_world_check_def(cn_Error *e, const cn_WorldDef *def) {
    static const cn_Member members[] = {MEMBER(max_dt, MAX_DT),
                                        MEMBER(max_speed, LEAST_SPEED),
                                        MEMBER(slop, SLOP),
                                        MEMBER(hit_speed, SPEED),
                                        CN_OR_NONE(cn_WorldDef, restitution_speed, SPEED),
                                        MEMBER(push_speed, LEAST_SPEED),
                                        MEMBER(contact_hertz, CONTACT_HERTZ),
                                        MEMBER(contact_damping, DAMPING_RATIO),
                                        CN_OR_NONE(cn_WorldDef, push_share, SHARE),
                                        {NULL, 0, 0, false}};
    cn_Result r;
    if ((r = cn_check_members(e, def, gravity))) return r;
    if ((r = check_integer(e, "substeps", def->substeps, 1, CN_MAX_SUBSTEPS))) return r;
    if ((r = check_integer(e, "threads", def->threads, 1, 256))) return r;
    if ((r = cn_check_members(e, def, members))) return r;
    if ((r = check_mix(e, "friction_mix", def->friction_mix))) return r;
    if ((r = check_mix(e, "restitution_mix", def->restitution_mix))) return r;
    if ((r = check_integer(e, "outside", (int)def->outside, 0, CN_OUTSIDE_DESTROY))) return r;
    if ((r = check_integer(e, "max_contacts", def->max_contacts, 1, 100000000))) return r;
    return check_bounds(e, def);
}

static bool make_ground(cn_World *w) {
    cn_BodyDef def = cn_body_def();
    cn_BodyId id;
    def.type = CN_STATIC;
    return cn_body_create(w, &def, &id) == CN_OK;
}

/* Bounds that there are not have not been checked. */
static void set_def(cn_World *w, const cn_WorldDef *def) {
    w->def = *def;
    if (!def->has_bounds) memset(w->def.bounds, 0, sizeof w->def.bounds);
}

cn_Result cn_world_create(const cn_WorldDef *def, cn_World **out, cn_Error *error) {
    cn_Error local;
    cn_Error *e = error ? error : &local;
    const char *problem = cn_processor_problem();
    *out = NULL;
    if (problem) return cn_refuse(e, CN_PROCESSOR, "", "%s", problem);
    cn_Result r = cn_world_check_def(e, def);
    if (r) return r;
    cn_World *w = cn_alloc(sizeof *w);
    if (!w) return cn_refuse_memory(e);
    cn_memory_reach_stack();
    (void)cn_wide(); /* chosen now: that takes a while */
    memset(w, 0, sizeof *w);
    set_def(w, def);
    memset(w->collides, 0xff, sizeof w->collides);
    cn_intern_init(&w->forms);
    cn_intern_init(&w->traits_shared);
    cn_intern_init(&w->tuning_shared);
    cn_range_pool_init(&w->vertex_runs);
    cn_range_pool_init(&w->point_runs);
    cn_range_pool_init(&w->material_runs);
    cn_slots_init(&w->bodies);
    cn_slots_init(&w->shapes);
    cn_slots_init(&w->pieces);
    cn_slots_init(&w->contacts);
    cn_slots_init(&w->pairs);
    cn_slots_init(&w->joints);
    cn_slots_init(&w->movers);
    w->tree_static = cn_bvh_create();
    w->tree_moving = cn_bvh_create();
    if (!w->tree_static || !w->tree_moving || !cn_slots_skip_first(&w->shapes) ||
        !cn_slots_skip_first(&w->joints) || !make_ground(w)) {
        cn_world_destroy(w);
        return cn_refuse_memory(e);
    }
    cn_bvh_set_meets(w->tree_static, w->collides);
    cn_bvh_set_meets(w->tree_moving, w->collides);
    *out = w;
    return CN_OK;
}

/* All but the arrays that outlive what is in a world. */
static void free_owners(cn_World *w) {
    if (w->tree_static) cn_bvh_destroy(w->tree_static);
    if (w->tree_moving) cn_bvh_destroy(w->tree_moving);
    cn_world_arrays_free_joints(w);
    cn_rest_free(w);
    cn_jobs_destroy(w->pool);
    cn_world_destroy(w->spare);
}

void cn_world_destroy(cn_World *w) {
    if (!w) return;
    free_owners(w);
    cn_world_arrays_free(w);
    cn_free(w, sizeof *w);
}

void cn_world_empty(cn_World *w) {
    free_owners(w);
    cn_world_arrays_keep(w);
}

/* Whatever changes what holds bodies up wakes all of them. */
static void wake_all(cn_World *w) {
    for (int i = 1; i < w->bodies.count; i++)
        if (cn_slots_live(&w->bodies, i)) cn_activity_disturb(w, i, CN_DISTURBED_CHANGED);
}

static void remix_all(cn_World *w) {
    for (int i = 0; i < w->contacts.count; i++)
        if (cn_slots_live(&w->contacts, i)) cn_contact_mix(w, i);
}

cn_Result cn_world_configure(cn_World *w, const cn_WorldDef *settings) {
    cn_Result r = cn_check_body(w, cn_world_ground(w));
    if (r || (r = cn_world_check_def(&w->error, settings))) return r;
    cn_WorldDef old = w->def;
    set_def(w, settings);
    if (old.threads != settings->threads) {
        cn_jobs_destroy(w->pool); /* the next step makes another */
        w->pool = NULL;
        w->joint_graph_stale = true; /* components are only looked for where there are bins */
    }
    if (old.substeps != settings->substeps) w->joint_tuning_stale = true;
    if (old.gravity_x != settings->gravity_x || old.gravity_y != settings->gravity_y ||
        (old.sleep && !settings->sleep))
        wake_all(w);
    if (old.friction_mix != settings->friction_mix ||
        old.restitution_mix != settings->restitution_mix)
        remix_all(w);
    /* other overlaps are to be taken out now */
    bool tolerant = old.slop > (double)CN_TOUCH_SLOP || settings->slop > (double)CN_TOUCH_SLOP;
    if (tolerant && old.slop != settings->slop) wake_all(w);
    if (old.friction_mix != settings->friction_mix) wake_all(w); /* some will slide now */
    return CN_OK;
}

cn_Result cn_world_set_gravity(cn_World *w, double x, double y) {
    cn_Result r = cn_check_body(w, cn_world_ground(w));
    if (r) return r;
    cn_WorldDef given = {.gravity_x = x, .gravity_y = y};
    if ((r = cn_check_members(&w->error, &given, gravity))) return r;
    if (w->def.gravity_x == x && w->def.gravity_y == y) return CN_OK;
    w->def.gravity_x = x;
    w->def.gravity_y = y;
    wake_all(w);
    return CN_OK;
}

cn_Result cn_world_set_collides(cn_World *w, int a, int b, bool collides) {
    cn_Result r = cn_check_body(w, cn_world_ground(w));
    if (r || (r = check_integer(&w->error, "layer_a", a, 0, 63)) ||
        (r = check_integer(&w->error, "layer_b", b, 0, 63)))
        return r;
    if (cn_world_collides(w, a, b) == collides) return CN_OK;
    uint64_t bit_a = (uint64_t)1 << a, bit_b = (uint64_t)1 << b;
    w->collides[a] = collides ? w->collides[a] | bit_b : w->collides[a] & ~bit_b;
    w->collides[b] = collides ? w->collides[b] | bit_a : w->collides[b] & ~bit_a;
    cn_bvh_set_meets(w->tree_static, w->collides);
    cn_bvh_set_meets(w->tree_moving, w->collides);
    for (int i = 1; i < w->shapes.count; i++) {
        if (!cn_slots_live(&w->shapes, i)) continue;
        int layer = cn_shape_traits(w, i)->layer;
        if (layer == a || layer == b) cn_shape_refilter(w, cn_shape_id(w, i));
    }
    return CN_OK;
}

bool cn_world_collides(const cn_World *w, int a, int b) {
    if (a < 0 || a > 63 || b < 0 || b > 63) return false;
    return w->collides[a] >> b & 1;
}

cn_Result cn_world_clear(cn_World *w) {
    cn_Result r;
    for (cn_MoverId m = {0, 0}; (m = cn_world_next_mover(w, m)).generation;)
        if ((r = cn_mover_destroy(w, m))) return r;
    for (cn_JointId j = {0, 0}; (j = cn_world_next_joint(w, j)).generation;)
        if ((r = cn_joint_destroy(w, j))) return r;
    for (cn_BodyId b = {0, 0}; (b = cn_world_next_body(w, b)).generation;)
        if ((r = cn_body_destroy(w, b))) return r;
    cn_BodyId ground = cn_world_ground(w);
    for (cn_ShapeId s; (s = cn_body_next_shape(w, ground, (cn_ShapeId){0, 0})).generation;)
        if ((r = cn_shape_destroy(w, s))) return r;
    return CN_OK;
}

cn_BodyId cn_world_next_body(const cn_World *w, cn_BodyId previous) {
    for (int i = cn_slots_after(&w->bodies, previous.index); i < w->bodies.count; i++)
        if (cn_slots_live(&w->bodies, i)) return cn_body_id(w, i);
    return (cn_BodyId){0, 0};
}

cn_ShapeId cn_world_next_shape(const cn_World *w, cn_ShapeId previous) {
    for (int i = cn_slots_after(&w->shapes, previous.index); i < w->shapes.count; i++)
        if (cn_slots_live(&w->shapes, i)) return cn_shape_id(w, i);
    return (cn_ShapeId){0, 0};
}

int cn_world_contacts(const cn_World *w, cn_ContactId *buffer, int capacity) {
    int count = 0;
    for (int i = 0; i < w->contacts.count; i++) {
        if (!cn_slots_live(&w->contacts, i)) continue;
        const cn_Contact *c = &w->contact[i];
        if (c->count == 0 || c->flags & (CN_CONTACT_SENSOR | CN_CONTACT_REFUSED)) continue;
        cn_contact_put_id(w, buffer, capacity, count++, i);
    }
    cn_contact_sort_ids(w, buffer, capacity, count);
    return count;
}

static size_t all_bytes(const cn_World *w) {
    size_t spare = w->spare ? sizeof *w + cn_world_arrays_bytes(w->spare) : 0;
    return sizeof *w + spare + cn_world_arrays_bytes(w) + cn_rest_bytes(w) +
           cn_bvh_bytes(w->tree_static) + cn_bvh_bytes(w->tree_moving);
}

cn_Counts cn_world_counts(const cn_World *w) {
    cn_Counts n = {.bodies = w->bodies.live - 1,
                   .shapes = w->shapes.live,
                   .pairs = w->contacts.live,
                   .joints = w->joints.live,
                   .colors = w->color_count,
                   .islands = w->island_count,
                   .bytes = all_bytes(w)};
    for (int i = 0; i < w->contacts.count; i++) {
        if (!cn_slots_live(&w->contacts, i)) continue;
        const cn_Contact *c = &w->contact[i];
        if (c->flags & (CN_CONTACT_SENSOR | CN_CONTACT_REFUSED)) continue;
        n.contacts += c->count > 0;
        n.touching += (c->flags & CN_CONTACT_TOUCHING) != 0;
    }
    cn_activity_settle(w);
    for (int i = 1; i < w->bodies.count; i++)
        n.awake += cn_slots_live(&w->bodies, i) && (w->body_flags[i] & CN_BODY_AWAKE);
    return n;
}
