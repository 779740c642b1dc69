/* field.c: which sensors act on what is in them, by an area of gravity, drag, buoyancy.
 *
 * Invariant: w->area is sorted by shape, and all of them are sensors. An area that does not change
 * lets bodies sleep; one that is changed or put elsewhere wakes what is in it.
 * Not here: what they do (field_force.c). */
#include "objects/field.h"

#include "activity/activity.h"
#include "bvh/bvh.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "world/check.h"
#include "world/field_entry.h"

cn_AreaDef cn_area_def(void) { return (cn_AreaDef){0}; }

/* ---- checks ------------------------------------------------------------------------------- */

static cn_Result check(cn_Error *e, const cn_AreaDef *d) {
    static const cn_Member members[] = {
        CN_NAMED(cn_AreaDef, gravity_x, "area.gravity[1]", GRAVITY),
        CN_NAMED(cn_AreaDef, gravity_y, "area.gravity[2]", GRAVITY),
        CN_NAMED(cn_AreaDef, pull, "area.pull", GRAVITY),
        CN_NAMED(cn_AreaDef, pull_distance, "area.pull_distance", LENGTH),
        CN_NAMED(cn_AreaDef, drag, "area.drag", DRAG),
        CN_NAMED(cn_AreaDef, angular_drag, "area.angular_drag", DRAG),
        CN_NAMED(cn_AreaDef, density, "area.density", FLUID),
        CN_NAMED(cn_AreaDef, flow_x, "area.flow[1]", SURFACE_SPEED),
        CN_NAMED(cn_AreaDef, flow_y, "area.flow[2]", SURFACE_SPEED),
        {NULL, 0, 0, false}};
    cn_Result r = cn_check_members(e, d, members);
    if (!r && d->has_surface) r = cn_check(e, "area.surface", d->surface, CN_RANGE_COORDINATE);
    if (r) return r;
    if ((d->flow_x != 0 || d->flow_y != 0) && d->drag <= 0)
        return cn_refuse(e, CN_RANGE, "area.flow", "needs drag > 0: that is what carries");
    return CN_OK;
}

cn_Result cn_check_field(cn_Error *e, cn_ShapeKind kind, bool sensor, const cn_AreaDef *d) {
    if (!sensor) return cn_refuse(e, CN_RANGE, "area", "only a sensor has one");
    if (kind == CN_CHAIN || kind == CN_SEGMENT)
        return cn_refuse(e, CN_RANGE, "area", "a %s has no inside",
                         kind == CN_CHAIN ? "chain" : "segment");
    if (kind == CN_HALFSPACE && d->pull != 0)
        return cn_refuse(e, CN_RANGE, "area.pull", "a halfspace has no middle");
    return check(e, d);
}

/* ---- life --------------------------------------------------------------------------------- */

bool cn_shape_has_area(const cn_World *w, cn_ShapeId shape) {
    return cn_shape_live(w, shape) && cn_field_of(w, (int)shape.index) != NULL;
}

bool cn_field_reserve(cn_World *w) { return CN_GROW(w->field, w->field_count + 1); }

void cn_field_put(cn_World *w, int shape, const cn_AreaDef *def) {
    int at = cn_field_place(w, shape);
    if (at == w->field_count || w->field[at].shape != shape) {
        for (int i = w->field_count++; i > at; i--) w->field[i] = w->field[i - 1];
        w->field[at].shape = shape;
    }
    w->field[at].def = *def;
    if (!def->has_surface) w->field[at].def.surface = 0; /* nobody has looked at it */
}

static bool touch_one(void *context, int piece) {
    cn_World *w = context;
    int body = w->piece[piece].body;
    if (w->cold[body].type == CN_DYNAMIC) cn_activity_disturb(w, body, CN_DISTURBED_FIELD);
    return true;
}

/* Whatever is near enough to be in it. Without memory for that all bodies are touched, and the next
 * step says so. */
static void touch_near(cn_World *w, int shape) {
    bool all = !cn_bvh_update(w->tree_moving, NULL);
    w->out_of_memory |= all;
    for (int p = w->shape[shape].first_piece; p >= 0; p = w->piece[p].next) {
        if (w->piece[p].kind == CN_GEOM_PLANE) all = true;
        if (!all) cn_bvh_query(w->tree_moving, w->box[p], touch_one, w);
    }
    for (int i = 1; all && i < w->bodies.count; i++)
        if (cn_slots_live(&w->bodies, i) && w->cold[i].type == CN_DYNAMIC)
            cn_activity_disturb(w, i, CN_DISTURBED_FIELD);
}

void cn_field_drop(cn_World *w, int shape) {
    int at = cn_field_place(w, shape);
    if (at == w->field_count || w->field[at].shape != shape) return;
    if (cn_shape_takes_part(w, shape)) touch_near(w, shape);
    cn_activity_settle(w); /* until now it may join bodies to islands */
    w->field_count--;
    for (int i = at; i < w->field_count; i++) w->field[i] = w->field[i + 1];
}

void cn_field_touch_near(cn_World *w, int body) {
    if (w->field_count == 0 || !(w->body_flags[body] & CN_BODY_ENABLED)) return;
    for (int s = w->cold[body].first_shape; s >= 0; s = w->shape[s].next)
        if (cn_field_of(w, s) && cn_shape_takes_part(w, s)) touch_near(w, s);
}

cn_Result cn_shape_set_area(cn_World *w, cn_ShapeId shape, const cn_AreaDef *def) {
    cn_Result r = cn_check_shape(w, shape);
    if (r) return r;
    int slot = (int)shape.index;
    const cn_Shape *s = &w->shape[slot];
    if (def) {
        bool sensor = cn_shape_traits(w, slot)->sensor;
        if ((r = cn_check_field(&w->error, (cn_ShapeKind)s->kind, sensor, def))) return r;
        if (!cn_field_reserve(w)) return cn_refuse_memory(&w->error);
    }
    if (!def) {
        cn_field_drop(w, slot);
        return CN_OK;
    }
    cn_field_put(w, slot, def);
    cn_field_touch_near(w, s->body);
    return CN_OK;
}
