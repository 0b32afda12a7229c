#include "client/view/scene/draw_goal.h"

#include "client/view/tools/palette.h"
#include "protocol/snapshot_items.h"

#include <math.h>

bool dw_goal_place(const dw_map *map, const dw_drawn_world *world, double *x, double *y,
                   bool *leaving)
{
    const uint16_t index = dw_snapshot_objective(map, world->items, world->own_slot);
    const uint8_t state = world->items[index].state;
    /* The carrier goes to the exit, and so do its teammates. */
    *leaving = state == DW_ITEM_CARRIED;
    const dw_rect area = *leaving ? map->exit : dw_snapshot_item_area(map, world->items, index);
    const dw_vec centre = dw_rect_centre(area);
    *x = centre.x;
    *y = centre.y;
    return state != DW_ITEM_DELIVERED;
}

void dw_draw_way_out(dw_canvas *canvas, const dw_camera *camera, const dw_map *map,
                     const dw_drawn_world *world, double seconds)
{
    double x = 0.0;
    double y = 0.0;
    bool leaving = false;
    if (dw_goal_place(map, world, &x, &y, &leaving) && leaving) {
        const float pulse = 0.5F + 0.5F * sinf((float)seconds * 3.0F);
        dw_canvas_glow(canvas, dw_camera_screen_x(camera, x), dw_camera_screen_y(camera, y),
                       dw_camera_pixels(camera, DW_MM(1500)) * (1.0F + 0.15F * pulse),
                       dw_colour_fade(dw_palette(DW_TINT_EXIT), 0.20F + 0.14F * pulse));
    }
}

void dw_draw_room_names(const dw_pen *pen, const dw_camera *camera, const dw_sight_light *light,
                        const dw_map *map)
{
    const float ui = pen->ui;
    for (uint32_t i = 0; i < map->room_count; i++) {
        const dw_room *room = &map->rooms[i];
        const dw_box box = dw_camera_box(camera, room->area);
        const float wide = box.x1 - box.x0;
        if (box.x1 < 0.0F || box.y1 < 0.0F || box.x0 > (float)camera->width ||
            box.y0 > (float)camera->height || box.y1 - box.y0 < 24.0F * ui) {
            continue;
        }
        char name[DW_NAME_SIZE];
        dw_text_capitals(room->name, name, sizeof name);
        for (size_t n = 0; name[n] != '\0'; n++) {
            name[n] = name[n] == '-' || name[n] == '_' ? ' ' : name[n];
        }
        /* A stamp in the upper left corner, as on a plan. */
        const float inset = dw_camera_pixels(camera, map->wall_half) + 5.0F * ui;
        const float warmth =
            dw_sight_light_warmth_at(light, box.x0 + inset + 12.0F, box.y0 + inset + 6.0F);
        const dw_colour ink =
            dw_colour_mix(dw_palette(DW_TINT_NAME_INK), dw_palette(DW_TINT_NAME_LIT), warmth);
        const dw_text_style style = {DW_FACE_BOLD, (int)(10.0F * ui), dw_colour_fade(ink, 0.62F),
                                     1.4F * ui};
        if (dw_text_width(pen->text, &style, name) + 2.0F * inset < wide) {
            dw_text_draw_edged(pen, box.x0 + inset, box.y0 + inset - 2.0F * ui, DW_ALIGN_LEFT,
                               &style, name);
        }
    }
}
