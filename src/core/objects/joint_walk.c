/* joint_walk.c: the joints of a world, and of a body, in the order of their ids. */
#include "data/body_access.h"
#include "data/joint_access.h"
#include "data/world.h"

cn_JointId cn_world_next_joint(const cn_World *w, cn_JointId previous) {
    for (int i = cn_slots_after(&w->joints, previous.index); i < w->joints.count; i++)
        if (cn_slots_live(&w->joints, i)) return cn_joint_id(w, i);
    return (cn_JointId){0, 0};
}

/* count of joints of a body that are looked through for the next id; of a hub with more all joints
 * of the world are walked */
#define SHORT 32

/* A body's list is in order of creation. Few are searched; for a hub all joints are walked. */
cn_JointId cn_body_next_joint(const cn_World *w, cn_BodyId body, cn_JointId previous) {
    int best = -1, self = (int)body.index, from = cn_slots_after(&w->joints, previous.index);
    if (!cn_body_live(w, body)) return (cn_JointId){0, 0};
    if (w->cold[self].joint_count > SHORT) {
        cn_JointId id = cn_world_next_joint(w, previous);
        while (id.generation && w->joint[id.index].body_a != self &&
               w->joint[id.index].body_b != self)
            id = cn_world_next_joint(w, id);
        return id;
    }
    for (int link = w->cold[self].first_joint; link >= 0; link = cn_joint_next(w, link)) {
        int joint = link >> 1;
        if (joint >= from && (best < 0 || joint < best)) best = joint;
    }
    return best < 0 ? (cn_JointId){0, 0} : cn_joint_id(w, best);
}
