/* host_inspect.c: what is to be said of a thing of the world (cairn.scene.inspect), and what
 * bodies are called. */
#include "host_visit.h"

#include <stdlib.h>

typedef struct Answer {
    const char *link, *closed; /* NULL: the selected body; nothing is closed */
    int count;
    const char *text;
} Answer;

static int selected_id(const host_Scene *scene) {
    const host_Selection *selection = &scene->selection;
    return selection->body.generation ? (int)selection->body.index : 0;
}

static bool reserve(host_Scene *scene, int count) {
    if (count <= scene->row_capacity) return true;
    host_Row *rows = realloc(scene->rows, (size_t)count * sizeof *rows);
    if (!rows) return false;
    scene->rows = rows;
    scene->row_capacity = count;
    return true;
}

/* A list is kept in a slot, and with it all its texts. */
static void keep_list(lua_State *L, host_Scene *scene, int slot) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, scene->anchors);
    lua_pushvalue(L, -2);
    lua_rawseti(L, -2, slot);
    lua_pop(L, 1);
}

static const char *text_of(lua_State *L, const char *name) {
    lua_getfield(L, -1, name);
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
    lua_pop(L, 1);
    return text;
}

static void op_inspect(lua_State *L, host_Scene *scene, void *argument) {
    Answer *answer = argument;
    lua_pushinteger(L, selected_id(scene));
    lua_pushstring(L, answer->link);
    lua_pushstring(L, answer->closed);
    host_scene_method(L, "inspect", 3, 1);
    int count = (int)lua_rawlen(L, -1);
    if (!reserve(scene, count)) return;
    keep_list(L, scene, HOST_SLOT_INSPECT);
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, -1, i + 1);
        const char *label = text_of(L, "label");
        scene->rows[i] = (host_Row){.label = label ? label : "",
                                    .value = text_of(L, "value"),
                                    .edit = text_of(L, "edit"),
                                    .link = text_of(L, "link")};
        lua_pop(L, 1);
    }
    answer->count = count;
}

int host_scene_inspect(host_Scene *scene, const char *link, const char *closed,
                       const host_Row **rows) {
    Answer answer = {.link = link, .closed = closed};
    if (link || selected_id(scene)) host_scene_do(scene, op_inspect, &answer);
    *rows = scene->rows;
    return answer.count;
}

static void op_as_lua(lua_State *L, host_Scene *scene, void *argument) {
    Answer *answer = argument;
    lua_pushinteger(L, selected_id(scene));
    lua_pushstring(L, answer->link);
    host_scene_method(L, "thing_as_lua", 2, 1);
    answer->text = host_scene_anchor(L, scene, HOST_SLOT_AS_LUA);
}

const char *host_scene_thing_as_lua(host_Scene *scene, const char *link) {
    Answer answer = {.link = link};
    if (link || selected_id(scene)) host_scene_do(scene, op_as_lua, &answer);
    return answer.text;
}

static void op_names(lua_State *L, host_Scene *scene, void *argument) {
    int *count = argument;
    host_scene_method(L, "names", 0, 1);
    int n = (int)lua_rawlen(L, -1) / 2;
    if (n > scene->name_capacity) {
        pen_Name *grown = realloc(scene->names, (size_t)n * sizeof *grown);
        if (!grown) return;
        scene->names = grown;
        scene->name_capacity = n;
    }
    keep_list(L, scene, HOST_SLOT_NAMES);
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, -1, 2 * i + 1);
        lua_rawgeti(L, -2, 2 * i + 2);
        scene->names[i] = (pen_Name){(int)lua_tointeger(L, -2), lua_tostring(L, -1)};
        lua_pop(L, 2);
    }
    *count = n;
}

int host_scene_names(host_Scene *scene, const pen_Name **names) {
    int count = 0;
    host_scene_do(scene, op_names, &count);
    *names = scene->names;
    return count;
}
