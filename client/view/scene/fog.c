#include "client/view/scene/fog.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELL_UNITS = 250 * DW_UNITS_PER_MM, CROSSINGS_MAX = 256 };

dw_status dw_fog_create(dw_memory_grid *grid, const dw_map *map)
{
    /* A cell of margin on each side, so that the edge of the house fades as well. */
    const dw_rect b = dw_rect_grown(map->bounds, CELL_UNITS);
    const int columns = (b.max.x - b.min.x + CELL_UNITS - 1) / CELL_UNITS;
    const int rows = (b.max.y - b.min.y + CELL_UNITS - 1) / CELL_UNITS;
    uint8_t *seen = calloc((size_t)columns * (size_t)rows, 1);
    if (seen == NULL) {
        return DW_MEMORY;
    }
    *grid = (dw_memory_grid){b.min, CELL_UNITS, columns, rows, seen};
    return DW_OK;
}

void dw_fog_destroy(dw_memory_grid *grid)
{
    free(grid->seen);
    *grid = (dw_memory_grid){0};
}

void dw_fog_forget(dw_memory_grid *grid)
{
    memset(grid->seen, 0, (size_t)grid->columns * (size_t)grid->rows);
}

/* Where the outline crosses the middle line of a row, ascending. */
static uint32_t crossings_of(const dw_vec *points, uint32_t count, double y,
                             float crossings[CROSSINGS_MAX])
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count && found < CROSSINGS_MAX; i++) {
        const dw_vec a = points[i];
        const dw_vec b = points[i + 1 < count ? i + 1 : 0];
        if ((a.y <= y) == (b.y <= y)) {
            continue;
        }
        const float x = (float)(a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y));
        uint32_t at = found++;
        for (; at > 0 && crossings[at - 1] > x; at--) {
            crossings[at] = crossings[at - 1];
        }
        crossings[at] = x;
    }
    return found;
}

void dw_fog_see(dw_memory_grid *grid, const dw_vec *points, uint32_t point_count, int amount)
{
    float crossings[CROSSINGS_MAX];
    const float cell = (float)grid->cell;
    for (int row = 0; row < grid->rows; row++) {
        const double y = grid->origin.y + (row + 0.5) * grid->cell;
        const uint32_t count = crossings_of(points, point_count, y, crossings);
        uint8_t *seen = grid->seen + (ptrdiff_t)row * grid->columns;
        for (uint32_t i = 0; i + 1 < count; i += 2) {
            const float from = (crossings[i] - (float)grid->origin.x) / cell - 0.5F;
            const float to = (crossings[i + 1] - (float)grid->origin.x) / cell - 0.5F;
            const int first = (int)fmaxf(ceilf(from), 0.0F);
            const int last = (int)fminf(floorf(to), (float)(grid->columns - 1));
            for (int column = first; column <= last; column++) {
                const int value = seen[column] + amount;
                seen[column] = (uint8_t)(value > 255 ? 255 : value);
            }
        }
    }
}
