/* host.h: a running scene as the viewer sees it: no Lua type, no SDL type.
 *
 * The host owns the Lua state and the scene; the viewer owns the window and the frame loop. One
 * frame: the viewer turns its events into host_Event, calls host_scene_poll (hot reload, between
 * frames only), host_scene_advance (n fixed ticks), host_scene_draw (the script's drawing into a
 * pen list) and reads the rest with getters. No call here ever fails to return: script errors are
 * caught, kept and shown through host_scene_status. */
#ifndef CAIRN_HOST_H
#define CAIRN_HOST_H

#include <stdbool.h>
#include <stddef.h>

#include "cairn.h"
#include "pen.h"

typedef struct host_Scene host_Scene;

/* ---- input -------------------------------------------------------------------------------- */

typedef enum host_EventKind {
    HOST_KEY_DOWN,
    HOST_KEY_UP,
    HOST_MOUSE_DOWN,
    HOST_MOUSE_UP,
    HOST_MOUSE_MOVE,
    HOST_WHEEL,
    HOST_TOUCH_DOWN,
    HOST_TOUCH_UP,
    HOST_TOUCH_MOVE,
    HOST_PAD_ADDED,
    HOST_PAD_REMOVED,
    HOST_PAD_DOWN,
    HOST_PAD_UP,
    HOST_PAD_AXIS
} host_EventKind;
/* Mouse and fingers in world coordinates; names of keys, of a gamepad's buttons and of its axes are
 * LÖVE's ("space", "left", "a"; "dpup"; "triggerleft"). */
typedef struct host_Event {
    host_EventKind kind;
    char key[24];
    bool repeat;
    bool touch; /* a mouse button that is a finger */
    int button; /* 1 left, 2 right, 3 middle */
    int id;     /* of a finger or a gamepad, from 1 */
    double x, y, dx, dy;
    double value; /* of an axis, -1..1, or the pressure of a finger, 0..1 */
} host_Event;
/* True when the script has taken it: its hook returned true. */
bool host_scene_event(host_Scene *scene, const host_Event *event);

/* ---- one frame ---------------------------------------------------------------------------- */

/* Look for edited files; now is a monotonic clock in seconds. True when something was patched,
 * rebuilt or refused: host_scene_status then has a new line. */
bool host_scene_poll(host_Scene *scene, double now);
/* Run the fixed ticks that frame_seconds of real time ask for (scaled by speed, at most 4, none
 * while paused); returns how many ran. */
int host_scene_advance(host_Scene *scene, double frame_seconds);
/* Exactly one tick, paused or not (the single-step key). */
void host_scene_tick(host_Scene *scene);
/* How far the frame lies between the last two ticks, 0..1, for cn_body_drawn. */
double host_scene_alpha(const host_Scene *scene);
/* Call scene.draw; what it drew is appended to list, in world units. */
void host_scene_draw(host_Scene *scene, pen_List *list);

/* What scene.view has asked for, where it is in this frame. */
typedef struct host_View {
    bool given;
    double x, y; /* m, the middle */
    double w, h; /* m to be seen at least; 0: not said */
    double lag;  /* s */
} host_View;
host_View host_scene_view(const host_Scene *scene);

/* False: the script says by scene.joints that none is to be drawn. */
bool host_scene_wants_joints(const host_Scene *scene);
/* What the script says by scene.play: that it is a game, and nothing is shown but what it draws. */
typedef enum host_Play { HOST_PLAY_NONE, HOST_PLAY_SCREEN, HOST_PLAY_WINDOW } host_Play;
host_Play host_scene_wants_play(const host_Scene *scene);
/* Names of bodies, by the index of the body; returns how many. Valid until the next call. */
int host_scene_names(host_Scene *scene, const pen_Name **names);
/* A file or folder was dropped onto the window; unless the script takes it, it is the next scene.
 */
void host_scene_drop(host_Scene *scene, const char *path);
/* Another scene is to come, and the window to close. */
bool host_scene_is_leaving(const host_Scene *scene);

/* ---- control ------------------------------------------------------------------------------ */

void host_scene_restart(host_Scene *scene);
void host_scene_set_paused(host_Scene *scene, bool paused);
bool host_scene_is_paused(const host_Scene *scene);
void host_scene_set_speed(host_Scene *scene, double speed); /* 1 = real time */
double host_scene_speed(const host_Scene *scene);
/* Keep the world when an edit would rebuild it (the "hold" key). */
void host_scene_set_hold(host_Scene *scene, bool hold);
bool host_scene_is_held(const host_Scene *scene);
/* Drag with the mouse: grab the body under the point, which changes nothing yet; from the first
 * drag on a damped spring force pulls the grabbed point to the target each tick. Returns false when
 * nothing dynamic is there. */
bool host_scene_grab(host_Scene *scene, double x, double y);
void host_scene_drag(host_Scene *scene, double x, double y);
void host_scene_release(host_Scene *scene);
/* The grabbed point and its target in the world; false when nothing is pulled. */
bool host_scene_grabbed(const host_Scene *scene, double *px, double *py, double *tx, double *ty);
/* Select a body; generation 0 selects none. In a world that is built anew (a restart, an edit) the
 * selection follows the body's name; one without a name stays if all bodies are as they were, by
 * id, type and shapes. */
void host_scene_select(host_Scene *scene, cn_BodyId body);
/* The selected body, generation 0 when there is none; name (may be NULL): its name, or NULL. */
cn_BodyId host_scene_selected(host_Scene *scene, const char **name);

/* Run a line of Lua in the scene; what it gives, or what is wrong with it, is printed as the
 * script's own output is. False when it has failed. */
bool host_scene_console(host_Scene *scene, const char *text);
/* Say a line among what the script prints, but to nobody else. */
void host_scene_tell(host_Scene *scene, const char *line);
/* What the word at the end of the text may become: fills out with at most so many words, in order,
 * and returns how many there are. *typed (may be NULL): how many bytes of the word are there. */
enum { HOST_WORD_BYTES = 64 };
int host_scene_complete(host_Scene *scene, const char *text, char (*out)[HOST_WORD_BYTES],
                        int capacity, int *typed);

/* What a tool does by hand (cairn.scene.hand), or "undo" or "redo". Points, if there are any, are
 * the first argument, as a list; numbers are the others. */
typedef struct host_Act {
    const char *name;
    double numbers[4];
    int count;
    const double *points;
    int point_numbers;
} host_Act;
typedef struct host_Done {
    bool ok;
    const char *said; /* what was done, or why not; valid until the next call */
    int body;         /* the id of one that was made; 0: none */
} host_Done;
host_Done host_scene_hand(host_Scene *scene, const host_Act *act);
/* What was made by hand, as lines for the end of scene.load; NULL when nothing was. Valid as above.
 */
const char *host_scene_made_as_lua(host_Scene *scene);

/* What is to be said of what the link leads to, or, where link is NULL, of the selected body;
 * nothing when there is no such thing. A link is a word and a number, as rows give it: "joint 4",
 * "world 0". Texts are valid until the next call. */
typedef struct host_Row {
    const char *label;
    const char *value; /* NULL: the head of a group */
    const char *edit;  /* a line for the console that sets it as it is now, or NULL */
    const char *link;  /* what it leads to, or NULL */
} host_Row;
/* closed: the first words of heads whose rows are not wanted, each between spaces; may be NULL. */
int host_scene_inspect(host_Scene *scene, const char *link, const char *closed,
                       const host_Row **rows);
/* The same thing as a scene in Lua, valid until the next call; NULL when there is none. */
const char *host_scene_thing_as_lua(host_Scene *scene, const char *link);

/* ---- going back ----------------------------------------------------------------------------- */

/* The state of a scene at one moment: its world, what the script's functions and tables hold (or
 * what scene.save returns), parameters, math.random, keys and mouse, and the code that ran. */
typedef struct host_State host_State;
/* Between two ticks; NULL when it cannot be taken (the script could not start, scene.save failed,
 * no memory). What a script holds and no state can (coroutines, foreign userdata) is named once as
 * a warning of the scene. Free it before the scene is gone. */
host_State *host_scene_snapshot(host_Scene *scene);
/* Go back, or forth, to a state of this scene; scene.restored is called. An error that paused the
 * scene is over. False, with all as it was, when the world refuses. */
bool host_scene_restore(host_Scene *scene, const host_State *state);
/* Harmless with NULL. */
void host_state_free(host_Scene *scene, host_State *state);
/* Ticks of the scene when it was taken, which go on counting over restarts, and now. */
long host_state_tick(const host_State *state);
long host_scene_ticks(const host_Scene *scene);
/* Bytes that it holds, roughly. */
size_t host_state_bytes(const host_State *state);

/* ---- the last seconds ------------------------------------------------------------------------ */

/* Keep the last seconds from now on (cairn.scene.timeline); false when the state of the scene
 * cannot be taken, or it has not started. Harmless when they are kept already. */
bool host_scene_keep_timeline(host_Scene *scene);
typedef struct host_Timeline {
    bool kept;
    long first, last,
        at;       /* ticks: the earliest that can be gone to, the last known, the shown one */
    bool back;    /* an earlier moment than the present is shown; the scene stands still ... */
    bool playing; /* ... or goes through what is known to the present */
    int marks;
} host_Timeline;
host_Timeline host_scene_timeline(const host_Scene *scene);
typedef enum host_MarkKind {
    HOST_MARK_EDIT,
    HOST_MARK_ERROR,
    HOST_MARK_HIT,
    HOST_MARK_DIFFERS
} host_MarkKind;
/* The i-th mark, oldest first. */
typedef struct host_Mark {
    host_MarkKind kind;
    long tick;
} host_Mark;
host_Mark host_scene_mark(const host_Scene *scene, int i);
/* Show the scene as it was after so many ticks, the nearest that is known: the same hash, contacts
 * and forces. A key that goes to the script, a parameter, a restart or an edit from there on makes
 * another future. False when the present cannot be left. */
bool host_scene_seek(host_Scene *scene, long tick);
/* Go through what is known, from where it looks back; slowly: at a quarter of the speed. */
void host_scene_play(host_Scene *scene, bool slowly);
/* Back to the present. */
void host_scene_present(host_Scene *scene);
/* Where a body was, at most so many places spread over what is kept; returns how many. */
int host_scene_path(const host_Scene *scene, cn_BodyId body, cn_BodyState *out, int capacity);
/* Where bodies were at this tick before the past was edited. */
int host_scene_ghosts(const host_Scene *scene, cn_BodyPose *out, int capacity);

/* ---- what there is to show ---------------------------------------------------------------- */

/* NULL for a scene without a world (a load that failed, a program). Valid until the next call
 * that runs script code. */
const cn_World *host_scene_world(const host_Scene *scene);

typedef enum host_Banner { HOST_BANNER_NONE, HOST_BANNER_INFO, HOST_BANNER_ERROR } host_Banner;
/* An error of the script, in words. All but the text may be NULL. */
typedef struct host_Problem {
    const char *text;      /* NULL: there is none */
    const char *lines;     /* of the source around it, the one that it points at begins with ">" */
    const char *values;    /* what the locals hold there, a line for each */
    const char *traceback; /* ... */
    const char *path;      /* of the file, for host_open_editor */
    int line;              /* 0: not known */
} host_Problem;
typedef struct host_Status {
    const char *path;   /* of the scene */
    const char *line;   /* last reload line: "patched", "rebuilt", "kept old (error)" or "" */
    host_Banner banner; /* a band at the top: syntax error (stays until the next good save) */
    host_Problem banner_problem; /* what the band says, with its place where it is an error */
    host_Problem error;          /* the one that paused the simulation, or nothing */
    int error_count;             /* how often the same error came */
    bool started;                /* false: the script could not start yet, the error says why */
    bool edit_waits;             /* the world is held, and an edit would rebuild it */
    long steps;                  /* ticks run since load */
    double dt;                   /* s, the fixed step */
    double update_ms, step_ms, draw_ms; /* of the last frame: script, world, script drawing */
    double lua_kb;
} host_Status;
host_Status host_scene_status(const host_Scene *scene);

/* What the last edit did with the state of the scene (cairn.scene.account): a head, then a line for
 * each name, its three parts apart by tabs. NULL before the first; valid until the next call. */
const char *host_scene_account(const host_Scene *scene);

/* Open the file at the line in the editor that $VISUAL names. False when there is none. */
bool host_open_editor(const char *path, int line);

/* Parameters, as scene.params declares them. */
typedef enum host_ParamKind {
    HOST_PARAM_NUMBER,
    HOST_PARAM_BOOL,
    HOST_PARAM_CHOICE
} host_ParamKind;
typedef struct host_Param {
    const char *name;
    host_ParamKind kind;
    const char *group;            /* NULL: none */
    double value, min, max, step; /* bool: 0 or 1; choice: 0-based index */
    double initial;               /* as declared */
    const char *choice;           /* text of the current choice */
    int choices;
} host_Param;
int host_scene_param_count(const host_Scene *scene);
host_Param host_scene_param(const host_Scene *scene, int i);
void host_scene_set_param(host_Scene *scene, int i, double value);

/* What the script asked of ui in its last draw; edits reach it in its next draw. */
typedef enum host_UiKind {
    HOST_UI_PANEL,
    HOST_UI_LABEL,
    HOST_UI_SLIDER,
    HOST_UI_CHECKBOX,
    HOST_UI_BUTTON,
    HOST_UI_PLOT
} host_UiKind;
enum { HOST_CURVES = 6 }; /* of a plot */
typedef struct host_Curve {
    const char *name;    /* "" where it is the only one */
    const float *values; /* oldest first */
    int count;
} host_Curve;
typedef struct host_UiItem {
    host_UiKind kind;
    const char *id; /* stays the same while others come and go around it */
    const char *text;
    double value, min, max;
    host_Curve curves[HOST_CURVES]; /* of a plot; valid until the next item is asked for */
    int curve_count;
} host_UiItem;
int host_scene_ui_count(const host_Scene *scene);
host_UiItem host_scene_ui(const host_Scene *scene, int i);
/* slider: the new value; checkbox: 0 or 1; button: any value = pressed */
void host_scene_ui_edit(host_Scene *scene, int i, double value);

/* The last lines printed by the script, newest first; NULL past the end. */
const char *host_scene_output(const host_Scene *scene, int i);

/* A signal came that ends the program: the call of the script that runs now, if there is one, is
 * stopped with an error at its line. Safe in a handler of signals. */
void host_interrupt(int number);

/* ---- the viewer, as main hands it to the host --------------------------------------------- */

typedef struct host_WindowOptions {
    int width, height; /* px */
    long steps;        /* close after so many ticks, 0 = run on */
    bool software;     /* no GPU renderer */
    bool play;         /* in play mode, whatever the script says */
} host_WindowOptions;
typedef struct host_FilmOptions {
    const char *path;  /* .mp4, .webm, .gif, or a folder for PNGs */
    int width, height; /* px */
    int pictures;      /* how many */
    double per_second; /* pictures */
    double speed;      /* of the scene in the film: 0.5 is slow motion */
    /* After each picture, with their count so far; false ends the film, and nothing is kept of it
     * but the PNGs of a folder. */
    bool (*progress)(void *context, int done);
    void *context;
} host_FilmOptions;
typedef struct host_BenchOptions {
    int width, height; /* px */
    int frames;
    bool full; /* of full quality whatever it costs; else drawn coarser when it costs too much */
    bool interface; /* status, panel, inspector, graph and timeline, too */
} host_BenchOptions;
typedef struct host_Sound {
    const char *path;
    double volume; /* 0..1 */
    double pitch;  /* ratio, 0.25..4 */
    double pan;    /* -1 left .. 1 right */
} host_Sound;
typedef struct host_Viewer {
    /* True when a window can be opened here; else *why (a static string) says why not. */
    bool (*has_display)(const char **why);
    /* Run until closed; returns an exit code of the command line. */
    int (*run)(host_Scene *scene, const host_WindowOptions *options);
    /* Write a PNG of the scene as it is now, without a display. 0, or 8 with *error set (static
     * until the next call). */
    int (*shot)(host_Scene *scene, const char *path, int width, int height, const char **error);
    /* Write a PNG of what is in list: one unit a pixel, the origin at the lower left. As shot. */
    int (*picture)(const pen_List *list, const char *path, int width, int height,
                   const char **error);
    /* Write a film of the scene from now on, without a display. As shot; also not 0 when the script
     * has stopped the scene, whose status says why. */
    int (*film)(host_Scene *scene, const host_FilmOptions *options, const char **error);
    /* Draw frames of the scene off screen with the software renderer: fills ms[frames] with the
     * processor time of each whole frame (advance, draw, render). */
    int (*bench)(host_Scene *scene, const host_BenchOptions *options, double *ms);
    /* Begin to play a sound; silent when that cannot be. */
    void (*sound)(const host_Sound *sound);
    /* What it stands on, for `cairn doctor`: "SDL 2.26.5, SDL_ttf 2.20.1". May be NULL. */
    const char *(*version)(void);
} host_Viewer;

/* ---- a scene whose frames somebody else calls: the page ------------------------------------ */

typedef struct host_Page host_Page;
/* Start Lua and open the scene of the file, in a sandbox with budgets by the clock; it waits for
 * its next save when it cannot start. settings: lines "seed 3" and "set name=value". NULL, said on
 * stderr, when that cannot be. */
host_Page *host_page_open(const char *path, const char *settings, const host_Viewer *viewer);
host_Scene *host_page_scene(host_Page *page);
/* A command of cairn.page, answered with a text that is valid until the next one. */
const char *host_page_call(host_Page *page, const char *command, const char *argument);
void host_page_close(host_Page *page);

/* The program: starts Lua, hands the command line to lua/cairn/cli.lua, returns the exit code.
 * viewer may be NULL (headless build). */
int host_main(int argc, char **argv, const host_Viewer *viewer);

#endif
