/* atan_poly.h: the arc tangent of an eighth of a turn, for numbers (math.c) and for lanes
 * (wide/angle_kernel.h): one formula, so that both give the same bits. */
#ifndef CN_ATAN_POLY_H
#define CN_ATAN_POLY_H

/* atan u for |u| <= tan(pi/8), within 3e-13: interpolated at Chebyshev's points in z = u^2, and
 * summed in pairs (Estrin), so that no term waits for all others. */
#define CN_ATAN_EIGHTH(u, z)                                                                       \
    ((u) * (((0.9999999999992447 - 0.33333333276922456 * (z)) +                                    \
             (0.1999999305355202 - 0.14285386553605597 * (z)) * ((z) * (z))) +                     \
            ((0.11103456906275322 - 0.08992552881325808 * (z)) +                                   \
             (0.06974197572958282 - 0.03765510398052598 * (z)) * ((z) * (z))) *                    \
                (((z) * (z)) * ((z) * (z)))))

/* ratio, tan(pi/8): where the eighth next to 0 ends and the one next to pi/4 begins; the polynomial
 * above is good up to here. */
#define CN_TAN_EIGHTH 0.41421356

#endif
