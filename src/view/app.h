/* app.h: the state of the running viewer, shared by its files. */
#ifndef CAIRN_VIEW_APP_H
#define CAIRN_VIEW_APP_H

#include "camera.h"
#include "focus.h"
#include "governor.h"
#include "host.h"
#include "image.h"
#include "line.h"
#include "pen.h"
#include "text.h"
#include "window.h"

#define VIEW_STAGES  10  /* of the frame graph */
#define VIEW_HISTORY 240 /* frames */
#define VIEW_SERIES  3   /* curves of a page of graphs */

/* What the keys switch. */
typedef struct view_Shown {
    bool help, grid, graph, panel, timeline, overlays, account;
    /* over the world (overlays.h) */
    bool contacts, normals, impulses, velocities, joints, forces, bounds, tree, centers, names;
    bool sleep, islands;
} view_Shown;

typedef struct view_Mouse {
    float x, y;         /* px */
    bool left;          /* held */
    bool by_key;        /* held by a key (pointer.h) */
    bool on_card;       /* went down on an error, and is nobody else's until it comes up */
    bool pressed;       /* went down since the last frame */
    int clicks;         /* the how manieth in a row that was */
    bool right_pressed; /* as pressed, of the right button, over the panel */
    bool panning;
    bool grabbed, dragging; /* a body is held; and the mouse has been moved far enough to pull it */
    float grab_x, grab_y;   /* px, where it went down */
    bool touch;             /* the last button was a finger */
    bool fingers;           /* there are two, and their middle is known */
    float middle_x, middle_y; /* px */
} view_Mouse;

/* Where the camera is pointed (aim.h). */
typedef struct view_Aim {
    bool by_hand;      /* somebody has moved the view, and it stays there */
    bool fitted;       /* all there is has been looked at once */
    bool follows;      /* scene.view has said in the last frame: its lag counts from there */
    double x, y, zoom; /* what it has come to */
    double then;       /* s, the last frame */
} view_Aim;

/* Play mode (play.h). */
typedef struct view_Play {
    bool on;
    bool by_hand; /* a key has switched it on: Esc switches it off */
    bool wished;  /* what scene.play said in the last frame */
    view_Shown before;
} view_Play;

enum { VIEW_FINGERS = 10, VIEW_PADS = 8, VIEW_HELD_KEYS = 16 };

/* A finger on the screen; its number is its place in the list, from 1. */
typedef struct view_Finger {
    SDL_TouchID device;
    SDL_FingerID id;
    bool down;
} view_Finger;

/* A key that the script has seen going down. */
typedef struct view_HeldKey {
    char name[24];
    bool up; /* it came up while the script could not be told */
} view_HeldKey;

/* A short line that fades. */
typedef struct view_Toast {
    char text[200];
    double until; /* s */
    bool bad;
} view_Toast;

enum { VIEW_LOG_FILTERS = 4, VIEW_CONSOLE_PAST = 64, VIEW_CONSOLE_WORDS = 60 };

/* Which lines of output the console shows (log.h). */
typedef struct view_Log {
    int filter; /* which levels */
    bool searching;
    view_Line search;
    int scrolled; /* lines back, of those that are wanted */
} view_Log;

/* The line that is typed at the console (console.h), and those before it. */
typedef struct view_Console {
    bool open;
    bool fresh; /* opened in this frame: the key's own text is still to come */
    view_Line line;
    char past[VIEW_CONSOLE_PAST][VIEW_LINE_BYTES];   /* a ring */
    int past_count;                                  /* lines ever */
    int recalled;                                    /* lines back from the newest; 0: none */
    char words[VIEW_CONSOLE_WORDS][HOST_WORD_BYTES]; /* what the word may become */
    int word_count;
    view_Log log;
} view_Console;

/* What the left button does (tools.h). */
typedef enum view_Tool {
    VIEW_HAND,
    VIEW_CIRCLE,
    VIEW_BOX,
    VIEW_POLYGON,
    VIEW_CHAIN,
    VIEW_HINGE,
    VIEW_ROPE,
    VIEW_SPRING,
    VIEW_WELD,
    VIEW_PIN,
    VIEW_NUDGE,
    VIEW_DUPLICATE,
    VIEW_CUT,
    VIEW_DELETE,
    VIEW_TOOLS
} view_Tool;

enum { VIEW_PATH = 600, VIEW_BAR_BUTTONS = VIEW_TOOLS + 3 };

/* The tool in hand, and what it is drawing. */
typedef struct view_Tools {
    bool shown;
    view_Tool tool;
    bool busy, held;                     /* it draws; the button is down */
    double path[2 * VIEW_PATH];          /* m, the corners so far: the first is where it began */
    int count;                           /* corners */
    float traced;                        /* px of way since the button went down */
    float last_x, last_y;                /* px, where the mouse was then */
    SDL_FRect buttons[VIEW_BAR_BUTTONS]; /* of the bar in the last frame */
} view_Tools;

enum { VIEW_TOGGLED = 32 };

/* A value that is typed in its place (field.h). */
typedef struct view_Field {
    bool open, entered; /* entered: whoever opened it is to take the text */
    unsigned owner;     /* whose it is, by a name */
    view_Line line;
} view_Field;

enum { VIEW_LINK_BYTES = 40, VIEW_TRAIL = 16 };

/* The rows about a thing (inspector.h), as they were in the last frame. */
typedef struct view_Inspector {
    char link[VIEW_LINK_BYTES];              /* what is looked at; "": the selected body */
    char trail[VIEW_TRAIL][VIEW_LINK_BYTES]; /* what was looked at before */
    int trail_count;
    const host_Row *rows; /* as asked for last, and when, s */
    int count;
    double asked;
    char closed[400]; /* the first words of the heads that are closed, each between spaces */
    cn_BodyId body;   /* that was selected in the last frame */
    SDL_FRect box, list, copy, back; /* all of it; the words that copy and go back */
    float scroll, room;              /* px, and how far it can be */
    unsigned toggled[VIEW_TOGGLED];  /* groups that are not as at first, by name */
    int toggled_count;
} view_Inspector;

/* A film of the window (reel.h). */
typedef struct view_Reel {
    struct view_Film *film; /* NULL: none */
    char path[300];
    double start; /* s, when its first picture was taken */
    int count;    /* pictures */
} view_Reel;

/* An error on the screen: where it was in the last frame, and where in a file it points. */
typedef struct view_CardPlace {
    SDL_FRect place;
    char path[512]; /* "": nowhere */
    int line;
} view_CardPlace;

typedef struct view_App {
    host_Scene *scene;
    view_Window window;
    view_Camera camera;
    view_Aim aim;
    view_Text *text;
    view_Images *images;
    view_Governor governor;
    pen_List list;  /* the world and what is held */
    pen_List drawn; /* by the script, over it */
    view_Shown shown;
    pen_Scales scales; /* of the overlays in the last frame */
    SDL_FRect legend;  /* of the overlays, likewise; its rows */
    view_Play play;
    view_Mouse mouse;
    view_Finger fingers[VIEW_FINGERS];
    SDL_GameController *pads[VIEW_PADS]; /* NULL: the place is free */
    view_HeldKey keys[VIEW_HELD_KEYS];
    int key_count;
    view_Toast toast;
    bool quit, save_picture;
    view_Reel reel;
    view_Console console;
    view_Focus focus;
    view_Inspector inspector;
    view_Field field;
    view_Tools tools;
    double now; /* s */
    float unit; /* px of the design */
    int text_px;
    int text_size;   /* px of the design, which everything else follows */
    bool light;      /* on a light ground */
    bool looks_lost; /* they cannot be kept: that was said */

    /* the panel at the right: where it was in the last frame, how far it is scrolled and can be,
     * px, which slider is held */
    SDL_FRect panel;
    float scroll, scroll_room;
    unsigned held;                 /* 0 none, else by name, as rows may come and go */
    unsigned folded[VIEW_TOGGLED]; /* titles whose rows are not shown, by name */
    int folded_count;

    view_CardPlace band, card;

    /* what is kept of the past, where its strip was in the last frame, and whether it is dragged */
    host_Timeline timeline;
    SDL_FRect strip;
    bool scrubbing, scrubbed; /* ... and has moved since the last frame */

    SDL_FRect graph;                          /* where it was in the last frame */
    int graph_page;                           /* which graph is shown (graph.c) */
    float series[VIEW_SERIES][VIEW_HISTORY];  /* of the page, oldest first */
    int series_count;                         /* values of each */
    float history[VIEW_HISTORY][VIEW_STAGES]; /* ms, a ring */
    int history_at, history_count;
    double frame_ms, render_ms; /* of the last frame: all work; pixels alone */
    double pixels_work_ms;      /* as render_ms, in processor time */
    unsigned last_error_hash;   /* of the whole text */
} view_App;

#define VIEW_TEXT_PX 14 /* of the design: what texts are at first */
/* From 9 to 32 px. */
/* The mouse is on it; never on one without width, as parts have that are not shown. */
bool view_is_over(const view_App *app, SDL_FRect box);
void view_app_set_text(view_App *app, int size_px);
void view_toast(view_App *app, bool bad, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The body of that number, generation 0 when there is none. */
cn_BodyId view_body_of(const cn_World *world, int index);
/* A name in the current folder that is not taken: <scene>-<step><ending>, then with a number. */
void view_free_name(const view_App *app, const char *ending, char *path, size_t size);

#endif
