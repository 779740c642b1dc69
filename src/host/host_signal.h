/* host_signal.h: signals that ask the program to end. */
#ifndef HOST_SIGNAL_H
#define HOST_SIGNAL_H

#include <lua.h>

/* Writing beyond a limit of the system, or to a closed pipe, is an error of the write and not the
 * end of the program. */
void host_signal_ignore(void);
/* Adds host.catch_signals and host.interrupted to the module on top of the stack. */
void host_signal_register(lua_State *L);

#endif
