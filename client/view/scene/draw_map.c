#include "client/view/scene/draw_map.h"

#include "client/view/scene/draw_floor.h"
#include "client/view/scene/draw_furniture.h"
#include "client/view/tools/palette.h"

#include <math.h>

/* The drawing paper: a line a metre, every fifth stronger, as on a surveyor's sheet. */
static void paint_paper(const dw_painter *p)
{
    const double metre = 1000.0 * DW_UNITS_PER_MM;
    dw_canvas_clear(p->canvas, dw_palette(DW_TINT_NIGHT));
    if (p->mm * 1000.0F < 9.0F) {
        return;
    }
    const double width = p->canvas->width / p->scale;
    const double height = p->canvas->height / p->scale;
    for (int64_t i = (int64_t)floor(p->origin_x / metre); (double)i * metre < p->origin_x + width;
         i++) {
        const float x = roundf(dw_painter_x(p, (double)i * metre));
        dw_canvas_rect(p->canvas, (dw_box){x, 0.0F, x + 1.0F, (float)p->canvas->height},
                       dw_palette(i % 5 == 0 ? DW_TINT_GRID_STRONG : DW_TINT_GRID));
    }
    for (int64_t i = (int64_t)floor(p->origin_y / metre); (double)i * metre < p->origin_y + height;
         i++) {
        const float y = roundf(dw_painter_y(p, (double)i * metre));
        dw_canvas_rect(p->canvas, (dw_box){0.0F, y, (float)p->canvas->width, y + 1.0F},
                       dw_palette(i % 5 == 0 ? DW_TINT_GRID_STRONG : DW_TINT_GRID));
    }
}

/* The exit: chevrons on the floor inside a frame. */
static void paint_exit(const dw_painter *p, const dw_map *map)
{
    if (!dw_painter_sees(p, map->exit, 4.0F)) {
        return;
    }
    const dw_box box = dw_painter_box(p, map->exit);
    const dw_colour colour = dw_palette(DW_TINT_EXIT);
    dw_canvas_round_rect(p->canvas, box, p->mm * 80.0F, dw_colour_fade(colour, 0.10F));
    dw_canvas_round_frame(p->canvas, dw_box_grown(box, -p->mm * 40.0F), p->mm * 60.0F,
                          dw_greater(p->mm * 24.0F, 1.0F), dw_colour_fade(colour, 0.55F));
    const float cx = (box.x0 + box.x1) * 0.5F;
    const float cy = (box.y0 + box.y1) * 0.5F;
    const float size =
        dw_lesser(p->mm * 260.0F, dw_lesser(box.x1 - box.x0, box.y1 - box.y0) * 0.22F);
    for (int i = -1; i <= 1; i++) {
        const float x = cx + (float)i * size * 1.1F;
        const dw_colour faint = dw_colour_fade(colour, 0.45F - 0.12F * (float)i);
        dw_canvas_line(p->canvas, (dw_segment){x + size * 0.3F, cy - size, x - size * 0.5F, cy},
                       size * 0.22F, faint);
        dw_canvas_line(p->canvas, (dw_segment){x - size * 0.5F, cy, x + size * 0.3F, cy + size},
                       size * 0.22F, faint);
    }
}

static void paint_walls(const dw_painter *p, const dw_map *map)
{
    const bool warm = p->drawing == DW_DRAWING_WARM;
    const float edge = dw_greater(p->mm * 14.0F, 1.0F);
    const dw_colour line =
        warm ? dw_colour_fade(dw_palette(DW_TINT_WALL_EDGE), 0.80F) : dw_palette(DW_TINT_INK_LINE);
    const dw_colour fill = warm ? dw_palette(DW_TINT_WALL) : dw_palette(DW_TINT_WALL_INK);
    /* Edges of all, then the fill of all: lines remain only where wall meets something else. */
    for (uint32_t i = 0; i < map->wall_count; i++) {
        if (dw_painter_sees(p, map->walls[i], edge + 1.0F)) {
            dw_canvas_rect(p->canvas, dw_box_grown(dw_painter_box(p, map->walls[i]), edge), line);
        }
    }
    for (uint32_t i = 0; i < map->wall_count; i++) {
        if (dw_painter_sees(p, map->walls[i], 1.0F)) {
            /* A little more than there is, so that walls that meet leave no hair between them. */
            dw_canvas_rect(p->canvas, dw_box_grown(dw_painter_box(p, map->walls[i]), 0.4F), fill);
        }
    }
}

/* Light does not reach the foot of a wall: a soft dark seam around each room. */
static void paint_seams(const dw_painter *p, const dw_map *map)
{
    const float blur = p->mm * 260.0F;
    const float strength = p->drawing == DW_DRAWING_WARM ? 0.50F : 0.55F;
    for (uint32_t i = 0; i < map->wall_count; i++) {
        if (dw_painter_sees(p, map->walls[i], blur)) {
            dw_canvas_shadow(p->canvas, dw_painter_box(p, map->walls[i]), 0.0F, blur,
                             dw_colour_fade(dw_palette(DW_TINT_SEAM), strength));
        }
    }
}

/* A threshold of brass in each doorway, so that an open door reads as a door. */
static void paint_thresholds(const dw_painter *p, const dw_map *map)
{
    for (uint32_t i = 0; i < map->door_count; i++) {
        const dw_door *door = &map->doors[i];
        if (!dw_painter_sees(p, door->doorway, 2.0F)) {
            continue;
        }
        const dw_box box = dw_painter_box(p, door->doorway);
        dw_canvas_rect(p->canvas, box, dw_colour_fade(dw_palette_shadow(0xff), 0.28F));
        const float half = dw_greater(p->mm * 12.0F, 0.6F);
        const float cx = (box.x0 + box.x1) * 0.5F;
        const float cy = (box.y0 + box.y1) * 0.5F;
        const dw_box seam = door->passes_along_x ? (dw_box){cx - half, box.y0, cx + half, box.y1}
                                                 : (dw_box){box.x0, cy - half, box.x1, cy + half};
        dw_canvas_rect(p->canvas, seam,
                       dw_colour_fade(dw_painter_colour(p, dw_palette(DW_TINT_BRASS)), 0.55F));
    }
}

void dw_draw_map(dw_canvas *canvas, const dw_map *map, double origin_x, double origin_y,
                 double scale, dw_drawing drawing)
{
    const dw_painter painter = {.canvas = canvas,
                                .origin_x = origin_x,
                                .origin_y = origin_y,
                                .scale = scale,
                                .mm = (float)(scale * DW_UNITS_PER_MM),
                                .drawing = drawing};
    paint_paper(&painter);
    /* The house stands on the paper with a soft shadow. */
    for (uint32_t i = 0; i < map->room_count; i++) {
        if (dw_painter_sees(&painter, map->rooms[i].area, painter.mm * 900.0F)) {
            dw_canvas_shadow(canvas, dw_painter_box(&painter, map->rooms[i].area), 0.0F,
                             painter.mm * 800.0F, dw_palette_shadow(0xb0));
        }
    }
    for (uint32_t i = 0; i < map->room_count; i++) {
        dw_draw_floor(&painter, &map->rooms[i]);
    }
    paint_seams(&painter, map);
    paint_exit(&painter, map);
    for (uint32_t i = 0; i < map->furniture_count; i++) {
        dw_draw_furniture_shadow(&painter, &map->furniture[i]);
    }
    paint_walls(&painter, map);
    paint_thresholds(&painter, map);
    for (uint32_t i = 0; i < map->furniture_count; i++) {
        dw_draw_furniture(&painter, &map->furniture[i]);
    }
}
