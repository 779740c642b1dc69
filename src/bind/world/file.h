/* file.h: bytes in files. */
#ifndef BIND_WORLD_FILE_H
#define BIND_WORLD_FILE_H

#include "base/types.h"

/* The path at index becomes a file with these bytes: the old one or the new one, never a part of
 * it. NULL, or why not; what that is made of is on the stack. */
const char *bind_write_file(lua_State *L, int index, const void *bytes, size_t size);
/* Push the content as a userdata. NULL, or why not. */
const char *bind_read_file(lua_State *L, int index, size_t *size);

#endif
