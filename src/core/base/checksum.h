/* checksum.h: hashes of bytes that tell whether they are the same. The plain one, which files have,
 * is cn_checksum of cairn.h. */
#ifndef CN_CHECKSUM_H
#define CN_CHECKSUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CN_SECRET_LEAST 136 /* bytes */

/* Bytes that nobody can guess; false where the system has none. At most 256. */
bool cn_secret(void *secret, size_t bytes);
/* 128 bits, which nobody can tell who does not know the secret. */
void cn_fingerprint(const void *bytes, size_t count, const void *secret, size_t secret_bytes,
                    uint64_t print[2]);

#endif
