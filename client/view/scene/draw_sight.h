/* draw_sight.h - shows what bodies see as light: guards' fields of view in the colour of their
 * mood, and the surroundings of the own body. Each field of view is lit twice, at half strength:
 * once over everything up to 0.7 high, once over what is below 0.3 only. So furniture of middle
 * height throws a half shadow, which hides a crouching body but not a standing one. The polygons
 * are those of the rules (dw_visibility_polygon), by the eyes of each guard's kind; a motion
 * detector lights its sector too. Cost: two polygons a guard and frame, and the light of their
 * boxes. */
#ifndef DW_VIEW_DRAW_SIGHT_H
#define DW_VIEW_DRAW_SIGHT_H

#include "client/core/client.h"
#include "client/view/scene/fog.h"
#include "client/view/scene/sector.h"
#include "client/view/scene/sight_light.h"
#include "client/view/tools/draw_list.h"

typedef struct dw_sight_scene {
    const dw_map *map;
    const dw_ruleset *rules;
    const dw_drawn_world *world;
    const dw_camera *camera;
    double seconds;     /* For the slow breathing of alarm colours. */
    bool fog;           /* Dark but for the own view and what is remembered. */
    bool unlit;         /* What guards see is not shown: the house is lit evenly. */
    dw_draw_list *list; /* Of a card that draws the light as well; NULL: none. */
} dw_sight_scene;

/* Fills `light`, and the list of a card, for a frame; `memory` may be NULL without fog. */
void dw_draw_sight(dw_sight_light *light, const dw_sight_scene *scene, dw_memory_grid *memory,
                   dw_sector_outline *scratch);

#endif
