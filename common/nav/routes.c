/* routes.c - exact paths between the doors of each room, and the cheapest chains of them. */
#include "common/nav/routes.h"

#include "common/nav/mesh_locate.h"
#include "common/nav/search_store.h"

#include "common/base/check.h"

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

/* The length of a body's path inside of a room, its doorways included. */
static int32_t length_in_room(const dw_nav *nav, dw_nav_search *search, dw_vec from, dw_vec to,
                              uint16_t room)
{
    dw_nav_path path;
    const dw_nav_query query = {.from = from, .to = to, .room = room};
    if (dw_nav_find(nav, search, &query, &path) != DW_NAV_FOUND ||
        path.length >= (double)DW_NAV_NO_ROUTE) {
        return DW_NAV_NO_ROUTE;
    }
    return (int32_t)(path.length + 0.5);
}

static uint32_t room_door_count(const dw_nav *nav, uint32_t room)
{
    return nav->room_door_starts[room + 1] - nav->room_door_starts[room];
}

static dw_status find_steps(dw_arena *arena, dw_nav *nav, dw_nav_search *search)
{
    uint32_t *starts = DW_ARENA_ARRAY(arena, uint32_t, (size_t)nav->room_count + 1);
    uint32_t total = 0;
    for (uint32_t room = 0; starts != NULL && room < nav->room_count; room++) {
        starts[room] = total;
        total += room_door_count(nav, room) * room_door_count(nav, room);
    }
    int32_t *steps = DW_ARENA_ARRAY(arena, int32_t, (size_t)total + 1);
    if (starts == NULL || steps == NULL) {
        return DW_MEMORY;
    }
    for (uint32_t room = 0; room < nav->room_count; room++) {
        const uint16_t *doors = nav->room_doors + nav->room_door_starts[room];
        const uint32_t count = room_door_count(nav, room);
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t k = 0; k < i; k++) {
                const int32_t step = length_in_room(nav, search, nav->door_points[doors[k]],
                                                    nav->door_points[doors[i]], (uint16_t)room);
                steps[starts[room] + i * count + k] = step;
                steps[starts[room] + k * count + i] = step;
            }
        }
    }
    nav->room_step_starts = starts;
    nav->room_steps = steps;
    return DW_OK;
}

/* Chains of doors from one start. Costs are in units / DW_ROUTE_FACTOR_ONE, so that they are exact.
 */
typedef struct chains {
    const dw_nav *nav;
    const dw_route_weights *weights; /* NULL: lengths alone. */
    bool returns;                    /* Chains may come back to a room. */
    dw_door_set shut;
    int64_t cost[DW_DOORS_MAX];    /* The least to the middle of the door yet, the door included. */
    uint16_t before[DW_DOORS_MAX]; /* The door that the chain comes from, or DW_NONE; */
    uint16_t room[DW_DOORS_MAX];   /* and the room that it walks through. */
    int64_t open[DW_DOORS_MAX];    /* Doors from which no chain has gone on: cost, then door. */
    uint16_t slot[DW_DOORS_MAX];   /* Where such a door is in there. */
    uint32_t open_count;
} chains;

/* Larger than any cost: DW_DOORS_MAX times the longest step at the highest factor. */
static const int64_t NEVER = INT64_MAX;

static void begin_chains(chains *c, const dw_nav *nav, const dw_route_weights *weights)
{
    c->nav = nav;
    c->weights = weights;
    c->returns = weights == NULL; /* By lengths alone no chain gains anything by that. */
    c->open_count = 0;
    c->shut = (dw_door_set){{0}};
    for (uint32_t door = 0; door < nav->door_count; door++) {
        c->cost[door] = NEVER;
    }
}

static int64_t cost_in_room(const chains *c, int32_t length, uint32_t room)
{
    return length == DW_NAV_NO_ROUTE
               ? NEVER
               : (int64_t)length *
                     (c->weights != NULL ? c->weights->rooms[room] : DW_ROUTE_FACTOR_ONE);
}

static void note(chains *c, uint32_t door, int64_t cost, uint16_t before, uint16_t room)
{
    c->slot[door] = (uint16_t)(c->cost[door] == NEVER ? c->open_count++ : c->slot[door]);
    c->open[c->slot[door]] = cost * DW_DOORS_MAX + door;
    c->cost[door] = cost;
    c->before[door] = before;
    c->room[door] = room;
}

/* A chain to `door` through `room`, `length` from its last door or the start: the cheapest yet?
 * The first of two that cost the same stays. */
static void offer(chains *c, uint32_t door, int64_t before_cost, int32_t length, uint16_t before,
                  uint16_t room)
{
    int64_t cost = cost_in_room(c, length, room);
    if (cost == NEVER || dw_door_set_has(&c->shut, door)) {
        return;
    }
    cost += before_cost;
    if (c->weights != NULL) {
        cost += (int64_t)c->weights->doors[door] * DW_ROUTE_FACTOR_ONE;
    }
    if (cost < c->cost[door]) {
        note(c, door, cost, before, room);
    }
}

/* On from a door whose cheapest chain is known, through the room. */
static void offer_steps(chains *c, uint16_t door, uint16_t room)
{
    const dw_nav *nav = c->nav;
    const uint16_t *doors = nav->room_doors + nav->room_door_starts[room];
    const uint32_t count = room_door_count(nav, room);
    uint32_t place = 0;
    while (place < count && doors[place] != door) {
        place++;
    }
    for (uint32_t k = 0; place < count && k < count; k++) {
        const int32_t step =
            nav->room_steps[nav->room_step_starts[room] + (size_t)place * count + k];
        offer(c, doors[k], c->cost[door], step, door, room);
    }
}

/* Takes the cheapest of the open doors; of two that cost the same the lower. */
static uint16_t take_cheapest(chains *c)
{
    int64_t least = c->open[0];
    for (uint32_t k = 1; k < c->open_count; k++) {
        least = c->open[k] < least ? c->open[k] : least;
    }
    const uint16_t door = (uint16_t)(least % DW_DOORS_MAX);
    const int64_t last = c->open[--c->open_count];
    c->open[c->slot[door]] = last;
    c->slot[last % DW_DOORS_MAX] = c->slot[door];
    return door;
}

/* The chain to `door` walks through the room. Going back there would do no good: the search, which
 * may be anywhere in a room of its corridor, would stay. */
static bool has_walked(const chains *c, uint16_t door, uint16_t room)
{
    if (c->returns) {
        return c->room[door] == room;
    }
    while (door != DW_NONE && c->room[door] != room) {
        door = c->before[door];
    }
    return door != DW_NONE;
}

/* From the doors that are offered to all others, through the room behind each (Dijkstra, "A note on
 * two problems in connexion with graphs", 1959). */
static void spread_chains(chains *c)
{
    while (c->open_count > 0) {
        const uint16_t door = take_cheapest(c);
        for (uint32_t end = 0; end < 2; end++) {
            const uint16_t room = c->nav->door_rooms[door][end];
            if (room != DW_NONE && !has_walked(c, door, room)) {
                offer_steps(c, door, room);
            }
        }
    }
}

static dw_status find_lengths(dw_arena *arena, dw_nav *nav)
{
    int32_t *lengths =
        DW_ARENA_ARRAY(arena, int32_t, (size_t)nav->door_count * nav->door_count + 1);
    if (lengths == NULL) {
        return DW_MEMORY;
    }
    chains c;
    for (uint32_t from = 0; from < nav->door_count; from++) {
        begin_chains(&c, nav, nav->floors);
        c.returns = true; /* No search has to follow them. */
        note(&c, from, 0, DW_NONE, DW_NONE);
        spread_chains(&c);
        for (uint32_t to = 0; to < nav->door_count; to++) {
            const int64_t length = c.cost[to] / DW_ROUTE_FACTOR_ONE;
            lengths[(size_t)from * nav->door_count + to] =
                length < DW_NAV_NO_ROUTE ? (int32_t)length : DW_NAV_NO_ROUTE;
        }
    }
    nav->route_lengths = lengths;
    return DW_OK;
}

/* Leaves `nav->floors` as it is, NULL, when all factors are 1. */
static dw_status weigh_floors(dw_arena *arena, dw_nav *nav, const uint16_t *factors)
{
    bool slows = false;
    for (uint32_t room = 0; factors != NULL && room < nav->room_count; room++) {
        slows = slows || factors[room] != DW_ROUTE_FACTOR_ONE;
    }
    if (!slows) {
        return DW_OK;
    }
    dw_route_weights *weights = DW_ARENA_NEW(arena, dw_route_weights);
    if (weights == NULL) {
        return DW_MEMORY;
    }
    dw_route_weights_reset(weights);
    memcpy(weights->rooms, factors, nav->room_count * sizeof *factors);
    nav->floors = weights;
    return DW_OK;
}

const dw_route_weights *dw_nav_floor_weights(const dw_nav *nav)
{
    return nav->floors;
}

dw_status dw_routes_build(dw_arena *arena, dw_nav *nav, const uint16_t *factors)
{
    if (weigh_floors(arena, nav, factors) != DW_OK || list_room_doors(arena, nav) != DW_OK ||
        find_door_points(arena, nav) != DW_OK) {
        return DW_MEMORY;
    }
    const dw_search_sizes sizes = dw_search_sizes_full(nav, DW_SEARCH_NODES(nav));
    dw_arena scratch = {0};
    dw_nav_search *search = NULL;
    dw_status status = dw_arena_create(&scratch, dw_search_bytes(nav, &sizes) + 64);
    if (status == DW_OK) {
        status = dw_search_create(&search, &scratch, nav, &sizes);
    }
    if (status == DW_OK) {
        status = find_steps(arena, nav, search);
    }
    dw_arena_destroy(&scratch);
    return status == DW_OK ? find_lengths(arena, nav) : status;
}

/* The straight distance of two points of a room, or of none. */
static int32_t distance_in_room(const dw_nav *nav, uint32_t room, dw_vec from, dw_vec to)
{
    const int32_t distance = dw_distance(from, to);
    return nav->floors != NULL && room < nav->room_count
               ? (int32_t)((int64_t)distance * nav->floors->rooms[room] / DW_ROUTE_FACTOR_ONE)
               : distance;
}

/* From `p` straight to each door of its room. */
static uint32_t list_legs(const dw_nav *nav, uint32_t room, dw_vec p, int32_t legs[DW_DOORS_MAX])
{
    uint32_t count = 0;
    for (uint32_t k = nav->room_door_starts[room]; k < nav->room_door_starts[room + 1]; k++) {
        legs[count++] = distance_in_room(nav, room, p, nav->door_points[nav->room_doors[k]]);
    }
    return count;
}

int32_t dw_nav_route_length(const dw_nav *nav, dw_vec from, dw_vec to)
{
    const uint32_t first = dw_mesh_room_at(nav, from);
    const uint32_t last = dw_mesh_room_at(nav, to);
    if (first == last || first == nav->room_count || last == nav->room_count) {
        return distance_in_room(nav, first == last ? first : nav->room_count, from, to);
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

void dw_route_weights_reset(dw_route_weights *weights)
{
    memset(weights, 0, sizeof *weights);
    for (uint32_t room = 0; room < DW_ROOMS_MAX; room++) {
        weights->rooms[room] = DW_ROUTE_FACTOR_ONE;
    }
}

static bool changes_nothing(const dw_nav *nav, const dw_route_weights *weights)
{
    bool nothing = true;
    for (uint32_t room = 0; room < nav->room_count; room++) {
        const uint16_t factor = weights->rooms[room];
        DW_CHECK(factor >= DW_ROUTE_FACTOR_MIN && factor <= DW_ROUTE_FACTOR_MAX);
        nothing = nothing && factor == DW_ROUTE_FACTOR_ONE;
    }
    for (uint32_t door = 0; door < nav->door_count; door++) {
        DW_CHECK(weights->doors[door] >= 0 && weights->doors[door] <= DW_NAV_NO_ROUTE);
        nothing = nothing && weights->doors[door] == 0;
    }
    return nothing;
}

static void shut_doors(chains *c, const dw_door_set *excluded)
{
    for (uint32_t door = 0; door < c->nav->door_count; door++) {
        if (c->weights->doors[door] == DW_NAV_NO_ROUTE ||
            (excluded != NULL && dw_door_set_has(excluded, door))) {
            dw_door_set_put(&c->shut, door, true);
        }
    }
}

static void offer_start(chains *c, dw_nav_search *search, dw_vec from)
{
    const dw_nav *nav = c->nav;
    uint16_t rooms[DW_MESH_ROOMS_AT_MAX];
    const uint32_t room_count = dw_mesh_rooms_at(nav, from, rooms);
    for (uint32_t n = 0; n < room_count; n++) {
        const uint16_t room = rooms[n];
        for (uint32_t k = nav->room_door_starts[room]; k < nav->room_door_starts[room + 1]; k++) {
            const uint16_t door = nav->room_doors[k];
            offer(c, door, 0, length_in_room(nav, search, from, nav->door_points[door], room),
                  DW_NONE, room);
        }
    }
}

/* How the cheapest chain ends: with the room that it walks through last, after `door`. */
typedef struct chain_end {
    int64_t cost;
    uint16_t door, room; /* DW_NONE: the chain has no door. */
} chain_end;

static chain_end cheapest_end(const chains *c, dw_nav_search *search, dw_vec from, dw_vec to)
{
    const dw_nav *nav = c->nav;
    chain_end best = {NEVER, DW_NONE, DW_NONE};
    uint16_t starts[DW_MESH_ROOMS_AT_MAX];
    uint16_t ends[DW_MESH_ROOMS_AT_MAX];
    const uint32_t start_count = dw_mesh_rooms_at(nav, from, starts);
    const uint32_t end_count = dw_mesh_rooms_at(nav, to, ends);
    for (uint32_t n = 0; n < end_count; n++) {
        const uint16_t room = ends[n];
        for (uint32_t k = 0; k < start_count; k++) {
            const int64_t cost =
                starts[k] == room
                    ? cost_in_room(c, length_in_room(nav, search, from, to, room), room)
                    : NEVER;
            best = cost < best.cost ? (chain_end){cost, DW_NONE, room} : best;
        }
        for (uint32_t k = nav->room_door_starts[room]; k < nav->room_door_starts[room + 1]; k++) {
            const uint16_t door = nav->room_doors[k];
            const int64_t before = c->cost[door];
            if (before >= best.cost || has_walked(c, door, room)) {
                continue; /* Dearer than the best already; or met before on its chain. */
            }
            const int64_t last = cost_in_room(
                c, length_in_room(nav, search, nav->door_points[door], to, room), room);
            if (last != NEVER && before + last < best.cost) {
                best = (chain_end){before + last, door, room};
            }
        }
    }
    return best;
}

static void put_room(dw_nav_corridor *corridor, uint16_t room)
{
    corridor->rooms[room / 64] |= UINT64_C(1) << (room % 64);
}

/* A body may stand in a doorway that its chain does not go through. */
static void put_doors_at(dw_nav_corridor *corridor, const dw_nav *nav, dw_vec p)
{
    uint32_t cells[DW_MESH_CELLS_AT_MAX];
    const uint32_t count = dw_mesh_cells_at(nav, &DW_MESH_ALL, p, cells);
    for (uint32_t k = 0; k < count; k++) {
        if (nav->cells[cells[k]].door != DW_NONE) {
            dw_door_set_put(&corridor->doors, nav->cells[cells[k]].door, true);
        }
    }
}

static void fill_corridor(dw_nav_corridor *corridor, const chains *c, chain_end end,
                          const dw_nav_query *query)
{
    if (end.cost == NEVER) { /* As near as doors allow. */
        memset(corridor, 0xff, sizeof *corridor);
        for (uint32_t door = 0; door < c->nav->door_count; door++) {
            dw_door_set_put(&corridor->doors, door, !dw_door_set_has(&c->shut, door));
        }
    } else {
        memset(corridor, 0, sizeof *corridor);
        put_room(corridor, end.room);
        for (uint16_t door = end.door; door != DW_NONE; door = c->before[door]) {
            dw_door_set_put(&corridor->doors, door, true);
            put_room(corridor, c->room[door]);
        }
    }
    put_doors_at(corridor, c->nav, query->from);
    put_doors_at(corridor, c->nav, query->to);
}

void dw_nav_choose_rooms(const dw_nav *nav, dw_nav_search *search, const dw_route_weights *weights,
                         dw_nav_query *query, dw_nav_corridor *corridor)
{
    if (weights == NULL || query->room != DW_NONE || changes_nothing(nav, weights)) {
        return;
    }
    chains c;
    begin_chains(&c, nav, weights);
    shut_doors(&c, query->excluded);
    offer_start(&c, search, query->from);
    spread_chains(&c);
    fill_corridor(corridor, &c, cheapest_end(&c, search, query->from, query->to), query);
    query->corridor = corridor;
}
