/* motion.h: what the kernels over bodies read and write: eight body slots side by side.
 *
 * Between steps a body is where its slot is: motion block b holds the slots 8 b to 8 b + 7, and
 * kernels over groups leave the lanes of those that sleep as they are. In the sub-steps it stands
 * at a station (body_order.c), so that bodies that are solved together lie together, and step block
 * b holds the stations 8 b to 8 b + 7: prepare brings velocities and ways there, report brings them
 * back. Contacts and joints gather them by station. Station 0 is for all that do not step: nothing
 * in it ever moves. A world at rest has no other. */
#ifndef CN_MOTION_H
#define CN_MOTION_H

#include "data/world.h"

/* count of floats in a vector, and of contacts, joints and bodies in a block */
#define CN_LANES 8

typedef float cn_Lane[CN_LANES] __attribute__((aligned(32)));

/* Of eight slots, kept between steps. */
typedef struct cn_MotionBlock {
    cn_Lane margin;          /* m, by how much boxes in the tree are larger than needed */
    cn_Lane wander;          /* m, at most so far the surface has gone into it */
    cn_Lane swing;           /* m, turning brings the surface no further out than that */
    cn_Lane inner;           /* m, inner radius: as in cold, but nearer at hand */
    int32_t piece[CN_LANES]; /* if it is the only one and plain, else -1 */
    int32_t first[CN_LANES]; /* piece, -1 = none */
} cn_MotionBlock;

/* m, of eight slots: how far the boxes of those that are fast reach ahead, and around that; 0 for
 * others. */
typedef struct cn_Foreseen {
    cn_Lane x, y, by;
} cn_Foreseen;

/* Of eight stations, in a step; first what each sub-step reads. */
typedef struct cn_StepBlock {
    float slowest, least_turn;         /* of fastest and most_turn */
    bool damped;                       /* some keep is not one */
    cn_Lane kick_x, kick_y, kick_w;    /* added to velocity in each sub-step */
    cn_Lane vx, vy, w;                 /* the velocity after the kick */
    cn_Lane keep_x, keep_y, keep_w;    /* before the kick the velocity is multiplied by these */
    int32_t flags[CN_LANES];           /* of the bodies, when the step began */
    cn_Lane began_w;                   /* rad/s then */
    cn_Lane given_x, given_y, given_w; /* what contacts did in the sub-step before */
    cn_Lane fastest;                   /* m/s; infinite where nothing is to be done */
    cn_Lane most_turn;                 /* rad in a sub-step */
    int32_t body[CN_LANES];            /* 0 = none */
} cn_StepBlock;

/* Of a station, from the first block to its lane in the first array of a block. */
static inline int cn_step_bytes(int station) {
    unsigned at = (unsigned)station;
    return (int)(at / CN_LANES * sizeof(cn_StepBlock) + at % CN_LANES * sizeof(float));
}

/* Where a body stands in this step. */
typedef struct cn_Station {
    cn_StepBlock *block;
    int lane;
    cn_Motion *motion;
} cn_Station;

static inline cn_Station cn_station(const cn_World *w, int body) {
    /* never negative: that of an int would have to round towards 0 */
    unsigned at = (unsigned)w->scratch.order.station[body];
    return (cn_Station){&w->scratch.order.step_blocks[at / CN_LANES], (int)(at % CN_LANES),
                        &w->scratch.order.step_motion[at]};
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
    cn_Foreseen *foreseen; /* NULL: nothing is known of it */
    cn_AwakeOctet *octets;
    int octet_count;
    cn_Sync *sync;
    cn_StepBlock *steps; /* kernels over stations: item n is block n + 1 */
    cn_Motion *step_motion;
    cn_Mass *step_mass;
    cn_StepBrief *step_brief; /* NULL: it will not be asked for */
    cn_StepLocks *step_locks; /* by block */
    uint8_t *contacts;        /* by station */
    const uint64_t *colors; /* by body: a bit for each contact in the blocks; NULL: there is none */
    int colored; /* bodies from here on have none: newer than the last contact, or no bodies */
    const uint64_t *borders; /* the same of contacts between parts, three a body; NULL: no parts */
    bool stepped;            /* there were sub-steps */
    bool sleeps;             /* bodies that are slow for long enough may fall asleep */
    bool lonely;             /* some may be alone: there are fewer contacts than bodies */
    bool gives;              /* what contacts did is done again by give */
    bool far;                /* step blocks are more than a cache holds */
    int substeps;
    const cn_Piece *pieces;
    const cn_Vec *vertices;
    cn_Box *boxes;              /* by piece */
    uint32_t *path;             /* by body; NULL: nobody asks */
    float h, dt;                /* s, sub-step and step */
    float gravity_x, gravity_y; /* m/s^2 */
    float fastest;              /* m/s, of bodies that do not say themselves */
    float blow;                 /* m/s in a sub-step: more than weight gives */
    bool continuous;            /* else only what a blow may send back at speed reaches ahead */
    bool sweeping;              /* boxes are wanted for the coming step, not for where bodies are */
    cn_Warm warm;               /* of the sub-step */
    bool last;                  /* sub-step of the step */
} cn_MotionStep;

/* count of pieces in a list: bodies that have more are looked at by themselves */
#define CN_BOX_LIST 64

/* Pieces of bodies that have several, all of a body in a row, whose boxes are looked at. */
typedef struct cn_BoxList {
    int count;
    int32_t piece[CN_BOX_LIST + CN_LANES], body[CN_BOX_LIST + CN_LANES];
    float margin[CN_BOX_LIST + CN_LANES] __attribute__((aligned(32))); /* m, of a new box */
    float room[CN_BOX_LIST]; /* m, how far the piece is inside of a box that stays */
    bool moved[CN_BOX_LIST]; /* whose box in the tree is another now */
} cn_BoxList;

/* Works on groups[first] to groups[end - 1], or on so many step blocks, and writes to nothing
 * else. */
typedef void (*cn_MotionKernel)(const cn_MotionStep *s, int first, int end);

typedef struct cn_MotionKernels {
    cn_MotionKernel sweep, let_be, place, boxes;        /* over groups */
    cn_MotionKernel prepare, kick, give, drift, report; /* over stations */
    /* All sub-steps of the bodies that are alone, and report; the others leave them out, but
     * prepare. */
    cn_MotionKernel fly;
    void (*pieces)(const cn_MotionStep *s, cn_BoxList *list); /* as boxes, of pieces of a list */
} cn_MotionKernels;

/* body_order.c: where each body stands that goes through the sub-steps. False: no memory. */
bool cn_body_order_assign(cn_World *w);

/* motion_step.c */
cn_MotionStep cn_motion_step(cn_World *w, float dt);
void cn_motion_run(cn_World *w, cn_MotionKernel kernel, const cn_MotionStep *step);

#endif
