/* inspector.c: the rows of the inspector: heads that open and close a group, values, and what a
 * click does to them.
 *
 * A value that can be changed is typed in its place, and what is entered runs as a line of the
 * console, so that it is printed there for the script, and can be undone. A row that leads to
 * another thing shows that, and "back" the one before. What the rows say is the scene's
 * (cairn.scene.inspect). */
#include "inspector.h"

#include <stdio.h>
#include <string.h>

#include "field.h"
#include "paint.h"

#define WIDTH       420.0f /* px of the design */
#define RING_PX     9.0    /* of the design, about an anchor */
#define LABEL       132.0f /* px of the design, the column of names */
#define ASK_SECONDS 0.05   /* between two looks at the values */

/* ---- which groups are open ------------------------------------------------------------------ */

/* By its first word, so that what is opened for one body is for the next. */
static unsigned name_of(const char *head) {
    unsigned hash = 2166136261u;
    for (; *head && *head != ' '; head++) hash = (hash ^ (unsigned char)*head) * 16777619u;
    return hash ? hash : 1;
}

static bool is_toggled(const view_Inspector *inspector, unsigned name) {
    for (int i = 0; i < inspector->toggled_count; i++) {
        if (inspector->toggled[i] == name) return true;
    }
    return false;
}

static void toggle(view_Inspector *inspector, unsigned name) {
    for (int i = 0; i < inspector->toggled_count; i++) {
        if (inspector->toggled[i] != name) continue;
        inspector->toggled[i] = inspector->toggled[--inspector->toggled_count];
        return;
    }
    if (inspector->toggled_count < VIEW_TOGGLED) {
        inspector->toggled[inspector->toggled_count++] = name;
    }
}

/* Of a thing by itself everything is open but long lists. */
static bool opens_by_itself(const view_Inspector *inspector, const char *head) {
    if (inspector->link[0]) return strncmp(head, "bodies", 6) && strncmp(head, "times", 5);
    return !strncmp(head, "body", 4) || !strncmp(head, "contacts", 8);
}

static bool is_open(const view_Inspector *inspector, const char *head) {
    return opens_by_itself(inspector, head) != is_toggled(inspector, name_of(head));
}

/* ---- what is looked at ---------------------------------------------------------------------- */

static const char *link_of(const view_App *app) {
    return app->inspector.link[0] ? app->inspector.link : NULL;
}

static void set_link(view_App *app, const char *link) {
    int body = 0;
    view_Inspector *inspector = &app->inspector;
    const cn_World *world = host_scene_world(app->scene);
    view_field_close(app);
    inspector->scroll = 0.0f;
    inspector->asked = -1.0; /* another thing is asked for at once */
    if (world && sscanf(link, "body %d", &body) == 1) {
        host_scene_select(app->scene, view_body_of(world, body));
        inspector->body = host_scene_selected(app->scene, NULL);
        inspector->link[0] = '\0';
    } else {
        snprintf(inspector->link, sizeof inspector->link, "%s", link);
    }
}

/* Of what is looked at now, as a link; "" when nothing is. */
static void current(const view_App *app, char *out) {
    cn_BodyId body = host_scene_selected(app->scene, NULL);
    if (app->inspector.link[0])
        snprintf(out, VIEW_LINK_BYTES, "%s", app->inspector.link);
    else if (body.generation)
        snprintf(out, VIEW_LINK_BYTES, "body %u", (unsigned)body.index);
    else
        out[0] = '\0';
}

static void remember(view_App *app) {
    view_Inspector *inspector = &app->inspector;
    char now[VIEW_LINK_BYTES];
    current(app, now);
    if (!now[0]) return;
    if (inspector->trail_count == VIEW_TRAIL) {
        memmove(inspector->trail[0], inspector->trail[1],
                sizeof inspector->trail[0] * (VIEW_TRAIL - 1));
        inspector->trail_count--;
    }
    snprintf(inspector->trail[inspector->trail_count++], VIEW_LINK_BYTES, "%s", now);
}

static void follow(view_App *app, const char *link) {
    remember(app);
    set_link(app, link);
}

static void go_back(view_App *app) {
    view_Inspector *inspector = &app->inspector;
    if (inspector->trail_count > 0) set_link(app, inspector->trail[--inspector->trail_count]);
}

void view_inspector_world(view_App *app) {
    if (!strncmp(app->inspector.link, "world", 5))
        set_link(app, "");
    else
        follow(app, "world 0");
}

bool view_inspector_escape(view_App *app) {
    bool was = app->inspector.link[0];
    if (was) set_link(app, "");
    return was;
}

static void ask(view_App *app) {
    view_Inspector *inspector = &app->inspector;
    inspector->asked = app->now;
    inspector->count =
        host_scene_inspect(app->scene, link_of(app), inspector->closed, &inspector->rows);
}

/* As they are now, or, unless fresh, as they were a moment ago: numbers that change at each frame
 * cannot be read. Where another body was selected, or the thing is gone, it is the body. */
static int rows_of(view_App *app, const host_Row **rows, bool fresh) {
    view_Inspector *inspector = &app->inspector;
    cn_BodyId body = host_scene_selected(app->scene, NULL);
    bool same =
        body.index == inspector->body.index && body.generation == inspector->body.generation;
    if (!same && body.generation) set_link(app, "");
    inspector->body = body;
    if (fresh || !same || app->now - inspector->asked > ASK_SECONDS) ask(app);
    if (inspector->count == 0 && inspector->link[0]) {
        set_link(app, "");
        ask(app);
    }
    *rows = inspector->rows;
    return inspector->count;
}

/* ---- values that are typed ------------------------------------------------------------------ */

/* The place of the values in the line that sets them: from, and up to. */
static bool values_in(const char *edit, int *from, int *to) {
    const char *call = strstr(edit, ":set_"), *open = call ? strchr(call, '(') : NULL;
    int length = (int)strlen(edit);
    *to = length;
    if (open && edit[length - 1] == ')') {
        *from = (int)(open - edit) + 1;
        *to = length - 1;
        return true;
    }
    const char *equals = strstr(edit, " = ");
    if (!equals) return false;
    *from = (int)(equals - edit) + 3;
    return true;
}

static unsigned owner_of(const host_Row *row) {
    int from, to;
    unsigned hash = 2166136261u;
    if (!row->edit || !values_in(row->edit, &from, &to)) return 0;
    for (int i = 0; i < from; i++) hash = (hash ^ (unsigned char)row->edit[i]) * 16777619u;
    return hash ? hash : 1;
}

static void open_field(view_App *app, const host_Row *row) {
    int from, to;
    char text[VIEW_LINE_BYTES];
    if (!values_in(row->edit, &from, &to)) return;
    snprintf(text, sizeof text, "%.*s", to - from, row->edit + from);
    view_field_open(app, owner_of(row), text);
}

/* What was entered for a row runs as a line of the console. */
static void take_entered(view_App *app, const host_Row *rows, int count) {
    for (int i = 0; app->field.entered && i < count; i++) {
        int from, to;
        char line[3 * VIEW_LINE_BYTES];
        unsigned owner = owner_of(&rows[i]);
        const char *text = owner ? view_field_taken(app, owner) : NULL;
        if (!text || !values_in(rows[i].edit, &from, &to)) continue;
        snprintf(line, sizeof line, "%.*s%s%s", from, rows[i].edit, text, rows[i].edit + to);
        if (!host_scene_console(app->scene, line)) {
            const char *wrong = host_scene_output(app->scene, 0);
            view_toast(app, true, "%s", wrong && wrong[0] == '!' ? wrong + 2 : "that cannot be");
        }
        return; /* the rows are old now */
    }
}

/* ---- drawing ------------------------------------------------------------------------------- */

/* The row at y, px from the top of the list; what is out of the box is not drawn. */
static void draw_row(const view_Hud *hud, const host_Row *row, bool open, bool pointed,
                     SDL_FRect box, float y) {
    view_Inspector *inspector = &hud->app->inspector;
    int m = hud->margin, x = (int)box.x + m / 2, at = (int)y;
    SDL_FRect place = {box.x, y, box.w, (float)hud->line};
    if (!row->value || row->edit || row->link)
        view_focus_stop_in(hud->app, place, &inspector->list, &inspector->scroll, inspector->room);
    if (y < box.y || y + (float)hud->line > box.y + box.h) return;
    if (pointed && (!row->value || row->edit || row->link))
        view_paint_rect(hud->canvas, box.x, y, box.w, (float)hud->line,
                        (SDL_Color){60, 66, 78, 160});
    if (!row->value) {
        view_hud_text(hud, VIEW_SANS, x, at, VIEW_ACCENT, open ? "-" : "+");
        view_hud_text(hud, VIEW_SANS, x + m + m / 2, at, VIEW_ACCENT, row->label);
        return;
    }
    int column = (int)(LABEL * hud->unit), room = (int)box.w - column - m;
    unsigned owner = owner_of(row);
    if (owner && view_field_is(hud->app, owner)) {
        view_hud_text(hud, VIEW_SANS, x + m, at, VIEW_DIM, row->label);
        view_field_draw(hud,
                        (SDL_FRect){(float)(x + column - 3), y, (float)room, (float)hud->line});
        return;
    }
    char cut[200];
    int bytes = row->value[0] ? view_text_wrap(hud->app->text, VIEW_MONO, row->value, room) : 0;
    snprintf(cut, sizeof cut, "%.*s", bytes, row->value);
    view_hud_text(hud, VIEW_SANS, x + m, at, VIEW_DIM, row->label);
    SDL_Color ink = row->link ? VIEW_ACCENT : row->edit ? VIEW_INK : VIEW_DIM;
    view_hud_text(hud, VIEW_MONO, x + column, at, ink, cut);
}

/* The next row that is to be seen, from `i` on; count where there is none. *open: its group is. */
static int next_seen(const view_App *app, const host_Row *rows, int count, int i, bool *open) {
    for (; i < count; i++) {
        if (!rows[i].value) *open = is_open(&app->inspector, rows[i].label);
        if (!rows[i].value || *open) break;
    }
    return i;
}

static int count_seen(const view_App *app, const host_Row *rows, int count) {
    bool open = true;
    int seen = 0;
    for (int i = next_seen(app, rows, count, 0, &open); i < count; seen++) {
        i = next_seen(app, rows, count, i + 1, &open);
    }
    return seen;
}

/* The row that the mouse is on, -1: none. */
static int row_at_mouse(const view_App *app, const host_Row *rows, int count, int line) {
    const view_Inspector *inspector = &app->inspector;
    bool open = true;
    if (!view_is_over(app, inspector->list)) return -1;
    int wanted = (int)((app->mouse.y - inspector->list.y + inspector->scroll) / (float)line);
    int i = next_seen(app, rows, count, 0, &open);
    for (; wanted > 0 && i < count; wanted--) i = next_seen(app, rows, count, i + 1, &open);
    return i < count ? i : -1;
}

static void draw_rows(const view_Hud *hud, const host_Row *rows, int count) {
    const view_Inspector *inspector = &hud->app->inspector;
    int pointed = row_at_mouse(hud->app, rows, count, hud->line);
    float y = inspector->list.y - inspector->scroll;
    bool open = true;
    for (int i = next_seen(hud->app, rows, count, 0, &open); i < count; y += (float)hud->line) {
        draw_row(hud, &rows[i], open, i == pointed, inspector->list, y);
        i = next_seen(hud->app, rows, count, i + 1, &open);
    }
}

/* What need not be asked for in the next frame. */
static void note_closed(view_Inspector *inspector, const host_Row *rows, int count) {
    size_t at = 0;
    for (int i = 0; i < count; i++) {
        if (rows[i].value || is_open(inspector, rows[i].label)) continue;
        int word = (int)strcspn(rows[i].label, " ");
        if (at + (size_t)word + 3 > sizeof inspector->closed) break;
        at += (size_t)snprintf(inspector->closed + at, sizeof inspector->closed - at, " %.*s ",
                               word, rows[i].label);
    }
    inspector->closed[at] = '\0';
}

int view_inspector_draw(const view_Hud *hud, int top) {
    view_App *app = hud->app;
    view_Inspector *inspector = &app->inspector;
    const host_Row *rows = NULL;
    inspector->box = (SDL_FRect){0};
    if (!app->text) return top;
    int count = rows_of(app, &rows, app->field.entered), m = hud->margin;
    if (count == 0) return top;
    if (app->field.entered) {
        take_entered(app, rows, count);
        count = rows_of(app, &rows, true);
    }
    float room = (float)hud->canvas->height * 0.6f, width = WIDTH * hud->unit;
    float wanted = (float)(count_seen(app, rows, count) * hud->line),
          height = SDL_min(wanted, room);
    inspector->room = wanted - height;
    inspector->scroll = SDL_clamp(inspector->scroll, 0.0f, inspector->room);
    SDL_FRect list = {(float)(m / 2), (float)(top + m / 2), width, height};
    inspector->list = list;
    inspector->box = (SDL_FRect){list.x, (float)top, width, height + (float)(hud->line + m)};
    note_closed(inspector, rows, count);
    view_hud_box(hud, inspector->box.x, inspector->box.y, width, inspector->box.h, VIEW_PANEL);
    draw_rows(hud, rows, count);
    SDL_FRect foot = {list.x, list.y + height, 0.5f * width, (float)hud->line};
    inspector->copy = inspector->back = foot;
    inspector->back.x += foot.w;
    view_focus_stop(app, foot);
    if (inspector->trail_count > 0) view_focus_stop(app, inspector->back);
    view_hud_text(hud, VIEW_SANS, m, (int)foot.y, view_is_over(app, foot) ? VIEW_ACCENT : VIEW_DIM,
                  "copy as Lua");
    if (inspector->trail_count > 0)
        view_hud_text(hud, VIEW_SANS, (int)inspector->back.x, (int)foot.y,
                      view_is_over(app, inspector->back) ? VIEW_ACCENT : VIEW_DIM, "back");
    return (int)(inspector->box.y + inspector->box.h) + m / 2;
}

/* ---- hands --------------------------------------------------------------------------------- */

static void copy(view_App *app) {
    const char *text = host_scene_thing_as_lua(app->scene, link_of(app));
    if (text && SDL_SetClipboardText(text) == 0)
        view_toast(app, false, "copied: a scene with it");
    else if (!text)
        view_toast(app, true, "a contact is no thing of its own");
}

bool view_inspector_press(view_App *app) {
    view_Inspector *inspector = &app->inspector;
    view_field_close(app);
    if (!view_is_over(app, inspector->box)) return false;
    const host_Row *rows = NULL;
    int count = rows_of(app, &rows, false);
    int at = row_at_mouse(app, rows, count, view_text_height(app->text));
    if (view_is_over(app, inspector->copy)) {
        copy(app);
    } else if (view_is_over(app, inspector->back)) {
        go_back(app);
    } else if (at >= 0 && at < count) {
        if (!rows[at].value) {
            toggle(inspector, name_of(rows[at].label));
            note_closed(inspector, rows, count);
            inspector->asked = -1.0;
        } else if (rows[at].edit)
            open_field(app, &rows[at]);
        else if (rows[at].link)
            follow(app, rows[at].link);
    }
    return true;
}

bool view_inspector_scroll(view_App *app, float px) {
    if (!view_is_over(app, app->inspector.box)) return false;
    app->inspector.scroll += px;
    return true;
}

/* ---- in the world ---------------------------------------------------------------------------- */

/* A joint that is looked at: rings around its anchors. */
void view_inspector_mark(view_App *app) {
    const cn_World *world = host_scene_world(app->scene);
    unsigned index = 0;
    pen_Color color = {255, 255, 255, 255};
    if (!world || sscanf(app->inspector.link, "joint %u", &index) != 1) return;
    cn_JointId joint = {0, 0};
    while ((joint = cn_world_next_joint(world, joint)).generation && joint.index != index) continue;
    if (!joint.generation) return;
    cn_Pos a, b;
    cn_joint_anchors(world, joint, &a, &b);
    double radius = RING_PX * app->unit / app->camera.zoom;
    pen_circle(&app->list, color, a.x, a.y, radius);
    pen_circle(&app->list, color, b.x, b.y, radius);
}
