/* exact_solve.h: what the files that solve one articulation share. */
#ifndef CN_EXACT_SOLVE_H
#define CN_EXACT_SOLVE_H

#include <math.h>

#include "base/larger.h"
#include "solver/exact/exact.h"

static inline double cn_distance_of(double x, double y) { return sqrt(x * x + y * y); }

/* Of a body: when the sub-step began, and when it will end. */
typedef struct cn_LinkPlace {
    double x, y, c, s;
} cn_LinkPlace;

static inline cn_LinkPlace cn_link_now(const cn_LinkBody *b) {
    return (cn_LinkPlace){b->x, b->y, b->c, b->s};
}
static inline cn_LinkPlace cn_link_then(const cn_LinkBody *b) {
    return (cn_LinkPlace){b->px, b->py, b->pc, b->ps};
}

/* Arms in the world, and the way from anchor to anchor. */
typedef struct cn_LinkArms {
    double ax, ay, bx, by, dx, dy;
} cn_LinkArms;

/* The row of a link that its limit may hold. */
static inline int cn_link_limit_row(const cn_Link *l) {
    return l->kind == CN_LINK_ROPE ? 0 : (l->kind == CN_LINK_SLIDE ? 1 : 2);
}

/* exact_link.c */
double cn_link_coordinate(const cn_Link *l, cn_LinkPlace a,
                          cn_LinkPlace b); /* m, of a slider or rope */
cn_LinkArms cn_link_arms(const cn_Link *l, cn_LinkPlace a, cn_LinkPlace b);
void cn_link_violation(const cn_Link *l, cn_LinkPlace a, cn_LinkPlace b, double out[3]);
double cn_link_closing(const cn_Chain *c, double gap, bool gently); /* of a gap, in a sub-step */
void cn_link_set_allowed(cn_Chain *c, cn_Link *l);
void cn_chain_let_be(cn_Chain *c); /* of what they should close, what is within their play */
/* how far beyond a limit it may be then, that is so far beyond it now */
double cn_link_limit_allowed(const cn_Chain *c, const cn_Link *l, double beyond);
void cn_link_allow_limit(cn_Chain *c, cn_Link *l); /* of the limit that bears */
void cn_chain_set_rows(cn_Chain *c);               /* where the bodies are now */
/* The same without those of limits; then: where they will be. */
void cn_chain_set_held_rows(cn_Chain *c, bool then);
void cn_chain_set_rates(cn_Chain *c); /* the speeds at which links open, as residuals */
double cn_chain_violations(cn_Chain *c);
void cn_chain_turn_forces(cn_Chain *c); /* of quiet hinges, as their bodies have turned */

/* exact_limit.c: which limits bear as the sub-step begins, or a part of it; once it is closed,
 * whether others should (those that would be passed, not those that would pull); those before the
 * last change; what one of the two said counts from now on */
void cn_chain_find_limits(cn_Chain *c);
void cn_chain_find_limits_of_part(cn_Chain *c);
bool cn_chain_judge_limits(cn_Chain *c);
void cn_chain_recall_limits(cn_Chain *c);
void cn_chain_change_limits(cn_Chain *c);

/* exact_factor.c */
void cn_chain_factor(cn_Chain *c, bool soft);
/* From impulses on bodies and rates of links, in x, to velocities and impulses of links. */
void cn_chain_substitute(cn_Chain *c);
/* Positions of the order of elimination. */
typedef struct cn_Places {
    int count;
    int at[2];
} cn_Places;

/* Where x is 0 but for what is given at these, with no mark in its spare lanes; and where answers
 * are asked for at some alone: all else of x means nothing then. */
void cn_chain_substitute_given(cn_Chain *c, cn_Places given);
void cn_chain_substitute_few(cn_Chain *c, cn_Places given, cn_Places asked);
/* The change of velocities with which all residuals times scale are answered, in x. */
void cn_chain_answer(cn_Chain *c, double scale);
void cn_chain_answer_few(cn_Chain *c, double scale, cn_Places asked);

/* exact_solve.c: what x says, times scale, is done */
void cn_chain_take(cn_Chain *c, double scale);

#endif
