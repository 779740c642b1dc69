/* sound.c: sounds by SDL_mixer, opened when the first one is played.
 *
 * There is one device, so all of this is the program's and not a window's. Files are kept as the
 * device plays them, MOST_SOUNDS of them; then the one that was asked for longest ago goes. A pitch
 * is a copy played faster or slower, which ends with its channel. What comes while all channels are
 * busy is dropped: in such a noise nobody misses it. */
#include "sound.h"

#include <SDL.h>
#include <SDL_mixer.h>
#include <stdio.h>
#include <stdlib.h>

#include "watched.h"

#define RATE        44100
#define BUFFER      1024 /* frames: 23 ms */
#define CHANNELS    32
#define MOST_SOUNDS 64
#define MOST_BYTES  ((off_t)16 << 20) /* of a file */

typedef enum Device { UNKNOWN, OPEN, NONE } Device;

static Device device;
static view_Watched files[MOST_SOUNDS];
static Mix_Chunk *chunks[MOST_SOUNDS]; /* of each file, NULL: it cannot be read */
static Mix_Chunk *copies[CHANNELS];    /* with another pitch */

static bool open_device(void) {
    if (device != UNKNOWN) return device == OPEN;
    device = NONE;
    if (SDL_InitSubSystem(SDL_INIT_AUDIO) != 0) return false;
    if (Mix_OpenAudioDevice(RATE, AUDIO_S16SYS, 2, BUFFER, NULL, 0) != 0) {
        SDL_QuitSubSystem(SDL_INIT_AUDIO);
        return false;
    }
    Mix_AllocateChannels(CHANNELS);
    device = OPEN;
    return true;
}

/* ---- files -------------------------------------------------------------------------------- */

static void drop(int place) {
    Mix_FreeChunk(chunks[place]); /* silences it */
    chunks[place] = NULL;
}

static void read_sound(int place) {
    const view_Watched *file = &files[place];
    drop(place);
    if (file->size == 0 || file->size > MOST_BYTES) {
        fprintf(stderr, "cairn: %s: cannot be read, or is larger than 16 MiB\n", file->path);
        return;
    }
    chunks[place] = Mix_LoadWAV(file->path); /* and all else that SDL_mixer knows */
    if (!chunks[place]) fprintf(stderr, "cairn: %s: %s\n", file->path, Mix_GetError());
}

static Mix_Chunk *sound_of(const char *path) {
    int place;
    if (view_watched_take(files, MOST_SOUNDS, path, &place)) drop(place);
    if (!files[place].path) return NULL;
    if (view_watched_changed(&files[place])) read_sound(place);
    return chunks[place];
}

/* ---- playing ------------------------------------------------------------------------------ */

static void free_copy(int channel) {
    Mix_Chunk *copy = copies[channel];
    if (!copy) return;
    void *frames = copy->abuf;
    Mix_FreeChunk(copy);
    free(frames);
    copies[channel] = NULL;
}

/* The same sound, so many times as high: frames of two numbers, those in between blended. */
static Mix_Chunk *with_pitch(const Mix_Chunk *chunk, double pitch) {
    const Sint16 *in = (const Sint16 *)(const void *)chunk->abuf;
    size_t count = chunk->alen / 4, wanted = (size_t)((double)count / pitch);
    if (!count || !wanted) return NULL;
    Sint16 *out = malloc(wanted * 4);
    if (!out) return NULL;
    for (size_t i = 0; i < wanted; i++) {
        double at = (double)i * pitch;
        size_t a = (size_t)at < count ? (size_t)at : count - 1, b = a + 1 < count ? a + 1 : a;
        double t = at - (double)a;
        for (int side = 0; side < 2; side++) {
            double value = in[2 * a + side] + t * (in[2 * b + side] - in[2 * a + side]);
            out[2 * i + side] = (Sint16)value;
        }
    }
    Mix_Chunk *copy = Mix_QuickLoad_RAW((Uint8 *)out, (Uint32)(wanted * 4));
    if (!copy) free(out);
    return copy;
}

void view_sound_play(const host_Sound *sound) {
    if (!open_device()) return;
    Mix_Chunk *chunk = sound_of(sound->path);
    int channel = Mix_GroupAvailable(-1);
    if (!chunk || channel < 0) return;
    free_copy(channel);
    if (sound->pitch != 1.0) chunk = copies[channel] = with_pitch(chunk, sound->pitch);
    if (!chunk) return;
    double left = sound->pan > 0.0 ? 1.0 - sound->pan : 1.0;
    double right = sound->pan < 0.0 ? 1.0 + sound->pan : 1.0;
    Mix_Volume(channel, (int)(sound->volume * MIX_MAX_VOLUME + 0.5));
    Mix_SetPanning(channel, (Uint8)(255.0 * left), (Uint8)(255.0 * right));
    Mix_PlayChannel(channel, chunk, 0);
}

void view_sound_close(void) {
    if (device == OPEN) {
        Mix_HaltChannel(-1);
        for (int i = 0; i < CHANNELS; i++) free_copy(i);
        for (int i = 0; i < MOST_SOUNDS; i++) {
            drop(i);
            view_watched_forget(&files[i]);
        }
        Mix_CloseAudio();
        Mix_Quit();
        SDL_QuitSubSystem(SDL_INIT_AUDIO);
    }
    device = UNKNOWN;
}

const char *view_sound_version(void) {
    static char text[40];
    const SDL_version *v = Mix_Linked_Version();
    snprintf(text, sizeof text, ", SDL_mixer %d.%d.%d", v->major, v->minor, v->patch);
    return text;
}
