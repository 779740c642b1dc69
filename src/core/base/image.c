/* image.c: see image.h. */
#include "base/image.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

void cn_image_fail(cn_Image *im, const char *what, const char *detail) {
    if (im->result != CN_OK) return;
    im->result = CN_DAMAGED;
    im->what = what;
    im->detail = detail;
}

bool cn_image_expect(cn_Image *im, bool ok, const char *what, const char *detail) {
    if (!ok) cn_image_fail(im, what, detail);
    return im->result == CN_OK;
}

void cn_image_starve(cn_Image *im) {
    if (im->result == CN_OK) im->result = CN_MEMORY;
}

/* Twice as much each time: a snapshot that is taken again into the same memory asks for none. */
static bool reserve(cn_Image *im, size_t more) {
    cn_Snapshot *s = im->out;
    if (more <= s->capacity - s->size) return true;
    size_t capacity = s->capacity * 2 > s->size + more ? s->capacity * 2 : s->size + more;
    char *bytes = cn_alloc(capacity);
    if (!bytes) {
        cn_image_starve(im);
        return false;
    }
    if (s->size > 0) memcpy(bytes, s->bytes, s->size);
    cn_free(s->bytes, s->capacity);
    s->bytes = bytes;
    s->capacity = capacity;
    return true;
}

char *cn_image_room(cn_Image *im, size_t bytes) {
    return im->result == CN_OK && reserve(im, bytes) ? (char *)im->out->bytes + im->out->size
                                                     : NULL;
}

void cn_image_bytes(cn_Image *im, void *memory, size_t bytes) {
    if (im->result == CN_OK && !cn_image_reads(im)) {
        char *out = cn_image_room(im, bytes);
        if (!out) return;
        if (bytes > 0) memcpy(out, memory, bytes);
        im->out->size += bytes;
        return;
    }
    if (im->result == CN_OK && (size_t)(im->end - im->at) < bytes)
        cn_image_fail(im, "the image", "ends too early");
    if (!cn_image_reads(im)) return;
    if (im->result != CN_OK) {
        if (bytes > 0) memset(memory, 0, bytes);
        return;
    }
    if (bytes > 0) memcpy(memory, im->at, bytes);
    im->at += bytes;
}

void cn_image_flag(cn_Image *im, bool *flag, const char *what) {
    uint8_t value = *flag;
    cn_image_bytes(im, &value, sizeof value);
    if (!cn_image_reads(im)) return;
    *flag = value == 1;
    cn_image_expect(im, value <= 1, what, "has a flag that is none");
}

void cn_image_count(cn_Image *im, int *count, size_t size) {
    int32_t value = *count;
    cn_image_bytes(im, &value, sizeof value);
    if (!cn_image_reads(im)) return;
    *count = value;
    if (value < 0 || (size > 0 && (size_t)value > (size_t)(im->end - im->at) / size)) {
        cn_image_fail(im, "a count", "is out of range");
        *count = 0;
    }
}

/* Writing, a block is where its size stands; reading, how much is left behind its end. */
size_t cn_image_open(cn_Image *im) {
    uint64_t bytes = 0;
    size_t at = cn_image_reads(im) ? 0 : im->out->size;
    cn_image_bytes(im, &bytes, sizeof bytes);
    if (!cn_image_reads(im)) return at;
    size_t left = (size_t)(im->end - im->at);
    if (!cn_image_expect(im, bytes <= left, "the image", "ends too early")) return 0;
    return left - (size_t)bytes;
}

void cn_image_close(cn_Image *im, size_t block) {
    if (im->result != CN_OK) return;
    if (!cn_image_reads(im)) {
        uint64_t bytes = im->out->size - block - sizeof bytes;
        memcpy((char *)im->out->bytes + block, &bytes, sizeof bytes);
        return;
    }
    if (cn_image_expect(im, (size_t)(im->end - im->at) >= block, "a block", "ends too early"))
        im->at = im->end - block;
}

/* ---- structs ------------------------------------------------------------------------------ */

static bool all_booleans(const uint8_t *p, size_t bytes) {
    uint8_t all = 0;
    for (size_t i = 0; i < bytes; i++) all |= p[i];
    return all <= 1;
}

static bool all_floats(const char *p, size_t bytes) {
    for (size_t i = 0; i < bytes; i += sizeof(float)) {
        float v;
        memcpy(&v, p + i, sizeof v);
        if (v != v) return false;
    }
    return true;
}

static bool all_doubles(const char *p, size_t bytes) {
    for (size_t i = 0; i < bytes; i += sizeof(double)) {
        double v;
        memcpy(&v, p + i, sizeof v);
        if (v != v) return false;
    }
    return true;
}

static bool sound(const cn_Column *c, const void *p) {
    if (c->kind == CN_KIND_BOOL) return all_booleans(p, c->bytes);
    if (c->kind == CN_KIND_F32) return all_floats(p, c->bytes);
    return c->kind != CN_KIND_F64 || all_doubles(p, c->bytes);
}

static void pass_over(cn_Image *im, size_t bytes) {
    char nothing = 0;
    for (size_t i = 0; i < bytes; i++, nothing = 0) cn_image_bytes(im, &nothing, 1);
}

void cn_image_struct(cn_Image *im, void *of, const cn_Column *columns) {
    for (const cn_Column *c = columns; c->name; c++) {
        char *at = (char *)of + c->offset, value[512];
        if (c->kind == CN_KIND_GONE) {
            pass_over(im, c->bytes);
            continue;
        }
        if (!cn_image_reads(im)) {
            cn_image_bytes(im, at, c->bytes);
            continue;
        }
        cn_image_bytes(im, value, c->bytes);
        if (cn_image_expect(im, sound(c, value), c->name, "is no such value"))
            memcpy(at, value, c->bytes);
    }
}
