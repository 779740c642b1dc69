/* mover.h: what a character mover is, and how it is moved: a hull of the world that collides with
 * shapes and with other movers. The solver knows of it only if it has a mass: by a body that
 * follows it (mover_proxy.c). Its state is plain data in the world. Invariant: between two calls it
 * keeps CN_MOVER_SKIN from whatever it could get away from. */
#ifndef CN_MOVER_H
#define CN_MOVER_H

#include "cairn.h"
#include "data/mover.h"
#include "geometry/minkowski.h"

/* m, kept to everything, so that what it slides along does not hold it */
#define CN_MOVER_SKIN     0.0005
#define CN_MOVER_USUAL_DT (1.0 / 60) /* s, taken for the last step before there was one */

/* mover.c */
bool cn_mover_live(const cn_World *w, cn_MoverId mover);
/* mover_move.c: as far as it gets; the rest is lost. */
void cn_mover_go(cn_World *w, cn_Mover *m, double dx, double dy);
/* mover_step.c: the stage of a step, if there are any: carried, pushed out, borne by legs. */
void cn_mover_step(cn_World *w, double dt);

/* mover_proxy.c: the body of a mover that has a mass; all do nothing where there is none. */
cn_Result cn_mover_embody(cn_World *w, cn_Mover *m);
void cn_mover_disembody(cn_World *w, const cn_Mover *m);
cn_Result cn_mover_reconfigure_body(cn_World *w, cn_Mover *m, const cn_MoverDef *old);
bool cn_mover_has_body(const cn_World *w, const cn_Mover *m);
/* To where it is. */
void cn_mover_follow(cn_World *w, cn_Mover *m);
/* It lands on, or jumps from, its ground: with d in a step. */
void cn_mover_land(cn_World *w, cn_Mover *m, cn_Pos n, cn_Pos d);
void cn_mover_jump(cn_World *w, const cn_Mover *m, double speed);
/* A force on its ground, where it stands; and where it has legs its weight, and what the spring
 * does besides: m/s^2 upwards, of the mover against its ground. */
void cn_mover_lean(cn_World *w, const cn_Mover *m, double fx, double fy);
void cn_mover_stand(cn_World *w, cn_Mover *m, double spring);

/* mover_planes.c: what surrounds a mover. */
#define CN_MOVER_NOTHING (-1) /* index of no piece */
typedef struct cn_MoverPlane {
    cn_Pos n;        /* unit, from the piece to the mover */
    double distance; /* m beyond the skin; of a cast: fraction */
    cn_Pos at;       /* m, on the piece */
    int piece;       /* or CN_MOVER_NOTHING; less: mover -2 - piece */
} cn_MoverPlane;
static inline int cn_mover_of_plane(const cn_MoverPlane *p) { /* slot, 0: it is a piece */
    return p->piece < CN_MOVER_NOTHING ? -2 - p->piece : 0;
}
#define CN_MOVER_PLANES 24 /* count: beyond it the plane that is least deep is left out */
#define CN_MOVER_NEAR   24 /* count: where more are near, the nearest are asked */
typedef struct cn_MoverWalk {
    cn_World *world;
    cn_Mover *mover;
    cn_QueryFilter filter;               /* layers that do not collide with its own are taken out */
    int spared;                          /* body that is not seen, -1 = none */
    int spared_mover;                    /* 0 = none */
    int near[CN_MOVER_NEAR], near_count; /* other movers that may be in within, ascending; */
    double within[4];                    /* m; outside of that box all movers are asked, */
    bool crowded;                        /* unless more were near than there is room for */
    int landings;                        /* in this call */
    cn_Pos right;
    int plane_count;
    cn_MoverPlane plane[CN_MOVER_PLANES];
    int pushed[CN_MOVER_PLANES], pushed_count; /* bodies */
    bool landed;
    cn_Pos wanted; /* m, the whole way */
    double dt;     /* s, of the step that looks who ran into it; 0 = nobody is asked */
} cn_MoverWalk;
/* far: m, how far it may go; further than that it is only slower. */
cn_MoverWalk cn_mover_walk(cn_World *w, cn_Mover *m, double far);
void cn_mover_shape(const cn_Mover *m, cn_Probe *probe); /* without the skin */
/* Whether a way goes into what it touches. */
bool cn_mover_against(const cn_MoverWalk *k, const cn_MoverPlane *p, cn_Pos d);
/* Into plane: everything that it touches with its skin, or overlaps. */
void cn_mover_gather(cn_MoverWalk *k);
/* What it meets first when it moves by d; of several the plane that bears best. */
bool cn_mover_cast(const cn_MoverWalk *k, cn_Pos d, cn_MoverPlane *out);
/* What a point meets first when it moves by d. */
bool cn_mover_ray(const cn_MoverWalk *k, cn_Pos from, cn_Pos d, cn_MoverPlane *out);
/* Out of whatever it overlaps, as far as there is room. */
void cn_mover_recover(cn_MoverWalk *k);
/* mover_hit.c: it meets that plane, m/s; and who has run into it, of the planes that there are. */
void cn_mover_hit(const cn_MoverWalk *k, const cn_MoverPlane *p, cn_Pos velocity);
void cn_mover_struck(const cn_MoverWalk *k);
cn_MoverContact cn_mover_contact(const cn_World *w, const cn_MoverPlane *p, cn_Pos velocity);
/* mover_move.c: whether there is ground within reach below; it goes there, if it has no legs. */
bool cn_mover_settle(cn_MoverWalk *k, double reach);
/* So far along the ground that it stands on. */
void cn_mover_cross(cn_MoverWalk *k, double way);
/* Remember that point of the ground. */
void cn_mover_hold(cn_MoverWalk *k, const cn_MoverPlane *ground, cn_Pos normal);
/* mover_step.c: as far as its ground has gone since it was held. */
void cn_mover_carry(cn_MoverWalk *k, double dt);

static inline cn_Pos cn_pos_along(cn_Pos a, double k, cn_Pos d) {
    return (cn_Pos){a.x + k * d.x, a.y + k * d.y};
}
static inline double cn_pos_dot(cn_Pos a, cn_Pos b) { return a.x * b.x + a.y * b.y; }
static inline cn_Pos cn_mover_place(const cn_Mover *m) { return (cn_Pos){m->def.x, m->def.y}; }
static inline void cn_mover_shift(cn_Mover *m, double k, cn_Pos d) {
    m->def.x += k * d.x;
    m->def.y += k * d.y;
}
/* For movers that were read from bytes: whether what it was made of is what a mover is made of. */
bool cn_mover_has_sound_def(const cn_Mover *m);
/* What is kept of a filter: no pointers, which would be state that another process cannot read. */
static inline cn_QueryFilter cn_mover_filter(const cn_Mover *m) {
    return (cn_QueryFilter){.mask = m->def.filter.mask, .ignore = m->def.filter.ignore};
}
static inline cn_Pos cn_mover_up(const cn_Mover *m) { return (cn_Pos){m->def.up_x, m->def.up_y}; }

#endif
