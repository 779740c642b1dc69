/* joint_state.c: whether a joint acts, and whether it keeps shapes from meeting. */
#include "world/joint_state.h"

#include "base/sort.h"
#include "data/joint_access.h"
#include "data/world.h"

static bool moves(const cn_World *w, int body) { return w->cold[body].type == CN_DYNAMIC; }

int cn_gear_place(const cn_World *w, int joint) {
    return cn_sort_place(w->coupling, sizeof *w->coupling, offsetof(cn_Gear, joint),
                         w->coupling_count, joint);
}

const cn_Gear *cn_gear_of(const cn_World *w, int joint) {
    int i = cn_gear_place(w, joint);
    return i < w->coupling_count && w->coupling[i].joint == joint ? &w->coupling[i] : NULL;
}

static bool is_on(const cn_World *w, int joint) {
    const cn_Joint *j = &w->joint[joint];
    uint32_t both = w->body_flags[j->body_a] & w->body_flags[j->body_b];
    return j->flags & CN_JOINT_ENABLED && both & CN_BODY_ENABLED;
}

/* A wheel that stands still holds the other one. */
bool cn_gear_acts(const cn_World *w, const cn_Joint *gear) {
    const cn_Gear *c = cn_gear_of(w, (int)(gear - w->joint));
    if (!c || !is_on(w, c->of[0]) || !is_on(w, c->of[1])) return false;
    return moves(w, gear->body_a) || moves(w, gear->body_b);
}

/* A filter is there for nothing else, so that it does so only while it is on. */
bool cn_joint_kind_separates(cn_JointKind kind, uint32_t flags) {
    bool on = kind != CN_FILTER || flags & CN_JOINT_ENABLED;
    return on && !(flags & CN_JOINT_COLLIDE);
}

bool cn_joint_separates(const cn_World *w, int a, int b) {
    if (w->cold[a].joint_count == 0 || w->cold[b].joint_count == 0) return false;
    int body = w->cold[a].joint_count < w->cold[b].joint_count ? a : b, other = a + b - body;
    for (int link = w->cold[body].first_joint; link >= 0; link = cn_joint_next(w, link)) {
        const cn_Joint *j = &w->joint[link >> 1];
        int partner = link & 1 ? j->body_a : j->body_b;
        if (partner == other && cn_joint_kind_separates(j->kind, j->flags)) return true;
    }
    return false;
}

bool cn_joint_acts(const cn_World *w, const cn_Joint *j) {
    uint32_t both = w->body_flags[j->body_a] & w->body_flags[j->body_b];
    if (!(j->flags & CN_JOINT_ENABLED) || !(both & CN_BODY_ENABLED)) return false;
    if (j->kind == CN_FILTER) return false;
    if (j->kind == CN_GEAR) return cn_gear_acts(w, j);
    return w->cold[j->body_a].type == CN_DYNAMIC || w->cold[j->body_b].type == CN_DYNAMIC;
}
