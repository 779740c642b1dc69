/* snapshot.h: the head that stands before every image. */
#ifndef CN_SNAPSHOT_SNAPSHOT_H
#define CN_SNAPSHOT_SNAPSHOT_H

#include "cairn_types.h"

/* count, raised when an image means another thing */
#define CN_SNAPSHOT_FORMAT 2

/* 40 bytes, little-endian. */
typedef struct cn_SnapshotHead {
    char magic[8];      /* "\x89Cairn\r\n": what a transfer as text would change */
    uint32_t format;    /* CN_SNAPSHOT_FORMAT */
    uint32_t packed;    /* 0: as it is; 1: compressed with Zstandard */
    uint64_t size;      /* bytes of image and note, not packed */
    uint64_t note_size; /* of these, those of the note, which is last */
    uint64_t checksum;  /* XXH3, 64 bits, of all bytes behind the head as they stand there */
} cn_SnapshotHead;

/* Whether bytes are a snapshot of this format and whole; *head is set then, else *error. */
cn_Result cn_snapshot_check(const void *bytes, size_t size, cn_SnapshotHead *head, cn_Error *error);
/* The head of a snapshot of which all else is there: behind room for it. */
void cn_snapshot_seal(cn_Snapshot *snapshot, size_t size, size_t note_size, bool packed);

#endif
