#include "client/view/scene/camera.h"

#include <math.h>

/* A zoom is done within about 150 ms. */
#define ZOOM_HALF_LIFE_S 0.035

static double clamp(double value, double low, double high)
{
    return value < low ? low : (value > high ? high : value);
}

static void keep_inside(dw_camera *camera)
{
    camera->x = clamp(camera->x, camera->bounds.min.x, camera->bounds.max.x);
    camera->y = clamp(camera->y, camera->bounds.min.y, camera->bounds.max.y);
}

void dw_camera_fit(dw_camera *camera, dw_rect bounds, int width, int height, dw_box inside)
{
    const double metres_x = (bounds.max.x - bounds.min.x) / DW_CAMERA_UNITS_PER_METRE;
    const double metres_y = (bounds.max.y - bounds.min.y) / DW_CAMERA_UNITS_PER_METRE;
    const double room_x = fmax((double)(inside.x1 - inside.x0), 16.0);
    const double room_y = fmax((double)(inside.y1 - inside.y0), 16.0);
    const double scale = fmin(room_x / fmax(metres_x, 0.1), room_y / fmax(metres_y, 0.1));
    *camera = (dw_camera){
        .x = bounds.min.x + (bounds.max.x - bounds.min.x) / 2.0,
        .y = bounds.min.y + (bounds.max.y - bounds.min.y) / 2.0,
        .scale = clamp(scale, DW_CAMERA_SCALE_MIN, DW_CAMERA_SCALE_MAX),
        .width = width,
        .height = height,
        .bounds = bounds,
    };
    camera->target_scale = camera->scale;
    const double off_x = (double)(inside.x0 + inside.x1) / 2.0 - width / 2.0;
    const double off_y = (double)(inside.y0 + inside.y1) / 2.0 - height / 2.0;
    camera->x -= off_x / dw_camera_pixels_per_unit(camera);
    camera->y -= off_y / dw_camera_pixels_per_unit(camera);
    keep_inside(camera);
}

void dw_camera_resize(dw_camera *camera, int width, int height)
{
    camera->width = width;
    camera->height = height;
    camera->target_scale = camera->scale;
}

float dw_camera_screen_x(const dw_camera *camera, double world_x)
{
    return (float)((world_x - camera->x) * dw_camera_pixels_per_unit(camera) + camera->width / 2.0);
}

float dw_camera_screen_y(const dw_camera *camera, double world_y)
{
    return (float)((world_y - camera->y) * dw_camera_pixels_per_unit(camera) +
                   camera->height / 2.0);
}

double dw_camera_world_x(const dw_camera *camera, float screen_x)
{
    return camera->x + ((double)screen_x - camera->width / 2.0) / dw_camera_pixels_per_unit(camera);
}

double dw_camera_world_y(const dw_camera *camera, float screen_y)
{
    return camera->y +
           ((double)screen_y - camera->height / 2.0) / dw_camera_pixels_per_unit(camera);
}

float dw_camera_pixels(const dw_camera *camera, double units)
{
    return (float)(units * dw_camera_pixels_per_unit(camera));
}

dw_box dw_camera_box(const dw_camera *camera, dw_rect rect)
{
    return (dw_box){dw_camera_screen_x(camera, rect.min.x), dw_camera_screen_y(camera, rect.min.y),
                    dw_camera_screen_x(camera, rect.max.x), dw_camera_screen_y(camera, rect.max.y)};
}

void dw_camera_zoom_at(dw_camera *camera, float sx, float sy, double factor)
{
    camera->target_scale =
        clamp(camera->target_scale * factor, DW_CAMERA_SCALE_MIN, DW_CAMERA_SCALE_MAX);
    camera->anchored = true;
    camera->anchor_x = dw_camera_world_x(camera, sx);
    camera->anchor_y = dw_camera_world_y(camera, sy);
    camera->anchor_sx = sx;
    camera->anchor_sy = sy;
}

void dw_camera_zoom_to(dw_camera *camera, double scale)
{
    camera->target_scale = clamp(scale, DW_CAMERA_SCALE_MIN, DW_CAMERA_SCALE_MAX);
    camera->anchored = false;
}

void dw_camera_pan(dw_camera *camera, float dx, float dy)
{
    camera->x -= (double)dx / dw_camera_pixels_per_unit(camera);
    camera->y -= (double)dy / dw_camera_pixels_per_unit(camera);
    keep_inside(camera);
}

void dw_camera_follow(dw_camera *camera, double x, double y, double half_life_s, double step_s)
{
    const double rest = half_life_s > 0.0 ? exp2(-step_s / half_life_s) : 0.0;
    camera->x = x + (camera->x - x) * rest;
    camera->y = y + (camera->y - y) * rest;
    keep_inside(camera);
}

/* The middle nearest to `at` of a view that shows `half` units on both sides. */
static double inside(double at, double low, double high, double half)
{
    return high - low <= 2.0 * half ? (low + high) / 2.0 : clamp(at, low + half, high - half);
}

void dw_camera_follow_inside(dw_camera *camera, double x, double y, double margin,
                             double half_life_s, double step_s)
{
    const double half_x = camera->width / 2.0 / dw_camera_pixels_per_unit(camera);
    const double half_y = camera->height / 2.0 / dw_camera_pixels_per_unit(camera);
    const dw_rect b = camera->bounds;
    dw_camera_follow(camera, inside(x, b.min.x - margin, b.max.x + margin, half_x),
                     inside(y, b.min.y - margin, b.max.y + margin, half_y), half_life_s, step_s);
}

dw_camera dw_camera_snapped(const dw_camera *camera)
{
    dw_camera snapped = *camera;
    const double scale = dw_camera_pixels_per_unit(camera);
    snapped.x = (round(camera->x * scale - camera->width / 2.0) + camera->width / 2.0) / scale;
    snapped.y = (round(camera->y * scale - camera->height / 2.0) + camera->height / 2.0) / scale;
    return snapped;
}

bool dw_camera_update(dw_camera *camera, double step_s)
{
    if (camera->scale == camera->target_scale) {
        return false;
    }
    const double ratio = camera->target_scale / camera->scale;
    if (fabs(ratio - 1.0) < 0.004) {
        camera->scale = camera->target_scale;
    } else {
        camera->scale *= pow(ratio, 1.0 - exp2(-step_s / ZOOM_HALF_LIFE_S));
    }
    if (!camera->anchored) {
        return camera->scale != camera->target_scale;
    }
    camera->x = camera->anchor_x - ((double)camera->anchor_sx - camera->width / 2.0) /
                                       dw_camera_pixels_per_unit(camera);
    camera->y = camera->anchor_y - ((double)camera->anchor_sy - camera->height / 2.0) /
                                       dw_camera_pixels_per_unit(camera);
    keep_inside(camera);
    return camera->scale != camera->target_scale;
}
