/* pen.c: the draw list itself.
 *
 * Three growing arrays: commands, the points they index, the bytes of their text. Appending either
 * succeeds as a whole or drops the command, so a renderer never sees half of one. Commands with a
 * number that is not finite are dropped here, once, so that no renderer has to ask.
 * Not here: what a world looks like (pen_world.c), pixels (view). */
#include "pen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pen_list.h"

/* Beyond this a script draws by mistake (a loop without end); memory stays below 300 MB. */
#define MAX_COMMANDS (1 << 20)
#define MAX_POINTS   (1 << 22)
#define MAX_TEXT     (1 << 24)

#define LINE_WIDTH_PX  1.5f
#define ARROW_HEAD     0.22 /* of its length */
#define ARROW_HEAD_COS 0.90 /* about 25 degrees either side */
#define ARROW_HEAD_SIN 0.42

/* Make room for need elements of size bytes; false when that cannot be. */
static bool grow(void **memory, int *capacity, long need, long limit, size_t size) {
    if (need <= *capacity) return true;
    if (need > limit) return false;
    long wanted = *capacity ? 2L * *capacity : 256;
    while (wanted < need) wanted *= 2;
    void *moved = realloc(*memory, (size_t)wanted * size);
    if (!moved) return false;
    *memory = moved;
    *capacity = (int)wanted;
    return true;
}

cn_Pos *pen_list_reserve(pen_List *list, int count) {
    void *memory = list->points;
    bool ok = count >= 0 && grow(&memory, &list->point_capacity, (long)list->point_count + count,
                                 MAX_POINTS, sizeof(cn_Pos));
    list->points = memory;
    return ok ? list->points + list->point_count : NULL;
}

pen_Command *pen_list_command(pen_List *list, pen_Kind kind, pen_Color color, int count) {
    void *memory = list->commands;
    bool ok = grow(&memory, &list->command_capacity, (long)list->command_count + 1, MAX_COMMANDS,
                   sizeof(pen_Command));
    list->commands = memory;
    if (!ok) return NULL;
    pen_Command *command = &list->commands[list->command_count++];
    *command = (pen_Command){.kind = kind,
                             .color = color,
                             .width_px = list->width_px > 0.0f ? list->width_px : LINE_WIDTH_PX,
                             .space = list->space,
                             .first = list->point_count,
                             .count = count};
    list->point_count += count;
    return command;
}

static bool all_finite(const double *numbers, int count) {
    for (int i = 0; i < count; i++)
        if (!isfinite(numbers[i])) return false;
    return true;
}

/* A command over a copy of flat x, y pairs. */
static pen_Command *add(pen_List *list, pen_Kind kind, pen_Color color, const double *points,
                        int count) {
    if (!list || count < 1 || !all_finite(points, 2 * count)) return NULL;
    cn_Pos *to = pen_list_reserve(list, count);
    if (!to) return NULL;
    double up = list->space == PEN_WORLD ? 1.0 : -1.0;
    for (int i = 0; i < count; i++) to[i] = (cn_Pos){points[2 * i], up * points[2 * i + 1]};
    return pen_list_command(list, kind, color, count);
}

void pen_list_clear(pen_List *list) {
    list->command_count = list->point_count = list->text_count = 0;
    list->color = (pen_Color){240, 240, 240, 255};
    list->width_px = 0.0f;
    list->space = PEN_WORLD;
}

void pen_list_free(pen_List *list) {
    free(list->commands);
    free(list->points);
    free(list->text);
    *list = (pen_List){0};
}

void pen_line(pen_List *list, pen_Color color, double x1, double y1, double x2, double y2) {
    add(list, PEN_LINE, color, (double[]){x1, y1, x2, y2}, 2);
}

void pen_arrow(pen_List *list, pen_Color color, double x1, double y1, double x2, double y2) {
    double hx = ARROW_HEAD * (x1 - x2), hy = ARROW_HEAD * (y1 - y2);
    double c = ARROW_HEAD_COS, s = ARROW_HEAD_SIN;
    double head[6] = {x2 + c * hx - s * hy, y2 + s * hx + c * hy, x2, y2,
                      x2 + c * hx + s * hy, y2 - s * hx + c * hy};
    pen_line(list, color, x1, y1, x2, y2);
    add(list, PEN_STRIP, color, head, 3);
}

void pen_circle(pen_List *list, pen_Color color, double x, double y, double r) {
    if (!isfinite(r)) return;
    pen_Command *command = add(list, PEN_CIRCLE, color, (double[]){x, y}, 1);
    if (command) command->radius = (float)fabs(r);
}

void pen_disc(pen_List *list, pen_Color color, pen_Color border, double x, double y, double r) {
    if (!isfinite(r)) return;
    pen_Command *command = add(list, PEN_DISC, color, (double[]){x, y}, 1);
    if (!command) return;
    command->border = border;
    command->radius = (float)fabs(r);
}

void pen_dot(pen_List *list, pen_Color color, double x, double y, float width_px) {
    pen_Command *command = add(list, PEN_DISC, color, (double[]){x, y}, 1);
    if (command) command->width_px = width_px;
}

void pen_polygon(pen_List *list, pen_Color color, pen_Color border, const double *points, int count,
                 double radius) {
    if (!isfinite(radius)) return;
    pen_Command *command = add(list, PEN_POLYGON, color, points, count);
    if (!command) return;
    command->border = border;
    command->radius = (float)fabs(radius);
}

void pen_outline(pen_List *list, pen_Color color, const double *points, int count, bool closed) {
    add(list, closed ? PEN_OUTLINE : PEN_STRIP, color, points, count);
}

/* A command over points and a text. */
static pen_Command *add_text(pen_List *list, pen_Kind kind, pen_Color color, const double *points,
                             int count, const char *text, size_t size) {
    if (!list || !text) return NULL;
    int bytes = size < MAX_TEXT ? (int)size : MAX_TEXT;
    void *memory = list->text;
    bool ok = grow(&memory, &list->text_capacity, (long)list->text_count + bytes + 1, MAX_TEXT, 1);
    list->text = memory;
    pen_Command *command = ok ? add(list, kind, color, points, count) : NULL;
    if (!command) return NULL;
    command->text = list->text_count;
    char *to = list->text + list->text_count;
    for (int i = 0; i < bytes; i++) to[i] = text[i] ? text[i] : '\x01';
    to[bytes] = '\0';
    list->text_count += bytes + 1;
    return command;
}

void pen_text(pen_List *list, pen_Color color, double x, double y, const char *text, size_t size,
              pen_Style style) {
    pen_Command *command = add_text(list, PEN_TEXT, color, (double[]){x, y}, 1, text, size);
    if (command) command->style = style;
}

void pen_image(pen_List *list, pen_Color color, double x, double y, double w, double h,
               double angle, const char *path) {
    if (!isfinite(angle) || !path) return;
    double points[4] = {x, y, w, h};
    pen_Command *command = add_text(list, PEN_IMAGE, color, points, 2, path, strlen(path));
    if (command) command->angle = (float)angle;
}
