/* pen_list.h: how the list grows; private to the pen room. */
#ifndef CAIRN_PEN_LIST_H
#define CAIRN_PEN_LIST_H

#include "pen.h"

/* Room for count more points, not yet counted in; NULL when the list is full. */
cn_Pos *pen_list_reserve(pen_List *list, int count);
/* A command over the next count points (which the caller has written behind the last one), counted
 * in; NULL when the list is full. */
pen_Command *pen_list_command(pen_List *list, pen_Kind kind, pen_Color color, int count);

/* pen_joint.c: the joints of a world; size is the shorter side of the view, m. */
void pen_joints(pen_List *list, const cn_World *world, const pen_WorldOptions *options,
                double size);

/* Where a point of the body is drawn that is at p after the step. */
cn_Pos pen_drawn_point(const cn_World *world, double alpha, cn_BodyId body, cn_Pos p);

/* pen_marks.c: contacts, velocities, forces, names and so on, over the bodies. */
void pen_marks(pen_List *list, const cn_World *world, const pen_WorldOptions *options,
               pen_Scales *scales);

/* pen_island.c: which bodies act on each other by contacts and joints: by the index of a body the
 * lowest index of its island, 0 of a body that does not move by forces. To be freed; NULL when out
 * of memory. */
int *pen_islands(const cn_World *world);

/* pen_mover.c: its characters. */
void pen_movers(pen_List *list, const cn_World *world, const pen_WorldOptions *options,
                double size);

#endif
