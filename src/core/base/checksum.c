/* checksum.c: the one place where xxHash is bound.
 *
 * XXH3 with 64 bits and seed 0, whose values are the same on every machine and fixed since xxHash
 * 0.8.0. It finds damage of files; it is no defence against who means harm. Compiled in here, so
 * that whoever links the library needs no other. */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "cairn.h"

uint64_t cn_checksum(const void *bytes, size_t count) { return XXH3_64bits(bytes, count); }
