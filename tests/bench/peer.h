/* peer.h: what a benchmark scene needs of another engine, so that each scene is written once.
 *
 * One world at a time. A peer (peer_box2d.cpp, peer_chipmunk.c) implements the calls with the
 * engine's own defaults; a scene (scenes.c) only builds and, where it must, changes the world
 * before a step. Metres, kilograms, seconds, radians. What an engine does not have is left out or
 * replaced by the nearest thing, as said at the call in its file and in docs/benchmark.md. */
#ifndef CAIRN_BENCH_PEER_H
#define CAIRN_BENCH_PEER_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum peer_Kind { PEER_STATIC, PEER_DYNAMIC } peer_Kind;

typedef struct peer_Body {
    peer_Kind kind;
    double x, y, vx, vy, damping;
    bool asleep, never_sleeps;
} peer_Body;

typedef struct peer_Material {
    double density, friction, restitution;
    int group;            /* the same number, not 0: never touch */
    unsigned layer, mask; /* bits; both ways must agree; 0 counts as all */
} peer_Material;

typedef struct peer_Revolute {
    int a, b;
    double x, y;
    bool has_limits, has_motor;
    double low, high;             /* rad, from the reference */
    double reference;             /* rad, angle of b minus that of a where the joint's is 0 */
    double speed, torque;         /* of the motor; HUGE_VAL: unlimited */
    double spring_hertz, damping; /* 0: no spring */
} peer_Revolute;

extern const char *const peer_name;

void peer_open(double gravity, bool sleep);
void peer_close(void);
/* Bodies are numbers from 0; destroying one destroys its joints, and its number is free again. */
int peer_body(const peer_Body *def);
void peer_destroy(int body);
void peer_box(int body, double x, double y, double w, double h, double radius,
              const peer_Material *material);
void peer_circle(int body, double radius, const peer_Material *material);
void peer_capsule(int body, double x1, double y1, double x2, double y2, double radius,
                  const peer_Material *material);
void peer_polygon(int body, const double *points, int count, double radius,
                  const peer_Material *material);
void peer_segment(int body, double x1, double y1, double x2, double y2,
                  const peer_Material *material);
void peer_loop(int body, const double *points, int count, const peer_Material *material);
void peer_revolute(const peer_Revolute *def);
void peer_step(double dt);

typedef struct peer_Counts {
    int bodies, joints;
    int contacts; /* pairs that touch */
} peer_Counts;
peer_Counts peer_counts(void);

#ifdef __cplusplus
}
#endif

#endif
