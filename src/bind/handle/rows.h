/* rows.h: the handles of a world once more, where loops reach them quicker. */
#ifndef BIND_HANDLE_ROWS_H
#define BIND_HANDLE_ROWS_H

#include "base/types.h"

/* The handle on the top, which is popped, stands at that index of its row; nil for
 * generation 0. */
void bind_set_row(lua_State *L, int world_index, uint32_t magic, uint32_t index,
                  uint32_t generation);
void bind_clear_row(lua_State *L, int world_index, const bind_Handle *h);

#endif
