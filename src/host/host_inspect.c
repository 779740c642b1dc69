/* host_inspect.c: what is to be said of a thing of the world (cairn.scene.inspect). */
#include "host_visit.h"

#include <stdlib.h>

typedef struct Answer {
    const char *link; /* NULL: the selected body */
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

/* The list of rows is kept in a slot, and with it all its texts. */
static void keep_list(lua_State *L, host_Scene *scene) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, scene->anchors);
    lua_pushvalue(L, -2);
    lua_rawseti(L, -2, HOST_SLOT_INSPECT);
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
    host_scene_method(L, "inspect", 2, 1);
    int count = (int)lua_rawlen(L, -1);
    if (!reserve(scene, count)) return;
    keep_list(L, scene);
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

int host_scene_inspect(host_Scene *scene, const char *link, const host_Row **rows) {
    Answer answer = {.link = link};
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
