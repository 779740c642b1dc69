/* shape.c: from a definition to pieces, and back.
 *
 * A shape becomes one piece, a chain one each segment, a concave polygon several. Vertices lie in
 * the body's frame, in runs of a power of two that are reused; what the user gave is kept beside.
 * Creation is all or nothing: everything is reserved before anything is linked.
 * Not here: what vertices a shape has (shape_build.c), what is kept of its definition
 * (shape_design.c), what it can be asked (shape_query.c). */
#include "objects/shape.h"
#include "objects/press.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "activity/activity.h"
#include "contact/broad_phase.h"
#include "contact/contact.h"
#include "contact/contact_mix.h"
#include "contact/curve.h"
#include "contact/rebound.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "objects/body_mass.h"
#include "objects/field.h"
#include "objects/geometry_cache.h"
#include "objects/material.h"
#include "objects/settings_cache.h"
#include "objects/shape_build.h"
#include "objects/shape_design.h"
#include "objects/shape_ignore.h"
#include "world/check.h"
#include "world/field_entry.h"

cn_ShapeDef cn_shape_def(cn_ShapeKind kind) {
    return (cn_ShapeDef){.kind = kind,
                         .ny = 1,
                         .density = 1,
                         .material = {.friction = 0.6},
                         .friction_mix = CN_MIX_WORLD,
                         .restitution_mix = CN_MIX_WORLD,
                         .mask = UINT64_MAX,
                         .events = true,
                         .hits = true,
                         .press_force = INFINITY,
                         .release_force = INFINITY,
                         .press_time = 0.1,
                         .enabled = true,
                         .color = CN_NO_COLOR};
}

/* ---- checks ------------------------------------------------------------------------------- */

static cn_Result check_mix(cn_Error *e, const char *field, cn_Mix mix) {
    if (mix >= CN_MIX_MIN && mix <= CN_MIX_WORLD) return CN_OK;
    return cn_refuse(e, CN_RANGE, field, "must be in 0..%d, got %d", CN_MIX_WORLD, (int)mix);
}

static cn_Result check_common(cn_Error *e, const cn_ShapeDef *d) {
    cn_Result r;
    if ((r = cn_check(e, "density", d->density, CN_RANGE_DENSITY))) return r;
    if ((r = cn_check_material(e, &d->material))) return r;
    if ((r = check_mix(e, "friction_mix", d->friction_mix))) return r;
    if ((r = check_mix(e, "restitution_mix", d->restitution_mix))) return r;
    if ((r = cn_press_check(e, d))) return r;
    if (d->layer < 0 || d->layer > 63)
        return cn_refuse(e, CN_RANGE, "layer", "must be in 0..63, got %d", d->layer);
    if (!d->has_one_way) return CN_OK;
    return cn_check_direction(e, "one_way[1]", "one_way[2]", "one_way", d->one_way_x, d->one_way_y);
}

static cn_Result check_ends(cn_Error *e, const cn_ShapeDef *d) {
    static const char *names[] = {"x1", "y1", "x2", "y2"};
    const double v[] = {d->x1, d->y1, d->x2, d->y2};
    for (int i = 0; i < 4; i++) {
        cn_Result r = cn_check(e, names[i], v[i], CN_RANGE_PLACE);
        if (r) return r;
    }
    double dx = d->x2 - d->x1, dy = d->y2 - d->y1;
    if (dx == 0 && dy == 0)
        return cn_refuse(e, CN_GEOMETRY, "x2", "the two ends are the same point");
    if (dx * dx + dy * dy < CN_MIN_SIZE * CN_MIN_SIZE)
        return cn_refuse(e, CN_GEOMETRY, "x2", "the two ends must be %g m apart or more",
                         CN_MIN_SIZE);
    return CN_OK;
}

#define MEMBER(name, range) CN_MEMBER(cn_ShapeDef, name, range)
#define END                                                                                        \
    { NULL, 0, 0, false }

static cn_Result check_geometry(cn_Error *e, const cn_ShapeDef *d) {
    static const cn_Member members[CN_SHAPE_KINDS][4] = {
        [CN_CIRCLE] = {MEMBER(radius, SIZE), END},
        [CN_BOX] = {MEMBER(w, SIZE), MEMBER(h, SIZE), MEMBER(radius, ROUNDING), END},
        [CN_CAPSULE] = {MEMBER(radius, SIZE), END},
        [CN_ELLIPSE] = {MEMBER(rx, SIZE), MEMBER(ry, SIZE), END},
        [CN_SEGMENT] = {MEMBER(radius, ROUNDING), END},
        [CN_POLYGON] = {MEMBER(radius, ROUNDING), END},
        [CN_CHAIN] = {MEMBER(radius, ROUNDING), END},
        [CN_HALFSPACE] = {END},
    };
    if (d->kind < CN_CIRCLE || d->kind >= CN_SHAPE_KINDS)
        return cn_refuse(e, CN_RANGE, "kind", "no such kind of shape");
    if (d->kind == CN_HALFSPACE && d->nx == 0 && d->ny == 0)
        return cn_refuse(e, CN_RANGE, "nx", "the normal must not be {0, 0}");
    if (d->kind == CN_HALFSPACE) return cn_check_direction(e, "nx", "ny", "nx", d->nx, d->ny);
    cn_Result r = CN_OK;
    if (d->kind == CN_CAPSULE || d->kind == CN_SEGMENT) r = check_ends(e, d);
    return r ? r : cn_check_members(e, d, members[d->kind]);
}

static cn_Result check_place(cn_Error *e, const cn_ShapeDef *d) {
    static const cn_Member members[] = {MEMBER(x, COORDINATE), MEMBER(y, COORDINATE),
                                        MEMBER(angle, ANGLE), END};
    return cn_check_members(e, d, members);
}

static cn_Result check_chain_points(cn_Error *e, const cn_ShapeDef *d) {
    int least = d->loop ? 3 : 2;
    if (d->point_count < least)
        return cn_refuse(e, CN_GEOMETRY, "points", "at least %d points needed, got %d", least,
                         d->point_count);
    for (int i = 0; i < 2 * d->point_count; i++) {
        double v = d->points[i];
        if (!cn_is_finite(v))
            return cn_refuse(e, CN_NOT_FINITE, "points", "point %d: finite number expected, got %s",
                             i / 2 + 1, v != v ? "nan" : "inf");
        if (v < -CN_MAX_SIZE || v > CN_MAX_SIZE)
            return cn_refuse(e, CN_RANGE, "points", "point %d: %g is outside +-%g m", i / 2 + 1, v,
                             CN_MAX_SIZE);
    }
    int segments = d->point_count - (d->loop ? 0 : 1);
    for (int i = 0; i < segments; i++) {
        int j = (i + 1) % d->point_count;
        double dx = d->points[2 * j] - d->points[2 * i];
        double dy = d->points[2 * j + 1] - d->points[2 * i + 1];
        if (dx == 0 && dy == 0)
            return cn_refuse(e, CN_GEOMETRY, "points", "points %d and %d are the same point", i + 1,
                             j + 1);
        if (dx * dx + dy * dy < CN_MIN_SIZE * CN_MIN_SIZE)
            return cn_refuse(e, CN_GEOMETRY, "points",
                             "points %d and %d must be %g m apart or more", i + 1, j + 1,
                             CN_MIN_SIZE);
    }
    if (d->material_count && d->material_count != segments)
        return cn_refuse(e, CN_RANGE, "materials", "%d segments need %d materials, got %d",
                         segments, segments, d->material_count);
    for (int i = 0; i < d->material_count; i++) {
        cn_Error of_one = {0};
        cn_Result r = cn_check_material(&of_one, &d->materials[i]);
        if (r)
            return cn_refuse(e, r, "materials", "segment %d: %s %s", i + 1, of_one.field,
                             of_one.message);
    }
    return CN_OK;
}

/* ---- from definition to draft ------------------------------------------------------------- */

cn_Result cn_shape_draft(const cn_ShapeDef *d, cn_ShapeBuild *out, cn_Error *e) {
    cn_Result r = check_geometry(e, d);
    return r ? r : cn_shape_build_make(e, d, out);
}

/* ---- creation ----------------------------------------------------------------------------- */

static int add_piece(cn_World *w, int shape, int index, const cn_PieceBuild *o,
                     const cn_Design *design) {
    int slot = cn_slots_take(&w->pieces);
    cn_Geom geom = {o->kind, o->count, o->radius, o->v, &o->normal, o->cut ? o->inner : NULL};
    int form = cn_geometry_cache_take(w, &geom, design);
    w->piece[slot] = (cn_Piece){.body = w->shape[shape].body,
                                .shape = shape,
                                .index = index,
                                .next = -1,
                                .form = form,
                                .first_vertex = w->form[form].first_vertex,
                                .vertex_count = (uint16_t)o->count,
                                .radius = o->radius,
                                .kind = (uint8_t)o->kind,
                                .inner = o->cut};
    return slot;
}

/* Slots are taken one by one later; the free list may hold fewer than wanted, so room is made
 * for all of them behind the last. */
static bool reserve_pieces(cn_World *w, int count) {
    cn_Slots *s = &w->pieces;
    int wanted = s->count + count;
    return CN_GROW(s->generation, wanted) && CN_GROW(s->next, wanted) &&
           CN_GROW(w->piece, wanted) && CN_GROW(w->box, wanted);
}

/* Where p is once the array that it may lie in has moved. */
static const void *follow(const void *p, uintptr_t from, int capacity, size_t size, void *to) {
    uintptr_t at = (uintptr_t)p - from;
    return p && at < (size_t)capacity * size ? (const char *)to + at : p;
}

/* The definition may be what cn_shape_settings said of a shape: then it points into these lists. */
static bool reserve_lists(cn_World *w, cn_ShapeDef *d, int points, int materials) {
    uintptr_t old_points = (uintptr_t)w->points, old_materials = (uintptr_t)w->materials;
    int had_points = w->points_capacity, had_materials = w->materials_capacity;
    bool grown = CN_GROW(w->points, points) && CN_GROW(w->materials, materials);
    d->points = follow(d->points, old_points, had_points, sizeof *w->points, w->points);
    d->materials =
        follow(d->materials, old_materials, had_materials, sizeof *w->materials, w->materials);
    return grown;
}

static bool reserve(cn_World *w, int body, int shape, cn_ShapeDef *d, const cn_ShapeBuild *draft) {
    bool is_static = w->cold[body].type == CN_STATIC, plane = d->kind == CN_HALFSPACE;
    int end = w->pieces.count + draft->pieces;
    cn_Design design = cn_design_of(d);
    int64_t points = cn_range_pool_room(&w->point_runs, 1, cn_design_length(&design));
    int64_t materials = cn_range_pool_room(&w->material_runs, 1, d->material_count);
    return points <= INT32_MAX && materials <= INT32_MAX && CN_GROW(w->shape, shape + 1) &&
           cn_shape_traits_reserve(w) && reserve_pieces(w, draft->pieces) &&
           cn_geometry_cache_reserve(w, draft->pieces, draft->most) &&
           cn_broad_phase_reserve(w, is_static, plane, end, draft->pieces) &&
           reserve_lists(w, d, (int)points, (int)materials);
}

static uint8_t own_mix(cn_Mix mix) { return mix == CN_MIX_WORLD ? 0 : (uint8_t)(mix + 1); }

static cn_Traits traits_of(const cn_ShapeDef *d, bool sensor) {
    cn_Vec one_way = {0, 0}; /* where there is none nobody has looked at what it would be */
    if (d->has_one_way) one_way = (cn_Vec){(float)d->one_way_x, (float)d->one_way_y};
    return (cn_Traits){.density = d->density,
                       .friction = (float)d->material.friction,
                       .restitution = (float)d->material.restitution,
                       .rolling = (float)d->material.rolling,
                       .surface_speed = (float)d->material.surface_speed,
                       .one_way = cn_normalize(one_way, NULL),
                       .group = d->group,
                       .layer = (uint8_t)d->layer,
                       .sensor = sensor,
                       .seen = d->seen,
                       .pre_solve = d->pre_solve,
                       .events = d->events,
                       .has_one_way = d->has_one_way,
                       .disabled = !d->enabled,
                       .friction_mix = own_mix(d->friction_mix),
                       .restitution_mix = own_mix(d->restitution_mix),
                       .no_hits = !d->hits,
                       .presses = cn_press_wanted(d),
                       .shuns = ~d->mask};
}

static void keep_design(cn_World *w, cn_Shape *s, const cn_ShapeDef *d, const cn_Design *design) {
    s->loop = d->loop;
    s->mask = design->mask;
    s->has_materials = d->material_count > 0;
    s->first_number = cn_design_keep(w, design);
    s->point_count = d->point_count;
    s->first_material = cn_range_pool_take(&w->material_runs, w->materials, sizeof *w->materials,
                                           d->material_count);
    if (d->material_count)
        memcpy(&w->materials[s->first_material], d->materials,
               (size_t)d->material_count * sizeof *w->materials);
}

static void link_shape(cn_World *w, int body, int slot) {
    cn_BodyCold *cold = &w->cold[body];
    w->shape[slot].previous = cold->last_shape;
    w->shape[slot].next = -1;
    if (cold->last_shape >= 0)
        w->shape[cold->last_shape].next = slot;
    else
        cold->first_shape = slot;
    cold->last_shape = slot;
}

static void add_pieces(cn_World *w, int slot, const cn_ShapeDef *d, const cn_Design *design,
                       const cn_ShapeBuild *draft) {
    int last = -1, pieces = w->shape[slot].piece_count;
    for (int i = 0; i < pieces; i++) {
        cn_PieceBuild build;
        cn_shape_build_piece(draft, d, i, &build);
        int piece = add_piece(w, slot, i, &build, w->shape[slot].designed ? NULL : design);
        if (last < 0)
            w->shape[slot].first_piece = piece;
        else
            w->piece[last].next = piece;
        last = piece;
    }
    cn_curve_round(w, slot);
}

cn_Area cn_shape_moments(const cn_World *w, int shape) {
    cn_Area sum = {0};
    const cn_Shape *s = &w->shape[shape];
    if (s->kind == CN_ELLIPSE || (s->kind == CN_POLYGON && s->designed)) {
        cn_ShapeDef d = cn_shape_def((cn_ShapeKind)s->kind);
        cn_design_read(w, s, &d);
        return cn_shape_build_area(&d);
    }
    for (int p = w->shape[shape].first_piece; p >= 0; p = w->piece[p].next) {
        cn_Area a = w->form[w->piece[p].form].area;
        /* Steiner's theorem, about the body's origin and back to the common centroid */
        double total = sum.area + a.area;
        if (total <= 0) {
            sum.center = a.center;
            continue;
        }
        double dx = a.center.x - sum.center.x, dy = a.center.y - sum.center.y;
        double k = a.area / total;
        sum.inertia += a.inertia + sum.area * k * (dx * dx + dy * dy);
        sum.center.x += k * dx;
        sum.center.y += k * dy;
        sum.area = total;
    }
    return sum;
}

static cn_Result create(cn_World *w, int body, cn_ShapeDef *d, const cn_ShapeBuild *draft,
                        cn_ShapeId *out) {
    int slot = cn_slots_reserve(&w->shapes);
    if (slot < 0 || !reserve(w, body, slot, d, draft) || (d->has_area && !cn_field_reserve(w)) ||
        !cn_press_reserve(w, d))
        return cn_refuse_memory(&w->error);
    cn_Design design = cn_design_of(d);
    cn_slots_take(&w->shapes);
    cn_Traits traits = traits_of(d, d->sensor);
    w->shape[slot] = (cn_Shape){.body = body,
                                .kind = (uint8_t)d->kind,
                                .traits = cn_shape_traits_take(w, &traits),
                                .color = d->color,
                                .first_piece = -1,
                                .piece_count = draft->pieces,
                                .designed = draft->several};
    if (draft->several) keep_design(w, &w->shape[slot], d, &design);
    cn_press_put(w, slot, d);
    w->sensor_shapes += d->sensor;
    cn_shape_note_surfaces(w, slot);
    add_pieces(w, slot, d, &design, draft);
    link_shape(w, body, slot);
    cn_body_add_shape(w, body, slot);
    cn_shape_enter_trees(w, slot);
    cn_activity_disturb(w, body, CN_DISTURBED_CHANGED);
    cn_rebound_note_shape(w, slot);
    if (d->has_area) {
        cn_field_put(w, slot, &d->area);
        cn_field_touch_near(w, body);
    }
    *out = cn_shape_id(w, slot);
    return CN_OK;
}

cn_Result cn_shape_create(cn_World *w, cn_BodyId body, const cn_ShapeDef *def, cn_ShapeId *out) {
    cn_Result r = cn_check_body(w, body);
    cn_Error *e = &w->error;
    cn_ShapeDef d = *def;
    cn_ShapeBuild draft;
    *out = (cn_ShapeId){0, 0};
    if (r || (r = check_place(e, &d)) || (r = check_geometry(e, &d)) || (r = check_common(e, &d)))
        return r;
    if (d.has_area && (r = cn_check_field(e, d.kind, d.sensor, &d.area))) return r;
    if (d.kind == CN_HALFSPACE && w->cold[body.index].type != CN_STATIC)
        return cn_refuse(e, CN_RANGE, "", "a halfspace needs a static body");
    if (d.kind == CN_CHAIN && (r = check_chain_points(e, &d))) return r;
    if ((r = cn_shape_build_make(e, &d, &draft))) return r;
    return create(w, (int)body.index, &d, &draft, out);
}

/* ---- destruction -------------------------------------------------------------------------- */

static void unlink_shape(cn_World *w, int slot) {
    cn_Shape *s = &w->shape[slot];
    cn_BodyCold *cold = &w->cold[s->body];
    if (s->previous >= 0)
        w->shape[s->previous].next = s->next;
    else
        cold->first_shape = s->next;
    if (s->next >= 0)
        w->shape[s->next].previous = s->previous;
    else
        cold->last_shape = s->previous;
}

static void give_design(cn_World *w, const cn_Shape *s) {
    cn_range_pool_give(&w->point_runs, w->points, sizeof *w->points, s->first_number,
                       __builtin_popcount(s->mask) + 2 * s->point_count);
    cn_range_pool_give(&w->material_runs, w->materials, sizeof *w->materials, s->first_material,
                       cn_shape_material_count(s));
}

static void drop_pieces(cn_World *w, int first) {
    for (int p = first; p >= 0;) {
        int next = w->piece[p].next;
        cn_contact_destroy_of_piece(w, p);
        cn_broad_phase_remove(w, p);
        cn_geometry_cache_give(w, w->piece[p].form);
        cn_slots_release(&w->pieces, p);
        p = next;
    }
}

void cn_shape_drop(cn_World *w, int slot) {
    cn_Shape *s = &w->shape[slot];
    w->sensor_shapes -= cn_shape_traits(w, slot)->sensor;
    cn_activity_disturb(w, s->body, CN_DISTURBED_LEFT);
    cn_activity_settle(w);
    cn_field_drop(w, slot);
    cn_shape_ignore_drop(w, slot);
    cn_press_drop(w, slot);
    drop_pieces(w, s->first_piece);
    if (s->designed) give_design(w, s);
    cn_shape_traits_give(w, s->traits);
    unlink_shape(w, slot);
    cn_rebound_lose(w, s->body);
    cn_slots_release(&w->shapes, slot);
}

void cn_shape_remove(cn_World *w, int slot) {
    int body = w->shape[slot].body;
    cn_shape_drop(w, slot);
    cn_body_update_mass(w, body);
}

cn_Result cn_shape_destroy(cn_World *w, cn_ShapeId shape) {
    cn_Result r = cn_check_shape(w, shape);
    if (!r) cn_shape_remove(w, (int)shape.index);
    return r;
}

bool cn_shape_is_valid(const cn_World *w, cn_ShapeId shape) { return cn_shape_live(w, shape); }

/* ---- another geometry --------------------------------------------------------------------- */

/* The new pieces come before the old ones go, so that without memory nothing has happened. */
static cn_Result remake(cn_World *w, int slot, cn_ShapeDef *d, const cn_ShapeBuild *draft) {
    if (!reserve(w, w->shape[slot].body, slot, d, draft)) return cn_refuse_memory(&w->error);
    cn_Design design = cn_design_of(d);
    cn_Shape *s = &w->shape[slot], old = *s;
    s->piece_count = draft->pieces;
    s->designed = draft->several;
    s->has_materials = false;
    if (s->designed) keep_design(w, s, d, &design);
    add_pieces(w, slot, d, &design, draft);
    cn_shape_enter_trees(w, slot);
    cn_shape_note_surfaces(w, slot);
    cn_activity_disturb(w, s->body, CN_DISTURBED_LEFT); /* and what touches it */
    cn_activity_settle(w);
    drop_pieces(w, old.first_piece);
    if (old.designed) give_design(w, &old);
    cn_rebound_note_shape(w, slot);
    cn_body_update_mass(w, s->body);
    cn_field_touch_near(w, s->body);
    return CN_OK;
}

cn_Result cn_shape_reshape(cn_World *w, cn_ShapeId shape, const cn_ShapeDef *geometry) {
    cn_Error *e = &w->error;
    cn_Result r = cn_check_shape(w, shape);
    cn_ShapeDef d = *geometry;
    cn_ShapeBuild draft;
    if (r) return r;
    if (d.kind != (cn_ShapeKind)w->shape[shape.index].kind)
        return cn_refuse(e, CN_RANGE, "kind", "a shape keeps its kind");
    if ((r = check_place(e, &d)) || (r = check_geometry(e, &d))) return r;
    if (d.kind == CN_CHAIN && (r = check_chain_points(e, &d))) return r;
    if ((r = cn_shape_build_make(e, &d, &draft))) return r;
    return remake(w, (int)shape.index, &d, &draft);
}

/* ---- configuration ------------------------------------------------------------------------ */

void cn_shape_each_contact(cn_World *w, int slot, void (*fn)(cn_World *, int)) {
    int body = w->shape[slot].body;
    for (int link = w->cold[body].first_contact; link >= 0;) {
        const cn_Contact *c = &w->contact[link >> 1];
        int next = cn_contact_next(w, link);
        if (w->piece[c->piece_a].shape == slot || w->piece[c->piece_b].shape == slot)
            fn(w, link >> 1);
        link = next;
    }
}

/* Whether what touches it is to meet it anew: what meets what, and from which side, is decided when
 * two come near, and held until they part. (A side given back as told is normalised once more.) */
static bool meets_anew(const cn_Traits *old, const cn_Traits *now) {
    cn_Vec turn = cn_sub(old->one_way, now->one_way);
    return old->layer != now->layer || old->group != now->group || old->seen != now->seen ||
           old->shuns != now->shuns || old->has_one_way != now->has_one_way ||
           cn_absf(turn.x) + cn_absf(turn.y) > 1e-6f;
}

cn_Result cn_shape_configure(cn_World *w, cn_ShapeId shape, const cn_ShapeDef *settings) {
    cn_Result r = cn_check_shape(w, shape);
    if (r || (r = check_common(&w->error, settings))) return r;
    int slot = (int)shape.index;
    if (!cn_shape_traits_reserve(w) || !cn_material_reserve(w, &settings->material) ||
        !cn_press_reserve(w, settings))
        return cn_refuse_memory(&w->error);
    cn_Shape *s = &w->shape[slot];
    cn_Traits old = *cn_shape_traits(w, slot), traits = traits_of(settings, old.sensor);
    traits.disabled = old.disabled, traits.ignores = old.ignores;
    cn_press_put(w, slot, settings);
    int given = s->traits;
    bool again = meets_anew(&old, &traits);
    if (again) cn_activity_disturb(w, s->body, CN_DISTURBED_LEFT); /* contacts are about to go */
    cn_activity_settle(w);
    if (old.seen != traits.seen) cn_shape_each_contact(w, slot, cn_contact_destroy);
    s->traits = cn_shape_traits_take(w, &traits);
    s->color = settings->color;
    cn_shape_traits_give(w, given);
    cn_material_follow(w, slot, &old, &traits);
    cn_shape_note_surfaces(w, slot);
    if (old.density != traits.density) cn_body_update_mass(w, s->body);
    cn_rebound_note_shape(w, slot);
    if (again) return cn_shape_refilter(w, shape);
    cn_shape_each_contact(w, slot, cn_contact_mix);
    cn_activity_disturb(w, s->body, CN_DISTURBED_CHANGED);
    return CN_OK;
}

cn_ShapeDef cn_shape_settings(const cn_World *w, cn_ShapeId shape) {
    cn_ShapeDef d = cn_shape_def(CN_CIRCLE);
    if (!cn_shape_live(w, shape)) return d;
    const cn_Shape *s = &w->shape[shape.index];
    d.kind = (cn_ShapeKind)s->kind;
    const cn_Traits *t = cn_shape_traits(w, (int)shape.index);
    cn_design_read(w, s, &d);
    d.materials = s->has_materials ? &w->materials[s->first_material] : NULL;
    d.material_count = cn_shape_material_count(s);
    d.density = t->density;
    d.material = (cn_Material){t->friction, t->restitution, t->rolling, t->surface_speed};
    d.sensor = t->sensor, d.seen = t->seen, d.layer = t->layer, d.group = t->group;
    d.friction_mix = t->friction_mix ? (cn_Mix)(t->friction_mix - 1) : CN_MIX_WORLD;
    d.restitution_mix = t->restitution_mix ? (cn_Mix)(t->restitution_mix - 1) : CN_MIX_WORLD;
    d.mask = ~t->shuns, d.enabled = !t->disabled;
    d.has_one_way = t->has_one_way;
    d.one_way_x = t->one_way.x, d.one_way_y = t->one_way.y;
    d.pre_solve = t->pre_solve, d.events = t->events, d.color = s->color, d.hits = !t->no_hits;
    if (t->presses) cn_press_tell(w, (int)shape.index, &d);
    const cn_AreaDef *area = w->field_count > 0 ? cn_field_of(w, (int)shape.index) : NULL;
    d.has_area = area != NULL;
    if (area) d.area = *area;
    return d;
}
