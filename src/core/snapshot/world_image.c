/* world_image.c: the state of a world as bytes, and back.
 *
 * Numbers, then slots, then the arrays that step/world_arrays.c lists with how many elements
 * outlive a step, then what has an owner with lists of its own: trees, islands at rest,
 * articulations. Left out is what only finds things (hash tables) or lays them out for the solver
 * (blocks of contacts and joints): made anew, it gives the same bits. */
#include "snapshot/world_image.h"

#include <string.h>

#include "activity/activity.h"
#include "bvh/bvh.h"
#include "contact/curve.h"
#include "contact/rebound.h"
#include "data/contact_access.h"
#include "data/mover.h"
#include "data/world.h"
#include "snapshot/contact_columns.h"
#include "snapshot/sparse_image.h"
#include "snapshot/world_check.h"
#include "solver/exact/exact.h"
#include "solver/rest/rest_cache.h"
#include "step/world_arrays.h"
#include "world/joint_impulses.h"

/* ---- slots -------------------------------------------------------------------------------- */

static void slots(cn_Slots *s, cn_Image *im) {
    int count = s->count;
    cn_image_bytes(im, &s->live, sizeof s->live);
    cn_image_bytes(im, &s->free, sizeof s->free);
    cn_image_array(im, (void **)&s->generation, &s->generation_capacity, sizeof *s->generation,
                   &count);
    int links = count;
    cn_image_array(im, (void **)&s->next, &s->next_capacity, sizeof *s->next, &links);
    if (!cn_image_reads(im)) return;
    if (!cn_image_expect(im, links == count, "a list of slots", "has two lengths")) count = 0;
    s->count = count;
    if (!cn_image_expect(im, s->live >= 0 && s->live <= count, "a list of slots", "is none"))
        s->live = 0;
}

static void shared(cn_Intern *s, cn_Image *im) {
    int count;
    slots(&s->slots, im);
    count = s->slots.count;
    cn_image_array(im, (void **)&s->link, &s->link_capacity, sizeof *s->link, &count);
    if (!cn_image_reads(im) || im->result != CN_OK) return;
    if (!cn_image_expect(im, count == s->slots.count, "a shared record", "has lost its slot"))
        return;
    if (!cn_intern_rebuild(s)) im->result = CN_MEMORY;
}

/* Its elements follow later; here so that none are counted that there cannot be. */
static void runs(cn_RangePool *pool, cn_Image *im) {
    cn_image_bytes(im, pool, sizeof *pool);
    if (!cn_image_reads(im)) return;
    bool sound = pool->count >= 0 && pool->count <= INT32_MAX - CN_VERTICES_BEYOND;
    if (!cn_image_expect(im, sound, "a pool", "has a count that is none")) pool->count = 0;
}

static void all_slots(cn_World *w, cn_Image *im) {
    cn_Slots *list[] = {&w->bodies, &w->shapes, &w->pieces, &w->contacts,
                        &w->pairs,  &w->joints, &w->movers};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) slots(list[i], im);
    shared(&w->forms, im);
    shared(&w->traits_shared, im);
    shared(&w->tuning_shared, im);
    runs(&w->vertex_runs, im);
    runs(&w->point_runs, im);
    runs(&w->material_runs, im);
}

/* ---- arrays ------------------------------------------------------------------------------- */

typedef struct Walk {
    cn_World *w;
    cn_Image *im;
} Walk;

/* In a file, what is told from the rest (contact_columns.c), which has to be sound then; false:
 * another array. */
static bool guessed_array(const Walk *k, const cn_ArrayRef *r, int *count) {
    cn_World *w = k->w;
    bool contact = r->array == (void **)&w->contact, cold = r->array == (void **)&w->contact_cold;
    bool node = r->array == (void **)&w->scratch.order.node;
    if (!k->im->columns || !(contact || cold || node)) return false;
    cn_image_room_for(k->im, r->array, r->capacity, r->size, count);
    if (cold && cn_image_reads(k->im)) {
        cn_image_expect(k->im, *count == r->keep, r->name, "has not as many elements as it should");
        if (k->im->result == CN_OK) cn_world_check_shapes(w, k->im);
    }
    if (cold) cn_contact_columns(w, k->im);
    if (node) cn_node_columns(w, k->im, *count);
    return true;
}

static void array(void *context, const cn_ArrayRef *r) {
    const Walk *k = context;
    cn_Image *im = k->im;
    bool reads = cn_image_reads(im);
    if (r->how == CN_ARRAY_ROOM && reads && im->result == CN_OK &&
        !cn_grow(r->array, r->capacity, r->keep, r->size))
        im->result = CN_MEMORY;
    if (r->how > CN_ARRAY_ANY) return;
    int count = r->keep < *r->capacity ? r->keep : *r->capacity;
    if (!guessed_array(k, r, &count)) cn_image_array(im, r->array, r->capacity, r->size, &count);
    if (!reads) return;
    bool sound = r->how == CN_ARRAY_ANY || count == r->keep;
    if (r->count) *r->count = count;
    if (r->how == CN_ARRAY_SOME) sound = count <= r->keep;
    cn_image_expect(im, sound || r->count, r->name, "has not as many elements as it should");
}

#define AHEAD 8 /* count of contacts whose entry is on its way into the cache */

/* ---- tables ------------------------------------------------------------------------------- */

/* A table may have room already; what it has in it is nothing. */
static void clear_table(cn_PairTable *t) {
    if (t->capacity > 0) memset(t->entries, 0, (size_t)t->capacity * sizeof *t->entries);
}

static bool fill_tables(cn_World *w) {
    clear_table(&w->contact_table);
    clear_table(&w->pair_table);
    if (!cn_pair_table_reserve(&w->contact_table, w->contacts.live) ||
        !cn_pair_table_reserve(&w->pair_table, w->pairs.live))
        return false;
    for (int i = 0; i < w->contacts.count; i++) {
        const cn_Contact *ahead = &w->contact[i + AHEAD < w->contacts.count ? i + AHEAD : i];
        cn_pair_table_fetch_own(&w->contact_table, ahead->piece_a, ahead->piece_b);
        if (cn_slots_live(&w->contacts, i))
            (void)cn_pair_table_put(&w->contact_table, w->contact[i].piece_a, w->contact[i].piece_b,
                                    i);
    }
    for (int i = 0; i < w->pairs.count; i++)
        if (cn_slots_live(&w->pairs, i))
            (void)cn_pair_table_put(&w->pair_table, w->pair[i].shape_a, w->pair[i].shape_b, i);
    return true;
}

/* ---- all ---------------------------------------------------------------------------------- */

/* Joints are read and laid out for the solver anew, whatever step the memory was last used for; how
 * often they have changed is not to change by that. */
static void lay_out_joints_anew(cn_World *w) {
    bool stale = w->joint_graph_stale || w->joint_awake_stale;
    if (!stale) w->scratch.order.joint_stage.change_count--;
    w->joint_graph_stale = true;
    w->scratch.order.joint_stage.read_in = 0;
    w->scratch.order.homes_cut = -1; /* they may be in other bins: are they at home? */
    w->scratch.order.joint_stage.h = w->scratch.dt / (float)w->def.substeps; /* as in solver.c */
}

/* Files of before have no arcs, and those of others may say anything. */
static void round_chains(cn_World *w) {
    for (int i = 0; i < w->shapes.count; i++)
        if (cn_slots_live(&w->shapes, i)) cn_curve_round(w, i);
}

void cn_world_image(cn_World *w, cn_Image *im) {
    if (!cn_image_reads(im)) {
        cn_joint_flush(w);
        cn_activity_settle(w);
    }
    cn_world_numbers(w, im);
    all_slots(w, im);
    cn_world_arrays_each(w, array, &(Walk){w, im});
    cn_image_sparse(w, im);
    if (cn_image_reads(im) && !im->trusted && im->result == CN_OK) cn_world_check_arrays(w, im);
    if (cn_image_reads(im) && !im->trusted && im->result == CN_OK) {
        round_chains(w);
        cn_rebound_note_all(w);
    }
    if (cn_image_reads(im) && im->result == CN_OK && !fill_tables(w)) im->result = CN_MEMORY;
    if (cn_image_reads(im) && im->result == CN_OK) lay_out_joints_anew(w);
    cn_bvh_image(w->tree_static, im, w->box, w->pieces.count);
    cn_bvh_image(w->tree_moving, im, w->box, w->pieces.count);
    cn_rest_image(w, im);
    if (im->result == CN_OK) cn_exact_image(w, im);
    const char *why = "";
    if (!cn_image_reads(im) || im->result != CN_OK) return;
    cn_bvh_set_meets(w->tree_static, w->collides);
    cn_bvh_set_meets(w->tree_moving, w->collides);
    if (im->trusted) return;
    bool sound = cn_world_validate(w, &why); /* before why is read */
    cn_image_expect(im, sound, "links are broken:", why);
}
