/* map_walls.c - wall strips of all rooms less the door halves, as few and long rectangles. */
#include "common/world/map_draft.h"

#include <stdlib.h>
#include <string.h>

/* The map cut along every line on which a wall can begin or end; a cell of it is wall or is not. */
typedef struct wall_grid {
    int32_t *x, *y; /* Ascending cuts; cell i lies between cuts i and i + 1. */
    uint32_t columns, rows;
    uint8_t *is_wall; /* rows * columns */
} wall_grid;

static int compare_ints(const void *a, const void *b)
{
    const int32_t left = *(const int32_t *)a;
    const int32_t right = *(const int32_t *)b;
    return (left > right) - (left < right);
}

/* Sorts, drops doubles, gives the new count. */
static uint32_t sort_cuts(int32_t *cuts, uint32_t count)
{
    qsort(cuts, count, sizeof(*cuts), compare_ints);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (kept == 0 || cuts[kept - 1] != cuts[i]) {
            cuts[kept++] = cuts[i];
        }
    }
    return kept;
}

static uint32_t find_cut(const int32_t *cuts, uint32_t count, int32_t value)
{
    uint32_t low = 0;
    uint32_t high = count - 1;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (cuts[middle] < value) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void mark(wall_grid *grid, dw_rect r, bool wall)
{
    const uint32_t left = find_cut(grid->x, grid->columns + 1, r.min.x);
    const uint32_t right = find_cut(grid->x, grid->columns + 1, r.max.x);
    const uint32_t top = find_cut(grid->y, grid->rows + 1, r.min.y);
    const uint32_t bottom = find_cut(grid->y, grid->rows + 1, r.max.y);
    for (uint32_t row = top; row < bottom; row++) {
        memset(grid->is_wall + (size_t)row * grid->columns + left, wall, right - left);
    }
}

static bool make_grid(wall_grid *grid, dw_arena *scratch, const dw_map *map)
{
    const uint32_t most = 4u * map->room_count + 4u * map->door_count;
    grid->x = DW_ARENA_ARRAY(scratch, int32_t, most);
    grid->y = DW_ARENA_ARRAY(scratch, int32_t, most);
    if (grid->x == NULL || grid->y == NULL) {
        return false;
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < map->room_count; i++) {
        for (int inner = 0; inner < 2; inner++) {
            const dw_rect r = dw_rect_grown(map->rooms[i].area, inner ? -map->wall_half : 0);
            grid->x[count] = r.min.x;
            grid->y[count++] = r.min.y;
            grid->x[count] = r.max.x;
            grid->y[count++] = r.max.y;
        }
    }
    for (uint32_t i = 0; i < map->door_count; i++) {
        for (int side = 0; side < 2; side++) {
            const dw_rect r = map->doors[i].half[side].area;
            grid->x[count] = r.min.x;
            grid->y[count++] = r.min.y;
            grid->x[count] = r.max.x;
            grid->y[count++] = r.max.y;
        }
    }
    grid->columns = sort_cuts(grid->x, count) - 1;
    grid->rows = sort_cuts(grid->y, count) - 1;
    return true;
}

static void mark_walls(wall_grid *grid, const dw_map *map)
{
    for (uint32_t i = 0; i < map->room_count; i++) {
        mark(grid, map->rooms[i].area, true);
        mark(grid, dw_rect_grown(map->rooms[i].area, -map->wall_half), false);
    }
    for (uint32_t i = 0; i < map->door_count; i++) {
        mark(grid, map->doors[i].doorway, false);
    }
}

static bool all_wall(const wall_grid *grid, uint32_t left, uint32_t top, uint32_t right,
                     uint32_t bottom)
{
    for (uint32_t row = top; row < bottom; row++) {
        for (uint32_t column = left; column < right; column++) {
            if (!grid->is_wall[(size_t)row * grid->columns + column]) {
                return false;
            }
        }
    }
    return true;
}

/* The larger of two rectangles that begin at this cell: as wide as can be and then as high, or the
 * other way round. Long walls so come out as one piece, whichever way they run. */
static dw_rect take_piece(wall_grid *grid, uint32_t column, uint32_t row)
{
    uint32_t right[2] = {column + 1, column + 1};
    uint32_t bottom[2] = {row + 1, row + 1};
    for (int step = 0; step < 4; step++) {
        const int way = step / 2;
        const bool widen = (step % 2 == 0) == (way == 0);
        while (widen && right[way] < grid->columns &&
               all_wall(grid, right[way], row, right[way] + 1, bottom[way])) {
            right[way]++;
        }
        while (!widen && bottom[way] < grid->rows &&
               all_wall(grid, column, bottom[way], right[way], bottom[way] + 1)) {
            bottom[way]++;
        }
    }
    dw_rect piece[2];
    int64_t size[2];
    for (int way = 0; way < 2; way++) {
        piece[way] =
            (dw_rect){{grid->x[column], grid->y[row]}, {grid->x[right[way]], grid->y[bottom[way]]}};
        size[way] =
            (int64_t)(piece[way].max.x - piece[way].min.x) * (piece[way].max.y - piece[way].min.y);
    }
    const dw_rect taken = piece[size[1] > size[0]];
    mark(grid, taken, false);
    return taken;
}

static dw_status cut_into_pieces(wall_grid *grid, dw_rect *walls, uint16_t *count, dw_error *error)
{
    for (uint32_t row = 0; row < grid->rows; row++) {
        for (uint32_t column = 0; column < grid->columns; column++) {
            if (!grid->is_wall[(size_t)row * grid->columns + column]) {
                continue;
            }
            if (*count == DW_WALLS_MAX) {
                return dw_fail(error, DW_FULL, "the walls fall into more than %d pieces",
                               DW_WALLS_MAX);
            }
            walls[(*count)++] = take_piece(grid, column, row);
        }
    }
    return DW_OK;
}

static dw_status build_walls(dw_map_draft *draft, dw_arena *arena, dw_arena *cuts, dw_error *error)
{
    wall_grid grid;
    if (!make_grid(&grid, cuts, &draft->map)) {
        return dw_fail(error, DW_MEMORY, "no memory for the walls");
    }
    dw_arena cells;
    const size_t cell_bytes = (size_t)grid.columns * grid.rows;
    dw_status status = dw_arena_create(&cells, cell_bytes + DW_WALLS_MAX * sizeof(dw_rect) + 64);
    if (status != DW_OK) {
        return dw_fail(error, status, "no memory for the walls");
    }
    grid.is_wall = dw_arena_take(&cells, cell_bytes);
    dw_rect *found = DW_ARENA_ARRAY(&cells, dw_rect, DW_WALLS_MAX);
    uint16_t count = 0;
    mark_walls(&grid, &draft->map);
    status = cut_into_pieces(&grid, found, &count, error);
    if (status == DW_OK) {
        dw_rect *walls = DW_ARENA_ARRAY(arena, dw_rect, count);
        if (walls == NULL) {
            status = dw_fail(error, DW_MEMORY, "no memory for the walls");
        } else {
            memcpy(walls, found, count * sizeof(*walls));
            draft->map.walls = walls;
            draft->map.wall_count = count;
        }
    }
    dw_arena_destroy(&cells);
    return status;
}

dw_status dw_map_build_walls(dw_map_draft *draft, dw_arena *arena, dw_error *error)
{
    dw_arena cuts;
    const size_t most = 4u * draft->map.room_count + 4u * draft->map.door_count;
    dw_status status = dw_arena_create(&cuts, 2 * most * sizeof(int32_t) + 64);
    if (status != DW_OK) {
        return dw_fail(error, status, "no memory for the walls");
    }
    status = build_walls(draft, arena, &cuts, error);
    dw_arena_destroy(&cuts);
    return status;
}
