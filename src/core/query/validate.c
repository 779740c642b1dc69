/* validate.c: is every internal link sound? For tests and fuzzers, never part of a step. */
#include "activity/activity.h"
#include "bvh/bvh.h"
#include "contact/contact.h"
#include "data/contact_access.h"
#include "data/joint_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "objects/gear.h"
#include "world/joint_impulses.h"
#include "world/joint_state.h"

static bool fail(const char **why, const char *what) {
    if (why) *why = what;
    return false;
}

static bool finite_body(const cn_World *w, int i) {
    const cn_Pose *p = &w->pose[i];
    const cn_Motion *m = &w->motion[i];
    return cn_is_finite(p->x) && cn_is_finite(p->y) && cn_is_finite((double)(p->q.c + p->q.s)) &&
           cn_is_finite((double)(m->vx + m->vy)) && cn_is_finite((double)m->w);
}

static bool check_body(const cn_World *w, int i, const char **why) {
    const cn_BodyCold *cold = &w->cold[i];
    int shapes = 0, contacts = 0, last = -1, before = -1;
    if (!finite_body(w, i)) return fail(why, "a body is not finite");
    for (int s = cold->first_shape; s >= 0; s = w->shape[s].next, shapes++) {
        if (!cn_slots_live(&w->shapes, s) || w->shape[s].body != i)
            return fail(why, "a body's list holds a foreign shape");
        if (shapes > w->shapes.count) return fail(why, "a body's list of shapes has a loop");
        if (w->shape[s].previous != last) return fail(why, "a shape's links are broken");
        last = s;
    }
    for (int link = cold->first_contact; link >= 0; contacts++) {
        const cn_Contact *c = &w->contact[link >> 1];
        if (!cn_slots_live(&w->contacts, link >> 1) || (link & 1 ? c->body_b : c->body_a) != i)
            return fail(why, "a body's list holds a foreign contact");
        if (w->contact_cold[link >> 1].previous[link & 1] != before)
            return fail(why, "a contact's links are broken");
        if (contacts > w->contacts.count) return fail(why, "a body's list of contacts has a loop");
        before = link;
        link = cn_contact_next(w, link);
    }
    bool awake = w->body_flags[i] & CN_BODY_AWAKE, bit = w->awake[i >> 6] >> (i & 63) & 1;
    if (awake != bit) return fail(why, "a body's awake bit is wrong");
    if (last != cold->last_shape) return fail(why, "a body's list of shapes has another end");
    if (contacts > cold->near_count) return fail(why, "a body miscounts its contacts");
    if (awake && (cold->type == CN_STATIC || !(w->body_flags[i] & CN_BODY_ENABLED)))
        return fail(why, "a static or disabled body is awake");
    return true;
}

static bool check_joints_of(const cn_World *w, int i, const char **why) {
    const cn_BodyCold *cold = &w->cold[i];
    int joints = 0, before = -1;
    for (int link = cold->first_joint; link >= 0; joints++) {
        const cn_Joint *j = &w->joint[link >> 1];
        if (!cn_slots_live(&w->joints, link >> 1) || (link & 1 ? j->body_b : j->body_a) != i)
            return fail(why, "a body's list holds a foreign joint");
        if (j->previous[link & 1] != before) return fail(why, "a joint's links are broken");
        if (joints > w->joints.count) return fail(why, "a body's list of joints has a loop");
        before = link;
        link = j->next[link & 1];
    }
    return joints == cold->joint_count || fail(why, "a body miscounts its joints");
}

static bool check_coupling(const cn_World *w, int i, const char **why) {
    const cn_Gear *c = cn_gear_of(w, i);
    if (!c) return fail(why, "a gear, pulley or ratchet has no record");
    if (w->joint[i].kind != CN_GEAR) return true;
    int ends[2];
    for (int k = 0; k < 2; k++)
        if (!cn_slots_live(&w->joints, c->of[k]) || !(w->joint[c->of[k]].flags & CN_JOINT_GEARED))
            return fail(why, "a gear couples a foreign joint");
    cn_gear_ends(w, c->of, ends);
    return (ends[0] == w->joint[i].body_a && ends[1] == w->joint[i].body_b) ||
           fail(why, "a gear stands at the wrong bodies");
}

static bool check_joint(const cn_World *w, int i, const char **why) {
    const cn_Joint *j = &w->joint[i];
    if (cn_joint_couples(j) && !check_coupling(w, i, why)) return false;
    if (!cn_slots_live(&w->bodies, j->body_a) || !cn_slots_live(&w->bodies, j->body_b))
        return fail(why, "a joint has a dead body");
    double sum = (double)(j->impulse.x + j->impulse.y + j->turn_impulse + j->hold_impulse) +
                 (double)(j->motor_impulse + j->spring_impulse);
    return cn_is_finite(sum) || fail(why, "a joint's impulse is not finite");
}

static bool check_contact(const cn_World *w, int i, const char **why) {
    const cn_Contact *c = &w->contact[i];
    if (cn_contact_shape_a(w, c) >= cn_contact_shape_b(w, c))
        return fail(why, "a contact's shapes are out of order");
    if (!cn_slots_live(&w->pieces, c->piece_a) || !cn_slots_live(&w->pieces, c->piece_b))
        return fail(why, "a contact has a dead piece");
    if (cn_contact_slot(w, cn_contact_id(w, i)) != i)
        return fail(why, "the table does not know a contact");
    bool active = w->active[i >> 6] >> (i & 63) & 1, once = c->flags & CN_CONTACT_SENSOR;
    if (cn_contact_runs(w, c) != active && !(active && once))
        return fail(why, "a contact's active bit is wrong");
    int pair = cn_contact_pair(w, i);
    if (pair >= 0 && !cn_slots_live(&w->pairs, pair))
        return fail(why, "a contact's pair of shapes is dead");
    return true;
}

static bool check_pair(const cn_World *w, int i, const char **why) {
    const cn_ShapePair *p = &w->pair[i];
    if (cn_pair_table_find(&w->pair_table, p->shape_a, p->shape_b) != i)
        return fail(why, "the table does not know a pair of shapes");
    return (p->contacts > 0 && p->touching >= 0 && p->touching <= p->contacts) ||
           fail(why, "a pair of shapes miscounts its contacts");
}

static bool check_piece(const cn_World *w, int i, const char **why) {
    const cn_Piece *p = &w->piece[i];
    if (!cn_slots_live(&w->shapes, p->shape) || w->shape[p->shape].body != p->body)
        return fail(why, "a piece has lost its shape");
    bool in_tree = cn_bvh_has(w->tree_static, i) || cn_bvh_has(w->tree_moving, i);
    bool enabled = cn_shape_takes_part(w, p->shape);
    if (p->kind == CN_GEOM_HULL && in_tree != enabled)
        return fail(why, "a piece is in a tree though disabled, or the reverse");
    return true;
}

/* Of slots that are not in use, none is active; nor is there any beyond the last. */
static bool check_bits(const cn_World *w, const char **why) {
    for (int i = 0; i < w->active_capacity; i++)
        for (uint64_t bits = w->active[i]; bits; bits &= bits - 1) {
            int contact = cn_contact_at(i, bits);
            if (contact >= w->contacts.count || !cn_slots_live(&w->contacts, contact))
                return fail(why, "a contact that has ended is active");
        }
    for (int i = 0; i < w->unasked_count; i++)
        if (w->unasked[i] >= w->contacts.count) return fail(why, "a slot to ask is out of range");
    return true;
}

static int users_of(const cn_Intern *s) {
    int users = 0;
    for (int i = 0; i < s->slots.count; i++)
        if (cn_slots_live(&s->slots, i)) users += s->link[i].users;
    return users;
}

static bool check_forms(const cn_World *w, const char **why) {
    for (int i = 0; i < w->pieces.count; i++) {
        if (!cn_slots_live(&w->pieces, i)) continue;
        const cn_Piece *p = &w->piece[i];
        if (!cn_slots_live(&w->forms.slots, p->form) ||
            w->form[p->form].first_vertex != p->first_vertex ||
            w->form[p->form].vertex_count != p->vertex_count)
            return fail(why, "a piece has lost its form");
    }
    return users_of(&w->forms) == w->pieces.live || fail(why, "forms miscount their users");
}

static bool check_traits(const cn_World *w, const char **why) {
    const cn_Intern *s = &w->traits_shared;
    for (int i = 1; i < w->shapes.count; i++)
        if (cn_slots_live(&w->shapes, i) && !cn_slots_live(&s->slots, w->shape[i].traits))
            return fail(why, "a shape has lost its traits");
    return users_of(s) == w->shapes.live || fail(why, "traits miscount their users");
}

static bool check_tunings(const cn_World *w, const char **why) {
    const cn_Intern *s = &w->tuning_shared;
    for (int i = 0; i < w->bodies.count; i++)
        if (cn_slots_live(&w->bodies, i) && !cn_slots_live(&s->slots, w->drive[i].tuning))
            return fail(why, "a body has lost its tuning");
    return users_of(s) == w->bodies.live || fail(why, "tunings miscount their users");
}

static bool check_areas(const cn_World *w, const char **why) {
    for (int i = 0; i < w->field_count; i++) {
        int shape = w->field[i].shape;
        if (i > 0 && shape <= w->field[i - 1].shape) return fail(why, "areas are out of order");
        if (!cn_slots_live(&w->shapes, shape) || !cn_shape_traits(w, shape)->sensor)
            return fail(why, "an area has lost its sensor");
    }
    return true;
}

bool cn_world_validate(const cn_World *w, const char **why) {
    if (why) *why = "";
    cn_joint_flush((cn_World *)w); /* changes nothing that can be seen */
    cn_activity_settle(w);
    for (int i = 0; i < w->bodies.count; i++)
        if (cn_slots_live(&w->bodies, i) && (!check_body(w, i, why) || !check_joints_of(w, i, why)))
            return false;
    for (int i = 1; i < w->joints.count; i++)
        if (cn_slots_live(&w->joints, i) && !check_joint(w, i, why)) return false;
    for (int i = 0; i < w->pieces.count; i++)
        if (cn_slots_live(&w->pieces, i) && !check_piece(w, i, why)) return false;
    for (int i = 0; i < w->contacts.count; i++)
        if (cn_slots_live(&w->contacts, i) && !check_contact(w, i, why)) return false;
    for (int i = 0; i < w->pairs.count; i++)
        if (cn_slots_live(&w->pairs, i) && !check_pair(w, i, why)) return false;
    if (w->contact_table.count != w->contacts.live || w->pair_table.count != w->pairs.live)
        return fail(why, "the table holds dead contacts");
    if (!check_bits(w, why) || !check_forms(w, why)) return false;
    if (!check_traits(w, why) || !check_tunings(w, why) || !check_areas(w, why)) return false;
    if (!cn_bvh_validate(w->tree_static)) return fail(why, "the static tree is broken");
    if (!cn_bvh_validate(w->tree_moving)) return fail(why, "the moving tree is broken");
    return true;
}
