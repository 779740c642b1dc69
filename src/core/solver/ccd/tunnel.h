/* tunnel.h: the stage that puts back what went through walls, and the ways that it draws. */
#ifndef CN_TUNNEL_H
#define CN_TUNNEL_H

#include "contact/static_contacts.h"
#include "data/contact_access.h"
#include "data/world.h"

/* times its extent: how far from its centre a body may be held while it swings */
#define CN_SWINGS 1.5f

/* A body within the step, as if it had gone and turned evenly. */
typedef struct cn_Passage {
    cn_Pose then, now;
    float turn;  /* rad */
    bool swings; /* about a point of it that stays where it is, */
    cn_Vec pole; /* which is this one, in its frame */
} cn_Passage;

/* The way of a point of a body, and what of all that it crosses comes first. */
typedef struct cn_Way {
    const cn_World *w;
    int body, piece; /* which the point belongs to */
    cn_Vec local;    /* the point */
    cn_Pos from, to;
    float core;              /* m, of the disc about it */
    float most;              /* 1/kg: only what is so hard to push stops it, 0 = not at all */
    float fraction;          /* of the first crossing, 2 = none */
    float room;              /* m, that the disc keeps it from the surface */
    float reached;           /* m, from the surface, where it came from */
    int other;               /* piece that it crosses */
    cn_Vec hit, end, normal; /* in the frame of that piece's body */
} cn_Way;

/* All places on a way, or about it. */
typedef struct cn_Span {
    double x1, y1, x2, y2;
} cn_Span;

static inline cn_Span cn_span_of(cn_Pos from, cn_Pos to, double around) {
    return (cn_Span){
        (from.x < to.x ? from.x : to.x) - around, (from.y < to.y ? from.y : to.y) - around,
        (from.x > to.x ? from.x : to.x) + around, (from.y > to.y ? from.y : to.y) + around};
}

/* Is the piece at that end of the contact where it may be? What moves or has no end may. */
static inline bool cn_span_meets(const cn_World *w, const cn_Span *s, const cn_Contact *c,
                                 int end) {
    if (c->flags & CN_CONTACT_PLANE) return true;
    if (w->cold[end ? c->body_b : c->body_a].type != CN_STATIC) return true;
    cn_Box box = w->box[end ? c->piece_b : c->piece_a];
    return s->x1 <= (double)box.x2 && s->x2 >= (double)box.x1 && s->y1 <= (double)box.y2 &&
           s->y2 >= (double)box.y1;
}

/* The contacts of a body with walls: those that the narrow phase has listed and that there still
 * are, or, where it has not looked at all, those of all contacts of the body. */
typedef struct cn_WallWalk {
    int at; /* place in the list, or link; -1 = no more */
} cn_WallWalk;

static inline cn_WallWalk cn_wall_walk(const cn_World *w, int body) {
    return (cn_WallWalk){w->scratch.ccd.unlisted ? w->cold[body].first_contact
                                                 : cn_static_contacts_first(w, body)};
}

/* -1: that was all. */
static inline int cn_wall_walk_next(const cn_World *w, cn_WallWalk *walk) {
    while (walk->at >= 0) {
        int contact = walk->at >> 1;
        bool counts;
        if (w->scratch.ccd.unlisted) {
            uint32_t wall = walk->at & 1 ? CN_CONTACT_WALL_A : CN_CONTACT_WALL_B;
            counts = w->contact[contact].flags & wall;
            walk->at = cn_contact_next(w, walk->at);
        } else {
            cn_WallLink link = w->scratch.contact.walls[walk->at];
            contact = link.contact;
            counts = w->active[contact >> 6] >> (contact & 63) & 1;
            walk->at = link.next;
        }
        if (counts) return contact;
    }
    return -1;
}

/* rad/s, of a body within the step. */
float cn_passage_spin(const cn_World *w, int body);
/* Where a body has been at a share of the step. */
cn_Passage cn_passage_of(const cn_World *w, int body);
cn_Pose cn_passage_pose(const cn_Passage *p, float t);
/* What the way crosses first, of all that there is; or of what its body has contacts with. */
void cn_way_try_all(cn_Way *way);
void cn_way_try_contacts(cn_Way *way);

/* A corner of a wall that a long body has passed by turning. */
typedef struct cn_Turning {
    const cn_World *w;
    float crossed, time; /* of the first crossing, 2 = none, and before it when both were clear */
    int wall;            /* piece */
    cn_Vec at;           /* the corner, in the frame of the wall's body */
    cn_Vec normal;       /* of the own piece's side that meets it, in the body's frame */
} cn_Turning;

/* turning.c: what the piece of a body has passed first; false: nothing. */
bool cn_turning_find(cn_Turning *found, const cn_World *w, int body, int piece);

void cn_tunnel_walls(cn_World *w); /* stage: bodies that were thrown through a wall unseen */

#endif
