/* fields.c: from a constructor's table to a definition, by lists of fields.
 *
 * First the keys of the table are matched against the lists, so that an unknown one is found
 * however much else is right; what is not plainly right is read after that in the order of the
 * lists: which mistake is reported does not depend on Lua's hash order. Not here: the lists
 * themselves (define/def.c). */
#include "base/fields.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/args.h"
#include "base/words.h"

int bind_field_error(bind_Reader *r, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const char *message = lua_pushvfstring(r->L, format, args);
    va_end(args);
    if (!r->field) return bind_arg_error(r->L, r->arg, "%s", message);
    return bind_arg_error(r->L, r->arg, "field '%s': %s", r->field, message);
}

/* ---- reading -------------------------------------------------------------------------------- */

double bind_field_number(bind_Reader *r, int index) {
    if (lua_type(r->L, index) != LUA_TNUMBER) {
        bind_field_error(r, "number expected, got %s", bind_type_name(r->L, index));
    }
    double v = lua_tonumber(r->L, index);
    if (!isfinite(v)) bind_field_error(r, "finite number expected, got %s", bind_digits(r->L, v));
    return v;
}

/* math.huge is a limit, too. */
static double read_limit(bind_Reader *r, int index) {
    bool unlimited = lua_type(r->L, index) == LUA_TNUMBER && lua_tonumber(r->L, index) == HUGE_VAL;
    return unlimited ? INFINITY : bind_field_number(r, index);
}

static int read_integer(bind_Reader *r, int index) {
    double v = bind_field_number(r, index);
    if (v != floor(v) || fabs(v) > 2e9)
        bind_field_error(r, "integer expected, got %s", bind_digits(r->L, v));
    return (int)v;
}

/* {x, y} or {x1, y1, x2, y2} on the top. */
static void read_list(bind_Reader *r, double *target, int count) {
    lua_State *L = r->L;
    if (!lua_istable(L, -1)) {
        bind_field_error(r, "table of %d numbers expected, got %s", count, bind_type_name(L, -1));
    }
    int given = (int)lua_rawlen(L, -1);
    if (given == 0 && bind_has_field(L, -1, "x"))
        bind_field_error(r, "%d numbers expected, got the key 'x'; it is a list: {%s}", count,
                         count == 2 ? "x, y" : "x1, y1, x2, y2");
    if (given != count) bind_field_error(r, "%d numbers expected, got %d", count, given);
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, -1, i + 1);
        target[i] = bind_field_number(r, -1);
        lua_pop(L, 1);
    }
}

/* The end on the top, which nil leaves open; name: its key, or NULL. */
static double read_end(bind_Reader *r, const char *name, double never) {
    lua_State *L = r->L;
    if (name && lua_isnil(L, -1)) return never;
    if (lua_type(L, -1) == LUA_TNUMBER) {
        double v = lua_tonumber(L, -1);
        if (isinf(v) && bind_range_end(v, never) == never) return never;
    }
    const char *field = r->field;
    if (name) r->field = lua_pushfstring(L, "%s.%s", field, name);
    double v = bind_field_number(r, name ? -2 : -1);
    if (name) lua_pop(L, 1);
    r->field = field;
    return v;
}

/* Only the two keys may be in it. */
static void check_ends(bind_Reader *r) {
    lua_State *L = r->L;
    lua_pushnil(L);
    while (lua_next(L, -2)) {
        lua_pop(L, 1);
        const char *key = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
        bool known = key && (strcmp(key, "lower") == 0 || strcmp(key, "upper") == 0);
        if (!known && key) bind_field_error(r, "unknown field '%s', expected lower or upper", key);
        if (!known) bind_field_error(r, "2 numbers expected, got %d", (int)lua_rawlen(L, -2));
    }
}

static void read_range(bind_Reader *r, double *target) {
    static const char *const names[] = {"lower", "upper"};
    lua_State *L = r->L;
    if (!lua_istable(L, -1))
        bind_field_error(r, "table of 2 numbers expected, got %s", bind_type_name(L, -1));
    bool keyed = bind_has_field(L, -1, "lower") || bind_has_field(L, -1, "upper");
    int given = (int)lua_rawlen(L, -1);
    if (keyed || given == 0) check_ends(r);
    if (!keyed && given != 2) bind_field_error(r, "2 numbers expected, got %d", given);
    for (int i = 0; i < 2; i++) {
        if (keyed)
            bind_get_raw(L, -1, names[i]);
        else
            lua_rawgeti(L, -1, i + 1);
        target[i] = read_end(r, keyed ? names[i] : NULL, i == 0 ? -CN_MAX_DRIVE : CN_MAX_DRIVE);
        lua_pop(L, 1);
    }
}

static int read_enum(bind_Reader *r, const char *const *names) {
    lua_State *L = r->L;
    if (lua_type(L, -1) != LUA_TSTRING) {
        bind_field_error(r, "string expected, got %s", bind_type_name(L, -1));
    }
    const char *word = lua_tostring(L, -1);
    for (int i = 0; names[i]; i++) {
        if (strcmp(word, names[i]) == 0) return i;
    }
    bind_push_strings(L, names);
    return bind_field_error(r, "invalid %s '%s', expected %s", r->field, word, lua_tostring(L, -1));
}

static void expect(bind_Reader *r, int type, const char *name) {
    if (lua_type(r->L, -1) != type) {
        bind_field_error(r, "%s expected, got %s", name, bind_type_name(r->L, -1));
    }
}

/* The value is on the top and stays there. */
static void read_field(bind_Reader *r, const bind_Field *field, void *base) {
    void *target = (char *)base + field->offset;
    r->field = field->name;
    switch (field->kind) {
    case BIND_NUMBER:
        *(double *)target = bind_field_number(r, -1);
        break;
    case BIND_LIMIT:
        *(double *)target = read_limit(r, -1);
        break;
    case BIND_INTEGER:
        *(int *)target = read_integer(r, -1);
        break;
    case BIND_BOOLEAN:
        expect(r, LUA_TBOOLEAN, "boolean");
        *(bool *)target = lua_toboolean(r->L, -1);
        break;
    case BIND_PAIR:
        read_list(r, target, 2);
        break;
    case BIND_RANGE:
        read_range(r, target);
        break;
    case BIND_QUAD:
        read_list(r, target, 4);
        break;
    case BIND_ENUM:
        *(int *)target = read_enum(r, field->names);
        break;
    case BIND_STRING:
        expect(r, LUA_TSTRING, "string");
        break;
    case BIND_ANY:
        break;
    case BIND_CUSTOM:
        field->read(r, base);
        break;
    }
}

/* ---- the keys of the table --------------------------------------------------------------------
 */

/* The field of that name, its ordinal over all sets and its set; NULL when there is none. */
static const bind_Field *find_field(const char *key, const bind_FieldSet **set, int count,
                                    int *ordinal) {
    for (int s = 0; s < count; s++, ++*set) {
        for (const bind_Field *f = (*set)->fields; f->name; f++, ++*ordinal) {
            if (key[0] == f->name[0] && strcmp(key, f->name) == 0) return f;
        }
    }
    return NULL;
}

/* The first in the order of the alphabet: Lua's own order changes with each start. */
static const char *first_unknown(bind_Reader *r, const bind_FieldSet *sets, int count) {
    lua_State *L = r->L;
    const char *first = NULL;
    for (lua_pushnil(L); lua_next(L, r->table); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING) continue;
        const char *word = lua_tostring(L, -2); /* the table holds it */
        const bind_FieldSet *set = sets;
        int n = 0;
        if (find_field(word, &set, count, &n)) continue;
        if (!first || strcmp(word, first) < 0) first = word;
    }
    return first;
}

static void unknown_field(bind_Reader *r, const bind_FieldSet *sets, int count) {
    const char *words[BIND_MAX_FIELDS];
    int n = 0;
    const char *word = first_unknown(r, sets, count);
    if (!word) {
        lua_pushvalue(r->L, -2);
        bind_field_error(r, "unknown field [%s]", luaL_tolstring(r->L, -1, NULL));
    }
    for (int s = 0; s < count; s++) {
        for (const bind_Field *f = sets[s].fields; f->name; f++) words[n++] = f->name;
    }
    const char *near = bind_meant_field(word, words, n);
    const char *sentence =
        near ? lua_pushfstring(r->L, "unknown field '%s', did you mean '%s'?", word, near)
             : lua_pushfstring(r->L, "unknown field '%s'", word);
    bind_field_error(r, "%s", sentence);
}

/* Read the value on the top where nothing can be said against it, whatever other fields hold. */
static bool read_plain(lua_State *L, const bind_Field *field, void *base) {
    void *target = (char *)base + field->offset;
    if (field->kind == BIND_NUMBER && lua_type(L, -1) == LUA_TNUMBER) {
        double v = lua_tonumber(L, -1);
        if (isfinite(v)) *(double *)target = v;
        return isfinite(v);
    }
    if (field->kind != BIND_BOOLEAN || !lua_isboolean(L, -1)) return false;
    *(bool *)target = lua_toboolean(L, -1);
    return true;
}

/* Match the keys of the table with the fields. What is plainly right is read at once; the fields
 * that are left to be read in their order come back as bits by ordinal. */
static uint64_t match_keys(bind_Reader *r, const bind_FieldSet *sets, int count) {
    lua_State *L = r->L;
    uint64_t left = 0;
    lua_pushnil(L);
    while (lua_next(L, r->table)) {
        int n = 0;
        const bind_FieldSet *set = sets;
        const bind_Field *field = NULL;
        if (lua_type(L, -2) == LUA_TSTRING)
            field = find_field(lua_tostring(L, -2), &set, count, &n);
        if (!field) unknown_field(r, sets, count);
        if (!read_plain(L, field, set->target)) left |= (uint64_t)1 << n;
        lua_pop(L, 1);
    }
    return left;
}

void bind_read_table(bind_Reader *r, const bind_FieldSet *sets, int count) {
    lua_State *L = r->L;
    if (!lua_istable(L, r->arg)) bind_type_error(L, r->arg, "table");
    r->table = lua_absindex(L, r->arg);
    r->field = NULL;
    luaL_checkstack(L, 10, NULL);
    uint64_t left = match_keys(r, sets, count);
    for (int s = 0; s < count && left; s++) {
        for (const bind_Field *f = sets[s].fields; f->name; f++, left >>= 1) {
            if ((left & 1) == 0) continue;
            r->extras = r->extras || f->kind == BIND_ANY || f->kind == BIND_STRING;
            bind_get_raw(L, r->table, f->name);
            read_field(r, f, sets[s].target);
            lua_pop(L, 1);
        }
    }
}

/* A wrong key or value inside is reported as that of the field: locks.x. */
void bind_read_nested(bind_Reader *r, const bind_Field *fields, void *target) {
    lua_State *L = r->L;
    const char *outer = r->field;
    int table = lua_gettop(L);
    bind_Reader inner = *r;
    inner.table = table;
    bind_FieldSet set = {fields, target};
    luaL_checkstack(L, 10, NULL);
    match_keys(&inner, &set, 1);
    for (const bind_Field *f = fields; f->name; f++) {
        bind_Field named = *f;
        bind_get_raw(L, table, f->name);
        named.name = lua_pushfstring(L, "%s.%s", outer, f->name);
        lua_insert(L, -2);
        if (!lua_isnil(L, -1)) read_field(&inner, &named, target);
        lua_pop(L, 2);
    }
}

int bind_get_raw(lua_State *L, int index, const char *field) {
    index = lua_absindex(L, index);
    lua_pushstring(L, field);
    return lua_rawget(L, index);
}

void bind_set_raw(lua_State *L, int index, const char *field) {
    index = lua_absindex(L, index);
    lua_pushstring(L, field);
    lua_insert(L, -2);
    lua_rawset(L, index);
}

bool bind_has_field(lua_State *L, int index, const char *field) {
    bool has = bind_get_raw(L, index, field) != LUA_TNIL;
    lua_pop(L, 1);
    return has;
}

double bind_point_number(bind_Reader *r, int i) {
    lua_State *L = r->L;
    if (lua_type(L, -1) != LUA_TNUMBER) {
        bind_field_error(r, "number %d: number expected, got %s%s", i + 1, bind_type_name(L, -1),
                         lua_istable(L, -1) ? "; points are flat: {x1, y1, x2, y2, ...}" : "");
    }
    double v = lua_tonumber(L, -1);
    if (!isfinite(v)) {
        bind_field_error(r, "number %d: finite number expected, got %s", i + 1, bind_digits(L, v));
    }
    return v;
}

double *bind_read_list(bind_Reader *r, int *count) {
    lua_State *L = r->L;
    lua_Unsigned n = lua_rawlen(L, -1);
    if (n > 2000000) bind_field_error(r, "at most 1000000 points, got %d", (int)(n / 2));
    double *points = lua_newuserdatauv(L, (n + 1) * sizeof *points, 0);
    for (lua_Unsigned i = 0; i < n; i++) {
        lua_rawgeti(L, -2, (lua_Integer)i + 1);
        points[i] = bind_point_number(r, (int)i);
        lua_pop(L, 1);
    }
    if (n % 2 != 0) bind_field_error(r, "x, y pairs expected, got %d numbers", (int)n);
    lua_remove(L, -2);
    *count = (int)(n / 2);
    return points;
}

double *bind_read_points(bind_Reader *r, const char *field, int *count) {
    lua_State *L = r->L;
    r->field = field;
    bind_get_raw(L, r->table, field);
    if (!lua_istable(L, -1)) {
        bind_field_error(r, "table of numbers expected, got %s", bind_type_name(L, -1));
    }
    return bind_read_list(r, count);
}
