/* gear_train.c: couplings and the articulations that they push at, closed together.
 *
 * An articulation has the last word before bodies move, and what it does to close its links at the
 * end of a sub-step moves what a gear couples, too, however far away the body is that made it
 * necessary. So a component whose joints are all in articulations is closed with them: Newton's
 * method goes through the links, by the matrix that each articulation has anyway, and then through
 * the couplings, by what a push of each does to the rows of all others with links held. That takes
 * one substitution for each coupling and articulation. What links bear of it stays with them; the
 * articulation finds nothing left to do.
 * Where that does not get there nothing has been changed, and gear_solve.c goes on. */
#include <math.h>
#include <string.h>

#include "data/world.h"
#include "solver/exact/exact.h"
#include "solver/exact/exact_solve.h"
#include "solver/exact/gear_system.h"
#include "wide/motion.h"

#define PASSES    32  /* rounds, as long as four of them halve what is open */
#define SWEEPS    12  /* rounds over the rows that only push one way */
#define CLOSED    0.1 /* ratio to the tolerance: links that are open by less are left as they are */
#define ENOUGH    1e-7 /* rad or m that may be open when all passes are over */
#define MOST_TURN 0.7  /* rad in a sub-step, by what links do: beyond it directions mean nothing */
/* ratio to what a row would have for itself: with less left others hold it */
#define REDUNDANT 1e-9

/* ---- which there are ---------------------------------------------------------------------- */

static int add_train(cn_World *w, int articulation) {
    cn_GearStage *g = &w->scratch.exact.coupling_stage;
    cn_Articulation *a = &w->articulations.list[articulation];
    a->geared = true;
    g->trains[g->train_count] = (cn_GearTrain){cn_exact_chain(w, a), articulation, -1, false};
    return g->train_count++;
}

/* By body: the articulation that runs with it, and its place there. */
static void note_members(const cn_World *w, int *in, int *member) {
    const cn_Articulations *all = &w->articulations;
    for (int i = 0; i < w->bodies.count; i++) in[i] = -1;
    for (int i = 0; i < all->count; i++) {
        const cn_Articulation *a = &all->list[i];
        for (int n = 0; a->runs && n < a->free_count; n++) {
            in[all->bodies[a->first_body + n].body] = i;
            member[all->bodies[a->first_body + n].body] = n;
        }
    }
}

bool cn_train_find(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    cn_GearStage *g = &s->exact.coupling_stage;
    int bodies = w->bodies.count, articulations = w->articulations.count;
    g->train_count = 0;
    if (articulations == 0) return true;
    if (!CN_GROW(s->exact.train_members, 2 * bodies + articulations) ||
        !CN_GROW(g->trains, articulations))
        return false;
    int *in = s->exact.train_members, *member = in + bodies, *train = member + bodies;
    note_members(w, in, member);
    for (int i = 0; i < articulations; i++) train[i] = -1;
    for (int i = 0; i < g->count; i++) {
        cn_GearRow *k = &g->couples[i];
        for (int n = 0; n < k->own; n++) {
            int body = k->bodies[n].body, of = in[body];
            if (of < 0 || !cn_couple_yields(w, body)) continue;
            if (train[of] < 0) train[of] = add_train(w, of);
            k->train[n] = train[of];
            k->member[n] = member[body];
        }
    }
    return true;
}

/* What moves of it is in articulations, or hangs on no joint. */
static bool fits(const cn_GearRow *k, bool *any) {
    for (int i = 0; i < k->own; i++) *any |= k->train[i] >= 0;
    for (int i = 0; i < k->link_count; i++) {
        const cn_Link *l = &k->links[i];
        bool own_a = l->a < k->own && cn_couple_moves(k, l->a);
        bool own_b = l->b < k->own && cn_couple_moves(k, l->b);
        if ((own_a && k->train[l->a] < 0) || (own_b && k->train[l->b] < 0)) return false;
    }
    return true;
}

void cn_train_plan(cn_World *w, int first, int end) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    bool any = false, all = true;
    int list = -1;
    for (int i = first; i < end; i++) {
        const cn_GearRow *k = cn_couple_at(g, i);
        all = fits(k, &any) && all;
        for (int n = 0; n < k->own; n++) {
            cn_GearTrain *t = k->train[n] >= 0 ? &g->trains[k->train[n]] : NULL;
            if (!t || t->listed) continue;
            t->listed = true;
            t->next = list;
            list = k->train[n];
        }
    }
    cn_couple_at(g, first)->first_train = list;
    cn_couple_at(g, first)->in_train = any && all;
}

/* ---- what a push does --------------------------------------------------------------------- */

static void clear(cn_Chain *c) { memset(c->x, 0, (size_t)c->e.nodes * sizeof *c->x); }

static double *x_of(const cn_Chain *c, int member) { return c->x[c->e.place[member]]; }

static void add_row(const cn_GearRow *k, int i, cn_Chain *c, double scale) {
    double *x = x_of(c, k->member[i]);
    for (int n = 0; n < 3; n++) x[n] += scale * k->row[3 * i + n];
}

/* What the answer of an articulation does to the row of a coupling. */
static double felt(const cn_GearRow *k, int train, const cn_Chain *c) {
    double sum = 0;
    for (int i = 0; i < k->own; i++) {
        if (k->train[i] != train) continue;
        const double *x = x_of(c, k->member[i]);
        for (int n = 0; n < 3; n++) sum += k->row[3 * i + n] * x[n];
    }
    return sum;
}

/* Twice the energy of an answer. */
static double energy_of(const cn_Chain *c) {
    double sum = 0;
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        const double *x = x_of(c, i);
        sum += b->mass[0] * x[0] * x[0] + b->mass[1] * x[1] * x[1];
        sum += (b->mass[2] + b->stiff) * x[2] * x[2];
    }
    return sum;
}

/* What a push does by way of bodies that are in no articulation. */
static double felt_outside(const cn_GearRow *k, const cn_GearRow *other) {
    double sum = 0;
    for (int i = 0; i < k->own; i++) {
        if (k->train[i] >= 0 || !cn_couple_moves(k, i)) continue;
        int at = cn_couple_place(other, k->bodies[i].body);
        for (int n = 0; n < 3 && at >= 0 && at < other->own; n++)
            sum += k->push[3 * i + n] * other->row[3 * at + n];
    }
    return sum;
}

static bool met_before(const cn_GearRow *k, int i) {
    for (int n = 0; n < i; n++)
        if (k->train[n] == k->train[i]) return true;
    return false;
}

/* Its row of the matrix; and its mass, 0 where links hold all of it. */
static void fill_row(const cn_World *w, int self) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    cn_GearRow *k = cn_couple_at(g, self);
    double alone = 0, energy = felt_outside(k, k);
    for (int n = 0; n < 3 * k->own; n++) alone += k->push[n] * k->row[n];
    for (int n = k->mate; n <= self; n++)
        *cn_skyline_entry(w, self, n) = felt_outside(k, cn_couple_at(g, n));
    for (int i = 0; i < k->own; i++) {
        if (k->train[i] < 0 || met_before(k, i)) continue;
        cn_Chain *c = &g->trains[k->train[i]].chain;
        clear(c);
        for (int n = i; n < k->own; n++)
            if (k->train[n] == k->train[i]) add_row(k, n, c, 1);
        cn_chain_substitute(c);
        energy += energy_of(c);
        for (int n = k->mate; n <= self; n++)
            *cn_skyline_entry(w, self, n) += felt(cn_couple_at(g, n), k->train[i], c);
    }
    double whole = *cn_skyline_entry(w, self, self);
    k->mass = energy > REDUNDANT * alone && whole > 0 ? 1 / whole : 0;
}

/* ---- a sub-step --------------------------------------------------------------------------- */

/* Ready to be solved; the velocities that it has now are given. */
static void start(const cn_World *w, cn_GearTrain *t, float h) {
    cn_Chain *c = &t->chain;
    const cn_Articulation *a = &w->articulations.list[t->articulation];
    c->h = (double)h;
    c->push = w->def.push_speed * c->h;
    c->closing = a->closing;
    c->factored = a->factored;
    cn_chain_read_velocities(w, c);
    for (int i = 0; i < c->free_count; i++)
        memcpy(c->bodies[i].given, c->bodies[i].v, sizeof c->bodies[i].v);
    for (int i = 0; i < c->link_count; i++)
        memcpy(c->links[i].given, c->links[i].impulse, sizeof c->links[i].impulse);
    if (!c->factored) cn_chain_factor(c, false);
    c->factored = true;
}

bool cn_train_is_exact(const cn_World *w, const cn_GearRow *first) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    if (!first->in_train) return false;
    for (int train = first->first_train; train >= 0; train = g->trains[train].next) {
        const cn_Articulation *a = &w->articulations.list[g->trains[train].articulation];
        if (!a->runs || a->soft > 0) return false;
    }
    return true;
}

/* How far it will be from what it holds. */
static double ahead_of(const cn_World *w, cn_GearRow *k) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    cn_Chain c = cn_couple_chain(w, k, g->h);
    cn_chain_read_velocities(w, &c);
    for (int i = 0; i < k->own; i++) {
        if (k->train[i] < 0) continue;
        const cn_Chain *of = &g->trains[k->train[i]].chain;
        memcpy(k->bodies[i].v, of->bodies[k->member[i]].v, sizeof k->bodies[i].v);
    }
    cn_chain_predict(&c, k->own);
    return cn_couple_violation(k, &c);
}

/* Closes the links of all, by as much as they are open now; the worst of that. */
static double close_links(const cn_World *w, int train) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    double worst = 0;
    for (; train >= 0; train = g->trains[train].next) {
        cn_Chain *c = &g->trains[train].chain;
        cn_chain_predict(c, c->body_count);
        double open = cn_chain_violations(c);
        if (!(open <= worst)) worst = open;
        if (open < CLOSED * c->tolerance) continue;
        cn_chain_answer(c, -1 / c->h);
        cn_chain_take(c, 1);
    }
    return worst;
}

/* Pushes of couples first to end - 1 as answer says, and what their articulations do about it. */
static void push_all(const cn_World *w, int train, int first, int end) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    for (int t = train; t >= 0; t = g->trains[t].next) clear(&g->trains[t].chain);
    for (int i = first; i < end; i++) {
        cn_GearRow *k = cn_couple_at(g, i);
        if (!k->active || k->answer == 0) continue;
        double p = cn_couple_push(w, k, k->answer);
        k->pushed += p;
        for (int n = 0; n < k->own; n++)
            if (k->train[n] >= 0) add_row(k, n, &g->trains[k->train[n]].chain, p);
    }
    for (int t = train; t >= 0; t = g->trains[t].next) {
        cn_chain_substitute(&g->trains[t].chain);
        cn_chain_take(&g->trains[t].chain, 1);
    }
}

/* All rows at once; returns how far the worst was from closed. */
static double close_rows(const cn_World *w, int train, int first, int end) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    double worst = 0;
    for (int i = first; i < end; i++) {
        cn_GearRow *k = cn_couple_at(g, i);
        double ahead = k->active ? ahead_of(w, k) : 0;
        k->answer = -ahead / (double)g->h;
        if (!(fabs(ahead) <= worst)) worst = fabs(ahead);
    }
    if (worst <= CN_COUPLE_CLOSED) return worst;
    cn_skyline_solve(w, first, end);
    push_all(w, train, first, end);
    return worst;
}

/* Row by row, those that only push one way too; returns how far from closed the worst was that can
 * be. */
static double sweep(const cn_World *w, int train, int first, int end) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    double worst = 0;
    for (int i = first; i < end; i++) {
        cn_GearRow *k = cn_couple_at(g, i);
        if (k->mass == 0) continue;
        double ahead = ahead_of(w, k), before = k->impulse;
        k->answer = -k->mass * ahead / (double)g->h;
        k->active = true;
        push_all(w, train, i, i + 1);
        double closed = fabs(k->impulse - before) * (double)g->h / k->mass;
        if (!(closed <= worst)) worst = closed;
    }
    return worst;
}

/* Which rows count: what only pushes one way does when it is about to be violated. */
static bool choose_active(const cn_World *w, int first, int end) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    bool one_sided = false;
    for (int i = first; i < end; i++) {
        cn_GearRow *k = cn_couple_at(g, i);
        k->active = k->mass > 0 && k->kind != CN_MOTOR;
        if (k->one_sided && k->impulse == 0) k->active &= ahead_of(w, k) > 0;
        one_sided |= k->one_sided;
    }
    return one_sided;
}

/* Motors see what gears have made of the speed that they find, and are solved with them then. */
static void ask_motors(const cn_World *w, int train, int first, int end) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    bool any = false;
    for (int i = first; i < end; i++) any |= cn_couple_at(g, i)->kind == CN_MOTOR;
    if (!any) return;
    close_rows(w, train, first, end);
    close_links(w, train);
    for (int i = first; i < end; i++) {
        cn_GearRow *k = cn_couple_at(g, i);
        if (k->kind != CN_MOTOR || k->mass == 0) continue;
        ahead_of(w, k);
        cn_couple_ask(w, k, g->h);
        for (int n = first; n < end; n++) cn_couple_bound(w, k, cn_couple_at(g, n), g->h);
        k->active = true;
    }
    for (int i = first; i < end; i++) fill_row(w, i);
    cn_skyline_factor(w, first, end);
}

static bool close_all(const cn_World *w, int train, int first, int end) {
    double worst = INFINITY, open = close_links(w, train), mark = INFINITY;
    bool one_sided = choose_active(w, first, end);
    cn_skyline_factor(w, first, end);
    ask_motors(w, train, first, end);
    for (int pass = 0; pass < PASSES; pass++) {
        worst =
            one_sided && pass > 0 ? sweep(w, train, first, end) : close_rows(w, train, first, end);
        open = close_links(w, train);
        if (worst <= CN_COUPLE_CLOSED && open <= ENOUGH) return true;
        if (pass % 4 > 0) continue;
        if (!(worst + open < 0.5 * mark)) break;
        mark = worst + open;
    }
    return worst <= ENOUGH && open <= ENOUGH;
}

/* No body is turned so far that directions mean nothing. */
static bool calm(const cn_World *w, int train) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    for (; train >= 0; train = g->trains[train].next) {
        const cn_Chain *c = &g->trains[train].chain;
        for (int i = 0; i < c->free_count; i++) {
            const cn_LinkBody *b = &c->bodies[i];
            if (!(fabs(c->h * (b->v[2] - b->given[2])) < MOST_TURN)) return false;
        }
    }
    return true;
}

/* What links did, which is all but the push itself, they may have to take back. */
static void keep(const cn_World *w, cn_GearTrain *t) {
    cn_Chain *c = &t->chain;
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        const cn_Motion *m = cn_station(w, b->body).motion;
        b->pushed[0] += b->v[0] - (double)m->vx;
        b->pushed[1] += b->v[1] - (double)m->vy;
        b->pushed[2] += b->v[2] - (double)m->w;
    }
    cn_chain_write_velocities(w, c);
    w->articulations.list[t->articulation].factored = true;
}

static void undo(const cn_World *w, int train, int first, int end) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    for (int i = first; i < end; i++) {
        cn_GearRow *k = cn_couple_at(g, i);
        double p = -k->pushed;
        bool one_sided = k->one_sided;
        k->one_sided = false;
        if (p != 0) cn_couple_push(w, k, p);
        k->one_sided = one_sided;
    }
    for (; train >= 0; train = g->trains[train].next) {
        cn_Chain *c = &g->trains[train].chain;
        w->articulations.list[g->trains[train].articulation].factored = true;
        for (int i = 0; i < c->link_count; i++)
            memcpy(c->links[i].impulse, c->links[i].given, sizeof c->links[i].impulse);
    }
}

bool cn_train_solve(const cn_World *w, int first, int end) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    const cn_GearRow *k = cn_couple_at(g, first);
    int train = k->first_train;
    if (!cn_train_is_exact(w, k)) return false;
    for (int i = first; i < end; i++) {
        cn_couple_begin(w, cn_couple_at(g, i), g->h, false);
        cn_couple_at(g, i)->pushed = 0;
    }
    for (int t = train; t >= 0; t = g->trains[t].next) start(w, &g->trains[t], g->h);
    for (int i = first; i < end; i++) fill_row(w, i);
    if (!close_all(w, train, first, end) || !calm(w, train)) {
        undo(w, train, first, end);
        return false;
    }
    for (int t = train; t >= 0; t = g->trains[t].next) keep(w, &g->trains[t]);
    return true;
}
