/* linkage_solve.c: the stages of articulations that stand side by side in lanes.
 *
 * What exact_solve.c does, for up to eight trees at once, as long as all goes well: links are
 * closed by Newton's method, no body is turned too far, no energy is made, no limit changes. Each
 * tree is judged by itself, and goes on or stops by itself: it never matters what stands beside it.
 * One with which something is the matter is unloaded as it was before and solved by itself, in this
 * sub-step; so are those that are springs for a while, that couplings push at, or that come
 * together after having been put apart. */
#include "solver/exact/linkage.h"

#include <math.h>
#include <string.h>

#include "cairn_math.h"
#include "data/world.h"
#include "solver/exact/exact_solve.h"
#include "wide/contact_block.h"
#include "wide/link_limits.h"
#include "wide/motion.h"
#include "world/joint_impulses.h"

/* A linkage in a stage. */
typedef struct Stage {
    cn_World *w;
    const cn_LinkageRange *range;
    cn_Linkage g;
    const cn_LinkageKernels *kernels;
    int root[CN_LINKAGE_TREES];  /* row * CN_LINKAGE_LANES + lane */
    bool soft[CN_LINKAGE_TREES]; /* its links are springs */
} Stage;

static cn_Articulation *tree_of(const Stage *s, int tree) {
    return &s->w->articulations.list[s->range->first + tree];
}

static bool any_lanes(const Stage *s) {
    bool any = false;
    for (int t = 0; t < CN_LINKAGE_TREES; t++) any |= s->g.lanes[t];
    return any;
}

static double at_root(const Stage *s, int tree, size_t offset) {
    int at = s->root[tree];
    const char *row = (const char *)&s->g.bodies[at / CN_LINKAGE_LANES];
    return ((const double *)(const void *)(row + offset))[at % CN_LINKAGE_LANES];
}

#define AT_ROOT(s, tree, field) at_root(s, tree, offsetof(cn_LinkageBodies, field))

static Stage stage_of(cn_World *w, const cn_LinkageRange *r, float h) {
    Stage s = {.w = w, .range = r, .g = cn_linkage_view(w, r), .kernels = &cn_wide()->linkage};
    s.g.h = (double)h;
    s.g.push = w->def.push_speed * s.g.h;
    s.g.tolerance = LINK_TOLERANCE;
    s.g.motion = w->scratch.order.step_motion;
    s.g.steps = w->scratch.order.step_blocks;
    for (int t = 0; t < r->count; t++) s.root[t] = w->articulations.list[r->first + t].root;
    return s;
}

/* Mostly those that went on before. */
static void set_live(const Stage *s, const bool live[CN_LINKAGE_TREES]) {
    int64_t mask[CN_LINKAGE_TREES + 1] = {0};
    unsigned bits = 0;
    for (int t = 0; t < CN_LINKAGE_TREES; t++) bits |= (unsigned)live[t] << t;
    if (s->g.bodies->head->live == bits) return;
    s->g.bodies->head->live = (uint8_t)bits;
    for (int t = 0; t < CN_LINKAGE_TREES; t++) mask[t + 1] = -(int64_t)live[t];
    for (int row = 0; row < s->g.body_rows; row++) {
        cn_LinkageBodies *b = &s->g.bodies[row];
        for (int half = 0; half < CN_LINKAGE_HALVES; half++) b->head[half].idle = true;
        for (int i = 0; i < CN_LINKAGE_LANES; i++) {
            b->live[i] = mask[b->tree[i] + 1];
            b->head[i / CN_LINKAGE_HALF].idle &= !b->live[i];
        }
    }
}

/* ---- a sub-step begins -------------------------------------------------------------------- */

/* Which are in lanes in this sub-step: the others begin by themselves. */
static void sort_out(Stage *s, float h, bool first) {
    for (int t = 0; t < s->range->count; t++) {
        cn_Articulation *a = tree_of(s, t);
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
        if (tree_of(s, t)->runs && !s->g.lanes[t])
            cn_exact_begin_alone(s->w, tree_of(s, t), h, first);
}

static void begin_alone(Stage *s, int tree, float h, bool first) {
    cn_Articulation *a = tree_of(s, tree);
    cn_linkage_keep_impulses(s->w, s->range, tree, true);
    s->g.lanes[tree] = s->soft[tree] = a->in_lanes = false;
    cn_exact_begin_alone(s->w, a, h, first);
}

static void factor_once(const Stage *s, bool *factored) {
    if (!*factored) s->kernels->factor(&s->g);
    *factored = true;
}

/* How soft pivots are is not known yet of trees that only stand beside such as look ahead. */
static void forget_pivots(const Stage *s, const bool factored[CN_LINKAGE_TREES]) {
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
static bool look_ahead(Stage *s, bool factored[CN_LINKAGE_TREES]) {
    bool ahead[CN_LINKAGE_TREES] = {false}, any = false, all = true;
    for (int t = 0; t < s->range->count; t++)
        any |= ahead[t] = s->g.lanes[t] && !s->soft[t] && tree_of(s, t)->touches;
    if (!any) return false;
    set_live(s, s->g.lanes);
    s->kernels->violations(&s->g);
    s->kernels->factor(&s->g);
    for (int t = 0; t < s->range->count; t++)
        all &= factored[t] = ahead[t] || !cn_linkage_gives(tree_of(s, t));
    if (!all) forget_pivots(s, factored);
    set_live(s, ahead);
    s->kernels->answer(&s->g, -1 / s->g.h);
    return true;
}

static void begin_soft_links(cn_LinkageLinks *l, const bool soft[CN_LINKAGE_LANES]) {
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < CN_LINKAGE_LANES; i++) {
            if (!soft[i] || (k == 2 && !l->head[i / CN_LINKAGE_HALF].three)) continue;
            l->impulse[k][i] = l->given[k][i] + l->owed_before[k][i];
            l->owed[k][i] = 0;
        }
}

/* Springs start from nothing in each sub-step; but what they pulled says how stiff they are. */
static void begin_soft(const Stage *s) {
    for (int row = 0; row < s->g.body_rows; row++) {
        cn_LinkageBodies *b = &s->g.bodies[row];
        cn_LinkageLinks *l = s->g.links + b->head->first_link;
        bool soft[CN_LINKAGE_LANES];
        for (int i = 0; i < CN_LINKAGE_LANES; i++) {
            soft[i] = b->tree[i] >= 0 && s->soft[b->tree[i]];
            for (int k = 0; soft[i] && k < 3; k++) {
                b->v[k][i] = b->given[k][i];
                b->pushed[k][i] = 0;
            }
        }
        for (int n = 0; n < b->head->link_count; n++) begin_soft_links(&l[n], soft);
    }
}

static bool is_sound(const Stage *s, int tree, double closing);

/* Links as springs with dampers, in the trees where they are that: until it is sound. Returns
 * whether there were any; in soft remain those where it is not. */
static bool soften(Stage *s, bool soft[CN_LINKAGE_TREES]) {
    bool any = true, some = false;
    for (int round = 0; round < LINK_ROUNDS; round++) {
        any = false;
        for (int t = 0; t < s->range->count; t++) any |= soft[t];
        if (!any) return some;
        some = true;
        set_live(s, soft);
        s->kernels->soften(&s->g);
        s->g.soft = true;
        s->kernels->factor(&s->g);
        s->g.soft = false;
        s->kernels->answer(&s->g, -1);
        s->kernels->sums(&s->g);
        for (int t = 0; t < s->range->count; t++)
            soft[t] = soft[t] && !is_sound(s, t, AT_ROOT(s, t, closing));
    }
    return some;
}

/* What stays apart, is tried again as links. Whether there are springs of which sums are to be
 * made: where they look ahead, they have been. */
static bool count_down(Stage *s, float h, bool first) {
    bool ahead[CN_LINKAGE_TREES] = {false}, any = false;
    for (int t = 0; t < s->range->count; t++) any |= s->soft[t];
    if (!any) return false;
    for (int t = 0; t < s->range->count; t++) {
        cn_Articulation *a = tree_of(s, t);
        if (!s->soft[t]) continue;
        a->soft = cn_exact_count_down(a->soft, AT_ROOT(s, t, worst));
        a->pulled = true;
        s->soft[t] = a->soft > 0;
        ahead[t] = s->soft[t] && a->touches;
        if (!s->soft[t]) begin_alone(s, t, h, first);
    }
    begin_soft(s);
    any = !soften(s, ahead);
    for (int t = 0; t < s->range->count; t++)
        if (ahead[t]) begin_alone(s, t, h, first);
    return any;
}

static bool is_shifted(const Stage *s, int tree) {
    return s->g.lanes[tree] && !s->soft[tree] && !(AT_ROOT(s, tree, worst) <= LINK_SHIFTED);
}

/* Trees of links that may hold the same: what is open by no more than their play, they let be. */
static void grant_play(const Stage *s) {
    double play[CN_LINKAGE_TREES + 1] = {0};
    bool any = false;
    for (int t = 0; t < s->range->count; t++) {
        if (!s->g.lanes[t] || s->soft[t] || !tree_of(s, t)->twice) continue;
        play[t + 1] = link_play(AT_ROOT(s, t, worst));
        any = true;
    }
    if (!any) return;
    for (int row = 0; row < s->g.body_rows; row++) {
        cn_LinkageBodies *b = &s->g.bodies[row];
        for (int i = 0; i < CN_LINKAGE_LANES; i++) b->play[i] = play[b->tree[i] + 1];
    }
    s->kernels->let_be(&s->g);
}

static void begin_lanes(const Stage *s) {
    s->kernels->read(&s->g);
    s->kernels->begin(&s->g);
}

/* What a blow has put apart is moved together first, one tree after the other; then all begin once
 * more, to which it makes no difference but for those that were moved. */
static void place_shifted(const Stage *s) {
    bool moved = false;
    for (int t = 0; t < s->range->count; t++) {
        if (!is_shifted(s, t)) continue;
        cn_linkage_unload(s->w, s->range, t);
        moved |= cn_exact_place(s->w, tree_of(s, t), (float)s->g.h);
    }
    if (!moved) return;
    cn_linkage_begin_again(&s->g);
    begin_lanes(s);
}

void cn_linkage_begin(cn_World *w, const cn_LinkageRange *r, float h, bool first) {
    Stage s = stage_of(w, r, h);
    bool factored[CN_LINKAGE_TREES] = {false};
    s.g.first = first;
    sort_out(&s, h, first);
    if (!any_lanes(&s)) return;
    begin_lanes(&s);
    place_shifted(&s);
    for (int t = 0; t < r->count; t++)
        if (is_shifted(&s, t)) begin_alone(&s, t, h, first);
    grant_play(&s);
    bool soft = count_down(&s, h, first), ahead = look_ahead(&s, factored);
    if (soft || ahead) s.kernels->sums(&s.g); /* else how far begin has turned them counts */
    for (int t = 0; t < r->count; t++) {
        cn_Articulation *a = tree_of(&s, t);
        if (!s.g.lanes[t]) continue;
        if (!s.soft[t] && !(AT_ROOT(&s, t, turned) < LINK_MOST_TURN)) {
            begin_alone(&s, t, h, first);
            continue;
        }
        if (first && a->alone) {
            cn_Chain c = cn_exact_chain(w, a);
            cn_chain_admit_energy(w, &c);
        }
        a->factored = factored[t];
        a->closing = a->again > 0 ? 0 : AT_ROOT(&s, t, closing);
    }
    s.kernels->leave(&s.g);
}

/* ---- a sub-step is solved ----------------------------------------------------------------- */

/* How the links of a tree are closed. */
typedef struct Closing {
    bool open, closed;
    double last, rate;
    double enough; /* m or rad: open by less they are closed */
} Closing;

static Closing closing_of(const Stage *s, int tree, bool open) {
    bool twice = tree_of(s, tree)->twice;
    return (Closing){open, false, INFINITY, 1, twice ? LINK_EVEN(s->g.h) : LINK_TOLERANCE};
}

/* After a look at what is open: whether another round is to follow. */
static bool goes_on(Closing *c, double worst, int pass) {
    c->open = false;
    if (worst < c->enough)
        c->closed = true;
    else if (!(worst < LINK_SLOWEST * c->last))
        c->closed = worst < LINK_STUCK * LINK_TOLERANCE;
    else if (pass == LINK_PASSES)
        c->closed = worst < LINK_AT_LAST * LINK_TOLERANCE;
    else
        c->open = true;
    if (!c->open) return false;
    if (pass > 0) c->rate = worst / c->last;
    c->last = worst;
    return true;
}

/* Those that are open. */
static void close_links(const Stage *s, Closing closing[CN_LINKAGE_TREES], bool factored) {
    bool live[CN_LINKAGE_TREES] = {false}, any = true;
    for (int t = 0; t < s->range->count; t++) live[t] = closing[t].open;
    set_live(s, live);
    for (int pass = 0; any && pass <= LINK_PASSES; pass++) {
        any = false;
        s->kernels->violations(&s->g);
        for (int t = 0; t < s->range->count; t++) {
            live[t] = closing[t].open && goes_on(&closing[t], AT_ROOT(s, t, worst), pass);
            any |= live[t];
        }
        if (!any) return;
        set_live(s, live);
        factor_once(s, &factored);
        s->kernels->answer(&s->g, -1 / s->g.h);
        any = false;
        for (int t = 0; t < s->range->count; t++) {
            Closing *c = &closing[t];
            if (!c->open) continue;
            if (4 * c->rate * c->last < c->enough) c->closed = true, c->open = false;
            any |= c->open;
        }
    }
    s->kernels->predict(&s->g);
}

/* Links do no work but what drives them; no body is turned too far at once. */
static bool is_sound(const Stage *s, int tree, double closing) {
    double heavy = AT_ROOT(s, tree, heavy);
    double may_add = heavy * (AT_ROOT(s, tree, drive) + closing * closing);
    double most = LINK_GAIN * 0.5 * AT_ROOT(s, tree, before) + may_add + LINK_LEAST_GAIN * heavy;
    return AT_ROOT(s, tree, turned) < LINK_MOST_TURN && 0.5 * AT_ROOT(s, tree, after) <= most;
}

/* Of the trees that are asked about, those of which a limit would be passed, or pull. */
static bool find_changes(const Stage *s, bool asked[CN_LINKAGE_TREES]) {
    bool any = false, changes[CN_LINKAGE_TREES] = {false};
    set_live(s, asked);
    s->kernels->judge(&s->g);
    for (int row = 0; row < s->g.body_rows; row++) {
        const cn_LinkageBodies *b = &s->g.bodies[row];
        const cn_LinkageLinks *l = s->g.links + b->head->first_link;
        for (int n = 0; n < b->head->link_count; n++, l++)
            for (int i = 0; l->head->kinds & CN_LINKAGE_LIMIT && i < CN_LINKAGE_LANES; i++)
                if (b->live[i] && l->limited[i] && l->next[i] != l->limit[i])
                    changes[b->tree[i]] = true;
    }
    for (int t = 0; t < s->range->count; t++) any |= asked[t] = changes[t];
    return any;
}

/* Velocities and impulses of these trees: to what was given, or what they are now is given from
 * here on. */
static void copy_given(const Stage *s, const bool trees[CN_LINKAGE_TREES], bool back) {
    for (int row = 0; row < s->g.body_rows; row++) {
        cn_LinkageBodies *b = &s->g.bodies[row];
        cn_LinkageLinks *l = s->g.links + b->head->first_link;
        for (int i = 0; i < CN_LINKAGE_LANES; i++) {
            if (b->tree[i] < 0 || !trees[b->tree[i]]) continue;
            for (int k = 0; k < 3; k++) {
                *(back ? &b->v[k][i] : &b->given[k][i]) = back ? b->given[k][i] : b->v[k][i];
                for (int n = 0; n < b->head->link_count; n++)
                    *(back ? &l[n].impulse[k][i] : &l[n].given[k][i]) =
                        back ? l[n].given[k][i] : l[n].impulse[k][i];
            }
        }
    }
}

/* All links closed, with the limits that bear: closed again where others should. */
static void close_all(const Stage *s, Closing closing[CN_LINKAGE_TREES], bool factored) {
    bool limits = false, any = false;
    for (int t = 0; t < s->range->count; t++)
        closing[t] = closing_of(s, t, s->g.lanes[t] && !s->soft[t]);
    for (int row = 0; row < s->g.link_rows; row++)
        limits |= (s->g.links[row].head->kinds & CN_LINKAGE_LIMIT) != 0;
    for (int t = 0; t < s->range->count; t++) any |= closing[t].open;
    if (!any) return;
    close_links(s, closing, factored);
    for (int round = 0;; round++) {
        bool asked[CN_LINKAGE_TREES] = {false};
        s->kernels->sums(&s->g);
        for (int t = 0; t < s->range->count; t++)
            if (closing[t].closed && !is_sound(s, t, tree_of(s, t)->closing))
                closing[t].closed = false;
        for (int t = 0; t < s->range->count; t++) asked[t] = closing[t].closed;
        if (round == LINK_CATCHES || !limits || !find_changes(s, asked)) return;
        copy_given(s, asked, true);
        set_live(s, asked);
        s->kernels->change_limits(&s->g);
        copy_given(s, asked, false);
        for (int t = 0; t < s->range->count; t++)
            if (asked[t]) closing[t] = closing_of(s, t, true);
        close_links(s, closing, false);
    }
}

/* Velocities of a tree to its own bodies, something with them there, and back. */
static void look_alone(const Stage *s, int tree) {
    cn_Articulation *a = tree_of(s, tree);
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
    Stage s = stage_of(w, r, h);
    Closing closing[CN_LINKAGE_TREES];
    bool soft[CN_LINKAGE_TREES] = {false}, factored = true; /* all of them, as far as it matters */
    for (int t = 0; t < r->count; t++) {
        cn_Articulation *a = tree_of(&s, t);
        s.g.lanes[t] = a->runs && a->is_tree && a->in_lanes;
        factored &= !s.g.lanes[t] || a->factored;
        if (a->runs && !s.g.lanes[t]) cn_exact_solve_alone(w, a, h, CN_EXACT_READ);
    }
    if (!any_lanes(&s)) return;
    s.kernels->enter(&s.g);
    for (int t = 0; t < r->count; t++)
        soft[t] = s.soft[t] = s.g.lanes[t] && tree_of(&s, t)->soft > 0;
    if (soften(&s, soft)) factored = false;
    close_all(&s, closing, factored);
    for (int t = 0; t < r->count; t++) {
        cn_Articulation *a = tree_of(&s, t);
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
        cn_Chain c = cn_exact_chain(w, a);
        cn_linkage_unload(w, r, t);
        cn_chain_set_rows(&c);
        a->factored = s.g.lanes[t] = a->in_lanes = false;
        cn_exact_solve_alone(w, a, h, CN_EXACT_TRIED);
    }
    s.kernels->finish(&s.g);
}

/* ---- the end of a step -------------------------------------------------------------------- */

static void give_totals(const Stage *s) {
    for (int row = 0; row < s->g.body_rows; row++) {
        const cn_LinkageBodies *b = &s->g.bodies[row];
        cn_LinkageLinks *l = s->g.links + b->head->first_link;
        for (int n = 0; n < b->head->link_count; n++, l++)
            for (int i = 0; i < CN_LINKAGE_LANES; i++) {
                if (l->link[i] < 0 || !tree_of(s, b->tree[i])->runs) continue;
                double sign = l->mirrored[i] ? -1 : 1;
                cn_joint_add_total(&s->w->joint[l->joint[i]], sign * l->total[0][i],
                                   sign * l->total[1][i], sign * l->total[2][i]);
            }
    }
}

static void forget_impulses(const Stage *s) {
    for (int row = 0; row < s->g.link_rows; row++)
        memset(s->g.links[row].impulse, 0, sizeof s->g.links[row].impulse);
}

void cn_linkage_report(cn_World *w, const cn_LinkageRange *r, float dt) {
    Stage s = stage_of(w, r, dt / (float)w->def.substeps);
    bool any = false;
    s.g.reported = true;
    s.g.motion = w->motion;
    for (int t = 0; t < r->count; t++) {
        cn_Articulation *a = tree_of(&s, t);
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
        if (s.g.lanes[t]) cn_exact_store(w, tree_of(&s, t), dt);
    if (any) {
        forget_impulses(&s);
        s.kernels->read(&s.g);
        for (int t = 0; t < r->count; t++)
            if (s.g.lanes[t] && tree_of(&s, t)->firm) look_alone(&s, t);
        set_live(&s, s.g.lanes);
        s.kernels->set_rows(&s.g);
        s.kernels->factor(&s.g);
        s.kernels->rates(&s.g);
        s.kernels->answer(&s.g, -1);
        s.kernels->finish(&s.g);
    }
    if (r->body_rows > 0) give_totals(&s);
}
