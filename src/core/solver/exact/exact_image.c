/* exact_image.c: articulations as bytes, and back.
 *
 * Which there are follows from the graph of joints, and they are found anew; what is written is
 * what they have gathered since they were found. Where the graph has changed since, they will be
 * found anew in the next step in any case, and what they have gathered waits for that
 * (exact_carry.c); until then their joints stay as they were left, see cn_exact_update: also in a
 * snapshot of what a snapshot has left so, which has no signature. So it is where the graph has
 * changed and changed back. */
#include <math.h>

#include "solver/exact/exact.h"

static const char what[] = "an articulation";

static const cn_Column articulation[] = {CN_COLUMN(cn_Articulation, holds),
                                         CN_COLUMN(cn_Articulation, soft),
                                         CN_COLUMN(cn_Articulation, again),
                                         CN_COLUMN(cn_Articulation, closing),
                                         {NULL, 0, 0, 0}};

static void chain(cn_World *w, cn_Articulation *a, cn_Image *im) {
    cn_image_struct(im, a, articulation);
    cn_Chain c = cn_exact_chain(w, a);
    cn_image_bytes(im, c.most, 2 * sizeof *c.most);
    if (cn_image_reads(im))
        cn_image_expect(im,
                        isfinite(c.most[0]) && isfinite(c.most[1]) && isfinite(a->closing) &&
                            a->soft >= 0 && a->again >= 0,
                        what, "has a number that is none");
}

/* A joint is solved exactly where an articulation that runs has it, and only there. */
static void set_flags(cn_World *w) {
    const cn_Articulations *all = &w->articulations;
    for (int i = 1; i < w->joints.count; i++)
        if (cn_slots_live(&w->joints, i)) w->joint[i].flags &= ~(uint32_t)CN_JOINT_EXACT;
    for (int i = 0; i < all->count; i++)
        for (int k = 0; all->list[i].holds && k < all->list[i].link_count; k++)
            w->joint[all->links[all->list[i].first_link + k].joint].flags |= CN_JOINT_EXACT;
}

/* Of a graph that is not that of these joints any more. */
static void pass_over(cn_Image *im, int count) {
    for (int i = 0; i < count && im->result == CN_OK; i++) {
        cn_Articulation a;
        double most[2];
        cn_image_struct(im, &a, articulation);
        cn_image_bytes(im, most, sizeof most);
    }
}

/* What they have gathered by the keys of their links, behind the list: earlier versions wrote no
 * more than the list. */
static void carry(cn_World *w, cn_Image *im, size_t block) {
    cn_Articulations *all = &w->articulations;
    bool reads = cn_image_reads(im);
    if (reads) all->carried_count = 0;
    if (im->result != CN_OK || (reads && (size_t)(im->end - im->at) <= block)) return;
    cn_exact_carry_image(w, im);
    if (reads && all->count > 0) all->carried_count = 0; /* the list has it */
}

void cn_exact_image(cn_World *w, cn_Image *im) {
    cn_Articulations *all = &w->articulations;
    int count = w->links_changed ? 0 : all->count;
    uint64_t signature = w->links_changed ? 0 : all->signature;
    cn_ExactFound found = CN_EXACT_SAME;
    cn_image_flag(im, &all->off, what);
    cn_image_bytes(im, &signature, sizeof signature);
    size_t block = cn_image_open(im);
    cn_image_count(im, &count, 1);
    if (cn_image_reads(im) && im->result == CN_OK && count > 0) {
        found = cn_exact_find_again(w, signature);
        if (found == CN_EXACT_STARVED) im->result = CN_MEMORY;
        if (found == CN_EXACT_SAME)
            cn_image_expect(im, all->count == count, what, "is not of these joints");
    }
    all->signature = found == CN_EXACT_CHANGED ? 0 : signature;
    if (found == CN_EXACT_CHANGED) pass_over(im, count);
    int listed = cn_image_reads(im) ? all->count : count;
    for (int i = 0; i < listed && im->result == CN_OK; i++) chain(w, &all->list[i], im);
    carry(w, im, block);
    cn_image_close(im, block);
    if (cn_image_reads(im)) w->links_changed = false;
    bool left = count == 0 && signature == 0;
    if (cn_image_reads(im) && im->result == CN_OK && found == CN_EXACT_SAME && !left) set_flags(w);
}
