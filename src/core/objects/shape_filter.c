/* shape_filter.c: whether a shape meets anything at all, as what, and asking anew what it meets.
 *
 * A shape that is disabled is in no tree, as the shapes of a body that is: nothing finds it. It
 * keeps its pieces, and its part in the mass of its body.
 * Not here: layers, groups and masks (shape.c sets them, contact.c reads them). */
#include "activity/activity.h"
#include "contact/broad_phase.h"
#include "contact/contact.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "objects/body_mass.h"
#include "objects/field.h"
#include "objects/settings_cache.h"
#include "objects/shape.h"
#include "world/check.h"
#include "world/field_entry.h"

static void give_traits(cn_World *w, int slot, const cn_Traits *traits) { /* room is reserved */
    int given = w->shape[slot].traits;
    w->shape[slot].traits = cn_shape_traits_take(w, traits);
    cn_shape_traits_give(w, given);
}

static void renew_pairs(cn_World *w, int slot) {
    for (int p = w->shape[slot].first_piece; p >= 0; p = w->piece[p].next)
        cn_broad_phase_renew(w, p);
}

cn_Result cn_shape_refilter(cn_World *w, cn_ShapeId shape) {
    cn_Result r = cn_check_shape(w, shape);
    if (r) return r;
    cn_activity_disturb(w, w->shape[shape.index].body, CN_DISTURBED_LEFT);
    cn_activity_settle(w);
    cn_shape_each_contact(w, (int)shape.index, cn_contact_destroy);
    renew_pairs(w, (int)shape.index);
    return CN_OK;
}

cn_Result cn_shape_set_sensor(cn_World *w, cn_ShapeId shape, bool sensor) {
    cn_Result r = cn_check_shape(w, shape);
    if (r) return r;
    int slot = (int)shape.index;
    cn_Traits traits = *cn_shape_traits(w, slot);
    if (traits.sensor == sensor) return CN_OK;
    if (w->field_count > 0 && cn_field_of(w, slot))
        return cn_refuse(&w->error, CN_RANGE, "", "what has an area stays a sensor");
    if (!cn_shape_traits_reserve(w)) return cn_refuse_memory(&w->error);
    cn_activity_disturb(w, w->shape[slot].body, CN_DISTURBED_LEFT);
    cn_activity_settle(w);
    cn_shape_each_contact(w, slot, cn_contact_destroy); /* they end as what they were */
    traits.sensor = sensor;
    give_traits(w, slot, &traits);
    w->sensor_shapes += sensor ? 1 : -1;
    renew_pairs(w, slot);
    return CN_OK;
}

/* ---- enabled or not ----------------------------------------------------------------------- */

void cn_shape_enter_trees(cn_World *w, int slot) {
    if (!cn_shape_takes_part(w, slot)) return;
    for (int p = w->shape[slot].first_piece; p >= 0; p = w->piece[p].next)
        (void)cn_broad_phase_insert(w, p); /* there is room */
}

static void leave_trees(cn_World *w, int slot) {
    for (int p = w->shape[slot].first_piece; p >= 0; p = w->piece[p].next) {
        cn_contact_destroy_of_piece(w, p);
        cn_broad_phase_remove(w, p);
    }
}

static bool reserve_trees(cn_World *w, int slot) {
    const cn_Shape *s = &w->shape[slot];
    return cn_broad_phase_reserve(w, w->cold[s->body].type == CN_STATIC, s->kind == CN_HALFSPACE,
                                  w->pieces.count, s->piece_count);
}

cn_Result cn_shape_set_enabled(cn_World *w, cn_ShapeId shape, bool enabled) {
    cn_Result r = cn_check_shape(w, shape);
    if (r) return r;
    int slot = (int)shape.index, body = w->shape[slot].body;
    cn_Traits traits = *cn_shape_traits(w, slot);
    if (traits.disabled != enabled) return CN_OK;
    if (!cn_shape_traits_reserve(w) || (enabled && !reserve_trees(w, slot)))
        return cn_refuse_memory(&w->error);
    if (!enabled) {
        cn_activity_disturb(w, body, CN_DISTURBED_LEFT);
        cn_field_touch_near(w, body);
    }
    cn_activity_settle(w);
    if (!enabled) leave_trees(w, slot);
    traits.disabled = !enabled;
    give_traits(w, slot, &traits);
    if (enabled) {
        cn_shape_enter_trees(w, slot);
        cn_activity_disturb(w, body, CN_DISTURBED_CHANGED);
        cn_field_touch_near(w, body);
    }
    cn_body_add_shape(w, body, slot); /* which of its pieces kernels look at; the mass stays */
    return CN_OK;
}
