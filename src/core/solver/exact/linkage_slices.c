/* linkage_slices.c: trees of a linkage that a whole sub-step in lanes did not close.
 *
 * What exact_solve.c does with one: the sub-step in parts, each with directions of its own, which a
 * whip asks for as it cracks. Rows in which no such tree stands are left out, so that few trees
 * cost little. What is to be found besides (other limits, links as springs) each does by itself. */
#include <string.h>

#include "data/world.h"
#include "solver/exact/exact_solve.h"
#include "solver/exact/linkage_stage.h"
#include "wide/link_limits.h"

/* One of the parts, with directions of its own; trees: those that are asked, and then those that it
 * closed. Whether it did any. */
static bool close_slice(const cn_LinkageStage *s, bool trees[CN_LINKAGE_TREES]) {
    cn_LinkageClosing closing[CN_LINKAGE_TREES];
    bool any = false;
    for (int t = 0; t < s->range->count; t++) {
        bool doubted = cn_exact_is_doubted(cn_linkage_tree(s, t));
        closing[t] = cn_linkage_closing(s, t, trees[t]);
        closing[t].enough = LINK_TOLERANCE;
        if (doubted) closing[t].slowest = LINK_DOUBTED;
    }
    s->kernels->set_rows(&s->g);
    cn_linkage_close(s, closing, false);
    cn_linkage_set_live(s, trees);
    s->kernels->sums(&s->g);
    for (int t = 0; t < s->range->count; t++) {
        double speed = cn_linkage_tree(s, t)->closing;
        trees[t] = trees[t] && closing[t].closed && cn_linkage_is_sound(s, t, speed);
        any |= trees[t];
    }
    cn_linkage_set_live(s, trees);
    return any;
}

/* The sub-step in so many parts. exact_solve.c has the same for one by itself. */
static void close_in_slices(cn_LinkageStage *s, bool trees[CN_LINKAGE_TREES], int parts) {
    bool any = true;
    cn_linkage_set_live(s, trees);
    s->kernels->start_slices(&s->g);
    s->g.h /= parts;
    for (int part = 0; any && part < parts; part++) {
        any = close_slice(s, trees);
        if (any) s->kernels->move_slice(&s->g, 1.0 / parts);
    }
    s->g.h *= parts;
}

/* To their own bodies and links; those that go on in parts: no others of their limits could bear in
 * one, and they are no springs. The rest is solved. */
static void sort_out(cn_LinkageStage *s, const bool failed[CN_LINKAGE_TREES],
                     bool asked[CN_LINKAGE_TREES], float h) {
    for (int t = 0; t < s->range->count; t++) {
        cn_Articulation *a = cn_linkage_tree(s, t);
        if (!failed[t]) continue;
        cn_Chain c = cn_exact_chain(s->w, a);
        cn_linkage_unload(s->w, s->range, t);
        cn_chain_set_rows(&c);
        a->factored = a->in_lanes = false;
        asked[t] = !s->soft[t] && !cn_chain_has_limits(&c);
        if (!asked[t]) cn_exact_solve_alone(s->w, a, h, CN_EXACT_TRIED);
    }
}

/* Those that are not closed in so many parts stay asked; whether any is. */
static bool solve_in_slices(cn_LinkageStage *s, bool asked[CN_LINKAGE_TREES], int parts, float h) {
    bool closed[CN_LINKAGE_TREES] = {false}, any = false;
    for (int t = 0; t < s->range->count; t++) {
        closed[t] =
            asked[t] && (parts == LINK_SLICES || !cn_exact_is_doubted(cn_linkage_tree(s, t)));
        any |= closed[t];
    }
    if (!any) return false;
    for (int t = 0; t < s->range->count; t++)
        if (closed[t]) cn_linkage_place(s->w, s->range, t);
    close_in_slices(s, closed, parts);
    any = false;
    for (int t = 0; t < s->range->count; t++) {
        asked[t] &= !closed[t];
        any |= asked[t];
        if (!closed[t]) continue;
        cn_linkage_unload_slices(s->w, s->range, t);
        cn_exact_take_slices(s->w, cn_linkage_tree(s, t), h);
    }
    return any;
}

void cn_linkage_solve_failed(cn_LinkageStage *s, const bool failed[CN_LINKAGE_TREES], float h) {
    bool asked[CN_LINKAGE_TREES] = {false}, any = true;
    sort_out(s, failed, asked, h);
    for (int parts = LINK_SLICES; any && parts <= LINK_MOST_SLICES; parts *= LINK_SLICES)
        any = solve_in_slices(s, asked, parts, h);
    for (int t = 0; t < s->range->count; t++)
        if (asked[t]) cn_exact_solve_alone(s->w, cn_linkage_tree(s, t), h, CN_EXACT_SLICED);
}
