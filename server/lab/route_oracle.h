/* route_oracle.h - the cheapest path where rooms and doors cost differently, by brute force, to
 * judge the routes of common/nav by. Owns: a graph of all corners at which a path may bend, of
 * points across each doorway, and of the ends that are asked for; two of them are joined where a
 * body can walk straight from one to the other inside of one room. Knows nothing of how nav
 * searches. Error: a path crosses the border of two rooms at one of DW_ROUTE_ORACLE_CROSSINGS
 * points of a doorway, not between them, so that a cost may be too high by a few millimetres for
 * each door. Cost: the square of the number of corners for each start. */
#ifndef DW_LAB_ROUTE_ORACLE_H
#define DW_LAB_ROUTE_ORACLE_H

#include "common/nav/nav.h"

enum { DW_ROUTE_ORACLE_CROSSINGS = 17 };

typedef struct dw_route_node {
    dw_vec position;
    uint16_t rooms[2]; /* The second is DW_NONE but on the border in a doorway. */
    uint16_t door;     /* The doorway that the point lies in, or DW_NONE. */
} dw_route_node;

typedef struct dw_route_oracle {
    const dw_map *map;
    uint32_t node_count;
    dw_route_node *nodes;
    uint32_t room_starts[DW_ROOMS_MAX + 1]; /* Into room_nodes. */
    uint32_t *room_nodes;
    size_t length_starts[DW_ROOMS_MAX]; /* Into lengths: for each two nodes of a room. */
    float *lengths;                     /* In units; negative: not straight. */
    bool *done;                         /* Scratch, by node. */
} dw_route_oracle;

/* `ends` become the first nodes; they are free and lie in rooms. DW_MEMORY. */
DW_MUST_USE dw_status dw_route_oracle_create(dw_route_oracle *oracle, dw_arena *arena,
                                             const dw_map *map, const dw_nav *nav,
                                             const dw_vec *ends, uint32_t end_count);

/* The least cost in units from the end `from` to each node; HUGE_VAL where no path leads. `costs`
 * has room for node_count. */
void dw_route_oracle_costs(const dw_route_oracle *oracle, const dw_route_weights *weights,
                           uint32_t from, double *costs);

/* What a path costs: its length in each room times the factor, and its doors. */
double dw_route_cost(const dw_map *map, const dw_route_weights *weights, const dw_nav_path *path);

#endif
