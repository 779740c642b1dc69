/* sound_none.c: a build without SDL_mixer, and the page: silence. */
#include "sound.h"

void view_sound_play(const host_Sound *sound) { (void)sound; }

void view_sound_close(void) {}

const char *view_sound_version(void) { return ""; }
