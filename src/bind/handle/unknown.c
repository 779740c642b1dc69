/* unknown.c: what a script asks for or sets and no object has: an error with the name that was
 * probably meant, where Lua would say "attempt to call a nil value".
 *
 * Methods that are there are found before any of this is asked, so they cost nothing more. */
#include "handle/unknown.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/fields.h"
#include "base/words.h"

#define MOST_NAMES 256 /* count of methods of a type; the world has most, about a hundred */

static int by_alphabet(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names in the table at index, sorted: Lua's own order changes with each start. */
static int list_names(lua_State *L, int index, const char *names[MOST_NAMES]) {
    int count = 0;
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        if (lua_type(L, -2) == LUA_TSTRING && count < MOST_NAMES)
            names[count++] = lua_tostring(L, -2); /* the table holds it */
    }
    qsort(names, (size_t)count, sizeof *names, by_alphabet);
    return count;
}

/* Push "'hp'" or "[1]". */
static const char *push_key(lua_State *L, int index) {
    if (lua_type(L, index) == LUA_TSTRING)
        return lua_pushfstring(L, "'%s'", lua_tostring(L, index));
    bool plain = lua_type(L, index) == LUA_TNUMBER || lua_isboolean(L, index);
    return lua_pushfstring(L, "[%s]",
                           plain ? luaL_tolstring(L, index, NULL) : luaL_typename(L, index));
}

/* Upvalues: what it is called, the table of methods, whether objects of it have data. */
enum { NOUN = lua_upvalueindex(1), METHODS = lua_upvalueindex(2) };

/* Push where a script keeps what is its own, "" where there is no such place. */
static const char *push_advice(lua_State *L) {
    const char *noun = lua_tostring(L, NOUN);
    if (!bind_has_field(L, METHODS, "data")) return lua_pushliteral(L, "");
    return lua_pushfstring(L, "; values of your own go into %s:data()", noun);
}

/* ---- methods of another type ------------------------------------------------------------------
 */

/* What else a script may have meant to ask: of this object's own parts, or of one in the world. */
typedef struct Relation {
    const char *noun, *type;
    const char *who, *call; /* who has it, and how they are called by a script that has this */
    bool removed;           /* world:remove(x) means one of these */
} Relation;

static const Relation relations[] = {
    {"body", BIND_SHAPE_TYPE, "its shapes have", "body:shape()", false},
    {"shape", BIND_BODY_TYPE, "its body has", "shape:body()", false},
    {"world", BIND_BODY_TYPE, "bodies have", "body", true},
    {"world", BIND_SHAPE_TYPE, "shapes have", "shape", false},
    {"world", BIND_JOINT_TYPE, "joints have", "joint", false},
    {"world", BIND_MOVER_TYPE, "movers have", "mover", false},
};

/* Push "body" of "cairn.Body". */
static const char *push_noun(lua_State *L, const char *type) {
    const char *dot = strrchr(type, '.');
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    for (const char *c = dot ? dot + 1 : type; *c; c++)
        luaL_addchar(&b, (char)tolower((unsigned char)*c));
    luaL_pushresult(&b);
    return lua_tostring(L, -1);
}

/* Push the table of methods of a type; an empty one where a script has put something else there. */
static int push_methods(lua_State *L, const char *type) {
    luaL_getmetatable(L, type);
    lua_pushliteral(L, "__index");
    lua_rawget(L, -2);
    lua_remove(L, -2);
    if (!lua_istable(L, -1)) {
        lua_pop(L, 1);
        lua_newtable(L);
    }
    return lua_gettop(L);
}

/* Raise when the word is a method of something that has to do with this object. setting: it is
 * given a value as a field, which their set_word would take. */
static void point_to_owner(lua_State *L, const char *key, const char *word, bool setting) {
    const char *noun = lua_tostring(L, NOUN);
    if (setting) word = lua_pushfstring(L, "set_%s", word);
    for (size_t i = 0; i < sizeof relations / sizeof *relations; i++) {
        const Relation *r = &relations[i];
        if (strcmp(r->noun, noun) != 0) continue;
        const char *names[MOST_NAMES];
        int count = list_names(L, push_methods(L, r->type), names);
        const char *meant = bind_known_method(word, names, count);
        if (meant)
            luaL_error(L, "%s has no %s%s, %s: %s:%s(...)", noun, setting ? "field " : "", key,
                       r->who, r->call, meant);
        lua_pop(L, 1);
    }
}

/* Raise when the word means to destroy something else than this object. */
static void point_to_destroy(lua_State *L, const char *key, const char *word) {
    const char *noun = lua_tostring(L, NOUN);
    for (size_t i = 0; i < sizeof relations / sizeof *relations; i++) {
        if (strcmp(relations[i].noun, noun) != 0) continue;
        const char *other = push_noun(L, relations[i].type);
        if (bind_means_destroy(word, relations[i].removed, other))
            luaL_error(L, "%s has no %s; a %s is destroyed by %s:destroy()", noun, key, other,
                       other);
        lua_pop(L, 1);
    }
}

/* Raise when a world is asked to make what a joint of another name is, or what the Lua module
 * cairn.build makes in it. */
static void point_to_maker(lua_State *L, const char *key, const char *word) {
    static const char *const builders[] = {"bridge",  "car",  "cloth", "pid",
                                           "ragdoll", "rope", "soft"};
    if (strcmp(lua_tostring(L, NOUN), "world") != 0) return;
    if (strcmp(word, "spring") == 0 || strcmp(word, "rod") == 0)
        luaL_error(L, "world has no %s, did you mean 'distance'?", key);
    for (size_t i = 0; i < sizeof builders / sizeof *builders; i++)
        if (strcmp(word, builders[i]) == 0)
            luaL_error(L, "world has no %s; require \"cairn.build\" has: build.%s(world, {...})",
                       key, word);
}

/* ---- names of this type -----------------------------------------------------------------------
 */

static const char *meant_by(lua_State *L, const char *word) {
    const char *names[MOST_NAMES];
    return bind_meant_method(word, names, list_names(L, METHODS, names));
}

/* The method that was meant by a word that is none, or NULL; raises when it is another object's,
 * but for those that are merely near it. */
static const char *meant_here(lua_State *L, const char *key, const char *word, bool setting) {
    const char *names[MOST_NAMES];
    const char *meant = bind_known_method(word, names, list_names(L, METHODS, names));
    if (meant) return meant;
    point_to_owner(L, key, word, setting);
    return meant_by(L, word);
}

/* methods[key], where there is none. A number or an object is no slip: who asks for it asks whether
 * this is a list. */
static int l_unknown_index(lua_State *L) {
    if (lua_type(L, 2) != LUA_TSTRING) return 0;
    const char *noun = lua_tostring(L, NOUN), *key = push_key(L, 2);
    point_to_destroy(L, key, lua_tostring(L, 2));
    point_to_maker(L, key, lua_tostring(L, 2));
    const char *meant = meant_here(L, key, lua_tostring(L, 2), false);
    if (meant) return luaL_error(L, "%s has no %s, did you mean '%s'?", noun, key, meant);
    return luaL_error(L, "%s has no %s%s", noun, key, push_advice(L));
}

/* object[key] = value, which no object takes */
static int l_newindex(lua_State *L) {
    const char *noun = lua_tostring(L, NOUN), *key = push_key(L, 2);
    const char *word = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    const char *setter = lua_pushfstring(L, "set_%s", word);
    if (bind_has_field(L, METHODS, setter))
        return luaL_error(L, "%s is set by %s:%s(...)", key, noun, setter);
    if (*word && bind_has_field(L, METHODS, word))
        return luaL_error(L, "%s is a method of %s and cannot be set", key, noun);
    const char *meant = *word ? meant_here(L, key, word, true) : NULL;
    setter = lua_pushfstring(L, "set_%s", meant ? meant : "");
    if (meant && bind_has_field(L, METHODS, setter))
        return luaL_error(L, "%s has no field %s, did you mean %s:%s(...)?", noun, key, noun,
                          setter);
    return luaL_error(L, "%s has no field %s%s", noun, key, push_advice(L));
}

void bind_refuse_unknown(lua_State *L, const char *type) {
    int methods = lua_gettop(L), metatable = methods - 1;
    push_noun(L, type);
    lua_pushvalue(L, methods);
    lua_pushcclosure(L, l_newindex, 2);
    lua_setfield(L, metatable, "__newindex");
    lua_createtable(L, 0, 2);
    push_noun(L, type);
    lua_pushvalue(L, methods);
    lua_pushcclosure(L, l_unknown_index, 2);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, methods);
}

/* module[key], where there is none */
static int l_unknown_function(lua_State *L) {
    const char *key = push_key(L, 2);
    const char *meant = lua_type(L, 2) == LUA_TSTRING ? meant_by(L, lua_tostring(L, 2)) : NULL;
    if (meant) return luaL_error(L, "cairn has no %s, did you mean '%s'?", key, meant);
    return luaL_error(L, "cairn has no %s", key);
}

void bind_refuse_unknown_function(lua_State *L) {
    int module = lua_gettop(L);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "cairn");
    lua_pushvalue(L, module);
    lua_pushcclosure(L, l_unknown_function, 2);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, module);
}
