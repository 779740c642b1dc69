/* constants.h: constants that several stages of the step share. */
#ifndef CN_DATA_CONSTANTS_H
#define CN_DATA_CONSTANTS_H

#define CN_SPECULATIVE      0.02f /* m, pairs this near get contacts before they touch */
#define CN_FAT_TIME         0.07f /* s, for which boxes in the tree have room; this makes a margin of */
#define CN_FAT_LEAST        0.005f /* m, at least; nor more than that where bodies are fast */
#define CN_FAT_MOST         0.05f  /* m (or extent / 8) at most */
#define CN_TOUCH_RELEASE    4.0f   /* a touch ends beyond this many slops: no flicker at rest */
#define CN_GRAZE            3.0f   /* corners that overlap by fewer slops pass each other */
#define CN_WHIRLING         4.0f /* rad, twice what a body turns in a step: its turns are counted */
#define CN_GUARD_FAR        0.5f /* inner radii; who moves less in a step passes nothing */
#define CN_TIME_TO_SLEEP    0.5f /* s below sleep_speed */
#define CN_RECYCLE_DISTANCE 0.01f         /* m, a manifold whose bodies moved less is kept ... */
#define CN_RECYCLE_COS      0.99939f      /* ... and turned less than 2 degrees */
#define CN_GROUND           0             /* body slot */
#define CN_PARTS            16            /* of the contacts: see domain.c */
#define CN_BINS             8             /* of small islands: see island_bins.c */
#define CN_HOMES            (CN_BINS + 1) /* of bodies: see island_bins.h */
#define CN_LOTS             (CN_BINS + CN_PARTS)
#define CN_DULL             0.3f /* less restitution keeps less than a tenth of the energy */
#define CN_CROWD            16   /* more neighbours are a crowd, until they are half as many */

#endif
