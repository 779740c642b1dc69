/* pool_check.c: do runs of vertices, numbers and materials keep clear of each other?
 *
 * A run that is freed holds the index of the next free one itself (base/range_pool.h). One forged
 * such index, and what is made next is written over what is in use, or behind the array. So all
 * runs are marked, those of forms and shapes first: none may lie on another. A list that loops
 * comes upon its own mark. */
#include "snapshot/pool_check.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "data/world.h"
#include "snapshot/sound.h"

typedef struct Marks {
    cn_World *w;
    uint64_t *taken; /* a bit for each element */
    int count;       /* of elements */
} Marks;

static bool mark(const Marks *m, int first, int length) {
    return cn_range_pool_mark(m->taken, m->count, first, length);
}

static bool mark_vertices(const Marks *m) {
    const cn_World *w = m->w;
    for (int i = 0; i < w->forms.slots.count; i++)
        if (cn_slots_live(&w->forms.slots, i) &&
            !mark(m, w->form[i].first_vertex, w->form[i].vertex_count))
            return false;
    return cn_range_pool_mark_free(&w->vertex_runs, w->vertices, sizeof *w->vertices, m->taken);
}

static bool mark_numbers_of(const Marks *m, int first, unsigned mask, int points) {
    int numbers = __builtin_popcount(mask) + 2 * points;
    return mask >> CN_NUMBERS == 0 && mark(m, first, numbers) &&
           (numbers == 0 ||
            cn_sound_doubles(m->w->points + first, (size_t)numbers * sizeof(double)));
}

static bool mark_numbers(const Marks *m) {
    const cn_World *w = m->w;
    for (int i = 0; i < w->forms.slots.count; i++) {
        const cn_CachedGeometry *f = &w->form[i];
        if (cn_slots_live(&w->forms.slots, i) &&
            !mark_numbers_of(m, f->first_number, f->mask, f->point_count))
            return false;
    }
    for (int i = 1; i < w->shapes.count; i++) {
        if (!cn_slots_live(&w->shapes, i) || !w->shape[i].designed) continue;
        const cn_Shape *s = &w->shape[i];
        if (!mark_numbers_of(m, s->first_number, s->mask, s->point_count)) return false;
    }
    return cn_range_pool_mark_free(&w->point_runs, w->points, sizeof *w->points, m->taken);
}

static bool materials_are_sound(const cn_Material *of, int count) {
    for (int i = 0; i < count; i++) {
        const cn_Material *m = &of[i];
        double zero = (m->friction + m->restitution + m->rolling + m->surface_speed) * 0.0;
        if (zero != 0 || m->friction < 0 || m->restitution < 0 || m->rolling < 0) return false;
    }
    return true;
}

static bool mark_materials(const Marks *m) {
    const cn_World *w = m->w;
    for (int i = 1; i < w->shapes.count; i++) {
        if (!cn_slots_live(&w->shapes, i) || !w->shape[i].has_materials) continue;
        const cn_Shape *s = &w->shape[i];
        if (!mark(m, s->first_material, s->piece_count) ||
            !materials_are_sound(w->materials + s->first_material, s->piece_count))
            return false;
    }
    return cn_range_pool_mark_free(&w->material_runs, w->materials, sizeof *w->materials, m->taken);
}

void cn_pools_check(cn_World *w, cn_Image *im) {
    const struct {
        int count;
        bool (*mark)(const Marks *m);
    } pools[] = {{w->vertex_runs.count, mark_vertices},
                 {w->point_runs.count, mark_numbers},
                 {w->material_runs.count, mark_materials}};
    int most = 0;
    for (int i = 0; i < 3; i++) most = pools[i].count > most ? pools[i].count : most;
    size_t bytes = ((size_t)most / 64 + 1) * sizeof(uint64_t);
    uint64_t *taken = cn_alloc(bytes);
    if (!taken) {
        if (im->result == CN_OK) im->result = CN_MEMORY;
        return;
    }
    for (int i = 0; i < 3; i++) {
        memset(taken, 0, bytes);
        Marks m = {w, taken, pools[i].count};
        cn_image_expect(im, pools[i].mark(&m), "a pool", "has a broken list");
    }
    cn_free(taken, bytes);
}
