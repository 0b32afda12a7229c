#include "client/view/hud/hud_small_map.h"

#include "client/view/hud/hud_pointer.h"
#include "client/view/scene/draw_goal.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"

#include <math.h>

#define WIDE 190.0F
#define HIGH 150.0F
#define TOP  190.0F /* Below notices and votes. */
#define EDGE 14.0F

/* From units of the map to the canvas. */
typedef struct small_map {
    float x0, y0;
    double scale;
    dw_vec origin;
} small_map;

bool dw_hud_wants_small_map(const dw_hud_view *view)
{
    const dw_rect bounds = view->map->bounds;
    const double wide = (double)(bounds.max.x - bounds.min.x) * view->camera->scale;
    const double high = (double)(bounds.max.y - bounds.min.y) * view->camera->scale;
    const double unit = DW_CAMERA_UNITS_PER_METRE;
    return wide / unit > 1.5 * view->camera->width || high / unit > 1.5 * view->camera->height;
}

static dw_box box_of(const small_map *small, dw_rect area)
{
    return (dw_box){small->x0 + (float)((area.min.x - small->origin.x) * small->scale),
                    small->y0 + (float)((area.min.y - small->origin.y) * small->scale),
                    small->x0 + (float)((area.max.x - small->origin.x) * small->scale),
                    small->y0 + (float)((area.max.y - small->origin.y) * small->scale)};
}

static void draw_dot(const dw_pen *pen, const small_map *small, double x, double y, float radius,
                     dw_colour colour)
{
    const float cx = small->x0 + (float)((x - small->origin.x) * small->scale);
    const float cy = small->y0 + (float)((y - small->origin.y) * small->scale);
    dw_canvas_disc(pen->canvas, cx, cy, (radius + 1.2F) * pen->ui, dw_palette(DW_TINT_DIM));
    dw_canvas_disc(pen->canvas, cx, cy, radius * pen->ui, colour);
}

static void draw_bodies(const dw_pen *pen, const small_map *small, const dw_hud_view *view)
{
    const dw_drawn_world *world = view->world;
    for (uint32_t i = 0; i < world->body_count; i++) {
        const dw_drawn_body *body = &world->bodies[i];
        const bool guard = body->role == DW_ROLE_GUARD;
        draw_dot(pen, small, body->x, body->y, guard ? 2.6F : 3.0F,
                 guard                                      ? dw_palette_mood(body->mood)
                 : dw_slot_is_person(view->map, body->slot) ? dw_palette(DW_TINT_PERSON)
                                                            : dw_palette_slot(body->slot));
    }
    if (world->has_own) {
        draw_dot(pen, small, world->own_x, world->own_y, 3.6F, dw_palette_slot(world->own_slot));
        draw_dot(pen, small, world->own_x, world->own_y, 1.2F, dw_palette(DW_TINT_WHITE));
    }
}

/* What of it the screen shows. */
static void draw_view(const dw_pen *pen, const small_map *small, const dw_camera *camera,
                      dw_rect bounds)
{
    const dw_rect seen = {
        {(int32_t)fmax(dw_camera_world_x(camera, 0.0F), bounds.min.x),
         (int32_t)fmax(dw_camera_world_y(camera, 0.0F), bounds.min.y)},
        {(int32_t)fmin(dw_camera_world_x(camera, (float)camera->width), bounds.max.x),
         (int32_t)fmin(dw_camera_world_y(camera, (float)camera->height), bounds.max.y)}};
    if (seen.max.x > seen.min.x && seen.max.y > seen.min.y) {
        dw_canvas_round_frame(pen->canvas, box_of(small, seen), 1.0F, 1.0F,
                              dw_colour_fade(dw_palette(DW_TINT_TEXT), 0.6F));
    }
}

/* Where the person has to go. */
static void draw_goals(const dw_pen *pen, const small_map *small, const dw_hud_view *view)
{
    double x = 0.0;
    double y = 0.0;
    bool leaving = false;
    dw_vec place;
    for (uint32_t i = 0; view->mission != NULL && i < view->mission->part_count; i++) {
        const dw_mission_part *part = &view->mission->parts[i];
        if (dw_hud_part_place(view, i, &place)) {
            draw_dot(pen, small, place.x, place.y, part->optional ? 2.4F : 3.2F,
                     dw_hud_part_colour(part));
        }
    }
    if (view->mission == NULL && dw_goal_place(view->map, view->world, &x, &y, &leaving)) {
        draw_dot(pen, small, x, y, 3.2F, dw_palette(leaving ? DW_TINT_EXIT : DW_TINT_OBJECTIVE));
    }
}

void dw_hud_draw_small_map(const dw_pen *pen, const dw_hud_view *view)
{
    const dw_map *map = view->map;
    const dw_rect bounds = map->bounds;
    const bool learns = view->tutorial != NULL && view->tutorial->lesson != DW_LESSON_OFF;
    if (learns || view->why || !dw_hud_wants_small_map(view)) {
        return;
    }
    const float ui = pen->ui;
    const double wide = bounds.max.x - bounds.min.x;
    const double high = bounds.max.y - bounds.min.y;
    const double scale = fmin((double)(WIDE * ui) / wide, (double)(HIGH * ui) / high);
    const float w = (float)(wide * scale);
    const float h = (float)(high * scale);
    const small_map small = {.x0 = (float)pen->canvas->width - EDGE * ui - w,
                             .y0 = TOP * ui,
                             .scale = scale,
                             .origin = bounds.min};
    dw_panel_draw(pen->canvas, dw_box_grown(dw_box_at(small.x0, small.y0, w, h), 6.0F * ui),
                  8.0F * ui, 0.85F);
    for (uint16_t r = 0; r < map->room_count; r++) {
        const dw_box room = box_of(&small, map->rooms[r].area);
        dw_canvas_rect(pen->canvas, room, dw_colour_fade(dw_palette(DW_TINT_KEY), 0.8F));
        dw_canvas_round_frame(pen->canvas, room, 0.0F, 1.0F, dw_palette(DW_TINT_PANEL_EDGE));
    }
    for (uint16_t d = 0; d < map->door_count; d++) {
        const bool open = dw_door_set_has(&view->world->doors, d);
        dw_canvas_rect(pen->canvas, dw_box_grown(box_of(&small, map->doors[d].doorway), 0.6F),
                       dw_palette(open ? DW_TINT_KEY : DW_TINT_LEAF_WOOD));
    }
    draw_goals(pen, &small, view);
    draw_bodies(pen, &small, view);
    draw_view(pen, &small, view->camera, bounds);
}
