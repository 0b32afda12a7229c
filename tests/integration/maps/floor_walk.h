/* floor_walk.h - a flood over the floor of a map on a grid of 50 mm, doors open: which places can a
 * square be in, and which of them can it walk to. Slow and plain, an oracle for maps: a way that is
 * at least 50 mm wider than the square holds a line of the grid.
 * Owns: its grid, on the heap. */
#ifndef DW_TESTS_FLOOR_WALK_H
#define DW_TESTS_FLOOR_WALK_H

#include "common/world/movement.h"

enum { DW_FLOOR_STEP = 50 * DW_UNITS_PER_MM };

typedef struct dw_floor_walk {
    const dw_map *map;
    int32_t columns, rows;
    int32_t *steps; /* A cell each: steps from the start, FREE_ONLY or SOLID. */
} dw_floor_walk;

enum { DW_FLOOR_SOLID = -2, DW_FLOOR_FREE_ONLY = -1 };

/* Floods from the grid point nearest to `start` for the square of half side `half`. */
dw_floor_walk dw_floor_walk_from(const dw_map *map, dw_vec start, int32_t half);
void dw_floor_walk_end(dw_floor_walk *walk);

dw_vec dw_floor_walk_place(const dw_floor_walk *walk, int32_t cell);
int32_t dw_floor_walk_cell_count(const dw_floor_walk *walk);

/* Every door of the map. */
dw_door_set dw_all_doors(const dw_map *map);

#endif
