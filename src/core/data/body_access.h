/* body_access.h: what hangs together in the state of a body. */
#ifndef CN_DATA_BODY_ACCESS_H
#define CN_DATA_BODY_ACCESS_H

#include "data/world.h"

static inline bool cn_body_live(const cn_World *w, cn_BodyId id) {
    return cn_slots_has(&w->bodies, id.index, id.generation);
}

static inline cn_BodyId cn_body_id(const cn_World *w, int slot) {
    return (cn_BodyId){(uint32_t)slot, w->bodies.generation[slot]};
}

/* kg: what an impulse along a row meets, by the arms of the row about both centres; 0 where neither
 * body can move. */
static inline float cn_row_mass(cn_Mass a, cn_Mass b, float arm_a, float arm_b) {
    float give = a.inv_m + b.inv_m + a.inv_i * arm_a * arm_a + b.inv_i * arm_b * arm_b;
    return give > 0 ? 1 / give : 0;
}

/* Of the body's surface, or what would be of it, at p. */
static inline cn_Vec cn_velocity_at(const cn_World *w, int body, cn_Pos p) {
    const cn_Motion *m = &w->motion[body];
    cn_Pos c = cn_pose_center(&w->pose[body]);
    cn_Vec r = {(float)(p.x - c.x), (float)(p.y - c.y)};
    return cn_add((cn_Vec){m->vx, m->vy}, cn_cross_sv(m->w, r));
}

/* m, by how much turning by angle may bring its surface further out anywhere: never beyond the
 * circle that it fills. */
static inline float cn_body_swing(const cn_World *w, int body, float angle) {
    float extent = w->motion[body].extent, most = 1.000001f * extent - w->cold[body].least_reach;
    return cn_minf(angle * extent, most);
}

/* It is elsewhere, or its box is another: what its contacts know of it does not hold. In a step;
 * else see cn_contact_stir_all. */
static inline void cn_body_jumps(cn_World *w, int body) {
    if (body < w->scratch.contact.path_capacity) w->scratch.contact.path[body] += CN_PATH_JUMP;
}

/* Taking cannot fail after reserving; equal ones are the same. */
static inline const cn_Tuning *cn_body_tuning(const cn_World *w, int body) {
    return &w->tuning[w->drive[body].tuning];
}

/* Awake, and not known to be as it was: then it has to be looked at. */
static inline bool cn_body_runs(const cn_World *w, int body) {
    return (w->body_flags[body] & (CN_BODY_AWAKE | CN_BODY_RESTING)) == CN_BODY_AWAKE;
}

#endif
