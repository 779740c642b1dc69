/* joint.h: what a world keeps of each joint: one slot each. */
#ifndef CN_DATA_JOINT_H
#define CN_DATA_JOINT_H

#include "cairn.h"

/* Flags of a joint, by value. */
enum {
    CN_JOINT_ENABLED = 1 << 0, /* switched on */
    CN_JOINT_COLLIDE = 1 << 1, /* the shapes of its bodies may meet */
    CN_JOINT_LIMITS = 1 << 2,  /* has a lower and an upper limit */
    CN_JOINT_MOTOR = 1 << 3,   /* has a motor */
    CN_JOINT_SPRING = 1 << 4,  /* has a spring */
    CN_JOINT_MIN = 1 << 5,     /* distance: has a least length */
    CN_JOINT_MAX = 1 << 6,     /* distance: has a greatest length */
    CN_JOINT_PULL = 1 << 7,    /* its ends came apart from outside: brought together gently */
    CN_JOINT_EXACT = 1 << 8,   /* what it holds rigidly is solved with its whole component */
    CN_JOINT_BREAKS = 1 << 9,  /* has a force or torque that breaks it */
    CN_JOINT_DRIVES_ANCHOR = 1 << 10, /* motor, friction: drives the anchor */
    CN_JOINT_DRIVES_ANGLE = 1 << 11,  /* motor, friction: drives the angle */
    CN_JOINT_EASE = 1 << 12,          /* was switched on: its springs, too, close gently at first */
    CN_JOINT_BEGINS = 1 << 13,        /* what its motor may do was set since it was solved last */
    CN_JOINT_KEEPS = 1 << 14,   /* in lanes it goes on to bear what it bore: see joint_dof.h */
    CN_JOINT_MESHED = 1 << 16,  /* ratchet: it is known where it has caught: see gear.c */
    CN_JOINT_GEARED = 1 << 17,  /* a gear couples it */
    CN_JOINT_FREE_X = 1 << 18,  /* motor: drives the anchor along the y axis of a alone */
    CN_JOINT_FREE_Y = 1 << 19,  /* the same along the x axis */
    CN_JOINT_ALARM = 1 << 20,   /* has an entry in the world's list of alarms: see alarm.c */
    CN_JOINT_ALARMED = 1 << 21, /* the last that it told was that it bears too much */
    CN_JOINT_STIFF = 1 << 22,   /* its spring has a stiffness, from which its hertz follow */
    CN_JOINT_HIDDEN = 1 << 23,  /* is not drawn */
    CN_JOINT_NET = 1 << 24, /* of a component with loops that is too wide to be solved exactly */
};

/* What can be changed, as the definition gives it. Doubles only: compared as bytes. The second
 * names are those of motor and friction. */
typedef struct cn_JointTuning {
    union {
        double lower, velocity_x; /* in the frame of a, as the offset */
    };
    union {
        double upper, velocity_y;
    };
    double motor_speed;
    union {
        double motor_max, max_torque;
    };
    double hertz, damping, target, length;
    union {
        double min, offset_x; /* m, min 0 and max INFINITY where there is none */
    };
    union {
        double max, offset_y;
    };
    double linear_hertz;
    union {
        double linear_damping;
        double stiffness; /* of what has a spring besides: N/m or N m/rad, 0 where hertz say it */
    };
    double angular_hertz, angular_damping;
    double max_force; /* of what has a spring besides: the most that this may do */
    double break_force, break_torque;
    double ratio, step, phase; /* gear.c */
} cn_JointTuning;

/* Anchors are in body frames, from the origin; of a mouse, local_a is the target in the world.
 * The two ends stand in the lists of their bodies as link = joint * 2 + side. Impulses are those
 * of one sub-step, on b and against a: where the next one starts. */
typedef struct cn_Joint {
    cn_JointKind kind;
    uint32_t flags;
    int body_a, body_b;
    cn_Pos local_a, local_b;
    cn_Vec impulse;      /* N s, keeps anchors together or drives them; of a prismatic or wheel x
                            alone, across its axis */
    float turn_impulse;  /* N m s, keeps b from turning, or drives it: weld, prismatic, motor */
    float hold_impulse;  /* N s, rod */
    float motor_impulse; /* along the axis, or about it: N s or N m s */
    float spring_impulse, lower_impulse, upper_impulse; /* the last two >= 0 */
    cn_Vec total;     /* N s, all that it did to b in the last step */
    float total_turn; /* N m s, of that about its anchor */
    float last_dt;    /* s, length of that step */
    cn_Vec axis;      /* prismatic, wheel: unit vector in the frame of a */
    double reference; /* rad, angle of b minus that of a that counts as 0 */
    double origin;    /* prismatic, wheel: m, way along the axis that counts as 0; gear: what its
                         coordinates add up to; ratchet: rad, where it has caught */
    int turns;        /* turns of b minus those of a that count as 0 */
    float scale;      /* of its inverse masses: see joint_rows.c; 0 = not known yet */
    int strain;       /* of the first of a component: see exact_strain.c */
    int crowded;      /* the same: 1 = goes through the lanes in a crowd */
    int next[2], previous[2];
    cn_JointTuning tuning;
} cn_Joint;

/* What a gear, pulley or ratchet has besides: see gear.c. In the order of slots. */
typedef struct cn_Gear {
    int joint;        /* its own slot */
    int of[2];        /* gear: slots of the joints that it couples */
    cn_Pos ground[2]; /* pulley: where its rope turns, in the world */
} cn_Gear;

/* What a joint bears before it says so; it holds on. */
typedef struct cn_Alarm {
    int joint;
    int none;             /* 0 */
    double force, torque; /* N, N m */
} cn_Alarm;

/* Where the two anchors are, and all that the rows of a joint start from. */
typedef struct cn_JointPose {
    cn_Vec ra, rb; /* from the centres of mass, world orientation */
    cn_Vec gap;    /* anchor of b minus anchor of a */
} cn_JointPose;

#endif
