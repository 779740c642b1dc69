/* exact_select.c: which joints are solved exactly.
 *
 * Joints that hold something rigidly connect bodies to components. A component without loops is an
 * articulation, however large it is: its cost is proportional to its size. One with loops is an
 * articulation if its elimination fills in little and takes little; where it is ropes that make it
 * dense, those go through the lanes, and what is left is asked again; the others go through the
 * lanes. A rule of cost, and of the component alone: what else there is in the world changes
 * nothing. What is found stays until joints, or what they can do, change. */
#include <string.h>

#include "base/union_find.h"
#include "data/joint_access.h"
#include "data/world.h"
#include "solver/exact/exact.h"
#include "solver/exact/linkage.h"
#include "solver/order/joint_color.h"
#include "wide/joint_block.h"
#include "world/joint_state.h"

/* count of blocks to make or change for each node, at most: a wide mesh goes through the lanes */
#define FILL 60
/* count, of a component with loops: no order is looked for in a larger one */
#define MOST_NODES 4096
/* count of bodies of a component that hangs on nothing: impulses of the step before are still right
 * where a pass has reached all of it in that step; in larger ones they overshoot and build up */
#define KEEPING 64
/* count of blocks to make or change in a sub-step, of a component with loops */
#define MOST_WORK 2400

/* A component before anything is made of it. */
typedef struct Component {
    int start; /* its lowest body */
    int bodies, links;
} Component;

/* By body, in scratch.exact.component_work: the bodies of the component that is being made, in the
 * order in which they were found; where each stands among these, -1 = not found; how many bodies
 * and links the component has whose lowest body this is. Between two searches a body that has a
 * place is left over. */
typedef struct Room {
    int *found, *place, *bodies, *links;
    bool ropes; /* count as links */
    bool again; /* as they were found before: what their joints bear has been told then */
} Room;

/* ---- the graph ---------------------------------------------------------------------------- */

static bool is_free(const cn_World *w, int body) { return w->cold[body].type == CN_DYNAMIC; }

/* Is a wheel on something that links hold? The lanes do not know what that weighs. What hangs by
 * wheels alone, as most cars do, also on a rope, they do well enough, and at a fifth of the cost.
 */
static bool has_links(const cn_World *w, const cn_Joint *wheel, int body) {
    if (!is_free(w, body)) return false;
    for (int link = w->cold[body].first_joint; link >= 0; link = cn_joint_next(w, link)) {
        const cn_Joint *j = &w->joint[link >> 1];
        cn_LinkKind kind;
        bool other = j != wheel && j->kind != CN_WHEEL;
        if (other && cn_link_kind_of(w, j, &kind) && kind != CN_LINK_ROPE) return true;
    }
    return false;
}

/* What joint j holds rigidly; false when it holds nothing. */
bool cn_link_kind_of(const cn_World *w, const cn_Joint *j, cn_LinkKind *kind) {
    int code = cn_joint_link_code(j);
    if (code == 0 || !cn_joint_acts(w, j)) return false;
    switch (j->kind) {
    case CN_REVOLUTE:
        *kind = CN_LINK_POINT;
        return true;
    case CN_PRISMATIC:
        *kind = CN_LINK_SLIDE;
        return true;
    case CN_WHEEL:
        *kind = CN_LINK_RAIL;
        return has_links(w, j, j->body_a) || has_links(w, j, j->body_b);
    case CN_WELD:
        *kind = code == CN_LINK_CODE_BOTH    ? CN_LINK_WELD
                : code == CN_LINK_CODE_PLACE ? CN_LINK_POINT
                                             : CN_LINK_ANGLE;
        return true;
    case CN_DISTANCE:
        *kind = cn_joint_is_rope(j) ? CN_LINK_ROPE : CN_LINK_ROD;
        return true;
    default:
        return false;
    }
}

/* What a joint whose node is up to date holds: nodes stand closer together than joints. */
static bool kind_at(const cn_World *w, int joint, cn_LinkKind *kind) {
    const cn_JointNode *n = &w->scratch.order.joint_stage.nodes[joint];
    if (!n->acts) return false;
    *kind = CN_LINK_POINT;
    return n->sort / CN_ROW_SETS == CN_REVOLUTE || cn_link_kind_of(w, &w->joint[joint], kind);
}

/* Changes when the graph of joints does. */
static uint64_t signature(const cn_World *w) {
    uint64_t h = 1;
    for (int i = 1; i < w->joints.count; i++) {
        const cn_JointNode *n = &w->scratch.order.joint_stage.nodes[i];
        cn_LinkKind kind;
        if (!kind_at(w, i, &kind)) continue;
        uint64_t types = (uint64_t)(n->a >= 0) | (uint64_t)(n->b >= 0) << 1;
        h = (h ^ ((uint64_t)i << 32 | n->generation)) * 0x9e3779b97f4a7c15u;
        h = (h ^ (types << 8 | (uint64_t)kind)) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return h;
}

/* Ropes are links only where they do not make too much of a component: r->ropes. */
static bool is_link(const Room *r, cn_LinkKind kind) { return r->ropes || kind != CN_LINK_ROPE; }

/* By body, the lowest of those that links connect it with. */
static void connect(const cn_World *w, int *parent, const Room *r) {
    for (int i = 0; i < w->bodies.count; i++) parent[i] = i;
    for (int i = 1; i < w->joints.count; i++) {
        const cn_JointNode *n = &w->scratch.order.joint_stage.nodes[i];
        cn_LinkKind kind;
        if (!kind_at(w, i, &kind) || !is_link(r, kind) || n->a < 0 || n->b < 0) continue;
        cn_union_find_join(parent, n->a, n->b);
    }
}

static void count_members(const cn_World *w, int *parent, const Room *r) {
    for (int i = 0; i < w->bodies.count; i++) r->bodies[i] = r->links[i] = 0;
    for (int i = 0; i < w->bodies.count; i++)
        r->bodies[parent[i] = cn_union_find_root(parent, i)]++;
    for (int i = 1; i < w->joints.count; i++) {
        const cn_JointNode *n = &w->scratch.order.joint_stage.nodes[i];
        cn_LinkKind kind;
        if (kind_at(w, i, &kind) && is_link(r, kind)) r->links[parent[n->a >= 0 ? n->a : n->b]]++;
    }
}

/* Breadth first. */
static void walk(const cn_World *w, const Component *c, const Room *r) {
    int count = 1;
    r->place[c->start] = 0;
    r->found[0] = c->start;
    for (int i = 0; i < count; i++)
        for (int link = w->cold[r->found[i]].first_joint; link >= 0;
             link = cn_joint_next(w, link)) {
            const cn_Joint *j = &w->joint[link >> 1];
            int other = link & 1 ? j->body_a : j->body_b;
            cn_LinkKind kind;
            if (!is_free(w, other) || r->place[other] >= 0 || !cn_link_kind_of(w, j, &kind))
                continue;
            if (!is_link(r, kind)) continue;
            r->place[other] = count;
            r->found[count++] = other;
        }
}

/* ---- making an articulation --------------------------------------------------------------- */

static cn_Link link_of(const cn_World *w, int joint, cn_LinkKind kind, const int *place) {
    const cn_Joint *j = &w->joint[joint];
    return (cn_Link){.joint = joint,
                     .kind = kind,
                     .a = is_free(w, j->body_a) ? place[j->body_a] : -1,
                     .b = is_free(w, j->body_b) ? place[j->body_b] : -1};
}

/* A link belongs to the end that was found first. */
static void list_links(const cn_World *w, const Component *c, const Room *r, cn_Link *links) {
    int count = 0;
    for (int i = 0; i < c->bodies; i++)
        for (int link = w->cold[r->found[i]].first_joint; link >= 0;
             link = cn_joint_next(w, link)) {
            const cn_Joint *j = &w->joint[link >> 1];
            int other = link & 1 ? j->body_a : j->body_b, joint = link >> 1;
            cn_LinkKind kind;
            bool mine = !is_free(w, other) || r->place[other] > i;
            if (mine && cn_link_kind_of(w, j, &kind) && is_link(r, kind))
                links[count++] = link_of(w, joint, kind, r->place);
        }
}

/* What cannot move stands in for itself once for each link. */
static void list_bodies(const cn_World *w, const Component *c, const int *found, cn_Link *links,
                        cn_LinkBody *bodies) {
    int count = c->bodies;
    for (int i = 0; i < c->bodies; i++) bodies[i] = (cn_LinkBody){.body = found[i]};
    for (int i = 0; i < c->links; i++) {
        const cn_Joint *j = &w->joint[links[i].joint];
        if (links[i].a >= 0 && links[i].b >= 0) continue;
        bodies[count] = (cn_LinkBody){.body = links[i].a < 0 ? j->body_a : j->body_b};
        *(links[i].a < 0 ? &links[i].a : &links[i].b) = count++;
    }
}

static int fixed_ends(const cn_Link *links, int count) {
    int fixed = 0;
    for (int i = 0; i < count; i++) fixed += links[i].a < 0 || links[i].b < 0;
    return fixed;
}

/* Adds its bodies and links after those that are there. */
static bool materialize(cn_World *w, const Component *c, const Room *r, cn_Articulation *a) {
    cn_Articulations *all = &w->articulations;
    const cn_Articulation *last = all->count > 0 ? &all->list[all->count - 1] : NULL;
    a->first_body = last ? last->first_body + last->body_count : 0;
    a->first_link = last ? last->first_link + last->link_count : 0;
    a->free_count = c->bodies;
    a->link_count = c->links;
    if (!CN_GROW(all->links, a->first_link + c->links)) return false;
    cn_Link *links = all->links + a->first_link;
    walk(w, c, r);
    list_links(w, c, r, links);
    a->body_count = c->bodies + fixed_ends(links, c->links);
    if (!CN_GROW(all->bodies, a->first_body + a->body_count)) return false;
    list_bodies(w, c, r->found, links, all->bodies + a->first_body);
    return true;
}

/* The plan in the world's array, and room to work in. */
static bool keep_plan(cn_World *w, cn_Articulation *a, const int *end, const int *order) {
    cn_Articulations *all = &w->articulations;
    int ints = (int)cn_order_ints(a->free_count, a->link_count, a->cost);
    int doubles = cn_chain_doubles(a->free_count + a->link_count, a->cost.entries);
    a->first_int = all->ints;
    a->first_double = all->doubles;
    if (!CN_GROW(all->plan, all->ints + ints) || !CN_GROW(all->space, all->doubles + doubles))
        return false;
    cn_Elimination e =
        cn_order_view(all->plan + a->first_int, a->free_count, a->link_count, a->cost);
    all->ints += ints;
    all->doubles += doubles;
    a->last_double = all->doubles - 1;
    all->space[all->doubles - 2] = all->space[all->doubles - 1] = 0; /* exact_energy.c */
    return cn_order_plan(&e, a->free_count, a->link_count, end, order);
}

/* The last articulation of the list gets its plan if it is cheap enough; *cheap tells. False: no
 * memory. */
static bool plan(cn_World *w, cn_Articulation *a, bool *cheap) {
    const cn_Articulations *all = &w->articulations;
    int nodes = a->free_count + a->link_count, ends = 2 * a->link_count;
    size_t bytes = (size_t)(nodes + ends) * sizeof(int);
    int *order = cn_alloc(bytes);
    if (!order) return false;
    int *end = order + nodes;
    for (int i = 0; i < ends; i++) {
        const cn_Link *l = &all->links[a->first_link + i / 2];
        int body = i & 1 ? l->b : l->a;
        end[i] = body < a->free_count ? body : -1;
    }
    int most = FILL * nodes;
    if (!cn_linkage_is_tree(a) && most > MOST_WORK) most = MOST_WORK;
    *cheap = cn_order_find(a->free_count, a->link_count, end, most, order, &a->cost);
    bool kept = !*cheap || keep_plan(w, a, end, order);
    cn_free(order, bytes);
    return kept;
}

/* ---- all of them -------------------------------------------------------------------------- */

static int size_of(const Component *c) { return c->bodies + c->links; }

/* Its joints, in lanes, go on to bear what they bore. Where limits push, that is another thing in
 * each step. */
static void keep_impulses(cn_World *w, const cn_Articulation *a) {
    bool limits = false;
    for (int i = 0; i < a->link_count; i++)
        limits |=
            cn_joint_has_hard_limits(&w->joint[w->articulations.links[a->first_link + i].joint]);
    for (int i = 0; !limits && i < a->link_count; i++)
        w->joint[w->articulations.links[a->first_link + i].joint].flags |= CN_JOINT_KEEPS;
}

/* What is said of joints by the component that they were in. */
static void forget_components(cn_World *w) {
    for (int i = 1; i < w->joints.count; i++)
        w->joint[i].flags &= ~(uint32_t)(CN_JOINT_KEEPS | CN_JOINT_NET);
    w->joint_keeps_stale = true;
    w->scratch.order.joint_stage.read_in = 0; /* nodes know nets by what they were */
}

/* A net goes through the lanes; of one that has been looked at with its ropes a part may not. */
static void note_net(cn_World *w, const cn_Articulation *a, bool net) {
    for (int i = 0; i < a->link_count; i++) {
        cn_Joint *j = &w->joint[w->articulations.links[a->first_link + i].joint];
        j->flags = net ? j->flags | CN_JOINT_NET : j->flags & ~(uint32_t)CN_JOINT_NET;
    }
}

static bool has_ropes(const cn_World *w, const cn_Articulation *a) {
    bool ropes = false;
    for (int i = 0; i < a->link_count; i++)
        ropes |= w->articulations.links[a->first_link + i].kind == CN_LINK_ROPE;
    return ropes;
}

/* It is not left over. */
static void put_away(const Component *c, const Room *r) {
    for (int i = 0; i < c->bodies; i++) r->place[r->found[i]] = -1;
}

/* Takes a component if it is cheap. */
static bool take(cn_World *w, const Component *c, const Room *r) {
    cn_Articulations *all = &w->articulations;
    cn_Articulation a = {0};
    bool cheap;
    if (!CN_GROW(all->list, all->count + 1) || !materialize(w, c, r, &a)) return false;
    bool free = a.body_count == a.free_count;
    if (free && c->bodies <= KEEPING && !r->again) keep_impulses(w, &a);
    cheap = size_of(c) <= MOST_NODES || cn_linkage_is_tree(&a);
    if (cheap && !plan(w, &a, &cheap)) return false;
    if (!r->again) note_net(w, &a, !cheap);
    a.loose = cn_exact_may_be_loose(w, &a);
    a.key = cn_exact_key(w, &a);
    if (cheap) all->list[all->count++] = a;
    if (cheap || !has_ropes(w, &a)) put_away(c, r);
    return true;
}

static uint64_t key_of(const Component *c, int number) {
    return (uint64_t)(INT32_MAX - size_of(c)) << 32 | (uint64_t)number;
}

/* Components with links, largest first; returns how many, -1 without memory. */
static int list_components(cn_World *w, const Room *r, Component **list, int *capacity) {
    cn_StepMemory *s = &w->scratch;
    int count = 0;
    for (int i = 1; i < w->bodies.count; i++) {
        Component c = {i, r->bodies[i], r->links[i]};
        if (c.links == 0 || r->place[i] < 0) continue;
        if (!cn_grow((void **)list, capacity, count + 1, sizeof **list) ||
            !CN_GROW(s->exact.sorted_components, 2 * (count + 1)))
            return -1;
        (*list)[count] = c;
        s->exact.sorted_components[count] = (cn_Keyed){key_of(&c, count), count, 0};
        count++;
    }
    return count;
}

static bool take_all(cn_World *w, const Room *r, const Component *list, int count) {
    bool taken = true;
    for (int i = 0; taken && i < count; i++)
        taken = take(w, &list[w->scratch.exact.sorted_components[i].a], r);
    return taken;
}

/* Of the bodies that are left over. */
static bool find_in(cn_World *w, const Room *r) {
    cn_StepMemory *s = &w->scratch;
    Component *list = NULL;
    int capacity = 0;
    connect(w, s->exact.component, r);
    count_members(w, s->exact.component, r);
    int count = list_components(w, r, &list, &capacity);
    for (int i = 0; i < w->bodies.count; i++) r->place[i] = -1;
    bool found = count >= 0;
    if (count > 0) {
        cn_sort_keyed(s->exact.sorted_components, s->exact.sorted_components + count, count);
        found = take_all(w, r, list, count);
    }
    cn_grow_free((void **)&list, &capacity, sizeof *list);
    return found;
}

static bool find_all(cn_World *w, bool found_before) {
    cn_StepMemory *s = &w->scratch;
    int n = w->bodies.count;
    bool left = false;
    if (!CN_GROW(s->exact.component, n) || !CN_GROW(s->exact.component_work, 4 * n)) return false;
    int *work = s->exact.component_work;
    Room r = {work, work + n, work + 2 * n, work + 3 * n, true, found_before};
    for (int i = 0; i < n; i++) r.place[i] = 0;
    if (!found_before) forget_components(w);
    if (!find_in(w, &r)) return false;
    for (int i = 0; i < n; i++) left |= r.place[i] >= 0;
    r.ropes = false;
    return !left || find_in(w, &r);
}

/* Joints that an articulation held of which a snapshot has kept nothing else. */
static void let_go(cn_World *w) {
    for (int i = 1; i < w->joints.count; i++) {
        cn_Joint *j = &w->joint[i];
        if (!cn_slots_live(&w->joints, i) || !(j->flags & CN_JOINT_EXACT)) continue;
        j->flags &= ~(uint32_t)CN_JOINT_EXACT;
        w->scratch.order.joint_stage.read_in = 0;
        if (cn_joint_is_rope(j)) cn_exact_give_back(j);
    }
}

static void forget(cn_World *w) {
    cn_Articulations *all = &w->articulations;
    for (int i = 0; i < all->count; i++) cn_exact_stop(w, &all->list[i]);
    let_go(w);
    all->count = all->linkage_count = all->ints = all->doubles = 0;
    w->joint_graph_stale = true;
}

void cn_exact_update(cn_World *w) {
    cn_Articulations *all = &w->articulations;
    if (!w->joint_graph_stale) return;
    if (!cn_joint_read_nodes(w)) {
        forget(w);
        return;
    }
    uint64_t now = signature(w);
    if (now == all->signature && !w->links_changed) return;
    w->links_changed = false;
    if (!cn_exact_take_down(w)) w->out_of_memory = true;
    forget(w);
    all->signature = now;
    if (!all->off && find_all(w, false) && cn_linkage_plan(w)) {
        cn_exact_carry_over(w);
        return;
    }
    all->carried_count = 0;
    forget(w); /* all joints go through the lanes until the graph changes again */
}

cn_ExactFound cn_exact_find_again(cn_World *w, uint64_t of) {
    cn_Articulations *all = &w->articulations;
    w->joint_graph_stale = true;
    all->count = all->linkage_count = all->ints = all->doubles = 0;
    bool read = cn_joint_read_nodes(w);
    w->scratch.order.joint_stage.read_in = 0; /* joints may change before the step that comes */
    if (!read) return CN_EXACT_STARVED;
    if (signature(w) != of) return CN_EXACT_CHANGED;
    all->signature = of;
    return find_all(w, true) && cn_linkage_plan(w) ? CN_EXACT_SAME : CN_EXACT_STARVED;
}
