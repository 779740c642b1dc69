/* step_memory.h: events, and the memory of one step, kept between steps.
 *
 * Hardly any of it means anything between two steps; what does says so (colours, lanes of joints).
 * A world at rest gives it back: see world_memory.c. */
#ifndef CN_STEP_MEMORY_H
#define CN_STEP_MEMORY_H

#include "base/pair_list.h"
#include "base/sort.h"
#include "data/elements.h"

/* ---- events, as growable arrays ----------------------------------------------------------- */

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
    int begin_count, begin_capacity, end_count, end_capacity, late_end_count, late_end_capacity;
    int solved_count, solved_capacity, hit_count, hit_capacity, sensor_count, sensor_capacity;
    int late_sensor_count, late_sensor_capacity;
    int left_bounds_count, left_bounds_capacity, slept_count, slept_capacity;
    int woke_count, woke_capacity, moved_count, moved_capacity;
    int warning_count, warning_capacity;
    cn_LateWake *late_wakes;
    int late_wake_count, late_wake_capacity;
} cn_EventBuffers;

/* ---- the step ----------------------------------------------------------------------------- */

struct cn_Block;
struct cn_BlockRare;
typedef struct cn_Node cn_Node; /* domain.h */
struct cn_JointBlock;
struct cn_JointAxis;

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
    int group;  /* of the lane */
    int wanted; /* the group where it should be, -1 = none */
} cn_JointNode;

/* Blocks of one colour, one kind and one set of rows: see wide/joint_block.h. */
typedef struct cn_JointGroup {
    cn_JointKind kind;
    int rows;
    int first, count; /* blocks */
    int axis;         /* of the first block; -1 = none */
    int lanes, room;  /* joints; blocks that there is room for */
} cn_JointGroup;

/* Blocks first to end - 1 of a group. */
typedef struct cn_JointSpan {
    int group, first, end;
} cn_JointSpan;

/* The joints that are solved in lanes; see joint_color.c and joint_blocks.c. */
typedef struct cn_JointStage {
    int stationings; /* that its blocks know of: see body_order.c */
    struct cn_JointBlock *blocks;
    struct cn_JointAxis *axes;
    cn_JointGroup *groups;
    cn_JointSpan *spans;
    int block_count, axis_count, group_count, span_count;
    int block_capacity, axis_capacity, group_capacity, span_capacity;
    cn_JointNode *nodes; /* by slot */
    int *order;          /* slots in the order of their hash */
    int *buckets;        /* group by part, colour and sort, -1 = none */
    int node_count, order_count, node_capacity, order_capacity, bucket_capacity;
    int part_group[24];       /* the first group of each part */
    int16_t sort_index[2048]; /* sort -> which of those that there are, -1 = none */
    uint16_t sort_of[2048];   /* and back */
    int sorts, rounds, laid_rounds;
    int changes;           /* of lanes since all were laid out */
    int domain_cut;        /* that they were laid out for */
    uint64_t read_in;      /* the step, from 1, in which joints were read last, 0 = changed since */
    uint32_t change_count; /* how often who acts has changed */
    int breakable_count;   /* of those that act in this step */
    bool springs;          /* some group has some, or drives */
    bool motors;           /* ... has some, or drives */
    bool crowded;          /* somebody found no room */
    float h;               /* s, sub-step that the springs were made for */
    float dt;              /* s, last step */
    bool news;             /* impulses of it that cn_Joint does not have yet */
} cn_JointStage;

/* Gears, pulleys and ratchets that act in this step: see gear_solve.c. */
struct cn_GearRow;
struct cn_GearTrain;
typedef struct cn_GearStage {
    struct cn_GearRow *couples;  /* by slot */
    int *order;                  /* the same by component */
    int *first;                  /* of order, for each component, and one end */
    double *matrix;              /* see gear_block.c */
    struct cn_GearTrain *trains; /* articulations that they push at, by component */
    int train_count, train_capacity;
    int count, capacity, component_count, first_capacity, entry_count, matrix_capacity,
        order_capacity;
    float h; /* s, sub-step */
} cn_GearStage;

typedef struct cn_ContactList {
    int *slots;
    int count, capacity;
} cn_ContactList;

/* What forces do to a body in some time: added to velocity, then multiplied. */
typedef struct cn_BodyDrive {
    float dvx, dvy, dw;
    float kx, ky, kw;
} cn_BodyDrive;

struct cn_MotionBlock; /* wide/motion.h */
struct cn_StepBlock;

/* Eight body slots, from 8 index on, of which those in mask were awake when the stage began. */
typedef struct cn_AwakeGroup {
    int index;
    int first_moved; /* event of its bodies */
    uint8_t mask;
    uint8_t steps;  /* those that go through the sub-steps */
    uint8_t boxes;  /* whose boxes have to be looked at */
    uint8_t moved;  /* whose box in the tree is another now */
    uint8_t lost;   /* who could not be placed */
    uint8_t turns;  /* whose angle may have gone from pi to -pi */
    uint8_t far;    /* who moved by so much that it may have passed a wall: see tunnel.c */
    uint8_t astray; /* ... and may be where nobody has looked for walls */
    bool still;     /* all of it are CN_BODY_STILL */
} cn_AwakeGroup;

/* A manifold at some time within a step, with arms from both centres of mass. */
typedef struct cn_Touch {
    int count;
    cn_Vec normal;
    cn_Vec ra[2], rb[2];
    float gap[2];
    bool clear; /* no touch in the sub-step, and none missed */
} cn_Touch;

typedef struct cn_ImpactEvent {
    float time; /* s, within the sub-step */
    int contact;
    uint64_t hash; /* of the contact: who comes first of two at one time */
    int stamp;     /* blows on its bodies when the time was found */
    int touch;     /* its manifold then */
} cn_ImpactEvent;

/* What the narrow phase found out about 64 contacts, a bit for each. */
typedef struct cn_ContactWord {
    uint64_t seen;
    uint64_t apart;   /* have no points */
    uint64_t ended;   /* their boxes have parted */
    uint64_t corners; /* meet a corner of a static piece */
    uint64_t tangled; /* deep, of a body of several pieces: see depenetrate.c */
    uint64_t changed; /* began or stopped touching */
    uint64_t sensors; /* overlap in the trees, and are looked at when the step is over */
    uint64_t walls;   /* with a body that is not dynamic */
    uint64_t strikes; /* one end may be asleep and about to be struck */
    int first_ended;  /* where they begin in the list of all */
} cn_ContactWord;

/* A contact with a wall, and the place of the next of its body; -1 = none. */
typedef struct cn_WallLink {
    int contact, next;
} cn_WallLink;

/* A contact that has ended: see contact_destroy.c. */
typedef struct cn_Ending {
    cn_DeferredPair pair;
    int contact;
    bool waits;  /* its boxes in the trees overlap: the pair waits */
    bool told;   /* somebody else has to know: it touches, or a shape has several pieces */
    bool points; /* it has had some */
} cn_Ending;

/* What is to become of 64 pairs, a bit for each: see pair_defer.c. */
typedef struct cn_PairWord {
    uint64_t come;    /* get their contacts */
    uint64_t several; /* of these, where a shape has several pieces */
    uint64_t out;     /* wait no longer */
} cn_PairWord;

/* What there is to solve of 64 contacts, a bit for each. */
typedef struct cn_SolidWord {
    uint64_t solid;                /* in the blocks */
    uint64_t direct;               /* solved directly */
    uint64_t bouncing;             /* in the blocks, and may have impacts */
    uint64_t come;                 /* in the blocks, and were not; or have other bodies than then */
    uint64_t gone;                 /* the reverse */
    int first_solid, first_direct; /* where they begin in the lists of all */
} cn_SolidWord;

/* A contact in the order in which those of each colour stand in blocks. */
typedef struct cn_Placed {
    int contact, color;
} cn_Placed;

/* What areas and wind do to a body in a step: see external_force.c. */
typedef struct cn_SteadyForce {
    float x, y, turn; /* N, N m */
    uint64_t step;    /* from 1 */
} cn_SteadyForce;

/* Memory of one step, kept between steps. */
typedef struct cn_StepMemory {
    struct cn_Block *blocks;
    struct cn_BlockRare *block_rare; /* by block */
    uint8_t *tells;  /* by block: whether lanes of it have something to tell after solving */
    uint8_t *coming; /* by block: lanes that may have an impact in this sub-step */
    int tells_capacity, coming_capacity;
    bool prepared; /* blocks are those of this step, or of the last one between steps */
    int block_count, block_capacity, block_rare_capacity;
    int *layers; /* first block of each colour that has some, and one end: blocks between two of
                    them share no body that moves */
    int layer_count, layers_capacity;
    int lot_layer[CN_LOTS + 1];   /* first layer of each lot: see island_bins.h */
    int lots;                     /* that there can be: one, or all */
    int bins;                     /* in use: see island_bins.c */
    int *bin_root;                /* union-find parent, by body, of who has met since the cut */
    uint8_t *bin, *home_bin;      /* by body: of its contacts, CN_BINS = a stray; and at the cut */
    int bin_bodies;               /* that have them */
    bool lopsided;                /* one bin has most of all work */
    bool bins_met;                /* islands of two of them, in this step */
    bool joints_home;             /* joints are */
    int homes_cut, homes_changes; /* that this was looked up for */
    int bin_root_capacity, bin_capacity, home_bin_capacity;
    uint8_t *domain; /* by body: 1 to 8 in a large island, else 0 */
    int domain_capacity;
    bool domains_used;
    int domain_cut;       /* counts how often they were cut */
    int cut_solid;        /* contacts to solve then */
    uint32_t cut_changes; /* and how often joints had changed */
    int *lane;            /* by contact: in blocks, where it is in one */
    int lane_capacity;
    cn_SolidWord *solid_words;
    int solid_words_capacity;
    bool blocks_made; /* from solid_words as they are */
    int *solid;       /* contacts that the solver gets */
    int solid_count, solid_capacity;
    cn_Node *node; /* by slot: the same for colouring */
    int node_capacity;
    int *direct_solved; /* contacts that are solved directly in this step */
    int direct_solved_count, direct_solved_capacity;
    uint8_t *cell; /* by body: where it is along a curve through the plane, in 256 parts */
    int cell_capacity;
    cn_Placed *placed; /* solid, by cell */
    int placed_capacity;
    int *placing; /* how many contacts each cell has, then where its next one goes; by pieces */
    int *colored; /* the same of colours: the lane of the next one */
    int placing_capacity, colored_capacity;
    int *laid; /* by lane: contact, -1 = not used */
    int laid_capacity;
    bool more_uncolored; /* than those that have come */
    bool has_colors;     /* some contact has one: else nothing of what follows is kept */
    uint32_t *color;     /* by contact, kept between steps: see color.h; 0 = none */
    int color_capacity;
    uint64_t *body_colors;   /* bits taken, by body, kept between steps */
    uint64_t *border_colors; /* the same of contacts between parts of an island, three a body */
    uint64_t *spare_colors;  /* of one further round; of joints, while they are laid out */
    int body_colors_capacity, border_colors_capacity, spare_colors_capacity;
    float *turn; /* m, by body: how far turning brings its surface in this step; of those awake,
                    made where one of them reaches */
    int turn_capacity;
    cn_ContactWord *words; /* one for each word of active */
    int words_capacity;
    int *wall_first; /* by body, of walls; -1 = none: see static_contacts.c */
    cn_WallLink *walls;
    int wall_bodies; /* that have it in this step */
    int wall_first_capacity, walls_capacity;
    cn_Ending *endings;
    int ending_count, endings_capacity;
    cn_ContactList changed; /* began or stopped touching; later: have something to tell */
    cn_ContactList asked;   /* have a question for the hook */
    int *island;            /* union-find parent, by body */
    int island_capacity;
    uint8_t *restless; /* by root of an island: somebody of it has not been slow for long enough */
    int restless_capacity;
    int *stack;
    int stack_capacity;
    bool bounces;         /* some of the contacts to solve may have impacts */
    float dt;             /* s, of this step */
    cn_AreaVisit *visits; /* of this step: see field_force.c */
    int visit_capacity;
    cn_SteadyForce *steady; /* by body */
    int steady_capacity;
    uint8_t *blows; /* impacts in this sub-step, by body */
    int blows_capacity;
    uint8_t *loads; /* by worker and body: neighbours that it presses or is pressed by, at most 255
                       of each worker: see impact_candidates.c */
    int loads_capacity;
    cn_ImpactEvent *impacts; /* a heap by time */
    int impact_count, impact_capacity;
    cn_Touch *touches; /* of them, and of earlier ones of the sub-step */
    int touch_count, touch_capacity;
    bool awake_listed; /* nobody has woken or fallen asleep since */
    int *awake;        /* slots, ascending */
    int awake_count, awake_capacity;
    cn_AwakeGroup *groups; /* the same, eight slots at a time */
    int group_count, group_capacity;
    uint8_t *guarded; /* by eight bodies: see tunnel.c */
    int guarded_capacity;
    int guarded_words;            /* contacts that the narrow phase knows of, 64 to a word */
    bool sleepy;                  /* somebody has been slow for long enough */
    cn_AwakeGroup *direct_groups; /* those of them that do no sub-steps */
    int direct_group_count, direct_group_capacity;
    int *station; /* by body: where it stands in the sub-steps (body_order.c), 0 = nowhere */
    int station_capacity;
    uint8_t *steppers; /* by eight slots: who has a station */
    int steppers_capacity;
    int home_block[CN_HOMES + 1];     /* the first step block of each home: see island_bins.h */
    int stepping_groups;              /* those of eight slots of which somebody has */
    bool stations_sorted;             /* by home */
    bool stationed;                   /* the stations are those of the step before */
    struct cn_StepBlock *step_blocks; /* of eight stations; the first is of those that have none */
    cn_Motion *step_motion;           /* by station */
    cn_Mass *step_mass;
    cn_StepBrief *step_brief; /* where there may be impacts */
    int step_brief_capacity;
    cn_StepLocks *step_locks; /* by block */
    int step_locks_capacity;
    int stationings; /* counts how often stations were given */
    int step_blocks_capacity, step_motion_capacity, step_mass_capacity;
    int stepping;   /* blocks behind the first; -1 = no memory for them in this step */
    uint64_t *look; /* by 64 bodies: no island of theirs is due before this step */
    int look_capacity;
    struct cn_RestRoom *rooms; /* one for each thread: see rest.c */
    int rooms_capacity;
    struct cn_RestTask *direct_tasks; /* islands to solve in this step */
    int direct_task_count, direct_tasks_capacity;
    cn_JointStage joint_stage;
    cn_GearStage coupling_stage;
    cn_PairList pairs;
    cn_PairWord *pair_words; /* one for 64 pairs in apart */
    int pair_words_capacity;
    cn_Keyed *keyed; /* pairs to sort, and room for as many again */
    int keyed_capacity;
    cn_Decision *decisions;
    int decision_count, decision_capacity;
} cn_StepMemory;

#endif
