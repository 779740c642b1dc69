/* union_find.h: union-find over indices, for one thread at a time; sleep.c has one for several.
 *
 * parent[i] is i for a root. The root of a tree is its lowest index, so that it does not depend on
 * the order of joining. Source: Tarjan and van Leeuwen, "Worst-case Analysis of Set Union
 * Algorithms", J. ACM 31(2), 1984 (path halving). */
#ifndef CN_UNION_FIND_H
#define CN_UNION_FIND_H

static inline int cn_union_find_root(int *parent, int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

static inline void cn_union_find_join(int *parent, int a, int b) {
    a = cn_union_find_root(parent, a);
    b = cn_union_find_root(parent, b);
    parent[a > b ? a : b] = a < b ? a : b;
}

#endif
