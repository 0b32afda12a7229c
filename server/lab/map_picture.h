/* map_picture.h - a map as a PNG: rooms, walls, furniture by height, doors, spawns, items,
 * exit, guards' posts and patrols. For map makers and for reports. Memory: the heap, given back
 * before return. */
#ifndef DW_LAB_MAP_PICTURE_H
#define DW_LAB_MAP_PICTURE_H

#include "common/world/map.h"

enum { DW_PICTURE_SIDE_MAX = 8192 };

/* `pixels_per_metre` 4 .. 400; refused with DW_RANGE when a side would pass DW_PICTURE_SIDE_MAX. */
DW_MUST_USE dw_status dw_map_picture_write(const dw_map *map, uint32_t pixels_per_metre,
                                           const char *path, dw_error *error);

#endif
