#include "client/view/scene/draw_floor.h"

#include <math.h>

/* Below this many pixels a metre a pattern is noise: the floor is flat then. */
#define PATTERN_MM_MIN 0.018F

/* A floor is painted in strips of cells; along which axis, and which of them are on the canvas. */
typedef struct strips {
    const dw_painter *painter;
    dw_rect area;
    bool along_x; /* Strips run in the x direction. */
} strips;

static dw_rect strip_rect(const strips *s, int32_t across0, int32_t across1, int32_t along0,
                          int32_t along1)
{
    const dw_rect a = s->area;
    const dw_rect r = s->along_x ? (dw_rect){{a.min.x + along0, a.min.y + across0},
                                             {a.min.x + along1, a.min.y + across1}}
                                 : (dw_rect){{a.min.x + across0, a.min.y + along0},
                                             {a.min.x + across1, a.min.y + along1}};
    return (dw_rect){
        {r.min.x, r.min.y},
        {r.max.x < a.max.x ? r.max.x : a.max.x, r.max.y < a.max.y ? r.max.y : a.max.y}};
}

static dw_colour varied(const dw_painter *painter, dw_colour material, float amount, float chance)
{
    return dw_painter_colour(painter,
                             dw_colour_scale(material, 1.0F + amount * (chance * 2.0F - 1.0F)));
}

/* How a floor of cells in rows looks. */
typedef struct course_style {
    int32_t width, shortest, longest; /* Of cells. */
    dw_colour material;
    float variation; /* Of their brightness. */
    float joint;     /* Pixels. */
} course_style;

/* Rows of cells of random length: planks (thin and long) and flagstones (broad and short). */
static void paint_courses(const strips *s, const course_style *style)
{
    const int32_t width = style->width;
    const int32_t longest = style->longest;
    const float joint = style->joint;
    const dw_painter *p = s->painter;
    const int32_t across =
        s->along_x ? s->area.max.y - s->area.min.y : s->area.max.x - s->area.min.x;
    const int32_t along =
        s->along_x ? s->area.max.x - s->area.min.x : s->area.max.y - s->area.min.y;
    for (int32_t row = 0; row * width < across; row++) {
        const dw_rect whole = strip_rect(s, row * width, (row + 1) * width, 0, along);
        if (!dw_painter_sees(p, whole, 0.0F)) {
            continue;
        }
        int32_t from =
            -(int32_t)(dw_painter_chance(row, s->area.min.x, s->area.min.y) * (float)longest);
        for (int32_t cell = 0; from < along; cell++) {
            const float chance = dw_painter_chance(row, cell, s->area.min.x + s->area.min.y);
            const int32_t to =
                from + style->shortest + (int32_t)(chance * (float)(longest - style->shortest));
            const dw_rect r =
                strip_rect(s, row * width, (row + 1) * width, from > 0 ? from : 0, to);
            if (dw_painter_sees(p, r, 0.0F)) {
                dw_box box = dw_painter_box(p, r);
                dw_canvas_rect(
                    p->canvas, box,
                    varied(p, style->material, style->variation, fmodf(chance * 7.0F, 1.0F)));
                /* The joint is the dark ground that stays visible on two sides. */
                const dw_colour dark =
                    dw_painter_colour(p, dw_colour_scale(style->material, 0.62F));
                dw_canvas_rect(p->canvas, (dw_box){box.x0, box.y0, box.x1, box.y0 + joint}, dark);
                dw_canvas_rect(p->canvas, (dw_box){box.x0, box.y0, box.x0 + joint, box.y1}, dark);
            }
            from = to;
        }
    }
}

static void paint_wood(const strips *s)
{
    paint_courses(s, &(course_style){DW_MM(160), DW_MM(900), DW_MM(2200), 0xff7d5b3c, 0.13F,
                                     dw_greater(s->painter->mm * 9.0F, 0.7F)});
}

static void paint_stone(const strips *s)
{
    paint_courses(s, &(course_style){DW_MM(600), DW_MM(500), DW_MM(1100), 0xff6c6a68, 0.11F,
                                     dw_greater(s->painter->mm * 18.0F, 0.8F)});
}

static void paint_tile(const strips *s)
{
    const dw_painter *p = s->painter;
    const int32_t side = DW_MM(500);
    const float joint = dw_greater(p->mm * 12.0F, 0.7F);
    const int32_t columns = (s->area.max.x - s->area.min.x) / side + 1;
    const int32_t rows = (s->area.max.y - s->area.min.y) / side + 1;
    for (int32_t j = 0; j < rows; j++) {
        for (int32_t i = 0; i < columns; i++) {
            dw_rect r = {{s->area.min.x + i * side, s->area.min.y + j * side}, {0, 0}};
            r.max.x = r.min.x + side < s->area.max.x ? r.min.x + side : s->area.max.x;
            r.max.y = r.min.y + side < s->area.max.y ? r.min.y + side : s->area.max.y;
            if (r.min.x >= r.max.x || r.min.y >= r.max.y || !dw_painter_sees(p, r, 0.0F)) {
                continue;
            }
            const dw_colour base = (i + j) % 2 == 0 ? 0xff8b8578 : 0xff5f6163;
            dw_box box = dw_painter_box(p, r);
            dw_canvas_rect(p->canvas, box, dw_painter_colour(p, 0xff4a4844));
            box.x0 += joint;
            box.y0 += joint;
            dw_canvas_rect(p->canvas, box,
                           varied(p, base, 0.06F, dw_painter_chance(i, j, s->area.min.x)));
        }
    }
}

static void paint_carpet(const strips *s)
{
    const dw_painter *p = s->painter;
    const dw_box box = dw_painter_box(p, s->area);
    dw_canvas_rect(p->canvas, box, dw_painter_colour(p, 0xff6e3038));
    /* A lattice of small diamonds... */
    const int32_t step = DW_MM(420);
    const float half = p->mm * 46.0F;
    const dw_colour figure = dw_painter_colour(p, 0xff8a4444);
    for (int32_t j = 1; j * step < s->area.max.y - s->area.min.y; j++) {
        for (int32_t i = 1; i * step < s->area.max.x - s->area.min.x; i++) {
            const dw_vec at = {s->area.min.x + i * step - (j % 2) * step / 2,
                               s->area.min.y + j * step};
            if (dw_painter_sees(p, (dw_rect){at, at}, half + 1.0F)) {
                const float x = dw_painter_x(p, at.x);
                const float y = dw_painter_y(p, at.y);
                const float corners[8] = {x - half, y, x, y - half, x + half, y, x, y + half};
                dw_canvas_convex(p->canvas, corners, 4, figure);
            }
        }
    }
    /* ...inside a double border of gold thread. */
    const float inset = p->mm * 280.0F;
    const dw_colour thread = dw_painter_colour(p, 0xffb58a4e);
    dw_canvas_round_frame(p->canvas, dw_box_grown(box, -inset), 0.0F,
                          dw_greater(p->mm * 26.0F, 0.8F), dw_colour_fade(thread, 0.75F));
    dw_canvas_round_frame(p->canvas, dw_box_grown(box, -inset - p->mm * 70.0F), 0.0F,
                          dw_greater(p->mm * 12.0F, 0.6F), dw_colour_fade(thread, 0.5F));
}

/* One mark of a floor that is strewn with them, at `x` `y`; `a` and `b` are its own chances. */
typedef void (*draw_mark)(const dw_painter *p, float x, float y, float a, float b);

/* A ground with a mark somewhere in each cell of `step`. No mark is larger than 90 mm. */
static void paint_strewn(const strips *s, dw_colour ground, int32_t step, draw_mark mark)
{
    const dw_painter *p = s->painter;
    dw_canvas_rect(p->canvas, dw_painter_box(p, s->area), dw_painter_colour(p, ground));
    for (int32_t j = 0; j * step < s->area.max.y - s->area.min.y; j++) {
        for (int32_t i = 0; i * step < s->area.max.x - s->area.min.x; i++) {
            const float a = dw_painter_chance(i, j, 1 + s->area.min.x);
            const float b = dw_painter_chance(i, j, 2 + s->area.min.y);
            const dw_vec at = {s->area.min.x + i * step + (int32_t)(a * (float)step),
                               s->area.min.y + j * step + (int32_t)(b * (float)step)};
            if (dw_rect_holds(s->area, at) &&
                dw_painter_sees(p, (dw_rect){at, at}, p->mm * 90.0F)) {
                mark(p, dw_painter_x(p, at.x), dw_painter_y(p, at.y), a, b);
            }
        }
    }
}

static void draw_blade(const dw_painter *p, float x, float y, float a, float b)
{
    const float reach = p->mm * (30.0F + 60.0F * b);
    dw_canvas_line(p->canvas, (dw_segment){x, y, x + (a - 0.5F) * reach, y - reach},
                   dw_greater(p->mm * 14.0F, 0.7F),
                   varied(p, a > 0.5F ? 0xff54754a : 0xff32492f, 0.15F, b));
}

static void paint_grass(const strips *s)
{
    paint_strewn(s, 0xff3c5637, DW_MM(170), draw_blade);
}

static void draw_pebble(const dw_painter *p, float x, float y, float a, float b)
{
    const float wide = p->mm * (24.0F + 26.0F * a);
    const float high = p->mm * (20.0F + 22.0F * b);
    const float corners[8] = {x - wide, y, x, y - high, x + wide, y, x, y + high};
    dw_canvas_convex(p->canvas, corners, 4, varied(p, b > 0.5F ? 0xff8f8779 : 0xff5c564d, 0.2F, a));
}

static void paint_gravel(const strips *s)
{
    paint_strewn(s, 0xff716a5f, DW_MM(130), draw_pebble);
}

static void draw_ripple(const dw_painter *p, float x, float y, float a, float b)
{
    const float half = p->mm * (40.0F + 50.0F * a);
    dw_canvas_line(p->canvas, (dw_segment){x - half, y, x + half, y},
                   dw_greater(p->mm * 12.0F, 0.7F), varied(p, 0xff5f8ba3, 0.2F, b));
}

static void paint_water(const strips *s)
{
    paint_strewn(s, 0xff2f5a73, DW_MM(380), draw_ripple);
}

static void paint_metal(const strips *s)
{
    paint_courses(s, &(course_style){DW_MM(1000), DW_MM(1000), DW_MM(1001), 0xff7a818a, 0.05F,
                                     dw_greater(s->painter->mm * 14.0F, 0.8F)});
}

void dw_draw_floor(const dw_painter *painter, const dw_room *room)
{
    static const struct {
        dw_colour flat;
        void (*pattern)(const strips *);
    } styles[DW_FLOOR_COUNT] = {
        [DW_FLOOR_WOOD] = {0xff775738, paint_wood},
        [DW_FLOOR_TILE] = {0xff75736d, paint_tile},
        [DW_FLOOR_CARPET] = {0xff6e3038, paint_carpet},
        [DW_FLOOR_STONE] = {0xff68665f, paint_stone},
        [DW_FLOOR_GRASS] = {0xff3c5637, paint_grass},
        [DW_FLOOR_GRAVEL] = {0xff716a5f, paint_gravel},
        [DW_FLOOR_WATER] = {0xff2f5a73, paint_water},
        [DW_FLOOR_METAL] = {0xff747b84, paint_metal},
    };
    if (!dw_painter_sees(painter, room->area, 1.0F)) {
        return;
    }
    const uint8_t floor = room->floor < DW_FLOOR_COUNT ? room->floor : (uint8_t)DW_FLOOR_WOOD;
    dw_canvas_rect(painter->canvas, dw_painter_box(painter, room->area),
                   dw_painter_colour(painter, styles[floor].flat));
    if (painter->mm < PATTERN_MM_MIN) {
        return;
    }
    const int32_t width = room->area.max.x - room->area.min.x;
    const int32_t height = room->area.max.y - room->area.min.y;
    styles[floor].pattern(&(strips){painter, room->area, width >= height});
}
