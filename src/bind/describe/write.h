/* write.h: definitions into tables, by the lists of fields that read them. */
#ifndef BIND_DESCRIBE_WRITE_H
#define BIND_DESCRIBE_WRITE_H

#include "base/fields.h"

/* Write to the table those fields whose value differs from the usual one; NaN differs from all.
 * Fields that only their constructor can read are passed over. */
void bind_write_fields(lua_State *L, int table, const bind_Field *fields, const void *now,
                       const void *usual);
/* The same into a table of its own, which becomes field `name`. */
void bind_write_nested(lua_State *L, int table, const char *name, const bind_Field *fields,
                       const void *now, const void *usual);
/* A list of numbers as field `name`. */
void bind_write_numbers(lua_State *L, int table, const char *name, const double *list, int count);
/* The user value of the handle at index, unless it is nil, as field `name`. */
void bind_write_value(lua_State *L, int table, const char *name, int index, int value);

/* A number was kept as a float: the shortest decimal that is kept as the same one. */
double bind_short_float(double v);
/* Numbers that people write are short: the shortest decimals of a list near these that are `same`
 * to the caller; false, and the list as it was, where there are none. */
typedef bool (*bind_Same)(const void *context, const double *list);
bool bind_shorten(double *list, int count, bind_Same same, const void *context);
/* A direction of length 1 near that of the list which is `same`; false, and the list as it was,
 * where none is found. */
bool bind_turn(double *list, bind_Same same, const void *context);
/* An angle near this one which is `same`; likewise. */
bool bind_turn_angle(double *angle, bind_Same same, const void *context);

#endif
