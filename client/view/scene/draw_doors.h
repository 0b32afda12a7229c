/* draw_doors.h - leaves as on a floor plan: closed in the opening, or open on the hinge with the
 * quarter circle that they sweep.
 * Owns: how far each leaf is open in the drawing (the world knows open and closed only). */
#ifndef DW_VIEW_DRAW_DOORS_H
#define DW_VIEW_DRAW_DOORS_H

#include "client/view/scene/sight_light.h"
#include "common/world/lock.h"

typedef struct dw_door_swing {
    float open[DW_DOORS_MAX]; /* 0 shut .. 1 open. */
    bool started;             /* The first state is taken over without a swing. */
} dw_door_swing;

/* Lets leaves follow `doors` by a step of time. */
void dw_door_swing_update(dw_door_swing *swing, const dw_map *map, const dw_door_set *doors,
                          double step_s);

void dw_draw_doors(dw_canvas *canvas, const dw_camera *camera, const dw_sight_light *light,
                   const dw_map *map, const dw_door_swing *swing, dw_lock_set turned);

#endif
