/* film.c: an encoder at the end of a pipe, or a folder of PNGs.
 *
 * The encoder is ffmpeg, which gets raw pictures and writes beside the file that is wanted; the
 * name is changed when it has ended well. Not here: which pictures (shot.c, reel.c). */
#include "film.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "png.h"

#define MOST_PATH 3000 /* bytes; longer ones do not fit a command */

struct view_Film {
    int width, height, count;
    FILE *pipe;           /* to the encoder; NULL: a folder of PNGs */
    char path[MOST_PATH]; /* as it was asked for */
    char unfinished[MOST_PATH + 8];
};

static char reason[400];

/* The command line of each ending. H.264 knows even sizes alone; a GIF has a palette of its own. */
static const struct {
    const char *ending, *format, *options;
} kinds[] = {
    {".mp4", "mp4",
     "-vf 'pad=ceil(iw/2)*2:ceil(ih/2)*2' -c:v libx264 -preset veryfast -crf 18 "
     "-pix_fmt yuv420p -movflags +faststart"},
    {".webm", "webm",
     "-vf 'pad=ceil(iw/2)*2:ceil(ih/2)*2' -c:v libvpx-vp9 -deadline realtime -cpu-used 6 -crf 30 "
     "-b:v 0 -pix_fmt yuv420p"},
    {".gif", "gif",
     "-vf 'split[a][b];[a]palettegen=stats_mode=diff[p];"
     "[b][p]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle'"},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static const char *ending_of(const char *path) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    return dot && dot != path && dot[-1] != '/' ? dot : "";
}

static int kind_of(const char *path) {
    for (int i = 0; i < KINDS; i++) {
        if (!strcmp(ending_of(path), kinds[i].ending)) return i;
    }
    return -1;
}

static bool is_folder(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* ---- the encoder --------------------------------------------------------------------------- */

#if defined(__EMSCRIPTEN__)
static bool open_pipe(view_Film *film, int kind, double per_second) {
    (void)film, (void)kind, (void)per_second;
    snprintf(reason, sizeof reason, "there are no films in a browser");
    return false;
}
static bool close_pipe(view_Film *film) { return !film; }
#else
/* In single quotes a shell takes all as it is, but for the quote itself. */
static bool quote(char *out, size_t size, const char *text) {
    size_t n = 0;
    if (size > 0) out[n++] = '\'';
    for (; *text && n + 6 < size; text++) {
        if (*text == '\'') {
            memcpy(out + n, "'\\''", 4);
            n += 4;
        } else {
            out[n++] = *text;
        }
    }
    if (*text || n + 2 > size) return false;
    memcpy(out + n, "'", 2);
    return true;
}

static bool open_pipe(view_Film *film, int kind, double per_second) {
    static char quoted[2 * MOST_PATH], command[3 * MOST_PATH];
    if (system("command -v ffmpeg >/dev/null 2>&1") != 0) {
        snprintf(reason, sizeof reason,
                 "%s takes ffmpeg, which is not installed (a folder of PNGs "
                 "does not: a name without an ending)",
                 kinds[kind].ending);
        return false;
    }
    int length = snprintf(film->unfinished, sizeof film->unfinished, "%s.part", film->path);
    bool fits =
        length < (int)sizeof film->unfinished && quote(quoted, sizeof quoted, film->unfinished);
    if (fits) {
        length = snprintf(command, sizeof command,
                          "exec ffmpeg -nostdin -loglevel error -y -f rawvideo -pix_fmt bgra "
                          "-s %dx%d -framerate %.6f -i - -an %s -f %s file:%s",
                          film->width, film->height, per_second, kinds[kind].options,
                          kinds[kind].format, quoted);
        fits = length < (int)sizeof command;
    }
    FILE *probe = fits ? fopen(film->unfinished, "wb") : NULL; /* ffmpeg would say it later */
    if (!probe) {
        snprintf(reason, sizeof reason, "%s", fits ? strerror(errno) : "the name is too long");
        return false;
    }
    fclose(probe);
    film->pipe = popen(command, "w");
    if (film->pipe) return true;
    snprintf(reason, sizeof reason, "ffmpeg: %s", strerror(errno));
    remove(film->unfinished);
    return false;
}

static bool close_pipe(view_Film *film) {
    int code = pclose(film->pipe);
    if (code == 0) return true;
    snprintf(reason, sizeof reason, "ffmpeg could not write it");
    return false;
}
#endif

static bool feed_pipe(view_Film *film, SDL_Surface *picture) {
    size_t row = 4 * (size_t)film->width;
    const char *pixels = picture->pixels;
    for (int y = 0; y < film->height; y++) {
        if (fwrite(pixels + (size_t)y * (size_t)picture->pitch, 1, row, film->pipe) == row)
            continue;
        snprintf(reason, sizeof reason, "ffmpeg ended before the film did");
        return false;
    }
    return true;
}

/* ---- a folder ------------------------------------------------------------------------------ */

static bool open_folder(view_Film *film) {
    if (mkdir(film->path, 0777) == 0 || is_folder(film->path)) return true;
    snprintf(reason, sizeof reason, "%s", strerror(errno));
    return false;
}

static bool save_picture(view_Film *film, SDL_Surface *picture) {
    char name[MOST_PATH + 40];
    const char *why = "";
    snprintf(name, sizeof name, "%s/frame-%05d.png", film->path, film->count + 1);
    if (view_save_png(picture, name, &why)) return true;
    snprintf(reason, sizeof reason, "frame-%05d.png: %s", film->count + 1, why);
    return false;
}

/* ---- films --------------------------------------------------------------------------------- */

static bool begin(view_Film *film, double per_second) {
    int kind = is_folder(film->path) ? -1 : kind_of(film->path);
    if (kind >= 0) return open_pipe(film, kind, per_second);
    const char *ending = is_folder(film->path) ? "" : ending_of(film->path);
    if (!ending[0]) return open_folder(film);
    snprintf(reason, sizeof reason,
             "unknown ending '%s', expected .mp4, .webm, .gif, or none for a folder of PNGs",
             ending);
    return false;
}

view_Film *view_film_open(const char *path, int width, int height, double per_second,
                          const char **error) {
    *error = reason;
    snprintf(reason, sizeof reason, "no memory for the film");
    view_Film *film = calloc(1, sizeof *film);
    if (!film) return NULL;
    film->width = width;
    film->height = height;
    int length = snprintf(film->path, sizeof film->path, "%s", path);
    if (length < 1 || length >= (int)sizeof film->path) {
        snprintf(reason, sizeof reason, "the name is %s", length < 1 ? "empty" : "too long");
    } else if (begin(film, per_second)) {
        return film;
    }
    free(film);
    return NULL;
}

bool view_film_add(view_Film *film, SDL_Surface *picture, const char **error) {
    *error = reason;
    if (picture->w != film->width || picture->h != film->height) {
        snprintf(reason, sizeof reason, "the picture has another size");
        return false;
    }
    bool ok = film->pipe ? feed_pipe(film, picture) : save_picture(film, picture);
    if (ok) film->count++;
    return ok;
}

bool view_film_close(view_Film *film, bool keep, const char **error) {
    *error = reason;
    if (!film) return true;
    bool ok = true;
    if (film->pipe) {
        ok = close_pipe(film);
        keep = keep && ok && film->count > 0;
        if (keep && rename(film->unfinished, film->path) != 0) {
            snprintf(reason, sizeof reason, "%s", strerror(errno));
            keep = ok = false;
        }
        if (!keep) remove(film->unfinished);
    }
    free(film);
    return ok;
}
