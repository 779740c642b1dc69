/* field_entry.c: which sensors carry fields: a list by shape, ascending. */
#include "world/field_entry.h"

#include "base/sort.h"
#include "data/world.h"

/* The place of a shape in the list, or where it would stand. */
int cn_field_place(const cn_World *w, int shape) {
    return cn_sort_place(w->field, sizeof *w->field, offsetof(cn_FieldEntry, shape), w->field_count,
                         shape);
}

cn_FieldEntry *cn_field_entry(const cn_World *w, int shape) {
    int at = cn_field_place(w, shape);
    return at < w->field_count && w->field[at].shape == shape ? &w->field[at] : NULL;
}

const cn_AreaDef *cn_field_of(const cn_World *w, int shape) {
    const cn_FieldEntry *entry = cn_field_entry(w, shape);
    return entry ? &entry->def : NULL;
}
