/* host_page.c: a scene whose frames somebody else calls, as a browser does.
 *
 * Everything lives on the heap: the browser unwinds the stack between frames. What the page asks
 * for goes through cairn.page, in Lua. A script that never ends would take the tab with it, and
 * there are neither threads nor signals: a hook of Lua that counts instructions looks at the clock.
 * Only the script is stopped, at its line, never our own code around it; one that catches the error
 * gets it again at its next instruction. Not seen: a single call in C that takes for ever. */
#include "bind.h"
#include "host_call.h"
#include "host_file.h"
#include "host_guard.h"
#include "host_lua.h"
#include "host_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPEN_SECONDS  1.5 /* that script code may take before its first frame */
#define CLOSE_SECONDS 1.0 /* in its last hook, and again in all finalizers */

enum { INSTRUCTIONS = 100000 }; /* between two looks at the clock: some milliseconds */

struct host_Page {
    lua_State *L;
    host_Scene scene;
    int module, answer; /* in the registry */
};

static double deadline = 1e300; /* s; there is one page in a program */
static double allowed;          /* s, for the message */

/* Whether the function is the script's: not the scene's machinery that calls it. */
static bool is_script(const lua_Debug *ar) {
    return ar->currentline > 0 && !strstr(ar->source, "/lua/cairn/scene") &&
           !strstr(ar->source, "/lua/cairn/page");
}

static void on_count(lua_State *L, lua_Debug *ar) {
    if (host_now() < deadline) {
        if (lua_gethookcount(L) != INSTRUCTIONS)
            lua_sethook(L, on_count, LUA_MASKCOUNT, INSTRUCTIONS);
        return;
    }
    lua_sethook(L, on_count, LUA_MASKCOUNT, 1);
    lua_getinfo(L, "Sl", ar);
    if (!is_script(ar)) return;
    luaL_error(L, "%s:%d: stopped: it ran for more than %f s", ar->short_src, ar->currentline,
               allowed);
}

void host_page_allow(host_Page *page, double seconds) {
    allowed = seconds;
    deadline = host_now() + seconds;
    lua_sethook(page->L, on_count, LUA_MASKCOUNT, INSTRUCTIONS);
}

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
    page->L = host_lua_open("/cairn/bin/cairn", viewer);
    if (!page->L) {
        free(page);
        return NULL;
    }
    page->module = page->answer = LUA_NOREF;
    Opening opening = {path, settings, page};
    host_page_allow(page, OPEN_SECONDS);
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
    host_page_allow(page, CLOSE_SECONDS);
    host_page_call(page, "close", "");
    host_scene_close(&page->scene);
    host_page_allow(page, CLOSE_SECONDS);
    host_guard_close_state(page->L);
    free(page);
}
