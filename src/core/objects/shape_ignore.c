/* shape_ignore.c: two shapes that never meet, whatever layers and groups say.
 *
 * Pairs stand in one list of the world, and traits say which shapes may be in it: where both have
 * that, the list is asked. What was in a pair keeps the trait, which costs no more than a look.
 * Not here: layers, groups, masks (shape.c), bodies of a joint (joint.c). */
#include "objects/shape_ignore.h"

#include <string.h>

#include "activity/activity.h"
#include "contact/broad_phase.h"
#include "contact/contact.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "objects/settings_cache.h"
#include "objects/shape.h"
#include "world/check.h"
#include "world/sparse_entry.h"

static void give_trait(cn_World *w, int slot) { /* room is reserved */
    cn_Traits traits = *cn_shape_traits(w, slot);
    int given = w->shape[slot].traits;
    if (traits.ignores) return;
    traits.ignores = true;
    w->shape[slot].traits = cn_shape_traits_take(w, &traits);
    cn_shape_traits_give(w, given);
}

static void remove_at(cn_World *w, int at) {
    memmove(&w->ignored[at], &w->ignored[at + 1],
            (size_t)(--w->ignored_count - at) * sizeof *w->ignored);
}

void cn_shape_ignore_drop(cn_World *w, int slot) {
    if (!cn_shape_traits(w, slot)->ignores) return;
    int kept = 0;
    for (int i = 0; i < w->ignored_count; i++)
        if (w->ignored[i].a != slot && w->ignored[i].b != slot) w->ignored[kept++] = w->ignored[i];
    w->ignored_count = kept;
}

static bool reserve(cn_World *w) { return CN_GROW(w->ignored, w->ignored_count + 1); }

/* Contacts of the two end, or their pairs are looked for anew. */
static void review(cn_World *w, int a, int b, bool apart) {
    cn_activity_settle(w); /* contacts may go */
    for (int link = w->cold[w->shape[a].body].first_contact; apart && link >= 0;) {
        const cn_Contact *c = &w->contact[link >> 1];
        int contact = link >> 1, one = w->piece[c->piece_a].shape;
        int other = w->piece[c->piece_b].shape;
        link = cn_contact_next(w, link);
        if ((one == a && other == b) || (one == b && other == a)) cn_contact_destroy(w, contact);
    }
    for (int s = 0; !apart && s < 2; s++)
        for (int p = w->shape[s ? b : a].first_piece; p >= 0; p = w->piece[p].next)
            cn_broad_phase_renew(w, p);
}

static cn_Result check(cn_World *w, cn_ShapeId a, cn_ShapeId b) {
    cn_Result r = cn_check_shape(w, a);
    if (r || (r = cn_check_shape(w, b))) return r;
    if (a.index != b.index) return CN_OK;
    return cn_refuse(&w->error, CN_RANGE, "", "must be another shape");
}

cn_Result cn_shape_set_ignores(cn_World *w, cn_ShapeId a, cn_ShapeId b, bool ignores) {
    cn_Result r = check(w, a, b);
    int one = (int)a.index, other = (int)b.index;
    if (r || cn_ignored_has(w, one, other) == ignores) return r;
    if (!reserve(w) || !cn_shape_traits_reserve(w)) return cn_refuse_memory(&w->error);
    int first = one < other ? one : other, at = cn_ignored_place(w, first, one + other - first);
    cn_activity_disturb(w, w->shape[one].body, ignores ? CN_DISTURBED_LEFT : CN_DISTURBED_CHANGED);
    cn_activity_disturb(w, w->shape[other].body,
                        ignores ? CN_DISTURBED_LEFT : CN_DISTURBED_CHANGED);
    if (ignores) {
        give_trait(w, one);
        if (!cn_shape_traits_reserve(w)) return cn_refuse_memory(&w->error);
        give_trait(w, other);
        memmove(&w->ignored[at + 1], &w->ignored[at],
                (size_t)(w->ignored_count++ - at) * sizeof *w->ignored);
        w->ignored[at] = (cn_IgnoredPair){first, one + other - first};
    } else {
        remove_at(w, at);
    }
    review(w, one, other, ignores);
    return CN_OK;
}

bool cn_shape_ignores(const cn_World *w, cn_ShapeId a, cn_ShapeId b) {
    return cn_shape_live(w, a) && cn_shape_live(w, b) &&
           cn_ignored_has(w, (int)a.index, (int)b.index);
}

int cn_world_ignored(const cn_World *w, cn_PairOfShapes *buffer, int capacity) {
    for (int i = 0; i < w->ignored_count && i < capacity; i++)
        buffer[i] =
            (cn_PairOfShapes){cn_shape_id(w, w->ignored[i].a), cn_shape_id(w, w->ignored[i].b)};
    return w->ignored_count;
}
