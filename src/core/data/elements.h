/* elements.h: what a world consists of: bodies, shapes and their pieces, contacts, joints; and the
 * constants of the step.
 *
 * Bodies: one slot each, slot = id index, slot 0 the ground. What the solver's inner loops touch
 * (motion, pose, mass, drive) lies in arrays of its own, 32 bytes a body at most; the rest is in
 * cold. Shapes: one slot each; a shape is a list of pieces (a chain has one each segment), and a
 * piece is what the tree and the narrow phase see. Contacts: one slot each pair of pieces whose
 * boxes overlap and that may meet, to the last such step. Joints: one slot each. */
#ifndef CN_ELEMENTS_H
#define CN_ELEMENTS_H

#include "cairn.h"
#include "geometry/collide.h"
#include "geometry/geometry.h"
#include "geometry/pose.h"

/* ---- constants of the step ---------------------------------------------------------------- */

#define CN_SPECULATIVE      0.02f /* m, pairs this near get contacts before they touch */
#define CN_FAT_TIME         0.07f /* s, for which boxes in the tree have room; this makes a margin of */
#define CN_FAT_LEAST        0.005f /* m, at least; nor more than that where bodies are fast */
#define CN_FAT_MOST         0.05f  /* m (or extent / 8) at most */
#define CN_TOUCH_RELEASE    4.0f   /* a touch ends beyond this many slops: no flicker at rest */
#define CN_GRAZE            3.0f   /* corners that overlap by fewer slops pass each other */
#define CN_WHIRLING         4.0f /* rad, twice what a body turns in a step: its turns are counted */
#define CN_GUARD_FAR        0.5f /* inner radii; who moves less in a step passes nothing */
#define CN_TIME_TO_SLEEP    0.5f /* s below sleep_speed */
#define CN_RECYCLE_DISTANCE 0.01f         /* m, a manifold whose bodies moved less is kept ... */
#define CN_RECYCLE_COS      0.99939f      /* ... and turned less than 2 degrees */
#define CN_GROUND           0             /* body slot */
#define CN_PARTS            16            /* of the contacts: see domain.c */
#define CN_BINS             8             /* of small islands: see island_bins.c */
#define CN_HOMES            (CN_BINS + 1) /* of bodies: see island_bins.h */
#define CN_LOTS             (CN_BINS + CN_PARTS)
#define CN_DULL             0.3f /* less restitution keeps less than a tenth of the energy */
#define CN_CROWD            16   /* more neighbours are a crowd, until they are half as many */

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
    CN_BODY_REST_SOLVED = 4096, /* solved with its island in this step: see rest.c */
    CN_BODY_FRESH = 8192,       /* its velocity was set from outside: see leapfrog in solver.c */
    CN_BODY_JOINTED = 16384,    /* has joints */
    CN_BODY_LONG = 1 << 18,     /* much longer than thick: its ends are looked after */
    CN_BODY_WARY = 1 << 19,     /* its safety is not the default: see tunnel.c */
    CN_BODY_CROWDED = 1 << 20,  /* has many neighbours: only what its present velocity reaches is
                                   looked at, not what it might after a bounce */
    CN_BODY_STRAIGHT = 1 << 22, /* its box is swept for that in this step */
    CN_BODY_RESTING = 1 << 21,  /* nothing changes in its island: see rest.c */
    CN_BODY_SET_MASS = 1 << 23, /* its mass does not come from its shapes */
    CN_BODY_SET_INERTIA = 1 << 24,
    CN_BODY_SET_CENTER = 1 << 27,
    CN_BODY_MOVER = 1 << 28, /* follows a mover: see mover_proxy.c */
    CN_BODY_STILL = 1 << 25, /* rests, and placing it has changed nothing: it is not done again
                                until cn_rest_stir */
};

/* What a sub-step reads and writes: velocity of the centre of mass, and how far the body has come
 * since the step began. Read 32 bytes, write the first or the last 16. */
typedef struct cn_Motion {
    float vx, vy, w;
    float extent; /* m, farthest surface from the centre of mass: kernels carry it along */
    float dx, dy; /* m */
    cn_Rot dq;
} cn_Motion;

/* Who of eight must not move along an axis, and who has joints; whether nobody of them has contacts
 * or joints. */
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
    uint32_t cool_until;  /* ... which has these, too */
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

/* ---- shapes and pieces -------------------------------------------------------------------- */

/* What a user gave for a shape, for the getters: the numbers of the definition that are not zero,
 * in their order, then points. A form has it; of a chain or a concave polygon, which have many, the
 * shape. */
#define CN_NUMBERS 10
typedef struct cn_Design {
    uint8_t kind; /* cn_ShapeKind */
    bool hull;
    uint16_t mask; /* a bit for each number */
    int number_count, point_count;
    double numbers[CN_NUMBERS];
    const double *points;
} cn_Design;

/* What pieces of one geometry share: see geometry_cache.c. */
typedef struct cn_CachedGeometry {
    int first_vertex, vertex_count;
    float radius;
    float inner_radius; /* m, half its smallest thickness */
    cn_Area area;
    int first_number, point_count; /* of its design, in points */
    uint16_t mask;
    uint8_t design; /* kind */
    bool hull;
    uint8_t kind; /* cn_GeomKind */
} cn_CachedGeometry;

/* What shapes that are set alike share: see settings_cache.c. Without gaps: compared as bytes. */
typedef struct cn_Traits {
    double density;
    float friction, restitution, rolling, surface_speed;
    cn_Vec one_way; /* body's frame */
    int group;
    uint8_t layer;
    bool sensor, seen, pre_solve, events, has_one_way;
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
    uint8_t kind;   /* cn_GeomKind */
    bool swept : 1; /* its box in the tree was stretched along the motion */
    bool inner : 1; /* some of its edges are inside of its shape */
} cn_Piece;

typedef struct cn_Shape {
    int body;
    int next, previous; /* shape of the same body, -1 = none */
    int first_piece, piece_count;
    int traits;
    uint32_t color;
    int first_number, point_count; /* where it has the design, and not its form: in points */
    int first_material;            /* of a chain, one each segment */
    uint16_t mask;                 /* of that design */
    uint8_t kind;                  /* cn_ShapeKind */
    bool loop : 1, has_materials : 1, designed : 1;
} cn_Shape;

/* Of a sensor: see field_force.c. */
typedef struct cn_AreaEntry {
    int shape;
    cn_AreaDef def;
    double rate, turn_rate; /* N s/m, N m s: of this step, where its body is dynamic: how its */
    double all_rate, all_turn_rate; /* visitors drag at that at most; with its other areas */
} cn_AreaEntry;

/* A piece of a body in a piece of a sensor. */
typedef struct cn_AreaVisit {
    int body, piece, sensor;
    int area; /* its place in world.area */
} cn_AreaVisit;

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
    CN_CONTACT_PIECES = 512,      /* a body of it has several */
    CN_CONTACT_END = 4096,        /* ... at an end of that face, nearly along its normal */
    CN_CONTACT_FACE = 8192,       /* its static piece meets the other with a face ... */
    CN_CONTACT_CORNER = 16384,    /* ... or with a corner: see internal_edge.c */
    CN_CONTACT_ENDED = 32768,     /* its end was told in this step */
    CN_CONTACT_ROUND = 65536,     /* a piece of it is rounded */
    CN_CONTACT_SPECIAL = 1 << 17, /* rolling resistance or a surface that moves */
    CN_CONTACT_BOUNCY = 1 << 18,  /* restitution */
    CN_CONTACT_WHEELS = 1 << 19,  /* both pieces are discs about their bodies' centres */
    CN_CONTACT_DEEP = 1 << 23,    /* its bodies are deep in each other: see depenetrate.c */
    CN_CONTACT_PLANE = 1 << 24,   /* one of them is a halfspace */
    CN_CONTACT_TURNED = 1 << 25,  /* b's piece has more vertices than a's */
    CN_CONTACT_WALL_A = 1 << 21,  /* its body is not dynamic */
    CN_CONTACT_WALL_B = 1 << 22,
    CN_CONTACT_KIND = 7 << 26,   /* of the two pieces: see wide/narrow_lists.h */
    CN_CONTACT_LIVELY = 1 << 20, /* so much restitution that a rebound matters in a crowd */
};
#define CN_CONTACT_WALL       (CN_CONTACT_WALL_A | CN_CONTACT_WALL_B)
#define CN_CONTACT_AT_CORNER  (CN_CONTACT_CORNER | CN_CONTACT_END)
#define CN_CONTACT_KIND_SHIFT 26

/* Something that a row of a point has along the normal and along the tangent. */
typedef struct cn_Row {
    float normal, tangent;
} cn_Row;

/* a is the piece of the shape with the lower id. Two cache lines: most stages read the first or
 * both, eight contacts at a time (wide/contact_rows_kernel.h names their columns). */
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

/* Two pieces whose boxes in the trees overlap, without a contact yet: see pair_defer.c. */
typedef struct cn_DeferredPair {
    int piece_a, piece_b, body_a, body_b;
} cn_DeferredPair;

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
    CN_JOINT_EXACT = 256,  /* what it holds rigidly is solved with its whole component */
    CN_JOINT_BREAKS = 512, /* has a force or torque that breaks it */
    CN_JOINT_DRIVES_ANCHOR = 1024, /* motor, friction: drives the anchor */
    CN_JOINT_DRIVES_ANGLE = 2048,  /* motor, friction: drives the angle */
    CN_JOINT_EASE = 4096,      /* was switched on: its springs, too, close gently until they have */
    CN_JOINT_BEGINS = 8192,    /* what its motor may do was set since it was solved last */
    CN_JOINT_MESHED = 1 << 16, /* gear.c: it is known where it has caught */
    CN_JOINT_GEARED = 1 << 17, /* a gear couples it */
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
    double linear_hertz, linear_damping, angular_hertz, angular_damping;
    double max_force;
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
    cn_Vec total;     /* N s, all that it did to b in the last step ... */
    float total_turn; /* N m s, ... about its anchor */
    float last_dt;    /* s, of that step */
    cn_Vec axis;      /* prismatic, wheel: unit vector in the frame of a */
    double reference; /* rad, angle of b minus that of a that counts as 0 */
    double origin;    /* prismatic, wheel: m, way along the axis that counts as 0; gear: what its
                         coordinates add up to; ratchet: rad, where it has caught */
    int turns;        /* turns of b minus those of a that count as 0 */
    float scale;      /* of its inverse masses: see joint_rows.c; 0 = not known yet */
    int next[2], previous[2];
    cn_JointTuning tuning;
} cn_Joint;

/* What a gear, pulley or ratchet has besides: see gear.c. In the order of slots. */
typedef struct cn_Gear {
    int joint;        /* its own slot */
    int of[2];        /* gear: slots of the joints that it couples */
    cn_Pos ground[2]; /* pulley: where its rope turns, in the world */
} cn_Gear;

/* Where the two anchors are, and all that the rows of a joint start from. */
typedef struct cn_JointPose {
    cn_Vec ra, rb; /* from the centres of mass, world orientation */
    cn_Vec gap;    /* anchor of b minus anchor of a */
} cn_JointPose;

/* What an elimination takes: blocks below the diagonal, and how often one is changed. */
typedef struct cn_OrderCost {
    int entries, updates;
} cn_OrderCost;

/* Joints that are solved exactly, as ranges of the arrays below; see exact.c. */
typedef struct cn_Articulation {
    int first_body, body_count, free_count; /* bodies that links can move come first */
    int first_link, link_count;
    int first_int;    /* of its plan */
    int first_double; /* of the room it works in */
    cn_OrderCost cost;
    bool runs;       /* in this step */
    bool touches;    /* has contacts */
    bool factored;   /* in this sub-step */
    bool in_parts;   /* in this sub-step: see exact_solve.c */
    int soft, again; /* sub-steps for which its links are springs; the last time it was that */
    double closing;  /* m/s, see exact.h */
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

#endif
