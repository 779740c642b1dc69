/* body.h: what a world keeps of each body.
 *
 * One slot each, slot = id index, slot 0 the ground. What the solver's inner loops touch (motion,
 * pose, mass, drive) lies in arrays of its own, 32 bytes a body at most; the rest is in cold. */
#ifndef CN_DATA_BODY_H
#define CN_DATA_BODY_H

#include "cairn.h"
#include "geometry/pose.h"

/* Flags of a body, by value. */
enum {
    CN_BODY_AWAKE = 1 << 0,         /* kept by activity/wake.c alone */
    CN_BODY_ENABLED = 1 << 1,       /* takes part in anything at all */
    CN_BODY_BULLET = 1 << 2,        /* dynamic bodies do not pass it either: read by ccd */
    CN_BODY_FAST_ROTATION = 1 << 3, /* may turn by more than half a turn in a sub-step */
    CN_BODY_LOCK_X = 1 << 4,        /* does not move along x */
    CN_BODY_LOCK_Y = 1 << 5,        /* does not move along y */
    CN_BODY_LOCK_ROTATION = 1 << 6, /* does not turn */
    CN_BODY_CAN_SLEEP = 1 << 7,     /* falls asleep when it has been slow for long enough */
    CN_BODY_OUTSIDE = 1 << 8,       /* has left the bounds, told once */
    CN_BODY_MASSLESS = 1 << 9,      /* counts as 1 kg: nothing gives it a mass */
    CN_BODY_REACH = 1 << 10,        /* moves further in this step than contacts see ahead */
    CN_BODY_WARNED = 1 << 11,       /* the warning about its missing mass was given */
    CN_BODY_REST_SOLVED = 1 << 12,  /* solved with its island in this step: see rest.c */
    CN_BODY_FRESH = 1 << 13,        /* its velocity was set from outside: see motion_kernel.h */
    CN_BODY_JOINTED = 1 << 14,      /* has joints */
    CN_BODY_KINEMATIC = 1 << 15,    /* is kinematic: a wall that moves */
    CN_BODY_STEERED = 1 << 16,      /* scripts give its velocity before each step: for them alone */
    CN_BODY_LIVELY = 1 << 17,       /* a blow may send it back at speed: see rebound.c */
    CN_BODY_LONG = 1 << 18,         /* much longer than thick: its ends are swept, too */
    CN_BODY_WARY = 1 << 19,         /* its safety is not the default: see tunnel.c */
    CN_BODY_CROWDED = 1 << 20,      /* has many neighbours: only what its present velocity reaches
                                       is looked at, not what it might after a bounce */
    CN_BODY_RESTING = 1 << 21,      /* nothing changes in its island: see rest.c */
    CN_BODY_STRAIGHT = 1 << 22,     /* its box is swept along its present velocity in this step */
    CN_BODY_SET_MASS = 1 << 23,     /* its mass was set, and does not come from its shapes */
    CN_BODY_SET_INERTIA = 1 << 24,  /* its inertia was set */
    CN_BODY_STILL = 1 << 25,        /* rests, and placing it has changed nothing: it is not placed
                                       again until CN_DISTURBED_MOTION */
    CN_BODY_THRUST = 1 << 26,       /* forces act on it in every step: it has a cn_Thrust */
    CN_BODY_SET_CENTER = 1 << 27,   /* its centre of mass was set */
    CN_BODY_MOVER = 1 << 28,        /* follows a mover: see mover_proxy.c */
    CN_BODY_DOMINANT = 1 << 30,     /* its dominance is not 0: it has a cn_Dominance */
    CN_BODY_FULL = 1 << 29, /* has as many contacts as a crowd leaves it: see pair_crowd.c */
};

/* What a sub-step reads and writes: velocity of the centre of mass, and how far the body has come
 * since the step began. Read 32 bytes, write the first or the last 16. */
typedef struct cn_Motion {
    float vx, vy, w;
    float extent; /* m, farthest surface from the centre of mass: kernels carry it along */
    float dx, dy; /* m */
    cn_Rot dq;
} cn_Motion;

/* Which of eight bodies must not move along an axis, and which have joints; whether none has
 * contacts or joints. */
typedef struct cn_StepLocks {
    uint8_t x, y, jointed;
    bool alone;
} cn_StepLocks;

/* What the velocity that is reported has more than the one that drifts: see wide/motion_kernel.h.
 */
typedef struct cn_Sync {
    float x, y, w; /* m/s, rad/s */
    float began;   /* rad/s when the step began; of this step only */
} cn_Sync;

/* What impacts ask of the two of a contact, by station. */
typedef struct cn_StepBrief {
    uint32_t flags; /* of the body, when the step began */
    int body;
    float inner, swing; /* m: see wide/motion.h */
} cn_StepBrief;

/* Forces that act on a body in every step, about its centre of mass: see thrust.c. */
typedef struct cn_Thrust {
    int body;
    float x, y;             /* N */
    float along_x, along_y; /* N, in the body's frame */
    float torque;           /* N m */
} cn_Thrust;

/* Whom it pushes and is not pushed by: see dominance.c. */
typedef struct cn_Dominance {
    int body;
    int level; /* not 0 */
} cn_Dominance;

/* How the last step found it, for drawing between two. */
typedef struct cn_OldPose {
    float dx, dy; /* m, how far its origin has come since */
    cn_Rot q;     /* then */
} cn_OldPose;

typedef struct cn_Mass {
    float inv_m, inv_i;
} cn_Mass;

/* What pushes a body during a step. */
typedef struct cn_Drive {
    float fx, fy, torque; /* forces of this step */
    int tuning;
} cn_Drive;

/* What bodies that are set alike share: see settings_cache.c. */
typedef struct cn_Tuning {
    float damping, angular_damping;
    float max_speed; /* m/s, < 0 = the world's */
    float sleep_speed;
    float gravity_scale;
    float safety; /* of its thickness: see tunnel.c */
    cn_Vec
        center; /* of mass, body frame, where CN_BODY_SET_CENTER; kernels read two rows of four */
} cn_Tuning;

/* One cache line. */
typedef struct cn_BodyCold {
    double mass, inertia; /* as used; of what is not dynamic those that were set, else 0 */
    float least_reach;    /* m, the least that it reaches from its centre in any direction */
    float inner_radius;   /* m, half its smallest thickness */
    int rest;             /* the island that it is solved with directly, + 1: see rest.c, */
    uint32_t cool_until; /* step before which it is not looked at again: lower half of the number */
    uint16_t effort;
    uint8_t misses : 4, failures : 4;
    uint8_t type; /* cn_BodyType */
    int first_shape, last_shape;
    int first_contact; /* link: contact * 2 + side, -1 = none */
    int near_count;    /* contacts, and pairs that wait: see pair_defer.c */
    int first_joint;   /* link: joint * 2 + side, -1 = none */
    int joint_count;
    int turns; /* whole turns since creation: how often its angle has gone from pi to -pi */
} cn_BodyCold;

/* What forces do to a body in some time: its velocity is multiplied, then added to. */
typedef struct cn_BodyDrive {
    float dvx, dvy, dw;
    float kx, ky, kw;
    float share, spin_share; /* of what is added, in the velocity as reported: a half, or less */
} cn_BodyDrive;

/* Eight body slots, from 8 index on, of which those in mask were awake when the stage began. */
typedef struct cn_AwakeOctet {
    int index;
    int first_moved; /* event of its bodies */
    uint8_t mask;
    uint8_t steps;  /* those that go through the sub-steps */
    uint8_t boxes;  /* whose boxes have to be looked at */
    uint8_t moved;  /* whose box in the tree is another now */
    uint8_t lost;   /* those that could not be placed */
    uint8_t turns;  /* whose angle may have gone from pi to -pi */
    uint8_t far;    /* those that moved by so much that they may have passed a wall: tunnel.c */
    uint8_t astray; /* of these, those that may be where no walls were looked for */
    bool still;     /* all of it are CN_BODY_STILL */
} cn_AwakeOctet;

#endif
