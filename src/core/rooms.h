/* rooms.h: what each file of the core offers the others, and the inline functions over the state
 * that most of them use. Files whose inside has more to offer have a header of their own. */
#ifndef CN_ROOMS_H
#define CN_ROOMS_H

#include "range.h"
#include "world.h"

/* error.c: refusals. Each returns CN_OK or fills w->error (or *error) and returns why. */
cn_Result cn_refuse(cn_Error *error, cn_Result result, const char *field, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
cn_Result cn_check_finite(cn_Error *error, const char *field, double v);
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

/* body.c, body_mass.c */
static inline bool cn_body_live(const cn_World *w, cn_BodyId id) {
    return cn_slots_has(&w->bodies, id.index, id.generation);
}
static inline cn_BodyId cn_body_id(const cn_World *w, int slot) {
    return (cn_BodyId){(uint32_t)slot, w->bodies.generation[slot]};
}
/* Centre of mass in the world. */
static inline cn_Pos cn_pose_center(const cn_Pose *pose) {
    cn_Vec r = cn_rotate(pose->q, pose->center);
    return (cn_Pos){pose->x + (double)r.x, pose->y + (double)r.y};
}
/* Held to what it may have; wakes. Nothing is refused: v is finite. */
void cn_body_give_velocity(cn_World *w, int body, double vx, double vy);
void cn_body_give_spin(cn_World *w, int body, double spin);
cn_Result cn_body_check_center(cn_Error *error, double x, double y);
/* A point of the world in the frame of a body, and back. */
static inline cn_Vec cn_pose_local(const cn_Pose *pose, cn_Pos p) {
    return cn_unrotate(pose->q, (cn_Vec){(float)(p.x - pose->x), (float)(p.y - pose->y)});
}
static inline cn_Pos cn_pose_global(const cn_Pose *pose, cn_Vec local) {
    cn_Vec r = cn_rotate(pose->q, local);
    return (cn_Pos){pose->x + (double)r.x, pose->y + (double)r.y};
}
/* Of the body's surface, or what would be of it, at p. */
static inline cn_Vec cn_velocity_at(const cn_World *w, int body, cn_Pos p) {
    const cn_Motion *m = &w->motion[body];
    cn_Pos c = cn_pose_center(&w->pose[body]);
    cn_Vec r = {(float)(p.x - c.x), (float)(p.y - c.y)};
    return cn_add((cn_Vec){m->vx, m->vy}, cn_cross_sv(m->w, r));
}
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
void cn_body_set_awake_flag(cn_World *w, int body, bool awake); /* and drop its forces */
void cn_body_keep_pose(cn_World *w, int body);                  /* as the one before the step */
/* After a change of pose from outside a step: boxes, and whoever it touched wakes. */
void cn_body_moved(cn_World *w, int body);
void cn_body_remove(cn_World *w, int body);
void cn_body_disable(cn_World *w, int body);

/* shape.c, shape_query.c */
static inline bool cn_shape_live(const cn_World *w, cn_ShapeId id) {
    return cn_slots_has(&w->shapes, id.index, id.generation);
}
static inline cn_ShapeId cn_shape_id(const cn_World *w, int slot) {
    return (cn_ShapeId){(uint32_t)slot, w->shapes.generation[slot]};
}
void cn_shape_remove(cn_World *w, int shape);
void cn_shape_drop(cn_World *w, int shape);     /* the same of a body that goes, too */
void cn_shape_sort(cn_ShapeId *ids, int count); /* by id */
static inline cn_Geom cn_piece_geom(const cn_World *w, int piece) {
    const cn_Piece *p = &w->piece[piece];
    return (cn_Geom){(cn_GeomKind)p->kind,
                     p->vertex_count,
                     p->radius,
                     &w->vertices[p->first_vertex],
                     &w->normals[p->first_vertex],
                     p->inner ? &w->inner[p->first_vertex] : NULL};
}
/* Where b's frame lies as seen from a's. */
static inline cn_Xf cn_relative(const cn_Pose *a, const cn_Pose *b) {
    cn_Vec d = {(float)(b->x - a->x), (float)(b->y - a->y)};
    return (cn_Xf){cn_unrotate(a->q, d), cn_rot_rel(a->q, b->q)};
}
/* Where they are now. */
bool cn_pieces_overlap(const cn_World *w, int a, int b);
/* Whether the body of a shape consists of more than one piece. */
static inline bool cn_shape_has_mates(const cn_World *w, int shape) {
    const cn_BodyCold *cold = &w->cold[w->shape[shape].body];
    return cold->first_shape != cold->last_shape || w->shape[shape].piece_count > 1;
}

/* The pieces that a definition describes, after checking its sizes. */
struct cn_Draft;
cn_Result cn_shape_draft(const cn_ShapeDef *d, struct cn_Draft *out, cn_Error *e);
cn_Area cn_shape_moments(const cn_World *w, int shape); /* for density 1, in the body's frame */

static inline const cn_Traits *cn_shape_traits(const cn_World *w, int shape) {
    return &w->traits[w->shape[shape].traits];
}
/* Into points, where room for it is. Returns the first. */
int cn_design_keep(cn_World *w, const cn_Design *d);

/* All contacts of the shape. fn may destroy the one it is given. */
void cn_shape_each_contact(cn_World *w, int shape, void (*fn)(cn_World *, int contact));

/* material.c */
cn_Result cn_check_material(cn_Error *error, const cn_Material *m);
static inline int cn_shape_material_count(const cn_Shape *s) {
    return s->has_materials ? s->piece_count : 0;
}
/* Most restitution of any of its surfaces; and how many shapes of a world bounce: sign +1 when the
 * shape counts from now on, -1 when it does no longer. */
float cn_shape_restitution(const cn_World *w, int shape);
void cn_shape_count_bouncy(cn_World *w, float restitution, int sign);
void cn_shape_note_surfaces(cn_World *w, int shape);
/* The segments of a chain take over what has changed from one to the other. */
/* Room for what contacts have beside their two, should they get such a material. */
bool cn_material_reserve(cn_World *w, const cn_Material *m);
void cn_material_follow(cn_World *w, int shape, const cn_Traits *from, const cn_Traits *to);

/* area.c: a check for constructors; putting cannot fail after reserving; NULL = it has none */
cn_Result cn_check_area(cn_Error *error, cn_ShapeKind kind, bool sensor, const cn_AreaDef *def);
bool cn_area_reserve(cn_World *w);
void cn_area_put(cn_World *w, int shape, const cn_AreaDef *def);
void cn_area_drop(cn_World *w, int shape);
const cn_AreaDef *cn_area_of(const cn_World *w, int shape);
cn_AreaEntry *cn_area_entry(const cn_World *w, int shape); /* NULL = has none */
void cn_area_wake(cn_World *w, int body); /* has come, or its areas have changed: who is in them */
/* area_act.c */
void cn_area_act(cn_World *w, float dt); /* stage: into the forces of the step */
/* Whether two dynamic bodies act upon each other by an area: a touch of a sensor of one. */
bool cn_area_joins(const cn_World *w, const cn_Contact *c);

/* wind.c: stage: the same */
void cn_wind_act(cn_World *w, float dt);

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
/* Room for so many more pieces below end, of a static body or another, planes or not: with it
 * they are inserted without fail. */
bool cn_broad_reserve(cn_World *w, bool is_static, bool planes, int end, int more);
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
void cn_broad_add_pair(cn_World *w, int a, int b); /* to those that were found in this step */
void cn_broad_pairs(cn_World *w, float dt); /* stage of the step: new pairs become contacts */

/* apart.c: pairs that wait */
/* The stage: of those that wait and those of scratch.pairs, of which the first own may wait, some
 * become contacts. False when that could not be done for all. */
bool cn_apart_update(cn_World *w, float dt, int own);
/* ... and those that stay, or stay no longer, are counted at their bodies. */
void cn_apart_count(cn_World *w, int waiting, int all);
bool cn_apart_reserve(cn_World *w, int more);
/* A piece is touched, put in or taken out: its pairs do not wait any longer. */
bool cn_apart_reserve_marks(cn_World *w, int piece);
void cn_apart_renew(cn_World *w, int piece);

/* birth.c: contacts of the first count of scratch.keyed, sorted: a is the pair in apart, one of
 * those that wait when it is less than waiting; b whether one of its shapes has several pieces. All
 * is how many pairs there are, new ones included. False when one could not be made: then those
 * before it were, and scratch.pair_words says of the others that they do not come. */
bool cn_birth_all(cn_World *w, int count, int waiting, int all);

/* death.c: contacts that scratch.words says have ended: they are counted, those of each word noted
 * (by any thread), and ended. */
bool cn_death_count(cn_World *w, int words); /* false: no memory, and there are none */
void cn_death_note(cn_World *w, int word);
void cn_death_all(cn_World *w);

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
/* ... in two parts, which two threads may do: out of the lists of its bodies; out of all else, or,
 * where nobody has to be told and no shape has several pieces, out of the table alone. */
void cn_contact_unlink(cn_World *w, int contact, int body_a, int body_b);
void cn_contact_strike(cn_World *w, int contact);
void cn_contact_release(cn_World *w, int contact, int piece_a, int piece_b);
void cn_contact_leave_pair(cn_World *w, int pair); /* of shapes, which has one contact less */
void cn_contact_destroy_of_piece(cn_World *w, int piece);
void cn_contact_mix(cn_World *w, int contact);
void cn_contact_blend(cn_World *w, int contact); /* the same; what rests does not learn of it */
float cn_contact_surface_speed(const cn_World *w, int piece);
float cn_contact_restitution(const cn_World *w, int piece_a, int piece_b);
void cn_contact_set_active(cn_World *w, int contact);
void cn_contact_set_reach(cn_World *w, int contact); /* when a body of it has another extent */
/* By shape ids, then pieces; a list of a stage is sorted with scratch memory. */
void cn_contact_sort_ids(const cn_World *w, cn_ContactId *ids, int count);
void cn_contact_note(cn_World *w, cn_ContactList *list, int contact);
void cn_contact_sort_list(cn_World *w, cn_ContactList *list);
/* Into scratch.keyed: keys, slots, and what note says of each, side by side. False: no memory. */
bool cn_contact_sort(cn_World *w, const cn_ContactList *list,
                     int (*note)(cn_World *w, int contact));
void cn_contact_tell(const cn_World *w, int contact, cn_Manifold *out);
/* Awake, and not known to be as it was: then it has to be looked at. */
static inline bool cn_body_runs(const cn_World *w, int body) {
    return (w->body_flags[body] & (CN_BODY_AWAKE | CN_BODY_RESTING)) == CN_BODY_AWAKE;
}
static inline bool cn_contact_runs(const cn_World *w, const cn_Contact *c) {
    return cn_body_runs(w, c->body_a) || cn_body_runs(w, c->body_b);
}
/* A contact of these bodies; it may not be filled in yet. */
static inline void cn_contact_mark_active(cn_World *w, int contact, int body_a, int body_b) {
    uint64_t bit = (uint64_t)1 << (contact & 63);
    if (cn_body_runs(w, body_a) || cn_body_runs(w, body_b))
        w->active[contact >> 6] |= bit;
    else
        w->active[contact >> 6] &= ~bit;
}
static inline cn_ContactCold *cn_contact_cold(const cn_World *w, const cn_Contact *c) {
    return &w->contact_cold[c - w->contact];
}
static inline cn_ContactRare cn_contact_rare(const cn_World *w, int contact) {
    if (contact >= w->contact_rare_capacity) return (cn_ContactRare){0};
    return w->contact_rare[contact];
}
/* All of it but links, ahead of use. */
static inline void cn_contact_fetch(const cn_World *w, int contact) {
    cn_fetch(&w->contact[contact]);
    cn_fetch(&w->contact[contact].piece_a);
    if (contact < w->contact_rare_capacity) cn_fetch(&w->contact_rare[contact]);
}
/* -1 = it has none. */
static inline int cn_contact_pair(const cn_World *w, int contact) {
    return cn_contact_rare(w, contact).pair - 1;
}
bool cn_contact_reserve_rare(cn_World *w, int contact);
void cn_contact_set_surface(cn_World *w, int contact, float rolling, float speed);
static inline void cn_contact_set_rolling(cn_World *w, int contact, float impulse) {
    if (contact >= w->contact_rare_capacity) return;
    float *old = &w->contact_rare[contact].rolling_impulse;
    if (*old != impulse) *old = impulse; /* else the line stays with all who read it */
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
/* By which contacts are sorted that are told: ids of its shapes. */
static inline uint64_t cn_contact_key(const cn_World *w, int contact) {
    const cn_Contact *c = &w->contact[contact];
    return (uint64_t)cn_contact_shape_a(w, c) << 32 | (uint32_t)cn_contact_shape_b(w, c);
}
static inline bool cn_contact_solid(const cn_Contact *c) {
    return c->count > 0 && !(c->flags & (CN_CONTACT_SENSOR | CN_CONTACT_REFUSED |
                                         CN_CONTACT_IGNORED | CN_CONTACT_SKIPPED));
}

/* pack.c: whether it is worth the while; and between two steps, all into the first slots. */
bool cn_contact_is_loose(const cn_World *w);
void cn_contact_pack(cn_World *w);

/* joint.c, joint_read.c */
static inline cn_JointId cn_joint_id(const cn_World *w, int slot) {
    return (cn_JointId){(uint32_t)slot, w->joints.generation[slot]};
}
cn_Result cn_check_joint(cn_World *w, cn_JointId joint); /* unlocked and alive */
void cn_joint_remove(cn_World *w, int joint);
void cn_joint_move_ends(cn_World *w, int joint, const int ends[2]);
void cn_joint_remove_all_of(cn_World *w, int body);
/* Whether it acts at all: enabled, both bodies too, and one of them can be moved. */
bool cn_joint_acts(const cn_World *w, const cn_Joint *j);
/* Whether a joint between the two bodies keeps their shapes from meeting. */
bool cn_joint_separates(const cn_World *w, int body_a, int body_b);
/* Its joints begin to act. */
void cn_joint_body_enabled(cn_World *w, int body);
/* Some body has been put elsewhere from outside. */
void cn_joint_body_placed(cn_World *w, int body);
/* Its limits are held with what it holds rigidly, where an articulation does that; but gears push
 * on through them before articulations have their turn. */
static inline bool cn_joint_has_stops(const cn_Joint *j) {
    bool can = j->kind == CN_REVOLUTE || j->kind == CN_PRISMATIC;
    return can && j->flags & CN_JOINT_LIMITS && !(j->flags & CN_JOINT_GEARED);
}

/* Its motor has no limit, and a gear couples it: a row of its system. */
static inline bool cn_joint_drives_gear(const cn_Joint *j) {
    const uint32_t both = CN_JOINT_MOTOR | CN_JOINT_GEARED;
    return (j->flags & both) == both && j->tuning.motor_max >= 1e30;
}
cn_JointPose cn_joint_pose(const cn_World *w, const cn_Joint *j);
/* Angle of b minus that of a minus the reference, with turns; rad. */
double cn_joint_angle_now(const cn_World *w, const cn_Joint *j);
/* The axis of a prismatic or wheel in the world. */
cn_Vec cn_joint_axis(const cn_World *w, const cn_Joint *j);
/* How fast its springs would swing from where they are: m/s or rad/s. */
double cn_joint_swing(const cn_World *w, const cn_Joint *j);
/* b's anchor goes along an axis of a. */
static inline bool cn_joint_slides(cn_JointKind kind) {
    return kind == CN_PRISMATIC || kind == CN_WHEEL;
}
/* b is driven to a speed or a pose, and nothing is held. */
static inline bool cn_joint_drives(cn_JointKind kind) {
    return kind == CN_MOTOR || kind == CN_FRICTION;
}
/* Where on a the anchor of b belongs, from a's origin; of a mouse it is in the world. */
static inline cn_Pos cn_joint_local_a(const cn_Joint *j) {
    if (j->kind != CN_MOTOR) return j->local_a;
    return (cn_Pos){j->local_a.x + j->tuning.offset_x, j->local_a.y + j->tuning.offset_y};
}
/* A distance joint that keeps its length exactly. */
static inline bool cn_joint_is_rod(const cn_Joint *j) {
    uint32_t free = CN_JOINT_SPRING | CN_JOINT_MOTOR | CN_JOINT_MIN | CN_JOINT_MAX;
    return j->kind == CN_DISTANCE && !(j->flags & free);
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
/* Of what rows gave last, what is not in the reported velocities: a lone sub-step is told whole. */
static inline float cn_joint_half(const cn_World *w) { return w->def.substeps > 1 ? 0.5f : 0; }
typedef enum cn_JointPass {
    CN_JOINT_SWITCH,
    CN_JOINT_FRESHEN,
    CN_JOINT_NOTE,
    CN_JOINT_WARM_START,
    CN_JOINT_SOLVE,
    CN_JOINT_RELAX
} cn_JointPass;
void cn_joint_pass(cn_World *w, cn_JointPass pass, float h);
/* The same in two: of the homes first to end - 1 (bin.h), by one thread; and, when all of so many
 * shares of homes are done, of what is between them, if there is something. */
void cn_joint_pass_homes(const cn_World *w, cn_JointPass pass, float h, int first, int end);
bool cn_joint_between(const cn_World *w, int shares);
void cn_joint_pass_between(cn_World *w, cn_JointPass pass, float h, int shares);
void cn_joint_store(cn_World *w, float dt); /* there are new impulses */
/* Impulses back from the blocks, where they stay until somebody wants to know. */
void cn_joint_flush(cn_World *w);
void cn_joint_keep_finite(cn_Joint *j); /* impulses that are not become 0 */
void cn_joint_break(cn_World *w);       /* joint_break.c: of all active, from their totals */

/* joint_spring.c: a spring and damper over a sub-step, for a unit of mass: the impulse is
 * -(give (v - v0) + stiff x + (damp + give) v0), v0 the speed before the sub-step. */
typedef struct cn_Spring {
    float give, stiff, damp;
} cn_Spring;
/* coupled: how many joints act on the two bodies besides this one */
cn_Spring cn_joint_spring(double hertz, double damping, double h, int coupled);

/* coupling.c: gears, pulleys and ratchets: what they are */
static inline bool cn_joint_couples(const cn_Joint *j) {
    return j->kind == CN_GEAR || j->kind == CN_PULLEY || j->kind == CN_RATCHET;
}
const cn_Coupling *cn_coupling_of(const cn_World *w, int joint); /* NULL = has none */
/* Its bodies, without those that it has twice; returns how many. */
int cn_coupling_bodies(const cn_World *w, const cn_Coupling *c, int body[4]);
/* Of a joint that a gear couples, the body whose motion the gear stands at. */
void cn_coupling_ends(const cn_World *w, const int of[2], int ends[2]);
bool cn_coupling_reserve(cn_World *w);
void cn_coupling_add(cn_World *w, int joint, const cn_JointDef *d); /* there is room */
void cn_coupling_remove(cn_World *w, int joint); /* one that goes: also the gears that couple it */
void cn_coupling_review(cn_World *w, int body);  /* which has another type now */
int cn_coupling_first(const cn_World *w, int joint); /* record of the first gear that couples it */
bool cn_coupling_gears_act(const cn_World *w, const cn_Joint *gear);
/* By how much what it holds is violated now: rad or m; a rope that hangs and a ratchet between two
 * catches: less than 0. */
double cn_coupling_error(const cn_World *w, const cn_Joint *j);
void cn_coupling_lengths(const cn_World *w, const cn_Joint *pulley, double length[2]);
void cn_coupling_mesh(cn_World *w, cn_Joint *j); /* if it acts, it has caught where it is */

/* coupling_solve.c: what they do in a step */
void cn_coupling_prepare(cn_World *w, float h);
void cn_coupling_start(cn_World *w); /* with the impulses of the step before */
void cn_coupling_solve(cn_World *w); /* ... after joints and contacts, before articulations */
void cn_coupling_store(cn_World *w, float dt);
void cn_coupling_free(cn_World *w);
size_t cn_coupling_bytes(const cn_World *w);

/* manifold.c */
/* margin: m, points nearer than that are wanted */
void cn_manifold_make(cn_World *w, cn_Contact *c, float margin);
/* Features and separations of m, with the impulses of the same features before. */
void cn_manifold_take(const cn_World *w, cn_Contact *c, const cn_LocalManifold *m);
/* All of m, as the bodies are now. */
void cn_manifold_put(cn_World *w, cn_Contact *c, const cn_LocalManifold *m);
/* Flags that tell what the two pieces are. */
uint32_t cn_manifold_kind(const cn_Piece *a, const cn_Piece *b);
/* Whether one-way shapes let the two pass, when they first come near. */
void cn_manifold_judge(const cn_World *w, cn_Contact *c, int old_count);

/* narrow.c */
void cn_narrow_collide(cn_World *w, float dt); /* stage: manifolds of all active contacts */
void cn_narrow_touches(cn_World *w);           /* stage: begin and end */
void cn_narrow_struck(cn_World *w);            /* stage: what touched and left within the step */
/* Stage: begin and end of the contacts of sensors that are marked as changed. */
void cn_narrow_entered(cn_World *w, int words);

/* wall.c: contacts with walls by body, for this step */
bool cn_wall_list(cn_World *w, int words); /* false: out of memory, nobody has any */
/* Of a contact with a wall, the end that is none: 0 a, 1 b; and its body. */
static inline int cn_walled_end(const cn_Contact *c) {
    return c->flags & CN_CONTACT_WALL_A ? 1 : 0;
}
static inline int cn_walled_body(const cn_Contact *c) {
    return cn_walled_end(c) ? c->body_b : c->body_a;
}
static inline int cn_wall_first(const cn_World *w, int body) {
    return body < w->scratch.wall_bodies ? w->scratch.wall_first[body] : -1;
}

/* tangle.c: bodies of several pieces that are deep in each other */
bool cn_tangle_is(const cn_World *w, const cn_Contact *c); /* of a manifold just made */
void cn_tangle_solve(cn_World *w, int words);              /* those that the words tell of */

/* seam.c: corners of the ground that another piece of it continues */
void cn_seam_classify(const cn_World *w, cn_Contact *c); /* of a manifold just made */
bool cn_seam_decide(cn_World *w, int contact);           /* whether there is anything to drop */
void cn_seam_drop(cn_World *w, int contact);

/* sensor.c: a static piece has come or moved; and a body was put elsewhere. */
void cn_sensor_note(cn_World *w, int piece);
void cn_sensor_rouse(cn_World *w, int body);
void cn_sensor_pairs(cn_World *w); /* of static bodies, into scratch.pairs */
/* Stage: who is in a sensor now; swept: or has been since the step began. */
void cn_sensor_collide(cn_World *w, bool swept);

/* mover_body.c: whether the shape of a mover's body may meet another. */
bool cn_mover_allows(const cn_World *w, int shape, int other);

/* hook.c */
void cn_hook_decide(cn_World *w, const cn_Hooks *hooks);

/* island.c */
void cn_island_wake(cn_World *w, int body);
void cn_island_sleep(cn_World *w, int body); /* the island of body, by command */
void cn_island_rest(cn_World *w);            /* stage: islands long at rest fall asleep */
void cn_island_list_awake(cn_World *w);      /* into scratch.awake */

/* direct.c, direct_keep.c: islands at rest. Within a stage touch says that something acts on this
 * body's island, and the next solution starts from there; rouse, from outside a step, lets its
 * contacts be looked at at once, and those of all that touches a body that is not dynamic. */
void cn_direct_touch(cn_World *w, int body);
void cn_direct_stir(cn_World *w, int body); /* its motion was written: it may rest no more */
void cn_direct_look(cn_World *w, int body); /* may be at rest sooner than it said */
bool cn_direct_stays(const cn_World *w, int body, float dt); /* rests on, if nothing acts on it */
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

/* solver.c, finalize.c, guard.c, guard_way.c, solver_contact.c: stages */
cn_BodyDrive cn_solver_drive(const cn_World *w, int body, float h);
bool cn_solver_shares(const cn_World *w);    /* whether threads share the sub-steps */
void cn_solver_sweep(cn_World *w, float dt); /* who is fast: stretch their boxes */
void cn_solver_solve(cn_World *w, float dt);
void cn_finalize(cn_World *w, float dt);             /* new poses, boxes, sleep times */
cn_Pose cn_pose_before(const cn_World *w, int body); /* the step, while it lasts */
void cn_guard_walls(cn_World *w);     /* who was thrown through a wall that nobody looked at */
void cn_finalize_bounds(cn_World *w); /* who has left the bounds */
struct cn_BounceRule;
/* Contacts into blocks; lonely: note who stands in none (wide/motion.h). */
void cn_contact_prepare(cn_World *w, const struct cn_BounceRule *rule, bool lonely);
/* Its speeds now, m/s, for those who ask before solving; normal positive = approaching. */
void cn_contact_measure(const cn_World *w, const cn_Contact *c, cn_Row speed[2]);
/* The same, of before solving or of the last step; those that nobody solved have none. */
void cn_contact_speeds(const cn_World *w, int contact, cn_Row speed[2]);
void cn_contact_fetch_speeds(const cn_World *w, int contact); /* ahead of use */
/* Into list: solved contacts that were struck without having touched before; or those that have
 * something to tell. In no order. */
void cn_contact_told(cn_World *w, cn_ContactList *list, bool struck);
void cn_contact_store(cn_World *w); /* impulses back */

/* articulation.c: joints that are solved exactly */
void cn_articulation_find(cn_World *w);                       /* stage: which, in this step */
void cn_articulation_begin(cn_World *w, float h, bool first); /* sub-step: their warm start */
void cn_articulation_solve(cn_World *w, float h);   /* ... after contacts, before the drift */
bool cn_articulation_settles(const cn_World *w);    /* ... whether anybody has to ... */
void cn_articulation_settle(cn_World *w);           /* ... after the drift */
void cn_articulation_report(cn_World *w, float dt); /* velocities of the end of the step */
void cn_articulation_free(cn_World *w);
size_t cn_articulation_bytes(const cn_World *w);

/* event.c */
void cn_event_clear(cn_World *w);
void cn_event_publish(cn_World *w);
/* Whether a begin has to be told, with all others of a stage; sensors tell it at once. */
bool cn_event_begin(cn_World *w, int contact);
/* In the order of their keys, slots in a; b is room. */
void cn_event_begins(cn_World *w, cn_Keyed *begun, int count);
bool cn_event_reserve_ends(cn_World *w, int more);
void cn_event_end_of(cn_World *w, uint64_t key); /* of two shapes; there is room */
void cn_event_end(cn_World *w, int contact);
void cn_event_take_back_ends(cn_World *w, const cn_ContactList *list); /* of this step */
void cn_event_body(cn_World *w, cn_BodyId **list, int *count, int *capacity, int body);
void cn_event_wake(cn_World *w, cn_BodyId body, bool awake);
void cn_event_broken(cn_World *w, int joint);
void cn_event_warn(cn_World *w, cn_WarningKind kind, int body);
void cn_event_solved(cn_World *w); /* stage: hits and post_solve manifolds */

#endif
