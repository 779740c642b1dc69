/* fields.h: constructors' tables into definitions, by lists of fields. */
#ifndef BIND_BASE_FIELDS_H
#define BIND_BASE_FIELDS_H

#include <math.h>

#include "base/types.h"

/* How a constructor's table becomes a definition: lists of fields, each with its place. */
typedef enum bind_FieldKind {
    BIND_NUMBER,  /* double */
    BIND_LIMIT,   /* double, math.huge allowed */
    BIND_INTEGER, /* int */
    BIND_BOOLEAN, /* bool */
    BIND_PAIR,    /* two doubles from {x, y} */
    BIND_RANGE,   /* two doubles from {lower, upper} or keys of those names: see bind_range_end */
    BIND_QUAD,    /* four doubles from {x1, y1, x2, y2} */
    BIND_ENUM,    /* int, by names */
    BIND_STRING,  /* checked only, read later by whoever wants it */
    BIND_ANY,     /* not even checked */
    BIND_CUSTOM   /* by read, which finds the value on the top and leaves it there */
} bind_FieldKind;
typedef struct bind_Reader bind_Reader;
typedef struct bind_Field {
    const char *name;
    bind_FieldKind kind;
    size_t offset;
    const char *const *names;
    void (*read)(bind_Reader *reader, void *target);
} bind_Field;
typedef struct bind_FieldSet {
    const bind_Field *fields; /* ends with a NULL name */
    void *target;
} bind_FieldSet;
struct bind_Reader {
    lua_State *L;
    int arg;           /* the argument to blame */
    int table;         /* absolute stack index of the table */
    const char *field; /* being read */
    bool extras;       /* whether there are fields that the lists only know by name */
    bind_World *world; /* NULL for cairn.world */
    int world_index;
};
#define BIND_MAX_FIELDS 64
/* Read the table into the sets' targets. Unknown fields raise with the nearest known name. */
void bind_read_table(bind_Reader *reader, const bind_FieldSet *sets, int count);
/* Raise about the field being read; NULL: about the argument itself. */
int bind_field_error(bind_Reader *reader, const char *format, ...);
double bind_field_number(bind_Reader *reader, int index);
/* An end of a range: what is not given, or without limit on its side, is what the core takes for
 * never. */
static inline double bind_range_end(double v, double never) {
    return (never < 0 ? v == -HUGE_VAL : v == HUGE_VAL) ? never : v;
}
/* The other way: for who reads it. */
static inline double bind_range_told(double v) {
    return v <= -CN_MAX_DRIVE ? -HUGE_VAL : v >= CN_MAX_DRIVE ? HUGE_VAL : v;
}
/* Read the table on the top, the value of the reader's field, by a list of its own. */
void bind_read_nested(bind_Reader *reader, const bind_Field *fields, void *target);
/* Push a buffer of doubles (userdata) with the flat points of a field of the reader's table. */
double *bind_read_points(bind_Reader *reader, const char *field, int *count);
/* As bind_read_points, of the table on the top, which the buffer replaces. */
double *bind_read_list(bind_Reader *reader, int *count);
/* The value on the top, which is number i of them, from 0. */
double bind_point_number(bind_Reader *reader, int i);
/* True when the table at index has the field. */
bool bind_has_field(lua_State *L, int index, const char *field);
/* A script's own tables are read and written as they are, past their metatables: an __index might
 * do anything, destroy the world included, in the middle of a call. bind_get_raw pushes the value
 * of a field and returns its type; bind_set_raw pops the value on the top. */
int bind_get_raw(lua_State *L, int index, const char *field);
void bind_set_raw(lua_State *L, int index, const char *field);

#endif
