/* pen.h: the draw list between those who draw and the one who renders.
 *
 * Plain commands in world units (text height and line width in pixels), no SDL, no Lua. Whoever
 * draws appends; view_render walks. A list is emptied and filled again each frame; its memory is
 * kept. Out of memory drops the command, never crashes. */
#ifndef CAIRN_PEN_H
#define CAIRN_PEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cairn.h"

typedef struct pen_Color {
    uint8_t r, g, b, a;
} pen_Color;

typedef enum pen_Kind {
    PEN_LINE,    /* points[0..1]; lines and strips are as thick as the larger of width, 2 radius */
    PEN_STRIP,   /* open outline through points */
    PEN_OUTLINE, /* closed outline through points */
    PEN_CIRCLE,  /* outline, points[0] centre, radius */
    PEN_DISC,    /* filled; points[1], if there, ends the orientation mark; radius 0: a dot of
                    width_px */
    PEN_POLYGON, /* filled convex, counter-clockwise, edges pushed out by radius and rounded */
    PEN_TEXT     /* anchored at points[0] */
} pen_Kind;

typedef struct pen_Command {
    pen_Kind kind;
    pen_Color color;  /* line or fill */
    pen_Color border; /* outline of filled kinds; a = 0 none */
    float width_px;   /* of lines and borders */
    float radius;     /* m; rounding, or half the thickness of lines */
    int first, count; /* points */
    int text;         /* PEN_TEXT: where it starts in list->text; ends with a NUL */
} pen_Command;

typedef struct pen_List {
    pen_Command *commands;
    int command_count, command_capacity;
    cn_Pos *points; /* double: the camera subtracts its centre before narrowing */
    int point_count, point_capacity;
    char *text;
    int text_count, text_capacity;
    pen_Color color; /* current, for the script's pen */
} pen_List;

void pen_list_clear(pen_List *list);
void pen_list_free(pen_List *list);
void pen_line(pen_List *list, pen_Color color, double x1, double y1, double x2, double y2);
void pen_arrow(pen_List *list, pen_Color color, double x1, double y1, double x2, double y2);
void pen_circle(pen_List *list, pen_Color color, double x, double y, double r);
void pen_disc(pen_List *list, pen_Color color, pen_Color border, double x, double y, double r);
/* flat x, y pairs */
void pen_polygon(pen_List *list, pen_Color color, pen_Color border, const double *points, int count,
                 double radius);
/* A filled circle of so many pixels whatever the zoom. */
void pen_dot(pen_List *list, pen_Color color, double x, double y, float width_px);
void pen_outline(pen_List *list, pen_Color color, const double *points, int count, bool closed);
/* Bytes of UTF-8; a zero among them is kept as a control character, which shows. */
void pen_text(pen_List *list, pen_Color color, double x, double y, const char *text, size_t bytes);

/* The whole world: shapes by state (awake, asleep, static, sensor, own colour), then what the
 * options ask for. view is the visible box, for culling: x1, y1, x2, y2. */
typedef struct pen_WorldOptions {
    double alpha; /* blend between the last two steps */
    double view[4];
    bool contacts, normals, impulses, bounds, centers;
    bool joints;
    bool sleep; /* colour by speed: asleep blue, slow green, fast red */
    bool names; /* the id of each body */
    cn_BodyId selected;
} pen_WorldOptions;
void pen_world(pen_List *list, const cn_World *world, const pen_WorldOptions *options);

#endif
