/* motion.h: what the kernels over bodies read and write: eight body slots side by side.
 *
 * Block b holds the slots 8 b to 8 b + 7, whatever they are; kernels work on the groups in which
 * somebody is awake and leave the other lanes as they are: lanes that take no part have no kick, a
 * factor of one and no limit. What lives within a step only stands in blocks of its own, of the
 * groups in which somebody goes through the sub-steps: a world at rest has none of them. Velocity
 * and way stay in cn_Motion, where contacts and joints gather them by body. */
#ifndef CN_MOTION_H
#define CN_MOTION_H

#include "world.h"

#define CN_LANES 8

typedef float cn_Lane[CN_LANES] __attribute__((aligned(32)));

/* Of eight slots, kept between steps. */
typedef struct cn_MotionBlock {
    cn_Lane sync_x, sync_y, sync_w; /* m/s, velocity as reported minus the one that drifts */
    cn_Lane margin;                 /* m, by how much boxes in the tree are larger than needed */
    cn_Lane wander;                 /* m, at most so far the surface has gone into it */
    cn_Lane swing;                  /* m, turning brings the surface no further out than that */
    int32_t piece[CN_LANES];        /* if it is the only one and plain, else -1 */
} cn_MotionBlock;

/* Of a group, in a step; first what each sub-step reads. */
typedef struct cn_StepBlock {
    float slowest, least_turn;         /* of fastest and most_turn */
    bool damped;                       /* some keep is not one */
    cn_Lane kick_x, kick_y, kick_w;    /* added to velocity in each sub-step ... */
    cn_Lane vx, vy, w;                 /* the velocity after that ... */
    cn_Lane keep_x, keep_y, keep_w;    /* ... and after it was multiplied by these */
    cn_Lane began_w;                   /* rad/s when the step began */
    cn_Lane given_x, given_y, given_w; /* what contacts did in the sub-step before */
    cn_Lane fastest;                   /* m/s; infinite where nothing is to be done */
    cn_Lane most_turn;                 /* rad in a sub-step */
    cn_Lane still_sq;                  /* squared speed below which it rests, < 0 = never */
} cn_StepBlock;

/* Where a body's group has what it needs in this step. The first block is of all those in which
 * nobody goes through the sub-steps, and nothing in it counts. */
static inline cn_StepBlock *cn_step_block(const cn_World *w, int body) {
    return &w->scratch.step_blocks[w->scratch.step_of[body / CN_LANES]];
}

/* When what contacts did in the sub-step before is done again: not at all (the first sub-step has
 * nothing to repeat), at once, or by a later call of give. */
typedef enum cn_Warm { CN_WARM_NONE, CN_WARM_NOW, CN_WARM_LATER } cn_Warm;

/* What a kernel over bodies is given. Arrays are by slot. */
typedef struct cn_MotionStep {
    cn_Motion *motion;
    cn_Pose *pose;
    cn_OldPose *old_pose;
    const cn_Mass *mass;
    cn_Drive *drive;
    const cn_Tuning *tuning;
    uint32_t *flags;
    float *sleep_time;
    cn_MotionBlock *blocks;
    cn_AwakeGroup *groups;
    int group_count;
    int stepping; /* groups in which somebody does sub-steps: in prepare and in sub-steps they come
                     first, and group n has block n + 1 */
    cn_StepBlock *steps;
    const int *step_of; /* by eight slots */
    const cn_Piece *pieces;
    const cn_Vec *vertices;
    cn_Box *boxes;              /* by piece */
    float h, dt;                /* s, sub-step and step */
    float gravity_x, gravity_y; /* m/s^2 */
    float fastest;              /* m/s, of bodies that do not say themselves */
    float blow;                 /* m/s in a sub-step: more than weight gives */
    float ahead;                /* m: bodies that move further in a step than this reach */
    bool sleep;
    bool sweeping;   /* boxes are wanted for the coming step, not for where bodies are */
    bool bouncy;     /* who bounces may come back with much of its speed */
    float bounciest; /* the most of it */
    cn_Warm warm;    /* of the sub-step */
    bool last;       /* sub-step of the step */
} cn_MotionStep;

/* Works on groups[first] to groups[end - 1], and writes to nothing else. */
typedef void (*cn_MotionKernel)(const cn_MotionStep *s, int first, int end);

typedef struct cn_MotionKernels {
    cn_MotionKernel sweep, prepare, kick, give, drift, report, place, boxes;
} cn_MotionKernels;

/* solver.c */
cn_MotionStep cn_motion_step(cn_World *w, float dt);
void cn_motion_run(cn_World *w, cn_MotionKernel kernel, const cn_MotionStep *step);

#endif
