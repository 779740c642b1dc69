/* world.h: the whole state of a world, as arrays of plain structs (body.h, shape.h, contact.h,
 * joint.h) that refer to each other by index. Nothing in here points at anything but an array's
 * beginning, so that a world can be copied, hashed and restored. Not here: any function of the
 * step; what a file of the core offers stands in the header beside it. */
#ifndef CN_WORLD_H
#define CN_WORLD_H

#include "base/intern.h"
#include "base/jobs.h"
#include "base/memory.h"
#include "base/pair_table.h"
#include "base/range_pool.h"
#include "base/slot.h"
#include "cairn.h"
#include "data/body.h"
#include "data/contact.h"
#include "data/events.h"
#include "data/exact.h"
#include "data/joint.h"
#include "data/shape.h"
#include "data/step_memory.h"

typedef struct cn_Bvh cn_Bvh; /* bvh/bvh.h */

#define CN_TAKEN        64  /* count: of snapshots that a world knows again */
#define CN_TAKEN_SECRET 192 /* bytes */

/* The snapshots that a world has taken itself, known by a hash that nobody else can make: what they
 * say need not be checked. See snapshot/taken.c. */
typedef struct cn_Taken {
    bool has_secret;
    uint8_t secret[CN_TAKEN_SECRET];
    uint64_t print[CN_TAKEN][2];
    uint32_t next;
} cn_Taken;

struct cn_World {
    cn_WorldDef def;
    double time;
    uint64_t steps;
    bool paused, stepping, locked, limit_hit;
    bool out_of_memory;    /* something is lost that the end of this step, or of the next, tells */
    cn_Pos limit_place;    /* where the limit of contacts was hit */
    uint64_t collides[64]; /* layer matrix */
    cn_Error error;
    cn_Profile profile;

    cn_Slots bodies;
    cn_Motion *motion;
    cn_Sync *sync;
    cn_Pose *pose;
    cn_OldPose *old_pose;
    cn_Mass *mass;
    cn_Drive *drive;
    cn_Intern tuning_shared;
    cn_Tuning *tuning;
    uint32_t *body_flags;
    float *sleep_time;
    struct cn_MotionBlock *motion_block; /* one for eight slots */
    uint64_t *awake;                     /* a bit for each slot */
    uint64_t *disturbed;                 /* a bit for each slot: see activity/activity.h */
    cn_BodyCold *cold;
    int tuning_capacity, motion_capacity, sync_capacity, pose_capacity, old_pose_capacity,
        mass_capacity, drive_capacity, body_flags_capacity, sleep_time_capacity,
        motion_block_capacity, awake_capacity, disturbed_capacity, cold_capacity;
    int disturbed_first, disturbed_end; /* words of disturbed that may have bits */
    int sent_to_sleep;                  /* a body + 1, by command, until that is worked off */
    bool massless_news;                 /* a body may have to be warned about */
    uint32_t warned;                    /* a bit for each kind of warning that is given once */

    cn_Slots shapes;
    cn_Shape *shape;
    int shape_capacity;
    cn_Slots pieces;
    cn_Piece *piece;
    cn_Box *box; /* fat, as in the tree; by piece */
    int piece_capacity, box_capacity;
    cn_Intern forms;
    cn_CachedGeometry *form;
    cn_Intern traits_shared;
    cn_Traits *traits;
    int form_capacity, traits_capacity;
    cn_Vec *vertices, *normals; /* of forms, body frame */
    uint8_t *inner;             /* of their edges: see cn_Geom */
    double *points;             /* what users gave for polygons and chains */
    cn_Material *materials;     /* of chains */
    int vertices_capacity, normals_capacity, inner_capacity, points_capacity, materials_capacity;
    cn_RangePool vertex_runs, point_runs, material_runs;

    cn_Thrust *thrust; /* by body, ascending: those with CN_BODY_THRUST */
    int thrust_count, thrust_capacity;
    cn_Dominance *dominance; /* by body, ascending: those with CN_BODY_DOMINANT */
    int dominance_count, dominance_capacity;
    cn_FieldEntry *field; /* by shape, ascending: see field.c */
    int field_count, field_capacity;
    cn_WindDef wind;
    bool has_wind;
    cn_IgnoredPair *ignored; /* by a, then b */
    cn_Press *press;         /* by shape, ascending */
    int ignored_count, ignored_capacity, press_count, press_capacity;

    cn_Bvh *tree_static, *tree_moving;
    int *planes; /* pieces that are halfspaces: in no tree */
    int plane_count, planes_capacity;
    int *moved; /* pieces moved since pairs were found, for the planes */
    int moved_count, moved_capacity;
    int *settled; /* static pieces put in or moved since, for sensors */
    int settled_count, settled_capacity;
    bool all_moved, all_settled; /* instead of a list */
    cn_DeferredPair *apart;
    uint64_t *renewed; /* a bit for each piece whose pairs the trees find anew */
    bool apart_stale;  /* renewed has such bits */
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
    cn_PairTable contact_table; /* pair of pieces -> contact */
    cn_Slots pairs;
    cn_ShapePair *pair;
    int pair_capacity;
    cn_PairTable pair_table; /* pair of shapes -> pair */
    bool pairs_barred;       /* some may be REFUSED or IGNORED */

    cn_Slots joints;
    cn_Joint *joint;
    int joint_capacity;
    cn_Gear *coupling;
    int coupling_count, coupling_capacity;
    cn_Alarm *alarm; /* by joint, ascending: those with CN_JOINT_ALARM */
    int alarm_count, alarm_capacity;
    bool joint_graph_stale; /* joints, or what they can do, have changed */
    bool links_changed; /* since the last step, be it there and back: what joints hold rigidly */
    bool joint_awake_stale;  /* some of their bodies woke or fell asleep */
    bool fresh_velocities;   /* some body is CN_BODY_FRESH */
    bool joint_places_stale; /* some body with joints was put elsewhere */
    bool joint_tuning_stale; /* numbers of some joint, or the mass of a body with joints */
    bool joint_keeps_stale;  /* which joints keep their impulses in lanes */
    cn_Articulations articulations;

    cn_Slots movers;
    struct cn_Mover *mover;
    int mover_capacity;
    int crowded_mover; /* the first that was among more than it looks at, 0 = none */

    struct cn_RestIsland *rest; /* islands that are solved directly, kept: see rest.c */
    int rest_count, rest_capacity;
    int rest_free; /* + 1 */

    cn_EventBuffers events;
    cn_Events public_events;
    cn_StepMemory scratch;
    cn_Jobs *pool,
        *jobs; /* the threads of this world; the same in a step that they share, or NULL */
    cn_Taken taken;
    cn_World *spare; /* what stood here before a restore: its arrays are the next one's */
    unsigned same;   /* CN_SAME_BODIES, CN_SAME_SHAPES: by the last restore */
    int color_count, island_count;
    int sensor_shapes;
    bool special_surfaces; /* some shape has had rolling resistance, or moves what it carries */
    bool bullets;          /* some body has been one */
    int kinematics;        /* count of kinematic bodies */
};

/* Whether a step had the memory that it asked for; that it had not is told when it is over. */
static inline bool cn_had_memory(cn_World *w, bool had) {
    if (!had) w->out_of_memory = true;
    return had;
}

#endif
