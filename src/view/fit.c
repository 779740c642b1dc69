/* fit.c: what a picture shows when neither the script nor a hand has said it.
 *
 * What can move counts first, but for single bodies that flew away. Static things and what the
 * script draws are let in from the smallest on, as long as they are not much larger than all that
 * is in already (a floor may be a kilometre wide) and bodies are still seen; of the others only
 * what lies near. A halfspace has no size. Texts have theirs in pixels, so the zoom is sought. */
#include "fit.h"

#include <math.h>
#include <stdlib.h>

#define MARGIN     0.06  /* of the room, either side */
#define FAR_AWAY   200.0 /* m; wider crowds are cut to their middle */
#define EMPTY_VIEW 10.0  /* m, when there is nothing at all */
#define MUCH       2.0   /* times what is shown without it: no longer let in whole */
#define BODIES     60.0  /* bodies of the usual size beside each other fill the view at most */
#define HALVINGS   24
#define MOST_BOXES 4096
#define MOST_TEXTS 256

typedef struct Box {
    double at[4]; /* x1, y1, x2, y2 */
} Box;

typedef struct Fit {
    Box box;
    bool any;
    double usual; /* m, the longer side of the usual body that moves; 0: there is none */
    Box *boxes;   /* of what stands and what is drawn */
    int count;
} Fit;

static double side_of(const Box *box) {
    return fmax(box->at[2] - box->at[0], box->at[3] - box->at[1]);
}

static Box both(const Box *a, const Box *b) {
    return (Box){{fmin(a->at[0], b->at[0]), fmin(a->at[1], b->at[1]), fmax(a->at[2], b->at[2]),
                  fmax(a->at[3], b->at[3])}};
}

static void take(Fit *fit, const Box *box) {
    fit->box = fit->any ? both(&fit->box, box) : *box;
    fit->any = true;
}

/* The part of box within around; false when there is none. */
static bool clip(const Box *box, const Box *around, Box *out) {
    for (int i = 0; i < 2; i++) out->at[i] = fmax(box->at[i], around->at[i]);
    for (int i = 2; i < 4; i++) out->at[i] = fmin(box->at[i], around->at[i]);
    return out->at[0] <= out->at[2] && out->at[1] <= out->at[3];
}

/* ---- what moves --------------------------------------------------------------------------- */

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The middle of all bodies that move, and their usual size; false when there is none or no
 * memory. */
static bool median_of(const cn_World *world, double *x, double *y, double *size) {
    int room = cn_world_counts(world).bodies, count = 0;
    double *xs = malloc((size_t)(room > 0 ? room : 1) * 3 * sizeof *xs);
    if (!xs) return false;
    double *ys = xs + room, *sizes = ys + room;
    cn_BodyId body = {0, 0};
    while ((body = cn_world_next_body(world, body)).generation && count < room) {
        if (cn_body_type(world, body) != CN_DYNAMIC) continue;
        cn_Pos at = cn_body_position(world, body);
        Box box;
        cn_body_bounds(world, body, box.at);
        xs[count] = at.x;
        ys[count] = at.y;
        sizes[count++] = side_of(&box);
    }
    if (count) {
        qsort(xs, (size_t)count, sizeof *xs, by_value);
        qsort(ys, (size_t)count, sizeof *ys, by_value);
        qsort(sizes, (size_t)count, sizeof *sizes, by_value);
        *x = xs[count / 2];
        *y = ys[count / 2];
        *size = sizes[count / 2];
    }
    free(xs);
    return count > 0;
}

static void take_near(Fit *fit, const Box *box, const Box *near) {
    Box part;
    if (clip(box, near, &part)) take(fit, &part);
}

static void take_movers(Fit *fit, const cn_World *world) {
    cn_MoverId mover = {0, 0};
    while ((mover = cn_world_next_mover(world, mover)).generation) {
        cn_MoverState at = cn_mover_state(world, mover);
        cn_MoverDef def = cn_mover_settings(world, mover);
        double h = 0.5 * fmax(def.height, fmax(def.w, def.h)) + def.radius;
        Box box = {{at.x - h, at.y - h, at.x + h, at.y + h}};
        take(fit, &box);
        fit->usual = fmax(fit->usual, 2.0 * h);
    }
}

/* Moving bodies near the middle of them, and their joints. */
static void take_moving(Fit *fit, const cn_World *world) {
    double x, y;
    if (!median_of(world, &x, &y, &fit->usual)) {
        take_movers(fit, world);
        return;
    }
    Box near = {{x - FAR_AWAY, y - FAR_AWAY, x + FAR_AWAY, y + FAR_AWAY}};
    cn_BodyId body = {0, 0};
    while ((body = cn_world_next_body(world, body)).generation) {
        if (cn_body_type(world, body) == CN_STATIC) continue;
        Box box;
        cn_body_bounds(world, body, box.at);
        take_near(fit, &box, &near);
    }
    cn_JointId joint = {0, 0};
    while ((joint = cn_world_next_joint(world, joint)).generation) {
        cn_Pos a, b;
        cn_joint_anchors(world, joint, &a, &b);
        Box box = {{fmin(a.x, b.x), fmin(a.y, b.y), fmax(a.x, b.x), fmax(a.y, b.y)}};
        take_near(fit, &box, &near);
    }
    take_movers(fit, world);
}

/* ---- what stands, and what is drawn -------------------------------------------------------- */

static void gather(Fit *fit, const Box *box) {
    if (fit->count < MOST_BOXES) fit->boxes[fit->count++] = *box;
}

static void gather_static(Fit *fit, const cn_World *world) {
    cn_ShapeId shape = {0, 0};
    while ((shape = cn_world_next_shape(world, shape)).generation) {
        if (cn_body_type(world, cn_shape_body(world, shape)) != CN_STATIC) continue;
        if (cn_shape_kind(world, shape) == CN_HALFSPACE) continue;
        Box box;
        cn_shape_bounds(world, shape, box.at);
        gather(fit, &box);
    }
}

static void gather_drawn(Fit *fit, const pen_List *drawn) {
    for (int i = 0; i < drawn->command_count; i++) {
        const pen_Command *c = &drawn->commands[i];
        const cn_Pos *p = drawn->points + c->first;
        if (c->count < 1 || c->space != PEN_WORLD) continue;
        Box box = {{p[0].x, p[0].y, p[0].x, p[0].y}};
        for (int k = 1; k < c->count && c->kind != PEN_IMAGE; k++) {
            box = both(&box, &(Box){{p[k].x, p[k].y, p[k].x, p[k].y}});
        }
        for (int k = 0; k < 4; k++) box.at[k] += k < 2 ? -c->radius : c->radius;
        gather(fit, &box);
    }
}

static int by_side(const void *a, const void *b) {
    double x = side_of(a), y = side_of(b);
    return (x > y) - (x < y);
}

/* From the smallest on: whole while it is not much larger than all before it and the bodies are
 * still seen. What is not is left in the list. */
static void take_whole(Fit *fit) {
    int left = 0;
    qsort(fit->boxes, (size_t)fit->count, sizeof *fit->boxes, by_side);
    for (int i = 0; i < fit->count; i++) {
        const Box *box = &fit->boxes[i];
        Box grown = fit->any ? both(&fit->box, box) : *box;
        bool fits = !fit->any || side_of(box) <= MUCH * side_of(&fit->box);
        double most = fit->usual > 0.0 ? BODIES * fit->usual : 2.0 * FAR_AWAY;
        if (fit->any) most = fmax(most, side_of(&fit->box));
        if (fits && side_of(&grown) <= most)
            take(fit, box);
        else
            fit->boxes[left++] = *box;
    }
    fit->count = left;
}

/* Of the others what lies near. */
static void take_parts(Fit *fit) {
    Box *b = &fit->box;
    double reach = 0.35 * side_of(b);
    Box around = {
        {b->at[0] - reach, b->at[1] - 0.3 * reach, b->at[2] + reach, b->at[3] + 0.3 * reach}};
    for (int i = 0; i < fit->count; i++) take_near(fit, &fit->boxes[i], &around);
}

/* The ground under what moves: a ball in the air is little to look at without it. */
static void take_ground(Fit *fit, const cn_World *world) {
    const double *box = fit->box.at;
    double w = box[2] - box[0], h = box[3] - box[1];
    /* from just below the lowest body, which would stop the ray itself */
    double x = 0.5 * (box[0] + box[2]), y = box[1] - 0.01 * h - 1e-4;
    cn_RayHit hit;
    if (!cn_world_raycast(world, x, y, x, y - FAR_AWAY, cn_query_filter(), &hit)) return;
    Box strip = {{hit.x, hit.y - 0.05 * fmax(w, y - hit.y), hit.x, hit.y}};
    take(fit, &strip);
}

static Box box_of(const cn_World *world, const pen_List *drawn) {
    Fit fit = {.boxes = malloc(MOST_BOXES * sizeof *fit.boxes)};
    if (world) take_moving(&fit, world);
    if (fit.any) take_ground(&fit, world);
    if (fit.boxes) {
        if (world) gather_static(&fit, world);
        if (drawn) gather_drawn(&fit, drawn);
        take_whole(&fit);
        if (fit.any) take_parts(&fit);
    }
    free(fit.boxes);
    if (!fit.any) fit.box = (Box){{-EMPTY_VIEW, -EMPTY_VIEW, EMPTY_VIEW, EMPTY_VIEW}};
    return fit.box;
}

/* ---- texts -------------------------------------------------------------------------------- */

/* Something at a point that reaches so many pixels to each side of it, down being positive. */
typedef struct Label {
    double x, y;
    double px[4];
} Label;

static int labels_of(const pen_List *drawn, view_Text *text, float unit, const Box *box,
                     Label *out) {
    int count = 0;
    Box around = *box;
    for (int k = 0; k < 4; k++) around.at[k] += (k < 2 ? -0.1 : 0.1) * side_of(box);
    for (int i = 0; drawn && i < drawn->command_count && count < MOST_TEXTS; i++) {
        const pen_Command *c = &drawn->commands[i];
        const cn_Pos *p = drawn->points + c->first;
        Box part;
        if (c->kind != PEN_TEXT || c->space != PEN_WORLD) continue;
        if (!clip(&(Box){{p->x, p->y, p->x, p->y}}, &around, &part)) continue;
        const char *string = drawn->text + c->text;
        double w = 0.0, h = 0.0;
        view_text_set_size(text, c->style.size_px * unit);
        double line = view_text_height(text);
        for (; string; string = view_text_next_line(string), h += line) {
            w = fmax(w, view_text_width(text, VIEW_SANS, string, 1 << 20));
        }
        double before = w * (double)c->style.align / 2.0;
        double above = c->style.valign == PEN_VALIGN_BOTTOM   ? h
                       : c->style.valign == PEN_VALIGN_MIDDLE ? 0.5 * h
                       : c->style.valign == PEN_VALIGN_TOP    ? 0.0
                                                              : 0.5 * line;
        out[count++] = (Label){p->x, p->y, {-before, -above, w - before, h - above}};
    }
    view_text_set_size(text, 0.0f);
    return count;
}

/* What box and labels take at this zoom, px with the origin at 0, 0 of the world, y down. */
static Box in_pixels(const Box *box, const Label *labels, int count, double zoom) {
    Box px = {{box->at[0] * zoom, -box->at[3] * zoom, box->at[2] * zoom, -box->at[1] * zoom}};
    for (int i = 0; i < count; i++) {
        const Label *l = &labels[i];
        Box own = {{l->x * zoom + l->px[0], -l->y * zoom + l->px[1], l->x * zoom + l->px[2],
                    -l->y * zoom + l->px[3]}};
        px = both(&px, &own);
    }
    return px;
}

static bool has_room(const Box *px, double w, double h) {
    return px->at[2] - px->at[0] <= w && px->at[3] - px->at[1] <= h;
}

void view_fit(view_Camera *camera, SDL_FRect room, const cn_World *world, const pen_List *drawn,
              view_Text *text, float unit) {
    Label labels[MOST_TEXTS];
    Box box = box_of(world, drawn);
    int count = labels_of(drawn, text, unit, &box, labels);
    double w = (1.0 - 2.0 * MARGIN) * room.w, h = (1.0 - 2.0 * MARGIN) * room.h;
    double high = fmin(w / fmax(box.at[2] - box.at[0], 2.0 * CN_MIN_SIZE),
                       h / fmax(box.at[3] - box.at[1], 2.0 * CN_MIN_SIZE));
    double low = 0.25 * high; /* a text as wide as the window is not worth more */
    Box px = in_pixels(&box, labels, count, high);
    if (!has_room(&px, w, h)) {
        for (int i = 0; i < HALVINGS; i++) {
            double middle = 0.5 * (low + high);
            Box at = in_pixels(&box, labels, count, middle);
            if (has_room(&at, w, h))
                low = middle;
            else
                high = middle;
        }
        high = low;
        px = in_pixels(&box, labels, count, high);
    }
    view_camera_show(camera, room, 0.5 * (px.at[0] + px.at[2]) / high,
                     -0.5 * (px.at[1] + px.at[3]) / high, high);
}
