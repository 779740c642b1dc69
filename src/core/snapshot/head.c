/* head.c: the head of a snapshot: its format, its size and its checksum; and how it is packed for
 * files. What it says is believed of nobody: each size is compared with what is there before
 * memory is asked for. The format is described in docs/format.md. */
#include <string.h>
#ifndef CN_NO_ZSTD
#include <zstd.h>
#endif

#include "base/memory.h"
#include "cairn.h"
#include "snapshot/snapshot.h"
#include "world/check.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "snapshots are little-endian, and written as memory is"
#endif

#define PACK_LEVEL 3 /* of Zstandard: higher ones take ten times as long for a twentieth */
/* bytes of a whole snapshot, unpacked: what claims more is refused before memory is asked for */
#define MOST_BYTES ((uint64_t)1 << 32)

static const char magic[8] = {'\x89', 'C', 'a', 'i', 'r', 'n', '\r', '\n'};

_Static_assert(sizeof(cn_SnapshotHead) == 40, "no gaps");

cn_Result cn_snapshot_check(const void *bytes, size_t size, cn_SnapshotHead *head, cn_Error *e) {
    size_t known = size < sizeof magic ? size : sizeof magic;
    if (size == 0) return cn_refuse(e, CN_DAMAGED, "", "snapshot is empty");
    if (memcmp(bytes, magic, known) != 0) return cn_refuse(e, CN_DAMAGED, "", "not a snapshot");
    if (size < sizeof *head) return cn_refuse(e, CN_DAMAGED, "", "snapshot is cut short");
    memcpy(head, bytes, sizeof *head);
    if (head->format != CN_SNAPSHOT_FORMAT)
        return cn_refuse(e, CN_DAMAGED, "", "snapshot has format %u; this is Cairn %s (format %d)",
                         (unsigned)head->format, cn_version(), CN_SNAPSHOT_FORMAT);
    size_t left = size - sizeof *head;
    bool sized = head->packed <= 1 && head->note_size <= head->size && head->size <= MOST_BYTES;
    if (head->packed == 0 && sized && left < head->size)
        return cn_refuse(e, CN_DAMAGED, "", "snapshot is cut short");
    if (!sized || (head->packed == 0 && left != head->size) || left == 0)
        return cn_refuse(e, CN_DAMAGED, "", "snapshot is damaged: its size is wrong");
    if (cn_checksum((const char *)bytes + sizeof *head, left) != head->checksum)
        return cn_refuse(e, CN_DAMAGED, "", "snapshot is cut short or damaged: wrong checksum");
    return CN_OK;
}

void cn_snapshot_seal(cn_Snapshot *s, size_t size, size_t note_size, bool packed) {
    cn_SnapshotHead head = {
        .format = CN_SNAPSHOT_FORMAT, .packed = packed, .size = size, .note_size = note_size};
    memcpy(head.magic, magic, sizeof magic);
    head.checksum = cn_checksum((char *)s->bytes + sizeof head, s->size - sizeof head);
    memcpy(s->bytes, &head, sizeof head);
}

const void *cn_snapshot_note(const void *bytes, size_t size, size_t *note_size) {
    cn_SnapshotHead head;
    *note_size = 0;
    if (size < sizeof head) return NULL;
    memcpy(&head, bytes, sizeof head);
    if (memcmp(head.magic, magic, sizeof magic) != 0 || head.packed != 0 || head.note_size == 0 ||
        head.note_size > size - sizeof head)
        return NULL;
    *note_size = (size_t)head.note_size;
    return (const char *)bytes + size - *note_size;
}

bool cn_snapshot_is_plain(const void *bytes, size_t size) {
    cn_SnapshotHead head;
    if (size < sizeof head) return false;
    memcpy(&head, bytes, sizeof head);
    return memcmp(head.magic, magic, sizeof magic) == 0 && head.packed == 0;
}

void cn_snapshot_free(cn_Snapshot *s) {
    cn_free(s->bytes, s->capacity);
    *s = (cn_Snapshot){0};
}

static bool reserve(cn_Snapshot *s, size_t bytes) {
    s->size = 0;
    if (bytes <= s->capacity) return true;
    void *memory = cn_alloc(bytes);
    if (!memory) return false;
    cn_free(s->bytes, s->capacity);
    s->bytes = memory;
    s->capacity = bytes;
    return true;
}

static bool copy(const void *bytes, size_t size, cn_Snapshot *out) {
    if (!reserve(out, size)) return false;
    memcpy(out->bytes, bytes, size);
    out->size = size;
    return true;
}

#ifdef CN_NO_ZSTD /* as on the web: what is packed cannot be read, and nothing is */
static cn_Result pack(const char *bytes, const cn_SnapshotHead *head, cn_Snapshot *out,
                      cn_Error *e) {
    if (!copy(bytes - sizeof *head, sizeof *head + (size_t)head->size, out))
        return cn_refuse_memory(e);
    return CN_OK;
}

static cn_Result unpack(const char *bytes, size_t size, const cn_SnapshotHead *head,
                        cn_Snapshot *out, cn_Error *e) {
    (void)bytes, (void)size, (void)head, (void)out;
    return cn_refuse(e, CN_DAMAGED, "", "snapshot is packed, which this build cannot read");
}
#else
static cn_Result pack(const char *bytes, const cn_SnapshotHead *head, cn_Snapshot *out,
                      cn_Error *e) {
    size_t most = ZSTD_compressBound((size_t)head->size);
    if (!reserve(out, sizeof *head + most)) return cn_refuse_memory(e);
    size_t packed = ZSTD_compress((char *)out->bytes + sizeof *head, most, bytes,
                                  (size_t)head->size, PACK_LEVEL);
    if (ZSTD_isError(packed)) return cn_refuse_memory(e);
    out->size = sizeof *head + packed;
    cn_snapshot_seal(out, (size_t)head->size, (size_t)head->note_size, true);
    return CN_OK;
}

static cn_Result unpack(const char *bytes, size_t size, const cn_SnapshotHead *head,
                        cn_Snapshot *out, cn_Error *e) {
    if (ZSTD_getFrameContentSize(bytes, size) != head->size)
        return cn_refuse(e, CN_DAMAGED, "", "snapshot is damaged: its size is wrong");
    if (!reserve(out, sizeof *head + (size_t)head->size)) return cn_refuse_memory(e);
    size_t got =
        ZSTD_decompress((char *)out->bytes + sizeof *head, (size_t)head->size, bytes, size);
    if (ZSTD_isError(got) || got != head->size)
        return cn_refuse(e, CN_DAMAGED, "", "snapshot is damaged: it cannot be unpacked");
    out->size = sizeof *head + (size_t)head->size;
    cn_snapshot_seal(out, (size_t)head->size, (size_t)head->note_size, false);
    return CN_OK;
}
#endif

cn_Result cn_snapshot_pack(const void *bytes, size_t size, cn_Snapshot *out, cn_Error *error) {
    cn_Error local, *e = error ? error : &local;
    cn_SnapshotHead head;
    cn_Result r = cn_snapshot_check(bytes, size, &head, e);
    if (r) return r;
    if (head.packed) return copy(bytes, size, out) ? CN_OK : cn_refuse_memory(e);
    return pack((const char *)bytes + sizeof head, &head, out, e);
}

cn_Result cn_snapshot_unpack(const void *bytes, size_t size, cn_Snapshot *out, cn_Error *error) {
    cn_Error local, *e = error ? error : &local;
    cn_SnapshotHead head;
    cn_Result r = cn_snapshot_check(bytes, size, &head, e);
    if (r) return r;
    if (!head.packed) return copy(bytes, size, out) ? CN_OK : cn_refuse_memory(e);
    return unpack((const char *)bytes + sizeof head, size - sizeof head, &head, out, e);
}
