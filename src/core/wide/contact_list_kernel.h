/* contact_list_kernel.h: which contacts there are to solve in this step, eight at a time. Included
 * by contact_kernel.h after manifold_kernel.h; what it is for is in contact_blocks.c. */

INLINE vi flags_at(const uint32_t *flags, const Ids *body) {
    int32_t found[CN_LANES] __attribute__((aligned(32)));
    for (int i = 0; i < CN_LANES; i++) found[i] = (int32_t)flags[body->at[i]];
    return load_ints(found);
}

/* Whether it was made after those that have been listed. Births go round: what counts is how far
 * they are from the last one listed. */
INLINE vi born_since(const cn_SolidStep *s, int contact) {
    int32_t age[CN_LANES] __attribute__((aligned(32))); /* less 2^31: lanes compare with signs */
    for (int i = 0; i < CN_LANES; i++)
        age[i] = (int32_t)((s->birth[contact + i] - (s->listed + 1)) ^ 0x80000000u);
    return load_ints(age) < splat_int((int32_t)(s->span ^ 0x80000000u));
}

/* count of contacts between asking for memory and using it: those of a word mostly follow each
 * other */
#define AHEAD_SOLID 32

static void list_solid(const cn_SolidStep *s, int word, uint64_t looked, cn_SolidBits *out) {
    const vi unsolved =
        splat_int(CN_CONTACT_SENSOR | CN_CONTACT_REFUSED | CN_CONTACT_IGNORED | CN_CONTACT_SKIPPED);
    *out = (cn_SolidBits){0, 0, 0, 0, 0};
    for (int at = 0; at < 64; at += CN_LANES) {
        unsigned lanes = (unsigned)(looked >> at) & 0xffu;
        if (!lanes) continue;
        int contact = word * 64 + at;
        const cn_Contact *c = s->contact + contact;
        for (int i = 0; i < CN_LANES; i++) cn_fetch(c + AHEAD_SOLID + i);
        Columns head = load_rows((const char *)c, sizeof *c);
        vi here = lanes_of(lanes), flags = (vi)head.z, count = (vi)head.w, none = splat_int(0);
        Ids a = ids_of((vi)head.x & here), b = ids_of((vi)head.y & here);
        vi fa = flags_at(s->flags, &a), fb = flags_at(s->flags, &b), either = fa | fb;
        /* what is still asleep is not about to be reached: narrow_phase.c woke those */
        vi up = (has(fa, CN_BODY_AWAKE) | has(flags, CN_CONTACT_WALL_A)) &
                (has(fb, CN_BODY_AWAKE) | has(flags, CN_CONTACT_WALL_B));
        vi solid = here & up & (count > none) & ((flags & unsolved) == none);
        vi direct = solid & has(either, CN_BODY_REST_SOLVED);
        solid &= ~direct;
        vi bounces = has(either, CN_BODY_REACH) | has(flags, CN_CONTACT_BOUNCY);
        out->solid |= (uint64_t)bits_of(solid) << at;
        out->direct |= (uint64_t)bits_of(direct) << at;
        out->bouncing |= (uint64_t)bits_of(solid & bounces) << at;
        out->two |= (uint64_t)bits_of(solid & (count > splat_int(1))) << at;
        out->fresh |= (uint64_t)bits_of(solid & born_since(s, contact)) << at;
    }
}
