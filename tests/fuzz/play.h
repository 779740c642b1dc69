/* play.h: a world that is played with, and what stands in it. Part of fuzz_api.c. */
#ifndef FUZZ_PLAY_H
#define FUZZ_PLAY_H

#include "cairn.h"
#include "driver.h"
#include "input.h"

#define MOST_BODIES 48
#define MOST_SHAPES 96
#define MOST_JOINTS 40
#define MOST_MOVERS 4
#define MOST_POINTS 300 /* of a polygon: more than it may have */
#define RADIUS      6.0 /* m, about the origin: where things are put */
#define BUFFER      16  /* rows of what queries fill: fewer than there may be */

/* Ids are kept when what they named is gone: most are picked among the living, some are not. */
typedef struct Play {
    Input in;
    cn_World *world;
    cn_BodyId body[MOST_BODIES];
    cn_ShapeId shape[MOST_SHAPES];
    cn_JointId joint[MOST_JOINTS];
    cn_MoverId mover[MOST_MOVERS];
    int bodies, shapes, joints, movers; /* how many have been kept, at most as many as have room */
    cn_Snapshot moment;                 /* of this world, some time ago */
    bool has_moment;
    uint64_t hash; /* of the world after the last call */
    bool extreme;  /* a hostile call was taken: what is legal goes far beyond what is solved well */
    double points[2 * MOST_POINTS]; /* what the definition of now points to */
    cn_Material materials[MOST_POINTS];
} Play;

/* One call that may be refused, with arguments from the input. */
typedef cn_Result Act(Play *p);

/* ---- ids ---------------------------------------------------------------------------------- */

/* Of a hostile call: nothing, none, one that was never given, one far out. */
static inline bool odd_id(Play *p, uint32_t *index, uint32_t *generation) {
    if (!p->in.hostile || !once_in(&p->in, 4)) return false;
    static const uint32_t words[] = {0, 1, 2, 7, 1000, 0x7fffffff, 0x80000000, 0xffffffff};
    *index = words[below(&p->in, 8)];
    *generation = words[below(&p->in, 8)];
    return true;
}

#define PICK(Type, name, list, count)                                                              \
    static inline Type name(Play *p) {                                                             \
        Type id = {0, 0};                                                                          \
        if (odd_id(p, &id.index, &id.generation) || p->count == 0) return id;                      \
        return p->list[below(&p->in, p->count)];                                                   \
    }
PICK(cn_BodyId, pick_body, body, bodies)
PICK(cn_ShapeId, pick_shape, shape, shapes)
PICK(cn_JointId, pick_joint, joint, joints)
PICK(cn_MoverId, pick_mover, mover, movers)
#undef PICK

/* ---- definitions -------------------------------------------------------------------------- */

cn_BodyDef make_body(Play *p);
void change_body(Play *p, cn_BodyDef *def);
cn_Material make_material(Play *p);
cn_AreaDef make_area(Play *p);
/* Its points are p->points, its materials p->materials. */
void make_geometry(Play *p, cn_ShapeDef *def);
void change_shape(Play *p, cn_ShapeDef *def);
cn_ShapeDef make_shape(Play *p);
void change_joint(Play *p, cn_JointDef *def);
cn_JointDef make_joint(Play *p);
cn_MoverDef make_mover(Play *p);
cn_WorldDef make_settings(Play *p, cn_WorldDef def);
cn_QueryFilter make_filter(Play *p);

/* ---- acts --------------------------------------------------------------------------------- */

/* A fault where it is not finite; what: the function that gave it. */
static inline void check_number(double number, const char *what) {
    if (!cn_is_finite(number)) fuzz_fault("%s gave %g", what, number);
}

/* All that can be asked of what stands in the world; nothing of it may change anything. */
cn_Result look_at_body(Play *p);
cn_Result look_at_shape(Play *p);
cn_Result look_at_joint(Play *p);
cn_Result look_at_mover(Play *p);
cn_Result look_at_world(Play *p);
cn_Result look_at_contacts(Play *p);
cn_Result ask_rays(Play *p);
cn_Result ask_casts(Play *p);
cn_Result ask_overlaps(Play *p);

/* Acts that change things, each with how often it comes. */
typedef struct Choice {
    const char *name;
    Act *act;
    int often;
} Choice;
extern const Choice object_acts[];
extern const int object_act_count;

/* What was made is picked from now on, in the place of an older one where there is no room. */
void keep_body(Play *p, cn_BodyId id);
void keep_shape(Play *p, cn_ShapeId id);

#endif
