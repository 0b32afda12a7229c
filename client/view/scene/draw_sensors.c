#include "client/view/scene/draw_sensors.h"

#include "client/view/tools/palette.h"
#include "common/world/ray.h"
#include "common/world/ray_fan.h"

#include <math.h>

static dw_segment on_screen(const dw_camera *camera, dw_vec from, dw_vec to)
{
    return (dw_segment){dw_camera_screen_x(camera, from.x), dw_camera_screen_y(camera, from.y),
                        dw_camera_screen_x(camera, to.x), dw_camera_screen_y(camera, to.y)};
}

/* The border of what the detector covers; draw_sight.c lights what is inside. */
static void draw_motion(const dw_pen *pen, const dw_sensors_view *view, const dw_drawn_body *body,
                        const dw_kind_motion *motion, dw_sector_outline *scratch)
{
    const dw_sector sector = {.range_mm = motion->range_mm,
                              .field_of_view_bam = motion->field_of_view_bam,
                              .level = DW_SIGHT_OVER_MIDDLE};
    const uint32_t count =
        dw_sector_outline_of(scratch, view->map, &view->world->doors, body, sector);
    /* Faint until it reports: it lights its sector beside. */
    const bool reports = body->mood != DW_MOOD_CALM;
    const dw_colour colour = dw_colour_fade(dw_palette(DW_TINT_SENSOR), reports ? 0.8F : 0.3F);
    for (uint32_t i = 0; i < count; i++) {
        dw_canvas_line(
            pen->canvas,
            on_screen(view->camera, scratch->points[i], scratch->points[(i + 1) % count]),
            (reports ? 1.8F : 1.0F) * pen->ui, colour);
    }
}

/* Bodies in the world as squares, but for the one that casts. */
static uint32_t list_bodies(const dw_sensors_view *view, const dw_drawn_body *caster,
                            dw_rect areas[DW_SNAPSHOT_BODIES_MAX + 1])
{
    const dw_drawn_world *world = view->world;
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->body_count; i++) {
        const dw_drawn_body *body = &world->bodies[i];
        const int32_t half = body->role == DW_ROLE_GUARD
                                 ? dw_kind_half(dw_drawn_kind(world, view->rules, body))
                                 : DW_BODY_HALF;
        if (body != caster && half > 0) {
            const dw_vec at = {(int32_t)lround(body->x), (int32_t)lround(body->y)};
            areas[count++] = dw_rect_around(at, half);
        }
    }
    if (world->has_own) {
        const dw_vec at = {(int32_t)lround(world->own_x), (int32_t)lround(world->own_y)};
        areas[count++] = dw_rect_around(at, DW_BODY_HALF);
    }
    return count;
}

static void draw_rays(const dw_pen *pen, const dw_sensors_view *view, const dw_drawn_body *body,
                      const dw_kind_rays *rays)
{
    dw_rect areas[DW_SNAPSHOT_BODIES_MAX + 1];
    const uint32_t area_count = list_bodies(view, body, areas);
    const dw_vec from = {(int32_t)lround(body->x), (int32_t)lround(body->y)};
    const uint16_t heading = (uint16_t)((int32_t)((double)body->heading * DW_BAM_TURN) & 0xffff);
    const dw_colour colour = dw_palette_mood(body->mood);
    if (!dw_rect_holds_closed(view->map->bounds, from)) {
        return; /* Between two snapshots, by a rounding. */
    }
    for (uint32_t i = 0; i < (uint32_t)rays->count; i++) {
        const dw_ray ray = {.from = from,
                            .to = dw_ray_fan_point(rays, from, heading, i, rays->range_mm),
                            .height = (uint16_t)rays->mount_height};
        const dw_ray_hit hit = dw_ray_cast(view->map, &view->world->doors, &ray, areas, area_count);
        const dw_segment line = on_screen(view->camera, from, hit.point);
        const bool met = hit.target == DW_RAY_BODY;
        dw_canvas_line(pen->canvas, line, (met ? 1.8F : 1.0F) * pen->ui,
                       dw_colour_fade(colour, met ? 0.85F : 0.28F));
        if (hit.target != DW_RAY_NOTHING) {
            dw_canvas_disc(pen->canvas, line.x1, line.y1, (met ? 3.5F : 1.8F) * pen->ui,
                           dw_colour_fade(colour, met ? 0.95F : 0.55F));
        }
    }
}

void dw_draw_sensors(const dw_pen *pen, const dw_sensors_view *view, dw_sector_outline *scratch)
{
    for (uint32_t i = 0; i < view->world->body_count; i++) {
        const dw_drawn_body *body = &view->world->bodies[i];
        if (body->role != DW_ROLE_GUARD) {
            continue;
        }
        const dw_kind *kind = dw_drawn_kind(view->world, view->rules, body);
        if (kind->senses.motion.range_mm > 0) {
            draw_motion(pen, view, body, &kind->senses.motion, scratch);
        }
        if (kind->senses.rays.count > 0) {
            draw_rays(pen, view, body, &kind->senses.rays);
        }
    }
}
