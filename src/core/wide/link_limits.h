/* link_limits.h: when links count as closed, how fast they close, and when a solution is dropped.
 *
 * Read by whoever solves articulations: one by one (solver/exact/exact_solve.c and its
 * neighbours), or side by side in lanes (solver/exact/linkage_solve.c, wide/linkage_*_kernel.h). A
 * tree moves between the two within a step, so they must mean the same. */
#ifndef CN_LINK_LIMITS_H
#define CN_LINK_LIMITS_H

/* ---- closed ------------------------------------------------------------------------------- */

#define LINK_TOLERANCE 5e-8 /* m or rad: links that are open by no more count as closed */
#define LINK_STUCK     100  /* times the tolerance that may be open when passes gain nothing more */
#define LINK_AT_LAST   10   /* times the tolerance that may be open after the last pass */
/* rounds of Newton's method: slow ones in light links cost a fraction of a sub-step in parts, and a
 * whip that was taken in parts gained up to a twentieth of its energy */
#define LINK_PASSES  16
#define LINK_SLOWEST 0.8 /* ratio: a pass must shrink the residual to this part of it */
/* ratio, as LINK_SLOWEST: of what may have no solution, as a bridge that is as long as its span */
#define LINK_DOUBTED 0.3
/* count of parts of a sub-step that is not closed as a whole, and times as many when those are not;
 * no more of what is doubted: sixteen closed 6 of 430 sub-steps of bridges that four had not, which
 * were springs soon after all the same, and each took as long as three whole steps */
#define LINK_SLICES      4
#define LINK_MOST_SLICES 16
#define LINK_SHIFTED     1e-4 /* m or rad: larger gaps after a blow are closed by moving bodies */
#define LINK_SHIFTS      3    /* rounds of that */
/* times as far as what was put apart comes together in a sub-step, in each of them */
#define LINK_MOST_SHIFT 10

/* ---- how fast ----------------------------------------------------------------------------- */

/* times the tolerance that is closed besides, so that small gaps come to an end */
#define LINK_AT_LEAST    10
#define LINK_AT_ONCE     10  /* times as fast as gently, for what a blow has shifted */
#define LINK_LIMIT_SHARE 0.2 /* ratio of the way back to a limit that is gone in a sub-step */

/* ---- links that hold the same ------------------------------------------------------------- */

/* m or rad that they may be open by: two hinges of a plank hold its length twice, and where anchors
 * are is rounded. Links that pulled at what none of them can close would wind up against each
 * other. */
#define LINK_PLAY 1e-6
/* ratio of what its two bodies give in that each of these links gives in: of all answers that hold
 * the bodies they find the one with the least impulses */
#define LINK_SHARED 1e-6
/* m/s^2 or rad/s^2 that they may give a body more than is asked for: a twentieth of its weight */
#define LINK_IDLE 0.5
/* m or rad: open by no more with what it gives in, such a link does no more than that */
#define LINK_EVEN(h) (LINK_IDLE * LINK_SHARED * (h) * (h))

/* ratio of what a link would have with its two bodies alone to a pivot that it must keep: else
 * others hold its row, and it is soft */
#define LINK_LEAST 1e-5

/* ---- limits ------------------------------------------------------------------------------- */

#define LINK_ARC     1.6 /* ratio of an angle to its sine, at most, within a quarter turn: > pi / 2 */
#define LINK_SLACK   1e-4 /* rad or m off a limit, within which one that bore goes on to bear */
#define LINK_CATCHES 4    /* times that other limits may come to bear in a sub-step */

/* ---- links as springs --------------------------------------------------------------------- */

#define LINK_ROUNDS   3    /* rounds of springs, until they know how stiff they are */
#define LINK_CLOSE    0.2  /* ratio of their gaps that springs close in a sub-step */
#define LINK_GIVE     1e-4 /* ratio of what its two bodies give in that a soft link gives in */
#define LINK_STIFFEST 1.0  /* ratio, (frequency * h)^2 up to which stiffness is left explicit */
/* ratio, as LINK_STIFFEST: what a body has to move besides turning may be so stiff, as a swing is
 * that takes 28 sub-steps; from twice as much on it counts for nothing. With ten times that, ropes
 * of light discs under heavy loads gain energy, or tear, when they are thrown about. */
#define LINK_SLOW 0.05

/* ---- when a solution is dropped ----------------------------------------------------------- */

/* rad in a sub-step, by what links do: beyond it their directions mean nothing */
#define LINK_MOST_TURN 0.7
/* ratio to the energy before, that a sub-step may end with: directions change within it */
#define LINK_GAIN       1.5
#define LINK_LEAST_GAIN 0.01 /* J/kg that it may end with in any case */

/* Ratio of what is to be closed that stays open, by the worst of all those links: the same of each,
 * so that where a body as a whole is off, none is asked for what the others forbid. */
static inline double link_play(double worst) { return worst > LINK_PLAY ? LINK_PLAY / worst : 1; }

#endif
