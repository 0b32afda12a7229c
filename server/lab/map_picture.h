/* map_picture.h - a map as a PNG: rooms, walls, furniture by height, doors, spawns, items,
 * exit, light at the start of a round, guards' posts and patrols, what devices can see. For map
 * makers and for reports. Memory: the heap, given back before return. */
#ifndef DW_LAB_MAP_PICTURE_H
#define DW_LAB_MAP_PICTURE_H

#include "common/world/map.h"
#include "common/world/ruleset.h"

enum { DW_PICTURE_SIDE_MAX = 8192 };

/* `rules` has the kinds of the map. `pixels_per_metre` 4 .. 400; refused with DW_RANGE when a side
 * would pass DW_PICTURE_SIDE_MAX. */
DW_MUST_USE dw_status dw_map_picture_write(const dw_map *map, const dw_ruleset *rules,
                                           uint32_t pixels_per_metre, const char *path,
                                           dw_error *error);

#endif
