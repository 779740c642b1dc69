/* layout.c: from the bottom up: the frame graph and the scale, what was printed, the toast.
 *
 * The panel and what is at the top are given. Parts at the bottom end where the panel starts; each
 * takes what is left by those before it, and one that has no room is left out. */
#include "layout.h"

float view_layout_right(float width, float margin, SDL_FRect panel) {
    return panel.w > 0.0f ? panel.x - 0.5f * margin : width;
}

/* A box on the ground y, at the left, if it fits below the top. */
static SDL_FRect stack(const view_Wanted *wanted, float y, float w, float h) {
    float m = wanted->margin;
    if (w <= 0.0f || y - h < wanted->top) return (SDL_FRect){0};
    return (SDL_FRect){0.5f * m, y - h, w, h};
}

static bool meets(SDL_FRect a, SDL_FRect b, float gap) {
    return a.w > 0.0f && b.w > 0.0f && a.x < b.x + b.w + gap && b.x < a.x + a.w + gap &&
           a.y < b.y + b.h + gap && b.y < a.y + a.h + gap;
}

/* In the middle, above all that is in its way. */
static SDL_FRect place_toast(const view_Wanted *wanted, const view_Layout *l, float right) {
    float w = SDL_min(wanted->toast_w, right - wanted->margin), h = wanted->toast_h;
    float gap = 0.5f * wanted->margin;
    SDL_FRect toast = {0.5f * (right - w), wanted->height - 3.0f * wanted->line - h, w, h};
    const SDL_FRect others[] = {l->scale, l->graph, l->output};
    for (int i = 0; i < 3; i++) {
        if (meets(toast, others[i], gap)) toast.y = SDL_min(toast.y, others[i].y - gap - h);
    }
    for (int i = 0; i < 3; i++) { /* one that it was above of may be in the way now */
        if (meets(toast, others[i], gap)) toast.y = SDL_min(toast.y, others[i].y - gap - h);
    }
    return toast.w > 0.0f && toast.y >= wanted->top ? toast : (SDL_FRect){0};
}

view_Layout view_layout(const view_Wanted *wanted) {
    view_Layout l = {.output_lines = wanted->output_lines};
    float m = wanted->margin, right = view_layout_right(wanted->width, m, wanted->panel);
    float end = right, ground = wanted->height - 0.5f * m;
    if (wanted->scale_w > 0.0f) {
        l.scale = (SDL_FRect){right - 2.0f * m - wanted->scale_w,
                              wanted->height - 2.0f * m - wanted->scale_h, wanted->scale_w,
                              wanted->scale_h};
        if (l.scale.x < m || l.scale.y < wanted->top) l.scale = (SDL_FRect){0};
        if (l.scale.w > 0.0f) end = l.scale.x - m;
    }
    float wide = SDL_min(wanted->graph_w, end - m);
    if (wanted->graph_w > 0.0f && wide >= wanted->graph_least) {
        l.graph = stack(wanted, ground, wide, wanted->graph_h);
        if (l.graph.w > 0.0f) ground = l.graph.y - 0.5f * m;
    }
    /* the toast is short of life and comes before old lines */
    float above = wanted->toast_w > 0.0f ? wanted->toast_h + m : 0.0f;
    float room = ground - wanted->top - above - m;
    int fit = room > 0.0f ? (int)(room / wanted->line) : 0;
    l.output_lines = SDL_min(wanted->output_lines, fit);
    if (l.output_lines > 0) {
        l.output = stack(wanted, ground, SDL_min(wanted->output_w, end - m),
                         (float)l.output_lines * wanted->line + m);
    }
    if (l.output.w <= 0.0f) l.output_lines = 0;
    if (wanted->toast_w > 0.0f) l.toast = place_toast(wanted, &l, right);
    return l;
}
