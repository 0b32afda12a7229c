#include "tests/integration/maps/floor_walk.h"

#include "common/base/check.h"

#include <stdlib.h>

dw_door_set dw_all_doors(const dw_map *map)
{
    dw_door_set all = {{0}};
    for (uint32_t door = 0; door < map->door_count; door++) {
        dw_door_set_put(&all, door, true);
    }
    return all;
}

dw_vec dw_floor_walk_place(const dw_floor_walk *walk, int32_t cell)
{
    const dw_vec corner = walk->map->bounds.min;
    return (dw_vec){corner.x + cell % walk->columns * DW_FLOOR_STEP,
                    corner.y + cell / walk->columns * DW_FLOOR_STEP};
}

int32_t dw_floor_walk_cell_count(const dw_floor_walk *walk)
{
    return walk->columns * walk->rows;
}

/* Breadth first: `queue` has room for every cell, each of which enters it once. */
static void flood(dw_floor_walk *walk, int32_t start, int32_t *queue)
{
    int32_t head = 0, tail = 0;
    walk->steps[start] = 0;
    queue[tail++] = start;
    while (head < tail) {
        const int32_t cell = queue[head++];
        const int32_t column = cell % walk->columns, row = cell / walk->columns;
        const int32_t next[] = {column > 0 ? cell - 1 : cell,
                                column + 1 < walk->columns ? cell + 1 : cell,
                                row > 0 ? cell - walk->columns : cell,
                                row + 1 < walk->rows ? cell + walk->columns : cell};
        for (size_t i = 0; i < DW_COUNT_OF(next); i++) {
            if (walk->steps[next[i]] == DW_FLOOR_FREE_ONLY) {
                walk->steps[next[i]] = walk->steps[cell] + 1;
                queue[tail++] = next[i];
            }
        }
    }
}

dw_floor_walk dw_floor_walk_from(const dw_map *map, dw_vec start, int32_t half)
{
    const dw_rect bounds = map->bounds;
    dw_floor_walk walk = {.map = map,
                          .columns = (bounds.max.x - bounds.min.x) / DW_FLOOR_STEP + 1,
                          .rows = (bounds.max.y - bounds.min.y) / DW_FLOOR_STEP + 1};
    const int32_t count = dw_floor_walk_cell_count(&walk);
    walk.steps = malloc((size_t)count * sizeof(*walk.steps));
    int32_t *queue = malloc((size_t)count * sizeof(*queue));
    DW_CHECK(walk.steps != NULL && queue != NULL);
    const dw_door_set open = dw_all_doors(map);
    for (int32_t cell = 0; cell < count; cell++) {
        const dw_vec place = dw_floor_walk_place(&walk, cell);
        const bool inside = dw_map_room_at(map, place) != DW_NONE;
        walk.steps[cell] =
            inside && dw_place_free(map, &open, place, half) ? DW_FLOOR_FREE_ONLY : DW_FLOOR_SOLID;
    }
    const int32_t column = (start.x - bounds.min.x + DW_FLOOR_STEP / 2) / DW_FLOOR_STEP;
    const int32_t row = (start.y - bounds.min.y + DW_FLOOR_STEP / 2) / DW_FLOOR_STEP;
    DW_CHECK(walk.steps[row * walk.columns + column] == DW_FLOOR_FREE_ONLY);
    flood(&walk, row * walk.columns + column, queue);
    free(queue);
    return walk;
}

void dw_floor_walk_end(dw_floor_walk *walk)
{
    free(walk->steps);
    walk->steps = NULL;
}
