/* shape_design.c: what is kept of a shape's definition, to tell it again: the numbers that are not
 * zero and that its kind has, and its points, one behind the other in w->points.
 *
 * A shape of one piece has its design in the form that pieces share (geometry_cache.c), one of
 * several pieces has its own. */
#include "objects/shape_design.h"

#include <string.h>

/* The numbers of a definition that a kind of shape has, as bits in the order below. Nobody has
 * looked at what stands in the others. */
static unsigned numbers_of(cn_ShapeKind kind) {
    enum { PLACE = 7, SIZES = 3 << 3, RADIUS = 1 << 5, NORMAL = 3 << 6, ENDS = 15 << 6 };
    static const uint16_t own[CN_SHAPE_KINDS] = {
        [CN_CIRCLE] = PLACE | RADIUS,         [CN_BOX] = PLACE | SIZES | RADIUS,
        [CN_CAPSULE] = PLACE | RADIUS | ENDS, [CN_ELLIPSE] = PLACE | SIZES,
        [CN_SEGMENT] = PLACE | RADIUS | ENDS, [CN_POLYGON] = PLACE | RADIUS,
        [CN_CHAIN] = PLACE | RADIUS,          [CN_HALFSPACE] = PLACE | NORMAL,
    };
    return own[kind];
}

/* Most shapes have only a few numbers that are not zero, and only these are kept. */
cn_Design cn_design_of(const cn_ShapeDef *d) {
    bool plane = d->kind == CN_HALFSPACE, ellipse = d->kind == CN_ELLIPSE;
    bool points = d->kind == CN_POLYGON || d->kind == CN_CHAIN;
    double all[CN_NUMBERS] = {d->x,
                              d->y,
                              d->angle,
                              ellipse ? d->rx : d->w,
                              ellipse ? d->ry : d->h,
                              d->radius,
                              plane ? d->nx : d->x1,
                              plane ? d->ny : d->y1,
                              d->x2,
                              d->y2};
    cn_Design r = {.kind = (uint8_t)d->kind, .hull = d->hull};
    unsigned own = numbers_of(d->kind);
    for (int i = 0; i < CN_NUMBERS; i++)
        if (own >> i & 1 && all[i] != 0) {
            r.mask |= (uint16_t)(1u << i);
            r.numbers[r.number_count++] = all[i];
        }
    if (points) r.points = d->points, r.point_count = d->point_count;
    return r;
}

int cn_design_length(const cn_Design *d) { return d->number_count + 2 * d->point_count; }

int cn_design_keep(cn_World *w, const cn_Design *d) {
    int first =
        cn_range_pool_take(&w->point_runs, w->points, sizeof *w->points, cn_design_length(d));
    double *to = &w->points[first];
    memcpy(to, d->numbers, (size_t)d->number_count * sizeof *to);
    if (d->point_count)
        memcpy(to + d->number_count, d->points, 2 * (size_t)d->point_count * sizeof *to);
    return first;
}

/* Returns where the points are, behind the numbers. */
static const double *read_numbers(const double *from, uint16_t mask, cn_ShapeDef *d) {
    double n[CN_NUMBERS] = {0};
    for (int i = 0; i < CN_NUMBERS; i++)
        if (mask >> i & 1) n[i] = *from++;
    d->x = n[0], d->y = n[1], d->angle = n[2];
    d->w = d->rx = n[3], d->h = d->ry = n[4];
    d->radius = n[5];
    d->x1 = d->nx = n[6], d->y1 = d->ny = n[7], d->x2 = n[8], d->y2 = n[9];
    return from;
}

void cn_design_read(const cn_World *w, const cn_Shape *s, cn_ShapeDef *d) {
    bool own = s->designed;
    const cn_CachedGeometry *f = &w->form[w->piece[s->first_piece].form];
    const double *numbers = &w->points[own ? s->first_number : f->first_number];
    const double *points = read_numbers(numbers, own ? s->mask : f->mask, d);
    d->point_count = own ? s->point_count : f->point_count;
    d->points = d->point_count ? points : NULL;
    d->hull = !own && f->hull;
    d->loop = s->loop;
}
