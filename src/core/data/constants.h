/* constants.h: constants that several stages of the step share. */
#ifndef CN_DATA_CONSTANTS_H
#define CN_DATA_CONSTANTS_H

/* m: pairs this near get contacts before they touch, so that none is met unprepared */
#define CN_SPECULATIVE 0.02f
/* s: boxes in the tree have room for so much of the motion; this makes their margin */
#define CN_FAT_TIME 0.07f
/* m: the least margin; nor is it more where bodies are fast */
#define CN_FAT_LEAST 0.005f
/* m: the greatest margin, unless an eighth of the extent is more */
#define CN_FAT_MOST 0.05f
/* m: what is so near touches, where the slop is not less; a larger slop is overlap alone */
#define CN_TOUCH_SLOP 0.0005f
/* ratio to the slop of a touch: a touch ends beyond it, so that touches do not flicker at rest */
#define CN_TOUCH_RELEASE 4.0f
/* ratio to the slop of a touch: corners that overlap by less pass each other */
#define CN_GRAZE 3.0f
/* ratio of the sub-step to the time of damping: beyond it a velocity is gone within the sub-step in
 * any case, and powers of the ratio would not be floats */
#define CN_MOST_DRAG 1000.0f
/* rad, twice what a body turns in a step: beyond it the whole turns are counted */
#define CN_WHIRLING 4.0f
/* ratio to the inner radius: a body that moves less in a step passes nothing */
#define CN_GUARD_FAR 0.5f
/* count of the units of cn_ContactMemory's paths in a metre; what is less counts as one */
#define CN_PATH_UNIT 1048576.0f
/* m, at most so much counts of what two without a point may come before they have to be looked at;
 * and what makes all contacts of a body be looked at */
#define CN_PATH_MOST 1.0f
/* ratio to the extent: how far out turning counts */
#define CN_PATH_LEVER 3.0f
#define CN_PATH_JUMP  ((uint32_t)(2 * CN_PATH_MOST * CN_PATH_UNIT))
/* s below sleep_speed until a body may fall asleep */
#define CN_TIME_TO_SLEEP 0.5f
/* m: a manifold whose bodies moved by less since it was made is kept */
#define CN_RECYCLE_DISTANCE 0.01f
/* cosine of 2 degrees: a manifold whose bodies turned by less is kept */
#define CN_RECYCLE_COS 0.99939f
/* index of the slot of the ground among the bodies */
#define CN_GROUND 0
/* count of the parts that contacts of large islands are cut into: see domain.c */
#define CN_PARTS 16
/* count of the bins that small islands are packed into: see island_bins.c */
#define CN_BINS 8
/* count of the homes that bodies have: a bin, or none: see island_bins.h */
#define CN_HOMES (CN_BINS + 1)
/* count of the lots that contacts are laid into: see island_bins.h */
#define CN_LOTS (CN_BINS + CN_PARTS + CN_BINS)
/* ratio: less restitution keeps less than a tenth of the energy, and matters to nothing else */
#define CN_DULL 0.3f
/* count of neighbours: more are a crowd, until they are half as many */
#define CN_CROWD 16

#endif
