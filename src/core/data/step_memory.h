/* step_memory.h: the memory of one step, kept between steps.
 *
 * Hardly any of it means anything between two steps; what does says so (colours, lanes of joints).
 * A world at rest gives it back: see world_arrays.c. */
#ifndef CN_DATA_STEP_MEMORY_H
#define CN_DATA_STEP_MEMORY_H

#include "base/pair_list.h"
#include "base/sort.h"
#include "data/body.h"
#include "data/constants.h"
#include "data/contact.h"
#include "data/field.h"
#include "data/impact.h"
#include "data/joint_lanes.h"

struct cn_Block; /* wide/contact_block.h */
struct cn_BlockRare;
struct cn_MotionBlock; /* wide/motion.h */
struct cn_Foreseen;
struct cn_StepBlock;
typedef struct cn_Node cn_Node; /* solver/order/domain.h */

/* activity/: who is awake, and islands that wake and fall asleep. */
typedef struct cn_ActivityMemory {
    uint8_t *restless; /* what keeps islands up: see activity/sleep.c */
    int restless_capacity;
    bool awake_listed; /* no body has woken or fallen asleep since */
    int *awake;        /* slots, ascending */
    int awake_count, awake_capacity;
    cn_AwakeOctet *octets; /* the same, eight slots at a time */
    int octet_count, octets_capacity;
    bool sleepy; /* a body has been slow for long enough */
    bool looks;  /* islands are looked at in this step */
    int *spread; /* bodies to go on from; with room for all, since waking may not fail */
    int spread_capacity;
    int *parent; /* union-find parent, by body, of islands that may fall asleep */
    int parent_capacity;
} cn_ActivityMemory;

/* contact/: contacts that are looked at, begin and end. */
typedef struct cn_ContactMemory {
    float *turn; /* m, by body: how far turning brings its surface in this step */
    int turn_capacity;
    struct cn_Foreseen *foreseen; /* by eight slots; outside of a step all are zero */
    int foreseen_capacity;
    cn_ContactWord *words; /* one for each word of active */
    int words_capacity;
    int *busy; /* words with any active contact: see busy_words.h */
    int busy_count, busy_capacity;
    cn_IdleContact *idle; /* these three mean something between steps */
    uint64_t *idle_words; /* a bit for each contact in that list, unless it has been stirred */
    int idle_known;       /* count of words that are */
    uint32_t *path; /* by body: how far its surface has come, and turned: see idle_contact.c; goes
                       round, only differences mean something */
    int idle_count, idle_capacity, idle_words_capacity, path_capacity;
    int *wall_first; /* by body, of walls; -1 = none: see static_contacts.c */
    cn_WallLink *walls;
    int wall_bodies; /* that have it in this step */
    int wall_first_capacity, walls_capacity;
    int jammed; /* the first body whose seams are not looked at; the count of bodies: none */
    cn_Ending *endings;
    int ending_count, endings_capacity;
    cn_ContactList changed; /* began or stopped touching; later: have something to tell */
    bool strays; /* some body may leave the way that its boxes were drawn out along: rebound.c */
    cn_PairList pairs;
    cn_PairWord *pair_words; /* one for 64 pairs in apart */
    int pair_words_capacity;
    cn_CrowdBody *crowd; /* by body: see pair_crowd.c */
    int crowd_capacity;
    cn_Keyed *sorted; /* contacts of a list, by what is told of them, and room for as many again */
    int sorted_capacity;
    cn_Keyed *sorted_ends; /* events, and room for as many again */
    int sorted_ends_capacity;
    cn_Keyed *sorted_pairs; /* new pairs, and room for as many again */
    int sorted_pairs_capacity;
} cn_ContactMemory;

/* objects/: bodies that a joint lets go of. */
typedef struct cn_ObjectMemory {
    int *released; /* bodies around a joint that lets go; with room for all */
    int released_capacity;
} cn_ObjectMemory;

/* effects/: forces of areas and wind. */
typedef struct cn_EffectMemory {
    cn_FieldVisit *visits; /* of this step: see field_force.c */
    int visits_capacity;
    cn_SteadyForce *steady; /* by body */
    int steady_capacity;
    cn_Keyed *sorted; /* what is being sorted, and room for as many again */
    int sorted_capacity;
    cn_FieldCount *counts; /* by piece */
    int counts_capacity;
    cn_Pos *middles; /* m, by field that pulls: of its sensor, from the body's origin */
    int middles_capacity;
} cn_EffectMemory;

/* solver/order/: where contacts, joints and bodies stand for the solver. */
typedef struct cn_OrderMemory {
    struct cn_Block *blocks;
    struct cn_BlockRare *block_rare; /* by block */
    uint8_t *tells;  /* by block: whether lanes of it have something to tell after solving */
    uint8_t *coming; /* by block: lanes that may have an impact in this sub-step */
    int tells_capacity, coming_capacity;
    bool prepared; /* blocks are those of this step, or of the last one between steps */
    int block_count, blocks_capacity, block_rare_capacity;
    int *layers; /* first block of each colour that has some, and one end: blocks between two of
                    them share no body that moves */
    int layer_count, layers_capacity;
    int lot_layer[CN_LOTS + 1]; /* first layer of each lot: see island_bins.h */
    int lots;                   /* that there can be: one, or all */
    bool idle;                  /* nothing went through the sub-steps in the last step */
    bool joined;                /* blocks are made for one thread: see island_bins.h */
    int bins;                   /* in use: see island_bins.c */
    int shares;                 /* that homes are put together into */
    int *bin_root;              /* by body: the lowest of its island at the cut */
    uint8_t *home_bin;          /* by body outside of large islands */
    int bin_bodies;             /* that have them */
    bool lopsided;              /* one share has most of all work */
    uint64_t *crossing;         /* a bit for each contact between shares: see stray.c */
    uint8_t *stray_from; /* by body: the first rank that its strays have, + 1; 0 = it has none, as
                            all outside of colouring */
    bool has_strays, strayed; /* some body has any, in colouring; and many blocks do */
    int crossing_capacity, stray_from_capacity;
    bool joints_home;             /* joints are */
    int homes_cut, homes_changes; /* that this was looked up for */
    int bin_root_capacity, home_bin_capacity;
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
    uint64_t solid_listed; /* the events' stamp when they were made, + 1; 0 = unknown */
    bool blocks_made;      /* from solid_words as they are */
    int *solid;            /* contacts that the solver gets */
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
    cn_AwakeOctet *direct_octets; /* those of them that do no sub-steps */
    int direct_octet_count, direct_octets_capacity;
    int *station; /* by body: where it stands in the sub-steps (body_order.c), 0 = nowhere */
    int station_capacity;
    uint8_t *steppers; /* by eight slots: those that have a station */
    int steppers_capacity;
    int home_block[CN_HOMES + 1];     /* the first step block of each home: see island_bins.h */
    int stepping_octets;              /* groups of eight slots of which some body has one */
    bool stations_sorted;             /* by home */
    bool stationed;                   /* the stations are those of the step before */
    struct cn_StepBlock *step_blocks; /* of eight stations; the first is of those that have none */
    cn_Motion *step_motion;           /* by station */
    cn_Mass *step_mass;
    cn_StepBrief *step_brief; /* where there may be impacts */
    int step_brief_capacity;
    cn_StepLocks *step_locks; /* by block */
    int step_locks_capacity;
    uint8_t *contacts; /* by station: how many a body without joints has, up to 255 */
    int contacts_capacity;
    int stationings; /* counts how often stations were given */
    int step_blocks_capacity, step_motion_capacity, step_mass_capacity;
    int stepping; /* blocks behind the first; -1 = no memory for them in this step */
    cn_JointStage joint_stage;
    int *island; /* by body: the lowest body of its island, to cut large ones */
    int island_capacity;
    int *island_work; /* by body, four times: see domain.c */
    int island_work_capacity;
    int *component; /* union-find parent, by body, of what joints connect */
    int component_capacity;
    cn_Keyed *sorted_contacts; /* those to colour, and room for as many again */
    int sorted_contacts_capacity;
    cn_Keyed *sorted_joints; /* the same of joints */
    int sorted_joints_capacity;
} cn_OrderMemory;

/* solver/impact/: blows within a sub-step. */
typedef struct cn_ImpactMemory {
    bool bounces;   /* some of the contacts to solve may have impacts */
    uint8_t *blows; /* impacts in this sub-step, by body; 0 between sub-steps */
    int blows_capacity;
    int *blown; /* bodies that have had any */
    int blown_count, blown_capacity;
    cn_ImpactLook *looks; /* by seat, the last in this sub-step; 0 between sub-steps */
    int looks_capacity;
    int *looked; /* seats that have one */
    int looked_count, looked_capacity;
    int *struck; /* bodies of one blow, whose neighbours are to be looked at */
    int struck_count, struck_capacity;
    uint8_t *presses; /* by worker and body: neighbours that it presses or is pressed by, at most
                       255 of each worker: see impact_candidates.c */
    int presses_capacity;
    cn_ImpactEvent *impacts; /* a heap by time */
    int impact_count, impacts_capacity;
    cn_ImpactManifold *manifolds; /* of them, and of earlier ones of the sub-step */
    int manifold_count, manifolds_capacity;
    int *stopped; /* seats of contacts that rows have stopped in this sub-step */
    int stopped_count, stopped_capacity;
    cn_ImpactNear *near; /* with what each body may have impacts in this step, by station */
    int near_capacity;
    int *near_first; /* by station, and one more: where those of each begin in near */
    int near_first_capacity;
    float *known_speed; /* (m/s)^2, by station: rows know of speeds up to that */
    int known_speed_capacity;
} cn_ImpactMemory;

/* solver/rows/: joints that break. */
typedef struct cn_RowMemory {
    int *worst; /* by the root of a component: its joint that is overloaded most */
    int worst_capacity;
} cn_RowMemory;

/* solver/rest/: islands that are solved as one system. */
typedef struct cn_RestMemory {
    uint64_t *look; /* by 64 bodies: no island of theirs is due before this step */
    int look_capacity;
    struct cn_RestRoom *rooms; /* one for each thread: see rest.c */
    int rooms_capacity;
    struct cn_RestTask *direct_tasks; /* islands to solve in this step */
    int direct_task_count, direct_tasks_capacity;
    int *place; /* by body: where it stands in its island, or why in none */
    int place_capacity;
    int *search; /* by body, twice: bodies found, and from which */
    int search_capacity;
} cn_RestMemory;

/* solver/exact/: components of joints, gears. */
typedef struct cn_ExactMemory {
    cn_GearStage coupling_stage;
    int *component; /* union-find parent, by body, of what is solved exactly */
    int component_capacity;
    int *component_work; /* by body, four times: see exact_select.c */
    int component_work_capacity;
    cn_Keyed *sorted_components; /* and room for as many again */
    int sorted_components_capacity;
    int *train_members; /* see gear_train.c */
    int train_members_capacity;
    int *gear_component; /* union-find parent, by body, of what gears connect */
    int gear_component_capacity;
    int *seen; /* by body: the first row of the component that moves it; see gear_skyline.c */
    int seen_capacity;
    cn_Keyed *sorted_gears; /* and room for as many again */
    int sorted_gears_capacity;
} cn_ExactMemory;

/* solver/ccd/: bodies that are swept. */
typedef struct cn_SweepMemory {
    uint8_t *guarded; /* by eight bodies: see tunnel.c */
    int guarded_capacity;
    int guarded_words; /* contacts that the narrow phase knows of, 64 to a word */
    bool unlisted;     /* some are active that it has not looked at: see tunnel.c */
    int *pressed;      /* bodies that walls press */
    int pressed_capacity;
} cn_SweepMemory;

/* step/: what scripts are asked, and the order of contacts. */
typedef struct cn_CallbackMemory {
    cn_ContactList asked; /* have a question for the hook */
    cn_Decision *decisions;
    int decision_count, decisions_capacity;
    cn_Keyed *sorted; /* contacts in the order of their pieces, and room for as many again */
    int sorted_capacity;
} cn_CallbackMemory;

/* One for each room that grows it. */
typedef struct cn_StepMemory {
    float dt;         /* s, of this step */
    bool trimmed;     /* while nothing went through the sub-steps */
    int64_t expected; /* bytes that were asked for before anything needed them */
    cn_ActivityMemory activity;
    cn_ContactMemory contact;
    cn_ObjectMemory objects;
    cn_EffectMemory effects;
    cn_OrderMemory order;
    cn_ImpactMemory impact;
    cn_RowMemory rows;
    cn_RestMemory rest;
    cn_ExactMemory exact;
    cn_SweepMemory ccd;
    cn_CallbackMemory callback;
} cn_StepMemory;

#endif
