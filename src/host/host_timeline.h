/* host_timeline.h: a frame of a scene that looks back. */
#ifndef HOST_TIMELINE_H
#define HOST_TIMELINE_H

#include "host.h"

/* At which share of the speed it goes through what is known: 0 it stands, less: it is the present.
 */
double host_timeline_pace(const host_Scene *scene);
/* One tick of what is known; false when that was the last. */
bool host_timeline_forward(host_Scene *scene);

#endif
