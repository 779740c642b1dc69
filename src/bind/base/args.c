/* args.c: arguments, and the sentences when they are wrong.
 *
 * Nothing is converted: "3" is no number, 1 is no boolean. Every number is finite before it goes
 * anywhere. bind_arg_error finds the method's name by the function itself, because Lua knows none
 * in a tail call or under pcall, and then would also count self as the first argument.
 * Not here: fields of constructor tables (fields.c). */
#include "base/args.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char NAMES_KEY = 0; /* registry: function -> ":name" of a method, ".name" of others */

/* Known by its address: Lua 5.1 makes a new value each time that one is pushed. */
static const void *address_of(lua_CFunction function) { return (const void *)(uintptr_t)function; }

void bind_note_names(lua_State *L, const luaL_Reg *functions, bool methods) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &NAMES_KEY) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &NAMES_KEY);
    }
    for (; functions->name; functions++) {
        lua_pushfstring(L, "%s%s", methods ? ":" : ".", functions->name);
        lua_rawsetp(L, -2, address_of(functions->func));
    }
    lua_pop(L, 1);
}

/* Push the noted name of the running function, with its ':' or '.'; NULL (nothing) if unknown. */
static const char *push_noted_name(lua_State *L, lua_Debug *ar) {
    lua_getinfo(L, "f", ar);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &NAMES_KEY);
    lua_rawgetp(L, -1, address_of(lua_tocfunction(L, -2)));
    lua_replace(L, -3);
    lua_pop(L, 1);
    return lua_tostring(L, -1);
}

int bind_arg_error(lua_State *L, int arg, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const char *message = lua_pushvfstring(L, format, args);
    va_end(args);
    lua_Debug ar;
    if (!lua_getstack(L, 0, &ar)) return luaL_error(L, "bad argument #%d (%s)", arg, message);
    const char *noted = push_noted_name(L, &ar);
    lua_getinfo(L, "n", &ar);
    bool method = strcmp(ar.namewhat, "method") == 0;
    const char *name = method || !noted ? ar.name : noted + 1;
    /* an alias is called by the name in the script, all else by the noted one */
    if (method || (noted && noted[0] == ':')) arg--;
    if (!name) name = "?";
    if (arg == 0) return luaL_error(L, "calling '%s' on bad self (%s)", name, message);
    return luaL_error(L, "bad argument #%d to '%s' (%s)", arg, name, message);
}

const char *bind_type_name(lua_State *L, int index) {
    const char *name = luaL_typename(L, index);
    int type = luaL_getmetafield(L, index, "__name");
    if (type == LUA_TNIL) return name;
    if (type == LUA_TSTRING) name = lua_tostring(L, -1); /* its metatable holds it */
    lua_pop(L, 1);
    return name;
}

void bind_type_error(lua_State *L, int arg, const char *expected) {
    bind_arg_error(L, arg, "%s expected, got %s", expected, bind_type_name(L, arg));
}

void bind_no_more(lua_State *L, int arg, const char *hint) {
    if (lua_isnoneornil(L, arg)) return;
    bind_arg_error(L, arg, "no value expected, got %s%s", bind_type_name(L, arg), hint);
}

void bind_only_table(lua_State *L, int arg) {
    if (!lua_istable(L, arg)) bind_type_error(L, arg, "table");
    bind_no_more(L, arg + 1, "; all keys go into one table");
    lua_settop(L, arg);
}

/* NaN's sign differs between machines and means nothing to anybody. */
const char *bind_digits(lua_State *L, double v) {
    char text[40];
    snprintf(text, sizeof text, "%g", v);
    return lua_pushstring(L, isnan(v) ? "nan" : text);
}

const char *bind_whole(lua_State *L, lua_Integer v) {
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)v);
    return lua_pushstring(L, text);
}

void bind_push_bits(lua_State *L, uint64_t bits, const char *sentence) {
    lua_pushinteger(L, (lua_Integer)bits);
    if (!BIND_HAS_INTEGERS && !lua_isinteger(L, -1)) luaL_error(L, "%s", sentence);
}

void bind_bad_number(lua_State *L, int arg) {
    if (lua_type(L, arg) != LUA_TNUMBER) bind_type_error(L, arg, "number");
    const char *digits = bind_digits(L, lua_tonumber(L, arg));
    bind_arg_error(L, arg, "finite number expected, got %s", digits);
}

double bind_opt_number(lua_State *L, int arg, double otherwise) {
    return lua_isnoneornil(L, arg) ? otherwise : bind_number(L, arg);
}

double bind_unlimited(lua_State *L, int arg) {
    if (lua_type(L, arg) == LUA_TNUMBER && lua_tonumber(L, arg) == HUGE_VAL) return INFINITY;
    return bind_number(L, arg);
}

lua_Integer bind_integer(lua_State *L, int arg) {
    int whole;
    bind_number(L, arg);
    lua_Integer i = lua_tointegerx(L, arg, &whole);
    if (!whole)
        bind_arg_error(L, arg, "integer expected, got %s", bind_digits(L, lua_tonumber(L, arg)));
    return i;
}

bool bind_boolean(lua_State *L, int arg) {
    if (lua_type(L, arg) != LUA_TBOOLEAN) bind_type_error(L, arg, "boolean");
    return lua_toboolean(L, arg);
}

const char *bind_string(lua_State *L, int arg) {
    if (lua_type(L, arg) != LUA_TSTRING) bind_type_error(L, arg, "string");
    return lua_tostring(L, arg);
}

void bind_push_strings(lua_State *L, const char *const *names) {
    lua_pushstring(L, names[0]);
    for (int i = 1; names[i]; i++) {
        lua_pushfstring(L, names[i + 1] ? ", %s" : " or %s", names[i]);
        lua_concat(L, 2);
    }
}

int bind_enum(lua_State *L, int arg, const char *what, const char *const *names) {
    const char *word = bind_string(L, arg);
    for (int i = 0; names[i]; i++) {
        if (strcmp(word, names[i]) == 0) return i;
    }
    bind_push_strings(L, names);
    return bind_arg_error(L, arg, "invalid %s '%s', expected %s", what, word, lua_tostring(L, -1));
}

/* ---- refusals of the core ---------------------------------------------------------------------
 */

/* Refusals that are not about an argument. */
static void refuse_state(lua_State *L, const bind_World *w, const cn_Error *error) {
    if (error->result == CN_LOCKED && w) {
        luaL_error(L, "world is read-only inside %s; use world:defer(fn)",
                   w->reading ? w->reading
                   : w->hook  ? w->hook
                              : "its step");
    }
    if (error->result == CN_MEMORY || error->result == CN_LIMIT || error->result == CN_LOCKED) {
        luaL_error(L, "%s", error->message);
    }
}

/* Sentences about points already say which: the field would only repeat them. */
static bool speaks_of_points(const cn_Error *error) {
    return strncmp(error->message, "point", 5) == 0 || strncmp(error->message, "at ", 3) == 0;
}

void bind_refuse_table(lua_State *L, const bind_World *w, int arg, const cn_Error *error) {
    refuse_state(L, w, error);
    const char *field = error->field ? error->field : "", *part = strchr(field, '[');
    if (part) field = lua_pushlstring(L, field, (size_t)(part - field)); /* the pair is the key */
    if (strcmp(field, "points") == 0) {
        bind_arg_error(L, arg, "%s%s", speaks_of_points(error) ? "" : "points: ", error->message);
    } else if (*field) {
        bind_arg_error(L, arg, "field '%s': %s", field, error->message);
    } else {
        bind_arg_error(L, arg, "%s", error->message);
    }
}

void bind_refuse_args(lua_State *L, const bind_World *w, int arg) {
    const cn_Error *error = cn_world_error(w->core);
    refuse_state(L, w, error);
    bind_arg_error(L, arg, "%s", error->message);
}

/* How many words stand before this one; 0 when it is none of them. */
static int place_in(const char *words, const char *word) {
    size_t length = strlen(word);
    for (int i = 0; *words; i++) {
        size_t own = strcspn(words, " ");
        if (own == length && strncmp(words, word, own) == 0) return i;
        words += own + strspn(words + own, " ");
    }
    return 0;
}

void bind_check_named(lua_State *L, const bind_World *w, cn_Result result, const char *names) {
    if (result == CN_OK) return;
    const char *field = cn_world_error(w->core)->field;
    bind_refuse_args(L, w, 2 + place_in(names, field ? field : ""));
}

void bind_push_lua_function(lua_State *L, const char *module, const char *name) {
    lua_getglobal(L, "require");
    lua_pushstring(L, module);
    if (lua_pcall(L, 1, 1, 0) != LUA_OK) {
        luaL_error(L, "the Lua files of Cairn are needed: %s", lua_tostring(L, -1));
    }
    lua_getfield(L, -1, name);
    lua_remove(L, -2);
}
