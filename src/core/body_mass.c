/* body_mass.c: mass, its centre and inertia as they are, and given instead of what the shapes give.
 * Not here: how they follow from shapes (cn_body_update_mass in body.c). */
#include "world.h"

double cn_body_mass(const cn_World *w, cn_BodyId body) {
    return cn_body_type(w, body) == CN_DYNAMIC ? w->cold[body.index].mass : 0;
}

double cn_body_inertia(const cn_World *w, cn_BodyId body) {
    return cn_body_type(w, body) == CN_DYNAMIC ? w->cold[body.index].inertia : 0;
}

cn_Vec cn_body_mass_center(const cn_World *w, cn_BodyId body) {
    return cn_body_live(w, body) ? w->pose[body.index].center : (cn_Vec){0, 0};
}

static cn_Result check_override(cn_Error *e, double v) {
    return v < 0 ? cn_check_finite(e, "", v) : cn_check_positive(e, "", v);
}

/* Less than 0: none any more. Whoever holds the body up has to know. */
static cn_Result take_override(cn_World *w, cn_BodyId body, uint32_t flag, double value) {
    int i = (int)body.index;
    w->body_flags[i] = value < 0 ? w->body_flags[i] & ~flag : w->body_flags[i] | flag;
    cn_body_update_mass(w, i);
    cn_island_wake(w, i);
    return CN_OK;
}

cn_Result cn_body_set_mass(cn_World *w, cn_BodyId body, double mass) {
    cn_Result r = cn_check_body(w, body);
    if (r || (r = check_override(&w->error, mass))) return r;
    w->cold[body.index].mass = mass;
    return take_override(w, body, CN_BODY_SET_MASS, mass);
}

cn_Result cn_body_set_inertia(cn_World *w, cn_BodyId body, double inertia) {
    cn_Result r = cn_check_body(w, body);
    if (r || (r = check_override(&w->error, inertia))) return r;
    w->cold[body.index].inertia = inertia;
    return take_override(w, body, CN_BODY_SET_INERTIA, inertia);
}

cn_Result cn_body_check_center(cn_Error *e, double x, double y) {
    cn_Result r = cn_check_range(e, "mass_center", x, -CN_MAX_SIZE, CN_MAX_SIZE);
    return r ? r : cn_check_range(e, "mass_center", y, -CN_MAX_SIZE, CN_MAX_SIZE);
}

/* Kept with what bodies share: few have one. */
cn_Result cn_body_set_mass_center(cn_World *w, cn_BodyId body, const cn_Pos *center) {
    cn_Result r = cn_check_body(w, body);
    if (r || (center && (r = cn_body_check_center(&w->error, center->x, center->y)))) return r;
    if (!cn_tuning_reserve(w)) return cn_refuse_memory(&w->error);
    int i = (int)body.index, given = w->drive[i].tuning;
    cn_Tuning tuning = w->tuning[given];
    tuning.center = center ? (cn_Vec){(float)center->x, (float)center->y} : (cn_Vec){0, 0};
    w->drive[i].tuning = cn_tuning_take(w, &tuning);
    cn_tuning_give(w, given);
    return take_override(w, body, CN_BODY_SET_CENTER, center ? 1 : -1);
}
