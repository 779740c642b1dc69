/* sound.h: sounds from files. */
#ifndef CAIRN_VIEW_SOUND_H
#define CAIRN_VIEW_SOUND_H

#include "host.h"

/* Begin to play it; silent where there is no device, the file is none that can be read, or too many
 * sounds are heard already. */
void view_sound_play(const host_Sound *sound);
/* All are silent, and the device is free again. Harmless when nothing was played. */
void view_sound_close(void);
/* ", SDL_mixer 2.6.2", or "" in a build without it. */
const char *view_sound_version(void);

#endif
