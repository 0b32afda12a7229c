#include "client/view/scene/draw_things.h"

#include "client/view/tools/palette.h"
#include "protocol/snapshot_items.h"

#include <math.h>

typedef struct spot {
    float x, y, size; /* Pixels. */
} spot;

static spot spot_of(const dw_camera *camera, dw_rect area, int32_t size_mm, float least)
{
    const dw_vec at = dw_rect_centre(area);
    return (spot){dw_camera_screen_x(camera, at.x), dw_camera_screen_y(camera, at.y),
                  fmaxf(dw_camera_pixels(camera, DW_MM(size_mm)), least)};
}

/* Round what has to be taken now. */
static void draw_wanted(dw_canvas *canvas, spot at, double seconds)
{
    const float pulse = 0.5F + 0.5F * sinf((float)seconds * 2.2F);
    const dw_colour gold = dw_palette(DW_TINT_OBJECTIVE);
    dw_canvas_glow(canvas, at.x, at.y, at.size * (2.3F + 0.4F * pulse),
                   dw_colour_fade(gold, 0.34F));
    dw_canvas_ring(canvas, at.x, at.y, at.size * (0.95F + 0.18F * pulse),
                   fmaxf(at.size * 0.06F, 1.2F), dw_colour_fade(gold, 0.65F - 0.35F * pulse));
}

static void draw_paper(dw_canvas *canvas, float x, float y, float size)
{
    /* A folder with a sheet that looks out, a little askew. */
    const float w = size * 0.52F;
    const float h = size * 0.40F;
    const float corners[8] = {x - w - size * 0.04F, y - h, x + w * 0.92F, y - h - size * 0.08F,
                              x + w + size * 0.04F, y + h, x - w * 0.92F, y + h + size * 0.08F};
    const float sheet[8] = {x - w * 0.78F, y - h * 1.25F, x + w * 0.80F, y - h * 1.20F,
                            x + w * 0.80F, y + h * 0.70F, x - w * 0.78F, y + h * 0.74F};
    dw_canvas_shadow(canvas, dw_box_moved((dw_box){x - w, y - h, x + w, y + h}, 2.0F, 3.0F), 2.0F,
                     size * 0.25F, dw_palette_shadow(0xa0));
    dw_canvas_convex(canvas, sheet, 4, dw_palette(DW_TINT_FOLDER_SHEET));
    dw_canvas_convex(canvas, corners, 4, dw_palette(DW_TINT_FOLDER));
    dw_canvas_line(canvas, (dw_segment){x - w * 0.5F, y + h * 0.1F, x + w * 0.5F, y + h * 0.02F},
                   size * 0.09F, dw_palette(DW_TINT_FOLDER_SEAL));
}

static void stroke(dw_canvas *canvas, spot at, dw_segment line, float width, dw_colour colour)
{
    const dw_segment on = {at.x + line.x0 * at.size, at.y + line.y0 * at.size,
                           at.x + line.x1 * at.size, at.y + line.y1 * at.size};
    dw_canvas_line(canvas, on, fmaxf(width * at.size, 1.2F), colour);
}

static dw_box box_in(spot at, float x0, float y0, float x1, float y1)
{
    return (dw_box){at.x + x0 * at.size, at.y + y0 * at.size, at.x + x1 * at.size,
                    at.y + y1 * at.size};
}

static void draw_screen(dw_canvas *canvas, spot at)
{
    dw_canvas_round_rect(canvas, box_in(at, -0.7F, -0.6F, 0.7F, 0.35F), 0.1F * at.size,
                         dw_palette(DW_TINT_STEEL_DARK));
    dw_canvas_rect(canvas, box_in(at, -0.55F, -0.45F, 0.55F, 0.2F), dw_palette(DW_TINT_SENSOR));
    stroke(canvas, at, (dw_segment){-0.35F, -0.25F, 0.2F, -0.25F}, 0.08F, dw_palette(DW_TINT_LENS));
    stroke(canvas, at, (dw_segment){-0.35F, 0.0F, 0.35F, 0.0F}, 0.08F, dw_palette(DW_TINT_LENS));
    stroke(canvas, at, (dw_segment){-0.3F, 0.6F, 0.3F, 0.6F}, 0.14F, dw_palette(DW_TINT_STEEL));
}

static void draw_box_with(dw_canvas *canvas, spot at)
{
    dw_canvas_round_rect(canvas, box_in(at, -0.6F, -0.7F, 0.6F, 0.7F), 0.12F * at.size,
                         dw_palette(DW_TINT_STEEL_DARK));
    dw_canvas_round_rect(canvas, box_in(at, -0.5F, -0.6F, 0.5F, 0.6F), 0.1F * at.size,
                         dw_palette(DW_TINT_STEEL));
}

/* A flash. */
static void draw_fuse_box(dw_canvas *canvas, spot at)
{
    const dw_colour ink = dw_palette(DW_TINT_LENS);
    draw_box_with(canvas, at);
    stroke(canvas, at, (dw_segment){0.15F, -0.45F, -0.15F, 0.05F}, 0.14F, ink);
    stroke(canvas, at, (dw_segment){-0.15F, 0.05F, 0.15F, 0.0F}, 0.14F, ink);
    stroke(canvas, at, (dw_segment){0.15F, 0.0F, -0.12F, 0.45F}, 0.14F, ink);
}

static void draw_buttons(dw_canvas *canvas, spot at)
{
    draw_box_with(canvas, at);
    for (int row = 0; row < 3; row++) {
        const float y = at.y + (-0.35F + 0.35F * (float)row) * at.size;
        dw_canvas_disc(canvas, at.x - 0.2F * at.size, y, 0.11F * at.size,
                       dw_palette(row == 0 ? DW_TINT_BAD : DW_TINT_LENS));
        dw_canvas_disc(canvas, at.x + 0.2F * at.size, y, 0.11F * at.size, dw_palette(DW_TINT_LENS));
    }
}

static void draw_bell(dw_canvas *canvas, spot at)
{
    const dw_colour brass = dw_palette(DW_TINT_BRASS);
    dw_canvas_disc(canvas, at.x, at.y - 0.1F * at.size, 0.5F * at.size, brass);
    dw_canvas_rect(canvas, box_in(at, -0.5F, -0.1F, 0.5F, 0.35F), brass);
    stroke(canvas, at, (dw_segment){-0.65F, 0.38F, 0.65F, 0.38F}, 0.16F,
           dw_palette(DW_TINT_KNOB_BRASS));
    dw_canvas_disc(canvas, at.x, at.y + 0.6F * at.size, 0.16F * at.size,
                   dw_palette(DW_TINT_KNOB_BRASS));
}

static void draw_window(dw_canvas *canvas, spot at)
{
    const dw_colour frame = dw_palette(DW_TINT_STEEL);
    dw_canvas_rect(canvas, box_in(at, -0.7F, -0.6F, 0.7F, 0.6F), dw_palette(DW_TINT_INK_PALE));
    dw_canvas_round_frame(canvas, box_in(at, -0.7F, -0.6F, 0.7F, 0.6F), 0.0F,
                          fmaxf(0.12F * at.size, 1.2F), frame);
    stroke(canvas, at, (dw_segment){0.0F, -0.6F, 0.0F, 0.6F}, 0.1F, frame);
    stroke(canvas, at, (dw_segment){-0.7F, 0.0F, 0.7F, 0.0F}, 0.1F, frame);
}

static void draw_safe(dw_canvas *canvas, spot at)
{
    draw_box_with(canvas, at);
    dw_canvas_ring(canvas, at.x, at.y, 0.3F * at.size, fmaxf(0.1F * at.size, 1.2F),
                   dw_palette(DW_TINT_LENS));
    stroke(canvas, at, (dw_segment){0.0F, 0.0F, 0.0F, -0.28F}, 0.12F, dw_palette(DW_TINT_LENS));
}

static void draw_device(dw_canvas *canvas, spot at, uint8_t kind)
{
    static void (*const looks[DW_DEVICE_KIND_COUNT])(dw_canvas *, spot) = {
        [DW_DEVICE_TERMINAL] = draw_screen, [DW_DEVICE_FUSE_BOX] = draw_fuse_box,
        [DW_DEVICE_PANEL] = draw_buttons,   [DW_DEVICE_BELL] = draw_bell,
        [DW_DEVICE_WINDOW] = draw_window,   [DW_DEVICE_SAFE] = draw_safe};
    dw_canvas_shadow(canvas, dw_box_moved(box_in(at, -0.6F, -0.6F, 0.6F, 0.6F), 2.0F, 3.0F), 2.0F,
                     at.size * 0.3F, dw_palette_shadow(0x90));
    looks[kind < DW_DEVICE_KIND_COUNT ? kind : DW_DEVICE_PANEL](canvas, at);
}

static void draw_key(dw_canvas *canvas, spot at)
{
    const dw_colour brass = dw_palette(DW_TINT_KNOB_BRASS);
    const dw_colour edge = dw_palette(DW_TINT_LOOT_EDGE);
    for (int layer = 0; layer < 2; layer++) {
        const dw_colour colour = layer == 0 ? edge : brass;
        const float wide = layer == 0 ? 0.34F : 0.2F;
        dw_canvas_ring(canvas, at.x - 0.45F * at.size, at.y, 0.32F * at.size, wide * at.size,
                       colour);
        stroke(canvas, at, (dw_segment){-0.1F, 0.0F, 0.75F, 0.0F}, wide, colour);
        stroke(canvas, at, (dw_segment){0.5F, 0.0F, 0.5F, 0.28F}, wide, colour);
        stroke(canvas, at, (dw_segment){0.75F, 0.0F, 0.75F, 0.34F}, wide, colour);
    }
}

/* What open parts want done at a device, as if the player carried what it takes. */
static dw_device_set wanted_devices(const dw_client_mission *mission)
{
    return mission == NULL ? 0 : dw_mission_devices_for(mission, (dw_item_set)~0U);
}

void dw_draw_things(dw_canvas *canvas, const dw_camera *camera, const dw_map *map,
                    const dw_drawn_world *world, const dw_client_mission *mission, double seconds)
{
    const dw_device_set wanted = wanted_devices(mission);
    for (uint16_t i = 0; i < map->device_count; i++) {
        const spot at = spot_of(camera, map->devices[i].area, 260, 8.0F);
        if ((wanted >> i & 1) != 0) {
            const float pulse = 0.5F + 0.5F * sinf((float)seconds * 2.2F);
            dw_canvas_glow(canvas, at.x, at.y, at.size * (2.4F + 0.4F * pulse),
                           dw_colour_fade(dw_palette(DW_TINT_OBJECTIVE), 0.34F));
        }
        draw_device(canvas, at, map->devices[i].kind);
    }
    for (uint16_t i = 0; i < map->item_count; i++) {
        if (!dw_item_lies(world->items[i].state) || dw_item_is_blank(&map->items[i])) {
            continue;
        }
        const bool key = map->items[i].opens != 0;
        const dw_rect area = dw_snapshot_item_area(map, world->items, i);
        const spot at = spot_of(camera, area, key ? 200 : 330, 9.0F);
        if (key) {
            dw_canvas_glow(canvas, at.x, at.y, at.size * 2.2F,
                           dw_colour_fade(dw_palette(DW_TINT_OBJECTIVE), 0.30F));
            draw_key(canvas, at);
        } else {
            if (mission == NULL || dw_mission_wants_item(mission, i)) {
                draw_wanted(canvas, at, seconds);
            }
            draw_paper(canvas, at.x, at.y, at.size);
        }
    }
}

void dw_draw_mission_places(dw_canvas *canvas, const dw_camera *camera,
                            const dw_client_mission *mission)
{
    for (uint32_t i = 0; i < mission->part_count; i++) {
        const dw_mission_part *part = &mission->parts[i];
        const dw_rect place = part->place;
        if (!dw_mission_is_open(mission, i) || place.max.x <= place.min.x) {
            continue;
        }
        const dw_colour colour =
            dw_palette(part->kind == DW_PART_REACH ? DW_TINT_OBJECTIVE : DW_TINT_EXIT);
        const dw_box box = dw_camera_box(camera, place);
        const float dash = fmaxf(dw_camera_pixels(camera, DW_MM(220)), 5.0F);
        const dw_segment sides[4] = {{box.x0, box.y0, box.x1, box.y0},
                                     {box.x1, box.y0, box.x1, box.y1},
                                     {box.x1, box.y1, box.x0, box.y1},
                                     {box.x0, box.y1, box.x0, box.y0}};
        dw_canvas_rect(canvas, box, dw_colour_fade(colour, 0.06F));
        for (int side = 0; side < 4; side++) {
            dw_canvas_dashes(canvas, sides[side], 2.0F, dash, dw_colour_fade(colour, 0.75F));
        }
    }
}
