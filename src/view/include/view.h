/* view.h: the SDL2 viewer, handed to the host by main. */
#ifndef CAIRN_VIEW_H
#define CAIRN_VIEW_H

#include "host.h"

const host_Viewer *view_get(void);

/* A window whose frames the caller calls, where nothing may wait: the page. NULL, said on stderr,
 * when there can be none. */
typedef struct view_Session view_Session;
view_Session *view_session_open(host_Scene *scene, const host_WindowOptions *options);
/* Events, edited files, the ticks that are due, drawing, presenting. */
void view_session_frame(view_Session *session);
void view_session_resize(view_Session *session, int width, int height);
void view_session_close(view_Session *session);

#endif
