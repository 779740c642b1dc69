/* joint_access.h: what a joint is, as its kind and its flags say. */
#ifndef CN_DATA_JOINT_ACCESS_H
#define CN_DATA_JOINT_ACCESS_H

#include "data/world.h"

static inline cn_JointId cn_joint_id(const cn_World *w, int slot) {
    return (cn_JointId){(uint32_t)slot, w->joints.generation[slot]};
}

/* The next link in the list of the same body, -1 = none. */
static inline int cn_joint_next(const cn_World *w, int link) {
    return w->joint[link >> 1].next[link & 1];
}

/* A distance joint that holds its length at an end of what it may be: a rope, or a strut. */
static inline bool cn_joint_is_rope(const cn_Joint *j) {
    return j->kind == CN_DISTANCE && j->flags & (CN_JOINT_MIN | CN_JOINT_MAX);
}

/* Its limits are held with what it holds rigidly, where an articulation does that; but gears push
 * on through them before articulations have their turn. */
static inline bool cn_joint_has_hard_limits(const cn_Joint *j) {
    bool can = j->kind == CN_REVOLUTE || j->kind == CN_PRISMATIC;
    return cn_joint_is_rope(j) ||
           (can && j->flags & CN_JOINT_LIMITS && !(j->flags & CN_JOINT_GEARED));
}

/* Its motor has no limit, and a gear couples it: a row of its system. */
static inline bool cn_joint_drives_gear(const cn_Joint *j) {
    const uint32_t both = CN_JOINT_MOTOR | CN_JOINT_GEARED;
    return (j->flags & both) == both && j->tuning.motor_max >= 1e30;
}

/* b's anchor goes along an axis of a. */
static inline bool cn_joint_slides(cn_JointKind kind) {
    return kind == CN_PRISMATIC || kind == CN_WHEEL;
}

/* Limits, motor and spring act on the angle. */
static inline bool cn_joint_hinges(cn_JointKind kind) {
    return kind == CN_REVOLUTE || kind == CN_ROTARY;
}

/* Its motor and spring act along or about one way, which may have limits. */
static inline bool cn_joint_has_way(cn_JointKind kind) {
    return cn_joint_hinges(kind) || cn_joint_slides(kind);
}

/* It may have a spring besides what it holds. */
static inline bool cn_joint_has_spring(cn_JointKind kind) {
    return cn_joint_has_way(kind) || kind == CN_DISTANCE;
}

/* Its angle, b's minus a's, means something: cn_joint_angle, and the reference from which it
 * counts.
 */
static inline bool cn_joint_has_angle(cn_JointKind kind) {
    return cn_joint_has_way(kind) || kind == CN_WELD || kind == CN_MOTOR || kind == CN_FRICTION ||
           kind == CN_RATCHET;
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

/* Of welds: what they hold. */
enum { CN_LINK_CODE_PLACE = 1, CN_LINK_CODE_ANGLE = 2, CN_LINK_CODE_BOTH = 3 };

/* What it may hold rigidly: a number that is another one when that is, 0 for nothing. Of what its
 * bodies are, and of a wheel's neighbours, it does not tell. */
static inline int cn_joint_link_code(const cn_Joint *j) {
    bool place = j->tuning.linear_hertz == 0, angle = j->tuning.angular_hertz == 0;
    if (!(j->flags & CN_JOINT_ENABLED)) return 0;
    switch (j->kind) {
    case CN_REVOLUTE:
    case CN_PRISMATIC:
    case CN_WHEEL:
        return 1;
    case CN_WELD:
        return (place ? CN_LINK_CODE_PLACE : 0) | (angle ? CN_LINK_CODE_ANGLE : 0);
    case CN_DISTANCE:
        return cn_joint_is_rope(j) + 2 * cn_joint_is_rod(j);
    default:
        return 0;
    }
}

/* Gears, pulleys and ratchets: what they are */
static inline bool cn_joint_couples(const cn_Joint *j) {
    return j->kind == CN_GEAR || j->kind == CN_PULLEY || j->kind == CN_RATCHET;
}

/* Of what rows gave last, what is not in the reported velocities: a lone sub-step is told whole. */
static inline float cn_joint_half(const cn_World *w) { return w->def.substeps > 1 ? 0.5f : 0; }

#endif
