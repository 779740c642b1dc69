/* exact_strain.c: what the lanes hold well enough.
 *
 * A component that hangs on nothing and is short bears nothing while it flies: it goes through the
 * lanes, at a fraction of the cost, until it comes near something. In a large crowd it goes through
 * them all the same, and so does the rim of a soft body, which gives anyway: until links have been
 * open by a part of its bodies' size for a while. Then it is solved exactly, until what it bears
 * would not open it in the lanes either. What hangs on something, is long, is welded, or has a
 * light body between heavy ones would be open from the first step on, and is always solved exactly:
 * a blow on one box of a welded ring bent it by a third of its size before that was looked at. All
 * that is asked of the component, and of what touches it: what else there is in the world changes
 * nothing. */
#include <math.h>

#include "base/memory.h"
#include "base/union_find.h"
#include "data/contact_access.h"
#include "data/joint_access.h"
#include "data/world.h"
#include "objects/joint_measure.h"
#include "solver/exact/exact.h"
#include "solver/rows/joint_rows.h"

#define MOST_BODIES 32   /* count: a pass does not reach the other end of a longer one */
#define MOST_RATIO  20   /* ratio of the masses of two bodies that are linked */
#define OPEN        0.05 /* ratio to the smaller extent of both, that links are open on average */
#define TORN        0.1  /* ratio, the same of one link */
#define JAM         3    /* times as far, in a crowd */
#define LITTLE      0.5  /* ratio of what opens it, that is little */
#define NEXT_TO_NO  1e-3 /* ratio, the same of what is in no crowd and not soft */
#define EACH        4    /* steps from look to look at what is open */
#define LOOKS       4    /* count in a row at which it is, until it is solved exactly */
#define CALM        15   /* count of looks at which it bears little, until the lanes have it back */
/* count of links of an island, above which it is a crowd; half as many, and it is none again */
#define CROWD  150
#define COUNTS 8 /* steps from count to count */

bool cn_exact_may_be_loose(const cn_World *w, const cn_Articulation *a) {
    const cn_Link *links = w->articulations.links + a->first_link;
    if (a->free_count < a->body_count || a->free_count > MOST_BODIES) return false;
    for (int i = 0; i < a->link_count; i++) {
        cn_LinkKind kind = links[i].kind;
        if (kind != CN_LINK_POINT && !cn_link_is_along(kind)) return false;
    }
    return true;
}

static bool is_light(const cn_World *w, const cn_Articulation *a) {
    const uint32_t locks = CN_BODY_LOCK_X | CN_BODY_LOCK_Y;
    for (int i = 0; i < a->link_count; i++) {
        const cn_Joint *j = &w->joint[w->articulations.links[a->first_link + i].joint];
        float p = w->mass[j->body_a].inv_m, q = w->mass[j->body_b].inv_m;
        if (p > MOST_RATIO * q || q > MOST_RATIO * p) return false;
        if ((w->body_flags[j->body_a] | w->body_flags[j->body_b]) & locks) return false;
    }
    return true;
}

/* The first link of a component says for all. */
static cn_Joint *first_of(const cn_World *w, const cn_Articulation *a) {
    return &w->joint[w->articulations.links[a->first_link].joint];
}

/* m, from the centre to the end of the smaller body. */
static double size_of(const cn_World *w, const cn_Joint *j) {
    return (double)cn_minf(w->motion[j->body_a].extent, w->motion[j->body_b].extent);
}

/* m, as far as it is open. */
static double gap_of(const cn_World *w, const cn_Link *l, const cn_Joint *j) {
    double gap = (double)cn_length(cn_joint_pose(w, j).gap);
    if (l->kind == CN_LINK_ROPE) return fmax(0, fmax(gap - j->tuning.max, j->tuning.min - gap));
    return l->kind == CN_LINK_ROD ? fabs(gap - j->tuning.length) : gap;
}

/* m, as far as the lanes would let it open under what it bears. */
static double sag_of(const cn_World *w, const cn_Joint *j, double h) {
    cn_Mass p = w->mass[j->body_a], q = w->mass[j->body_b];
    cn_JointPose at = cn_joint_pose(w, j);
    double ra = (double)cn_dot(at.ra, at.ra), rb = (double)cn_dot(at.rb, at.rb);
    double inverse =
        (double)p.inv_m + (double)q.inv_m + ra * (double)p.inv_i + rb * (double)q.inv_i;
    double impulse = fmax((double)cn_length(j->impulse), fabs((double)j->hold_impulse));
    return cn_joint_softness((float)h, j->flags & CN_JOINT_KEEPS) * (impulse * inverse);
}

/* What in a crowd, or in what is soft, nobody sees. */
static bool is_seen(const cn_World *w, const cn_Articulation *a) {
    bool soft = true;
    for (int i = 0; i < a->link_count; i++)
        soft &= cn_link_is_along(w->articulations.links[a->first_link + i].kind);
    return !soft && !first_of(w, a)->crowded;
}

static bool strains(const cn_World *w, const cn_Articulation *a) {
    double dt = (double)first_of(w, a)->last_dt;
    double h = dt / w->def.substeps, sum = 0, most = 0;
    double part = first_of(w, a)->crowded ? JAM : 1;
    if (a->holds) part *= is_seen(w, a) ? NEXT_TO_NO : LITTLE;
    bool torn = false;
    for (int i = 0; i < a->link_count; i++) {
        const cn_Link *l = &w->articulations.links[a->first_link + i];
        const cn_Joint *j = &w->joint[l->joint];
        double open = a->holds ? sag_of(w, j, h) : gap_of(w, l, j), size = size_of(w, j);
        torn |= open > part * TORN * size;
        sum += open;
        most += part * OPEN * size;
    }
    return torn || sum > most;
}

static void look(cn_World *w, const cn_Articulation *a) {
    int *strain = &first_of(w, a)->strain;
    bool exact = *strain >= LOOKS;
    if (strains(w, a))
        *strain = exact || *strain + 1 == LOOKS ? LOOKS + CALM : *strain + 1;
    else
        *strain = *strain > LOOKS ? *strain - 1 : 0;
}

static bool touches(const cn_World *w, const cn_Articulation *a) {
    for (int i = 0; i < a->free_count; i++)
        if (w->cold[w->articulations.bodies[a->first_body + i].body].near_count > 0) return true;
    return false;
}

bool cn_exact_is_needed(cn_World *w, const cn_Articulation *a) {
    int first = w->articulations.bodies[a->first_body].body;
    if (!a->loose || !is_light(w, a)) return true;
    cn_Joint *j = first_of(w, a);
    if (is_seen(w, a) && touches(w, a))
        j->strain = LOOKS + CALM;
    else if ((w->steps + (uint64_t)first) % EACH == 0)
        look(w, a);
    return j->strain >= LOOKS;
}

/* ---- crowds ------------------------------------------------------------------------------- */

static void join_touching(const cn_World *w, int *parent) {
    for (int word = 0; word < cn_contact_words(w); word++)
        for (uint64_t bits = w->active[word]; bits; bits &= bits - 1) {
            const cn_Contact *c = &w->contact[cn_contact_at(word, bits)];
            if (c->flags & CN_CONTACT_TOUCHING && !(c->flags & CN_CONTACT_WALL))
                cn_union_find_join(parent, c->body_a, c->body_b);
        }
}

static int root_of(const cn_World *w, const cn_Articulation *a, int *parent) {
    return cn_union_find_root(parent, w->articulations.bodies[a->first_body].body);
}

static void count_links(const cn_World *w, int *parent, int *links) {
    const cn_Articulations *all = &w->articulations;
    for (int i = 0; i < all->count; i++) {
        const cn_Articulation *a = &all->list[i];
        for (int k = 1; k < a->free_count; k++)
            cn_union_find_join(parent, all->bodies[a->first_body].body,
                               all->bodies[a->first_body + k].body);
    }
    for (int i = 0; i < all->count; i++)
        links[root_of(w, &all->list[i], parent)] += all->list[i].link_count;
}

void cn_exact_count_crowds(cn_World *w) {
    const cn_Articulations *all = &w->articulations;
    cn_StepMemory *s = &w->scratch;
    int n = w->bodies.count;
    bool any = false;
    for (int i = 0; i < all->count; i++) any |= all->list[i].loose;
    if (!any || w->steps % COUNTS != 0) return;
    if (!cn_had_memory(w, CN_GROW(s->exact.component, n) && CN_GROW(s->exact.component_work, n)))
        return;
    int *parent = s->exact.component, *links = s->exact.component_work;
    for (int i = 0; i < n; i++) parent[i] = i, links[i] = 0;
    join_touching(w, parent);
    count_links(w, parent, links);
    for (int i = 0; i < all->count; i++) {
        if (!all->list[i].loose) continue;
        cn_Joint *j = first_of(w, &all->list[i]);
        int most = j->crowded ? CROWD / 2 : CROWD;
        bool crowded = links[root_of(w, &all->list[i], parent)] > most;
        if (crowded && !j->crowded) j->strain = 0; /* from when nothing was allowed */
        j->crowded = crowded;
    }
}
