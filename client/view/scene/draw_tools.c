/* draw_tools.c - a throw is drawn as an arc over the plan: its height is shown as a shift upwards,
 * and its shadow runs along the floor. */
#include "client/view/scene/draw_tools.h"

#include "client/view/tools/palette.h"
#include "protocol/snapshot_items.h"

#include <math.h>

#define SPLASH_S   0.5 /* How long a landing shows. */
/* The arc's height as a part of its length. */
#define ARC_HEIGHT 0.22F

static void draw_coin(dw_canvas *canvas, float x, float y, float size, float alpha)
{
    const float r = size * 0.5F;
    dw_canvas_disc(canvas, x, y, r, dw_colour_fade(dw_palette(DW_TINT_ACCENT_DEEP), alpha));
    dw_canvas_disc(canvas, x, y, r * 0.8F, dw_colour_fade(dw_palette(DW_TINT_OBJECTIVE), alpha));
    dw_canvas_disc(canvas, x - r * 0.2F, y - r * 0.2F, r * 0.3F,
                   dw_colour_fade(dw_palette(DW_TINT_WHITE), 0.7F * alpha));
}

/* A bone. */
static void draw_bait(dw_canvas *canvas, float x, float y, float size, float alpha)
{
    const float r = size * 0.17F;
    const float half = size * 0.3F;
    const dw_colour bone = dw_colour_fade(dw_palette(DW_TINT_LOOT_PAGE), alpha);
    dw_canvas_line(canvas, (dw_segment){x - half, y + half * 0.5F, x + half, y - half * 0.5F},
                   r * 1.5F, bone);
    for (int i = 0; i < 4; i++) {
        const float side = i < 2 ? -1.0F : 1.0F;
        const float up = i % 2 == 0 ? -1.0F : 1.0F;
        dw_canvas_disc(canvas, x + side * half - up * side * r * 0.5F,
                       y - side * half * 0.5F + up * r * 0.8F, r, bone);
    }
}

void dw_draw_tool(dw_canvas *canvas, dw_tool tool, float x, float y, float size, float alpha)
{
    if (tool == DW_TOOL_BAIT) {
        draw_bait(canvas, x, y, size, alpha);
    } else {
        draw_coin(canvas, x, y, size * 0.62F, alpha);
    }
}

static float tool_size(const dw_camera *camera)
{
    return dw_greater(dw_camera_pixels(camera, DW_MM(380)), 12.0F);
}

void dw_draw_baits(dw_canvas *canvas, const dw_camera *camera, const dw_map *map,
                   const dw_drawn_world *world)
{
    dw_vec baits[DW_ITEMS_MAX];
    const uint32_t count = dw_snapshot_baits(map, world->items, baits);
    for (uint32_t i = 0; i < count; i++) {
        const float x = dw_camera_screen_x(camera, baits[i].x);
        const float y = dw_camera_screen_y(camera, baits[i].y);
        const float size = tool_size(camera);
        dw_canvas_glow(canvas, x, y, size * 1.2F,
                       dw_colour_fade(dw_palette(DW_TINT_LOOT_PAGE), 0.25F));
        draw_bait(canvas, x, y, size, 1.0F);
    }
}

/* A point of the screen that far along, lifted by the arc. */
static void arc_point(float from_x, float from_y, float to_x, float to_y, float part, float *x,
                      float *y)
{
    const float dx = to_x - from_x;
    const float dy = to_y - from_y;
    const float lift = ARC_HEIGHT * 4.0F * part * (1.0F - part) * sqrtf(dx * dx + dy * dy);
    *x = from_x + dx * part;
    *y = from_y + dy * part - lift;
}

static void draw_flight(const dw_pen *pen, const dw_camera *camera, const dw_flight *flight,
                        double seconds)
{
    const double part = dw_flight_part(flight, seconds);
    const float fx = dw_camera_screen_x(camera, flight->from_x);
    const float fy = dw_camera_screen_y(camera, flight->from_y);
    const float tx = dw_camera_screen_x(camera, flight->to_x);
    const float ty = dw_camera_screen_y(camera, flight->to_y);
    const float size = tool_size(camera);
    if (part < 1.0) {
        const float p = (float)part;
        float x = 0.0F;
        float y = 0.0F;
        arc_point(fx, fy, tx, ty, p, &x, &y);
        dw_canvas_disc(pen->canvas, fx + (tx - fx) * p, fy + (ty - fy) * p, size * 0.2F,
                       dw_palette_shadow(0x90));
        dw_draw_tool(pen->canvas, (dw_tool)flight->tool, x, y, size, 1.0F);
        return;
    }
    const double since = seconds - flight->born - flight->lasts_s;
    if (since < SPLASH_S) {
        const float left = 1.0F - (float)(since / SPLASH_S);
        dw_canvas_ring(pen->canvas, tx, ty, size * (0.4F + 1.6F * (1.0F - left)), 1.6F * pen->ui,
                       dw_colour_fade(dw_palette(DW_TINT_OBJECTIVE), left));
        if (flight->tool == DW_TOOL_COIN) {
            dw_draw_tool(pen->canvas, DW_TOOL_COIN, tx, ty, size, left);
        }
    }
}

void dw_draw_flights(const dw_pen *pen, const dw_camera *camera, const dw_flights *flights,
                     double seconds)
{
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        if (flights->rows[s].tool != DW_TOOL_NONE) {
            draw_flight(pen, camera, &flights->rows[s], seconds);
        }
    }
}

void dw_draw_aim(const dw_pen *pen, const dw_camera *camera, const dw_aim_line *aim, double seconds)
{
    enum { DOTS = 18 };
    const float fx = dw_camera_screen_x(camera, aim->from_x);
    const float fy = dw_camera_screen_y(camera, aim->from_y);
    const float tx = dw_camera_screen_x(camera, aim->to_x);
    const float ty = dw_camera_screen_y(camera, aim->to_y);
    const dw_tint tint = aim->none_left ? DW_TINT_TEXT_FAINT
                         : aim->cut     ? DW_TINT_BAD
                                        : DW_TINT_ACCENT;
    const dw_colour colour = dw_palette(tint);
    const float size = tool_size(camera);
    for (int i = 1; i < DOTS; i++) {
        float x = 0.0F;
        float y = 0.0F;
        arc_point(fx, fy, tx, ty, (float)i / DOTS, &x, &y);
        dw_canvas_disc(pen->canvas, x, y, 2.2F * pen->ui, dw_colour_fade(colour, 0.85F));
    }
    const float pulse = 0.5F + 0.5F * sinf((float)seconds * 5.0F);
    dw_canvas_glow(pen->canvas, tx, ty, size * 1.6F, dw_colour_fade(colour, 0.30F));
    dw_canvas_ring(pen->canvas, tx, ty, size * (0.8F + 0.15F * pulse), 1.8F * pen->ui, colour);
    dw_draw_tool(pen->canvas, aim->tool, tx, ty, size, aim->none_left ? 0.35F : 0.9F);
}
