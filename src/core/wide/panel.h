/* panel.h: the inner loops of sparse factors (cholesky.c), one set for each instruction set. */
#ifndef CN_PANEL_H
#define CN_PANEL_H

#include <stdbool.h>

/* One panel, seen as a matrix: columns of stride numbers, the first width rows its own. Vectors may
 * reach three numbers beyond the last column. */
typedef struct cn_Panel {
    double *values;
    const int *rows; /* block rows below its own */
    int row_count;   /* of these; the first `inside` are of the panel's own part of the matrix */
    int inside;
    int width, height, stride;
    int first; /* position of its first column */
    int top;   /* position of the first column that parts have in common */
} cn_Panel;

/* All panels of a factor: see cn_Cholesky, whose lists these are. */
typedef struct cn_Panels {
    double *values;
    const int *values_at, *first, *rows_at, *rows, *inside;
    int top;
} cn_Panels;

/* Of columns of so many numbers. */
static inline int cn_panel_stride(int height) { return (height + 3) & ~3; }

static inline cn_Panel cn_panel_at(const cn_Panels *s, int i) {
    cn_Panel p;
    int at = s->rows_at[i];
    p.values = s->values + s->values_at[i];
    p.rows = s->rows + at;
    p.row_count = s->rows_at[i + 1] - at;
    p.inside = s->inside[i];
    p.first = s->first[i];
    p.width = 3 * (s->first[i + 1] - p.first);
    p.height = p.width + 3 * p.row_count;
    p.stride = cn_panel_stride(p.height);
    p.top = s->top;
    return p;
}

typedef struct cn_CholeskyKernels {
    /* The panel by itself. Diagonals are kept inverted; false: it is not positive definite. */
    bool (*dense)(const cn_Panel *p);
    /* Rows from `row` on of L times the transpose of L's rows row .. row + 2, into three columns;
     * out has room for eight numbers more than length in each. */
    void (*multiply)(const cn_Panel *p, int row, int length, double *out, int out_stride);
    /* Takes such a product, of block rows `from` on, off three columns, in which these stand at
     * where[from] on; a number after each three is written, and remains as it is. */
    void (*subtract)(const cn_Panel *p, int from, const double *product, int product_stride,
                     const int *where, double *columns, int stride);
    /* Both at once, of a panel of one body. */
    void (*update)(const cn_Panel *p, int from, const int *where, double *columns, int stride);
    /* Both halves of a solution, from panel first to end - 1 and back; y by position. room: the
     * greatest height and 8 numbers more. What other parts are to know goes to outer, by position
     * from top. */
    void (*forward)(const cn_Panels *s, int first, int end, double *y, double *outer, double *room);
    void (*backward)(const cn_Panels *s, int first, int end, double *y, double *room);
} cn_CholeskyKernels;

#endif
