/* joint_block.h: eight joints of one kind side by side, as the kernels see them.
 *
 * A group is a run of blocks of one colour, one kind and one set of rows; no two lanes of a colour
 * share a body that can move. A lane that is not used points at the ground twice with zero masses.
 * Groups that need more than two anchors kept together have a cn_JointAxis for each block. */
#ifndef CN_JOINT_BLOCK_H
#define CN_JOINT_BLOCK_H

#include "wide/contact_block.h"

/* bits: rows besides those every joint of the kind has; a bit may mean another row for another
 * kind */
enum {
    CN_ROW_LIMITS = 1,
    CN_ROW_MOTOR = 2,
    CN_ROW_SPRING = 4,
    CN_ROW_HOLD = 8,         /* distance: a rod */
    CN_ROW_SOFT_LINE = 16,   /* weld: anchors held by a spring; always for a mouse */
    CN_ROW_SOFT_TURN = 32,   /* weld: angle held by a spring */
    CN_ROW_HELD = 64,        /* what the joint holds rigidly is held elsewhere: exact.c */
    CN_ROW_HARD_LIMITS = 16, /* its limits are held elsewhere, too: of hinges, sliders and ropes */
    CN_ROW_LINE = 2,         /* motor, friction: the anchor is driven, with SOFT_LINE to a place */
    CN_ROW_TURN = 8,         /* motor, friction: the angle is driven, with SOFT_TURN to an angle */
    CN_ROW_ALONG = 1,        /* motor: the anchor along one axis of a alone */
    CN_ROW_NET = 128,        /* of a net: solved more often in each sub-step, and harder */
    CN_ROW_SETS = 256,
    CN_ROWS_OF_SPRINGS = CN_ROW_SPRING | CN_ROW_SOFT_LINE | CN_ROW_SOFT_TURN
};

/* With a bound on what it may do: motors of joints, motor and friction joints. */
static inline bool cn_joint_batch_pushes(cn_JointKind kind, int rows) {
    if (kind == CN_MOTOR || kind == CN_FRICTION) return true;
    bool can = kind == CN_REVOLUTE || kind == CN_DISTANCE || kind == CN_PRISMATIC;
    return (can || kind == CN_WHEEL || kind == CN_ROTARY) && rows & CN_ROW_MOTOR;
}

typedef struct cn_JointBlock {
    int32_t a[CN_LANES], b[CN_LANES]; /* stations of bodies */
    cn_Lane rax, ray, rbx, rby;       /* from the centres of mass when the step began */
    cn_Lane gap_x, gap_y;             /* anchor of b minus anchor of a then */
    cn_Lane inv_ma, inv_ia, inv_mb, inv_ib;
    cn_Lane sent_a, sent_b; /* what the impulse of the last sub-step did to turn a and b */
    cn_Lane px, py;         /* impulse of the sub-step; prismatic, wheel: px across its axis */
    cn_Lane total_x, total_y;
    int32_t joint[CN_LANES]; /* -1 = not used */
    int32_t body_a[CN_LANES], body_b[CN_LANES];
    cn_Lane lax, lay, lbx, lby; /* anchors in body frames, from the origins */
    cn_Lane push;               /* m/s or rad/s, at most so fast errors are taken out */
    cn_Lane keep;               /* ratio of the impulse of the step before that is kept */
    cn_Lane kept_x, kept_y;     /* that, of px and py */
    bool any_push;              /* in this step: any_pull, or what place_joints has found torn */
    bool any_pull, any_ease, any_keep;
    bool any_begins; /* in this step, until switch_on has seen to it */
    uint8_t news;    /* lanes of which nothing but the joint is known yet */
    bool any_fixed;  /* lanes with a body that cannot move, or without bodies */
    bool any_stiff;  /* springs whose hertz change with where their bodies are */
    bool any_capped; /* springs that may not do whatever they need: line_most */
} __attribute__((aligned(64))) cn_JointBlock;

/* A spring and damper over one sub-step, for a unit of mass: see spring.c. */
typedef struct cn_SpringLanes {
    cn_Lane give, stiff, damp, scale;
} cn_SpringLanes;

typedef struct cn_JointAxis {
    cn_Lane start, angle; /* rad, of b against a less the reference: as the step began, now */
    /* distance, prismatic, wheel: the axis when the step began; motor: the velocity that is
     * wanted */
    cn_Lane nx, ny;
    cn_Lane lnx, lny;  /* the axis in the frame of a */
    cn_Lane reference; /* rad */
    cn_Lane origin;    /* the way along the axis that counts as 0 */
    union {
        cn_Lane lower, along_lx; /* CN_ROW_ALONG: the axis in the frame of a */
    };
    union {
        cn_Lane upper, along_ly;
    };
    cn_Lane motor_speed, motor_most; /* N s or N m s in a sub-step */
    cn_Lane target;                  /* where the spring rests; of a rod, its length */
    cn_SpringLanes spring, line;     /* along the axis or about it; of both anchors */
    union {
        cn_Lane sent_x;  /* distance, prismatic: impulse of the last sub-step, as a vector */
        cn_Lane along_x; /* CN_ROW_ALONG: the axis when the step began */
    };
    union {
        cn_Lane sent_y, along_y;
    };
    cn_Lane before, before_x, before_y; /* speeds when the sub-step began */
    cn_Lane line_most;                  /* N s, mouse, motor, friction; about it: motor_most; of
                                           others N s or N m s, of the spring */
    cn_Lane ease;                       /* m/s or rad/s, at most so fast springs close */
    cn_Lane begins;                     /* 1 where motors were set since the step before */
    cn_Lane fresh_a, fresh_b;           /* 1 where the velocity of it was set from outside */
    cn_Lane spring_impulse, motor_impulse, lower_impulse, upper_impulse;
    cn_Lane hold_impulse, turn_impulse;
    cn_Lane total_turn;
    cn_Lane kept_hold, kept_turn; /* as in the block, where any is kept there */
} __attribute__((aligned(64))) cn_JointAxis;

typedef struct cn_JointSubStep {
    const cn_Pose *pose; /* by body */
    float inv_h;
    float push_speed; /* m/s or rad/s */
    cn_Softness rigid, net;
    float half;  /* see cn_joint_half */
    bool counts; /* a relax pass adds up what joints have done in the sub-step */
} cn_JointSubStep;

/* Over the blocks first to last - 1 of a group. */
typedef void (*cn_JointKernel)(const cn_JointStage *stage, const cn_JointBatch *batch, int first,
                               int last, cn_Motion *motion, const cn_JointSubStep *s);

typedef struct cn_JointKernels {
    cn_JointKernel place, switch_on, freshen, note, warm_start, solve, relax;
} cn_JointKernels;

const cn_JointKernels *cn_wide_joints(void);
extern const cn_JointKernels cn_joint_kernels_base;
extern const cn_JointKernels cn_joint_kernels_scalar;
extern const cn_JointKernels cn_joint_kernels_avx2;
extern const cn_JointKernels cn_joint_kernels_avx512;

#endif
