/* heat.h - where things happen on a map: counts on a grid of squares.
 * Owns: grid and counts of the layers. Squares have sides of 500 mm, or a multiple of that on a map
 * with more than DW_HEAT_SIDE_MAX of them. Sums are the same in any order. Pure.
 * As text: for each square with a count, how far it is from the square before and the count, both
 * in digits of 5 bits from '0' on, low bits first; 32 is added to all digits but the last. */
#ifndef DW_LAB_HEAT_H
#define DW_LAB_HEAT_H

#include "common/world/map.h"

enum {
    DW_HEAT_SIDE_MAX = 80,
    DW_HEAT_SQUARES_MAX = DW_HEAT_SIDE_MAX * DW_HEAT_SIDE_MAX,
};

typedef enum dw_heat_layer {
    DW_HEAT_SIGHTINGS, /* Intruders, when they come into a guard's sight. */
    DW_HEAT_CATCHES,
    DW_HEAT_INTRUDERS, /* Bodies, each half second. */
    DW_HEAT_GUARDS,
    DW_HEAT_LAYER_COUNT
} dw_heat_layer;

enum { DW_HEAT_TEXT_SIZE = DW_HEAT_LAYER_COUNT * DW_HEAT_SQUARES_MAX * 11 + 1 };

typedef struct dw_heat_grid {
    dw_vec origin;
    int32_t side; /* Of a square, units. */
    uint32_t columns, rows;
} dw_heat_grid;

/* Row by row from the origin. */
typedef struct dw_heat {
    uint32_t counts[DW_HEAT_LAYER_COUNT][DW_HEAT_SQUARES_MAX];
} dw_heat;

/* Covers the bounds of the map. */
dw_heat_grid dw_heat_grid_of(const dw_map *map);

/* Positions outside of the grid are left out. */
void dw_heat_add(dw_heat *heat, const dw_heat_grid *grid, dw_heat_layer layer, dw_vec position);

/* Returns the length. */
size_t dw_heat_text(const dw_heat *heat, char text[DW_HEAT_TEXT_SIZE]);

/* Adds the counts of such a text, which ends at the first character that is no digit, and gives
 * back what follows; NULL when it is no such text, and `sum` (NULL: only checked) is then half
 * done. */
const char *dw_heat_parse(dw_heat *sum, const char *text);

#endif
