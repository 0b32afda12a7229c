/* solid_index.c - counts first and fills then, so that each list takes exactly what it needs. */
#include "common/world/solid_index.h"

#include "common/base/check.h"
#include "common/world/room_view.h"

#include <string.h>

enum {
    CELL_SHIFT_FIRST = 16,      /* 65536 units: 1092 mm. */
    CELL_SHIFT_LAST = 24,       /* 280 m: the whole of any map in one cell. */
    CELLS_MAX = 1 << 16,        /* 200 m a side make 184 x 184. */
    CELL_ENTRIES_MAX = 1 << 18, /* 5 MiB of copies; a map that needs more gets larger cells. */
};

_Static_assert(DW_MAP_SIDE_MAX < 1 << CELL_SHIFT_LAST, "one cell holds the largest map");

/* Each solid once, in the order of dw_solid_kind. */
static dw_solid *list_solids(dw_arena *arena, const dw_map *map, uint32_t *count)
{
    const uint32_t total = (uint32_t)map->wall_count + map->door_count + map->furniture_count;
    dw_solid *all = DW_ARENA_ARRAY(arena, dw_solid, total + 1);
    if (all == NULL) {
        return NULL;
    }
    uint32_t n = 0;
    for (uint16_t i = 0; i < map->wall_count; i++) {
        all[n++] = (dw_solid){map->walls[i], i, DW_SOLID_WALL};
    }
    for (uint16_t i = 0; i < map->door_count; i++) {
        const dw_door *door = &map->doors[i];
        all[n++] = (dw_solid){door->half[door->leaf].area, i, DW_SOLID_LEAF};
    }
    for (uint32_t kind = DW_SOLID_HIGH; kind <= DW_SOLID_LOW; kind++) {
        for (uint16_t i = 0; i < map->furniture_count; i++) {
            if (dw_furniture_solid_kind(&map->furniture[i]) == (dw_solid_kind)kind) {
                all[n++] = (dw_solid){map->furniture[i].area, i, (uint16_t)kind};
            }
        }
    }
    DW_CHECK(n == total);
    *count = n;
    return all;
}

/* All cells whose closed square touches the closed rectangle: one more on the left and above when
 * it begins on a cell's edge. Two rectangles that touch thus share a cell with each line through
 * the place where they do. */
static dw_cell_range touched_cells(const dw_solid_index *index, dw_rect r)
{
    return dw_solid_index_cells(index, (dw_rect){{r.min.x - 1, r.min.y - 1}, {r.max.x, r.max.y}});
}

static uint32_t range_size(dw_cell_range range)
{
    return (uint32_t)(range.right - range.left + 1) * (uint32_t)(range.bottom - range.top + 1);
}

/* Grid dimensions for the smallest cells that keep within the limits. */
static void choose_cells(dw_solid_index *index, dw_rect bounds)
{
    index->origin = bounds.min;
    for (index->shift = CELL_SHIFT_FIRST; index->shift < CELL_SHIFT_LAST; index->shift++) {
        index->columns = ((bounds.max.x - bounds.min.x) >> index->shift) + 1;
        index->rows = ((bounds.max.y - bounds.min.y) >> index->shift) + 1;
        uint32_t entries = 0;
        for (uint32_t i = 0; i < index->all_count && entries <= CELL_ENTRIES_MAX; i++) {
            entries += range_size(touched_cells(index, index->all[i].area));
        }
        if (entries <= CELL_ENTRIES_MAX && index->columns * index->rows <= CELLS_MAX) {
            return;
        }
    }
    index->columns = 1;
    index->rows = 1;
}

/* Turns counts a cell into first positions a cell, the total at the end. */
static void counts_to_starts(uint32_t *counts, uint32_t cells)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= cells; i++) {
        const uint32_t count = counts[i];
        counts[i] = sum;
        sum += count;
    }
}

/* After filling, each start has moved on to the start of the next cell: moves them back. */
static void rewind_starts(uint32_t *starts, uint32_t cells)
{
    memmove(starts + 1, starts, cells * sizeof(*starts));
    starts[0] = 0;
}

/* What is listed by cells: `count` items of `size` bytes, and the cells of each. */
typedef struct cell_items {
    const void *items;
    size_t size;
    uint32_t count;
    dw_cell_range (*cells_of)(const dw_solid_index *index, const dw_map *map, uint32_t item);
} cell_items;

static dw_cell_range cells_of_solid(const dw_solid_index *index, const dw_map *map, uint32_t item)
{
    (void)map;
    return touched_cells(index, index->all[item].area);
}

static dw_cell_range cells_of_room(const dw_solid_index *index, const dw_map *map, uint32_t item)
{
    return dw_solid_index_cells(index, map->rooms[item].area);
}

/* The items of each cell, one cell after the other. NULL without memory. */
static const void *list_by_cells(const dw_solid_index *index, dw_arena *arena, const dw_map *map,
                                 const cell_items *of, const uint32_t **out_starts)
{
    const uint32_t cells = (uint32_t)(index->columns * index->rows);
    uint32_t *starts = DW_ARENA_ARRAY(arena, uint32_t, cells + 1);
    uint8_t *lists = NULL;
    for (int pass = 0; starts != NULL && pass < 2; pass++) {
        for (uint32_t i = 0; i < of->count; i++) {
            const dw_cell_range range = of->cells_of(index, map, i);
            for (int32_t row = range.top; row <= range.bottom; row++) {
                for (int32_t column = range.left; column <= range.right; column++) {
                    uint32_t *start = &starts[row * index->columns + column];
                    if (pass == 1) {
                        memcpy(lists + *start * of->size, (const uint8_t *)of->items + i * of->size,
                               of->size);
                    }
                    (*start)++;
                }
            }
        }
        if (pass == 0) {
            counts_to_starts(starts, cells);
            lists = dw_arena_take(arena, (starts[cells] + (size_t)1) * of->size);
            if (lists == NULL) {
                return NULL;
            }
        }
    }
    if (starts != NULL) {
        rewind_starts(starts, cells);
        *out_starts = starts;
    }
    return lists;
}

static bool fill_cells(dw_solid_index *index, dw_arena *arena, const dw_map *map)
{
    uint16_t numbers[DW_ROOMS_MAX];
    for (uint16_t i = 0; i < map->room_count; i++) {
        numbers[i] = i;
    }
    const cell_items solids = {index->all, sizeof *index->all, index->all_count, cells_of_solid};
    const cell_items rooms = {numbers, sizeof *numbers, map->room_count, cells_of_room};
    index->solids = list_by_cells(index, arena, map, &solids, &index->cell_start);
    index->rooms = list_by_cells(index, arena, map, &rooms, &index->room_start);
    return index->solids != NULL && index->rooms != NULL;
}

/* The leaf of a door belongs to both its rooms: from the other one it shows through the doorway. */
static bool shows_in_room(const dw_map *map, const dw_solid *solid, uint16_t room)
{
    if (solid->kind == DW_SOLID_WALL) {
        return dw_rect_overlaps(solid->area, map->rooms[room].area);
    }
    if (solid->kind == DW_SOLID_LEAF) {
        const dw_door *door = &map->doors[solid->index];
        return door->half[0].room == room || door->half[1].room == room;
    }
    return map->furniture[solid->index].room == room;
}

static bool fill_views(dw_solid_index *index, dw_arena *arena, const dw_map *map)
{
    uint32_t *starts = DW_ARENA_ARRAY(arena, uint32_t, map->room_count + 1u);
    if (starts == NULL) {
        return false;
    }
    dw_solid *view = NULL;
    for (int pass = 0; pass < 2; pass++) {
        uint32_t count = 0;
        for (uint16_t room = 0; room < map->room_count; room++) {
            starts[room] = count;
            for (uint32_t i = 0; i < index->all_count; i++) {
                if (!shows_in_room(map, &index->all[i], room)) {
                    continue;
                }
                if (pass == 1) {
                    view[count] = index->all[i];
                }
                count++;
            }
        }
        starts[map->room_count] = count;
        if (pass == 0 && (view = DW_ARENA_ARRAY(arena, dw_solid, count + 1)) == NULL) {
            return false;
        }
    }
    index->view_start = starts;
    index->view = view;
    return true;
}

dw_status dw_solid_index_build(const dw_solid_index **out, dw_arena *arena, const dw_map *map,
                               dw_error *error)
{
    dw_solid_index *index = DW_ARENA_NEW(arena, dw_solid_index);
    if (index == NULL) {
        return dw_fail(error, DW_MEMORY, "the map needs more memory than there is");
    }
    index->all = list_solids(arena, map, &index->all_count);
    if (index->all == NULL) {
        return dw_fail(error, DW_MEMORY, "the map needs more memory than there is");
    }
    choose_cells(index, map->bounds);
    if (!fill_cells(index, arena, map) || !fill_views(index, arena, map) ||
        dw_room_views_build(&index->rooms_seen, arena, map, index) != DW_OK) {
        return dw_fail(error, DW_MEMORY, "the map needs more memory than there is");
    }
    *out = index;
    return DW_OK;
}

uint16_t dw_map_room_at(const dw_map *map, dw_vec p)
{
    const dw_solid_index *index = map->index;
    if (!dw_rect_holds(map->bounds, p)) {
        return DW_NONE;
    }
    const int32_t column = (p.x - index->origin.x) >> index->shift;
    const int32_t row = (p.y - index->origin.y) >> index->shift;
    const uint32_t cell = (uint32_t)(row * index->columns + column);
    for (uint32_t i = index->room_start[cell]; i < index->room_start[cell + 1]; i++) {
        if (dw_rect_holds(map->rooms[index->rooms[i]].area, p)) {
            return index->rooms[i];
        }
    }
    return DW_NONE;
}
