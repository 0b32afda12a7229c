/* camera.h - which part of the map is on the screen, and how large.
 * Owns: the middle of the view in world units and the scale in pixels a metre. Pure arithmetic:
 * time comes in as a step, so that it can be tested. */
#ifndef DW_VIEW_CAMERA_H
#define DW_VIEW_CAMERA_H

#include "client/view/tools/canvas.h"
#include "common/world/geometry.h"

#define DW_CAMERA_UNITS_PER_METRE (1000.0 * DW_UNITS_PER_MM)
#define DW_CAMERA_SCALE_MIN       4.0   /* Pixels a metre: 200 m in 800 pixels. */
#define DW_CAMERA_SCALE_MAX       220.0 /* A body of 110 pixels. */

typedef struct dw_camera {
    double x, y;                /* World units in the middle of the screen. */
    double scale;               /* Pixels a metre. */
    int width, height;          /* Of the screen, pixels. */
    dw_rect bounds;             /* Of the map; the middle of the screen stays inside. */
    double target_scale;        /* The scale at the end of a zoom (dw_camera_update). */
    bool anchored;              /* While zooming, a point stays fixed: */
    double anchor_x, anchor_y;  /* this one of the world... */
    float anchor_sx, anchor_sy; /* ...here on the screen. Else the middle does. */
} dw_camera;

static inline double dw_camera_pixels_per_unit(const dw_camera *camera)
{
    return camera->scale / DW_CAMERA_UNITS_PER_METRE;
}

/* Shows all of `bounds` in the middle of the box `inside` of a screen of that size. */
void dw_camera_fit(dw_camera *camera, dw_rect bounds, int width, int height, dw_box inside);

/* The window has another size: the middle and the scale stay. */
void dw_camera_resize(dw_camera *camera, int width, int height);

float dw_camera_screen_x(const dw_camera *camera, double world_x);
float dw_camera_screen_y(const dw_camera *camera, double world_y);
double dw_camera_world_x(const dw_camera *camera, float screen_x);
double dw_camera_world_y(const dw_camera *camera, float screen_y);
float dw_camera_pixels(const dw_camera *camera, double units); /* A length. */
dw_box dw_camera_box(const dw_camera *camera, dw_rect rect);

/* Zooms by `factor` (more than 1: nearer) so that what is under (sx, sy) stays there. The zoom
 * takes a moment, in dw_camera_update, and stops at the limits. */
void dw_camera_zoom_at(dw_camera *camera, float sx, float sy, double factor);

/* Zooms to a scale around the middle, wherever that goes meanwhile. */
void dw_camera_zoom_to(dw_camera *camera, double scale);

/* Moves the view by pixels: the content follows a hand that drags it. */
void dw_camera_pan(dw_camera *camera, float dx, float dy);

/* Approaches a point exponentially: after `half_life_s` half of the distance is left. */
void dw_camera_follow(dw_camera *camera, double x, double y, double half_life_s, double step_s);

/* The same view with its top left corner on a whole pixel of the world at that scale: what is drawn
 * each frame and what was painted into tiles then keep still against each other. */
dw_camera dw_camera_snapped(const dw_camera *camera);

/* The same for a player: the view goes at most `margin` units past the bounds of the house, unless
 * it is larger than the house. */
void dw_camera_follow_inside(dw_camera *camera, double x, double y, double margin,
                             double half_life_s, double step_s);

/* Continues a zoom. True while it moves. */
bool dw_camera_update(dw_camera *camera, double step_s);

#endif
