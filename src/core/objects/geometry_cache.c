/* geometry_cache.c: what pieces are made of, kept once for all that are alike.
 *
 * A form is kind, corners in the body's frame, their normals, rounding and area, and what a user
 * gave for it. A thousand crates have one between them: it stays in the cache, and it is made once.
 * Forms are compared by their bits: a zero of the other sign is another form. */
#include "objects/geometry_cache.h"

#include <string.h>

#include "data/world.h"
#include "objects/shape_design.h"

static uint64_t hash_of(const cn_Geom *g, const cn_Design *d) {
    float head[2] = {g->radius, (float)g->count};
    uint64_t h = cn_hash_bytes((uint64_t)g->kind + 1, head, sizeof head);
    h = cn_hash_bytes(h, g->vertices, (size_t)g->count * sizeof *g->vertices);
    if (g->kind == CN_GEOM_PLANE) h = cn_hash_bytes(h, g->normals, sizeof *g->normals);
    if (!d) return h;
    h = cn_hash_add(h, (uint64_t)d->kind << 32 | (uint64_t)d->hull << 16 | d->mask);
    h = cn_hash_bytes(h, d->numbers, (size_t)d->number_count * sizeof *d->numbers);
    return cn_hash_bytes(h, d->points, 2 * (size_t)d->point_count * sizeof *d->points);
}

static bool is_designed(const cn_World *w, const cn_CachedGeometry *f, const cn_Design *d) {
    if (!d) return f->mask == 0 && f->point_count == 0;
    const double *n = &w->points[f->first_number];
    if (f->design != d->kind || f->hull != d->hull || f->mask != d->mask) return false;
    if (f->point_count != d->point_count) return false;
    if (memcmp(n, d->numbers, (size_t)d->number_count * sizeof *n)) return false;
    return d->point_count == 0 ||
           !memcmp(n + d->number_count, d->points, 2 * (size_t)d->point_count * sizeof *n);
}

static bool has_inner(const uint8_t *inner, const cn_Geom *g) {
    for (int i = 0; i < g->count; i++)
        if (inner[i] != (g->inner ? g->inner[i] : 0)) return false;
    return true;
}

static bool is_like(const cn_World *w, const cn_CachedGeometry *f, const cn_Geom *g,
                    const cn_Design *d) {
    size_t bytes = (size_t)g->count * sizeof *g->vertices;
    if (f->kind != g->kind || f->vertex_count != g->count) return false;
    if (memcmp(&f->radius, &g->radius, sizeof f->radius)) return false;
    if (memcmp(&w->vertices[f->first_vertex], g->vertices, bytes)) return false;
    if (!has_inner(&w->inner[f->first_vertex], g)) return false;
    if (f->kind == CN_GEOM_PLANE &&
        memcmp(&w->normals[f->first_vertex], g->normals, sizeof *g->normals))
        return false;
    return is_designed(w, f, d);
}

bool cn_geometry_cache_reserve(cn_World *w, int how_many, int vertices) {
    int64_t room = cn_range_pool_room(&w->vertex_runs, how_many, vertices) + CN_VERTICES_BEYOND;
    return room <= INT32_MAX && cn_intern_reserve(&w->forms, how_many) &&
           CN_GROW(w->form, w->forms.slots.count + how_many) && CN_GROW(w->vertices, (int)room) &&
           CN_GROW(w->normals, (int)room) && CN_GROW(w->inner, (int)room);
}

static void keep_design(cn_World *w, cn_CachedGeometry *f, const cn_Design *d) {
    f->design = d->kind;
    f->hull = d->hull;
    f->mask = d->mask;
    f->point_count = d->point_count;
    f->first_number = cn_design_keep(w, d);
}

static int make(cn_World *w, const cn_Geom *g, const cn_Design *d, uint64_t hash) {
    int slot = cn_intern_add(&w->forms, hash);
    cn_CachedGeometry *f = &w->form[slot];
    int first = cn_range_pool_take(&w->vertex_runs, w->vertices, sizeof *w->vertices, g->count);
    *f = (cn_CachedGeometry){.kind = (uint8_t)g->kind,
                             .first_vertex = first,
                             .vertex_count = g->count,
                             .radius = g->radius};
    memcpy(&w->vertices[first], g->vertices, (size_t)g->count * sizeof *g->vertices);
    for (int i = 0; i < g->count; i++) w->inner[first + i] = g->inner ? g->inner[i] : 0;
    if (g->kind == CN_GEOM_PLANE)
        w->normals[first] = g->normals[0];
    else
        cn_geom_normals(&w->vertices[first], g->count, &w->normals[first]);
    cn_Geom own = {g->kind, g->count, g->radius, &w->vertices[first], &w->normals[first], NULL};
    f->area = cn_geom_area(&own);
    f->inner_radius = cn_geom_inner_radius(&own);
    if (d) keep_design(w, f, d);
    return slot;
}

int cn_geometry_cache_take(cn_World *w, const cn_Geom *geom, const cn_Design *design) {
    uint64_t hash = hash_of(geom, design);
    int slot = cn_intern_find(&w->forms, hash, -1);
    while (slot >= 0 && !is_like(w, &w->form[slot], geom, design))
        slot = cn_intern_find(&w->forms, hash, slot);
    if (slot < 0) slot = make(w, geom, design, hash);
    w->forms.link[slot].users++;
    return slot;
}

void cn_geometry_cache_give(cn_World *w, int form) {
    if (!cn_intern_give(&w->forms, form)) return;
    const cn_CachedGeometry *f = &w->form[form];
    cn_range_pool_give(&w->vertex_runs, w->vertices, sizeof *w->vertices, f->first_vertex,
                       f->vertex_count);
    cn_range_pool_give(&w->point_runs, w->points, sizeof *w->points, f->first_number,
                       __builtin_popcount(f->mask) + 2 * f->point_count);
}
