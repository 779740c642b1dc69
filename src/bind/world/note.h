/* note.h: what only Lua knows of a world and a snapshot has. */
#ifndef BIND_WORLD_NOTE_H
#define BIND_WORLD_NOTE_H

#include "base/types.h"

/* Push a string: the names of layers, bodies and joints. */
void bind_push_note(lua_State *L, int world_index);
/* Push what a note says, as a table; false, and nothing, when it is none. */
bool bind_read_note(lua_State *L, const void *bytes, size_t size);
/* Names are those of the table on the top, which is popped; the world's handles are settled. */
void bind_take_note(lua_State *L, int world_index);

#endif
