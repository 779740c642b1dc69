/* guard.h: what tunnel.c and passing.c ask of a body: how it has moved in the step, and which point
 * of a piece is its middle. */
#ifndef CN_GUARD_H
#define CN_GUARD_H

#include "data/body_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "solver/ccd/tunnel.h"
#include "wide/motion.h"
#include "world/body_state.h"

/* ratio to its thickness, by which a body that is not wary may move into something */
#define CN_GUARD_SAFETY 0.5f

/* How much of its thickness it may move into something. */
static inline float cn_guard_safety_of(const cn_World *w, int body) {
    return w->body_flags[body] & CN_BODY_WARY ? cn_body_tuning(w, body)->safety : CN_GUARD_SAFETY;
}

/* Inside the box that contacts were looked for in? */
static inline bool cn_guard_foreseen(const cn_World *w, int piece, cn_Pos c) {
    cn_Box box = w->box[piece];
    return c.x >= (double)box.x1 && c.x <= (double)box.x2 && c.y >= (double)box.y1 &&
           c.y <= (double)box.y2;
}

/* Is the piece all of its body? */
static inline bool cn_guard_is_alone(const cn_World *w, int piece) {
    return !cn_shape_has_mates(w, w->piece[piece].shape);
}

/* The same of a piece of that body, with less to read for most. */
static inline bool cn_guard_is_all(const cn_World *w, int body, int piece) {
    return w->motion_block[body / CN_LANES].piece[body % CN_LANES] == piece ||
           cn_guard_is_alone(w, piece);
}

/* The middle of a piece; a body of one piece is seen from its centre of mass. */
static inline cn_Vec cn_guard_middle_of(const cn_World *w, int body, int piece) {
    if (cn_guard_is_all(w, body, piece)) return w->pose[body].center;
    cn_Geom geom = cn_piece_geom(w, piece);
    cn_Vec sum = {0, 0};
    for (int i = 0; i < geom.count; i++) sum = cn_add(sum, geom.vertices[i]);
    return cn_scale(1.0f / (float)geom.count, sum);
}

/* m, by which its turning may have moved a point of it at a metre from its centre. */
static inline float cn_guard_turn_of(const cn_World *w, int body) {
    cn_Rot turn = cn_rot_rel(w->old_pose[body].q, w->pose[body].q);
    float chord = cn_absf(turn.s) + (1 - turn.c); /* nothing, after a whole turn */
    float way = cn_absf(cn_passage_spin(w, body)) * w->scratch.dt;
    return cn_maxf(chord, way);
}

static inline float cn_guard_swing_of(const cn_World *w, int body) {
    return cn_guard_turn_of(w, body) * w->motion[body].extent;
}

/* m, the same of what is long: of others it makes no difference. */
static inline float cn_guard_long_swing_of(const cn_World *w, int body) {
    return w->body_flags[body] & CN_BODY_LONG ? cn_guard_swing_of(w, body) : 0;
}

static inline bool cn_guard_has_middle(const cn_World *w, int body) {
    return w->cold[body].first_shape >= 0 && w->mass[body].inv_m > 0;
}

/* m: less than this share of its thickness nothing has to pass by, as a body is looked at. */
static inline float cn_guard_near_way(const cn_World *w, int body) {
    return cn_minf(CN_GUARD_FAR, cn_guard_safety_of(w, body)) * w->cold[body].inner_radius;
}

/* A body that moves by less is within its box yet, as it was deep in nothing before. */
static inline bool cn_guard_moved_far(const cn_World *w, int body) {
    cn_Vec d = {w->old_pose[body].dx, w->old_pose[body].dy};
    float swing = cn_guard_long_swing_of(w, body), most = cn_guard_near_way(w, body);
    return swing > CN_GUARD_FAR * w->cold[body].inner_radius || cn_length_sq(d) > most * most;
}

/* passing.c: which bodies may have passed a wall that they have a contact with. */
typedef struct cn_Thrown {
    cn_World *w;
    uint8_t *far, *passing; /* by eight bodies: those that moved far, and of these those that may
                               have passed a wall */
} cn_Thrown;

void cn_guard_find_passing(void *thrown, int first, int end, int worker); /* words of contacts */

#endif
