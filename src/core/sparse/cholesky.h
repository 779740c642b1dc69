/* cholesky.h: sparse Cholesky factors of symmetric positive definite matrices of 3 x 3 blocks, one
 * block row for each body of an island.
 *
 * Order (cholesky_order.c) says in which order bodies are eliminated and which blocks that fills;
 * it depends only on which bodies touch. Values (cholesky.c) are filled in, factored panel by
 * panel, in as many calls as the caller likes, and then solve as often as the caller likes. A panel
 * is a run of columns that share the rows below them, stored as one dense matrix. Large matrices
 * are cut (dissection.c) into CN_CHOLESKY_LEAVES parts that share no block, and above each two of a
 * level one that holds them apart: part k meets, of those that come later, only part k / 2 +
 * CN_CHOLESKY_LEAVES and what is above that. So the parts of a level are worked on side by side;
 * each does its work alike with threads and without. */
#ifndef CN_CHOLESKY_H
#define CN_CHOLESKY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/image.h"
#include "base/jobs.h"

/* count of parts that share no block, and of threads that can work on them side by side; with more
 * parts, what lies between them grows. PARTS: these and all that hold them apart. */
#define CN_CHOLESKY_LEAVES 8
#define CN_CHOLESKY_PARTS  (2 * CN_CHOLESKY_LEAVES - 1)

/* count of numbers beyond the last column of a part, which belong to it: vectors reach three of
 * them, and another part may be written meanwhile */
#define CN_PANEL_BEYOND 4

/* The graph: neighbours of node i stand in list[start[i]] .. list[start[i + 1] - 1]. */
typedef struct cn_Adjacency {
    int count;
    const int *start, *list;
    const uint8_t *part; /* of each node, from cn_cholesky_cut; NULL: all are one */
} cn_Adjacency;

/* Positions are places in the order of elimination, which the caller may take as its own. */
typedef struct cn_Cholesky {
    int count; /* block rows */
    int panel_count, part_count;
    int *part_first,
        *part_panel;     /* position and panel that each begins with; one more at the end */
    int *node;           /* at each position */
    int *panel_of;       /* by position */
    int *first;          /* position of each panel's first column; one more at the end */
    int *inside;         /* how many rows of each panel are of its own part */
    int *rows_at, *rows; /* positions below each panel, ascending */
    int *values_at;      /* where each panel's values begin; see CN_PANEL_BEYOND */
    double *values;
    int widest, tallest; /* columns of a panel; rows, its columns among them: in numbers */
    int done;            /* panels that are factored */
    int64_t work;        /* multiply-adds that factoring takes */
    int *memory;         /* one block for all of the above but values */
    size_t memory_bytes, value_bytes;
} cn_Cholesky;

/* Memory for ordering, kept by the caller. */
typedef struct cn_OrderScratch {
    int *work, *pool;
    int work_capacity, pool_capacity;
} cn_OrderScratch;

/* Parts for a graph of nodes in the plane, such that a cut meets few of them. */
void cn_cholesky_cut(cn_Adjacency graph, const double *x, const double *y, uint8_t *part);
/* Minimum degree. Fills a factor that is all zeros, but for its values; false: out of memory. */
bool cn_cholesky_order(cn_Cholesky *f, cn_Adjacency graph, cn_OrderScratch *scratch);
void cn_cholesky_free(cn_Cholesky *f);
void cn_order_free(cn_OrderScratch *s);
/* Memory for an order of n nodes, in so many panels and parts; false when out of it. */
bool cn_cholesky_lay_out(cn_Cholesky *f, int n, int panels, int parts, int rows);
/* Writes a factor of n nodes, or reads it into one that is all zeros; it may have no order. */
void cn_cholesky_image(cn_Cholesky *f, cn_Image *im, int n);

/* The part that a position belongs to. */
int cn_cholesky_part(const cn_Cholesky *f, int position);
/* What follows from columns, rows and parts: where values lie, and how many they are. False when
 * there are too many. */
bool cn_cholesky_measure(cn_Cholesky *f);
/* Numbers of all panels, and of one. */
int cn_cholesky_value_count(const cn_Cholesky *f);
int cn_cholesky_panel_size(const cn_Cholesky *f, int panel);
/* Is `part` `above` itself, or one of those that meet it from below? */
bool cn_cholesky_meets(int part, int above);
/* Calls fn for all parts, those of a level side by side: from the leaves up, or down to them. */
typedef void (*cn_CholeskyFn)(void *context, int part);
typedef enum cn_CholeskyDirection {
    CN_CHOLESKY_UP,
    CN_CHOLESKY_DOWN,
    CN_CHOLESKY_AT_ONCE
} cn_CholeskyDirection;
void cn_cholesky_parts(int part_count, cn_CholeskyDirection way, cn_CholeskyFn fn, void *context,
                       cn_Jobs *jobs);

/* Takes the memory for values; nothing is factored. False: out of memory. Then the values of each
 * part are made zero. */
bool cn_cholesky_reserve(cn_Cholesky *f);
void cn_cholesky_clear(cn_Cholesky *f, int part);
/* Where the block of two positions (or of one with itself) stands: element (i, j) is at
 * place.value[i + j * place.stride], rows belonging to the later one. NULL if the order has no
 * room for it. */
typedef struct cn_CholeskyTile {
    double *value;
    int stride;
    bool swapped; /* rows belong to a, columns to b */
} cn_CholeskyTile;
cn_CholeskyTile cn_cholesky_tile(const cn_Cholesky *f, int a, int b);
/* The column of blocks of a position: its own, and where that of a later one stands in it. */
typedef struct cn_CholeskyColumn {
    double *value; /* its own block */
    const int *rows;
    int position, stride;
    int own_end; /* position that its panel ends before */
    int row_count;
} cn_CholeskyColumn;
cn_CholeskyColumn cn_cholesky_column(const cn_Cholesky *f, int position);
double *cn_cholesky_below(const cn_CholeskyColumn *c, int position); /* NULL as above */

typedef enum cn_CholeskyState {
    CN_CHOLESKY_READY,
    CN_CHOLESKY_GOING_ON,
    CN_CHOLESKY_FAILED
} cn_CholeskyState;
/* Factors until at least budget multiply-adds are spent (where there are parts, whole ones), and
 * takes them off. */
cn_CholeskyState cn_cholesky_run(cn_Cholesky *f, double *scratch, int64_t *budget, cn_Jobs *jobs);
/* x: 3 numbers for each position, in place. scratch: cn_cholesky_scratch() doubles. */
void cn_cholesky_solve(const cn_Cholesky *f, double *x, double *scratch, cn_Jobs *jobs);
int cn_cholesky_scratch(const cn_Cholesky *f);

#endif
