/* room_graph.h - rooms and doors as a graph: routes of doors, what they cost, and which doors and
 * rooms everything has to pass. Owns: the costs between doors, found once with common/nav.
 * Read-only once built; lies in one arena; any number of threads. Does not know: which doors are
 * shut, which comes with a query and costs nothing to change. */
#ifndef DW_NAV_ROOM_GRAPH_H
#define DW_NAV_ROOM_GRAPH_H

#include "common/nav/nav.h"

typedef struct dw_room_graph dw_room_graph;

enum { DW_ROUTE_DOORS_MAX = DW_DOORS_MAX };
#define DW_ROUTE_NO_COST UINT32_MAX

/* The graph of the rooms and doorways that `nav` was built with. A body that does not fit through a
 * doorway, or from one to another inside of a room, has no way there. DW_MEMORY. */
DW_MUST_USE dw_status dw_room_graph_build(const dw_room_graph **out, dw_arena *arena,
                                          const dw_nav *nav, uint32_t room_count, dw_error *error);

/* The shortest way between the middles of two doorways with every door open, in units;
 * DW_ROUTE_NO_COST when there is none. O(1), from a table. */
uint32_t dw_room_graph_cost(const dw_room_graph *graph, uint16_t from_door, uint16_t to_door);

typedef struct dw_route_query {
    dw_vec from, to;
    uint16_t from_room, to_room;
    const dw_door_set *excluded; /* Doors that must not be used; NULL for none. */
} dw_route_query;

/* The doors in the order in which they are gone through; none inside of one room. */
typedef struct dw_route {
    uint16_t doors[DW_ROUTE_DOORS_MAX];
    uint32_t count;
    uint32_t cost; /* Units; straight lines from and to the ends, ways of bodies between doors. */
} dw_route;

/* The cheapest route, by A* with the table as its bound (exact when nothing is excluded). False
 * when there is none. Ties: the door with the lowest index. No scratch; about a microsecond. */
bool dw_room_graph_route(const dw_room_graph *graph, const dw_route_query *query, dw_route *route);

/* Without the door its two rooms are still connected (server/RULES.md 1.25). */
bool dw_room_graph_circular(const dw_room_graph *graph, uint16_t door);

/* Without the room some of the rooms that it connects are no longer connected. */
bool dw_room_graph_chokepoint(const dw_room_graph *graph, uint16_t room);

/* The same for any graph: `ends` are the two rooms of each door. Either output may be NULL. Doors
 * that lead nowhere (an end is DW_NONE, or both are one room) are circular. Uses no scratch but the
 * stack; at most DW_ROOMS_MAX rooms and DW_DOORS_MAX doors. O(rooms + doors). (Tarjan, "A note on
 * finding the bridges of a graph", 1974.) */
void dw_rooms_analyse(const uint16_t (*ends)[2], uint32_t door_count, uint32_t room_count,
                      bool *circular, bool *chokepoint);

#endif
