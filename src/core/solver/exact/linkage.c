/* linkage.c: which articulations stand side by side in lanes, and where in them each body is.
 *
 * An articulation without loops is a tree, whatever number of fixed places it hangs on: each link
 * to one of those has an end of its own. It is taken off leaf by leaf, so that its middle is the
 * root and its height half of its length; bodies of one height go eight to a row. That is planned
 * when the graph of joints changes. What is solved in lanes is what exact_solve.c solves, with the
 * same terms in another order. */
#include "solver/exact/linkage.h"

#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "data/world.h"
#include "wide/link_limits.h"
#include "wide/raft.h"

/* steps from look to look at how those that run stand: places for them take a fifth of a step */
#define LOOKS      8
#define SCATTERED  4 /* a part of the linkages that are needed: by so many there may be more */
#define MOST_EMPTY 4 /* times as many linkages as run, with those in which none does */
#define KIND_BITS  7 /* bits, one for each cn_LinkKind */
#define CLASSES    8 /* count, see class_of */
/* count of rows before one: two bodies of each height of eight trees, as chains have, take two */
#define MOST_BACK 4

/* One articulation as a tree; arrays by node: free bodies, then fixed ends. */
typedef struct Tree {
    int nodes, links;
    const cn_Link *link;
    int *first, *touch;   /* by node: its links, in their order */
    int *height, *up;     /* up: the link to what it hangs on, -1 = root */
    int *open;            /* links to nodes that are still there */
    int *position;        /* row * CN_LINKAGE_LANES + lane */
    int *round, *waiting; /* nodes to be taken off */
    size_t bytes;
} Tree;

/* ---- one tree ----------------------------------------------------------------------------- */

static int other_end(const Tree *t, int link, int node) {
    const cn_Link *l = &t->link[link];
    return l->a == node ? l->b : l->a;
}

static bool open_tree(const cn_World *w, const cn_Articulation *a, Tree *t) {
    size_t n = (size_t)a->body_count, m = (size_t)a->link_count;
    *t = (Tree){.nodes = a->body_count, .links = a->link_count};
    t->link = w->articulations.links + a->first_link;
    t->bytes = (8 * n + 1 + 2 * m) * sizeof(int);
    int *p = cn_alloc(t->bytes);
    if (!p) return false;
    memset(p, 0, t->bytes);
    t->first = p;
    t->touch = p + n + 1;
    p = t->touch + 2 * m;
    t->height = p;
    t->up = p + n;
    t->open = p + 2 * n;
    t->position = p + 3 * n;
    t->round = p + 4 * n;
    t->waiting = p + 5 * n;
    return true;
}

static void close_tree(Tree *t) {
    cn_free(t->first, t->bytes);
    t->first = NULL;
}

static void list_touching(Tree *t) {
    for (int i = 0; i < t->links; i++) {
        t->open[t->link[i].a]++;
        t->open[t->link[i].b]++;
    }
    for (int i = 0; i < t->nodes; i++) t->first[i + 1] = t->first[i] + t->open[i];
    memcpy(t->round, t->first, (size_t)t->nodes * sizeof(int));
    for (int i = 0; i < t->links; i++) {
        t->touch[t->round[t->link[i].a]++] = i;
        t->touch[t->round[t->link[i].b]++] = i;
    }
}

/* Its link to what is still there; -1: it is the last. */
static int last_link(const Tree *t, int node) {
    for (int k = t->first[node]; k < t->first[node + 1]; k++)
        if (t->height[other_end(t, t->touch[k], node)] >= 0) return t->touch[k];
    return -1;
}

/* Leaves of a round go at once, fixed ends first. Heights of what is still there are kept as they
 * are, of others as -1 - height until the end. */
static void take_off(Tree *t) {
    int count = 0;
    for (int i = t->nodes - 1; i >= 0; i--)
        if (t->open[i] <= 1) t->round[count++] = i;
    while (count > 0) {
        int next = 0;
        for (int k = 0; k < count; k++) {
            int node = t->round[k], link = t->up[node] = last_link(t, node);
            int height = t->height[node];
            t->height[node] = -1 - height;
            if (link < 0) continue;
            int on = other_end(t, link, node);
            if (t->height[on] < height + 1) t->height[on] = height + 1;
            if (--t->open[on] == 1) t->waiting[next++] = on;
        }
        memcpy(t->round, t->waiting, (size_t)next * sizeof(int));
        count = next;
    }
    for (int i = 0; i < t->nodes; i++) t->height[i] = -1 - t->height[i];
}

static int rows_of(cn_LinkKind kind) {
    if (kind == CN_LINK_WELD) return 3;
    return kind == CN_LINK_POINT || kind == CN_LINK_SLIDE ? 2 : 1;
}

static int hanging_on(const Tree *t, int node) {
    return t->first[node + 1] - t->first[node] - (t->up[node] >= 0);
}

/* ---- rows --------------------------------------------------------------------------------- */

/* The trees of a linkage, and their nodes in the order in which they get places. */
typedef struct Layout {
    Tree tree[CN_LINKAGE_TREES];
    int count;
    cn_Keyed *nodes; /* a: tree, b: node; as many again to sort */
    int node_count, nodes_capacity;
    int body_rows, link_rows, halves;
} Layout;

_Static_assert(sizeof(cn_LinkageHead) == CN_LINKAGE_HALF * sizeof(double),
               "heads lie as halves do");
_Static_assert(sizeof(cn_LinkageBodies) % 64 == 0 && sizeof(cn_LinkageLinks) % 64 == 0,
               "no lane of eight crosses a line of the cache");
/* bits of a key, below the height of a node: how many hang on it, which of the nodes of its tree of
 * which that is true it is, which tree */
#define HANGING_BITS 12
#define NODE_BITS    24
#define TREE_BITS    3

static uint64_t kind_of(const Tree *t, int node) {
    int most = (1 << HANGING_BITS) - 1, hanging = hanging_on(t, node);
    uint64_t key = (uint64_t)t->height[node] << HANGING_BITS;
    return key | (uint64_t)(hanging < most ? hanging : most);
}

/* Of the nodes of a tree, ascending by kind, those of one kind get their keys. Two of a kind, as a
 * chain has in its halves, stand beside each other: it fills few rows, which is what it costs when
 * it goes on alone. Of more, as limbs are, each stands beside those of trees that are alike. */
static void set_keys(cn_Keyed *nodes, int count, int tree) {
    uint64_t kind = nodes->key, two = count == 2;
    for (int k = 0; k < count; k++) {
        uint64_t same = two ? 0 : (uint64_t)k, within = two ? (uint64_t)k : 0;
        uint64_t key = kind << NODE_BITS | same;
        nodes[k].key = (key << TREE_BITS | (uint64_t)tree) << 1 | within;
    }
}

/* By height, and of one height so that trees that are alike have equal nodes beside each other. */
static bool list_nodes(Layout *y) {
    int count = 0;
    for (int i = 0; i < y->count; i++) count += y->tree[i].nodes;
    if (!CN_GROW(y->nodes, 2 * count)) return false;
    y->node_count = count;
    count = 0;
    for (int i = 0; i < y->count; i++) {
        cn_Keyed *nodes = y->nodes + count, *spare = y->nodes + y->node_count;
        int own = y->tree[i].nodes;
        for (int n = 0; n < own; n++) nodes[n] = (cn_Keyed){kind_of(&y->tree[i], n), i, n};
        cn_sort_keyed(nodes, spare, own);
        for (int first = 0, last = 0; first < own; first = last) {
            while (last < own && nodes[last].key == nodes[first].key) last++;
            set_keys(nodes + first, last - first, i);
        }
        count += own;
    }
    cn_sort_keyed(y->nodes, y->nodes + count, count);
    return true;
}

/* Which trees hold something in more ways than it can move in, as two hinges hold a plank: the
 * heaviest part of what hangs together, where a link counts as many as it has rows and a body as
 * three less. What hangs on a node stands before it in the list. */
static void find_held_twice(const cn_World *w, const cn_LinkageRange *r, const Layout *y) {
    for (int k = 0; k < y->count; k++)
        for (int i = 0; i < y->tree[k].nodes; i++)
            y->tree[k].waiting[i] = i < cn_linkage_seat(w, r, k)->free_count ? -3 : 0;
    for (int k = 0; k < y->node_count; k++) {
        const Tree *t = &y->tree[y->nodes[k].a];
        int node = y->nodes[k].b, own = t->waiting[node], up = t->up[node];
        if (own > 0) cn_linkage_seat(w, r, y->nodes[k].a)->twice = true;
        if (up < 0) continue;
        int with = own + rows_of(t->link[up].kind);
        if (with > 0) t->waiting[other_end(t, up, node)] += with;
    }
}

/* The lane of the first that hangs on a node, -1 = nothing does. */
static int lane_below(const Tree *t, int node) {
    for (int k = t->first[node]; k < t->first[node + 1]; k++)
        if (t->touch[k] != t->up[node])
            return t->position[other_end(t, t->touch[k], node)] % CN_LINKAGE_LANES;
    return -1;
}

/* Nodes of a row, each in the lane of what hangs on it, where that is free. */
static void place_row(Layout *y, const cn_Keyed *nodes, int count, int row) {
    bool taken[CN_LINKAGE_LANES] = {false}, placed[CN_LINKAGE_LANES] = {false};
    for (int i = 0; i < count; i++) {
        Tree *t = &y->tree[nodes[i].a];
        int lane = lane_below(t, nodes[i].b);
        if (lane < 0 || taken[lane]) continue;
        taken[lane] = placed[i] = true;
        t->position[nodes[i].b] = row * CN_LINKAGE_LANES + lane;
    }
    for (int i = 0, lane = 0; i < count; i++) {
        if (placed[i]) continue;
        while (taken[lane]) lane++;
        y->tree[nodes[i].a].position[nodes[i].b] = row * CN_LINKAGE_LANES + lane++;
    }
}

/* Gives every node its place and counts rows. */
static void place_nodes(Layout *y) {
    y->link_rows = y->body_rows = 0;
    y->halves = 1;
    for (int i = 0; i < y->node_count;) {
        int count = 0, most = 0, height = y->tree[y->nodes[i].a].height[y->nodes[i].b];
        for (; count < CN_LINKAGE_LANES && i + count < y->node_count; count++) {
            const Tree *t = &y->tree[y->nodes[i + count].a];
            int node = y->nodes[i + count].b;
            if (t->height[node] != height) break;
            if (hanging_on(t, node) > most) most = hanging_on(t, node);
        }
        place_row(y, &y->nodes[i], count, y->body_rows++);
        if (count > CN_LINKAGE_HALF) y->halves = CN_LINKAGE_HALVES;
        y->link_rows += most;
        i += count;
    }
}

static unsigned kinds_of(cn_LinkageLinks *l, int i, cn_LinkKind kind) {
    bool point = kind == CN_LINK_POINT || kind == CN_LINK_WELD;
    bool along = cn_link_is_along(kind);
    bool axis = cn_link_has_axis(kind);
    bool turn = kind == CN_LINK_WELD || kind == CN_LINK_ANGLE || kind == CN_LINK_SLIDE;
    l->point[i] = -(int64_t)point;
    l->axis[i] = -(int64_t)axis;
    l->rod[i] = -(int64_t)along;
    l->turn[i] = -(int64_t)turn;
    return (point ? CN_LINKAGE_POINT : 0u) | (axis ? CN_LINKAGE_AXIS : 0u) |
           (along ? CN_LINKAGE_ROD : 0u) | (turn ? CN_LINKAGE_TURN : 0u);
}

/* What hangs on a node, each in the next row of links, in the node's lane. */
static void set_links(const cn_Linkage *g, const Tree *t, int node, const cn_Articulation *a,
                      double least) {
    int at = t->position[node], lane = at % CN_LINKAGE_LANES,
        row = g->bodies[at / CN_LINKAGE_LANES].head->first_link;
    for (int k = t->first[node]; k < t->first[node + 1]; k++) {
        int link = t->touch[k];
        if (link == t->up[node]) continue;
        int its = t->position[other_end(t, link, node)];
        cn_LinkageLinks *l = &g->links[row++];
        l->child[lane] = its / CN_LINKAGE_LANES * (int)sizeof *g->bodies +
                         its % CN_LINKAGE_LANES * (int)sizeof(double);
        l->link[lane] = a->first_link + link;
        bool along_axis = cn_link_has_axis(t->link[link].kind), b_hangs = t->link[link].a == node;
        l->b_hangs[lane] = -(int64_t)(b_hangs || !along_axis);
        l->mirrored[lane] = -(int64_t)(!b_hangs && !along_axis);
        for (int half = 0; half < CN_LINKAGE_HALVES; half++)
            l->head[half].a_hangs |= !b_hangs && along_axis;
        l->least[lane] = least;
        bool held = other_end(t, link, node) >= a->free_count;
        for (int half = 0; half < CN_LINKAGE_HALVES; half++) {
            l->head[half].twice |= a->twice;
            l->head[half].held |= held;
        }
        unsigned kinds = l->head->kinds | kinds_of(l, lane, t->link[link].kind);
        if (a->twice || least > 0) kinds |= CN_LINKAGE_GIVES;
        for (int half = 0; half < CN_LINKAGE_HALVES; half++) l->head[half].kinds = kinds;
    }
}

/* Where all that hangs on a row stands in the same lanes of another, and nothing else in the lanes
 * beside them, it is read at once: most links of chains that stand side by side. */
static void straighten(const cn_Linkage *g, cn_LinkageLinks *l) {
    int row = -1;
    bool straight = true;
    for (int i = 0; i < CN_LINKAGE_LANES; i++) {
        if (l->link[i] < 0) continue;
        int its = l->child[i] / (int)sizeof *g->bodies;
        straight &= (row < 0 || its == row) &&
                    l->child[i] % (int)sizeof *g->bodies == i * (int)sizeof(double);
        row = its;
    }
    for (int i = 0; straight && i < CN_LINKAGE_LANES; i++)
        straight = l->link[i] >= 0 || g->bodies[row].tree[i] < 0;
    if (!straight) return;
    for (int half = 0; half < CN_LINKAGE_HALVES; half++) l->head[half].straight = true;
    for (int i = 0; i < CN_LINKAGE_LANES; i++)
        l->child[i] = row * (int)sizeof *g->bodies + i * (int)sizeof(double);
}

/* How many rows before a row the nearest stands that has the same trees in its lanes. */
static uint8_t row_alike(const cn_Linkage *g, int row) {
    const cn_LinkageBodies *b = &g->bodies[row];
    for (int back = 1; back <= MOST_BACK && back <= row; back++)
        if (memcmp(b->tree, (b - back)->tree, sizeof b->tree) == 0) return (uint8_t)back;
    return 0;
}

static void fill_rows(const cn_World *w, const cn_LinkageRange *r, const Layout *y) {
    cn_Linkage g = cn_linkage_view(w, r);
    int row_count = 0;
    memset(g.bodies, 0, (size_t)(r->body_rows + 1) * sizeof *g.bodies);
    memset(g.links, 0, (size_t)r->link_rows * sizeof *g.links);
    for (int i = 0; i < r->link_rows; i++)
        for (int n = 0; n < CN_LINKAGE_LANES; n++) {
            g.links[i].link[n] = -1;
            g.links[i].child[n] = r->body_rows * (int)sizeof *g.bodies;
            g.links[i].b_hangs[n] = -1;
        }
    for (int i = 0; i < r->body_rows; i++)
        for (int n = 0; n < CN_LINKAGE_LANES; n++) g.bodies[i].tree[n] = -1;
    for (int i = 0; i < y->node_count; i++) {
        const Tree *t = &y->tree[y->nodes[i].a];
        int node = y->nodes[i].b, at = t->position[node];
        cn_LinkageBodies *b = &g.bodies[at / CN_LINKAGE_LANES];
        b->tree[at % CN_LINKAGE_LANES] = y->nodes[i].a;
        b->member[at % CN_LINKAGE_LANES] = node;
        b->links[at % CN_LINKAGE_LANES] = t->first[node + 1] - t->first[node];
        if (hanging_on(t, node) > b->head->link_count) b->head->link_count = hanging_on(t, node);
    }
    for (int i = 0; i < r->body_rows; i++) {
        cn_LinkageHead *head = g.bodies[i].head;
        head->alike = row_alike(&g, i);
        head[1] = head[0];
        for (int half = 0; half < CN_LINKAGE_HALVES; half++) {
            head[half].first_link = row_count;
            head[half].first_byte = row_count * (int)sizeof *g.links +
                                    half * (int)(sizeof(cn_LinkageLane) / CN_LINKAGE_HALVES);
        }
        row_count += head->link_count;
    }
    for (int k = 0; k < y->count; k++) {
        cn_Articulation *a = cn_linkage_seat(w, r, k);
        double least = cn_linkage_gives(a) && !a->twice ? LINK_LEAST : 0;
        for (int i = 0; i < y->tree[k].nodes; i++)
            if (y->tree[k].up[i] < 0) a->root = y->tree[k].position[i];
        for (int i = 0; i < y->tree[k].nodes; i++) set_links(&g, &y->tree[k], i, a, least);
    }
    for (int i = 0; i < r->link_rows; i++) straighten(&g, &g.links[i]);
}

/* ---- all of them -------------------------------------------------------------------------- */

static bool lay_out(cn_World *w, cn_LinkageRange *r, Layout *y) {
    cn_Articulations *all = &w->articulations;
    bool fits = true;
    for (y->count = 0; fits && y->count < r->count; y->count++) {
        Tree *t = &y->tree[y->count];
        fits = open_tree(w, cn_linkage_seat(w, r, y->count), t);
        if (!fits) break;
        list_touching(t);
        take_off(t);
    }
    fits = fits && list_nodes(y);
    if (fits) {
        find_held_twice(w, r, y);
        place_nodes(y);
        r->body_rows = y->body_rows;
        r->link_rows = y->link_rows;
        r->halves = y->halves;
        fits = CN_GROW(all->body_rows, r->first_body_row + r->body_rows + 1) &&
               CN_GROW(all->link_rows, r->first_link_row + r->link_rows);
    }
    if (fits) fill_rows(w, r, y);
    for (int i = 0; i < y->count; i++) close_tree(&y->tree[i]);
    return fits;
}

bool cn_linkage_is_tree(const cn_Articulation *a) { return a->link_count == a->body_count - 1; }

/* How many may stand beside one: anything that is no tree goes alone. */
static int most_beside(const cn_Articulation *a) {
    if (!a->is_tree) return 1;
    return a->welded ? CN_LINKAGE_LANES : CN_LINKAGE_TREES;
}

/* Those of one class may stand beside each other, as many as that. */
static unsigned class_of(const cn_Articulation *a) {
    return (unsigned)!a->is_tree << 2 | (unsigned)a->welded << 1 | (unsigned)a->loose;
}

/* The next of the seats: as many as fit. */
static cn_LinkageRange next_range(const cn_World *w, int first) {
    const cn_Articulations *all = &w->articulations;
    cn_LinkageRange r = {.first = first, .count = 1};
    const cn_LinkageRange *last =
        all->linkage_count > 0 ? &all->linkages[all->linkage_count - 1] : NULL;
    if (last) {
        r.first_body_row = last->first_body_row + last->body_rows + (last->body_rows > 0);
        r.first_link_row = last->first_link_row + last->link_rows;
    }
    const cn_Articulation *own = cn_linkage_seat(w, &r, 0);
    for (; r.count < most_beside(own) && first + r.count < all->seat_count; r.count++)
        if (class_of(own) != class_of(cn_linkage_seat(w, &r, r.count))) break;
    return r;
}

/* Of loops between places: in all. Trees are looked at part by part. */
static bool has_more_rows(const cn_World *w, const cn_Articulation *a) {
    int rows = -3 * a->free_count;
    for (int i = 0; i < a->link_count; i++)
        rows += rows_of(w->articulations.links[a->first_link + i].kind);
    return !cn_linkage_is_tree(a) && cn_linkage_gives(a) && rows > 0;
}

/* Places for those of the seats from one on. Without memory for all of them, fewer have seats. */
static bool plan_from(cn_World *w, int first) {
    cn_Articulations *all = &w->articulations;
    Layout y = {.count = 0};
    bool fits = true;
    for (int i = first; fits && i < all->seat_count;) {
        cn_LinkageRange r = next_range(w, i);
        fits = CN_GROW(all->linkages, all->linkage_count + 1);
        if (fits && cn_linkage_seat(w, &r, 0)->welded)
            fits = cn_raft_plan(w, &r);
        else if (fits && cn_linkage_seat(w, &r, 0)->is_tree)
            fits = lay_out(w, &r, &y);
        for (int k = 0; fits && k < r.count; k++) cn_linkage_seat(w, &r, k)->seated = true;
        if (fits)
            all->linkages[all->linkage_count++] = r;
        else
            all->seat_count = i;
        i += r.count;
    }
    CN_GROW_FREE(y.nodes);
    return fits;
}

/* The class; then what kernels have other ways for: a row in which some lane has a rod and some a
 * hinge takes as long as both. */
static unsigned sort_of(const cn_World *w, const cn_Articulation *a) {
    unsigned kinds = 0;
    for (int i = 0; i < a->link_count; i++)
        kinds |= 1u << w->articulations.links[a->first_link + i].kind;
    return (class_of(a) << 1 | (unsigned)cn_linkage_gives(a)) << KIND_BITS | kinds;
}

/* By sort, then as in the list, larger ones first. */
static bool sits_before(const void *context, const void *p, const void *q) {
    const cn_Articulation *list = context;
    int a = *(const int *)p, b = *(const int *)q;
    if (list[a].sort != list[b].sort) return list[a].sort < list[b].sort;
    return a < b;
}

static void sort_seats(cn_Articulations *all, int first) {
    if (all->seat_count - first > 1)
        cn_sort(all->seat + first, all->seat_count - first, sizeof *all->seat, sits_before,
                all->list);
}

static void leave_seats(cn_Articulations *all) {
    all->linkage_count = all->raft_count = all->seat_count = 0;
    for (int i = 0; i < all->count; i++) all->list[i].seated = false;
}

bool cn_linkage_plan(cn_World *w) {
    cn_Articulations *all = &w->articulations;
    if (!CN_GROW(all->seat, all->count)) return false;
    leave_seats(all);
    for (int i = 0; i < all->count; i++) {
        all->list[i].is_tree = cn_linkage_is_tree(&all->list[i]);
        all->list[i].twice = has_more_rows(w, &all->list[i]);
        all->list[i].welded = cn_rigid_may_be(w, &all->list[i]);
        all->list[i].sort = sort_of(w, &all->list[i]);
        all->seat[all->seat_count++] = i;
    }
    sort_seats(all, 0);
    return plan_from(w, 0);
}

/* ---- those that run ----------------------------------------------------------------------- */

bool cn_linkage_runs(const cn_World *w, const cn_LinkageRange *r) {
    bool any = false;
    for (int k = 0; k < r->count; k++) any |= cn_linkage_seat(w, r, k)->runs;
    return any;
}

/* How many linkages those that run are in. */
static int count_running(const cn_World *w) {
    int count = 0;
    for (int i = 0; i < w->articulations.linkage_count; i++)
        count += cn_linkage_runs(w, &w->articulations.linkages[i]);
    return count;
}

/* And how many they need. */
static int count_needed(const cn_Articulations *all) {
    int count = 0, beside[CLASSES] = {0};
    for (int i = 0; i < all->count; i++) {
        const cn_Articulation *a = &all->list[i];
        if (a->runs) count += beside[class_of(a)]++ % most_beside(a) == 0;
    }
    return count;
}

/* A row of lanes takes as long for one tree as for eight. */
static bool are_scattered(const cn_World *w) {
    int running = count_running(w), needed = count_needed(&w->articulations);
    if (w->articulations.linkage_count > MOST_EMPTY * (running + 1)) return true;
    return running > needed + needed / SCATTERED;
}

/* Since the last look. While one after the other starts, the places of those that do not run yet
 * are kept: each would get rows of its own when it starts. */
static bool are_more(cn_Articulations *all) {
    int before = all->running;
    all->running = 0;
    for (int i = 0; i < all->count; i++) all->running += all->list[i].runs;
    return all->running > before;
}

void cn_linkage_seat_all(cn_World *w) {
    cn_Articulations *all = &w->articulations;
    if (w->steps % LOOKS == 0 && !are_more(all) && are_scattered(w)) leave_seats(all);
    int first = all->seat_count;
    for (int i = 0; i < all->count; i++)
        if (all->list[i].runs && !all->list[i].seated) all->seat[all->seat_count++] = i;
    sort_seats(all, first);
    plan_from(w, first);
}

cn_Linkage cn_linkage_view(const cn_World *w, const cn_LinkageRange *r) {
    const cn_Articulations *all = &w->articulations;
    return (cn_Linkage){.bodies = all->body_rows + r->first_body_row,
                        .links = all->link_rows + r->first_link_row,
                        .body_rows = r->body_rows,
                        .link_rows = r->link_rows,
                        .halves = r->halves};
}
