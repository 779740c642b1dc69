/* log.c: lines of output, chosen by their level and by a text.
 *
 * The level of a line is how it begins: "warning: ", "error: " and "! " (what a line of the console
 * did wrong), "> " (what was typed); all else is plain. The text is looked for without regard to
 * upper and lower case of ASCII. */
#include "log.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE_LINES 7
#define MOST_LINES 1000 /* that the scene keeps */

typedef enum Level { PLAIN, TYPED, WARNING, FAULT } Level;

static Level level_of(const char *line) {
    if (!strncmp(line, "! ", 2) || !strncmp(line, "error: ", 7)) return FAULT;
    if (!strncmp(line, "warning: ", 9)) return WARNING;
    return !strncmp(line, "> ", 2) ? TYPED : PLAIN;
}

/* Ctrl+L goes through these. */
static const struct {
    const char *name;
    unsigned levels; /* bits by Level */
} filters[VIEW_LOG_FILTERS] = {
    {"all lines", ~0u},
    {"warnings and errors", 1u << WARNING | 1u << FAULT},
    {"errors", 1u << FAULT},
    {"what was typed, and gave errors", 1u << TYPED | 1u << FAULT},
};

static bool holds(const char *line, const char *text) {
    for (; *line; line++) {
        int i = 0;
        while (text[i] && tolower((unsigned char)line[i]) == tolower((unsigned char)text[i])) i++;
        if (!text[i]) return true;
    }
    return !*text;
}

static bool is_wanted(const view_Log *log, const char *line) {
    return filters[log->filter].levels >> level_of(line) & 1u && holds(line, log->search.text);
}

/* ---- keys ---------------------------------------------------------------------------------- */

/* Oldest first. */
static void copy_lines(view_App *app) {
    size_t size = 1, at = 0;
    const view_Log *log = &app->console.log;
    for (int i = 0; i < MOST_LINES; i++) {
        const char *line = host_scene_output(app->scene, i);
        if (line && is_wanted(log, line)) size += strlen(line) + 1;
    }
    char *text = malloc(size);
    if (!text) return;
    text[0] = '\0';
    for (int i = MOST_LINES - 1; i >= 0; i--) {
        const char *line = host_scene_output(app->scene, i);
        if (line && is_wanted(log, line))
            at += (size_t)snprintf(text + at, size - at, "%s\n", line);
    }
    SDL_SetClipboardText(text);
    free(text);
    view_toast(app, false, "copied the lines that are shown");
}

static bool search_key(view_Log *log, const SDL_KeyboardEvent *event) {
    SDL_Keycode key = event->keysym.sym;
    if (key == SDLK_ESCAPE) view_line_set(&log->search, "");
    if (key == SDLK_ESCAPE || key == SDLK_RETURN || key == SDLK_KP_ENTER)
        log->searching = false;
    else
        view_line_key(&log->search, event);
    return true;
}

static bool page_key(view_Log *log, SDL_Keycode key) {
    if (key != SDLK_PAGEUP && key != SDLK_PAGEDOWN) return false;
    log->scrolled = SDL_max(log->scrolled + (key == SDLK_PAGEUP ? PAGE_LINES : -PAGE_LINES), 0);
    return true;
}

bool view_log_key(view_App *app, const SDL_KeyboardEvent *event) {
    view_Log *log = &app->console.log;
    SDL_Keycode key = event->keysym.sym;
    bool control = event->keysym.mod & KMOD_CTRL, shift = event->keysym.mod & KMOD_SHIFT;
    if (page_key(log, key)) return true;
    if (control && key == SDLK_f) {
        log->searching = true;
        log->search.whole = log->search.length > 0;
    } else if (control && key == SDLK_l) {
        log->filter = (log->filter + 1) % VIEW_LOG_FILTERS;
    } else if (control && shift && key == SDLK_c) {
        copy_lines(app);
    } else {
        return log->searching && search_key(log, event);
    }
    log->scrolled = 0;
    return true;
}

bool view_log_type(view_App *app, const char *text) {
    view_Log *log = &app->console.log;
    if (!log->searching) return false;
    log->scrolled = 0;
    view_line_insert(&log->search, text);
    return true;
}

void view_log_newest(view_App *app) { app->console.log.scrolled = 0; }

/* ---- how it is shown ----------------------------------------------------------------------- */

static void draw_head(const view_Hud *hud, SDL_FRect box) {
    const view_Log *log = &hud->app->console.log;
    int x = (int)box.x + hud->margin / 2, y = (int)box.y, half = (int)box.w / 2;
    char text[80];
    snprintf(text, sizeof text, "%s (Ctrl+L)", filters[log->filter].name);
    view_hud_text(hud, VIEW_SANS, x, y, log->filter ? VIEW_ACCENT : VIEW_DIM, text);
    if (!log->searching && !log->search.length) {
        view_hud_text(hud, VIEW_SANS, x + half, y, VIEW_DIM, "search: Ctrl+F");
        return;
    }
    int at = view_hud_text(hud, VIEW_SANS, x + half, y, VIEW_ACCENT, "search: ");
    int room = (int)(box.x + box.w) - at - hud->margin;
    if (log->searching)
        view_hud_line(hud, &log->search, at, y, room);
    else
        view_hud_text(hud, VIEW_MONO, at, y, VIEW_ACCENT, log->search.text);
}

static void draw_one(const view_Hud *hud, SDL_FRect box, int y, const char *line) {
    static const SDL_Color warning = {232, 214, 120, 255};
    const SDL_Color colors[] = {
        [PLAIN] = VIEW_DIM, [TYPED] = VIEW_ACCENT, [WARNING] = warning, [FAULT] = VIEW_BAD};
    char cut[512];
    int bytes = view_text_wrap(hud->app->text, VIEW_MONO, line, (int)box.w - hud->margin);
    snprintf(cut, sizeof cut, "%.*s", line[0] ? bytes : 0, line);
    view_hud_text(hud, VIEW_MONO, (int)box.x + hud->margin / 2, y, colors[level_of(line)], cut);
}

void view_log_draw(const view_Hud *hud, SDL_FRect box, int bottom) {
    view_Log *log = &hud->app->console.log;
    int top = (int)box.y + hud->line + hud->margin / 2, skipped = 0, shown = 0;
    draw_head(hud, box);
    for (int i = 0; i < MOST_LINES && bottom - hud->line >= top; i++) {
        const char *line = host_scene_output(hud->app->scene, i);
        if (!line) break;
        if (!is_wanted(log, line) || skipped++ < log->scrolled) continue;
        bottom -= hud->line;
        draw_one(hud, box, bottom, line);
        shown++;
    }
    if (shown == 0 && log->scrolled > 0) log->scrolled--; /* there are no more so far back */
}
