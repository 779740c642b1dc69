/* field_entry.c: which sensors carry fields: a list by shape, ascending. */
#include "world/field_entry.h"

#include "data/world.h"

/* The place of a shape in the list, or where it would stand. */
int cn_field_place(const cn_World *w, int shape) {
    int low = 0, high = w->field_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (w->field[middle].shape < shape)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

cn_FieldEntry *cn_field_entry(const cn_World *w, int shape) {
    int at = cn_field_place(w, shape);
    return at < w->field_count && w->field[at].shape == shape ? &w->field[at] : NULL;
}

const cn_AreaDef *cn_field_of(const cn_World *w, int shape) {
    const cn_FieldEntry *entry = cn_field_entry(w, shape);
    return entry ? &entry->def : NULL;
}
