/* substep_schedule.h: runs the stages of a sub-step, on one thread or shared out by homes. */
#ifndef CN_SUBSTEP_SCHEDULE_H
#define CN_SUBSTEP_SCHEDULE_H

#include "solver/impact/impact.h"
#include "solver/order/island_bins.h"
#include "solver/order/joint_color.h"
#include "solver/rows/joint_rows.h"

/* What the sub-steps of a step are about. */
typedef struct cn_SubSteps {
    cn_World *w;
    const cn_SubStep *sub;
    cn_MotionStep motion;
    bool first;    /* sub-step of the step */
    cn_Jobs *jobs; /* also where w->jobs is NULL because there is little to share */
} cn_SubSteps;

typedef void (*cn_ContactKernel)(cn_Block *blocks, int count, cn_Motion *motion,
                                 const cn_SubStep *s);

/* Bodies, then joints, then contacts; then, if asked for, which of these may come together. */
typedef struct cn_SubstepStage {
    cn_MotionKernel motion;
    bool joints;
    cn_JointPass joint_pass;
    cn_ContactKernel contacts;
    bool approaches;
} cn_SubstepStage;

/* When joints have their lanes and contacts their blocks. */
void cn_substep_look(cn_World *w);
void cn_substep_stint(const cn_SubSteps *stage, const cn_SubstepStage *stint);

#endif
