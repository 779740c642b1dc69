/* linkage.h: articulations without loops, side by side in lanes: planned, filled, solved. */
#ifndef CN_EXACT_LINKAGE_H
#define CN_EXACT_LINKAGE_H

#include "solver/exact/exact.h"
#include "wide/linkage.h"

bool cn_linkage_is_tree(const cn_Articulation *a); /* its bodies and links make no loop */
/* Hangs on more than one fixed place: pivots may be taken nearly all by others, and give a little.
 */
static inline bool cn_linkage_gives(const cn_Articulation *a) {
    return a->body_count - a->free_count > 1;
}
/* The articulation that has this lane, or these, of a linkage. */
static inline cn_Articulation *cn_linkage_seat(const cn_World *w, const cn_LinkageRange *r, int k) {
    return &w->articulations.list[w->articulations.seat[r->first + k]];
}
/* linkage.c, linkage_lanes.c. Each articulation gets its place in one; false: no memory. */
bool cn_linkage_plan(cn_World *w);
/* When a step begins: those that run and have no place get one, and all that run stand close
 * together where they have come to stand far apart. Without memory some have none. */
void cn_linkage_seat_all(cn_World *w);
/* Whether any articulation of it runs. */
bool cn_linkage_runs(const cn_World *w, const cn_LinkageRange *r);
cn_Linkage cn_linkage_view(const cn_World *w, const cn_LinkageRange *r);

/* A step begins: its bodies and links as they are, of those that run. */
void cn_linkage_fill(const cn_World *w, const cn_LinkageRange *r);
/* Between the lanes of a tree and its own bodies and links: impulses to go on with, keep_all of
 * several trees; and all that cn_chain_solve needs where cn_chain_begin has been done in lanes. */
void cn_linkage_keep_impulses(const cn_World *w, const cn_LinkageRange *r, int tree, bool before);
void cn_linkage_keep_all(const cn_World *w, const cn_LinkageRange *r,
                         const bool trees[CN_LINKAGE_TREES]);
void cn_linkage_take_impulses(const cn_World *w, const cn_LinkageRange *r, int tree);
/* Impulses of all trees as they were before the sub-step began in lanes: it can begin once more. */
void cn_linkage_begin_again(const cn_Linkage *g);
void cn_linkage_unload(const cn_World *w, const cn_LinkageRange *r, int tree);
/* Of that where its bodies are, alone. */
void cn_linkage_keep_places(const cn_World *w, const cn_LinkageRange *r, int tree);
/* To where it was unloaded; and what it did in parts of a sub-step since then. */
void cn_linkage_place(const cn_World *w, const cn_LinkageRange *r, int tree);
void cn_linkage_unload_slices(const cn_World *w, const cn_LinkageRange *r, int tree);

/* linkage_solve.c: a stage for all articulations of a linkage: those without loops in lanes, where
 * nothing is the matter with them, others by themselves. */
void cn_linkage_begin(cn_World *w, const cn_LinkageRange *r, float h, bool first);
void cn_linkage_solve(cn_World *w, const cn_LinkageRange *r, float h);
void cn_linkage_report(cn_World *w, const cn_LinkageRange *r, float dt);

#endif
