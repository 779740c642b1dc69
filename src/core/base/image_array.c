/* image_array.c: arrays in an image, smaller than they lie in memory and at the speed of memory.
 *
 * Most words of most elements are what they are in most others (a mass, a friction, zero), so what
 * is typical is written first, and of the elements only the words that differ from it, with a bit
 * for each that says which do. */
#ifdef __SSE2__
#include <emmintrin.h>
#endif
#include <string.h>

#include "base/image.h"
#include "base/memory.h"

#define GROUP     16 /* bytes: four words, whose bits are half a byte */
#define ROW_LEAST 64 /* bytes: shorter elements go through in rows of several */
#define ROWS      4  /* count: fewer are written as they are */
#define SAMPLES   16 /* count of elements that are asked what is typical */

_Static_assert(CN_IMAGE_ROW % (2 * GROUP) == 0, "whole bytes of bits");

/* ---- rows --------------------------------------------------------------------------------- */

static unsigned differences(const char *row, const char *guess) {
#ifdef __SSE2__
    __m128i a = _mm_loadu_si128((const __m128i *)(const void *)row);
    __m128i b = _mm_loadu_si128((const __m128i *)(const void *)guess);
    return ~(unsigned)_mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(a, b))) & 15;
#else
    uint32_t a[4], b[4];
    memcpy(a, row, sizeof a);
    memcpy(b, guess, sizeof b);
    return (unsigned)(a[0] != b[0]) | (unsigned)(a[1] != b[1]) << 1 |
           (unsigned)(a[2] != b[2]) << 2 | (unsigned)(a[3] != b[3]) << 3;
#endif
}

static size_t bytes_of_bits(size_t groups) { return (groups + 1) / 2; }
/* That writing or reading a row touches. */
static size_t most_bytes(size_t row) { return row + bytes_of_bits(row / GROUP) + GROUP; }

static inline char *put_group(char *out, const char *row, unsigned other) {
    if (other == 0) return out;
    if (other == 15) {
        memcpy(out, row, GROUP);
        return out + GROUP;
    }
    for (int i = 0; i < 4; i++) {
        memcpy(out, row + 4 * i, 4);
        out += 4 * (other >> i & 1);
    }
    return out;
}

/* Up to a group more than the row has is written, and later written over. */
static inline char *put_row(char *out, const char *row, const char *guess, size_t groups) {
    unsigned char *bits = (unsigned char *)out;
    out += bytes_of_bits(groups);
    for (size_t g = 0; g + 2 <= groups; g += 2, row += 2 * GROUP, guess += 2 * GROUP) {
        unsigned first = differences(row, guess);
        unsigned second = differences(row + GROUP, guess + GROUP);
        *bits++ = (unsigned char)(first | second << 4);
        out = put_group(out, row, first);
        out = put_group(out, row + GROUP, second);
    }
    if (groups % 2 == 0) return out;
    unsigned last = differences(row, guess);
    *bits = (unsigned char)last;
    return put_group(out, row, last);
}

static inline const char *take_group(const char *at, char *row, const char *guess, unsigned other) {
    memcpy(row, other == 15 ? at : guess, GROUP);
    if (other == 0) return at;
    if (other == 15) return at + GROUP;
    for (int i = 0; i < 4; i++) { /* without a branch: which words differ is hard to foretell */
        unsigned takes = other >> i & 1;
        memcpy(row + 4 * i, takes ? at : guess + 4 * i, 4);
        at += 4 * takes;
    }
    return at;
}

/* Up to a group more than the row takes is read. */
static inline const char *take_row(const char *at, char *row, const char *guess, size_t groups) {
    const unsigned char *bits = (const unsigned char *)at;
    at += bytes_of_bits(groups);
    for (size_t g = 0; g < groups; g++, row += GROUP, guess += GROUP)
        at = take_group(at, row, guess, bits[g / 2] >> 4 * (g & 1) & 15);
    return at;
}

/* How much the row at im->at takes, where that may be more than there is. */
static size_t length_of_row(const cn_Image *im, size_t groups) {
    size_t left = (size_t)(im->end - im->at), length = bytes_of_bits(groups);
    if (left < length) return length;
    for (size_t i = 0; i < bytes_of_bits(groups); i++)
        length += 4 * (size_t)__builtin_popcount((unsigned char)im->at[i]);
    return length;
}

/* The last rows of an image: behind them is nothing that may be read. */
static void take_last_row(cn_Image *im, char *row, const char *guess, size_t groups) {
    char bytes[CN_IMAGE_ROW + CN_IMAGE_ROW / GROUP + GROUP];
    size_t length = length_of_row(im, groups);
    if (length > (size_t)(im->end - im->at)) {
        cn_image_fail(im, "the image", "ends too early");
        return;
    }
    memcpy(bytes, im->at, length);
    memset(bytes + length, 0, GROUP);
    (void)take_row(bytes, row, guess, groups);
    im->at += length;
}

void cn_image_row(cn_Image *im, void *row, const void *guess, size_t bytes) {
    size_t groups = bytes / GROUP, most = most_bytes(bytes);
    if (im->result != CN_OK) return;
    if (!cn_image_reads(im)) {
        char *out = cn_image_room(im, most);
        if (out) im->out->size += (size_t)(put_row(out, row, guess, groups) - out);
    } else if ((size_t)(im->end - im->at) >= most) {
        im->at = take_row(im->at, row, guess, groups);
    } else {
        take_last_row(im, row, guess, groups);
    }
}

/* ---- arrays ------------------------------------------------------------------------------- */

/* How many elements go through as one row; 0: they are too large. */
static int elements_of_row(size_t size) {
    size_t elements = 1;
    while (size * elements % GROUP != 0 || size * elements < ROW_LEAST) elements *= 2;
    return size * elements <= CN_IMAGE_ROW ? (int)elements : 0;
}

/* Of each word what most of some elements have, else zero. */
static void find_typical(const char *array, int count, size_t size, char *typical) {
    memset(typical, 0, size);
    for (size_t at = 0; at + 4 <= size; at += 4) {
        uint32_t value = 0, other;
        int more = 0, times = 0;
        for (int i = 0; i < SAMPLES; i++) {
            memcpy(&other, array + (size_t)((int64_t)i * count / SAMPLES) * size + at, 4);
            if (more == 0) value = other;
            more += other == value ? 1 : -1;
        }
        for (int i = 0; i < SAMPLES; i++) {
            memcpy(&other, array + (size_t)((int64_t)i * count / SAMPLES) * size + at, 4);
            times += other == value;
        }
        if (times >= SAMPLES / 2) memcpy(typical + at, &value, 4);
    }
}

static void rows(cn_Image *im, char *array, int count, size_t size, int elements) {
    char guess[CN_IMAGE_ROW];
    size_t bytes = size * (size_t)elements, tail = (size_t)(count % elements) * size;
    if (!cn_image_reads(im)) find_typical(array, count, size, guess);
    cn_image_bytes(im, guess, size);
    for (int i = 1; i < elements; i++) memcpy(guess + (size_t)i * size, guess, size);
    int left = count / elements;
    if (!cn_image_reads(im)) {
        char *out = cn_image_room(im, (size_t)left * most_bytes(bytes));
        if (!out) return;
        for (; left > 0; left--, array += bytes) out = put_row(out, array, guess, bytes / GROUP);
        im->out->size = (size_t)(out - (char *)im->out->bytes);
    }
    for (; left > 0 && (size_t)(im->end - im->at) >= most_bytes(bytes); left--, array += bytes)
        im->at = take_row(im->at, array, guess, bytes / GROUP);
    for (; left > 0 && im->result == CN_OK; left--, array += bytes)
        take_last_row(im, array, guess, bytes / GROUP);
    cn_image_bytes(im, array, tail);
}

/* Bytes that so many elements take at least. */
static size_t least_bytes(int count, size_t size, int elements) {
    size_t row = size * (size_t)elements;
    if (elements == 0 || count / elements < ROWS) return (size_t)count * size;
    return (size_t)(count / elements) * bytes_of_bits(row / GROUP);
}

void cn_image_room_for(cn_Image *im, void **array, int *capacity, size_t size, int *count) {
    int elements = im->columns ? 0 : elements_of_row(size);
    cn_image_count(im, count, 0);
    if (im->result != CN_OK || !cn_image_reads(im)) return;
    bool there = least_bytes(*count, size, elements) <= (size_t)(im->end - im->at);
    if (!cn_image_expect(im, there, "a count", "is out of range")) {
        *count = 0;
    } else if (*count > 0 && !cn_grow(array, capacity, *count, size)) {
        cn_image_starve(im);
        *count = 0;
    }
    if (im->result == CN_OK && *capacity > *count)
        memset((char *)*array + (size_t)*count * size, 0, (size_t)(*capacity - *count) * size);
}

void cn_image_array(cn_Image *im, void **array, int *capacity, size_t size, int *count) {
    int elements = elements_of_row(size);
    cn_image_room_for(im, array, capacity, size, count);
    if (im->result != CN_OK) return;
    if (im->columns)
        cn_image_columns(im, *array, *count, size);
    else if (elements == 0 || *count / elements < ROWS)
        cn_image_bytes(im, *array, (size_t)*count * size);
    else
        rows(im, *array, *count, size, elements);
}
