/* host_lua.c: one Lua state, set up the same for a window, a headless run and the specs. */
#define _GNU_SOURCE
#include "host_lua.h"

#include "bind.h"
#include "host_call.h"
#include "host_guard.h"
#include "host_module.h"
#include "host_safe.h"

#include <limits.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char home[PATH_MAX];

static bool holds_lua(const char *folder) {
    char file[PATH_MAX + 64];
    snprintf(file, sizeof file, "%s/lua/cairn/cli.lua", folder);
    return access(file, R_OK) == 0;
}

const char *host_lua_program(const char *program) {
    static char path[PATH_MAX];
    if (!path[0] && !realpath("/proc/self/exe", path) && !realpath(program, path)) {
        snprintf(path, sizeof path, "%s", program);
    }
    return path;
}

/* The folder two above the running program ("<prefix>/bin/cairn" gives "<prefix>"). */
static bool prefix_of_program(const char *program, char prefix[PATH_MAX]) {
    snprintf(prefix, PATH_MAX, "%s", host_lua_program(program));
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(prefix, '/');
        if (!slash) return false;
        *slash = '\0';
    }
    return true;
}

const char *host_lua_home(const char *program) {
    if (home[0]) return home;
    const char *named = getenv("CAIRN_HOME");
    char prefix[PATH_MAX] = "";
    if (named && holds_lua(named)) {
        snprintf(home, sizeof home, "%s", named);
        return home;
    }
    if (prefix_of_program(program, prefix)) {
        static const char *const places[] = {"/share/cairn", "", "/.."};
        for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
            char folder[PATH_MAX + 32];
            snprintf(folder, sizeof folder, "%s%s", prefix, places[i]);
            if (holds_lua(folder) && realpath(folder, home)) return home;
        }
    }
    snprintf(home, sizeof home, "%s", CAIRN_SOURCE_HOME);
    return home;
}

/* Our own files come first, so that no LUA_PATH of the user can put another cairn before them. */
static void set_package_path(lua_State *L, const char *program) {
    const char *root = host_lua_home(program);
    lua_getglobal(L, "package");
    lua_getfield(L, -1, "path");
    const char *rest = lua_tostring(L, -1);
    lua_pushfstring(L, "%s/lua/?.lua;%s/lua/?/init.lua;%s", root, root, rest ? rest : "");
    lua_setfield(L, -3, "path");
    lua_pop(L, 2);
}

static void preload(lua_State *L, const char *name, lua_CFunction open) {
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    lua_pushcfunction(L, open);
    lua_setfield(L, -2, name);
    lua_pop(L, 1);
}

/* Warnings as lua5.4 shows them: off until "@on". */
typedef struct Warnings {
    bool on, continues;
} Warnings;
static Warnings warnings;

static void on_warning(void *ud, const char *text, int to_be_continued) {
    Warnings *w = ud;
    if (!w->continues && !to_be_continued && text[0] == '@') {
        if (!strcmp(text, "@on")) w->on = true;
        if (!strcmp(text, "@off")) w->on = false;
        return;
    }
    if (w->on) {
        fputs(w->continues ? "" : "Lua warning: ", stderr);
        for (; *text; text++) { /* nothing that a terminal obeys */
            bool obeyed = ((unsigned char)*text < 32 && *text != '\t') || *text == 127;
            fputc(obeyed ? '?' : *text, stderr);
        }
        fputs(to_be_continued ? "" : "\n", stderr);
    }
    w->continues = to_be_continued != 0;
}

typedef struct Setup {
    const char *program;
    const host_Viewer *viewer;
} Setup;

static int l_setup(lua_State *L) {
    const Setup *setup = lua_touserdata(L, 1);
    luaL_openlibs(L);
    host_safe_install(L);
    set_package_path(L, setup->program);
    host_module_attach(L, setup->viewer, host_lua_home(setup->program),
                       host_lua_program(setup->program));
    preload(L, "cairn", luaopen_cairn);
    preload(L, "cairn.host", host_module_open);
    return 0;
}

lua_State *host_lua_open(const char *program, const host_Viewer *viewer) {
    lua_State *L = host_guard_new_state();
    if (!L) return NULL;
    lua_setwarnf(L, on_warning, &warnings);
    Setup setup = {program, viewer};
    lua_pushcfunction(L, l_setup);
    lua_pushlightuserdata(L, &setup);
    if (host_lua_call(L, 1, 0) == LUA_OK) return L;
    fprintf(stderr, "cairn: %s\n", lua_tostring(L, -1));
    host_guard_close_state(L);
    return NULL;
}
