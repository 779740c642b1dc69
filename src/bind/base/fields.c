/* fields.c: from a constructor's table to a definition, by lists of fields.
 *
 * First the keys of the table are matched against the lists, so that an unknown one is found
 * however much else is right; what is not plainly right is read after that in the order of the
 * lists: which mistake is reported does not depend on Lua's hash order. Not here: the lists
 * themselves (define/def.c). */
#include "base/fields.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/args.h"

int bind_field_error(bind_Reader *r, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const char *message = lua_pushvfstring(r->L, format, args);
    va_end(args);
    if (!r->field) return bind_arg_error(r->L, r->arg, "%s", message);
    return bind_arg_error(r->L, r->arg, "field '%s': %s", r->field, message);
}

/* ---- did you mean --------------------------------------------------------------------------- */

#define MAX_WORD 40

static int min3(int a, int b, int c) {
    int m = a < b ? a : b;
    return m < c ? m : c;
}

int bind_edit_distance(const char *a, const char *b) {
    int rows[3][MAX_WORD + 1];
    int n = (int)strlen(a), m = (int)strlen(b);
    if (n > MAX_WORD || m > MAX_WORD) return MAX_WORD;
    for (int j = 0; j <= m; j++) rows[0][j] = j;
    for (int i = 1; i <= n; i++) {
        int *row = rows[i % 3], *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int change = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = min3(above[j] + 1, row[j - 1] + 1, change);
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && two_above[j - 2] + 1 < row[j]) row[j] = two_above[j - 2] + 1;
        }
    }
    return rows[n % 3][m];
}

const char *bind_nearest(const char *word, const char *const *words, int count) {
    const char *best = NULL;
    int best_distance = MAX_WORD;
    for (int i = 0; i < count; i++) {
        int d = bind_edit_distance(word, words[i]);
        if (d < best_distance) {
            best = words[i];
            best_distance = d;
        }
    }
    /* a word with other letters throughout, or in a third of it and more, is no help */
    int length = (int)strlen(word), limit = length / 3 + 1;
    return best_distance <= limit && best_distance < length ? best : NULL;
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
    if (given != count) bind_field_error(r, "%d numbers expected, got %d", count, given);
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, -1, i + 1);
        target[i] = bind_field_number(r, -1);
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

/* What people who come from elsewhere write, without case and underscores, and what they mean. */
static const char *const foreign[][2] = {
    {"anchor", "at"},
    {"bodya", "a"},
    {"bodyb", "b"},
    {"bounce", "restitution"},
    {"category", "layer"},
    {"collideconnected", "collide"},
    {"dampingratio", "damping"},
    {"elasticity", "restitution"},
    {"frequency", "hertz"},
    {"height", "h"},
    {"lineardamping", "damping"},
    {"linearvelocity", "vx"},
    {"localanchora", "from"},
    {"localanchorb", "to"},
    {"lower", "limits"},
    {"lowerangle", "limits"},
    {"mask", "layer"},
    {"maxlength", "max"},
    {"maxmotorforce", "motor"},
    {"maxmotortorque", "motor"},
    {"maxtorque", "max"},
    {"minlength", "min"},
    {"motorspeed", "motor"},
    {"position", "x"},
    {"r", "radius"},
    {"rotation", "angle"},
    {"upper", "limits"},
    {"upperangle", "limits"},
    {"userdata", "data"},
    {"velocity", "vx"},
    {"vertices", "points"},
    {"width", "w"},
};

static bool is_same_but_for_style(const char *word, const char *plain) {
    for (; *word; word++) {
        if (*word == '_') continue;
        if (tolower((unsigned char)*word) != *plain++) return false;
    }
    return *plain == '\0';
}

static const char *meant_by(const char *word, const char *const *words, int count) {
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        if (!is_same_but_for_style(word, foreign[i][0])) continue;
        for (int k = 0; k < count; k++)
            if (strcmp(words[k], foreign[i][1]) == 0) return words[k];
    }
    return bind_nearest(word, words, count);
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
    const char *near = meant_by(word, words, n);
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
