#include "client/bot/roadmap.h"

#include "common/base/check.h"

#include <stdlib.h>

enum {
    STEP_FIRST = 400 * DW_UNITS_PER_MM, /* Grows by an eighth until all positions fit. */
    DOOR_LINK_STEPS = 2                 /* A doorway's positions have links this long. */
};

/* The lattice of a room and its doorways' positions. Only counts them when `nodes` is NULL. */
static uint32_t room_positions(const dw_map *map, const dw_nav *nav, uint16_t room, int32_t step,
                               dw_roadmap_node *nodes)
{
    const dw_nav_query query = {.room = DW_NONE};
    const dw_rect inner = dw_rect_grown(map->rooms[room].area, -(map->wall_half + DW_BODY_HALF));
    uint32_t count = 0;
    for (int32_t y = inner.min.y; y <= inner.max.y; y += step) {
        for (int32_t x = inner.min.x; x <= inner.max.x; x += step) {
            if (dw_nav_free(nav, &query, (dw_vec){x, y})) {
                if (nodes != NULL) {
                    nodes[count] = (dw_roadmap_node){{x, y}, .room = room, .door = DW_NONE};
                }
                count++;
            }
        }
    }
    for (uint16_t i = 0; i < map->rooms[room].door_count; i++) {
        const uint16_t door = map->rooms[room].doors[i];
        const dw_door_half *half = map->doors[door].half;
        const dw_vec position = half[half[0].room == room ? 0 : 1].point;
        if (nodes != NULL) {
            nodes[count] = (dw_roadmap_node){position, .room = room, .door = door};
        }
        count++;
    }
    return count;
}

static uint32_t count_positions(const dw_map *map, const dw_nav *nav, int32_t step)
{
    uint32_t count = 0;
    for (uint16_t room = 0; room < map->room_count; room++) {
        count += room_positions(map, nav, room, step, NULL);
    }
    return count;
}

static bool walkable(const dw_roadmap *roadmap, dw_vec from, dw_vec to)
{
    const dw_nav_query query = {.from = from, .to = to, .room = DW_NONE};
    return dw_nav_straight(roadmap->nav, &query, NULL);
}

static void link_up(dw_roadmap *roadmap, uint16_t a, uint16_t b)
{
    dw_roadmap_node *ends[2] = {&roadmap->nodes[a], &roadmap->nodes[b]};
    if (ends[0]->link_count == DW_ROADMAP_LINKS_MAX ||
        ends[1]->link_count == DW_ROADMAP_LINKS_MAX ||
        !walkable(roadmap, ends[0]->position, ends[1]->position)) {
        return;
    }
    const int32_t length = dw_distance(ends[0]->position, ends[1]->position) / DW_UNITS_PER_MM;
    for (uint32_t i = 0; i < 2; i++) {
        ends[i]->links[ends[i]->link_count] = i == 0 ? b : a;
        ends[i]->lengths_mm[ends[i]->link_count++] = (uint16_t)length;
    }
}

/* The eight neighbours on the lattice, or what is near a doorway. */
static bool are_neighbours(const dw_roadmap *roadmap, const dw_roadmap_node *a,
                           const dw_roadmap_node *b)
{
    const bool doorway = a->door != DW_NONE || b->door != DW_NONE;
    const int32_t far = roadmap->step * (doorway ? DOOR_LINK_STEPS : 1);
    return abs(a->position.x - b->position.x) <= far && abs(a->position.y - b->position.y) <= far;
}

static void link_all(dw_roadmap *roadmap)
{
    const dw_map *map = roadmap->map;
    for (uint16_t room = 0; room < map->room_count; room++) {
        for (uint16_t a = roadmap->room_start[room]; a < roadmap->room_start[room + 1]; a++) {
            for (uint16_t b = (uint16_t)(a + 1); b < roadmap->room_start[room + 1]; b++) {
                if (are_neighbours(roadmap, &roadmap->nodes[a], &roadmap->nodes[b])) {
                    link_up(roadmap, a, b);
                }
            }
        }
    }
    const uint16_t count = roadmap->room_start[map->room_count];
    for (uint16_t a = 0; a < count; a++) {
        const uint16_t door = roadmap->nodes[a].door;
        if (door == DW_NONE) {
            continue;
        }
        const uint16_t other = dw_door_other_room(&map->doors[door], roadmap->nodes[a].room);
        for (uint16_t b = roadmap->room_start[other]; b < roadmap->room_start[other + 1]; b++) {
            if (b > a && roadmap->nodes[b].door == door) {
                link_up(roadmap, a, b);
            }
        }
    }
}

dw_status dw_roadmap_create(dw_roadmap **out, dw_arena *arena, const dw_map *map, const dw_nav *nav,
                            dw_error *error)
{
    int32_t step = STEP_FIRST;
    uint32_t count = count_positions(map, nav, step);
    while (count > DW_ROADMAP_NODES_MAX && step < DW_MAP_SIDE_MAX) {
        step += step / 8;
        count = count_positions(map, nav, step);
    }
    dw_roadmap *roadmap = DW_ARENA_NEW(arena, dw_roadmap);
    if (roadmap == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for the roadmap of map \"%s\"", map->name);
    }
    *roadmap = (dw_roadmap){.map = map, .nav = nav, .step = step, .node_count = count};
    roadmap->nodes = DW_ARENA_ARRAY(arena, dw_roadmap_node, count);
    roadmap->room_start = DW_ARENA_ARRAY(arena, uint16_t, map->room_count + 1u);
    roadmap->cost = DW_ARENA_ARRAY(arena, uint32_t, count);
    roadmap->length_mm = DW_ARENA_ARRAY(arena, uint32_t, count);
    roadmap->previous = DW_ARENA_ARRAY(arena, uint16_t, count);
    roadmap->heap = DW_ARENA_ARRAY(arena, uint16_t, count);
    roadmap->heap_at = DW_ARENA_ARRAY(arena, uint16_t, count);
    if (roadmap->nodes == NULL || roadmap->room_start == NULL || roadmap->cost == NULL ||
        roadmap->length_mm == NULL || roadmap->previous == NULL || roadmap->heap == NULL ||
        roadmap->heap_at == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for the roadmap of map \"%s\"", map->name);
    }
    uint32_t at = 0;
    for (uint16_t room = 0; room < map->room_count; room++) {
        roadmap->room_start[room] = (uint16_t)at;
        at += room_positions(map, nav, room, step, roadmap->nodes + at);
    }
    roadmap->room_start[map->room_count] = (uint16_t)at;
    DW_CHECK(at == count);
    link_all(roadmap);
    *out = roadmap;
    return DW_OK;
}

/* Orders the heap by cost and then by node, so that searches are the same everywhere. */
static bool is_before(const dw_roadmap *roadmap, uint16_t a, uint16_t b)
{
    return roadmap->cost[a] != roadmap->cost[b] ? roadmap->cost[a] < roadmap->cost[b] : a < b;
}

static void put(dw_roadmap *roadmap, uint32_t at, uint16_t node)
{
    roadmap->heap[at] = node;
    roadmap->heap_at[node] = (uint16_t)at;
}

static void rise(dw_roadmap *roadmap, uint32_t at)
{
    const uint16_t node = roadmap->heap[at];
    while (at > 0 && is_before(roadmap, node, roadmap->heap[(at - 1) / 2])) {
        put(roadmap, at, roadmap->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    put(roadmap, at, node);
}

static uint16_t pop(dw_roadmap *roadmap)
{
    const uint16_t first = roadmap->heap[0];
    roadmap->heap_at[first] = DW_NONE;
    const uint16_t node = roadmap->heap[--roadmap->heap_count];
    if (roadmap->heap_count == 0) {
        return first;
    }
    uint32_t at = 0;
    for (uint32_t child = 1; child < roadmap->heap_count; child = 2 * at + 1) {
        if (child + 1 < roadmap->heap_count &&
            is_before(roadmap, roadmap->heap[child + 1], roadmap->heap[child])) {
            child++;
        }
        if (!is_before(roadmap, roadmap->heap[child], node)) {
            break;
        }
        put(roadmap, at, roadmap->heap[child]);
        at = child;
    }
    put(roadmap, at, node);
    return first;
}

/* A path to `node` for `cost`; kept when it is the cheapest until now. */
static void offer(dw_roadmap *roadmap, uint16_t node, uint32_t cost, uint32_t length_mm,
                  uint16_t previous)
{
    if (cost >= roadmap->cost[node]) {
        return;
    }
    const bool is_new = roadmap->cost[node] == DW_ROADMAP_NO_COST;
    roadmap->cost[node] = cost;
    roadmap->length_mm[node] = length_mm;
    roadmap->previous[node] = previous;
    if (is_new) {
        put(roadmap, roadmap->heap_count++, node);
    }
    rise(roadmap, roadmap->heap_at[node]);
}

/* Starts at the nodes near `from` with a straight walk to them; without any, at the nearest. */
static void offer_first(dw_roadmap *roadmap, dw_vec from)
{
    const uint16_t room = dw_map_room_at(roadmap->map, from);
    if (room == DW_NONE) {
        return;
    }
    const uint32_t offered = roadmap->heap_count;
    for (uint16_t n = roadmap->room_start[room]; n < roadmap->room_start[room + 1]; n++) {
        const dw_vec position = roadmap->nodes[n].position;
        if (abs(position.x - from.x) <= roadmap->step &&
            abs(position.y - from.y) <= roadmap->step && walkable(roadmap, from, position)) {
            const uint32_t length = (uint32_t)(dw_distance(from, position) / DW_UNITS_PER_MM);
            offer(roadmap, n, length * DW_ROADMAP_PRICE_ONE, length, DW_NONE);
        }
    }
    const uint16_t nearest =
        roadmap->heap_count == offered ? dw_roadmap_nearest(roadmap, from) : DW_NONE;
    if (nearest != DW_NONE) {
        offer(roadmap, nearest, 0, 0, DW_NONE);
    }
}

void dw_roadmap_search(dw_roadmap *roadmap, const dw_vec *from, uint32_t from_count,
                       dw_roadmap_price price, void *context)
{
    for (uint32_t i = 0; i < roadmap->node_count; i++) {
        roadmap->cost[i] = DW_ROADMAP_NO_COST;
        roadmap->previous[i] = DW_NONE;
        roadmap->heap_at[i] = DW_NONE;
    }
    roadmap->heap_count = 0;
    for (uint32_t i = 0; i < from_count; i++) {
        offer_first(roadmap, from[i]);
    }
    while (roadmap->heap_count > 0) {
        const uint16_t node = pop(roadmap);
        const dw_roadmap_node *here = &roadmap->nodes[node];
        /* A link has the price of its first node, so both directions cost nearly the same. */
        const uint32_t each = price(context, node);
        DW_DCHECK(each == 0 || each >= DW_ROADMAP_PRICE_ONE);
        for (uint32_t i = 0; each > 0 && i < here->link_count; i++) {
            offer(roadmap, here->links[i], roadmap->cost[node] + each * here->lengths_mm[i],
                  roadmap->length_mm[node] + here->lengths_mm[i], node);
        }
    }
}

uint16_t dw_roadmap_nearest(const dw_roadmap *roadmap, dw_vec position)
{
    const uint16_t room = dw_map_room_at(roadmap->map, position);
    if (room == DW_NONE) {
        return DW_NONE;
    }
    uint16_t best = DW_NONE;
    int64_t best_far = INT64_MAX;
    bool best_straight = false;
    for (uint16_t n = roadmap->room_start[room]; n < roadmap->room_start[room + 1]; n++) {
        const int64_t far = dw_distance_squared(position, roadmap->nodes[n].position);
        if (best_straight && far >= best_far) {
            continue;
        }
        const bool straight = walkable(roadmap, position, roadmap->nodes[n].position);
        if ((straight && !best_straight) || (straight == best_straight && far < best_far)) {
            best = n;
            best_far = far;
            best_straight = straight;
        }
    }
    return best;
}

uint32_t dw_roadmap_path(const dw_roadmap *roadmap, uint16_t node, uint16_t *points,
                         uint32_t points_max)
{
    uint32_t length = 0;
    for (uint16_t n = node; n != DW_NONE; n = roadmap->previous[n]) {
        length++;
    }
    uint32_t at = length;
    for (uint16_t n = node; n != DW_NONE; n = roadmap->previous[n]) {
        if (--at < points_max) {
            points[at] = n;
        }
    }
    return length < points_max ? length : points_max;
}
