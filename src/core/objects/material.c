/* material.c: what surfaces are made of, and the segments of a chain one by one.
 *
 * A chain has either one material, that of its traits, or one for each segment, in a run of
 * world.materials; the first that is set alone gives all the others a copy of the common one. What
 * rests on a segment learns of a change at once, and wakes.
 * Not here: how two materials become one (contact/contact_mix.c). */
#include "objects/material.h"

#include "activity/activity.h"
#include "contact/contact_mix.h"
#include "contact/rebound.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "objects/shape.h"
#include "world/check.h"

cn_Result cn_check_material(cn_Error *e, const cn_Material *m) {
    static const cn_Member members[] = {CN_MEMBER(cn_Material, friction, FRICTION),
                                        CN_MEMBER(cn_Material, restitution, RESTITUTION),
                                        CN_MEMBER(cn_Material, rolling, FRICTION),
                                        CN_MEMBER(cn_Material, surface_speed, SURFACE_SPEED),
                                        {NULL, 0, 0, false}};
    return cn_check_members(e, m, members);
}

/* ---- what a world has of them ----------------------------------------------------------- */

void cn_shape_note_surfaces(cn_World *w, int shape) {
    const cn_Shape *s = &w->shape[shape];
    const cn_Traits *t = cn_shape_traits(w, shape);
    w->special_surfaces |= t->rolling > 0 || t->surface_speed != 0;
    for (int i = 0; i < cn_shape_material_count(s); i++) {
        const cn_Material *m = &w->materials[s->first_material + i];
        w->special_surfaces |= m->rolling > 0 || m->surface_speed != 0;
    }
}

/* ---- one by one ------------------------------------------------------------------------- */

bool cn_material_reserve(cn_World *w, const cn_Material *m) {
    bool plain = m->rolling == 0 && m->surface_speed == 0;
    return plain || w->contacts.count == 0 || cn_contact_reserve_rare(w, w->contacts.count - 1);
}

static bool give_each(cn_World *w, int slot) {
    cn_Shape *s = &w->shape[slot];
    if (s->has_materials) return true;
    int64_t room = cn_range_pool_room(&w->material_runs, 1, s->piece_count);
    if (room > INT32_MAX || !CN_GROW(w->materials, (int)room)) return false;
    const cn_Traits *t = cn_shape_traits(w, slot);
    s->first_material =
        cn_range_pool_take(&w->material_runs, w->materials, sizeof *w->materials, s->piece_count);
    s->has_materials = true;
    for (int i = 0; i < s->piece_count; i++)
        w->materials[s->first_material + i] =
            (cn_Material){t->friction, t->restitution, t->rolling, t->surface_speed};
    return true;
}

cn_Result cn_shape_set_material(cn_World *w, cn_ShapeId shape, int segment,
                                const cn_Material *material) {
    cn_Result r = cn_check_shape(w, shape);
    if (r || (r = cn_check_material(&w->error, material))) return r;
    int slot = (int)shape.index;
    cn_Material given = *material; /* which may lie in an array that grows */
    const cn_Shape *s = &w->shape[slot];
    if (s->kind != CN_CHAIN) return cn_refuse(&w->error, CN_RANGE, "", "only a chain has segments");
    if (segment < 0 || segment >= s->piece_count)
        return cn_refuse(&w->error, CN_RANGE, "", "must be in 1..%d, got %lld", s->piece_count,
                         (long long)segment + 1);
    if (!cn_material_reserve(w, &given) || !give_each(w, slot)) return cn_refuse_memory(&w->error);
    w->materials[s->first_material + segment] = given;
    cn_shape_note_surfaces(w, slot);
    cn_shape_each_contact(w, slot, cn_contact_mix);
    cn_rebound_note_shape(w, slot);
    cn_activity_disturb(w, s->body, CN_DISTURBED_CHANGED);
    return CN_OK;
}

void cn_material_follow(cn_World *w, int slot, const cn_Traits *from, const cn_Traits *to) {
    const cn_Shape *s = &w->shape[slot];
    for (int i = 0; s->has_materials && i < s->piece_count; i++) {
        cn_Material *m = &w->materials[s->first_material + i];
        if (from->friction != to->friction) m->friction = to->friction;
        if (from->restitution != to->restitution) m->restitution = to->restitution;
        if (from->rolling != to->rolling) m->rolling = to->rolling;
        if (from->surface_speed != to->surface_speed) m->surface_speed = to->surface_speed;
    }
}
