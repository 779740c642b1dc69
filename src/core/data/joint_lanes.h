/* joint_lanes.h: joints and gears as the stages of a step see them: see solver/order/joint_color.c.
 */
#ifndef CN_DATA_JOINT_LANES_H
#define CN_DATA_JOINT_LANES_H

#include "data/joint.h"

struct cn_JointBlock; /* wide/joint_block.h */
struct cn_JointAxis;
struct cn_GearRow; /* solver/exact/gear_system.h */
struct cn_GearTrain;

/* By slot. What stands first is read when the graph of joints changes. */
typedef struct cn_JointNode {
    uint32_t generation; /* of the joint that this is about; 0 = none */
    int a, b;            /* bodies; -1 = does not move: needs no colour */
    int coupled;         /* other joints on its bodies: its springs depend on it */
    int color;           /* counted over rounds; -1 = nothing of it is solved in lanes */
    uint16_t sort;       /* kind and rows */
    int root;            /* the lowest body slot of its component; 0 = not looked for */
    bool acts, breaks;
    bool part;  /* it acts in this step */
    bool anew;  /* another joint than the one whose lane it has, or with other springs */
    int lane;   /* counted over all blocks, -1 = has none */
    int batch;  /* of the lane */
    int wanted; /* the group where it should be, -1 = none; while all are laid out, its bucket */
} cn_JointNode;

/* Blocks of one colour, one kind and one set of rows: see wide/joint_block.h. */
typedef struct cn_JointBatch {
    cn_JointKind kind;
    int rows;
    int first, count; /* blocks */
    int axis;         /* of the first block; -1 = none */
    int lanes, room;  /* joints; blocks that there is room for */
} cn_JointBatch;

/* Blocks first to end - 1 of a group. */
typedef struct cn_JointSpan {
    int batch, first, end;
} cn_JointSpan;

/* The joints that are solved in lanes; see joint_color.c and joint_blocks.c. */
typedef struct cn_JointStage {
    int stationings; /* that its blocks know of: see body_order.c */
    struct cn_JointBlock *blocks;
    struct cn_JointAxis *axes;
    cn_JointBatch *batches;
    cn_JointSpan *spans;
    int block_count, axis_count, batch_count, span_count;
    int blocks_capacity, axes_capacity, batches_capacity, spans_capacity;
    cn_JointNode *nodes; /* by slot */
    int *order;          /* slots in the order of their hash */
    int *buckets;        /* group by part, colour and sort, -1 = none */
    int node_count, order_count, nodes_capacity, order_capacity, buckets_capacity;
    int part_batch[24];       /* the first group of each part */
    int16_t sort_index[3328]; /* sort -> which of those that there are, -1 = none */
    uint16_t *sort_of;        /* and back */
    int sort_of_capacity;
    int sorts, rounds, laid_rounds;
    int changes;           /* of lanes since all were laid out */
    int domain_cut;        /* that they were laid out for */
    uint64_t read_in;      /* the step, from 1, in which joints were read last, 0 = changed since */
    uint32_t change_count; /* how often the joints that act have changed */
    int breakable_count;   /* of those that act in this step */
    bool springs;          /* some group has springs, or drives */
    bool motors;           /* some group has motors, or drives */
    bool nets;             /* some group is of nets */
    bool crowded;          /* a joint found no room */
    float h;               /* s, sub-step that the springs were made for */
    float dt;              /* s, last step */
    bool rooted;           /* since which bodies joints connect has changed, roots were found */
    bool news;             /* impulses of it that cn_Joint does not have yet */
} cn_JointStage;

/* Gears, pulleys and ratchets that act in this step: see solver/exact/gear_solve.c. */
typedef struct cn_GearStage {
    struct cn_GearRow *couples;  /* by slot */
    int *order;                  /* the same by component */
    int *first;                  /* of order, for each component, and one end */
    double *matrix;              /* see gear_skyline.c */
    struct cn_GearTrain *trains; /* articulations that they push at, by component */
    int train_count, trains_capacity;
    int count, couples_capacity, component_count, first_capacity, entry_count, matrix_capacity,
        order_capacity;
    float h; /* s, sub-step */
} cn_GearStage;

#endif
