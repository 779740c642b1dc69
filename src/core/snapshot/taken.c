/* taken.c: a world knows the snapshots that it has taken itself.
 *
 * They are as sound as the world was, so that what takes most of the time of a restore, looking at
 * each index and number, can be left out. That they are the same bytes is told by a hash with a
 * secret of the world's own, which never leaves it: whoever changes a byte would have to guess the
 * hash of what comes of it. Where the system gives no secret nothing is known, and all is checked.
 */
#include "snapshot/taken.h"

#include "base/checksum.h"

_Static_assert(CN_TAKEN_SECRET >= CN_SECRET_LEAST, "too short a secret");

void cn_taken_note(cn_Taken *t, const void *bytes, size_t size) {
    if (!t->has_secret) t->has_secret = cn_secret(t->secret, sizeof t->secret);
    if (!t->has_secret) return;
    cn_fingerprint(bytes, size, t->secret, sizeof t->secret, t->print[t->next % CN_TAKEN]);
    t->next++;
}

bool cn_taken_knows(const cn_Taken *t, const void *bytes, size_t size) {
    uint32_t count = t->next < CN_TAKEN ? t->next : CN_TAKEN;
    uint64_t print[2];
    if (count == 0 || size == 0) return false;
    cn_fingerprint(bytes, size, t->secret, sizeof t->secret, print);
    for (uint32_t i = 0; i < count; i++)
        if (t->print[i][0] == print[0] && t->print[i][1] == print[1]) return true;
    return false;
}
