/* motion_step.h: runs a stage over all bodies, shared out among the threads, and what forces do to
 * one of them. */
#ifndef CN_MOTION_STEP_H
#define CN_MOTION_STEP_H

#include "base/jobs.h"
#include "data/world.h"
#include "wide/motion.h"

/* A stage over groups of bodies. */
typedef struct cn_MotionStage {
    cn_MotionKernel kernel;
    const cn_MotionStep *step;
} cn_MotionStage;
/* Run one, shared out among the threads of the step; and a job that does so. */
void cn_motion_run(cn_World *w, cn_MotionKernel kernel, const cn_MotionStep *step);
cn_Job cn_motion_job(cn_MotionStage *stage);
cn_MotionStep cn_motion_step(cn_World *w, float dt);
/* m/s, approaches slower than that do not bounce, with sub-steps of h seconds. */
float cn_bounce_speed(const cn_World *w, float h);
/* What forces do to a body in h seconds. */
cn_BodyDrive cn_solver_drive(const cn_World *w, int body, float h);
bool cn_solver_shares(const cn_World *w); /* whether threads share the sub-steps */

#endif
