/* point_cast_kernel.h: points that move against sharp polygons, four at a time: the bits of
 * cn_point_way and cn_point_cast (geometry/minkowski.c), which say what is asked. Included by
 * contact_kernel.h; query/raycast.c asks. */

#define FOUR_OF(what) make_d4((p + 0)->what, (p + 1)->what, (p + 2)->what, (p + 3)->what)

/* Where edge i of each begins; of one that has no such edge its first corner. */
INLINE void corners_at(const cn_PointAt *p, int i, d4 *x, d4 *y) {
    const cn_Vec *v[4];
    for (int l = 0; l < 4; l++) v[l] = p[l].vertices + (i < p[l].count ? i : 0);
    *x = make_d4(v[0]->x, v[1]->x, v[2]->x, v[3]->x);
    *y = make_d4(v[0]->y, v[1]->y, v[2]->y, v[3]->y);
}

INLINE void point_cast_four(const cn_PointAt *p, cn_PointCast *out) {
    const d4 zero = splat_d4(0);
    d4 c = FOUR_OF(pose->q.c), s = FOUR_OF(pose->q.s);
    d4 k = splat_d4(1) / sqrt_d4(c * c + s * s);
    c = k * c, s = k * s;
    d4 x = FOUR_OF(from.x) - FOUR_OF(pose->x), y = FOUR_OF(from.y) - FOUR_OF(pose->y);
    d4 way_x = FOUR_OF(d.x), way_y = FOUR_OF(d.y), ax, ay, bx, by;
    d4 place_x = c * x + s * y, place_y = c * y - s * x;
    d4 along_x = c * way_x + s * way_y, along_y = c * way_y - s * way_x;
    d4 enter = splat_d4(-(double)INFINITY), leave = splat_d4(1), face = splat_d4(-1);
    l4 outside = zero > zero, misses = outside;
    int most = 0;
    for (int l = 0; l < 4; l++) most = p[l].count > most ? p[l].count : most;
    corners_at(p, 0, &ax, &ay);
    ax = ax - place_x, ay = ay - place_y;
    for (int i = 0; i < most; i++) {
        corners_at(p, i + 1, &bx, &by);
        bx = bx - place_x, by = by - place_y;
        d4 nx = by - ay, ny = -(bx - ax);
        d4 height = -(nx * ax + ny * ay), closing = -(nx * along_x + ny * along_y);
        d4 t = height / closing;
        l4 above = height > zero, nears = closing > zero, later = nears & (t > enter);
        outside = outside | above;
        misses = misses | (above & ~nears);
        face = choose_d4(later, splat_d4(i), face);
        enter = choose_d4(later, t, enter);
        leave = choose_d4((closing < zero) & (t < leave), t, leave);
        ax = bx, ay = by;
    }
    misses = misses | (face < zero) | (enter > leave);
    face = choose_d4(misses, splat_d4(CN_POINT_MISSES), face);
    face = choose_d4(outside, face, splat_d4(CN_POINT_INSIDE));
    enter = choose_d4(outside & (enter > zero), enter, zero);
    for (int l = 0; l < 4; l++) out[l] = (cn_PointCast){enter[l], (int)face[l]};
}

/* Both have room for count rounded up to four. */
static void point_casts(cn_PointAt *points, int count, cn_PointCast *out) {
    for (int i = count; i % 4; i++) points[i] = points[count - 1];
    for (int i = 0; i < count; i += 4) point_cast_four(points + i, out + i);
}
