/* finalize.c: after the sub-steps: new poses, boxes, sleep times (wide/place_kernel.h), and which
 * bodies have left the bounds.
 *
 * Guarantee: no pose ever becomes non-finite. A body whose new state is not finite stays where it
 * was, is disabled and reported; no other body learns of it. */
#include "step/finalize.h"

#include <stdatomic.h>

#include "base/rotation.h"
#include "contact/broad_phase.h"
#include "data/body_access.h"
#include "data/world.h"
#include "objects/body.h"
#include "solver/ccd/tunnel.h"
#include "wide/contact_block.h"
#include "wide/motion.h"
#include "world/event_log.h"

/* count of groups of eight bodies, a job of a thread: fewer balance better, more cost less */
#define OCTETS_EACH 32
/* count of steps between two looks for islands that may sleep: most are held up by what moves, and
 * so for a while */
#define LOOK_EACH 4
#define ALL       ((1u << CN_LANES) - 1) /* bits of a full group */

static void freeze(cn_World *w, int body) {
    w->motion[body] = (cn_Motion){.extent = w->motion[body].extent, .dq = {1, 0}};
    w->sync[body] = (cn_Sync){0}; /* else it were not finite again once it is enabled */
    cn_event_warn(w, CN_WARN_NOT_FINITE, body);
    cn_body_disable(w, body);
}

static bool reserve_moved(cn_World *w, int count) {
    cn_EventBuffers *e = &w->events;
    if (CN_GROW(e->moved, count)) return true;
    w->out_of_memory = true;
    return false;
}

/* Returns whether a body with joints has turned so fast that these, which count by sub-steps, may
 * have come to another number of turns: then they have to ask, or it would depend on when they
 * do. */
static bool count_turns(cn_World *w, const cn_AwakeOctet *g, float dt) {
    bool asked = false;
    for (unsigned left = g->turns; left; left &= left - 1) {
        int body = g->index * CN_LANES + __builtin_ctz(left);
        float began = w->scratch.order.stepping >= 0 ? w->sync[body].began : w->motion[body].w;
        float way = 0.5f * (began + w->motion[body].w) * dt;
        int more = cn_turns_between(w->old_pose[body].q, w->pose[body].q, way);
        w->cold[body].turns = cn_turns_add(w->cold[body].turns, more);
        float fast = (cn_absf(began) + cn_absf(w->motion[body].w)) * dt;
        cn_Rot turn = cn_rot_rel(w->old_pose[body].q, w->pose[body].q);
        bool whirls = fast >= CN_WHIRLING || turn.c < CN_FAR_TURN;
        asked |= w->body_flags[body] & CN_BODY_JOINTED && whirls;
    }
    return asked;
}

typedef struct Stage {
    cn_World *w;
    float dt;
    bool tell;
    atomic_bool sleepy, whirls;
} Stage;

/* The bodies of a group that have moved go into the events. */
static void tell_moved(const cn_World *w, const cn_AwakeOctet *g, unsigned moved) {
    const uint32_t *generation = w->bodies.generation + g->index * CN_LANES;
    cn_BodyId *next = w->events.moved + g->first_moved;
    uint32_t slot = (uint32_t)g->index * CN_LANES;
    if (moved == ALL) {
        for (uint32_t i = 0; i < CN_LANES; i++) next[i] = (cn_BodyId){slot + i, generation[i]};
        return;
    }
    for (; moved; moved &= moved - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(moved);
        *next++ = (cn_BodyId){slot + i, generation[i]};
    }
}

/* Has any of the group been slow for long enough to sleep? */
static bool any_sleepy(const cn_World *w, const cn_AwakeOctet *g, unsigned moved) {
    const float *time = w->sleep_time + g->index * CN_LANES;
    bool any = false;
    for (; moved; moved &= moved - 1) any |= time[__builtin_ctz(moved)] >= CN_TIME_TO_SLEEP;
    return any;
}

static void finish_octets(void *context, int first, int end, int worker) {
    Stage *stage = context;
    bool whirls = false, sleepy = false;
    (void)worker;
    for (int i = first; i < end; i++) {
        const cn_AwakeOctet *g = &stage->w->scratch.activity.octets[i];
        if (g->turns) whirls |= count_turns(stage->w, g, stage->dt);
        unsigned moved = g->mask & (unsigned)~g->lost;
        if (stage->tell) tell_moved(stage->w, g, moved);
        if (stage->w->def.sleep) sleepy |= any_sleepy(stage->w, g, moved);
    }
    if (sleepy) atomic_store_explicit(&stage->sleepy, true, memory_order_relaxed);
    if (whirls) atomic_store_explicit(&stage->whirls, true, memory_order_relaxed);
}

void cn_finalize(cn_World *w, float dt) {
    cn_StepMemory *s = &w->scratch;
    s->activity.looks = w->steps % LOOK_EACH == 0;
    s->activity.sleepy = false;
    if (s->activity.octet_count == 0) return;
    cn_MotionStep step = cn_motion_step(w, dt);
    cn_motion_run(w, cn_wide()->motion.place, &step);
    cn_tunnel_walls(w);
    cn_broad_phase_update_octets(w);
    Stage stage = {.w = w, .dt = dt, .tell = reserve_moved(w, s->activity.awake_count)};
    int moved = 0;
    for (int i = 0; i < s->activity.octet_count; i++) {
        cn_AwakeOctet *g = &s->activity.octets[i];
        for (unsigned left = g->lost; left; left &= left - 1)
            freeze(w, g->index * CN_LANES + __builtin_ctz(left));
        unsigned kept = g->mask & (unsigned)~g->lost;
        g->first_moved = moved;
        moved += kept == ALL ? CN_LANES : __builtin_popcount(kept);
    }
    cn_jobs_run(w->jobs, finish_octets, &stage, s->activity.octet_count, OCTETS_EACH);
    w->joint_places_stale |= atomic_load(&stage.whirls);
    w->events.moved_count = stage.tell ? moved : 0;
    s->activity.sleepy = stage.sleepy;
}

static bool is_outside(const cn_World *w, int body) {
    double box[4];
    const double *b = w->def.bounds;
    cn_body_bounds(w, cn_body_id(w, body), box);
    return box[2] < b[0] || box[0] > b[2] || box[3] < b[1] || box[1] > b[3];
}

static void leave(cn_World *w, int body) {
    cn_EventBuffers *e = &w->events;
    w->body_flags[body] |= CN_BODY_OUTSIDE;
    cn_event_body(w, &e->left_bounds, &e->left_bounds_count, &e->left_bounds_capacity, body);
    if (w->body_flags[body] & CN_BODY_MOVER) return; /* the mover may come back, and needs it */
    if (w->def.outside == CN_OUTSIDE_DISABLE) cn_body_disable(w, body);
    if (w->def.outside == CN_OUTSIDE_DESTROY) cn_body_remove(w, body);
}

void cn_finalize_bounds(cn_World *w) {
    const cn_StepMemory *s = &w->scratch;
    if (!w->def.has_bounds) return;
    for (int i = 0; i < s->activity.awake_count; i++) {
        int body = s->activity.awake[i];
        if (!(w->body_flags[body] & CN_BODY_ENABLED)) continue;
        bool outside = is_outside(w, body);
        if (!outside)
            w->body_flags[body] &= ~(uint32_t)CN_BODY_OUTSIDE;
        else if (!(w->body_flags[body] & CN_BODY_OUTSIDE))
            leave(w, body);
    }
}
