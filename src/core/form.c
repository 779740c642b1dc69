/* form.c: what pieces are made of, kept once for all that are alike.
 *
 * A form is kind, corners in the body's frame, their normals, rounding and area. A thousand crates
 * have one between them: it stays in the cache, and it is made once. Forms are found by a hash of
 * their bits and compared by them; which one is found depends on nothing else, since no two are
 * equal. */
#include <string.h>

#include "world.h"

static uint64_t add_bits(uint64_t h, uint64_t v) {
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

static uint64_t add_vector(uint64_t h, cn_Vec v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return add_bits(h, bits);
}

static uint64_t hash_of(const cn_Geom *g) {
    uint64_t h = add_vector((uint64_t)g->kind + 1, (cn_Vec){g->radius, (float)g->count});
    for (int i = 0; i < g->count; i++) h = add_vector(h, g->vertices[i]);
    if (g->kind == CN_GEOM_PLANE) h = add_vector(h, g->normals[0]);
    return h;
}

static int *bucket_of(const cn_World *w, uint64_t hash) {
    return &w->form_bucket[hash & (uint64_t)(w->form_bucket_count - 1)];
}

/* Bits decide: a zero of the other sign is another form. */
static bool is_like(const cn_World *w, const cn_Form *f, const cn_Geom *g) {
    size_t bytes = (size_t)g->count * sizeof *g->vertices;
    if (f->kind != g->kind || f->vertex_count != g->count) return false;
    if (memcmp(&f->radius, &g->radius, sizeof f->radius)) return false;
    if (memcmp(&w->vertices[f->first_vertex], g->vertices, bytes)) return false;
    return f->kind != CN_GEOM_PLANE ||
           !memcmp(&w->normals[f->first_vertex], g->normals, sizeof *g->normals);
}

static bool grow_buckets(cn_World *w, int wanted) {
    int count = w->form_bucket_count ? w->form_bucket_count : 16;
    while (count < wanted) count *= 2;
    if (count == w->form_bucket_count) return true;
    int *fresh = cn_alloc((size_t)count * sizeof *fresh);
    if (!fresh) return false;
    memset(fresh, 0xff, (size_t)count * sizeof *fresh);
    cn_free(w->form_bucket, (size_t)w->form_bucket_count * sizeof *fresh);
    w->form_bucket = fresh;
    w->form_bucket_count = count;
    for (int i = 0; i < w->forms.count; i++) {
        if (!cn_slots_live(&w->forms, i)) continue;
        int *bucket = bucket_of(w, w->form[i].hash);
        w->form[i].next = *bucket;
        *bucket = i;
    }
    return true;
}

bool cn_form_reserve(cn_World *w, int how_many, int vertices) {
    /* kernels read four vertices from the first on */
    int64_t room = cn_runs_room(&w->vertex_runs, how_many, vertices) + 3;
    int wanted = w->forms.live + how_many, slots = w->forms.count + how_many;
    cn_Slots *s = &w->forms;
    return room <= INT32_MAX && wanted < INT32_MAX / 2 && grow_buckets(w, wanted) &&
           cn_grow((void **)&s->generation, &s->generation_capacity, slots,
                   sizeof *s->generation) &&
           cn_grow((void **)&s->next, &s->next_capacity, slots, sizeof *s->next) &&
           cn_grow((void **)&w->form, &w->form_capacity, slots, sizeof *w->form) &&
           cn_grow((void **)&w->vertices, &w->vertices_capacity, (int)room, sizeof *w->vertices) &&
           cn_grow((void **)&w->normals, &w->normals_capacity, (int)room, sizeof *w->normals);
}

static int make(cn_World *w, const cn_Geom *g, uint64_t hash) {
    int slot = cn_slots_take(&w->forms);
    cn_Form *f = &w->form[slot];
    int first = cn_runs_take(&w->vertex_runs, w->vertices, sizeof *w->vertices, g->count);
    *f = (cn_Form){.hash = hash,
                   .kind = g->kind,
                   .first_vertex = first,
                   .vertex_count = g->count,
                   .radius = g->radius,
                   .next = *bucket_of(w, hash)};
    *bucket_of(w, hash) = slot;
    memcpy(&w->vertices[first], g->vertices, (size_t)g->count * sizeof *g->vertices);
    if (g->kind == CN_GEOM_PLANE)
        w->normals[first] = g->normals[0];
    else
        cn_geom_normals(&w->vertices[first], g->count, &w->normals[first]);
    cn_Geom own = {g->kind, g->count, g->radius, &w->vertices[first], &w->normals[first]};
    f->area = cn_geom_area(&own);
    f->inner_radius = cn_geom_inner_radius(&own);
    return slot;
}

int cn_form_take(cn_World *w, const cn_Geom *geom) {
    uint64_t hash = hash_of(geom);
    int slot = *bucket_of(w, hash);
    while (slot >= 0 && !(w->form[slot].hash == hash && is_like(w, &w->form[slot], geom)))
        slot = w->form[slot].next;
    if (slot < 0) slot = make(w, geom, hash);
    w->form[slot].users++;
    return slot;
}

void cn_form_give(cn_World *w, int form) {
    cn_Form *f = &w->form[form];
    if (--f->users > 0) return;
    int *link = bucket_of(w, f->hash);
    while (*link != form) link = &w->form[*link].next;
    *link = f->next;
    cn_runs_give(&w->vertex_runs, w->vertices, sizeof *w->vertices, f->first_vertex,
                 f->vertex_count);
    cn_slots_release(&w->forms, form);
}
