#include "server/lab/route_oracle.h"

#include <math.h>

static void add_node(dw_route_oracle *oracle, dw_vec position, uint16_t room, uint16_t other,
                     uint16_t door)
{
    oracle->nodes[oracle->node_count++] = (dw_route_node){position, {room, other}, door};
}

/* Where a body that goes round a solid turns. */
static void add_corners(dw_route_oracle *oracle, const dw_nav *nav, dw_rect solid)
{
    const dw_nav_query query = {.room = DW_NONE};
    const dw_rect r = dw_rect_grown(solid, DW_BODY_HALF);
    const dw_vec corners[4] = {r.min, {r.max.x, r.min.y}, r.max, {r.min.x, r.max.y}};
    for (uint32_t k = 0; k < 4; k++) {
        const uint16_t room = dw_map_room_at(oracle->map, corners[k]);
        if (room != DW_NONE && dw_nav_free(nav, &query, corners[k])) {
            add_node(oracle, corners[k], room, DW_NONE, DW_NONE);
        }
    }
}

/* Where a body may cross the border between the two halves of a doorway. */
static void add_crossings(dw_route_oracle *oracle, uint16_t index)
{
    const dw_door *door = &oracle->map->doors[index];
    const dw_rect a = door->half[0].area;
    const dw_rect b = door->half[1].area;
    const dw_vec low = {a.min.x > b.min.x ? a.min.x : b.min.x,
                        a.min.y > b.min.y ? a.min.y : b.min.y};
    const bool along_x = door->passes_along_x;
    const int32_t first = (along_x ? a.min.y : a.min.x) + DW_BODY_HALF;
    const int32_t last = (along_x ? a.max.y : a.max.x) - DW_BODY_HALF;
    for (int32_t k = 0; k < DW_ROUTE_ORACLE_CROSSINGS; k++) {
        const int32_t at =
            first + (int32_t)((int64_t)(last - first) * k / (DW_ROUTE_ORACLE_CROSSINGS - 1));
        const dw_vec p = along_x ? (dw_vec){low.x, at} : (dw_vec){at, low.y};
        add_node(oracle, p, door->half[0].room, door->half[1].room, index);
    }
}

static bool is_in(const dw_route_node *node, uint32_t room)
{
    return node->rooms[0] == room || node->rooms[1] == room;
}

static void list_room_nodes(dw_route_oracle *oracle)
{
    uint32_t listed = 0;
    for (uint32_t room = 0; room < oracle->map->room_count; room++) {
        oracle->room_starts[room] = listed;
        for (uint32_t k = 0; k < oracle->node_count; k++) {
            if (is_in(&oracle->nodes[k], room)) {
                oracle->room_nodes[listed++] = k;
            }
        }
    }
    oracle->room_starts[oracle->map->room_count] = listed;
}

static float straight_length(const dw_nav *nav, dw_vec from, dw_vec to, uint16_t room)
{
    const dw_nav_query query = {.from = from, .to = to, .room = room};
    return dw_nav_straight(nav, &query, NULL) ? (float)sqrt((double)dw_distance_squared(from, to))
                                              : -1;
}

static dw_status join_nodes(dw_route_oracle *oracle, dw_arena *arena, const dw_nav *nav)
{
    size_t total = 0;
    for (uint32_t room = 0; room < oracle->map->room_count; room++) {
        const size_t count = oracle->room_starts[room + 1] - oracle->room_starts[room];
        oracle->length_starts[room] = total;
        total += count * count;
    }
    oracle->lengths = DW_ARENA_ARRAY(arena, float, total + 1);
    if (oracle->lengths == NULL) {
        return DW_MEMORY;
    }
    for (uint32_t room = 0; room < oracle->map->room_count; room++) {
        const uint32_t *nodes = oracle->room_nodes + oracle->room_starts[room];
        const size_t count = oracle->room_starts[room + 1] - oracle->room_starts[room];
        float *lengths = oracle->lengths + oracle->length_starts[room];
        for (size_t i = 0; i < count; i++) {
            for (size_t k = 0; k < i; k++) {
                lengths[i * count + k] = lengths[k * count + i] =
                    straight_length(nav, oracle->nodes[nodes[i]].position,
                                    oracle->nodes[nodes[k]].position, (uint16_t)room);
            }
        }
    }
    return DW_OK;
}

dw_status dw_route_oracle_create(dw_route_oracle *oracle, dw_arena *arena, const dw_map *map,
                                 const dw_nav *nav, const dw_vec *ends, uint32_t end_count)
{
    const size_t most = end_count + 4 * ((size_t)map->wall_count + map->furniture_count) +
                        (size_t)map->door_count * DW_ROUTE_ORACLE_CROSSINGS;
    *oracle = (dw_route_oracle){.map = map};
    oracle->nodes = DW_ARENA_ARRAY(arena, dw_route_node, most);
    oracle->room_nodes = DW_ARENA_ARRAY(arena, uint32_t, 2 * most);
    oracle->done = DW_ARENA_ARRAY(arena, bool, most);
    if (oracle->nodes == NULL || oracle->room_nodes == NULL || oracle->done == NULL) {
        return DW_MEMORY;
    }
    for (uint32_t k = 0; k < end_count; k++) {
        add_node(oracle, ends[k], dw_map_room_at(map, ends[k]), DW_NONE, DW_NONE);
    }
    for (uint32_t k = 0; k < map->wall_count; k++) {
        add_corners(oracle, nav, map->walls[k]);
    }
    for (uint32_t k = 0; k < map->furniture_count; k++) {
        add_corners(oracle, nav, map->furniture[k].area);
    }
    for (uint16_t door = 0; door < map->door_count; door++) {
        add_crossings(oracle, door);
    }
    list_room_nodes(oracle);
    return join_nodes(oracle, arena, nav);
}

static double factor_of(const dw_route_weights *weights, uint32_t room)
{
    return (double)weights->rooms[room] / DW_ROUTE_FACTOR_ONE;
}

/* A path pays half of a door where it comes to the border and half where it goes on. */
static double half_door(const dw_route_weights *weights, uint16_t door)
{
    if (door == DW_NONE) {
        return 0;
    }
    return weights->doors[door] == DW_NAV_NO_ROUTE ? HUGE_VAL : weights->doors[door] / 2.0;
}

static void relax_room(const dw_route_oracle *oracle, const dw_route_weights *weights,
                       uint32_t node, uint32_t room, double *costs)
{
    const uint32_t *nodes = oracle->room_nodes + oracle->room_starts[room];
    const size_t count = oracle->room_starts[room + 1] - oracle->room_starts[room];
    size_t place = 0;
    while (nodes[place] != node) {
        place++;
    }
    const float *lengths = oracle->lengths + oracle->length_starts[room] + place * count;
    const double base = costs[node] + half_door(weights, oracle->nodes[node].door);
    for (size_t k = 0; k < count; k++) {
        const double cost = base + (double)lengths[k] * factor_of(weights, room) +
                            half_door(weights, oracle->nodes[nodes[k]].door);
        if (lengths[k] >= 0 && cost < costs[nodes[k]]) {
            costs[nodes[k]] = cost;
        }
    }
}

void dw_route_oracle_costs(const dw_route_oracle *oracle, const dw_route_weights *weights,
                           uint32_t from, double *costs)
{
    for (uint32_t k = 0; k < oracle->node_count; k++) {
        costs[k] = k == from ? 0 : HUGE_VAL;
        oracle->done[k] = false;
    }
    for (;;) {
        uint32_t next = oracle->node_count;
        double least = HUGE_VAL;
        for (uint32_t k = 0; k < oracle->node_count; k++) {
            if (costs[k] < least && !oracle->done[k]) {
                least = costs[k];
                next = k;
            }
        }
        if (next == oracle->node_count) {
            return;
        }
        oracle->done[next] = true;
        for (uint32_t end = 0; end < 2; end++) {
            if (oracle->nodes[next].rooms[end] != DW_NONE) {
                relax_room(oracle, weights, next, oracle->nodes[next].rooms[end], costs);
            }
        }
    }
}

/* The part of the leg a-b inside of the rectangle, as fractions of the leg; false: no part. */
static bool clip(dw_vec a, dw_vec b, dw_rect r, double part[2])
{
    const double starts[2] = {a.x, a.y};
    const double steps[2] = {(double)b.x - a.x, (double)b.y - a.y};
    const double low[2] = {r.min.x, r.min.y};
    const double high[2] = {r.max.x, r.max.y};
    part[0] = 0;
    part[1] = 1;
    for (uint32_t axis = 0; axis < 2; axis++) {
        if (steps[axis] == 0) {
            if (starts[axis] < low[axis] || starts[axis] >= high[axis]) {
                return false;
            }
            continue;
        }
        const double one = (low[axis] - starts[axis]) / steps[axis];
        const double other = (high[axis] - starts[axis]) / steps[axis];
        part[0] = fmax(part[0], fmin(one, other));
        part[1] = fmin(part[1], fmax(one, other));
    }
    return part[0] < part[1];
}

static dw_vec point_on(dw_vec a, dw_vec b, double part)
{
    return (dw_vec){(int32_t)lround(a.x + ((double)b.x - a.x) * part),
                    (int32_t)lround(a.y + ((double)b.y - a.y) * part)};
}

double dw_route_cost(const dw_map *map, const dw_route_weights *weights, const dw_nav_path *path)
{
    double cost = 0;
    for (uint32_t k = 1; k < path->count; k++) {
        const dw_vec a = path->points[k - 1].position;
        const dw_vec b = path->points[k].position;
        const double length = sqrt((double)dw_distance_squared(a, b));
        double part[2];
        for (uint32_t room = 0; room < map->room_count; room++) {
            if (clip(a, b, map->rooms[room].area, part)) {
                cost += (part[1] - part[0]) * length * factor_of(weights, room);
            }
        }
        for (uint32_t door = 0; door < map->door_count; door++) {
            if (clip(a, b, map->doors[door].doorway, part) &&
                dw_map_room_at(map, point_on(a, b, part[0])) !=
                    dw_map_room_at(map, point_on(a, b, part[1]))) {
                cost += weights->doors[door] == DW_NAV_NO_ROUTE ? HUGE_VAL : weights->doors[door];
            }
        }
    }
    return cost;
}
