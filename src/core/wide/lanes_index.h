/* lanes_index.h: rows by index, and the least and the most of lanes, the same for every kind of
 * lanes. Included by each of lanes.h, lanes_pair.h and lanes_scalar.h, behind its gather_rows and
 * scatter_rows. */

/* As gather_rows, by index of a motion. */
INLINE Columns gather(const char *base, const int32_t *index) {
    const char *row[CN_LANES];
    for (int i = 0; i < CN_LANES; i++) row[i] = base + (size_t)index[i] * sizeof(cn_Motion);
    return gather_rows(row, 0);
}

INLINE void scatter(char *base, const int32_t *index, Columns c) {
    char *row[CN_LANES];
    for (int i = 0; i < CN_LANES; i++) row[i] = base + (size_t)index[i] * sizeof(cn_Motion);
    scatter_rows(row, 0, c);
}

#if !defined(CN_LEAST_OF)
/* The least of the lanes. */
INLINE int32_t least_of(vi v) {
    int32_t least = v[0];
    for (int i = 1; i < CN_LANES; i++) least = v[i] < least ? v[i] : least;
    return least;
}
#endif

/* Of numbers that are not negative: their bits are in the order of the numbers. */
INLINE float least_number(vf v) { return ((vf)splat_int(least_of((vi)v)))[0]; }
INLINE float most_number(vf v) { return ((vf)splat_int(~least_of(~(vi)v)))[0]; }
