/* snapshot.c: worlds as they were: taken, restored, loaded, cloned.
 *
 * Bytes are read into a new world, checked there, and only then is that put in the place of the one
 * that is to become it: whatever is wrong with them, and wherever memory ends, the world that was
 * there stays as it is. Not here: what a world consists of (world_image.c), heads and packing
 * (head.c). */
#include "snapshot/snapshot.h"

#include <string.h>

#include "base/memory.h"
#include "bvh/bvh.h"
#include "data/world.h"
#include "snapshot/taken.h"
#include "snapshot/world_image.h"
#include "step/world_arrays.h"
#include "world/check.h"

static cn_Result check_idle(cn_World *w, const char *call) {
    if (!w->stepping && !w->locked) return CN_OK;
    return cn_refuse(&w->error, CN_LOCKED, "", "%s may not be called during a step of the world",
                     call);
}

/* ---- out ---------------------------------------------------------------------------------- */

/* Image and note, behind room for a head. */
static cn_Result write_image(cn_World *w, const void *note, size_t note_size, bool columns,
                             cn_Snapshot *out) {
    cn_SnapshotHead head = {0};
    cn_Image im = {.out = out, .columns = columns};
    out->size = 0;
    cn_image_bytes(&im, &head, sizeof head);
    cn_world_image(w, &im);
    cn_image_bytes(&im, (void *)note, note_size);
    if (im.result != CN_OK) {
        out->size = 0;
        return cn_refuse_memory(&w->error);
    }
    return CN_OK;
}

static cn_Result write_plain(cn_World *w, const void *note, size_t note_size, cn_Snapshot *out) {
    cn_Result r = write_image(w, note, note_size, false, out);
    if (r == CN_OK)
        cn_snapshot_seal(out, out->size - sizeof(cn_SnapshotHead), note_size, CN_PACKED_NOT);
    return r;
}

static cn_Result write_packed(cn_World *w, const void *note, size_t note_size, cn_Snapshot *out) {
    if (!cn_snapshot_can_pack()) return write_plain(w, note, note_size, out);
    cn_Snapshot columns = {0};
    cn_Result r = write_image(w, note, note_size, true, &columns);
    if (r == CN_OK) r = cn_snapshot_compress(&columns, note_size, out, &w->error);
    cn_snapshot_free(&columns);
    return r;
}

cn_Result cn_world_snapshot(cn_World *w, const void *note, size_t note_size, cn_Snapshot *out) {
    cn_Result r = check_idle(w, "snapshot");
    if (r == CN_OK) r = write_plain(w, note, note_size, out);
    if (r == CN_OK) cn_taken_note(&w->taken, out->bytes, out->size);
    return r;
}

cn_Result cn_world_pack(cn_World *w, const void *note, size_t note_size, cn_Snapshot *out) {
    cn_Result r = check_idle(w, "pack");
    return r ? r : write_packed(w, note, note_size, out);
}

/* ---- in ----------------------------------------------------------------------------------- */

/* All zeros; with the arrays of a spare one, if there is. */
static cn_World *new_world(cn_World *spare) {
    cn_World *w = spare ? spare : cn_alloc(sizeof *w);
    if (!w) return NULL;
    if (!spare) memset(w, 0, sizeof *w);
    w->tree_static = cn_bvh_create();
    w->tree_moving = cn_bvh_create();
    if (w->tree_static && w->tree_moving) return w;
    cn_world_destroy(w);
    return NULL;
}

/* An image behind its head. spare: see new_world; it is gone afterwards. trusted: nobody else has
 * written it. */
static cn_Result read_image(const void *bytes, const cn_SnapshotHead *head, cn_World *spare,
                            bool trusted, cn_World **out, cn_Error *e) {
    cn_World *w = new_world(spare);
    if (!w) return cn_refuse_memory(e);
    cn_Image im = {.at = (const char *)bytes + sizeof *head,
                   .trusted = trusted,
                   .columns = head->packed == CN_PACKED_COLUMNS};
    im.end = im.at + (head->size - head->note_size);
    cn_world_image(w, &im);
    if (im.at != im.end) cn_image_fail(&im, "the image", "has more than it should");
    if (im.result == CN_OK) {
        *out = w;
        return CN_OK;
    }
    cn_world_destroy(w);
    if (im.result == CN_MEMORY) return cn_refuse_memory(e);
    return cn_refuse(e, CN_DAMAGED, "", "snapshot is damaged: %s %s", im.what, im.detail);
}

/* Of a snapshot that is whole. */
static cn_Result read_checked(const void *bytes, size_t size, const cn_SnapshotHead *head,
                              cn_World **out, cn_Error *e) {
    if (!head->packed) return read_image(bytes, head, NULL, false, out, e);
    cn_Snapshot image = {0};
    cn_Result r = cn_snapshot_expand(bytes, size, head, &image, e);
    if (r == CN_OK) r = read_image(image.bytes, head, NULL, false, out, e);
    cn_snapshot_free(&image);
    return r;
}

static cn_Result read_world(const void *bytes, size_t size, cn_World **out, cn_Error *e) {
    cn_SnapshotHead head;
    cn_Result r = cn_snapshot_check(bytes, size, &head, e);
    return r ? r : read_checked(bytes, size, &head, out, e);
}

/* What belongs to the place and not to the state: trees look up layers in the world itself. */
static void settle_in(cn_World *w) {
    cn_bvh_set_meets(w->tree_static, w->collides);
    cn_bvh_set_meets(w->tree_moving, w->collides);
}

/* A snapshot that this world has taken, as it was then. */
static cn_Result read_own(cn_World *w, const void *bytes, cn_World **out) {
    cn_SnapshotHead head;
    cn_World *spare = w->spare;
    memcpy(&head, bytes, sizeof head);
    w->spare = NULL;
    return read_image(bytes, &head, spare, true, out, &w->error);
}

static bool same_slots(const cn_Slots *a, const cn_Slots *b) {
    size_t count = (size_t)a->count;
    return a->count == b->count &&
           memcmp(a->generation, b->generation, count * sizeof *a->generation) == 0 &&
           memcmp(a->next, b->next, count * sizeof *a->next) == 0;
}

static bool same_shapes(const cn_World *a, const cn_World *b) {
    if (!same_slots(&a->shapes, &b->shapes)) return false;
    for (int i = 1; i < a->shapes.count; i++) {
        if (!cn_slots_live(&a->shapes, i)) continue;
        const cn_Shape *s = &a->shape[i], *t = &b->shape[i];
        if (s->body != t->body || s->kind != t->kind ||
            a->traits[s->traits].layer != b->traits[t->traits].layer)
            return false;
    }
    return true;
}

/* What belongs to the world and not to its state stays in its place. */
static void swap(cn_World *w, cn_World *fresh) {
    unsigned same = (same_slots(&w->bodies, &fresh->bodies) ? CN_SAME_BODIES : 0u) |
                    (same_shapes(w, fresh) ? CN_SAME_SHAPES : 0u);
    cn_World old = *w;
    *w = *fresh;
    *fresh = old;
    w->def.threads = old.def.threads;
    w->pool = old.pool;
    w->error = old.error;
    w->profile = old.profile;
    w->taken = old.taken;
    w->same = same;
    fresh->pool = NULL;
    settle_in(w);
}

cn_Result cn_world_restore(cn_World *w, const void *bytes, size_t size) {
    cn_World *fresh = NULL;
    cn_Result r = check_idle(w, "restore");
    if (r) return r;
    bool own = cn_taken_knows(&w->taken, bytes, size);
    r = own ? read_own(w, bytes, &fresh) : read_world(bytes, size, &fresh, &w->error);
    if (r) return r;
    swap(w, fresh);
    if (own) {
        cn_world_empty(fresh);
        w->spare = fresh;
    } else {
        cn_world_destroy(fresh);
    }
    return CN_OK;
}

unsigned cn_world_same(const cn_World *w) { return w->same; }

cn_Result cn_world_load(const void *bytes, size_t size, int threads, cn_World **out,
                        cn_Error *error) {
    cn_Error local, *e = error ? error : &local;
    *out = NULL;
    cn_Result r = read_world(bytes, size, out, e);
    if (r) return r;
    if (threads > 0) (*out)->def.threads = threads < 256 ? threads : 256;
    settle_in(*out);
    return CN_OK;
}

cn_Result cn_world_clone(cn_World *w, cn_World **out) {
    cn_Snapshot s = {0};
    *out = NULL;
    cn_Result r = check_idle(w, "snapshot");
    if (r == CN_OK) r = write_plain(w, NULL, 0, &s);
    if (r == CN_OK) {
        cn_SnapshotHead head;
        memcpy(&head, s.bytes, sizeof head);
        r = read_image(s.bytes, &head, NULL, true, out, &w->error);
    }
    if (r == CN_OK) settle_in(*out);
    cn_snapshot_free(&s);
    return r;
}

/* ---- packing ------------------------------------------------------------------------------ */

static bool copy(const void *bytes, size_t size, cn_Snapshot *out) {
    if (!cn_snapshot_reserve(out, size - sizeof(cn_SnapshotHead))) return false;
    memcpy(out->bytes, bytes, size);
    out->size = size;
    return true;
}

/* The note in an image that is head->size long. */
static const char *note_of(const void *bytes, const cn_SnapshotHead *head) {
    return (const char *)bytes + sizeof *head + (head->size - head->note_size);
}

/* By way of a world, since arrays lie in files as they do not in memory. */
static cn_Result turn(const void *bytes, const cn_SnapshotHead *head, bool packs, cn_Snapshot *out,
                      cn_Error *e) {
    cn_World *w;
    size_t note_size = (size_t)head->note_size;
    cn_Result r = read_image(bytes, head, NULL, false, &w, e);
    if (r) return r;
    r = packs ? write_packed(w, note_of(bytes, head), note_size, out)
              : write_plain(w, note_of(bytes, head), note_size, out);
    if (r) *e = w->error;
    cn_world_destroy(w);
    return r;
}

static cn_Result expand(const void *bytes, size_t size, const cn_SnapshotHead *head,
                        cn_Snapshot *out, cn_Error *e) {
    if (head->packed == CN_PACKED_COLUMNS) {
        cn_Snapshot image = {0};
        cn_Result r = cn_snapshot_expand(bytes, size, head, &image, e);
        if (r == CN_OK) r = turn(image.bytes, head, false, out, e);
        cn_snapshot_free(&image);
        return r;
    }
    cn_Result r = cn_snapshot_expand(bytes, size, head, out, e);
    if (r == CN_OK)
        cn_snapshot_seal(out, (size_t)head->size, (size_t)head->note_size, CN_PACKED_NOT);
    return r;
}

cn_Result cn_snapshot_pack(const void *bytes, size_t size, cn_Snapshot *out, cn_Error *error) {
    cn_Error local, *e = error ? error : &local;
    cn_SnapshotHead head;
    cn_Result r = cn_snapshot_check(bytes, size, &head, e);
    if (r) return r;
    if (!head.packed && cn_snapshot_can_pack()) return turn(bytes, &head, true, out, e);
    return copy(bytes, size, out) ? CN_OK : cn_refuse_memory(e);
}

cn_Result cn_snapshot_unpack(const void *bytes, size_t size, cn_Snapshot *out, cn_Error *error) {
    cn_Error local, *e = error ? error : &local;
    cn_SnapshotHead head;
    cn_Result r = cn_snapshot_check(bytes, size, &head, e);
    if (r) return r;
    if (head.packed) return expand(bytes, size, &head, out, e);
    return copy(bytes, size, out) ? CN_OK : cn_refuse_memory(e);
}

cn_Result cn_snapshot_copy_note(const void *bytes, size_t size, cn_Snapshot *out, cn_Error *error) {
    cn_Error local, *e = error ? error : &local;
    cn_SnapshotHead head;
    cn_Snapshot image = {0};
    cn_Result r = cn_snapshot_check(bytes, size, &head, e);
    if (r == CN_OK && head.packed) r = cn_snapshot_expand(bytes, size, &head, &image, e);
    if (r == CN_OK && !cn_snapshot_reserve(out, (size_t)head.note_size)) r = cn_refuse_memory(e);
    if (r == CN_OK) {
        out->size = (size_t)head.note_size;
        memcpy(out->bytes, note_of(head.packed ? image.bytes : bytes, &head), out->size);
    }
    cn_snapshot_free(&image);
    return r;
}
