/* family.h: a scene as read from a world description, and what an engine has to offer to run it.
 *
 * family_read.c reads the file; family_run.c drives the engine through a table of calls and times
 * it; family_truth.c measures what came of it, from poses alone. The table is filled in by
 * family_cairn.c, family_box2d.cpp and family_chipmunk.c, one of them in each program. Metres,
 * kilograms, seconds, radians. */
#ifndef CAIRN_FAMILY_H
#define CAIRN_FAMILY_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Corners of a polygon at most, as in all engines here. */
#define FAMILY_CORNERS 8

typedef enum { STATIC, KINEMATIC, DYNAMIC } Type;
typedef enum { CIRCLE, CAPSULE, BOX, POLYGON, SEGMENT, CHAIN } Kind;
typedef enum { REVOLUTE, DISTANCE, WELD, WHEEL, PRISMATIC, JOINT_KINDS } JointKind;

typedef struct {
    Kind kind;
    int body;
    double density, friction, restitution, radius;
    double *points; /* flat, in the body's frame; a box's are its corners, too */
    int count;
    double w, h, x, y, angle; /* box */
    bool loop;                /* chain; its open side is on the right of its way */
} Shape;

typedef struct {
    Type type;
    double x, y, angle, vx, vy, w;
    int group; /* negative: shapes of one group never meet */
    double damping, angular_damping, gravity_scale;
    bool fixed_rotation, bullet, asleep;
    int born, dies; /* before which step; dies < 0: never */
    int first_shape, shape_count;
    bool alive;
} Body;

typedef struct {
    JointKind kind;
    int a, b;
    double x1, y1, x2, y2; /* anchors in the world, at creation */
    double ax, ay;         /* axis */
    double length;
    bool rope, spring, limit, motor;
    double hertz, zeta, lower, upper, speed, strength;
    double la[2], lb[2]; /* anchors in the bodies' frames */
    bool alive;
} Joint;

/* Kinematic: the pose at time t is x + ax sin(2 pi fx t + px), y + ay sin(2 pi fy t + py),
 * angle + spin t + swing sin(2 pi fa t). */
typedef struct {
    int body;
    double ax, fx, px, ay, fy, py, spin, swing, fa;
} Motion;

/* Every `period` steps from `phase` on a dynamic body gets a velocity, its x with alternating sign;
 * NAN leaves that part as it is. */
typedef struct {
    int body, period, phase;
    double vx, vy;
    bool turn; /* alternate */
} Walk;

typedef struct {
    char family[64];
    long seed;
    double gx, gy;
    int steps, warm, substeps;
    bool sleep;
    bool has_box, has_ring;
    double box[4], ring[3];
    Body *bodies;
    Shape *shapes;
    Joint *joints;
    Motion *motions;
    Walk *walks;
    int body_count, shape_count, joint_count, motion_count, walk_count;
} Scene;

typedef struct {
    double x, y, c, s;
    double vx, vy, w;
    bool awake;
} State;

typedef struct {
    const char *name;
    const char *(*version)(void);
    /* Why the engine cannot run a scene, or "". NULL: it runs all. */
    const char *(*refuse)(const Scene *scene);
    /* What of a scene it has only approximately, or "". NULL: nothing. */
    const char *(*approximate)(const Scene *scene);
    /* Contact events: 0 none, 1 all, -1 as the engine comes. */
    void (*open)(const Scene *scene, int threads, int events);
    void (*close)(void);
    void (*make_body)(int index);
    void (*kill_body)(int index);
    void (*make_joint)(int index);
    void (*move_to)(int body, double x, double y, double angle, double dt);
    void (*set_velocity)(int body, double vx, double vy); /* NAN: as it is */
    /* "" or what went wrong */
    const char *(*step)(double dt);
    void (*state)(int body, State *out); /* origin, velocity of the centre of mass */
    double (*mass)(int body);
    double (*inertia)(int body); /* about the centre of mass */
    int (*awake)(void);
    int (*contacts)(void);
    /* Adds the stages of the last step, ms; names end with NULL. */
    void (*profile)(double *sums);
    const char *const *stages;
    int most_threads; /* 0: any number */
} Engine;

const Engine *family_engine(void);

/* ---- reading ------------------------------------------------------------------------------ */

void family_read(Scene *scene, const char *path);
/* More of an array, or the end of the program. */
void *family_alloc(size_t count, size_t size);

/* Sentences on what an engine approximates: "3 bullets; 1 rope". */
typedef struct {
    char text[320];
} Note;

/* Adds nothing for 0 of them. */
void family_note(Note *note, int count, const char *what);

/* ---- truth -------------------------------------------------------------------------------- */

typedef struct {
    long touching; /* how many were looked at */
    double sum, max;
} Overlaps;

typedef struct {
    double kinetic, potential, fastest;
    int escaped, bad, dynamic, alive;
} Energy;

/* Once for a scene, before the others. */
void family_truth_open(const Scene *scene);
/* How deep pieces that may meet are in each other, m. */
void family_look_overlaps(const Scene *scene, const Engine *engine, Overlaps *out);
/* How far apart anchors are that should be together, or how far from their length, m. */
void family_look_joints(const Scene *scene, const Engine *engine, Overlaps *out);
Energy family_look_energy(const Scene *scene, const Engine *engine);

#ifdef __cplusplus
}
#endif

#endif
