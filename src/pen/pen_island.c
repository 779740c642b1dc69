/* pen_island.c: which bodies act on each other: a set for each group that touches or is jointed.
 *
 * Found anew from contacts and joints, since the solver keeps islands only of what it looks at;
 * each set is told by its lowest index, so that its colour stays while it does. */
#include <stdlib.h>

#include "pen_list.h"

#define CONTACTS_MAX 65536 /* count of contacts that are looked at */

static int root_of(int *parent, int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

static void join(int *parent, const cn_World *world, cn_BodyId a, cn_BodyId b) {
    if (cn_body_type(world, a) != CN_DYNAMIC || cn_body_type(world, b) != CN_DYNAMIC) return;
    int i = root_of(parent, (int)a.index), j = root_of(parent, (int)b.index);
    if (i < j) parent[j] = i;
    if (j < i) parent[i] = j;
}

static void join_contacts(int *parent, const cn_World *world) {
    cn_ContactId *ids = malloc(CONTACTS_MAX * sizeof *ids);
    if (!ids) return;
    int count = cn_world_contacts(world, ids, CONTACTS_MAX);
    if (count > CONTACTS_MAX) count = CONTACTS_MAX;
    for (int i = 0; i < count; i++) {
        cn_Manifold m;
        if (!cn_contact_manifold(world, ids[i], &m) || !m.touching || m.ignored) continue;
        join(parent, world, m.body_a, m.body_b);
    }
    free(ids);
}

int *pen_islands(const cn_World *world) {
    int last = 0;
    cn_BodyId body = {0, 0};
    while ((body = cn_world_next_body(world, body)).generation) last = (int)body.index;
    int *parent = malloc((size_t)(last + 1) * sizeof *parent);
    if (!parent) return NULL;
    for (int i = 0; i <= last; i++) parent[i] = i;
    join_contacts(parent, world);
    cn_JointId joint = {0, 0};
    while ((joint = cn_world_next_joint(world, joint)).generation) {
        if (cn_joint_settings(world, joint).enabled)
            join(parent, world, cn_joint_body_a(world, joint), cn_joint_body_b(world, joint));
    }
    for (int i = 0; i <= last; i++) parent[i] = root_of(parent, i);
    return parent;
}
