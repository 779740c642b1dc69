/* image.h: the state of a world as bytes, and back: one walk over everything writes and reads.
 *
 * Each room tells what it keeps, once, in a function that is given a cn_Image: writing, the values
 * it names are appended; reading, they are set. So what is written is what is read. A room that
 * reads checks what it relies on, and says what is wrong: bytes may come from anybody. Once an
 * image has failed nothing more of it is read, and what is read has zeros. Numbers are
 * little-endian, packed, without gaps. Not here: head and checksum (snapshot/). */
#ifndef CN_IMAGE_H
#define CN_IMAGE_H

#include "cairn_types.h"

typedef struct cn_Image {
    cn_Snapshot *out;          /* writing: at its end; reading: NULL */
    const char *at, *end;      /* reading */
    cn_Result result;          /* CN_OK, CN_MEMORY or CN_DAMAGED */
    const char *what, *detail; /* is damaged, and how */
    bool trusted;              /* reading what this very world has written: nothing is checked */
    bool columns;              /* for files: arrays are laid out to be compressed */
} cn_Image;

static inline bool cn_image_reads(const cn_Image *im) { return im->out == NULL; }
/* Gives up, the first time with these words: "a body's shape", "is out of range". */
void cn_image_fail(cn_Image *im, const char *what, const char *detail);
/* Fails unless ok; true when nothing has failed so far. */
bool cn_image_expect(cn_Image *im, bool ok, const char *what, const char *detail);

/* Gives up for want of memory. */
void cn_image_starve(cn_Image *im);

/* Memory as it is. */
void cn_image_bytes(cn_Image *im, void *memory, size_t bytes);
/* A byte that is 0 or 1: read, it is looked at before it is a boolean. */
void cn_image_flag(cn_Image *im, bool *flag, const char *what);
/* Writing: where the next so many bytes go, for who writes them himself; NULL: out of memory. */
char *cn_image_room(cn_Image *im, size_t bytes);
/* A count, read only where so many of size bytes can follow. */
void cn_image_count(cn_Image *im, int *count, size_t size);
/* The first *count elements of a growable array: see image_array.c. Read, those behind are zero. */
void cn_image_array(cn_Image *im, void **array, int *capacity, size_t size, int *count);
/* The same without the elements: their count, and room for them. */
void cn_image_room_for(cn_Image *im, void **array, int *capacity, size_t size, int *count);
/* Memory of which most is as in guess: only the words that are not are written. bytes is a multiple
 * of 16, CN_IMAGE_ROW at most. */
#define CN_IMAGE_ROW 1024
void cn_image_row(cn_Image *im, void *row, const void *guess, size_t bytes);

/* For files, see image_columns.c: elements of an array word by word; words that stand at the same
 * place in each of so many structures, alone or, where that is better, from a guess, or NULL; and
 * the same always from a guess. Whoever reads has the guess as well, bit by bit. */
void cn_image_columns(cn_Image *im, void *array, int count, size_t size);
void cn_image_column(cn_Image *im, void *words, size_t stride, const void *guess,
                     size_t guess_stride, int count);
void cn_image_guessed(cn_Image *im, void *words, size_t stride, const void *guess,
                      size_t guess_stride, int count);

/* A block that says how long it is. Reading, what is left of it when it is closed is left out. */
size_t cn_image_open(cn_Image *im);
void cn_image_close(cn_Image *im, size_t block);

/* What a member is, told from its type. */
typedef enum cn_Kind {
    CN_KIND_BOOL,
    CN_KIND_U8,
    CN_KIND_U16,
    CN_KIND_I32,
    CN_KIND_U32,
    CN_KIND_U64,
    CN_KIND_F32,
    CN_KIND_F64,
    CN_KIND_GONE, /* no member any more */
} cn_Kind;

/* clang-format off */
#define CN_KIND_OF(member)                                                                         \
    _Generic((member),                                                                             \
        bool: CN_KIND_BOOL, bool *: CN_KIND_BOOL,                                                  \
        uint8_t: CN_KIND_U8, uint8_t *: CN_KIND_U8,                                                \
        uint16_t: CN_KIND_U16, uint16_t *: CN_KIND_U16,                                            \
        int: CN_KIND_I32, int *: CN_KIND_I32,                                                      \
        uint32_t: CN_KIND_U32, uint32_t *: CN_KIND_U32,                                            \
        int64_t: CN_KIND_U64,                                                                      \
        uint64_t: CN_KIND_U64, uint64_t *: CN_KIND_U64,                                            \
        float: CN_KIND_F32, float *: CN_KIND_F32, cn_Vec: CN_KIND_F32, cn_Vec *: CN_KIND_F32,      \
        cn_Rot: CN_KIND_F32,                                                                       \
        double: CN_KIND_F64, double *: CN_KIND_F64, cn_Pos: CN_KIND_F64, cn_Pos *: CN_KIND_F64,    \
        cn_BodyId: CN_KIND_U32, cn_ShapeId: CN_KIND_U32, cn_JointId: CN_KIND_U32,                  \
        cn_MoverId: CN_KIND_U32)
/* clang-format on */

/* A member of a struct: so many values of one kind. */
typedef struct cn_Column {
    const char *name;
    uint32_t offset;
    uint16_t bytes;
    uint8_t kind;
} cn_Column;
#define CN_COLUMN(type, member)                                                                    \
    {                                                                                              \
#member, offsetof(type, member), sizeof(((type *)0)->member),                              \
            CN_KIND_OF(((type *)0)->member)                                                        \
    }
/* Bytes that earlier versions wrote: they are passed over, and written as 0. */
#define CN_COLUMN_GONE(bytes)                                                                      \
    { "", 0, bytes, CN_KIND_GONE }
/* One struct; the columns end with a NULL name. Reading, booleans are 0 or 1, and floats numbers.
 */
void cn_image_struct(cn_Image *im, void *of, const cn_Column *columns);

#endif
