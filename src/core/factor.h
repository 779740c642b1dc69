/* factor.h: sparse Cholesky factors of symmetric positive definite matrices of 3 x 3 blocks, one
 * block row for each body of an island.
 *
 * Order (factor_order.c) says in which order bodies are eliminated and which blocks that fills;
 * it depends on who touches whom alone. Values (factor.c) are filled in, factored panel by panel,
 * in as many calls as the caller likes, and then solve as often as the caller likes.
 * A panel is a run of columns that have the same rows below them, stored as one dense matrix. */
#ifndef CN_FACTOR_H
#define CN_FACTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Who is next to whom: those of node i stand in list[start[i]] .. list[start[i + 1] - 1]. */
typedef struct cn_Adjacency {
    int count;
    const int *start, *list;
} cn_Adjacency;

typedef struct cn_Factor {
    int count; /* block rows */
    int panel_count;
    int *place, *node;   /* position of each node in the order of elimination; and back */
    int *panel_of;       /* by position */
    int *where;          /* room: where rows of one panel stand in another */
    int *first;          /* position of each panel's first column; one more at the end */
    int *rows_at, *rows; /* positions below each panel, ascending */
    int *values_at;      /* where each panel's values begin */
    double *values;
    int widest, tallest; /* columns of a panel; rows, its columns among them: in numbers */
    int done;            /* panels that are factored */
    int64_t work;        /* multiply-adds that factoring takes */
    int *memory;         /* one block for all of the above but values */
    size_t memory_bytes, value_bytes;
} cn_Factor;

/* Memory for ordering, kept by the caller. */
typedef struct cn_OrderScratch {
    int *work, *pool;
    int work_capacity, pool_capacity;
} cn_OrderScratch;

/* Minimum degree. Fills a factor that is all zeros, but for its values; false: out of memory. */
bool cn_factor_order(cn_Factor *f, cn_Adjacency graph, cn_OrderScratch *scratch);
void cn_factor_free(cn_Factor *f);
void cn_order_free(cn_OrderScratch *s);

/* All values zero, nothing factored; takes the memory for them. False: out of memory. */
bool cn_factor_clear(cn_Factor *f);
/* Where the block of two nodes (or of one with itself) stands: element (i, j) is at
 * place.value[i + j * place.stride], rows belonging to the node eliminated later. NULL if the
 * order has no room for it. */
typedef struct cn_FactorBlock {
    double *value;
    int stride;
    bool swapped; /* rows belong to a, columns to b */
} cn_FactorBlock;
cn_FactorBlock cn_factor_block(const cn_Factor *f, int a, int b);

typedef enum cn_FactorState {
    CN_FACTOR_READY,
    CN_FACTOR_GOING_ON,
    CN_FACTOR_FAILED
} cn_FactorState;
/* Factors until at least budget multiply-adds are spent, and takes them off. */
cn_FactorState cn_factor_run(cn_Factor *f, double *scratch, int64_t *budget);
/* x: 3 numbers for each node, in place. scratch: cn_factor_scratch() doubles. */
void cn_factor_solve(const cn_Factor *f, double *x, double *scratch);
int cn_factor_scratch(const cn_Factor *f);

#endif
