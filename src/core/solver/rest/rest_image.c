/* rest_image.c: islands that are solved directly as bytes, and back.
 *
 * What following an island said is of the step in which it was followed. Places of islands count:
 * bodies know theirs. */
#include <string.h>

#include "activity/resting.h"
#include "base/memory.h"
#include "data/world.h"
#include "solver/rest/rest.h"
#include "solver/rest/rest_cache.h"

static const char what[] = "an island at rest";

static const cn_Column columns[] = {CN_COLUMN(cn_RestIsland, matrix),
                                    CN_COLUMN(cn_RestIsland, live),
                                    CN_COLUMN(cn_RestIsland, factoring),
                                    CN_COLUMN(cn_RestIsland, stale),
                                    CN_COLUMN(cn_RestIsland, stirred),
                                    CN_COLUMN(cn_RestIsland, resting),
                                    CN_COLUMN(cn_RestIsland, calm),
                                    CN_COLUMN(cn_RestIsland, creep),
                                    CN_COLUMN(cn_RestIsland, least),
                                    CN_COLUMN(cn_RestIsland, speed),
                                    CN_COLUMN(cn_RestIsland, rolling),
                                    CN_COLUMN(cn_RestIsland, gap),
                                    CN_COLUMN(cn_RestIsland, stiffness),
                                    CN_COLUMN(cn_RestIsland, harder),
                                    CN_COLUMN(cn_RestIsland, soft_steps),
                                    CN_COLUMN(cn_RestIsland, lift),
                                    CN_COLUMN(cn_RestIsland, lifting),
                                    CN_COLUMN(cn_RestIsland, ease),
                                    CN_COLUMN(cn_RestIsland, lies),
                                    CN_COLUMN(cn_RestIsland, rounds),
                                    CN_COLUMN(cn_RestIsland, sways),
                                    CN_COLUMN(cn_RestIsland, carrier),
                                    CN_COLUMN(cn_RestIsland, belt),
                                    CN_COLUMN(cn_RestIsland, next_free),
                                    CN_COLUMN(cn_RestIsland, step),
                                    CN_COLUMN(cn_RestIsland, dt),
                                    CN_COLUMN(cn_RestIsland, gx),
                                    CN_COLUMN(cn_RestIsland, gy),
                                    {NULL, 0, 0, 0}};

/* Behind the bodies of a large one stand the neighbours that they were found from, only compared.
 */
static bool bodies_are_sound(const cn_World *w, const cn_RestIsland *r) {
    for (int i = 0; i < r->body_count; i++) {
        int body = r->bodies[i];
        if (body <= 0 || body >= w->bodies.count || !cn_slots_live(&w->bodies, body)) return false;
        if (w->cold[body].rest != (int)(r - w->rest) + 1) return false;
    }
    return true;
}

/* count of steps: more than worlds take, and few enough to count on */
#define MOST_STEPS (1 << 30)

static bool counts_are_sound(const cn_RestIsland *r) {
    const int64_t counts[] = {r->calm, r->creep, r->rolling};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (counts[i] < 0 || counts[i] > MOST_STEPS) return false;
    return true;
}

static bool all_finite(const double *v, int count) {
    double zero = 0; /* stays 0 unless some is not finite */
    for (int i = 0; i < count; i++) zero += v[i] * 0.0;
    return zero == 0;
}

static void island(cn_World *w, cn_RestIsland *r, cn_Image *im) {
    cn_image_struct(im, r, columns);
    if (!r->live || im->result != CN_OK) return;
    int count = r->body_count < CN_REST_MANY ? r->body_count : 2 * r->body_count;
    cn_image_array(im, (void **)&r->bodies, &r->bodies_capacity, sizeof *r->bodies, &count);
    if (cn_image_reads(im)) {
        r->body_count = count < CN_REST_MANY ? count : count / 2;
        bool sound = count > 0 && (count < CN_REST_MANY) == (r->body_count == count) &&
                     bodies_are_sound(w, r);
        cn_image_expect(im, sound, what, "has a body that is none of its");
        bool carried = r->carrier >= 0 && r->carrier < w->bodies.count;
        cn_image_expect(im, carried, what, "is carried by what is no body");
        cn_image_expect(im, counts_are_sound(r), what, "has counted more than there can be");
    }
    if (im->result == CN_OK) cn_cholesky_image(&r->factor, im, r->body_count);
    int numbers = r->rounds > 0 ? 3 * r->body_count : 0;
    if (im->result == CN_OK)
        cn_image_array(im, (void **)&r->going, &r->going_capacity, sizeof *r->going, &numbers);
    if (!cn_image_reads(im) || im->result != CN_OK) return;
    bool sound =
        numbers == (r->rounds > 0 ? 3 * r->body_count : 0) && all_finite(r->going, numbers);
    if (cn_image_expect(im, sound, what,
                        "goes on from velocities that are not those of its bodies") &&
        numbers > 0 && !cn_rest_reserve_going(r))
        cn_image_starve(im);
}

/* No body stands in a list of bodies twice: its contacts would be read twice, into room for once.
 */
static bool stand_once(const cn_World *w, uint64_t *seen) {
    memset(seen, 0, ((size_t)w->bodies.count / 64 + 1) * sizeof *seen);
    for (int i = 0; i < w->rest_count; i++) {
        const cn_RestIsland *r = &w->rest[i];
        for (int k = 0; r->live && k < r->body_count; k++) {
            uint64_t *word = &seen[r->bodies[k] / 64], bit = (uint64_t)1 << (r->bodies[k] % 64);
            if (*word & bit) return false;
            *word |= bit;
        }
    }
    return true;
}

/* Islands that are live and bodies that are in one know each other; the others make a list. */
static bool links_are_sound(const cn_World *w) {
    int bodies = 0, free = 0, live = 0;
    for (int i = 0; i < w->rest_count; i++) {
        live += w->rest[i].live;
        bodies += w->rest[i].live ? w->rest[i].body_count : 0;
    }
    for (int i = 0; i < w->bodies.count; i++) {
        int rest = w->cold[i].rest;
        if (!cn_slots_live(&w->bodies, i)) continue;
        bool rests = rest > 0 && rest <= w->rest_count && w->rest[rest - 1].resting;
        if (w->body_flags[i] & CN_BODY_RESTING && !rests) return false;
        if (rest == 0) continue;
        if (rest < 0 || rest > w->rest_count || !w->rest[rest - 1].live) return false;
        bodies--;
    }
    for (int slot = w->rest_free; slot != 0 && free <= w->rest_count; free++) {
        if (slot < 0 || slot > w->rest_count || w->rest[slot - 1].live) return false;
        slot = w->rest[slot - 1].next_free;
    }
    return bodies == 0 && free == w->rest_count - live;
}

static void check_links(const cn_World *w, cn_Image *im) {
    size_t bytes = ((size_t)w->bodies.count / 64 + 1) * sizeof(uint64_t);
    uint64_t *seen = cn_alloc(bytes);
    if (!seen) {
        cn_image_starve(im);
        return;
    }
    cn_image_expect(im, links_are_sound(w) && stand_once(w, seen), what,
                    "is not that of its bodies");
    cn_free(seen, bytes);
}

void cn_rest_image(cn_World *w, cn_Image *im) {
    cn_image_count(im, &w->rest_count, 8);
    cn_image_bytes(im, &w->rest_free, sizeof w->rest_free);
    if (cn_image_reads(im) && w->rest_count > 0 && !CN_GROW(w->rest, w->rest_count)) {
        w->rest_count = 0;
        if (im->result == CN_OK) im->result = CN_MEMORY;
        return;
    }
    for (int i = 0; i < w->rest_count && im->result == CN_OK; i++) island(w, &w->rest[i], im);
    if (cn_image_reads(im) && im->result == CN_OK && !im->trusted) check_links(w, im);
}
