/* world.h: the whole state of a world, as arrays of plain structs that refer to each other by
 * index. Nothing in here points at anything but an array's beginning, so that a world can be
 * copied, hashed and restored.
 *
 * Bodies: one slot each, slot = id index, slot 0 the ground. What the solver's inner loops touch
 * (motion, pose, mass, drive) lies in arrays of its own, 32 bytes a body; the rest is in cold.
 * Shapes: one slot each; a shape is a list of pieces (a chain has one each segment), and a piece
 * is what the tree and the narrow phase see. Contacts: one slot each pair of pieces whose boxes
 * overlap, from the first overlap to the last. Joints: one slot each.
 * Not here: any function of the step; each file of the core declares its own below. */
#ifndef CN_WORLD_H
#define CN_WORLD_H

#include "cairn.h"
#include "collide.h"
#include "factor.h"
#include "geometry.h"
#include "jobs.h"
#include "memory.h"
#include "run.h"
#include "shared.h"
#include "slot.h"
#include "sort.h"
#include "table.h"
#include "tree.h"

/* ---- constants of the step ---------------------------------------------------------------- */

#define CN_SPECULATIVE   0.02f /* m, pairs this near get contacts before they touch */
#define CN_FAT_TIME      0.07f /* s, for which boxes in the tree have room; this makes a margin of */
#define CN_FAT_LEAST     0.005f /* m, at least; nor more than that where bodies are fast */
#define CN_FAT_MOST      0.05f  /* m (or extent / 8) at most */
#define CN_TOUCH_RELEASE 4.0f   /* a touch ends beyond this many slops: no flicker at rest */
#define CN_GRAZE         3.0f   /* corners that overlap by fewer slops pass each other */
#define CN_TIME_TO_SLEEP 0.5f   /* s below sleep_speed */
#define CN_CONTACT_HERTZ                                                                           \
    30.0f                            /* stiffness of a contact between two dynamic bodies; twice   \
                                        that against static; at most 1/8 of the sub-step rate */
#define CN_CONTACT_DAMPING  10.0f    /* damping ratio: overlap is pushed out without bounce */
#define CN_PUSH_SPEED       3.0f     /* m/s, fastest push out of an overlap */
#define CN_RECYCLE_DISTANCE 0.01f    /* m, a manifold whose bodies moved less is kept ... */
#define CN_RECYCLE_COS      0.99939f /* ... and turned less than 2 degrees */
#define CN_GROUND           0        /* body slot */
#define CN_PARTS            16       /* of the contacts: see domain.c */
#define CN_DULL             0.3f     /* less restitution keeps less than a tenth of the energy */
#define CN_CROWD            16       /* more neighbours are a crowd, until they are half as many */

/* ---- bodies ------------------------------------------------------------------------------- */

enum {
    CN_BODY_AWAKE = 1,
    CN_BODY_ENABLED = 2,
    CN_BODY_BULLET = 4,
    CN_BODY_FAST_ROTATION = 8,
    CN_BODY_LOCK_X = 16,
    CN_BODY_LOCK_Y = 32,
    CN_BODY_LOCK_ROTATION = 64,
    CN_BODY_CAN_SLEEP = 128,
    CN_BODY_OUTSIDE = 256,      /* has left the bounds, told once */
    CN_BODY_MASSLESS = 512,     /* counts as 1 kg */
    CN_BODY_WARNED = 2048,      /* ... and that was said */
    CN_BODY_REACH = 1024,       /* moves further in this step than contacts see ahead */
    CN_BODY_DIRECT = 4096,      /* solved with its island in this step: see direct.c */
    CN_BODY_FRESH = 8192,       /* its velocity was set from outside: see leapfrog in solver.c */
    CN_BODY_JOINTED = 16384,    /* has joints */
    CN_BODY_CROWDED = 1 << 20,  /* has many neighbours: only what its present velocity reaches is
                                   looked at, not what it might after a bounce */
    CN_BODY_STRAIGHT = 1 << 22, /* its box is swept for that in this step */
    CN_BODY_RESTING = 1 << 21,  /* nothing changes in its island: see direct.c */
    CN_BODY_SET_MASS = 1 << 23, /* its mass does not come from its shapes */
    CN_BODY_SET_INERTIA = 1 << 24,
};

/* What a sub-step reads and writes: velocity of the centre of mass, and how far the body has come
 * since the step began. Read 32 bytes, write the first or the last 16. */
typedef struct cn_Motion {
    float vx, vy, w;
    float extent; /* m, farthest surface from the centre of mass: kernels carry it along */
    float dx, dy; /* m */
    cn_Rot dq;
} cn_Motion;

typedef struct cn_Pose {
    double x, y; /* origin */
    cn_Rot q;
    cn_Vec center; /* centre of mass, body frame */
} cn_Pose;

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

/* What bodies that are set alike share: see traits.c. */
typedef struct cn_Tuning {
    float damping, angular_damping;
    float max_speed; /* m/s, < 0 = the world's */
    float sleep_speed;
    float gravity_scale;
    float none[3]; /* kernels read two rows of four */
} cn_Tuning;

/* One cache line. */
typedef struct cn_BodyCold {
    double mass, inertia; /* as used; of what is not dynamic those that were set, else 0 */
    float least_reach;    /* m, the least that it reaches from its centre in any direction */
    float inner_radius;   /* m, half its smallest thickness */
    int rest;             /* the island that it is solved with directly, + 1: see direct.c, */
    uint32_t cool_until;  /* ... which has these, too */
    uint16_t effort;
    uint8_t misses : 4, failures : 4;
    uint8_t type; /* cn_BodyType */
    int first_shape, last_shape;
    int first_contact; /* link: contact * 2 + side, -1 = none */
    int near_count;    /* contacts, and pairs that wait: see apart.c */
    int first_joint;   /* link: joint * 2 + side, -1 = none */
    int joint_count;
    int turns; /* whole turns since creation: how often its angle has gone from pi to -pi */
} cn_BodyCold;

/* ---- shapes and pieces -------------------------------------------------------------------- */

/* What a user gave for a shape, for the getters: the numbers of the definition that are not zero,
 * in their order, then points. A form has it; of a chain, which has many, the shape. */
#define CN_NUMBERS 10
typedef struct cn_Design {
    uint8_t kind; /* cn_ShapeKind */
    bool hull;
    uint16_t mask; /* a bit for each number */
    int number_count, point_count;
    double numbers[CN_NUMBERS];
    const double *points;
} cn_Design;

/* What pieces of one geometry share: see form.c. */
typedef struct cn_Form {
    int first_vertex, vertex_count;
    float radius;
    float inner_radius; /* m, half its smallest thickness */
    cn_Area area;
    int first_number, point_count; /* of its design, in points */
    uint16_t mask;
    uint8_t design; /* kind */
    bool hull;
    uint8_t kind; /* cn_GeomKind */
} cn_Form;

/* What shapes that are set alike share: see traits.c. Without gaps: compared as bytes. */
typedef struct cn_Traits {
    double density;
    float friction, restitution, rolling, surface_speed;
    cn_Vec one_way; /* body's frame */
    int group;
    uint8_t layer;
    bool sensor, pre_solve, events, has_one_way;
    uint8_t none[7];
} cn_Traits;

typedef struct cn_Piece {
    int body, shape;
    int index; /* within its shape */
    int next;  /* piece of the same shape, -1 = last */
    int form;
    int first_vertex; /* this and what follows are the form's */
    float radius;
    uint16_t vertex_count;
    uint8_t kind; /* cn_GeomKind */
    bool swept;   /* its box in the tree was stretched along the motion */
} cn_Piece;

typedef struct cn_Shape {
    int body;
    int next, previous; /* shape of the same body, -1 = none */
    int first_piece, piece_count;
    int traits;
    uint32_t color;
    int first_number, first_material; /* of a chain: its design, in points; one each segment */
    uint16_t mask;                    /* of that design */
    uint8_t kind;                     /* cn_ShapeKind */
    bool loop : 1, has_materials : 1;
} cn_Shape;

/* ---- contacts ----------------------------------------------------------------------------- */

enum {
    CN_CONTACT_TOUCHING = 1,
    CN_CONTACT_SENSOR = 2,
    CN_CONTACT_ASK_FILTER = 4, /* the filter hook has not been asked yet */
    CN_CONTACT_REFUSED = 8,    /* the filter hook said no */
    CN_CONTACT_IGNORED = 16,   /* no response until they part */
    CN_CONTACT_SKIPPED = 32,   /* no response in this step */
    CN_CONTACT_PRE_SOLVE = 64,
    CN_CONTACT_EVENTS = 128,
    CN_CONTACT_ONE_WAY = 256,
    CN_CONTACT_BOUNCES = 1024,    /* belongs to the impact phase in this step */
    CN_CONTACT_FAST = 2048,       /* ... because a body of it moves more than its size */
    CN_CONTACT_FACE = 8192,       /* its static piece meets the other with a face ... */
    CN_CONTACT_CORNER = 16384,    /* ... or with a corner: see seam.c */
    CN_CONTACT_ENDED = 32768,     /* its end was told in this step */
    CN_CONTACT_ROUND = 65536,     /* a piece of it is rounded */
    CN_CONTACT_SPECIAL = 1 << 17, /* rolling resistance or a surface that moves */
    CN_CONTACT_BOUNCY = 1 << 18,  /* restitution */
    CN_CONTACT_DISCS = 1 << 19,   /* both pieces are */
    CN_CONTACT_PLANE = 1 << 24,   /* one of them is a halfspace */
    CN_CONTACT_TURNED = 1 << 25,  /* b's piece has more vertices than a's */
    CN_CONTACT_KIND = 7 << 26,    /* of the two pieces: see wide/manifold.h */
    CN_CONTACT_LIVELY = 1 << 20,  /* so much restitution that a rebound matters in a crowd */
};
#define CN_CONTACT_KIND_SHIFT 26

/* Something that a row of a point has along the normal and along the tangent. */
typedef struct cn_Row {
    float normal, tangent;
} cn_Row;

/* a is the piece of the shape with the lower id. Two cache lines: most stages read the first or
 * both, eight contacts at a time (wide/rows.h names their columns). */
typedef struct cn_Contact {
    int body_a, body_b;
    uint32_t flags;
    int count;           /* of points */
    cn_Vec normal;       /* world, a to b, when the manifold was made */
    cn_Vec d;            /* centre of a minus centre of b then: r from b = r + d */
    cn_Vec r[2];         /* points, from the centre of mass of a, world orientation of then */
    float separation[2]; /* m, now */
    float friction;
    float reach; /* m, how far a radian moves the surface of the smaller body */

    cn_Row impulse[2]; /* N s, of the last sub-step: where the next one starts */
    cn_Row total[2];   /* N s, of the whole last step: what is reported */
    cn_Rot qa, qb;     /* rotations when the manifold was made */
    float made[2];     /* m, separations then */
    int piece_a, piece_b;
} __attribute__((aligned(64))) cn_Contact;

/* The rest of it, in the same slot of an array of its own. The two ends of the contact stand in the
 * lists of their bodies as link = contact * 2 + side. */
typedef struct cn_ContactCold {
    uint32_t feature[2]; /* of the points; these, and what stands first, as wide/manifold_kernel.h
                            reads them */
    uint32_t reference;  /* sticky reference face */
    float restitution;
    int next[2], previous[2];
} __attribute__((aligned(32))) cn_ContactCold;

/* What few contacts have, in the same slot of an array that ends with the last who has it: whose
 * slot lies beyond has zeros. */
typedef struct cn_ContactRare {
    int pair; /* record of the pair of shapes when one has several pieces, + 1 */
    float rolling, surface_speed;
    float rolling_impulse;
} cn_ContactRare;

/* Two pieces whose boxes in the trees overlap, without a contact yet: see apart.c. */
typedef struct cn_Apart {
    int piece_a, piece_b, body_a, body_b;
} cn_Apart;

/* Two shapes of which one has several pieces: one begin and one end for all their contacts. */
typedef struct cn_ShapePair {
    int shape_a, shape_b;
    int contacts, touching;
    uint32_t flags; /* ASK_FILTER, REFUSED, IGNORED */
} cn_ShapePair;

/* ---- joints ------------------------------------------------------------------------------- */

enum {
    CN_JOINT_ENABLED = 1,
    CN_JOINT_COLLIDE = 2, /* the shapes of its bodies may meet */
    CN_JOINT_LIMITS = 4,
    CN_JOINT_MOTOR = 8,
    CN_JOINT_SPRING = 16,
    CN_JOINT_MIN = 32, /* distance */
    CN_JOINT_MAX = 64,
    CN_JOINT_PULL = 128,   /* what it holds came apart from outside: brought together gently */
    CN_JOINT_DIRECT = 256, /* what it holds rigidly is solved with its whole component */
    CN_JOINT_BREAKS = 512, /* has a force or torque that breaks it */
};

/* What can be changed, as the definition gives it. Doubles only: compared as bytes. */
typedef struct cn_JointTuning {
    double lower, upper;
    double motor_speed, motor_max;
    double hertz, damping, target;
    double length, min, max; /* m, min 0 and max INFINITY where there is none */
    double linear_hertz, linear_damping, angular_hertz, angular_damping;
    double max_force;
    double break_force, break_torque;
} cn_JointTuning;

/* Anchors are in body frames, from the origin; of a mouse, local_a is the target in the world.
 * The two ends stand in the lists of their bodies as link = joint * 2 + side. Impulses are those
 * of one sub-step, on b and against a: where the next one starts. */
typedef struct cn_Joint {
    cn_JointKind kind;
    uint32_t flags;
    int body_a, body_b;
    cn_Pos local_a, local_b;
    cn_Vec impulse;      /* N s, keeps anchors together; of a prismatic x alone, across its axis */
    float turn_impulse;  /* N m s, keeps b from turning: weld, prismatic */
    float hold_impulse;  /* N s, rod */
    float motor_impulse; /* along the axis, or about it: N s or N m s */
    float spring_impulse, lower_impulse, upper_impulse; /* the last two >= 0 */
    cn_Vec total;     /* N s, all that it did to b in the last step ... */
    float total_turn; /* N m s, ... about its anchor */
    float last_dt;    /* s, of that step */
    cn_Vec axis;      /* prismatic: unit vector in the frame of a */
    double reference; /* rad, angle of b minus that of a that counts as 0 */
    double origin;    /* prismatic: m, way along the axis that counts as 0 */
    int turns;        /* turns of b minus those of a that count as 0 */
    int next[2], previous[2];
    cn_JointTuning tuning;
} cn_Joint;

/* Where the two anchors are, and all that the rows of a joint start from. */
typedef struct cn_JointPose {
    cn_Vec ra, rb; /* from the centres of mass, world orientation */
    cn_Vec gap;    /* anchor of b minus anchor of a */
} cn_JointPose;

/* What an elimination takes: blocks below the diagonal, and how often one is changed. */
typedef struct cn_OrderCost {
    int entries, updates;
} cn_OrderCost;

/* Joints that are solved exactly, as ranges of the arrays below; see articulation.c. */
typedef struct cn_Articulation {
    int first_body, body_count, free_count; /* bodies that links can move come first */
    int first_link, link_count;
    int first_int;    /* of its plan */
    int first_double; /* of the room it works in */
    cn_OrderCost cost;
    bool runs;       /* in this step */
    bool touches;    /* has contacts */
    bool factored;   /* in this sub-step */
    bool in_parts;   /* in this sub-step: see articulation_solve.c */
    int soft, again; /* sub-steps for which its links are springs; the last time it was that */
    double closing;  /* m/s, see articulation.h */
} cn_Articulation;

typedef struct cn_Articulations {
    cn_Articulation *list;
    int count, capacity;
    struct cn_LinkBody *bodies;
    struct cn_Link *links;
    int *plan;     /* orders of elimination */
    double *space; /* to work in */
    int body_capacity, link_capacity, plan_capacity, space_capacity;
    int ints, doubles;  /* used of plan and of space */
    int work;           /* blocks made or changed in a sub-step */
    uint64_t signature; /* of the graph of joints that they were found in */
    bool off;           /* for tests: everything goes through the lanes */
} cn_Articulations;

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

struct cn_Block;
struct cn_BlockRare;
typedef struct cn_Node cn_Node; /* domain.h */
struct cn_JointBlock;
struct cn_JointAxis;
typedef struct cn_JointNode cn_JointNode;

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

/* The joints that are solved in lanes; see joint_graph.c and joint_lanes.c. */
typedef struct cn_JointStage {
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
    int bin_end[8];           /* body slots */
    int16_t sort_index[1024]; /* sort -> which of those that there are, -1 = none */
    uint16_t sort_of[1024];   /* and back */
    int sorts, rounds, laid_rounds;
    int changes;           /* of lanes since all were laid out */
    int domain_cut;        /* that they were laid out for */
    uint32_t change_count; /* how often who acts has changed */
    int breakable_count;   /* of those that act in this step */
    bool springs;          /* some group has some */
    bool crowded;          /* somebody found no room */
    float h;               /* s, sub-step that the springs were made for */
    float dt;              /* s, last step */
    bool news;             /* impulses of it that cn_Joint does not have yet */
} cn_JointStage;

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
    bool steps;    /* somebody of it goes through the sub-steps */
    uint8_t boxes; /* whose boxes have to be looked at */
    uint8_t moved; /* whose box in the tree is another now */
    uint8_t lost;  /* who could not be placed */
    uint8_t turns; /* whose angle may have gone from pi to -pi */
} cn_AwakeGroup;

/* A manifold at some time within a step, with arms from both centres of mass. */
typedef struct cn_Touch {
    int count;
    cn_Vec normal;
    cn_Vec ra[2], rb[2];
    float gap[2];
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
    uint64_t changed; /* began or stopped touching */
    uint64_t strikes; /* one end may be asleep and about to be struck */
} cn_ContactWord;

/* What is to become of 64 pairs, a bit for each: see apart.c. */
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

/* Memory of one step, kept between steps. */
typedef struct cn_Scratch {
    struct cn_Block *blocks;
    struct cn_BlockRare *block_rare; /* by block */
    uint8_t *tells; /* by block: whether lanes of it have something to tell after solving */
    int tells_capacity;
    bool prepared; /* blocks are those of this step, or of the last one between steps */
    int block_count, block_capacity, block_rare_capacity;
    int *layers; /* first block of each colour that has some, and one end: blocks between two of
                    them share no body that moves */
    int layer_count, layers_capacity;
    int part_layer[CN_PARTS + 1]; /* first layer of each part: see domain.h */
    uint8_t *domain;              /* by body: 1 to 8 in a large island, else 0 */
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
    cn_ContactList changed; /* began or stopped touching; later: have something to tell */
    cn_ContactList begun;   /* ... of these, whose begin has to be told */
    cn_ContactList asked;   /* have a question for the hook */
    int *island;            /* union-find parent, by body */
    int island_capacity;
    uint8_t *restless; /* by root of an island: somebody of it has not been slow for long enough */
    int restless_capacity;
    int *stack;
    int stack_capacity;
    bool bounces;   /* some of the contacts to solve may have impacts */
    uint8_t *blows; /* impacts in this sub-step, by body */
    int blows_capacity;
    uint8_t *loads; /* by worker and body: neighbours that it presses or is pressed by, at most 255
                       of each worker: see impact_list.c */
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
    bool sleepy;                /* somebody has been slow for long enough */
    cn_AwakeGroup *near_groups; /* the same, sorted: see solver.c */
    int near_group_capacity;
    struct cn_StepBlock *step_blocks; /* of groups in which somebody does sub-steps, behind the
                                         first */
    int *step_of;                     /* by eight slots: its block, 0 = the first */
    int step_blocks_capacity, step_of_capacity;
    int stepping;   /* groups in which somebody does; -1 = no memory for them in this step */
    uint64_t *look; /* by 64 bodies: no island of theirs is due before this step */
    int look_capacity;
    struct cn_DirectRoom *rooms; /* one for each thread: see direct.c */
    int rooms_capacity;
    struct cn_DirectTask *direct_tasks; /* islands to solve in this step */
    int direct_task_count, direct_tasks_capacity;
    cn_JointStage joint_stage;
    cn_PairList pairs;
    cn_PairWord *pair_words; /* one for 64 pairs in apart */
    int pair_words_capacity;
    cn_Keyed *keyed; /* pairs to sort, and room for as many again */
    int keyed_capacity;
    cn_Decision *decisions;
    int decision_count, decision_capacity;
} cn_Scratch;

struct cn_World {
    cn_WorldDef def;
    double time;
    uint64_t steps;
    bool paused, stepping, locked, out_of_memory, limit_hit;
    cn_Pos limit_place;    /* where the limit of contacts was hit */
    uint64_t collides[64]; /* layer matrix */
    cn_Error error;
    cn_Profile profile;

    cn_Slots bodies;
    cn_Motion *motion;
    cn_Pose *pose;
    cn_OldPose *old_pose;
    cn_Mass *mass;
    cn_Drive *drive;
    cn_Shared tuning_shared;
    cn_Tuning *tuning;
    uint32_t *body_flags;
    float *sleep_time;
    struct cn_MotionBlock *motion_block; /* one for eight slots */
    uint64_t *awake;                     /* a bit for each slot */
    cn_BodyCold *cold;
    int tuning_capacity, motion_capacity, pose_capacity, old_pose_capacity, mass_capacity,
        drive_capacity, body_flags_capacity, sleep_time_capacity, motion_block_capacity,
        awake_capacity, cold_capacity;
    bool massless_news; /* somebody may have to be warned about */

    cn_Slots shapes;
    cn_Shape *shape;
    int shape_capacity;
    cn_Slots pieces;
    cn_Piece *piece;
    cn_Box *box; /* fat, as in the tree; by piece */
    int piece_capacity, box_capacity;
    cn_Shared forms;
    cn_Form *form;
    cn_Shared traits_shared;
    cn_Traits *traits;
    int form_capacity, traits_capacity;
    cn_Vec *vertices, *normals; /* of forms, body frame */
    double *points;             /* what users gave for polygons and chains */
    cn_Material *materials;     /* of chains */
    int vertices_capacity, normals_capacity, points_capacity, materials_capacity;
    cn_Runs vertex_runs, point_runs, material_runs;

    cn_Tree *tree_static, *tree_moving;
    int *planes; /* pieces that are halfspaces: in no tree */
    int plane_count, planes_capacity;
    int *moved; /* pieces moved since pairs were found, for the planes */
    int moved_count, moved_capacity;
    cn_Apart *apart;
    uint64_t *renewed; /* a bit for each piece whose pairs the trees find anew ... */
    bool apart_stale;  /* ... if there is any */
    int apart_count, apart_capacity, renewed_capacity;

    cn_Slots contacts;
    cn_Contact *contact;
    cn_ContactCold *contact_cold;
    cn_ContactRare *contact_rare;
    int contact_capacity, contact_cold_capacity, contact_rare_capacity;
    uint64_t *active; /* bit of each contact with an awake end */
    int active_capacity;
    int *unasked;      /* contacts that the filter hook has not been asked about yet */
    uint64_t *waiting; /* the same of those that sleep: a bit for each contact */
    int unasked_count, unasked_capacity, waiting_capacity;
    cn_Table contact_table; /* pair of pieces -> contact */
    cn_Slots pairs;
    cn_ShapePair *pair;
    int pair_capacity;
    cn_Table pair_table; /* pair of shapes -> pair */
    bool pairs_barred;   /* some may be REFUSED or IGNORED */

    cn_Slots joints;
    cn_Joint *joint;
    int joint_capacity;
    bool joint_graph_stale;  /* joints, or what they can do, have changed ... */
    bool joint_awake_stale;  /* ... or who of their bodies is awake */
    bool fresh_velocities;   /* some body is CN_BODY_FRESH */
    bool joint_places_stale; /* some body with joints was put elsewhere */
    bool joint_tuning_stale; /* numbers of some joint, or the mass of a body with joints */
    cn_Articulations articulations;

    struct cn_Rest *rest; /* islands that are solved directly, kept: see direct.c */
    int rest_count, rest_capacity;
    int rest_free; /* + 1 */

    cn_EventBuffers events;
    cn_Events public_events;
    cn_Scratch scratch;
    cn_Jobs *pool,
        *jobs; /* the threads of this world; the same in a step that they share, or NULL */
    int color_count, island_count;
    int bouncy_shapes;     /* how many shapes have restitution */
    bool special_surfaces; /* some shape has had rolling resistance, or moves what it carries */
    float bounciest;       /* the most that any has had since the first of them */
};

/* ---- what each file offers the others ----------------------------------------------------- */

/* error.c: refusals. Each returns CN_OK or fills w->error (or *error) and returns why. */
cn_Result cn_refuse(cn_Error *error, cn_Result result, const char *field, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
cn_Result cn_check_finite(cn_Error *error, const char *field, double v);
cn_Result cn_check_range(cn_Error *error, const char *field, double v, double lo, double hi);
cn_Result cn_check_positive(cn_Error *error, const char *field, double v);
cn_Result cn_check_size(cn_Error *error, const char *field, double v);     /* > 0, 1e-3..1e4 */
cn_Result cn_check_rounding(cn_Error *error, const char *field, double v); /* 0 or a size */
cn_Result cn_check_coordinate(cn_Error *error, const char *field, double v);
cn_Result cn_check_body(cn_World *w, cn_BodyId body); /* unlocked and alive */
cn_Result cn_check_shape(cn_World *w, cn_ShapeId shape);
cn_Result cn_refuse_memory(cn_Error *error);

/* arrays.c: every growable array of a world, trees and what lies in lists of its own aside. */
typedef struct cn_ArrayRef {
    const char *name;
    void **array;
    int *capacity;
    size_t size; /* bytes of an element */
    int keep;    /* elements that have to outlive a step */
} cn_ArrayRef;
typedef void cn_ArrayFn(void *context, const cn_ArrayRef *array);
void cn_arrays_each(cn_World *w, cn_ArrayFn *fn, void *context);
void cn_arrays_free(cn_World *w);
size_t cn_arrays_bytes(const cn_World *w);
void cn_arrays_forget_step(cn_World *w); /* that is over: blocks are made anew in the next */
void cn_arrays_trim(cn_World *w);        /* at the beginning of a step: gives back what lies idle */

/* body.c */
static inline bool cn_body_live(const cn_World *w, cn_BodyId id) {
    return cn_slots_has(&w->bodies, id.index, id.generation);
}
static inline cn_BodyId cn_body_id(const cn_World *w, int slot) {
    return (cn_BodyId){(uint32_t)slot, w->bodies.generation[slot]};
}
/* Centre of mass in the world. */
cn_Pos cn_pose_center(const cn_Pose *pose);
void cn_body_update_mass(cn_World *w, int body);
/* m, by how much turning by angle may bring its surface further out anywhere: never beyond the
 * circle that it fills. */
static inline float cn_body_swing(const cn_World *w, int body, float angle) {
    float extent = w->motion[body].extent, most = 1.000001f * extent - w->cold[body].least_reach;
    return cn_minf(angle * extent, most);
}
void cn_body_add_shape(cn_World *w, int body, int shape); /* the same, with one shape more */
/* The part of contacts in a body's reported velocity: see wide/motion_kernel.h. */
void cn_body_set_sync(cn_World *w, int body, cn_Vec v, float spin);
void cn_body_set_awake_flag(cn_World *w, int body, bool awake); /* and nothing else */
void cn_body_keep_pose(cn_World *w, int body);                  /* as the one before the step */
/* After a change of pose from outside a step: boxes, and whoever it touched wakes. */
void cn_body_moved(cn_World *w, int body);
void cn_body_remove(cn_World *w, int body);
void cn_body_disable(cn_World *w, int body);

/* shape.c */
static inline bool cn_shape_live(const cn_World *w, cn_ShapeId id) {
    return cn_slots_has(&w->shapes, id.index, id.generation);
}
static inline cn_ShapeId cn_shape_id(const cn_World *w, int slot) {
    return (cn_ShapeId){(uint32_t)slot, w->shapes.generation[slot]};
}
void cn_shape_remove(cn_World *w, int shape);
void cn_shape_drop(cn_World *w, int shape);     /* the same of a body that goes, too */
void cn_shape_sort(cn_ShapeId *ids, int count); /* by id */
cn_Geom cn_piece_geom(const cn_World *w, int piece);
/* Where b's frame lies as seen from a's. */
cn_Xf cn_relative(const cn_Pose *a, const cn_Pose *b);

cn_Area cn_shape_moments(const cn_World *w, int shape); /* for density 1, in the body's frame */

static inline const cn_Traits *cn_shape_traits(const cn_World *w, int shape) {
    return &w->traits[w->shape[shape].traits];
}
/* Into points, where room for it is. Returns the first. */
int cn_design_keep(cn_World *w, const cn_Design *d);

/* traits.c: taking cannot fail after reserving; equal ones are the same. */
static inline const cn_Tuning *cn_body_tuning(const cn_World *w, int body) {
    return &w->tuning[w->drive[body].tuning];
}
bool cn_tuning_reserve(cn_World *w);
int cn_tuning_take(cn_World *w, const cn_Tuning *tuning);
void cn_tuning_give(cn_World *w, int tuning);
bool cn_traits_reserve(cn_World *w);
int cn_traits_take(cn_World *w, const cn_Traits *traits);
void cn_traits_give(cn_World *w, int traits);

/* form.c: taking cannot fail after reserving; equal geometry of equal design gives the same form.
 * design NULL = has none. Room in points for it is made by the caller. */
bool cn_form_reserve(cn_World *w, int how_many, int vertices);
int cn_form_take(cn_World *w, const cn_Geom *geom, const cn_Design *design);
void cn_form_give(cn_World *w, int form);

/* broad.c */
bool cn_broad_insert(cn_World *w, int piece);
void cn_broad_remove(cn_World *w, int piece);
/* New boxes where a body has come out of its old ones; dt stretches them along fast motion. */
void cn_broad_update(cn_World *w, int body, float dt);
/* The same for the bodies marked in scratch.groups; sweeping: dt of the coming step, else 0. */
void cn_broad_update_groups(cn_World *w, float dt);
/* The piece of a body whose boxes the kernels can make, -1 = none. */
int cn_broad_plain_piece(const cn_World *w, int body);
/* By how much a box that is made now is larger than needed, m. */
float cn_broad_margin(const cn_World *w, int body);
void cn_broad_touch(cn_World *w, int piece); /* find its pairs anew */
bool cn_broad_overlap(const cn_World *w, int piece_a, int piece_b);
void cn_broad_pairs(cn_World *w, float dt); /* stage of the step: new pairs become contacts */

/* apart.c: pairs that wait */
/* The stage: of those that wait and those of scratch.pairs, of which the first own may wait, some
 * become contacts. False when that could not be done for all. */
bool cn_apart_update(cn_World *w, float dt, int own);
void cn_apart_return(cn_World *w, int contact); /* that is no more: waits, if boxes overlap */
/* A piece is touched, put in or taken out: its pairs do not wait any longer. */
bool cn_apart_reserve_marks(cn_World *w, int piece);
void cn_apart_renew(cn_World *w, int piece);

/* birth.c: contacts of the first count of scratch.keyed, sorted: a is the pair in apart, one of
 * those that wait when it is less than waiting; b whether one of its shapes has several pieces.
 * False when one could not be made: then those before it were. Pairs that have theirs get piece_a
 * -1. */
bool cn_birth_all(cn_World *w, int count, int waiting);

/* contact.c */
/* Bits by contact stand 64 to a word: how many words, and the slot of the lowest bit of one. */
static inline int cn_contact_words(const cn_World *w) { return (w->contacts.count + 63) >> 6; }
static inline int cn_contact_at(int word, uint64_t bits) {
    return word * 64 + __builtin_ctzll(bits);
}
/* Slots are not told to anybody: they may be others after a step (pack.c). The generation of one is
 * when its contact was made, in times that events were published. */
static inline cn_ContactId cn_contact_id(const cn_World *w, int slot) {
    const cn_Contact *c = &w->contact[slot];
    return (cn_ContactId){(uint32_t)c->piece_a, (uint32_t)c->piece_b, w->contacts.generation[slot]};
}
int cn_contact_slot(const cn_World *w, cn_ContactId id); /* -1 = it has ended */
/* Flags that its restitution gives a contact. */
static inline uint32_t cn_contact_bounce(float restitution) {
    return (restitution > 0 ? CN_CONTACT_BOUNCY : 0u) |
           (restitution >= CN_DULL ? CN_CONTACT_LIVELY : 0u);
}
bool cn_contact_allowed(const cn_World *w, int shape_a, int shape_b);
/* A body has one neighbour more, or less. */
void cn_contact_near(cn_World *w, int body);
void cn_contact_part(cn_World *w, int body);
void cn_contact_limit(cn_World *w, int body); /* reached, where this body is */
/* An end event follows if it was touching. */
void cn_contact_destroy(cn_World *w, int contact);
/* pack.c: whether it is worth the while; and between two steps, all into the first slots. */
bool cn_contact_is_loose(const cn_World *w);
void cn_contact_pack(cn_World *w);
void cn_contact_leave_pair(cn_World *w, int pair); /* of shapes, which has one contact less */
void cn_contact_destroy_of_piece(cn_World *w, int piece);
void cn_contact_mix(cn_World *w, int contact);
float cn_contact_restitution(const cn_World *w, int piece_a, int piece_b);
void cn_contact_set_active(cn_World *w, int contact);
void cn_contact_set_reach(cn_World *w, int contact); /* when a body of it has another extent */
/* By shape ids, then pieces; a list of a stage is sorted with scratch memory. */
void cn_contact_sort_ids(const cn_World *w, cn_ContactId *ids, int count);
void cn_contact_note(cn_World *w, cn_ContactList *list, int contact);
void cn_contact_sort_list(cn_World *w, cn_ContactList *list);
/* Awake, and not known to be as it was: then it has to be looked at. */
static inline bool cn_body_runs(const cn_World *w, int body) {
    return (w->body_flags[body] & (CN_BODY_AWAKE | CN_BODY_RESTING)) == CN_BODY_AWAKE;
}
static inline bool cn_contact_runs(const cn_World *w, const cn_Contact *c) {
    return cn_body_runs(w, c->body_a) || cn_body_runs(w, c->body_b);
}
static inline cn_ContactCold *cn_contact_cold(const cn_World *w, const cn_Contact *c) {
    return &w->contact_cold[c - w->contact];
}
static inline cn_ContactRare cn_contact_rare(const cn_World *w, int contact) {
    if (contact >= w->contact_rare_capacity) return (cn_ContactRare){0};
    return w->contact_rare[contact];
}
/* -1 = it has none. */
static inline int cn_contact_pair(const cn_World *w, int contact) {
    return cn_contact_rare(w, contact).pair - 1;
}
bool cn_contact_reserve_rare(cn_World *w, int contact);
void cn_contact_set_surface(cn_World *w, int contact, float rolling, float speed);
static inline void cn_contact_set_rolling(cn_World *w, int contact, float impulse) {
    if (contact < w->contact_rare_capacity) w->contact_rare[contact].rolling_impulse = impulse;
}
/* The order in which contacts are solved. */
static inline uint64_t cn_contact_hash(const cn_Contact *c) {
    return cn_pair_hash(c->piece_a, c->piece_b);
}
/* The next link in the list of the same body, -1 = none. */
static inline int cn_contact_next(const cn_World *w, int link) {
    return w->contact_cold[link >> 1].next[link & 1];
}
static inline int cn_contact_shape_a(const cn_World *w, const cn_Contact *c) {
    return w->piece[c->piece_a].shape;
}
static inline int cn_contact_shape_b(const cn_World *w, const cn_Contact *c) {
    return w->piece[c->piece_b].shape;
}
static inline bool cn_contact_solid(const cn_Contact *c) {
    return c->count > 0 && !(c->flags & (CN_CONTACT_SENSOR | CN_CONTACT_REFUSED |
                                         CN_CONTACT_IGNORED | CN_CONTACT_SKIPPED));
}

/* joint.c, joint_read.c */
static inline cn_JointId cn_joint_id(const cn_World *w, int slot) {
    return (cn_JointId){(uint32_t)slot, w->joints.generation[slot]};
}
cn_Result cn_check_joint(cn_World *w, cn_JointId joint); /* unlocked and alive */
void cn_joint_remove(cn_World *w, int joint);
void cn_joint_remove_all_of(cn_World *w, int body);
/* Whether it acts at all: enabled, both bodies too, and one of them can be moved. */
bool cn_joint_acts(const cn_World *w, const cn_Joint *j);
/* Whether a joint between the two bodies keeps their shapes from meeting. */
bool cn_joint_separates(const cn_World *w, int body_a, int body_b);
/* Some body has been put elsewhere from outside. */
void cn_joint_body_placed(cn_World *w, int body);
cn_JointPose cn_joint_pose(const cn_World *w, const cn_Joint *j);
/* Angle of b minus that of a minus the reference, with turns; rad. */
double cn_joint_angle_now(const cn_World *w, const cn_Joint *j);
/* The axis of a prismatic in the world. */
cn_Vec cn_joint_axis(const cn_World *w, const cn_Joint *j);
/* A distance joint that keeps its length exactly. */
static inline bool cn_joint_is_rod(const cn_Joint *j) {
    uint32_t free = CN_JOINT_SPRING | CN_JOINT_MOTOR | CN_JOINT_MIN | CN_JOINT_MAX;
    return j->kind == CN_DISTANCE && !(j->flags & free);
}
/* Counts the turns of a body that has gone from one rotation to another by about way radians. */
static inline int cn_turns_between(cn_Rot from, cn_Rot to, float way) {
    int turns = 0;
    if (from.c < 0 && to.c < 0 && (from.s < 0) != (to.s < 0)) turns = from.s < 0 ? -1 : 1;
    if (cn_absf(way) < 2) return turns;
    double rest = ((double)way - cn_rot_angle(cn_rot_rel(from, to))) / (2 * CN_PI);
    return turns + (int)(rest + (rest < 0 ? -0.5 : 0.5));
}

/* joint_graph.c: stages. Who changes CN_JOINT_DIRECT of a joint flushes, and sets
 * joint_graph_stale. */
/* Those that act into blocks, without what CN_JOINT_DIRECT takes over. */
void cn_joint_color(cn_World *w);
void cn_joint_free(cn_Scratch *s);
size_t cn_joint_bytes(const cn_Scratch *s);

/* solver_joint.c */
int cn_joint_coupled(const cn_World *w, const cn_Joint *j); /* other joints on bodies it moves */
/* Impulses of a joint that leaves its lane. */
void cn_joint_store_lane(cn_World *w, const cn_JointGroup *group, int lane);
void cn_joint_prepare(cn_World *w, float h);
void cn_joint_start(cn_World *w, float h);
typedef enum cn_JointPass {
    CN_JOINT_PLACE,
    CN_JOINT_FRESHEN,
    CN_JOINT_NOTE,
    CN_JOINT_WARM_START,
    CN_JOINT_SOLVE,
    CN_JOINT_RELAX
} cn_JointPass;
void cn_joint_pass(cn_World *w, cn_JointPass pass, float h);
void cn_joint_store(cn_World *w, float dt); /* there are new impulses */
/* Impulses back from the blocks, where they stay until somebody wants to know. */
void cn_joint_flush(cn_World *w);
void cn_joint_keep_finite(cn_Joint *j); /* impulses that are not become 0 */
void cn_joint_break(cn_World *w);       /* of all active joints, from their totals */

/* joint_spring.c: a spring and damper over a sub-step, for a unit of mass: the impulse is
 * -(give (v - v0) + stiff x + (damp + give) v0), v0 the speed before the sub-step. */
typedef struct cn_Spring {
    float give, stiff, damp;
} cn_Spring;
/* coupled: how many joints act on the two bodies besides this one */
cn_Spring cn_joint_spring(double hertz, double damping, double h, int coupled);

/* manifold.c */
/* margin: m, points nearer than that are wanted */
void cn_manifold_make(cn_World *w, cn_Contact *c, float margin);
/* Features and separations of m, with the impulses of the same features before. */
void cn_manifold_take(const cn_World *w, cn_Contact *c, const cn_LocalManifold *m);
/* Flags that tell what the two pieces are. */
uint32_t cn_manifold_kind(const cn_Piece *a, const cn_Piece *b);
/* Whether one-way shapes let the two pass, when they first come near. */
void cn_manifold_judge(const cn_World *w, cn_Contact *c, int old_count);

/* narrow.c */
void cn_narrow_collide(cn_World *w, float dt); /* stage: manifolds of all active contacts */
void cn_narrow_touches(cn_World *w);           /* stage: begin and end */
void cn_narrow_struck(cn_World *w);            /* stage: what touched and left within the step */

/* seam.c: corners of static pieces that another one continues */
void cn_seam_classify(const cn_World *w, cn_Contact *c); /* of a manifold just made */
void cn_seam_drop(cn_World *w, int contact);

/* hook.c */
void cn_hook_decide(cn_World *w, const cn_Hooks *hooks);

/* island.c */
void cn_island_wake(cn_World *w, int body);
void cn_island_sleep(cn_World *w, int body); /* the island of body, by command */
void cn_island_rest(cn_World *w);            /* stage: islands long at rest fall asleep */
void cn_island_list_awake(cn_World *w);      /* into scratch.awake */

/* direct.c: islands at rest. Within a stage touch says that something acts on this body's island,
 * and the next solution starts from there; rouse, from outside a step, lets its contacts be looked
 * at at once, and those of all that touches a body that is not dynamic. */
void cn_direct_touch(cn_World *w, int body);
void cn_direct_look(cn_World *w, int body); /* may be at rest sooner than it said */
void cn_direct_rouse(cn_World *w, int body);
void cn_direct_forget(cn_World *w, int body);    /* about to be removed */
int cn_direct_wait(const cn_World *w, int body); /* steps, until it may be looked at again */
void cn_direct_free(cn_World *w);
void cn_direct_trim(cn_World *w); /* gives back what it needs within steps only */
size_t cn_direct_bytes(const cn_World *w);

/* graph.c: stage: contacts to solve, coloured, into blocks (wide/block.h) */
bool cn_graph_color(cn_World *w);
void cn_graph_forget(cn_World *w); /* there are none in this step */
/* Those of the contacts solved directly that have something to tell. */
void cn_graph_told(cn_World *w, cn_ContactList *list);

/* Cosine and sine of a small angle; Taylor terms below float resolution up to half a radian. */
static inline cn_Rot cn_small_rotation(float a) {
    if (cn_absf(a) > 0.5f) return cn_rot_from_angle((double)a);
    float q = a * a;
    return (cn_Rot){1 - q * (0.5f - q * (1.0f / 24 - q * (1.0f / 720 - q * (1.0f / 40320)))),
                    a * (1 - q * (1.0f / 6 - q * (1.0f / 120 - q * (1.0f / 5040))))};
}

/* solver.c, solver_contact.c, finalize.c: stages */
cn_BodyDrive cn_solver_drive(const cn_World *w, int body, float h);
void cn_solver_sweep(cn_World *w, float dt); /* who is fast: stretch their boxes */
void cn_solver_solve(cn_World *w, float dt);
void cn_finalize(cn_World *w, float dt); /* new poses, boxes, sleep times */
void cn_guard_walls(cn_World *w);        /* who was thrown through a wall that nobody looked at */
void cn_finalize_bounds(cn_World *w);    /* who has left the bounds */
struct cn_BounceRule;
void cn_contact_prepare(cn_World *w, const struct cn_BounceRule *rule); /* contacts into blocks */
/* Its speeds now, m/s, for those who ask before solving; normal positive = approaching. */
void cn_contact_measure(const cn_World *w, const cn_Contact *c, cn_Row speed[2]);
/* The same, of before solving or of the last step; those that nobody solved have none. */
void cn_contact_speeds(const cn_World *w, int contact, cn_Row speed[2]);
/* Into list: solved contacts that were struck without having touched before; or those that have
 * something to tell. In no order. */
void cn_contact_told(cn_World *w, cn_ContactList *list, bool struck);
void cn_contact_store(cn_World *w); /* impulses back */

/* articulation.c: joints that are solved exactly */
void cn_articulation_find(cn_World *w);                       /* stage: which, in this step */
void cn_articulation_begin(cn_World *w, float h, bool first); /* sub-step: their warm start */
void cn_articulation_solve(cn_World *w, float h);   /* ... after contacts, before the drift */
void cn_articulation_settle(cn_World *w);           /* ... after the drift */
void cn_articulation_report(cn_World *w, float dt); /* velocities of the end of the step */
void cn_articulation_free(cn_World *w);
size_t cn_articulation_bytes(const cn_World *w);

/* event.c */
void cn_event_clear(cn_World *w);
void cn_event_publish(cn_World *w);
/* Whether a begin has to be told, with all others of a stage; sensors tell it at once. */
bool cn_event_begin(cn_World *w, int contact);
void cn_event_begins(cn_World *w, const cn_ContactList *list); /* in the order of their shapes */
void cn_event_end(cn_World *w, int contact);
void cn_event_take_back_ends(cn_World *w, const cn_ContactList *list); /* of this step */
void cn_event_body(cn_World *w, cn_BodyId **list, int *count, int *capacity, int body);
void cn_event_wake(cn_World *w, cn_BodyId body, bool awake);
void cn_event_broken(cn_World *w, int joint);
void cn_event_warn(cn_World *w, cn_WarningKind kind, int body);
void cn_event_solved(cn_World *w); /* stage: hits and post_solve manifolds */

#endif
