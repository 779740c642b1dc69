/* pose.h: where a body is, and points in its frame. */
#ifndef CN_POSE_H
#define CN_POSE_H

#include "base/rotation.h"
#include "geometry/geometry.h"

typedef struct cn_Pose {
    double x, y; /* origin */
    cn_Rot q;
    cn_Vec center; /* centre of mass, body frame */
} cn_Pose;

/* Centre of mass in the world. */
static inline cn_Pos cn_pose_center(const cn_Pose *pose) {
    cn_Vec r = cn_rotate(pose->q, pose->center);
    return (cn_Pos){pose->x + (double)r.x, pose->y + (double)r.y};
}

/* A point of the world in the frame of a body, and back. */
static inline cn_Vec cn_pose_local(const cn_Pose *pose, cn_Pos p) {
    return cn_unrotate(pose->q, (cn_Vec){(float)(p.x - pose->x), (float)(p.y - pose->y)});
}

static inline cn_Pos cn_pose_global(const cn_Pose *pose, cn_Vec local) {
    cn_Vec r = cn_rotate(pose->q, local);
    return (cn_Pos){pose->x + (double)r.x, pose->y + (double)r.y};
}

/* A rotation in double, of length 1, as joints are solved: floats round its length, and two joints
 * must find the same way between their anchors on both bodies, however these are turned. */
typedef struct cn_Turn {
    double c, s;
} cn_Turn;

static inline cn_Turn cn_pose_turn(const cn_Pose *pose) {
    double c = (double)pose->q.c, s = (double)pose->q.s, k = cn_rot_unit(c, s);
    return (cn_Turn){k * c, k * s};
}

static inline cn_Pos cn_pose_to_world(const cn_Pose *pose, double x, double y) {
    cn_Turn t = cn_pose_turn(pose);
    return (cn_Pos){pose->x + (t.c * x - t.s * y), pose->y + (t.s * x + t.c * y)};
}

static inline cn_Pos cn_pose_to_local(const cn_Pose *pose, double x, double y) {
    cn_Turn t = cn_pose_turn(pose);
    double dx = x - pose->x, dy = y - pose->y;
    return (cn_Pos){t.c * dx + t.s * dy, t.c * dy - t.s * dx};
}

/* Where b's frame lies as seen from a's. */
static inline cn_Xf cn_relative(const cn_Pose *a, const cn_Pose *b) {
    cn_Vec d = {(float)(b->x - a->x), (float)(b->y - a->y)};
    return (cn_Xf){cn_unrotate(a->q, d), cn_rot_rel(a->q, b->q)};
}

#endif
