/* file.c: bytes in files: read whole, and written beside the old file first, which the new one then
 * takes the place of. */
#include "world/file.h"

#include "base/box.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#if defined(__unix__) || defined(__APPLE__)
#include <sys/stat.h>
#include <unistd.h>
#endif

/* bytes: a larger file is refused before memory is asked for */
#define MOST_BYTES ((long)64 << 20)

static const char *why(lua_State *L, int index) {
    return lua_pushfstring(L, "%s: %s", lua_tostring(L, index), strerror(errno));
}

/* A pipe is not opened, which would wait for its other end; nor does a file take the place of a
 * device. What cannot be looked at is left to fopen. */
static bool is_regular(const char *path) {
#if defined(__unix__) || defined(__APPLE__)
    struct stat s;
    return stat(path, &s) != 0 || S_ISREG(s.st_mode) || S_ISDIR(s.st_mode);
#else
    (void)path;
    return true;
#endif
}

static bool is_folder(const char *path) {
#if defined(__unix__) || defined(__APPLE__)
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
#else
    (void)path;
    return false;
#endif
}

/* Why there is no file to read or write at the path at the index: a sentence, or NULL. */
static const char *unfit(lua_State *L, int index) {
    const char *path = lua_tostring(L, index);
    if (bind_no_files()) return bind_no_files();
    if (strlen(path) != lua_rawlen(L, index)) return "path has a zero in it";
    if (!is_regular(path)) return lua_pushfstring(L, "%s: is not a regular file", path);
    return is_folder(path) ? lua_pushfstring(L, "%s: is a folder", path) : NULL;
}

/* What is behind a rename has to be on the disk before it. */
static bool write_all(FILE *file, const void *bytes, size_t size) {
    if (fwrite(bytes, 1, size, file) != size || fflush(file) != 0) return false;
#if defined(__unix__) || defined(__APPLE__)
    if (fsync(fileno(file)) != 0 && errno != EINVAL && errno != EROFS) return false;
#endif
    return true;
}

const char *bind_write_file(lua_State *L, int index, const void *bytes, size_t size) {
    const char *path = lua_tostring(L, index), *bad = unfit(L, index);
    if (bad) return bad;
    const char *beside = lua_pushfstring(L, "%s.new", path);
    FILE *file = fopen(beside, "wb");
    if (!file) return why(L, index);
    bool written = write_all(file, bytes, size);
    int error = errno;
    if (fclose(file) != 0 && written) written = false, error = errno;
    if (written && rename(beside, path) == 0) return NULL;
    if (written) error = errno;
    remove(beside);
    errno = error;
    return why(L, index);
}

static bool read_all(lua_State *L, FILE *file, size_t *size) {
    if (fseek(file, 0, SEEK_END) != 0) return false;
    long end = ftell(file);
    if (end < 0 || fseek(file, 0, SEEK_SET) != 0) return false;
    if (end > MOST_BYTES) {
        errno = EFBIG;
        return false;
    }
    void *bytes = lua_newuserdatauv(L, (size_t)end + 1, 0);
    *size = fread(bytes, 1, (size_t)end, file);
    return !ferror(file);
}

/* The file is closed before anything is raised: room for it is asked for by a protected call. */
static int protected_read(lua_State *L) {
    FILE *file = lua_touserdata(L, 1);
    size_t *size = lua_touserdata(L, 2);
    lua_pushboolean(L, read_all(L, file, size));
    lua_insert(L, -2);
    return 2;
}

const char *bind_read_file(lua_State *L, int index, size_t *size) {
    const char *path = lua_tostring(L, index), *bad = unfit(L, index);
    *size = 0;
    if (bad) return bad;
    FILE *file = fopen(path, "rb");
    if (!file) return why(L, index);
    lua_pushcfunction(L, protected_read);
    lua_pushlightuserdata(L, file);
    lua_pushlightuserdata(L, size);
    bool raised = lua_pcall(L, 2, 2, 0) != LUA_OK;
    int error = errno;
    fclose(file);
    if (raised) {
        lua_error(L);
        return NULL;
    }
    errno = error;
    if (!lua_toboolean(L, -2)) return why(L, index);
    return NULL;
}
