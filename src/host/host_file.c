/* host_file.c: the clock and the file system as the scripts' tools see them.
 *
 * Lua's io library opens folders, blocks on pipes and knows no time stamps, so the watcher and the
 * command line use these. Failures are `nil, message` with the short sentences of every Unix:
 * "No such file", "is a folder", "Permission denied". */
#define _GNU_SOURCE
#include "host_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

double host_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* host.now() -> seconds */
static int l_now(lua_State *L) {
    lua_pushnumber(L, host_now());
    return 1;
}

static int fail(lua_State *L, int error) {
    lua_pushnil(L);
    switch (error) {
    case ENOENT:
    case ENOTDIR:
        lua_pushliteral(L, "No such file");
        break;
    case EISDIR:
        lua_pushliteral(L, "is a folder");
        break;
    case EINVAL:
        lua_pushliteral(L, "is not a regular file");
        break;
    default:
        lua_pushstring(L, strerror(error));
        break;
    }
    return 2;
}

static const char *kind_of(mode_t mode) {
    if (S_ISREG(mode)) return "file";
    if (S_ISDIR(mode)) return "folder";
    return "other";
}

static lua_Integer mtime_ns(const struct stat *s) {
#ifdef __APPLE__
    return (lua_Integer)s->st_mtimespec.tv_sec * 1000000000 + s->st_mtimespec.tv_nsec;
#else
    return (lua_Integer)s->st_mtim.tv_sec * 1000000000 + s->st_mtim.tv_nsec;
#endif
}

/* host.stat(path) -> size, mtime_ns, kind ("file", "folder", "other") or nil, message */
static int l_stat(lua_State *L) {
    struct stat s;
    if (stat(luaL_checkstring(L, 1), &s) != 0) return fail(L, errno);
    lua_pushinteger(L, (lua_Integer)s.st_size);
    lua_pushinteger(L, mtime_ns(&s));
    lua_pushstring(L, kind_of(s.st_mode));
    return 3;
}

/* An open regular file, or -1 with *error. Opening a pipe must not wait for its writer. */
static int open_regular(const char *path, int *error) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat s;
    *error = file < 0 || fstat(file, &s) != 0 ? errno : 0;
    if (!*error && S_ISDIR(s.st_mode)) *error = EISDIR;
    if (!*error && !S_ISREG(s.st_mode)) *error = EINVAL;
    if (*error && file >= 0) close(file);
    return *error ? -1 : file;
}

/* The whole file. No Lua call between open and close can raise: the buffer is grown before. */
static int read_all(lua_State *L, int file) {
    struct stat s;
    size_t size = fstat(file, &s) == 0 && s.st_size > 0 ? (size_t)s.st_size : 0;
    luaL_Buffer text;
    char *to = luaL_buffinitsize(L, &text, size + 1);
    size_t got = 0;
    ssize_t n = 1;
    while (got < size && (n = read(file, to + got, size - got)) > 0) got += (size_t)n;
    int error = n < 0 ? errno : 0;
    luaL_pushresultsize(&text, got);
    return error ? fail(L, error) : 1;
}

static int l_read_all(lua_State *L) { return read_all(L, (int)lua_tointeger(L, 1)); }

/* host.read(path) -> text or nil, message. Regular files only. */
static int l_read(lua_State *L) {
    int error;
    int file = open_regular(luaL_checkstring(L, 1), &error);
    if (file < 0) return fail(L, error);
    lua_settop(L, 0);
    lua_pushcfunction(L, l_read_all);
    lua_pushinteger(L, file);
    int status = lua_pcall(L, 1, LUA_MULTRET, 0);
    close(file);
    return status == LUA_OK ? lua_gettop(L) : lua_error(L);
}

/* host.resolve(path) -> where it is, all links followed, or nil, message */
static int l_resolve(lua_State *L) {
    size_t length;
    const char *path = luaL_checklstring(L, 1, &length);
    if (strlen(path) != length) return fail(L, ENOENT);
    char place[PATH_MAX];
    if (!realpath(path, place)) return fail(L, errno);
    lua_pushstring(L, place);
    return 1;
}

/* host.list(folder) -> names, unsorted, without "." and ".." or nil, message */
static int l_list(lua_State *L) {
    DIR *folder = opendir(luaL_checkstring(L, 1));
    if (!folder) return fail(L, errno);
    lua_newtable(L);
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        lua_pushstring(L, entry->d_name);
        lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
    }
    closedir(folder);
    return 1;
}

/* host.mkdir(path) -> true or nil, message. One that exists is fine. */
static int l_mkdir(lua_State *L) {
    if (mkdir(luaL_checkstring(L, 1), 0777) != 0 && errno != EEXIST) return fail(L, errno);
    lua_pushboolean(L, 1);
    return 1;
}

/* host.is_tty("stdout" | "stderr" | "stdin") -> boolean */
static int l_is_tty(lua_State *L) {
    static const char *const names[] = {"stdin", "stdout", "stderr", NULL};
    lua_pushboolean(L, isatty(luaL_checkoption(L, 1, "stdout", names)));
    return 1;
}

/* host.flush() -> boolean: has all that was printed so far been written? */
static int l_flush(lua_State *L) {
    int failed = fflush(stdout);
    lua_pushboolean(L, !failed && !ferror(stdout));
    return 1;
}

/* host.is_root() -> whether nothing of the machine is closed to this program; a page has no root */
static int l_is_root(lua_State *L) {
#ifdef __EMSCRIPTEN__
    lua_pushboolean(L, false);
#else
    lua_pushboolean(L, geteuid() == 0);
#endif
    return 1;
}

void host_file_register(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"now", l_now},         {"stat", l_stat},       {"read", l_read},     {"list", l_list},
        {"mkdir", l_mkdir},     {"resolve", l_resolve}, {"is_tty", l_is_tty}, {"flush", l_flush},
        {"is_root", l_is_root}, {NULL, NULL},
    };
    luaL_setfuncs(L, functions, 0);
}
