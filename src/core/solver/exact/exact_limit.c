/* exact_limit.c: limits of hinges, sliders and ropes that articulations hold.
 *
 * The lanes know nothing of what else links hold: the limit of a light arm that carries much had
 * the mass of the arm there, gave way, and threw back what it had gathered meanwhile. So a limit
 * that is reached is one more row of its link. It may push and not pull: the sub-step is closed
 * again without those that would, and with those that would be passed. */
#include "data/joint_access.h"
#include "data/world.h"
#include "objects/joint_measure.h"
#include "solver/exact/exact.h"
#include "solver/exact/exact_solve.h"
#include "wide/link_limits.h"

/* Of b against a, since the step began. */
typedef struct Turn {
    double c, s;
} Turn;

static Turn turn_of(const cn_Chain *c, const cn_Link *l, cn_LinkPlace a, cn_LinkPlace b) {
    const cn_LinkBody *p = &c->bodies[l->a], *q = &c->bodies[l->b];
    double c0 = p->start_c * q->start_c + p->start_s * q->start_s;
    double s0 = p->start_c * q->start_s - p->start_s * q->start_c;
    double ct = a.c * b.c + a.s * b.s, st = a.c * b.s - a.s * b.c;
    return (Turn){c0 * ct + s0 * st, c0 * st - s0 * ct};
}

static cn_LinkPlace place_of(const cn_LinkBody *b, bool then) {
    return then ? cn_link_then(b) : cn_link_now(b);
}

static bool is_angle(const cn_Link *l) { return cn_link_limit_row(l) == 2; }

/* Where it is now, or will be at the end of the sub-step. Of a hinge that is far from both limits
 * any place between them will do. */
static double coordinate(const cn_Chain *c, const cn_Link *l, bool then) {
    cn_LinkPlace a = place_of(&c->bodies[l->a], then), b = place_of(&c->bodies[l->b], then);
    if (!is_angle(l)) return cn_link_coordinate(l, a, b);
    Turn t = turn_of(c, l, a, b);
    double most = LINK_ARC * fabs(t.s) + LINK_SLACK; /* with LINK_SLACK, of the angle */
    if (t.c > 0 && l->start - most > l->lower && l->start + most < l->upper) return l->start;
    return l->start + cn_atan2(t.s, t.c);
}

/* Which limit bears: below 0 the lower one, above 0 the upper one. */
static int side_of(const cn_Chain *c, const cn_Link *l) {
    double at = coordinate(c, l, false), before = l->impulse[cn_link_limit_row(l)];
    if (at <= l->lower + (before > 0 ? LINK_SLACK : 0)) return -1;
    return at >= l->upper - (before < 0 ? LINK_SLACK : 0);
}

/* A hinge may be whole turns beyond its limit: what is told is how far it turns from here. */
static void set_limit(const cn_Chain *c, cn_Link *l, int side) {
    l->limit = side;
    l->limit_at = side < 0 ? l->lower : l->upper;
    if (!is_angle(l)) return;
    double at = coordinate(c, l, false);
    l->beyond = at - l->limit_at;
    l->rc = cn_cos(l->reference + at);
    l->rs = cn_sin(l->reference + at);
}

void cn_chain_find_limits(cn_Chain *c) {
    for (int i = 0; i < c->link_count; i++) {
        cn_Link *l = &c->links[i];
        if (!l->limited) continue;
        int side = side_of(c, l);
        l->limit = 0;
        if (side != 0)
            set_limit(c, l, side);
        else
            l->impulse[cn_link_limit_row(l)] = l->owed[cn_link_limit_row(l)] = 0;
    }
}

void cn_chain_find_limits_of_part(cn_Chain *c) {
    cn_chain_find_limits(c);
    for (int i = 0; i < c->link_count; i++) {
        cn_Link *l = &c->links[i];
        if (!l->limited) continue;
        l->allowed[cn_link_limit_row(l)] = 0;
        if (l->limit != 0) cn_link_allow_limit(c, l);
    }
}

/* What the row has given since the sub-step before is taken back. */
static void take_back(cn_Chain *c, cn_Link *l, int row) {
    for (int side = 0; side < 2; side++) {
        int at = side ? l->b : l->a;
        const double *j = side ? &l->jb[3 * row] : &l->ja[3 * row];
        cn_LinkBody *b = &c->bodies[at];
        double mass[3] = {b->mass[0], b->mass[1], b->mass[2] + b->stiff};
        for (int k = 0; at < c->free_count && k < 3; k++) {
            double v = j[k] * l->impulse[row] / mass[k];
            b->v[k] -= v;
            b->pushed[k] -= v;
        }
    }
    l->impulse[row] = l->owed[row] = l->allowed[row] = 0;
}

/* Which limit it will be beyond, farther than where it comes from allows. */
static int passed(const cn_Chain *c, const cn_Link *l) {
    double then = coordinate(c, l, true);
    if (then >= l->lower - c->tolerance && then <= l->upper + c->tolerance) return 0;
    double now = coordinate(c, l, false);
    int side = then < l->lower ? -1 : 1;
    double limit = side < 0 ? l->lower : l->upper;
    double allowed = cn_link_limit_allowed(c, l, side * (now - limit));
    return side * (then - limit) > allowed + c->tolerance ? side : 0;
}

/* What is brought back would go on at the speed of that. */
static bool may_let_go(const cn_Link *l) { return l->lower < l->upper && !l->returns; }

bool cn_chain_judge_limits(cn_Chain *c) {
    bool any = false;
    for (int i = 0; i < c->link_count; i++) {
        cn_Link *l = &c->links[i];
        l->next_limit = l->limit;
        if (!l->limited) continue;
        if (l->limit == 0)
            l->next_limit = passed(c, l);
        else if (may_let_go(l) && l->limit * l->impulse[cn_link_limit_row(l)] > 0)
            l->next_limit = 0;
        any |= l->next_limit != l->limit;
    }
    return any;
}

void cn_chain_change_limits(cn_Chain *c) {
    for (int i = 0; i < c->link_count; i++) {
        cn_Link *l = &c->links[i];
        l->last_limit = l->limit;
        if (!l->limited || l->next_limit == l->limit) continue;
        if (l->limit != 0) take_back(c, l, cn_link_limit_row(l));
        l->limit = 0;
        if (l->next_limit == 0) continue;
        set_limit(c, l, l->next_limit);
        cn_link_allow_limit(c, l);
    }
    cn_chain_set_rows(c);
    c->factored = false;
}

void cn_chain_recall_limits(cn_Chain *c) {
    for (int i = 0; i < c->link_count; i++) c->links[i].next_limit = c->links[i].last_limit;
}

void cn_link_start_limit(const cn_World *w, cn_Link *l) {
    const cn_Joint *j = &w->joint[l->joint];
    l->limited = cn_joint_has_hard_limits(j);
    l->limit = 0;
    if (!l->limited) {
        if (l->kind == CN_LINK_POINT || l->kind == CN_LINK_SLIDE)
            l->impulse[cn_link_limit_row(l)] = 0;
        return;
    }
    l->lower = j->tuning.lower;
    l->upper = j->tuning.upper;
    if (l->kind == CN_LINK_ROPE) {
        l->lower = j->flags & CN_JOINT_MIN ? j->tuning.min : -INFINITY;
        l->upper = j->flags & CN_JOINT_MAX ? j->tuning.max : INFINITY;
    }
    l->reference = j->reference;
    l->origin = j->origin;
    l->start = j->kind == CN_REVOLUTE ? cn_joint_angle_now(w, j) : 0;
}
