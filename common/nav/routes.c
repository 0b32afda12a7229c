/* routes.c - exact paths between the doors of each room, and the shortest chains of them. */
#include "common/nav/routes.h"

#include "common/nav/search_store.h"

#include <string.h>

/* A body can step from the doorway into the room: no furniture shuts it on that side. */
static bool opens_into(const dw_nav *nav, uint32_t door, uint32_t room)
{
    for (uint32_t k = 0; k < nav->cell_count; k++) {
        const dw_mesh_cell *cell = &nav->cells[k];
        for (uint32_t e = 0; cell->door == door && e < cell->count; e++) {
            if (nav->cells[nav->edges[cell->first + e].to].room == room) {
                return true;
            }
        }
    }
    return false;
}

static dw_status list_room_doors(dw_arena *arena, dw_nav *nav)
{
    uint32_t *starts = DW_ARENA_ARRAY(arena, uint32_t, (size_t)nav->room_count + 1);
    uint16_t *doors = DW_ARENA_ARRAY(arena, uint16_t, (size_t)nav->door_count * 2 + 1);
    if (starts == NULL || doors == NULL) {
        return DW_MEMORY;
    }
    uint32_t listed = 0;
    for (uint32_t room = 0; room < nav->room_count; room++) {
        starts[room] = listed;
        for (uint32_t door = 0; door < nav->door_count; door++) {
            const uint16_t *ends = nav->door_rooms[door];
            if ((ends[0] == room || ends[1] == room) && opens_into(nav, door, room)) {
                doors[listed++] = (uint16_t)door;
            }
        }
    }
    starts[nav->room_count] = listed;
    nav->room_door_starts = starts;
    nav->room_doors = doors;
    return DW_OK;
}

/* Where a body goes through each doorway: its middle, or the nearest free point of its passage when
 * something stands too near. The middle where no body fits at all: nothing leads there. */
static dw_status find_door_points(dw_arena *arena, dw_nav *nav)
{
    dw_vec *points = DW_ARENA_ARRAY(arena, dw_vec, (size_t)nav->door_count + 1);
    int64_t off[DW_DOORS_MAX];
    if (points == NULL) {
        return DW_MEMORY;
    }
    for (uint32_t door = 0; door < nav->door_count; door++) {
        points[door] = dw_rect_centre(nav->doorways[door]);
        off[door] = INT64_MAX;
    }
    for (uint32_t k = 0; k < nav->cell_count; k++) {
        const uint16_t door = nav->cells[k].door;
        if (door != DW_NONE) {
            const dw_vec middle = dw_rect_centre(nav->doorways[door]);
            const dw_vec point = dw_rect_nearest(nav->cells[k].area, middle);
            if (dw_distance_squared(middle, point) < off[door]) {
                off[door] = dw_distance_squared(middle, point);
                points[door] = point;
            }
        }
    }
    nav->door_points = points;
    return DW_OK;
}

/* The length of a body's path between two doorways inside of a room. */
static int32_t step_length(const dw_nav *nav, dw_nav_search *search, dw_nav_path *path,
                           const uint16_t doors[2], uint16_t room)
{
    const dw_nav_query query = {
        .from = nav->door_points[doors[0]], .to = nav->door_points[doors[1]], .room = room};
    if (dw_nav_find(nav, search, &query, path) != DW_NAV_FOUND || path->from_moved ||
        path->to_moved || path->length >= (double)DW_NAV_NO_ROUTE) {
        return DW_NAV_NO_ROUTE;
    }
    return (int32_t)(path->length + 0.5);
}

/* Two rooms may share two doors: then the shorter of two steps counts. */
static void fill_steps(const dw_nav *nav, dw_nav_search *search, dw_nav_path *path,
                       int32_t *lengths)
{
    const uint32_t count = nav->door_count;
    for (size_t k = 0; k < (size_t)count * count; k++) {
        lengths[k] = DW_NAV_NO_ROUTE;
    }
    for (uint32_t room = 0; room < nav->room_count; room++) {
        const uint32_t end = nav->room_door_starts[room + 1];
        for (uint32_t i = nav->room_door_starts[room]; i < end; i++) {
            for (uint32_t k = i + 1; k < end; k++) {
                const uint16_t doors[2] = {nav->room_doors[i], nav->room_doors[k]};
                const int32_t step = step_length(nav, search, path, doors, (uint16_t)room);
                int32_t *there = &lengths[(size_t)doors[0] * count + doors[1]];
                int32_t *back = &lengths[(size_t)doors[1] * count + doors[0]];
                *there = *back = step < *there ? step : *there;
            }
        }
    }
    for (uint32_t door = 0; door < count; door++) {
        lengths[(size_t)door * count + door] = 0;
    }
}

/* All shortest chains (Floyd, "Algorithm 97: Shortest path", 1962). */
static void join_steps(int32_t *lengths, uint32_t count)
{
    for (uint32_t middle = 0; middle < count; middle++) {
        const int32_t *onward = lengths + (size_t)middle * count;
        for (uint32_t from = 0; from < count; from++) {
            int32_t *row = lengths + (size_t)from * count;
            const int32_t first = row[middle];
            for (uint32_t to = 0; to < count; to++) {
                const int32_t length = first + onward[to];
                row[to] = length < row[to] ? length : row[to];
            }
        }
    }
}

dw_status dw_routes_build(dw_arena *arena, dw_nav *nav)
{
    if (list_room_doors(arena, nav) != DW_OK || find_door_points(arena, nav) != DW_OK) {
        return DW_MEMORY;
    }
    int32_t *lengths =
        DW_ARENA_ARRAY(arena, int32_t, (size_t)nav->door_count * nav->door_count + 1);
    const dw_search_sizes sizes = dw_search_sizes_full(nav, DW_SEARCH_NODES(nav));
    dw_arena scratch = {0};
    dw_nav_search *search = NULL;
    dw_nav_path *path = NULL;
    dw_status status = DW_MEMORY;
    if (lengths != NULL &&
        dw_arena_create(&scratch, dw_search_bytes(nav, &sizes) + sizeof(*path) + 64) == DW_OK) {
        path = DW_ARENA_NEW(&scratch, dw_nav_path);
        status = path == NULL ? DW_MEMORY : dw_search_create(&search, &scratch, nav, &sizes);
    }
    if (status == DW_OK) {
        fill_steps(nav, search, path, lengths);
        join_steps(lengths, nav->door_count);
        nav->route_lengths = lengths;
    }
    dw_arena_destroy(&scratch);
    return status;
}

static uint32_t room_at(const dw_nav *nav, dw_vec p)
{
    uint32_t room = 0;
    while (room < nav->room_count && !dw_rect_holds(nav->rooms[room], p)) {
        room++;
    }
    return room;
}

/* From `p` straight to each door of its room. */
static uint32_t list_legs(const dw_nav *nav, uint32_t room, dw_vec p, int32_t legs[DW_DOORS_MAX])
{
    uint32_t count = 0;
    for (uint32_t k = nav->room_door_starts[room]; k < nav->room_door_starts[room + 1]; k++) {
        legs[count++] = dw_distance(p, nav->door_points[nav->room_doors[k]]);
    }
    return count;
}

int32_t dw_nav_route_length(const dw_nav *nav, dw_vec from, dw_vec to)
{
    const uint32_t first = room_at(nav, from);
    const uint32_t last = room_at(nav, to);
    if (first == last || first == nav->room_count || last == nav->room_count) {
        return dw_distance(from, to);
    }
    int32_t starts[DW_DOORS_MAX];
    int32_t ends[DW_DOORS_MAX];
    const uint32_t start_count = list_legs(nav, first, from, starts);
    const uint32_t end_count = list_legs(nav, last, to, ends);
    const uint16_t *out = nav->room_doors + nav->room_door_starts[first];
    const uint16_t *in = nav->room_doors + nav->room_door_starts[last];
    int32_t best = DW_NAV_NO_ROUTE;
    for (uint32_t i = 0; i < start_count; i++) {
        const int32_t *row = nav->route_lengths + (size_t)out[i] * nav->door_count;
        for (uint32_t k = 0; k < end_count; k++) {
            const int32_t length = starts[i] + row[in[k]] + ends[k];
            best = length < best ? length : best;
        }
    }
    return best;
}
