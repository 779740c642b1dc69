/* image_columns.c: arrays in an image that is to be compressed: word by word of their elements, and
 * of each byte by byte.
 *
 * What a compressor finds are bytes that repeat. In a row of structures those of one meaning stand
 * far apart, and the last bytes of a float are noise that hides the first. So of each word the
 * first bytes of all elements stand together, then the second ones; and where elements grow evenly,
 * or somebody knows better what they are, it is how far they are from that. */
#include <string.h>

#include "base/image.h"

/* How a column is written. */
enum { AS_IT_IS, FROM_THE_LAST, FROM_A_GUESS, WAYS };

/* Of a difference the small ones, up or down, have zeros in front. */
static uint32_t fold(uint32_t d) { return d << 1 ^ (0u - (d >> 31)); }
static uint32_t unfold(uint32_t f) { return f >> 1 ^ (0u - (f & 1)); }

static uint32_t load(const char *at, size_t bytes) {
    uint32_t v = 0;
    memcpy(&v, at, bytes);
    return v;
}

typedef struct Column {
    char *at; /* its word in the first element */
    size_t stride, bytes;
    int count;
    const char *guess; /* of the first element, or NULL */
    size_t guess_stride;
} Column;

static uint32_t word_of(const Column *c, int i) {
    return load(c->at + (size_t)i * c->stride, c->bytes);
}

static uint32_t guess_of(const Column *c, int i) {
    return load(c->guess + (size_t)i * c->guess_stride, c->bytes);
}

/* ---- which way ---------------------------------------------------------------------------- */

/* 16 to the doubling. */
static int log_of(uint64_t v) {
    int high = 63 - __builtin_clzll(v | 1);
    int more = (int)((high >= 4 ? v >> (high - 4) : v << (4 - high)) & 15);
    return 16 * high + more;
}

/* How much the bytes of words differ: greater where they repeat less. */
typedef struct Spread {
    uint32_t times[4][256];
} Spread;

static void add_to(Spread *s, uint32_t word) {
    for (int k = 0; k < 4; k++) s->times[k][word >> 8 * k & 255]++;
}

static int cost_of(const Spread *s) {
    int cost = 0;
    for (int k = 0; k < 4; k++) {
        uint64_t same = 0;
        for (int i = 0; i < 256; i++) same += (uint64_t)s->times[k][i] * s->times[k][i];
        cost -= log_of(same);
    }
    return cost;
}

static uint8_t best_way(const Column *c) {
    Spread spread[WAYS];
    uint32_t last = 0;
    memset(spread, 0, sizeof spread);
    for (int i = 0; i < c->count; i++) {
        uint32_t word = word_of(c, i);
        add_to(&spread[AS_IT_IS], word);
        add_to(&spread[FROM_THE_LAST], fold(word - last));
        if (c->guess) add_to(&spread[FROM_A_GUESS], fold(word - guess_of(c, i)));
        last = word;
    }
    uint8_t best = AS_IT_IS;
    for (uint8_t way = FROM_THE_LAST; way < (c->guess ? WAYS : FROM_A_GUESS); way++)
        if (cost_of(&spread[way]) < cost_of(&spread[best])) best = way;
    return best;
}

/* ---- columns ------------------------------------------------------------------------------ */

/* The k-th bytes of all words stand together. */
static void put_bytes(char *out, const Column *c, int i, uint32_t word) {
    for (size_t k = 0; k < c->bytes; k++)
        out[k * (size_t)c->count + (size_t)i] = (char)(word >> 8 * k);
}

static uint32_t take_bytes(const char *at, const Column *c, int i) {
    uint32_t word = 0;
    for (size_t k = 0; k < c->bytes; k++)
        word |= (uint32_t)(unsigned char)at[k * (size_t)c->count + (size_t)i] << 8 * k;
    return word;
}

/* Where the bytes of a column are, or are to come; NULL: they are not to be had. */
static char *bytes_of(cn_Image *im, const Column *c) {
    size_t bytes = (size_t)c->count * c->bytes;
    if (im->result != CN_OK) return NULL;
    if (!cn_image_reads(im)) {
        char *out = cn_image_room(im, bytes);
        if (out) im->out->size += bytes;
        return out;
    }
    if (!cn_image_expect(im, bytes <= (size_t)(im->end - im->at), "the image", "ends too early"))
        return NULL;
    im->at += bytes;
    return (char *)im->at - bytes; /* only read */
}

static void alone(cn_Image *im, const Column *c) {
    uint8_t way = cn_image_reads(im) ? 0 : best_way(c);
    uint32_t from = 0;
    cn_image_bytes(im, &way, sizeof way);
    cn_image_expect(im, way < (c->guess ? WAYS : FROM_A_GUESS), "a column",
                    "is written in a way that is none");
    char *bytes = bytes_of(im, c);
    if (!bytes) return;
    for (int i = 0; i < c->count; i++) {
        uint32_t word;
        if (way == FROM_A_GUESS) from = guess_of(c, i);
        if (cn_image_reads(im)) {
            word = take_bytes(bytes, c, i);
            if (way != AS_IT_IS) word = unfold(word) + from;
            memcpy(c->at + (size_t)i * c->stride, &word, c->bytes);
        } else {
            word = word_of(c, i);
            put_bytes(bytes, c, i, way == AS_IT_IS ? word : fold(word - from));
        }
        from = word;
    }
}

void cn_image_column(cn_Image *im, void *words, size_t stride, const void *guess,
                     size_t guess_stride, int count) {
    Column c = {words, stride, sizeof(uint32_t), count, guess, guess_stride};
    if (count > 0) alone(im, &c);
}

void cn_image_guessed(cn_Image *im, void *words, size_t stride, const void *guess,
                      size_t guess_stride, int count) {
    Column c = {words, stride, sizeof(uint32_t), count, guess, guess_stride};
    char *bytes = count > 0 ? bytes_of(im, &c) : NULL;
    if (!bytes) return;
    for (int i = 0; i < count; i++) {
        uint32_t about = guess_of(&c, i);
        if (cn_image_reads(im)) {
            uint32_t word = unfold(take_bytes(bytes, &c, i)) + about;
            memcpy(c.at + (size_t)i * stride, &word, sizeof word);
        } else {
            put_bytes(bytes, &c, i, fold(word_of(&c, i) - about));
        }
    }
}

void cn_image_columns(cn_Image *im, void *array, int count, size_t size) {
    size_t word = size % sizeof(uint32_t) == 0 ? sizeof(uint32_t) : 1;
    for (size_t at = 0; at < size && count > 0; at += word) {
        Column c = {(char *)array + at, size, word, count, NULL, 0};
        alone(im, &c);
    }
}
