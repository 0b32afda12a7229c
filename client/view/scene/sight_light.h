/* sight_light.h - how much each part of the screen is lit by fields of view, and in which colour.
 * Owns: a picture at half the resolution of the screen, four channels: how much of the warm drawing
 * shows (`warmth`), and a colour that is added. Lights are visibility polygons that fade with
 * distance. sight_compose.h softens and enlarges it, and lays it over the static layer.
 * Cost: a quarter of the pixels for each light's box, then one pass over the screen.
 * light_on_card.h is the same for a graphics card. */
#ifndef DW_VIEW_SIGHT_LIGHT_H
#define DW_VIEW_SIGHT_LIGHT_H

#include "client/view/scene/camera.h"
#include "client/view/tools/pixel.h"
#include "common/base/status.h"
#include "common/world/geometry.h"

typedef struct dw_sight_light dw_sight_light;

/* How one field of view is lit. Strengths are 0 .. 1 at the eye and at `reach`; beyond it the
 * far one holds. */
typedef struct dw_beam {
    double eye_x, eye_y; /* World units. */
    double reach;        /* World units. */
    float near_warmth, far_warmth;
    float near_tint, far_tint;
    dw_colour tint;
} dw_beam;

/* A coarse picture of what was seen before, 0 .. 255 a cell (fog.h makes it). */
typedef struct dw_memory_grid {
    dw_vec origin;
    int32_t cell; /* Side, world units. */
    int columns, rows;
    uint8_t *seen;
} dw_memory_grid;

DW_MUST_USE dw_status dw_sight_light_create(dw_sight_light **out, int width, int height);
void dw_sight_light_destroy(dw_sight_light *light);

/* `side`: of a cell, in pixels. 2 for a picture (sight_compose.h); more where only
 * dw_sight_light_warmth_at is asked, as beside a graphics card. DW_RANGE, DW_MEMORY. */
DW_MUST_USE dw_status dw_sight_light_resize(dw_sight_light *light, int width, int height, int side);

/* Begins a frame: `warmth` (0 .. 1) is there before any light. */
void dw_sight_light_clear(dw_sight_light *light, float warmth);

/* Adds up to `warmth` where the grid says so; at most once a frame, before any beam, with the
 * warmth of clear and this one together at most 1. */
void dw_sight_light_remember(dw_sight_light *light, const dw_camera *camera,
                             const dw_memory_grid *grid, float warmth);

/* Adds a beam inside the polygon (world units); warmth takes the higher value, tints add up. */
void dw_sight_light_add(dw_sight_light *light, const dw_camera *camera, const dw_beam *beam,
                        const dw_vec *points, uint32_t point_count);

/* 0 .. 1 at a position of the screen; 0 outside. Valid after dw_sight_light_finish. */
float dw_sight_light_warmth_at(const dw_sight_light *light, float sx, float sy);

#endif
