/* args.h: arguments of calls, and the sentences when they are wrong. */
#ifndef BIND_BASE_ARGS_H
#define BIND_BASE_ARGS_H

#include <math.h>

#include "base/types.h"

/* As luaL_argerror, but the method is named even when it was not called by its name. */
int bind_arg_error(lua_State *L, int arg, const char *format, ...);
/* Remember what functions are called, for bind_arg_error. */
void bind_note_names(lua_State *L, const luaL_Reg *functions, bool methods);
/* Push a number as people write it: -1, 0.5, 1e+30, nan. */
const char *bind_digits(lua_State *L, double v);
const char *bind_whole(lua_State *L, lua_Integer v);
/* Push 64 bits as an integer; raise that sentence where no number of this Lua holds them. */
void bind_push_bits(lua_State *L, uint64_t bits, const char *sentence);
/* The name of a value's type for sentences: of userdata that of its metatable. Pushes nothing. */
const char *bind_type_name(lua_State *L, int index);
void bind_type_error(lua_State *L, int arg, const char *expected);
/* Values beyond a call's last argument are dropped, as by Lua's own functions, so that calls can be
 * put into each other. Not so where one would have a meaning that is lost: raise unless there is
 * none at arg. hint: the sentence's end, "" or "; what to do instead". */
void bind_no_more(lua_State *L, int arg, const char *hint);
/* Raise unless the argument is a table of keys, and the last one. */
void bind_only_table(lua_State *L, int arg);
/* Finite numbers, whole numbers, true booleans: nothing is converted. */
void bind_bad_number(lua_State *L, int arg); /* raises */
static inline double bind_number(lua_State *L, int arg) {
    bool number = lua_type(L, arg) == LUA_TNUMBER;
    double v = number ? lua_tonumber(L, arg) : 0.0;
    if (!number || !isfinite(v)) bind_bad_number(L, arg);
    return v;
}
double bind_opt_number(lua_State *L, int arg, double otherwise);
/* As bind_number, and math.huge means without limit. */
double bind_unlimited(lua_State *L, int arg);
lua_Integer bind_integer(lua_State *L, int arg);
bool bind_boolean(lua_State *L, int arg);
const char *bind_string(lua_State *L, int arg);
/* The position of the string at arg in names (NULL-terminated); what is "type", "mix". */
int bind_enum(lua_State *L, int arg, const char *what, const char *const *names);
void bind_push_strings(lua_State *L, const char *const *names);

/* Raise what the core refused: about a field of the table at arg, or about the argument itself. */
void bind_refuse_table(lua_State *L, const bind_World *w, int arg, const cn_Error *error);
void bind_refuse_args(lua_State *L, const bind_World *w, int arg);
static inline void bind_check(lua_State *L, const bind_World *w, cn_Result result) {
    if (result != CN_OK) bind_refuse_args(L, w, 2);
}

/* As bind_check, where several arguments may be refused. names: what the core calls each argument
 * from the second on, in one string; the first of them is blamed where the core names none. */
void bind_check_named(lua_State *L, const bind_World *w, cn_Result result, const char *names);

/* Push a function of one of Cairn's modules in Lua; raises where its Lua files are not at hand. */
void bind_push_lua_function(lua_State *L, const char *module, const char *name);

#endif
