/* shot.h: a picture, many of them, and the time they take, without a display. */
#ifndef CAIRN_VIEW_SHOT_H
#define CAIRN_VIEW_SHOT_H

#include "host.h"

/* As host_Viewer says. */
int view_shot(host_Scene *scene, const char *path, int width, int height, const char **error);
int view_picture(const pen_List *list, const char *path, int width, int height, const char **error);
int view_film(host_Scene *scene, const host_FilmOptions *options, const char **error);
int view_bench(host_Scene *scene, const host_BenchOptions *options, double *ms);

#endif
