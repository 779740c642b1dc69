/* gear_prepare.c: a gear, pulley or ratchet when a step begins: its bodies, the joints that are
 * held, its coordinates.
 *
 * What articulations hold is theirs to count (gear_train.c). For where joints go through the
 * lanes, and for when that fails: besides its own bodies it has those that hang on them by joints
 * that hold something, the nearest first, as far as there is room: what it pushes at has their
 * mass, too. Places are told from an origin near it. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "data/world.h"
#include "objects/gear.h"
#include "objects/joint_measure.h"
#include "solver/exact/exact.h"
#include "solver/exact/gear_system.h"

/* count of joints of a body that are looked at for those to hold: hubs may have many */
#define LOOKED_AT    16
#define FROM_OUTSIDE 0.005 /* rad or m: no sub-step leaves so much open, so it is closed gently */

/* ---- a coupling that acts ----------------------------------------------------------------- */

int cn_couple_place(const cn_GearRow *k, int body) {
    for (int i = 0; i < k->body_count; i++)
        if (k->bodies[i].body == body) return i;
    return -1;
}

cn_Chain cn_couple_chain(const cn_World *w, cn_GearRow *k, float h) {
    return (cn_Chain){.body_count = k->body_count,
                      .free_count = k->body_count,
                      .link_count = k->link_count,
                      .bodies = k->bodies,
                      .links = k->links,
                      .h = (double)h,
                      .push = w->def.push_speed * (double)h,
                      .tolerance = CN_COUPLE_CLOSED};
}

static int add_body(const cn_World *w, cn_GearRow *k, int body, cn_Pos origin) {
    int at = cn_couple_place(k, body);
    if (at >= 0 || k->body_count == CN_COUPLE_BODIES) return at;
    at = k->body_count++;
    bool free = cn_couple_yields(w, body);
    uint32_t flags = w->body_flags[body];
    cn_Mass m = w->mass[body];
    k->bodies[at] = (cn_LinkBody){.body = body};
    memset(&k->sent[3 * at], 0, 3 * sizeof *k->sent);
    cn_link_start_body(w, &k->bodies[at], origin, free);
    double *inv = &k->inv[3 * at];
    inv[0] = free && !(flags & CN_BODY_LOCK_X) ? (double)m.inv_m : 0;
    inv[1] = free && !(flags & CN_BODY_LOCK_Y) ? (double)m.inv_m : 0;
    inv[2] = free && !(flags & CN_BODY_LOCK_ROTATION) ? (double)m.inv_i : 0;
    return at;
}

static bool holds(const cn_GearRow *k, int joint) {
    for (int i = 0; i < k->link_count; i++)
        if (k->links[i].joint == joint) return true;
    return false;
}

/* A joint of its bodies is held meanwhile, and the body that hangs on it comes along, while there
 * is room. */
static void hold(const cn_World *w, cn_GearRow *k, int joint, cn_Pos origin) {
    const cn_Joint *j = &w->joint[joint];
    cn_LinkKind kind;
    if (k->link_count == CN_COUPLE_LINKS || holds(k, joint) || !cn_link_kind_of(w, j, &kind))
        return;
    if (kind == CN_LINK_ROPE) return; /* it may be slack */
    int a = add_body(w, k, j->body_a, origin), b = add_body(w, k, j->body_b, origin);
    if (a < 0 || b < 0) return;
    cn_Chain c = cn_couple_chain(w, k, 0);
    cn_Link *l = &k->links[k->link_count++];
    *l = (cn_Link){.joint = joint, .kind = kind, .a = a, .b = b};
    memset(&k->borne[3 * (k->link_count - 1)], 0, 3 * sizeof *k->borne);
    cn_link_start(w, &c, l);
}

/* Breadth first: those that are near matter most. */
static void hold_joints(const cn_World *w, cn_GearRow *k, cn_Pos origin) {
    for (int i = 0; i < k->body_count; i++) {
        int body = k->bodies[i].body, left = LOOKED_AT;
        if (!cn_couple_yields(w, body)) continue;
        for (int link = w->cold[body].first_joint; link >= 0 && left > 0; left--) {
            hold(w, k, link >> 1, origin);
            link = w->joint[link >> 1].next[link & 1];
        }
    }
}

static void place_anchors(const cn_World *w, cn_Side *d, const cn_Joint *j) {
    cn_Vec ca = w->pose[j->body_a].center, cb = w->pose[j->body_b].center;
    d->ax = j->local_a.x - (double)ca.x, d->ay = j->local_a.y - (double)ca.y;
    d->bx = j->local_b.x - (double)cb.x, d->by = j->local_b.y - (double)cb.y;
    d->ux = (double)j->axis.x, d->uy = (double)j->axis.y;
    d->origin = j->origin;
}

static cn_Side joint_side(const cn_World *w, const cn_GearRow *k, const cn_Joint *j,
                          double factor) {
    cn_Side d = {
        .a = cn_couple_place(k, j->body_a), .b = cn_couple_place(k, j->body_b), .factor = factor};
    const cn_LinkBody *a = &k->bodies[d.a], *b = &k->bodies[d.b];
    d.slides = j->kind == CN_PRISMATIC;
    d.start = d.angle = cn_joint_angle_now(w, j);
    d.before_c = a->start_c * b->start_c + a->start_s * b->start_s;
    d.before_s = a->start_c * b->start_s - a->start_s * b->start_c;
    place_anchors(w, &d, j);
    return d;
}

static cn_Side rope_side(const cn_World *w, const cn_GearRow *k, const cn_Joint *j, int end,
                         double factor, cn_Pos ground) {
    int body = end ? j->body_b : j->body_a;
    cn_Pos local = end ? j->local_b : j->local_a;
    cn_Vec center = w->pose[body].center;
    return (cn_Side){.b = cn_couple_place(k, body),
                     .factor = factor,
                     .ax = ground.x,
                     .ay = ground.y,
                     .bx = local.x - (double)center.x,
                     .by = local.y - (double)center.y};
}

static void set_sides(const cn_World *w, cn_GearRow *k, const cn_Gear *c, cn_Pos origin) {
    const cn_Joint *j = &w->joint[k->joint];
    const cn_JointTuning *t = &j->tuning;
    k->side_count = 2;
    k->one_sided = j->kind != CN_GEAR;
    k->constant = j->kind == CN_PULLEY ? t->length : j->origin;
    if (j->kind == CN_GEAR) {
        k->side[0] = joint_side(w, k, &w->joint[c->of[0]], 1);
        k->side[1] = joint_side(w, k, &w->joint[c->of[1]], t->ratio);
    } else if (j->kind == CN_PULLEY) {
        for (int i = 0; i < 2; i++) {
            cn_Pos ground = {c->ground[i].x - origin.x, c->ground[i].y - origin.y};
            k->side[i] = rope_side(w, k, j, i, i ? t->ratio : 1, ground);
        }
    } else { /* what it holds is that it has come no further back than the catch */
        double sign = t->step > 0 ? -1 : 1;
        k->side_count = 1;
        k->side[0] = joint_side(w, k, j, sign);
        k->constant *= sign;
        k->step = fabs(t->step);
    }
}

void cn_couple_start_motor(const cn_World *w, cn_GearRow *k, int joint) {
    const cn_Joint *j = &w->joint[joint];
    int body[2] = {j->body_a, j->body_b};
    memset(k, 0, offsetof(cn_GearRow, bodies));
    k->joint = joint;
    k->kind = CN_MOTOR;
    cn_Pos origin = cn_pose_center(&w->pose[body[cn_couple_yields(w, body[1])]]);
    for (int i = 0; i < 2; i++) {
        add_body(w, k, body[i], origin);
        k->train[i] = -1;
    }
    k->own = 2;
    hold(w, k, joint, origin);
    hold_joints(w, k, origin);
    k->side_count = 1;
    k->side[0] = joint_side(w, k, j, 1);
    k->impulse = (double)j->motor_impulse;
}

void cn_couple_start(cn_World *w, cn_GearRow *k, const cn_Gear *c) {
    cn_Joint *j = &w->joint[c->joint];
    int body[4], count = cn_gear_bodies(w, c, body);
    memset(k, 0, offsetof(cn_GearRow, bodies));
    k->joint = c->joint;
    k->kind = j->kind;
    int near = cn_couple_yields(w, j->body_b) ? j->body_b : j->body_a;
    cn_Pos origin = cn_pose_center(&w->pose[near]);
    for (int i = 0; i < count; i++) {
        add_body(w, k, body[i], origin);
        k->train[i] = -1;
    }
    k->own = count;
    if (j->kind == CN_GEAR)
        for (int i = 0; i < 2; i++) hold(w, k, c->of[i], origin);
    hold_joints(w, k, origin);
    set_sides(w, k, c, origin);
    k->impulse = (double)j->hold_impulse;
    k->gently = fabs(cn_gear_error(w, j)) > FROM_OUTSIDE;
    j->flags &= ~(uint32_t)(CN_JOINT_PULL | CN_JOINT_EASE);
}
