/* fog.h - what a player has seen in this round, cell by cell: remembered cells are drawn a little
 * lighter than the rest of the plan.
 * Owns: a grid of 250 mm cells over the map. Pure; no allocation but at creation. */
#ifndef DW_VIEW_FOG_H
#define DW_VIEW_FOG_H

#include "client/view/scene/sight_light.h"
#include "common/world/map.h"

DW_MUST_USE dw_status dw_fog_create(dw_memory_grid *grid, const dw_map *map);
void dw_fog_destroy(dw_memory_grid *grid);
void dw_fog_forget(dw_memory_grid *grid);

/* Cells whose middle lies in the polygon come nearer to `seen` by `amount` (of 255). */
void dw_fog_see(dw_memory_grid *grid, const dw_vec *points, uint32_t point_count, int amount);

#endif
