/* approach.h: which contacts need a look by the impact phase, eight at a time.
 *
 * Along one fixed normal the gap is a lower bound of the distance, less what turning adds: what
 * does not come fast enough to bounce, or not near enough within the sub-step, is left out without
 * a new manifold. Included by kernel.h. */

static void approach(cn_Block *blocks, int count, const cn_Motion *motion, float h) {
    vf step = splat(h), zero = splat(0), far = splat(1e30f);
    for (int i = 0; i < count; i++) {
        cn_Block *k = &blocks[i];
        k->coming = 0;
        if (!k->any_bounce) continue;
        Bodies v = load_bodies(k, motion);
        Columns da = load_delta(motion, k->a), db = load_delta(motion, k->b);
        vf nx = load(k->nx), ny = load(k->ny), gap = far;
        for (int j = 0; j < points_of(k); j++) {
            vi used = load(k->point[j].normal_mass) > zero;
            gap = choose(used, minv(gap, load(k->point[j].base)), gap);
        }
        if (k->any_rounding) gap += load(k->radius_a) + load(k->radius_b);
        vf vx = v.b.x - v.a.x, vy = v.b.y - v.a.y;
        vf x = load(k->dx) + (db.x - da.x) + step * vx, y = load(k->dy) + (db.y - da.y) + step * vy;
        vf come = x * nx + y * ny; /* base is the gap without the arms, without d */
        vf ea = load(k->extent_a), eb = load(k->extent_b);
        vf spin_a = absolute(v.a.z) * ea, spin_b = absolute(v.b.z) * eb;
        vf turn = minv(absolute(da.w) * ea + step * spin_a, load(k->swing_a)) +
                  minv(absolute(db.w) * eb + step * spin_b, load(k->swing_b));
        vi fast = (spin_a + spin_b) - (vx * nx + vy * ny) > load(k->blow_speed);
        k->coming = (uint8_t)bits_of(fast & ((gap + come) - turn < splat(0.001f)));
    }
}
