/* to_lua.c: cairn.to_lua(t), what world:describe() gives as a scene file.
 *
 * Plain data only: tables, strings, numbers, booleans, each number so that it is read back as the
 * same. Keys stand in an order that is the same in every run, those by which an object is known
 * first; what fits in a line is one. */
#include "describe/to_lua.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/args.h"

enum { LINE = 90, INDENT = 2, MOST_DEPTH = 100, MOST_DIGITS = 17 };

/* ---- what cannot be written ---------------------------------------------------------------------
 */

static void check(lua_State *L, int index, const char *path, int depth);

static void check_pair(lua_State *L, const char *path, int depth) {
    int type = lua_type(L, -2);
    if (type != LUA_TSTRING && !lua_isinteger(L, -2)) {
        bind_arg_error(L, 1, "%s: key of type %s cannot be written", path, bind_type_name(L, -2));
    }
    lua_pushvalue(L, -2);
    const char *key = lua_tostring(L, -1), *form = type == LUA_TSTRING ? "%s.%s" : "%s[%s]";
    const char *inner = lua_pushfstring(L, path[0] ? form : "%s%s", path, key);
    check(L, lua_gettop(L) - 2, inner, depth + 1);
    lua_pop(L, 2);
}

/* Raise for anything but plain data, by the place where it stands. */
static void check(lua_State *L, int index, const char *path, int depth) {
    int type = lua_type(L, index);
    if (type == LUA_TSTRING || type == LUA_TNUMBER || type == LUA_TBOOLEAN) return;
    if (type != LUA_TTABLE)
        bind_arg_error(L, 1, "%s: %s cannot be written", path, bind_type_name(L, index));
    if (depth > MOST_DEPTH)
        bind_arg_error(L, 1, "%s: nested more than %d deep, or in itself", path, MOST_DEPTH);
    luaL_checkstack(L, 10, NULL);
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) check_pair(L, path, depth);
}

/* ---- values -------------------------------------------------------------------------------------
 */

/* The shortest decimal that is read back as the same number. */
static void push_float(lua_State *L, double v) {
    char text[40];
    if (isnan(v)) {
        lua_pushliteral(L, "0/0");
        return;
    }
    if (isinf(v)) {
        lua_pushstring(L, v > 0 ? "math.huge" : "-math.huge");
        return;
    }
    bool whole = v == floor(v) && fabs(v) < 1e15;
    for (int digits = 1; digits <= MOST_DIGITS && !whole; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, v);
        if (strtod(text, NULL) == v) break;
    }
    if (whole) snprintf(text, sizeof text, "%.0f", v);
    lua_pushstring(L, text);
}

static void push_integer(lua_State *L, lua_Integer v, bool color) {
    char text[40];
    if (color && v >= 0 && v <= 0xffffff)
        snprintf(text, sizeof text, "0x%06llx", (long long)v);
    else if (v == LUA_MININTEGER)
        snprintf(text, sizeof text, "math.mininteger");
    else
        snprintf(text, sizeof text, "%lld", (long long)v);
    lua_pushstring(L, text);
}

static void push_quoted(lua_State *L, const char *text, size_t length) {
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    luaL_addchar(&b, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        char code[8];
        if (c == '"' || c == '\\') luaL_addchar(&b, '\\');
        if (c == '\n') {
            luaL_addstring(&b, "\\n");
        } else if (c < 32 || c == 127) {
            snprintf(code, sizeof code, "\\%03d", c);
            luaL_addstring(&b, code);
        } else {
            luaL_addchar(&b, (char)c);
        }
    }
    luaL_addchar(&b, '"');
    luaL_pushresult(&b);
}

static bool is_name(const char *word) {
    static const char *const reserved[] = {"and",   "break", "do",       "else", "elseif", "end",
                                           "false", "for",   "function", "goto", "if",     "in",
                                           "local", "nil",   "not",      "or",   "repeat", "return",
                                           "then",  "true",  "until",    "while"};
    if (!isalpha((unsigned char)*word) && *word != '_') return false;
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (strcmp(word, reserved[i]) == 0) return false;
    for (; *word; word++)
        if (!isalnum((unsigned char)*word) && *word != '_') return false;
    return true;
}

/* ---- tables -------------------------------------------------------------------------------------
 */

/* What an object is known by stands first, what it is made of last. */
static const char *const first_keys[] = {"kind", "type", "name", "a", "b", "body", "x", "y"};
static const char *const last_keys[] = {"ground", "shapes", "layers", "apart",  "wind",
                                        "bodies", "movers", "joints", "ignored"};

static int rank(const char *word) {
    for (int i = 0; i < (int)(sizeof first_keys / sizeof *first_keys); i++)
        if (strcmp(word, first_keys[i]) == 0) return i - 100;
    for (int i = 0; i < (int)(sizeof last_keys / sizeof *last_keys); i++)
        if (strcmp(word, last_keys[i]) == 0) return i + 1;
    return 0;
}

typedef struct Key {
    const char *word; /* NULL: a number */
    lua_Integer number;
    int rank;
} Key;

static int compare_keys(const void *left, const void *right) {
    const Key *a = left, *b = right;
    if (!a->word != !b->word) return a->word ? 1 : -1;
    if (!a->word) return a->number < b->number ? -1 : a->number > b->number;
    if (a->rank != b->rank) return a->rank - b->rank;
    return strcmp(a->word, b->word);
}

/* Push a block with the keys of the table at index that are not of its list of n, sorted. */
static Key *push_keys(lua_State *L, int index, lua_Integer n, int *count) {
    int room = 0;
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) room++;
    Key *keys = lua_newuserdatauv(L, (size_t)(room + 1) * sizeof *keys, 0);
    *count = 0;
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        Key key = {0};
        if (lua_type(L, -2) == LUA_TSTRING) {
            key.word = lua_tostring(L, -2); /* the table holds it */
            key.rank = rank(key.word);
        } else {
            key.number = lua_tointeger(L, -2);
            if (key.number >= 1 && key.number <= n) continue;
        }
        keys[(*count)++] = key;
    }
    qsort(keys, (size_t)*count, sizeof *keys, compare_keys);
    return keys;
}

static void push_text(lua_State *L, int index, const char *key, int depth);

/* Push `key = value` of the field that the key on the top names, and pop that. */
static void push_item(lua_State *L, int table, int depth) {
    int key = lua_gettop(L);
    size_t length = 0;
    const char *word = lua_type(L, key) == LUA_TSTRING ? lua_tolstring(L, key, &length) : NULL;
    if (word && strlen(word) == length && is_name(word)) {
        lua_pushvalue(L, key);
    } else {
        if (word)
            push_quoted(L, word, length);
        else
            push_integer(L, lua_tointeger(L, key), false);
        lua_pushfstring(L, "[%s]", lua_tostring(L, -1));
        lua_remove(L, -2);
    }
    lua_pushvalue(L, key);
    lua_rawget(L, table);
    push_text(L, key + 2, word, depth);
    lua_pushfstring(L, "%s = %s", lua_tostring(L, key + 1), lua_tostring(L, -1));
    lua_replace(L, key);
    lua_settop(L, key);
}

/* Put the texts of all items into the list at pieces; returns how many are of the list in front. */
static lua_Integer list_pieces(lua_State *L, int table, int pieces, int depth) {
    lua_Integer n = (lua_Integer)lua_rawlen(L, table), at = n;
    int count, top = lua_gettop(L);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_rawgeti(L, table, i);
        push_text(L, top + 1, NULL, depth);
        lua_rawseti(L, pieces, i);
        lua_settop(L, top);
    }
    const Key *keys = push_keys(L, table, n, &count);
    for (int i = 0; i < count; i++) {
        if (keys[i].word)
            lua_pushstring(L, keys[i].word);
        else
            lua_pushinteger(L, keys[i].number);
        push_item(L, table, depth);
        lua_rawseti(L, pieces, ++at);
    }
    lua_settop(L, top);
    return n;
}

/* Whether the pieces make one line, that far from its left end. */
static bool is_one_line(lua_State *L, int pieces, int depth) {
    size_t sum = (size_t)depth * INDENT;
    lua_Integer count = (lua_Integer)lua_rawlen(L, pieces);
    for (lua_Integer i = 1; i <= count && sum <= LINE; i++) {
        size_t length;
        lua_rawgeti(L, pieces, i);
        const char *text = lua_tolstring(L, -1, &length);
        sum += length + 2;
        if (strchr(text, '\n')) sum += LINE;
        lua_pop(L, 1);
    }
    return sum <= LINE;
}

static void add_break(luaL_Buffer *b, int depth) {
    luaL_addchar(b, '\n');
    for (int i = 0; i < depth * INDENT; i++) luaL_addchar(b, ' ');
}

/* Push the pieces in one line. */
static void join_line(lua_State *L, int pieces) {
    luaL_Buffer b;
    lua_Integer count = (lua_Integer)lua_rawlen(L, pieces);
    luaL_buffinit(L, &b);
    luaL_addstring(&b, count > 0 ? "{ " : "{");
    for (lua_Integer i = 1; i <= count; i++) {
        if (i > 1) luaL_addstring(&b, ", ");
        lua_rawgeti(L, pieces, i);
        luaL_addvalue(&b);
    }
    luaL_addstring(&b, count > 0 ? " }" : "}");
    luaL_pushresult(&b);
}

/* Push the pieces in lines of their own; short ones, of a list of numbers, as many as fit. Those of
 * a list of objects are numbered, since joints call them by number. */
static void join_lines(lua_State *L, int pieces, lua_Integer listed, int depth, bool numbered) {
    luaL_Buffer b;
    lua_Integer count = (lua_Integer)lua_rawlen(L, pieces);
    size_t column = LINE + 1;
    luaL_buffinit(L, &b);
    luaL_addchar(&b, '{');
    for (lua_Integer i = 1; i <= count; i++) {
        size_t length;
        lua_rawgeti(L, pieces, i);
        const char *text = lua_tolstring(L, -1, &length);
        bool object = text[0] == '{' || i > listed;
        bool fits = !object && column + length + 2 <= LINE;
        lua_pop(L, 1); /* the list holds it: the buffer must be on the top */
        if (fits)
            luaL_addchar(&b, ' ');
        else
            add_break(&b, depth + 1);
        column = (fits ? column : (size_t)(depth + 1) * INDENT) + length + 2;
        if (object) column = LINE + 1;
        luaL_addlstring(&b, text, length);
        luaL_addchar(&b, ',');
        if (numbered && object && i <= listed) {
            char note[32];
            snprintf(note, sizeof note, " -- %lld", (long long)i);
            luaL_addstring(&b, note);
        }
    }
    add_break(&b, depth);
    luaL_addchar(&b, '}');
    luaL_pushresult(&b);
}

/* Push the text of the value at index; key: of which field it is. */
static void push_text(lua_State *L, int index, const char *key, int depth) {
    size_t length;
    luaL_checkstack(L, 20, NULL);
    switch (lua_type(L, index)) {
    case LUA_TBOOLEAN:
        lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false");
        return;
    case LUA_TSTRING: {
        const char *text = lua_tolstring(L, index, &length);
        push_quoted(L, text, length);
        return;
    }
    case LUA_TNUMBER:
        if (lua_isinteger(L, index))
            push_integer(L, lua_tointeger(L, index), key && strcmp(key, "color") == 0);
        else
            push_float(L, lua_tonumber(L, index));
        return;
    }
    if (!lua_istable(L, index)) { /* a hole of a list, or a finalizer has emptied it meanwhile */
        lua_pushliteral(L, "nil");
        return;
    }
    lua_newtable(L);
    int pieces = lua_gettop(L);
    lua_Integer listed = list_pieces(L, index, pieces, depth + 1);
    if (depth > 0 && is_one_line(L, pieces, depth))
        join_line(L, pieces);
    else
        join_lines(L, pieces, listed, depth, depth == 1);
    lua_replace(L, pieces);
}

/* cairn.to_lua(table) -> string: a scene file */
int l_cairn_to_lua(lua_State *L) {
    bind_only_table(L, 1);
    check(L, 1, "", 0);
    push_text(L, 1, NULL, 0);
    lua_pushfstring(L,
                    "local cairn = require \"cairn\"\n\n"
                    "local LEVEL = %s\n\n"
                    "function scene.load()\n  return cairn.world(LEVEL)\nend\n",
                    lua_tostring(L, -1));
    return 1;
}
