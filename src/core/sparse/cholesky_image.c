/* cholesky_image.c: a factor as bytes, and back.
 *
 * Written are the order and the values. All that follows from the order is made anew, as
 * cholesky_order.c makes it; an order in which a panel has no room for what one before it subtracts
 * is refused. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "sparse/cholesky.h"

static const char what[] = "a factor of an island at rest";

/* Ascending from 0 to last. */
static bool ascends(const int *list, int count, int last, bool strictly) {
    if (list[0] != 0 || list[count] != last) return false;
    for (int i = 0; i < count; i++)
        if (strictly ? list[i] >= list[i + 1] : list[i] > list[i + 1]) return false;
    return true;
}

static bool parts_are_sound(const cn_Cholesky *f) {
    if (!ascends(f->part_first, f->part_count, f->count, false) ||
        !ascends(f->part_panel, f->part_count, f->panel_count, false))
        return false;
    for (int i = 0; i < f->part_count; i++)
        if (f->first[f->part_panel[i]] != f->part_first[i]) return false;
    return true;
}

static bool rows_are_sound(const cn_Cholesky *f) {
    for (int p = 0; p < f->panel_count; p++)
        for (int i = f->rows_at[p], last = f->first[p + 1] - 1; i < f->rows_at[p + 1]; i++) {
            if (f->rows[i] <= last || f->rows[i] >= f->count) return false;
            last = f->rows[i];
        }
    return true;
}

/* Of a panel, the rows from its i-th on but for that: columns or rows of the panel of the i-th. */
static bool has_room(const cn_Cholesky *f, int p, int i) {
    int q = f->panel_of[f->rows[i]], k = f->rows_at[q];
    for (int j = i + 1; j < f->rows_at[p + 1]; j++) {
        int row = f->rows[j];
        if (row < f->first[q + 1]) continue;
        while (k < f->rows_at[q + 1] && f->rows[k] < row) k++;
        if (k == f->rows_at[q + 1] || f->rows[k] != row) return false;
    }
    return true;
}

static bool is_closed(const cn_Cholesky *f) {
    for (int p = 0; p < f->panel_count; p++) {
        int part = cn_cholesky_part(f, f->first[p]);
        for (int i = f->rows_at[p]; i < f->rows_at[p + 1]; i++) {
            if (!has_room(f, p, i)) return false;
            if (f->part_count > 1 && !cn_cholesky_meets(part, cn_cholesky_part(f, f->rows[i])))
                return false;
        }
    }
    return true;
}

static bool nodes_are_sound(const cn_Cholesky *f) {
    for (int i = 0; i < f->count; i++)
        if (f->node[i] < 0 || f->node[i] >= f->count) return false;
    return true;
}

static void order(cn_Cholesky *f, cn_Image *im, int rows) {
    cn_image_bytes(im, f->part_first, ((size_t)f->part_count + 1) * sizeof(int));
    cn_image_bytes(im, f->part_panel, ((size_t)f->part_count + 1) * sizeof(int));
    cn_image_bytes(im, f->node, (size_t)f->count * sizeof(int));
    cn_image_bytes(im, f->first, ((size_t)f->panel_count + 1) * sizeof(int));
    cn_image_bytes(im, f->rows_at, ((size_t)f->panel_count + 1) * sizeof(int));
    cn_image_bytes(im, f->rows, (size_t)rows * sizeof(int));
    if (!cn_image_reads(im) || im->result != CN_OK) return;
    bool sound = nodes_are_sound(f) && ascends(f->first, f->panel_count, f->count, true) &&
                 ascends(f->rows_at, f->panel_count, rows, false) && parts_are_sound(f) &&
                 rows_are_sound(f) && cn_cholesky_measure(f) && is_closed(f);
    cn_image_expect(im, sound, what, "has an order that is none");
}

/* Of one panel, or what stands beyond the last. False: one that was read is no number. */
static bool panel_values(cn_Cholesky *f, int p, cn_Image *im) {
    double *v = f->values + f->values_at[p];
    int count = p < f->panel_count ? cn_cholesky_panel_size(f, p) : CN_PANEL_BEYOND;
    bool numbers = true;
    cn_image_bytes(im, v, (size_t)count * sizeof *v);
    for (int i = 0; cn_image_reads(im) && i < count; i++) numbers &= isfinite(v[i]) != 0;
    return numbers;
}

static void values(cn_Cholesky *f, cn_Image *im) {
    bool has_values = f->values != NULL;
    cn_image_flag(im, &has_values, what);
    int done = f->done, count = cn_cholesky_value_count(f) + CN_PANEL_BEYOND;
    cn_image_bytes(im, &done, sizeof done);
    if (!has_values || im->result != CN_OK) return;
    bool fits =
        done >= 0 && done <= f->panel_count &&
        (!cn_image_reads(im) || (size_t)count <= (size_t)(im->end - im->at) / sizeof(double));
    if (!cn_image_expect(im, fits, what, "has more values than there are")) return;
    if (cn_image_reads(im) && !cn_cholesky_reserve(f)) {
        im->result = CN_MEMORY;
        return;
    }
    f->done = done;
    if (cn_image_reads(im)) memset(f->values, 0, f->value_bytes);
    bool numbers = true;
    for (int p = 0; p <= f->panel_count; p++) numbers &= panel_values(f, p, im);
    cn_image_expect(im, numbers, what, "has values that are no numbers");
}

void cn_cholesky_image(cn_Cholesky *f, cn_Image *im, int n) {
    bool has_order = f->memory != NULL;
    cn_image_flag(im, &has_order, what);
    if (!has_order || im->result != CN_OK) return;
    int panels = f->panel_count, parts = f->part_count;
    int rows = cn_image_reads(im) ? 0 : f->rows_at[panels];
    cn_image_count(im, &panels, sizeof(int));
    cn_image_count(im, &rows, sizeof(int));
    cn_image_bytes(im, &parts, sizeof parts);
    bool sound = (parts == 1 || parts == CN_CHOLESKY_PARTS) && panels > 0 && panels <= n;
    if (!cn_image_expect(im, sound, what, "has an order that is none")) return;
    if (cn_image_reads(im) && !cn_cholesky_lay_out(f, n, panels, parts, rows)) {
        im->result = CN_MEMORY;
        return;
    }
    order(f, im, rows);
    if (im->result == CN_OK) values(f, im);
}
