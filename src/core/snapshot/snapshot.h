/* snapshot.h: the head that stands before every image. */
#ifndef CN_SNAPSHOT_SNAPSHOT_H
#define CN_SNAPSHOT_SNAPSHOT_H

#include "cairn_types.h"

/* counts, raised when an image means another thing: as in memory, and as in files */
#define CN_FORMAT_OF_MEMORY 2
#define CN_FORMAT_OF_FILES  3

/* What stands behind the head. */
typedef enum cn_Packing {
    CN_PACKED_NOT,     /* an image as in memory */
    CN_PACKED_ROWS,    /* the same, compressed with Zstandard: files of earlier versions */
    CN_PACKED_COLUMNS, /* an image as in files, compressed */
} cn_Packing;

/* 40 bytes, little-endian. */
typedef struct cn_SnapshotHead {
    char magic[8];      /* "\x89Cairn\r\n": what a transfer as text would change */
    uint32_t format;    /* CN_FORMAT_OF_FILES with CN_PACKED_COLUMNS, else CN_FORMAT_OF_MEMORY */
    uint32_t packed;    /* cn_Packing */
    uint64_t size;      /* bytes of image and note, not compressed */
    uint64_t note_size; /* of these, those of the note, which is last */
    uint64_t checksum;  /* XXH3, 64 bits, of all bytes behind the head as they stand there */
} cn_SnapshotHead;

/* Whether bytes are a snapshot of these formats and whole; *head is set then, else *error. */
cn_Result cn_snapshot_check(const void *bytes, size_t size, cn_SnapshotHead *head, cn_Error *error);
/* Room for the head and so many bytes behind it; *snapshot is as it was where there is none. */
bool cn_snapshot_reserve(cn_Snapshot *snapshot, size_t bytes);
/* The head of a snapshot of which all else is there: behind room for it. */
void cn_snapshot_seal(cn_Snapshot *snapshot, size_t size, size_t note_size, cn_Packing packing);
/* What stands behind the head of an image for files, compressed, as a whole snapshot; and the
 * reverse, of either packing: *out is image and note behind room for a head, which is that of
 * bytes. False: this build cannot. */
bool cn_snapshot_can_pack(void);
cn_Result cn_snapshot_compress(const cn_Snapshot *columns, size_t note_size, cn_Snapshot *out,
                               cn_Error *error);
cn_Result cn_snapshot_expand(const void *bytes, size_t size, const cn_SnapshotHead *head,
                             cn_Snapshot *out, cn_Error *error);

#endif
