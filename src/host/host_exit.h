/* host_exit.h: what is still done when the program is ended from within a window. */
#ifndef HOST_EXIT_H
#define HOST_EXIT_H

#include <lua.h>

/* Around the run of a window over the Lua state. When Xlib calls exit() meanwhile, because the
 * display is gone, the function on top of the stack is called (it is popped by the first of the
 * two), and the program ends with 6. */
void host_exit_guard(lua_State *L);
void host_exit_unguard(void);

#endif
