/* checksum.c: the one place where xxHash is bound.
 *
 * XXH3 with 64 bits and seed 0, whose values are the same on every machine and fixed since xxHash
 * 0.8.0. It finds damage of files; it is no defence against who means harm. With 128 bits and a
 * secret it is one within a process: whoever cannot see the hashes cannot make bytes that have one.
 * Compiled in here, so that whoever links the library needs no other. */
#define XXH_INLINE_ALL
#include "base/checksum.h"

#include <xxhash.h>
#if defined(__unix__) || defined(__APPLE__)
#ifdef __APPLE__
#include <sys/random.h>
#endif
#include <unistd.h>
#endif

#include "cairn.h"

_Static_assert(CN_SECRET_LEAST >= XXH3_SECRET_SIZE_MIN, "as long as xxHash wants it");

uint64_t cn_checksum(const void *bytes, size_t count) { return XXH3_64bits(bytes, count); }

bool cn_secret(void *secret, size_t bytes) {
#if defined(__unix__) || defined(__APPLE__)
    return getentropy(secret, bytes) == 0;
#else
    (void)secret, (void)bytes;
    return false;
#endif
}

void cn_fingerprint(const void *bytes, size_t count, const void *secret, size_t secret_bytes,
                    uint64_t print[2]) {
    XXH128_hash_t h = XXH3_128bits_withSecret(bytes, count, secret, secret_bytes);
    print[0] = h.low64;
    print[1] = h.high64;
}
