#include "common/nav/room_graph.h"

#include "common/base/check.h"
#include "common/nav/search_store.h"

#include <stdlib.h>
#include <string.h>

/* From one door to another through a room that both belong to. */
typedef struct graph_step {
    uint16_t door;
    uint32_t cost;
} graph_step;

struct dw_room_graph {
    uint32_t room_count, door_count;
    const dw_vec *middles;           /* Of doorways. */
    const uint16_t (*door_rooms)[2]; /* The mesh's. */
    const uint32_t *step_starts;     /* By door, and one more. */
    const graph_step *steps;         /* By door, ascending. */
    const uint32_t *room_starts;     /* By room, and one more. */
    const uint16_t *room_doors;
    const uint32_t *costs; /* Door by door. */
    const bool *circular, *chokepoint;
};

/* One depth-first search: rooms in the order of discovery, how far back each subtree reaches, and
 * the next incidence to look at, since there is no recursion. */
typedef struct bridge_search {
    uint32_t starts[DW_ROOMS_MAX + 2];
    uint16_t incident[2 * DW_DOORS_MAX]; /* Doors by room. */
    uint32_t next[DW_ROOMS_MAX];
    uint32_t order[DW_ROOMS_MAX], back[DW_ROOMS_MAX]; /* 0: not discovered. */
    uint16_t stack[DW_ROOMS_MAX], through[DW_ROOMS_MAX];
} bridge_search;

static bool leads_on(const uint16_t ends[2], uint32_t room_count)
{
    return ends[0] < room_count && ends[1] < room_count && ends[0] != ends[1];
}

static void list_incidences(bridge_search *b, const uint16_t (*ends)[2], uint32_t door_count,
                            uint32_t room_count)
{
    memset(b->starts, 0, sizeof(b->starts));
    for (uint32_t door = 0; door < door_count; door++) {
        for (uint32_t end = 0; end < 2 && leads_on(ends[door], room_count); end++) {
            b->starts[ends[door][end] + 2]++;
        }
    }
    for (uint32_t room = 1; room <= room_count; room++) {
        b->starts[room + 1] += b->starts[room];
    }
    for (uint32_t door = 0; door < door_count; door++) {
        for (uint32_t end = 0; end < 2 && leads_on(ends[door], room_count); end++) {
            b->incident[b->starts[ends[door][end] + 1]++] = (uint16_t)door;
        }
    }
    memcpy(b->next, b->starts, room_count * sizeof(*b->next));
}

/* All rooms connected to `start`. */
static void search_bridges(bridge_search *b, const uint16_t (*ends)[2], uint16_t start,
                           uint32_t *clock, bool *circular, bool *chokepoint)
{
    uint32_t depth = 0;
    uint32_t start_children = 0;
    b->stack[depth] = start;
    b->through[depth++] = DW_NONE;
    b->order[start] = b->back[start] = ++*clock;
    while (depth > 0) {
        const uint16_t room = b->stack[depth - 1];
        const uint16_t through = b->through[depth - 1];
        if (b->next[room] < b->starts[room + 1]) {
            const uint16_t door = b->incident[b->next[room]++];
            const uint16_t other = ends[door][0] == room ? ends[door][1] : ends[door][0];
            if (door == through) {
                continue;
            }
            if (b->order[other] == 0) {
                b->order[other] = b->back[other] = ++*clock;
                b->stack[depth] = other;
                b->through[depth++] = door;
            } else if (b->order[other] < b->back[room]) {
                b->back[room] = b->order[other];
            }
            continue;
        }
        if (--depth == 0) {
            break;
        }
        const uint16_t parent = b->stack[depth - 1];
        b->back[parent] = b->back[room] < b->back[parent] ? b->back[room] : b->back[parent];
        if (b->back[room] > b->order[parent]) {
            circular[through] = false;
        }
        start_children += parent == start;
        if (parent != start && b->back[room] >= b->order[parent]) {
            chokepoint[parent] = true;
        }
    }
    chokepoint[start] = start_children > 1;
}

void dw_rooms_analyse(const uint16_t (*ends)[2], uint32_t door_count, uint32_t room_count,
                      bool *circular, bool *chokepoint)
{
    DW_CHECK(door_count <= DW_DOORS_MAX && room_count <= DW_ROOMS_MAX);
    bridge_search b = {0};
    bool circular_here[DW_DOORS_MAX];
    bool chokepoint_here[DW_ROOMS_MAX] = {false};
    memset(circular_here, true, sizeof(circular_here));
    list_incidences(&b, ends, door_count, room_count);
    uint32_t clock = 0;
    for (uint32_t room = 0; room < room_count; room++) {
        if (b.order[room] == 0) {
            search_bridges(&b, ends, (uint16_t)room, &clock, circular_here, chokepoint_here);
        }
    }
    if (circular != NULL) {
        memcpy(circular, circular_here, door_count * sizeof(*circular));
    }
    if (chokepoint != NULL) {
        memcpy(chokepoint, chokepoint_here, room_count * sizeof(*chokepoint));
    }
}

/* The way of a body from one doorway's middle to another's inside of a room. */
static uint32_t step_cost(const dw_nav *nav, dw_nav_search *search, dw_nav_path *path,
                          const dw_vec *middles, uint32_t from, uint32_t to, uint16_t room)
{
    const dw_nav_query query = {.from = middles[from], .to = middles[to], .room = room};
    if (dw_nav_find(nav, search, &query, path) != DW_NAV_FOUND || path->from_moved ||
        path->to_moved || path->length >= (double)DW_ROUTE_NO_COST) {
        return DW_ROUTE_NO_COST;
    }
    return (uint32_t)(path->length + 0.5);
}

static dw_status list_room_doors(dw_room_graph *graph, dw_arena *arena)
{
    const uint32_t doors = graph->door_count;
    uint32_t *starts = DW_ARENA_ARRAY(arena, uint32_t, (size_t)graph->room_count + 1);
    uint16_t *room_doors = DW_ARENA_ARRAY(arena, uint16_t, (size_t)doors * 2 + 1);
    if (starts == NULL || room_doors == NULL) {
        return DW_MEMORY;
    }
    uint32_t listed = 0;
    for (uint32_t room = 0; room < graph->room_count; room++) {
        starts[room] = listed;
        for (uint32_t door = 0; door < doors; door++) {
            if (graph->door_rooms[door][0] == room || graph->door_rooms[door][1] == room) {
                room_doors[listed++] = (uint16_t)door;
            }
        }
    }
    starts[graph->room_count] = listed;
    graph->room_starts = starts;
    graph->room_doors = room_doors;
    return DW_OK;
}

/* The step between each two doors of a room. Two rooms that share two doors give two steps between
 * these; searches take the cheaper one. */
static dw_status make_steps(dw_room_graph *graph, dw_arena *arena, const dw_nav *nav,
                            dw_nav_search *search, dw_nav_path *path)
{
    const uint32_t doors = graph->door_count;
    const uint32_t *room_starts = graph->room_starts;
    uint32_t *step_starts = DW_ARENA_ARRAY(arena, uint32_t, (size_t)doors + 1);
    size_t most = 0;
    for (uint32_t room = 0; room < graph->room_count; room++) {
        const size_t here = room_starts[room + 1] - room_starts[room];
        most += here * here;
    }
    graph_step *steps = DW_ARENA_ARRAY(arena, graph_step, most + 1);
    if (step_starts == NULL || steps == NULL) {
        return DW_MEMORY;
    }
    uint32_t count = 0;
    for (uint32_t door = 0; door < doors; door++) {
        step_starts[door] = count;
        for (uint32_t side = 0; side < 2; side++) {
            const uint16_t room = nav->door_rooms[door][side];
            for (uint32_t k = room < graph->room_count ? room_starts[room] : 0;
                 room < graph->room_count && k < room_starts[room + 1]; k++) {
                const uint16_t other = graph->room_doors[k];
                const uint32_t cost =
                    other == door ? DW_ROUTE_NO_COST
                                  : step_cost(nav, search, path, graph->middles, door, other, room);
                if (cost != DW_ROUTE_NO_COST) {
                    steps[count++] = (graph_step){other, cost};
                }
            }
        }
    }
    step_starts[doors] = count;
    graph->step_starts = step_starts;
    graph->steps = steps;
    return DW_OK;
}

/* A search over doors, on the stack: an indexed binary heap, so that no door is in it twice. */
typedef struct door_search {
    uint32_t cost[DW_DOORS_MAX];
    uint32_t estimate[DW_DOORS_MAX];
    uint16_t parent[DW_DOORS_MAX];
    uint16_t place[DW_DOORS_MAX]; /* In the heap. */
    uint16_t heap[DW_DOORS_MAX];
    uint32_t count;
} door_search;

static void door_search_start(door_search *search, uint32_t door_count)
{
    search->count = 0;
    for (uint32_t door = 0; door < door_count; door++) {
        search->cost[door] = DW_ROUTE_NO_COST;
        search->place[door] = DW_NONE;
    }
}

static bool is_before(const door_search *search, uint16_t a, uint16_t b)
{
    return search->estimate[a] < search->estimate[b] ||
           (search->estimate[a] == search->estimate[b] && a < b);
}

static void put_at(door_search *search, uint32_t place, uint16_t door)
{
    search->heap[place] = door;
    search->place[door] = (uint16_t)place;
}

/* A way to the door with `onward` still to go at least; kept when it is cheaper. */
static void relax(door_search *search, uint16_t door, uint64_t cost, uint32_t onward,
                  uint16_t parent)
{
    if (cost >= search->cost[door] || cost + onward >= DW_ROUTE_NO_COST) {
        return;
    }
    search->cost[door] = (uint32_t)cost;
    search->estimate[door] = (uint32_t)cost + onward;
    search->parent[door] = parent;
    uint32_t at = search->place[door] == DW_NONE ? search->count++ : search->place[door];
    while (at > 0 && is_before(search, door, search->heap[(at - 1) / 2])) {
        put_at(search, at, search->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    put_at(search, at, door);
}

static uint16_t pop_door(door_search *search)
{
    const uint16_t first = search->heap[0];
    const uint16_t last = search->heap[--search->count];
    search->place[first] = DW_NONE;
    uint32_t at = 0;
    for (uint32_t child = 1; child < search->count; child = 2 * at + 1) {
        child += child + 1 < search->count &&
                 is_before(search, search->heap[child + 1], search->heap[child]);
        if (!is_before(search, search->heap[child], last)) {
            break;
        }
        put_at(search, at, search->heap[child]);
        at = child;
    }
    if (search->count > 0) {
        put_at(search, at, last);
    }
    return first;
}

static dw_status fill_costs(dw_room_graph *graph, dw_arena *arena)
{
    const uint32_t doors = graph->door_count;
    uint32_t *costs = DW_ARENA_ARRAY(arena, uint32_t, (size_t)doors * doors + 1);
    if (costs == NULL) {
        return DW_MEMORY;
    }
    door_search search;
    for (uint32_t from = 0; from < doors; from++) {
        door_search_start(&search, doors);
        relax(&search, (uint16_t)from, 0, 0, DW_NONE);
        while (search.count > 0) {
            const uint16_t door = pop_door(&search);
            for (uint32_t k = graph->step_starts[door]; k < graph->step_starts[door + 1]; k++) {
                relax(&search, graph->steps[k].door,
                      (uint64_t)search.cost[door] + graph->steps[k].cost, 0, door);
            }
        }
        memcpy(costs + (size_t)from * doors, search.cost, doors * sizeof(*costs));
    }
    graph->costs = costs;
    return DW_OK;
}

static dw_status analyse(dw_room_graph *graph, dw_arena *arena)
{
    bool *circular = DW_ARENA_ARRAY(arena, bool, (size_t)graph->door_count + 1);
    bool *chokepoint = DW_ARENA_ARRAY(arena, bool, (size_t)graph->room_count + 1);
    if (circular == NULL || chokepoint == NULL) {
        return DW_MEMORY;
    }
    dw_rooms_analyse(graph->door_rooms, graph->door_count, graph->room_count, circular, chokepoint);
    graph->circular = circular;
    graph->chokepoint = chokepoint;
    return DW_OK;
}

static dw_status fill_graph(dw_room_graph *graph, dw_arena *arena, const dw_nav *nav)
{
    dw_vec *middles = DW_ARENA_ARRAY(arena, dw_vec, (size_t)nav->door_count + 1);
    if (middles == NULL) {
        return DW_MEMORY;
    }
    for (uint32_t door = 0; door < nav->door_count; door++) {
        middles[door] = dw_rect_centre(nav->doorways[door]);
    }
    graph->door_count = nav->door_count;
    graph->door_rooms = nav->door_rooms;
    graph->middles = middles;
    /* Searches while building take their scratch from the heap. */
    const dw_search_sizes sizes = dw_search_sizes_full(nav, DW_SEARCH_NODES(nav));
    dw_arena scratch = {0};
    dw_nav_search *search = NULL;
    dw_nav_path *path = NULL;
    dw_status status = dw_arena_create(&scratch, dw_search_bytes(nav, &sizes) + sizeof(*path) + 64);
    if (status == DW_OK) {
        path = DW_ARENA_NEW(&scratch, dw_nav_path);
        status = path == NULL ? DW_MEMORY : dw_search_create(&search, &scratch, nav, &sizes);
    }
    if (status == DW_OK) {
        status = list_room_doors(graph, arena);
    }
    if (status == DW_OK) {
        status = make_steps(graph, arena, nav, search, path);
    }
    dw_arena_destroy(&scratch);
    if (status == DW_OK) {
        status = fill_costs(graph, arena);
    }
    return status == DW_OK ? analyse(graph, arena) : status;
}

dw_status dw_room_graph_build(const dw_room_graph **out, dw_arena *arena, const dw_nav *nav,
                              uint32_t room_count, dw_error *error)
{
    DW_CHECK(room_count <= DW_ROOMS_MAX);
    dw_room_graph *graph = DW_ARENA_NEW(arena, dw_room_graph);
    if (graph == NULL) {
        return dw_fail(error, DW_MEMORY, "room graph: the arena is full");
    }
    graph->room_count = room_count;
    const dw_status status = fill_graph(graph, arena, nav);
    if (status != DW_OK) {
        return dw_fail(error, status, "room graph: %u rooms and %u doors do not fit into memory",
                       room_count, nav->door_count);
    }
    *out = graph;
    return DW_OK;
}

uint32_t dw_room_graph_cost(const dw_room_graph *graph, uint16_t from_door, uint16_t to_door)
{
    DW_CHECK(from_door < graph->door_count && to_door < graph->door_count);
    return graph->costs[(size_t)from_door * graph->door_count + to_door];
}

/* The doors of the room where a route ends, with what is left to go from each. */
typedef struct route_end {
    uint16_t doors[DW_DOORS_MAX];
    uint32_t left[DW_DOORS_MAX];
    uint32_t count;
} route_end;

static bool is_excluded(const dw_route_query *query, uint16_t door)
{
    return query->excluded != NULL && dw_door_set_has(query->excluded, door);
}

static void list_end(const dw_room_graph *graph, const dw_route_query *query, route_end *end)
{
    end->count = 0;
    for (uint32_t k = graph->room_starts[query->to_room];
         k < graph->room_starts[query->to_room + 1]; k++) {
        const uint16_t door = graph->room_doors[k];
        if (!is_excluded(query, door)) {
            end->doors[end->count] = door;
            end->left[end->count++] = (uint32_t)dw_distance(graph->middles[door], query->to);
        }
    }
}

/* The least that is left from a door with every door open. */
static uint32_t onward_from(const dw_room_graph *graph, const route_end *end, uint16_t door)
{
    const uint32_t *row = graph->costs + (size_t)door * graph->door_count;
    uint32_t best = DW_ROUTE_NO_COST;
    for (uint32_t k = 0; k < end->count; k++) {
        const uint32_t cost = row[end->doors[k]];
        if (cost != DW_ROUTE_NO_COST && cost + (uint64_t)end->left[k] < best) {
            best = cost + end->left[k];
        }
    }
    return best;
}

/* What is left from a door when it is the last one. */
static uint32_t left_at(const route_end *end, uint16_t door)
{
    for (uint32_t k = 0; k < end->count; k++) {
        if (end->doors[k] == door) {
            return end->left[k];
        }
    }
    return DW_ROUTE_NO_COST;
}

static void write_route(const door_search *search, uint16_t last, uint32_t cost, dw_route *route)
{
    uint32_t count = 0;
    for (uint16_t door = last; door != DW_NONE; door = search->parent[door]) {
        count++;
    }
    DW_CHECK(count <= DW_ROUTE_DOORS_MAX);
    route->count = count;
    route->cost = cost;
    for (uint16_t door = last; door != DW_NONE; door = search->parent[door]) {
        route->doors[--count] = door;
    }
}

bool dw_room_graph_route(const dw_room_graph *graph, const dw_route_query *query, dw_route *route)
{
    DW_CHECK(query->from_room < graph->room_count && query->to_room < graph->room_count);
    if (query->from_room == query->to_room) {
        route->count = 0;
        route->cost = (uint32_t)dw_distance(query->from, query->to);
        return true;
    }
    route_end end;
    door_search search;
    list_end(graph, query, &end);
    door_search_start(&search, graph->door_count);
    for (uint32_t k = graph->room_starts[query->from_room];
         k < graph->room_starts[query->from_room + 1]; k++) {
        const uint16_t door = graph->room_doors[k];
        if (!is_excluded(query, door)) {
            relax(&search, door, (uint32_t)dw_distance(query->from, graph->middles[door]),
                  onward_from(graph, &end, door), DW_NONE);
        }
    }
    uint16_t last = DW_NONE;
    uint64_t best = DW_ROUTE_NO_COST;
    while (search.count > 0 && search.estimate[search.heap[0]] < best) {
        const uint16_t door = pop_door(&search);
        const uint32_t left = left_at(&end, door);
        if (left != DW_ROUTE_NO_COST && search.cost[door] + (uint64_t)left < best) {
            best = search.cost[door] + (uint64_t)left;
            last = door;
        }
        for (uint32_t k = graph->step_starts[door]; k < graph->step_starts[door + 1]; k++) {
            const graph_step step = graph->steps[k];
            const uint64_t cost = (uint64_t)search.cost[door] + step.cost;
            if (cost < search.cost[step.door] && !is_excluded(query, step.door)) {
                relax(&search, step.door, cost, onward_from(graph, &end, step.door), door);
            }
        }
    }
    if (last == DW_NONE) {
        return false;
    }
    write_route(&search, last, (uint32_t)best, route);
    return true;
}

bool dw_room_graph_circular(const dw_room_graph *graph, uint16_t door)
{
    DW_CHECK(door < graph->door_count);
    return graph->circular[door];
}

bool dw_room_graph_chokepoint(const dw_room_graph *graph, uint16_t room)
{
    DW_CHECK(room < graph->room_count);
    return graph->chokepoint[room];
}
