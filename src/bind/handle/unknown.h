/* unknown.h: errors about names that an object, or the module, does not have. */
#ifndef BIND_HANDLE_UNKNOWN_H
#define BIND_HANDLE_UNKNOWN_H

#include "base/types.h"

/* For the metatable below the top and its table of methods on the top: reading a name that is not
 * there raises with the nearest one, and so does setting any. Both stay on the stack. */
void bind_refuse_unknown(lua_State *L, const char *type);
/* The same for the module's table on the top, which may be added to. */
void bind_refuse_unknown_function(lua_State *L);

#endif
