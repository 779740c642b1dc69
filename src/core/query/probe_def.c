/* probe_def.c: what a query describes, as probes (geometry/minkowski.h). */
#include "query/probe_def.h"

#include "data/world.h"
#include "geometry/minkowski.h"
#include "objects/shape.h"
#include "objects/shape_build.h"
#include "world/check.h"

/* About its own place: that stays in double. */
static cn_ShapeDef unplaced(const cn_ShapeDef *def) {
    cn_ShapeDef own = *def;
    own.x = own.y = own.angle = 0;
    return own;
}

cn_Result cn_probe_draft(const cn_ShapeDef *def, cn_ShapeBuild *out, cn_Error *error) {
    cn_ShapeDef own = unplaced(def);
    if (def->kind == CN_CHAIN || def->kind == CN_HALFSPACE)
        return cn_refuse(error, CN_RANGE, "kind", "not available here");
    cn_Result r = cn_check(error, "x", def->x, CN_RANGE_COORDINATE);
    if (r || (r = cn_check(error, "y", def->y, CN_RANGE_COORDINATE))) return r;
    if ((r = cn_check(error, "angle", def->angle, CN_RANGE_ANGLE))) return r;
    return cn_shape_draft(&own, out, error);
}

void cn_probe_of_draft(cn_Probe *p, const cn_ShapeBuild *draft, const cn_ShapeDef *def, int piece) {
    cn_ShapeDef own = unplaced(def);
    cn_PieceBuild part;
    cn_shape_build_piece(draft, &own, piece, &part);
    cn_probe_disc(p, def->x, def->y, part.radius);
    p->count = part.count;
    double c = 1, s = 0;
    if (def->angle != 0) c = cn_cos(def->angle), s = cn_sin(def->angle);
    for (int i = 0; i < p->count; i++) {
        cn_Pos w = {part.v[i].x, part.v[i].y};
        p->v[i] = (cn_Pos){c * w.x - s * w.y, s * w.x + c * w.y};
    }
}
