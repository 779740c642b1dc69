/* mover.h: what a character mover is, and how it is moved: a hull of the world that collides with
 * shapes, but that nothing of the solver knows of. Its state is plain data in the world.
 * Invariant: between two calls it keeps CN_MOVER_SKIN from whatever it could get away from. */
#ifndef CN_MOVER_H
#define CN_MOVER_H

#include "cairn.h"
#include "probe.h"

#define CN_MOVER_SKIN                                                                              \
    0.0005 /* m, kept to everything, so that what it slides along does not hold it */

typedef struct cn_Mover {
    cn_MoverDef def;  /* x, y: where it is now; up: of length 1 */
    cn_Pos last;      /* m, where it was when the last step ended ... */
    cn_Pos before;    /* ... and the one before that, for drawing */
    cn_Pos velocity;  /* m/s, over that step */
    double foot;      /* m, from its place down to its lowest point */
    double cosine;    /* of max_slope */
    double leg_speed; /* m/s upwards, of the spring */
    double last_dt;   /* s */
    bool grounded;
    cn_ShapeId ground;   /* generation 0: none, or destroyed since */
    cn_Pos normal;       /* of the ground */
    cn_Pos anchor, held; /* a point of the ground, in the frame of its body; where it was then */
} cn_Mover;

/* mover.c */
bool cn_mover_live(const cn_World *w, cn_MoverId mover);
/* mover_move.c: as far as it gets; the rest is lost. */
void cn_mover_go(cn_World *w, cn_Mover *m, double dx, double dy);
/* mover_step.c: the stage of a step, if there are any: carried, pushed out, borne by legs. */
void cn_mover_step(cn_World *w, double dt);

/* mover_touch.c: what surrounds a mover. */
typedef struct cn_MoverPlane {
    cn_Pos n;        /* unit, from the piece to the mover */
    double distance; /* m beyond the skin; of a cast: fraction */
    cn_Pos at;       /* m, on the piece */
    int piece;       /* < 0: nothing */
} cn_MoverPlane;
#define CN_MOVER_PLANES 24
typedef struct cn_MoverWalk {
    cn_World *world;
    cn_Mover *mover;
    cn_QueryFilter filter; /* layers that do not collide with its own are taken out */
    int spared;            /* body that is not seen, -1 = none */
    int landings;          /* in this call */
    cn_Pos right;
    int plane_count;
    cn_MoverPlane plane[CN_MOVER_PLANES];
    int pushed[CN_MOVER_PLANES], pushed_count; /* bodies */
} cn_MoverWalk;
cn_MoverWalk cn_mover_walk(cn_World *w, cn_Mover *m);
void cn_mover_shape(const cn_Mover *m, cn_Probe *probe); /* without the skin */
/* Into plane: everything that it touches with its skin, or overlaps. */
void cn_mover_gather(cn_MoverWalk *k);
/* What it meets first when it moves by d; of several the one that bears best. */
bool cn_mover_cast(const cn_MoverWalk *k, cn_Pos d, cn_MoverPlane *out);
/* The same for a point. */
bool cn_mover_ray(const cn_MoverWalk *k, cn_Pos from, cn_Pos d, cn_MoverPlane *out);
/* Out of whatever it overlaps, as far as there is room. */
void cn_mover_recover(cn_MoverWalk *k);
/* mover_move.c: whether there is ground within reach below; it goes there, if it has no legs. */
bool cn_mover_settle(cn_MoverWalk *k, double reach);
/* Remember that point of the ground. */
void cn_mover_hold(cn_MoverWalk *k, const cn_MoverPlane *ground, cn_Pos normal);

static inline cn_Pos cn_pos_along(cn_Pos a, double k, cn_Pos d) {
    return (cn_Pos){a.x + k * d.x, a.y + k * d.y};
}
static inline double cn_pos_dot(cn_Pos a, cn_Pos b) { return a.x * b.x + a.y * b.y; }
static inline cn_Pos cn_mover_place(const cn_Mover *m) { return (cn_Pos){m->def.x, m->def.y}; }
static inline void cn_mover_shift(cn_Mover *m, double k, cn_Pos d) {
    m->def.x += k * d.x;
    m->def.y += k * d.y;
}
static inline cn_Pos cn_mover_up(const cn_Mover *m) { return (cn_Pos){m->def.up_x, m->def.up_y}; }

#endif
