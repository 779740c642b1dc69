/* linkage_solve.c: the stages of articulations that stand side by side in lanes.
 *
 * What exact_solve.c does, for up to eight trees at once, as long as all goes well: links are
 * closed by Newton's method, no body is turned too far, no energy is made, no limit changes. Each
 * tree is judged by itself, and goes on or stops by itself: it never matters what stands beside it.
 * One with which something is the matter is unloaded as it was before and solved by itself, in this
 * sub-step; so are those that are springs for a while, that couplings push at, or that come
 * together after having been put apart. */
#include "solver/exact/linkage_stage.h"

#include <math.h>
#include <string.h>

#include "cairn_math.h"
#include "data/world.h"
#include "solver/exact/exact_solve.h"
#include "wide/contact_block.h"
#include "wide/link_limits.h"
#include "wide/motion.h"
#include "world/joint_impulses.h"

static bool any_lanes(const cn_LinkageStage *s) {
    bool any = false;
    for (int t = 0; t < CN_LINKAGE_TREES; t++) any |= s->g.lanes[t];
    return any;
}

static cn_LinkageStage stage_of(cn_World *w, const cn_LinkageRange *r, float h) {
    cn_LinkageStage s = {
        .w = w, .range = r, .g = cn_linkage_view(w, r), .kernels = &cn_wide()->linkage};
    s.g.h = (double)h;
    s.g.push = w->def.push_speed * s.g.h;
    s.g.tolerance = LINK_TOLERANCE;
    s.g.motion = w->scratch.order.step_motion;
    s.g.steps = w->scratch.order.step_blocks;
    for (int t = 0; t < r->count; t++) {
        s.tree[t] = cn_linkage_seat(w, r, t);
        s.root[t] = s.tree[t]->root;
    }
    return s;
}

/* ---- a sub-step begins -------------------------------------------------------------------- */

/* Which are in lanes in this sub-step: the others begin by themselves. */
static void sort_out(cn_LinkageStage *s, float h, bool first) {
    for (int t = 0; t < s->range->count; t++) {
        cn_Articulation *a = cn_linkage_tree(s, t);
        if (!a->runs) continue;
        s->g.lanes[t] = a->is_tree && !a->geared && (!a->pulled || a->soft > 0);
        s->soft[t] = s->g.lanes[t] && a->soft > 0;
        if (s->g.lanes[t] == a->in_lanes) continue;
        if (s->g.lanes[t])
            cn_linkage_take_impulses(s->w, s->range, t);
        else
            cn_linkage_keep_impulses(s->w, s->range, t, false);
        a->in_lanes = s->g.lanes[t];
    }
    for (int t = 0; t < s->range->count; t++)
        if (cn_linkage_tree(s, t)->runs && !s->g.lanes[t])
            cn_exact_begin_alone(s->w, cn_linkage_tree(s, t), h, first);
}

static void begin_alone(cn_LinkageStage *s, int tree, float h, bool first) {
    cn_Articulation *a = cn_linkage_tree(s, tree);
    cn_linkage_keep_impulses(s->w, s->range, tree, true);
    s->g.lanes[tree] = s->soft[tree] = a->in_lanes = false;
    cn_exact_begin_alone(s->w, a, h, first);
}

/* How soft pivots are is not known yet of trees that only stand beside such as look ahead. */
static void forget_pivots(const cn_LinkageStage *s, const bool factored[CN_LINKAGE_TREES]) {
    for (int row = 0; row < s->g.body_rows; row++) {
        const cn_LinkageBodies *b = &s->g.bodies[row];
        cn_LinkageLinks *l = s->g.links + b->head->first_link;
        for (int n = 0; n < b->head->link_count; n++)
            for (int i = 0; i < CN_LINKAGE_LANES; i++)
                for (int k = 0; k < 3 && b->tree[i] >= 0 && !factored[b->tree[i]]; k++)
                    l[n].give[k][i] = l[n].share[k][i];
    }
}

/* Where contacts are near: what links will do, so that these see velocities that links allow.
 * Whether there were any; and which trees are factored then, as they would be alone. */
static bool look_ahead(cn_LinkageStage *s, bool factored[CN_LINKAGE_TREES]) {
    bool ahead[CN_LINKAGE_TREES] = {false}, any = false, all = true;
    for (int t = 0; t < s->range->count; t++)
        any |= ahead[t] = s->g.lanes[t] && !s->soft[t] && cn_linkage_tree(s, t)->touches;
    if (!any) return false;
    cn_linkage_set_live(s, s->g.lanes);
    s->kernels->violations(&s->g);
    s->kernels->factor(&s->g);
    for (int t = 0; t < s->range->count; t++)
        all &= factored[t] = ahead[t] || !cn_linkage_gives(cn_linkage_tree(s, t));
    if (!all) forget_pivots(s, factored);
    cn_linkage_set_live(s, ahead);
    s->kernels->answer(&s->g, -1 / s->g.h);
    return true;
}

/* In owing lanes remain whose links owe something. */
static void begin_soft_links(cn_LinkageLinks *l, const bool soft[CN_LINKAGE_LANES],
                             bool owing[CN_LINKAGE_LANES]) {
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < CN_LINKAGE_LANES; i++) {
            if (!soft[i] || (k == 2 && !l->head[i / CN_LINKAGE_HALF].three)) continue;
            l->impulse[k][i] = l->given[k][i] + l->owed_before[k][i];
            l->owed[k][i] = 0;
            owing[i] |= l->owed_before[k][i] != 0;
        }
}

/* Springs start from nothing in each sub-step; but what they pulled says how stiff they are: begin
 * has found that without what is owed. */
static void begin_soft(cn_LinkageStage *s) {
    bool owing[CN_LINKAGE_TREES] = {false}, any = false;
    for (int row = 0; row < s->g.body_rows; row++) {
        cn_LinkageBodies *b = &s->g.bodies[row];
        cn_LinkageLinks *l = s->g.links + b->head->first_link;
        bool soft[CN_LINKAGE_LANES], owes[CN_LINKAGE_LANES] = {false};
        for (int i = 0; i < CN_LINKAGE_LANES; i++) {
            soft[i] = b->tree[i] >= 0 && s->soft[b->tree[i]];
            for (int k = 0; soft[i] && k < 3; k++) {
                b->v[k][i] = b->given[k][i];
                b->pushed[k][i] = 0;
            }
        }
        for (int n = 0; n < b->head->link_count; n++) begin_soft_links(&l[n], soft, owes);
        for (int i = 0; i < CN_LINKAGE_LANES; i++)
            if (owes[i]) any = owing[b->tree[i]] = true;
    }
    if (!any) return;
    cn_linkage_set_live(s, owing);
    s->kernels->stiffen(&s->g);
}

/* Links as springs with dampers, in the trees where they are that: until it is sound. They are as
 * stiff as what links did in the sub-step before says; where that is no good, as what they have
 * just done. Factored: they have been springs in this sub-step. Returns whether there were any; in
 * soft remain those where it is not sound. */
static bool soften(cn_LinkageStage *s, bool soft[CN_LINKAGE_TREES], bool factored) {
    bool any = true, some = false;
    for (int round = 0; round < LINK_ROUNDS; round++) {
        any = false;
        for (int t = 0; t < s->range->count; t++) any |= soft[t];
        if (!any) return some;
        some = true;
        cn_linkage_set_live(s, soft);
        if (round > 0) s->kernels->stiffen(&s->g);
        s->kernels->soften(&s->g);
        s->g.soft = true;
        if (round > 0 || !factored) s->kernels->factor(&s->g);
        s->g.soft = false;
        s->kernels->answer(&s->g, -1);
        s->kernels->sums(&s->g);
        for (int t = 0; t < s->range->count; t++)
            soft[t] = soft[t] && !cn_linkage_is_sound(s, t, AT_ROOT(s, t, closing));
    }
    return some;
}

/* What stays apart, is tried again as links. Whether there are springs of which sums are to be
 * made: where they look ahead, they have been; those that do are factored. */
static bool count_down(cn_LinkageStage *s, float h, bool first, bool factored[CN_LINKAGE_TREES]) {
    bool ahead[CN_LINKAGE_TREES] = {false}, any = false;
    for (int t = 0; t < s->range->count; t++) any |= s->soft[t];
    if (!any) return false;
    for (int t = 0; t < s->range->count; t++) {
        cn_Articulation *a = cn_linkage_tree(s, t);
        if (!s->soft[t]) continue;
        a->soft = cn_exact_count_down(a->soft, AT_ROOT(s, t, worst));
        a->pulled = true;
        s->soft[t] = a->soft > 0;
        factored[t] = ahead[t] = s->soft[t] && a->touches;
        if (!s->soft[t]) begin_alone(s, t, h, first);
    }
    begin_soft(s);
    any = !soften(s, ahead, false);
    for (int t = 0; t < s->range->count; t++)
        if (ahead[t]) begin_alone(s, t, h, first);
    return any;
}

static bool is_shifted(const cn_LinkageStage *s, int tree) {
    return s->g.lanes[tree] && !s->soft[tree] && !(AT_ROOT(s, tree, worst) <= LINK_SHIFTED);
}

/* By tree, after that of none. */
static void set_play(const cn_LinkageStage *s, const double play[CN_LINKAGE_TREES + 1]) {
    for (int row = 0; row < s->g.body_rows; row++) {
        cn_LinkageBodies *b = &s->g.bodies[row];
        for (int i = 0; i < CN_LINKAGE_LANES; i++) b->play[i] = play[b->tree[i] + 1];
    }
}

/* Trees of links that may hold the same: what is open by no more than their play, they let be. */
static void grant_play(const cn_LinkageStage *s) {
    double play[CN_LINKAGE_TREES + 1] = {0};
    bool any = false;
    for (int t = 0; t < s->range->count; t++) {
        if (!s->g.lanes[t] || s->soft[t] || !cn_linkage_tree(s, t)->twice) continue;
        play[t + 1] = link_play(AT_ROOT(s, t, worst));
        any = true;
    }
    if (!any) return;
    set_play(s, play);
    s->kernels->let_be(&s->g);
}

static void begin_lanes(const cn_LinkageStage *s) {
    s->kernels->read(&s->g);
    s->kernels->begin(&s->g);
}

/* Of those that are asked: which have to move, and how far of their way (cn_chain_place). */
static bool find_ways(const cn_LinkageStage *s, bool asked[CN_LINKAGE_TREES],
                      double play[CN_LINKAGE_TREES + 1]) {
    double most = LINK_MOST_SHIFT * s->g.push;
    bool any = false;
    cn_linkage_set_live(s, asked);
    s->kernels->find_gaps(&s->g);
    for (int t = 0; t < s->range->count; t++) {
        double worst = asked[t] ? AT_ROOT(s, t, worst) : 0;
        any |= asked[t] = worst > LINK_SHIFTED && worst < INFINITY;
        play[t + 1] = worst > most ? most / worst : 1;
    }
    return any;
}

/* What a blow has put apart is moved together first; then all begin once more, to which it makes no
 * difference but for those that were moved. */
static void place_shifted(const cn_LinkageStage *s) {
    bool asked[CN_LINKAGE_TREES] = {false}, moved[CN_LINKAGE_TREES] = {false}, any = false;
    double play[CN_LINKAGE_TREES + 1] = {0};
    for (int t = 0; t < s->range->count; t++) any |= asked[t] = is_shifted(s, t);
    if (!any) return;
    for (int pass = 0; pass < LINK_SHIFTS && find_ways(s, asked, play); pass++) {
        for (int t = 0; t < s->range->count; t++) moved[t] |= asked[t];
        cn_linkage_set_live(s, asked);
        s->kernels->set_rows(&s->g);
        s->kernels->factor(&s->g);
        s->kernels->answer(&s->g, -1);
        set_play(s, play);
        s->kernels->shift(&s->g);
    }
    for (int t = 0; t < s->range->count; t++) {
        if (!moved[t]) continue;
        cn_Chain c = cn_exact_chain(s->w, cn_linkage_tree(s, t));
        cn_linkage_keep_places(s->w, s->range, t);
        cn_chain_write_poses(s->w, &c);
    }
    cn_linkage_begin_again(&s->g);
    begin_lanes(s);
}

void cn_linkage_begin(cn_World *w, const cn_LinkageRange *r, float h, bool first) {
    cn_LinkageStage s = stage_of(w, r, h);
    bool factored[CN_LINKAGE_TREES] = {false}, springs[CN_LINKAGE_TREES] = {false};
    s.g.first = first;
    sort_out(&s, h, first);
    if (!any_lanes(&s)) return;
    begin_lanes(&s);
    place_shifted(&s);
    for (int t = 0; t < r->count; t++)
        if (is_shifted(&s, t)) begin_alone(&s, t, h, first);
    grant_play(&s);
    bool soft = count_down(&s, h, first, springs), ahead = look_ahead(&s, factored);
    if (soft || ahead) { /* else how far begin has turned them counts */
        cn_linkage_set_live(&s, s.g.lanes);
        s.kernels->find_turned(&s.g);
    }
    for (int t = 0; t < r->count; t++) {
        cn_Articulation *a = cn_linkage_tree(&s, t);
        if (!s.g.lanes[t]) continue;
        if (!s.soft[t] && !(AT_ROOT(&s, t, turned) < LINK_MOST_TURN)) {
            begin_alone(&s, t, h, first);
            continue;
        }
        if (first && a->alone) {
            cn_Chain c = cn_exact_chain(w, a);
            cn_chain_admit_energy(w, &c);
        }
        a->factored = s.soft[t] ? springs[t] && !ahead : factored[t];
        a->closing = a->again > 0 ? 0 : AT_ROOT(&s, t, closing);
    }
    s.kernels->leave(&s.g);
}

/* ---- a sub-step is solved ----------------------------------------------------------------- */

/* Of the trees that are asked about, those of which a limit would be passed, or pull. */
static bool find_changes(const cn_LinkageStage *s, bool asked[CN_LINKAGE_TREES]) {
    bool any = false, changes[CN_LINKAGE_TREES] = {false};
    cn_linkage_set_live(s, asked);
    s->kernels->judge(&s->g);
    for (int row = 0; row < s->g.body_rows; row++) {
        const cn_LinkageBodies *b = &s->g.bodies[row];
        const cn_LinkageLinks *l = s->g.links + b->head->first_link;
        if (b->head[0].idle && b->head[1].idle) continue;
        for (int n = 0; n < b->head->link_count; n++, l++) {
            if (!l->head[0].changes && !l->head[1].changes) continue;
            for (int i = 0; i < CN_LINKAGE_LANES; i++)
                if (b->live[i] && l->next[i] != l->limit[i]) changes[b->tree[i]] = true;
        }
    }
    for (int t = 0; t < s->range->count; t++) any |= asked[t] = changes[t];
    return any;
}

/* All links closed, with the limits that bear: closed again where others should. */
static void close_all(const cn_LinkageStage *s, cn_LinkageClosing closing[CN_LINKAGE_TREES],
                      bool factored) {
    bool limits = false, any = false;
    for (int t = 0; t < s->range->count; t++)
        closing[t] = cn_linkage_closing(s, t, s->g.lanes[t] && !s->soft[t]);
    for (int row = 0; row < s->g.link_rows; row++)
        limits |= (s->g.links[row].head->kinds & CN_LINKAGE_LIMIT) != 0;
    for (int t = 0; t < s->range->count; t++) any |= closing[t].open;
    if (!any) return;
    cn_linkage_close(s, closing, factored);
    for (int round = 0;; round++) {
        bool asked[CN_LINKAGE_TREES];
        for (int t = 0; t < CN_LINKAGE_TREES; t++)
            asked[t] = t < s->range->count && closing[t].closed;
        cn_linkage_set_live(s, asked);
        s->kernels->sums(&s->g);
        for (int t = 0; t < s->range->count; t++)
            if (closing[t].closed && !cn_linkage_is_sound(s, t, cn_linkage_tree(s, t)->closing))
                closing[t].closed = false;
        for (int t = 0; t < s->range->count; t++) asked[t] = closing[t].closed;
        if (round == LINK_CATCHES || !limits || !find_changes(s, asked)) return;
        cn_linkage_set_live(s, asked);
        s->kernels->change_limits(&s->g);
        for (int t = 0; t < s->range->count; t++)
            if (asked[t]) closing[t] = cn_linkage_closing(s, t, true);
        cn_linkage_close(s, closing, false);
    }
}

/* Velocities of a tree to its own bodies, something with them there, and back. */
static void look_alone(const cn_LinkageStage *s, int tree) {
    cn_Articulation *a = cn_linkage_tree(s, tree);
    cn_Chain c = cn_exact_chain(s->w, a);
    c.h = s->g.h;
    for (int back = 0; back < 2; back++) {
        for (int row = 0; row < s->g.body_rows; row++) {
            cn_LinkageBodies *b = &s->g.bodies[row];
            for (int i = 0; i < CN_LINKAGE_LANES; i++) {
                if (b->tree[i] != tree) continue;
                cn_LinkBody *own = &c.bodies[b->member[i]];
                own->x = b->x[i], own->y = b->y[i];
                for (int k = 0; k < 3; k++)
                    *(back ? &b->v[k][i] : &own->v[k]) = back ? own->v[k] : b->v[k][i];
            }
        }
        if (!back && s->g.reported) cn_chain_add_loads(s->w, &c);
        if (!back && !s->g.reported) cn_chain_bound_energy(s->w, a, &c);
    }
}

void cn_linkage_solve(cn_World *w, const cn_LinkageRange *r, float h) {
    cn_LinkageStage s = stage_of(w, r, h);
    cn_LinkageClosing closing[CN_LINKAGE_TREES];
    bool soft[CN_LINKAGE_TREES] = {false}, failed[CN_LINKAGE_TREES] = {false};
    bool factored = true, springs = true; /* all of them, as far as it matters */
    for (int t = 0; t < r->count; t++) {
        cn_Articulation *a = cn_linkage_tree(&s, t);
        s.g.lanes[t] = a->runs && a->is_tree && a->in_lanes;
        factored &= !s.g.lanes[t] || a->factored;
        if (a->runs && !s.g.lanes[t]) cn_exact_solve_alone(w, a, h, CN_EXACT_READ);
    }
    if (!any_lanes(&s)) return;
    s.kernels->enter(&s.g);
    for (int t = 0; t < r->count; t++)
        soft[t] = s.soft[t] = s.g.lanes[t] && cn_linkage_tree(&s, t)->soft > 0;
    for (int t = 0; t < r->count; t++) springs &= !soft[t] || cn_linkage_tree(&s, t)->factored;
    if (soften(&s, soft, springs)) factored = false;
    close_all(&s, closing, factored);
    for (int t = 0; t < r->count; t++) {
        cn_Articulation *a = cn_linkage_tree(&s, t);
        if (!s.g.lanes[t]) continue;
        a->in_slices = false;
        if (s.soft[t] ? !soft[t] : closing[t].closed) {
            if (!s.soft[t] && a->again > 0) a->again--;
            if (a->alone)
                look_alone(&s, t);
            else
                w->articulations.space[a->last_double] = 0; /* cn_chain_bound_energy */
            continue;
        }
        failed[t] = true;
        s.g.lanes[t] = false;
    }
    s.kernels->finish(&s.g);
    cn_linkage_solve_failed(&s, failed, h);
}

/* ---- the end of a step -------------------------------------------------------------------- */

static void give_totals(const cn_LinkageStage *s) {
    for (int row = 0; row < s->g.body_rows; row++) {
        const cn_LinkageBodies *b = &s->g.bodies[row];
        cn_LinkageLinks *l = s->g.links + b->head->first_link;
        for (int n = 0; n < b->head->link_count; n++, l++)
            for (int i = 0; i < CN_LINKAGE_LANES; i++) {
                if (l->link[i] < 0 || !cn_linkage_tree(s, b->tree[i])->runs) continue;
                double sign = l->mirrored[i] ? -1 : 1;
                cn_joint_add_total(&s->w->joint[l->joint[i]], sign * l->total[0][i],
                                   sign * l->total[1][i], sign * l->total[2][i]);
            }
    }
}

static void forget_impulses(const cn_LinkageStage *s) {
    for (int row = 0; row < s->g.link_rows; row++)
        memset(s->g.links[row].impulse, 0, sizeof s->g.links[row].impulse);
}

void cn_linkage_report(cn_World *w, const cn_LinkageRange *r, float dt) {
    cn_LinkageStage s = stage_of(w, r, dt / (float)w->def.substeps);
    bool any = false;
    s.g.reported = true;
    s.g.motion = w->motion;
    for (int t = 0; t < r->count; t++) {
        cn_Articulation *a = cn_linkage_tree(&s, t);
        s.g.lanes[t] = a->runs && a->is_tree && a->in_lanes;
        if (!a->runs) continue;
        if (!s.g.lanes[t]) {
            cn_exact_report_alone(w, a, dt);
            continue;
        }
        any = true;
    }
    if (any) cn_linkage_keep_all(w, r, s.g.lanes);
    for (int t = 0; t < r->count; t++)
        if (s.g.lanes[t]) cn_exact_store(w, cn_linkage_tree(&s, t), dt);
    if (any) {
        forget_impulses(&s);
        s.kernels->read(&s.g);
        for (int t = 0; t < r->count; t++)
            if (s.g.lanes[t] && cn_linkage_tree(&s, t)->firm) look_alone(&s, t);
        cn_linkage_set_live(&s, s.g.lanes);
        s.kernels->set_rows(&s.g);
        s.kernels->factor(&s.g);
        s.kernels->rates(&s.g);
        s.kernels->answer(&s.g, -1);
        s.kernels->finish(&s.g);
    }
    if (r->body_rows > 0) give_totals(&s);
}
