/* draw_sensors.h - what guards sense with but eyes, below their bodies: the sector of a motion
 * detector, and the rays of a fan up to what they meet. Eyes are draw_sight.h. Rays are those of
 * the rules (common/world/ray.h), but for bodies that the client does not see. Cost: a polygon for
 * a detector, a cast for each ray. */
#ifndef DW_VIEW_DRAW_SENSORS_H
#define DW_VIEW_DRAW_SENSORS_H

#include "client/view/scene/camera.h"
#include "client/view/scene/sector.h"
#include "client/view/tools/text.h"

typedef struct dw_sensors_view {
    const dw_map *map;
    const dw_ruleset *rules;
    const dw_drawn_world *world;
    const dw_camera *camera;
} dw_sensors_view;

void dw_draw_sensors(const dw_pen *pen, const dw_sensors_view *view, dw_sector_outline *scratch);

#endif
