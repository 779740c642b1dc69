/* step.c: one step of the world, as a page of prose. */
#include <time.h>

#include "activity/activity.h"
#include "contact/broad_phase.h"
#include "contact/narrow_phase.h"
#include "contact/sensor.h"
#include "contact/touch.h"
#include "data/world.h"
#include "effects/field_force.h"
#include "effects/thrust_force.h"
#include "effects/wind.h"
#include "mover/mover.h"
#include "solver/order/contact_blocks.h"
#include "solver/rest/rest.h"
#include "solver/rows/joint_break.h"
#include "solver/solver.h"
#include "step/callback.h"
#include "step/event.h"
#include "step/finalize.h"
#include "step/tell.h"
#include "step/world_arrays.h"
#include "world/check.h"

/* count of awake bodies and contacts to solve from which on threads share a step */
#define MANY  1000
#define SHORT 0.3 /* ms: after a step as short threads are not woken */

/* For the profile, and for which threads work: no result of the step depends on the clock. */
static double now_ms(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* Of a stage; where all sleeps reading the clock would take longer than most of them. */
static void lap(const cn_World *w, double *stage, double *last) {
    if (w->scratch.activity.awake_count + w->movers.live == 0) return;
    double t = now_ms();
    *stage = t - *last;
    *last = t;
}

static cn_Result check_step(cn_World *w, double *dt) {
    if (w->stepping)
        return cn_refuse(&w->error, CN_LOCKED, "",
                         "world:step may not be called inside a callback of the same world");
    cn_Result r = cn_check(&w->error, "", *dt, CN_RANGE_DT);
    if (*dt > w->def.max_dt) *dt = w->def.max_dt;
    if (*dt < CN_MIN_DT) *dt = 0;
    return r;
}

/* What could not be done in this step is reported after it; the world is valid either way. Stages
 * go on without the memory that they cannot get, some of them to the same end, some not: each
 * allocation that failed counts, whatever it was for, and what was lost since the step before. */
static cn_Result outcome(cn_World *w, unsigned failures) {
    bool starved = cn_jobs_starved(w->pool) || cn_alloc_failures() != failures;
    starved |= w->out_of_memory;
    w->out_of_memory = false;
    if (starved) return cn_refuse_memory(&w->error);
    if (!w->limit_hit) return CN_OK;
    return cn_refuse(&w->error, CN_LIMIT, "", "contact limit %d reached near (%g, %g)",
                     w->def.max_contacts, w->limit_place.x, w->limit_place.y);
}

/* Waking threads costs some 50 us: what is small, or was done at once in the step before, is done
 * before they are there. No result depends on which thread does it, so the clock may decide. */
static void call_workers(cn_World *w, double ms_before) {
    bool large = w->scratch.activity.awake_count + w->scratch.order.solid_count >= MANY;
    large = (large && (ms_before == 0 || ms_before > SHORT)) || CN_SHARE_ALL;
    if (large && w->def.threads > 1 && !w->pool) w->pool = cn_jobs_create(w->def.threads);
    w->jobs = large ? w->pool : NULL;
    cn_jobs_begin(w->jobs);
}

cn_Result cn_world_step(cn_World *w, double dt, const cn_Hooks *hooks) {
    cn_Result refused = check_step(w, &dt);
    if (refused || w->paused) return refused;
    double start = now_ms(), last = start, ms_before = w->profile.step;
    unsigned failures = cn_alloc_failures();
    float step = (float)dt;
    cn_activity_settle(w); /* what scripts have done since the step before */
    w->stepping = true;
    w->scratch.dt = step;
    w->limit_hit = false;
    w->profile = (cn_Profile){0};
    cn_event_clear(w);
    cn_world_arrays_trim(w);

    /* Which bodies may meet: boxes of fast bodies reach ahead, new overlaps become contacts. */
    cn_island_list_awake(w);
    call_workers(w, ms_before);
    cn_broad_phase_sweep(w, step);
    cn_broad_phase_pairs(w, step);
    lap(w, &w->profile.pairs, &last);

    /* How they meet: normals, points, separations. */
    cn_narrow_phase_collide(w, step);
    lap(w, &w->profile.collide, &last);

    /* What scripts have to say: the only call out of the step. */
    cn_callback_decide(w, hooks);
    cn_touch_update(w);
    lap(w, &w->profile.hook, &last);

    if (step > 0) {
        /* What areas, wind and thrusts do becomes forces. What rests is solved exactly; of the
         * rest, contacts that share no body side by side; then forces, impulses and motion. */
        if (w->field_count > 0) cn_field_act(w, step);
        cn_island_list_awake(w);
        if (w->has_wind) cn_wind_act(w, step);
        if (w->thrust_count > 0) cn_thrust_act(w, step);
        cn_rest_solve(w, step);
        if (!cn_contact_blocks_color(w)) w->out_of_memory = true;
        lap(w, &w->profile.prepare, &last);
        cn_solver_solve(w, step);
        lap(w, &w->profile.solve, &last);

        /* Where all bodies are now, and which may sleep. */
        cn_joint_break(w);
        cn_touch_struck(w);
        cn_event_solved(w);
        cn_finalize(w, step);
        cn_sensor_collide(w, true);
        lap(w, &w->profile.finalize, &last);
        cn_island_fall_asleep(w);
        cn_finalize_bounds(w);
        if (w->movers.live > 0) cn_mover_step(w, dt);
        cn_activity_settle(w); /* what movers have done */
        if (w->press_count + w->alarm_count > 0) cn_tell_loads(w, dt);
        lap(w, &w->profile.sleep, &last);
        w->time += dt;
        w->steps++;
    } else {
        w->joint_tuning_stale = true; /* what was made for the step before: see world_image.c */
        cn_sensor_collide(w, false);
    }
    cn_jobs_end(w->jobs);
    cn_event_publish(w);
    w->profile.step = now_ms() - start;
    w->profile.events = w->profile.step + start - last;
    w->stepping = false;
    return outcome(w, failures);
}
