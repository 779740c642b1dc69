/* cairn.h: a 2D rigid-body physics engine, as a C library of its own (libcairn).
 *
 * Every function takes the world; objects are ids. Calls that can be refused return a cn_Result
 * and leave the world as it was; cn_world_error tells which field was wrong and why. Getters on a
 * stale id return zero. Nothing here prints, longjmps or keeps global state but the allocator.
 * Mutating calls from inside the hook of the step return CN_LOCKED. */
#ifndef CAIRN_H
#define CAIRN_H

#include "cairn_math.h"
#include "cairn_types.h"

/* ---- library ------------------------------------------------------------------------------ */

/* Replace malloc and free for all worlds made afterwards. alloc may return NULL: the call that
 * needed the memory then returns CN_MEMORY and changes nothing; where only an event between two
 * steps was lost, the next step returns it. NULL, NULL restores the default. Memory is asked for in
 * multiples of 64 bytes at 64-byte alignment, also by the threads of a world that has several. */
void cn_set_allocator(void *(*alloc)(size_t bytes), void (*free_fn)(void *memory, size_t bytes));
/* Let all worlds together hold no more than so many bytes; 0 for no end (the default). What goes
 * beyond fails as if the machine had no more: CN_MEMORY. What they hold now. */
void cn_set_memory_limit(size_t bytes);
size_t cn_memory_used(void);
/* "0.1.0" */
const char *cn_version(void);
/* The instruction set the step runs on: "scalar", "sse2", "avx2", "avx512" or "neon". Forced by
 * CAIRN_SIMD in the environment, if it names one of those there are; no result depends on it. */
const char *cn_simd(void);
/* Those this build and this machine have, from the smallest on; NULL after the last. */
const char *cn_simd_set(int index);
/* NULL, or a sentence that says why this processor cannot run the library: it was built for those
 * that can do more, see CAIRN_PORTABLE. Then nothing else may be called but cn_world_def and
 * cn_world_create, which refuses. */
const char *cn_processor_problem(void);

/* The checksum of the files that Cairn writes: XXH3 of xxHash with 64 bits and seed 0, the same on
 * every machine. */
uint64_t cn_checksum(const void *bytes, size_t count);

/* The convex hull of 3..256 points (flat x, y pairs), counter-clockwise, without those that lie on
 * its edges, as it is made of a polygon with `hull` set; out has room for as many. error may be
 * NULL. */
cn_Result cn_convex_hull(const double *points, int point_count, double *out, int *out_count,
                         cn_Error *error);

/* ---- world -------------------------------------------------------------------------------- */

cn_WorldDef cn_world_def(void);
/* On refusal *out is NULL and *error (may be NULL) says why. */
cn_Result cn_world_create(const cn_WorldDef *def, cn_World **out, cn_Error *error);
void cn_world_destroy(cn_World *world);
/* Why the last refused call on this world was refused. */
const cn_Error *cn_world_error(const cn_World *world);

/* Advance by dt seconds (clamped to max_dt; below CN_MIN_DT only collides). hooks may be NULL.
 * While paused it does nothing. CN_LIMIT (too many contacts) and CN_MEMORY leave a valid world, a
 * step further. CN_MEMORY whenever memory was refused in the step, or an event was lost since the
 * one before: contacts, impulses, sleep or events may be missing then; they are found in the next.
 */
cn_Result cn_world_step(cn_World *world, double dt, const cn_Hooks *hooks);
/* Those of the last step, until the next begins; inside a hook of the step there are none. The
 * place stays the same for the life of the world. */
const cn_Events *cn_world_events(const cn_World *world);
/* What a warning says of its body, as the rest of a sentence: "has no mass and counts as 1 kg". */
const char *cn_warning_text(cn_WarningKind kind);
void cn_world_set_paused(cn_World *world, bool paused);
bool cn_world_is_paused(const cn_World *world);
/* True from the start of cn_world_step to its end. */
bool cn_world_is_stepping(const cn_World *world);
double cn_world_time(const cn_World *world);    /* s */
uint64_t cn_world_steps(const cn_World *world); /* completed steps */

/* The settings as they are now; setters check like the constructor does. */
cn_WorldDef cn_world_settings(const cn_World *world);
/* The speed below which nothing bounces as it is now, chosen or set, for steps of 1/60 s; m/s. */
double cn_world_restitution_speed(const cn_World *world);
cn_Result cn_world_set_gravity(cn_World *world, double x, double y);
/* Replace all settings at once; refused as a whole. Which fields changed is worked out. */
cn_Result cn_world_configure(cn_World *world, const cn_WorldDef *settings);

/* Layers are bits 0..63; every pair collides until told not to. Changes re-evaluate pairs. */
cn_Result cn_world_set_collides(cn_World *world, int layer_a, int layer_b, bool collides);
bool cn_world_collides(const cn_World *world, int layer_a, int layer_b);

cn_ExplosionDef cn_explosion_def(void);
/* Throw the shapes of dynamic bodies, sensors aside, away from a point, each at its place nearest
 * to it; wakes. Where the point lies inside a shape that is pushed by its middle. Refused as a
 * whole; radius and falloff must not both be 0. */
cn_Result cn_world_explode(cn_World *world, const cn_ExplosionDef *def);

cn_WindDef cn_wind_def(void);
/* Blows until another is set, on all dynamic bodies that are awake; NULL = none. A change wakes
 * all. Air that stands still (x = y = 0) drags, too. */
cn_Result cn_world_set_wind(cn_World *world, const cn_WindDef *def);
/* False, and *out as it was given last, when there is none. */
bool cn_world_wind(const cn_World *world, cn_WindDef *out);

cn_Counts cn_world_counts(const cn_World *world);
cn_Profile cn_world_profile(const cn_World *world);
/* 64 bits over settings, bodies, shapes and contacts: equal states have equal hashes. */
uint64_t cn_world_hash(const cn_World *world);
/* 64 bits over the positions and angles of the bodies that are awake, and no more: some fifty times
 * as fast, for a look at every step. */
uint64_t cn_world_pose_hash(const cn_World *world);
double cn_world_kinetic_energy(const cn_World *world);   /* J, dynamic bodies */
double cn_world_potential_energy(const cn_World *world); /* J, -m g.x about the origin */
/* Linear momentum (N s) and angular momentum about the origin (N m s). */
void cn_world_momentum(const cn_World *world, double *px, double *py, double *l);
/* Deepest overlap of all touching manifolds, m, as a number >= 0. */
double cn_world_max_penetration(const cn_World *world);
/* The box of all shapes of enabled bodies, halfspaces aside; false when there is none. */
bool cn_world_extent(const cn_World *world, double box[4]);
/* True when every internal link is sound; *why (may be NULL) names the first fault. For tests. */
bool cn_world_validate(const cn_World *world, const char **why);

/* Walk in id order: pass {0,0} first; an id with generation 0 ends. The current one may be
 * destroyed meanwhile. Bodies do not include the ground. */
cn_BodyId cn_world_next_body(const cn_World *world, cn_BodyId previous);
/* Where the bodies behind `previous` are, in id order, or only those awake. Returns how many rows
 * were written, at most capacity; fewer mean the end. */
int cn_world_poses(const cn_World *world, cn_BodyId previous, bool awake, cn_BodyPose *poses,
                   int capacity);
/* Where the bodies of the last step's moved events are now, from the event `first` (0 is the first)
 * on; a body destroyed since has generation 0. Returns how many rows were written. They hold while
 * the events' stamp is the same. */
int cn_world_moved(const cn_World *world, int first, cn_BodyPose *poses, int capacity);
cn_ShapeId cn_world_next_shape(const cn_World *world, cn_ShapeId previous);
/* Destroys all movers, joints, bodies and what shapes the ground has; settings, layers, time and
 * wind stay. Ids go on being given anew: none of before becomes valid again. */
cn_Result cn_world_clear(cn_World *world);
/* Manifolds with at least one point, sorted by shape ids and pieces; returns how many there are,
 * writes the first capacity of them. Sensors are not included. */
int cn_world_contacts(const cn_World *world, cn_ContactId *buffer, int capacity);
/* The candidates of the broad phase: pairs of shapes, sensors too, whose boxes overlapped in the
 * last step and that may meet; each pair once, a with the lower id, sorted by ids. Returns how many
 * there are, or, when that is more than capacity, a capacity that suffices; the buffer is of no use
 * then. */
int cn_world_pairs(const cn_World *world, cn_PairOfShapes *buffer, int capacity);
/* The trees of the broad phase as the last step left them, the lowest boxes first; to be looked at.
 * Returns how many boxes there are; writes at most capacity. */
int cn_world_tree(const cn_World *world, cn_TreeBox *buffer, int capacity);

/* ---- time --------------------------------------------------------------------------------- */

/* The whole state as bytes, all that the next steps depend on: after a restore they have the same
 * bits as they would have had. Taking one changes nothing. *out is filled from its beginning, and
 * keeps what it had on refusal. Events of the last step are not in it, events that wait for the
 * next are. `note` (may be NULL) are bytes of the caller's that go with it. CN_LOCKED in a step. */
cn_Result cn_world_snapshot(cn_World *world, const void *note, size_t note_size, cn_Snapshot *out);
/* The same as a file has it: compressed, a third of the size, in ten times the time. */
cn_Result cn_world_pack(cn_World *world, const void *note, size_t note_size, cn_Snapshot *out);
/* The world becomes as it was; its threads stay what they are. From memory or packed; bytes may
 * come from anybody: what is not a sound snapshot of this version is refused (CN_DAMAGED) and the
 * world stays as it is. One of the last 64 that this world has taken is not checked, which makes it
 * several times as fast; the world keeps the memory of what was there for the next restore. There
 * are no events until the next step. Ids of what is not in it are stale, but may be given out
 * again. CN_LOCKED in a step. */
cn_Result cn_world_restore(cn_World *world, const void *bytes, size_t size);
/* What the last restore has left as it was, so that who keeps something by id need not look through
 * it; 0 if there was none. CN_SAME_BODIES: which bodies there are, all ids live or stale as before.
 * CN_SAME_SHAPES: the same of shapes, with their kinds, layers and bodies. */
unsigned cn_world_same(const cn_World *world);
/* A new world from a snapshot, for so many threads; 0: for as many as the world it was taken of. On
 * refusal *out is NULL and *error (may be NULL) says why. */
cn_Result cn_world_load(const void *bytes, size_t size, int threads, cn_World **out,
                        cn_Error *error);
/* A new world in the same state. */
cn_Result cn_world_clone(cn_World *world, cn_World **out);
/* The caller's bytes in a snapshot, NULL when there are none; inside of `bytes`, which must not be
 * packed. */
const void *cn_snapshot_note(const void *bytes, size_t size, size_t *note_size);
/* A copy of the note of any snapshot; no world is read for it. */
cn_Result cn_snapshot_copy_note(const void *bytes, size_t size, cn_Snapshot *note, cn_Error *error);
/* Whether bytes have the head of a snapshot that is not packed. */
bool cn_snapshot_is_plain(const void *bytes, size_t size);
/* As a file has it, see cn_world_pack; and back. What is so already is copied. Both read the world
 * in it, and refuse what cn_world_load refuses. */
cn_Result cn_snapshot_pack(const void *bytes, size_t size, cn_Snapshot *out, cn_Error *error);
cn_Result cn_snapshot_unpack(const void *bytes, size_t size, cn_Snapshot *out, cn_Error *error);
void cn_snapshot_free(cn_Snapshot *snapshot);

/* ---- contacts ----------------------------------------------------------------------------- */

bool cn_contact_is_valid(const cn_World *world, cn_ContactId contact);
/* False, and *out zero, when the pair has ended. Inside the hook: before solving. */
bool cn_contact_manifold(const cn_World *world, cn_ContactId contact, cn_Manifold *out);
/* No response from now until the two part. A hook may say so, too. */
cn_Result cn_contact_ignore(cn_World *world, cn_ContactId contact);

/* ---- bodies ------------------------------------------------------------------------------- */

cn_BodyDef cn_body_def(void);
cn_Result cn_body_create(cn_World *world, const cn_BodyDef *def, cn_BodyId *out);
/* Destroys its shapes too. The ground cannot be destroyed (CN_RANGE). */
cn_Result cn_body_destroy(cn_World *world, cn_BodyId body);
bool cn_body_is_valid(const cn_World *world, cn_BodyId body);
cn_BodyId cn_world_ground(const cn_World *world);

/* The definition as it is now: every constructor key has its getter here. mass, inertia and mass
 * center are the overrides (< 0, or has_mass_center unset = none). */
cn_BodyDef cn_body_settings(const cn_World *world, cn_BodyId body);
/* Origin, angle in (-pi, pi], velocity of the centre of mass. */
cn_BodyState cn_body_state(const cn_World *world, cn_BodyId body);
cn_Pos cn_body_position(const cn_World *world, cn_BodyId body); /* origin */
cn_Pos cn_body_center(const cn_World *world, cn_BodyId body);   /* centre of mass */
cn_Rot cn_body_rotation(const cn_World *world, cn_BodyId body);
double cn_body_angle(const cn_World *world, cn_BodyId body); /* (-pi, pi] */
cn_Vec cn_body_velocity(const cn_World *world, cn_BodyId body);
float cn_body_angular_velocity(const cn_World *world, cn_BodyId body);
double cn_body_mass(const cn_World *world, cn_BodyId body);    /* kg, 0 if not dynamic */
double cn_body_inertia(const cn_World *world, cn_BodyId body); /* kg m^2 about its centre */
/* 1/kg, 1/(kg m^2); 0 if not dynamic, the latter also of what must not turn. */
double cn_body_inverse_mass(const cn_World *world, cn_BodyId body);
double cn_body_inverse_inertia(const cn_World *world, cn_BodyId body);
double cn_body_kinetic_energy(const cn_World *world, cn_BodyId body); /* J; 0 if not dynamic */
/* m/s^2, rad/s^2: what the gravity of the world, the forces given for the next step and those of
 * every step make of it,
 * contacts, joints, areas, wind and damping aside. 0 if not dynamic, or disabled. */
void cn_body_acceleration(const cn_World *world, cn_BodyId body, double *ax, double *ay,
                          double *angular);
/* In the body's frame, m; 0, 0 if not dynamic. */
cn_Vec cn_body_mass_center(const cn_World *world, cn_BodyId body);
cn_BodyType cn_body_type(const cn_World *world, cn_BodyId body);
bool cn_body_is_awake(const cn_World *world, cn_BodyId body);
bool cn_body_is_steered(const cn_World *world, cn_BodyId body);
/* The pose half a frame ago as a blend: alpha 0 = before the last step, 1 = now. */
void cn_body_drawn(const cn_World *world, cn_BodyId body, double alpha, double *x, double *y,
                   double *angle);
/* The box of all its shapes; the origin when it has none. Halfspaces are clipped to the world. */
void cn_body_bounds(const cn_World *world, cn_BodyId body, double box[4]);
cn_Vec cn_body_velocity_at(const cn_World *world, cn_BodyId body, double px, double py);
cn_Pos cn_body_to_world(const cn_World *world, cn_BodyId body, double x, double y);
cn_Pos cn_body_to_local(const cn_World *world, cn_BodyId body, double x, double y);

/* Setters. Teleports refresh the broad phase at once and wake what was touched. */
cn_Result cn_body_set_transform(cn_World *world, cn_BodyId body, double x, double y, double angle);
cn_Result cn_body_set_position(cn_World *world, cn_BodyId body, double x, double y);
cn_Result cn_body_set_angle(cn_World *world, cn_BodyId body, double angle);
/* The velocity that reaches the pose in dt seconds. For kinematic bodies only, CN_RANGE for others:
 * a dynamic one would lose its velocity, a static one has none. */
cn_Result cn_body_move_to(cn_World *world, cn_BodyId body, double x, double y, double angle,
                          double dt);
/* Velocities are clamped to the body's max_speed; wakes. Static bodies ignore it. */
cn_Result cn_body_set_velocity(cn_World *world, cn_BodyId body, double vx, double vy);
cn_Result cn_body_set_angular_velocity(cn_World *world, cn_BodyId body, double w);
cn_Result cn_body_set_type(cn_World *world, cn_BodyId body, cn_BodyType type);
/* > 0; < 0 = what the shapes give, again. Wakes. */
cn_Result cn_body_set_mass(cn_World *world, cn_BodyId body, double mass);
cn_Result cn_body_set_inertia(cn_World *world, cn_BodyId body, double inertia);
/* Where its mass is, m in the body's frame; NULL = where the shapes have it, again. The inertia
 * about it is that of the shapes about theirs, unless it is set. Its points keep their velocities.
 * Wakes. */
cn_Result cn_body_set_mass_center(cn_World *world, cn_BodyId body, const cn_Pos *center);
/* Everything else of the definition: damping, angular_damping, gravity_scale, locks, bullet,
 * fast_rotation, max_speed, can_sleep, sleep_speed, constant_force, relative_force and
 * constant_torque. Pose, velocity, type, mass and its centre,
 * awake and enabled in settings are not read. Refused as a whole. */
cn_Result cn_body_configure(cn_World *world, cn_BodyId body, const cn_BodyDef *settings);
/* Wakes its island, or puts it to sleep, which takes velocities and forces of its bodies, can_sleep
 * or not: they stand still when they wake. Waking a static or kinematic body wakes what touches it;
 * a static one does not sleep. */
cn_Result cn_body_set_awake(cn_World *world, cn_BodyId body, bool awake);
/* A disabled body keeps its state but takes no part in anything. */
cn_Result cn_body_set_enabled(cn_World *world, cn_BodyId body, bool enabled);

/* Forces last one step; all wake; static and kinematic bodies ignore them. Points are world
 * coordinates. */
cn_Result cn_body_apply_force(cn_World *world, cn_BodyId body, double fx, double fy);
cn_Result cn_body_apply_force_at(cn_World *world, cn_BodyId body, double fx, double fy, double px,
                                 double py);
cn_Result cn_body_apply_torque(cn_World *world, cn_BodyId body, double torque);
cn_Result cn_body_apply_impulse(cn_World *world, cn_BodyId body, double ix, double iy);
cn_Result cn_body_apply_impulse_at(cn_World *world, cn_BodyId body, double ix, double iy, double px,
                                   double py);
cn_Result cn_body_apply_angular_impulse(cn_World *world, cn_BodyId body, double j);
cn_Result cn_body_clear_forces(cn_World *world, cn_BodyId body);
void cn_body_force(const cn_World *world, cn_BodyId body, double *fx, double *fy, double *torque);

/* Its shapes in id order, like cn_world_next_shape; and its manifolds, like cn_world_contacts. */
cn_ShapeId cn_body_next_shape(const cn_World *world, cn_BodyId body, cn_ShapeId previous);
int cn_body_contacts(const cn_World *world, cn_BodyId body, cn_ContactId *buffer, int capacity);
bool cn_body_touches(const cn_World *world, cn_BodyId a, cn_BodyId b);

/* ---- shapes ------------------------------------------------------------------------------- */

cn_ShapeDef cn_shape_def(cn_ShapeKind kind);
/* CN_GEOMETRY for points that make no shape. A halfspace needs a static body. */
cn_Result cn_shape_create(cn_World *world, cn_BodyId body, const cn_ShapeDef *def, cn_ShapeId *out);
cn_Result cn_shape_destroy(cn_World *world, cn_ShapeId shape);
bool cn_shape_is_valid(const cn_World *world, cn_ShapeId shape);
/* The definition as it is now; points and materials point into the world until it changes. */
cn_ShapeDef cn_shape_settings(const cn_World *world, cn_ShapeId shape);
cn_ShapeKind cn_shape_kind(const cn_World *world, cn_ShapeId shape);
cn_BodyId cn_shape_body(const cn_World *world, cn_ShapeId shape);
int cn_shape_layer(const cn_World *world, cn_ShapeId shape);
/* density (mass follows), material (resting contacts change at once), seen, layer, mask and group
 * (pairs are re-evaluated), one_way, pre_solve, events, color. Geometry, sensor and enabled are not
 * read (see cn_shape_reshape), nor is area (cn_shape_set_area). Refused as a whole. */
cn_Result cn_shape_configure(cn_World *world, cn_ShapeId shape, const cn_ShapeDef *settings);
/* Another geometry of the same kind in place: sizes, points, materials of a chain, and where it
 * lies on its body. Its contacts end, and begin anew where it still touches; mass follows; it
 * wakes. */
cn_Result cn_shape_reshape(cn_World *world, cn_ShapeId shape, const cn_ShapeDef *geometry);
/* The material of one segment of a chain, counted from 0; the others keep theirs. What rests on it
 * wakes. Friction and the like set by cn_shape_configure later go to all segments. */
cn_Result cn_shape_set_material(cn_World *world, cn_ShapeId shape, int segment,
                                const cn_Material *material);
/* A sensor from now on, or solid: its contacts end, and begin anew as those of the other. What has
 * an area stays a sensor (CN_RANGE). Wakes. */
cn_Result cn_shape_set_sensor(cn_World *world, cn_ShapeId shape, bool sensor);
/* One that is disabled keeps its place and its part in the mass of its body, and nothing else finds
 * it: no contacts, no queries, no rays, no areas, no wind. Wakes. */
cn_Result cn_shape_set_enabled(cn_World *world, cn_ShapeId shape, bool enabled);
cn_AreaDef cn_area_def(void);
/* What a sensor does to who is in it; NULL = nothing. Wakes those. CN_RANGE for what is no sensor,
 * and for chains and segments, which have no inside. */
cn_Result cn_shape_set_area(cn_World *world, cn_ShapeId shape, const cn_AreaDef *def);
bool cn_shape_has_area(const cn_World *world, cn_ShapeId shape);
/* Forget filter answers and ignored manifolds: its pairs start anew in the next step. */
cn_Result cn_shape_refilter(cn_World *world, cn_ShapeId shape);
double cn_shape_mass(const cn_World *world, cn_ShapeId shape);    /* kg = area density */
double cn_shape_area(const cn_World *world, cn_ShapeId shape);    /* m^2 */
double cn_shape_inertia(const cn_World *world, cn_ShapeId shape); /* kg m^2 about its own centre */
void cn_shape_bounds(const cn_World *world, cn_ShapeId shape, double box[4]);
bool cn_shape_contains(const cn_World *world, cn_ShapeId shape, double x, double y);
/* From x1, y1 to x2, y2, as cn_world_raycast. False when it misses; CN_NOT_FINITE cannot happen
 * here: callers check. */
bool cn_shape_raycast(const cn_World *world, cn_ShapeId shape, double x1, double y1, double x2,
                      double y2, cn_RayHit *out);
/* The nearest point of the shape to x, y (the point itself when inside). */
cn_Pos cn_shape_closest(const cn_World *world, cn_ShapeId shape, double x, double y);
/* The point of the shape that is farthest along dx, dy, in the world; false, and (0, 0), for a
 * halfspace, which has none, and for no direction. */
bool cn_shape_support(const cn_World *world, cn_ShapeId shape, double dx, double dy, cn_Pos *out);
/* Distance between two shapes (0 when they overlap) and the nearest points. */
double cn_shape_distance(const cn_World *world, cn_ShapeId a, cn_ShapeId b, cn_Pos *on_a,
                         cn_Pos *on_b);
/* Its manifolds, like cn_world_contacts, and whether two touch. */
int cn_shape_contacts(const cn_World *world, cn_ShapeId shape, cn_ContactId *buffer, int capacity);
bool cn_shape_touches(const cn_World *world, cn_ShapeId a, cn_ShapeId b);
/* Moved by dx, dy: where it first meets the other, whatever else is in between; generation 0 when
 * it does not. As cn_world_shapecast; CN_RANGE for a halfspace that would have to move. */
cn_Result cn_shape_cast(cn_World *world, cn_ShapeId shape, double dx, double dy, cn_ShapeId other,
                        cn_RayHit *out);
/* How many shapes a sensor overlaps now; writes at most capacity, in id order. */
int cn_shape_visitors(const cn_World *world, cn_ShapeId sensor, cn_ShapeId *buffer, int capacity);
/* The outline in world coordinates, for drawing: flat x, y pairs counter-clockwise without the
 * rounding (one point for a circle, two for capsule and segment; a halfspace gives a point on its
 * face and its normal). Returns the number of points; writes at most capacity of them. */
int cn_shape_outline(const cn_World *world, cn_ShapeId shape, double *points, int capacity);
/* A chain has a piece for each segment, a concave polygon several convex ones; all others have one.
 * The vertices of one, from 0 on, as above; 0 where there is no such piece. */
int cn_shape_piece_count(const cn_World *world, cn_ShapeId shape);
int cn_shape_piece(const cn_World *world, cn_ShapeId shape, int piece, double *points,
                   int capacity);

/* Two shapes that never meet, whatever layers, groups and hooks say; until they are told to again,
 * or one of them is destroyed. Wakes. */
cn_Result cn_shape_set_ignores(cn_World *world, cn_ShapeId a, cn_ShapeId b, bool ignores);
bool cn_shape_ignores(const cn_World *world, cn_ShapeId a, cn_ShapeId b);
/* All such pairs, a < b, in order of ids; how many there are. Writes at most capacity. */
int cn_world_ignored(const cn_World *world, cn_PairOfShapes *buffer, int capacity);
/* What its contacts did to a shape in the last step, averaged over it: N, friction included;
 * returns what they press it with, the sum of their normal forces. 0 after a step of no length. */
double cn_shape_load(const cn_World *world, cn_ShapeId shape, double *fx, double *fy);
/* N: the normal forces of a manifold, and its friction along the tangent (ny, -nx) on b, averaged
 * over the last step. */
void cn_contact_force(const cn_World *world, const cn_Manifold *manifold, double *normal,
                      double *tangent);
/* The last that its event told. */
bool cn_shape_is_pressed(const cn_World *world, cn_ShapeId shape);
bool cn_joint_is_alarmed(const cn_World *world, cn_JointId joint);

/* ---- joints ------------------------------------------------------------------------------- */

cn_JointDef cn_joint_def(cn_JointKind kind);
/* Both bodies of one world, different, and not both without mass (CN_RANGE names "b"). */
cn_Result cn_joint_create(cn_World *world, const cn_JointDef *def, cn_JointId *out);
/* Wakes both bodies. Destroying a body destroys its joints. */
cn_Result cn_joint_destroy(cn_World *world, cn_JointId joint);
bool cn_joint_is_valid(const cn_World *world, cn_JointId joint);
/* The definition as it is now: anchors, axis and reference where they are at this moment; a rope's
 * or rod's length, min and max filled in. */
cn_JointDef cn_joint_settings(const cn_World *world, cn_JointId joint);
cn_JointKind cn_joint_kind(const cn_World *world, cn_JointId joint);
/* Limits, motor, spring and its target, length, min, max, weld's and mouse's springs, the parts of
 * a CN_MOTOR, max_force, max_torque, ratio, step, phase, collide, enabled, break thresholds; mouse:
 * to_x, to_y. Kind, bodies, anchors, axis and reference are not
 * read: the first two stay, and the others have setters of their own. Wakes both bodies when
 * something changed. Refused as a whole. Switching a joint off and on again does not kick: what has
 * come apart, be it held rigidly or by springs, comes together no faster than push_speed. */
cn_Result cn_joint_configure(cn_World *world, cn_JointId joint, const cn_JointDef *settings);
/* Anchors elsewhere, in the world, m; NULL = stays. What comes apart by that comes together no
 * faster than push_speed. A prismatic or wheel is where it was on its way, and a pulley's rope is
 * as slack as it was. Of a mouse on_b is where it holds its body. CN_RANGE for filter, rotary, gear
 * and ratchet, which have none. Wakes. */
cn_Result cn_joint_set_anchors(cn_World *world, cn_JointId joint, const cn_Pos *on_a,
                               const cn_Pos *on_b);
/* The same in the frames of a and b; not of a mouse. */
cn_Result cn_joint_set_local_anchors(cn_World *world, cn_JointId joint, cn_Pos on_a, cn_Pos on_b);
/* Prismatic, wheel: an axis in the world, of any length but 0. Where it is on its way stays. */
cn_Result cn_joint_set_axis(cn_World *world, cn_JointId joint, double x, double y);
/* What counts as 0 from now on, rad or m: of those with has_reference, has_origin. What is held
 * there comes there no faster than push_speed; gears and ratchets of it catch anew. */
cn_Result cn_joint_set_reference(cn_World *world, cn_JointId joint, double reference);
cn_Result cn_joint_set_origin(cn_World *world, cn_JointId joint, double origin);
cn_BodyId cn_joint_body_a(const cn_World *world, cn_JointId joint);
cn_BodyId cn_joint_body_b(const cn_World *world, cn_JointId joint);
/* Both anchors in the world, m; of a CN_MOTOR on_a is where the anchor on b belongs. */
void cn_joint_anchors(const cn_World *world, cn_JointId joint, cn_Pos *on_a, cn_Pos *on_b);
/* The same in the frames of a and b, from their origins, m: of a CN_MOTOR on_a
 * is the anchor on a itself, of a mouse (a is the ground) where it pulls. */
void cn_joint_local_anchors(const cn_World *world, cn_JointId joint, cn_Pos *on_a, cn_Pos *on_b);
/* Prismatic, wheel: its axis in the frame of a, of length 1. */
cn_Vec cn_joint_local_axis(const cn_World *world, cn_JointId joint);
/* What it did to b in the last step, averaged over it: N, N m. 0 when it does not act; of one that
 * sleeps, what it did last, and of one that has just broken, what broke it. */
void cn_joint_force(const cn_World *world, cn_JointId joint, double *fx, double *fy,
                    double *torque);
/* What of that its motor, its spring and its limits did in the last sub-step, N along its way, or
 * N m about it: above 0 they push b forwards, or away from a; of limits the lower one does. Of
 * revolute, rotary, prismatic, wheel and distance; others give 0. */
double cn_joint_motor_force(const cn_World *world, cn_JointId joint);
double cn_joint_spring_force(const cn_World *world, cn_JointId joint);
double cn_joint_limit_force(const cn_World *world, cn_JointId joint);
/* By how much what it holds is violated now: m, rad. Springs and ropes within reach give 0; those
 * of a CN_MOTOR how far they are from their pose. */
void cn_joint_error(const cn_World *world, cn_JointId joint, double *linear, double *angular);
/* Angle of b minus that of a minus the reference, counting turns; weld, prismatic: what should be
 * 0. rad. */
double cn_joint_angle(const cn_World *world, cn_JointId joint);
/* Prismatic, wheel: way of b along the axis from where it was created, m. */
double cn_joint_translation(const cn_World *world, cn_JointId joint);
/* Revolute, wheel, ratchet: rad/s; prismatic: m/s along the axis; distance: m/s of growth. */
double cn_joint_speed(const cn_World *world, cn_JointId joint);
/* Distance between its anchors now, m; pulley: of the rope, that of b counted `ratio` times. */
double cn_joint_length(const cn_World *world, cn_JointId joint);
/* Pulley: the rope on the side of a and on that of b now, m. */
void cn_joint_lengths(const cn_World *world, cn_JointId joint, double *of_a, double *of_b);
/* Walk in id order, like cn_world_next_body. */
cn_JointId cn_world_next_joint(const cn_World *world, cn_JointId previous);
/* The same of the gears that couple a joint: destroying it destroys them first. */
cn_JointId cn_joint_next_gear(const cn_World *world, cn_JointId joint, cn_JointId previous);
cn_JointId cn_body_next_joint(const cn_World *world, cn_BodyId body, cn_JointId previous);

/* ---- queries ------------------------------------------------------------------------------ */

/* What is asked about a place or a way of which a number is NaN finds nothing. */
cn_QueryFilter cn_query_filter(void);
/* The closest hit; false when there is none. What contains x1, y1 is hit there, with fraction 0 and
 * the normal of its nearest face; so a ray of no length asks what its point is in. */
bool cn_world_raycast(const cn_World *world, double x1, double y1, double x2, double y2,
                      cn_QueryFilter filter, cn_RayHit *out);
/* Of each of count rays, x1, y1, x2, y2 in a row, what cn_world_raycast says; generation 0 where it
 * meets nothing. Returns how many meet something. */
int cn_world_raycasts(const cn_World *world, const double *rays, int count, cn_QueryFilter filter,
                      cn_RayHit *out);
/* All hits, near to far, of equal fractions the lower id first; a shape of several pieces once,
 * where it is met first. Returns how many there are; when that is more than capacity, a capacity
 * that suffices, and the buffer is of no use. */
int cn_world_raycast_all(const cn_World *world, double x1, double y1, double x2, double y2,
                         cn_QueryFilter filter, cn_RayHit *buffer, int capacity);
/* The first shape in the way of the one that def describes (its x, y, angle are in the world; no
 * chain, no halfspace) when it moves by dx, dy; generation 0 when there is none. The point lies on
 * what is hit. What it overlaps from the beginning gives fraction 0, def's place, and the normal
 * along which the shortest way out is. */
cn_Result cn_world_shapecast(cn_World *world, const cn_ShapeDef *def, double dx, double dy,
                             cn_QueryFilter filter, cn_RayHit *out);
/* All that it would meet, whatever is in between: as cn_world_raycast_all. */
cn_Result cn_world_shapecast_all(cn_World *world, const cn_ShapeDef *def, double dx, double dy,
                                 cn_QueryFilter filter, cn_RayHit *buffer, int capacity,
                                 int *count);
/* The shape nearest to the point, no further away than that (INFINITY = however far), and where;
 * generation 0 = none. What contains it is at the distance 0, of several the lowest id. */
cn_ShapeId cn_world_closest(const cn_World *world, double x, double y, double max_distance,
                            cn_QueryFilter filter, cn_Pos *at, double *distance);
/* The body of the shape with the highest id that contains the point; generation 0 = none. */
cn_BodyId cn_world_pick(const cn_World *world, double x, double y);
/* Exact shapes that overlap the box, the circle (radius 0 = point), or what def describes (as for
 * cn_world_shapecast); in id order; returns how many there are, or, when that is more than
 * capacity, a capacity that suffices. Writes at most capacity. */
int cn_world_query_box(const cn_World *world, double x1, double y1, double x2, double y2,
                       cn_QueryFilter filter, cn_ShapeId *buffer, int capacity);
int cn_world_query_circle(const cn_World *world, double x, double y, double radius,
                          cn_QueryFilter filter, cn_ShapeId *buffer, int capacity);
cn_Result cn_world_query_shape(cn_World *world, const cn_ShapeDef *def, cn_QueryFilter filter,
                               cn_ShapeId *buffer, int capacity, int *count);

/* What def describes (as for cn_world_shapecast) overlaps, deepest first, of equal depth by ids,
 * each shape once where it is deepest. *count and capacity as for cn_world_query_shape. */
cn_Result cn_world_overlaps(cn_World *world, const cn_ShapeDef *def, cn_QueryFilter filter,
                            cn_Overlap *buffer, int capacity, int *count);
/* The first shape in the way of a body, all of its shapes but sensors, when it moves by dx, dy
 * without turning, among those that it would collide with: layers, groups and joints count, one-way
 * sides and hooks do not. What it touches or overlaps already is in its way, at fraction 0, only
 * where it would go deeper. out->hit.shape has generation 0 when its way is free. CN_RANGE for one
 * with a halfspace. */
cn_Result cn_body_cast(cn_World *world, cn_BodyId body, double dx, double dy, cn_QueryFilter filter,
                       cn_BodyHit *out);
/* When two shapes touch within dt seconds if their bodies go on as they move and turn now, forces
 * and contacts aside: s from now, 0 when they touch already, < 0 = they do not. */
cn_Result cn_shape_time_of_impact(cn_World *world, cn_ShapeId a, cn_ShapeId b, double dt,
                                  double *time);

/* ---- movers ------------------------------------------------------------------------------- */

/* A mover collides with shapes and other movers: it goes where it is told, as far as it gets, and
 * each step carries it with the ground that it stands on and pushes it out of what moved into it.
 * No body feels it unless it has a mass: then it has a dynamic body that follows it, which stands
 * in the way of others, rests on the ground, and is seen by queries and sensors. */
cn_MoverDef cn_mover_def(void);
cn_Result cn_mover_create(cn_World *world, const cn_MoverDef *def, cn_MoverId *out);
cn_Result cn_mover_destroy(cn_World *world, cn_MoverId mover);
bool cn_mover_is_valid(const cn_World *world, cn_MoverId mover);
cn_MoverId cn_world_next_mover(const cn_World *world, cn_MoverId previous);
/* The definition as it is now; configure reads all but x, y. */
cn_MoverDef cn_mover_settings(const cn_World *world, cn_MoverId mover);
cn_Result cn_mover_configure(cn_World *world, cn_MoverId mover, const cn_MoverDef *settings);
cn_MoverState cn_mover_state(const cn_World *world, cn_MoverId mover);
cn_BodyId cn_mover_body(const cn_World *world, cn_MoverId mover); /* generation 0: has none */
/* Radius, height, w and h of sizes, the feet where they are; false, and nothing changed, where the
 * larger one would overlap what it collides with. Whether it would have room is asked by fits. */
cn_Result cn_mover_resize(cn_World *world, cn_MoverId mover, const cn_MoverDef *sizes, bool *done);
cn_Result cn_mover_fits(cn_World *world, cn_MoverId mover, const cn_MoverDef *sizes, bool *fits);
/* What it touches where it is, with its skin: in order of shapes and pieces, other movers last.
 * Returns how many there are, writes at most capacity; 24 are told at most. */
int cn_mover_contacts(cn_World *world, cn_MoverId mover, cn_MoverContact *buffer, int capacity);
/* Moves it there whatever is in between; it stands on nothing then. */
cn_Result cn_mover_set_position(cn_World *world, cn_MoverId mover, double x, double y);
/* By dx, dy, sliding along what is in the way; mx, my is by how much it moved. On the ground the
 * way across follows slopes and steps, and ways down only find out whether there is still ground.
 */
cn_Result cn_mover_move(cn_World *world, cn_MoverId mover, double dx, double dy, double *mx,
                        double *my);
/* Between the last two steps, as cn_body_drawn. */
void cn_mover_drawn(const cn_World *world, cn_MoverId mover, double alpha, double *x, double *y);
/* Its corners without the rounding, as cn_shape_outline. */
int cn_mover_outline(const cn_World *world, cn_MoverId mover, double *points, int capacity);

#endif
