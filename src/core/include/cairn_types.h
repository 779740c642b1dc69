/* cairn_types.h: ids, definitions, enums, manifolds and events of the core.
 *
 * Every id is an index with a 32-bit generation, contacts aside; generation 0 is "none". A stale id
 * is never dangerous: setters return CN_DEAD, getters return zero. Units are SI and radians
 * throughout. Not here: functions (cairn.h), vectors (cairn_math.h). */
#ifndef CAIRN_TYPES_H
#define CAIRN_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cairn_math.h"

typedef struct cn_World cn_World;

/* Body 0 is the world's ground; user bodies count from 1, shapes from 1. */
typedef struct cn_BodyId {
    uint32_t index, generation;
} cn_BodyId;
typedef struct cn_ShapeId {
    uint32_t index, generation;
} cn_ShapeId;
/* A manifold between two pieces of two shapes, valid until the pair ends: which pieces, and when
 * they met. */
typedef struct cn_ContactId {
    uint32_t piece_a, piece_b, birth;
} cn_ContactId;

/* A joint between two bodies; joints count from 1. */
typedef struct cn_JointId {
    uint32_t index, generation;
} cn_JointId;

/* A character that is moved by hand; movers count from 1. */
typedef struct cn_MoverId {
    uint32_t index, generation;
} cn_MoverId;

/* What a call that can be refused answers. The sentence is in cn_Error. */
typedef enum cn_Result {
    CN_OK = 0,
    CN_DEAD,       /* an id whose object has been destroyed */
    CN_NOT_FINITE, /* a number that is NaN or infinite */
    CN_RANGE,      /* a number outside its range */
    CN_GEOMETRY,   /* points that make no shape */
    CN_LOCKED,     /* a mutating call from inside the hook of the step */
    CN_LIMIT,      /* a limit of the world is reached */
    CN_MEMORY,     /* out of memory: nothing was changed */
    CN_DAMAGED,    /* bytes that are no snapshot, or not a sound one */
    CN_PROCESSOR,  /* the library was built for processors that can do more than this one */
} cn_Result;

/* Why the last call was refused. field is the definition's field or parameter ("w", "friction"),
 * or "" when there is just one; message is the rest of the sentence without a full stop:
 * "must be > 0, got -1", "finite number expected, got nan", "all 4 points lie on one line". */
typedef struct cn_Error {
    cn_Result result;
    const char *field;
    char message[116];
} cn_Error;

typedef enum cn_BodyType { CN_STATIC, CN_KINEMATIC, CN_DYNAMIC } cn_BodyType;

typedef enum cn_ShapeKind {
    CN_CIRCLE,
    CN_BOX,
    CN_CAPSULE,
    CN_POLYGON,
    CN_ELLIPSE,
    CN_SEGMENT,
    CN_CHAIN,
    CN_HALFSPACE,
    CN_SHAPE_KINDS
} cn_ShapeKind;

/* How the friction or restitution of two shapes becomes that of the pair. */
typedef enum cn_Mix {
    CN_MIX_MIN,
    CN_MIX_MAX,
    CN_MIX_AVERAGE,
    CN_MIX_MULTIPLY,
    CN_MIX_GEOMETRIC,
    CN_MIX_WORLD /* of a shape alone: as the world has it */
} cn_Mix;

/* What happens to a body whose box leaves the world's bounds. */
typedef enum cn_Outside { CN_OUTSIDE_KEEP, CN_OUTSIDE_DISABLE, CN_OUTSIDE_DESTROY } cn_Outside;

/* Limits on what users give us; cn_Error names the one that was passed. Bodies are kept in float:
 * within these it holds every number of a step and the square of every speed. */
#define CN_MAX_COORDINATE      1.0e6  /* m; out there float boxes are 6 cm coarse */
#define CN_MIN_SIZE            0.001  /* m; below it the solver's slop rules */
#define CN_MAX_SIZE            1.0e4  /* m */
#define CN_MAX_BOUNDS          1.0e9  /* m; nothing gets that far out in a day at 400 m/s */
#define CN_MAX_ANGLE           1.0e9  /* rad; beyond it a double knows the direction to 1e-7 only */
#define CN_MIN_DIRECTION       1.0e-6 /* of a normal or an axis; float squares it */
#define CN_MAX_GRAVITY         1.0e4  /* m/s^2 */
#define CN_MIN_MASS            1.0e-12 /* kg: a disc of 1 mm is 3e-6 kg at the usual density */
#define CN_MAX_MASS            1.0e12  /* kg; what shapes give is held to both */
#define CN_MIN_INERTIA         1.0e-18 /* kg m^2, of the least mass at the least size */
#define CN_MAX_INERTIA         1.0e24  /* kg m^2, of the largest mass 1000 km off */
#define CN_MAX_DENSITY         1.0e9   /* kg/m^2 */
#define CN_MIN_SPEED           1.0e-6  /* m/s, of what must not be 0 */
#define CN_MAX_SPEED           1.0e6   /* m/s; float's square of it is 1e12 */
#define CN_MAX_VELOCITY        1.0e30  /* m/s, rad/s as given: held to max_speed at once */
#define CN_MAX_SPIN            1.0e6   /* rad/s, with fast_rotation; else half a turn a sub-step */
#define CN_MAX_DRIVE           1.0e9   /* m/s, rad/s, m or rad of joints */
#define CN_MAX_PUSH            1.0e18  /* N, N m, N s, N m s; also the most that forces add up to */
#define CN_MAX_DAMPING         1.0e9   /* 1/s: stops within any step */
#define CN_MAX_DOMINANCE       127
#define CN_MAX_FRICTION        1.0e6  /* holds whatever it is pressed with 1e-6 of */
#define CN_MIN_HERTZ           1.0e-6 /* Hz, of what must not be 0 */
#define CN_MAX_HERTZ           1.0e6  /* Hz; no sub-step is that short */
#define CN_MIN_DT              1.0e-9 /* s; a step that is shorter counts as one of 0 */
#define CN_MAX_DT              1.0e9  /* s; steps are held to max_dt */
#define CN_MAX_POINTS          256    /* of a polygon; a chain has no such limit */
#define CN_MAX_SUBSTEPS        64
#define CN_MAX_MANIFOLD_POINTS 2

typedef struct cn_WorldDef {
    double gravity_x, gravity_y; /* m/s^2, default (0, -9.81) */
    int substeps;                /* 1..64, default 4 */
    int threads;                 /* >= 1, default 1 */
    bool sleep;                  /* bodies at rest may sleep, default true */
    bool continuous;             /* fast bodies do not tunnel, default true */
    double max_dt;               /* s, 1e-6..0.25, default 0.05 */
    double max_speed;            /* m/s, default 400 */
    double slop;                 /* m, overlap that is left as it is, 0..0.1, default 0.0005; up to
                                    that it is how near surfaces have to be to touch */
    double hit_speed;            /* m/s of approach that makes a hit event, default 1 */
    double restitution_speed;    /* m/s below which nothing bounces; < 0 = chosen from gravity and
                                    sub-step (default) */
    double push_speed;           /* m/s, fastest push out of an overlap, > 0, default 3 */
    double contact_hertz;        /* Hz, stiffness of contacts that are not at rest, > 0, default 30;
                                    twice that against static bodies, and never more than an eighth
                                    of the rate of sub-steps */
    double contact_damping;      /* damping ratio of that, >= 0, default 10 */
    double push_share;           /* ratio of the overlap beyond slop, 0.01..1, that a step takes out
                                    of what moves, in place of the spring of contact_hertz and
                                    contact_damping; < 0 = that spring (default) */
    cn_Mix friction_mix;         /* default geometric */
    cn_Mix restitution_mix;      /* default max */
    bool has_bounds;
    double bounds[4]; /* x1, y1, x2, y2 */
    cn_Outside outside;
    int max_contacts; /* the step raises CN_LIMIT beyond it, default 2,000,000 */
} cn_WorldDef;

typedef struct cn_BodyDef {
    cn_BodyType type; /* default dynamic */
    double x, y;      /* m, the body's origin */
    double angle;     /* rad */
    double vx, vy;    /* m/s, of the centre of mass */
    double angular_velocity;
    double damping, angular_damping; /* 1/s: v' = -c v */
    double gravity_scale;            /* default 1 */
    bool fixed_rotation;             /* the same as lock_rotation */
    bool lock_x, lock_y, lock_rotation;
    bool bullet;          /* dynamic bodies hold it as walls do, at any speed */
    double safety;        /* 0.01..0.5 (default): how much of its thickness it may go into a wall
                             before it is put back */
    bool fast_rotation;   /* may turn more than half a turn per sub-step */
    double max_speed;     /* m/s; < 0 = the world's (default) */
    bool can_sleep;       /* default true */
    double sleep_speed;   /* m/s, default 0.05 */
    bool awake, enabled;  /* default true; who is made asleep stands still, whatever its velocity */
    double mass, inertia; /* override what the shapes give; < 0 = no override (default) */
    bool has_mass_center; /* the same of where the centre of mass is ... */
    double mass_center_x, mass_center_y;       /* m, in the body's frame */
    double constant_force_x, constant_force_y; /* N, at the centre of mass in every step ... */
    double relative_force_x, relative_force_y; /* N, the same along the body's own axes */
    double constant_torque;                    /* N m */
    bool steered;  /* nothing to the core: says for which bodies scripts are asked for a velocity */
    int dominance; /* -127..127, default 0: where dynamic bodies meet, the one with the higher
                      pushes the other and is not pushed, as if it were a wall */
} cn_BodyDef;

typedef struct cn_Material {
    double friction;      /* >= 0, default 0.6 */
    double restitution;   /* 0..2, default 0; more than 1 is a source of energy */
    double rolling;       /* >= 0, rolling resistance, default 0 */
    double surface_speed; /* m/s; positive carries a body lying on top towards +x */
} cn_Material;

/* What a sensor does to the dynamic bodies in it, to each by the share of it that is inside.
 * Several areas add up. */
typedef struct cn_AreaDef {
    double gravity_x, gravity_y; /* m/s^2, in addition to the world's ... */
    double pull; /* m/s^2 towards the middle of the sensor, < 0 = away from it, besides that */
    double pull_distance; /* m, where pull is that much: beyond it falls off with the square of the
                             distance, within it evenly to nothing; 0 = everywhere the same */
    bool replace;         /* ... or instead of it */
    double drag;          /* 1/s: v' = -drag (v - flow), >= 0 */
    double angular_drag;  /* 1/s, >= 0 */
    double density;       /* kg/m^2 of a fluid that things float in, >= 0 */
    bool has_surface;
    double surface;        /* m, y in the world: only what is below it counts */
    double flow_x, flow_y; /* m/s of what drags; needs drag > 0 */
} cn_AreaDef;

/* One shape of any kind; only the fields of its kind are read. Lengths in metres, in the frame
 * of the shape, which x, y, angle place on the body. */
typedef struct cn_ShapeDef {
    cn_ShapeKind kind;
    double x, y, angle;
    double w, h;           /* box: full width and height */
    double radius;         /* circle, capsule: > 0; box, polygon, segment, chain: rounding >= 0 */
    double x1, y1, x2, y2; /* capsule, segment */
    double rx, ry;         /* ellipse: half axes */
    double nx, ny;         /* halfspace: outward normal, solid behind it, through x, y */
    const double *points;  /* polygon, chain: flat x, y pairs */
    int point_count;       /* how many points, not numbers */
    bool hull;             /* polygon: take the convex hull of the points */
    bool loop;             /* chain: join the last point to the first */
    const cn_Material *materials; /* chain: one each segment, or NULL */
    int material_count;

    double density; /* kg/m^2, default 1 */
    cn_Material material;
    cn_Mix friction_mix,
        restitution_mix; /* default CN_MIX_WORLD; of two that have rules of their
                            own max goes before multiply, min, geometric, average */
    bool sensor;
    bool seen;     /* of a sensor: other sensors see it, default false */
    int layer;     /* 0..63, default 0 */
    uint64_t mask; /* bits of the layers that it meets, default all: two meet where each one's mask
                      has the other's layer, and the world lets those layers collide */
    int group;     /* same non-zero group decides before layers: negative never, positive always */
    bool has_one_way;
    double one_way_x, one_way_y; /* body frame: solid only from that side */
    bool pre_solve;              /* ask the hook each step */
    bool events;                 /* begin, end and hit events, default true */
    bool hits;                   /* hit events, default true: false switches these off alone */
    double press_force;   /* N: from as much weight on as that it is pressed; INFINITY = never
                             (default) */
    double release_force; /* N, below it it is no more; INFINITY = 0.8 press_force (default) */
    double press_time;    /* s that either has to last, default 0.1 */
    bool enabled;         /* default true; else it counts in the mass of its body alone */
    bool has_area;        /* a sensor's that is no chain or segment */
    cn_AreaDef area;
    uint32_t color; /* 0xTTRRGGBB for whoever draws, TT 0 solid .. 0xff clear; or CN_NO_COLOR */
} cn_ShapeDef;
#define CN_NO_COLOR 0xffffffffu

typedef enum cn_JointKind {
    CN_REVOLUTE,  /* two anchors stay together; limits, motor and spring act on the angle */
    CN_DISTANCE,  /* two anchors stay `length` apart (rigid or spring), or within min..max */
    CN_PRISMATIC, /* b slides along an axis of a without turning */
    CN_WELD,      /* b keeps its place on a, rigidly or softly */
    CN_MOUSE,     /* a soft pull of an anchor on b towards a point of the world */
    CN_WHEEL,     /* b slides along an axis of a and turns freely; the motor turns it */
    CN_MOTOR,     /* b is driven to a speed or a pose in the frame of a, no harder than it may */
    CN_FRICTION,  /* b is braked against a, no harder than it may: seen from above, a floor */
    CN_FILTER,    /* the two never meet while it is enabled; nothing else */
    CN_GEAR,      /* coordinates of two joints keep their sum: that of b counts `ratio` times */
    CN_PULLEY,    /* a rope from a over two places in the world to b; it pulls, and never pushes */
    CN_RATCHET,   /* b turns against a in one direction only, caught at each `step` */
    CN_ROTARY,    /* limits, motor and spring act on the angle of b against a; nothing else */
    CN_JOINT_KINDS
} cn_JointKind;

/* One joint of any kind; only the fields of its kind are read. Points, axes and angles are those
 * of the world at creation. Springs are hertz and damping ratio; hertz 0 is none (rigid, for a
 * distance or a weld). INFINITY is unlimited where it is allowed. */
typedef struct cn_JointDef {
    cn_JointKind kind;
    cn_BodyId a, b;        /* generation 0 = the ground; mouse: b alone is read */
    double from_x, from_y; /* m, anchor on a */
    double to_x, to_y;     /* m, anchor on b; mouse: where it is pulled */
    double axis_x, axis_y; /* prismatic, wheel: any length but 0 */
    bool has_reference;    /* all but distance, mouse, filter, gear, pulley: else the
                              difference of angles at creation */
    double reference;      /* rad, angle of b minus that of a that counts as 0 */
    bool has_origin;       /* prismatic, wheel: else where its anchors are at creation */
    double origin;       /* m along the axis, from the anchor on a to that on b, that counts as 0 */
    bool has_limits;     /* revolute, rotary (rad), prismatic, wheel (m) */
    double lower, upper; /* lower <= upper */
    bool has_motor;      /* revolute, prismatic, distance, wheel, rotary */
    double motor_speed;  /* rad/s or m/s; CN_MOTOR: rad/s of its angular part */
    double motor_max;    /* N m or N, >= 0, default INFINITY */
    bool has_spring;     /* revolute, prismatic, distance, wheel, rotary */
    double hertz, damping; /* also mouse: default 5, 0.7 */
    double stiffness; /* N/m, or N m/rad about an angle; > 0 of what has_spring is for: in place
                         of hertz, which is then what the bodies make of it where they are */
    double target;    /* rad or m, where the spring of a revolute, prismatic, wheel or the
                         angular one of a CN_MOTOR rests */
    double length;    /* m, distance: < 0 = as far as the anchors are (default); pulley: of
                         the rope, that of b counted `ratio` times; < 0 = as it is */
    double min, max;  /* m, distance: min < 0 = length; max INFINITY = none given. With
                         neither and no spring it is a rod, with max alone a rope, with min
                         alone a strut that keeps them apart */
    bool has_min, has_max;                                               /* distance */
    double linear_hertz, linear_damping, angular_hertz, angular_damping; /* weld, CN_MOTOR */
    bool has_linear, has_angular;  /* CN_MOTOR: which parts there are. With hertz a spring to the
                                      pose whose damper keeps to the speed, else the speed alone */
    double offset_x, offset_y;     /* CN_MOTOR: m, where b's anchor should be from a's, in the
                                      frame of a */
    double velocity_x, velocity_y; /* CN_MOTOR: m/s, in the frame of a */
    bool free_x, free_y;           /* CN_MOTOR: its linear part leaves that axis of a alone */
    double max_force;              /* N, mouse, friction, CN_MOTOR; N or N m of the spring of what
                                      has_spring is for: default INFINITY */
    double max_torque;             /* N m, friction, CN_MOTOR: default INFINITY */
    cn_JointId joint_a, joint_b;   /* gear: each a revolute, prismatic or wheel */
    double ratio;                  /* gear, pulley: not 0; default 1 */
    double ground_from_x, ground_from_y, ground_to_x, ground_to_y; /* pulley: where the rope of a
                                                                      and that of b turn */
    double step, phase;               /* ratchet: rad, the sign of step says where to; not 0 */
    bool collide;                     /* whether shapes of a and b meet each other, default false */
    bool enabled;                     /* default true */
    bool hidden;                      /* whether it is not drawn, default false */
    double break_force, break_torque; /* N, N m; INFINITY = never (default) */
    double alarm_force, alarm_torque; /* the same of an event, and it holds on */
} cn_JointDef;

/* Air that moves: see cn_world_set_wind. */
typedef struct cn_WindDef {
    double x, y;   /* m/s */
    double drag;   /* kg/m^2, >= 0, default 1: N for each metre of width and (m/s)^2, downwind */
    double lift;   /* kg/m^2, >= 0, default 0: the same across, for what is turned from facing it */
    uint64_t mask; /* bits of the layers that feel it, default all */
} cn_WindDef;

/* A blast: see cn_world_explode. */
typedef struct cn_ExplosionDef {
    double x, y;    /* m */
    double radius;  /* m, >= 0: within it the blast is at its full */
    double falloff; /* m, >= 0: beyond it less and less, to nothing at radius + falloff */
    double impulse; /* N s for each metre of the width that a shape shows; < 0 = an implosion */
    bool occlusion; /* static shapes shield what is behind them */
    uint64_t mask;  /* bits of the layers that are thrown, default all */
} cn_ExplosionDef;

/* One point of a manifold, in the world. */
typedef struct cn_ManifoldPoint {
    double x, y;
    float separation;                      /* m, negative = overlap */
    float normal_speed, tangent_speed;     /* m/s before solving; normal positive = approaching */
    float normal_impulse, tangent_impulse; /* N s, of the last step solved */
    uint32_t feature; /* which vertex met which edge; stable while it persists */
} cn_ManifoldPoint;

/* What the narrow phase knows of two touching pieces: a is the shape with the lower id. */
typedef struct cn_Manifold {
    cn_ContactId id;
    cn_ShapeId a, b;
    cn_BodyId body_a, body_b;
    int piece_a, piece_b; /* 0-based index of the piece within its shape */
    int count;            /* 0..2 */
    float nx, ny;         /* unit normal from a to b */
    cn_ManifoldPoint points[CN_MAX_MANIFOLD_POINTS];
    float friction, restitution, surface_speed; /* mixed */
    bool touching;                              /* a point's separation is at most slop */
    bool sensor;                                /* one of the two is a sensor: no response */
    bool ignored;                               /* until they part */
} cn_Manifold;

/* The serial hook of the step. The core fills in what it asks, the hook writes what it answers;
 * sorted by shape ids and pieces whatever the thread count. World read-only meanwhile. */
typedef enum cn_Ask { CN_ASK_FILTER = 1, CN_ASK_PRE_SOLVE = 2 } cn_Ask;
typedef struct cn_Decision {
    cn_ContactId contact;
    cn_ShapeId a, b;
    int ask; /* one cn_Ask; a contact that asks both stands twice, filters all come first */
    /* answers, preset to "collide as it is" */
    bool refuse;                                /* filter: never touch while the pair lasts */
    bool skip;                                  /* pre_solve: no response in this step */
    bool ignore;                                /* pre_solve: no response until they part */
    float friction, restitution, surface_speed; /* pre_solve: for this step only */
} cn_Decision;
typedef struct cn_Hooks {
    void *context;
    bool filter, pre_solve; /* which questions are wanted in this step */
    /* NULL when nothing is wanted. Never longjmp out of it. A decision refused by an earlier
     * filter answer of the same batch is still listed; its pre_solve answer is ignored. */
    void (*decide)(void *context, cn_World *world, cn_Decision *batch, int count);
} cn_Hooks;

/* Events of the last step, in order of ids; they stay valid until the next step of the world.
 * begin and sensor come once per pair of shapes, however many pieces these have. */
typedef struct cn_BeginEvent {
    cn_ShapeId a, b;
    cn_Manifold manifold; /* a copy, so that a handler may destroy what it likes */
} cn_BeginEvent;
typedef struct cn_EndEvent {
    cn_ShapeId a, b; /* may have been destroyed since */
} cn_EndEvent;
typedef struct cn_HitEvent {
    cn_ShapeId a, b;
    double x, y; /* where they met; once for each pair of shapes */
    float nx, ny;
    float speed;   /* m/s of approach at the touch */
    float impulse; /* N s */
} cn_HitEvent;
typedef struct cn_SensorEvent {
    cn_ShapeId sensor, visitor;
    bool entered;
} cn_SensorEvent;
/* What weighs on a shape has reached its press_force, or is below its release_force again. */
typedef struct cn_PressEvent {
    cn_ShapeId shape;
    bool on;
    double force; /* N */
} cn_PressEvent;
/* A joint bears more than its alarm_force or alarm_torque, or less than 0.8 of both again. */
typedef struct cn_AlarmEvent {
    cn_JointId joint;
    bool on;
} cn_AlarmEvent;
/* What a mover touches: see cn_mover_contacts. */
typedef struct cn_MoverContact {
    cn_ShapeId shape; /* generation 0: another mover without a body */
    cn_MoverId mover; /* generation 0: a shape */
    int piece;        /* of the shape, from 0 */
    double x, y;      /* m */
    double nx, ny;    /* unit normal towards the mover */
    double speed;     /* m/s, by which it comes towards the mover, as that moved in the last step */
} cn_MoverContact;
/* A mover and something came together faster than hit_speed: where and how fast, by what it was
 * told to go and by how that moves. */
typedef struct cn_MoverHitEvent {
    cn_MoverId mover;
    cn_MoverContact contact;
} cn_MoverHitEvent;
typedef enum cn_WarningKind {
    CN_WARN_MASSLESS,   /* a dynamic body without mass counts as 1 kg */
    CN_WARN_NOT_FINITE, /* a body became non-finite; it was put back and disabled */
    /* Work that is given up, told once in a world, of the body where it was met first: */
    CN_WARN_CROWD,  /* more overlap it than get contacts; they wait until it has room */
    CN_WARN_JAM,    /* touches so much that corners are not asked whether they are seams */
    CN_WARN_AREAS,  /* in more areas than act on it */
    CN_WARN_MOVERS, /* a mover is among more movers than it looks at; its body, if it has one */
} cn_WarningKind;
typedef struct cn_Warning {
    cn_WarningKind kind;
    cn_BodyId body;
    double x, y; /* m, where that was then */
    uint64_t step;
} cn_Warning;
typedef struct cn_Events {
    const cn_BeginEvent *begins;
    const cn_EndEvent *ends;
    const cn_Manifold *solved; /* manifolds of pre_solve shapes, with this step's impulses */
    const cn_HitEvent *hits;
    const cn_SensorEvent *sensors;
    const cn_BodyId *left_bounds, *slept, *woke;
    const cn_BodyId *moved; /* every body that was awake in this step */
    const cn_Warning *warnings;
    const cn_JointId *broken; /* switched off by their break force or torque */
    int broken_count;
    const cn_PressEvent *pressed;
    const cn_AlarmEvent *alarms;
    int pressed_count, alarm_count;
    const cn_MoverHitEvent *mover_hits; /* in the order in which movers went, then by ids */
    const cn_MoverId *left_movers;      /* without a body; those that have one are in left_bounds */
    int mover_hit_count, left_mover_count;
    int begin_count, end_count, solved_count, hit_count, sensor_count;
    int left_bounds_count, slept_count, woke_count, moved_count, warning_count;
    uint64_t stamp; /* another one after every step and whenever a body is placed or destroyed */
} cn_Events;

typedef struct cn_Counts {
    int bodies; /* without the ground */
    int shapes;
    int contacts; /* manifolds with at least one point */
    int touching; /* those within slop, sensors not counted */
    int pairs;    /* pairs whose boxes overlap */
    int joints;
    int awake;    /* bodies */
    int colors;   /* of the contact graph in the last step */
    int islands;  /* looked at in the last step */
    size_t bytes; /* all memory of the world */
} cn_Counts;

/* Milliseconds of the last step by stage; where all sleeps, all of it counts as events. */
typedef struct cn_Profile {
    double step, pairs, collide, hook, prepare, solve, finalize, sleep, events;
} cn_Profile;

/* A row of cn_world_pairs. */
typedef struct cn_PairOfShapes {
    cn_ShapeId a, b;
} cn_PairOfShapes;

/* A row of cn_world_tree. */
typedef struct cn_TreeBox {
    double box[4]; /* x1, y1, x2, y2, m */
    int level;     /* 1: of up to eight pieces; 2: of up to eight of those; and so on */
    bool is_static;
} cn_TreeBox;

/* A row of cn_world_poses. */
typedef struct cn_BodyPose {
    cn_BodyId id;
    double x, y, angle;
} cn_BodyPose;

typedef struct cn_BodyState {
    double x, y, angle;
    float vx, vy, angular_velocity;
} cn_BodyState;

/* Which shapes a query looks at. Sensors are skipped unless sensors is set. */
typedef struct cn_QueryFilter {
    uint64_t mask; /* bits of the layers looked at */
    bool sensors;
    uint8_t types;           /* a bit for each cn_BodyType looked at; 0 = all */
    cn_BodyId ignore;        /* generation 0 = none */
    const cn_BodyId *others; /* ignored besides; read during the call alone */
    int other_count;
    /* Asked last, NULL = nobody: false leaves the shape out. It must not change the world. */
    bool (*test)(void *context, cn_ShapeId shape);
    void *context;
} cn_QueryFilter;

/* Bytes in memory of the library: begin with {0}, fill again as often as you like, give back with
 * cn_snapshot_free. */
typedef struct cn_Snapshot {
    void *bytes;
    size_t size, capacity;
} cn_Snapshot;

/* Bits of cn_world_same. */
enum { CN_SAME_BODIES = 1, CN_SAME_SHAPES = 2 };

/* A capsule of that radius and height, or, where w is given, a box. */
typedef struct cn_MoverDef {
    double x, y;           /* m, its middle */
    double radius, height; /* m; height is that of the whole capsule, 2 radius at least; of a box
                              the radius is a rounding, added outside */
    double w, h;           /* m, box */
    double up_x, up_y;     /* any length but 0, default (0, 1) */
    double step;           /* m, how high a step it climbs, default 0.3 */
    double snap; /* m, how far below ground is looked for while it walks; < 0 = step (default) */
    double max_slope; /* rad, on which it stands, default pi / 4 */
    double push;      /* N, with which it pushes dynamic bodies that are in its way, default 0 */
    int layer;        /* 0..63: it meets the layers that this one collides with */
    cn_QueryFilter filter; /* and what this lets through; sensors never */
    bool one_way;          /* whether one-way shapes hold it, default true */
    double mass;       /* kg, > 0: bodies feel it, by a body of its own; default 0: they do not */
    double leg_length; /* m between it and the ground, 0 = no legs (default) */
    double leg_hertz, leg_damping;
} cn_MoverDef;

typedef struct cn_MoverState {
    double x, y;
    double vx, vy; /* m/s, by how much it moved in the last step, carried and pushed included */
    bool grounded;
    double nx, ny;     /* of the ground; 0 in the air */
    cn_ShapeId ground; /* generation 0 in the air */
} cn_MoverState;

typedef struct cn_RayHit {
    cn_ShapeId shape; /* generation 0 = no hit */
    double x, y;
    float nx, ny;
    double fraction; /* 0 where the ray starts inside */
    int piece;       /* of the shape, from 0: of a chain the segment */
} cn_RayHit;

/* What a probe overlaps: see cn_world_overlaps. */
typedef struct cn_Overlap {
    cn_ShapeId shape;
    float nx, ny; /* unit normal from the shape to the probe: the shortest way out */
    double depth; /* m, >= 0: how far it is that way */
    int piece;    /* of the shape, from 0 */
} cn_Overlap;

/* What is in the way of a body: see cn_body_cast. */
typedef struct cn_BodyHit {
    cn_RayHit hit;
    cn_ShapeId own; /* shape of the body that meets it */
} cn_BodyHit;

#endif
