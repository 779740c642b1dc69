/* layout.h: where the parts of the hud go, so that none covers another. */
#ifndef CAIRN_VIEW_LAYOUT_H
#define CAIRN_VIEW_LAYOUT_H

#include <SDL.h>
#include <stdbool.h>

/* What each part would like, px; 0: it is not there. */
typedef struct view_Wanted {
    float width, height; /* of the picture */
    float margin, line;
    float top;       /* below the status line, banner and inspector */
    SDL_FRect panel; /* where it is, at the right; w = 0: none */
    float scale_w, scale_h;
    float graph_w, graph_h, graph_least; /* it can be narrower, down to least */
    float output_w;
    int output_lines;
    float toast_w, toast_h;
} view_Wanted;

/* Width 0: no room. */
typedef struct view_Layout {
    SDL_FRect scale, graph, output, toast;
    int output_lines; /* how many fit */
} view_Layout;

/* How far parts at the left may reach beside the panel. */
float view_layout_right(float width, float margin, SDL_FRect panel);
view_Layout view_layout(const view_Wanted *wanted);

#endif
