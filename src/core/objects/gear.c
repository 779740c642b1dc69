/* gear.c: gears, pulleys and ratchets: one row between up to four bodies.
 *
 * A gear keeps the sum of two coordinates, those of two other joints: angle or way of a, and that
 * of b times a ratio. It stands in the lists of two bodies, one of each joint, that can move if one
 * can; the joints connect all others, so that all of them sleep and wake together. It acts while
 * both joints do, and goes when one of them goes. A pulley is a rope from a over two places in the
 * world to b, of which that of b counts ratio times. A ratchet lets b turn against a in one
 * direction, from catch to catch. What begins to act catches where it is.
 * Not here: what they do in a step (gear_solve.c). */
#include "objects/gear.h"

#include <math.h>
#include <string.h>

#include "data/joint_access.h"
#include "data/world.h"
#include "objects/joint.h"
#include "objects/joint_measure.h"
#include "world/joint_state.h"

/* in place of the index of a record: there is none */
#define NONE (-1)
/* rad: so little before a catch it holds there already, since rounding may leave it short of one
 * that it has reached */
#define CATCHES 1e-4

/* ---- records ------------------------------------------------------------------------------ */

bool cn_gear_reserve(cn_World *w) { return CN_GROW(w->coupling, w->coupling_count + 1); }

void cn_gear_add(cn_World *w, int joint, const cn_JointDef *d) {
    int i = cn_gear_place(w, joint);
    bool gear = d->kind == CN_GEAR;
    memmove(w->coupling + i + 1, w->coupling + i,
            (size_t)(w->coupling_count++ - i) * sizeof *w->coupling);
    w->coupling[i] = (cn_Gear){
        .joint = joint, .of = {gear ? (int)d->joint_a.index : 0, gear ? (int)d->joint_b.index : 0}};
    if (d->kind == CN_PULLEY) {
        w->coupling[i].ground[0] = (cn_Pos){d->ground_from_x, d->ground_from_y};
        w->coupling[i].ground[1] = (cn_Pos){d->ground_to_x, d->ground_to_y};
    }
    for (int k = 0; gear && k < 2; k++) w->joint[w->coupling[i].of[k]].flags |= CN_JOINT_GEARED;
}

static bool couples(const cn_World *w, const cn_Gear *c, int joint) {
    return w->joint[c->joint].kind == CN_GEAR && (c->of[0] == joint || c->of[1] == joint);
}

/* The next record, from the one at i on, of a gear that couples the joint. */
static int next_gear(const cn_World *w, int joint, int i) {
    while (i < w->coupling_count && !couples(w, &w->coupling[i], joint)) i++;
    return i;
}

int cn_gear_first(const cn_World *w, int joint) { return next_gear(w, joint, 0); }

static void note_geared(cn_World *w, int joint) {
    if (next_gear(w, joint, 0) == w->coupling_count)
        w->joint[joint].flags &= ~(uint32_t)CN_JOINT_GEARED;
}

void cn_gear_remove(cn_World *w, int joint) {
    cn_Joint *j = &w->joint[joint];
    for (int i; j->flags & CN_JOINT_GEARED && (i = next_gear(w, joint, 0)) < w->coupling_count;)
        cn_joint_remove(w, w->coupling[i].joint);
    if (!cn_joint_couples(j)) return;
    int i = cn_gear_place(w, joint);
    cn_Gear gone = w->coupling[i];
    memmove(w->coupling + i, w->coupling + i + 1,
            (size_t)(--w->coupling_count - i) * sizeof *w->coupling);
    for (int k = 0; j->kind == CN_GEAR && k < 2; k++) note_geared(w, gone.of[k]);
}

cn_JointId cn_joint_next_gear(const cn_World *w, cn_JointId joint, cn_JointId previous) {
    if (!cn_joint_is_valid(w, joint)) return (cn_JointId){0, 0};
    int from = cn_slots_after(&w->joints, previous.index);
    int i = next_gear(w, (int)joint.index, cn_gear_place(w, from));
    return i < w->coupling_count ? cn_joint_id(w, w->coupling[i].joint) : (cn_JointId){0, 0};
}

/* ---- bodies ------------------------------------------------------------------------------- */

static bool moves(const cn_World *w, int body) { return w->cold[body].type == CN_DYNAMIC; }

static int other_of(const cn_Joint *j, int body) {
    return body == j->body_b ? j->body_a : j->body_b;
}

/* Where both joints move the same body, the gear stands at another one besides. */
void cn_gear_ends(const cn_World *w, const int of[2], int ends[2]) {
    const cn_Joint *j[2] = {&w->joint[of[0]], &w->joint[of[1]]};
    for (int k = 0; k < 2; k++)
        ends[k] = moves(w, j[k]->body_b) || !moves(w, j[k]->body_a) ? j[k]->body_b : j[k]->body_a;
    if (ends[0] != ends[1]) return;
    int first = other_of(j[0], ends[0]), second = other_of(j[1], ends[1]);
    bool moves_first = moves(w, first) && !moves(w, second);
    ends[moves_first ? 0 : 1] = moves_first ? first : second;
}

int cn_gear_bodies(const cn_World *w, const cn_Gear *c, int body[4]) {
    const cn_Joint *j = &w->joint[c->joint];
    int count = 0, all[4] = {j->body_a, j->body_b, j->body_a, j->body_b};
    for (int k = 0; j->kind == CN_GEAR && k < 2; k++) {
        all[2 * k] = w->joint[c->of[k]].body_a;
        all[2 * k + 1] = w->joint[c->of[k]].body_b;
    }
    for (int i = 0; i < 4; i++) {
        bool known = false;
        for (int k = 0; k < count; k++) known |= body[k] == all[i];
        if (!known) body[count++] = all[i];
    }
    return count;
}

static bool has_body(const cn_World *w, int joint, int body) {
    return w->joint[joint].body_a == body || w->joint[joint].body_b == body;
}

void cn_gear_review(cn_World *w, int body) {
    for (int i = 0; i < w->coupling_count; i++) {
        const cn_Gear *c = &w->coupling[i];
        const cn_Joint *j = &w->joint[c->joint];
        if (j->kind != CN_GEAR) continue;
        if (!has_body(w, c->of[0], body) && !has_body(w, c->of[1], body)) continue;
        int ends[2];
        cn_gear_ends(w, c->of, ends);
        if (ends[0] != j->body_a || ends[1] != j->body_b) cn_joint_move_ends(w, c->joint, ends);
    }
}

/* ---- what they measure -------------------------------------------------------------------- */

void cn_gear_lengths(const cn_World *w, const cn_Joint *j, double length[2]) {
    const cn_Gear *c = cn_gear_of(w, (int)(j - w->joint));
    cn_Pos at[2];
    cn_joint_anchors(w, cn_joint_id(w, c->joint), &at[0], &at[1]);
    for (int k = 0; k < 2; k++) {
        double x = at[k].x - c->ground[k].x, y = at[k].y - c->ground[k].y;
        length[k] = sqrt(x * x + y * y);
    }
}

void cn_joint_lengths(const cn_World *w, cn_JointId joint, double *of_a, double *of_b) {
    double length[2] = {0, 0};
    if (cn_joint_is_valid(w, joint) && w->joint[joint.index].kind == CN_PULLEY)
        cn_gear_lengths(w, &w->joint[joint.index], length);
    *of_a = length[0];
    *of_b = length[1];
}

static double coordinate(const cn_World *w, int joint) {
    if (w->joint[joint].kind == CN_PRISMATIC) return cn_joint_translation(w, cn_joint_id(w, joint));
    return cn_joint_angle_now(w, &w->joint[joint]);
}

static double sum_of_gear(const cn_World *w, const cn_Joint *j) {
    const cn_Gear *c = cn_gear_of(w, (int)(j - w->joint));
    return coordinate(w, c->of[0]) + j->tuning.ratio * coordinate(w, c->of[1]);
}

static double catch_at(const cn_JointTuning *t, double angle) {
    double near = CATCHES / fabs(t->step);
    return t->phase + t->step * floor((angle - t->phase) / t->step + (near < 0.5 ? near : 0.5));
}

void cn_gear_mesh(cn_World *w, cn_Joint *j) {
    if (!cn_joint_acts(w, j)) return;
    if (j->kind == CN_GEAR) j->origin = sum_of_gear(w, j);
    if (j->kind == CN_RATCHET) j->origin = catch_at(&j->tuning, cn_joint_angle_now(w, j));
    j->flags |= CN_JOINT_MESHED;
}

double cn_gear_error(const cn_World *w, const cn_Joint *j) {
    const cn_JointTuning *t = &j->tuning;
    if (j->kind == CN_PULLEY) {
        double length[2];
        cn_gear_lengths(w, j, length);
        return length[0] + t->ratio * length[1] - t->length;
    }
    if (!(j->flags & CN_JOINT_MESHED)) return 0;
    if (j->kind == CN_GEAR) return sum_of_gear(w, j) - j->origin;
    double past = cn_joint_angle_now(w, j) - j->origin;
    return t->step > 0 ? -past : past;
}
