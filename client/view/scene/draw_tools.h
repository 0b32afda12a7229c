/* draw_tools.h - coins and baits: those that lie, those in the air, and the arc before a throw. */
#ifndef DW_VIEW_DRAW_TOOLS_H
#define DW_VIEW_DRAW_TOOLS_H

#include "client/view/model/flights.h"
#include "client/view/scene/camera.h"
#include "client/view/tools/text.h"

/* A throw that the person aims: from the own body to where it would land. */
typedef struct dw_aim_line {
    dw_tool tool;
    double from_x, from_y, to_x, to_y;
    bool cut;       /* Something is in the way. */
    bool none_left; /* Of that tool. */
} dw_aim_line;

void dw_draw_baits(dw_canvas *canvas, const dw_camera *camera, const dw_map *map,
                   const dw_drawn_world *world);
void dw_draw_flights(const dw_pen *pen, const dw_camera *camera, const dw_flights *flights,
                     double seconds);
void dw_draw_aim(const dw_pen *pen, const dw_camera *camera, const dw_aim_line *aim,
                 double seconds);

/* A coin or a bait around a point of the screen, `size` pixels wide. */
void dw_draw_tool(dw_canvas *canvas, dw_tool tool, float x, float y, float size, float alpha);

#endif
