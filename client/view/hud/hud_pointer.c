#include "client/view/hud/hud_pointer.h"

#include "client/view/model/hud_text.h"
#include "client/view/scene/draw_goal.h"
#include "client/view/tools/palette.h"

#include <math.h>
#include <stdio.h>

#define TURN 6.2831853F

enum { LED_MM = 3000 }; /* A person that is as near follows (server/RULES.md 12.17). */

typedef struct pointer {
    double x, y; /* Units of the map. */
    dw_colour colour;
    bool small; /* Of a part that is not needed. */
} pointer;

dw_colour dw_hud_part_colour(const dw_mission_part *part)
{
    const bool leads_out = part->kind == DW_PART_CARRY || part->kind == DW_PART_LEAVE;
    return dw_palette(leads_out ? DW_TINT_EXIT : DW_TINT_OBJECTIVE);
}

/* The nearest person outside of the place, while the own body is too far away to lead it. */
static bool find_person(const dw_hud_view *view, dw_rect place, dw_vec *at)
{
    const dw_drawn_world *world = view->world;
    double nearest = -1.0;
    for (uint32_t i = 0; i < world->body_count; i++) {
        const dw_drawn_body *body = &world->bodies[i];
        const dw_vec there = {(int32_t)body->x, (int32_t)body->y};
        const double dx = body->x - world->own_x;
        const double dy = body->y - world->own_y;
        const double distance = dx * dx + dy * dy;
        if (body->role == DW_ROLE_INTRUDER && dw_slot_is_person(view->map, body->slot) &&
            !dw_rect_holds(place, there) && (nearest < 0.0 || distance < nearest)) {
            nearest = distance;
            *at = there;
        }
    }
    const double near = DW_MM(LED_MM);
    return nearest > near * near;
}

bool dw_hud_part_place(const dw_hud_view *view, uint32_t part, dw_vec *place)
{
    const dw_drawn_world *world = view->world;
    const dw_mission_aim aim =
        dw_mission_aim_of(view->mission, part, world->own_slot, view->map, world->items);
    if (aim.kind == DW_AIM_NOWHERE || aim.kind == DW_AIM_CARRIER || aim.kind == DW_AIM_SEARCH) {
        return false;
    }
    const bool fetches =
        view->mission->parts[part].kind == DW_PART_ESCORT && find_person(view, aim.area, place);
    if (!fetches) {
        *place = dw_rect_centre(aim.area);
    }
    return true;
}

static void write_metres(const dw_pen *pen, const dw_hud_view *view, const pointer *to, float x,
                         float y)
{
    char metres[DW_HUD_TEXT];
    const double dx = to->x - view->world->own_x;
    const double dy = to->y - view->world->own_y;
    (void)snprintf(metres, sizeof metres, "%.0f",
                   sqrt(dx * dx + dy * dy) / DW_CAMERA_UNITS_PER_METRE);
    const dw_text_style style =
        dw_pen_style(pen, DW_FACE_BOLD, to->small ? 10.0F : 12.0F, to->colour);
    (void)dw_text_draw(pen, x, y - dw_text_height(pen->text, &style) * 0.5F, DW_ALIGN_CENTRE,
                       &style, metres);
}

/* An arrow at the border of the screen, with the distance in metres. False: the place is on it. */
static bool draw_pointer(const dw_pen *pen, const dw_hud_view *view, const pointer *to)
{
    const float ui = pen->ui;
    const dw_box inside = {54.0F * ui, 100.0F * ui, (float)pen->canvas->width - 54.0F * ui,
                           (float)pen->canvas->height - 80.0F * ui};
    float x = 0.0F;
    float y = 0.0F;
    float turns = 0.0F;
    if (!dw_hud_pointer(inside, dw_camera_screen_x(view->camera, to->x),
                        dw_camera_screen_y(view->camera, to->y), &x, &y, &turns)) {
        return false;
    }
    const float fx = cosf(turns * TURN);
    const float fy = sinf(turns * TURN);
    const float r = (to->small ? 13.0F : 17.0F) * ui;
    dw_canvas_glow(pen->canvas, x, y, r * 2.4F, dw_colour_fade(to->colour, 0.30F));
    dw_canvas_disc(pen->canvas, x, y, r, dw_palette(DW_TINT_PANEL));
    dw_canvas_ring(pen->canvas, x, y, r, 1.6F * ui, to->colour);
    const float tip[6] = {x + fx * r * 1.75F,
                          y + fy * r * 1.75F,
                          x + fx * r * 1.12F - fy * r * 0.5F,
                          y + fy * r * 1.12F + fx * r * 0.5F,
                          x + fx * r * 1.12F + fy * r * 0.5F,
                          y + fy * r * 1.12F - fx * r * 0.5F};
    dw_canvas_convex(pen->canvas, tip, 3, to->colour);
    write_metres(pen, view, to, x, y);
    return true;
}

/* A drop that points down at the place. */
static void draw_mark(const dw_pen *pen, const dw_hud_view *view, const pointer *to)
{
    const float ui = pen->ui;
    const float size = (to->small ? 6.0F : 8.0F) * ui;
    const float x = dw_camera_screen_x(view->camera, to->x);
    const float y = dw_camera_screen_y(view->camera, to->y) -
                    dw_camera_pixels(view->camera, DW_MM(420)) - size -
                    2.0F * ui * sinf((float)view->seconds * 3.0F);
    const float drop[6] = {x - size, y - size * 0.4F, x + size, y - size * 0.4F, x, y + size};
    dw_canvas_glow(pen->canvas, x, y, size * 3.0F, dw_colour_fade(to->colour, 0.25F));
    dw_canvas_convex(pen->canvas, drop, 3, to->colour);
    dw_canvas_disc(pen->canvas, x, y - size * 0.6F, size, to->colour);
    dw_canvas_disc(pen->canvas, x, y - size * 0.6F, size * 0.45F, dw_palette(DW_TINT_PANEL));
}

static void draw_parts(const dw_pen *pen, const dw_hud_view *view)
{
    for (uint32_t i = 0; i < view->mission->part_count; i++) {
        dw_vec place = {0, 0};
        if (!dw_hud_part_place(view, i, &place)) {
            continue;
        }
        const dw_mission_part *part = &view->mission->parts[i];
        const pointer to = {place.x, place.y, dw_hud_part_colour(part), part->optional};
        if (!view->world->has_own || !draw_pointer(pen, view, &to)) {
            draw_mark(pen, view, &to);
        }
    }
}

void dw_hud_draw_pointers(const dw_pen *pen, const dw_hud_view *view)
{
    pointer goal = {0};
    bool leaving = false;
    if (view->round->phase != DW_PHASE_PLAY) {
        return;
    }
    if (view->mission != NULL) {
        draw_parts(pen, view);
    } else if (view->world->has_own &&
               dw_goal_place(view->map, view->world, &goal.x, &goal.y, &leaving)) {
        goal.colour = dw_palette(leaving ? DW_TINT_EXIT : DW_TINT_OBJECTIVE);
        (void)draw_pointer(pen, view, &goal);
    }
}
