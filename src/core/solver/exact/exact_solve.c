/* exact_solve.c: one articulation in one sub-step.
 *
 * Velocities belong to the middle of a sub-step (leapfrog). Links push along their directions at
 * its beginning, by as much as closes all of them at its end: SHAKE (Ryckaert, Ciccotti and
 * Berendsen 1977), which keeps the energy of a pendulum for ever. The amounts are found by Newton's
 * method with the matrix of the beginning; its KKT form is eliminated from the leaves, so that a
 * tree costs O(n) (Baraff, "Linear-Time Dynamics using Lagrange Multipliers", SIGGRAPH 1996).
 * What pulls on a lever also resists its turning. Where that is too stiff for a sub-step (light
 * links that carry a heavy body) the excess is taken implicitly: geometric stiffness (Tournier,
 * Nesme, Gilles and Faure, "Stable Constrained Dynamics", SIGGRAPH 2015).
 * When Newton's method does not get there the sub-step is taken in parts; and when that does not
 * help (a bridge that is exactly as long as its span, more links than fit) links are springs for a
 * while, all of them solved at once. */
#include "solver/exact/exact_solve.h"

#include <math.h>
#include <string.h>

#include "cairn_math.h"
#include "solver/exact/exact.h"
#include "wide/link_limits.h"

#define PART_CATCHES 12 /* times that other limits may come to bear, in a part of one */
/* m/s and rad/s, all velocities together: beyond it, or NaN, the projection is dropped */
#define MOST_SPEED 1e12

/* ---- motion ------------------------------------------------------------------------------- */

static cn_LinkPlace rotated(cn_LinkPlace p, double a) {
    double q = a * a;
    double c = 1 - q * (1.0 / 2 - q * (1.0 / 24 - q * (1.0 / 720 - q * (1.0 / 40320))));
    double s = a * (1 - q * (1.0 / 6 - q * (1.0 / 120 - q * (1.0 / 5040 - q * (1.0 / 362880)))));
    if (q > 0.09) {
        c = cn_cos(a);
        s = cn_sin(a);
    }
    return (cn_LinkPlace){p.x, p.y, c * p.c - s * p.s, s * p.c + c * p.s};
}

void cn_chain_predict(cn_Chain *c, int count) {
    for (int i = 0; i < count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        cn_LinkPlace p = rotated(cn_link_now(b), c->h * b->v[2]);
        b->px = b->x + c->h * b->v[0];
        b->py = b->y + c->h * b->v[1];
        b->pc = p.c;
        b->ps = p.s;
    }
}

void cn_chain_take(cn_Chain *c, double scale) {
    const int *place = c->e.place;
    double(*const all)[4] = c->x;
    int bodies = c->free_count, links = c->link_count;
    cn_LinkBody *body = c->bodies;
    for (int i = 0; i < bodies; i++) {
        const double *x = all[place[i]];
        double v[3] = {body[i].v[0] + scale * x[0], body[i].v[1] + scale * x[1],
                       body[i].v[2] + scale * x[2]};
        memcpy(body[i].v, v, sizeof v);
    }
    cn_Link *link = c->links;
    for (int i = 0; i < links; i++) {
        const double *x = all[place[bodies + i]];
        double p[3] = {link[i].impulse[0] - scale * x[0], link[i].impulse[1] - scale * x[1],
                       link[i].impulse[2] - scale * x[2]};
        memcpy(link[i].impulse, p, sizeof p);
    }
}

/* kg m^2: what turns about an anchor moves its mass, too, as far as the body on the other side
 * holds the anchor. u, w: how fast the anchor goes, by the turning of one body and of the other. */
static double lent_to(const cn_LinkBody *b, const double u[2], const cn_LinkBody *other,
                      const double w[2], bool free) {
    double give = u[0] * u[0] / b->mass[0] + u[1] * u[1] / b->mass[1];
    double size = u[0] * u[0] + u[1] * u[1], along = u[0] * w[0] + u[1] * w[1];
    if (free)
        give += other->links * (u[0] * u[0] / other->mass[0] + u[1] * u[1] / other->mass[1] +
                                along * along / other->mass[2]);
    return give > 0 ? size * size / give : 0;
}

/* By the link that lends most. What a body lends it lends to all of its links alike, so that it is
 * counted once: a light one that many bobs hang on holds none of them. */
static void find_lent(cn_Chain *c) {
    for (int i = 0; i < c->body_count; i++) c->bodies[i].lent = c->bodies[i].links = 0;
    for (int i = 0; i < c->link_count; i++) {
        c->bodies[c->links[i].a].links++;
        c->bodies[c->links[i].b].links++;
    }
    for (int i = 0; i < c->link_count; i++) {
        const cn_Link *l = &c->links[i];
        cn_LinkBody *a = &c->bodies[l->a], *b = &c->bodies[l->b];
        double wa[2] = {-l->ja[2], -l->ja[5]}, wb[2] = {l->jb[2], l->jb[5]};
        if (l->kind != CN_LINK_POINT && l->kind != CN_LINK_WELD) continue;
        if (l->a < c->free_count)
            a->lent = cn_larger(a->lent, lent_to(a, wa, b, wb, l->b < c->free_count));
        if (l->b < c->free_count)
            b->lent = cn_larger(b->lent, lent_to(b, wb, a, wa, l->a < c->free_count));
    }
}

/* A pull on an arm turns it back by pull * arm for each radian. */
static void find_stiffness(cn_Chain *c) {
    bool any = false;
    for (int i = 0; i < c->free_count; i++) c->bodies[i].stiff = 0;
    for (int i = 0; i < c->link_count; i++) {
        const cn_Link *l = &c->links[i];
        double fx, fy;
        cn_link_force(l, l->impulse, &fx, &fy);
        cn_LinkArms r =
            cn_link_arms(l, cn_link_now(&c->bodies[l->a]), cn_link_now(&c->bodies[l->b]));
        c->bodies[l->a].stiff -= c->h * (fx * r.ax + fy * r.ay);
        c->bodies[l->b].stiff += c->h * (fx * r.bx + fy * r.by);
    }
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        b->stiff = cn_larger(b->stiff - LINK_STIFFEST * b->mass[2], 0);
        any |= b->stiff > 0;
    }
    if (!any) return;
    find_lent(c);
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        double rest = 2 * (b->stiff - LINK_SLOW * b->lent);
        b->stiff = cn_larger(cn_smaller(b->stiff, rest), 0);
    }
}

static void resist_turning(cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        b->v[2] *= b->mass[2] / (b->mass[2] + b->stiff);
    }
}

/* Soft links start from nothing in each sub-step; but what they pulled says how stiff they are. */
static void restore_owed(cn_Chain *c) {
    for (int i = 0; i < c->link_count; i++)
        for (int k = 0; k < 3; k++) {
            c->links[i].impulse[k] += c->links[i].owed[k];
            c->links[i].owed[k] = 0;
        }
}

static void push(cn_LinkBody *b, const double j[9], const double impulse[3]) {
    double mass[3] = {b->mass[0], b->mass[1], b->mass[2] + b->stiff};
    for (int k = 0; k < 3; k++)
        b->v[k] += (j[k] * impulse[0] + j[3 + k] * impulse[1] + j[6 + k] * impulse[2]) / mass[k];
}

/* Velocities that were projected at the end of a step have had half of their impulse. */
static void warm_start(cn_Chain *c) {
    for (int i = 0; i < c->link_count; i++) {
        cn_Link *l = &c->links[i];
        for (int k = 0; k < 3; k++) {
            double had = c->first ? 0.5 * l->impulse[k] : 0;
            l->impulse[k] += l->owed[k] - had;
            l->owed[k] = had;
        }
        if (l->a < c->free_count) push(&c->bodies[l->a], l->ja, l->impulse);
        if (l->b < c->free_count) push(&c->bodies[l->b], l->jb, l->impulse);
    }
}

/* ---- a sub-step --------------------------------------------------------------------------- */

/* One pass of Newton's method with the matrix of the beginning. */
static void improve(cn_Chain *c) {
    if (!c->factored) cn_chain_factor(c, false);
    c->factored = true;
    cn_chain_answer(c, -1 / c->h);
    cn_chain_take(c, 1);
}

/* True when all links will be closed, or as near
 * to that as they get when more of them hold a body than it has freedom. */
static bool close_links(cn_Chain *c) {
    double last = INFINITY, rate = 1;
    for (int pass = 0; pass <= LINK_PASSES; pass++) {
        double worst = cn_chain_violations(c);
        if (worst < c->enough) return true;
        if (!(worst < (c->doubted ? LINK_DOUBTED : LINK_SLOWEST) * last))
            return worst < LINK_STUCK * c->tolerance;
        if (pass == LINK_PASSES) return worst < LINK_AT_LAST * c->tolerance;
        if (pass > 0) rate = worst / last;
        last = worst;
        improve(c);
        cn_chain_predict(c, c->free_count);
        if (4 * rate * worst < c->enough) return true;
    }
    return false;
}

/* Squared speed of the anchor on a body that links cannot move. */
static double drive_of(const cn_Chain *c, const cn_Link *l) {
    double sum = 0;
    for (int side = 0; side < 2; side++) {
        const cn_LinkBody *b = &c->bodies[side ? l->b : l->a];
        if ((side ? l->b : l->a) < c->free_count) continue;
        double arm = side ? cn_distance_of(l->bx, l->by) : cn_distance_of(l->ax, l->ay);
        double speed = cn_distance_of(b->v[0], b->v[1]) + fabs(b->v[2]) * arm;
        sum = cn_larger(sum, speed * speed);
    }
    return sum;
}

static double kinetic(const cn_LinkBody *b, const double v[3]) {
    return 0.5 * (b->mass[0] * v[0] * v[0] + b->mass[1] * v[1] * v[1] + b->mass[2] * v[2] * v[2]);
}

static double kinetic_before(const cn_Chain *c) {
    double sum = 0;
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        double v[3] = {b->given[0] - b->pushed[0], b->given[1] - b->pushed[1],
                       b->given[2] - b->pushed[2]};
        sum += kinetic(b, v);
    }
    return sum;
}

/* What the bodies that links cannot move, and links that are asked to come together, may add. */
static double may_add(const cn_Chain *c) {
    double mass = 0, driven = 0;
    for (int i = 0; i < c->free_count; i++)
        mass += cn_smaller(c->bodies[i].mass[0], c->bodies[i].mass[1]);
    for (int i = 0; i < c->link_count; i++) driven = cn_larger(driven, drive_of(c, &c->links[i]));
    return mass * (driven + c->closing * c->closing);
}

/* Links do no work but that; a little more is left to the change of directions within a sub-step.
 */
static bool passive(const cn_Chain *c) {
    double after = 0, mass = 0;
    for (int i = 0; i < c->free_count; i++) {
        after += kinetic(&c->bodies[i], c->bodies[i].v);
        mass += cn_smaller(c->bodies[i].mass[0], c->bodies[i].mass[1]);
    }
    return after <= LINK_GAIN * kinetic_before(c) + may_add(c) + LINK_LEAST_GAIN * mass;
}

/* No body is turned so far at once that the links' directions mean nothing. */
static bool calm(const cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        if (!(fabs(c->h * (b->v[2] - b->given[2])) < LINK_MOST_TURN)) return false;
    }
    return true;
}

static bool sound(const cn_Chain *c) { return calm(c) && passive(c); }

static void keep_given(cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++)
        memcpy(c->bodies[i].given, c->bodies[i].v, sizeof c->bodies[i].v);
    for (int i = 0; i < c->link_count; i++)
        memcpy(c->links[i].given, c->links[i].impulse, sizeof c->links[i].impulse);
}

static void back_to_given(cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++)
        memcpy(c->bodies[i].v, c->bodies[i].given, sizeof c->bodies[i].v);
    for (int i = 0; i < c->link_count; i++)
        memcpy(c->links[i].impulse, c->links[i].given, sizeof c->links[i].impulse);
}

/* As if no link had acted in this sub-step. */
static void back_to_unpushed(cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        for (int k = 0; k < 3; k++) b->v[k] = b->given[k] - b->pushed[k];
    }
}

static void forget_impulses(cn_Chain *c) {
    for (int i = 0; i < c->link_count; i++)
        memset(c->links[i].impulse, 0, sizeof c->links[i].impulse);
}

/* Velocities alone: takes energy, and makes none. */
static void project(cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++) c->bodies[i].stiff = 0;
    cn_chain_factor(c, false);
    cn_chain_set_rates(c);
    cn_chain_answer(c, -1);
    cn_chain_take(c, 1);
}

/* Neither exact nor soft. */
static void give_up(cn_Chain *c) {
    double sum = 0;
    back_to_unpushed(c);
    forget_impulses(c);
    project(c);
    for (int i = 0; i < c->free_count; i++)
        for (int k = 0; k < 3; k++) sum += c->bodies[i].v[k];
    if (!(fabs(sum) < MOST_SPEED)) back_to_unpushed(c);
}

/* What springs have to close, on top of the rates at which they open. */
static void add_springs(cn_Chain *c) {
    double gap[3];
    c->closing = 0;
    for (int i = 0; i < c->link_count; i++) {
        cn_Link *l = &c->links[i];
        cn_link_violation(l, cn_link_now(&c->bodies[l->a]), cn_link_now(&c->bodies[l->b]), gap);
        l->gently = true;
        for (int r = 0; r < 3; r++) {
            double close = cn_larger(-c->push, cn_smaller(c->push, LINK_CLOSE * gap[r]));
            l->residual[r] += close / c->h;
            c->closing += fabs(close) / c->h;
        }
    }
}

/* Links as springs with dampers, all of them at once and implicitly: nothing is too stiff, and no
 * set of links asks for too much. How stiff they are against turning follows from the impulses
 * before; where those say nothing, from the impulses just found. */
static void soften(cn_Chain *c) {
    bool known = c->soft && !c->tried; /* how stiff, since the sub-step began */
    for (int round = 0; round < LINK_ROUNDS; round++) {
        back_to_unpushed(c);
        if (round > 0 || !known) find_stiffness(c);
        resist_turning(c);
        forget_impulses(c);
        if (round > 0 || !known || !c->factored) cn_chain_factor(c, true);
        c->factored = c->soft;
        cn_chain_set_rates(c);
        add_springs(c);
        cn_chain_answer(c, -1);
        cn_chain_take(c, 1);
        if (sound(c)) return;
    }
    c->factored = false;
    give_up(c);
    find_stiffness(c); /* as a projection knows none, and the next that try go on from it */
}

/* Gaps of links that are to be closed at once, as residuals; the worst. */
static double set_gaps(cn_Chain *c) {
    double worst = 0;
    for (int i = 0; i < c->link_count; i++) {
        cn_Link *l = &c->links[i];
        memset(l->residual, 0, sizeof l->residual);
        if (l->gently) continue;
        cn_link_violation(l, cn_link_now(&c->bodies[l->a]), cn_link_now(&c->bodies[l->b]),
                          l->residual);
        if (l->limit != 0) l->residual[cn_link_limit_row(l)] = 0;
        for (int r = 0; r < 3; r++) worst = cn_larger(worst, fabs(l->residual[r]));
    }
    return worst;
}

/* What answers the gaps, as a way instead of a velocity. */
static void shift(cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        const double *x = c->x[c->e.place[i]];
        cn_LinkPlace p = rotated(cn_link_now(b), x[2]);
        b->x += x[0];
        b->y += x[1];
        b->c = p.c;
        b->s = p.s;
    }
}

bool cn_chain_place(cn_Chain *c) {
    double most = LINK_MOST_SHIFT * c->push;
    bool moved = false;
    for (int pass = 0; pass < LINK_SHIFTS && !c->soft; pass++) {
        double worst = set_gaps(c);
        if (!(worst > LINK_SHIFTED)) break;
        for (int i = 0; i < c->free_count; i++) c->bodies[i].stiff = 0;
        cn_chain_set_rows(c);
        cn_chain_factor(c, false);
        cn_chain_answer(c, worst > most ? -most / worst : -1);
        shift(c);
        moved = true;
    }
    return moved;
}

void cn_chain_begin(cn_Chain *c, bool ahead) {
    cn_chain_find_limits(c);
    cn_chain_set_rows(c);
    c->closing = 0;
    c->factored = false;
    for (int i = 0; i < c->link_count; i++) {
        cn_Link *l = &c->links[i];
        for (int k = 0; k < 3; k++) l->give[k] = c->twice ? l->share[k] : 0;
        cn_link_set_allowed(c, l);
    }
    if (c->twice && !c->soft) cn_chain_let_be(c);
    for (int i = 0; i < c->free_count; i++)
        memset(c->bodies[i].pushed, 0, sizeof c->bodies[i].pushed);
    keep_given(c);
    if (c->soft) {
        restore_owed(c);
        find_stiffness(c);
        if (ahead) soften(c);
    } else {
        find_stiffness(c); /* from what they did as they did it */
        cn_chain_turn_forces(c);
        resist_turning(c);
        warm_start(c);
        if (ahead) {
            cn_chain_predict(c, c->body_count);
            cn_chain_violations(c);
            improve(c);
        }
        if (!calm(c)) {
            back_to_given(c);
            forget_impulses(c); /* else what was not pushed would be pushed more in each step */
        }
    }
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        for (int k = 0; k < 3; k++) b->pushed[k] = b->v[k] - b->given[k];
    }
}

static bool close_once(cn_Chain *c) {
    cn_chain_predict(c, c->body_count);
    return close_links(c) && sound(c);
}

static void move(cn_Chain *c, int parts) {
    for (int i = 0; i < c->body_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        b->x = b->px;
        b->y = b->py;
        b->c = b->pc;
        b->s = b->ps;
        for (int k = 0; k < 3; k++) b->mean[k] += b->v[k] / parts;
    }
    for (int i = 0; i < c->link_count; i++)
        for (int k = 0; k < 3; k++) c->links[i].sum[k] += c->links[i].impulse[k];
}

/* Velocities of the middle of a sub-step stand in for those of its parts; what energy that makes is
 * taken out again, and no momentum. */
void cn_chain_keep_last(cn_Chain *c) {
    double after = 0, before = kinetic_before(c) + may_add(c);
    for (int i = 0; i < c->body_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        memcpy(b->kept, b->mean, sizeof b->kept);
        if (i < c->free_count) after += kinetic(b, b->v);
    }
    if (after > before) cn_chain_slow(c, after, before);
    for (int i = 0; i < c->body_count; i++)
        for (int k = 0; k < 3; k++) {
            cn_LinkBody *b = &c->bodies[i];
            double way = b->kept[k];
            b->kept[k] = b->v[k];
            b->v[k] = way;
        }
}

/* A part that others of its limits bear in begins again. */
static void again(cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++)
        memcpy(c->bodies[i].v, c->bodies[i].part, sizeof c->bodies[i].v);
    forget_impulses(c);
    cn_chain_change_limits(c);
}

/* What would be passed by the end of the whole sub-step is not reached in all of its parts. */
static bool close_part(cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++)
        memcpy(c->bodies[i].part, c->bodies[i].v, sizeof c->bodies[i].part);
    cn_chain_find_limits_of_part(c);
    cn_chain_set_rows(c);
    c->factored = false;
    forget_impulses(c);
    for (int round = 0;; round++) {
        if (!close_once(c)) return false;
        if (round == PART_CATCHES || !cn_chain_judge_limits(c)) return true;
        again(c);
    }
}

/* The sub-step in parts, each from directions of its own: the crack of a whip. */
static bool close_in_slices(cn_Chain *c, int parts) {
    bool closed = true;
    double closing = c->closing;
    for (int i = 0; i < c->link_count; i++) memset(c->links[i].sum, 0, sizeof c->links[i].sum);
    for (int i = 0; i < c->body_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        memcpy(b->from, (double[4]){b->x, b->y, b->c, b->s}, sizeof b->from);
        memset(b->mean, 0, sizeof b->mean);
        b->stiff = 0;
    }
    c->h /= parts;
    for (int part = 0; closed && part < parts; part++) {
        c->closing = closing;
        closed = close_part(c);
        cn_chain_predict(c, c->free_count);
        move(c, parts);
    }
    c->h *= parts;
    c->closing = closing;
    cn_chain_keep_last(c);
    for (int i = 0; i < c->body_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        b->x = b->from[0], b->y = b->from[1], b->c = b->from[2], b->s = b->from[3];
    }
    for (int i = 0; i < c->link_count; i++)
        memcpy(c->links[i].impulse, c->links[i].sum, sizeof c->links[i].sum);
    return closed;
}

static void take_limits(cn_Chain *c) {
    back_to_given(c);
    cn_chain_change_limits(c);
    keep_given(c);
}

/* All links closed, with the limits that bear; where that cannot be, as far as it went. */
static bool close_all(cn_Chain *c) {
    if (!close_once(c)) return false;
    for (int round = 0; round < LINK_CATCHES && cn_chain_judge_limits(c); round++) {
        take_limits(c);
        if (close_once(c)) continue;
        cn_chain_recall_limits(c);
        take_limits(c);
        return close_once(c);
    }
    return true;
}

bool cn_chain_has_limits(const cn_Chain *c) {
    bool any = false;
    for (int i = 0; i < c->link_count; i++) any |= c->links[i].limited;
    return any;
}

cn_ChainResult cn_chain_solve(cn_Chain *c) {
    keep_given(c);
    c->enough = c->twice ? LINK_EVEN(c->h) : c->tolerance;
    if (!c->soft) {
        /* what lanes did not close is not tried again, but with other limits */
        if (!(c->tried && !cn_chain_has_limits(c)) && close_all(c)) return CN_CHAIN_CLOSED;
        c->enough = c->tolerance;
        int most = c->sliced ? 0 : c->doubted ? LINK_SLICES : LINK_MOST_SLICES;
        for (int parts = LINK_SLICES; parts <= most; parts *= LINK_SLICES) {
            back_to_unpushed(c);
            if (close_in_slices(c, parts)) return CN_CHAIN_IN_SLICES;
        }
        back_to_given(c);
        cn_chain_set_rows(c);
    }
    soften(c);
    return CN_CHAIN_SOFT;
}

double cn_chain_violation(const cn_Chain *c) {
    double worst = 0, gap[3];
    for (int i = 0; i < c->link_count; i++) {
        const cn_Link *l = &c->links[i];
        cn_link_violation(l, cn_link_now(&c->bodies[l->a]), cn_link_now(&c->bodies[l->b]), gap);
        for (int r = 0; r < 3; r++) worst = cn_larger(worst, fabs(gap[r]));
    }
    return worst;
}

/* Links that come together gently are not at rest while they do. */
static void add_closing(cn_Chain *c) {
    double gap[3];
    for (int i = 0; i < c->link_count; i++) {
        cn_Link *l = &c->links[i];
        if (!l->gently) continue;
        cn_link_violation(l, cn_link_now(&c->bodies[l->a]), cn_link_now(&c->bodies[l->b]), gap);
        if (l->limit != 0) gap[cn_link_limit_row(l)] = 0;
        for (int r = 0; r < 3; r++) l->residual[r] += cn_link_closing(c, gap[r], true) / c->h;
    }
}

void cn_chain_project(cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++) c->bodies[i].stiff = 0;
    cn_chain_set_rows(c);
    cn_chain_factor(c, false);
    cn_chain_set_rates(c);
    if (!c->soft) add_closing(c);
    cn_chain_answer(c, -1);
    cn_chain_take(c, 1);
}
