/* host_page.c: a scene whose frames somebody else calls, as a browser does.
 *
 * Everything lives on the heap: the browser unwinds the stack between frames. What the page asks
 * for goes through cairn.page, in Lua, which opens every scene in a sandbox. There are neither
 * threads nor signals that could end a script: the guard looks at the clock. */
#include "bind.h"
#include "host_call.h"
#include "host_guard.h"
#include "host_lua.h"
#include "host_scene.h"

#include <stdio.h>
#include <stdlib.h>

struct host_Page {
    lua_State *L;
    host_Scene scene;
    int module, answer; /* in the registry */
};

typedef struct Opening {
    const char *path, *settings;
    host_Page *page;
} Opening;

static int l_open(lua_State *L) {
    const Opening *opening = lua_touserdata(L, 1);
    lua_getglobal(L, "require");
    lua_pushliteral(L, "cairn.page");
    lua_call(L, 1, 1);
    lua_getfield(L, -1, "open");
    lua_pushstring(L, opening->path);
    lua_pushstring(L, opening->settings);
    lua_call(L, 2, 1);
    host_scene_open(&opening->page->scene, L, -1);
    lua_pop(L, 1);
    opening->page->module = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

host_Page *host_page_open(const char *path, const char *settings, const host_Viewer *viewer) {
    host_Page *page = calloc(1, sizeof *page);
    if (!page) return NULL;
    host_guard_use_clock();
    page->L = host_lua_open("/cairn/bin/cairn", viewer);
    if (!page->L) {
        free(page);
        return NULL;
    }
    page->module = page->answer = LUA_NOREF;
    Opening opening = {path, settings, page};
    lua_pushcfunction(page->L, l_open);
    lua_pushlightuserdata(page->L, &opening);
    if (host_lua_call(page->L, 1, 0) == LUA_OK) return page;
    fprintf(stderr, "cairn: %s\n", lua_tostring(page->L, -1));
    host_guard_close_state(page->L);
    free(page);
    return NULL;
}

host_Scene *host_page_scene(host_Page *page) { return &page->scene; }

const char *host_page_call(host_Page *page, const char *command, const char *argument) {
    lua_State *L = page->L;
    lua_rawgeti(L, LUA_REGISTRYINDEX, page->module);
    lua_getfield(L, -1, "call");
    lua_remove(L, -2);
    lua_rawgeti(L, LUA_REGISTRYINDEX, page->scene.object);
    lua_pushstring(L, command);
    lua_pushstring(L, argument);
    host_lua_call(L, 3, 1); /* an error is an answer, too */
    luaL_unref(L, LUA_REGISTRYINDEX, page->answer);
    const char *text = luaL_tolstring(L, -1, NULL);
    page->answer = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_pop(L, 1);
    return text;
}

void host_page_close(host_Page *page) {
    if (!page) return;
    host_page_call(page, "close", "");
    host_scene_close(&page->scene);
    host_guard_close_state(page->L);
    free(page);
}
