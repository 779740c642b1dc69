/* articulation_find.c: which joints are solved exactly.
 *
 * Joints that hold something rigidly connect bodies to components. One whose elimination fills in
 * little is an articulation; the others go through the lanes. There is a budget for all of them:
 * the largest come first, since they are what the lanes do worst, and those of one size are taken
 * all or none, so that of a crowd of equals none is stiffer than the next. A rule of cost, and of
 * the graph alone: what is found stays until joints, or what they can do, change. */
#include <string.h>

#include "articulation.h"

#define FILL       60   /* blocks to make or change for each node, at most */
#define MOST_NODES 4096 /* of one articulation */
#define MOST_WORK  2400 /* blocks to make or change in a sub-step, of all of them */

/* A component before anything is made of it: its bodies stand in scratch.stack. */
typedef struct Component {
    int first, bodies, links;
} Component;

/* ---- the graph ---------------------------------------------------------------------------- */

static bool is_free(const cn_World *w, int body) { return w->cold[body].type == CN_DYNAMIC; }

/* What joint j holds rigidly; false when it holds nothing. */
static bool kind_of(const cn_World *w, const cn_Joint *j, cn_LinkKind *kind) {
    bool place = j->tuning.linear_hertz == 0, angle = j->tuning.angular_hertz == 0;
    if (!cn_joint_acts(w, j)) return false;
    switch (j->kind) {
    case CN_REVOLUTE:
        *kind = CN_LINK_POINT;
        return true;
    case CN_PRISMATIC:
        *kind = CN_LINK_SLIDE;
        return true;
    case CN_WELD:
        *kind = place ? angle ? CN_LINK_WELD : CN_LINK_POINT : CN_LINK_TURN;
        return place || angle;
    case CN_DISTANCE:
        *kind = CN_LINK_ROD;
        return cn_joint_is_rod(j);
    default:
        return false;
    }
}

/* Changes when the graph of joints does. */
static uint64_t signature(const cn_World *w) {
    uint64_t h = 1;
    for (int i = 1; i < w->joints.count; i++) {
        const cn_Joint *j = &w->joint[i];
        cn_LinkKind kind;
        if (!cn_slots_live(&w->joints, i) || !kind_of(w, j, &kind)) continue;
        uint64_t types = (uint64_t)is_free(w, j->body_a) | (uint64_t)is_free(w, j->body_b) << 1;
        h = (h ^ ((uint64_t)i << 32 | w->joints.generation[i])) * 0x9e3779b97f4a7c15u;
        h = (h ^ (types << 8 | (uint64_t)kind)) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return h;
}

/* Breadth first. A link belongs to the end that was found first. place: by body, index within the
 * component, -1 = not found yet. */
static Component walk(const cn_World *w, int start, int first, int *bodies, int *place) {
    Component c = {first, 1, 0};
    place[start] = 0;
    bodies[first] = start;
    for (int i = 0; i < c.bodies; i++) {
        int body = bodies[first + i];
        for (int link = w->cold[body].first_joint; link >= 0;) {
            const cn_Joint *j = &w->joint[link >> 1];
            int other = link & 1 ? j->body_a : j->body_b;
            cn_LinkKind kind;
            link = j->next[link & 1];
            if (!kind_of(w, j, &kind)) continue;
            bool free = is_free(w, other);
            if (free && place[other] < 0) {
                place[other] = c.bodies;
                bodies[first + c.bodies++] = other;
            }
            c.links += !free || place[other] > i;
        }
    }
    return c;
}

/* ---- making one --------------------------------------------------------------------------- */

static cn_Link link_of(const cn_World *w, int joint, cn_LinkKind kind, const int *place) {
    const cn_Joint *j = &w->joint[joint];
    return (cn_Link){.joint = joint,
                     .kind = kind,
                     .a = is_free(w, j->body_a) ? place[j->body_a] : -1,
                     .b = is_free(w, j->body_b) ? place[j->body_b] : -1};
}

static void list_links(const cn_World *w, const Component *c, const int *place, cn_Link *links) {
    const int *bodies = w->scratch.stack + c->first;
    int count = 0;
    for (int i = 0; i < c->bodies; i++)
        for (int link = w->cold[bodies[i]].first_joint; link >= 0;) {
            const cn_Joint *j = &w->joint[link >> 1];
            int other = link & 1 ? j->body_a : j->body_b, joint = link >> 1;
            cn_LinkKind kind;
            link = j->next[link & 1];
            bool mine = !is_free(w, other) || place[other] > i;
            if (mine && kind_of(w, j, &kind)) links[count++] = link_of(w, joint, kind, place);
        }
}

/* What cannot move stands in for itself once for each link. */
static void list_bodies(const cn_World *w, const Component *c, cn_Link *links,
                        cn_LinkBody *bodies) {
    int count = c->bodies;
    for (int i = 0; i < c->bodies; i++)
        bodies[i] = (cn_LinkBody){.body = w->scratch.stack[c->first + i]};
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
static bool materialize(cn_World *w, const Component *c, const int *place, cn_Articulation *a) {
    cn_Articulations *all = &w->articulations;
    const cn_Articulation *last = all->count > 0 ? &all->list[all->count - 1] : NULL;
    a->first_body = last ? last->first_body + last->body_count : 0;
    a->first_link = last ? last->first_link + last->link_count : 0;
    a->free_count = c->bodies;
    a->link_count = c->links;
    if (!cn_grow((void **)&all->links, &all->link_capacity, a->first_link + c->links,
                 sizeof *all->links))
        return false;
    cn_Link *links = all->links + a->first_link;
    list_links(w, c, place, links);
    a->body_count = c->bodies + fixed_ends(links, c->links);
    if (!cn_grow((void **)&all->bodies, &all->body_capacity, a->first_body + a->body_count,
                 sizeof *all->bodies))
        return false;
    list_bodies(w, c, links, all->bodies + a->first_body);
    return true;
}

static int work_of(const cn_Articulation *a) { return a->cost.entries + a->cost.updates; }

/* The plan in the world's array, and room to work in. */
static bool keep_plan(cn_World *w, cn_Articulation *a, const int *end, const int *order) {
    cn_Articulations *all = &w->articulations;
    int ints = (int)cn_order_ints(a->free_count, a->link_count, a->cost);
    int doubles = (a->free_count + a->link_count) * 24 + a->cost.entries * 9;
    a->first_int = all->ints;
    a->first_double = all->doubles;
    if (!cn_grow((void **)&all->plan, &all->plan_capacity, all->ints + ints, sizeof *all->plan) ||
        !cn_grow((void **)&all->space, &all->space_capacity, all->doubles + doubles,
                 sizeof *all->space))
        return false;
    cn_Elimination e =
        cn_order_view(all->plan + a->first_int, a->free_count, a->link_count, a->cost);
    all->ints += ints;
    all->doubles += doubles;
    all->work += work_of(a);
    return cn_order_plan(&e, a->free_count, a->link_count, end, order);
}

/* The last one of the list gets its plan if it, times the number of its equals, is cheap enough;
 * *cheap tells which. False: no memory. */
static bool plan(cn_World *w, cn_Articulation *a, int equals, bool *cheap) {
    cn_Articulations *all = &w->articulations;
    int nodes = a->free_count + a->link_count, ends = 2 * a->link_count;
    size_t bytes = (size_t)(nodes + ends) * sizeof(int);
    int *order = cn_alloc(bytes), *end = order + nodes;
    if (!order) return false;
    for (int i = 0; i < ends; i++) {
        const cn_Link *l = &all->links[a->first_link + i / 2];
        int body = i & 1 ? l->b : l->a;
        end[i] = body < a->free_count ? body : -1;
    }
    int most = (MOST_WORK - all->work) / equals;
    if (most > FILL * nodes) most = FILL * nodes;
    *cheap = cn_order_find(a->free_count, a->link_count, end, most, order, &a->cost);
    bool kept = !*cheap || keep_plan(w, a, end, order);
    cn_free(order, bytes);
    return kept;
}

/* ---- all of them -------------------------------------------------------------------------- */

static int size_of(const Component *c) { return c->bodies + c->links; }

/* Takes one if it is cheap, with equals - 1 more to come. */
static bool take(cn_World *w, const Component *c, int equals, bool *cheap) {
    cn_Articulations *all = &w->articulations;
    cn_Articulation a = {0};
    *cheap = false;
    if (size_of(c) > MOST_NODES || size_of(c) > MOST_WORK / equals) return true;
    if (!cn_grow((void **)&all->list, &all->capacity, all->count + 1, sizeof *all->list) ||
        !materialize(w, c, w->scratch.island, &a) || !plan(w, &a, equals, cheap))
        return false;
    if (*cheap) all->list[all->count++] = a;
    return true;
}

static uint64_t key_of(const Component *c, int number) {
    return (uint64_t)(INT32_MAX - size_of(c)) << 32 | (uint64_t)number;
}

/* Components with links, largest first; returns how many, -1 without memory. */
static int list_components(cn_World *w, Component **list, int *capacity) {
    cn_Scratch *s = &w->scratch;
    int count = 0, bodies = 0;
    for (int i = 0; i < w->bodies.count; i++) s->island[i] = -1;
    for (int i = 1; i < w->bodies.count; i++) {
        if (w->cold[i].joint_count == 0 || !cn_slots_live(&w->bodies, i) || !is_free(w, i) ||
            s->island[i] >= 0)
            continue;
        Component c = walk(w, i, bodies, s->stack, s->island);
        if (c.links == 0) continue;
        if (!cn_grow((void **)list, capacity, count + 1, sizeof **list) ||
            !cn_grow((void **)&s->keyed, &s->keyed_capacity, 2 * (count + 1), sizeof *s->keyed))
            return -1;
        (*list)[count] = c;
        bodies += c.bodies;
        s->keyed[count] = (cn_Keyed){key_of(&c, count), count, 0};
        count++;
    }
    return count;
}

static bool take_all(cn_World *w, const Component *list, int count) {
    const cn_Keyed *order = w->scratch.keyed;
    for (int first = 0, end; first < count; first = end) {
        bool cheap, each;
        for (end = first + 1; end < count && order[end].key >> 32 == order[first].key >> 32;) end++;
        if (!take(w, &list[order[first].a], end - first, &cheap)) return false;
        for (int i = first + 1; cheap && i < end; i++)
            if (!take(w, &list[order[i].a], 1, &each)) return false;
    }
    return true;
}

static bool find_all(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    Component *list = NULL;
    int capacity = 0;
    if (!cn_grow((void **)&s->island, &s->island_capacity, w->bodies.count, sizeof *s->island) ||
        !cn_grow((void **)&s->stack, &s->stack_capacity, w->bodies.count, sizeof *s->stack))
        return false;
    int count = list_components(w, &list, &capacity);
    bool found = count >= 0;
    if (count > 0) {
        cn_sort_keyed(s->keyed, s->keyed + count, count);
        found = take_all(w, list, count);
    }
    cn_grow_free((void **)&list, &capacity, sizeof *list);
    return found;
}

static void forget(cn_World *w) {
    cn_Articulations *all = &w->articulations;
    cn_joint_flush(w);
    for (int i = 1; i < w->joints.count; i++) w->joint[i].flags &= ~(uint32_t)CN_JOINT_DIRECT;
    all->count = all->ints = all->doubles = all->work = 0;
    w->joint_graph_stale = true;
}

void cn_articulation_update(cn_World *w) {
    cn_Articulations *all = &w->articulations;
    if (!w->joint_graph_stale) return;
    uint64_t now = signature(w);
    if (now == all->signature) return;
    forget(w);
    all->signature = now;
    if (!all->off && find_all(w)) return;
    forget(w); /* all joints go through the lanes until the graph changes again */
}
