/* contact_list_kernel.h: which contacts the narrow phase has to look at, and which there are to
 * solve in this step, eight at a time. Included by contact_kernel.h after manifold_kernel.h; what
 * it is for is in narrow_phase.c and contact_blocks.c. */

INLINE vi flags_at(const uint32_t *flags, const Ids *body) {
    int32_t found[CN_LANES] __attribute__((aligned(32)));
    for (int i = 0; i < CN_LANES; i++) found[i] = (int32_t)flags[body->at[i]];
    return load_ints(found);
}

/* Whether it was made after those that have been listed. Births go round: what counts is how far
 * they are from the last one listed. */
INLINE vi born_since(const cn_SolidStep *s, int contact) {
    if (s->span == 1) return load_ints(s->birth + contact) == splat_int((int32_t)(s->listed + 1));
    int32_t age[CN_LANES] __attribute__((aligned(32))); /* less 2^31: lanes compare with signs */
    for (int i = 0; i < CN_LANES; i++)
        age[i] = (int32_t)((s->birth[contact + i] - (s->listed + 1)) ^ 0x80000000u);
    return load_ints(age) < splat_int((int32_t)(s->span ^ 0x80000000u));
}

/* count of contacts between asking for memory and using it: those of a word mostly follow each
 * other */
#define AHEAD_SOLID 32

#define UNSOLVED (CN_CONTACT_SENSOR | CN_CONTACT_REFUSED | CN_CONTACT_IGNORED | CN_CONTACT_SKIPPED)

/* Of eight contacts, those among lanes, as bits from `at` on. */
INLINE void list_eight(const cn_SolidStep *s, int contact, unsigned lanes, int at,
                       cn_SolidBits *out) {
    Columns head = load_rows((const char *)(s->contact + contact), sizeof *s->contact);
    vi here = lanes_of(lanes), flags = (vi)head.z, count = (vi)head.w, none = splat_int(0);
    Ids a = ids_of((vi)head.x & here), b = ids_of((vi)head.y & here);
    vi fa = flags_at(s->flags, &a), fb = flags_at(s->flags, &b), either = fa | fb;
    /* what is still asleep is not about to be reached: narrow_phase.c woke those */
    unsigned up = lanes_with(fa, CN_BODY_AWAKE) | lanes_with(flags, CN_CONTACT_WALL_A);
    up &= lanes_with(fb, CN_BODY_AWAKE) | lanes_with(flags, CN_CONTACT_WALL_B);
    unsigned solid = lanes & up & bits_of((count > none) & ((flags & UNSOLVED) == none));
    unsigned direct = solid & lanes_with(either, CN_BODY_REST_SOLVED);
    unsigned bounces = lanes_with(either, CN_BODY_REACH) | lanes_with(flags, CN_CONTACT_BOUNCY);
    solid &= ~direct;
    out->solid |= (uint64_t)solid << at;
    out->direct |= (uint64_t)direct << at;
    out->bouncing |= (uint64_t)(solid & bounces) << at;
    out->two |= (uint64_t)(solid & bits_of(count > splat_int(1))) << at;
    out->fresh |= (uint64_t)(solid & bits_of(born_since(s, contact))) << at;
}

static void list_solid(const cn_SolidStep *s, int word, uint64_t looked, cn_SolidBits *out) {
    cn_SolidBits found = {0, 0, 0, 0, 0};
    for (uint64_t left = looked; left;) {
        int at = __builtin_ctzll(left) / CN_LANES * CN_LANES, contact = word * 64 + at;
        for (int i = 0; i < CN_LANES && s->far; i++)
            cn_fetch(s->contact + contact + AHEAD_SOLID + i);
        list_eight(s, contact, (unsigned)(left >> at) & 0xffu, at, &found);
        left &= ~((uint64_t)0xff << at);
    }
    *out = found;
}

/* ---- what the narrow phase looks at ------------------------------------------------------- */

/* count of contacts whose memory is asked for before it is their turn: most follow each other */
#define AHEAD_SORTED 32

INLINE void fetch_sorted(const cn_Contact *c) {
    for (int i = 0; i < CN_LANES; i++) {
        cn_fetch_own(c + AHEAD_SORTED + i);
        cn_fetch_own(&c[AHEAD_SORTED + i].impulse);
    }
}

/* Those of the lanes whose flags say more. */
INLINE unsigned end_step(cn_Contact *c, unsigned lanes) {
    unsigned asks = 0;
    for (; lanes; lanes &= lanes - 1) {
        int i = __builtin_ctz(lanes);
        c[i].flags &= ~(uint32_t)CN_CONTACT_OF_A_STEP;
        if (c[i].flags & (CN_CONTACT_DEEP | CN_CONTACT_CURVED)) asks |= 1u << i;
    }
    return asks;
}

#define SPECIAL (CN_CONTACT_OF_A_STEP | CN_CONTACT_DEEP | CN_CONTACT_CURVED)

/* Of eight contacts from c on, those among lanes, as bits from `at` on. What has no points, or
 * stands on a corner, is looked at: corners turn quickly. */
INLINE void sort_eight(const cn_NarrowStep *s, cn_Contact *c, unsigned lanes, int at,
                       cn_LookBits *out) {
    Columns head = load_rows((const char *)c, sizeof *c);
    vi here = lanes_of(lanes), flags = (vi)head.z, count = (vi)head.w;
    Ids a = ids_of((vi)head.x & here), b = ids_of((vi)head.y & here);
    unsigned sensor = lanes_with(flags, CN_CONTACT_SENSOR) & lanes, rest = lanes & ~sensor;
    unsigned wall_a = lanes_with(flags, CN_CONTACT_WALL_A);
    unsigned wall_b = lanes_with(flags, CN_CONTACT_WALL_B);
    unsigned up_a = wall_a | lanes_with(flags_at(s->flags, &a), CN_BODY_AWAKE);
    unsigned up_b = wall_b | lanes_with(flags_at(s->flags, &b), CN_BODY_AWAKE);
    unsigned look = bits_of(count == splat_int(0)) | lanes_with(flags, CN_CONTACT_CORNER);
    unsigned special = bits_of(has(flags, SPECIAL)) & rest;
    if (special) out->asks |= (uint64_t)end_step(c, special) << at;
    out->sensors |= (uint64_t)sensor << at;
    out->walls |= (uint64_t)((wall_a | wall_b) & rest) << at;
    out->look |= (uint64_t)(look & rest) << at;
    out->late |= (uint64_t)(~(up_a & up_b) & rest) << at;
}

static void sort_contacts(const cn_NarrowStep *s, int word, uint64_t contacts, cn_LookBits *out) {
    cn_LookBits found = {0, 0, 0, 0, 0};
    for (uint64_t left = contacts; left;) {
        int at = __builtin_ctzll(left) / CN_LANES * CN_LANES;
        unsigned lanes = (unsigned)(left >> at) & 0xffu;
        cn_Contact *c = s->contact + word * 64 + at;
        if (s->far) fetch_sorted(c);
        sort_eight(s, c, lanes, at, &found);
        left &= ~((uint64_t)0xff << at);
    }
    *out = found;
}
