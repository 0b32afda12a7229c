#include "client/view/tools/canvas.h"

#include "client/view/tools/draw_shapes.h"
#include "client/view/tools/row.h"
#include "common/base/check.h"

#include <math.h>
#include <stdlib.h>

typedef struct span {
    int x0, y0, x1, y1;
} span;

static float clamp01(float value)
{
    return value < 0.0F ? 0.0F : (value > 1.0F ? 1.0F : value);
}

/* Of a value that is not negative. The C library's rounding is a call on the oldest processors that
 * the client runs on. */
static int round_up(float value)
{
    const int whole = (int)value;
    return (float)whole < value ? whole + 1 : whole;
}

/* The pixels that a box may touch, cut by the clip; false when there are none. */
static bool cover(const dw_canvas *canvas, dw_box box, span *out)
{
    /* Written so that a NaN is refused as well, and before the conversion could overflow. */
    if (!(box.x0 < (float)canvas->clip_x1 && box.x1 > (float)canvas->clip_x0 &&
          box.y0 < (float)canvas->clip_y1 && box.y1 > (float)canvas->clip_y0)) {
        return false;
    }
    *out = (span){(int)dw_greater(box.x0, (float)canvas->clip_x0),
                  (int)dw_greater(box.y0, (float)canvas->clip_y0),
                  round_up(dw_lesser(box.x1, (float)canvas->clip_x1)),
                  round_up(dw_lesser(box.y1, (float)canvas->clip_y1))};
    return out->x0 < out->x1 && out->y0 < out->y1;
}

static inline void put(uint32_t *pixel, dw_colour colour, uint32_t alpha, float coverage)
{
    const uint32_t a = (uint32_t)((float)alpha * coverage + 0.5F);
    if (a != 0) {
        *pixel = dw_pixel_blend(*pixel, colour, a);
    }
}

static void fill_row(uint32_t *row, int from, int to, dw_colour colour, uint32_t alpha)
{
    if (from >= to) {
        return;
    }
    if (alpha >= 255) {
        dw_row_fill(row + from, to - from, colour);
    } else {
        dw_row_blend(row + from, to - from, colour, alpha);
    }
}

/* How many pixels from x on are computed at once. */
static int piece(int x, int to)
{
    return to - x < DW_ROW_PIECE ? to - x : DW_ROW_PIECE;
}

static uint32_t *row_of(const dw_canvas *canvas, int y)
{
    return canvas->pixels + (ptrdiff_t)y * canvas->stride;
}

/* Lays the colour over `count` pixels from (x, y) on. */
static void cover_row(const dw_canvas *canvas, const float *coverage, int x, int y, int count,
                      dw_colour colour)
{
    dw_row_cover(row_of(canvas, y) + x, coverage, count, canvas->width - x, colour, colour >> 24);
}

dw_status dw_canvas_resize(dw_canvas *canvas, int width, int height)
{
    if (width < 1 || height < 1 || width > DW_CANVAS_SIDE_MAX || height > DW_CANVAS_SIDE_MAX) {
        return DW_RANGE;
    }
    if (width * height > canvas->capacity) {
        uint32_t *pixels = malloc(sizeof *pixels * (size_t)width * (size_t)height);
        if (pixels == NULL) {
            return DW_MEMORY;
        }
        free(canvas->own);
        canvas->own = pixels;
        canvas->capacity = width * height;
    }
    dw_canvas_use_pixels(canvas, canvas->own, width, height, width);
    dw_canvas_clear(canvas, 0xff000000U);
    return DW_OK;
}

void dw_canvas_use_pixels(dw_canvas *canvas, uint32_t *pixels, int width, int height, int stride)
{
    canvas->pixels = pixels;
    canvas->width = width;
    canvas->height = height;
    canvas->stride = stride;
    canvas->list = NULL;
    dw_canvas_unclip(canvas);
}

void dw_canvas_use_list(dw_canvas *canvas, dw_draw_list *list)
{
    canvas->list = list;
    canvas->width = list->width;
    canvas->height = list->height;
    canvas->stride = 0;
    dw_canvas_unclip(canvas);
}

static dw_clip clip_of(const dw_canvas *canvas)
{
    return (dw_clip){canvas->clip_x0, canvas->clip_y0, canvas->clip_x1, canvas->clip_y1};
}

void dw_canvas_destroy(dw_canvas *canvas)
{
    free(canvas->own);
    *canvas = (dw_canvas){0};
}

void dw_canvas_unclip(dw_canvas *canvas)
{
    canvas->clip_x0 = 0;
    canvas->clip_y0 = 0;
    canvas->clip_x1 = canvas->width;
    canvas->clip_y1 = canvas->height;
}

void dw_canvas_clip(dw_canvas *canvas, dw_box box)
{
    span s;
    dw_canvas_unclip(canvas);
    if (!cover(canvas, box, &s)) {
        s = (span){0, 0, 0, 0};
    }
    canvas->clip_x0 = s.x0;
    canvas->clip_y0 = s.y0;
    canvas->clip_x1 = s.x1;
    canvas->clip_y1 = s.y1;
}

void dw_canvas_clear(dw_canvas *canvas, dw_colour colour)
{
    if (canvas->list != NULL) {
        dw_draw_shape_rect(canvas->list, clip_of(canvas),
                           (dw_box){(float)canvas->clip_x0, (float)canvas->clip_y0,
                                    (float)canvas->clip_x1, (float)canvas->clip_y1},
                           colour | 0xff000000U);
        return;
    }
    for (int y = canvas->clip_y0; y < canvas->clip_y1; y++) {
        fill_row(row_of(canvas, y), canvas->clip_x0, canvas->clip_x1, colour, 255);
    }
}

/* How much of the pixel from p to p + 1 lies between low and high. */
static float overlap(float low, float high, int p)
{
    return clamp01(dw_lesser(high, (float)p + 1.0F) - dw_greater(low, (float)p));
}

void dw_canvas_rect(dw_canvas *canvas, dw_box box, dw_colour colour)
{
    const uint32_t alpha = colour >> 24;
    span s;
    if (alpha == 0 || !cover(canvas, box, &s)) {
        return;
    }
    if (canvas->list != NULL) {
        dw_draw_shape_rect(canvas->list, clip_of(canvas), box, colour);
        return;
    }
    for (int y = s.y0; y < s.y1; y++) {
        uint32_t *row = row_of(canvas, y);
        const float rows = overlap(box.y0, box.y1, y);
        const uint32_t inside = (uint32_t)((float)alpha * rows + 0.5F);
        int from = s.x0;
        int to = s.x1;
        /* Only the first and the last pixel of a row can be covered in part. */
        const float first = overlap(box.x0, box.x1, from);
        if (first < 1.0F) {
            put(&row[from++], colour, alpha, rows * first);
        }
        if (to > from) {
            const float last = overlap(box.x0, box.x1, to - 1);
            if (last < 1.0F) {
                put(&row[--to], colour, alpha, rows * last);
            }
        }
        if (inside != 0) {
            fill_row(row, from, to, colour, inside);
        }
    }
}

static float fitting_radius(dw_box box, float radius)
{
    const float most = dw_lesser(box.x1 - box.x0, box.y1 - box.y0) * 0.5F;
    return dw_greater(0.0F, dw_lesser(radius, most));
}

/* The columns of a row. */
typedef struct columns {
    int from, to;
} columns;

/* The columns of row y whose middles are at most `by` outside of the round box; with `by` below 0,
 * at least that far inside of it. One root for each row saves one for each pixel: what lies beyond
 * an edge is not looked at, and what lies deep inside is filled. */
static columns columns_within(dw_box box, float radius, float by, int y, columns all)
{
    const dw_box grown = dw_box_grown(box, by);
    const float r = dw_greater(radius + by, 0.0F);
    const float middle = (float)y + 0.5F;
    const float beyond = dw_greater(grown.y0 + r - middle, middle - grown.y1 + r);
    if (!(middle >= grown.y0 && middle <= grown.y1)) {
        return (columns){all.from, all.from};
    }
    const float in_corner = dw_greater(beyond, 0.0F);
    const float inset = r - sqrtf(dw_greater(r * r - in_corner * in_corner, 0.0F));
    const float from = dw_greater(grown.x0 + inset - 0.5F, (float)all.from);
    const float to = dw_lesser(grown.x1 - inset + 0.5F, (float)all.to);
    if (!(from < to)) {
        return (columns){all.from, all.from};
    }
    return (columns){round_up(from), (int)to};
}

/* Wider than what rounding can shift an edge by, in pixels. */
static const float safe = 0.02F;

/* How a shape covers a piece of a row. */
typedef enum round_look { ROUND_FILL, ROUND_FRAME, ROUND_SHADOW } round_look;

typedef struct round_shape {
    dw_row_round box;
    round_look look;
    float measure; /* Half of the frame's width; the slope of the shadow. */
} round_shape;

static round_shape make_round(dw_box box, float radius, round_look look, float measure)
{
    return (round_shape){.box = {.middle_x = (box.x0 + box.x1) * 0.5F,
                                 .middle_y = (box.y0 + box.y1) * 0.5F,
                                 .half_width = (box.x1 - box.x0) * 0.5F,
                                 .half_height = (box.y1 - box.y0) * 0.5F,
                                 .radius = radius},
                         .look = look,
                         .measure = measure};
}

static void cover_round(const dw_canvas *canvas, const round_shape *shape, int y, columns at,
                        dw_colour colour)
{
    float coverage[DW_ROW_PIECE];
    for (int x = at.from; x < at.to; x += DW_ROW_PIECE) {
        const int count = piece(x, at.to);
        switch (shape->look) {
        case ROUND_FILL:
            dw_row_round_fill(coverage, &shape->box, x, y, count);
            break;
        case ROUND_FRAME:
            dw_row_round_frame(coverage, &shape->box, shape->measure, x, y, count);
            break;
        case ROUND_SHADOW:
            dw_row_round_shadow(coverage, &shape->box, shape->measure, x, y, count);
            break;
        }
        cover_row(canvas, coverage, x, y, count, colour);
    }
}

/* The edge reaches `reach` pixels to both sides; what lies further inside is full, or empty in a
 * frame. */
static void draw_round(const dw_canvas *canvas, const round_shape *shape, dw_box box, span s,
                       float reach, dw_colour colour)
{
    for (int y = s.y0; y < s.y1; y++) {
        uint32_t *row = row_of(canvas, y);
        const float radius = shape->box.radius;
        const columns outer = columns_within(box, radius, reach, y, (columns){s.x0, s.x1});
        const columns inner = columns_within(box, radius, -reach, y, outer);
        if (inner.to <= inner.from) {
            cover_round(canvas, shape, y, outer, colour);
            continue;
        }
        cover_round(canvas, shape, y, (columns){outer.from, inner.from}, colour);
        if (shape->look != ROUND_FRAME) {
            fill_row(row, inner.from, inner.to, colour, colour >> 24);
        }
        cover_round(canvas, shape, y, (columns){inner.to, outer.to}, colour);
    }
}

void dw_canvas_round_rect(dw_canvas *canvas, dw_box box, float radius, dw_colour colour)
{
    span s;
    radius = fitting_radius(box, radius);
    if (colour >> 24 == 0 || !cover(canvas, dw_box_grown(box, 0.5F), &s)) {
        return;
    }
    if (canvas->list != NULL) {
        const dw_round_box round = {box, radius, DW_RIM_FILL, 0.0F};
        dw_draw_shape_round(canvas->list, clip_of(canvas), &round, colour);
        return;
    }
    const round_shape shape = make_round(box, radius, ROUND_FILL, 0.0F);
    draw_round(canvas, &shape, box, s, 0.5F + safe, colour);
}

void dw_canvas_round_frame(dw_canvas *canvas, dw_box box, float radius, float width,
                           dw_colour colour)
{
    const float half = width * 0.5F;
    span s;
    radius = fitting_radius(box, radius);
    if (colour >> 24 == 0 || !cover(canvas, dw_box_grown(box, half + 0.5F), &s)) {
        return;
    }
    if (canvas->list != NULL) {
        const dw_round_box round = {box, radius, DW_RIM_FRAME, width};
        dw_draw_shape_round(canvas->list, clip_of(canvas), &round, colour);
        return;
    }
    const round_shape shape = make_round(box, radius, ROUND_FRAME, half);
    draw_round(canvas, &shape, box, s, half + 0.5F + safe, colour);
}

void dw_canvas_disc(dw_canvas *canvas, float x, float y, float radius, dw_colour colour)
{
    dw_canvas_round_rect(canvas, (dw_box){x - radius, y - radius, x + radius, y + radius}, radius,
                         colour);
}

void dw_canvas_ring(dw_canvas *canvas, float x, float y, float radius, float width,
                    dw_colour colour)
{
    dw_canvas_round_frame(canvas, (dw_box){x - radius, y - radius, x + radius, y + radius}, radius,
                          width, colour);
}

void dw_canvas_arc(dw_canvas *canvas, dw_arc arc, dw_colour colour)
{
    const float x = arc.x;
    const float y = arc.y;
    const uint32_t alpha = colour >> 24;
    const float half = arc.width * 0.5F;
    const float outer = arc.radius + half + 0.5F;
    span s;
    if (arc.sweep >= 1.0F) {
        dw_canvas_ring(canvas, x, y, arc.radius, arc.width, colour);
        return;
    }
    if (alpha == 0 || arc.sweep <= 0.0F ||
        !cover(canvas, (dw_box){x - outer, y - outer, x + outer, y + outer}, &s)) {
        return;
    }
    if (canvas->list != NULL) {
        dw_draw_shape_arc(canvas->list, clip_of(canvas), &arc, colour);
        return;
    }
    const float turn = 6.28318530718F;
    /* Inside the arc.sweep is one half-plane and the other, or one or the other past half a turn.
     */
    const float ax = cosf(arc.from * turn);
    const float ay = sinf(arc.from * turn);
    const float bx = cosf((arc.from + arc.sweep) * turn);
    const float by = sinf((arc.from + arc.sweep) * turn);
    const dw_row_arc row = {.x = x,
                            .y = y,
                            .radius = arc.radius,
                            .half = half,
                            .ax = ax,
                            .ay = ay,
                            .bx = bx,
                            .by = by,
                            .wide = arc.sweep > 0.5F};
    float coverage[DW_ROW_PIECE];
    for (int j = s.y0; j < s.y1; j++) {
        for (int i = s.x0; i < s.x1; i += DW_ROW_PIECE) {
            const int count = piece(i, s.x1);
            dw_row_arc_cover(coverage, &row, i, j, count);
            cover_row(canvas, coverage, i, j, count, colour);
        }
    }
}

/* The pixels that a line may touch; false when there are none. */
static bool cover_line(const dw_canvas *canvas, dw_segment line, float width, span *out)
{
    const dw_box box = {dw_lesser(line.x0, line.x1), dw_lesser(line.y0, line.y1),
                        dw_greater(line.x0, line.x1), dw_greater(line.y0, line.y1)};
    return cover(canvas, dw_box_grown(box, width * 0.5F + 0.5F), out);
}

/* A line of dashes and gaps of that length; 0: without gaps. */
static void lay_line(const dw_canvas *canvas, span s, dw_segment line, float width, float dash,
                     dw_colour colour)
{
    const float half = width * 0.5F;
    const float dx = line.x1 - line.x0;
    const float dy = line.y1 - line.y0;
    const float length = dw_greater(sqrtf(dx * dx + dy * dy), 1e-3F);
    dw_row_line shape = {.x0 = line.x0,
                         .y0 = line.y0,
                         .dx = dx / length,
                         .dy = dy / length,
                         .length = length,
                         .reach = 0.5F + half,
                         .dash = dash > 0.0F ? dash : length,
                         .period = dash > 0.0F ? 2.0F * dash : 2.0F * length,
                         .side = 1e9F};
    shape.per_period = 1.0F / shape.period;
    shape.last_dash = dw_greater(ceilf(length / shape.period) - 1.0F, 0.0F);
    /* Of each row only the pixels near the endless line can be touched: the box of a long slanted
     * line is nearly empty. */
    if (fabsf(dx) > 1.0F && fabsf(dy) > 1.0F) {
        shape.across = dx / dy;
        shape.side = (half + 0.5F + safe) * length / fabsf(dy) + 0.5F;
    }
    const dw_row_box rows = {s.x0, s.y0, s.x1, s.y1, canvas->width};
    dw_row_line_lay(canvas->pixels, canvas->stride, &rows, &shape, colour);
}

void dw_canvas_line(dw_canvas *canvas, dw_segment line, float width, dw_colour colour)
{
    span s;
    if (colour >> 24 == 0 || !cover_line(canvas, line, width, &s)) {
        return;
    }
    if (canvas->list != NULL) {
        dw_draw_shape_line(canvas->list, clip_of(canvas), line, width, colour);
    } else {
        lay_line(canvas, s, line, width, 0.0F, colour);
    }
}

/* On a card that has no picture of such dashes. */
static void draw_each_dash(dw_canvas *canvas, dw_segment line, float width, float dash,
                           dw_colour colour)
{
    const float dx = line.x1 - line.x0;
    const float dy = line.y1 - line.y0;
    const float length = sqrtf(dx * dx + dy * dy);
    const int count = (int)ceilf(length / (2.0F * dash));
    for (int i = 0; i < count; i++) {
        const float a = 2.0F * dash * (float)i / length;
        const float b = dw_lesser(a + dash / length, 1.0F);
        dw_canvas_line(
            canvas,
            (dw_segment){line.x0 + dx * a, line.y0 + dy * a, line.x0 + dx * b, line.y0 + dy * b},
            width, colour);
    }
}

void dw_canvas_dashes(dw_canvas *canvas, dw_segment line, float width, float dash, dw_colour colour)
{
    span s;
    if (colour >> 24 == 0 || !cover_line(canvas, line, width, &s)) {
        return;
    }
    if (canvas->list == NULL) {
        lay_line(canvas, s, line, width, dash, colour);
    } else if (!dw_draw_shape_dashes(canvas->list, clip_of(canvas), line, width, dash, colour)) {
        draw_each_dash(canvas, line, width, dash, colour);
    }
}

void dw_canvas_convex(dw_canvas *canvas, const float *corners, uint32_t corner_count,
                      dw_colour colour)
{
    enum { CORNERS_MAX = 12 };
    const uint32_t alpha = colour >> 24;
    DW_CHECK(corner_count >= 3 && corner_count <= CORNERS_MAX);
    dw_row_side sides[CORNERS_MAX];
    dw_box box = {corners[0], corners[1], corners[0], corners[1]};
    float area = 0.0F;
    for (uint32_t i = 0; i < corner_count; i++) {
        const float *a = &corners[2 * i];
        const float *b = &corners[2 * ((i + 1) % corner_count)];
        box = (dw_box){dw_lesser(box.x0, a[0]), dw_lesser(box.y0, a[1]), dw_greater(box.x1, a[0]),
                       dw_greater(box.y1, a[1])};
        area += a[0] * b[1] - a[1] * b[0];
        const float ex = b[0] - a[0];
        const float ey = b[1] - a[1];
        const float length = dw_greater(sqrtf(ex * ex + ey * ey), 1e-6F);
        sides[i].nx = ey / length;
        sides[i].ny = -ex / length;
        sides[i].offset = sides[i].nx * a[0] + sides[i].ny * a[1];
    }
    span s;
    if (alpha == 0 || !cover(canvas, dw_box_grown(box, 0.5F), &s)) {
        return;
    }
    if (canvas->list != NULL) {
        dw_draw_shape_convex(canvas->list, clip_of(canvas), corners, (int)corner_count, colour);
        return;
    }
    const float outward = area >= 0.0F ? 1.0F : -1.0F;
    for (uint32_t i = 0; i < corner_count; i++) {
        sides[i].nx *= outward;
        sides[i].ny *= outward;
        sides[i].offset *= outward;
    }
    float coverage[DW_ROW_PIECE];
    for (int y = s.y0; y < s.y1; y++) {
        for (int x = s.x0; x < s.x1; x += DW_ROW_PIECE) {
            const int count = piece(x, s.x1);
            dw_row_convex(coverage, sides, (int)corner_count, x, y, count);
            cover_row(canvas, coverage, x, y, count, colour);
        }
    }
}

void dw_canvas_shadow(dw_canvas *canvas, dw_box box, float radius, float blur, dw_colour colour)
{
    span s;
    if (colour >> 24 == 0 || !cover(canvas, dw_box_grown(box, blur), &s)) {
        return;
    }
    radius = fitting_radius(box, radius);
    const float fade = dw_greater(blur, 0.5F);
    if (canvas->list != NULL) {
        const dw_round_box round = {box, radius, DW_RIM_SHADOW, fade};
        dw_draw_shape_round(canvas->list, clip_of(canvas), &round, colour);
        return;
    }
    const round_shape shape = make_round(box, radius, ROUND_SHADOW, 0.5F / fade);
    draw_round(canvas, &shape, box, s, fade + safe, colour);
}

void dw_canvas_glow(dw_canvas *canvas, float x, float y, float radius, dw_colour colour)
{
    const uint32_t alpha = colour >> 24;
    span s;
    if (alpha == 0 || !(radius > 0.0F) ||
        !cover(canvas, (dw_box){x - radius, y - radius, x + radius, y + radius}, &s)) {
        return;
    }
    if (canvas->list != NULL) {
        dw_draw_shape_glow(canvas->list, clip_of(canvas),
                           (dw_box){x - radius, y - radius, x + radius, y + radius}, colour);
        return;
    }
    const float scale = 1.0F / (radius * radius);
    float coverage[DW_ROW_PIECE];
    for (int j = s.y0; j < s.y1; j++) {
        for (int i = s.x0; i < s.x1; i += DW_ROW_PIECE) {
            const int count = piece(i, s.x1);
            dw_row_glow(coverage, x, y, scale, i, j, count);
            cover_row(canvas, coverage, i, j, count, colour);
        }
    }
}

void dw_canvas_stencil(dw_canvas *canvas, int x, int y, dw_stencil stencil, dw_colour colour)
{
    const uint32_t alpha = colour >> 24;
    const int x0 = x > canvas->clip_x0 ? x : canvas->clip_x0;
    const int y0 = y > canvas->clip_y0 ? y : canvas->clip_y0;
    const int x1 = x + stencil.width < canvas->clip_x1 ? x + stencil.width : canvas->clip_x1;
    const int y1 = y + stencil.height < canvas->clip_y1 ? y + stencil.height : canvas->clip_y1;
    if (x0 >= x1 || y0 >= y1 || alpha == 0) {
        return;
    }
    if (canvas->list != NULL) {
        dw_draw_shape_stencil(canvas->list, clip_of(canvas), x, y, &stencil, colour);
        return;
    }
    const ptrdiff_t first = (ptrdiff_t)(y0 - y) * stencil.width + (x0 - x);
    const dw_row_stencil part = {.coverage = stencil.coverage + first,
                                 .end =
                                     stencil.coverage + (ptrdiff_t)stencil.width * stencil.height,
                                 .pitch = stencil.width,
                                 .count = x1 - x0,
                                 .rows = y1 - y0};
    dw_row_stencil_lay(row_of(canvas, y0) + x0, canvas->stride, canvas->width - x0, &part, colour);
}
