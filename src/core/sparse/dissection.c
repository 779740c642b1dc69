/* dissection.c: a large matrix falls into parts that can be worked on side by side.
 *
 * Nested dissection (George 1973): the nodes on one side of a line that have neighbours on the
 * other hold both sides apart, and so on within each side. Nodes are bodies, and bodies that touch
 * are near, so lines across the plane cut few of them: along either axis, where half the nodes lie
 * on each side, whichever leaves fewer between. Nothing depends on that but how much work there is.
 * Source: George, "Nested Dissection of a Regular Finite Element Mesh", 1973. */
#include <math.h>

#include "sparse/cholesky.h"

/* count of halvings of the range of coordinates, to find the middle of the nodes: as many as a
 * float has bits */
#define HALVINGS 24

typedef struct Cut {
    cn_Adjacency graph;
    uint8_t *part;
} Cut;

/* The coordinate that has about half the nodes of a part below it. */
static double middle(const Cut *c, int part, const double *v) {
    double low = INFINITY, high = -INFINITY;
    int count = 0;
    for (int i = 0; i < c->graph.count; i++) {
        if (c->part[i] != part) continue;
        low = fmin(low, v[i]);
        high = fmax(high, v[i]);
        count++;
    }
    for (int k = 0; k < HALVINGS; k++) {
        double at = 0.5 * (low + high);
        int below = 0;
        for (int i = 0; i < c->graph.count; i++) below += c->part[i] == part && v[i] < at;
        if (2 * below < count)
            low = at;
        else
            high = at;
    }
    return high;
}

/* Is node i below the line, with a neighbour beyond it? */
static bool between(const Cut *c, int i, const double *v, double at) {
    const cn_Adjacency *g = &c->graph;
    if (v[i] >= at) return false;
    for (int k = g->start[i]; k < g->start[i + 1]; k++)
        if (c->part[g->list[k]] == c->part[i] && v[g->list[k]] >= at) return true;
    return false;
}

static int count_between(const Cut *c, int part, const double *v, double at) {
    int count = 0;
    for (int i = 0; i < c->graph.count; i++) count += c->part[i] == part && between(c, i, v, at);
    return count;
}

/* Parts are numbered as in a heap while they are cut: the halves of k are 2 k and 2 k + 1, and what
 * lies between stays k. */
static void cut(Cut *c, int part, const double *x, const double *y) {
    double at_x = middle(c, part, x), at_y = middle(c, part, y);
    bool upright = count_between(c, part, x, at_x) <= count_between(c, part, y, at_y);
    const double *v = upright ? x : y;
    double at = upright ? at_x : at_y;
    for (int i = 0; i < c->graph.count; i++)
        if (c->part[i] == part && v[i] < at && !between(c, i, v, at))
            c->part[i] = (uint8_t)(2 * part);
    for (int i = 0; i < c->graph.count; i++)
        if (c->part[i] == part && v[i] >= at) c->part[i] = (uint8_t)(2 * part + 1);
}

/* From the number in the heap, k of its level, to the place in the order of elimination. */
static uint8_t place_of(int part) {
    int level = 1;
    while (2 * level <= part) level *= 2;
    return (uint8_t)(CN_CHOLESKY_PARTS - 2 * level + 1 + (part - level));
}

void cn_cholesky_cut(cn_Adjacency graph, const double *x, const double *y, uint8_t *part) {
    Cut c = {graph, part};
    for (int i = 0; i < graph.count; i++) part[i] = 1;
    for (int k = 1; k < CN_CHOLESKY_LEAVES; k++) cut(&c, k, x, y);
    for (int i = 0; i < graph.count; i++) part[i] = place_of(part[i]);
}
