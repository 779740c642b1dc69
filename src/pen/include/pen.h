/* pen.h: the draw list between those who draw and the one who renders.
 *
 * Plain commands in world units (text height and line width in pixels) or in pixels from a corner,
 * no SDL, no Lua. Whoever draws appends; view_render walks. A list is emptied and filled again each
 * frame; its memory is kept. Out of memory drops the command, never crashes. */
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
    PEN_TEXT,    /* anchored at points[0] */
    PEN_IMAGE    /* a file about points[0]; points[1] holds its width and height, 0: by its shape */
} pen_Kind;

/* What the points of a command are: metres in the world, or pixels of the design, y up, from a
 * place of the picture. Whoever appends gives screen points with y down. */
typedef enum pen_Space {
    PEN_WORLD,
    PEN_TOP_LEFT,
    PEN_TOP,
    PEN_TOP_RIGHT,
    PEN_LEFT,
    PEN_CENTER,
    PEN_RIGHT,
    PEN_BOTTOM_LEFT,
    PEN_BOTTOM,
    PEN_BOTTOM_RIGHT
} pen_Space;

typedef enum pen_Align { PEN_ALIGN_LEFT, PEN_ALIGN_CENTER, PEN_ALIGN_RIGHT } pen_Align;
/* Of a text of several lines; PEN_FIRST_LINE: the anchor is in the middle of the first. */
typedef enum pen_Valign {
    PEN_FIRST_LINE,
    PEN_VALIGN_TOP,
    PEN_VALIGN_MIDDLE,
    PEN_VALIGN_BOTTOM
} pen_Valign;
typedef struct pen_Style {
    float size_px; /* of text; 0: the usual one */
    pen_Align align;
    pen_Valign valign;
    bool mono;
    bool gives_way; /* left out where another one that gives way stands already */
} pen_Style;

typedef struct pen_Command {
    pen_Kind kind;
    pen_Color color;  /* line or fill */
    pen_Color border; /* outline of filled kinds; a = 0 none */
    float width_px;   /* of lines and borders */
    float radius;     /* m; rounding, or half the thickness of lines */
    int first, count; /* points */
    int text;         /* PEN_TEXT, PEN_IMAGE (its path): where it is in list->text, with a NUL */
    pen_Style style;  /* PEN_TEXT */
    float angle;      /* PEN_IMAGE, rad */
    pen_Space space;
} pen_Command;

typedef struct pen_List {
    pen_Command *commands;
    int command_count, command_capacity;
    cn_Pos *points; /* double: the camera subtracts its centre before narrowing */
    int point_count, point_capacity;
    char *text;
    int text_count, text_capacity;
    /* for the script's pen; commands take space and width_px (0: the usual one) from here */
    pen_Color color;
    float width_px;
    pen_Space space;
    float screen_w, screen_h; /* px of the design; 0: not known */
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
/* Any simple polygon, filled. */
void pen_fill(pen_List *list, pen_Color color, const double *points, int count);
/* Bytes of UTF-8; a zero among them is kept as a control character, which shows. */
void pen_text(pen_List *list, pen_Color color, double x, double y, const char *text, size_t bytes,
              pen_Style style);
/* The picture in a file, its colours times color; w, h 0: by its shape. */
void pen_image(pen_List *list, pen_Color color, double x, double y, double w, double h,
               double angle, const char *path);

/* The whole world: shapes by state (awake, asleep, static, sensor, own colour), then what the
 * options ask for. view is the visible box, for culling: x1, y1, x2, y2. */
typedef struct pen_Name {
    int body; /* its index */
    const char *text;
} pen_Name;
typedef struct pen_WorldOptions {
    double alpha; /* blend between the last two steps */
    double view[4];
    double px; /* m of a pixel of the design */
    bool contacts, normals, impulses, bounds, centers, velocities, forces, tree;
    bool joints;
    bool sleep;            /* colour by speed: asleep blue, slow green, fast red */
    bool islands;          /* a colour for each group of bodies that act on each other */
    bool names;            /* of each body, its id where it has none */
    const pen_Name *named; /* those that have one, by index */
    int named_count;
    cn_BodyId selected;
} pen_WorldOptions;

/* What a mark stands for that is so long: of 1, 2, 5, 10 and so on, so that most marks of
 * the moment are about as long. 0: there is none. */
typedef struct pen_Scales {
    double px;       /* of the design: how long */
    double impulse;  /* N s */
    double velocity; /* m/s */
    double force;    /* N, of joints */
} pen_Scales;
/* What overlays are drawn with, for their legend. */
extern const pen_Color PEN_CONTACT, PEN_NEAR, PEN_NORMAL, PEN_IMPULSE, PEN_BOUNDS, PEN_CENTROID,
    PEN_VELOCITY, PEN_FORCE, PEN_JOINT, PEN_TREE, PEN_TREE_STATIC, PEN_ASLEEP, PEN_SLOW, PEN_FAST;
/* scales may be NULL; it holds those of the frame before, so that they change less often. */
void pen_world(pen_List *list, const cn_World *world, const pen_WorldOptions *options,
               pen_Scales *scales);

#endif
