/* exact_carry.c: what articulations have gathered, over a change of the graph of joints.
 *
 * Whenever joints come or go anywhere all articulations are found anew. One that has the same links
 * as before is the same, and goes on as it would have gone on alone: it is recognised by a key of
 * its joints that was made when it was found. In a snapshot this stands beside the graph, for who
 * reads it where the graph has changed since. */
#include <math.h>

#include "base/intern.h"
#include "base/memory.h"
#include "base/sort.h"
#include "data/world.h"
#include "solver/exact/exact.h"

uint64_t cn_exact_key(const cn_World *w, const cn_Articulation *a) {
    uint64_t h = cn_hash_add(1, (uint64_t)a->free_count << 32 | (uint64_t)a->body_count);
    for (int i = 0; i < a->link_count; i++) {
        const cn_Link *l = &w->articulations.links[a->first_link + i];
        h = cn_hash_add(h, (uint64_t)l->joint << 32 | w->joints.generation[l->joint]);
        h = cn_hash_add(h, (uint64_t)l->kind);
    }
    return h;
}

static double *most_of(const cn_World *w, const cn_Articulation *a) {
    return w->articulations.space + a->last_double - 1; /* see exact_energy.c */
}

static bool add(cn_Articulations *all, cn_Carried item) {
    if (!CN_GROW(all->carried, all->carried_count + 1)) return false;
    all->carried[all->carried_count++] = item;
    return true;
}

static bool before(const void *context, const void *p, const void *q) {
    (void)context;
    return ((const cn_Carried *)p)->key < ((const cn_Carried *)q)->key;
}

bool cn_exact_take_down(cn_World *w) {
    cn_Articulations *all = &w->articulations;
    bool room = true;
    if (all->count == 0) return true; /* what was read, if anything, is all that there is */
    all->carried_count = 0;
    for (int i = 0; room && i < all->count; i++) {
        const cn_Articulation *a = &all->list[i];
        const double *most = most_of(w, a);
        bool holds = a->loose && a->holds;
        if (a->soft > 0 || a->again > 0 || most[1] > 0 || holds)
            room = add(all, (cn_Carried){a->key, a->soft, a->again, holds, {most[0], most[1]}});
    }
    cn_sort(all->carried, all->carried_count, sizeof *all->carried, before, NULL);
    return room;
}

static const cn_Carried *find(const cn_Articulations *all, uint64_t key) {
    int low = 0, high = all->carried_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (all->carried[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < all->carried_count && all->carried[low].key == key ? &all->carried[low] : NULL;
}

void cn_exact_carry_over(cn_World *w) {
    cn_Articulations *all = &w->articulations;
    for (int i = 0; all->carried_count > 0 && i < all->count; i++) {
        cn_Articulation *a = &all->list[i];
        const cn_Carried *from = find(all, a->key);
        if (!from) continue;
        a->soft = from->soft, a->again = from->again;
        most_of(w, a)[0] = from->most[0], most_of(w, a)[1] = from->most[1];
        if (from->holds) cn_exact_go_on(w, a);
    }
    all->carried_count = 0;
}

/* ---- in a snapshot ------------------------------------------------------------------------ */

static const cn_Column carried[] = {CN_COLUMN(cn_Carried, key),   CN_COLUMN(cn_Carried, soft),
                                    CN_COLUMN(cn_Carried, again), CN_COLUMN(cn_Carried, holds),
                                    CN_COLUMN(cn_Carried, most),  {NULL, 0, 0, 0}};
/* bytes of these columns */
#define BYTES (sizeof(uint64_t) + 2 * sizeof(int) + sizeof(bool) + 2 * sizeof(double))

void cn_exact_carry_image(cn_World *w, cn_Image *im) {
    cn_Articulations *all = &w->articulations;
    if (!cn_image_reads(im) && !cn_exact_take_down(w)) im->result = CN_MEMORY;
    int count = all->carried_count;
    cn_image_count(im, &count, BYTES);
    if (cn_image_reads(im)) all->carried_count = 0;
    for (int i = 0; i < count && im->result == CN_OK; i++) {
        cn_Carried item = {0};
        if (!cn_image_reads(im)) item = all->carried[i];
        cn_image_struct(im, &item, carried);
        if (!cn_image_reads(im)) continue;
        bool sound = isfinite(item.most[0]) && isfinite(item.most[1]) && item.soft >= 0 &&
                     item.again >= 0 && (i == 0 || all->carried[i - 1].key < item.key);
        if (!cn_image_expect(im, sound, "an articulation", "has a number that is none")) return;
        if (!add(all, item)) im->result = CN_MEMORY;
    }
    /* while they are listed nothing is left over from before */
    if (!cn_image_reads(im) && all->count > 0) all->carried_count = 0;
}
