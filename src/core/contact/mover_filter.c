/* mover_filter.c: which shapes the body of a mover may meet. */
#include "contact/mover_filter.h"

#include "data/body_access.h"
#include "data/mover.h"
#include "data/shape_access.h"
#include "data/world.h"

static bool lets(const cn_World *w, const cn_Mover *m, int other) {
    const cn_Traits *t = cn_shape_traits(w, other);
    cn_BodyId ignore = m->def.filter.ignore;
    int body = w->shape[other].body;
    if (t->sensor) return true;
    if (cn_body_live(w, ignore) && (int)ignore.index == body) return false;
    return m->def.filter.mask >> t->layer & 1 && (m->def.one_way || !t->has_one_way);
}

bool cn_mover_allows(const cn_World *w, int shape, int other) {
    int body = w->shape[shape].body;
    for (int i = 1; i < w->movers.count; i++) {
        const cn_Mover *m = &w->mover[i];
        if (cn_slots_live(&w->movers, i) && cn_body_live(w, m->body) && (int)m->body.index == body)
            return lets(w, m, other);
    }
    return true;
}
