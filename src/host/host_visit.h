/* host_visit.h: the scene object of cairn.scene, wrapped for the viewer, and visits to it.
 *
 * The Lua object lives in the registry; every visit to it is one protected call (host_scene_do).
 * Strings handed to the viewer are anchored in slots of a table and stay valid until the same slot
 * is filled again. */
#ifndef HOST_VISIT_H
#define HOST_VISIT_H

#include "host.h"
#include "host_drag.h"

#include <lauxlib.h>
#include <lua.h>

typedef enum host_Slot {
    HOST_SLOT_PATH = 1,
    HOST_SLOT_LINE,
    HOST_SLOT_BANNER,                       /* and the rest of a problem */
    HOST_SLOT_ERROR = HOST_SLOT_BANNER + 5, /* likewise */
    HOST_SLOT_SELECTED = HOST_SLOT_ERROR + 5,
    HOST_SLOT_OUTPUT,
    HOST_SLOT_INSPECT = HOST_SLOT_OUTPUT + 8,
    HOST_SLOT_AS_LUA,
    HOST_SLOT_HAND,
    HOST_SLOT_NAMES,
    HOST_SLOT_ACCOUNT,
    HOST_SLOT_COUNT,
    HOST_SLOT_LISTS /* params and ui items anchor from here on */
} host_Slot;

/* The body a person looks at; host_select.h keeps it over rebuilds of its world. */
typedef struct host_Selection {
    cn_BodyId body;    /* generation 0 = nothing selected */
    const char *name;  /* of the body when last seen, NULL when it has none; anchored */
    uint64_t likeness; /* of the world as it was loaded */
} host_Selection;

struct host_Scene {
    lua_State *L;
    int object; /* registry references */
    int anchors;
    double dt;          /* s, the fixed step */
    double accumulator; /* s of real time not yet stepped, 0 .. dt */
    double speed;
    double update_ms, step_ms, draw_ms; /* of the last frame */
    int slow_steps; /* in a row, at which nobody can play; -1: said, and gone on with */
    long builds;    /* the number of the world: each start or rebuild makes another one */
    host_Drag drag;
    host_Selection selection;
    char failure[512];     /* an error that came through cairn.scene itself: a bug, shown as one */
    struct host_Row *rows; /* of the inspector, as asked for last */
    int row_capacity;
    pen_Name *names; /* of bodies, as asked for last */
    int name_capacity;
    float *history; /* scratch for the plot asked for last */
    int history_capacity;
};

/* op runs protected with the scene object at index 1 of a fresh stack; false when it raised. */
typedef void host_Op(lua_State *L, host_Scene *scene, void *argument);
bool host_scene_do(const host_Scene *scene, host_Op *op, void *argument);
/* As host_scene_do, for calls whose errors the scene object keeps by itself (restart, set). */
bool host_scene_try(host_Scene *scene, host_Op *op, void *argument);

/* Inside an op: call scene:name(arguments on top); leaves nresults. */
void host_scene_method(lua_State *L, const char *name, int nargs, int nresults);
/* Inside an op: the string on top goes to its slot and off the stack; NULL for other values. */
const char *host_scene_anchor(lua_State *L, host_Scene *scene, int slot);
/* Inside an op: a field of the table at index as a number, boolean or text. */
double host_scene_number_field(lua_State *L, int index, const char *name, double otherwise);
const char *host_scene_text_field(lua_State *L, host_Scene *scene, int index, const char *name,
                                  int slot);

#endif
