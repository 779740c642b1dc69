/* world_def.c: a world as it is when nothing is said, and its ground. */
#include "data/body_access.h"
#include "data/world.h"

cn_WorldDef cn_world_def(void) {
    return (cn_WorldDef){
        .gravity_y = -9.81,
        .substeps = 4,
        .threads = 1,
        .sleep = true,
        .continuous = true,
        .max_dt = 0.05,
        .max_speed = 400,
        .slop = 0.0005,
        .hit_speed = 1,
        .restitution_speed = -1,
        .push_speed = 3,
        .contact_hertz = 30,
        .contact_damping = 10,
        .push_share = -1,
        .friction_mix = CN_MIX_GEOMETRIC,
        .restitution_mix = CN_MIX_MAX,
        .outside = CN_OUTSIDE_KEEP,
        .max_contacts = 2000000,
    };
}

const cn_Error *cn_world_error(const cn_World *w) { return &w->error; }
bool cn_world_is_stepping(const cn_World *w) { return w->stepping; }
void cn_world_set_paused(cn_World *w, bool paused) { w->paused = paused; }
bool cn_world_is_paused(const cn_World *w) { return w->paused; }
double cn_world_time(const cn_World *w) { return w->time; }
uint64_t cn_world_steps(const cn_World *w) { return w->steps; }
cn_WorldDef cn_world_settings(const cn_World *w) { return w->def; }
cn_Profile cn_world_profile(const cn_World *w) { return w->profile; }
cn_BodyId cn_world_ground(const cn_World *w) { return cn_body_id(w, CN_GROUND); }
