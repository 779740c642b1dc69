/* events.h: what happened in a step, as growable arrays. */
#ifndef CN_DATA_EVENTS_H
#define CN_DATA_EVENTS_H

#include "cairn.h"

typedef struct cn_LateWake {
    cn_BodyId body;
    bool awake;
} cn_LateWake;

typedef struct cn_EventBuffers {
    cn_BeginEvent *begins;
    cn_EndEvent *ends, *late_ends; /* late: from destroying between steps, told in the next */
    cn_Manifold *solved;
    cn_HitEvent *hits;
    cn_SensorEvent *sensors, *late_sensors;
    cn_BodyId *left_bounds, *slept, *woke, *moved;
    cn_Warning *warnings;
    cn_JointId *broken;
    int broken_count, broken_capacity;
    cn_PressEvent *pressed;
    cn_AlarmEvent *alarms;
    int pressed_count, pressed_capacity, alarm_count, alarms_capacity;
    cn_MoverHitEvent *mover_hits, *late_mover_hits; /* late: of moves between two steps */
    cn_MoverId *left_movers;
    int mover_hit_count, mover_hits_capacity, late_mover_hit_count, late_mover_hits_capacity;
    int left_mover_count, left_movers_capacity;
    int begin_count, begins_capacity, end_count, ends_capacity, late_end_count, late_ends_capacity;
    int solved_count, solved_capacity, hit_count, hits_capacity, sensor_count, sensors_capacity;
    int late_sensor_count, late_sensors_capacity;
    int left_bounds_count, left_bounds_capacity, slept_count, slept_capacity;
    int woke_count, woke_capacity, moved_count, moved_capacity;
    int warning_count, warnings_capacity;
    cn_LateWake *late_wakes;
    int late_wake_count, late_wakes_capacity;
} cn_EventBuffers;

#endif
