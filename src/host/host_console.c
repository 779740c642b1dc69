/* host_console.c: what a person types at the scene (cairn.scene.console). */
#include "host_visit.h"

#include <stdio.h>

typedef struct Line {
    const char *text;
    bool ok;
} Line;

static void op_console(lua_State *L, host_Scene *scene, void *argument) {
    Line *line = argument;
    lua_pushstring(L, line->text);
    lua_pushinteger(L, scene->selection.body.generation ? scene->selection.body.index : 0);
    host_scene_method(L, "console", 2, 1);
    line->ok = lua_toboolean(L, -1);
}

bool host_scene_console(host_Scene *scene, const char *text) {
    Line line = {text, false};
    return host_scene_do(scene, op_console, &line) && line.ok;
}

static void op_tell(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    lua_pushstring(L, argument);
    host_scene_method(L, "tell", 1, 0);
}

void host_scene_tell(host_Scene *scene, const char *line) {
    host_scene_do(scene, op_tell, (void *)line);
}

typedef struct Words {
    const char *text;
    char (*out)[HOST_WORD_BYTES];
    int capacity, count, typed;
} Words;

static void op_complete(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    Words *words = argument;
    lua_pushstring(L, words->text);
    host_scene_method(L, "complete", 1, 2);
    words->typed = (int)lua_tointeger(L, -1);
    int n = (int)lua_rawlen(L, -2);
    for (int i = 0; i < n && words->count < words->capacity; i++) {
        lua_rawgeti(L, -2, i + 1);
        const char *word = lua_tostring(L, -1);
        if (word) snprintf(words->out[words->count++], HOST_WORD_BYTES, "%s", word);
        lua_pop(L, 1);
    }
}

int host_scene_complete(host_Scene *scene, const char *text, char (*out)[HOST_WORD_BYTES],
                        int capacity, int *typed) {
    Words words = {.text = text, .out = out, .capacity = capacity};
    host_scene_do(scene, op_complete, &words);
    if (typed) *typed = words.typed;
    return words.count;
}
