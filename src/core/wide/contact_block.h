/* contact_block.h: eight contacts side by side, as the kernels see them.
 *
 * No two lanes of a block share a body that can move. A lane that is not used points at the ground
 * twice, with zero masses. One-point manifolds have zero masses at the second point. */
#ifndef CN_CONTACT_BLOCK_H
#define CN_CONTACT_BLOCK_H

#include "data/bvh_layout.h"
#include "data/world.h"
#include "geometry/minkowski.h"
#include "wide/linkage.h"
#include "wide/motion.h"
#include "wide/narrow_lists.h"
#include "wide/panel.h"
#include "wide/raft.h"
#include "wide/rest_contact.h"

typedef struct cn_BlockPoint {
    cn_Lane rx, ry; /* from the centre of a; from b it is r + d */
    cn_Lane base;   /* m: separation without the lever arms: see contact_kernel.h */
    cn_Lane normal_mass, normal_impulse;
} cn_BlockPoint;

/* The rest of it, which solve does not read. */
typedef struct cn_BlockLate {
    cn_Lane tangent_mass, tangent_impulse;
    cn_Lane normal_total, tangent_total; /* of the step; the impulses are of the sub-step */
} cn_BlockLate;

/* What the passes of a sub-step do not read, but where a flag of the block says so. */
typedef struct cn_BlockRare {
    int32_t contact[CN_LANES];     /* -1 = not used */
    int32_t flags[CN_LANES];       /* of the contacts */
    cn_Lane approach[2], slide[2]; /* m/s, before solving */
    cn_Lane radius_a, radius_b;    /* rounding: what turns is the core below it */
    cn_Lane crowd_push;            /* m/s, of those crowded: see crowd_push */
    cn_Lane surface_speed;
    cn_Lane blow_speed;   /* m/s, slower approaches are no impacts; huge = none are */
    cn_Lane bounce_speed; /* m/s, faster approaches belong to the impact phase; INFINITY = none */
    cn_Lane bounce_gap;   /* m, nothing to solve while further apart; INFINITY = no such rule */
    cn_Lane bounce_depth; /* m, deeper overlaps do not; huge = it is none, though it looks so */
    cn_Lane extent_a, extent_b; /* m, 0 for discs */
    cn_Lane thin;               /* m, inner radius of the thinner; of those that bounce */
    cn_Lane swing_a, swing_b;   /* m, how far turning may bring a surface nearer */
    cn_Lane rolling, rolling_mass, rolling_impulse;
    cn_Lane impact[2];  /* N s, of the impact phase; of those blown */
    cn_Lane rebound[2]; /* m/s, with which points leave that push; of those rebounding */
    /* of those that turn, when the step began: the cores from the centres of their bodies, and from
     * that of a to that of b */
    cn_Lane core_ax, core_ay, core_bx, core_by, apart_x, apart_y;
    cn_Lane gap; /* m, of those then */
} __attribute__((aligned(64))) cn_BlockRare;

/* Passes are as fast as memory: what they do not need stands elsewhere. */
typedef struct cn_Block {
    int32_t a[CN_LANES], b[CN_LANES]; /* stations of bodies */
    cn_Lane nx, ny, dx, dy;
    cn_Lane inv_ma, inv_ia, inv_mb, inv_ib;
    cn_Lane friction;
    cn_BlockRare *rare;
    bool last;      /* of its colour: the next one may share bodies with it */
    bool two;       /* lanes with a second point */
    bool any_fixed; /* lanes with a body that cannot move, or without bodies */
    bool any_bounce, any_rolling, any_rounding, any_surface_speed;
    uint8_t turning;    /* lanes whose normals follow their bodies: see turn_rows */
    uint8_t crowded;    /* lanes whose bodies both move, and both are among many */
    uint8_t cold;       /* lanes without impulses, until the first relax pass */
    uint8_t rebounding; /* lanes that leave as rare->rebound says, until then */
    uint8_t deep;     /* lanes with an end that cannot move, overlapping by more than is allowed */
    uint8_t pressed;  /* lanes whose bodies both move, and press each other */
    uint8_t suspect;  /* lanes that may have impacts in this step: see cn_impact_list */
    uint8_t rushing;  /* of these: lanes that come fast, and reach beyond what contacts see ahead */
    uint8_t followed; /* of these: lanes whose rows follow the contact instead: see impact_rows.c */
    uint8_t muted;    /* of these: lanes without rows in this sub-step */
    uint8_t blown;    /* lanes that had an impact in this step */
    uint8_t struck, solved; /* lanes with something to tell: see contact_rows_kernel.h */
    float widest, thinnest; /* m: extent and inner radius of those that bounce */
    cn_BlockPoint point[2];
    cn_BlockLate late[2];
} __attribute__((aligned(64))) cn_Block;

/* A spring of a given frequency and damping ratio as three numbers for a velocity row. */
typedef struct cn_Softness {
    float bias_rate, mass_scale, impulse_scale;
} cn_Softness;

/* What a sub-step needs besides. */
typedef struct cn_SubStep {
    float inv_h;
    float h;                        /* s */
    float push_speed;               /* m/s */
    cn_Softness dynamic, one_sided; /* both can move; one of them cannot */
    cn_Softness crowded;            /* both can move, and are among many */
    float allowed;                  /* m of overlap that is left as it is */
    bool far;                       /* blocks are more than a cache holds */
} cn_SubStep;

/* ratio: an approach may become so much faster within a sub-step */
#define CN_HASTE 1.25f

/* ratio to half the thickness of the thinner of two bodies: a rebound that takes them less far in a
 * step is not seen where it is dull */
#define CN_DULL_PART 0.0025f

/* Which approaches are impacts. */
typedef struct cn_BounceRule {
    float rebound, fast; /* m/s: those that leave so fast, and those of fast bodies */
    float heavy;         /* m/s in a sub-step: what a contact gives that carries weight */
    float dt;            /* s, of the step */
} cn_BounceRule;

/* Where prepare and store find what is not in the blocks. */
typedef struct cn_Solved {
    cn_Contact *contact;
    const cn_ContactCold *cold;
    const cn_Piece *piece;
    const int *station;      /* by body */
    const cn_Mass *mass;     /* by station */
    const cn_Motion *motion; /* by station */
    const cn_StepBrief *brief;
    const uint8_t *contacts; /* by station */
    float hit_speed;         /* m/s, faster approaches are told */
    float slop;              /* m */
    cn_BounceRule rule;
} cn_Solved;

/* What is looked at to find the contacts to solve. */
typedef struct cn_SolidStep {
    const cn_Contact *contact;
    const uint32_t *flags; /* by body */
    const uint32_t *birth; /* by contact */
    uint32_t listed;       /* the birth that ends those that have been listed before */
    uint32_t span;         /* births from there to now */
    bool far;              /* contacts are more than a cache holds */
} cn_SolidStep;

/* Of 64 contacts, a bit for each. */
typedef struct cn_SolidBits {
    uint64_t solid;    /* in the blocks */
    uint64_t direct;   /* solved directly */
    uint64_t bouncing; /* in the blocks, and may have impacts */
    uint64_t two;      /* in the blocks, with two points */
    uint64_t fresh;    /* in the blocks, made since contacts were listed before */
} cn_SolidBits;

/* One set of kernels for each instruction set; chosen by cn_wide(). */
typedef struct cn_Kernels {
    const char *name;
    /* Contacts into blocks; what any_... announces is left to the caller. And impulses back. */
    void (*prepare)(cn_Block *blocks, int count, const cn_Solved *of);
    void (*store)(cn_Block *blocks, int count, const cn_Solved *of);
    /* Which of 64 contacts there are to solve, of those that are looked at. */
    void (*list_solid)(const cn_SolidStep *s, int word, uint64_t looked, cn_SolidBits *out);
    /* Which lanes carry weight, and which may have impacts; see cn_impact_list. */
    void (*suspect)(cn_Block *blocks, int count, const cn_Solved *of);
    /* What the rows of a block that may have impacts leave to them. */
    void (*leave)(cn_Block *block, const cn_Solved *of);
    /* By block, which lanes of those that may bounce come together fast enough, and soon enough. */
    void (*approach)(cn_Block *blocks, int count, const cn_Motion *motion, float h,
                     uint8_t *coming);
    void (*warm_start)(cn_Block *blocks, int count, cn_Motion *motion, const cn_SubStep *s);
    void (*solve)(cn_Block *blocks, int count, cn_Motion *motion, const cn_SubStep *s);
    void (*relax)(cn_Block *blocks, int count, cn_Motion *motion, const cn_SubStep *s);
    cn_MotionKernels motion;
    cn_ManifoldKernels manifold;
    /* Appends pairs of the groups first to end - 1 of walk->a; false as cn_bvh_pairs says. */
    bool (*tree_walk)(const cn_BvhWalk *walk, int first, int end, cn_PairList *out);
    /* Leaf blocks first to end - 1 of eight at most take their boxes; a bit for each leaf that
     * has another one now. */
    uint64_t (*tree_follow)(const cn_BvhLeaves *leaves, const cn_Box *boxes, int first, int end);
    /* The proxies whose boxes a ray meets within its limit; fn answers with the new limit. */
    void (*tree_cast)(const cn_Bvh *tree, cn_TreeRay *ray,
                      float (*fn)(void *context, int proxy, float limit), void *context);
    /* NULL without CN_RAYS_SIDE_BY_SIDE, this and the next: the same of CN_TREE_RAYS at most, fn is
     * told of rays and of the next proxy of each, and sets their limits. */
    void (*tree_casts)(const cn_Bvh *tree, cn_TreeRay *rays, int count,
                       void (*fn)(void *context, const int32_t *ray, const int32_t *proxy,
                                  int count),
                       void *context);
    /* cn_point_cast of each; there is room for count rounded up to four, in both. */
    void (*point_casts)(cn_PointAt *points, int count, cn_PointCast *out);
    /* Which of count pairs, 64 at most, may meet, their boxes being swept for the step, and whose
     * boxes have parted. */
    void (*apart)(const cn_NarrowStep *s, const cn_DeferredPair *pairs, int count, uint64_t *meet,
                  uint64_t *parted);
    /* cn_rot_angle of count rotations, rounded up to four: both arrays on 32 bytes. */
    void (*angles)(const cn_Rot *q, double *angles, int count);
    cn_CholeskyKernels factor;
    cn_LinkageKernels linkage;
    cn_RaftKernels raft;
    cn_RestKernels rest;
} cn_Kernels;

/* contact_rows.c */
cn_SubStep cn_contact_substep(const cn_World *w, float h);
cn_Solved cn_contact_solved(const cn_World *w);

/* Where a contact that the rows solve stands. */
typedef struct cn_Seat {
    cn_Block *block;
    int lane;
} cn_Seat;

static inline cn_Seat cn_seat_at(const cn_World *w, int at) {
    unsigned seat = (unsigned)at; /* never negative, as a station in motion.h */
    return (cn_Seat){&w->scratch.order.blocks[seat / CN_LANES], (int)(seat % CN_LANES)};
}
static inline cn_Seat cn_seat_of(const cn_World *w, const cn_Contact *c) {
    return cn_seat_at(w, w->scratch.order.lane[c - w->contact]);
}

#define CN_NEVER        1e30f /* m/s, m: a limit that nothing reaches */
#define CN_BOUNCE_DEPTH 0.01f /* m, that rows may see bodies overlap which pass each other */

const cn_Kernels *cn_wide(void);
extern const cn_Kernels cn_kernels_base;
extern const cn_Kernels cn_kernels_scalar;
extern const cn_Kernels cn_kernels_avx2;
extern const cn_Kernels cn_kernels_avx512;

#endif
