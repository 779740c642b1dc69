/* write.c: definitions into tables: what base/fields.c does, backwards. */
#include "describe/write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void push_list(lua_State *L, const double *list, int count) {
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_pushnumber(L, list[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

void bind_write_numbers(lua_State *L, int table, const char *name, const double *list, int count) {
    table = lua_absindex(L, table);
    push_list(L, list, count);
    bind_set_raw(L, table, name);
}

static bool differ(const double *now, const double *usual, int count) {
    for (int i = 0; i < count; i++)
        if (!(now[i] == usual[i])) return true;
    return false;
}

static bool push_numbers(lua_State *L, const double *now, const double *usual, int count) {
    if (!differ(now, usual, count)) return false;
    if (count == 1)
        lua_pushnumber(L, *now);
    else
        push_list(L, now, count);
    return true;
}

/* Push the value of a field; false, and nothing, where it is as usual. */
static bool push_field(lua_State *L, const bind_Field *field, const void *now, const void *usual) {
    const void *a = (const char *)now + field->offset, *b = (const char *)usual + field->offset;
    switch (field->kind) {
    case BIND_NUMBER:
    case BIND_LIMIT:
        return push_numbers(L, a, b, 1);
    case BIND_PAIR:
    case BIND_RANGE:
        return push_numbers(L, a, b, 2);
    case BIND_QUAD:
        return push_numbers(L, a, b, 4);
    case BIND_INTEGER:
        if (*(const int *)a == *(const int *)b) return false;
        lua_pushinteger(L, *(const int *)a);
        return true;
    case BIND_ENUM:
        if (*(const int *)a == *(const int *)b) return false;
        lua_pushstring(L, field->names[*(const int *)a]);
        return true;
    case BIND_BOOLEAN:
        if (*(const bool *)a == *(const bool *)b) return false;
        lua_pushboolean(L, *(const bool *)a);
        return true;
    case BIND_STRING:
    case BIND_ANY:
    case BIND_CUSTOM:
        break;
    }
    return false;
}

void bind_write_fields(lua_State *L, int table, const bind_Field *fields, const void *now,
                       const void *usual) {
    table = lua_absindex(L, table);
    for (const bind_Field *f = fields; f->name; f++)
        if (push_field(L, f, now, usual)) bind_set_raw(L, table, f->name);
}

void bind_write_nested(lua_State *L, int table, const char *name, const bind_Field *fields,
                       const void *now, const void *usual) {
    table = lua_absindex(L, table);
    lua_newtable(L);
    bind_write_fields(L, -1, fields, now, usual);
    bind_set_raw(L, table, name);
}

void bind_write_value(lua_State *L, int table, const char *name, int index, int value) {
    table = lua_absindex(L, table);
    if (lua_getiuservalue(L, index, value) == LUA_TNIL || lua_isnone(L, -1))
        lua_pop(L, 1);
    else
        bind_set_raw(L, table, name);
}

/* ---- short numbers ------------------------------------------------------------------------------
 */

enum { FLOAT_DIGITS = 9, DOUBLE_DIGITS = 17, MOST_NUMBERS = 2 };

static double rounded(double v, int digits) {
    char text[32];
    snprintf(text, sizeof text, "%.*g", digits, v);
    return strtod(text, NULL);
}

double bind_short_float(double v) {
    for (int digits = 1; digits <= FLOAT_DIGITS; digits++) {
        double candidate = rounded(v, digits);
        if ((float)candidate == (float)v) return candidate;
    }
    return v;
}

bool bind_shorten(double *list, int count, bind_Same same, const void *context) {
    double candidate[MOST_NUMBERS];
    for (int digits = 1; digits <= DOUBLE_DIGITS; digits++) {
        for (int i = 0; i < count; i++) candidate[i] = rounded(list[i], digits);
        if (!same(context, candidate)) continue;
        memcpy(list, candidate, (size_t)count * sizeof *list);
        return true;
    }
    return false;
}

/* rad, and how many of them on either side. Cosine and sine are kept as floats, 6e-8 apart near 1:
 * the angle of the two is that far from the one that was given at most. */
static const double ANGLE_STEP = 2e-9;
enum { ANGLE_STEPS = 100 };
/* count, from 1 to 2: a few directions come of the rounding of none of length 1 */
enum { LENGTHS = 16 };

static double turned(double angle, int k) {
    return angle + ANGLE_STEP * (k % 2 ? (k + 1) / 2 : -k / 2);
}

static bool turn_with_length(double *list, double length, bind_Same same, const void *context) {
    double angle = cn_atan2(list[1], list[0]);
    for (int k = 0; k <= 2 * ANGLE_STEPS; k++) {
        double near[2] = {length * cn_cos(turned(angle, k)), length * cn_sin(turned(angle, k))};
        if (!same(context, near)) continue;
        memcpy(list, near, sizeof near);
        return true;
    }
    return false;
}

bool bind_turn(double *list, bind_Same same, const void *context) {
    for (int k = 0; k < LENGTHS; k++)
        if (turn_with_length(list, 1 + (double)k / LENGTHS, same, context)) return true;
    return false;
}

bool bind_turn_angle(double *angle, bind_Same same, const void *context) {
    for (int k = 0; k <= 2 * ANGLE_STEPS; k++) {
        double near = turned(*angle, k);
        if (!same(context, &near)) continue;
        *angle = near;
        return true;
    }
    return false;
}
