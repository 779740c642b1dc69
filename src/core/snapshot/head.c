/* head.c: the head of a snapshot: its format, its size and its checksum; and what Zstandard makes
 * of the rest for files. What it says is believed of nobody: each size is compared with what is
 * there before memory is asked for. The format is described in docs/format.md. */
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

#define PACK_LEVEL 6 /* (count) of Zstandard: 3 takes half as long for 2 % more bytes */
/* bytes of a whole snapshot, unpacked: what claims more is refused before memory is asked for */
#define MOST_BYTES ((uint64_t)1 << 32)

static const char magic[8] = {'\x89', 'C', 'a', 'i', 'r', 'n', '\r', '\n'};

_Static_assert(sizeof(cn_SnapshotHead) == 40, "no gaps");

static uint32_t format_of(cn_Packing packing) {
    return packing == CN_PACKED_COLUMNS ? CN_FORMAT_OF_FILES : CN_FORMAT_OF_MEMORY;
}

cn_Result cn_snapshot_check(const void *bytes, size_t size, cn_SnapshotHead *head, cn_Error *e) {
    size_t known = size < sizeof magic ? size : sizeof magic;
    if (size == 0) return cn_refuse(e, CN_DAMAGED, "", "snapshot is empty");
    if (memcmp(bytes, magic, known) != 0) return cn_refuse(e, CN_DAMAGED, "", "not a snapshot");
    if (size < sizeof *head) return cn_refuse(e, CN_DAMAGED, "", "snapshot is cut short");
    memcpy(head, bytes, sizeof *head);
    if (head->format != CN_FORMAT_OF_MEMORY && head->format != CN_FORMAT_OF_FILES)
        return cn_refuse(e, CN_DAMAGED, "", "snapshot has format %u; this is Cairn %s (format %d)",
                         (unsigned)head->format, cn_version(), CN_FORMAT_OF_FILES);
    size_t left = size - sizeof *head;
    bool known_packing =
        head->packed <= CN_PACKED_COLUMNS && head->format == format_of((cn_Packing)head->packed);
    bool sized = known_packing && head->note_size <= head->size && head->size <= MOST_BYTES;
    if (head->packed == 0 && sized && left < head->size)
        return cn_refuse(e, CN_DAMAGED, "", "snapshot is cut short");
    if (!sized || (head->packed == 0 && left != head->size) || left == 0)
        return cn_refuse(e, CN_DAMAGED, "", "snapshot is damaged: its size is wrong");
    if (cn_checksum((const char *)bytes + sizeof *head, left) != head->checksum)
        return cn_refuse(e, CN_DAMAGED, "", "snapshot is cut short or damaged: wrong checksum");
    return CN_OK;
}

void cn_snapshot_seal(cn_Snapshot *s, size_t size, size_t note_size, cn_Packing packing) {
    cn_SnapshotHead head = {
        .format = format_of(packing), .packed = packing, .size = size, .note_size = note_size};
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

bool cn_snapshot_reserve(cn_Snapshot *s, size_t bytes) {
    bytes += sizeof(cn_SnapshotHead);
    s->size = 0;
    if (bytes <= s->capacity) return true;
    void *memory = cn_alloc(bytes);
    if (!memory) return false;
    cn_free(s->bytes, s->capacity);
    s->bytes = memory;
    s->capacity = bytes;
    return true;
}

#ifdef CN_NO_ZSTD /* as on the web: what is packed cannot be read, and nothing is */
bool cn_snapshot_can_pack(void) { return false; }

cn_Result cn_snapshot_compress(const cn_Snapshot *columns, size_t note_size, cn_Snapshot *out,
                               cn_Error *e) {
    (void)columns, (void)note_size, (void)out;
    return cn_refuse_memory(e);
}

cn_Result cn_snapshot_expand(const void *bytes, size_t size, const cn_SnapshotHead *head,
                             cn_Snapshot *out, cn_Error *e) {
    (void)bytes, (void)size, (void)head, (void)out;
    return cn_refuse(e, CN_DAMAGED, "", "snapshot is packed, which this build cannot read");
}
#else
bool cn_snapshot_can_pack(void) { return true; }

cn_Result cn_snapshot_compress(const cn_Snapshot *columns, size_t note_size, cn_Snapshot *out,
                               cn_Error *e) {
    size_t head = sizeof(cn_SnapshotHead), size = columns->size - head;
    size_t most = ZSTD_compressBound(size);
    if (!cn_snapshot_reserve(out, most)) return cn_refuse_memory(e);
    size_t packed = ZSTD_compress((char *)out->bytes + head, most, (char *)columns->bytes + head,
                                  size, PACK_LEVEL);
    if (ZSTD_isError(packed)) return cn_refuse_memory(e);
    out->size = head + packed;
    cn_snapshot_seal(out, size, note_size, CN_PACKED_COLUMNS);
    return CN_OK;
}

cn_Result cn_snapshot_expand(const void *bytes, size_t size, const cn_SnapshotHead *head,
                             cn_Snapshot *out, cn_Error *e) {
    const char *packed = (const char *)bytes + sizeof *head;
    size -= sizeof *head;
    if (ZSTD_getFrameContentSize(packed, size) != head->size)
        return cn_refuse(e, CN_DAMAGED, "", "snapshot is damaged: its size is wrong");
    if (!cn_snapshot_reserve(out, (size_t)head->size)) return cn_refuse_memory(e);
    size_t got =
        ZSTD_decompress((char *)out->bytes + sizeof *head, (size_t)head->size, packed, size);
    if (ZSTD_isError(got) || got != head->size)
        return cn_refuse(e, CN_DAMAGED, "", "snapshot is damaged: it cannot be unpacked");
    out->size = sizeof *head + (size_t)head->size;
    return CN_OK;
}
#endif
