/* probe_def.h: turns the definition of a query's shape into the probes of geometry/minkowski.h. */
#ifndef CN_PROBE_DEF_H
#define CN_PROBE_DEF_H

#include "data/world.h"
#include "geometry/minkowski.h"
#include "objects/shape_build.h"

/* The pieces that a definition describes; chains and halfspaces are none. And one of them as a
 * probe, at the definition's x, y and angle. */
cn_Result cn_probe_draft(const cn_ShapeDef *def, cn_ShapeBuild *out, cn_Error *error);
void cn_probe_of_draft(cn_Probe *probe, const cn_ShapeBuild *draft, const cn_ShapeDef *def,
                       int piece);

#endif
